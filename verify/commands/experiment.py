"""`verify experiment`: runs an experiment of a paper."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from verify.claims.records import RunRecord
from verify.claims.registry import Registry
from verify.commands.claims import with_claims
from verify.commands.shared import add_from, folder, made_folder, say, seed, steps
from verify.report import plots
from verify.report.experiment import Progress, write_experiment
from verify.report.text import experiment_lines
from verify.session import kept_runs
from verify.session.kept_runs import KeptRuns
from verify.session.latest import Latest
from verify.session.recorded import Recorded
from verify.store.entries import check_writable
from verify.usage import UnknownClaim, UsageError


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    parser.add_argument("id", metavar="ID")
    parser.add_argument("--out", metavar="DIR", type=folder, help="where to write (default: verification-report/ID)")
    parser.add_argument("--seed", metavar="N", type=seed, default=0, help="of all that is random (default: 0)")
    parser.add_argument("--steps", metavar="N", type=steps, help="how many (default: as many as the paper has)")
    parser.add_argument("--fresh", action="store_true", help="do not go on from an interrupted or shorter run")


def run(options: argparse.Namespace) -> int:
    """Shows progress, writes result.json and plots, and prints the numbers beside the paper's."""
    came = Recorded(Latest(options.folders).folders)
    there = [row["id"] for row in came.rows if any(item["kind"] == "experiment" for item in row["evidence"])]
    if any(row["id"] == options.id for row in came.standing) and options.id not in there:
        raise _none(options.id, there)  # without loading a claim
    try:
        return _run(options)
    except UnknownClaim:
        if not there:
            raise
        raise _none(options.id, there) from None


def _none(id: str, there: Sequence[str]) -> UsageError:
    return UsageError(f"no experiment {id!r}; there are {', '.join(there) or 'none'}")


@with_claims
def _run(known: Registry, options: argparse.Namespace) -> int:
    """Runs one of the experiments that there are."""
    claims = {claim.id: claim for claim in known.claims if kept_runs.experiment(claim)}
    if options.id not in claims:
        raise _none(options.id, list(claims))
    claim, runs = claims[options.id], KeptRuns(claims[options.id], options.seed)
    extent = kept_runs.extent(runs.step)
    number = options.steps or extent.steps
    out = options.out or Path("verification-report", *claim.id.split("/"))
    progress = Progress(claim.id, number, extent.unit)
    try:
        with made_folder("--out", out):
            check_writable(runs.folder)
            result = runs.run(number, progress, options.fresh)
            progress.end()
            run = RunRecord(steps=number, unit=extent.unit, whole=extent.steps, result=result.to_json())
            files = write_experiment(out, claim.id, options.seed, run)
    except KeyboardInterrupt:
        progress.end()
        done = f"{progress.done} of {number} {extent.unit} are done"
        raise KeyboardInterrupt(f"{done}; the same command goes on from about there") from None
    except OSError as error:
        raise UsageError(f"cannot write {error.filename or out}: {error.strerror}") from None
    print(*experiment_lines(run), *files, sep="\n")
    if not plots.available():
        say(plots.MISSING, 0)
    return 0
