"""Tsuda, Rätsch and Warmuth: Matrix Exponential Gradient Updates."""

from verify.audit import Paper

PAPER = Paper(
    "matrix_eg",
    title="Matrix Exponential Gradient Updates for On-line Learning and Bregman Projection",
    authors=["K. Tsuda", "G. Rätsch", "M. K. Warmuth"],
    where="Advances in Neural Information Processing Systems 17 (2004)",
)

LOST = "Signs and symbols that the text has lost are put back. "
"""A sentence for readings: the text at hand has lost most Greek letters, and relation and minus signs."""
