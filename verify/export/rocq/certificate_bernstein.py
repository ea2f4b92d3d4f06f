"""Polynomials on boxes and infinite ranges, as proofs in Rocq: by coefficients, which Rocq computes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product as choices
from math import comb, lcm
from typing import Any, NamedTuple

from verify.core.nodes import Term
from verify.core.polynomial_reading import Polynomial, System, variables_of
from verify.core.terms import number
from verify.export.rocq.certificate_scripts import Script, over_squares
from verify.export.rocq.names import Inexpressible


class Axis(NamedTuple):
    """A variable of the ring and its name in Rocq; whether it is in the unit interval, or only not negative."""

    place: int
    name: str
    unit: bool


def bernstein(script: Script, system: System, data: dict[str, Any]) -> None:
    """Each range becomes a unit interval or a half-line; then the halvings, and on each leaf the coefficients."""
    shown = script.write(system.spelled(system.shows))
    if not system.denominator.is_one():
        script.say(*over_squares(script, system, shown))
    else:
        script.say(f"enough ({script.sign(system.spelled(system.shows), script.strict)}) by rel_close.")
    if system.shows.total_degree() <= 1:
        script.say("plain.")
        return
    axes: list[Axis] = []
    values: list[tuple[Axis, Term, Polynomial]] = []
    for x, low, high in data["ranges"]:
        axis, value = _axis(script, system, x, low, high)
        axes.append(axis)
        if value is not None:
            values.append((axis, x, value))
    p = system.shows
    for axis, x, value in reversed(values):  # an end may speak of earlier variables
        p = _put(system, p, axis.place, value)
        script.say(f"subst {script.name(x)}.")
    if not variables_of(p) <= {axis.place for axis in axes}:
        raise Inexpressible("a polynomial on a box, with numbers that are not rational")
    _cover(script, system, p, axes, iter(data["tree"]))


def _axis(
    script: Script, system: System, x: Term, low: Term | None, high: Term | None
) -> tuple[Axis, Polynomial | None]:
    """The new variable in the place of one, and what the old one is in it; None where it stays."""
    if x.kind != "variable":
        raise Inexpressible("a range of what is no variable")
    i, X = system.place(x), script.name(x)
    u = system.gens[i]
    bottom, top = (None if e is None else system.polynomial(e) for e in (low, high))
    unit = low is not None and high is not None
    if bottom is not None and bottom.is_zero() and (top is None or top.is_one()):
        script.say(f"assert (0 <= {X}) by plain.", *([] if top is None else [f"assert ({X} <= 1) by plain."]))
        return Axis(i, X, unit), None
    fresh = script.name(script.new("u"))
    if bottom is not None and top is not None:
        value, lemma, at = bottom + (top - bottom) * u, "unit_between", (low, x, high)
    elif bottom is not None:
        value, lemma, at = bottom + u, "half_line", (low, x, None)
    else:
        assert top is not None
        value, lemma, at = top - u, "half_line_down", (None, x, high)
    written = " ".join(script.write(t) for t in at if t is not None)
    by = " ltac:(plain)" * (2 if unit else 1)
    script.say(f"destruct ({lemma} {written}{by}) as [{fresh} [? E'{X}]].")
    return Axis(i, fresh, unit), value


def _put(system: System, p: Polynomial, i: int, value: Polynomial) -> Polynomial:
    """The polynomial with another in the place of a variable."""
    found = system.ring.constant(0)
    for exponents, c in p.to_dict().items():
        rest = tuple(0 if n == i else int(e) for n, e in enumerate(exponents))
        found = found + system.ring.from_dict({rest: c}) * value ** int(exponents[i])
    return found


def _cover(script: Script, system: System, p: Polynomial, axes: list[Axis], tree: Iterator[str]) -> None:
    letter = next(tree)
    if letter == "L":
        _leaf(script, p, axes)
        return
    if letter not in "0123456789" or not axes[int(letter)].unit:
        raise Inexpressible("a leaf that a condition leaves out, or a half of an infinite range")
    n = int(letter)
    old, u = axes[n], system.gens[axes[n].place]
    script.say(f"destruct (Rle_lt_dec {old.name} (1 / 2)) as [Q'|Q'].")
    for lemma, value in (("lower_half", u / 2), ("upper_half", (u + 1) / 2)):
        fresh = script.name(script.new("u"))
        bounds = "ltac:(lra) Q'" if lemma == "lower_half" else "Q' ltac:(lra)"
        script.say(f"{{ destruct ({lemma} {old.name} {bounds}) as [{fresh} [? E']]. subst {old.name}. clear Q'.")
        axes[n] = old._replace(name=fresh)
        _cover(script, system, _put(system, p, old.place, value), axes, tree)
        script.say("}")
    axes[n] = old


def _leaf(script: Script, p: Polynomial, axes: Sequence[Axis]) -> None:
    terms = {tuple(int(e[a.place]) for a in axes): Fraction(int(c.p), int(c.q)) for e, c in p.to_dict().items()}
    degrees = [max((e[n] for e in terms), default=0) for n in range(len(axes))]
    margin = Fraction(0)
    if script.strict:
        margin = _least(terms, degrees, [a.unit for a in axes])
        if margin <= 0:
            script.say("plain.")
            return
        zero = (0,) * len(axes)
        terms[zero] = terms.get(zero, Fraction(0)) - margin
    scale = lcm(1, *(c.denominator for c in terms.values()))
    lists = _nested({e: int(c * scale) for e, c in terms.items()}, degrees, ())
    kinds = "; ".join("true" if a.unit else "false" for a in axes)
    names = "; ".join(a.name for a in axes)
    if script.strict:
        script.say(f"apply (by_margin {script.write(number(margin))}); [lra|].")
    script.say(
        f"apply (Bernstein.by_coefficients {len(axes)} [{kinds}]%list ({lists}%list)%Z [{names}]%list {scale}); "
        "[vm_compute; reflexivity | cbn; repeat split; lra | lra | cbn; field]."
    )


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
