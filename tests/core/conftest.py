"""Random terms and places for the tests of laws: what a law says is compared with enclosures."""

import random
from fractions import Fraction

import pytest

from verify.core.balls import NoEnclosure, enclosure, precision, rational_ball
from verify.core.nodes import FUNCTIONS, node
from verify.core.terms import add, mul, number, power, variable


class RandomTerms:
    """Terms in six variables, values for these, and the terms' enclosures there."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.x, self.y = variable("x"), variable("y")
        self.positive, self.nonnegative = variable("p", "real", "positive"), variable("q", "real", "nonnegative")
        self.whole, self.count = variable("n", "integer"), variable("m", "integer", "nonnegative")
        self.variables = [self.x, self.y, self.positive, self.nonnegative, self.whole, self.count]

    def number(self):
        return number(Fraction(self.draw.choice([-3, -2, -1, -1, 0, 1, 1, 2, 3, 8]), self.draw.choice([1, 1, 2, 3])))

    def term(self, depth):
        pick, chance = self.draw.choice, self.draw.random()
        if depth == 0 or chance < 0.15:
            return pick([*self.variables, self.number(), node("pi")])
        if chance < 0.5:
            return pick([add, mul])(*(self.term(depth - 1) for _ in range(pick([2, 3]))))
        if chance < 0.75:
            exponent = number(Fraction(pick([-3, -2, -1, 1, 2, 3, 4]), pick([1, 1, 2, 2, 3])))
            return power(self.term(depth - 1), exponent)
        if chance < 0.8:
            return node(pick(["max", "min", "power"]), self.term(depth - 1), self.term(depth - 1))
        return node(pick(["abs", *sorted(FUNCTIONS)]), self.term(depth - 1))

    def place(self):
        def value():
            return Fraction(self.draw.randint(-8, 8), self.draw.choice([1, 2, 3]))

        counted = [Fraction(self.draw.randint(-3, 3)), Fraction(self.draw.randint(0, 3))]
        values = [value(), value(), abs(value()) + Fraction(1, 2), abs(value()), *counted]
        return {v: rational_ball(q) for v, q in zip(self.variables, values, strict=True)}

    @staticmethod
    def enclosure(term, place):
        with precision(200):
            try:
                return enclosure(term, place)
            except NoEnclosure:
                return None


@pytest.fixture
def random_terms():
    return RandomTerms(7)
