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

from sympy import Add, Dummy, Expr, Mul, Poly, Pow, S, Symbol, factor, fraction, lcm, linsolve, preorder_traversal
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


def parts(term: Expr) -> int:
    """Of how many parts the term is made."""
    return sum(1 for _ in preorder_traversal(term))


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
    for kept in _ways(of, [g for g in generators if g not in numbers]):
        values = _solved(of, [g for g in generators if g not in kept and g not in numbers])
        if values is not None:
            yield values
    if len(of.slacks) > 1:
        yield from _quotients(of)


def _ways(of: System, generators: Sequence[Symbol]) -> Iterator[tuple[Symbol, ...]]:
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


def _rows(of: System, main: Sequence[Symbol]) -> list[tuple[list[Expr], Expr]]:
    """An equation for each atom and each monomial in the main generators: coefficients of the multipliers, and goal."""
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
    return [(row[:-1], row[-1]) for row in rows.values()]


def _solved(of: System, main: Sequence[Symbol]) -> list[Expr] | None:
    """A solution whose multipliers do not depend on the main generators; of many, one that uses the first slacks."""
    unknown = [Dummy(f"m{n}") for n in range(len(of.slacks))]
    rows = _rows(of, main)
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
    rows, width = _rows(of, of.generators), len(of.slacks)
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


def left_over(of: System) -> tuple[Expr, list[Expr]] | None:
    """What of a scalar goal the slacks do not give, in the author's terms, and their multipliers.

    These are constants of the right signs, or products of variables that are positive. Others may leave something else:
    those that take away the longest monomials and those that take away the shortest are tried, and what speaks of the
    fewest variables is given, the shorter of two.
    """
    if set(of.goal) - {S.One}:
        return None
    signed = [g for g in of.generators if _is_signed(of.spelt.get(g, g))]
    tried: list[tuple[Expr, list[Expr]]] = []
    for main in (of.generators, [g for g in of.generators if g not in signed]) if signed else (of.generators,):
        rows = [(parts(of.words(m)), row, m) for row, m in zip(_rows(of, main), _monomials(of, main), strict=True)]
        for sign in (-1, 1):
            ordered = sorted(rows, key=lambda row: row[0] * sign)
            tried.append(_left_over(of, [(row, monomial) for _, row, monomial in ordered]))
    return min(tried, key=plainness)


def plainness(left: tuple[Expr, Sequence[Expr]]) -> tuple[int, int, int]:
    """How much is to be read of what is left over: variables of unknown sign, parts without numbers, and with."""
    rest, _ = left
    words = sum(1 for part in preorder_traversal(rest) if not part.is_number)
    return sum(1 for v in rest.free_symbols if not v.is_positive), words, parts(rest)


def _left_over(of: System, apart: Sequence[tuple[tuple[list[Expr], Expr], Expr]]) -> tuple[Expr, list[Expr]]:
    """The same, for equations with their monomials, of which those that come first are taken away."""
    rows = [row for row, _ in apart]
    goal, used = [right for _, right in rows], list(range(len(of.slacks)))
    while True:
        rest, values = _reduced(goal, [[left[n] for left, _ in rows] for n in used])
        wrong = [n for n, v in zip(used, values, strict=True) if not (of.free[n] or _is_nonnegative(of, v))]
        if not wrong:
            break
        used.remove(wrong[-1])
    by = dict(zip(used, values, strict=True))
    whole = Add(*map(Mul, rest, (monomial for _, monomial in apart)))
    return of.words(whole / of.over), [by.get(n, S.Zero) for n in range(len(of.slacks))]


def _is_signed(term: Any) -> bool:
    """Whether a generator stands for what is positive: it is declared so, or a square root of what has one."""
    return bool(term.is_positive) or (isinstance(term, Pow) and term.exp == S.Half)


def _is_nonnegative(of: System, value: Expr) -> bool:
    """Whether a value is plainly not negative."""
    signs = {g: Dummy(positive=True) for g in value.free_symbols if _is_signed(of.spelt.get(g, g))}
    return bool(factor(value).xreplace(signs).is_nonnegative)


def _monomials(of: System, generators: Sequence[Symbol]) -> list[Expr]:
    found: dict[tuple[int, ...], Expr] = {}
    for side in (*of.slacks, of.goal):
        part = side.get(S.One, S.Zero)
        for powers, _ in Poly(part, *generators).terms() if part != 0 and generators else [((), part)] * (part != 0):
            found.setdefault(powers, Mul(*(g**p for g, p in zip(generators, powers, strict=True))))
    return list(found.values())


def _reduced(goal: Sequence[Expr], slacks: Sequence[Sequence[Expr]]) -> tuple[list[Expr], list[Expr]]:
    """The goal less the combination of slacks that clears the entries which their echelon form leads with, and that."""
    rest, values = list(goal), [S.Zero] * len(slacks)
    if not slacks:
        return rest, values
    marked = [[*slack, *(S(int(n == m)) for m in range(len(slacks)))] for n, slack in enumerate(slacks)]
    echelon, pivots = _echelon(marked)
    for row, pivot in enumerate(p for p in pivots if p < len(goal)):
        times = rest[pivot]
        rest = [value - times * echelon[row, n] for n, value in enumerate(rest)]
        values = [value + times * echelon[row, len(goal) + n] for n, value in enumerate(values)]
    return rest, values
