"""Letters in the mathematical alphabets of Unicode: bold for vectors, italic where a browser does not do it itself."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

ITALIC_H = "\N{PLANCK CONSTANT}"
"""The italic h, which Unicode has had from before there were alphabets."""

LINE = "0123456789+\N{MINUS SIGN}()"
LOW = dict(zip(LINE + "=aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₍₎₌ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
HIGH = dict(zip(LINE + "abcdehijklmnprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ᵃᵇᶜᵈᵉʰⁱʲᵏˡᵐⁿᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True))
"""Signs on the line, and the same below and above it."""


def bold(text: str) -> str:
    """The text with each letter bold and upright; an accent stands behind its letter."""
    return "".join(_styled(letter, "BOLD") for letter in unicodedata.normalize("NFD", text))


def identifier(name: str) -> str:
    """A name for `<mi>`, by which a browser sets one letter, and only one, in italics by itself."""
    return name if len(unicodedata.normalize("NFD", name)) == 1 else italic(name)


def italic(name: str) -> str:
    """A name of one letter, whatever its accents and marks, in italics; words are upright, as `log` is."""
    apart = unicodedata.normalize("NFD", name)
    letters = [sign for sign in apart if unicodedata.category(sign) in ("Ll", "Lu")]
    return _styled(apart[0], "ITALIC") + apart[1:] if letters == [apart[:1]] else name


def lowered(text: str) -> str | None:
    """The text as signs that Unicode has below the line; None where it has not all of them."""
    return _moved(text, LOW)


def raised(text: str) -> str | None:
    """The text as signs that Unicode has above the line, as exponents; None where it has not all of them."""
    return _moved(text, HIGH)


def _moved(text: str, signs: dict[str, str]) -> str | None:
    return "".join(signs[sign] for sign in text) if all(sign in signs for sign in text) else None


@cache
def _styled(sign: str, style: str) -> str:
    """The letter or digit in that style; itself where Unicode has none, as of accents."""
    if (sign, style) == ("h", "ITALIC"):
        return ITALIC_H
    words = re.sub("^LATIN |^GREEK |LUNATE | LETTER", "", unicodedata.name(sign, ""))
    try:
        return unicodedata.lookup(f"MATHEMATICAL {style} {words}")
    except KeyError:
        return sign
