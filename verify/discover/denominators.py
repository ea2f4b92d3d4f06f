"""Relations without what is divided by in them, where that is shown to be positive."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, S, Sum, fraction, together

from verify.discover.facts import Context, Fact
from verify.discover.laurent import expanded
from verify.discover.multipliers import Slack, combined
from verify.discover.slacks import from_facts
from verify.language.terms import Relation, difference, gt, sort_of


@dataclass(frozen=True)
class Cleared:
    """A relation times what is divided by in it, and what shows that that is positive."""

    whole: Relation
    below: Expr
    because: tuple[Fact, ...] = ()


def without_denominators(relation: Relation, context: Context, *, numbers: bool = False) -> Cleared:
    """The relation times what is divided by in it, where that is shown to be positive; else itself.

    Args:
        relation: an inequality or equation.
        context: what shows it.
        numbers: whether that may be one number, which combinations may divide by anyway.
    """
    plain = Cleared(relation, S.One)
    if relation.op == "≠" or sort_of(relation.lhs) not in ("scalar", "zero"):
        return plain
    above, below = fraction(together(difference(relation)))
    if below.is_number or (below.is_Symbol and not numbers):
        return plain
    whole = Relation(relation.op, above if above.has(Sum) else expanded(above), 0)  # sums of squares stay what they are
    if context.is_positive(below):
        return Cleared(whole, below)
    because = from_facts(gt(below, 0), context)
    return plain if because is None else Cleared(whole, below, (because,))


def cleared(fact: Fact, context: Context) -> Fact:
    """The fact without denominators that are known to be positive."""
    made = without_denominators(fact.relation, context)
    if made.below == 1:
        return fact
    return combined(made.whole, context, [(made.below, Slack.of(fact))], because=made.because) or fact


def divided(goal: Relation, there: Cleared, whole: Fact, context: Context) -> Fact | None:
    """The goal from itself without denominators."""
    return combined(goal, context, [(1 / there.below, Slack.of(whole))], because=there.because)
