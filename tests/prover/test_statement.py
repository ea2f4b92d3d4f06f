"""Statements: what text claims, which bounds follow from conditions, and when no point meets them."""

import pytest
from sympy import Rational, Symbol, cos, log, oo, pi, sin, sqrt

from verify.core import grammar as core_grammar
from verify.prover.goal import Inequality
from verify.prover.language import FormulaError
from verify.prover.statement import bounds, is_empty, parse_statement, sign_of

a, c, e, x, y = (Symbol(name, real=True) for name in "acexy")


def test_a_statement_is_a_goal_under_conditions():
    found = parse_statement("sin(x) <= x", "0 <= x < oo")
    (goal,) = found.goals
    assert goal.shows == Inequality(x - sin(x), False)
    assert goal.given == (Inequality(x, False),)
    assert goal.variables == (x,)
    assert (found.relation, found.where) == ("sin(x) <= x", "0 <= x < oo")


@pytest.mark.parametrize("where", ["0 <= a <= c and c < pi/3", "0 <= a, a <= c & c < pi/3", "π/3 > c ≥ a ≥ 0"])
def test_conditions_may_be_written_in_several_ways(where):
    given = parse_statement("cos(a) >= cos(c)", where).given
    assert set(given) == {Inequality(a, False), Inequality(c - a, False), Inequality(pi / 3 - c, True)}


def test_conditions_may_be_several_texts():
    found = parse_statement("a <= c", ["0 <= a <= c", "c <= 1"])
    assert found.where == "0 <= a <= c, c <= 1"
    assert len(found.given) == 3


@pytest.mark.parametrize(
    ("where", "kept"),
    [
        ("x>0,0<=y<=1", "x>0, 0<=y<=1"),
        ("0<=x<=1,0 < y", "0<=x<=1, 0 < y"),
        ("x>=0.5,0≤y≤2", "x>=0.5, 0≤y≤2"),
        ("x>0,y>0", "x>0,y>0"),
        ("x < 1, 0<y", "x < 1, 0<y"),
        ("x > 0,1 < y", None),
        ("0,5 <= x, y > 0", None),
        ("x>0,0 + y > 1", None),
        ("x>0,00<y", None),
        ("x>0,0.5<y", None),
        ("y > 0, x>1,0", None),
    ],
)
def test_a_comma_between_digits_separates_only_before_a_zero_alone(where, kept):
    if kept is None:
        with pytest.raises(FormulaError, match=r"the comma in '\d,\S*' at position \d+ may be a decimal one"):
            parse_statement("x < y", where)
        return
    assert parse_statement("x < y", where).where == kept
    assert parse_statement("x < y", where).given == parse_statement("x < y", kept.replace(",", " and ")).given
    read = core_grammar.read_relations
    assert read(kept) == read(kept.replace(",", " and "))


def test_in_a_relation_every_comma_between_digits_is_refused():
    with pytest.raises(FormulaError) as refused:
        parse_statement("x > 0,0 <= y", "x > 0, y > 0")
    assert str(refused.value) == (
        "relation: the comma in '0,0' at position 5 may be a decimal one, which is not read: "
        "write a point for it, or a space after it if it separates"
    )


def test_each_relation_of_a_chain_or_conjunction_is_a_goal():
    goals = parse_statement("x/2 < log(1 + x) <= x and x > 0", "0 < x < 1").goals
    assert [g.shows.strict for g in goals] == [True, False, True]
    assert goals[1].shows.expr == x - log(1 + x)


def test_an_equation_among_the_conditions_is_two_inequalities():
    given = parse_statement("x*y <= 1/4", "x + y = 1").given
    assert set(given) == {Inequality(1 - x - y, False), Inequality(x + y - 1, False)}


def test_infinity_declares_a_domain_and_says_nothing_else():
    assert parse_statement("x < x + 1", "-oo < x < oo").given == ()
    assert parse_statement("x < x + 1", "x <= oo").variables == (x,)


def test_what_is_needed_is_kept_unless_it_holds_always():
    found = parse_statement("log(x) <= sqrt(2)*x/x", "x > 0")
    assert {(r.kind, r.expr) for r in found.requirements} == {(">0", x), ("!=0", x)}


def test_e_is_a_variable_where_it_has_a_domain_of_its_own():
    assert parse_statement("e < 2", "0 < e < 1").variables == (e,)
    with pytest.raises(FormulaError, match="write E"):
        parse_statement("x < 3", "0 < x < e")


def test_a_condition_between_constants_is_decided():
    assert parse_statement("x < 3", "x > 0, 1 < 2").given == (Inequality(x, True),)
    assert is_empty(parse_statement("x < 3", "x > 0, 2 < 1")) is True
    assert is_empty(parse_statement("x < 3", "x > 0, sqrt(8) > 2*sqrt(2)")) is True


BAD = [
    ("x < 1", "", "x has no domain: add it to where, e.g. -oo < x < oo"),
    ("x*y < 1", "x > 0", "y has no domain"),
    ("x = 1", "x > 0", "= is allowed in where only"),
    ("", "x > 0", "relation: it is empty"),
    ("x", "x > 0", "a comparison (<, <=, >, >=) is missing"),
    ("x < 1", "x", "a comparison (<, <=, >, >=) is missing"),
    ("x < oo", "x > 0", "oo is only allowed as a bound in where"),
    ("x < 1", "x > oo", "no number meets the condition"),
    ("x < 1", "x = oo", "no number meets the condition"),
    ("x < 1", "x < -oo", "no number meets the condition"),
    ("x < 1", "x + oo > 0", "oo is only allowed as a bound"),
    ("x < 1", "x > 0, sin > 0", "sin needs its arguments in parentheses"),
    ("asin(2) < x", "x > 0", "undefined everywhere: asin(2) needs -1 >= 0"),
    ("log(1 - 2) < x", "x > 0", "not a real number"),
    ("x < 1", ", ".join(f"v{n} > 0" for n in range(11)), "at most 10"),
    ("x < 1", "pi > 0, x", "comparison"),
]


