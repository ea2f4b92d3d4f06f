"""Terms that touch zero inside of their domain, at a point or along a curve, and what is just past them."""

import pytest
import sympy
from sympy import Rational, Symbol, log, sqrt

from tests.prover.goals import asked
from verify.prover.proving import prove
from verify.prover.search import contacts, equations, exponentials, forms, infinity, slopes, substitutions
from verify.prover.search.newton import Slopes
from verify.prover.search.touching import touching

TRUE = [
    ("p*exp(t*(1 - p)) + (1 - p)*exp(-t*p) <= exp(t^2/8)", "0 <= p <= 1, -oo < t < oo"),
    ("log(1 - p + p*exp(x)) <= p*x + x^2/8", "0 <= p <= 1, x >= 0"),
    ("p*log(p) + q*log(q) + (1 - p - q)*log(1 - p - q) >= -log(3)", "p > 0, q > 0, p + q < 1"),
    ("log(exp(x) + exp(y) + exp(z)) <= max(x, y, z) + log(3)", "-oo < x < oo, -oo < y < oo, -oo < z < oo"),
    ("log(1 + exp(x + y)) <= log(1 + exp(x)) + log(1 + exp(y))", "-oo < x < oo, -oo < y < oo"),
    ("x*y <= exp(x - 1) + y*log(y)", "-oo < x < oo, y > 0"),
    ("a*log(a/c) + b*log(b/d) >= (a + b)*log((a + b)/(c + d))", "a > 0, b > 0, c > 0, d > 0"),
    ("log(x) <= a*(x^(1/a) - 1)", "a > 0, x > 0"),
    ("(x^a + y^a)/2 >= ((x + y)/2)^a", "x > 0, y > 0, a >= 1"),
    ("x^a*y^(1 - a) >= 1/(a/x + (1 - a)/y)", "x > 0, y > 0, 0 < a < 1"),
    ("-p*log(p) - (1 - p)*log(1 - p) <= 2*log(2)*sqrt(p*(1 - p))", "0 < p < 1"),
    ("x*log(2*x) + (1 - x)*log(2*(1 - x)) >= 2*(x - 1/2)^2 + 4*(x - 1/2)^4/3", "0 < x < 1"),
    (
        "sqrt(x^2 + x*y + y^2) + sqrt(y^2 + y*z + z^2) + sqrt(z^2 + z*x + x^2) >= sqrt(3)*(x + y + z)",
        "x > 0, y > 0, z > 0",
    ),
    ("exp(a*x)/3 + 2*exp(-a*x/2)/3 <= exp(a^2*x^2/2)", "-oo < x < oo, -oo < a < oo"),
    ("(a^v*b^(1 - v) + a^(1 - v)*b^v)/2 >= sqrt(a*b)", "a > 0, b > 0, 0 <= v <= 1"),
    ("(1 + x)^r <= 1 + r*x/(1 - (r - 1)*x)", "1 < r < 5, -1 < x, (r - 1)*x < 1"),
    (
        "abs(x + y) + abs(y + z) + abs(z + x) <= abs(x) + abs(y) + abs(z) + abs(x + y + z)",
        "-oo < x < oo, -oo < y < oo, -oo < z < oo",
    ),
]

FALSE = [
    ("p*exp(t*(1 - p)) + (1 - p)*exp(-t*p) <= exp(t^2/9)", "0 <= p <= 1, -oo < t < oo"),
    ("log(1 - p + p*exp(x)) < p*x + x^2/8", "0 <= p <= 1, x >= 0"),
    ("p*log(p) + q*log(q) + (1 - p - q)*log(1 - p - q) >= -109/100", "p > 0, q > 0, p + q < 1"),
    ("log(exp(x) + exp(y)) < max(x, y) + log(2)", "-oo < x < oo, -oo < y < oo"),
    ("x*y < exp(x - 1) + y*log(y)", "-oo < x < oo, y > 0"),
    ("a*log(a/c) + b*log(b/d) > (a + b)*log((a + b)/(c + d))", "a > 0, b > 0, c > 0, d > 0"),
    ("(x^a + y^a)/2 >= ((x + y)/2)^a", "x > 0, y > 0, a >= 9/10"),
    ("-p*log(p) - (1 - p)*log(1 - p) <= 68/50*sqrt(p*(1 - p))", "0 < p < 1"),
]


