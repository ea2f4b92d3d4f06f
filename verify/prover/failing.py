"""What is said of a refutation: which relation fails at the point, and what its sides are there.

The point is certain before; here it is only shown, each number in digits that are.
"""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, Inexact
from typing import Final

from sympy import Expr, Rational

from verify.prover.language import Builder, Node, read_relations
from verify.prover.statement import Statement
from verify.prover.violation import Point, exact_at, precise_at, sign_at, violation

_DIGITS: Final = (12, 24, 48)
"""Of a side: the fewest by which the sides can be told apart."""
_GUARD: Final = 8
"""More digits than are shown, of which the last may be off by one."""
_LONGEST: Final = 60
"""Of a side that is written out."""
_PLAIN: Final = (-7, 16)
"""Numbers between these powers of ten are written without one."""


def failure(statement: Statement, point: Point) -> str:
    """The sides of the relation that fails at the point, which is named if it is one of several."""
    number = _failing(statement, point) if len(statement.goals) > 1 else 0
    comparison = read_relations(statement.relation)[number]
    builder = Builder(statement.relation, {x.name: x for x in statement.variables})
    sides = [builder.build(node) for node in (comparison.lhs, comparison.rhs)]
    lhs, rhs = (_written(statement, node) for node in (comparison.lhs, comparison.rhs))
    relation = f"{lhs} {comparison.op} {rhs}"
    short = [name if len(name) <= _LONGEST else f"the {end} side" for name, end in ((lhs, "left"), (rhs, "right"))]
    said = _told(short, sides, point) or f"{relation} is false"
    return f"{relation} fails, as {said}" if len(statement.goals) > 1 else said


def _failing(statement: Statement, point: Point) -> int:
    """The number of the first relation that fails."""
    seen = (violation(goal, statement.requirements, point) is not None for goal in statement.goals)
    return next(number for number, fails in enumerate(seen) if fails)


def _written(statement: Statement, node: Node) -> str:
    return " ".join(statement.relation[node.start : node.end].split())


def _told(names: list[str], sides: list[Expr], point: Point) -> str:
    """The values of the sides that do not say themselves what they are."""
    if sign_at(sides[0] - sides[1], point) == 0:
        equal = next(filter(None, (_decimal(side, point, _DIGITS[0]) for side in sides)), "equal")
        return f"both sides are {equal}"
    for digits in _DIGITS:
        values = [_decimal(side, point, digits) for side in sides]
        if None not in values and values[0] != values[1]:
            return ", ".join(f"{name} is {value}" for name, value in zip(names, values, strict=True) if name != value)
    gap = _decimal(sides[0] - sides[1], point, _DIGITS[0])
    return f"{names[0]} less {names[1]} is {gap}" if gap else ""


def _decimal(side: Expr, point: Point, digits: int) -> str | None:
    """The number that the term is at the point, rounded to so many digits; None if they are not certain."""
    rounded = Context(prec=digits, Emax=MAX_EMAX, Emin=MIN_EMIN)
    exact = exact_at(side, point)
    if isinstance(exact, Rational):
        quotient = rounded.divide(Decimal(int(exact.p)), Decimal(int(exact.q)))
        return _plain(quotient if rounded.flags[Inexact] else quotient.normalize(rounded))
    found = precise_at(side, point, 4 * (digits + _GUARD))
    if found is None:
        return "0" if sign_at(side, point) == 0 else None
    number = Decimal(found.str(digits + _GUARD, radius=False))
    unit = Decimal(1).scaleb(number.adjusted() - digits - _GUARD + 2, rounded)  # ten times what it may be off by
    wide = Context(prec=digits + 2 * _GUARD, Emax=MAX_EMAX, Emin=MIN_EMIN)
    low, high = (rounded.plus(end) for end in (wide.subtract(number, unit), wide.add(number, unit)))
    return _plain(low) if low == high else None


def _plain(number: Decimal) -> str:
    """Without a power of ten where that is readable."""
    least, most = _PLAIN
    return f"{number:f}" if not number or least <= number.adjusted() < most else str(number).replace("E", "e")
