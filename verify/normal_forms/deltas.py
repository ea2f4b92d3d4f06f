"""Splitting a term at a Kronecker delta, which is 0 or 1."""

from __future__ import annotations

from typing import Any

from sympy import KroneckerDelta, S, Symbol

from verify.language.terms import alpha, substitute


def on_and_off(term: Any) -> tuple[Any, Any, Any] | None:
    """One of the term's deltas between free indices, the term where it is 1, and the term where it is 0.

    A delta that mentions the index of a sum inside the term has no one value there, and is not split. None if there
    is no delta to split.
    """
    if not term.has(KroneckerDelta):
        return None
    term = alpha(term)  # now no free symbol is also a bound one
    free = [d for d in term.atoms(KroneckerDelta) if d.free_symbols <= term.free_symbols]
    if not free:
        return None
    delta = min(free, key=lambda d: d.sort_key())
    i, j = delta.args[:2]
    on, off = term.xreplace({delta: S.One}), term.xreplace({delta: S.Zero})
    if isinstance(i, Symbol) or isinstance(j, Symbol):
        on = substitute(term, {i: j} if isinstance(i, Symbol) else {j: i})
    return delta, on, off
