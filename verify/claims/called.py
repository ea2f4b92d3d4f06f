"""With what a claim is made: each argument that is misspelt or missing is named, with the claim and what it must be."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from verify.claims.registry import ClaimError
from verify.usage import nearest

_NEEDED: Final = {
    "at": 'it says where the statement stands, as at="Lemma 1"',
    "states": "it is what is claimed, a formula or a list of them, as states=le(a, b)",
    "reading": 'it says what the printed words were taken to mean, as reading="For all real a, b."',
}


def check_arguments(function: Callable[..., Any], args: Sequence[Any], named: Mapping[str, Any]) -> None:
    """Refuses arguments that a claim does not take, and those that it is made without though it needs them.

    Raises:
        ClaimError: with the nearest name, or with what is missing.
    """
    _, *parameters = inspect.signature(function).parameters.values()
    first = args[0] if args else named.get("id")
    if first is None:
        raise ClaimError('claim: the id is missing: it comes first, as Claim("paper/result", at=…)')
    if len(args) > 1:
        raise ClaimError(f"claim {first}: only the id stands without a name, as in Claim({first!r}, at=…, states=…)")
    known = [p.name for p in parameters]
    for name in named:
        if name not in known:
            near = nearest(name, known) or f"it has {', '.join(known)}"
            raise ClaimError(f"claim {first}: a claim has no argument {name!r}; {near}")
    for name, what in _NEEDED.items():
        if name not in named:
            raise ClaimError(f"claim {first}: {name} is missing: {what}")
