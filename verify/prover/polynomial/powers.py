"""Polynomials in the distance u ≥ 0 of a variable from its one end: those whose coefficients are not negative.

Each coefficient is a polynomial in the other variables, for which sums of squares are found under the conditions that
these meet: a few small problems for a large one. All of them together are one such identity.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from flint import fmpq

from verify.prover.allowance import Allowance
from verify.prover.goal import Goal
from verify.prover.polynomial import gram
from verify.prover.polynomial.reading import Polynomial, System, Unreadable, read
from verify.prover.polynomial.squares import Matrix, accepts

_MOST_POWERS = 8


def propose(goal: Goal, allowed: Allowance) -> dict[str, Any] | None:
    """Data of kind `squares` that the check accepts, if as much work as is allowed finds them."""
    try:
        system = read(goal)
    except Unreadable:
        return None
    for n, i in _ends(system):
        terms = _terms(system, n, i, allowed)
        if terms is None:
            continue
        if accepts(goal, data := {"terms": terms}):
            return data
    return None


def _ends(system: System) -> Iterator[tuple[int, int]]:
    """The conditions that bound a variable by a number, where no other one speaks of it; and its place in the ring."""
    for n, g in enumerate(system.given):
        used = gram.variables(g.polynomial)
        if len(used) != 1 or gram.degree(g.polynomial) != 1:
            continue
        (i,) = used
        others = [h for m, h in enumerate(system.given) if m != n]
        if any(i in gram.variables(h.polynomial) for h in others) or not any(gram.degree(h.polynomial) for h in others):
            continue
        rest = gram.variables(system.shows) - {i}
        if rest and 1 <= system.shows.degrees()[i] <= _MOST_POWERS:
            yield n, i


def _terms(system: System, n: int, i: int, allowed: Allowance) -> list[dict[str, Any]] | None:
    """The terms for all the coefficients, each times the power of the condition."""
    u = system.given[n].polynomial
    kept = [m for m in range(len(system.given)) if m != n]
    found: list[dict[str, Any]] = []
    for k, coefficient in reversed(list(enumerate(_coefficients(system, u, i)))):
        if coefficient.is_zero():
            continue
        part = replace(
            system, numerator=coefficient, denominator=system.ring.constant(1),
            given=tuple(system.given[m] for m in kept), strict=False,
        )  # fmt: skip
        solution = _solution(part, allowed.part(0.5))
        if solution is None:
            return None
        for block, matrix in solution:
            weight = (*(kept[m] for m in block.weight), *([n] if k % 2 else []))
            basis = tuple(b * u ** (k // 2) for b in block.basis)
            found.append(gram.as_data(gram.Block(weight, block.factor, basis), matrix))
    return found


def _coefficients(system: System, u: Polynomial, i: int) -> list[Polynomial]:
    """Those of the powers of u = c·(x − e) in what is to be shown, from the one of 1 on, for the variable x at i."""
    x = system.ring.gens()[i]
    slope = u.derivative(i)
    there = (x - (u - slope * x)) * (1 / _number(slope))
    moved = system.shows.compose(*(there if g == x else g for g in system.ring.gens()))
    rows: dict[int, dict[tuple[int, ...], fmpq]] = {}
    for exponents, c in moved.to_dict().items():
        rest = tuple(0 if j == i else int(e) for j, e in enumerate(exponents))
        rows.setdefault(int(exponents[i]), {})[rest] = c
    return [system.ring.from_dict(rows.get(k, {})) for k in range(max(rows) + 1)]


def _number(constant: Polynomial) -> fmpq:
    return fmpq(constant.leading_coefficient())


def _solution(part: System, allowed: Allowance) -> list[tuple[gram.Block, Matrix]] | None:
    for multiplier, blocks in gram.strategies(part, allowed):
        if multiplier or allowed.is_over:
            return None
        found = next(gram.solutions(part, [], blocks, allowed), None)
        if found is not None:
            return [(b, g) for b, g in found if any(c != 0 for row in g for c in row)]
    return None
