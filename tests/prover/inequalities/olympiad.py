"""Inequalities of olympiads and of problem books."""

from tests.prover.inequalities.books import HLP, MITRINOVIC
from tests.prover.inequalities.known import fails, holds

ENGEL = "Engel, Problem-Solving Strategies (1998), chapter 7"
CIRTOAJE_BOOK = "Cîrtoaje, Algebraic Inequalities: Old and New Methods (2006)"
GRINBERG = "Grinberg; Pham Kim Hung, Secrets in Inequalities I (2007)"
HUNG = "Pham Kim Hung, Secrets in Inequalities I (2007)"
POSITIVE = "a > 0, b > 0, c > 0"
REAL = "-oo < a < oo, -oo < b < oo, -oo < c < oo"

STATEMENTS = (
    holds("muirhead-210", "a^2*b + a^2*c + b^2*a + b^2*c + c^2*a + c^2*b >= 6*a*b*c", "a >= 0, b >= 0, c >= 0", f"{HLP}, 2.18 (Muirhead)"),
    fails("muirhead-210-everywhere", "a^2*b + a^2*c + b^2*a + b^2*c + c^2*a + c^2*b >= 6*a*b*c", REAL, "a=-1, b=-1, c=0", f"{HLP}, 2.18, without the signs", degenerate=True),
    holds("muirhead-300", "a^3 + b^3 + c^3 >= a^2*b + b^2*c + c^2*a", "a >= 0, b >= 0, c >= 0", f"{HLP}, 10.2 (rearrangement)"),
    holds("quartic-product", "a^4 + b^4 + c^4 >= a*b*c*(a + b + c)", REAL, f"{HLP}, 2.18 (Muirhead)"),
    fails("quartic-product-past", "a^4 + b^4 + c^4 >= 101/100*a*b*c*(a + b + c)", REAL, "a=1, b=1, c=1", f"{HLP}, 2.18, with a larger constant", degenerate=True),
    holds("schur-2", "x^2*(x - y)*(x - z) + y^2*(y - x)*(y - z) + z^2*(z - x)*(z - y) >= 0", "-oo < x < oo, -oo < y < oo, -oo < z < oo", f"{HLP}, Theorem 80 (Schur), exponent 2"),
    holds("imo-2000", "(a - 1 + 1/b)*(b - 1 + 1/c)*(c - 1 + 1/a) <= 1", "a > 0, b > 0, c > 0, a*b*c = 1", "IMO 2000, Problem 2"),
    holds("imo-1995", "1/(a^3*(b + c)) + 1/(b^3*(c + a)) + 1/(c^3*(a + b)) >= 3/2", "a > 0, b > 0, c > 0, a*b*c = 1", "IMO 1995, Problem 2"),
    fails("imo-1995-past", "1/(a^3*(b + c)) + 1/(b^3*(c + a)) + 1/(c^3*(a + b)) >= 3/2", "a > 0, b > 0, c > 0, a*b*c = 9/8", "a=1, b=1, c=9/8", "IMO 1995, Problem 2, with another product"),
    holds("imo-2005", "(x^5 - x^2)/(x^5 + y^2 + z^2) + (y^5 - y^2)/(y^5 + z^2 + x^2) + (z^5 - z^2)/(z^5 + x^2 + y^2) >= 0", "x > 0, y > 0, z > 0, x*y*z >= 1", "IMO 2005, Problem 3"),
    fails("imo-2005-past", "(x^5 - x^2)/(x^5 + y^2 + z^2) + (y^5 - y^2)/(y^5 + z^2 + x^2) + (z^5 - z^2)/(z^5 + x^2 + y^2) >= 0", "x > 0, y > 0, z > 0, x*y*z >= 9/10", "x=97/100, y=97/100, z=97/100", "IMO 2005, Problem 3, with a smaller product"),
    holds("imo-2008", "x^2/(x - 1)^2 + y^2/(y - 1)^2 + z^2/(z - 1)^2 >= 1", "x*y*z = 1, x != 1, y != 1, z != 1", "IMO 2008, Problem 2"),
    holds("imo-2012-3", "(1 + a)^2*(1 + b)^3 > 27", "a > 0, b > 0, a*b = 1", "IMO 2012, Problem 2, n = 3", degenerate=False),
    fails("imo-2012-3-past", "(1 + a)^2*(1 + b)^3 > 32", "a > 0, b > 0, a*b = 1", "a=1, b=1", "IMO 2012, Problem 2, n = 3, 27 raised to 32"),
    holds("imo-shortlist-1998", "x^3/((1 + y)*(1 + z)) + y^3/((1 + z)*(1 + x)) + z^3/((1 + x)*(1 + y)) >= 3/4", "x > 0, y > 0, z > 0, x*y*z = 1", "IMO Shortlist 1998, A3"),
    holds("imo-shortlist-1996", "a*b/(a^5 + b^5 + a*b) + b*c/(b^5 + c^5 + b*c) + c*a/(c^5 + a^5 + c*a) <= 1", "a > 0, b > 0, c > 0, a*b*c = 1", "IMO Shortlist 1996, A1"),
    holds("usamo-1997", "1/(a^3 + b^3 + a*b*c) + 1/(b^3 + c^3 + a*b*c) + 1/(c^3 + a^3 + a*b*c) <= 1/(a*b*c)", POSITIVE, "USAMO 1997, Problem 5"),
    holds("usamo-2001", "0 <= a*b + b*c + c*a - a*b*c <= 2", "a >= 0, b >= 0, c >= 0, a^2 + b^2 + c^2 + a*b*c = 4", "USAMO 2001, Problem 3"),
    holds("usamo-2003", "(2*a + b + c)^2/(2*a^2 + (b + c)^2) + (2*b + c + a)^2/(2*b^2 + (c + a)^2) + (2*c + a + b)^2/(2*c^2 + (a + b)^2) <= 8", POSITIVE, "USAMO 2003, Problem 5"),
    fails("usamo-2003-past", "(2*a + b + c)^2/(2*a^2 + (b + c)^2) + (2*b + c + a)^2/(2*b^2 + (c + a)^2) + (2*c + a + b)^2/(2*c^2 + (a + b)^2) <= 799/100", POSITIVE, "a=1, b=1, c=1", "USAMO 2003, Problem 5, 8 lowered to 7.99"),
    holds("usamo-2004", "(a^5 - a^2 + 3)*(b^5 - b^2 + 3)*(c^5 - c^2 + 3) >= (a + b + c)^3", POSITIVE, "USAMO 2004, Problem 5"),
    holds("apmo-1996", "sqrt(a + b - c) + sqrt(b + c - a) + sqrt(c + a - b) <= sqrt(a) + sqrt(b) + sqrt(c)", "a > 0, b > 0, c > 0, a <= b + c, b <= c + a, c <= a + b", "APMO 1996, Problem 5"),
    holds("apmo-1998", "(1 + x/y)*(1 + y/z)*(1 + z/x) >= 2*(1 + (x + y + z)/cbrt(x*y*z))", "x > 0, y > 0, z > 0", "APMO 1998, Problem 3"),
    holds("apmo-2004", "(a^2 + 2)*(b^2 + 2)*(c^2 + 2) >= 9*(a*b + b*c + c*a)", REAL, "APMO 2004, Problem 5"),
    fails("apmo-2004-past", "(a^2 + 2)*(b^2 + 2)*(c^2 + 2) >= 901/100*(a*b + b*c + c*a)", REAL, "a=1, b=1, c=1", "APMO 2004, Problem 5, 9 raised to 9.01"),
    holds("japan-1997", "(b + c - a)^2/((b + c)^2 + a^2) + (c + a - b)^2/((c + a)^2 + b^2) + (a + b - c)^2/((a + b)^2 + c^2) >= 3/5", POSITIVE, "Japan 1997 (final round)"),
    fails("japan-1997-past", "(b + c - a)^2/((b + c)^2 + a^2) + (c + a - b)^2/((c + a)^2 + b^2) + (a + b - c)^2/((a + b)^2 + c^2) >= 61/100", POSITIVE, "a=1, b=1, c=1", "Japan 1997, 3/5 raised to 0.61"),
    holds("belarus-1998", "a/b + b/c + c/a >= (a + b)/(b + c) + (b + c)/(a + b) + 1", POSITIVE, "Belarus 1998 (Sobolevski); Lee, Topics in Inequalities (2007)"),
    holds("russia-2002", "sqrt(a) + sqrt(b) + sqrt(c) >= a*b + b*c + c*a", "a >= 0, b >= 0, c >= 0, a + b + c = 3", "Russia 2002"),
    holds("poland-1991", "x + y + z - x*y*z <= 2", "-oo < x < oo, -oo < y < oo, -oo < z < oo, x^2 + y^2 + z^2 = 2", "Poland 1991"),
    fails("poland-1991-past", "x + y + z - x*y*z <= 199/100", "-oo < x < oo, -oo < y < oo, -oo < z < oo, x^2 + y^2 + z^2 = 2", "x=1, y=1, z=0", "Poland 1991, 2 lowered to 1.99"),
    holds("grinberg", "a^2 + b^2 + c^2 + 2*a*b*c + 1 >= 2*(a*b + b*c + c*a)", "a >= 0, b >= 0, c >= 0", GRINBERG),
    fails("grinberg-everywhere", "a^2 + b^2 + c^2 + 2*a*b*c + 1 >= 2*(a*b + b*c + c*a)", REAL, "a=-2, b=-2, c=-1", f"{GRINBERG}, without the signs", degenerate=True),
    holds("squares-over-next", "a^2/b + b^2/c + c^2/a >= a + b + c", POSITIVE, f"{ENGEL}"),
    holds("cyclic-quotients", "a/b + b/c + c/a >= 3", POSITIVE, f"{ENGEL}"),
    holds("squared-quotients", "a^2/b^2 + b^2/c^2 + c^2/a^2 >= b/a + c/b + a/c", POSITIVE, f"{ENGEL}"),
    holds("sum-of-reciprocals", "(a + b + c)*(1/a + 1/b + 1/c) >= 9", POSITIVE, f"{ENGEL}"),
    fails("sum-of-reciprocals-past", "(a + b + c)*(1/a + 1/b + 1/c) >= 901/100", POSITIVE, "a=1, b=1, c=1", f"{ENGEL}, 9 raised to 9.01"),
    holds("product-of-sums", "(a + b)*(b + c)*(c + a) >= 8*a*b*c", "a >= 0, b >= 0, c >= 0", f"{ENGEL}"),
    holds("product-of-sums-sharper", "9*(a + b)*(b + c)*(c + a) >= 8*(a + b + c)*(a*b + b*c + c*a)", "a >= 0, b >= 0, c >= 0", f"{HUNG}"),
    holds("five-squares", "a^2 + b^2 + c^2 + d^2 + f^2 >= a*(b + c + d + f)", f"{REAL}, -oo < d < oo, -oo < f < oo", f"{ENGEL}"),
    fails("five-squares-past", "a^2 + b^2 + c^2 + d^2 + f^2 >= 101/100*a*(b + c + d + f)", f"{REAL}, -oo < d < oo, -oo < f < oo", "a=2, b=1, c=1, d=1, f=1", f"{ENGEL}, with a larger constant", degenerate=True),
    holds("simplex-64", "(1 + 1/a)*(1 + 1/b)*(1 + 1/c) >= 64", "a > 0, b > 0, c > 0, a + b + c = 1", f"{ENGEL}"),
    holds("simplex-2-9", "7*(a*b + b*c + c*a) <= 2 + 9*a*b*c", "a >= 0, b >= 0, c >= 0, a + b + c = 1", "United Kingdom 1999 (second round)"),
    fails("simplex-2-9-past", "36/5*(a*b + b*c + c*a) <= 2 + 9*a*b*c", "a >= 0, b >= 0, c >= 0, a + b + c = 1", "a=1/3, b=1/3, c=1/3", "United Kingdom 1999, 7 raised to 7.2"),
    holds("circle-product", "x*y <= 1/2", "-oo < x < oo, -oo < y < oo, x^2 + y^2 = 1", f"{ENGEL}"),
    fails("circle-product-past", "x*y <= 4999999/10000000", "-oo < x < oo, -oo < y < oo, x^2 + y^2 = 1", "x=sqrt(1/2), y=sqrt(1/2)", f"{ENGEL}, 1/2 lowered"),
    holds("circle-sum", "x + y <= sqrt(2)", "-oo < x < oo, -oo < y < oo, x^2 + y^2 = 1", f"{ENGEL}"),
    holds("sphere-products", "-1/2 <= x*y + y*z + z*x <= 1", "-oo < x < oo, -oo < y < oo, -oo < z < oo, x^2 + y^2 + z^2 = 1", f"{ENGEL}"),
    holds("cosine-surface", "a + b + c <= 3", "a >= 0, b >= 0, c >= 0, a^2 + b^2 + c^2 + a*b*c = 4", f"{CIRTOAJE_BOOK}"),
    holds("square-complements", "(1 - x^2)*(1 - y^2) <= (1 - x*y)^2", "-oo < x < oo, -oo < y < oo", f"Aczél (1956); {MITRINOVIC}, chapter 2"),
    holds("abs-reverse-triangle", "abs(abs(x) - abs(y)) <= abs(x - y)", "-oo < x < oo, -oo < y < oo", "Rudin, Principles of Mathematical Analysis, chapter 1"),
    holds("abs-cubes", "abs(x + y)^3 <= 4*(abs(x)^3 + abs(y)^3)", "-oo < x < oo, -oo < y < oo", f"{HLP}, Theorem 16"),
    fails("abs-cubes-past", "abs(x + y)^3 <= 399/100*(abs(x)^3 + abs(y)^3)", "-oo < x < oo, -oo < y < oo", "x=1, y=1", f"{HLP}, Theorem 16, 4 lowered to 3.99", degenerate=True),
    holds("abs-two-diagonals", "abs(a + b) + abs(a - b) <= 2*max(abs(a), abs(b))", "-oo < a < oo, -oo < b < oo", "Steele, The Cauchy-Schwarz Master Class; equality"),
    holds("max-nonexpansive", "abs(max(a, b) - max(c, d)) <= max(abs(a - c), abs(b - d))", f"{REAL}, -oo < d < oo", "Bertsekas, Dynamic Programming and Optimal Control (a maximum is nonexpansive)"),
    holds("ozeki", "min((a - b)^2, min((b - c)^2, (c - a)^2)) <= (a^2 + b^2 + c^2)/2", REAL, f"Ozeki (1968); {MITRINOVIC}, chapter 3, n = 3"),
    fails("ozeki-past", "min((a - b)^2, min((b - c)^2, (c - a)^2)) <= 49/100*(a^2 + b^2 + c^2)", REAL, "a=-1, b=0, c=1", f"Ozeki (1968); {MITRINOVIC}, chapter 3, 1/2 lowered", degenerate=True),
    holds("median-spread", "max(abs(a - b), max(abs(b - c), abs(c - a))) <= sqrt(2)*sqrt(a^2 + b^2 + c^2)", REAL, "Szőkefalvi-Nagy (1918); Bhatia, Davis, A better bound on the variance, Amer. Math. Monthly 107 (2000)"),
    holds("half-bound", "abs(x)/(1 + x^2) <= 1/2", "-oo < x < oo", f"{ENGEL}"),
)  # fmt: skip
