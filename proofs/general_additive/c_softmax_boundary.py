"""Example 6 on the boundary of the simplex: c = 1/2 serves for outcomes such as one of k labels."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sympy import Expr, Lambda, Rational, S, log

from proofs.general_additive.c_softmax import (
    OUTPUTS, i, k, over_outputs, ratio_inequality, simplex, squared_distance, squares_below, u, x,
)  # fmt: skip
from verify.audit import (
    Claim, Theorem, assume, at, cases, combine, eq, fails_as, fails_without, family, follows, forall, ge, generalize,
    gt, holds_at, instantiate, positive, real,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.language.terms import Formula
from verify.lemmas import from_absurdity

y, entropy = family("y"), family("h")
p, q, z = positive("p"), real("q"), real("z")
INDEX = [ge(i, 1), ge(k, i)]


def conventions(weight: Any, value: Any, variables: list[Any], given: list[Formula]) -> list[Any]:
    """value = y ln y, with 0 ln 0 = 0."""
    return [
        forall(variables, eq(value, weight * log(weight)), [*given, gt(weight, 0)]),
        forall(variables, eq(value, 0), [*given, eq(weight, 0)]),
    ]


def loss_term(y: Any, entropy: Any, x: Any) -> Expr:
    """y ln(y/ŷ) as h − y ln ŷ, for h = y ln y."""
    return entropy - y * log(x)


NOT_NEGATIVE = forall(i, ge(y(i), 0), INDEX)
CONVENTIONS = conventions(y(i), entropy(i), [i], INDEX)

C_SOFTMAX_BOUNDARY = Claim(
    "general_additive/c-softmax-boundary",
    at="Example 6",
    says="L_σ(y, ŷ) ≥ ‖y − ŷ‖₂² for y in the closed simplex, such as one of k labels, and ŷ in the open one",
    given=[NOT_NEGATIVE, *simplex(y), *CONVENTIONS, OUTPUTS],
    idle={OUTPUTS: "the paper has at least two outputs; with one the loss is zero"},
    states=ge(over_outputs(loss_term(y(i), entropy(i), x(i))), squared_distance(y, x)),
    rests_on=["general_additive/c-softmax.repaired"],
    reading=(
        "y_i ≥ 0 and ŷ_i > 0, both with sum one, k ≥ 2. y_i ln(y_i/ŷ_i) is h_i − y_i ln ŷ_i with h_i = y_i ln y_i "
        "where y_i > 0, and h_i = 0 where y_i = 0, the convention of Example 2. Predictions of the softmax function "
        "are in the open simplex; where ŷ_i = 0 < y_i the loss is infinite by the same convention."
    ),
)


def term_inequality() -> list[Theorem]:
    """h − q ln p ≥ q − p + 3(q − p)²/(2(q + 2p)) for p > 0: where q > 0 from h = q ln q, where q = 0 from h = 0."""
    goal = ge(loss_term(q, z, p), q - p + 3 * (q - p) ** 2 / (2 * (q + 2 * p)))
    some, none = gt(q, 0), eq(q, 0)
    above = instantiate(ratio_inequality(), {u: q / p}, discharge=[follows(gt(q / p, 0), some)])
    inside = follows(goal, above, eq(z, q * log(q)), some)
    return [inside, follows(goal, eq(z, 0), p / 4, using=[none])]


def each_output(weight: Any, value: Any, guess: Any, known: list[Theorem], facts: list[Theorem]) -> Theorem:
    """The inequality of a term, from both conventions; the facts show that the outcome is not negative."""
    values = {q: weight, z: value, p: guess}
    some, none = gt(weight, 0), ge(0, weight)
    zero = follows(eq(weight, 0), weight, none, facts)
    mass = follows(gt(2 * (weight + 2 * guess), 0), weight, guess, facts)
    inside, corner = (
        instantiate(general, values, [instantiate(convention, {}, place), mass, *place, *facts])
        for general, convention, place in zip(term_inequality(), known, ([], [zero]), strict=True)
    )
    return cases([inside, corner], [some, none])


@C_SOFTMAX_BOUNDARY.proof
def each_output_once_more(claim: Claim) -> Theorem:
    """Where y_i = 0 the inequality of the term is 0 ≥ −ŷ_i/4."""
    known = [at(f, i) for f in CONVENTIONS]
    signs = [at(NOT_NEGATIVE, i)]
    each = each_output(y(i), entropy(i), x(i), known, signs)
    return squares_below(y, loss_term(y(i), entropy(i), x(i)), each, claim, signs)


# --- two outputs ---------------------------------------------------------------------------------------------------


def two(pair: tuple[Any, Any], index: Any) -> Expr:
    """The first number at the index 1, the second at 2."""
    return pair[0] * (2 - index) + pair[1] * (index - 1)


def entropies(outcome: tuple[Any, Any]) -> tuple[Any, Any]:
    """y ln y, with 0 ln 0 = 0."""
    first, second = (weight * log(weight) if weight else S.Zero for weight in outcome)
    return first, second


def conventions_met(
    outcome: tuple[Any, Any], values: tuple[Any, Any], index: Any, variables: list[Any], given: list[Formula]
) -> list[Theorem]:
    """Those of the conventions that hold for two outcomes and these values of h.

    At an index where the condition of a convention fails, a negative number is ≥ 0, and its equation follows.
    """
    weight, slope = two(outcome, index), outcome[1] - outcome[0]
    found = []
    for schema in conventions(weight, two(values, index), variables, given):
        condition = schema.given[-1]
        with suppress(KernelError):
            parts = []
            for n, end in enumerate((ge(1, index), gt(index, 1)), start=1):
                here = combine(eq(index, n), [(1, index - n)], facts=[*given, end])
                size, equal = outcome[n - 1], condition == eq(weight, 0)
                if equal == (size == 0):
                    parts.append(combine(schema.body, [], using=[here], facts=[condition]))
                else:
                    terms = [(slope, here), (-1, assume(condition))] if equal else [(-slope / weight, here)]
                    absurd = combine(ge(-size if equal else -1, 0), terms, facts=[condition])
                    parts.append(from_absurdity(schema.body, absurd))
            found.append(generalize(cases(parts, [ge(1, index), gt(index, 1)]), variables, list(schema.given)))
    return found


LABEL, HALF = (S.One, S.Zero), Rational(1, 2)


def two_outputs(outcome: tuple[Any, Any], values: tuple[Any, Any] | None = None, guess: Any = HALF) -> Any:
    """k = 2, with equal predictions; h as it should be, or other values of it."""
    values = values or entropies(outcome)
    at = {k: 2, y: Lambda(i, two(outcome, i)), entropy: Lambda(i, two(values, i)), x: Lambda(i, guess)}
    index = [ge(i, 1), ge(2, i)]

    def met() -> list[Theorem]:
        signs = [(outcome[0], 2 - i), (outcome[1], i - 1)]
        found = conventions_met(outcome, values, i, [i], index)
        with suppress(KernelError):
            found.append(generalize(combine(ge(two(outcome, i), 0), signs, facts=index), [i], index))
        return found

    return {"at": at, "discharge": met}


holds_at(C_SOFTMAX_BOUNDARY,
    ("Both near the middle.", *two_outputs((Rational(11, 20), Rational(9, 20))).values()),
)  # fmt: skip


fails_as(C_SOFTMAX_BOUNDARY,
    ("constant", ge(C_SOFTMAX_BOUNDARY.states[0].lhs, Rational(3, 2) * C_SOFTMAX_BOUNDARY.states[0].rhs),
        "3/2 of the squared distance: at a label and equal predictions ln 2 ≥ ¾.", two_outputs(LABEL)),
    ("sign", ge(C_SOFTMAX_BOUNDARY.states[0].rhs, C_SOFTMAX_BOUNDARY.states[0].lhs), "≤ in place of ≥.",
        two_outputs(LABEL)),
)  # fmt: skip


fails_without(C_SOFTMAX_BOUNDARY,
    (CONVENTIONS[0], "h_i need not be y_i ln y_i where y_i > 0.", two_outputs(LABEL, (-S.One, S.Zero))),
    (CONVENTIONS[1], "0 ln 0 may be −1.", two_outputs(LABEL, (S.Zero, -S.One))),
    (simplex(y)[0], "y need not sum to one.", two_outputs((Rational(1, 8), Rational(1, 8)))),
    (simplex(y)[1], "ŷ need not sum to one.", two_outputs(LABEL, guess=S.One)),
    (NOT_NEGATIVE, "y_i may be negative, where h_i is 0.", two_outputs((S(2), -S.One), (2 * log(2), S.Zero))),
)  # fmt: skip
