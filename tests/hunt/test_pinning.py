"""Suspects with numbers pinned: simple where one number after another cannot be, and still a violation."""

import numpy as np

from verify.hunt.blocks import _suspects
from verify.hunt.exact import candidates, weight
from verify.hunt.pinning import Pinned, pinned
from verify.hunt.space import Coordinate, Score
from verify.hunt.trials import Trials, merit


class Sphere:
    """Numbers that break a claim only where their squares add up to nearly 2."""

    name = "toy"
    samples = 0

    def __init__(self, count):
        self.coordinates = tuple(Coordinate(f"x{k}", -4.0, 4.0) for k in range(count))

    def score(self, values):
        off = np.abs((values**2).sum(axis=0) - 2.0)
        return Score(1.1 - off, np.zeros(values.shape[1]))


HERE = np.array([0.71, -0.69, 0.73, 0.695])


def test_numbers_that_have_to_move_together_become_simple():
    space = Sphere(4)
    alone = min(weight(space, made) for made in candidates(space, HERE))
    together = min(weight(space, made) for start in pinned(space, HERE, 1.1) for made in candidates(space, start))
    assert together < alone / 2


def test_every_pinned_instance_breaks_the_claim():
    space = Sphere(4)
    found = pinned(space, HERE, 1.1)
    assert found
    assert all(merit(space.score(made[:, None]))[0] > 1.0 for made in found)


class Doubted(Sphere):
    """Of which all instances that are found only seem to meet the hypotheses."""

    def is_doubtful(self, values):
        return True


def test_where_all_suspects_are_doubtful_simple_ones_are_looked_for():
    trials = Trials(1, 1, HERE[:, None], np.array([1.1]))
    found = _suspects(Doubted(4), trials, None)
    assert min(weight(Sphere(4), made) for made in found) < weight(Sphere(4), candidates(Sphere(4), HERE)[0])


def test_few_coordinates_are_not_worth_it():
    assert pinned(Sphere(2), HERE[:2], 1.1) == []


def test_the_rest_is_scored_with_what_is_pinned():
    part = Pinned(Sphere(3), {1: 1.0})
    assert [c.name for c in part.coordinates] == ["x0", "x2"]
    assert part.score(np.array([[1.0], [0.0]])).ratio[0] == 1.1


def test_the_outcome_is_the_same_again():
    one, again = (np.array(pinned(Sphere(4), HERE, 1.1)) for _ in range(2))
    assert (one == again).all()
