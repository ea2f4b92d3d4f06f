"""A registry of claims that a test declares."""

import pytest

from verify.claims.registry import Registry, using


@pytest.fixture
def registry():
    with using(Registry()) as fresh:
        yield fresh
