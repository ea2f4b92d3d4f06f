"""Sines, cosines and tangents."""

from tests.prover.inequalities.books import BOTTEMA, CHEN_CHEUNG, KLEN, MITRINOVIC
from tests.prover.inequalities.known import fails, holds

KOZMA = "Kozma, Useful inequalities (lkozma.net/inequalities_cheat_sheet)"
NEUMAN = "Neuman, Sándor, On some inequalities involving trigonometric and hyperbolic functions, Math. Inequal. Appl. 13 (2010)"
WU = "Wu, Srivastava, A weighted and exponential generalization of Wilker's inequality, Integral Transforms Spec. Funct. 18 (2007)"
QI = "Qi, Niu, Guo, Refinements, generalizations and applications of Jordan's inequality, J. Inequal. Appl. 2009:271923"
LV = "Lv, Wang, Chu, A note on Jordan type inequalities for hyperbolic functions, Appl. Math. Lett. 25 (2012)"
ZHANG = "Zhang, Wang, Chu, Extensions and sharpenings of Jordan's and Kober's inequalities, JIPAM 7 (2006)"
TRIANGLE = "0 < A, 0 < B, A + B < pi"
VIETORIS = (
    "Vietoris, Über das Vorzeichen gewisser trigonometrischer Summen (1958); Askey, Steinig, Trans. AMS 187 (1974)"
)

