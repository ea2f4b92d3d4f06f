"""The command `verify tightness`: how sharp a claim's bounds are."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from sympy import Rational

from verify.claims import Claim, Step
from verify.tightness import sweep


def add_tightness(parser: argparse.ArgumentParser) -> None:
    """The options of `verify tightness`."""
    parser.add_argument("id", metavar="ID")
    parser.add_argument("--over", metavar="NAME", help="only the instances indexed by this parameter")
    parser.add_argument("--values", metavar="V,V,…", type=_values, help="of the parameter, such as 1,2,5/2")
    parser.add_argument("--plot", metavar="FILE", type=_svg, help="write the ratios as SVG")
    parser.add_argument("--json", action="store_true", help="print JSON")


def _values(text: str) -> tuple[Any, ...]:
    try:
        found = [Fraction(part.strip()) for part in text.split(",")]
    except (ValueError, ZeroDivisionError):
        raise argparse.ArgumentTypeError(
            f"the values must be numbers such as 1,2,5/2, joined by commas, not {text!r}"
        ) from None
    return tuple(int(f) if f.denominator == 1 else Rational(f.numerator, f.denominator) for f in found)


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
    claim: Claim, steps: Sequence[Step], values: Sequence[Any] | None, each: Callable[[str], None]
) -> Iterator[dict[str, Any]]:
    """The families as data like that of a claim's evidence, `each` being told of every instance before it is tried."""
    for step in steps:
        assert step.over is not None
        points = []
        for value in values or step.over.values:
            each(f"{claim.id}: {step.name} at {step.over.parameter} = {value}")
            points.append(sweep.point(claim, step, value))
        yield {
            "claim": claim.id,
            "name": step.name,
            "summary": step.summary,
            "parameter": step.over.parameter,
            "formula": step.over.formula,
            "bound": str(step.over.bound(claim.states)),
            "points": points,
        }
