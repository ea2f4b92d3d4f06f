"""What follows at once from what is at hand, by a formula that says the same or by signs; conclusions among it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from verify.core.definedness import conditions
from verify.core.derivatives import evaluated
from verify.core.equality import same
from verify.core.nodes import POINT_SORT, Refused, Term, is_scalar, is_vector
from verify.core.polynomials import difference
from verify.core.signs import ALLOWED, NEGATIVE, POSITIVE, Facts, sign_product
from verify.core.terms import MINUS_ONE, ZERO, add, fresh, mul, opened, sides, walk
from verify.core.zero import NormalForm
from verify.export.rocq.equations import Equations
from verify.export.rocq.following import says
from verify.export.rocq.lemmas import CLOSING, Statements
from verify.export.rocq.names import Inexpressible


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


def concluded(
    statements: Statements, known: Sequence[Term], proved: Term, stated: Term, name: str, left: Sequence[Term] = ()
) -> str:
    """Tactics that close a goal, which says that `stated` is defined and true, by the hypothesis that `proved` is.

    Args:
        known: what holds besides, which settles what the zero test asks.
        name: of the hypothesis.
        left: what the hypothesis does not say, though `proved` is not defined otherwise.
    """
    c = statements.fresh("C")
    known = [*known, *(f for f in conditions(proved) if f not in left)]
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
    if _has_signed_factors(known, f):
        return f"first [{_BY_SIGNS} | at_sign | at_hand]."
    by_known = _by_known(statements, known, f)
    if by_known is not None:
        return by_known
    op, larger, smaller = sides(f)
    if larger.sort == POINT_SORT:
        return Equations(statements, known, []).proved(larger, smaller)
    if is_vector(larger) or is_vector(smaller):
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
    divides = any(t.kind == "power" for t in walk(apart))
    if op not in ("≥", ">") and not (op == "≠" and divides):
        return "first [sgn | at_hand]."
    plainly = smaller is ZERO and not form.facts.by_structure(larger) & ~ALLOWED[op]
    found = _multiple(form, known, f, plain) if op != "≠" and not plainly else None
    if found is not None:
        return _by_multiple(statements, known, f, *found)
    text = statements.write.term(plain)
    goal = Equations(statements, known, []).proved(apart, plain)
    z = statements.fresh("Z")
    said = f"assert ({z} : {statements.write.term(apart)} = {text}). {{ {goal} }}"
    if op == "≠":  # with one denominator, of which one sees that it is not zero
        return f"{said} first [sgn | at_hand | apply (ne_from _ _ ({text}) {z}); nonzero]."
    return f"{said} first [{_BY_SIGNS} | apply ({CLOSING[f.args[0]]} _ _ ({text}) {z}); at_sign | by_factors]."


_BY_SIGNS: Final = "solve [sgn] | solve [apply Rlt_gt; of_factors]"


def _has_signed_factors(known: Sequence[Term], f: Term) -> bool:
    """Whether a product is said to be positive, and the signs of its factors are known: they say so at once."""
    op, larger, smaller = sides(f)
    facts = Facts(known)
    signed = smaller is ZERO and larger.kind == "mul" and op == ">"
    return signed and all(facts.signs(a) in (POSITIVE, NEGATIVE) for a in larger.args)


def _multiple(form: NormalForm, known: Sequence[Term], f: Term, plain: Term) -> tuple[Term, Term] | None:
    """An inequality at hand of which the sides of this one are as far apart, but for a factor; and the factor.

    None where the sign is that of the parts of the difference, in its normal form.
    """
    asked = ALLOWED[sides(f)[0]]
    if plain.kind != "add" or not form.facts.by_structure(plain) & ~asked:
        return None

    def work() -> tuple[Term, Term] | None:
        x = form.reduced(form.scalar(plain))
        for k in known:
            if k.kind != "relation" or sides(k)[0] not in ("≥", ">") or not is_scalar(difference(k)):
                continue
            y = form.reduced(form.scalar(evaluated(difference(k))[0]))
            if y[0].is_zero():
                continue
            ratio = form.reduced(form.times(x, (y[1], y[0])))
            if len(ratio[0]) == len(ratio[1]) == 1:
                factor = form.spelled(ratio)
                if not sign_product(form.facts.signs(factor), ALLOWED[sides(k)[0]]) & ~asked:
                    return k, factor
        return None

    return form.settled(work)


def _by_multiple(statements: Statements, known: Sequence[Term], f: Term, k: Term, factor: Term) -> str:
    """An inequality from one that is at hand, times a factor."""
    (op, larger, smaller), (_, above, below) = sides(f), sides(k)
    apart = add(above, mul(MINUS_ONE, below))
    whole = mul(factor, apart)
    goal = Equations(statements, known, []).proved(add(larger, mul(MINUS_ONE, smaller)), whole)
    c, said = statements.fresh("C"), "<" if sides(k)[0] == ">" else "<="
    slack = (
        f"assert ({c} : {statements.write.formula(k)}) by at_hand_or_linear. "
        f"assert (0 {said} {statements.write.term(apart)}) by (clear -{c}; lra)."
    )
    product = f"{'product_pos' if op == '>' else 'product_nonneg'}; at_sign"
    return f"{slack} apply ({CLOSING[f.args[0]]} _ _ ({statements.write.term(whole)})); [ | apply {product}]. {goal}"


def _for_all(statements: Statements, known: Sequence[Term], f: Term) -> str:
    by_known = _by_known(statements, known, f)
    if by_known is not None:
        return by_known
    variables = fresh(*f.args[0])
    entered = statements.entered(f, variables)
    *given, body = [opened(g, variables) for g in f.args[1:]]
    alike = [k for k in dict.fromkeys(known) if k.kind == "forall" and k.args[0] == f.args[0]]
    if body in known or Facts([*(k for k in known if k not in alike), *given]).holds(body):
        alike = []
    lines = [f"{entered.intros}."]
    held = [*known, *given]
    for k in alike:  # of the same variables, at these
        *asked, gained = [opened(g, variables) for g in k.args[1:]]
        if all(Facts(held).holds(a) for a in asked):
            name = statements.fresh("I")
            lines.append(
                f"try (assert ({name} : {statements.write.formula(k)}) by first [assumption | at_hand]; "
                f"specialize ({name} {' '.join(entered.values)}); "
                f"repeat (match type of {name} with ?A -> _ => feed {name} end))."
            )
            held.append(gained)
    return " ".join([*lines, settled(statements, held, body)])
