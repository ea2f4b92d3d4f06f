"""Packages of claims outside this repository: by a folder, from inside it, and installed; to pytest too."""

import shutil
import sys
from pathlib import Path

import pytest

from verify.claims.registry import Registry, using
from verify.session.examining import _examine

pytest_plugins = ["pytester"]

PROJECT = '[project.entry-points."verify.papers"]\n{0} = "{0}"\n'


@pytest.fixture
def outside(workspace, texts):
    """Writes a project with one package of claims, of a paper of the same name, beside the workspace's `proofs`."""
    workspace.claims(texts["square"])

    def write(folder, package, *claims, src="", project=PROJECT):
        workspace.write(f"{folder}/pyproject.toml", project.format(package))
        workspace.write(f"{folder}/{src}{package}/__init__.py", texts["paper"].replace('"toy"', f'"{package}"'))
        text = texts["head"] + "".join(claims).replace("toy/", f"{package}/")
        return workspace.write(f"{folder}/{src}{package}/results.py", text)

    return write


def ids(run):
    assert run.status == 0, run.err
    return [row["id"] for row in run.data]


def test_a_folder_is_examined_alone(workspace, outside, texts):
    outside("audit", "mine", texts["square"], texts["false"])
    assert ids(workspace.verify("run", "--from", "audit", "--json")) == ["mine/square", "mine/false"]


def test_without_a_folder_the_project_around_us_is_meant(workspace, outside, texts, monkeypatch):
    outside("audit", "mine", texts["square"])
    assert ids(workspace.verify("list", "--json")) == ["toy/square"]
    monkeypatch.chdir(workspace.root / "audit")
    assert ids(workspace.verify("list", "--json")) == ["mine/square"]


@pytest.mark.parametrize(
    ("folder", "claim"), [("audit/mine", "mine/square"), ("proofs", "toy/square"), ("proofs/toy", "toy/square")]
)
def test_a_package_is_named_by_its_own_folder(workspace, outside, texts, folder, claim):
    outside("audit", "mine", texts["square"], project="")
    assert ids(workspace.verify("list", "--from", folder, "--json")) == [claim]


@pytest.mark.parametrize("src", ["", "src/"])
def test_what_was_found_of_a_project_is_found_wherever_one_stands(workspace, outside, texts, monkeypatch, src):
    outside("audit", "mine", texts["square"], texts["false"], src=src)
    workspace.verify("run", "mine/square", "--from", "audit")
    assert not (workspace.root / ".verify" / "cache" / "mine").exists()
    monkeypatch.chdir(workspace.root / "audit")
    verdicts = {row["id"]: row["verdict"] for row in workspace.verify("list", "--json").data}
    assert verdicts == {"mine/square": "proved", "mine/false": "not examined"}
    assert workspace.verify("run").err.startswith("1 of 2 claims kept from earlier runs\n")
    monkeypatch.chdir(workspace.root / "proofs")
    run = workspace.verify("run", "--from", "../audit")
    assert run.err == "2 of 2 claims kept from earlier runs\n"
    shown = workspace.verify("show", "mine/false", "--from", "../audit").out
    assert "run again: verify run mine/false --from ../audit --fresh" in shown


def test_a_hunt_in_a_project_goes_on_wherever_one_stands(workspace, outside, texts, monkeypatch):
    outside("audit", "mine", texts["square"])
    workspace.verify("hunt", "mine/square", "--from", "audit", "--cases", "100")
    monkeypatch.chdir(workspace.root / "audit")
    assert "hunt hunt-0" in workspace.verify("show", "mine/square").out


def test_projects_with_the_same_ids_are_not_mixed_up(workspace, outside, texts, monkeypatch):
    outside("one", "mine", texts["square"])
    outside("two", "mine", texts["broken"].replace("toy/broken", "toy/square"))
    for _ in range(2):
        for project, verdict in (("one", "proved"), ("two", "open")):
            monkeypatch.setattr(sys, "path", [place for place in sys.path if Path(place).parent != workspace.root])
            rows = workspace.verify("run", "--from", project, "--json")
            assert [row["verdict"] for row in rows.data] == [verdict]
    monkeypatch.setattr(sys, "path", [place for place in sys.path if Path(place).parent != workspace.root])
    assert workspace.verify("run", "--from", "one").err == "1 of 1 claim kept from earlier runs\n"


def test_what_cannot_be_kept_beside_the_project_is_kept_here(workspace, outside, texts, monkeypatch):
    outside("audit", "mine", texts["square"])
    monkeypatch.setattr("verify.store.entries.os.access", lambda *_: False)
    workspace.verify("run", "--from", "audit")
    assert not (workspace.root / "audit" / ".verify").exists()
    assert (workspace.root / ".verify" / "cache" / "mine" / "square.json").is_file()


