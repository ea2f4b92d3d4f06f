"""Each way to a proof by itself: what it proves, and what it does not where a condition is gone or a sign turned."""

import pytest
from sympy import Abs, Lambda, Rational, S, Sum, exp, log, sqrt

from verify.author import kernel
from verify.discover.abstraction import abstracted
from verify.discover.curves import parabolas
from verify.discover.denominators import cleared, without_denominators
from verify.discover.discovering import Search, from_statement
from verify.discover.facts import Context, occurring
from verify.discover.indices import lower_bounds, round_index
from verify.discover.inductions import induced
from verify.discover.instances import last_members
from verify.discover.laurent import expanded
from verify.discover.lemmas import of_bits, of_inner_products, of_logarithms, tangents_at_ends
from verify.discover.members import each_member
from verify.discover.pairs import over_pairs
from verify.discover.positivstellensatz import near, times_positive
from verify.discover.rounds import over_rounds
from verify.discover.signs import of_denominators, of_numbers, of_recursions, of_sums
from verify.discover.slacks import bits, chained, from_facts, times_parameters
from verify.discover.sum_indices import readable
from verify.discover.summed import summed
from verify.discover.telescoping import ranges
from verify.language.terms import (
    Inner,
    eq,
    family,
    forall,
    function,
    ge,
    gt,
    integer,
    le,
    lt,
    norm,
    positive,
    real,
    vectors,
)  # fmt: skip
from verify.prover.alarm import worked

i, j, k, n, t, N, T = integer("i j k n t N T")
a, b, c, d, x, y = real("a b c d x y")
eta, rate = positive("η r")
u, v, w = vectors("u v w")
points = vectors("p")[0]
f, g, z, loss = family("f"), family("g"), family("z"), family("ℓ")
P, A = family("p", positive=True), family("a", positive=True)
PLACE = [ge(i, 1), le(i, N)]
ROUND = [ge(t, 1), le(t, T)]
ORDERED = [ge(i, 1), le(i, j), le(j, N)]
IN_ALL = eq(Sum(P(i), (i, 1, N)), 1)


def over(term, last=N):
    """Σ_i over all places."""
    return Sum(term, (i, 1, last))


def search(depth=0):
    """What proves a part, as the search does."""
    made = Search(worked() + 30.0)
    return lambda part, context: made.prove(part, context, depth)


def said(facts):
    return {str(fact.conclusion) for fact in facts}


# --- over all pairs --------------------------------------------------------------------------------------------------

RISE = forall([i, j], le(f(i), f(j)), ORDERED)
BOTH_RISE = [RISE, forall([i, j], le(g(i), g(j)), ORDERED)]
ONE_FALLS = [RISE, forall([i, j], ge(g(i), g(j)), ORDERED)]
SUM = vectors("x")[0]
PAIRS = {
    "the count as weight": ([ge(N, 1)], le(over(f(i)) ** 2, N * over(f(i) ** 2))),
    "weights with the sum 1": ([ge(N, 1), IN_ALL], le(over(P(i) * f(i)) ** 2, over(P(i) * f(i) ** 2))),
    "weights with the sum 2": ([eq(over(P(i)), 2)], le(over(P(i) * f(i)) ** 2, 2 * over(P(i) * f(i) ** 2))),
    "a sum that is zero": ([ge(N, 1), eq(over(g(i)), 0)], le(over(f(i)) ** 2, N * over(f(i) ** 2))),
    "Cauchy and Schwarz": ([ge(N, 1)], le(over(f(i) * g(i)) ** 2, over(f(i) ** 2) * over(g(i) ** 2))),
    "both rise": ([ge(N, 1), *BOTH_RISE], le(over(f(i)) * over(g(i)), N * over(f(i) * g(i)))),
    "one falls": ([ge(N, 1), *ONE_FALLS], ge(over(f(i)) * over(g(i)), N * over(f(i) * g(i)))),
    "vectors": (
        [ge(N, 1)],
        le(Inner(over(points(i)), over(points(i))), N * over(Inner(points(i), points(i)))),
    ),
}
NOT_BY_PAIRS = {
    "no order": ([ge(N, 1), RISE], PAIRS["both rise"][1]),
    "turned": (PAIRS["both rise"][0], PAIRS["one falls"][1]),
    "weights that do not add up": ([ge(N, 1)], PAIRS["weights with the sum 1"][1]),
    "a half": ([ge(N, 1)], le(over(f(i)) ** 2, N * over(f(i) ** 2) / 2)),
    "no product": ([ge(N, 1)], ge(over(f(i)), 0)),
    "three sums": ([ge(N, 1)], ge(over(A(i)) ** 3, 0)),
}


