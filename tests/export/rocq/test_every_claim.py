"""All claims that have a form in Rocq are proved once more by it."""

import re
from pathlib import Path

import pytest

from verify.cli import main
from verify.registry import Registry, using

SAMPLE = (Path(__file__).parent / "sample.txt").read_text(encoding="utf-8").split()
LEAST = {"proved": 250, "refuted": 60}
"""How many of each are to pass."""
ROOT = Path(__file__).parents[3]


def test_the_sample_has_claims_of_every_kind(known):
    assert len(SAMPLE) >= 30
    assert not set(SAMPLE) - known.keys()
    assert {known[id].paper for id in SAMPLE} >= {"general_additive", "geometric_view", "gradient_descent", "matrix_eg"}
    assert {step.kind for id in SAMPLE for step in known[id].steps} >= {"proof", "counterexample"}


@pytest.mark.slow
def test_every_claim(library, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("VERIFY_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(ROOT)
    with using(Registry()):
        main(["rocq", "-j", "2", "--from", "proofs"])
        main(["list", "--from", "proofs"])
    again = [line.split()[1] for line in capsys.readouterr().out.splitlines() if re.search("re-proved by Rocq$", line)]
    assert {verdict: again.count(verdict) >= least for verdict, least in LEAST.items()} == dict.fromkeys(LEAST, True)
