"""How a claim's formulas are shown: with the paper's abbreviations, explained once, and ∃ as ∃.

What is decided is the formulas without them. Each formula that is shown is unfolded again when the claim is made, and
must be the one that is decided: so nothing is shown that says something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from sympy import S, Symbol, Tuple

from verify.balls.evaluate import Undefined, Unsupported
from verify.balls.ordered import first_digits
from verify.claims.at_each import at_each
from verify.claims.beyond import completed
from verify.language.abbreviations import Abbreviation, folded, texts, unfolded
from verify.language.exists import ANYTHING, AT_LEAST_NOTHING, Exists
from verify.language.tables import in_words
from verify.language.terms import (
    ForAll,
    Formula,
    Fun,
    IllFormed,
    Pt,
    Relation,
    Vec,
    alpha,
    free_variables,
    substitute,
    text,
)

LONGEST = 240
"""Letters of a formula with its numbers; a longer one is shown with decimals, or without numbers."""


SHORT = 60
"""Letters in which what holds "for all …" is told at an instance; in more only where the core has more for it."""


class Displayed:
    """The abbreviations of a claim, by name, and what it says exists, if it does."""

    def __init__(self, where: Mapping[Any, Any], exists: Exists | None) -> None:
        self._names = [Abbreviation(S(name), S(meaning)) for name, meaning in where.items()]
        if len({name.text for name in self._names}) < len(self._names):
            raise IllFormed(f"where: one name has two meanings; {', '.join(map(str, where))} must be different names")
        self._exists: Exists | None = exists and unfolded(exists, self._names)
        self._written: dict[Formula, Formula] = {}
        self._shown: dict[tuple[Any, str], Any] = {}

    @property
    def names(self) -> dict[Any, Any]:
        """What each abbreviation stands for."""
        return {a.name: a.meaning for a in self._names}

    @property
    def promised(self) -> tuple[Formula, ...]:
        """The hypothesis that stands for an ∃, if there is one."""
        return (self._exists.promise,) if self._exists is not None else ()

    def where(self, formulas: Iterable[Formula]) -> list[tuple[Any, Any]]:
        """Each abbreviation that these formulas are shown with, and what it stands for, in terms of those after it."""
        said: list[Any] = [self.formula(f) for f in formulas]
        used = []
        for n, a in enumerate(self._names):
            if any(term.has(a.head) for term in said):
                meaning = folded(a.meaning, self._names[n + 1 :])
                said.append(meaning)
                used.append((a.name, meaning))
        return used

    def is_used(self, formulas: Iterable[Formula]) -> bool:
        """Whether one of these formulas is shown with an abbreviation; those that were written with one are."""
        heads, seen = [a.head for a in self._names], list(formulas)
        return any(f in self._written for f in seen) or any(self.formula(f).has(*heads) for f in seen)

    def decided(self, written: Formula) -> Formula:
        """What is decided where this is written, which may have the names; it is shown as it was written."""
        formula: Formula = unfolded(written, self._names)
        if formula != written:
            self._written[formula] = written
            self._shown.clear()
        return formula

    def formula(self, decided: Formula) -> Formula:
        """A formula of the claim with the abbreviations, and with ∃ where it stands for one."""
        return self.step(self._exists if decided == AT_LEAST_NOTHING and self._exists is not None else decided)

    def step(self, decided: Any) -> Any:
        """A formula of a proof with the abbreviations, but for those with which it would say something else.

        A name that is shown as a variable of the formula is, as it may be in an axiom, is none of them there.
        A proof has the same formulas in many steps; each is looked through once, as it is written.
        """
        if not self._names:
            return decided
        key = (decided, str(decided))
        if key not in self._shown:
            self._shown[key] = self._with_names(decided)
        return self._shown[key]

    def _with_names(self, decided: Any) -> Any:
        taken = texts(decided)
        names = [name for name in self._names if name.text not in taken]
        shown = self._written.get(decided, decided)
        for name in names:
            made = folded(shown, [name])
            with suppress(IllFormed):  # an argument of the name has a variable that is bound in the meaning
                if made is not shown and alpha(unfolded(made, names)) == alpha(decided):
                    shown = made
        return shown

    def given(self, hypotheses: Iterable[Formula]) -> list[Formula]:
        """The hypotheses, less the one that stands for an ∃."""
        return [self.formula(f) for f in hypotheses if self._exists is None or f != self._exists.promise]

    def numbers(
        self, lines: Sequence[str], given: Sequence[Formula], states: Formula, values: Mapping[Any, Any]
    ) -> list[str]:
        """The lines of a counterexample, with its formulas as they are shown; that nothing exists is the last."""
        told = zip(lines, (*given, states), strict=True)
        if self._exists is None or states != AT_LEAST_NOTHING:
            return [self._line(line, formula, values) for line, formula in told]
        hypotheses = [self._line(line, f, values) for line, f in told if f not in (self._exists.promise, states)]
        return [*hypotheses, f"but there is none: {self._nothing(self._exists, values)}"]

    def met(self, lines: Sequence[str], given: Sequence[Formula], values: Mapping[Any, Any]) -> list[str]:
        """The lines of an instance that meets the hypotheses, as they are shown."""
        told = zip(lines, given, strict=True)
        return [self._line(line, f, values) for line, f in told if self._exists is None or f != self._exists.promise]

    def assignment(self, values: Mapping[Any, Any], formulas: Iterable[Formula]) -> dict[str, str]:
        """The values of a counterexample, in words, of the variables that the formulas have."""
        formulas = list(formulas)
        theirs = set().union(*map(free_variables, formulas)) - {ANYTHING}
        names = [text(variable) for variable in theirs]
        told = completed(values, formulas)
        return {
            str(variable): in_words(value, names, _indices_of(variable, formulas))
            for variable, value in told.items()
            if variable in theirs
        }

    def _line(self, line: str, formula: Formula, values: Mapping[Any, Any]) -> str:
        but = "but not " if line.startswith("but not ") else ""
        written = f"{but}{formula}: "
        if not line.startswith(written):
            return line
        numbers = line.removeprefix(written)
        told = at_each(formula, values) if isinstance(formula, ForAll) else None
        if told is not None and len(told) <= max(SHORT, len(numbers)):
            numbers = told
        if len(numbers) > LONGEST and not but:
            return f"{self.formula(formula)}: holds for these values"
        if len(numbers) > LONGEST:
            numbers = _in_decimals(formula, values) or numbers
        return f"{but}{self.formula(formula)}: {numbers}"

    def _nothing(self, exists: Exists, values: Mapping[Any, Any]) -> str:
        """That nothing satisfies the formulas, at the values of the counterexample where that is short."""
        said = self.step(exists).with_conditions(text)
        with suppress(IllFormed):  # a field, or a point in coordinates, is replaced by the core alone
            schema = substitute(exists.promise, values)
            there = Exists(schema.variables, schema.given).with_conditions(text)
            said = there if len(there) <= LONGEST else said
        return f"no {said}"


def _indices_of(head: Any, formulas: Iterable[Formula]) -> list[str]:
    """The names of the indices with which a family first stands in the formulas, where these are variables."""
    for formula in formulas:
        for term in sorted((t for t in formula.atoms(Fun, Vec, Pt) if t.args[0] == head), key=str):
            indices = term.args[1 if isinstance(term, Pt) else 2 :]
            if len(set(indices)) == len(indices) and all(isinstance(v, Symbol) and v.is_integer for v in indices):
                return [text(v) for v in indices]
    return []


def _in_decimals(formula: Formula, values: Mapping[Any, Any]) -> str | None:
    """That the relation is false, its sides as the first digits of their values, or None where there are none.

    Vectors, given by their coordinates, do not take the places of vectors in terms.
    """
    if not isinstance(formula, Relation) or any(value.has(Tuple) for value in values.values()):
        return None
    try:
        there = substitute(formula, values)
        left, sign, right = there.written
        first, second = first_digits(left, right)
    except (IllFormed, Undefined, Unsupported):
        return None
    return f"{first} {sign} {second} is false"
