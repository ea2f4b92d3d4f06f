"""What is assumed in Rocq says what the axioms of the toolkit say: it is read back, and what says more is found."""

import re
from importlib.resources import files

import pytest

from verify.axioms import every_axiom
from verify.export.rocq import coqc
from verify.export.rocq.assumptions import ASSUMED, CLASSICAL_REALS, PARAMETERS, foreign, in_short, trusted
from verify.export.rocq.properties import PROPERTIES
from verify.export.rocq.readback import NotRead, refuse_other_statement
from verify.language.core_json import encode
from verify.language.translation import translate
from verify.report.text import reproved

TEXT = (files("verify.export.rocq") / "Assumed.v").read_text(encoding="utf-8")
STATED = dict(re.findall(r"^Axiom (\w+) : (.*?)\.\s*$", TEXT, re.MULTILINE | re.DOTALL))
AXIOMS = {axiom.name: axiom for axiom in every_axiom()}


def as_claim(axiom):
    """The axiom as a claim: its hypotheses are given, its conclusion is stated."""
    states = encode(translate(axiom.conclusion))
    claim = {"given": [encode(translate(h)) for h in axiom.hypotheses], "states": [states]}
    return {"claim": claim, "steps": [{"rule": "cite", "conclusion": states}], "shows": [0]}


def test_it_assumes_axioms_and_parameters_and_nothing_else():
    code = re.sub(r"\(\*.*?\*\)", "", TEXT, flags=re.DOTALL)
    assert set(re.findall(r"\bAxiom (\w+)", code)) == set(ASSUMED.values()) == set(STATED)
    assert set(re.findall(r"\bParameter (\w+)", code)) == PARAMETERS == {p.name for p in PROPERTIES.values()}
    assert not re.search(r"\b(Admitted|Axioms|Conjecture|Parameters|Hypothesis|Variable)\b", code)


@pytest.mark.parametrize("name", ASSUMED)
def test_an_axiom_has_the_statement_of_the_toolkit(name):
    refuse_other_statement(STATED[ASSUMED[name]], as_claim(AXIOMS[name]))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("Golden–Thompson inequality", "exp (β j)) * exp", "exp (β j)) + exp"),
        ("Golden–Thompson inequality", "+ Sum", "* Sum"),
        ("Golden–Thompson inequality", "d >= 1 ->", ""),
        ("Golden–Thompson inequality", "= delta i j", "= 1"),
        ("equality in the Golden–Thompson inequality", "k >= 1 -> ", ""),
        ("equality in the Golden–Thompson inequality", "-1 * α k", "α k"),
        ("Golden–Thompson inequality, in traces", "symmetric_matrices d Z I λ E ->", ""),
        ("Golden–Thompson inequality, in traces", "A +v B", "A +v A"),
        ("Golden–Thompson inequality, in traces", "C1_near", "C2_near"),
        ("Golden–Thompson inequality, in traces", "(forall (A : S), 0 < Z A) ->", ""),
        ("Toponogov's hinge comparison, curvature ≥ 0", "nonnegative_curvature", "nonpositive_curvature"),
        ("Toponogov's hinge comparison, curvature ≥ 0", ">= dist", "<= dist"),
        ("Cartan–Hadamard: one geodesic between any two points", "simply_connected Exp dist ->", ""),
        ("Hopf–Rinow: a minimising geodesic between any two points", "tangent v), dist", "tangent q), dist"),
        ("hinge comparison, curvature ≤ 0", "U q W", "W q U"),
        ("isometries take geodesics to geodesics", "Exp v v U", "Exp v v (2 *v U)"),
    ],
)
def test_an_axiom_that_says_something_else_is_found(name, old, new):
    text = STATED[ASSUMED[name]]
    assert old in text
    with pytest.raises(NotRead):
        refuse_other_statement(text.replace(old, new, 1), as_claim(AXIOMS[name]))


@pytest.mark.slow
def test_a_claim_names_what_it_assumes(library):
    text = "From Verify Require Import Claims.\nLemma claim : 0 = 0.\nProof. pose proof golden_thompson_in_traces. "
    ran = coqc.checked(f"{text}reflexivity. Qed.\nPrint Assumptions claim.\n", library, 60)
    assert ran.passed
    assert {"golden_thompson_in_traces", "symmetric_matrices"} <= set(ran.assumptions)
    assert foreign(ran.assumptions) == []
    assert in_short(ran.assumptions) == [CLASSICAL_REALS]
    assert trusted(ran.assumptions) == ["Golden–Thompson inequality, in traces"]
    assert foreign(["nonsense"]) == ["nonsense"]


def test_the_report_names_what_is_assumed():
    data = {"version": "8.16.1", "assumptions": ["Classical_Prop.classic", "lifts", "hinge_comparison"], "lemmas": 1}
    said = reproved({"evidence": [{"kind": "rocq", "ok": True, "data": data}]})
    assert said == "Rocq 8.16.1, on classical reals, assuming “hinge comparison, curvature ≤ 0”"
