"""Examples 2 and 7: the Jacobian of softmax is a variance, and its zero space is that of the constant vectors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, KroneckerDelta, Lambda, Rational, log

from numeric.matching import Softmax
from numeric.reference import matching as reference
from proofs.general_additive.c_softmax import i, j, k, over_outputs
from proofs.general_additive.softmax_potential import SOME_OUTPUT, a, along, b, log_sum_exp, s, softmax
from verify.claims import Claim, Conformance
from verify.concrete import value
from verify.conformance import conformance
from verify.kernel import Theorem, assume, combine, generalize, identity, instantiate, telescope
from verify.lemmas import vanishes_with_its_square
from verify.terms import Deriv, eq, family, forall, ge, gt, integer, real

r, c = real("r c")
m = integer("m")
x = family("x")
INDEX = [ge(i, 1), ge(k, i)]
OTHER = [ge(m, 1), ge(k, m)]


def jacobian(a: Any, i: Any, j: Any) -> Expr:
    """Dσ(a)_ij = δ_ij σ_i(a) − σ_i(a) σ_j(a)."""
    return KroneckerDelta(i, j) * softmax(a, i) - softmax(a, i) * softmax(a, j)


def image(a: Any, x: Any, i: Any) -> Expr:
    """The component i of Dσ(a)x."""
    return over_outputs(jacobian(a, i, j) * x(j), j)


def mean(a: Any, x: Any) -> Expr:
    """EX, for an X that takes the value x_i with probability σ_i(a)."""
    return over_outputs(softmax(a, j) * x(j), j)


def variance(a: Any, x: Any) -> Expr:
    """Var X = E(X − EX)²."""
    return over_outputs(softmax(a) * (x(i) - mean(a, x)) ** 2)


def form(a: Any, x: Any) -> Expr:
    """xᵀDσ(a)x, as Σ σ_i x_i² − (Σ σ_i x_i)²."""
    return over_outputs(softmax(a) * x(i) ** 2) - mean(a, x) ** 2


ENTRIES = eq(Deriv(softmax(along(a, x)), s, 0), image(a, x, i))
SECOND = eq(Deriv(Deriv(log_sum_exp(along(a, x, r)), r, s), s, 0), over_outputs(x(i) * image(a, x, i)))
IS_FORM = eq(over_outputs(x(i) * image(a, x, i)), form(a, x))
IS_VARIANCE = eq(form(a, x), variance(a, x))
NOT_NEGATIVE = ge(over_outputs(x(i) * image(a, x, i)), 0)

EXAMPLE_2 = Claim(
    "general_additive/example-2",
    at="Example 2",
    printed=(
        "Dσ(a)_ij = δ_ij σ_i(a) − σ_i(a)σ_j(a), and xᵀDσ(a)x = Σ σ_i(a)x_i² − ΣΣ σ_i(a)x_i σ_j(a)x_j = EX² − (EX)² = "
        "Var X ≥ 0"
    ),
    given=INDEX,
    states=[ENTRIES, SECOND, IS_FORM, IS_VARIANCE, NOT_NEGATIVE],
    rests_on=["general_additive/softmax-potential"],
    reading=(
        "For every number k of outputs and all a and x. The derivative of σ_i along x is component i of the matrix "
        "times x, for 1 ≤ i ≤ k, and the second derivative of P_σ along x is xᵀDσ(a)x. X takes the value x_i with "
        "probability σ_i(a), and Var X = E(X − EX)². That P_σ is convex follows; general_additive/softmax-potential "
        "shows it directly."
    ),
)


def some_output(given: Any) -> list[Theorem]:
    """k ≥ 1, as there is an index 1 ≤ i ≤ k."""
    return [combine(SOME_OUTPUT, [(1, assume(f)) for f in given if f in INDEX])]


@EXAMPLE_2.proof
def quotient_rule(claim: Claim) -> list[Theorem]:
    """Derivatives of exp(a_i)/Σ exp(a_j); the variance is expanded with Σ σ_i = 1."""
    entries, second, is_form, is_variance, not_negative = claim.states
    facts = [*claim.given, *some_output(claim.given)]
    expanded = [identity(f, facts=facts) for f in (entries, second, is_form, is_variance)]
    spread = combine(ge(variance(a, x), 0), [(1, variance(a, x))], facts=facts)
    return [*expanded, combine(not_negative, [(1, spread), (1, expanded[2]), (1, expanded[3])], facts=facts)]


AT_ZERO = {k: 2, i: 1, a: Lambda(i, 0), x: Lambda(i, i)}


def with_states(claim: Claim, old: Any, new: Any) -> Claim:
    """The claim with one of its formulas replaced."""
    return claim.replace(states=[new if f == old else f for f in claim.states])


@EXAMPLE_2.mutant("sign", at=AT_ZERO)
def products_added(claim: Claim) -> Claim:
    """δ_ij σ_i + σ_i σ_j."""
    other = over_outputs((KroneckerDelta(i, j) * softmax(a, i) + softmax(a, i) * softmax(a, j)) * x(j), j)
    return with_states(claim, ENTRIES, eq(ENTRIES.lhs, other))


@EXAMPLE_2.mutant("constant", at=AT_ZERO)
def half_the_second_derivative(claim: Claim) -> Claim:
    """Half the form."""
    return with_states(claim, SECOND, eq(SECOND.lhs, SECOND.rhs / 2))


@EXAMPLE_2.mutant("constant", at=AT_ZERO)
def without_the_square_of_the_mean(claim: Claim) -> Claim:
    """EX² in place of the variance."""
    return with_states(claim, IS_VARIANCE, eq(over_outputs(softmax(a) * x(i) ** 2), variance(a, x)))


@EXAMPLE_2.mutant("sign", at=AT_ZERO)
def not_positive(claim: Claim) -> Claim:
    """The form is at most 0."""
    return with_states(claim, NOT_NEGATIVE, ge(0, NOT_NEGATIVE.lhs))


@EXAMPLE_2.mutant("constant", at={**AT_ZERO, x: Lambda(i, 1)})
def definite(claim: Claim) -> Claim:
    """The form is positive for every x."""
    return with_states(claim, NOT_NEGATIVE, gt(NOT_NEGATIVE.lhs, 0))


@EXAMPLE_2.mutant("hypothesis", at={**AT_ZERO, i: 3})
def beyond_the_outputs(claim: Claim) -> Claim:
    """i may exceed k."""
    return claim.replace(given=INDEX[:1])


@EXAMPLE_2.mutant("hypothesis", at={**AT_ZERO, i: 0, x: Lambda(i, 1 + i**2)})
def before_the_outputs(claim: Claim) -> Claim:
    """i may be 0."""
    return claim.replace(given=INDEX[1:])


@EXAMPLE_2.conformance
def reference_follows_the_variance() -> Iterator[Conformance]:
    """xᵀDσ(a)x of the reference, by differences, for 2 to 12 outputs, against the variance; and numpy's sum of it."""
    rng = np.random.default_rng(2)
    points = [(rng.normal(0, 2, n).tolist(), rng.normal(0, 1, n).tolist()) for n in (2, 3, 12) for _ in range(3)]
    return conformance(
        points,
        formula=lambda pair: value(form(a, x), {a: pair[0], x: pair[1], k: len(pair[0])}),
        code=_variance_in_floats,
        reference=lambda pair: reference.curvature("softmax", *pair, dps=100),
        ulps=8.0,
    )


