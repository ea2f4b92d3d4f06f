"""Random applications of the rules and random terms, judged by exact models. Two runs with one seed are the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from tests.attacks.models import Model, NoValue, Unknown, Vector, hole, minus, search, sign_of
from tests.attacks.steps import (
    A,
    D,
    I,
    P,
    Pt,
    S,
    Step,
    T,
    V,
    cases,
    combine,
    delta,
    eq,
    every,
    fn,
    ge,
    generalize,
    given,
    gt,
    head,
    identity,
    inner,
    instantiate,
    inv,
    lam,
    less,
    ne,
    neg,
    over,
    plus,
    real,
    sqrt,
    term,
    times,
    whole,
)  # fmt: skip
from tests.attacks.table_false import FALSE
from tests.attacks.table_true import TRUE
from verify.core import kernel
from verify.core.definedness import conditions, restrictions
from verify.core.nodes import FORMULAS, IllFormed, Refused, Term, binds, is_scalar, node
from verify.core.polynomials import canonical
from verify.core.signs import NEGATIVE, POSITIVE, ZERO_SIGN, Facts
from verify.core.terms import number, relation, substitute, variable
from verify.core.zero import NormalForm

TRUE_SEEDS: Sequence[Step] = [*TRUE.values()]
SEEDS: Sequence[Step] = [*TRUE.values(), *FALSE.values()]
RARE: Sequence[Step] = [s for s in TRUE_SEEDS if s.rule in ("induct", "telescope", "generalize", "cases")]
KINDS = (
    "exp",
    "log",
    "sin",
    "cos",
    "tan",
    "sinh",
    "cosh",
    "tanh",
    "atan",
    "asin",
    "acos",
    "abs",
    "sinc",
    "asinh",
    "acosh",
    "atanh",
)

REALS = [real("x"), real("y"), real("p", "positive"), real("q", "nonnegative")]
WHOLES = [whole("n"), whole("m"), whole("N", "positive")]
FAMILIES = [head("a"), head("b"), head("c", "integer function"), head("ap", sign="positive")]
FUNCTIONS = [head("f"), head("fp", sign="positive")]
PARTIALS = [head("d", "partial function")]
VECTORS = [V("u"), V("v"), V("w")]


# --- random terms -----------------------------------------------------------------------------------------------------


class Terms:
    """Random terms over a small stock of variables; `scope` holds the variables that binders around have."""

    def __init__(self, r: Random, *, smooth=True):
        self.r, self.names, self.smooth = r, 0, smooth

    def integer(self, depth, scope=()):
        r = self.r
        bound = [v for v in scope if v.args[1] == "integer"]
        if bound and r.random() < 0.5:
            return r.choice(bound)
        shape = r.random()
        if depth <= 0 or shape < 0.5:
            return r.choice([*WHOLES, number(r.randint(-2, 3))])
        if shape < 0.8:
            return plus(self.integer(depth - 1, scope), r.choice([1, -1, 2, self.integer(depth - 1, scope)]))
        if shape < 0.9:
            return times(r.choice([2, -1]), self.integer(depth - 1, scope))
        return A(FAMILIES[2], self.integer(depth - 1, scope))

    def vector(self, depth, scope=()):
        r = self.r
        shape = r.random()
        if depth <= 0 or shape < 0.4:
            return r.choice(VECTORS)
        if shape < 0.6:
            return plus(self.vector(depth - 1, scope), self.vector(depth - 1, scope))
        if shape < 0.8:
            return times(self.scalar(depth - 1, scope), self.vector(depth - 1, scope))
        if shape < 0.9:
            return V("X", self.integer(depth - 1, scope))
        i = self.fresh("integer")
        return S(self.vector(depth - 1, (*scope, i)), i, *self.range(depth - 1, scope))

    def range(self, depth, scope):
        r = self.r
        if r.random() < 0.6:
            return term(r.choice([0, 1, 1, 2])), r.choice([*WHOLES[:2], number(3), plus(WHOLES[0], 1)])
        return self.integer(depth, scope), self.integer(depth, scope)

    def fresh(self, kind):
        self.names += 1
        return variable(f"{kind[0]}{self.names}", kind)

    def scalar(self, depth, scope=()):
        r = self.r
        bound = [v for v in scope if v.args[1] == "real"]
        if bound and r.random() < 0.4:
            return r.choice(bound)
        if depth <= 0 or r.random() < 0.1:
            return r.choice(
                [
                    *REALS,
                    *REALS,
                    number(Fraction(r.randint(-3, 4), r.choice([1, 1, 2, 3]))),
                    self.integer(0, scope),
                    node("pi"),
                ]
            )
        inner_depth = depth - 1
        shape = r.choices(range(14), [5, 5, 4, 2, 2, 2, 1, 1, 2, 2, 1, 1, 1, 1])[0]
        if shape == 0:
            return plus(*(self.scalar(inner_depth, scope) for _ in range(r.choice([2, 2, 3]))))
        if shape == 1:
            return times(*(self.scalar(inner_depth, scope) for _ in range(r.choice([2, 2, 3]))))
        if shape == 2:
            exponent = r.choice(
                [
                    2,
                    2,
                    3,
                    -1,
                    -1,
                    -2,
                    Fraction(1, 2),
                    Fraction(1, 2),
                    Fraction(-1, 2),
                    Fraction(1, 3),
                    Fraction(3, 2),
                    0,
                ]
            )
            return P(self.scalar(inner_depth, scope), exponent)
        if shape == 3:
            return fn(r.choice(KINDS), self.scalar(inner_depth, scope))
        if shape == 4:
            return fn(r.choice(["max", "min"]), self.scalar(inner_depth, scope), self.scalar(inner_depth, scope))
        if shape == 5:
            return A(r.choice(FAMILIES), self.integer(inner_depth, scope))
        if shape == 6:
            return A(r.choice(FUNCTIONS), self.scalar(inner_depth, scope))
        if shape == 7:
            return delta(self.integer(inner_depth, scope), self.integer(inner_depth, scope))
        if shape == 8:
            i = self.fresh("integer")
            return S(self.scalar(inner_depth, (*scope, i)), i, *self.range(inner_depth, scope))
        if shape == 9:
            return inner(self.vector(inner_depth, scope), self.vector(inner_depth, scope))
        if shape == 10:
            t = self.fresh("real")
            return I(
                self.scalar(inner_depth, (*scope, t)),
                t,
                r.choice([0, 0, -1, self.scalar(0, scope)]),
                r.choice([1, 1, self.scalar(0, scope)]),
            )
        if shape == 11:
            t = self.fresh("real")
            return D(self.scalar(inner_depth, (*scope, t)), t, self.scalar(0, scope))
        if shape == 12:
            return A(PARTIALS[0], self.scalar(inner_depth, scope))
        return P(self.scalar(inner_depth, scope), self.scalar(inner_depth, scope))

    def gap(self, of=None):
        """A number that need not be defined."""
        r = self.r
        of = r.choice(REALS) if of is None else of
        i = self.fresh("integer")
        other = r.choice([*REALS, number(1), A(FAMILIES[0], WHOLES[0])])
        return r.choice(
            [
                lambda: inv(of),
                lambda: inv(of),
                lambda: fn("log", of),
                lambda: sqrt(of),
                lambda: P(of, other),
                lambda: P(of, WHOLES[0]),
                lambda: inv(less(of, other)),
                lambda: A(PARTIALS[0], of),
                lambda: fn("acos", of),
                lambda: P(of, Fraction(-1, 2)),
                lambda: over(of, of),
                lambda: times(0, inv(of)),
                lambda: fn("exp", fn("log", of)),
                lambda: less(fn("log", of), fn("log", of)),
                lambda: times(of, inv(other)),
                lambda: S(inv(A(FAMILIES[0], i)), i, 1, WHOLES[0]),
                lambda: fn("max", inv(of), other),
                lambda: inv(inv(of)),
            ]
        )()

    def fact(self):
        """A formula that may hold."""
        r = self.r
        t = self.gap() if r.random() < 0.3 else self.scalar(r.choice([0, 0, 1, 1, 2]))
        return r.choice([ge, ge, gt, ne, eq])(t, r.choice([0, 0, 0, 1, self.scalar(0)]))


# --- edits ------------------------------------------------------------------------------------------------------------


def positions(t: Term, signatures=()):
    """Every place in the term: (path, the node there, the signatures of the variables bound there, innermost last)."""
    found = []

    def walk(t, path, bound):
        found.append((path, t, bound))
        for i, a in enumerate(t.args):
            if type(a) is Term:
                n = binds(t.kind, t.args, i)
                if t.kind in ("lambda", "forall"):
                    more = tuple(reversed(t.args[0]))
                else:
                    more = (("integer" if t.kind == "sum" else "real", ""),) if n else ()
                walk(a, (*path, i), (*bound, *more[:n]))

    walk(t, (), signatures)
    return found


def put(t: Term, path, new: Term) -> Term:
    if not path:
        return new
    args = list(t.args)
    args[path[0]] = put(args[path[0]], path[1:], new)
    return node(t.kind, *args)


def edited(t: Term, r: Random) -> Term:
    """The term or formula with one thing in it changed.

    Raises:
        IllFormed: where the change makes no sense.
    """
    path, old, bound = r.choice(positions(t))
    return put(t, path, _changed(old, bound, r))


def _changed(t: Term, bound, r: Random) -> Term:
    kind, args = t.kind, t.args
    if kind == "relation":
        op, left, right = args
        return r.choice(
            [
                lambda: node(kind, r.choice(["=", "≥", ">", "≤", "<", "≠"]), left, right),
                lambda: node(kind, op, right, left),
                lambda: node(kind, op, node("add", left, number(r.choice([1, -1]))), right),
            ]
        )()
    if kind == "forall" and len(args) > 2:
        gone = r.randrange(1, len(args) - 1)
        return node(kind, args[0], *(a for i, a in enumerate(args[1:], 1) if i != gone))
    if kind == "number":
        return number(r.choice([args[0] + 1, args[0] - 1, -args[0], args[0] / 2, args[0] * 2, Fraction(0)]))
    if kind == "bound":
        others = [i for i, s in enumerate(reversed(bound)) if s == args[1:] and i != args[0]]
        if others:
            return node("bound", r.choice(others), *args[1:])
    if kind == "variable":
        alike = [
            v for v in (*REALS, *WHOLES, *FAMILIES, *FUNCTIONS, *PARTIALS) if v.args[1:] == args[1:] and v is not t
        ]
        if alike:
            return r.choice(alike)
    if kind in ("sum", "integral"):
        i = r.choice([1, 2])
        shifted = [*args]
        shifted[i] = node("add", args[i], number(r.choice([1, -1])))
        return r.choice(
            [lambda: node(kind, *shifted), lambda: node(kind, args[0], args[2], args[1]), lambda: args[0]]
        )()
    if kind in ("sin", "cos", "exp", "log", "abs", "tan", "acos", "asin") and r.random() < 0.5:
        return node(r.choice(["sin", "cos", "exp", "log", "abs", "tan", "acos"]), *args)
    if kind in ("max", "min") and r.random() < 0.7:
        return node("min" if kind == "max" else "max", *args)
    if kind in ("add", "mul") and len(args) > 1 and r.random() < 0.5:
        gone = r.randrange(len(args))
        return node(kind, *(a for i, a in enumerate(args) if i != gone))
    if kind in ("delta", "inner") and r.random() < 0.5:
        return node(kind, args[0], args[0])
    if not is_scalar(t):
        vectors = [t, node("mul", number(r.choice([2, -1])), t)] if type(t.sort) is Term else [t]
        return r.choice(vectors)
    x = r.choice(REALS)
    return r.choice(
        [
            lambda: node("add", t, number(r.choice([1, -1]))),
            lambda: node("mul", number(-1), t),
            lambda: node("mul", t, t),
            lambda: node("abs", t),
            lambda: P(P(t, 2), Fraction(1, 2)),
            lambda: P(P(t, Fraction(1, 2)), 2),
            lambda: inv(inv(t)),
            lambda: node("add", t, times(0, inv(x))),
            lambda: node("add", t, node("add", fn("log", x), neg(fn("log", x)))),
            lambda: node("mul", t, over(x, x)),
            lambda: node("mul", t, over(t, t)),
            lambda: fn("exp", fn("log", t)),
            lambda: fn("log", fn("exp", t)),
            lambda: fn("max", t, node("mul", number(-1), t)),
            lambda: r.choice([a for a in t.args if is_scalar(a)] or [number(1)]),
        ]
    )()


def mapped(value: Any, change) -> Any:
    """The data of a step with every term changed; axioms are left as they are."""
    if isinstance(value, Step):
        return value if value.rule == "cite" else Step(value.rule, mapped(value.data, change))
    if isinstance(value, Mapping):
        return {mapped(k, change) if isinstance(k, Term) else k: mapped(v, change) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(mapped(v, change) for v in value)
    return change(value) if isinstance(value, Term) else value


def inserted(step: Step, r: Random) -> Step:
    """The step with a random term in the place of a variable, everywhere."""
    found = set()

    def note(t):
        found.update(t.free)
        return t

    mapped(step.data, note)
    keys = (
        {k for k in step.data.get("values", ()) if isinstance(k, Term)}
        if isinstance(step.data.get("values"), Mapping)
        else set()
    )
    numbers = [v for v in found if v.args[1] in ("real", "integer") and v not in keys]
    if not numbers:
        return step
    v = r.choice(sorted(numbers, key=lambda t: t.order))
    terms = Terms(r)
    if v.args[1] == "integer":
        value = r.choice([terms.integer(1), r.choice(WHOLES), number(r.randint(-1, 3))])
    else:
        value = r.choice([terms.scalar(1), terms.scalar(2), r.choice(REALS), number(r.randint(-1, 2))])
    return mapped(step, lambda t: substitute(t, {v: value}))


def mutant(step: Step, r: Random) -> Step:
    """The step with something in it changed.

    Raises:
        IllFormed: where the change makes no sense.
    """
    choice = r.random()
    data = dict(step.data)
    if choice < 0.25:
        return inserted(step, r)
    if choice < 0.35 and data.get("hypotheses"):
        gone = r.randrange(len(data["hypotheses"]))
        data["hypotheses"] = [h for i, h in enumerate(data["hypotheses"]) if i != gone]
        return Step(step.rule, data)
    if choice < 0.45 and data.get("hypotheses"):
        # a hypothesis weakened, wherever it is spoken of or only here
        h = r.choice(data["hypotheses"])
        new = edited(h, r)
        if r.random() < 0.7:
            return mapped(step, lambda t: new if t is h else t)
        data["hypotheses"] = [new if t is h else t for t in data["hypotheses"]]
        return Step(step.rule, data)
    if choice < 0.5:
        variables = set()

        def note(t):
            variables.update(v for v in t.free if v.args[1] in ("real", "integer"))
            return t

        mapped(data, note)
        if len(variables) > 1:
            old, new = r.sample(sorted(variables, key=lambda t: t.order), 2)
            return mapped(step, lambda t: substitute(t, {old: new}))
    names = [k for k, v in data.items() if isinstance(v, Term)]
    lists = [k for k, v in data.items() if isinstance(v, list) and v and k != "hypotheses"]
    if choice < 0.85 and names:
        name = r.choice([*names, *(n for n in names if n in ("goal", "conclusion"))] * 1)
        old = data[name]
        new = edited(old, r)
        if r.random() < 0.3:
            return mapped(step, lambda t: new if t is old else t)
        data[name] = new
        return Step(step.rule, data)
    if lists:
        name = r.choice(lists)
        at = r.randrange(len(data[name]))
        entry = data[name][at]
        if isinstance(entry, Step):
            if r.random() < 0.2 and name != "theorems":
                data[name] = [s for i, s in enumerate(data[name]) if i != at]
            else:
                changed = mutant(entry, r)
                data[name] = [changed if i == at else s for i, s in enumerate(data[name])]
                if "hypotheses" in data and changed.rule == "assume":
                    data["hypotheses"] = list(dict.fromkeys([*data["hypotheses"], changed.data["formula"]]))
        elif isinstance(entry, Term):
            data[name] = [edited(entry, r) if i == at else t for i, t in enumerate(data[name])]
        elif isinstance(entry, tuple):
            pair = tuple(
                (edited(f, r) if isinstance(f, Term) else f) if r.random() < 0.6 else f
                for f in (entry if r.random() < 0.8 else entry[::-1])
            )
            data[name] = [pair if i == at else f for i, f in enumerate(data[name])]
        return Step(step.rule, data)
    if "values" in data and isinstance(data["values"], Mapping) and data["values"]:
        data["values"] = {k: edited(v, r) for k, v in data["values"].items()}
        return Step(step.rule, data)
    for name in ("theorem", "base", "step"):
        if isinstance(data.get(name), Step) and data[name].rule not in ("cite",):
            data[name] = mutant(data[name], r)
            return Step(step.rule, data)
    return inserted(step, r)


# --- steps that speak of what need not be defined ---------------------------------------------------------------------


def free_in(data: Any) -> list[Term]:
    """The variables of all terms in the data of a step."""
    found = set()

    def note(t):
        found.update(t.free)
        return t

    mapped(data, note)
    return sorted(found, key=lambda v: v.order)


def assuming(value: Any, among: Sequence[Term], r: Random) -> Any:
    """The data of a step in which hypotheses are assumed together with some of the others."""
    if isinstance(value, Step):
        if value.rule != "assume":
            return value if value.rule == "cite" else Step(value.rule, assuming(value.data, among, r))
        more = [h for h in among if r.random() < 0.8]
        return Step("assume", {**value.data, "hypotheses": [*value.data.get("hypotheses", ()), *more]})
    if isinstance(value, Mapping):
        return {k: assuming(v, among, r) for k, v in value.items()}
    return [assuming(v, among, r) for v in value] if isinstance(value, list) else value


def with_hypotheses(step: Step, more: Sequence[Term], r: Random) -> Step:
    """The step with more hypotheses, also where its premises assume something."""
    data = dict(step.data)
    if step.rule == "cite":
        return step
    data["hypotheses"] = list(dict.fromkeys([*data.get("hypotheses", ()), *more]))
    return Step(step.rule, assuming(data, data["hypotheses"], r))


def needed_by(formulas, r: Random, share: float) -> list[Term]:
    """Some of what the formulas need to be defined."""
    found = []
    for f in formulas:
        try:
            found += [c for c in conditions(f) if r.random() < share]
        except Refused:
            continue
    return found


def value_with_gaps(v: Term, r: Random) -> Term:
    """A value for the variable that need not be defined, or not for all arguments, or that ignores them."""
    terms = Terms(r)
    kind = v.args[1]
    if kind == "real":
        return terms.gap()
    if kind == "integer":
        return terms.integer(1)
    if kind in ("function", "partial function"):
        bound = terms.fresh("real")
        of = r.choice([bound, bound, less(bound, 1), times(bound, bound), r.choice(REALS), number(0)])
        plain = [bound, number(r.randint(-1, 2)), r.choice(REALS), plus(bound, 1), A(PARTIALS[0], bound)]
        return lam(bound, terms.gap(of) if r.random() < 0.7 else r.choice(plain))
    if kind == "integer function":
        bound = terms.fresh("integer")
        return lam(bound, r.choice([bound, number(0), WHOLES[0]]))
    raise Refused("no value for that")


def of_integers(value: Term) -> Term:
    """The same `lambda`, of an integer."""
    bound, family = Terms(Random(0)).fresh("integer"), head("family")
    return lam(bound, substitute(A(family, bound), {family: value}))


def with_gaps(step: Step, r: Random) -> Step:
    """The step, or one that uses its theorem, with terms in it that need not be defined.

    Raises:
        Refused: where that makes no sense.
    """
    hypotheses, conclusion = step.sequent()
    terms = Terms(r)
    choice = r.random()
    share = r.choice([0, 0.5, 0.8, 1, 1])
    if choice < 0.25:  # hypotheses of which nothing is known
        facts = [terms.fact(), *(relation(r.choice(["≥", ">", "=", "≠"]), terms.gap(), r.choice([number(0), *REALS])),)]
        return with_hypotheses(step, [*facts, *needed_by(facts, r, r.choice([0, 0, 0, share]))], r)
    variables = [v for v in free_in({"them": [*hypotheses, conclusion]}) if v.args[1] not in ("vector", "point")]
    if choice < 0.75 and variables:
        v = r.choice(variables)
        value = value_with_gaps(v, r)
        if value.kind == "lambda" and value.args[0][0][0] == "real" and r.random() < 0.5:
            value = of_integers(value)
        values = {v: value}
        made = [substitute(h, values) for h in hypotheses]
        stated = substitute(conclusion, values)
        more = [*needed_by(made, r, share), *needed_by([stated], r, r.choice([share, 1, 1]))]
        if choice < 0.4:
            return with_hypotheses(mapped(step, lambda t: substitute(t, values)), more, r)
        dropped = [h for h in made if r.random() < 0.2]
        kept = [h for h in made if h not in dropped] + more
        kept = [*kept, *dropped] if r.random() < 0.7 else kept
        return instantiate(
            step, values, stated, *dict.fromkeys(kept), discharge=[assuming(given(h), kept, r) for h in dropped]
        )
    numbers = [v for v in variables if v.args[1] in ("real", "integer", "function")]
    if choice < 0.9 and numbers:
        bound = r.sample(numbers, min(len(numbers), r.choice([1, 1, 2])))
        about = [h for h in hypotheses if not h.free.isdisjoint(bound)]
        if r.random() < 0.2:
            bound, about = [terms.fresh("real")], [h for h in hypotheses if r.random() < 0.5]
        rest = [h for h in hypotheses if h not in about]
        extra = [relation(r.choice(["≥", "=", "≠"]), terms.gap(r.choice([v for v in bound if is_scalar(v)] or [None])))]
        about = [*needed_by(about, r, share / 2), *about, *(extra if r.random() < 0.3 else ())]
        r.shuffle(about)
        everywhere = generalize(step, bound, dict.fromkeys(about), *rest)
        if r.random() < 0.5 or bound[0] not in variables or any(v.sort != variables[0].sort for v in bound):
            return everywhere
        at = {v: terms.gap() if v.args[1] == "real" else value_with_gaps(v, r) for v in bound}
        stated = substitute(conclusion, at)
        there = [substitute(h, at) for h in about]
        more = needed_by([*there, stated], r, share)
        return instantiate(everywhere, [*at.values()], stated, *rest, *there, *more)
    on = terms.gap()
    more = needed_by([relation("=", on), conclusion], r, share)
    split = r.choice([[relation(">", on), relation("≥", number(0), on)], [relation("=", on), relation("≠", on)]])
    return cases([step, step], split, conclusion, *dict.fromkeys([*hypotheses, *more]))


def simplified(fact: Term) -> Term:
    """What the relation says where it is defined; another formula as it is."""
    if fact.kind != "relation":
        return fact
    try:
        form = NormalForm(Facts([fact, *conditions(fact)]))
        op, *both = fact.args
        return relation(op, *(form.canonical(a) if is_scalar(a) else a for a in both))
    except Refused:
        return fact


def obscured(t: Term, terms: Terms, of: Term | None = None) -> Term:
    """A term with the same value where it is defined."""
    gap = terms.gap(of)
    other = of or terms.r.choice(REALS[:2])
    return terms.r.choice(
        [
            lambda: plus(t, less(gap, gap)),
            lambda: times(t, over(other, other)),
            lambda: times(t, over(other, other)),
            lambda: times(t, gap, inv(gap)),
            lambda: fn("exp", fn("log", t)),
            lambda: inv(inv(t)),
            lambda: P(sqrt(t), 2),
        ]
    )()


def read_fact(r: Random) -> Step:
    """Something that follows from facts if they are defined, or one of the conditions for that."""
    terms = Terms(r)
    other = r.choice([number(0), number(0), number(1), *REALS, terms.gap()])
    gap = terms.gap() if r.random() < 0.6 else obscured(terms.scalar(0), terms)
    fact = relation(r.choice(["≥", ">", "=", "≠"]), *r.choice([(gap, other), (other, gap)]))
    hypotheses = [fact, *needed_by([fact], r, r.choice([0, 0, 0.5, 1]))]
    if r.random() < 0.5:
        hypotheses.append(terms.fact())
    op, left, right = fact.args
    shape = r.random()
    if shape < 0.2:
        goal = r.choice(needed_by([fact], r, 1) or [fact])
    elif shape < 0.35:
        goal = relation(op, plus(times(2, left), neg(right)), right)
    elif shape < 0.45:
        goal = relation(op, less(left, right))
    elif shape < 0.75:
        goal = simplified(fact)
    else:
        goal = r.choice([ge, gt, ne])(r.choice([*(a for a in (left, right) if a.args[:1] != (0,)), *left.free]))
        if not is_scalar(goal.args[1]):
            goal = fact
    if goal.kind != "relation":
        return instantiate(Step("assume", {"formula": fact, "hypotheses": hypotheses}), {}, goal, *hypotheses)
    if r.random() < 0.5:
        hypotheses += needed_by([goal], r, 0.9)
    hypotheses = [*dict.fromkeys(hypotheses)]
    known = Step("assume", {"formula": fact, "hypotheses": [h for h in hypotheses if h is not fact]})
    shape = r.random()
    if shape < 0.2 and goal.args[0] == "=":
        return identity(*goal.args[1:], *hypotheses, using=[known] if r.random() < 0.5 else [])
    if shape < 0.4:
        return instantiate(known, {}, goal, *hypotheses)
    if shape < 0.6:
        return instantiate(given(goal), {}, goal, *hypotheses, discharge=r.choice([[], [known]]))
    if shape < 0.8:
        return Step("assume", {"formula": goal, "hypotheses": hypotheses})
    _, larger, smaller = goal.args
    terms_of_goal = r.choice([[(less(larger, smaller), number(1))], [(known, number(r.choice([1, 2])))]])
    return combine(goal, terms_of_goal, *hypotheses)


def read_schema(r: Random) -> Step:
    """A fact read off a hypothesis "for all" of what need not be defined, at a place, or the formula said again."""
    terms = Terms(r)
    i = terms.fresh("integer")
    family = r.choice([*FAMILIES[:2], FUNCTIONS[0]])
    v = i if family is not FUNCTIONS[0] else terms.fresh("real")
    inside = A(r.choice([*FAMILIES[:2], *PARTIALS]), v) if v is i else r.choice([v, A(FUNCTIONS[0], v)])
    plain = A(family, v)
    bodies = [plain, plain, terms.gap(inside), obscured(plain, terms, inside), obscured(plain, terms, inside)]
    body = relation(r.choice(["≥", ">", "="]), r.choice(bodies))
    conditioned = [terms.gap(inside), terms.gap(inside), v, obscured(inside, terms), obscured(inside, terms, inside)]
    asked = [relation(r.choice(["≥", "≠", ">"]), r.choice(conditioned))]
    asked = asked if r.random() < 0.7 else []
    asked = [*needed_by(asked, r, 0.5), *asked]
    if r.random() < 0.3:
        asked = [*needed_by([body], r, 0.7), *asked]
    whole = every(v, body, *asked)
    place = r.choice([WHOLES[0], number(0), number(1), plus(WHOLES[1], 1)] if v is i else [*REALS, terms.gap()])
    there = [substitute(f, {v: place}) for f in (*asked, body)]
    held = [*(g for g in there[:-1] if r.random() < 0.9), *needed_by(there, r, r.choice([0, 0.5, 1]))]
    hypotheses = [whole, *held]
    assumed = Step("assume", {"formula": whole, "hypotheses": needed_by([whole], r, 0.7)})
    hypotheses += assumed.data["hypotheses"]
    shape = r.random()
    if shape < 0.3:
        hypotheses += needed_by([there[-1]], r, 0.8)
        return instantiate(assumed, [place], there[-1], *dict.fromkeys(hypotheses))
    if shape < 0.5:
        return combine(there[-1], [(number(1), number(0))] if r.random() < 0.3 else [], *dict.fromkeys(hypotheses))
    other = relation(body.args[0], plus(times(2, body.args[1]), r.choice([0, 0, terms.gap(v)])))
    if shape < 0.65:
        asked_again = [r.choice([simplified, simplified, lambda g: g, lambda g: edited(g, r)])(g) for g in asked]
        stated = every(v, r.choice([body, body, other, simplified(body)]), *asked_again)
        return instantiate(assumed, {}, stated, *dict.fromkeys(hypotheses))
    if shape < 0.95:
        goal = simplified(there[-1])
        hypotheses = [h for h in hypotheses if h.kind == "forall" or r.random() < 0.8]
        return combine(goal, [(less(*goal.args[1:]), number(1))], *dict.fromkeys(hypotheses))
    goal = substitute(other, {v: place})
    return combine(goal, [(Step("assume", {"formula": there[-1], "hypotheses": hypotheses}), term(2))], *hypotheses)


# --- random steps that are no edits -----------------------------------------------------------------------------------


def invented(r: Random) -> Step:
    """A random step: an identity of a term and an edit of its normal form, or a combination of random facts."""
    terms = Terms(r)
    facts = [terms.fact() for _ in range(r.choice([0, 1, 1, 2, 3]))]
    shape = r.random()
    if shape < 0.5:
        left = terms.scalar(r.choice([1, 2, 3]))
        settled = [*facts, *needed_by(facts, r, r.choice([0, 0.5, 1]))]
        settled += [c for c in conditions(left) if r.random() < 0.9]
        right = r.choice([canonical, NormalForm(Facts(settled)).canonical])(left)
        if r.random() < 0.5:
            right = edited(right, r)
        using = [f for f in facts if f.args[0] == "="]
        settled += [c for c in conditions(right) if r.random() < 0.5]
        return with_hypotheses(identity(left, right, *dict.fromkeys(settled), using=using), [], r)
    pairs = []
    total = []
    for _ in range(r.choice([1, 1, 2, 2, 3])):
        pair = [
            r.choice([ge, ge, gt, eq])(terms.scalar(1), terms.scalar(0)),
            r.choice([term(1), terms.scalar(1), terms.fact()]),
        ]
        if r.random() < 0.3:
            pair[0] = terms.scalar(2)
        values = [f if f.kind != "relation" else less(*f.args[1:]) for f in pair]
        total.append(times(*values))
        pairs.append(tuple(pair))
    difference = plus(*total) if len(total) > 1 else total[0]
    moved = terms.scalar(1)
    goal = relation(r.choice(["≥", "≥", ">", "=", "≠"]), plus(difference, moved), moved)
    extra = [c for c in conditions(goal) if r.random() < 0.9]
    extra += needed_by([f for pair in pairs for f in pair if f.kind == "relation"], r, r.choice([0, 0.5, 1]))
    if r.random() < 0.3:
        goal = edited(goal, r)
    return with_hypotheses(combine(goal, pairs, *dict.fromkeys([*facts, *extra])), [], r)


# --- runs -------------------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What became of the applications."""

    counts: Counter = field(default_factory=Counter)
    holes: list[tuple[str, Any]] = field(default_factory=list)

    def note(self, what, rule):
        self.counts[what] += 1
        self.counts[f"{rule}: {what}"] += 1


