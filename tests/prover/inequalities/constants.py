"""Comparisons of exact constants: there are no variables."""

from tests.prover.inequalities.known import fails, holds

SUMS = "O'Rourke, Advanced Problem 6369, Amer. Math. Monthly 88 (1981); The Open Problems Project, Problem 33"
RAMANUJAN = "Ramanujan, Modular equations and approximations to pi, Quart. J. Math. 45 (1914)"
ALMOST = "Weisstein, MathWorld, Almost Integer"

STATEMENTS = (
    holds("constant/gelfond", "exp(pi) > pi^E", "", "Classical; Pólya, Mathematics and Plausible Reasoning", degenerate=False),
    fails("constant/gelfond-reversed", "exp(pi) < pi^E", "", "", "Classical, reversed"),
    holds("constant/archimedes", "223/71 < pi < 22/7", "", "Archimedes, Measurement of a Circle, Proposition 3", degenerate=False),
    holds("constant/zu-chongzhi", "pi < 355/113", "", "Zu Chongzhi; Needham, Science and Civilisation in China 3", degenerate=False),
    fails("constant/zu-chongzhi-past", "pi < 103993/33102", "", "", "Zu Chongzhi's bound moved to the next convergent, which is below pi"),
    holds("constant/plato", "sqrt(2) + sqrt(3) > pi", "", "Popper, The Open Society and Its Enemies I, note 9 to chapter 6 (on the Timaeus)", degenerate=False),
    holds("constant/two-roots-nested", "sqrt(2) + sqrt(3) <= sqrt(5 + 2*sqrt(6))", "", "Euclid, Elements X.54; equality"),
    fails("constant/two-roots-nested-past", "sqrt(2) + sqrt(3) <= sqrt(989/100)", "", "", "Euclid, Elements X.54, 5 + 2*sqrt(6) = 9.8989... lowered"),
    holds("constant/ramanujan-fourth-root", "(2143/22)^(1/4) < pi < (2143/22)^(1/4) + 1/10^8", "", RAMANUJAN, degenerate=False),
    fails("constant/ramanujan-fourth-root-reversed", "(2143/22)^(1/4) > pi", "", "", f"{RAMANUJAN}, reversed"),
    holds(
        "constant/heegner-163", "640320^3 + 744 - 1/10^12 < exp(pi*sqrt(163)) < 640320^3 + 744", "",
        f"Hermite (1859); {ALMOST}", degenerate=False,
    ),
    fails("constant/heegner-163-reversed", "exp(pi*sqrt(163)) > 640320^3 + 744", "", "", f"Hermite (1859); {ALMOST}, reversed"),
    holds("constant/almost-twenty", "19.999 < exp(pi) - pi < 20", "", ALMOST, degenerate=False),
    holds("constant/two-powers-of-pi", "pi^4 + pi^5 < E^6", "", ALMOST, degenerate=False),
    fails("constant/two-powers-of-pi-past", "pi^4 + pi^5 < E^6 - 1/50000", "", "", f"{ALMOST}; the gap is 1.8e-5"),
    holds("constant/pi-squared", "pi^2 < 10", "", "Archimedes (as above), squared", degenerate=False),
    fails("constant/pi-squared-past", "pi^2 < 227/23", "", "", "pi^2 = 9.8696..., against its convergent 227/23"),
    holds("constant/machin", "4*atan(1/5) - atan(1/239) <= pi/4", "", "Machin (1706); DLMF 3.12; equality"),
    fails(
        "constant/machin-past", "4*atan(1/5) - atan(1/238) >= pi/4", "", "", "Machin (1706), 239 lowered to 238",
    ),
    holds("constant/euler-arctangents", "atan(1/2) + atan(1/3) >= pi/4", "", "Euler (1738); equality"),
    holds("constant/three-arctangents", "atan(1) + atan(2) + atan(3) <= pi", "", "Nelsen, Proofs without Words II; equality"),
    holds("constant/bombelli", "cbrt(sqrt(5) + 2) - cbrt(sqrt(5) - 2) <= 1", "", "Cardano's formula for x^3 + 3*x = 4; Bombelli (1572); equality"),
    holds("constant/imo-1963", "cos(pi/7) - cos(2*pi/7) + cos(3*pi/7) <= 1/2", "", "IMO 1963, Problem 5; equality"),
    fails("constant/imo-1963-past", "cos(pi/7) - cos(2*pi/7) + cos(3*pi/7) <= 499/1000", "", "", "IMO 1963, Problem 5, 1/2 lowered"),
    holds("constant/sines-of-degrees", "sin(pi/18)*sin(5*pi/18)*sin(7*pi/18) <= 1/8", "", "Hobson, A Treatise on Plane Trigonometry; equality"),
    holds("constant/morrie", "cos(pi/9)*cos(2*pi/9)*cos(4*pi/9) <= 1/8", "", "Morrie's law; Beyer, Louck, Zeilberger, Math. Mag. 69 (1996); equality"),
    holds(
        "constant/ramanujan-radical", "cbrt(cbrt(2) - 1) >= cbrt(1/9) - cbrt(2/9) + cbrt(4/9)", "",
        "Ramanujan, J. Indian Math. Soc. (Question 525); equality",
    ),
    holds("constant/root-sum-2", "sqrt(10) + sqrt(11) > sqrt(5) + sqrt(18)", "", SUMS, degenerate=False),
    holds("constant/root-sum-3", "sqrt(5) + sqrt(6) + sqrt(18) < sqrt(4) + sqrt(12) + sqrt(12)", "", SUMS, degenerate=False),
    fails("constant/root-sum-2-past", "sqrt(10) + sqrt(11) > sqrt(5) + sqrt(18) + 1/5000", "", "", f"{SUMS}; the gap is 1.94e-4"),
    holds("constant/golden-power", "((1 + sqrt(5))/2)^20 < 15127", "", "Lucas (1876); Vajda, Fibonacci and Lucas Numbers", degenerate=False),
    holds("constant/e-convergents", "19/7 < E < 193/71", "", "Euler, De fractionibus continuis (1737)", degenerate=False),
    fails("constant/e-convergents-past", "E < 1264/465", "", "", "Euler (1737), with a later convergent, which is below e"),
    holds("constant/e-by-powers", "(1 + 1/1000)^1000 < E < (1 + 1/1000)^1001", "", "Pólya, Szegő, Problems and Theorems in Analysis, I.168", degenerate=False),
    holds("constant/log-two", "9/13 < log(2) < 7/10", "", "Gourdon, Sebah, The logarithmic constant: log 2", degenerate=False),
    holds("constant/comma", "2^19 < 3^12 < 2^(1902/100)", "", "The Pythagorean comma; Barbour, Tuning and Temperament (1951)", degenerate=False),
    holds("constant/e-to-the-e", "E^E < 2^4", "", "Sloane, OEIS A073226 (15.1542...)", degenerate=False),
    holds("constant/gelfond-schneider", "2^sqrt(2) < E < sqrt(2)^3", "", "Sloane, OEIS A007507 (2.6651...)", degenerate=False),
)  # fmt: skip
