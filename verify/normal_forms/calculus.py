"""Derivatives of terms, with the conditions under which the rules hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import (
    Abs,
    Add,
    Expr,
    Integral,
    Mul,
    Pow,
    Rational,
    S,
    Sum,
    Symbol,
    acos,
    asin,
    atan,
    cos,
    cosh,
    exp,
    log,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
)

from verify.language.terms import (
    Deriv,
    Formula,
    Fun,
    Gradient,
    Hessian,
    IllFormed,
    Inner,
    Vec,
    VecHead,
    forall,
    ge,
    gt,
    ne,
    sort_of,
    substitute,
)


class NoDerivative(ValueError):
    """There is no rule for the derivative of this term; the message names it."""


_ELEMENTARY: dict[type, Callable[[Any], tuple[Any, tuple[Formula, ...]]]] = {
    exp: lambda u: (exp(u), ()),
    log: lambda u: (1 / u, (gt(u, 0),)),
    sin: lambda u: (cos(u), ()),
    cos: lambda u: (-sin(u), ()),
    tan: lambda u: (1 + tan(u) ** 2, (ne(cos(u), 0),)),
    sinh: lambda u: (cosh(u), ()),
    cosh: lambda u: (sinh(u), ()),
    tanh: lambda u: (1 - tanh(u) ** 2, ()),
    acos: lambda u: (-1 / sqrt(1 - u**2), (gt(1 - u, 0), gt(1 + u, 0))),
    asin: lambda u: (1 / sqrt(1 - u**2), (gt(1 - u, 0), gt(1 + u, 0))),
    atan: lambda u: (1 / (1 + u**2), ()),
    Abs: lambda u: (u / Abs(u), (ne(u, 0),)),
}


def derivative(term: Any, s: Symbol) -> tuple[Any, tuple[Formula, ...]]:
    """The derivative of `term` in `s`, and what must hold at the point for the rules used to be valid there.

    Abstract functions and fields are taken to be differentiable as often as they are differentiated.

    Raises:
        NoDerivative: for max, min, a sum over a bound that depends on s, and nodes without a rule.
    """
    if s not in term.free_symbols:
        return S.Zero, ()
    if term == s:
        return S.One, ()
    if isinstance(term, Add):
        parts = [derivative(a, s) for a in term.args]
        return Add(*(d for d, _ in parts)), _join(c for _, c in parts)
    if isinstance(term, Mul):
        parts = [derivative(a, s) for a in term.args]
        total = Add(*(Mul(*term.args[:n], d, *term.args[n + 1 :]) for n, (d, _) in enumerate(parts)))
        return total, _join(c for _, c in parts)
    if isinstance(term, Pow):
        return _power(term, s)
    if type(term) in _ELEMENTARY:
        outer, conditions = _ELEMENTARY[type(term)](term.args[0])
        inner, more = derivative(term.args[0], s)
        return outer * inner, conditions + more
    if isinstance(term, Inner):
        u, v = term.args
        (du, cu), (dv, cv) = derivative(u, s), derivative(v, s)
        return Inner(du, v) + Inner(u, dv), cu + cv
    if isinstance(term, Fun):
        return _function(term, s)
    if (
        type(term) is Vec
        and type(term.args[0]) is VecHead
        and len(term.args) == 3
        and sort_of(term.args[2]) == "scalar"
    ):
        head, space, at = term.args
        inner, more = derivative(at, s)
        return Vec(VecHead(head.name + "'"), space, at) * inner, more
    if isinstance(term, Gradient):
        inner, more = derivative(term.args[1], s)
        return (Hessian(*term.args, inner) if inner != 0 else S.Zero), more
    if isinstance(term, Sum) and len(term.args) == 2:
        i, lo, hi = term.args[1]
        if s not in (lo + hi).free_symbols:
            body, conditions = derivative(term.args[0], s)
            within = tuple(forall(i, c, [ge(i, lo), ge(hi, i)]) for c in conditions)
            return Sum(body, (i, lo, hi)), within
    if isinstance(term, Integral) and len(term.args) == 2:
        r, lo, hi = term.args[1]
        if s not in term.args[0].free_symbols - {r} and _is_defined_around(term.args[0], r):
            ends = [(derivative(end, s), substitute(term.args[0], {r: end})) for end in (hi, lo)]
            ((dhi, chi), fhi), ((dlo, clo), flo) = ends
            return fhi * dhi - flo * dlo, chi + clo
    if isinstance(term, Deriv):
        inner, conditions = evaluate_derivatives(term)
        if not inner.has(Deriv):
            outer, more = derivative(inner, s)
            return outer, conditions + more
    raise NoDerivative(f"no rule for the derivative in {s} of {term}")


def _is_defined_around(term: Any, r: Symbol) -> bool:
    """Whether the term is defined around each point where it is defined, so that an integral has derivatives."""
    edges = [p for p in term.atoms(Pow) if not p.args[1].is_Integer] + list(term.atoms(acos, asin))
    return not any(r in edge.free_symbols for edge in edges)


def _power(term: Any, s: Symbol) -> tuple[Any, tuple[Formula, ...]]:
    base, exponent = term.args
    db, cb = derivative(base, s)
    if isinstance(exponent, Rational):
        condition: tuple[Formula, ...] = ()
        if not exponent.is_Integer:
            condition = (gt(base, 0),)
        elif exponent < 0:
            condition = (ne(base, 0),)
        return exponent * base ** (exponent - 1) * db, cb + condition
    de, ce = derivative(exponent, s)
    return term * (de * log(base) + exponent * db / base), cb + ce + (gt(base, 0),)


def _function(term: Any, s: Symbol) -> tuple[Any, tuple[Formula, ...]]:
    head, order, *args = term.args
    if len(args) == 1 and isinstance(args[0], Expr):
        inner, conditions = derivative(args[0], s)
        sort = sort_of(args[0])
        if sort == "scalar":
            return Fun(head, order + 1, args[0]) * inner, conditions
        if sort != "point" and order == 0:
            return Inner(Gradient(head, args[0]), inner), conditions
    raise NoDerivative(f"no rule for the derivative in {s} of {term}")


def _join(groups: Any) -> tuple[Formula, ...]:
    return tuple(c for group in groups for c in group)


def evaluate_derivatives(term: Any) -> tuple[Any, tuple[Formula, ...]]:
    """`term` with every `Deriv` whose body has rules carried out, innermost first, and the conditions of that.

    Conditions that arise under a binder are not expressible outside it, so a `Deriv` there is carried out only
    where it needs none.
    """
    if not getattr(term, "args", ()) or not term.has(Deriv):
        return term, ()
    if isinstance(term, Deriv):
        body, s, at = term.args
        body, inner = evaluate_derivatives(body)
        at, outer = evaluate_derivatives(at)
        value, conditions = derivative(body, s)
        moved = tuple(substitute(c, {s: at}) for c in inner + conditions)
        return substitute(value, {s: at}), moved + outer
    if isinstance(term, Sum | Integral):
        body, *limits = term.args
        made, conditions = evaluate_derivatives(body)
        bound = [limit[0] for limit in limits]
        if any(b in c.free_symbols for b in bound for c in conditions):
            if len(limits) > 1 or not isinstance(term, Sum):
                raise IllFormed(f"a derivative inside {term} needs a condition on a bound variable")
            i, lo, hi = limits[0]
            conditions = tuple(forall(i, c, [ge(i, lo), ge(hi, i)]) for c in conditions)
        return term.func(made, *limits), conditions
    parts = [evaluate_derivatives(a) for a in term.args]
    return term.func(*(t for t, _ in parts)), _join(c for _, c in parts)
