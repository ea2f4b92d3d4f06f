"""Every task has a random stream of its own, which depends on the seed and its index alone."""

import numpy as np
import pytest

from verify.tasks import seeded


def first(seed, *index):
    return int(np.random.default_rng(seeded(seed, *index)).integers(2**63))


def test_the_same_seed_and_index_give_the_same_stream():
    assert first(5, 3) == first(5, 3)


def test_it_is_what_numpy_spawns():
    children = np.random.SeedSequence(5).spawn(4)
    assert first(5, 3) == np.random.default_rng(children[3]).integers(2**63)
    assert first(5, 3, 1) == np.random.default_rng(children[3].spawn(2)[1]).integers(2**63)


def test_other_seeds_and_indices_give_other_streams():
    keys = [
        (seed, *index) for seed in (0, 1, 2**32, 2**64 - 1) for index in ((), (0,), (1,), (0, 0), (0, 1), (2**32 - 1,))
    ]
    assert len({first(*key) for key in keys}) == len(keys)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_out_of_range(seed):
    with pytest.raises(ValueError, match=rf"seed must be an integer from 0 to 2\^64 - 1, not {seed}"):
        seeded(seed, 0)


@pytest.mark.parametrize("index", [-1, 2**32])
def test_indices_out_of_range(index):
    with pytest.raises(ValueError, match=rf"index must consist of integers from 0 to 2\^32 - 1, not {index}"):
        seeded(0, index)
