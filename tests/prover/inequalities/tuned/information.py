"""Entropies, divergences, tails."""

from tests.prover.inequalities.books import BOUCHERON, COVER
from tests.prover.inequalities.known import fails, holds

STATEMENTS = (
    holds(
        "pinsker", "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= 2*(p - q)^2", "0 < p < 1, 0 < q < 1",
        f"{COVER}, Lemma 11.6.1",
    ),
    fails(
        "pinsker-past", "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= 201/100*(p - q)^2", "0 < p < 1, 0 < q < 1",
        "p=1/2, q=51/100", f"{COVER}, Lemma 11.6.1; 2 is the best constant", degenerate=True,
    ),
    holds("gibbs", "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= 0", "0 < p < 1, 0 < q < 1", f"{COVER}, Theorem 2.6.3"),
    holds(
        "chi-square", "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) <= (p - q)^2/(q*(1 - q))", "0 < p < 1, 0 < q < 1",
        "Gibbs, Su, On choosing and bounding probability metrics (2002)",
    ),
    fails(
        "half-chi-square", "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) <= (p - q)^2/(2*q*(1 - q))",
        "0 < p < 1, 0 < q < 1", "p=9/10, q=1/2", "Gibbs, Su (as above): 1/2 is only the constant of the limit p -> q",
        degenerate=True,
    ),
    fails(
        "relative-entropy-triangle",
        "p*log(p/r) + (1 - p)*log((1 - p)/(1 - r)) <= p*log(p/q) + (1 - p)*log((1 - p)/(1 - q))"
        " + q*log(q/r) + (1 - q)*log((1 - q)/(1 - r))",
        "0 < p < 1, 0 < q < 1, 0 < r < 1", "p=1/2, q=1/4, r=1/10",
        f"{COVER}, 2.3: the relative entropy does not satisfy the triangle inequality", degenerate=True,
    ),
    holds("binary-entropy", "-p*log(p) - (1 - p)*log(1 - p) <= log(2)", "0 < p < 1", f"{COVER}, 2.1", note="touch at 1/2"),
    holds(
        "entropy-lower", "4*p*(1 - p) <= (-p*log(p) - (1 - p)*log(1 - p))/log(2)", "0 < p < 1",
        "Topsøe, Bounds for entropy and divergence for distributions over a two-element set, JIPAM 2 (2001)",
    ),
    fails(
        "entropy-lower-past", "(4*p*(1 - p))^(9/10) <= (-p*log(p) - (1 - p)*log(1 - p))/log(2)", "0 < p < 1",
        "p=1/10^12", "Topsøe (JIPAM 2001); 1 is the best exponent", degenerate=True,
    ),
    fails(
        "entropy-upper-past", "(-p*log(p) - (1 - p)*log(1 - p))/log(2) <= (4*p*(1 - p))^(73/100)", "0 < p < 1", "p=2/5",
        "Topsøe (JIPAM 2001); 1/log(4) = 0.7213... is the best exponent", degenerate=True,
    ),
    holds("entropy-term", "-x*log(x) <= 1/E", "x > 0", f"{COVER}, 2.1", note="the sides touch at 1/E"),
    fails("entropy-term-past", "-x*log(x) <= 0.3678", "x > 0", "x=7/19", "1/E = 0.36787... lowered to 0.3678"),
    holds(
        "log-sum", "a*log(a/c) + b*log(b/d) >= (a + b)*log((a + b)/(c + d))", "a > 0, b > 0, c > 0, d > 0",
        f"{COVER}, Theorem 2.7.1",
    ),
    fails(
        "hoeffding-lemma-past", "p*exp(t*(1 - p)) + (1 - p)*exp(-t*p) <= exp(t^2/9)", "0 <= p <= 1, -oo < t < oo",
        "p=1/2, t=1", "Hoeffding (as above); 1/8 is the best constant", degenerate=True,
    ),
    holds("bennett-bernstein", "(1 + u)*log(1 + u) - u >= u^2/(2 + 2*u/3)", "u >= 0", f"{BOUCHERON}, 2.7"),
    fails(
        "bennett-bernstein-past", "(1 + u)*log(1 + u) - u >= u^2/(2 + 3*u/5)", "u >= 0", "u=1/10",
        f"{BOUCHERON}, 2.7; 2/3 is the best constant", degenerate=True,
    ),
    holds("sub-gamma", "-log(1 - x) - x <= x^2/(2*(1 - x))", "0 <= x < 1", f"{BOUCHERON}, 2.4"),
    fails("sub-gamma-past", "-log(1 - x) - x <= x^2/(2 - x)", "0 <= x < 1", "x=9/10", f"{BOUCHERON}, 2.4, 2 lowered to 1", degenerate=True),
    holds(
        "chernoff-upper", "exp(d)/(1 + d)^(1 + d) <= exp(-d^2/3)", "0 <= d <= 1",
        "Mitzenmacher, Upfal, Probability and Computing, Theorem 4.4",
    ),
    fails(
        "chernoff-upper-past", "exp(d)/(1 + d)^(1 + d) <= exp(-d^2/3)", "0 <= d <= 2", "d=2",
        "Mitzenmacher, Upfal, Theorem 4.4, on a longer interval", degenerate=True,
    ),
    holds("chernoff-all", "exp(d)/(1 + d)^(1 + d) <= exp(-d^2/(2 + d))", "d >= 0", "Mitzenmacher, Upfal, Theorem 4.4 (corollary)"),
    holds("chernoff-lower", "exp(-d)/(1 - d)^(1 - d) <= exp(-d^2/2)", "0 < d < 1", "Mitzenmacher, Upfal, Theorem 4.5"),
)  # fmt: skip
