"""Which values may take the place of a variable: of its kind, in its space, of its sign, defined where it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from verify.core.definedness import DOMAIN, conditions, may_jump, necessary, no_jumps, under
from verify.core.equality import same_term
from verify.core.nodes import (
    CONSTANT,
    FUNCTION,
    INTEGER,
    INTEGERS,
    NUMBER,
    OTHER,
    PARTIAL,
    POINT,
    POINT_SORT,
    REAL,
    SCALAR,
    VECTOR,
    WHOLE,
    ZERO_SORT,
    Refused,
    Term,
)  # fmt: skip
from verify.core.signs import NEGATIVE, ZERO_SIGN, Facts
from verify.core.terms import fresh, has, opened, opened_formula, substitute, walk
from verify.core.uses import Uses, integrated, uses_of

_TAKES = {
    FUNCTION: (FUNCTION,), INTEGERS: (INTEGERS,), PARTIAL: (PARTIAL, FUNCTION), VECTOR: (VECTOR,), POINT: (POINT,),
}  # fmt: skip
"""Which kinds of heads may take the place of a head; a family of integers besides, that of a function on integers."""
_EXCLUDED = {"positive": NEGATIVE | ZERO_SIGN, "nonnegative": NEGATIVE, "": 0}


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
    for v, value in values.items():
        kind, sign = v.args[1:]
        if kind in (NUMBER, INTEGER):
            needed += conditions(value)
            body = value
        else:
            body = _of_a_head(v, value, formulas, values, uses, facts, needed)
        allowed = facts.signs(body) if sign else 0
        if sign and (not allowed or allowed & _EXCLUDED[sign]):
            raise Refused(f"{v!r} is {sign}, which {value!r} is not known to be")
    if any(value.kind == "lambda" for value in values.values()):
        for f in (*uses.in_order(), *formulas):
            _keep_continuous(f, values)
    return [*needed, *lost_conditions(formulas, values, uses)]


def _keep_continuous(formula: Term, values: Mapping[Term, Term]) -> None:
    """Refuse values by which a function that "for all" binds is integrated where it was not, or no longer where it was.

    "For all h" is for all continuous h if h is integrated.
    """
    if formula.kind == "forall" and not formula.free.isdisjoint(values):
        variables, given, body = opened_formula(formula, anew=True)
        parts = [*given, body]
        if integrated(parts, variables) != integrated([substitute(f, values) for f in parts], variables):
            raise Refused(f"the values change which functions {formula!r} speaks of: of continuous ones, or of all")
        for f in parts:
            _keep_continuous(f, values)


def lost_conditions(formulas: Sequence[Term], values: Mapping[Term, Term], uses: Uses) -> list[Term]:
    """What the formulas of a theorem need to be defined, as far as it vanishes when functions drop their arguments.

    f(log y) ≥ 0 is defined for y > 0 only; with 0 in the place of f it would be 0 ≥ 0. That the hypotheses had values
    as they were written may have been used, and where a condition of a schema had none, the schema said nothing; so
    with the conditions of a use.
    """
    if not any(v.kind == "lambda" and _drops(v) for v in values.values()):
        return []
    heads = frozenset(values)
    found: list[Term] = []
    for f in formulas[:-1]:
        made = substitute(f, values)
        kept = frozenset(necessary(made))  # it may be defined where its conditions are not met
        found += [c for c in _written(conditions(f), values) if c not in kept]
    for f in (*uses.in_order(), *formulas):
        found += _guards(f, heads, values)
    return found


def _drops(value: Term) -> bool:
    """Whether the function may have a value where one of its arguments has none: as it does not depend on it.

    Sums may be empty: what stands in their bodies only does not count.
    """
    signatures, body = value.args
    variables = fresh(*signatures)
    return not _needed_by(opened(body, variables)).issuperset(variables)


def _needed_by(t: Term) -> frozenset[Term]:
    """The free variables outside of the bodies of sums: without their values the term has none."""
    if not has(t, "sum"):
        return t.free
    parts = t.args[1:] if t.kind == "sum" else t.args
    return frozenset[Term]().union(*(_needed_by(a) for a in parts if type(a) is Term))


def _written(needed: Iterable[Term], values: Mapping[Term, Term]) -> list[Term]:
    """The conditions at the values, but for those of partial functions that have a value now."""
    found = []
    for c in needed:
        inner = c
        while inner.kind == "forall":
            inner = inner.args[-1]
        if not (inner.kind == "predicate" and inner.args[0] == DOMAIN and inner.args[1] in values):
            found.append(substitute(c, values))
    return found


def _of_a_head(
    v: Term, value: Term, formulas: Sequence[Term], values: Mapping[Term, Term], uses: Uses, facts: Facts,
    needed: list[Term],
) -> Term:  # fmt: skip
    """The value of the head for arguments of which nothing is known; what it needs is added to `needed`."""
    kind = v.args[1]
    moving = {place for head, place in uses.places if head is v}
    if kind == CONSTANT:
        raise Refused(f"{v!r} has a meaning of its own; nothing takes its place")
    if value.kind == "variable" and value.sort == OTHER:
        whole = value.args[1] == INTEGERS and kind in (FUNCTION, PARTIAL) and not moving
        if value.args[1] not in _TAKES[kind] and not whole:
            raise Refused(f"{value!r} cannot take the place of {v!r}")
        return _example(value)
    total = kind != PARTIAL
    if value.kind == "lambda":
        signatures = value.args[0]
        total = kind != PARTIAL and (kind != FUNCTION or bool(moving) or _is_spoken_of(v, formulas))
        if any(signatures[i][0] == INTEGER for i in moving if i < len(signatures)):
            raise Refused(f"{v!r} is integrated; {value!r} is a family on the integers")
        plain = [REAL if s[0] == NUMBER else WHOLE if s[0] == INTEGER else s for s in signatures]
        arguments = fresh(*plain)
        body = opened(value.args[1], arguments, fits=False)
        for i, a in enumerate(arguments):
            if i in moving:
                no_jumps(body, a)
        # one that is integrated has to be continuous wherever it has a value, not only where its conditions hold
        total = total or (bool(moving) and may_jump(body))
    else:
        body = value
        if _is_spoken_of(v, formulas):
            raise Refused(f"{v!r} is spoken of as a function or family, {value!r} is none")
    if kind in (FUNCTION, INTEGERS, PARTIAL):
        if body.sort not in (SCALAR, ZERO_SORT) or (kind == INTEGERS and not body.whole):
            raise Refused(f"{v!r} has other values than {value!r}")
    elif kind == POINT and body.sort != POINT_SORT:
        raise Refused(f"{v!r} is a point, {value!r} is none")
    elif kind == VECTOR:
        _in_its_space(v, body, [*uses.in_order(), *formulas], values, facts)
    if total:
        needed += conditions(body)
    elif kind == FUNCTION:
        needed += [c for f in (*uses.in_order(), *formulas[:-1]) for c in _guards(f, frozenset([v]), values)]
        needed += _guards_of_conclusion(formulas[-1], frozenset([v]), values)
    return body


def _is_spoken_of(v: Term, formulas: Sequence[Term]) -> bool:
    """Whether a predicate speaks of the function itself: as of one without gaps."""
    return any(t.kind == "predicate" and v in t.args for f in formulas for t in walk(f))


def _example(head: Term) -> Term:
    """A term with the sign that the head is declared to have, of which nothing else is known."""
    (unknown,) = fresh((NUMBER, head.args[2]))
    return unknown


def _in_its_space(v: Term, body: Term, formulas: Sequence[Term], values: Mapping[Term, Term], facts: Facts) -> None:
    for space in dict.fromkeys(t.args[1] for f in formulas for t in walk(f) if t.kind == "vector" and t.args[0] is v):
        if space.open:
            raise Refused(f"{v!r} is a vector of the tangent space at a bound point; only a head takes its place")
        there = substitute(space, values)
        if body.sort in (there, ZERO_SORT):
            continue
        tangents = type(body.sort) is Term and body.sort.kind == there.kind == "tangent"
        if not tangents or not same_term(body.sort.args[0], there.args[0], facts):
            raise Refused(f"{v!r} is a vector of {there!r}, {body!r} is one of another space")


def _guards(formula: Term, heads: frozenset[Term], values: Mapping[Term, Term]) -> list[Term]:
    """That the conditions of schemas in the formula are defined for all values, before and after the values are put in.

    A theorem was proved for all families without gaps. One with gaps can be filled up: then a hypothesis says the same,
    if the filling makes no condition of a schema true that had no value before.
    """
    if formula.kind != "forall" or heads.isdisjoint(formula.free):
        return []
    variables, given, body = opened_formula(formula, anew=True)
    there = [substitute(g, values) for g in given]
    found: list[Term] = []
    for n, g in enumerate(given):
        if not heads.isdisjoint(g.free):
            inner = [*_written(conditions(g), values), *conditions(there[n]), *_guards(g, heads, values)]
            found += under(variables, there[:n], inner)
    return [*found, *under(variables, there, _guards(body, heads, values))]


def _guards_of_conclusion(formula: Term, heads: frozenset[Term], values: Mapping[Term, Term]) -> list[Term]:
    """The same for a conclusion: there it does no harm that the filling makes more values meet a condition.

    It may not make fewer meet one: a condition that is a schema itself must say the same before and after.
    """
    if formula.kind != "forall" or heads.isdisjoint(formula.free):
        return []
    variables, given, body = opened_formula(formula, anew=True)
    there = [substitute(g, values) for g in given]
    found = [c for n, g in enumerate(given) for c in under(variables, there[:n], _guards(g, heads, values))]
    return [*found, *under(variables, there, _guards_of_conclusion(body, heads, values))]


@dataclass(frozen=True)
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
    made = [substitute(f, mapping) for f in formulas]
    if not mapping:
        return Instance(tuple(made), uses, ())
    behind = uses.substituted(mapping)
    said = uses_of([*made, *mapping.values()])  # the values exist, and so do the formulas as they were proved
    needed = check_values(mapping, formulas, uses, Facts([*known, *made[:-1]]))
    return Instance(tuple(made), behind.uses.joined(said), (*needed, *behind.needed, *conditions(made[-1])))
