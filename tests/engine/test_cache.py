"""An outcome is kept as long as nothing that it depends on changes, and no longer."""

import json

import pytest

from verify.claims import Claim
from verify.claims.registry import Registry, using
from verify.language.terms import ge, real
from verify.session import cache
from verify.session.cache import Roots, _sources
from verify.store.sources import BESIDE_THE_VERDICT, ENGINE, engine


@pytest.fixture
def package(workspace, texts):
    workspace.write("proofs/toy/shared.py", "from proofs.toy import deeper\n")
    workspace.write("proofs/toy/deeper.py", "X = 1\n")
    workspace.write("proofs/toy/unrelated.py", "X = 1\n")
    workspace.claims("from . import shared\n", texts["square"])
    assert "kept from earlier runs" not in workspace.verify("run").err
    return workspace


def is_cached(workspace, *arguments):
    run = workspace.verify("run", *arguments)
    assert run.status == 0
    return "kept from earlier runs" in run.err


def test_a_second_run_reads_the_first(package):
    assert is_cached(package)


def test_fresh_runs_again(package):
    assert not is_cached(package, "--fresh")
    assert is_cached(package)


@pytest.mark.parametrize("path", ["toy/results.py", "toy/shared.py", "toy/deeper.py", "toy/__init__.py", "__init__.py"])
def test_a_changed_source_runs_again(package, path):
    file = package.root / "proofs" / path
    file.write_text(file.read_text() + "\nZ = 1\n")
    assert not is_cached(package)


def test_a_changed_data_file_runs_again(package):
    package.write("proofs/toy/table.json", "[]")
    assert not is_cached(package)


@pytest.mark.parametrize(
    "path", ["toy/tables/deep/table.json", "toy/unrelated.py", "toy/helpers/hidden.py", "toy/notes.txt"]
)
def test_whatever_the_module_could_read_of_its_own_folder_matters(package, path):
    package.write(f"proofs/{path}", "1")
    assert not is_cached(package)
    assert is_cached(package)
    package.write(f"proofs/{path}", "22")
    assert not is_cached(package)


def test_a_helper_that_no_statement_imports_matters(workspace, texts):
    """The proof holds only as long as a module says so that is found by its name at run time."""
    asks = 'import importlib\n    assert importlib.import_module("proofs.toy.helper").HOLDS\n    return'
    workspace.write("proofs/toy/helper.py", "HOLDS = True\n")
    workspace.claims(texts["square"].replace("return", asks))
    assert workspace.verify("run").status == 0
    workspace.write("proofs/toy/helper.py", "HOLDS = False\n")
    assert workspace.verify("run").status == 1


@pytest.mark.spread(5)
@pytest.mark.parametrize(
    "statement",
    [
        "from proofs.other import things",
        "from proofs.other.things import X",
        "import proofs.other.things",
        "from ..other import things",
        "from ..other.things import X",
        "from proofs import other",
    ],
)
@pytest.mark.parametrize("file", ["things.py", "deep.py", "table.json", "__init__.py"])
def test_what_is_imported_from_another_folder_matters(workspace, texts, statement, file):
    for name, text in {"things.py": "from . import deep\nX = 1\n", "deep.py": "", "table.json": "[]"}.items():
        workspace.write(f"proofs/other/{name}", text)
    workspace.write("proofs/other/__init__.py", "from . import things\n")
    workspace.claims(f"{statement}\n", texts["square"])
    assert not is_cached(workspace)
    assert is_cached(workspace)
    changed = workspace.root / "proofs" / "other" / file
    changed.write_text(changed.read_text() + "\n")
    assert not is_cached(workspace)


@pytest.mark.parametrize(
    "around",
    [
        "if False:\n    pass\nelse:\n    {}",
        "if False:\n    pass\nelif True:\n    {}",
        "try:\n    {}\nexcept ValueError:\n    pass",
        "try:\n    missing\nexcept NameError:\n    {}",
        "try:\n    pass\nfinally:\n    {}",
        "try:\n    pass\nexcept ValueError:\n    pass\nelse:\n    {}",
        "for n in ():\n    pass\nelse:\n    {}",
        "while True:\n    {}\n    break",
        "match 1:\n    case 1:\n        {}",
        "with open(__file__):\n    {}",
        "def later():\n    {}",
        "async def later():\n    {}",
        "class Later:\n    def done(self):\n        {}",
    ],
)
def test_an_import_matters_wherever_in_a_module_it_stands(tmp_path, around):
    for name, text in {"toy/a": around.format("import other.b"), "other/__init__": "", "other/b": ""}.items():
        file = tmp_path / f"{name}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text + "\n")
    (tmp_path / "toy" / "__init__.py").touch()
    roots = Roots()
    roots["other"] = tmp_path
    assert tmp_path / "other" / "b.py" in _sources("toy.a", str(tmp_path / "toy" / "a.py"), roots)


