"""What results are made from: the sources of the project, and versions of Python and of the libraries."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import json
import platform
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

PACKAGES = ("proofs", "numeric")
"""Top-level packages whose modules a claim may be made of."""


FIRST_REFUSALS = "VERIFY_REFUSALS"
"""An environment variable; `first` has fewer changed claims put to the claim's proofs, which takes half the time."""


@functools.cache
def versions() -> dict[str, str]:
    """Versions of Python and of the libraries that proofs are checked with."""
    names = ("sympy", "python-flint", "mpmath", "numpy")
    return {"python": platform.python_version()} | {name: metadata.version(name) for name in names}


def project() -> str:
    """A digest of the versions and of all sources, for machines that are to do the same work."""
    digest = hashlib.sha256(json.dumps(versions(), sort_keys=True).encode())
    for package in ("verify", *PACKAGES):
        if not (root := root_of(package)):
            continue
        for file in sorted((root / package).rglob("*.py")):
            name = file.relative_to(root).as_posix()
            digest.update(f"{name}\n".encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def root_of(package: str) -> Path | None:
    """The folder that a top-level package lies in, if there is such a package."""
    spec = importlib.util.find_spec(package)
    return (
        Path(next(iter(spec.submodule_search_locations))).parent if spec and spec.submodule_search_locations else None
    )


RECORD = "verdicts.json"
"""The file in which verdicts come with a package of claims."""

NOT_READ = ("__pycache__", "verification-report", "README.md", RECORD)
"""What is written for people, or by Python, by `verify report` and by `verify run --record`: no claim reads it. What is
hidden is not read either."""


def within(folder: Path) -> Iterator[Path]:
    """The files of a folder, and of those in it."""
    for entry in folder.iterdir():
        if entry.name in NOT_READ or entry.name.startswith("."):
            continue
        if entry.is_dir():
            yield from within(entry)
        elif entry.is_file() and entry.suffix != ".pyc":
            yield entry
