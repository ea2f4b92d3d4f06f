"""Refutations in Rocq: values that refute are accepted, others are not, and what cannot be said is named."""

import re

import pytest

from tests.sampling import every
from verify.export.rocq import coqc
from verify.export.rocq.names import Inexpressible
from verify.export.rocq.witnesses import refutation

SECONDS = 120
REFUTED = {
    "a number": "matrix_eg/infeasible",
    "a function that is differentiated": "general_additive/one-dimensional",
    "a field with a gradient": "general_additive/loss-without-transfer",
    "for all vectors": "gradient_descent/projection-sphere",
    "pairs": "spheres/compatibility-conjecture-sphere",
    "nothing is like that": "gradient_descent/strong-convexity",
}


@pytest.fixture
def accepted(library):
    return lambda text: coqc.checked(text, library, SECONDS).passed


@pytest.mark.parametrize("each", every(2, [2, 1]))
def test_the_values_of_a_counterexample_refute(each, proof_of, library):
    kinds = list(REFUTED)[::each]
    ran = coqc.in_turn([refutation(proof_of(REFUTED[kind])) for kind in kinds], library, SECONDS)
    assert {kind: one.message for kind, one in zip(kinds, ran, strict=True) if not one.passed} == {}


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("id", "value", "other"),
    [
        ("matrix_eg/infeasible", "(3 / 2)", "3"),
        ("gradient_descent/projection-sphere", "(1 / 2)", "(-1)"),
        ("general_additive/one-dimensional", "(fun (a0 : R) => ((1 / 2) * (a0 ^ 2)))", "(fun (a0 : R) => 0)"),
        ("spheres/compatibility-conjecture-sphere", "((-1), 0)", "(1, 0)"),
    ],
)
def test_other_values_are_refused(id, value, other, proof_of, accepted):
    text = refutation(proof_of(id))
    assert f"exists {value}." in text
    assert not accepted(text.replace(f"exists {value}.", f"exists {other}."))


def test_another_statement_is_refused(proof_of, accepted):
    text = refutation(proof_of("matrix_eg/infeasible"))
    before, claim, after = text.partition("Theorem claim")
    assert not accepted(before + claim + after.replace("~", "", 1))


def test_each_part_has_its_tactic(proof_of):
    text = refutation(proof_of("gradient_descent/projection-sphere"))
    lemma = text.partition("Qed.")[0]
    assert lemma.count("  - ") == lemma.partition("Proof.")[0].count(" /\\\n") + 1
    assert re.search(r"^  - fails\.$", lemma, re.MULTILINE)


def test_what_is_said_of_points_has_no_form(proof_of):
    with pytest.raises(Inexpressible, match="a point"):
        refutation(proof_of("geometric_view/theorem-8"))


def test_a_proof_is_no_refutation(proof_of):
    with pytest.raises(Inexpressible, match="not refuted"):
        refutation(proof_of("gradient_descent/step-identity"))
