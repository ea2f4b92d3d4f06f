"""Entropies, divergences and tails of distributions on two points, and of the Poisson law."""

from tests.prover.inequalities.books import BOUCHERON, COVER
from tests.prover.inequalities.known import fails, holds

GIBBS = "Gibbs, Su, On choosing and bounding probability metrics (2002)"
KULLBACK = (
    "Kullback, A lower bound for discrimination information in terms of variation, IEEE Trans. Inf. Theory 13 (1967)"
)
LIN = "Lin, Divergence measures based on the Shannon entropy, IEEE Trans. Inf. Theory 37 (1991)"
OKAMOTO = "Okamoto, Some inequalities relating to the partial sum of binomial probabilities (1958)"
SASON = "Sason, Verdú, f-Divergence inequalities, IEEE Trans. Inf. Theory 62 (2016)"
TOPSOE_JS = "Topsøe, Some inequalities for information divergence, IEEE Trans. Inf. Theory 46 (2000)"
TSYBAKOV = "Tsybakov, Introduction to Nonparametric Estimation, Lemma 2.3"
PQ = "0 < p < 1, 0 < q < 1"
DIVERGENCE = "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q))"
JENSEN_SHANNON = (
    "(p*log(p) + (1 - p)*log(1 - p) + q*log(q) + (1 - q)*log(1 - q))/2"
    " - (p + q)/2*log((p + q)/2) - (1 - (p + q)/2)*log(1 - (p + q)/2)"
)

