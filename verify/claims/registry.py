"""Which claims there are: those that the modules of a package declare while they are imported."""

from __future__ import annotations

import gc
import importlib
import importlib.util
import pkgutil
import re
import shlex
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from verify.claims.places import DEFAULT
from verify.claims.remedies import explained
from verify.usage import UnknownClaim, nearest

if TYPE_CHECKING:
    from verify.claims.claim import Claim
    from verify.claims.paper import Paper


COLLECTED = (10_000, 10, 10)
"""When Python looks for garbage once claims are there: among what is new after so many objects, not after hundreds."""


def keep_for_good() -> None:
    """Python does not look for garbage again among what there is now; claims and their terms stay until the end.

    Else it goes through all of them, which are millions, whenever there is a quarter more.
    """
    gc.collect(1)
    gc.freeze()
    gc.set_threshold(*COLLECTED)


class ClaimError(ValueError):
    """A claim or paper is declared wrongly; the message names the argument and what it must be."""


@dataclass(frozen=True)
class Problem:
    """What keeps a module or claim from being examined: where it is, and one line that says what is wrong."""

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


class Registry:
    """The claims and papers declared so far, and the modules that could not be read.

    `folders` are those that the command was told to read, as it was told.
    """

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.folders: list[str] = []
        self._claims: dict[str, Claim] = {}
        self._papers: dict[str, Paper] = {}
        self._discovered: dict[str, bool] = {}
        self._ordered: list[Claim] = []
        """The claims in reading order; empty after a change."""

    @property
    def claims(self) -> list[Claim]:
        """The claims asked for: paper by paper, and in each by the numbers in the place where it stands.

        They are those of the packages that were discovered, and all where none was; not what these merely import.
        """
        asked = [f"{package}." for package, wanted in self._discovered.items() if wanted]
        return [
            claim for claim in self.all_claims
            if not asked or any(f"{claim.source.module}.".startswith(package) for package in asked)
        ]  # fmt: skip

    @property
    def all_claims(self) -> list[Claim]:
        """Every claim, in the same order: those that the ones asked for may rest on too."""
        if not self._ordered:
            self._ordered = sorted(self._claims.values(), key=_reading_order)
        return list(self._ordered)

    @property
    def packages(self) -> list[str]:
        """The packages that were discovered."""
        return list(self._discovered)

    @property
    def papers(self) -> list[Paper]:
        """The papers asked for, by id: all but those of which only other claims are known."""
        others = {claim.paper for claim in self._claims.values()} - {claim.paper for claim in self.claims}
        return sorted((paper for paper in self._papers.values() if paper.id not in others), key=lambda paper: paper.id)

    def claim(self, id: str) -> Claim:
        """The claim with the id.

        Raises:
            UnknownClaim: naming the nearest ids.
        """
        if id in self._claims:
            return self._claims[id]
        raise UnknownClaim(id, self._claims)

    def command(self, command: str, id: str, *options: str) -> str:
        """The line that has a command look at the claim again, from the same folders."""
        where = [part for folder in self.folders for part in ("--from", folder)]
        return shlex.join(["verify", command, id, *where, *options])

    def __contains__(self, id: str) -> bool:
        return id in self._claims

    def claims_of(self, module: str) -> list[Claim]:
        """The claims that one module declares, in its order."""
        return [claim for claim in self._claims.values() if claim.source.module == module]

    def has_claims_of(self, package: str) -> bool:
        """Whether a module of this top-level package declares a claim."""
        return any(claim.source.module.partition(".")[0] == package for claim in self._claims.values())

    def add_claim(self, claim: Claim) -> None:
        """Registers a claim; a module that runs a second time replaces the claims of its first run.

        Raises:
            ClaimError: when another declaration has the id.
        """
        first = self._claims.get(claim.id)
        if first is not None and not claim.source.runs_again(first.source):
            raise ClaimError(f"claim {claim.id}: declared twice, in {first.source} and in {claim.source}")
        self._put(claim)
        _remember(claim.source.module, claim.source.scope, lambda registry: registry._join(claim))

    def _put(self, claim: Claim) -> None:
        self._claims[claim.id] = claim
        self._ordered = []

    def _join(self, claim: Claim) -> None:
        if claim.id not in self._claims:
            self._put(claim)

    def add_paper(self, paper: Paper, module: str, scope: Mapping[str, Any]) -> None:
        """Registers a paper that a module declares; `scope` is the namespace of the run of that module.

        Raises:
            ClaimError: when a different paper has the id.
        """
        _remember(module, scope, lambda registry: registry._papers.setdefault(paper.id, paper))
        if self._papers.setdefault(paper.id, paper) != paper:
            raise ClaimError(f"paper {paper.id}: declared twice, with different data")

    def discover(self, package: str = DEFAULT, *, asked: bool = True) -> None:
        """Imports every module of the package, and so collects what they declare.

        Those whose names begin with `_` are left out.
        A module that does not import is noted in `problems`, and the others go on. What a package that is not `asked`
        for declares is known, and not among `claims`.
        """
        if package in self._discovered:
            return
        self._discovered[package] = asked
        if not _exists(package):
            self.problems.append(Problem(package, "no such package here or among the installed ones"))
            return
        before = set(self._claims)
        keep_for_good()  # of what is imported by now too, and while the modules are
        self._load(package)
        keep_for_good()
        declared = {paper.id for paper in self._papers.values()}
        for claim in self.all_claims:
            if claim.id not in before and claim.paper not in declared:
                near = nearest(claim.paper, declared)
                said = f"no Paper is declared with the id {claim.paper!r}{near and f'; {near}'}"
                self.problems.append(Problem(str(claim.source), f"{claim.id}: {said}"))

    def _load(self, name: str) -> None:
        try:
            module = importlib.import_module(name)
        except (Exception, SystemExit) as error:
            self._claims = {id: c for id, c in self._claims.items() if c.source.module != name}
            self._ordered = []
            self.problems.append(_import_problem(name, error))
            return
        for item in _made.get(name, ()):  # while another registry was the current one
            if item.scope is vars(module):
                item.join(self)
        for found in pkgutil.iter_modules(getattr(module, "__path__", [])):
            if not found.name.startswith("_"):
                self._load(f"{name}.{found.name}")


