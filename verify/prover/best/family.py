"""A statement with a parameter: proved, refuted and compared at values of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sympy import Expr, Symbol

from verify.core.nodes import Refused
from verify.prover.alarm import OutOfTime, limited, worked
from verify.prover.allowance import Allowance
from verify.prover.answers import accepted_certificate
from verify.prover.best.constant import Direction, Point
from verify.prover.certificate import Certificate
from verify.prover.goal import Goal, Inequality
from verify.prover.language import CONSTANTS, FUNCTIONS, FormulaError, text
from verify.prover.proving import Answer, counterexample
from verify.prover.search.order import STUMBLES
from verify.prover.search.proving import Search
from verify.prover.statement import Statement, parse_statement, sign_of, where_defined
from verify.prover.violation import violation


class Family:
    """A statement with a parameter."""

    def __init__(self, relation: str, where: list[str], parameter: str) -> None:
        reserved = parameter in FUNCTIONS or parameter in CONSTANTS or parameter in ("and", "oo")
        if reserved or not re.fullmatch(r"[^\W\d]\w*", parameter):
            raise FormulaError(f"parameter is {parameter[:60]!r}; it must be a name that occurs in the statement")
        self.relation, self.where, self.parameter = relation, where, parameter
        self._name = re.compile(rf"(?<![\w.]){re.escape(parameter)}(?!\w)")
        if not any(self._name.search(part) for part in (relation, *where)):
            raise FormulaError(f"parameter is {parameter[:60]!r}; it must occur in the relation or in where")
        self.symbol = Symbol(parameter, real=True)
        self.open = parse_statement(relation, [*where, f"-oo < {parameter} < oo"])

    def at(self, value: Expr) -> tuple[str, list[str]]:
        """The statement's texts with the parameter at a value."""
        shown = f"({text(value)})"
        return self._name.sub(shown, self.relation), [self._name.sub(shown, part) for part in self.where]

    def statement(self, value: Expr) -> Statement:
        """The statement with the parameter at a value."""
        return parse_statement(*self.at(value))

    def violated(self, value: Expr, work: float, deadline: float) -> Point | None:
        """A point where the statement fails at a value, if so much work finds one.

        Raises:
            FormulaError: if the statement makes no sense there.
        """
        refuted = self._searched(self.statement(value), work, deadline)
        return None if refuted is None else refuted.point

    def _searched(self, statement: Statement, work: float, deadline: float) -> Answer | None:
        for goal in statement.goals:
            found = counterexample(goal, statement.requirements, Allowance(work, deadline))
            if found is not None:
                return Answer("refuted", statement, point=dict(found.point), violation=found.violation)
        return None

    def refuted(self, value: Expr, points: Iterator[Point], work: float, deadline: float) -> Answer | None:
        """A counterexample at a value: one of the points, or wherever one is found."""
        try:
            statement = self.statement(value)
            with limited(2 * work + 1):
                for point in points:
                    for goal in statement.goals:
                        seen = violation(goal, statement.requirements, point)
                        if seen is not None:
                            return Answer("refuted", statement, point=point, violation=seen)
        except (OutOfTime, *STUMBLES):
            pass
        try:
            return self._searched(self.statement(value), work, deadline)
        except FormulaError:
            return None

    def equality(self, exact: Expr, point: Point, direction: Direction) -> Point | None:
        """The point, if a term vanishes there at the value `exact` and is negative at every value beyond."""
        sign, c = (1 if direction == "largest" else -1), self.symbol
        if any(c in g.expr.free_symbols for g in self.open.given):
            return None
        if any(c in needed.expr.free_symbols for needed in self.open.requirements):
            return None
        for goal in self.open.goals:
            slope = goal.shows.expr.diff(c)
            if c in slope.free_symbols or sign_of(slope.xreplace(point)) != -sign:
                continue
            if sign_of(goal.shows.expr.xreplace({**point, c: exact})) == 0:
                return point
        return None

    def beyond(self, fails: Expr, point: Point, direction: Direction, seconds: float) -> tuple[Certificate, ...] | None:
        """Proofs that at the point the statement fails at every value from `fails` on; None if they are not found.

        They say of the parameter alone, at that point, that the conditions hold, that all is defined, and that one of
        the relations does not hold.
        """
        sign, c = (1 if direction == "largest" else -1), self.symbol
        from_here = Inequality(sign * (c - fails), False)
        fixed = {x: v for x, v in point.items() if x != c}
        until = worked() + seconds

        def proved(expr: Expr, strict: bool) -> Certificate | None:
            term = expr.xreplace(fixed)
            used = (c,) if c in term.free_symbols else ()
            return _accepted(Goal(used, (from_here,) if used else (), Inequality(term, strict)), until)

        found = []
        for needed in self.open.requirements:
            terms = (needed.expr, -needed.expr) if needed.kind == "!=0" else (needed.expr,)
            found.append(next((p for t in terms if (p := proved(t, needed.kind != ">=0")) is not None), None))
        found += [proved(g.expr, g.strict) for g in self.open.given]
        if None in found:
            return None
        for goal in self.open.goals:
            failing = proved(-goal.shows.expr, not goal.shows.strict)
            if failing is not None:
                return (*(p for p in found if p is not None), failing)
        return None

    def monotone(self, direction: Direction, seconds: float) -> tuple[Certificate, ...] | None:
        """Proofs that what holds at a value holds beyond it, away from where it fails; None if they are not found."""
        sign, c = (1 if direction == "largest" else -1), self.symbol
        if any(c in needed.expr.free_symbols for needed in self.open.requirements):
            return None
        for g in self.open.given:  # the domain must grow towards where the statement fails
            slope = sign_of(g.expr.diff(c)) if c in g.expr.free_symbols else 0
            if slope is None or slope * sign < 0:
                return None
        found = []
        for claimed in self.open.goals:
            slope = claimed.shows.expr.diff(c)
            if slope == 0:
                continue
            goal = Goal(self.open.variables, self.open.given, Inequality(-sign * slope, False))
            goal = where_defined(goal, self.open.requirements)
            used = slope.free_symbols.union(*(g.expr.free_symbols for g in goal.given))
            goal = Goal(tuple(x for x in goal.variables if x != c or c in used), goal.given, goal.shows)
            proof = _accepted(goal, worked() + seconds)
            if proof is None:
                return None
            found.append(proof)
        return tuple(found)


def _accepted(goal: Goal, deadline: float) -> Certificate | None:
    """A proof of the goal that the core accepts, if one is found in time."""
    try:
        step = Search(deadline).prove(goal)
        found = None if step is None else Certificate(goal, step)
        if found is not None:
            accepted_certificate(found)
    except (Refused, *STUMBLES):  # the term may have no value at the point
        return None
    return found