def test_all_is_kept_where_the_environment_says(workspace, outside, texts, monkeypatch):
    outside("audit", "mine", texts["square"])
    monkeypatch.setenv("VERIFY_CACHE", "elsewhere")
    workspace.verify("run", "--from", "audit")
    assert (workspace.root / "elsewhere" / "mine" / "square.json").is_file()
    assert not (workspace.root / "audit" / ".verify").exists()


def test_packages_may_lie_in_src(workspace, outside, texts):
    outside("audit", "mine", texts["square"], src="src/")
    assert ids(workspace.verify("list", "--from", "audit", "--json")) == ["mine/square"]


def test_several_folders_are_examined_together(workspace, outside, texts):
    outside("one", "mine", texts["square"])
    outside("two", "yours", texts["square"])
    both = workspace.verify("run", "--from", "one", "--from", "two", "--json", "-j", "2")
    assert ids(both) == ["mine/square", "yours/square"]


@pytest.mark.parametrize("command", [["show", "mine/false"], ["axioms"], ["report"]])
def test_every_command_reads_the_folder(workspace, outside, texts, command):
    outside("audit", "mine", texts["false"], texts["cited"])
    run = workspace.verify(*command, "--from", "audit")
    assert run.status == 0
    assert "mine/" in run.out + run.err
    assert "toy/" not in run.out + run.err


def test_what_is_shown_names_the_command_with_its_folder(workspace, outside, texts):
    outside("an audit", "mine", texts["square"])
    run = workspace.verify("show", "mine/square", "--from", "an audit")
    assert "run again: verify run mine/square --from 'an audit' --fresh" in run.out


def test_claims_that_are_rested_on_are_examined_and_not_listed(workspace, outside, texts):
    file = outside("audit", "mine", texts["square"].replace('reading="', 'rests_on=["?"], reading="'))
    file.write_text(file.read_text().replace('"?"', '"toy/square"'))
    run = workspace.verify("run", "--from", "audit", "--json")
    assert ids(run) == ["mine/square"]
    assert "toy/square … proved" in run.err


def test_outcomes_are_kept_until_a_source_changes_in_any_package_that_is_imported(workspace, outside, texts):
    outside("one", "mine", texts["square"])
    outside("two", "yours", "import mine.results\nimport beside\n", texts["square"])
    helper = workspace.write("two/beside.py", "X = 1\n")
    command = ["run", "yours/square", "--from", "one", "--from", "two"]

    def is_cached():
        run = workspace.verify(*command)
        assert run.status == 0, run.err
        return "kept from earlier runs" in run.err

    assert not is_cached()
    assert is_cached()
    for file in (helper, workspace.root / "one" / "mine" / "__init__.py"):
        file.write_text(file.read_text() + "\nZ = 1\n")
        assert not is_cached()
        assert is_cached()


@pytest.mark.parametrize(
    ("project", "message"),
    [
        ("", "audit: no package of claims; it must be one, or a project whose pyproject.toml has"),
        ('[project.entry-points."verify.papers"]\nx = "nowhere"', "it declares the package nowhere, which is not in"),
        ('[project.entry-points."verify.papers"]\nx = "a b"', "must name a package, such as experts, not 'a b'"),
        ('[project.entry-points."verify.papers"]\nx = 1', "must name a package, such as experts, not 1"),
        ("[project\n", "pyproject.toml: Expected ']'"),
        ("project = 3\n", "pyproject.toml: 'int' object has no attribute 'get'"),
    ],
)
def test_a_folder_without_claims_is_a_usage_error_in_one_line(workspace, outside, texts, project, message):
    outside("audit", "mine", texts["square"], project=project)
    run = workspace.verify("run", "--from", "audit")
    assert run.status == 2
    assert message in run.err
    assert run.err.count("\n") == 1


def test_a_missing_folder_is_named(workspace):
    run = workspace.verify("run", "--from", "nowhere")
    assert (run.status, run.err.count("\n")) == (2, 1)
    assert "nowhere: no such folder" in run.err


def test_two_packages_of_one_name_clash_in_one_line(workspace, outside, texts):
    outside("one", "mine", texts["square"])
    outside("two", "mine", texts["false"])
    run = workspace.verify("run", "--from", "one", "--from", "two")
    assert (run.status, run.err.count("\n")) == (2, 1)
    assert "two/mine: the name mine is taken, by" in run.err
    assert "one/mine/__init__.py; rename the package" in run.err


