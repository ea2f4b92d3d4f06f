"""From what a lemma concludes to what a step says, where both say the same but are written differently."""

from __future__ import annotations

from collections.abc import Sequence

from verify.core.definedness import conditions
from verify.core.nodes import POINT_SORT, Refused, Term, is_vector
from verify.core.polynomials import difference, total
from verify.core.terms import MINUS_ONE, add, fresh, mul, opened, sides
from verify.core.zero import NormalForm
from verify.export.rocq.equations import Equations
from verify.export.rocq.lemmas import CLOSING, Statements
from verify.export.rocq.names import Inexpressible


def says(statements: Statements, known: Sequence[Term], proved: Term, stated: Term, name: str) -> str:
    """Tactics for the formula alone."""
    if proved is stated:
        return f"exact {name}."
    return _said(statements, known, proved, stated, name)


def _said(statements: Statements, known: Sequence[Term], proved: Term, stated: Term, name: str) -> str:
    if proved.kind == stated.kind == "relation":
        return _relation(statements, known, proved, stated, name)
    if proved.kind == stated.kind == "forall" and proved.args[0] == stated.args[0]:
        return _for_all(statements, known, proved, stated, name)
    raise Inexpressible(f"a {proved.kind} that stands for a {stated.kind}")


def _relation(statements: Statements, known: Sequence[Term], proved: Term, stated: Term, name: str) -> str:
    op, larger, smaller = sides(stated)
    _, above, below = sides(proved)
    equations = Equations(statements, known, [])
    if POINT_SORT in (larger.sort, above.sort):
        if not equations.form.same_point(larger, above):
            above, below, name = below, above, f"(eq_sym {name})"
        first, last = equations.proved(larger, above), Equations(statements, known, []).proved(below, smaller)
        write = statements.write.point
        return f"transitivity {write(above)}. {{ {first} }} transitivity {write(below)}. {{ exact {name}. }} {last}"
    if any(is_vector(x) for x in (larger, smaller)):
        apart = add(larger, mul(MINUS_ONE, smaller)), add(above, mul(MINUS_ONE, below))
        text = statements.write.vector(apart[1])
        goal = equations.proved(*apart)
        w = statements.fresh("W")
        return f"assert ({w} : {statements.write.vector(apart[0])} = {text}). {{ {goal} }} vectors_follow {w} {name}."
    change = add(difference(stated), mul(MINUS_ONE, difference(proved)))
    turned = op in ("=", "≠") and not NormalForm(known).is_zero(change)
    if turned and not NormalForm(known).is_zero(total(difference(stated), difference(proved))):
        raise Refused("the two sides do not say the same")
    if turned:
        above, below = below, above
    there = add(above, mul(MINUS_ONE, below))
    goal = equations.proved(add(larger, mul(MINUS_ONE, smaller)), there)
    closing = "ne_from" if op == "≠" else CLOSING[stated.args[0]]
    written = f"assert (O : {statements.write.formula(proved)}) by as_written {name}; clear -O; lra"
    last = f"first [clear -{name}; lra | {written}]"
    return f"apply ({closing} _ _ ({statements.write.term(there)})); [ | {last}]. {goal}"


def _for_all(statements: Statements, known: Sequence[Term], proved: Term, stated: Term, name: str) -> str:
    from verify.export.rocq.settling import asserted  # noqa: PLC0415  # it says what follows, too

    variables = fresh(*stated.args[0])
    bound, _ = statements.write.opened(stated, ())
    entered = statements.entered(stated, variables)
    *given, body = [opened(f, variables) for f in stated.args[1:]]
    *asked, gained = [opened(f, variables) for f in proved.args[1:]]
    declared = sum(len(statements.write.declared(b.name, b.shape, b.signature)) for b in bound)
    at = " ".join(entered.values)
    feeds = f" feed {name}." * (declared + len(asked))
    met = asserted(statements, [*known, *given], asked)
    script = f"{entered.intros}. {met} specialize ({name} {at}).{feeds} breakup."
    if gained is body:
        return f"{script} exact {name}."
    held = [*known, *given]
    for k in known:  # where both are defined is said for all values, too
        if k in (*conditions(proved), *conditions(stated)) and k.kind == "forall" and k.args[0] == stated.args[0]:
            *needed, there = [opened(f, variables) for f in k.args[1:]]
            if set(needed) <= {*given, *asked} and there not in held:
                one = statements.fresh("I")
                script += (
                    f" assert ({one} : {statements.write.formula(k)}) by at_hand_or_linear. "
                    f"specialize ({one} {at}).{f' feed {one}.' * (declared + len(needed))}"
                )
                held.append(there)
    return f"{script} {_said(statements, held, gained, body, name)}"
