"""What of a statement would be read otherwise than it is held: a proof would show something else than a reader sees."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from sympy import Basic, Expr, Float, S, Symbol

from verify.language.binding import open_binder, sort_of, spaces
from verify.language.formulas import Formula, Relation
from verify.language.names import kind_of
from verify.language.nodes import Fun, Pt, Vec

_CONSTANTS = {S.Pi: ("pi", "π"), S.Exp1: ("e", "E")}
"""How numbers are shown that have names."""
_GREEK = {
    unicodedata.name(letter).split()[-1].lower().replace("lamda", "lambda"): letter
    for letter in "αβγδεζηθικλμνξοπρστυφχψω"
}
"""Letters by the names that are shown as letters."""


def misread(formulas: Sequence[Formula]) -> Iterator[str]:
    """In one line each, what readers of these formulas, side by side, would take for something else."""
    for formula in formulas:
        yield from _floats(formula)
        yield from _captured(formula)
    yield from _lookalikes(formulas)
    yield from _bare(formulas)


def check_sorts(formula: Formula) -> None:
    """Refuses a formula with sides that are no terms.

    Raises:
        IllFormed: for a product of two vectors, and whatever else mixes sorts.
    """
    for relation in formula.atoms(Relation):
        sort_of(relation.lhs), sort_of(relation.rhs)


def _floats(formula: Formula) -> Iterator[str]:
    for number in sorted(formula.atoms(Float), key=str):
        yield f"{formula} has the float {float(number)}: a fraction is written Rational(1, 2), or as S(1)/2"


def _captured(term: Basic) -> Iterator[str]:
    """Binders that bind nothing, though their variable stands in their scope: another one there has taken it."""
    opened = open_binder(term)
    for v in opened[0] if opened else ():
        inside = opened[1] if opened else []
        if not any(v in t.free_symbols for t in inside) and any(v in t.atoms(Symbol) for t in inside):
            yield f"in {term} every {v} belongs to the inner sum or quantifier: the outer one needs another name"
    for part in term.args:
        yield from _captured(part)


def _lookalikes(formulas: Iterable[Formula]) -> Iterator[str]:
    """Two variables that are shown alike, and variables that are shown as a constant is."""
    seen: dict[str, Symbol] = {}
    used = {symbol for formula in formulas for symbol in formula.atoms(Symbol) - spaces(formula)}
    for symbol in sorted(used, key=lambda s: (s.name, kind_of(s))):
        name = _shown(symbol.name)
        other = seen.setdefault(name, symbol)
        if other != symbol:
            kinds = " and ".join(f"{kind_of(s)} {s.name}" for s in (other, symbol))
            yield f"two variables are shown as {name}: {kinds}; they need to be one, or to have two names"
    for constant, names in _CONSTANTS.items():
        name = next((n for n in names if n in seen), "")
        if name and any(formula.has(constant) for formula in formulas):
            yield f"a variable is shown as the constant {constant} is: {seen[name].name} needs another name"


def _shown(name: str) -> str:
    stem, _, rest = name.partition("_")
    return _GREEK.get(stem, stem) + ("_" + rest if rest else "")


def _bare(formulas: Iterable[Formula]) -> Iterator[str]:
    """Vectors and points that stand with and without indices."""
    heads: dict[Basic, set[bool]] = {}
    for term in (term for formula in formulas for term in formula.atoms(Vec, Pt, Fun)):
        indices: Sequence[Expr] = term.args[1 if isinstance(term, Pt) else 2 :]
        heads.setdefault(term.args[0], set()).add(bool(indices))
    for head in (head for head, ways in heads.items() if len(ways) > 1):
        yield f"{head} stands with an index and without one: is it one vector, or a family of them?"
