"""Products of norms: an inequality in which they are the larger side, from one with an inner product in their place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from sympy import Add, Mul, Pow, S

from verify.discover.facts import Context, Fact, Prove
from verify.discover.lemmas import lemma_of_facts
from verify.discover.multipliers import Slack, combined
from verify.language.terms import Inner, Relation, difference, ge, gt, norm
from verify.lemmas import cauchy_schwarz

MOST_PRODUCTS = 2
"""Products of two norms that are looked at."""


def below_norms(goal: Relation, context: Context, prove: Prove) -> Fact | None:
    """The goal with ⟨u, v⟩ or −⟨u, v⟩ in the place of ‖u‖‖v‖, where these are not less.

    Args:
        goal: an inequality.
        context: what may be used.
        prove: what proves the goal with the inner product.
    """
    if goal.op not in ("≥", ">"):
        return None
    parts = Add.make_args(difference(goal))
    for part in [p for p in parts if len(_norms(p)) == 2][:MOST_PRODUCTS]:
        u, v = _norms(part)
        share = part / (norm(u) * norm(v))
        if not (share.is_positive or context.is_positive(share)):
            continue
        rest = Add(*(p for p in parts if p is not part))
        for w in (v, -v):
            found = prove((gt if goal.op == ">" else ge)(rest + share * Inner(u, w), 0), context.inside([]))
            if found is None:
                continue
            for bound in lemma_of_facts(context, "cauchy_schwarz", [u, w], [], partial(cauchy_schwarz, u, w)):
                made = combined(goal, context, [(S.One, Slack.of(found)), (share, Slack.of(bound))])
                if made is not None:
                    return made
    return None


def _norms(term: Any) -> Sequence[Any]:
    """The vectors whose norms are factors of a product."""
    roots = [f for f in Mul.make_args(term) if isinstance(f, Pow) and f.exp == S.Half and isinstance(f.base, Inner)]
    return [f.base.args[0] for f in roots if f.base.args[0] == f.base.args[1]]
