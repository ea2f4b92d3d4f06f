"""Ways in which laws are proved: by another term that is equal, or first for the argument."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from verify.core.nodes import Term, node
from verify.core.rational import Quotient
from verify.export.rocq.terms import FUNCTIONS

if TYPE_CHECKING:
    from verify.export.rocq.equations import Equations


def by(of: Equations, t: Term, x: Quotient, how: str) -> str:
    """By way of a term that equals what is there by one tactic."""
    return f"transitivity {of.write.value(t)}. {{ {how} }} {of.reduces(t, x)}"


def canonical_argument(of: Equations, a: Term, closed: Callable[[Term], str]) -> str:
    """First the argument in normal form, then what closes the goal for it."""
    (u,) = a.args
    plain = of.form.canonical(u)
    if plain is u:
        return closed(a)
    b = node(a.kind, plain)
    function, goal = FUNCTIONS[a.kind], of.equal(u, plain)
    return f"transitivity {of.write.term(b)}. {{ apply (f_equal {function}). {goal} }} {closed(b)}"
