"""Signs of sines, from between which multiples of π their angles are; and what follows from two of these."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import combinations_with_replacement
from typing import Any, Final

from sympy import S, pi, sin

from verify.discover.abstraction import abstracted
from verify.discover.facts import FAILURES, Context, Fact, open_terms
from verify.discover.lemmas import lemma_of_facts
from verify.discover.multipliers import Slack
from verify.discover.slacks import from_facts
from verify.language.terms import Relation, gt, lt
from verify.lemmas.circular import sign_of_sine
from verify.prover.alarm import OutOfTime, limited

SECONDS: Final = 1.5
"""For one bound of an angle."""

MOST: Final = 3
"""Sines that are looked at."""

HALF_TURNS: Final = (0, -1, 1)


def by_signs_of_sines(goal: Relation, context: Context) -> Fact | None:
    """An inequality from the signs of its sines, and of products of two."""
    if goal.op not in ("≥", ">"):
        return None
    signs = list(of_sines(goal, context))
    if not signs:
        return None
    there = context.inside([])
    there.add_all(signs)
    pairs = [Slack(pair, False, True) for pair in combinations_with_replacement(signs, 2)]
    return from_facts(goal, there, pairs)


def of_sines(goal: Relation, context: Context) -> Iterator[Fact]:
    """The signs of sines of a goal whose angles the prover keeps within half a turn."""
    for node in open_terms([goal], (sin,))[:MOST]:
        angle = node.args[0]
        for half_turns in HALF_TURNS:
            above = _bound(gt(angle, half_turns * pi), context)
            below = above and _bound(lt(angle, (half_turns + 1) * pi), context)
            if above and below:
                make = partial(sign_of_sine, angle, half_turns, [above.theorem, below.theorem])
                yield from lemma_of_facts(context, "sign_of_sine", [angle, S(half_turns)], [[above, below]], make)
                break


def _bound(bound: Any, context: Context) -> Fact | None:
    with suppress(OutOfTime, *FAILURES), limited(SECONDS):
        return abstracted(bound, context)
    return None
