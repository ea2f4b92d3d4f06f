"""What README.md and those of the folders show is what the commands in them say."""

import contextlib
import io
import re
from pathlib import Path

import pytest

from tests.benchmarks import results
from verify.claims.registry import Registry, using
from verify.commands.cli import main

ROOT = Path(__file__).parents[2]
PAGES = {
    name: (ROOT / name).read_text(encoding="utf-8")
    for name in ("README.md", "verify/README.md", "numeric/README.md", "proofs/README.md", "tests/README.md",
                 "tests/benchmarks/RESULTS.md")
}  # fmt: skip
MOST_LINES = 250
"""Of README.md, which is to be read in one sitting."""


def block(page, name):
    """The text of the code block below a mark."""
    (found,) = re.findall(rf"<!-- {name} -->\n```\w*\n(.*?)```\n", PAGES[page], re.DOTALL)
    return found


def code_with(page, words):
    """The only block of Python with these words."""
    (code,) = (text for text in re.findall(r"```python\n(.*?)```", PAGES[page], re.DOTALL) if words in text)
    return code


def printed(code):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, {"__name__": "readme"})
    return out.getvalue()


def test_the_learner_of_ones_own_learns_and_its_trace_has_a_regret():
    loss, regret = map(float, printed(block("numeric/README.md", "learner")).split())
    assert 0 < loss == pytest.approx(regret)  # the comparator has no loss
    assert loss < 30


def test_the_learner_of_the_library_runs():
    assert len(printed(code_with("numeric/README.md", "SphereLearner")).split()) >= 2


def test_the_estimator_learns(needs):
    needs("sklearn", "sklearn")
    score, mistakes = printed(block("numeric/README.md", "sklearn")).split()
    assert float(score) > 0.9
    assert int(mistakes) > 0


def test_the_line_that_typesets_prints_what_is_beside_it():
    code = code_with("verify/README.md", "latex(")
    assert printed(code).strip() == code.partition("  # ")[2].strip()


def test_the_claim_that_is_explained_is_shown_as_it_is_there(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("VERIFY_CACHE", str(tmp_path))
    monkeypatch.chdir(ROOT)
    with using(Registry()):
        assert main(["show", "general_additive/c-softmax", "--from", "proofs/general_additive"]) == 0
    shown = capsys.readouterr().out
    for part in block("README.md", "show").split("…\n"):
        assert part in shown


def test_every_command_in_the_table_exists(capsys):
    commands = set(re.findall(r"^\| `verify (\w+)", PAGES["verify/README.md"], re.MULTILINE))
    assert {"list", "show", "run", "report", "new", "prove", "check"} <= commands
    for name in commands:
        assert main([name, "--help"]) == 0
    assert "usage: verify" in capsys.readouterr().out


@pytest.mark.parametrize("page", PAGES)
def test_every_file_and_section_that_is_named_exists(page):
    named = set(re.findall(r"`((?:tests|verify|numeric|proofs)/[\w/]+(?:\.py)?/?)`", PAGES[page]))
    assert [name for name in named if not (ROOT / name).exists()] == []
    for target, anchor in re.findall(r"\]\((?!http)([^)#]*)(?:#([\w-]+))?\)", PAGES[page]):
        file = (ROOT / page).parent / target if target else ROOT / page
        assert file.is_file(), target
        assert not anchor or anchor in anchors(file.read_text(encoding="utf-8")), f"{target}#{anchor}"


def anchors(text):
    """What leads to the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_readme_can_be_read_in_one_sitting():
    assert len(PAGES["README.md"].splitlines()) <= MOST_LINES


def test_every_folder_of_tests_is_explained():
    folders = {
        path.name for path in (ROOT / "tests").iterdir() if path.is_dir() and not path.name.startswith((".", "_"))
    }
    assert set(re.findall(r"^    (\w+)/", PAGES["tests/README.md"], re.MULTILINE)) == folders


# --- RESULTS.md -------------------------------------------------------------------------------------------------------


def test_every_place_of_the_results_is_a_benchmarks():
    known = results.places(PAGES["tests/benchmarks/RESULTS.md"])
    assert len(known) == len(set(known)) >= 5
    assert [name for name in known if not (ROOT / "tests" / "benchmarks" / f"{name}.py").is_file()] == []


def test_what_a_benchmark_prints_takes_the_place_of_what_it_printed():
    text = "# A\n\n<!-- one -->\nold\n<!-- end -->\n\nwords\n\n<!-- two -->\nkept\n<!-- end -->\n"
    assert results.put(text, "one", "new\n") == text.replace("old", "new")


@pytest.mark.parametrize(("name", "printed", "why"), [("three", "x", "no place"), ("one", " \n", "printed nothing")])
def test_what_has_no_place_or_says_nothing_is_refused(name, printed, why):
    with pytest.raises(ValueError, match=why):
        results.put("<!-- one -->\nold\n<!-- end -->\n", name, printed)
