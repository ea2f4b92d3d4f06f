"""A process that ends half way, or a worker, takes nothing with it."""

import os
import signal
import subprocess
import sys
import time

import pytest

from verify.tasks import Local, TasksFailed, WhereError, processes, run
from verify.tasks.calls import call


@pytest.fixture
def tasks(tmp_path):
    return [{"n": n, "folder": str(tmp_path), "parent": False} for n in range(6)]


def calls(tmp_path):
    return sorted(int(file.name.split(".")[0]) for file in tmp_path.iterdir() if "." in file.name)


def test_the_share_of_a_process_that_is_killed_is_redone(toys, elsewhere, tasks, tmp_path):
    assert run(toys.killed_once, tasks, where=elsewhere) == [0, 1, 4, 9, 16, 25]
    assert (tmp_path / "first").exists()
    assert calls(tmp_path) == [0, 1, 2, 3, 4, 5]


def test_the_share_of_a_cluster_worker_that_is_killed_is_redone(toys, cluster, tasks, tmp_path):
    tasks = [task | {"parent": True} for task in tasks]
    assert run(toys.killed_once, tasks, where=cluster) == [0, 1, 4, 9, 16, 25]
    assert calls(tmp_path) == [0, 1, 2, 3, 4, 5]
    pid = int((tmp_path / "first").read_text())
    end = time.monotonic() + 10
    while os.path.exists(f"/proc/{pid}") and time.monotonic() < end:
        time.sleep(0.05)
    assert not os.path.exists(f"/proc/{pid}"), "the process that the worker had started goes on without it"


def test_a_cluster_worker_killed_before_its_answer_was_fetched_is_lost(toys, cluster):
    crew = cluster.crew()
    try:
        (seat, *_) = crew.idle()
        pid = crew._client.run(os.getpid, workers=[seat])[seat]
        crew.start(seat, call("shared_toys:square", "3"))
        end = time.monotonic() + 20
        while crew._futures[seat].status != "finished":
            assert time.monotonic() < end
            time.sleep(0.05)
        os.kill(pid, signal.SIGKILL)
        found = []
        while not found:
            assert time.monotonic() < end + 20
            found = crew.wait(1)
        assert found == [(seat, None)]
    finally:
        crew.end()


def test_a_task_that_ends_its_process_twice_is_given_up_and_named(toys, elsewhere, tasks, tmp_path):
    with pytest.raises(TasksFailed) as caught:
        run(toys.ending, tasks, where=elsewhere)
    assert str(caught.value).startswith('shared_toys:ending: task 1, {"n": 1, "folder": ')
    assert str(caught.value).endswith(": its process ended without a result")
    assert [share.result for share in caught.value.shares] == [0, None, 2, 3, 4, 5]
    assert [share.lost for share in caught.value.shares] == [False, True, False, False, False, False]
    assert calls(tmp_path) == [1, 1]


def test_a_python_that_does_not_start_is_one_line(toys, monkeypatch):
    monkeypatch.setattr(processes, "_BOOT", "raise SystemExit(5)")
    with pytest.raises(WhereError, match=r"no Python process could be started: .* ended with exit status 5"):
        run(toys.square, range(4), where=Local(2))


SCRIPT = """
import signal, sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell starts what is in its background without one
sys.path.insert(0, sys.argv[1])
import shared_toys
from verify.tasks import Kept, Local, run
tasks = [{"n": n, "folder": sys.argv[2]} for n in (0, -1, -2, 1, 2)]
run(shared_toys.endless, tasks, where=Local(2), kept=Kept(Path(sys.argv[3]), ""))
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_processes_end_with_the_one_that_started_them_and_what_is_done_is_kept(toys, tmp_path, how):
    pids, kept = tmp_path / "pids", tmp_path / "kept"
    pids.mkdir()
    folder = os.path.dirname(toys.__file__)
    command = [sys.executable, "-c", SCRIPT, folder, str(pids), str(kept)]
    started = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": PATH})
    end = time.monotonic() + 20
    while len(list(pids.iterdir())) < 2:
        assert time.monotonic() < end
        time.sleep(0.05)
    started.send_signal(how)
    end = time.monotonic() + 45  # the task would sleep for longer
    _, err = started.communicate(timeout=45)
    assert err.count("Traceback") == (how == signal.SIGINT)
    assert len(list(kept.iterdir())) == 3
    for file in pids.iterdir():
        while os.path.exists(f"/proc/{file.suffix[1:]}"):
            assert time.monotonic() < end
            time.sleep(0.05)


PATH = os.pathsep.join(entry for entry in sys.path if entry)
