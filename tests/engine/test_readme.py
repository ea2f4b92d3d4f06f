"""What README.md shows is what the commands in it say."""

import contextlib
import io
import re
from pathlib import Path

import pytest

from verify.cli import main
from verify.registry import Registry, using

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(name):
    """The text of the code block below a mark."""
    (found,) = re.findall(rf"<!-- {name} -->\n```\w*\n(.*?)```\n", README, re.DOTALL)
    return found


def printed(code):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, {"__name__": "readme"})
    return out.getvalue()


def test_the_learner_of_ones_own_learns_and_its_trace_has_a_regret():
    loss, regret = map(float, printed(block("learner")).split())
    assert 0 < loss == pytest.approx(regret)  # the comparator has no loss
    assert loss < 30


def test_the_learner_of_the_library_runs():
    (code,) = (text for text in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if "SphereLearner" in text)
    assert len(printed(code).split()) >= 2


def test_the_estimator_learns(needs):
    needs("sklearn", "sklearn")
    score, mistakes = printed(block("sklearn")).split()
    assert float(score) > 0.9
    assert int(mistakes) > 0


def test_the_line_that_typesets_prints_what_is_beside_it():
    (code,) = (text for text in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if "latex(" in text)
    assert printed(code).strip() == code.partition("  # ")[2].strip()


def test_the_claim_that_is_explained_is_shown_as_it_is_there(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("VERIFY_CACHE", str(tmp_path))
    monkeypatch.chdir(ROOT)
    with using(Registry()):
        assert main(["show", "gradient_descent/projection-sphere", "--from", "proofs/gradient_descent"]) == 0
    shown = capsys.readouterr().out
    for part in block("show").split("…\n"):
        assert part in shown


def test_every_command_in_the_table_exists(capsys):
    commands = set(re.findall(r"^\| `verify (\w+)", README, re.MULTILINE))
    assert {"list", "show", "run", "report", "new", "prove", "check"} <= commands
    for name in commands:
        assert main([name, "--help"]) == 0
    assert "usage: verify" in capsys.readouterr().out


def test_every_file_and_section_that_is_named_exists():
    files = set(re.findall(r"`((?:tests|verify|numeric|proofs)/[\w/]+(?:\.py)?/?)`", README))
    assert len(files) > 5
    assert [name for name in files if not (ROOT / name).exists()] == []
    headings = {line.lstrip("# ").lower().replace(" ", "-") for line in README.splitlines() if line.startswith("#")}
    anchors = set(re.findall(r"\]\(#([\w-]+)\)", README))
    assert anchors
    assert {heading.replace("'", "").replace(",", "") for heading in headings} >= anchors
