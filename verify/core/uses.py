"""What a formula takes for granted of the functions in it: which derivatives exist, and which are functions of reals.

A use "is defined" of f′(u), of ∇f(u), of the hessian at u, or of a derivative of a curve at u is met in a model if the
function, unless it is not defined at the value of u, is as many times continuously differentiable near it. A use is
closed under "for all", as hypotheses are. A place is a head with the index of an argument over which it is integrated,
and the sorts of all its arguments: of such arguments the function is total, and continuous in that one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple, cast

from verify.core.definedness import conditions, put_in, under, within
from verify.core.derivatives import evaluated, of_head
from verify.core.heads import arguments, sort_of
from verify.core.nodes import BINDING_TERMS, CONSTANT, OTHER, ZERO_SORT, Refused, Term, node
from verify.core.terms import (
    HEADED, ZERO, fresh, local, mul, opened, opened_binding, opened_formula, predicate, substitute,
    the_term,
)  # fmt: skip

DEFINED: Final = "is defined"
Place = tuple[Term, int, tuple[object, ...]]

# --- derivatives ------------------------------------------------------------------------------------------------------


@cache
def slopes(formula: Term) -> tuple[Term, ...]:
    """The uses of a closed formula or term: for each derivative of a head in it, for all bound values, that it exists.

    Raises:
        Refused: where a bound function is differentiated: no formula could say of it that it can be; and where a curve
            of tangent vectors is.
    """
    found = dict.fromkeys(_slopes(the_term(formula)))
    for use in found:
        _differentiated_by(use)
    return tuple(found)


def _slopes(t: Term) -> Iterable[Term]:
    if t.kind == "derivative":
        v, body = opened_binding(t)
        inside = [*slopes(body), *_moving(evaluated(body)[0], v)]
        return [*(substitute(f, {v: t.args[1]}) for f in inside), *slopes(t.args[1])]
    if t.kind in ("sum", "integral", "forall", "lambda"):
        return _scoped(t, slopes)
    own = [predicate(DEFINED, t)] if t.kind == "gradient" or (t.kind == "apply" and t.args[1] > 0) else []
    if t.kind == "hessian":  # in every direction it exists if it does in one
        none = mul(ZERO, t.args[2]) if t.args[1].sort == ZERO_SORT else ZERO  # at 0, it is of the space of that
        own = [predicate(DEFINED, node("hessian", t.args[0], t.args[1], none))]
    return [*(f for a in t.args if type(a) is Term for f in slopes(a)), *own]


def _scoped(t: Term, search: Callable[[Term], Iterable[Term]]) -> Iterable[Term]:
    """What the search finds in the parts of a binder: of each where those before it are true, and are in the range."""
    if t.kind == "forall":
        variables, given, body = opened_formula(t)
        return [f for n, g in enumerate((*given, body)) for f in _closed(variables, given[:n], search(g))]
    if t.kind == "lambda":
        variables = local(t, *t.args[0])
        return _closed(variables, [], search(opened(t.args[1], variables)))
    v, body = opened_binding(t)
    inside = _closed([v], within(v, t.args[1], t.args[2], t.kind == "sum"), search(body))
    return [*search(t.args[1]), *search(t.args[2]), *inside]


def _closed(variables: Sequence[Term], given: Sequence[Term], uses: Iterable[Term]) -> tuple[Term, ...]:
    uses = list(uses)
    for use in uses:
        if head_of(use) in variables:
            raise Refused(f"{head_of(use)!r} is bound, and differentiated")
    return under(variables, given, uses)


def _moving(t: Term, v: Term) -> Iterable[Term]:
    """Which derivatives of heads the derivative by v takes, of a term in which all derivatives are carried out."""
    if v not in t.free or t is v:
        return []
    if t.kind in ("sum", "integral"):
        return _scoped(t, lambda part: _moving(part, v))
    own: list[Term] = []
    if t.kind in ("apply", "vector", "gradient", "derivative"):
        try:
            own = [of_head(t, v)[0]]
        except Refused:  # there is no rule by which the derivative could be used
            own = []
    parts = t.args[1:] if t.kind == "derivative" else t.args
    return [*(f for a in parts if type(a) is Term for f in _moving(a, v)), *(predicate(DEFINED, d) for d in own)]


def _differentiated(use: Term) -> Term:
    while use.kind == "forall":
        use = use.args[-1]
    return cast(Term, use.args[1])


def head_of(use: Term) -> Term:
    """The function that a use is about."""
    found = _differentiated(use)
    while found.kind == "derivative":
        found = found.args[0]
    return cast(Term, found.args[0])


def _differentiated_by(use: Term) -> object:
    """By what the use differentiates its function: a number, a vector of a space, one of the arguments of a curve."""
    found = _differentiated(use)
    if found.kind == "apply":
        return "number"
    return _of_curve(found) if found.kind == "derivative" else found.sort


def _of_curve(found: Term) -> tuple[object, ...]:
    v, body = opened_binding(found)
    if body.kind == "derivative":
        return _of_curve(body)
    return (*_sorts(body), tuple(i for i, a in enumerate(body.args) if a is v))


def order_of(use: Term) -> int:
    """How many times the use asks for its function to be differentiable."""
    found, count = _differentiated(use), 0
    while found.kind == "derivative":
        found, count = found.args[0], count + 1
    if found.kind == "apply":
        return count + int(found.args[1])
    return count + ["vector", "gradient", "hessian"].index(found.kind)


# --- places -----------------------------------------------------------------------------------------------------------


@cache
def places(term: Term) -> frozenset[Place]:
    """The free heads of the closed term or formula with the arguments over which they are integrated.

    Nothing else asks of a head to be continuous: what is differentiated is so by its derivatives.

    Raises:
        Refused: where a function of vectors of tangent spaces, or to these, would have to be continuous.
    """
    bound, inside = _opened(the_term(term))
    over = _moving_places(inside[0], bound) if term.kind == "integral" else frozenset[Place]()
    found = over.union(*map(places, inside))
    return frozenset(place for place in found if place[0] not in bound)


def _opened(term: Term) -> tuple[frozenset[Term], list[Term]]:
    """What a node binds, and its parts with that free in them."""
    if term.kind in BINDING_TERMS:
        v, body = opened_binding(term)
        return frozenset([v]), [body, *term.args[1:]]
    if term.kind == "forall":
        variables, given, body = opened_formula(term)
        return frozenset(variables), [*given, body]
    if term.kind == "lambda":
        variables = local(term, *term.args[0])
        return frozenset(variables), [opened(term.args[1], variables)]
    return frozenset(), [a for a in term.args if type(a) is Term]


def integrated(formulas: Iterable[Term], heads: Iterable[Term]) -> frozenset[Place]:
    """The places of some heads in the formulas."""
    wanted = frozenset(h for h in heads if h.sort == OTHER)
    found = frozenset[Place]().union(*map(places, formulas)) if wanted else frozenset[Place]()
    return frozenset(place for place in found if place[0] in wanted)


@cache
def _moving_places(term: Term, variables: frozenset[Term]) -> frozenset[Place]:
    """The heads in the term with the arguments that depend on one of the variables."""
    if variables.isdisjoint(term.free):
        return frozenset()
    head = term.args[0] if term.kind in HEADED and term.args[0].kind == "variable" else None
    moving = () if head is None else (i for i, a in enumerate(arguments(term)) if not variables.isdisjoint(a.free))
    own = frozenset((cast(Term, head), i, _sorts(term)) for i in moving)
    bound, inside = _opened(term)
    found = own.union(*(_moving_places(a, variables) for a in inside))
    return frozenset(place for place in found if place[0] not in bound)


def _sorts(term: Term) -> tuple[object, ...]:
    """Of a head's arguments, and in which space its values are: f(t), f(t, 2) and f(u) are of three functions."""
    found = (term.sort if term.kind == "vector" else None, *map(sort_of, arguments(term)))
    if any(type(s) is Term and s.kind == "tangent" for s in found):
        raise Refused(f"{term!r}: no function of or to tangent vectors is differentiated along a curve, or integrated")
    return found


