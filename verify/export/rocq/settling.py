"""What follows at once from what is at hand, by a formula that says the same or by signs; conclusions among it."""

from __future__ import annotations

from collections.abc import Sequence

from verify.core.definedness import conditions
from verify.core.equality import same
from verify.core.nodes import POINT_SORT, Refused, Term, is_vector
from verify.core.polynomials import difference
from verify.core.signs import Facts
from verify.core.terms import MINUS_ONE, ZERO, add, fresh, mul, opened, sides
from verify.core.zero import NormalForm
from verify.export.rocq.equations import Equations
from verify.export.rocq.following import entering, says
from verify.export.rocq.lemmas import CLOSING, Statements
from verify.export.rocq.names import REAL_TYPE, Inexpressible


def asserted(statements: Statements, known: Sequence[Term], formulas: Sequence[Term]) -> str:
    """Tactics that put the formulas at hand which are not among the known, as far as there is a proof of them."""
    held = list(known)
    lines = []
    for f in formulas:
        if f not in held:
            try:
                text = statements.write.formula(f)
                lines.append(f"assert ({statements.fresh('Q')} : {text}). {{ {settled(statements, held, f)} }}")
            except (Refused, Inexpressible):
                continue
            held.append(f)
    return " ".join(lines)


def concluded(statements: Statements, known: Sequence[Term], proved: Term, stated: Term, name: str) -> str:
    """Tactics that close a goal, which says that `stated` is defined and true, by the hypothesis that `proved` is.

    Args:
        known: what holds besides, which settles what the zero test asks.
        name: of the hypothesis.
    """
    c = statements.fresh("C")
    known = [*known, *conditions(proved)]
    needed = asserted(statements, known, conditions(stated))
    ready = f"pose proof {name} as {c}; conclusion_of {c}; breakup. {needed} defined_first."
    if proved is stated:
        return f"{ready} first [exact {c} | as_written {c}]."
    try:
        return f"{ready} {says(statements, [*known, *conditions(stated)], proved, stated, c)}"
    except (Refused, Inexpressible):
        return f"{ready} as_written {c}."


def settled(statements: Statements, known: Sequence[Term], f: Term) -> str:
    """Tactics that close the formula as a goal.

    Raises:
        Refused, Inexpressible: where there is no proof.
    """
    if f in known:
        return "assumption."
    if f.kind == "relation":
        return _relation(statements, known, f)
    if f.kind == "forall":
        return _for_all(statements, known, f)
    return _predicate(statements, known, f)


def _predicate(statements: Statements, known: Sequence[Term], f: Term) -> str:
    """By a predicate that says the same of what is equal."""
    form = NormalForm(Facts(known))
    for k in known:
        if k.kind == "predicate" and k.args[:2] == f.args[:2] and same(k, f, form):
            lines = []
            for u, v in zip(f.args[2:], k.args[2:], strict=True):
                if u is not v:
                    name, sides_ = statements.fresh("E"), (statements.write.value(u), statements.write.value(v))
                    goal = Equations(statements, known, []).proved(u, v)
                    lines.append(f"assert ({name} : {sides_[0]} = {sides_[1]}). {{ {goal} }} rewrite {name}.")
            return " ".join([*lines, "at_hand."])
    return "at_hand."


def _by_known(statements: Statements, known: Sequence[Term], f: Term) -> str | None:
    """By a formula that says the same."""
    form = NormalForm(Facts(known))
    for k in known:
        if k.kind == f.kind and (k.kind != "relation" or sides(k)[0] == sides(f)[0]) and same(k, f, form):
            text, name = statements.write.formula(k), statements.fresh("C")
            return f"assert ({name} : {text}) by at_hand_or_linear. {says(statements, known, k, f, name)}"
    return None


def _relation(statements: Statements, known: Sequence[Term], f: Term) -> str:
    by_known = _by_known(statements, known, f)
    if by_known is not None:
        return by_known
    op, larger, smaller = sides(f)
    if larger.sort == POINT_SORT or is_vector(larger) or is_vector(smaller):
        return "at_hand."
    apart = add(larger, mul(MINUS_ONE, smaller))
    form = NormalForm(Facts(known))
    try:
        plain = form.canonical(difference(f))
    except Refused:
        return "at_hand."
    if plain is ZERO and op in ("=", "≥"):
        equations = Equations(statements, known, [])
        if op == "=":
            return equations.proved(larger, smaller)
        return f"apply ({CLOSING[f.args[0]]} _ _ 0); [ | lra]. {equations.proved(apart, ZERO)}"
    if op not in ("≥", ">"):
        return "first [sgn | at_hand]."
    text = statements.write.term(plain)
    goal = Equations(statements, known, []).proved(apart, plain)
    z = statements.fresh("Z")
    return (
        f"assert ({z} : {statements.write.term(apart)} = {text}). {{ {goal} }} "
        f"first [solve [sgn] | apply ({CLOSING[f.args[0]]} _ _ ({text}) {z}); at_sign | by_factors]."
    )


def _for_all(statements: Statements, known: Sequence[Term], f: Term) -> str:
    by_known = _by_known(statements, known, f)
    if by_known is not None:
        return by_known
    variables = fresh(*f.args[0])
    bound, _ = statements.write.opened(f, ())
    names, asked_of = [], 0
    for v, b in zip(variables, bound, strict=True):
        if b.shape != (REAL_TYPE,) or v.sort == "other":
            statements.names.also(v, [b.shape])
        names.append(statements.value(v, b.shape))
        if b.signature[0] == "partial function":
            names.append(statements.domain(v, b.shape))
        asked_of += len(statements.write.declared(b.name, b.shape, b.signature))
    *given, body = [opened(g, variables) for g in f.args[1:]]
    facts = []
    for k in known:  # of the same variables, at these
        if k.kind == "forall" and k.args[0] == f.args[0]:
            facts.append((k, [opened(g, variables) for g in k.args[1:]]))
    lines = [entering(names, asked_of + len(given))]
    held = [*known, *given]
    for k, (*asked, gained) in facts:
        if all(Facts(held).holds(a) for a in asked):
            name = statements.fresh("I")
            lines.append(
                f"try (assert ({name} : {statements.write.formula(k)}) by first [assumption | at_hand]; "
                f"specialize ({name} {' '.join(names)}); "
                f"repeat (match type of {name} with ?A -> _ => feed {name} end))."
            )
            held.append(gained)
    return " ".join([*lines, settled(statements, held, body)])