STATEMENTS = (
    holds("kullback-fourth-order", f"{DIVERGENCE} >= 2*(p - q)^2 + 4/9*(p - q)^4", PQ, KULLBACK, note="touches to fourth order at p = 1/2"),
    fails("kullback-fourth-order-past", f"{DIVERGENCE} >= 2*(p - q)^2 + 3*(p - q)^4", PQ, "p=3/5, q=2/5", f"{KULLBACK}, 4/9 raised to 3", degenerate=True),
    holds("chi-square-log", f"{DIVERGENCE} <= log(1 + (p - q)^2/(q*(1 - q)))", PQ, f"{GIBBS}, Theorem 5"),
    fails("chi-square-log-past", f"{DIVERGENCE} <= log(1 + (p - q)^2/(3*q*(1 - q)))", PQ, "p=9/10, q=1/2", f"{GIBBS}, Theorem 5, with a third of it", degenerate=True),
    holds("reverse-pinsker", f"{DIVERGENCE} <= log(1 + 2*(p - q)^2/min(q, 1 - q))", PQ, SASON),
    fails("reverse-pinsker-past", f"{DIVERGENCE} <= log(1 + (p - q)^2/(2*min(q, 1 - q)))", PQ, "p=9/10, q=1/2", f"{SASON}, 2 lowered to 1/2", degenerate=True),
    holds("le-cam", "1 - sqrt(p*q) - sqrt((1 - p)*(1 - q)) <= abs(p - q) <= sqrt(1 - (sqrt(p*q) + sqrt((1 - p)*(1 - q)))^2)", "0 <= p <= 1, 0 <= q <= 1", f"Le Cam; {TSYBAKOV}"),
    fails("le-cam-past", "abs(p - q) <= sqrt(1 - (sqrt(p*q) + sqrt((1 - p)*(1 - q)))^2)*99/100", "0 <= p <= 1, 0 <= q <= 1", "p=1, q=0", f"Le Cam; {TSYBAKOV}, with a smaller constant", degenerate=True),
    holds("jensen-shannon-lower", f"{JENSEN_SHANNON} >= (p - q)^2/2", PQ, TOPSOE_JS),
    holds("jensen-shannon-upper", f"{JENSEN_SHANNON} <= log(2)*abs(p - q)", PQ, LIN, note="tight at p = q and at opposite corners"),
    fails("jensen-shannon-lower-past", f"{JENSEN_SHANNON} >= 51/100*(p - q)^2", PQ, "p=1/2, q=51/100", f"{TOPSOE_JS}; 1/2 is the best constant", degenerate=True),
    fails("jensen-shannon-upper-past", f"{JENSEN_SHANNON} <= 2/3*abs(p - q)", PQ, "p=999/1000, q=1/1000", f"{LIN}, log(2) lowered to 2/3", degenerate=True),
    holds("entropy-concave", "(-p*log(p) - q*log(q))/2 <= -(p + q)/2*log((p + q)/2)", "p > 0, q > 0", f"{COVER}, Theorem 2.7.3"),
    holds("symmetric-channel", "(p/2 + 1/4)*log((p/2 + 1/4)/(q/2 + 1/4)) + (3/4 - p/2)*log((3/4 - p/2)/(3/4 - q/2))" f" <= ({DIVERGENCE})/4", PQ, "Ahlswede, Gács, Spreading of sets in product spaces (1976); noise 1/4"),
    holds("okamoto-lower", "q*log(q/p) + (1 - q)*log((1 - q)/(1 - p)) >= (p - q)^2/(2*p)", "0 < q <= p, p < 1", OKAMOTO),
    fails("okamoto-lower-past", "q*log(q/p) + (1 - q)*log((1 - q)/(1 - p)) >= (p - q)^2/(2*p)", PQ, "p=1/10, q=1/5", f"{OKAMOTO}, without q <= p", degenerate=True),
    holds("bernstein-two-points", "(p + t)*log((p + t)/p) + (1 - p - t)*log((1 - p - t)/(1 - p)) >= t^2/(2*p + 2*t/3)", "0 < p, 0 < t, p + t < 1", f"{BOUCHERON}, 2.8 (Bernstein)"),
    fails("bernstein-two-points-past", "(p + t)*log((p + t)/p) + (1 - p - t)*log((1 - p - t)/(1 - p)) >= t^2/(p + 2*t/3)", "0 < p, 0 < t, p + t < 1", "p=1/10, t=1/10", f"{BOUCHERON}, 2.8 (Bernstein), without the factor 2", degenerate=True),
    holds("poisson-divergence", "x*log(x/y) - x + y >= 0", "x > 0, y > 0", f"{COVER}, 11.4; Csiszár, Why least squares and maximum entropy? (1991)"),
    holds("poisson-hellinger", "x*log(x/y) - x + y >= (sqrt(x) - sqrt(y))^2", "x > 0, y > 0", f"{GIBBS}; Csiszár (1991)"),
    fails("poisson-hellinger-past", "x*log(x/y) - x + y >= 201/100*(sqrt(x) - sqrt(y))^2", "x > 0, y > 0", "x=1, y=101/100", f"{GIBBS}; 2 is the constant of the limit x -> y", degenerate=True),
    holds("poisson-bernstein", "x*log(x/y) - x + y >= (x - y)^2/(2/3*x + 4/3*y)", "x > 0, y > 0", f"{BOUCHERON}, 2.7 (Bernstein), homogeneous"),
    holds("poisson-chi-square", "x*log(x/y) - x + y <= (x - y)^2/y", "x > 0, y > 0", f"{GIBBS}, Theorem 5"),
    fails("poisson-chi-square-past", "x*log(x/y) - x + y <= (x - y)^2/(2*y)", "x > 0, y > 0", "x=1, y=2", f"{GIBBS}, Theorem 5, with half of it", degenerate=True),
    holds("itakura-saito", "x/y - log(x/y) - 1 >= 0", "x > 0, y > 0", "Itakura, Saito (1968); Cichocki, Amari, Entropy 12 (2010)"),
    holds("normal-divergence", "log(s) + (1 + m^2)/(2*s^2) - 1/2 >= 0", "s > 0, -oo < m < oo", f"{COVER}, 8.6"),
    fails("normal-divergence-past", "log(s) + (1 + m^2)/(2*s^2) - 51/100 >= 0", "s > 0, -oo < m < oo", "s=1, m=0", f"{COVER}, 8.6, 1/2 raised to 0.51"),
    holds("entropy-of-three", "-a*log(a) - b*log(b) - c*log(c) <= log(3)", "a > 0, b > 0, c > 0, a + b + c = 1", f"{COVER}, Theorem 2.6.4"),
    fails("entropy-of-three-past", "-a*log(a) - b*log(b) - c*log(c) <= 109/100", "a > 0, b > 0, c > 0, a + b + c = 1", "a=1/3, b=1/3, c=1/3", f"{COVER}, Theorem 2.6.4, log(3) lowered to 1.09"),
    holds("collision-entropy", "-log(p^2 + (1 - p)^2) <= -p*log(p) - (1 - p)*log(1 - p)", "0 < p < 1", f"Rényi (1961); {COVER}, problem 2.38"),
    holds("bhattacharyya-fano", "min(p, 1 - p) <= (-p*log(p) - (1 - p)*log(1 - p))/(2*log(2))", "0 < p < 1", "Hellman, Raviv, Probability of error, equivocation, and the Chernoff bound, IEEE Trans. Inf. Theory 16 (1970)"),
    fails("bhattacharyya-fano-past", "min(p, 1 - p) <= (-p*log(p) - (1 - p)*log(1 - p))/(21/10*log(2))", "0 < p < 1", "p=1/2", "Hellman, Raviv (as above), 2 raised to 2.1", degenerate=True),
    holds("cosh-remainder", "(exp(t) + exp(-t))/2 <= 1 + t^2/2*cosh(t)", "-oo < t < oo", "DLMF 4.33 (Taylor, with its remainder)"),
    holds("sub-exponential", "exp(-t)/sqrt(1 - 2*t) <= exp(2*t^2)", "abs(t) <= 1/4", "Wainwright, High-Dimensional Statistics, Example 2.8"),
    fails("sub-exponential-past", "exp(-t)/sqrt(1 - 2*t) <= exp(t^2)", "abs(t) <= 1/4", "t=1/5", "Wainwright, Example 2.8, 2 lowered to 1", degenerate=True),
)  # fmt: skip
