"""Each rule of a certificate: what it reduces a goal to, and what it refuses when a sign or a condition is off."""

import pytest
from sympy import (
    Abs,
    Float,
    Max,
    Rational,
    S,
    Symbol,
    acos,
    atan,
    cos,
    cosh,
    exp,
    gamma,
    log,
    oo,
    pi,
    sin,
    sinh,
    sqrt,
    tan,
)

from verify.balls.arithmetic import ARITHMETICS, Arb
from verify.prover.alarm import worked
from verify.prover.certificate import Certificate, Step, check, reduce
from verify.prover.goal import Goal, Inequality
from verify.prover.rejected import Rejected
from verify.prover.search.proving import Search
from verify.prover.statement import parse_statement

x, y, t, s = (Symbol(name, real=True) for name in "xyts")
OBVIOUS, CONSTANT = Step("obvious"), Step("constant")
UNIT = ((x, S(0), S(1)),)


def goal(relation, where):
    (found,) = parse_statement(relation, where).goals
    return found


def holds(goal, step):
    for arithmetic in ARITHMETICS:
        check(Certificate(goal, step), arithmetic)


def refused(text, goal, rule, **data):
    with pytest.raises(Rejected) as caught:
        check(Certificate(goal, Step(rule, data)))
    assert text in str(caught.value), caught.value
    assert "\n" not in str(caught.value)


def left(goal, rule, **data):
    return [str(g.shows) for g in reduce(goal, rule, data, Arb)]


def test_a_goal_that_is_a_condition_is_obvious_and_its_strict_form_is_not():
    holds(goal("x >= 0", "x >= 0"), OBVIOUS)
    holds(goal("x > 0", "x > 0"), OBVIOUS)
    refused("it is not plain", goal("x > 0", "x >= 0"), "obvious")
    refused("it is not plain", goal("x > 0", "0 <= x <= 2"), "obvious")


def test_an_empty_domain_makes_everything_obvious():
    holds(goal("x > 7", "x > 1, x < 0"), OBVIOUS)
    refused("it is not plain", goal("x > 7", "x >= 1, x <= 1"), "obvious")


def test_constants_are_decided():
    holds(goal("pi > 3", "x > 0"), CONSTANT)
    holds(goal("sqrt(2)*sqrt(3) >= sqrt(6)", "x > 0"), CONSTANT)
    refused("it is not certain", goal("sqrt(2)*sqrt(3) > sqrt(6)", "x > 0"), "constant")
    refused("it is not certain", goal("3 > pi", "x > 0"), "constant")


def test_a_contradiction_among_conditions_proves_the_goal():
    empty = goal("x > 7", "x^2 <= -1, x < 0")
    assert left(empty, "contradiction", condition=0) == ["x**2 + 1 > 0"]
    refused("condition", empty, "contradiction", condition=5)


def cover(tree, *, faces=(), points=(), bounds=UNIT, precision=64, margin=None):
    data = {
        "bounds": [list(b) for b in bounds],
        "faces": [list(f) for f in faces],
        "tree": tree,
        "precision": precision,
    }
    return data | ({"points": [list(p) for p in points]} if points else {}) | ({"margin": margin} if margin else {})


def test_boxes_cover_the_domain():
    g = goal("x^2 - x + 1 > 0", "0 <= x <= 1")
    holds(g, Step("boxes", cover("0LL")))
    refused("still to cover", g, "boxes", **cover("0L"))
    refused("goes on", g, "boxes", **cover("0LLL"))
    refused("no variable number", g, "boxes", **cover("1LL"))
    refused("no condition is certain to fail", g, "boxes", **cover("0LX"))
    refused("no node", g, "boxes", **cover("0Lb"))
    refused("not certain to be positive", goal("x^2 - x + 1/4 > 0", "0 <= x <= 1"), "boxes", **cover("0LL"))


