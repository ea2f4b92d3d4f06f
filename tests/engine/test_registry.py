"""Every module of the package is read; one that cannot be is named, and the others go on."""

import gc
import importlib

import pytest

from verify.claims import Claim
from verify.claims.registry import COLLECTED, Registry, using
from verify.language.terms import ge, real
from verify.usage import UnknownClaim


def discovered():
    with using(Registry()) as registry:
        registry.discover()
    return registry


def test_claims_of_all_modules_are_found_in_reading_order(workspace, texts):
    workspace.claims(texts["cited"], module="a")
    workspace.claims(texts["square"], texts["false"], module="b")
    workspace.claims("raise RuntimeError('not for claims')", module="_shared")
    registry = discovered()
    assert [claim.id for claim in registry.claims] == ["toy/square", "toy/false", "toy/cited"]
    assert [paper.authors for paper in registry.papers] == ["A. Author, B. Author"]
    assert registry.problems == []


def test_what_claims_are_made_of_is_not_looked_through_for_garbage(workspace, texts):
    workspace.claims(texts["square"], module="a")
    gc.unfreeze()
    registry = discovered()
    assert gc.get_freeze_count() > 0
    assert gc.get_threshold() == COLLECTED
    assert not any(claim is found for claim in registry.claims for found in gc.get_objects())


def test_a_claim_that_is_declared_after_a_look_is_there_at_the_next():
    a = real("a")
    with using(Registry()) as known:
        seen = []
        for name in ("b", "a"):
            Claim(f"toy/{name}", at="Lemma 1", says="a statement", states=ge(a**2, 0), reading="For real numbers.")
            seen.append([claim.id for claim in known.all_claims])
    assert seen == [["toy/b"], ["toy/a", "toy/b"]]


@pytest.fixture
def _audit():
    """Of which names are known once it is loaded, as in an audit."""
    importlib.import_module("verify.audit")


def test_a_name_that_a_module_does_not_have_is_named_with_what_is_near(workspace, texts):
    workspace.claims("from verify.audit import Claim, followz", module="bad")
    (problem,) = discovered().problems
    assert "cannot import name 'followz' from 'verify.audit'" in str(problem)
    assert "; the nearest are follows" in str(problem)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("import nothing_of_this_name", "proofs/toy/bad.py:7: ModuleNotFoundError: No module named"),
        ("\nx = (", "proofs/toy/bad.py:8: SyntaxError: '(' was never closed"),
        ("raise SystemExit(0)", "proofs/toy/bad.py:7: SystemExit: 0"),
        ("etta = 1\netaa + 1", "proofs/toy/bad.py:8: NameError: name 'etaa' is not defined; the nearest are etta"),
        (
            "harmonic_sum(a)",
            "proofs/toy/bad.py:7: NameError: name 'harmonic_sum' is not defined; from verify.audit",
        ),
        ("acosh(a)", "proofs/toy/bad.py:7: NameError: name 'acosh' is not defined; from sympy import acosh"),
        (
            "import math\nmath.log(a)",
            "proofs/toy/bad.py:8: TypeError: Cannot convert expression to float; functions",
        ),
        (
            "(a + 1) ^ 2",
            "proofs/toy/bad.py:7: TypeError: unsupported operand type(s) for ^: 'Add' and 'int'; powers",
        ),
        (
            "range(a)",
            "proofs/toy/bad.py:7: TypeError: 'Symbol' object cannot be interpreted as an integer; a term is",
        ),
        (
            "from verify.audit import norm\nnorm([a])",
            "proofs/toy/bad.py:8: AttributeError: 'list' object has no attribute 'sort_key'; a list stands",
        ),
        (
            "TRUE = Claim('toy/t', at='1', states=ge(a**2, 0), reading='r')\n@TRUE.proof()\ndef p(claim): ...",
            "proofs/toy/bad.py:8: TypeError: Claim.proof() missing 1 required positional argument: 'function'; it is "
            "written without brackets, as @CLAIM.proof above a function",
        ),
        (
            "TRUE = Claim('toy/t', at='1', states=ge(a**2, 0), given=[ge(a, 1), ge(a, 2)], reading='r')\nTRUE.given[2]",
            "proofs/toy/bad.py:8: IndexError: tuple index out of range; TRUE.given[2]: it has 2 formulas, the last of "
            "which is given[1]",
        ),
        (
            "Claim('x', at='1', states=eq(a, b), reading='r')",
            "proofs/toy/bad.py:7: claim: the id must read paper/result",
        ),
    ],
)
@pytest.mark.usefixtures("_audit")
def test_a_module_that_does_not_import_is_named_with_the_line(workspace, texts, text, problem):
    workspace.claims(texts["square"])
    workspace.claims(text, module="bad")
    registry = discovered()
    assert [claim.id for claim in registry.claims] == ["toy/square"]
    assert len(registry.problems) == 1
    assert str(registry.problems[0]).startswith(problem)


def test_claims_of_a_module_that_breaks_off_are_left_out(workspace, texts):
    workspace.claims(texts["square"], "1 / 0", module="bad")
    registry = discovered()
    assert registry.claims == []
    assert "ZeroDivisionError" in str(registry.problems[0])


def test_a_module_that_is_needed_by_another_and_breaks_off_is_named_for_both(workspace, texts):
    workspace.claims("import proofs.toy.bad", texts["false"], module="a")
    workspace.claims(texts["square"], "1 / 0", module="bad")
    assert [problem.where.split(":")[0] for problem in discovered().problems] == [
        "proofs/toy/a.py",
        "proofs/toy/bad.py",
    ]


def test_an_id_declared_twice_names_both_places(workspace, texts):
    workspace.claims(texts["square"], module="first")
    workspace.claims(texts["square"], module="second")
    (problem,) = discovered().problems
    assert "claim toy/square: declared twice, in proofs/toy/first.py:8 and in proofs/toy/second.py:8" in str(problem)


def test_an_id_declared_twice_in_one_module(workspace, texts):
    workspace.claims(texts["square"], texts["square"])
    assert "declared twice" in str(discovered().problems[0])


def test_an_unknown_id_names_the_nearest(workspace, texts):
    workspace.claims(texts["square"], texts["false"])
    with pytest.raises(UnknownClaim, match="no claim 'toy/sqare'; the nearest are toy/square"):
        discovered().claim("toy/sqare")


def test_a_claim_of_an_undeclared_paper(workspace, texts):
    workspace.claims(texts["square"].replace("toy/", "other/"))
    (problem,) = discovered().problems
    assert str(problem).startswith("proofs/toy/results.py:")
    assert str(problem).endswith(": other/square: no Paper is declared with the id 'other'")


def test_a_claim_of_a_paper_that_is_misspelt_names_the_nearest(workspace, texts):
    workspace.claims(texts["square"].replace("toy/", "toyz/"))
    assert str(discovered().problems[0]).endswith("no Paper is declared with the id 'toyz'; the nearest is toy")


def test_no_package_at_all():
    with using(Registry()) as registry:
        registry.discover("no_such_package")
    assert str(registry.problems[0]) == "no_such_package: no such package here or among the installed ones"


def test_claims_of_a_module_that_was_imported_before_are_known(workspace, texts, nothing_imported, monkeypatch):
    workspace.claims(texts["square"])
    monkeypatch.syspath_prepend(str(workspace.root))
    for _ in range(2):
        with using(Registry()) as known:
            known.discover()
            assert [claim.id for claim in known.claims] == ["toy/square"]
            assert [paper.id for paper in known.papers] == ["toy"]
            assert not known.problems
