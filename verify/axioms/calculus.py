"""Theorems of the calculus of one variable.

The functions f, F and k may be defined in places only: on open sets, where they are continuous, and as often
differentiable as they are differentiated. That they are defined where they are spoken of is among the hypotheses. A
derivative is that from both sides. The function g has the whole line, and so has the f of the last two axioms.
"""

from __future__ import annotations

from typing import Any

from sympy import Integral

from verify.author.kernel import Axiom
from verify.axioms.references import RUDIN
from verify.language.terms import (
    Deriv,
    Formula,
    Predicate,
    Property,
    eq,
    forall,
    function,
    ge,
    gt,
    in_domain,
    partial,
    real,
)

_f, _F, _k, _g = partial("f"), partial("F"), partial("k"), function("g")
_a, _b, _q, _r, _s, _u, _v, _z = real("a b q r s u v z")


_UNIT = [ge(_s, 0), ge(1, _s)]


def between(x: Any, u: Any, v: Any) -> Any:
    """The formula: x lies between u and v, in either order."""
    return ge((v - x) * (x - u), 0)


def _on(f: Any, at: Any, v: Any, given: list[Formula]) -> Formula:
    """The formula: f is defined at a term in v, for all v as given."""
    return forall(v, in_domain(f, at), given)


def _exists(term: Any) -> Formula:
    """The formula: the term is defined."""
    return eq(term, term)


FUNDAMENTAL_THEOREM = Axiom(
    "fundamental theorem of calculus",
    "If F′ = f between u and v and f is continuous there, the integral of f from u to v is F(v) − F(u).",
    f"{RUDIN}, Theorem 6.21",
    (
        _on(_F, _r, _r, [between(_r, _u, _v)]),
        _on(_f, _r, _r, [between(_r, _u, _v)]),
        forall(_r, eq(Deriv(_F(_q), _q, _r), _f(_r)), [between(_r, _u, _v)]),
    ),
    eq(Integral(_f(_r), (_r, _u, _v)), _F(_v) - _F(_u)),
)

CHANGE_OF_VARIABLES = Axiom(
    "change of variables",
    "For a continuously differentiable g and an f that is continuous on the values of g between u and v, the integral "
    "of f from g(u) to g(v) is that of f(g(r)) g′(r) from u to v.",
    f"{RUDIN}, Theorem 6.19",
    (_on(_f, _g(_r), _r, [between(_r, _u, _v)]), _on(_f, _z, _z, [between(_z, _g(_u), _g(_v))])),
    eq(Integral(_f(_z), (_z, _g(_u), _g(_v))), Integral(_f(_g(_r)) * Deriv(_g(_q), _q, _r), (_r, _u, _v))),
)

_D = partial("D")
INTERMEDIATE_VALUES = Axiom(
    "intermediate value theorem",
    "A set that contains all values of a differentiable function g on the line contains every number between two of "
    "them. (That g is differentiable is said by: its derivative equals itself. Continuous would do.)",
    f"{RUDIN}, Theorems 5.2 and 4.23",
    (forall(_r, in_domain(_D, _g(_r))), forall(_r, eq(Deriv(_g(_q), _q, _r), Deriv(_g(_q), _q, _r)))),
    forall(_z, in_domain(_D, _z), [between(_z, _g(_u), _g(_v))]),
)

ZERO_DERIVATIVE = Axiom(
    "a function with zero derivative is constant",
    "If f′(s) = 0 for 0 ≤ s ≤ 1, then f(1) = f(0).",
    f"{RUDIN}, Theorem 5.11 (mean value theorem)",
    (_on(_f, _s, _s, _UNIT), forall(_s, eq(Deriv(_f(_q), _q, _s), 0), _UNIT)),
    eq(_f(1), _f(0)),
)

TANGENT_BELOW = Axiom(
    "a function with non-negative second derivative lies above its tangent",
    "If f″ ≥ 0 at a + s(b − a) for all 0 ≤ s ≤ 1, then f(b) ≥ f(a) + f′(a)(b − a).",
    f"{RUDIN}, Theorem 5.15 (Taylor's theorem with one derivative more)",
    (
        in_domain(_f, _a),
        in_domain(_f, _b),
        _on(_f, _a + _s * (_b - _a), _s, _UNIT),
        forall(_s, ge(Deriv(Deriv(_f(_q), _q, _r), _r, _a + _s * (_b - _a)), 0), _UNIT),
    ),
    ge(_f(_b), _f(_a) + Deriv(_f(_q), _q, _a) * (_b - _a)),
)


_slope, _bend = Deriv(_f(_q), _q, 0), Deriv(Deriv(_f(_q), _q, _r), _r, 0)
SLOPE_AT_THE_END = Axiom(
    "a function that starts at zero and is not negative does not start downwards",
    "If f is differentiable at 0, f(0) = 0 and f(s) ≥ 0 for 0 ≤ s ≤ 1, then f′(0) ≥ 0. (That the derivative, from both "
    "sides, exists is said by: it equals itself.)",
    f"{RUDIN}, Definition 5.1 (the derivative is the limit of difference quotients) and Theorem 3.19",
    (_on(_f, _s, _s, _UNIT), _exists(_slope), eq(_f(0), 0), forall(_s, ge(_f(_s), 0), _UNIT)),
    ge(_slope, 0),
)

