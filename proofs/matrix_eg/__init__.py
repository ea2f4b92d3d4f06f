"""Tsuda, Rätsch and Warmuth: Matrix Exponential Gradient Updates."""

from collections.abc import Sequence

from verify.claims import Paper
from verify.terms import Formula

PAPER = Paper(
    "matrix_eg",
    title="Matrix Exponential Gradient Updates for On-line Learning and Bregman Projection",
    authors=["K. Tsuda", "G. Rätsch", "M. K. Warmuth"],
    where="Advances in Neural Information Processing Systems 17 (2004)",
)

LOST = "Signs and symbols that the text has lost are put back. "
"""A sentence for readings: the text at hand has lost most Greek letters, and relation and minus signs."""

FRAME = "it is part of what the symbols mean, as the spectral theorem gives them; the argument does without this part"


def frame(given: Sequence[Formula], *positions: int) -> dict[Formula, str]:
    """The hypotheses at these positions, as those that are stated for what they define and not for the proof."""
    return {given[position]: FRAME for position in positions}
