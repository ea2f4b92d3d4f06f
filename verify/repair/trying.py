"""A look at a statement in floats: whether small instances meet its hypotheses, and whether one of them breaks it.

Floats propose only: what they do not break has still to be proved, and what they break is not looked at any longer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np

from verify.claims.claim import Claim
from verify.hunt.climb import climb
from verify.hunt.space import Space, spaces
from verify.language.terms import ForAll, Formula, Relation, free_variables
from verify.prover.alarm import OutOfTime, limited, worked
from verify.repair.evaluating import Assignment
from verify.repair.pool import FAILURES, assigned, is_strict

BROKEN: Final = 1.0 + 1e-3
"""The least ratio of what happens to what is promised at which a statement is taken for broken.

An equation that is met within rounding only leaves a difference of its root, of which nothing can be said.
"""

STRICTLY: Final = 1.0 + 5e-7
"""The least ratio at which one that is strict is: the hunt gives a little more where both sides are the same."""


@dataclass(frozen=True)
class Effort:
    """How many spaces are looked at, with how many random instances and steps of the ascent, for how long at most."""

    spaces: int
    trials: int
    generations: int
    seconds: float


QUICK: Final = Effort(3, 1 << 8, 4, 0.8)
LONG: Final = Effort(8, 1 << 11, 30, 3.0)


@dataclass(frozen=True)
class Look:
    """What was seen: whether instances meet the hypotheses, whether one breaks the statement, the greatest ratio.

    at: the instance that breaks it, with its space.
    """

    is_met: bool
    is_broken: bool
    ratio: float
    at: tuple[Space, list[float]] | None = None


def look(claim: Claim, effort: Effort) -> Look:
    """Looks at a statement; one that cannot be hunted is met by nothing."""
    met, greatest, until = False, -math.inf, worked() + effort.seconds
    broken = STRICTLY if any(map(is_strict, claim.states)) else BROKEN
    try:
        with limited(effort.seconds):
            for space in islice(_spaces(claim), effort.spaces):
                trials = climb(space, np.random.SeedSequence(1), effort.trials, effort.generations)
                met = met or bool(trials.met)
                for n in range(min(3, trials.ratio.size)):
                    values = trials.values[:, n].tolist()
                    if trials.ratio[n] > broken and _stands(claim, space, values):
                        return Look(met, True, float(trials.ratio[n]), (space, values))
                if trials.ratio.size and trials.ratio[0] <= broken:
                    greatest = max(greatest, float(trials.ratio[0]))
                if worked() > until:
                    break
    except OutOfTime:
        pass
    except FAILURES:
        pass
    return Look(met, False, greatest)


def _stands(claim: Claim, space: Space, values: list[float]) -> bool:
    """Whether an instance is one, and breaks the statement, as far as other floats tell."""
    at = None if space.is_doubtful(values) else assigned(space, values)
    if at is None or any(at.holds(formula) is False for formula in claim.given):
        return False
    left = [f for f in claim.states if not (at.holds(f) or at.is_within_rounding(f) or at.is_above(f))]
    if not any(_is_close(at, f) for f in left):
        return bool(left)
    return all(at.holds(f) for f in claim.given if is_strict(f))


def _is_close(at: Assignment, formula: Formula) -> bool:
    """Whether a formula fails where its sides are one number: then strict hypotheses have to hold for certain."""
    return isinstance(formula, Relation) and (formula.op == "≠" or (formula.op == ">" and at.holds(formula) is None))


def _spaces(claim: Claim) -> Iterator[Space]:
    """The spaces of a claim whose schemas, among the formulas that it states, are said of free variables."""
    given, states = list(claim.given), list[Formula]()
    taken = {v for formula in given for v in free_variables(formula)}
    for formula in claim.states:
        if isinstance(formula, ForAll) and isinstance(formula.body, Relation) and not set(formula.variables) & taken:
            given += formula.given
            taken |= set(formula.variables)
            states.append(formula.body)
        else:
            states.append(formula)
    return spaces(claim.replace(given=given, states=states))
