"""The Perceptron on a stream without end: the bound after every round, and whether the mistakes come to an end."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sympy import KroneckerDelta, Lambda, Rational, S, Tuple, sqrt

from proofs.gradient_descent._perceptron import X, hinge, u, y
from proofs.gradient_descent._perceptron_line import H
from proofs.gradient_descent.endless_ogd import FIRST, endless, up_to
from proofs.gradient_descent.perceptron_rounds import (
    BOUNDED, COUNTED, INDICATOR, LABELS, LOSS, MISTAKEN, ROUNDS, SIZE, SOME, START, UPDATE, M, T, t, w, wrong, x,
)  # fmt: skip
from verify.audit import (
    Claim, Inner, Theorem, at, cases, combine, eq, fails_as, fails_without, follows, forall, ge, generalize, gt,
    identity, instantiate, le, real, telescope, vectors,
)  # fmt: skip
from verify.author.kernel import KernelError

SCHEMAS = {endless(f): f for f in (UPDATE, INDICATOR, MISTAKEN, LABELS, BOUNDED)}
RUN = [START, *SCHEMAS]
READING = (
    "The stream does not end: its rounds are t = 1, 2, …, and X bounds ‖x_t‖ in all of them. I(t) ∈ {0, 1} says "
    "whether the algorithm moves in round t, as in gradient_descent/perceptron-rounds, and M = Σ_{t ≤ T} I(t) counts "
    "the moves in the first T rounds. "
)

EVERY = Claim(
    "gradient_descent/perceptron-every-round",
    at="page 2",
    printed=(
        "M ≤ Σ_{t=1}^T h_t(u) + (‖u‖X)² + ‖u‖X√(Σ_{t=1}^T h_t(u)) for all u ∈ R^d This shows a bound on the number of "
        "mistakes made by the Perceptron on any data sequence of arbitrary length T"
    ),
    given=[*RUN, COUNTED, LOSS, SOME],
    states=[le(M, H + SIZE * sqrt(M)), le(M, H + SIZE**2 + SIZE * sqrt(H))],
    rests_on=["gradient_descent/perceptron-rounds"],
    reading=READING + "H is the hinge loss of u in the first T rounds. For one run, every T ≥ 0 and every u.",
)

MARGINS = forall(t, ge(y(t) * Inner(u, x(t)), 1), [FIRST])

FINITE = Claim(
    "gradient_descent/perceptron-every-round-separable",
    at="page 2",
    printed=(
        "there exists u ∈ R^d such that y_t uᵀx_t ≥ 1 for all t, which in turn implies h_t(u) = 0 for all t. Hence, "
        "the bound reduces to the one already proved in the Perceptron convergence theorem, M_T ≤ (‖u‖X)²"
    ),
    given=[*RUN, COUNTED, MARGINS, SOME],
    states=le(M, SIZE**2),
    rests_on=["gradient_descent/perceptron-every-round"],
    reading=READING
    + (
        "u has margin 1 or more in every round. Then the bound does not depend on T: of all the rounds of the stream "
        "at most (‖u‖X)² are mistakes."
    ),
)


@EVERY.proof
def the_first_rounds_are_a_run(claim: Claim) -> list[Theorem]:
    """The first T rounds are a run to which the bound applies."""
    return [instantiate(ROUNDS.theorem(f), {}, up_to(SCHEMAS)) for f in ROUNDS.states]


@FINITE.proof
def no_loss_in_any_round(claim: Claim) -> Theorem:
    """H = 0, as h_t(u) = 0 in every round."""
    margin, r = y(t) * Inner(u, x(t)), real("r")
    below = identity(eq(hinge(r), 0), facts=[ge(r, 1)])
    lossless = telescope(instantiate(below, {r: margin}, [at(MARGINS, t)]), t, 1, T)
    none = combine(eq(0, LOSS.rhs), [(1, lossless)])
    return follows(claim.states[0], instantiate(EVERY.theorem(EVERY.states[1]), {H: 0}, [none]))


# --- a stream on the line --------------------------------------------------------------------------------------------

ONCE = KroneckerDelta(t, 1)
ALWAYS = S.One + 0 * t


def on_the_line(
    path: Any = 1 - ONCE, flags: Any = ONCE, label: Any = 1, comparator: Any = 1, **numbers: Any
) -> dict[str, Any]:
    """x(t) = 1 in every round, so that the first is a mistake and no other; what does not hold is left out."""
    names = {"T": T, "M": M, "H": H, "X": X}
    at = {
        u: comparator,
        w: Lambda(t, path),
        x: Lambda(t, 1),
        y: Lambda(t, label),
        wrong: Lambda(t, flags),
    } | {names[name]: number for name, number in ({"T": 1, "M": 1, "H": 0, "X": 1} | numbers).items()}
    rules = [
        (eq(path.subs(t, t + 1), path + flags * label), []),
        (eq(flags**2, flags), []),
        (ge(0, flags * label * path), []),
        (eq(S(label) ** 2, 1), []),
        (ge(at[X] ** 2, 1), [(1, at[X] ** 2 - 1)]),
        (ge(label * comparator, 1), []),
    ]

    def met() -> list[Theorem]:
        found = []
        for formula, slacks in rules:
            with suppress(KernelError):
                found.append(generalize(combine(formula, slacks, facts=[FIRST]), [t], [FIRST]))
        return found

    return {"at": at, "discharge": met}


@EVERY.extremal("T", [1])
@FINITE.extremal("T", [1])
def one_mistake(count: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """The only mistake, in the first round."""
    found = on_the_line(T=count)
    return found["at"], found["discharge"]()


fails_as(EVERY,
    ("constant", [le(M, H + Rational(9, 10) * SIZE * sqrt(M)), EVERY.states[1]], "Nine tenths of ‖u‖X√M.",
        on_the_line()),
    ("sign", [le(M, SIZE * sqrt(M) - H), EVERY.states[1]], "H is subtracted.", on_the_line(comparator=0, H=1)),
)  # fmt: skip


fails_as(FINITE,
    ("constant", le(M, Rational(9, 10) * SIZE**2), "Nine tenths of (‖u‖X)².", on_the_line()),
    ("sign", le(M, -(SIZE**2)), "−(‖u‖X)².", on_the_line()),
)  # fmt: skip


fails_without(FINITE, (MARGINS, "u need not separate.", on_the_line(comparator=0)))


for bound in (EVERY, FINITE):
    fails_without(bound,
        (endless(MISTAKEN), "It moves also where it is right.",
            on_the_line(path=t - 1 + 0 * t, flags=ALWAYS, T=2, M=2)),
        (endless(BOUNDED), "X may be anything.", on_the_line(X=Rational(1, 2))),
        (COUNTED, "M may be anything.", on_the_line(M=9)),
    )  # fmt: skip


# --- separable, and a mistake in every round -------------------------------------------------------------------------

e, f = vectors("e f")
PLANE = [eq(Inner(e, e), 1), eq(Inner(f, f), 1), eq(Inner(e, f), 0)]
POSITION = forall(t, eq(w(t), (1 - 1 / t**2) / 4 * e + (t - 1) / t**2 * f), [FIRST])
EXAMPLES = forall(t, eq(x(t), w(t + 1) - w(t)), [FIRST])

NEVER_ENDS = Claim(
    "gradient_descent/perceptron-endless-mistakes",
    at="page 2, on streams without end",
    says="a stream without end may be linearly separable, with ‖x_t‖ ≤ 1, and every round of the Perceptron a mistake",
    given=[*PLANE, POSITION, EXAMPLES, FIRST],
    states=[
        eq(w(1), 0),
        le(Inner(w(t), x(t)), 0),
        gt(Inner(e, x(t)), 0),
        le(Inner(x(t), x(t)), 1),
    ],
    rests_on=["gradient_descent/perceptron-every-round-separable"],
    reading=(
        "What the notes say of sequences of T examples does not pass to streams without end: there a separator v with "
        "y_t⟨v, x_t⟩ > 0 for all t need not give a u with y_t⟨u, x_t⟩ ≥ 1 for all t. In the plane of e and f let "
        "w_t = ¼(1 − 1/t²)e + ((t − 1)/t²)f, x_t = w_{t+1} − w_t and y_t = 1. Then w_1 = 0, every round is a mistake "
        "after which x_t is added, e separates, and ‖x_t‖ ≤ 1. As M_T = T for every T, no u has margin 1 in all "
        "rounds."
    ),
)


@NEVER_ENDS.proof
def rational_functions(claim: Claim) -> list[Theorem]:
    """⟨w_t, x_t⟩ = −(t − 1)(14t² − 19t − 17)/(16t⁴(t + 1)²): 0 at t = 1, and not positive from t = 2 on."""
    start, wrong_side, right_side, short = claim.states
    once, after = combine(ge(1, 1), []), follows(ge(t + 1, 1), FIRST)
    known: list[Any] = [*PLANE, at(POSITION, t + 1, by=[after]), at(POSITION, t), at(EXAMPLES, t)]
    cubes = 1 / (16 * t**4 * (t + 1) ** 2)
    early, late = [FIRST, ge(1, t)], [FIRST, gt(t, 1)]
    none = [(14 * t**2 * cubes, t - 1), ((19 * t + 17) * cubes, 1 - t)]
    terms = [(14 * t * (t - 1) * cubes, t - 2), (9 * (t - 1) * cubes, t - 2), ((t - 1) * cubes, 1)]
    first = combine(wrong_side, none, using=known, facts=early)
    later = combine(wrong_side, terms, using=known, facts=late)
    fourths = 1 / (16 * t**4 * (t + 1) ** 4)
    room = [
        (fourths, 16 * t**8 + 64 * t**7 + 96 * t**6 + 11 * t**5 + 32 * t**3 + 12 * t**2),
        (36 * t * (t**3 + t**2 + t + 1) * fourths, t - 1),
        (17 * (t**4 + t**3 + t**2 + t + 1) * fourths, t - 1),
    ]
    return [
        combine(start, [], using=[at(POSITION, 1, by=[once])]),
        cases([first, later], [ge(1, t), gt(t, 1)]),
        combine(right_side, [((2 * t + 1) / (4 * t**2), 1 / (t + 1) ** 2)], using=known, facts=[FIRST]),
        combine(short, room, using=known, facts=[FIRST]),
    ]


IN_THE_PLANE = {
    e: Tuple(1, 0),
    f: Tuple(0, 1),
    w: Lambda(t, Tuple((1 - 1 / t**2) / 4, (t - 1) / t**2)),
    x: Lambda(t, Tuple((1 / t**2 - 1 / (t + 1) ** 2) / 4, t / (t + 1) ** 2 - (t - 1) / t**2)),
    t: 1,
}
"""The first round: x_1 = (3/16, 1/4)."""


def both_met() -> list[Theorem]:
    """The positions and examples of that run."""
    here, after = (IN_THE_PLANE[w](n) for n in (t, t + 1))
    step = zip(IN_THE_PLANE[x](t), here, after, strict=True)
    equations = [*(eq(place, place) for place in here), *(eq(part, after - before) for part, before, after in step)]
    return [generalize(identity(equation, facts=[FIRST]), [t], [FIRST]) for equation in equations]


fails_as(NEVER_ENDS,
    ("constant", [*NEVER_ENDS.states[:3], le(Inner(x(t), x(t)), Rational(1, 16))], "‖x_t‖ ≤ ¼.", IN_THE_PLANE,
        both_met),
    ("sign", [*NEVER_ENDS.states[:2], le(Inner(e, x(t)), 0), NEVER_ENDS.states[3]], "e is on the wrong side.",
        IN_THE_PLANE, both_met),
)  # fmt: skip
