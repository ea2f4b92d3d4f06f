"""What must hold for a term of the prover's language to be defined and real."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import sympy
from sympy import Expr, Integer, Pow, Rational, preorder_traversal

Kind = Literal["> 0", ">= 0", "!= 0"]


@dataclass(frozen=True)
class Needs:
    """expr > 0, ≥ 0 or ≠ 0, for the term in which it was found to be defined."""

    expr: Expr
    kind: Kind


def needs(term: Expr) -> tuple[Needs, ...]:
    """What the term needs of its parts; without parts that are always defined."""
    found: dict[Needs, None] = {}
    for node in preorder_traversal(term):
        for need in _of(node):
            if not (need.expr.is_Rational and _holds(need)):
                found[need] = None
    return tuple(found)


def _holds(need: Needs) -> bool:
    value = need.expr
    return bool(value > 0 if need.kind == "> 0" else value >= 0 if need.kind == ">= 0" else value != 0)


def _of(node: Expr) -> list[Needs]:
    if isinstance(node, Pow):
        base, exponent = node.args
        if isinstance(exponent, Integer):
            return [Needs(base, "!= 0")] if exponent < 0 else []
        if isinstance(exponent, Rational):
            return [Needs(base, ">= 0" if exponent > 0 else "> 0")]
        return [Needs(base, "> 0")] if base != sympy.E else []
    if not getattr(node, "args", ()):
        return []
    u = node.args[0]
    if node.func is sympy.log:
        return [Needs(u, "> 0")]
    if node.func in (sympy.asin, sympy.acos):
        return [Needs(1 - u, ">= 0"), Needs(1 + u, ">= 0")]
    if node.func is sympy.atanh:
        return [Needs(1 - u, "> 0"), Needs(1 + u, "> 0")]
    if node.func is sympy.acosh:
        return [Needs(u - 1, ">= 0")]
    if node.func is sympy.tan:
        return [Needs(sympy.cos(u), "!= 0")]
    return []
