"""Runs of one trial in coordinates, at which changed claims on runs fail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sympy import Add, Lambda, Rational, Tuple, cos, pi, sin, sinc, sqrt

from proofs.spheres._runs import DATA, HALF, NEAR, SOLVED, START, UPDATES, k, t
from proofs.spheres.lemma_7_sign import AT_MOST_ONE, BELOW_ONE
from proofs.spheres.single_step import best, eta
from verify.author.kernel import Theorem, combine, generalize, identity
from verify.claims import Claim
from verify.language.terms import Formula, VecHead, eq, ge

Coordinates = Sequence[Any]
Run = dict[Any, Any]
THIRD, QUARTER_TURN = (HALF, sqrt(3) / 2), (0, 1)


def _dot(u: Coordinates, v: Coordinates) -> Any:
    return Add(*(a * b for a, b in zip(u, v, strict=True)))


def next_coordinates(p: Coordinates, x: Coordinates, eta: Any) -> list[Any]:
    """The coordinates of p_{t+1}: `next_parameter`, read in coordinates."""
    tangent = [2 * _dot(p, x) * (b - _dot(p, x) * a) for a, b in zip(p, x, strict=True)]
    length = eta * sqrt(_dot(tangent, tangent))
    return [a * cos(length) - eta * g * sinc(length) for a, g in zip(p, tangent, strict=True)]


def one_trial(path: Coordinates, x: Coordinates, best_: Coordinates, rate: Any) -> Run:
    """The run of one trial, p_0 and p_1 given by functions of t."""
    families = {VecHead("p"): Lambda(t, Tuple(*path)), VecHead("x"): Lambda(t, Tuple(*x))}
    return {**families, best: tuple(best_), eta: rate, k: 1}


def in_plane(start: Any, rate: Any, direction: int = -1, x: Coordinates = QUARTER_TURN) -> Run:
    """The run in the plane with p⋆ = (1, 0) from the angle `start`, that turns by η|sin(2 start)|."""
    angle = start + direction * t * rate * sin(2 * start)
    return one_trial([cos(angle), sin(angle)], x, (1, 0), rate)


def meets(run: Run, schemas: Sequence[Formula] = (DATA, SOLVED, UPDATES)) -> list[Theorem]:
    """The schemas of the trials, proved for a run of one trial, where t = 0."""
    path, data, rate = run[VecHead("p")], run[VecHead("x")].expr, run[eta]
    only = [ge(t, 0), ge(0, t)]
    zero = combine(eq(t, 0), [(1, t)], facts=only)
    goals = {
        DATA: [eq(_dot(data, data), 1)],
        SOLVED: [eq(_dot(data, run[best]), 0)],
        UPDATES: [eq(a, b) for a, b in zip(path(t + 1), next_coordinates(list(path(t)), data, rate), strict=True)],
    }
    wanted = [goal for schema in schemas for goal in goals[schema]]
    return [generalize(identity(goal, using=[zero]), [t], only) for goal in wanted]


AT_REST = one_trial((*THIRD, 0), (0, 0, 1), (1, 0, 0), HALF)
SLOW = in_plane(pi / 3, Rational(1, 10))
HALF_RATE = in_plane(pi / 3, HALF)
TOO_FAST = in_plane(pi / 3, 2)
FAR = in_plane(5 * pi / 12, Rational(1, 10))
"""dist(p_0, p⋆) = 5π/12 = 1.3089…"""
RESTS_ANYWAY = one_trial(THIRD, QUARTER_TURN, (1, 0), HALF)
LONG_START = one_trial((HALF, 2), QUARTER_TURN, (1, 0), pi / (2 * sqrt(10)))
LONG_DATA = one_trial(THIRD, (0, 3), (1, 0), 4 * pi / (9 * sqrt(3)))
"""Off the sphere, with a rate at which the step is a full turn, so that p_1 = p_0."""
WITH_A_LOSS = in_plane(pi / 3, Rational(1, 10), 1, (1, 0))


def met(run: Run) -> tuple[Run, list[Theorem]]:
    """The run, with the theorems that its trial is as the hypotheses say."""
    return run, meets(run)


def meeting(run: Run) -> Callable[[], list[Theorem]]:
    return lambda: meets(run)


# --- hypotheses left out ----------------------------------------------------------------------------------------------

DROPPED: list[tuple[Formula, str, Run]] = [
    (START, "p_0 need not be a unit vector: (1/2, 2), with the loss 4 and p_1 = p_0.", LONG_START),
    (DATA, "The data need not be unit vectors: (0, 3), with the loss 27/4 and p_1 = p_0.", LONG_DATA),
    (SOLVED, "p⋆ may have a loss: x_0 = p⋆, and p_1 is farther away.", WITH_A_LOSS),
    (UPDATES, "Any p_1: it stays where p_0 is.", RESTS_ANYWAY),
    (NEAR, "Any distance from p_0 to p⋆: 5π/12.", FAR),
    (BELOW_ONE, "Any η > 0: 2.", TOO_FAST),
    (AT_MOST_ONE, "Any η > 0: 2.", TOO_FAST),
]


def without(claim: Claim, formula: Formula, number: int, summary: str, run: Run) -> None:
    """A mutant that lacks one hypothesis."""

    def dropped(changed: Claim) -> Claim:
        return changed.replace(given=[g for g in changed.given if g != formula])

    dropped.__name__, dropped.__doc__ = f"without_hypothesis_{number}", summary
    schemas = [f for f in (DATA, SOLVED, UPDATES) if f != formula]
    claim.mutant("hypothesis", at=run, discharge=lambda: meets(run, schemas))(dropped)


def undecided(claim: Claim, formula: Formula, name: str, summary: str, reason: str) -> None:
    """A mutant that lacks one hypothesis, and why it is not decided."""

    def dropped(changed: Claim) -> Claim:
        return changed.replace(given=[g for g in changed.given if g != formula])

    dropped.__name__, dropped.__doc__ = name, summary
    claim.mutant("hypothesis", undecided=reason)(dropped)


ONLY_DEFINED = (
    "p⋆ enters through ⟨p_t, p⋆⟩ alone, so the statement stays true as far as the arccosines are defined, which they "
    "need not be; for one trial spheres/lemma-9-progress.repaired proves that"
)


def without_each(claim: Claim) -> None:
    """A mutant for each of these hypotheses that the claim has."""
    for number, (formula, summary, run) in enumerate(DROPPED, start=1):
        if formula in claim.given:
            without(claim, formula, number, summary, run)


A_LITTLE = one_trial((cos(pi / 3 - t / 100), sin(pi / 3 - t / 100)), QUARTER_TURN, (1, 0), HALF)


def stepped(start: Coordinates, x: Coordinates, rate: Any, best_: Coordinates = (1, 0)) -> Run:
    """The run of one trial from these coordinates, straight to where the update leads."""
    ends = zip(start, next_coordinates(start, x, rate), strict=True)
    return one_trial([a + t * (b - a) for a, b in ends], x, best_, rate)


WITH_PROGRESS: list[tuple[Formula, str, Run]] = [
    (UPDATES, "Any p_1: a little closer than p_0.", A_LITTLE),
    (
        START,
        "p_0 need not be a unit vector: (1/2, 2), with the loss 4, a turn and a twelfth of one.",
        stepped((HALF, 2), QUARTER_TURN, 13 * pi / (24 * sqrt(10))),
    ),
    (
        DATA,
        "The data need not be unit vectors: (0, 3), with the loss 27/4, a turn and a twelfth of one.",
        stepped(THIRD, (0, 3), 13 * pi / (27 * sqrt(3))),
    ),
    (
        SOLVED,
        "p⋆ may have a loss: x_0 is near p_0, on the side away from p⋆.",
        stepped((Rational(3, 5), Rational(4, 5)), (Rational(16, 65), Rational(63, 65)), Rational(1, 10)),
    ),
]


def small_loss(start: Any, rate: Any) -> Run:
    """A trial in space at this distance from p⋆ = (1, 0, 0), with the loss 1/10000."""
    tilt = Rational(1, 100)
    return stepped((cos(start), sqrt(sin(start) ** 2 - tilt**2), tilt), (0, 0, 1), rate, (1, 0, 0))
