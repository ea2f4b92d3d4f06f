"""One-sided matching of terms: which values of its variables turn a pattern into a given term."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sympy import Basic, Expr, Integer, Symbol, expand

from verify.language.terms import Fun, FunHead, Head, Pt, PtHead, Vec, VecHead, Word, alpha, sort_of

Binding = dict[Symbol, Any]


def match(pattern: Basic, term: Basic, variables: Collection[Symbol]) -> Binding | None:
    """The binding of `variables` under which `pattern` is `term`, or None.

    Matching is by structure, with bound variables renamed; only what it finds is used, so a missed match is a lost
    simplification and never a wrong one.
    """
    found = _match(alpha(pattern), alpha(term), frozenset(variables), {})
    if found and any(s.name.startswith("ι") for value in found.values() for s in value.free_symbols):
        return None  # the index of a sum in the term has no meaning outside it
    return found


def _match(pattern: Any, term: Any, variables: frozenset[Symbol], binding: Binding) -> Binding | None:
    if not pattern.free_symbols & variables:
        return binding if _same(pattern, term) else None
    bare = _bare(pattern)
    if bare in variables:
        if bare in binding:
            return binding if _same(binding[bare], term) else None
        return binding | {bare: term} if _admissible(bare, pattern, term) else None
    if type(pattern) is not type(term) or len(pattern.args) != len(term.args) or not pattern.args:
        return None
    found: Binding | None = binding
    for p, t in zip(pattern.args, term.args, strict=True):
        if isinstance(p, Word):
            found = found if p == t else None
        else:
            found = _match(p, t, variables, found) if found is not None else None
        if found is None:
            return None
    return found


def _bare(term: Any) -> Symbol | None:
    """The variable that the whole term is, if it is one."""
    if isinstance(term, Symbol) and not isinstance(term, Head):
        return term
    if isinstance(term, Fun) and len(term.args) == 2:
        return term.args[0]
    if isinstance(term, Vec) and len(term.args) == 2:
        return term.args[0]
    if isinstance(term, Pt) and len(term.args) == 1:
        return term.args[0]
    return term if isinstance(term, FunHead) else None


def _admissible(variable: Symbol, pattern: Any, term: Any) -> bool:
    """Whether `term` is of the variable's sort and kind (an integer for an index, a vector of the same space)."""
    if isinstance(variable, VecHead):
        return bool(isinstance(term, Expr) and sort_of(term) in (pattern.args[1], "zero"))
    if isinstance(variable, PtHead):
        return isinstance(term, Pt)
    declared = {name for name, value in variable._assumptions_orig.items() if value}
    if isinstance(variable, FunHead):
        if isinstance(pattern, FunHead):
            return type(term) is type(variable) and declared <= {n for n, v in term._assumptions_orig.items() if v}
        return declared <= {"real"} and isinstance(term, Expr) and sort_of(term) in ("scalar", "zero")
    if not isinstance(term, Expr) or sort_of(term) not in ("scalar", "zero"):
        return False
    if "integer" in declared:
        return bool(isinstance(term, Integer) or term.is_integer)
    return not declared & {"positive", "nonnegative"}


def _same(left: Any, right: Any) -> bool:
    if left == right:
        return True
    if isinstance(left, Expr) and isinstance(right, Expr):
        return bool(expand(left - right) == 0)
    return False
