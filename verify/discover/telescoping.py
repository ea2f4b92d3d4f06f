"""Sums over all rounds: one inequality for each round, in which a potential falls, and what its ends leave.

A goal D₀ + Σ_t s(t) ≥ 0 follows from s(t) ≥ Φ(t + 1) − Φ(t) for each t and D₀ + Φ(T + 1) − Φ(1) ≥ 0. The potential is a
combination of candidates, whose multipliers both parts share: one linear program finds it with those of the facts.
Facts that hold sums over the same range take part with their summands in the first and with the rest in the second.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, product
from typing import Any

from sympy import Add, Expr, Mul, Pow, Rational, S, Sum, Symbol, exp, log

from verify.discharge.program import Column, solved
from verify.discover.adding import added_up
from verify.discover.facts import Context, Fact, occurring, open_terms
from verify.discover.instances import arguments
from verify.discover.laurent import ONE, Monomial, expanded, order
from verify.discover.multipliers import (
    ONE_SLACK,
    Block,
    Scaled,
    Slack,
    Table,
    columns,
    combined,
    rows,
    shifted,
    suitable,
)  # fmt: skip
from verify.discover.sum_indices import readable
from verify.discover.witnesses import Witness
from verify.language.terms import (
    Fun,
    Gradient,
    IllFormed,
    Inner,
    Pt,
    Relation,
    Vec,
    difference,
    ge,
    sort_of,
    substitute,
)
from verify.normal_forms.normalizer import Normalizer, Undefined

STEP, ENDS = "step", "ends"

MOST_SHARED = 8
"""Multipliers of a potential or sum that one of its terms suggests."""

FEW_FACTS = 40
"""Facts of a round with which more multipliers of potentials and sums are looked at."""

LOOKED_AT = (MOST_SHARED, 5 * MOST_SHARED)
"""Multipliers of which those are taken that do not move: first, and then where the facts are few."""

MOST_TARGETS = 120
"""Monomials of one atom that multipliers of potentials and sums are to meet."""

MOST_MOVED = 150
"""Potentials with a factor that moves."""


@dataclass(frozen=True)
class Split:
    """A term as a rest and one sum over a range: rest + Σ_{t=low}^{high} summand."""

    rest: Expr
    summand: Expr


def ranges(terms: Sequence[Any], context: Context) -> list[tuple[Any, Any]]:
    """The ranges of the sums in the normal forms of terms that are in no other sum, of most sums first."""
    found: Counter[tuple[Any, Any]] = Counter()
    for term in terms:
        try:
            found_in = plain(term, context)
        except (IllFormed, Undefined, ArithmeticError, RecursionError):
            continue
        found.update(tuple(node.args[-1][1:]) for node in open_terms([found_in], (Sum,)))
    return sorted(found, key=lambda ends: (-found[ends], str(ends)))


def _bound(term: Any) -> set[Symbol]:
    return {limit[0] for node in term.atoms(Sum) for limit in node.args[1:]}


def plain(term: Any, context: Context) -> Any:
    """A scalar term in normal form, spelt out: a sum of products of sums and other terms."""
    table = Normalizer([f.conclusion for f in context.sides])
    return readable(table.meaning_of(expanded(table.components(term)[S.One])))


def outermost(total: Sum) -> tuple[Symbol, Any]:
    """The index that a sum runs over last, and what is added up over it."""
    body, *inner, (index, *_) = total.args
    return index, Sum(body, *inner) if inner else body


def split(term: Any, t: Symbol, low: Any, high: Any, context: Context) -> Split:
    """What of a term is a sum over a range."""
    rest, summand = [], []
    for part in Add.make_args(expanded(plain(term, context))):
        sums = [a for a in Mul.make_args(part) if isinstance(a, Sum) and tuple(a.args[-1][1:]) == (low, high)]
        if len(sums) != 1:
            rest.append(part)
            continue
        (found,) = sums
        index, body = outermost(found)
        factor = Mul(*(a for a in Mul.make_args(part) if a is not found))
        summand.append(factor * substitute(body, {index: t}))
    return Split(Add(*rest), Add(*summand))


@dataclass(frozen=True)
class Round:
    """The range of a goal's sums, and what may be used in each round and at the ends."""

    t: Symbol
    low: Any
    high: Any
    context: Context
    """With low ≤ t ≤ high, and facts of the round t."""
    facts: Sequence[Slack]
    using: Sequence[Fact]
    potentials: Sequence[Expr]
    """Functions of t."""
    fixed: Sequence[Expr]
    """Vectors that do not move."""
    end_context: Context
    end_facts: Sequence[Slack]
    end_using: Sequence[Fact]
    witnesses: Sequence[Witness] = ()
    """Vectors that the facts of the round may suppose."""


