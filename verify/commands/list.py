"""`verify list`: the claims with their verdicts, without examining any."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from importlib import import_module

from verify.claims import weights
from verify.claims.weights import NOT_EXAMINED, VERDICTS
from verify.commands.shared import add_from, add_papers, check_papers, one_of, print_json
from verify.language.words import so_many
from verify.report.text import reproved
from verify.session.latest import Latest
from verify.session.recorded import Recorded
from verify.verdicts.rows import LinkedRow, NotExamined, RecordedRow

Row = LinkedRow | NotExamined | RecordedRow


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    add_papers(parser)
    parser.add_argument("--verdict", metavar="V", help="only claims with this verdict")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Prints a line a claim; the exit status is 1 if a claim failed, or could not be read."""
    one_of("verdict", options.verdict, [*VERDICTS, NOT_EXAMINED])
    latest, status, papers = Latest(options.folders), 0, set[str]()
    ids = latest.ids or []
    rows: Sequence[Row] = [row for id in ids if (row := latest.row(id))]
    whole = bool(ids) and len(rows) == len(ids)
    examined = whole and all(row["verdict"] != NOT_EXAMINED for row in rows)
    record = Recorded([] if examined else latest.folders)
    came: dict[str, Row] = {row["id"]: row for row in record.rows}
    if not whole and (ids or latest.is_outdated or not record.whole):
        rows, papers, status = import_module("verify.commands.claims").as_they_are(options)  # which loads every claim
    rows = [came.get(row["id"], row) if row["verdict"] == NOT_EXAMINED else row for row in rows] or record.rows
    check_papers(options.papers, papers | {row["paper"] for row in rows})
    rows = [row for row in rows if not options.papers or row["paper"] in options.papers]
    shown = [row for row in rows if options.verdict in (None, row["verdict"])]
    if options.json:
        print_json(shown)
    else:
        _print(shown)
        if number := sum(came.get(row["id"]) is row for row in rows):
            sources = "these" if record.same else "other"
            print(f"{number} of {len(rows)} verdicts came with {sources} sources; `verify run` re-establishes them")
        if number := sum(row["verdict"] == NOT_EXAMINED for row in rows):
            print(f"{number} of {len(rows)} claims are not examined yet, which `verify run` does")
    return max(status, 0 if all(row["ok"] for row in rows) else 1)


def _print(rows: Sequence[Row]) -> None:
    width = max((len(row["id"]) for row in rows), default=0)
    for row in rows:
        flaw = "" if row["ok"] else "  FAILED"
        remarks = f"  ({'; '.join(row['remarks'])})" if row["remarks"] else ""
        weight = f"  {row['weight'] or 'face of ' + row['face_of']}" if row["weight"] or row["face_of"] else ""
        again = "  re-proved by Rocq" if reproved(row) else ""
        print(f"{row['id']:<{width}}  {row['verdict']:<9}{weight}  {row['where']}{flaw}{remarks}{again}")
    papers = dict.fromkeys(row["paper"] for row in rows)
    for paper in papers if len(papers) > 1 else ():  # last, where a terminal is read that hundreds of lines went by
        verdicts = Counter(row["verdict"] for row in rows if row["paper"] == paper)
        counts = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.items())
        print(f"{paper}: {so_many(verdicts.total(), 'claim')}: {counts}")
    if said := weights.summary(rows):
        print(said)
