"""Example 8: the zero space of the Hessian of ‖a‖ is the line through a; it moves with a from two dimensions on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Abs, Expr

from numeric.matching import Normalisation
from numeric.reference import normalisation as reference
from proofs.general_additive.normalisation import a, b, normalised, s, v
from verify.audit import (
    Claim, Conformance, Deriv, Inner, Theorem, assume, cases, cite, combine, decided_by, eq, exists, fails_as,
    fails_without, follows, forall, ge, generalize, gt, identity, instantiate, le, ne, nonnegative, norm, real, vector,
    vectors, witness,
)  # fmt: skip
from verify.axioms import DEFINITE
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.exists import NOTHING_EXISTS
from verify.lemmas import at_value

c = real("c")
x, y = nonnegative("x y")
p, q, w = vectors("p q w")


def hessian(a: Any, v: Any) -> Expr:
    """D²P(a)v = v/‖a‖ − ⟨a, v⟩a/‖a‖³, for P(a) = ‖a‖."""
    return v / norm(a) - Inner(a, v) / norm(a) ** 3 * a


NONZERO = gt(Inner(a, a), 0)
IN_KERNEL = eq(hessian(a, v), 0)

ZERO_SPACE = Claim(
    "general_additive/example-8-zero-space",
    at="Example 8",
    printed="The zero space of the Hessian is given by Z_φ(a) = {sa | s ∈ R}",
    given=[NONZERO, IN_KERNEL],
    states=eq(v, Inner(a, v) / Inner(a, a) * a),
    reading="For a ≠ 0 in R^k, every k: each v in the zero space is a multiple of a.",
)

ZERO_SPACE_CONVERSE = Claim(
    "general_additive/example-8-line",
    at="Example 8",
    says="D²P_φ(a)v = v/‖a‖₂ − (a·v)a/‖a‖₂³, and {sa | s ∈ R} is in its zero space",
    given=[NONZERO],
    states=[eq(Deriv(normalised(a + s * v), s, 0), hessian(a, v)), eq(hessian(a, c * a), 0)],
    reading="For a ≠ 0 in R^k, every k: the derivative of φ along v, and every multiple ca is mapped to 0.",
)


@ZERO_SPACE.proof
def solve_for_the_vector(claim: Claim) -> Theorem:
    """v/‖a‖ = ⟨a, v⟩a/‖a‖³, times ‖a‖."""
    away = v - Inner(a, v) / Inner(a, a) * a
    null = identity(eq(Inner(p, q), 0), using=[eq(p, 0)])
    product = instantiate(null, {p: hessian(a, v), q: away}, discharge=[assume(f) for f in (IN_KERNEL, NONZERO)])
    square = follows(eq(Inner(away, away), 0), product, NONZERO)
    return instantiate(cite(DEFINITE), {vector("x"): away}, discharge=[square])


@ZERO_SPACE_CONVERSE.proof
def differentiate(claim: Claim) -> list[Theorem]:
    """The quotient rule, and ⟨a, ca⟩ = c‖a‖²."""
    return [identity(f, facts=list(claim.given)) for f in claim.states]


PLANE = {a: (2, 0), b: (0, 1), v: (3, 0), c: 2}


fails_without(ZERO_SPACE,
    (IN_KERNEL, "v need not be in the zero space.", {**PLANE, v: (0, 1)}),
    (NONZERO, "a may be 0: true too, as the Hessian there is 0/0 and has no value.",
        decided_by(proof=solve_for_the_vector)),
)  # fmt: skip


fails_as(ZERO_SPACE,
    ("constant", eq(v, 2 * ZERO_SPACE.states[0].rhs), "Twice the multiple.", PLANE),
    ("sign", eq(v, -ZERO_SPACE.states[0].rhs), "The opposite multiple.", PLANE),
)  # fmt: skip


fails_without(ZERO_SPACE_CONVERSE,
    (NONZERO, "a may be 0.", decided_by(undecided="at a = 0 neither φ nor its Hessian has a value")),
)  # fmt: skip


fails_as(ZERO_SPACE_CONVERSE,
    ("constant", {ZERO_SPACE_CONVERSE.states[1]: eq(ZERO_SPACE_CONVERSE.states[1].lhs, a)},
        "ca is mapped to a, and not to 0.", PLANE),
    ("sign", {ZERO_SPACE_CONVERSE.states[0]: eq(ZERO_SPACE_CONVERSE.states[0].lhs, v / norm(a) + Inner(a,
        v) / norm(a) ** 3 * a)}, "v/‖a‖ + ⟨a, v⟩a/‖a‖³.", PLANE),
    ("constant", {ZERO_SPACE_CONVERSE.states[0]: eq(ZERO_SPACE_CONVERSE.states[0].lhs,
        2 * ZERO_SPACE_CONVERSE.states[0].rhs)}, "Twice the Hessian.", {**PLANE, v: (0, 1)}),
)  # fmt: skip


@ZERO_SPACE_CONVERSE.conformance
def derivative_of_the_map() -> Iterator[Conformance]:
    """The Hessian against the reference, by differences, and numpy's formula, in 2 to 6 dimensions."""
    rng = np.random.default_rng(8)
    points = [(rng.normal(0, 2, n).tolist(), rng.normal(0, 1, n).tolist()) for n in (2, 3, 6) for _ in range(3)]
    return conformance(
        points,
        formula=lambda pair: value(hessian(a, v), {a: pair[0], v: pair[1]}),
        code=_hessian_in_floats,
        reference=_hessian_by_differences,
        ulps=16.0,
    )


def _hessian_in_floats(pair: Any) -> Any:
    at, direction = (np.array(vector) for vector in pair)
    unit = Normalisation().transfer(at)
    return (direction - unit * (unit @ direction)) / Normalisation().potential(at)


