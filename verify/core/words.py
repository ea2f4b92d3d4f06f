"""Of what arguments heads are functions, and of what functions words are said.

Words are said of functions of arguments of the same sorts in all that a theorem rests on: 0 is an argument of several
sorts, and what is said of a function of numbers would be used of one of vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from verify.core.nodes import (
    CONSTANT, DOMAIN, EUCLIDEAN, INTEGER, INTEGERS, OTHER, POINT, POINT_SORT, SCALAR, VECTOR, ZERO_SORT, Refused, Term,
    is_scalar, is_vector, node,
)  # fmt: skip
from verify.core.terms import HEADED, forall, local, opened, opened_formula, predicate, spaces, walk

# --- of what arguments heads are functions ----------------------------------------------------------------------------


def arguments(term: Term) -> tuple[Term, ...]:
    """What a head is applied to; of a hessian, the place."""
    return term.args[1:2] if term.kind in ("gradient", "hessian") else term.args[HEADED[term.kind] :]


def sort_of(argument: Term) -> object:
    """The sort of an argument; of a tuple, how many numbers it is made of."""
    if argument.kind == "tuple":
        return len(argument.args)
    return SCALAR if is_scalar(argument) else argument.sort


AT_ALL_POINTS: Final = "tangent"
AT_ALL_NUMBERS: Final = "tangent, at numbers"
AT_ANY_POINT: Final = "tangent, all at one point"
_AT_POINTS: Final = ("tangent", "forall")


def at_all_points(sort: object) -> object:
    """The sort, or sorts, with the tangent spaces at all points, or numbers, in the place of those at some."""
    if type(sort) is tuple:
        return tuple(map(at_all_points, sort))
    if type(sort) is not Term or sort.kind not in _AT_POINTS:
        return AT_ALL_POINTS if sort == AT_ANY_POINT else sort
    found: Term = sort
    while found.kind == "forall":
        found = found.args[-1]
    return AT_ALL_POINTS if all(p.sort == POINT_SORT for p in found.args if type(p) is Term) else AT_ALL_NUMBERS


def beyond(sorts: object) -> list[object]:
    """Sorts of which these are some: with the tangent spaces at all points, or at any one, for those at one."""
    found = [at_all_points(sorts)]
    if type(sorts) is tuple:
        tangents = {s for s in sorts if type(s) is Term and s.kind == "tangent"}
        at_one = {at_all_points(s) for s in tangents} == {AT_ALL_POINTS} and len(tangents) == 1
        found += [tuple(AT_ANY_POINT if s in tangents else s for s in sorts)] if at_one else []
    return found


def under_binder(
    sorts: tuple[object, ...], variables: Sequence[Term], given: Sequence[Term], empty: bool = True
) -> tuple[object, ...]:
    """The sorts, seen from outside of a binder: tangent spaces at all points, if it binds just these and all of them.

    Others are those at the points that the formula "for all variables with …: at these points" names, also where
    another binder binds the points, and there may be none at all here (`empty`).
    """
    tangents = [s for s in sorts if type(s) is Term and s.kind in _AT_POINTS]
    seen = frozenset[Term]().union(*(s.free for s in tangents))
    if seen.isdisjoint(variables) and not (given and empty and any(v.args[0].startswith("~") for v in seen)):
        return sorts
    points = [s.args[0] for s in tangents if s.kind == "tangent"]
    heads = [p.args[0] for p in points if p.kind == "point" and len(p.args) == 1 and p.args[0] in variables]
    if not given and len(heads) == len(tangents) and len(set(heads)) in (1, len(tangents)):
        everywhere = AT_ALL_POINTS if len(set(heads)) == len(tangents) else AT_ANY_POINT
        return tuple(everywhere if s in tangents else s for s in sorts)
    there = forall(variables, given, predicate("at", *points) if points else tangents[0])
    return tuple(there if s in tangents else s for s in sorts)


def headed(formulas: Iterable[Term]) -> Iterator[Term]:
    """Where heads are applied; also where it is said that one is defined, of arguments as its values are of them."""
    for x in (x for f in formulas for x in walk(f)):
        if x.kind in HEADED:
            yield x
        elif x.kind == "predicate" and x.args[0] == DOMAIN:
            yield node("apply", x.args[1], 0, *x.args[2:])


def refuse_two_shapes(heads: Sequence[Term], formulas: Sequence[Term]) -> None:
    """In coordinates, a bound function of a vector and one of its coordinates would be one function.

    So would vectors of two spaces with one bound head, and those of the tangent spaces at all points.
    """
    shapes: dict[Term, tuple[object, ...]] = {}
    for t in headed(formulas):
        if t.args[0] in heads:
            sorts = [f"{len(a.args)} numbers" if a.kind == "tuple" else is_scalar(a) or a.sort for a in arguments(t)]
            shape = (t.args[1] if t.kind == "vector" else None, *sorts)
            if any(type(s) is Term and s.open for s in shape) or shapes.setdefault(t.args[0], shape) != shape:
                raise Refused(f"{t.args[0]!r} is applied to arguments of different sorts, or is of many spaces")


def refuse_two_widths(heads: Container[Term], width: Callable[[Term], int], formulas: Iterable[Term]) -> None:
    """In coordinates, 0 has as many places as its sort, but all zeros are one argument: f(0, y, u) is f(u, y, 0) at 0.

    So a head with a value has arguments of the same widths, in one order, wherever it has as many of them.
    """
    found: dict[tuple[Term, int], list[int]] = {}
    for t in headed(formulas):
        if t.args[0] not in heads or t.kind in ("gradient", "hessian"):  # at one vector, also where it is written 0
            continue
        widths = list(map(width, arguments(t)))
        if found.setdefault((t.args[0], len(widths)), widths) != widths:
            raise Refused(f"{t.args[0]!r} has numbers and vectors as arguments in more than one order")


def speaks_of_a_space(t: Term) -> bool:
    """Whether it is a vector, a point or a space, or binds one, or has a tuple for one; ∇f(0) does not name its E."""
    if t.kind in ("variable", "bound"):
        return t.args[1] in (VECTOR, POINT, CONSTANT)
    binds = t.kind in ("forall", "lambda") and any(kind in (VECTOR, POINT) for kind, _ in t.args[0])
    is_value = t.kind == "apply" or t.args[:1] == (DOMAIN,)
    return binds or is_vector(t) or (is_value and any(a.kind == "tuple" for a in t.args[2:]))


def refuse_words_on_other_functions(formulas: Sequence[Term]) -> None:
    """Beside a space, words are read in its coordinates: those on a function of numbers would be on one of a vector.

    So functions that they are said of are free heads, with a vector or point as one of their arguments wherever they
    are applied, but for a 0 in its place, or nowhere applied. Of rules, families, curves and pairs nothing is said.
    """
    vectors: set[tuple[Term, int]] = set()
    numbers: set[tuple[Term, int]] = set()
    for t in headed(formulas):
        for i, a in enumerate(arguments(t)):
            is_slope = t.kind in ("gradient", "hessian")
            if is_slope or a.sort != ZERO_SORT:
                is_number = not is_slope and (is_scalar(a) or a.kind == "tuple")
                (numbers if is_number else vectors).add((t.args[0], i))
    fields = {head for head, _ in vectors - numbers if head.kind == "variable"}
    applied = {t.args[0] for t in headed(formulas)}
    predicates = (t for f in formulas for t in walk(f) if t.kind == "predicate" and t.args[0] != DOMAIN)
    for spoken in dict.fromkeys(a for t in predicates for a in t.args[1:]):
        is_head = spoken.kind == "variable" and spoken.sort == OTHER and spoken.args[1] != CONSTANT
        if spoken.kind in ("lambda", "tuple") or (is_head and spoken in applied - fields):
            raise Refused(f"a property is said of {spoken!r}, as it would be of a function of vectors")


# --- of which functions words are said --------------------------------------------------------------------------------

Shape = tuple[object, ...]
"""The sort of the values of a function, and of each argument (of a tuple, those in it; None where it may be several).

