"""What a paper claims, as data: the claims with their steps, which there are, where they lie, how they hang together.

A module of claims takes `Paper`, `Claim` and what steps record from here. They are loaded when they are first asked
for: commands that only look up what is known need none of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verify.claims.changed import decided_by, fails_as, fails_without
    from verify.claims.claim import Claim
    from verify.claims.family import Runs
    from verify.claims.instances import holds_at
    from verify.claims.paper import Paper
    from verify.claims.registry import ClaimError
    from verify.claims.steps import Conformance, Searched, Sharpness, Step

_ELSEWHERE = {
    **dict.fromkeys(["decided_by", "fails_as", "fails_without"], "changed"),
    **dict.fromkeys(["Conformance", "Searched", "Sharpness", "Step"], "steps"),
    "ClaimError": "registry",
    "Paper": "paper",
    "Runs": "family",
    "holds_at": "instances",
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
