"""What is divided by is not zero: by its factors, or as one of them divides what is known not to be zero."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpz_mpoly

from verify.core.nodes import Refused, Term, is_scalar
from verify.core.signs import ZERO_SIGN
from verify.core.terms import mul, sides
from verify.export.rocq import roots
from verify.export.rocq.algebra import product_of_factors

if TYPE_CHECKING:
    from verify.export.rocq.equations import Equations


def by_factors(of: Equations, t: Term) -> str:
    """Tactics for: what is divided by is not zero; by its factors, where it is a polynomial in generators."""
    form, atoms = of.form, dict[Term, None]()
    of.atoms(t, atoms)
    above, below = of.value(t)
    several = below.is_one() and len(above) > 1 and len(above.factor()[1]) > 1
    if not several or any(form.single(of.atom(a)) is not a for a in atoms):
        return "nonzero."
    text = product_of_factors(form, above, of.meaning)
    return f"first [apply (not_zero_as _ {text}); [ring | nonzero] | nonzero]."


def not_zero(of: Equations, f: fmpz_mpoly) -> str:
    """Tactics for: the factor of a denominator is not zero; it is one of what is known not to be zero."""
    form = of.form
    plain = form.spelled_polynomial(f)
    roots.not_under_zero(of, plain)
    if not form.signs(plain) & ZERO_SIGN:
        return "nonzero."
    for k in of.facts:
        if k.kind != "relation" or sides(k)[0] not in ("≠", ">") or not is_scalar(k.args[1]):
            continue
        try:
            n, _ = x = form.reduced(of.value(of.apart(k)))
        except Refused:
            continue
        if n.is_zero() or not (n % f).is_zero():
            continue
        rest = form.spelled(form.lowest(n / f, x[1]))
        if k in of.busy:
            continue
        of.busy.add(k)
        try:
            return _hoisted(of, k, plain, rest, of.equal(of.apart(k), mul(plain, rest)))
        finally:
            of.busy.discard(k)
    return "nonzero."


def _hoisted(of: Equations, k: Term, plain: Term, rest: Term, goal: str) -> str:
    """The factor is not zero, as a fact that stands before what needs it."""
    name = of.new("k")
    text, other, apart = (of.write.term(t) for t in (plain, rest, of.apart(k)))
    of.scopes[-1].lines.append(
        f"assert ({name} : {text} <> 0). {{ apply (not_zero_factor ({apart}) {text} {other}). "
        f"{{ assert (C0 : {of.write.formula(k)}) by at_hand_or_linear; clear -C0; lra. }} {goal} }}"
    )
    return "nonzero."
