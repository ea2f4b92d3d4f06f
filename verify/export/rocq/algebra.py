"""Equations between rational functions of atoms: what is put in for atoms, what divides, which relations are used.

The equation is proved in Rocq for all numbers in the place of the atoms (`field`), and then used at these: so it does
not matter how long the atoms are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from flint import fmpz_mpoly

from verify.core.nodes import Term
from verify.core.rational import Quotient
from verify.core.zero import NormalForm

Named = Callable[[Term], str]
"""How the meaning of a generator is written."""


def polynomial(form: NormalForm, p: fmpz_mpoly, named: Named) -> str:
    """The polynomial in Rocq."""
    if p.is_zero():
        return "0"
    used = list(form.generators_in(p))
    parts = []
    for exponents, c in p.to_dict().items():
        raised = [(named(form.meaning[i]), exponents[k]) for k, i in used if exponents[k]]
        factors = [g + (f" ^ {k}" if k > 1 else "") for g, k in raised]
        n = int(c)
        written = str(n) if n >= 0 else f"({n})"
        parts.append(" * ".join([written, *factors] if n != 1 or not factors else factors))
    return f"({' + '.join(parts)})"


def quotient(form: NormalForm, x: Quotient, named: Named) -> str:
    """The quotient in Rocq."""
    above = polynomial(form, x[0], named)
    return above if x[1].is_one() else f"({above} / {product_of_factors(form, x[1], named)})"


def product_of_factors(form: NormalForm, p: fmpz_mpoly, named: Named) -> str:
    """The polynomial in Rocq, taken apart: so one sees of it that it is not zero."""
    content, factors = p.factor()
    parts = [polynomial(form, f, named) + (f" ^ {int(k)}" if int(k) > 1 else "") for f, k in factors]
    if not factors or int(content) != 1:
        parts.insert(0, f"({int(content)})")
    return f"({' * '.join(parts)})"


@dataclass(frozen=True)
class Used:
    """How often a relation g^q = r is used: p = Σ cofactor·(g^q − r) + what is left."""

    generator: int
    q: int
    r: fmpz_mpoly
    cofactor: fmpz_mpoly


def reduction(form: NormalForm, p: fmpz_mpoly) -> tuple[list[Used], fmpz_mpoly]:
    """What the relations of the generators leave of the polynomial, and how."""
    used: list[Used] = []
    for i in sorted(form.relations, reverse=True):
        q, r = form.relations[i]
        place = form.room - 1 - i
        cofactor = form.zero
        while not p.is_zero() and p.degrees()[place] >= q:
            left = form.zero
            for exponents, c in p.to_dict().items():
                times, rest = divmod(int(exponents[place]), q)
                part = form.context.from_dict({(*exponents[:place], rest, *exponents[place + 1 :]): c})
                left += part * r**times
                power = form.context.gens()[place] ** q
                for k in range(times):  # gᵗ − rᵗ = (g − r)·Σ gᵏ·rᵗ⁻¹⁻ᵏ, for g^q in the place of g
                    cofactor += part * power**k * r ** (times - 1 - k)
            p = left
        if not cofactor.is_zero():
            used.append(Used(i, q, r, cofactor))
    return used, p


def divisors(form: NormalForm, quotients: Iterable[Quotient]) -> list[fmpz_mpoly]:
    """Different factors of the denominators."""
    found: list[fmpz_mpoly] = []
    for _, d in quotients:
        if not d.is_constant():
            for f, _ in d.factor()[1]:
                if f not in found and not f.is_constant():
                    found.append(f)
    return found
