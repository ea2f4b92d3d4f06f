"""A corrupted export is refused by Rocq, or does not state the claim any more."""

import random
import re

import pytest

from verify.export.rocq import coqc
from verify.export.rocq.assumptions import foreign
from verify.export.rocq.readback import NotRead, refuse_other_statement
from verify.export.rocq.whole_files import stated_in, whole_file

SHORT = [
    "gradient_descent/perceptron-step", "gradient_descent/step-identity", "gradient_descent/sqrt-sum",
]  # fmt: skip
"""Claims whose files Rocq checks in seconds."""
SECONDS = 60
FEW, MANY = 6, 500

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


def states_the_claim(text, data):
    try:
        refuse_other_statement(stated_in(text), data)
    except NotRead:
        return False
    return True


def try_out(proof_of, library, count, seed):
    """How many corrupted files were tried, and how many of them Rocq refused; none may pass and state another thing."""
    rng = random.Random(seed)
    tried = refused = 0
    while tried < count:
        data = proof_of(rng.choice(SHORT))
        whole = whole_file(data)
        text, _ = corrupted(whole, rng)
        if text == whole:
            continue
        tried += 1
        ran = coqc.checked(text, library, SECONDS)
        refused += not ran.passed
        # what passes although a lemma was changed proves the claim in another way, as Rocq and the read-back both say
        assert not ran.passed or not states_the_claim(text, data) or not foreign(ran.assumptions)
    return tried, refused


@pytest.mark.parametrize("id", SHORT)
def test_the_export_itself_passes(proof_of, library, id):
    ran = coqc.checked(whole_file(proof_of(id)), library, SECONDS)
    assert ran.passed, f"{ran.lemma}: {ran.message}"
    assert foreign(ran.assumptions) == []
