"""Polynomials, quotients and roots."""

from tests.prover.inequalities.books import BOTTEMA, HLP, MITRINOVIC, REZNICK
from tests.prover.inequalities.known import fails, holds

STATEMENTS = (
    holds("nesbitt", "a/(b + c) + b/(c + a) + c/(a + b) >= 3/2", "a > 0, b > 0, c > 0", "Nesbitt, Problem 15114, Educational Times (1903)"),
    fails(
        "nesbitt-past", "a/(b + c) + b/(c + a) + c/(a + b) >= 1501/1000", "a > 0, b > 0, c > 0", "a=1, b=1, c=1",
        "Nesbitt (1903), 3/2 raised to 1.501",
    ),
    holds(
        "shapiro-4", "a/(b + c) + b/(c + d) + c/(d + a) + d/(a + b) >= 2", "a > 0, b > 0, c > 0, d > 0",
        f"Shapiro's cyclic inequality, n = 4; {MITRINOVIC}, chapter 2",
    ),
    holds("am-gm-3", "x^3 + y^3 + z^3 >= 3*x*y*z", "x >= 0, y >= 0, z >= 0", f"{HLP}, 2.5"),
    fails(
        "am-gm-3-everywhere", "x^3 + y^3 + z^3 >= 3*x*y*z", "-oo < x < oo, -oo < y < oo, -oo < z < oo",
        "x=-1, y=0, z=0", f"{HLP}, 2.5, without the signs", degenerate=True,
    ),
    holds(
        "am-gm-4", "a^4 + b^4 + c^4 + d^4 >= 4*a*b*c*d", "-oo < a < oo, -oo < b < oo, -oo < c < oo, -oo < d < oo",
        f"{HLP}, 2.5; Hurwitz (1891)",
    ),
    holds(
        "schur", "x*(x - y)*(x - z) + y*(y - x)*(y - z) + z*(z - x)*(z - y) >= 0", "x >= 0, y >= 0, z >= 0",
        f"{HLP}, Theorem 80 (Schur)",
    ),
    fails(
        "schur-everywhere", "x*(x - y)*(x - z) + y*(y - x)*(y - z) + z*(z - x)*(z - y) >= 0",
        "-oo < x < oo, -oo < y < oo, -oo < z < oo", "x=-1, y=0, z=0", f"{HLP}, Theorem 80, without the signs", degenerate=True,
    ),
    holds("motzkin", "x^4*y^2 + x^2*y^4 - 3*x^2*y^2 + 1 >= 0", "-oo < x < oo, -oo < y < oo", f"Motzkin (1967); {REZNICK}"),
    fails(
        "motzkin-past", "x^4*y^2 + x^2*y^4 - 301/100*x^2*y^2 + 1 >= 0", "-oo < x < oo, -oo < y < oo", "x=1, y=1",
        f"Motzkin (1967); {REZNICK}, 3 raised to 3.01",
    ),
    holds(
        "motzkin-form", "x^4*y^2 + x^2*y^4 + z^6 >= 3*x^2*y^2*z^2", "-oo < x < oo, -oo < y < oo, -oo < z < oo",
        f"Motzkin (1967); {REZNICK}",
    ),
    holds(
        "robinson", "x^6 + y^6 + z^6 + 3*x^2*y^2*z^2"
        " >= x^4*y^2 + x^2*y^4 + x^4*z^2 + x^2*z^4 + y^4*z^2 + y^2*z^4",
        "-oo < x < oo, -oo < y < oo, -oo < z < oo", f"Robinson (1973); {REZNICK}",
    ),
    holds(
        "choi-lam", "x^4*y^2 + y^4*z^2 + z^4*x^2 >= 3*x^2*y^2*z^2", "-oo < x < oo, -oo < y < oo, -oo < z < oo",
        f"Choi, Lam, Math. Ann. 231 (1977); {REZNICK}",
    ),
    holds(
        "choi-lam-quartic", "1 + x^2*y^2 + y^2*z^2 + z^2*x^2 >= 4*x*y*z", "-oo < x < oo, -oo < y < oo, -oo < z < oo",
        f"Choi, Lam, Math. Ann. 231 (1977); {REZNICK}",
    ),
    fails(
        "imo-1971-four", "(a - b)*(a - c)*(a - d) + (b - a)*(b - c)*(b - d)"
        " + (c - a)*(c - b)*(c - d) + (d - a)*(d - b)*(d - c) >= 0",
        "-oo < a < oo, -oo < b < oo, -oo < c < oo, -oo < d < oo", "a=-1, b=0, c=0, d=0",
        "IMO 1971, Problem 1: false for n = 4", degenerate=True,
    ),
    holds(
        "cauchy-schwarz-3", "(a*x + b*y + c*z)^2 <= (a^2 + b^2 + c^2)*(x^2 + y^2 + z^2)",
        "-oo < a < oo, -oo < b < oo, -oo < c < oo, -oo < x < oo, -oo < y < oo, -oo < z < oo", f"{HLP}, 2.4 (Cauchy)",
    ),
    holds(
        "aczel", "(a^2 - b^2)*(x^2 - y^2) <= (a*x - b*y)^2",
        "-oo < a < oo, -oo < b < oo, -oo < x < oo, -oo < y < oo", f"Aczél (1956); {MITRINOVIC}, chapter 2",
    ),
    holds(
        "rearrangement", "a*y + b*x <= a*x + b*y", "-oo < a < oo, -oo < x < oo, a <= b, b < oo, x <= y, y < oo",
        f"{HLP}, 10.2 (rearrangement)",
    ),
    holds(
        "chebyshev", "(a + b + c)*(x + y + z) <= 3*(a*x + b*y + c*z)",
        "0 <= a <= b, b <= c, c < oo, 0 <= x <= y, y <= z, z < oo", f"{HLP}, 2.17 (Chebyshev)",
    ),
    holds(
        "clarkson-4", "(x + y)^4 + (x - y)^4 <= 8*(x^4 + y^4)", "-oo < x < oo, -oo < y < oo",
        "Clarkson, Uniformly convex spaces, Trans. AMS 40 (1936), p = 4",
    ),
    fails(
        "hlawka-past", "abs(x + y) + abs(y + z) + abs(z + x) <= abs(x) + abs(y) + abs(z) + 99/100*abs(x + y + z)",
        "-oo < x < oo, -oo < y < oo, -oo < z < oo", "x=1, y=1, z=1", "Hlawka (as above), with a constant below 1",
        degenerate=True,
    ),
    holds(
        "bounded-metric", "abs(x + y)/(1 + abs(x + y)) <= abs(x)/(1 + abs(x)) + abs(y)/(1 + abs(y))",
        "-oo < x < oo, -oo < y < oo", "The bounded metric d/(1 + d); Kelley, General Topology",
    ),
    holds("root-subadditive", "sqrt(x + y) <= sqrt(x) + sqrt(y) <= sqrt(2*(x + y))", "x >= 0, y >= 0", f"{HLP}, Theorem 19"),
    fails(
        "root-subadditive-past", "sqrt(x) + sqrt(y) <= 7/5*sqrt(x + y)", "x >= 0, y >= 0", "x=1, y=1",
        f"{HLP}, Theorem 19, sqrt(2) lowered to 1.4",
    ),
    holds(
        "turan-legendre", "((3*x^2 - 1)/2)^2 >= x*(5*x^3 - 3*x)/2", "-1 <= x <= 1",
        "Turán, On the zeros of the polynomials of Legendre (1950), n = 2; DLMF 18.14(ii)",
    ),
    fails(
        "turan-legendre-past", "((3*x^2 - 1)/2)^2 >= x*(5*x^3 - 3*x)/2", "-1 <= x <= 1.01", "x=101/100",
        "Turán (as above), on a longer interval",
    ),
    holds(
        "weitzenboeck", "a^2 + b^2 + c^2 >= sqrt(3)*sqrt((a + b + c)*(b + c - a)*(c + a - b)*(a + b - c))",
        "a > 0, b > 0, c > 0, a <= b + c, b <= c + a, c <= a + b", f"Weitzenböck (1919); {BOTTEMA}, 4.4",
    ),
    fails(
        "weitzenboeck-past", "a^2 + b^2 + c^2 >= 7/4*sqrt((a + b + c)*(b + c - a)*(c + a - b)*(a + b - c))",
        "a > 0, b > 0, c > 0, a <= b + c, b <= c + a, c <= a + b", "a=1, b=1, c=1",
        f"Weitzenböck (1919); {BOTTEMA}, 4.4, sqrt(3) raised to 1.75",
    ),
    holds(
        "euler-triangle", "(b + c - a)*(c + a - b)*(a + b - c) <= a*b*c", "a >= 0, b >= 0, c >= 0",
        f"Euler's R >= 2r; Padoa (1925); {BOTTEMA}, 5.1",
    ),
    holds(
        "imo-1964", "a^2*(b + c - a) + b^2*(c + a - b) + c^2*(a + b - c) <= 3*a*b*c",
        "a > 0, b > 0, c > 0, a < b + c, b < c + a, c < a + b", "IMO 1964, Problem 2",
    ),
    fails(
        "imo-1983-past", "a^2*b*(a - b) + b^2*c*(b - c) + c^2*a*(c - a) >= 0", "a > 0, b > 0, c > 0",
        "a=1, b=4, c=6", "IMO 1983, Problem 6, without the triangle", degenerate=True,
    ),
    holds(
        "imo-1984", "0 <= x*y + (x + y)*(1 - x - y) - 2*x*y*(1 - x - y) <= 7/27", "0 <= x, 0 <= y, x + y <= 1",
        "IMO 1984, Problem 1, with z = 1 - x - y",
    ),
    fails(
        "imo-1984-past", "x*y + (x + y)*(1 - x - y) - 2*x*y*(1 - x - y) <= 259/1000", "0 <= x, 0 <= y, x + y <= 1",
        "x=1/3, y=1/3", "IMO 1984, Problem 1, 7/27 lowered to 0.259",
    ),
    holds(
        "imo-1999", "x*y*(x^2 + y^2) + y*z*(y^2 + z^2) + z*x*(z^2 + x^2) <= (x + y + z)^4/8",
        "x >= 0, y >= 0, z >= 0", "IMO 1999, Problem 2, n = 3",
    ),
    fails(
        "imo-1999-past", "x*y*(x^2 + y^2) + y*z*(y^2 + z^2) + z*x*(z^2 + x^2) <= 31/250*(x + y + z)^4",
        "x >= 0, y >= 0, z >= 0", "x=1, y=1, z=0", "IMO 1999, Problem 2, 1/8 lowered to 0.124", degenerate=True,
    ),
    fails(
        "imo-2001-past", "a/sqrt(a^2 + 9*b*c) + b/sqrt(b^2 + 9*c*a) + c/sqrt(c^2 + 9*a*b) >= 1",
        "a > 0, b > 0, c > 0", "a=1, b=1, c=1", "IMO 2001, Problem 2, 8 raised to 9",
    ),
    fails(
        "imo-2006-past",
        "abs(a*b*(a^2 - b^2) + b*c*(b^2 - c^2) + c*a*(c^2 - a^2)) <= 397/1000*(a^2 + b^2 + c^2)^2",
        "-oo < a < oo, -oo < b < oo, -oo < c < oo", "a=-28/25, b=1, c=78/25", "IMO 2006, Problem 3, constant lowered",
        degenerate=True,
    ),
    holds(
        "iran-1996", "(x*y + y*z + z*x)*(1/(x + y)^2 + 1/(y + z)^2 + 1/(z + x)^2) >= 9/4", "x > 0, y > 0, z > 0",
        "Iran 1996 (Ji Chen, Crux Mathematicorum 1940)", note="equality on the diagonal, tight at (1, 1, 0)",
    ),
    holds(
        "vasc", "(a^2 + b^2 + c^2)^2 >= 3*(a^3*b + b^3*c + c^3*a)", "-oo < a < oo, -oo < b < oo, -oo < c < oo",
        "Cîrtoaje, Gazeta Matematică B 7-8 (1992)", note="also zero where a : b : c = sin(4*pi/7)^2 : sin(2*pi/7)^2 : sin(pi/7)^2",
    ),
    fails(
        "vasc-past", "(a^2 + b^2 + c^2)^2 >= 301/100*(a^3*b + b^3*c + c^3*a)",
        "-oo < a < oo, -oo < b < oo, -oo < c < oo", "a=1, b=1, c=1", "Cîrtoaje (as above), 3 raised to 3.01",
    ),
)  # fmt: skip
