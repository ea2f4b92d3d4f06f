"""What the tests of the prover share: the corpus, each statement of it as a test of its own."""

import pytest

from tests.prover import inequalities
from tests.prover.inequalities.tuned import LONG

SPREAD = 8
"""Every so manieth settled statement that is decided soon is tried in the ordinary run; the others are slow."""


def pytest_generate_tests(metafunc):
    slow = [pytest.mark.slow]
    if "known" in metafunc.fixturenames:
        soon = {k.name for k in [k for k in inequalities.SETTLED if k.name not in LONG][SPREAD // 2 :: SPREAD]}
        chosen = [pytest.param(k, id=k.name, marks=[] if k.name in soon else slow) for k in inequalities.SETTLED]
        metafunc.parametrize("known", chosen)
    if "judged" in metafunc.fixturenames:
        settled = {k.name for k in inequalities.SETTLED}
        others = [k for k in inequalities.CORPUS if k.name not in settled]
        metafunc.parametrize("judged", [pytest.param(k, id=k.name, marks=slow) for k in others])
