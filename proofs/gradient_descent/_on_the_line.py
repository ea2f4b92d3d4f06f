"""Runs of projected online gradient descent on the real line, at which changed claims fail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from sympy import Lambda, Rational, S, sign

from proofs.gradient_descent.ogd_setting import G, T, U, eta, grad, loss, moved, rate, t, u, w
from verify.audit import Theorem, assume, decided_by, ge, listed, real
from verify.author.kernel import KernelError
from verify.lemmas.few_rounds import each_round

q, r = real("q r")
HALF = Rational(1, 2)


def instance(
    slope: Any = 1, step: Any = 1, path: Any = None, before: Any = None, value: Any = None, **numbers: Any
) -> dict[Any, Any]:
    """ℓ_t(v) = value·v with gradient `slope`, the unit ball of the line, u = −1 and G = 1.

    w and w′ are in each round as listed, by default for the first step from 0.
    """
    path = path or [0, -step * slope]
    losses = {loss: Lambda((t, q), (slope if value is None else value) * q), grad: Lambda((t, q), slope)}
    run = {T: len(path) - 1, U: 1, rate: Lambda(t, step), w: path, moved: before or path, **losses}
    return run | {{"u": u, "G": G, "eta": eta}[name]: size for name, size in ({"u": -1, "G": 1} | numbers).items()}


def held(*proofs: Callable[[], Theorem]) -> list[Theorem]:
    """What these prove, where they do."""
    found = []
    for proof in proofs:
        with suppress(KernelError):
            found.append(proof())
    return found


def closest_on_the_line(path: Sequence[Any], before: Sequence[Any]) -> Theorem:
    """In each round no point of [−1, 1] is closer to w′ than w, by lists of both; w′ is w, or not inside."""
    ball, run, early = ge(1, q**2), listed(path, t)(t + 1), listed(before, t)(t + 1)

    def slacks(n: int) -> list[tuple[Any, Any]]:
        end, goal = S(path[n]), S(before[n])
        if end == goal:
            return [(1, (q - goal) ** 2)]
        far, spare = abs(goal), (abs(goal) - 1) ** 2 - (end - goal) ** 2
        return [(far, (1 - sign(goal) * q) ** 2), (far - 1, assume(ball)), (1, spare)]

    return each_round(ge((q - early) ** 2, (run - early) ** 2), t, slacks, len(path) - 1, [q], [ball])


def projected(*of: Any, **numbers: Any) -> Any:
    """How a changed claim is decided by such an instance, of which a step ends outside the ball."""
    line = instance(*of, **numbers)
    return decided_by(at=line, discharge=lambda: held(lambda: closest_on_the_line(line[w], line[moved])))
