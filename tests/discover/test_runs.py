"""Runs and sums over their rounds: each way to a bound, and that a planted slip is not proved by it."""

import pytest
from sympy import Abs, Rational, S, Sum

from tests.discover import textbook
from tests.discover.textbook import IN_ALL, ROUND, P, T, a, c, d, g, i, in_all, n, s, square, t, u, w
from verify.author import kernel
from verify.discover import last_round, rounds
from verify.discover.averages import of_averages
from verify.discover.discovering import Search
from verify.discover.facts import Context, share_of
from verify.discover.gathered import of_what_a_run_gathers
from verify.discover.inductions import induced
from verify.discover.last_round import of_last_round
from verify.discover.laurent import Relations, denominators
from verify.discover.logarithms import without_logarithm
from verify.discover.rounds import over_rounds
from verify.discover.summed import summed
from verify.discover.telescoping import running
from verify.language.terms import Inner, eq, family, field, forall, ge, integer, le, lt, norm, positive, real, vectors
from verify.prover.alarm import worked

k = integer("k")
D, L = positive("D L")
M = real("M")
p, v, x, y = vectors("p v x y")
F = field("F")
b, loss = family("b"), family("ℓ")
PLACE = textbook.PLACE


def search(depth=1, seconds=180.0, within=1):
    """What proves a part, as the search does."""
    made = Search(worked() + seconds, within=within)
    return lambda part, context: made.prove(part, context, depth)


def holds(found, given, goal):
    """Whether a fact is a proof of the goal."""
    if found is None:
        return False
    kernel.proves(found.theorem, given, goal)
    return True


# --- over the rounds -------------------------------------------------------------------------------------------------

points, steps = vectors("x g")
PARTIAL = forall(t, le(Abs(Sum(a(s), (s, 1, t))), M), ROUND)
NOT_NEGATIVE = forall(t, ge(b(t), 0), ROUND)
FALLS = forall(t, ge(b(t), b(t + 1)), [ge(t, 1), lt(t, T)])
RISES = forall(t, le(b(t), b(t + 1)), [ge(t, 1), lt(t, T)])


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
    given, goal = textbook.leader(share)
    assert holds(over_rounds(goal, Context.of(given)), given, goal) == (share == S.Half)


MIRRORED = forall(t, eq(F.gradient(points(t + 1)), F.gradient(points(t)) - D * steps(t)), ROUND)
STRONG = forall([p, v], ge(F(v), F(p) + Inner(F.gradient(p), v - p) + square(v - p) / 2))


@pytest.mark.parametrize("given", [[STRONG], pytest.param([], marks=pytest.mark.slow)], ids=["strong", "any"])
def test_mirror_descent_falls_by_distances_of_bregman(given):
    hypotheses = [ge(T, 1), MIRRORED, *given]
    apart = F(u) - F(points(1)) - Inner(F.gradient(points(1)), u - points(1))
    goal = le(in_all(Inner(steps(t), points(t) - u)), apart / D + D / 2 * in_all(square(steps(t))))
    assert holds(over_rounds(goal, Context.of(hypotheses)), hypotheses, goal) == (given == [STRONG])


def test_squares_that_only_a_difference_holds_are_left_over():
    """Of an optimistic learner ‖g − m‖² is in sight, and −‖m‖² is left out."""
    hints = vectors("m h")[0]
    hypotheses = [
        ge(T, 1),
        forall(t, eq(points(t + 1), points(t) - D * steps(t)), ROUND),
    ]
    loss = Inner(steps(t), points(t) - D * hints(t) - u)
    goal = le(in_all(loss), square(points(1) - u) / (2 * D) + D / 2 * in_all(square(steps(t) - hints(t))))
    assert holds(over_rounds(goal, Context.of(hypotheses)), hypotheses, goal)


@pytest.mark.parametrize("constant", [2, pytest.param(1, marks=pytest.mark.slow)])
def test_roots_of_what_has_been_gathered(constant):
    given, goal = textbook.roots(constant)
    assert holds(over_rounds(goal, Context.of(given)), given, goal) == (constant == 2)


@pytest.mark.parametrize("given", [[FALLS], [forall(t, ge(b(t), 0), [ge(t, 1), ge(T - 1, t)])], [NOT_NEGATIVE], []])
def test_last_members_stand_by_themselves_where_something_ends_before(given, monkeypatch):
    tried = []
    monkeypatch.setattr(rounds, "_over_range", lambda goal, context, low, high: tried.append(high))
    over_rounds(le(in_all(a(t) * b(t)), M * b(1)), Context.of([ge(T, 1), PARTIAL, *given]))
    assert (T - 1 in tried) == (given not in ([NOT_NEGATIVE], []))


