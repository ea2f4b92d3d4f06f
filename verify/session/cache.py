"""Outcomes kept on disk, each under a key made of everything that it depends on."""

from __future__ import annotations

import ast
import dataclasses
import functools
import hashlib
import importlib.util
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from verify.claims import registry
from verify.claims.claim import Claim
from verify.store import entries
from verify.store.sources import FIRST_REFUSALS, NOT_READ, PACKAGES, engine, search_for_proofs, versions, within
from verify.verdicts.verdict import Outcome


class Cache:
    """Folders with one file a claim; one that is unreadable or out of date counts as absent.

    Args:
        folder: of all claims; by default each lies in that of its project.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def of(self, claim: Claim) -> Path:
        """The folder in which what was found of a claim is kept."""
        return self.folder or entries.folder(_root(claim.source.module, claim.source.file))

    def get(self, claim: Claim, roots: Roots | None = None) -> Outcome | None:
        """The outcome of an earlier run from the same sources, if there is one; `roots` are as for `key`."""
        file = self._file(claim)
        if not file.is_file():  # no digest of its sources is needed to say so
            return None
        try:
            data = entries.read(file, key(claim, roots))
            return dataclasses.replace(Outcome.from_json(data), cached=True)
        except (entries.Absent, KeyError, TypeError):
            return None

    def put(self, claim: Claim, outcome: Outcome, before: str) -> None:
        """Keeps an outcome under the key that the claim had before it ran.

        Not kept is one with failures, which is worth another run, and one whose sources changed meanwhile.
        """
        if not outcome.ok or key(claim) != before:
            return
        entries.keep(self._file(claim), before, outcome.to_json())

    def _file(self, claim: Claim) -> Path:
        return self.of(claim) / f"{claim.id}.json"


def key(claim: Claim, roots: Roots | None = None) -> str:
    """A digest of the claim's id, of the sources that its outcome depends on, and of versions.

    Args:
        claim: of which the key is.
        roots: where many keys are asked for at a time, what is known already of the folders that sources lie in.
    """
    module, file = claim.source.module, claim.source.file
    sources = _digest(f"{module}\n{file}", lambda: _sources(module, file, roots))
    asked = os.environ.get(FIRST_REFUSALS, "")
    whole = f"{claim.id}\n{json.dumps(versions(), sort_keys=True)}\n{_engine()}\n{sources}\n{asked}"
    return hashlib.sha256(whole.encode()).hexdigest()


def hunting_key(claim: Claim) -> str:
    """A digest of what hunts of the claim depend on: of what its outcome does, and of the search for proofs."""
    search = _digest("the search for proofs", search_for_proofs)
    return hashlib.sha256(f"{key(claim)}\n{search}".encode()).hexdigest()


def _engine() -> str:
    return _digest("the engine", engine)


_digests: dict[str, tuple[list[Path], list[tuple[int, int]], str]] = {}
"""By what they are of: the files and folders that were looked at, what they looked like, and the digest."""


def _digest(what: str, sources: Callable[[], list[Path]]) -> str:
    """A digest of files, which are only read again when one of them, or a folder that one lies in, looks different."""
    with suppress(KeyError, OSError):
        watched, looks, digest = _digests[what]
        if looks == _looks(watched):
            return digest
    files = sources()
    watched = [*files, *{file.parent for file in files}]
    looks = _looks(watched)
    whole = hashlib.sha256()
    for file, look in zip(files, looks, strict=False):
        whole.update(f"{file.name}\n".encode() + _content(file, look))
    _digests[what] = (watched, looks, whole.hexdigest())
    return whole.hexdigest()


@functools.lru_cache(maxsize=1 << 14)
def _content(file: Path, _: tuple[int, int]) -> bytes:
    """The digest of a file that looks like this; the claims of a paper share most of theirs."""
    return hashlib.sha256(file.read_bytes()).digest()


def watched(claims: Sequence[Claim]) -> set[Path]:
    """The files and folders that the keys of claims were made from so far."""
    made = {"the engine", *(f"{claim.source.module}\n{claim.source.file}" for claim in claims)}
    return {path for what in made & _digests.keys() for path in _digests[what][0]}


def _looks(files: Sequence[Path]) -> list[tuple[int, int]]:
    return [_look(file) for file in files]


def _look(file: Path) -> tuple[int, int]:
    found = os.stat(file)
    return found.st_mtime_ns, found.st_size


def _root(module: str, file: str) -> Path:
    """The folder that the topmost package of a module lies in."""
    depth = module.count(".") + (2 if Path(file).name == "__init__.py" else 1)
    return Path(file).parents[depth - 1]


def _sources(module: str, file: str, roots: Roots | None = None) -> list[Path]:
    """What a module can read: its file, the modules that it imports and that are no library's, the data files beside
    these, and all of its own folder, other modules and what lies deeper included.

    For import statements are not the only way to another module: there are importlib, the registry of claims, and
    attributes of packages.
    """
    roots = Roots() if roots is None else roots
    roots[module.partition(".")[0]] = _root(module, file)
    found: dict[Path, str] = {}
    pending = [(Path(file), module), *roots.files(module)]
    while pending:
        path, name = pending.pop()
        if path not in found:
            found[path] = name
            pending += [other for imported in _imported(path, _look(path), name) for other in roots.files(imported)]
    folders = {path.parent for path, name in found.items() if "." in name or path.name == "__init__.py"}
    beside = {other for folder in folders for other in _data_files(folder)}  # a single module may lie anywhere
    alone = "." not in module and Path(file).name != "__init__.py"
    return sorted({*found, *beside, *(() if alone else within(Path(file).parent))})


def _data_files(folder: Path) -> list[Path]:
    return [
        file
        for file in folder.iterdir()
        if file.suffix not in (".py", ".pyc") and file.name not in NOT_READ and file.is_file()
    ]


class Roots(dict[str, Path | None]):
    """The folders that top-level modules lie in; None for Python's own, the engine, libraries, and what is nowhere.

    What lies in a folder is read once.
    """

    def __init__(self) -> None:
        super().__init__()
        self._inside: dict[str, frozenset[str]] = {}
        self._of: dict[str, list[tuple[Path, str]]] = {}

    def __missing__(self, name: str) -> Path | None:
        self[name] = None if name in sys.stdlib_module_names or name == "verify" else self._found(name)
        return self[name]

    def _found(self, name: str) -> Path | None:
        try:
            spec = importlib.util.find_spec(name)
        except (ImportError, ValueError):
            return None
        folders = list(spec.submodule_search_locations or []) if spec else []
        place = folders[0] if folders else spec.origin if spec else None
        root = Path(place).parent if place else None
        library = root is not None and root.name in ("site-packages", "dist-packages")
        return root if not library or name in PACKAGES or registry.current().has_claims_of(name) else None

    def files(self, module: str) -> list[tuple[Path, str]]:
        """The files of a module and of the packages around it, with their names."""
        if module not in self._of:
            self._of[module] = list(self._files(module))
        return self._of[module]

    def _files(self, module: str) -> Iterator[tuple[Path, str]]:
        parts = module.split(".")
        root = self[parts[0]]
        folder = str(root)
        for end, part in enumerate(parts if root is not None else (), start=1):
            there, inner = self._names(folder), os.path.join(folder, part)
            if f"{part}.py" in there:
                yield Path(f"{inner}.py"), ".".join(parts[:end])
            if f"{part}/" not in there:
                return
            if "__init__.py" in self._names(inner):
                yield Path(inner, "__init__.py"), ".".join(parts[:end])
            folder = inner

    def _names(self, folder: str) -> frozenset[str]:
        """The files in a folder, and the folders, which end with a stroke."""
        if folder not in self._inside:
            with suppress(OSError), os.scandir(folder) as items:
                found = [f"{item.name}/" if item.is_dir() else item.name for item in items if os.path.exists(item)]
                self._inside[folder] = frozenset(found)
        return self._inside.setdefault(folder, frozenset())


def _statements(module: ast.Module) -> Iterator[ast.AST]:
    """The statements of a module, wherever they stand; formulas, which are most of it, are not gone through."""
    pending: list[ast.AST] = [module]
    while pending:
        node = pending.pop()
        yield node
        for inside in ("body", "orelse", "finalbody", "handlers", "cases"):
            pending += getattr(node, inside, ())


@functools.lru_cache(maxsize=1 << 14)
def _imported(file: Path, _: tuple[int, int], name: str) -> tuple[str, ...]:
    """The modules that the import statements of a file which looks like this name, wherever in it they stand.

    Most claims share most sources.
    """
    package = name.split(".") if file.name == "__init__.py" else name.split(".")[:-1]
    found = []
    for node in _statements(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            found += [".".join([*base, *filter(None, [node.module]), alias.name]) for alias in node.names]
    return tuple(dict.fromkeys(found))
