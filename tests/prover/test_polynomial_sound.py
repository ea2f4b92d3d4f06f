"""Nothing false is proved, and data that were changed by a hair prove nothing."""

import copy
import json
from fractions import Fraction

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from sympy import Add, Rational, exp, log, pi, sqrt

from tests.sampling import drawn
from verify.core.polynomial_reading import rational_bounds as bounds_in_the_core
from verify.language.terms import real
from verify.language.translation import translate
from verify.prover import polynomial
from verify.prover.allowance import Allowance
from verify.prover.goal import Goal, Inequality
from verify.prover.polynomial import bernstein, gram, squares, sturm
from verify.prover.polynomial.reading import rational_bounds
from verify.prover.rejected import Rejected

x, y, z = real("x y z")


def rational(value):
    return Rational(value.numerator, value.denominator)


def some(work=2.0):
    return Allowance(work)


def polynomials(variables, degree):
    monomials = st.tuples(*(st.integers(0, degree) for _ in variables))
    terms = st.lists(st.tuples(st.integers(-6, 6), monomials), min_size=1, max_size=5)
    return terms.map(lambda ts: Add(*(c * x ** e[0] * (y ** e[1] if len(e) > 1 else 1) for c, e in ts)))


FRACTIONS = st.fractions(-2, 2, max_denominator=6)


@drawn(80)
@given(polynomials((x,), 5), polynomials((x,), 2), FRACTIONS, st.booleans(), st.booleans(), st.lists(FRACTIONS))
def test_on_the_line_a_proof_and_a_refutation_exclude_each_other(p, g, lo, strict, open_end, points):
    goal = Goal((x,), (Inequality(x - rational(lo), open_end), Inequality(g, False)), Inequality(p, strict))
    proved = sturm.propose(goal)
    refuted = sturm.refute(goal)
    assert proved is None or refuted is None
    for point in [*map(rational, points), rational(lo), rational(lo) + 1]:
        meets = (point > lo or (point == lo and not open_end)) and g.subs(x, point) >= 0
        value = p.subs(x, point)
        if meets and (value < 0 or (strict and value == 0)):
            assert proved is None
    if proved is None and refuted is not None:
        assert p.subs(refuted) <= 0


@drawn(60)
@given(polynomials((x,), 3), st.fractions(-3, 3, max_denominator=4), st.booleans())
@example(x - 1, Fraction(1), True)
def test_a_polynomial_lies_above_its_value_at_a_point_only_if_it_has_no_lower_one(p, at, strict):
    """p(x) ≥ p(at): always an equality somewhere."""
    goal = Goal((x,), (), Inequality(p - p.subs(x, rational(at)), strict))
    proved = polynomial.prove(goal, some())
    assert proved is None or not strict
    if proved is not None:
        assert all(p.subs(x, n) >= p.subs(x, rational(at)) for n in range(-5, 6))


@drawn(25)
@given(
    polynomials((x, y), 2),
    st.tuples(FRACTIONS, FRACTIONS),
    st.tuples(st.booleans(), st.booleans()),
    st.lists(st.tuples(st.fractions(0, 1, max_denominator=8), st.fractions(0, 1, max_denominator=8)), max_size=20),
)
def test_on_a_box_what_is_proved_holds_at_every_point(p, corner, strict, points):
    lo = [rational(c) for c in corner]
    box = tuple(Inequality(e, strict[0]) for v, c in zip((x, y), lo, strict=True) for e in (v - c, c + 1 - v))
    goal = Goal((x, y), box, Inequality(p, strict[1]))
    corners = [(Fraction(i), Fraction(j)) for i in (0, 1) for j in (0, 1)]
    values = [
        p.subs({x: lo[0] + rational(u), y: lo[1] + rational(v)})
        for u, v in corners + points + [(Fraction(1, 2), Fraction(1, 2))]
        if not strict[0] or (0 < u < 1 and 0 < v < 1)
    ]
    false = min(values) < 0 or (strict[1] and 0 in values)
    for propose, check in ((bernstein.propose, bernstein.check), (gram.propose, squares.check)):
        data = propose(goal, some(0.2))
        if data is not None:
            check(goal, data)
            assert not false


@drawn(20)
@given(polynomials((x, y), 2), st.tuples(FRACTIONS, FRACTIONS), st.booleans())
def test_a_square_that_vanishes_is_not_negative_and_not_positive(p, zero, strict):
    value = p.subs({x: rational(zero[0]), y: rational(zero[1])})
    assume((p - value).expand() != 0)
    goal = Goal((x, y), (), Inequality(((p - value) ** 2).expand(), strict))
    found = polynomial.prove(goal, some(1.0))
    assert (found is None) is strict


