"""Example 6, sharpness: for no number of outputs does a constant c below 1/2 do for the softmax function."""

from __future__ import annotations

from typing import Any

from sympy import Expr, KroneckerDelta, Lambda, Rational, Symbol, log

from proofs.general_additive.c_softmax import i, k, over_outputs, softmax_loss, squared_distance
from verify.audit import (
    Claim, Theorem, above_tangent, assume, combine, eq, fails_as, fails_without, follows, forall, function, ge,
    generalize, gt, identity, instantiate, lt, positive, real,
)  # fmt: skip
from verify.language.terms import Relation

c, tau, kappa, epsilon, z, m = positive("c τ κ ε z m")
s, r = real("s r")
Y, X = function("y"), function("ŷ")


def prediction(tau: Any, kappa: Any) -> Lambda:
    """ŷ, with mass τ on every output and κ more on the first two."""
    return Lambda(i, tau + kappa * (KroneckerDelta(i, 1) + KroneckerDelta(i, 2)))


def outcome(tau: Any, kappa: Any, epsilon: Any) -> Lambda:
    """y, which is ŷ with ε moved from the second output to the first."""
    moved = epsilon * (KroneckerDelta(i, 1) - KroneckerDelta(i, 2))
    return Lambda(i, prediction(tau, kappa)(i) + moved)


def pair_violates(y: Any, x: Any) -> list[Any]:
    """y and ŷ are in the open simplex and ‖y − ŷ‖² > 2c·L_σ(y, ŷ)."""
    index = [ge(i, 1), ge(k, i)]
    return [
        eq(over_outputs(y(i)), 1),
        eq(over_outputs(x(i)), 1),
        forall(i, gt(y(i), 0), index),
        forall(i, gt(x(i), 0), index),
        gt(squared_distance(y, x), 2 * c * softmax_loss(y, x)),
    ]


TAU, KAPPA = (Rational(1, 2) - c) / k, c / 2 + Rational(1, 4)
LARGEST = TAU + KAPPA
EPSILON = LARGEST * (LARGEST - c)
OUTPUTS, BELOW_HALF = ge(k, 2), lt(c, Rational(1, 2))

C_SOFTMAX_EXACT = Claim(
    "general_additive/c-softmax-exact",
    at="Example 6, sharpness",
    says="no c < 1/2 will do, so that c_σ = 1/2 with general_additive/c-softmax.repaired (in the print, c_σ ≤ 1/4)",
    given=[OUTPUTS, BELOW_HALF],
    where={
        Y(i): outcome(TAU, KAPPA, EPSILON)(i),
        X(i): prediction(TAU, KAPPA)(i),
        real("ε"): EPSILON,
        real("M"): LARGEST,
        real("κ"): KAPPA,
        real("τ"): TAU,
    },
    states=pair_violates(Y, X),
    rests_on=["general_additive/c-softmax.repaired"],
    reading=(
        "For every k ≥ 2 and 0 < c < 1/2 there are y and ŷ in the open simplex with ‖y − ŷ‖² > 2c·L_σ(y, ŷ): ŷ has "
        "mass τ = (1/2 − c)/k on every output and κ = c/2 + 1/4 more on the first two, and y moves ε = M(M − c), with "
        "M = τ + κ, from the second to the first. With the repaired bound c_σ = 1/2 exactly, for every k; the supremum "
        "is approached as y and ŷ near (1/2, 1/2, 0, …, 0)."
    ),
)


def entropy_gap(z: Any) -> Expr:
    """z²/(1 − z²) − (1 + z)ln(1 + z) − (1 − z)ln(1 − z)."""
    return z**2 / (1 - z**2) - (1 + z) * log(1 + z) - (1 - z) * log(1 - z)


def gap_is_not_negative() -> Theorem:
    """(1 + z)ln(1 + z) + (1 − z)ln(1 − z) ≤ z²/(1 − z²) for 0 < z < 1: value and slope vanish at 0."""
    small, inside = lt(z, 1), [ge(s, 0), ge(1, s)]
    below_one = follows(gt(1 - s * z, 0), small, ge(1, s))
    square = follows(gt(1 - (s * z) ** 2, 0), below_one, 1 + s * z, inside)

    def convex(goal: Relation, s: Symbol) -> Theorem:
        at = s * z
        return follows(goal, 4 + (1 - at**2), square, below_one, inside)

    everywhere = [generalize(t, [s], inside) for t in (below_one, square)]
    above = above_tangent(Lambda(r, entropy_gap(r)), 0, z, convex, discharge=everywhere)
    return follows(ge(entropy_gap(z), 0), above, small)


def two_output_loss(m: Any, epsilon: Any) -> Expr:
    """The loss of moving ε between two outputs of mass m."""
    return (m + epsilon) * log((m + epsilon) / m) + (m - epsilon) * log((m - epsilon) / m)


