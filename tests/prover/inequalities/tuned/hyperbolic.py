"""Hyperbolic functions."""

from tests.prover.inequalities.books import BOUCHERON, KLEN, MITRINOVIC
from tests.prover.inequalities.known import fails, holds

STATEMENTS = (
    holds("lazarevic", "cosh(x) < (sinh(x)/x)^3", "x > 0", f"Lazarević; DLMF 4.32.1; {MITRINOVIC}, 3.6.9"),
    fails(
        "lazarevic-past", "cosh(x) < (sinh(x)/x)^(29/10)", "x > 0", "x=1/10",
        f"{MITRINOVIC}, 3.6.9; 3 is the best exponent", degenerate=True,
    ),
    holds("sine-cosine-tanh", "sin(x)*cos(x) < tanh(x)", "x > 0", "DLMF 4.32.2"),
    fails(
        "sine-cosine-tanh-past", "sin(x)*cos(x) < tanh(x) - x^3/2", "x > 0", "x=1",
        "DLMF 4.32.2, with a cubic term past the Taylor coefficient 1/3", degenerate=True,
    ),
    holds("cosh-gauss", "cosh(x) <= exp(x^2/2)", "-oo < x < oo", f"{BOUCHERON}, 2.3 (Rademacher variables)"),
    fails(
        "cosh-gauss-past", "cosh(x) <= exp(49/100*x^2)", "-oo < x < oo", "x=1/10",
        f"{BOUCHERON}, 2.3; 1/2 is the best constant", degenerate=True,
    ),
    holds("cusa-hyperbolic", "sinh(x)/x < (2 + cosh(x))/3", "x > 0", "Neuman, Sándor, Math. Inequal. Appl. 13 (2010)"),
    holds("wilker-hyperbolic", "(sinh(x)/x)^2 + tanh(x)/x > 2", "x > 0", "Zhu, On Wilker-type inequalities, Math. Inequal. Appl. 10 (2007)"),
    holds("huygens-hyperbolic", "2*sinh(x)/x + tanh(x)/x > 3", "x > 0", "Neuman, Sándor, Math. Inequal. Appl. 13 (2010)"),
    holds("sinc-times-sinhc", "sin(x)/x <= x/sinh(x)", "0 < x <= pi/2", KLEN),
    holds(
        "lambert-tanh", "3*x/(3 + x^2) <= tanh(x) <= x*(15 + x^2)/(15 + 6*x^2)", "x >= 0",
        "Lambert's continued fraction; DLMF 4.39",
    ),
    fails(
        "lambert-tanh-past", "tanh(x) <= x*(15 + x^2)/(15 + 61/10*x^2)", "x >= 0", "x=1/10",
        "Lambert's continued fraction, 6 raised to 6.1", degenerate=True,
    ),
    fails(
        "heinz-heron-past", "cosh(s*x) <= 1 - s^3 + s^3*cosh(x)", "0 <= s <= 1, -oo < x < oo", "s=1/2, x=1/10",
        "Bhatia (as above); the exponent 2 is the best", degenerate=True,
    ),
)  # fmt: skip
