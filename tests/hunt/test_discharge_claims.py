"""Known counterexamples, one of each kind: from the assignment alone it is shown again that the hypotheses hold."""

from __future__ import annotations

from importlib import import_module

import pytest

from verify.author.kernel import KernelError, witness
from verify.claims.registry import current
from verify.discharge import discharged

pytestmark = pytest.mark.slow

AMPLE = 120.0
CLAIMS = {
    "general_additive/matching-loss-minimum-exists": "general_additive.matching_loss_attained",
    "geometric_view/example-7-bound": "geometric_view.example_7_bound",
    "geometric_view/example-7-start": "geometric_view.example_7_distances",
    "geometric_view/prior-volume": "geometric_view.prior_volume",
    "geometric_view/stationarity-strictly-convex": "geometric_view.critical_points",
    "gradient_descent/projection-sphere": "gradient_descent.projection",
    "matrix_eg/adaboost-error": "matrix_eg.adaboost_error",
    "matrix_eg/eigen-form": "matrix_eg.eigen_form",
    "spheres/output-compatibility": "spheres.output_compatibility",
    "spheres/prop-4-uniform": "spheres.prop_4_uniform",
}
DECIDED_BY_THE_RULE = {"geometric_view/example-7-start", "matrix_eg/adaboost-error", "matrix_eg/eigen-form"}
"""Schemas over finite ranges of integers, and equations that are identities of coordinates, alone."""


@pytest.mark.parametrize("name", CLAIMS)
def test_the_hypotheses_are_met_again(name):
    import_module(f"proofs.{CLAIMS[name]}")
    claim = current().claim(name)
    step = next(step for step in claim.steps if step.kind == "counterexample")
    known = step.function(claim).conclusion
    given, states, at = list(known.given), known.states, known.assignment
    theorems = discharged(given, states, at, AMPLE)
    assert witness(given, states, at, theorems).conclusion == known
    if name not in DECIDED_BY_THE_RULE:
        with pytest.raises(KernelError, match="not shown to meet"):
            witness(given, states, at)
