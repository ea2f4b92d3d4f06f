"""Sines, cosines and tangents."""

from tests.prover.inequalities.books import BOTTEMA, CHEN_CHEUNG, HLP, KLEN, MITRINOVIC
from tests.prover.inequalities.known import fails, holds

STATEMENTS = (
    holds("jordan", "2*x/pi <= sin(x) <= x", "0 <= x <= pi/2", "DLMF 4.18.1; Jordan's inequality"),
    fails("jordan-past", "sin(x) >= 637/1000*x", "0 <= x <= pi/2", "x=pi/2", "DLMF 4.18.1, 2/pi raised to 0.637"),
    holds("cosine-below-sinc", "cos(x) <= sin(x)/x <= 1", "0 < x <= pi", "DLMF 4.18.3"),
    holds(
        "sine-of-pi-x", "pi < sin(pi*x)/(x*(1 - x)) <= 4", "0 < x < 1", "DLMF 4.18.4",
        note="tight at both ends and equality at x = 1/2",
    ),
    fails(
        "sine-of-pi-x-past", "sin(pi*x)/(x*(1 - x)) >= 63/20", "0 < x < 1", "x=1/1000",
        "DLMF 4.18.4, with pi raised to 3.15",
    ),
    fails(
        "sine-of-pi-x-top-past", "sin(pi*x)/(x*(1 - x)) <= 399/100", "0 < x < 1", "x=1/2",
        "DLMF 4.18.4, with 4 lowered to 3.99",
    ),
    holds(
        "kober", "1 - 2*x/pi <= cos(x) <= 1 - x^2/pi", "0 <= x <= pi/2",
        "Kober, Approximation by integral functions in the complex domain, Trans. AMS 56 (1944)",
    ),
    fails(
        "kober-past", "cos(x) >= 1 - 63/100*x", "0 <= x <= pi/2", "x=pi/2", "Kober's inequality, 2/pi lowered to 0.63",
    ),
    holds("taylor-sine", "x - x^3/6 <= sin(x) <= x - x^3/6 + x^5/120", "x >= 0", f"{MITRINOVIC}, 3.4 (Taylor)"),
    fails(
        "taylor-sine-everywhere", "x - x^3/6 <= sin(x)", "-oo < x < oo", "x=-1",
        f"{MITRINOVIC}, 3.4 (Taylor), without x >= 0", degenerate=True,
    ),
    holds("taylor-cosine", "1 - x^2/2 <= cos(x) <= 1 - x^2/2 + x^4/24", "-oo < x < oo", f"{MITRINOVIC}, 3.4 (Taylor)"),
    fails(
        "taylor-cosine-past", "cos(x) <= 1 - x^2/2 + x^4/25", "-oo < x < oo", "x=1/10",
        f"{MITRINOVIC}, 3.4 (Taylor), 24 raised to 25", degenerate=True,
    ),
    holds(
        "cusa-huygens", "sin(x)/x < (2 + cos(x))/3", "0 < x < pi/2", "Cusa; Huygens (1654)",
        note="the sides agree to fourth order at 0",
    ),
    holds(
        "cusa-huygens-everywhere", "sin(x)/x < (2 + cos(x))/3", "x > 0",
        "Zhu, A source of inequalities for circular functions, Comput. Math. Appl. 58 (2009)",
    ),
    fails(
        "cusa-huygens-zhu-past", "sin(x)/x - (2 + cos(x))/3 < -x^4/179*(sin(x)/x)^(2/7)", "0 < x < pi/2", "x=1/10",
        "Zhu (as above); 1/180 is the best constant", degenerate=True,
    ),
    fails(
        "cusa-exponent-past", "sin(x)/x > ((2 + cos(x))/3)^(111/100)", "0 < x < pi/2", "x=157/100",
        f"{CHEN_CHEUNG}, Theorem 1, exponent 1.1137 lowered to 1.11", degenerate=True,
    ),
    holds("mitrinovic-adamovic", "(sin(x)/x)^3 > cos(x)", "0 < x < pi/2", f"{MITRINOVIC}, 3.4.6"),
    fails(
        "mitrinovic-adamovic-past", "(sin(x)/x)^(31/10) > cos(x)", "0 < x < pi/2", "x=1/10",
        f"{MITRINOVIC}, 3.4.6; 3 is the best exponent", degenerate=True,
    ),
    holds("huygens", "2*sin(x) + tan(x) > 3*x", "0 < x < pi/2", "Huygens, De circuli magnitudine inventa (1654)"),
    fails(
        "huygens-past", "2*sin(x)/x + tan(x)/x < 3 + 7/50*x^3*tan(x)", "0 < x < pi/2", "x=1/10",
        "Chen, Cheung, Sharpness of Wilker and Huygens type inequalities, J. Inequal. Appl. 2012:72, 3/20 lowered",
        degenerate=True,
    ),
    holds("wilker", "(sin(x)/x)^2 + tan(x)/x > 2", "0 < x < pi/2", "Wilker, Problem E 3306, Amer. Math. Monthly 96 (1989)"),
    holds(
        "wilker-sharp", "2 + 16/pi^4*x^3*tan(x) < (sin(x)/x)^2 + tan(x)/x < 2 + 8/45*x^3*tan(x)", "0 < x < pi/2",
        "Sumner, Jagers, Vowe, Anglesio, Inequalities involving trigonometric functions, Amer. Math. Monthly 98 (1991)",
    ),
    fails(
        "wilker-sharp-past", "(sin(x)/x)^2 + tan(x)/x < 2 + 7/40*x^3*tan(x)", "0 < x < pi/2", "x=1/10",
        "Sumner et al. (as above); 8/45 is the best constant", degenerate=True,
    ),
    holds(
        "becker-stark", "8/(pi^2 - 4*x^2) < tan(x)/x < pi^2/(pi^2 - 4*x^2)", "0 < x < pi/2",
        "Becker, Stark, On a hierarchy of quotient inequalities for tan x (1978)",
    ),
    fails(
        "becker-stark-past", "tan(x)/x > 81/10/(pi^2 - 4*x^2)", "0 < x < pi/2", "x=157/100",
        "Becker, Stark (as above); 8 is the best constant", degenerate=True,
    ),
    fails(
        "becker-stark-exponent-past", "(pi^2/(pi^2 - 4*x^2))^(83/100) < tan(x)/x", "0 < x < pi/2", "x=1/10",
        f"{CHEN_CHEUNG}, Theorem 2; pi^2/12 is the best exponent", degenerate=True,
    ),
    holds("stechkin", "4*x/(pi*(pi - 2*x)) < tan(x)", "0 < x < pi/2", f"Stečkin; {MITRINOVIC}, 3.4"),
    fails(
        "stechkin-past", "13/10*x/(pi - 2*x) < tan(x)", "0 < x < pi/2", "x=157/100",
        f"Stečkin; {MITRINOVIC}, 3.4; 4/pi is the best constant", degenerate=True,
    ),
    holds(
        "taylor-tangent", "tan(x) > x + x^3/3 + 2*x^5/15", "0 < x < pi/2", f"{MITRINOVIC}, 3.4 (Taylor)",
    ),
    holds(
        "redheffer", "sin(x)/x >= (pi^2 - x^2)/(pi^2 + x^2)", "0 < x <= pi",
        "Redheffer, Problem 5642, Amer. Math. Monthly 75 (1968)",
    ),
    holds(
        "redheffer-everywhere", "sin(x)/x >= (pi^2 - x^2)/(pi^2 + x^2)", "x > 0",
        "Redheffer, Problem 5642; Williams, Amer. Math. Monthly 76 (1969)", note="the sides touch at x = pi",
    ),
    fails(
        "redheffer-past", "sin(x)/x >= (10 - x^2)/(10 + x^2)", "x > 0", "x=63/20",
        "Redheffer (as above), pi^2 raised to 10",
    ),
    holds(
        "redheffer-cosine", "cos(x) >= (pi^2 - 4*x^2)/(pi^2 + 4*x^2)", "-pi/2 <= x <= pi/2",
        "Chen, Zhao, Qi, Three inequalities similar to Redheffer's inequality, RGMIA 7 (2004)",
    ),
    holds(
        "iyengar", "cos(x/sqrt(3)) < sin(x)/x", "0 < x <= pi/2",
        "Iyengar, Madhava Rao, Nanjundiah, Some trigonometrical inequalities, Half-Yearly J. Mysore Univ. B 6 (1945)",
    ),
    fails(
        "iyengar-past", "cos(4*x/7) < sin(x)/x", "0 < x <= pi/2", "x=1/10",
        "Iyengar, Madhava Rao, Nanjundiah (as above), 1/sqrt(3) lowered to 4/7", degenerate=True,
    ),
    holds("cosine-powers", "cos(x/2)^2 <= sin(x)/x <= cos(x/3)^3", "0 < x <= 1", KLEN),
    holds("sine-of-square", "sin(x)^2 <= sin(x^2)", "0 <= x <= sqrt(pi/2)", f"{MITRINOVIC}, 3.4"),
    fails(
        "tan-sin-sin-tan-past", "tan(sin(x)) > sin(tan(x)) + x^7/29", "0 < x < pi/2", "x=1/10",
        "International Mathematics Competition 2006, with a term past the Taylor coefficient 1/30", degenerate=True,
    ),
    holds(
        "cos-sin-sin-cos", "cos(sin(x)) > sin(cos(x))", "-oo < x < oo",
        "Classical; Larson, Problem-Solving Through Problems (1983)", degenerate=False,
    ),
    holds(
        "sine-sum-lower", "-tan(x/4)/2 <= sin(x) + sin(2*x)", "0 < x < 2*pi",
        f"{MITRINOVIC}, 3.5.1, n = 2; MetiTarski problem set: trigpoly-351-2a",
        note="the sides touch at 4*pi/5 and 8*pi/5",
    ),
    holds(
        "sine-sum-upper", "sin(x) + sin(2*x) <= 1/(2*tan(x/4))", "0 < x < 2*pi",
        f"{MITRINOVIC}, 3.5.1, n = 2; MetiTarski problem set: trigpoly-351-2b",
        note="the sides touch at 2*pi/5 and 6*pi/5",
    ),
    fails(
        "sine-sum-lower-past", "-49/100*tan(x/4) <= sin(x) + sin(2*x)", "0 < x < 2*pi", "x=8*pi/5",
        f"{MITRINOVIC}, 3.5.1, n = 2, with 1/2 lowered to 0.49",
    ),
    holds("fejer-jackson", "sin(x) + sin(2*x)/2 + sin(3*x)/3 > 0", "0 < x < pi", "Jackson 1911; Gronwall 1912 (Fejér's conjecture)"),
    holds(
        "turan-sine-sum-3", "sin(x) + sin(2*x)/2 + sin(3*x)/3 < pi - x", "0 < x < pi",
        f"Turán; {MITRINOVIC}, 3.5.6, n = 3", note="tight to first order at pi",
    ),
    holds(
        "turan-sine-sum-4", "sin(x) + sin(2*x)/2 + sin(3*x)/3 + sin(4*x)/4 < pi - x", "0 < x < pi",
        f"{MITRINOVIC}, 3.5.6, n = 4; MetiTarski problem set: trigpoly-356-4b",
    ),
    holds(
        "sine-sum-bound", "abs(sin(x) + sin(2*x)/2) < 1/sin(x/2)", "0 < x < 2*pi",
        f"{MITRINOVIC}, 3.5.9, m = 0, n = 2; MetiTarski problem set: trigpoly-359-2",
    ),
    holds(
        "aristarchus", "sin(a)/sin(b) < a/b < tan(a)/tan(b)", "0 < b < a < pi/2",
        "Aristarchus; Ptolemy, Almagest I.10",
    ),
    holds("sine-lipschitz", "abs(sin(x) - sin(y)) <= abs(x - y)", "-oo < x < oo, -oo < y < oo", "Mean value theorem; Rudin"),
    holds(
        "sine-jensen", "sin(x) + sin(y) <= 2*sin((x + y)/2)", "0 <= x <= pi, 0 <= y <= pi",
        f"{HLP}, chapter III (Jensen)",
    ),
    holds(
        "triangle-sines", "sin(A) + sin(B) + sin(A + B) <= 3*sqrt(3)/2", "0 < A, 0 < B, A + B < pi", f"{BOTTEMA}, 2.1",
    ),
    fails(
        "triangle-cosines-past", "cos(A) + cos(B) - cos(A + B) <= 149/100", "0 < A, 0 < B, A + B < pi",
        "A=pi/3, B=pi/3", f"{BOTTEMA}, 2.16, 3/2 lowered to 1.49",
    ),
    holds(
        "triangle-half-sines", "sin(A/2)*sin(B/2)*cos((A + B)/2) <= 1/8", "0 < A, 0 < B, A + B < pi",
        f"{BOTTEMA}, 2.12",
    ),
)  # fmt: skip