@pytest.mark.spread(2)
@pytest.mark.parametrize("name", PAIRS)
def test_products_of_sums_are_compared_pair_by_pair(name):
    given, goal = PAIRS[name]
    found = over_pairs(goal, Context.of(given), search())
    assert found is not None
    kernel.proves(found.theorem, given, goal)


@pytest.mark.spread(2, 1)
@pytest.mark.parametrize("name", NOT_BY_PAIRS)
def test_and_not_where_a_pair_may_fail(name):
    given, goal = NOT_BY_PAIRS[name]
    assert over_pairs(goal, Context.of(given), search()) is None


def test_the_range_with_the_products_is_found_beside_others():
    mixed = Sum(A(t), (t, 1, T))
    given = [ge(N, 1), ge(T, 1)]
    for goal in (ge(N * over(f(i) ** 2) + mixed, over(f(i)) ** 2), ge(mixed + N * over(f(i) ** 2), over(f(i)) ** 2)):
        found = over_pairs(goal, Context.of(given), search())
        assert found is not None
        kernel.proves(found.theorem, given, goal)


def test_a_strict_goal_is_no_sum_over_pairs():
    assert over_pairs(gt(N * over(f(i) ** 2), over(f(i)) ** 2), Context.of([ge(N, 1)]), search()) is None


# --- member by member, and facts on members added up ------------------------------------------------------------------


def test_one_inequality_for_each_member():
    given = [ge(N, 1), forall(i, ge(f(i), 1), PLACE)]
    goal = ge(over(f(i) ** 3), over(f(i)))
    found = each_member(goal, Context.of(given), search(1))
    assert found is not None
    kernel.proves(found.theorem, given, goal)
    assert each_member(goal, Context.of(given[:1]), search(1)) is None
    assert each_member(ge(over(f(i) ** 3), over(f(i)) + 1), Context.of(given), search(1)) is None  # no sum alone


BETWEEN = [forall(i, ge(f(i), c), PLACE), forall(i, le(f(i), d), PLACE)]


def test_facts_on_members_are_weighted_and_added_up():
    context = Context.of([ge(N, 1), IN_ALL, *BETWEEN])
    goal = le(over(P(i) * f(i) ** 2) - over(P(i) * f(i)) ** 2, (d - c) ** 2 / 4)
    found = said(summed(goal, context))
    assert "Σ_{j=1..N} (c*f(j)*p(j) + d*f(j)*p(j) - c*d*p(j) - f(j)**2*p(j)) ≥ 0" in found
    context.add_all(summed(goal, context))
    made = times_positive(goal, context)
    assert made is not None
    kernel.proves(made.theorem, [ge(N, 1), IN_ALL, *BETWEEN], goal)
    assert times_positive(le(goal.rhs, 4 * goal.lhs / 5), context) is None


def test_sums_that_nobody_asked_for_are_not_made():
    context = Context.of([ge(N, 1), *BETWEEN])
    assert not said(summed(ge(over(g(i)), 0), context))


# --- a positive factor ------------------------------------------------------------------------------------------------

DESCENT = [ge(b, 0), le(b, a - eta * a**2), ge(a, 0), le(a, c / (1 + eta * k * c)), ge(c, 0), ge(k, 0)]


def test_a_step_that_needs_the_factor_one_plus_a():
    goal = le(b, c / (1 + eta * (k + 1) * c))
    found = times_positive(goal, Context.of(DESCENT))
    assert found is not None
    kernel.proves(found.theorem, [*DESCENT, *found.theorem.hypotheses], goal)
    without = [h for h in DESCENT if h != ge(b, 0) and h != ge(a, 0)]
    assert times_positive(goal, Context.of(without)) is None
    assert times_positive(le(b, c / (1 + eta * (k + 2) * c)), Context.of(DESCENT)) is None


def test_a_factor_without_a_one_in_it():
    given = [gt(x, 0), gt(x * y, 0)]
    found = times_positive(gt(y, 0), Context.of(given))
    assert found is not None
    kernel.proves(found.theorem, given, gt(y, 0))
    assert times_positive(gt(y, 0), Context.of([ge(x, 0), ge(x * y, 0)])) is None


