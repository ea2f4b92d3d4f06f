"""After Lemma 3.2: the c that makes the bound (6) tightest, and the relative loss bound that results."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Rational, sqrt

from proofs.matrix_eg._instances import one_number, one_trial
from proofs.matrix_eg._run import COMPARED, LOSS, POSITIVE, RUN, START, UNIT_FIRST
from proofs.matrix_eg._trial import NAMES, TRIAL_READING, UNIT_COMPARATOR, entropy, eta, r, t
from proofs.matrix_eg.lemma_3_2 import LEMMA_3_2, TUNED, bound, c, plane
from verify.audit import (
    Claim, Sharpness, Theorem, assume, certify, combine, eq, fails_as, fails_without, function, ge, gt, identity,
    instantiate, le, nonnegative, positive, real, substitute,
)  # fmt: skip
from verify.prover.proving import certificate

loss, divergence = nonnegative("L_U Δ")
best = real("c⋆")
added = function("added")
most_loss, most_divergence = positive("L_max d_max")
BEST = r * sqrt(2 * most_divergence / most_loss)
WITHIN = [le(loss, most_loss), le(divergence, most_divergence)]


def excess(c: Any, loss: Any = most_loss, divergence: Any = most_divergence) -> Expr:
    """(6) less L_U: (c/2) L_U + (1/2 + 1/c) r²Δ."""
    return c / 2 * loss + (Rational(1, 2) + 1 / c) * r**2 * divergence


HALF = Rational(1, 2)


def result(root: Any = 1, half: Any = HALF) -> Expr:
    """r √(2 L_max d_max) + (r²/2) Δ(U, W_1)."""
    return root * r * sqrt(2 * most_loss * most_divergence) + half * r**2 * divergence


NAMED = {added(c): excess(c), best: BEST}
"""Names in statements: what (6) adds to L_U for L_U = L_max and Δ(U, W_1) = d_max, and c⋆ = r√(2d_max/L_max)."""

OPTIMAL = Claim(
    "matrix_eg/optimal-c",
    at="after Lemma 3.2",
    printed=(
        "Assuming L_U(S) ≤ L_max and Δ(U, W_1) ≤ d_max, the bound (6) is tightest when c = r√(2d_max/L_max). Then "
        "L_MEG(S) − L_U(S) ≤ r√(2L_max d_max) + (r²/2)Δ(U, W_1)"
    ),
    given=WITHIN,
    where=NAMED,
    states=[ge(added(c), added(best)), le(excess(best, loss, divergence), result())],
    rests_on=["matrix_eg/lemma-3-2"],
    reading=(
        "c⋆ = r√(2d_max/L_max). Tightest: (6) with L_max and d_max in the place of L_U and Δ(U, W_1), over all c > 0; "
        "L_max, d_max and r are positive. The second formula: at c⋆, what (6) adds to L_U is at most what the printed "
        "bound does. That L_MEG(S) − L_U(S), for every run, is at most what (6) adds at c⋆, and so at most the printed "
        "bound, is matrix_eg/optimal-c-loss. The roots, the 2 in them and the fraction r²/2 are reconstructed, and "
        "derived here."
    ),
    reconstructed=True,
)

ITSELF = Claim(
    "matrix_eg/optimal-c-itself",
    at="after Lemma 3.2",
    printed="Assuming L_U(S) ≤ L_max and Δ(U, W_1) ≤ d_max, the bound (6) is tightest when c = r√(2d_max/L_max)",
    given=WITHIN,
    where=NAMED,
    states=le(excess(best, loss, divergence), added(c)),
    rests_on=["matrix_eg/optimal-c"],
    reading=(
        "Literally, for the L_U and Δ(U, W_1) of one run, it is not so. Tightest as what can be promised: at this c, "
        "c⋆, what (6) adds to L_U is, for every run within the limits, at most what any other c > 0 promises all of "
        "them; L_max, d_max and r are positive. For the L_U and Δ(U, W_1) of a run that stays below the limits "
        "another c can give less: with L_U = Δ = L_max = 1/2, d_max = 4 and r = 1, (6) is L_U + 11/8 at c = 4, and "
        "L_U + 1 at c = 1."
    ),
    reconstructed=True,
)

EXACTLY = Claim(
    "matrix_eg/optimal-c.sharp",
    at="after Lemma 3.2",
    says=(
        "(6) at c exceeds (6) at c⋆ = r√(2d_max/L_max) by (L_max/(2c))(c − c⋆)², so that it is least at c⋆ alone; at "
        "c⋆ it is L_U plus the printed bound"
    ),
    given=[],
    where=NAMED,
    states=[
        eq(added(c) - added(best), most_loss / (2 * c) * (c - best) ** 2),
        eq(added(best), substitute(result(), {divergence: most_divergence})),
    ],
    reading=(
        "What (6) adds to L_U, for L_U = L_max and Δ(U, W_1) = d_max, and what is lost with another c > 0 than c⋆; "
        "L_max, d_max and r are positive."
    ),
    sharpens="matrix_eg/optimal-c",
)

RATE_IS = eq(eta, substitute(TUNED, {c: BEST}))
IN_THE_RUN = [le(COMPARED, most_loss), le(START, most_divergence)]

RUN_BOUND = Claim(
    "matrix_eg/optimal-c-loss",
    at="after Lemma 3.2",
    printed="L_MEG(S) − L_U(S) ≤ r√(2L_max d_max) + (r²/2)Δ(U, W_1)",
    given=[*RUN, RATE_IS, UNIT_FIRST, UNIT_COMPARATOR, *IN_THE_RUN],
    where={real("Δ₁"): START, **NAMES},
    states=le(LOSS - COMPARED, substitute(result(), {divergence: START})),
    rests_on=["matrix_eg/lemma-3-2", "matrix_eg/optimal-c"],
    reading=TRIAL_READING
    + (
        "T ≥ 1 such trials at the rate 2c/(r²(2 + c)) that belongs to c = r√(2d_max/L_max); λmax − λmin ≤ r, r > 0. "
        "tr W_1 = tr U = 1, Δ₁ is Δ(U, W_1), which is defined for positive definite U alone, and L_max, d_max > 0. "
        "The roots and r²/2 are put back."
    ),
    reconstructed=True,
)


def tightest() -> Theorem:
    """(c/2)L + r²d/c ≥ r√(2Ld), by a certificate of the prover."""
    plain_c, plain_r, x, y = real("c r L d")
    goal = ge(plain_c * x**2 / 2 + plain_r**2 * y**2 / plain_c - sqrt(2) * plain_r * x * y, 0)
    found = certify(certificate(goal, [gt(v, 0) for v in (plain_c, plain_r, x, y)]))
    return instantiate(found, {plain_c: c, plain_r: r, x: sqrt(most_loss), y: sqrt(most_divergence)})


@OPTIMAL.proof
def mean_of_two(claim: Claim) -> list[Theorem]:
    """(c/2)L_max + r²d_max/c ≥ r√(2L_max d_max), with equality at c⋆; L_U ≤ L_max and Δ ≤ d_max."""
    least, total = claim.states
    within = [assume(f) for f in WITHIN]
    return [
        combine(least, [(1, tightest())]),
        combine(total, [(BEST / 2, within[0]), (r**2 / BEST, within[1])]),
    ]


@ITSELF.proof
def least_of_the_largest(claim: Claim) -> Theorem:
    """(6) grows with L_U and Δ, and at the limits it is least at c⋆."""
    least = OPTIMAL.theorem(OPTIMAL.states[0])
    loss_within, divergence_within = (assume(f) for f in WITHIN)
    slope = r**2 * (Rational(1, 2) + 1 / BEST)
    return combine(claim.states[0], [(1, least), (BEST / 2, loss_within), (slope, divergence_within)])


@EXACTLY.proof
def complete_the_square(claim: Claim) -> list[Theorem]:
    """c⋆² = 2r²d_max/L_max."""
    return [identity(f) for f in claim.states]


@RUN_BOUND.proof
def tuned(claim: Claim) -> Theorem:
    """Lemma 3.2 at c⋆."""
    lemma = instantiate(LEMMA_3_2.theorem(le(LOSS, bound())), {c: BEST})
    within = [assume(f) for f in IN_THE_RUN]
    return combine(claim.states[0], [(1, lemma), (BEST / 2, within[0]), (r**2 / BEST, within[1])], facts=[POSITIVE])


AT = {loss: 2, divergence: 1, most_loss: 2, most_divergence: 1, r: 1, c: 1}
"""L_U = L_max = 2, Δ = d_max = 1 and r = 1, where c⋆ = 1."""


LEAST, ADDED = OPTIMAL.states

fails_as(OPTIMAL,
    ("constant", {LEAST: ge(LEAST.lhs, excess(BEST / 2))}, "c = ½r√(2d_max/L_max).", AT),
    ("constant", {ADDED: le(ADDED.rhs, result(root=HALF))}, "½r√(2L_max d_max).", AT),
    ("constant", {ADDED: le(ADDED.rhs, result(half=Rational(1, 4)))}, "(r²/4)Δ.", AT),
    ("sign", {ADDED: le(ADDED.rhs, result(root=-1))}, "−r√(2L_max d_max).", AT),
)  # fmt: skip
fails_without(OPTIMAL,
    (WITHIN[0], "L_U may exceed L_max.", AT | {loss: 3}),
    (WITHIN[1], "Δ may exceed d_max.", AT | {divergence: 2}),
)  # fmt: skip


fails_as(ITSELF, ("constant", le(excess(BEST / 2, loss, divergence), excess(c)), "c = ½r√(2d_max/L_max).", AT))


HALF_OF_ALL = {loss: HALF, divergence: HALF, most_loss: HALF, most_divergence: 4, r: 1, c: 1}
"""L_U = Δ = L_max = 1/2, d_max = 4 and r = 1, where c⋆ = 4."""


fails_as(ITSELF,
    ("constant", le(excess(BEST, loss, divergence), excess(c, loss, divergence)),
        ("(6) is least at c⋆ for the L_U and Δ of every run: it exceeds L_U by 11/8 there, and by 1 at" " c = 1."),
        HALF_OF_ALL),
)  # fmt: skip
fails_without(ITSELF,
    (WITHIN[1], "Δ may be above d_max.", AT | {divergence: 2}),
    (WITHIN[0], "L_U may be above L_max.", AT | {loss: 3}),
)  # fmt: skip


LOST_BY = EXACTLY.states[0]

fails_as(EXACTLY, ("constant", {LOST_BY: eq(LOST_BY.lhs, 2 * LOST_BY.rhs)}, "Twice the excess.", AT | {c: 2}))


def line(y: Any, **changes: Any) -> dict[str, Any]:
    """How a mutant is refuted by one trial with 1 × 1 matrices, L_max = 2 and d_max = 1: then c = 1 and η = 2/3."""
    values = {f: x for f, x in one_number(y, **changes).items() if f not in (t, entropy)}
    return {"at": values | {most_loss: 2, most_divergence: 1}, "discharge": lambda: one_trial(values)}


fails_as(RUN_BOUND,
    ("sign", le(LOSS - COMPARED, substitute(result(root=-1), {divergence: START})), "−r√(2L_max d_max).", line(1)),
)  # fmt: skip
fails_without(RUN_BOUND, (UNIT_FIRST, "tr W_1 may be anything: W_1 = 2, U = 1, X = y = 10.", line(10, x=10, start=2)))


@OPTIMAL.extremal("c/c⋆", [Rational(1, 4), Rational(1, 2), 1, 2, 4])
def other_choices(value: Any) -> dict[Any, Any]:
    """L_max = 2 and d_max = r = 1: the ratio is 5/(1 + 2(c/c⋆ + c⋆/c)), attained at c⋆ alone."""
    return AT | {c: value}


@OPTIMAL.extremal("L_U/L_max", [Rational(1, 4), Rational(1, 2), 1], formula=1)
def smaller_losses(share: Any) -> dict[Any, Any]:
    """Δ = d_max = r = 1 and L_max = 2: attained where L_U is L_max."""
    return AT | {loss: 2 * share}


@ITSELF.extremal("c/c⋆", [Rational(1, 2), 1, 2])
def other_choices_for_the_run(value: Any) -> dict[Any, Any]:
    """L_U = 2 and Δ = r = 1."""
    return AT | {c: value}


@OPTIMAL.sharp
def attained() -> Sharpness:
    """The square that is lost with another c."""
    return Sharpness("the best c", "r√(2d_max/L_max), alone", [EXACTLY.theorem(f) for f in EXACTLY.states])


@RUN_BOUND.extremal("ŷ − y", [HALF, Rational(1, 8), Rational(1, 32)])
def smaller_errors(error: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """X_1 = ½diag(1, −1), W_1 = I/2, U = diag(½ − δ, ½ + δ) with ⅓ of the error, δ = ⅔(ŷ − y), and c⋆ = 4.

    With L_max and d_max just above L_U and Δ(U, W_1) the ratio tends to 1 as the error does to 0.
    """
    aside = Rational(2, 3) * error
    found = plane(error, error * (t - 1), HALF - aside, 4)
    furthest = 2 * aside**2 * (1 + aside**2)
    values = {name: value for name, value in found["at"].items() if name != c}
    return values | {most_loss: furthest / 8, most_divergence: furthest}, found["discharge"]()
