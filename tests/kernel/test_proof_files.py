"""Proofs as files: what is written is proved again, and an edited file proves nothing else."""

import copy
import json

import pytest

from proofs.general_additive.c_softmax import C_SOFTMAX
from proofs.general_additive.duality_1d import DUALITY_1D
from proofs.geometric_view.theorem_8 import THEOREM_8, THEOREM_8_REPAIRED
from proofs.spheres.exponential_map import EXPONENTIAL_MAP
from proofs.spheres.prop_8 import PROP_8
from verify.kernel import KernelError, proves, refutes
from verify.proof_files import replay, to_json

PROVED = [PROP_8, DUALITY_1D, THEOREM_8_REPAIRED, EXPONENTIAL_MAP]


def written(claim, position=0):
    return json.loads(json.dumps(to_json(claim.theorem(claim.states[position]))))


@pytest.mark.parametrize("claim", PROVED, ids=lambda claim: claim.id)
def test_a_proof_is_written_and_replayed(claim):
    for position, states in enumerate(claim.states):
        theorem = claim.theorem(states)
        again = replay(written(claim, position))
        proves(again, claim.given, states)
        assert again.axioms == theorem.axioms
        assert len(again.certificates) == len(theorem.certificates)


def test_certificates_are_checked_in_the_second_arithmetic():
    proves(replay(written(PROP_8), arithmetic="mpmath"), PROP_8.given, PROP_8.states[0])


@pytest.mark.parametrize("claim", [C_SOFTMAX, THEOREM_8], ids=lambda claim: claim.id)
def test_a_counterexample_is_written_and_replayed(claim):
    (step,) = [step for step in claim.steps if step.kind == "counterexample"]
    again = replay(json.loads(json.dumps(to_json(step.function(claim)))))
    refutes(again, claim.given, claim.states[0])


def edited(change):
    data = copy.deepcopy(written(PROP_8))
    change(data)
    return data


def _certificate(data):
    found = [s["with"]["certificate"]["certificate"] for s in data["steps"] if s["rule"] == "certify"]
    return next(certificate for certificate in found if len(certificate["variables"]) == 2)


def _cover(data):
    steps = [_certificate(data)["proof"]]
    for step in steps:
        if step["rule"] == "boxes":
            return step["data"]
        steps += step.get("parts", [])
    raise AssertionError("the certificate has no cover")


def _drop_a_hypothesis(data):
    data["steps"][-1]["hypotheses"].pop(0)


def _say_something_else(data):
    data["steps"][-1]["conclusion"] = {"Relation": [{"text": "="}, 0, 1]}


def _other_tree(data):
    _cover(data)["tree"] = "L"


def _wider_bound(data):
    _cover(data)["bounds"][0][1] = {"term": 2}


def _missing_premise(data):
    data["steps"][-1]["premises"] = [99]


def _unknown_rule(data):
    data["steps"][-1]["rule"] = "believe"


def _float(data):
    data["steps"][-1]["conclusion"] = 0.5


def _other_format(data):
    data["format"] = 99


CHANGES = [
    _drop_a_hypothesis,
    _say_something_else,
    _other_tree,
    _wider_bound,
    _missing_premise,
    _unknown_rule,
    _float,
    _other_format,
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__.strip("_"))
def test_an_edited_file_is_refused(change):
    with pytest.raises(KernelError):
        replay(edited(change))