# --- the uses of a theorem --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Uses:
    """Which derivatives of heads exist, and over which arguments heads are integrated."""

    slopes: frozenset[Term] = frozenset()
    places: frozenset[Place] = frozenset()

    def in_order(self) -> list[Term]:
        """The formulas that say which derivatives exist."""
        return sorted(self.slopes, key=lambda f: f.order)

    def joined(self, *others: Uses) -> Uses:
        """These uses and the others."""
        return Uses(
            self.slopes.union(*(u.slopes for u in others)),
            self.places.union(*(u.places for u in others)),
        )

    def closed(self, variables: Sequence[Term], given: Sequence[Term], shown: Iterable[Term] = ()) -> Uses:
        """The same for all values of the variables that meet every formula in given.

        A place of a head that is bound is one that the formulas in `shown`, which the binder is put around, have as
        well: whoever gives the head a value reads its places off them.
        """
        visible = frozenset[Place]().union(*map(places, (*given, *shown)))
        bound = {place for place in self.places if place[0] in variables}
        if bound - visible:
            raise Refused(f"{min(place[0].args[0] for place in bound - visible)} is bound, and a proof integrates it")
        return Uses(frozenset(_closed(variables, given, self.slopes)), self.places - bound)

    def substituted(self, values: Mapping[Term, Term]) -> Substituted:
        """The uses with the values in them, and what the values need so that these can be met.

        A head in the place of a head has its uses. Of a `lambda` the derivatives must exist that were said to exist of
        the head, as far as they are not uses of heads inside it; and where one is an argument, it must have values.
        """
        found: dict[Term, None] = {}
        needed: dict[Term, None] = {}
        behind = {place for place in self.places if place[0] not in values}
        for use in self.in_order():
            (made,) = put_in(use, values)
            found |= dict.fromkeys(slopes(made))
            behind |= places(made)
            if any(values[v].kind == "lambda" for v in use.free if v in values):
                needed |= dict.fromkeys(conditions(made))
        for place in (place for place in self.places if place[0] in values):
            behind |= _places_of(values[place[0]], place)
        return Substituted(Uses(frozenset(found), frozenset(behind)), tuple(needed))

    def refuse_beyond(self, formulas: Iterable[Term]) -> None:
        """Refuse uses of the variables of a claim that the formulas which say it do not have themselves.

        A claim that differentiates a function n times is about functions that are n times continuously differentiable
        wherever they are defined; and one that integrates it, about functions that are continuous. What a claim does
        not speak of may be thought to be as smooth as a proof asks, but for a constant: it is what axioms say.
        """
        said = uses_of(formulas)
        free = frozenset[Term]().union(*(f.free for f in formulas))
        orders = said.orders_by()
        for (head, by), order in self.orders_by().items():
            before = orders.get((head, by), 0)
            if (head in free or head.args[1] == CONSTANT) and order > before:
                raise Refused(f"the proof differentiates {head!r} {order} times, the claim {before} times")
        for head, *_ in self.places - said.places:
            if head in free or head.args[1] == CONSTANT:
                raise Refused(f"the proof integrates {head!r}, the claim does not")

    def orders_by(self) -> dict[tuple[Term, object], int]:
        """How many times each head is differentiated, and by what."""
        found: dict[tuple[Term, object], int] = {}
        for use in self.slopes:
            key = (head_of(use), _differentiated_by(use))
            found[key] = max(order_of(use), found.get(key, 0))
        return found

    def orders(self) -> dict[Term, int]:
        """How many times each head is differentiated."""
        found: dict[Term, int] = {}
        for use in self.slopes:
            found[head_of(use)] = max(order_of(use), found.get(head_of(use), 0))
        return found


class Substituted(NamedTuple):
    """Uses in which values took the place of variables, and the formulas that must hold for these values."""

    uses: Uses
    needed: tuple[Term, ...]


NOTHING: Final = Uses()


def _places_of(value: Term, place: Place) -> frozenset[Place]:
    """The places behind one in which a head was integrated, when the value takes the place of the head."""
    if value.kind == "variable":
        return frozenset([(value, *place[1:])])
    if value.kind != "lambda":
        return places(value)
    arguments = fresh(*value.args[0])
    body = opened(value.args[1], arguments)
    moving = frozenset(arguments[place[1] : place[1] + 1])
    return frozenset(x for x in places(body) | _moving_places(body, moving) if x[0] not in arguments)


def uses_of(formulas: Iterable[Term]) -> Uses:
    """The uses of formulas or terms."""
    formulas = list(formulas)
    return Uses(frozenset[Term]().union(*map(slopes, formulas)), frozenset[Place]().union(*map(places, formulas)))
