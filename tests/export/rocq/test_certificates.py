"""Certificates as proofs in Rocq: what the core accepts is proved once more, and what is false is refused."""

import functools
import shutil

import pytest

from tests.sampling import every
from verify.core.certificate import certificate_from_json
from verify.export.rocq import certificate_covers, coqc
from verify.export.rocq.assumptions import foreign
from verify.export.rocq.certificates import UNWRITTEN, certified, prove_file, stated
from verify.export.rocq.definedness import Writer
from verify.export.rocq.names import Inexpressible, Names
from verify.prover.proving import prove

SUPPORT = ("Numbers", "Certificates", "Bernstein", "Signs")
SECONDS = 120
SHOWN = "Print Assumptions inequality."

INEQUALITIES = {
    "exp(x) >= 1 + x": "-oo < x < oo",
    "log(x) <= x - 1": "x > 0",
    "sin(x) <= x": "x >= 0",
    "cos(x) > 0": "0 <= x < pi/2",
    "sin(x) >= x - x^3/6": "0 <= x <= 1",
    "x^4 + y^4 >= 2*x^2*y^2": "-oo < x < oo, -oo < y < oo",
    "x*log(x) + 1 - x >= 0": "x > 0",
    "1 - x*y + x^2*y^3 > 0": "0 <= x <= 1, 0 <= y <= 1",
}


@pytest.fixture(scope="module")
def small_library(library, tmp_path_factory):
    """The part of the compiled support library that certificates use, without the others."""
    part = tmp_path_factory.mktemp("rocq")
    for name in SUPPORT:
        shutil.copy(library / f"{name}.vo", part)
    return part


@functools.cache
def certificate(statement):
    """What the prover finds by rules that have a form in Rocq, and the core accepts."""
    answer = prove(statement, INEQUALITIES[statement], budget=60, without=UNWRITTEN)
    assert answer.file is not None, answer.resists
    return certificate_from_json(answer.file["certificate"][-1])


def quick(text):
    """The file without the list of what it rests on, which takes longer than the proof."""
    return text.replace(SHOWN, "")


@pytest.mark.parametrize("statement", every(4, INEQUALITIES))
def test_an_inequality_is_proved_again(small_library, statement):
    ran = coqc.checked(quick(prove_file(certificate(statement))), small_library, SECONDS)
    assert ran.passed, ran


def test_a_cover_of_too_many_parts_has_no_form(monkeypatch):
    monkeypatch.setattr(certificate_covers, "MOST_PARTS", 0)
    with pytest.raises(Inexpressible, match=r"a cover of \d+ parts, more than 0"):
        prove_file(certificate("cos(x) > 0"))


@pytest.mark.parametrize("statement", every(2, ["exp(x) >= 1 + x", "cos(x) > 0"]))
def test_what_it_rests_on_is_shown(small_library, statement):
    """Where intervals are computed it takes three times as long to name the operations on machine numbers."""
    ran = coqc.checked(prove_file(certificate(statement)), small_library, SECONDS)
    assert ran.assumptions
    assert not foreign(ran.assumptions)


@pytest.mark.parametrize("statement", every(2, list(INEQUALITIES)[:4:2]))
def test_the_same_proof_of_a_little_more_is_refused(small_library, statement):
    """Each is sharp somewhere: with a thousandth less on the larger side it is false."""
    head, theorem, tail = quick(prove_file(certificate(statement))).rpartition("Theorem inequality")
    said, end, proof = tail.partition(".\nProof.")
    op = max((" >= ", " > ", " <= ", " < "), key=said.rfind)
    left, _, right = said.rpartition(op)
    less = " - 1 / 1000" if "<" in op else " + 1 / 1000"
    ran = coqc.checked(f"{head}{theorem}{left}{op}{right}{less}{end}{proof}", small_library, SECONDS)
    assert not ran.passed
    assert ran.lemma == "inequality"
    assert "yntax" not in ran.message


def test_a_proof_without_one_of_its_conditions_is_refused(small_library):
    head, theorem, tail = quick(prove_file(certificate("cos(x) > 0"))).rpartition("Theorem inequality")
    said, end, proof = tail.partition(".\nProof.")
    first, *given, goal = said.split(" -> ")
    ran = coqc.checked(f"{head}{theorem}{' -> '.join([first, *given[1:], goal])}{end}{proof}", small_library, SECONDS)
    assert not ran.passed
    assert "yntax" not in ran.message


def test_every_node_has_its_lemma_and_the_last_is_the_whole():
    whole = certificate("x*log(x) + 1 - x >= 0")
    writer = Writer(Names())
    lemmas = certified(writer, whole, "c")
    assert lemmas[-1].statement == stated(writer, whole)
    assert len({lemma.name for lemma in lemmas}) == len(lemmas)
    nodes = [whole]
    for node in nodes:
        nodes += node.parts
    assert {stated(writer, node) for node in nodes} == {lemma.statement for lemma in lemmas}


def test_a_rule_without_a_proof_in_rocq_is_named():
    """A certificate is not exported in part."""
    whole = certificate("sin(x) <= x")
    unknown = type(whole)(whole.variables, whole.given, whole.shows, "half angle", whole.data, whole.parts)
    with pytest.raises(Inexpressible, match="half angle"):
        certified(Writer(Names()), unknown, "c")
