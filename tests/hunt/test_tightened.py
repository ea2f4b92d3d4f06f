"""Bounds that are attained: with one per cent less of the promise the search breaks them, as they are it does not."""

import importlib
from functools import cache
from pathlib import Path

import pytest

from tests.sampling import every
from verify.claims import registry
from verify.session.kept_hunts import KeptHunts
from verify.tightness import sweep

BOUNDS = {
    "general_additive/c-scalar.sharp": ("general_additive.c_scalar", 0),
    "geometric_view/example-4-realizable": ("geometric_view.example_4_bound", 1),
    "gradient_descent/perceptron-norm": ("gradient_descent.perceptron_norm", 0),
    "gradient_descent/strong-bound.sharp": ("gradient_descent.strong_bound", 0),
    "matrix_eg/optimal-c": ("matrix_eg.optimal_c", 1),
    "spheres/lemma-9-step.sharp": ("spheres.lemma_9_step", 0),
}
"""Where each is declared, and which of its formulas is the bound; `hunt_tightened.py` hunts all that there are."""


@pytest.fixture
def shared(monkeypatch):
    """What the script uses too."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))
    return importlib.import_module("tests.hunt.tightened")


@cache
def declared(module, id):
    """The claim of a module that may have been imported before, under another registry."""
    with registry.using(registry.Registry()) as known:
        known.discover(f"proofs.{module}")
        return known.claim(id)


@pytest.mark.parametrize("id", every(3, BOUNDS))
def test_one_per_cent_less_than_what_is_needed_is_found_out(shared, id, tmp_path):
    module, formula = BOUNDS[id]
    claim = declared(module, id)
    families = [step for step in sweep.families(claim) if step.over.formula == formula]
    ratios = (sweep.point(claim, step, value)["ratio"] for step in families for value in step.over.values)
    assert any(ratio >= shared.ATTAINED for ratio in ratios)
    broken = shared.tightened(claim, formula)
    made = shared.hunted(broken, KeptHunts(broken, tmp_path / "broken"), cases=300_000)
    assert made.counterexample is not None
    whole = claim.replace(states=claim.states[formula])
    assert shared.hunted(whole, KeptHunts(whole, tmp_path / "whole"), cases=made.cases).counterexample is None


def test_the_rest_of_the_claim_is_not_what_is_broken(shared):
    claim = declared("geometric_view.example_4_bound", "geometric_view/example-4-realizable")
    with registry.using(registry.Registry()) as known:
        broken = shared.tightened(claim, 1)
    assert claim.id not in known  # a copy, which no registry knows
    assert len(claim.states) > 1
    assert broken.given == claim.given
    assert [(f.lhs / claim.states[1].lhs, f.rhs) for f in broken.states] == [(shared.SHARE, claim.states[1].rhs)]
    assert claim.id == broken.id
