"""The math font that a page brings along: without one a browser sets Σ as a letter, and brackets do not grow."""

from __future__ import annotations

from base64 import b64encode
from importlib.resources import files
from string import ascii_letters, digits, punctuation

from sympy.printing.pretty.pretty_symbology import greek_unicode

from verify.report import alphabets
from verify.report.compact import MEDIUM, THICK, THIN
from verify.report.letters import ACCENTS, GREEK, RAISED, SIGNS

FONT = "math.woff2"
"""Part of TeX Gyre Pagella Math, under the licence in `math.woff2.txt`; `tests/browser/make_font.py` makes it."""

FAMILY = "Verify Math"

SPACES = {THIN: 1 / 6, MEDIUM: 4 / 18, THICK: 1 / 4, "\N{NO-BREAK SPACE}": 1 / 4, " ": 1 / 4}
"""Spaces with their widths, as parts of the letters' size."""

SMALL = "".join(sorted({*alphabets.LOW.values(), *alphabets.HIGH.values(), "ᵀ"}))
"""Raised and lowered signs."""

LETTERS = "".join(
    sorted(sign for sign in {*ascii_letters, *greek_unicode.values(), *GREEK} if alphabets.italic(sign) != sign)
)
"""Letters that there are in italics too."""

CHARACTERS = "".join(
    sorted(
        {*ascii_letters, *digits, *punctuation, *SIGNS, *RAISED, *ACCENTS, *SMALL, *SPACES, *LETTERS, *"ℓ°±‘’“”–—"}
        | {*map(alphabets.italic, LETTERS), *map(alphabets.bold, [*LETTERS, *digits, *"ℓ∇∂"])}
    )
)
"""What the font has: all that formulas are made of, with accented letters taken apart."""


def face() -> str:
    """The rule of a style sheet that has the font in it."""
    data = b64encode((files("verify.report") / FONT).read_bytes()).decode()
    return f'@font-face {{ font-family: "{FAMILY}"; src: url(data:font/woff2;base64,{data}) format("woff2"); }}'
