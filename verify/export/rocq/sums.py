"""Proofs that a sum equals its normal form: what is summed is taken apart, and each part is summed by a law."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verify.core.nodes import INTEGER, Term, node
from verify.core.rational import Quotient
from verify.core.terms import ONE, add, close, local, mul, number, opened, relation, substitute
from verify.core.zero_sums import MOST_SUMMANDS, index_of, moving_parts, separated, bound

if TYPE_CHECKING:
    from verify.export.rocq.equations import Equations


def summed(of: Equations, a: Term, x: Quotient) -> str:
    """Tactics for a = its normal form."""
    form = of.form
    body, lo, hi = a.args
    low, high = form.whole(lo), form.whole(hi)
    if low is not lo or high is not hi:
        plain = node("sum", body, low, high)
        return (
            f"transitivity {of.write.term(plain)}. "
            f"{{ apply Sum_bounds. {{ {of.equal(lo, low)} }} {{ {of.equal(hi, high)} }} }} "
            f"{summed(of, plain, x)}"
        )
    if lo.kind == hi.kind == "number" and hi.args[0] - lo.args[0] < MOST_SUMMANDS:
        return _written_out(of, a, x)
    return _by_parts(of, a, x)


def _written_out(of: Equations, a: Term, x: Quotient) -> str:
    """Tactics for a sum of a known number of terms = its normal form."""
    body, lo, hi = a.args
    indices = [number(k) for k in range(int(lo.args[0]), int(hi.args[0]) + 1)]
    if not indices:
        return "apply Sum_empty; [integer | integer | lra]."
    terms = [opened(body, [k]) for k in indices]
    made = add(*terms) if len(terms) != 1 else terms[0]
    one_by_one = " ".join(f"sum_before {of.write.term(k)}." for k in reversed(indices[:-1]))
    text = " + ".join(of.write.term(t) for t in terms)
    return (
        f"transitivity ({text}). {{ {one_by_one} sum_single. }} "
        f"transitivity {of.write.term(made)}. {{ first [reflexivity | ring]. }} {of.reduces(made, x)}"
    )


def _by_parts(of: Equations, a: Term, x: Quotient) -> str:
    form = of.form
    body, lo, hi = a.args
    v = index_of(form, a, lo, hi)
    inside = opened(body, [v])
    certain = form.holds(relation("≥", hi, lo))
    n, d = form.reduced(of.value(inside))
    outside, below = separated(form, d, v, certain)
    parts: list[tuple[Term, Term]] = []  # free of the index, moving with it
    for free, above in moving_parts(form, n, v):
        coefficient = form.spelled(form.lowest(free, outside))
        parts.append((coefficient, form.spelled(form.lowest(above, below))))
    if not parts:
        return f"apply Sum_zero; [integer | integer | ]. {_inside(of, v, inside, number(0))}"
    pieces = [node("sum", bound(m, v), lo, hi) for _, m in parts]
    ordered = [mul(c, opened(s.args[0], [v])) for (c, _), s in zip(parts, pieces, strict=True)]
    whole = add(*ordered) if len(parts) > 1 else ordered[0]
    spread = node("sum", close(whole, [v]), lo, hi)
    if len(parts) == 1 and parts[0][0] is ONE and pieces[0] is a:
        return _atom(of, a, x, parts[0][1], v, lo, hi)
    multiples = [mul(c, s) for (c, _), s in zip(parts, pieces, strict=True)]
    linear = add(*multiples) if len(parts) > 1 else multiples[0]
    each = f"apply Sum_ext; [integer | integer | ]. {_inside(of, v, inside, whole)}"
    lines = [
        f"transitivity {of.write.term(spread)}. {{ {each} }}",
        f"transitivity {of.write.term(linear)}. {{ sum_linear. }}",
    ]
    return " ".join([*lines, of.reduces(linear, x)])


def _atom(of: Equations, a: Term, x: Quotient, m: Term, v: Term, lo: Term, hi: Term) -> str:
    """Tactics for a sum of one monomial, in which everything moves with the index."""
    m = opened(a.args[0], [v])
    contracted = _contracted(of, m, v, lo, hi)
    if contracted is not None:
        value, how = contracted
        return f"transitivity {of.write.term(value)}. {{ {how} }} {of.reduces(value, x)}"
    value, how = _piece(of, a, m, v, lo, hi)
    if value is not a:
        return f"transitivity {of.write.term(value)}. {{ {how} }} {of.reduces(value, x)}"
    rewritten = of.by_rule(a)
    if rewritten is not None:
        how, right = rewritten
        return f"transitivity {of.write.term(right)}. {{ {how} }} {of.reduces(right, x)}"
    instead = of.form.single(x)
    if instead is not None and instead.kind == "sum" and instead is not a:
        return _exchanged(of, a, x, m, v)
    return "reflexivity."


def _exchanged(of: Equations, a: Term, x: Quotient, m: Term, v: Term) -> str:
    """Tactics for a sum of sums, of which the core takes the inner one first."""
    lo, hi = a.args[1:]
    factors = m.args if m.kind == "mul" else (m,)
    (inside,) = (f for f in factors if f.kind == "sum" and v in f.free)
    (w,) = local(m, (INTEGER, ""))
    others = [f for f in factors if f is not inside]
    body = opened(inside.args[0], [w])
    everything = mul(*others, body) if others else body
    ranges = inside.args[1:]
    first = node("sum", close(node("sum", close(everything, [w]), *ranges), [v]), lo, hi)
    second = node("sum", close(node("sum", close(everything, [v]), lo, hi), [w]), *ranges)
    return (
        f"transitivity {of.write.term(first)}. "
        "{ apply Sum_ext; [integer | integer | intros; cbv beta; factor_inside]. } "
        f"transitivity {of.write.term(second)}. {{ apply Sum_exchange. }} {_reduces_in_order(of, second, x)}"
    )


def _reduces_in_order(of: Equations, t: Term, x: Quotient) -> str:
    """Tactics for t = x, where the normal form of t may be x with its two outermost sums in the other order."""
    plain, wanted = of.form.single(of.value(t)), of.form.single(x)
    if plain is None or plain is wanted or plain.kind != "sum" or plain.args[0].kind != "sum":
        return of.reduces(t, x)
    inner = plain.args[0]
    v, w = local(plain, (INTEGER, ""), (INTEGER, ""))
    body = opened(opened(inner, [v]).args[0], [w])
    turned = node("sum", close(node("sum", close(body, [v]), *plain.args[1:]), [w]), *inner.args[1:])
    return (
        f"transitivity {of.write.term(plain)}. {{ {of.reduces(t, of.value(t))} }} "
        f"transitivity {of.write.term(turned)}. {{ apply Sum_exchange. }} congr."
    )


def _contracted(of: Equations, m: Term, v: Term, lo: Term, hi: Term) -> tuple[Term, str] | None:
    """A sum in which a delta leaves one summand, and tactics for that."""
    form = of.form
    factors = m.args if m.kind == "mul" else (m,)
    for d in factors:
        if d.kind != "delta" or v not in d.args:
            continue
        (j,) = (a for a in d.args if a is not v) if d.args[0] is not d.args[1] else (v,)
        if v in j.free or not (form.holds(relation("≥", j, lo)) and form.holds(relation("≥", hi, j))):
            continue
        rest = [f for f in factors if f is not d]
        body = mul(*rest) if len(rest) > 1 else rest[0] if rest else ONE
        ordered = node("sum", close(mul(node("delta", v, j), body), [v]), lo, hi)
        value = substitute(body, {v: j})
        return value, (
            f"transitivity {of.write.term(ordered)}. "
            "{ apply Sum_ext; [integer | integer | intros; cbv beta; delta_first]. } "
            f"apply (Sum_delta {of.write.term(lo)} {of.write.term(hi)} {of.write.term(j)} "
            f"(fun {of.write.term(v)} => {of.write.term(body)})); [integer | integer | integer | sgn | sgn]."
        )
    return None


def _inside(of: Equations, v: Term, left: Term, right: Term) -> str:
    """Tactics for: what is summed = the same in parts, at every index of the range."""
    name = of.new("j")
    before = of.write.instead
    of.write.instead = {**before, v: name}
    try:
        return of.within(f"intros {name} ? ? ?; cbv beta.", lambda: of.equal(left, right), frozenset([v]))
    finally:
        of.write.instead = before


def _piece(of: Equations, s: Term, m: Term, v: Term, lo: Term, hi: Term) -> tuple[Term, str]:
    """What a sum of a moving monomial equals, and tactics for that."""
    form = of.form
    if m is ONE:
        size = add(hi, mul(number(-1), lo), ONE)
        if form.holds(relation("≥", size)):
            return size, "rewrite Sum_one; [ring | integer | integer | sgn]."
    base, offset, least = form.ending(lo, hi)
    if offset > least and form.holds(relation("≥", add(base, number(least)), add(lo, number(-1)))):
        shorter = form.whole(add(base, number(least)))
        ends = [substitute(m, {v: add(base, number(k))}) for k in range(least + 1, offset + 1)]
        made = add(node("sum", close(m, [v]), lo, shorter), *ends)
        return made, "sum_last_split."
    return s, ""
