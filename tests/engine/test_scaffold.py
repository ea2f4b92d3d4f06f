"""`verify new` makes a project whose one claim holds, and says in one line why it makes none."""

import json
import re

import pytest


@pytest.fixture
def new(workspace):
    return lambda *arguments: workspace.verify("new", *arguments)


@pytest.mark.parametrize("paper", ["experts", "my-own.paper", "7-lemmas", "lambda"])
def test_the_claim_of_a_new_project_is_proved_with_its_mutant_and_instance(new, workspace, paper):
    made = new("deep/audit", "--paper", paper, "--title", 'A "first"\n{title} \\')
    assert made.status == 0
    assert len(made.out.splitlines()) == 5
    run = workspace.verify("run", "--from", "deep/audit", "--json")
    (row,) = run.data
    assert (run.status, row["id"], row["verdict"]) == (0, f"{paper}/means", "proved")
    assert row["hypotheses_met"]
    assert [item["kind"] for item in row["evidence"]] == ["proof", "mutant", "instance", "tightness"]
    assert workspace.verify("report", "--from", "deep/audit").status == 0
    report = json.loads((workspace.root / "verification-report" / "report.json").read_text(encoding="utf-8"))
    assert [known["title"] for known in report["papers"]] == ['A "first" {title} \\']


def test_what_commands_write_into_a_project_is_ignored(new, workspace):
    """The report where the README has it written, and what is kept."""
    new("audit", "--paper", "experts")
    ignored = (workspace.root / "audit" / ".gitignore").read_text(encoding="utf-8").split()
    assert {".verify/", "report/", "verification-report/"} <= {*ignored}


def test_the_claim_of_a_new_project_can_fail(new, workspace):
    new("audit", "--paper", "experts")
    file = workspace.root / "audit" / "experts" / "means.py"
    file.write_text(file.read_text().replace("(a + b) / 2)", "(a + b) / 3)"))
    assert workspace.verify("run", "--from", "audit").status == 1


def test_the_workflow_runs_what_holds_in_a_new_project(new, workspace):
    made = new("audit", "--paper", "experts", "--ci").out.splitlines()
    assert made[-2:] == ["audit/.github/workflows/claims.yml", "audit/.pre-commit-config.yaml"]
    steps = re.findall(r"- run: verify (.*)", (workspace.root / made[-2]).read_text(encoding="utf-8"))
    hooks = re.findall(r"entry: verify (.*)", (workspace.root / made[-1]).read_text(encoding="utf-8"))
    assert steps == ["run -j 2", "lint", "report"]
    for command in (*steps, *hooks):
        assert workspace.verify(*command.split(), "--from", "audit").status == 0, command


def test_a_folder_that_is_no_package_takes_no_name(new, workspace):
    (workspace.root / "experts").mkdir()
    assert new("experts", "--paper", "experts").status == 0
    again = new("experts", "--paper", "experts")
    assert (again.status, "the folder is not empty" in again.err) == (2, True)
    assert workspace.verify("run", "--from", "experts").out == "1 claim: 1 proved\n"


def test_the_readme_has_three_lines(new, workspace):
    new("audit", "--paper", "experts")
    assert len((workspace.root / "audit" / "README.md").read_text().splitlines()) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["audit"], "the following arguments are required: --paper"),
        (["--paper", "x"], "the following arguments are required: DIR"),
        (["audit", "--paper", "My Paper"], "--paper must be lower-case words joined by - _ or ., such as experts"),
        (["audit", "--paper", ""], "--paper must be lower-case words"),
        (["audit", "--paper", "toy"], "--paper toy: a paper of this id comes with this project"),
        (["audit", "--paper", "json"], "--paper json: Python has another module named json already"),
        (["audit", "--paper", "sympy"], "--paper sympy: Python has another module named sympy already"),
        (["proofs", "--paper", "experts"], "proofs: the folder is not empty; DIR must be a new or an empty folder"),
        (["file", "--paper", "experts"], "file: it is a file; DIR must be a new or an empty folder"),
        (["file/audit", "--paper", "experts"], "file/audit: Not a directory"),
    ],
)
def test_what_cannot_be_made_is_a_usage_error_in_one_line(new, workspace, arguments, message):
    workspace.write("file", "")
    run = new(*arguments)
    assert (run.status, run.err.count("\n")) == (2, 1)
    assert message in run.err
    assert not (workspace.root / "audit").exists()
