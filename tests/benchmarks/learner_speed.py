"""The learners beside others: steps per second of `run` against river, scikit-learn, pymanopt and scipy, as ratios.

    python tests/benchmarks/learner_speed.py [--numbers N]

Prints three Markdown tables, measured in one run, on one thread where no number is given, by the processor's time but
for the batches. numba comes with the extra `fast`, the others with `peers`; what is not installed says so. The limit is
the time to read x once from memory, that of numpy's sum of X. A whole pass of scikit-learn is one `fit` of one epoch,
compiled, checks of its input included, as in `run`. Rates: eta here is eta0/2 there.
"""

from __future__ import annotations

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # before numpy is imported

import argparse
import math
import sys
import time
import warnings
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from matrix_eg_speed import matrix_eg_speed

from numeric.learners import EG, LMS, Perceptron, SphereLearner, run, run_batch

DIMENSIONS = (10, 100, 1000)
ROWS = 1000  # of what takes one row at a time
MISSING = "not installed"
COLUMNS = {  # a peer: its package, and the learners that it has
    "scikit-learn, whole pass": ("sklearn", ("LMS", "Perceptron")),
    "scikit-learn, by rows": ("sklearn", ("LMS", "Perceptron")),
    "river": ("river", ("LMS", "Perceptron")),
    "pymanopt": ("pymanopt", ("sphere",)),
}


def module(name: str) -> Any:
    """The module, or None where it is not installed."""
    try:
        return import_module(name)
    except ImportError:
        return None


def together(calls: dict[str, Callable[[], Any]], clock: Callable[[], float] = time.process_time) -> dict[str, float]:
    """The least time of each call, taken in turns, so that all meet the same load of the machine.

    clock: the processor's time, which leaves out that of other processes; for several threads, another.
    """
    best = dict.fromkeys(calls, math.inf)
    for _ in range(15):
        for name, f in calls.items():
            start = clock()
            f()
            best[name] = min(best[name], clock() - start)
    return best


def stream(d: int, numbers: int) -> tuple[Any, Any]:
    """Rows and noisy labels of a linear function."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((numbers // d, d))
    return X, X @ rng.standard_normal(d) / math.sqrt(d) + 0.3 * rng.standard_normal(len(X))


def by_rows(step: Callable[[Any, Any], Any], X: list[Any], Y: list[Any]) -> Callable[[], None]:
    """What makes a step for each row."""

    def steps() -> None:
        for x, y in zip(X, Y, strict=True):
            step(x, y)

    return steps


def peers(learner: str, d: int, X: Any, Y: Any) -> dict[str, Callable[[], Any]]:
    """What each peer does that has this learner and is installed: a pass over X, or over the first ROWS of it."""
    calls: dict[str, Callable[[], Any]] = {}
    linear, river, pymanopt = module("sklearn.linear_model"), module("river"), module("pymanopt")
    some, labels = X[:ROWS], Y[:ROWS].tolist()
    if linear and learner in ("LMS", "Perceptron"):
        settings = {"fit_intercept": False, "shuffle": False, "max_iter": 1, "tol": None}
        if learner == "LMS":
            settings |= {"penalty": None, "learning_rate": "constant", "eta0": 0.02 / d}
        make = linear.SGDRegressor if learner == "LMS" else linear.Perceptron
        calls["scikit-learn, whole pass"] = lambda: make(**settings).fit(X, Y)
        one, known = make(**settings), {} if learner == "LMS" else {"classes": [-1.0, 1.0]}
        step = partial(one.partial_fit, **known)
        calls["scikit-learn, by rows"] = by_rows(step, [x[None] for x in some], [[y] for y in labels])
    if river and learner in ("LMS", "Perceptron"):
        optim, models = module("river.optim"), module("river.linear_model")
        model = models.Perceptron()
        if learner == "LMS":
            model = models.LinearRegression(optimizer=optim.SGD(0.01 / d), intercept_lr=0.0)
        else:
            labels = [y > 0 for y in labels]
        calls["river"] = by_rows(model.learn_one, [dict(enumerate(x.tolist())) for x in some], labels)
    if pymanopt and learner == "sphere":
        sphere, p = module("pymanopt.manifolds").Sphere(d), np.eye(d)[0]

        def move(x: Any, _: Any) -> None:
            nonlocal p
            p = sphere.exp(p, -0.1 * sphere.euclidean_to_riemannian_gradient(p, 2.0 * (p @ x) * x))

        calls["pymanopt"] = by_rows(move, list(some), labels)
    return calls


def row(learner: str, d: int, make: Callable[[], Any], X: Any, Y: Any) -> str:
    """The row of a learner: the time to read x, then each peer's, over that of a step of `run`."""
    few = X[: 10 * ROWS], None if Y is None else Y[: 10 * ROWS]
    others = peers(learner, d, X, np.zeros(len(X)) if Y is None else Y)
    calls = {"limit": X.sum, "numpy": lambda: run(make(), *few, compiled=False), **others}
    if module("numba"):
        run(make(), *few)  # compiles
        calls["ours"] = lambda: run(make(), X, Y)
    lengths = {"numpy": len(few[0])} | dict.fromkeys(others, ROWS) | {"scikit-learn, whole pass": len(X)}
    steps = {name: t / lengths.get(name, len(X)) for name, t in together(calls).items()}
    ours = steps.get("ours", steps["numpy"])
    cells = [f"{steps['limit'] / ours:.2f}" if "ours" in steps else MISSING, f"{steps['limit'] / steps['numpy']:.4f}"]
    for column, (package, learners) in COLUMNS.items():
        if learner not in learners:
            cells.append("")
        else:
            cells.append(f"{steps[column] / ours:.3g}" if module(package) else MISSING)
    return f"| {learner} | {d} | " + " | ".join(cells) + " |"