def test_bounds_are_those_that_the_conditions_give():
    g = goal("x + 1 > 0", "0 <= x <= 1")
    refused("do not say", g, "boxes", **cover("L", bounds=[(x, S(0), Rational(1, 2))]))
    refused("have none", goal("x + y + 1 > 0", "0 <= x <= 1, y >= 0"), "boxes", **cover("L"))


def test_a_vanishing_factor_is_divided_out_where_it_vanishes_identically():
    g = goal("x - sin(x) > 0", "0 < x <= 1")
    holds(g, Step("boxes", cover("b", faces=[(x, S(0), 3, 3)]), (OBVIOUS,)))
    refused("not certain to be zero", g, "boxes", **cover("b", faces=[(x, S(0), 4, 4)]))
    refused("not certain to be zero", goal("x - sin(x) + 1/1000 > 0", "0 < x <= 1"), "boxes",
            **cover("b", faces=[(x, S(0), 3, 3)]))  # fmt: skip
    with_the_end = goal("x - sin(x) > 0", "0 <= x <= 1")
    with pytest.raises(Rejected):
        check(Certificate(with_the_end, Step("boxes", cover("b", faces=[(x, S(0), 3, 3)]), (OBVIOUS,))))


def test_at_an_upper_end_the_sign_of_the_distance_counts():
    below, above = "cos(x) > 0", "-cos(x) > 0"
    at = [(x, S(1), pi / 2)]
    holds(goal(below, "1 <= x < pi/2"), Step("boxes", cover("b", faces=[(x, pi / 2, 1, 1)], bounds=at), (OBVIOUS,)))
    refused("not certain to be positive", goal(above, "1 <= x < pi/2"), "boxes",
            **cover("b", faces=[(x, pi / 2, 1, 1)], bounds=at))  # fmt: skip


def test_a_point_of_contact_inside_needs_convexity_around_it():
    g = goal("exp(x - 1/3) - x - 2/3 >= 0", "0 <= x <= 1")
    holds(g, Step("boxes", cover("P", points=[(Rational(1, 3),)])))
    refused("not certain to vanish", g, "boxes", **cover("P", points=[(Rational(1, 2),)]))
    concave = goal("x + 2/3 - exp(x - 1/3) >= 0", "0 <= x <= 1")
    refused("not certain to be non-negative", concave, "boxes", **cover("P", points=[(Rational(1, 3),)]))
    strict = goal("exp(x - 1/3) - x - 2/3 > 0", "0 <= x <= 1")
    refused("not strict", strict, "boxes", **cover("P", points=[(Rational(1, 3),)]))


def test_a_margin_that_is_raised_is_refused():
    g = goal("x + 1 > 0", "0 <= x <= 1")
    check(Certificate(g, Step("boxes", cover("L", margin={"mpmath": "1"}))), "mpmath")
    with pytest.raises(Rejected, match="margin"):
        check(Certificate(g, Step("boxes", cover("L", margin={"mpmath": "1.0000000001"}))), "mpmath")


def test_factors_have_signs():
    g = goal("x*(1 - x)^3*y^2 >= 0", "0 <= x <= 1, -oo < y < oo")
    rows = [[x, 1, "+"], [1 - x, 3, "+"], [y, 2, ""]]
    holds(g, Step("product", {"factors": rows}, (OBVIOUS, OBVIOUS)))
    refused("multiply to -", g, "product", factors=[[x, 1, "+"], [1 - x, 3, "-"], [y, 2, ""]])
    refused("not certain that", g, "product", factors=[[x, 1, "+"], [1 - x, 2, ""], [y, 2, ""]])
    refused("needs a sign", goal("x*y^2 > 0", "x > 0, -oo < y < oo"), "product", factors=[[x, 1, "+"], [y, 2, ""]])


def test_terms_of_a_sum_are_not_negative():
    g = goal("x^2 + exp(x) > 0", "-oo < x < oo")
    holds(g, Step("sum", {"terms": [x**2, exp(x)], "strict": 1}, (OBVIOUS, OBVIOUS)))
    refused("strict", g, "sum", terms=[x**2, exp(x)])
    refused("not certain that", g, "sum", terms=[x**2, exp(2 * x)], strict=1)


