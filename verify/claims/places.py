"""Where packages of claims lie: in a folder that is named, in the one we are in, or among what is installed.

A project outside this repository declares its packages in its pyproject.toml, and so names them to pip too:

    [project.entry-points."verify.papers"]
    experts = "experts"
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from verify.usage import UsageError

GROUP = "verify.papers"
"""The entry points that packages of claims are declared by."""

DEFAULT = "proofs"
"""The package of claims that this project comes with."""


class PlaceError(UsageError):
    """A folder holds no package of claims, or one that cannot be used; the message names it."""


@dataclass(frozen=True)
class Package:
    """A package of claims: its dotted name, and the folder that its topmost package lies in."""

    name: str
    root: Path

    @property
    def top(self) -> str:
        """The name of its topmost package."""
        return self.name.partition(".")[0]

    def make_importable(self) -> None:
        """Lets Python find it before any other package of its name.

        Raises:
            PlaceError: when another package of that name is imported already.
        """
        if str(self.root) not in sys.path:
            sys.path.insert(0, str(self.root))
            importlib.invalidate_caches()
        spec = importlib.util.find_spec(self.top)
        found = list(spec.submodule_search_locations or []) if spec else []
        if str(self.root / self.top) not in [str(Path(folder).resolve()) for folder in found]:
            other = (spec.origin if spec else None) or "nowhere"
            raise PlaceError(f"{self.root / self.top}: the name {self.top} is taken, by {other}; rename the package")


def packages_in(folder: Path) -> list[Package]:
    """The packages of claims that a folder declares, or is.

    Raises:
        PlaceError: when there is none.
    """
    folder = folder.resolve()
    if not folder.is_dir():
        raise PlaceError(f"{folder}: no such folder")
    found = declared_by(folder)
    if found:
        return found
    if (folder / "__init__.py").is_file():
        return [_around(folder)]
    raise PlaceError(
        f'{folder}: no package of claims; it must be one, or a project whose pyproject.toml has [project.entry-points."'
        f'{GROUP}"]'
    )


def declared_by(folder: Path) -> list[Package]:
    """The packages of claims that the folder's pyproject.toml declares: none without such a file.

    Raises:
        PlaceError: when the file cannot be read, or declares a package that is not there.
    """
    file = folder / "pyproject.toml"
    if not file.is_file():
        return []
    entries = _entries(file)
    return [_declared(file, folder, value) for value in dict.fromkeys(entries.values())]


def _entries(file: Path) -> dict[str, Any]:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        return dict(data.get("project", {}).get("entry-points", {}).get(GROUP, {}))
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise PlaceError(f"{file}: {' '.join(str(error).split())}") from None


def _declared(file: Path, folder: Path, value: Any) -> Package:
    name = value.partition(":")[0].strip() if isinstance(value, str) else ""
    if not name or not all(part.isidentifier() for part in name.split(".")):
        raise PlaceError(f"{file}: an entry point of {GROUP} must name a package, such as experts, not {value!r}")
    for root in (folder, folder / "src"):
        if root.joinpath(*name.split("."), "__init__.py").is_file():
            return Package(name, root.resolve())
    raise PlaceError(f"{file}: it declares the package {name}, which is not in {folder} nor in its folder src")


def _around(folder: Path) -> Package:
    """A folder that is a package, with the name that the packages around it give it."""
    names, root = [folder.name], folder.parent
    while (root / "__init__.py").is_file():
        names.insert(0, root.name)
        root = root.parent
    return Package(".".join(names), root)


def installed() -> list[str]:
    """The names of the packages of claims that Python finds by itself: `proofs`, and those of entry points."""
    found = sorted(entry.module for entry in metadata.entry_points(group=GROUP))
    return list(dict.fromkeys([DEFAULT, *found]))


def module_at(file: Path) -> tuple[str, Path] | None:
    """The dotted name of a module in a package of claims, and the folder that its topmost package lies in.

    That is one named `proofs`, and one that the project around it or an installed distribution declares; None for every
    other file.
    """
    if not (file.parent / "__init__.py").is_file():
        return None
    package = _around(file.parent)
    name = package.name if file.name == "__init__.py" else f"{package.name}.{file.stem}"
    parts = package.name.split(".")
    if DEFAULT in parts:
        above = parts[: len(parts) - parts[::-1].index(DEFAULT) - 1]
        return ".".join(name.split(".")[len(above) :]), package.root.joinpath(*above)
    known = [p.name for p in _nearby(package.root)]
    known += [other for other in _installed(tuple(sys.path)) if _lies_at(other, package)]
    inside = any(f"{name}.".startswith(f"{other}.") for other in known)
    return (name, package.root) if inside else None


@cache
def _installed(_: tuple[str, ...]) -> list[str]:
    """Those that are found by this path, looked up once: a run of pytest asks for every file."""
    return installed()


@cache
def _nearby(root: Path) -> tuple[Package, ...]:
    """What the project declares that has its packages in this folder; one that cannot be read declares nothing."""
    found: list[Package] = []
    for folder in (root, root.parent) if root.name == "src" else (root,):
        try:
            found += declared_by(folder)
        except PlaceError:
            continue
    return tuple(found)


def _lies_at(name: str, package: Package) -> bool:
    """Whether this is where Python finds the installed package of that name."""
    return name.partition(".")[0] == package.top and any(
        Path(folder).resolve() == package.root / package.top for folder in locations(package.top)
    )


def locations(name: str) -> Iterator[str]:
    """The folders of a package, where Python finds it."""
    spec = importlib.util.find_spec(name)
    yield from (spec.submodule_search_locations or ()) if spec else ()
