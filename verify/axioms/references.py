"""The books that the axioms are cited from."""

RUDIN = "W. Rudin, Principles of Mathematical Analysis, 3rd ed., McGraw-Hill 1976"
DO_CARMO = "M. P. do Carmo, Riemannian Geometry, Birkhäuser 1992"
LEE = "J. M. Lee, Introduction to Riemannian Manifolds, 2nd ed., Springer 2018"
CHEEGER_EBIN = "J. Cheeger, D. G. Ebin, Comparison Theorems in Riemannian Geometry, North-Holland 1975"
BHATIA = "R. Bhatia, Matrix Analysis, Springer 1997"
HORN_JOHNSON = "R. A. Horn, C. R. Johnson, Matrix Analysis, 2nd ed., Cambridge 2013"
