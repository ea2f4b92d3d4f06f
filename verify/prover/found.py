"""What searches found, certificates and multipliers, kept in a file beside the claims that need them.

In a folder with such a file a claim's steps search for nothing: what they ask for is looked up, and checked.
What is kept says also that nothing was found, as the proofs of changed claims ask for what does not hold. None of it is
believed: certificates and multipliers are checked by the core where they are used.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeVar

from sympy import Basic

from verify.core.certificate import check_certificate
from verify.core.nodes import Refused
from verify.language.codec import Encoder, decode
from verify.prover.certificate import Certificate, Step, step_from_json, step_to_json
from verify.prover.core_certificates import core_certificate
from verify.prover.goal import Goal
from verify.prover.language import expression, printed, text
from verify.prover.rejected import Rejected, Resists

FILE = "found.json"
MOST_ASKED = 80
"""Characters of a question that are shown in the line it is kept by."""

T = TypeVar("T")


class NotKept(Exception):
    """What is asked for is not kept, or no longer holds; the message says what looks for it."""


Entry = dict[str, Any]


class Found:
    """What is kept in one folder; other folders beside it are looked into, as a lemma of one serves another."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / FILE
        self.entries: dict[str, Entry] = _read(self.file) if self.file.exists() else {}
        self.steps: dict[str, Step] = {}
        self._beside: dict[str, Entry] | None = None

    def entry(self, asked: str) -> Entry | None:
        """What is kept for this question."""
        if asked in self.entries:
            return self.entries[asked]
        if self._beside is None:
            self._beside = {}
            for file in sorted(self.file.parent.parent.glob(f"*/{FILE}")):
                self._beside |= _read(file)
        return self._beside.get(asked)

    def write(self) -> None:
        """Writes the file, whole or not at all, if there is anything new to write."""
        if self.entries == (_read(self.file) if self.file.exists() else {}):
            return
        partial = self.file.with_suffix(".partial")
        rows = [f"{_json(asked)}: {_json(entry)}" for asked, entry in sorted(self.entries.items())]
        partial.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
        os.replace(partial, self.file)


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)


def _read(file: Path) -> dict[str, Entry]:
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise NotKept(f"{file}: it cannot be read: {error}") from None
    if not isinstance(rows, dict) or not all(isinstance(row, dict) for row in rows.values()):
        raise NotKept(f"{file}: it must hold a JSON object of objects")
    return rows


class Refresh:
    """Searches for what is not kept, and notes what is asked for: by which the kept becomes what is needed."""

    def __init__(self) -> None:
        self.asked: set[str] = set()
        self.searched = 0
        self.folders: dict[Path, Found] = {}

    def found(self, folder: Path) -> Found:
        """What is kept in the folder, or will be."""
        return self.folders.setdefault(folder, Found(folder))

    def forget_unasked(self) -> int:
        """Drops what nothing has asked for, in all folders that were looked into; says how many entries."""
        dropped = 0
        for found in self.folders.values():
            for asked in [asked for asked in found.entries if asked not in self.asked]:
                del found.entries[asked]
                dropped += 1
        return dropped

    def write(self) -> None:
        """Writes the files that have changed.

        Raises:
            OSError: where one cannot be written.
        """
        for found in self.folders.values():
            found.write()


_refreshing: ContextVar[Refresh | None] = ContextVar("refreshing", default=None)
_asking: ContextVar[tuple[Found, str] | None] = ContextVar("asking", default=None)
_folders: dict[tuple[Path, int], Found] = {}


@contextlib.contextmanager
def refreshing() -> Iterator[Refresh]:
    """Within it, what is not kept is searched for and added."""
    refresh = Refresh()
    token = _refreshing.set(refresh)
    try:
        yield refresh
    finally:
        _refreshing.reset(token)


@contextlib.contextmanager
def asked_by(claim: str, folder: Path) -> Iterator[None]:
    """Within it, certificates are asked for by this claim, whose module is in the folder."""
    refresh = _refreshing.get()
    token = _asking.set(((refresh.found if refresh else _kept_in)(folder), claim))
    try:
        yield
    finally:
        _asking.reset(token)


def _kept_in(folder: Path) -> Found:
    with contextlib.suppress(OSError):
        changed = (folder / FILE).stat().st_mtime_ns
        if (folder, changed) not in _folders:
            _folders[folder, changed] = Found(folder)
        return _folders[folder, changed]
    return Found(folder)


