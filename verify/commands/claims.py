"""What the commands that know claims share: which there are, and what became of them."""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from verify.claims import places, registry
from verify.claims.claim import Claim
from verify.claims.registry import Problem, Registry
from verify.claims.weights import NOT_EXAMINED
from verify.commands.known import refuse_unknown
from verify.commands.shared import check_papers, say
from verify.export.claims import is_settled
from verify.language.words import so_many
from verify.session import cache
from verify.session.cache import Cache
from verify.session.examining import Session, as_kept
from verify.session.latest import Latest, changed_since, sources_of
from verify.session.recorded import Recorded
from verify.store.sources import PACKAGES
from verify.tasks.options import where
from verify.usage import UsageError
from verify.verdicts import dependencies
from verify.verdicts.rows import LinkedRow, NotExamined, RecordedRow
from verify.verdicts.verdict import Outcome


def with_claims(command: Callable[[Registry, argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """A command that is given the claims there are; its exit status is 1 at least where some could not be read.

    An id or a paper that is known not to be there is refused before any claim is loaded.
    """

    @functools.wraps(command)
    def run(options: argparse.Namespace) -> int:
        refuse_unknown(options)
        known, status = _known(options)
        return max(command(known, options), status)

    return run


def _known(options: argparse.Namespace) -> tuple[Registry, int]:
    """The claims there are, and 1 where some could not be read, which is said."""
    known = registry.current()
    _discover(known, options.folders)
    problems = _problems(known)
    for problem in problems:
        say(str(problem))
    return known, 1 if problems else 0


def _problems(known: Registry) -> list[Problem]:
    return [*known.problems, *dependencies.problems(known, known.claims)]


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


def outcomes(
    known: Registry, options: argparse.Namespace, ids: Sequence[str], *, tell: bool = True
) -> tuple[list[LinkedRow], int]:
    """The claims' outcomes with their links, and the exit status; what they rest on is examined too.

    What failed is told step by step, or, where the command is on something else, in one line.
    """
    claims = dependencies.closure(known, [known.claim(id) for id in ids])
    before = Latest(options.folders)
    before.read()
    place = where(options, all_processors=True, seconds=getattr(options, "limit", None))
    session = Session(claims, cache=Cache(), fresh=getattr(options, "fresh", False), where=place)
    try:
        outcomes = session.run()
    except KeyboardInterrupt:
        under_way = session.under_way
        doing = f", {', '.join(under_way)} {'was' if len(under_way) == 1 else 'were'} under way" if under_way else ""
        done = f"{len(session.outcomes)} of {len(claims)} claims have finished{doing}"
        again = "the next one, without --fresh," if session.fresh else "the next command"
        raise KeyboardInterrupt(f"{done}; {again} goes on from there") from None
    failed = [outcome.id for outcome in outcomes.values() if not outcome.ok]
    if failed and not tell:
        say(f"{so_many(len(failed), 'claim')} failed, which verify run says more of: {', '.join(failed)}")
    for outcome in outcomes.values() if tell else ():
        for failure in outcome.failures:
            say(f"{outcome.id}: {failure}", 1)
        if options.debug:
            for item in outcome.evidence:
                sys.stderr.write(item.traceback)
    if options.debug:
        sys.stderr.write("".join(session.tracebacks))
    rows = dependencies.with_links(known, outcomes)
    _remember(known, options, before, outcomes)
    status = int(bool(failed))
    return [rows[id] for id in ids], status


def as_they_are(options: argparse.Namespace) -> tuple[list[LinkedRow | NotExamined], set[str], int]:
    """A row for every claim that was asked for, as far as it is kept, without examining any; the papers; the status."""
    known, status = _known(options)
    latest = Latest(options.folders)
    rows = _all_rows(known, latest, {})
    _keep(known, options, latest, rows)
    return [rows[claim.id] for claim in known.claims], {paper.id for paper in known.papers}, status


def _all_rows(known: Registry, before: Latest, outcomes: Mapping[str, Outcome]) -> dict[str, LinkedRow | NotExamined]:
    """A row for every claim: of the outcomes, of those that are kept, or as it was shown before."""
    others = [claim for claim in known.all_claims if claim.id not in outcomes]
    kept = as_kept(others, Cache())
    rows: dict[str, LinkedRow | NotExamined] = {**dependencies.with_links(known, {**kept, **outcomes})}
    for claim in known.claims:
        if claim.id not in rows:
            rows[claim.id] = before.row(claim.id) or _not_examined(claim)
    return rows


def examined(options: argparse.Namespace) -> tuple[list[LinkedRow], int]:
    """The rows of the claim that was asked for, or of all, and the exit status."""
    known, status = _known(options)
    ids = [known.claim(options.id).id] if "id" in options else [claim.id for claim in known.claims]
    rows, failed = outcomes(known, options, ids)
    return rows, max(status, failed)


def examined_beside(
    options: argparse.Namespace, known_rows: Mapping[str, LinkedRow | RecordedRow]
) -> tuple[list[LinkedRow | RecordedRow], int]:
    """The rows of all claims, and the exit status; only those whose rows are not known are examined."""
    known, status = _known(options)
    ids = [claim.id for claim in known.claims]
    rows, failed = outcomes(known, options, [id for id in ids if id not in known_rows])
    found = {**known_rows, **{row["id"]: row for row in rows}}
    return [found[id] for id in ids], max(status, failed)


def verdict_known(claim: Claim, options: argparse.Namespace) -> str:
    """The verdict on a claim, as it was examined here or came with the sources there are now; else empty."""
    kept = as_kept([claim], Cache())
    if kept:
        return kept[claim.id].verdict
    record = Recorded(Latest(options.folders).folders)
    row = record.row(claim.id)
    return row["verdict"] if row is not None and record.same else ""


def _not_examined(claim: Claim) -> NotExamined:
    return {
        "id": claim.id, "paper": claim.paper, "verdict": NOT_EXAMINED, "where": claim.at, "ok": True, "remarks": [],
        "weight": "", "face_of": "", "evidence": [],
    }  # fmt: skip


def _remember(known: Registry, options: argparse.Namespace, before: Latest, outcomes: Mapping[str, Outcome]) -> None:
    """Keeps the rows of all claims, as those of claims that were not examined now are outdated too."""
    if not _has_changed(known, options):
        _keep(known, options, before, _all_rows(known, before, outcomes))


def _keep(
    known: Registry, options: argparse.Namespace, latest: Latest, rows: Mapping[str, LinkedRow | NotExamined]
) -> None:
    """Keeps rows; not where commands would have to say what is wrong with claims.

    Nor where something was changed since this command was begun.
    """
    if _has_changed(known, options):
        return
    asked, every = ([claim.id for claim in claims] for claims in (known.claims, known.all_claims))
    kept = {Cache().of(claim) for claim in known.all_claims}
    latest.keep(asked, every, rows.values(), _files(known), kept)


def _has_changed(known: Registry, options: argparse.Namespace) -> bool:
    return bool(_problems(known)) or changed_since(options.begun, _files(known))


def _files(known: Registry) -> set[Path]:
    return {*sources_of({*known.packages, *PACKAGES}), *cache.watched(known.all_claims)}


def asked(known: Registry, options: argparse.Namespace) -> list[Claim]:
    """The claims that were asked for by their ids or their papers; else all."""
    inside = of_papers(known, options)
    chosen = [known.claim(id) for id in dict.fromkeys(options.ids)]
    return [claim for claim in chosen if not options.papers or claim.paper in options.papers] if chosen else inside


def none_declared(known: Registry) -> int:
    """Says that there is no claim, where that is so; the exit status, 1 then, as nothing was re-established."""
    if not known.claims and not known.problems:
        places = ", ".join(known.packages)
        say(f"no claim is declared in {places}; `verify new DIR --paper ID` makes a project with one as a template")
    return int(not known.claims)


def of_papers(known: Registry, options: argparse.Namespace) -> list[Claim]:
    """The claims of the papers that were asked for; else all."""
    check_papers(options.papers, (claim.paper for claim in known.claims))
    return [claim for claim in known.claims if not options.papers or claim.paper in options.papers]


def settled(known: Registry, options: argparse.Namespace) -> list[Claim]:
    """The claims that were asked for and have a proof or a counterexample; at least one."""
    chosen = asked(known, options)
    unsettled = next((claim.id for claim in chosen if options.ids and not is_settled(claim)), None)
    if unsettled is not None:
        raise UsageError(f"{unsettled} has neither a proof nor a counterexample to write")
    claims = [claim for claim in chosen if is_settled(claim)]
    if not claims:
        raise UsageError("no claim that was asked for has a proof or a counterexample")
    return claims
