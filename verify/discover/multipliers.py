"""Goals as combinations of facts, whose multipliers are products of powers of what is known to be positive."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sympy import Expr, Mul, Rational, S, Symbol, factor_list, fraction

from verify.author.kernel import KernelError, combine
from verify.discharge.program import Column, solved
from verify.discover.facts import FAILURES, Context, Fact
from verify.discover.laurent import (
    ONE,
    Laurent,
    Monomial,
    NoPolynomial,
    Relations,
    denominators,
    laurent,
    multiplied,
    order,
    over,
    times,
    written,
)
from verify.discover.sum_indices import readable
from verify.language.terms import IllFormed, Relation, difference
from verify.language.translation import translate
from verify.normal_forms.normalizer import Normalizer, Undefined

MOST_MULTIPLIERS = 10
"""Of one fact."""

MOST_COLUMNS = 2000

MOST_MET = 60
"""Monomials that a round of columns brings in, of one atom."""

MOST_GENERATORS, HIGHEST_DEGREE = 4, 6
"""Of a monomial that multiplies."""

MOST_VARIANTS = 6


@dataclass(frozen=True, eq=False)
class Slack:
    """What may have a multiplier: a fact, the product of two, or a term that is not negative."""

    parts: tuple[Any, ...]
    """Facts and terms."""
    free: bool = False
    strict: bool = False

    @staticmethod
    def of(fact: Fact) -> Slack:
        """A fact by itself."""
        op = fact.conclusion.op if isinstance(fact.conclusion, Relation) else ""
        return Slack((fact,), op == "=", op == ">")

    @property
    def term(self) -> Expr:
        """What is not negative."""
        return Mul(*(difference(p.conclusion) if isinstance(p, Fact) else p for p in self.parts))


Block = Mapping[Any, Laurent]
"""Polynomials by atom: vectors have several, a number is at 1."""


@dataclass(frozen=True, eq=False)
class Scaled:
    """A term times what its denominators are cleared by."""

    block: Block
    by: Expr = S.One


class Table:
    """Normal forms of terms in common generators."""

    def __init__(self, context: Context, using: Sequence[Fact]) -> None:
        self.context, self.using = context, using
        known = [f.conclusion for f in (*context.sides, *using)]
        self._table = Normalizer(known, [f.conclusion for f in using])
        self._signs: dict[Symbol, int] = {}
        self._turns: dict[Expr, Expr] = {}

    def scaled(self, terms: Sequence[Any]) -> list[Scaled | None]:
        """The terms with their denominators cleared, but for monomials; None for one that has no normal form."""
        good = []
        for term in terms:
            try:
                self._table.components(term)
                good.append(term)
            except (IllFormed, Undefined, ArithmeticError, RecursionError):
                good.append(None)
        found = iter(self._table.components_of([term for term in good if term is not None]))
        self.relations = Relations(self._table.relations)
        return [None if term is None else self._cleared(next(found)) for term in good]

    def _cleared(self, side: Mapping[Any, Expr]) -> Scaled | None:
        below = sorted(denominators(side.values(), self.relations.of_sums).items(), key=str)
        by = Mul(*(self._turned(q) ** n for q, n in below))
        block = self._block(side, by)
        return None if block is None else Scaled(block, by)

    def _turned(self, q: Expr) -> Expr:
        """A denominator, or minus it where that is what is known to be positive: 1 − q, and not q − 1."""
        if q not in self._turns:
            meaning = self._table.meaning_of(q)
            try:
                self._turns[q] = (
                    q if self.context.is_positive(meaning) or not self.context.is_positive(-meaning) else -q
                )
            except FAILURES:
                self._turns[q] = q
        return self._turns[q]

    def _block(self, side: Mapping[Any, Expr], by: Expr) -> Block | None:
        made = {}
        for atom, part in side.items():
            whole = part if by == 1 else self._table.reduce((part * by).cancel())
            try:
                made[atom] = self.relations.reduced(laurent(whole))
            except NoPolynomial:
                return None
        return made

    def widened(self, goal: Scaled, others: Sequence[Scaled | None]) -> list[Scaled]:
        """The goal, and the goal times what it lacks of the others' denominators, whose signs the core asks for."""
        mine = dict(factor_list(goal.by)[1]) if goal.by != 1 else {}
        theirs: dict[Expr, int] = {}
        for other in others:
            for q, n in factor_list(other.by)[1] if other is not None and other.by != 1 else ():
                theirs[q] = max(theirs.get(q, 0), int(n))
        block, by = goal.block, goal.by
        for q, n in sorted(theirs.items(), key=str):
            turned = self._turned(q)
            for _ in range(n - int(mine.get(q, 0))):
                factor = laurent(turned.expand())
                block = {atom: self.relations.reduced(multiplied(part, factor)) for atom, part in block.items()}
                by *= turned
        return [goal] if by == goal.by else [goal, Scaled(block, by)]

    def brought(self, scaled: Scaled, goal: Scaled) -> Scaled | None:
        """The term with the denominators of the goal cleared; None where it has others."""
        factor = (goal.by / scaled.by).cancel()
        if fraction(factor)[1] != 1:
            return None
        block, by = scaled.block, laurent(factor.expand())
        return Scaled({atom: self.relations.reduced(multiplied(part, by)) for atom, part in block.items()}, goal.by)

    def variants(self, scaled: Scaled, goal: Scaled) -> list[Scaled]:
        """The term times powers of the goal's denominators, if these are positive: they may be in its multiplier."""
        found = [scaled]
        for plain, n in factor_list(goal.by)[1] if goal.by != 1 else ():
            q = self._turned(plain)
            if not self.context.is_positive(self._table.meaning_of(q)):
                continue
            factor = laurent(q.expand())
            for before in list(found):
                block = before.block
                for power in range(1, int(n) + 1):
                    block = {atom: self.relations.reduced(multiplied(part, factor)) for atom, part in block.items()}
                    found.append(Scaled(block, before.by * q**power))
        return found[:MOST_VARIANTS]

    def sign(self, g: Symbol) -> int:
        """2 where a generator is known to be positive, 1 where not to be negative, else 0."""
        if g not in self._signs:
            meaning = self._table.meaning.get(g, g)
            try:
                self._signs[g] = 2 if self.context.is_positive(meaning) else int(self.context.is_nonnegative(meaning))
            except FAILURES:
                self._signs[g] = 0
        return self._signs[g]

    def may_multiply(self, m: Monomial, free: bool = False) -> bool:
        """Whether a monomial is known not to be negative, and defined; of an equation, whether it is defined."""
        if free:
            return all(n > 0 or self.sign(g) == 2 for g, n in m)
        return all(self.sign(g) == 2 or (n > 0 and (n % 2 == 0 or self.sign(g) == 1)) for g, n in m)

    def meaning(self, m: Monomial) -> Expr:
        """A monomial in the author's terms."""
        return readable(self._table.meaning_of(written(m)))

    def rests(self, m: Monomial, index: Symbol) -> bool:
        """Whether a monomial does not move with an index."""
        return index not in self.meaning(m).free_symbols

    def spelt(self, term: Expr) -> Expr:
        """A term of generators in the author's terms."""
        return readable(self._table.meaning_of(term))

    def here(self, m: Monomial, other: Table) -> Monomial | None:
        """A monomial of another table in the generators of this one; None where they are not met here."""
        mine = {translate(meaning): g for g, meaning in self._table.meaning.items()}
        made = []
        for g, n in m:
            meaning = other.meaning(frozenset({(g, 1)}))
            there = mine.get(translate(meaning))
            if meaning != g and there is None:
                return None
            made.append((there or g, n))
        return frozenset(made)


