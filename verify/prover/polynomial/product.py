"""Products: the sign of a rational function from the signs of its factors.

    goal = (a · Π fᵐ) / (b · Π gⁿ)

Even powers are non-negative by themselves, and a factor of the denominator vanishes nowhere that counts. Each of the
others is shown to have a sign, alone or several together.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from flint import fmpq

from verify.prover.allowance import Allowance
from verify.prover.goal import Goal
from verify.prover.polynomial.reading import (
    Polynomial,
    System,
    Unreadable,
    from_json,
    number,
    part,
    read,
    read_or_reject,
    to_json,
)
from verify.prover.rejected import Rejected

Prove = Callable[[Goal, Allowance], "tuple[str, dict[str, Any]] | None"]
Check = Callable[[Goal, str, dict[str, Any]], None]

_SAMPLES = 60
_TRIES = 4000
_MOST_FOUND = 200
_HOPELESS = 400
"""After so many tries without a point that meets the conditions, as of equations, no more are made."""


def check(goal: Goal, data: dict[str, Any], check_part: Check) -> None:
    """Multiplies the factors out and checks the proof of every sign.

    Raises:
        Rejected: saying what does not hold.
    """
    if set(data) != {"above", "below", "signs"} or not isinstance(data["signs"], list):
        raise Rejected("product: the data must be factors above and below, and signs")
    system = read_or_reject(goal)
    above = _checked_factors(system, data["above"], system.numerator, "numerator")
    below = _checked_factors(system, data["below"], system.denominator, "denominator")
    factors = above[1] + below[1]
    sign = above[0] * below[0]
    needed = {n for n, (_, power) in enumerate(factors) if power % 2}
    if system.strict:
        needed |= set(range(len(above[1])))
    seen: set[int] = set()
    for item in data["signs"]:
        members, side, proof = _checked_sign(item, len(factors))
        odd = {factors[n][1] % 2 for n in members}
        if len(odd) != 1 or seen & set(members):
            raise Rejected("product: signs must be of odd powers or of even ones, each factor once")
        seen |= set(members)
        strict = system.strict and any(n < len(above[1]) for n in members)
        check_part(part(goal, system, _together(system, factors, members, side), strict), proof[0], proof[1])
        if odd == {1}:
            sign = sign * side
    if not needed <= seen:
        raise Rejected(f"product: nothing is said about factor {factors[min(needed - seen)][0]}")
    if not sign > 0:
        raise Rejected("product: the signs make the product negative")


def _checked_factors(
    system: System, data: Any, whole: Polynomial, name: str
) -> tuple[fmpq, list[tuple[Polynomial, int]]]:
    if not (isinstance(data, list) and len(data) == 2 and isinstance(data[1], list)):
        raise Rejected("product: factors must be a constant and a list")
    constant = number(data[0])
    found = []
    total = system.ring.constant(constant)
    for item in data[1]:
        if not (isinstance(item, list) and len(item) == 2 and type(item[1]) is int and 1 <= item[1] <= 1000):
            raise Rejected("product: a factor must be a polynomial and a power")
        f = from_json(system.ring, item[0])
        found.append((f, item[1]))
        total = total * f ** item[1]
    if constant == 0 or total != whole:
        raise Rejected(f"product: the factors do not multiply to the {name}")
    return constant, found


def _checked_sign(item: Any, count: int) -> tuple[list[int], int, list[Any]]:
    if not isinstance(item, dict) or set(item) != {"factors", "sign", "proof"}:
        raise Rejected("product: a sign must name factors, a sign and a proof")
    members, side, proof = item["factors"], item["sign"], item["proof"]
    if not isinstance(members, list) or not members or len(set(map(str, members))) != len(members):
        raise Rejected("product: a sign must be of one factor or of several distinct ones")
    if not all(type(n) is int and 0 <= n < count for n in members) or type(side) is not int or side not in (1, -1):
        raise Rejected("product: a sign must be 1 or -1, of factors by their number")
    if not (isinstance(proof, list) and len(proof) == 2 and isinstance(proof[0], str) and isinstance(proof[1], dict)):
        raise Rejected("product: a proof must be a kind and data")
    return members, side, proof


def _together(system: System, factors: list[tuple[Polynomial, int]], members: list[int], side: int) -> Polynomial:
    whole = system.ring.constant(side)
    for n in members:
        whole = whole * factors[n][0]
    return whole


def propose(goal: Goal, allowed: Allowance, prove: Prove) -> dict[str, Any] | None:
    """Factors, with the sign of each by `prove`; None where the goal does not factor."""
    try:
        system = read(goal)
    except Unreadable:
        return None
    if system.numerator.is_zero():
        return None
    constants, factors = [], []
    for whole in (system.numerator, system.denominator):
        constant, found = whole.factor()
        constants.append(constant)
        factors.append([(f, int(m)) for f, m in found])
    above, below = factors
    if len(above) + len(below) < 2 and all(m == 1 for _, m in above):
        return None
    together = above + below
    points = samples(system, allowed)
    signs: list[dict[str, Any]] = []
    mixed: list[int] = []
    odd = [n for n, (_, m) in enumerate(together) if m % 2]
    share = allowed.left / (2 + len(together))
    for n in odd:
        found_sign = _signed(goal, system, together, [n], points, len(above), prove, allowed.at_most(share))
        if found_sign is None:
            mixed.append(n)
        else:
            signs.append(found_sign)
    if mixed:
        if len(mixed) == len(together):
            return None
        found_sign = _signed(goal, system, together, mixed, points, len(above), prove, allowed.at_most(share))
        if found_sign is None:
            return None
        signs.append(found_sign)
    if system.strict:
        for n in set(range(len(above))) - set(odd):
            found_sign = _signed(goal, system, together, [n], points, len(above), prove, allowed.at_most(share))
            if found_sign is None:
                return None
            signs.append(found_sign)
    sign = constants[0] * constants[1]
    for item in signs:
        sign = sign * item["sign"] if together[item["factors"][0]][1] % 2 else sign
    if not sign > 0:
        return None
    return {
        "above": [str(constants[0]), [[to_json(f), m] for f, m in above]],
        "below": [str(constants[1]), [[to_json(f), m] for f, m in below]],
        "signs": signs,
    }


def _signed(
    goal: Goal, system: System, factors: list[tuple[Polynomial, int]], members: list[int],
    points: list[list[fmpq]], above: int, prove: Prove, allowed: Allowance,
) -> dict[str, Any] | None:  # fmt: skip
    seen = set()
    for p in points:
        value = fmpq(1)
        for n in members:
            value *= factors[n][0](*p)
        seen.add((value > 0) - (value < 0))
    strict = system.strict and any(n < above for n in members)
    for side in (1, -1):
        if -side in seen or (strict and 0 in seen):
            continue
        proof = prove(part(goal, system, _together(system, factors, members, side), strict), allowed)
        if proof is not None:
            return {"factors": members, "sign": side, "proof": list(proof)}
    return None


def samples(system: System, allowed: Allowance) -> list[list[fmpq]]:
    """Some rational points that meet the conditions, where constants and roots of terms are not variables."""
    if system.constants or not all(m.is_Symbol or k > 1 for m, k in zip(system.meanings, system.order, strict=True)):
        return []
    key = (len(system.meanings), *((str(g.polynomial), g.strict) for g in system.known))
    if key not in _found:
        if len(_found) >= _MOST_FOUND:
            _found.clear()
        _found[key] = _samples(system)
    tries, points = _found[key]
    allowed.spend(2e-5 * tries)  # whether they were known or not, so that the same is found
    return points


_found: dict[tuple[object, ...], tuple[int, list[list[fmpq]]]] = {}
"""The points by the conditions, which are the same for all goals that come up as roots and factors are taken away."""


def _samples(system: System) -> tuple[int, list[list[fmpq]]]:
    """The points, and how many were tried."""
    draw = random.Random(1)
    found: list[list[fmpq]] = []
    for n in range(_TRIES):
        if n == _HOPELESS and not found:
            return n, found
        size = draw.choice((1, 1, 3, 30))
        point = [fmpq(draw.randint(-12 * size, 12 * size), 12) for _ in system.meanings]
        if draw.random() < 0.5:
            point = [abs(c) / draw.choice((1, 1, size, 12 * size)) for c in point]
        if all((v := g.polynomial(*point)) > 0 or (v == 0 and not g.strict) for g in system.known):
            found.append(point)
            if len(found) == _SAMPLES:
                return n + 1, found
    return _TRIES, found
