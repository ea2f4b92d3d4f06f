"""All claims that have a form in Rocq are proved once more by it."""

import re
from pathlib import Path

import pytest

from verify.claims.registry import Registry, using
from verify.commands.cli import main

SAMPLE = (Path(__file__).parent / "sample.txt").read_text(encoding="utf-8").split()
LEAST = {"proved": 430, "refuted": 60}
"""How many of each are to pass."""
HEADLINES = [
    "spheres/exponential-map", "spheres/gradient-norm", "spheres/prop-8", "spheres/lemma-9-sum.repaired",
    "general_additive/duality", "general_additive/theorem-3-tuned", "geometric_view/push-forward",
    "matrix_eg/lemma-3-1", "gradient_descent/perceptron-1", "gradient_descent/ogd-bound",
    "gradient_descent/strong-bound",
]  # fmt: skip
"""The exponential map, ‖V‖ = |sin 2d|, Proposition 8, Lemma 9 for every k, the duality, Theorem 3, the push-forward,
Lemma 3.1, the regret bounds."""
ROOT = Path(__file__).parents[3]


def test_the_sample_has_claims_of_every_kind(known):
    assert len(SAMPLE) >= 15
    assert not set(SAMPLE) - known.keys()
    assert {known[id].paper for id in SAMPLE} >= {"general_additive", "geometric_view", "gradient_descent", "matrix_eg"}
    assert {step.kind for id in SAMPLE for step in known[id].steps} >= {"proof", "counterexample"}


@pytest.mark.slow
def test_every_claim(library, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("VERIFY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("VERIFY_REFUSALS", "first")
    monkeypatch.chdir(ROOT)
    with using(Registry()):
        main(["rocq", "-j", "2", "--from", "proofs"])
        main(["run", "-j", "2", "--from", "proofs"])
        capsys.readouterr()
        main(["list", "--from", "proofs"])
    said = capsys.readouterr().out.splitlines()
    again = dict(line.split()[:2] for line in said if re.search("re-proved by Rocq$", line))
    passed = list(again.values())
    assert {verdict: passed.count(verdict) >= least for verdict, least in LEAST.items()} == dict.fromkeys(LEAST, True)
    assert not set(HEADLINES) - again.keys()
