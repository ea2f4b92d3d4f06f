"""After (1): a convex empirical loss need not have one single minimum: there may be many, and there may be none."""

from __future__ import annotations

from typing import Any

from sympy import Abs, KroneckerDelta, Lambda, Rational

from proofs.general_additive._increasing import INCREASING, NAMES, NOT_DECREASING, P, above_tangent, m, p, q, s
from proofs.general_additive.matching_loss_convex import (
    CONVEX, INPUT, a, empirical_loss, length, square_increases, t, u, v, x,
)  # fmt: skip
from verify.audit import (
    Claim, Deriv, Inner, Theorem, assume, at, cases, combine, eq, fails_as, fails_without, follows, forall, ge,
    generalize, gt, identity, instantiate, integer, magnitude_bounds, norm, positive, real, telescope, vectors,
    witness,
)  # fmt: skip

r, z = real("r z")
w = vectors("w u")[0]
j = integer("j")
delta, part = positive("δ λ")
TRIAL = [ge(t, 1), ge(length, t)]


def minimal(weights: Any) -> Any:
    """The empirical loss is nowhere less than at these weights."""
    return forall(w, ge(empirical_loss(w), empirical_loss(weights)))


SPANNING = forall(w, eq(w, 0), [forall(t, eq(Inner(w, x(t)), 0), TRIAL)])
READING = (
    "One output, φ = P′ continuous and strictly increasing, y_t = φ(a_t); weights and inputs in R^n for any n, and any "
    "number of trials. "
)

SINGLE = Claim(
    "general_additive/matching-loss-single-minimum",
    weight="wording",
    slip=(
        "Convexity makes every minimum a global one, which is what is used, and not the only one: for "
        "that the inputs must span the space."
    ),
    at="(1)",
    printed="is a convex function of the weight vector ω and thus, in particular, has one single minimum",
    given=[INCREASING, minimal(u), minimal(v)],
    where=NAMES,
    states=eq(u, v),
    reading=READING + "Read as uniqueness: two weight vectors that both minimise the empirical loss are equal.",
)

SINGLE_REPAIRED = Claim(
    "general_additive/matching-loss-single-minimum.repaired",
    at="(1)",
    says="where the inputs x_1, …, x_ℓ span R^n, at most one ω minimises Σ_t L_φ(y_t, φ(ω·x_t))",
    given=[INCREASING, SPANNING, minimal(u), minimal(v)],
    where=NAMES,
    states=eq(u, v),
    repairs="general_additive/matching-loss-single-minimum",
    rests_on=["general_additive/matching-loss-convex"],
    reading=READING + "The inputs span R^n when only ω = 0 is orthogonal to all of them.",
)

NEAR = [gt(delta, norm(w - u))]
LOCAL = Claim(
    "general_additive/matching-loss-local-minimum",
    at="(1)",
    says="every local minimum of Σ_t L_φ(y_t, φ(ω·x_t)) is a global one",
    given=[INCREASING, forall(w, ge(empirical_loss(w), empirical_loss(u)), NEAR)],
    where=NAMES,
    states=ge(empirical_loss(v), empirical_loss(u)),
    rests_on=["general_additive/matching-loss-convex"],
    reading=READING + "What convexity does give: u is minimal in a ball of some radius δ > 0, v any weight vector.",
)

HALF_SQUARE = Lambda(r, r**2 / 2)
PLANE = {
    P: HALF_SQUARE,
    length: 1,
    INPUT: Lambda(t, (1, 0)),
    a: Lambda(t, 0),
    u: (0, 0),
    v: (0, 1),
}


@SINGLE.counterexample
def one_input_in_the_plane(claim: Claim) -> Theorem:
    """φ(a) = a, one trial with x = (1, 0) and y = 0: u = (0, 0) and v = (0, 1) both have loss 0."""
    return witness(list(claim.given), claim.states[0], PLANE, discharge=in_the_plane())


