"""Inequalities of the papers that are audited here."""

from tests.prover.inequalities.books import CESA, KIVINEN, SPHERES, TSUDA
from tests.prover.inequalities.known import fails, holds

STATEMENTS = (
    holds(
        "spheres/prop-8", "(cos(a) - cos(c))/cos(c) <= c^2 - a^2", "0 <= a <= c, c <= pi/3",
        f"{SPHERES}, Proposition 8",
    ),
    fails(
        "spheres/prop-8-past", "(cos(a) - cos(c))/cos(c) <= c^2 - a^2", "0 <= a <= c, c <= 111/100",
        "a=0, c=111/100", f"{SPHERES}, Proposition 8, on a longer interval", degenerate=True,
        note="a = 0 decides: the largest interval ends at the root of cos(c)*(1 + c^2) = 1 near 1.1024",
    ),
    holds(
        "spheres/lemma-9-step",
        "(sin(eta*sin(2*d) + d) - sin(d))/sin(d)"
        " > 2*eta*(1 - eta)*cos(d)^2 + 2/3*eta^2*(3 - (2 - eta)*eta)*cos(d)^4",
        "0 < eta < 1, 0 < d < pi/2", f"{SPHERES}, proof of Lemma 9, without the factor 1/k",
        note="the gap vanishes to third order in eta and to sixth order in cos(d)",
    ),
    fails(
        "spheres/lemma-9-step-past",
        "(sin(eta*sin(2*d) + d) - sin(d))/sin(d)"
        " > 2*eta*(1 - eta)*cos(d)^2 + 101/150*eta^2*(3 - (2 - eta)*eta)*cos(d)^4",
        "0 < eta < 1, 0 < d < pi/2", "eta=1/10, d=3/2", f"{SPHERES}, proof of Lemma 9, with a larger constant",
        degenerate=True,
    ),
    holds(
        "general_additive/h-inequality",
        "(sqrt(z^2 + z) - z)/(1 - (sqrt(z^2 + z) - z))"
        " + z/((sqrt(z^2 + z) - z) - (sqrt(z^2 + z) - z)^2) <= 2*sqrt(z) + 4*z",
        "z > 0", f"{KIVINEN}, proof of Theorem 3",
    ),
    holds(
        "gradient_descent/sqrt-sum-step", "1/sqrt(t) <= 2*(sqrt(t) - sqrt(t - 1))", "t >= 1",
        f"{CESA}, after (7)",
    ),
    fails(
        "gradient_descent/sqrt-sum-step-past", "1/sqrt(t) <= 199/100*(sqrt(t) - sqrt(t - 1))", "t >= 1", "t=100",
        f"{CESA}, after (7), with a smaller constant", degenerate=True,
    ),
    holds("gradient_descent/harmonic-step", "1/t <= log(t/(t - 1))", "t > 1", f"{CESA}, p. 6"),
    holds(
        "matrix_eg/rho", "(1 - r/a)^(a/(a + b))*(1 + r/b)^(b/(a + b)) <= 1", "a > 0, b > 0, 0 <= r < a",
        f"{TSUDA}, Theorem 4.1", note="a and -b are the largest and the smallest eigenvalue",
    ),
    fails(
        "matrix_eg/rho-past", "(1 - r/a)^(a/(a + b))*(1 + r/b)^(b/(a + b)) <= 1 - r^2/(2*a*b)",
        "a > 0, b > 0, 0 <= r < a", "a=2, b=1, r=1/10", f"{TSUDA}, Theorem 4.1, with the second-order term",
        degenerate=True,
    ),
)  # fmt: skip
