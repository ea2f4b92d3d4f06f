"""How a claim's formulas are shown: with the paper's abbreviations, explained once, and ∃ as ∃.

What is decided is the formulas without them. Each formula that is shown is unfolded again when the claim is made, and
must be the one that is decided: so nothing is shown that says something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from typing import Any

from sympy import Add, Basic, Mul, S

from verify.exists import ANYTHING, AT_LEAST_NOTHING, Exists, listed
from verify.terms import Formula, IllFormed, alpha, substitute, text

LONGEST = 240
"""Letters of a formula with its numbers; a longer one is shown without them."""


class Displayed:
    """The abbreviations of a claim, by name, and what it says exists, if it does."""

    def __init__(self, where: Mapping[Any, Any], exists: Exists | None) -> None:
        self._names = [(S(name), S(meaning)) for name, meaning in where.items()]
        self._exists = exists

    @property
    def where(self) -> list[tuple[Any, Any]]:
        """Each abbreviation and what it stands for, written with those that come after it."""
        return [(name, _folded(meaning, self._names[n + 1 :])) for n, (name, meaning) in enumerate(self._names)]

    def formula(self, decided: Formula) -> Formula:
        """A formula with the abbreviations.

        Raises:
            IllFormed: where it would say something else than what is decided.
        """
        if decided == AT_LEAST_NOTHING and self._exists is not None:
            decided = self._exists
        if not self._names:
            return decided
        shown = _folded(decided, self._names)
        again = reduce(lambda formula, pair: formula.xreplace(dict([pair])), self._names, shown)
        if alpha(again) != alpha(decided):
            raise IllFormed(f"where: with the abbreviations, {decided} would read {shown}")
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
            return [self._line(line, formula) for line, formula in told]
        hypotheses = [self._line(line, f) for line, f in told if f not in (self._exists.promise, states)]
        return [*hypotheses, f"but there is none: {self._nothing(self._exists, values)}"]

    def met(self, lines: Sequence[str], given: Sequence[Formula]) -> list[str]:
        """The lines of an instance that meets the hypotheses, as they are shown."""
        told = zip(lines, given, strict=True)
        return [self._line(line, f) for line, f in told if self._exists is None or f != self._exists.promise]

    def assignment(self, values: Mapping[Any, Any]) -> dict[str, str]:
        """The values of a counterexample, in words."""
        return {str(variable): text(value) for variable, value in values.items() if variable != ANYTHING}

    def _line(self, line: str, formula: Formula) -> str:
        but = "but not " if line.startswith("but not ") else ""
        written = f"{but}{formula}: "
        if not line.startswith(written):
            return line
        numbers = line.removeprefix(written)
        if len(numbers) > LONGEST and not but:
            return f"{self.formula(formula)}: shown by a theorem about these values"
        return f"{but}{self.formula(formula)}: {numbers}"

    def _nothing(self, exists: Exists, values: Mapping[Any, Any]) -> str:
        """That nothing satisfies the formulas, at the values of the counterexample where that is short."""
        said = listed((str(self.formula(f)) for f in exists.formulas), exists.formulas)
        with suppress(IllFormed):  # a field, or a point in coordinates, is replaced by the core alone
            there = listed(map(text, substitute(exists.promise, values).given), exists.formulas)
            said = there if len(there) <= LONGEST else said
        return f"no {', '.join(v.name for v in exists.variables)} with {said}"


def _folded(term: Any, names: Sequence[tuple[Any, Any]]) -> Any:
    """The term with every name in the place of what it stands for."""
    return reduce(lambda made, pair: _with(made, *pair), names, term)


def _with(term: Any, name: Any, meaning: Any) -> Any:
    if term == meaning:
        return name
    if not isinstance(term, Basic) or not term.args:
        return term
    args = [_with(part, name, meaning) for part in term.args]
    made = term if all(a is b for a, b in zip(args, term.args, strict=True)) else term.func(*args)
    for kind in (Add, Mul):
        if isinstance(made, kind) and isinstance(meaning, kind):
            made = _with_part(made, name, meaning, kind)
    return made


def _with_part(term: Any, name: Any, meaning: Any, kind: type) -> Any:
    """A sum or product of which some terms or factors make up what the name stands for, or a multiple of a sum."""
    first = meaning.args[0]
    ratios = {S.One} if kind is Mul else {part / first for part in term.args if (part / first).is_Rational}
    for ratio in sorted(ratios, key=lambda r: (abs(r), r)):
        parts = [S(ratio) * part for part in meaning.args] if kind is Add else list(meaning.args)
        if set(parts) <= set(term.args):
            rest = [part for part in term.args if part not in parts]
            return kind(*rest, S(ratio) * name if kind is Add else name)
    return term
