"""Rules in one variable: a function that rises is least at its lower end, a concave one at one of its ends."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from verify.core.balls import ground_sign
from verify.core.definedness import conditions
from verify.core.derivatives import derivative
from verify.core.nodes import Refused, Term
from verify.core.nodes import node as node_of
from verify.core.obligations import Known, Node, check_term, joined, vanishes
from verify.core.rational import Undecided
from verify.core.polynomials import difference, light, minus, negative, product, raised_to, spelled, total
from verify.core.signs import NEGATIVE, POSITIVE
from verify.core.terms import number, relation, sides, substitute

_MOST_LOGARITHMS: Final = 12


def _at_least(term: Term) -> Term:
    return relation("≥", term)


def _above(term: Term) -> Term:
    return relation(">", term)


class Segment:
    """The points from an end to x in the direction of one variable, at each point of a node's domain.

    Every condition with the variable is a polynomial in it as it is written, of degree 1: so it is defined on the whole
    segment, and what holds at both ends of it holds on it.
    """

    def __init__(self, node: Node, variable: Any, end: Any, side: Any) -> None:
        if type(variable) is not Term or variable not in node.variables:
            raise Refused("variable: must be one of the node")
        if type(side) is not int or side not in (1, -1):
            raise Refused(f"side: must be 1 or -1, not {side!r}")
        self.node, self.variable, self.side = node, variable, side
        self.end = check_term(end, [v for v in node.variables if v is not variable])
        self.known = node.must_be_defined(self.end, what="the end")
        self.way = product(number(side), minus(variable, self.end))
        self._slopes: dict[Term, Term] = {}
        for g in node.conditions:
            if variable in g.free:
                if sides(g)[0] not in ("≥", ">") or any(variable in c.free for c in conditions(g)):
                    raise Refused(f"the condition {g!r} is not linear in {variable!r}")
                self._slopes[g] = _slope(difference(g), variable)
        # what holds at all points of the line through the point: it does not speak of the variable
        self._fixed = [f for f in (*node.of_conditions, *node.conditions) if variable not in f.free]
        self._fixed += list(conditions(self.end))

    def obligations(self, strictly: bool) -> None:
        """x is on its side of the end (strictly), and every condition holds there too, strictness apart."""
        self.node.must(self.way, strictly, self.known, "the side of the end")
        for g, slope in self._slopes.items():
            if not self._only_grows(slope):
                there = substitute(difference(g), {self.variable: self.end})
                self.node.must(there, False, self.known, "a condition at the end")

    def between(self) -> Known:
        """What is true strictly between the end and x.

        A condition whose slope is a number other than 0 has different values at the end and at x, neither negative, so
        in between it is positive. Others are as strict as they were.
        """
        found = list(self._fixed)
        for g, slope in self._slopes.items():
            certain = not slope.free and ground_sign(slope) in (POSITIVE, NEGATIVE)
            found.append(_above(difference(g)) if certain else g)
        return joined((*found, _above(self.way)))

    def at_end(self) -> Known:
        """What is true at the end: a condition that only grows towards it is as strict there as it was."""
        found = list(self._fixed)
        for g, slope in self._slopes.items():
            there = substitute(difference(g), {self.variable: self.end})
            found.append((_above if sides(g)[0] == ">" and self._only_grows(slope) else _at_least)(there))
        return joined(found)

    def defined_between(self, formulas: tuple[Term, ...], known: Known) -> Known:
        """Refuses unless the formulas hold strictly between the end and x; with what is known there."""
        return self.node.must_hold(formulas, known, "on the segment")

    def defined_with_end(self, formulas: tuple[Term, ...], known: Known) -> None:
        """Refuses unless the formulas hold between the end and x, and at the end."""
        self.defined_between(formulas, known)
        there = [substitute(c, {self.variable: self.end}) for c in formulas]
        self.node.must_hold(there, self.at_end(), "at the end")

    def _only_grows(self, slope: Term) -> bool:
        """Whether a condition with this slope is at the end at least what it is at x."""
        return not slope.free and not ground_sign(product(number(self.side), slope)) & POSITIVE


def _slope(term: Term, x: Term) -> Term:
    """The coefficient of x in a term that is linear in it; its light form is a polynomial in x as it is written."""
    _polynomial_as_written(term, x)
    found = {}
    for m, q in light(term).items():
        degree = dict(m).get(x, Fraction(0))
        if degree not in (0, 1) or any(x in y.free for y, _ in m if y is not x):
            raise Refused(f"{term!r} is not linear in {x!r}")
        if degree:
            found[tuple(factor for factor in m if factor[0] is not x)] = q
    return spelled(found)


def _polynomial_as_written(t: Term, x: Term) -> None:
    if x not in t.free or t is x:
        return
    natural = t.kind == "power" and t.args[1].kind == "number" and t.args[1].args[0].denominator == 1
    if t.kind not in ("add", "mul") and not (natural and t.args[1].args[0] >= 0):
        raise Refused(f"{t!r} is no polynomial in {x!r}")
    for a in t.args:
        _polynomial_as_written(a, x)


def _strictness(node: Node, *choices: str) -> str | None:
    strict = node.data.get("strict")
    if not node.strict:
        return None
    if type(strict) is not str or strict not in choices:
        raise Refused(f"strict: must be one of {', '.join(choices)}, not {strict!r}")
    return strict


def monotone(node: Node) -> None:
    """f rises in `variable` from its lower end `end` (`side` 1), or falls towards its upper end (`side` −1).

    Sound: the segment from the end to x lies in the domain, f is defined on it and at the end, so it is continuous
    there; f' exists strictly between, and ±f' ≥ 0 there: so f(x) ≥ f(end) ≥ 0. If f' ≠ 0 and x is not the end
    (`strict` "slope"), f(x) > f(end); with "end", f(end) > 0.
    With `limit`, terms [f₀, f₁, …], f need not be defined at the end: f = Σ fₖ·λᵏ, λ the logarithm of the distance to
    the end, strictly between; the fₖ are defined on the segment with its end, and for k > 0 their derivatives too, and
    fₖ = 0 at the end. So fₖ is at most a constant times the distance, fₖ·λᵏ → 0, and f goes on continuously to f₀(end);
    x must not be the end, where f need not have that value.
    """
    limit = node.data.get("limit") is not None
    segment = Segment(node, node.data.get("variable"), node.data.get("end"), node.data.get("side"))
    strict = _strictness(node, "slope", "end")
    x, f = segment.variable, node.term
    segment.obligations(limit or strict == "slope")
    between = segment.between()
    slope, needed = derivative(f, x)
    if limit:
        segment.defined_between(conditions(f), between)
        at_end = _limit(node, segment, between)
    else:
        segment.defined_with_end(conditions(f), between)
        at_end = substitute(f, {x: segment.end})
    between = segment.defined_between((*conditions(f), *needed, *conditions(slope)), between)
    node.must(product(number(segment.side), slope), strict == "slope", between, "the slope")
    node.must(at_end, strict == "end", segment.at_end(), "the value at the end")


def _limit(node: Node, segment: Segment, between: Known) -> Term:
    coefficients = node.data["limit"]
    if type(coefficients) is not list or not 1 <= len(coefficients) <= _MOST_LOGARITHMS:
        raise Refused("limit: must be a list of terms")
    x = segment.variable
    here = {x: segment.end}
    logarithm = node_of("log", segment.way)
    parts = []
    known = between
    for k, factor in enumerate(coefficients):
        check_term(factor, node.variables)
        parts.append(product(factor, raised_to(logarithm, number(k))) if k else factor)
        segment.defined_with_end(conditions(factor), between)
        known = joined((*known, *conditions(factor)))
        if k:
            slope, needed = derivative(factor, x)
            segment.defined_with_end((*conditions(factor), *needed, *conditions(slope)), between)
            at_end = joined((*segment.at_end(), *conditions(substitute(factor, here))))
            if not vanishes(substitute(factor, here), at_end):
                raise Undecided(f"the factor {factor!r} does not vanish at the end")
    known = joined((*known, *conditions(node.term)))
    node.must_vanish(minus(node.term, total(*parts)), known, "the logarithm of the distance")
    first: Term = coefficients[0]
    return substitute(first, here)


def concave(node: Node) -> None:
    """f is concave in `variable` between the ends `lower` and `upper`: it is at least the smaller of its end values.

    Sound: the segment lies in the domain; f is continuous on it and f'' ≤ 0 inside, so f lies above its chord, whose
    ends are ≥ 0. A strict goal needs one strict end, with x not the other (`strict`: "lower", "upper"), both ("both"),
    or f'' < 0 with x neither ("curvature").
    """
    below = Segment(node, node.data.get("variable"), node.data.get("lower"), 1)
    above = Segment(node, node.data.get("variable"), node.data.get("upper"), -1)
    strict = _strictness(node, "lower", "upper", "both", "curvature")
    x, f = below.variable, node.term
    below.obligations(strict in ("curvature", "upper"))
    above.obligations(strict in ("curvature", "lower"))
    # A condition of constant slope is positive strictly between the two ends; and one that is positive at x is so too.
    inside = joined((*below.between(), *above.between()))
    slope, needed = derivative(f, x)
    bend, more = derivative(slope, x)
    below.defined_with_end(conditions(f), inside)
    above.defined_with_end(conditions(f), inside)
    known = node.must_hold((*conditions(f), *needed, *conditions(slope), *more, *conditions(bend)), inside, "inside")
    node.must(negative(bend), strict == "curvature", known, "the curvature")
    for segment, strictly in ((below, ("lower", "both")), (above, ("upper", "both"))):
        node.must(substitute(f, {x: segment.end}), strict in strictly, segment.at_end(), "the value at an end")
