"""Runs and sums over their rounds: each way to a bound, and that a planted slip is not proved by it."""

import time

import pytest
from sympy import Rational, S, Sum, exp, log, sqrt

from verify.author import kernel
from verify.discover.averages import of_averages
from verify.discover.discovering import Search
from verify.discover.facts import Context
from verify.discover.gathered import of_what_a_run_gathers
from verify.discover.inductions import induced
from verify.discover.last_round import of_last_round
from verify.discover.laurent import Relations, denominators
from verify.discover.logarithms import of_logarithms_of
from verify.discover.rounds import over_rounds
from verify.discover.summed import summed
from verify.discover.telescoping import running
from verify.discover.terms import share_of
from verify.language.terms import (
    Inner,
    eq,
    family,
    field,
    forall,
    function,
    ge,
    integer,
    le,
    lt,
    norm,
    positive,
    real,
    vectors,
)  # fmt: skip

i, k, n, s, t, T = integer("i k n s t T")
c, d, eta, D, L, R = positive("c d η D L R")
M, q = real("M q")
p, u, v = vectors("p u v")
g, w, x, y = vectors("g w x y")
F, f = field("F"), function("f")
a, b, loss, total = family("a"), family("b"), family("ℓ"), family("z")
P = family("p", positive=True)
ROUND, PLACE = [ge(t, 1), le(t, T)], [ge(i, 1), le(i, n)]


def square(term):
    """‖·‖²."""
    return Inner(term, term)


def in_all(term):
    """Σ over the rounds."""
    return Sum(term, (t, 1, T))


def search(depth=1, seconds=20.0, within=1):
    """What proves a part, as the search does."""
    made = Search(time.monotonic() + seconds, within=within)
    return lambda part, context: made.prove(part, context, depth)


def holds(found, given, goal):
    """Whether a fact is a proof of the goal."""
    if found is None:
        return False
    kernel.proves(found.theorem, given, goal)
    return True


# --- over the rounds -------------------------------------------------------------------------------------------------

PARTIAL = forall(t, le(Sum(a(s), (s, 1, t)), M), ROUND)
NOT_NEGATIVE = forall(t, ge(b(t), 0), ROUND)
FALLS = forall(t, ge(b(t), b(t + 1)), [ge(t, 1), lt(t, T)])
RISES = forall(t, le(b(t), b(t + 1)), [ge(t, 1), lt(t, T)])
LED = forall(t, eq(w(t), -eta * Sum(g(s), (s, 1, t - 1))), ROUND)
REGRET = in_all(Inner(g(t), w(t) - u))


@pytest.mark.parametrize(
    "given",
    [
        pytest.param([FALLS], id="weights that fall"),
        pytest.param([RISES], id="that rise", marks=pytest.mark.slow),
        pytest.param([], id="any weights", marks=pytest.mark.slow),
    ],
)
def test_sums_by_parts(given):
    hypotheses = [ge(T, 1), NOT_NEGATIVE, PARTIAL, *given]
    goal = le(in_all(a(t) * b(t)), M * b(1))
    assert holds(over_rounds(goal, Context.of(hypotheses)), hypotheses, goal) == (given == [FALLS])


@pytest.mark.parametrize("share", [S.Half, pytest.param(Rational(1, 4), marks=pytest.mark.slow)], ids=str)
def test_the_regret_of_a_leader_with_squares_is_that_of_what_it_has_gathered(share):
    hypotheses = [ge(T, 1), LED]
    goal = le(REGRET, square(u) / (2 * eta) + share * eta * in_all(square(g(t))))
    assert holds(over_rounds(goal, Context.of(hypotheses)), hypotheses, goal) == (share == S.Half)


@pytest.mark.parametrize("constant", [2, pytest.param(1, marks=pytest.mark.slow)])
def test_roots_of_what_has_been_gathered(constant):
    goal = le(in_all(P(t) / sqrt(Sum(P(s), (s, 1, t)))), constant * sqrt(in_all(P(t))))
    assert holds(over_rounds(goal, Context.of([ge(T, 1)])), [ge(T, 1)], goal) == (constant == 2)


def test_running_sums_are_of_earlier_rounds():
    terms = [Sum(a(s), (s, 1, t)), Sum(g(s), (s, 2, t - 1)), in_all(a(t)), Sum(a(s) * a(t), (s, 1, t))]
    assert running([ge(a(1), term) for term in terms if term != terms[1]] + [eq(w(t), terms[1])], t) == [
        Sum(a(s), (s, 1, t - 1)),
        Sum(g(s), (s, 2, t - 1)),
    ]


# --- what a run gathers ----------------------------------------------------------------------------------------------

MISTAKES = [
    ge(T, 1), eq(w(1), 0 * u), forall(t, eq(w(t + 1), w(t) + x(t)), ROUND),
    forall(t, le(Inner(w(t), x(t)), 0), ROUND), forall(t, le(square(x(t)), R**2), ROUND),
    forall(t, ge(Inner(u, x(t)), c), ROUND), eq(square(u), 1),
]  # fmt: skip


def test_a_run_makes_few_mistakes():
    goal = le(T, R**2 / c**2)
    assert holds(of_what_a_run_gathers(goal, Context.of(MISTAKES)), MISTAKES, goal)


