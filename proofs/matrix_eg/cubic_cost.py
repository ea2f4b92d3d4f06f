"""Section 3.2: the cost of an unwrapped update, measured."""

from __future__ import annotations

from numeric.experiments import update_cost
from verify.audit import Claim
from verify.claims.experiments import Curve, Figure, Finding, Result, Run, Stage, State
from verify.language.terms import Predicate

CUBIC_COST = Claim(
    "matrix_eg/cubic-cost",
    at="Section 3.2",
    printed="We incrementally maintain an eigenvalue decomposition of the matrix in the exponent (O(n³) per iteration)",
    states=Predicate(
        "the number of operations of an unwrapped update of n × n matrices is at most a constant times n³"
    ),
    rests_on=["matrix_eg/stable-update"],
    reading=(
        "An iteration adds a multiple of X_t to the exponent, decomposes it and multiplies three matrices. The time of "
        "`MatrixEG.learn_one`, which decomposes anew, is measured for dense instances, and the exponent of its growth "
        "fitted."
    ),
    open_because=(
        "Operations of an algorithm are no objects of the language, and an eigendecomposition has no exact finite "
        "algorithm: O(n³) is the cost to a given precision, of an iteration that converges. Measured times grow with "
        "an exponent of at most 3, at small dimensions far below it, as the cubic part takes over late; that agrees, "
        "and decides nothing."
    ),
)


@CUBIC_COST.experiment(steps=768, short=64, unit="dimensions")
def time_of_an_update(steps: int, seed: int, state: State | None) -> Run:
    """The time of one update at dimensions up to `steps`, and the exponent of its growth; a run is not continued."""
    del state
    sizes, times = update_cost.dimensions(max(steps, 16)), []
    for n in sizes:
        times.append(update_cost.seconds(n, seed=seed))
        yield Stage(n, None)
    late = len(sizes) // 2
    whole, last = update_cost.exponent(sizes, times), update_cost.exponent(sizes[late:], times[late:])
    return Result(
        settings={"seed": seed, "smallest dimension": sizes[0], "largest dimension": sizes[-1]},
        findings=(
            Finding("seconds of an update at the largest dimension", times[-1]),
            Finding("exponent of the growth, all dimensions", whole, "O(n³): at most 3", whole <= 3.0 + SPREAD),
            Finding("exponent of the growth, upper half", last, "O(n³): at most 3", last <= 3.0 + SPREAD),
        ),
        figures=(
            Figure(
                "update-cost",
                "Processor time of one unwrapped MEG update; dashed a multiple of n³ through the last point.",
                "n",
                "Seconds",
                (
                    Curve("measured", tuple(sizes), tuple(times)),
                    Curve("n³", tuple(sizes), tuple(times[-1] * (n / sizes[-1]) ** 3 for n in sizes), dashed=True),
                ),
            ),
        ),
    )


SPREAD = 0.3
"""How far a fitted exponent may be above 3: caches and threads are no part of the count of operations."""
