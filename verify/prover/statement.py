"""Statements as a user writes them: a relation and where it is claimed, made into goals.

Also what follows at once from the conditions of a goal, in exact arithmetic: constant bounds of the variables, and
whether any point meets the conditions at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product as pairs
from typing import Any

from sympy import Add, Expr, Integer, Mul, Pow, Rational, S, Symbol, expand, nan, oo, zoo

from verify.balls.evaluate import is_positive
from verify.prover import constants
from verify.prover.goal import Goal, Inequality
from verify.prover.language import (
    CONSTANTS,
    FUNCTIONS,
    Builder,
    Comparison,
    FormulaError,
    Node,
    Requirement,
    naming,
    read_relations,
    spaced,
)

Bound = tuple[Expr, bool, Expr, bool]
"""Lower end, whether it is excluded, upper end, whether it is excluded; an infinite end is excluded."""

MOST_VARIABLES = 10
_MOST_ROWS = 400
_MOST_DEGREE = 12
_ROUNDS = 4
_MOST_EXPANDED = 100
_MOST_FACTORED = 64


@dataclass(frozen=True)
class Statement:
    """A conjunction of goals with the same conditions.

    `requirements` must hold for its terms to be defined. `apart` are the conditions u != v, as requirements that u − v
    is not zero; they are among the requirements too, so that no counterexample violates them. The texts, `relation` and
    `where`, are such that the core reads them as they were read here.
    """

    goals: tuple[Goal, ...]
    variables: tuple[Symbol, ...]
    given: tuple[Inequality, ...]
    requirements: tuple[Requirement, ...]
    relation: str
    where: str
    apart: tuple[Requirement, ...] = ()


def parse_statement(relation: str, where: str | Sequence[str] = ()) -> Statement:
    """The statement that `relation` holds wherever the conditions of `where` do.

    Raises:
        FormulaError: one line that says what is wrong with the text and where.
    """
    conditions = [where] if isinstance(where, str) else list(where)
    names = ["where" if len(conditions) == 1 else f"where, text {n}" for n in range(1, len(conditions) + 1)]
    read: list[tuple[str, str, Comparison]] = []
    for name, text in zip(names, conditions, strict=True):
        with naming(name):
            read += [(name, text, comparison) for comparison in read_relations(text, apart=True)]
    with naming("where"):
        variables = _declared([comparison for _, _, comparison in read])
    given: list[Inequality] = []
    requirements: list[Requirement] = []
    apart: list[Requirement] = []
    for name, text, comparison in read:
        builder = Builder(text, variables)
        with naming(name):
            if comparison.op == "!=":
                apart.append(_apart(builder, comparison))
            else:
                given += _condition(builder, comparison)
        requirements += builder.requirements
    given = list(dict.fromkeys(given))
    symbols = tuple(variables.values())
    ends = bounds(Goal(symbols, tuple(given), Inequality(S.One, True)))
    builder = Builder(relation, variables, [x for x in symbols if sign_of(ends[x][0]) in (0, 1)])
    with naming("relation"):
        shown = _shown(builder, read_relations(relation))
    goals = [Goal(symbols, tuple(given), shows) for shows in shown]
    found = _needed(apart + requirements + builder.requirements)
    where = ", ".join(map(spaced, filter(str.strip, conditions)))
    return Statement(tuple(goals), symbols, tuple(given), found, relation, where, tuple(apart))


def _shown(builder: Builder, comparisons: Sequence[Comparison]) -> list[Inequality]:
    """What a relation claims, for each of its comparisons; at least one."""
    if not comparisons:
        raise FormulaError("it is empty; it must be one such as 'sin(x) < x'")
    if any(comparison.op == "=" for comparison in comparisons):
        raise FormulaError("it must be made of < <= > >=; = is allowed in where only")
    return [shows for comparison in comparisons for shows in _inequalities(builder, comparison)]


def where_defined(goal: Goal, requirements: Sequence[Requirement]) -> Goal:
    """The goal with what its formulas need to be positive as conditions: it claims the same, wherever it is defined."""
    more = tuple(Inequality(needed.expr, True) for needed in requirements if needed.kind == ">0")
    return Goal(goal.variables, (*goal.given, *more), goal.shows)


def _declared(comparisons: Sequence[Comparison]) -> dict[str, Symbol]:
    """The names that occur in conditions; `e` only if it is bounded by a constant, as E could be meant."""
    found: dict[str, Symbol] = {}
    bounded_e = False
    for comparison in comparisons:
        sides = (comparison.lhs, comparison.rhs)
        for side, other in (sides, sides[::-1]):
            bounded_e = bounded_e or ((side.kind, side.name) == ("name", "e") and not any(other.names()))
            for node in side.names():
                if node.name in FUNCTIONS or node.name in CONSTANTS or node.name == "and":
                    raise FormulaError(f"{node.name} is no name for a variable")
                found.setdefault(node.name, Symbol(node.name, real=True))
    if "e" in found and not bounded_e:
        del found["e"]  # the builder then says to write E
    if len(found) > MOST_VARIABLES:
        raise FormulaError(f"there are {len(found)} variables; at most {MOST_VARIABLES} are allowed")
    return found


def _condition(builder: Builder, comparison: Comparison) -> list[Inequality]:
    lower, upper = comparison.lhs, comparison.rhs
    if comparison.op in (">", ">="):
        lower, upper = upper, lower
    if _infinite(lower) or _infinite(upper):
        if _infinite(lower) == -1 or _infinite(upper) == 1:
            for side in (lower, upper):
                if not _infinite(side):
                    builder.build(side)
            if comparison.op != "=":
                return []
        raise FormulaError(f"no number meets the condition {builder.text.strip()!r}: oo is not a number")
    return [g for g in _inequalities(builder, comparison) if g.expr.free_symbols or holds(g) is not True]


def _apart(builder: Builder, comparison: Comparison) -> Requirement:
    lhs, rhs = builder.build(comparison.lhs), builder.build(comparison.rhs)
    text = builder.text[comparison.lhs.start : comparison.rhs.end]
    return Requirement("!=0", lhs - rhs, " ".join(text.split()))


def _infinite(node: Node) -> int:
    """1 for oo, −1 for -oo, 0 for all else."""
    if node.kind == "negative":
        return -_infinite(node.args[0])
    return int(node.kind == "name" and node.name == "oo")


def _inequalities(builder: Builder, comparison: Comparison) -> list[Inequality]:
    lhs, rhs = builder.build(comparison.lhs), builder.build(comparison.rhs)
    if comparison.op == "=":
        return [Inequality(rhs - lhs, False), Inequality(lhs - rhs, False)]
    gap = rhs - lhs if comparison.op in ("<", "<=") else lhs - rhs
    return [Inequality(gap, comparison.op in ("<", ">"))]


def _needed(requirements: list[Requirement]) -> tuple[Requirement, ...]:
    """The requirements, each once, without those that hold always; one that cannot hold is an error."""
    found: dict[Any, Requirement] = {}
    for needed in requirements:
        if not needed.expr.free_symbols:
            sign = sign_of(needed.expr)
            if sign is not None:
                if not ALLOWED[needed.kind](sign):
                    raise FormulaError(f"undefined everywhere: {needed}")
                continue
        found.setdefault((needed.kind, needed.expr), needed)
    return tuple(found.values())


ALLOWED: Mapping[str, Any] = {">0": lambda s: s > 0, ">=0": lambda s: s >= 0, "!=0": lambda s: s != 0}
"""Which signs each kind of requirement allows."""


# --- signs of constants -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def sign_of(constant: Expr) -> int | None:
    """The sign of a term without variables, ±oo included; None where it is not certain."""
    if isinstance(constant, Rational) or constant in (oo, -oo):
        return 0 if constant == 0 else (1 if constant > 0 else -1)
    if constant.free_symbols or constant.has(nan, zoo, oo, -oo, S.ImaginaryUnit):
        return None
    for precision in (256, 4096):
        for sign in (1, -1):
            if is_positive(sign * constant, max_precision=precision):
                return sign
        if precision == 256 and _is_zero(constant):
            return 0
    return None


def _is_zero(constant: Expr) -> bool:
    """Whether the core says that the constant is zero."""
    if any(isinstance(p.exp, Integer) and abs(p.exp) > _MOST_EXPANDED for p in constant.atoms(Pow)):
        return False
    # its normal form factors the integers inside of logarithms
    short = all(max(abs(r.p), r.q).bit_length() <= _MOST_FACTORED for r in constant.atoms(Rational))
    return short and constants.is_zero(constant)


def holds(inequality: Inequality) -> bool | None:
    """Whether an inequality between constants holds; None where that is not certain."""
    sign = sign_of(inequality.expr)
    return None if sign is None else (sign > 0 or (sign == 0 and not inequality.strict))


# --- what linear conditions say ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """Σ coefficients·variables + constant > 0 if strict, else ≥ 0; the coefficients are rational."""

    coefficients: tuple[Fraction, ...]
    constant: Expr
    strict: bool


def linear_row(inequality: Inequality, variables: Sequence[Symbol]) -> Row | None:
    """The inequality as a row, if it is linear with rational coefficients."""
    coefficients = dict.fromkeys(variables, Fraction(0))
    constant = S.Zero
    for term in _terms(inequality.expr):
        number, rest = term.as_coeff_Mul(rational=True)
        if rest in coefficients:
            coefficients[rest] += Fraction(int(number.p), int(number.q))
        elif rest.free_symbols:
            return None
        else:
            constant += term
    return Row(tuple(coefficients.values()), constant, inequality.strict)


def _terms(expr: Expr) -> tuple[Expr, ...]:
    """The summands, of the product expanded where that cannot grow large."""
    return Add.make_args(expand(expr) if expr.free_symbols and _degree(expr) <= _MOST_DEGREE else expr)


def _degree(expr: Expr) -> int:
    """At least the degree in the variables; functions count as variables."""
    if isinstance(expr, Add):
        return max(map(_degree, expr.args))
    if isinstance(expr, Mul):
        return sum(map(_degree, expr.args))
    if isinstance(expr, Pow) and isinstance(expr.exp, Integer) and expr.exp > 0:
        return int(expr.exp) * _degree(expr.base)
    return int(bool(expr.free_symbols))


def _eliminate(rows: list[Row], i: int) -> list[Row]:
    """What the rows say about the other variables: Fourier and Motzkin's step, exact unless it grows too large."""
    found = [r for r in rows if r.coefficients[i] == 0]
    above = [r for r in rows if r.coefficients[i] < 0]
    for low, high in pairs([r for r in rows if r.coefficients[i] > 0], above):
        a, b = -high.coefficients[i], low.coefficients[i]
        mixed = tuple(a * x + b * y for x, y in zip(low.coefficients, high.coefficients, strict=True))
        constant = _rational(a) * low.constant + _rational(b) * high.constant
        found.append(Row(mixed, constant, low.strict or high.strict))
    return _tightest(found)[:_MOST_ROWS]  # fewer rows say less, which is sound


