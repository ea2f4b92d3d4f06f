"""The command `verify`.

Exit status: 0 when every verdict was re-established, 1 when one was not or a module could not be read, 2 for
a usage error, 130 after an interruption. Of `verify prove`: 0 for proved, 1 for refuted, 3 for unknown. Of `verify
hunt`: 1 when a counterexample was found and confirmed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from verify import dependencies, kept_runs, lint, places, registry, scaffold, weights
from verify.cache import Cache
from verify.claims import Claim
from verify.export.claims import is_settled
from verify.export.command import add_export, run_export
from verify.export.rocq.command import add_rocq, run_rocq
from verify.export.rocq.coqc import NoRocq
from verify.kept_runs import KeptRuns
from verify.places import PlaceError
from verify.prover import command
from verify.prover.language import FormulaError
from verify.refresh import refresh
from verify.registry import Registry, UnknownClaim, one_line
from verify.report import plots, write
from verify.report.data import axioms
from verify.report.experiment import Progress, check_writable, write_experiment
from verify.report.text import axiom_lines, claim_text, experiment_lines, reproved
from verify.report.tightness import ends, tightness_lines, tightness_svg
from verify.search import command as search_command
from verify.search.kept import KeptHunts
from verify.search.space import NoInstances
from verify.session import Session
from verify.shares import WhereError
from verify.shares.options import add_dask, where
from verify.tightness import command as tightness
from verify.verdicts import VERDICTS

MOST_STEPS = 10**9
"""Of an experiment: days of work."""


class UsageError(Exception):
    """What was asked for makes no sense; the message says what would."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Raises the message instead of printing the usage."""
        raise UsageError(message)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    debug = "--debug" in arguments
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _run(arguments)
        sys.stdout.flush()
        return status
    except UsageError as error:
        return _say(f"{error}", 2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141  # as a program that the closed pipe ends
    except KeyboardInterrupt as stop:
        return _say(f"interrupted: {stop}" if str(stop) else "interrupted", 130)
    except Exception as error:
        if debug:
            traceback.print_exc()
        return _say(f"internal error: {one_line(error)} (--debug shows where)", 1)


def _say(message: str, status: int) -> int:
    print(f"verify: {message}", file=sys.stderr)
    return status


def _run(arguments: Sequence[str]) -> int:
    try:
        options = _parser().parse_args(arguments)
    except SystemExit as end:  # --help has been printed
        return int(end.code or 0)
    known = registry.current()
    if options.command in WITHOUT_CLAIMS:
        return int(options.command(known, options))
    try:
        _discover(known, options.folders)
    except PlaceError as error:
        raise UsageError(str(error)) from None
    problems = [*known.problems, *dependencies.problems(known, known.claims)]
    for problem in problems:
        _say(str(problem), 1)
    chosen: Callable[[Registry, argparse.Namespace], int] = options.command
    try:
        return max(chosen(known, options), 1 if problems else 0)
    except (UnknownClaim, WhereError) as error:
        raise UsageError(str(error)) from None


def _discover(known: Registry, folders: Sequence[Path]) -> None:
    """Reads the packages of the folders; else of the project that we are in; else those that are installed.

    Raises:
        PlaceError: when a folder holds none, or one that cannot be used.
    """
    known.folders = [str(folder) for folder in folders]
    chosen = [package for folder in folders for package in places.packages_in(folder)]
    chosen = chosen or places.declared_by(Path.cwd())
    for package in chosen:
        package.make_importable()
        known.discover(package.name)
    if (Path.cwd() / places.DEFAULT / "__init__.py").is_file() and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    if not chosen or any(id not in known for claim in known.claims for id in claim.rests_on):
        for name in places.installed():
            known.discover(name, asked=not chosen)


def _parser() -> Parser:
    parser = Parser(prog="verify", description="Decides, by machine, whether what papers claim is true.")
    parser.add_argument("--debug", action="store_true", help="show tracebacks of unexpected errors")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)

    def add(name: str, command: Callable[[Registry, argparse.Namespace], int], help: str) -> Parser:
        """A command; those that know the claims can be told where."""
        sub: Parser = commands.add_parser(name, help=help, description=help)
        sub.set_defaults(command=command)
        sub.add_argument("--debug", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        sub.add_argument("-j", "--jobs", type=_jobs, default=1, metavar="N", help="run in N processes")
        if command not in WITHOUT_CLAIMS:
            sub.add_argument(
                "--from",
                dest="folders",
                metavar="DIR",
                type=Path,
                action="append",
                default=[],
                help="only the claims of this folder, a project or a package; may be given more than once",
            )
        return sub

    listing = add("list", _list, "Lists the claims with their verdicts.")
    listing.add_argument("--paper", metavar="P", help="only claims of this paper")
    listing.add_argument("--verdict", metavar="V", help="only claims with this verdict")
    shown = add("show", _show, "Shows one claim: statement, reading, verdict, evidence, axioms.")
    shown.add_argument("id", metavar="ID")
    run = add("run", _run_claims, "Examines claims and all that they rest on; without ids, every claim.")
    run.add_argument("ids", metavar="ID", nargs="*")
    run.add_argument("--fresh", action="store_true", help="do not use kept outcomes")
    add_dask(run)
    renewed = add("refresh", _refresh, "Searches for the certificates that claims need and that are not kept.")
    renewed.add_argument("ids", metavar="ID", nargs="*")
    linted = add("lint", _lint, "Says what is wrong with how claims are stated: hollow, unweighed, misquoted.")
    linted.add_argument("ids", metavar="ID", nargs="*")
    linted.add_argument("--texts", metavar="DIR", type=Path, help="check quotations in DIR/<paper>.md or .txt")
    linted.add_argument("--thorough", action="store_true", help="try proofs without each hypothesis, which takes long")
    listed = add("axioms", _axioms, "Lists the axioms with the claims that rest on them.")
    report = add("report", _report, "Writes report.json, report.md and report.html with a page a paper.")
    report.add_argument("--out", metavar="DIR", type=Path, default=Path("verification-report"), help="where to write")
    report.add_argument("--one-file", action="store_true", help="all papers in report.html, without pages of their own")
    add_dask(report)
    tried = add("experiment", _experiment, "Runs an experiment of a paper: result.json and plots; shows its progress.")
    tried.add_argument("id", metavar="ID")
    tried.add_argument("--out", metavar="DIR", type=Path, help="where to write (default: verification-report/ID)")
    tried.add_argument("--seed", metavar="N", type=_seed, default=0, help="of all that is random (default: 0)")
    tried.add_argument("--steps", metavar="N", type=_steps, help="how many (default: as many as the paper has)")
    tried.add_argument("--fresh", action="store_true", help="do not go on from an interrupted or shorter run")
    made = add("new", _new, "Makes the folder of an audit of your own: a package of claims, with one as a template.")
    made.add_argument("folder", metavar="DIR", type=Path)
    made.add_argument("--paper", metavar="ID", required=True, help="the paper's id, such as experts")
    made.add_argument("--title", metavar="T", default="", help="its title (default: the id)")
    hunted = add("hunt", _hunt, "Searches for a counterexample to a claim; exit status 1 when one is confirmed.")
    search_command.add_hunt(hunted)
    hunted.add_argument("--seed", metavar="N", type=_seed, default=0, help="of all that is random (default: 0)")
    tightness.add_tightness(add("tightness", _tightness, "Says how sharp a claim's bounds are, instance by instance."))
    command.add_prove(add("prove", _prove, "Decides an inequality over a whole domain: proved, refuted, or unknown."))
    command.add_check(add("check", _check, "Has the core check what prove, hunt or export wrote, without any search."))
    add_export(add("export", _export, "Writes proofs as files: for python -m verify.core, or for Rocq."))
    add_rocq(add("rocq", _rocq, "Has Rocq (Coq) prove each claim once more; what passed is kept and said with it."))
    for sub in (listing, shown, run, listed):
        sub.add_argument("--json", action="store_true", help="print JSON")
    return parser


def _jobs(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"the number of processes must be 1 or more, not {text!r}")
    return int(text)


def _steps(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST_STEPS:
        raise argparse.ArgumentTypeError(f"the number of steps must be from 1 to {MOST_STEPS}, not {text!r}")
    return int(text)


def _seed(text: str) -> int:
    if not text.isdecimal() or int(text) >= 2**63:
        raise argparse.ArgumentTypeError(f"the seed must be an integer from 0 to 2^63 - 1, not {text!r}")
    return int(text)


# --- the commands -------------------------------------------------------------------------------------------


def _list(known: Registry, options: argparse.Namespace) -> int:

    papers = sorted({*(paper.id for paper in known.papers), *(claim.paper for claim in known.claims)})
    _one_of("paper", options.paper, papers)
    _one_of("verdict", options.verdict, VERDICTS)
    claims = [claim for claim in known.claims if options.paper in (None, claim.paper)]
    found, status = _outcomes(known, options, [claim.id for claim in claims])
    rows = [row for row in found if options.verdict in (None, row["verdict"])]
    if options.json:
        _print_json(rows)
        return status
    width = max((len(row["id"]) for row in rows), default=0)
    for row in rows:
        flaw = "" if row["ok"] else "  FAILED"
        remarks = f"  ({'; '.join(row['remarks'])})" if row["remarks"] else ""
        weight = f"  {row['weight'] or 'face of ' + row['face_of']}" if row["weight"] or row["face_of"] else ""
        again = "  re-proved by Rocq" if reproved(row) else ""
        print(f"{row['id']:<{width}}  {row['verdict']:<9}{weight}  {row['where']}{flaw}{remarks}{again}")
    if said := weights.summary(rows):
        print(said)
    return status


def _show(known: Registry, options: argparse.Namespace) -> int:

    (row,), status = _outcomes(known, options, [known.claim(options.id).id])
    if options.json:
        _print_json(row)
    else:
        print(claim_text(row))
    return status


def _run_claims(known: Registry, options: argparse.Namespace) -> int:
    ids = [known.claim(id).id for id in dict.fromkeys(options.ids)] or [claim.id for claim in known.claims]
    rows, status = _outcomes(known, options, ids)
    if options.json:
        _print_json(rows)
        return status
    counts: dict[str, int] = {}
    for row in rows:
        counts[row["verdict"]] = counts.get(row["verdict"], 0) + 1
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    print(f"{len(rows)} claims{': ' if verdicts else ''}{verdicts}")
    if said := weights.summary(rows):
        print(said)
    for row in rows:
        for remark in row["remarks"]:
            print(f"{row['id']} is {row['verdict']}, {remark}")
        for below in row["rests_on_refuted"]:
            print(f"{row['id']} rests on {below}, which is refuted")
    return status


def _refresh(known: Registry, options: argparse.Namespace) -> int:
    ids = [known.claim(id).id for id in dict.fromkeys(options.ids)]
    claims = [known.claim(id) for id in ids] or list(known.claims)
    made, failures = refresh(claims, lambda line: print(line, file=sys.stderr, flush=True), every=not ids)
    for failure in failures:
        print(f"verify: {failure}", file=sys.stderr)
    print(f"{len(claims)} claims: {len(made.asked)} certificates are asked for, {made.searched} were searched")
    return 1 if failures else 0


def _lint(known: Registry, options: argparse.Namespace) -> int:
    if options.texts is not None and not options.texts.is_dir():
        raise UsageError(f"--texts {options.texts}: must be a folder, and there is none")
    ids = [known.claim(id).id for id in dict.fromkeys(options.ids)] or [claim.id for claim in known.claims]
    rows, status = _outcomes(known, options, ids)
    try:
        told = (lambda id: _say(f"{id}, without each hypothesis", 0)) if options.thorough else None
        found = lint.lint(known, rows, options.texts, thorough=told)
    except OSError as error:
        raise UsageError(f"--texts {error.filename}: {error.strerror}") from None
    print(*found, lint.summary(found, rows), sep="\n")
    return max(status, int(bool(found)))


def _axioms(known: Registry, options: argparse.Namespace) -> int:

    rows, status = _outcomes(known, options, [claim.id for claim in known.claims])
    found = axioms(rows)
    if options.json:
        _print_json(found)
        return status
    for axiom in found:
        print(*axiom_lines(axiom), f"used by {', '.join(axiom['claims'])}", sep="\n  ")
    return status


def _report(known: Registry, options: argparse.Namespace) -> int:

    rows, status = _outcomes(known, options, [claim.id for claim in known.claims])
    try:
        for file in write(options.out, known, rows, options.one_file):
            print(file)
    except OSError as error:
        raise UsageError(f"--out {options.out}: {error.strerror}") from None
    return status


def _experiment(known: Registry, options: argparse.Namespace) -> int:
    claims = {claim.id: claim for claim in known.claims if kept_runs.experiment(claim)}
    if options.id not in claims:
        raise UsageError(f"no experiment {options.id!r}; there are {', '.join(claims) or 'none'}")
    claim, runs = claims[options.id], KeptRuns(claims[options.id], options.seed)
    extent = kept_runs.extent(runs.step)
    steps = options.steps or extent.steps
    out = options.out or Path("verification-report", *claim.id.split("/"))
    progress = Progress(claim.id, steps, extent.unit)
    try:
        for folder in (out, runs.folder):
            check_writable(folder)
        result = runs.run(steps, progress, options.fresh)
        progress.end()
        data = {"steps": steps, "unit": extent.unit, "whole": extent.steps, "result": result.to_json()}
        files = write_experiment(out, claim.id, options.seed, data)
    except KeyboardInterrupt:
        progress.end()
        done = f"{progress.done} of {steps} {extent.unit} are done"
        raise KeyboardInterrupt(f"{done}; the same command goes on from about there") from None
    except OSError as error:
        raise UsageError(f"cannot write {error.filename or out}: {error.strerror}") from None
    print(*experiment_lines(data), *files, sep="\n")
    if not plots.available():
        _say(plots.MISSING, 0)
    return 0


def _new(_: Registry, options: argparse.Namespace) -> int:
    try:
        for file in scaffold.make(options.folder, options.paper, options.title):
            print(file)
    except PlaceError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"{options.folder}: {error.strerror}") from None
    return 0


def _hunt(known: Registry, options: argparse.Namespace) -> int:
    claim = known.claim(options.id)
    try:
        check_writable(KeptHunts(claim).folder)
        return search_command.run_hunt(claim, options)
    except (NoInstances, WhereError) as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot write {error.filename or options.out}: {error.strerror}") from None


def _tightness(known: Registry, options: argparse.Namespace) -> int:
    try:
        claim, steps = tightness.chosen(known.claims, options.id, options.over)
    except ValueError as error:
        raise UsageError(str(error)) from None
    (row,), status = _outcomes(known, options, [claim.id])
    proved = row["verdict"] == "proved"
    try:
        found = tightness.measure(claim, steps, options.values, where(options), partial(print, file=sys.stderr))
    except OSError as error:
        raise UsageError(f"cannot write {error.filename}: {error.strerror}") from None
    for data in found:
        data["from_below"], data["from_above"] = ends(data, proved)
    if options.plot is not None:
        _write_plot(options.plot, found)
    if options.json:
        _print_json({"claim": claim.id, "verdict": row["verdict"], "families": found})
        return status
    for data in found:
        print(f"{data['name']}: {data['summary']}", f"  {data['bound']}", sep="\n")
        print(*(f"  {line}" for line in tightness_lines(data, proved)), sep="\n")
    return max(status, int(any(point["message"] for data in found for point in data["points"])))


def _write_plot(file: Path, found: Sequence[Mapping[str, Any]]) -> None:
    """The first of the families that has a figure."""
    if not plots.available():
        raise UsageError(f"--plot {file}: {plots.MISSING}")
    drawn = next(filter(None, (tightness_svg(data, data["name"]) for data in found)), None)
    if drawn is None:
        raise UsageError(f"--plot {file}: a plot needs two values or more")
    try:
        file.write_text(drawn + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--plot {file}: {error.strerror}") from None


def _export(known: Registry, options: argparse.Namespace) -> int:
    claims = _settled(known, options)
    try:
        return run_export(options.what, claims, options.out, where(options))
    except OSError as error:
        raise UsageError(f"--out {options.out}: {error.strerror}") from None


def _rocq(known: Registry, options: argparse.Namespace) -> int:
    claims = _settled(known, options)
    try:
        return run_rocq(claims, options.seconds, where(options), fresh=options.fresh)
    except NoRocq as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot write {error.filename}: {error.strerror}") from None


def _settled(known: Registry, options: argparse.Namespace) -> list[Claim]:
    """The claims that were asked for and have a proof or a counterexample; at least one."""
    _one_of("paper", options.paper, sorted({claim.paper for claim in known.claims}))
    chosen = [known.claim(id) for id in dict.fromkeys(options.ids)]
    unsettled = next((claim.id for claim in chosen if not is_settled(claim)), None)
    if unsettled is not None:
        raise UsageError(f"{unsettled} has neither a proof nor a counterexample to write")
    claims = [c for c in chosen or known.claims if options.paper in (None, c.paper) and is_settled(c)]
    if not claims:
        raise UsageError("no claim that was asked for has a proof or a counterexample")
    return claims


def _prove(_: Registry, options: argparse.Namespace) -> int:
    try:
        return command.run_prove(options)
    except FormulaError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"--to {error.filename or options.to}: {error.strerror}") from None


def _check(_: Registry, options: argparse.Namespace) -> int:
    return command.run_check(options)


WITHOUT_CLAIMS = (_new, _prove, _check)


# --- what they share ----------------------------------------------------------------------------------------


def _outcomes(known: Registry, options: argparse.Namespace, ids: Sequence[str]) -> tuple[list[dict[str, Any]], int]:
    """The claims' outcomes with their links, and the exit status; what they rest on is examined too."""

    claims = dependencies.closure(known, [known.claim(id) for id in ids])
    session = Session(claims, cache=Cache(), fresh=getattr(options, "fresh", False), where=where(options))
    try:
        outcomes = session.run()
    except KeyboardInterrupt:
        done = f"{len(session.outcomes)} of {len(claims)} claims have finished"
        raise KeyboardInterrupt(f"{done}; the next command goes on from there") from None
    for outcome in outcomes.values():
        for failure in outcome.failures:
            _say(f"{outcome.id}: {failure}", 1)
        if options.debug:
            for item in outcome.evidence:
                sys.stderr.write(item.traceback)
    rows = dependencies.with_links(known, outcomes)
    status = 0 if all(outcome.ok for outcome in outcomes.values()) else 1
    return [rows[id] for id in ids], status


def _one_of(what: str, value: str | None, valid: Sequence[str]) -> None:
    if value is not None and value not in valid:
        raise UsageError(f"no {what} {value!r}; it must be one of {', '.join(valid) or 'none: there are none yet'}")


def _print_json(data: Any) -> None:
    ascii_only = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    print(json.dumps(data, indent=2, ensure_ascii=ascii_only))
