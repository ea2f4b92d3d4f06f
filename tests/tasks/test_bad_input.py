"""What cannot be done is said in one line that names it."""

import argparse
import socket
import sys
import time

import pytest

from verify.tasks import Cluster, Local, WhereError, run
from verify.tasks.options import add_dask, dask_address, where


@pytest.fixture
def silent():
    """The address of a machine that takes connections and says nothing."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield f"tcp://127.0.0.1:{listening.getsockname()[1]}"


@pytest.fixture
def with_dask():
    pytest.importorskip("distributed", reason="dask.distributed is not installed (extra cluster)")


class TestFunctions:
    def test_a_function_without_a_name(self):
        with pytest.raises(
            ValueError, match=r"function must be one that a module defines under its own name, not .*lambda"
        ):
            run(lambda task: task, [1])

    def test_a_function_inside_of_another(self):
        def inner(task):
            return task

        with pytest.raises(ValueError, match=r"must be one that a module defines under its own name, not .*inner"):
            run(inner, [1])

    def test_a_task_that_is_no_plain_data(self, toys):
        with pytest.raises(ValueError, match="task 1 must be plain JSON data: Object of type set is not JSON"):
            run(toys.square, [1, {2}])

    def test_no_jobs(self):
        with pytest.raises(ValueError, match="jobs must be 1 or more, not 0"):
            Local(0)


class TestClusters:
    def test_one_that_does_not_answer(self, with_dask, toys, silent):
        started = time.monotonic()
        with pytest.raises(WhereError, match=f"no dask scheduler answers at {silent} within 5 s") as caught:
            run(toys.square, [1], where=Cluster(silent))
        assert time.monotonic() - started < 10
        assert "\n" not in str(caught.value)

    def test_one_that_is_not_there(self, with_dask, toys, monkeypatch):
        monkeypatch.setattr("verify.tasks.cluster.SECONDS_TO_ANSWER", 1.0)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(WhereError, match=f"no dask scheduler answers at {address} within 1 s"):
            run(toys.square, [1], where=Cluster(address))

    def test_the_extra_is_not_installed(self, toys, silent, monkeypatch):
        monkeypatch.setitem(sys.modules, "distributed", None)
        with pytest.raises(WhereError, match=r"A cluster needs dask\.distributed: pip install '\.\[cluster\]'"):
            run(toys.square, [1], where=Cluster(silent))

    def test_workers_with_other_sources(self, toys, cluster, monkeypatch):
        monkeypatch.setattr("verify.tasks.cluster.project", lambda: "others")
        with pytest.raises(
            WhereError, match=r"the worker tcp://.* cannot do the work: it has other sources or versions"
        ):
            run(toys.square, [1], where=cluster)


class TestOptions:
    @pytest.mark.parametrize("text", ["tcp://host:8786", "tls://10.0.0.1:1", "ws://a.b.org:65535", "tcp://[::1]:8786"])
    def test_addresses(self, text):
        assert dask_address(text) == text

    @pytest.mark.parametrize(
        "text",
        ["", "host:8786", "tcp://host", "tcp://host:0", "tcp://host:65536", "http://h:1", "tcp:// h:1", "tcp://h:1/"],
    )
    def test_what_is_no_address(self, text):
        with pytest.raises(argparse.ArgumentTypeError, match=r"must be like tcp://host:8786, not ''|not 'h|not 'tcp"):
            dask_address(text)

    def test_where(self):
        parser = argparse.ArgumentParser()
        parser.add_argument("--jobs", type=int)
        add_dask(parser)
        assert where(parser.parse_args([])) == Local(1)
        assert where(parser.parse_args(["--jobs", "2"])) == Local(2)
        assert where(parser.parse_args(["--dask", "tcp://h:1"])) == Cluster("tcp://h:1")
        with pytest.raises(WhereError, match="--dask and -j cannot both be given: tcp://h:1 or 2 processes"):
            where(parser.parse_args(["--dask", "tcp://h:1", "--jobs", "2"]))
