"""Proofs of what the logarithm of a product is: a sum of logarithms of factors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verify.core.nodes import Refused, Term, node
from verify.core.polynomials import product
from verify.core.rational import Quotient
from verify.core.signs import NEGATIVE, ZERO_SIGN
from verify.core.terms import MINUS_ONE, add, mul, number, power, relation, walk
from verify.export.rocq.terms import FUNCTIONS

if TYPE_CHECKING:
    from verify.export.rocq.equations import Equations


def of_log(of: Equations, a: Term, x: Quotient) -> str:
    """Tactics for log u = the normal form x."""
    (u,) = a.args
    plain = of.form.canonical(u)
    if plain is u:
        return _of_canonical(of, a, x)
    b = node("log", plain)
    first = f"apply (f_equal {FUNCTIONS['log']}). {of.equal(u, plain)}"
    return f"transitivity {of.write.term(b)}. {{ {first} }} {_of_canonical(of, b, x)}"


def _of_canonical(of: Equations, b: Term, x: Quotient) -> str:
    spelled = of.form.spelled(x)
    if spelled is b:
        return "reflexivity."
    _have_positive_factor(of, b.args[0], x)
    whole = node("exp", spelled)
    try:
        goal = of.equal(whole, b.args[0])
    except Refused:
        goal = _by_factors(of, spelled, b.args[0])
    return f"apply ln_is. transitivity {of.write.term(whole)}. {{ apply (f_equal exp). arith. }} {goal}"


def _by_factors(of: Equations, exponent: Term, whole: Term) -> str:
    """Tactics for exp of the exponent = the whole, by the factors of that: a fraction may stand in only one of these.

    Raises:
        Refused: where it is no product of exponentials and positive numbers.
    """
    form = of.form
    rational, factors = form.factors(form.reduced(form.scalar(whole)))
    parts: list[tuple[Term, Term, str]] = []  # an exponent, what exp of it equals, and how
    if rational != 1:
        parts.append((node("log", number(rational)), number(rational), "exp_of_log."))
    for f, k in factors:
        t = form.spelled_polynomial(f)
        if t.kind == "exp":
            parts.append((product(number(k), t.args[0]), power(t, number(k)) if k != 1 else t, "exp_of_multiple."))
        else:
            parts.append((product(number(k), node("log", t)), power(t, number(k)), "exp_of_log."))
    exponents = add(*(v for v, _, _ in parts))
    texts = [of.write.term(node("exp", v)) for v, _, _ in parts]
    lines = [
        f"transitivity {of.write.term(node('exp', exponents))}.",
        f"{{ apply (f_equal exp). {of.equal(exponent, exponents)} }}",
        f"transitivity ({' * '.join(texts)}). {{ exps_joined. }}",
    ]
    for text, (_, value, how) in zip(texts, parts, strict=True):
        lines.append(f"replace {text} with {of.write.term(value)} by (symmetry; first [reflexivity | {how[:-1]}]).")
    return " ".join([*lines, of.equal(mul(*(value for _, value, _ in parts)), whole)])


def _have_positive_factor(of: Equations, whole: Term, x: Quotient) -> None:
    """Puts at hand that the factor whose sign is not known is positive, as the whole and all other factors are."""
    from verify.export.rocq.settling import settled  # noqa: PLC0415  # it proves by equations

    atoms = (of.form.single(m) for _, m in of.form.monomials(of.form.reduced(x)))
    logs = [atom.args[0] for atom in atoms if atom is not None and atom.kind == "log"]
    unknown = [t for t in logs if of.form.signs(t) & (NEGATIVE | ZERO_SIGN)]
    if len(unknown) != 1:
        return
    (factor,) = unknown
    said = relation(">", factor)
    try:
        rest = of.form.canonical(product(whole, power(factor, MINUS_ONE)))
        positive = settled(of.statements, of.facts, relation(">", whole))
        goal = of.equal(whole, mul(factor, rest))
    except Refused:
        return
    if any(t.kind == "power" and t.args[0].kind == "add" for t in walk(rest)):  # its sign is not that of its parts
        return
    name, texts = of.new("p"), [of.write.term(t) for t in (whole, factor, rest)]
    of.scopes[-1].lines.append(
        f"assert ({name} : {of.write.formula(said)}). {{ apply (positive_factor {' '.join(texts)}). "
        f"{{ {positive} }} {{ sgn. }} {goal} }}"
    )
    of.facts = [*of.facts, said]
    of.form.facts.note(said)
