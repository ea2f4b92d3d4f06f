"""Section 7, in numbers: how fast a run can come closer to p⋆ from a start near the exceptional distance π/2."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Expr, Lambda, Rational, Sum, cos, exp, pi, sin, sinc

from proofs.spheres._cosine_gain import AFTER_COSINE, BEFORE_COSINE
from proofs.spheres._one_trial import QUARTER_TURN, Run, in_plane, meets, next_coordinates, one_trial
from proofs.spheres._runs import CUMULATIVE, NAMES, SOLVED, TRIAL, TRIALS, UPDATES, datum, j, k, parameter, t
from proofs.spheres._runs import LOSS as LOSS_OF_TRIAL
from proofs.spheres.gradient import loss
from proofs.spheres.lemma_9_progress import LENGTH, LOSS, turn
from proofs.spheres.single_step import SOLVES, best, eta, p, x
from proofs.spheres.single_step import NAMES as STEP_NAMES
from verify.author.kernel import Theorem, assume, cases, certify, combine, generalize, identity, instantiate, telescope
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Inner, eq, family, forall, ge, gt, le, lt, real
from verify.prover.proving import certificate

z, h, c, s = real("z h c s")

GROWTH = Claim(
    "spheres/starting-point.growth",
    at="section 7, in numbers",
    says="one step multiplies cos² dist(p_t, p⋆) by at most (1 + 2η L_t(p_t))²",
    given=[SOLVES],
    where=STEP_NAMES,
    states=le(AFTER_COSINE**2, (1 + 2 * eta * LOSS) ** 2 * BEFORE_COSINE**2),
    rests_on=["spheres/update-everywhere"],
    reading=(
        "Not printed: how much it matters where the algorithm starts. |⟨p_{t+1}, p⋆⟩| ≤ (1 + 2ηL)|⟨p_t, p⋆⟩| with "
        "L = ⟨p_t, x_t⟩², for every trial that p⋆ predicts exactly, every η > 0 and any dimension: near the distance "
        "π/2, where the cosine ⟨p_t, p⋆⟩ is 0, it cannot but grow slowly."
    ),
)


def cosine(t: Any) -> Expr:
    """⟨p_t, p⋆⟩, the cosine of the distance of two unit vectors."""
    return Inner(parameter(t), best)


ESCAPE = Claim(
    "spheres/starting-point.escape",
    at="section 7, in numbers",
    says="cos² dist(p_k, p⋆) ≤ e^{4η loss_k} cos² dist(p_0, p⋆)",
    given=[SOLVED, UPDATES, TRIALS],
    where=NAMES,
    states=le(cosine(k) ** 2, exp(4 * eta * CUMULATIVE) * cosine(0) ** 2),
    rests_on=["spheres/starting-point.growth"],
    reading=(
        "Not printed, and the counterpart of Lemma 9: a run that comes from cos dist(p_0, p⋆) to cos dist(p_k, p⋆) has "
        "a cumulative loss of at least ln(cos dist(p_k, p⋆)/cos dist(p_0, p⋆))/(2η), which is as large as one likes "
        "for starts close to π/2. k ≥ 1 trials that p⋆ predicts exactly, every η > 0, any dimension."
    ),
)


@cache
def sinc_at_most_one() -> Theorem:
    """sinc² z ≤ 1: 0 ≤ sin z ≤ z for 0 ≤ z ≤ 1, sin² z ≤ 1 < z² beyond, and both sides are even."""
    goal = ge(1, sinc(z) ** 2)
    below, above = (certify(certificate(relation, [ge(z, 0), le(z, 1)])) for relation in (ge(z, sin(z)), ge(sin(z), 0)))
    early = combine(goal, [((z + sin(z)) / z**2, below)], facts=[above, gt(z, 0), le(z, 1)])
    late = combine(goal, [(1 / z**2, cos(z) ** 2), ((z + 1) / z**2, assume(gt(z, 1)))], facts=[gt(z, 1)])
    right = cases([early, late], [le(z, 1), gt(z, 1)])
    left = combine(goal, [(1, instantiate(right, {z: -z}))], facts=[lt(z, 0)])
    middle = combine(goal, [], using=[eq(z, 0)])
    return cases([right, middle, left], [gt(z, 0), eq(z, 0), lt(z, 0)])


@GROWTH.proof
def cosine_and_sinc_are_at_most_one(claim: Claim) -> Theorem:
    """⟨p_{t+1}, p⋆⟩ = ⟨p, p⋆⟩(cos b + 2ηL sinc b), and (1 + h)² − (C + hS)² is a sum of 1 − C², 1 − S² and (C − S)²."""
    sizes = [ge(1, c**2), ge(1, s**2), ge(h, 0)]
    weights = [1 + h, h**2 + h]
    factor = combine(
        ge((1 + h) ** 2, (c + h * s) ** 2),
        [*((w, assume(f)) for w, f in zip(weights, sizes[:2], strict=True)), (h, (c - s) ** 2)],
        facts=sizes,
    )
    known = [
        combine(ge(1, cos(LENGTH) ** 2), [(1, sin(LENGTH) ** 2)]),
        instantiate(sinc_at_most_one(), {z: LENGTH}),
        combine(ge(2 * eta * LOSS, 0), [(2 * eta, LOSS)]),
    ]
    values = {c: cos(LENGTH), s: sinc(LENGTH), h: 2 * eta * LOSS}
    turned = BEFORE_COSINE * (cos(LENGTH) + 2 * eta * LOSS * sinc(LENGTH))
    terms = [(BEFORE_COSINE**2, instantiate(factor, values, known)), (-(AFTER_COSINE + turned), turn())]
    return combine(claim.states[0], terms)


LOST, SQUARE, TOTAL = family("ℓ"), family("q"), family("S")
NOT_NEGATIVE = [forall(t, ge(member(t), 0), TRIAL) for member in (LOST, SQUARE)]
GROWS = forall(t, le(SQUARE(t + 1), (1 + 2 * eta * LOST(t)) ** 2 * SQUARE(t)), TRIAL)
ADDS = forall(t, eq(TOTAL(t + 1), TOTAL(t) + LOST(t)), TRIAL)


@cache
def compounded() -> Theorem:
    """q_k ≤ exp(4ηS_k)q_0 where q_{t+1} ≤ (1 + 2ηℓ_t)²q_t, S_{t+1} = S_t + ℓ_t, S_0 = 0, and no ℓ_t or q_t is negative.

    exp(−4ηS_t)q_t does not grow, as 1 + 2ηℓ ≤ exp(2ηℓ).
    """
    lost, square, grows, adds = (instantiate(assume(f), [t]) for f in (*NOT_NEGATIVE, GROWS, ADDS))
    tangent = certify(certificate(ge(exp(h), 1 + h)))
    squared = combine(ge(exp(2 * h), (1 + h) ** 2), [(exp(h) + 1 + h, tangent)], facts=[ge(h, 0)])
    some = combine(ge(2 * eta * LOST(t), 0), [(2 * eta, lost)])
    larger = instantiate(squared, {h: 2 * eta * LOST(t)}, [some])
    shrunk = exp(-4 * eta * TOTAL(t)) * SQUARE(t)
    after = exp(-4 * eta * (TOTAL(t) + LOST(t)))
    falls = combine(
        ge(shrunk, exp(-4 * eta * TOTAL(t + 1)) * SQUARE(t + 1)),
        [(after, grows), (after * SQUARE(t), larger)],
        using=[adds],
        facts=[square],
    )
    total = telescope(falls, t, 0, k - 1, shrunk)
    start = eq(TOTAL(0), 0)
    return combine(
        le(SQUARE(k), exp(4 * eta * TOTAL(k)) * SQUARE(0)),
        [(exp(4 * eta * TOTAL(k)), total)],
        using=[start],
        facts=[TRIALS],
    )


@ESCAPE.proof
def one_trial_after_the_other(claim: Claim) -> Theorem:
    """The growth of each trial, compounded."""
    schemas = [f for f in claim.given if f in (SOLVED, UPDATES)]
    solved, moved = ([instantiate(assume(f), [t]) for f in schemas if f == known] for known in (SOLVED, UPDATES))
    grown = instantiate(GROWTH.theorem(GROWTH.states[0]), {p: parameter(t), x: datum(t)}, solved)
    step = combine(
        le(cosine(t + 1) ** 2, (1 + 2 * eta * LOSS_OF_TRIAL) ** 2 * cosine(t) ** 2), [(1, grown)], using=moved
    )
    so_far = Sum(loss(parameter(j), datum(j)), (j, 0, t - 1))
    met = [
        step,
        combine(ge(LOSS_OF_TRIAL, 0), [(1, LOSS_OF_TRIAL)]),
        combine(ge(cosine(t) ** 2, 0), [(1, cosine(t) ** 2)]),
        identity(eq(so_far.subs(t, t + 1), so_far + LOSS_OF_TRIAL), facts=TRIAL),
    ]
    values = {LOST: LOSS_OF_TRIAL, SQUARE: cosine(t) ** 2, TOTAL: so_far}
    return instantiate(
        compounded(),
        {name: Lambda(t, value) for name, value in values.items()},
        [*(generalize(theorem, [t], TRIAL) for theorem in met), identity(eq(so_far.subs(t, 0), 0))],
    )


# --- how sharp, and what happens when something is changed -----------------------------------------------------------

SLOWLY, HALF = Rational(1, 10), Rational(1, 2)
RATES = [Rational(1, 100), SLOWLY, HALF, 1]
STARTS = [pi / 6, pi / 3, 5 * pi / 12]


def trial(start: Any, rate: Any) -> dict[Any, Any]:
    """One trial in the plane at this distance from p⋆ = (1, 0)."""
    return {p: (cos(start), sin(start)), x: (0, 1), best: (1, 0), eta: rate}


@GROWTH.extremal("c", STARTS)
def starts(start: Any) -> dict[Any, Any]:
    """A trial in the plane at the distance c, η = ½: the ratio tends to 1 as c does to π/2."""
    return trial(start, HALF)


@GROWTH.extremal("η", RATES)
def rates(rate: Any) -> dict[Any, Any]:
    """A trial in the plane at the distance π/3: the ratio tends to 1 as η does to 0."""
    return trial(pi / 3, rate)


@ESCAPE.extremal("η", RATES)
def rates_of_a_run(rate: Any) -> tuple[Run, list[Theorem]]:
    """One trial in the plane from the distance π/3: the ratio tends to 1 as η does to 0."""
    run = in_plane(pi / 3, rate)
    return run, meets(run)


fails_as(GROWTH,
    ("constant", le(AFTER_COSINE**2, (1 + eta * LOSS) ** 2 * BEFORE_COSINE**2), "1 + ηL.", trial(pi / 3, SLOWLY)),
)  # fmt: skip


@GROWTH.mutant("sign", at=trial(pi / 3, SLOWLY))
def falls(claim: Claim) -> Claim:
    """1 − 2ηL."""
    return claim.replace(states=le(AFTER_COSINE**2, (1 - 2 * eta * LOSS) ** 2 * BEFORE_COSINE**2))


TILTED = (Rational(3, 5), Rational(4, 5))


fails_without(GROWTH,
    (SOLVES, "p⋆ may have a loss: then a trial leads away from the distance π/2.",
        {**trial(pi / 2, SLOWLY), x: TILTED}),
)  # fmt: skip


SLOW = in_plane(pi / 3, SLOWLY)


fails_as(ESCAPE,
    ("constant", le(cosine(k) ** 2, exp(3 * eta * CUMULATIVE) * cosine(0) ** 2), "3 in the place of 4.", SLOW,
        lambda: meets(SLOW)),
    ("sign", le(cosine(k) ** 2, exp(-4 * eta * CUMULATIVE) * cosine(0) ** 2), "exp(−4ηΣL).", SLOW,
        lambda: meets(SLOW)),
)  # fmt: skip


JUMP = one_trial([cos(pi / 3 * (1 - t)), sin(pi / 3 * (1 - t))], QUARTER_TURN, (1, 0), SLOWLY)


fails_without(ESCAPE, (UPDATES, "Any p_1: p⋆ itself.", JUMP, lambda: meets(JUMP, [SOLVED])))


TOWARDS = next_coordinates((0, 1), TILTED, SLOWLY)
AWAY = one_trial([t * TOWARDS[0], 1 + t * (TOWARDS[1] - 1)], TILTED, (1, 0), SLOWLY)


fails_without(ESCAPE,
    (SOLVED, "p⋆ may have a loss: then a trial leads away from the distance π/2.", AWAY,
        lambda: meets(AWAY, [UPDATES])),
)  # fmt: skip
