"""What commands said last, said again without loading a claim as long as nothing has changed.

An outcome is kept under a digest of the sources of its claim (`verify.session.cache`), which takes importing them all.
Beside the outcomes lie the rows that were shown, with what every file and folder looked like that an outcome could
depend on, or a claim be declared in: while all of them look the same, the rows hold.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from verify.claims import places
from verify.store import entries
from verify.store.sources import FIRST_REFUSALS, versions, within
from verify.usage import UnknownClaim
from verify.verdicts.rows import LinkedRow, NotExamined


class Latest:
    """The rows of the claims of some folders; what was kept from other sources, or is unreadable, counts as absent.

    `folders` are those of the packages.

    Args:
        folders: those that the command was told to read.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        packages = [p for folder in folders for p in places.packages_in(folder)] or places.declared_by(Path.cwd())
        names = [] if packages else places.installed()
        found = {name: [Path(folder) for folder in places.locations(name)] for name in names}
        self.folders = [
            *(package.root.joinpath(*package.name.split(".")) for package in packages),
            *(folder for name in names for folder in found[name]),
        ]
        roots = [p.root for p in packages] or [f.parents[name.count(".")] for name in names for f in found[name]]
        place = [os.getcwd(), *map(str, folders), *names, *map(str, self.folders)]
        self._key = entries.digest([place, versions(), os.environ.get(FIRST_REFUSALS, "")])
        self._root = entries.folder(next(iter(roots), None)) / "latest" / self._key[:16]

    @cached_property
    def _kept(self) -> dict[str, Any]:
        """What is kept, whether or not it still holds; empty where nothing is."""
        try:
            found: dict[str, Any] = entries.read(self._root / "claims.json", self._key)
        except entries.Absent:
            return {}
        return found

    @cached_property
    def _summary(self) -> dict[str, Any]:
        """What is kept and still holds; empty where nothing is."""
        found = self._kept
        return found if found and found["looks"] == looks(found["watched"]) else {}

    @property
    def is_outdated(self) -> bool:
        """Whether something is kept that does not hold any more: outcomes may, and loading the claims says which."""
        return bool(self._kept) and not self._summary

    @property
    def ids(self) -> list[str] | None:
        """The claims that were asked for, in reading order; None where that is not known."""
        return self._summary.get("asked")

    @property
    def known(self) -> list[str]:
        """Those, and what they rest on elsewhere; empty where that is not known."""
        return self._summary.get("known", [])

    def read(self) -> None:
        """Reads now what is kept, so that what changes from here on takes no part in it."""
        _ = self._summary

    def row(self, id: str) -> LinkedRow | NotExamined | None:
        """What was said of a claim; None where nothing was, or not any more.

        Raises:
            UnknownClaim: where no claim has the id.
        """
        if not self._summary:
            return None
        if id not in self._summary["known"]:
            raise UnknownClaim(id, self._summary["known"])
        try:
            found: LinkedRow | NotExamined = entries.read(self._root / f"{id}.json", self._summary["looks"])
        except entries.Absent:
            return None
        return found

    def keep(
        self,
        asked: Sequence[str],
        known: Sequence[str],
        rows: Iterable[LinkedRow | NotExamined],
        watched: Iterable[Path],
        kept: Iterable[Path],
    ) -> None:
        """Keeps rows beside those that still hold; what cannot be written is not kept.

        Args:
            asked: the claims that there are. known: those, and what they rest on elsewhere.
            rows: of some of them.
            watched: the files and folders that they depend on.
            kept: the folders in which outcomes, hunts and what Rocq said of them are kept.
        """
        try:
            self._root.mkdir(parents=True, exist_ok=True)
            paths = sorted({str(path) for path in (*watched, *_inside(kept))})
            now = looks(paths)
            for row in rows:
                entries.keep(self._root / f"{row['id']}.json", now, row)
            summary = {"looks": now, "watched": paths, "asked": list(asked), "known": list(known)}
            entries.keep(self._root / "claims.json", self._key, summary)
        except OSError:
            return


def _inside(kept: Iterable[Path]) -> Iterator[Path]:
    """Those folders, and the one of each paper in them: something new there changes a row."""
    for folder in map(Path.absolute, kept):
        yield folder
        yield from (paper for paper in folder.glob("*") if paper.is_dir() and paper.name != "latest")


def looks(paths: Iterable[str]) -> str:
    """A digest of when files and folders were changed last, and how large they are; one that is gone has a look too."""
    return entries.digest([_look(path) for path in paths])


def _look(path: str) -> list[int]:
    try:
        found = os.stat(path)
    except OSError:
        return []
    changed = [found.st_mtime_ns, found.st_ctime_ns]  # the one can be set by a person, the other not
    return [*changed, 0 if stat.S_ISDIR(found.st_mode) else found.st_size]


def changed_since(begun: int, files: Iterable[Path]) -> bool:
    """Whether a file was changed since a time in nanoseconds, or is gone."""
    for file in files:
        try:
            found = file.stat()
        except OSError:
            return True
        if stat.S_ISREG(found.st_mode) and max(found.st_mtime_ns, found.st_ctime_ns) >= begun:
            return True
    return False


def sources_of(packages: Iterable[str]) -> Iterator[Path]:
    """The files and folders of packages, whatever they are for, and of the engine."""
    for name in ("verify", *packages):
        for folder in places.locations(name):
            yield Path(folder)
            for file in within(Path(folder)):
                yield from (file, file.parent)