def _exists(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except ImportError:  # of a package around it, which is named when it is loaded
        return importlib.util.find_spec(package.partition(".")[0]) is not None


@dataclass(frozen=True)
class _Made:
    """What one run of a module declared: how it joins a registry, and the namespace of that run."""

    scope: Mapping[str, Any]
    join: Callable[[Registry], object]


_made: dict[str, list[_Made]] = {}


def _remember(module: str, scope: Mapping[str, Any], join: Callable[[Registry], object]) -> None:
    _made[module] = [item for item in _made.get(module, ()) if item.scope is scope] + [_Made(scope, join)]


_current = Registry()


def current() -> Registry:
    """The registry that claims join when they are made."""
    return _current


@contextmanager
def using(registry: Registry) -> Iterator[Registry]:
    """Lets claims join another registry for a while."""
    global _current  # noqa: PLW0603
    before, _current = _current, registry
    try:
        yield registry
    finally:
        _current = before


def relative(file: str, module: str | ModuleType) -> str:
    """The path of a module's file below the folder that its top package lies in."""
    name = module if isinstance(module, str) else module.__name__
    parts = Path(file).parts
    depth = name.count(".") + (2 if parts[-1] == "__init__.py" else 1)
    return "/".join(parts[-depth:])


def _import_problem(name: str, error: BaseException) -> Problem:
    try:
        spec = importlib.util.find_spec(name)
    except Exception:  # a parent package fails: the name is all there is to say
        spec = None
    if spec is None or spec.origin is None:
        return Problem(name, explained(error))
    where = relative(spec.origin, name)
    if isinstance(error, SyntaxError) and error.filename == spec.origin:
        return Problem(f"{where}:{error.lineno}", f"SyntaxError: {error.msg}")
    frames: Sequence[traceback.FrameSummary] = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == spec.origin]
    message = str(error) if isinstance(error, ClaimError) else explained(error)
    return Problem(f"{where}:{lines[-1]}" if lines else where, message)


def _reading_order(claim: Claim) -> tuple[str, list[int], list[tuple[int, str]]]:
    numbers = [int(n) for n in re.findall(r"\d+", claim.at)] or [1_000_000]
    words = [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", claim.id)]
    return claim.paper, numbers, words
