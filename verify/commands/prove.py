"""`verify prove`: decides one inequality over a whole domain."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from verify.commands.shared import budget, formula, print_json
from verify.export.rocq.inequality import write_inequality
from verify.export.rocq.whole_files import GAPS
from verify.prover.files import PARTIAL, answer_to_json, memory_from_json, memory_to_json, read
from verify.prover.hints import Hints, equations
from verify.prover.language import FormulaError
from verify.prover.proving import BUDGET, Memory, prove
from verify.prover.rejected import Rejected
from verify.prover.statement import Statement, parse_statement
from verify.store.entries import check_writable
from verify.usage import UsageError

STATUS = {"proved": 0, "refuted": 1, "unknown": 3}
"""The exit status of `verify prove` for each verdict."""


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("relation", metavar="RELATION", type=formula, help="for example 'sin(x) < x'")
    parser.add_argument(
        "--where", metavar="CONDITIONS", type=formula, default="", help="for example '0 < x <= pi/2, x < y'"
    )
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
    parser.add_argument(
        "--to", metavar="DIR", type=Path, default=Path("rocq"), help="where --export writes (default: rocq)"
    )


def run(options: argparse.Namespace) -> int:
    """The exit status is 0 for proved, 1 for refuted, 3 for unknown."""
    try:
        return _run(options)
    except FormulaError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"--to {error.filename or options.to}: {error.strerror}") from None


def _run(options: argparse.Namespace) -> int:
    """Answers whether a relation holds; the exit status is 0 if it is proved, 1 if refuted, 3 if unknown.

    Raises:
        FormulaError: for what is no statement. OSError: where what is exported cannot be written.
        KeyboardInterrupt: with what was kept.
    """
    statement = parse_statement(options.relation, options.where)
    hints = Hints(equations(options.coordinates), equations(options.inverse), options.factor, options.quotient)
    memory = _resumed(options.out, statement)
    if options.export:
        check_writable(options.to)
    try:
        answer = prove(
            options.relation,
            options.where,
            budget=options.budget,
            jobs=options.jobs or 1,
            progress=_progress(),
            memory=memory,
            hints=hints,
        )
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_kept(options.out, statement, memory)) from None
    finally:
        _clear()
    data = answer_to_json(answer)
    if options.out is not None:
        if answer.verdict == "unknown":
            _write(options.out, memory_to_json(statement, memory))
        else:
            _write(options.out, data)
    exported = _exported(data, options.to) if options.export else ""
    if options.json:
        print_json(data, indent=1)
        print(exported, end="\n" if exported else "", file=sys.stderr)
    else:
        written = f"written to {options.out}" if options.out is not None else ""
        print(answer, *(f"  {line}" for line in (written, exported) if line), sep="\n")
    return STATUS[answer.verdict]


def _resumed(file: Path | None, statement: Statement) -> Memory:
    """What an earlier search for the same statement left in the file."""
    if file is None or not file.is_file():
        return Memory()
    try:
        data = read(file)
        same = (data.get("relation"), data.get("where")) == (statement.relation, statement.where)
        if data.get("format") == PARTIAL and same:
            return memory_from_json(data)
    except Rejected:
        pass
    return Memory()


def _kept(file: Path | None, statement: Statement, memory: Memory) -> str:
    if file is None:
        return "nothing was kept; with --out FILE the next search goes on from there"
    _write(file, memory_to_json(statement, memory))
    return f"{len(memory.proved)} goals that were proved are kept in {file}; the same command goes on from there"


def _exported(data: dict[str, Any], folder: Path) -> str:
    """Writes the answer for Rocq, and says where, or why not."""
    if data["verdict"] == "unknown":
        return "for Rocq nothing is written: nothing is decided"
    try:
        path = write_inequality(data, folder)
    except GAPS as gap:
        return f"no form in Rocq: {gap}"
    return f"for Rocq: {path}; make -C {folder} -f Makefile.rocq checks it"


def _write(file: Path, data: dict[str, Any]) -> None:
    try:
        file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise FormulaError(f"--out {file}: {error.strerror}") from None


def _progress() -> Callable[[str], None] | None:
    """Shows what the search looks at, on a terminal, at most twice a second."""
    if not sys.stderr.isatty():
        return None
    last = [0.0]

    def show(what: str) -> None:
        if time.monotonic() - last[0] > 0.5:
            last[0] = time.monotonic()
            print(f"\r\x1b[K{what[:110]}", end="", file=sys.stderr, flush=True)

    return show


def _clear() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