def test_terms_are_rewritten_where_they_are_equal_and_conditions_where_they_follow():
    g = goal("log(x*y) >= 0", "x >= 1, y >= 1")
    assert left(g, "rewrite", shows=log(x) + log(y), given=[[x, True]]) == [
        "x > 0",
        "y > 0",
        "x > 0",
        "log(x) + log(y) >= 0",
    ]
    refused("not certain that", g, "rewrite", shows=log(x) - log(y))


def test_squares_decide_a_sum_with_a_root():
    g = goal("1 + x - sqrt(1 + 2*x) >= 0", "x >= 0")
    assert left(g, "surd", a=1 + x, b=S(-1), c=1 + 2 * x, larger="a") == ["x + 1 >= 0", "x**2 >= 0"]
    refused("not certain that", g, "surd", a=1 + x, b=S(1), c=1 + 2 * x, larger="a")


def test_a_split_covers_both_sides():
    g = goal("x^2 >= 0", "-oo < x < oo")
    parts = reduce(g, "split", {"by": x}, Arb)
    assert [str(p.given[-1]) for p in parts] == ["x >= 0", "-x > 0"]
    assert left(g, "split", by=log(x))[0] == "x > 0", "where the term is undefined neither case would hold"
    refused("in the variables", g, "split", by=y)


def test_absolute_values_and_maxima_are_unfolded_into_all_their_branches():
    g = goal("abs(x) >= x", "-oo < x < oo")
    assert left(g, "unfold", node=Abs(x)) == ["0 >= 0", "-2*x >= 0"]
    g = goal("max(x, y) >= x", "x > 0, y > 0")
    assert [len(p.given) for p in reduce(g, "unfold", {"node": Max(x, y)}, Arb)] == [3, 3]
    refused("node", g, "unfold", node=x)


def test_variables_that_may_be_exchanged_are_put_in_order():
    g = goal("x^2 + y^2 >= 2*x*y", "x > 0, y > 0")
    (ordered,) = reduce(g, "order", {"pair": [x, y]}, Arb)
    assert str(ordered.given[-1]) == "x - y >= 0"
    refused("stays the same", goal("x^2 + 2*y^2 >= 0", "x > 0, y > 0"), "order", pair=[x, y])
    refused("conditions change", goal("x^2 + y^2 >= 2*x*y", "x > 0, y > 1"), "order", pair=[x, y])


def test_new_variables_reach_the_whole_domain():
    g = goal("x >= 1", "x >= 1")
    reached = {"forward": [[x, 1 + t]], "inverse": [[t, x - 1]], "given": [[t, False]]}
    assert left(g, "substitute", **reached) == ["x - 1 >= 0", "t >= 0"]
    refused("at the inverse", g, "substitute", forward=[[x, t**2]], inverse=[[t, x]])
    refused("not be old ones", g, "substitute", forward=[[x, 1 + x]], inverse=[[x, x - 1]])
    narrow = {"forward": [[x, 1 + t]], "inverse": [[t, x - 1]], "given": [[t - 1, False]]}
    assert left(goal("x >= 2", "x >= 1"), "substitute", **narrow)[0] == "x - 2 >= 0"


def test_what_rises_is_least_at_its_lower_end():
    g = goal("exp(x) - 1 - x >= 0", "x >= 0")
    shows = left(g, "monotone", variable=x, end=S(0), side=1)
    assert shows == ["x >= 0", "exp(x) - 1 >= 0", "0 >= 0"]
    refused("linear", goal("exp(x) >= 1 + x", "x^2 <= 4, x >= 0"), "monotone", variable=x, end=S(0), side=1)
    refused("unfolded", goal("abs(x) >= 0", "x >= 0"), "monotone", variable=x, end=S(0), side=1)
    refused("side", g, "monotone", variable=x, end=S(0), side=0)
    refused("other variables", g, "monotone", variable=x, end=x, side=1)
    refused("strict", goal("exp(x) - 1 - x > 0", "x > 0"), "monotone", variable=x, end=S(0), side=1)


