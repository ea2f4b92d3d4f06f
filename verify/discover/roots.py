"""Rates that are roots, as √(8 ln N/T): a goal is proved for a number whose square is known, and that is put in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sympy import Basic, Dummy, Expr, Pow, S, exp, simplify, sqrt

from verify.author.kernel import KernelError, instantiate
from verify.discover.facts import Context, Fact, Prove, occurring, open_terms
from verify.discover.multipliers import Slack, combined
from verify.discover.segments import fresh_number
from verify.discover.slacks import from_facts
from verify.language.terms import IllFormed, Relation, eq, gt

MOST_ROOTS = 2
"""That are tried."""


def with_named_root(goal: Relation, context: Context, prove: Prove) -> Fact | None:
    """The goal from one with a number in the place of a root that its exponents have.

    Args:
        goal: an inequality.
        context: what may be used.
        prove: what proves the goal of the number.
    """
    if goal.op not in ("≥", ">"):
        return None
    inside_exponents = [node.args[0] for node in occurring(goal, exp)]
    roots = [p for p in open_terms([goal], (Pow,)) if p.exp == S.Half and not p.base.is_number]
    for root in [p for p in roots if any(a.has(p) for a in inside_exponents)][:MOST_ROOTS]:
        x = fresh_number("q", goal, context)
        ratios = {other: _ratio(other, root) for other in roots if other != root}
        if any(ratio is None for ratio in ratios.values()):
            continue
        plain = goal.xreplace({root: x, **{other: ratio * x for other, ratio in ratios.items()}})
        found = prove(plain, context.inside([gt(x, 0), eq(x**2, root.base)]))
        made = found and _put_in(found, {x: root}, context, [gt(root, 0), eq(root**2, root.base)])
        whole = made and combined(goal, context, [(S.One, Slack.of(made))])
        if whole is not None:
            return whole
    return None


def _ratio(other: Any, root: Any) -> Expr | None:
    """The one root over the other, where that has no roots but of numbers."""
    square = simplify(other.base / root.base)
    signs = {v: Dummy(positive=True) for v in square.free_symbols}
    ratio = sqrt(square.xreplace(signs)).xreplace({mark: v for v, mark in signs.items()})
    return None if any(p.exp.q != 1 and not p.base.is_number for p in ratio.atoms(Pow) if p.exp.is_Rational) else ratio


def _put_in(found: Fact, value: Mapping[Any, Basic], context: Context, asked: Sequence[Relation]) -> Fact | None:
    """A fact at a value, of which what it asks for is shown."""
    shown = [f for f in (from_facts(a, context) for a in asked) if f is not None]
    sides = [*shown, *context.sides]
    try:
        theorem = instantiate(found.theorem, value, [f.theorem for f in sides])
    except (KernelError, IllFormed):
        return None

    def code(spell: Any, names: Sequence[str]) -> str:
        values = ", ".join(f"{spell(v)}: {spell(a)}" for v, a in value.items())
        return f"instantiate({names[0]}, {{{values}}}, [{', '.join(names[1:])}])"

    return context.settled(Fact(theorem, code, (found, *sides)))
