"""Instances with two outputs and the softmax transfer function: activations (s, −s), inputs (1, 0), ψ the identity."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, S, Sum, Tuple, exp, log

from proofs.general_additive.algorithm import Phi, Psi, j, k, length, t
from verify.audit import Deriv, Theorem, combine, eq, ge, generalize, identity, instantiate, real
from verify.language.terms import VecHead
from verify.lemmas.few_rounds import each_round

p1, p2, q1, q2, r1, r2, r, s = real("p1 p2 q1 q2 r1 r2 r s")
LOG_SUM_EXP = Lambda((r1, r2), log(exp(r1) + exp(r2)))
HALF_SQUARE = Lambda((r1, r2), (r1**2 + r2**2) / 2)
SIDE = 3 - 2 * j
"""1 for the first output and −1 for the second."""


def softmax_plane(path: Any, comparator: Any, desired: Any, rate: Any, trials: int, **more: Any) -> dict[str, Any]:
    """Activations ±path(t) and ±comparator, expressions in t, and learning rate `rate`.

    The outcomes are those of the activations ±desired(t), or, where `desired` is a pair, it is the outcome.
    """
    at = {
        Phi: LOG_SUM_EXP,
        Psi: HALF_SQUARE,
        k: 2,
        length: trials,
        VecHead("e"): Lambda(j, Tuple(2 - j, j - 1)),
        VecHead("x"): Lambda(t, Tuple(1, 0)),
        VecHead("θ"): Lambda((t, j), Tuple(SIDE * path, 0)),
        VecHead("θ⋆"): Lambda(j, Tuple(SIDE * comparator, 0)),
        VecHead("â"): Lambda(t, Tuple(path, -path)),
        VecHead("a⋆"): Lambda(t, Tuple(comparator, -comparator)),
    }
    if isinstance(desired, tuple):
        at[VecHead("y")] = Lambda(t, Tuple(*desired))
    else:
        at[VecHead("a")] = Lambda(t, Tuple(desired, -desired))
    return {"at": at | more.get("values", {}), "discharge": lambda: schemas(path, comparator, desired, rate, trials)}


def partial_derivative(at: tuple[Any, Any], index: int, f: Lambda = LOG_SUM_EXP) -> Any:
    """The derivative of a function of two numbers in one of them."""
    return Deriv(f(r, at[1]), r, at[0]) if index == 0 else Deriv(f(at[0], r), r, at[1])


def schemas(path: Any, comparator: Any, desired: Any, rate: Any, trials: int) -> list[Theorem]:
    """The theorems that meet the schemas of the algorithm there."""
    trial, row = [ge(t, 1), ge(trials, t)], [ge(j, 1), ge(2, j)]
    path, comparator = S(path), S(comparator)
    here, goal = (path, -path), desired
    if not isinstance(desired, tuple):
        goal = tuple(partial_derivative((S(desired), -S(desired)), i) for i in (0, 1))
    errors = [partial_derivative(here, i) - goal[i] for i in (0, 1)]
    error = errors[0] * (2 - j) + errors[1] * (j - 1)
    first, second = 2 - j, j - 1
    basis = Sum((p1 * first + p2 * second) * (q1 * first + q2 * second), (j, 1, 2))
    mass = Sum(exp(p1 * first + p2 * second), (j, 1, 2))
    moved = SIDE * path.subs(t, t + 1)

    def slope(value: Any) -> Any:
        """The first coordinate of ψ at ±value, which is its product with the input."""
        return partial_derivative((SIDE * value, S.Zero), 0, HALF_SQUARE)

    half = S.One / 2
    height = (p1**2 + p2**2) / 2 - (q1**2 + q2**2) / 2
    away = (p1 - q1) * partial_derivative((q1, q2), 0, HALF_SQUARE)
    away += (p2 - q2) * partial_derivative((q1, q2), 1, HALF_SQUARE)
    bend = Deriv(Deriv(HALF_SQUARE(r, p2), r, s), s, p1)
    outputs = [partial_derivative((p1, p2), i) for i in (0, 1)]
    image = outputs[0] * first + outputs[1] * second
    transfer = each_round(eq(image, exp(p1 * first + p2 * second) / mass), j, more=[p1, p2])
    return [
        generalize(identity(eq(p1 * q1 + p2 * q2, basis)), [p1, p2, q1, q2]),
        each_round(eq(moved, SIDE * path - rate * error), t, last=trials, more=[j], given=row),
        generalize(identity(eq(path * first - path * second, slope(path))), [t, j], [*trial, *row]),
        generalize(identity(eq(comparator * first - comparator * second, slope(comparator))), [t, j], [*trial, *row]),
        generalize(combine(ge(height, away), [(half, (p1 - q1) ** 2), (half, (p2 - q2) ** 2)]), [p1, p2, q1, q2]),
        generalize(combine(ge(1, bend), []), [t, p1, p2], trial),
        generalize(identity(eq(log(exp(p1) + exp(p2)), log(mass))), [p1, p2]),
        generalize(instantiate(transfer, [j, p1, p2]), [p1, p2, j], row),
    ]
