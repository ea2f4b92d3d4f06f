"""Certificates as they are written: what the core sees by itself is left out, and the core still accepts the rest."""

import json

import pytest

from verify.commands.cli import main
from verify.core.answers import check_answer
from verify.core.reading import parsed
from verify.prover.proving import prove
from verify.prover.shorter import shortened

ORDINARY = [
    ("log(x) <= x - 1", "x > 0"),
    ("exp(x) >= 1 + x", "-oo < x < oo"),
    ("(x + y)/2 >= sqrt(x*y)", "x >= 0, y >= 0"),
    ("x^2 + y^2 >= 2*x*y", "-oo < x < oo, -oo < y < oo"),
    ("(1 + x)^3 >= 1 + 3*x", "x >= -1"),
    ("sin(x) >= 2*x/pi", "0 <= x <= pi/2"),
    ("x - x^3/6 < sin(x)", "0 < x <= 1"),
    ("tanh(x) <= x", "x >= 0"),
    ("x/(1 + x) <= log(1 + x)", "x >= 0"),
    ("atan(x) <= x", "x >= 0"),
    ("x + 1/x >= 2", "x > 0"),
    ("sqrt(1 + x) <= 1 + x/2", "x >= -1"),
    ("x*(1 - x) <= 1/4", "0 <= x <= 1"),
]


@pytest.mark.spread(3)
@pytest.mark.parametrize(("relation", "where"), ORDINARY)
def test_an_ordinary_certificate_has_at_most_2_kB(relation, where, tmp_path, capsys):
    file = tmp_path / "certificate.json"
    assert main(["prove", relation, "--where", where, "--budget", "20", "--out", str(file)]) == 0
    assert len(file.read_bytes()) <= 2000
    assert check_answer(parsed(file.read_bytes())).made


def test_what_is_short_or_proves_nothing_stays_as_it_is():
    once = shortened(prove("log(x) <= x - 1", "x > 0", budget=20).file)
    assert shortened(once) == once
    refuted = {"verdict": "refuted", "relation": "x > 1"}
    assert shortened(refuted) is refuted


def test_what_the_core_does_not_accept_is_not_made_shorter():
    answer = prove("log(x) <= x - 1", "x > 0", budget=20).file
    false = json.loads(json.dumps(answer)) | {"relation": "log(x) <= x - 2"}
    assert shortened(false) is false


def test_every_condition_that_is_left_is_needed():
    answer = shortened(prove("x*(1 - x) <= 1/4", "0 <= x <= 1", budget=20).file)
    assert [c["given"] for c in answer["certificate"]] == [[]]
