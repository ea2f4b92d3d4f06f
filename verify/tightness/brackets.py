"""The ratio of what happens to what a bound promises, between an exact instance and a proved bound.

Of `promise ≥ truth` the ratio is truth/promise. An instance certifies it from below: the rule `witness` shows there
that c·promise is too little. A proof certifies it from above: the claim's own says that the ratio is at most 1, a
theorem `c·promise ≥ truth` under the same hypotheses that it is at most c. Where both are negative at an instance, what
is promised is −truth, and what happens is −promise: the same bound, of what is positive.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flint import arb
from sympy import Expr, Rational, S

from verify.author import kernel
from verify.author.kernel import Theorem
from verify.balls.evaluate import Undefined, Unsupported, enclose, working_precision
from verify.claims.family import Over
from verify.language.tables import as_family
from verify.language.terms import Formula, Relation, eq, ge, gt, text
from verify.normal_forms.coordinates import read
from verify.normal_forms.ground import decided, exact_value
from verify.normal_forms.replacement import as_term, replaced, variable

PLACES = 9
"""Decimal places of the constants that are certified."""

PRECISION = 256


class NoRatio(ValueError):
    """The instance gives no ratio; the message says why."""


@dataclass(frozen=True)
class Bracket:
    """The ratio at one instance, certified from below.

    `found` is the ratio itself where `attained` (which is then 1), else a constant that `theorem` shows to be too
    small. `ratio` is a float next to it, `promise` and `truth` are the exact sides. Where both are negative they are
    `turned`: what is promised is −truth.
    """

    found: Rational
    attained: bool
    ratio: float
    promise: Expr
    truth: Expr
    theorem: Theorem
    turned: bool = False


def bracket(
    given: Sequence[Formula],
    bound: Relation,
    at: Mapping[Any, Any],
    met: Sequence[Theorem] = (),
    *,
    plainly: bool = False,
) -> Bracket:
    """The ratio at an exact assignment, certified from below.

    Args:
        given: the hypotheses, all of which the assignment must be shown to meet.
        bound: promise ≥ truth.
        at: the assignment, as for the rule `witness`.
        met: theorems that meet the schemas among the hypotheses there.
        plainly: leave promise and truth as they come where enclosures tell them apart: their normal forms may take
            long, and are only shown.

    Raises:
        NoRatio: where promise and truth are neither both positive nor both negative.
        KernelError: when the assignment is not shown to meet the hypotheses.
    """
    sides = _sides(bound, at)
    turned = _are_negative(sides)
    if turned:
        bound, sides = ge(-bound.rhs, -bound.lhs), (-sides[1], -sides[0])
    promise, truth = sides
    found = _enclosed(sides) if plainly else None
    if found is None or not found < 1:
        promise, truth = _positive(sides)
        if decided(eq(promise, truth)) is True:
            shown = kernel.witness(given, gt(bound.lhs, bound.rhs), at, met)
            return Bracket(S.One, True, 1.0, promise, truth, shown, turned)
        found = _quotient((promise, truth))
    with working_precision(PRECISION):
        constant, near = _below(found), float(found.mid())
    shown = kernel.witness(given, ge(constant * bound.lhs, bound.rhs), at, met)
    return Bracket(constant, False, near, promise, truth, shown, turned)


def check_met(given: Sequence[Formula], at: Mapping[Any, Any]) -> None:
    """Refuses an assignment at which a hypothesis is certainly false: what is not decided is left to the kernel.

    Raises:
        NoRatio: with the hypothesis, and what it reads there.
        KernelError: when the assignment does not give it a value.
    """
    mapping = {variable(k): as_term(as_family(variable(k), v)) for k, v in at.items()}
    values, hypotheses, _, _ = read([*given, eq(0, 1)], mapping)
    for hypothesis, parts in zip(given, hypotheses, strict=True):
        made, _ = replaced(list(parts), values, [])
        for part in made:
            if decided(part) is False:
                raise NoRatio(f"the instance must meet {hypothesis}, and {part} is false")


def ratio(bound: Relation, at: Mapping[Any, Any]) -> float:
    """Truth over promise at an assignment, in floats: for choosing among instances, as nothing is certified.

    Raises:
        NoRatio: where promise and truth are neither both positive nor both negative.
        KernelError: when the assignment does not give both a value.
    """
    sides = _sides(bound, at)
    if _are_negative(sides):
        sides = (-sides[1], -sides[0])
    found = _enclosed(sides)
    return float((_quotient(_positive(sides)) if found is None else found).mid())


def above(given: Sequence[Formula], bound: Relation, over: Over, value: Any) -> tuple[Any, Theorem] | None:
    """The constant that suffices for this value of the parameter, with its theorem; None where none is given.

    Raises:
        KernelError: when the theorem does not say that.
    """
    if over.above is None:
        return None
    constant, theorem = over.above(value)
    pinned = over.pinned(value) if over.pinned else ()
    kernel.proves(theorem, [*given, *pinned], ge(constant * bound.lhs, bound.rhs))
    return constant, theorem


def _are_negative(sides: tuple[Expr, Expr]) -> bool:
    """Whether promise and truth are shown to be below zero."""
    try:
        return all(enclose(side, {}, PRECISION) < 0 for side in sides)
    except (Undefined, Unsupported):
        return all(decided(gt(0, exact_value(side))) is True for side in sides)


def _enclosed(sides: tuple[Expr, Expr]) -> arb | None:
    """Truth over promise, enclosed as they come; None where that cannot be done.

    Raises:
        NoRatio: where promise or truth is surely not positive.
    """
    try:
        promise, truth = (enclose(side, {}, PRECISION) for side in sides)
    except (Undefined, Unsupported):
        return None
    if promise < 0 or truth < 0 or promise == 0 or truth == 0:
        raise NoRatio("promise and truth must be positive, or both negative, at the instance")
    with working_precision(PRECISION):
        return truth / promise if promise > 0 and truth > 0 else None


def _quotient(values: tuple[Expr, Expr]) -> arb:
    with working_precision(PRECISION):
        return enclose(values[1], {}, PRECISION) / enclose(values[0], {}, PRECISION)


def _positive(sides: tuple[Expr, Expr]) -> tuple[Expr, Expr]:
    """Promise and truth in normal form."""
    promise, truth = map(exact_value, sides)
    if decided(gt(promise, 0)) is not True or decided(gt(truth, 0)) is not True:
        shown = f"{text(promise)} and {text(truth)}"
        raise NoRatio(f"promise and truth must be positive, or both negative, at the instance, not {shown}")
    return promise, truth


def _sides(bound: Relation, at: Mapping[Any, Any]) -> tuple[Expr, Expr]:
    """Promise and truth at the assignment, as they come."""
    mapping = {variable(k): as_term(as_family(variable(k), v)) for k, v in at.items()}
    values, _, _, (goal,) = read([bound], mapping)
    (made,), _ = replaced([goal], values, [])
    return made.lhs, made.rhs


def _below(ratio: arb) -> Rational:
    """A decimal of `PLACES` places next to the ratio and certainly less than it."""
    end = (ratio * 10**PLACES).lower().floor().unique_fmpz()
    if end is None:
        raise NoRatio(f"the ratio is enclosed too widely: {ratio}")
    whole = int(end)
    return Rational(whole if arb(whole) < ratio * 10**PLACES else whole - 1, 10**PLACES)


def decimal(constant: Rational, places: int = PLACES) -> str:
    """A number that is a decimal of so many places, in full; another as it is."""
    if not constant.is_Rational or (constant * 10**places).q != 1:
        return text(constant)
    whole = int(constant * 10**places)
    return f"{whole // 10**places}.{whole % 10**places:0{places}d}".rstrip("0").rstrip(".")