@pytest.mark.spread(6, 1)
@pytest.mark.parametrize(("relation", "where"), TRUE)
def test_what_touches_zero_is_proved(relation, where):
    assert prove(relation, where, budget=60).verdict == "proved"


@pytest.mark.parametrize(("relation", "where"), FALSE)
def test_what_is_past_it_is_refuted(relation, where):
    assert prove(relation, where, budget=10).verdict == "refuted"


x, y, p, q, a = (Symbol(name, real=True) for name in "xypqa")


def test_a_point_of_high_order_is_found_and_split_at():
    goal, samples = asked("x*log(2*x) + (1 - x)*log(2*(1 - x)) >= 2*(x - 1/2)^2 + 4*(x - 1/2)^4/3", "0 < x < 1")
    assert touching(goal, samples) == [{x: Rational(1, 2)}]
    assert [move for _, move in contacts.touched(goal, samples)] == [{"by": x - Rational(1, 2), "closed": True}]


def test_what_only_tends_to_zero_far_out_is_no_contact():
    assert touching(*asked("exp(-x) >= exp(-x - x^2/(1 + x))", "x >= 20")) == []


def test_no_more_digits_are_spent_on_places_outside_of_the_samples(monkeypatch):
    def refined(*_):
        raise AssertionError("a place far out was looked at closely")

    monkeypatch.setattr(Slopes, "refined", refined)
    assert touching(*asked("exp(-x) >= 0", "0 < x < 1")) == []


def test_where_the_term_is_not_small_there_is_nothing_near():
    assert Slopes(x**2 + 1, [2 * x], (x,)).near((0.3,)) is None
    assert Slopes(x**2, [2 * x], (x,)).near((0.3,)) == pytest.approx([0], abs=1e-6)
    almost = Slopes(x**2 + Rational(1, 10**12), [2 * x], (x,))
    assert almost.near((0.3,)) is not None
    assert almost.zero((0.3,)) is None


def test_slopes_of_which_one_is_zero_everywhere_have_no_single_zero():
    assert Slopes(x**2, [2 * x, sympy.S.Zero], (x, y)).refined([0.25, 0.5]) is None
    relation = "1 + (sin(x)^2 + sin(y)^2)/2 >= sin((x + y)/2)^2 + cos(x - y)"
    assert prove(relation, "0 <= x <= pi, 0 <= y <= pi", budget=60).verdict == "proved"


def test_a_term_that_is_as_far_from_zero_as_it_seems_has_no_contact():
    assert touching(*asked("x^2 - x + 1/4 + 10^(-12) >= 0", "0 < x < 1")) == []


def test_tangents_add_up_to_the_term():
    goal, samples = asked("p*log(p) + q*log(q) + (1 - p - q)*log(1 - p - q) >= -log(3)", "p > 0, q > 0, p + q < 1")
    ((rule, data),) = contacts.tangents(goal, samples)
    assert rule == "sum"
    assert sympy.expand(sum(data["terms"]) - goal.shows.expr) == 0
    third = {p: Rational(1, 3), q: Rational(1, 3)}
    for term in data["terms"]:
        assert sympy.simplify(term.subs(third)) == 0
        assert all(sympy.simplify(term.diff(v).subs(third)) == 0 for v in (p, q))


@pytest.mark.parametrize(
    ("relation", "where", "curve"),
    [
        ("(x^p + y^p)/2 >= ((x + y)/2)^p", "x > 0, y > 0, p > 1", x - y),
        ("x^2 + y^4 >= 2*x*y^2", "x > 0, y > 0", x - y**2),
        ("2*x*y - 1 >= log(x) + log(2*y)", "x > 0, y > 0", x - 1 / (2 * y)),
        ("x + y - 1 >= log(x + y)", "x > 0, 0 < y < 1", x + y - 1),
    ],
)
def test_curves_of_contact_are_found_in_closed_form(relation, where, curve):
    goal, samples = asked(relation, where)
    assert curve in [move["by"] for _, move in contacts.curves(goal, samples)]


