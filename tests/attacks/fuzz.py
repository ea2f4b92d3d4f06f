"""Random applications of the rules and random terms, judged by exact models. Two runs with one seed are the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from tests.attacks.models import Model, NoValue, Unknown, Vector, hole, minus, sign_of
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
    combine,
    delta,
    eq,
    every,
    fn,
    ge,
    given,
    gt,
    head,
    identity,
    inner,
    inv,
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
from verify.core.definedness import conditions
from verify.core.nodes import FORMULAS, IllFormed, Refused, Term, binds, is_scalar, node
from verify.core.polynomials import canonical
from verify.core.signs import NEGATIVE, POSITIVE, ZERO_SIGN, Facts
from verify.core.terms import number, relation, substitute, variable
from verify.core.zero import NormalForm

TRUE_SEEDS: Sequence[Step] = [*TRUE.values()]
SEEDS: Sequence[Step] = [*TRUE.values(), *FALSE.values()]
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

    def fact(self):
        """A formula that may hold."""
        r = self.r
        t = self.scalar(r.choice([0, 0, 1, 1, 2]))
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


# --- random steps that are no edits -----------------------------------------------------------------------------------


def invented(r: Random) -> Step:
    """A random step: an identity of a term and an edit of its normal form, or a combination of random facts."""
    terms = Terms(r)
    facts = [terms.fact() for _ in range(r.choice([0, 1, 1, 2, 3]))]
    shape = r.random()
    if shape < 0.5:
        left = terms.scalar(r.choice([1, 2, 3]))
        settled = [*facts, *(c for c in conditions(left) if r.random() < 0.9)]
        right = r.choice([canonical, NormalForm(Facts(settled)).canonical])(left)
        if r.random() < 0.5:
            right = edited(right, r)
        using = [f for f in facts if f.args[0] == "="]
        settled += [c for c in conditions(right) if r.random() < 0.5]
        return identity(left, right, *dict.fromkeys(settled), using=using)
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
    if r.random() < 0.3:
        goal = edited(goal, r)
    return combine(goal, pairs, *dict.fromkeys([*facts, *extra]))


# --- runs -------------------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What became of the applications."""

    counts: Counter = field(default_factory=Counter)
    holes: list[tuple[str, Any]] = field(default_factory=list)

    def note(self, what, rule):
        self.counts[what] += 1
        self.counts[f"{rule}: {what}"] += 1


def applications(count: int, seed: int = 0, *, tries: int = 24, stop: bool = False) -> Tally:
    """Applies rules at random; a theorem whose hypotheses hold in a model where its conclusion fails is a hole."""
    tally = Tally()
    n = 0
    while sum(tally.counts[k] for k in ("refused", "accepted")) < count:
        r = Random(f"{seed} {n}")
        n += 1
        try:
            if r.random() < 0.25:
                step = invented(r)
            else:
                step = r.choice(TRUE_SEEDS if r.random() < 0.75 else SEEDS)
                for _ in range(r.choice([1, 1, 2, 3])):
                    step = mutant(step, r)
        except Refused:
            tally.counts["makes no sense"] += 1
            continue
        judge(step, tally, f"{seed} {n - 1}", tries)
        if stop and tally.holes:
            break
    return tally


def judge(step: Step, tally: Tally, label: str, tries: int = 24) -> None:
    """Runs the step, and looks for a model in which its theorem is false."""
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
    found, met = hole(theorem, range(tries))
    tally.note("tested" if met else "no model found", step.rule)
    if found is not None:
        shown = f"{', '.join(map(repr, theorem.hypotheses))} ⊢ {theorem.conclusion!r}"
        tally.holes.append((label, f"{step.rule}: {shown}; model {found}"))


def terms_against_models(count: int, seed: int = 0) -> Tally:
    """Random terms: normal forms, signs and conditions against values in models where the facts hold."""
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
    equations = [f for f in facts if f.args[0] == "="]
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
            model_seed, [*facts, relation("=", t), *(relation("=", x) for x in others), *said.get("conditions", ())]
        )
        model.bend_to(facts)
        if not all(model.holds(f) is True for f in facts):
            continue
        try:
            value = model.value(t)
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
                    apart = sign_of(minus(model.value(said[name]), value))
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
