"""Families that an instance gives by a list, told at every index at which the formulas ask for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from sympy import Basic, Integer, Lambda, S, Sum, Symbol, Tuple, simplify

from verify.language.binding import open_binder
from verify.language.tables import shown
from verify.language.terms import ForAll, Formula, Fun, Pt, Vec, substitute, text
from verify.normal_forms import ground

MOST = 60
"""Entries of a list that is made longer; of a longer one the formula is told."""

LONGEST = 60
"""Letters of a member; where one has more the formula is told."""

_MOST_PLACES = 10_000

_Places = set[tuple[int, ...]] | None
"""Indices at which a family is asked for; None where that cannot be told."""
_Use = tuple[Any, _Places]

_Ranges = Mapping[Symbol, range | None]
"""What bound integers go through; None where that is not known, or has no end."""


def completed(values: Mapping[Any, Any], formulas: Iterable[Formula]) -> dict[Any, Any]:
    """The values, where a list ends before the formulas do with its next members, or with its formula.

    A list is continued by the formula that it stands for, and a reader who does not see that cannot check what is said.
    """
    lists = {head: value for head, value in values.items() if hasattr(value, "entries")}
    asked: dict[Any, _Places] = {}
    for formula in formulas if lists else ():
        for head, places in _uses(formula, {}, values):
            before = asked.get(head, set())
            asked[head] = None if places is None or before is None else before | places
    return {head: _told(lists[head], asked.get(head, set())) if head in lists else x for head, x in values.items()}


def _told(value: Any, asked: _Places) -> Any:
    plain = Lambda(value.signature, value.expr)
    first, last = value.first, value.first + len(value.entries) - 1
    if asked is None or (len(value.signature) > 1 and any(not 1 <= n <= len(value.entries[0]) for _, n in asked)):
        return plain
    lo, hi = (end(first, *(place[0] for place in asked)) for end in (min, max)) if asked else (first, last)
    hi = max(hi, last)
    if (lo, hi) == (first, last):
        return value
    if hi - lo >= MOST:
        return plain
    entries = list(value.entries)
    for n in (*range(last + 1, hi + 1), *range(first - 1, lo - 1, -1)):
        entry = _entry(value, n)
        if len(text(Tuple(entry))) > LONGEST:  # far from the places that it goes through a polynomial grows
            return plain
        entries.insert(len(entries) if n > last else 0, entry)
    return shown(plain, entries, lo)


def _entry(value: Any, n: int) -> Any:
    """The member at an index, of two indices the row."""
    if len(value.signature) > 1:
        return tuple(simplify(value(n, place)) for place in range(1, len(value.entries[0]) + 1))
    found = value(n)
    return tuple(map(simplify, found)) if isinstance(found, Tuple) else simplify(found)


def _uses(term: Basic, ranges: _Ranges, values: Mapping[Any, Any]) -> Iterator[_Use]:
    """The heads with a list that are applied to indices, and at which; None where that cannot be told."""
    opened = open_binder(term)
    if opened is None:
        if isinstance(term, Fun | Vec | Pt) and hasattr(values.get(term.args[0]), "entries"):
            indices = term.args[1 if isinstance(term, Pt) else 2 :]
            yield term.args[0], _places(indices, ranges, values)
        for part in term.args:
            yield from _uses(part, ranges, values)
        return
    bound, inside, outside, _ = opened
    there = {**ranges, **{v: _range(term, v, ranges, values) for v in bound}}
    for part in inside:
        yield from _uses(part, there, values)
    for part in outside:
        yield from _uses(part, ranges, values)


def _range(binder: Basic, v: Symbol, ranges: _Ranges, values: Mapping[Any, Any]) -> range | None:
    if isinstance(binder, Sum):  # whose ends may depend on what goes through a range itself
        lo, hi = (_places([end], ranges, values) for end in binder.args[-1][1:])
        if lo is None or hi is None:
            return None
        return range(min(n for (n,) in lo), max(n for (n,) in hi) + 1) if lo and hi else range(0)
    if isinstance(binder, ForAll) and v.is_integer:
        numbers = {x: n for x, n in values.items() if type(x) is Symbol and x != v and x not in ranges}
        ends = ground.integers(v, [substitute(f, numbers) for f in binder.given])
        return None if ends is None else range(ends[0], ends[1] + 1)
    return None


def _places(indices: Sequence[Any], ranges: _Ranges, values: Mapping[Any, Any]) -> _Places:
    """The indices at all points of the ranges; an index may be made of numbers and families that have values."""
    used = sorted({v for index in indices for v in index.free_symbols} & ranges.keys(), key=str)
    rows = [row for v in used if (row := ranges[v]) is not None]
    if len(rows) < len(used) or prod(max(0, row.stop - row.start) for row in rows) > _MOST_PLACES:
        return None
    given = {v: x for v, x in values.items() if v not in used}
    found = set()
    for point in product(*rows):
        there = dict(zip(used, map(Integer, point), strict=True))
        at = [_number(S(index).xreplace(there), given) for index in indices]
        if not all(n.is_Integer for n in at):
            return None
        found.add(tuple(map(int, at)))
    return found


def _number(index: Any, values: Mapping[Any, Any]) -> Any:
    """An index at a point, with the values of what it is made of."""
    return index if index.is_Integer else S(substitute(index, values))
