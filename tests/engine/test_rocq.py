"""`verify rocq` with a program that stands in for `coqc`: what passed is kept and said, what did not is named."""

import json
import os
import stat
import sys

import pytest

from verify.export.rocq import coqc
from verify.report.schema import report_schema

PROGRAM = f"""#!{sys.executable} -IS
import os, pathlib, sys, time
if "--print-version" in sys.argv:
    print(os.environ.get("STAND_IN_VERSION", "8.16.1"), "4.13.1")
    sys.exit()
file = pathlib.Path(sys.argv[-1])
text = file.read_text(encoding="utf-8")
with open(os.environ["STAND_IN_LOG"], "a") as log:
    print(file.name, file=log)
said = os.environ.get("STAND_IN_SAYS", "")
lines = text.splitlines()
for number, line in enumerate(lines, 1):
    if said.startswith("refuses ") and said.split()[1] in line:
        number = next((n for n, t in enumerate(lines, 1) if n > number and t.startswith("Lemma ")), number) + 1
        print(f'File "./claims.v", line {{number}}, characters 0-4:', file=sys.stderr)
        print("Error: The reference nothing was not found.", file=sys.stderr)
        sys.exit(1)
    if line.startswith("Print Assumptions"):
        print("Axioms:\\nClassicalDedekindReals.sig_not_dec : forall P : Prop, {{~ ~ P}} + {{~ P}}")
        if said.startswith("assumes "):
            print(f"{{said.split()[1]}}\\n  : forall x : R,\\n    x = x")
    if said.startswith("sleeps ") and said.split()[1] in line:
        time.sleep(60)
    if 'idtac "done' in line:
        print(line.split('"')[1], flush=True)
"""


@pytest.fixture
def program(workspace, monkeypatch):
    """A function that says what the stand-in shall say; the files that it was given are in its log."""
    folder = workspace.root / "bin"
    file = workspace.write("bin/coqc", PROGRAM)
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    log = workspace.root / "log"
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("STAND_IN_LOG", str(log))
    coqc.version.cache_clear()

    def says(text):
        monkeypatch.setenv("STAND_IN_SAYS", text)
        if log.exists():
            log.unlink()
        return log

    yield says
    coqc.version.cache_clear()


@pytest.fixture
def claims(workspace, texts):
    workspace.claims(texts["square"], texts["repaired"], texts["false"], texts["chain"])


def given_to(log):
    return log.read_text().split() if log.exists() else []


def test_what_passed_is_counted_and_kept(workspace, program, claims):
    log = program("")
    run = workspace.verify("rocq", "toy/square", "toy/chain")
    assert run.status == 0, run.err
    assert run.out == "Rocq 8.16.1: 2 of 2 claims passed, 0 did not, and 0 have no form in Rocq yet\n"
    assert "toy/square … passed, 1 lemmas" in run.err
    assert given_to(log).count("claims.v") == 2
    log = program("")
    again = workspace.verify("rocq", "toy/square", "toy/chain")
    assert again.err.count(", kept") == 2
    assert given_to(log) == []


def test_it_is_said_with_the_claim(workspace, program, claims):
    program("")
    before = workspace.verify("show", "toy/square").out
    workspace.verify("rocq", "toy/square")
    shown = workspace.verify("show", "toy/square").out
    assert "re-proved" not in before
    assert "re-proved by: Rocq 8.16.1, on classical reals" in shown
    assert "Print Assumptions: ClassicalDedekindReals.sig_not_dec" in shown
    listed = workspace.verify("list").out.splitlines()
    assert [line.split()[0] for line in listed if "re-proved by Rocq" in line] == ["toy/square"]


def test_the_report_has_the_mark(workspace, program, claims):
    program("")
    workspace.verify("rocq", "toy/square", "toy/chain")
    assert workspace.verify("report", "--out", "out").status == 0
    data = json.loads((workspace.root / "out" / "report.json").read_text(encoding="utf-8"))
    assert data["counts"]["re-proved"] == 2
    (square,) = (claim for claim in data["claims"] if claim["id"] == "toy/square")
    assert (square["verdict"], square["marks"]) == ("proved", ["re-proved"])
    assert square["evidence"][-1]["data"] == {
        "version": "8.16.1", "assumptions": ["ClassicalDedekindReals.sig_not_dec"], "lemmas": 1,
    }  # fmt: skip
    page = (workspace.root / "out" / "report.html").read_text(encoding="utf-8")
    assert '<span class="badge re-proved">re-proved</span>' in page
    assert "re-proved" in (workspace.root / "out" / "report.md").read_text(encoding="utf-8")


