"""What theorems of existence give: supposed in a round, left out of what is said of it, and only where they say so."""

import pytest
from sympy import Sum

from verify.audit import Claim
from verify.author import kernel
from verify.axioms import DIST, EXP, complete, nonnegative_curvature, nonpositive_curvature, same_point
from verify.claims.registry import Registry, using
from verify.discover.cited import signs_at
from verify.discover.discovering import discover
from verify.discover.facts import Context
from verify.discover.module import module
from verify.discover.witnesses import with_witnesses
from verify.language.terms import (
    Inner,
    Tangent,
    Vec,
    VecHead,
    eq,
    family,
    forall,
    ge,
    integer,
    le,
    point,
    points,
    positive,
)  # fmt: skip

t, k = integer("t k")
eta = positive("η")
v, q, best = point("v"), point("q"), point("w⋆")
w, loss = points("w"), family("L")
U = Vec(VecHead("U"), Tangent(v))
ROUND, SOME = [ge(t, 0), ge(k - 1, t)], ge(k, 1)


def slope(time, place):
    return Vec(VecHead("grad"), Tangent(place), time, place)


STEP = eta * slope(t, w(t))
CONVEX = forall([t, v, U, q], ge(loss(t, q), loss(t, v) + Inner(slope(t, v), U)), [*ROUND, same_point(EXP(v, U), q)])
LEAST = forall(t, eq(slope(t, w(t)), 0 * slope(t, w(t))), ROUND)
REGRET = le(Sum(loss(t, w(t)), (t, 0, k - 1)), Sum(loss(t, best), (t, 0, k - 1)))


def claimed(given, states):
    with using(Registry()):
        return Claim("toy/claim", at="1", given=given, states=states, reading="R.", open_because="Nothing decides it.")


def test_a_shortest_way_to_the_best_point_is_supposed_and_left_out():
    """Where the gradients are 0, no point has a smaller loss: on the way there the loss does not fall."""
    claim = claimed([complete(), CONVEX, LEAST, SOME], REGRET)
    found = discover(claim, 20)
    assert found.is_proved
    theorem = found.facts[0].theorem
    assert not any(f.has(VecHead("γ")) for f in (*theorem.hypotheses, theorem.conclusion))
    made = module(claim, [fact for fact in found.facts if fact is not None])
    assert "with_some(MINIMISING_GEODESIC, {" in made.text
    assert "Vec(VecHead('γ'), Tangent(w(t)))" in made.text
    kernel.proves(made.theorems(claim)[0], claim.given, REGRET)


@pytest.mark.parametrize("left_out", [complete(), CONVEX, LEAST], ids=["complete", "convex", "least"])
def test_and_not_without_what_the_bound_needs(left_out):
    given = [f for f in (complete(), CONVEX, LEAST, SOME) if f != left_out]
    assert not discover(claimed(given, REGRET), 4).is_proved


def test_what_is_supposed_is_what_the_axiom_says_there_is():
    context = Context.of([complete(), *ROUND])
    before = context.conclusions
    (witness,) = with_witnesses(context, [DIST(w(t), best), STEP], t)
    assert witness.name == "MINIMISING_GEODESIC"
    reached = same_point(EXP(w(t), witness.what), best)
    length = eq(Inner(witness.what, witness.what), DIST(w(t), best) ** 2)
    assert set(witness.supposed) == {reached, length}
    new = set(context.conclusions) - set(before)
    assert new == {reached, length, ge(DIST(w(t), best), 0), ge(DIST(best, w(t)), 0)}


def test_lifts_are_supposed_where_the_curvature_is_not_positive_and_a_step_is_in_sight():
    properties = [complete(), nonpositive_curvature()]
    seen = [DIST(w(t), best), EXP(w(t), STEP)]
    first, *_ = with_witnesses(Context.of([*properties, *ROUND]), seen, t)
    assert first.name == "COVERING"
    assert first.values[VecHead("U")] == STEP
    assert [one.name for one in with_witnesses(Context.of([*properties[:1], *ROUND]), seen, t)] == [
        "MINIMISING_GEODESIC"
    ]


def test_nothing_is_supposed_where_a_vector_leads_there_or_nothing_moves():
    ways = [DIST(EXP(w(t), STEP), best)]
    assert not with_witnesses(Context.of([complete(), *ROUND]), [DIST(w(t), best), *ways], t)
    assert not with_witnesses(Context.of([complete(), *ROUND]), [DIST(w(0), best), slope(0, w(0))], t)
    assert not with_witnesses(Context.of(ROUND), [DIST(w(t), best), STEP], t)


def test_what_speaks_of_the_witness_keeps_what_is_supposed_of_it():
    context = Context.of([complete(), *ROUND])
    (witness,) = with_witnesses(context, [DIST(w(t), best), STEP], t)
    own = next(f for f in context.relations if f.conclusion == witness.supposed[1])
    assert witness.left_out(own, context) is None
    other = next(f for f in context.relations if f.conclusion == ROUND[0])
    assert witness.left_out(other, context) is other


def test_distances_are_not_negative_at_any_two_points():
    spoken = eq(DIST(w(t), best), eta)
    said = {fact.conclusion for fact in signs_at([w(t), best], Context.of([complete(), spoken]))}
    assert said == {ge(DIST(w(t), best), 0), ge(DIST(best, w(t)), 0)}
    assert not list(signs_at([w(t), best], Context.of([nonnegative_curvature(), spoken])))
