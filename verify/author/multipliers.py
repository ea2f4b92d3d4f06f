"""Multipliers λᵢ with goal = Σ λᵢ·sᵢ, found by linear algebra over normal forms; nothing here is believed.

Both sides are brought to their normal form, in which each is a rational function of generators. The multipliers are
constants, or functions of some of the generators; which, is tried in a fixed order, and what is found is put to the
core. So a search is bounded by its work, and gives the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from sympy import Add, Dummy, Expr, Mul, Poly, S, Symbol, factor, factor_list, fraction, lcm, linsolve
from sympy.core.sorting import default_sort_key
from sympy.matrices import Matrix
from sympy.polys.matrices import DomainMatrix
from sympy.solvers.simplex import InfeasibleLPError, UnboundedLPError, linprog

from verify.normal_forms.normalizer import Normalizer
from verify.normal_forms.quotients import MOST_MONOMIALS, TooLong, cancel

MOST_WAYS: Final = 60
"""How many choices of the generators that multipliers may depend on are tried."""
MOST_READ: Final = 12_000
"""How many monomials are read in all of these: of a long system fewer choices are tried."""
MOST_COLUMNS: Final = 28
"""Of a linear program."""
MOST_WEIGHT: Final = 120
"""Monomials, in the generators that multipliers may depend on, of all the coefficients of their equations."""


@dataclass(frozen=True)
class System:
    """goal = Σ λᵢ·sᵢ, over a common denominator, a row for each vector atom (of scalars there is one).

    Attributes:
        goal: numerators of the goal, by atom.
        slacks: of each slack, likewise.
        free: which slacks are zero, so that their multipliers may have any sign.
        spelt: what the generators stand for.
        over: the common denominator.
    """

    goal: Mapping[Any, Expr]
    slacks: Sequence[Mapping[Any, Expr]]
    free: Sequence[bool]
    spelt: Mapping[Symbol, Any]
    over: Expr

    @property
    def numbers(self) -> tuple[Symbol, ...]:
        """The generators that stand for numbers, such as √2."""
        return tuple(g for g in self.generators if g in self.spelt and not self.spelt[g].free_symbols)

    def words(self, term: Expr) -> Expr:
        """A term in generators, spelt out."""
        return factor(term).xreplace(dict(self.spelt))

    @property
    def divisors(self) -> list[Expr]:
        """The factors of the common denominator that are no numbers, and all of it, in the author's terms."""
        factors = [power for power, _ in factor_list(self.over)[1]]
        return [self.words(power) for power in dict.fromkeys([*factors, *([self.over] if len(factors) > 1 else [])])]

    @property
    def length(self) -> int:
        """How many monomials there are in all."""
        return sum(len(Add.make_args(part)) for side in (self.goal, *self.slacks) for part in side.values())

    @property
    def generators(self) -> list[Symbol]:
        """All generators, those that are variables of the author's first."""
        sides = [self.goal, *self.slacks]
        found = set().union(*(part.free_symbols for side in sides for part in side.values()))
        return sorted(found, key=lambda g: (g in self.spelt, default_sort_key(self.spelt.get(g, g))))


def system(goal: Any, slacks: Sequence[Any], free: Sequence[bool], table: Normalizer) -> System:
    """The system for terms of the language; `table` has the facts and the equations to rewrite with.

    Raises:
        TooLong: where the common denominator, or what is over it, has too many monomials.
    """
    sides = table.components_of([goal, *slacks])
    apart = [{atom: fraction(part) for atom, part in side.items()} for side in sides]
    over = S.One
    for side in apart:
        for _, denominator in side.values():
            over = lcm(over, denominator)
    whole = [{atom: table.reduce(n * _quotient(over, d)).expand() for atom, (n, d) in side.items()} for side in apart]
    made = System(whole[0], whole[1:], list(free), dict(table.meaning), over)
    if made.length > MOST_MONOMIALS:
        raise TooLong
    return made


def _quotient(whole: Expr, part: Expr) -> Expr:
    """The polynomial whole/part."""
    return whole if part == 1 else cancel(whole / part)


def found(of: System) -> Iterator[list[Expr]]:
    """Multipliers that solve the system, in the author's terms: constants first, then functions of few generators."""
    seen: set[tuple[Expr, ...]] = set()
    for values in _all(of):
        spelt = [of.words(v) for v in values]
        if tuple(spelt) not in seen:
            seen.add(tuple(spelt))
            yield spelt


def _all(of: System) -> Iterator[list[Expr]]:
    generators, numbers = of.generators, of.numbers
    for direct in (_solved(of, generators), constants(of)):
        if direct is not None:
            yield direct
    if len(of.slacks) == 1:
        yield from _quotients(of)
    for kept in choices(of, [g for g in generators if g not in numbers]):
        values = _solved(of, [g for g in generators if g not in kept and g not in numbers])
        if values is not None:
            yield values
    if len(of.slacks) > 1:
        yield from _quotients(of)


