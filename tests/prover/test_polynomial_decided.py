"""Polynomial and rational inequalities are decided exactly, those with equality cases included."""

import json
import math

import pytest
from flint import fmpq
from sympy import Abs, Rational, cbrt, log, pi, sin, sqrt

from verify.language.terms import real
from verify.prover import polynomial
from verify.prover.allowance import Allowance
from verify.prover.goal import Goal, Inequality
from verify.prover.polynomial import bernstein, gram, product, roots, sturm
from verify.prover.polynomial.reading import read
from verify.prover.rejected import Rejected

a, b, c, d, x, y, z, w = real("a b c d x y z w")
ORTHANT = (x >= 0, y >= 0, z >= 0)
POSITIVE = (x > 0, y > 0, z > 0)
MOTZKIN = x**4 * y**2 + x**2 * y**4 - 3 * x**2 * y**2 + 1
SCHUR = x * (x - y) * (x - z) + y * (y - x) * (y - z) + z * (z - x) * (z - y)
ROBINSON = (
    x**6 + y**6 + z**6 + 3 * x**2 * y**2 * z**2
    - (x**4 * y**2 + x**4 * z**2 + y**4 * x**2 + y**4 * z**2 + z**4 * x**2 + z**4 * y**2)
)  # fmt: skip
CHOI_LAM = x**4 * y**2 + y**4 * z**2 + z**4 * x**2 - 3 * x**2 * y**2 * z**2
CHOI_LAM_QUARTIC = w**4 + x**2 * y**2 + y**2 * z**2 + z**2 * x**2 - 4 * x * y * z * w


def inequality(relation):
    difference = relation.gts - relation.lts
    return Inequality(difference, relation.rel_op in ("<", ">"))


def goal(relation, *conditions):
    stated = [inequality(r) for r in (relation, *conditions)]
    variables = sorted(set().union(*(s.expr.free_symbols for s in stated)), key=str)
    return Goal(tuple(variables), tuple(stated[1:]), stated[0])


def prove(statement, work=8.0):
    """The proof, after it went through JSON and was checked."""
    found = polynomial.prove(statement, Allowance(work))
    if found is None:
        return None
    kind, data = found
    data = json.loads(json.dumps(data))
    polynomial.check(statement, kind, data)
    return kind, data