STATEMENTS = (
    holds("sine-parabola", "sin(x) <= 4/pi^2*x*(pi - x)", "0 <= x <= pi", f"{MITRINOVIC}, 3.4; DLMF 4.18.4", note="touch at pi/2"),
    fails("sine-parabola-past", "sin(x) <= 2/5*x*(pi - x)", "0 <= x <= pi", "x=pi/2", f"{MITRINOVIC}, 3.4, 4/pi^2 lowered to 0.4"),
    holds("jordan-caccia", "2/pi + (pi^2 - 4*x^2)/pi^3 <= sin(x)/x <= 2/pi + (pi - 2)/pi^3*(pi^2 - 4*x^2)", "0 < x <= pi/2", QI),
    fails("jordan-caccia-past", "2/pi + (pi^2 - 4*x^2)/30 <= sin(x)/x", "0 < x <= pi/2", "x=3/2", f"{QI}, pi^3 lowered to 30", degenerate=True),
    holds("sinc-half-cosine", "sin(x)/x <= cos(x/2)", "0 < x <= pi/2", f"{KOZMA}"),
    holds("cosine-cube-root-lower", "cos(x)/(1 - x^2/3) <= cbrt(cos(x))", "0 <= x <= pi/2", f"{KOZMA}", note="order 4 at 0"),
    holds("cosine-cube-root-upper", "cbrt(cos(x)) <= 1 - x^2/6", "0 <= x <= pi/2", f"{KOZMA}"),
    holds("sinc-cosine-root-three", "1 - x^2/6 <= cos(x/sqrt(3))", "0 <= x <= pi/2", f"{KOZMA}"),
    holds("cube-over-sinh-square", "x*cos(x) <= x^3/sinh(x)^2 <= x*cos(x/2)^2", "0 < x <= pi/2", f"{KOZMA}; {KLEN}"),
    fails("cube-over-sinh-square-past", "x^2/sinh(x)^2 <= cos(3*x/5)^2", "0 < x <= pi/2", "x=1/10", f"{KOZMA}; {KLEN}, 1/2 raised to 3/5", degenerate=True),
    holds("wilker-reciprocal", "(x/sin(x))^2 + x/tan(x) > 2", "0 < x < pi/2", WU),
    holds("huygens-reciprocal", "2*x/sin(x) + x/tan(x) > 3", "0 < x < pi/2", WU),
    holds("huygens-compared", "2*sin(x)/x + tan(x)/x > 2*x/sin(x) + x/tan(x)", "0 < x < pi/2", NEUMAN),
    holds("neuman-sandor-cusa", "3*x/sin(x) + cos(x) > 4", "0 < x < pi/2", NEUMAN, note="the gap is x^4/10"),
    fails("neuman-sandor-cusa-past", "3*x/sin(x) + cos(x) > 4 + x^4/9", "0 < x < pi/2", "x=1/10", f"{NEUMAN}, with a term past x^4/10", degenerate=True),
    holds("lv-cosine-powers", "cos(x/2)^(4/3) < sin(x)/x < cos(x/2)^(13/10)", "0 < x < pi/2", f"{LV}; the sharp exponent above is 1.3030..."),
    fails("lv-cosine-powers-past", "cos(x/2)^(133/100) < sin(x)/x", "0 < x < pi/2", "x=1/10", f"{LV}; 4/3 is the best exponent", degenerate=True),
    holds("oppenheim", "3*sin(x)/(2 + cos(x)) <= x <= pi*sin(x)/(2 + cos(x))", "0 <= x <= pi/2", "Oppenheim, Carver, Problem E 1277, Amer. Math. Monthly 65 (1958)"),
    fails("oppenheim-past", "x <= 3.14*sin(x)/(2 + cos(x))", "0 <= x <= pi/2", "x=pi/2", "Oppenheim, Carver (as above), pi lowered to 3.14"),
    holds("tangent-chord", "x <= tan(x) <= 4*x/pi", "0 <= x <= pi/4", f"{MITRINOVIC}, 3.4 (convexity)"),
    fails("tangent-chord-past", "tan(x) <= 4*x/pi", "0 <= x <= 4/5", "x=4/5", f"{MITRINOVIC}, 3.4, past pi/4", degenerate=True),
    holds("becker-stark-cubic", "tan(x) < pi^2*x/(pi^2 - 4*x^2)", "0 < x < pi/2", f"{CHEN_CHEUNG}, (3) (Becker, Stark)"),
    holds("sine-of-three", "sin(x + y + z) < sin(x) + sin(y) + sin(z)", "x > 0, y > 0, z > 0, x + y + z < pi", f"{MITRINOVIC}, 3.4.4"),
    fails("sine-of-three-past", "sin(x + y + z) < 99/100*(sin(x) + sin(y) + sin(z))", "x > 0, y > 0, z > 0, x + y + z < pi", "x=1/100, y=1/100, z=1/100", f"{MITRINOVIC}, 3.4.4, with a smaller constant", degenerate=True),
    holds("triangle-square-sines", "sin(A)^2 + sin(B)^2 + sin(A + B)^2 <= 9/4", TRIANGLE, f"{BOTTEMA}, 2.3"),
    holds("triangle-sine-product", "sin(A)*sin(B)*sin(A + B) <= 3*sqrt(3)/8", TRIANGLE, f"{BOTTEMA}, 2.7"),
    holds("triangle-half-sine-sum", "1 < sin(A/2) + sin(B/2) + cos((A + B)/2) <= 3/2", TRIANGLE, f"{BOTTEMA}, 2.9"),
    fails("triangle-half-sine-sum-past", "sin(A/2) + sin(B/2) + cos((A + B)/2) <= 149/100", TRIANGLE, "A=pi/3, B=pi/3", f"{BOTTEMA}, 2.9, 3/2 lowered to 1.49"),
    holds("triangle-cosine-product", "-cos(A)*cos(B)*cos(A + B) <= 1/8", TRIANGLE, f"{BOTTEMA}, 2.23"),
    holds("triangle-half-cosines", "2 < cos(A/2) + cos(B/2) + sin((A + B)/2) <= 3*sqrt(3)/2", TRIANGLE, f"{BOTTEMA}, 2.27"),
    holds("triangle-half-tangents", "tan(A/2) + tan(B/2) + cot((A + B)/2) >= sqrt(3)", TRIANGLE, f"{BOTTEMA}, 2.33"),
    fails("triangle-half-tangents-past", "tan(A/2) + tan(B/2) + cot((A + B)/2) >= 7/4", TRIANGLE, "A=pi/3, B=pi/3", f"{BOTTEMA}, 2.33, sqrt(3) raised to 1.75"),
    holds("acute-tangents", "-tan(A)*tan(B)*tan(A + B) >= 3*sqrt(3)", "0 < A < pi/2, 0 < B < pi/2, A + B > pi/2", f"{BOTTEMA}, chapter 2 (acute triangles)"),
    holds("double-sine", "abs(sin(2*x)) <= 2*abs(sin(x))", "-oo < x < oo", "Pólya, Szegő, Problems and Theorems in Analysis, VI", note="touch at all multiples of pi"),
    holds("triple-sine", "abs(sin(3*x)) <= 3*abs(sin(x))", "-oo < x < oo", "Pólya, Szegő, Problems and Theorems in Analysis, VI"),
    fails("triple-sine-past", "abs(sin(3*x)) <= 29/10*abs(sin(x))", "-oo < x < oo", "x=1/10", "Pólya, Szegő, VI, 3 lowered to 2.9", degenerate=True),
    holds("sine-plus-cosine", "1 <= abs(sin(x)) + abs(cos(x)) <= sqrt(2)", "-oo < x < oo", "Hobson, A Treatise on Plane Trigonometry"),
    holds("sixth-powers", "1/4 <= sin(x)^6 + cos(x)^6 <= 1", "-oo < x < oo", "Hobson, A Treatise on Plane Trigonometry"),
    fails("sixth-powers-past", "sin(x)^6 + cos(x)^6 >= 26/100", "-oo < x < oo", "x=pi/4", "Hobson, 1/4 raised to 0.26"),
    holds("mertens", "3 + 4*cos(x) + cos(2*x) >= 0", "-oo < x < oo", "Mertens (1898); Titchmarsh, The Theory of the Riemann Zeta-Function, 3.3"),
    fails("mertens-past", "3 + 4*cos(x) + 99/100*cos(2*x) >= 0", "-oo < x < oo", "x=pi", "Mertens (1898), 1 lowered to 0.99"),
    holds("landau", "5 + 8*cos(x) + 4*cos(2*x) + cos(3*x) >= 0", "-oo < x < oo", "Landau; Arestov, Kondrat'ev, Nonnegative trigonometric polynomials (1990)"),
    holds("fejer-kernel", "3 + 4*cos(x) + 2*cos(2*x) >= 0", "-oo < x < oo", "Fejér (1904); Zygmund, Trigonometric Series, III.3"),
    holds("young-cosines", "1 + cos(x) + cos(2*x)/2 + cos(3*x)/3 > 0", "0 < x < pi", "W. H. Young, Proc. London Math. Soc. 11 (1913)"),
    holds("brown-koumandos", "5/6 + cos(x) + cos(2*x)/2 + cos(3*x)/3 >= 0", "0 < x < pi", "Brown, Koumandos, On a monotonic trigonometric sum, Monatsh. Math. 123 (1997)"),
    fails("brown-koumandos-past", "82/100 + cos(x) + cos(2*x)/2 + cos(3*x)/3 >= 0", "0 < x <= pi", "x=pi", "Brown, Koumandos (as above), 5/6 lowered to 0.82"),
    holds("vietoris-cosines", "1 + cos(x) + cos(2*x)/2 + cos(3*x)/2 + 3*cos(4*x)/8 + 3*cos(5*x)/8 > 0", "0 < x < pi", VIETORIS),
    holds("vietoris-sines", "sin(x) + sin(2*x)/2 + sin(3*x)/2 > 0", "0 < x < pi", VIETORIS),
    holds("sine-square-double", "sin(x)^2*sin(2*x) <= 3*sqrt(3)/8", "-oo < x < oo", "IMO longlist; Gelca, Andreescu, Putnam and Beyond"),
    holds("cosine-parabola", "1 - (4 - pi)/pi*x - 2*(pi - 2)/pi^2*x^2 <= cos(x) <= 1 - 4*x^2/pi^2", "0 <= x <= pi/2", ZHANG),
    fails("cosine-parabola-past", "cos(x) <= 1 - 4*x^2/pi^2", "-2 <= x <= 2", "x=2", f"{ZHANG}, on a longer interval", degenerate=True),
    holds("sine-geometric", "sin(x)*sin(y) <= sin((x + y)/2)^2", "0 <= x <= pi, 0 <= y <= pi", f"{MITRINOVIC}, 3.4 (log-concavity)"),
    holds("cosine-jensen", "cos(x) + cos(y) <= 2*cos((x + y)/2)", "-pi/2 <= x <= pi/2, -pi/2 <= y <= pi/2", f"{MITRINOVIC}, 3.4 (Jensen)"),
    holds("tangent-jensen", "2*tan((x + y)/2) <= tan(x) + tan(y)", "0 <= x < pi/2, 0 <= y < pi/2", f"{MITRINOVIC}, 3.4 (Jensen)"),
    fails("tangent-jensen-past", "2*tan((x + y)/2) <= tan(x) + tan(y)", "-pi/2 < x < pi/2, -pi/2 < y < pi/2", "x=-1, y=0", f"{MITRINOVIC}, 3.4 (Jensen), where tan is not convex", degenerate=True),
    holds("cosine-lipschitz", "abs(cos(x) - cos(y)) <= abs(x - y)", "-oo < x < oo, -oo < y < oo", "Mean value theorem; Rudin"),
    holds("sine-subadditive", "abs(sin(x + y)) <= abs(sin(x)) + abs(sin(y))", "-oo < x < oo, -oo < y < oo", f"{MITRINOVIC}, 3.4"),
    fails("sine-subadditive-past", "abs(sin(x + y)) <= abs(sin(x)) + 99/100*abs(sin(y))", "-oo < x < oo, -oo < y < oo", "x=0, y=1", f"{MITRINOVIC}, 3.4, with a smaller constant", degenerate=True),
    holds("sine-at-infinity", "1 - 1/(6*x^2) < x*sin(1/x) < 1", "x > 0", f"{MITRINOVIC}, 3.4 (Taylor), with 1/x for x"),
    holds("sine-of-reciprocal", "abs(x^2*sin(1/x)) <= abs(x)", "-oo < x < oo, x != 0", "Spivak, Calculus, chapter 9"),
    fails("sine-of-reciprocal-strict", "x^2*sin(1/x) < x^2", "x > 0", "x=2/pi", "Spivak, Calculus, chapter 9, with equality left out"),
    holds("sinc-taylor", "1 - x^2/6 <= sinc(x) <= 1 - x^2/6 + x^4/120", "-oo < x < oo", f"{MITRINOVIC}, 3.4 (Taylor)"),
    holds("sinc-lower", "sinc(x) >= -218/1000", "-oo < x < oo", "Gearhart, Shultz, The function sin x/x, College Math. J. 21 (1990)", degenerate=False),
    fails("sinc-lower-past", "sinc(x) >= -217/1000", "-oo < x < oo", "x=449/100", "Gearhart, Shultz (as above); the minimum is -0.21723..."),
    holds("sine-power-cosine", "sin(x)^sin(x) < cos(x)^cos(x)", "0 < x < pi/4", "Kaczor, Nowak, Problems in Mathematical Analysis II, 2.5"),
    holds("tangent-powers", "tan(x)^sin(x) + cot(x)^cos(x) >= 2", "0 < x < pi/2", "Gelca, Andreescu, Putnam and Beyond, inequalities", note="touch at pi/4"),
)  # fmt: skip