def test_a_pole_between_the_end_and_the_point_is_met():
    g = goal("-1/x > 0", "-1 <= x <= 1")
    shows = left(g, "monotone", variable=x, end=S(-1), side=1, strict="end")
    assert "x**2 > 0" in shows, "that x is not 0 is left to be proved, and it cannot be"


def test_inside_the_segment_the_conditions_are_strict():
    g = goal("asin(x) >= x", "0 <= x <= 1")
    parts = reduce(g, "monotone", {"variable": x, "end": S(0), "side": 1}, Arb)
    slope = parts[-2]
    assert "1 - x > 0" in [str(c) for c in slope.given]


def test_a_limit_is_taken_where_logarithms_are_multiplied_by_zero():
    g = goal("-x*log(x) >= 0", "0 < x <= 1/3")
    shows = left(g, "monotone", variable=x, end=S(0), side=1, limit=True)
    assert shows[-1] == "0 >= 0"
    refused(
        "does not vanish", goal("-log(x) >= 0", "0 < x <= 1/3"), "monotone", variable=x, end=S(0), side=1, limit=True
    )
    refused("polynomial in the logarithm", goal("exp(log(x)^2/(1 + log(x))) >= 0", "0 < x <= 1/3"), "monotone",
            variable=x, end=S(0), side=1, limit=True)  # fmt: skip


def test_a_concave_term_is_least_at_an_end():
    g = goal("sin(x) - 2*x/pi >= 0", "0 <= x <= pi/2")
    shows = left(g, "concave", variable=x, lower=S(0), upper=pi / 2)
    assert shows[-3:] == ["sin(x) >= 0", "0 >= 0", "0 >= 0"]
    refused("strict", goal("sin(x) > 0", "0 < x < pi"), "concave", variable=x, lower=S(0), upper=pi)


@pytest.mark.parametrize("node", [sin(x), cos(x), exp(x), log(x), atan(x), sinh(x), cosh(x)])
def test_what_is_kept_of_a_function_is_true_of_it(node):
    bounds = goal("x > 0", "1/7 <= x <= 5").given
    parts = reduce(Goal((x,), bounds, Inequality(node, True)), "abstract", {"nodes": [[node, y]]}, Arb)
    for value in (Rational(1, 7), Rational(3, 2), S(3), S(5)):
        for condition in parts[0].given:
            there = condition.expr.subs(y, node).subs(x, value)
            assert there.evalf(30) >= -(10**-25), (node, value, condition)


def test_nothing_is_made_up_of_other_functions():
    refused("nothing is known", goal("tan(x) > x", "0 < x < 1"), "abstract", nodes=[[tan(x), y]])
    refused("new real", goal("sin(x) < 2", "0 < x < 1"), "abstract", nodes=[[sin(x), x]])


def test_logarithms_keep_the_order_of_positive_terms():
    g = goal("2^x >= x^2", "2 <= x <= 3")
    assert left(g, "logs", larger=2**x, smaller=x**2)[-1] == "x*log(2) - 2*log(x) >= 0"
    refused("not certain that", g, "logs", larger=2**x, smaller=x**3)


def test_an_arctangent_has_a_complement_for_positive_arguments_only():
    g = goal("atan(1/x) > 0", "x > 0")
    assert left(g, "complement", node=atan(1 / x)) == ["1/x > 0", "-atan(x) + pi/2 > 0"]


def test_half_angles_cover_less_than_a_full_turn():
    g = goal("2 + cos(x) + sin(x) > 0", "-pi < x < pi")
    (rational,) = reduce(g, "half angle", {"variable": x, "scale": S(1), "new": t}, Arb)
    assert rational.given == ()
    refused("no half angle", goal("2 + cos(x) > 0", "-pi <= x < pi"), "half angle", variable=x, scale=S(1), new=t)
    refused("may leave", goal("2 + cos(x) > 0", "-4 < x < 3"), "half angle", variable=x, scale=S(1), new=t)
    refused("outside of sines", goal("x + cos(x) > -9", "-1 < x < 1"), "half angle", variable=x, scale=S(1), new=t)
    refused("small multiple", goal("cos(x/2) > 0", "-1 < x < 1"), "half angle", variable=x, scale=S(1), new=t)


