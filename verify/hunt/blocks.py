"""One block of a hunt: an engine on one space, and what it found made exact; claim, seed and number decide all of it.

Which space and which engine, the number says. Sweep follows sweep, each over twice as many spaces as the one before, as
far as there are that many; a space that comes again is searched longer, and by the other engine.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from verify.author import kernel
from verify.author.kernel import KernelError, Theorem
from verify.claims import registry
from verify.claims.claim import Claim
from verify.discharge import discharged
from verify.discharge.program import prepared
from verify.export.proofs import proof_file
from verify.hunt import space as spaces_of_claims
from verify.hunt.again import seen_otherwise, undoubted
from verify.hunt.climb import climb
from verify.hunt.exact import candidates, confirm, merits, weight
from verify.hunt.pinning import pinned
from verify.hunt.space import MANY, NoInstances, Space
from verify.hunt.trials import Trials
from verify.language.codec import Encoder
from verify.language.terms import Relation, text
from verify.language.translation import translate
from verify.prover.alarm import OutOfTime, limited
from verify.tasks import seeded
from verify.verdicts.evidence import Failed, refutation

FIRST_SWEEP = 4
"""Spaces of the first sweep."""

ENGINES = ("climb", "hypothesis")

TRIALS, GENERATIONS = 1 << 14, 120
"""Random instances and steps of the ascent of the first climb in a space; to make the space takes longer than these."""

EXAMPLES = 12
"""Examples of the first search with hypothesis in a space."""

LEAST = 1 / 4
"""The least part of these that is tried where a space's schemas are dear to look at."""

ATTEMPTS = 5
"""Exact instances that one block asks the kernel about."""

ASKING = 24.0
"""Seconds that the first block of a space may ask the kernel for, as much only seems to break a claim."""

SAYING = 5.0
"""Seconds that it may take to say why it refuses."""

LONGEST = 400
"""Letters of what the kernel says."""

SUSPECTS = 3
"""Float instances that one block makes exact."""


