"""Inverse functions."""

from tests.prover.inequalities.books import MITRINOVIC
from tests.prover.inequalities.known import fails, holds

STATEMENTS = (
    holds(
        "shafer", "3*x/(1 + 2*sqrt(1 + x^2)) < atan(x)", "x > 0", "Shafer, Problem E 1867, Amer. Math. Monthly 73 (1966)",
    ),
    fails(
        "shafer-upper-past", "atan(x) < 157/50*x/(1 + 2*sqrt(1 + x^2))", "x > 0", "x=10000",
        "Qi, Zhang, Guo (as above), pi lowered to 3.14", degenerate=True,
    ),
    fails(
        "shafer-past", "301/100*x/(1 + 2*sqrt(1 + x^2)) < atan(x)", "x > 0", "x=1/10",
        "Shafer (as above), 3 raised to 3.01", degenerate=True,
    ),
    fails(
        "shafer-quadratic-past", "8*x/(3 + sqrt(25 + 26*x^2)) < atan(x)", "x > 0", "x=1/10",
        "Zhu (as above); 80/3 is the best constant", degenerate=True,
    ),
    holds(
        "atan-lagrange", "x/(1 + x^2) < atan(x) < x", "x > 0", f"{MITRINOVIC}, 3.4; mean value theorem",
    ),
    holds("atan-lambert", "3*x/(3 + x^2) <= atan(x)", "x >= 0", "Lambert's continued fraction; DLMF 4.25"),
    fails(
        "atan-lambert-past", "29*x/(29 + 9*x^2) <= atan(x)", "x >= 0", "x=1/10",
        "Lambert's continued fraction, with 1/3 lowered to 9/29", degenerate=True,
    ),
    holds(
        "atan-mean-value", "(y - x)/(1 + y^2) < atan(y) - atan(x) < (y - x)/(1 + x^2)", "0 <= x < y",
        f"{MITRINOVIC}, 3.4; mean value theorem", note="meets on the whole line x = y, infinite range",
    ),
    holds(
        "atan-difference", "atan(2*x) - atan(x) > x/sqrt((x^2 + 1)*(4*x^2 + 1))", "x > 0",
        "Amer. Math. Monthly 73 (1966), p. 424, via Bullen; MetiTarski problem set: atan-problem-2-weakestT",
    ),
    fails("atan-tanh-past", "atan(x) <= 157/100*tanh(x)", "x >= 0", "x=10000", "DLMF 4.32.4, pi/2 lowered to 1.57"),
    holds(
        "shafer-fink", "3*x/(2 + sqrt(1 - x^2)) <= asin(x) <= pi*x/(2 + sqrt(1 - x^2))", "0 <= x <= 1",
        "Fink, Two inequalities, Univ. Beograd. Publ. Elektrotehn. Fak. 6 (1995)",
    ),
    fails(
        "shafer-fink-past", "asin(x) <= 157/50*x/(2 + sqrt(1 - x^2))", "0 <= x <= 1", "x=1",
        "Fink (as above), pi lowered to 3.14", degenerate=True,
    ),
    holds(
        "asin-mitrinovic", "6*(sqrt(1 + x) - sqrt(1 - x))/(4 + sqrt(1 + x) + sqrt(1 - x)) <= asin(x)", "0 <= x <= 1",
        f"{MITRINOVIC}, 3.4.31 (Shafer)",
    ),
    holds(
        "zhu-asinh", "3*x/(2 + sqrt(1 + x^2)) < asinh(x)", "x > 0",
        "Zhu, New inequalities of Shafer-Fink type for arc hyperbolic sine, J. Inequal. Appl. 2008",
    ),
)  # fmt: skip