LINE = [
    goal(x**2 + 1 >= 2 * x),
    goal((x - 1) ** 2 > 0, x > 1),
    goal(x**3 > x, x > 1),
    goal(2 - x**2 >= 0, x <= sqrt(2), x >= -sqrt(2)),
    goal(2 - x**2 > 0, x < sqrt(2), x > -sqrt(2)),
    goal(x**2 + 2 > 2 * sqrt(2) * x, x > sqrt(2)),
    goal(x**2 <= 10, x >= 0, x <= pi),
    goal(1 / x > 0, x >= 0),
    goal(x + 1 / x >= 2, x > 0),
    goal((1 + x) ** 3 >= 1 + 3 * x, x >= -1),
    goal(2 * sqrt(x) <= 1 + x),
    goal(x**2 >= 4, x**3 >= 8),
    goal((x - sqrt(2 + sqrt(3))) ** 2 > 0, x > sqrt(2 + sqrt(3))),
    goal(x**2 > Rational(48, 100), x >= log(2)),
]
FALSE_ON_THE_LINE = [
    (goal(x**2 + 1 > 2 * x), 1),
    (goal(x**3 > x, x >= 1), 1),
    (goal(2 - x**2 > 0, x <= sqrt(2), x >= 0), sqrt(2)),
    (goal(x**2 >= x), Rational(1, 2)),
    (goal(x >= 5, x**2 <= 1, x**2 >= 1), -1),
    (goal(x**4 + Rational(1, 4) > x**2, x > 0), sqrt(2) / 2),
    (goal(2 * sqrt(x) < 1 + x), 1),
]
SEVERAL = [
    goal(x * y <= 1, x >= 0, x <= 1, y >= 0, y <= 1),
    goal(x * y < 1, x >= 0, x < 1, y >= 0, y <= 1),
    goal(c**2 - a**2 > 0, a > 0, a < c, c <= 1),
    goal(1 / (1 + x) + 1 / (1 + y) < 2, x > 0, y > 0),
    goal(x * y * z < Rational(11, 10), *ORTHANT, x + y + z <= 3),
    goal(x * y * z <= 1, *ORTHANT, x + y + z <= 3),
    goal(x * (pi - x) > 0, x > 0, x < pi),
    goal(1 / (1 + x**2) + 1 / (1 + y**2) <= 2 / (1 + x * y), x >= 0, y >= 0, x <= 1, y <= 1),
    goal(x**2 + y**2 + z**2 >= x * y + y * z + z * x),
    goal((a**2 + b**2) * (c**2 + d**2) >= (a * c + b * d) ** 2),
    goal(x**3 + y**3 + z**3 >= 3 * x * y * z, *ORTHANT),
    goal(x**3 + y**3 > x * y**2, x > 0, y > 0),
    goal(x / (y + z) + y / (x + z) + z / (x + y) >= Rational(3, 2), *POSITIVE),
    goal((x + y) * (y + z) * (z + x) >= 8 * x * y * z, *ORTHANT),
    goal((x + y) * (y + z) * (z + x) > 8 * x * y * z, x > 0, y > x, z > y),
    goal(x**2 * y + y**2 * z + z**2 * x + x * y * z <= Rational(4, 27) * (x + y + z) ** 3, *ORTHANT),
    goal((x**2 + y**2 + z**2) ** 2 >= 3 * (x**3 * y + y**3 * z + z**3 * x)),
    goal(a**4 + b**4 + c**4 + d**4 >= 4 * a * b * c * d),
    goal(SCHUR >= 0, *ORTHANT),
    goal(MOTZKIN >= 0),
    goal(ROBINSON >= 0),
    goal(CHOI_LAM >= 0),
    goal(CHOI_LAM_QUARTIC >= 0),
    goal(1 - x * y >= 0, x**2 + y**2 <= 2),
    goal((a + b) ** 2 <= (1 + c) * a**2 + (1 + 1 / c) * b**2, c > 0),
    goal((x - y) ** 2 / (x + y) > 0, x > y, y > 0),
    goal(2 / (1 / x + 1 / y) <= sqrt(x * y), x > 0, y > 0),
    goal(x + y + z >= 3 * (x * y * z) ** Rational(1, 3), *ORTHANT),
    goal((x + y) / 2 <= sqrt((x**2 + y**2) / 2)),
    goal(sqrt(x + y) <= sqrt(x) + sqrt(y), x >= 0, y >= 0),
    goal(2 * (sqrt(x + 1) - sqrt(x)) > 1 / sqrt(x + 1), x > 0),
    goal(sqrt((a + c) ** 2 + (b + d) ** 2) <= sqrt(a**2 + b**2) + sqrt(c**2 + d**2)),
    goal(Abs(x + y) <= Abs(x) + Abs(y)),
    goal(Abs(x) + 1 > x),
    goal(x**2 + 2 * y**2 >= 2 * sqrt(2) * x * y),
]
FALSE = [
    goal(x * y < 1, x >= 0, x <= 1, y >= 0, y <= 1),
    goal(x**2 + y**2 > 2 * x * y),
    goal(x**3 + y**3 + z**3 > 3 * x * y * z, *ORTHANT),
    goal(MOTZKIN > 0),
    goal(Rational(1, 1000) <= MOTZKIN),
    goal(1 - x * y >= Rational(1, 1000), x**2 + y**2 <= 2),
    goal(x / y >= 0, x >= 0),
    goal((x - y) ** 2 / (x + y) > 0, x >= y, y > 0),
    goal(Abs(x + y) < Abs(x) + Abs(y)),
    goal(sqrt(x + y) < sqrt(x) + sqrt(y), x >= 0, y >= 0),
    goal(x**2 + 2 * y**2 >= 2 * sqrt(2) * x * y + Rational(1, 10**6)),
]


@pytest.mark.parametrize("statement", LINE, ids=str)
def test_the_line_is_decided(statement):
    assert prove(statement)[0] == "sturm"
    assert polynomial.refute(statement) is None


@pytest.mark.parametrize(("statement", "point"), FALSE_ON_THE_LINE, ids=str)
def test_on_the_line_what_is_false_is_refuted_by_a_simple_point(statement, point):
    assert polynomial.refute(statement) == {x: point}
    assert prove(statement, 1.0) is None


