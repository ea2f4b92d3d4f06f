"""What a statement might have been meant to say: one thing changed in it, the smallest changes first."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product, zip_longest
from typing import Final

from sympy import Rational, S

from verify.claims.claim import Claim
from verify.language.exists import ANYTHING
from verify.language.terms import Formula, Relation, text
from verify.repair.conditions import conditions
from verify.repair.restating import rephrased
from verify.repair.throughout import throughout

MOST_PAIRS: Final = 400
"""Pairs of changes that are made after the single ones."""

FIRST: Final = 30
"""Changes of a kind that pairs are made of."""

TWICE: Final = 0.6
"""How much larger a change is that is made in two places: a slip may be repeated."""

Statement = tuple[tuple[Formula, ...], tuple[Formula, ...]]
Scaled = Callable[[Rational], Statement | None]


@dataclass(frozen=True)
class Change:
    """A changed statement.

    size: how large the change is; words: what it is; scaled: of a constant, the statement as a function of the factor
    that is put at it, which is `factor` here; is_single: whether it is no pair of changes.
    """

    size: float
    words: str
    given: tuple[Formula, ...]
    states: tuple[Formula, ...]
    scaled: Scaled | None = None
    factor: Rational = S.One
    is_single: bool = True

    def kind(self, claim: Claim) -> tuple[bool, bool]:
        """Whether it changes the hypotheses, and whether the statement: what one kind gives the other does not."""
        return self.given != claim.given, self.states != claim.states

    @property
    def place(self) -> str:
        """Where a constant is changed, the same for all factors; empty for other changes."""
        return self.words.partition(" times ")[2] if self.scaled is not None else ""

    def of(self, claim: Claim) -> Claim:
        """The claim with this change, unregistered and without steps."""
        changed = claim.replace(given=self.given, states=list(self.states))
        changed.id = f"{claim.id}.repaired"
        changed.steps = ()
        return changed

    def at(self, factor: Rational) -> Change | None:
        """The same constant with another factor; None where that says nothing."""
        made = None if self.scaled is None else self.scaled(factor)
        if made is None:
            return None
        return replace(self, words=f"{factor} times {self.place}", given=made[0], states=made[1], factor=factor)


def changes(claim: Claim) -> Iterator[Change]:
    """Single changes of a claim, then pairs of one of the hypotheses and one of the statement; none twice.

    Of single ones those of the hypotheses and those of the statement take turns, so that neither waits for all of the
    others, which may be many; of each kind the smallest come first.
    """
    given, states = claim.given, claim.states
    of_given = sorted((Change(size, words, made, states) for size, words, made in _given(given, states)), key=_size)
    first: list[Change] = []
    of_states = iter(()) if claim.displayed.promised else _kept(_by_size(given, states), first)
    seen: set[Statement] = {(given, states)}
    for change in (one for two in zip_longest(of_states, of_given) for one in two if one is not None):
        if (change.given, change.states) not in seen:
            seen.add((change.given, change.states))
            yield change
    pairs = [
        Change(a.size + b.size, f"{a.words}; {b.words}", a.given, b.states, is_single=False)
        for a, b in product(of_given[:FIRST], first)
    ]
    for change in sorted(pairs, key=_size)[:MOST_PAIRS]:
        if (change.given, change.states) not in seen:
            seen.add((change.given, change.states))
            yield change


def _size(change: Change) -> float:
    return change.size


def _given(given: tuple[Formula, ...], states: tuple[Formula, ...]) -> Iterator[tuple[float, str, tuple[Formula, ...]]]:
    """Hypotheses with one more, or with one that says more, or another thing."""
    for n, formula in enumerate(given):
        if not isinstance(formula, Relation):
            continue
        for size, relation in _other_relations(formula):
            yield size, f"for {relation} in place of {formula}", (*given[:n], relation, *given[n + 1 :])
    for size, words, made in throughout(given):
        yield size, words, made
    for size, formula in conditions(given, states):
        if ANYTHING not in formula.free_symbols:  # it stands for an ∃, of which nothing is known
            said = str(formula)
            yield size, said if said.startswith("for all ") else f"for {said}", (*given, formula)


def _other_relations(formula: Relation) -> Iterator[tuple[float, Relation]]:
    """A hypothesis made strict, turned round, or with the other sign of a side."""
    if formula.op == "≥":
        yield 1.2, formula.func(">", formula.lhs, formula.rhs)
    if formula.op in ("≥", ">"):
        yield 3.0, Relation(formula.op, formula.rhs, formula.lhs)
        yield 3.1, Relation("=", formula.lhs, formula.rhs)
        if formula.rhs != 0 and formula.lhs != 0:
            yield 3.1, Relation(formula.op, formula.lhs, -formula.rhs)


def _kept(made: Iterator[Change], first: list[Change]) -> Iterator[Change]:
    """The changes, of which the first are written down."""
    for change in made:
        if len(first) < FIRST:
            first.append(change)
        yield change


def _by_size(given: tuple[Formula, ...], states: tuple[Formula, ...]) -> Iterator[Change]:
    """Statements with one formula changed, or left out, the smallest changes first; those made twice when they are due.

    To look for the second place of each takes longer than all else, and most are never asked for.
    """
    once = sorted(_states(given, states), key=lambda made: made[0].size)
    due: deque[tuple[Change, int]] = deque()
    for change, n in once:
        while due and due[0][0].size + TWICE < change.size:
            yield from _again(given, *due.popleft())
        yield change
        if n is not None:
            due.append((change, n))
    while due:
        yield from _again(given, *due.popleft())


def _states(given: tuple[Formula, ...], states: tuple[Formula, ...]) -> Iterator[tuple[Change, int | None]]:
    """Statements with one formula changed in one place, or left out; and which, if it may be changed so once more."""
    for n, formula in enumerate(states):
        before, after = states[:n], states[n + 1 :]
        if len(states) > 1:
            yield Change(2.95, f"without {formula}", given, (*before, *after)), None
        for size, words, made, scaled, factor in rephrased(formula):
            if made in states:
                continue
            whole = None if scaled is None else _within(given, before, after, scaled)
            replaced = words.partition(" for ")[2].partition(",")[0] if scaled is None else ""
            repeats = n if replaced and replaced in text(made) else None
            yield Change(size, words, given, (*before, made, *after), whole, factor), repeats


def _again(given: tuple[Formula, ...], change: Change, n: int) -> Iterator[Change]:
    """The same slip in another place of a formula in which it was mended once."""
    before, made, after = change.states[:n], change.states[n], change.states[n + 1 :]
    for _, also, twice, _, _ in rephrased(made):
        if also == change.words:
            yield Change(change.size + TWICE, f"{change.words}, twice", given, (*before, twice, *after))


def _within(
    given: tuple[Formula, ...],
    before: tuple[Formula, ...],
    after: tuple[Formula, ...],
    scaled: Callable[[Rational], Formula | None],
) -> Scaled:
    def whole(factor: Rational) -> Statement | None:
        made = scaled(factor)
        return None if made is None else (given, (*before, made, *after))

    return whole
