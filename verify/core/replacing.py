"""Which values may take the place of a variable: of its kind, in its space, of its sign, as smooth as it is used.

They need not be defined: each term has a value in a model, also where nothing is known of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from verify.core.definedness import conditions, no_jumps, put_in
from verify.core.equality import same_term
from verify.core.nodes import (
    CONSTANT, DOMAIN, FUNCTION, INTEGER, INTEGERS, NUMBER, OTHER, PARTIAL, POINT, POINT_SORT, REAL, SCALAR,
    VECTOR, WHOLE, ZERO_SORT, Refused, Term, is_vector,
)  # fmt: skip
from verify.core.signs import NEGATIVE, ZERO_SIGN, Facts
from verify.core.terms import fresh, opened, opened_formula, substitute, walk
from verify.core.uses import Uses, integrated, uses_of

_TAKES = {
    FUNCTION: (FUNCTION,), INTEGERS: (INTEGERS,), PARTIAL: (PARTIAL, FUNCTION), VECTOR: (VECTOR,), POINT: (POINT,),
}  # fmt: skip
"""Which kinds of heads may take the place of a head; a family of integers besides, that of a function on integers."""
_EXCLUDED = {"positive": NEGATIVE | ZERO_SIGN, "nonnegative": NEGATIVE}


def spoken_of(formulas: Iterable[Term], uses: Uses) -> frozenset[Term]:
    """The variables that the formulas or the uses speak of: values of others change nothing."""
    return frozenset[Term]().union(*(f.free for f in (*formulas, *uses.slopes)))


def check_values(values: Mapping[Term, Term], formulas: Sequence[Term], uses: Uses, facts: Facts) -> list[Term]:
    """What must hold besides for these values to be ones that the variables can have in a model.

    Args:
        values: of variables that the formulas or uses speak of.
        formulas: the hypotheses of a theorem and, last, its conclusion.
        uses: of the theorem, those of its formulas included.
        facts: what holds where the theorem is to be used.

    Raises:
        Refused: where a value is of another kind or space, or its declared sign is not settled.
    """
    needed: list[Term] = []
    rules = spoken_of_as_functions([*uses.in_order(), *formulas])
    for v, value in values.items():
        kind, sign = v.args[1:]
        body = value
        if kind not in (NUMBER, INTEGER):
            body = _of_a_head(v, value, formulas, values, uses, facts, needed)
        if any(v in rule.free for rule in rules):
            needed += conditions(body)
        if not sign:
            continue
        needed += conditions(body)
        allowed = facts.signs(body)
        if not allowed or allowed & _EXCLUDED[sign]:
            raise Refused(f"{v!r} is {sign}, which {value!r} is not known to be")
    for f in (*uses.in_order(), *formulas):
        _keep_continuous(f, values)
    return needed


def _keep_continuous(formula: Term, values: Mapping[Term, Term]) -> None:
    """Refuse values by which a function that "for all" binds is integrated where it was not, or no longer where it was.

    "For all h" is for all continuous h if h is integrated.
    """
    if formula.kind == "forall" and not formula.free.isdisjoint(values):
        variables, given, body = opened_formula(formula, anew=True)
        spoken = integrated([*given, body], variables)
        there = [c for g in given for c in put_in(g, values)]
        made = put_in(body, values)  # each of these is "for all" by itself
        if any(integrated([*there, c], variables) != spoken for c in made):
            raise Refused(f"the values change which functions {formula!r} speaks of: of continuous ones, or of all")
        for f in (*given, body):
            _keep_continuous(f, values)


def _of_a_head(
    v: Term, value: Term, formulas: Sequence[Term], values: Mapping[Term, Term], uses: Uses, facts: Facts,
    needed: list[Term],
) -> Term:  # fmt: skip
    """The value of the head for arguments of which nothing is known; what it needs is added to `needed`."""
    kind = v.args[1]
    moving = {i for head, i, _ in uses.places if head is v}
    if kind == CONSTANT:
        raise Refused(f"{v!r} has a meaning of its own; nothing takes its place")
    if value.kind == "variable" and value.sort == OTHER:
        whole = value.args[1] == INTEGERS and kind in (FUNCTION, PARTIAL) and not moving
        if value.args[1] not in _TAKES[kind] and not whole:
            raise Refused(f"{value!r} cannot take the place of {v!r}")
        return _example(value)
    if value.kind == "lambda":
        signatures = value.args[0]
        if any(signatures[i][0] == INTEGER for i in moving if i < len(signatures)):
            raise Refused(f"{v!r} is integrated; {value!r} is a family on the integers")
        plain = [REAL if s[0] == NUMBER else WHOLE if s[0] == INTEGER else s for s in signatures]
        arguments = fresh(*plain)
        body = opened(value.args[1], arguments, fits=False)
        for i, a in enumerate(arguments):
            if i in moving:  # it has to be continuous: a partial one where it is defined, others for all arguments
                no_jumps(body, a)
                needed += conditions(body) if kind != PARTIAL else ()
    else:
        body = value
    if kind in (FUNCTION, INTEGERS, PARTIAL):
        if body.sort not in (SCALAR, ZERO_SORT) or (kind == INTEGERS and not body.whole):
            raise Refused(f"{v!r} has other values than {value!r}")
    elif kind == POINT and body.sort != POINT_SORT:
        raise Refused(f"{v!r} is a point, {value!r} is none")
    elif kind == VECTOR:
        if not is_vector(body) and body.sort != ZERO_SORT:
            raise Refused(f"{v!r} is a vector, {value!r} is none")
        needed += _in_its_space(v, body, [*uses.in_order(), *formulas], values, facts)
    return body


def spoken_of_as_functions(formulas: Iterable[Term]) -> frozenset[Term]:
    """The functions that have properties, each a `lambda`.

    What is put into one must be defined for all arguments: what is said of it may depend on where it is defined, and
    that may be where its conditions do not hold.
    """
    said = (t.args for f in formulas for t in walk(f) if t.kind == "predicate" and t.args[0] != DOMAIN)
    return frozenset(a for args in said for a in args if type(a) is Term and a.kind == "lambda")


def _example(head: Term) -> Term:
    """A term with the sign that the head is declared to have, of which nothing else is known."""
    (unknown,) = fresh((NUMBER, head.args[2]))
    return unknown


def _in_its_space(
    v: Term, body: Term, formulas: Sequence[Term], values: Mapping[Term, Term], facts: Facts
) -> list[Term]:  # fmt: skip
    """What must hold besides for the value to be in the spaces of the variable: that their points are defined."""
    needed: list[Term] = []
    for space in dict.fromkeys(t.args[1] for f in formulas for t in walk(f) if t.kind == "vector" and t.args[0] is v):
        if space.open:
            raise Refused(f"{v!r} is a vector of the tangent space at a bound point; only a head takes its place")
        there = substitute(space, values)
        if body.sort in (there, ZERO_SORT):
            continue
        tangents = type(body.sort) is Term and body.sort.kind == there.kind == "tangent"
        if not tangents or not same_term(body.sort.args[0], there.args[0], facts):
            raise Refused(f"{v!r} is a vector of {there!r}, {body!r} is one of another space")
        needed += [*conditions(body.sort), *conditions(there)]
    return needed


@dataclass(frozen=True, slots=True)
class Instance:
    """A theorem at values of its variables: its formulas, the conclusion last; its uses; what is needed besides."""

    formulas: tuple[Term, ...]
    uses: Uses
    needed: tuple[Term, ...]


def instance(
    hypotheses: Sequence[Term],
    conclusion: Term,
    uses: Uses,
    values: Mapping[Term, Term] | Sequence[Term],
    known: Sequence[Term],
) -> Instance:
    """What `instantiate` makes of a theorem, and what must be settled for it where `known` and its hypotheses hold."""
    formulas = [*hypotheses, conclusion]
    mapping: dict[Term, Term] = {}
    if isinstance(values, Mapping):
        mapping = dict(values)
    elif values:
        whole = conclusion
        if whole.kind != "forall" or len(whole.args[0]) != len(values):
            raise Refused(f"{len(values)} values for the variables of {whole!r}")
        variables = fresh(*whole.args[0])
        inner = [opened(f, variables) for f in whole.args[1:]]
        formulas, uses = [*hypotheses, *inner], uses.joined(uses_of(inner))
        mapping = dict(zip(variables, values, strict=True))
    mapping = {v: x for v, x in mapping.items() if v in spoken_of(formulas, uses)}
    *given, last = [put_in(f, mapping) for f in formulas]
    if len(last) != 1:
        raise Refused(f"{conclusion!r} says where a function is defined, which the values make {len(last)} formulas")
    made = [*(c for found in given for c in found), *last]
    if not mapping:
        return Instance(tuple(made), uses, ())
    behind = uses.substituted(mapping)
    said = uses_of([*made, *mapping.values()])  # the values exist, and so do the formulas as they were proved
    needed = check_values(mapping, formulas, uses, Facts([*known, *made[:-1]]))
    return Instance(tuple(made), behind.uses.joined(said), (*needed, *behind.needed, *conditions(made[-1])))
