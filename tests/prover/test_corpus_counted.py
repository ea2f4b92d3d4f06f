"""What is counted of the corpus: a table by theme that names nothing undecided of the test half, and is resumed."""

import sys

import pytest

from tests.benchmarks import prover_corpus
from tests.prover import inequalities


@pytest.fixture
def count(monkeypatch, tmp_path, capsys):
    """Counts a half where every verdict is the one given; says the exit status, what is printed, what was asked."""
    monkeypatch.setenv("VERIFY_CACHE", str(tmp_path))

    def run(half, verdict, *options):
        asked = []
        monkeypatch.setattr(prover_corpus, "decide", lambda known, budget: (asked.append(known), (verdict, 1.0))[1])
        monkeypatch.setattr(sys, "argv", ["prover_corpus", "--half", half, *options])
        status = prover_corpus.main()
        return status, capsys.readouterr().out, asked

    return run


def named(page, half):
    return [k.name for those in inequalities.themes(half).values() for k in those if f"`{k.name}`" in page]


def test_what_is_undecided_of_the_test_half_is_counted_and_not_named(count):
    status, page, asked = count("test", "unknown")
    assert status == 0
    assert len(asked) == len(inequalities.TEST)
    assert f"| all | 0/{len(inequalities.TEST)} (0 %) |" in page
    assert all(f"| {theme} | 0/{len(those)} (0 %) |" in page for theme, those in inequalities.themes("test").items())
    assert named(page, "test") == []


def test_what_is_undecided_of_the_development_half_is_named(count):
    _, page, asked = count("development", "unknown", "--every", "7")
    assert named(page, "development") == [known.name for known in asked]


def test_a_wrong_verdict_is_counted_and_named_in_either_half(count):
    status, page, _ = count("test", "proved")
    false = [known.name for known in inequalities.TEST if not known.true]
    assert status == 1
    assert [line.removeprefix("WRONG: ") for line in page.splitlines() if line.startswith("WRONG")] == false
    right = len(inequalities.TEST) - len(false)
    assert f"| all | {right}/{len(inequalities.TEST)} " in page


def test_what_was_decided_is_not_asked_again_unless_it_is_wanted(count):
    _, page, asked = count("test", "unknown", "--every", "9")
    assert asked
    assert count("test", "proved", "--every", "9") == (0, page, [])
    assert count("test", "unknown", "--every", "9", "--anew")[2] == asked
    assert count("test", "unknown", "--every", "9", "--budget", "5")[2] == asked
