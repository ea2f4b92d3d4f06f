"""Nodes of certificates, and what a node owes: that formulas hold under conditions.

A node *says*: at every point (real values of its variables) at which its conditions, and the formulas that make these
and the goal defined (`needed`), are all defined and true, the goal is true. The definedness of the goal is settled
outside, or by the rule that uses the node: who puts a new term in the place of another asks for its `conditions`.

Obligations are met point by point. A rule argues about one point at which all formulas of `known` hold. An obligation
"t > 0" speaks of the points at which besides that the `conditions` of t hold; it is met if it is plain, by signs,
linear combinations, or one enclosure; or if a part of the node says it, and all that needs holds there too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from flint import arb

from verify.core import constants
from verify.core.balls import NoEnclosure, enclosure, ground_sign, precision
from verify.core.definedness import conditions
from verify.core.nodes import FUNCTIONS, NUMBER, Refused, Term, is_scalar
from verify.core.polynomials import (
    Monomial, Polynomial, canonical, difference, inverse, light, minus, negative, product, raised_to, spelled,
    total,
)  # fmt: skip
from verify.core.rational import Undecided
from verify.core.signs import ALLOWED, NEGATIVE, POSITIVE, ZERO_SIGN, Facts
from verify.core.terms import number, relation, said_outside, sides, the_term, walk
from verify.core.zero import NormalForm

MOST_POWER: Final = 10_000
MOST_DIGITS: Final = 10_000
_BITS: Final = 96
_MOST_STEPS: Final = 400
_DEEPEST: Final = 4
_ROUNDS: Final = 3
_KINDS: Final = frozenset(["number", "pi", "e", "variable", "add", "mul", "power", "max", "min"]) | FUNCTIONS

Known = tuple[Term, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Certificate:
    """A node: under the conditions `given`, `shows`; the rule that reduces it to its parts, with the rule's data."""

    variables: tuple[Term, ...]
    given: tuple[Term, ...]
    shows: Term
    rule: str
    data: Mapping[str, Any]
    parts: tuple[Certificate, ...] = ()


# --- what is plain ----------------------------------------------------------------------------------------------------


def _exactly(known: Known, strict: bool = True) -> Known:
    """What is known, if it is a tuple of terms: what only equals one may not be remembered as one; nor as a bool."""
    if type(known) is not tuple or type(strict) is not bool:
        raise Refused("what is known must be a tuple, and whether it is strict True or False")
    return tuple(map(the_term, known))


@lru_cache(maxsize=512)
def facts_of(known: Known) -> Facts:
    """The facts, made once."""
    return Facts(_exactly(known)).kept()


@lru_cache(maxsize=4096)
def vanishes(term: Term, known: Known) -> bool:
    """Whether the term is zero wherever the formulas are true and it is defined."""
    if canonical(the_term(term)) is number(0):
        return True
    try:
        if NormalForm(facts_of(_exactly(known))).is_zero(term):
            return True
    except Refused:
        pass
    return constants.is_zero(term)


def wanted_signs(strict: bool) -> int:
    """The signs that meet > 0, or ≥ 0."""
    return POSITIVE if strict else POSITIVE | ZERO_SIGN


@lru_cache(maxsize=4096)
def is_plain(term: Term, strict: bool, known: Known) -> bool:
    """Whether term > 0 (≥ 0 if not strict) is plain wherever the formulas are true and it is defined."""
    facts = facts_of(_exactly(known, strict))
    if not facts.signs(the_term(term)) & ~wanted_signs(strict):
        return True
    if not term.free and (not ground_sign(term) & ~wanted_signs(strict) or (not strict and vanishes(term, known))):
        return True
    if _combines(term, strict, known):
        return True
    bounds = ranges(known)
    if any(_is_empty(r) for r in bounds.values()) or any(_fails(f) for f in known):
        return True
    ends = tuple(f for v, r in bounds.items() for f in r.formulas(v) if f not in facts.formulas)
    if ends and not facts_of((*known, *ends)).signs(term) & ~wanted_signs(strict):
        return True
    return _in_one_ball(term, strict, bounds)


