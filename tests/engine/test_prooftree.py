"""Proofs as data: what a certified step says of its certificate."""

from fractions import Fraction

import pytest
from sympy import S, Symbol, cos, sin

from verify.author.kernel import certify
from verify.claims.proof_tree import proof_tree
from verify.prover.certificate import Certificate, Step
from verify.prover.goal import Goal, Inequality
from verify.prover.proving import prove

x = Symbol("x", real=True)
GIVEN = (Inequality(x, False), Inequality(1 - x, False))


def covered(f, tree="0LL", precision=96):
    data = {"bounds": [[x, S.Zero, S.One]], "precision": precision, "tree": tree}
    return Certificate(Goal((x,), GIVEN, Inequality(f, True)), Step("boxes", data))


def said_of(certificate):
    (node,) = proof_tree([certify(certificate)])["nodes"]
    return node["certificates"][0]


@pytest.mark.parametrize(("tree", "boxes"), [("L", 1), ("0LL", 2), ("0L0LL", 3)])
def test_a_cover_says_its_rules_size_and_precision(tree, boxes):
    said = said_of(covered(2 + sin(x) * cos(x), tree, precision=64 + boxes))
    assert (said["rules"], said["steps"], said["boxes"], said["precision"]) == (["boxes"], 1, boxes, 64 + boxes)


def test_the_margin_is_below_the_least_value_and_rises_with_it():
    least = [Fraction(said_of(covered(c + sin(x) * cos(x)))["margin"]) for c in (S.Half, S(2))]
    assert Fraction(47, 100) < least[0] <= Fraction(1, 2)
    assert Fraction(197, 100) < least[1] <= 2


def test_a_cover_that_had_to_be_made_finer_has_no_margin():
    said = said_of(covered(x**2 - x + Fraction(26, 100), "L"))
    assert (said["boxes"], said["margin"]) == (1, None)


def test_a_proof_without_a_cover_has_no_margin():
    (certificate,) = prove("x^2 + 1 > 0", "x < oo, x > -oo", budget=30).certificates
    said = said_of(certificate)
    assert (said["boxes"], said["margin"], said["precision"]) == (0, None, None)
