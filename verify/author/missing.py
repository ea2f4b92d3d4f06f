"""What is missing where no multipliers are found: what the best use of the reasons leaves of the goal.

The reasons are taken from the goal in several ways, a bounded number: each clears the monomials that it can in another
order, by multipliers that are numbers or depend on some of the generators. Of what is left over, what speaks of the
fewest variables of unknown sign and is the shortest is said, and no reason is used that does not make it shorter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, Final

from sympy import Add, Dummy, Expr, Mul, Pow, S, Symbol, factor, preorder_traversal
from sympy.polys.matrices import DomainMatrix

from verify.author.multipliers import MOST_READ, MOST_WEIGHT, System, coefficients

MOST_ORDERS: Final = 32
"""How many orders of the monomials, and choices of what multipliers may depend on, are tried of the first system."""
MOST_SCALED: Final = 8
"""And how many of each further one."""
MOST_SPELT: Final = 8
"""Of how many of those with the fewest monomials it is seen how much is to be read."""

Settles = Callable[[Any], bool]
"""Whether what is known settles that a term is not negative."""


@dataclass(frozen=True)
class Residue:
    """What is left over of a scalar goal, by monomials, and the multipliers of the reasons that are used."""

    monomials: Sequence[Expr]
    values: dict[int, Expr]
    way: _Way
    settles: Settles

    @cached_property
    def rest(self) -> Expr:
        """What is left over, in the author's terms."""
        return self.way.of.words(Add(*self.monomials) / self.way.of.over)

    @cached_property
    def plainness(self) -> tuple[int, int, int, int]:
        """How much is to be read of it: variables of unknown sign, parts without numbers, and with, reasons used.

        A little more where it is known never to be positive, as no reason can be found for it then, and where it speaks
        of what the goal bounds, which reasons are to bound, or of what it does not speak of, or is the goal
        itself.
        """
        words = sum(1 for part in preorder_traversal(self.rest) if not part.is_number)
        words += 2 * self.settles(-self.rest) + 3 * self.rest.has(*self.way.bounded) + 2 * self._is_foreign
        words += 3 * (not self.values)
        unknown = sum(1 for v in self.rest.free_symbols if not (v.is_positive or self.settles(v)))
        return unknown, words, _parts(self.rest), len(self.values)

    @property
    def _is_foreign(self) -> bool:
        """Whether it has a generator that the goal has not."""
        goal = set[Any]().union(*(part.free_symbols for part in self.way.of.goal.values()))
        return any(monomial.free_symbols - goal for monomial in self.monomials)

    def shortened(self) -> Residue:
        """The same without the reasons that do not make it plainer."""
        for n in self.values:
            fewer = self.way.residue([m for m in self.values if m != n], self.settles)
            if fewer.monomials and fewer.plainness < self.plainness:
                return fewer.shortened()
        return self