def test_half_angles_everywhere_leave_the_odd_multiples_of_a_half_turn():
    g = goal("1 + cos(x) >= cos(2*y)", "-oo < x < oo, 0 < y < 1")
    data = {"variable": x, "scale": S(1), "new": t, "everywhere": True}
    at_rim, rational = reduce(g, "half angle", data, Arb)
    assert str(at_rim.shows) == "-cos(2*y) >= 0"
    assert [str(c) for c in rational.given] == ["y > 0", "1 - y > 0"]
    (bounded,) = reduce(goal("cos(x) > 0", "-1 < x < 1, sin(x) > 0, x*cos(x) > 0"), "half angle", data, Arb)[1:]
    assert [str(c) for c in bounded.given] == ["2*t/(t**2 + 1) > 0"]
    refused("outside of sines", goal("x + cos(x) > -9", "x > 0"), "half angle", **data)


def test_a_variable_that_an_equation_gives_is_replaced():
    g = goal("x*y <= 1/4", "x + y = 1")
    assert left(g, "substitute", forward=[[y, 1 - x]], inverse=[]) == [
        "-x - y + 1 >= 0", "x + y - 1 >= 0", "-x*(1 - x) + 1/4 >= 0"
    ]  # fmt: skip
    refused("it is not certain", goal("x*y <= 1/4", "x + y >= 1"), "substitute", forward=[[y, 1 - x]], inverse=[])


@pytest.mark.parametrize("term", [x + oo, 1j * x, x + 0.5, Symbol("z") + x, Max(x, acos(y)) + gamma(x)])
def test_what_is_no_real_formula_is_refused(term):
    with pytest.raises(Rejected):
        check(Certificate(Goal((x,), (), Inequality(term, True)), OBVIOUS))


def test_data_that_answer_differently_each_time_are_refused():
    class Changing(str):
        pass

    with pytest.raises(Rejected, match="data"):
        check(Certificate(goal("x > 0", "x > 0"), Step("boxes", {"tree": Changing("L")})))
    with pytest.raises(Rejected, match="no rule"):
        check(Certificate(goal("x > 0", "x > 0"), Step("believe")))


def test_a_search_proves_nothing_that_its_check_refuses():
    for relation, where in (
        ("sin(x) < x", "0 < x < 1"),
        ("sqrt(1 + x) <= 1 + x/2", "x >= 0"),
        ("x^x >= 1/2", "0 < x < 1"),
    ):
        g = goal(relation, where)
        step = Search(worked() + 20).prove(g)
        assert step is not None, relation
        holds(g, step)


def test_roots_are_not_taken_of_negative_numbers():
    g = Goal((x,), (Inequality(x + 1, False), Inequality(1 - x, False)), Inequality(sqrt(x) - 1, False))
    refused("it is not plain", g, "obvious")


def test_other_terms_must_be_defined_where_the_goal_is():
    everywhere = goal("(x - 1)^2 > 0", "0 < x < 2")
    hidden = (x - 1) ** 2 * (2 * x**2 - 2) / (x**2 - 1) / 2
    assert "(x**2 - 1)**2 > 0" in left(everywhere, "rewrite", shows=hidden), (
        "it is undefined at x = 1, where the goal fails"
    )
    there = {"forward": [[x, (t**2 - t) / (t - 1)]], "inverse": [[t, x]]}
    assert "(x - 1)**2 > 0" in left(everywhere, "substitute", **there)
    point = goal("x - 2 >= 0", "1 <= x <= 1")
    rows = [[(x - 2) * (x - 1), 1, "+"], [x - 1, -1, "+"]]
    assert "(x - 1)**2 > 0" in left(point, "product", factors=rows)
    assert "(x - 1)**2 > 0" in left(point, "sum", terms=[1 / (x - 1), x - 2 - 1 / (x - 1)])
    assert left(goal("x/(1 + x) >= 0", "x >= 0"), "product", factors=[[x, 1, "+"], [1 + x, -1, "+"]]) == [
        "x >= 0",
        "x + 1 >= 0",
    ], "what the goal's own term needs is not asked for again"


