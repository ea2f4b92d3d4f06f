"""How the statement of a claim spells names, and how it sets brackets: only where Rocq's precedences need them."""

from __future__ import annotations

import unicodedata
from collections.abc import Container
from typing import Final, NamedTuple

ATOM, APPLICATION, POWER, INVERSE, PRODUCT, SUM, RELATION, NOT, AND, ARROW, BINDER = (
    0, 10, 30, 35, 40, 50, 70, 75, 80, 99, 200,
)  # fmt: skip
"""Rocq's levels: what binds closer has a lower one."""


class Written(NamedTuple):
    """A piece of text, and the level of its outermost sign."""

    text: str
    level: int = ATOM

    def within(self, most: int) -> str:
        """The text, in brackets if its outermost sign would not bind closely enough."""
        return self.text if self.level <= most else f"({self.text})"


def applied(function: str, *args: Written) -> Written:
    """A function with its arguments; without any, its name."""
    return Written(" ".join([function, *(a.within(APPLICATION - 1) for a in args)]), APPLICATION if args else ATOM)


def chained(sign: str, level: int, parts: list[Written]) -> Written:
    """Parts joined by a sign that groups to the left; a single one as it is."""
    first, *others = parts
    if not others:
        return first
    return Written(f" {sign} ".join([first.within(level), *(o.within(level - 1) for o in others)]), level)


def implied(parts: list[Written]) -> Written:
    """The last of the propositions, if all before it are true."""
    *given, last = parts
    if not given:
        return last
    return Written(" -> ".join([*(g.within(ARROW - 1) for g in given), last.within(BINDER)]), ARROW)


def quantified(word: str, binders: list[str], body: Written) -> Written:
    """For all values, or for some, of what is bound."""
    return Written(f"{word} {' '.join(binders)}, {body.text}", BINDER)


_MARKS: Final = {
    "\u0302": "_hat", "\u0303": "_tilde", "\u0304": "_bar", "\u0307": "_dot", "\u0308": "_ddot", "′": "_prime",
    "⋆": "_star", "ℓ": "ell", "∂": "d", "λ": "lambda", "₊": "_plus", "₋": "_minus", "ϑ": "theta", "ϕ": "phi",
    "ϵ": "epsilon",
} | {chr(0x2080 + n): f"_{n}" for n in range(10)}  # fmt: skip
_RESERVED: Final = frozenset(
    [  # what a statement is written with
        "R", "Space", "Int", "Sum", "VSum", "root", "delta", "exp", "ln", "sin", "cos", "tan", "PI", "sqrt", "sinc",
        "Rabs", "Rmax", "Rmin", "sinh", "cosh", "tanh", "atan", "asin", "acos", "asinh", "acosh", "atanh", "pw",
        "pw_defined", "Derive", "Derive_n", "RInt", "ip", "grad", "hess", "vDerive", "vzero", "locally", "continuous",
        "continuous_at", "smooth_near", "vsmooth_near", "C1_near", "C2_near", "sphere_exp", "symmetric_matrices",
        "Points", "tangent", "section", "point", "origin", "complete_manifold",
        "nonnegative_curvature", "nonpositive_curvature", "simply_connected", "lifts", "diffeomorphism",
        # keywords of Rocq, of its notations, and of ssreflect, which Coquelicot brings
        "as", "at", "by", "cofix", "do", "else", "end", "exists", "exists2", "fix", "for", "forall", "fun", "have",
        "if", "in", "is", "let", "match", "mod", "nosimpl", "of", "rec", "return", "suff", "then", "under", "using",
        "where", "with", "Prop", "Set", "Type", "SProp", "claim", "refuted",
    ]
)  # fmt: skip


def spelled(name: str) -> str:
    """A name of the language in the letters that Rocq takes: ŷ as y_hat, φ⁻¹ as φ_inv; two names may become one."""
    plain = unicodedata.normalize("NFD", name).replace("ˆ₋ˆ₁", "_inv").replace("ˆ", "_")
    made = "".join(c if c.isascii() and c.isalnum() else _MARKS.get(c, c if _is_greek(c) else "_") for c in plain)
    made = made.strip("_")
    return made if made[:1].isalpha() else f"x{made}"


def _is_greek(c: str) -> bool:
    return "Α" <= c <= "ω" and c.isalpha() and unicodedata.decomposition(c) == ""


class Spelling:
    """One name for each thing that a statement speaks of, and no name for two of them."""

    def __init__(self) -> None:
        self._used: set[str] = set()

    def new(self, name: str) -> str:
        """A name like this one that nothing has yet."""
        made = self.inside(name, ())
        self._used.add(made)
        return made

    def inside(self, name: str, taken: Container[str]) -> str:
        """A name for what is bound somewhere inside, which nothing has that is bound there already."""
        wanted = made = spelled(name)
        n = 1
        while made in self._used or made in taken or made in _RESERVED:
            made, n = f"{wanted}_{n}", n + 1
        return made
