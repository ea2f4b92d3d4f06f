"""Krakowski, Mahony, Williamson, Warmuth: Online Learning on Spheres."""

from verify.claims import Paper

PAPER = Paper(
    "spheres",
    title="Online Learning on Spheres",
    authors="K. A. Krakowski, R. E. Mahony, R. C. Williamson, M. K. Warmuth",
    where="Australian National University and NICTA",
)