ROOT = sqrt(x) * (sqrt(x) + 1) - sqrt(x)
"""It is x where x is not negative, and undefined elsewhere; sympy does not multiply it out."""


def test_terms_that_forget_a_part_of_the_domain_prove_nothing():
    false = Goal((x,), (), Inequality(x, False))
    for rule, data in (
        ("product", {"factors": [[sqrt(x), 2, ""]]}),
        ("rewrite", {"shows": ROOT}),
        ("rewrite", {"given": [[sqrt(x), False]]}),
        ("sum", {"terms": [ROOT, S(0)]}),
        ("surd", {"a": ROOT, "b": S(0), "c": S(1), "larger": "a"}),
        ("logs", {"larger": 1 + ROOT, "smaller": S(1)}),
        ("substitute", {"forward": [[x, ROOT.subs(x, t)]], "inverse": [[t, x]]}),
        ("substitute", {"forward": [[x, t]], "inverse": [[t, x]], "given": [[sqrt(t), False]]}),
    ):
        assert "x >= 0" in left(false, rule, **data), (rule, "that x is not negative is left to be proved")
    refused("no part of the goal", false, "unfold", node=Abs(sqrt(x) - 1))
    refused("no part of the goal", false, "abstract", nodes=[[exp(sqrt(x)), y]])


def test_a_function_of_the_new_variable_itself_is_no_node():
    false = Goal((x,), (), Inequality(S(-1), False))
    refused("other variables", false, "abstract", nodes=[[exp(y), y]])
    declared = Symbol("y", positive=True)
    refused("new real", goal("log(x) >= 0", "x > 0"), "abstract", nodes=[[log(x), declared]])


def test_an_exchange_of_variables_keeps_what_is_defined():
    lopsided = Goal(
        (x, y), (Inequality(1 + ROOT.subs(x, y), False), Inequality(1 + x, False)), Inequality(x * y, False)
    )
    assert "x >= 0" in left(lopsided, "order", pair=[x, y])


def test_conditions_are_linear_as_they_are_written():
    g = Goal((x,), (Inequality(5 - ROOT, False), Inequality(x + 1, False)), Inequality(x**2 - Rational(1, 2), False))
    refused("not linear", g, "monotone", variable=x, end=S(-1), side=1)


def test_floats_are_no_data():
    g = Goal((y,), (Inequality(1 - y, False),), Inequality(1 - Rational(1, 10**30) - y, False))
    refused("data are terms", g, "rewrite", shows=Float(1) - y)


def test_what_a_symbol_is_declared_to_be_is_no_condition():
    positive = Symbol("x", positive=True)
    false = Goal((positive,), (Inequality(positive + 1, False),), Inequality(positive**2 - Rational(1, 2), False))
    with pytest.raises(Rejected, match="declared real"):
        check(Certificate(false, OBVIOUS))


def test_a_term_that_sympy_makes_less_defined_is_refused():
    w = Symbol("w", real=True)
    given = (Inequality(x, False), Inequality(-x, False))
    false = Goal((w, x), given, Inequality(w + sqrt(w * x), False))
    refused("needs", false, "substitute", forward=[[x, y**2]], inverse=[[y, sqrt(x)]])
    shifted = goal("tan(x) + 1 >= 0", "0 <= x <= 3")
    (moved,) = list(reduce(shifted, "substitute", {"forward": [[x, y + pi / 2]], "inverse": [[y, x - pi / 2]]}, Arb))
    with pytest.raises(Rejected, match="no enclosure"):
        check(Certificate(moved, OBVIOUS))