@pytest.mark.parametrize(
    ("relation", "where", "left"),
    [
        ("log(p + q) - p - q + 1 <= 0", "p > 0, q > 0", {"p": "p_1 - q"}),
        ("exp(a*x) >= 1 + a*x", "x > 0, -oo < a < oo", {"a": "a_1/x"}),
        ("a/x - log(a/x) >= 1", "a > 0, x > 0", {"a": "a_1*x"}),
    ],
)
def test_a_combination_that_alone_occurs_becomes_a_variable(relation, where, left):
    goal, samples = asked(relation, where)
    ((_, data),) = substitutions.combined(goal, samples)
    assert {str(v): str(term) for v, term in data["forward"]} == left


def test_conditions_over_a_negative_variable_are_turned():
    goal, samples = asked("a/x - log(a/x) >= 1", "a < 2*x, x < 0, a < 0")
    ((_, data),) = substitutions.combined(goal, samples)
    ((_, t),) = [(old, new / x) for old, new in data["forward"]]
    assert [t - 2, True] in data["given"]
    assert prove("a/x - log(a/x) >= 1", "a < 2*x, x < 0, a < 0", budget=20).verdict == "proved"


@pytest.mark.parametrize(("where", "is_open"), [("0 < x < pi, 0 < y < pi", True), ("0 < x < pi, 0 < y <= pi", False)])
def test_a_product_is_below_the_ends_of_its_factors_if_these_are_open(where, is_open):
    goal, samples = asked("sin(sqrt(x*y)) >= 0", where)
    ((_, data),) = substitutions.combined(goal, samples)
    ((_, there),) = data["forward"]
    (t,) = there.free_symbols - {*goal.variables}
    assert [sympy.pi**2 - t, is_open] in data["given"]


def test_no_combination_is_seen_where_there_is_none():
    assert list(substitutions.combined(*asked("exp(a*x) >= 1 + a", "x > 0, -oo < a < oo"))) == []


def test_a_sum_of_exponentials_of_multiples_is_factored():
    goal, samples = asked("exp(2*a*x) - 2*exp(a/2)*exp(a*x) + exp(a) >= 0", "-oo < a < oo, -oo < x < oo")
    ((_, data),) = forms.factored(goal, samples)
    assert [n for _, n, _ in data["factors"]] == [2]


def test_what_is_rational_in_exponentials_of_several_variables_becomes_algebraic():
    goal, _ = asked("(exp(x) + 1)*(exp(y) + 1) >= exp(x + y)", "-oo < x < oo, -oo < y < oo")
    ((_, data),) = exponentials.values_of_several(goal)
    assert [v for v, _ in data["forward"]] == [x, y]
    for relation in ("exp(x) + y >= exp(x)", "exp(x) >= 1 + x", "log(exp(x) + exp(y)) >= 0"):
        assert list(exponentials.values_of_several(asked(relation, "x > 0, y > 0")[0])) == []


def test_exponentials_of_multiples_that_differ_widely_stay_as_they_are():
    term = sympy.exp(159 * x / 500) - sympy.exp(67 * x / 50)  # the 159th and 670th power of exp(x/500)
    assert exponentials.by_one_each(term) == (term, {})


def test_a_quotient_that_has_one_value_at_few_points_is_not_taken_for_constant():
    _, samples = asked("x > 0", "0 < x < 1, y > 0")
    assert samples.ratio(3 * x, x) == 3
    assert samples.ratio(x * y, x) is None
    assert samples.ratio(0 * x, x) is None
    samples.points = samples.points[:4]
    assert samples.ratio(3 * x + 1, x + Rational(1, 3)) is None


def test_a_power_of_a_positive_variable_is_taken_out():
    goal, samples = asked("x*sqrt(1 + y^2) - x*y >= 0", "x > 0, y > 0")
    ((_, data),) = forms.scaled(goal, samples)
    assert data["factors"][0] == [x, 1, "+"]
    assert sympy.simplify(data["factors"][1][0] - (sqrt(1 + y**2) - y)) == 0


def test_logarithms_of_products_are_compared_by_these_and_not_where_powers_were_taken_down():
    ((_, data),) = equations.compared_logarithms(*asked("log(1 + x) + log(1 + y) >= log(1 + x + y)", "x >= 0, y >= 0"))
    assert data["given"][-1] == [(1 + x) * (1 + y) / (1 + x + y) - 1, False]
    assert list(equations.compared_logarithms(*asked("log(1 + x^a) >= log(2)", "x >= 1, a > 0"))) == []
    assert list(equations.compared_logarithms(*asked("log(1 + x) <= x", "x >= 0"))) == []


