"""From floats to small exact numbers: candidates rounded, made simpler, and confirmed by the kernel."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from sympy import Integer, Rational, acos, count_ops, pi

from verify.hunt.space import MANY, Coordinate, FloatArray, Score, Space
from verify.hunt.trials import merit
from verify.prover.alarm import OutOfTime, limited, worked

if TYPE_CHECKING:
    from verify.author.kernel import Theorem

TABLE = 256
"""Exact numbers of a coordinate that are tried one after the other."""

DENOMINATORS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 50, 64, 100, 1000, 10**4, 10**6, 10**9)
"""How fine a number is rounded, the coarsest first; the last resort is the float itself, an exact binary fraction."""

MARGIN = 1e-3
"""By how much hypotheses are met, relatively, where that can be had: the kernel settles a strict inequality sooner."""

SPARING = 4
"""Roundings near which that is looked for."""

SLIGHT = 1e-9
"""The least violation, in floats, of what a confirmed instance is replaced by."""

STRANGE = 16.0
"""How much more complicated a number is that circular functions are taken of, where it is no simple angle."""

LONGEST = 1e9
"""Seconds that are as good as no limit."""

SOON = 5.0
"""Seconds that the kernel has for an instance at first, at most."""

WORTH_IT = 8.0
"""How much simpler an instance has to be to ask the kernel again."""


@dataclass(frozen=True)
class Confirmed:
    """Exact coordinates of an instance, the whole assignment, and the kernel's theorem that the claim fails there."""

    values: tuple[Any, ...]
    theorem: Theorem


@functools.lru_cache(maxsize=4096)
def approximate(number: Any) -> float:
    """The float nearest to an exact real number."""
    return float(number)


def complexity(number: Any) -> float:
    """How much there is to write in an exact number: 0 has none, then 1 and -1, small integers, small fractions."""
    if number.is_Rational:
        p, q = int(number.p), int(number.q)
        return math.log2(1 + abs(p)) + 2.0 * math.log2(q) + (0.25 if p < 0 else 0.0)
    return 3.0 + float(count_ops(number)) + math.fsum(map(complexity, number.atoms(Rational)))


def cost(coordinate: Coordinate, number: Any) -> float:
    """The complexity of a number in a place; the sine of a number is hard to reason about, that of an angle is not."""
    plain = not coordinate.angular or number == 0 or (number / pi).is_Rational or number.has(acos)
    return complexity(number) + (0.0 if plain else STRANGE)


@functools.lru_cache(maxsize=1024)
def simple_numbers(coordinate: Coordinate) -> tuple[Any, ...]:
    """Exact numbers in the range of a coordinate, the simplest first: those that it names, integers, fractions."""
    low, high = coordinate.low, coordinate.high
    named = dict.fromkeys(c for c in coordinate.near if low <= approximate(c) <= high)
    found: dict[Any, None] = {}
    for q in (1,) if coordinate.integral else range(1, TABLE):
        first, last = math.ceil(low * q), math.floor(high * q)
        centre = min(max(0, first), last)
        reach = max(last - centre, centre - first, 0)
        for step in range(min(reach, TABLE) + 1):
            for p in dict.fromkeys((centre + step, centre - step)):
                if first <= p <= last and math.gcd(p, q) == 1:
                    found[Rational(p, q)] = None
        if len(found) >= TABLE:
            break
    whole = sorted(dict.fromkeys([*named, *found]), key=lambda c: cost(coordinate, c) - (1.0 if c in named else 0.0))
    return tuple(whole[:TABLE])


def roundings(coordinate: Coordinate, value: float) -> Iterator[Any]:
    """Exact numbers near a float, ever finer, one for each of `DENOMINATORS` and the float's own value at last."""
    if coordinate.integral:
        yield from [Integer(round(value))] * (len(DENOMINATORS) + 1)
        return
    for limit in DENOMINATORS:
        made = Fraction(value).limit_denominator(limit) or _least(coordinate, limit)
        bound = 0.25 / limit
        near = min(coordinate.near, key=lambda c: abs(approximate(c) - value), default=None)
        if near is not None and abs(approximate(near) - value) < bound:
            yield near
        else:
            yield Rational(made.numerator, made.denominator)
    exact = Fraction(value)
    yield Rational(exact.numerator, exact.denominator)


def _least(coordinate: Coordinate, limit: int) -> Fraction:
    """Zero, or where the numbers of the coordinate are positive the least one of such a denominator."""
    return Fraction(1, limit) if coordinate.low > 0 else Fraction(0)


def arcs(coordinate: Coordinate, value: float) -> Iterator[Any]:
    """What `roundings` gives, but of an angle the arc cosines, up to its sign and half turns, of numbers near its own.

    A sine or cosine of a small fraction is no simple number: the kernel expands it in those of a smaller one.
    """
    for limit, number in zip((*DENOMINATORS, 1 << 52), roundings(coordinate, value), strict=True):
        if not coordinate.angular or coordinate.integral or not number.is_Rational:
            yield number
            continue
        turns = math.floor(value / math.pi)
        cosine = Fraction(math.cos(value - turns * math.pi)).limit_denominator(limit)
        made = acos(Rational(cosine.numerator, cosine.denominator)) + turns * pi
        yield made if coordinate.low <= approximate(made) <= coordinate.high else number


