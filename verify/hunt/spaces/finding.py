"""The spaces of a claim, sizes growing and functions taking turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any

import numpy as np
from sympy import Integer, Symbol

from verify.claims.claim import Claim
from verify.hunt.climb import climb
from verify.hunt.space import NoInstances, Space
from verify.hunt.spaces.choosing import Choosing
from verify.hunt.spaces.grounding import Grounding, Ungrounded
from verify.hunt.spaces.instances import Impossible, Instances
from verify.hunt.spaces.models import Model, models
from verify.hunt.spaces.signature import Signature, signature
from verify.language.terms import Formula, IllFormed, Predicate, Relation

LARGEST = 4
"""The largest size that is tried."""

LENGTHS = (
    (6, False), (12, False), (12, True), (25, False), (50, False), (9, False), (25, True), (18, False), (36, False),
    (50, True),
)  # fmt: skip
"""The sizes of long runs, and whether some of several sizes are half as long."""

MOST_MEMBERS = 330
"""The largest product of two sizes."""

SHORT = 2
"""How many small spaces come before each long one."""

MOST_LONG = 2
"""How many long ones are looked at for the next that has instances."""

FUNCTIONS = 3
"""Choices of functions for each combination of long sizes."""

LEVELS = 9
"""The largest sum of sizes that is tried."""

PROBES = 2000
"""How many instances are tried to see whether any meets the hypotheses."""

ASCENT = 512, 16
"""How many instances are drawn, and how far it is gone from the best of them, where none did by chance."""

DEAR = 1000
"""Samples of a space's schemas from which on fewer are tried."""

MOST_DOUBTFUL = 200
"""How many spaces in which none did are kept for last."""

TURN = 4
"""How many choices of functions one combination of sizes gets before the others have theirs; but one at first."""


def found(claim: Claim) -> Iterator[Space]:
    """The spaces of a claim, the most promising first.

    Raises:
        NoInstances: where there is none.
    """
    if not any(isinstance(s, Relation) for s in claim.states):
        raise NoInstances(f"claim {claim.id}: it states no relation between numbers or vectors that could fail")
    try:
        kinds = signature([*claim.given, *claim.states])
    except IllFormed as error:
        raise NoInstances(f"claim {claim.id}: {error}") from None
    some = False
    doubtful: list[Space] = []
    waiting: list[Iterator[Space | None]] = []
    far = _long(claim, kinds)
    since = 0
    levels = iter(_levels(claim, kinds))
    exhausted = False
    while waiting or not exhausted:
        level = next(levels, None)
        exhausted = level is None
        new = level or []
        waiting += new
        for combination in list(waiting):
            tried, turn = 0, 1 if combination in new else TURN
            for space in islice(combination, turn):
                tried += 1
                if space is not None and _is_met(space):
                    some = True
                    since += 1
                    yield space
                elif space is not None and len(doubtful) < MOST_DOUBTFUL:
                    doubtful.append(space)
            if tried < turn:
                waiting.remove(combination)
            if since >= SHORT:
                since = 0
                yield from islice((space for space in islice(far, MOST_LONG) if space is not None), 1)
    yield from (space for space in far if space is not None)
    yield from doubtful
    if not some and not doubtful:
        raise NoInstances(f"claim {claim.id}: no small instance meets its hypotheses")


def _long(claim: Claim, kinds: Signature) -> Iterator[Space | None]:
    """The spaces of long runs: some sizes are long, the others 1 or 2; None for each that has none."""
    streams = [_of_length(claim, kinds, length, halved) for length, halved in LENGTHS]
    while streams:
        for stream in list(streams):
            space = next(stream, stream)
            if space is stream:
                streams.remove(stream)
            elif not isinstance(space, Iterator):
                yield space


def _of_length(claim: Claim, kinds: Signature, length: int, halved: bool) -> Iterator[Space | None]:
    for sizes in _long_sizes(kinds.sizes, length, halved):
        for combination in _combinations(claim, kinds, sizes, (1, 2), long=True):
            for space in islice(combination, FUNCTIONS):
                yield space if space is not None and _is_met(space) else None


