"""Sums that are 0, of what is not negative, gradients where a function meets a bound, and magnitudes with a sign."""

import pytest
from sympy import Abs, Sum

from verify.audit import Claim
from verify.author import kernel
from verify.claims.registry import Registry, using
from verify.discover.congruence import with_a_side_in_common
from verify.discover.discovering import discover
from verify.discover.facts import Context
from verify.discover.module import module
from verify.discover.signs import of_plain_magnitudes, of_plain_squares
from verify.discover.touching import where_they_touch
from verify.discover.vanishing import of_vanishing_sums
from verify.language.terms import (
    EUCLIDEAN,
    Inner,
    Vec,
    VecHead,
    eq,
    family,
    field,
    forall,
    ge,
    gt,
    integer,
    le,
    positive,
    real,
    vectors,
)  # fmt: skip

t, T, j = integer("t T j")
b = real("b")
L = positive("L")
f = family("f")
u, v, y, z = vectors("u v y z")
P = field("P")
RANGE = [ge(j, 1), ge(T, j)]
SIGN = forall(t, ge(f(t), 0), [ge(t, 1), ge(T, t)])
CONVEX = forall([u, v], ge(P(u), P(v) + Inner(P.gradient(v), u - v)))
SMOOTH = forall([u, v], le(P(u), P(v) + Inner(P.gradient(v), u - v) + L / 2 * Inner(u - v, u - v)))


def x(index):
    return Vec(VecHead("x"), EUCLIDEAN, index)


def total(term):
    return Sum(term, (t, 1, T))


def gap(one, other):
    return P(one) - P(other) - Inner(P.gradient(other), one - other)


def proved(facts, given):
    """What the facts say, which the kernel takes for proved from what is given."""
    found = [fact.conclusion for fact in facts]
    for fact in facts:
        kernel.proves(fact.theorem, given, fact.conclusion)
    return found


@pytest.mark.parametrize(
    ("given", "member"),
    [
        ([SIGN, eq(total(f(t)), 0)], eq(f(j), 0)),
        ([SIGN, le(3 * total(f(t)), 0)], eq(f(j), 0)),
        ([eq(total((f(t) - 3) ** 2), 0)], eq(f(j), 3)),
        ([eq(total(2 * (Inner(u, x(t)) - b * f(t)) ** 2), 0)], eq(Inner(u, x(j)), b * f(j))),
        ([eq(total(Inner(x(t) - u, x(t) - u)), 0)], eq(x(j), u)),
        ([CONVEX, eq(total(gap(x(t), u)), 0)], eq(gap(x(j), u), 0)),
    ],
)
def test_members_of_sums_that_vanish(given, member):
    assert proved(list(of_vanishing_sums(Context.of(given))), given) == [forall(j, member, RANGE)]


@pytest.mark.parametrize(
    "given",
    [
        [eq(total(f(t)), 0)],
        [SIGN, ge(total(f(t)), 0)],
        [SIGN, eq(total(f(t)), 1)],
        [forall(t, ge(f(t), 0), [ge(t, 2), ge(T, t)]), eq(total(f(t)), 0)],
        [eq(total(f(t) ** 3), 0)],
    ],
)
def test_members_that_may_be_negative_or_sums_that_may_be_more_say_nothing(given):
    assert not list(of_vanishing_sums(Context.of(given)))


@pytest.mark.parametrize(
    ("given", "goal"),
    [
        ([CONVEX, eq(gap(y, z), 0)], eq(P.gradient(y), P.gradient(z))),
        ([CONVEX, le(gap(y, z), 0)], eq(P.gradient(z), P.gradient(y))),
        ([SMOOTH, eq(gap(y, z), L / 2 * Inner(y - z, y - z))], eq(P.gradient(y), P.gradient(z) + L * (y - z))),
    ],
)
def test_gradients_are_one_where_a_function_meets_a_bound(given, goal):
    found = where_they_touch(goal, Context.of(given))
    assert found is not None
    kernel.proves(found.theorem, given, goal)


@pytest.mark.parametrize(
    ("given", "goal"),
    [
        ([CONVEX, ge(gap(y, z), 0)], eq(P.gradient(y), P.gradient(z))),
        ([eq(gap(y, z), 0)], eq(P.gradient(y), P.gradient(z))),
        ([CONVEX, eq(gap(y, z), 0)], eq(P.gradient(y), 2 * P.gradient(z))),
        ([CONVEX, eq(gap(y, z), 0)], eq(y, z)),
    ],
)
def test_and_not_where_it_is_only_bounded(given, goal):
    assert where_they_touch(goal, Context.of(given)) is None


def test_the_module_of_such_a_proof_says_it_again():
    """No trial has a loss, so that outputs are equal; the axiom of definiteness is imported."""
    given = [CONVEX, eq(total(gap(x(t), u)), 0), *RANGE]
    with using(Registry()):
        claim = Claim("toy/c", at="1", given=given, states=eq(P.gradient(x(j)), P.gradient(u)), reading="R.",
            open_because="Nothing decides it.")  # fmt: skip
    found = discover(claim, 20)
    assert found.is_proved
    made = module(claim, [fact for fact in found.facts if fact is not None])
    assert "from verify.axioms import DEFINITE" in made.text
    kernel.proves(made.theorems(claim)[0], claim.given, claim.states[0])


def test_magnitudes_of_what_has_a_sign():
    several = total(f(t)) - b
    given = [ge(several, 0), gt(0, b)]
    found = proved(list(of_plain_magnitudes([ge(Abs(several), Abs(b) + Abs(L * b))], Context.of(given))), given)
    assert set(found) == {eq(Abs(b), -b), eq(Abs(several), several)}


def test_magnitudes_and_squares_of_what_no_normal_form_shows_the_sign_of():
    """Where the core cannot see the sign of a term with sums and quotients at once, a variable stands for it."""
    whole = f(T) / L - (f(1) - total(f(t))) * (b + 1) / (1 + L)
    given = [gt(whole, 0)]
    (magnitude,) = proved(list(of_plain_magnitudes([ge(2 * Abs(whole), b)], Context.of(given))), given)
    assert magnitude == eq(Abs(whole), whole)
    (square,) = proved(list(of_plain_squares([gt(whole**2, 0)], Context.of(given))), given)
    assert square == gt(whole**2, 0)


def test_squares_are_positive_only_where_a_strict_fact_says_so():
    assert not list(of_plain_squares([gt(b**2, 0)], Context.of([ge(b, 0)])))
    given = [gt(0, b)]
    assert proved(list(of_plain_squares([gt(b**2, 0)], Context.of(given))), given) == [gt(b**2, 0)]


def test_equations_with_a_side_in_common_are_joined():
    given = [eq(P.gradient(u), v), eq(P.gradient(u), y), eq(z, y), eq(b, L)]
    found = proved(with_a_side_in_common(Context.of(given)), given)
    assert set(found) == {eq(v, y), eq(P.gradient(u), z)}
    with using(Registry()):
        claim = Claim("toy/c", at="1", given=[forall(u, eq(P.gradient(u), u)), eq(P.gradient(y), z)],
            states=eq(P(y), P(z)), reading="R.", open_because="Nothing decides it.")  # fmt: skip
    assert discover(claim, 10).is_proved
