"""Many claims are run in turn, in processes or on a cluster, with the same outcomes."""

import time

import pytest

from verify.commands.shared import JOBS
from verify.session.examining import Session, told_while_slow

VOLATILE = ("seconds", "ran", "evidence")


def steady(rows):
    return [{key: value for key, value in row.items() if key not in VOLATILE} for row in rows]


def test_processes_give_the_outcomes_that_one_run_gives(workspace, texts):
    workspace.claims(texts["square"], texts["false"], texts["repaired"], texts["cited"], texts["broken"])
    alone = workspace.verify("run", "--json", "--fresh")
    several = workspace.verify("run", "--json", "--fresh", "-j", "2")
    assert steady(alone.data) == steady(several.data)
    assert alone.status == several.status == 1


INSTANCE = "\n@FALSE.instance\ndef zero():\n    return {a: 0}\n"


def test_a_step_is_attached_by_the_module_of_its_claim(workspace, texts):
    """A process, or `pytest` on one file, imports that module alone."""
    workspace.claims(texts["square"], texts["false"])
    workspace.write("proofs/toy/beside.py", f"from proofs.toy.results import *\n{INSTANCE}")
    run = workspace.verify("run")
    assert run.status == 1
    said = "claim toy/false: instance zero must be attached by the module that declares the claim"
    assert f"verify: proofs/toy/beside.py:3: {said}\n" in run.err


def test_a_function_of_another_module_may_attach_it_for_the_claim(workspace, texts):
    helper = "def meet(claim, at):\n    def met():\n        return at\n    claim.instance(met)\n"
    workspace.write("proofs/toy/_helper.py", helper)
    call = "\nfrom proofs.toy._helper import meet\nmeet(FALSE, {a: 0})\n"
    workspace.claims(texts["square"], texts["false"], call)
    run = workspace.verify("run", "--json", "-j", "2")
    steps = {row["id"]: [item["name"] for item in row["evidence"]] for row in run.data}
    assert steps == {"toy/square": ["expand"], "toy/false": ["minus_one", "met"]}


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


def test_of_an_interrupted_run_in_processes_it_is_said_which_claims_they_had(workspace, texts, monkeypatch):
    workspace.claims(texts["square"], texts["false"], texts["cited"], texts["far"])

    def interrupted(self, claim, outcome, start):
        self.outcomes[claim.id] = outcome
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "_shared", lambda self, claims, keys: iter([(claims[1], None)]))
    monkeypatch.setattr(Session, "_keep", lambda *_: None)
    monkeypatch.setattr(Session, "_finish", interrupted)
    run = workspace.verify("run", "-j", "2")
    assert "interrupted: 1 of 4 claims have finished, toy/square, toy/cited were under way; the next" in run.err


def test_a_process_that_dies_takes_no_other_claim_with_it(workspace, texts):
    dying = texts["broken"].replace("    return", "    import os; os._exit(3)\n    return")
    workspace.claims(texts["square"], texts["false"], dying)
    run = workspace.verify("run", "--json", "-j", "2")
    assert run.status == 1
    assert {row["id"]: row["verdict"] for row in run.data} == {
        "toy/square": "proved", "toy/false": "refuted", "toy/broken": "open",
    }  # fmt: skip
    assert "toy/broken: proofs/toy/results.py:22: its process ended without a result" in run.err


def test_without_a_number_of_processes_too_a_claim_that_ends_its_own_is_named(workspace, texts, monkeypatch):
    monkeypatch.delenv(JOBS)
    monkeypatch.setattr("verify.tasks.options.processors", lambda: 1)
    workspace.claims(texts["square"], texts["broken"].replace("    return", "    import os; os._exit(3)\n    return"))
    run = workspace.verify("run", "--json")
    assert {row["id"]: row["verdict"] for row in run.data} == {"toy/square": "proved", "toy/broken": "open"}
    assert "its process ended without a result" in run.err