def test_a_multiplier_of_unknown_sign_is_none():
    """y times x ≥ 0 would be the shorter way."""
    given = [ge(x, 0), ge(a, 0), ge(a, b), ge(b, c), ge(c, -x * y)]
    found = times_positive(ge(x * y + a, 0), Context.of(given))
    assert found is not None
    kernel.proves(found.theorem, given, ge(x * y + a, 0))
    assert times_positive(ge(x * y + a, 0), Context.of(given[:2])) is None


def test_squares_of_sums_of_two_monomials():
    goal = ge(x**4 + y**4, 2 * x**2 * y**2)
    assert times_positive(goal, Context.of([])) is not None
    assert times_positive(ge(x**4 + y**4, 3 * x**2 * y**2), Context.of([])) is None


def test_facts_on_other_values_are_left_alone():
    facts = Context.of([ge(f(1), f(2)), ge(f(2), f(3)), ge(f(4), 0)]).relations
    assert said(near(ge(f(1), 0), facts)) == {"f(1) ≥ f(2)"}


def test_facts_are_cleared_of_denominators():
    context = Context.of([le(x, c / (1 + rate)), le(y, c / (1 + a))])
    positive_, unknown = context.relations
    assert str(cleared(positive_, context).conclusion) == "c - r*x - x ≥ 0"
    assert cleared(unknown, context) is unknown


def test_facts_are_multiplied_by_what_is_known_of_parameters():
    facts = Context.of([lt(c, 1), ge(f(2), f(1)), ge(c, 0), ge(T, 1)]).relations
    assert {str(s.term) for s in times_parameters(facts)} == {"(1 - c)*(-f(1) + f(2))"}


def test_denominators_are_cleared_where_they_are_shown_to_be_positive():
    goal = ge(1 / (1 - over(f(i))), 1)
    assert without_denominators(goal, Context.of([])).below == 1
    found = without_denominators(goal, Context.of([lt(over(f(i)), 1)]))
    assert str(found.whole) == "Σ_{i=1..N} (f(i)) ≥ 0"
    assert len(found.because) == 1


# --- signs and bounds -------------------------------------------------------------------------------------------------


def test_one_number_is_a_denominator_where_that_is_asked_for():
    context = Context.of([gt(c, 0)])
    goal = le(x, y / c + 1)
    assert without_denominators(goal, context).below == 1
    assert without_denominators(goal, context, numbers=True).below == c
    assert without_denominators(goal, Context.of([]), numbers=True).below == 1


def test_the_sign_of_a_product_follows_from_its_recursion():
    rises = forall(t, ge(f(t), 0), ROUND)
    defined = forall(t, eq(g(t + 1), g(t) * (1 + f(t))), ROUND)
    start = eq(g(1), 1)
    given = [ge(T, 1), rises, defined, start]
    assert said(of_recursions(Context.of(given), search(1))) == {"for all n with 1 ≤ n ≤ T + 1: g(n) > 0"}
    for less in (rises, start):
        assert not said(of_recursions(Context.of([h for h in given if h != less]), search(1)))


def test_no_sign_is_looked_for_where_one_is_given():
    given = [ge(T, 1), forall(t, ge(g(t), 0), ROUND), forall(t, eq(g(t + 1), g(t) / 2), ROUND)]

    def never(goal, context):
        raise AssertionError(f"{goal} was asked for")

    assert not said(of_recursions(Context.of(given), never))


def test_sums_of_what_is_not_negative_are_not():
    given = [ge(T, 1), forall(t, ge(f(t), 0), ROUND)]
    part = Sum(f(t), (t, 1, k))
    assert said(of_sums([part], Context.of([*given, ge(T, k)]))) == {"Σ_{i=1..k} (f(i)) ≥ 0"}
    assert not said(of_sums([part], Context.of(given)))  # k may be above T


def test_signs_of_numbers_by_others():
    assert said(of_numbers(Context.of([gt(c, 0), le(c, d)]))) == {"d > 0"}
    assert said(of_numbers(Context.of([ge(c, 0), le(c, d)]))) == {"d ≥ 0"}
    assert not said(of_numbers(Context.of([le(c, d)])))


