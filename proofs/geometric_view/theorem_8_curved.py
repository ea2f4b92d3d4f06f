"""Theorem 8, (16), on the hyperbolic plane: its hypotheses can be met where the manifold is curved."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Tuple

from proofs.geometric_view._hyperbolic import APPROACH, BESIDE, START, approach_met, step_back
from proofs.geometric_view.theorem_8 import THEOREM_8_REPAIRED, t
from proofs.geometric_view.theorem_8_predictive import PREDICTIVE
from proofs.geometric_view.theorem_8_sharp import THEOREM_8_SHARP
from verify.kernel import Theorem
from verify.terms import VecHead

Instance = tuple[dict[Any, Any], list[Theorem]]


@THEOREM_8_REPAIRED.instance
def a_step_towards_a_line() -> Instance:
    """L = x², arsinh x the distance from a line of the hyperbolic plane, and a step of length 1 towards it."""
    return APPROACH, approach_met()


@THEOREM_8_SHARP.instance
def the_same_step() -> Instance:
    """L = x², arsinh x the distance from a line of the hyperbolic plane, and a step of length 1 towards it."""
    return APPROACH, approach_met()


@PREDICTIVE.instance
def and_back() -> Instance:
    """L = x², arsinh x the distance from a line of the hyperbolic plane, and a step of length 1 towards it."""
    back = {VecHead("R"): Lambda(t, Tuple(-1, 0))}
    return APPROACH | back, [*approach_met(), step_back(START, BESIDE, 1)]
