"""Arguments that several proofs make, as functions that return theorems; built from the kernel's rules alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sympy import Abs, Lambda, Symbol

from verify.axioms import TANGENT_BELOW
from verify.kernel import Theorem, assume, cases, cite, combine, generalize, instantiate
from verify.terms import Deriv, ForAll, Relation, function, ge, gt, real, substitute

_a, _b, _s, _w = real("a b s w")


def above_tangent(
    f: Lambda, a: Any, b: Any, convex: Callable[[Relation, Symbol], Theorem], discharge: Sequence[Theorem] = ()
) -> Theorem:  # fmt: skip
    """f(b) ≥ f(a) + f′(a)(b − a).

    `convex(goal, s)` proves the goal f″(a + s(b − a)) ≥ 0 for 0 ≤ s ≤ 1; `discharge` settles where f is defined.
    """
    axiom = instantiate(cite(TANGENT_BELOW), {function("f"): f, _a: a, _b: b}, discharge)
    schema = next(h for h in axiom.hypotheses if isinstance(h, ForAll) and h.body.has(Deriv))
    goal = substitute(schema.body, {schema.variables[0]: _s})
    return instantiate(axiom, {}, [generalize(convex(goal, _s), [_s], [ge(_s, 0), ge(1, _s)])])


def magnitude_bounds(term: Any, sign: int) -> Theorem:
    """|term| + sign·term ≥ 0, for sign ±1."""
    goal = ge(Abs(_w) + sign * _w, 0)
    up = combine(goal, [(1 + sign, assume(ge(_w, 0)))], facts=[ge(_w, 0)])
    down = combine(goal, [(1 - sign, assume(gt(0, _w)))], facts=[gt(0, _w)])
    return instantiate(cases([up, down], [ge(_w, 0), gt(0, _w)]), {_w: term})
