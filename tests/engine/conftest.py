"""A folder with a package of claims that a test writes, and the command run in it."""

import importlib
import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from verify.claims.registry import Registry, using
from verify.commands.cli import main
from verify.commands.shared import JOBS

HEAD = """
from verify.claims import Claim, Conformance, Sharpness
from verify.author.kernel import Axiom, assume, cite, combine, identity, witness
from verify.language.terms import eq, ge, gt, le, real

a, b = real("a b")
"""

PAPER = """
from verify.claims import Paper

PAPER = Paper("toy", "A Toy Paper", ["A. Author", "B. Author"], "Journal of Toys 1")
"""

SQUARE = '''
SQUARE = Claim("toy/square", at="Lemma 1", states=eq((a + b)**2, a**2 + 2*a*b + b**2), reading="For real a, b.")

@SQUARE.proof
def expand(claim):
    """Multiply out."""
    return identity(claim.states[0])
'''

FALSE = '''
FALSE = Claim("toy/false", at="Lemma 2", given=[le(a, 1)], states=ge(a, 0), reading="For real a at most 1.")

@FALSE.counterexample
def minus_one(claim):
    """a = −1."""
    return witness(claim.given, claim.states[0], {a: -1})
'''

REPAIRED = '''
REPAIRED = Claim(
    "toy/false.repaired", at="Lemma 2", given=[ge(a, 1)], states=ge(a, 0), reading="With a ≥ 1.", repairs="toy/false"
)

@REPAIRED.proof
def given(claim):
    """It is given, and more."""
    return combine(claim.states[0], [(1, assume(claim.given[0])), (1, 1)])
'''

CITED = '''
CITED = Claim("toy/cited", at="Theorem 3", states=ge(a**2 + 1, 2*a), reading="For real a.")

@CITED.cited
def classical(claim):
    """It is classical."""
    return cite(Axiom("means", "the arithmetic mean is at least the geometric", "Cauchy 1821", (), claim.states[0]))
'''

FAR = '''
FAR = Claim("toy/far", at="Lemma 7", given=[ge(a, 10**9)], states=ge(a, 1), reading="For large a.")

@FAR.proof
def given(claim):
    """It is given, and more."""
    return combine(claim.states[0], [(1, assume(claim.given[0])), (1, 10**9 - 1)])
'''

BROKEN = '''
BROKEN = Claim("toy/broken", at="Lemma 4", states=eq(a, b), reading="For real a, b.")

@BROKEN.proof
def wishful(claim):
    """Wishful thinking."""
    return identity(claim.states[0])
'''


CONFORMING = """
@SQUARE.conformance
def code():
    return Conformance("numpy", 10, 0.5, "ulp", 1.0)

@SQUARE.sharp
def constant():
    return [Sharpness("the constant", "2, attained at a = b", identity(eq(a, a)))]

@SQUARE.mutant("constant", at={a: 1, b: 1})
def three(claim):
    return claim.replace(states=eq((a + b)**2, a**2 + 3*a*b + b**2))
"""
CHAIN = """
CHAIN = Claim("toy/chain", at="5", given=[ge(a, 0), ge(b, 0)], states=ge(2*a + 2*b, 0), reading="For real a, b.")

@CHAIN.proof
def twice(claim):
    return combine(claim.states[0], [(2, assume(ge(a, 0))), (2, assume(ge(b, 0)))])
"""
ODD = """
ODD = Claim("toy/odd", at="<b>(4)</b>", states=gt(a, b), reading='a < b & "c"', open_because="a|b *c*")
"""


@dataclass
class Run:
    """What one command gave."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


class Workspace:
    """A folder with a package `proofs` of one paper, `toy`."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.root = root
        self.capsys = capsys
        self.write("proofs/__init__.py", "")
        self.write("proofs/toy/__init__.py", PAPER)

    def write(self, path: str, text: str) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def claims(self, *texts: str, module: str = "results") -> Path:
        return self.write(f"proofs/toy/{module}.py", HEAD + "".join(texts))

    def another_paper(self, id: str, *texts: str) -> None:
        self.write(f"proofs/{id}/__init__.py", PAPER.replace("toy", id).replace("A Toy Paper", f"Another, {id}"))
        self.write(f"proofs/{id}/results.py", HEAD + "".join(texts))

    def verify(self, *arguments: str) -> Run:
        """Runs the command as a new process would: with nothing imported and nothing registered."""
        forget(self.root)
        self.capsys.readouterr()
        with using(Registry()):
            status = main(arguments)
        out, err = self.capsys.readouterr()
        return Run(status, out, err)


STAY: set[str] = set()
"""Names of modules that are in no folder of a test's: thousands, which are not looked at again for every command."""


def forget(root: Path | None = None) -> None:
    """Forgets the imported claim modules: those of `proofs`, and what lies below a folder."""
    for name in [name for name in sys.modules if name not in STAY]:
        file = getattr(sys.modules[name], "__file__", None) or ""
        if name.split(".")[0] == "proofs" or (root is not None and Path(file).is_relative_to(root)):
            del sys.modules[name]
        elif not Path(file).is_relative_to(tempfile.gettempdir()):
            STAY.add(name)
    importlib.invalidate_caches()


@pytest.fixture
def nothing_imported(monkeypatch):
    """No claim module is imported; those that were are put back."""
    before = {name: module for name, module in sys.modules.items() if name.split(".")[0] == "proofs"}
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # a module rewritten within a second is read again
    forget()
    yield
    forget()
    sys.modules.update(before)


@pytest.fixture
def workspace(nothing_imported, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delenv("VERIFY_CACHE", raising=False)
    monkeypatch.setenv(JOBS, "1")  # in this process
    yield Workspace(tmp_path, capsys)
    forget(tmp_path)


@pytest.fixture
def registry():
    with using(Registry()) as fresh:
        yield fresh


@pytest.fixture(scope="session")
def texts():
    """The claims that tests write into packages."""
    return {
        "square": SQUARE, "false": FALSE, "repaired": REPAIRED, "cited": CITED, "broken": BROKEN, "far": FAR,
        "head": HEAD, "paper": PAPER, "conforming": CONFORMING, "chain": CHAIN, "odd": ODD,
    }  # fmt: skip
