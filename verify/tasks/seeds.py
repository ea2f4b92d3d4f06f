"""Independent random streams for the tasks of one run."""

from __future__ import annotations

import numpy as np


def seeded(seed: int, *index: int) -> np.random.SeedSequence:
    """The seed of one task, for `numpy.random.default_rng`; other indices give independent streams.

    It is what `SeedSequence(seed).spawn` gives its child of that index (and that child to its own, for two indices).

    Args:
        seed: of the whole run, from 0 to 2^64 - 1.
        index: where the task stands, one number or several, each from 0 to 2^32 - 1.

    Raises:
        ValueError: for numbers out of range, which would not give streams of their own.
    """
    if not 0 <= seed < 2**64:
        raise ValueError(f"seed must be an integer from 0 to 2^64 - 1, not {seed}")
    for number in index:
        if not 0 <= number < 2**32:
            raise ValueError(f"index must consist of integers from 0 to 2^32 - 1, not {number}")
    return np.random.SeedSequence(seed, spawn_key=index)
