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
from verify.store.sources import FIRST_REFUSALS, NOT_READ, PACKAGES, engine, versions, within
from verify.verdicts.verdict import Outcome


class Cache:
    """A folder with one file a claim; one that is unreadable or out of date counts as absent."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or entries.folder()

    def get(self, claim: Claim) -> Outcome | None:
        """The outcome of an earlier run from the same sources, if there is one."""
        try:
            data = entries.read(self._file(claim), key(claim))
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
        return self.folder / f"{claim.id}.json"


def key(claim: Claim) -> str:
    """A digest of the claim's id, of the sources that its outcome depends on, and of versions."""
    module, file = claim.source.module, claim.source.file
    sources = _digest(f"{module}\n{file}", lambda: _sources(module, file))
    asked = os.environ.get(FIRST_REFUSALS, "")
    whole = f"{claim.id}\n{json.dumps(versions(), sort_keys=True)}\n{_engine()}\n{sources}\n{asked}"
    return hashlib.sha256(whole.encode()).hexdigest()


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
    return [(found.st_mtime_ns, found.st_size) for found in (file.stat() for file in files)]


def _sources(module: str, file: str) -> list[Path]:
    """What a module can read: its file, the modules that it imports and that are no library's, the data files beside
    these, and all of its own folder, other modules and what lies deeper included.

    For import statements are not the only way to another module: there are importlib, the registry of claims, and
    attributes of packages.
    """
    depth = module.count(".") + (2 if Path(file).name == "__init__.py" else 1)
    roots = Roots({module.partition(".")[0]: Path(file).parents[depth - 1]})
    found: dict[Path, str] = {}
    pending = [(Path(file), module), *_files(roots, module)]
    while pending:
        path, name = pending.pop()
        if path not in found:
            found[path] = name
            pending += _imported(roots, path, name)
    beside = {
        other
        for path, name in found.items()
        if "." in name or path.name == "__init__.py"  # a single module may lie anywhere
        for other in path.parent.iterdir()
        if other.is_file() and other.suffix not in (".py", ".pyc") and other.name not in NOT_READ
    }
    alone = "." not in module and Path(file).name != "__init__.py"
    return sorted({*found, *beside, *(() if alone else within(Path(file).parent))})


class Roots(dict[str, Path | None]):
    """The folders that top-level modules lie in; None for Python's own, the engine, libraries, and what is nowhere."""

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


def _files(roots: Roots, module: str) -> Iterator[tuple[Path, str]]:
    """The files of a module and of the packages around it, with their names."""
    parts = module.split(".")
    root = roots[parts[0]]
    if root is not None:
        for end in range(1, len(parts) + 1):
            place = root.joinpath(*parts[:end])
            for file in (place / "__init__.py", place.parent / f"{place.name}.py"):
                if file.is_file():
                    yield file, ".".join(parts[:end])


def _imported(roots: Roots, file: Path, name: str) -> Iterator[tuple[Path, str]]:
    """Files of the modules that one file's import statements name, wherever in it they stand."""
    package = name.split(".") if file.name == "__init__.py" else name.split(".")[:-1]
    for level, imported in _import_statements(file.read_bytes()):
        base = package[: len(package) - level + 1] if level else []
        yield from _files(roots, ".".join([*base, imported]))


@functools.cache
def _import_statements(source: bytes) -> list[tuple[int, str]]:
    """What a source imports: how many packages up it starts, and the dotted name; most claims share most sources."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [(0, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [(node.level, ".".join(filter(None, [node.module, alias.name]))) for alias in node.names]
    return list(dict.fromkeys(found))