def test_signs_of_denominators_that_facts_show_together():
    assert said(of_denominators([ge(1 / (d - c), 0)], Context.of([lt(c, x), lt(x, d)]))) == {"d - c > 0"}
    assert said(of_denominators([ge(1 / (c - d), 0)], Context.of([lt(c, x), lt(x, d)]))) == {"d - c > 0"}
    assert not said(of_denominators([ge(1 / (d - c), 0)], Context.of([lt(c, x), lt(d, x)])))
    assert len(said(of_denominators([ge(1 / (1 - exp(-eta)), 0)], Context.of([])))) == 1
    assert not said(of_denominators([ge(1 / (1 - exp(c)), 0)], Context.of([])))


def test_bounds_between_integers_are_chained():
    context = Context.of([ge(T, k + 1), ge(k, i)])
    assert said(chained(ge(k, i), context)) == {"T ≥ i + 1"}
    assert not chained(ge(k, i), Context.of([ge(k, i), ge(N, 1)]))


# --- bits, logarithms, tangents ---------------------------------------------------------------------------------------


def test_a_bit_has_its_squares_and_is_affine_in_powers():
    context = Context.of([eq(z(t) ** 2, z(t)), ge(2 ** z(t), 0)])
    assert [str(s.term) for s in bits(context.relations)] == ["z(t)**2", "(1 - z(t))**2"]
    found = said(of_bits(context))
    assert {"z(t) ≥ 0", "z(t) ≤ 1", "2**z(t) = z(t) + 1"} <= found
    for other in (eq(z(t) ** 2, 2 * z(t)), eq(f(t), z(t))):
        assert not said(of_bits(Context.of([other, ge(2 ** z(t), 0)])))


def test_logarithms_of_bounds_on_positive_members():
    given = [le(A(t + 1), A(t) / 2)]
    assert said(of_logarithms(Context.of(given))) == {"log(a(t + 1)) ≤ log(a(t)/2)"}
    assert not said(of_logarithms(Context.of([le(f(t + 1), f(t) / 2)])))


def test_tangents_at_what_a_goal_has_of_the_like():
    mean = over(P(i) * f(i))
    goal = ge(over(P(i) * exp(f(i))), exp(mean))
    found = said(tangents_at_ends(goal, [P(t) * exp(f(t))], Context.of([ge(N, 1)])))
    assert any("exp(f(t) - Σ_{i=1..N} (f(i)*p(i)))" in formula for formula in found)


def test_inner_products_of_a_goal_are_bounded_by_norms():
    assert said(of_inner_products(ge(1, Inner(u, v)), Context.of([]))) == {
        "‖u‖*‖v‖ ≥ ⟨u, v⟩",
        "‖u‖*‖-v‖ ≥ ⟨u, -v⟩",
    }


def test_exponentials_of_sums_are_not_taken_apart():
    term = exp(over(f(i))) * (1 + x)
    assert expanded(term) == exp(over(f(i))) + x * exp(over(f(i)))


def test_indices_of_double_sums_are_readable():
    first, second = (S(1) * a for a in integer("ι1 ι2"))
    term = Sum(f(first) * g(second), (first, 1, N), (second, 1, N))
    assert {v.name for v in readable(term).atoms(type(i)) if v.is_integer} == {"i", "j", "N"}


# --- potentials -------------------------------------------------------------------------------------------------------

HEDGE = Lambda((t, i), exp(-eta * Sum(loss(j, i), (j, 1, t - 1))))
EXPERTS = [ge(N, 2), ge(T, 1), ge(k, 1), le(k, N), forall([t, i], ge(loss(t, i), 0), [*ROUND, *PLACE])]


SHRUNK = Lambda((t, i), exp(log(1 - rate) * Sum(loss(j, i), (j, 1, t - 1))))
HALVED = Lambda((t, i), S.Half ** Sum(f(j, i), (j, 1, t - 1)))


def mean(term):
    """Under the weights of Hedge."""
    return over(HEDGE(t, i) * term) / over(HEDGE(t, i))


