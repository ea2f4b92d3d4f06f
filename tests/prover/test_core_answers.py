"""What `verify prove` says is proved is what the core says of the text: forged statements, edited certificates."""

import copy
import json
import random

import pytest

from verify.commands.cli import main
from verify.core.answers import FORMAT, check_answer
from verify.core.grammar import read_relations
from verify.core.nodes import Refused
from verify.core.reading import parsed
from verify.prover.alarm import worked
from verify.prover.answers import accepted
from verify.prover.certificate import Certificate, Step
from verify.prover.files import answer_to_json
from verify.prover.proving import Search, prove
from verify.prover.statement import parse_statement

PROVED = [
    ("sin(x) < x", "x > 0"),
    ("(cos(a) - cos(c))/cos(c) <= c^2 - a^2", "0 <= a <= c, c <= pi/3"),
    ("sqrt((a + c)^2 + (b + d)^2) <= sqrt(a^2 + b^2) + sqrt(c^2 + d^2)", "a < oo, b < oo, c < oo, d < oo"),
    ("x^4 + y^4 >= x^3*y + x*y^3", "-oo < x < oo, -oo < y < oo"),
    ("1/y < (log(y) - log(x))/(y - x) < 1/x", "0 < x < y"),
    ("cos(x/sqrt(3)) < sin(x)/x", "0 < x <= pi/2"),
    ("max(x, 1 - x) >= 1/2", "0 <= x <= 1"),
    ("x*y <= 1/4", "x + y = 1"),
    ("x > 2", "x > y, y > x"),
    ("1/(exp(x) - 1 - x) > 0", "x != 0, x < 1"),
    ("(a - b)/(log(a) - log(b)) < (a + b)/2", "a > 0, b > 0, a != b"),
    ("tan(A) + tan(B) + tan(pi - A - B) >= 3*sqrt(3)", "0 < A < pi/2, 0 < B < pi/2, A + B > pi/2"),
    ("1/cos(pi - A - B) <= -1", "A > 0, B > 0, A + B < pi/2"),
    ("tan(pi/2 - x) + tan(x) >= 2", "0 < x < pi/2"),
    ("(a - b)/log(a/b) >= cbrt(a*b*(a + b)/2)", "a > b, b > 0"),
    ("cbrt(a^2*b) <= a", "a >= b, b >= 0"),
    ("cbrt(1 - x) <= 1 - x/3", "0 <= x <= 2"),
    ("cbrt(((1 + t)/2)^2*sqrt((1 + t^2)/2)) < 1 + t", "t > 1"),
    ("x + y + 1 >= sqrt(x*cbrt(2*y))", "x > 0, y > 0"),
]


@pytest.fixture(scope="module")
def answers():
    """What is proved once, as data."""
    found = {}

    def answer(relation, where):
        if (relation, where) not in found:
            proved = prove(relation, where, budget=60)
            assert proved.verdict == "proved", proved.resists
            found[relation, where] = json.loads(json.dumps(answer_to_json(proved)))
        return copy.deepcopy(found[relation, where])

    return answer


def checked(data):
    return check_answer(parsed(json.dumps(data).encode()))


@pytest.mark.spread(3)
@pytest.mark.parametrize(("relation", "where"), PROVED, ids=[row[0] for row in PROVED])
def test_what_is_proved_is_what_the_text_says(answers, relation, where):
    made = checked(answers(relation, where)).made
    given = [g for g in read_relations(where, infinite=True) if g.args[1] is not g.args[2]]
    assert [theorem.conclusion for theorem in made] == read_relations(relation)
    assert all(set(theorem.hypotheses) <= set(given) for theorem in made)


# --- edited files ---


def leaves(data, at=()):
    """Where each number, text and truth value of the certificates is."""
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(value, (*at, key))
    else:
        yield at


def put(data, at, value):
    for key in at[:-1]:
        data = data[key]
    old, data[at[-1]] = data[at[-1]], value
    return old


def variants(old, rng):
    """Other values for a leaf."""
    if isinstance(old, bool) or old is None:
        return [not old, 0]
    if isinstance(old, int):
        return [old + 1, -old, 0, rng.randrange(-9, 10)]
    return [old + "1", old[:-1], {"≥": ">", ">": "≥"}.get(old, "x"), "boxes", "-1", "y"]


EDITS = 40


