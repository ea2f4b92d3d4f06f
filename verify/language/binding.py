"""Bound variables: what is free, what takes the place of what, and which formulas differ in names only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, count
from typing import Any

import sympy
from sympy import Add, Basic, Dummy, Expr, Integral, Mul, S, Sum, Symbol, Tuple

from verify.language.formulas import ForAll
from verify.language.names import variable
from verify.language.nodes import EUCLIDEAN, Deriv, Fun, Gradient, Head, Hessian, IllFormed, Inner, Pt, Vec, Word


def free_variables(term: Basic) -> set[Symbol]:
    """The free symbols and heads of a term or formula (the name of the default space is none)."""
    return {s for s in term.free_symbols if s != EUCLIDEAN}


def spaces(term: Basic) -> set[Symbol]:
    """The names of the spaces that vectors in the term are of, the default one among them; they are no variables."""
    return {EUCLIDEAN, *(v.args[1] for v in term.atoms(Vec) if isinstance(v.args[1], Symbol))}


def sort_of(term: Any) -> Any:
    """`"scalar"`, `"point"`, `"zero"`, or the space of a vector.

    Raises:
        IllFormed: where sorts are mixed: a product of two vectors, a sum of a vector and a number, …
    """
    if term == 0:
        return "zero"
    if isinstance(term, Pt):
        return "point"
    if isinstance(term, Vec):
        return term.args[1]
    if isinstance(term, Gradient | Hessian):
        space = sort_of(term.args[1])
        space = EUCLIDEAN if space == "zero" else space
        if space in ("scalar", "point") or any(sort_of(u) not in (space, "zero") for u in term.args[2:]):
            raise IllFormed(f"a gradient is taken at a vector, in directions of its space: {term}")
        return space
    if isinstance(term, Add | Mul):
        sorts = [sort_of(a) for a in term.args]
        special = {s for s in sorts if s not in ("scalar", "zero")}
        if not special:
            return "scalar"
        if isinstance(term, Add) and (len(special) > 1 or "scalar" in sorts or "point" in special):
            raise IllFormed(f"a sum mixes sorts: {term}")
        if isinstance(term, Mul) and (sum(s not in ("scalar", "zero") for s in sorts) > 1 or "point" in special):
            raise IllFormed(f"a product of vectors or points: {term}; Inner(u, v) is the inner product")
        return special.pop()
    if isinstance(term, Sum | Integral | Deriv):
        for bound in term.args[1:]:
            for part in bound if isinstance(bound, Tuple) else (bound,):
                if sort_of(part) not in ("scalar", "zero"):
                    raise IllFormed(f"a bound or point of evaluation must be a scalar: {term}")
        return sort_of(term.args[0])
    if isinstance(term, Inner):
        left, right = map(sort_of, term.args)
        if left != right or left in ("scalar", "point"):
            raise IllFormed(f"an inner product needs two vectors of one space: {term}")
        return "scalar"
    if isinstance(term, Fun):
        for a in term.args[2:]:
            sort_of(a)
        return "scalar"
    if isinstance(term, Head):
        raise IllFormed(f"{term} names a function, vector or point and is not a term")
    for a in term.args:
        if isinstance(a, Expr) and sort_of(a) not in ("scalar", "zero"):
            raise IllFormed(f"{type(term).__name__} of a vector or point: {term}; norm(u) and Inner(u, u) are numbers")
    return "scalar"


_Opened = tuple[tuple[Symbol, ...], list[Any], list[Any], Callable[[Sequence[Any], Sequence[Any], Sequence[Any]], Any]]


def open_binder(term: Basic) -> _Opened | None:
    """The bound variables of a binder, what is in their scope, what is not, and how to put it together again."""
    if isinstance(term, Sum | Integral):
        body, *inner, limit = term.args
        if len(limit) != 3:
            raise IllFormed(f"a sum or integral needs one variable and both bounds: {term}")
        body = term.func(body, *inner) if inner else body  # sympy holds nested sums as one with several limits
        i, lo, hi = limit
        return (i,), [body], [lo, hi], lambda v, inside, out: term.func(inside[0], (v[0], *out))
    if isinstance(term, Deriv):
        body, s, at = term.args
        return (s,), [body], [at], lambda v, inside, out: Deriv(inside[0], v[0], out[0])
    if isinstance(term, ForAll):
        inside = [*term.given, term.body]
        return term.variables, inside, [], lambda v, inner, _: ForAll(v, inner[:-1], inner[-1])
    if isinstance(term, sympy.Lambda):
        return tuple(term.signature), [term.expr], [], lambda v, inside, _: sympy.Lambda(tuple(v), inside[0])
    return None


def fresh(v: Symbol) -> Symbol:
    """A new variable of the same sort and sign as v, with a name that no statement may use."""
    if isinstance(v, Head):
        return type(v)(f"{v.name.partition(FRESH)[0]}{FRESH}{next(_counter)}", **v._assumptions_orig)
    return Dummy(v.name, **v._assumptions_orig)


FRESH = "∘"


_counter = count()


def has_reserved_name(term: Basic) -> Symbol | None:
    """A symbol in the term whose name is for internal use: of a fresh or renamed variable, or of a derivative."""
    for symbol in term.atoms(Symbol):
        if symbol.name.startswith("ι") or FRESH in symbol.name or "'" in symbol.name:
            return symbol
    return None


def substitute(term: Any, mapping: Mapping[Symbol, Any]) -> Any:
    """`term` with variables replaced, avoiding capture.

    A function, family or vector is replaced through itself or its head: by another one, by a `Lambda` of its arguments,
    or by a term where it has none.

    Raises:
        IllFormed: where what is replaced is no variable, or what takes its place is no term.

    >>> substitute(forall(t, ge(f(t), x)), {x: y})
    for all t: f(t) ≥ y
    >>> substitute(Sum(f(t), (t, 1, T)), {f: Lambda(t, t**2)})
    Sum(t**2, (t, 1, T))
    """
    if not isinstance(term, Basic | int):
        raise IllFormed(f"substitute: needs a term or formula, not {term!r}")
    if not isinstance(mapping, Mapping):
        raise IllFormed(f"substitute: needs {{variable: value}}, not {mapping!r}")
    return _substituted(S(term), {variable(k): _replacing(k, v) for k, v in mapping.items()})


class Lambda(sympy.Lambda):
    """A function of its variables, as sympy's, but that what takes their place is not bound by a sum inside.

    >>> Lambda(i, Sum(f(t) * f(i), (t, 1, T)))(t)
    Sum(f(t)*f(t_1), (t_1, 1, T))
    """

    def __new__(cls, signature: Any, expr: Any) -> Lambda:
        """
        Raises:
            IllFormed: where a vector or a point is to be a variable of it.
        """
        for v in signature if isinstance(signature, tuple | list | Tuple) else (signature,):
            if isinstance(v, Vec | Pt):
                raise IllFormed(
                    f"Lambda: {v} is a {'vector' if isinstance(v, Vec) else 'point'}: at exact values a function of it "
                    "is a Lambda of its coordinates, a real variable each, as Lambda((t, a, b), a + t*b) for ℓ(t, v)"
                )
        return super().__new__(cls, signature, expr)

    @property
    def func(self) -> type[sympy.Lambda]:
        """What makes another one of it in a formula, where none is called."""
        return sympy.Lambda

    def __call__(self, *args: Any) -> Any:
        """The value at these arguments."""
        if len(args) != len(self.signature):
            return super().__call__(*args)  # which says what is wrong with them
        return _substituted(self.expr, dict(zip(self.signature, map(S, args), strict=True)))


def _replacing(k: Any, value: Any) -> Any:
    head = getattr(value, "head", value)
    if not isinstance(head, Basic | int):
        raise IllFormed(f"substitute: {variable(k)} is replaced by a term or a Lambda of its arguments, not {value!r}")
    return S(head)


def _substituted(term: Any, mapping: Mapping[Symbol, Any]) -> Any:
    free = _free(term)
    mapping = {k: v for k, v in mapping.items() if k in free}
    if not mapping:
        return term
    if isinstance(term, Symbol):
        return mapping.get(term, term)
    opened = open_binder(term)
    if opened:
        bound, inside, outside, close = opened
        if _nothing_captured(bound, inside, mapping):
            return close(bound, *([_substituted(a, mapping) for a in part] for part in (inside, outside)))
        apart = {v: fresh(v) for v in bound}
        inside = [_substituted(_rename(a, apart), mapping) for a in inside]
        taken = {s.name for a in inside for s in a.atoms(Symbol) - set(apart.values())}
        back = {}
        for v in bound:
            back[apart[v]] = _named_apart(v, taken)
            taken.add(back[apart[v]].name)
        inside = [_rename(a, back) for a in inside]
        return close([back[apart[v]] for v in bound], inside, [_substituted(a, mapping) for a in outside])
    if isinstance(term, Fun | Vec | Pt) and term.args[0] in mapping:
        skip = 1 if isinstance(term, Pt) else 2
        order = int(term.args[1]) if isinstance(term, Fun) else 0
        args = [_substituted(a, mapping) for a in term.args[skip:]]
        value = mapping[term.args[0]]
        if isinstance(value, Head):
            return term.func(value, *(_substituted(a, mapping) for a in term.args[1:skip]), *args)
        return _apply(value, args, order)
    if isinstance(term, Gradient | Hessian) and term.args[0] in mapping:
        if not isinstance(mapping[term.args[0]], Head):
            raise IllFormed(f"{term.args[0]}: a field with a gradient is replaced by another field only")
        return term.func(mapping[term.args[0]], *(_substituted(a, mapping) for a in term.args[1:]))
    return _rebuild(term, [_substituted(a, mapping) for a in term.args])


@lru_cache(maxsize=1 << 16)
def _free(term: Any) -> frozenset[Symbol]:
    """The free symbols of a term; sympy gathers them anew at every node."""
    return frozenset(term.free_symbols)


def _nothing_captured(bound: Sequence[Symbol], inside: Sequence[Any], mapping: Mapping[Symbol, Any]) -> bool:
    """Whether bound variables can keep their names: these are no other symbol's, in their scope or in a value."""
    names = {v.name for v in bound}
    kept = len(names) == len(bound) and not any(isinstance(v, Dummy) or FRESH in v.name for v in bound)
    if not kept or any(v in mapping for v in bound) or not all(isinstance(v, Basic) for v in mapping.values()):
        return False
    scope = frozenset[Symbol]().union(*map(_occurring, inside)) - set(bound)
    return not any(s.name in names for s in scope.union(*map(_occurring, mapping.values())))


