"""Best constants: up to which value of a parameter a statement holds, proved on one side and refuted on the other.

Numbers propose the constant: where the statement first fails, the worst point, and its closed form if it has one. What
is returned was decided by the prover at two exact values of the parameter: at one the statement is proved, at the other
it is refuted.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

import mpmath
from sympy import Expr, Rational, Symbol

from verify.prover.bounds import ranges
from verify.prover.goal import Goal
from verify.prover.language import FormulaError, text
from verify.prover.proving import Answer, Progress, counterexample, prove
from verify.prover.refute import violation
from verify.prover.search.closed_forms import closed_forms
from verify.prover.search.samples import function, value_of
from verify.prover.search.slopes import ends
from verify.prover.statement import Statement, parse_statement

Direction = Literal["largest", "smallest"]
_GLANCE = 0.6
_STEPS = 14
_WIDE = 1000


@dataclass(frozen=True)
class BestConstant:
    """The best value of a parameter lies between `holds`, where the statement is proved, and `fails`.

    `exact` is a closed form at which the statement itself was proved, or None. `digits`: how many decimals agree.
    """

    parameter: str
    direction: Direction
    holds: Expr
    fails: Expr
    exact: Expr | None
    digits: int
    proof: Answer
    counterexample: Answer

    def __str__(self) -> str:
        known = text(self.exact) if self.exact is not None else self.decimal()
        return f"the {self.direction} {self.parameter} is {known}"

    def decimal(self) -> str:
        """The digits that are certain."""
        lo, hi = (str(end.evalf(self.digits + 5)) for end in (self.holds, self.fails))
        same = next((n for n, (a, b) in enumerate(zip(lo, hi, strict=False)) if a != b), min(len(lo), len(hi)))
        return lo[:same] + "…"


def best_constant(
    relation: str,
    where: str | Sequence[str],
    parameter: str,
    *,
    digits: int = 30,
    budget: float = 120.0,
    progress: Progress | None = None,
) -> BestConstant:
    """Encloses the largest or smallest value of a parameter for which a statement holds.

    Args:
        relation: as for `prove`, with the parameter in it or in the conditions.
        where: the conditions; the parameter needs none.
        parameter: its name.
        digits: decimals to enclose; fewer are returned if no more can be certified.
        budget: seconds.
        progress: is told what is being looked at.

    Raises:
        FormulaError: for what is no statement.
        ArithmeticError: if the statement holds, or fails, for every value that was tried, or nothing was certified.
    """
    family = _Family(relation, [where] if isinstance(where, str) else list(where), parameter)
    deadline = time.monotonic() + budget
    good, bad, worst = family.bracket()
    estimate = family.refined(good, bad, worst, digits + 15)
    direction: Direction = "largest" if bad > good else "smallest"
    tell = progress or (lambda _: None)
    sign = 1 if bad > good else -1
    for exact in closed_forms(estimate) if estimate is not None else []:
        if abs(exact.q if exact.is_Rational else 1) > _WIDE:
            continue
        tell(f"trying {parameter} = {text(exact)}")
        proof = prove(*family.at(exact), budget=max(5.0, 0.6 * (deadline - time.monotonic())), progress=progress)
        if proof.verdict != "proved":
            continue
        for places in (digits, 20, 12, 8, 5, 3):
            fails = exact + sign * Rational(1, 10**places)
            refutation = family.refuted(fails, worst, places)
            if refutation is not None:
                return BestConstant(parameter, direction, exact, fails, exact, places, proof, refutation)
    for places in (digits, digits // 2, 8, 4, 2):
        value = estimate if estimate is not None else (good + bad) / 2
        with mpmath.workdps(digits + 20):
            centre = Rational(int(mpmath.nint(value * mpmath.mpf(10) ** (places + 2))), 10 ** (places + 2))
        holds, fails = (centre - s * sign * Rational(1, 2 * 10**places) for s in (1, -1))
        tell(f"trying {parameter} to {places} decimals")
        refutation = family.refuted(fails, worst, places)
        left = deadline - time.monotonic()
        if refutation is None or left < 1:
            continue
        proof = prove(*family.at(holds), budget=0.7 * left, progress=progress, precision=max(96, 8 * places))
        if proof.verdict == "proved":
            return BestConstant(parameter, direction, holds, fails, None, places, proof, refutation)
    raise ArithmeticError(f"no digit of {parameter} could be certified near {mpmath.nstr(good, 6)}")


class _Family:
    """A statement with a parameter."""

    def __init__(self, relation: str, where: list[str], parameter: str) -> None:
        if not re.fullmatch(r"[^\W\d]\w*", parameter):
            raise FormulaError(f"{parameter!r} is no name of a parameter")
        self.relation, self.where, self.parameter = relation, where, parameter
        self._name = re.compile(rf"(?<![\w.]){re.escape(parameter)}(?!\w)")
        if not any(self._name.search(part) for part in (relation, *where)):
            raise FormulaError(f"the parameter {parameter} does not occur in the statement")
        self.symbol = Symbol(parameter, real=True)
        self.open = parse_statement(relation, [*where, f"-oo < {parameter} < oo"])

    def at(self, value: Expr) -> tuple[str, list[str]]:
        """The statement's texts with the parameter at a value."""
        shown = f"({text(value)})"
        return self._name.sub(shown, self.relation), [self._name.sub(shown, part) for part in self.where]

    def statement(self, value: Expr) -> Statement:
        """The statement with the parameter at a value."""
        return parse_statement(*self.at(value))

    def violated(self, value: Any) -> dict[Symbol, Expr] | None:
        """A point where the statement fails at a value, if one is soon found."""
        statement = self.statement(Rational(str(mpmath.nstr(value, 12))))
        for goal in statement.goals:
            found = counterexample(goal, statement.requirements, time.monotonic() + _GLANCE)
            if found is not None:
                return dict(found.point)
        return None

    def bracket(self) -> tuple[Any, Any, dict[Symbol, Expr]]:
        """A value where no counterexample is found, one close to it where there is one, and that counterexample."""
        good: list[Any] = []
        bad: list[tuple[Any, dict[Symbol, Expr]]] = []
        for number in (0, 1, -1, 4, -4, 32, -32, Rational(1, 4), Rational(1, 32), 1000, -1000):
            value = mpmath.mpf(number.p) / number.q if isinstance(number, Rational) else mpmath.mpf(number)
            point = self.violated(value)
            if point is None:
                good.append(value)
            else:
                bad.append((value, point))
            if good and bad:
                break
        if not good or not bad:
            raise ArithmeticError(
                f"the statement {'fails' if bad else 'seems to hold'} for every {self.parameter} tried"
            )
        low = good[-1]
        high, point = min(bad, key=lambda pair: abs(pair[0] - low))
        for _ in range(_STEPS):
            middle = (low + high) / 2
            found = self.violated(middle)
            if found is None:
                low = middle
            else:
                high, point = middle, found
        return low, high, point

    def refined(self, good: Any, bad: Any, worst: dict[Symbol, Expr], digits: int) -> Any | None:
        """The value to many digits: where the worst point touches, inside or at ends of ranges, if that is found."""
        found: list[Any] = []
        with mpmath.workdps(digits + 10):
            for goal in self.open.goals:
                variables = tuple(x for x in goal.variables if x != self.symbol and x in worst)
                start = [mpmath.mpmathify(worst[x].evalf(digits)) for x in variables]
                choices = [[None, *dict.fromkeys(end for end, _ in ends(goal, x))] for x in variables]
                for chosen in product(*choices):
                    value = self._touching(goal, variables, start, chosen, bad, digits)
                    if value is not None and _between(value, good, bad):
                        found.append(value)
            if not found:
                return None
            return min(found, key=lambda v: abs(v - bad))  # the first to fail, seen from where it fails

    def _touching(
        self,
        goal: Goal,
        variables: tuple[Symbol, ...],
        start: list[Any],
        chosen: tuple[Expr | None, ...],
        near: Any,
        digits: int,
    ) -> Any | None:
        """The parameter where the term vanishes, with the variables at their chosen ends, or at critical points."""
        f = goal.shows.expr
        for _ in variables:  # ends may be made of other variables
            f = f.subs({x: end for x, end in zip(variables, chosen, strict=True) if end is not None})
        free = tuple(x for x, end in zip(variables, chosen, strict=True) if end is None)
        unknown = (*free, self.symbol)
        functions = [function(f, unknown), *(function(f.diff(x), unknown) for x in free)]
        at = [s for s, end in zip(start, chosen, strict=True) if end is None]
        if f.free_symbols - set(unknown):
            return None
        if self.symbol not in f.free_symbols:
            return self._limit(goal, variables, chosen, near)
        try:
            root = mpmath.findroot(
                lambda *point: [g(*point) for g in functions],
                (*at, near),
                tol=mpmath.mpf(10) ** (-2 * digits),
                maxsteps=60,
            )
        except (ValueError, ZeroDivisionError, TypeError, ArithmeticError):
            return self._limit(goal, variables, chosen, near)
        values = list(root) if isinstance(root, mpmath.matrix) else [root]
        return mpmath.re(values[-1])

    def _limit(
        self, goal: Goal, variables: tuple[Symbol, ...], chosen: tuple[Expr | None, ...], near: Any
    ) -> Any | None:
        """For one variable: the limit, towards an end, of the parameter where the term vanishes."""
        f = goal.shows.expr
        slope = f.diff(self.symbol)
        if len(variables) != 1 or chosen[0] is None or self.symbol in slope.free_symbols:
            return None
        (x,) = variables
        value = function((self.symbol - f / slope).subs(self.symbol, 0), (x,))
        end = mpmath.mpmathify(chosen[0].evalf(mpmath.mp.dps))
        side = 1 if chosen[0] == ranges(goal)[x].lo else -1
        terms = []
        with mpmath.workdps(8 * mpmath.mp.dps):
            for k in range(4, 30):
                v = value_of(value, (end + side * mpmath.mpf(2) ** -k,))
                if v is None:
                    return None
                terms.append(v)
            limit, error = mpmath.shanks(terms)[-1][-1], abs(terms[-1] - terms[-2])
        return limit if abs(limit - terms[-1]) <= 4 * error + mpmath.mpf(10) ** -20 else None

    def refuted(self, value: Expr, worst: dict[Symbol, Expr], places: int) -> Answer | None:
        """A counterexample at a value of the parameter, close to the worst point or wherever one is found."""
        statement = self.statement(value)
        for goal in statement.goals:
            found = counterexample(goal, statement.requirements, time.monotonic() + 3)
            if found is not None:
                return Answer("refuted", statement, point=dict(found.point), violation=found.violation)
            for point in _near(goal, worst, places):
                seen = violation(goal, statement.requirements, point)
                if seen is not None:
                    return Answer("refuted", statement, point=point, violation=seen)
        return None


