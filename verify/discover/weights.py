"""Exponential weights: what their sum does from one round to the next, and what it is at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from sympy import Mul, Pow, S, Sum, Symbol, Tuple, exp, log

from verify.author.kernel import KernelError, Theorem
from verify.discover.adding import in_range
from verify.discover.facts import FAILURES, Context, Fact, occurring, open_terms
from verify.discover.instances import instances
from verify.discover.laurent import expanded
from verify.discover.lemmas import lemma_of_facts, of_bits
from verify.discover.multipliers import Slack, combined
from verify.discover.slacks import from_facts, times_parameters
from verify.language.terms import Fun, IllFormed, Relation, difference, free_variables, ge, le, substitute
from verify.lemmas import logarithm_rises, sum_above_member, weighted_sum
from verify.lemmas.moments import below_chords, chord_average, exponential_average, growth_in_bit, second_order_average

MOST_TIMES = 20
"""Facts that are multiplied by those on numbers."""


def totals(terms: Sequence[Any], t: Symbol) -> list[Sum]:
    """Sums of weights, over one index, that move with the round: what terms are divided by, or what averages have."""
    below = [p.base for term in terms for p in occurring(term, Pow) if isinstance(p.base, Sum) and p.exp == -1]
    found = [total for total in below if len(total.args) == 2 and t in total.free_symbols]
    for node in open_terms(terms, (Sum,)):
        for weight in _powers(node.args[0]) if len(node.args) == 2 else ():
            if _rate(weight, t) is not None and not any(s.args[0].has(weight) for s in found):
                found.append(Sum(weight, node.args[1]))
    return list(dict.fromkeys(found))


def _signs(context: Context) -> list[Fact]:
    """What settles signs of weights and numbers: no logarithms, nor other exponentials."""
    return [f for f in context.sides if not f.conclusion.has(exp, log)]


@dataclass(frozen=True)
class _Weights:
    """Weights w(t, i) = … exp(rate·Σ_{r<t} value(r, i)): their sum, and what is known of the values for one i."""

    total: Sum
    rate: Any
    value: Any
    between: Sequence[Fact]

    @property
    def after(self) -> Sum:
        """The sum of the next round."""
        weight, limits = self.total.args
        return Sum(weight * exp(self.rate * self.value), limits)

    def lemma(self, make: Callable[..., Theorem], context: Context) -> Iterator[Fact]:
        """What a lemma says of them."""
        weight, limits = self.total.args
        theorems = [[f.theorem for f in part] for part in (self.between, _signs(context))]
        made = partial(make, weight, self.value, self.rate, tuple(limits), *theorems)
        arguments = [weight, self.value, self.rate, Tuple(*limits)]
        yield from lemma_of_facts(context, make.__name__, arguments, [self.between, _signs(context)], made)


def _all_weights(terms: Sequence[Any], t: Symbol, context: Context) -> Iterator[_Weights]:
    for total in totals(terms, t):
        weight, limits = total.args
        found = _rate(weight, t)
        if found is None:
            continue
        rate, value = found
        inside = in_range(context, *limits)
        bounds = instances(inside, [value])
        before = len(inside.facts)
        inside.add_all(of_bits(inside))
        said = [*bounds, *(f for f in inside.facts[before:] if f.conclusion.has(value))]
        between = [f for f in said if isinstance(f.conclusion, Relation) and f.conclusion.op in ("≥", ">")]
        yield _Weights(total, rate, value, between)


def of_weights(terms: Sequence[Any], t: Symbol, context: Context) -> Iterator[Fact]:
    """What exponential weights do from one round to the next: by Hoeffding's lemma, by chords, to the second order."""
    for weights in _all_weights(terms, t, context):
        for lemma in (exponential_average, chord_average, second_order_average):
            yield from weights.lemma(lemma, context)


