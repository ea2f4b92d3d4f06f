"""Equations that hold whatever numbers stand in the place of their atoms: those need no normal forms of atoms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verify.core.nodes import NUMBER, Refused, Term
from verify.core.terms import fresh
from verify.core.zero import NormalForm

if TYPE_CHECKING:
    from verify.export.rocq.equations import Equations


def by_letters(of: Equations, left: Term, right: Term) -> str | None:
    """Tactics for left = right, if nothing is divided by and it is an equation of polynomials in the atoms."""
    below: dict[Term, Term] = {}
    atoms: dict[Term, None] = {}
    for t in (left, right):
        of.inverted(t, below)
        of.atoms(t, atoms)
    if below or not atoms or not _alike(of, left, right, list(atoms)):
        return None
    letters = {a: of.new("g") for a in atoms}
    before = of.write.instead
    try:
        of.write.instead = {**before, **letters}
        said = f"{of.write.term(left)} = {of.write.term(right)}"
    finally:
        of.write.instead = before
    lemma = of.new("G")
    there = " ".join(of.write.term(a) for a in atoms)
    return (
        f"assert ({lemma} : forall {' '.join(letters.values())} : R, {said}).\n{{ intros; algebra. }}\n"
        f"refine ({lemma} {there})."
    )


def _alike(of: Equations, left: Term, right: Term, atoms: list[Term]) -> bool:
    form = NormalForm()
    variables = fresh(*[(NUMBER, "")] * len(atoms))

    def cancels() -> bool:
        numbers = dict(zip(atoms, map(form.scalar, variables), strict=True))
        first, second = (of.value(t, form, numbers.__getitem__) for t in (left, right))
        return bool(form.minus(first, second)[0].is_zero())

    try:
        return form.settled(cancels)
    except Refused:
        return False
