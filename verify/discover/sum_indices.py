"""Names for the indices of sums in normal forms, which have names of their own that no statement may use."""

from __future__ import annotations

from itertools import count
from typing import Any

from sympy import Basic, Sum, Symbol, Tuple

from verify.language.terms import Deriv, substitute

_NAMES = ("i", "j", "l", "m", "n")


def readable(term: Any) -> Any:
    """A term with the indices of its sums named i, j, …, by names that nothing in it has."""
    if not any(s.name.startswith("ι") for s in term.atoms(Symbol)):
        return term
    taken = {s.name for s in term.atoms(Symbol)}
    free = (n for k in count() for n in ([f"{name}{k or ''}" for name in _NAMES]) if n not in taken)
    names: dict[Symbol, Symbol] = {}
    return _renamed(term, names, free)


def _renamed(term: Any, names: dict[Symbol, Symbol], free: Any) -> Any:
    if not getattr(term, "args", ()) or not any(s.name.startswith("ι") for s in term.atoms(Symbol)):
        return term
    if isinstance(term, Sum):
        body, *limits = term.args
        for i in [limit[0] for limit in limits if limit[0].name.startswith("ι")]:
            if i not in names:
                names[i] = Symbol(next(free), **i._assumptions_orig)
            body = substitute(body, {i: names[i]})
            limits = [Tuple(*(names[i] if a == i else substitute(a, {i: names[i]}) for a in part)) for part in limits]
        return Sum(_renamed(body, names, free), *(Tuple(*(_renamed(a, names, free) for a in part)) for part in limits))
    if isinstance(term, Deriv):
        return term
    return term.func(*(_renamed(a, names, free) if isinstance(a, Basic) else a for a in term.args))
