"""Polynomials on boxes and infinite ranges, as proofs in Rocq: by coefficients, which Rocq computes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product as choices
from math import comb, lcm
from typing import Any, NamedTuple

from verify.core.nodes import Term
from verify.core.polynomial_reading import Polynomial, System
from verify.core.terms import number
from verify.export.rocq.certificate_scripts import Script, over_squares
from verify.export.rocq.names import Inexpressible


class Place(NamedTuple):
    """Where a variable is on a leaf: in the unit interval, or only not negative, as the new variable `at`."""

    at: Term
    unit: bool


def bernstein(script: Script, system: System, data: dict[str, Any]) -> None:
    """Each range becomes a unit interval or a half-line; then the halvings, and on each leaf the coefficients."""
    rows = data["ranges"]
    p = system.numerator
    if system.denominator != system.ring.constant(1):
        p = system.shows
        N, D = script.write(system.spelled(system.numerator)), script.write(system.spelled(system.denominator))
        script.say(*over_squares(script, system, f"({N} * {D})"))
    shown = system.spelled(p)
    goal = script.sign(shown, script.strict)
    script.say(f"enough (Goal' : {goal}) by (rel_close).")
    if p.total_degree() <= 1:
        script.say("plain.")
        return
    axes = []
    values: dict[int, Polynomial] = {}
    kinds: list[bool] = []
    names: list[str] = []
    for x, low, high in rows:
        i = system.place(x)
        axes.append(i)
        X = script.name(x) if x.kind == "variable" else None
        if X is None:
            raise Inexpressible("a range of what is no variable")
        u = system.gens[i]
        ends = [None if e is None else system.polynomial(e) for e in (low, high)]
        bottom, top = ends
        kinds.append(bottom is not None and top is not None)
        if bottom is not None and bottom.is_zero() and (top is None or top.is_one()):
            names.append(X)
            script.say(f"assert (0 <= {X}) by plain." + ("" if top is None else f" assert ({X} <= 1) by plain."))
            continue
        fresh = script.name(script.new("u"))
        names.append(fresh)
        if bottom is not None and top is not None:
            new = bottom + (top - bottom) * u
            ends_ = f"{script.write(low)} {X} {script.write(high)}"
            script.say(f"destruct (unit_between {ends_} ltac:(plain) ltac:(plain)) as [{fresh} [? E']].")
        elif bottom is not None:
            new = bottom + u
            script.say(f"destruct (half_line {script.write(low)} {X} ltac:(plain)) as [{fresh} [? E']].")
        else:
            assert top is not None
            new = top - u
            script.say(f"destruct (half_line_down {X} {script.write(high)} ltac:(plain)) as [{fresh} [? E']].")
        script.say(f"try subst {X}.")
        values[i] = new
    for i in reversed(axes):
        if i in values:
            p = _put(system, p, i, values[i])
    _cover(script, system, p, axes, kinds, names, iter(data["tree"]))


def _put(system: System, p: Polynomial, i: int, value: Polynomial) -> Polynomial:
    """The polynomial with another in the place of a variable."""
    found = system.ring.constant(0)
    for exponents, c in p.to_dict().items():
        rest = tuple(0 if n == i else int(e) for n, e in enumerate(exponents))
        found = found + system.ring.from_dict({rest: c}) * value ** int(exponents[i])
    return found


def _cover(
    script: Script, system: System, p: Polynomial, axes: list[int], kinds: list[bool], names: list[str],
    tree: Iterator[str],
) -> None:  # fmt: skip
    letter = next(tree)
    if letter == "L":
        _leaf(script, p, axes, kinds, names)
        return
    if letter not in "0123456789" or not kinds[int(letter)]:
        raise Inexpressible("a leaf that a condition leaves out, or a half of an infinite range")
    n = int(letter)
    u, old = system.gens[axes[n]], names[n]
    half = system.ring.constant(1) / 2
    for upper in (False, True):
        fresh = script.name(script.new("u"))
        if upper:
            script.say(f"- destruct (upper_half {old} Q' ltac:(lra)) as [{fresh} [? E']]. subst {old}.")
        else:
            script.say(f"destruct (Rle_lt_dec {old} (1 / 2)) as [Q'|Q'].")
            script.say(f"- destruct (lower_half {old} ltac:(lra) Q') as [{fresh} [? E']]. subst {old}.")
        names[n] = fresh
        value = (u + 1) * half if upper else u * half
        script.say("{")
        _cover(script, system, _put(system, p, axes[n], value), axes, kinds, names, tree)
        script.say("}")
    names[n] = old


def _leaf(script: Script, p: Polynomial, axes: Sequence[int], kinds: Sequence[bool], names: Sequence[str]) -> None:
    terms = {tuple(int(e[a]) for a in axes): Fraction(int(c.p), int(c.q)) for e, c in p.to_dict().items()}
    degrees = [max((e[n] for e in terms), default=0) for n in range(len(axes))]
    margin = Fraction(0)
    if script.strict:
        margin = _least(terms, degrees, kinds)
        if margin <= 0:
            script.say("plain.")
            return
        zero = (0,) * len(axes)
        terms[zero] = terms.get(zero, Fraction(0)) - margin
    scale = lcm(1, *(c.denominator for c in terms.values()))
    lists = _nested({e: int(c * scale) for e, c in terms.items()}, degrees, ())
    kind = "; ".join("true" if k else "false" for k in kinds)
    lines = f"Bernstein.by_coefficients {len(axes)} [{kind}]%list ({lists}%list)%Z [{'; '.join(names)}]%list {scale}"
    if script.strict:
        script.say(f"apply (by_margin {script.write(number(margin))}); [lra|].")
    script.say(f"apply ({lines}); [vm_compute; reflexivity | cbn; repeat split; lra | lra | cbn; field].")


def _least(terms: dict[tuple[int, ...], Fraction], degrees: Sequence[int], kinds: Sequence[bool]) -> Fraction:
    """The least coefficient of Bernstein on the unit intervals, of what has no power of the other variables."""
    found = []
    for place in choices(*(range(d + 1) if k else (0,) for d, k in zip(degrees, kinds, strict=True))):
        value = Fraction(0)
        for e, c in terms.items():
            if all(j <= i if k else j == 0 for i, j, k in zip(place, e, kinds, strict=True)):
                factor = Fraction(1)
                for i, j, d, k in zip(place, e, degrees, kinds, strict=True):
                    factor *= Fraction(comb(i, j), comb(d, j)) if k else 1
                value += factor * c
        found.append(value)
    return min(found)


def _nested(terms: dict[tuple[int, ...], int], degrees: Sequence[int], at: tuple[int, ...]) -> str:
    if len(at) == len(degrees):
        return str(terms.get(at, 0)) if terms.get(at, 0) >= 0 else f"({terms[at]})"
    return f"[{'; '.join(_nested(terms, degrees, (*at, k)) for k in range(degrees[len(at)] + 1))}]"
