"""`verify tightness`: how sharp a bound is, at exact instances; without an id, how sharp all of them are."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NotRequired

from verify.claims.claim import Claim
from verify.claims.records import ProofRecord
from verify.claims.registry import Registry
from verify.claims.steps import Step
from verify.commands.claims import of_papers, outcomes, with_claims
from verify.commands.shared import add_from, add_papers, check_file, print_json, say
from verify.language.words import so_many
from verify.report import plots
from verify.report.bounds_table import EQUATION
from verify.report.further import done_without, given_also, meant
from verify.report.text import MEASURED, bracket_text
from verify.report.tightness import from_above, from_below, tightness_lines, tightness_svg
from verify.session.cache import Cache, key
from verify.session.examining import as_kept
from verify.tasks import Kept, Where
from verify.tasks import run as run_shared
from verify.tasks.options import add_dask, where
from verify.tightness import sweep
from verify.tightness.records import TightnessTried, ends
from verify.usage import UsageError, nearest
from verify.verdicts import dependencies
from verify.verdicts.bounds import Bound, bounds, bounds_of, summary
from verify.verdicts.rows import LinkedRow

MEASURED_BY = "what measures an inequality are exact instances of its claim, given as `holds_at` or `@CLAIM.extremal`"


class Family(TightnessTried[ProofRecord]):
    """The brackets of a family as the command prints them, with the ends of the bracket of the largest ratio."""

    claim: str
    name: str
    summary: str
    bound: str
    from_below: NotRequired[str]
    from_above: NotRequired[str]


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    parser.add_argument("id", metavar="ID", nargs="?", help="a claim; without it, every bound in one table")
    add_papers(parser, "without ID: only bounds of this paper")
    parser.add_argument("--over", metavar="NAME", help="only the instances indexed by this parameter")
    parser.add_argument("--values", metavar="V,V,…", type=_values, help="of the parameter, such as 1,2,5/2")
    parser.add_argument("--plot", metavar="FILE", type=_svg, help="write the ratios as SVG")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_dask(parser)


def _values(text: str) -> tuple[Any, ...]:
    try:
        return tuple(sweep.exact_number(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"the values must be numbers such as 1,2,5/2, joined by commas, not {text!r}"
        ) from None


def _svg(text: str) -> Path:
    if not text.endswith(".svg"):
        raise argparse.ArgumentTypeError(f"the plot must be a file that ends in .svg, not {text!r}")
    return Path(text)


@with_claims
def run(known: Registry, options: argparse.Namespace) -> int:
    """Prints each family of instances with its brackets; without an id a line a bound."""
    if options.id is None:
        return _table(known, options)
    if options.papers:
        raise UsageError(f"--paper is {options.papers[0]!r}; it goes without an ID, which was {options.id!r}")
    check_file("--plot", options.plot)
    if options.plot is not None and not plots.available():
        raise UsageError(f"--plot {options.plot}: {plots.MISSING}")
    claim = known.claim(options.id)
    if not sweep.families(claim):
        return _without_family(known, options, claim)
    steps = chosen(claim, options.over)
    (row,), status = outcomes(known, options, [claim.id])
    try:
        found = measure(claim, steps, options.values, where(options), partial(print, file=sys.stderr))
    except OSError as error:
        raise UsageError(f"cannot write {error.filename}: {error.strerror}") from None
    if options.plot is not None:
        _write_plot(options.plot, found)
    return max(status, _print(options, row, found))


def _without_family(known: Registry, options: argparse.Namespace, claim: Claim) -> int:
    """Prints the brackets at the claim's instances.

    Raises:
        UsageError: where there are none, or something is asked for that only a family has an answer to.
    """
    for option in ("over", "values", "plot"):
        if getattr(options, option) is not None:
            raise UsageError(f"--{option} needs a claim with a family of instances, and {claim.id} has none")
    repairs = [other.id for other in known.claims if other.repairs == claim.id]
    (row, *others), status = outcomes(known, options, [claim.id, *repairs])
    if told := _at_instances(claim, row):
        return max(status, _print(options, row, told))
    refuted = ": it is refuted" if row["verdict"] == "refuted" else ""
    repaired = [known.claim(id) for id in repairs]
    better = [c.id for c, r in zip(repaired, others, strict=True) if sweep.families(c) or _at_instances(c, r)]
    near = nearest(claim.id, [other.id for other in known.claims if sweep.families(other)])
    one = "its repairs {} have one" if len(better) > 1 else "its repair {} has one"
    instead = one.format(" and ".join(better)) if better else near
    why = f"{claim.id} has no bound whose sharpness is measured{refuted}"
    how = f"{MEASURED_BY}; " if not refuted else ""
    raise UsageError(f"{why}; {how}{instead or '`verify tightness` without an ID has those that there are'}")


def _at_instances(claim: Claim, row: LinkedRow) -> list[Family]:
    """The brackets at the claim's instances, where it has no family."""
    return [
        {
            "parameter": item["data"]["parameter"],
            "formula": item["data"]["formula"],
            "points": [*item["data"]["points"]],
            "claim": claim.id,
            "name": item["name"],
            "summary": item["summary"],
            "bound": str(claim.states[item["data"]["formula"]]),
        }
        for item in row["evidence"]
        if item["kind"] == "tightness" and item["ok"]
    ]


