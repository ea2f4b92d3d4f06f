"""Angles of a triangle: signs of sines for linear conditions, and tangents of half the angles."""

import sympy
from sympy import Symbol, cos, sin

from tests.prover.goals import asked
from verify.prover.goal import Goal, Inequality
from verify.prover.proving import prove
from verify.prover.search import equations, triangles

a, b, u, v = (Symbol(name, real=True) for name in "abuv")
ANGLES = "a > 0, b > 0, a + b < pi"
TERM = "sin(a) + sin(b) + sin(a + b) >= sin(2*a) + sin(2*b) - sin(2*a + 2*b)"


def test_linear_conditions_become_signs_of_sines():
    goal, _ = asked(TERM, ANGLES)
    ((rule, data),) = triangles.sines(goal)
    assert rule == "rewrite"
    assert [sin(a) * cos(b) + sin(b) * cos(a), True] in data["given"]
    assert [sin(a), True] in data["given"]
    assert all(w.args[0] in (a, b) for w in data["shows"].atoms(sin, cos))
    assert abs((data["shows"] - goal.shows.expr).subs({a: 0.3, b: 1.1}).evalf()) < 1e-12
    for relation, where in (
        (TERM, "a > 0, b > 0, a + b < 4"),  # the sine of the sum may be negative
        (TERM, "0 < a < 1, 0 < b < 1"),  # nothing binds the angles to each other
        ("sin(a/2) <= 1 + sin(b)^2", ANGLES),  # half an angle
        ("sin(a)*b <= 4", ANGLES),
    ):
        assert list(triangles.sines(asked(relation, where)[0])) == []


def test_angles_that_sines_bound_have_tangents_of_their_halves():
    given = (Inequality(sin(a), True), Inequality(sin(a) * cos(b) + sin(b) * cos(a), True))
    ((rule, data),) = triangles.half_angles(Goal((a, b), given, Inequality(1 - cos(2 * a) * cos(b), False)))
    assert (rule, data["variable"], data["scale"], data["everywhere"]) == ("half angle", a, 1, True)
    bound = (*given, Inequality(a, True), Inequality(b, True))
    assert list(triangles.half_angles(Goal((a, b), bound, Inequality(1 - cos(a) * cos(b), False)))) == []


def test_conditions_lose_their_positive_factors_one_by_one():
    tied = Inequality((u + v) * (1 - u * v) / (1 + u**2), True)
    shows = Inequality(1 - u * v, False)
    ((rule, data),) = triangles.conditions(Goal((u, v), (Inequality(2 * u / (1 + u**2), True), tied), shows))
    assert rule == "rewrite"
    assert [u, True] in data["given"]
    known = (Inequality(u, True), Inequality(v, True), tied)
    ((_, data),) = triangles.conditions(Goal((u, v), known, shows))
    assert [sympy.expand(1 - u * v), True] in [[sympy.expand(g), s] for g, s in data["given"]]
    ((rule, data),) = triangles.conditions(Goal((u, v), known, Inequality(-u * v + 1, True)))
    assert rule == "product"
    assert sympy.simplify(sympy.Mul(*(f**n for f, n, _ in data["factors"])) - (1 - u * v)) == 0


def test_the_sine_of_an_angle_that_goes_is_told_again_in_the_others():
    c = Symbol("c", real=True)
    goal, samples = asked("cos(a)/sin(a) + tan(b) >= -c", "0 < a, 0 < b < pi/2, c > 0, a + b + c = pi")
    ((rule, data),) = equations.solved(goal, samples)
    assert (rule, data["forward"]) == ("substitute", [[a, -b - c + sympy.pi]])
    assert data["given"] == [[sin(b + c), True]]
    where = "a > 0, b > 0, c > 0, a + b + c = pi"
    assert prove("cot(a)^2 + cot(b)^2 + cot(c)^2 >= 1", where, budget=60).verdict == "proved"


def test_a_statement_on_a_triangle_is_proved():
    where = "a > 0, b > 0, c > 0, a + b + c = pi"
    assert prove("sin(2*a) + sin(2*b) + sin(2*c) <= sin(a) + sin(b) + sin(c)", where, budget=60).verdict == "proved"
