"""Polynomial inequalities of certificates, as proofs in Rocq: squares, factors, roots, coefficients of Bernstein."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from verify.core.obligations import joined, rational
from verify.core.polynomial_reading import System
from verify.core.polynomial_rules import separated
from verify.core.polynomials import negative, product, raised_to
from verify.core.terms import number, relation
from verify.export.rocq.certificate_bernstein import bernstein
from verify.export.rocq.certificate_line import sturm
from verify.export.rocq.certificate_scripts import Script, over_squares
from verify.export.rocq.names import Inexpressible


def polynomial(script: Script) -> None:
    """The rule `polynomial`, by its method."""
    system = System(script.term, script.strict, script.known)
    _METHODS[script.data["method"]](script, system, script.data["data"])


def _by_factors(script: Script, system: System, data: dict[str, Any]) -> None:
    """(a · Π fᵐ)/(b · Π gⁿ): each row once, by its sign, times what is left of the powers, which are even."""
    scale = rational(data["above"][0]) / rational(data["below"][0])
    rows = [(system.spelled(system.polynomial(f)), m) for f, m in data["above"][1]]
    count = len(rows)
    rows += [(system.spelled(system.polynomial(f)), -m) for f, m in data["below"][1]]
    left = [m for _, m in rows]
    made: list[str] = []
    for members, side in data["signs"]:
        together = product(number(side), *(rows[n][0] for n in members))
        strict = script.strict and any(n < count for n in members)
        script.have(f"S'{len(made)}", together, strict)
        if left[members[0]] % 2:
            scale *= side
            made.append(script.write(together))
            for n in members:
                left[n] -= 1
    powers = [script.write(raised_to(f, number(m))) for (f, _), m in zip(rows, left, strict=True) if m]
    whole = " * ".join([script.write(number(scale)), *made, *powers])
    script.say(f"replace {script.write(script.term)} with ({whole}) by same.", "sgn.")


def _by_root(script: Script, system: System, data: dict[str, Any]) -> None:
    """A + B·√R by squares; see the lemmas `surd_…`."""
    root = data["root"]
    place = system.place(root)
    rest, factor, above, below = separated(system, place)
    if root.kind != "power" or not below.is_one():
        raise Inexpressible("an absolute value, or the root of a quotient, in a polynomial inequality")
    R = system.spelled(above)
    gap = system.spelled(factor * factor * above - rest * rest)
    a, b = system.spelled(rest), system.spelled(factor)
    larger, strict = data["larger"], script.strict
    lemma = {"rest": "surd_rest", "root": "surd_root", "root if needed": "surd_needed"}[larger]
    if larger == "rest":
        script.have("A'", a, False)
        script.have("B'", negative(gap), strict)
    else:
        script.have("A'", b, False)
        if larger == "root":
            script.have("B'", gap, strict)
        else:
            known = joined((*script.known, relation("≥", negative(a))))
            script.say(f"assert (B' : {script.write(a)} <= 0 -> {script.sign(gap, strict)}).")
            formula = script.writer.formula(relation("≥", negative(a)))
            script.say(f"{{ intros N'. assert ({formula}) by lra. {script.by(gap, strict, known)}. }}")
    A, B, C = script.write(a), script.write(b), script.write(R)
    script.say(
        *over_squares(script, system, f"({A} + {B} * sqrt {C})"),
        f"apply ({lemma}{'_strictly' if strict else ''} {A} {B} {C}); [exact A' | by_gap B' | plain].",
    )


def _by_squares(script: Script, system: System, data: dict[str, Any]) -> None:
    """multiplier · goal = Σ (product of conditions) · d·l², with a multiplier that is positive, or 1."""
    everything = [*data["terms"], *data.get("multiplier", [])]
    for n, t in enumerate(dict.fromkeys(t for item in everything for t in item["weight"])):
        script.have(f"P'{n}", t, False)
    pieces = [p for item in data["terms"] for p in _weighted(script, item)]
    for n, p in enumerate(pieces):
        script.say(f"assert (W'{n} : 0 <= {p}) by weighted.")
    whole = " + ".join(pieces) or "0"
    script.say(f"assert (W' : 0 <= {whole}) by (repeat apply Rplus_le_le_0_compat; assumption).")
    shown = script.write(system.spelled(system.shows))
    script.say(*over_squares(script, system, shown))
    if "multiplier" not in data:
        script.say(f"assert (I' : {shown} = {whole}) by (first [field | same]).")
        script.say("first [lra | nra]." if script.strict else "rewrite I'. exact W'.")
        return
    weights = [p for item in data["multiplier"] for p in _weighted(script, item)]
    for n, p in enumerate(weights):
        script.say(f"assert (V'{n} : 0 <= {p}) by weighted.")
    factor = f"({' + '.join(weights)})"
    names = [script.name(v) for v in script.node.variables]
    script.say(
        f"destruct (Req_dec {factor} 0) as [Z'|Z'].",
        *(f"{'{ ' if v == names[0] else ''}try (assert ({v} = 0) by (first [lra | nra]))." for v in names),
        "subst. plain. }",
        f"assert (M' : 0 < {factor}) by lra.",
        f"assert (I' : {factor} * {shown} = {whole}) by (first [field | same]).",
    )
    if script.strict:
        script.say(f"apply Rnot_le_lt; intros N'. assert (J' : {factor} * {shown} <= 0) by nra. first [lra | nra].")
    else:
        script.say(f"apply (Rmult_le_reg_l {factor}); [exact M'|]. rewrite Rmult_0_r, I'. exact W'.")


def _weighted(script: Script, item: Mapping[str, Any]) -> list[str]:
    weights = [script.write(t) for t in item["weight"]]
    matrix = [[rational(entry) for entry in row] for row in item["gram"]]
    basis = [script.write(t) for t in item["basis"]]
    found = []
    for d, row in _diagonal(matrix):
        line = " + ".join(f"{script.write(number(c))} * {b}" for c, b in zip(row, basis, strict=True) if c) or "0"
        found.append(" * ".join([*weights, f"({script.write(number(d))} * ({line}) ^ 2)"]))
    return found


def _diagonal(gram: list[list[Fraction]]) -> list[tuple[Fraction, list[Fraction]]]:
    """Numbers d > 0 and rows l with G = Σ d·l·lᵀ, by elimination."""
    n = len(gram)
    rest = [list(row) for row in gram]
    found = []
    for k in range(n):
        pivot = rest[k][k]
        if pivot == 0:
            continue
        row = [Fraction(0)] * k + [rest[k][j] / pivot for j in range(k, n)]
        found.append((pivot, row))
        for i in range(n):
            for j in range(n):
                rest[i][j] -= pivot * row[i] * row[j]
    return found


_METHODS: Final[Mapping[str, Callable[[Script, System, dict[str, Any]], None]]] = {
    "product": _by_factors, "roots": _by_root, "squares": _by_squares, "bernstein": bernstein, "sturm": sturm,
}  # fmt: skip