def in_the_plane() -> list[Theorem]:
    """r²/2 has an increasing derivative, and ω₁²/2 ≥ 0."""
    first, second = real("w1 w2")
    least = generalize(combine(ge(first**2 / 2, 0), [(1, first**2 / 2)]), [first, second])
    return [square_increases(), least]


# --- every local minimum is global ---------------------------------------------------------------------------------


@LOCAL.proof
def a_step_towards_less(claim: Claim) -> Theorem:
    """A point on the way from u to v, within δ of u, has no smaller loss than u, and at most the chord's."""
    local = [f for f in claim.given if f != INCREASING]
    distance = norm(v - u)
    share = delta / (delta + distance)
    within = combine(ge(1 - share, 0), [(1 / (delta + distance), distance)])
    chord = CONVEX.theorem(CONVEX.states[0]) if [INCREASING] else assume(gt(delta, 0))
    chord = instantiate(chord, {s: share}, discharge=[within])
    between = (1 - share) * u + share * v
    step = identity(eq(norm((1 - part) * u + part * v - u), part * distance))
    length_of_step = instantiate(step, {part: share})
    near = follows(gt(delta, norm(between - u)), share, length_of_step)
    (schema,) = local or [minimal(u)]
    higher = at(schema, between, by=[near])
    return combine(claim.states[0], [(1 / share, chord), (1 / share, higher)])


# --- one minimum where the inputs span -----------------------------------------------------------------------------


def strictly_below_chord() -> Theorem:
    """P(p) + P(q) > 2P((p + q)/2), for p > q."""
    tangent = above_tangent([INCREASING])
    middle, further = (p + q) / 2, (3 * p + q) / 4
    apart = gt(p, q)
    steps = [(p, further), (further, middle), (q, middle)]
    tangents = [(1, instantiate(tangent, {p: end, m: base})) for end, base in steps]
    ahead = follows(gt(further, middle), apart)
    rises = instantiate(at(INCREASING, middle, further), {}, [ahead])
    return combine(gt(P(p) + P(q), 2 * P(middle)), [*tangents, ((p - q) / 4, rises)], facts=[apart])


def equal_where_flat() -> Theorem:
    """p = q, where P(p) + P(q) ≤ 2P((p + q)/2)."""
    flat = ge(2 * P((p + q) / 2), P(p) + P(q))
    gap = P(p) + P(q) - 2 * P((p + q) / 2)
    strict, orders = strictly_below_chord(), []
    for first, second in ((p, q), (q, p)):
        apart = gt(first, second)
        larger = instantiate(strict, {p: first, q: second})
        above = follows(gt(gap, 0), larger, apart)
        further = follows(gt(first - second, 0), apart)
        square = follows(ge(-(gap**2), 0), above, flat)
        absurd = combine(ge(second, first), [((first - second) / gap**2, square)], facts=[further])
        absurd = instantiate(absurd, {}, discharge=[above])
        orders.append(cases([absurd, assume(ge(second, first))], [apart, ge(second, first)]))
    return follows(eq(p, q), p - q, orders)


@SINGLE_REPAIRED.proof
def halfway(claim: Claim) -> Theorem:
    """Halfway between two minima the chord is flat in every trial, so the activations agree, and the inputs span."""
    middle, trial = (u + v) / 2, TRIAL
    minima = [minimal(u), minimal(v)]
    ends = {p: Inner(u, x(t)), q: Inner(v, x(t))}

    def gap(t: Any) -> Any:
        return (P(Inner(u, x(t))) + P(Inner(v, x(t)))) / 2 - P(Inner(middle, x(t)))

    tangent = above_tangent([INCREASING])
    below = follows(
        ge(gap(j), 0), [instantiate(tangent, {p: Inner(end, x(j)), m: Inner(middle, x(j))}) for end in (u, v)]
    )
    others = follows(ge((1 - KroneckerDelta(t, j)) * gap(j), 0), below)
    added = telescope(others, j, 1, length)
    lower = [(Rational(1, 2), at(f, middle)) for f in minima]
    flat = combine(ge(0, gap(t)), [(1, added), *lower], facts=[*TRIAL, *trial])
    doubled = follows(ge(2 * P((ends[p] + ends[q]) / 2), P(ends[p]) + P(ends[q])), flat)
    equal = instantiate(equal_where_flat(), ends, discharge=[doubled])
    orthogonal = follows(eq(Inner(u - v, x(t)), 0), equal)
    everywhere = generalize(orthogonal, [t], TRIAL)

    return at(SPANNING, u - v, by=[everywhere])


