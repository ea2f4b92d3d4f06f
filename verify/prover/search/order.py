"""The moves of the search in the order in which they are tried, with what they cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from sympy.polys.polyerrors import BasePolynomialError

from verify.core.nodes import Refused
from verify.prover.goal import Goal
from verify.prover.search import (
    arguments,
    cauchy,
    completed,
    contacts,
    cumulants,
    diagonals,
    divided,
    eliminated,
    equations,
    exponential_sums,
    exponentials,
    factor_means,
    forms,
    fractional,
    gaps,
    half_differences,
    homogeneous,
    infinity,
    jensen,
    log_sums,
    logarithm_forms,
    majorized,
    means,
    normalised,
    outcomes,
    pairs,
    radicals,
    reciprocals,
    root_means,
    separable,
    separated,
    shares,
    slacks,
    slope_minorants,
    slopes,
    substitutions,
    tangents,
    triangles,
    waves,
    weighted_means,
    whole_angles,
)
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples

T = TypeVar("T")
STUMBLES = (
    TypeError, ValueError, ArithmeticError, NotImplementedError, AttributeError, LookupError, RecursionError,
    BasePolynomialError, Refused,
)  # fmt: skip
FIRST = (
    normalised.tangents,
    fractional.in_lowest_terms,
    fractional.quotients,
    logarithm_forms.collected,
    *reciprocals.MOVES,
    tangents.at_tangent,
    log_sums.below_tangents_of_powers,
    means.means,
    *majorized.MOVES,
    shares.shares,
    *outcomes.MOVES,
    slope_minorants.integrals,
    factor_means.below,
    root_means.between,
    cauchy.below_one_root,
    *cumulants.MOVES,
    tangents.powers_above_tangents,
    weighted_means.between,
    weighted_means.alone,
    *exponential_sums.MOVES,
    half_differences.as_variable,
)
"""Moves that are seen to help before any work goes into a goal."""
EARLY = (
    substitutions.one_ratio,
    forms.scaled,
    *radicals.MOVES,
    *tangents.MOVES,
    log_sums.below_tangents_of_sums,
    contacts.touched,
    contacts.tangents,
    jensen.tangents,
)
"""Ways to take a term apart that are tried before any other move."""


def plain_moves(goal: Goal, samples: Samples) -> Iterator[tuple[float, Move]]:
    """Moves that hardly ever lead astray; while little may be spent, the first that there is, is the only one tried."""
    for cost, found in (
        (0.0, triangles.half_angles(goal)),
        (0.0, triangles.conditions(goal)),
        (0.0, whole_angles.conditions(goal)),
        (0.2, whole_angles.doubled(goal)),
        (0.2, whole_angles.quotients(goal, samples)),
        (0.0, waves.sums(goal)),
        (0.1, waves.alone(goal, samples)),
        (0.0, exponentials.of_one_sign(goal)),
        (0.0, forms.identities(goal, samples)),
        (0.1, diagonals.logarithms_from_equal(goal, samples)),
        (0.1, diagonals.products_from_equal(goal, samples)),
        (0.0, equations.compared_logarithms(goal, samples)),
        (0.0, forms.independent(goal, samples)),
        (0.1, separable.summands(goal, samples)),
        (0.1, separable.equal_shares(goal, samples)),
        (0.1, separated.multiples(goal, samples)),
        (0.1, separable.chords(goal, samples)),
        (0.0, forms.tidied(goal, samples)),
        (0.1, forms.scaled(goal, samples)),
        (0.1, homogeneous.multiples(goal, samples)),
        (0.1, homogeneous.homogenized(goal, samples)),
        (0.1, diagonals.from_equal(goal, samples)),
        (0.1, gaps.by_powers(goal, samples)),
        (0.1, gaps.above_the_least(goal, samples)),
        (0.1, completed.square(goal, samples)),
        (0.1, pairs.pairs(goal, samples)),
        (0.1, eliminated.ends(goal)),
        (0.1, eliminated.alone(goal, samples)),
        (0.1, divided.remainders(goal, samples)),
        (0.1, separable.alone(goal)),
        (0.1, equations.solved(goal, samples)),
        (0.1, equations.compared_exponents(goal)),
        (0.1, slopes.evident(goal, samples)),
        (0.1, forms.differences(goal, samples)),
        (0.1, slopes.turned(goal, samples)),
        (0.1, forms.complements(goal, samples)),
        (0.2, iter(()) if forms.is_isolated(goal) or separable.is_apart(goal) else forms.factored(goal, samples)),
        (0.2, substitutions.conjugates(goal, samples)),
        (0.2, substitutions.combined(goal, samples)),
        (0.2, arguments.alone(goal, samples)),
        (0.3, substitutions.centred(goal, samples)),
        (0.3, slacks.slacks(goal)),
        (0.4, weighted_means.by_size_of_exponents(goal, samples)),
        (0.4, forms.products_of_powers(goal, samples)),
        (0.5, substitutions.ratios(goal, samples)),
        (0.5, forms.powers(goal, samples)),
        (0.4, exponentials.values_of_several(goal)),
        (0.5, substitutions.roots(goal)),
        (0.5, substitutions.inner(goal)),
        (0.5, substitutions.symmetric_pairs(goal)),
    ):
        for move in steady(found):
            yield cost, move


def options(goal: Goal, samples: Samples, *, early: bool) -> Iterator[tuple[float, Move]]:
    """The moves with what they cost, the cheap ones first; what is not asked for is not looked for."""
    sources: list[tuple[float, Iterator[Move]]] = [
        (0.3, equations.contradictions(goal, samples)),
        (waves.price(goal), waves.angles(goal)),
        (0.35, substitutions.whole_turns(goal)),
        (0.5, triangles.sines(goal)),
        (0.8, waves.products(goal, samples)),
        (0.6, contacts.tangents_along(goal, samples)),
        (0.9, slopes.ends_of_conditions(goal, samples)),
        (0.4, waves.normal_forms(goal)),
        (0.5, waves.values(goal)),
        (0.9, substitutions.bounded_waves(goal)),
        (1.0, slopes.monotone(goal, samples)),
        (1.0, substitutions.half_angles(goal)),
        (1.0, forms.logarithms(goal, samples)),
        (1.45, infinity.far(goal)),
        (1.1, exponentials.as_exponentials(goal)),
        (1.1, exponentials.exponential_values(goal)),
        (1.2, radicals.surds(goal, samples)),
        (1.2, slopes.turning_points(goal, samples)),
        (1.2, slopes.turning_curves(goal, samples)),
        (1.2, contacts.curves(goal, samples)),
        (0.4 if early else 1.5, infinity.ends(goal)),
        (1.4, slopes.touching_points(goal, samples)),
        (1.4, forms.quotients(goal, samples)),
        (1.5, substitutions.squares(goal)),
        (1.5, substitutions.coordinates(goal)),
        (1.6, forms.other_forms(goal)),
        (1.6, slopes.concave(goal, samples)),
        (1.7, substitutions.bounded_functions(goal)),
        (1.8, substitutions.halves_of_the_line(goal)),
    ]
    for cost, found in sorted(sources, key=lambda pair: pair[0]):
        for move in steady(found):
            yield cost, move


def steady(source: Iterator[T]) -> Iterator[T]:
    """The moves of a source up to one at which a computer algebra system stumbles."""
    try:
        yield from source
    except STUMBLES:
        return
