"""The refuter: it finds planted violations, never refutes what is true, and only exact points count."""

import math

import pytest
from sympy import E, Integer, Max, Rational, Symbol, exp, log, nan, oo, pi, sqrt

from tests.sampling import every
from verify.balls.evaluate import enclose
from verify.prover.alarm import worked
from verify.prover.allowance import Allowance
from verify.prover.refute import find_counterexample
from verify.prover.statement import ALLOWED, holds, parse_statement, sign_of
from verify.prover.violation import exact_at, violation

x, y = (Symbol(name, real=True) for name in "xy")


def search(relation, where, work=5):
    statement = parse_statement(relation, where)
    for goal in statement.goals:
        found = find_counterexample(goal, statement.requirements, Allowance(work))
        if found:
            return statement, goal, found
    return statement, statement.goals[0], None


FALSE = [
    # sharp constants just past the edge; the violation is small, near an end, or both
    ("sin(x) >= x - 0.1666*x^3", "0 < x < 1"),
    ("sin(x) >= x - 0.166666666666*x^3", "0 < x < 1"),
    ("x - x^3/6 + x^5/120 >= sin(x)*1.00000000000000000001", "0 < x < 1"),
    ("log(1 + x) <= x - x^2/2 + 0.3333*x^3", "0 < x < 1"),
    ("sin(x)/x >= cos(x)^0.3333", "0 < x < pi/2"),
    ("tan(x) <= 1000000", "0 < x < pi/2"),
    ("atan(x) >= 3*x/(1 + 2*sqrt(1 + x^2))*1.0000001", "x > 0"),
    ("sinh(x)/x <= (2 + cosh(x))/3*0.9999999", "x > 0"),
    ("p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= 2.0001*(p - q)^2", "0 < p < 1, 0 < q < 1"),
    ("(cos(a) - cos(c))/cos(c) <= c^2 - a^2", "0 <= a <= c <= 1.3"),
    ("x + 1/x >= 2 + 1/10^20", "x > 0"),
    ("log(x) <= x - 1 - 1/10^30", "x > 0"),
    ("x^4*y^2 + x^2*y^4 - 3*x^2*y^2 + 0.9999999999 >= 0", "-oo < x < oo, -oo < y < oo"),
    ("a/(b + c) + b/(a + c) + c/(a + b) >= 1.5000001", "a > 0, b > 0, c > 0"),
    ("sqrt(x)*log(x) >= -0.7357", "x > 0"),
    # far out
    ("exp(x) <= x^100", "x >= 2"), ("(1 + 1/x)^x <= 2.71828", "x > 0"), ("exp(-x) >= 10^-50", "x > 0"),
    ("x*sin(x) >= -100000", "x > 0"),
    # conditions that leave no room for random points
    ("x*y <= 1/4 - 1/1000000", "x + y = 1, x >= 0"), ("a + b + c >= 3.0001", "a*b*c = 1, a > 0, b > 0, c > 0"),
    ("a^2 + b^2 + c^2 + d^2 >= 0.2500001", "a + b + c + d = 1"), ("x + y <= sqrt(2) - 1/10^12", "x^2 + y^2 <= 1"),
    ("sin(x) + sin(y) + sin(z) <= 2.598", "x + y + z = pi, x > 0, y > 0, z > 0"),
    ("a*b + c*d + f*g >= -2.999", ", ".join(f"-1 <= {v} <= 1" for v in "abcdfg")),
    ("x*y <= 4999999/10000000", "x^2 + y^2 = 1"), ("y >= -99999/100000", "x^2 + y^2 = 1"),
    ("x*y < 1/2", "x^2 + y^2 = 1"), ("x*y <= 1/2", "x^2 + 2*x*y + 3*y^2 = 4"),
    # equality where the claim is strict
    ("log(x) > 0", "x >= 1"), ("sin(x) < x", "0 <= x < 1"), ("(x - 1/3)^2 > 0", "-oo < x < oo"),
    ("(x^2 - 2)^2 > 0", "x > 0"), ("(x^2 - x - 1)^2 > 0", "x > 0"), ("sin(x) < 1", "0 < x < pi"),
    ("(x - 1/3)^2 + (y - pi/5)^2 > 0", "0 < x < 1, 0 < y < 1"), ("E^x > x^E", "x > 0"),
    ("x^4*y^2 + x^2*y^4 - 3*x^2*y^2 + 1 > 0", "-oo < x < oo, -oo < y < oo"), ("x^2 - 2*x*y + y^2 > 0", "0 < x <= y"),
    ("max(x, 1 - x) > 1/2", "0 <= x <= 1"),
    # in other coordinates only: towers, distances to an end that no double holds, what a function is of
    ("log(log(x)) < 20", "x > 3"), ("log(x) <= 10^6", "x > 0"), ("-log(1 - x) <= 500", "0 < x < 1"),
    ("acosh(x) + log(y) <= 500", "x >= 1, y >= 1"), ("x^2*sin(1/x) < x^2", "x > 0"),
    ("1/(1 - x) <= 10^45", "0 < x < 1"),
    # equality at roots, logarithms, angles, and at a root of a cubic equation
    ("(x^3 - 2)^2 > 0", "0 <= x <= 2"), ("abs(x^2 + x - 1/7) > 0", "x > 0"), ("(2^x - 3)^2 > 0", "-oo < x < oo"),
    ("exp(x) - 3*x > 3 - 3*log(3)", "-oo < x < oo"), ("abs(tan(x) - 3) > 0", "0 <= x < 3/2"),
    ("(x^2 - 2)^2 + (y^3 - 3)^2 > 0", "-oo < x < oo, -oo < y < oo"), ("(x^3 - 3*x + 1)^2 > 0", "0 < x < 1"),
    ("abs(x^3 + x - 1) > 0", "-oo < x < oo"), ("abs(exp(x) - 5) >= 10^-45", "0 < x < 5"),
    # on curves, and at corners
    ("x*y <= 0.4999999", "x^2 + y^2 = 1"), ("x*y < 1/2", "x^2 + y^2 = 1"), ("x + y >= -10", "exp(x) + exp(y) = 2"),
    ("x + y + z <= 1.7320508", "x^2 + y^2 + z^2 = 1"), ("2*x + 3*y <= 3.6", "x^2 + y^2 <= 1, x^2 + y^2 >= 1"),
    ("x + y >= -1.9", "x^2 - 2*y^2 = 1, x <= -1"), ("x <= 10", "1 <= x*y, x*y <= 1 + 10^-30, x > 0, y > 0"),
    ("abs(x - 1/3) + abs(y - 2/7) > 0", "-oo < x < oo, -oo < y < oo"),
    ("abs(x - sqrt(2)) + abs(y - x^2) >= 10^-30", "-oo < x < oo, -oo < y < oo"), ("x <= 1.1", "x^4 + y^4 - x*y = 1"),
    ("abs(abs(x - 1) - abs(x - 2) + 1/3) > 0", "-oo < x < oo"),
    ("max(abs(x - 1), abs(y - 2), abs(x + y - 4)) > 1/3", "-oo < x < oo, -oo < y < oo"),
    # without variables
    ("1 < 0", ""), ("pi > 22/7", ""), ("1/3 < 1/3", ""), ("sqrt(2) + sqrt(3) < sqrt(5 + 2*sqrt(6))", ""),
]  # fmt: skip