def _print(options: argparse.Namespace, row: LinkedRow, found: Sequence[Family]) -> int:
    """Prints the families; 1 where an instance gave no bracket."""
    proved = row["verdict"] == "proved"
    for data in found:
        bracket = ends(data, proved=proved)
        data["from_below"], data["from_above"] = from_below(bracket), from_above(bracket, proved=proved)
    if options.json:
        print_json({"claim": row["id"], "verdict": row["verdict"], "families": found})
        return 0
    for data in found:
        print(f"{data['name']}: {data['summary']}", f"  {data['bound']}", sep="\n")
        print(*(f"  {line}" for line in tightness_lines(data, proved)), sep="\n")
    return int(any(point["message"] for data in found for point in data["points"]))


def _table(known: Registry, options: argparse.Namespace) -> int:
    """Every bound with the strongest form that is proved in its place, and how sharp that is known to be."""
    for option in ("over", "values", "plot"):
        if getattr(options, option) is not None:
            raise UsageError(f"--{option} needs the ID of a claim")
    ids = [claim.id for claim in of_papers(known, options)]
    _warn(known, ids)
    rows, status = outcomes(known, options, ids)
    found = bounds({row["id"]: row for row in rows}, lambda row: bounds_of(known.claim(row["id"])))
    if options.json:
        print_json([_told(bound) for bound in found])
        return status
    for bound in found:
        print(bound.row["id"])
        for row, brackets in bound.strongest:
            label, hypotheses = given_also(row, bound.row)
            given = f", {label} {', '.join(hypotheses)}" if hypotheses else ""
            given += f", where {', '.join(meanings)}" if (meanings := meant(row, hypotheses)) else ""
            said = "; ".join(map(bracket_text, brackets.values())) or EQUATION
            why = f" ({row['loose']})" if row["loose"] else ""
            print(f"  {said}{why}" if row is bound.row else f"  {row['id']}{given}: {said}{why}")
    print(summary(found), *([MEASURED] if found else []), sep="\n")
    return status


def _warn(known: Registry, ids: Sequence[str]) -> None:
    """Says how many claims have to be examined before anything can be shown, and how to ask about fewer."""
    claims = dependencies.closure(known, [known.claim(id) for id in ids])
    left = len(claims) - len(as_kept(claims, Cache()))
    if left:
        fewer = "--paper P or an ID asks about fewer; what is done is kept"
        say(f"{left} of {so_many(len(claims), 'claim')} must be examined first, which may take minutes; {fewer}")


def _told(bound: Bound[LinkedRow]) -> dict[str, Any]:
    return {
        "bound": bound.row["id"],
        "verdict": bound.row["verdict"],
        "sharp": bound.is_sharp,
        "strongest": [
            {
                "id": form.row["id"],
                "given_also": given_also(form.row, bound.row)[1],
                "without": done_without(form.row, bound.row),
                "where": form.row["abbreviations"],
                "bounds": [
                    {
                        "states": form.row["states"][number],
                        "from_below": from_below(found),
                        "from_above": from_above(found, proved=form.row["verdict"] == "proved"),
                    }
                    for number, found in form.brackets.items()
                ],
                "sharp": form.is_sharp,
                "loose": form.row["loose"],
            }
            for form in bound.strongest
        ],
    }


def _write_plot(file: Path, found: Sequence[Family]) -> None:
    """The first of the families that has a figure."""
    drawn = next(filter(None, (tightness_svg(data, data["name"]) for data in found)), None)
    if drawn is None:
        raise UsageError(f"--plot {file}: a plot needs two values or more")
    try:
        file.write_text(drawn + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--plot {file}: {error.strerror}") from None


def chosen(claim: Claim, over: str | None) -> list[Step]:
    """The claim's families of instances, or those indexed by one parameter.

    Raises:
        UsageError: where it has none by that; the message names the parameters that there are.
    """
    steps = [step for step in sweep.families(claim) if step.over]
    names = [step.over.parameter for step in steps if step.over]
    if over is not None and over not in names:
        raise UsageError(f"--over is {over!r}; the instances of {claim.id} are indexed by {', '.join(names)}")
    return [step for step in steps if step.over and over in (None, step.over.parameter)]


def measure(
    claim: Claim,
    steps: Sequence[Step],
    values: Sequence[Any] | None,
    where: Where,
    each: Callable[[str], None],
) -> list[Family]:
    """The families as data like that of a claim's evidence, one bracket a task; finished ones are kept.

    Args:
        claim: the claim, for the key that brackets are kept under.
        steps: its families.
        values: of the parameter; None for those that each family names.
        where: the processes or the cluster that compute the brackets.
        each: told of every bracket as it is finished.

    Raises:
        TasksFailed: when a bracket could not be computed at all, with all the others done.
        OSError: when a bracket cannot be kept.
    """
    tasks = [task for step in steps for task in _tasks(claim, step, values)]
    kept = Kept(Cache().of(claim) / "brackets", key(claim))

    def told(done: int) -> None:
        each(f"{claim.id}: {done} of {len(tasks)} instances")

    shared = iter(run_shared(sweep.measured, tasks, where=where, kept=kept, progress=told))
    return [
        {
            "claim": claim.id,
            "name": step.name,
            "summary": step.summary,
            "parameter": over.parameter,
            "formula": over.formula,
            "bound": str(over.bound(claim.states)),
            "points": [next(shared) for _ in values or over.values],
        }
        for step in steps
        if (over := step.over)
    ]


def _tasks(claim: Claim, step: Step, values: Sequence[Any] | None) -> list[dict[str, Any]]:
    """What `sweep.measured` is given for each value: the family's own by their places, others written out."""
    assert step.over is not None
    found = {"module": claim.source.module, "claim": claim.id, "step": step.name}
    if values is None:
        return [found | {"place": place} for place in range(len(step.over.values))]
    return [found | {"value": str(value)} for value in values]
