"""The prover finds certificates of what is true with room to spare, and never one of what is not."""

import random

import pytest
from sympy import Abs, Integer, Max, Rational, acos, cos, exp, log, pi, sin, sinc, sqrt, tan, tanh

from verify.balls.certificate import Certificate, CertificateError, Domain, check
from verify.balls.prover import Resists, prove_on_box
from verify.terms import real

s, t, z = real("s t z")


def over(*bounds, constraints=()):
    return Domain((s, t)[: len(bounds)], tuple(tuple(map(Integer(0).__add__, b)) for b in bounds), constraints)


UNIT = over((0, 1))
SQUARE = over((0, 1), (0, 1))

TRUE = [
    (2 * cos(s + t) - sinc(s) * sinc(t), over((0, pi / 3), (0, pi / 6), constraints=(pi / 3 - s - t, s - t))),
    (exp(s) - 1 - s + Rational(1, 1000), over((-1, 1))), (1 - s * t + Rational(1, 100), SQUARE),
    (s**2 + t**2 - s * t + Rational(1, 50), over((-1, 1), (-1, 1))), (log(2 + s) - Rational(1, 2), UNIT),
    (s - t + Rational(1, 50), over((0, 1), (0, 1), constraints=(s - t,))), (Max(s, 1 - s) - Rational(49, 100), UNIT),
    (acos(s / 2) - 1, UNIT), (s - tanh(s), over((Rational(1, 10), 3))), (sinc(s) - Rational(4, 5), UNIT),
    (sqrt(1 + s) - 1 - s / 2 + s**2 / 8 + Rational(1, 1000), UNIT), (tan(s) + Rational(1, 100), UNIT),
]  # fmt: skip
FALSE = [
    (2 * cos(s + t) - sinc(s) * sinc(t), over((0, pi / 2), (0, pi / 2))), (s - Rational(1, 2), UNIT), (-s - 1, UNIT),
    (1 - s * t - Rational(1, 10**6), SQUARE), (Rational(1, 4) - s * (1 - s) - Rational(1, 10**9), UNIT),
    (cos(s) - 1 + s**2 / 2 - Rational(1, 10), UNIT), (log(s), over((1, 2))), (Abs(s - t) - Rational(1, 9), SQUARE),
    (sin(s) - s, UNIT),
]  # fmt: skip
TOUCHING = [s, s * (1 - s), s**2, (s - t) ** 2, Abs(s - Rational(1, 3)), exp(s) - 1 - s, 1 - cos(s), s - sin(s)]


@pytest.mark.parametrize(("goal", "domain"), TRUE, ids=str)
def test_a_goal_with_a_margin_is_proved(goal, domain):
    certificate = prove_on_box(goal, domain)
    assert (certificate.goal, certificate.domain, certificate.strict) == (goal, domain, True)
    check(certificate)


@pytest.mark.parametrize(("goal", "domain"), TRUE, ids=str)
def test_the_second_arithmetic_accepts_what_was_found_with_the_first(goal, domain):
    check(prove_on_box(goal, domain), "mpmath")


def wedge(limit):
    """The claim of the sphere: true up to a limit of about 1.1025."""
    goal, domain = 2 * cos(s + t) - sinc(s) * sinc(t), over((0, limit), (0, limit / 2))
    return goal, Domain(domain.variables, domain.bounds, (limit - s - t, s - t))


def test_the_cosine_beats_the_cardinal_sines_beyond_a_third_of_pi():
    certificate = prove_on_box(*wedge(Rational(11, 10)))
    check(certificate, "mpmath")
    assert len(certificate.tree) < 2000


@pytest.mark.parametrize("limit", [Rational(1103, 1000), Rational(23, 20), Rational(5, 4)])
def test_the_cosine_does_not_beat_them_far_beyond(limit):
    goal, domain = wedge(limit)
    assert goal.subs({s: limit / 2, t: limit / 2}).evalf() < 0
    with pytest.raises(Resists):
        prove_on_box(goal, domain)
    tree = prove_on_box(*wedge(Rational(11, 10))).tree
    with pytest.raises(CertificateError, match="not certain to be positive"):
        check(Certificate(goal, True, domain, tree, 128, "0"))


@pytest.mark.parametrize(("goal", "domain"), FALSE, ids=str)
@pytest.mark.parametrize("strict", [True, False])
def test_a_false_goal_resists(goal, domain, strict):
    if not strict and goal in (log(s), sin(s) - s):
        goal = goal - Rational(1, 10**6)
    with pytest.raises(Resists, match=r"boxes the goal is .* on s at"):
        prove_on_box(goal, domain, strict=strict, max_boxes=300)


@pytest.mark.parametrize("goal", TOUCHING, ids=str)
def test_a_goal_that_touches_zero_is_not_proved_strictly(goal):
    domain = SQUARE if t in goal.free_symbols else UNIT
    with pytest.raises(Resists):
        prove_on_box(goal, domain, max_boxes=300)


@pytest.mark.parametrize("goal", [log(s), 1 / s, sqrt(s - Rational(1, 2)), acos(2 * s)], ids=str)
def test_a_goal_that_is_not_defined_everywhere_is_not_proved(goal):
    with pytest.raises(Resists, match="undefined"):
        prove_on_box(goal + 1000, UNIT, strict=False, max_boxes=300)


def test_random_goals_are_proved_only_where_they_hold():
    rng = random.Random(5)
    proved = 0
    for _ in range(60):
        a, b, c = (Rational(rng.randint(-9, 9), 5) for _ in range(3))
        goal = a * s**2 + b * s + c + sin(3 * s) / 2
        try:
            prove_on_box(goal, over((-1, 1)), max_boxes=200)
        except Resists:
            continue
        proved += 1
        assert all(goal.subs(s, Rational(k, 50)).evalf() > 0 for k in range(-50, 51))
    assert proved >= 5


def test_constraints_that_exclude_everything_prove_anything():
    certificate = prove_on_box(Integer(-1) + 0 * s, over((0, 1), constraints=(s - 2,)))
    assert certificate.tree == "X"
    assert certificate.margin == "none"


def test_a_budget_of_depth_is_kept():
    with pytest.raises(Resists):
        prove_on_box(s + Rational(1, 10**6), over((-1, 1)), max_depth=3)


@pytest.mark.parametrize("bounds", [(0, 0), (1, 0), (0, z)])
def test_a_malformed_domain_is_refused(bounds):
    with pytest.raises(CertificateError, match="domain"):
        prove_on_box(s + 5, Domain((s,), (tuple(map(Integer(0).__add__, bounds)),)))


def test_a_strange_variable_is_refused():
    with pytest.raises(CertificateError, match="does not bound"):
        prove_on_box(z + 1, UNIT)


def test_the_same_search_gives_the_same_certificate():
    goal, domain = TRUE[0]
    assert prove_on_box(goal, domain) == prove_on_box(goal, domain)