def test_running_sums_are_of_earlier_rounds():
    terms = [Sum(a(s), (s, 1, t)), Sum(g(s), (s, 2, t - 1)), in_all(a(t)), Sum(a(s) * a(t), (s, 1, t))]
    assert running([ge(a(1), term) for term in terms if term != terms[1]] + [eq(w(t), terms[1])], t) == [
        Sum(a(s), (s, 1, t - 1)),
        Sum(g(s), (s, 2, t - 1)),
    ]


# --- what a run gathers ----------------------------------------------------------------------------------------------


def test_a_run_makes_few_mistakes():
    given, goal = textbook.mistakes()
    assert holds(of_what_a_run_gathers(goal, Context.of(given)), given, goal)


@pytest.mark.parametrize(
    "dropped", [pytest.param(3, marks=pytest.mark.slow), 4, pytest.param(5, marks=pytest.mark.slow)]
)
def test_and_not_without_one_of_its_conditions(dropped):
    given, goal = textbook.mistakes(without=dropped)
    assert of_what_a_run_gathers(goal, Context.of(given)) is None


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


def test_of_other_rounds_and_gradients_nothing_is_said(monkeypatch):
    asked = []
    monkeypatch.setattr(last_round, "from_facts", lambda _, there: asked.extend(there.conclusions))
    of_last_round(NEXT, Context.of(TOWARDS))
    assert any(one.has(F.gradient(x(k + 1))) for one in asked)
    assert not any(one.has(term) for one in asked for term in (F.gradient(u), F.gradient(x(k + 2)), y(k)))


@pytest.mark.parametrize(
    "dropped", [1, 2, 7, pytest.param(0, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)]
)
def test_and_no_round_is_without_one_of_them(dropped):
    rest = [f for n, f in enumerate(TOWARDS) if n != dropped]
    assert of_last_round(NEXT, Context.of(rest)) is None


# --- averages and logarithms -----------------------------------------------------------------------------------------


def test_a_function_at_an_average_is_below_the_average():
    given, goal = textbook.average()
    assert holds(of_averages(goal, Context.of(given), search()), given, goal)


@pytest.mark.parametrize("dropped", [0, 2, 3])
def test_and_not_without_tangents_weights_that_add_up_to_one_or_what_bounds_the_values(dropped):
    given, goal = textbook.average(without=dropped)
    assert of_averages(goal, Context.of(given), search(0, 5.0)) is None


def test_a_function_at_an_average_is_not_replaced_where_it_is_the_larger_side():
    def asked(part, _):
        raise AssertionError(f"{part} is asked for")

    given, goal = textbook.average()
    assert of_averages(ge(goal.rhs, goal.lhs), Context.of(given), asked) is None


def test_points_may_be_vectors_and_weights_depend_on_the_rounds():
    points = Sum(2 * t * x(t) / (T * (T + 1)), (t, 1, T))
    given = [TOWARDS[0], ge(T, 1), le(Sum(2 * t * F(x(t)) / (T * (T + 1)), (t, 1, T)), d)]
    goal = le(F(points), d)
    assert holds(of_averages(goal, Context.of(given), search(within=0)), given, goal)


@pytest.mark.spread(2)
@pytest.mark.parametrize("share", [1, S.Half], ids=str)
def test_a_logarithm_is_bounded_as_what_it_is_taken_of(share):
    given, goal = textbook.maximum(share)
    found = without_logarithm(goal, Context.of(given), search(seconds=180.0 if share == 1 else 8.0))
    assert holds(found, given, goal) == (share == 1)


def test_a_share_is_that_of_a_term_that_is_linear():
    value = a(1)
    assert share_of(d - c * value, value) == c
    assert share_of(d - value**2, value) == share_of(d, value) == 0


# --- inductions, sums of facts, roots --------------------------------------------------------------------------------


@pytest.mark.spread(2)
@pytest.mark.parametrize("share", [1, S.Half], ids=str)
def test_what_a_goal_has_too_much_of_is_passed_on(share):
    given, goal = textbook.growth(share)
    found = induced(goal, Context.of(given), search(seconds=180.0 if share == 1 else 10.0))
    assert holds(found, given, goal) == (share == 1)


def test_members_are_weighed_by_their_own_names_and_by_what_they_are_equal_to():
    given = [
        ge(n, 1), forall(i, eq(b(i), Sum(loss(t, i), (t, 1, T))), PLACE), forall(i, ge(b(i), b(k)), PLACE), IN_ALL,
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
