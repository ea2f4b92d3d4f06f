"""Theorem 8, (16), and Proposition 9 on the hyperbolic plane: their hypotheses can be met where M is curved."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Tuple

from proofs.geometric_view import prop_9
from proofs.geometric_view._hyperbolic import (
    APPROACH,
    BESIDE,
    SLOPE,
    START,
    a,
    approach_met,
    b,
    convex,
    end,
    h,
    step_back,
    unit_step,
    x,
)
from proofs.geometric_view.theorem_8 import THEOREM_8_REPAIRED, eta, t
from proofs.geometric_view.theorem_8_predictive import PREDICTIVE
from proofs.geometric_view.theorem_8_sharp import THEOREM_8_SHARP
from verify.author.kernel import Theorem, combine, generalize
from verify.axioms import HYPERBOLIC_PLANE
from verify.language.terms import VecHead, ge

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


ONE_STEP = {
    **HYPERBOLIC_PLANE.values,
    prop_9.loss: Lambda((x, h), x**2),
    VecHead("grad"): Lambda((x, h), Tuple(SLOPE, 0)),
    prop_9.before: (end(START, BESIDE, 1), 0),
    prop_9.after: (START, 0),
    prop_9.eta: APPROACH[eta],
}
"""The same trial, without an index."""


def one_step_met() -> list[Theorem]:
    """The loss is convex along every geodesic, and the step is as long as the distance, 1."""
    everywhere = generalize(convex(), [x, h, a, b])
    lands, apart = unit_step(START, BESIDE, 1)
    shorter = combine(ge(1, apart.conclusion.lhs), [(-1, apart)])
    return [everywhere, lands, shorter]


@prop_9.PROP_9.instance
def a_curved_step() -> Instance:
    """L = x², arsinh x the distance from a line of the hyperbolic plane, and a step of length 1 towards it."""
    return ONE_STEP, one_step_met()


@prop_9.CONSEQUENCE.instance
def its_cost() -> Instance:
    """L = x², arsinh x the distance from a line of the hyperbolic plane, and a step of length 1 towards it."""
    return ONE_STEP, one_step_met()