def _tightest(rows: list[Row]) -> list[Row]:
    """The rows without those that another one implies by itself."""
    found: dict[tuple[Fraction, ...], Row] = {}
    unsure: list[Row] = []
    for row in rows:
        scale = next((abs(c) for c in row.coefficients if c), None)
        if scale is None:
            if not row.strict and row.constant == 0:
                continue
            unsure.append(row)
            continue
        key = tuple(c / scale for c in row.coefficients)
        scaled = Row(key, row.constant / _rational(scale), row.strict)
        other = found.get(key)
        if other is None:
            found[key] = scaled
            continue
        sign = sign_of(scaled.constant - other.constant)
        if sign is None:
            unsure.append(scaled)
        elif sign < 0 or (sign == 0 and scaled.strict):
            found[key] = scaled
    return [*found.values(), *unsure]


def _rational(x: Fraction) -> Rational:
    return Rational(x.numerator, x.denominator)


# --- bounds -----------------------------------------------------------------------------------------------------------


def bounds(goal: Goal) -> dict[Symbol, Bound]:
    """Constant bounds of each variable that follow from the conditions; infinite where none was found.

    Linear conditions with rational coefficients give their exact consequences; even powers (x² + y² ≤ 1) what they
    say together with the bounds of the others.
    """
    return dict(_bounds(goal.variables, goal.given))


