"""Exponentials, logarithms and powers."""

from tests.prover.inequalities.books import CIRTOAJE, MITRINOVIC, TOPSOE
from tests.prover.inequalities.known import fails, holds

STATEMENTS = (
    holds("log-napkin", "x/(1 + x) <= log(1 + x) <= x", "x > -1", "DLMF 4.5.1"),
    holds("log-minus", "x < -log(1 - x) < x/(1 - x)", "0 < x < 1", "DLMF 4.5.2"),
    holds("log-three-halves", "abs(log(1 - x)) < 3*x/2", "0 < x <= 0.5828", "DLMF 4.5.3", note="tight at both ends"),
    fails("log-three-halves-past", "abs(log(1 - x)) < 3*x/2", "0 < x <= 0.583", "x=583/1000", "DLMF 4.5.3, range past 0.5828"),
    holds("exp-inverse", "exp(-x/(1 - x)) < 1 - x < exp(-x)", "0 < x < 1", "DLMF 4.5.7"),
    holds("exp-convex", "x/(1 + x) <= 1 - exp(-x) <= x", "x > -1", "DLMF 4.5.10"),
    holds(
        "exp-two-sided", "exp(x*y/(x + y)) < (1 + x/y)^y < exp(x)", "x > 0, y > 0", "DLMF 4.5.13",
        note="tight at x = 0 and at y = oo",
    ),
    holds("exp-half", "exp(-x) < 1 - x/2", "0 < x <= 1.5936", "DLMF 4.5.14"),
    fails("exp-half-past", "exp(-x) < 1 - x/2", "0 < x <= 1.6", "x=8/5", "DLMF 4.5.14, range past 1.5936", degenerate=True),
    holds("exp-line", "exp(x) >= E*x", "-oo < x < oo", f"{MITRINOVIC}, 3.6", note="the sides touch at x = 1"),
    fails("exp-line-past", "exp(x) >= 2.7183*x", "-oo < x < oo", "x=1", f"{MITRINOVIC}, 3.6, E raised to 2.7183"),
    holds("exp-against-power", "E^x >= x^E", "x > 0", f"{MITRINOVIC}, 3.6; e^pi > pi^e", note="the sides touch at x = E"),
    fails("exp-against-cube", "3^x >= x^3", "x > 0", "x=14/5", f"{MITRINOVIC}, 3.6, E replaced by 3", degenerate=True),
    holds("taylor-exp", "exp(x) >= 1 + x + x^2/2 + x^3/6", "-oo < x < oo", f"{MITRINOVIC}, 3.6 (Taylor)"),
    fails(
        "taylor-exp-even", "exp(x) >= 1 + x + x^2/2", "-oo < x < oo", "x=-1",
        f"{MITRINOVIC}, 3.6 (Taylor): true for x >= 0 only", degenerate=True,
    ),
    holds("pade-exp-1", "exp(x) <= (2 + x)/(2 - x)", "0 <= x < 2", "Padé; Baker, Graves-Morris, Padé Approximants, 1.2"),
    holds(
        "pade-exp-2", "exp(x) >= (12 + 6*x + x^2)/(12 - 6*x + x^2)", "x >= 0",
        "Padé; Baker, Graves-Morris, Padé Approximants, 1.2", note="the sides agree to fourth order at 0",
    ),
    fails(
        "pade-exp-2-everywhere", "exp(x) >= (12 + 6*x + x^2)/(12 - 6*x + x^2)", "-oo < x < oo", "x=-1",
        "Padé; Baker, Graves-Morris, Padé Approximants, 1.2, without x >= 0", degenerate=True,
    ),
    holds("log-pade-1", "2*x/(2 + x) <= log(1 + x) <= x*(6 + x)/(6 + 4*x)", "x >= 0", TOPSOE),
    fails("log-pade-1-everywhere", "2*x/(2 + x) <= log(1 + x)", "x > -1", "x=-1/2", f"{TOPSOE}, without x >= 0", degenerate=True),
    holds("log-pade-2", "3*x*(2 + x)/(6 + 6*x + x^2) <= log(1 + x)", "x >= 0", TOPSOE),
    holds("log-root", "log(1 + x) <= x/sqrt(1 + x)", "x >= 0", f"Karamata; {MITRINOVIC}, 3.6.15"),
    fails(
        "log-root-past", "log(1 + x) <= x/(1 + x)^(51/100)", "x >= 0", "x=1/10",
        f"Karamata; {MITRINOVIC}, 3.6.15; 1/2 is the best exponent", degenerate=True,
    ),
    holds("euler-number", "(1 + 1/x)^x < E < (1 + 1/x)^(x + 1/2)", "x > 0", "Pólya, Szegő, Problems and Theorems in Analysis, I.168"),
    fails(
        "euler-number-past", "(1 + 1/x)^(x + 49/100) > E", "x > 0", "x=100",
        "Pólya, Szegő, I.168; 1/2 is the best constant", degenerate=True,
    ),
    holds("self-power", "x^x >= exp(-1/E)", "x > 0", "Euler; the minimum of x^x", note="the sides touch at 1/E"),
    fails("self-power-past", "x^x >= 0.6923", "x > 0", "x=7/19", "Euler; the minimum is exp(-1/E) = 0.69220..."),
    holds("self-root", "x^(1/x) <= exp(1/E)", "x > 0", "Steiner, J. reine angew. Math. 40 (1850)", note="touch at E"),
    fails(
        "cirtoaje-powers-past", "x^(19/10*(1 - x)) + (1 - x)^(19/10*x) <= 1", "0 < x < 1", "x=1/2",
        f"{CIRTOAJE}, exponent 2 lowered to 1.9", degenerate=True,
    ),
    holds("power-mean-powers", "((x + y)/2)^(x + y) <= x^x*y^y", "x > 0, y > 0", f"{MITRINOVIC}, 3.6; convexity of x*log(x)"),
    holds("napier", "1/y < (log(y) - log(x))/(y - x) < 1/x", "0 < x < y", "Napier's inequality; Nelsen, Proofs without Words"),
    holds("bernoulli-cubic", "(1 + x)^3 >= 1 + 3*x", "x >= -3", f"{MITRINOVIC}, 2.4 (Bernoulli, extended range)"),
    fails("bernoulli-cubic-past", "(1 + x)^3 >= 1 + 3*x", "x >= -3.01", "x=-301/100", f"{MITRINOVIC}, 2.4, past the end of the range"),
    holds("bernoulli", "(1 + x)^r >= 1 + r*x", "x > -1, r >= 1", f"{MITRINOVIC}, 2.4 (Bernoulli)"),
    fails("bernoulli-past", "(1 + x)^r >= 1 + r*x", "x > -1, r >= 9/10", "x=1, r=9/10", f"{MITRINOVIC}, 2.4, with r below 1", degenerate=True),
    holds("young", "x*y <= x^3/3 + 2*y^(3/2)/3", "x >= 0, y >= 0", f"{MITRINOVIC}, 2.7 (Young, p = 3)"),
    fails("young-past", "x*y <= x^3/3 + 13/20*y^(3/2)", "x >= 0, y >= 0", "x=1, y=1", f"{MITRINOVIC}, 2.7 (Young), 2/3 lowered"),
)  # fmt: skip