def _fails(formula: Term) -> bool:
    """Whether a formula without variables is certainly false."""
    if formula.kind != "relation" or formula.free:
        return False
    return not ground_sign(difference(formula)) & ALLOWED[sides(formula)[0]]


def _combines(term: Term, strict: bool, known: Known) -> bool:
    """Whether the term is a sum of known terms, each times a positive number, and of a number of the right sign.

    Sound: all light forms have values where the terms have, and add up to them; known terms have their signs.
    """
    slacks: list[tuple[Polynomial, bool]] = []
    for formula in known:
        if formula.kind == "relation":
            op = sides(formula)[0]
            gap = light(difference(formula))
            if op in ("≥", ">", "="):
                slacks.append((gap, op == ">"))
            if op == "=":
                slacks.append(({m: -q for m, q in gap.items()}, False))
    steps = 0

    def search(rest: Polynomial, strict: bool, depth: int) -> bool:
        nonlocal steps
        steps += 1
        open_monomials = [m for m in rest if _moves(m)]
        if not open_monomials:
            left_over = spelled(rest)
            return not ground_sign(left_over) & ~wanted_signs(strict) or (not strict and vanishes(left_over, ()))
        if depth == 0 or steps > _MOST_STEPS:
            return False
        choices = {m: [s for s in slacks if m in s[0] and s[0][m] * rest[m] > 0] for m in open_monomials}
        monomial = min(open_monomials, key=lambda m: len(choices[m]))
        for slack, is_strict in choices[monomial]:
            factor = rest[monomial] / slack[monomial]
            left = dict(rest)
            for m, q in slack.items():
                left[m] = left.get(m, Fraction(0)) - factor * q
            if search({m: q for m, q in left.items() if q}, strict and not is_strict, depth - 1):
                return True
        return False

    return search(light(term), strict, _DEEPEST)


def _moves(monomial: Monomial) -> bool:
    return any(x.free for x, _ in monomial)


def _in_one_ball(term: Term, strict: bool, bounds: Mapping[Term, Range]) -> bool:
    """By one enclosure on the box that the variables are in."""
    if not all(v in bounds and bounds[v].low is not None and bounds[v].high is not None for v in term.free):
        return False
    try:
        with precision(_BITS):
            values = {v: hull(enclosure(bounds[v].low), enclosure(bounds[v].high)) for v in term.free}  # type: ignore[arg-type]
            found = enclosure(term, values)
            return found.is_finite() and bool(found > 0 if strict else found >= 0)
    except NoEnclosure:
        return False


def hull(low: arb, high: arb) -> arb:
    """A ball that holds all numbers of both, and those between."""
    return low.union(high)


# --- constant bounds of the variables ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Range:
    """low ≤ x ≤ high, without the ends where they are open; None where there is no bound. Ends have no variables."""

    low: Term | None = None
    open_low: bool = False
    high: Term | None = None
    open_high: bool = False

    def formulas(self, v: Term) -> list[Term]:
        """What it says of a variable."""
        found = []
        if self.low is not None:
            found.append(relation(">" if self.open_low else "≥", minus(v, self.low)))
        if self.high is not None:
            found.append(relation(">" if self.open_high else "≥", minus(self.high, v)))
        return found


def ranges(known: Known) -> Mapping[Term, Range]:
    """Bounds that hold wherever the formulas do, from those that are linear with constant coefficients.

    From a·x + Σ b·y + c ≥ 0 with a > 0: x ≥ −(c + the largest value of Σ b·y)/a. An end whose comparison with an
    earlier one is not certain is not taken.
    """
    return MappingProxyType(dict(_ranges(known)))  # what is compared with a proxy is shown what is behind it


