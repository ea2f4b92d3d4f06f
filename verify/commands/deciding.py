"""What `verify prove` does where a first look is not enough: the search, what is kept of it, and what is exported."""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from verify.commands.shared import made_folder, print_json, write_json
from verify.prover.files import PARTIAL, answer_to_json, memory_from_json, memory_to_json, read
from verify.prover.hints import Hints, equations
from verify.prover.language import FormulaError
from verify.prover.proving import Memory, prove
from verify.prover.rejected import Rejected
from verify.prover.shorter import shortened
from verify.prover.statement import Statement, parse_statement
from verify.usage import UsageError

STATUS = {"proved": 0, "refuted": 1, "unknown": 3}
"""The exit status of `verify prove` for each verdict."""

_OPTIONS = ("where", "coordinates", "inverse", "factor", "quotient")
"""Those that take formulas."""

OF_NOTHING = 4
"""The exit status where the conditions contradict each other: then everything is proved, and most likely they are not
those that were meant."""


def decided(options: argparse.Namespace) -> int:
    """The exit status is 0 for proved, 1 for refuted, 3 for unknown, 4 for what is proved of no point at all."""
    try:
        return _run(options)
    except FormulaError as error:
        asked, colon, said = str(error).partition(":")  # as Python names it
        raise UsageError(f"{'--' if colon and asked in _OPTIONS else ''}{asked}{colon}{said}") from None
    except OSError as error:
        raise UsageError(f"--to {error.filename or options.to}: {error.strerror}") from None


def _run(options: argparse.Namespace) -> int:
    """Answers whether a relation holds; the exit status is that of `decided`.

    Raises:
        FormulaError: for what is no statement. OSError: where what is exported cannot be written.
        KeyboardInterrupt: with what was kept.
    """
    statement = parse_statement(options.relation, options.where)
    coordinates = equations(options.coordinates, "coordinates")
    hints = Hints(coordinates, equations(options.inverse, "inverse"), options.factor, options.quotient)
    memory = _resumed(options.out, statement)
    with made_folder("--to", options.to) if options.export else nullcontext():
        return _answered(options, statement, memory, hints)


def _answered(options: argparse.Namespace, statement: Statement, memory: Memory, hints: Hints) -> int:
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
            write_json(options.out, memory_to_json(statement, memory))
        else:
            write_json(options.out, shortened(data))
    exported = _exported(data, options) if options.export else ""
    if options.json:
        print_json(data, indent=1)
        print(exported, end="\n" if exported else "", file=sys.stderr)
    else:
        written = f"written to {options.out}" if options.out is not None else ""
        print(answer, *(f"  {line}" for line in (written, exported) if line), sep="\n")
    return OF_NOTHING if answer.is_of_nothing else STATUS[answer.verdict]


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
    write_json(file, memory_to_json(statement, memory))
    number = len(memory.proved)
    proved = "1 goal that was proved is" if number == 1 else f"{number} goals that were proved are"
    return f"{proved} kept in {file}; the same command goes on from there"


def _exported(data: dict[str, Any], options: argparse.Namespace) -> str:
    """Writes the answer for Rocq, and says where, or why not.

    Where the proof has a rule without a form there, another is looked for that has none of these.
    """
    if data["verdict"] == "unknown":
        return "for Rocq nothing is written: nothing is decided"
    rocq = importlib.import_module("verify.export.rocq.inequality")  # half of all that there is to load
    unwritten, second = rocq.unwritten_rules(data), ""
    if unwritten:
        other = prove(options.relation, options.where, budget=options.budget, without=rocq.UNWRITTEN)
        _clear()
        if other.verdict == "proved":
            data, second = answer_to_json(other), f", by a second proof without {' and '.join(unwritten)}"
    try:
        path = rocq.write_inequality(data, options.to)
    except importlib.import_module("verify.export.rocq.whole_files").GAPS as gap:
        return f"no form in Rocq: {gap}"
    return f"for Rocq: {path}{second}; make -C {options.to} -f Makefile.rocq checks it"


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