@pytest.mark.parametrize(("relation", "where"), every(6, FALSE, [f[0] for f in FALSE]))
def test_a_planted_violation_is_found_and_exact(relation, where):
    statement, goal, found = search(relation, where)
    assert found is not None
    point = dict(found.point)
    assert set(point) == set(goal.variables)
    for g in goal.given:
        assert holds(type(g)(g.expr.xreplace(point), g.strict)) is True
    for needed in statement.requirements:
        assert ALLOWED[needed.kind](sign_of(needed.expr.xreplace(point)))
    if found.violation == "0":
        assert goal.shows.strict
    else:
        assert found.violation.startswith(("[-", "-"))
        assert enclose(goal.shows.expr, {v: enclose(p, {}, 2000) for v, p in point.items()}, 2000) < 0


TRUE = [
    ("sin(x) <= x", "0 <= x < oo"), ("sin(x) < x", "0 < x < 1"), ("tan(x) > x", "0 < x < pi/2"),
    ("x*y <= 1/2", "x^2 + y^2 = 1"), ("sqrt(2) + sqrt(3) <= sqrt(5 + 2*sqrt(6))", ""),
    ("(x - 1)^2 >= 0", "-oo < x < oo"), ("x^x >= 0.6922", "x > 0"), ("E^x >= x^E", "x > 0"),
    ("sin(x)/x >= cos(x)^0.3334", "0 < x < pi/2"), ("log(x) <= x - 1", "x > 0"), ("log(x) > 0", "x > 1"),
    ("p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= 2*(p - q)^2", "0 < p < 1, 0 < q < 1"),
    ("a/(b + c) + b/(a + c) + c/(a + b) >= 3/2", "a > 0, b > 0, c > 0"),
    ("x^4*y^2 + x^2*y^4 - 3*x^2*y^2 + 1 >= 0", "-oo < x < oo, -oo < y < oo"),
    ("a + b + c >= 3", "a*b*c = 1, a > 0, b > 0, c > 0"), ("sqrt(x*y) <= (x + y)/2", "x >= 0, y >= 0"),
    ("(sqrt(x) - sqrt(y))^2 >= 0", "x > 0, y > 0"), ("sqrt(x^2) >= x", "-oo < x < oo"),
    ("log(log(x)) < 20", "3 < x < exp(exp(20))"), ("atanh(x) <= 50", "0 <= x < 1 - exp(-90)"),
    ("tanh(x) < 1", "-oo < x < oo"),
    ("x*sin(1/x) < 1", "x > 0"), ("(x^3 - 2)^2 > 0", "0 <= x <= 1.2599"), ("(x^3 - 3*x + 1)^2 >= 0", "0 < x < 1"),
    ("(x^2 - 2)^2 + (x - 1.41421356237309504880168872420969807)^2 > 0", "-oo < x < oo"),
    ("(x^2 - 2)^2 + (y^3 - 3)^2 + (x*y - 2)^2 > 0", "-oo < x < oo, -oo < y < oo"),
    ("x*y <= 1/2", "x^2 + y^2 = 1"), ("x + y <= sqrt(2)", "x^2 + y^2 = 1"),
    ("max(x, y, 1 - x - y) >= 1/3", "x >= 0, y >= 0"),
]  # fmt: skip


