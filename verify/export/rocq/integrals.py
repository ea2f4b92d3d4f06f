"""Proofs that integrals are equal: their bounds are, and what is integrated is equal between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verify.core.nodes import Term, node
from verify.core.terms import opened, opened_binding

if TYPE_CHECKING:
    from verify.export.rocq.equations import Equations


def same_integral(of: Equations, a: Term, b: Term) -> str:
    """Tactics for a = b, two integrals."""
    if a is b:
        return "reflexivity."
    (body, *bounds), (other, *ends) = a.args, b.args
    same = " ".join(f"{{ {of.equal(u, v)} }}" for u, v in zip(bounds, ends, strict=True))
    v, inside = opened_binding(node("integral", body, *ends))
    name = of.new("t")
    before = of.write.instead
    of.write.instead = {**before, v: name}
    try:
        goal = of.within(f"intros {name} ?; cbv beta.", lambda: of.equal(inside, opened(other, [v])), frozenset([v]))
    finally:
        of.write.instead = before
    whole = of.write.term(node("integral", body, *ends))
    return f"transitivity {whole}. {{ apply RInt_bounds. {same} }} apply RInt_same. {goal}"
