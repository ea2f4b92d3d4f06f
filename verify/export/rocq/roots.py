"""What is under a root: it is positive, or not negative, as a multiple of it is that is known to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verify.core.nodes import Refused, Term, is_scalar
from verify.core.signs import POSITIVE
from verify.core.terms import mul, relation, sides

if TYPE_CHECKING:
    from verify.export.rocq.equations import Equations


def not_under_zero(of: Equations, t: Term) -> None:
    """Puts at hand that what is under the roots in a polynomial is positive, where a fact says so of a multiple."""
    atoms: dict[Term, None] = {}
    of.atoms(t, atoms)
    for root in atoms:
        if root.kind == "power" and root.args[1].kind == "number":
            by_multiple(of, relation(">", root.args[0]))


def by_multiple(of: Equations, said: Term) -> bool:
    """Puts at hand that a number is positive, or not negative, as a fact says of a multiple; whether it is at hand."""
    if said in of.facts or any(said in scope.settled for scope in of.scopes):
        return True
    op, u, _ = sides(said)
    for k in of.facts:
        if k.kind == "relation" and sides(k)[0] in (">", op) and is_scalar(k.args[1]) and k not in of.busy:
            rest = _times(of, of.apart(k), u)
            if rest is not None:
                of.scopes[-1].settled.add(said)
                _stated(of, k, said, rest)
                return True
    return False


def _times(of: Equations, larger: Term, u: Term) -> Term | None:
    """By what the second has to be multiplied to give the first, if that is a positive number or product."""
    form = of.form
    try:
        x, y = form.reduced(of.value(larger)), form.reduced(of.value(u))
        if x[0].is_zero() or y[0].is_zero():
            return None
        rest = form.spelled(form.reduced(form.times(x, form.to_the(y, -1))))
    except Refused:
        return None
    return rest if form.signs(rest) == POSITIVE else None


def _stated(of: Equations, k: Term, said: Term, rest: Term) -> None:
    op, u, _ = sides(said)
    of.busy.add(k)
    try:
        goal = of.equal(of.apart(k), mul(u, rest))
    finally:
        of.busy.discard(k)
    apart, text, other = (of.write.term(t) for t in (of.apart(k), u, rest))
    of.scopes[-1].lines.append(
        f"assert ({of.new('p')} : {of.write.formula(said)}). "
        f"{{ apply ({'positive_factor' if op == '>' else 'nonneg_factor'} ({apart}) {text} {other}). "
        f"{{ assert (C0 : {of.write.formula(k)}) by at_hand_or_linear; clear -C0; lra. }} {{ at_sign. }} {goal} }}"
    )
