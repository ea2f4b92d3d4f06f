"""The rules that a certificate is made of.

A rule reduces a goal to other goals: `reduce(goal, data, arithmetic)` returns what is left to be proved, or raises
Rejected. Whatever meets all that is left meets the goal; that is the soundness statement in each rule's docstring. Data
is what the search found and a rule could not find by itself; it is never believed, only checked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verify.prover.goal import Goal
from verify.prover.rules import (
    abstraction,
    alternatives,
    boxes,
    calculus,
    coordinates,
    factors,
    infinity,
    plain,
    polynomials,
)

Rule = Callable[[Goal, dict[str, Any], Any], list[Goal]]

RULES: dict[str, Rule] = {
    "obvious": plain.obvious,
    "constant": plain.constant,
    "contradiction": plain.contradiction,
    "boxes": boxes.boxes,
    "beyond": infinity.beyond,
    "polynomial": polynomials.polynomial,
    "product": factors.product,
    "sum": factors.weighted_sum,
    "rewrite": factors.rewrite,
    "surd": factors.surd,
    "split": alternatives.split,
    "unfold": alternatives.unfold,
    "order": alternatives.order,
    "substitute": coordinates.substitute,
    "monotone": calculus.monotone,
    "concave": calculus.concave,
    "abstract": abstraction.abstract,
    "logs": abstraction.logs,
    "complement": abstraction.complement,
    "half angle": abstraction.half_angle,
}