def falls_in_bits(terms: Sequence[Any], summand: Any, t: Symbol, context: Context) -> Iterator[Fact]:
    """How the logarithm of the weights' sum falls with each bit of the round in the goal, by its multiplier there."""
    bits = [f for f in context.relations if f.relation.op == "=" and f.relation.lhs == f.relation.rhs**2]
    moving = [
        (f, f.relation.rhs, expanded(summand).coeff(f.relation.rhs)) for f in bits if t in f.conclusion.free_symbols
    ]
    wanted = [(f, x, rate) for f, x, rate in moving if rate != 0 and not rate.has(t) and isinstance(x, Fun)]
    for weights in _all_weights(terms, t, context) if wanted else ():
        inside = context.inside([])
        inside.add_all(weights.lemma(below_chords, context))
        sums = list(_averages(weights, context))
        inside.add_all(sums)
        inside.add_all(of_bits(inside))
        for bit, x, rate in wanted:
            between = [
                f for f in inside.relations if f.relation.op == "≥" and f.conclusion.free_symbols == x.free_symbols
            ]
            inside.add_all(_products(between, sums, inside))
            goal = le(weights.after, weights.total * (1 - x + x * exp(rate)))
            grows = from_facts(goal, inside, times_parameters(inside.relations, MOST_TIMES))
            if grows is None:
                continue
            sides = _signs(context)
            arguments = [weights.total, weights.after, x, rate]
            theorems = [grows.theorem, bit.theorem, [f.theorem for f in sides]]
            make = partial(growth_in_bit, *arguments, *theorems)
            yield from lemma_of_facts(context, "growth_in_bit", arguments, [grows, bit, sides], make)


def _products(some: Sequence[Fact], others: Sequence[Fact], context: Context) -> Iterator[Fact]:
    for a, b in product(some, others):
        whole = ge(difference(a.relation) * difference(b.relation), 0)
        made = combined(whole, context, [(S.One, Slack((a, b)))])
        if made is not None:
            yield made


def _averages(weights: _Weights, context: Context) -> Iterator[Fact]:
    """What bounds of the values say of their weighted sum."""
    weight, limits = weights.total.args
    sides = _signs(context)
    for each in weights.between:
        try:
            theorem = weighted_sum(weight, each.theorem, tuple(limits), [f.theorem for f in sides])
        except FAILURES:
            continue

        def code(spell: Any, names: Sequence[str]) -> str:
            return f"weighted_sum({spell(weight)}, {names[0]}, {spell(limits)}, [{', '.join(names[1:])}])"

        made = context.settled(Fact(theorem, code, (each, *sides)))
        if made is not None:
            yield made


def kept_weights(
    terms: Sequence[Any], t: Symbol, last: Any, members: Sequence[Symbol], context: Context
) -> Iterator[Fact]:
    """The logarithm of the weights' sum after the last round is at least that of each weight."""
    for total in totals(terms, t):
        yield from _above_members(substitute(total, {t: last + 1}), members, context)


def above_members(goal: Any, context: Context) -> Iterator[Fact]:
    """The logarithm of a sum in the goal is at least that of each of its members that the goal speaks of."""
    members = [v for v in sorted(free_variables(goal), key=str) if type(v) is Symbol and v.is_integer]
    for node in open_terms([goal], (log,)):
        if isinstance(node.args[0], Sum) and len(node.args[0].args) == 2:
            yield from _above_members(node.args[0], members, context)


def _above_members(total: Sum, members: Sequence[Symbol], context: Context) -> Iterator[Fact]:
    sides = _signs(context)
    theorems = [f.theorem for f in sides]
    for k in members:
        try:
            above = sum_above_member(total, k, theorems)
            theorem = logarithm_rises(above, theorems)
        except (KernelError, IllFormed, ValueError):
            continue

        def code(spell: Any, names: Sequence[str], k: Any = k) -> str:
            listed = f"[{', '.join(names)}]"
            inside = f"sum_above_member({spell(total)}, {spell(k)}, {listed})"
            return f"logarithm_rises({inside}, {listed})"

        made = context.settled(Fact(theorem, code, tuple(sides)))
        if made is not None:
            yield made


def _powers(weight: Any) -> list[Any]:
    powers = [a for a in Mul.make_args(weight) if isinstance(a, exp | Pow)]
    return [a for a in powers if a.as_base_exp()[1].has(Sum)]


def _rate(weight: Any, t: Symbol) -> tuple[Any, Any] | None:
    """The rate and the value of round t, where the weight has the factor exp(rate·Σ_{r<t} value(r))."""
    powers = _powers(weight)
    if len(powers) != 1:
        return None
    base, exponent = powers[0].as_base_exp()
    sums = [s for s in occurring(exponent, Sum) if len(s.args) == 2 and s.args[1][2] == t - 1]
    if len(sums) != 1:
        return None
    (past,) = sums
    rate = exponent / past * log(base)
    if rate.has(Sum) or t in rate.free_symbols:
        return None
    return rate, substitute(past.args[0], {past.args[1][0]: t})
