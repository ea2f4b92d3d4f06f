"""When a term is defined and a formula has a meaning: conditions that suffice for it, as formulas.

They suffice; they are not always necessary (a base that is not positive may be raised to an exponent that happens to be
an integer, a derivative may exist where no rule gives it). So they are asked for; what a claim grants, as its
hypotheses are defined, are only those that are `necessary`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from verify.core.nodes import ATOMIC, DOMAIN, FUNCTION, INTEGERS, PARTIAL, Refused, Term, node
from verify.core.polynomials import minus, product, total
from verify.core.terms import (
    ONE, forall, local, opened, opened_binding, opened_formula, predicate, relation, substitute, the_term,
    value_at, walk,
)  # fmt: skip


def conditions(term: Term) -> tuple[Term, ...]:
    """Formulas: where they all hold the closed term has a value, or the formula is defined.

    A `function` has values everywhere. A derivative of a head exists where the uses of the theorem say so (see
    `verify.core.uses`); that is not among the conditions.

    Raises:
        Refused: where it cannot be seen that there is any value, as for an integral of what may jump.
    """
    return _known(term, None)


def necessary(formula: Term) -> tuple[Term, ...]:
    """Formulas that are true wherever the formula is defined.

    They are its conditions, with two exceptions. Those of derivatives are more than necessary, as are those of powers
    whose exponent may happen to be an integer: of these nothing is said, nor of "for all". And what a sum needs, it
    needs for the integers in its range only, of which there may be none: also where that does not speak of the index.
    """
    more = any(
        t.kind in ("derivative", "forall", "lambda") or (t.kind == "power" and t.args[1].kind != "number")
        for t in walk(formula)
    )
    return () if more else tuple(dict.fromkeys(_necessary(formula)))


def where_defined(function: Term, args: Sequence[Term]) -> tuple[Term, ...]:
    """Formulas that together say that the arguments are in the domain of a `lambda`.

    That is where the conditions hold which its body has for variables, also if an argument that is written needs less.
    """
    value_at(function, args)  # it takes such arguments
    variables = local(function, *function.args[0])
    values = dict(zip(variables, args, strict=True))
    return tuple(substitute(c, values) for c in conditions(opened(function.args[1], variables)))


def asks_for_domain(formula: Term, heads: Container[Term]) -> bool:
    """Whether the formula says of one of these functions where it is defined."""
    return any(t.kind == "predicate" and t.args[0] == DOMAIN and t.args[1] in heads for t in walk(formula))


def put_in(formula: Term, values: Mapping[Term, Term]) -> list[Term]:
    """Formulas that together say what the formula says of the values of its free variables.

    Of a `lambda` in the place of a partial function it says where it is defined; of a function that is not partial
    there is nothing to say.
    """
    if not asks_for_domain(formula, values):
        return [substitute(formula, values)]
    if formula.kind == "forall":
        variables, given, body = opened_formula(formula, anew=True)
        there = [c for g in given for c in put_in(g, values)]
        return [forall(variables, there, c) for c in put_in(body, values)]
    head, *args = formula.args[1:]
    value, there = values[head], [substitute(a, values) for a in args]
    if value.kind == "lambda":
        return list(where_defined(value, there))
    if value.kind == "variable" and value.args[1] in (FUNCTION, INTEGERS):
        node("apply", value, 0, *there)  # it takes such arguments
        return []
    return [substitute(formula, values)]


def restrictions(formula: Term) -> tuple[Term, ...]:
    """Formulas: where they all hold, each "for all" in the formula speaks of the values that a reader takes it to.

    A reader takes "for all v with γ" to pass over values at which γ is not defined; a model does not.
    """
    if formula.kind != "forall":
        return ()
    variables, given, body = opened_formula(formula)
    found = [c for n, g in enumerate(given) for c in under(variables, given[:n], conditions(g))]
    return (*found, *under(variables, given, restrictions(body)))


def _necessary(t: Term) -> tuple[Term, ...]:
    if t.kind in ATOMIC:
        return ()
    if t.kind == "sum":
        v, body = opened_binding(t)
        inside = (forall([v], within(v, t.args[1], t.args[2], integer=True), c) for c in _necessary(body))
        return (*(c for a in t.args[1:] for c in _necessary(a)), *inside)
    if t.kind == "integral":  # there is a number between its bounds: each of them is one
        v, body = opened_binding(t)
        between = under([v], within(v, t.args[1], t.args[2]), _necessary(body))
        return (*(c for a in t.args[1:] for c in _necessary(a)), *between)
    return (*(c for a in t.args if type(a) is Term for c in _necessary(a)), *_own(t, None))


def conditions_nearby(term: Term, v: Term) -> tuple[Term, ...]:
    """Formulas: where they all hold the term has a value, and also for all nearby values of the real variable v.

    Each that speaks of v is open: a strict inequality or ≠ between terms that are defined nearby (by induction), or one
    of these for the integers or the compact range of reals of a bound variable. A partial function need not have values
    nearby.

    Raises:
        Refused: as `conditions`, and for a partial function of v.
    """
    return _known(term, v)


_memo: dict[tuple[Term, Term | None], tuple[Term, ...]] = {}


def _known(term: Term, near: Term | None) -> tuple[Term, ...]:
    """The conditions of a part; where it does not speak of the variable, nothing moves with that."""
    if near is not None and the_term(near) not in the_term(term).free:
        near = None
    key = (term, near)
    if key not in _memo:
        if the_term(term).open:
            raise Refused(f"{term!r} speaks of a bound variable outside its binder")
        _memo[key] = tuple(dict.fromkeys(_conditions(term, near)))
    return _memo[key]


def within(v: Term, low: Term, high: Term, integer: bool = False) -> tuple[Term, ...]:
    """That v is in the range: low ≤ v ≤ high for integers; for reals between the two, ends included, in either order.

    For reals it is (high − v)(v − low) ≥ 0, one formula whichever of the two is the larger.
    """
    if integer:
        return (relation("≥", v, low), relation("≥", high, v))
    return (relation("≥", product(minus(high, v), minus(v, low))),)


def under(variables: Sequence[Term], given: Sequence[Term], formulas: Iterable[Term]) -> tuple[Term, ...]:
    """The formulas, for all values of the variables that meet every formula in given, of which there may be none."""
    bound = frozenset(variables)
    return tuple(f if not given and f.free.isdisjoint(bound) else forall(variables, given, f) for f in formulas)


def _conditions(t: Term, near: Term | None) -> tuple[Term, ...]:
    if t.kind in ATOMIC:
        return ()
    if t.kind in ("sum", "integral"):
        v, body = opened_binding(t)
        if t.kind == "integral":
            no_jumps(body, v)
        inside = under([v], within(v, t.args[1], t.args[2], t.kind == "sum"), _known(body, near))
        if inside and near is not None and near in t.args[1].free | t.args[2].free:
            raise Refused(f"the body of {t!r} need not have values beyond a bound that moves with {near!r}")
        return (*_of_parts(t.args[1:], near), *inside)
    if t.kind == "derivative":
        from verify.core.derivatives import evaluated  # noqa: PLC0415  # its conditions are made with this module

        v, body = opened_binding(t)
        there = (substitute(c, {v: t.args[1]}) for c in _known(body, near))
        return (*there, *_known(t.args[1], near), *evaluated(t)[1])
    if t.kind == "forall":  # each condition where those before it are true, the body where all are
        variables, given, body = opened_formula(t)
        parts = (under(variables, given[:n], _known(f, near)) for n, f in enumerate((*given, body)))
        return tuple(c for found in parts for c in found)
    if t.kind == "lambda":
        variables = local(t, *t.args[0])
        return under(variables, (), _known(opened(t.args[1], variables), near))
    return (*_of_parts(t.args, near), *_own(t, near))


def _of_parts(args: Iterable[object], near: Term | None) -> tuple[Term, ...]:
    return tuple(c for a in args if type(a) is Term for c in _known(a, near))


def _own(t: Term, near: Term | None) -> tuple[Term, ...]:
    """What a node needs once its parts have values."""
    least = ">" if near is not None else "≥"
    if t.kind in ("apply", "gradient", "hessian") and t.args[0].args[1] == PARTIAL:
        if near is not None:
            raise Refused(f"the partial function {t.args[0]!r} need not have values near every place where it has one")
        return (predicate(DOMAIN, t.args[0], *(t.args[2:] if t.kind == "apply" else t.args[1:2])),)
    u = t.args[0]
    if t.kind == "power":
        exponent = t.args[1]
        if exponent.kind == "number" and exponent.args[0].denominator == 1:
            return (relation("≠", u),) if exponent.args[0] < 0 else ()
        return (relation(least if exponent.kind == "number" and exponent.args[0] > 0 else ">", u),)
    if t.kind == "log":
        return (relation(">", u),)
    if t.kind == "tan":
        return (relation("≠", node("cos", u)),)
    if t.kind == "acosh":
        return (relation(least, minus(u, ONE)),)
    if t.kind in ("acos", "asin", "atanh"):
        op = ">" if t.kind == "atanh" else least
        return (relation(op, minus(ONE, u)), relation(op, total(ONE, u)))
    return ()


def no_jumps(body: Term, v: Term) -> None:
    """Refuse a body that need not be continuous in the real variable v where its conditions hold.

    Every function of the language is continuous where they do, and so is each head where it is applied to reals or
    vectors. Nothing is said of how points, and functions of points, depend on a number; integers only do by these.
    Nor of how the derivative of c(x, v) by x depends on v.
    """
    for x in walk(body):
        jumps = x.kind in ("point", "tangent") or (x.kind == "apply" and x.args[0].args[1] == INTEGERS)
        curves = walk(x.args[0]) if x.kind == "derivative" else ()
        if v in x.free and (jumps or any(c.kind == "vector" and c.open and v in c.free for c in curves)):
            raise Refused(f"it is not known that {x!r} is continuous in {v!r}")
