"""Programs in floats that propose: a linear one, with exact multipliers on what it chose, and one in whole numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

MISSING = "a search for proofs needs scipy: pip install -c constraints.txt -e '.[search]', where the toolkit is"

Rows = Mapping[Any, Fraction]

TINY = 1e-9
"""A multiplier below it is taken for zero."""

LEAST = 1 / 16
"""What the strict columns must have together, where a strict inequality is wanted."""


def available() -> bool:
    """Whether scipy can be imported."""
    return find_spec("scipy") is not None


def prepared() -> None:
    """Imports what searches use of scipy, before a time limit that would break the import off, and for good."""
    if available():
        import_module("scipy.optimize")


@dataclass(frozen=True, eq=False)
class Column:
    """What may be used with a multiplier: its rows, what it costs, whether its multiplier may have any sign."""

    what: Any
    rows: Rows
    free: bool = False
    cost: float = 1.0
    strict: bool = False


def solved(goal: Rows, columns: Sequence[Column], strictly: bool = False) -> list[tuple[Column, Fraction]] | None:
    """Exact multipliers of few columns whose sum is the goal; None where none are found."""
    from scipy.optimize import linprog  # an extra, and half a second to import  # noqa: PLC0415
    from scipy.sparse import coo_array  # noqa: PLC0415

    columns = [c for c in columns if c.rows]
    keys = {key: n for n, key in enumerate(dict.fromkeys([*goal, *(k for c in columns for k in c.rows)]))}
    if not keys:
        return []
    signs = [(c, 1) for c in columns] + [(c, -1) for c in columns if c.free]
    if not signs:
        return None
    entries = [(keys[k], n, s * float(v)) for n, (c, s) in enumerate(signs) for k, v in c.rows.items()]
    rows, places, values = zip(*entries, strict=True)
    matrix = coo_array((values, (rows, places)), shape=(len(keys), len(signs))).tocsr()
    right = np.zeros(len(keys))
    for k, v in goal.items():
        right[keys[k]] = float(v)
    more: dict[str, Any] = {}
    if strictly:
        more = {"A_ub": np.array([[-1.0 if c.strict else 0.0 for c, _ in signs]]), "b_ub": np.array([-LEAST])}
    found = linprog([c.cost for c, _ in signs], A_eq=matrix, b_eq=right, method="highs-ds", **more)
    if found.status != 0 or found.x is None:
        return None
    chosen = dict.fromkeys(c for (c, _), x in zip(signs, found.x, strict=True) if x > TINY)
    return _exact(goal, list(chosen), LEAST if strictly else None)


def whole(
    costs: Sequence[float], most: int, limits: Sequence[tuple[Any, float, float]], nodes: int
) -> list[int] | None:
    """Whole multipliers of the least cost, each at most so large; None where none were found.

    Args:
        costs: of the columns, one for each multiplier.
        most: the largest multiplier.
        limits: matrices, with what each row of their products with the multipliers is between.
        nodes: of the search, after which it ends: work, not time.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp  # as above  # noqa: PLC0415

    found = milp(
        np.asarray(costs),
        integrality=np.ones(len(costs)),
        bounds=Bounds(0, most),
        constraints=[LinearConstraint(*limit) for limit in limits],
        options={"node_limit": nodes},
    )
    return None if found.x is None else [int(n) for n in np.rint(found.x)]


def _exact(goal: Rows, columns: Sequence[Column], least: float | None) -> list[tuple[Column, Fraction]] | None:
    """The multipliers that solve it, by elimination; None where they do not, or one has the wrong sign."""
    keys = list(dict.fromkeys([*goal, *(k for c in columns for k in c.rows)]))
    table = [[*(c.rows.get(k, Fraction(0)) for c in columns), goal.get(k, Fraction(0))] for k in keys]
    if least is not None:
        table.append([*(Fraction(int(c.strict)) for c in columns), Fraction(least)])
    width, pivots, row = len(columns), list[int](), 0
    for column in range(width):
        pivot = next((r for r in range(row, len(table)) if table[r][column]), None)
        if pivot is None:
            continue
        table[row], table[pivot] = table[pivot], table[row]
        scale = table[row][column]
        table[row] = [v / scale for v in table[row]]
        for r in range(len(table)):
            if r != row and table[r][column]:
                times = table[r][column]
                table[r] = [v - times * w for v, w in zip(table[r], table[row], strict=True)]
        pivots.append(column)
        row += 1
    if any(line[-1] for line in table[row:]):
        return _exact(goal, columns, None) if least is not None else None
    values = dict.fromkeys(range(width), Fraction(0)) | {p: table[r][-1] for r, p in enumerate(pivots)}
    if any(v < 0 and not columns[n].free for n, v in values.items()):
        return None
    return [(columns[n], v) for n, v in values.items() if v]