def test_signs_are_right_where_floats_cancel():
    _, samples = asked("x > 0", "10^(-5) < x < 1/1000")
    tiny = sympy.tan(sympy.sin(x)) - sympy.sin(sympy.tan(x))  # x^7/30, less than floats can tell
    assert samples.signs(tiny) == {1}
    assert samples.signs(x**-3 * tiny) == {1}
    assert samples.signs(log(1 + x) - log(1 + 2 * x) + log((1 + 2 * x) / (1 + x))) == {0}


def test_signs_of_powers_are_those_of_their_parity():
    _, samples = asked("x > 0", "0 < x < 1")
    assert samples.signs(x * (x - 2) ** 2) == {1}
    assert samples.signs(x * (x - 2) ** 3) == {-1}


def test_logarithms_are_taken_of_positive_factors():
    goal, samples = asked("x^a*(a + x - a*x) >= x", "x > 0, 0 < a < 1")
    ((_, data),) = forms.logarithms(goal, samples)
    assert all(samples.signs(factor) == {1} for factor in sympy.Mul.make_args(data["larger"]))


def test_an_end_may_have_a_factor_of_one_sign():
    goal, samples = asked("x >= 0", "a > 1, (1 - a)*x + y >= 0, y > 0")
    assert (y / (a - 1), -1) in [(sympy.factor(end), side) for end, side in slopes.ends(goal, x, samples)]


def test_close_to_an_end_the_expansion_decides_all_that_is_left():
    ((rule, _),) = infinity.close(asked("-x*log(x) >= x", "0 < x <= 1/100")[0])
    assert rule == "substitute"
    assert (
        list(infinity.close(asked("-x*log(x) >= x", "0 < x <= 1/3")[0])) == []
    )  # far from the end it is another matter
    assert list(infinity.close(asked("-x*log(x) >= x*y", "0 < x <= 1/100, 0 < y < 1")[0])) == []


def test_a_strict_goal_that_fails_at_an_end_is_not_tried():
    _, samples = asked("x > 0", "x >= 0")
    assert samples.reaches_zero(x)
    assert not samples.reaches_zero(x + 1)
    assert not asked("x > 0", "x > 0")[1].reaches_zero(x)


def test_tangents_along_a_curve_add_up_to_the_term():
    relation = (
        "p*(log(p) - log(q)) + (1 - p)*(log(1 - p) - log(1 - q)) >= 2 - 2*sqrt(p)*sqrt(q) - 2*sqrt(1 - p)*sqrt(1 - q)"
    )
    goal, samples = asked(relation, "0 < p < 1, 0 < q < 1")
    ((rule, data),) = contacts.tangents_along(goal, samples)
    assert rule == "sum"
    assert sympy.expand(sum(data["terms"]) - goal.shows.expr) == 0
    for term in data["terms"]:
        assert sympy.simplify(term.subs(p, q)) == 0
        assert sympy.simplify(term.diff(p).subs(p, q)) == 0
        assert -1 not in samples.signs(term)


def test_the_curves_of_a_goal_are_looked_for_once(monkeypatch):
    goal, samples = asked("x^2 + y^4 >= 2*x*y^2", "x > 0, y > 0")
    found = list(contacts.curves(goal, samples))
    assert found
    monkeypatch.setattr(contacts, "_contacts", None)
    assert list(contacts.curves(goal, samples)) == found


def test_variables_are_centred_where_that_makes_the_term_homogeneous():
    term = "(1 - p)*(log(1 - p) - log(1 - q)) >= q - p"
    goal, samples = asked(term, "0 < p < 1, 0 < q < 1")
    ((_, data),) = substitutions.centred(goal, samples)
    assert [term for _, term in data["inverse"]] == [1 - p, 1 - q]
    for relation in ("p*(log(p) - log(q)) >= p - q", "log(1 - p) - log(1 - q) >= q - p - 1"):
        assert list(substitutions.centred(*asked(relation, "0 < p < 1, 0 < q < p"))) == []
