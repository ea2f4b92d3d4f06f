"""Polynomials on boxes, test functions of global optimization, and nonlinear inequalities of the Flyspeck project."""

from tests.prover.inequalities.books import MITRINOVIC, REZNICK
from tests.prover.inequalities.known import fails, holds

BERNSTEIN = "Muñoz, Narkawicz, Formalization of Bernstein Polynomials and Applications to Global Optimization, J. Autom. Reason. 51 (2013)"
DIXON = "Dixon, Szegő, Towards Global Optimisation 2 (1978)"
FLYSPECK = "Hales et al., A formal proof of the Kepler conjecture (2017); HOL Light, Formal_ineqs"
SURVEY = "Jamil, Yang, A literature survey of benchmark functions for global optimisation problems (2013)"
PLANE = "-oo < x < oo, -oo < y < oo"

SCHWEFEL = "(a - b^2)^2 + (b - 1)^2 + (a - c^2)^2 + (c - 1)^2"
REACTION = "-a + 2*b - c - 0.835634534*b*(1 + b)"
CAPRASSE = "-a*c^3 + 4*b*c^2*d + 4*a*c*d^2 + 2*b*d^3 + 4*a*c + 4*c^2 - 10*b*d - 10*d^2 + 2"
LOTKA = "a*b^2 + a*c^2 + a*d^2 - 1.1*a + 1"
BUTCHER = "z*b^2 + y*c^2 - a*d^2 + d^3 + d^2 - a/3 + 4*d/3"
MAGNETISM = "a^2 + 2*b^2 + 2*c^2 + 2*d^2 + 2*u^2 + 2*v^2 + 2*w^2 - a"
HEART = "-a*u^3 + 3*a*u*v^2 - c*v^3 + 3*c*v*u^2 - b*t^3 + 3*b*t*w^2 - d*w^3 + 3*d*w*t^2 - 0.9563453"
HEART_BOX = (
    "-0.1 <= a <= 0.4, 0.4 <= b <= 1, -0.7 <= c <= -0.4, -0.7 <= d <= 0.4, 0.1 <= t <= 0.2, -0.1 <= u <= 0.2,"
    " -0.3 <= v <= 1.1, -1.1 <= w <= -0.3"
)
BUTCHER_BOX = (
    "-1 <= a <= 0, -0.1 <= b <= 0.9, -0.1 <= c <= 0.5, -1 <= d <= -0.1, -0.1 <= y <= -0.05, -0.1 <= z <= -0.03"
)
CUBE_5 = "-5 <= a <= 5, -5 <= b <= 5, -5 <= c <= 5"
CUBE_10 = "-10 <= a <= 10, -10 <= b <= 10, -10 <= c <= 10"
CUBE_2 = "-2 <= a <= 2, -2 <= b <= 2, -2 <= c <= 2, -2 <= d <= 2"
CUBE_HALF = "-0.5 <= a <= 0.5, -0.5 <= b <= 0.5, -0.5 <= c <= 0.5, -0.5 <= d <= 0.5"
CUBE_7 = "-1 <= a <= 1, -1 <= b <= 1, -1 <= c <= 1, -1 <= d <= 1, -1 <= u <= 1, -1 <= v <= 1, -1 <= w <= 1"
CAMEL = "4*x^2 - 2.1*x^4 + x^6/3 + x*y - 4*y^2 + 4*y^4"
BRANIN = "(y - 5.1/(4*pi^2)*x^2 + 5*x/pi - 6)^2 + 10*(1 - 1/(8*pi))*cos(x) + 10"
GOLDSTEIN = (
    "(1 + (x + y + 1)^2*(19 - 14*x + 3*x^2 - 14*y + 6*x*y + 3*y^2))"
    "*(30 + (2*x - 3*y)^2*(18 - 32*x + 12*x^2 + 48*y - 36*x*y + 27*y^2))"
)
MCCORMICK = "sin(x + y) + (x - y)^2 - 1.5*x + 2.5*y + 1"

DELTA_4 = "-b*c - a*d + b*e + c*f - e*f + a*(-a + b + c - d + e + f)"
DELTA = (
    "a*d*(-a + b + c - d + e + f) + b*e*(a - b + c + d - e + f) + c*f*(a + b - c + d + e - f)"
    " - b*c*d - a*c*e - a*b*f - d*e*f"
)
RHO = "-a^2*d^2 - b^2*e^2 - c^2*f^2 + 2*a*b*d*e + 2*a*c*d*f + 2*b*c*e*f"
DIHEDRAL = f"pi/2 + atan(-({DELTA_4})/sqrt(4*a*({DELTA})))"
EDGES = "4 <= a <= 6.3504, 4 <= b <= 6.3504, 4 <= c <= 6.3504, 4 <= d <= 6.3504, 4 <= e <= 6.3504, 4 <= f <= 6.3504"