def rejected(goal, kind, data, words="."):
    with pytest.raises(Rejected, match=words):
        polynomial.check(goal, kind, data)


AM_GM = Goal(
    (x, y, z),
    tuple(Inequality(v, False) for v in (x, y, z)),
    Inequality(x**3 + y**3 + z**3 - 3 * x * y * z, False),
)
MOTZKIN = Goal((x, y), (), Inequality(x**4 * y**2 + x**2 * y**4 - 3 * x**2 * y**2 + 1, False))
BOX = Goal(
    (x, y),
    tuple(Inequality(e, False) for e in (x, 1 - x, y, 1 - y)),
    Inequality((x - y) ** 2 + Rational(1, 100), True),
)


def leaves(data, path=()):
    """The paths to every string of a number in the data."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from leaves(value, (*path, key))
    if isinstance(data, str):
        yield path


@pytest.mark.parametrize("goal", [AM_GM, MOTZKIN], ids=["am-gm", "motzkin"])
def test_every_number_of_an_identity_matters(goal):
    data = gram.propose(goal, some(5))
    paths = [p for p in leaves(data) if p[0] != "inside"]
    assert len(paths) > 10
    for path in paths:
        changed = copy.deepcopy(data)
        at = changed
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = str(Fraction(at[path[-1]]) + Fraction(1, 10**9))
        rejected(goal, "squares", changed)


def test_an_identity_for_one_statement_proves_no_other():
    data = gram.propose(AM_GM, some(5))
    stronger = Inequality(AM_GM.shows.expr, True)
    rejected(Goal(AM_GM.variables, AM_GM.given, stronger), "squares", data, "vanish together")
    rejected(Goal(AM_GM.variables, AM_GM.given[:2], AM_GM.shows), "squares", data, "must name conditions")
    swapped = (AM_GM.given[0], Inequality(-y, False), AM_GM.given[2])
    rejected(Goal(AM_GM.variables, swapped, AM_GM.shows), "squares", data, "sides")


def test_a_matrix_that_is_not_semidefinite_or_not_symmetric_is_rejected():
    goal = Goal((x,), (), Inequality(x**2 - 1, False))
    one, first = [["1", [0]]], [["1", [1]]]

    def data(matrix):
        return {"terms": [{"weight": [], "basis": [one, first], "gram": matrix}]}

    rejected(goal, "squares", data([["-1", "0"], ["0", "1"]]), "semidefinite")
    rejected(goal, "squares", data([["-1", "1"], ["-1", "1"]]), "symmetric")
    rejected(Goal((x,), (), Inequality(x, False)), "squares", data([["0", "1/2"], ["1/2", "0"]]), "semidefinite")


def test_a_multiplier_that_vanishes_where_the_statement_fails_proves_nothing():
    """x²·(x² − 1) is no such case, but on {x² ≤ 0} the multiplier x² is zero everywhere."""
    goal = Goal((x,), (Inequality(-(x**2), False),), Inequality(x - 1, False))
    square = {"weight": [], "basis": [[["1", [1]]]], "gram": [["1"]]}
    # x²(x − 1) = −x²·(1 − x/2)² + …: with −x² ≥ 0 assumed, x²(x−1) = (−x²)·(x−1)²/2 + x⁴/2 − x²/2.
    terms = [
        {"weight": [0], "basis": [[["1", [1]], ["-1", [0]]]], "gram": [["1/2"]]},
        {"weight": [], "basis": [[["1", [2]]]], "gram": [["1/2"]]},
        {"weight": [0], "basis": [[["1", [0]]]], "gram": [["1/2"]]},
    ]
    rejected(goal, "squares", {"terms": terms, "multiplier": [square]}, "interior")
    rejected(goal, "squares", {"terms": [], "multiplier": []}, "multiplier is zero")


def test_a_tree_without_a_leaf_or_with_a_wrong_one_is_rejected():
    data = bernstein.propose(BOX, some(5))
    tree = data["tree"]
    assert len(tree) > 10
    for n in range(len(tree)):
        rejected(BOX, "bernstein", {**data, "tree": tree[:n] + tree[n + 1 :]})
    rejected(BOX, "bernstein", {**data, "tree": tree + "L"}, "goes on")
    rejected(BOX, "bernstein", {**data, "tree": "L"}, "wrong sign")
    rejected(BOX, "bernstein", {**data, "tree": tree.replace("L", "X", 1)}, "certain to fail")
    rejected(BOX, "bernstein", {**data, "tree": "2" + tree}, "node")


def test_a_range_must_be_a_condition():
    data = bernstein.propose(BOX, some(5))
    for n, end in ((0, 1), (0, 2), (1, 1), (1, 2)):
        moved = copy.deepcopy(data)
        moved["ranges"][n][end] = [["999999/1000000", [0, 0]]]
        rejected(BOX, "bernstein", moved, "no condition says")
    rejected(BOX, "bernstein", {**data, "ranges": data["ranges"][:1]}, "no range|depends on a later")
    wider = Goal(BOX.variables, (*BOX.given[:3], Inequality(2 - y, False)), BOX.shows)
    rejected(wider, "bernstein", data, "no condition says")


def test_a_product_is_checked_factor_by_factor():
    goal = Goal((x, y), (Inequality(x, True), Inequality(y, True)), Inequality((x - y) ** 2 / (x + y), False))
    kind, data = polynomial.prove(goal, some(5))
    assert kind == "product"
    polynomial.check(goal, kind, json.loads(json.dumps(data)))
    rejected(goal, kind, {**data, "signs": []}, "nothing is said")
    rejected(goal, kind, {**data, "above": ["-1", data["above"][1]]}, "do not multiply")
    negative = Goal(goal.variables, goal.given, Inequality(-goal.shows.expr, False))
    rejected(negative, kind, data, "do not multiply")
    rejected(negative, kind, {**data, "above": ["-1", data["above"][1]]}, "negative")
    flipped = copy.deepcopy(data)
    flipped["signs"][0]["sign"] = -1
    rejected(goal, kind, flipped)
    rejected(Goal(goal.variables, goal.given, Inequality(goal.shows.expr, True)), kind, data, "nothing is said")
    apart = Goal(goal.variables, (*goal.given, Inequality(x - y, True)), Inequality(goal.shows.expr, True))
    assert polynomial.prove(apart, some(5)) is not None


def test_roots_are_removed_on_the_right_side():
    goal = Goal((x, y), (), Inequality(1 + x**2 + y**2 / 2 - sqrt(1 + 2 * x**2 + y**2), False))
    kind, data = polynomial.prove(goal, some(5))
    assert kind == "roots"
    polynomial.check(goal, kind, json.loads(json.dumps(data)))
    assert data["larger"] == "rest"
    for change in (
        {"larger": "root"},
        {"larger": "root if needed"},
        {"root": 99},
        {"root": -1},
        {"proofs": data["proofs"][:1]},
        {"larger": "none"},
    ):
        rejected(goal, kind, {**data, **change})
    rejected(Goal(goal.variables, (), Inequality(goal.shows.expr, True)), kind, data)
    rejected(Goal(goal.variables, (), Inequality(-goal.shows.expr, False)), kind, data)


def test_roots_of_numbers_are_removed_last():
    goal = Goal((x, y), (), Inequality(sqrt(x**2 + y**2) - (x + y) / sqrt(2), False))
    kind, data = polynomial.prove(goal, some(5))
    assert (kind, data["larger"]) == ("roots", "root")  # that of x² + y², not that of 2
    polynomial.check(goal, kind, data)


def test_the_rounding_of_a_constant_is_outward():
    goal = Goal((x,), (Inequality(pi - x, False),), Inequality(Rational(314159265359, 10**11) - x, False))
    sturm.check(goal, {"digits": 15})
    rejected(goal, "sturm", {"digits": 5}, "not certain")
    below = Goal((x,), (Inequality(pi - x, False),), Inequality(Rational(314159265358, 10**11) - x, False))
    for digits in (1, 15, 60):
        rejected(below, "sturm", {"digits": digits}, "not certain")
    assert polynomial.refute(below) is not None


@pytest.mark.parametrize("kind", ["sturm", "bernstein", "squares", "product", "roots", "other"])
@pytest.mark.parametrize("data", [{}, [], None, {"tree": 1}, {"digits": "5"}, {"terms": [{}]}, {"terms": 5}])
def test_malformed_data_are_rejected_in_words(kind, data):
    rejected(BOX, kind, data, ".+")


@pytest.mark.parametrize("constant", [exp(20), exp(60), pi**30, sqrt(2), log(3) * 10**9])
def test_bounds_of_a_constant_are_those_of_the_core(constant):
    assert rational_bounds(constant, 12) == bounds_in_the_core(translate(constant), 12)