def candidates(space: Space, values: FloatArray) -> list[tuple[Any, ...]]:
    """Exact instances near a float one, (coordinates,), that still meet the hypotheses and break the claim in floats.

    The first is made as simple as it gets with a violation of a fair size; then come one with arc cosines, and one that
    meets the hypotheses with something to spare, if there are such and to look for it is not dear, and roundings, the
    coarsest first.
    """
    if not space.coordinates:
        return [()]
    coordinates = list(zip(space.coordinates, map(float, values), strict=True))
    plain, curved = (list(zip(*(way(c, x) for c, x in coordinates), strict=True)) for way in (roundings, arcs))
    levels = list(dict.fromkeys(level for both in zip(plain, curved, strict=True) for level in both))
    excess = merits(space, levels) - 1.0
    kept = [level for level, over in zip(levels, excess, strict=True) if over > 0.0]
    if not kept:
        return []
    floor = fair_size(float(excess.max()))
    fair = [level for level, over in zip(levels, excess, strict=True) if over >= floor]
    simplest = simplified(space, fair[0], floor)
    starts = [simplest, *fair[:SPARING]] if space.samples <= MANY else []
    spared = [made for start in starts for made in _simpler(space, start, floor, MARGIN, math.inf)[:1]]
    bent = [level for level in fair if level in curved and level not in plain][:1]
    return list(dict.fromkeys([simplest, *bent, *sorted(spared, key=lambda v: weight(space, v))[:1], *kept]))


def fair_size(excess: float) -> float:
    """The violation that is to be left of one when the instance is made simpler."""
    return min(excess / 4.0, 0.01)


def simplified(space: Space, values: tuple[Any, ...], floor: float) -> tuple[Any, ...]:
    """The instance with one number after another replaced by a simpler one, the violation kept above `floor`."""
    while better := _simpler(space, values, floor):
        values = better[0]
    return values


def _simpler(
    space: Space, values: tuple[Any, ...], floor: float, margin: float = 0.0, most: float = 0.0
) -> list[tuple[Any, ...]]:
    """Instances with another number in one place that break the claim by `floor`, the simplest first.

    Only those whose weight grows by less than `most`, and that meet the hypotheses with `margin` to spare.
    """
    tries = [
        (*values[:row], new, *values[row + 1 :])
        for row, (coordinate, old) in enumerate(zip(space.coordinates, values, strict=True))
        for new in dict.fromkeys([*simple_numbers(coordinate), *roundings(coordinate, approximate(old))])
        if cost(coordinate, new) < cost(coordinate, old) + most
    ]
    holds = merits(space, tries, margin) - 1.0 >= floor
    return sorted((made for made, held in zip(tries, holds, strict=True) if held), key=lambda v: weight(space, v))


def weight(space: Space, values: tuple[Any, ...]) -> float:
    """The complexity of an instance."""
    return sum(map(cost, space.coordinates, values))


def merits(space: Space, instances: Sequence[tuple[Any, ...]], margin: float = 0.0) -> FloatArray:
    """The merits of exact instances, in floats, (instances,); hypotheses met by less than `margin` count as failing."""
    if not instances:
        return np.empty(0)
    batch = np.array([[approximate(x) for x in instance] for instance in instances]).T
    with np.errstate(all="ignore"):
        score = space.score(batch.reshape(len(space.coordinates), len(instances)))
        return merit(Score(score.ratio, score.slack - margin))


def confirm(
    space: Space,
    instances: Sequence[tuple[Any, ...]],
    attempts: int,
    stands: Callable[[Theorem], bool],
    seconds: float = math.inf,
) -> Confirmed | None:
    """The first of the exact instances that the kernel confirms with a theorem that `stands`, of at most so many.

    What takes the kernel long waits until the others have been tried, each with a small share of the seconds; then one
    instance may take half of them: what is exact may be too large to be decided. A complicated one is made simpler as
    far as the kernel soon confirms that too.
    """
    until = worked() + seconds
    waiting = list(instances[:attempts])
    for patience in (min(SOON, seconds / (attempts + 2)), seconds / 2):
        late = []
        for values in waiting:
            left = until - worked()
            if left <= 0.0:
                return None
            try:
                with limited(min(patience, left, LONGEST)):
                    found = _confirmed(space, values, stands)
            except OutOfTime:
                late.append(values)
                continue
            if found is not None:
                return _made_simple(space, found, attempts, stands, until)
        waiting = late
    return None


def _made_simple(
    space: Space, found: Confirmed, attempts: int, stands: Callable[[Theorem], bool], until: float
) -> Confirmed:
    left = attempts
    while left and worked() < until:
        worth = weight(space, found.values) - WORTH_IT
        simpler = [v for v in _simpler(space, found.values, SLIGHT) if weight(space, v) <= worth]
        for made in simpler[:left]:
            left -= 1
            with suppress(OutOfTime), limited(SOON):
                if (again := _confirmed(space, made, stands)) is not None:
                    found = again
                    break
        else:
            break
    return found


def _confirmed(space: Space, values: tuple[Any, ...], stands: Callable[[Theorem], bool]) -> Confirmed | None:
    theorem = space.confirm(values)
    return Confirmed(values, theorem) if theorem is not None and stands(theorem) else None
