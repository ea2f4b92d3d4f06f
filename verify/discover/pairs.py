"""Over all pairs: an inequality of products of sums, from one for each two members that is summed over both.

A goal Σ_i Σ_j h(i, j) ≥ 0 follows from h(i, j) + h(j, i) ≥ 0. Single sums become double ones by what adds up to a
number: weights with a known sum, or the members' count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Add, Expr, Integer, Mul, Pow, Rational, S, Sum, Symbol

from verify.author.following import at
from verify.author.kernel import cases, generalize
from verify.discover.adding import added_up
from verify.discover.facts import Context, Fact, Prove
from verify.discover.indices import fresh_integer
from verify.discover.laurent import expanded
from verify.discover.multipliers import Slack, combined
from verify.discover.telescoping import plain, ranges
from verify.language.terms import Relation, difference, ge, lt, substitute


@dataclass(frozen=True)
class Unit:
    """What adds up to 1 over a range, as a function of an index, with the equation that says so; a count needs none."""

    weight: Callable[[Symbol], Expr]
    equations: tuple[Fact, ...] = ()


def over_pairs(goal: Relation, context: Context, prove: Prove) -> Fact | None:
    """The goal, an inequality that is not strict, with products of sums over one range.

    Args:
        goal: what to prove.
        context: what may be used.
        prove: what proves the inequality of each pair.
    """
    if goal.op != "≥":
        return None
    i = fresh_integer(goal, context, "ijl")
    j = fresh_integer(goal, context, "ijl", [i])
    whole = plain(difference(goal), context)
    for low, high in ranges([difference(goal)], context):
        for unit in _units(low, high, context):
            pair = _pair(whole, (low, high), (i, j), unit)
            found = pair and _summed(goal, context, pair, (low, high), (i, j), unit, prove)
            if found is not None:
                return found
    return None


def _units(low: Any, high: Any, context: Context) -> Iterator[Unit]:
    """Weights with a known sum first, then one over the count."""
    for fact in context.relations:
        total, value = fact.relation.lhs, fact.relation.rhs
        if fact.relation.op != "=" or not isinstance(total, Sum) or len(total.args) != 2 or value == 0:
            continue
        body, (index, *limits) = total.args
        if tuple(limits) == (low, high) and value.is_number:

            def weight(at: Symbol, body: Any = body, index: Symbol = index, value: Any = value) -> Expr:
                return substitute(body, {index: at}) / value

            yield Unit(weight, (fact,))
    count = high - low + 1
    if context.is_positive(count):
        yield Unit(lambda _: 1 / count)


def _pair(whole: Any, limits: tuple[Any, Any], pair: tuple[Symbol, Symbol], unit: Unit) -> Expr | None:
    """h(i, j) + h(j, i), where the term is Σ_i Σ_j h(i, j); None where it has no products of two sums, or of more."""
    i, j = pair
    found: list[Any] = []
    double = False
    for part in Add.make_args(expanded(whole)):
        sums: list[Sum] = []
        factor = S.One
        for a in Mul.make_args(part):
            base, power = (a.base, a.exp) if isinstance(a, Pow) else (a, S.One)
            if _is_over(base, limits) and isinstance(power, Integer) and power > 0:
                sums += [base] * int(power)
            else:
                factor *= a
        nested = [a for a in Mul.make_args(factor) if _is_over_both(a, limits)]
        if nested and not sums:
            body, (first, *_), (second, *_) = nested[0].args
            found.append(factor / nested[0] * substitute(body, {first: i, second: j}))
            double = True
            continue
        if len(sums) > 2:
            return None
        double = double or len(sums) == 2
        bodies = [substitute(s.args[0], {s.args[1][0]: v}) for s, v in zip(sums, pair, strict=False)]
        bodies += [unit.weight(v) for v in pair[len(sums) :]]
        found.append(factor * Mul(*bodies))
    if not double:
        return None
    here = Add(*found)
    return here + substitute(here, {i: j, j: i})


def _is_over(term: Any, limits: tuple[Any, Any]) -> bool:
    return isinstance(term, Sum) and len(term.args) == 2 and tuple(term.args[1][1:]) == limits


def _is_over_both(term: Any, limits: tuple[Any, Any]) -> bool:
    return isinstance(term, Sum) and len(term.args) == 3 and all(tuple(part[1:]) == limits for part in term.args[1:])


def _summed(
    goal: Relation, context: Context, pair: Expr, limits: tuple[Any, Any], names: tuple[Symbol, Symbol], unit: Unit,
    prove: Prove,
) -> Fact | None:  # fmt: skip
    (i, j), (low, high) = names, limits
    between = [ge(v, low) for v in names] + [ge(high, v) for v in names]
    each = prove(ge(pair, 0), context.inside(between)) or _ordered(pair, names, between, context, prove)
    made = each and added_up(each, context, (j, low, high), (i, low, high))
    return made and combined(goal, context, [(Rational(1, 2), Slack((made,)))], unit.equations)


def _ordered(
    pair: Expr, names: tuple[Symbol, Symbol], between: Sequence[Relation], context: Context, prove: Prove
) -> Fact | None:
    """The inequality of each pair from that of each pair in order: it is symmetric."""
    i, j = names
    inside = [*between, ge(j, i)]
    there = context.inside(inside)
    first = prove(ge(pair, 0), there)
    if first is None:
        return None
    conditions = [h for h in first.theorem.hypotheses if {i, j} & h.free_symbols]
    general = generalize(first.theorem, [i, j], conditions)
    beyond = context.inside([*between, lt(j, i)])
    turned = at(general, j, i, by=[f.theorem for f in beyond.sides])

    def code(spell: Any, given: Sequence[str]) -> str:
        said = f"generalize({given[0]}, [{spell(i)}, {spell(j)}], [{', '.join(map(spell, conditions))}])"
        return f"at({said}, {spell(j)}, {spell(i)}, by=[{', '.join(given[1:])}])"

    other = beyond.settled(Fact(turned, code, (first, *beyond.sides)))
    other = other and combined(ge(pair, 0), beyond, [(S.One, Slack((other,)))])
    if other is None:
        return None
    apart = [ge(j, i), lt(j, i)]

    def joined(spell: Any, given: Sequence[str]) -> str:
        return f"cases([{', '.join(given)}], [{', '.join(map(spell, apart))}])"

    return Fact(cases([first.theorem, other.theorem], apart), joined, (first, other))