@pytest.mark.parametrize(
    "dropped", [pytest.param(3, marks=pytest.mark.slow), 4, pytest.param(5, marks=pytest.mark.slow)]
)
def test_and_not_without_one_of_its_conditions(dropped):
    rest = [f for n, f in enumerate(MISTAKES) if n != dropped]
    assert of_what_a_run_gathers(le(T, R**2 / c**2), Context.of(rest)) is None


# --- the last round --------------------------------------------------------------------------------------------------

TANGENT = F(p) + Inner(F.gradient(p), v - p)
TOWARDS = [
    forall([p, v], ge(F(v), TANGENT)), forall([p, v], le(F(v), TANGENT + L / 2 * square(v - p))),
    forall(t, le(Inner(y(t) - u, F.gradient(x(t))), 0), ROUND), forall(t, le(norm(y(t) - x(t)), D), ROUND),
    forall(t, eq(x(t + 1), x(t) + 2 * (y(t) - x(t)) / (t + 1)), ROUND),
    ge(k, 1), ge(T, k + 1), le(F(x(k + 1)) - F(u), 2 * L * D**2 / (k + 2)),
]  # fmt: skip
NEXT = le(F(x(k + 2)) - F(u), 2 * L * D**2 / (k + 3))


def test_a_round_is_passed_with_the_schemas_of_that_round_alone():
    context = Context.of(TOWARDS)
    before = list(context.facts)
    assert holds(of_last_round(NEXT, context), TOWARDS, NEXT)
    assert context.facts == before


@pytest.mark.parametrize(
    "dropped", [1, 2, 7, pytest.param(0, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)]
)
def test_and_no_round_is_without_one_of_them(dropped):
    rest = [f for n, f in enumerate(TOWARDS) if n != dropped]
    assert of_last_round(NEXT, Context.of(rest)) is None


# --- averages and logarithms -----------------------------------------------------------------------------------------

CONVEX = forall([q, M], ge(f(q), f(M) + f.prime(M) * (q - M)))
MIDDLE = Sum(P(i) * a(i), (i, 1, n))
VALUES = Sum(P(i) * f(a(i)), (i, 1, n))
ALL = eq(Sum(P(i), (i, 1, n)), 1)


def test_a_function_at_an_average_is_below_the_average():
    given = [CONVEX, ge(n, 1), ALL, le(VALUES, d)]
    goal = le(f(MIDDLE), d)
    assert holds(of_averages(goal, Context.of(given), search()), given, goal)


@pytest.mark.parametrize("dropped", [0, 2, 3])
def test_and_not_without_tangents_weights_that_add_up_to_one_or_what_bounds_the_values(dropped):
    given = [CONVEX, ge(n, 1), ALL, le(VALUES, d)]
    rest = [f for n, f in enumerate(given) if n != dropped]
    assert of_averages(le(f(MIDDLE), d), Context.of(rest), search(0, 5.0)) is None


def test_points_may_be_vectors_and_weights_depend_on_the_rounds():
    points = Sum(2 * t * x(t) / (T * (T + 1)), (t, 1, T))
    given = [TOWARDS[0], ge(T, 1), le(Sum(2 * t * F(x(t)) / (T * (T + 1)), (t, 1, T)), d)]
    goal = le(F(points), d)
    assert holds(of_averages(goal, Context.of(given), search(within=0)), given, goal)


@pytest.mark.parametrize("bound", [c + log(n), c + log(n) / 2], ids=str)
def test_a_logarithm_is_bounded_as_what_it_is_taken_of(bound):
    given = [ge(n, 1), forall(i, le(a(i), c), PLACE)]
    goal = le(log(Sum(exp(a(i)), (i, 1, n))), bound)
    found = of_logarithms_of(goal, Context.of(given), search(1, 8.0))
    assert holds(found, given, goal) == (bound == c + log(n))


def test_a_share_is_that_of_a_term_that_is_linear():
    value = a(1)
    assert share_of(d - c * value, value) == c
    assert share_of(d - value**2, value) == share_of(d, value) == 0


# --- inductions, sums of facts, roots --------------------------------------------------------------------------------

GROWS = [ge(T, 1), ge(a(0), 0), forall(t, le(a(t + 1), (1 + c) * a(t) + d), [ge(t, 0), lt(t, T)])]


@pytest.mark.parametrize("start", [a(0) + d / c, a(0) + d / (2 * c)], ids=str)
def test_what_a_goal_has_too_much_of_is_passed_on(start):
    goal = le(a(T), (1 + c) ** T * start)
    assert holds(induced(goal, Context.of(GROWS), search(1, 10.0)), GROWS, goal) == (start == a(0) + d / c)


def test_members_are_weighed_by_their_own_names_and_by_what_they_are_equal_to():
    given = [
        ge(n, 1), forall(i, eq(b(i), Sum(loss(t, i), (t, 1, T))), PLACE), forall(i, ge(b(i), b(k)), PLACE), ALL,
    ]  # fmt: skip
    context = Context.of(given)
    said = [str(f.conclusion) for f in summed(le(b(k), Sum(P(i) * b(i), (i, 1, n))), context)]
    assert any("b(" in one and "ℓ" not in one for one in said)
    assert any("ℓ" in one for one in said)


def test_roots_of_sums_are_cleared_as_denominators_and_others_are_not():
    r, h, m = real("r h m")
    rules = Relations([(r, r**2 - h - m), (h, h**2 - 2 * m)])
    assert rules.of_sums == {r}
    assert denominators([m / r, m / h, 1 / (m + 1)], rules.of_sums) == {r: 1, m + 1: 1}