def test_the_mark_is_in_the_schema(workspace, program, claims, needs):
    jsonschema = needs("jsonschema", "browser")
    program("")
    workspace.verify("rocq", "toy/square")
    workspace.verify("report", "--out", "out")
    data = json.loads((workspace.root / "out" / "report.json").read_text(encoding="utf-8"))
    assert not list(jsonschema.Draft202012Validator(report_schema()).iter_errors(data))


def test_it_is_not_said_of_another_proof(workspace, program, claims, texts):
    program("")
    workspace.verify("rocq", "toy/square")
    workspace.claims(texts["square"].replace("Multiply out.", "Expand."), texts["chain"])
    assert "re-proved" not in workspace.verify("show", "toy/square").out


def test_what_does_not_pass_is_named_with_the_lemma(workspace, program, claims):
    program("refuses toy/chain")
    run = workspace.verify("rocq", "toy/square", "toy/chain")
    assert run.status == 1
    assert "toy/chain … does not pass at s0: The reference nothing was not found." in run.err
    assert "1 of 2 claims passed, 1 did not" in run.out
    assert "re-proved" not in workspace.verify("show", "toy/chain").out


def test_a_foreign_assumption_is_refused(workspace, program, claims):
    program("assumes Claim.wishful")
    run = workspace.verify("rocq", "toy/square")
    assert run.status == 1
    assert "does not pass: it rests on Claim.wishful" in run.err


def test_another_version_is_asked_anew(workspace, program, claims, monkeypatch):
    program("")
    workspace.verify("rocq", "toy/square")
    monkeypatch.setenv("STAND_IN_VERSION", "8.20.0")
    coqc.version.cache_clear()
    run = workspace.verify("rocq", "toy/square")
    assert "Rocq 8.20.0: 1 of 1 claims passed" in run.out
    assert "kept" not in run.err


def test_without_rocq_one_line_says_how_to_install_it(workspace, program, claims, monkeypatch):
    monkeypatch.setenv("PATH", str(workspace.root))
    coqc.version.cache_clear()
    run = workspace.verify("rocq", "toy/square")
    assert run.status == 2
    assert run.err.splitlines()[-1].startswith(
        "verify: coqc is not installed: on Debian or Ubuntu `apt-get install coq "
    )
    assert "opam install coq" in run.err


def test_without_its_libraries_too(workspace, program, claims):
    program("refuses Coquelicot")
    run = workspace.verify("rocq", "toy/square")
    assert run.status == 2
    assert "libcoq-coquelicot" in run.err.splitlines()[-1]


def test_an_interruption_keeps_what_is_done(workspace, program, claims, monkeypatch):
    program("")
    asked = []
    whole = coqc.in_turn

    def interrupted(*arguments):
        asked.append(1)
        if len(asked) > 1:
            raise KeyboardInterrupt
        return whole(*arguments)

    monkeypatch.setattr(coqc, "in_turn", interrupted)
    run = workspace.verify("rocq", "toy/square", "toy/chain")
    assert run.status == 130
    assert "1 of 2 claims are done, 1 of them passed; the same command goes on from there" in run.err


FILES = [f"(* {name} *)\n\nLemma {name} : True.\nProof. exact I. Qed.\n" for name in ("one", "two", "three")]


@pytest.mark.parametrize(
    ("says", "lemma", "why"),
    [
        ("refuses two", "two", "The reference nothing was not found."),
        ("sleeps two", "", "it takes longer than 2 s"),
    ],
)
def test_a_file_that_does_not_pass_is_not_in_the_way_of_others(program, tmp_path, says, lemma, why):
    log = program(says)
    one, two, three = coqc.in_turn(FILES, tmp_path, 2)
    assert (one.passed, two.passed, three.passed) == (True, False, True)
    assert (two.lemma, two.message) == (lemma, why)
    assert len(given_to(log)) == 2


def test_files_for_rocq_are_written(workspace, program, claims):
    run = workspace.verify("export", "rocq", "toy/square", "toy/chain", "--out", "files")
    assert run.status == 0, run.err
    assert "2 of 2 proofs are written; make -C files -f Makefile.rocq checks them" in run.out
    folder = workspace.root / "files"
    assert {"Makefile.rocq", "Numbers.v", "Spaces.v", "toy__square.v", "toy__chain.v"} <= {
        f.name for f in folder.iterdir()
    }
    text = (folder / "toy__square.v").read_text(encoding="utf-8")
    assert text.startswith("(* toy/square\n   Lemma 1\n   For real a, b. *)\n")
    assert text.endswith("Print Assumptions claim.\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["toy/none"], "no claim 'toy/none'"),
        (["--paper", "none"], "no paper 'none'"),
        (["--seconds", "0"], "the seconds must be from 1 to"),
    ],
)
def test_bad_input_gets_one_line(workspace, program, claims, arguments, told):
    program("")
    run = workspace.verify("rocq", *arguments)
    assert run.status == 2
    assert told in run.err.splitlines()[-1]