def test_two_packages_with_one_paper_or_claim_name_it(workspace, outside, texts):
    outside("one", "mine", texts["square"])
    file = outside("two", "yours", texts["square"])
    file.write_text(file.read_text().replace("yours/square", "mine/square"))
    run = workspace.verify("run", "--from", "one", "--from", "two")
    assert run.status == 1
    assert "claim mine/square: declared twice, in mine/results.py:8 and in yours/results.py:8" in run.err


def test_a_module_that_does_not_import_is_named_in_one_line(workspace, outside, texts):
    outside("audit", "mine", texts["square"])
    workspace.write("audit/mine/bad.py", "1 / 0\n")
    run = workspace.verify("run", "--from", "audit")
    assert run.status == 1
    assert "verify: mine/bad.py:1: ZeroDivisionError: division by zero" in run.err
    assert "mine/square … proved" in run.err


def test_an_installed_package_is_found_by_its_entry_point(workspace, outside, texts, monkeypatch):
    outside("site", "mine", texts["square"])
    workspace.write("site/mine_claims-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: mine-claims\nVersion: 1\n")
    workspace.write("site/mine_claims-1.dist-info/entry_points.txt", "[verify.papers]\nmine = mine\n")
    assert ids(workspace.verify("list", "--json")) == ["toy/square"]
    monkeypatch.syspath_prepend(workspace.root / "site")
    assert ids(workspace.verify("list", "--json", "-j", "2")) == ["mine/square", "toy/square"]
    workspace.write("site/mine_claims-1.dist-info/entry_points.txt", "[verify.papers]\nmine = gone\n")
    run = workspace.verify("list", "--json")
    assert run.status == 1
    assert "gone: no such package here or among the installed ones" in run.err


@pytest.fixture
def beside_a_record(workspace, outside, texts, monkeypatch):
    """An installed package that was never examined, beside `proofs`, whose verdicts came with it."""
    outside("site", "mine", texts["square"], texts["cited"])
    workspace.claims(texts["square"], texts["cited"])
    workspace.verify("run", "--record")
    shutil.rmtree(workspace.root / ".verify")
    workspace.write("site/mine_claims-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: mine-claims\nVersion: 1\n")
    workspace.write("site/mine_claims-1.dist-info/entry_points.txt", "[verify.papers]\nmine = mine\n")
    monkeypatch.syspath_prepend(workspace.root / "site")
    return workspace


def test_claims_of_a_package_without_a_record_are_listed_beside_those_that_came(beside_a_record):
    for _ in range(2):
        run = beside_a_record.verify("list", "--paper", "mine")
        assert (run.status, run.err) == (0, "")
        assert [line.split()[:2] for line in run.out.splitlines()[:2]] == [
            ["mine/square", "not"],
            ["mine/cited", "not"],
        ]
    assert "2 of 4 verdicts came with these sources" in beside_a_record.verify("list").out


def test_only_claims_that_came_without_a_verdict_are_examined_for_the_axioms(beside_a_record):
    run = beside_a_record.verify("axioms")
    assert run.status == 0
    assert "  used by mine/cited, toy/cited\n" in run.out
    assert [line.split()[1] for line in run.err.splitlines()] == ["mine/square", "mine/cited"]
    assert beside_a_record.verify("axioms").err == ""


def test_what_came_is_shown_though_another_package_has_no_record(beside_a_record):
    run = beside_a_record.verify("show", "toy/square")
    assert (run.status, run.err) == (0, "")
    assert "as it came with these sources" in run.out


@pytest.mark.parametrize("src", ["", "src/"])
def test_pytest_collects_the_claims_of_a_project(pytester, outside, texts, monkeypatch, src):
    file = outside("audit", "mine", texts["square"], texts["broken"], src=src)
    monkeypatch.chdir(pytester.path)
    result = pytester.runpytest("--import-mode=importlib", "-p", "no:cacheprovider", file.parents[2 if src else 1])
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["mine/broken (open)"])


def test_pytest_leaves_other_packages_alone(pytester, outside, texts, monkeypatch):
    file = outside("audit", "mine", texts["square"], project="")
    monkeypatch.chdir(pytester.path)
    result = pytester.runpytest("--import-mode=importlib", "-p", "no:cacheprovider", file.parents[1])
    result.assert_outcomes()


def test_a_claim_that_is_made_from_other_sources_where_it_is_examined_gets_no_verdict(outside, texts, monkeypatch):
    file = outside("audit", "mine", texts["square"])
    monkeypatch.syspath_prepend(file.parents[1])
    with using(Registry()):
        outcome = _examine(["mine.results", "mine/square", "0" * 64])
    assert outcome["verdict"] == "open"
    assert "it is not made from the same sources" in outcome["failures"][0]
