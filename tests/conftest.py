"""Property tests try the same 20 examples at every run, or as many as they say; VERIFY_EXPLORE=1 draws new ones, 100.

None of them depends on the clock: how long an example, or drawing it, takes on a busy machine fails nothing.

Tests that need an extra are skipped where it is not installed; with VERIFY_NO_SKIP=1 they fail instead.
"""

import importlib
import itertools
import os

import pytest
from hypothesis import HealthCheck, settings

from tests import sampling
from verify.claims.registry import keep_for_good

FINISHED = itertools.count(1)
MANY = 100
"""After so many tests what they leave stays for good: of terms, and what is known of them, there are more and more."""

settings.register_profile("exploring", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("repeatable", settings.get_profile("exploring"), derandomize=True, max_examples=20)
settings.load_profile("exploring" if os.environ.get("VERIFY_EXPLORE") else "repeatable")


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "spread(step, first=0): of its cases each so manieth is tried in every run, the others are slow"
    )
    sampling.Run.ordinary = "not slow" in config.option.markexpr
    keep_for_good()  # before all tests are collected, which takes a third longer while Python looks for garbage


def pytest_runtest_logfinish():
    if next(FINISHED) % MANY == 0:
        keep_for_good()


@pytest.hookimpl(tryfirst=True)  # before those that are not asked for are left out
def pytest_collection_modifyitems(items):
    sampling.spread(items)


@pytest.fixture(scope="session")
def missing():
    """A function that skips the test, or fails it where nothing may be skipped."""
    return pytest.fail if os.environ.get("VERIFY_NO_SKIP") else pytest.skip


@pytest.fixture(scope="session")
def needs(missing):
    """A function that imports a module which not every installation has."""

    def imported(name, extra):
        try:
            return importlib.import_module(name)
        except ImportError:
            return missing(f"{name.split('.')[0]} is not installed: pip install '.[{extra}]'")

    return imported
