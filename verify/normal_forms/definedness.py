"""What must hold for a term to be defined: denominators, roots, logarithms, and the domains of partial functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from sympy import (
    Abs,
    Add,
    Basic,
    Dummy,
    Integral,
    KroneckerDelta,
    Lambda,
    Max,
    Min,
    Mul,
    Number,
    NumberSymbol,
    Pow,
    Rational,
    S,
    Sum,
    Symbol,
    Tuple,
    acos,
    asin,
    atan,
    cos,
    cosh,
    exp,
    log,
    sin,
    sinc,
    sinh,
    tan,
    tanh,
)

from verify.language.terms import (
    Constant,
    Deriv,
    ForAll,
    Formula,
    Fun,
    FunHead,
    Gradient,
    Head,
    Hessian,
    IllFormed,
    Inner,
    PartialHead,
    Predicate,
    Pt,
    PtHead,
    Relation,
    Tangent,
    Vec,
    VecHead,
    Word,
    forall,
    ge,
    gt,
    in_domain,
    ne,
    substitute,
)
from verify.normal_forms.calculus import evaluate_derivatives

_TOTAL = (Abs, Add, Mul, Max, Min, exp, sin, cos, sinc, sinh, cosh, tanh, atan, Inner, Gradient, Hessian,
          Fun, Vec, Pt, Tangent, Relation, Predicate, Tuple)  # fmt: skip


@lru_cache(maxsize=1 << 14, typed=True)
def conditions(term: Any) -> tuple[Formula, ...]:
    """Formulas that together imply that `term` (or every term in a formula) is defined and real.

    Raises:
        IllFormed: for a node that is not part of the language (sympy's complex unit, floats, infinities, …).
    """
    found = list(dict.fromkeys(_conditions(term)))
    return tuple(found)


def conditions_after(formulas: Iterable[Formula], values: Mapping[Symbol, Any]) -> list[Formula]:
    """The conditions of `formulas` with variables replaced by `values`, as they stand before anything simplifies.

    sympy evaluates x/x to 1 while it substitutes; what such a step forgets is remembered here: the conditions of the
    formulas as they were, of the values, and of each value that is a function wherever it is applied.
    """
    heads = [h for h in values if isinstance(h, FunHead)]  # of one name perhaps, and different signs
    partial = {h: PartialHead(f"{h.name}∘{n}", real=True) for n, h in enumerate(heads)}
    back = {partial.get(h, h): v for h, v in values.items()}
    found: list[Formula] = []
    for f in formulas:
        for c in conditions(substitute(f, partial)):
            found += _applied(substitute(c, back))
    for head, value in values.items():
        if not (isinstance(value, Head) or (isinstance(value, Lambda) and isinstance(head, FunHead))):
            found += conditions(value)  # of a family of vectors or points: for all its arguments
    return found


def _applied(condition: Formula) -> list[Formula]:
    """A condition with "in the domain of a Lambda" spelt out as what makes its body defined there."""
    if isinstance(condition, ForAll):
        return [ForAll(condition.variables, condition.given, c) for c in _applied(condition.body)]
    if isinstance(condition, Predicate) and condition.args[1:]:
        rule, *args = condition.args[1:]
        if isinstance(rule, Lambda):
            if rule.expr in rule.signature:  # sympy holds this as a function of an undeclared variable
                return []
            at = dict(zip(rule.signature, args, strict=True))
            return [*(substitute(c, at) for c in conditions(rule.expr)), *conditions(substitute(rule.expr, at))]
        if type(rule) is FunHead:
            return []
    return [condition]


def _conditions(term: Any) -> list[Formula]:
    if isinstance(term, Symbol):
        _declared(term)
        return []
    if isinstance(term, Number | NumberSymbol | Word):
        if isinstance(term, Number) and not isinstance(term, Rational):
            raise IllFormed(f"{term} is not an exact real number")
        return []
    if isinstance(term, Sum | Integral):
        _bindable(term, term.args[-1][0])
        body, *inner, (r, lo, hi) = term.args  # sympy holds nested sums as one with several limits
        within = (ge(r, lo), ge(hi, r)) if isinstance(term, Sum) else (ge((hi - r) * (r - lo), 0),)
        return [*_all([lo, hi]), *_under((r,), within, _conditions(term.func(body, *inner) if inner else body))]
    if isinstance(term, Deriv):
        body, s, at = term.args
        _bindable(term, s)
        _, needed = evaluate_derivatives(term)
        return [*(substitute(c, {s: at}) for c in _conditions(body)), *_conditions(at), *needed]
    if isinstance(term, ForAll):
        return _under(term.variables, term.given, _all([*term.given, term.body]))
    if term == S.IdentityFunction:  # sympy holds r ↦ r so, with a variable that is declared nothing
        return []
    if isinstance(term, Lambda):
        return _under(tuple(term.signature), (), _conditions(term.expr))
    below = _all(term.args)
    if isinstance(term, Fun | Gradient) and isinstance(term.args[0], PartialHead):
        return [*below, in_domain(term.args[0], *term.args[2 if isinstance(term, Fun) else 1 :])]
    if isinstance(term, Pow):
        return [*below, *_power(*term.args)]
    if isinstance(term, log):
        return [*below, gt(term.args[0], 0)]
    if isinstance(term, tan):
        return [*below, ne(cos(term.args[0]), 0)]
    if isinstance(term, acos | asin):
        return [*below, ge(1 - term.args[0], 0), ge(1 + term.args[0], 0)]
    if isinstance(term, KroneckerDelta):
        if len(term.args) != 2 or not all(a.is_integer for a in term.args):
            raise IllFormed(f"{term} compares numbers that are not declared integers")
        return below
    if type(term) in _TOTAL:
        return below
    raise IllFormed(f"{type(term).__name__} is not part of the language: {term}")


_ASSUMPTIONS = {"real", "positive", "nonnegative", "integer"}
_SYMBOLS = (Symbol, Dummy, FunHead, PartialHead, VecHead, Constant, PtHead)


def _declared(symbol: Symbol) -> set[str]:
    """What a variable is declared to be; a scalar is declared real, by itself or with a sign or as an integer.

    Whatever else sympy were told, it would use, and no rule would ask it of a value.
    """
    declared = {name for name, value in symbol._assumptions_orig.items() if value and name != "commutative"}
    vector = isinstance(symbol, VecHead | PtHead)
    known = type(symbol) in _SYMBOLS and False not in symbol._assumptions_orig.values()
    if not known or not declared <= _ASSUMPTIONS or bool(declared) is vector:
        raise IllFormed(f"{symbol} must be declared real, positive, nonnegative or integer, and nothing else")
    return declared


def _bindable(term: Any, variable: Symbol) -> None:
    """A sum runs over integers, an integral and a derivative over reals, and the variable carries no sign.

    What more sympy knew of the variable it would use outside its range, or between the integers.
    """
    wanted = "integer" if isinstance(term, Sum) else "real"
    if isinstance(variable, Head) or _declared(variable) != {wanted}:
        raise IllFormed(f"{variable} is bound in {term} and must be declared {wanted}, and nothing else")
    if isinstance(term, Sum) and not all(end.is_integer for end in term.args[-1][1:]):
        raise IllFormed(f"the bounds of {term} must be integers")


def _power(base: Any, exponent: Any) -> list[Formula]:
    if exponent.is_Integer:
        return [ne(base, 0)] if exponent < 0 else []
    if isinstance(exponent, Rational) and exponent > 0:
        return [ge(base, 0)]
    return [gt(base, 0)]


def _all(terms: Any) -> list[Formula]:
    return [c for t in terms for c in _conditions(t)]


def _under(variables: tuple[Symbol, ...], given: tuple[Formula, ...], found: list[Formula]) -> list[Formula]:
    bound = set(variables)
    return [forall(list(variables), c, given) if _free(c) & bound else c for c in found]


def _free(term: Basic) -> set[Any]:
    return set(term.free_symbols)