def applications(count: int, seed: int = 0, *, tries: int = 24, stop: bool = False, gaps: bool | None = None) -> Tally:
    """Applies rules at random; a theorem whose hypotheses hold in a model where its conclusion fails is a hole.

    With `gaps`, only to what speaks of terms that need not be defined on purpose; without, to what does not.
    """
    tally = Tally()
    n = 0
    while sum(tally.counts[k] for k in ("refused", "accepted")) < count:
        r = Random(f"{seed} {n}")
        n += 1
        try:
            step = made_at_random(r, gaps=gaps)
        except Refused:
            tally.counts["makes no sense"] += 1
            continue
        judge(step, tally, f"{seed} {n - 1}", tries, r)
        if stop and tally.holes:
            break
    return tally


def made_at_random(r: Random, *, gaps: bool | None = None) -> Step:
    """A random application of a rule.

    Raises:
        Refused: where it makes no sense.
    """
    if gaps is None:
        shape = r.random()
    else:
        shape = r.choice(
            [r.uniform(0.15, 0.4), r.uniform(0.7, 1)] if gaps else [r.uniform(0, 0.15), r.uniform(0.4, 0.65)]
        )
    if shape < 0.15:
        step = invented(r)
    elif shape < 0.25:
        step = read_schema(r)
    elif shape < 0.4:
        step = read_fact(r)
    else:
        step = r.choice(r.choices([TRUE_SEEDS, SEEDS, RARE], [12, 4, 3])[0])
        if shape < 0.7:
            for _ in range(r.choice([1, 1, 2, 3])):
                step = mutant(step, r)
    if gaps is not False and (shape > 0.65 or r.random() < 0.2):
        step = with_gaps(step, r)
        if r.random() < 0.2:
            step = mutant(step, r)
    return step