def choices(of: System, generators: Sequence[Symbol]) -> Iterator[tuple[Symbol, ...]]:
    """Sets of generators that multipliers may depend on: none, the variables, some of them, and values in each slack.

    They may depend on numbers, which are not among the generators, at any rate.
    """
    variables = tuple(g for g in generators if g not in of.spelt)
    values = [g for g in generators if g in of.spelt]
    everywhere = [g for g in values if all(any(part.has(g) for part in s.values()) for s in of.slacks)]
    ways: list[tuple[Symbol, ...]] = [
        *([()] if of.numbers else []),
        *combinations(variables, 1),
        variables,
        *((*variables, *more) for n in (1, 2) for more in combinations(everywhere, n)),
        *((*variables, g) for g in values if g not in everywhere),
        *combinations(variables, 2),
        *((g,) for g in values),
        *((*variables, *more) for more in combinations(values, 2) if not set(more) <= set(everywhere)),
    ]
    most = min(MOST_WAYS, MOST_READ // max(1, of.length))
    yield from [way for way in dict.fromkeys(ways) if len(way) < len(generators)][:most]


def equations_in(of: System, main: Sequence[Symbol]) -> list[tuple[list[Expr], Expr]]:
    """An equation for each atom and each monomial in the main generators: coefficients of the multipliers, and goal."""
    return [(row[:-1], row[-1]) for row in coefficients(of, main).values()]


def coefficients(of: System, main: Sequence[Symbol]) -> dict[tuple[Any, tuple[int, ...]], list[Expr]]:
    """What the slacks have of each atom and each monomial in the main generators, which is given by its powers.

    What the goal has of it comes last.
    """
    atoms = list(dict.fromkeys(atom for side in (of.goal, *of.slacks) for atom in side))
    rows: dict[Any, list[Expr]] = {}
    width = len(of.slacks) + 1
    for column, side in enumerate((*of.slacks, of.goal)):
        for atom in atoms:
            part = side.get(atom, S.Zero)
            if part == 0:
                continue
            terms = Poly(part, *main).terms() if main else [((), part)]
            for monomial, coefficient in terms:
                rows.setdefault((atom, monomial), [S.Zero] * width)[column] += coefficient
    return rows


def _solved(of: System, main: Sequence[Symbol]) -> list[Expr] | None:
    """A solution whose multipliers do not depend on the main generators; of many, one that uses the first slacks."""
    unknown = [Dummy(f"m{n}") for n in range(len(of.slacks))]
    rows = equations_in(of, main)
    if any(right != 0 and not any(left) for left, right in rows):
        return None
    if sum(len(Add.make_args(c)) for left, right in rows for c in (*left, right) if not c.is_number) > MOST_WEIGHT:
        return None
    equations = [Add(*map(Mul, left, unknown)) - right for left, right in rows]
    for values in linsolve(equations, unknown) if equations else [()]:
        return [v.subs(dict.fromkeys(unknown, 0)) for v in values] or [S.Zero] * len(unknown)
    return None


def plain(of: System) -> list[Expr] | None:
    """Constants, in the author's terms, whatever their signs; of many, those that use the first slacks."""
    values = _solved(of, of.generators)
    return None if values is None else [of.words(v) for v in values]


def constants(of: System) -> list[Expr] | None:
    """Constants of the right signs, whose sum is least, by an exact linear program."""
    rows, width = equations_in(of, of.generators), len(of.slacks)
    if not 2 <= width <= MOST_COLUMNS or any(right != 0 and not any(left) for left, right in rows):
        return None
    echelon, pivots = _echelon([[*left, right] for left, right in rows])
    if width in pivots:
        return None
    others = [n for n in range(width) if n not in pivots]
    # a pivot's multiplier is what the others leave of it; linprog is asked for the others
    signed = [(row, pivot) for row, pivot in enumerate(pivots) if not of.free[pivot]]
    if not others:
        return None
    if not signed:
        chosen = [S.Zero] * len(others)
    else:
        at_most = [[echelon[row, n] for n in others] for row, _ in signed]
        cost = [(0 if of.free[n] else 1) - Add(*(echelon[row, n] for row, _ in signed)) for n in others]
        split = [k for k, n in enumerate(others) if of.free[n]]  # what may be negative is a difference of two
        wider = [[*row, *(-row[k] for k in split)] for row in at_most]
        try:
            _, found = linprog([*cost, *(-cost[k] for k in split)], wider, [echelon[row, width] for row, _ in signed])
        except (InfeasibleLPError, UnboundedLPError):
            return None
        chosen = list(found[: len(others)])
        for k, value in zip(split, found[len(others) :], strict=True):
            chosen[k] -= value
    values = dict(zip(others, chosen, strict=True))
    for row, pivot in enumerate(pivots):
        values[pivot] = echelon[row, width] - Add(*(echelon[row, n] * values[n] for n in others))
    return [values[n] for n in range(width)]


def _echelon(rows: Sequence[Sequence[Expr]]) -> tuple[Matrix, tuple[int, ...]]:
    reduced, pivots = DomainMatrix.from_list_sympy(len(rows), len(rows[0]), rows).to_field().rref()
    return reduced.to_Matrix(), pivots


def _quotients(of: System) -> Iterator[list[Expr]]:
    """One slack's multiplier alone, whatever it depends on."""
    for n, slack in enumerate(of.slacks):
        quotients = {of.goal.get(atom, S.Zero) / part for atom, part in slack.items() if part != 0}
        if len(quotients) == 1 and {atom for atom, part in of.goal.items() if part != 0} <= set(slack):
            yield [factor(next(iter(quotients))) if n == m else S.Zero for m in range(len(of.slacks))]
