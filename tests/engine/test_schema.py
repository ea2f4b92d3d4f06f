"""report.json is what its schema says."""

import copy
import json
from importlib.resources import files

import pytest

from verify.report.data import SCHEMA

EXPERIMENT = """
from verify.claims.experiments import Finding, Result, Stage

TRIED = Claim("toy/tried", at="Figure 1", states=gt(a, b), reading="Floats.", open_because="it is an experiment")

@TRIED.experiment(steps=10, short=2)
def run(steps, seed, state):
    yield Stage(steps)
    return Result({"rate": 0.5}, (Finding("error", 0.25, "a quarter", True),))
"""
SEARCHED = """
from verify.claims import Searched

SEARCHED = Claim("toy/searched", at="Lemma 9", states=ge(a**2 + b**2, 2*a*b), reading="For real a, b.")

@SEARCHED.search
def corners():
    return Searched("corners", 4, 1.0, "a = b = 1")
"""
FAILING = """
FAILING = Claim("toy/failing", at="Lemma 8", states=eq(a, b), reading="For real a, b.")

@FAILING.proof
def wishful(claim):
    return identity(claim.states[0])
"""


@pytest.fixture(scope="module")
def validator(needs):
    jsonschema = needs("jsonschema", "browser")
    schema = json.loads((files("verify.report") / "schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["title"] == SCHEMA
    return jsonschema.Draft202012Validator(schema)


@pytest.fixture
def written(workspace, texts):
    known = [texts[name] for name in ("square", "conforming", "false", "repaired", "cited", "odd", "chain")]
    workspace.claims(*known, EXPERIMENT, SEARCHED, FAILING)
    workspace.verify("report", "--out", "out")
    return json.loads((workspace.root / "out" / "report.json").read_text(encoding="utf-8"))


def problems(validator, data):
    return ["/".join(map(str, error.absolute_path)) + ": " + error.message for error in validator.iter_errors(data)]


def test_the_report_is_what_the_schema_says(validator, written):
    kinds = {item["kind"] for claim in written["claims"] for item in claim["evidence"]}
    assert kinds >= {
        "proof",
        "counterexample",
        "citation",
        "conformance",
        "sharpness",
        "search",
        "experiment",
        "mutant",
    }
    assert problems(validator, written) == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data.update(schema="verification-report/2"),
        lambda data: data["versions"].pop("sympy"),
        lambda data: data["counts"].update(proved=-1),
        lambda data: data.pop("seeds"),
        lambda data: data["claims"][0].update(verdict="true"),
        lambda data: data["claims"][0].pop("reading"),
        lambda data: data["claims"][0].update(extra=1),
        lambda data: data["claims"][0]["evidence"][0]["data"]["proof"]["nodes"][0].update(statement="a = a"),
        lambda data: data["claims"][0]["evidence"][0]["data"].pop("proof"),
        lambda data: data["claims"][0]["axioms"].append("choice"),
    ],
)
def test_a_spoilt_report_is_not(validator, written, spoil):
    data = copy.deepcopy(written)
    spoil(data)
    assert problems(validator, data)


def test_the_numbers_lead_to_the_texts(written):
    claims = {claim["id"]: claim for claim in written["claims"]}
    proof = claims["toy/chain"]["evidence"][0]["data"]["proof"]
    assert [claims["toy/chain"]["formulas"][node["statement"]] for node in proof["nodes"]] == [
        "a ≥ 0", "b ≥ 0", "2*a + 2*b ≥ 0",
    ]  # fmt: skip
    assert proof["nodes"][-1]["premises"] == [0, 1]
    assert [written["axioms"][n]["name"] for n in claims["toy/cited"]["axioms"]] == ["means"]
    (mutant,) = [item for item in claims["toy/square"]["evidence"] if item["kind"] == "mutant"]
    assert [claims["toy/square"]["formulas"][n] for n in mutant["data"]["states"]] == [
        "(a + b)**2 = a**2 + 3*a*b + b**2"
    ]