@pytest.mark.spread(3)
@pytest.mark.parametrize(("relation", "where"), PROVED, ids=[row[0] for row in PROVED])
def test_an_edited_certificate_is_refused_or_proves_the_same(answers, relation, where):
    data, rng = answers(relation, where), random.Random(f"{relation} where {where}")
    said = [(made.hypotheses, made.conclusion) for made in checked(data).made]
    places = [("certificate", *at) for at in leaves(data["certificate"])]
    refused = 0
    for at in rng.sample(places, min(EDITS, len(places))):
        edited = copy.deepcopy(data)
        old = put(edited, at, None)
        put(edited, at, rng.choice(variants(old, rng)))
        try:
            again = checked(edited)
        except Refused:
            refused += 1
        else:
            assert [(made.hypotheses, made.conclusion) for made in again.made] == said
    assert refused


FALSE = [
    {"relation": "sin(x) < 9*x/10"},
    {"relation": "sin(x) > x"},
    {"relation": "sin(x) < -x"},
    {"relation": "sin(y) < x", "where": "x > 0, y < oo"},
    {"relation": "sin(x) < x and 1 < 0"},
    {"relation": "sin(x)/(x - 1) < x/(x - 1)"},
    {"relation": "sin(x) + log(x - 1) < x + log(x - 1)"},
    {"relation": "sin(x) + 0*sqrt(x - 1) < x"},
    {"relation": "sin(x) + 0/(x - 1) < x"},
    {"where": "x >= 0"},
    {"where": "x > -1"},
    {"where": "x < oo"},
    {"where": ""},
    {"where": "y > 0"},
]


@pytest.mark.parametrize("edit", FALSE, ids=str)
def test_a_false_statement_is_refused_whatever_its_certificate(answers, edit):
    data = answers("sin(x) < x", "x > 0")
    with pytest.raises(Refused):
        checked(data | edit)


def test_format_1_is_no_longer_read(answers, tmp_path, capsys):
    file = tmp_path / "old.json"
    file.write_text(json.dumps(answers("sin(x) < x", "x > 0") | {"format": "verify certificate 1"}))
    assert main(["check", str(file)]) == 1
    said = capsys.readouterr().out
    assert said.endswith(f"refused: the format must be {FORMAT!r}, not 'verify certificate 1'\n")


# --- what sympy makes of a text is not what the text says ---

FORGED = [
    ("sqrt(x*y^2) + x >= 0", "x*y^2 >= 0, -1 <= x <= 1, -1 <= y <= 1"),
    ("10^150*acos(cos(2*pi*sqrt(1 + 1/10^150))) < x", "0 <= x <= 1"),
    ("x^0*log(x) - log(x) >= 0", "-1 <= x <= 1"),
    ("x/x > 0", "-1 <= x <= 1"),
    ("(x - 1)^2/(x - 1) - x + 2 > 0", "0 <= x <= 2"),
    ("sqrt(x)^2 - x + 1 > 0", "-1 <= x <= 1"),
    ("0*log(x) + 1 > 0", "-1 <= x <= 1"),
    ("exp(log(x)) - x + 1 > 0", "-1 <= x <= 1"),
    ("(x^(1/3))^3 - x + 1 > 0", "-1 <= x <= 1"),
]


def sympys(relation, where):
    """Proofs of what sympy makes of the statement."""
    found = []
    for goal in parse_statement(relation, where).goals:
        step = Search(worked() + 30).prove(goal)
        assert step is not None, goal
        found.append(Certificate(goal, step))
    return found


@pytest.mark.parametrize(("relation", "where"), FORGED, ids=[row[0] for row in FORGED])
def test_a_proof_of_what_sympy_reads_proves_nothing(relation, where):
    with pytest.raises(Refused):
        accepted(relation, where, sympys(relation, where))


def test_a_search_that_lies_is_not_believed(monkeypatch):
    monkeypatch.setattr("verify.prover.proving.Search.prove", lambda *_: Step("obvious"))
    monkeypatch.setattr("verify.prover.proving.check", lambda *_: None)
    monkeypatch.setattr("verify.prover.proving.counterexample", lambda *_: None)
    for relation, where in [("x > 1", "x > 0"), ("sin(x) > x", "0 < x < 1"), ("log(x) < x", "-1 < x < 1")]:
        answer = prove(relation, where, budget=5)
        assert answer.verdict == "unknown"
        assert answer.resists.startswith("the core does not accept what was found: ")


def test_what_the_core_refuses_is_told_by_the_command(monkeypatch, capsys):
    monkeypatch.setattr("verify.prover.proving.Search.prove", lambda *_: Step("obvious"))
    monkeypatch.setattr("verify.prover.proving.check", lambda *_: None)
    monkeypatch.setattr("verify.prover.proving.counterexample", lambda *_: None)
    assert main(["prove", "x > 1", "--where", "x > 0"]) == 3
    said = capsys.readouterr().out
    assert said.startswith("unknown: x > 1 where x > 0\n")
    assert "Rejected: it is not plain" in said
