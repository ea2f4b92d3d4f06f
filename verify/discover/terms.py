"""What a term says of another one in it."""

from __future__ import annotations

from typing import Any

from sympy import Dummy, S, diff


def share_of(term: Any, part: Any) -> Any:
    """What is subtracted of a part in a term that is linear in it; 0 where it is not."""
    there = Dummy(real=True)
    share = -diff(term.xreplace({part: there}), there)
    return S.Zero if share.has(there) else share