def _variance_in_floats(pair: Any) -> float:
    probabilities, values = Softmax().transfer(pair[0]), np.array(pair[1])
    return float(probabilities @ (values - probabilities @ values) ** 2)


# --- Example 7: the zero space is the same everywhere --------------------------------------------------------------

IN_KERNEL = forall(i, eq(image(a, x, i), 0), INDEX)
NULL = eq(over_outputs(x(i) * image(a, x, i)), 0)
CONSTANT = forall(i, eq(x(i), c), INDEX)

EXAMPLE_7_FORM = Claim(
    "general_additive/example-7-form",
    at="Example 7",
    printed="xᵀD²P_σ(a)x = 0 if and only if x = (c, …, c): the form vanishes for no other x",
    given=[NULL, *INDEX, *OTHER],
    states=eq(x(i), x(m)),
    rests_on=["general_additive/example-2"],
    reading="For every number k of outputs and every a: the components x_i and x_m, 1 ≤ i, m ≤ k, agree.",
)

EXAMPLE_7 = Claim(
    "general_additive/example-7",
    at="Example 7",
    printed=(
        "xᵀD²P_σ(a)x = 0, and D²P_σ(a)x = 0, if and only if x = (c, …, c) for some constant c; hence the zero space of "
        "the Hessian is the same for all a, so the matching loss is uniquely defined"
    ),
    given=[IN_KERNEL, *INDEX, *OTHER],
    states=[eq(x(i), x(m)), eq(image(b, x, i), 0)],
    rests_on=["general_additive/example-7-form", "general_additive/softmax-loss-choice"],
    reading=(
        "For every number k of outputs: an x in the zero space at a has equal components, and is in the zero space at "
        "every other b. That the form vanishes only for such x too is general_additive/example-7-form, that both "
        "vanish for all of them general_additive/example-7-converse, and that the loss is unique "
        "general_additive/softmax-loss-choice."
    ),
)