def judge(step: Step, tally: Tally, label: str, tries: int = 24, r: Random | None = None) -> None:
    """Runs the step, and looks for a model in which its theorem is false, and for one in which a claim of it is."""
    try:
        theorem = step.run()
    except Refused:
        tally.note("refused", step.rule)
        return
    except Exception as error:  # nothing else may come out of the core
        tally.note("refused", step.rule)
        tally.holes.append((label, f"{step.rule}: {type(error).__name__}: {error}"))
        return
    tally.note("accepted", step.rule)
    found = hole(theorem, range(tries if step.rule != "induct" else 8 * tries))  # what it is given seldom holds
    tally.note("tested" if found.met else "no model found", step.rule)
    if found.gaps:
        tally.note("tested with gaps", step.rule)
    if found.fault:
        shown = f"{', '.join(map(repr, theorem.hypotheses))} ⊢ {theorem.conclusion!r}"
        tally.holes.append((label, f"{step.rule}: {shown}; {found.fault} in the total model {found.seed}"))
    elif r is not None:
        claimed(theorem, tally, label, tries, r)


def claimed(theorem: Any, tally: Tally, label: str, tries: int, r: Random) -> None:
    """Looks for a model, as people read it, in which a claim is false that the theorem is said to prove.

    The claim has hypotheses of the theorem, but not all, so that what it grants besides is needed.
    """
    needed = needed_by(theorem.hypotheses, r, 1) if r.random() < 0.7 else theorem.hypotheses
    given = [h for h in theorem.hypotheses if h not in needed or r.random() < 0.4]
    states = theorem.conclusion
    if r.random() < 0.2:
        try:
            states = edited(states, r)
        except IllFormed:
            return
    if states is theorem.conclusion and len(given) == len(theorem.hypotheses) and not any(map(restrictions, given)):
        return
    try:
        kernel.proves(theorem, given, states)
    except Refused:
        tally.counts["claims refused"] += 1
        return
    tally.counts["claims"] += 1
    found = search(given, states, range(tries), total=False, enough=2)
    if found.fault:
        shown = f"{', '.join(map(repr, given))} ⇒ {states!r}"
        tally.holes.append((label, f"a claim: {shown}; {found.fault} in the model {found.seed}"))


