"""Problems of MetiTarski's set, without what was added to them to make them easier, and from the papers it was tried on."""

from tests.prover.inequalities.books import MITRINOVIC
from tests.prover.inequalities.known import fails, holds

META = "MetiTarski problem set (Akbarpour, Paulson, J. Autom. Reason. 44, 2010)"
CHUA = "Denman, Akbarpour, Tahar, Zaki, Paulson, Formal Verification of Analog Designs using MetiTarski (FMCAD 2009)"
BULLEN_DICTIONARY = "Bullen, A Dictionary of Inequalities (1998)"
KACZOR = "Kaczor, Nowak, Problems in Mathematical Analysis II (2001)"
POLYA = "Avigad, Lewis, Roux, A heuristic prover for real inequalities (ITP 2014)"

STATEMENTS = (
    holds("meti/abs-1", "abs(log(1 + x) - x) <= x^2", "x >= 0", f"{META}: abs-problem-1 (Avigad)"),
    holds("meti/abs-2", "abs(log(1 + x) - x) <= 2*x^2", "abs(x) <= 1/2", f"{META}: abs-problem-2 (Avigad)"),
    fails(
        "meti/abs-1-past", "abs(log(1 + x) - x) <= 49/100*x^2", "x >= 0", "x=1/1000",
        f"{META}: abs-problem-1, with a constant below 1/2", degenerate=True,
    ),
    holds("meti/abs-mt1", "2*abs(x)/(2 + x) <= abs(log(1 + x))", "x > -1", f"{META}: paper, problem 1"),
    fails(
        "meti/abs-mt1-past", "21/10*abs(x)/(2 + x) <= abs(log(1 + x))", "x > -1", "x=1/10",
        f"{META}: paper, problem 1, 2 raised to 2.1", degenerate=True,
    ),
    holds("meti/abs-mt2", "abs(log(1 + x)) <= -log(1 - abs(x))", "-1 < x < 1", f"{META}: paper, problem 2; Abramowitz, Stegun 4.1.38"),
    holds("meti/abs-mt3", "abs(x)/(1 + abs(x)) <= abs(log(1 + x))", "-1 < x < 1", f"{META}: paper, problem 3"),
    holds(
        "meti/abs-mt4", "abs(log(1 + x)) <= abs(x)*(1 + abs(x))/abs(1 + x)", "x > -1", f"{META}: paper, problem 4",
    ),
    holds("meti/abs-9", "abs(x)/4 < abs(exp(x) - 1)", "-1 < x < 1, x != 0", f"{META}; Abramowitz, Stegun 4.2.38"),
    holds("meti/abs-10", "abs(exp(x) - 1) < 7*abs(x)/4", "-1 < x < 1, x != 0", f"{META}: abs-problem-10; Abramowitz, Stegun 4.2.38"),
    fails(
        "meti/abs-10-past", "abs(exp(x) - 1) < 17/10*abs(x)", "-1 < x < 1, x != 0", "x=99/100",
        f"{META}: abs-problem-10, 7/4 lowered to 1.7",
    ),
    holds("meti/abs-11", "abs(exp(x) - 1) <= exp(abs(x)) - 1", "-oo < x < oo", f"{META}: abs-problem-11; Abramowitz, Stegun 4.2.39"),
    holds("meti/abs-12", "exp(abs(x)) - 1 <= abs(x)*exp(abs(x))", "-oo < x < oo", f"{META}: abs-problem-12; Abramowitz, Stegun 4.2.39"),
    holds("meti/abs-mt8", "abs(exp(x) - (1 + x)) <= abs(exp(abs(x)) - (1 + abs(x)))", "-oo < x < oo", f"{META}: paper, problem 8"),
    holds(
        "meti/abs-mt9", "abs(exp(x) - (1 + x/2)^2) <= abs(exp(abs(x)) - (1 + abs(x)/2)^2)", "-oo < x < oo",
        f"{META}: paper, problem 9",
    ),
    holds(
        "meti/log-mt12", "log((1 + x)/x) <= (12*x^2 + 12*x + 1)/(12*x^3 + 18*x^2 + 6*x)", "x > 0",
        f"{META}: paper, problem 12",
    ),
    holds("meti/log-mt13", "log((1 + x)/x) <= 1/sqrt(x^2 + x)", "x > 0", f"{META}: paper, problem 13"),
    fails(
        "meti/log-mt13-past", "log((1 + x)/x) <= 1/sqrt(x^2 + 11/10*x)", "x > 0", "x=10",
        f"{META}: paper, problem 13, with a larger root", degenerate=True,
    ),
    holds("meti/exp-mt14", "exp(x - x^2) <= 1 + x", "0 <= x <= 1", f"{META}: paper, problem 14"),
    fails("meti/exp-mt14-past", "exp(x - x^2/3) <= 1 + x", "0 <= x <= 1", "x=1/10", f"{META}: paper, problem 14, 1 lowered to 1/3", degenerate=True),
    holds("meti/exp-mt15", "exp(-x/(1 - x)) <= 1 - x", "x < 1", f"{META}: paper, problem 15; Abramowitz, Stegun 4.2.31"),
    holds("meti/cos-mt17", "cos(pi*x) > 1 - 2*x", "0 < x < 1/2", f"{META}: paper, problem 17; Abramowitz, Stegun 4.3.80"),
    holds("meti/atan-9", "(x + 1/x)*atan(x) > 1", "x > 0", f"{META}: atan-problem-9; {KACZOR}, 2.5.15"),
    holds("meti/sin-mt24", "sin(x)/3 + sin(3*x)/6 > 0", "pi/3 <= x <= 2*pi/3", f"{META}: paper, problem 24; {MITRINOVIC}, 3.5", degenerate=False),
    fails("meti/sin-mt24-past", "sin(x)/3 + sin(3*x)/3 > 0", "pi/3 <= x <= 2*pi/3", "x=pi/2", f"{META}: paper, problem 24, 1/6 raised to 1/3"),
    holds(
        "meti/opamp",
        "12 - 14.2*exp(-0.318*x) + (3.25*cos(1.16*x) - 0.155*sin(1.16*x))*exp(-1.34*x) > 0", "x >= 0",
        f"{META}: paper, problem 25 (an analog circuit)", degenerate=False,
    ),
    holds("meti/exp-upper-2", "exp(x) < 1 + x/4", "-3.3 < x < 0", f"{META}: exp-upper-2; Abramowitz, Stegun 4.2.38"),
    holds("meti/exp-lower-3", "7*x/4 < exp(x) - 1", "x < 0", f"{META}: exp-lower-3; Abramowitz, Stegun 4.2.38"),
    holds(
        "meti/two-variable-3", "(1 - exp(-x - y))/((x + y)*(1 - exp(-x))*(1 - exp(-y))) - 1/(x*y) <= 1/12",
        "x > 0, y > 0", f"{MITRINOVIC}, 3.6.13; {META}: two-variable-problem-3, never proved there",
    ),
    fails(
        "meti/two-variable-3-past", "(1 - exp(-x - y))/((x + y)*(1 - exp(-x))*(1 - exp(-y))) - 1/(x*y) <= 83/1000",
        "x > 0, y > 0", "x=1/100, y=1/100", f"{MITRINOVIC}, 3.6.13, 1/12 lowered to 0.083", degenerate=True,
    ),
    holds(
        "meti/exp-9", "(1 - exp(-2*x))/(2*x*(1 - exp(-x))^2) - 1/x^2 <= 1/12", "x > 0",
        f"{MITRINOVIC}, 3.6.13, x = y; {META}: exp-problem-9",
    ),
    holds(
        "meti/sqrt-cos-1", "sqrt(2)/(2*x) + 5/24*sqrt(2)*x < 1.00001/sqrt(1 - cos(x)^4)", "0 < x < pi/2",
        f"{META}: sqrt-cos-problem-1",
    ),
    holds("meti/log-upper-25", "log(x) <= x/E", "x > 0", f"{KACZOR}, 2.5.15; {META}: log-upper-25"),
    holds(
        "meti/polypaver-exp", "exp(x + y) <= exp(x)*exp(y) + 1/2^8", "0 <= x <= 1, 0 <= y <= 1",
        f"Duracz, Konečný, PolyPaver; {META}: polypaver-bench-exp", degenerate=False,
    ),
    holds(
        "meti/atan-2", "atan(b/t) - atan(a/t) > t*(b - a)/sqrt((a^2 + t^2)*(b^2 + t^2))", "0 < a < b, t > 0",
        f"Amer. Math. Monthly 73 (1966), p. 424, via Bullen; {META}: atan-problem-2",
    ),
    holds("meti/atan-7", "abs(atan(x)) < pi/2", "-oo < x < oo", f"{META}: atan-problem-7"),
    fails("meti/atan-7-past", "abs(atan(x)) < 1.57", "-oo < x < oo", "x=2000", f"{META}: atan-problem-7, pi/2 lowered to 1.57"),
    holds(
        "meti/tan-3428", "tan(x) - tan(x)^3/3 < x < tan(x) - tan(x)^3/3 + tan(x)^5/5", "0 < x < pi/4",
        f"{MITRINOVIC}, 3.4.28; {META}: tan-3428",
    ),
    holds("meti/tan-9", "x + x^3/3 < tan(x) < x + 4/9*x^3", "0 < x < pi/6", f"Djoković; {MITRINOVIC}, 3.4.27; {META}: tan-problem-9"),
    fails(
        "meti/tan-9-past", "tan(x) < x + 4/9*x^3", "0 < x < 1", "x=9/10",
        f"Djoković; {MITRINOVIC}, 3.4.27, on a longer interval", degenerate=True,
    ),
    holds("meti/tan-5", "tan(x/2) <= sqrt(1 - cos(x))", "0 <= x <= pi/2", f"{META}: tan-problem-5"),
    holds("meti/log-f", "log(x) <= a/E*x^(1/a)", "a > 0, x > 0", f"{BULLEN_DICTIONARY}, Logarithmic Function Inequalities (f); {META}: log-fun-ineq-f"),
    holds("meti/log-f3", "log(x) <= 3/E*x^(1/3)", "x > 0", f"{BULLEN_DICTIONARY} (as above); {META}: log-fun-ineq-f3", note="the sides touch at E^3"),
    fails("meti/log-f3-past", "log(x) <= 11/10*x^(1/3)", "x > 0", "x=20", f"{BULLEN_DICTIONARY} (as above), 3/e lowered to 1.1"),
    holds("meti/log-f-negative", "-log(x) <= 1/(3*E*x^3)", "x > 0", f"{BULLEN_DICTIONARY} (as above), a = 3; {META}: log-fun-ineq-fneg3"),
    holds(
        "meti/log-b1", "(x + 1/2)*log(1 + 1/x) < 1 + 1/(12*x) - 1/(12*(x + 1))", "x >= 2",
        f"{BULLEN_DICTIONARY}, Logarithmic Function Inequalities (b); {META}: log-fun-ineq-b1",
    ),
    holds(
        "meti/log-b2", "1 + 1/(12*x + 1/4) - 1/(12*(x + 1) + 1/4) < (x + 1/2)*log(1 + 1/x)", "x >= 2",
        f"{BULLEN_DICTIONARY} (as above); {META}: log-fun-ineq-b2",
    ),
    fails(
        "meti/log-b2-past", "1 + 1/(12*x) - 1/(12*(x + 1)) < (x + 1/2)*log(1 + 1/x)", "x >= 2", "x=2",
        f"{BULLEN_DICTIONARY} (as above), the upper bound for the lower", degenerate=True,
    ),
    holds("meti/tanh-9", "abs((1 - tanh(x)^2)*sinh(x)*cosh(x)) <= 1", "-oo < x < oo", f"{META}: tanh-9"),
    holds(
        "meti/sin-3425b", "sin(y)/sin(x) < (y - y^3/6 + y^5/120)/(x - x^3/6 + x^5/120)", "0 < x < y, y < sqrt(6)",
        f"{MITRINOVIC}, 3.4.25; {META}: sin-3425b",
    ),
    holds("meti/sin-11", "2*cos(1/x)/x^3 - sin(1/x)/x^4 > 0", "x > 1", f"{MITRINOVIC}, proof of 3.4.3; {META}: sin-problem-11"),
    fails("meti/sin-11-past", "2*cos(1/x)/x^3 - sin(1/x)/x^4 > 0", "x > 4/5", "x=17/20", f"{MITRINOVIC}, proof of 3.4.3, on a longer interval"),
    holds("meti/sin-cos-346a", "sin(x)/x > cos(x/sqrt(3))", "0 < x <= 8", f"{MITRINOVIC}, 3.4.6; {META}: sin-cos-346-a"),
    fails("meti/sin-cos-346a-past", "sin(x)/x > cos(x/sqrt(3))", "0 < x <= 9", "x=9", f"{MITRINOVIC}, 3.4.6, on a longer interval"),
    holds("meti/sin-cos-346b", "cos(x/sqrt(3)) >= cbrt(cos(x))", "0 <= x <= pi/2", f"{MITRINOVIC}, 3.4.6; {META}: sin-cos-346-b"),
    holds("meti/exp-over-squared", "exp(-1/x^2) < 5*x^8", "x != 0, -oo < x < oo", f"{META}: exp-over-squared (Paulson)"),
    fails(
        "meti/exp-over-squared-past", "exp(-1/x^2) < 468/100*x^8", "x != 0, -oo < x < oo", "x=1/2",
        f"{META}: exp-over-squared; 256*exp(-4) = 4.6888... is the best constant",
    ),
    holds(
        "meti/sin-18", "x + y - (x + y)^3/6 + (x + y)^4/24*sin(1/(x + y))"
        " <= x - x^3/6 + x^4/24*sin(1/x) + y - y^3/6 + y^4/24*sin(1/y)", "0 < x, 0 < y, x + y < 1",
        f"{KACZOR}; {META}: sin-problem-18",
    ),
    holds(
        "meti/sin-10-3", "sin(1/cbrt(x - 1)) - 2*sin(1/cbrt(x)) + sin(1/cbrt(x + 1)) > -1/7", "x > 1.4",
        f"{META}: sin-problem-10-3", degenerate=False,
    ),
    holds(
        "meti/chua-2-il-u",
        "0.039*exp(0.0277*x) + 0.0864*exp(-0.00575*x)*cos(0.0206*x) - 2.025130727*exp(-0.00575*x)*sin(0.0206*x) < 5",
        "0 <= x <= 75", f"{CHUA}; {META}: Chua-2-IL-U-sincos", degenerate=False,
    ),
    holds(
        "meti/chua-1-vc2-l",
        "0.0189 + 0.0077*exp(-0.019*x) - 0.183*exp(0.00024*x)*cos(0.0189*x) + 0.793*exp(0.00024*x)*sin(0.0189*x) > -2",
        "0 <= x <= 289", f"{CHUA}; {META}: Chua-1-VC2-L-sincos", degenerate=False,
    ),
    holds(
        "meti/chua-2-vc1-u",
        "0.198*exp(0.028*x) + 0.8*exp(-0.0058*x)*cos(0.021*x) - 0.882*exp(-0.0058*x)*sin(0.021*x) < 5",
        "0 <= x <= 75", f"{CHUA}; {META}: Chua-2-VC1-U-sincos", degenerate=False,
    ),
    fails(
        "meti/chua-1-vc1-u-past",
        "2.84 - 0.063*exp(-0.019*x) - 1.77*exp(0.00024*x)*cos(0.0189*x) + 0.689*exp(0.00024*x)*sin(0.0189*x) < 47/10",
        "0 <= x <= 289", "x=150", f"{CHUA}, mode 1, 5 lowered to 4.7",
    ),
    holds(
        "meti/chua-2-vc1-u-circle", "0.198*exp(0.028*x) + 0.8*exp(-0.0058*x)*c - 0.882*exp(-0.0058*x)*s < 5",
        "0 <= x <= 75, s^2 + c^2 = 1", f"{CHUA}; {META}: Chua-2-VC1-U", degenerate=False,
    ),
    holds(
        "meti/home-page",
        "(64.42*sin(1.71*10^6*x) - 21.08*cos(1.71*10^6*x))*exp(9.05*10^5*x) + 24.24*exp(-1.86*10^6*x) > 0",
        "0 <= x <= 1.46/10^6", f"{CHUA}; MetiTarski's home page; Solovyev, Hales, HOL Light Formal_ineqs", degenerate=False,
    ),
    holds(
        "meti/arthan-1c", "(1 + s + s^2 + y)*((1 + s)*(2 - y) + 2 + 4*s + 2*x) - 2*(1 + s)*(1 + 2*s + x)^2 < 0",
        "s >= 2.17, x^2 + y^2 = 1", f"Arthan; {META}: Arthan1C", degenerate=False,
    ),
    holds(
        "meti/sqrt-13", "(sqrt(2) + 1/2)*(sqrt(1 + x) - sqrt(1 - x))/(4 + sqrt(1 + x) + sqrt(1 - x)) <= x/(2 + sqrt(1 - x^2))",
        "0 <= x <= 1", f"Zhu, J. Inequal. Appl. 2008:368275, Theorem 1.3; {META}: sqrt-problem-13",
    ),
    holds("polya/product", "2*u^2*x < v*y^2", "0 < u < v < 1, 2 <= x <= y", f"{POLYA}, examples", degenerate=True),
    fails("polya/product-past", "3*u^2*x < v*y^2", "0 < u < v < 1, 2 <= x <= y", "u=8/10, v=9/10, x=2, y=2", f"{POLYA}, examples, 2 raised to 3"),
    holds(
        "polya/monotone", "2*u + exp(1 + x + x^4) < 2*v + exp(1 + y + y^4)", "0 < x < y, u < v", f"{POLYA}, introduction",
    ),
    holds("polya/factor", "(1 + y^2)*x >= 1 + y^2", "x > 1, -oo < y < oo", f"{POLYA}, examples"),
)  # fmt: skip