def left_over(systems: Iterable[System], settles: Settles, bounded: Sequence[Symbol] = ()) -> Residue | None:
    """The plainest of what the slacks of one of these systems leave over, if the goal is scalar.

    `bounded` are the variables that only the smaller side of the goal has.
    """
    tried: dict[Any, Residue] = {}
    for number, of in enumerate(of for of in systems if not set(of.goal) - {S.One}):
        most = min(MOST_SCALED if number else MOST_ORDERS, MOST_READ // (10 * of.length or 1))
        for way in islice(_ways(of, settles, bounded), max(2, most)):
            found = way.residue(range(len(of.slacks)), settles)
            if found.monomials:  # else there are multipliers, and they were refused
                tried.setdefault((of.over, frozenset(found.monomials)), found)
    first = sorted(tried.values(), key=lambda residue: len(residue.monomials))[:MOST_SPELT]
    plainest = sorted(first, key=lambda residue: residue.plainness)[: MOST_SPELT // 4]
    return min((residue.shortened() for residue in plainest), key=lambda residue: residue.plainness, default=None)


def _parts(term: Expr) -> int:
    return sum(1 for _ in preorder_traversal(term))


@dataclass(frozen=True)
class _Way:
    """A system with its monomials in the order in which they are taken away, each with what slacks and goal have."""

    of: System
    rows: Sequence[tuple[Expr, list[Expr]]]
    bounded: Sequence[Symbol]

    def residue(self, used: Iterable[int], settles: Settles) -> Residue:
        """What these slacks leave over, less those whose multipliers are not known to be of the right sign."""
        goal, used = [row[-1] for _, row in self.rows], list(used)
        while True:
            rest, values = _reduced(goal, [[row[n] for _, row in self.rows] for n in used])
            wrong = [n for n, v in zip(used, values, strict=True) if not self._may_be(n, v, settles)]
            if not wrong:
                break
            used.remove(wrong[-1])
        apart = [v * monomial for v, (monomial, _) in zip(rest, self.rows, strict=True) if v != 0]
        return Residue(apart, {n: v for n, v in zip(used, values, strict=True) if v != 0}, self, settles)

    def _may_be(self, n: int, value: Expr, settles: Settles) -> bool:
        """Whether the value may be the multiplier of this slack."""
        if self.of.free[n]:
            return True
        if value.is_number:
            return bool(value.is_nonnegative)
        value = factor(value)
        signs = {g: Dummy(positive=True) for g in value.free_symbols if _is_signed(self.of.spelt.get(g, g))}
        return bool(value.xreplace(signs).is_nonnegative) or settles(self.of.words(value))


def _ways(of: System, settles: Settles, bounded: Sequence[Symbol]) -> Iterator[_Way]:
    """Several orders, for multipliers that depend on nothing, or on generators that are known not to be negative.

    First those monomials that what is bounded is in, then those that the goal has not; or whichever are the longest, or
    the shortest.
    """
    generators = of.generators
    signed = [g for g in generators if _is_signed(of.spelt.get(g, g))]
    known = [g for g in generators if g not in signed and settles(of.spelt.get(g, g))]
    plain = [(), (*signed,)]
    for apart in dict.fromkeys([*plain, *((*signed, g) for g in known), (*signed, *known)]):
        if sum(len(Add.make_args(c)) for _, row in _rows(of, apart) for c in row if not c.is_number) <= MOST_WEIGHT:
            rows = _rows(of, apart)
            ranks = [_rank(of, monomial, row, bounded) for monomial, row in rows]
            for first, sign in ((1, 1), (1, -1), (0, -1), (0, 1))[: 4 if apart in plain else 2]:
                order = sorted(range(len(rows)), key=lambda n: (first * ranks[n][0], sign * ranks[n][1]))
                yield _Way(of, [rows[n] for n in order], bounded)


def _rows(of: System, apart: Sequence[Symbol]) -> list[tuple[Expr, list[Expr]]]:
    main = [g for g in of.generators if g not in apart]
    return [
        (Mul(*(g**p for g, p in zip(main, powers, strict=True))), row)
        for (_, powers), row in coefficients(of, main).items()
    ]


def _rank(of: System, monomial: Expr, row: Sequence[Expr], bounded: Sequence[Symbol]) -> tuple[int, int]:
    """Whether it is of what is bounded, or is not in the goal, and how long it is."""
    words = monomial.xreplace(dict(of.spelt))
    return (0 if words.has(*bounded) else 1 if row[-1] == 0 else 2), _parts(words)


def _is_signed(term: Any) -> bool:
    """Whether a generator stands for what is positive: it is declared so, or a square root of what has one."""
    return bool(term.is_positive) or (isinstance(term, Pow) and term.exp == S.Half)


def _reduced(goal: Sequence[Expr], slacks: Sequence[Sequence[Expr]]) -> tuple[list[Expr], list[Expr]]:
    """The goal less the combination of slacks that clears the entries which their echelon form leads with, and that."""
    if not slacks or not goal:
        return list(goal), [S.Zero] * len(slacks)
    marked = [[*slack, *(S(int(n == m)) for m in range(len(slacks)))] for n, slack in enumerate(slacks)]
    whole = [*marked, [*goal, *([S.Zero] * len(slacks))]]
    there = DomainMatrix.from_list_sympy(len(whole), len(whole[0]), whole).to_field()
    echelon, pivots = there[:-1, :].rref()
    rest, field = there[-1, :].to_list()[0], there.domain
    for row, pivot in zip(echelon.to_list(), pivots, strict=False):
        times = rest[pivot]
        if pivot < len(goal) and times:
            rest = [value - times * entry for value, entry in zip(rest, row, strict=True)]
    made = [field.to_sympy(value) for value in rest]
    return made[: len(goal)], [-value for value in made[len(goal) :]]
