"""Inequalities of logarithms from those of what they are taken of."""

from __future__ import annotations

from functools import partial

from sympy import exp, log

from verify.discover.facts import Context, Fact, Prove, open_terms, share_of
from verify.discover.lemmas import lemma_of_facts
from verify.discover.multipliers import Slack, combined
from verify.language.terms import Relation, difference, le
from verify.lemmas import logarithm_rises

MOST_LOGARITHMS = 3
"""That are tried."""


def without_logarithm(goal: Relation, context: Context, prove: Prove) -> Fact | None:
    """The goal ln a ≤ b from a ≤ eᵇ.

    Args:
        goal: an inequality that is not strict.
        context: what may be used.
        prove: what proves the inequality without the logarithm.
    """
    if goal.op != "≥":
        return None
    rest = difference(goal)
    for node in open_terms([goal], (log,))[-MOST_LOGARITHMS:]:
        share = share_of(rest, node)
        if not share.is_number or not share.is_positive:
            continue
        found = prove(le(node.args[0], exp((rest / share + node).expand())), context.inside([]))
        if found is None:
            continue
        sides = context.sides
        make = partial(logarithm_rises, found.theorem, [f.theorem for f in sides])
        for rises in lemma_of_facts(context, "logarithm_rises", [], [found, sides], make):
            return combined(goal, context, [(share, Slack.of(rises))])
    return None
