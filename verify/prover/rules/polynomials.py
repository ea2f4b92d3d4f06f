"""Polynomials and rational functions, decided exactly."""

from __future__ import annotations

from typing import Any

from verify.prover import polynomial as methods
from verify.prover.goal import Goal


def polynomial(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """A polynomial inequality by one of the exact methods: `method`, and its own `data`."""
    methods.check(goal, str(data.get("method")), data.get("data", {}))
    return []
