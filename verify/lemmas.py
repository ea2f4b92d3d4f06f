"""Arguments that several proofs make, as functions that return theorems; built from the kernel's rules alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sympy import Abs, Lambda, Symbol

from verify.axioms import DEFINITE, TANGENT_BELOW
from verify.kernel import Theorem, assume, cases, cite, combine, generalize, identity, instantiate
from verify.terms import (
    Deriv,
    ForAll,
    Formula,
    Inner,
    Relation,
    difference,
    eq,
    function,
    ge,
    gt,
    le,
    norm,
    real,
    substitute,
    vectors,
)

_a, _b, _s, _w = real("a b s w")
_u, _v, _x = vectors("u v x")


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


def at_most_by_squares(smaller: Any, larger: Any, squares: Theorem, facts: Sequence[Theorem | Formula] = ()) -> Theorem:
    """smaller ≤ larger, for two terms that the facts know not to be negative, from larger² ≥ smaller²."""
    goal = ge(_b, _a)
    known = [ge(_a, 0), ge(_b, 0), ge(_b**2, _a**2)]
    apart = gt(_a - _b, 0)
    total = combine(gt(_a + _b, 0), [(1, assume(apart)), (2, assume(known[1]))])
    beyond = combine(goal, [(1 / (_a + _b), assume(known[2]))], facts=[total])
    theorem = cases([assume(ge(_b - _a, 0)), beyond], [ge(_b - _a, 0), apart])
    signs = [combine(ge(term, 0), [(1, term)], facts=facts) for term in (smaller, larger)]
    return instantiate(theorem, {_a: smaller, _b: larger}, discharge=[*signs, squares])


def cauchy_schwarz(u: Any, v: Any) -> Theorem:
    """‖u‖‖v‖ ≥ ⟨u, v⟩, for any two vectors."""
    first, second = norm(_u), norm(_v)
    goal = ge(first * second, Inner(_u, _v))
    apart = second * _u - first * _v
    moving = [gt(Inner(_u, _u), 0), gt(Inner(_v, _v), 0)]
    both = combine(goal, [(1 / (2 * first * second), Inner(apart, apart))], facts=moving)
    for vector, moves in zip((_u, _v), moving, strict=True):
        still = le(Inner(vector, vector), 0)
        square = combine(eq(Inner(vector, vector), 0), [(1, Inner(vector, vector))], facts=[still])
        zero = instantiate(cite(DEFINITE), {_x: vector}, [square])
        both = cases([both, combine(goal, [], using=[zero])], [moves, still])
    return instantiate(both, {_u: u, _v: v})


def vanishes_with_its_square(term: Any, square: Theorem) -> Theorem:
    """term = 0, from term² = 0."""
    goal, nothing = eq(_a, 0), assume(eq(_a**2, 0))
    signs = [gt(_a, 0), gt(0, _a)]
    apart = [combine(goal, [(1 / _a, nothing)], facts=[sign]) for sign in signs]
    return instantiate(cases([*apart, assume(goal)], [*signs, goal]), {_a: term}, [square])


def product_with_null(u: Any, v: Any, square: Theorem) -> Theorem:
    """⟨u, v⟩ = 0, from ⟨v, v⟩ = 0."""
    null = instantiate(cite(DEFINITE), {_x: _v})
    return instantiate(identity(eq(Inner(_u, _v), 0), using=[null]), {_u: u, _v: v}, [square])


def from_absurdity(goal: Relation, absurd: Theorem) -> Theorem:
    """An equation, from c ≥ 0 (or > 0) for a negative number c: then −u² ≥ 0 for every u, and so u = 0."""
    number = difference(absurd.conclusion)
    below = combine(ge(-(_a**2), 0), [(-(_a**2) / number, absurd)])
    nothing = combine(eq(_a**2, 0), [(1, _a**2)], facts=[below])
    everywhere = generalize(vanishes_with_its_square(_a, nothing), [_a])
    return combine(goal, [(1, instantiate(everywhere, [difference(goal)]))])