@pytest.mark.spread(10)
@pytest.mark.parametrize(("relation", "where"), TRUE, ids=[t[0] for t in TRUE])
def test_what_is_true_is_not_refuted(relation, where):
    assert search(relation, where, work=1)[2] is None


UNDEFINED = [
    # nowhere that the claim fails is everything defined
    ("log(x) < 1 + log(x)", "-oo < x < oo"), ("0*log(x) >= 0", "-oo < x < oo"), ("x/x >= 1", "-oo < x < oo"),
    ("exp(log(x)) > 0", "-oo < x < oo"), ("sqrt(x)^2 >= 0", "-oo < x < oo"),
    ("sqrt(x)*sqrt(x - 3) >= 0", "-oo < x < oo"), ("asin(x) <= pi/2", "-oo < x < oo"),
    ("acosh(x)*atanh(x) >= 1", "-oo < x < oo"), ("log(log(x)) < log(x)", "-oo < x < oo"),
]  # fmt: skip


@pytest.mark.parametrize(("relation", "where"), every(4, UNDEFINED, [u[0] for u in UNDEFINED]))
def test_a_point_where_something_is_undefined_is_no_counterexample(relation, where):
    assert search(relation, where, work=1)[2] is None


def test_points_are_simple_where_they_can_be():
    points = {
        ("x^3 - 3*x + 2 > 0", "x > 0"): 1,
        ("(x^2 - 2)^2 > 0", "x > 0"): sqrt(2),
        ("sin(x) < 1", "0 < x < pi"): pi / 2,
        ("E^x > x^E", "x > 0"): E,
        ("cbrt(x) >= x", "-1 <= x <= 1"): Rational(-1, 10),
    }
    for (relation, where), value in points.items():
        assert search(relation, where)[2].point == {x: value}