CURVATURE_AT_A_MINIMUM = Axiom(
    "a function is not curved downwards at a minimum",
    "If f is twice differentiable at 0, f(0) = 0 and f(s) ≥ 0 for all s, then f″(0) ≥ 0. (That f″(0) exists is said "
    "by: it equals itself.)",
    f"{RUDIN}, Theorems 5.8 (f′(0) = 0) and 5.11 (were f″(0) < 0, f′ would be negative just right of 0, and f with it)",
    (_on(_f, _s, _s, []), _exists(_bend), eq(_f(0), 0), forall(_s, ge(_f(_s), 0))),
    ge(_bend, 0),
)

_xi, _h = real("ξ h")
SMALLER_TO_THE_RIGHT = Axiom(
    "a function with a negative derivative falls at first",
    "If f′(0) < 0, there is a ξ > 0 with f(h) < f(0) for all 0 < h < ξ: whatever z ≥ 0 follows from such a ξ holds.",
    "R. G. Bartle, D. R. Sherbert, Introduction to Real Analysis, 4th ed., Wiley 2011, Lemma 6.2.11 (a), for −f",
    (
        _on(_f, _h, _h, [ge(_h, 0)]),
        gt(0, Deriv(_f(_q), _q, 0)),
        forall(_xi, ge(_z, 0), [gt(_xi, 0), forall(_h, gt(_f(0), _f(_h)), [gt(_h, 0), gt(_xi, _h)])]),
    ),
    ge(_z, 0),
)


NONNEGATIVE_DERIVATIVE = Axiom(
    "a function with non-negative derivative does not fall",
    "If a ≤ b and f′ ≥ 0 at a + s(b − a) for all 0 ≤ s ≤ 1, then f(b) ≥ f(a).",
    f"{RUDIN}, Theorem 5.11(a) (mean value theorem)",
    (
        ge(_b, _a),
        in_domain(_f, _a),
        in_domain(_f, _b),
        _on(_f, _a + _s * (_b - _a), _s, _UNIT),
        forall(_s, ge(Deriv(_f(_q), _q, _a + _s * (_b - _a)), 0), _UNIT),
    ),
    ge(_f(_b), _f(_a)),
)


EXTREME_VALUE = Axiom(
    "extreme value theorem",
    "A function that is differentiable from a to b takes its least value on [a, b] at some x there: whatever z ≥ 0 "
    "follows from such an x holds. (That f is differentiable is said by: its derivative equals itself. Continuous "
    "would do.)",
    f"{RUDIN}, Theorems 5.2 and 4.16",
    (
        _on(_f, _s, _s, [ge(_s, _a), ge(_b, _s)]),
        forall(_s, _exists(Deriv(_f(_q), _q, _s)), [ge(_s, _a), ge(_b, _s)]),
        ge(_b, _a),
        forall(
            _r,
            ge(_z, 0),
            [ge(_r, _a), ge(_b, _r), forall(_s, ge(_f(_s), _f(_r)), [ge(_s, _a), ge(_b, _s)])],
        ),
    ),
    ge(_z, 0),
)

TAYLOR = Axiom(
    "Taylor's theorem with a remainder of second order",
    "If f″ = k on [0, 1], there is an s with 0 ≤ s ≤ 1 and f(1) = f(0) + f′(0) + k(s)/2: whatever z ≥ 0 follows from "
    "such an s holds.",
    f"{RUDIN}, Theorem 5.15, for n = 2",
    (
        _on(_f, _s, _s, _UNIT),
        _on(_k, _s, _s, _UNIT),
        forall(_s, eq(Deriv(Deriv(_f(_q), _q, _r), _r, _s), _k(_s)), _UNIT),
        forall(_s, ge(_z, 0), [*_UNIT, eq(_f(1), _f(0) + Deriv(_f(_q), _q, 0) + _k(_s) / 2)]),
    ),
    ge(_z, 0),
)


# --- continuously differentiable functions that need not be smooth ----------------------------------------------------


CONTINUOUSLY_DIFFERENTIABLE = Property(
    "is a continuously differentiable function on R, with the derivative", "number ↦ number", "number ↦ number"
)


def continuously_differentiable(f: Any, derivative: Any) -> Predicate:
    """The formula: f: R → R is continuously differentiable, with this derivative."""
    return CONTINUOUSLY_DIFFERENTIABLE(f, derivative)


_whole = function("f")
SMOOTH_FUNCTIONS = Axiom(
    "a twice differentiable function is continuously differentiable",
    "If f′ = g on R and g is differentiable, then f is continuously differentiable with the derivative g. (That g is "
    "differentiable is said by: its derivative equals itself.)",
    f"{RUDIN}, Theorem 5.2 (what is differentiable is continuous, f′ too)",
    (
        forall(_s, eq(Deriv(_whole(_q), _q, _s), _g(_s))),
        forall(_s, eq(Deriv(_g(_q), _q, _s), Deriv(_g(_q), _q, _s))),
    ),
    continuously_differentiable(_whole.head, _g.head),
)

INTEGRALS = Axiom(
    "an integral of a continuous function is continuously differentiable",
    "If f(s) is the integral of g from 0 to s, for every s, then f is continuously differentiable with the derivative "
    "g. (That g is continuous is said by: it has integrals.)",
    f"{RUDIN}, Theorem 6.20",
    (forall(_s, eq(_whole(_s), Integral(_g(_r), (_r, 0, _s)))),),
    continuously_differentiable(_whole.head, _g.head),
)
