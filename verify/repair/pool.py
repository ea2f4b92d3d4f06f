"""Instances of a claim that are kept, to see soon which changed statements they break."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

import numpy as np
from sympy import Float, Integer

from verify.claims.claim import Claim
from verify.hunt.climb import climb, draw
from verify.hunt.space import NoInstances, Space, spaces
from verify.language.terms import Formula, IllFormed, Relation
from verify.prover.alarm import OutOfTime, limited
from verify.repair.evaluating import Assignment

SPACES: Final = 6
"""Spaces that instances are taken from."""

EACH: Final = 6
"""Instances of one kind from a space."""

SECONDS: Final = 12.0
"""For all of them."""

FAILURES = (NoInstances, IllFormed, ArithmeticError, ValueError, TypeError, AttributeError, NotImplementedError)
"""How a claim can be one that has no spaces."""


@dataclass
class Pool:
    """Instances that meet the hypotheses of a claim, those first that broke a changed statement most lately."""

    given: frozenset[Formula] = frozenset()
    instances: list[Assignment] = field(default_factory=list)

    @staticmethod
    def of(claim: Claim) -> Pool:
        """Instances of a claim, some at which it fails and some from anywhere."""
        made = Pool(frozenset(claim.given))
        try:
            with limited(SECONDS):
                for space in islice(spaces(claim), SPACES):
                    made._take(space)
        except (OutOfTime, *FAILURES):
            pass
        return made

    def _take(self, space: Space) -> None:
        found = climb(space, np.random.SeedSequence(2), 1 << 10, 20)
        worst = [found.values[:, n] for n in spread(found.ratio.size)]
        drawn = draw(space.coordinates, np.random.default_rng(3), 1 << 9) if space.coordinates else np.empty((0, 1))
        met = np.flatnonzero(space.score(drawn).slack >= 0)[:EACH]
        for values in [*worst, *(drawn[:, n] for n in met)]:
            self.add(space, values.tolist())

    def add(self, space: Space, values: Sequence[float]) -> None:
        """Keeps an instance, unless it only seems to meet the hypotheses."""
        if space.is_doubtful(values):
            return
        at = assigned(space, values)
        if at is not None and not any(at.holds(formula) is False for formula in self.given):
            self.instances.insert(0, at)

    def breaks(self, claim: Claim) -> bool:
        """Whether one of the instances meets the hypotheses of a changed claim and breaks what it states."""
        more = [formula for formula in claim.given if formula not in self.given]
        for n, instance in enumerate(self.instances):
            failing = [f for f in claim.states if _fails(instance, f)]
            if all(isinstance(f, Relation) and f.op == "≠" for f in failing):  # where a hypothesis may just hold
                failing = failing if all(instance.holds(f) for f in claim.given if is_strict(f)) else []
            if failing and all(instance.holds(f) for f in more):
                self.instances.insert(0, self.instances.pop(n))
                return True
        return False

    def meets(self, claim: Claim) -> bool:
        """Whether one of the instances meets all hypotheses of a changed claim."""
        more = [formula for formula in claim.given if formula not in self.given]
        return any(all(instance.holds(formula) for formula in more) for instance in self.instances)


def spread(size: int) -> list[int]:
    """The places of the worst instances, and of as many others at equal distances: the worst are much alike."""
    return sorted({*range(min(EACH, size)), *(n * size // EACH for n in range(EACH) if size)})


def _fails(instance: Assignment, formula: Formula) -> bool:
    fails = instance.holds(formula) is False and not instance.is_within_rounding(formula)
    return fails or not instance.is_defined(formula)


def is_strict(formula: Formula) -> bool:
    """Whether a formula fails where its sides are one number."""
    return isinstance(formula, Relation) and formula.op in (">", "≠")


def assigned(space: Space, values: Sequence[float]) -> Assignment | None:
    """The values of all variables at these coordinates; None where one has none."""
    numbers = [Integer(int(v)) if float(v).is_integer() else Float(float(v)) for v in values]
    try:
        found = space.exact(numbers)
    except FAILURES:
        return None
    return None if found is None else Assignment(found)