EXAMPLE_7_CONVERSE = Claim(
    "general_additive/example-7-converse",
    at="Example 7",
    printed="for x = (c, …, c), D²P_σ(a)x = 0 and xᵀD²P_σ(a)x = 0",
    given=[CONSTANT, *INDEX],
    states=[eq(image(a, x, i), 0), eq(over_outputs(x(i) * image(a, x, i)), 0)],
    reading="For every number k of outputs, every a and every real c; component i of D²P_σ(a)x, 1 ≤ i ≤ k.",
)


def equals_the_mean(claim: Claim, null: Theorem) -> Theorem:
    """x_i = EX, from xᵀDσ(a)x = 0: one term of the variance is at most the sum."""
    index = [f for f in claim.given if f in INDEX]
    facts = [*index, *some_output(index)]
    away, there = softmax(a) * (x(i) - mean(a, x)) ** 2, softmax(a, j) * (x(j) - mean(a, x)) ** 2
    others = combine(ge((1 - KroneckerDelta(i, j)) * there, 0), [(1 - KroneckerDelta(i, j), there)], facts=facts)
    one = combine(ge(variance(a, x), away), [(1, telescope(others, j, 1, k))], facts=facts)
    spread = identity(eq(over_outputs(x(i) * image(a, x, i)), variance(a, x)), facts=facts)
    weight = 1 / softmax(a)
    square = (x(i) - mean(a, x)) ** 2
    below = combine(ge(0, square), [(weight, one), (weight, spread), (-weight, null)], facts=facts)
    vanishes = combine(eq(square, 0), [(1, square)], facts=[below])
    equal = vanishes_with_its_square(x(i) - mean(a, x), vanishes)
    return combine(eq(x(i), mean(a, x)), [(1, equal)], facts=facts)


def equal_components(claim: Claim, null: Theorem) -> Theorem:
    """x_i = x_m: both are the mean."""
    mine = equals_the_mean(claim, null)
    facts = [f for f in claim.given if f in (*INDEX, *OTHER)]
    other = instantiate(mine, {i: m}, discharge=[assume(f) for f in facts if f in OTHER])
    return combine(eq(x(i), x(m)), [(1, mine), (-1, other)], facts=facts)


@EXAMPLE_7_FORM.proof
def every_value_is_the_mean(claim: Claim) -> Theorem:
    """The variance is zero, and every value has a positive probability."""
    (null,) = [f for f in claim.given if f == NULL] or [NULL]
    return instantiate(equal_components(claim, assume(null)), {}, discharge=some_output(claim.given))


@EXAMPLE_7.proof
def kernel_of_the_variance(claim: Claim) -> list[Theorem]:
    """Dσ(a)x = 0 gives xᵀDσ(a)x = 0, hence equal components, which every Dσ(b) maps to 0."""
    schemas = [f for f in claim.given if f == IN_KERNEL]
    index = [f for f in claim.given if f in INDEX]
    row = instantiate(assume((schemas or [IN_KERNEL])[0]), [i])
    term = combine(eq(x(i) * image(a, x, i), 0), [(x(i), row)], facts=index)
    null = combine(NULL, [(1, telescope(term, i, 1, k))])
    equal = equal_components(claim, null)
    mine = equals_the_mean(claim, null)
    both = [equal, maps_to_zero(b, mean(a, x), mine, index)]
    return [instantiate(theorem, {}, discharge=some_output(index)) for theorem in both]


def maps_to_zero(a: Any, constant: Any, equal: Theorem, index: Any) -> Theorem:
    """Component i of Dσ(a)x is 0, from x_i = constant."""
    facts = [*index, *some_output(index)]
    row = instantiate(equal, {i: j})
    term = combine(eq(jacobian(a, i, j) * (x(j) - constant), 0), [(jacobian(a, i, j), row)], facts=facts)
    return combine(eq(image(a, x, i), 0), [(1, telescope(term, j, 1, k))], facts=facts)


