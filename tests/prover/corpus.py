"""Inequalities of the literature, true and false, on which the prover is judged.

None is made up here. A true one is printed in its reference. A false one is either printed too (and wrong), or a true
one whose sharp constant, exponent, range or hypothesis is moved just past the edge that its reference gives; it comes
with an exact point that violates it. Every statement is defined on the whole of its domain.

"Degenerate" means that the two sides meet or blow up: on the boundary, inside, in a limit towards an end or infinity.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Known:
    """A statement, whether it is true, and where it comes from; `point` violates it when it is false."""

    name: str
    relation: str
    where: str
    true: bool
    degenerate: bool
    reference: str
    point: str | None = None
    note: str = ""


def _holds(name: str, relation: str, where: str, reference: str, *, degenerate: bool = True, note: str = "") -> Known:
    return Known(name, relation, where, True, degenerate, reference, None, note)


def _fails(
    name: str, relation: str, where: str, point: str, reference: str, *, degenerate: bool = False, note: str = ""
) -> Known:
    return Known(name, relation, where, False, degenerate, reference, point, note)


BOTTEMA = "Bottema et al., Geometric Inequalities (1969)"
BOUCHERON = "Boucheron, Lugosi, Massart, Concentration Inequalities (2013)"
BULLEN = "Bullen, Handbook of Means and Their Inequalities (2003)"
CHEN_CHEUNG = "Chen, Cheung, Sharp Cusa and Becker-Stark inequalities, J. Inequal. Appl. 2011:136"
CIRTOAJE = (
    "Cîrtoaje, Proofs of three open inequalities with power-exponential functions, J. Nonlinear Sci. Appl. 4 (2011)"
)
COVER = "Cover, Thomas, Elements of Information Theory (2nd ed.)"
HLP = "Hardy, Littlewood, Pólya, Inequalities (1934)"
KLEN = "Klén, Visuri, Vuorinen, On Jordan type inequalities for hyperbolic functions, J. Inequal. Appl. 2010:362548"
MITRINOVIC = "Mitrinović, Analytic Inequalities (1970)"
REZNICK = "Reznick, Some concrete aspects of Hilbert's 17th problem (2000)"
TOPSOE = "Topsøe, Some bounds for the logarithmic function, RGMIA Res. Rep. 7 (2004)"
SPHERES = "Krakowski, Mahony, Williamson, Warmuth, Online Learning on Spheres"
TSUDA = "Tsuda, Rätsch, Warmuth, Matrix Exponentiated Gradient Updates (NIPS 2004)"
KIVINEN = "Kivinen, Warmuth, Relative Loss Bounds for Multidimensional Regression Problems (Machine Learning 45, 2001)"
CESA = "Cesa-Bianchi, Online Gradient Descent (lecture notes, April 2024)"

PAPERS = (
    _holds(
        "spheres/prop-8", "(cos(a) - cos(c))/cos(c) <= c^2 - a^2", "0 <= a <= c, c <= pi/3",
        f"{SPHERES}, Proposition 8",
    ),
    _fails(
        "spheres/prop-8-past", "(cos(a) - cos(c))/cos(c) <= c^2 - a^2", "0 <= a <= c, c <= 111/100",
        "a=0, c=111/100", f"{SPHERES}, Proposition 8, on a longer interval", degenerate=True,
        note="a = 0 decides: the largest interval ends at the root of cos(c)*(1 + c^2) = 1 near 1.1024",
    ),
    _holds(
        "spheres/lemma-9-step",
        "(sin(eta*sin(2*d) + d) - sin(d))/sin(d)"
        " > 2*eta*(1 - eta)*cos(d)^2 + 2/3*eta^2*(3 - (2 - eta)*eta)*cos(d)^4",
        "0 < eta < 1, 0 < d < pi/2", f"{SPHERES}, proof of Lemma 9, without the factor 1/k",
        note="the gap vanishes to third order in eta and to sixth order in cos(d)",
    ),
    _fails(
        "spheres/lemma-9-step-past",
        "(sin(eta*sin(2*d) + d) - sin(d))/sin(d)"
        " > 2*eta*(1 - eta)*cos(d)^2 + 101/150*eta^2*(3 - (2 - eta)*eta)*cos(d)^4",
        "0 < eta < 1, 0 < d < pi/2", "eta=1/10, d=3/2", f"{SPHERES}, proof of Lemma 9, with a larger constant",
        degenerate=True,
    ),
    _holds(
        "general_additive/h-inequality",
        "(sqrt(z^2 + z) - z)/(1 - (sqrt(z^2 + z) - z))"
        " + z/((sqrt(z^2 + z) - z) - (sqrt(z^2 + z) - z)^2) <= 2*sqrt(z) + 4*z",
        "z > 0", f"{KIVINEN}, proof of Theorem 3",
    ),
    _holds(
        "gradient_descent/sqrt-sum-step", "1/sqrt(t) <= 2*(sqrt(t) - sqrt(t - 1))", "t >= 1",
        f"{CESA}, after (7)",
    ),
    _fails(
        "gradient_descent/sqrt-sum-step-past", "1/sqrt(t) <= 199/100*(sqrt(t) - sqrt(t - 1))", "t >= 1", "t=100",
        f"{CESA}, after (7), with a smaller constant", degenerate=True,
    ),
    _holds("gradient_descent/harmonic-step", "1/t <= log(t/(t - 1))", "t > 1", f"{CESA}, p. 6"),
    _holds(
        "matrix_eg/rho", "(1 - r/a)^(a/(a + b))*(1 + r/b)^(b/(a + b)) <= 1", "a > 0, b > 0, 0 <= r < a",
        f"{TSUDA}, Theorem 4.1", note="a and -b are the largest and the smallest eigenvalue",
    ),
    _fails(
        "matrix_eg/rho-past", "(1 - r/a)^(a/(a + b))*(1 + r/b)^(b/(a + b)) <= 1 - r^2/(2*a*b)",
        "a > 0, b > 0, 0 <= r < a", "a=2, b=1, r=1/10", f"{TSUDA}, Theorem 4.1, with the second-order term",
        degenerate=True,
    ),
)  # fmt: skip

TRIGONOMETRIC = (
    _holds("jordan", "2*x/pi <= sin(x) <= x", "0 <= x <= pi/2", "DLMF 4.18.1; Jordan's inequality"),
    _fails("jordan-past", "sin(x) >= 637/1000*x", "0 <= x <= pi/2", "x=pi/2", "DLMF 4.18.1, 2/pi raised to 0.637"),
    _holds("cosine-below-sinc", "cos(x) <= sin(x)/x <= 1", "0 < x <= pi", "DLMF 4.18.3"),
    _holds(
        "sine-of-pi-x", "pi < sin(pi*x)/(x*(1 - x)) <= 4", "0 < x < 1", "DLMF 4.18.4",
        note="tight at both ends and equality at x = 1/2",
    ),
    _fails(
        "sine-of-pi-x-past", "sin(pi*x)/(x*(1 - x)) >= 63/20", "0 < x < 1", "x=1/1000",
        "DLMF 4.18.4, with pi raised to 3.15",
    ),
    _fails(
        "sine-of-pi-x-top-past", "sin(pi*x)/(x*(1 - x)) <= 399/100", "0 < x < 1", "x=1/2",
        "DLMF 4.18.4, with 4 lowered to 3.99",
    ),
    _holds(
        "kober", "1 - 2*x/pi <= cos(x) <= 1 - x^2/pi", "0 <= x <= pi/2",
        "Kober, Approximation by integral functions in the complex domain, Trans. AMS 56 (1944)",
    ),
    _fails(
        "kober-past", "cos(x) >= 1 - 63/100*x", "0 <= x <= pi/2", "x=pi/2", "Kober's inequality, 2/pi lowered to 0.63",
    ),
    _holds("taylor-sine", "x - x^3/6 <= sin(x) <= x - x^3/6 + x^5/120", "x >= 0", f"{MITRINOVIC}, 3.4 (Taylor)"),
    _fails(
        "taylor-sine-everywhere", "x - x^3/6 <= sin(x)", "-oo < x < oo", "x=-1",
        f"{MITRINOVIC}, 3.4 (Taylor), without x >= 0", degenerate=True,
    ),
    _holds("taylor-cosine", "1 - x^2/2 <= cos(x) <= 1 - x^2/2 + x^4/24", "-oo < x < oo", f"{MITRINOVIC}, 3.4 (Taylor)"),
    _fails(
        "taylor-cosine-past", "cos(x) <= 1 - x^2/2 + x^4/25", "-oo < x < oo", "x=1/10",
        f"{MITRINOVIC}, 3.4 (Taylor), 24 raised to 25", degenerate=True,
    ),
    _holds(
        "cusa-huygens", "sin(x)/x < (2 + cos(x))/3", "0 < x < pi/2", "Cusa; Huygens (1654)",
        note="the sides agree to fourth order at 0",
    ),
    _holds(
        "cusa-huygens-everywhere", "sin(x)/x < (2 + cos(x))/3", "x > 0",
        "Zhu, A source of inequalities for circular functions, Comput. Math. Appl. 58 (2009)",
    ),
    _fails(
        "cusa-huygens-zhu-past", "sin(x)/x - (2 + cos(x))/3 < -x^4/179*(sin(x)/x)^(2/7)", "0 < x < pi/2", "x=1/10",
        "Zhu (as above); 1/180 is the best constant", degenerate=True,
    ),
    _fails(
        "cusa-exponent-past", "sin(x)/x > ((2 + cos(x))/3)^(111/100)", "0 < x < pi/2", "x=157/100",
        f"{CHEN_CHEUNG}, Theorem 1, exponent 1.1137 lowered to 1.11", degenerate=True,
    ),
    _holds("mitrinovic-adamovic", "(sin(x)/x)^3 > cos(x)", "0 < x < pi/2", f"{MITRINOVIC}, 3.4.6"),
    _fails(
        "mitrinovic-adamovic-past", "(sin(x)/x)^(31/10) > cos(x)", "0 < x < pi/2", "x=1/10",
        f"{MITRINOVIC}, 3.4.6; 3 is the best exponent", degenerate=True,
    ),
    _holds("huygens", "2*sin(x) + tan(x) > 3*x", "0 < x < pi/2", "Huygens, De circuli magnitudine inventa (1654)"),
    _fails(
        "huygens-past", "2*sin(x)/x + tan(x)/x < 3 + 7/50*x^3*tan(x)", "0 < x < pi/2", "x=1/10",
        "Chen, Cheung, Sharpness of Wilker and Huygens type inequalities, J. Inequal. Appl. 2012:72, 3/20 lowered",
        degenerate=True,
    ),
    _holds("wilker", "(sin(x)/x)^2 + tan(x)/x > 2", "0 < x < pi/2", "Wilker, Problem E 3306, Amer. Math. Monthly 96 (1989)"),
    _holds(
        "wilker-sharp", "2 + 16/pi^4*x^3*tan(x) < (sin(x)/x)^2 + tan(x)/x < 2 + 8/45*x^3*tan(x)", "0 < x < pi/2",
        "Sumner, Jagers, Vowe, Anglesio, Inequalities involving trigonometric functions, Amer. Math. Monthly 98 (1991)",
    ),
    _fails(
        "wilker-sharp-past", "(sin(x)/x)^2 + tan(x)/x < 2 + 7/40*x^3*tan(x)", "0 < x < pi/2", "x=1/10",
        "Sumner et al. (as above); 8/45 is the best constant", degenerate=True,
    ),
    _holds(
        "becker-stark", "8/(pi^2 - 4*x^2) < tan(x)/x < pi^2/(pi^2 - 4*x^2)", "0 < x < pi/2",
        "Becker, Stark, On a hierarchy of quotient inequalities for tan x (1978)",
    ),
    _fails(
        "becker-stark-past", "tan(x)/x > 81/10/(pi^2 - 4*x^2)", "0 < x < pi/2", "x=157/100",
        "Becker, Stark (as above); 8 is the best constant", degenerate=True,
    ),
    _fails(
        "becker-stark-exponent-past", "(pi^2/(pi^2 - 4*x^2))^(83/100) < tan(x)/x", "0 < x < pi/2", "x=1/10",
        f"{CHEN_CHEUNG}, Theorem 2; pi^2/12 is the best exponent", degenerate=True,
    ),
    _holds("stechkin", "4*x/(pi*(pi - 2*x)) < tan(x)", "0 < x < pi/2", f"Stečkin; {MITRINOVIC}, 3.4"),
    _fails(
        "stechkin-past", "13/10*x/(pi - 2*x) < tan(x)", "0 < x < pi/2", "x=157/100",
        f"Stečkin; {MITRINOVIC}, 3.4; 4/pi is the best constant", degenerate=True,
    ),
    _holds(
        "taylor-tangent", "tan(x) > x + x^3/3 + 2*x^5/15", "0 < x < pi/2", f"{MITRINOVIC}, 3.4 (Taylor)",
    ),
    _holds(
        "redheffer", "sin(x)/x >= (pi^2 - x^2)/(pi^2 + x^2)", "0 < x <= pi",
        "Redheffer, Problem 5642, Amer. Math. Monthly 75 (1968)",
    ),
    _holds(
        "redheffer-everywhere", "sin(x)/x >= (pi^2 - x^2)/(pi^2 + x^2)", "x > 0",
        "Redheffer, Problem 5642; Williams, Amer. Math. Monthly 76 (1969)", note="the sides touch at x = pi",
    ),
    _fails(
        "redheffer-past", "sin(x)/x >= (10 - x^2)/(10 + x^2)", "x > 0", "x=63/20",
        "Redheffer (as above), pi^2 raised to 10",
    ),
    _holds(
        "redheffer-cosine", "cos(x) >= (pi^2 - 4*x^2)/(pi^2 + 4*x^2)", "-pi/2 <= x <= pi/2",
        "Chen, Zhao, Qi, Three inequalities similar to Redheffer's inequality, RGMIA 7 (2004)",
    ),
    _holds(
        "iyengar", "cos(x/sqrt(3)) < sin(x)/x", "0 < x <= pi/2",
        "Iyengar, Madhava Rao, Nanjundiah, Some trigonometrical inequalities, Half-Yearly J. Mysore Univ. B 6 (1945)",
    ),
    _fails(
        "iyengar-past", "cos(4*x/7) < sin(x)/x", "0 < x <= pi/2", "x=1/10",
        "Iyengar, Madhava Rao, Nanjundiah (as above), 1/sqrt(3) lowered to 4/7", degenerate=True,
    ),
    _holds("cosine-powers", "cos(x/2)^2 <= sin(x)/x <= cos(x/3)^3", "0 < x <= 1", KLEN),
    _holds("sine-of-square", "sin(x)^2 <= sin(x^2)", "0 <= x <= sqrt(pi/2)", f"{MITRINOVIC}, 3.4"),
    _fails(
        "tan-sin-sin-tan-past", "tan(sin(x)) > sin(tan(x)) + x^7/29", "0 < x < pi/2", "x=1/10",
        "International Mathematics Competition 2006, with a term past the Taylor coefficient 1/30", degenerate=True,
    ),
    _holds(
        "cos-sin-sin-cos", "cos(sin(x)) > sin(cos(x))", "-oo < x < oo",
        "Classical; Larson, Problem-Solving Through Problems (1983)", degenerate=False,
    ),
    _holds(
        "sine-sum-lower", "-tan(x/4)/2 <= sin(x) + sin(2*x)", "0 < x < 2*pi",
        f"{MITRINOVIC}, 3.5.1, n = 2; MetiTarski problem set: trigpoly-351-2a",
        note="the sides touch at 4*pi/5 and 8*pi/5",
    ),
    _holds(
        "sine-sum-upper", "sin(x) + sin(2*x) <= 1/(2*tan(x/4))", "0 < x < 2*pi",
        f"{MITRINOVIC}, 3.5.1, n = 2; MetiTarski problem set: trigpoly-351-2b",
        note="the sides touch at 2*pi/5 and 6*pi/5",
    ),
    _fails(
        "sine-sum-lower-past", "-49/100*tan(x/4) <= sin(x) + sin(2*x)", "0 < x < 2*pi", "x=8*pi/5",
        f"{MITRINOVIC}, 3.5.1, n = 2, with 1/2 lowered to 0.49",
    ),
    _holds("fejer-jackson", "sin(x) + sin(2*x)/2 + sin(3*x)/3 > 0", "0 < x < pi", "Jackson 1911; Gronwall 1912 (Fejér's conjecture)"),
    _holds(
        "turan-sine-sum-3", "sin(x) + sin(2*x)/2 + sin(3*x)/3 < pi - x", "0 < x < pi",
        f"Turán; {MITRINOVIC}, 3.5.6, n = 3", note="tight to first order at pi",
    ),
    _holds(
        "turan-sine-sum-4", "sin(x) + sin(2*x)/2 + sin(3*x)/3 + sin(4*x)/4 < pi - x", "0 < x < pi",
        f"{MITRINOVIC}, 3.5.6, n = 4; MetiTarski problem set: trigpoly-356-4b",
    ),
    _holds(
        "sine-sum-bound", "abs(sin(x) + sin(2*x)/2) < 1/sin(x/2)", "0 < x < 2*pi",
        f"{MITRINOVIC}, 3.5.9, m = 0, n = 2; MetiTarski problem set: trigpoly-359-2",
    ),
    _holds(
        "aristarchus", "sin(a)/sin(b) < a/b < tan(a)/tan(b)", "0 < b < a < pi/2",
        "Aristarchus; Ptolemy, Almagest I.10",
    ),
    _holds("sine-lipschitz", "abs(sin(x) - sin(y)) <= abs(x - y)", "-oo < x < oo, -oo < y < oo", "Mean value theorem; Rudin"),
    _holds(
        "sine-jensen", "sin(x) + sin(y) <= 2*sin((x + y)/2)", "0 <= x <= pi, 0 <= y <= pi",
        f"{HLP}, chapter III (Jensen)",
    ),
    _holds(
        "triangle-sines", "sin(A) + sin(B) + sin(A + B) <= 3*sqrt(3)/2", "0 < A, 0 < B, A + B < pi", f"{BOTTEMA}, 2.1",
    ),
    _fails(
        "triangle-cosines-past", "cos(A) + cos(B) - cos(A + B) <= 149/100", "0 < A, 0 < B, A + B < pi",
        "A=pi/3, B=pi/3", f"{BOTTEMA}, 2.16, 3/2 lowered to 1.49",
    ),
    _holds(
        "triangle-half-sines", "sin(A/2)*sin(B/2)*cos((A + B)/2) <= 1/8", "0 < A, 0 < B, A + B < pi",
        f"{BOTTEMA}, 2.12",
    ),
)  # fmt: skip

INVERSE_TRIGONOMETRIC = (
    _holds(
        "shafer", "3*x/(1 + 2*sqrt(1 + x^2)) < atan(x)", "x > 0", "Shafer, Problem E 1867, Amer. Math. Monthly 73 (1966)",
    ),
    _fails(
        "shafer-upper-past", "atan(x) < 157/50*x/(1 + 2*sqrt(1 + x^2))", "x > 0", "x=10000",
        "Qi, Zhang, Guo (as above), pi lowered to 3.14", degenerate=True,
    ),
    _fails(
        "shafer-past", "301/100*x/(1 + 2*sqrt(1 + x^2)) < atan(x)", "x > 0", "x=1/10",
        "Shafer (as above), 3 raised to 3.01", degenerate=True,
    ),
    _fails(
        "shafer-quadratic-past", "8*x/(3 + sqrt(25 + 26*x^2)) < atan(x)", "x > 0", "x=1/10",
        "Zhu (as above); 80/3 is the best constant", degenerate=True,
    ),
    _holds(
        "atan-lagrange", "x/(1 + x^2) < atan(x) < x", "x > 0", f"{MITRINOVIC}, 3.4; mean value theorem",
    ),
    _holds("atan-lambert", "3*x/(3 + x^2) <= atan(x)", "x >= 0", "Lambert's continued fraction; DLMF 4.25"),
    _fails(
        "atan-lambert-past", "29*x/(29 + 9*x^2) <= atan(x)", "x >= 0", "x=1/10",
        "Lambert's continued fraction, with 1/3 lowered to 9/29", degenerate=True,
    ),
    _holds(
        "atan-mean-value", "(y - x)/(1 + y^2) < atan(y) - atan(x) < (y - x)/(1 + x^2)", "0 <= x < y",
        f"{MITRINOVIC}, 3.4; mean value theorem", note="meets on the whole line x = y, infinite range",
    ),
    _holds(
        "atan-difference", "atan(2*x) - atan(x) > x/sqrt((x^2 + 1)*(4*x^2 + 1))", "x > 0",
        "Amer. Math. Monthly 73 (1966), p. 424, via Bullen; MetiTarski problem set: atan-problem-2-weakestT",
    ),
    _fails("atan-tanh-past", "atan(x) <= 157/100*tanh(x)", "x >= 0", "x=10000", "DLMF 4.32.4, pi/2 lowered to 1.57"),
    _holds(
        "shafer-fink", "3*x/(2 + sqrt(1 - x^2)) <= asin(x) <= pi*x/(2 + sqrt(1 - x^2))", "0 <= x <= 1",
        "Fink, Two inequalities, Univ. Beograd. Publ. Elektrotehn. Fak. 6 (1995)",
    ),
    _fails(
        "shafer-fink-past", "asin(x) <= 157/50*x/(2 + sqrt(1 - x^2))", "0 <= x <= 1", "x=1",
        "Fink (as above), pi lowered to 3.14", degenerate=True,
    ),
    _holds(
        "asin-mitrinovic", "6*(sqrt(1 + x) - sqrt(1 - x))/(4 + sqrt(1 + x) + sqrt(1 - x)) <= asin(x)", "0 <= x <= 1",
        f"{MITRINOVIC}, 3.4.31 (Shafer)",
    ),
    _holds(
        "zhu-asinh", "3*x/(2 + sqrt(1 + x^2)) < asinh(x)", "x > 0",
        "Zhu, New inequalities of Shafer-Fink type for arc hyperbolic sine, J. Inequal. Appl. 2008",
    ),
)  # fmt: skip

HYPERBOLIC = (
    _holds("lazarevic", "cosh(x) < (sinh(x)/x)^3", "x > 0", f"Lazarević; DLMF 4.32.1; {MITRINOVIC}, 3.6.9"),
    _fails(
        "lazarevic-past", "cosh(x) < (sinh(x)/x)^(29/10)", "x > 0", "x=1/10",
        f"{MITRINOVIC}, 3.6.9; 3 is the best exponent", degenerate=True,
    ),
    _holds("sine-cosine-tanh", "sin(x)*cos(x) < tanh(x)", "x > 0", "DLMF 4.32.2"),
    _fails(
        "sine-cosine-tanh-past", "sin(x)*cos(x) < tanh(x) - x^3/2", "x > 0", "x=1",
        "DLMF 4.32.2, with a cubic term past the Taylor coefficient 1/3", degenerate=True,
    ),
    _holds("cosh-gauss", "cosh(x) <= exp(x^2/2)", "-oo < x < oo", f"{BOUCHERON}, 2.3 (Rademacher variables)"),
    _fails(
        "cosh-gauss-past", "cosh(x) <= exp(49/100*x^2)", "-oo < x < oo", "x=1/10",
        f"{BOUCHERON}, 2.3; 1/2 is the best constant", degenerate=True,
    ),
    _holds("cusa-hyperbolic", "sinh(x)/x < (2 + cosh(x))/3", "x > 0", "Neuman, Sándor, Math. Inequal. Appl. 13 (2010)"),
    _holds("wilker-hyperbolic", "(sinh(x)/x)^2 + tanh(x)/x > 2", "x > 0", "Zhu, On Wilker-type inequalities, Math. Inequal. Appl. 10 (2007)"),
    _holds("huygens-hyperbolic", "2*sinh(x)/x + tanh(x)/x > 3", "x > 0", "Neuman, Sándor, Math. Inequal. Appl. 13 (2010)"),
    _holds("sinc-times-sinhc", "sin(x)/x <= x/sinh(x)", "0 < x <= pi/2", KLEN),
    _holds(
        "lambert-tanh", "3*x/(3 + x^2) <= tanh(x) <= x*(15 + x^2)/(15 + 6*x^2)", "x >= 0",
        "Lambert's continued fraction; DLMF 4.39",
    ),
    _fails(
        "lambert-tanh-past", "tanh(x) <= x*(15 + x^2)/(15 + 61/10*x^2)", "x >= 0", "x=1/10",
        "Lambert's continued fraction, 6 raised to 6.1", degenerate=True,
    ),
    _fails(
        "heinz-heron-past", "cosh(s*x) <= 1 - s^3 + s^3*cosh(x)", "0 <= s <= 1, -oo < x < oo", "s=1/2, x=1/10",
        "Bhatia (as above); the exponent 2 is the best", degenerate=True,
    ),
)  # fmt: skip

EXPONENTIAL = (
    _holds("log-napkin", "x/(1 + x) <= log(1 + x) <= x", "x > -1", "DLMF 4.5.1"),
    _holds("log-minus", "x < -log(1 - x) < x/(1 - x)", "0 < x < 1", "DLMF 4.5.2"),
    _holds("log-three-halves", "abs(log(1 - x)) < 3*x/2", "0 < x <= 0.5828", "DLMF 4.5.3", note="tight at both ends"),
    _fails("log-three-halves-past", "abs(log(1 - x)) < 3*x/2", "0 < x <= 0.583", "x=583/1000", "DLMF 4.5.3, range past 0.5828"),
    _holds("exp-inverse", "exp(-x/(1 - x)) < 1 - x < exp(-x)", "0 < x < 1", "DLMF 4.5.7"),
    _holds("exp-convex", "x/(1 + x) <= 1 - exp(-x) <= x", "x > -1", "DLMF 4.5.10"),
    _holds(
        "exp-two-sided", "exp(x*y/(x + y)) < (1 + x/y)^y < exp(x)", "x > 0, y > 0", "DLMF 4.5.13",
        note="tight at x = 0 and at y = oo",
    ),
    _holds("exp-half", "exp(-x) < 1 - x/2", "0 < x <= 1.5936", "DLMF 4.5.14"),
    _fails("exp-half-past", "exp(-x) < 1 - x/2", "0 < x <= 1.6", "x=8/5", "DLMF 4.5.14, range past 1.5936", degenerate=True),
    _holds("exp-line", "exp(x) >= E*x", "-oo < x < oo", f"{MITRINOVIC}, 3.6", note="the sides touch at x = 1"),
    _fails("exp-line-past", "exp(x) >= 2.7183*x", "-oo < x < oo", "x=1", f"{MITRINOVIC}, 3.6, E raised to 2.7183"),
    _holds("exp-against-power", "E^x >= x^E", "x > 0", f"{MITRINOVIC}, 3.6; e^pi > pi^e", note="the sides touch at x = E"),
    _fails("exp-against-cube", "3^x >= x^3", "x > 0", "x=14/5", f"{MITRINOVIC}, 3.6, E replaced by 3", degenerate=True),
    _holds("taylor-exp", "exp(x) >= 1 + x + x^2/2 + x^3/6", "-oo < x < oo", f"{MITRINOVIC}, 3.6 (Taylor)"),
    _fails(
        "taylor-exp-even", "exp(x) >= 1 + x + x^2/2", "-oo < x < oo", "x=-1",
        f"{MITRINOVIC}, 3.6 (Taylor): true for x >= 0 only", degenerate=True,
    ),
    _holds("pade-exp-1", "exp(x) <= (2 + x)/(2 - x)", "0 <= x < 2", "Padé; Baker, Graves-Morris, Padé Approximants, 1.2"),
    _holds(
        "pade-exp-2", "exp(x) >= (12 + 6*x + x^2)/(12 - 6*x + x^2)", "x >= 0",
        "Padé; Baker, Graves-Morris, Padé Approximants, 1.2", note="the sides agree to fourth order at 0",
    ),
    _fails(
        "pade-exp-2-everywhere", "exp(x) >= (12 + 6*x + x^2)/(12 - 6*x + x^2)", "-oo < x < oo", "x=-1",
        "Padé; Baker, Graves-Morris, Padé Approximants, 1.2, without x >= 0", degenerate=True,
    ),
    _holds("log-pade-1", "2*x/(2 + x) <= log(1 + x) <= x*(6 + x)/(6 + 4*x)", "x >= 0", TOPSOE),
    _fails("log-pade-1-everywhere", "2*x/(2 + x) <= log(1 + x)", "x > -1", "x=-1/2", f"{TOPSOE}, without x >= 0", degenerate=True),
    _holds("log-pade-2", "3*x*(2 + x)/(6 + 6*x + x^2) <= log(1 + x)", "x >= 0", TOPSOE),
    _holds("log-root", "log(1 + x) <= x/sqrt(1 + x)", "x >= 0", f"Karamata; {MITRINOVIC}, 3.6.15"),
    _fails(
        "log-root-past", "log(1 + x) <= x/(1 + x)^(51/100)", "x >= 0", "x=1/10",
        f"Karamata; {MITRINOVIC}, 3.6.15; 1/2 is the best exponent", degenerate=True,
    ),
    _holds("euler-number", "(1 + 1/x)^x < E < (1 + 1/x)^(x + 1/2)", "x > 0", "Pólya, Szegő, Problems and Theorems in Analysis, I.168"),
    _fails(
        "euler-number-past", "(1 + 1/x)^(x + 49/100) > E", "x > 0", "x=100",
        "Pólya, Szegő, I.168; 1/2 is the best constant", degenerate=True,
    ),
    _holds("self-power", "x^x >= exp(-1/E)", "x > 0", "Euler; the minimum of x^x", note="the sides touch at 1/E"),
    _fails("self-power-past", "x^x >= 0.6923", "x > 0", "x=7/19", "Euler; the minimum is exp(-1/E) = 0.69220..."),
    _holds("self-root", "x^(1/x) <= exp(1/E)", "x > 0", "Steiner, J. reine angew. Math. 40 (1850)", note="touch at E"),
    _fails(
        "cirtoaje-powers-past", "x^(19/10*(1 - x)) + (1 - x)^(19/10*x) <= 1", "0 < x < 1", "x=1/2",
        f"{CIRTOAJE}, exponent 2 lowered to 1.9", degenerate=True,
    ),
    _holds("power-mean-powers", "((x + y)/2)^(x + y) <= x^x*y^y", "x > 0, y > 0", f"{MITRINOVIC}, 3.6; convexity of x*log(x)"),
    _holds("napier", "1/y < (log(y) - log(x))/(y - x) < 1/x", "0 < x < y", "Napier's inequality; Nelsen, Proofs without Words"),
    _holds("bernoulli-cubic", "(1 + x)^3 >= 1 + 3*x", "x >= -3", f"{MITRINOVIC}, 2.4 (Bernoulli, extended range)"),
    _fails("bernoulli-cubic-past", "(1 + x)^3 >= 1 + 3*x", "x >= -3.01", "x=-301/100", f"{MITRINOVIC}, 2.4, past the end of the range"),
    _holds("bernoulli", "(1 + x)^r >= 1 + r*x", "x > -1, r >= 1", f"{MITRINOVIC}, 2.4 (Bernoulli)"),
    _fails("bernoulli-past", "(1 + x)^r >= 1 + r*x", "x > -1, r >= 9/10", "x=1, r=9/10", f"{MITRINOVIC}, 2.4, with r below 1", degenerate=True),
    _holds("young", "x*y <= x^3/3 + 2*y^(3/2)/3", "x >= 0, y >= 0", f"{MITRINOVIC}, 2.7 (Young, p = 3)"),
    _fails("young-past", "x*y <= x^3/3 + 13/20*y^(3/2)", "x >= 0, y >= 0", "x=1, y=1", f"{MITRINOVIC}, 2.7 (Young), 2/3 lowered"),
)  # fmt: skip

INFORMATION = (
    _holds(
        "pinsker", "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= 2*(p - q)^2", "0 < p < 1, 0 < q < 1",
        f"{COVER}, Lemma 11.6.1",
    ),
    _fails(
        "pinsker-past", "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= 201/100*(p - q)^2", "0 < p < 1, 0 < q < 1",
        "p=1/2, q=51/100", f"{COVER}, Lemma 11.6.1; 2 is the best constant", degenerate=True,
    ),
    _holds("gibbs", "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= 0", "0 < p < 1, 0 < q < 1", f"{COVER}, Theorem 2.6.3"),
    _holds(
        "chi-square", "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) <= (p - q)^2/(q*(1 - q))", "0 < p < 1, 0 < q < 1",
        "Gibbs, Su, On choosing and bounding probability metrics (2002)",
    ),
    _fails(
        "half-chi-square", "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) <= (p - q)^2/(2*q*(1 - q))",
        "0 < p < 1, 0 < q < 1", "p=9/10, q=1/2", "Gibbs, Su (as above): 1/2 is only the constant of the limit p -> q",
        degenerate=True,
    ),
    _fails(
        "relative-entropy-triangle",
        "p*log(p/r) + (1 - p)*log((1 - p)/(1 - r)) <= p*log(p/q) + (1 - p)*log((1 - p)/(1 - q))"
        " + q*log(q/r) + (1 - q)*log((1 - q)/(1 - r))",
        "0 < p < 1, 0 < q < 1, 0 < r < 1", "p=1/2, q=1/4, r=1/10",
        f"{COVER}, 2.3: the relative entropy does not satisfy the triangle inequality", degenerate=True,
    ),
    _holds("binary-entropy", "-p*log(p) - (1 - p)*log(1 - p) <= log(2)", "0 < p < 1", f"{COVER}, 2.1", note="touch at 1/2"),
    _holds(
        "entropy-lower", "4*p*(1 - p) <= (-p*log(p) - (1 - p)*log(1 - p))/log(2)", "0 < p < 1",
        "Topsøe, Bounds for entropy and divergence for distributions over a two-element set, JIPAM 2 (2001)",
    ),
    _fails(
        "entropy-lower-past", "(4*p*(1 - p))^(9/10) <= (-p*log(p) - (1 - p)*log(1 - p))/log(2)", "0 < p < 1",
        "p=1/10^12", "Topsøe (JIPAM 2001); 1 is the best exponent", degenerate=True,
    ),
    _fails(
        "entropy-upper-past", "(-p*log(p) - (1 - p)*log(1 - p))/log(2) <= (4*p*(1 - p))^(73/100)", "0 < p < 1", "p=2/5",
        "Topsøe (JIPAM 2001); 1/log(4) = 0.7213... is the best exponent", degenerate=True,
    ),
    _holds("entropy-term", "-x*log(x) <= 1/E", "x > 0", f"{COVER}, 2.1", note="the sides touch at 1/E"),
    _fails("entropy-term-past", "-x*log(x) <= 0.3678", "x > 0", "x=7/19", "1/E = 0.36787... lowered to 0.3678"),
    _holds(
        "log-sum", "a*log(a/c) + b*log(b/d) >= (a + b)*log((a + b)/(c + d))", "a > 0, b > 0, c > 0, d > 0",
        f"{COVER}, Theorem 2.7.1",
    ),
    _fails(
        "hoeffding-lemma-past", "p*exp(t*(1 - p)) + (1 - p)*exp(-t*p) <= exp(t^2/9)", "0 <= p <= 1, -oo < t < oo",
        "p=1/2, t=1", "Hoeffding (as above); 1/8 is the best constant", degenerate=True,
    ),
    _holds("bennett-bernstein", "(1 + u)*log(1 + u) - u >= u^2/(2 + 2*u/3)", "u >= 0", f"{BOUCHERON}, 2.7"),
    _fails(
        "bennett-bernstein-past", "(1 + u)*log(1 + u) - u >= u^2/(2 + 3*u/5)", "u >= 0", "u=1/10",
        f"{BOUCHERON}, 2.7; 2/3 is the best constant", degenerate=True,
    ),
    _holds("sub-gamma", "-log(1 - x) - x <= x^2/(2*(1 - x))", "0 <= x < 1", f"{BOUCHERON}, 2.4"),
    _fails("sub-gamma-past", "-log(1 - x) - x <= x^2/(2 - x)", "0 <= x < 1", "x=9/10", f"{BOUCHERON}, 2.4, 2 lowered to 1", degenerate=True),
    _holds(
        "chernoff-upper", "exp(d)/(1 + d)^(1 + d) <= exp(-d^2/3)", "0 <= d <= 1",
        "Mitzenmacher, Upfal, Probability and Computing, Theorem 4.4",
    ),
    _fails(
        "chernoff-upper-past", "exp(d)/(1 + d)^(1 + d) <= exp(-d^2/3)", "0 <= d <= 2", "d=2",
        "Mitzenmacher, Upfal, Theorem 4.4, on a longer interval", degenerate=True,
    ),
    _holds("chernoff-all", "exp(d)/(1 + d)^(1 + d) <= exp(-d^2/(2 + d))", "d >= 0", "Mitzenmacher, Upfal, Theorem 4.4 (corollary)"),
    _holds("chernoff-lower", "exp(-d)/(1 - d)^(1 - d) <= exp(-d^2/2)", "0 < d < 1", "Mitzenmacher, Upfal, Theorem 4.5"),
)  # fmt: skip

MEANS = (
    _holds(
        "mean-chain", "2*x*y/(x + y) <= sqrt(x*y) <= (x + y)/2 <= sqrt((x^2 + y^2)/2)", "x > 0, y > 0",
        f"{BULLEN}, II.2",
    ),
    _holds("log-mean", "sqrt(x*y) < (y - x)/log(y/x) < (x + y)/2", "0 < x < y", f"{BULLEN}, II.5.5; Ostle, Terwilliger (1957)"),
    _holds("log-mean-one", "sqrt(t) < (t - 1)/log(t) < (1 + t)/2", "t > 1", f"{BULLEN}, II.5.5"),
    _fails(
        "lin-log-mean-past", "(t - 1)/log(t) < ((1 + t^(3/10))/2)^(10/3)", "t > 1", "t=2",
        "Lin (as above); 1/3 is the best exponent", degenerate=True,
    ),
    _fails(
        "polya-log-mean-past", "(t - 1)/log(t) < (3*sqrt(t) + (1 + t)/2)/4", "t > 1", "t=2",
        "Pólya, Szegő (as above); 1/3 is the best weight", degenerate=True,
    ),
    _holds(
        "weighted-means", "a^t*b^(1 - t) <= t*a + (1 - t)*b", "a > 0, b > 0, 0 <= t <= 1", f"{HLP}, 2.5 (Young)",
    ),
    _fails(
        "kittaneh-manasrah-past", "t*a + (1 - t)*b - a^t*b^(1 - t) >= 101/100*min(t, 1 - t)*(sqrt(a) - sqrt(b))^2",
        "a > 0, b > 0, 0 <= t <= 1", "a=1, b=4, t=1/2", "Kittaneh, Manasrah (as above), constant 1 raised to 1.01",
        degenerate=True,
    ),
    _holds(
        "ky-fan-2", "sqrt(x*y)/sqrt((1 - x)*(1 - y)) <= (x + y)/(2 - x - y)", "0 < x <= 1/2, 0 < y <= 1/2",
        "Ky Fan; Beckenbach, Bellman, Inequalities (1961), 1.4",
    ),
    _fails(
        "ky-fan-2-past", "sqrt(x*y)/sqrt((1 - x)*(1 - y)) <= (x + y)/(2 - x - y)", "0 < x <= 3/5, 0 < y <= 3/5",
        "x=11/20, y=3/5", "Ky Fan (as above), on a longer interval", degenerate=True,
    ),
    _holds("am-gm-roots", "root(x*y*z, 3) <= (x + y + z)/3", "x >= 0, y >= 0, z >= 0", f"{HLP}, 2.5"),
    _holds(
        "maclaurin", "cbrt(a*b*c) <= sqrt((a*b + b*c + c*a)/3) <= (a + b + c)/3", "a >= 0, b >= 0, c >= 0",
        f"{HLP}, 2.22 (Maclaurin)",
    ),
    _holds(
        "power-means", "((x^2 + y^2 + z^2)/3)^3 <= ((x^3 + y^3 + z^3)/3)^2", "x >= 0, y >= 0, z >= 0", f"{HLP}, 2.9",
    ),
    _holds(
        "minkowski", "sqrt((a + c)^2 + (b + d)^2) <= sqrt(a^2 + b^2) + sqrt(c^2 + d^2)",
        "-oo < a < oo, -oo < b < oo, -oo < c < oo, -oo < d < oo", f"{HLP}, 2.11 (Minkowski)",
    ),
    _fails(
        "minkowski-half", "(sqrt(a + c) + sqrt(b + d))^2 <= (sqrt(a) + sqrt(b))^2 + (sqrt(c) + sqrt(d))^2",
        "a >= 0, b >= 0, c >= 0, d >= 0", "a=1, b=0, c=0, d=1", f"{HLP}, 2.11: for p < 1 it is reversed",
        degenerate=True,
    ),
)  # fmt: skip

ALGEBRAIC = (
    _holds("nesbitt", "a/(b + c) + b/(c + a) + c/(a + b) >= 3/2", "a > 0, b > 0, c > 0", "Nesbitt, Problem 15114, Educational Times (1903)"),
    _fails(
        "nesbitt-past", "a/(b + c) + b/(c + a) + c/(a + b) >= 1501/1000", "a > 0, b > 0, c > 0", "a=1, b=1, c=1",
        "Nesbitt (1903), 3/2 raised to 1.501",
    ),
    _holds(
        "shapiro-4", "a/(b + c) + b/(c + d) + c/(d + a) + d/(a + b) >= 2", "a > 0, b > 0, c > 0, d > 0",
        f"Shapiro's cyclic inequality, n = 4; {MITRINOVIC}, chapter 2",
    ),
    _holds("am-gm-3", "x^3 + y^3 + z^3 >= 3*x*y*z", "x >= 0, y >= 0, z >= 0", f"{HLP}, 2.5"),
    _fails(
        "am-gm-3-everywhere", "x^3 + y^3 + z^3 >= 3*x*y*z", "-oo < x < oo, -oo < y < oo, -oo < z < oo",
        "x=-1, y=0, z=0", f"{HLP}, 2.5, without the signs", degenerate=True,
    ),
    _holds(
        "am-gm-4", "a^4 + b^4 + c^4 + d^4 >= 4*a*b*c*d", "-oo < a < oo, -oo < b < oo, -oo < c < oo, -oo < d < oo",
        f"{HLP}, 2.5; Hurwitz (1891)",
    ),
    _holds(
        "schur", "x*(x - y)*(x - z) + y*(y - x)*(y - z) + z*(z - x)*(z - y) >= 0", "x >= 0, y >= 0, z >= 0",
        f"{HLP}, Theorem 80 (Schur)",
    ),
    _fails(
        "schur-everywhere", "x*(x - y)*(x - z) + y*(y - x)*(y - z) + z*(z - x)*(z - y) >= 0",
        "-oo < x < oo, -oo < y < oo, -oo < z < oo", "x=-1, y=0, z=0", f"{HLP}, Theorem 80, without the signs", degenerate=True,
    ),
    _holds("motzkin", "x^4*y^2 + x^2*y^4 - 3*x^2*y^2 + 1 >= 0", "-oo < x < oo, -oo < y < oo", f"Motzkin (1967); {REZNICK}"),
    _fails(
        "motzkin-past", "x^4*y^2 + x^2*y^4 - 301/100*x^2*y^2 + 1 >= 0", "-oo < x < oo, -oo < y < oo", "x=1, y=1",
        f"Motzkin (1967); {REZNICK}, 3 raised to 3.01",
    ),
    _holds(
        "motzkin-form", "x^4*y^2 + x^2*y^4 + z^6 >= 3*x^2*y^2*z^2", "-oo < x < oo, -oo < y < oo, -oo < z < oo",
        f"Motzkin (1967); {REZNICK}",
    ),
    _holds(
        "robinson", "x^6 + y^6 + z^6 + 3*x^2*y^2*z^2"
        " >= x^4*y^2 + x^2*y^4 + x^4*z^2 + x^2*z^4 + y^4*z^2 + y^2*z^4",
        "-oo < x < oo, -oo < y < oo, -oo < z < oo", f"Robinson (1973); {REZNICK}",
    ),
    _holds(
        "choi-lam", "x^4*y^2 + y^4*z^2 + z^4*x^2 >= 3*x^2*y^2*z^2", "-oo < x < oo, -oo < y < oo, -oo < z < oo",
        f"Choi, Lam, Math. Ann. 231 (1977); {REZNICK}",
    ),
    _holds(
        "choi-lam-quartic", "1 + x^2*y^2 + y^2*z^2 + z^2*x^2 >= 4*x*y*z", "-oo < x < oo, -oo < y < oo, -oo < z < oo",
        f"Choi, Lam, Math. Ann. 231 (1977); {REZNICK}",
    ),
    _fails(
        "imo-1971-four", "(a - b)*(a - c)*(a - d) + (b - a)*(b - c)*(b - d)"
        " + (c - a)*(c - b)*(c - d) + (d - a)*(d - b)*(d - c) >= 0",
        "-oo < a < oo, -oo < b < oo, -oo < c < oo, -oo < d < oo", "a=-1, b=0, c=0, d=0",
        "IMO 1971, Problem 1: false for n = 4", degenerate=True,
    ),
    _holds(
        "cauchy-schwarz-3", "(a*x + b*y + c*z)^2 <= (a^2 + b^2 + c^2)*(x^2 + y^2 + z^2)",
        "-oo < a < oo, -oo < b < oo, -oo < c < oo, -oo < x < oo, -oo < y < oo, -oo < z < oo", f"{HLP}, 2.4 (Cauchy)",
    ),
    _holds(
        "aczel", "(a^2 - b^2)*(x^2 - y^2) <= (a*x - b*y)^2",
        "-oo < a < oo, -oo < b < oo, -oo < x < oo, -oo < y < oo", f"Aczél (1956); {MITRINOVIC}, chapter 2",
    ),
    _holds(
        "rearrangement", "a*y + b*x <= a*x + b*y", "-oo < a < oo, -oo < x < oo, a <= b, b < oo, x <= y, y < oo",
        f"{HLP}, 10.2 (rearrangement)",
    ),
    _holds(
        "chebyshev", "(a + b + c)*(x + y + z) <= 3*(a*x + b*y + c*z)",
        "0 <= a <= b, b <= c, c < oo, 0 <= x <= y, y <= z, z < oo", f"{HLP}, 2.17 (Chebyshev)",
    ),
    _holds(
        "clarkson-4", "(x + y)^4 + (x - y)^4 <= 8*(x^4 + y^4)", "-oo < x < oo, -oo < y < oo",
        "Clarkson, Uniformly convex spaces, Trans. AMS 40 (1936), p = 4",
    ),
    _fails(
        "hlawka-past", "abs(x + y) + abs(y + z) + abs(z + x) <= abs(x) + abs(y) + abs(z) + 99/100*abs(x + y + z)",
        "-oo < x < oo, -oo < y < oo, -oo < z < oo", "x=1, y=1, z=1", "Hlawka (as above), with a constant below 1",
        degenerate=True,
    ),
    _holds(
        "bounded-metric", "abs(x + y)/(1 + abs(x + y)) <= abs(x)/(1 + abs(x)) + abs(y)/(1 + abs(y))",
        "-oo < x < oo, -oo < y < oo", "The bounded metric d/(1 + d); Kelley, General Topology",
    ),
    _holds("root-subadditive", "sqrt(x + y) <= sqrt(x) + sqrt(y) <= sqrt(2*(x + y))", "x >= 0, y >= 0", f"{HLP}, Theorem 19"),
    _fails(
        "root-subadditive-past", "sqrt(x) + sqrt(y) <= 7/5*sqrt(x + y)", "x >= 0, y >= 0", "x=1, y=1",
        f"{HLP}, Theorem 19, sqrt(2) lowered to 1.4",
    ),
    _holds(
        "turan-legendre", "((3*x^2 - 1)/2)^2 >= x*(5*x^3 - 3*x)/2", "-1 <= x <= 1",
        "Turán, On the zeros of the polynomials of Legendre (1950), n = 2; DLMF 18.14(ii)",
    ),
    _fails(
        "turan-legendre-past", "((3*x^2 - 1)/2)^2 >= x*(5*x^3 - 3*x)/2", "-1 <= x <= 1.01", "x=101/100",
        "Turán (as above), on a longer interval",
    ),
    _holds(
        "weitzenboeck", "a^2 + b^2 + c^2 >= sqrt(3)*sqrt((a + b + c)*(b + c - a)*(c + a - b)*(a + b - c))",
        "a > 0, b > 0, c > 0, a <= b + c, b <= c + a, c <= a + b", f"Weitzenböck (1919); {BOTTEMA}, 4.4",
    ),
    _fails(
        "weitzenboeck-past", "a^2 + b^2 + c^2 >= 7/4*sqrt((a + b + c)*(b + c - a)*(c + a - b)*(a + b - c))",
        "a > 0, b > 0, c > 0, a <= b + c, b <= c + a, c <= a + b", "a=1, b=1, c=1",
        f"Weitzenböck (1919); {BOTTEMA}, 4.4, sqrt(3) raised to 1.75",
    ),
    _holds(
        "euler-triangle", "(b + c - a)*(c + a - b)*(a + b - c) <= a*b*c", "a >= 0, b >= 0, c >= 0",
        f"Euler's R >= 2r; Padoa (1925); {BOTTEMA}, 5.1",
    ),
    _holds(
        "imo-1964", "a^2*(b + c - a) + b^2*(c + a - b) + c^2*(a + b - c) <= 3*a*b*c",
        "a > 0, b > 0, c > 0, a < b + c, b < c + a, c < a + b", "IMO 1964, Problem 2",
    ),
    _fails(
        "imo-1983-past", "a^2*b*(a - b) + b^2*c*(b - c) + c^2*a*(c - a) >= 0", "a > 0, b > 0, c > 0",
        "a=1, b=4, c=6", "IMO 1983, Problem 6, without the triangle", degenerate=True,
    ),
    _holds(
        "imo-1984", "0 <= x*y + (x + y)*(1 - x - y) - 2*x*y*(1 - x - y) <= 7/27", "0 <= x, 0 <= y, x + y <= 1",
        "IMO 1984, Problem 1, with z = 1 - x - y",
    ),
    _fails(
        "imo-1984-past", "x*y + (x + y)*(1 - x - y) - 2*x*y*(1 - x - y) <= 259/1000", "0 <= x, 0 <= y, x + y <= 1",
        "x=1/3, y=1/3", "IMO 1984, Problem 1, 7/27 lowered to 0.259",
    ),
    _holds(
        "imo-1999", "x*y*(x^2 + y^2) + y*z*(y^2 + z^2) + z*x*(z^2 + x^2) <= (x + y + z)^4/8",
        "x >= 0, y >= 0, z >= 0", "IMO 1999, Problem 2, n = 3",
    ),
    _fails(
        "imo-1999-past", "x*y*(x^2 + y^2) + y*z*(y^2 + z^2) + z*x*(z^2 + x^2) <= 31/250*(x + y + z)^4",
        "x >= 0, y >= 0, z >= 0", "x=1, y=1, z=0", "IMO 1999, Problem 2, 1/8 lowered to 0.124", degenerate=True,
    ),
    _fails(
        "imo-2001-past", "a/sqrt(a^2 + 9*b*c) + b/sqrt(b^2 + 9*c*a) + c/sqrt(c^2 + 9*a*b) >= 1",
        "a > 0, b > 0, c > 0", "a=1, b=1, c=1", "IMO 2001, Problem 2, 8 raised to 9",
    ),
    _fails(
        "imo-2006-past",
        "abs(a*b*(a^2 - b^2) + b*c*(b^2 - c^2) + c*a*(c^2 - a^2)) <= 397/1000*(a^2 + b^2 + c^2)^2",
        "-oo < a < oo, -oo < b < oo, -oo < c < oo", "a=-28/25, b=1, c=78/25", "IMO 2006, Problem 3, constant lowered",
        degenerate=True,
    ),
    _holds(
        "iran-1996", "(x*y + y*z + z*x)*(1/(x + y)^2 + 1/(y + z)^2 + 1/(z + x)^2) >= 9/4", "x > 0, y > 0, z > 0",
        "Iran 1996 (Ji Chen, Crux Mathematicorum 1940)", note="equality on the diagonal, tight at (1, 1, 0)",
    ),
    _holds(
        "vasc", "(a^2 + b^2 + c^2)^2 >= 3*(a^3*b + b^3*c + c^3*a)", "-oo < a < oo, -oo < b < oo, -oo < c < oo",
        "Cîrtoaje, Gazeta Matematică B 7-8 (1992)", note="also zero where a : b : c = sin(4*pi/7)^2 : sin(2*pi/7)^2 : sin(pi/7)^2",
    ),
    _fails(
        "vasc-past", "(a^2 + b^2 + c^2)^2 >= 301/100*(a^3*b + b^3*c + c^3*a)",
        "-oo < a < oo, -oo < b < oo, -oo < c < oo", "a=1, b=1, c=1", "Cîrtoaje (as above), 3 raised to 3.01",
    ),
)  # fmt: skip

CORPUS: tuple[Known, ...] = (
    *PAPERS, *TRIGONOMETRIC, *INVERSE_TRIGONOMETRIC, *HYPERBOLIC, *EXPONENTIAL, *INFORMATION, *MEANS, *ALGEBRAIC,
)  # fmt: skip

RESISTING: tuple[Known, ...] = (
    _holds(
        "cusa-huygens-zhu", "sin(x)/x - (2 + cos(x))/3 < -x^4/180*(sin(x)/x)^(2/7)", "0 < x < pi/2",
        "Zhu; quoted in New Inequalities and Approximations of Cusa-Huygens Type, Axioms 14 (2025) 920, Theorem 1",
        note="the sides agree to eighth order at 0",
    ),
    _holds(
        "cusa-exponent", "sin(x)/x > ((2 + cos(x))/3)^(log(pi/2)/log(3/2))", "0 < x < pi/2",
        f"{CHEN_CHEUNG}, Theorem 1", note="tight at both ends",
    ),
    _holds(
        "becker-stark-exponent", "(pi^2/(pi^2 - 4*x^2))^(pi^2/12) < tan(x)/x", "0 < x < pi/2",
        f"{CHEN_CHEUNG}, Theorem 2",
    ),
    _holds(
        "tan-sin-sin-tan", "tan(sin(x)) > sin(tan(x))", "0 < x < pi/2",
        "International Mathematics Competition 2006: compare tan(sin x) and sin(tan x)",
        note="the gap is x^7/30 at 0, and sin(tan(x)) oscillates without end towards pi/2",
    ),
    _holds(
        "mitrinovic-3-4-3-repaired", "sin(1/(x - 1)) - 2*sin(1/x) + sin(1/(x + 1)) > 0", "x > 1.475263653",
        "MetiTarski problem set: sin-problem-10",
    ),
    _holds("atan-tanh", "atan(x) <= pi/2*tanh(x)", "x >= 0", "DLMF 4.32.4"),
    _holds(
        "carlson-acos", "6*sqrt(1 - x)/(2*sqrt(2) + sqrt(1 + x)) < acos(x) < cbrt(4)*sqrt(1 - x)/(1 + x)^(1/6)",
        "0 <= x < 1", f"Carlson, Inequalities for a symmetric elliptic integral, Proc. AMS 25 (1970); {MITRINOVIC}, 3.4",
    ),
    _holds(
        "cosh-difference", "abs(cosh(x) - cosh(y)) >= abs(x - y)*sqrt(sinh(x)*sinh(y))", "x > 0, y > 0", "DLMF 4.32.3",
        note="equality on the whole diagonal, infinite range",
    ),
    _holds("log-power", "log(x) <= a*(x^(1/a) - 1)", "a > 0, x > 0", "DLMF 4.5.5"),
    _holds(
        "karamata", "log(x)/(x - 1) <= (1 + cbrt(x))/(x + cbrt(x))", "x > 1", f"Karamata; {MITRINOVIC}, 3.6.16",
        note="the sides agree to fourth order at 1",
    ),
    _holds(
        "euler-number-error", "E/(2*x + 2) < E - (1 + 1/x)^x < E/(2*x + 1)", "x >= 1",
        "Pólya, Szegő, Problems and Theorems in Analysis, I.170",
    ),
    _holds("power-sum", "x^y + y^x > 1", "x > 0, y > 0", f"{MITRINOVIC}, 3.6", note="tight along the axes"),
    _holds(
        "cirtoaje-powers", "x^(2*(1 - x)) + (1 - x)^(2*x) <= 1", "0 < x < 1", CIRTOAJE,
        note="equality at 1/2, tight at both ends",
    ),
    _holds(
        "laub-ilani", "x^x + y^y >= x^y + y^x", "0 < x <= 1, 0 < y <= 1", "Laub, Ilani, E 3116, Amer. Math. Monthly 97 (1990)",
    ),
    _holds(
        "young-exponential", "x*y <= exp(x) + y*log(y) - y", "-oo < x < oo, y > 0", f"{HLP}, 4.8 (Young, e^x - 1)",
        note="equality on the curve y = exp(x)",
    ),
    _holds("log-sum-exp", "max(x, y) <= log(exp(x) + exp(y)) <= max(x, y) + log(2)", "-oo < x < oo, -oo < y < oo", "Boyd, Vandenberghe, Convex Optimization, 3.1.5"),
    _holds(
        "bretagnolle-huber", "(p - q)^2 <= 1 - exp(-(p*log(p/q) + (1 - p)*log((1 - p)/(1 - q))))",
        "0 < p < 1, 0 < q < 1", "Bretagnolle, Huber, Estimation des densités: risque minimax (1979)",
    ),
    _holds(
        "hellinger", "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= 2*(1 - sqrt(p*q) - sqrt((1 - p)*(1 - q)))",
        "0 < p < 1, 0 < q < 1", "Tsybakov, Introduction to Nonparametric Estimation, Lemma 2.4",
    ),
    _holds(
        "entropy-upper", "(-p*log(p) - (1 - p)*log(1 - p))/log(2) <= (4*p*(1 - p))^(1/log(4))", "0 < p < 1",
        "Topsøe (JIPAM 2001)", note="equality at 1/2, tight at both ends",
    ),
    _holds("entropy-root", "(-p*log(p) - (1 - p)*log(1 - p))/log(2) <= 2*sqrt(p*(1 - p))", "0 < p < 1", f"Lin, Divergence measures (1991); {COVER}"),
    _holds(
        "hoeffding-lemma", "p*exp(t*(1 - p)) + (1 - p)*exp(-t*p) <= exp(t^2/8)", "0 <= p <= 1, -oo < t < oo",
        "Hoeffding, Probability inequalities for sums of bounded random variables, JASA 58 (1963), (4.16)",
    ),
    _holds(
        "kearns-saul", "p*exp(t*(1 - p)) + (1 - p)*exp(-t*p) <= exp((1 - 2*p)/(4*log((1 - p)/p))*t^2)",
        "0 < p < 1/2, -oo < t < oo", "Kearns, Saul, Large deviation methods for approximate probabilistic inference (1998)",
        note="equality on t = 0 and on the curve t = 2*log((1 - p)/p)",
    ),
    _holds(
        "lin-log-mean", "(t - 1)/log(t) < ((1 + cbrt(t))/2)^3", "t > 1",
        "Lin, The power mean and the logarithmic mean, Amer. Math. Monthly 81 (1974)", note="order 4 at 1",
    ),
    _holds(
        "polya-log-mean", "(t - 1)/log(t) < (2*sqrt(t) + (1 + t)/2)/3", "t > 1",
        "Pólya, Szegő, Isoperimetric Inequalities in Mathematical Physics (1951); Carlson (1972)",
    ),
    _holds(
        "identric-mean", "(t - 1)/log(t) < t^(t/(t - 1))/E < (1 + t)/2", "t > 1",
        "Stolarsky, Generalizations of the logarithmic mean, Math. Mag. 48 (1975)",
    ),
    _holds(
        "sandor-identric", "(1 + t + sqrt(t))/3 < t^(t/(t - 1))/E", "t > 1",
        "Sándor, A note on some inequalities for means, Arch. Math. 56 (1991)",
    ),
    _holds(
        "heinz-mean", "sqrt(a*b) <= (a^v*b^(1 - v) + a^(1 - v)*b^v)/2 <= (a + b)/2", "a > 0, b > 0, 0 <= v <= 1",
        "Bhatia, Matrix Analysis; Heinz (1951)",
    ),
    _holds(
        "kittaneh-manasrah", "t*a + (1 - t)*b - a^t*b^(1 - t) >= min(t, 1 - t)*(sqrt(a) - sqrt(b))^2",
        "a > 0, b > 0, 0 <= t <= 1",
        "Kittaneh, Manasrah, Improved Young and Heinz inequalities for matrices, J. Math. Anal. Appl. 361 (2010)",
        note="equality on a = b and on t = 0, 1/2, 1",
    ),
    _holds(
        "ky-fan-3", "cbrt(x*y*z)/cbrt((1 - x)*(1 - y)*(1 - z)) <= (x + y + z)/(3 - x - y - z)",
        "0 < x <= 1/2, 0 < y <= 1/2, 0 < z <= 1/2", "Ky Fan; Beckenbach, Bellman, Inequalities (1961), 1.4",
    ),
    _holds(
        "imo-1971", "(a - b)*(a - c)*(a - d)*(a - e) + (b - a)*(b - c)*(b - d)*(b - e)"
        " + (c - a)*(c - b)*(c - d)*(c - e) + (d - a)*(d - b)*(d - c)*(d - e) + (e - a)*(e - b)*(e - c)*(e - d) >= 0",
        "-oo < a < oo, -oo < b < oo, -oo < c < oo, -oo < d < oo, -oo < e < oo",
        "IMO 1971, Problem 1, n = 5; Lax, Lax, On sums of squares, LAA 20 (1978)", note="not a sum of squares",
    ),
    _holds(
        "horn", "(a + b + c + d + e)^2 >= 4*(a*b + b*c + c*d + d*e + e*a)",
        "a >= 0, b >= 0, c >= 0, d >= 0, e >= 0", "Horn; Hall, Newman, Copositive and completely positive forms (1963)",
    ),
    _holds(
        "hlawka", "abs(x + y) + abs(y + z) + abs(z + x) <= abs(x) + abs(y) + abs(z) + abs(x + y + z)",
        "-oo < x < oo, -oo < y < oo, -oo < z < oo", "Hlawka; Hornich, Math. Z. 48 (1942)",
    ),
    _holds(
        "hadwiger-finsler", "a^2 + b^2 + c^2 - (a - b)^2 - (b - c)^2 - (c - a)^2"
        " >= sqrt(3)*sqrt((a + b + c)*(b + c - a)*(c + a - b)*(a + b - c))",
        "a > 0, b > 0, c > 0, a <= b + c, b <= c + a, c <= a + b", f"Hadwiger, Finsler (1937); {BOTTEMA}, 4.7",
    ),
    _holds(
        "imo-1983", "a^2*b*(a - b) + b^2*c*(b - c) + c^2*a*(c - a) >= 0",
        "a > 0, b > 0, c > 0, a < b + c, b < c + a, c < a + b", "IMO 1983, Problem 6",
    ),
    _holds(
        "imo-2001", "a/sqrt(a^2 + 8*b*c) + b/sqrt(b^2 + 8*c*a) + c/sqrt(c^2 + 8*a*b) >= 1", "a > 0, b > 0, c > 0",
        "IMO 2001, Problem 2",
    ),
    _holds(
        "imo-2006",
        "abs(a*b*(a^2 - b^2) + b*c*(b^2 - c^2) + c*a*(c^2 - a^2)) <= 9*sqrt(2)/32*(a^2 + b^2 + c^2)^2",
        "-oo < a < oo, -oo < b < oo, -oo < c < oo", "IMO 2006, Problem 3",
    ),
    _holds(
        "triangle-cosines", "1 < cos(A) + cos(B) - cos(A + B) <= 3/2", "0 < A, 0 < B, A + B < pi",
        f"{BOTTEMA}, 2.16", note="equality for the equilateral triangle, tight for the degenerate ones",
    ),
    _holds(
        "sine-quotient-lower", "(y - y^3/6)/(x - x^3/6) < sin(y)/sin(x)", "0 < x < y, y < sqrt(6)",
        f"{MITRINOVIC}, 3.4.25; MetiTarski problem set: sin-3425a",
    ),
    _holds(
        "shafer-upper", "atan(x) < pi*x/(1 + 2*sqrt(1 + x^2))", "x > 0",
        "Qi, Zhang, Guo, Sharpening and generalizations of Shafer's inequality for the arc tangent (2009)",
    ),
    _holds(
        "shafer-quadratic", "8*x/(3 + sqrt(25 + 80/3*x^2)) < atan(x) < 8*x/(3 + sqrt(25 + 256/pi^2*x^2))", "x > 0",
        "Shafer 1977; Zhu, On a quadratic estimate of Shafer, J. Math. Inequal. 2 (2008)",
        note="the lower bound is off by 64/4725*x^7 at 0; the upper one is tight at 0 and at infinity",
    ),
    _holds(
        "asin-bounds-compared",
        "3*x/(2 + sqrt(1 - x^2)) < 6*(sqrt(1 + x) - sqrt(1 - x))/(4 + sqrt(1 + x) + sqrt(1 - x))", "0 < x <= 1",
        "MetiTarski problem set: sqrt-problem-12; Zhu, New inequalities of Shafer-Fink type (2008)",
    ),
    _holds(
        "heinz-heron", "cosh(s*x) <= 1 - s^2 + s^2*cosh(x)", "0 <= s <= 1, -oo < x < oo",
        "Bhatia, Interpolating the arithmetic-geometric mean inequality and its operator version, LAA 413 (2006)",
        note="Heinz means below Heron means of parameter s^2, with x = log(a/b)",
    ),
)  # fmt: skip
"""What the prover does not decide yet, or not well within its default budget; none of it may be decided wrongly."""

LONG = frozenset({
    "aristarchus", "asin-mitrinovic", "atan-difference", "atan-mean-value", "becker-stark", "bennett-bernstein",
    "bernoulli", "binary-entropy", "bounded-metric", "chebyshev", "chernoff-all", "chernoff-lower", "chi-square",
    "cos-sin-sin-cos", "cosh-gauss", "cosine-powers", "cusa-huygens-everywhere", "entropy-lower",
    "entropy-lower-past", "entropy-term", "euler-number", "euler-triangle", "exp-against-power", "exp-line",
    "exp-two-sided", "gibbs", "huygens-hyperbolic", "imo-1964", "iran-1996", "lambert-tanh", "lazarevic",
    "lazarevic-past", "log-mean", "log-mean-one", "log-napkin", "log-sum", "napier", "pade-exp-2", "pinsker",
    "power-mean-powers", "power-means", "redheffer-everywhere", "schur", "shafer-fink", "shapiro-4",
    "sine-cosine-tanh", "sine-jensen", "sine-lipschitz", "sine-sum-bound", "sine-sum-lower", "sine-sum-upper",
    "spheres/lemma-9-step", "taylor-cosine", "taylor-sine", "triangle-half-sines", "triangle-sines",
    "weighted-means", "weitzenboeck", "wilker", "wilker-hyperbolic", "wilker-sharp",
})  # fmt: skip
"""Statements of the corpus that take longer to decide: `pytest -m slow` tries them."""