@lru_cache(maxsize=512)
def _ranges(known: Known) -> dict[Term, Range]:
    linear = [form for f in _exactly(known) if (form := _linear(f)) is not None]
    found: dict[Term, Range] = {}
    for _ in range(_ROUNDS):
        before = dict(found)
        for coefficients, constant, strict in linear:
            for x in coefficients:
                _tighten(found, x, coefficients, constant, strict)
        if found == before:
            break
    return found


def _linear(formula: Term) -> tuple[dict[Term, Term], Term, bool] | None:
    if formula.kind != "relation" or sides(formula)[0] not in ("≥", ">"):
        return None
    parts: dict[Term | None, dict[Monomial, Fraction]] = {}
    for m, q in light(difference(formula)).items():
        moving = [(x, k) for x, k in m if x.free]
        if len(moving) > 1 or any(x.kind != "variable" or k != 1 for x, k in moving):
            return None
        rest = tuple(factor for factor in m if not factor[0].free)
        parts.setdefault(moving[0][0] if moving else None, {})[rest] = q
    constant = spelled(parts.pop(None, {}))
    return {v: spelled(p) for v, p in parts.items() if v is not None}, constant, sides(formula)[0] == ">"


def _tighten(
    found: dict[Term, Range], x: Term, coefficients: Mapping[Term, Term], constant: Term, strict: bool
) -> None:
    most, is_open = constant, strict
    for y, b in coefficients.items():
        if y is not x:
            sign, r = ground_sign(b), found.get(y, Range())
            if sign not in (POSITIVE, NEGATIVE):
                return
            end, open_end = (r.high, r.open_high) if sign == POSITIVE else (r.low, r.open_low)
            if end is None:
                return
            most, is_open = total(most, product(b, end)), is_open or open_end
    sign = ground_sign(coefficients[x])
    if sign not in (POSITIVE, NEGATIVE):
        return
    end = canonical(negative(product(most, inverse(coefficients[x]))))
    old = found.get(x, Range())
    if sign == POSITIVE and (old.low is None or _better(minus(end, old.low), is_open, old.open_low)):
        found[x] = Range(end, is_open, old.high, old.open_high)
    elif sign == NEGATIVE and (old.high is None or _better(minus(old.high, end), is_open, old.open_high)):
        found[x] = Range(old.low, old.open_low, end, is_open)


def _better(gain: Term, is_open: bool, was_open: bool) -> bool:
    sign = ground_sign(gain)
    return sign == POSITIVE or (sign == ZERO_SIGN and is_open and not was_open)


def _is_empty(r: Range) -> bool:
    if r.low is None or r.high is None:
        return False
    sign = ground_sign(minus(r.high, r.low))
    return sign == NEGATIVE or (sign == ZERO_SIGN and (r.open_low or r.open_high))


# --- a node and its obligations ---------------------------------------------------------------------------------------


