"""A second look at a zero test: evaluate the unreduced term in balls at random points of its domain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import Any

from sympy import Add, Expr, Integral, Symbol, srepr

from verify.balls.evaluate import Undefined, Unsupported, enclose
from verify.language.terms import Formula, Fun, IllFormed, Inner, Relation, difference, sort_of, substitute
from verify.normal_forms.calculus import evaluate_derivatives
from verify.normal_forms.normalizer import Normalizer

POINTS = 4
_TRIES = 60


class Disagreement(ArithmeticError):
    """The zero test said zero and an enclosure excludes it: one of the two is wrong."""


def decide_zero(goal: Relation, known: Iterable[Formula], equations: Iterable[Formula], total: Any = 0) -> str:
    """Decides lhs − rhs = total, and checks the decision by ball evaluation; the note says at how many points.

    Raises:
        IllFormed: where it is not decided.
    """
    return _decided(goal, tuple(known), tuple(equations), total)


@lru_cache(maxsize=1 << 12)
def _decided(goal: Relation, known: tuple[Formula, ...], equations: tuple[Formula, ...], total: Any) -> str:
    """Remembered: where the proof of a changed claim goes on as that of the claim itself, it asks the same."""
    table = Normalizer(known, equations)
    if sort_of(goal.lhs) == "point":
        if table.point(goal.lhs) != table.point(goal.rhs):
            raise IllFormed(f"the points of {goal} are not shown to agree")
        return "by congruence"
    left = {k: c for k, c in table.components(difference(goal) - total).items() if c != 0}
    if left:
        rest = Add(*(table.meaning_of(c) * k for k, c in left.items()))
        raise IllFormed(f"not shown to be zero in {goal}: remains {rest}")
    return f"checked in balls at {crosscheck(table, difference(goal) - total)} points"


class _Random(Mapping[Any, Any]):
    """A random value for every atom: rational, of the declared sign, the same for the same atom."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def __contains__(self, atom: object) -> bool:
        return isinstance(atom, Symbol | Fun | Inner | Integral)

    def __getitem__(self, atom: Any) -> Fraction | int:
        if atom not in self:
            raise KeyError(atom)
        digest = sha256(f"{self._seed} {srepr(atom)}".encode()).digest()
        draw = Random(digest)
        if getattr(atom, "is_integer", False):
            return draw.randint(1, 4)
        size = Fraction(draw.randint(1, 999), draw.choice((500, 1000, 2000)))
        return size if atom.is_nonnegative or draw.random() < 0.7 else -size

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __len__(self) -> int:
        return 0


def crosscheck(table: Normalizer, term: Any) -> int:
    """At how many random points an enclosure of the unreduced `term` contains zero.

    The table has just reduced the term to zero; equations and the linear algebra of vectors and sums have been
    applied on both paths, the arithmetic of generators (cancellation, relations between sines, roots, …) only there.

    Raises:
        Disagreement: where an enclosure excludes zero.
    """
    plain, _ = evaluate_derivatives(term)
    if sort_of(plain) in ("scalar", "zero"):
        pieces: list[Expr] = [table.raw(plain)]
    else:
        pieces = list(table.vector(plain).values())
    spelt = [table.meaning_of(piece) for piece in pieces]
    return sum(_agrees(expression, seed) for seed, expression in enumerate(spelt))


def _agrees(expression: Expr, offset: int) -> int:
    good = 0
    for seed in range(_TRIES):
        values = _Random(1000 * offset + seed)
        indices = {s: values[s] for s in expression.free_symbols if isinstance(s, Symbol) and s.is_integer}
        try:
            enclosure = enclose(substitute(expression, indices), values)
        except (Undefined, ZeroDivisionError):
            continue
        except Unsupported:
            return good
        if not enclosure.contains(0):
            raise Disagreement(f"the zero test and ball arithmetic disagree on {expression} (seed {seed})")
        good += 1
        if good == POINTS:
            break
    return good
