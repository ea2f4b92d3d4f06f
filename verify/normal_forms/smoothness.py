"""Which abstract functions are differentiated, and which values may take the place of those.

A function that is differentiated, in a statement or on the way to one, is as smooth as needed wherever it is defined;
another one need not be. So a theorem remembers the derivatives that its proof has left behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sympy import Dummy, Integral, Lambda, Sum, Symbol, Tuple

from verify.language.terms import (
    Counterexample,
    Deriv,
    ForAll,
    Formula,
    Fun,
    Gradient,
    Hessian,
    IllFormed,
    Predicate,
    Vec,
    VecHead,
    ge,
    sort_of,
    substitute,
)
from verify.normal_forms.calculus import NoDerivative, derivative, evaluate_derivatives
from verify.normal_forms.definedness import conditions
from verify.normal_forms.facts import Facts, unsettled


def derivatives(formulas: Iterable[Formula]) -> tuple[Formula, ...]:
    """For each derivative of an abstract function in the formulas, the formula that says that it is defined.

    Raises:
        IllFormed: where a bound function is differentiated: it would range over functions that are not smooth.
    """
    found: dict[Formula, None] = {}
    for f in formulas:
        if isinstance(f, Counterexample):
            continue
        if f.has(Deriv, Gradient, Hessian) or any(node.args[1] > 0 for node in f.atoms(Fun)):
            found |= dict.fromkeys(_derivatives(f))
    return tuple(found)


def differentiated(formulas: Iterable[Formula]) -> set[Symbol]:
    """The functions, fields and curves that the formulas differentiate."""
    return {head_of(f) for f in derivatives(formulas)}


def head_of(found: Any) -> Symbol:
    """The function whose derivative the formula says to be defined."""
    while isinstance(found, ForAll):
        found = found.body
    atom = found.args[1]
    while isinstance(atom, Deriv):
        atom = atom.args[0]
    return atom.args[0]


def under(variables: Sequence[Symbol], given: Sequence[Formula], found: Iterable[Formula]) -> list[Formula]:
    """The formulas, for all values that the variables have where they were found.

    Raises:
        IllFormed: where one of the variables is a function that is differentiated.
    """
    made: list[Formula] = []
    for f in found:
        if head_of(f) in variables:
            raise IllFormed(f"a function that is bound cannot be differentiated: {f}")
        made.append(ForAll(variables, given, f) if f.free_symbols & set(variables) else f)
    return made


def refuse_rough(formulas: Iterable[Formula], values: Mapping[Symbol, Any]) -> None:
    """Refuses values of differentiated functions that are not smooth wherever they are defined.

    Raises:
        IllFormed: naming the function.
    """
    for head in differentiated(formulas) & {h for h, value in values.items() if isinstance(value, Lambda)}:
        places = [Dummy(v.name, real=True) for v in values[head].signature]
        body = substitute(values[head].expr, dict(zip(values[head].signature, places, strict=True)))
        if not all(_is_smooth(part, places) for part in (body if isinstance(body, Tuple) else (body,))):
            raise IllFormed(f"{head} is differentiated; {values[head]} is not known to be smooth")


def _is_smooth(term: Any, variables: Sequence[Symbol]) -> bool:
    """Whether all derivatives exist wherever the term is defined: they do where the rules for the first ones hold.

    An integral hides what the rules need for the function that it integrates.
    """
    try:
        plain, needed = evaluate_derivatives(term)
        rules = [c for v in variables for c in derivative(plain, v)[1]]
        if unsettled([*needed, *rules], Facts(conditions(term))):
            return False
    except (NoDerivative, ValueError):
        return False
    return all(_is_smooth(node.args[0], [node.args[1][0]]) for node in plain.atoms(Integral))


def _derivatives(term: Any) -> list[Formula]:
    if not getattr(term, "args", ()):
        return []
    if isinstance(term, Deriv):
        body, s, at = term.args
        inside = [*_derivatives(body), *_moving(evaluate_derivatives(body)[0], s)]
        return [*(substitute(f, {s: at}) for f in inside), *_derivatives(at)]
    if isinstance(term, Sum | Integral | ForAll | Lambda):
        return _in_scope(term, _derivatives)
    found = [f for a in term.args for f in _derivatives(a)]
    if isinstance(term, Gradient | Hessian) or (isinstance(term, Fun) and term.args[1] > 0):
        found.append(Predicate("is defined", term))
    return found


def _moving(term: Any, s: Symbol) -> list[Formula]:
    """The derivatives by which the rules differentiate the term in s, also those that a factor of zero hides."""
    if s not in getattr(term, "free_symbols", ()) or not term.args:
        return []
    if isinstance(term, Sum | Integral):
        return _in_scope(term, lambda part: _moving(part, s))
    found = [f for a in term.args for f in _moving(a, s)]
    slope: Any = None
    if isinstance(term, Fun):
        head, order, at = term.args
        slope = Fun(head, order + 1, at) if sort_of(at) == "scalar" else Gradient(head, at)
    elif isinstance(term, Gradient | Hessian):
        slope = Gradient(*term.args[:2])
    elif isinstance(term, Vec):
        head, space, at = term.args
        slope = _unprimed(Vec(VecHead(f"{head.name}'"), space, at))
    return found if slope is None else [*found, Predicate("is defined", slope)]


def _in_scope(term: Any, search: Callable[[Any], list[Formula]]) -> list[Formula]:
    """What is found in a term that binds variables, for all their values."""
    if isinstance(term, ForAll):
        return under(term.variables, term.given, [f for g in (*term.given, term.body) for f in search(g)])
    if isinstance(term, Lambda):
        return under(list(term.signature), [], search(term.expr))
    body, *inner, (r, lo, hi) = term.args
    within = (ge(r, lo), ge(hi, r)) if isinstance(term, Sum) else (ge((hi - r) * (r - lo), 0),)
    inside = search(term.func(body, *inner) if inner else body)
    return [*search(lo), *search(hi), *under([r], within, inside)]


def _unprimed(term: Any) -> Any:
    """The derivative of a curve as a `Deriv` of it, in which the curve can be replaced."""
    head, space, at = term.args
    if not head.name.endswith("'"):
        return term
    s = Symbol("ι0", real=True)
    return Deriv(_unprimed(Vec(VecHead(head.name[:-1]), space, s)), s, at)
