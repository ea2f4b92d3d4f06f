"""Arguments that several proofs make, as functions that return theorems; built from the kernel's rules alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from sympy import Abs, KroneckerDelta, Lambda, Sum, Symbol, exp, log

from verify.author.kernel import (
    Axiom,
    Theorem,
    assume,
    cases,
    certify,
    cite,
    combine,
    generalize,
    identity,
    instantiate,
    telescope,
)
from verify.author.reasons import as_theorem, listed, proved
from verify.axioms import DEFINITE, NONNEGATIVE_DERIVATIVE, TANGENT_BELOW
from verify.language.terms import (
    Deriv,
    ForAll,
    Formula,
    Inner,
    Relation,
    difference,
    eq,
    ge,
    gt,
    le,
    norm,
    partial,
    real,
    substitute,
    vectors,
)
from verify.normal_forms.replacement import variable
from verify.prover.proving import certificate

_a, _b, _s, _w = real("a b s w")
_u, _v, _x = vectors("u v x")


def above_tangent(
    f: Lambda, a: Any, b: Any, convex: Callable[[Relation, Symbol], Theorem], discharge: Sequence[Theorem] = ()
) -> Theorem:  # fmt: skip
    """f(b) ≥ f(a) + f′(a)(b − a).

    `convex(goal, s)` proves the goal f″(a + s(b − a)) ≥ 0 for 0 ≤ s ≤ 1; `discharge` settles where f is defined.

    >>> above_tangent(Lambda(x, x**2), 1, y, lambda goal, s: combine(goal, [(1, 2)]))
    <Theorem ⊢ y**2 ≥ (y - 1)*d/dq[q**2]|q=1 + 1>
    """
    discharge = listed(discharge, "above_tangent", "discharge")
    axiom = instantiate(cite(TANGENT_BELOW), {partial("f"): f, _a: a, _b: b}, discharge)
    schema = next(h for h in axiom.hypotheses if isinstance(h, ForAll) and h.body.has(Deriv))
    goal = substitute(schema.body, {schema.variables[0]: _s})
    return instantiate(axiom, {}, [generalize(convex(goal, _s), [_s], [ge(_s, 0), ge(1, _s)])])


def does_not_fall(
    f: Lambda, a: Any, b: Any, slope: Theorem, s: Symbol, discharge: Sequence[Theorem] = ()
) -> Theorem:  # fmt: skip
    """f(b) ≥ f(a), from a theorem that says of s, with 0 ≤ s ≤ 1, that f′(a + s(b − a)) ≥ 0, worked out in some way.

    `discharge` settles that b ≥ a and where f is defined.

    >>> does_not_fall(Lambda(y, p * y + y**2), 0, 1, combine(ge(p + 2 * x, 0), [(2, ge(x, 0)), (1, p)]), x)
    <Theorem ⊢ p + 1 ≥ 0>
    """
    discharge, slope = listed(discharge, "does_not_fall", "discharge"), proved(slope, "does_not_fall", "slope")
    axiom = instantiate(cite(NONNEGATIVE_DERIVATIVE), {partial("f"): f, _a: a, _b: b}, discharge)
    schema = next(h for h in axiom.hypotheses if isinstance(h, ForAll) and h.body.has(Deriv))
    where = [ge(s, 0), ge(1, s)]
    there = combine(substitute(schema.body, {schema.variables[0]: s}), [(1, slope)], facts=where)
    return instantiate(axiom, {}, [generalize(there, [s], where)])


@cache
def _exponential_above_tangent() -> Theorem:
    return certify(certificate(ge(exp(_s), 1 + _s)))


def exponential_above_tangent(x: Any) -> Theorem:
    """eˣ ≥ 1 + x.

    >>> exponential_above_tangent(x - y)
    <Theorem ⊢ y + exp(x - y) - x - 1 ≥ 0>
    """
    return instantiate(_exponential_above_tangent(), {_s: x})


def logarithm_rises(at_most: Theorem | Formula, facts: Sequence[Theorem | Formula] = ()) -> Theorem:
    """ln u ≤ ln v, from the theorem u ≤ v, where the facts show that both are positive.

    >>> logarithm_rises(le(p, q))
    <Theorem p ≤ q ⊢ log(p) ≤ log(q)>
    """
    facts, at_most = listed(facts, "logarithm_rises"), proved(at_most, "logarithm_rises", "at_most")
    larger, smaller = at_most.conclusion.lhs, at_most.conclusion.rhs
    positive = [combine(gt(term, 0), [(1, term)], facts=facts) for term in (smaller, larger)]
    grows = exponential_above_tangent(log(_a) - log(_b))
    rises = combine(le(log(_a), log(_b)), [(1, grows), (1 / _b, assume(le(_a, _b)))], facts=[gt(_a, 0), gt(_b, 0)])
    return instantiate(rises, {_a: smaller, _b: larger}, [at_most, *positive, *map(as_theorem, facts)])


def logarithm_above(term: Any, facts: Sequence[Theorem | Formula] = ()) -> Theorem:
    """ln u ≥ 1 − 1/u, where the facts show that u is positive.

    >>> logarithm_above(p / q)
    <Theorem ⊢ log(p/q) ≥ 1 - q/p>
    """
    facts = listed(facts, "logarithm_above")
    positive = combine(gt(term, 0), [(1, term)], facts=facts)
    above = combine(ge(log(_a), 1 - 1 / _a), [(1, exponential_above_tangent(-log(_a)))], facts=[gt(_a, 0)])
    return instantiate(above, {_a: term}, [positive, *map(as_theorem, facts)])


def exponential_below_chord(rate: Any, share: Any, between: Sequence[Theorem | Formula]) -> Theorem:
    """exp(rate·share) ≤ 1 − share + share·exp(rate), where 0 ≤ share ≤ 1, which `between` says.

    >>> exponential_below_chord(-p, x, [ge(x, 0), le(x, 1)])
    <Theorem x ≥ 0, x ≤ 1 ⊢ exp(-p*x) ≤ x*exp(-p) + 1 - x>
    """
    between = listed(between, "exponential_below_chord", "between")
    goal = le(exp(_a * _w), 1 - _w + _w * exp(_a))
    ends = [(1 - _w, -_a * _w), (_w, _a - _a * _w)]
    terms = [(part * exp(_a * _w), exponential_above_tangent(at)) for part, at in ends]
    chord = combine(goal, terms, facts=[ge(_w, 0), le(_w, 1)])
    return instantiate(chord, {_a: rate, _w: share}, [as_theorem(fact) for fact in between])


def weighted_sum(
    weight: Any, each: Theorem, limits: tuple[Symbol, Any, Any], facts: Sequence[Theorem | Formula] = ()
) -> Theorem:
    """Σ_i w_i(u_i − v_i) ≥ 0, from u_i ≥ v_i for each i from low to high, where the facts show that no w_i is negative.

    >>> each = instantiate(assume(forall(i, ge(f(i), 0))), [i])
    >>> weighted_sum(g(i) ** 2, each, (i, 1, N))
    <Theorem for all i: f(i) ≥ 0 ⊢ Σ_{i=1..N} (f(i)*g(i)**2) ≥ 0>
    """
    facts, each = listed(facts, "weighted_sum"), proved(each, "weighted_sum", "each")
    i, low, high = limits
    goal = ge(weight * difference(each.conclusion), 0)
    return telescope(combine(goal, [(weight, each)], facts=[*facts, ge(i, low), ge(high, i)]), i, low, high)


def sum_above_member(total: Sum, member: Any, facts: Sequence[Theorem | Formula] = ()) -> Theorem:
    """Σ_i f_i ≥ f_k for the index `member` k, where the facts show that no f_i is negative and k is in the range.

    >>> sum_above_member(Sum(f(i) ** 2, (i, 1, N)), n, [ge(n, 1), ge(N, n)])
    <Theorem n ≥ 1, N ≥ n ⊢ Σ_{i=1..N} (f(i)**2) ≥ f(n)**2>
    """
    facts = listed(facts, "sum_above_member")
    term, (i, low, high) = total.args
    other = 1 - KroneckerDelta(i, member)
    rest = telescope(
        combine(ge(other * term, 0), [(other, term)], facts=[*facts, ge(i, low), ge(high, i)]), i, low, high
    )
    return combine(ge(total, substitute(term, {i: member})), [(1, rest)], facts=facts)


def magnitude_bounds(term: Any, sign: int) -> Theorem:
    """|term| + sign·term ≥ 0, for sign ±1.

    >>> magnitude_bounds(x, -1)
    <Theorem ⊢ Abs(x) - x ≥ 0>
    """
    goal = ge(Abs(_w) + sign * _w, 0)
    up = combine(goal, [(1 + sign, assume(ge(_w, 0)))], facts=[ge(_w, 0)])
    down = combine(goal, [(1 - sign, assume(gt(0, _w)))], facts=[gt(0, _w)])
    return instantiate(cases([up, down], [ge(_w, 0), gt(0, _w)]), {_w: term})


def magnitude_at_most(term: Any, bound: Any, above: Theorem, below: Theorem) -> Theorem:
    """|term| ≤ bound, from term ≤ bound and −term ≤ bound.

    >>> magnitude_at_most(x, p, assume(le(x, p)), assume(le(-x, p)))
    <Theorem x ≤ p, -x ≤ p ⊢ Abs(x) ≤ p>
    """
    above, below = proved(above, "magnitude_at_most", "above"), proved(below, "magnitude_at_most", "below")
    goal = le(Abs(_w), _a)
    up = combine(goal, [(1, assume(le(_w, _a)))], facts=[ge(_w, 0)])
    down = combine(goal, [(1, assume(le(-_w, _a)))], facts=[gt(0, _w)])
    return instantiate(cases([up, down], [ge(_w, 0), gt(0, _w)]), {_w: term, _a: bound}, [above, below])


def at_most_by_squares(smaller: Any, larger: Any, squares: Theorem, facts: Sequence[Theorem | Formula] = ()) -> Theorem:
    """smaller ≤ larger, for two terms that the facts know not to be negative, from larger² ≥ smaller².

    >>> at_most_by_squares(p, q, assume(ge(q**2, p**2)))
    <Theorem q**2 ≥ p**2 ⊢ q - p ≥ 0>
    """
    facts, squares = listed(facts, "at_most_by_squares"), proved(squares, "at_most_by_squares", "squares")
    goal = ge(_b, _a)
    known = [ge(_a, 0), ge(_b, 0), ge(_b**2, _a**2)]
    apart = gt(_a - _b, 0)
    total = combine(gt(_a + _b, 0), [(1, assume(apart)), (2, assume(known[1]))])
    beyond = combine(goal, [(1 / (_a + _b), assume(known[2]))], facts=[total])
    theorem = cases([assume(ge(_b - _a, 0)), beyond], [ge(_b - _a, 0), apart])
    signs = [combine(ge(term, 0), [(1, term)], facts=facts) for term in (smaller, larger)]
    return instantiate(theorem, {_a: smaller, _b: larger}, discharge=[*signs, squares])


def cauchy_schwarz(u: Any, v: Any) -> Theorem:
    """‖u‖‖v‖ ≥ ⟨u, v⟩, for any two vectors.

    >>> cauchy_schwarz(u, v)
    <Theorem ⊢ ‖u‖*‖v‖ ≥ ⟨u, v⟩>
    """
    first, second = norm(_u), norm(_v)
    goal = ge(first * second, Inner(_u, _v))
    apart = second * _u - first * _v
    moving = [gt(Inner(_u, _u), 0), gt(Inner(_v, _v), 0)]
    both = combine(goal, [(1 / (2 * first * second), Inner(apart, apart))], facts=moving)
    for vector, moves in zip((_u, _v), moving, strict=True):
        still = le(Inner(vector, vector), 0)
        square = combine(eq(Inner(vector, vector), 0), [(1, Inner(vector, vector))], facts=[still])
        zero = instantiate(cite(DEFINITE), {_x: vector}, [square])
        both = cases([both, combine(goal, [], using=[zero])], [moves, still])
    return instantiate(both, {_u: u, _v: v})


def vanishes_with_its_square(term: Any, square: Theorem) -> Theorem:
    """term = 0, from term² = 0.

    >>> vanishes_with_its_square(x, assume(eq(x**2, 0)))
    <Theorem x**2 = 0 ⊢ x = 0>
    """
    square = proved(square, "vanishes_with_its_square", "square")
    goal, nothing = eq(_a, 0), assume(eq(_a**2, 0))
    signs = [gt(_a, 0), gt(0, _a)]
    apart = [combine(goal, [(1 / _a, nothing)], facts=[sign]) for sign in signs]
    return instantiate(cases([*apart, assume(goal)], [*signs, goal]), {_a: term}, [square])


def product_with_null(u: Any, v: Any, square: Theorem) -> Theorem:
    """⟨u, v⟩ = 0, from ⟨v, v⟩ = 0.

    >>> product_with_null(u, v, assume(eq(Inner(v, v), 0)))
    <Theorem ‖v‖**2 = 0 ⊢ ⟨u, v⟩ = 0>
    """
    square = proved(square, "product_with_null", "square")
    null = instantiate(cite(DEFINITE), {_x: _v})
    return instantiate(identity(eq(Inner(_u, _v), 0), using=[null]), {_u: u, _v: v}, [square])


def from_absurdity(goal: Relation, absurd: Theorem) -> Theorem:
    """An equation, from c ≥ 0 (or > 0) for a negative number c: then −u² ≥ 0 for every u, and so u = 0."""
    number = difference(absurd.conclusion)
    below = combine(ge(-(_a**2), 0), [(-(_a**2) / number, absurd)])
    nothing = combine(eq(_a**2, 0), [(1, _a**2)], facts=[below])
    everywhere = generalize(vanishes_with_its_square(_a, nothing), [_a])
    return combine(goal, [(1, instantiate(everywhere, [difference(goal)]))])


def at_zero_and_beyond(there: Theorem, beyond: Theorem, term: Any) -> Theorem:
    """Γ, term ≥ 0 ⊢ u ≥ v, from Γ, term = 0 ⊢ u ≥ v and Γ, term > 0 ⊢ u ≥ v.

    >>> there = combine(ge(x * y, 0), [], using=[eq(x, 0)])
    >>> beyond = combine(ge(x * y, 0), [(x, ge(y, 0))], facts=[gt(x, 0)])
    >>> at_zero_and_beyond(there, beyond, x)
    <Theorem y ≥ 0, x ≥ 0 ⊢ x*y ≥ 0>
    """
    there, beyond = proved(there, "at_zero_and_beyond", "there"), proved(beyond, "at_zero_and_beyond", "beyond")
    low = assume(gt(0, term))
    absurd = combine(ge(-1, 0), [(combine(gt(-1 / term, 0), [(1 / term**2, low)]), assume(ge(term, 0)))], facts=[low])
    goal = beyond.conclusion
    gap = difference(goal)
    below = combine(goal, [((gap - 1) ** 2 / 4, absurd), ((gap + 1) ** 2 / 4, 1)])
    return cases([beyond, there, below], [gt(term, 0), eq(term, 0), gt(0, term)])


def at_value(
    schema: Formula, *, using: Sequence[Theorem | Formula] = (), facts: Sequence[Theorem | Formula] = ()
) -> Theorem:
    """For all v with v = a: an equation between terms in v, which is an identity at a.

    So a curve is said to be at a point at a given time: with a put in for v, sympy would make both sides one term.
    Of an equation that is no schema, the identity itself.
    """
    facts = listed(facts, "at_value")
    using = listed(using, "at_value", "using")
    if not isinstance(schema, ForAll):
        return identity(schema, using=using, facts=facts)
    body = combine(schema.body, [], using=[*using, *schema.given], facts=facts)
    return generalize(body, list(schema.variables), list(schema.given))


def with_some(axiom: Axiom, at: Mapping[Any, Any], what: Any, theorem: Theorem) -> Theorem:
    """The theorem without what it supposes of a variable, by an axiom that there is such a thing.

    Args:
        axiom: it says that whatever z ≥ 0 follows from such a thing holds.
        at: values of the variables of the axiom.
        what: the variable of the theorem.
        theorem: a relation that does not speak of the variable, under the hypotheses that the axiom allows of it.

    >>> z = real("z")
    >>> said = (ge(x, 0), forall(y, ge(z, 0), [eq(y**2, x)]))
    >>> root = Axiom("square roots", "What is not negative is a square.", "Rudin, Theorem 1.21", said, ge(z, 0))
    >>> with_some(root, {}, y, follows(ge(x**2 + x, 0), x**2, y**2, eq(y**2, x)))
    <Theorem x ≥ 0 ⊢ x**2 + x ≥ 0>
    """
    unknown = axiom.conclusion.lhs
    there = instantiate(cite(axiom), {**at, unknown: difference(theorem.conclusion)})
    schema = next(h for h in there.hypotheses if isinstance(h, ForAll) and h.body == there.conclusion)
    supposed = [substitute(f, {schema.variables[0]: variable(what)}) for f in schema.given]
    follows = generalize(combine(there.conclusion, [(1, theorem)]), [what], supposed)
    return combine(theorem.conclusion, [(1, instantiate(there, {}, [follows]))])
