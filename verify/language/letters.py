"""How a name is set: its letters, and what stands above and below them."""

from __future__ import annotations

import re

from sympy.printing.conventions import split_super_sub
from sympy.printing.pretty.pretty_symbology import greek_unicode


def split_name(name: str) -> tuple[str, list[str], list[str]]:
    """The letters of a name, what is set above and what below them; Greek letters may be spelt."""
    braced = re.fullmatch(r"([^{}]+)_\{([^{}]+)\}", name)
    base, above, below = split_super_sub(braced[1] if braced else name)
    below = [*below, *braced.groups()[1:]] if braced else below
    return _letter(base), [_letter(part) for part in above], [_letter(part) for part in below]


def _letter(part: str) -> str:
    return str(greek_unicode.get(part, part))
