"""The nearest true statement to a false one, proved: the smallest changes first, each tried in floats, then proved.

Nothing but the statement is looked at: neither the steps of the claim nor other claims.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from flint import fmpq
from sympy import Rational

from verify.claims.claim import Claim
from verify.discover.discovering import Discovery, discover
from verify.discover.facts import Fact
from verify.language.terms import ForAll, Formula, Relation
from verify.prover.alarm import worked
from verify.prover.polynomial.sturm import simplest_between
from verify.repair.changes import Change, changes
from verify.repair.comparing import Known, implies, is_weaker
from verify.repair.pool import Pool
from verify.repair.trying import LONG, QUICK, look
from verify.repair.weakening import weakest

SECONDS: Final = 120.0
"""Of a whole repair, by default."""

BRIEF: Final = 2.0
"""Seconds for the first attempt at a proof."""

LONGER: Final = 10.0
"""Seconds for a second one."""

MOST: Final = 4
"""Statements of a kind that are proved before no others of it are looked for."""

FURTHER: Final = 0.8
"""How much larger than the smallest change that was proved others may be."""

AFTER: Final = 25.0
"""Seconds for which others are looked for once one is proved."""

FEWER: Final = 15.0
"""Seconds for which it is looked which hypotheses are not needed."""

OTHER_KIND: Final = 30.0
"""Seconds for which one of another kind is: a weaker conclusion says nothing of which hypothesis was meant."""

MOST_AT_A_PLACE: Final = 2
"""Factors of one constant that are tried to be proved."""

STEPS: Final = 5
"""Of the bisection for a better constant."""

LOOSE: Final = 1.0
"""How much larger a change counts that leaves a bound which no instance comes near to."""

SHARP: Final = 0.95
"""The ratio of what happens to what is promised from which on a bound is near."""


@dataclass(frozen=True)
class Repair:
    """A true statement near to a claim: the change, the changed claim, the proof, and the greatest ratio in floats.

    ratio: −∞ where floats tell of no instance for certain, and so nothing of how near the bound is.
    needed: those of its hypotheses that the proof needs.
    """

    change: Change
    claim: Claim
    facts: tuple[Fact, ...]
    ratio: float
    needed: tuple[Formula, ...] = ()

    @property
    def size(self) -> float:
        """How far it is from the claim; a bound that no instance comes near to is further."""
        return self.change.size + (LOOSE if _is_loose(self.claim, self.ratio) else 0.0)


@dataclass
class Repairs:
    """What a search found: the repairs, the nearest first; how many changes were tried and broken; what is unproved.

    unmet: how many hypotheses no instance meets; idle: how many follow from those that stand; empty: how many leave a
    bound of the other sign than all that happens, which is true, and says nothing.
    holds: whether the claim itself was proved, so that it needs none.
    """

    claim: Claim
    found: list[Repair] = field(default_factory=list)
    tried: int = 0
    broken: int = 0
    unmet: int = 0
    idle: int = 0
    empty: int = 0
    unproved: list[Change] = field(default_factory=list)
    holds: bool = False
    seconds: float = 0.0


def repair(
    claim: Claim, seconds: float = SECONDS, progress: Callable[[Repairs], None] = lambda repairs: None
) -> Repairs:
    """Looks for the nearest true statements.

    Args:
        claim: what to repair; a false one.
        seconds: in all.
        progress: called after each change that was tried.
    """
    return _Search(claim, seconds, progress).run()


class _Search:
    """One search, with what is left of its time."""

    def __init__(self, claim: Claim, seconds: float, progress: Callable[[Repairs], None]) -> None:
        self._made = Repairs(claim)
        self._claim, self._progress = claim, progress
        self._began = worked()
        self._until = self._began + seconds
        self._kept = min(FEWER, seconds / 4)
        self._first = math.inf
        self._at: dict[str, int] = {}
        self._pool = Pool()
        self._known: Known | None = None
        self._twice: list[Change] = []
        self._in_vain: list[Formula] = []
        self._loose: list[tuple[float, int, Change, Claim, float]] = []
        self._nearness: dict[Change, float] = {}
        self._room: dict[tuple[Formula, ...], bool] = {}

    @property
    def _left(self) -> float:
        """Seconds that are left; once something is proved some are kept for looking at it more closely."""
        return self._until - worked() - (self._kept if self._made.found else 0.0)

    def run(self) -> Repairs:
        """The whole search: brief attempts, longer ones, better constants.

        Longer ones have their turn when half of the time is gone, that many changes take not all of it.
        """
        made, half = self._made, (self._until - self._began) / 2
        made.holds = self._proof(self._claim, BRIEF).is_proved
        if not made.holds:
            self._pool = Pool.of(self._claim)
            was_single = True
            for change in changes(self._claim):
                if was_single and not change.is_single:
                    was_single = False
                    self._try_longer(self._left / 2)
                elif self._left < half:
                    self._try_longer(half / 2)
                    half = 0.0
                if self._left <= 0 or self._is_over():
                    break
                if self._is_far(change) or self._is_enough(change):
                    continue
                if change.states != self._claim.states:
                    self._prove_loose(change.size)
                self._try(change)
                self._progress(made)
            self._prove_loose(math.inf)
            self._try_longer(0)
            self._kept /= 2
            found = self._sharper(nearest(made.found, self._until - self._kept))
            self._kept = 0.0
            made.found = self._weakest(found)
        made.seconds = worked() - self._began
        return made

    def _is_over(self) -> bool:
        found = self._made.found
        kinds = {one.change.kind(self._claim) for one in found}
        longest = AFTER if len(kinds) > 1 else OTHER_KIND
        return bool(found) and worked() > self._first + longest

    def _is_enough(self, change: Change) -> bool:
        """Whether so many of its kind were proved that others would say no more; many hypotheses imply one another."""
        kind = change.kind(self._claim)
        return sum(one.change.kind(self._claim) == kind for one in self._made.found) >= MOST

    def _is_far(self, change: Change, more: float = 0.0) -> bool:
        """Whether a change, and so much, is much larger than one of its kind that was proved, or, of both, than any."""
        kind, found = change.kind(self._claim), self._made.found
        near = [one.size for one in found if all(kind) or one.change.kind(self._claim) == kind]
        return bool(near) and change.size + more > min(near) + FURTHER

    def _try(self, change: Change) -> None:
        """Tries one change: in floats, at first quickly, and with a brief search for a proof."""
        made = self._made
        made.tried += 1
        changed = change.of(self._claim)
        if self._pool.breaks(changed):
            made.broken += 1
            return
        for effort in (QUICK, LONG):
            seen = look(changed, effort)
            if seen.is_broken:
                made.broken += 1
                if seen.at is not None and set(self._claim.given) <= set(changed.given):
                    self._pool.add(*seen.at)
                return
            if not (seen.is_met or self._pool.meets(changed)) or not self._has_room(changed):
                made.unmet += 1
                return
            if not seen.is_met:  # a longer look would see no more
                break
        if _is_empty(changed, seen.ratio):
            made.empty += 1
        elif changed.given == self._claim.given and _is_loose(changed, seen.ratio):
            heapq.heappush(self._loose, (change.size + LOOSE, made.tried, change, changed, seen.ratio))
        else:
            self._prove_soon(change, changed, seen.ratio)

    def _prove_loose(self, size: float) -> None:
        """The turn of bounds that no instance comes near to, among changes that are not nearer than these."""
        while self._loose and self._loose[0][0] <= size and self._left > 0 and not self._is_over():
            _, _, change, changed, ratio = heapq.heappop(self._loose)
            if not self._is_far(change, LOOSE) and not self._is_enough(change):
                self._prove_soon(change, changed, ratio)

    def _prove_soon(self, change: Change, changed: Claim, ratio: float) -> None:
        """A brief search for a proof of what floats did not break, unless it is seen to help nothing."""
        made = self._made
        self._nearness[change] = change.size + (LOOSE if _is_loose(changed, ratio) else 0.0)
        if change.place and self._at.get(change.place, 0) >= MOST_AT_A_PLACE:
            return
        more = self._supposed(changed)
        if more is not None and self._known is not None and self._known.adds_nothing(changed):
            made.idle += 1
            return
        if more is not None and is_weaker(more, self._in_vain):
            made.unproved.append(change)
            return
        self._at[change.place] = self._at.get(change.place, 0) + 1
        proved = self._prove(change, changed, ratio, BRIEF)
        if more is not None and not proved:
            self._in_vain.append(more)

    def _supposed(self, changed: Claim) -> Formula | None:
        """The hypothesis that a change adds, and does nothing else."""
        if changed.states != self._claim.states:
            return None
        self._known = self._known or Known(self._claim)
        return self._known.added(changed)

    def _prove(self, change: Change, changed: Claim, ratio: float, seconds: float) -> bool:
        """Looks for a proof; whether there is one."""
        found = self._proof(changed, seconds)
        if not found.is_proved:
            self._made.unproved.append(change)
        elif self._has_room(changed):
            self._made.found.append(Repair(change, changed, tuple(f for f in found.facts if f is not None), ratio))
            self._first = min(self._first, worked())
        return found.is_proved

    def _try_longer(self, left: float) -> None:
        """A second attempt, where nothing of a kind is proved, at what floats did not break; some seconds are left."""
        waiting, self._made.unproved = self._made.unproved, []
        in_vain: list[Formula] = []
        for change in sorted(waiting, key=lambda one: self._nearness[one]):
            changed = change.of(self._claim)
            more = self._supposed(changed)
            known = self._is_known(change) or change in self._twice
            if known or self._left <= left or (more is not None and is_weaker(more, in_vain)):
                self._made.unproved.append(change)
                continue
            self._twice.append(change)
            if not self._prove(change, changed, look(changed, LONG).ratio, LONGER) and more is not None:
                in_vain.append(more)

    def _is_known(self, change: Change) -> bool:
        """Whether something of its kind is proved that is not much further from the claim, or, of a pair, anything."""
        found, near = self._made.found, self._nearness[change] + FURTHER
        alike = [one for one in found if one.change.kind(self._claim) == change.kind(self._claim)]
        return any(one.size <= near for one in alike) or (bool(found) and not change.is_single)

    def _proof(self, claim: Claim, seconds: float) -> Discovery:
        return discover(claim, max(min(seconds, self._left), 0.1))

    def _has_room(self, changed: Claim) -> bool:
        """Whether instances meet the hypotheses, with something to spare in the new ones: no length is less than 0."""
        old = set(self._claim.given)
        if set(changed.given) <= old:
            return True
        strict = tuple(_strictly(f) if f not in old else f for f in changed.given)
        if strict not in self._room:
            strictly = changed.replace(given=strict)
            self._room[strict] = self._pool.meets(strictly) or look(strictly, LONG).is_met
        return self._room[strict]

    def _weakest(self, found: list[Repair]) -> list[Repair]:
        """The repairs, the nearest with proofs from as few hypotheses as a short search finds."""
        until = min(self._until, worked() + FEWER)

        def prove(fewer: Claim) -> Discovery | None:
            return self._proof(fewer, BRIEF) if worked() < until else None

        made = []
        for one in found:
            needed, facts = weakest(one.claim, one.facts, prove)
            made.append(replace(one, needed=needed, facts=facts))
        return made

    def _sharper(self, found: list[Repair]) -> list[Repair]:
        """The nearest repair with a better constant, by bisection between what floats break and what is proved."""
        if not found or found[0].change.scaled is None:
            return found
        best = found[0]
        low, high = Rational(1), best.change.factor
        for _ in range(STEPS):
            between = simplest_between(*(fmpq(int(end.p), int(end.q)) for end in sorted((low, high))))
            middle = Rational(int(between.p), int(between.q))
            change = best.change.at(middle)
            if change is None or self._left <= 0:
                break
            changed = change.of(self._claim)
            seen = look(changed, LONG)
            proof = None if seen.is_broken else self._proof(changed, BRIEF)
            if proof is not None and proof.is_proved:
                facts = tuple(fact for fact in proof.facts if fact is not None)
                best, high = Repair(change, changed, facts, seen.ratio), middle
            else:
                low = middle
        return [best, *found[1:]]


def nearest(found: Sequence[Repair], until: float = math.inf) -> list[Repair]:
    """The repairs in order, without those that another one implies, with the same hypotheses or the same statement.

    Any true statement follows from any other: one with another hypothesis may be proved from that hypothesis alone.
    What is left at the second `until` is not compared.
    """
    kept: list[Repair] = []
    for one in sorted(found, key=lambda r: r.size):
        like = [r for r in kept if r.claim.given == one.claim.given or r.claim.states == one.claim.states]
        if worked() >= until:
            like = []
        if not any(implies(other.claim, one.claim) for other in like):
            kept = [other for other in kept if other not in like or not implies(one.claim, other.claim)]
            kept.append(one)
    return kept


def _strictly(formula: Formula) -> Formula:
    """A bound without its end, also of all members of a range; what is said of all vectors may be met at one only."""
    if isinstance(formula, Relation) and formula.op == "≥":
        return Relation(">", formula.lhs, formula.rhs)
    if isinstance(formula, ForAll) and all(v.is_integer for v in formula.variables):
        return ForAll(formula.variables, formula.given, _strictly(formula.body))
    return formula


def _is_loose(claim: Claim, ratio: float) -> bool:
    """Whether floats tell of instances, none of which comes near to the bound."""
    return -math.inf < ratio < SHARP and _is_bound(claim)


def _is_empty(claim: Claim, ratio: float) -> bool:
    """Whether it is a bound of the other sign than all that happens: it is true, and says nothing."""
    return -math.inf < ratio <= 0.0 and _is_bound(claim)


def _is_bound(claim: Claim) -> bool:
    """Whether it states an inequality with something on both sides."""
    return any(isinstance(f, Relation) and f.op in ("≥", ">") and 0 not in (f.lhs, f.rhs) for f in claim.states)
