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
    from verify.claims.family import Runs
    from verify.claims.instances import holds_at

_ELSEWHERE = {
    **dict.fromkeys(["decided_by", "fails_as", "fails_without"], "changed"),
    "holds_at": "instances",
    "Runs": "family",
}
__all__ = [
    "Claim",
    "ClaimError",
    "Conformance",
    "Paper",
    "Runs",
    "Searched",
    "Sharpness",
    "Step",
    "decided_by",
    "fails_as",
    "fails_without",
    "holds_at",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'verify.claims' has no attribute {name!r}")
    return getattr(import_module(f"verify.claims.{_ELSEWHERE.get(name, 'claim')}"), name)
