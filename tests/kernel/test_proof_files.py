"""Proofs of claims as files: what is written the core proves again, and an edited file proves nothing else."""

import copy
import json

import pytest

from proofs.general_additive.c_softmax import C_SOFTMAX
from proofs.general_additive.duality_1d import DUALITY_1D
from proofs.geometric_view.theorem_8 import THEOREM_8, THEOREM_8_REPAIRED
from proofs.spheres.exponential_map import EXPONENTIAL_MAP
from proofs.spheres.prop_8 import PROP_8
from verify.core.kernel import Counterexample
from verify.core.nodes import Refused
from verify.core.proofs import check_file
from verify.core.reading import decode, parsed
from verify.core.terms import variable
from verify.export.claims import claim_file
from verify.language.core_json import encode, readable_name

PROVED = [PROP_8, DUALITY_1D, THEOREM_8_REPAIRED, EXPONENTIAL_MAP]
REFUTED = [C_SOFTMAX, THEOREM_8]


def checked(data):
    return check_file(parsed(json.dumps(data).encode()))


@pytest.mark.parametrize("claim", PROVED, ids=lambda claim: claim.id)
def test_a_proof_is_written_and_made_again(claim):
    found = checked(claim_file(claim))
    theorems = [claim.theorem(states) for states in claim.states]
    assert found.claim == claim.id
    assert [made.conclusion for made in found.made] == [decode(encode(t.core.conclusion)) for t in theorems]
    axioms = frozenset().union(*(theorem.axioms for theorem in theorems))
    assert {axiom.name for axiom in found.axioms} == {axiom.name for axiom in axioms}


@pytest.mark.parametrize("claim", REFUTED, ids=lambda claim: claim.id)
def test_a_counterexample_is_written_and_made_again(claim):
    found = checked(claim_file(claim))
    assert found.claim == claim.id
    (made,) = found.made
    assert type(made) is Counterexample
    assert made.lines


@pytest.fixture(scope="module")
def whole():
    return claim_file(PROP_8)


def certificates(data):
    found = [s["with"]["certificate"] for s in data["steps"] if s["rule"] == "certify"]
    for certificate in found:
        found += certificate.get("parts", [])
    return found


def cover(data):
    return next(c for c in certificates(data) if c["rule"] == "boxes")


NOTHING = {"Relation": [{"text": "="}, 0, 1]}
CHANGES = {
    "a hypothesis less": lambda d: d["steps"][-1]["hypotheses"].pop(0),
    "another conclusion": lambda d: d["steps"][-1].update(conclusion=NOTHING),
    "another claim": lambda d: d["claim"].update(states=[NOTHING]),
    "a condition of the claim less": lambda d: d["claim"]["given"].clear(),
    "another tree": lambda d: cover(d)["data"].update(tree="L"),
    "a wider bound": lambda d: cover(d)["data"]["bounds"][0].__setitem__(1, {"term": 2}),
    "a goal of a certificate": lambda d: certificates(d)[-1].update(shows={"Relation": [{"text": ">"}, 0, 1]}),
    "a part less": lambda d: next(c for c in certificates(d) if c.get("parts"))["parts"].clear(),
    "a premise that is not there": lambda d: d["steps"][-1].update(premises=[99]),
    "a rule that is not there": lambda d: d["steps"][-1].update(rule="believe"),
    "a number that is no term": lambda d: d["steps"][-1].update(conclusion="0.5"),
    "format 1": lambda d: d.update(format=1),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_an_edited_file_is_refused(whole, change):
    data = copy.deepcopy(whole)
    change(data)
    with pytest.raises(Refused) as refused:
        checked(data)
    assert "\n" not in str(refused.value)


def test_names_that_could_pass_for_formulas_are_written_as_others_that_stay_apart():
    names = [
        "φ⁻¹",
        "φ⁻",
        "φ₋₁",
        "φ",
        "w_{t+1}",
        "√g",
        "log W̃",
        "1",
        "N1",
        "ˆN1",
        "x",
        "x ",
        "x_",
        "xˆ_",
        "¹",
        "₁",
        "a-b",
        "a−b",
        "a–b",
        "aˆX002013b",
        "a⋆b",
        "a⋆",
        "aˆS",
        "â",
        "a\u0302",
        "exp",
        "Nexp",
        "х",
    ]
    written = list(map(readable_name, names))
    assert len(set(written)) == len(names)
    for name, other in zip(names, written, strict=True):
        term = variable(name)
        assert decode(encode(term)) is variable(other)
    assert readable_name("w′") == "w′"


def test_each_step_is_written_once(whole):
    written = [json.dumps(step) for step in whole["steps"]]
    assert len(set(written)) == len(written)
