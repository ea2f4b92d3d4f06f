"""What the library says of terms in sight: exponentials, logarithms, magnitudes, inner products, known sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, permutations, product
from typing import Any

from sympy import Abs, Add, Basic, Max, Min, Mul, Pow, S, Sum, exp, factor_terms, log

from verify.author.kernel import KernelError, Theorem
from verify.discover.facts import Context, Fact, open_terms
from verify.discover.slacks import from_facts
from verify.language.terms import Fun, IllFormed, Inner, gt, sort_of, substitute
from verify.lemmas import cauchy_schwarz, exponential_above_tangent, logarithm_above, logarithm_rises, magnitude_bounds
from verify.lemmas.inner_products import gram_determinant
from verify.lemmas.sums import affine_in_bit, bit, cauchy_schwarz_of_sums, harmonic_sum, inverse_roots_sum

MOST_VECTORS = 5


def _lemma(context: Context, name: str, arguments: Sequence[Any], make: Callable[[], Theorem]) -> Iterator[Fact]:
    """What a lemma of the library says, if the context allows it."""
    yield from lemma_of_facts(context, name, arguments, [], make)


def tangents_of_summands(goal: Basic, bodies: Sequence[Any], context: Context) -> Iterator[Fact]:
    """eˣ ≥ 1 + x where x is what a summand has beside a positive weight, less the logarithm of the whole."""
    logs = [node for node in open_terms([goal], (log,)) if node.has(Sum)]
    parts: dict[Any, None] = {}
    for body in bodies:
        if sort_of(body) != "scalar":
            continue
        factors = Mul.make_args(factor_terms(body))
        for inside in [f for f in factors if not f.is_number and f.has(log)]:
            weight = Mul(*(f for f in factors if f is not inside))
            if weight.is_positive:
                parts[inside] = None
    whole = Add(*parts)
    apart = [a - b for a, b in combinations(logs, 2)]
    for inside in dict.fromkeys([*parts, whole]):
        for node in [*logs, *apart]:
            for x in (inside - node, -inside - node, inside + node, node - inside):
                yield from _tangent(context, x)


def tangents_at_ends(goal: Basic, bodies: Sequence[Any], context: Context) -> Iterator[Fact]:
    """eˣ ≥ 1 + x where x is an exponent in a summand, or minus its logarithm, less what the goal has of the like."""
    exponents = [node.args[0] for node in open_terms([goal], (exp,))]
    logs = [node.args[0] for node in open_terms([goal], (log,))]
    moving = [node.args[0] for node in open_terms(bodies, (exp,))]
    of_logs = [node.args[0] for node in open_terms(bodies, (log,))]
    for x in dict.fromkeys(moving):
        for y in [*exponents, *map(log, logs), *(-log(a) for a in logs)]:
            if x != y:
                yield from _tangent(context, x - y)
    for x, y in product(dict.fromkeys(of_logs), logs):
        if x != y:
            for m, n in product((1, -1), repeat=2):
                yield from list(_tangent(context, m * log(x) + n * log(y))) or _below(context, x**-m * y**-n)
    for x, y in product(dict.fromkeys(of_logs), exponents):
        for sign in (1, -1):
            yield from _tangent(context, sign * log(x) - y)


def _below(context: Context, term: Any) -> Iterator[Fact]:
    """ln u ≥ 1 − 1/u."""
    sides = context.sides
    make = partial(logarithm_above, term, [f.theorem for f in sides])
    yield from lemma_of_facts(context, "logarithm_above", [term], [sides], make)


def known(terms: Sequence[Basic], context: Context) -> Iterator[Fact]:
    """Facts of the library on what occurs in the terms."""
    yield from tangents(terms, context)
    yield from of_magnitudes(terms, context)
    yield from _of_vectors(terms, context)


def tangents(terms: Sequence[Basic], context: Context) -> Iterator[Fact]:
    """eˣ ≥ 1 + x, of the exponentials and logarithms in sight and of differences of two."""
    logs = open_terms(terms, (log,))
    for node in open_terms(terms, (exp,)):
        yield from _tangent(context, node.args[0])
        yield from _tangent(context, -node.args[0])
    for node in logs:
        yield from _tangent(context, node)
        yield from _tangent(context, -node)
    for a, b in permutations(open_terms(terms, (exp,)), 2):
        yield from _tangent(context, a.args[0] - b.args[0])
    for a, b in permutations(logs, 2):
        yield from list(_tangent(context, a - b)) or _tangent(context, log(a.args[0] / b.args[0]))


def of_magnitudes(terms: Sequence[Basic], context: Context) -> Iterator[Fact]:
    """±u ≤ |u|, of the magnitudes in sight and of differences of what a largest or smallest one is taken of."""
    extremes = [a - b for node in open_terms(terms, (Max, Min)) for a, b in combinations(node.args, 2)]
    sizes = [*(node.args[0] for node in open_terms(terms, (Abs,))), *extremes]
    for size, sign in product(dict.fromkeys(sizes), (1, -1)):
        yield from _lemma(context, "magnitude_bounds", [size, S(sign)], partial(magnitude_bounds, size, sign))


def _tangent(context: Context, x: Any) -> Iterator[Fact]:
    yield from _lemma(context, "exponential_above_tangent", [x], partial(exponential_above_tangent, x))


def known_sums(last: Any, context: Context) -> Iterator[Fact]:
    """Bounds on Σ 1/t and Σ 1/√t, for t from 1 on."""
    sides = context.sides
    for lemma in (harmonic_sum, inverse_roots_sum):
        make = partial(lemma, last, [f.theorem for f in sides])
        yield from lemma_of_facts(context, lemma.__name__, [last], [sides], make)


def of_roots_of_sums(goal: Basic, context: Context) -> Iterator[Fact]:
    """Cauchy–Schwarz for roots of sums of squares over one range that a goal multiplies: the sum of the products."""
    squares = {}
    for root in open_terms([goal], (Pow,)):
        if root.exp == S.Half and isinstance(root.base, Sum) and len(root.base.args) == 2:
            body, limits = root.base.args
            if isinstance(body, Pow) and body.exp == 2:
                squares[root] = (body.base, limits)
    for one, other in combinations(list(squares)[:MOST_VECTORS], 2):
        (f, limits), (g, also) = squares[one], squares[other]
        if limits[1:] != also[1:]:
            continue
        g = substitute(g, {also[0]: limits[0]})
        for turned in (g, -g):
            make = partial(cauchy_schwarz_of_sums, f, turned, tuple(limits))
            yield from _lemma(context, "cauchy_schwarz_of_sums", [f, turned, limits], make)


def lemma_of_facts(
    context: Context,
    name: str,
    arguments: Sequence[Any],
    parts: Sequence[Fact | Sequence[Fact]],
    make: Callable[[], Theorem],
) -> Iterator[Fact]:
    """What a lemma says that takes, after other arguments, facts and lists of facts."""
    try:
        theorem = make()
    except (KernelError, IllFormed, ValueError):
        return
    premises = tuple(f for part in parts for f in ([part] if isinstance(part, Fact) else part))

    def code(spell: Any, names: Sequence[str]) -> str:
        called = dict(zip(premises, names, strict=True))
        said = [called[p] if isinstance(p, Fact) else f"[{', '.join(called[f] for f in p)}]" for p in parts]
        return f"{name}({', '.join([*map(spell, arguments), *said])})"

    made = context.settled(Fact(theorem, code, premises))
    if made is not None:
        yield made


def of_bits(context: Context) -> Iterator[Fact]:
    """Of x with x² = x: that it is between 0 and 1, and what a logarithm, exponential or power of it is."""
    for fact in list(context.relations):
        left, right = fact.relation.lhs, fact.relation.rhs
        if fact.relation.op != "=" or left != right**2 or not isinstance(right, Fun):
            continue
        for n in range(2):
            make = partial(_bit, right, fact.theorem, n)
            premises = (fact,)

            def code(spell: Any, names: Sequence[str], x: Any = right, n: int = n) -> str:
                return f"bit({spell(x)}, {names[0]})[{n}]"

            made = context.settled(Fact(make(), code, premises))
            if made is not None:
                yield made
        for node in open_terms(context.conclusions, (log, exp, Pow)):
            if node.has(right) and not node.has(Sum) and node != right**2:
                yield from _affine(context, node, right, fact)


def _bit(x: Any, is_bit: Theorem, n: int) -> Theorem:
    return bit(x, is_bit)[n]


def _affine(context: Context, term: Any, x: Any, fact: Fact) -> Iterator[Fact]:
    signs = _with_signs([node.args[0] for node in open_terms([term], (log,))], context)
    make = partial(affine_in_bit, term, x, fact.theorem, [f.theorem for f in signs])
    yield from lemma_of_facts(context, "affine_in_bit", [term, x], [fact, signs], make)


def _with_signs(terms: Sequence[Any], context: Context) -> list[Fact]:
    """The facts on numbers, and that the terms are positive, where that follows from facts but not from one at once."""
    found = [from_facts(gt(a, 0), context) for a in terms if not a.is_number and not context.is_positive(a)]
    return [*context.sides, *(f for f in found if f is not None)]


def of_logarithms(context: Context) -> Iterator[Fact]:
    """ln u ≤ ln v, from bounds on members of families that are positive."""
    for fact in list(context.relations):
        larger, smaller = fact.relation.lhs, fact.relation.rhs
        if fact.relation.op not in ("≥", ">") or not any(isinstance(a, Fun) for a in (larger, smaller)):
            continue
        signs = _with_signs([larger, smaller], context)
        make = partial(logarithm_rises, fact.theorem, [f.theorem for f in signs])
        yield from lemma_of_facts(context, "logarithm_rises", [], [fact, signs], make)


def _of_vectors(terms: Sequence[Basic], context: Context) -> Iterator[Fact]:
    """Cauchy–Schwarz for vectors whose norms are in sight, and the Gram determinants of three."""
    powers = [p for p in open_terms(terms, (Pow,)) if isinstance(p.base, Inner) and p.exp.is_Rational and p.exp.q == 2]
    norms = list(dict.fromkeys(p.base.args[0] for p in powers if p.base.args[0] == p.base.args[1]))[:MOST_VECTORS]
    inside = list(dict.fromkeys(v for node in open_terms(terms, (Inner,)) for v in node.args))
    if 3 <= len(inside) <= MOST_VECTORS and any(_is_product(m) for m in open_terms(terms, (Mul, Pow))):
        for three in combinations(inside, 3):
            yield from _lemma(context, "gram_determinant", three, partial(gram_determinant, *three))
    for u, v in combinations(norms, 2):
        yield from _of_two(context, u, v)


def of_inner_products(goal: Basic, context: Context) -> Iterator[Fact]:
    """Cauchy–Schwarz for the inner products of a goal."""
    for u, v in [node.args for node in open_terms([goal], (Inner,)) if node.args[0] != node.args[1]][:MOST_VECTORS]:
        yield from _of_two(context, u, v)


def _of_two(context: Context, u: Any, v: Any) -> Iterator[Fact]:
    for w in (v, -v):
        yield from _lemma(context, "cauchy_schwarz", [u, w], partial(cauchy_schwarz, u, w))


def _is_product(term: Any) -> bool:
    """Whether inner products are multiplied in it."""
    powers = [(a.base, a.exp) if isinstance(a, Pow) else (a, S.One) for a in Mul.make_args(term)]
    return bool(sum(n for a, n in powers if isinstance(a, Inner)) >= 2)
