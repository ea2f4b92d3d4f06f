"""What the prover did not decide, or not well within its default budget, when it was tuned on the others."""

from tests.prover.inequalities.books import BOTTEMA, CHEN_CHEUNG, CIRTOAJE, COVER, HLP, MITRINOVIC
from tests.prover.inequalities.known import holds

STATEMENTS = (
    holds(
        "cusa-huygens-zhu", "sin(x)/x - (2 + cos(x))/3 < -x^4/180*(sin(x)/x)^(2/7)", "0 < x < pi/2",
        "Zhu; quoted in New Inequalities and Approximations of Cusa-Huygens Type, Axioms 14 (2025) 920, Theorem 1",
        note="the sides agree to eighth order at 0",
    ),
    holds(
        "cusa-exponent", "sin(x)/x > ((2 + cos(x))/3)^(log(pi/2)/log(3/2))", "0 < x < pi/2",
        f"{CHEN_CHEUNG}, Theorem 1", note="tight at both ends",
    ),
    holds(
        "becker-stark-exponent", "(pi^2/(pi^2 - 4*x^2))^(pi^2/12) < tan(x)/x", "0 < x < pi/2",
        f"{CHEN_CHEUNG}, Theorem 2",
    ),
    holds(
        "tan-sin-sin-tan", "tan(sin(x)) > sin(tan(x))", "0 < x < pi/2",
        "International Mathematics Competition 2006: compare tan(sin x) and sin(tan x)",
        note="the gap is x^7/30 at 0, and sin(tan(x)) oscillates without end towards pi/2",
    ),
    holds(
        "mitrinovic-3-4-3-repaired", "sin(1/(x - 1)) - 2*sin(1/x) + sin(1/(x + 1)) > 0", "x > 1.475263653",
        "MetiTarski problem set: sin-problem-10",
    ),
    holds("atan-tanh", "atan(x) <= pi/2*tanh(x)", "x >= 0", "DLMF 4.32.4"),
    holds(
        "carlson-acos", "6*sqrt(1 - x)/(2*sqrt(2) + sqrt(1 + x)) < acos(x) < cbrt(4)*sqrt(1 - x)/(1 + x)^(1/6)",
        "0 <= x < 1", f"Carlson, Inequalities for a symmetric elliptic integral, Proc. AMS 25 (1970); {MITRINOVIC}, 3.4",
    ),
    holds(
        "cosh-difference", "abs(cosh(x) - cosh(y)) >= abs(x - y)*sqrt(sinh(x)*sinh(y))", "x > 0, y > 0", "DLMF 4.32.3",
        note="equality on the whole diagonal, infinite range",
    ),
    holds("log-power", "log(x) <= a*(x^(1/a) - 1)", "a > 0, x > 0", "DLMF 4.5.5"),
    holds(
        "karamata", "log(x)/(x - 1) <= (1 + cbrt(x))/(x + cbrt(x))", "x > 1", f"Karamata; {MITRINOVIC}, 3.6.16",
        note="the sides agree to fourth order at 1",
    ),
    holds(
        "euler-number-error", "E/(2*x + 2) < E - (1 + 1/x)^x < E/(2*x + 1)", "x >= 1",
        "Pólya, Szegő, Problems and Theorems in Analysis, I.170",
    ),
    holds("power-sum", "x^y + y^x > 1", "x > 0, y > 0", f"{MITRINOVIC}, 3.6", note="tight along the axes"),
    holds(
        "cirtoaje-powers", "x^(2*(1 - x)) + (1 - x)^(2*x) <= 1", "0 < x < 1", CIRTOAJE,
        note="equality at 1/2, tight at both ends",
    ),
    holds(
        "laub-ilani", "x^x + y^y >= x^y + y^x", "0 < x <= 1, 0 < y <= 1", "Laub, Ilani, E 3116, Amer. Math. Monthly 97 (1990)",
    ),
    holds(
        "young-exponential", "x*y <= exp(x) + y*log(y) - y", "-oo < x < oo, y > 0", f"{HLP}, 4.8 (Young, e^x - 1)",
        note="equality on the curve y = exp(x)",
    ),
    holds("log-sum-exp", "max(x, y) <= log(exp(x) + exp(y)) <= max(x, y) + log(2)", "-oo < x < oo, -oo < y < oo", "Boyd, Vandenberghe, Convex Optimization, 3.1.5"),
    holds(
        "bretagnolle-huber", "(p - q)^2 <= 1 - exp(-(p*log(p/q) + (1 - p)*log((1 - p)/(1 - q))))",
        "0 < p < 1, 0 < q < 1", "Bretagnolle, Huber, Estimation des densités: risque minimax (1979)",
    ),
    holds(
        "hellinger", "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= 2*(1 - sqrt(p*q) - sqrt((1 - p)*(1 - q)))",
        "0 < p < 1, 0 < q < 1", "Tsybakov, Introduction to Nonparametric Estimation, Lemma 2.4",
    ),
    holds(
        "entropy-upper", "(-p*log(p) - (1 - p)*log(1 - p))/log(2) <= (4*p*(1 - p))^(1/log(4))", "0 < p < 1",
        "Topsøe (JIPAM 2001)", note="equality at 1/2, tight at both ends",
    ),
    holds("entropy-root", "(-p*log(p) - (1 - p)*log(1 - p))/log(2) <= 2*sqrt(p*(1 - p))", "0 < p < 1", f"Lin, Divergence measures (1991); {COVER}"),
    holds(
        "hoeffding-lemma", "p*exp(t*(1 - p)) + (1 - p)*exp(-t*p) <= exp(t^2/8)", "0 <= p <= 1, -oo < t < oo",
        "Hoeffding, Probability inequalities for sums of bounded random variables, JASA 58 (1963), (4.16)",
    ),
    holds(
        "kearns-saul", "p*exp(t*(1 - p)) + (1 - p)*exp(-t*p) <= exp((1 - 2*p)/(4*log((1 - p)/p))*t^2)",
        "0 < p < 1/2, -oo < t < oo", "Kearns, Saul, Large deviation methods for approximate probabilistic inference (1998)",
        note="equality on t = 0 and on the curve t = 2*log((1 - p)/p)",
    ),
    holds(
        "lin-log-mean", "(t - 1)/log(t) < ((1 + cbrt(t))/2)^3", "t > 1",
        "Lin, The power mean and the logarithmic mean, Amer. Math. Monthly 81 (1974)", note="order 4 at 1",
    ),
    holds(
        "polya-log-mean", "(t - 1)/log(t) < (2*sqrt(t) + (1 + t)/2)/3", "t > 1",
        "Pólya, Szegő, Isoperimetric Inequalities in Mathematical Physics (1951); Carlson (1972)",
    ),
    holds(
        "identric-mean", "(t - 1)/log(t) < t^(t/(t - 1))/E < (1 + t)/2", "t > 1",
        "Stolarsky, Generalizations of the logarithmic mean, Math. Mag. 48 (1975)",
    ),
    holds(
        "sandor-identric", "(1 + t + sqrt(t))/3 < t^(t/(t - 1))/E", "t > 1",
        "Sándor, A note on some inequalities for means, Arch. Math. 56 (1991)",
    ),
    holds(
        "heinz-mean", "sqrt(a*b) <= (a^v*b^(1 - v) + a^(1 - v)*b^v)/2 <= (a + b)/2", "a > 0, b > 0, 0 <= v <= 1",
        "Bhatia, Matrix Analysis; Heinz (1951)",
    ),
    holds(
        "kittaneh-manasrah", "t*a + (1 - t)*b - a^t*b^(1 - t) >= min(t, 1 - t)*(sqrt(a) - sqrt(b))^2",
        "a > 0, b > 0, 0 <= t <= 1",
        "Kittaneh, Manasrah, Improved Young and Heinz inequalities for matrices, J. Math. Anal. Appl. 361 (2010)",
        note="equality on a = b and on t = 0, 1/2, 1",
    ),
    holds(
        "ky-fan-3", "cbrt(x*y*z)/cbrt((1 - x)*(1 - y)*(1 - z)) <= (x + y + z)/(3 - x - y - z)",
        "0 < x <= 1/2, 0 < y <= 1/2, 0 < z <= 1/2", "Ky Fan; Beckenbach, Bellman, Inequalities (1961), 1.4",
    ),
    holds(
        "imo-1971", "(a - b)*(a - c)*(a - d)*(a - e) + (b - a)*(b - c)*(b - d)*(b - e)"
        " + (c - a)*(c - b)*(c - d)*(c - e) + (d - a)*(d - b)*(d - c)*(d - e) + (e - a)*(e - b)*(e - c)*(e - d) >= 0",
        "-oo < a < oo, -oo < b < oo, -oo < c < oo, -oo < d < oo, -oo < e < oo",
        "IMO 1971, Problem 1, n = 5; Lax, Lax, On sums of squares, LAA 20 (1978)", note="not a sum of squares",
    ),
    holds(
        "horn", "(a + b + c + d + e)^2 >= 4*(a*b + b*c + c*d + d*e + e*a)",
        "a >= 0, b >= 0, c >= 0, d >= 0, e >= 0", "Horn; Hall, Newman, Copositive and completely positive forms (1963)",
    ),
    holds(
        "hlawka", "abs(x + y) + abs(y + z) + abs(z + x) <= abs(x) + abs(y) + abs(z) + abs(x + y + z)",
        "-oo < x < oo, -oo < y < oo, -oo < z < oo", "Hlawka; Hornich, Math. Z. 48 (1942)",
    ),
    holds(
        "hadwiger-finsler", "a^2 + b^2 + c^2 - (a - b)^2 - (b - c)^2 - (c - a)^2"
        " >= sqrt(3)*sqrt((a + b + c)*(b + c - a)*(c + a - b)*(a + b - c))",
        "a > 0, b > 0, c > 0, a <= b + c, b <= c + a, c <= a + b", f"Hadwiger, Finsler (1937); {BOTTEMA}, 4.7",
    ),
    holds(
        "imo-1983", "a^2*b*(a - b) + b^2*c*(b - c) + c^2*a*(c - a) >= 0",
        "a > 0, b > 0, c > 0, a < b + c, b < c + a, c < a + b", "IMO 1983, Problem 6",
    ),
    holds(
        "imo-2001", "a/sqrt(a^2 + 8*b*c) + b/sqrt(b^2 + 8*c*a) + c/sqrt(c^2 + 8*a*b) >= 1", "a > 0, b > 0, c > 0",
        "IMO 2001, Problem 2",
    ),
    holds(
        "imo-2006",
        "abs(a*b*(a^2 - b^2) + b*c*(b^2 - c^2) + c*a*(c^2 - a^2)) <= 9*sqrt(2)/32*(a^2 + b^2 + c^2)^2",
        "-oo < a < oo, -oo < b < oo, -oo < c < oo", "IMO 2006, Problem 3",
    ),
    holds(
        "triangle-cosines", "1 < cos(A) + cos(B) - cos(A + B) <= 3/2", "0 < A, 0 < B, A + B < pi",
        f"{BOTTEMA}, 2.16", note="equality for the equilateral triangle, tight for the degenerate ones",
    ),
    holds(
        "sine-quotient-lower", "(y - y^3/6)/(x - x^3/6) < sin(y)/sin(x)", "0 < x < y, y < sqrt(6)",
        f"{MITRINOVIC}, 3.4.25; MetiTarski problem set: sin-3425a",
    ),
    holds(
        "shafer-upper", "atan(x) < pi*x/(1 + 2*sqrt(1 + x^2))", "x > 0",
        "Qi, Zhang, Guo, Sharpening and generalizations of Shafer's inequality for the arc tangent (2009)",
    ),
    holds(
        "shafer-quadratic", "8*x/(3 + sqrt(25 + 80/3*x^2)) < atan(x) < 8*x/(3 + sqrt(25 + 256/pi^2*x^2))", "x > 0",
        "Shafer 1977; Zhu, On a quadratic estimate of Shafer, J. Math. Inequal. 2 (2008)",
        note="the lower bound is off by 64/4725*x^7 at 0; the upper one is tight at 0 and at infinity",
    ),
    holds(
        "asin-bounds-compared",
        "3*x/(2 + sqrt(1 - x^2)) < 6*(sqrt(1 + x) - sqrt(1 - x))/(4 + sqrt(1 + x) + sqrt(1 - x))", "0 < x <= 1",
        "MetiTarski problem set: sqrt-problem-12; Zhu, New inequalities of Shafer-Fink type (2008)",
    ),
    holds(
        "heinz-heron", "cosh(s*x) <= 1 - s^2 + s^2*cosh(x)", "0 <= s <= 1, -oo < x < oo",
        "Bhatia, Interpolating the arithmetic-geometric mean inequality and its operator version, LAA 413 (2006)",
        note="Heinz means below Heron means of parameter s^2, with x = log(a/b)",
    ),
)  # fmt: skip
