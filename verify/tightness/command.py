"""The command `verify tightness`: how sharp a claim's bounds are."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from verify.cache import Cache, key
from verify.claims import Claim, Step
from verify.shares import Kept, Where, run
from verify.shares.options import add_dask
from verify.tightness import sweep


def add_tightness(parser: argparse.ArgumentParser) -> None:
    """The options of `verify tightness`."""
    parser.add_argument("id", metavar="ID")
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


def chosen(claims: Sequence[Claim], id: str, over: str | None) -> tuple[Claim, list[Step]]:
    """The claim and its families of instances.

    Raises:
        ValueError: when there is no such claim, or it has no such family; the message names those there are.
    """
    measured = {claim.id: claim for claim in claims if sweep.families(claim)}
    if id not in measured:
        known = any(claim.id == id for claim in claims)
        paper = id.partition("/")[0] + "/"
        near = ", ".join(sorted(other for other in measured if other.startswith(paper)))
        why = f"{id} has no bound whose sharpness is measured" if known else f"no claim {id!r}"
        raise ValueError(f"{why}; measured are {near or ', '.join(sorted(measured)) or 'none'}")
    steps = sweep.families(measured[id])
    names = [step.over.parameter for step in steps if step.over]
    if over is not None and over not in names:
        raise ValueError(f"--over is {over!r}; the instances of {id} are indexed by {', '.join(names)}")
    return measured[id], [step for step in steps if step.over and over in (None, step.over.parameter)]


def measure(
    claim: Claim,
    steps: Sequence[Step],
    values: Sequence[Any] | None,
    where: Where,
    each: Callable[[str], None],
) -> list[dict[str, Any]]:
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
    kept = Kept(Cache().folder / "brackets", key(claim))

    def told(done: int) -> None:
        each(f"{claim.id}: {done} of {len(tasks)} instances")

    shared = iter(run(sweep.measured, tasks, where=where, kept=kept, progress=told))
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
