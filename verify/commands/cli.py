"""The command `verify`.

Exit status: 0 when every verdict was re-established, 1 when one was not, a module could not be read or there is no
claim to run, 2 for a usage error, 130 after an interruption. Of `verify prove`: 0 for proved, 1 for refuted, 3 for
unknown, 4 where the conditions are seen to contradict each other. Of `verify hunt`: 1 when a counterexample was found
and confirmed. Of `verify discover` and `verify repair`: 0 when a proof was found, else 1.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NoReturn

from verify.commands.arguments import Parser
from verify.commands.shared import JOBS, jobs, say
from verify.usage import UsageError

COMMANDS: Final = {
    "list": "Lists the claims with their verdicts.",
    "show": "Shows one claim: statement, reading, verdict, evidence, axioms.",
    "run": "Examines claims and all that they rest on; without ids, every claim.",
    "watch": "Shows the state of a claim's proofs whenever its module is saved.",
    "refresh": "Searches for the certificates and multipliers that claims need and that are not kept.",
    "lint": "Says what is wrong with how claims are stated: hollow, unweighed, misquoted.",
    "axioms": "Lists the axioms with the claims that rest on them.",
    "lemmas": "Lists what a proof can be made of: rules, lemmas, axioms, with what each says.",
    "report": "Writes report.json, report.md and report.html with a page a paper.",
    "diff": "Says what has changed between two reports: verdicts first.",
    "experiment": "Runs an experiment of a paper: result.json and plots; shows its progress.",
    "new": "Makes the folder of an audit of your own: a package of claims, with one as a template.",
    "hunt": "Searches for a counterexample to a claim; exit status 1 when one is confirmed.",
    "discover": "Looks for a proof of a claim from its statement alone, and prints it as a module.",
    "repair": "Looks for the nearest true statement to a claim that is false, and prints it with its proof.",
    "tightness": "Says how sharp a claim's bounds are, instance by instance.",
    "prove": "Decides an inequality over a whole domain; exit status: 0 proved, 1 refuted, 3 unknown, 4 empty domain.",
    "check": "Has the core check what prove, hunt or export wrote, without any search.",
    "export": "Writes proofs as files: for python -m verify.core, or for Rocq.",
    "rocq": "Has Rocq (Coq) prove each claim once more; what passed is kept and said with it.",
}
"""Each command, a module of `verify.commands`, with what it does."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    if "_ARGCOMPLETE" in os.environ:
        importlib.import_module("verify.commands.completion").answer(_parser)
    arguments = list(sys.argv[1:] if argv is None else argv)
    debug = "--debug" in arguments
    sys.stdout, sys.stderr = (stream or open(os.devnull, "w") for stream in (sys.stdout, sys.stderr))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _run(arguments)
        sys.stdout.flush()
        return status
    except UsageError as error:
        if isinstance(error.__context__, BrokenPipeError):  # which a command took for a file that cannot be written
            return _unread()
        return say(f"{error}", 2)
    except BrokenPipeError:
        return _unread()
    except OSError as error:
        if debug:
            traceback.print_exc()
        if error.filename is None:  # what could not be printed is not to be tried again when Python ends
            _drop_output()
        return say(f"{error.filename or 'standard output'}: {error.strerror or error}", 1)
    except KeyboardInterrupt as stop:
        return say(f"interrupted: {stop}" if str(stop) else "interrupted", 130)
    except Exception as error:
        if debug:
            traceback.print_exc()
        said = importlib.import_module("verify.claims.remedies").one_line(error)  # which most commands do not need
        return say(f"internal error: {said} (--debug shows where)", 1)


def _unread() -> int:
    """Ends quietly, as a program that the closed pipe ends: nobody reads any more what is printed."""
    _drop_output()
    return 141


def _drop_output() -> None:
    with suppress(OSError, ValueError):  # of an output that is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: Sequence[str]) -> int:
    try:
        options = _parser(arguments).parse_args(arguments)
    except SystemExit as end:  # --help has been printed
        return int(end.code or 0)
    return int(options.run(options))


class _Version(argparse.Action):
    """Says which version it is, which takes longer to look up than some commands do."""

    def __call__(self, *_: object) -> NoReturn:
        """Prints it, and ends."""
        metadata = importlib.import_module("importlib.metadata")
        print(f"verify {metadata.version('verify-online-learning')}")
        sys.exit(0)


def _parser(arguments: Sequence[str]) -> Parser:
    """The parser of these arguments: of the commands, only the one that is asked for is loaded."""
    parser = Parser(prog="verify", description="Decides, by machine, whether what papers claim is true.")
    parser.add_argument("--debug", action="store_true", help="show tracebacks of unexpected errors")
    parser.add_argument("--version", action=_Version, nargs=0, help="show program's version number and exit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)
    asked = next((word for word in arguments if not word.startswith("-")), "")
    for name, help in COMMANDS.items():
        sub: Parser = commands.add_parser(name, help=help, description=help)
        if name == asked:
            sub.add_argument("--debug", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
            sub.add_argument("-j", "--jobs", type=jobs, default=_jobs(), metavar="N", help="run in N processes")
            command = importlib.import_module(f"verify.commands.{name}")
            command.add(sub)
            sub.set_defaults(run=command.run, begun=time.time_ns())
    return parser


def _jobs() -> int | None:
    """How many processes, as the environment says it."""
    try:
        return jobs(os.environ[JOBS]) if os.environ.get(JOBS) else None
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"{JOBS}: {error}") from None
