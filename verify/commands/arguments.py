"""The parser of the command line: errors are one line, and formulas may begin with a minus sign.

argparse takes `-1<x<1` for an option, though not `-1` or `-1 < x`. Here an option takes the word after it, and where an
argument is a formula (its type is `verify.commands.shared.formula`) a word is one that is no option known.
"""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from verify.commands.shared import formula
from verify.usage import UsageError

_LONG = re.compile(r"--[a-z][a-z-]*(?:=.*)?", re.DOTALL)
_NO_COMMAND = re.compile(
    r"the following arguments are required: COMMAND"
    r"|argument COMMAND: invalid choice: '(?P<word>.*)' \(choose from (?P<names>.*)\)",
    re.DOTALL,
)
"""What argparse says where there is no command, or none of that name."""
_WITH_NUMBER = re.compile(r"-[a-zA-Z]=?\d+")


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Raises the message instead of printing the usage, with the command that may have been meant."""
        missing = _NO_COMMAND.fullmatch(message)
        if missing is None:
            raise UsageError(f"{message}{self._instead(message)}")
        word, names = missing["word"] or "", re.findall(r"[a-z]+", missing["names"] or "")
        near = " or ".join(difflib.get_close_matches(word, names, n=2))
        said = f"there is no command {word!r}{near and f'; did you mean {near}?'}" if word else "a command is missing"
        raise UsageError(f"{said}{'' if near else '; verify --help lists them'}")

    def _instead(self, message: str) -> str:
        """Which option may have been meant by one that there is not, and what lists them."""
        unknown = re.fullmatch(r"unrecognized arguments: (--[a-z-]+).*", message, re.DOTALL)
        if unknown is None:
            return ""
        subs = [sub for a in self._actions if isinstance(a, argparse._SubParsersAction) for sub in a.choices.values()]
        asked = max([self, *subs], key=lambda parser: len(parser._option_string_actions))  # the one that is loaded
        long = [name for name in asked._option_string_actions if name.startswith("--")]
        near = difflib.get_close_matches(unknown[1], long, n=1, cutoff=0.7)
        return f"; did you mean {near[0]}?" if near else f"; {asked.prog} --help lists the options"

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse does, of words among which formulas cannot be mistaken for options."""
        known = list(args) if args is not None else None
        return super().parse_known_args(known if known is None else self._with_formulas(known), namespace)

    def _with_formulas(self, words: Sequence[str]) -> list[str]:
        """The words, each value joined to its option, and formulas that begin with a minus sign last, after `--`."""
        takes_formulas = any(not a.option_strings and a.type is formula for a in self._actions)
        found: list[str] = []
        formulas: list[str] = []
        left = list(words)
        while left:
            word = left.pop(0)
            option = self._option(word)
            if word == "--":
                formulas += left
                break
            whole = "=" not in word and not _WITH_NUMBER.fullmatch(word)
            if option is not None and option.nargs is None and whole and left:
                value = option.type is formula or self._option(left[0]) is None
                joined = value and not _LONG.fullmatch(left[0])
                found.append(f"{word}={left.pop(0)}" if joined else word)
            elif takes_formulas and word.startswith("-") and option is None and not _LONG.fullmatch(word):
                formulas.append(word)
            else:
                found.append(word)
        return [*found, "--", *formulas] if formulas else found

    def _option(self, word: str) -> argparse.Action | None:
        """The option that a word names, in full or by the beginning of its name."""
        name = word.partition("=")[0] if _LONG.fullmatch(word) else word
        if _WITH_NUMBER.fullmatch(word):
            name = word[:2]
        known = self._option_string_actions
        if name in known:
            return known[name]
        meant = [known[n] for n in known if name.startswith("--") and name != "--" and n.startswith(name)]
        return meant[0] if len(meant) == 1 else None
