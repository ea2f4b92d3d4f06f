"""Orthonormal examples: a stream on which every inequality of the Perceptron's mistake bound is an equation."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sympy import Lambda, Rational, S, Tuple, sqrt

from proofs.gradient_descent._perceptron import (
    COUNT,
    HINGES,
    LABELS,
    MISTAKE,
    START,
    UPDATE,
    M,
    hinge,
    m,
    of,
    u,
    w,
    x,
    y,
)
from verify.author.kernel import (
    KernelError,
    Theorem,
    assume,
    combine,
    generalize,
    identity,
    induct,
    instantiate,
    telescope,
)
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Inner, VecHead, eq, forall, ge, gt, integer, le, norm, real
from verify.lemmas.few_rounds import each_round

a, b, c, h, s = real("a b c h s")
i, j, k = integer("i j k")

UNIT = forall(m, eq(Inner(x(m), x(m)), 1), MISTAKE)
APART = forall([i, j], eq(Inner(x(i), x(j)), 0), [ge(i, 1), gt(j, i), ge(M, j)])
ALONG = eq(u, c * w(M))
PART = [ge(c, 0), le(c, 1)]
SIZE = norm(u)

TIGHT = Claim(
    "gradient_descent/perceptron-tight",
    at="pages 1 and 2",
    says="on M orthonormal examples the bounds on ‖w_M‖ and ‖w_M‖‖u‖, (1) and its exact solution are equations",
    given=[START, UPDATE, LABELS, UNIT, APART, ALONG, *PART, COUNT],
    states=[
        forall(m, eq(y(m) * Inner(w(m - 1), x(m)), 0), MISTAKE),
        eq(norm(w(M)), sqrt(M)),
        eq(norm(w(M)) * norm(u), M - HINGES),
        eq(M, HINGES + norm(u) * sqrt(M)),
        eq(M, HINGES + SIZE**2 / 2 + SIZE * sqrt(SIZE**2 + 4 * HINGES) / 2),
    ],
    reading=(
        "How sharp the page is: M orthonormal examples with any labels, and u = c w(M) with 0 ≤ c ≤ 1: by "
        "the rule that y⟨w, x⟩ = 0 is a mistake, each example is one, X = 1, and the bounds on ‖w_M‖ and "
        "‖w_M‖‖u‖, (1) and "
        "its exact solution are equations, for every M; for c = 1 the stream is separated with margin 1 and M = ‖u‖²."
    ),
)


def unseen(claim: Claim) -> Theorem:
    """⟨w(k), x(j)⟩ = 0 for j > k, by induction over k."""
    goal = forall(j, eq(Inner(w(k), x(j)), 0), [gt(j, k), ge(M, j)])
    base = generalize(identity(eq(Inner(w(0), x(j)), 0), using=of(claim, START)), [j], [gt(j, 0), ge(M, j)])
    later = [ge(k, 0), gt(j, k + 1), ge(M, j)]
    exists = combine(ge(M, k + 1), [(1, assume(later[1])), (1, assume(later[2]))])
    moves = [instantiate(assume(f), [k + 1], [exists]) for f in of(claim, UPDATE)]
    apart = [instantiate(assume(f), [k + 1, j]) for f in of(claim, APART)]
    step = identity(eq(Inner(w(k + 1), x(j)), 0), using=[*moves, *apart, instantiate(assume(goal), [j])], facts=later)
    return induct(base, generalize(step, [j], later[1:]), goal, k, 0)


def mistaken(claim: Claim) -> Theorem:
    """⟨w(m − 1), x(m)⟩ = 0."""
    return instantiate(instantiate(unseen(claim), {k: m - 1}), [m])


def length(claim: Claim) -> Theorem:
    """‖w(M)‖² = M, as each step adds 1."""
    known = [instantiate(assume(f), [m]) for f in of(claim, UPDATE, UNIT)]
    labels = [(1, instantiate(assume(f), [m])) for f in of(claim, LABELS)]
    goal = eq(Inner(w(m - 1), w(m - 1)) + 1, Inner(w(m), w(m)))
    minus = [(-1, label) for _, label in labels]
    step = combine(goal, minus, using=[*known, mistaken(claim)], facts=MISTAKE)
    added = telescope(step, m, 1, M, Inner(w(m - 1), w(m - 1)))
    return combine(eq(Inner(w(M), w(M)), M), [(-1, added)], using=of(claim, START), facts=of(claim, COUNT))


def margin(claim: Claim) -> Theorem:
    """y(m)⟨w(M), x(m)⟩ = 1 for each m: the steps after the m-th are orthogonal to x(m)."""
    later = [ge(i, m + 1), ge(M, i), *MISTAKE]
    counted = combine(ge(i, 1), [(1, assume(later[0])), (1, assume(ge(m, 1))), (1, 1)])
    moves = [instantiate(assume(f), [i], [counted]) for f in of(claim, UPDATE)]
    apart = [instantiate(assume(f), [m, i]) for f in of(claim, APART)]
    step = identity(eq(Inner(w(i - 1), x(m)), Inner(w(i), x(m))), using=[*moves, *apart], facts=later)
    added = telescope(step, i, m + 1, M, Inner(w(i - 1), x(m)))
    own = [instantiate(assume(f), [m]) for f in of(claim, UPDATE, UNIT)]
    labels = [(1, instantiate(assume(f), [m])) for f in of(claim, LABELS)]
    goal = eq(y(m) * Inner(w(M), x(m)), 1)
    return combine(goal, [*labels, (-y(m), added)], using=[*own, mistaken(claim)], facts=MISTAKE)


def total_loss(claim: Claim) -> Theorem:
    """Each hinge loss of u = c w(M) is 1 − c, so they add up to M(1 − c)."""
    z = y(m) * Inner(u, x(m))
    reached = combine(eq(z, c), [(c, margin(claim))], using=of(claim, ALONG), facts=MISTAKE)
    below = identity(eq(hinge(s), 1 - c), using=[eq(s, c)], facts=[le(c, 1)])
    term = instantiate(below, {s: z}, [reached, *map(assume, of(claim, *PART))])
    added = telescope(term, m, 1, M)
    return combine(eq(HINGES, M * (1 - c)), [(1, added)], facts=of(claim, COUNT))


@TIGHT.proof
def every_step_is_an_equation(claim: Claim) -> list[Theorem]:
    """‖w(M)‖² = M, ⟨w(M), u⟩ = cM, ‖u‖ = c√M and every hinge loss is 1 − c."""
    wrong, by_norm, *bounds = claim.states
    facts = of(claim, *PART, COUNT)
    squared, lost = length(claim), total_loss(claim)
    weights = identity(by_norm, using=[squared], facts=facts)
    comparator = identity(eq(norm(u), c * sqrt(M)), using=[*of(claim, ALONG), squared], facts=facts)
    inside = combine(gt(2 - c, 0), [(1, assume(f)) for f in of(claim, PART[1])] + [(1, 1)])
    sizes = [eq(a, sqrt(M)), eq(b, c * sqrt(M)), eq(h, M * (1 - c))]
    place = {a: norm(w(M)), b: norm(u), h: HINGES}
    named = [
        identity(eq(a * b, M - h), using=sizes, facts=facts),
        identity(eq(M, h + b * sqrt(M)), using=sizes, facts=facts),
        identity(eq(M, h + b**2 / 2 + b * sqrt(b**2 + 4 * h) / 2), using=sizes, facts=[*facts, inside]),
    ]
    under = combine(ge(SIZE**2 + 4 * HINGES, 0), [(1, SIZE**2), (4, lost), (4 * M, 1 - c)], facts=facts)
    return [
        generalize(identity(wrong.body, using=[mistaken(claim)], facts=MISTAKE), [m], MISTAKE),
        weights,
        *(instantiate(theorem, place, [weights, comparator, lost, under]) for theorem in named[: len(bounds)]),
    ]


# --- two examples in the plane ---------------------------------------------------------------------------------------


def plane(
    size: Any = 1, label: Any = 1, start: Any = 0, moves: Any = 1, comparator: Any = None, share: Any = 1
) -> dict[str, Any]:
    """x(1) = size·(1, 0), x(2) = size·(0, 1), both with one label, w(0) = (start, start), and u = share·w(2).

    The weights move by `moves` times the update. What does not hold there is left out: the mutant has dropped it.
    """
    ends = (m * (3 - m) / 2, m * (m - 1) / 2)
    weights = [start + moves * label * size * end for end in ends]
    examples = [size * (2 - m), size * (m - 1)]
    at = {
        M: 2,
        c: share,
        VecHead("x"): Lambda(m, Tuple(*examples)),
        VecHead("w"): Lambda(m, Tuple(*weights)),
        y: Lambda(m, label),
        u: Tuple(*(share * weight.subs(m, 2) for weight in weights)) if comparator is None else comparator,
    }

    def met() -> list[Theorem]:
        found = []
        for at_m, example in zip(weights, examples, strict=True):
            with suppress(KernelError):
                found.append(each_round(eq(at_m, at_m.subs(m, m - 1) + label * example), m))
        for goal in (eq(S(label) ** 2, 1), eq(sum(example**2 for example in examples), 1)):
            with suppress(KernelError):
                found.append(each_round(goal, m))
        return [*found, apart(examples)]

    return {"at": at, "discharge": met}


def apart(examples: list[Any]) -> Theorem:
    """⟨x(i), x(j)⟩ = 0 for 1 ≤ i < j ≤ 2, as i = 1 and j = 2."""
    given = [ge(i, 1), gt(j, i), ge(2, j)]
    low = combine(ge(1, i), [(1, j - i - 1), (1, assume(given[2]))], facts=given)
    high = combine(ge(j, 2), [(1, j - i - 1), (1, assume(given[0]))], facts=given)
    first, second = (
        combine(eq(i, 1), [(1, i - 1)], facts=[given[0], low]),
        combine(eq(j, 2), [(1, j - 2)], facts=[given[2], high]),
    )
    product = sum(example.subs(m, i) * example.subs(m, j) for example in examples)
    return generalize(identity(eq(product, 0), using=[first, second]), [i, j], given)


fails_as(TIGHT,
    ("constant", {TIGHT.states[1]: eq(norm(w(M)), 2 * sqrt(M))}, "‖w(M)‖ = 2√M.", plane()),
    ("constant", {TIGHT.states[3]: eq(M, HINGES + Rational(9, 10) * norm(u) * sqrt(M))}, "Nine tenths of ‖u‖√M.",
        plane(share=Rational(1, 2))),
    ("sign", {TIGHT.states[2]: eq(norm(w(M)) * norm(u), M + HINGES)},
        "‖w(M)‖‖u‖ = M + Σ [1 − y⟨u, x⟩]₊, with the sign that the notes print.", plane(share=Rational(1, 2))),
)  # fmt: skip


fails_without(TIGHT,
    (START, "w(0) may be anything.", plane(start=1)),
    (UPDATE, "The weights may be anything.", plane(moves=0)),
    (LABELS, "Labels of any size.", plane(label=2)),
    (UNIT, "Examples of any length.", plane(size=2)),
    (ALONG, "u may be anything.", plane(comparator=Tuple(1, 0))),
    (PART[1], "c may be larger than 1.", plane(share=2)),
    (PART[0], "c may be negative.", plane(share=-1)),
    (APART, "The examples need not be orthogonal.", {
            M: 2,
            c: 1,
            VecHead("x"): Lambda(m, Tuple(1, 0)),
            VecHead("w"): Lambda(m, Tuple(m, 0)),
            y: Lambda(m, 1),
            u: (2, 0),
        }, lambda: [each_round(eq(m, m - 1 + 1), m), each_round(eq(S.One, 1), m)]),
)  # fmt: skip