@EXAMPLE_7_CONVERSE.proof
def rows_sum_to_zero(claim: Claim) -> list[Theorem]:
    """The rows of Dσ(a) sum to 0."""
    index = [f for f in claim.given if f in INDEX]
    equal = instantiate(assume(CONSTANT), [i])
    flat = maps_to_zero(a, c, equal, index)
    term = combine(eq(x(i) * image(a, x, i), 0), [(x(i), flat)], facts=index)
    return [instantiate(made, {}, discharge=some_output(index)) for made in (flat, telescope(term, i, 1, k))]


ONES = {**AT_ZERO, x: Lambda(i, 1), b: Lambda(i, 0), c: 1, m: 2}
UNEQUAL = {**ONES, x: Lambda(i, i)}
EQUAL_ON_TWO = {**ONES, x: Lambda(i, (i - 1) * (i - 2))}


def zero_vector() -> list[Theorem]:
    """x = 0 is in every zero space."""
    return [generalize(identity(eq(0, 0)), [i], [ge(i, 1), ge(2, i)])]


def all_ones() -> list[Theorem]:
    """x = (1, 1)."""
    return [generalize(identity(eq(1, 1)), [i], [ge(i, 1), ge(2, i)])]


@EXAMPLE_7_FORM.mutant("constant", at=ONES)
def twice_the_other(claim: Claim) -> Claim:
    """x_i = 2x_m."""
    return claim.replace(states=eq(x(i), 2 * x(m)))


@EXAMPLE_7_FORM.mutant("sign", at=ONES)
def opposite_values(claim: Claim) -> Claim:
    """x_i = −x_m."""
    return claim.replace(states=eq(x(i), -x(m)))


@EXAMPLE_7_FORM.mutant("hypothesis", at=UNEQUAL)
def any_vector(claim: Claim) -> Claim:
    """The form need not vanish at x."""
    return claim.replace(given=[*INDEX, *OTHER])


@EXAMPLE_7_FORM.mutant("hypothesis", at={**EQUAL_ON_TWO, i: 3})
def first_index_beyond(claim: Claim) -> Claim:
    """i may exceed k."""
    return claim.replace(given=[NULL, INDEX[0], *OTHER])


@EXAMPLE_7_FORM.mutant("hypothesis", at={**EQUAL_ON_TWO, i: 0})
def first_index_before(claim: Claim) -> Claim:
    """i may be 0."""
    return claim.replace(given=[NULL, INDEX[1], *OTHER])


@EXAMPLE_7_FORM.mutant("hypothesis", at={**EQUAL_ON_TWO, m: 3})
def second_index_beyond(claim: Claim) -> Claim:
    """m may exceed k."""
    return claim.replace(given=[NULL, *INDEX, OTHER[0]])


@EXAMPLE_7_FORM.mutant("hypothesis", at={**EQUAL_ON_TWO, m: 0})
def second_index_before(claim: Claim) -> Claim:
    """m may be 0."""
    return claim.replace(given=[NULL, *INDEX, OTHER[1]])


@EXAMPLE_7.mutant("hypothesis", at=UNEQUAL)
def outside_the_kernel(claim: Claim) -> Claim:
    """x need not be in the zero space at a."""
    return claim.replace(given=[*INDEX, *OTHER])


@EXAMPLE_7.mutant("constant", at={**ONES, x: Lambda(i, 0)}, discharge=zero_vector)
def one_more(claim: Claim) -> Claim:
    """x_i = x_m + 1."""
    return claim.replace(states=[eq(x(i), x(m) + 1), claim.states[1]])


@EXAMPLE_7_CONVERSE.mutant("hypothesis", at=UNEQUAL)
def not_constant(claim: Claim) -> Claim:
    """x need not be constant."""
    return claim.replace(given=INDEX)


@EXAMPLE_7_CONVERSE.mutant("hypothesis", at={**ONES, i: 3}, discharge=all_ones)
def row_beyond(claim: Claim) -> Claim:
    """i may exceed k."""
    return claim.replace(given=[CONSTANT, INDEX[0]])


@EXAMPLE_7_CONVERSE.mutant("hypothesis", at={**ONES, i: 0}, discharge=all_ones)
def row_before(claim: Claim) -> Claim:
    """i may be 0."""
    return claim.replace(given=[CONSTANT, INDEX[1]])


@EXAMPLE_7_CONVERSE.mutant("constant", at=ONES, discharge=all_ones)
def an_eigenvector(claim: Claim) -> Claim:
    """Dσ(a)x = x."""
    return claim.replace(states=[eq(image(a, x, i), x(i)), claim.states[1]])
