"""Vectors of given length that are orthogonal to one another, in coordinates that suit them."""

from __future__ import annotations

from collections.abc import Sequence

from sympy import Expr, S, cos, sin, sqrt

from verify.hunt.spaces.grounding import Ground, Grounding, Key
from verify.hunt.spaces.solving import Plan


def framed(equations: Sequence[Ground], grounding: Grounding, plan: Plan, turnable: bool) -> list[Ground]:
    """Steps for the vectors whose squares are given, and the equations that they leave.

    The first of them points along the first axis where the instances can be turned: all that is said of vectors is
    said by inner products. Each of the others is orthogonal to those that it has to be orthogonal to, and its direction
    is given by angles.
    """
    norms = {g.norm: g for g in reversed(equations) if g.op == "=" and g.norm}
    right = [g for g in equations if g.op == "=" and g.angle and g.difference in (g.lhs, g.rhs, -g.rhs)]
    right = [g for g in right if S.Zero in (g.lhs, g.rhs) and set(g.angle or ()) <= set(norms)]
    partners: dict[Key, set[Key]] = {key: set() for key in norms}
    for g in right:
        u, v = g.angle  # type: ignore[misc]
        partners[u].add(v)
        partners[v].add(u)
    placed: dict[Key, list[Expr]] = {}
    used: list[Ground] = []
    for key in sorted(norms, key=lambda k: (-len(partners[k]), k[0].name, k[1])):
        g = norms[key]
        own = grounding.members[key]
        square = g.rhs if set(own) & g.lhs.free_symbols else g.lhs
        others = [placed[o] for o in sorted(partners[key] & set(placed), key=str)]
        if set(own) & (square.free_symbols | set(plan.steps)) or set(own) & plan.needs(square.free_symbols):
            continue
        direction = _direction(others, grounding.n, plan, first=turnable and not placed)
        if direction is None:
            continue
        length = sqrt(square)
        plan.steps |= {s: length * part for s, part in zip(own, direction, strict=True)}
        placed[key] = direction
        used += [g, *(e for e in right if key in (e.angle or ()) and set(e.angle or ()) <= set(placed))]
    return [g for g in equations if not any(g is u for u in used)]


def _direction(others: Sequence[list[Expr]], n: int, plan: Plan, first: bool) -> list[Expr] | None:
    """A unit vector orthogonal to the others, which are orthogonal to one another; by angles."""
    if first:
        return [S.One] + [S.Zero] * (n - 1)
    axes = [[S.One if i == j else S.Zero for i in range(n)] for j in range(n)]
    if all(u in axes for u in others):
        places = [i for i in range(n) if not any(u[i] == 1 for u in others)]
        if not places:
            return None
        parts = on_sphere(len(places), plan)
        return [parts[places.index(i)] if i in places else S.Zero for i in range(n)]
    if n == 2 and len(others) == 1:
        sign = plan.branch()
        return [-sign * others[0][1], sign * others[0][0]]
    if n == 3 and len(others) == 2:
        sign = plan.branch()
        (a, b, c), (d, e, f) = others
        return [sign * (b * f - c * e), sign * (c * d - a * f), sign * (a * e - b * d)]
    if n == 3 and len(others) == 1:
        (x, y, z), (p, q) = others[0], on_sphere(2, plan)
        along = (p * y + q * z) / (1 + x)  # the reflection that takes the first axis to −u moves the other two
        return [-p * y - q * z, p - y * along, q - z * along]
    return None


def on_sphere(size: int, plan: Plan) -> list[Expr]:
    """A unit vector of so many coordinates, by angles; by a sign where it has one."""
    if size == 1:
        return [plan.branch()]
    angles = [plan.angle() for _ in range(size - 1)]
    parts: list[Expr] = []
    rest: Expr = S.One
    for angle in angles:
        parts.append(rest * cos(angle))
        rest *= sin(angle)
    return [*parts, rest]