def loss_is_small() -> Theorem:
    """The loss of moving ε between two outputs of mass m is at most ε²m/(m² − ε²), for 0 < ε < m."""
    fits = assume(gt(m - epsilon, 0))
    smaller = follows(lt(epsilon / m, 1), fits)
    gap = instantiate(gap_is_not_negative(), {z: epsilon / m}, discharge=[smaller])
    squares = follows(gt(m**2 - epsilon**2, 0), fits, m + epsilon)
    bound = epsilon**2 * m / (m**2 - epsilon**2)
    return follows(ge(bound, two_output_loss(m, epsilon)), gap, fits, squares)


def for_all_parameters() -> list[Theorem]:
    """The statements for all positive τ, κ, ε with kτ + 2κ = 1 and ε² < M(M − c), where M = τ + κ."""
    mass = tau + kappa
    whole, near = eq(tau, (1 - 2 * kappa) / k), gt(mass * (mass - c), epsilon**2)
    squares = follows(gt(mass**2 - epsilon**2, 0), near, c)
    fits = follows(gt(mass - epsilon, 0), squares)
    facts: list[Any] = [OUTPUTS, fits]
    sum_y, sum_x, positive_y, positive_x, violates = pair_violates(outcome(tau, kappa, epsilon), prediction(tau, kappa))
    sums = [identity(f, using=[whole], facts=facts) for f in (sum_y, sum_x)]
    signs = [generalize(follows(f.body, f.body.lhs, facts), [i], f.given) for f in (positive_y, positive_x)]
    y, x = outcome(tau, kappa, epsilon), prediction(tau, kappa)
    loss = identity(eq(softmax_loss(y, x), two_output_loss(mass, epsilon)), facts=[*facts, *signs])
    bound = instantiate(loss_is_small(), {m: mass}, discharge=[fits])
    last = follows(violates, bound, loss, near, facts, squares, signs)
    return [*sums, *signs, last]


@C_SOFTMAX_EXACT.proof
def move_a_little_mass(claim: Claim) -> list[Theorem]:
    """The loss is at most ε²M/(M² − ε²), and cM < M² − ε²; then the values of τ, κ and ε are put in."""
    known = list(claim.given)
    kappa_is_more = follows(gt(KAPPA - c, 0), BELOW_HALF)
    room = follows(gt(LARGEST - c, 0), BELOW_HALF, kappa_is_more, known)
    mass = follows(gt(LARGEST, 0), room, c, known)
    step = follows(gt(EPSILON, 0), mass, room, known)
    less_than_one = combine(
        gt(1, EPSILON),
        [(1, _largest_is_below_one(known)), (mass, _largest_is_below_one(known)), (mass, c)],
        facts=known,
    )
    near = follows(gt(EPSILON, EPSILON**2), step, less_than_one, known)
    whole = identity(eq(TAU, (1 - 2 * KAPPA) / k), facts=known)
    shorter = follows(gt(1 - (LARGEST - c), 0), _largest_is_below_one(known), c, known)
    apart = follows(gt(1 - (LARGEST - c) ** 2, 0), shorter, 1 + (LARGEST - c), known, room)
    wider = combine(gt(LARGEST**2 - EPSILON**2, 0), [(LARGEST**2, apart)], facts=[*known, mass])
    values = {tau: TAU, kappa: KAPPA, epsilon: EPSILON}
    settled = [near, whole, step, apart, wider, mass, *(assume(f) for f in known)]
    *members, last = for_all_parameters()
    made = [instantiate(theorem, values, discharge=settled) for theorem in members]
    return [*made, instantiate(last, values, discharge=[*settled, *made[2:]])]


def _largest_is_below_one(known: list[Any]) -> Theorem:
    """1 − M > 0, as M = (1/2 − c)/k + c/2 + 1/4 and k ≥ 2."""
    return combine(
        gt(1 - LARGEST, 0),
        [((Rational(1, 2) - c) / (2 * k), assume(OUTPUTS)), (Rational(1, 2), 1)],
        facts=known,
    )


@C_SOFTMAX_EXACT.mutant(
    "constant", undecided="for c > 1/2 the masses τ are negative: what fails is a schema, which no instance refutes"
)
def beyond_half(claim: Claim) -> Claim:
    """c up to 1 (false: 1/2 suffices)."""
    return claim.replace(given=[OUTPUTS, lt(c, 1)])


fails_as(C_SOFTMAX_EXACT,
    ("sign", {C_SOFTMAX_EXACT.states[-1]: gt(C_SOFTMAX_EXACT.states[-1].rhs, C_SOFTMAX_EXACT.states[-1].lhs)},
        "The last inequality turned around.", {k: 2, c: Rational(1, 4)}),
)  # fmt: skip


fails_without(C_SOFTMAX_EXACT, (OUTPUTS, "Any k.", {k: 1, c: Rational(1, 4)}))