def test_a_claim_that_takes_too_long_is_named_and_not_kept(workspace, texts):
    hanging = texts["broken"].replace("    return", "    import time; time.sleep(600)\n    return")
    workspace.claims(texts["square"], texts["false"], hanging)
    run = workspace.verify("run", "--json", "--seconds", "12")
    assert run.status == 1
    assert {row["id"]: row["verdict"] for row in run.data} == {
        "toy/square": "proved", "toy/false": "refuted", "toy/broken": "open",
    }  # fmt: skip
    assert "toy/broken: proofs/toy/results.py:22: it was ended after 12 s\n" in run.err
    assert "2 of 3 claims kept from earlier runs" in workspace.verify("run", "--seconds", "1").err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seconds", "0"], "argument --seconds: the limit must be a number of seconds above 0 and below 1e9"),
        (["--seconds", "5", "--dask", "tcp://h:1"], "--dask and --seconds cannot both be given"),
    ],
)
def test_limits_that_make_no_sense(workspace, texts, arguments, said):
    workspace.claims(texts["square"])
    run = workspace.verify("run", *arguments)
    assert run.status == 2
    assert run.err.startswith(f"verify: {said}")


def test_the_number_of_processes_may_stand_in_the_environment(workspace, texts, monkeypatch):
    workspace.claims(texts["square"])
    monkeypatch.setenv(JOBS, "many")
    run = workspace.verify("run")
    assert (run.status, run.err) == (
        2, "verify: VERIFY_JOBS: the number of processes must be from 1 to 1024, not 'many'\n",
    )  # fmt: skip


def test_what_is_slow_is_named_again_and_again(capfd):
    with told_while_slow("toy/slow", 0.2):
        time.sleep(0.7)
    with told_while_slow("toy/quick", 0.2):
        pass
    time.sleep(0.3)
    assert capfd.readouterr().err.splitlines() == ["toy/slow: under way for 0.2 s", "toy/slow: under way for 0.4 s"]


def test_a_claim_is_named_before_it_is_examined(workspace, texts):
    """As it may end the process that it is examined in."""
    noisy = texts["square"].replace("    return", "    import sys; print('here', file=sys.stderr)\n    return")
    workspace.claims(noisy)
    lines = workspace.verify("run").err.splitlines()
    assert lines[:2] == ["[1/1] toy/square …", "here"]
    assert lines[2].startswith("[1/1] toy/square … proved ")


def test_an_interruption_ends_the_line(workspace, texts):
    workspace.claims(texts["square"].replace("    return", "    raise KeyboardInterrupt\n    return"))
    run = workspace.verify("run", "--fresh")
    said = "0 of 1 claims have finished, toy/square was under way; the next one, without --fresh, goes on from there"
    assert run.err == f"[1/1] toy/square …\nverify: interrupted: {said}\n"
    assert "under way; the next command goes on from there" in workspace.verify("run").err


def test_what_is_written_without_its_end_has_a_line(workspace, texts):
    noisy = texts["square"].replace("    return", "    import sys; sys.stderr.write('half')\n    return")
    workspace.claims(noisy)
    lines = workspace.verify("run").err.splitlines()
    assert lines[1] == "half"
    assert lines[2].startswith("[1/1] toy/square … proved ")


def test_the_time_of_a_claim_begins_when_it_does(workspace, texts):
    """Not while a process starts, and the module of the claim is imported there, which takes longer here."""
    workspace.claims("import time; time.sleep(6)\n", texts["square"])
    run = workspace.verify("run", "--json", "--seconds", "5")
    assert [row["verdict"] for row in run.data] == ["proved"], run.err


def test_an_interruption_keeps_what_has_finished(workspace, texts):
    interrupted = texts["broken"].replace("    return", "    raise KeyboardInterrupt\n    return")
    workspace.claims(texts["square"], texts["false"], interrupted)
    run = workspace.verify("run")
    assert run.status == 130
    assert "verify: interrupted: 2 of 3 claims have finished, toy/broken was under way; " in run.err
    workspace.claims(texts["square"], texts["false"], interrupted)
    assert "1 of 1 claim kept from earlier runs\n" in workspace.verify("run", "toy/square").err