POTENTIALS = {
    "Hedge to the second order": (
        EXPERTS,
        le(
            Sum(mean(loss(t, i)) - loss(t, k), (t, 1, T)),
            log(N) / eta + eta / 2 * Sum(mean(loss(t, i) ** 2), (t, 1, T)),
        ),
    ),
    "Jensen for the exponential": (
        [ge(N, 1), IN_ALL],
        ge(over(P(i) * exp(f(i))), exp(over(P(i) * f(i)))),
    ),
    "entropy": ([ge(N, 1), IN_ALL], le(-over(P(i) * log(P(i))), log(N))),
    "loss with weights that are powers of 1 − r": (
        [*EXPERTS, forall([t, i], le(loss(t, i), 1), [*ROUND, *PLACE]), le(rate, Rational(1, 2))],
        le(
            rate * Sum(over(SHRUNK(t, i) * loss(t, i)) / over(SHRUNK(t, i)), (t, 1, T)),
            (rate + rate**2) * Sum(loss(t, k), (t, 1, T)) + log(N),
        ),
    ),
    "halving": (
        [
            ge(T, 1), gt(A(1), 0), forall(t, eq(z(t) ** 2, z(t)), ROUND),
            forall(t, le(A(t + 1), (1 - z(t) / 2) * A(t)), ROUND), ge(A(T + 1), 1),
        ],
        le(Sum(z(t), (t, 1, T)) * log(2), log(A(1))),
    ),
    "a majority of weights that are halved": (
        [
            ge(N, 2), ge(T, 1), ge(k, 1), le(k, N),
            forall([t, i], eq(f(t, i) ** 2, f(t, i)), [*ROUND, *PLACE]), forall(t, eq(z(t) ** 2, z(t)), ROUND),
            forall(t, le(z(t) * over(HALVED(t, i) * (1 - 2 * f(t, i))), 0), ROUND),
        ],
        ge(log(N) + log(2) * Sum(f(t, k), (t, 1, T)) - log(Rational(4, 3)) * Sum(z(t), (t, 1, T)), 0),
    ),
}  # fmt: skip


@pytest.mark.spread(3, 1)
@pytest.mark.parametrize("name", POTENTIALS)
def test_logarithms_and_exponentials_over_the_rounds(name):
    given, goal = POTENTIALS[name]
    found = over_rounds(goal, Context.of(given))
    assert found is not None
    kernel.proves(found.theorem, given, goal)


WHOLE = {
    "both signs of a magnitude": ([le(x, c), ge(x, -c)], le(Abs(x) / 2, c / 2)),
    "norms on both sides": ([], le(norm(u) - norm(v), norm(u - v))),
    "a square root at the end": ([ge(T, 1)], le(Sum(1 / sqrt(t), (t, 1, T)), 2 * sqrt(T) - 1)),
    "an equation put in for the prover": ([gt(x, 0), eq(f(1), x + 1 / x)], ge(f(1), 2)),
    "the least of values beyond the first": (
        [ge(N, 1), ge(k, 1), le(k, N)],
        le(-log(over(P(i) * A(i))), -log(P(k)) - log(A(k))),
    ),
}


@pytest.mark.spread(2, 1)
@pytest.mark.parametrize("name", WHOLE)
def test_by_the_whole_search(name):
    given, goal = WHOLE[name]
    made = Search(worked() + 120.0)
    found = made.prove(goal, Context.of(given))
    assert found is not None, made.tried
    kernel.proves(found.theorem, given, goal)


LEADS = [
    ge(N, 1), ge(T, 1), ge(k, 1), le(k, N),
    forall([t, i], eq(z(t, i) ** 2, z(t, i)), [*ROUND, *PLACE]), forall(t, eq(over(z(t, i)), 1), ROUND),
    forall([t, j], le(over(z(t, i) * Sum(loss(n, i), (n, 1, t))), Sum(loss(n, j), (n, 1, t))),
           [*ROUND, ge(j, 1), le(j, N)]),
]  # fmt: skip
"""In each round one place is chosen, of the least loss up to and with that round."""

LED = Sum(over(z(t, i) * loss(t, i)), (t, 1, T))


def within():
    """What proves a base and a step of an induction, as the search does."""
    made = Search(worked() + 180.0)
    made.within = 1
    return lambda part, context: made.prove(part, context, 1)


@pytest.mark.slow
def test_an_induction_may_need_the_goal_for_all_places():
    goal = le(LED, Sum(loss(t, k), (t, 1, T)))
    found = induced(goal, Context.of(LEADS), within())
    assert found is not None
    kernel.proves(found.theorem, LEADS, goal)


@pytest.mark.slow
def test_no_induction_proves_what_leaders_of_the_last_round_do_not_do():
    before = forall([t, j], le(over(z(t, i) * Sum(loss(n, i), (n, 1, t - 1))), Sum(loss(n, j), (n, 1, t - 1))),
                    [*ROUND, ge(j, 1), le(j, N)])  # fmt: skip
    given = [*LEADS[:-1], before]
    assert induced(le(LED, Sum(loss(t, k), (t, 1, T))), Context.of(given), within()) is None