def _long_sizes(symbols: Sequence[Symbol], length: int, halved: bool) -> Iterator[dict[Symbol, Any]]:
    """Sizes of which some are long, and, as is said, some half as long or none; the others are 2 and 1."""
    half = length // 2
    every = product((length, *([half] if halved else []), 2, 1), repeat=len(symbols))
    for values in sorted(every, key=lambda values: sum(value in (1, 2) for value in values)):
        *_, second, first = (1, 1, *sorted(values))
        if length in values and (half in values) == halved and first * second <= MOST_MEMBERS:
            yield {s: Integer(v) for s, v in zip(symbols, values, strict=True)}


def _is_met(space: Space) -> bool:
    """Whether one of a few instances meets the hypotheses, drawn at random or on a short ascent from these.

    An ascent comes to where samples of schemas are barely met, so that is not for these.
    """
    random, count = np.random.default_rng(0), PROBES if space.samples < DEAR else PROBES // 8
    rows = [random.uniform(c.low, c.high, count) for c in space.coordinates]
    for row, c in zip(rows, space.coordinates, strict=True):
        near = np.array([float(x) for x in c.near] or [c.low])
        chosen = random.random(count) < 0.7
        first = np.minimum(random.geometric(0.25, count) - 1, len(near) - 1)
        row[:] = np.where(chosen, near[first], np.round(row) if c.integral else row)
    score = space.score(np.array(rows).reshape(len(rows), count))
    if np.any((score.slack >= 0) & ~np.isnan(score.ratio)):
        return True
    return space.samples == 0 and climb(space, np.random.SeedSequence(0), *ASCENT).met > 0


def _levels(claim: Claim, kinds: Signature) -> Iterator[list[Iterator[Space | None]]]:
    """For each sum of sizes, the spaces of each of its combinations."""
    for level in range(LEVELS + 1):
        combinations: list[Iterator[Space | None]] = []
        for sizes in _sizes(kinds.sizes, level):
            combinations += _combinations(claim, kinds, sizes, (1, 2, 3))
        yield combinations


def _combinations(
    claim: Claim, kinds: Signature, sizes: dict[Symbol, Any], dimensions: Sequence[int], long: bool = False
) -> Iterator[Iterator[Space | None]]:
    """For each model of the predicates and each dimension, the spaces of these sizes."""
    for model in _models([f for f in claim.given if isinstance(f, Predicate)], sizes):
        those = [model.dimension] if model.dimension else dimensions if kinds.vectorial else [1]
        for n in those:
            yield _combination(claim, kinds, n, {**sizes, **model.values}, model, long)


def _sizes(symbols: Sequence[Symbol], total: int) -> Iterator[dict[Symbol, Any]]:
    for values in product(range(LARGEST + 1), repeat=len(symbols)):
        if sum(values) == total:
            yield {s: Integer(v) for s, v in zip(symbols, values, strict=True)}


def _models(predicates: Sequence[Predicate], sizes: dict[Symbol, Any]) -> Iterator[Model]:
    """The combinations of models of all the predicates that agree with one another and with the sizes."""
    if not predicates:
        yield Model()
        return
    first, *rest = predicates
    own = list(models(first)) or [Model()]
    for other in _models(rest, sizes):
        for model in own:
            values = {**other.values, **model.values}
            agree = all(
                values[h] == v for part in (other.values, model.values, sizes) for h, v in part.items() if h in values
            )
            dimensions = {m.dimension for m in (model, other)} - {None}
            if agree and len(dimensions) < 2:
                words = " and ".join(w for w in (model.words, other.words) if w)
                formulas = [*model.formulas, *other.formulas]
                yield Model(words, next(iter(dimensions), None), values, formulas)


def _combination(
    claim: Claim, kinds: Signature, n: int, fixed: dict[Symbol, Any], model: Model, long: bool
) -> Iterator[Space | None]:
    """The spaces of one combination of sizes, dimension and models; None for each choice that has no instances."""
    formulas: list[Formula] = [f for f in claim.given if not isinstance(f, Predicate)] + model.formulas
    grounding = Grounding(kinds, n, fixed)
    if not all(grounding.allows(f) for f in formulas):
        return
    for choice in Choosing(kinds, formulas, n, fixed).choices():
        try:
            yield Instances(claim, kinds, formulas, n, choice, long)
        except (Impossible, Ungrounded, IllFormed, TypeError, ArithmeticError):  # as numbers that are too large
            yield None
