"""Vectors as combinations of atoms, and inner products as bilinear forms in them, in any dimension."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verify.core.nodes import ZERO_SORT, Term, is_scalar, node
from verify.core.rational import Quotient, Undecided
from verify.core.zero_sums import Combination, on_and_off, summed

if TYPE_CHECKING:
    from verify.core.zero import NormalForm


def vector(form: NormalForm, t: Term) -> Combination:
    """The coefficients, not yet reduced, of a vector without derivatives but those of heads."""
    kind, args = t.kind, t.args
    made: Combination = {}
    if t.sort == ZERO_SORT:
        return form.value(t)
    if kind == "add":
        for a in args:
            form.add_to(made, vector(form, a))
        return made
    if kind == "mul":
        factor = form.UNIT
        for a in args:
            if is_scalar(a):
                factor = form.times(factor, form.scalar(a))
            else:
                made = vector(form, a)
        return {x: form.times(factor, c) for x, c in made.items()}
    if kind == "sum":
        return summed(form, t)
    split = on_and_off(t)
    if split is not None:
        return form.split(*split)
    if kind == "hessian":
        for x, c in vector(form, args[2]).items():
            part = _of_operator(form, args[0], form.place(args[1]), x)
            form.add_to(made, {y: form.times(c, d) for y, d in part.items()})
        return made
    if kind in ("vector", "gradient", "integral", "derivative"):
        return form.atom_of(form.with_canonical_parts(t))
    raise Undecided(f"{kind} has no normal form as a vector: {t!r}")


def _of_operator(form: NormalForm, head: Term, at: Term, x: Term) -> Combination:
    """The derivative of a gradient is linear in the direction."""
    if x.kind == "sum":
        return vector(form, node("sum", node("hessian", head, at, x.args[0]), *x.args[1:]))
    return form.atom_of(node("hessian", head, at, x))


def inner(form: NormalForm, u: Term, v: Term) -> Quotient:
    """Bilinear."""
    left, right = vector(form, u), vector(form, v)
    made = form.NIL
    for x, c in left.items():
        for y, d in right.items():
            made = form.plus(made, form.times(form.times(c, d), _inner_of_atoms(form, x, y)))
    return made


def _inner_of_atoms(form: NormalForm, x: Term, y: Term) -> Quotient:
    """Symmetric; of a sum, the sum of inner products; ⟨Hu, v⟩ = ⟨u, Hv⟩ for a Hessian H."""
    x, y = sorted((x, y), key=lambda s: s.order)
    for one, other in ((x, y), (y, x)):
        if one.kind == "sum":
            return form.scalar(node("sum", node("inner", one.args[0], other), *one.args[1:]))
    for one, other in ((x, y), (y, x)):
        if one.kind == "hessian" and other.order < one.args[2].order:
            swapped = node("hessian", one.args[0], one.args[1], other)
            return form.atom(node("inner", *sorted((swapped, one.args[2]), key=lambda s: s.order)))
    return form.atom(node("inner", x, y))
