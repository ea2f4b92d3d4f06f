"""Kivinen, Warmuth: Relative Loss Bounds for Multidimensional Regression Problems."""

from verify.claims import Paper

PAPER = Paper(
    "general_additive",
    title="Relative Loss Bounds for Multidimensional Regression Problems",
    authors="J. Kivinen, M. K. Warmuth",
    where="Machine Learning 45 (2001) 301–329",
)
