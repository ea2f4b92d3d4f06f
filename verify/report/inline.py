"""Formulas that are texts, as HTML: raised exponents, lowered indices, sums with their limits, products without stars.

Steps of proofs and counterexamples are kept as texts, in the ways of writing of sympy (`2*x**2`) and of the core
(`2·x^2`), with words among them, and cut where they are long. What is not understood stays as it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import pairwise
from typing import NamedTuple

from sympy import Rational

from verify.language.letters import split_name
from verify.report import alphabets
from verify.report.letters import RAISED
from verify.report.notation import decimal
from verify.report.records import ClaimRow

MINUS = "\N{MINUS SIGN}"
ROOM = " "
"""What stands between factors: a letter beside a letter would be read as a word."""

TIMES = ("*", "·")
POWERS = ("**", "^")
BRACKETS = {"(": ")", "[": "]", "⟨": "⟩", "‖": "‖", "|": "|"}
SPELT = {"pi": "π", "oo": "∞"}
ROOTS = ("sqrt", "√")
SECOND = "D∇"
"""How the name of a second derivative in a direction begins."""

_PLAIN = re.compile(r"\s+|\*\*|\d+(\.\d+)?(e[+-]?\d+)?")
_LIMITS = re.compile(r"_\{([^={}]+)=([^{}]*)\.\.([^{}]*)\}")
_ROOM = re.compile(r" ([+\N{MINUS SIGN}=]) ")
_BEGUN = re.compile(r"(\*+|[·^/(⟨]|Σ?_\{[^{}]*|sqrt|√|Abs|\b\d+)+ …$")
_BELOW = re.compile(r"_\{[^{}]*\}")


@dataclass(frozen=True)
class Names:
    """What is known of names: at which places their arguments are indices, and which name vectors."""

    indices: Mapping[str, Sequence[int]] = field(default_factory=dict)
    vectors: frozenset[str] = frozenset()


NONE = Names()


def names_of(row: ClaimRow) -> Names:
    """What the data of a claim say of its names."""
    kinds = [line.rpartition(": ") for line in row["variables"]]
    vectors = (name for names, _, kind in kinds if kind == "vector" for name in names.split(", "))
    return Names(row["indices"], frozenset(vectors))


def of_step(names: Names, statement: str) -> Names:
    """What is known of the names in a step: a letter can be a number in a lemma and a vector in the claim.

    It is taken for a vector where the step has a product, a norm or a gradient in it, or a vector with indices.
    """
    indexed = any(f"{name}(" in statement for name in names.vectors if name in names.indices)
    return names if indexed or re.search("[⟨‖∇]", statement) else replace(names, vectors=frozenset())


def inline(text: str, names: Names = NONE) -> str:
    """The text as HTML."""
    return _Reader(_BEGUN.sub(" …", text), names).row()[0]


# --- tokens -----------------------------------------------------------------------------------------------------------


def _tokens(text: str) -> Iterator[str]:
    """Blanks, numbers, names with what is below them, limits of sums, and all other signs one by one."""
    at = 0
    while at < len(text):
        found = _LIMITS.match(text, at) or _PLAIN.match(text, at)
        end = found.end() if found else _end_of_name(text, at) if _begins_name(text[at]) else at + 1
        yield text[at:end]
        at = end


def _begins_name(sign: str) -> bool:
    return sign.isalpha() or sign in "∇∂√"


def _end_of_name(text: str, at: int) -> int:
    end = at + 1
    while text[at] != "Σ" and end < len(text) and not _BELOW.match(text, end) and _continues_name(text[end]):
        end += 1
    below = None if text[at] == "Σ" else _BELOW.match(text, end)
    return below.end() if below else end


def _continues_name(sign: str) -> bool:
    above = (sign in RAISED and sign not in "*'") or unicodedata.category(sign) == "Mn"
    return sign.isalnum() or above or sign in "_∇∂⁺⁻₊₋"


# --- terms ------------------------------------------------------------------------------------------------------------


class _Factor(NamedTuple):
    """A part of a product: how it is shown, and what it is, a number, a letter, a word, a call or a bracket."""

    html: str
    kind: str
    inside: str = ""


class _Reader:
    """Reads a text from left to right."""

    def __init__(self, text: str, names: Names) -> None:
        self._tokens = list(_tokens(text))
        self._names = names
        self._at = 0

    def row(self, *ends: str) -> tuple[str, bool]:
        """All up to one of these signs, and whether that is a single product."""
        parts: list[str] = []
        products = signs = 0
        while (token := self._next()) and token not in ends:
            if self._begins_factor():
                parts.append(self._product())
                products += 1
            else:
                self._at += 1
                parts.append(MINUS if token == "-" and not self._within_word() else escape(token, quote=False))
                signs += not token.isspace()
        return "".join(parts), products == 1 and not signs

    def _within_word(self) -> bool:
        """Whether the sign that was read is a hyphen."""
        around = [*self._tokens[max(self._at - 2, 0) : self._at - 1], self._next()]
        return len(around) == 2 and all(len(token) > 1 and token.isalpha() for token in around)

    def _next(self, further: int = 0) -> str:
        return self._tokens[self._at + further] if self._at + further < len(self._tokens) else ""

    def _begins_factor(self, further: int = 0) -> bool:
        token = self._next(further)
        return bool(token) and (token[0].isdigit() or _begins_name(token[0]) or token in BRACKETS)

    def _take(self, token: str) -> bool:
        """Whether that comes next; if so it is read."""
        taken = self._next() == token
        self._at += taken
        return taken

    def _product(self) -> str:
        factors = [("", self._factor())]
        while (sign := self._next()) in (*TIMES, "/") and self._begins_factor(1):
            self._at += 1
            factors.append((sign, self._factor()))
        factors = _with_decimal(factors)
        shown, divided = factors[0][1].html, False
        for (_, before), (sign, factor) in pairwise(factors):
            divided |= sign == "/"
            shown += ("/" if sign == "/" else "·" if divided else _between(before, factor)) + factor.html
        return shown

    def _factor(self) -> _Factor:
        token = self._next()
        if token in BRACKETS:
            made = self._bracket()
        elif token[0].isdigit():
            self._at += 1
            made = _Factor(token, "number")
        elif token == "Σ" and (limits := _LIMITS.fullmatch(self._next(1))):
            made = self._sum(*limits.groups())
        else:
            self._at += 1
            made = self._call(token) if self._next() == "(" else _Factor(self._name(token), _kind(token))
        while self._next() in POWERS and (self._begins_factor(1) or self._next(1) == "-"):
            self._at += 1
            minus = MINUS * self._take("-")
            exponent = self._factor() if self._begins_factor() else _Factor("", "")
            shown = f"{made.html}{_raised(minus + (exponent.inside or exponent.html))}"
            made = _Factor(shown, "bracket" if made.kind == "bracket" else "call")
        return made

    def _bracket(self) -> _Factor:
        opening = self._next()
        self._at += 1
        inside, _ = self.row(BRACKETS[opening])
        closing = BRACKETS[opening] * self._take(BRACKETS[opening])
        made = f"{opening}{inside}{closing}"
        if closing == "]" and self._next() == "|" and self._next(2) == "=" and self._begins_factor(3):
            self._at += 1
            name = self._factor().html
            self._at += 1
            value = self._factor()
            made += _lowered(f"{name}={value.inside or value.html}")
        return _Factor(made, "bracket", inside if opening == "(" else "")

    def _sum(self, index: str, low: str, high: str) -> _Factor:
        self._at += 2
        below, above = (inline(text, self._names) for text in (f"{index}={low}", high))
        shown = f"∑{_lowered(below)}{_raised(above)}"
        if self._next().isspace() and self._next(1) == "(":
            self._at += 2
            inside, single = self.row(")")
            closed = self._take(")")
            bare = single and closed and self._next() not in (*TIMES, *POWERS, "/")
            shown += ROOM + (inside if bare else f"({inside}{')' * closed}")
        return _Factor(shown, "word")

    def _call(self, name: str) -> _Factor:
        """A function with its arguments: indices below the name, a root or bars where it is one."""
        self._at += 1
        first = self._at
        arguments = [self.row(",", ")")[0]]
        while self._take(","):
            self._at += self._next().isspace()
            arguments.append(self.row(",", ")")[0])
        closing = ")" * self._take(")")
        if name in ROOTS:
            short = self._at - first == 2 and closing
            return _Factor(f"√{arguments[0]}" if short else f"√({', '.join(arguments)}{closing}", "word")
        if name == "Abs":
            return _Factor(f"|{', '.join(arguments)}{'|' * bool(closing)}", "bracket")
        places = self._names.indices.get(name.rstrip("′"), ())
        below = ",".join(argument for place, argument in enumerate(arguments) if place in places)
        behind = ", ".join(argument for place, argument in enumerate(arguments) if place not in places)
        shown = self._name(name) + _lowered(below) + (f"({behind}{closing}" if behind else "")
        return _Factor(shown, "call" if behind and _kind(name) == "letter" else _kind(name))

    def _name(self, name: str) -> str:
        if name.startswith(SECOND):
            return f"∇²{self._name(name.removeprefix(SECOND))}"
        base, above, below = split_name(SPELT.get(name, name))
        shown = escape(alphabets.bold(base) if name in self._names.vectors else base, quote=False)
        return shown + _lowered(",".join(below)) + _raised(",".join(above))


def _kind(name: str) -> str:
    base = split_name(name)[0]
    return "letter" if len(base) == 1 or alphabets.italic(base) != base else "word"


def _lowered(html: str) -> str:
    """Below the line: in signs that are there already, or as an element that makes them so."""
    close = _ROOM.sub(r"\1", html)
    return (alphabets.lowered(close) or f"<sub>{close}</sub>") if html else ""


def _raised(html: str) -> str:
    close = _ROOM.sub(r"\1", html)
    return (alphabets.raised(close) or f"<sup>{close}</sup>") if html else ""


def _with_decimal(factors: list[tuple[str, _Factor]]) -> list[tuple[str, _Factor]]:
    """The factors, 241 first and 100 below as 2.41."""
    (_, first), *others = factors
    for place, (sign, factor) in enumerate(others):
        if sign == "/" and first.html.isdecimal() and factor.html.isdecimal() and int(factor.html):
            shown = decimal(Rational(int(first.html), int(factor.html)))
            if shown:
                return [("", first._replace(html=shown)), *others[:place], *others[place + 1 :]]
    return factors


def _between(before: _Factor, after: _Factor) -> str:
    """What stands between two factors: nothing, a little room, or a dot where they would be read as one."""
    if after.html[0].isdigit() or (after.kind == "bracket" and before.kind in ("letter", "word")):
        return "·"
    close = before.kind in ("number", "bracket") and after.kind in ("letter", "bracket", "call")
    return "" if close else ROOM
