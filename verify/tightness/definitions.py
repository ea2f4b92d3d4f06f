"""Whether formulas define what they speak of, so that a theorem about it is one about something that there is.

A recursion defines a run of any length; but formulas that only look like one may contradict each other, and then
everything follows from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sympy import Add, Expr, Mul, Number, Pow, Symbol, lambdify

from verify.language.nodes import EUCLIDEAN, Fun, FunHead, Vec, VecHead
from verify.language.terms import ForAll, Formula, Inner, Relation, substitute, text
from verify.normal_forms.ground import decided

Place = tuple[Symbol, tuple[int, ...]]
"""A member of a family: its name and its indices; none for a name that has no members."""

MOST_PLACES: Final = 1_000_000


class NotDefined(ValueError):
    """The formulas are not seen to define what they speak of; the message names the formula and says why."""


def check_defined(formulas: Sequence[Formula], numbers: Mapping[Symbol, int]) -> None:
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
    found = _Definitions(numbers)
    for formula in formulas:
        found.add(formula)
    found.check_order()


@dataclass
class _Definitions:
    numbers: Mapping[Symbol, int]
    made: set[Place] = field(default_factory=set)
    whole: dict[Symbol, set[Symbol]] = field(default_factory=dict)
    """Of a function that is defined everywhere, the names in its definition."""
    names: dict[Symbol, set[Symbol]] = field(default_factory=dict)
    """Of a name, the names in its definitions."""
    beyond: dict[Symbol, int] = field(default_factory=dict)
    """Of a family whose members are one and the same from a number on, that number."""
    before: dict[Place, list[Place]] = field(default_factory=dict)
    """Of a member that is defined by others of its own family, those."""
    products: set[tuple[Symbol, Symbol]] = field(default_factory=set)

    def add(self, formula: Formula) -> None:
        """One more formula."""
        variables: tuple[Symbol, ...] = ()
        given: tuple[Formula, ...] = ()
        body = substitute(formula, self.numbers)
        if isinstance(body, ForAll):
            variables, given, body = body.variables, body.given, body.body
        try:
            self._add(body, variables, given)
        except NotDefined as error:
            raise NotDefined(f"{formula}: {error}") from None

    def _add(self, body: Formula, variables: tuple[Symbol, ...], given: tuple[Formula, ...]) -> None:
        if not variables and not body.free_symbols:
            if decided(body) is not True:
                raise NotDefined("it is not shown to hold for these numbers")
        elif not isinstance(body, Relation) or body.op != "=":
            raise NotDefined("it is no definition")
        elif isinstance(body.lhs, Inner) and not variables:
            self._product(body)
        elif variables and not given:
            self._everywhere(body, variables)
        else:
            self._members(body, variables, given)

    def _product(self, body: Relation) -> None:
        a, b = body.lhs.args
        (first, at), (second, there) = _applied(a), _applied(b)
        if at or there:
            raise NotDefined("it is not said of two vectors")
        if body.rhs != (1 if a == b else 0):
            raise NotDefined("it does not say that they are orthonormal")
        self.products.add((first, second))

    def _everywhere(self, body: Relation, variables: tuple[Symbol, ...]) -> None:
        head, places = _applied(body.lhs)
        arguments = [_applied(place) for place in places]
        if any(at for _, at in arguments) or sorted(map(str, places)) != sorted(v.name for v in variables):
            raise NotDefined("it is no definition for all arguments")
        if head in self.whole or any(head is other for other, _ in self.made):
            raise NotDefined(f"{head.name} is defined twice")
        _check_sign(head, body.rhs)
        if list(_bases(body.rhs)):
            raise NotDefined("it is not certain that its right side is defined")
        self.whole[head] = {name for name, _ in _parts(body.rhs)} - set(variables)
        self.names.setdefault(head, set()).update(self.whole[head])

    def _members(self, body: Relation, variables: tuple[Symbol, ...], given: tuple[Formula, ...]) -> None:
        head, places = _applied(body.lhs)
        _check_sign(head, body.rhs)
        parts = [(name, at) for name, at in _parts(body.rhs) if name not in variables]
        self.names.setdefault(head, set()).update(name for name, _ in parts)
        where = _indices(places, variables)
        own = [_indices(at, variables) for name, at in parts if name is head]
        bases = [(base, _indices((base,), variables)) for base in _bases(body.rhs)]
        ends = _range(variables, given)
        if ends is None:
            ends = [(self._rest(head, body, variables, given),)]
        for at in ends:
            place = head, where(at)
            if place in self.made or head in self.whole or self._is_beyond(place):
                raise NotDefined(f"{_shown(place)} is defined twice")
            for base, value in bases:
                if value(at)[0] <= 0:
                    raise NotDefined(f"{text(base)}, of which a root or an inverse is taken, is not positive")
            self.made.add(place)
            if own:
                self.before[place] = [(head, index(at)) for index in own]
            if len(self.made) > MOST_PLACES:
                raise NotDefined(f"these are more than {MOST_PLACES} definitions")

    def _rest(self, head: Symbol, body: Relation, variables: tuple[Symbol, ...], given: tuple[Formula, ...]) -> int:
        """The first of the members that are one and the same from there on."""
        (start,) = _ends(variables[0], given)[1]
        if _applied(body.lhs)[1] != variables or variables[0] in body.rhs.free_symbols:
            raise NotDefined("its range has no end, and it does not say that all members there are the same")
        if head in self.beyond or any(name is head and at[0] > start for name, at in self.made):
            raise NotDefined(f"{head.name} is defined twice")
        self.beyond[head] = start
        return start

    def _is_beyond(self, place: Place) -> bool:
        return place[0] in self.beyond and place[1][0] > self.beyond[place[0]]

    def check_order(self) -> None:
        """No definition leads back to itself, and vectors that are said to be orthonormal are not defined."""
        vectors = {v for pair in self.products for v in pair}
        for v in vectors:
            if v in self.names:
                raise NotDefined(f"{v.name} is defined, and its inner products are given besides")
            if (v, v) not in self.products:
                raise NotDefined(f"the length of {v.name} is not given, but an inner product is")
        for name in self.names:
            apart = self.names if name in self.whole else {n: self.names[n] - {n} for n in self.names}
            if name in _reached(name, apart):
                raise NotDefined(f"the definition of {name.name} leads back to it, by way of other names")
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


def _applied(term: Expr) -> tuple[Symbol, tuple[Expr, ...]]:
    """A name, and its indices if it has any."""
    if isinstance(term, Symbol):
        return term, ()
    if isinstance(term, Vec) and type(term.args[0]) is VecHead and term.args[1] == EUCLIDEAN:
        return term.args[0], tuple(term.args[2:])
    if isinstance(term, Fun) and type(term.args[0]) is FunHead and term.args[1] == 0:
        return term.args[0], tuple(term.args[2:])
    raise NotDefined(f"{text(term)} is no name and no member of a family")


def _parts(term: Expr) -> Iterator[tuple[Symbol, tuple[Expr, ...]]]:
    """The names in a term, with their indices.

    Raises:
        NotDefined: for a term of another kind than sums, products, powers and inner products of such.
    """
    if isinstance(term, Fun | Vec | Symbol):
        yield _applied(term)
        for index in () if isinstance(term, Symbol) else _applied(term)[1]:
            yield from _parts(index)
    elif isinstance(term, Add | Mul | Pow | Inner):
        for part in term.args:
            yield from _parts(part)
    elif not isinstance(term, Number):
        raise NotDefined(f"{text(term)} is not looked into")


def _bases(term: Expr) -> Iterator[Expr]:
    """The bases that must be positive, but for those that are by their declared signs."""
    if isinstance(term, Pow) and not (term.exp.is_Integer and term.exp >= 0) and not term.base.is_positive:
        yield term.base
    for part in term.args if isinstance(term, Add | Mul | Pow | Inner) else ():
        yield from _bases(part)


def _check_sign(head: Symbol, value: Expr) -> None:
    if (head.is_positive or head.is_nonnegative) and not value.is_positive:
        raise NotDefined(f"{head.name} is declared with a sign, which {text(value)} is not seen to have")
    if head.is_integer and not value.is_integer:
        raise NotDefined(f"{head.name} is declared an integer, which {text(value)} is not seen to be")


def _indices(terms: Iterable[Expr], variables: tuple[Symbol, ...]) -> Callable[[tuple[int, ...]], tuple[Any, ...]]:
    """The values of integer terms as a function of the variables."""
    terms = tuple(terms)
    for term in terms:
        if not term.free_symbols <= set(variables) or not term.is_polynomial(*variables):
            raise NotDefined(f"{text(term)} is no polynomial in what the formula is said for")
        if not all(c.is_Integer for c in (term.as_poly(*variables).coeffs() if variables else [term])):
            raise NotDefined(f"{text(term)} has other coefficients than integers")  # for these Python's are exact
    values = lambdify(variables, terms, modules="math")
    return lambda at: tuple(values(*at))


def _range(variables: tuple[Symbol, ...], given: tuple[Formula, ...]) -> Iterable[tuple[int, ...]] | None:
    """The integers that a formula with one variable speaks of; None where they have no end."""
    if not variables:
        return [()]
    if len(variables) > 1 or not variables[0].is_integer:
        raise NotDefined("it is not said for one integer that runs")
    ends = _ends(variables[0], given)
    if not ends[1]:
        raise NotDefined("its range has no beginning")
    return ((number,) for number in range(max(ends[1]), min(ends[-1]) + 1)) if ends[-1] else None


def _ends(v: Symbol, given: tuple[Formula, ...]) -> dict[int, list[int]]:
    """Where a range begins, under 1, and where it ends, under −1."""
    ends: dict[int, list[int]] = {1: [], -1: []}
    for condition in given:
        slope = condition.lhs - condition.rhs if isinstance(condition, Relation) and condition.op == "≥" else v**2
        step, rest = slope.expand().coeff(v), slope.expand().coeff(v, 0)
        if step not in (1, -1) or not rest.is_Integer or (slope - step * v - rest).expand() != 0:
            raise NotDefined(f"{condition} is no end of a range")
        ends[int(step)].append(-int(step) * int(rest))
    return ends


def _reached(start: Symbol, edges: Mapping[Symbol, set[Symbol]]) -> set[Symbol]:
    found: set[Symbol] = set()
    waiting = list(edges.get(start, ()))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += edges.get(name, ())
    return found


def _shown(place: Place) -> str:
    name, at = place
    return f"{name.name}({', '.join(map(str, at))})" if at else str(name.name)
