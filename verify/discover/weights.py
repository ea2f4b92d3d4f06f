"""Exponential weights: what their sum does from one round to the next, and what it is at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from sympy import Mul, Pow, Sum, Symbol, Tuple, exp, log

from verify.author.kernel import KernelError
from verify.discover.adding import in_range
from verify.discover.facts import Context, Fact, open_terms
from verify.discover.instances import instances
from verify.discover.lemmas import lemma_of_facts
from verify.language.terms import IllFormed, Relation, free_variables, substitute
from verify.lemmas import logarithm_rises, sum_above_member
from verify.lemmas.moments import chord_average, exponential_average, second_order_average


def totals(terms: Sequence[Any], t: Symbol) -> list[Sum]:
    """Sums of weights: what terms are divided by, sums over one index that move with the round."""
    below = [p.base for term in terms for p in term.atoms(Pow) if isinstance(p.base, Sum) and p.exp == -1]
    return [total for total in dict.fromkeys(below) if len(total.args) == 2 and t in total.free_symbols]


def of_weights(terms: Sequence[Any], t: Symbol, context: Context) -> Iterator[Fact]:
    """What exponential weights do from one round to the next: by Hoeffding's lemma, by chords, to the second order.

    Weights are the summands of a sum Σ_i w(t, i) that divides another, with an exponential in them whose exponent is a
    rate times a sum over the rounds before t.
    """
    for total in totals(terms, t):
        weight, limits = total.args
        found = _rate(weight, t)
        if found is None:
            continue
        rate, value = found
        bounds = instances(in_range(context, *limits), [value])
        between = [f for f in bounds if isinstance(f.conclusion, Relation) and f.conclusion.op in ("≥", ">")]
        arguments = [weight, value, rate, Tuple(*limits)]
        theorems = [[f.theorem for f in part] for part in (between, context.sides)]
        for lemma in (exponential_average, chord_average, second_order_average):
            make = partial(lemma, weight, value, rate, tuple(limits), *theorems)
            yield from lemma_of_facts(context, lemma.__name__, arguments, [between, context.sides], make)


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
    sides = context.sides
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


def _rate(weight: Any, t: Symbol) -> tuple[Any, Any] | None:
    """The rate and the value of round t, where the weight has the factor exp(rate·Σ_{r<t} value(r))."""
    powers = [a for a in Mul.make_args(weight) if isinstance(a, exp)]
    if len(powers) != 1:
        return None
    sums = [s for s in powers[0].args[0].atoms(Sum) if len(s.args) == 2 and s.args[1][2] == t - 1]
    if len(sums) != 1:
        return None
    (past,) = sums
    rate = powers[0].args[0] / past
    if rate.has(Sum) or t in rate.free_symbols:
        return None
    return rate, substitute(past.args[0], {past.args[1][0]: t})
