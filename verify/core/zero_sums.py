"""Normal forms of sums with symbolic bounds, of numbers and of vectors, and of Kronecker deltas.

A sum is linear: factors that do not move with the index come out, deltas are contracted, last summands are split off,
and two sums of which neither's bounds depend on the other's index are put in one order. Nothing is re-indexed.

An empty range sums to 0 even where the body has no value. So a denominator comes out only where it is certain not to
vanish, or the range certain not to be empty; a factor that has no value may come out, as it is multiplied by 0 then.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from flint import fmpz_mpoly

from verify.core.nodes import INTEGER, WHOLE, Term, node
from verify.core.polynomials import light, minus, product, spelled, total
from verify.core.rational import Quotient, Undecided
from verify.core.signs import ZERO_SIGN
from verify.core.terms import (
    MINUS_ONE, ONE, ZERO, close, local, number, opened, relation, replaced, substitute, variable, walk,
)  # fmt: skip

if TYPE_CHECKING:
    from verify.core.zero import NormalForm

Combination = dict[Term, Quotient]
"""A vector as coefficients of vectors that count as atoms; a number as the coefficient of `ONE`."""

MOST_SUMMANDS: Final = 64
"""Longer sums between numbers are not written out."""


# --- deltas -----------------------------------------------------------------------------------------------------------


def delta(form: NormalForm, t: Term) -> Quotient:
    """1 or 0 where the facts settle whether the indices are equal; otherwise a generator that is its own square."""
    i, j = sorted(map(form.whole, t.args), key=lambda s: s.order)
    apart = form.canonical(minus(i, j))
    if apart.kind == "number":
        return form.UNIT if apart is ZERO else form.NIL
    if not form.signs(apart) & ZERO_SIGN:
        return form.NIL
    return (form.zero_or_one(node("delta", i, j)), form.one)


def on_and_off(t: Term) -> tuple[Term, Term, Term] | None:
    """One of the deltas in the term whose indices no sum inside it binds, the term where it is 1, and where it is 0.

    Where it is 1 its indices are equal, so one of them may stand for the other everywhere.
    """
    deltas = [x for x in walk(t) if x.kind == "delta" and not x.open]
    if not deltas:
        return None
    found = min(deltas, key=lambda x: x.order)
    on, off = replaced(t, found, ONE), replaced(t, found, ZERO)
    for i, j in (found.args, found.args[::-1]):
        if i.kind == "variable" and i not in j.free:
            return found, substitute(on, {i: j}), off
    return found, on, off


def choice(form: NormalForm, d: Quotient, on: Quotient, off: Quotient) -> Quotient:
    """`on` where the delta d is 1, `off` where it is 0; its denominator vanishes nowhere where theirs does not."""
    other = form.minus(form.UNIT, d)
    above = form.plus(form.times(d, (on[0], form.one)), form.times(other, (off[0], form.one)))
    if on[1] == off[1]:
        return (above[0], on[1])
    below = form.plus(form.times(d, (on[1], form.one)), form.times(other, (off[1], form.one)))
    return (above[0], below[0])


# --- sums -------------------------------------------------------------------------------------------------------------


def summed(form: NormalForm, t: Term, *, exchange: bool = True) -> Combination:
    """The sum as a combination, with coefficients that are free of the index, of sums in which everything moves."""
    lo, hi = form.whole(t.args[1]), form.whole(t.args[2])
    made: Combination = {}
    if lo.kind == hi.kind == "number" and hi.args[0] - lo.args[0] < MOST_SUMMANDS:
        for k in range(int(lo.args[0]), int(hi.args[0]) + 1):
            form.count_summand()
            form.add_to(made, form.value(opened(t.args[0], [number(k)])))
        return made
    v = index_of(form, t, lo, hi)
    certain = form.holds(relation("≥", hi, lo))
    body = {x: form.reduced(c) for x, c in form.value(opened(t.args[0], [v])).items()}
    for x, (n, d) in body.items():
        outside, below = separated(form, d, v, certain)
        for free, above in moving_parts(form, n, v):
            coefficient = (free, outside)
            if x is ONE or v in x.free:
                part = _bare(form, above, below, None if x is ONE else x, v, lo, hi, exchange)
            else:
                alone = _bare(form, above, below, None, v, lo, hi, exchange)
                part = {x: alone.get(ONE, form.NIL)}
            form.add_to(made, {y: form.times(coefficient, e) for y, e in part.items()})
    return made


def index_of(form: NormalForm, t: Term, lo: Term, hi: Term) -> Term:
    """The variable for the index: always the same one in the same place, and none that is free in the sum.

    So it is another one than those of all sums around it of which it speaks. It stands for an integer from lo to hi.
    """
    used = [int(v.args[0][1:].partition(":")[0]) for part in (t, lo, hi) for v in part.free if v.args[0][0] == "~"]
    v = variable(f"~{1 + max(used, default=0)}:{lo.order}:{hi.order}", *WHOLE)
    form.note_range(v, lo, hi)
    return v


def bound(body: Term, v: Term) -> Term:
    """The body closed, its sums and products in an order that does not depend on the name of the index."""
    memo: dict[Term, Term] = {}

    def ordered(t: Term) -> Term:
        if t not in memo:
            args = [ordered(a) if type(a) is Term else a for a in t.args]
            if t.kind in ("inner", "delta"):
                args.sort(key=lambda a: a.order)
            made = total(*args) if t.kind == "add" else product(*args) if t.kind == "mul" else node(t.kind, *args)
            turned = t.kind in ("gradient", "hessian") and made.sort is not t.sort  # at 0, it would be one of E
            memo[t] = t if turned else made
        return memo[t]

    return ordered(close(body, [v]))


def nameless(t: Term) -> Term:
    """The term with the index variables named by their depth only; to remember something about all of them."""
    indices = [v for v in t.free if v.args[0][0] == "~" and ":" in v.args[0]]
    if not indices:
        return t
    return substitute(t, {v: variable(v.args[0].partition(":")[0], *WHOLE) for v in indices})


def _moves(form: NormalForm, p: fmpz_mpoly, v: Term) -> bool:
    return any(v in form.meaning[i].free for _, i in form.generators_in(p))


def separated(form: NormalForm, d: fmpz_mpoly, v: Term, certain: bool) -> tuple[fmpz_mpoly, fmpz_mpoly]:
    """The denominator as what comes out of the sum, and the rest. `certain`: the range is not empty."""
    if d.is_constant() or (certain and not _moves(form, d, v)):
        return d, form.one
    content, factors = form.factors((d, form.one))
    outside, below = form.context.constant(int(content)), form.one
    for f, k in factors:
        if _moves(form, f, v) or not (certain or not form.signs(form.spelled_polynomial(f)) & ZERO_SIGN):
            below = form.multiplied(below, form.power_of(f, k))
        else:
            outside = form.multiplied(outside, form.power_of(f, k))
    return outside, below


def moving_parts(form: NormalForm, n: fmpz_mpoly, v: Term) -> list[tuple[fmpz_mpoly, fmpz_mpoly]]:
    """The numerator as a sum of polynomials free of the index times different monomials that move with it."""
    moving = {k for k, i in form.generators_in(n) if v in form.meaning[i].free}
    parts: dict[tuple[int, ...], dict[tuple[int, ...], int]] = {}
    for exponents, c in n.to_dict().items():
        above = tuple(e if k in moving else 0 for k, e in enumerate(exponents))
        free = tuple(0 if k in moving else e for k, e in enumerate(exponents))
        parts.setdefault(above, {})[free] = int(c)
    return [(form.context.from_dict(free), form.context.from_dict({above: 1})) for above, free in parts.items()]


def _bare(
    form: NormalForm, above: fmpz_mpoly, below: fmpz_mpoly, x: Term | None, v: Term, lo: Term, hi: Term, exchange: bool
) -> Combination:
    """Σ above/below·x for a monomial `above`, in which everything moves with the index v."""
    for k, i in form.generators_in(above):
        if form.meaning[i].kind == "delta":
            found = _contracted(form, above, below, x, v, lo, hi, k, form.meaning[i])
            if found is not None:
                return found
    body = _times_vector(form.spelled(form.lowest(above, below)), x)
    if body is ONE:
        count = total(hi, product(MINUS_ONE, lo), ONE)
        if form.holds(relation("≥", count)):
            return {ONE: form.scalar(count)}
    base, offset, least = form.ending(lo, hi)
    last: Combination = {}
    if offset > least and form.holds(relation("≥", total(base, number(least)), minus(lo, ONE))):
        if offset - least > MOST_SUMMANDS:
            raise Undecided("too many summands are to be split off")
        for k in range(least + 1, offset + 1):
            form.add_to(last, form.value(substitute(body, {v: total(base, number(k))})))
        hi = form.whole(total(base, number(least)))
    form.add_to(last, _atom(form, body, v, lo, hi, exchange))
    return last


def _times_vector(t: Term, x: Term | None) -> Term:
    return t if x is None else product(t, x)


def _contracted(
    form: NormalForm, above: fmpz_mpoly, below: fmpz_mpoly, x: Term | None, v: Term, lo: Term, hi: Term, k: int,
    found: Term,
) -> Combination | None:  # fmt: skip
    """Σ δ(v, j)·f(v) = f(j) where j is known to lie in the range, 0 where it is known not to; otherwise None."""
    apart = light(minus(*found.args))
    alone = ((v, Fraction(1)),)
    sign = apart.get(alone, Fraction(0))
    if abs(sign) != 1 or any(v in y.free for m in apart if m != alone for y, _ in m):
        return None
    j = spelled({m: -q * sign for m, q in apart.items() if m != alone})
    if not j.whole:
        return None
    if form.holds(relation(">", lo, j)) or form.holds(relation(">", j, hi)):
        return {}
    if not (form.holds(relation("≥", j, lo)) and form.holds(relation("≥", hi, j))):
        return None
    rest = form.lowest(form.without(above, k), below)
    return form.value(substitute(_times_vector(form.spelled(rest), x), {v: j}))


def _atom(form: NormalForm, body: Term, v: Term, lo: Term, hi: Term, exchange: bool) -> Combination:
    key = node("sum", bound(body, v), lo, hi)
    if exchange and form.rewritten(key) is None:
        other = _exchanged(form, body, v, lo, hi)
        if other is not None:
            found = summed(form, other, exchange=False)
            if len(found) == 1:
                ((x, c),) = found.items()
                instead = form.single(c) if x is ONE else x if c == form.UNIT else None
                if instead is not None and instead.kind == "sum" and _first(instead) < _first(key):
                    return found
    return form.atom_of(key)


def _first(t: Term) -> tuple[int, int, int]:
    return (t.args[1].order, t.args[2].order, t.order)


def _exchanged(form: NormalForm, body: Term, v: Term, lo: Term, hi: Term) -> Term | None:
    """Σ_v a·Σ_w b as Σ_w Σ_v a·b, if a product with one sum is summed, and the range of w does not depend on v."""
    factors = body.args if body.kind == "mul" else (body,)
    inner = [f for f in factors if f.kind == "sum" and v in f.free]
    if len(inner) != 1 or v in inner[0].args[1].free | inner[0].args[2].free:
        return None
    (w,) = local(body, (INTEGER, ""))
    everything = product(*(opened(f.args[0], [w]) if f is inner[0] else f for f in factors))
    return node("sum", close(node("sum", close(everything, [v]), lo, hi), [w]), *inner[0].args[1:])