class Node:
    """A well-formed node, and the obligations of its rule.

    Attributes:
        term: the goal is term > 0 if `strict`, else term ≥ 0.
        conditions: the node's conditions; `of_conditions`: what makes them defined.
        known: all that holds at a point that the node speaks of.
    """

    def __init__(self, certificate: Certificate) -> None:
        self.certificate = certificate
        self.variables = certificate.variables
        self.conditions = certificate.given
        self.term = difference(certificate.shows)
        self.strict = sides(certificate.shows)[0] == ">"
        self.data = certificate.data
        self.parts = certificate.parts
        self._said = [(needed(p), p.shows) for p in self.parts]
        self.of_conditions = joined(d for g in self.conditions for d in conditions(g))
        self.known = needed(certificate)

    def must(self, term: Term, strict: bool, known: Known | None = None, what: str = "what is left") -> None:
        """Refuses unless term > 0 (≥ 0) at every point where the formulas are true and the term is defined."""
        known = self.known if known is None else known
        at_point = joined((*known, *conditions(term)))
        if not self._is_said(term, strict, at_point) and not is_plain(term, strict, at_point):
            raise Undecided(f"{what}: {term!r} {'>' if strict else '≥'} 0 is neither plain nor shown by a part")

    def must_be_defined(self, term: Term, known: Known | None = None, what: str = "a term") -> Known:
        """Refuses unless the term has a value wherever the formulas are true; returns them with its conditions.

        The conditions of a term are in order: those of its parts come first. So each may be used for the next.
        """
        known = self.known if known is None else known
        return self.must_hold(conditions(term), known, f"{what} is defined")

    def must_hold(self, formulas: Iterable[Term], known: Known, what: str) -> Known:
        """Refuses unless the relations are defined and true wherever those in known are; returns them all."""
        for formula in formulas:
            for f in (*conditions(formula), formula):
                if f not in known:
                    self._settle(f, known, what)
                    known = joined((*known, f))
        return known

    def must_vanish(self, term: Term, known: Known | None = None, what: str = "what is left") -> None:
        """Refuses unless the term is zero at every point where the formulas are true and it is defined.

        It is by its normal form, or if neither it nor its negative is negative there.
        """
        known = joined((*(self.known if known is None else known), *conditions(term)))
        if not vanishes(term, known):
            try:
                self.must(term, False, known)
                self.must(negative(term), False, known)
            except Undecided:
                raise Undecided(f"{what}: it is not certain that {term!r} is zero") from None

    def must_equal(self, other: Term) -> None:
        """Refuses unless a new term is defined, and equal to the goal's, at every point that the node speaks of."""
        self.must_be_defined(other, what=f"{other!r}")
        self.must_vanish(minus(self.term, other))

    def _settle(self, formula: Term, known: Known, what: str) -> None:
        if facts_of(known).holds(formula):
            return
        op, gap = sides(formula)[0], difference(formula)
        if op in ("≥", ">"):
            return self.must(gap, op == ">", known, what)
        if op == "≠":
            ways = (gap, negative(gap), raised_to(gap, number(2)))
            if any(self._is_said(t, True, known) or is_plain(t, True, known) for t in ways) or _divides(gap, known):
                return None
        raise Undecided(f"{what}: {formula!r} is neither plain nor shown by a part")

    def _is_said(self, term: Term, strict: bool, known: Known) -> bool:
        """Whether one of the parts says term > 0 (≥ 0) of the points where the formulas are true."""
        return any(says(needs, shows, term, strict, known) for needs, shows in self._said)


def needed(certificate: Certificate) -> Known:
    """What holds at the points that a node speaks of: its conditions, and what makes these and the goal defined."""
    formulas = (*certificate.given, certificate.shows)
    return joined((*(c for f in formulas for c in conditions(f)), *certificate.given))


def says(needs: Known, shows: Term, term: Term, strict: bool, known: Known) -> bool:
    """Whether "where needs hold, shows" says term > 0 (≥ 0) where the formulas in known hold and the term is defined.

    Sound: at such a point what is needed holds, so what is shown is defined and true; and it is equal to the term.
    """
    if strict and sides(shows)[0] != ">":
        return False
    shown = difference(shows)
    if shown is not term:
        apart = minus(shown, term)
        if canonical(apart) is not number(0) and (shown.free != term.free or not vanishes(apart, known)):
            return False
    return all(holds(f, known) for f in needs)


@lru_cache(maxsize=8192)
def holds(formula: Term, known: Known) -> bool:
    """Whether a relation is plainly defined and true wherever the formulas are true."""
    if the_term(formula) in _exactly(known) or facts_of(known).holds(formula):
        return True
    op, gap = sides(formula)[0], difference(formula)
    if op == "=" or not all(holds(c, known) for c in conditions(formula)):
        return False
    return _divides(gap, known) if op == "≠" else is_plain(gap, op == ">", known)


def _divides(gap: Term, known: Known) -> bool:
    """Whether a term that must not be zero is a factor of one that is known not to be."""
    from verify.core.polynomial_reading import divides  # noqa: PLC0415  # it reads terms that this module obliges

    return any(f.kind == "relation" and sides(f)[0] in ("≠", ">") and divides(gap, difference(f)) for f in known)


