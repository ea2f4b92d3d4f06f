"""A certificate proves what it says, and a certificate that was tampered with proves nothing."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy
from sympy import Integer, Rational, acos, cos, exp, gamma, log, oo, pi, sinc, sqrt

from verify.balls.certificate import Certificate, CertificateError, Domain, Examiner, check, halves
from verify.balls.prover import prove_on_box
from verify.codec import Encoder, decode
from verify.terms import real

s, t, stranger = real("s t z")
WEDGE = Domain((s, t), ((Integer(0), pi / 3), (Integer(0), pi / 6)), (pi / 3 - s - t, s - t))
GOAL = 2 * cos(s + t) - sinc(s) * sinc(t)


@pytest.fixture(scope="module")
def true():
    return prove_on_box(GOAL, WEDGE)


@pytest.fixture(scope="module")
def line():
    """exp(t) > 1 + t on [1/2, 2]."""
    return prove_on_box(exp(t) - 1 - t, Domain((t,), ((Rational(1, 2), Integer(2)),)))


def through_json(certificate):
    return Certificate.from_json(json.loads(json.dumps(certificate.to_json(Encoder()))), decode)


def refused(certificate, words, arithmetic="arb"):
    with pytest.raises(CertificateError, match=words):
        check(certificate, arithmetic)


def test_a_certificate_says_what_was_asked(true):
    assert true.goal == GOAL
    assert true.strict is True
    assert true.domain == WEDGE
    assert {"L", "X"} <= set(true.tree)
    assert dict(true.versions).keys() == {"mpmath", "python-flint", "sympy"}


@pytest.mark.parametrize("arithmetic", ["arb", "mpmath"])
def test_both_arithmetics_accept_it(true, line, arithmetic):
    check(true, arithmetic)
    check(line, arithmetic)


@pytest.mark.parametrize("arithmetic", ["arb", "mpmath"])
def test_it_survives_json(true, arithmetic):
    again = through_json(true)
    assert again == true
    assert (again.margin, again.versions) == (true.margin, true.versions)
    check(again, arithmetic)


def test_a_weaker_sign_follows(true):
    check(replace(true, strict=False))


def test_no_leaf_can_be_left_out_as_outside_where_it_counts(line):
    for n in [n for n, node in enumerate(line.tree) if node == "L"]:
        refused(
            replace(line, tree=line.tree[:n] + "X" + line.tree[n + 1 :]), "no constraint is certain to fail on t at"
        )


def test_a_leaf_that_meets_the_constraints_cannot_be_outside(true):
    inside = [n for n, node in enumerate(true.tree) if node == "L"]
    flipped = true.tree[: inside[0]] + "X" + true.tree[inside[0] + 1 :]
    refused(replace(true, tree=flipped), "no constraint is certain to fail on s at 0 to")


@pytest.mark.parametrize("arithmetic", ["arb", "mpmath"])
def test_no_leaf_can_be_dropped(true, arithmetic):
    refused(replace(true, tree=true.tree[:-1]), "ends with 1 boxes still to cover", arithmetic)
    refused(replace(true, tree=""), "ends with 1 boxes still to cover", arithmetic)
    refused(replace(true, tree="0L"), "ends with 1 boxes still to cover|not certain", arithmetic)


def test_a_subtree_cannot_be_cut_out(line):
    domain = Domain((t,), ((Rational(-1), Integer(2)),))
    refused(replace(line, domain=domain, tree="0" + line.tree), "boxes still to cover|not certain to be positive")


@pytest.mark.parametrize("extra", ["L", "X", "0LL", "?", " "])
def test_nothing_may_follow_the_last_leaf(true, extra):
    refused(replace(true, tree=true.tree + extra), "the tree goes on after its last leaf")


@pytest.mark.parametrize("node", ["?", "l", " ", "x", "²", "١", "-"])
def test_an_unknown_node_is_refused(true, node):
    refused(replace(true, tree=node + true.tree[1:]), f"the tree has a node {node!r}")


@pytest.mark.parametrize("node", ["2", "9"])
def test_the_number_of_no_variable_is_refused(true, node):
    refused(replace(true, tree=node + true.tree[1:]), f"the tree has a node '{node}'")


def test_halving_along_another_variable_is_no_proof(true):
    swapped = true.tree.translate(str.maketrans("01", "10"))
    refused(replace(true, tree=swapped), "no constraint is certain to fail|not certain to be positive")


def test_another_constant_in_the_goal_is_refused(true):
    refused(replace(true, goal=GOAL - Rational(1, 4)), "the goal is not certain to be positive on s at")


def test_the_other_sign_is_refused(true):
    refused(replace(true, goal=-GOAL), "the goal is not certain to be positive")


def test_a_wider_bound_is_refused(line):
    wider = Domain((t,), ((Integer(0), Integer(2)),))
    refused(replace(line, domain=wider), "not certain to be positive on t at 0 to .* of .0, 2.")


def test_a_missing_constraint_is_refused(true):
    refused(replace(true, domain=replace(WEDGE, constraints=())), "no constraint is certain to fail|not certain")


def test_a_strict_sign_needs_one():
    zero = prove_on_box(Integer(0), Domain((t,), ((Integer(0), Integer(1)),)), strict=False)
    check(zero)
    refused(replace(zero, strict=True), "not certain to be positive on t at 0")


@pytest.mark.parametrize("precision", [1, 0, -5, 4097, 10**9, 53.0, "53", None, True])
@pytest.mark.parametrize("arithmetic", ["arb", "mpmath"])
def test_the_precision_must_be_in_range(true, precision, arithmetic):
    refused(replace(true, precision=precision), "precision: must be from 2 to", arithmetic)


def test_a_precision_that_is_too_coarse_proves_nothing(true):
    refused(replace(true, precision=2), "not certain")


@pytest.mark.parametrize("arithmetic", ["float", "", None])
def test_there_are_two_arithmetics(true, arithmetic):
    refused(true, "arithmetic: must be arb or mpmath", arithmetic)


def test_bounds_must_be_constants(true):
    refused(
        replace(true, domain=replace(WEDGE, bounds=(WEDGE.bounds[0], (Integer(0), s)))), "bounds of t must be constants"
    )
    refused(
        replace(true, domain=replace(WEDGE, bounds=(WEDGE.bounds[0], (stranger, pi)))), "bounds of t must be constants"
    )


EMPTY = [(1, 0), (1, 1), (0, oo), (-oo, 0), (sqrt(2) ** 2, 2), (0, sympy.nan), (0, sympy.I), (0, log(Rational(-1)))]


@pytest.mark.parametrize(("lo", "hi"), EMPTY, ids=str)
@pytest.mark.parametrize("arithmetic", ["arb", "mpmath"])
def test_an_empty_or_endless_domain_is_refused(line, lo, hi, arithmetic):
    domain = Domain((t,), ((sympy.S(lo), sympy.S(hi)),))
    refused(replace(line, domain=domain), "domain: t from .* is empty, a point, or not certain", arithmetic)


def test_a_strange_variable_is_refused(true):
    refused(replace(true, goal=GOAL + stranger**2), "has variables that the domain does not bound: {z}")
    refused(replace(true, domain=replace(WEDGE, constraints=(stranger,))), "does not bound: {z}")


def test_a_variable_has_one_pair_of_bounds(true):
    refused(replace(true, domain=Domain((s, s), WEDGE.bounds)), "distinct ones")
    refused(replace(true, domain=Domain((s, t), WEDGE.bounds[:1])), "distinct ones")
    refused(replace(true, domain=Domain((s,), WEDGE.bounds)), "distinct ones")


def test_at_most_ten_variables():
    many = real(" ".join(f"x{n}" for n in range(11)))
    domain = Domain(many, tuple((Integer(0), Integer(1)) for _ in many))
    refused(Certificate(many[0] + 1, True, domain, "L", 53, "1"), "at most 10 variables, not 11")
    fewer = Domain(many[:10], domain.bounds[:10])
    check(Certificate(many[0] + 1, True, fewer, "L", 53, "1"))


@pytest.mark.parametrize("goal", [log(t), 1 / t, sqrt(t - 1), gamma(t), sympy.Float(1.5) + t])
def test_a_goal_that_is_not_enclosed_is_refused(goal):
    domain = Domain((t,), ((Rational(-1, 2), Integer(1)),))
    refused(Certificate(goal, True, domain, "L", 64, "1"), "on t at 0 to 1")


def test_the_second_arithmetic_reads_inverse_functions_too():
    check(prove_on_box(acos(t), Domain((t,), ((Integer(0), Rational(1, 2)),))), "mpmath")


def test_a_constraint_that_is_not_enclosed_excludes_nothing():
    domain = Domain((t,), ((Rational(-1), Integer(-1) / 2),), (log(t),))
    refused(Certificate(t, True, domain, "X", 64, "1"), "no constraint is certain to fail")


def test_margin_and_versions_are_no_part_of_the_proof(true):
    assert replace(true, margin="1000", versions=()) == true


@pytest.mark.parametrize("part", ["goal", "strict", "variables", "bounds", "constraints", "tree", "precision"])
def test_no_part_may_be_missing_from_the_data(true, part):
    data = true.to_json(Encoder())
    del data[part]
    with pytest.raises(KeyError, match=part):
        Certificate.from_json(data, decode)


def test_the_halves_of_a_box_make_the_box():
    box = ((Fraction(0), Fraction(1)), (Fraction(1, 2), Fraction(3, 4)))
    assert halves(box, 1) == (
        ((Fraction(0), Fraction(1)), (Fraction(1, 2), Fraction(5, 8))),
        ((Fraction(0), Fraction(1)), (Fraction(5, 8), Fraction(3, 4))),
    )


def test_a_box_is_described_by_its_share_of_the_bounds():
    examine = Examiner(t, Domain((t,), ((Integer(0), pi),)), 53)
    assert examine.describe(((Fraction(0), Fraction(1, 2)),)) == "t at 0 to 1/2 of [0, pi]"
