"""A goal times a factor that is positive, from products of facts with monomials: certificates of Krivine and Stengle.

(Σ μ·m)·(goal) = Σ λ·m·(products of facts) + Σ (m ± n)², where the monomials m are not negative and one of the factor's
is positive, all numbers λ and μ are at least 0, and the degree of monomials is bounded. Where units of measure can be
given to the variables in which all facts are homogeneous, only products are tried that agree in them with the goal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, islice
from typing import Any

from sympy import Expr, Matrix, Rational, S, Sum, Symbol

from verify.discharge.program import Column, solved
from verify.discover.denominators import cleared
from verify.discover.facts import Context, Fact, open_terms
from verify.discover.laurent import ONE, Laurent, Monomial, multiplied, times
from verify.discover.multipliers import ONE_SLACK, Slack, Table, combined
from verify.discover.slacks import VALUES, bits, equations, products
from verify.language.terms import Relation, difference, sort_of

MOST_PAIRED = 8
"""Facts whose products are tried."""

MOST_MONOMIALS = 20_000
"""That are looked at, of one degree at most."""

MOST_COLUMNS = 12_000
"""In all of the programs together that are tried for a goal."""

HIGHEST = 8
"""Degree of a monomial."""

MOST_FACTORS = 40
"""Monomials in the factor of the goal."""

MOST_HALVES = 12
"""Monomials of which two are squared together."""

_WHOLE = "the positive part of the factor"
"""The row that says that it is 1."""


@dataclass(frozen=True, eq=False)
class _Side:
    """A slack as a polynomial, by what it is multiplied to be one."""

    slack: Slack
    polynomial: Laurent
    by: Expr


@dataclass(frozen=True, eq=False)
class _Use:
    """A slack, or the goal, times a monomial; or the square of a sum or difference of two."""

    by: Monomial
    side: _Side | None
    squared: tuple[Monomial, Monomial, int] | None = None


def times_positive(goal: Relation, context: Context, more: Sequence[Slack] = ()) -> Fact | None:
    """The goal, an inequality of numbers; None where no certificate of a small degree is found.

    Args:
        goal: what to prove.
        context: what may be used.
        more: what may have a multiplier besides.
    """
    if goal.op not in ("≥", ">"):
        return None
    using, rest = equations([cleared(f, context) for f in near(goal, context.relations)])
    rest = [f for f in rest if f.relation.op != "≠" and sort_of(f.relation.lhs) in ("scalar", "zero")]
    rest = _spoken_of(goal, rest, using)
    slacks = [*map(Slack.of, rest), *bits(rest), *products(rest, MOST_PAIRED), *_apart(rest), *more, ONE_SLACK]
    table = Table(context, using)
    first, *others = table.scaled([difference(goal), *(s.term for s in slacks)])
    wanted = _side(table, Slack((difference(goal),)), first) if first is not None else None
    if wanted is None:
        return None
    sides = [s for s in (_side(table, k, o) for k, o in zip(slacks, others, strict=True) if o is not None) if s]
    units = _units([wanted, *(s for s in sides if len(s.slack.parts) == 1 and isinstance(s.slack.parts[0], Fact))])
    tried: dict[Any, int] = {}
    work = 0
    for degree in range(1, HIGHEST + 1):
        by_weight = _by_weight(table, [wanted, *sides], units, degree)
        for weight, factors in by_weight.items():
            if not any(_is_positive(table, m) for m in factors[:MOST_FACTORS]):
                continue
            program = _program(table, wanted, factors[:MOST_FACTORS], sides, units, by_weight)
            if tried.get(weight) == len(program):  # a higher degree brought nothing more
                continue
            work += len(program)
            if work > MOST_COLUMNS:
                return None
            tried[weight] = len(program)
            found = solved({_WHOLE: Fraction(1)}, program, goal.op == ">")
            if found is not None:
                return _made(goal, context, table, wanted, found, using)
    return None


def _spoken_of(goal: Relation, facts: Sequence[Fact], using: Sequence[Fact]) -> list[Fact]:
    """The facts but for those on indices of which nothing else speaks."""
    plain = [f for f in facts if all(v.is_integer for v in f.conclusion.free_symbols)]
    others = [goal, *(f.conclusion for f in facts if f not in plain), *(f.conclusion for f in using)]
    there = {v for term in others for v in _bare(term)}
    return [f for f in facts if f not in plain or f.conclusion.free_symbols <= there]


def _bare(term: Any) -> set[Symbol]:
    """The numbers that a term speaks of outside of the arguments of functions and the limits of sums."""
    if isinstance(term, (*VALUES, Sum)):
        return set()
    if isinstance(term, Symbol):
        return {term}
    return {v for a in getattr(term, "args", ()) for v in _bare(a)}


def _apart(facts: Sequence[Fact]) -> list[Slack]:
    """Squares of the differences of what facts say is not negative."""
    short = sorted((difference(f.relation) for f in facts if f.relation.op != "="), key=lambda a: a.count_ops())
    return [Slack(((a - b) ** 2,)) for a, b in combinations(short[:MOST_PAIRED], 2) if (a - b).expand() != 0]


def near(goal: Relation, facts: Sequence[Fact]) -> list[Fact]:
    """The facts on values that the goal speaks of, or that stand beside these in some fact, and on no other values."""
    spoken = {f: frozenset(open_terms([f.conclusion], VALUES)) for f in facts}
    met = frozenset(open_terms([goal], VALUES))
    beside = met.union(*(values for values in spoken.values() if values & met))
    return [f for f in facts if spoken[f] <= beside]


def _side(table: Table, slack: Slack, scaled: Any) -> _Side | None:
    """A polynomial, where it is one of numbers: its monomials' denominators are cleared, if they are positive."""
    if set(scaled.block) - {S.One}:
        return None
    polynomial = scaled.block.get(S.One, {})
    below: dict[Symbol, int] = {}
    for m in polynomial:
        for g, n in m:
            below[g] = max(below.get(g, 0), -n)
    shift = frozenset((g, n) for g, n in below.items() if n > 0)
    if not polynomial or any(table.sign(g) < 2 for g, _ in shift):
        return None
    by = table.spelt(scaled.by) * table.meaning(shift)
    return _Side(slack, multiplied(polynomial, {shift: Fraction(1)}), by)