@lru_cache(maxsize=256)
def _bounds(variables: tuple[Symbol, ...], given: tuple[Inequality, ...]) -> tuple[tuple[Symbol, Bound], ...]:
    rows = [r for g in given if (r := linear_row(g, variables)) is not None]
    found: dict[Symbol, Bound] = {}
    for i, x in enumerate(variables):
        left = rows
        for j in range(len(variables)):
            left = _eliminate(left, j) if j != i else left
        found[x] = (-oo, True, oo, True)
        for row in left:
            if row.coefficients[i]:
                end = -row.constant / _rational(row.coefficients[i])
                found[x] = _tighter(found[x], end, row.strict, row.coefficients[i] > 0)
    bent = [g for g in given if linear_row(g, variables) is None]
    for _ in range(_ROUNDS if bent else 0):
        before = dict(found)
        for g in bent:
            _bend(found, g)
        if found == before:
            break
    return tuple(found.items())


def _tighter(bound: Bound, end: Expr, strict: bool, lower: bool) -> Bound:
    """The bound with another lower or upper end, if that is certainly tighter."""
    lo, lo_strict, hi, hi_strict = bound
    old, old_strict = (lo, lo_strict) if lower else (hi, hi_strict)
    sign = (1 if lower else -1) if old in (oo, -oo) else sign_of(end - old)
    if sign is None or sign == 0:
        if sign is None or old_strict or not strict:
            return bound
    elif (sign > 0) != lower:
        return bound
    return (end, strict, hi, hi_strict) if lower else (lo, lo_strict, end, strict)


