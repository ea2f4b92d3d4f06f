"""No algorithm makes fewer mistakes than the bound of the Perceptron, solved exactly, allows."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Rational, Tuple, sqrt

from proofs.gradient_descent._perceptron import COUNT, LABELS, MISTAKE, START, UPDATE, M, hinge, m, mistakes, u, w, x, y
from proofs.gradient_descent.perceptron_tight import APART, PART, UNIT, b, c, h, length, margin, plane, s
from verify.audit import (
    Claim, Inner, Theorem, at, combine, decided_by, eq, fails_as, fails_without, family, follows, forall, ge,
    generalize, gt, identity, instantiate, le, norm, positive, telescope,
)  # fmt: skip

X = positive("X")
guess = family("p")

GUESSES = forall(m, eq(guess(m) ** 2, 1), MISTAKE)
CONTRARY = forall(m, eq(y(m), -guess(m)), MISTAKE)
ALONG = eq(u, c / X * w(M))
LOST = mistakes(hinge(y(m) * Inner(u, X * x(m))))
MISTAKEN = mistakes((1 - y(m) * guess(m)) / 2)
SIZE = norm(u) * X

MINIMAX = Claim(
    "gradient_descent/perceptron-minimax",
    at="pages 1 and 2, for every algorithm",
    says=(
        "whatever the algorithm, there are M examples of length X of which it mistakes all, and a u with "
        "M = H + ‖u‖X√M for its hinge loss H, which may be any share of M"
    ),
    given=[GUESSES, CONTRARY, START, UPDATE, UNIT, APART, ALONG, *PART, COUNT],
    states=[
        eq(MISTAKEN, M),
        eq(M, LOST + SIZE * sqrt(M)),
        eq(M, LOST + SIZE**2 / 2 + SIZE * sqrt(SIZE**2 + 4 * LOST) / 2),
    ],
    reading=(
        "How good the Perceptron is among all algorithms, in dimension d ≥ M: the example of round m is X x(m), with "
        "x(1), …, x(M) orthonormal, p(m) = ±1 is what any algorithm predicts for it, having seen the rounds before, "
        "and the label is y(m) = −p(m). So each of the M rounds is a mistake, and for u = (c/X) Σ y(m)x(m) with "
        "0 ≤ c ≤ 1 the hinge loss is H = (1 − c)M. Then M is exactly what (1), and its exact solution "
        "(gradient_descent/perceptron-solved.sharp), allow for the Perceptron: no algorithm has a smaller bound in H, "
        "‖u‖ and X, wherever that is an integer. For c = 1 the stream is separated with margin 1, and M = (‖u‖X)²."
    ),
)


@MINIMAX.proof
def whatever_is_predicted(claim: Claim) -> list[Theorem]:
    """y⟨u, Xx⟩ = c in every round, ‖u‖X = c√M, and so H = (1 − c)M."""
    every, *_ = claim.states
    contrary = at(CONTRARY, m)
    signs = generalize(combine(LABELS.body, [(1, at(GUESSES, m))], using=[contrary], facts=MISTAKE), [m], MISTAKE)
    squared, reached = (instantiate(theorem, {}, [signs]) for theorem in (length(), margin()))
    facts = [*PART, COUNT]
    wrong = combine(eq((1 - y(m) * guess(m)) / 2, 1), [(Rational(1, 2), at(GUESSES, m))], using=[contrary])
    z = y(m) * Inner(u, X * x(m))
    share = combine(eq(z, c), [(c, reached)], using=[ALONG], facts=MISTAKE)
    below = identity(eq(hinge(s), 1 - c), using=[eq(s, c)], facts=[le(c, 1)])
    lost = follows(eq(LOST, M * (1 - c)), telescope(instantiate(below, {s: z}, [share]), m, 1, M), COUNT)
    long = identity(eq(norm(u), c * sqrt(M) / X), using=[ALONG, squared], facts=facts)
    sizes, place = [eq(b, c * sqrt(M) / X), eq(h, M * (1 - c))], {b: norm(u), h: LOST}
    inside = follows(gt(2 - c, 0), PART[1])
    solution = h + (b * X) ** 2 / 2 + b * X * sqrt((b * X) ** 2 + 4 * h) / 2
    named = [
        identity(eq(M, h + b * X * sqrt(M)), using=sizes, facts=facts),
        identity(eq(M, solution), using=sizes, facts=[*facts, inside]),
    ]
    under = combine(ge(SIZE**2 + 4 * LOST, 0), [(1, SIZE**2), (4, lost), (4 * M, 1 - c)], facts=facts)
    return [
        follows(every, telescope(wrong, m, 1, M), COUNT),
        *(instantiate(theorem, place, [long, lost, under]) for theorem in named),
    ]


# --- two examples in the plane ---------------------------------------------------------------------------------------


def case(predicted: Any = -1, **other: Any) -> Any:
    """The two examples of `perceptron_tight`, with X = 1 and one prediction for both."""
    known = plane(**other)
    return decided_by(at=known.at | {X: 1, guess: Lambda(m, predicted)}, discharge=known.discharge)


HALF = Rational(1, 2)

fails_as(MINIMAX,
    ("constant", {MINIMAX.states[1]: eq(M, LOST + Rational(9, 10) * SIZE * sqrt(M))}, "Nine tenths of ‖u‖X√M.",
        case(share=HALF)),
    ("sign", {MINIMAX.states[1]: eq(M, LOST - SIZE * sqrt(M))}, "‖u‖X√M is subtracted.", case(share=HALF)),
)  # fmt: skip

fails_without(MINIMAX,
    (GUESSES, "Predictions of any size.", case(-2, label=2)),
    (CONTRARY, "The prediction may be right.", case(1)),
    (START, "The sum may begin anywhere.", case(start=1)),
    (UPDATE, "The sum may be anything.", case(moves=3)),
    (UNIT, "Examples of any length.", case(size=2)),
    (ALONG, "u may be anything.", case(comparator=Tuple(1, 0))),
    (PART[1], "c may be larger than 1.", case(share=2)),
    (PART[0], "c may be negative.", case(share=-1)),
    (APART, "The examples need not be orthogonal.",
        {M: 2, c: 1, X: 1, x: [(1, 0), (1, 0)], w: Lambda(m, Tuple(m, 0)), y: Lambda(m, 1), guess: Lambda(m, -1),
            u: (2, 0)}),
)  # fmt: skip
