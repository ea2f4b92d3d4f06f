"""A small paper for the page: claims of every verdict, with vectors, fractions and formulas longer than a line."""

from sympy import exp, sqrt

from verify.author.kernel import Axiom, assume, cite, combine, identity, witness
from verify.claims import Claim, Sharpness
from verify.claims.experiments import Curve, Figure, Finding, Result, Stage
from verify.language.terms import Inner, eq, ge, gt, le, norm, real, vectors

a, b, c = real("a b c")
u, v = vectors("u v")

SQUARE = Claim(
    "toy/square",
    at="Lemma 1",
    states=eq((a + b) ** 2, a**2 + 2 * a * b + b**2),
    reading="For real a, b.",
    printed="(a + b)² = a² + 2ab + b²",
)


@SQUARE.proof
def expand(claim):
    """Multiply out."""
    return identity(claim.states[0])


@SQUARE.mutant("constant", at={a: 1, b: 1})
def three(claim):
    """Three times the product."""
    return claim.replace(states=eq((a + b) ** 2, a**2 + 3 * a * b + b**2))


@SQUARE.sharp
def constant():
    """Whether 2 is best."""
    return [Sharpness("the constant", "2, attained at a = b", identity(eq(a, a)))]


FALSE = Claim(
    "toy/false",
    at="Lemma 2",
    given=[le(a, 1)],
    states=ge(a, 0),
    reading="For real a at most 1.",
    printed="a ≥ 0",
    rests_on=["toy/square"],
)


@FALSE.counterexample
def minus_one(claim):
    """a = −1."""
    return witness(claim.given, claim.states[0], {a: -1})


REPAIRED = Claim(
    "toy/false.repaired", at="Lemma 2", given=[ge(a, 1)], states=ge(a, 0), reading="With a ≥ 1.", repairs="toy/false"
)


@REPAIRED.proof
def given(claim):
    """It is given, and more."""
    return combine(claim.states[0], [(1, assume(claim.given[0])), (1, 1)])


SHARP = Claim(
    "toy/square.sharp",
    at="Lemma 1",
    given=[ge(a, 0), ge(b, 0)],
    states=[ge(2 * a + 2 * b, 0), ge(Inner(u, u), 0)],
    sharpens="toy/square",
    reading="Vectors of any dimension; the zebra stands for a word that is nowhere else.",
)


@SHARP.proof
def twice(claim):
    """Twice the sum, and a square."""
    halves = [(2, assume(ge(a, 0))), (2, assume(ge(b, 0)))]
    return [combine(claim.states[0], halves), combine(claim.states[1], [(1, Inner(u, u))])]


CITED = Claim("toy/cited", at="Theorem 3", states=ge(a**2 + 1, 2 * a), reading="For real a.")


@CITED.cited
def classical(claim):
    """It is classical."""
    return cite(Axiom("means", "the arithmetic mean is at least the geometric", "Cauchy 1821", (), claim.states[0]))


@CITED.extremal("a", [1, 2, 4])
def numbers(value):
    """Numbers beyond one."""
    return {a: value}


WIDE = Claim(
    "toy/wide",
    at="(4)",
    states=[
        gt(sum(exp(n * a) * b**n / (1 + n * c**2) for n in range(1, 16)), sqrt(c**2 + 1)),
        gt(sum(exp(n * a) * b**n * Inner(u, v) for n in range(1, 25)) / (1 + norm(u) ** 2), c),
    ],
    reading="Formulas longer than a line, in terms and in a fraction.",
    open_because="it is here to be looked at",
)

TRIED = Claim("toy/tried", at="Figure 1", states=gt(a, b), reading="In floats.", open_because="it is an experiment")


@TRIED.experiment(steps=10, short=2)
def run(steps, seed, state):
    """A straight line."""
    yield Stage(steps)
    line = Curve("error", (0.0, 1.0, 2.0), (1.0, 0.5, 0.25))
    figure = Figure("error", "The error over the trials", "trial", "error", (line,))
    return Result({"rate": 0.5}, (Finding("error", 0.25, "a quarter", True),), (figure,))
