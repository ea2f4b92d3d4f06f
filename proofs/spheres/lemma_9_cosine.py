"""Lemma 9 with ln cos in the place of the squared distance: from every start closer than π/2, and sharp as k grows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from sympy import Add, Expr, Lambda, Rational, S, exp, factorial, log, pi, sqrt

from proofs.spheres._cosine_gain import AFTER_COSINE, BEFORE_COSINE
from proofs.spheres._one_trial import (
    LONG_DATA, LONG_START, RESTS_ANYWAY, SLOW, WITH_A_LOSS, Run, in_plane, meets, met, undecided, without,
)  # fmt: skip
from proofs.spheres._runs import (
    CUMULATIVE, DATA, NAMES, SOLVED, START, TRIAL, TRIALS, UPDATES, at_trial, datum, earlier, j, k, n, parameter,
    reached, t, units, up_to,
)  # fmt: skip
from proofs.spheres._runs import LOSS as LOSS_AT
from proofs.spheres.lemma_7_sign import AT_MOST_ONE, BELOW_ONE, z
from proofs.spheres.lemma_9_bound_1 import D, q, r, s, solved, y
from proofs.spheres.lemma_9_bound_2 import root_left_out
from proofs.spheres.lemma_9_progress import GAINED, IN_PLANE, LENGTH, LOSS, gain_is_not_negative, length, share, turn
from proofs.spheres.lemma_9_step import SHARE, fourth_order, gain_to_fourth_order, h, linear, promise, w
from proofs.spheres.lemma_9_sum import amount, hoelder
from proofs.spheres.single_step import SOLVES, UNIT, UNIT_DATA, best, eta, p, x
from proofs.spheres.single_step import NAMES as STEP_NAMES
from verify.author.kernel import Theorem, assume, certify, combine, generalize, identity, induct, instantiate, telescope
from verify.claims import Claim, fails_without
from verify.language.terms import Inner, Relation, eq, ge, gt, le, real
from verify.prover.proving import certificate

g, v = real("g v")


def exponent(loss: Any, eta: Any) -> Expr:
    """2η(1 − η)L + η³(2 − η)L²."""
    return linear(eta) * loss + eta**3 * (2 - eta) * loss**2


@cache
def inverse_exponential(x: Any) -> Expr:
    """The Taylor polynomial of e^(−x) up to x⁵, which is below it for x ≥ 0."""
    return Add(*((-x) ** i / factorial(i) for i in range(6)))


@cache
def logarithm_of_gain() -> Theorem:
    """ln v ≥ 2g(1 − g)w + g³(2 − g)w² for v ≥ 1 + `promise` + `fourth_order`, where 0 ≤ w ≤ 1 and 0 ≤ g ≤ 1."""
    power, grown = exponent(w, g), 1 + promise(w, g) + fourth_order(w, g)
    inside, grows = [*SHARE, ge(g, 0), le(g, 1)], ge(v, grown)
    product = certify(certificate(ge(grown * inverse_exponential(power), 1), inside))
    below = certify(certificate(ge(exp(-z), inverse_exponential(z)), [ge(z, 0), le(z, 2)]))
    not_negative, small, more = (
        certify(certificate(bound, inside)) for bound in (ge(power, 0), le(power, 2), ge(grown, 1))
    )
    series = instantiate(below, {z: power}, [not_negative, small])
    larger = combine(ge(v * exp(-power), 1), [(exp(-power), assume(grows)), (1, product), (more, series), (1, series)])
    positive = combine(gt(v, 0), [(1, assume(grows)), (1, more), (1, 1)])
    found = instantiate(certify(certificate(ge(log(z), 0), [ge(z, 1)])), {z: v * exp(-power)}, [larger])
    return combine(ge(log(v), power), [(1, found)], facts=[positive, *SHARE])


# --- one trial ------------------------------------------------------------------------------------------------------


@cache
def logarithm_of_product() -> Theorem:
    """ln y − ln z = ln v, where y = zv, z > 0 and v > 0."""
    return combine(eq(log(y) - log(z), log(v)), [], using=[eq(y, z * v)], facts=[gt(z, 0), gt(v, 0)])


TOWARDS = gt(BEFORE_COSINE, 0)
GROWTH = log(AFTER_COSINE) - log(BEFORE_COSINE)
"""ln(⟨p_{t+1}, p⋆⟩/⟨p_t, p⋆⟩)."""


@cache
def towards() -> Theorem:
    """⟨p_{t+1}, p⋆⟩ ≥ ⟨p_t, p⋆⟩ > 0, for η ≤ 1."""
    return combine(gt(AFTER_COSINE, 0), [(BEFORE_COSINE, gain_is_not_negative()), (1, turn()), (1, assume(TOWARDS))])


READING_TRIAL = (
    "p = p_t and x = x_t are unit vectors of any dimension with ⟨p⋆, x⟩ = 0, p_{t+1} is the explicit update, "
    "0 < η ≤ 1, L = ⟨p, x⟩², and ⟨p_t, p⋆⟩ > 0. For a unit vector p⋆ the inner products are cos dist(p_t, p⋆) and "
    "cos dist(p_{t+1}, p⋆), and dist(p_t, p⋆) < π/2 is all that is asked of the distance. "
)

LEMMA_9_PROGRESS_COSINE = Claim(
    "spheres/lemma-9-progress.cosine",
    at="proof of Lemma 9, sharper",
    says="ln cos dist(p_{t+1}, p⋆) − ln cos dist(p_t, p⋆) ≥ 2η(1 − η)L + η³(2 − η)L² ≥ 0, for dist(p_t, p⋆) < π/2",
    given=[UNIT, UNIT_DATA, SOLVES, TOWARDS, AT_MOST_ONE],
    where=STEP_NAMES,
    states=[ge(GROWTH, exponent(LOSS, eta)), ge(exponent(LOSS, eta), 0)],
    rests_on=["spheres/update-everywhere"],
    reading=READING_TRIAL + "The step depends on L and η alone, so that nothing is lost from one trial to the next.",
)


@LEMMA_9_PROGRESS_COSINE.proof
def ratio_of_cosines(claim: Claim) -> list[Theorem]:
    """The cosine is multiplied by cos b + 2ηL sinc b, b² = 4η²L(1 − L), which is at least the exponential."""
    grows, not_negative = claim.states
    gained = instantiate(gain_to_fourth_order(), {z: LENGTH, w: LOSS, h: eta}, [*length(), *share()])
    forward = combine(ge(eta, 0), [(1, eta)])
    enough = combine(ge(1 + GAINED, 1 + gained.conclusion.rhs), [(1, gained)])
    found = instantiate(logarithm_of_gain(), {v: 1 + GAINED, w: LOSS, g: eta}, [enough, *share(), forward])
    product = combine(eq(AFTER_COSINE, BEFORE_COSINE * (1 + GAINED)), [(1, turn())])
    some = combine(gt(1 + GAINED, 0), [(1, gain_is_not_negative()), (1, 1)])
    ratio = instantiate(
        logarithm_of_product(), {y: AFTER_COSINE, z: BEFORE_COSINE, v: 1 + GAINED}, [product, assume(TOWARDS), some]
    )
    step = instantiate(combine(grows, [(1, found), (1, ratio)], facts=[towards()]), {}, [some, towards()])
    rates = [(2 * eta * LOSS, assume(AT_MOST_ONE)), (eta**3 * LOSS**2, assume(AT_MOST_ONE)), (eta**3 * LOSS**2, 1)]
    return [step, combine(not_negative, rates)]


# --- the run --------------------------------------------------------------------------------------------------------

TOWARDS_AT, TOWARDS_START = gt(Inner(parameter(n), best), 0), gt(Inner(parameter(0), best), 0)
GAINED_IN_ALL = log(Inner(parameter(k), best)) - log(Inner(parameter(0), best))
"""ln(⟨p_k, p⋆⟩/⟨p_0, p⋆⟩)."""
FACING = [START, DATA, SOLVED, UPDATES, TRIALS, TOWARDS_START]

READING = (
    "k ≥ 1 trials with unit vectors x_t, ⟨p⋆, x_t⟩ = 0, of any dimension; p_0 is a unit vector with ⟨p_0, p⋆⟩ > 0 and "
    "p_{t+1} is the explicit update of p_t (spheres/update-everywhere). The loss of a trial is ⟨p_t, x_t⟩². For a unit "
    "vector p⋆ the inner products are the cosines of the distances c_t = dist(p_t, p⋆), and c_0 < π/2. "
)


def curved_root(gained: Any, eta: Any) -> Expr:
    """√((1 − η)² + η(2 − η)D/k)."""
    return sqrt((1 - eta) ** 2 + eta * (2 - eta) * gained / k)


def cosine_bound(gained: Any, eta: Any) -> Expr:
    """The first right-hand side of Lemma 9, as it is for D = ln(cos c_k/cos c_0)."""
    return gained / (eta * (1 - eta + curved_root(gained, eta)))


LEMMA_9_BOUND_1_COSINE = Claim(
    "spheres/lemma-9-bound-1.cosine",
    at="Lemma 9, sharper",
    says="loss_k ≤ D/(η(1 − η + √((1 − η)² + η(2 − η)D/k))), D = ln(cos c_k/cos c_0), for c_0 < π/2",
    given=[*FACING, BELOW_ONE],
    where=NAMES,
    states=le(CUMULATIVE, cosine_bound(GAINED_IN_ALL, eta)),
    rests_on=["spheres/lemma-9-progress.cosine"],
    reading=READING + "0 < η < 1. D takes the place of dist(p_0, p⋆)² − dist(p_k, p⋆)², and no start is too far.",
    sharpens="spheres/lemma-9-bound-2.cosine",
)

LEMMA_9_BOUND_2_COSINE = Claim(
    "spheres/lemma-9-bound-2.cosine",
    at="Lemma 9, sharper",
    says="loss_k ≤ ln(cos c_k/cos c_0)/(2η(1 − η)), for c_0 < π/2",
    given=[*FACING, BELOW_ONE],
    where=NAMES,
    states=[
        le(cosine_bound(GAINED_IN_ALL, eta), GAINED_IN_ALL / (2 * eta * (1 - eta))),
        le(CUMULATIVE, GAINED_IN_ALL / (2 * eta * (1 - eta))),
    ],
    rests_on=["spheres/lemma-9-bound-1.cosine"],
    reading=READING + "0 < η < 1. The constant cannot be lowered for any start and end (spheres/lemma-9-worst-case).",
    sharpens=["spheres/lemma-9-bound-2-factor", "spheres/lemma-9-optimal.repaired"],
)


@cache
def faces() -> Theorem:
    """⟨p_n, p⋆⟩ > 0 for 0 ≤ n ≤ k."""
    here = {p: parameter(n), x: datum(n)}
    unit = instantiate(units(), [S.Zero], [reached()])
    step = instantiate(towards(), here, [unit, at_trial(DATA, n), at_trial(SOLVED, n), earlier(TOWARDS_AT)])
    after = combine(gt(Inner(parameter(n + 1), best), 0), [(1, step)], using=[at_trial(UPDATES, n)])
    base = generalize(assume(TOWARDS_START), [j], [ge(k, 0)])
    return induct(base, generalize(after, [j], [ge(k, n + 1)]), up_to(TOWARDS_AT), n, 0)


def facing(end: Any) -> list[Theorem]:
    """For 0 ≤ end ≤ k: p is a unit vector there, and its product with p⋆ is positive."""
    return [instantiate(instantiate(known, {n: end}), [S.Zero]) for known in (units(), faces())]


@cache
def facing_at_ends() -> list[Theorem]:
    """⟨p_0, p⋆⟩ > 0 and ⟨p_k, p⋆⟩ > 0."""
    some = combine(ge(k, 0), [(1, assume(TRIALS)), (1, 1)])
    return [assume(TOWARDS_START), instantiate(facing(k)[1], {}, [some])]


def at_each_trial(
    step: Theorem, growth: Expr, relation: Callable[[Any, Any], Relation] = ge, more: Sequence[Theorem] = ()
) -> Theorem:
    """What is true of one trial, for p_t and x_t: ln⟨p_{t+1}, p⋆⟩ − ln⟨p_t, p⋆⟩ is at least `growth` of its loss."""
    trial = [instantiate(assume(f), [t]) for f in (DATA, SOLVED, UPDATES)]
    before = combine(ge(k, t), [(1, assume(TRIAL[1])), (1, 1)])
    here, there = ([instantiate(known, {}, [before]) for known in facing(end)] for end in (t, t + 1))
    values = {p: parameter(t), x: datum(t)}
    after = instantiate(towards(), values, [*trial, *here])
    found = instantiate(step, values, [*trial, *here, after, *more])
    goal = relation(log(Inner(parameter(t + 1), best)) - log(Inner(parameter(t), best)), growth)
    return combine(goal, [(1, found)], using=[trial[2]], facts=[*here, *there, after])


@cache
def summed() -> Theorem:
    """ln(cos c_k/cos c_0) ≥ 2η(1 − η) loss_k + η³(2 − η) loss_k²/k, for η ≤ 1."""
    step = LEMMA_9_PROGRESS_COSINE.theorem(LEMMA_9_PROGRESS_COSINE.states[0])
    grows = at_each_trial(step, exponent(LOSS_AT, eta))
    total = telescope(grows, t, 0, k - 1, -log(Inner(parameter(t), best)))
    mean = instantiate(hoelder(), {amount: Lambda(t, LOSS_AT)})
    more = combine(ge(eta**3 * (2 - eta), 0), [(eta**3, assume(AT_MOST_ONE)), (eta**3, 1)])
    goal = ge(GAINED_IN_ALL, linear(eta) * CUMULATIVE + eta**3 * (2 - eta) * CUMULATIVE**2 / k)
    found = combine(goal, [(1, total), (more, mean)], facts=[TRIALS, *facing_at_ends()])
    return instantiate(found, {}, facing_at_ends())


CURVED = eta * (2 - eta) / k
VALUES = {D: GAINED_IN_ALL, r: 1 - eta, s: curved_root(GAINED_IN_ALL, eta), q: CURVED, y: eta * CUMULATIVE}


@cache
def quadratic_at_ends() -> list[Theorem]:
    """With D = ln(cos c_k/cos c_0) and y = η loss_k: D ≥ 2(1 − η)y + qy², the square of the root, and the signs."""
    rate, ends = combine(AT_MOST_ONE, [(1, assume(BELOW_ONE))]), facing_at_ends()
    facts: list[Any] = [*ends, assume(TRIALS), assume(BELOW_ONE), rate]
    total = instantiate(summed(), {}, [rate])
    scaled, root = VALUES[y], VALUES[s]
    lost = combine(ge(scaled, 0), [(eta, CUMULATIVE)])
    curved = combine(gt(CURVED, 0), [(eta / k, assume(BELOW_ONE)), (eta / k, 1)], facts=facts)
    facts = [*facts, lost, curved]
    length = combine(ge(GAINED_IN_ALL, 2 * (1 - eta) * scaled + CURVED * scaled**2), [(1, total)], facts=facts)
    ahead = combine(
        ge(GAINED_IN_ALL, 0), [(1, length), (2 * scaled, assume(BELOW_ONE)), (scaled**2, curved)], facts=facts
    )
    inside = combine(
        ge((1 - eta) ** 2 + CURVED * GAINED_IN_ALL, 0), [(1, (1 - eta) ** 2), (curved, ahead)], facts=facts
    )
    facts = [*facts, ahead, inside]
    some = combine(gt(1 - eta + root, 0), [(1, assume(BELOW_ONE)), (1, root)], facts=facts)
    square = identity(eq(root**2, (1 - eta) ** 2 + CURVED * GAINED_IN_ALL), facts=facts)
    return [length, square, some, *facts]


@LEMMA_9_BOUND_1_COSINE.proof
def quadratic_solved(claim: Claim) -> Theorem:
    """As for Lemma 9: 2(1 − η)y + qy² ≤ D with y = η loss_k, and q = η(2 − η)/k."""
    facts = quadratic_at_ends()
    return combine(claim.states[0], [(1 / eta, instantiate(solved(), VALUES, facts))], facts=facts)


@LEMMA_9_BOUND_2_COSINE.proof
def smaller_root(claim: Claim) -> list[Theorem]:
    """The root is at least 1 − η."""
    between, whole = claim.states
    facts = quadratic_at_ends()
    larger, found = (instantiate(known, VALUES, facts) for known in (root_left_out(), solved()))
    return [
        combine(between, [(1 / eta, larger)], facts=facts),
        combine(whole, [(1 / eta, larger), (1 / eta, found)], facts=facts),
    ]


# --- what happens when something is changed -------------------------------------------------------------------------


@LEMMA_9_BOUND_1_COSINE.mutant("constant", at=SLOW, discharge=lambda: meets(SLOW))
@LEMMA_9_BOUND_2_COSINE.mutant("constant", at=SLOW, discharge=lambda: meets(SLOW))
def nine_tenths(claim: Claim) -> Claim:
    """Nine tenths of the bound; one trial in the plane with η = 1/10 reaches 0.98… of it."""
    *others, whole = claim.states
    return claim.replace(states=[*others, le(CUMULATIVE, Rational(9, 10) * whole.lhs)])


@LEMMA_9_BOUND_2_COSINE.mutant("sign", at=SLOW, discharge=lambda: meets(SLOW))
def cosines_exchanged(claim: Claim) -> Claim:
    """The cosines exchanged."""
    between, whole = claim.states
    return claim.replace(states=[between, le(CUMULATIVE, -whole.lhs)])


for _number, (_formula, _summary, _run) in enumerate(
    [
        (START, "p_0 need not be a unit vector.", LONG_START),
        (DATA, "The data need not be unit vectors.", LONG_DATA),
        (SOLVED, "p⋆ may have a loss.", WITH_A_LOSS),
        (UPDATES, "Any p_1: it stays where p_0 is.", RESTS_ANYWAY),
    ],
    start=1,
):
    without(LEMMA_9_BOUND_2_COSINE, _formula, _number, _summary, _run)
undecided(
    LEMMA_9_BOUND_2_COSINE,
    BELOW_ONE,
    "any_rate",
    "Any η > 0.",
    "for η > 1 the cosine may fall, and the bound change sign",
)
undecided(
    LEMMA_9_BOUND_2_COSINE, TOWARDS_START, "any_start", "⟨p_0, p⋆⟩ ≤ 0 is allowed.", "the logarithms are then undefined"
)


@LEMMA_9_PROGRESS_COSINE.mutant("constant", at={**IN_PLANE, eta: Rational(9, 10)})
def twice_the_square_term(claim: Claim) -> Claim:
    """Twice the term in L²."""
    first, second = claim.states
    return claim.replace(states=[ge(first.lhs, first.rhs + eta**3 * (2 - eta) * LOSS**2), second])


fails_without(LEMMA_9_PROGRESS_COSINE, (SOLVES, "⟨p⋆, x⟩ need not be 0.", {**IN_PLANE, x: (1, 0)}))


@LEMMA_9_BOUND_2_COSINE.extremal("η", [Rational(1, 10), Rational(1, 100)], formula=1)
def slowly(rate: Any) -> tuple[Run, list[Theorem]]:
    """One trial in the plane from π/3: the ratio tends to 1 with η → 0."""
    return met(in_plane(pi / 3, rate))