def shifted(block: Block, m: Monomial, relations: Relations) -> Block:
    """A block times a monomial."""
    return {atom: relations.reduced({times(k, m): c for k, c in part.items()}) for atom, part in block.items()}


def rows(block: Block, label: Any = 0) -> dict[Any, Fraction]:
    """A block as rows of a program."""
    return {(label, atom, m): c for atom, part in block.items() for m, c in part.items()}


def suitable(
    table: Table, block: Block, targets: Mapping[Any, set[Monomial]], most: int, free: bool = False
) -> list[Monomial]:
    """Monomials that bring a term of the block onto one of the targets, those first that do so most often."""
    counts: Counter[Monomial] = Counter()
    for atom, part in block.items():
        for m in part:
            for wanted in targets.get(atom, ()):
                ratio = over(wanted, m)
                if len(ratio) <= MOST_GENERATORS and sum(abs(n) for _, n in ratio) <= HIGHEST_DEGREE:
                    counts[ratio] += 1
    ranked = sorted(counts, key=lambda r: (-counts[r], order(r)))
    chosen = [r for r in ranked[: 4 * most] if table.may_multiply(r, free)][:most]
    return chosen if ONE in chosen else [ONE, *chosen]


@dataclass(frozen=True, eq=False)
class Use:
    """A slack with a multiplier, up to a number."""

    slack: Slack
    by: Expr


