"""Rules that take the goal apart: products of terms with a sign, sums of terms that are not negative, equal terms."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Mul, expand, sqrt

from verify.prover.defined import Needs, needs
from verify.prover.goal import Goal, Inequality
from verify.prover.rejected import Rejected
from verify.prover.rules.defined_goals import as_defined, nonzero
from verify.prover.rules.plain import vanishes


def _same(goal: Goal, other: Expr) -> None:
    if not vanishes(goal.shows.expr - other, goal):
        raise Rejected(f"it is not certain that {goal.shows.expr} equals {other}")


def product(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """shows = ∏ fᵢ^nᵢ, with a sign for each factor; `factors`: rows [f, n, "+" or "-" or ""], "" for an even power.

    Sound: odd powers have the sign of their factor, even ones are not negative, and positive where the factor is not
    zero, as it is where a negative power is defined; the signs multiply to +.
    """
    rows = data.get("factors")
    if not isinstance(rows, list) or not rows:
        raise Rejected("factors: must be a list of rows [factor, power, sign]")
    negative, left = 0, []
    wanted: list[Needs] = []
    for row in rows:
        f, n, sign = row
        if not (isinstance(f, Expr) and isinstance(n, int) and n != 0 and sign in ("+", "-", "")):
            raise Rejected(f"factors: must be rows [factor, power, sign], not {row}")
        wanted += [*needs(f), nonzero(f)] if n < 0 else needs(f)
        if sign == "":
            if n % 2 or (goal.shows.strict and n > 0):
                raise Rejected(f"the factor {f} needs a sign")
            continue
        negative += n if sign == "-" else 0
        left.append(Goal(goal.variables, goal.given, Inequality(f if sign == "+" else -f, goal.shows.strict and n > 0)))
    if negative % 2:
        raise Rejected("the signs of the factors multiply to -")
    _same(goal, Mul(*(f**n for f, n, _ in rows)))
    return [*as_defined(goal, wanted), *left]


def weighted_sum(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """shows = Σ tᵢ with every tᵢ ≥ 0, and tₖ > 0 for k = `strict` if the goal is strict; `terms`: the tᵢ."""
    terms = data.get("terms")
    if not isinstance(terms, list) or not all(isinstance(t, Expr) for t in terms):
        raise Rejected("terms: must be a list of terms")
    positive = data.get("strict")
    if goal.shows.strict and not (isinstance(positive, int) and 0 <= positive < len(terms)):
        raise Rejected(f"strict: must be the number of a term, not {positive!r}")
    _same(goal, sum(terms, start=0 * goal.shows.expr))
    return [
        *as_defined(goal, [need for t in terms for need in needs(t)]),
        *(
            Goal(goal.variables, goal.given, Inequality(t, goal.shows.strict and n == positive))
            for n, t in enumerate(terms)
        ),
    ]


def rewrite(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """The goal with an equal term, `shows`, and conditions that follow from its own, `given` (rows [term, strict]).

    Sound: the terms are equal where both are defined, the new one is where the old one is, and what meets the old
    conditions meets the new ones.
    """
    other = data.get("shows", goal.shows.expr)
    rows = data.get("given")
    if not isinstance(other, Expr):
        raise Rejected(f"shows: must be a term, not {other!r}")
    _same(goal, other)
    there = as_defined(goal, needs(other))
    if rows is None:
        return [*there, Goal(goal.variables, goal.given, Inequality(other, goal.shows.strict))]
    given = tuple(Inequality(term, bool(strict)) for term, strict in rows)
    fresh = [g for g in given if g not in goal.given]
    there += as_defined(goal, [need for g in fresh for need in needs(g.expr)])
    main = Goal(goal.variables, given, Inequality(other, goal.shows.strict))
    return [*there, *(Goal(goal.variables, goal.given, g) for g in fresh), main]


def surd(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """shows = `a` + `b`·√`c`, by squares: `larger` "a" leaves a ≥ 0 and a² − b²c ≥ 0, "b" b ≥ 0 and b²c − a² ≥ 0.

    Sound: where √c is defined, the larger of |a| and |b|√c decides the sign; of squares it is known which is larger.
    """
    a: Any = data.get("a")
    b: Any = data.get("b")
    c: Any = data.get("c")
    if not all(isinstance(t, Expr) for t in (a, b, c)) or data.get("larger") not in ("a", "b"):
        raise Rejected("a, b, c: must be terms, and larger a or b")
    _same(goal, a + b * sqrt(c))
    gap = expand(a**2 - b**2 * c)
    first, second = (a, gap) if data["larger"] == "a" else (b, -gap)
    return [
        *as_defined(goal, [need for t in (a, b, sqrt(c)) for need in needs(t)]),
        Goal(goal.variables, goal.given, Inequality(first, False)),
        Goal(goal.variables, goal.given, Inequality(second, goal.shows.strict)),
    ]
