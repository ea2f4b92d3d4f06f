"""Proofs that a part of a term, no sum, product or whole power, equals its normal form: one law for each kind."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from verify.core.derivatives import evaluated
from verify.core.nodes import POINT_SORT, Refused, Term, is_vector, node
from verify.core.polynomials import product
from verify.core.rational import Quotient
from verify.core.terms import HEADED, MINUS_ONE, ONE, add, mul, number, power, raised, relation
from verify.core.zero_sums import on_and_off
from verify.export.rocq.circular import CIRCULAR
from verify.export.rocq.integrals import same_integral
from verify.export.rocq.logarithms import of_log
from verify.export.rocq.names import Inexpressible
from verify.export.rocq.points import at_canonical_points, equal_points
from verify.export.rocq.products import bilinear
from verify.export.rocq.sums import summed
from verify.export.rocq.ways import by, canonical_argument

if TYPE_CHECKING:
    from verify.export.rocq.equations import Equations

HALF: Final = Fraction(1, 2)


def root_in(t: Term) -> Term:
    """The root of which b^(p/q) is a whole power."""
    base, exponent = t.args
    return power(base, number(Fraction(1, exponent.args[0].denominator)))


def law(of: Equations, a: Term, x: Quotient) -> str:
    """Tactics for a = the normal form x."""
    if a.kind not in ("sum", "inner", "delta", "derivative"):
        split = on_and_off(a)
        if split is not None:
            return _split(of, a, x, *split)
    found = _LAWS.get(a.kind)
    if found is None:
        raise Inexpressible(f"the normal form of a {a.kind}")
    b, how = at_canonical_points(of, a)
    if b is not a:
        return f"transitivity {of.write.term(b)}. {{ {how} }} {found(of, b, x)}"
    return found(of, a, x)


def _split(of: Equations, a: Term, x: Quotient, d: Term, on: Term, off: Term) -> str:
    """h(δ) is h(1) where δ is 1, and h(0) where it is 0."""
    i, j = map(of.write.term, d.args)
    switch = of.form.scalar(d)
    if switch in (of.form.UNIT, of.form.NIL):
        return by(of, on if switch == of.form.UNIT else off, x, f"on_and_off {i} {j}.")
    return by(of, choice(d, on, off), x, f"on_and_off {i} {j}.")


def choice(d: Term, on: Term, off: Term) -> Term:
    """`on` where the delta d is 1, `off` where it is 0."""
    return add(mul(d, on), mul(add(ONE, mul(MINUS_ONE, d)), off))


# --- functions, families --------------------------------------------------------------------------------------------


def same_arguments(of: Equations, a: Term, b: Term) -> str:
    """Tactics for f(u, …) = f(v, …), from u = v, …"""
    lines = []
    if a.kind == "integral":
        return same_integral(of, a, b)
    if a.kind == "derivative":
        return f"apply (f_equal (vDerive _)). {of.equal(a.args[1], b.args[1])}"
    first = HEADED[a.kind]
    for u, v in zip(a.args[first:], b.args[first:], strict=True):
        if u is not v:
            name = of.new("a")
            vectors = is_vector(u) or is_vector(v)
            proof = (
                equal_points(of, u, v)
                if u.sort == POINT_SORT
                else of.equal_vectors(u, v)
                if vectors
                else of.equal(u, v)
            )
            write = of.write.vector if vectors else of.write.value
            lines.append(f"assert ({name} : {write(u)} = {write(v)}). {{ {proof} }}")
    return " ".join([*lines, "congruence."])


def _headed(of: Equations, a: Term, x: Quotient) -> str:
    key = of.form.with_canonical_parts(a)
    rewritten = of.by_rule(key)
    if rewritten is not None:
        how, right = rewritten
        last = f"transitivity ({of.write.value(right)}). {{ {how} }} {of.reduces(right, x)}"
        if key is a:
            return last
        return f"transitivity {of.write.value(key)}. {{ {same_arguments(of, a, key)} }} {last}"
    return f"{same_arguments(of, a, key)}"


def _variable(of: Equations, a: Term, x: Quotient) -> str:
    rewritten = of.by_rule(a)
    if rewritten is None:
        raise Refused(f"{a!r} is not rewritten")
    how, right = rewritten
    return f"transitivity ({of.write.value(right)}). {{ {how} }} {of.reduces(right, x)}"


def _derivative(of: Equations, a: Term, x: Quotient) -> str:
    return by(of, evaluated(a)[0], x, "deriv.")


# --- inner products ---------------------------------------------------------------------------------------------------


def _inner(of: Equations, a: Term, x: Quotient) -> str:
    u, v = a.args
    spread = bilinear(u, v)
    if spread is not a:
        return by(of, spread, x, "expand.")
    if u.kind == "sum" or v.kind == "sum":
        first, other = (u, v) if u.kind == "sum" else (v, u)
        inside = (first.args[0], raised(other, 1)) if u.kind == "sum" else (raised(other, 1), first.args[0])
        body = node("inner", *inside)
        return by(of, node("sum", body, *first.args[1:]), x, "expand.")
    return _inner_of_atoms(of, a, u, v, x)


def _inner_of_atoms(of: Equations, a: Term, u: Term, v: Term, x: Quotient) -> str:
    for y, z, left in ((u, v, True), (v, u, False)):
        plain, how = _vector_atom(of, y)
        if plain is not y:
            b = node("inner", plain, z) if left else node("inner", z, plain)
            name = of.new("v")
            said = f"assert ({name} : {of.write.vector(y)} = {of.write.vector(plain)}). {{ {how} }}"
            same = f"first [reflexivity | rewrite {name}; reflexivity]"
            return f"{said} transitivity {of.write.term(b)}. {{ {same}. }} {of.reduces(b, x)}"
    first, second = sorted((u, v), key=lambda s: s.order)
    key = node("inner", first, second)
    rewritten = of.by_rule(key)
    swap = "" if key is a else f"transitivity {of.write.term(key)}. {{ apply ip_sym. }} "
    if rewritten is None:
        if any(y.kind == "hessian" for y in (u, v)):
            return "inner_hessians."
        return "reflexivity." if key is a else "apply ip_sym."
    how, right = rewritten
    return f"{swap}transitivity ({of.write.term(right)}). {{ {how} }} {of.reduces(right, x)}"


def _vector_atom(of: Equations, y: Term) -> tuple[Term, str]:
    """What a vector that is no sum or multiple equals, and tactics for that; the vector itself if nothing is known."""
    split = on_and_off(y) if y.kind in ("vector", "gradient", "hessian") else None
    if split is not None:
        i, j = map(of.write.term, split[0].args)
        return choice(*split), f"on_and_off {i} {j}."
    if y.kind == "derivative":
        plain = evaluated(y)[0]
        if plain is not y:
            return plain, "deriv."
    if y.kind not in ("vector", "gradient", "hessian", "derivative"):
        raise Inexpressible(f"a {y.kind} as a vector")
    if y.kind == "hessian":
        place = of.form.place(y.args[1])
        key = y if place is y.args[1] else node("hessian", y.args[0], place, y.args[2])
    else:
        key = of.form.with_canonical_parts(y)
    rewritten = of.by_rule(key)
    if rewritten is not None:
        how, right = rewritten
        if key is y:
            return right, how
        return right, f"transitivity {of.write.vector(key)}. {{ {same_arguments(of, y, key)} }} {how}"
    return (key, same_arguments(of, y, key)) if key is not y else (y, "")


# --- exponentials, logarithms, roots ----------------------------------------------------------------------------------


def _exp(of: Equations, a: Term, x: Quotient) -> str:
    return canonical_argument(of, a, lambda b: _exp_of_sum(of, b, x))


def _exp_of_sum(of: Equations, a: Term, x: Quotient) -> str:
    form = of.form
    parts: list[tuple[Term, Term, str]] = []  # exp(c·m), what it equals, and how
    for c, m in form.monomials(form.reduced(form.scalar(a.args[0]))):
        atom = form.single(m)
        if atom is not None and atom.kind == "log":
            whole = node("exp", product(number(c), atom))
            of.put_at_hand(relation(">", atom.args[0]))
            parts.append((whole, power(atom.args[0], number(c)), "exp_of_log."))
            continue
        part = form.spelled(m)
        q = form.denominator("exp", part, c.denominator)
        whole = node("exp", product(number(c), part))
        if not q:
            parts.append((whole, whole, ""))
            continue
        base = node("exp", product(number(Fraction(1, q)), part))
        k = int(c * q)
        parts.append((whole, base if k == 1 else power(base, number(k)), "exp_of_multiple."))
    if not parts:
        return "transitivity (exp 0). { apply (f_equal exp). arith. } exp_0_is_1."
    if len(parts) == 1 and parts[0][0] is a and parts[0][1] is a:
        return "reflexivity."
    first = mul(*(w for w, _, _ in parts)) if len(parts) > 1 else parts[0][0]
    lines = [f"transitivity {of.write.term(first)}. {{ exps_joined. }}"]
    names = []
    for whole, value, how in parts:
        if whole is not value:
            name = of.new("x")
            names.append(name)
            lines.append(f"assert ({name} : {of.write.term(whole)} = {of.write.term(value)}). {{ {how} }}")
    second = mul(*(v for _, v, _ in parts)) if len(parts) > 1 else parts[0][1]
    rewrites = " ".join(f"rewrite {n}." for n in names)
    lines.append(f"transitivity {of.write.term(second)}. {{ {rewrites} reflexivity. }}")
    return " ".join([*lines, of.reduces(second, x)])


def _as_exponential(of: Equations, base: Term) -> str:
    """Tactics that write a power of a positive number as an exponential."""
    from verify.export.rocq.settling import settled  # noqa: PLC0415  # it proves by equations

    said = relation(">", base)
    others = [f for f in of.facts if f is not said]  # that a power is defined says no more than that it may be so
    try:
        positive = settled(of.statements, others, said)
    except (Refused, Inexpressible):
        positive = "at_sign."
    return f"rewrite pw_exp. 2: {{ apply Rgt_lt. {positive} }}"


def _power(of: Equations, a: Term, x: Quotient) -> str:
    base, exponent = a.args
    if exponent.kind != "number":
        plain = of.form.canonical(exponent)
        ordered = f"{of.write.term(plain)} * {of.write.term(node('log', base))}"
        how = f"apply (f_equal2 Rmult); [ | reflexivity]. {of.equal(exponent, plain)}"
        how = f"apply (f_equal exp). transitivity ({ordered}). {{ {how} }} first [reflexivity | ring | algebra]."
        return by(of, node("exp", product(plain, node("log", base))), x, f"{_as_exponential(of, base)} {how}")
    q = exponent.args[0].denominator

    def closed(b: Term) -> str:
        spelled = of.form.spelled(x)
        if spelled is b:
            return "reflexivity."
        goal = of.equal(power(spelled, number(q)), b.args[0])
        name = "sqrt_is" if q == 2 else "root_is"
        text = of.write.term(spelled)
        return f"transitivity {text}. {{ apply {name}; [at_sign | ]. {goal} }} arith."

    plain = of.form.canonical(base)
    if plain is base:
        return closed(a)
    b = power(plain, exponent)
    function = "sqrt" if q == 2 else f"(root {q})"
    return f"transitivity {of.write.term(b)}. {{ apply (f_equal {function}). {of.equal(base, plain)} }} {closed(b)}"


def _abs(of: Equations, a: Term, x: Quotient) -> str:
    def closed(b: Term) -> str:
        spelled = of.form.spelled(x)
        if spelled is b:
            return "reflexivity."
        goal = of.equal(power(spelled, number(2)), power(b.args[0], number(2)))
        return f"transitivity {of.write.term(spelled)}. {{ apply Rabs_is; [at_sign | ]. {goal} }} arith."

    return canonical_argument(of, a, closed)


def _extreme(of: Equations, a: Term, x: Quotient) -> str:
    made, *rest = a.args
    sign = 1 if a.kind == "max" else -1
    for t in rest:
        apart = node("abs", add(made, mul(MINUS_ONE, t)))
        made = mul(number(HALF), add(made, t, apart if sign > 0 else mul(MINUS_ONE, apart)))
    return by(of, made, x, "extremes.")


# --- deltas, sums -----------------------------------------------------------------------------------------------------


def _delta(of: Equations, a: Term, x: Quotient) -> str:
    i, j = a.args
    first, second = sorted(map(of.form.whole, a.args), key=lambda s: s.order)
    if x == of.form.UNIT:
        return f"apply delta_on. {of.equal(i, j)}"
    if x == of.form.NIL:
        return "apply delta_off. sgn."
    key = node("delta", first, second)
    straight = of.form.whole(i) is first
    goals = (of.equal(i, first), of.equal(j, second)) if straight else (of.equal(i, second), of.equal(j, first))
    turn = "" if straight else "rewrite delta_sym. "
    swapped = goals if straight else (goals[1], goals[0])
    return f"{turn}unfold_delta. {{ {swapped[0]} }} {{ {swapped[1]} }}" if key is not a else "reflexivity."


_LAWS: Final[dict[str, Callable[[Equations, Term, Quotient], str]]] = {
    **CIRCULAR,
    "apply": _headed, "variable": _variable, "derivative": _derivative, "inner": _inner, "exp": _exp, "log": of_log,
    "power": _power, "abs": _abs, "max": _extreme, "min": _extreme, "delta": _delta, "sum": summed,
    "e": lambda of, a, x: "reflexivity.", "integral": _headed,
}  # fmt: skip