def _bend(found: dict[Symbol, Bound], given: Inequality) -> None:
    """Bounds from an even power: where c − Σ aᵢ mᵢ ≥ 0, each aᵢ mᵢ is at most c less the least of the others."""
    terms = _terms(given.expr)
    tops = [_top(term, found) for term in terms]
    for i, term in enumerate(terms):
        number, power = term.as_coeff_Mul()
        others = tops[:i] + tops[i + 1 :]
        if not (isinstance(power, Pow) and power.base in found and _is_even(power.exp)) or oo in others:
            continue
        room = sum(others, S.Zero) / -number if sign_of(number) == -1 else None
        if room is None or sign_of(room) not in (0, 1):
            continue
        end = Pow(room, 1 / power.exp)
        for lower in (True, False):
            found[power.base] = _tighter(found[power.base], -end if lower else end, given.strict, lower)


def _is_even(exponent: Any) -> bool:
    return isinstance(exponent, Integer) and exponent > 0 and exponent % 2 == 0


def _top(term: Expr, found: dict[Symbol, Bound]) -> Expr:
    """A number that the term certainly does not exceed, or oo."""
    number, rest = term.as_coeff_Mul()
    sign = sign_of(number)
    if not rest.free_symbols:
        return term
    if rest in found and sign:
        return number * found[rest][2 if sign > 0 else 0]
    if isinstance(rest, Pow) and rest.base in found and _is_even(rest.exp) and sign:
        lo, _, hi, _ = found[rest.base]
        if sign < 0:
            return S.Zero
        larger = hi if sign_of(hi + lo) in (0, 1) else -lo if lo != -oo else oo
        return oo if oo in (hi, -lo) else number * larger**rest.exp
    return oo


# --- emptiness --------------------------------------------------------------------------------------------------------


def is_empty(what: Goal | Statement) -> bool | None:
    """Whether no point meets the conditions: True and False are certain."""
    variables, given = what.variables, what.given
    rows = [r for g in given if (r := linear_row(g, variables)) is not None]
    certain = True
    for i in range(len(variables)):
        certain = certain and len(rows) < _MOST_ROWS
        rows = _eliminate(rows, i)
    left = [holds(Inequality(r.constant, r.strict)) for r in rows]
    if False in left:
        return True
    ends = dict(_bounds(variables, given))
    for lo, lo_strict, hi, hi_strict in ends.values():
        sign = sign_of(hi - lo) if oo not in (hi, -lo) else 1
        if sign == -1 or (sign == 0 and (lo_strict or hi_strict)):
            return True
    if certain and None not in left and all(linear_row(g, variables) is not None for g in given):
        return False
    for place in (Rational(1, 2), Rational(1, 3), Rational(9, 10), Rational(1, 100), Integer(2), Integer(100)):
        point = {x: _inside(ends[x], place) for x in variables}
        if all(holds(Inequality(g.expr.xreplace(point), g.strict)) is True for g in given):
            return False
    return None


def _inside(bound: Bound, place: Rational) -> Expr:
    lo, _, hi, _ = bound
    if oo in (hi, -lo):
        return S.Zero if lo == -hi else (lo + 1 / place if hi == oo else hi - 1 / place)
    return lo + place * (hi - lo)