@pytest.fixture
def two(tmp_path):
    """The folder of a package whose name one of Python's own modules has: `toy/a.py` imports from `other`."""
    folder = tmp_path / "statistics"
    for name, text in {"toy/a": "from statistics.other import X, deep, gone\n", "other/__init__": "X = 1\n"}.items():
        file = folder / f"{name}.py"
        file.parent.mkdir(parents=True)
        file.write_text(text)
    return folder


def test_a_package_that_is_named_as_one_of_pythons_modules_matters_too(two):
    assert two / "other" / "__init__.py" in _sources("statistics.toy.a", str(two / "toy" / "a.py"))


def test_a_folder_or_a_broken_link_that_looks_like_a_module_is_none(two):
    before = _sources("statistics.toy.a", str(two / "toy" / "a.py"))
    (two / "other" / "deep.py").mkdir()
    (two / "other" / "gone.py").symlink_to("nowhere.py")
    assert _sources("statistics.toy.a", str(two / "toy" / "a.py")) == before


@pytest.mark.parametrize("path", ["other/results.py", "toy/.hidden/x.py", "toy/verification-report/report.json"])
def test_another_folder_and_what_is_only_written_do_not_matter(package, path):
    package.write(f"proofs/{path}", "1")
    assert is_cached(package)


def test_another_version_of_a_library_runs_again(package, monkeypatch):
    monkeypatch.setattr("verify.session.cache.versions", lambda: {"sympy": "2.0"})
    assert not is_cached(package)


def test_another_engine_runs_again(package, monkeypatch):
    monkeypatch.setattr("verify.session.cache._engine", lambda: "changed")
    assert not is_cached(package)


def test_another_search_for_proofs_makes_other_hunts_and_the_same_outcomes(monkeypatch, tmp_path):
    with using(Registry()):
        claim = Claim("toy/square", at="Toy", reading="Toy.", given=[], states=ge(real("x") ** 2, 0))
    before, hunts = cache.key(claim), cache.hunting_key(claim)
    (tmp_path / "tactics.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(cache, "search_for_proofs", lambda: [tmp_path / "tactics.py"])
    monkeypatch.setattr(cache, "_digests", {})
    assert cache.key(claim) == before
    assert cache.hunting_key(claim) != hunts


@pytest.mark.parametrize("damage", [lambda text: "", lambda text: text[:-9], lambda text: "[]", lambda text: "{}"])
def test_a_damaged_entry_is_ignored(package, damage):
    file = package.root / ".verify" / "cache" / "toy" / "square.json"
    file.write_text(damage(file.read_text()))
    assert not is_cached(package)
    assert is_cached(package)


def test_an_entry_with_a_verdict_written_by_hand_is_ignored(package):
    file = package.root / ".verify" / "cache" / "toy" / "square.json"
    entry = json.loads(file.read_text())
    entry["data"]["verdict"] = "refuted"
    file.write_text(json.dumps(entry))
    assert not is_cached(package)


def test_a_failure_is_not_kept(workspace, texts):
    workspace.claims(texts["broken"])
    assert workspace.verify("run").status == 1
    again = workspace.verify("run")
    assert again.status == 1
    assert "kept from" not in again.err


def test_an_outcome_whose_source_changed_meanwhile_is_not_kept(workspace, texts):
    workspace.claims(texts["square"].replace("    return", "    open(__file__, 'a').write('# later')\n    return"))
    workspace.verify("run")
    assert not (workspace.root / ".verify" / "cache" / "toy" / "square.json").exists()


def test_the_folder_can_be_chosen(workspace, texts, monkeypatch, tmp_path):
    monkeypatch.setenv("VERIFY_CACHE", str(tmp_path / "elsewhere"))
    workspace.claims(texts["square"])
    workspace.verify("run")
    assert (tmp_path / "elsewhere" / "toy" / "square.json").is_file()


def test_a_folder_that_cannot_be_written_is_no_failure(workspace, texts, monkeypatch):
    blocked = workspace.write("blocked", "a file, where a folder is wanted")
    monkeypatch.setenv("VERIFY_CACHE", str(blocked))
    workspace.claims(texts["square"])
    run = workspace.verify("run")
    assert run.status == 0
    assert f"not kept in {blocked}" in run.err


def test_what_no_verdict_depends_on_is_there_and_everything_else_is_a_source():
    assert all((ENGINE / name).exists() for name in BESIDE_THE_VERDICT)
    rooms = {file.relative_to(ENGINE).parts[0] for file in engine()}
    beside = {"report", "commands", "discover", "repair", "notebook.py", "pytest_plugin.py", "usage.py", "__main__.py"}
    assert rooms == {file.relative_to(ENGINE).parts[0] for file in ENGINE.rglob("*.py")} - beside