@lru_cache(maxsize=1 << 16)
def _occurring(term: Basic) -> frozenset[Symbol]:
    """The symbols of a term, free and bound."""
    return frozenset(term.atoms(Symbol))


def _named_apart(v: Symbol, taken: set[str]) -> Symbol:
    """A variable like v, of a name that is not taken: v's own if it can be."""
    stem = v.name.partition(FRESH)[0]
    name = next(n for n in chain([stem], (f"{stem}_{k}" for k in count(1))) if n not in taken)
    return (type(v) if isinstance(v, Head) else Symbol)(name, **v._assumptions_orig)


def _apply(value: Any, args: Sequence[Any], order: int) -> Any:
    if not isinstance(value, sympy.Lambda):
        if args:
            raise IllFormed(f"{value} takes the place of a function; it must be a Lambda")
        return value
    if len(value.signature) != len(args):
        raise IllFormed(f"{value} takes {len(value.signature)} arguments, not {len(args)}")
    if order == 0:
        return _substituted(value.expr, dict(zip(value.signature, args, strict=True)))
    (x,), body = value.signature, value.expr
    for _ in range(order - 1):
        y = Dummy(x.name, real=True)  # x may carry a sign, which a derivative must not count on
        body = Deriv(_rename(body, {x: y}), y, x)
    y = Dummy(x.name, real=True)
    return Deriv(_rename(body, {x: y}), y, args[0])