def telescoped(goal: Relation, of: Round) -> Fact | None:
    """The goal, an inequality with sums over the range; None where no potential among the candidates does it."""
    found = _program(goal, of, LOOKED_AT[0])
    if found is None and len(of.facts) <= FEW_FACTS:
        found = _program(goal, of, LOOKED_AT[1])
    if found is None:
        return None
    t, low, high = of.t, of.low, of.high
    summand = found.parts.summand - Add(*(v * s.summand for v, s, _ in found.sums))
    potential = found.potential
    step = combined(ge(summand, substitute(potential, {t: t + 1}) - potential), of.context, found.step, of.using)
    for witness in of.witnesses:
        step = step and witness.left_out(step, of.context)
    if step is None:
        return None
    whole = added_up(step, of.end_context, (t, low, high, potential))
    if whole is None:
        return None
    facts = [(v, slack) for v, _, slack in found.sums if slack is not None]
    return combined(goal, of.end_context, [(S.One, Slack((whole,))), *facts, *found.ends], of.end_using)


@dataclass
class _Found:
    """Multipliers of the facts of a round, of those at the ends and of those with sums; and the potential."""

    parts: Split
    step: list[tuple[Expr, Slack]] = field(default_factory=list)
    ends: list[tuple[Expr, Slack]] = field(default_factory=list)
    sums: list[tuple[Expr, Split, Slack | None]] = field(default_factory=list)
    potential: Expr = S.Zero


@dataclass(frozen=True, eq=False)
class _Shared:
    """What has a part in the step and one at the ends: a potential, or a sum; with a multiplier that does not move."""

    what: Any
    by: Expr


def _program(goal: Relation, of: Round, looked_at: int) -> _Found | None:
    try:
        parts = split(difference(goal), of.t, of.low, of.high, of.end_context)
        divided = _divided(goal, of)
    except (IllFormed, Undefined, ArithmeticError, RecursionError):
        return None
    apart = [slack for _, slack in divided if slack is not None and isinstance(slack.parts[0], Fact)]
    whole = [s for s in of.end_facts if not any(s is slack for slack in apart)]  # squares of sums are squares as well
    moves = [substitute(p, {of.t: of.t + 1}) - p for p in of.potentials]
    ends = [substitute(p, {of.t: of.high + 1}) - substitute(p, {of.t: of.low}) for p in of.potentials]
    table, end_table = Table(of.context, of.using), Table(of.end_context, of.end_using)
    own, last = [*of.facts, ONE_SLACK], [*whole, ONE_SLACK]
    first, *there = table.scaled([parts.summand, *(s.term for s in own), *moves, *(d.summand for d, _ in divided)])
    rest, *beyond = end_table.scaled([parts.rest, *(s.term for s in last), *ends, *(d.rest for d, _ in divided)])
    if first is None or rest is None:
        return None
    n, m = len(own), len(last)
    both = [*((p, True) for p in of.potentials), *(((d, s), s is None or s.free) for d, s in divided)]
    items = list(zip(both, there[n:], beyond[m:], strict=True))
    for start, end in product(table.widened(first, there[:n]), end_table.widened(rest, beyond[:m])):
        mine, theirs = list(zip(own, there[:n], strict=True)), list(zip(last, beyond[:m], strict=True))
        reach = _joined(start.block, columns(table, mine, start, STEP, rounds=1), STEP)
        shared = _shared((table, start, reach), (end_table, end, end.block), items, of.t, looked_at)
        program = [
            *shared,
            *columns(table, mine, start, STEP, _joined(start.block, shared, STEP)),
            *columns(end_table, theirs, end, ENDS, _joined(end.block, shared, ENDS)),
        ]
        answer = solved({**rows(start.block, STEP), **rows(end.block, ENDS)}, program, goal.op == ">")
        if answer is not None:
            break
    else:
        return None
    found = _Found(parts)
    for column, value in answer:
        number, use = Rational(value.numerator, value.denominator), column.what
        if isinstance(use, _Shared):
            if isinstance(use.what, tuple):
                found.sums.append((number * use.by, *use.what))
            else:
                found.potential += number * use.by * use.what
        elif next(iter(column.rows))[0] == STEP:
            found.step.append((number * use.by, use.slack))
        else:
            found.ends.append((number * use.by, use.slack))
    return found


