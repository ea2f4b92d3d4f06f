"""Example 1: the linear transfer function of a symmetric positive semidefinite matrix, singular ones included."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sympy import Expr, Lambda, cancel

from proofs.general_additive.divergence import divergence
from verify.audit import (
    Claim, Inner, Theorem, assume, at, cite, combine, eq, fails_as, fails_without, field, follows, forall, ge,
    generalize, holds_at, identity, instantiate, partial, real, vector, vectors,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.axioms import DEFINITE, SLOPE_AT_THE_END
from verify.language.terms import EUCLIDEAN, Fun, Relation, Vec, VecHead

s = real("s")
P = field("P")
a, b, v = vectors("a â v")
p, q, w = vectors("p q w")
MATRIX, INVERSE = VecHead("A"), VecHead("A⁻¹")


def image(matrix: VecHead, v: Any) -> Vec:
    """The matrix times v."""
    return Vec(matrix, EUCLIDEAN, v)


def linear(matrix: VecHead) -> Any:
    """The map is linear."""
    return eq(image(matrix, p + s * q), image(matrix, p) + s * image(matrix, q))


def quadratic(matrix: VecHead, v: Any) -> Expr:
    """vᵀMv/2."""
    return Inner(v, image(matrix, v)) / 2


SYMMETRIC = forall([p, q], eq(Inner(image(MATRIX, p), q), Inner(p, image(MATRIX, q))))
SEMIDEFINITE = forall(p, ge(Inner(p, image(MATRIX, p)), 0))
POTENTIAL = forall(p, eq(P(p), quadratic(MATRIX, p)))
GIVEN = [SYMMETRIC, POTENTIAL]
Y, X = image(MATRIX, a), image(MATRIX, b)

INVERTED = forall(p, eq(image(MATRIX, image(INVERSE, p)), p))

EXAMPLE_1 = Claim(
    "general_additive/example-1",
    at="Example 1",
    printed=(
        "A is symmetrical and positive semidefinite. Because A is symmetrical, we have φ = ∇P_φ where P_φ(a) "
        "= aᵀAa/2, and because A is positive semidefinite, P_φ is convex. Now (16) gives directly L_φ(y, ŷ) ="
        " ½(a − â)ᵀA(a − â) when y = A·a and ŷ = A·â"
    ),
    given=[*GIVEN, SEMIDEFINITE],
    states=[
        eq(P.gradient(a), Y),
        ge(P(b), P(a) + Inner(Y, b - a)),
        eq(divergence(P, b, a), quadratic(MATRIX, a - b)),
    ],
    reading=(
        "A is a map of R^k, for any k, with ⟨Ap, q⟩ = ⟨p, Aq⟩, which makes it linear; it may be singular. Convex: P "
        "lies above each of its tangents."
    ),
)

EXAMPLE_1_INVERSE = Claim(
    "general_additive/example-1-inverse",
    at="Example 1",
    printed="if A is invertible, L_φ(y, ŷ) = ½(y − ŷ)ᵀA⁻¹(y − ŷ) for all y, ŷ ∈ R^k",
    given=[*GIVEN, INVERTED],
    states=eq(divergence(P, image(INVERSE, b), image(INVERSE, a)), quadratic(INVERSE, a - b)),
    rests_on=["general_additive/example-1"],
    reading="Here a and â stand for the outputs y and ŷ: any vectors of R^k, with activations A⁻¹y and A⁻¹ŷ.",
)


def symmetric(u: Any, w: Any) -> Theorem:
    """⟨Au, w⟩ = ⟨u, Aw⟩."""
    return at(SYMMETRIC, u, w)


def equal_vectors(left: Any, right: Any, product: Theorem) -> Theorem:
    """left = right, from ⟨left − right, w⟩ = 0 for every w."""
    square = instantiate(product, {w: left - right})
    return instantiate(cite(DEFINITE), {vector("x"): left - right}, discharge=[square])


def linearity() -> Theorem:
    """A(p + sq) = Ap + sAq: the product with any w is linear, as it is the product with Aw."""
    equation = linear(MATRIX)
    turned = [symmetric(u, w) for u in (p + s * q, p, q)]
    product = follows(eq(Inner(equation.lhs - equation.rhs, w), 0), turned)
    zero = equal_vectors(equation.lhs, equation.rhs, product)
    return generalize(identity(equation, using=[zero]), [p, q, s])


def potential_rules() -> list[Any]:
    """What rewrites P and A in sums: P(p) = ⟨p, Ap⟩/2, and that A is linear."""
    return [POTENTIAL, linearity()]


def gradient_is_the_image() -> Theorem:
    """∇P(a) = Aa: P(a + sv) − P(a) − s⟨Aa, v⟩ − s²P(v) is 0 for every s, so it does not change at s = 0."""
    never = P(a + s * v) - P(a) - s * Inner(Y, v) - s**2 * P(v)
    turned, rules = symmetric(a, v), potential_rules()
    slopes = []
    for sign in (1, -1):
        zero = follows(ge(sign * never, 0), turned, using=rules)
        start = follows(eq(sign * (P(a + 0 * v) - P(a)), 0))
        schema = generalize(zero, [s], [ge(s, 0), ge(1, s)])
        axiom = cite(SLOPE_AT_THE_END)
        slopes.append(instantiate(axiom, {partial("f"): Lambda(s, sign * never)}, discharge=[schema, start]))
    apart = P.gradient(a) - Y
    signs = [follows(ge(n * Inner(apart, v), 0), f) for n, f in zip((1, -1), slopes, strict=True)]
    product = follows(eq(Inner(apart, v), 0), Inner(apart, v), signs)
    zero = equal_vectors(P.gradient(a), Y, instantiate(product, {v: w}))
    return identity(eq(P.gradient(a), Y), using=[zero])


@EXAMPLE_1.proof
def quadratic_form(claim: Claim) -> list[Theorem]:
    """P(a + v) = P(a) + ⟨Aa, v⟩ + P(v)."""
    _, convex, loss = claim.states
    gradient, rules, turned = gradient_is_the_image(), potential_rules(), symmetric(a, b)
    above = follows(convex, at(SEMIDEFINITE, b - a), turned, using=rules)
    return [gradient, above, follows(loss, turned, using=[*rules, gradient])]


@EXAMPLE_1_INVERSE.proof
def activations_of_outputs(claim: Claim) -> Theorem:
    """½⟨A⁻¹(y − ŷ), AA⁻¹(y − ŷ)⟩, where A⁻¹ is linear: A maps A⁻¹(p + sq) − A⁻¹p − sA⁻¹q to 0, and only 0 to 0."""
    gradient, rules = generalize(gradient_is_the_image(), [a]), [*potential_rules(), INVERTED]
    equation = linear(INVERSE)
    away = equation.lhs - equation.rhs
    whole, first, second = (image(INVERSE, r) for r in (p + s * q, p, q))
    steps = [instantiate(linearity(), r) for r in ([whole, first + s * second, -1], [first, second, s])]
    none = follows(eq(Inner(image(MATRIX, away), image(INVERSE, w)), 0), using=[*steps, INVERTED])
    product = follows(eq(Inner(away, w), 0), symmetric(away, image(INVERSE, w)), none, using=[INVERTED])
    straight = generalize(identity(equation, using=[equal_vectors(equation.lhs, equation.rhs, product)]), [p, q, s])
    turned = symmetric(image(INVERSE, a), image(INVERSE, b))
    return follows(claim.states[0], turned, using=[*rules, straight, gradient])


# --- on the line ---------------------------------------------------------------------------------------------------

x, y, r = real("x y r")


def on_the_line(rules: dict[Any, Any], schemas: Any) -> list[Theorem]:
    """Those of the schemas that hold for these maps of the line, proved."""
    found = []
    for schema in schemas:
        places = {variable.args[0]: number for variable, number in ((p, x), (q, y))}
        variables = [places.get(variable, variable) for variable in schema.variables]
        maps = {head: value for head, value in rules.items() if head in schema.free_symbols}
        formulas = [_read(f, maps, places) for f in (*schema.given, schema.body)]
        with suppress(KernelError):
            found.append(generalize(_met(formulas[-1], formulas[:-1]), variables, formulas[:-1]))
    return found


def _read(formula: Any, maps: dict[Any, Any], places: dict[Any, Any]) -> Any:
    """A relation between products of vectors on the line."""
    lhs, rhs = (_number(side, maps, places) for side in (formula.lhs, formula.rhs))
    return Relation(formula.op, lhs, rhs)


def _number(term: Any, maps: dict[Any, Any], places: dict[Any, Any]) -> Any:
    if isinstance(term, Inner):
        return _number(term.args[0], maps, places) * _number(term.args[1], maps, places)
    if isinstance(term, Vec | Fun):
        arguments = [_number(argument, maps, places) for argument in term.args[2:]]
        if term.args[0] in places:
            return places[term.args[0]]
        return maps[term.args[0]](*arguments) if arguments else maps[term.args[0]]
    return term.func(*(_number(part, maps, places) for part in term.args)) if term.args else maps.get(term, term)


def _signed(number: Any, impossible: Theorem, last: Any) -> Theorem:
    """number ≥ 0: so it is, or it is a multiple of `last` > 0, which cannot be."""
    return combine(ge(number, 0), [(abs(number / last), impossible)] if number < 0 else [(number, 1)])


def _met(formula: Any, given: list[Any]) -> Theorem:
    """An equation that holds identically, or because what is given cannot be; or an inequality with a square."""
    difference = formula.lhs - formula.rhs
    last = given[-1].lhs if given else x
    if given and difference.free_symbols & given[0].free_symbols:  # j − 1 is 0 for the only index
        step = given[0].lhs - given[0].rhs
        return combine(formula, [(cancel(difference / step), step)], facts=given)
    if formula.op != "=":
        factor = cancel(difference / x**2)
        return combine(formula, [(factor, x**2)] if factor.is_number else [(difference, 1)])
    if given and last.is_number and given[-1].op == "=":
        return combine(formula, [(difference / last, assume(given[-1]))])
    if given and last.is_number and last < 0:
        both = [ge(x, y), ge(y, x)]
        equal = combine(eq(x, y), [(1, x - y)], facts=both)
        sides = [_signed(sign * difference, assume(given[-1]), last) for sign in (1, -1)]
        return instantiate(equal, {x: formula.lhs, y: formula.rhs}, discharge=sides)
    return identity(formula)


TWICE: dict[Any, Any] = {MATRIX: Lambda(x, 2 * x), INVERSE: Lambda(x, x / 2), P.head: Lambda(x, x**2)}
FROM_ZERO = {**TWICE, a: 0, b: 1}


fails_as(EXAMPLE_1,
    ("constant", {EXAMPLE_1.states[2]: eq(EXAMPLE_1.states[2].lhs, 2 * EXAMPLE_1.states[2].rhs)},
        "(a − â)ᵀA(a − â), without the ½.", FROM_ZERO, lambda: on_the_line(TWICE, EXAMPLE_1.given)),
    ("sign", {EXAMPLE_1.states[1]: ge(EXAMPLE_1.states[1].rhs, EXAMPLE_1.states[1].lhs)},
        "P lies below its tangents.", FROM_ZERO, lambda: on_the_line(TWICE, EXAMPLE_1.given)),
)  # fmt: skip


holds_at(EXAMPLE_1, ("On the tangent.", {**TWICE, a: 1, b: 1}, lambda: on_the_line(TWICE, EXAMPLE_1.given)))


NEGATIVE = {MATRIX: Lambda(x, -2 * x), P.head: Lambda(x, -(x**2))}
CUBE = {MATRIX: Lambda(x, x**3), P.head: Lambda(x, x**4 / 2)}
OTHER = {**TWICE, P.head: Lambda(x, 5 * x**2)}
AFFINE = {MATRIX: Lambda(x, x + 1), INVERSE: Lambda(x, x - 1), P.head: Lambda(x, x * (x + 1) / 2)}
NO_INVERSE = {**TWICE, INVERSE: Lambda(x, x)}


fails_without(EXAMPLE_1,
    (SEMIDEFINITE, "A need not be positive semidefinite.", {**NEGATIVE, a: 0, b: 1},
        lambda: on_the_line(NEGATIVE, EXAMPLE_1.given)),
    (SYMMETRIC, "A need not be symmetric, nor linear.", {**CUBE, a: 1, b: 0},
        lambda: on_the_line(CUBE, EXAMPLE_1.given)),
    (POTENTIAL, "P need not be aᵀAa/2.", {**OTHER, a: 1, b: 0}, lambda: on_the_line(OTHER, EXAMPLE_1.given)),
)  # fmt: skip


fails_as(EXAMPLE_1_INVERSE,
    ("constant", eq(EXAMPLE_1_INVERSE.states[0].lhs, 2 * EXAMPLE_1_INVERSE.states[0].rhs),
        "(y − ŷ)ᵀA⁻¹(y − ŷ), without the ½.", FROM_ZERO, lambda: on_the_line(TWICE, EXAMPLE_1_INVERSE.given)),
    ("sign", eq(EXAMPLE_1_INVERSE.states[0].lhs, -EXAMPLE_1_INVERSE.states[0].rhs), "The loss with the other sign.",
        FROM_ZERO, lambda: on_the_line(TWICE, EXAMPLE_1_INVERSE.given)),
)  # fmt: skip


fails_without(EXAMPLE_1_INVERSE,
    (SYMMETRIC, "A need not be symmetric, nor linear.", {**AFFINE, a: 0, b: 1},
        lambda: on_the_line(AFFINE, EXAMPLE_1_INVERSE.given)),
    (INVERTED, "A⁻¹ need not invert A.", {**NO_INVERSE, a: 0, b: 1},
        lambda: on_the_line(NO_INVERSE, EXAMPLE_1_INVERSE.given)),
    (POTENTIAL, "P need not be aᵀAa/2.", {**OTHER, a: 0, b: 1}, lambda: on_the_line(OTHER, EXAMPLE_1_INVERSE.given)),
)  # fmt: skip