def _rename(term: Any, renaming: Mapping[Symbol, Symbol]) -> Any:
    """Replaces free and bound occurrences alike; safe only towards fresh names."""
    if term in renaming:
        return renaming[term]
    if not getattr(term, "args", ()) or isinstance(term, Word):
        return term
    return _rebuild(term, [_rename(a, renaming) for a in term.args])


def _rebuild(term: Any, args: Sequence[Any]) -> Any:
    return term.func(*args) if tuple(args) != term.args else term


@lru_cache(maxsize=1 << 14, typed=True)
def alpha(term: Any) -> Any:
    """`term` with bound variables renamed to names that depend on the term's structure alone."""
    return _alpha(term)[0]


def _alpha(term: Any) -> tuple[Any, int]:
    if not getattr(term, "args", ()) or isinstance(term, Word):
        return term, 0
    opened = open_binder(term)
    if not opened:
        done = [_alpha(a) for a in term.args]
        return _rebuild(term, [t for t, _ in done]), max(h for _, h in done)
    bound, inside, outside, close = opened
    done, out = [_alpha(a) for a in inside], [_alpha(a) for a in outside]
    height = max((h for _, h in done), default=0)
    names = [_canonical(v, height + 1 + n) for n, v in enumerate(bound)]
    renaming = dict(zip(bound, names, strict=True))
    made = close(names, [_rename(t, renaming) for t, _ in done], [t for t, _ in out])
    return made, max(height + len(bound), *(h for _, h in out), 0)


def _canonical(v: Symbol, height: int) -> Symbol:
    kind = type(v) if isinstance(v, Head) else Symbol
    return kind(f"ι{height}", **v._assumptions_orig)
