"""A corrupted export is refused by Rocq, or does not state the claim any more."""

import random
import re

import pytest

from tests.export.rocq.conftest import stated
from verify.export.rocq import coqc
from verify.export.rocq.assumptions import foreign
from verify.export.rocq.readback import NotRead, refuse_other_statement
from verify.export.rocq.statement import statement
from verify.export.rocq.whole_files import stated_in, whole_file

SHORT = [
    "gradient_descent/perceptron-step", "gradient_descent/step-identity", "gradient_descent/hinge-majorises",
    "gradient_descent/losses-footnote", "gradient_descent/sqrt-sum", "gradient_descent/harmonic",
    "spheres/link-update-simplex", "matrix_eg/lemma-3-2-largest-a", "geometric_view/example-5-contraction",
    "geometric_view/prop-10-index", "general_additive/lms", "general_additive/loss-without-transfer",
]  # fmt: skip
"""Claims whose files Rocq checks in seconds."""
SECONDS = 60
FEW, MANY = 3, 500

SIGNS = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "=": "<>", "<>": "=", "+": "-", "*": "+"}


def corrupted(text, rng):
    """The file with a constant, a sign, a hypothesis or a step of its lemmas changed, and what was done."""
    kind = rng.choice(["constant", "sign", "hypothesis", "step"])
    lemmas = list(re.finditer(r"^(?:Lemma|Theorem) \w+ :(.*?)\.\nProof\.", text, re.MULTILINE | re.DOTALL))
    if kind == "step":  # the lemma is left out
        start = rng.choice(lemmas).start()
        return text[:start] + text[text.index("Qed.\n", start) + 5 :], kind
    start, end = rng.choice(lemmas).span(1)
    statement = text[start:end]
    if kind == "hypothesis":
        parts = statement.split(" ->\n")
        if len(parts) < 2:
            return text, kind
        place = rng.randrange(len(parts) - 1)
        head, binds, rest = parts[place].rpartition(",\n")
        parts[place : place + 1] = [f"{head}{binds}True"] if binds and rest else []
        return text[:start] + " ->\n".join(parts) + text[end:], kind
    pattern = r"(?<![\w'.])\d+(?![\w'.])" if kind == "constant" else r"(?<= )(?:<=|<>|>=|[<>=+*])(?= )"
    places = list(re.finditer(pattern, statement))
    if not places:
        return text, kind
    place = rng.choice(places)
    new = str(int(place[0]) + rng.choice([1, 2, 7])) if kind == "constant" else SIGNS[place[0]]
    return text[: start + place.start()] + new + text[start + place.end() :], kind


def is_the_claims(text, data):
    """Whether the last theorem of the file states the claim."""
    try:
        refuse_other_statement(stated_in(text), data)
    except NotRead:
        return False
    return True


def tried_out(proof_of, library, count, seed):
    """How many of so many corrupted files are refused, by Rocq or because they state something else.

    One that is accepted must still state the claim, word for word: then a lemma was changed into another that is true
    and serves as well, and the claim is proved.
    """
    rng = random.Random(seed)
    tried = refused = 0
    while tried < count:
        data = proof_of(rng.choice(SHORT))
        whole = whole_file(data)
        text, kind = corrupted(whole, rng)
        if text == whole:
            continue
        tried += 1
        if is_the_claims(text, data) and coqc.checked(text, library, SECONDS).passed:
            assert stated_in(text) == stated_in(whole), f"{data['claim']['name']}: {kind}"
        else:
            refused += 1
    return refused


@pytest.mark.spread(2, 1)
@pytest.mark.parametrize("id", SHORT[:2])
def test_the_export_itself_passes(proof_of, library, id):
    ran = coqc.checked(whole_file(proof_of(id)), library, SECONDS)
    assert ran.passed, f"{ran.lemma}: {ran.message}"
    assert foreign(ran.assumptions) == []


def test_corrupted_exports_are_refused(proof_of, library):
    assert tried_out(proof_of, library, FEW, seed=25) >= FEW - 1


@pytest.mark.slow
def test_many_corrupted_exports_are_refused(proof_of, library):
    assert tried_out(proof_of, library, MANY, seed=26) >= 0.8 * MANY


# --- changed claims that are false ------------------------------------------------------------------------------------


def false_claims(claim, data):
    """What proof files would say of the changes of a claim that exact instances refute."""
    for step in claim.steps:
        if step.kind == "mutant" and step.decision.at is not None:
            changed = step.function(claim)
            yield step.name, {**data, "claim": stated(changed)["claim"]}


def refuses_all(known, proof_of, library, ids):
    """How many changed claims there are; of none of them the proof of the claim is a proof, as they are false."""
    tried = 0
    for id in ids:
        data = proof_of(id)
        whole, true = whole_file(data), statement(data)
        assert true in whole
        for name, other in false_claims(known[id], data):
            text = whole.replace(true, statement(other))
            assert is_the_claims(text, other), f"{id}, {name}"
            assert not coqc.checked(text, library, SECONDS).passed, f"{id}, {name}: Rocq proves what is false"
            tried += 1
    return tried


def test_the_proof_proves_no_changed_claim_that_is_false(known, proof_of, library):
    assert refuses_all(known, proof_of, library, SHORT[:1]) >= 1


@pytest.mark.slow
def test_proofs_prove_no_changed_claims_that_are_false(known, proof_of, library):
    assert refuses_all(known, proof_of, library, SHORT) >= 2 * len(SHORT)
