"""Products by the signs of their factors, each on its own: cuts of a cone are then of one of them alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Symbol

from verify.prover.goal import Goal
from verify.prover.polynomial.reading import Unreadable, rational, read
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples


def factors(goal: Goal, samples: Samples) -> Iterator[Move]:
    """A quotient of polynomials as the product of its factors, with the signs that these are seen to have.

    So is a product of polynomials in square roots of variables, as √x − √y has the sign of x − y.
    """
    try:
        system = read(goal)
    except Unreadable:
        return
    if system.numerator.is_zero() or not all(isinstance(m.as_base_exp()[0], Symbol) for m in system.meanings):
        return
    if system.denominator.is_constant() and all(isinstance(m, Symbol) for m in system.meanings):
        return
    (above, top), (below, bottom) = system.numerator.factor(), system.denominator.factor()
    if system.denominator.is_constant() and len(top) < 2:
        return
    scale = rational(above / below)
    table: list[list[Any]] = [[scale, 1, "+" if scale > 0 else "-"]] if scale != 1 else []
    for factor, power in (*((f, int(m)) for f, m in top), *((f, -int(m)) for f, m in bottom)):
        term = system.expression(factor)
        signs = samples.signs(term)
        if power % 2 == 0 and (power < 0 or not goal.shows.strict):
            table.append([term, power, ""])
        elif not signs >= {-1, 1}:
            table.append([term, power, "-" if -1 in signs else "+"])
        else:
            return
    yield "product", {"factors": table}
