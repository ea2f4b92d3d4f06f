"""Potentials on the line whose derivative, the transfer function, increases: above their tangents."""

from __future__ import annotations

from collections.abc import Sequence

from sympy import Lambda

from verify.audit import (
    Theorem, assume, at, cases, cite, eq, follows, forall, function, ge, generalize, gt, instantiate, le, lt, partial,
    real, substitute,
)  # fmt: skip
from verify.axioms import NONNEGATIVE_DERIVATIVE
from verify.language.terms import ForAll

p, q, m, s, z = real("p q m s z")
A, B = real("a b")  # the ends in the axiom
P = function("P")

NAMES = {function("L")(p, q): P(p) - P(q) - (p - q) * P.prime(q)}
"""What L_φ(φ(q), φ(p)) (2) is called where statements are shown."""

INCREASING = forall([m, z], gt(P.prime(z), P.prime(m)), [gt(z, m)])
NOT_DECREASING = forall([m, z], ge(P.prime(z), P.prime(m)), [ge(z, m)])


def _rises(schemas: Sequence[ForAll]) -> Theorem:
    """P′(z) ≥ P′(m) for z ≥ m."""
    goal = ge(P.prime(z), P.prime(m))
    if NOT_DECREASING in schemas:
        return at(NOT_DECREASING, m, z)
    (schema,) = schemas
    beyond = follows(goal, at(schema, m, z))
    equal = follows(eq(z, m), z - m, ge(z, m), le(z, m))
    return cases([beyond, follows(goal, using=[equal])], [gt(z, m), le(z, m)])


def above_tangent(schemas: Sequence[ForAll]) -> Theorem:
    """P(p) ≥ P(m) + (p − m)P′(m), for all p and m; `schemas` holds `INCREASING` or `NOT_DECREASING`."""
    rises, goal = _rises(schemas), ge(P(p), P(m) + (p - m) * P.prime(m))
    parts, sides = [], [ge(p, m), lt(p, m)]
    for sign, side in zip((1, -1), sides, strict=True):
        f = Lambda(q, P(sign * q) - sign * q * P.prime(m))
        low, high = (sign * m, sign * p)
        axiom = instantiate(cite(NONNEGATIVE_DERIVATIVE), {partial("f"): f, A: low, B: high}, [assume(side)])
        schema = next(h for h in axiom.hypotheses if isinstance(h, ForAll) and h not in schemas)
        at, inside = m + s * (p - m), [ge(s, 0), ge(1, s)]
        if sign == 1:
            further = follows(ge(at, m), p - m, side, inside)
            rising = instantiate(rises, {z: at}, [further])
        else:
            further = follows(ge(m, at), m - p, side, inside)
            rising = instantiate(rises, {z: m, m: at}, [further])
        slope = follows(substitute(schema.body, {schema.variables[0]: s}), rising)
        made = instantiate(axiom, {}, [generalize(slope, [s], inside)])
        parts.append(follows(goal, made))
    return cases(parts, sides)


def below_chord(schemas: Sequence[ForAll]) -> Theorem:
    """(1 − s)P(p) + sP(q) ≥ P((1 − s)p + sq), for 0 ≤ s ≤ 1."""
    tangent, at, inside = above_tangent(schemas), (1 - s) * p + s * q, [ge(s, 0), ge(1, s)]
    first, second = (instantiate(tangent, {p: end, m: at}) for end in (p, q))
    return follows(ge((1 - s) * P(p) + s * P(q), P(at)), first, second, inside)
