"""Proofs that points are the same, and that what is said at one of them is said at the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from verify.core.nodes import POINT_SORT, Term
from verify.core.terms import replaced

if TYPE_CHECKING:
    from verify.export.rocq.equations import Equations


def equal_points(of: Equations, p: Term, q: Term) -> str:
    """Tactics for p = q: both have one normal form."""
    if p is q:
        return "reflexivity."
    middle = of.write.point(of.form.canonical(p))
    return f"transitivity {middle}. {{ {_to_canonical(of, p)} }} {{ symmetry. {_to_canonical(of, q)} }}"


def _to_canonical(of: Equations, p: Term) -> str:
    """Tactics for p = its normal form."""
    if of.form.canonical(p) is p:
        return "reflexivity."
    from verify.export.rocq.laws import same_arguments  # noqa: PLC0415  # points stand in functions, and these in points

    there, how = at_canonical_points(of, p, inside=True)
    steps = [(there, how)] if there is not p else []
    key = of.form.with_canonical_parts(there)
    if key is not there:
        steps.append((key, same_arguments(of, there, key)))
    rewritten = of.by_rule(key)
    if rewritten is None:
        last = "reflexivity."
    else:
        by, right = rewritten
        steps.append((right, by))
        last = _to_canonical(of, right)
    return " ".join([*(f"transitivity {of.write.point(t)}. {{ {h} }}" for t, h in steps), last])


def at_canonical_points(of: Equations, t: Term, *, inside: bool = False) -> tuple[Term, str]:
    """The term with all points in it in normal form, and tactics for: it equals that."""
    names, lines = [], []
    made = t
    for p in sorted(dict.fromkeys(_points(t, inside)), key=lambda p: -p.height):
        plain = of.form.canonical(p)
        if plain is p:
            continue
        names.append(of.new("p"))
        lines.append(
            f"assert ({names[-1]} : {of.write.point(p)} = {of.write.point(plain)}). {{ {_to_canonical(of, p)} }}"
        )
        made = replaced(made, p, plain)
    rewrites = "".join(f" rewrite ?{name}." for name in names)
    return made, f"{' '.join(lines)}{rewrites} reflexivity."


def _points(t: Term, inside: bool) -> Iterator[Term]:
    """The points in the term, of which none is in another one; with `inside`, not the term itself."""
    if t.sort == POINT_SORT and not t.open and not inside:
        yield t
        return
    for a in t.args:
        if type(a) is Term:
            yield from _points(a, inside=False)
