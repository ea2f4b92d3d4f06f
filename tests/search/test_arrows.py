"""No verdict depends on the search, so that the kept outcomes need not be keyed by its sources."""

import ast
from pathlib import Path

import pytest

from verify.cache import BESIDE_THE_VERDICT

ROOT = Path(__file__).parents[2]
MAY = {Path("verify/cli.py"), Path("verify/session.py")}


def imported(file):
    """The modules that a file's import statements name, wherever in it they stand."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("package", ["verify", "proofs", "numeric"])
def test_nothing_that_a_verdict_is_made_of_imports_the_search(package):
    assert "search" in BESIDE_THE_VERDICT
    users = {
        file.relative_to(ROOT)
        for file in (ROOT / package).rglob("*.py")
        if any(name.startswith("verify.search") for name in imported(file))
    }
    assert {file for file in users if file.parts[:2] != ("verify", "search")} <= MAY
    assert package != "verify" or users >= MAY
