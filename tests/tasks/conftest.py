"""Functions that tasks are given to, in a module that every process can import, and places where they run."""

import importlib
import importlib.util
import sys

import pytest

from verify.tasks import Cluster, Local

TOYS = '''
import os, signal, time, uuid
from pathlib import Path

import numpy as np

from verify.tasks import seeded


def square(task):
    return task**2


def drawn(task):
    rng = np.random.default_rng(seeded(task["seed"], task["block"]))
    values = rng.normal(size=(50, 50))
    least = np.linalg.svd(values @ values.T, compute_uv=False)[-1]
    return [float(least), float(values.max()), int(rng.integers(2**60))]


def noted(task):
    """Leaves a file for each call."""
    (Path(task["folder"]) / f"{task['n']}.{uuid.uuid4().hex}").touch()
    return task["n"]


def waits_for_two(task):
    """The first task ends after the third has begun."""
    third = Path(task["folder"]) / "third"
    if task["n"] == 2:
        third.touch()
    while task["n"] == 0 and not third.exists():
        time.sleep(0.01)
    return task["n"]


CLOCK = [0.0]


def ticking(task):
    """Takes 0.3 seconds of the clock above."""
    CLOCK[0] += 0.3
    return task


def what_it_sees(task):
    return [type(task).__name__, task]


def troublesome(task):
    print("on standard output")
    if task == "raises":
        raise ValueError("of two\\nlines")
    if task == "leaves":
        exit(3)
    return {task} if task == "returns a set" else task


def ending(task):
    """Ends its process at each try."""
    if task["n"] == 1:
        noted(task)
        os._exit(3)
    return task["n"]


def killed_once(task):
    """Kills its process, or the worker that has started that, when it is called for the first time."""
    first = Path(task["folder"]) / "first"
    if task["n"] == 2 and not first.exists():
        first.write_text(str(os.getpid()))
        os.kill(os.getppid() if task["parent"] else os.getpid(), signal.SIGKILL)
        time.sleep(60)
    noted(task)
    return task["n"] ** 2


def endless(task):
    if task["n"] > 0:
        (Path(task["folder"]) / f"pid.{os.getpid()}").touch()
        time.sleep(60)
    return task["n"]


def own_module(task):
    return __name__
'''


@pytest.fixture(scope="session")
def toys(tmp_path_factory):
    folder = tmp_path_factory.mktemp("toys")
    (folder / "shared_toys.py").write_text(TOYS)
    sys.path.insert(0, str(folder))
    yield importlib.import_module("shared_toys")
    sys.path.remove(str(folder))
    del sys.modules["shared_toys"]


@pytest.fixture(scope="session")
def cluster(toys):
    """A dask cluster of two worker processes, started anew when they are killed."""
    if importlib.util.find_spec("distributed") is None:
        pytest.skip("dask.distributed is not installed (extra cluster)")
    from distributed import LocalCluster  # noqa: PLC0415

    with LocalCluster(
        n_workers=2, threads_per_worker=2, processes=True, dashboard_address=None, worker_dashboard_address=None
    ) as started:
        yield Cluster(started.scheduler_address)


@pytest.fixture(params=["in this process", "two processes", "a cluster"])
def where(request):
    if request.param == "a cluster":
        return request.getfixturevalue("cluster")
    return Local(1 if request.param == "in this process" else 2)


@pytest.fixture(params=["two processes", "a cluster"])
def elsewhere(request):
    return Local(2) if request.param == "two processes" else request.getfixturevalue("cluster")
