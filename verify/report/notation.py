"""What the printers of statements share: indices and arguments, the parts of a name, norms, the order of sums."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from sympy import Basic
from sympy.printing.conventions import split_super_sub
from sympy.printing.pretty.pretty_symbology import greek_unicode

from verify.language.terms import Formula, Fun, Head, Pt, Vec, minus_last

Position = tuple[Any, int]


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


def _arguments(node: Basic) -> tuple[Any, ...]:
    return tuple(node.args[1:] if isinstance(node, Pt) else node.args[2:])


def split_name(name: str) -> tuple[str, list[str], list[str]]:
    """The letters of a name, what is set above and what below them; Greek letters may be spelt."""
    braced = re.fullmatch(r"([^{}]+)_\{([^{}]+)\}", name)
    base, above, below = split_super_sub(braced[1] if braced else name)
    below = [*below, *braced.groups()[1:]] if braced else below
    return _letter(base), [_letter(part) for part in above], [_letter(part) for part in below]


def _letter(part: str) -> str:
    return str(greek_unicode.get(part, part))


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
