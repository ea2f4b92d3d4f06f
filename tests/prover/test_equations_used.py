"""What equations of the conditions are used for: bounds, fewer variables, homogeneous terms, signs of linear goals."""

import pytest
import sympy
from sympy import Symbol

from tests.prover.goals import asked
from verify.prover.proving import prove
from verify.prover.search import divided, eliminated, equations, homogeneous

a, b, c, x, y = (Symbol(name, real=True) for name in "abcxy")
SPHERE = "a > 0, b > 0, c > 0, a^2 + b^2 + c^2 = 1"
SURFACE = "a >= 0, b >= 0, c >= 0, a^2 + b^2 + c^2 + a*b*c = 4"


def test_even_powers_in_an_equation_bound_their_variables():
    goal, _ = asked("a*b + c <= 3", SPHERE)
    ((rule, data),) = eliminated.ends(goal)
    assert rule == "rewrite"
    assert data["given"][-3:] == [[1 - a, True], [1 - b, True], [1 - c, True]]
    goal, _ = asked("a*b + c <= 3", "a >= 0, b >= 0, c >= 0, a^2 + b^2 + c^2 = 1")
    ((_, data),) = eliminated.ends(goal)
    assert data["given"][-1] == [1 - c, False]
    assert list(eliminated.ends(asked("a*b <= 3", "a > 0, b > 0, a + b < 3")[0])) == []


def test_a_variable_between_equal_ends_is_a_number():
    goal, _ = asked("cbrt(a) + cbrt(b) >= cbrt(a + b)", "5 <= a <= 5, b > 0")
    assert list(equations.pinned(goal)) == [("substitute", {"forward": [[a, 5]], "inverse": []})]
    assert list(equations.pinned(asked("cbrt(a) >= b", "a >= b, a <= b, 0 <= a <= 1")[0])) == []
    assert list(equations.pinned(asked("b >= 0", "0 <= a <= 0, b >= 0")[0])) == []


def test_an_equation_takes_two_variables_out_of_a_term():
    ((rule, data),) = eliminated.alone(*asked("a/(b^2 + c^2) >= a^2", SPHERE))
    assert rule == "sum"
    g, gap = data["terms"]
    assert g.free_symbols == {a}
    assert sympy.simplify(g - a / (1 - a**2) + a**2) == 0
    assert sympy.simplify(g + gap - a / (b**2 + c**2) + a**2) == 0
    assert list(eliminated.alone(*asked("a/(b + c) >= a^2/4", SPHERE))) == []


def test_summands_lose_variables_each_by_itself():
    ((_, data),) = eliminated.alone(*asked("a/(b^2 + c^2) + b/(c^2 + a^2) >= a + b", SPHERE))
    g, *gaps = data["terms"]
    assert len(gaps) == 2
    assert sympy.simplify(g - a / (1 - a**2) - b / (1 - b**2) + a + b) == 0


def test_a_polynomial_becomes_homogeneous_by_an_equation():
    goal, samples = asked("(1 - a*b)^2 >= c^4/8", SPHERE)
    ((rule, data),) = homogeneous.homogenized(goal, samples)
    assert rule == "sum"
    form, gap = data["terms"]
    assert sympy.Poly(form, a, b, c).is_homogeneous
    assert sympy.expand(form + gap - goal.shows.expr) == 0
    ((rule, data),) = homogeneous.homogenized(*asked("a^2 + b^2 >= 2*a*b", "a > 0, b > 0, a^2 + 2*b^2 = 3"))
    assert (rule, data) == ("rewrite", {"given": [[a, True], [b, True]]})
    assert list(homogeneous.homogenized(*asked("a + b <= 3/2", "a > 0, b > 0, a^2 + b^2 = 1"))) == []


def test_a_multiple_of_an_equation_is_a_product_once_the_sign_of_the_other_factor_is_told():
    u = a**2 + b**2 - 1
    given = "a > 0, b > 0, a^2 + b^2 = 1"
    gap = "(a - b)*(a^2 + b^2 - 1)"
    ((rule, data),) = homogeneous.multiples(*asked(f"{gap} >= 0", given))
    assert rule == "split"
    assert sympy.expand(data["by"] ** 2 - (a - b) ** 2) == 0
    ((rule, data),) = homogeneous.multiples(*asked(f"{gap} >= 0", f"{given}, b >= a"))
    assert rule == "product"
    assert sympy.expand(sympy.Mul(*(f for f, _, _ in data["factors"])) - (a - b) * u) == 0
    assert list(homogeneous.multiples(*asked("a*b >= 0", given))) == []


def test_a_linear_goal_has_the_sign_of_a_remainder():
    goal, samples = asked("a + b + c <= 3", SURFACE)
    ((rule, data),) = divided.remainders(goal, samples)
    assert rule == "sum"
    rest, gap = data["terms"]
    assert len(sympy.fraction(sympy.together(rest))[0].free_symbols) == 2
    assert sympy.simplify(rest + gap - goal.shows.expr) == 0
    assert list(divided.remainders(*asked("a*a + b <= 3", "a > 0, b > 0, a + b = 1"))) == []


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("a + b + c <= 3", SURFACE),
        pytest.param("a/(b^2 + c^2) + b/(c^2 + a^2) + c/(a^2 + b^2) >= 3*sqrt(3)/2", SPHERE, marks=pytest.mark.slow),
        pytest.param("1/(5 - 6*a*b) + 1/(5 - 6*b*c) + 1/(5 - 6*c*a) <= 1", SPHERE, marks=pytest.mark.slow),
    ],
)
def test_statements_on_spheres_and_surfaces_are_proved(relation, where):
    assert prove(relation, where, budget=60).verdict == "proved"