def columns(
    table: Table,
    slacks: Sequence[tuple[Slack, Scaled | None]],
    goal: Scaled,
    label: Any = 0,
    targets: Block | None = None,
    rounds: int = 2,
) -> list[Column]:
    """Columns for slacks, each with several multipliers.

    Args:
        table: that of their normal forms.
        slacks: with their terms.
        goal: what they are to add up to.
        label: of their rows.
        targets: monomials that multipliers bring others onto, the goal's by default.
        rounds: after each, the monomials that columns brought in are met too.
    """
    wanted: dict[Any, set[Monomial]] = {atom: set(part) for atom, part in (targets or goal.block).items()}
    blocks = [
        (slack, variant)
        for slack, scaled in slacks
        if scaled is not None and any(scaled.block.values())
        for variant in table.variants(scaled, goal)
    ]
    made: dict[tuple[int, Monomial], Column] = {}
    for most in (MOST_MULTIPLIERS, MOST_MULTIPLIERS // 2)[:rounds]:
        fresh: dict[Any, set[Monomial]] = {}
        for n, (slack, scaled) in enumerate(blocks):
            for m in suitable(table, scaled.block, wanted, most, slack.free):
                if (n, m) in made or len(made) >= MOST_COLUMNS:
                    continue
                there = shifted(scaled.block, m, table.relations)
                cost = 1.0 + 0.5 * sum(abs(p) for _, p in m) + 0.05 * sum(map(len, scaled.block.values()))
                strict = slack.strict and all(table.sign(g) == 2 for g, _ in m)
                by = table.meaning(m) * table.spelt(scaled.by) / table.spelt(goal.by)
                made[n, m] = Column(Use(slack, by), rows(there, label), slack.free, cost, strict)
                for atom, part in there.items():
                    fresh.setdefault(atom, set()).update(part)
        for atom, new in fresh.items():
            wanted.setdefault(atom, set()).update(sorted(new, key=order)[:MOST_MET])
    return list(made.values())


ONE_SLACK = Slack((S.One,), False, True)
"""One is positive."""


def combination(goal: Relation, context: Context, slacks: Sequence[Slack], using: Sequence[Fact] = ()) -> Fact | None:
    """The goal from a combination of the slacks, with equations put in; None where there is none."""
    table = Table(context, using)
    chosen = [*slacks, ONE_SLACK] if goal.op != "=" else list(slacks)
    first, *others = table.scaled([difference(goal), *(s.term for s in chosen)])
    if first is None:
        return None
    pairs = list(zip(chosen, others, strict=True))
    for start in table.widened(first, others):
        found = solved(rows(start.block), columns(table, pairs, start), goal.op == ">")
        if found is not None:
            break
    else:
        return None
    terms = [(Rational(v.numerator, v.denominator) * column.what.by, column.what.slack) for column, v in found]
    return combined(goal, context, terms, using)


def combined(
    goal: Relation,
    context: Context,
    terms: Sequence[tuple[Expr, Slack]],
    using: Sequence[Fact] = (),
    because: Sequence[Fact] = (),
) -> Fact | None:
    """The goal with these multipliers, if the core agrees; signs are shown by facts on numbers and by the last ones."""
    sides = [*context.sides, *because]
    made: list[tuple[Any, Any]] = []
    for multiplier, slack in terms:
        first, *rest = slack.parts
        if rest and multiplier != 1:
            scaled = _scaled(first, multiplier, context)
            if scaled is None:
                return None
            made.append((scaled, rest[0]))
        elif rest:
            made.append((first, rest[0]))
        else:
            made.append((multiplier, first))
    try:
        theorem = combine(
            goal,
            [(_plain(a), _plain(b)) for a, b in made],
            [f.theorem for f in using],
            [f.theorem for f in sides],
        )
    except (KernelError, IllFormed):
        return None
    premises = tuple(dict.fromkeys([p for pair in made for p in pair if isinstance(p, Fact)] + [*using, *sides]))

    def code(spell: Any, names: Sequence[str]) -> str:
        called = dict(zip(premises, names, strict=True))
        pairs = ", ".join(
            "(" + ", ".join(called[p] if isinstance(p, Fact) else spell(p) for p in pair) + ")" for pair in made
        )
        rest = [f"[{', '.join(called[f] for f in part)}]" for part in (using, sides)]
        return f"combine({spell(goal)}, [{pairs}], {rest[0]}, {rest[1]})"

    return context.settled(Fact(theorem, code, premises))


def _plain(part: Any) -> Any:
    return part.theorem if isinstance(part, Fact) else part


def _scaled(part: Any, multiplier: Expr, context: Context) -> Fact | Expr | None:
    if not isinstance(part, Fact):
        return multiplier * part
    relation = part.conclusion
    assert isinstance(relation, Relation)
    return combined(
        Relation("=" if relation.op == "=" else "≥", multiplier * difference(relation), 0),
        context,
        [(multiplier, Slack.of(part))],
    )
