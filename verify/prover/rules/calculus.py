"""Rules in one variable: a function that rises is least at its lower end, a concave one at one of its ends."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, Max, Min, Symbol, acosh, expand, expand_log, log, sign, sinc

from verify.balls.evaluate import is_positive
from verify.prover.defined import Needs, needs
from verify.prover.goal import Goal, Inequality
from verify.prover.rejected import Rejected
from verify.prover.rules.defined_goals import defined, is_plain, mapped
from verify.prover.rules.plain import vanishes


def monotone(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """f rises in `variable` from its lower end `end` (`side` 1), or falls towards its upper end (`side` −1).

    Left to prove: x is on that side of the end; the segment from the end to x stays in the domain; f is defined on it,
    and f' inside of it; ±f' ≥ 0 there; f ≥ 0 at the end. For a strict goal one of the two is to be strict: with
    `strict` "slope", f' ≠ 0 and x is not the end, with "end", f > 0 there. With `limit` true f need not be defined at
    the end: its limit there is taken, of a form where every logarithm is multiplied by what vanishes there.
    Sound: elementary functions are continuous where they are defined, so f(x) − f(end) is the integral of f'.
    """
    segment = Segment(goal, data.get("variable"), data.get("end"), data.get("side"))
    f, x, side = goal.shows.expr, segment.variable, segment.side
    strict = data.get("strict") if goal.shows.strict else None
    if goal.shows.strict and strict not in ("slope", "end"):
        raise Rejected(f"strict: must be slope or end, not {strict!r}")
    slope = f.diff(x)
    left = segment.obligations(strict == "slope")
    left += [*segment.defined_between(slope), *segment.apart_from_branches(f)]
    if data.get("limit"):
        left += segment.defined_inside(f)
        value, more = _limit(segment, f)
        left += more
    else:
        left += segment.defined_with_end(f)
        value = mapped(f, lambda t: t.subs(x, segment.end), needs(segment.end))
    left.append(segment.between(Inequality(side * slope, strict == "slope")))
    left.append(segment.at_end(Inequality(value, strict == "end")))
    return left


def concave(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """f is concave in `variable` between the ends `lower` and `upper`: it is at least the smaller of its end values.

    Left to prove: x lies between the ends; the segment stays in the domain; f is defined on it, f'' inside; f'' ≤ 0;
    f ≥ 0 at both ends. A strict goal needs one strict end, with x not the other (`strict`: "lower", "upper"), both
    ("both"), or f'' < 0 with x neither ("curvature").
    Sound: f lies above its chord, and a chord between values that are ≥ 0 is ≥ 0.
    """
    below = Segment(goal, data.get("variable"), data.get("lower"), 1)
    above = Segment(goal, data.get("variable"), data.get("upper"), -1)
    f, x = goal.shows.expr, below.variable
    strict = data.get("strict") if goal.shows.strict else None
    if goal.shows.strict and strict not in ("lower", "upper", "both", "curvature"):
        raise Rejected(f"strict: must be lower, upper, both or curvature, not {strict!r}")
    bend = f.diff(x, 2)
    left = below.obligations(strict in ("curvature", "upper")) + above.obligations(strict in ("curvature", "lower"))
    left += below.defined_with_end(f) + above.defined_with_end(f)
    between = (*below.given_between(), *above.given_between())
    left += below.apart_from_branches(f)
    left += defined(bend, goal.variables, between)
    left.append(Goal(goal.variables, between, Inequality(-bend, strict == "curvature")))
    left.append(
        below.at_end(
            Inequality(mapped(f, lambda t: t.subs(x, below.end), needs(below.end)), strict in ("lower", "both"))
        )
    )
    left.append(
        above.at_end(
            Inequality(mapped(f, lambda t: t.subs(x, above.end), needs(above.end)), strict in ("upper", "both"))
        )
    )
    return left


class Segment:
    """The points from an end to x in the direction of one variable, at each point of a goal's domain.

    Every condition with the variable must be linear in it, so what holds at both ends of the segment holds on it.
    """

    def __init__(self, goal: Goal, variable: Any, end: Any, side: Any) -> None:
        if variable not in goal.variables:
            raise Rejected(f"variable: must be one of the goal, not {variable!r}")
        if not isinstance(end, Expr) or variable in end.free_symbols or not end.free_symbols <= set(goal.variables):
            raise Rejected(f"end: must be a term in the other variables, not {end!r}")
        if side not in (1, -1):
            raise Rejected(f"side: must be 1 or -1, not {side!r}")
        if goal.shows.expr.has(Abs, Max, Min, sign, sinc):
            raise Rejected("absolute values, maxima and minima must be unfolded first")
        self.goal, self.variable, self.end, self.side = goal, variable, end, side
        self._slopes: dict[Inequality, Expr] = {}
        for g in goal.given:
            if variable in g.expr.free_symbols:
                if not g.expr.is_polynomial(variable):  # as it is written: what is multiplied out may forget a root
                    raise Rejected(f"the condition {g} is not linear in {variable}")
                slope = expand(g.expr).diff(variable)
                if variable in slope.free_symbols:
                    raise Rejected(f"the condition {g} is not linear in {variable}")
                self._slopes[g] = slope

    def given_between(self) -> tuple[Inequality, ...]:
        """The conditions as they hold strictly between the end and x: those with a constant slope are strict there.

        Such a condition has different values at the end and at x, neither negative, so in between it is positive.
        """
        found = [
            Inequality(g.expr, True) if (slope := self._slopes.get(g)) is not None and _constant(slope) else g
            for g in self.goal.given
        ]
        return (*found, *self.open_side())

    def between(self, shows: Inequality) -> Goal:
        """A goal strictly between the end and x."""
        return Goal(self.goal.variables, self.given_between(), shows)

    def defined_between(self, term: Expr) -> list[Goal]:
        """That a term is defined strictly between the end and x."""
        return defined(term, self.goal.variables, self.given_between())

    def apart_from_branches(self, f: Expr) -> list[Goal]:
        """u² > 1 strictly between for every acosh u: its slope is 1/√(u² − 1), which sympy writes as two roots."""
        inside = {n.args[0] for n in f.atoms(acosh) if self.variable in n.free_symbols}
        wanted = [Needs(u**2 - 1, "> 0") for u in sorted(inside, key=str)]
        return [self.between(Inequality(need.expr, True)) for need in wanted if not is_plain(need)]

    def open_side(self) -> tuple[Inequality, ...]:
        """x is strictly on its side of the end."""
        return (Inequality(self.side * (self.variable - self.end), True),)

    def obligations(self, strictly: bool) -> list[Goal]:
        """x is on its side of the end (strictly), and every condition holds there too, strictness apart."""
        goal = self.goal
        left = [Goal(goal.variables, goal.given, Inequality(self.side * (self.variable - self.end), strictly))]
        for g, slope in self._slopes.items():
            if not self._only_grows(slope):
                there = expand(g.expr.subs(self.variable, self.end))
                if there != 0:
                    left.append(Goal(goal.variables, goal.given, Inequality(there, False)))
        left += defined(self.end, goal.variables, goal.given)
        return left

    def inside(self, shows: Inequality) -> Goal:
        """A goal at the points of the segment other than its end."""
        return Goal(self.goal.variables, (*self.goal.given, *self.open_side()), shows)

    def at_end(self, shows: Inequality) -> Goal:
        """A goal at the end, under what the conditions say of the other variables."""
        variables = tuple(y for y in self.goal.variables if y != self.variable)
        given = []
        for g in self.goal.given:
            if g not in self._slopes:
                given.append(g)
                continue
            there = expand(g.expr.subs(self.variable, self.end))
            if there.free_symbols:
                given.append(Inequality(there, g.strict and self._only_grows(self._slopes[g])))
        return Goal(variables, tuple(given), shows)

    def defined_inside(self, term: Expr) -> list[Goal]:
        """That a term is defined on the segment, its end apart."""
        return defined(term, self.goal.variables, (*self.goal.given, *self.open_side()))

    def defined_with_end(self, term: Expr) -> list[Goal]:
        """That a term is defined on the segment and at its end."""
        left = self.defined_inside(term)
        for need in needs(term):
            expr = need.expr.subs(self.variable, self.end)
            shows = Inequality(expr**2 if need.kind == "!= 0" else expr, need.kind != ">= 0")
            left += [*defined(expr, self.at_end(shows).variables, self.at_end(shows).given), self.at_end(shows)]
        return left

    def _only_grows(self, slope: Expr) -> bool:
        """Whether a condition with this slope is at the end at least what it is at x."""
        return not slope.free_symbols and is_positive(self.side * slope) is False


def _constant(slope: Expr) -> bool:
    """Whether a slope is a number that is certainly not zero."""
    return not slope.free_symbols and is_positive(slope**2) is True


def _limit(segment: Segment, f: Expr) -> tuple[Expr, list[Goal]]:
    """The limit of f at the end of the segment, and what has to be proved for that.

    f is a polynomial in λ = log of the distance u to the end, Σ fₖλᵏ, with f₀ and all fₖ smooth up to the end and
    fₖ = 0 there for k > 0: so fₖ = O(u) and fₖ·λᵏ → 0, and the limit is f₀ at the end.
    """
    x, end = segment.variable, segment.end
    distance = segment.side * (x - end)
    symbol = Symbol("lambda_", real=True)
    term = f
    for node in f.atoms(log):
        (inner,) = node.args
        ratio = (inner / distance).cancel()
        if ratio.is_Rational and ratio > 0:
            term = term.xreplace({node: symbol + log(ratio)})
    if not term.is_polynomial(symbol):
        raise Rejected(f"{f} is not a polynomial in the logarithm of {distance}")
    if not vanishes(
        expand_log(term.xreplace({symbol: log(distance)})) - expand_log(f), segment.inside(segment.goal.shows)
    ):
        raise Rejected(f"it is not certain that {f} was read rightly in the logarithm of {distance}")
    coefficients = expand(term).collect(symbol, evaluate=False)
    left: list[Goal] = []
    value = coefficients.pop(1 + 0 * symbol, 0 * symbol)
    left += segment.defined_with_end(value)
    for power, factor in coefficients.items():
        if not power.free_symbols <= {symbol}:
            raise Rejected(f"{f} is not a polynomial in the logarithm of {distance}")
        left += segment.defined_with_end(factor) + segment.defined_with_end(factor.diff(x))
        there = segment.at_end(Inequality(factor.subs(x, end), False))
        if not vanishes(there.shows.expr, there):
            raise Rejected(f"the factor {factor} of {power} does not vanish at {end}")
    return value.subs(x, end), left
