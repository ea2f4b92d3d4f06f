"""Whether formulas define what they speak of, so that a theorem about it is one about something that there is.

A recursion defines a run of any length; but formulas that only look like one may contradict each other, and then
everything follows from them. What is looked at are the core's terms, by exact numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Final

from verify.core.nodes import EUCLIDEAN, FUNCTION, INTEGER, INTEGERS, NUMBER, VECTOR, Term
from verify.core.terms import opened_formula

Number = int | Fraction
Values = Mapping[Term, Number]
"""Of integer variables."""
Place = tuple[Term, tuple[Number, ...]]
"""A member of a family: its name and its indices; none for a name that has no members."""

MOST_PLACES: Final = 1_000_000
_HEADS: Final = {"apply": (FUNCTION, INTEGERS), "vector": (VECTOR,), "variable": (NUMBER, INTEGER)}
"""Of which kinds the names are that may be defined."""
_PARTS: Final = ("add", "mul", "power", "inner")
"""What is looked into, besides numbers and members of families."""


class NotDefined(ValueError):
    """The formulas are not seen to define what they speak of; the message names the formula and says why."""


def check_defined(formulas: Sequence[Term], numbers: Mapping[Term, int]) -> None:
    """Refuses formulas that are not seen to be met by something.

    Each of them is one of these:

    | formula | what is asked |
    |---|---|
    | a condition on the numbers | it holds for them |
    | name = term, or a member of a family = term, also for all integers of a range | nothing is defined twice |
    | the members from a number on = a term without it | those are not defined otherwise |
    | f(x, …) = term for all x, … | nothing else defines f, and the term does not lead back to f |
    | ⟨a, b⟩ = 0 or 1 | the vectors are not defined, and orthonormal: ⟨a, a⟩ is 1, and ⟨a, b⟩ is 0 |

    What no formula defines may be anything of its declared sign. No definition leads back to itself, and every term is
    defined: bases of roots and of denominators are positive, and a name that is declared positive gets what is.

    Args:
        formulas: what a theorem assumes.
        numbers: values of the integers on which the ranges depend.

    Raises:
        NotDefined: where that is not so.
    """
    for name, value in numbers.items():
        if name.kind != "variable" or name.args[1] != INTEGER or type(value) is not int:
            raise NotDefined(f"{name!r} = {value!r} is no integer variable with an integer")
    _check(tuple(formulas), tuple(numbers.items()))


@lru_cache(maxsize=8)
def _check(formulas: tuple[Term, ...], numbers: tuple[tuple[Term, int], ...]) -> None:
    found = _Definitions(dict(numbers))
    for formula in formulas:
        try:
            found.add(formula)
        except NotDefined as error:
            raise NotDefined(f"{formula!r}: {error}") from None
    found.check_order()


@dataclass
class _Definitions:
    numbers: Mapping[Term, int]
    made: set[Place] = field(default_factory=set)
    names: dict[Term, set[Term]] = field(default_factory=dict)
    """Of a name that is defined, the names in its definitions."""
    whole: set[Term] = field(default_factory=set)
    """Functions that are defined for all arguments."""
    beyond: dict[Term, Number] = field(default_factory=dict)
    """Of a family whose members are one and the same from a number on, that number."""
    before: dict[Place, list[Place]] = field(default_factory=dict)
    """Of a member that is defined by others of its own family, those."""
    products: set[tuple[Term, Term]] = field(default_factory=set)

    def add(self, formula: Term) -> None:
        """One more formula."""
        if formula.free <= set(self.numbers) and formula.kind == "relation":
            self._condition(formula)
            return
        variables, given, body = opened_formula(formula) if formula.kind == "forall" else ([], [], formula)
        if body.kind != "relation" or body.args[0] != "=":
            raise NotDefined("it is no definition")
        _, left, right = body.args
        if left.kind == "inner" and not variables:
            self._product(left, right)
            return
        head, places = _applied(left)
        _check_sign(head, right)
        self.names.setdefault(head, set()).update(name for name, _ in _parts(right) if name not in variables)
        if variables and not given:
            self._everywhere(head, places, right, variables)
        else:
            self._members(head, places, right, variables, given)

    def _condition(self, formula: Term) -> None:
        op, *both = formula.args
        left, right = (_compiled(t, self.numbers)({}) for t in both)
        holds = {"=": left == right, "≥": left >= right, ">": left > right, "≤": left <= right, "<": left < right}
        if not holds.get(op, False):
            raise NotDefined("it is not shown to hold for these numbers")

    def _product(self, product: Term, value: Term) -> None:
        (first, at), (second, there) = map(_applied, product.args)
        if at or there:
            raise NotDefined("it is not said of two vectors")
        if value.kind != "number" or value.args[0] != (first is second):
            raise NotDefined("it does not say that they are orthonormal")
        self.products.add((first, second))

    def _everywhere(self, head: Term, places: tuple[Term, ...], right: Term, variables: list[Term]) -> None:
        arguments = [_applied(place) for place in places]
        if any(at for _, at in arguments) or {v for v, _ in arguments} != set(variables):
            raise NotDefined("it is no definition for all arguments")
        if len(places) != len(variables):
            raise NotDefined("it is no definition for all arguments")
        if head in self.whole or any(head is other for other, _ in self.made):
            raise NotDefined(f"{_name(head)} is defined twice")
        if list(_bases(right)):
            raise NotDefined("it is not certain that its right side is defined")
        self.whole.add(head)

    def _members(
        self, head: Term, places: tuple[Term, ...], right: Term, variables: list[Term], given: list[Term]
    ) -> None:
        ends = self._range(variables, given)
        where = [_compiled(place, self.numbers) for place in places]
        own = [[_compiled(i, self.numbers) for i in at] for name, at in _parts(right) if name is head]
        bases = [(base, _compiled(base, self.numbers)) for base in _bases(right)]
        if ends is None:
            ends = [{variables[0]: self._rest(head, places, right, variables[0], given)}]
        for values in ends:
            place = head, tuple(index(values) for index in where)
            if place in self.made or head in self.whole or self._is_beyond(place):
                raise NotDefined(f"{_shown(place)} is defined twice")
            for base, value in bases:
                if value(values) <= 0:
                    raise NotDefined(f"{_said(base)}, of which a root or an inverse is taken, is not positive")
            self.made.add(place)
            if own:
                self.before[place] = [(head, tuple(index(values) for index in at)) for at in own]
            if len(self.made) > MOST_PLACES:
                raise NotDefined(f"these are more than {MOST_PLACES} definitions")

    def _rest(self, head: Term, places: tuple[Term, ...], right: Term, v: Term, given: list[Term]) -> Number:
        """The first of the members that are one and the same from there on."""
        start = max(self._ends(v, given)[0])
        if places != (v,) or v in right.free:
            raise NotDefined("its range has no end, and it does not say that all members there are the same")
        if head in self.beyond or any(name is head and at[0] > start for name, at in self.made):
            raise NotDefined(f"{_name(head)} is defined twice")
        self.beyond[head] = start
        return start

    def _is_beyond(self, place: Place) -> bool:
        return place[0] in self.beyond and place[1][0] > self.beyond[place[0]]

    def _range(self, variables: list[Term], given: list[Term]) -> Iterable[Values] | None:
        """The integers that a formula with one variable speaks of; None where they have no end."""
        if not variables:
            return [{}]
        if len(variables) > 1 or variables[0].args[1:] != (INTEGER, ""):
            raise NotDefined("it is not said for one integer that runs")
        first, last = self._ends(variables[0], given)
        if not first:
            raise NotDefined("its range has no beginning")
        return ({variables[0]: n} for n in range(max(first), min(last) + 1)) if last else None

    def _ends(self, v: Term, given: list[Term]) -> tuple[list[int], list[int]]:
        """Where a range begins, and where it ends."""
        first: list[int] = []
        last: list[int] = []
        for condition in given:
            op, left, right = condition.args if condition.kind == "relation" else ("", v, v)
            if op != "≥" or (left is v) is (right is v):
                raise NotDefined(f"{_said(condition)} is no end of a range")
            if left is v:
                first.append(math.ceil(_compiled(right, self.numbers)({})))
            else:
                last.append(math.floor(_compiled(left, self.numbers)({})))
        return first, last

    def check_order(self) -> None:
        """No definition leads back to itself, and vectors that are said to be orthonormal are not defined."""
        for v in {v for pair in self.products for v in pair}:
            if v in self.names:
                raise NotDefined(f"{_name(v)} is defined, and its inner products are given besides")
            if (v, v) not in self.products:
                raise NotDefined(f"the length of {_name(v)} is not given, but an inner product is")
        apart = {n: self.names[n] - {n} for n in self.names}  # members may be defined by others of their family
        for name in self.names:
            if name in _reached(name, self.names if name in self.whole else apart):
                raise NotDefined(f"the definition of {_name(name)} leads back to it, by way of other names")
        self._check_members()

    def _check_members(self) -> None:
        finished: set[Place] = set()
        for start in self.before:
            path: dict[Place, Iterator[Place]] = {} if start in finished else {start: iter(self.before[start])}
            while path:
                place, rest = next(reversed(path.items()))
                for other in rest:
                    if other in path:
                        raise NotDefined(f"the definition of {_shown(other)} leads back to it")
                    if other in self.before and other not in finished:
                        path[other] = iter(self.before[other])
                        break
                else:
                    finished.add(place)
                    del path[place]


def _applied(term: Term) -> tuple[Term, tuple[Term, ...]]:
    """A name, and its indices if it has any."""
    if term.kind == "variable":
        head, places = term, ()
    elif (term.kind == "apply" and term.args[1] == 0) or (term.kind == "vector" and term.args[1] is EUCLIDEAN):
        head, places = term.args[0], term.args[2:]
    else:
        raise NotDefined(f"{_said(term)} is no name and no member of a family")
    if head.kind != "variable" or head.args[1] not in _HEADS[term.kind]:
        raise NotDefined(f"{_said(term)} is of what cannot be defined")
    return head, places


def _parts(term: Term) -> Iterator[tuple[Term, tuple[Term, ...]]]:
    """The names in a term, with their indices.

    Raises:
        NotDefined: for a term of another kind than sums, products, powers and inner products of such.
    """
    if term.kind in _HEADS:
        head, places = _applied(term)
        yield head, places
        for place in places:
            yield from _parts(place)
    elif term.kind in _PARTS:
        for part in term.args:
            yield from _parts(part)
    elif term.kind != "number":
        raise NotDefined(f"{_said(term)} is not looked into")


def _bases(term: Term) -> Iterator[Term]:
    """The bases that must be positive, but for those that are by their declared signs."""
    if term.kind == "power" and not _is_natural(term.args[1]) and not _is_positive(term.args[0]):
        yield term.args[0]
    for part in term.args if term.kind in _PARTS else ():
        yield from _bases(part)


def _is_natural(exponent: Term) -> bool:
    return exponent.kind == "number" and exponent.args[0].denominator == 1 and exponent.args[0] >= 0


def _is_positive(term: Term) -> bool:
    """Whether it is, by declared signs and the way it is made; what is declared an integer is looked up instead."""
    if term.kind == "number":
        return bool(term.args[0] > 0)
    if term.kind in ("add", "mul"):
        return all(map(_is_positive, term.args))
    if term.kind == "power":
        return _is_positive(term.args[0])
    head = term.args[0] if term.kind == "apply" and term.args[1] == 0 else term
    return bool(head.kind == "variable" and head.args[2] == "positive")


def _check_sign(head: Term, value: Term) -> None:
    if head.args[2] and not _is_positive(value):
        raise NotDefined(f"{_name(head)} is declared {head.args[2]}, which {_said(value)} is not seen to be")
    if head.args[1] in (INTEGER, INTEGERS) and not value.whole:
        raise NotDefined(f"{_name(head)} is declared an integer, which {_said(value)} is not seen to be")


def _compiled(term: Term, numbers: Values) -> Callable[[Values], Number]:
    """The exact value of a term that is made of integers by arithmetic, as a function of those that are not yet known.

    Raises:
        NotDefined: for another term.
    """
    if term.kind == "number":
        value = _plain(term.args[0])
        return lambda _: value
    if term.kind == "variable" and term in numbers:
        known = numbers[term]
        return lambda _: known
    if term.kind == "variable" and term.args[1] == INTEGER and term.args[0].startswith("~"):  # one that runs
        return lambda values: values[term]
    if term.kind in ("add", "mul"):
        parts = [_compiled(t, numbers) for t in term.args]
        if term.kind == "add":
            return lambda values: sum(part(values) for part in parts)
        return lambda values: math.prod(part(values) for part in parts)
    if term.kind == "power" and _is_natural(term.args[1]):
        base, exponent = _compiled(term.args[0], numbers), int(term.args[1].args[0])
        return lambda values: base(values) ** exponent
    raise NotDefined(f"{_said(term)} is no polynomial in what is known, or in what the formula is said for")


def _plain(value: Fraction) -> Number:
    return int(value) if value.denominator == 1 else value


def _reached(start: Term, edges: Mapping[Term, set[Term]]) -> set[Term]:
    found: set[Term] = set()
    waiting = list(edges.get(start, ()))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += edges.get(name, ())
    return found


def _shown(place: Place) -> str:
    head, at = place
    return f"{_name(head)}({', '.join(map(str, at))})" if at else _name(head)


def _said(term: Term) -> str:
    """A term in words, with a name for what runs."""
    return repr(term).replace("~", "n")


def _name(head: Term) -> str:
    return str(head.args[0])