def test_a_point_far_out_is_a_short_integer():
    """Which one it is depends on how the processor's doubles round."""
    found = search("exp(-x) >= 10^-50", "x > 0")[2].point[x]
    assert found.is_Integer
    assert 116 <= found <= 9999


def test_only_exact_points_that_meet_everything_are_violations():
    statement = parse_statement("x*y >= log(x)/x", "x > 0, y < 2")
    (goal,) = statement.goals
    assert violation(goal, statement.requirements, {x: Integer(2), y: Integer(-1)}).startswith("[-2.3465735")
    for point in (
        {x: Integer(2)},  # a variable is missing
        {x: Integer(2), y: x},  # no constant
        {x: Integer(0), y: Integer(-1)},  # outside, and undefined
        {x: oo, y: Integer(-1)},  # no number
        {x: Integer(2), y: Integer(3)},  # outside
        {x: Integer(2), y: Integer(1)},  # the claim holds
        {x: Integer(2), y: Max(0, y)},
    ):
        assert violation(goal, statement.requirements, point) is None


def test_no_power_is_written_out_whose_exponent_is_only_large_at_the_point():
    term = exp((x * log(x) - y * log(y)) / (x - y) - 1)
    near = {x: Rational(652337804431, 460955), y: Rational(1103768499912, 779945)}
    assert exact_at(exp(x * log(y)), {x: Integer(10**6), y: Integer(3)}) is nan
    assert exact_at(term, near) is nan
    assert exact_at(term, {x: Integer(4), y: Integer(2)}) == 8 / E


def test_no_power_is_written_out_for_a_root_of_large_order():
    """That would be a factor of so many digits under the root; the second exponent is one of a power that is too."""
    near = {x: Rational(2**40 - 1, 2**40), y: Rational(3, 2**50)}
    assert exact_at(x**x, near) is exact_at(x ** (x**y), near) is nan
    assert exact_at(x**x, {x: Rational(1, 4)}) == sqrt(2) / 2
    assert violation(parse_statement("x^x >= 1/(2 - x)", "0 < x < 1").goals[0], [], {x: near[x]}) is None


def test_the_deadline_is_kept():
    start = worked()
    statement = parse_statement("a*b + c*d + f*g >= -3", ", ".join(f"-1 <= {v} <= 1" for v in "abcdfg"))
    find_counterexample(statement.goals[0], statement.requirements, Allowance(math.inf, start + 0.2))
    assert worked() - start < 1.5


def test_no_point_has_coordinates_that_are_not_real():
    """√(1 − e) is zero to a zero test that speaks of what is defined only, and its square is negative."""
    relation, where = "log(1 + x^2 + y^2) <= log(1 + x^2) + log(1 + y^2)", "-oo < x < oo, -oo < y < oo"
    statement = parse_statement(relation, where)
    (goal,) = statement.goals
    for unreal in (sqrt(1 - E) / sqrt(E), log(1 - E) ** 2, 1 / (sqrt(2) * sqrt(3) - sqrt(6))):
        assert violation(goal, statement.requirements, {x: sqrt(E - 1), y: unreal}) is None
    assert search(relation, where)[2] is None
