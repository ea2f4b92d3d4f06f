"""Seconds of one MEG step at d = 52: ours, an eigendecomposition alone, and the textbook's scipy expm(logm W - G).

Run it as a script; scipy is optional. Prints a Markdown table of ratios: times go with the machine, ratios less so.
"""

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from numeric.learners.matrix_eg import MatrixEG

D, RATE = 52, 0.5


def best_time(f: Callable[[], Any], repeats: int = 7, seconds: float = 0.1) -> float:
    """The least mean time of a call over `repeats` rounds of about `seconds` each."""
    start = time.perf_counter()
    f()
    calls = max(1, int(seconds / max(time.perf_counter() - start, 1e-9)))
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        for _ in range(calls):
            f()
        best = min(best, (time.perf_counter() - start) / calls)
    return best


def matrix_eg_speed(d: int = D) -> dict[str, float]:
    """Seconds a step by what takes it; the textbook's only where scipy is installed."""
    rng = np.random.default_rng(0)
    A = rng.standard_normal((d, d))
    W = A @ A.T + d * np.eye(d)
    W /= np.trace(W)
    B = rng.standard_normal((d, d)) / d
    X = 0.5 * (B + B.T)
    learner = MatrixEG(W, RATE)
    times = {
        "MatrixEG.learn_one": best_time(lambda: learner.learn_one(X, 0.1)),
        "numpy eigh alone": best_time(lambda: np.linalg.eigh(W)),
    }
    try:
        linalg = import_module("scipy.linalg")
    except ImportError:
        return times

    def textbook() -> Any:
        E = linalg.expm(linalg.logm(W) - 2.0 * RATE * (np.trace(W @ X) - 0.1) * X)
        return E / np.trace(E)

    times["scipy expm(logm W - G)"] = best_time(textbook)
    return times


def table(times: dict[str, float]) -> str:
    """A Markdown table: each time over the learner's."""
    ours = times["MatrixEG.learn_one"]
    rows = [f"| {name} | {t * 1e6:.0f} | {t / ours:.2f} |" for name, t in times.items()]
    return "\n".join(["| MEG step, d = 52 | microseconds | over ours |", "|---|---|---|", *rows])


if __name__ == "__main__":
    print(table(matrix_eg_speed()))
