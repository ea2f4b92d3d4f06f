"""`pytest proofs/` runs one item a claim."""

import os
import sys

import pytest

pytest_plugins = ["pytester"]


@pytest.fixture
def package(pytester, nothing_imported, texts):
    """Writes claim modules into a package, and runs pytest on it."""
    pytester.makeini("[pytest]\naddopts = --import-mode=importlib")

    def run(*arguments, **modules):
        for path, text in {"__init__": "", "toy/__init__": texts["paper"]}.items():
            file = pytester.path / "proofs" / f"{path}.py"
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        for name, text in modules.items():
            (pytester.path / "proofs" / "toy" / f"{name}.py").write_text(texts["head"] + text, encoding="utf-8")
        return pytester.runpytest(*(arguments or ["proofs"]))

    return run


def test_claims_are_items_named_by_their_ids(package, texts):
    result = package("-v", "proofs", results=texts["square"] + texts["false"] + texts["cited"])
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["proofs/toy/results.py::toy/square PASSED*"])


def test_one_claim_can_be_selected(package, texts):
    result = package("proofs/toy/results.py::toy/false", results=texts["square"] + texts["false"])
    result.assert_outcomes(passed=1)


def test_a_failure_says_which_step_broke_and_where(package, texts):
    result = package(results=texts["square"] + texts["broken"])
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        ["toy/broken (open)", "  proofs/toy/results.py:20: proof wishful (Wishful thinking.): identity: *"]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*verify/verdicts/evidence.py*")


def test_an_open_claim_says_why(package):
    text = 'Claim("toy/{0}", at="1", states=eq(a, b), reading="r"{1})\n'
    result = package(results=text.format("silent", "") + text.format("said", ', open_because="It resists."'))
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*nothing decides it, and open_because does not say why*"])


def test_a_surviving_mutant_fails(package, texts):
    mutant = (
        '@SQUARE.mutant("constant", undecided="it survives")\n'
        "def twice(claim):\n    return claim.replace(states=eq(2*a, a + a + 0*b))\n"
    )
    result = package(results=texts["square"] + mutant)
    result.assert_outcomes(failed=1)


def test_a_module_that_does_not_import_is_a_collection_error(package, texts):
    result = package(good=texts["square"], bad="1 / 0")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*bad.py does not import: ZeroDivisionError: division by zero"])


@pytest.mark.slow
def test_items_run_in_several_processes(package, texts):
    pytest.importorskip("xdist")
    result = package("-n", "2", "proofs", results=texts["square"] + texts["false"] + texts["cited"])
    result.assert_outcomes(passed=3)


def test_other_projects_are_left_alone(pytester):
    pytester.makepyfile(test_it="def test_it(): pass", module="raise RuntimeError('imported')")
    pytester.mkdir("proofs").joinpath("wedding.py").write_text("raise RuntimeError('imported')")
    result = pytester.runpytest()
    result.assert_outcomes(passed=1)


def test_the_plugin_imports_no_engine(pytester, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path for path in sys.path if path))
    pytester.makepyfile(
        test_it="import sys\ndef test_it(): assert not {'sympy', 'verify.author.kernel'} & set(sys.modules)",
    )
    pytester.runpytest_subprocess("-p", "no:hypothesispytest").assert_outcomes(passed=1)


def test_what_a_run_gives_is_kept_for_a_report_and_never_taken(package, pytester, texts, monkeypatch):
    monkeypatch.delenv("VERIFY_CACHE", raising=False)
    package(results=texts["square"] + texts["broken"])
    kept = sorted(file.name for file in (pytester.path / ".verify" / "cache" / "toy").iterdir())
    assert [name.split(".")[0] for name in kept] == ["square"]
    for file in (pytester.path / ".verify" / "cache" / "toy").iterdir():
        file.write_text(file.read_text(encoding="utf-8").replace("proved", "refuted"), encoding="utf-8")
    package().assert_outcomes(passed=1, failed=1)
