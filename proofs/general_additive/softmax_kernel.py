"""Example 7: the zero space of the Jacobian of softmax is that of the constant vectors, at every activation."""

from __future__ import annotations

from typing import Any

from sympy import KroneckerDelta, Lambda

from proofs.general_additive.c_softmax import i, j, k, over_outputs
from proofs.general_additive.softmax_potential import a, b, softmax
from proofs.general_additive.softmax_variance import AT_ZERO, INDEX, image, jacobian, mean, some_output, variance, x
from verify.audit import (
    Claim, Theorem, assume, at, eq, fails_as, fails_without, follows, forall, function, ge, generalize, identity,
    instantiate, integer, real, telescope, vanishes_with_its_square,
)  # fmt: skip

c, m = real("c"), integer("m")
OTHER = [ge(m, 1), ge(k, m)]
JACOBIAN, OTHER_JACOBIAN = function("Dσ"), function("Dσ_â")


def named(activations: Any, jacobian: Any, outputs: Any) -> dict[Any, Any]:
    """What the Jacobian and the outputs of softmax are called."""
    entry = KroneckerDelta(i, j) * outputs(i) - outputs(i) * outputs(j)
    return {jacobian(i, j): entry, outputs(i): softmax(activations, i)}


def component(jacobian: Any) -> Any:
    """Component i of the product of a Jacobian and x."""
    return over_outputs(jacobian(i, j) * x(j), j)


NAMES = named(a, JACOBIAN, function("σ"))
AT_BOTH = NAMES | named(b, OTHER_JACOBIAN, function("σ_â"))
"""The Jacobian and the outputs of softmax at a, and at â, where statements are shown."""
IN_KERNEL = forall(i, eq(image(a, x, i), 0), INDEX)
NULL = eq(over_outputs(x(i) * image(a, x, i)), 0)
CONSTANT = forall(i, eq(x(i), c), INDEX)

EXAMPLE_7_FORM = Claim(
    "general_additive/example-7-form",
    at="Example 7",
    printed="xᵀD²P_σ(a)x = 0 … only if x = (c, . . . , c) for some constant c",
    given=[eq(over_outputs(x(i) * component(JACOBIAN)), 0), *INDEX, *OTHER],
    where=NAMES,
    states=eq(x(i), x(m)),
    rests_on=["general_additive/example-2"],
    reading=(
        "For every number k of outputs and every a: where the form vanishes, the components x_i and x_m, 1 ≤ i, m ≤ k, "
        "agree. That it does vanish for such x is general_additive/example-7-converse."
    ),
)

EXAMPLE_7 = Claim(
    "general_additive/example-7",
    at="Example 7",
    printed=(
        "D²P_σ(a)x is zero if and only if x = (c, . . . , c) for some constant c. Hence, the zero space Z_φ(a) of the "
        "Hessian is the same for all a, so the matching loss is uniquely defined"
    ),
    given=[forall(i, eq(component(JACOBIAN), 0), INDEX), *INDEX, *OTHER],
    where=AT_BOTH,
    states=[eq(x(i), x(m)), eq(component(OTHER_JACOBIAN), 0)],
    rests_on=["general_additive/example-7-form", "general_additive/softmax-loss-choice"],
    reading=(
        "For every number k of outputs: an x in the zero space at a has equal components, and is in the zero space at "
        "every other â. That the form vanishes only for such x too is general_additive/example-7-form, that both "
        "vanish for all of them general_additive/example-7-converse, and that the loss is unique "
        "general_additive/softmax-loss-choice."
    ),
)

EXAMPLE_7_CONVERSE = Claim(
    "general_additive/example-7-converse",
    at="Example 7",
    says="if x = (c, …, c) for some constant c, D²P_σ(a)x = 0 and xᵀD²P_σ(a)x = 0",
    given=[CONSTANT, *INDEX],
    where=NAMES,
    states=[eq(component(JACOBIAN), 0), eq(over_outputs(x(i) * component(JACOBIAN)), 0)],
    reading="For every number k of outputs, every a and every real c; component i of D²P_σ(a)x, 1 ≤ i ≤ k.",
)


def equals_the_mean(null: Theorem) -> Theorem:
    """x_i = EX, from xᵀDσ(a)x = 0: one term of the variance is at most the sum."""
    facts: list[Any] = [*INDEX, *some_output(INDEX)]
    away, there = softmax(a) * (x(i) - mean(a, x)) ** 2, softmax(a, j) * (x(j) - mean(a, x)) ** 2
    others = follows(ge((1 - KroneckerDelta(i, j)) * there, 0), there, facts)
    one = follows(ge(variance(a, x), away), telescope(others, j, 1, k), facts)
    spread = identity(eq(over_outputs(x(i) * image(a, x, i)), variance(a, x)), facts=facts)
    square = (x(i) - mean(a, x)) ** 2
    below = follows(ge(0, square), one, spread, null, facts)
    vanishes = follows(eq(square, 0), square, below)
    equal = vanishes_with_its_square(x(i) - mean(a, x), vanishes)
    return follows(eq(x(i), mean(a, x)), equal, facts)


