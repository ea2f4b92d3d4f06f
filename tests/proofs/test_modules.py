"""A module of proofs/ holds one result, and is short enough to be read at one sitting."""

from pathlib import Path

PROOFS = Path(__file__).parents[2] / "proofs"
MOST_LINES = 400


def test_no_module_is_longer_than_one_result_takes():
    lines = {str(f.relative_to(PROOFS)): f.read_text(encoding="utf-8").count("\n") for f in PROOFS.rglob("*.py")}
    assert len(lines) > 300
    assert {name: n for name, n in lines.items() if n > MOST_LINES} == {}