def sequences(numbers: int) -> str:
    """The table of single sequences."""
    heads = ["learner", "d", "of the limit", "numpy alone, of the limit", *(f"over {name}" for name in COLUMNS)]
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    for d in DIMENSIONS:
        X, Y = stream(d, numbers)
        lines.append(row("LMS", d, partial(LMS, d, 0.01 / d), X, Y))
        lines.append(row("Perceptron", d, partial(Perceptron, d), X, np.sign(Y)))
        lines.append(row("EG", d, partial(EG, np.full(d, 1.0 / d), 0.01), X, Y))
        X /= np.sqrt(np.einsum("ti,ti->t", X, X))[:, None]
        lines.append(row("sphere", d, partial(SphereLearner, np.eye(d)[0], 0.1), X, None))
    return "\n".join(lines)


def plain_loop(X: Any, Y: Any, eta: float, radius: float) -> Any:
    """Projected online gradient descent on one sequence, step by step in numpy."""
    w = np.zeros(X.shape[1])
    losses = np.empty(len(X))
    for t in range(len(X)):
        error = X[t] @ w - Y[t]
        losses[t] = error * error
        w = w - eta / math.sqrt(t + 1.0) * 2.0 * error * X[t]
        length = np.linalg.norm(w)
        if length > radius:
            w = w * (radius / length)
    return losses.sum()


def batches() -> str:
    """The table of many sequences at once, by the wall clock: it needs as many idle cores as there are threads."""
    rng = np.random.default_rng(1)
    X, Y = rng.standard_normal((100, 10, 10_000)), rng.standard_normal((100, 10_000))
    few = [(np.ascontiguousarray(X[:, :, b]), np.ascontiguousarray(Y[:, b])) for b in range(100)]

    def batch(threads: int) -> None:
        if threads:
            numba.set_num_threads(threads)
        run_batch(X, Y, 0.1, 1.0, compiled=threads > 0)

    numba = module("numba")
    calls = {"loop": lambda: [plain_loop(x, y, 0.1, 1.0) for x, y in few], "numpy": lambda: batch(0)}
    cores = numba.config.NUMBA_NUM_THREADS if numba else 0
    for threads in sorted({1, 2, cores} & set(range(1, cores + 1))):
        batch(threads)  # compiles
        calls[f"numba, {threads} thread{'s' * (threads > 1)}"] = partial(batch, threads)
    times = together(calls, time.perf_counter)
    loop = times.pop("loop") / len(few) * X.shape[2]
    lines = ["| projected OGD, 10,000 sequences, T = 100, d = 10 | over the loop by steps in numpy |", "|---|---|"]
    lines += [f"| run_batch, {name} | {loop / t:.0f} |" for name, t in times.items()]
    return "\n".join(lines if numba else [*lines, f"| run_batch, numba | {MISSING} |"])


def matrices() -> str:
    """The table of a MEG step."""
    times = matrix_eg_speed()
    ours = times.pop("MatrixEG.learn_one")
    times = {name: t / ours for name, t in times.items()}
    lines = ["| MEG step, d = 52 | over ours |", "|---|---|"] + [f"| {name} | {t:.2f} |" for name, t in times.items()]
    return "\n".join(lines if len(times) > 1 else [*lines, f"| scipy expm(logm W - G) | {MISSING} |"])


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--numbers", type=int, default=20_000_000, help="entries of X, many more than a cache holds")
    numbers = parser.parse_args().numbers
    warnings.simplefilter("ignore")  # scikit-learn's remark that one epoch has not converged
    print("\n\n".join([sequences(numbers), batches(), matrices()]))


if __name__ == "__main__":
    main()
