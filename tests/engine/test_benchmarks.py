"""Benchmarks that nothing else runs still find what they measure."""

from pathlib import Path

from tests.benchmarks import core_speed


def test_the_evidence_of_a_claim_is_run_and_timed():
    row = core_speed.measured(core_speed.RUN, Path(core_speed.ROOT), "400", "proof,counterexample")
    assert row["steps"]
    assert row["failed"] == []