@dataclass(frozen=True)
class Turn:
    """A space by its number, and how often it was searched before."""

    space: int
    again: int

    @property
    def engine(self) -> str:
        """Whose turn it is."""
        return ENGINES[self.again % 2]

    @property
    def effort(self) -> int:
        """How much longer than the first time; doubles with each turn of the engine."""
        return 1 << min(self.again // 2, 7)


class Ground:
    """The spaces of a claim, made as they are needed, and the turns that they get."""

    def __init__(self, found: Iterator[Space]) -> None:
        self._found = found
        self._spaces: list[Space] = []
        self._broken: Exception | None = None
        self._turns: list[Turn] = []
        self._order = self._sweeps()

    def __getitem__(self, number: int) -> Space | None:
        """A space, None beyond the last."""
        while len(self._spaces) <= number:
            if self._broken is not None:  # an iterator that broke off would seem to have come to its end
                raise self._broken
            try:
                made = next(self._found, None)
            except Exception as error:
                self._broken = error
                raise
            if made is None:
                return None
            self._spaces.append(made)
        return self._spaces[number]

    def turn(self, block: int) -> Turn | None:
        """What a block does; None when everything has been tried."""
        while len(self._turns) <= block:
            if self._broken is not None:
                raise self._broken
            made = next(self._order, None)
            if made is None:
                return None
            self._turns.append(made)
        return self._turns[block]

    def _sweeps(self) -> Iterator[Turn]:
        """In every sweep, first the spaces that were not searched before."""
        visits: list[int] = []
        width, busy = FIRST_SWEEP, True
        while busy:
            old = len(visits)
            while len(visits) < width and self[len(visits)] is not None:
                visits.append(1)
                yield Turn(len(visits) - 1, 0)
            again = [number for number in range(old) if self._spaces[number].coordinates]
            for number in again:
                yield Turn(number, visits[number])
                visits[number] += 1
            width *= 2
            busy = bool(again) or len(visits) > old


_latest: tuple[Claim, Ground] | None = None


def ground(claim: Claim) -> Ground:
    """The spaces of a claim; those of the latest claim are remembered."""
    global _latest  # noqa: PLW0603
    if _latest is None or _latest[0] is not claim:
        _latest = claim, Ground(spaces_of_claims.spaces(claim))
    return _latest[1]


def block(task: dict[str, Any]) -> dict[str, Any]:
    """One share of a hunt, for `verify.tasks`.

    Args:
        task: the claim's id, the module that declares it, the seed, and the block's number.

    Returns:
        As plain data, `end` when nothing is left to try, `refused` with the reason when the claim cannot be hunted;
        else what was tried and found.
    """
    global _latest  # noqa: PLW0603
    importlib.import_module(task["module"])
    claim = registry.current().claim(task["claim"])
    try:
        spaces = ground(claim)
        turn = spaces.turn(task["block"])
    except NoInstances as error:
        return {"refused": str(error)}
    except Exception:
        raise
    except BaseException:  # stopped from outside: what was being made is lost
        _latest = None
        raise
    if turn is None:
        return {"end": True}
    space = spaces[turn.space]
    assert space is not None
    stream, shrunk = seeded(task["seed"], task["block"]), None
    part = _part(space)
    if turn.engine == "climb" or not space.coordinates:
        steps = int(part**2 * GENERATIONS * (1 + turn.again))
        trials = climb(space, stream, int(part * TRIALS * turn.effort), steps)
        others, doubts = (seeded(task["seed"], task["block"], n) for n in (2, 1))
        trials = seen_otherwise(space, trials, others, int(part * TRIALS) // 2, steps)
        space, trials = undoubted(space, trials, doubts, TRIALS // 4, steps)
    else:
        from verify.hunt.strategies import AROUND, search  # hypothesis takes half a second to import  # noqa: PLC0415

        drawn = int(stream.generate_state(1, np.uint64)[0])
        trials, shrunk = search(space, drawn, math.ceil(part * EXAMPLES * turn.effort), int(part * AROUND))
    head = {"space": turn.space, "name": space.name, "engine": turn.engine}
    return head | outcome(claim, space, trials, shrunk, ASKING * turn.effort)


def _part(space: Space) -> float:
    """How many of the usual trials a space gets: fewer where each is dear, and there are few numbers to choose."""
    if space.samples <= MANY:
        return 1.0
    return max(LEAST, MANY / space.samples) * min(1.0, len(space.coordinates) / 4)


def outcome(
    claim: Claim, space: Space, trials: Trials, shrunk: tuple[Any, ...] | None, seconds: float = ASKING
) -> dict[str, Any]:
    """What trials gave, as plain data, after the kernel was asked about those that break the claim in floats.

    `worst` is the greatest ratio in floats and the instance; `counterexample` one that the kernel confirms; `refusal`
    why it does not, where a ratio is above 1 all the same; `suspect` the exact coordinates that break the claim at
    least in floats, for `decode`. The kernel is asked for so many seconds at most.
    """
    data: dict[str, Any] = {"cases": trials.cases, "met": trials.met, "worst": None, "counterexample": None}
    data["suspect"] = None
    if not trials.ratio.size:
        return data
    data["worst"] = {"ratio": float(trials.ratio[0]), "at": space.named(trials.values[:, 0].tolist())}
    if trials.ratio[0] <= 1.0 and shrunk is None:
        return data
    suspects = _suspects(space, trials, shrunk)
    prepared()
    if suspects and space.is_doubtful(suspects[0]):  # what is less simple may only hide it
        seconds /= 4
    confirmed = confirm(space, suspects, ATTEMPTS, lambda theorem: _refutes(claim, theorem), seconds)
    if suspects:
        data["suspect"] = [Encoder()(value) for value in (confirmed.values if confirmed else suspects[0])]
    if confirmed is None:
        return data | {"refusal": _refusal(claim, space, suspects)}
    data["counterexample"] = {
        "ratio": float(merits(space, [confirmed.values])[0]),
        "at": {c.name: text(value) for c, value in zip(space.coordinates, confirmed.values, strict=True)},
        **refutation(claim, confirmed.theorem),
        "file": proof_file(
            [confirmed.theorem.core], claim.id, list(map(translate, claim.given)), list(map(translate, claim.states))
        ),
    }
    return data


def _refutes(claim: Claim, theorem: Theorem) -> bool:
    """Whether the theorem is a counterexample to a formula of the claim, as a step of it would have to be."""
    try:
        refutation(claim, theorem)
    except Failed:
        return False
    return True


def _suspects(space: Space, trials: Trials, shrunk: tuple[Any, ...] | None) -> list[tuple[Any, ...]]:
    """Exact instances to ask the kernel about, the best of each float instance first."""
    lists = [[shrunk]] if shrunk is not None else []
    breaking = range(int(np.count_nonzero(trials.ratio > 1.0)))
    above = list(islice((k for k in breaking if not space.is_doubtful(trials.values[:, k].tolist())), SUSPECTS))
    near = [candidates(space, trials.values[:, k]) for k in above]
    quick = len(breaking) and space.samples <= MANY  # an ascent for each number of each instance takes long elsewhere
    if quick and not any(space.is_doubtful(made[0]) for made in near[:1] if made):
        first = above[0] if above else 0
        simple = pinned(space, trials.values[:, first], float(trials.ratio[first]))
        made = [made for made in (candidates(space, values) for values in simple) if made]
        lists += sorted(made, key=lambda several: weight(space, several[0]))
    lists += near
    longest = max(map(len, lists), default=0)
    return list(dict.fromkeys(made[k] for k in range(longest) for made in lists if k < len(made)))


def _refusal(claim: Claim, space: Space, suspects: Sequence[tuple[Any, ...]]) -> str:
    """In one line, what the kernel says to the first exact instance, with the theorems that meet schemas."""
    if not suspects:
        return "no exact instance near it breaks the claim, not even in floats"
    if space.is_doubtful(suspects[0]):
        return "a hypothesis that its samples meet fails elsewhere, in floats"
    assignment = space.exact(suspects[0])
    if assignment is None:
        return "the equations among the hypotheses have no exact solution there"
    said = ""
    for states in claim.states:
        if isinstance(states, Relation):
            try:
                with limited(SAYING):
                    met = discharged(claim.given, states, assignment, SAYING / 2)
                    kernel.witness(claim.given, states, assignment, met)
            except KernelError as error:
                said = " ".join(str(error).split()).removeprefix("witness: ")
            except OutOfTime:
                said = "the kernel takes too long to decide it there"
    said = said.replace("the assignment is not shown to meet", "no proof was found that it meets")
    said = said or "the kernel's counterexample is to none of the claim's formulas"
    return said if len(said) <= LONGEST else f"{said[:LONGEST]}…"