@pytest.mark.parametrize(("relation", "where", "message"), BAD)
def test_a_bad_statement_is_refused_in_one_line(relation, where, message):
    with pytest.raises(FormulaError) as refused:
        parse_statement(relation, where)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


NAMED = [
    ("x y < 1", "x > 0", "relation: an operator is missing after 'x'"),
    ("y < 1", "x > 0", "relation: y has no domain"),
    ("", "x > 0", "relation: it is empty"),
    ("x = 1", "x > 0", "relation: it must be made of < <= > >="),
    ("x < 1", "x in R", "where: 'in' at position 3 is not read"),
    ("x < 1", "x > 0, x/0 < 1", "where: division by zero"),
    ("x < 1", "pi > 0, pi > x, sin(", "where: "),
    ("x < 1", ["x > 0", "x y < 1"], "where, text 2: an operator is missing after 'x' (a product is written with *) at"),
    ("x < 1", ["x > 0", "x > oo"], "where, text 2: no number meets"),
]


@pytest.mark.parametrize(("relation", "where", "message"), NAMED)
def test_the_argument_that_is_refused_is_named(relation, where, message):
    with pytest.raises(FormulaError) as refused:
        parse_statement(relation, where)
    assert str(refused.value).startswith(message)


# --- bounds ---------------------------------------------------------------------------------------

BOUNDS = [
    ("0 <= x < 1", (0, False, 1, True)),
    ("x > 2", (2, True, oo, True)),
    ("-oo < x < oo", (-oo, True, oo, True)),
    ("0 <= x <= y, y < pi/3", (0, False, pi / 3, True)),
    ("0 <= x <= y, y <= sqrt(2), 2*x + 1 <= y", (0, False, (sqrt(2) - 1) / 2, False)),
    ("x >= 0, y > 0, x + y <= 1", (0, False, 1, True)),
    ("x + y <= 1, x <= y", (-oo, True, Rational(1, 2), False)),
    ("x = y, 1 < y < 2", (1, True, 2, True)),
    ("x > 0, x >= 0, x < 5, x <= 4", (0, True, 4, False)),
    ("x^2 + y^2 <= 2", (-sqrt(2), False, sqrt(2), False)),
    ("4*x^2 < 1", (Rational(-1, 2), True, Rational(1, 2), True)),
    ("x^2 <= y, 1 <= y < 9", (-3, False, 3, False)),
    ("sin(x) > 0", (-oo, True, oo, True)),
]


@pytest.mark.parametrize(("where", "bound"), BOUNDS, ids=[b[0] for b in BOUNDS])
def test_the_bounds_that_follow_are_found(where, bound):
    (goal,) = parse_statement("x < 7", where).goals
    lo, lo_strict, hi, hi_strict = bounds(goal)[x]
    assert (lo_strict, hi_strict) == (bound[1], bound[3])
    for end, wanted in ((lo, bound[0]), (hi, bound[2])):
        assert end == wanted or sign_of(end - wanted) == 0


EMPTY = [
    ("x > 1, x < 0", True), ("x > 0, x < 0", True), ("x >= 1, x < 1", True), ("x >= 1, x <= 1", False),
    ("x < y, y < x", True), ("x <= y, y <= x", False), ("x < y, y < a, a < x", True), ("0 < x < 1", False),
    ("x + y = 1, x > 1, y > 0", True), ("x + y = 1, x >= 1, y >= 0", False), ("pi < x < 22/7", False),
    ("sqrt(2) < x < sqrt(8)/2", True), ("22/7 < x < pi", True), ("x^2 <= 1, x > 1", True), ("x^2 <= 1, x > 0", False),
    ("-oo < x < oo", False), ("x > 0, exp(x) < 2", False),
]  # fmt: skip


@pytest.mark.parametrize(("where", "empty"), EMPTY, ids=[e[0] for e in EMPTY])
def test_a_domain_without_points_is_recognised(where, empty):
    assert is_empty(parse_statement("x < 7", where)) is empty


def test_whether_a_harder_domain_is_empty_is_left_open():
    assert is_empty(parse_statement("x < 7", "x > 0, sin(x) > 1")) is None


SIGNS = [
    (pi - Rational(22, 7), -1),
    (sqrt(2) + sqrt(3) - sqrt(5 + 2 * sqrt(6)), 0),
    (log(6) - log(2) - log(3), 0),
    (cos(pi / 5) - (1 + sqrt(5)) / 4, 0),
    (oo, 1),
    (-oo, -1),
    (x, None),
]


@pytest.mark.parametrize(("constant", "sign"), SIGNS)
def test_signs_of_constants_are_certain_or_withheld(constant, sign):
    assert sign_of(constant) in {sign, None}  # None: it is never wrong
    if constant not in (sqrt(2) + sqrt(3) - sqrt(5 + 2 * sqrt(6)),):
        assert sign_of(constant) == sign