def joined(formulas: Iterable[Term]) -> Known:
    """Each formula once, in order."""
    return tuple(dict.fromkeys(formulas))


# --- reading data -----------------------------------------------------------------------------------------------------


def check_form(certificate: Certificate) -> None:
    """Refuses a node whose variables, conditions, goal or data are not of the language of certificates."""
    c = certificate
    if type(c) is not Certificate or type(c.variables) is not tuple or type(c.given) is not tuple:
        raise Refused("a node must be a Certificate with tuples of variables and of conditions")
    if type(c.rule) is not str or type(c.data) is not dict or type(c.parts) is not tuple:
        raise Refused("a node must have the name of a rule, a dictionary of data, and a tuple of parts")
    for v in c.variables:
        check_variable(v)
    if len(set(c.variables)) < len(c.variables):
        raise Refused("the variables must be different")
    for formula in (*c.given, c.shows):
        if type(formula) is not Term or formula.kind != "relation" or formula.open:
            raise Refused(f"{formula!r} is no relation")
        if not all(is_scalar(side) for side in formula.args[1:]):
            raise Refused(f"{formula!r} is no relation between numbers")
        check_term(formula.args[1], c.variables)
        check_term(formula.args[2], c.variables)
    if sides(c.shows)[0] not in ("≥", ">"):
        raise Refused(f"a certificate shows an inequality, not {c.shows!r}")
    _check_data(c.data, 0)


def check_variable(v: Any) -> Term:
    """Refuses what is no real variable without a declared sign: what is known of one must be a condition."""
    if type(v) is not Term or v.kind != "variable" or v.args[1:] != (NUMBER, ""):
        raise Refused(f"{v!r} is no real variable without a declared sign")
    said_outside([v])
    return v


@lru_cache(maxsize=8192)
def _free_if_readable(term: Term) -> frozenset[Term] | None:
    for t in walk(term):
        if t.kind not in _KINDS or (t.kind == "variable" and t.args[1:] != (NUMBER, "")):
            return None
        if t.kind == "power" and t.args[1].kind == "number":
            q = t.args[1].args[0]
            if max(abs(q.numerator), q.denominator) > MOST_POWER:
                return None
        if t.kind == "number" and max(t.args[0].numerator.bit_length(), t.args[0].denominator.bit_length()) > 33_220:
            return None  # 10,000 digits
    return term.free


def check_term(term: Any, variables: Iterable[Term]) -> Term:
    """Refuses what is no term of numbers and elementary functions in these variables, of a moderate size."""
    if type(term) is not Term or not is_scalar(term) or term.open:
        raise Refused(f"{term!r} is no number")
    free = _free_if_readable(term)
    if free is None:
        raise Refused(f"{term!r} has parts that certificates cannot have")
    if not free <= frozenset(variables):
        raise Refused(f"{term!r} has other variables than its node")
    return term


def _check_data(data: Any, depth: int) -> None:
    if depth > 12:
        raise Refused("the data are nested too deeply")
    if type(data) is dict:
        if not all(type(key) is str for key in data):
            raise Refused("the data must have texts as keys")
        data = list(data.values())
    if type(data) is list:
        for item in data:
            _check_data(item, depth + 1)
    elif type(data) is int:
        if data.bit_length() > 64:
            raise Refused("a whole number in the data is too large")
    elif data is not None and type(data) not in (str, bool, Term):
        raise Refused(f"data of the type {type(data).__name__}")


def rational(text: Any) -> Fraction:
    """The rational number written "p/q" or "p"."""
    if type(text) is not str or len(text) > MOST_DIGITS or any(c not in "0123456789-/" for c in text):
        raise Refused("a rational number must be written p/q, with at most 10,000 digits")
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise Refused(f"not a rational number: {text[:40]}") from None
