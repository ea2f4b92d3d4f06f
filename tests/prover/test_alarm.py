"""A time limit stops code that does not look at the clock, also around another one, in either kind of time."""

import signal
import sys
import time
from contextlib import suppress

import pytest

from verify.prover.alarm import OutOfTime, limited, waiting, worked

KINDS = {"of the processor": (limited, signal.ITIMER_PROF), "that pass": (waiting, signal.ITIMER_REAL)}


@pytest.fixture(params=KINDS)
def kind(request):
    """A limit in seconds of one kind, and the timer that it is kept by."""
    return KINDS[request.param]


def busy(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def test_a_block_is_stopped(kind):
    stopped, _ = kind
    began = time.monotonic()
    with pytest.raises(OutOfTime), stopped(0.05):
        busy(5)
    assert time.monotonic() - began < 2


def test_a_block_that_ends_in_time_leaves_no_alarm(kind):
    stopped, timer = kind
    with stopped(0.2):
        pass
    assert signal.getitimer(timer)[0] == 0.0
    busy(0.3)


def test_a_longer_limit_inside_does_not_put_off_the_one_around_it(kind):
    stopped, _ = kind

    def again_and_again():
        for _ in range(100):
            with stopped(4):
                busy(0.05)

    began = time.monotonic()
    with pytest.raises(OutOfTime), stopped(0.1):
        again_and_again()
    assert time.monotonic() - began < 3


def test_a_limit_inside_may_stop_its_own_block_alone(kind):
    stopped, timer = kind
    with stopped(30):
        with pytest.raises(OutOfTime), stopped(0.05):
            busy(5)
        assert 25 < signal.getitimer(timer)[0] < 30


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_block_is_stopped_also_where_the_first_alarm_is_ignored(kind):
    stopped, timer = kind

    class Deaf:
        def __del__(self):
            busy(0.2)  # what is raised here, Python ignores

    def ignored_first():
        Deaf()
        busy(10)

    began = time.monotonic()
    with pytest.raises(OutOfTime), stopped(0.05):
        ignored_first()
    assert 0.2 < time.monotonic() - began < 5
    assert signal.getitimer(timer) == (0.0, 0.0)


def test_an_alarm_that_python_ignores_is_not_shown(kind, monkeypatch):
    class Busy:
        def __del__(self):
            busy(0.5)

    def ignored_first():
        Busy()
        busy(10)

    shown = []
    monkeypatch.setattr(sys, "unraisablehook", shown.append)
    with pytest.raises(OutOfTime), kind[0](0.05):
        ignored_first()
    assert shown == []

    class Broken:
        def __del__(self):
            raise ValueError

    with kind[0](5):
        Broken()
    assert [what.exc_type for what in shown] == [ValueError]
    assert sys.unraisablehook == shown.append


def test_an_alarm_that_was_lost_comes_again():
    def stubborn():
        with suppress(OutOfTime):
            time.sleep(10)
        time.sleep(10)

    began = time.monotonic()
    with pytest.raises(OutOfTime), waiting(0.05):
        stubborn()
    assert time.monotonic() - began < 5


def test_what_the_machine_does_beside_it_does_not_stop_a_search():
    before = worked()
    with limited(0.2):
        time.sleep(0.5)
    assert worked() - before < 0.2


def test_a_limit_of_one_kind_stops_a_block_within_one_of_the_other():
    with pytest.raises(OutOfTime), waiting(0.05), limited(30):
        time.sleep(5)
    with pytest.raises(OutOfTime), limited(0.05), waiting(30):
        busy(5)
    assert signal.getitimer(signal.ITIMER_PROF) == signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
