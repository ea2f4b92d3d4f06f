"""Many claims are run in turn, in processes or on a cluster, with the same outcomes."""

import pytest

VOLATILE = ("seconds", "ran", "evidence")


def steady(rows):
    return [{key: value for key, value in row.items() if key not in VOLATILE} for row in rows]


def test_processes_give_the_outcomes_that_one_run_gives(workspace, texts):
    workspace.claims(texts["square"], texts["false"], texts["repaired"], texts["cited"], texts["broken"])
    alone = workspace.verify("run", "--json", "--fresh")
    several = workspace.verify("run", "--json", "--fresh", "-j", "2")
    assert steady(alone.data) == steady(several.data)
    assert alone.status == several.status == 1


@pytest.fixture
def scheduler(workspace):
    """The address of a dask scheduler with two workers, which find the claims where this process does."""
    distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed (extra cluster)")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster.scheduler_address


@pytest.mark.slow
def test_a_cluster_gives_the_outcomes_that_one_run_gives(workspace, texts, scheduler):
    dying = texts["broken"].replace("    return", "    import os; os._exit(3)\n    return")
    workspace.claims(texts["square"], texts["false"], texts["repaired"], texts["cited"])
    alone = workspace.verify("run", "--json", "--fresh")
    shared = workspace.verify("run", "--json", "--fresh", "--dask", scheduler)
    assert steady(alone.data) == steady(shared.data)
    assert alone.status == shared.status == 0
    workspace.claims(dying, module="more")
    again = workspace.verify("run", "--json", "--dask", scheduler)
    assert {row["id"]: row["verdict"] for row in again.data} == {
        **{row["id"]: row["verdict"] for row in alone.data}, "toy/broken": "open",
    }  # fmt: skip
    assert "toy/broken: proofs/toy/more.py" in again.err
    assert "its process ended without a result" in again.err


def test_progress_is_one_line_a_claim_on_stderr(workspace, texts):
    workspace.claims(texts["square"], texts["false"])
    run = workspace.verify("run")
    lines = run.err.splitlines()
    assert lines[0].startswith("[1/2] toy/square … proved ")
    assert lines[1].startswith("[2/2] toy/false … refuted ")
    assert run.out == "2 claims: 1 proved, 1 refuted\n"


def test_a_process_that_dies_takes_no_other_claim_with_it(workspace, texts):
    dying = texts["broken"].replace("    return", "    import os; os._exit(3)\n    return")
    workspace.claims(texts["square"], texts["false"], dying)
    run = workspace.verify("run", "--json", "-j", "2")
    assert run.status == 1
    assert {row["id"]: row["verdict"] for row in run.data} == {
        "toy/square": "proved", "toy/false": "refuted", "toy/broken": "open",
    }  # fmt: skip
    assert "toy/broken: proofs/toy/results.py:22: its process ended without a result" in run.err


def test_an_interruption_keeps_what_has_finished(workspace, texts):
    interrupted = texts["broken"].replace("    return", "    raise KeyboardInterrupt\n    return")
    workspace.claims(texts["square"], texts["false"], interrupted)
    run = workspace.verify("run")
    assert run.status == 130
    assert "verify: interrupted: 2 of 3 claims have finished" in run.err
    workspace.claims(texts["square"], texts["false"], interrupted)
    assert "toy/square … proved cached" in workspace.verify("run", "toy/square").err
