"""What the library says of terms in sight: exponentials, logarithms, magnitudes, inner products, known sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, permutations, product
from typing import Any

from sympy import Abs, Add, Basic, Max, Min, Mul, Pow, S, Sum, exp, factor_terms, log

from verify.author.kernel import KernelError, Theorem
from verify.discover.facts import Context, Fact, open_terms
from verify.language.terms import IllFormed, Inner, sort_of
from verify.lemmas import cauchy_schwarz, exponential_above_tangent, magnitude_bounds  # fmt: skip
from verify.lemmas.sums import harmonic_sum, inverse_roots_sum

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
    for inside in dict.fromkeys([*parts, whole]):
        for node in logs:
            for x in (inside - node, -inside - node, inside + node, node - inside):
                yield from _tangent(context, x)


def known(terms: Sequence[Basic], context: Context) -> Iterator[Fact]:
    """Facts of the library on what occurs in the terms."""
    logs = open_terms(terms, (log,))
    for node in open_terms(terms, (exp,)):
        yield from _tangent(context, node.args[0])
        yield from _tangent(context, -node.args[0])
    for node in logs:
        yield from _tangent(context, node)
        yield from _tangent(context, -node)
    for a, b in permutations(logs, 2):
        yield from list(_tangent(context, a - b)) or _tangent(context, log(a.args[0] / b.args[0]))
    extremes = [a - b for node in open_terms(terms, (Max, Min)) for a, b in combinations(node.args, 2)]
    sizes = [*(node.args[0] for node in open_terms(terms, (Abs,))), *extremes]
    for size, sign in product(dict.fromkeys(sizes), (1, -1)):
        yield from _lemma(context, "magnitude_bounds", [size, S(sign)], partial(magnitude_bounds, size, sign))
    yield from _of_vectors(terms, context)


def _tangent(context: Context, x: Any) -> Iterator[Fact]:
    yield from _lemma(context, "exponential_above_tangent", [x], partial(exponential_above_tangent, x))


def known_sums(last: Any, context: Context) -> Iterator[Fact]:
    """Bounds on Σ 1/t and Σ 1/√t, for t from 1 on."""
    sides = context.sides
    for lemma in (harmonic_sum, inverse_roots_sum):
        make = partial(lemma, last, [f.theorem for f in sides])
        yield from lemma_of_facts(context, lemma.__name__, [last], [sides], make)


def lemma_of_facts(
    context: Context, name: str, arguments: Sequence[Any], lists: Sequence[Sequence[Fact]], make: Callable[[], Theorem]
) -> Iterator[Fact]:
    """What a lemma that takes lists of facts says."""
    try:
        theorem = make()
    except (KernelError, IllFormed, ValueError):
        return
    premises = tuple(f for part in lists for f in part)

    def code(spell: Any, names: Sequence[str]) -> str:
        called = dict(zip(premises, names, strict=True))
        listed = [f"[{', '.join(called[f] for f in part)}]" for part in lists]
        return f"{name}({', '.join([*map(spell, arguments), *listed])})"

    made = context.settled(Fact(theorem, code, premises))
    if made is not None:
        yield made


def _of_vectors(terms: Sequence[Basic], context: Context) -> Iterator[Fact]:
    """Cauchy–Schwarz for vectors whose norms are in sight."""
    powers = [p for p in open_terms(terms, (Pow,)) if isinstance(p.base, Inner) and p.exp.is_Rational and p.exp.q == 2]
    norms = list(dict.fromkeys(p.base.args[0] for p in powers if p.base.args[0] == p.base.args[1]))[:MOST_VECTORS]
    for u, v in combinations(norms, 2):
        for w in (v, -v):
            yield from _lemma(context, "cauchy_schwarz", [u, w], partial(cauchy_schwarz, u, w))