# --- mutants -------------------------------------------------------------------------------------------------------

LINE = {P: HALF_SQUARE, length: 1, INPUT: Lambda(t, 1), a: Lambda(t, 1), u: 1, v: 1}
LEVEL = {**LINE, P: Lambda(r, 0), u: 0}
ONE_TRIAL = [ge(t, 1), ge(1, t)]


def spanning_line() -> Theorem:
    """x = 1 spans the line."""
    y = real("y")
    schema = forall(t, eq(y, 0), ONE_TRIAL)
    return generalize(at(schema, 1), [y], [schema])


def on_the_line() -> list[Theorem]:
    """(ω − 1)²/2 is least at 1."""
    y = real("y")
    loss = y**2 / 2 - Rational(1, 2) - (y - 1)
    return [square_increases(), spanning_line(), generalize(combine(ge(loss, 0), [(1, (y - 1) ** 2 / 2)]), [y])]


def nothing_to_lose() -> list[Theorem]:
    """The loss of P = 0 is 0; P′ does not decrease."""
    x, y = real("x y")
    flat = generalize(combine(ge(Deriv(0, r, y), Deriv(0, r, x)), []), [x, y], [ge(y, x)])
    return [spanning_line(), generalize(combine(ge(0, 0), []), [y]), flat]


fails_without(SINGLE_REPAIRED,
    (SPANNING, "The inputs need not span R^n.", PLANE, in_the_plane),
    ({INCREASING: NOT_DECREASING}, "φ need not increase strictly.", LEVEL, nothing_to_lose),
    (minimal(u), "u need not be a minimum.", {**LINE, u: 0}, on_the_line),
    (minimal(v), "v need not be a minimum.", {**LINE, v: 0}, on_the_line),
)  # fmt: skip


fails_as(SINGLE_REPAIRED,
    ("constant", eq(u, 2 * v), "u = 2v.", LINE, on_the_line),
    ("sign", eq(u, -v), "u = −v.", LINE, on_the_line),
)  # fmt: skip


APART = {**LINE, length: 2, a: Lambda(t, 3 - 2 * t), u: 0, v: 0, delta: 1}
CUBIC = {**LINE, P: Lambda(r, r**3 - 3 * r), delta: 1, v: -3}


def near_zero() -> list[Theorem]:
    """ω² + 1 ≥ 1 near 0."""
    y = real("y")
    loss = sum((y - c) ** 2 / 2 for c in (1, -1))
    return [square_increases(), generalize(combine(ge(loss, 1), [(1, y**2)]), [y], [gt(1, Abs(y))])]


def near_one() -> list[Theorem]:
    """(ω − 1)²(ω + 2) ≥ 0 where |ω − 1| < 1."""
    y = real("y")
    near = gt(1, Abs(y - 1))
    above = combine(ge(y, 0), [(1, magnitude_bounds(y - 1, 1)), (1, assume(near))])
    loss = y**3 - 3 * y + 2
    return [generalize(combine(ge(loss, 0), [((y - 1) ** 2, above), (2, (y - 1) ** 2)]), [y], [near])]


fails_without(LOCAL,
    (INCREASING, "φ need not increase.", CUBIC, near_one),
    (LOCAL.given[1], "u need not be a local minimum.", {**LINE, u: 0}, on_the_line),
)  # fmt: skip


fails_as(LOCAL,
    ("constant", ge(LOCAL.states[0].lhs, 2 * LOCAL.states[0].rhs), "At least twice the minimum.", APART, near_zero),
    ("sign", ge(LOCAL.states[0].rhs, LOCAL.states[0].lhs), "A local minimum is a global maximum.",
        {**APART, v: 1}, near_zero),
)  # fmt: skip