def terms_against_models(count: int, seed: int = 0) -> Tally:
    """Random terms: normal forms, signs and conditions against values in total models where the facts hold."""
    tally = Tally()
    for n in range(count):
        r = Random(f"{seed} term {n}")
        terms = Terms(r)
        try:
            t = terms.scalar(r.choice([1, 2, 3]))
            facts = [terms.fact() for _ in range(r.choice([0, 1, 2]))]
            examined(t, facts, tally, f"{seed} term {n}")
        except IllFormed:
            tally.counts["makes no sense"] += 1
        except Refused:
            tally.counts["refused"] += 1
    return tally


def examined(t: Term, facts: Sequence[Term], tally: Tally, label: str, tries: int = 8) -> None:
    """Compares what the core says of the term with its values."""
    said: dict[str, Any] = {}
    known = Facts(facts)
    equations = [f for f in facts if f.args[0] == "=" and known.defines(f)]  # as those are that a rule takes
    form = NormalForm(known, equations)

    def ask(name, question):
        try:
            said[name] = question()
        except Refused:
            tally.counts[f"{name}: refused"] += 1

    ask("light form", lambda: canonical(t))
    ask("normal form", lambda: form.canonical(t))
    ask("conditions", lambda: conditions(t))
    ask("zero", lambda: form.is_zero(t))
    said["signs"] = known.signs(t)
    others = [x for x in said.values() if isinstance(x, Term)]
    for model_seed in range(tries):
        model = Model(
            model_seed,
            [*facts, relation("=", t), *(relation("=", x) for x in others), *said.get("conditions", ())],
            total=True,
        )
        model.bend_to(facts)
        if not all(model.holds(f) is True for f in facts):
            continue
        try:
            value = model.value_if_defined(t)
        except Unknown:
            tally.counts["unknown"] += 1
            continue
        except NoValue:
            if "conditions" in said and all(model.holds(c) is True for c in said["conditions"]):
                tally.holes.append(
                    (label, f"{t!r} has no value where its conditions hold; facts {facts}; model {model_seed}")
                )
            continue
        tally.counts["compared"] += 1
        tally.counts["compared with gaps"] += any(map(model.is_undefined, facts))
        sign = sign_of(value) if not isinstance(value, Vector) else None
        if sign is not None and not said["signs"] & {-1: NEGATIVE, 0: ZERO_SIGN, 1: POSITIVE}[sign]:
            tally.holes.append(
                (
                    label,
                    f"{t!r} is said to have the signs {said['signs']}, is {value}; facts {facts}; model {model_seed}",
                )
            )
        if said.get("zero") and sign:
            tally.holes.append((label, f"{t!r} is said to be 0, is {value}; facts {facts}; model {model_seed}"))
        for name in ("light form", "normal form"):
            if name in said:
                try:
                    apart = sign_of(minus(model.value_if_defined(said[name]), value))
                except Unknown:
                    continue
                except NoValue:  # the normal form may have a factor without a value, multiplied by 0
                    apart = "no value" if name == "light form" else None
                if apart:
                    tally.holes.append(
                        (
                            label,
                            f"{t!r} has the {name} {said[name]!r}, its value {value} is another; facts {facts}; "
                            f"model {model_seed}",
                        )
                    )


__all__ = ["FORMULAS", "Pt", "T", "applications", "every", "given", "sqrt", "terms_against_models"]