STATEMENTS = (
    holds("bernstein/schwefel", f"{SCHWEFEL} > -5.8806e-10", CUBE_10, BERNSTEIN),
    fails("bernstein/schwefel-past", f"{SCHWEFEL} > 1/10^9", CUBE_10, "a=1, b=1, c=1", f"{BERNSTEIN}; the minimum is 0", degenerate=True),
    holds("bernstein/reaction-diffusion", f"{REACTION} >= -36.7126907", CUBE_5, BERNSTEIN),
    fails("bernstein/reaction-diffusion-past", f"{REACTION} >= -36.7126", CUBE_5, "a=5, b=-5, c=5", f"{BERNSTEIN}, with a higher bound"),
    holds("bernstein/caprasse", f"{CAPRASSE} > -3.1801", CUBE_HALF, BERNSTEIN, degenerate=False),
    fails("bernstein/caprasse-past", f"{CAPRASSE} > -3.18", CUBE_HALF, "a=1/2, b=-1/2, c=-241268/1000000, d=-1/2", f"{BERNSTEIN}, with a higher bound"),
    holds("bernstein/lotka-volterra", f"{LOTKA} > -20.801", CUBE_2, BERNSTEIN, degenerate=False),
    fails("bernstein/lotka-volterra-past", f"{LOTKA} > -20.799", CUBE_2, "a=-2, b=2, c=2, d=2", f"{BERNSTEIN}, with a higher bound"),
    holds("bernstein/butcher", f"{BUTCHER} > -1.44", BUTCHER_BOX, BERNSTEIN, degenerate=False),
    fails("bernstein/butcher-past", f"{BUTCHER} > -1.43", BUTCHER_BOX, "a=0, b=9/10, c=1/2, d=-1, y=-1/10, z=-1/10", f"{BERNSTEIN}, with a higher bound"),
    holds("bernstein/magnetism", f"{MAGNETISM} > -0.25001", CUBE_7, BERNSTEIN, degenerate=False),
    fails("bernstein/magnetism-past", f"{MAGNETISM} > -0.25", CUBE_7, "a=1/2, b=0, c=0, d=0, u=0, v=0, w=0", f"{BERNSTEIN}; the minimum is -1/4", degenerate=True),
    holds("bernstein/heart-dipole", f"{HEART} > -1.7435", HEART_BOX, BERNSTEIN, degenerate=False),
    fails("bernstein/heart-dipole-past", f"{HEART} > -1.743", HEART_BOX, "a=2/5, b=2/5, c=-7/10, d=-7/10, t=1/10, u=-2/25, v=-3/10, w=-11/10", f"{BERNSTEIN}, with a higher bound"),
    holds("optimization/rosenbrock", "100*(y - x^2)^2 + (1 - x)^2 >= 0", PLANE, SURVEY),
    fails("optimization/rosenbrock-past", "100*(y - x^2)^2 + (1 - x)^2 > 0", PLANE, "x=1, y=1", f"{SURVEY}; the minimum is 0", degenerate=True),
    holds("optimization/himmelblau", "(x^2 + y - 11)^2 + (x + y^2 - 7)^2 >= 0", PLANE, SURVEY),
    fails("optimization/himmelblau-past", "(x^2 + y - 11)^2 + (x + y^2 - 7)^2 >= 1/10^9", PLANE, "x=3, y=2", f"{SURVEY}; the minimum is 0", degenerate=True),
    holds("optimization/camel", f"{CAMEL} >= -1.0317", PLANE, DIXON, degenerate=False),
    fails("optimization/camel-past", f"{CAMEL} >= -1.0316", PLANE, "x=-0.08984201, y=0.7126564", f"{DIXON}; the minimum is -1.031628..."),
    holds("optimization/goldstein-price", f"{GOLDSTEIN} >= 3", "-2 <= x <= 2, -2 <= y <= 2", DIXON),
    fails("optimization/goldstein-price-past", f"{GOLDSTEIN} > 3", "-2 <= x <= 2, -2 <= y <= 2", "x=0, y=-1", f"{DIXON}; the minimum is 3", degenerate=True),
    holds("optimization/branin", f"{BRANIN} >= 0.3978", "-5 <= x <= 10, 0 <= y <= 15", DIXON, degenerate=False),
    fails("optimization/branin-past", f"{BRANIN} >= 0.398", "-5 <= x <= 10, 0 <= y <= 15", "x=pi, y=2.275", f"{DIXON}; the minimum is 5/(4*pi)"),
    holds("optimization/mccormick", f"{MCCORMICK} >= -1.9133", "-1.5 <= x <= 4, -3 <= y <= 4", SURVEY, degenerate=False),
    holds("optimization/griewank", "1 + (x^2 + y^2)/4000 - cos(x)*cos(y/sqrt(2)) >= 0", PLANE, f"Griewank (1981); {SURVEY}"),
    holds("optimization/rastrigin", "20 + x^2 + y^2 - 10*cos(2*pi*x) - 10*cos(2*pi*y) >= 0", PLANE, f"Rastrigin (1974); {SURVEY}"),
    holds("optimization/ackley", "20 + E - 20*exp(-sqrt((x^2 + y^2)/2)/5) - exp((cos(2*pi*x) + cos(2*pi*y))/2) >= 0", PLANE, f"Ackley (1987); {SURVEY}"),
    fails("optimization/rastrigin-past", "20 + 99/100*x^2 + y^2 - 10*cos(2*pi*x) - 10*cos(2*pi*y) >= x^2", PLANE, "x=1, y=0", f"Rastrigin (1974); {SURVEY}, with x^2 taken away", degenerate=True),
    holds("chebyshev-5", "abs(16*x^5 - 20*x^3 + 5*x) <= 1", "-1 <= x <= 1", "DLMF 18.14(i); Rivlin, Chebyshev Polynomials", note="touches at six points"),
    fails("chebyshev-5-past", "abs(16*x^5 - 20*x^3 + 5*x) <= 1", "-1001/1000 <= x <= 1", "x=-1001/1000", "Rivlin, Chebyshev Polynomials, on a longer interval", degenerate=True),
    holds("legendre-3", "abs(5*x^3 - 3*x) <= 2", "-1 <= x <= 1", "DLMF 18.14.1"),
    holds("turan-legendre-3", "((5*x^3 - 3*x)/2)^2 >= (3*x^2 - 1)/2*(35*x^4 - 30*x^2 + 3)/8", "-1 <= x <= 1", "Turán (1950), n = 3; DLMF 18.14(ii)"),
    holds("eighth-degree", "x^8 - x^5 + x^2 - x + 1 > 0", "-oo < x < oo", "Fadeev, Sominskij, Problems in Higher Algebra; Engel, Problem-Solving Strategies", degenerate=False),
    fails("double-root-of-cubic", "(x^3 - 2)^2 > 0", "-oo < x < oo", "x=2^(1/3)", "Delian problem; it vanishes at the cube root of 2", degenerate=True),
    holds("berg-christensen-jensen", "x^2*y^2*(x^2 + y^2 - 1) + 1 > 0", PLANE, f"Berg, Christensen, Jensen, Math. Ann. 243 (1979); {REZNICK}", degenerate=False),
    fails("berg-christensen-jensen-past", "x^2*y^2*(x^2 + y^2 - 31/10) + 1 > 0", PLANE, "x=1, y=1", "Berg, Christensen, Jensen (as above), past Motzkin's 3"),
    holds("sixth-degree-form", "(x^2 + y^2)^3 >= 27/4*x^4*y^2", PLANE, f"{MITRINOVIC}, 2.1 (weighted means)"),
    holds("flyspeck/2485876245a", f"{DELTA_4} > 0", "4 <= a <= 6.3504, 4 <= b <= 6.3504, 4 <= c <= 6.3504, 4 <= d <= 6.3504, 9 <= e <= 25.4016, 4 <= f <= 6.3504", FLYSPECK, degenerate=False),
    holds("flyspeck/4559601669b", "-4*c - a*9.0601 + 4*e + 4*c - 4*e + a*(-a + 4 + c - 9.0601 + e + 4) < 0", "4 <= a <= 6.3504, 4 <= c <= 6.3504, 4 <= e <= 6.3504", FLYSPECK, degenerate=False),
    holds("flyspeck/4717061266", f"{DELTA} > 0", EDGES, FLYSPECK, degenerate=False),
    fails("flyspeck/4717061266-past", f"{DELTA} > 0", EDGES.replace("4 <= a <= 6.3504", "4 <= a <= 25"), "a=25, b=4, c=4, d=4, e=4, f=4", f"{FLYSPECK}, with a longer edge"),
    holds("flyspeck/TADIAMB", f"8*({DELTA}) < {RHO}", "7.02674064 <= a <= 8, 7.02674064 <= b <= 8, 4 <= c <= 8, 4 <= d <= 8, 4 <= e <= 8, 4 <= f <= 8", f"{FLYSPECK} (TSKAJXY-TADIAMB)", degenerate=False),
    holds("flyspeck/7067938795", f"{DIHEDRAL} < pi/2 - 0.46", "4 <= a <= 6.3504, 4 <= b <= 6.3504, 4 <= c <= 6.3504, d = 4, 9.0601 <= e <= 10.4976, 9.0601 <= f <= 10.4976", FLYSPECK, degenerate=False),
    holds("flyspeck/5490182221", f"{DIHEDRAL} < 1.893", EDGES, FLYSPECK, degenerate=False),
    fails("flyspeck/5490182221-past", f"{DIHEDRAL} < 1.89", EDGES, "a=6.3504, b=4, c=4, d=6.3504, e=4, f=4", f"{FLYSPECK}, with a smaller angle"),
    holds(
        "flyspeck/5512912661", "-4*(a^2*x + 8*(b - c)*(y - z) - a*(16*x + (b - 8)*y + (c - 8)*z)) > 0",
        "1 <= x <= 3*acos(1/3)/pi, 1 <= y <= 3*acos(1/3)/pi, 1 <= z <= 3*acos(1/3)/pi, 5.6644 <= a <= 9.0601,"
        " 4 <= b <= 6.3504, 6.25 <= c <= 15.53", FLYSPECK, degenerate=False,
    ),
)  # fmt: skip
