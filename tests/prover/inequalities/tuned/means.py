"""Means."""

from tests.prover.inequalities.books import BULLEN, HLP
from tests.prover.inequalities.known import fails, holds

STATEMENTS = (
    holds(
        "mean-chain", "2*x*y/(x + y) <= sqrt(x*y) <= (x + y)/2 <= sqrt((x^2 + y^2)/2)", "x > 0, y > 0",
        f"{BULLEN}, II.2",
    ),
    holds("log-mean", "sqrt(x*y) < (y - x)/log(y/x) < (x + y)/2", "0 < x < y", f"{BULLEN}, II.5.5; Ostle, Terwilliger (1957)"),
    holds("log-mean-one", "sqrt(t) < (t - 1)/log(t) < (1 + t)/2", "t > 1", f"{BULLEN}, II.5.5"),
    fails(
        "lin-log-mean-past", "(t - 1)/log(t) < ((1 + t^(3/10))/2)^(10/3)", "t > 1", "t=2",
        "Lin (as above); 1/3 is the best exponent", degenerate=True,
    ),
    fails(
        "polya-log-mean-past", "(t - 1)/log(t) < (3*sqrt(t) + (1 + t)/2)/4", "t > 1", "t=2",
        "Pólya, Szegő (as above); 1/3 is the best weight", degenerate=True,
    ),
    holds(
        "weighted-means", "a^t*b^(1 - t) <= t*a + (1 - t)*b", "a > 0, b > 0, 0 <= t <= 1", f"{HLP}, 2.5 (Young)",
    ),
    fails(
        "kittaneh-manasrah-past", "t*a + (1 - t)*b - a^t*b^(1 - t) >= 101/100*min(t, 1 - t)*(sqrt(a) - sqrt(b))^2",
        "a > 0, b > 0, 0 <= t <= 1", "a=1, b=4, t=1/2", "Kittaneh, Manasrah (as above), constant 1 raised to 1.01",
        degenerate=True,
    ),
    holds(
        "ky-fan-2", "sqrt(x*y)/sqrt((1 - x)*(1 - y)) <= (x + y)/(2 - x - y)", "0 < x <= 1/2, 0 < y <= 1/2",
        "Ky Fan; Beckenbach, Bellman, Inequalities (1961), 1.4",
    ),
    fails(
        "ky-fan-2-past", "sqrt(x*y)/sqrt((1 - x)*(1 - y)) <= (x + y)/(2 - x - y)", "0 < x <= 3/5, 0 < y <= 3/5",
        "x=11/20, y=3/5", "Ky Fan (as above), on a longer interval", degenerate=True,
    ),
    holds("am-gm-roots", "root(x*y*z, 3) <= (x + y + z)/3", "x >= 0, y >= 0, z >= 0", f"{HLP}, 2.5"),
    holds(
        "maclaurin", "cbrt(a*b*c) <= sqrt((a*b + b*c + c*a)/3) <= (a + b + c)/3", "a >= 0, b >= 0, c >= 0",
        f"{HLP}, 2.22 (Maclaurin)",
    ),
    holds(
        "power-means", "((x^2 + y^2 + z^2)/3)^3 <= ((x^3 + y^3 + z^3)/3)^2", "x >= 0, y >= 0, z >= 0", f"{HLP}, 2.9",
    ),
    holds(
        "minkowski", "sqrt((a + c)^2 + (b + d)^2) <= sqrt(a^2 + b^2) + sqrt(c^2 + d^2)",
        "-oo < a < oo, -oo < b < oo, -oo < c < oo, -oo < d < oo", f"{HLP}, 2.11 (Minkowski)",
    ),
    fails(
        "minkowski-half", "(sqrt(a + c) + sqrt(b + d))^2 <= (sqrt(a) + sqrt(b))^2 + (sqrt(c) + sqrt(d))^2",
        "a >= 0, b >= 0, c >= 0, d >= 0", "a=1, b=0, c=0, d=1", f"{HLP}, 2.11: for p < 1 it is reversed",
        degenerate=True,
    ),
)  # fmt: skip
