"""Krakowski, Mahony, Williamson and co-authors: a geometric view of non-linear on-line stochastic gradient descent."""

from verify.claims import Paper

PAPER = Paper(
    "geometric_view",
    title="A geometric view of non-linear on-line stochastic gradient descent",
    authors="K. A. Krakowski, R. E. Mahony, R. C. Williamson and co-authors",
    where="manuscript",
)