def _between(value: Any, good: Any, bad: Any) -> bool:
    room = abs(good - bad) * 3 + mpmath.mpf(10) ** -9
    return bool(min(good, bad) - room <= value <= max(good, bad) + room)


def _near(goal: Goal, worst: dict[Symbol, Expr], places: int) -> list[dict[Symbol, Expr]]:
    """Exact points: the lowest sample after a descent, rounded, and points ever closer to each end."""
    points: list[dict[Symbol, Expr]] = []
    bounds = ranges(goal)
    steps = [Rational(1, 2**k) for k in range(2, 4 * places)]
    for x in goal.variables:
        for end, side in ((bounds[x].lo, 1), (bounds[x].hi, -1)):
            if end is None or not (bounds[x].finite or end.is_Rational):
                continue
            for step in steps:
                points.append({**worst, x: end + side * step})
    f, variables = goal.shows.expr, goal.variables
    with mpmath.workdps(3 * places + 20):
        slopes = [function(f.diff(x), variables) for x in variables]
        try:
            root = mpmath.findroot(
                lambda *p: [g(*p) for g in slopes], tuple(mpmath.mpmathify(worst[x].evalf(30)) for x in variables)
            )
            scale = 10 ** (places + 10)
            points.append(
                {x: Rational(int(mpmath.nint(v * scale)), scale) for x, v in zip(variables, list(root), strict=True)}
            )
        except (ValueError, ZeroDivisionError, TypeError, ArithmeticError, KeyError):
            pass
    return points
