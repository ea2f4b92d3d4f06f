"""What a shell is told when it completes a line: commands, options, ids of claims and papers.

The work is that of argcomplete, an extra: `eval "$(register-python-argcomplete verify)"` in bash or zsh.
"""

from __future__ import annotations

import argparse
import importlib
import os
import shlex
from collections.abc import Callable, Sequence

from verify.claims.weights import NOT_EXAMINED, VERDICTS
from verify.session.latest import Latest
from verify.session.recorded import Recorded


def answer(parser_of: Callable[[Sequence[str]], argparse.ArgumentParser]) -> None:
    """Answers, and ends the process.

    Args:
        parser_of: the parser for the words of a line.
    """
    line = os.environ.get("COMP_LINE", "")
    try:
        words = shlex.split(line)
    except ValueError:  # within quotation marks
        words = line.split()
    parser = parser_of(words[1:])
    for action in _actions(parser):
        if action.dest in ("id", "ids"):
            vars(action)["completer"] = lambda **_: ids()
        elif action.dest == "verdict":
            vars(action)["completer"] = lambda **_: [*VERDICTS, NOT_EXAMINED]
        elif action.dest == "papers":
            vars(action)["completer"] = lambda **_: sorted({id.partition("/")[0] for id in ids()})
    importlib.import_module("argcomplete").autocomplete(parser)


def ids() -> list[str]:
    """The claims that are known without loading one."""
    latest = Latest(())
    return latest.ids or [row["id"] for row in Recorded(latest.folders).rows]


def _actions(parser: argparse.ArgumentParser) -> Sequence[argparse.Action]:
    """The arguments of all commands; argparse has no public way to them."""
    found: list[argparse.Action] = []
    for action in parser._actions:
        found.append(action)
        if isinstance(action, argparse._SubParsersAction):
            found += [inner for sub in action.choices.values() for inner in sub._actions]
    return found
