"""Which claims there are, as far as it is known without loading one: what there is not is refused at once."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from verify.claims import places
from verify.commands.shared import check_papers
from verify.session.latest import Latest
from verify.session.recorded import Recorded
from verify.usage import UnknownClaim


def refuse_unknown(options: argparse.Namespace) -> None:
    """Refuses an id that no claim has, and a paper that there is not; loading the claims takes seconds.

    Where that is not known, as after a change of the sources, nothing is refused here.

    Raises:
        UsageError: naming the nearest ids, or the papers that there are.
    """
    papers = _words(options, "papers")
    asked = [id for name in ("id", "ids") for id in _words(options, name)]
    ids = _ids(options) if papers or asked else None
    if ids is None:
        return
    for id in asked:
        if id not in ids:
            raise UnknownClaim(id, ids)
    check_papers(papers, (id.partition("/")[0] for id in ids))


def _words(options: argparse.Namespace, name: str) -> list[str]:
    """What was given for an argument that takes a word or several, and that not every command has."""
    given = getattr(options, name, None) or []
    return [given] if isinstance(given, str) else given


def _ids(options: argparse.Namespace) -> Sequence[str] | None:
    """Every claim that may be asked for, those that the ones of the project rest on included; None if not known."""
    latest = Latest(options.folders)
    if latest.known:
        return latest.known
    elsewhere = [place for name in places.installed() for place in map(Path, places.locations(name))]
    record = Recorded([*latest.folders, *(folder for folder in elsewhere if folder not in latest.folders)])
    return [row["id"] for row in record.rows] if record.holds else None