Of a vector or point, what it is."""


class Words(NamedTuple):
    """Words, and at which place of theirs something stands."""

    words: str
    place: int


Said = tuple[Words, Term | Shape | Words]
"""Of what they are said there: the head of a function, until its shape is known; of what other words are said."""
_WHOLE: Final = "a number that is an integer"
_FAMILY: Final = "arguments of an integer function"
Spoken = tuple[frozenset[Said], frozenset[tuple[Term, Shape]]]


@cache
def _words(formula: Term) -> Spoken:
    """What words are said of, and with which shapes free heads are applied."""
    if formula.kind == "forall":
        variables, given, body = opened_formula(formula)
        said, shapes = _together((*given, body))
        return _told(said, shapes, variables), frozenset(x for x in shapes if x[0] not in variables)
    spoken = formula.args[1:] if formula.kind == "predicate" and formula.args[0] != DOMAIN else ()
    told: set[Said] = {(Words(formula.args[0], i), what) for i, a in enumerate(spoken) if (what := _of_what(a))}
    told |= {(words, (SCALAR, _FAMILY)) for words, what in told if type(what) is Term and what.args[1] == INTEGERS}
    return frozenset(told), frozenset((x.args[0], _shape(x)) for x in headed([formula]) if x.args[0].kind == "variable")


def _together(formulas: Iterable[Term]) -> Spoken:
    found = list(map(_words, formulas))
    shapes = frozenset[tuple[Term, Shape]]().union(*(x for _, x in found))
    return frozenset[Said]().union(*(x for x, _ in found)), shapes


def said_in(formulas: Iterable[Term]) -> frozenset[Said]:
    """What words are said of in the formulas."""
    said, shapes = _together(formulas)
    return _told(said, shapes, {what for _, what in said if type(what) is Term})


def _told(said: Iterable[Said], shapes: Iterable[tuple[Term, Shape]], heads: Container[object]) -> frozenset[Said]:
    """What is said, of these heads by their shapes, and by what else is said of them, as one may not be applied."""
    found: set[Said] = {s for s in said if s[1] not in heads}
    alike: dict[object, Words] = {}
    for words, head in sorted((s for s in said if s[1] in heads), key=lambda s: s[0]):
        found |= {(words, alike.setdefault(head, words)), *((words, shape) for h, shape in shapes if h is head)}
    return frozenset(found)


@cache
def of_two_kinds(said: frozenset[Said]) -> str:
    """Words that are said of functions of different arguments, or none; what is said of one function goes together."""
    together = {words: {words} for words, _ in said}
    for words, other in said:
        if type(other) is Words:
            both = together[words] | together[other]
            together |= dict.fromkeys(both, both)
    known = sorted(((words, shape) for words, shape in said if type(shape) is tuple), key=lambda s: s[0])
    for (words, one), (others, other) in combinations(known, 2):
        if others in together[words] and not _of_one_kind(one, other):
            return words.words
    return ""


def _of_one_kind(one: Shape, other: Shape) -> bool:
    """Whether these may be functions of one kind of arguments; those of an integer function are no real numbers."""
    if _FAMILY in (*one, *other):
        return _alike(one[0], other[0]) and _is_whole((*one[1:], *other[1:]))
    return len(one) == len(other) and all(map(_alike, one, other))


def _is_whole(sort: object) -> bool:
    if type(sort) is tuple:
        return all(map(_is_whole, sort))
    return sort in (None, _FAMILY, _WHOLE, INTEGER, POINT_SORT)


def _of_what(part: Term) -> Term | Shape:
    if part.kind == "lambda":
        return _shape_of_rule(part)
    if part.sort == OTHER:
        return part if part.kind == "variable" and part.args[1] != CONSTANT else ()
    return () if is_scalar(part) else ("a point" if part.sort == POINT_SORT else "a vector",)


def _shape_of_rule(rule: Term) -> Shape:
    """A rule is one of vectors of the spaces that it names; of E, if it names none."""
    variables = local(rule, *rule.args[0])
    body = opened(rule.args[1], variables)
    found: list[object] = []
    for v in variables:
        named = {_of_points(space) for _, space in spaces(body, [v])} or {EUCLIDEAN}
        kinds = {POINT: POINT_SORT, INTEGER: INTEGER, VECTOR: named.pop() if len(named) == 1 else "of several spaces"}
        found.append(kinds.get(v.args[1], SCALAR))
    return (_sort_or_none(body), *found)


def _shape(t: Term) -> Shape:
    if t.kind in ("gradient", "hessian"):
        return (SCALAR, _of_points(t.sort))
    if t.kind == "apply" and t.args[1]:
        return (SCALAR, SCALAR)
    return (_of_points(t.sort), *(_of_argument(a, t.args[0].args[1] == INTEGERS) for a in arguments(t)))


def _of_argument(t: Term, of_integers: bool) -> object:
    """An integer function is a family on the integers, also where it is not seen at n, or at 0."""
    if t.kind == "tuple":
        return tuple(_of_argument(a, of_integers) for a in t.args)
    if t.whole and (of_integers or t.sort != ZERO_SORT):
        return INTEGER if of_integers else _WHOLE
    return _sort_or_none(t)


def _sort_or_none(t: Term) -> object:
    return None if t.sort in (ZERO_SORT, OTHER) and t.kind != "tuple" else _of_points(sort_of(t))


def _of_points(sort: object) -> object:
    """The sort, with the tangent spaces at all points for those at any; T(1) and T(2) are two spaces, as E and F."""
    return at_all_points(sort) if type(sort) is Term and (sort.free or sort.open) else sort


def _alike(a: object, b: object) -> bool:
    """Whether it may be one sort: an integer is a real number, too, and T(1) is the tangent space at one of these."""
    if type(a) is tuple and type(b) is tuple:
        return len(a) == len(b) and all(map(_alike, a, b))
    at_any = any(x in (AT_ALL_POINTS, AT_ALL_NUMBERS) for x in (a, b)) and at_all_points(a) == at_all_points(b)
    return a == b or None in (a, b) or at_any or (_WHOLE in (a, b) and {a, b} <= {_WHOLE, INTEGER, SCALAR})
