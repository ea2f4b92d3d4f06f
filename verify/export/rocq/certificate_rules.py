"""The rules of certificates that take a goal apart, as proofs in Rocq; each follows the argument of the core's rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from verify.core.certificate_rules import logarithm_parts
from verify.core.definedness import conditions
from verify.core.nodes import Term, node as node_of
from verify.core.obligations import joined
from verify.core.polynomials import canonical, difference, inverse, minus, negative, product, raised_to, total
from verify.core.terms import number, replaced, sides, substitute, walk
from verify.export.rocq.certificate_scripts import HALF, Script, above, at_least
from verify.export.rocq.names import Inexpressible


def plain(script: Script) -> None:
    """Plain from the conditions."""
    script.have_ranges(script.known)
    short = canonical(script.term)
    if short is script.term:
        script.say("plain.")
    else:
        script.say(f"first [ plain | replace {script.write(script.term)} with {script.write(short)} by same; plain ].")


def contradiction(script: Script) -> None:
    """A condition does not hold."""
    g = script.node.conditions[script.data["condition"]]
    script.have("N'", negative(difference(g)), sides(g)[0] == "≥")
    script.say("exfalso; lra.")


def products(script: Script) -> None:
    """A product of powers: factors with a minus are written as minus what is not negative."""
    whole = []
    for n, (f, k, sign) in enumerate(script.data["factors"]):
        power = raised_to(f, number(k))
        script.have_defined(power if k < 0 else f)
        side = negative(f) if sign == "-" else f
        if sign:
            script.have(f"F'{n}", side, script.strict and k > 0)
        whole.append(raised_to(side, number(k)))
    made = " * ".join(script.write(w) for w in whole) or "1"
    script.say(f"replace {script.write(script.term)} with ({made}) by same.", "sgn.")


def sums(script: Script) -> None:
    """A sum of terms that are not negative."""
    terms, positive = script.data["terms"], script.data.get("strict")
    for n, t in enumerate(terms):
        script.have_defined(t)
        script.have(f"T'{n}", t, script.strict and n == positive)
    made = " + ".join(script.write(t) for t in terms) or "0"
    script.say(f"replace {script.write(script.term)} with ({made}) by same.", "lra.")


def rewrite(script: Script) -> None:
    """An equal term, under conditions that follow."""
    known = script.have_all(script.data.get("given", []), script.known)
    shows = script.data.get("shows", script.term)
    known = script.have_defined(shows, known)
    script.have("S'", shows, script.strict, known)
    hints = script.have_roots(script.term)
    script.say(f"replace {script.write(script.term)} with {script.write(shows)} by ({hints}same).", "exact S'.")


def surd(script: Script) -> None:
    """a + b·√c, by squares."""
    a, b, c = (script.data[name] for name in "abc")
    root = raised_to(c, HALF)
    two = number(2)
    gap = minus(raised_to(a, two), product(raised_to(b, two), c))
    script.have_defined(total(a, product(b, root)))
    first, second = (a, gap) if script.data["larger"] == "a" else (b, negative(gap))
    script.have("A'", first, False)
    script.have("B'", second, script.strict)
    A, B, C = (script.write(t) for t in (a, b, c))
    lemma = "surd_rest" if script.data["larger"] == "a" else "surd_root"
    script.say(
        f"replace {script.write(script.term)} with ({A} + {B} * sqrt {C}) by same.",
        f"apply ({lemma}{'_strictly' if script.strict else ''} {A} {B} {C}); [exact A' | by_gap B' | plain].",
    )


def split(script: Script) -> None:
    """Two cases."""
    by = script.data["by"]
    known = script.have_defined(by)
    closed = script.data.get("closed") is True
    cases = (at_least(by), (at_least if closed else above)(negative(by)))
    decided = f"Rle_lt_dec 0 {script.write(by)}"
    script.say(f"destruct ({decided}) as [Q'|Q'].")
    for case in cases:
        shown = joined((*known, case))
        script.say(f"- assert ({script.writer.formula(case)}) by lra. {script.by(script.term, script.strict, shown)}.")


def unfold(script: Script) -> None:
    """An absolute value, a maximum or a minimum of two, by its two branches."""
    t = script.data["node"]
    if t.kind != "abs" and len(t.args) != 2:
        raise Inexpressible("a maximum or minimum of more than two")
    u = t.args[0]
    v = negative(u) if t.kind == "abs" else t.args[1]
    sign = number(-1 if t.kind == "min" else 1)
    gap = u if t.kind == "abs" else product(sign, minus(u, v))
    U, V, T = (script.write(a) for a in (u, v, t))
    script.say(f"destruct (Rle_lt_dec 0 {script.write(gap)}) as [Q'|Q'].")
    for value, made, case in ((u, U, at_least(gap)), (v, V, above(negative(gap)) if t.kind == "abs" else None)):
        extra = case if case is not None else at_least(product(sign, minus(v, u)))
        known = joined((*(replaced(f, t, value) for f in script.known), extra))
        term = replaced(script.term, t, value)
        script.say(
            f"- assert ({script.writer.formula(extra)}) by lra.",
            f"assert (E' : {T} = {made}) by branch. rewrite E' in *. clear E'.",
            f"enough ({script.sign(term, script.strict)}) by rel_close.",
            f"{script.by(term, script.strict, known)}.",
        )


def order(script: Script) -> None:
    """Two variables that may be exchanged, put in order."""
    x, y = script.data["pair"]
    known = joined((*script.known, at_least(minus(x, y))))
    here, there = script.write(x), script.write(y)
    script.say(f"destruct (Rle_lt_dec {there} {here}) as [Q'|Q'].")
    script.say(f"- assert ({script.writer.formula(at_least(minus(x, y)))}) by lra.")
    script.say(f"{script.by(script.term, script.strict, known)}.")
    swap = {x: y, y: x}
    other = substitute(script.term, swap)
    script.say(f"- assert ({script.writer.formula(at_least(minus(y, x)))}) by lra.")
    script.say(f"enough ({script.sign(other, script.strict)}) by rel_close.")
    script.say(f"{script.by(script.term, script.strict, known, swap)}.")


def change(script: Script) -> None:
    """Other variables: the part is taken at the values that they have."""
    forward: Mapping[Term, Term] = dict(script.data["forward"])
    back: Mapping[Term, Term] = dict(script.data["inverse"])
    extra = script.data.get("given", [])
    known = script.known
    for t in back.values():
        known = script.have_defined(t, known)
    for t in forward.values():
        known = script.have_all([substitute(c, back) for c in conditions(t)], known)
        known = script.have_defined(substitute(t, back), known)
    for g in extra:
        known = script.have_all([substitute(f, back) for f in (*conditions(g), g)], known)
    forgotten = [f"E'{script.name(y)}" for y in back]
    for y, t in back.items():
        script.say(f"destruct (there {script.write(t)}) as [{script.name(y)} E'{script.name(y)}].")
    forget = f"rewrite {', '.join(f'?{e}' for e in forgotten)}"
    for g in extra:
        script.say(f"assert ({script.writer.formula(g)}) by ({forget}; plain).")
    for x, t in forward.items():
        script.say(f"assert (E'{script.name(x)} : {script.write(x)} = {script.write(t)}) by ({forget}; same).")
    script.say(f"clear {' '.join(forgotten)}.")
    if forward:
        script.say(f"subst {' '.join(script.name(x) for x in forward)}.")
    moved = [substitute(f, forward) for f in script.node.known]
    own = [c for f in (*forward.values(), *extra) for c in conditions(f)]
    script.say(f"{script.by(substitute(script.term, forward), script.strict, joined((*own, *extra, *moved)))}.")


_ALWAYS: Final[Mapping[str, tuple[str, ...]]] = {
    "sin": ("SIN_bound",), "cos": ("COS_bound",), "atan": ("atan_bound",), "tanh": ("tanh_between",),
    "exp": ("exp_pos", "exp_taylor_1", "exp_taylor_3", "exp_taylor_5"), "log": ("ln_below",), "cosh": ("cosh_above",),
}  # fmt: skip


def abstract(script: Script) -> None:
    """Terms as new variables: the part is taken at these terms, with what is always true of them."""
    values = {y: t for t, y in script.data["nodes"]}
    known = script.known
    for t in values.values():
        known = script.have_defined(t, known)
    for t in values.values():
        for lemma in _ALWAYS.get(t.kind, ()):
            positive = " ltac:(plain)" if lemma == "ln_below" else ""
            script.say(f"pose proof ({lemma} {script.write(t.args[0])}{positive}).")
        if t.kind == "sin":
            script.say(f"pose proof (sin_square {script.write(t.args[0])}).")
    for n, part in enumerate(script.node.parts):
        if part.variables and set(part.variables) <= {*script.node.variables, *values}:
            for t in values.values():
                _between_ends(script, t, part.given)
            script.say(f"part {script.part(n, values)}.")
            return
    raise Inexpressible("an abstraction without its part")


def _between_ends(script: Script, t: Term, known: Iterable[Term]) -> None:
    """What a logarithm of a variable has between those of the ends of its range."""
    if t.kind != "log" or t.args[0].kind != "variable":
        return
    x = script.write(t.args[0])
    ends = {u.args[0] for f in known for u in walk(f) if u.kind == "log" and not u.free}
    for end in sorted(map(script.write, ends)):
        for a, b in ((end, x), (x, end)):
            less = f"assert (ln {a} < ln {b}) by (apply ln_increasing; plain)"
            script.say(f"first [{less} | assert (ln {a} <= ln {b}) by (apply ln_from; plain) | idtac].")


def complement(script: Script) -> None:
    """π/2 − arctan 1/u in the place of an arctangent."""
    t = script.data["node"]
    u = t.args[0]
    known = script.have_defined(t)
    script.have("U'", u, True, known)
    whole = script.write(t)
    script.say(f"replace {whole} with (PI / 2 - atan (/ {script.write(u)})) by (rewrite atan_inv by exact U'; lra).")
    other = minus(product(HALF, node_of("pi")), node_of("atan", inverse(u)))
    script.say(f"{script.by(replaced(script.term, t, other), script.strict, joined((*known, above(u))))}.")


def logs(script: Script) -> None:
    """u − v by the logarithms of both."""
    u, v = script.data["larger"], script.data["smaller"]
    known = script.have_defined(v, script.have_defined(u))
    over, bases = logarithm_parts(u)
    under, more = logarithm_parts(v)
    for n, base in enumerate((*bases, *more)):
        script.have(f"B'{n}", base, True, known)
    script.have("L'", minus(over, under), script.strict, joined((*known, *map(above, (*bases, *more)))))
    U, V = script.write(u), script.write(v)
    script.say(
        f"replace {script.write(script.term)} with ({U} - {V}) by same.",
        f"assert (PU' : 0 < {U}) by sgn. assert (PV' : 0 < {V}) by sgn.",
        f"replace ({script.write(minus(over, under))}) with (ln {U} - ln {V}) in L' by same.",
        f"apply {'ln_gap_strictly' if script.strict else 'ln_gap'}; assumption.",
    )


RULES: Final[Mapping[str, Callable[[Script], None]]] = {
    "obvious": plain, "constant": plain, "contradiction": contradiction, "product": products, "sum": sums,
    "rewrite": rewrite, "surd": surd, "split": split, "substitute": change, "abstract": abstract,
    "complement": complement, "logs": logs, "unfold": unfold, "order": order,
}  # fmt: skip
"""The rules of this module, by their names."""
