"""The prover asked about goals with functions, inner products and sums in them: each is taken for a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Integral, S, Sum, Symbol

from verify.author.kernel import instantiate
from verify.author.steps import decided
from verify.discover.facts import Context, Fact
from verify.discover.multipliers import Slack, combined
from verify.discover.slacks import equations
from verify.language.terms import Deriv, Fun, Inner, Relation, free_variables

MOST_NUMBERS = 5
MOST_FACTS = 8

OPAQUE = (Fun, Inner, Sum, Deriv, Integral)


class _Numbers:
    """Names for opaque terms, the same for the same term."""

    def __init__(self) -> None:
        self.names: dict[Any, Symbol] = {}

    def __call__(self, term: Any) -> Any:
        if isinstance(term, OPAQUE):
            if term not in self.names:
                sign = (
                    {"positive": True}
                    if term.is_positive
                    else {"nonnegative": True}
                    if term.is_nonnegative
                    else {"real": True}
                )
                self.names[term] = Symbol(f"x{len(self.names) + 1}", **sign)
            return self.names[term]
        if not getattr(term, "args", ()) or isinstance(term, Symbol):
            return term
        return (
            term.func(*map(self, term.args))
            if not isinstance(term, Relation)
            else Relation(term.op, self(term.lhs), self(term.rhs))
        )


def abstracted(goal: Relation, context: Context) -> Fact | None:
    """The goal by the prover; None where it has too many numbers."""
    if goal.op == "=":
        return None
    using = [f for f in equations(context.relations)[0] if goal.has(f.relation.lhs)]
    if using:
        there = goal.xreplace({f.relation.lhs: f.relation.rhs for f in using})
        found = abstracted(there, context)
        return found and combined(goal, context, [(S.One, Slack.of(found))], using)
    numbers = _Numbers()
    there = numbers(goal)
    spoken = set(free_variables(there))
    if len(spoken) > MOST_NUMBERS:
        return None
    read = [(f, numbers(f.conclusion)) for f in context.relations if f.conclusion.op in ("≥", ">")]
    used = [(f, r) for f, r in read if free_variables(r) and free_variables(r) <= spoken][:MOST_FACTS]
    theorem = decided(there, [r for _, r in used])
    back = {name: term for term, name in numbers.names.items() if name in spoken}
    signs = [f.theorem for f, _ in used]
    made = instantiate(theorem, back, signs) if back or signs else theorem
    premises = tuple(f for f, _ in used)

    def code(spell: Any, names: Sequence[str]) -> str:
        given = f", [{', '.join(spell(r) for _, r in used)}]" if used else ""
        values = ", ".join(f"{spell(name)}: {spell(term)}" for name, term in back.items())
        said = f"decided({spell(there)}{given})"
        return f"instantiate({said}, {{{values}}}, [{', '.join(names)}])" if back or names else said

    return context.settled(Fact(made, code, premises))
