"""`verify tightness`: how sharp a bound is, at exact instances."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from verify.commands.claims import outcomes, with_claims
from verify.commands.shared import add_from, print_json
from verify.registry import Registry
from verify.report import plots
from verify.report.tightness import ends, tightness_lines, tightness_svg
from verify.shares.options import where
from verify.tightness import command as tightness
from verify.usage import UsageError


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    tightness.add_tightness(parser)


@with_claims
def run(known: Registry, options: argparse.Namespace) -> int:
    """Prints each family of instances with its brackets."""
    try:
        claim, steps = tightness.chosen(known.claims, options.id, options.over)
    except ValueError as error:
        raise UsageError(str(error)) from None
    (row,), status = outcomes(known, options, [claim.id])
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
        print_json({"claim": claim.id, "verdict": row["verdict"], "families": found})
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
