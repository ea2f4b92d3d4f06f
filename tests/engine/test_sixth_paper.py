"""The audit in README.md does what README.md says: an outside project, from `verify new` to the report."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sampling import every

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(name):
    """The text of the code block below the mark `audit: name`."""
    (found,) = re.findall(rf"<!-- audit: {name} -->\n```\w+\n(.*?)```\n", README, re.DOTALL)
    return found


CODE = block("the module")
LEADER = block("with vectors")
COMMANDS = [shlex.split(line) for line in block("the commands").splitlines()]


class Audit:
    """The folder in which the audit is made, and its commands as a new process runs them."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, *command, **environment):
        programs = {"verify": [sys.executable, "-m", "verify"], "python": [sys.executable], "rm": ["rm"]}
        path = {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
        return subprocess.run(
            [*programs[command[0]], *command[1:]],
            cwd=self.folder,
            env={**os.environ, **path, "VERIFY_CACHE": str(self.folder / "kept"), **environment},
            capture_output=True,
            text=True,
            check=False,
        )

    def write(self, code, module="forecaster"):
        (self.folder / "audit" / "experts" / f"{module}.py").write_text(code, encoding="utf-8")


@pytest.fixture(scope="module")
def audit(tmp_path_factory):
    """The project that the README makes, after `verify run`."""
    made = Audit(tmp_path_factory.mktemp("sixth"))
    for line in block("the project").splitlines():
        done = made.run(*shlex.split(line))
        assert done.returncode == 0, done.stderr
    made.write(CODE)
    done = made.run(*COMMANDS[0])
    assert done.returncode == 0, done.stderr
    assert done.stdout == "3 claims: 1 refuted, 2 proved\n1 finding (constant 1)\n"
    return made


@pytest.mark.parametrize("code", [CODE, LEADER], ids=["experts", "leader"])
def test_it_takes_at_most_forty_five_lines(code):
    assert sum(bool(line.strip()) for line in code.splitlines()) <= 45


def test_the_planted_error_is_refuted_at_numbers_to_check_by_hand_and_the_repair_is_proved(audit):
    rows = {row["id"]: row for row in json.loads(audit.run(*COMMANDS[0], "--json").stdout)}
    assert {id: row["verdict"] for id, row in rows.items()} == {
        "experts/regret": "refuted",
        "experts/regret.repaired": "proved",
        "experts/best-rate": "proved",
    }
    found = rows["experts/regret"]["counterexample"]
    assert found["assignment"] == {"N": "2", "T": "1", "k": "1", "η": "3", "ℓ": "(0, 1) for t = 1"}
    assert found["lines"][-1].endswith("1/2 ≤ 1/3·log(2) + 3/16 is false")
    assert "1/2 ≤ 1/3·log(2) + 3/16 is false" in README
    assert rows["experts/regret"]["repaired_by"] == [{"id": "experts/regret.repaired", "verdict": "proved"}]


def test_taylors_theorem_is_the_one_axiom(audit):
    (axiom,) = json.loads(audit.run("verify", "axioms", "--from", "audit", "--json").stdout)
    assert axiom["name"] == "a function with non-negative second derivative lies above its tangent"
    assert axiom["claims"] == ["experts/regret.repaired", "experts/best-rate"]


def test_the_counterexample_is_shown(audit):
    shown = audit.run(*COMMANDS[1])
    assert shown.returncode == 0
    assert "experts/regret  Theorem 2  REFUTED" in shown.stdout
    assert "repaired by: experts/regret.repaired (proved)" in shown.stdout


def test_the_report_is_about_this_paper_alone(audit):
    written = audit.run(*COMMANDS[2])
    assert written.returncode == 0, written.stderr
    report = json.loads((audit.folder / "audit" / "report" / "report.json").read_text(encoding="utf-8"))
    assert [paper["title"] for paper in report["papers"]] == ["Prediction with expert advice, a draft"]
    assert len(report["claims"]) == 3
    page = (audit.folder / "audit" / "report" / "report.html").read_text(encoding="utf-8")
    assert "experts/regret.repaired" in page
    assert "verify run ID --from audit --fresh" in page


@pytest.mark.parametrize(
    ("chosen", "said"), every(2, [(["-k", "regret and not repaired"], "1 passed, 2 deselected"), ([], "3 passed")])
)
def test_pytest_runs_one_item_a_claim(audit, chosen, said):
    done = audit.run(*COMMANDS[3], "-q", "-p", "no:cacheprovider", *chosen)
    assert done.returncode == 0, done.stdout
    assert said in done.stdout


@pytest.mark.spread(3, 1)
@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("log(N) / eta + eta * T / 8)", "log(N) / eta + eta * T / 9)", "-T*η/72 ≥ 0 is missing"),
        ("le(loss(t, i), 1))]", "le(loss(t, i), 2))]", "ℓ"),
        (
            "states=le(substitute(regret, {eta: best}), sqrt(T * log(N) / 2))",
            "states=le(regret, sqrt(T * log(N) / 2))",
            "combination of",
        ),
    ],
)
def test_the_proof_of_another_constant_statement_or_hypothesis_is_refused(audit, right, wrong, says):
    assert CODE.count(right) == 1
    audit.write(CODE.replace(right, wrong))
    done = audit.run("verify", "run", "experts/best-rate", "experts/regret.repaired", "--from", "audit")
    audit.write(CODE)
    assert done.returncode == 1
    assert "open, 1 failed" in done.stderr
    assert says in done.stderr
    assert "open" in done.stdout


@pytest.mark.spread(2)
@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("", "", ""),
        ("states=le(regret, 2 * L**2", "states=le(regret, 19 * L**2 / 10", "is missing"),
        ("base=[L**2, START]", "base=[L**2]", "the base"),
        ("(z(t) - w(t)) / t", "(z(t) - w(t)) / (t + 1)", "combination of"),
    ],
)
def test_follow_the_leader_is_proved_and_with_an_error_it_is_not(audit, right, wrong, says):
    audit.write(LEADER.replace(right, wrong) if right else LEADER, "leader")
    done = audit.run("verify", "run", "experts/leader", "experts/leader.repaired", "--from", "audit", "--fresh")
    (audit.folder / "audit" / "experts" / "leader.py").unlink()
    assert says in done.stderr
    assert ("1 refuted, 1 proved" in done.stdout) == (not right)
