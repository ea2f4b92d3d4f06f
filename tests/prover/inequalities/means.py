"""Means of two and three numbers, and inequalities with powers."""

from tests.prover.inequalities.books import BULLEN, HLP, MITRINOVIC
from tests.prover.inequalities.known import fails, holds

ALZER = "Alzer, Ungleichungen für Mittelwerte, Arch. Math. 47 (1986)"
CARTWRIGHT = "Cartwright, Field, A refinement of the arithmetic mean-geometric mean inequality, Proc. AMS 71 (1978)"
LEACH = "Leach, Sholander, Extended mean values II, J. Math. Anal. Appl. 92 (1983)"
MEAN_M = "Neuman, Sándor, On the Schwab-Borchardt mean, Math. Pannon. 14 (2003)"
SEIFFERT = "Seiffert, Problem 887, Nieuw Arch. Wisk. 11 (1993); Sándor, On certain inequalities for means III, Arch. Math. 76 (2001)"
SEIFFERT_2 = "Seiffert, Aufgabe β 16, Die Wurzel 29 (1995)"
CIRTOAJE_3 = "Matejíčka, Solution of one conjecture on inequalities with power-exponential functions, JIPAM 10 (2009)"

STATEMENTS = (
    holds("leach-sholander", "(t - 1)/log(t) > cbrt(t*(1 + t)/2)", "t > 1", LEACH, note="order 4 at 1"),
    fails("leach-sholander-past", "(t - 1)/log(t) > t^(3/10)*((1 + t)/2)^(4/10)", "t > 1", "t=2", f"{LEACH}; 1/3 is the best exponent", degenerate=True),
    holds("alzer-log-identric", "t^(1/4)*t^(t/(2*(t - 1)))/sqrt(E) < (t - 1)/log(t)", "t > 1", f"{ALZER}: G*I < L^2"),
    holds("alzer-sum", "(t - 1)/log(t) + t^(t/(t - 1))/E < (1 + t)/2 + sqrt(t)", "t > 1", f"{ALZER}: L + I < A + G"),
    holds("heronian", "(t - 1)/log(t) < (1 + t + sqrt(t))/3 < (1 + t)/2", "t > 1", f"{BULLEN}, VI.2"),
    holds("heronian-power-mean", "(1 + t + sqrt(t))/3 <= ((1 + t^(2/3))/2)^(3/2)", "t >= 1", "Alzer, Janous, Solution of Problem 8*, Crux Math. 13 (1987)"),
    fails("heronian-power-mean-past", "(1 + t + sqrt(t))/3 <= ((1 + t^(3/5))/2)^(5/3)", "t >= 1", "t=2", "Alzer, Janous (as above); 2/3 is the best exponent", degenerate=True),
    holds("log-mean-heronian", "(y - x)/(log(y) - log(x)) < (x + y + sqrt(x*y))/3", "0 < x < y", f"{BULLEN}, VI.2"),
    holds("log-mean-identric", "(t - 1)/log(t) < t^(t/(t - 1))/E", "t > 1", f"{BULLEN}, VI.2; Stolarsky (1975)"),
    holds("seiffert-log-mean", "(t - 1)/log(t) < (t - 1)/(4*atan(sqrt(t)) - pi) < (1 + t)/2", "t > 1", SEIFFERT),
    holds("seiffert-sandor", "cbrt(((1 + t)/2)^2*sqrt(t)) < (t - 1)/(4*atan(sqrt(t)) - pi) < (1 + t + sqrt(t))/3", "t > 1", SEIFFERT),
    fails("seiffert-sandor-past", "(t - 1)/(4*atan(sqrt(t)) - pi) < (1 + t)/2*6/10 + 4/10*sqrt(t)", "t > 1", "t=2", f"{SEIFFERT}; 2/3 is the best weight", degenerate=True),
    holds("seiffert-second", "(1 + t)/2 < (t - 1)/(2*atan((t - 1)/(t + 1))) < sqrt((1 + t^2)/2)", "t > 1", SEIFFERT_2),
    holds("neuman-sandor-mean", "(1 + t)/2 < (t - 1)/(2*asinh((t - 1)/(t + 1))) < (t - 1)/(2*atan((t - 1)/(t + 1)))", "t > 1", MEAN_M),
    holds("contraharmonic", "sqrt((x^2 + y^2)/2) <= (x^2 + y^2)/(x + y) <= max(x, y)", "x > 0, y > 0", f"{BULLEN}, III.5 (Lehmer means)"),
    fails("contraharmonic-past", "(x^2 + y^2)/(x + y) <= cbrt((x^3 + y^3)/2)", "x > 0, y > 0", "x=1, y=5", f"{BULLEN}, III.5 (Lehmer means)", degenerate=True),
    holds("between-min-and-max", "min(x, y) <= 2*x*y/(x + y) <= sqrt(x*y) <= max(x, y)", "x > 0, y > 0", f"{BULLEN}, II.1"),
    holds("harmonic-geometric-3", "3/(1/a + 1/b + 1/c) <= cbrt(a*b*c)", "a > 0, b > 0, c > 0", f"{HLP}, 2.5"),
    holds("newton-3", "(a*b + b*c + c*a)^2 >= 3*a*b*c*(a + b + c)", "-oo < a < oo, -oo < b < oo, -oo < c < oo", f"{HLP}, 2.22 (Newton)"),
    fails("newton-3-past", "(a*b + b*c + c*a)^2 >= 301/100*a*b*c*(a + b + c)", "-oo < a < oo, -oo < b < oo, -oo < c < oo", "a=1, b=1, c=1", f"{HLP}, 2.22 (Newton), 3 raised to 3.01", degenerate=True),
    holds("weighted-am-gm-3", "x^(1/2)*y^(1/3)*z^(1/6) <= x/2 + y/3 + z/6", "x >= 0, y >= 0, z >= 0", f"{HLP}, 2.5"),
    holds("cartwright-field", "(x - y)^2/(8*x) <= (x + y)/2 - sqrt(x*y) <= (x - y)^2/(8*y)", "0 < y <= x", CARTWRIGHT),
    fails("cartwright-field-past", "(x + y)/2 - sqrt(x*y) <= (x - y)^2/(9*y)", "0 < y <= x", "x=101/100, y=1", f"{CARTWRIGHT}, 8 raised to 9", degenerate=True),
    holds("kantorovich", "(w*x + (1 - w)*y)*(w/x + (1 - w)/y) <= 25/16", "1 <= x <= 4, 1 <= y <= 4, 0 <= w <= 1", f"Kantorovich (1948); {MITRINOVIC}, 2.11"),
    fails("kantorovich-past", "(w*x + (1 - w)*y)*(w/x + (1 - w)/y) <= 156/100", "1 <= x <= 4, 1 <= y <= 4, 0 <= w <= 1", "x=1, y=4, w=1/2", f"Kantorovich (1948); {MITRINOVIC}, 2.11, 25/16 lowered to 1.56"),
    holds("polya-szego", "(a^2 + b^2)*(x^2 + y^2) <= 25/16*(a*x + b*y)^2", "1 <= a <= 2, 1 <= b <= 2, 1 <= x <= 2, 1 <= y <= 2", f"Pólya, Szegő (1925); {MITRINOVIC}, 2.11"),
    holds("power-mean-half", "((sqrt(x) + sqrt(y))/2)^2 <= (x + y)/2", "x >= 0, y >= 0", f"{HLP}, 2.9"),
    holds("power-jensen", "((1 + t)/2)^q <= (1 + t^q)/2", "t > 0, q >= 1", f"{HLP}, 2.10 (means of real order)"),
    fails("power-jensen-past", "((1 + t)/2)^q <= (1 + t^q)/2", "t > 0, q >= 9/10", "t=2, q=19/20", f"{HLP}, 2.10, with an order below 1", degenerate=True),
    holds("power-subadditive", "(a + b)^p <= a^p + b^p", "a > 0, b > 0, 0 < p <= 1", f"{HLP}, Theorem 19"),
    holds("power-difference", "a^p - b^p <= (a - b)^p", "0 < b < a, 0 < p <= 1", f"{HLP}, Theorem 19"),
    fails("power-difference-past", "a^p - b^p <= (a - b)^p", "0 < b < a, 0 < p <= 11/10", "a=2, b=1, p=21/20", f"{HLP}, Theorem 19, with p above 1", degenerate=True),
    holds("power-convex", "(a + b)^p <= 2^(p - 1)*(a^p + b^p)", "a > 0, b > 0, p >= 1", f"{HLP}, Theorem 16"),
    holds("holder-three", "x*u + y*v <= cbrt(x^3 + y^3)*cbrt(u^(3/2) + v^(3/2))^2", "x >= 0, y >= 0, u >= 0, v >= 0", f"{HLP}, 2.7 (Hölder)"),
    fails("holder-three-past", "x*u + y*v <= cbrt(x^3 + y^3)*sqrt(u^2 + v^2)*9/10", "x >= 0, y >= 0, u >= 0, v >= 0", "x=1, y=0, u=1, v=0", f"{HLP}, 2.7, with exponents that are not conjugate", degenerate=True),
    holds("minkowski-cubes", "cbrt((a + c)^3 + (b + d)^3) <= cbrt(a^3 + b^3) + cbrt(c^3 + d^3)", "a >= 0, b >= 0, c >= 0, d >= 0", f"{HLP}, 2.11 (Minkowski)"),
    holds("holder-3-products", "(a*x*u + b*y*v)^3 <= (a^3 + b^3)*(x^3 + y^3)*(u^3 + v^3)", "a >= 0, b >= 0, x >= 0, y >= 0, u >= 0, v >= 0", f"{HLP}, 2.7 (Hölder)"),
    holds("powers-against-mean", "(x*y)^((x + y)/2) <= x^x*y^y", "x > 0, y > 0", f"USAMO 1974, Problem 2, two numbers; {MITRINOVIC}, 3.6"),
    holds("usamo-1974", "(a*b*c)^((a + b + c)/3) <= a^a*b^b*c^c", "a > 0, b > 0, c > 0", "USAMO 1974, Problem 2"),
    holds("swapped-powers", "x^y*y^x <= x^x*y^y", "x > 0, y > 0", f"{MITRINOVIC}, 3.6 (rearrangement of logarithms)"),
    fails("swapped-powers-past", "x^y*y^x <= 99/100*x^x*y^y", "x > 0, y > 0", "x=1, y=1", f"{MITRINOVIC}, 3.6, with a smaller constant", degenerate=True),
    holds("matejicka", "a^(3*(2 - a)) + (2 - a)^(3*a) <= 2", "0 < a < 2", CIRTOAJE_3),
    fails("matejicka-past", "a^(31/10*(2 - a)) + (2 - a)^(31/10*a) <= 2", "0 < a < 2", "a=11/10", f"{CIRTOAJE_3}; 3 is the best exponent", degenerate=True),
    holds("power-sum-exponents", "2^x + 2^(1/x) >= 4", "x > 0", "Engel, Problem-Solving Strategies, chapter 7", note="touch at 1"),
    fails("power-sum-exponents-past", "2^x + 2^(1/x) >= 401/100", "x > 0", "x=1", "Engel (as above), 4 raised to 4.01"),
    holds("napier-roots", "(1 + x)^(1/x) < E", "x > 0", "Pólya, Szegő, Problems and Theorems in Analysis, I.168"),
    holds("compound-increasing", "(1 + 1/x)^x < (1 + 1/y)^y", "0 < x < y", "Pólya, Szegő, Problems and Theorems in Analysis, I.168"),
    holds("powers-of-e", "x^y < y^x", "E <= y < x", f"{MITRINOVIC}, 3.6"),
    fails("powers-of-e-past", "x^y < y^x", "2 <= y < x", "y=2, x=3", f"{MITRINOVIC}, 3.6, from 2 on", degenerate=True),
)  # fmt: skip
