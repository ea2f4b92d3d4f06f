"""What a paper claims, as data: the claims with their steps, which there are, where they lie, how they hang together.

A module of claims takes `Paper`, `Claim` and what steps record from here. They are loaded when they are first asked
for: commands that only look up what is known need none of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verify.claims.changed import decided_by, fails_as, fails_without
    from verify.claims.claim import Claim, ClaimError, Conformance, Paper, Searched, Sharpness, Step

_CHANGED = ["decided_by", "fails_as", "fails_without"]
__all__ = [
    "Claim",
    "ClaimError",
    "Conformance",
    "Paper",
    "Searched",
    "Sharpness",
    "Step",
    "decided_by",
    "fails_as",
    "fails_without",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'verify.claims' has no attribute {name!r}")
    return getattr(import_module(f"verify.claims.{'changed' if name in _CHANGED else 'claim'}"), name)
