"""What differs, equations of what only rises, equals put in, arccosines of cosines: what each way proves, and not."""

import pytest
from sympy import Abs, Sum, acos, cos, exp, log, pi, sin

from verify.author import kernel
from verify.discover.apart import by_an_order, on_either_side, where_orders_contradict
from verify.discover.arccosines import without_arccosines
from verify.discover.congruence import put_in
from verify.discover.discovering import Search
from verify.discover.facts import Context
from verify.discover.indices import leads_on
from verify.discover.members import each_member
from verify.discover.summed import summed
from verify.discover.tactics import with_sums
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
    ne,
    norm,
    positive,
    real,
    vectors,
)  # fmt: skip
from verify.prover.alarm import worked

a, b, c, d, r, s = real("a b c d r s")
p, q = positive("p q")
i, n = integer("i n")
u, v = vectors("u v")
F, f = function("F"), family("f")
P, Q = family("P", positive=True), family("Q", positive=True)
RISES = forall([s, r], gt(F(s), F(r)), [gt(s, r)])
RISES_FROM_ZERO = forall([s, r], gt(F(s), F(r)), [gt(s, r), ge(r, 0)])


def prove(part, context, depth=0):
    return Search(worked() + 4.0).prove(part, context, depth)


def holds(way, given, goal):
    """Whether a way proves a goal, and the kernel takes what it made for a proof."""
    found = way(goal, Context.of(given))
    if found is None:
        return False
    kernel.proves(found.theorem, given, goal)
    return True


def with_parts(way):
    return lambda goal, context: way(goal, context, prove)


@pytest.mark.parametrize(
    ("given", "goal", "true"),
    [
        ([ge(a, 1)], ne(a + 1, 0), True),
        ([gt(a, b), gt(c, d)], ne(a * d + b * c, a * c + b * d), True),
        ([ge(a, -1)], ne(a + 1, 0), False),
        ([ge(a, b), gt(c, d)], ne(a * d + b * c, a * c + b * d), False),
    ],
)
def test_what_has_an_order_differs(given, goal, true):
    assert holds(with_parts(by_an_order), given, goal) == true


@pytest.mark.parametrize(
    ("given", "goal", "true"),
    [
        ([ne(p, 1)], gt((p - 1) ** 2 * q, 0), True),
        ([ne(p, 1), gt(a, b)], ne(p * a + b, p * b + a), True),
        ([ne(p, 1)], gt((p - 2) ** 2 * q, 0), False),
        ([], gt((p - 1) ** 2 * q, 0), False),
    ],
)
def test_either_side_of_what_differs(given, goal, true):
    def either(goal, context):
        return on_either_side(goal, context, lambda part, there: prove(part, there, 1))

    assert holds(either, given, goal) == true


@pytest.mark.parametrize(
    ("given", "goal", "true"),
    [
        ([RISES, eq(F(a), F(b))], eq(a, b), True),
        ([RISES_FROM_ZERO, eq(F(Abs(a)), F(Abs(b)))], eq(Abs(a), Abs(b)), True),
        ([eq(a**3 + a, b**3 + b)], eq(a, b), True),
        ([RISES_FROM_ZERO, eq(F(a), F(b))], eq(a, b), False),
        ([eq(a**3 - a, b**3 - b)], eq(a, b), False),
        ([RISES, eq(F(a), F(c))], eq(a, b), False),
    ],
)
def test_what_only_rises_takes_a_value_once(given, goal, true):
    assert holds(with_parts(where_orders_contradict), given, goal) == true


@pytest.mark.parametrize(
    ("given", "goal", "true"),
    [
        ([eq(Abs(a), Abs(b))], eq(F(Abs(a)), F(Abs(b))), True),
        ([eq(a**2 + 1, exp(b))], eq(F(a**2 + 1) + c, F(exp(b)) + c), True),
        ([eq(Abs(a), Abs(b))], eq(F(a), F(b)), False),
        ([eq(Abs(a), Abs(b))], eq(F(Abs(a)), -F(Abs(b))), False),
    ],
)
def test_equals_stand_for_equals(given, goal, true):
    assert holds(put_in, given, goal) == true


CIRCLE = [eq(Inner(u, u), 1), eq(Inner(v, v), 1), eq(Inner(u, v), 0)]


@pytest.mark.parametrize(
    ("given", "goal", "true"),
    [
        ([ge(a, 0), le(a, pi)], eq(acos(cos(a)), a), True),
        ([ge(a, 0), le(a, pi)], le(acos(cos(a)) + b, a + b), True),
        ([*CIRCLE, ge(a, 0), le(a, pi)], eq(acos(Inner(cos(a) * u + sin(a) * v, u)), a), True),
        ([eq(Inner(u, u), 1), le(p * norm(v), pi)], eq(acos(Inner(cos(p * norm(v)) * u, u)), p * norm(v)), True),
        ([ge(a, 0)], eq(acos(cos(a)), a), False),
        ([le(a, pi)], eq(acos(cos(a)), a), False),
        ([*CIRCLE, ge(a, 0), le(a, pi)], eq(acos(Inner(cos(a) * u + sin(a) * v, v)), a), False),
    ],
)
def test_the_arccosine_of_a_cosine_is_its_angle(given, goal, true):
    assert holds(without_arccosines, given, goal) == true


@pytest.mark.parametrize("shift", [0, 1])
def test_equations_of_sums_member_by_member(shift):
    given = [forall(i, eq(f(i), i), [ge(i, 1), le(i, n)])]
    goal = eq(Sum(f(i) ** 2 - i * f(i) + shift * i, (i, 1, n)), 0)
    assert holds(with_parts(each_member), given, goal) == (shift == 0)


@pytest.mark.parametrize("sign", [1, -1])
def test_tangents_of_logarithms_are_added_up_with_weights(sign):
    """Σ Qᵢ·ln(Pᵢ/Qᵢ) ≤ Σ (Pᵢ − Qᵢ), as ln u ≤ u − 1."""
    goal = ge(sign * Sum(P(i) - Q(i), (i, 1, n)), sign * Sum(Q(i) * (log(P(i)) - log(Q(i))), (i, 1, n)))
    context = Context.of([lt(a, b)])
    made = [str(fact.conclusion) for fact in summed(goal, context)]
    assert bool(made)
    assert (prove(goal, context, 1) is not None) == (sign == 1)


@pytest.mark.parametrize(("outside", "is_proved"), [(F(b), True), (F(a), False)])
def test_facts_on_members_are_weighted_by_what_multiplies_their_sum(outside, is_proved):
    """ln u ≤ u − 1 in each member, times F(b)·f(i), which is not negative, where F(b) is what multiplies the sum."""
    given = [forall(i, ge(F(b) * f(i), 0), [ge(i, 1), ge(n, i)])]
    logs, ratios = Sum(log(P(i)) * f(i), (i, 1, n)), Sum((P(i) - 1) * f(i), (i, 1, n))
    goal = le(outside * logs, outside * ratios)
    assert holds(with_sums, given, goal) is is_proved


def test_members_are_added_up_first_where_nothing_leads_from_one_to_the_next():
    alone, beside = forall(i, ge(f(i), 0)), forall(i, ge(f(i + 1), f(i)))
    assert not leads_on(Context.of([alone]))
    assert leads_on(Context.of([beside]))
    goal = ge(Sum(f(i), (i, 1, n)), 0)
    first = {}
    for schema in (alone, beside):
        names = [tactic.name for tactic in Search(worked() + 1.0)._tactics(goal, Context.of([schema]), 2)]
        first[schema] = names.index("with sums of facts") < names.index("a potential over the rounds")
    assert first == {alone: True, beside: False}
