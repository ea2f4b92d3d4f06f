"""`verify prove`: decides one inequality over a whole domain."""

from __future__ import annotations

import argparse
import importlib
import time
from pathlib import Path
from typing import Any

from verify.commands.shared import budget, check_together, folder, formula, print_json, write_json
from verify.language.words import so_many
from verify.prover import BUDGET
from verify.prover.glance import proved_at_a_glance


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("relation", metavar="RELATION", type=formula, help="for example 'sin(x) < x'")
    parser.add_argument(
        "--where", metavar="CONDITIONS", type=formula, default="", action=_Joined,
        help="for example '0 < x <= pi/2, x < y'; may be given several times",
    )  # fmt: skip
    parser.add_argument("--budget", metavar="SECONDS", type=budget, default=BUDGET, help=f"default {BUDGET:g}")
    parser.add_argument(
        "--coordinates", metavar="EQUATIONS", type=formula, default="", help="for example 'a = s - t, c = s + t'"
    )
    parser.add_argument(
        "--inverse", metavar="EQUATIONS", type=formula, default="", help="for example 's = (a + c)/2, t = (c - a)/2'"
    )
    parser.add_argument(
        "--factor", metavar="FORMULA", type=formula, default="", help="a factor of the difference of the sides"
    )
    parser.add_argument(
        "--quotient", metavar="FORMULA", type=formula, default="", help="the claimed quotient by that factor"
    )
    parser.add_argument("--json", action="store_true", help="print JSON, with the certificate")
    parser.add_argument("--out", metavar="FILE", type=Path, help="write the certificate, or what there is of it")
    parser.add_argument("--export", choices=("rocq",), help="write the proof, or the refutation, for Rocq (Coq) too")
    parser.add_argument("--to", metavar="DIR", type=folder, help="where --export writes")


TOGETHER = (("factor", "quotient"), ("coordinates", "inverse"), ("export", "to"))
"""Options of which none says anything without the other."""


class _Joined(argparse.Action):
    """Conditions that are given in several options are all meant."""

    def __call__(self, _: Any, options: argparse.Namespace, value: Any, option: str | None = None) -> None:
        earlier = getattr(options, self.dest)
        setattr(options, self.dest, ", ".join(text for text in (earlier, value) if text.strip()))


def run(options: argparse.Namespace) -> int:
    """The exit status is 0 for proved, 1 for refuted, 3 for unknown, 4 for what is proved of no point at all."""
    begun = time.monotonic()
    for one, other in TOGETHER:
        check_together(options, one, other)
        check_together(options, other, one)
    hinted = options.coordinates or options.inverse or options.factor or options.quotient
    found = None if hinted or options.export else proved_at_a_glance(options.relation, options.where)
    if found is None:  # what searches takes longer to load than many statements take to prove
        return int(importlib.import_module("verify.commands.deciding").decided(options))
    _say(found, options, time.monotonic() - begun)
    return 0


def _say(found: dict[str, Any], options: argparse.Namespace, seconds: float) -> None:
    if options.out is not None:
        write_json(options.out, found)
    if options.json:
        print_json(found, indent=1)
        return
    where = f" where {found['where']}" if found["where"] else ""
    print(f"proved: {found['relation']}{where}")
    print(f"  {so_many(len(found['certificate']), 'step')}, checked by the core, {seconds:.1f} s")
    if options.out is not None:
        print(f"  written to {options.out}")