def test_inductions_are_over_what_ends_sums_first_and_from_numbers_first():
    context = Context.of([ge(N, 2), ge(T, 1), ge(k, 1), ge(n, k), le(k, N)])
    goal = le(Sum(f(t), (t, 1, T)), f(N) + f(k) + f(n))
    assert lower_bounds(goal, context) == [(T, 1), (N, 2), (k, 1), (N, k), (n, k)]


def test_the_round_is_named_after_the_index_of_an_outer_sum():
    goal = le(Sum(over(loss(t, i)) ** 2 / over(loss(t, i)), (t, 1, T)), T)
    assert round_index(goal, Context.of([ge(i, 0)])) == t
    assert round_index(goal, Context.of([ge(t, 0)])) == i
    double = le(Sum(loss(t, i), (i, 1, N), (t, 1, T)), 1)
    assert round_index(double, Context.of([])) == t


def test_what_occurs_is_in_one_order():
    term = Sum(over(loss(t, i)) + g(t), (t, 1, T)) + over(f(i))
    assert occurring(term, Sum) == sorted(term.atoms(Sum), key=lambda node: (node.count_ops(), str(node)))
    assert [str(node) for node in occurring(over(f(i)) * over(g(i)), Sum)] == sorted(map(str, (over(f(i)), over(g(i)))))


def test_last_members_are_those_of_one_member_or_of_one_more():
    terms = [Sum(f(t), (t, 1, 1)), Sum(g(t), (t, 1, n + 1)), Sum(loss(t), (t, 1, T)), Sum(f(t), (t, 1, n + 2))]
    assert last_members([ge(term, 0) for term in terms]) == [f(1), g(n + 1)]


def test_ranges_are_those_of_sums_that_are_in_no_other():
    goal = Sum(over(loss(t, i)), (t, 1, T)) + Sum(g(t), (t, 1, T)) + over(f(i))
    assert ranges([goal], Context.of([])) == [(1, T), (1, N)]
    assert ranges([Sum(over(loss(t, i)) ** 2, (t, 1, T))], Context.of([])) == [(1, T)]


@pytest.mark.parametrize(
    ("curve", "given", "bounds"),
    [
        (log(1 - rate), [le(rate, S.Half)], [-rate - rate**2, -rate - rate**2 / 2]),
        (exp(-rate), [le(rate, 1)], [1 - rate, 1 - rate + rate**2 / 2]),
        (exp(rate), [le(rate, 1)], [1 + rate + rate**2 / 2, 1 + rate + rate**2]),
    ],
    ids=str,
)
def test_functions_of_one_bounded_number_lie_between_parabolas(curve, given, bounds):
    below, above = bounds
    found = list(parabolas([curve], Context.of(given)))
    for fact in found:
        kernel.proves(fact.theorem, given, fact.conclusion)
    assert le(curve, above) in [f.conclusion for f in found]
    if curve != exp(-rate):  # whose tangent is known anyway
        assert ge(curve, below) in [f.conclusion for f in found]
    assert not list(parabolas([curve], Context.of([])))


@pytest.mark.parametrize("sign", [1, -1])
def test_a_statement_without_hypotheses_is_proved_or_not(sign):
    formula = forall([x, y], ge(sign * (x**2 + y**2 - 2 * x * y), 0))
    theorem = from_statement(formula, 20.0)
    assert (theorem is None) == (sign < 0)
    if theorem is not None:
        kernel.proves(theorem, [], formula)
    assert from_statement(formula, 0.0) is None


def test_the_prover_is_asked_with_equations_put_in():
    given = [gt(x, 0), eq(f(1), x + exp(-x))]
    found = abstracted(ge(f(1), 1), Context.of(given))
    assert found is not None
    kernel.proves(found.theorem, given, ge(f(1), 1))


def test_slopes_along_a_segment_may_know_the_order_of_its_ends():
    h = function("h")
    given = [forall(x, le(h.prime(x), c)), le(a, b)]
    goal = le(h(b) - h(a), c * (b - a))
    found = Search(worked() + 20.0).prove(goal, Context.of(given))
    assert found is not None
    kernel.proves(found.theorem, given, goal)
    assert Search(worked() + 3.0).prove(goal, Context.of(given[:1])) is None


def test_halves_of_what_is_proved_are_not():
    assert from_facts(ge(x, Rational(1, 2)), Context.of([ge(2 * x, 1)])) is not None
    assert from_facts(ge(x, 1), Context.of([ge(2 * x, 1)])) is None
