"""Climbs after the first of a block: in other views of a statement, and where what only seemed to be met is sampled."""

from __future__ import annotations

import numpy as np

from verify.hunt.climb import climb
from verify.hunt.space import Space
from verify.hunt.trials import Best, Trials

NEARLY = 0.9
"""The ratio from which on both sides of a statement may only come to the same."""

CLIMBS = 2
"""Climbs in each other view of it then."""

MOST_DOUBTS = 8
"""How often what only seemed to meet the hypotheses sends a block back to climb again."""


def seen_otherwise(space: Space, trials: Trials, stream: np.random.SeedSequence, drawn: int, steps: int) -> Trials:
    """The trials, and where the worst only comes near to breaking the claim, those of climbs in other views of it.

    Args:
        space: where they are from.
        trials: of a climb there.
        stream: of all that is random.
        drawn: instances that each climb begins with.
        steps: of each climb.
    """
    if not trials.ratio.size or not NEARLY <= trials.ratio[0] <= 1.0:
        return trials
    for view in (view for view in space.views() for _ in range(CLIMBS)):
        (seed,) = stream.spawn(1)
        other = climb(view, seed, drawn, steps)
        best = Best(space, trials.ratio.size)
        best.score(np.concatenate([other.values, trials.values], axis=1))
        found = best.trials()
        trials = Trials(trials.cases + other.cases, trials.met + other.met, found.values, found.ratio)
        if trials.ratio[0] > 1.0:
            break
    return trials


def undoubted(
    space: Space, trials: Trials, stream: np.random.SeedSequence, drawn: int, steps: int
) -> tuple[Space, Trials]:
    """The trials, climbed again for as long as the worst only seems to meet the hypotheses, and the space they are of.

    Each time the values at which a hypothesis fails after all are among those that all instances are looked at.
    """
    for seed in stream.spawn(MOST_DOUBTS):
        worst = trials.values[:, 0].tolist() if trials.ratio.size and trials.ratio[0] > 1.0 else None
        sharper = space.sharpened(worst) if worst is not None else None
        if sharper is None:
            break
        space, before = sharper, trials
        again = climb(space, seed, drawn, steps, starts=before.values)
        trials = Trials(before.cases + again.cases, before.met + again.met, again.values, again.ratio)
    return space, trials
