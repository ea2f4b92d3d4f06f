"""`follows` finds multipliers and facts: the theorem is the goal, under hypotheses that its reasons have, no others."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Abs, Eq, I, Lambda, Rational, S, Sum, exp, log, sqrt

from tests.sampling import drawn
from verify.author import multipliers
from verify.author.following import _Asked, at, follows
from verify.author.kernel import KernelError, Theorem, assume, combine, proves
from verify.language.terms import (
    Deriv,
    Inner,
    Relation,
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
    positive,
    real,
    vectors,
)
from verify.language.translation import translate
from verify.normal_forms.normalizer import Normalizer
from verify.prover import found

a, b, c, x, y, z = real("a b c x y z")
p = positive("p")
i, k, n, N = integer("i k n N")
f, g = function("f"), function("g")
loss, weight = family("l"), family("w", nonnegative=True)
u, v, w = vectors("u v w")


def says(theorem: Theorem, goal: Relation, *hypotheses: Any) -> None:
    """The theorem is the goal under exactly these hypotheses."""
    assert set(map(translate, theorem.hypotheses)) == set(map(translate, hypotheses))
    proves(theorem, list(hypotheses), goal)


# --- what a reason is for ---------------------------------------------------------------------------------------------


def test_inequalities_are_added_up():
    says(follows(le(a, c), le(a, b), le(b, c)), le(a, c), le(a, b), le(b, c))


def test_multipliers_are_fractions_and_functions_of_variables():
    says(follows(ge(x, 0), ge(3 * x, y), ge(2 * y, 0)), ge(x, 0), ge(3 * x, y), ge(2 * y, 0))
    says(follows(ge(p * f(x), p * f(y)), ge(f(x), f(y))), ge(p * f(x), p * f(y)), ge(f(x), f(y)))


def test_a_term_counts_as_not_negative():
    says(follows(ge(x**2 + y**2, 2 * x * y), (x - y) ** 2), ge(x**2 + y**2, 2 * x * y))


def test_numbers_need_no_reason():
    says(follows(ge(x, 0), ge(x, 3)), ge(x, 0), ge(x, 3))


def test_two_hypotheses_are_multiplied():
    goal = ge(x * y, x + y - 1)
    says(follows(goal, ge(x, 1), ge(y, 1)), goal, ge(x, 1), ge(y, 1))


def test_a_hypothesis_is_multiplied_with_itself():
    goal = ge(x**2 + 1, 2 * x)
    says(follows(goal, ge(x, 1)), goal, ge(x, 1))


def test_an_equation_has_a_multiplier_of_any_sign():
    says(follows(le(x, 0), eq(y, x), le(y, 0)), le(x, 0), eq(y, x), le(y, 0))
    says(follows(ge(-2 * x, -2 * y), eq(x, y)), ge(-2 * x, -2 * y), eq(x, y))


def test_an_equation_is_put_in_where_it_has_no_multiplier():
    says(follows(ge(f(x), 0), eq(x, y), ge(f(y), 0)), ge(f(x), 0), eq(x, y), ge(f(y), 0))


def test_an_equation_of_vectors_is_put_into_products():
    goal = eq(Inner(u, w), Inner(v, w))
    says(follows(goal, eq(u, v)), goal, eq(u, v))


def test_equations_are_put_in_that_are_given_to_be():
    goal = ge(exp(x), exp(y))
    says(follows(goal, using=[eq(x, y)]), goal, eq(x, y))


def test_a_schema_counts_at_its_own_variables():
    schema = forall(k, ge(loss(k), 0), [ge(k, 1)])
    says(follows(ge(2 * loss(k), 0), schema), ge(2 * loss(k), 0), schema, ge(k, 1))


def test_a_schema_of_an_equation_is_put_in_at_any_value():
    schema = forall(k, eq(loss(k), 2))
    says(follows(ge(loss(n) + loss(n + 1), 3), schema), ge(loss(n) + loss(n + 1), 3), schema)


def test_a_hypothesis_settles_the_sign_of_a_multiplier():
    says(follows(ge(x * y, x * z), ge(y, z), ge(x, 0)), ge(x * y, x * z), ge(y, z), ge(x, 0))


def test_a_hypothesis_settles_the_sign_of_a_term():
    says(follows(ge(x * log(y), 0), x * log(y), ge(x, 0), ge(y, 2)), ge(x * log(y), 0), ge(x, 0), ge(y, 2))


def test_a_hypothesis_settles_where_the_goal_is_defined():
    says(follows(ge(x / y, 1), ge(x, y), gt(y, 0)), ge(x / y, 1), ge(x, y), gt(y, 0))


def test_facts_settle_signs_and_have_no_multiplier():
    says(follows(ge(x * y, 0), ge(y, 0), facts=[ge(x, 0)]), ge(x * y, 0), ge(y, 0), ge(x, 0))
    with pytest.raises(KernelError, match="no combination of nothing"):
        follows(ge(f(x), f(y)), facts=[ge(f(x), z), ge(z, f(y))])


def test_a_reason_that_is_not_needed_leaves_no_hypothesis():
    says(follows(ge(x, 0), ge(x, 1), ge(y, 5), eq(z, 0), forall(k, ge(loss(k), 0))), ge(x, 0), ge(x, 1))
    says(follows(ge(f(x), 0), ge(f(x), 1), gt(z, 0)), ge(f(x), 0), ge(f(x), 1))


def test_a_hypothesis_that_another_reason_concludes_is_met():
    first, second = follows(ge(x, 1), ge(x, 2)), follows(ge(x, 2), ge(x, 7))
    assert second.hypotheses == (ge(x, 7),)
    says(follows(ge(x, 0), first, second), ge(x, 0), ge(x, 7))


def test_what_the_goal_needs_to_be_defined_is_a_hypothesis():
    says(follows(eq((x**2 - y**2) / (x - y), x + y)), eq((x**2 - y**2) / (x - y), x + y), ne(x - y, 0))


def test_reasons_may_be_lists_of_lists():
    says(follows(ge(x, 5), [[ge(x, y)], []], (ge(y, 6),)), ge(x, 5), ge(x, y), ge(y, 6))


def test_relations_of_sympy_are_read():
    says(combine(x >= 0, [(1, x >= 1), (1, 1)], facts=y >= 1), ge(x, 0), ge(x, 1), ge(y, 1))
    says(assume(x <= y), le(x, y), le(x, y))
    says(follows(x >= 0, x >= 1), ge(x, 0), ge(x, 1))
    says(follows(ge(x, 0), Eq(x, 1)), ge(x, 0), eq(x, 1))


# --- goals ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reasons", [[gt(x, y), ge(y, z)], [ge(x, y), gt(y, z)], [ge(x, z + 1)]], ids=str)
def test_a_strict_goal_needs_one_strict_reason(reasons):
    says(follows(gt(x, z), reasons), gt(x, z), *reasons)


def test_what_is_positive_is_not_zero():
    says(follows(ne(x, 0), gt(x, 0)), ne(x, 0), gt(x, 0))


def test_an_equation_is_put_together_from_equations():
    goal = eq(x + z, 3 * y)
    says(follows(goal, eq(x, y), eq(z, 2 * y)), goal, eq(x, y), eq(z, 2 * y))


def test_an_equation_follows_from_both_inequalities_and_from_neither_alone():
    says(follows(eq(x, y), ge(x, y), ge(y, x)), eq(x, y), ge(x, y), ge(y, x))
    for one in (ge(x, y), ge(y, x)):
        with pytest.raises(KernelError, match="x = y is no combination of nothing"):
            follows(eq(x, y), one)


def test_a_vector_equation_is_put_together():
    goal = eq(u + w, 2 * v)
    says(follows(goal, eq(u, v), eq(w, v)), goal, eq(u, v), eq(w, v))


def test_sums_are_taken_apart():
    goal = eq(Sum(loss(k), (k, 1, n + 1)), Sum(loss(k), (k, 1, n)) + loss(n + 1))
    says(follows(goal, ge(n, 0)), goal, ge(n, 0))
    total = Sum(weight(i), (i, 1, N))
    says(follows(ge(3 * total, 0), total), ge(3 * total, 0))


def test_products_of_values_of_functions_are_found():
    goal = ge(f(x) * g(y) + f(y) * g(x), f(x) * g(x) + f(y) * g(y))
    says(follows(goal, ge(f(x), f(y)), le(g(x), g(y))), goal, ge(f(x), f(y)), le(g(x), g(y)))


def test_inner_products_are_multiplied_out():
    goal = ge(Inner(u, u) + Inner(v, v), 2 * Inner(u, v))
    says(follows(goal, Inner(u - v, u - v)), goal)


# --- refusals ---------------------------------------------------------------------------------------------------------


UNDER = family("S", positive=True)


def ratios(last):
    """Σ_{k=1..last} l(k)/√S(k) ≤ 2√S(last)."""
    return le(Sum(loss(k) / sqrt(UNDER(k)), (k, 1, last)), 2 * sqrt(UNDER(last)))


def test_a_square_is_taken_over_a_root_that_the_goal_has_below_while_other_reasons_are_taken_as_they_are():
    square = (sqrt(UNDER(n + 1)) - sqrt(UNDER(n))) ** 2
    grows, long = eq(UNDER(n + 1), UNDER(n) + loss(n + 1)), ge(n, 1)
    says(follows(ratios(n + 1), ratios(n), grows, square, long), ratios(n + 1), ratios(n), grows, long)
    with pytest.raises(KernelError, match="is missing"):
        follows(ratios(n + 1), ratios(n), grows, long)


def test_arguments_of_a_function_that_are_one_vector_are_seen_to_be():
    field, here = function("F"), le(function("F")(Sum(w(k), (k, 1, n)) / (n + 1) + w(n + 1) / (n + 1)), x)
    goal, long = le(field(Sum(w(k), (k, 1, n + 1)) / (n + 1)), x + 1), ge(n, 1)
    says(follows(goal, here, long), goal, here, long, ne(n + 1, 0))
    with pytest.raises(KernelError, match="is missing"):
        follows(le(field(Sum(w(k), (k, 1, n + 1)) / (n + 2)), x + 1), here, long)


def test_a_derivative_at_a_corner_is_said_not_to_be_defined():
    with pytest.raises(KernelError, match="follows: a term is not defined: a derivative at a corner, as of"):
        follows(eq(Deriv(Abs(x), x, 0), 0))


EACH = forall(k, ge(loss(k), 0), [ge(k, 1)])


@pytest.mark.parametrize(
    ("goal", "reasons", "said"),
    [
        (ge(x + y, 0), [ge(x, 0)], "y ≥ 0 is missing; with a reason for it"),
        (gt(x + y, 0), [gt(x, 0)], "y ≥ 0 is missing"),
        (gt(x + y, 0), [ge(x, 0)], "y > 0 is missing"),
        (eq(x, 0), [eq(x, y)], "y = 0 is missing; with a reason for it"),
        (le(x, 1), [ge(x, 0)], "x ≤ 1 would be -1 times (x ≥ 0), 1 times (1), but -1 is negative"),
        (le(x, p / 3), [le(x, p / 2)], "-p/6 ≥ 0 is missing"),
        (
            le(x, p * (y + 1) / 3),
            [le(x, p * z / 2), le(z, y + 1)],
            "-p*(y + 1)/6 ≥ 0 is missing",
        ),
        (le(x, p * sqrt(n)), [le(x, p * y), le(y, 2 * sqrt(n))], "-sqrt(n)*p ≥ 0 is missing"),
        (le(x, sqrt(p)), [le(x, y), le(y, 2 * sqrt(p))], "-sqrt(p) ≥ 0 is missing"),
        (ge(x, 1), [ge(x, 0)], "-1 ≥ 0 is missing, and cannot be: it is negative, so the goal is perhaps false; with"),
        (ge(x, 1), [], "x ≥ 1 is no combination of nothing"),
        (ge(x * y, 0), [ge(x, 0)], "x*y ≥ 0 would be y times (x ≥ 0), but the sign of y is not settled"),
        (gt(x, 0), [ge(x, 0)], "but no term is strict"),
        (ge(x / y, 0), [ge(x, 0), ne(y, 0)], "the sign of y^(-1) is not settled"),
        (le(x, y), [eq(z, 0), (x - y) ** 2], "x ≤ y"),
        (
            ge(loss(n), 0),
            [forall(k, ge(loss(k), 0), [ge(k, 1)])],
            "; (for all k with k ≥ 1: l(k) ≥ 0) counts at values only: at(…, values of k) is a reason",
        ),
        (
            le(x, y / 3),
            [le(x, y / 2), ge(y, 0), forall(k, ge(loss(k), 0)), forall(k, le(loss(k), 9))],
            "-y/6 ≥ 0 is missing; with a reason for it x ≤ y/3 would be a combination of (x ≤ y/2), (y ≥ 0); "
            "(for all k: l(k) ≥ 0), and 1 other, counts at values only: at(…, values of k) is a reason",
        ),
        (
            ge(Sum(loss(k), (k, 1, n)) + x, 0),
            [ge(x, 0)],
            "Σ_{i=1..n} (loss(i)) ≥ 0 is missing; with".replace("loss", "l"),
        ),
        (ge(x, 0), [ge(y, 1 - x), (x + y) ** 2], "x ≥ 0"),
    ],
    ids=str,
)
def test_what_is_missing_is_named(goal, reasons, said):
    with pytest.raises(KernelError) as refused:
        follows(goal, reasons)
    assert str(refused.value).startswith("follows: ")
    assert said in str(refused.value)


def test_with_what_is_left_over_as_a_reason_the_goal_follows():
    goal, reasons = gt(a + b + c, 1), [gt(a, 1), ge(b, c)]
    with pytest.raises(KernelError, match="2\\*c ≥ 0 is missing"):
        follows(goal, reasons)
    says(follows(goal, reasons, ge(2 * c, 0)), goal, *reasons, ge(2 * c, 0))


def test_of_what_is_missing_what_speaks_of_the_least_is_named():
    regret, rate = Sum(loss(k), (k, 1, n)), p * n
    with pytest.raises(KernelError, match=r"-n\*p/72 ≥ 0 is missing"):
        follows(le(regret, rate / 9 + z / p), le(p * regret, z + p**2 * n / 8), ge(n, 1))
    with pytest.raises(KernelError, match=r"-\(n\*p\*\*2 \+ 24\*z\)/\(72\*p\) ≥ 0 is missing"):
        follows(le(regret, rate / 9 + 2 * z / (3 * p)), le(p * regret, z + p**2 * n / 8), ge(n, 1))


HARMONIC = [le(x, p**2 / 2 * Sum(1 / k, (k, 1, n))), le(Sum(1 / k, (k, 1, n)), 1 + log(n)), ge(n, 1)]
MEANS = [(a - b) ** 2, gt(a, 0), gt(b, 0)]
BITS = Sum(loss(k), (k, 1, n))


@pytest.mark.parametrize(
    ("goal", "reasons", "said"),
    [
        pytest.param(le(x, p**2 / 3 * (1 + log(n))), HARMONIC, "-p**2*(log(n) + 1)/6 ≥ 0", id="without n ≥ 1"),
        pytest.param(le(2 * a * b / (a + b), (a + b) / 3), MEANS, "-2*a*b/(3*(a + b)) ≥ 0", id="over what is positive"),
        pytest.param(
            le(x, (1 + p / 2) * BITS + y / p),
            [le(p * x, y - log(1 - p) * BITS), le(-log(1 - p), p + p**2), ge(BITS, 0), le(p, S.Half), ge(n, 1)],
            "-p*Σ_{i=1..n} (l(i))/2 ≥ 0",
            id="times a sum that is not negative",
        ),
        pytest.param(ge(4 * p**2, y + z), [ge(2 * p**2, y)], "2*p**2 - z ≥ 0", id="nothing is given away"),
    ],
)
def test_no_more_than_is_missing_is_named(goal, reasons, said):
    with pytest.raises(KernelError) as refused:
        follows(goal, reasons)
    assert str(refused.value).startswith(f"follows: {said} is missing")


@pytest.mark.parametrize(
    ("goal", "reasons", "said"),
    [
        (le(x, p / 3), [le(x, p / 2)], "-p/6 ≥ 0 is missing, and cannot be: it is negative"),
        (le(x, y / 3), [le(x, y / 2), ge(y, 0)], "-y/6 ≥ 0 is missing and is never positive"),
        (lt(x, y / 3), [le(x, y / 2), ge(y, 0)], "-y/6 > 0 is missing, and cannot be: it is never positive"),
        (eq(x, p), [eq(x, p / 2)], "-p/2 = 0 is missing, and cannot be: it is negative"),
        (eq(x, p), [eq(x, 2 * p)], "p = 0 is missing, and cannot be: it is positive"),
        (le(x, y / 3), [le(x, y / 2)], "-y/6 ≥ 0 is missing; with a reason for it x ≤ y/3 would be a combination of"),
    ],
    ids=str,
)
def test_what_is_missing_is_said_not_to_be_there_where_it_cannot_be(goal, reasons, said):
    with pytest.raises(KernelError) as refused:
        follows(goal, reasons)
    assert said in str(refused.value)


def test_what_is_missing_comes_first_and_long_reasons_are_shortened():
    total = Sum(exp(-p * Sum(loss(k), (k, 1, n))) * (1 - loss(i)) ** 2, (i, 1, N)) / Sum(weight(i), (i, 1, N))
    reasons = [le(total, y**m) for m in range(2, 14)]
    with pytest.raises(KernelError) as refused:
        follows(le(total, y**2 - p), reasons)
    assert str(refused.value).startswith("follows: -p ≥ 0 is missing")
    assert " … " in str(refused.value)
    assert str(refused.value).endswith("and 4 others")
    assert len(str(refused.value)) < 1000


def test_a_reason_that_is_not_known_to_hold_is_named():
    left_out = "((a - b)**3) is not known to be ≥ 0, and was left out"
    with pytest.raises(KernelError) as refused:
        follows(ge(a, b), (a - b) ** 3, ge(a, c))
    assert left_out in str(refused.value)
    with pytest.raises(KernelError) as refused:
        follows(ge(a, b), (a - b) ** 2, ge(a, c))
    assert "left out" not in str(refused.value)


def test_an_equation_of_vectors_among_reasons_is_said_to_be_put_in():
    with pytest.raises(KernelError, match=r"\(u = 2\*v\), of vectors, has no multiplier: it is put in .* as by using="):
        follows(ge(x, 1), eq(u, 2 * v))


def test_what_is_missing_is_not_named_times_a_term_of_unknown_sign():
    with pytest.raises(KernelError) as refused:
        follows(le(a, x * n / 9 + z / x), le(x * a, z + x**2 * n / 8), ge(n, 1))
    assert "-n*x/72 ≥ 0" not in str(refused.value)
    with pytest.raises(KernelError, match=r"-n\*p/72 ≥ 0 is missing"):
        follows(le(a, p * n / 9 + z / p), le(p * a, z + p**2 * n / 8), ge(n, 1))


def test_reasons_with_a_common_denominator_without_end_are_refused():
    powers = [sqrt(2 ** (n + shift)) for shift in range(3)]
    reasons = [ge(x / (r + q), y / (r - q)) for r, q in zip(powers, (a, sqrt(3) * b, sqrt(5) * n), strict=True)]
    with pytest.raises(KernelError, match=r"more than 1000 terms; with fewer reasons at a time, in steps, it may go"):
        follows(le(x, 5), reasons, ge(sqrt(N) / (N + a), 1 / (b + powers[1])), ge(c / (N + p), 2 / (b + c + sqrt(N))))


@pytest.mark.parametrize(
    ("goal", "reason", "said"),
    [
        ("x ≥ 0", ge(x, 1), "the goal must be an equation or inequality, not x ≥ 0"),
        (forall(x, ge(x**2, 0)), x**2, "the goal must be an equation or inequality, not for all x: x**2 ≥ 0"),
        (x**2 >= 0, x**2, "sympy evaluated it to True before it could be read"),
        (ge(x, 0), "x > 0", "a reason is a theorem, a formula, a term ≥ 0 or a list of these, not 'x > 0'"),
        (ge(x, 0), 0.5, "a reason is a theorem, a formula, a term ≥ 0 or a list of these, not 0.5"),
        (ge(x, 0), None, "a list of these, not None"),
        (ge(x, 0), {x: 1}, "a list of these, not {x: 1}"),
        (ge(x, 0), u, "a list of these, not u"),
        (ge(x, 0), x == 1, "sympy evaluated it to False before it could be read"),
        (ge(x, 0), S(2) > 1, "sympy evaluated it to True before it could be read"),
        (ge(x, 0), Lambda(x, x), "cannot be compared by ≥"),
        (ge(x, 0), S.NaN, "0/0, or what is as undefined, was written"),
        (ge(x, 0), I * x, "ImaginaryUnit is no node of the language"),
    ],
    ids=str,
)
def test_what_is_no_goal_or_reason_is_refused(goal, reason, said):
    with pytest.raises(KernelError) as refused:
        follows(goal, reason)
    assert said in str(refused.value)


def test_only_equations_are_put_in():
    with pytest.raises(KernelError, match="only equations can be put in by using=, not x ≥ 1"):
        follows(ge(x, 0), using=[ge(x, 1)])


@pytest.mark.parametrize(
    "equations",
    [
        pytest.param([eq(x, f(x)), eq(f(x), x)], id="two"),
        pytest.param([eq(f(x), f(f(x)))], id="one"),
        pytest.param([forall(k, eq(loss(k), loss(k + 1)))], id="a schema", marks=pytest.mark.slow),
    ],
)
def test_equations_that_rewrite_in_a_circle_are_refused(equations):
    with pytest.raises(KernelError, match=r"^follows: "):
        follows(ge(f(x) + loss(n), 0), equations, ge(x, 0), ge(loss(0), 0))


def test_the_number_of_values_of_a_schema_is_checked():
    schema = forall([x, y], ge(f(x) * f(y), 0), [ge(x, y)])
    says(at(schema, a, b), ge(f(a) * f(b), 0), schema, ge(a, b))
    says(at(schema, a + 1, a, by=[follows(ge(a + 1, a))]), ge(f(a + 1) * f(a), 0), schema)
    with pytest.raises(KernelError, match="needs 2 values, for x, y, not 1"):
        at(schema, a)
    with pytest.raises(KernelError, match="at: k is an integer, and cannot be x"):
        at(forall(k, ge(loss(k), 0)), x)
    pairs = forall([u, k], ge(Inner(u, v), loss(k)))
    says(at(pairs, w, n), ge(Inner(w, v), loss(n)), pairs)
    with pytest.raises(KernelError, match="at: u is a vector, and cannot be n: the values are those of u, k, in this"):
        at(pairs, n, w)
    with pytest.raises(KernelError, match="at: k is an integer, and cannot be w"):
        at(pairs, w, w)
    with pytest.raises(KernelError, match="x ≥ 0 is said of no variables, as 'for all …' is; values of x are put"):
        at(ge(x, 0), a)
    with pytest.raises(KernelError, match="it needs no values"):
        at(ge(S(1), 0), a)
    with pytest.raises(KernelError, match="expected a theorem or a formula, not 'x'"):
        at("x", a)


# --- no hypothesis out of nowhere -------------------------------------------------------------------------------------

UNSAID = (x * log(y * z) / (log(y) + log(z))) ** 2  # x² where it is defined


@pytest.mark.parametrize("goal", [ge(x**2, 0), ge(2 * x**2, 0)], ids=str)
def test_what_only_a_term_needs_is_no_hypothesis_where_it_can_be_left_out(goal):
    says(follows(goal, UNSAID), goal)


def test_what_only_a_term_needs_is_named_where_it_cannot():
    odd = (sqrt(x) * f(y)) ** 2 / x
    with pytest.raises(KernelError, match="f"):
        follows(ge(f(y) + odd - f(y) ** 2, 0), odd, f(y) - f(y) ** 2)


def test_hypotheses_are_those_of_reasons_or_that_the_goal_is_defined():
    reasons = [ge(log(x), y), ge(1 / z, 1), gt(a, b), forall(k, ge(loss(k), 0))]
    theorem = follows(ge(2 * log(x), 2 * y), *reasons)
    says(theorem, ge(2 * log(x), 2 * y), ge(log(x), y), gt(x, 0))


# --- what is kept -----------------------------------------------------------------------------------------------------

GOAL, REASONS = ge(x, 0), [ge(3 * x, y), ge(y, 0)]


@pytest.fixture
def empty(tmp_path):
    """A folder with nothing kept, and nothing beside it."""
    folder = tmp_path / "audit" / "toy"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def folder(empty):
    """A folder whose file has the entry for the goal."""
    with found.refreshing() as made, found.asked_by("toy/claim", empty):
        follows(GOAL, REASONS)
    made.write()
    return empty


@pytest.fixture
def nothing_is_searched(monkeypatch):
    def search(*_):
        raise AssertionError("searched")

    monkeypatch.setattr(multipliers, "found", search)
    monkeypatch.setattr(multipliers, "constants", search)


def entry_of(folder):
    ((asked, entry),) = json.loads((folder / found.FILE).read_text(encoding="utf-8")).items()
    return asked, entry


def test_an_entry_says_by_which_reason_and_how_much(folder):
    asked, entry = entry_of(folder)
    assert asked.startswith("x ≥ 0 #")
    assert entry == {"by": [["1/3", 0], ["1/3", 1]]}


def test_with_an_entry_nothing_is_searched(folder, nothing_is_searched):
    with found.asked_by("toy/claim", folder):
        says(follows(GOAL, REASONS), GOAL, *REASONS)
    with pytest.raises(AssertionError, match="searched"):
        follows(GOAL, REASONS)


def test_another_question_is_not_answered_by_it(folder, nothing_is_searched):
    for goal, reasons in ((GOAL, REASONS[::-1]), (GOAL, [*REASONS, ge(z, 0)]), (gt(x, 0), REASONS)):
        with found.asked_by("toy/claim", folder), pytest.raises(found.NotKept, match="verify refresh toy/claim"):
            follows(goal, reasons)


@pytest.mark.parametrize(
    "entry",
    [
        {"by": [["1/2", 0], ["1/3", 1]]},
        {"by": [["-1/3", 0], ["1/3", 1]]},
        {"by": [["1/3", 0]]},
        {"by": [["1/3", 0], ["1/3", 7]]},
        {"by": [["1/3", 0], ["1/3", "y"]]},
        {"by": [["1/3", 0], ["1/3", 1, 1, 1]]},
        {"by": [["q q", 0]]},
        {"by": [[None, 0]]},
        {"by": [[{}, 0]]},
        {"by": [[]]},
        {"by": 3},
        {"by": [["1/3", 0], ["1/3", 1]], "using": [0]},
        {"by": [["1/3", 0], ["1/3", 1]], "using": 5},
        {"by": [["1/3", 0], ["1/3", 1]], "facts": [9]},
        {},
    ],
    ids=json.dumps,
)
def test_a_wrong_entry_is_named_and_no_theorem(folder, entry):
    asked, _ = entry_of(folder)
    (folder / found.FILE).write_text(json.dumps({asked: entry}), encoding="utf-8")
    with found.asked_by("toy/claim", folder), pytest.raises(found.NotKept) as caught:
        follows(GOAL, REASONS)
    assert f"what is kept for {asked} (multipliers) does not hold: " in str(caught.value)
    assert "`verify refresh toy/claim` searches for one" in str(caught.value)


def test_an_entry_that_is_written_otherwise_and_says_the_same_is_used(folder):
    asked, _ = entry_of(folder)
    entry = {"by": [["log(z)/log(z)/3", 0], ["1/3", 1]]}
    (folder / found.FILE).write_text(json.dumps({asked: entry}), encoding="utf-8")
    with found.asked_by("toy/claim", folder):
        says(follows(GOAL, REASONS), GOAL, *REASONS)


def test_an_entry_brings_in_no_hypothesis_of_its_own(folder):
    asked, _ = entry_of(folder)
    multiplier = "log(a**2*b)/(2*log(a) + log(b))/3"
    (folder / found.FILE).write_text(json.dumps({asked: {"by": [[multiplier, 0], ["1/3", 1]]}}), encoding="utf-8")
    with found.asked_by("toy/claim", folder), pytest.raises(found.NotKept, match="does not hold"):
        follows(GOAL, REASONS)


def test_that_nothing_was_found_is_kept_too(empty, monkeypatch):
    goal = ge(x + y, 0)
    with found.refreshing() as made, found.asked_by("toy/claim", empty), pytest.raises(KernelError) as before:
        follows(goal, ge(x, 1))
    made.write()
    monkeypatch.setattr(multipliers, "found", None)
    with found.asked_by("toy/claim", empty), pytest.raises(KernelError) as after:
        follows(goal, ge(x, 1))
    assert str(after.value) == str(before.value)
    assert "y + 1 ≥ 0 is missing" in str(after.value)


def test_what_needs_no_multipliers_is_not_kept(empty):
    with found.refreshing() as made, found.asked_by("toy/claim", empty):
        follows(le(a, c), le(a, b), le(b, c))
    assert (made.asked, made.searched) == (set(), 0)


def test_the_same_is_found_twice(tmp_path):
    asked = [
        (ge(x * y, x + y - 1), [ge(x, 1), ge(y, 1)]),
        (ge(x + y + z, 0), [ge(x, 0), ge(y, 0), ge(z, 0), ge(x + y, 0), ge(y + z, 0)]),
        (ge(x * f(y), 0), [ge(f(y), 2), ge(x, 3), gt(z, 0)]),
    ]
    kept = []
    for name in ("first", "second"):
        folder = tmp_path / name / "toy"
        folder.mkdir(parents=True)
        with found.refreshing() as made, found.asked_by("toy/claim", folder):
            for goal, reasons in asked:
                follows(goal, reasons)
        made.write()
        kept.append((folder / found.FILE).read_text(encoding="utf-8"))
    assert kept[0] == kept[1]
    assert made.searched == 3


# --- combinations that are found again --------------------------------------------------------------------------------

NAMES = [a, b, c]
NUMBERS = st.fractions(min_value=0, max_value=5, max_denominator=6).map(lambda q: Rational(q.numerator, q.denominator))
LINEAR = st.lists(st.integers(-4, 4), min_size=4, max_size=4).map(
    lambda parts: sum((m * name for m, name in zip(parts, [*NAMES, 1], strict=True)), S.Zero)
)
SQUARE = LINEAR.map(lambda term: term**2)


@drawn(40)
@given(st.lists(st.tuples(NUMBERS, LINEAR), min_size=1, max_size=4), st.lists(st.tuples(NUMBERS, SQUARE), max_size=2))
def test_a_combination_of_reasons_is_found_again(bounds, squares):
    total = sum((m * term for m, term in [*bounds, *squares]), S.Zero).expand()
    reasons = [ge(term, 0) for _, term in bounds if not term.is_number]
    reasons += [term for _, term in squares]
    spare = sum((m * term for m, term in bounds if term.is_number), S.Zero)
    goal = ge(total - spare, 0)
    theorem = follows(goal, reasons)
    proves(theorem, [r for r in reasons if isinstance(r, Relation)], goal)


@drawn(25)
@given(LINEAR, LINEAR, NUMBERS, NUMBERS)
def test_a_product_of_two_reasons_is_found_again(first, second, of_both, of_first):
    goal = ge((of_both * first * second + of_first * first).expand(), 0)
    reasons = [ge(term, 0) for term in (first, second)]
    if not (first.is_number or second.is_number):
        proves(follows(goal, reasons), reasons, goal)


@drawn(25)
@given(LINEAR, LINEAR)
def test_what_fails_somewhere_is_never_found(first, second):
    """The goal is violated where both reasons hold: at first = second = 0."""
    if first.is_number or second.is_number:
        return
    with pytest.raises(KernelError):
        follows(ge((-first - second).expand() - 1, 0), ge(first, 0), ge(second, 0), first**2)


def test_a_theorem_is_one_of_the_rule_that_checks_multipliers():
    assert follows(lt(y, x), gt(x, y + 1)).rule in ("combine", "instantiate")
    assert follows(ge(x, 0), assume(ge(x, 0))).conclusion == combine(ge(x, 0), [(1, assume(ge(x, 0)))]).conclusion


@pytest.mark.parametrize(
    ("goal", "reasons"),
    [
        (le(x, sqrt(p) * y), [le(x / sqrt(p), y)]),
        (le(x / sqrt(p), y), [le(x, sqrt(p) * y)]),
        (le(2 * x, sqrt(p) * y / c), [le(2 * c * x / sqrt(p), y), gt(c, 0)]),
    ],
)
def test_square_roots_that_the_sides_are_divided_by_are_multipliers(goal, reasons):
    says(follows(goal, *reasons), goal, *reasons)


def test_square_roots_take_no_place_from_what_is_no_root():
    roots = [x / sqrt(root) for root in positive("r1 r2 r3 r4 r5 r6")]
    asked = _Asked.of(le(sum(roots) / a, y), [le(sum(roots), a * y / b), gt(a, 0), gt(b, 0)], [], [])
    assert asked._scales()[:2] == [1 / a, b]


def test_what_the_goal_is_divided_by_is_a_multiplier_as_it_is_written():
    rate = log(2 / (1 + exp(-(y**2))))
    reasons = [le(rate * x, z), gt(rate, 0)]
    says(follows(le(x, z / rate), reasons), le(x, z / rate), *reasons)


def test_an_equation_that_is_off_by_a_number_is_said_to_be():
    with pytest.raises(KernelError, match="-1 = 0 is missing, and cannot be: it is negative"):
        follows(eq(x, 1), eq(x, 0))


def test_roots_are_reduced_after_a_common_denominator_is_found():
    several = gt(log(n), 0)
    bound = le(x, log(n) / sqrt(8 * log(n) / k) + sqrt(8 * log(n) / k) * k / 8)
    theorem = follows(le(x, sqrt(k * log(n) / 2)), bound, several, ge(k, 1))
    assert theorem.conclusion == le(x, sqrt(k * log(n) / 2))


def test_the_program_takes_the_multipliers_of_least_sum():
    terms = [x, 2 * x, 3 * x]
    system = multipliers.system(6 * x, terms, [False] * 3, Normalizer())
    assert multipliers.constants(system) == [0, 0, 2]
