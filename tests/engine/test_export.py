"""Proofs written by `verify export proofs` stand on their own: `python -m verify.core` checks them."""

import gzip
import json
import subprocess
import sys

import pytest

from verify.core.__main__ import main as check_files


@pytest.fixture
def written(workspace, texts):
    workspace.claims(texts["square"], texts["false"], texts["repaired"], texts["cited"])
    return workspace.verify("export", "proofs", "--out", "files")


def test_each_settled_claim_has_a_file(workspace, written):
    assert written.status == 0, written.err
    assert "3 of 3 proofs are written" in written.out
    names = sorted(file.name for file in (workspace.root / "files").iterdir())
    assert names == ["toy__false.json", "toy__false.repaired.json", "toy__square.json"]
    assert written.err.count("steps") == 3


def test_they_check_where_nothing_else_is_installed(workspace, written):
    program = (
        "import sys\n"
        "for name in ('sympy', 'mpmath', 'numpy', 'hypothesis'): sys.modules[name] = None\n"
        "from verify.core.__main__ import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    files = sorted(map(str, (workspace.root / "files").iterdir()))
    done = subprocess.run([sys.executable, "-c", program, *files], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert 'refuted: "toy/false": not always 1 ≥ a ⊢ a ≥ 0' in done.stdout
    assert 'proved: "toy/square": ⊢ ' in done.stdout


def test_an_edited_file_is_refused(workspace, written, capsys):
    file = workspace.root / "files" / "toy__square.json"
    data = json.loads(file.read_text())
    data["claim"]["states"][0]["Relation"][2] = 0
    file.write_text(json.dumps(data))
    assert check_files([str(file)]) == 1
    assert "refused" in capsys.readouterr().out


def test_only_what_was_asked_for(workspace, written):
    assert workspace.verify("export", "proofs", "toy/square", "--out", "one").status == 0
    assert [file.name for file in (workspace.root / "one").iterdir()] == ["toy__square.json"]
    assert workspace.verify("export", "proofs", "--paper", "toy", "--out", "all").status == 0
    assert len(list((workspace.root / "all").iterdir())) == 3


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["proofs", "toy/none", "--out", "x"], "no claim 'toy/none'"),
        (["proofs", "toy/cited", "--out", "x"], "toy/cited has neither a proof nor a counterexample"),
        (["proofs", "--paper", "none", "--out", "x"], "no paper 'none'"),
        (["proofs"], "--out"),
        (["figures", "--out", "x"], "invalid choice: 'figures'"),
        (["proofs", "--out", "taken/x"], "--out: it must be a folder to write in, and taken is a file"),
    ],
)
def test_bad_input_gets_one_line(workspace, written, arguments, told):
    (workspace.root / "taken").write_text("")
    run = workspace.verify("export", *arguments)
    assert run.status == 2
    assert told in run.err
    assert run.err.splitlines()[-1].startswith("verify: ")


def test_a_proof_that_does_not_go_through_is_named_and_the_others_are_written(workspace, texts):
    workspace.claims(texts["square"], texts["broken"])
    run = workspace.verify("export", "proofs", "--out", "files")
    assert run.status == 1
    assert "toy/broken … not written: " in run.err
    assert [file.name for file in (workspace.root / "files").iterdir()] == ["toy__square.json"]


def test_an_interruption_keeps_what_is_written(workspace, texts, monkeypatch):
    workspace.claims(texts["square"], texts["false"])
    made = []

    def interrupted(path, content):
        if made:
            raise KeyboardInterrupt
        made.append(path)
        path.write_bytes(content)

    monkeypatch.setattr("verify.export.claims.replace_file", interrupted)
    run = workspace.verify("export", "proofs", "--out", "files")
    assert run.status == 130
    assert "1 of 2 files are written to files" in run.err
    assert len(list((workspace.root / "files").iterdir())) == 1


def test_a_large_file_is_packed(workspace, texts, monkeypatch):
    monkeypatch.setattr("verify.export.claims.LARGE", 100)
    workspace.claims(texts["square"])
    assert workspace.verify("export", "proofs", "--out", "files").status == 0
    (file,) = (workspace.root / "files").iterdir()
    assert file.name == "toy__square.json.gz"
    assert json.loads(gzip.decompress(file.read_bytes()))["claim"]["name"] == "toy/square"
    assert check_files([str(file)]) == 0
