"""What is least at a point of a set, products of norms, rounds that lead to their own index, sums of squares."""

import pytest
from sympy import KroneckerDelta, Max, Sum

from verify.audit import Claim, Inner, eq, family, forall, ge, gt, integer, le, norm, points, real, vectors
from verify.author import kernel
from verify.axioms import DIST
from verify.claims.registry import Registry, using
from verify.discover.discovering import discover
from verify.discover.facts import Context
from verify.discover.indices import is_of_round
from verify.discover.members import each_member
from verify.discover.module import module
from verify.discover.norms import below_norms
from verify.discover.rounds import over_rounds
from verify.discover.tactics import direct, with_instances
from verify.discover.variations import of_least_points

i, j, t, d, T = integer("i j t d T")
R, a, b, c = real("R a b c")
u, v, w, x, z = vectors("u v w x z")
f, g = family("f"), family("g")
place = family("p", integer=True)
ROUND = [ge(t, 1), le(t, T)]


def square(term):
    return Inner(term, term)


def said(facts):
    return {str(fact.conclusion) for fact in facts}


def nearest_in(condition):
    """w is in the set, no point of the set is nearer to z, and u is in it too."""
    return [condition(w), forall(v, ge(square(v - z), square(w - z)), [condition(v)]), condition(u)]


BALL, PLANE = (lambda y: ge(R**2, square(y))), (lambda y: eq(Inner(y, x), 1))
VARIATION = "2*⟨u, w⟩ + 2*⟨w, z⟩ - 2*⟨u, z⟩ - 2*‖w‖**2 ≥ 0"


@pytest.mark.parametrize("condition", [BALL, PLANE])
def test_what_is_least_in_a_set_does_not_fall_towards_its_points(condition):
    assert VARIATION in said(of_least_points(Context.of(nearest_in(condition))))


@pytest.mark.parametrize("condition", [lambda y: eq(R**2, square(y)), lambda y: ge(square(y), R**2)])
def test_and_may_fall_where_the_segment_leaves_the_set(condition):
    assert not said(of_least_points(Context.of(nearest_in(condition))))


def test_what_is_least_nowhere_in_sight_has_no_variation():
    given = [forall(v, ge(square(v - z), a), [BALL(v)]), BALL(w), BALL(u)]
    assert not said(of_least_points(Context.of(given)))


def test_projections_take_no_point_away_and_the_module_says_so_again():
    with using(Registry()):
        claim = Claim("toy/c", at="1", given=nearest_in(BALL), states=le(norm(w - u), norm(z - u)), reading="R.",
            open_because="Nothing decides it.")  # fmt: skip
    found = discover(claim, 20)
    assert found.is_proved
    made = module(claim, [fact for fact in found.facts if fact is not None])
    assert "does_not_start_downwards" in made.text
    kernel.proves(made.theorems(claim)[0], claim.given, claim.states[0])


@pytest.mark.parametrize("sign", [1, -1])
def test_a_product_of_norms_is_above_the_inner_product(sign):
    context = Context.of([ge(sign * Inner(u, v), a + b), ge(b, 0)])
    goal = ge(2 * norm(u) * norm(v), 2 * a + b)
    assert below_norms(goal, context, direct) is not None
    assert below_norms(ge(2 * a + b, 2 * norm(u) * norm(v)), context, direct) is None
    assert below_norms(ge(2 * norm(u) * norm(v), 2 * a + 3 * b), context, direct) is None


def test_a_round_may_lead_to_its_own_index():
    moves = forall(t, eq(w(t), w(t - 1) + f(t) * x(t)), ROUND)
    loss = Max(0, 1 - f(t) * Inner(u, x(t)))
    goal = ge(Inner(u, w(T)), T - Sum(loss, (t, 1, T)))
    assert over_rounds(goal, Context.of([eq(w(0), 0 * u), moves, ge(T, 0)])) is not None
    assert [is_of_round(w(t + k), t) for k in (-2, -1, 0, 1, 2)] == [False, True, True, True, False]


def test_points_are_of_a_round_like_vectors():
    place_of = points("s")
    assert [is_of_round(DIST(place_of(t + n), place_of(t)), t) for n in (-2, 0, 1, 2)] == [False, True, True, False]


def test_squares_are_not_multiplied_out_to_add_up_to_nothing():
    chosen = Sum((KroneckerDelta(i, place(t)) / 2 - KroneckerDelta(i, 1) / 2) * f(i), (i, 1, d))
    within = [forall(t, ge(place(t), 1), ROUND), forall(t, le(place(t), d), ROUND), ge(d, 1)]
    given = [*within, forall(t, eq(g(t), f(place(t)) - f(1)), ROUND)]
    goal = eq(Sum((2 * chosen - g(t)) ** 2, (t, 1, T)), 0)
    assert each_member(goal, Context.of(given), with_instances) is not None
    assert each_member(eq(Sum((chosen - g(t)) ** 2, (t, 1, T)), 0), Context.of(given), with_instances) is None
    assert each_member(goal, Context.of([within[0], *given[2:]]), with_instances) is None
    halves = eq(Sum((chosen - g(t)) ** 2, (t, 1, T)), Sum(g(t) ** 2, (t, 1, T)) / 4)
    assert each_member(halves, Context.of(given), with_instances) is not None


def test_bounds_between_integers_settle_where_a_member_stands():
    inside = Context.of([ge(place(t), 1), ge(d, place(t)), gt(R, a), ge(f(t), R)])
    assert said(inside.sides) == {"p(t) ≥ 1", "d ≥ p(t)", "R > a"}
