"""Instances of the general additive algorithm on the real line, with one output: gradient descent on θ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from sympy import Lambda, Rational, Sum

from proofs.general_additive.algorithm import Phi, Psi, eta, j, k, length, t
from verify.audit import Deriv, Theorem, combine, eq, ge, generalize, identity, real
from verify.author.kernel import KernelError
from verify.language.terms import VecHead
from verify.lemmas.few_rounds import each_round

w, p, q, r = real("w p q r")
THETA, BEST, INPUT, BASIS = (VecHead(name) for name in ("θ", "θ⋆", "x", "e"))
PREDICTED, COMPARATOR, DESIRED = (VecHead(name) for name in ("â", "a⋆", "a"))
HALF = Rational(1, 2)
HALF_SQUARE = Lambda(w, w**2 / 2)


def gradient_descent(path: Any, best: Any, rate: Any = HALF, trials: int = 1, **other: Any) -> dict[Any, Any]:
    """ψ and φ the identity, x_t = 1 and y_t = 0, for parameters `path(t)` and a comparator; `other` as in `_OTHER`."""
    found = {
        Psi: HALF_SQUARE,
        Phi: HALF_SQUARE,
        eta: rate,
        k: 1,
        length: trials,
        BASIS: Lambda(j, 1),
        INPUT: Lambda(t, 1),
        DESIRED: Lambda(t, 0),
        THETA: Lambda((t, j), path(t)),
        PREDICTED: Lambda(t, path(t)),
        BEST: Lambda(j, best),
        COMPARATOR: Lambda(t, best),
    }
    return found | {_OTHER[name]: value for name, value in other.items()}


_OTHER = {
    "Psi": Psi,
    "Phi": Phi,
    "basis": BASIS,
    "inputs": INPUT,
    "desired": DESIRED,
    "predicted": PREDICTED,
    "comparator": COMPARATOR,
}


def halving(t: Any) -> Any:
    """θ_t = 2^{1−t}: what η = ½ makes of θ_1 = 1."""
    return Rational(2) ** (1 - t)


def met(at: Mapping[Any, Any], b: Any = 1, c: Any = 1) -> Callable[[], list[Theorem]]:
    """The theorems that meet the schemas that hold at such an instance; those that do not hold are left out."""

    def theorems() -> list[Theorem]:
        psi, phi = (2 * at[f](1) for f in (Psi, Phi))  # the potentials are psi·w²/2 and phi·w²/2
        theta, activation, e, x = at[THETA], at[PREDICTED](t), at[BASIS](j), at[INPUT](t)
        here = [ge(t, 1), ge(at[length], t), ge(j, 1), ge(1, j)]
        error = phi * (activation - at[DESIRED](t))
        equations = [
            (eq(p * q, Sum(p * q * at[BASIS](j) ** 2, (j, 1, 1))), [p, q], []),
            (eq(activation * e, psi * theta(t, j) * x), [t, j], here),
            (eq(at[COMPARATOR](t) * e, psi * at[BEST](j) * x), [t, j], here),
            (eq(theta(t + 1, j), theta(t, j) - at[eta] * error * e * x), [t, j], here),
        ]
        squares = [
            (_tangent(at[Phi]), phi / 2, (p - q) ** 2, [p, q], []),
            (_tangent(at[Psi]), psi / 2, (p - q) ** 2, [p, q], []),
            (ge(b, psi * x**2), b - psi * x**2, 1, [t, p], here[:2]),
            (ge(c * phi * (p - q) ** 2, (phi * (p - q)) ** 2), phi * (c - phi), (p - q) ** 2, [p, q], []),
        ]
        rules = [partial(_equation, f, variables, given, at[length]) for f, variables, given in equations]
        rules += [partial(_inequality, *square) for square in squares]
        found = []
        for rule in rules:
            with suppress(KernelError):
                found.append(rule())
        return found

    return theorems


def _equation(formula: Any, variables: list[Any], given: list[Any], trials: int) -> Theorem:
    """An equation that holds identically, or in each of the trials."""
    try:
        return generalize(identity(formula), variables, given)
    except KernelError:
        return each_round(formula, t, last=trials, more=variables[1:], given=given[2:])


def _inequality(formula: Any, multiplier: Any, slack: Any, variables: list[Any], given: list[Any]) -> Theorem:
    """An inequality whose sides differ by a product of two terms that are not negative."""
    return generalize(combine(formula, [(multiplier, slack)]), variables, given)


def _tangent(potential: Any) -> Any:
    """The potential lies above its tangents."""
    return ge(potential(p), potential(q) + (p - q) * Deriv(potential(r), r, q))
