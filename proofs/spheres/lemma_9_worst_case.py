"""The exact worst case behind Lemma 9: k ln T(loss_k/k) ≤ ln(cos c_k/cos c_0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from sympy import Rational, S, cos, log, pi, sin, sinc

from proofs.spheres._cosine_gain import AFTER_COSINE, BEFORE_COSINE
from proofs.spheres._one_trial import SLOW, Run, in_plane, meets, met
from proofs.spheres._runs import (
    CUMULATIVE, DATA, NAMES, SOLVED, TRIAL, TRIALS, UPDATES, at_trial, datum, earlier, j, k, n, parameter, reached, t,
    up_to,
)  # fmt: skip
from proofs.spheres._runs import LOSS as LOSS_AT
from proofs.spheres._turn import (
    RATES, WITHIN, between_ends, defined, grows, m, moving, slope_of_logarithm, step_length, tangent, tangent_at_rest,
    turn_of, value_by_parts,
)  # fmt: skip
from proofs.spheres._turn import h as rate
from proofs.spheres._turn import w as lost
from proofs.spheres._turn import z as length_of_step
from proofs.spheres._worst_losses import records
from proofs.spheres.lemma_7_sign import AT_MOST_ONE, z
from proofs.spheres.lemma_9_cosine import (
    FACING, GAINED_IN_ALL, GROWTH, READING, TOWARDS, at_each_trial, facing, facing_at_ends, logarithm_of_product,
    summed, towards, v,
)  # fmt: skip
from proofs.spheres.lemma_9_progress import GAINED, LENGTH, LOSS, gain_is_not_negative, length, share, turn
from proofs.spheres.single_step import SOLVES, UNIT, UNIT_BEST, UNIT_DATA, best, eta, p, x
from verify.author.kernel import Theorem, assume, cases, combine, generalize, identity, induct, instantiate, telescope
from verify.claims import Claim, Sharpness
from verify.language.terms import Inner, eq, function, ge, gt, le, real
from verify.lemmas import vanishes_with_its_square

d, y = real("d y")
SHARED = [*FACING, UNIT_BEST, AT_MOST_ONE]

L = real("L")
FACTOR_OF = {function("T")(L): turn_of(L, eta)}
"""T(L), the factor by which one trial with the loss L multiplies the cosine of the distance."""

LEMMA_9_WORST_CASE = Claim(
    "spheres/lemma-9-worst-case",
    at="Lemma 9, sharper",
    says="k ln T(m) ≤ ln(cos c_k/cos c_0) for the mean loss m = loss_k/k and c_0 < π/2, where T(m) = cos b + 2ηm sinc "
    "b with b = 2η√(m(1 − m))",
    given=SHARED,
    where=NAMES | FACTOR_OF | {real("m"): CUMULATIVE / k},
    states=ge(GAINED_IN_ALL, k * log(function("T")(real("m")))),
    rests_on=["spheres/lemma-9-progress.cosine"],
    reading=READING
    + "0 < η ≤ 1. T(m) is the factor by which one trial with the loss m multiplies cos dist(·, p⋆), here for the mean "
    "loss m = loss_k/k. ln T increases, so this bounds loss_k by a function of the two distances, k and η; there is "
    "equality where all losses are equal (spheres/lemma-9-equal-losses), so no smaller function will do for ends that "
    "such a run has. The two bounds of Lemma 9 and spheres/lemma-9-bound-1.cosine follow by simpler functions below "
    "ln T.",
    sharpens=["spheres/lemma-9-bound-1.best", "spheres/lemma-9-bound-1.reach"],
)

SOME_LOSS = gt(y, 0)


# --- one trial --------------------------------------------------------------------------------------------------------

SQUARE = eq(length_of_step**2, 4 * rate**2 * lost * (1 - lost))
GIVEN_STEP = [SQUARE, ge(length_of_step, 0)]
FACTOR = cos(length_of_step) + 2 * rate * lost * sinc(length_of_step)


@cache
def same_length() -> Theorem:
    """z = 2h√(w(1 − w)), where z² is its square and z ≥ 0, for 0 < w < 1."""
    b = step_length(lost, rate)
    both = combine(gt(length_of_step + b, 0), [(1, moving()[0]), (1, length_of_step)], facts=GIVEN_STEP[1:])
    goal = eq(length_of_step, b)
    return combine(goal, [(1 / (length_of_step + b), assume(SQUARE))], facts=[both, *WITHIN, *RATES])


@cache
def without_sinc(b: Any) -> Theorem:
    """cos b + 2hw sinc b = cos b + 2hw sin b/b, for b > 0."""
    z = length_of_step
    plain = identity(eq(FACTOR, cos(z) + 2 * rate * lost * sin(z) / z), facts=[gt(z, 0)])
    return instantiate(plain, {z: b}, [moving()[0]])


@cache
def above_the_tangent() -> Theorem:
    """ln(cos z + 2hw sinc z) ≥ ln T(m) + (ln T)′(m)(w − m), for 0 ≤ w < 1 and 0 < m < 1."""
    goal = ge(log(FACTOR), log(between_ends(m, rate)) + slope_of_logarithm(m, rate) * (lost - m))
    known = [gt(m, 0), gt(1, m), *RATES]
    here = [instantiate(theorem, {lost: m}) for theorem in (moving()[0], *grows())]
    b = step_length(lost, rate)
    moved = combine(eq(FACTOR, between_ends(lost, rate)), [(1, without_sinc(b))], using=[same_length()])
    inside = instantiate(
        combine(ge(log(v), log(between_ends(m, rate)) + slope_of_logarithm(m, rate) * (lost - m)), [(1, tangent())],
                using=[eq(v, between_ends(lost, rate))], facts=[*here, grows()[0]]),
        {v: FACTOR}, [moved, *here],
    )  # fmt: skip
    none = le(lost, 0)
    zero = combine(eq(lost, 0), [(1, lost)], facts=[ge(lost, 0), none])
    flat = combine(eq(length_of_step**2, 0), [(1, assume(SQUARE))], using=[zero])
    still = vanishes_with_its_square(length_of_step, flat)
    at_rest = combine(
        goal, [(1, instantiate(tangent_at_rest(), {lost: m}, here))], using=[zero, still], facts=[*known, *here]
    )
    return cases([inside, at_rest], [gt(lost, 0), none])


A, B = real("A B")
"""ln T(m) and its slope."""
NAMED = [eq(A, log(between_ends(m, rate))), eq(B, slope_of_logarithm(m, rate))]


@cache
def above_the_line() -> Theorem:
    """ln v ≥ A + B(w − m), where v = cos z + 2hw sinc z, and A, B are ln T and its slope at m."""
    goal = ge(log(v), A + B * (lost - m))
    return combine(goal, [(1, above_the_tangent())], using=[eq(v, FACTOR), *NAMED])


@cache
def less_than_one() -> Theorem:
    """1 > L where ⟨p, p⋆⟩ > 0: ⟨p, p⋆⟩² ≤ 1 − L."""
    return combine(gt(1, LOSS), [(1, left_of_one()), (assume(TOWARDS), assume(TOWARDS))])


@cache
def left_of_one() -> Theorem:
    """1 − L ≥ ⟨p, p⋆⟩²: the part of p that is orthogonal to x and p⋆."""
    apart = p - Inner(p, x) * x - BEFORE_COSINE * best
    return combine(
        ge(1 - LOSS, BEFORE_COSINE**2), [(1, Inner(apart, apart))], using=[UNIT, UNIT_DATA, UNIT_BEST, SOLVES]
    )


@cache
def growth() -> list[Theorem]:
    """GROWTH is ln(1 + GAINED), and 1 + GAINED > 0."""
    product = combine(eq(AFTER_COSINE, BEFORE_COSINE * (1 + GAINED)), [(1, turn())])
    some = combine(gt(1 + GAINED, 0), [(1, gain_is_not_negative()), (1, 1)])
    values = {y: AFTER_COSINE, z: BEFORE_COSINE, v: 1 + GAINED}
    found = instantiate(logarithm_of_product(), values, [product, assume(TOWARDS), some])
    return [instantiate(found, {}, [towards()]), some]


def of_one_trial() -> dict[Any, Any]:
    """The step, the loss and the rate of a trial."""
    return {length_of_step: LENGTH, lost: LOSS, rate: eta}


@cache
def known_of_one_trial() -> list[Theorem]:
    """b² = 4η²L(1 − L), b ≥ 0, 0 ≤ L < 1, η > 0, and that 1 + GAINED > 0 is the factor."""
    factor = identity(eq(1 + GAINED, FACTOR.subs(of_one_trial())))
    signs = [combine(ge(LENGTH, 0), [(1, LENGTH)]), combine(gt(eta, 0), [(1, eta)])]
    return [length()[0], *share(), less_than_one(), *signs, factor, growth()[1]]


@cache
def one_trial() -> Theorem:
    """ln(cos c_{t+1}/cos c_t) ≥ A + B(L − m)."""
    equal, some = growth()
    line = instantiate(above_the_line(), {**of_one_trial(), v: 1 + GAINED}, known_of_one_trial())
    found = combine(ge(GROWTH, A + B * (LOSS - m)), [(1, line), (1, equal)], facts=[towards(), some])
    return instantiate(found, {}, [towards(), some])


# --- the run ----------------------------------------------------------------------------------------------------------

CLOSER_AT = ge(Inner(parameter(n), best), Inner(parameter(0), best))


@cache
def closer() -> Theorem:
    """⟨p_n, p⋆⟩ ≥ ⟨p_0, p⋆⟩ for 0 ≤ n ≤ k."""
    here = {p: parameter(n), x: datum(n)}
    unit, facing_here = (instantiate(theorem, {}, [reached()]) for theorem in facing(n))
    rises = combine(ge(AFTER_COSINE, BEFORE_COSINE), [(BEFORE_COSINE, gain_is_not_negative()), (1, turn())],
                    facts=[TOWARDS])  # fmt: skip
    step = instantiate(rises, here, [unit, at_trial(DATA, n), at_trial(SOLVED, n), facing_here])
    goal = ge(Inner(parameter(n + 1), best), Inner(parameter(0), best))
    after = combine(goal, [(1, step), (1, earlier(CLOSER_AT))], using=[at_trial(UPDATES, n)])
    start = Inner(parameter(0), best)
    base = generalize(combine(ge(start, start), []), [j], [ge(k, 0)])
    return induct(base, generalize(after, [j], [ge(k, n + 1)]), up_to(CLOSER_AT), n, 0)


@cache
def some_left() -> Theorem:
    """k > loss_k: every loss is at most 1 − cos² c_0."""
    before = combine(ge(k, t), [(1, assume(TRIAL[1])), (1, 1)])
    unit, ahead = (instantiate(theorem, {}, [before]) for theorem in facing(t))
    nearer = instantiate(instantiate(instantiate(closer(), {n: t}), [S.Zero]), {}, [before])
    trial = [instantiate(assume(f), [t]) for f in (DATA, SOLVED)]
    room = instantiate(left_of_one(), {p: parameter(t), x: datum(t)}, [unit, *trial])
    first, here = Inner(parameter(0), best), Inner(parameter(t), best)
    goal = ge(1 - first**2, LOSS_AT)
    facts: list[Any] = [ahead, *FACING[-1:]]
    total = telescope(combine(goal, [(1, room), (here + first, nearer)], facts=facts), t, 0, k - 1)
    start = assume(FACING[-1])
    square = combine(gt(k * first**2, 0), [(k, first**2)], facts=[TRIALS, start])
    return combine(gt(k, CUMULATIVE), [(1, total), (1, square)], facts=[TRIALS])


@cache
def above_the_mean() -> Theorem:
    """ln(cos c_k/cos c_0) ≥ kA, where the mean loss is m."""
    step, ends = at_each_trial(one_trial(), A + B * (LOSS_AT - m)), facing_at_ends()
    total = telescope(step, t, 0, k - 1, -log(Inner(parameter(t), best)))
    added = combine(ge(GAINED_IN_ALL, k * A + B * (CUMULATIVE - k * m)), [(1, total)], facts=[TRIALS, *ends])
    return combine(ge(GAINED_IN_ALL, k * A), [(1, added)], using=[eq(CUMULATIVE, k * m)], facts=ends)


@cache
def at_the_mean() -> Theorem:
    """The same at m = loss_k/k, A = ln T(m) and B its slope, if there is any loss."""
    mean = CUMULATIVE / k
    known = _mean_known()
    inside = known[:2]
    itself = identity(eq(B, B))
    slope = slope_of_logarithm(lost, rate)
    slopes = instantiate(instantiate(itself, {B: slope}, defined()), {lost: mean, rate: eta}, known)
    whole = identity(eq(CUMULATIVE, k * mean), facts=[TRIALS])
    values = {m: mean, A: log(turn_of(mean, eta)), B: slope_of_logarithm(mean, eta)}
    meant = [instantiate(theorem, {lost: mean, rate: eta}, known) for theorem in (*defined(), denominator())]
    there = instantiate(turned()[0], {y: mean, rate: eta}, known)
    found = instantiate(above_the_mean(), values, [as_printed(mean, known), slopes, whole, *inside, *meant, there])
    return instantiate(found, {}, [*meant, there, *inside])


@cache
def denominator() -> Theorem:
    """The denominator of the slope is T > 0."""
    return combine(gt(value_by_parts(lost, rate), 0), [(1, grows()[0])], facts=defined())


@cache
def turned() -> list[Theorem]:
    """T(w) > 0 with sinc, and ln(cos z + 2hw sinc z) = ln T(y) where w = y, for 0 < w < 1."""
    b = step_length(lost, rate)
    plain = without_sinc(b)
    positive = instantiate(combine(gt(turn_of(lost, rate), 0), [(1, plain), (1, grows()[0])]), {}, [moving()[0]])
    there = instantiate(positive, {lost: y})
    moved = combine(eq(FACTOR, turn_of(lost, rate)), [], using=[same_length()])
    moved = combine(eq(FACTOR, turn_of(y, rate)), [(1, moved)], using=[eq(lost, y)])
    logarithms = combine(eq(log(v), log(d)), [], using=[eq(v, d)], facts=[gt(d, 0)])
    inside = combine(ge(y * (1 - y), 0), [(y, assume(gt(1, y)))], facts=[SOME_LOSS])
    return [there, instantiate(logarithms, {v: FACTOR, d: turn_of(y, rate)}, [moved, there, inside])]


@LEMMA_9_WORST_CASE.proof
def mean_loss(claim: Claim) -> Theorem:
    """ln T is convex in the loss, so it lies above its tangent at the mean loss; without a loss both sides are ≥ 0."""
    ends = facing_at_ends()
    some, none = gt(CUMULATIVE, 0), le(CUMULATIVE, 0)
    lost_nothing = combine(eq(CUMULATIVE, 0), [(1, CUMULATIVE)], facts=[none])
    square = eta**3 * CUMULATIVE**2 / k
    rates = [(2 * eta * CUMULATIVE, assume(AT_MOST_ONE)), (square, assume(AT_MOST_ONE)), (square, 1)]
    ahead = combine(ge(GAINED_IN_ALL, 0), [(1, summed()), *rates], facts=[TRIALS, *ends])
    at_rest = instantiate(without_loss()[0], {y: CUMULATIVE, d: GAINED_IN_ALL}, [lost_nothing, ahead])
    return instantiate(cases([at_the_mean(), at_rest], [some, none]), {}, [*ends, *defined_at_the_mean()])


@cache
def defined_at_the_mean() -> list[Theorem]:
    """L(1 − L) ≥ 0 and T(L) > 0 for L = loss_k/k."""
    mean, some, none = CUMULATIVE / k, gt(CUMULATIVE, 0), le(CUMULATIVE, 0)
    share_left = combine(ge(mean * (1 - mean), 0), [(CUMULATIVE / k**2, some_left())], facts=[TRIALS])
    moving_on = instantiate(turned()[0], {y: mean, rate: eta}, _mean_known())
    lost_nothing = combine(eq(CUMULATIVE, 0), [(1, CUMULATIVE)], facts=[none])
    at_rest = instantiate(without_loss()[1], {y: CUMULATIVE}, [lost_nothing])
    return [share_left, instantiate(cases([moving_on, at_rest], [some, none]), {}, [share_left])]


@cache
def _mean_known() -> list[Theorem]:
    """0 < loss_k/k < 1 where loss_k > 0, and 0 < η ≤ 1."""
    mean = CUMULATIVE / k
    return [
        combine(gt(mean, 0), [(CUMULATIVE, 1 / k)], facts=[gt(CUMULATIVE, 0), TRIALS]),
        combine(gt(1, mean), [(1 / k, some_left())], facts=[TRIALS]),
        combine(gt(eta, 0), [(1, eta)]),
        assume(AT_MOST_ONE),
    ]


@cache
def without_loss() -> list[Theorem]:
    """d ≥ k ln T(y/k), and T(y/k) > 0, where y = 0 and d ≥ 0."""
    nothing, factor = [eq(y, 0)], turn_of(y / k, eta)
    positive = combine(gt(factor, 0), [(1, 1)], using=nothing, facts=[TRIALS])
    found = combine(ge(d, k * log(factor)), [(1, assume(ge(d, 0)))], using=nothing, facts=[TRIALS])
    return [instantiate(found, {}, [positive]), positive]


def as_printed(loss: Any, known: Sequence[Theorem]) -> Theorem:
    """ln T with sinc is ln T as it is differentiated, at a loss of which it is known that it lies between 0 and 1."""
    plain = instantiate(without_sinc(step_length(lost, rate)), {lost: loss, rate: eta}, known)
    positive = instantiate(grows()[0], {lost: loss, rate: eta}, known)
    logarithms = combine(eq(log(v), log(d)), [], using=[eq(v, d)], facts=[gt(d, 0)])
    values = {v: turn_of(loss, eta), d: between_ends(loss, eta)}
    return instantiate(logarithms, values, [plain, positive])


@LEMMA_9_WORST_CASE.sharp
def worst_from_a_third() -> Iterator[Sharpness]:
    """The worst loss over all ends, by dynamic programming, against the second bound of Lemma 9."""
    yield from records(1)


@LEMMA_9_WORST_CASE.sharp
def against_the_first_bound() -> Iterator[Sharpness]:
    """The same against the first bound."""
    yield from records(0)


# --- what happens when something is changed ---------------------------------------------------------------------------


@LEMMA_9_WORST_CASE.mutant("constant", at=SLOW, discharge=lambda: meets(SLOW))
def a_hundredth_more(claim: Claim) -> Claim:
    """101/100 of k ln T; for one trial there is equality."""
    goal = claim.states[0]
    return claim.replace(states=ge(goal.lhs, Rational(101, 100) * goal.rhs))


@LEMMA_9_WORST_CASE.mutant("sign", at=SLOW, discharge=lambda: meets(SLOW))
def away(claim: Claim) -> Claim:
    """The cosines exchanged."""
    goal = claim.states[0]
    return claim.replace(states=ge(-goal.lhs, goal.rhs))


@LEMMA_9_WORST_CASE.extremal("η", [Rational(1, 2), 1])
def one_trial_attains_it(rate: Any) -> tuple[Run, list[Theorem]]:
    """One trial in the plane from π/3."""
    return met(in_plane(pi / 3, rate))
