"""Benchmarks that nothing else runs still find what they measure, and README says what they found."""

import re
import sys
from pathlib import Path

import pytest

from tests.benchmarks import core_speed, discoveries, hunts, results
from verify.claims.registry import Registry, using

ROOT = Path(__file__).parents[2]


def test_the_evidence_of_a_claim_is_run_and_timed():
    row = core_speed.measured(core_speed.RUN, Path(core_speed.ROOT), "400", "proof,counterexample")
    assert row["steps"]
    assert row["failed"] == []


def printed(benchmark, monkeypatch, capsys, *options):
    """The exit status and the lines of a benchmark of its own registry."""
    monkeypatch.setattr(sys, "argv", [benchmark.__name__, "--set", "tuned", *options])
    with using(Registry()):
        status = benchmark.main()
    return status, capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("only", "rows"),
    [
        ("bernoulli-every", ["| tuned, false | 1 | 1 (100 %) | 0 | 0 |", "| tuned, true | 0 | 0 | 0 | 0 |"]),
        ("tuned/bernoulli", ["| tuned, false | 1 | 1 (100 %) | 0 | 0 |", "| tuned, true | 1 | 0 | 0 | 1 |"]),
    ],
)
def test_hunts_count_what_is_refuted(only, rows, monkeypatch, capsys):
    status, lines = printed(hunts, monkeypatch, capsys, "--only", only, "--budget", "5", "-j", "1")
    assert status == 0
    assert [line.rpartition("|")[0].rpartition("|")[0] + "|" for line in lines[2:4]] == rows


def test_discoveries_count_what_is_proved_and_not_what_is_false(monkeypatch, capsys):
    status, lines = printed(discoveries, monkeypatch, capsys, "--only", "tuned/bernoulli", "--seconds", "3", "--false")
    assert status == 0
    assert lines[2].startswith("| tuned, true | 1 | 1 (100 %) |")
    assert lines[3].startswith("| tuned, false | 1 | 0 |")
    assert lines[-1] == "- `tuned/bernoulli`"


def rates(name):
    """What RESULTS.md says of a benchmark: of each set how many statements there are and how many were decided."""
    place = results.FILE.read_text(encoding="utf-8").partition(f"<!-- {name} -->")[2].partition("<!-- end -->")[0]
    return {
        found[1]: (found[3], found[2])
        for found in re.finditer(r"^\| (\w+, \w+) \| (\d+) \| (\d+) \(", place, re.MULTILINE)
    }


def test_readme_says_the_rates_that_were_measured():
    hunted, proved = rates("hunts"), rates("discoveries")
    said = (ROOT / "README.md").read_text(encoding="utf-8").replace("\n", " ")
    for set_name, words in (
        ("unseen, false", "{} of {} false statements of textbooks that nobody tunes it on"),
        ("tuned, false", "{} of {} others"),
        ("papers, false", "{} of the {} refuted claims of the papers"),
    ):
        assert words.format(*hunted[set_name]) in said
    assert "{} of {} true statements that nobody tunes it on".format(*proved["unseen, true"]) in said
