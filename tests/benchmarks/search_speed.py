"""The engines of `verify hunt` beside a plain Hypothesis loop: instances per second, as ratios.

    python tests/benchmarks/search_speed.py [--seconds S]

Prints a Markdown table, measured in one run, on one thread. An instance is a whole sequence of k trials of the implicit
update for the squared loss in R^n, with all that the hypotheses of geometric_view/example-5-bound.repaired speak of,
and both of its inequalities. The plain loop draws one instance an example; it makes the sequence by the learner's
`learn_one`, or evaluates the claim's own formulas at it in mpmath with 15 digits.
"""

from __future__ import annotations

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # before numpy is imported

import argparse
import contextlib
import math
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from hypothesis import HealthCheck, Phase, Verbosity, given, settings, strategies

from numeric.learners import ImplicitLearner, SquaredLoss
from numeric.manifolds import Euclidean
from proofs.geometric_view.example_5 import BOUND_REPAIRED as CLAIM
from verify.claims.concrete import value
from verify.hunt.climb import climb
from verify.hunt.space import Space, spaces
from verify.hunt.strategies import search
from verify.tasks import seeded

SIZES = ((1, 1), (2, 2), (3, 3))
"""Trials, and the dimension."""

Drawn = tuple[float, float, list[float], list[float], list[list[float]], list[float]]


def instances(k: int, n: int) -> strategies.SearchStrategy[Drawn]:
    """X, the rate, the start, the comparator, the k points and their outcomes."""
    number = strategies.floats(-10.0, 10.0, allow_subnormal=False)
    vector = strategies.lists(number, min_size=n, max_size=n)
    return strategies.tuples(
        strategies.floats(0.0, 10.0),
        strategies.floats(0.01, 10.0),
        vector,
        vector,
        strategies.lists(vector, min_size=k, max_size=k),
        strategies.lists(number, min_size=k, max_size=k),
    )


def by_learner(drawn: Drawn) -> None:
    """Runs the learner trial by trial, and compares both sides of both inequalities."""
    X, eta, start, best, points, outcomes = drawn
    learner = ImplicitLearner(Euclidean(), SquaredLoss(), start, eta)
    before = after = compared = 0.0
    for x, y in zip(points, outcomes, strict=True):
        before += learner.loss_one(x, y)
        learner.learn_one(x, y)
        after += learner.loss_one(x, y)
        compared += (_dot(best, x) - y) ** 2
    bound = sum((b - s) ** 2 for b, s in zip(best, start, strict=True)) / (2 * eta)
    bound += 2 * math.sqrt(compared * after) - (1 + 2 * eta * X**2) * after
    _ = bound >= after, before / (1 + 4 * eta * X**2) >= after


def by_formula(drawn: Drawn) -> None:
    """Makes the sequence in plain Python, and evaluates the claim's formulas at it."""
    X, eta, start, best, points, outcomes = drawn
    weights = [start]
    for x, y in zip(points, outcomes, strict=True):
        error = (_dot(weights[-1], x) - y) / (1 + 2 * eta * _dot(x, x))
        weights.append([w - 2 * eta * error * component for w, component in zip(weights[-1], x, strict=True)])
    found = {
        "w": lambda t: weights[int(t)], "x": lambda t: points[int(t)], "y": lambda t: outcomes[int(t)],
        "w⋆": best, "X": X, "η": eta, "k": len(points),
    }  # fmt: skip
    heads = {s for formula in (*CLAIM.given, *CLAIM.states) for s in formula.free_symbols if str(s) in found}
    at = {head: found[str(head)] for head in heads}
    for formula in CLAIM.states:
        _ = value(formula.lhs, at, 15) >= value(formula.rhs, at, 15)


def _dot(u: list[float], v: list[float]) -> float:
    return sum(a * b for a, b in zip(u, v, strict=True))


def plain_rate(judge: Callable[[Drawn], None], k: int, n: int, seconds: float) -> float:
    """Instances per second of a plain Hypothesis loop."""
    done = [0]

    @settings(
        max_examples=200,
        database=None,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck),
    )
    @given(instances(k, n))
    def loop(drawn: Drawn) -> None:
        done[0] += 1
        with contextlib.suppress(ValueError, OverflowError, ZeroDivisionError):
            judge(drawn)

    return rate(loop, done, seconds)


def engine_rate(work: Callable[[int], int], seconds: float) -> float:
    """Instances per second of an engine, over seeds."""
    done, seeds = [0], count()

    def one() -> None:
        done[0] += work(next(seeds))

    return rate(one, done, seconds)


def rate(work: Callable[[], Any], done: list[int], seconds: float) -> float:
    """What `done` counts in a second of this process's time, after a first time to warm up."""
    work()
    done[0], began = 0, time.process_time()
    while time.process_time() - began < seconds:
        work()
    return done[0] / (time.process_time() - began)


def space_of(k: int, n: int) -> Space:
    """The claim's space of that size."""
    return next(space for space in spaces(CLAIM) if space.name == f"k = {k}, in R^{n}")


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each measurement")
    seconds = parser.parse_args().seconds
    print("| instances | engine | per second | over the learner in Hypothesis | over the formulas in Hypothesis |")
    print("|---|---|---|---|---|")
    for k, n in SIZES:
        learner, formula = (plain_rate(judge, k, n, seconds) for judge in (by_learner, by_formula))
        space = space_of(k, n)
        engines = {
            "optimiser": lambda seed: climb(space, seeded(seed), 1 << 16, 100).cases,  # noqa: B023
            "Hypothesis over batches": lambda seed: search(space, seed, 100)[0].cases,  # noqa: B023
        }
        for name, work in engines.items():
            found = engine_rate(work, seconds)
            print(
                f"| k = {k}, n = {n} | {name} | {found:.3g} | {found / learner:.0f} | {found / formula:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
