"""Lemmas on magnitudes, logarithms and vectors: what they say, under which hypotheses, and that less does not do."""

from __future__ import annotations

import itertools
import random

import pytest
from sympy import Abs, Rational, Sum, log

from verify.author.kernel import KernelError, assume, proves
from verify.language.terms import Inner, eq, family, ge, gt, integer, le, norm, positive, real, vectors
from verify.lemmas import logarithm_above, magnitude_at_most
from verify.lemmas.inner_products import gram_determinant, norm_of_multiple

x, y = real("x y")
p, q = positive("p q")
i, N = integer("i N")
u, v, w = vectors("u v w")
weight = family("w", positive=True)


def test_a_magnitude_is_bounded_by_both_of_its_signs():
    both = [le(x, y), le(-x, y)]
    proves(magnitude_at_most(x, y, *map(assume, both)), both, le(Abs(x), y))
    one = magnitude_at_most(x, y, assume(le(x, y)), assume(le(x, y)))  # −x ≤ y stays a hypothesis
    with pytest.raises(KernelError):
        proves(one, both[:1], le(Abs(x), y))


def test_a_logarithm_is_above_what_touches_it_at_one():
    proves(logarithm_above(p / q), [], ge(log(p / q), 1 - q / p))
    total = Sum(weight(i), (i, 1, N))
    proves(logarithm_above(total, [ge(N, 1)]), [ge(N, 1)], ge(log(total), 1 - 1 / total))
    with pytest.raises(KernelError):
        logarithm_above(x)


def test_a_norm_of_a_multiple_needs_the_sign_of_the_factor():
    goal = eq(norm((x - y) * (u - v)), (x - y) * norm(u - v))
    proves(norm_of_multiple(x - y, u - v, ge(x, y)), [ge(x, y)], goal)
    with pytest.raises(KernelError, match="the sign of x - y is not settled"):
        norm_of_multiple(x - y, u - v)
    with pytest.raises(KernelError):
        proves(norm_of_multiple(x - y, u - v, ge(x, y)), [], goal)


def test_a_gram_determinant_is_not_negative():
    square = {a: Inner(a, a) for a in (u, v, w)}
    terms = [square[a] * Inner(b, c) ** 2 for a, b, c in ((u, v, w), (v, u, w), (w, u, v))]
    goal = ge(
        square[u] * square[v] * square[w] + 2 * Inner(u, v) * Inner(u, w) * Inner(v, w), terms[0] + terms[1] + terms[2]
    )
    proves(gram_determinant(u, v, w), [], goal)
    with pytest.raises(KernelError):
        proves(gram_determinant(u, v, w), [], gt(goal.lhs, goal.rhs))


def test_and_so_it_is_at_exact_vectors():
    draw = random.Random(5)
    for _ in range(20):
        places = [[Rational(draw.randint(-4, 4)) for _ in range(3)] for _ in range(3)]
        inner = {(a, b): sum(s * t for s, t in zip(places[a], places[b], strict=True)) for a, b in PAIRS}
        left = inner[0, 0] * inner[1, 1] * inner[2, 2] + 2 * inner[0, 1] * inner[0, 2] * inner[1, 2]
        right = sum(inner[a, a] * inner[b, c] ** 2 for a, b, c in ((0, 1, 2), (1, 0, 2), (2, 0, 1)))
        assert left >= right


PAIRS = list(itertools.product(range(3), repeat=2))
