"""Schemas ("for all …" as a fact) and their instances, found by matching a part of a schema with a term.

That a binding was found proves nothing but this: each value is of the kind and sign of its variable, wherever it is
defined. Whoever uses an instance compares it, put together at the values, with what it shall be, as `put_together`
does, and must see that the conditions of the schema hold there.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Final

from verify.core.nodes import (
    CONSTANT, INTEGER, NUMBER, OTHER, POINT, POINT_SORT, VECTOR, ZERO_SORT, Refused, Term, is_scalar, is_vector,
    rule_spaces,
)  # fmt: skip
from verify.core.polynomials import canonical, light, minus, plainly_nonnegative, plainly_positive, product, spelled
from verify.core.terms import HEADED, fresh, has, number, opened, substitute, the_term, variable, walk

Bindings = MutableMapping[Term, Term]
MOST_PERMUTED: Final = 4
"""Longer sums and products are not matched in every order."""

# --- schemas ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Schema:
    """A formula "for all variables that meet every formula in given, body", with variables that stand nowhere else.

    Attributes:
        patterns: the values of functions, and inner products, in the body that speak of every variable.
        usable: whether each vector among the variables is of one space, and the heads among them are applied to
            integers only. Elsewhere they would stand for continuous functions, and that the head in an instance is one
            is for the kernel to see; so is that a condition for all continuous functions of a vector is not, at 0, one
            for those of a number.
    """

    variables: tuple[Term, ...]
    given: tuple[Term, ...]
    body: Term
    patterns: tuple[Term, ...]
    usable: bool

    def at(self, bindings: Mapping[Term, Term]) -> tuple[list[Term], Term]:
        """The conditions and the body with values in the place of all variables."""
        return [substitute(g, bindings) for g in self.given], substitute(self.body, bindings)


_schemas: dict[Term, Schema] = {}


def schema(formula: Term) -> Schema:
    """The schema that a "for all" is; a "for all" in its body is taken together with it.

    "For all v with γ: for all w with δ: φ" holds just where "for all v, w with γ, δ: φ" does: both say that φ is
    defined and true wherever γ and δ are.
    """
    found = _schemas.get(formula)
    if found is None:
        variables: list[Term] = []
        given: list[Term] = []
        body = the_term(formula)
        while body.kind == "forall":
            more = [variable(f"?{len(variables) + i}", *s) for i, s in enumerate(body.args[0])]
            variables += more
            *conditions, body = [opened(f, more) for f in body.args[1:]]
            given += conditions
        heads = frozenset(v for v in variables if v.sort == OTHER)
        nodes = {x for f in (*given, body) for x in walk(f)}
        spaces = {x.args[:2] for x in nodes if x.kind == "vector" and x.args[0] in heads}
        usable = all(_applied_to_integers(f, heads) for f in (*given, body)) and len(spaces) == len(dict(spaces))
        usable = usable and not (heads and any(g.kind == "forall" and has(g, "integral") for g in given))
        parts = dict.fromkeys(x for t in body.args[1:] for x in walk(canonical(t))) if body.kind == "relation" else ()
        patterns = (x for x in parts if x.kind in ("apply", "inner") and not x.open and x.free.issuperset(variables))
        found = _schemas[formula] = Schema(tuple(variables), tuple(given), body, tuple(patterns), usable)
    return found


def _applied_to_integers(formula: Term, heads: frozenset[Term]) -> bool:
    """Whether the heads are applied to nothing else, and are not differentiated."""
    return not any(
        x.kind in ("gradient", "hessian")
        or (x.kind == "apply" and x.args[1] > 0)
        or not all(is_scalar(a) and a.whole for a in x.args[HEADED[x.kind] :])
        for x in walk(formula)
        if x.kind in HEADED and x.args[0] in heads
    )


# --- matching ---------------------------------------------------------------------------------------------------------


def put_together(
    patterns: Sequence[Term], terms: Sequence[Term], variables: Sequence[Term]
) -> dict[Term, Term] | None:  # fmt: skip
    """Values for all the variables at which the patterns are the terms wherever both are defined, if any are found.

    How they were found is not trusted: at them, the patterns have the light forms, and are of the spaces, of the terms.
    """
    found: dict[Term, Term] = {}
    if len(patterns) != len(terms):
        return None
    try:
        if not all(match(p, t, variables, found) for p, t in zip(patterns, terms, strict=True)):
            return None
        made = [substitute(p, found) for p in patterns]
    except Refused:  # the values do not fit
        return None
    alike = all(
        m is t or (canonical(m) is canonical(t) and _of_one_sort(m, t)) for m, t in zip(made, terms, strict=True)
    )
    return found if alike and len(found) == len(variables) else None


def _of_one_sort(m: Term, t: Term) -> bool:
    """Whether these, of one light form, are numbers, or vectors of one space; rules, of vectors of the same spaces."""
    if m.kind == t.kind == "lambda":
        variables = fresh(*m.args[0])
        left, right = (opened(rule.args[1], variables) for rule in (m, t))
        return rule_spaces(m) == rule_spaces(t) and _of_one_sort(left, right)
    return bool(m.sort == t.sort) or not (is_vector(m) or is_vector(t))


def match(pattern: Term, term: Term, variables: Sequence[Term], bindings: Bindings) -> bool:
    """Whether values for the variables make the pattern equal to the term wherever both are defined.

    The bindings are extended by the values; where the answer is no, they may hold values that mean nothing.
    """
    if pattern.free.isdisjoint(variables):
        return pattern is term or _same(pattern, term)
    v = _variable_alone(pattern)
    if v is not None and v in variables:
        return _bind(v, pattern, term, bindings)
    if pattern.kind == "add" and not term.open and is_scalar(term):
        solved = _solved(pattern, term, variables)
        if solved is not None:
            return _bind(*solved, bindings)
    if pattern.kind != term.kind or len(pattern.args) != len(term.args):
        return False
    if pattern.kind in ("gradient", "hessian") and term.args[1].sort == ZERO_SORT and pattern.sort is not term.sort:
        return False  # at the 0 of another space
    if pattern.kind in ("add", "mul", "inner"):
        if len(pattern.args) > MOST_PERMUTED:
            return False
        return any(_all(pattern.args, args, variables, bindings) for args in permutations(term.args))
    return _all(pattern.args, term.args, variables, bindings)


def _all(patterns: Sequence[object], terms: Sequence[object], variables: Sequence[Term], bindings: Bindings) -> bool:
    """Whether all match, at once; the bindings stay as they were if not."""
    tried = dict(bindings)
    for p, t in zip(patterns, terms, strict=True):
        if isinstance(p, Term) and isinstance(t, Term):
            if not match(p, t, variables, tried):
                return False
        elif type(p) is not type(t) or p != t:
            return False
    bindings.update(tried)
    return True


def _same(left: Term, right: Term) -> bool:
    """Whether two terms are equal wherever both are defined; 0 and zero vectors are of different spaces."""
    if left is right:
        return True
    if left.sort != right.sort and (is_vector(left) or is_vector(right)):
        return False
    if left.open or right.open or OTHER in (left.sort, right.sort):
        return False
    return canonical(left) is canonical(right)


def _variable_alone(pattern: Term) -> Term | None:
    """The variable that the pattern consists of: a number, a head, or a vector or point without arguments."""
    if pattern.kind == "variable":
        return pattern
    alone = pattern.kind in ("vector", "point") and len(pattern.args) == HEADED[pattern.kind]
    return pattern.args[0] if alone else None


def _solved(pattern: Term, term: Term, variables: Sequence[Term]) -> tuple[Term, Term, Term] | None:
    """A sum in which one variable stands once, with the coefficient ±1: the variable (twice), and its value."""
    unknown = [v for v in variables if v in pattern.free]
    if len(unknown) != 1 or unknown[0].args[1] not in (NUMBER, INTEGER) or not is_scalar(pattern) or pattern.open:
        return None
    (v,) = unknown
    p = light(pattern)
    alone = ((v, Fraction(1)),)
    c = p.get(alone)
    if c is None or abs(c) != 1 or any(v in x.free for m in p if m != alone for x, _ in m):
        return None
    rest = spelled({m: q for m, q in p.items() if m != alone})
    return v, v, canonical(product(number(c), minus(term, rest)))


def _bind(v: Term, pattern: Term, value: Term, bindings: Bindings) -> bool:
    if v in bindings:
        return _same(bindings[v], value)
    if value.open or not _admissible(v, pattern, value):
        return False
    bindings[v] = value
    return True


def _admissible(v: Term, pattern: Term, value: Term) -> bool:
    """Whether the value is certain to be of the kind and sign of the variable, wherever it is defined."""
    kind, sign = v.args[1:]
    if kind == CONSTANT:
        return False
    if pattern is v and kind not in (NUMBER, INTEGER):  # one head for another
        return (
            value.kind == "variable"
            and value.args[1] == kind
            and (sign in ("", value.args[2]) or value.args[2] == "positive")
        )
    if kind == VECTOR:
        return value.sort in (pattern.sort, ZERO_SORT) and value.sort != OTHER
    if kind == POINT:
        return bool(value.sort == POINT_SORT)
    if not is_scalar(value) or (kind == INTEGER and not value.whole):
        return False
    if value.kind == "number":
        return bool(sign == "" or value.args[0] > 0 or (sign == "nonnegative" and value.args[0] == 0))
    return bool(sign == "" or plainly_positive(value) or (sign == "nonnegative" and plainly_nonnegative(value)))
