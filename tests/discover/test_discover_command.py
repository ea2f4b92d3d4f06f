"""`verify discover`: what it says and prints, its exit status, and what it refuses."""

import importlib
import json
import sys

import pytest

from verify.claims.registry import Registry, using
from verify.commands import discover as command
from verify.commands.cli import main
from verify.discharge import program

CLAIMS = """
from verify.audit import Claim, ge, le, real

a, b = real("a b")

def claim(id, given, states):
    return Claim(f"toy/{id}", at="Lemma", given=given, states=states, reading="R.", open_because="Nothing decides it.")

TRUE = claim("true", [ge(a, 1), ge(b, 1)], [ge(a + b, 2), ge(a**2 + b**2, 2*a*b)])
claim("false", [ge(a, 0)], [ge(a, 0), ge(a, b)])
"""

PAPER = """
from verify.claims import Paper

PAPER = Paper("toy", "A Toy Paper", "A. Author", "Journal of Toys 1")
"""


@pytest.fixture
def verify(tmp_path, monkeypatch, capsys):
    """The command, in a folder with a package of two claims."""
    folder = tmp_path / "toys"
    folder.mkdir()
    (folder / "__init__.py").write_text(PAPER, encoding="utf-8")
    (folder / "results.py").write_text(CLAIMS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def run(*arguments):
        for name in [n for n in sys.modules if n.split(".")[0] == "toys"]:
            del sys.modules[name]
        importlib.invalidate_caches()
        with using(Registry()):
            status = main(["discover", *arguments, "--from", "toys"])
        return status, *capsys.readouterr()

    yield run
    for name in [n for n in sys.modules if n.split(".")[0] == "toys"]:
        del sys.modules[name]


def test_a_proof_is_printed_as_a_module(verify):
    status, out, _ = verify("toy/true")
    assert status == 0
    first, _, text = out.partition("\n\n")
    assert first.startswith("toy/true: proved (the search alone ")
    assert "  a + b ≥ 2\n" in first
    assert "from toys.results import TRUE\n" in text
    assert "@TRUE.proof\ndef found(claim: Claim) -> list[Theorem]:" in text
    compile(text, "module", "exec")


def test_what_resists_is_said_with_what_was_tried_one_line_a_tactic(verify):
    status, out, _ = verify("toy/false", "--seconds", "2")
    assert status == 1
    first, proved, resists, *tried = out.splitlines()
    assert first.startswith("toy/false: no proof was found (the search alone ")
    assert proved.strip() == "proved: a ≥ 0"
    assert resists.strip() == "resists: a ≥ b"
    assert tried
    assert all(line.startswith("  tried ") for line in tried)
    assert len({line.split(", on")[0] for line in tried}) == len(tried)


def test_json_has_the_same(verify):
    data = json.loads(verify("toy/true", "--json")[1])
    assert data["proved"]
    assert "def found(" in data["module"]
    assert [f["proved"] for f in data["formulas"]] == [True, True]
    data = json.loads(verify("toy/false", "--json", "--seconds", "2")[1])
    assert not data["proved"]
    assert not data["module"]
    assert [f["proved"] for f in data["formulas"]] == [True, False]


def test_the_module_is_written_to_a_file(verify, tmp_path):
    status, out, _ = verify("toy/true", "--out", "found.py")
    assert status == 0
    assert out.endswith("written to found.py\n")
    assert "@TRUE.proof" in (tmp_path / "found.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["toy/none"], "no claim"),
        (["toy/true", "--seconds", "0"], "seconds"),
        (["toy/true", "--out", "nowhere/found.py"], "no such folder"),
        (["toy/true", "--out", "toys"], "is a folder"),
        (["toy/true", "--budget", "3"], "--budget"),
    ],
)
def test_bad_input_is_one_line(verify, arguments, said):
    status, out, err = verify(*arguments)
    assert status == 2
    assert not out
    assert said in err
    assert err.count("\n") == 1


def test_where_it_takes_long_it_says_that_it_goes_on(verify, monkeypatch):
    monkeypatch.setattr(command, "SECONDS_BETWEEN_LINES", 0.01)
    assert "toy/true: under way for 0.01 s\n" in verify("toy/true")[2]


def test_it_can_be_interrupted(verify, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "discover", interrupted)
    status, _, err = verify("toy/true")
    assert status == 130
    assert err == "verify: interrupted\n"


def test_without_scipy_the_extra_is_named(verify, monkeypatch):
    monkeypatch.setattr(program, "find_spec", lambda name: None)
    status, out, err = verify("toy/true")
    assert (status, out) == (2, "")
    assert err == f"verify: {program.MISSING}\n"
    assert "-e '.[search]'" in program.MISSING