def equal_components(null: Theorem) -> Theorem:
    """x_i = x_m: both are the mean."""
    mine = equals_the_mean(null)
    facts = [*INDEX, *OTHER]
    other = instantiate(mine, {i: m}, discharge=[assume(f) for f in facts if f in OTHER])
    return follows(eq(x(i), x(m)), mine, other, facts)


@EXAMPLE_7_FORM.proof
def every_value_is_the_mean(claim: Claim) -> Theorem:
    """The variance is zero, and every value has a positive probability."""
    return instantiate(equal_components(assume(NULL)), {}, discharge=some_output(claim.given))


@EXAMPLE_7.proof
def kernel_of_the_variance(claim: Claim) -> list[Theorem]:
    """Dσ(a)x = 0 gives xᵀDσ(a)x = 0, hence equal components, which every Dσ(b) maps to 0."""
    row = at(IN_KERNEL, i)
    term = follows(eq(x(i) * image(a, x, i), 0), row, INDEX)
    null = follows(NULL, telescope(term, i, 1, k))
    equal = equal_components(null)
    mine = equals_the_mean(null)
    both = [equal, maps_to_zero(b, mean(a, x), mine, INDEX)]
    return [instantiate(theorem, {}, discharge=some_output(INDEX)) for theorem in both]


def maps_to_zero(a: Any, constant: Any, equal: Theorem, index: Any) -> Theorem:
    """Component i of Dσ(a)x is 0, from x_i = constant."""
    facts: list[Any] = [*index, *some_output(index)]
    row = instantiate(equal, {i: j})
    term = follows(eq(jacobian(a, i, j) * (x(j) - constant), 0), row, facts)
    return follows(eq(image(a, x, i), 0), telescope(term, j, 1, k), facts)


@EXAMPLE_7_CONVERSE.proof
def rows_sum_to_zero(claim: Claim) -> list[Theorem]:
    """The rows of Dσ(a) sum to 0."""
    equal = at(CONSTANT, i)
    flat = maps_to_zero(a, c, equal, INDEX)
    term = follows(eq(x(i) * image(a, x, i), 0), flat, INDEX)
    return [instantiate(made, {}, discharge=some_output(INDEX)) for made in (flat, telescope(term, i, 1, k))]


ONES = {**AT_ZERO, x: Lambda(i, 1), b: Lambda(i, 0), c: 1, m: 2}
UNEQUAL = {**ONES, x: Lambda(i, i)}
EQUAL_ON_TWO = {**ONES, x: Lambda(i, (i - 1) * (i - 2))}


def zero_vector() -> list[Theorem]:
    """x = 0 is in every zero space."""
    return [generalize(identity(eq(0, 0)), [i], [ge(i, 1), ge(2, i)])]


def all_ones() -> list[Theorem]:
    """x = (1, 1)."""
    return [generalize(identity(eq(1, 1)), [i], [ge(i, 1), ge(2, i)])]


fails_as(EXAMPLE_7_FORM,
    ("constant", eq(x(i), 2 * x(m)), "x_i = 2x_m.", ONES),
    ("sign", eq(x(i), -x(m)), "x_i = −x_m.", ONES),
)  # fmt: skip


fails_without(EXAMPLE_7_FORM,
    (NULL, "The form need not vanish at x.", UNEQUAL),
    (INDEX[1], "i may exceed k.", {**EQUAL_ON_TWO, i: 3}),
    (INDEX[0], "i may be 0.", {**EQUAL_ON_TWO, i: 0}),
    (OTHER[1], "m may exceed k.", {**EQUAL_ON_TWO, m: 3}),
    (OTHER[0], "m may be 0.", {**EQUAL_ON_TWO, m: 0}),
)  # fmt: skip


fails_without(EXAMPLE_7, (IN_KERNEL, "x need not be in the zero space at a.", UNEQUAL))


fails_as(EXAMPLE_7,
    ("constant", [eq(x(i), x(m) + 1), EXAMPLE_7.states[1]], "x_i = x_m + 1.", {**ONES, x: Lambda(i, 0)}, zero_vector),
)  # fmt: skip


fails_without(EXAMPLE_7_CONVERSE,
    (CONSTANT, "x need not be constant.", UNEQUAL),
    (INDEX[1], "i may exceed k.", {**ONES, i: 3}, all_ones),
    (INDEX[0], "i may be 0.", {**ONES, i: 0}, all_ones),
)  # fmt: skip


fails_as(EXAMPLE_7_CONVERSE,
    ("constant", [eq(image(a, x, i), x(i)), EXAMPLE_7_CONVERSE.states[1]], "Dσ(a)x = x.", ONES, all_ones),
)  # fmt: skip
