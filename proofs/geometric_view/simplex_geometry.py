"""Example 3: tangent vectors of the simplex, and the isometry f(p) = 2√p onto the positive orthant of a sphere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, KroneckerDelta, Lambda, Rational, Sum, log, sqrt

from numeric.manifolds import Simplex
from numeric.reference import simplex as reference
from proofs.geometric_view.push_forward import isometry, pushed
from verify.author.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.axioms import SLOPE_AT_THE_END
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import (
    EUCLIDEAN, Deriv, ForAll, Inner, Vec, VecHead, eq, family, forall, ge, gt, integer, partial, real,
)  # fmt: skip

n, i, j, k = integer("n i j k")
s, q, x = real("s q x")
p, w = family("p", positive=True), family("w")
u, v = family("u"), family("v")


def total(term: Any, index: Any = j) -> Expr:
    """The sum over the n + 1 components."""
    return Sum(term, (index, 1, n + 1))


# --- tangent vectors ------------------------------------------------------------------------------------------------


def curve(s: Any) -> Vec:
    """γ(s), a differentiable curve of Rⁿ⁺¹."""
    return Vec(VecHead("γ"), EUCLIDEAN, s)


def axis(j: Any) -> Vec:
    """e_j, so that ⟨γ, e_j⟩ is the component γʲ."""
    return Vec(VecHead("e"), EUCLIDEAN, j)


VELOCITY = Deriv(curve(q), q, 0)
STAYS = forall(s, eq(total(Inner(curve(s), axis(j))), 1))

TANGENT = Claim(
    "geometric_view/simplex-tangent",
    at="Example 3",
    printed="Σᵢ Vⁱ = 0, for any V ∈ TΔⁿ",
    given=[STAYS],
    states=eq(total(Inner(VELOCITY, axis(j))), 0),
    reading=(
        "A tangent vector is the velocity V = γ′(0) of a differentiable curve γ that stays in the simplex, or only in "
        "the hyperplane Σ γⁱ = 1; its components are the products with the vectors e_j, which are the standard basis "
        "(of which nothing is used). Then they sum to zero, for every n. The text says this of all V; the converse, "
        "that every V with the sum zero is such a velocity, is geometric_view/simplex-tangent-converse."
    ),
)


@TANGENT.proof
def a_constant_has_no_slope(claim: Claim) -> Theorem:
    """±(Σ γⁱ(s) − 1) = 0 is not negative, so its slope at 0 is neither negative nor positive."""
    place, slope = total(Inner(curve(s), axis(j))), total(Inner(VELOCITY, axis(j)))
    sides = []
    for sign in (1, -1):
        line = instantiate(cite(SLOPE_AT_THE_END), {partial("f"): Lambda(s, sign * (place - 1))})
        known = [instantiate(assume(h), [s]) for h in claim.given if h == STAYS]
        level = combine(ge(sign * (place - 1), 0), [(sign, t) for t in known])
        start = [instantiate(assume(h), [0]) for h in claim.given if h == STAYS]
        zero = combine(eq(sign * (total(Inner(curve(0), axis(j))) - 1), 0), [(sign, t) for t in start])
        (schema,) = [h for h in line.hypotheses if isinstance(h, ForAll)]
        rises = instantiate(line, {}, [zero, generalize(level, [s], schema.given)])
        sides.append(combine(ge(sign * slope, 0), [(1, rises)]))
    return combine(claim.states[0], [(1, slope)], facts=sides)


ALONG = {VecHead("γ"): Lambda(s, (Rational(1, 2) + s, Rational(1, 2) - s)), n: 1}
BASIS = {VecHead("e"): Lambda(j, (KroneckerDelta(j, 1), KroneckerDelta(j, 2)))}


def on_the_line() -> list[Theorem]:
    """½ + s + ½ − s = 1."""
    place = Sum((Rational(1, 2) + s) * KroneckerDelta(j, 1) + (Rational(1, 2) - s) * KroneckerDelta(j, 2), (j, 1, 2))
    return [generalize(identity(eq(place, 1)), [s])]


fails_as(TANGENT, ("constant", eq(TANGENT.states[0].lhs, 1), "The components sum to one.", ALONG | BASIS, on_the_line))


fails_without(TANGENT, (STAYS, "γ may leave the hyperplane.", ALONG | BASIS | {VecHead("γ"): Lambda(s, (s, s))}))


ON_SIMPLEX = eq(total(p(j)), 1)
NO_SUM = eq(total(v(j)), 0)
SHORT = ge(s * v(i) + p(i) / 2, 0)

CONVERSE = Claim(
    "geometric_view/simplex-tangent-converse",
    at="Example 3",
    says="every v with Σᵢ vⁱ = 0 is in the tangent bundle TΔⁿ",
    given=[ON_SIMPLEX, NO_SUM, SHORT],
    states=[
        eq(total(p(j) + s * v(j)), 1),
        gt(p(i) + s * v(i), 0),
        eq(Deriv(p(i) + q * v(i), q, 0), v(i)),
    ],
    rests_on=["geometric_view/simplex-tangent"],
    reading=(
        "Conversely every v whose components sum to zero is the velocity at p of a curve in the open simplex: p + sv "
        "has the sum one, and positive components as long as s vⁱ ≥ −pⁱ/2 for each i, so for 2|s| max |vⁱ| ≤ min pⁱ."
    ),
)


@CONVERSE.proof
def a_short_segment(claim: Claim) -> list[Theorem]:
    """1 + s·0, and p/2 > 0."""
    sums, positive, velocity = claim.states
    equations = [h for h in claim.given if h in (ON_SIMPLEX, NO_SUM)]
    short = [(1, assume(h)) for h in claim.given if h == SHORT]
    return [
        identity(sums, using=equations),
        combine(positive, [*short, (Rational(1, 2), p(i))]),
        identity(velocity),
    ]


HALVES = {n: 1, p: Lambda(j, Rational(1, 2)), v: Lambda(j, 3 - 2 * j), i: 1, s: Rational(1, 4)}


fails_as(CONVERSE,
    ("constant", [*CONVERSE.states[:2], eq(CONVERSE.states[2].lhs, 2 * v(i))], "The velocity 2v.", HALVES),
    ("sign", [CONVERSE.states[0], gt(0, CONVERSE.states[1].lhs), CONVERSE.states[2]], "A negative component.", HALVES),
)  # fmt: skip


fails_without(CONVERSE,
    (NO_SUM, "v may have any sum.", HALVES | {v: Lambda(j, 1)}),
    (ON_SIMPLEX, "p may have any sum.", HALVES | {p: Lambda(j, 1)}),
    (SHORT, "s may be anything.", HALVES | {s: -1}),
)  # fmt: skip


# --- the isometry ---------------------------------------------------------------------------------------------------

ON_SPHERE = eq(total(w(j) ** 2), 4)
AHEAD = gt(w(i), 0)


def score(v: Any) -> Expr:
    """The derivative along v of ln p_i, the logarithm of the probability of the i-th outcome."""
    return Deriv(log(p(i) + s * v(i)), s, 0)


FISHER = total(p(i) * score(u) * score(v), i)

ISOMETRY = Claim(
    "geometric_view/simplex-isometry",
    at="Example 3",
    printed="Set f: Δⁿ → Sⁿ₂ to be a map from the simplex to the positive orthant of the n-sphere of radius 2, whose "
    "components … are given by fⁱ(p) = 2√pⁱ … The map f is a diffeomorphism … with the metric g = f*ḡ",
    given=[ON_SIMPLEX, ON_SPHERE, AHEAD],
    states=[
        eq(total(isometry(p(j)) ** 2), 4),
        gt(isometry(p(i)), 0),
        eq(total(w(j) ** 2 / 4), 1),
        gt(w(i) ** 2 / 4, 0),
        eq(isometry(w(i) ** 2 / 4), w(i)),
        forall(x, eq(x, w(i) ** 2 / 4), [ge(x, 0), eq(isometry(x), w(i))]),
        eq(total(pushed(p(i), u(i)) * pushed(p(i), v(i)), i), total(u(i) * v(i) / p(i), i)),
        eq(total(pushed(p(i), u(i)) * pushed(p(i), v(i)), i), FISHER),
    ],
    rests_on=["geometric_view/push-forward"],
    reading=(
        "For every n: f(p) is on the sphere of radius 2 of Rⁿ⁺¹ and has positive components, for a p of the open "
        "simplex; each w on that sphere with positive components is f(p) for p = w²/4, which is in the open simplex, "
        "and for no other p: a number x with 2√x = wⁱ is (wⁱ)²/4. Both maps are differentiable. The metric pulled back "
        "by f is ⟨f⋆u, f⋆v⟩ = Σ uⁱvⁱ/pⁱ, and that is Fisher's information E[∂_u ln p ∂_v ln p] of one outcome drawn "
        "from p."
    ),
)


@ISOMETRY.proof
def squares(claim: Claim) -> list[Theorem]:
    """(2√p)² = 4p."""
    simplex = [h for h in claim.given if h == ON_SIMPLEX]
    sphere = [h for h in claim.given if h == ON_SPHERE]
    ahead_there = [assume(h) for h in claim.given if h == AHEAD]
    there, ahead, back, inside, _, once, metric, fisher = claim.states
    there_is, same = once.given
    own = identity(eq(2 * sqrt(x**2 / 4), x), facts=[gt(x, 0)])
    return [
        identity(there, using=simplex),
        combine(ahead, [(2, sqrt(p(i)))]),
        identity(back, using=sphere),
        *(combine(inside, [(Rational(1, 4) * w(i), h)], facts=[h]) for h in ahead_there),
        *(instantiate(own, {x: w(i)}, [h]) for h in ahead_there),
        generalize(combine(once.body, [((w(i) + isometry(x)) / 4, assume(same))], facts=[there_is]), [x], once.given),
        *(identity(goal) for goal in (metric, fisher)),
    ]


AT = {
    n: 1,
    p: Lambda(j, Rational(3) ** (j - 1) / 4),
    w: Lambda(j, sqrt(2)),
    u: Lambda(j, 3 - 2 * j),
    v: Lambda(j, 3 - 2 * j),
    i: 1,
}


fails_as(ISOMETRY,
    ("constant", [eq(ISOMETRY.states[0].lhs, 1), *ISOMETRY.states[1:]], "On the sphere of radius 1.", AT),
)  # fmt: skip


@ISOMETRY.mutant("constant", at=AT)
def without_the_factor(claim: Claim) -> Claim:
    """The metric that f(p) = √p would give."""
    metric = eq(claim.states[6].lhs, claim.states[6].rhs / 4)
    return claim.replace(states=[*claim.states[:6], metric, claim.states[7]])


fails_as(ISOMETRY,
    ("sign", [*ISOMETRY.states[:4], eq(ISOMETRY.states[4].lhs, -w(i)), *ISOMETRY.states[5:]], "f(w²/4) = −w.", AT),
)  # fmt: skip


fails_without(ISOMETRY,
    (ON_SIMPLEX, "p may have any sum.", AT | {p: Lambda(j, 1)}),
    (ON_SPHERE, "w may have any length.", AT | {w: Lambda(j, 1)}),
    (AHEAD, "The components of w may be negative.", AT | {w: Lambda(j, -sqrt(2))}),
)  # fmt: skip


def _distributions() -> list[tuple[Any, Any]]:
    """Points of the open simplex, some near its boundary, and tangent vectors."""
    rng = np.random.default_rng(43)
    found = []
    for size in (2, 3, 10, 40):
        for concentration in (1.0, 0.05):
            weights = rng.gamma(concentration, size=size) + 1e-12
            at = weights / weights.sum()
            found.append((at, Simplex().proju(at, rng.standard_normal(size))))
    return found


def _components(term: Any, pair: Any) -> list[Any]:
    at = reference.point(pair[0])
    direction = reference.proju(pair[0], pair[1])
    return [value(term, {p: at, v: direction, n: len(at) - 1, i: k + 1}) for k in range(len(at))]


@ISOMETRY.conformance
def code_follows_the_isometry() -> Iterator[Conformance]:
    """f of the simplex, and its reference."""
    return conformance(
        _distributions(),
        formula=lambda pair: _components(isometry(p(i)), pair),
        code=lambda pair: Simplex().isometry(pair[0]),
        reference=lambda pair: reference.isometry(pair[0]),
        ulps=3.0,
    )


@ISOMETRY.conformance
def code_follows_the_metric() -> Iterator[Conformance]:
    """The push-forward of tangent vectors, and its reference."""
    return conformance(
        _distributions(),
        formula=lambda pair: _components(v(i) / sqrt(p(i)), pair),
        code=lambda pair: Simplex().push_forward(*pair),
        reference=lambda pair: reference.push_forward(pair[0], reference.proju(*pair)),
        ulps=4.0,
    )
