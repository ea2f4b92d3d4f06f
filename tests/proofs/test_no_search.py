"""The claims of the papers are examined without a search: what took one is kept beside them."""

import subprocess
import sys

import pytest

from tests.sampling import every
from verify.author import multipliers
from verify.claims.registry import current
from verify.discharge import meeting
from verify.prover import proving
from verify.verdicts.verdict import examine

LOADS = """
from verify.author import multipliers
from verify.discharge import meeting
from verify.prover import proving
from verify.claims.registry import current

def searching(*_, **__):
    raise AssertionError("searched")

multipliers.found = proving._searched = meeting.meeting = searching
registry = current()
registry.discover({package!r})
print(len(registry.claims), *registry.problems)
"""
PAPERS = ("general_additive", "geometric_view", "gradient_descent", "matrix_eg", "spheres")
EACH = 180, 90
"""Of the claims of a paper, one in so many is examined here: in every run, and where slow tests run."""


@pytest.mark.parametrize(("package", "least"), every(2, [("proofs.spheres", 120), ("proofs", 600)]))
def test_loading_all_claims_searches_for_nothing(package, least):
    command = [sys.executable, "-c", LOADS.format(package=package)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    number, *problems = done.stdout.split(maxsplit=1)
    assert int(number) >= least
    assert not problems


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("each", every(2, EACH))
def test_examining_claims_searches_for_nothing(paper, each, monkeypatch):
    searched = []

    def noted(*asked, **_):
        searched.append(asked)
        raise AssertionError("searched")

    for module, name in ((multipliers, "found"), (proving, "_searched"), (meeting, "meeting")):
        monkeypatch.setattr(module, name, noted)
    monkeypatch.setenv("VERIFY_REFUSALS", "first")
    registry = current()
    registry.discover()
    assert not registry.problems  # where nothing was loaded before, loading has searched for nothing
    claims = [claim for claim in registry.claims if claim.paper == paper]
    for claim in claims[::each]:
        assert not examine(claim).failures
    assert not searched
