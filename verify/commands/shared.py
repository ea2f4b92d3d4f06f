"""What commands share that loads nothing: arguments, and how they print and complain."""

from __future__ import annotations

import argparse
import difflib
import importlib
import json
import math
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from verify.usage import UsageError

JOBS: Final = "VERIFY_JOBS"
"""An environment variable: how many processes, where `--jobs` does not say it."""

MOST_STEPS: Final = 10**9
"""Of an experiment: days of work."""


MOST_JOBS: Final = 1024
"""Processes of one command: each takes from a hundred megabytes to a gigabyte."""


def jobs(text: str) -> int:
    """How many processes."""
    if not text.isdecimal() or len(text) > 9 or not 1 <= int(text) <= MOST_JOBS:
        raise argparse.ArgumentTypeError(f"the number of processes must be from 1 to {MOST_JOBS}, not {text[:20]!r}")
    return int(text)


def steps(text: str) -> int:
    """How many steps of an experiment."""
    if not text.isdecimal() or not 1 <= int(text) <= MOST_STEPS:
        raise argparse.ArgumentTypeError(f"the number of steps must be from 1 to {MOST_STEPS}, not {text!r}")
    return int(text)


def seed(text: str) -> int:
    """Of all that is random."""
    if not text.isdecimal() or int(text) >= 2**63:
        raise argparse.ArgumentTypeError(f"the seed must be an integer from 0 to 2^63 - 1, not {text!r}")
    return int(text)


def formula(text: str) -> str:
    """A text as it is: what has this type may begin with a minus sign (see `verify.commands.arguments`)."""
    return text


def budget(text: str) -> float:
    """Of a search."""
    return _seconds("budget", text)


def limit(text: str) -> float:
    """Of one task."""
    return _seconds("limit", text)


def _seconds(what: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < 1e9:
        raise argparse.ArgumentTypeError(f"the {what} must be a number of seconds above 0 and below 1e9, not {text!r}")
    return value


def add_limit(parser: argparse.ArgumentParser) -> None:
    """How long one claim may take."""
    parser.add_argument(
        "--seconds", dest="limit", metavar="S", type=limit, help="end a claim after so long (default: no limit)"
    )


def _claims(text: str) -> Path:
    """A folder of claims; what it holds is looked at later."""
    if not text.strip():
        raise argparse.ArgumentTypeError("it must be a folder of claims, and its name is empty")
    if not os.path.isdir(text):
        why = "that is a file" if os.path.exists(text) else "no such folder"
        raise argparse.ArgumentTypeError(f"it must be a folder, of a project or a package of claims, not {text}: {why}")
    return Path(text)


def add_from(parser: argparse.ArgumentParser) -> None:
    """Where the claims lie."""
    parser.add_argument(
        "--from",
        dest="folders",
        metavar="DIR",
        type=_claims,
        action="append",
        default=[],
        help="only the claims of this folder, a project or a package; may be given more than once",
    )


def add_papers(parser: argparse.ArgumentParser, what: str = "only the claims of this paper") -> None:
    """Whole papers."""
    said = f"{what}; may be given more than once"
    parser.add_argument("--paper", dest="papers", metavar="P", action="append", default=[], help=said)


def add_selection(parser: argparse.ArgumentParser) -> None:
    """Some claims by their ids, or whole papers."""
    parser.add_argument("ids", metavar="ID", nargs="*", default=[], help="claims (default: all)")
    add_papers(parser)


def say(message: str, status: int = 1) -> int:
    """Says it, and gives the exit status that goes with it."""
    print(f"verify: {message}", file=sys.stderr)
    return status


def check_papers(papers: Sequence[str], valid: Iterable[str]) -> None:
    """Refuses a paper that there is not."""
    there = sorted(set(valid))
    for paper in papers:
        one_of("paper", paper, there)


def one_of(what: str, value: str | None, valid: Sequence[str]) -> None:
    """Refuses a value of the option of this name that is not among the valid ones."""
    if value is None or value in valid:
        return
    near = difflib.get_close_matches(value, valid, n=1)
    meant = f" did you mean {near[0]}?" if near else ""
    there = ", ".join(valid) or "none: there are none yet"
    raise UsageError(f"--{what}: no {what} {value!r};{meant} it must be one of {there}")


def check_together(options: argparse.Namespace, one: str, other: str) -> None:
    """Refuses an option without another one that it needs."""
    if getattr(options, one) and not getattr(options, other):
        raise UsageError(f"--{one} is {str(getattr(options, one))!r}; it needs --{other} too")


def check_file(option: str, file: Path | None) -> None:
    """Refuses a file of an option that cannot be written, before anything is computed."""
    if file is None:
        return
    if file.is_dir():
        raise UsageError(f"{option} {file}: it is a folder")
    if not file.parent.is_dir():
        raise UsageError(f"{option} {file}: there is no such folder")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise UsageError(f"{option} {file}: it cannot be written")


def folder(text: str) -> Path:
    """A folder to write in, which need not be there yet: what cannot be one is refused before anything is loaded."""
    if not text.strip():
        raise argparse.ArgumentTypeError("it must be a folder to write in, and its name is empty")
    made = Path(text)
    there = next(place for place in (made, *made.parents, Path()) if os.path.exists(place))
    if not there.is_dir():
        raise argparse.ArgumentTypeError(f"it must be a folder to write in, and {there} is a file")
    if not os.access(there, os.W_OK | os.X_OK):
        raise argparse.ArgumentTypeError(f"it must be a folder to write in, and {there} cannot be written")
    return made


@contextmanager
def made_folder(option: str, made: Path) -> Iterator[None]:
    """Makes a folder of an option, or refuses it, before anything is computed.

    What was made is taken away again where the command ends without having written anything there.
    """
    new = [place for place in (made, *made.parents) if not os.path.exists(place)]
    try:
        folder(str(made))
        importlib.import_module("verify.store.entries").check_writable(made)
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"{option} {made}: {error}") from None
    except FileNotFoundError:
        raise UsageError(f"{option} {made}: there is no such folder, and it cannot be made") from None
    except OSError as error:
        raise UsageError(f"{option} {made}: {error.strerror}") from None
    try:
        yield
    finally:
        with suppress(OSError):  # of one that is not empty
            for place in new:
                place.rmdir()


def print_json(data: Any, indent: int | None = 2) -> None:
    """Prints data as JSON, in ASCII where the terminal needs it."""
    ascii_only = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    print(json.dumps(data, indent=indent, ensure_ascii=ascii_only))


def write_json(file: Path, data: Any) -> None:
    """Writes data as JSON in one line, as short as JSON can be.

    Raises:
        UsageError: where it cannot be written.
    """
    try:
        file.write_text(json.dumps(data, separators=(",", ":"), ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--out {file}: {error.strerror}") from None
