"""What results are made from: the sources of the project, and versions of Python and of the libraries."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import json
import platform
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path

ENGINE = Path(__file__).parents[1]
"""The folder of `verify`."""

PACKAGES = ("proofs", "numeric")
"""Top-level packages whose modules a claim may be made of."""

FIRST_REFUSALS = "VERIFY_REFUSALS"
"""An environment variable; `first` has fewer changed claims put to the claim's proofs, which takes half the time."""


BESIDE_THE_VERDICT = (
    "report", "commands", "discover", "repair", "export/rocq", "__main__.py", "notebook.py", "pytest_plugin.py",
    "usage.py", "session/kept_rocq.py", "session/kept_runs.py", "session/latest.py", "session/recorded.py",
    "claims/places.py", "language/shown.py",
)  # fmt: skip
"""Parts of `verify` that no verdict depends on."""

RECORD = "verdicts.json"
"""The file in which verdicts come with a package of claims."""

NOT_READ = ("__pycache__", "verification-report", "README.md", RECORD)
"""What is written for people, or by Python, by `verify report` and by `verify run --record`: no claim reads it. What is
hidden is not read either."""


@functools.cache
def versions() -> dict[str, str]:
    """Versions of Python and of the libraries that proofs are checked with."""
    names = ("sympy", "python-flint", "mpmath", "numpy")
    return {"python": platform.python_version()} | {name: metadata.version(name) for name in names}


def project() -> str:
    """A digest of the versions and of all sources, for machines that are to do the same work."""
    roots = [root / package for package in ("verify", *PACKAGES) if (root := root_of(package))]
    return contents({root: sorted(root.rglob("*.py")) for root in roots}, json.dumps(versions(), sort_keys=True))


def contents(files: Mapping[Path, Sequence[Path]], head: str = "") -> str:
    """A digest of what files contain, by the folders that they are in, wherever these are."""
    digest = hashlib.sha256(head.encode())
    for root, inside in files.items():
        for file in inside:
            name = file.relative_to(root.parent).as_posix()
            digest.update(f"{name}\n".encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def engine() -> list[Path]:
    """The files of `verify` that a verdict depends on."""
    return [file for file in sorted(ENGINE.rglob("*.py")) if not _is_beside(file.relative_to(ENGINE))]


def search_for_proofs() -> list[Path]:
    """The files of the search for proofs: hunts ask it, verdicts do not."""
    return sorted((ENGINE / "discover").rglob("*.py"))


def _is_beside(file: Path) -> bool:
    return any(place.as_posix() in BESIDE_THE_VERDICT for place in (file, *file.parents))


def root_of(package: str) -> Path | None:
    """The folder that a top-level package lies in, if there is such a package."""
    spec = importlib.util.find_spec(package)
    return (
        Path(next(iter(spec.submodule_search_locations))).parent if spec and spec.submodule_search_locations else None
    )


def within(folder: Path) -> Iterator[Path]:
    """The files of a folder, and of those in it."""
    for entry in folder.iterdir():
        if entry.name in NOT_READ or entry.name.startswith("."):
            continue
        if entry.is_dir():
            yield from within(entry)
        elif entry.is_file() and entry.suffix != ".pyc":
            yield entry
