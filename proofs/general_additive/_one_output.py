"""Instances of the algorithms with one output and one input: x_t = 1 and ψ(θ) = psi·θ on the line."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sympy import Lambda, S

from proofs.general_additive.algorithm import Psi, eta, length, t
from proofs.general_additive.linearised import Z, b, best
from verify.audit import Deriv, Theorem, combine, eq, ge, generalize, instantiate, real
from verify.author.kernel import KernelError
from verify.language.terms import VecHead
from verify.lemmas.few_rounds import each_round

p, q, r, w, z = real("p q r w z")


def on_the_line(path: Any, comparator: Any, *, psi: Any = 1, rounds: int = 1, **values: Any) -> dict[Any, Any]:
    """θ_t = path, an expression in t, and θ⋆, with values of η, Z and b."""
    names: dict[str, Any] = {"eta": eta, "Z": Z, "b": b}
    found: dict[Any, Any] = {
        Psi: Lambda(r, psi * r**2 / 2),
        VecHead("θ"): Lambda(t, path),
        VecHead("x"): Lambda(t, 1),
        best: comparator,
        length: rounds,
    }
    return found | {names[name]: value for name, value in values.items()}


def met(
    at: dict[Any, Any], slope: Any, rate: Any, *more: Callable[[], Theorem], apart: Any = (1, 1)
) -> Callable[[], list[Theorem]]:
    """The theorems that meet the schemas that hold at such an instance, for a slope that is an expression in t.

    `apart`: Δ_ψ(θ_1, θ⋆), and its value, for rates that have a root of it.
    """

    def theorems() -> list[Theorem]:
        last, psi = at[length], 2 * at[Psi](1)
        path, slopes = at[VecHead("θ")](t), S(slope)
        trial = [ge(t, 1), ge(last, t)]
        bend = Deriv(Deriv(psi * r**2 / 2, r, z), z, w)
        tangent = ge(psi * w**2 / 2, psi * z**2 / 2 + (w - z) * Deriv(psi * r**2 / 2, r, z))
        most, least = at.get(b, 1), at.get(Z, 1)
        distance = combine(ge(apart[0], 0), [(apart[1], 1)])
        move = eq(path.subs(t, t + 1), path - rate * slopes)
        rules = (
            lambda: instantiate(each_round(move, t, last=last), {}, [distance]),
            lambda: generalize(combine(tangent, [(psi / 2, (w - z) ** 2)]), [w, z]),
            lambda: generalize(combine(ge(most, bend), [(most - psi, 1)]), [t, w], trial),
            lambda: each_round(ge(least**2, slopes**2), t, lambda n: [(least**2 - slopes.subs(t, n) ** 2, 1)], last),
            *more,
        )
        found = []
        for rule in rules:
            with suppress(KernelError):
                found.append(rule())
        return found

    return theorems
