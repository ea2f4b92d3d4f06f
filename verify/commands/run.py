"""`verify run`: examines claims and all that they rest on."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from verify.claims.registry import Registry
from verify.commands.claims import asked, none_declared, outcomes, with_claims
from verify.commands.shared import add_from, add_limit, add_selection, print_json, say
from verify.report.text import summary_lines
from verify.session.recorded import record
from verify.tasks.options import add_dask
from verify.usage import UsageError
from verify.verdicts.rows import LinkedRow


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    add_selection(parser)
    parser.add_argument("--fresh", action="store_true", help="do not use kept outcomes")
    parser.add_argument("--record", action="store_true", help="write the verdicts beside the claims, for `verify list`")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_limit(parser)
    add_dask(parser)


@with_claims
def run(known: Registry, options: argparse.Namespace) -> int:
    """Prints how many claims have which verdict; the exit status is 1 if one failed, or there is none."""
    if options.record and (options.ids or options.papers):
        raise UsageError("--record is for all claims; leave out the ids and --paper")
    ids = [claim.id for claim in asked(known, options)]
    rows, status = outcomes(known, options, ids)
    status = max(status, none_declared(known))
    if options.record and status:
        say("--record: nothing is written, as some claims failed")
    elif options.record:
        _record(known, rows)
    if options.json:
        print_json(rows)
        return status
    print(*summary_lines(rows), sep="\n")
    for row in rows:
        for remark in row["remarks"]:
            print(f"{row['id']} is {row['verdict']}, {remark}")
        for below in row["rests_on_refuted"]:
            print(f"{row['id']} rests on {below}, which is refuted")
    return status


def _record(known: Registry, rows: Sequence[LinkedRow]) -> None:
    for package in known.packages:
        inside = [row for row in rows if f"{known.claim(row['id']).source.module}.".startswith(f"{package}.")]
        try:
            for file in record(package, inside) if inside else ():
                print(file)
        except OSError as error:
            raise UsageError(f"--record {error.filename}: {error.strerror}") from None
