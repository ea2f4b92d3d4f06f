"""Outcomes kept on disk, each under a key made of everything that it depends on."""

from __future__ import annotations

import ast
import dataclasses
import functools
import hashlib
import importlib.util
import json
import os
import platform
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path

import verify
from verify import entries
from verify.claims import Claim
from verify.verdicts import Outcome

PACKAGES = ("proofs", "numeric")
"""Top-level packages whose modules a claim may be made of."""

BESIDE_THE_VERDICT = ("report", "search", "cli.py", "__main__.py", "kept_runs.py", "pytest_plugin.py")
"""Parts of `verify` that no verdict depends on."""


class Cache:
    """A folder with one file a claim; one that is unreadable or out of date counts as absent."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or Path(os.environ.get("VERIFY_CACHE") or Path(".verify", "cache"))

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
    digest = hashlib.sha256(f"{claim.id}\n{json.dumps(versions(), sort_keys=True)}\n{_engine()}\n".encode())
    for file in _sources(claim.source.module, claim.source.file):
        digest.update(f"{file.name}\n".encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


@functools.cache
def versions() -> dict[str, str]:
    """Versions of Python and of the libraries that proofs are checked with."""
    names = ("sympy", "python-flint", "mpmath", "numpy")
    return {"python": platform.python_version()} | {name: metadata.version(name) for name in names}


def project() -> str:
    """A digest of versions and of all sources, for machines that are to do the same work."""
    digest = hashlib.sha256(json.dumps(versions(), sort_keys=True).encode())
    for package in ("verify", *PACKAGES):
        if not (root := _root(package)):
            continue
        for file in sorted((root / package).rglob("*.py")):
            name = file.relative_to(root).as_posix()
            digest.update(f"{name}\n".encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _engine() -> str:
    digest = hashlib.sha256()
    root = Path(verify.__file__).parent
    for file in sorted(root.rglob("*.py")):
        inside = file.relative_to(root)
        if inside.parts[0] not in BESIDE_THE_VERDICT:
            digest.update(f"{inside.as_posix()}\n".encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _sources(module: str, file: str) -> list[Path]:
    """The module's file, those of the project modules that it imports, and the data files beside them."""
    depth = module.count(".") + (2 if Path(file).name == "__init__.py" else 1)
    roots = {name: root for name in PACKAGES if (root := _root(name))} | {
        module.split(".", maxsplit=1)[0]: Path(file).parents[depth - 1]
    }
    found: dict[Path, str] = {}
    pending = [(Path(file), module), *_files(roots, module)]
    while pending:
        path, name = pending.pop()
        if path not in found:
            found[path] = name
            pending += _imported(roots, path, name)
    beside = {
        other
        for folder in {path.parent for path in found}
        for other in folder.iterdir()
        if other.is_file() and other.suffix not in (".py", ".pyc")
    }
    return sorted({*found, *beside})


def _root(package: str) -> Path | None:
    """The folder that a top-level package lies in."""
    spec = importlib.util.find_spec(package)
    return (
        Path(next(iter(spec.submodule_search_locations))).parent if spec and spec.submodule_search_locations else None
    )


def _files(roots: Mapping[str, Path], module: str) -> Iterator[tuple[Path, str]]:
    """The files of a module and of the packages around it, with their names."""
    parts = module.split(".")
    if parts[0] in roots:
        for end in range(1, len(parts) + 1):
            place = roots[parts[0]].joinpath(*parts[:end])
            for file in (place / "__init__.py", place.parent / f"{place.name}.py"):
                if file.is_file():
                    yield file, ".".join(parts[:end])


def _imported(roots: Mapping[str, Path], file: Path, name: str) -> Iterator[tuple[Path, str]]:
    """Files of the modules that one file's import statements name, wherever in it they stand."""
    package = name.split(".") if file.name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _files(roots, alias.name)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            for alias in node.names:
                yield from _files(roots, ".".join([*base, *filter(None, [node.module]), alias.name]))
