"""Steps of proofs as data, so that they can be run, edited and counted; and short ways to write terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.core import kernel
from verify.core.nodes import EUCLIDEAN, Term, node
from verify.core.terms import (
    MINUS_ONE,
    ONE,
    ZERO,
    add,
    binding,
    forall,
    function,
    in_coordinates,
    mul,
    number,
    power,
    predicate,
    relation,
    variable,
)


@dataclass(frozen=True, eq=False)
class Step:
    """An application of a rule; other steps in its data stand for the theorems that they make."""

    rule: str
    data: Mapping[str, Any]

    def run(self):
        """The theorem.

        Raises:
            Refused: where the core does not accept the step.
        """
        made = {key: _made(value) for key, value in self.data.items()}
        return getattr(kernel, self.rule)(**made)

    def sequent(self):
        """(hypotheses, conclusion) that the result shall have, as far as the step says it."""
        data = self.data
        if self.rule == "assume":
            return list(dict.fromkeys([data["formula"], *data.get("hypotheses", ())])), data["formula"]
        if self.rule == "cite":
            return list(data["axiom"].hypotheses), data["axiom"].conclusion
        if self.rule == "generalize":
            return list(data["hypotheses"]), forall(data["variables"], data["given"], data["theorem"].sequent()[1])
        return list(data["hypotheses"]), data.get("conclusion", data.get("goal"))


def _made(value: Any) -> Any:
    if isinstance(value, Step):
        return value.run()
    if isinstance(value, Mapping):
        return {k: _made(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_made(v) for v in value]
    return value


# --- terms ------------------------------------------------------------------------------------------------------------


def real(name, sign=""):
    return variable(name, "real", sign)


def whole(name, sign=""):
    return variable(name, "integer", sign)


def head(name, kind="function", sign=""):
    return variable(name, kind, sign)


def term(value):
    return value if isinstance(value, Term) else number(Fraction(value))


def A(h, *args, order=0):
    """The value of a head at arguments."""
    return node("apply", h, order, *map(term, args))


def V(name, *args, space=EUCLIDEAN):
    h = name if isinstance(name, Term) else variable(name, "vector")
    return node("vector", h, space, *map(term, args))


def Pt(name, *args):
    h = name if isinstance(name, Term) else variable(name, "point")
    return node("point", h, *map(term, args))


def T(point):
    return node("tangent", point)


def plus(*terms):
    return add(*map(term, terms))


def times(*terms):
    return mul(*map(term, terms))


def neg(t):
    return mul(MINUS_ONE, term(t))


def less(a, b):
    return add(term(a), neg(b))


def P(base, exponent):
    return power(term(base), term(exponent))


def inv(t):
    return P(t, -1)


def over(a, b):
    return mul(term(a), inv(b))


def sqrt(t):
    return P(t, Fraction(1, 2))


def fn(kind, *args):
    return node(kind, *map(term, args))


def S(body, v, low, high):
    return binding("sum", v, term(body), term(low), term(high))


def I(body, v, low, high):  # noqa: E743
    return binding("integral", v, term(body), term(low), term(high))


def D(body, v, at):
    return binding("derivative", v, term(body), term(at))


def inner(u, v):
    return node("inner", term(u), term(v))


def delta(i, j):
    return node("delta", term(i), term(j))


def eq(a, b=0):
    return relation("=", term(a), term(b))


def ne(a, b=0):
    return relation("≠", term(a), term(b))


def ge(a, b=0):
    return relation("≥", term(a), term(b))


def gt(a, b=0):
    return relation(">", term(a), term(b))


def le(a, b=0):
    return relation("≤", term(a), term(b))


def lt(a, b=0):
    return relation("<", term(a), term(b))


def every(variables, body, *given):
    return forall(variables if isinstance(variables, list) else [variables], given, body)


def lam(variables, body):
    return function(variables if isinstance(variables, list) else [variables], term(body))


def domain(h, *args):
    return predicate("in the domain of", h, *map(term, args))


def of(h, *variables, space=EUCLIDEAN):
    """The head as a function of the variables, vectors among them being of the space; its values, too."""
    args = [V(v, space=space) if v.args[1] == "vector" else Pt(v) if v.args[1] == "point" else v for v in variables]
    made = V(h, *args, space=space) if h.args[1] == "vector" else Pt(h, *args) if h.args[1] == "point" else A(h, *args)
    return lam(list(variables), made)


def has(words, *args):
    """That these have a property; a head stands for a function of one number, an integer where its values are."""
    bare = [a for a in args if a.kind == "variable" and a.sort == "other"]
    argument = {a: whole("i") if a.args[1] == "integer function" else real("r") for a in bare}
    return predicate(words, *(of(a, argument[a]) if a in bare else a for a in args))


# --- steps ------------------------------------------------------------------------------------------------------------


def given(formula, *hypotheses):
    """Γ, h ⊢ h."""
    return Step("assume", {"formula": formula, "hypotheses": list(hypotheses)})


def known(conclusion, *hypotheses):
    """A theorem that is taken on trust; only true ones are used here, so that the step alone is at fault."""
    return Step("cite", {"axiom": kernel.Axiom("known", "For a test.", "none", tuple(hypotheses), conclusion)})


def identity(left, right, *hypotheses, using=(), facts=()):
    """The equation from what is given; the equations in using, and the facts, are assumed besides."""
    return Step(
        "identity",
        {
            "goal": eq(left, right),
            "using": [_premise(u) for u in using],
            "facts": [_premise(u) for u in facts],
            "hypotheses": _together(hypotheses, [*using, *facts]),
        },
    )


def combine(goal, terms=(), *hypotheses, using=(), facts=()):
    pairs = [tuple(_factor(f) for f in pair) for pair in terms]
    assumed = [f for pair in terms for f in pair if isinstance(f, Term) and f.kind == "relation"]
    steps = [f for pair in pairs for f in pair if isinstance(f, Step) and f.rule != "assume"]
    return Step(
        "combine",
        {
            "goal": goal,
            "terms": pairs,
            "using": [_premise(u) for u in using],
            "facts": [_premise(u) for u in facts],
            "hypotheses": _together([*hypotheses, *assumed], [*using, *facts, *steps]),
        },
    )


def _premise(item):
    return item if isinstance(item, Step) else given(item)


def there(words, n, kinds="", *args):
    """That what has coordinates has a property, as counterexamples read it of what was of these kinds."""
    return has(in_coordinates(words, n, kinds.split("; ") if kinds else ()), *args)


def _factor(item):
    if isinstance(item, Step):
        return item
    if isinstance(item, Term) and item.kind == "relation":
        return given(item)
    return term(item)


def _together(hypotheses, premises):
    made = list(hypotheses)
    for p in premises:
        made += p.sequent()[0] if isinstance(p, Step) else [p]
    return list(dict.fromkeys(made))


def instantiate(theorem, values, conclusion, *hypotheses, discharge=()):
    return Step(
        "instantiate",
        {
            "theorem": theorem,
            "values": {k: term(v) for k, v in values.items()} if isinstance(values, Mapping) else [*map(term, values)],
            "discharge": list(discharge),
            "hypotheses": list(hypotheses),
            "conclusion": conclusion,
        },
    )


def generalize(theorem, variables, conditions=(), *hypotheses):
    return Step(
        "generalize",
        {"theorem": theorem, "variables": list(variables), "given": list(conditions), "hypotheses": list(hypotheses)},
    )


def cases(theorems, on, conclusion, *hypotheses):
    return Step(
        "cases",
        {"theorems": list(theorems), "on": list(on), "hypotheses": list(hypotheses), "conclusion": conclusion},
    )


def induct(base, step, goal, n, start, *hypotheses):
    start = term(start)
    held = [*hypotheses] if hypotheses else [ge(n, start)]
    return Step("induct", {"base": base, "step": step, "goal": goal, "n": n, "start": start, "hypotheses": held})


def telescope(step, t, lo, hi, conclusion, *hypotheses, potential=ZERO):
    return Step(
        "telescope",
        {
            "step": step, "t": t, "lo": term(lo), "hi": term(hi), "potential": potential,
            "hypotheses": list(hypotheses), "conclusion": conclusion,
        },
    )  # fmt: skip


def formulas_of(steps: Sequence[Step]):
    """Every formula that the steps say."""
    for s in steps:
        hypotheses, conclusion = s.sequent()
        yield from (*hypotheses, conclusion)


__all__ = [name for name in globals() if not name.startswith("_")] + ["ONE", "MINUS_ONE"]
