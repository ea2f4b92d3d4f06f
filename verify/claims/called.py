"""With what a claim is made: each argument that is misspelt, missing or no text is named, with what it must be."""

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

_PLAIN: Final = {"str": (str, "a text"), "bool": (bool, "True or False")}
"""What is kept as it is given, by how it is declared."""


def check_arguments(function: Callable[..., Any], args: Sequence[Any], named: Mapping[str, Any]) -> None:
    """Refuses arguments that a claim does not take or lacks, and what is no text, or neither true nor false, though it
    is declared to be.

    Raises:
        ClaimError: with the nearest name, with what is missing, or with what the argument must be.
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
    declared = {p.name: p.annotation for p in parameters}
    for name, value in named.items():
        needed = _PLAIN.get(declared[name])
        if name != "id" and needed is not None and not isinstance(value, needed[0]):
            raise ClaimError(f"claim {first}: {name} must be {needed[1]}, not {value!r}")


def check_texts(of: str, **values: Any) -> None:
    """Refuses what is neither a text nor a list of texts, which authors may be.

    Raises:
        ClaimError: with what it is of.
    """
    for name, value in values.items():
        listed = name == "authors" and isinstance(value, list | tuple) and all(isinstance(v, str) for v in value)
        if not isinstance(value, str) and not listed:
            more = " or a list of texts" if name == "authors" else ""
            raise ClaimError(f"{of}: {name} must be a text{more}, not {value!r}")
