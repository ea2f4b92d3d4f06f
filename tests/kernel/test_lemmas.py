"""The shared arguments prove what they say, from what they are given and from nothing less."""

import pytest
from sympy import Sum, exp, log

from verify.author.kernel import KernelError, assume, combine, instantiate, proves
from verify.axioms import DIST, EXP, MINIMISING_GEODESIC, complete, same_point
from verify.language.terms import Inner, Tangent, Vec, VecHead, eq, family, forall, ge, gt, integer, le, point, real
from verify.lemmas import exponential_below_chord, logarithm_rises, sum_above_member, weighted_sum, with_some

a, b, h, x = real("a b h x")
i, k, n = integer("i k n")
f, signed = family("f", nonnegative=True), family("g")
RANGE = [ge(k, 1), ge(n, k)]


def test_the_logarithm_rises():
    facts = [gt(a, 0), gt(b, 0)]
    proves(logarithm_rises(assume(le(a, b)), facts), [*facts, le(a, b)], le(log(a), log(b)))


def test_the_logarithm_of_what_may_be_negative_is_refused():
    with pytest.raises(KernelError, match="sign of a is not settled"):
        logarithm_rises(assume(le(a, b)), [gt(b, 0)])


def test_the_logarithm_does_not_fall():
    theorem = logarithm_rises(assume(le(a, b)), [gt(a, 0), gt(b, 0)])
    with pytest.raises(KernelError):
        proves(theorem, [gt(a, 0), gt(b, 0), le(a, b)], le(log(b), log(a)))


def test_the_exponential_is_below_its_chord_between_the_ends():
    between = [ge(x, 0), le(x, 1)]
    proves(exponential_below_chord(h, x, between), between, le(exp(h * x), 1 - x + x * exp(h)))


@pytest.mark.parametrize("between", [[ge(x, 0)], [le(x, 1)], []])
def test_beyond_the_ends_the_chord_needs_both_bounds(between):
    theorem = exponential_below_chord(h, x, between)
    with pytest.raises(KernelError, match=r"hypothesis (x ≥ 0|1 ≥ x) is not among"):
        proves(theorem, between, le(exp(h * x), 1 - x + x * exp(h)))


def test_an_inequality_is_averaged_with_weights_that_are_not_negative():
    each = combine(ge(signed(i) ** 2, 0), [(1, signed(i) ** 2)])
    goal = ge(Sum(f(i) * signed(i) ** 2, (i, 1, n)), 0)
    proves(weighted_sum(f(i), each, (i, 1, n)), [], goal)
    with pytest.raises(KernelError, match="sign of g"):
        weighted_sum(signed(i), each, (i, 1, n))


def test_a_sum_is_at_least_each_of_its_members_that_is_in_its_range():
    total = Sum(f(i), (i, 1, n))
    proves(sum_above_member(total, k, RANGE), RANGE, ge(total, f(k)))
    for left in (RANGE[:1], RANGE[1:]):
        with pytest.raises(KernelError):
            sum_above_member(total, k, left)


def test_a_sum_with_members_of_any_sign_is_refused():
    with pytest.raises(KernelError, match="sign of g"):
        sum_above_member(Sum(signed(i), (i, 1, n)), k, [*RANGE, forall([i], ge(f(i), 0))])


v, q = point("v"), point("q")
W = Vec(VecHead("W"), Tangent(v))
SHORTEST = assume(eq(Inner(W, W), DIST(v, q) ** 2))


def test_what_is_shown_of_a_shortest_path_is_true_as_there_is_one():
    """If every geodesic from v to q is longer than 1, so is the distance."""
    long = forall(W, ge(Inner(W, W), 1), [same_point(EXP(v, W), q)])
    far = combine(ge(DIST(v, q) ** 2, 1), [(1, instantiate(assume(long), [W])), (-1, SHORTEST)])
    proves(with_some(MINIMISING_GEODESIC, {}, W, far), [complete(), long], ge(DIST(v, q) ** 2, 1))


def test_nothing_more_may_be_supposed_of_it():
    far = combine(ge(DIST(v, q) ** 2, 1), [(1, assume(ge(Inner(W, W), 1))), (-1, SHORTEST)])
    with pytest.raises(KernelError, match="speaks of a variable to be bound"):
        with_some(MINIMISING_GEODESIC, {}, W, far)