def _divided(goal: Relation, of: Round) -> list[tuple[Split, Slack | None]]:
    """Facts at the ends that hold sums over the range, as their summands and the rest; and the sums in sight."""
    found: list[tuple[Split, Slack | None]] = []
    for slack in of.end_facts:
        if len(slack.parts) == 1 and slack.term.has(Sum):
            part = split(slack.term, of.t, of.low, of.high, of.end_context)
            if part.summand != 0:
                found.append((part, slack))
    sums: dict[Any, None] = {}
    for term in (difference(goal), *(s.term for s in of.facts), *(s.term for s in of.end_facts)):
        for node in occurring(term, Sum):
            if (
                tuple(node.args[-1][1:]) == (of.low, of.high)
                and not node.free_symbols & _bound(term)
                and len(node.args) == 2
            ):
                sums[node] = None
    for node in sums:
        summand = substitute(node.args[0], {node.args[-1][0]: of.t})
        if sort_of(summand) == "scalar":
            found.append((Split(-node, summand), None))
        else:
            found += [(Split(-Inner(node, v), Inner(summand, v)), None) for v in of.fixed]
    return found


def _shared(
    step: tuple[Table, Scaled, Block],
    ends: tuple[Table, Scaled, Block],
    items: Sequence[Any],
    t: Symbol,
    looked_at: int,
) -> list[Column]:
    """Columns that have a part in the step and one at the ends; for each, its table, goal, and terms to be met."""
    (table, first, met), (end_table, rest, met_last) = step, ends
    brought = []
    for key, one, other in items:
        there, last = one and table.brought(one, first), other and end_table.brought(other, rest)
        if there is not None and last is not None:
            brought.append((key, there, last))
    wanted = {STEP: _targets(met), ENDS: _targets(met_last)}
    made: dict[tuple[int, Monomial], Column] = {}
    for most in (MOST_SHARED, MOST_SHARED // 2):
        fresh: list[Column] = []
        for n, ((what, free), there, last) in enumerate(brought):
            sign = Fraction(1) if isinstance(what, tuple) else Fraction(-1)
            sides = ((STEP, table, end_table, there), (ENDS, end_table, table, last))
            for label, tab, other, scaled in sides:
                seen = suitable(tab, scaled.block, wanted[label], looked_at, free)
                still = (m for m in seen if m != ONE and tab.rests(m, t))
                for mono in [ONE, *islice(still, most)]:
                    moved = other.here(mono, tab)
                    if moved is None:
                        continue
                    mine, theirs = (mono, moved) if label == STEP else (moved, mono)
                    if (n, mine) in made:
                        continue
                    there_ = rows(shifted(there.block, mine, table.relations), STEP)
                    last_ = rows(shifted(last.block, theirs, end_table.relations), ENDS)
                    both = {**there_, **{k: sign * v for k, v in last_.items()}}
                    made[n, mine] = Column(_Shared(what, table.meaning(mine)), both, free, 1.0 + 0.3 * len(mine))
                    fresh.append(made[n, mine])
        for column in fresh:
            for label, atom, mono in column.rows:
                wanted[label].setdefault(atom, set()).add(mono)
    return list(made.values())


def _targets(block: Block) -> dict[Any, set[Monomial]]:
    return {atom: set(sorted(part, key=order)[:MOST_TARGETS]) for atom, part in block.items()}


def _joined(goal: Block, shared: Sequence[Column], label: str) -> Block:
    """The goal's monomials, and those that shared columns bring in."""
    made: dict[Any, dict[Monomial, Fraction]] = {atom: dict(part) for atom, part in goal.items()}
    for column in shared:
        for (where, atom, mono), value in column.rows.items():
            if where == label:
                made.setdefault(atom, {}).setdefault(mono, value)
    return made


def powers(bodies: Sequence[Any], t: Symbol) -> list[Expr]:
    """Powers that move with the rounds in summands, and what has such a power of t for its slope."""
    found: dict[Expr, None] = {}
    for node in open_terms(bodies, (Pow, exp)):
        base, power = node.as_base_exp()
        if base in (t, t + 1, t - 1) and isinstance(power, Rational):
            for last in (base, base - 1):
                found[log(last) if power == -1 else last ** (power + 1)] = None
        elif t in power.free_symbols and not node.has(Sum):
            found[node] = None
    return list(found)


def running(terms: Sequence[Any], t: Symbol) -> list[Sum]:
    """The sums of what came before the round t that terms hold, whether they end with it or before it."""
    found: dict[Sum, None] = {}
    for node in open_terms(terms, (Sum,)):
        body, *inner, (index, low, high) = node.args
        if not inner and high in (t, t - 1) and t not in low.free_symbols | body.free_symbols:
            found[Sum(body, (index, low, t - 1))] = None
    return list(found)


def candidates(terms: Sequence[Any], t: Symbol, fixed: Sequence[Any], sums: Sequence[Sum] = ()) -> list[Expr]:
    """What potentials are made of: squares of distances and inner products of moving vectors, moving numbers, products.

    Also a gradient at a moving vector, by inner products with that and with those that do not move, as in distances
    of Bregman.

    Args:
        terms: applications in sight, at t, or at t − 1 where a round is said to lead from there to t.
        t: the round.
        fixed: vectors that do not move.
        sums: over earlier rounds.
    """
    here = (t, t - 1)
    vectors = [a for a in terms if isinstance(a, Vec) and len(arguments(a)) == 1 and arguments(a)[0] in here]
    vectors += [s for s in sums if sort_of(s) != "scalar"]
    numbers = [
        a
        for a in terms
        if isinstance(a, Fun)
        and a.has(t)
        and all(x in here or (isinstance(x, Vec | Pt) and arguments(x) == (t,)) or not x.has(t) for x in arguments(a))
    ]
    slopes = [
        a for a in terms if isinstance(a, Gradient) and isinstance(a.args[1], Vec) and arguments(a.args[1]) == (t,)
    ]
    found: list[Expr] = []
    for w in vectors:
        found.append(Inner(w, w))
        for u in fixed:
            found += [Inner(w - u, w - u), Inner(w, u)]
    for k, w in enumerate(vectors):
        for v in vectors[k + 1 :]:
            found += [Inner(w, v), Inner(w - v, w - v)]
    found += [Inner(s, w) for s in slopes for w in (s.args[1], *fixed)]
    found += numbers
    found += [a**2 for a in numbers]
    found += [s for s in sums if sort_of(s) == "scalar"]
    found += [a * s for a in numbers for s in sums if sort_of(s) == "scalar"]
    ratios = [1 / a for a in numbers if a.is_positive] + [t, t**2]
    found += [r * f for r in ratios for f in list(found)][:MOST_MOVED]
    return list(dict.fromkeys([*found, t, t**2]))
