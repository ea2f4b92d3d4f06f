"""What a step is said to have been made with can be checked by hand: it is what the rule was given."""

from __future__ import annotations

import pytest
from sympy import Integer, Lambda, Sum, expand, sqrt, symbols, sympify

from verify.audit import family, vectors
from verify.author.kernel import assume, cases, cite, combine, generalize, identity, induct, instantiate, telescope
from verify.author.made_with import made_with
from verify.axioms import DEFINITE
from verify.claims.proof_tree import proof_tree
from verify.language.terms import difference, eq, forall, ge, gt, le
from verify.report.text import proof_lines

x, y, z = symbols("x y z", real=True)
t, n = symbols("t n", integer=True)
T = symbols("T", integer=True, positive=True)


def squares() -> object:
    return combine(ge(x**2 + y**2 + 2 * z, 2 * x * y + 2 * y), [(1, (x - y) ** 2), (2, ge(z, y))])


def test_the_sum_of_a_combine_has_its_multipliers_and_names_its_premises() -> None:
    assert made_with(squares()) == "(x - y)**2 + 2*#0"
    product = combine(ge(x * y, 0), [(ge(x, 0), ge(y, 0))])
    assert made_with(product) == "#0*#1"
    assert made_with(combine(ge(x, 3), [(1, ge(x, 4)), (1, 1)])) == "#0 + 1"


def test_premises_that_only_settle_signs_or_replace_equals_come_before_those_of_the_sum() -> None:
    found = combine(ge(x * y, x), [(x, ge(y, 1))], using=[eq(z, 2)], facts=[ge(x, 0)])
    assert made_with(found) == "x*#2"
    assert found.premises[2].conclusion == ge(y, 1)


def test_a_multiplier_below_zero_is_subtracted_and_a_sum_stands_in_brackets() -> None:
    found = combine(eq(x * y, z), [(x, eq(y, z)), (-z, eq(1, x))])
    assert made_with(found) == "x*#0 - z*#1"
    found = combine(eq(x * z - y * z, z), [(z, eq(x, y + 1)), (x - y, 0)])
    assert made_with(found) == "z*#0"
    found = combine(eq((x + 1) * y, 2 * x + 2), [(x + 1, eq(y, 2))])
    assert made_with(found) == "(x + 1)*#0"


@pytest.mark.parametrize(
    "found",
    [
        squares(),
        combine(ge(x**2 - 1, 0), [(1, ge(x, 1)), (ge(x, 1), ge(x, 0))]),
        combine(ge(sqrt(2) * x, 2), [(sqrt(2), ge(x, sqrt(2)))]),
        combine(eq((x + 1) * y, 2 * x + 2), [(x + 1, eq(y, 2))]),
    ],
    ids=str,
)
def test_the_sum_with_the_differences_of_the_premises_is_the_difference_of_the_conclusion(found) -> None:
    there = made_with(found)
    for number, premise in reversed(list(enumerate(found.premises))):
        there = there.replace(f"#{number}", f"({difference(premise.conclusion)})")
    told = sympify(there, {"x": x, "y": y, "z": z})
    assert expand(told - difference(found.conclusion)) == 0


def test_values_that_are_put_in_are_named_and_those_that_stay_are_not() -> None:
    found = assume(forall((x, y), ge(x**2 + y, y)))
    assert made_with(instantiate(found, [x + 1, y])) == "x := x + 1"
    assert made_with(instantiate(found, [3, 0])) == "x := 3, y := 0"
    assert made_with(instantiate(assume(ge(x, y)), {x: y + 1})) == "x := y + 1"
    f, g = family("f"), family("g")
    assert made_with(instantiate(assume(ge(f(t), 0)), {f: g})) == "f := g"
    assert made_with(instantiate(assume(ge(f(t), 0)), {f: Lambda(t, t**2)})) == "f := (t ↦ t**2)"
    a, b = vectors("a b")
    assert made_with(instantiate(assume(eq(a, 0)), {a: a + b})) == "a := a + b"


def test_cases_inductions_and_sums_over_rounds_say_over_what() -> None:
    up = combine(ge(x**2 + 1, x), [(1, x**2), (1, 1 - x)], facts=[le(x, 1)])
    down = combine(ge(x**2 + 1, x), [(x, x - 1), (1, 1)], facts=[gt(x, 1)])
    assert made_with(cases([up, down], [le(x, 1), gt(x, 1)])) == "x ≤ 1, x > 1"
    goal = le(n, Sum(t, (t, 1, n)))
    step = combine(le(n + 1, Sum(t, (t, 1, n + 1))), [(1, goal), (1, n)], facts=[ge(n, 1)])
    assert made_with(induct(combine(le(1, Sum(t, (t, 1, 1))), []), step, goal, n, 1)) == "n from 1"
    grows = combine(ge((t + 1) ** 2, t**2), [(2, t), (1, Integer(1))], facts=[ge(t, 1)])
    assert made_with(telescope(grows, t, 1, T)) == "t from 1 to T"
    assert made_with(telescope(grows, t, 1, T, t**2)) == "t from 1 to T, potential t**2"


def test_rules_that_are_told_by_their_statement_say_nothing_more() -> None:
    found = identity(eq((x + 1) ** 2, x**2 + 2 * x + 1))
    assert made_with(found) == made_with(assume(ge(x, 0))) == ""
    assert made_with(generalize(combine(ge(x**2, 0), [(1, x**2)]), [x])) == ""


def test_in_the_lines_of_a_proof_the_premises_have_the_numbers_of_their_steps() -> None:
    *_, last = proof_lines(proof_tree([squares()]))
    assert last == "2. combine from 1: x**2 + y**2 + 2*z ≥ 2*x*y + 2*y  ((x - y)**2 + 2*[1])"


def test_what_is_cited_is_said_to_hold_under_its_hypotheses() -> None:
    found = cite(DEFINITE)
    (line,) = proof_lines(proof_tree([found]))
    assert found.hypotheses
    assert made_with(found) == f"under {', '.join(map(str, found.hypotheses))}"
    assert f"({made_with(found)}; " in line