@pytest.mark.spread(3, 1)
@pytest.mark.parametrize("statement", SEVERAL, ids=str)
def test_what_is_true_in_several_variables_is_proved(statement):
    assert prove(statement) is not None


@pytest.mark.parametrize("statement", FALSE, ids=str)
def test_what_is_false_is_never_proved(statement):
    assert prove(statement, 0.5) is None


def test_an_empty_domain_proves_anything():
    assert prove(goal(x >= 1, x > 2, x < 1)) is not None


def test_what_is_not_algebraic_is_no_polynomial_goal():
    statement = goal(sin(x) <= x, x >= 0)
    assert polynomial.prove(statement, Allowance(1.0)) is None
    with pytest.raises(Rejected, match="not algebraic"):
        polynomial.check(statement, "squares", {"terms": []})


def test_a_condition_that_is_not_algebraic_is_left_out():
    assert prove(goal(x**2 >= x, x >= 1, sin(x) >= 0)) is not None
    assert prove(goal(x**2 >= x, sin(x) >= 0), 0.5) is None


def test_a_point_where_a_term_is_undefined_refutes_nothing():
    product_of_roots = goal(sqrt(x - 5) * sqrt(x - 6) >= 0, x <= 0)
    assert polynomial.refute(product_of_roots) is None
    assert not sturm.refutes(product_of_roots, {x: Rational(0)})
    assert not sturm.refutes(goal(1 / x > 0, x >= 0), {x: Rational(0)})
    assert polynomial.refute(goal(x >= cbrt(x), x >= Rational(1, 8), x < 2)) == {x: Rational(1, 8)}


def test_the_simplest_rational_number_is_chosen():
    assert sturm.simplest_between(fmpq(1), fmpq(2)) == fmpq(3, 2)
    assert sturm.simplest_between(fmpq(1, 3), fmpq(1, 2)) == fmpq(2, 5)
    assert sturm.simplest_between(fmpq(-7, 2), fmpq(-3)) == fmpq(-10, 3)
    assert sturm.simplest_between(None, fmpq(-3)) == -4
    assert sturm.simplest_between(fmpq(314, 100), fmpq(315, 100)) == fmpq(22, 7)


def test_what_sturm_decides_is_not_asked_again(monkeypatch):
    for kind in (bernstein, gram, roots):
        monkeypatch.setattr(kind, "propose", lambda *_: pytest.fail("it is decided"))
    assert polynomial.prove(goal((x**3 - 2) ** 2 > 0), Allowance(1.0)) is None
    assert polynomial.prove(goal(x**2 >= 1, x >= 0), Allowance(1.0)) is None
    assert not sturm.decides(read(goal(sqrt(x + 1) * x >= 1, x >= 0)))
    assert not sturm.decides(read(goal(x + y >= 1, x >= 0)))


def test_conditions_on_other_variables_are_tried_last():
    cubic = -(b**2) * c + 2 * b**2 - b * c**2 + 5 * b * c - 6 * b + 2 * c**2 - 6 * c + 5
    stated = goal(cubic >= 0, b >= 0, b <= 2, c >= 0, c <= 2, a * b + a**2 * c <= 3, a + b >= 1)
    data = gram.propose(stated, Allowance(0.25))
    assert {n for term in data["terms"] for n in term["weight"]} <= {0, 1, 2, 3}


def test_points_are_drawn_once_for_all_goals_under_the_same_conditions(monkeypatch):
    drawn = []
    monkeypatch.setattr(product, "_samples", lambda system: drawn.append(system) or (10, [[fmpq(1), fmpq(2)]]))
    monkeypatch.setattr(product, "_found", {})
    allowed = Allowance(1.0, math.inf)
    first, second = (read(goal(shown >= 0, x > 0, y > x)) for shown in (x + y, x * y))
    assert product.samples(first, allowed) == product.samples(second, allowed) == [[fmpq(1), fmpq(2)]]
    assert len(drawn) == 1
    assert abs(allowed.left - 1 + 2 * 10 * 2e-5) < 1e-9  # known points count as work too
    product.samples(read(goal(x + y >= 0, x > 0, y > 2 * x)), allowed)
    assert len(drawn) == 2
