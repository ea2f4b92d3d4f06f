"""Making terms and formulas, and all that is done with binders: closing, opening, substitution.

Everything that puts a term under a binder, or takes it out from under one, is in this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from verify.core.nodes import (
    BINDERS, CONSTANT, FORMULAS, INTEGER, NUMBER, OTHER, POINT, POINT_SORT, REAL, SCALAR, WHOLE,
    ZERO_SORT, IllFormed, Refused, Signature, Term, binds, is_scalar, is_vector, node,
)  # fmt: skip

# --- making terms -----------------------------------------------------------------------------------------------------


def number(value: int | Fraction) -> Term:
    """A rational number."""
    return node("number", value if type(value) is Fraction else Fraction(value))


def variable(name: str, kind: str = NUMBER, sign: str = "") -> Term:
    """A free variable; `kind` one of `KINDS`, `sign` one of `SIGNS`."""
    return node("variable", name, kind, sign)


def the_term(given: Any) -> Term:
    """What is given, if it is a term: what only equals one may not be remembered as one."""
    if type(given) is not Term:
        raise IllFormed(f"{given!r} is no term")
    return given


def signature(v: Term) -> Signature:
    """The kind and sign of a variable."""
    return (v.args[1], v.args[2])


ZERO, ONE, MINUS_ONE = number(0), number(1), number(-1)


def add(*terms: Term) -> Term:
    """The sum, as it is written."""
    return node("add", *terms)


def mul(*terms: Term) -> Term:
    """The product, as it is written."""
    return node("mul", *terms)


def power(base: Term, exponent: Term) -> Term:
    """The power, as it is written."""
    return node("power", base, exponent)


def relation(op: str, left: Term, right: Term = ZERO) -> Term:
    """The formula left op right, as it is written."""
    return node("relation", op, left, right)


def predicate(words: str, *terms: Term) -> Term:
    """The formula that the opaque property holds of the terms."""
    return node("predicate", words, *terms)


def forall(variables: Sequence[Term], given: Sequence[Term], body: Term) -> Term:
    """The formula: for all values of the free variables that meet every formula in given, body."""
    _distinct(variables)
    return node("forall", tuple(map(signature, variables)), *(close(f, variables) for f in (*given, body)))


def in_coordinates(words: str, n: int, kinds: Iterable[str]) -> str:
    """The words for having a property in the model whose vectors and points are n-tuples.

    They are others: what a field of two coordinates is said to be, may not be so of the function of two numbers. So
    they tell the kinds of what the property was said of (`verify.core.heads.kind_of`).
    """
    said = "; ".join(kinds)
    return f"{words}, in {n} coordinate{'s' if n > 1 else ''}{said and ', of '}{said}"


def function(variables: Sequence[Term], body: Term) -> Term:
    """The function with that body, of all values of the free variables: a sign that one is declared to have is lost."""
    _distinct(variables)
    plain = {v: fresh((v.args[1], ""))[0] for v in variables if v.args[2]}
    if plain:
        return function([plain.get(v, v) for v in variables], substitute(body, plain))
    return node("lambda", tuple(map(signature, variables)), close(body, variables))


def binding(kind: str, v: Term, body: Term, *bounds: Term) -> Term:
    """The `sum`, `integral` or `derivative` that binds the free variable v in the body."""
    if v.kind != "variable" or signature(v) != (WHOLE if kind == "sum" else REAL):
        raise IllFormed(f"{kind} binds {'an integer' if kind == 'sum' else 'a real'} without a sign, not {v!r}")
    return node(kind, close(body, [v]), *bounds)


def _distinct(variables: Sequence[Term]) -> None:
    if not variables or len(set(variables)) < len(variables) or any(v.kind != "variable" for v in variables):
        raise IllFormed(f"the bound variables must be different variables: {', '.join(map(repr, variables))}")


# --- binders: everything that puts a term under one, or takes it out, is here -----------------------------------------


def close(term: Term, variables: Sequence[Term]) -> Term:
    """The term with the free variables made the bound variables of a binder that will be put around it."""
    places = {v: i for i, v in enumerate(variables)}
    memo: dict[tuple[Term, int], Term] = {}

    def walk(t: Term, depth: int) -> Term:
        if t.free.isdisjoint(places) and t.open <= depth:
            return t
        key = (t, depth)
        if key not in memo:
            if t.kind == "bound":  # it reaches past the new binder
                memo[key] = t if t.args[0] < depth else node("bound", t.args[0] + len(variables), *t.args[1:])
            elif t.kind == "variable":
                memo[key] = node("bound", depth + places[t], *t.args[1:])
            else:
                memo[key] = _mapped(t, lambda a, under: walk(a, depth + under))
        return memo[key]

    return walk(term, 0)


def opened(body: Term, values: Sequence[Term], *, fits: bool = True) -> Term:
    """The body of a binder with values in the place of its bound variables.

    A value may itself have bound variables of binders further out: they are counted on as it goes under binders of the
    body. With `fits`, a value must be of the kind that the variable is declared to be.
    """
    return _opened(the_term(body), tuple(map(the_term, values)), bool(fits))


@lru_cache(1 << 16)  # half of all bodies are opened once more with the same values
def _opened(body: Term, values: tuple[Term, ...], fits: bool) -> Term:
    count = len(values)
    memo: dict[tuple[Term, int], Term] = {}

    def walk(t: Term, depth: int) -> Term:
        if t.open <= depth:
            return t
        key = (t, depth)
        if key not in memo:
            if t.kind == "bound":
                place = t.args[0] - depth
                if place >= count:
                    memo[key] = node("bound", t.args[0] - count, *t.args[1:])
                else:
                    if fits:
                        _fits(t, values[place])
                    memo[key] = raised(values[place], depth)
            else:
                memo[key] = _applied(t, lambda a, under: walk(a, depth + under), strict=True)
        return memo[key]

    return walk(body, 0)


def raised(term: Term, by: int, depth: int = 0) -> Term:
    """The term as it stands under `by` binders more: its bound variables are counted that much further out."""
    memo: dict[tuple[Term, int], Term] = {}

    def walk(t: Term, depth: int) -> Term:
        if t.open <= depth:
            return t
        key = (t, depth)
        if key not in memo:
            if t.kind == "bound":
                memo[key] = node("bound", t.args[0] + by, *t.args[1:])
            else:
                memo[key] = _mapped(t, lambda a, under: walk(a, depth + under))
        return memo[key]

    return walk(term, depth) if by and term.open > depth else term


def _fits(v: Term, value: Term) -> None:
    kind = v.args[1]
    if kind == INTEGER and not value.whole:
        raise IllFormed(f"{value!r} takes the place of an integer")
    if kind in (NUMBER, INTEGER) and not is_scalar(value):
        raise IllFormed(f"{value!r} takes the place of a number")
    if kind == CONSTANT and value is not v:
        raise IllFormed(f"{v!r} has a meaning of its own; nothing takes its place")


def substitute(term: Term, values: Mapping[Term, Term]) -> Term:
    """The term with closed values in the place of free variables; functions are applied to their arguments.

    A head is replaced by another head, by a `lambda` of its arguments, or, where it has none, by a term.

    Raises:
        IllFormed: where a value has bound variables, or the sort does not fit.
    """
    for v, value in values.items():
        if v.kind != "variable" or value.open:
            raise IllFormed(f"{value!r} cannot take the place of {v!r}")
        _fits(v, value)
    memo: dict[Term, Term] = {}

    def walk(t: Term) -> Term:
        if t.free.isdisjoint(values):
            return t
        if t not in memo:
            memo[t] = values[t] if t.kind == "variable" else _applied(t, lambda a, _: walk(a))
        return memo[t]

    return walk(term)


def _mapped(term: Term, change: Callable[[Term, int], Term]) -> Term:
    """The node with changed arguments; what changes one is told how many variables the node binds there."""
    kind, args = term.kind, term.args
    if kind in BINDERS:
        return node(kind, *[change(a, binds(kind, args, i)) if type(a) is Term else a for i, a in enumerate(args)])
    return node(kind, *[change(a, 0) if type(a) is Term else a for a in args])


HEADED: Final = {"apply": 2, "vector": 2, "point": 1, "gradient": 1, "hessian": 1}
"""Nodes whose first argument is a head, with the position of the first of the terms it is applied to."""


def _applied(term: Term, change: Callable[[Term, int], Term], *, strict: bool = False) -> Term:
    """The node with changed arguments; a function that has taken the place of a head is applied.

    A vector of another tangent space may take the place of one only if not `strict`: who substitutes has to see that
    the points are the same.
    """
    if term.kind not in HEADED:
        made = _mapped(term, change)
        if term.kind == "predicate" and list(map(of_vectors, term.args)) != list(map(of_vectors, made.args)):
            raise IllFormed(f"{term!r}: what is said of vectors would be said of the number 0")
        return made
    args: list[Any] = [change(a, 0) if type(a) is Term else a for a in term.args]
    head = args[0]
    if head.kind in ("variable", "bound") and head.sort == OTHER:
        made = node(term.kind, *args)
        if term.kind in ("gradient", "hessian") and made.sort is not term.sort and args[1].sort == ZERO_SORT:
            raise IllFormed(f"{term!r}: a gradient at 0 would be one of another space")
        return made
    if term.kind in ("gradient", "hessian"):
        raise IllFormed(f"{term.args[0]!r}: a field with a gradient is replaced by another field only")
    order: Any = term.args[1] if term.kind == "apply" else 0
    made = value_at(head, args[HEADED[term.kind] :], order)
    wanted: Any = {"apply": SCALAR, "point": POINT_SORT}.get(term.kind, args[1] if len(args) > 1 else OTHER)
    both = type(wanted) is Term and type(made.sort) is Term
    tangents = both and not strict and wanted.kind == made.sort.kind == "tangent"
    if made.sort != wanted and not tangents and (made.sort != ZERO_SORT or wanted == POINT_SORT):
        raise IllFormed(f"{made!r} takes the place of what has values of another sort")
    return made


def of_vectors(part: object) -> bool:
    """Whether it is a vector, or what has vectors as values: words tell these from numbers, also where they are 0."""
    if type(part) is not Term:
        return False
    return is_vector(part.args[1] if part.kind == "lambda" else part)


def _may_be(kind: str, argument: Term) -> bool:
    """Whether what a rule has such a variable for can be the argument; 0 is a number, and a vector of each space."""
    if kind in (NUMBER, INTEGER):
        return is_scalar(argument) and (kind == NUMBER or argument.whole)
    return argument.sort == POINT_SORT if kind == POINT else is_vector(argument) or argument.sort == ZERO_SORT


def value_at(value: Term, args: Sequence[Term], order: int = 0) -> Term:
    """The value of a function at arguments, or its derivative of that order there; a term without arguments itself."""
    if value.kind != "lambda":
        if args or order:
            raise IllFormed(f"{value!r} takes the place of a function; it must be one")
        return value
    signatures, body = value.args
    if len(signatures) != len(args):
        raise IllFormed(f"{value!r} takes {len(signatures)} arguments, not {len(args)}")
    for (kind, _), a in zip(signatures, args, strict=True):  # also where the body does not speak of it
        if not _may_be(kind, a):
            raise IllFormed(f"{value!r} does not take {a!r}, which is of another kind")
    if order == 0:
        return opened(body, args)
    if signatures[0][0] != NUMBER:
        raise IllFormed(f"{value!r} is no function of a real number, it has no derivative")
    for _ in range(order - 1):  # the body under the one binder is differentiated at its own bound variable
        body = node("derivative", raised(body, 1, 1), node("bound", 0, *REAL))
    return node("derivative", body, args[0])


RESERVED: Final = ("!", "~", "?")
"""Names that begin with one of these are for use inside the core; no statement may hold them."""

_given_out = 0


def fresh(*signatures: Signature) -> list[Term]:
    """Variables that occur nowhere else: facts may be stated of them, and nothing said before speaks of them."""
    global _given_out  # noqa: PLW0603  # a name that was ever given out is not given out again
    made = []
    for kind, sign in signatures:
        _given_out += 1
        made.append(variable(f"!{_given_out}", kind, sign))
    return made


def local(term: Term, *signatures: Signature) -> list[Term]:
    """Variables that the term does not hold, always the same ones for the same term; no fact may be stated of them."""
    used = [int(v.args[0][1:].partition(":")[0]) for v in term.free if v.args[0].startswith("~")]
    first = 1 + max(used, default=0)
    return [variable(f"~{first + i}", *s) for i, s in enumerate(signatures)]


def reserved_name(term: Term) -> str:
    """A name for use inside the core that is free in the term, or ""."""
    return next((v.args[0] for v in term.free if v.args[0].startswith(RESERVED)), "")


def taken(value: Any, whole: Sequence[type]) -> Any:
    """What is given to a rule, read once: nothing may hold something else, or be something else, when it is used."""
    if type(value) in whole:
        return value
    if isinstance(value, Mapping):
        return {taken(k, whole): taken(v, whole) for k, v in value.items()}
    return tuple(taken(v, whole) for v in value)


def formulas(items: Iterable[Any]) -> list[Term]:
    """What is given to a rule as closed formulas; refuses what is none."""
    found = list(items)
    for item in found:
        if type(item) is not Term or item.kind not in FORMULAS or item.open:
            raise Refused(f"{item!r} is no formula")
    said_outside(found)
    return found


def the_relation(formula: Term, operators: str = "=≠≥>≤<") -> Term:
    """The formula, if it is a relation with one of the operators."""
    if formula.kind != "relation" or formula.args[0] not in operators:
        raise Refused(f"needs a relation with one of {operators}, not {formula!r}")
    return formula


def said_outside(terms: Iterable[Term]) -> None:
    """Refuses names for use inside the core: what is given to a rule may not be taken for an index of a sum."""
    for t in terms:
        if reserved_name(t):
            raise Refused(f"the name {reserved_name(t)} is for use inside the core")


def opened_binding(term: Term) -> tuple[Term, Term]:
    """For a sum, integral or derivative: a local variable and the body with it in the place of the bound one."""
    (v,) = local(term, WHOLE if term.kind == "sum" else REAL)
    return v, opened(term.args[0], [v])


def opened_formula(formula: Term, *, anew: bool = False) -> tuple[list[Term], list[Term], Term]:
    """For "for all": local (or, `anew`, fresh) variables, the conditions and the body with them."""
    signatures = formula.args[0]
    variables = fresh(*signatures) if anew else local(formula, *signatures)
    *given, body = [opened(f, variables) for f in formula.args[1:]]
    return variables, given, body


# --- looking into terms -----------------------------------------------------------------------------------------------


def walk(term: Term) -> Iterator[Term]:
    """Every different node in the term, itself first; those under binders may be open."""
    seen = {term}
    waiting = [term]
    while waiting:
        t = waiting.pop()
        yield t
        for a in t.args:
            if type(a) is Term and a not in seen:
                seen.add(a)
                waiting.append(a)


def has(term: Term, *kinds: str) -> bool:
    """Whether a node of one of the kinds is in the term."""
    return any(t.kind in kinds for t in walk(term))


def replaced(term: Term, old: Term, new: Term) -> Term:
    """The term with every occurrence of the closed term `old` made `new`."""
    memo: dict[Term, Term] = {old: new}

    def change(t: Term) -> Term:
        if t not in memo:
            memo[t] = _applied(t, lambda a, _: change(a)) if any(type(a) is Term for a in t.args) else t
        return memo[t]

    return change(term)


def sides(formula: Term) -> tuple[str, Term, Term]:
    """A relation as (op, larger, smaller), op one of = ≠ ≥ >: u ≤ v is read as v ≥ u."""
    op, left, right = formula.args
    if op in ("≤", "<"):
        return ("≥" if op == "≤" else ">"), right, left
    return op, left, right