def kept_step(goal: Goal, search: Callable[[], Step]) -> Step:
    """The proof of a goal that is kept; or what the search finds, where nothing is kept or it is refreshed.

    What is kept is only read: the core checks it where it is used, and what it refuses is told to `no_longer_holds`;
    in a refresh it does so here too, to search for another.

    Raises:
        Resists: where the search finds nothing, or that is kept.
        NotKept: where a file is kept without an answer, or with one that cannot be read.
    """
    asked, asking = _question(goal), _asking.get()
    known = asking[0].steps if asking and asking[0].file.exists() else {}
    if asked not in known:
        known[asked] = kept(
            asked,
            "certificate",
            lambda: json.loads(json.dumps(step_to_json(search(), written))),
            lambda entry: _read_step(goal, entry),
        )
    return known[asked]


def no_longer_holds(goal: Goal, step: Step, error: Exception) -> None:
    """Says of a proof that is refused which kept one it is, if it is one, and what searches for another.

    Raises:
        NotKept: where it is.
    """
    asking, asked = _asking.get(), _question(goal)
    if asking is not None and asking[0].steps.get(asked) is step:
        raise NotKept(_stale(asked, "certificate", error, asking[1])) from None


def _stale(asked: str, what: str, error: Exception, claim: str) -> str:
    return f"what is kept for {asked} ({what}) does not hold: {error}; {_remedy(claim)}"


def _remedy(claim: str) -> str:
    return f"`verify refresh {claim}` searches for one"


def kept(asked: str, what: str, search: Callable[[], Entry], checked: Callable[[Entry], T]) -> T:
    """What `checked` makes of the entry that is kept for a question; or of the one that the search finds.

    Args:
        asked: the question, in a line that no other question has.
        what: what is kept for it: "certificate", "multipliers", "instance".
        search: finds an entry, plain data.
        checked: raises `Rejected` where an entry does not hold.

    Raises:
        Resists: where the search finds nothing, or that is kept.
        NotKept: where a file is kept without an answer, or with one that does not hold.
    """
    asking, refresh = _asking.get(), _refreshing.get()
    if asking is None or not (refresh or asking[0].file.exists()):
        return checked(search())
    found, claim = asking
    entry = found.entry(asked)
    said = f"nothing is kept for {asked} ({what}); {_remedy(claim)}"
    if entry is not None:
        if refresh:
            refresh.asked.add(asked)
        if "resists" in entry:
            raise Resists(str(entry["resists"]))
        try:
            return checked(entry)
        except Rejected as error:
            said = _stale(asked, what, error, claim)
    if refresh is None:
        raise NotKept(said)
    refresh.asked.add(asked)
    refresh.searched += 1
    try:
        entry = search()
    except Resists as error:
        found.entries[asked] = {"resists": str(error)}
        raise
    made = checked(entry)
    found.entries[asked] = entry
    return made


def numbered(shown: str, data: Any) -> str:
    """A question as it is shown, cut, with a digest of all that was asked, plain data."""
    digest = hashlib.sha256(_json(data).encode()).hexdigest()[:16]
    return f"{shown if len(shown) <= MOST_ASKED else shown[: MOST_ASKED - 1] + '…'} #{digest}"


def _question(goal: Goal) -> str:
    given = ", ".join(_side(g.expr, g.strict) for g in goal.given)
    return f"{given} ⊢ {_side(goal.shows.expr, goal.shows.strict)}"


def _side(term: Any, strict: bool) -> str:
    return f"{printed(term)} {'>' if strict else '≥'} 0"


def _read_step(goal: Goal, entry: Entry) -> Step:
    try:
        found = step_from_json(entry, read)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Rejected(f"it cannot be read: {type(error).__name__}: {error}") from None
    if _refreshing.get():
        try:
            check_certificate(core_certificate(Certificate(goal, found)))
        except Refused as error:
            raise Rejected(str(error)) from None
    return found


def written(term: Basic) -> Any:
    """A text where that is read as the same term, else its nodes."""
    with contextlib.suppress(ValueError, Rejected):
        short = text(term)
        if expression(short) == term:
            return short
    return Encoder()(term)


def read(data: Any) -> Any:
    """The term that `written` made the data of."""
    return expression(data) if isinstance(data, str) else decode(data)