def _hessian_by_differences(pair: Any) -> Any:
    at, direction = ([mp.mpf(t) for t in vector] for vector in pair)

    def moved(h: Any) -> Any:
        return reference.transfer([t + h * d for t, d in zip(at, direction, strict=True)], dps=200)

    def component(n: int) -> Any:
        return mp.diff(lambda h: moved(h)[n], 0)

    return [component(n) for n in range(len(at))]


# --- whether it is constant ----------------------------------------------------------------------------------------

MOVES = exists(
    [p, q, w],
    [gt(Inner(p, p), 0), gt(Inner(q, q), 0), eq(hessian(p, w), 0), gt(Inner(hessian(q, w), hessian(q, w)), 0)],
)
"""Some w is in the zero space at p and not in the one at q."""

EXAMPLE_8 = Claim(
    "general_additive/example-8",
    weight="wording",
    slip="In one dimension the normalisation is locally constant; for k ≥ 2 the sentence is true.",
    at="Example 8",
    printed="Z_φ(a) is not constant with respect to a",
    states=MOVES,
    rests_on=["general_additive/example-8-zero-space"],
    reading=(
        "In R^k for every k ≥ 1, as printed: there are points p, q ≠ 0 and a w that is in the zero space at p, where "
        "the Hessian takes it to 0, and not in the one at q."
    ),
)

INDEPENDENT = gt(Inner(a, a) * Inner(b, b), Inner(a, b) ** 2)

EXAMPLE_8_REPAIRED = Claim(
    "general_additive/example-8.repaired",
    at="Example 8",
    says="for k ≥ 2, Z_φ(a) is not constant with respect to a",
    given=[INDEPENDENT],
    states=[forall(w, eq(hessian(b, w), 0), [eq(w, b)]), gt(Inner(hessian(a, b), b), 0)],
    repairs="general_additive/example-8",
    rests_on=["general_additive/example-8-zero-space", "general_additive/example-8-line"],
    reading=(
        "For any two linearly independent a and â, which exist from k = 2 on: â is in the zero space at â, and is not "
        "in the one at a. For k = 1 the zero space is R everywhere, and still there is no matching loss, since R less "
        "0 is not connected: the argument of the appendix needs a convex domain."
    ),
)


@EXAMPLE_8.counterexample
def on_the_line(claim: Claim) -> Theorem:
    """k = 1: the Hessian of |a| is 0 at every a ≠ 0."""
    at, to, along = real("p q w")
    here, there = (eq(along / Abs(place) - along * Abs(place) / place**2, 0) for place in (at, to))
    moved = gt(there.lhs**2, 0)
    given = [gt(at**2, 0), gt(to**2, 0), here, moved]
    zero = identity(there, facts=[_nonzero(to)])
    number, square = assume(eq(c, 0)), assume(gt(c**2, 0))
    never = combine(ge(-1, 0), [(-c / c**2, number)], facts=[square])
    none = generalize(instantiate(never, {c: there.lhs}, [zero, assume(moved)]), [at, to, along], given)
    defined = [generalize(_nonzero(n), [at, to, along], [gt(n**2, 0)]) for n in (at, to)]
    return witness(list(claim.given), claim.states[0], NOTHING_EXISTS, discharge=[none, *defined])


def _nonzero(number: Any) -> Theorem:
    """number ≠ 0, from number² > 0."""
    goal, square, sides = ne(number, 0), gt(number**2, 0), [gt(number, 0), gt(0, number), eq(number, 0)]
    apart = [combine(goal, [(1, assume(sides[0]))]), combine(ne(0, number), [(1, assume(sides[1]))])]
    never = combine(goal, [(1, assume(square)), (1 - number, assume(sides[2]))])
    return cases([*apart, never], sides)


@EXAMPLE_8_REPAIRED.proof
def the_other_direction(claim: Claim) -> list[Theorem]:
    """⟨D²P(a)b, b⟩ = (‖a‖²‖b‖² − ⟨a, b⟩²)/‖a‖³."""
    apart = assume(claim.given[0] if INDEPENDENT in claim.given else INDEPENDENT)
    product = follows(gt(Inner(a, a) * Inner(b, b), 0), apart, Inner(a, b) ** 2)
    first, second = (
        instantiate(factor_is_positive(), {x: Inner(u, u), y: Inner(w, w)}, discharge=[product])
        for u, w in ((a, b), (b, a))
    )
    return [
        at_value(claim.states[0], facts=[second]),
        follows(claim.states[1], apart, first),
    ]


def factor_is_positive() -> Theorem:
    """x > 0, from xy > 0 for x, y ≥ 0."""
    product, sides = gt(x * y, 0), [gt(y, 1), le(y, 1)]
    large = follows(gt(x, 0), product, sides[:1])
    small = follows(gt(x, 0), product, 1 - y, sides[1:])
    return cases([large, small], sides)


fails_without(EXAMPLE_8_REPAIRED,
    ({INDEPENDENT: [gt(Inner(a, a), 0), gt(Inner(b, b), 0)]}, "a and b may be parallel, but not zero.",
        {a: (1, 0), b: (2, 0)}),
)  # fmt: skip


fails_as(EXAMPLE_8_REPAIRED,
    ("sign", [EXAMPLE_8_REPAIRED.states[0], gt(0, EXAMPLE_8_REPAIRED.states[1].lhs)], "The product is negative.",
        PLANE),
    ("constant", [EXAMPLE_8_REPAIRED.states[0], gt(EXAMPLE_8_REPAIRED.states[1].lhs, 1)],
        "The product is larger than 1.", PLANE),
)  # fmt: skip
