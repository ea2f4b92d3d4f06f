"""report.json is what its schema says, which is made from the records that it is made of."""

import copy
import json
from typing import get_args

import pytest

from verify.claims.registry import Registry, using
from verify.report.records import SCHEMA, WrittenEvidence
from verify.report.schema import report_schema, schema_of
from verify.session.kept_hunts import KeptHunts
from verify.session.kept_rocq import KeptRocq
from verify.verdicts.records import EvidenceKind

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
MEASURED = """
MEASURED = Claim("toy/measured", at="Lemma 5", given=[ge(a, 0)], states=ge(a**2 + 1, 2*a), reading="For real a.")

@MEASURED.proof
def square(claim):
    return combine(claim.states[0], [(1, (a - 1)**2)])

@MEASURED.instance
def zero():
    return {a: 0}

@MEASURED.extremal("a", [1, 2])
def numbers(value):
    return {a: value}

@MEASURED.mutant("hypothesis", proof=square)
def without(claim):
    return claim.replace(given=[])

@MEASURED.mutant("constant", undecided="nobody looked")
def three(claim):
    return claim.replace(states=ge(a**2 + 1, 3*a))
"""
FAILING = """
FAILING = Claim("toy/failing", at="Lemma 8", states=ge(a**2 + 1, 2*a), reading="For real a.")

@FAILING.proof
def wishful(claim):
    return identity(claim.states[0])

@FAILING.conformance
def strays():
    return Conformance("numpy", 10, 2.5, "ulp", 1.0)

@FAILING.search
def worse():
    return Searched("corners", 4, float("inf"), "a = 1")

@FAILING.extremal("a", [1, 0])
def numbers(value):
    return {a: value}

@FAILING.mutant("constant", at={a: 0})
def half(claim):
    return claim.replace(states=ge(a**2 + 1, a))

@FAILING.mutant("sign", at={a: 0})
def proved_too(claim):
    return claim.replace(states=eq((a - 1)**2, a**2 - 2*a + 1))
"""
HUNT = {
    "claim": "toy/odd", "seed": 3, "blocks": 1, "cases": 100, "met": 90, "spaces": 1,
    "worst": {"ratio": 0.5, "at": {"a": 1.0}, "space": "reals", "block": 0}, "refusal": "", "suspect": None,
    "counterexample": None, "exhausted": False, "failures": [], "seconds": 1.0,
}  # fmt: skip
ROCQ = {
    "status": "passed", "version": "8.16.1", "assumptions": ["ClassicalDedekindReals.sig_not_dec"], "lemmas": 1,
    "seconds": 1.0,
}  # fmt: skip
KINDS = [kind for kinds in get_args(EvidenceKind) for kind in get_args(kinds)]


@pytest.fixture(scope="module")
def validator(needs):
    jsonschema = needs("jsonschema", "browser")
    schema = report_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["title"] == SCHEMA
    return jsonschema.Draft202012Validator(schema)


@pytest.fixture
def written(request, texts):
    """The report, written by the first test that reads it, with all changed claims put to their proofs."""
    if not REPORT:
        request.getfixturevalue("monkeypatch").delenv("VERIFY_REFUSALS", raising=False)
        REPORT.append(reported(request.getfixturevalue("workspace"), texts))
    return json.loads(REPORT[0])


REPORT = []


def reported(workspace, texts):
    known = [texts[name] for name in ("square", "conforming", "false", "repaired", "cited", "odd", "chain")]
    workspace.claims(*known, EXPERIMENT, SEARCHED, MEASURED, FAILING)
    with using(Registry()) as registry:
        registry.discover()
        KeptHunts(registry.claim("toy/odd")).put(3, HUNT)
        KeptRocq(registry.claim("toy/square")).put(ROCQ)
    workspace.verify("report", "--out", "out")
    return (workspace.root / "out" / "report.json").read_text(encoding="utf-8")


def problems(validator, data):
    return ["/".join(map(str, error.absolute_path)) + ": " + error.message for error in validator.iter_errors(data)]


def test_the_report_is_what_the_schema_says(validator, written):
    kinds = {item["kind"] for claim in written["claims"] for item in claim["evidence"]}
    assert kinds == set(KINDS)
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


def test_the_schema_is_printed(workspace, written):
    run = workspace.verify("report", "--schema")
    assert run.status == 0
    assert run.data == report_schema()


# --- what evidence is not ---------------------------------------------------------------------------------------------

TABLES = ("assignment", "at", "settings")
"""Objects with any fields."""

OPTIONAL = ("hypotheses", "premises", "how", "note", "certificates", "bounded_by")
"""Fields that may be missing."""

WORDS = ("kind", "decided", "change", "arithmetic", "unit")
"""Fields that have one of few values."""


def spoilt(value, name=""):
    """The value with one thing wrong in it, each time another, and where that is."""
    yield {"spoilt": {}}, "another type"
    if isinstance(value, list) and value:
        for made, where in spoilt(value[0], name):
            yield [made, *value[1:]], f"0/{where}"
    if isinstance(value, dict):
        yield value | {"extra": {}}, "extra"
        for key, part in value.items():
            without = {other: kept for other, kept in value.items() if other != key}
            if name not in TABLES and key not in OPTIONAL:
                yield without, f"no {key}"
            if key in WORDS and not (key == "unit" and "steps" in value):  # of an experiment it is any word
                yield value | {key: "other"}, f"{key} other"
            for made, where in spoilt(part, key):
                yield value | {key: made}, f"{key}/{where}"


@pytest.mark.parametrize("kind", KINDS)
def test_evidence_with_anything_wrong_is_refused(needs, written, kind):
    validator = needs("jsonschema", "browser").Draft202012Validator(schema_of(WrittenEvidence))
    items = [item for claim in written["claims"] for item in claim["evidence"] if item["kind"] == kind]
    assert items
    for item in items:
        assert validator.is_valid(item)
        tried = list(spoilt(item))
        assert len(tried) > 16
        assert [where for made, where in tried if validator.is_valid(made)] == []


def test_steps_that_fail_say_what_they_gave(written):
    (failing,) = [claim for claim in written["claims"] if claim["id"] == "toy/failing"]
    gave = {item["name"]: item["data"] for item in failing["evidence"]}
    assert not any(item["ok"] for item in failing["evidence"])
    assert gave["wishful"] == {}
    assert gave["half"] == {}
    assert gave["proved_too"]["change"] == "sign"
    assert gave["worse"]["results"][0]["worst"] == "inf"
    assert [point["message"] == "" for point in gave["numbers"]["points"]] == [True, False]
    assert {item["kind"] for item in failing["evidence"]} == {"proof", "conformance", "search", "tightness", "mutant"}


def test_what_a_step_may_give_depends_on_whether_it_is_ok(needs, written):
    validator = needs("jsonschema", "browser").Draft202012Validator(schema_of(WrittenEvidence))
    items = [item for claim in written["claims"] for item in claim["evidence"]]
    for item in items:
        assert not validator.is_valid(item | {"ok": True, "data": {}})
    assert not any(validator.is_valid(item | {"ok": False}) for item in items if item["kind"] in ("hunt", "rocq"))


@pytest.mark.parametrize("form", [object, set[str], tuple[int, int]])
def test_a_type_that_json_has_not_is_refused(form):
    with pytest.raises(TypeError, match="no type of JSON"):
        schema_of(form)
