"""Hyperbolic functions, and inverse functions of both kinds."""

from tests.prover.inequalities.books import KLEN, MITRINOVIC
from tests.prover.inequalities.known import fails, holds

BOYD = "Boyd, Vandenberghe, Convex Optimization"
BARICZ = (
    "Baricz, Sándor, Extensions of the generalized Wilker inequality to Bessel functions, J. Math. Inequal. 2 (2008)"
)
NEUMAN = "Neuman, Sándor, On some inequalities involving trigonometric and hyperbolic functions, Math. Inequal. Appl. 13 (2010)"
ZHU = "Zhu, On Wilker-type inequalities, Math. Inequal. Appl. 10 (2007)"
REDHEFFER = (
    "Zhu, Sun, Six new Redheffer-type inequalities for circular and hyperbolic functions, Comput. Math. Appl. 56 (2008)"
)
MASJED = "Masjed-Jamei, A main inequality for several special functions, Comput. Math. Appl. 60 (2010); Zhu, Malešević (2019)"

STATEMENTS = (
    holds("sinh-cosh-taylor", "x + x^3/6 <= sinh(x) and 1 + x^2/2 <= cosh(x)", "x >= 0", "DLMF 4.33 (Taylor)"),
    holds("tanh-taylor", "x - x^3/3 <= tanh(x) <= x", "x >= 0", "DLMF 4.33 (Taylor)"),
    fails("tanh-taylor-past", "x - x^3/4 <= tanh(x)", "x >= 0", "x=1/10", "DLMF 4.33, 3 raised to 4", degenerate=True),
    holds("sinhc-gauss", "sinh(x)/x <= exp(x^2/6)", "x != 0, -oo < x < oo", "Hoeffding (1963), for a uniform variable on [-1, 1]; Kozma, Useful inequalities"),
    fails("sinhc-gauss-past", "sinh(x)/x <= exp(x^2/7)", "x != 0, -oo < x < oo", "x=1/10", "Kozma, Useful inequalities, 6 raised to 7", degenerate=True),
    holds("coth-quadratic", "1 < x*coth(x) <= 1 + x^2/3", "x > 0", f"{KLEN}; DLMF 4.36"),
    fails("coth-quadratic-past", "x*coth(x) <= 1 + x^2/4", "x > 0", "x=1/10", f"{KLEN}; DLMF 4.36, 3 raised to 4", degenerate=True),
    holds("sinh-superadditive", "sinh(x) + sinh(y) <= sinh(x + y)", "x >= 0, y >= 0", f"{MITRINOVIC}, 1.4 (superadditive functions)"),
    holds("tanh-subadditive", "tanh(x + y) <= tanh(x) + tanh(y)", "x >= 0, y >= 0", f"{MITRINOVIC}, 1.4 (subadditive functions)"),
    fails("tanh-subadditive-everywhere", "tanh(x + y) <= tanh(x) + tanh(y)", "-oo < x < oo, -oo < y < oo", "x=-1, y=-1", f"{MITRINOVIC}, 1.4, without the signs", degenerate=True),
    holds("cosh-submultiplicative", "cosh(x + y) <= 2*cosh(x)*cosh(y)", "-oo < x < oo, -oo < y < oo", "DLMF 4.35 (addition formulas)"),
    holds("hyperbolic-pythagoras", "cosh(x)^2 - sinh(x)^2 >= 1", "-oo < x < oo", "DLMF 4.35.11; equality"),
    holds("tanh-lipschitz", "abs(tanh(x) - tanh(y)) <= abs(x - y)", "-oo < x < oo, -oo < y < oo", "Mean value theorem; Rudin"),
    holds("sech-sinc", "1/cosh(x) < sin(x)/x < x/sinh(x)", "0 < x < pi/2", f"{BARICZ}; {KLEN}"),
    holds("sinhc-square-sinc", "x^2/sinh(x)^2 < sin(x)/x", "0 < x < pi/2", KLEN),
    fails("sinhc-sinc-exponent-past", "(x/sinh(x))^(11/10) > sin(x)/x", "0 < x < pi/2", "x=1/10", f"{KLEN}; 1 is the best exponent of the upper bound", degenerate=True),
    holds("sech-roots", "(1/cosh(x))^(1/2) < x/sinh(x) < (1/cosh(x))^(1/4)", "0 < x < 1", KLEN),
    fails("sech-roots-past", "x/sinh(x) < (1/cosh(x))^(7/20)", "0 < x < 1", "x=1/10", f"{KLEN}; the exponents meet at 1/3", degenerate=True),
    holds("hyperbolic-cusa-lower", "cosh(x/2)^(4/3) < sinh(x)/x", "x > 0", NEUMAN),
    holds("wilker-hyperbolic-reciprocal", "(x/sinh(x))^2 + x/tanh(x) > 2", "x > 0", ZHU),
    holds("cusa-hyperbolic-second", "3*x/sinh(x) + cosh(x) > 4", "x > 0", NEUMAN),
    fails("cusa-hyperbolic-second-past", "3*x/sinh(x) + cosh(x) > 4 + x^4/9", "x > 0", "x=1/10", f"{NEUMAN}, with a term past x^4/10", degenerate=True),
    holds("redheffer-cosh", "cosh(x) <= (pi^2 + 4*x^2)/(pi^2 - 4*x^2)", "-pi/2 < x < pi/2", REDHEFFER),
    holds("redheffer-sinh", "sinh(x)/x <= (pi^2 + x^2)/(pi^2 - x^2)", "0 < x < pi", REDHEFFER),
    holds("log-cosh-first-order", "x*tanh(x)/2 <= log(cosh(x)) <= x*tanh(x)", "-oo < x < oo", f"{BOYD}, 3.1.3 (log cosh is convex), and the slope of x*tanh(x)"),
    fails("log-cosh-first-order-past", "log(cosh(x)) <= 9/10*x*tanh(x)", "-oo < x < oo", "x=100", f"{BOYD}, 3.1.3, with a smaller constant", degenerate=True),
    holds("tanh-tail", "1 - 2*exp(-2*x) <= tanh(x) <= 1 - 2*exp(-2*x) + 2*exp(-4*x)", "x >= 0", "DLMF 4.28.4 (geometric series)"),
    holds("gudermann", "2*atan(tanh(x/2)) <= x", "x >= 0", "DLMF 4.23(viii) (the Gudermannian)"),
    holds("gudermann-arcsine", "2*atan(tanh(x/2)) <= asin(tanh(x))", "x >= 0", "DLMF 4.23.41, 4.23.42; equality"),
    holds("asin-taylor", "x + x^3/6 <= asin(x)", "0 <= x <= 1", "DLMF 4.24.1 (Taylor)"),
    fails("asin-taylor-past", "x + x^3/6 + x^5/13 <= asin(x)", "0 <= x <= 1", "x=1/10", "DLMF 4.24.1, 3/40 raised to 1/13", degenerate=True),
    holds("acos-root", "sqrt(2 - 2*x) <= acos(x) <= pi/2*sqrt(2 - 2*x)", "-1 <= x <= 1", "Chord and arc; Euclid; DLMF 4.24"),
    fails("acos-root-past", "acos(x) <= 157/100*sqrt(2 - 2*x)", "-1 <= x <= 1", "x=-1", "Chord and arc, pi/2 lowered to 1.57"),
    holds("atan-taylor", "x - x^3/3 <= atan(x) <= x - x^3/3 + x^5/5", "x >= 0", "DLMF 4.24.3 (Taylor)"),
    holds("atan-complement", "atan(x) + atan(1/x) <= pi/2", "x > 0", "DLMF 4.23.18; equality"),
    fails("atan-complement-everywhere", "atan(x) + atan(1/x) >= pi/2", "-oo < x < oo, x != 0", "x=-1", "DLMF 4.23.18, without x > 0", degenerate=True),
    holds("atan-at-infinity", "pi/2 - 1/x < atan(x) < pi/2 - 1/x + 1/(3*x^3)", "x > 0", "DLMF 4.24.4"),
    fails("atan-at-infinity-past", "pi/2 - 1/x + 1/(4*x^3) > atan(x)", "x > 0", "x=10", "DLMF 4.24.4, 3 raised to 4", degenerate=True),
    holds("masjed-jamei", "atan(x)^2 <= x*asinh(x)/sqrt(1 + x^2)", "-oo < x < oo", MASJED, note="the gap is of order 6 at 0"),
    holds("atan-sum", "atan(x) + atan(y) <= 2*atan((x + y)/2)", "x >= 0, y >= 0", f"{MITRINOVIC}, 1.4 (Jensen)"),
    fails("atan-sum-everywhere", "atan(x) + atan(y) <= 2*atan((x + y)/2)", "-oo < x < oo, -oo < y < oo", "x=-1, y=0", f"{MITRINOVIC}, 1.4 (Jensen), without the signs", degenerate=True),
    holds("atan-subadditive", "abs(atan(x + y)) <= abs(atan(x)) + abs(atan(y))", "-oo < x < oo, -oo < y < oo", f"{MITRINOVIC}, 1.4 (subadditive functions)"),
    holds("atanh-taylor", "x + x^3/3 <= atanh(x) <= x/(1 - x^2)", "0 <= x < 1", "DLMF 4.38.5"),
    holds("atanh-lambert", "3*x/(3 - x^2) <= atanh(x)", "0 <= x < 1", "DLMF 4.39 (continued fraction)"),
    fails("atanh-bounded", "atanh(x) <= 50", "0 <= x < 1", "x=tanh(51)", "DLMF 4.37: atanh is unbounded", degenerate=True),
    holds("atanh-shafer", "3*x/(1 + 2*sqrt(1 - x^2)) <= atanh(x)", "0 <= x < 1", "Shafer, SIAM Rev. 9 (1967); Zhu, Shafer-Fink type inequalities for arc hyperbolic tangent"),
    holds("asinh-mean-value", "x/sqrt(1 + x^2) < asinh(x) < x", "x > 0", "Mean value theorem; DLMF 4.37"),
    holds("asinh-taylor", "x - x^3/6 <= asinh(x) <= x - x^3/6 + 3*x^5/40", "x >= 0", "DLMF 4.38.1 (Taylor)"),
    fails("asinh-taylor-past", "asinh(x) <= x - x^3/6 + 3*x^5/41", "x >= 0", "x=1/10", "DLMF 4.38.1, 40 raised to 41", degenerate=True),
    holds("asinh-logarithms", "log(1 + x) <= asinh(x) <= log(1 + 2*x)", "x >= 0", "DLMF 4.37.16 (asinh as a logarithm)"),
    holds("acosh-roots", "sqrt(2*y)*(1 - y/12) <= acosh(1 + y) <= sqrt(2*y)", "y >= 0", "DLMF 4.38.4"),
    fails("acosh-roots-past", "sqrt(2*y)*(1 - y/13) <= acosh(1 + y)", "y >= 0", "y=1/100", "DLMF 4.38.4, 12 raised to 13", degenerate=True),
    holds("acosh-logarithm", "log(x) <= acosh(x) <= log(2*x)", "x >= 1", "DLMF 4.37.19 (acosh as a logarithm)"),
)  # fmt: skip