Units = list[dict[Symbol, Rational]]


def _units(sides: Sequence[_Side]) -> Units:
    """Weights of the generators in which each of the polynomials is homogeneous."""
    gens = sorted({g for s in sides for m in s.polynomial for g, _ in m}, key=str)
    lines = []
    for side in sides:
        first, *rest = side.polynomial
        lines += [[dict(m).get(g, 0) - dict(first).get(g, 0) for g in gens] for m in rest]
    if not gens:
        return []
    matrix = Matrix(lines) if lines else Matrix(1, len(gens), [0] * len(gens))
    return [dict(zip(gens, vector, strict=True)) for vector in matrix.nullspace()]


def _weights(units: Units, m: Monomial) -> tuple[Rational, ...]:
    return tuple(sum((weight.get(g, 0) * n for g, n in m), S.Zero) for weight in units)


def _monomials(table: Table, gens: Sequence[Symbol], degree: int) -> Iterator[Monomial]:
    """Those up to a degree that are known not to be negative."""
    for total in range(degree + 1):
        for chosen in combinations_with_replacement(gens, total):
            powers: dict[Symbol, int] = {}
            for g in chosen:
                powers[g] = powers.get(g, 0) + 1
            if all(n % 2 == 0 or table.sign(g) for g, n in powers.items()):
                yield frozenset(powers.items())


def _by_weight(table: Table, sides: Sequence[_Side], units: Units, degree: int) -> dict[Any, list[Monomial]]:
    """The monomials of their generators that are not negative, by their units: 1 is among the first."""
    gens = sorted({g for s in sides for m in s.polynomial for g, _ in m}, key=str)
    found: dict[Any, list[Monomial]] = {}
    for m in islice(_monomials(table, gens, degree), MOST_MONOMIALS):
        found.setdefault(_weights(units, m), []).append(m)
    return found


def _program(
    table: Table,
    goal: _Side,
    factors: Sequence[Monomial],
    sides: Sequence[_Side],
    units: Units,
    by_weight: Mapping[Any, Sequence[Monomial]],
) -> list[Column]:
    """A column for each slack and monomial whose product has the units of the goal times its factor."""
    aim = _weights(units, times(next(iter(goal.polynomial)), factors[0]))
    made: list[Column] = []
    for side in sides:
        kinds = {_weights(units, m) for m in side.polynomial}
        if len(kinds) != 1:
            continue
        (own,) = kinds
        for m in by_weight.get(tuple(a - b for a, b in zip(aim, own, strict=True)), ()):
            strict = side.slack.strict and _is_positive(table, m)
            cost = 1.0 + 0.5 * sum(n for _, n in m) + 0.05 * len(side.polynomial)
            made.append(Column(_Use(m, side), _rows(side.polynomial, m), side.slack.free, cost, strict))
    halves = by_weight.get(tuple(a / 2 for a in aim), ())[:MOST_HALVES]
    for m, n in combinations(halves, 2):
        for sign in (1, -1):
            polynomial = {times(m, m): Fraction(1), times(n, n): Fraction(1), times(m, n): Fraction(2 * sign)}
            made.append(Column(_Use(ONE, None, (m, n, sign)), _rows(polynomial, ONE), cost=3.0))
    against = {m: -c for m, c in goal.polynomial.items()}
    for m in factors:
        whole = {_WHOLE: Fraction(1)} if _is_positive(table, m) else {}
        made.append(Column(_Use(m, None), {**_rows(against, m), **whole}, cost=2.0 * len(m)))
    return made


def _is_positive(table: Table, m: Monomial) -> bool:
    return all(table.sign(g) == 2 for g, _ in m)


def _rows(polynomial: Mapping[Monomial, Fraction], m: Monomial) -> dict[Any, Fraction]:
    return {(times(k, m),): c for k, c in polynomial.items()}


def _made(
    goal: Relation,
    context: Context,
    table: Table,
    wanted: _Side,
    found: Sequence[tuple[Column, Fraction]],
    using: Sequence[Fact],
) -> Fact | None:
    """The goal by these multipliers: first its product with the factor, then itself."""
    factor, terms = S.Zero, list[tuple[Expr, Slack]]()
    for column, value in found:
        use, number = column.what, Rational(value.numerator, value.denominator)
        if use.squared is not None:
            m, n, sign = use.squared
            terms.append((number, Slack(((table.meaning(m) + sign * table.meaning(n)) ** 2,))))
        elif use.side is not None:
            terms.append((number * table.meaning(use.by) * use.side.by, use.side.slack))
        else:
            factor += number * table.meaning(use.by)
    factor *= wanted.by
    if factor == 1:
        return combined(goal, context, terms, using)
    scaled = combined(Relation(goal.op, factor * difference(goal), 0), context, terms, using)
    return None if scaled is None else combined(goal, context, [(1 / factor, Slack.of(scaled))])
