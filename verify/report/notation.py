"""What the printers of statements share: indices and arguments, parts of names, the order of sums, decimals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sympy import Basic

from verify.language.terms import Formula, Fun, Head, Pt, Vec, minus_last

Position = tuple[Any, int]

MOST_DIGITS = 20
"""What has more digits behind the point stays a fraction."""


def argument_positions(formulas: Iterable[Formula]) -> set[Position]:
    """Where an abstract function takes a real argument somewhere, or nothing but numbers everywhere."""
    real: set[Position] = set()
    index: set[Position] = set()
    literal: set[Position] = set()
    for formula in formulas:
        for node in formula.atoms(Fun, Vec, Pt):
            args = _arguments(node)
            numbers = all(a.is_Integer for a in args) and isinstance(node, Fun)
            for place, a in enumerate(args):
                if isinstance(node, Fun):
                    literal.add((node.args[0], place))
                if not a.is_integer or (isinstance(node, Fun) and node.args[1] > 0):
                    real.add((node.args[0], place))
                elif not numbers:
                    index.add((node.args[0], place))
    return real | (literal - index)


def index_places(formulas: Sequence[Formula]) -> dict[str, list[int]]:
    """Of each name that has indices, at which places of what it is written with they stand."""
    behind = argument_positions(formulas)
    nodes = {(node.args[0], len(_arguments(node))) for formula in formulas for node in formula.atoms(Fun, Vec, Pt)}
    places = {head.name: [place for place in range(size) if (head, place) not in behind] for head, size in nodes}
    return {name: found for name, found in sorted(places.items()) if found}


def _arguments(node: Basic) -> tuple[Any, ...]:
    return tuple(node.args[1:] if isinstance(node, Pt) else node.args[2:])


def decimal(number: Any) -> str:
    """A long fraction of tenths, hundredths and so on as the decimal that it is, 241/100 as 2.41; else nothing."""
    if not (number.is_Rational and min(number.q, abs(number.p)) >= 100):
        return ""
    digits = next((n for n in range(1, MOST_DIGITS + 1) if 10**n % number.q == 0), 0)
    shown = str(abs(number.p) * 10**digits // number.q).rjust(digits + 1, "0")
    return f"{'-' * (number.p < 0)}{shown[:-digits]}.{shown[-digits:]}" if digits else ""


def begins_with_number(product: Any) -> bool:
    """Whether digits in front of the product need a sign between."""
    return bool(product.as_ordered_factors()[0].as_base_exp()[0].is_number)


class Notation:
    """A mixin of printers: an argument is an index unless its position is one of `arguments`."""

    _arguments: set[Position]

    def _as_ordered_terms(self, expr: Any, order: Any = None) -> list[Any]:
        """The terms of a sum, those without a minus sign first."""
        printer: Any = super()
        return minus_last(printer._as_ordered_terms(expr, order))

    def _placed(self, head: Head, args: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """The arguments that are set below the name, and those that are set behind it."""
        below = [a for place, a in enumerate(args) if (head, place) not in self._arguments]
        return below, [a for place, a in enumerate(args) if (head, place) in self._arguments]
