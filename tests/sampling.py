"""Of long lists of like cases, and of drawn examples, a few are tried in every run, and all by `pytest -m slow`.

Beside what is here there is `@pytest.mark.spread(step)`: of the cases of a test, whatever they are made of, the first
is tried in every run and each so manieth after it, and the others are slow; with `spread(step, first)` those before
that number too. Where parameters are stacked the step should have no factor in common with the length of an inner
list, or some of its members are never tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from hypothesis import settings

LEAST = 10
"""So many examples, or all where there are not so many, are drawn in every run."""


def every(step: int, rows: Iterable[Any], ids: Sequence[str] | None = None) -> list[Any]:
    """Parameters of a test: each row whose number step divides, and the others marked slow."""
    made = []
    for number, row in enumerate(rows):
        values, name = (row if isinstance(row, tuple) else (row,)), ids[number] if ids else None
        made.append(pytest.param(*values, id=name, marks=[pytest.mark.slow] if number % step else []))
    return made


def amounts(few: int, many: int) -> list[Any]:
    """Parameters of a test that tries so many cases: few in every run, and many where slow tests run."""
    return every(2, [few, many])


class Run:
    """What is asked of this run, as `conftest.py` finds it."""

    ordinary = True
    """Whether slow tests are left out."""


def drawn(many: int, step: int = 5) -> Callable[[Any], Any]:
    """A test by so many drawn examples: in the ordinary run by a fifth of them, and by all where slow tests run."""
    if Run.ordinary:
        return settings(max_examples=max(min(many, LEAST), many // step))
    return lambda test: pytest.mark.slow(settings(max_examples=many)(test))


def spread(items: Iterable[pytest.Item]) -> None:
    """Marks as slow those cases of tests with the mark `spread` that are not tried in every run."""
    before: Counter[str] = Counter()
    for item in items:
        mark = item.get_closest_marker("spread")
        if mark is None or item.get_closest_marker("slow"):
            continue
        test = item.nodeid.partition("[")[0]
        step, first = (*mark.args, 0)[:2]
        if before[test] < first or (before[test] - first) % step:
            item.add_marker("slow")
        before[test] += 1
