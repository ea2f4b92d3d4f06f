"""The part of Rocq's grammar that statements are written in: text → trees, by Rocq's own precedences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final


class NotRead(Exception):
    """The text is not what a statement is written in; the message says where."""


@dataclass(frozen=True)
class Tree:
    """A node: a name, a number, or a sign with what it joins; a binder has the names that it binds, with types."""

    sign: str
    parts: tuple[Tree, ...] = ()
    word: str = ""
    binders: tuple[tuple[str, Tree | None], ...] = ()


NAME, NUMBER, APPLIED, BETWEEN = "name", "number", "applied", "a <= b <= c"
BINDERS: Final = ("forall", "exists", "fun")

_COMMENT: Final = re.compile(r"\(\*.*?\*\)", re.DOTALL)
_TOKEN: Final = re.compile(r"\s*(->|=>|/\\|<>|<=|>=|\+v|\*v|[-+*/^()=<>,:~]|\d+|[^\W\d][\w']*)")

_INFIX: Final[dict[str, tuple[int, int, int]]] = {
    "->": (99, 98, 99), "/\\": (80, 79, 80), "=": (70, 69, 69), "<>": (70, 69, 69), "<": (70, 69, 69),
    ">": (70, 69, 69), "<=": (70, 69, 69), ">=": (70, 69, 69), "+": (50, 50, 49), "+v": (50, 50, 49),
    "*": (40, 40, 39), "*v": (40, 40, 39), "/": (40, 40, 39), "^": (30, 29, 30),
}  # fmt: skip
"""Of each sign between two parts: its level, and the highest levels of the parts."""
_PREFIX: Final = {"~": (75, 75), "-": (35, 35), "/": (35, 35)}
_LOOSEST: Final = 200


def parsed(text: str) -> Tree:
    """The tree of a proposition.

    Raises:
        NotRead: where the text is none.
    """
    reader = _Reader(_tokens(_COMMENT.sub(" ", text)))
    tree = reader.expression(_LOOSEST)
    reader.end()
    return tree


def _tokens(text: str) -> list[str]:
    found, position = [], 0
    end = len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None:
            raise NotRead(f"{text[position : position + 20].strip()!r} is no part of a statement")
        found.append(match[1])
        position = match.end()
    return found


class _Reader:
    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = tokens
        self.position = 0

    @property
    def next(self) -> str:
        return self.tokens[self.position] if self.position < len(self.tokens) else ""

    def take(self, expected: str = "") -> str:
        token = self.next
        if not token or (expected and token != expected):
            raise NotRead(f"{expected or 'more'} is expected at {self._rest() or 'the end'}")
        self.position += 1
        return token

    def end(self) -> None:
        if self.next:
            raise NotRead(f"{self._rest()} is left over")

    def _rest(self) -> str:
        return " ".join(self.tokens[self.position :][:6])

    def expression(self, most: int) -> Tree:
        """What is written from here on, as far as no sign of a higher level is reached."""
        tree, level = self._first(most)
        while self.next in _INFIX:
            sign = self.next
            own, left, right = _INFIX[sign]
            if own > most or level > left:
                break
            self.take()
            tree, level = Tree(sign, (tree, self.expression(right))), own
            if own == 70 and self.next in _INFIX and _INFIX[self.next][0] == 70:  # a <= b <= c
                again = self.take()
                middle = tree.parts[1]
                tree = Tree(BETWEEN, (tree, Tree(again, (middle, self.expression(69)))))
        return tree

    def _first(self, most: int) -> tuple[Tree, int]:
        if self.next in BINDERS:
            return self._binder(), _LOOSEST if most < _LOOSEST else 0
        if self.next in _PREFIX:
            sign = self.take()
            level, right = _PREFIX[sign]
            return Tree(f"{sign}_", (self.expression(right),)), level
        return self._application()

    def _binder(self) -> Tree:
        sign = self.take()
        binders: list[tuple[str, Tree | None]] = []
        while self.next not in (",", "=>"):
            if self.next != "(":
                binders.append((self._name(), None))
                continue
            self.take("(")
            names = [self._name()]
            while self.next != ":":
                names.append(self._name())
            self.take(":")
            type_ = self.expression(_LOOSEST)
            self.take(")")
            binders += [(name, type_) for name in names]
        self.take("=>" if sign == "fun" else ",")
        return Tree(sign, (self.expression(_LOOSEST),), binders=tuple(binders))

    def _application(self) -> tuple[Tree, int]:
        first, *others = [self._atom()]
        while self.next == "(" or (re.match(r"\w", self.next) and self.next not in BINDERS):
            others.append(self._atom())
        return (Tree(APPLIED, (first, *others)), 10) if others else (first, 0)

    def _atom(self) -> Tree:
        token = self.take()
        if token == "(":
            tree = self.expression(_LOOSEST)
            self.take(")")
            return tree
        if token.isdecimal():
            return Tree(NUMBER, word=token)
        self.position -= 1
        return Tree(NAME, word=self._name())

    def _name(self) -> str:
        token = self.take()
        if not re.match(r"[^\W\d]", token) or token in BINDERS:
            raise NotRead(f"a name is expected, not {token}")
        return token
