"""After (1): that the total loss has a minimum, for outcomes in the range of the transfer function; left open."""

from __future__ import annotations

from proofs.general_additive._increasing import INCREASING
from proofs.general_additive.matching_loss_convex import u
from proofs.general_additive.matching_loss_minimum import READING, minimal
from verify.audit import Claim, exists

INSIDE = Claim(
    "general_additive/matching-loss-minimum-exists",
    at="(1)",
    printed="is a convex function of the weight vector ω and thus, in particular, has one single minimum",
    given=[INCREASING],
    states=exists(u, [minimal(u)]),
    reading=READING + "Read as existence, with outcomes in the range of φ.",
    open_because=(
        "It is true by hand: the loss of a trial grows at least linearly in |⟨ω, x_t⟩ − a_t|, so on the span of the "
        "inputs the sum has bounded sublevel sets and a minimum, and it is constant across the span. What is missing "
        "is that a continuous function on a compact subset of R^n attains its minimum, and orthogonal projection onto "
        "the span of the inputs, for which the language has no terms yet."
    ),
)
