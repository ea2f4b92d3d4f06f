"""A proof of a claim from its statement alone: tactics in turn, each of which the core has to agree with."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from sympy import Abs, Basic, Max, Min, Pow, Sum, Symbol

from verify.author import kernel
from verify.author.following import at, follows
from verify.author.kernel import KernelError, cases, generalize, instantiate
from verify.author.steps import by_induction
from verify.claims.claim import Claim
from verify.discover.abstraction import abstracted
from verify.discover.facts import Context, Fact, applications, open_terms
from verify.discover.indices import fresh_integer, lower_bounds
from verify.discover.instances import MOST, instances
from verify.discover.lemmas import known
from verify.discover.rounds import over_rounds
from verify.discover.segments import along_segment
from verify.discover.slacks import descent_points, from_facts, products, squares
from verify.language.terms import (
    ForAll,
    Formula,
    Fun,
    IllFormed,
    Inner,
    Relation,
    free_variables,
    ge,
    lt,
    sort_of,
    substitute,
)  # fmt: skip
from verify.lemmas import at_most_by_squares
from verify.normal_forms.normalizer import Undefined
from verify.prover.alarm import OutOfTime, limited

SECONDS = 60.0
"""That a search may take, by default."""

MOST_FOLLOWED = 14
"""Facts that `follows` is asked about."""

MOST_SPLITS = 4
"""Terms on whose sign cases are distinguished."""

FAILURES = (KernelError, IllFormed, Undefined, ArithmeticError, RecursionError, ValueError, NotImplementedError)
"""What sympy and the rules raise at terms that a tactic made and that make no sense to them."""


@dataclass(frozen=True)
class Tactic:
    """A way to a proof: what it is called, how, for how many seconds, and whether it chooses instances for itself."""

    name: str
    run: Callable[[Relation, Context, int], Fact | None]
    seconds: float
    alone: bool = False


@dataclass
class Search:
    """One search: until when, and what it tried."""

    until: float
    tried: list[str] = field(default_factory=list)

    def prove(self, goal: Formula, context: Context, depth: int = 2) -> Fact | None:
        """A fact that concludes the goal, without hypotheses that the context does not allow.

        Args:
            goal: a relation, or one for all values of something.
            context: hypotheses and facts; tactics add what they find.
            depth: how many inductions and distinctions of cases may lie in one another.
        """
        if isinstance(goal, ForAll):
            return self._general(goal, context, depth)
        if not isinstance(goal, Relation):
            return None
        plain = context.inside([])
        for tactic in self._tactics(goal, depth):
            left = min(tactic.seconds, self.until - time.monotonic())
            if left <= 0:
                return None
            self.tried.append(f"{tactic.name}: {goal}")
            try:
                with limited(left):
                    found = tactic.run(goal, plain.inside([]) if tactic.alone else context, depth)
            except (OutOfTime, *FAILURES):
                continue
            if found is not None:
                return found
        return None

    def _tactics(self, goal: Relation, depth: int) -> Iterator[Tactic]:
        over_rounds_ = Tactic("a potential over the rounds", _over_rounds, 25.0, True)
        yield Tactic("a combination of the hypotheses", _direct, 6.0)
        yield Tactic("with instances", _with_instances, 10.0)
        if goal.has(Sum):
            yield over_rounds_
        yield Tactic("at points a gradient step away", _at_descent_points, 8.0)
        yield Tactic("with the library", _with_lemmas, 10.0)
        yield Tactic("with products and squares", _with_products, 10.0)
        if not goal.has(Sum):
            yield over_rounds_
        if depth > 0:
            yield Tactic("squares of both sides", self._squared, 10.0, True)
            yield Tactic("along a segment", self._along_segment, 12.0, True)
        yield Tactic("the prover", _by_prover, 8.0)
        if depth > 0:
            yield Tactic("induction", self._by_induction, 20.0, True)
            yield Tactic("cases", self._by_cases, 15.0, True)
        yield Tactic("multipliers of other forms", _followed, 6.0)

    def _general(self, goal: ForAll, context: Context, depth: int) -> Fact | None:
        taken = {v for f in context.conclusions for v in free_variables(f)}
        if set(goal.variables) & taken:
            return None
        found = self.prove(goal.body, context.inside(goal.given), depth)
        if found is None:
            return None
        variables, given = list(goal.variables), list(goal.given)

        def code(spell: Any, names: Sequence[str]) -> str:
            said = ", ".join(map(spell.name, variables))
            return f"generalize({names[0]}, [{said}], [{', '.join(map(spell, given))}])"

        try:
            return Fact(generalize(found.theorem, variables, given), code, (found,))
        except KernelError:
            return None

    def _squared(self, goal: Relation, context: Context, depth: int) -> Fact | None:
        if goal.op != "≥" or not any(isinstance(p.base, Inner) for p in goal.atoms(Pow)):
            return None
        larger, smaller = goal.lhs, goal.rhs
        facts = []
        for part in (ge(larger**2, smaller**2), ge(larger, 0), ge(smaller, 0)):
            found = self.prove(part, context.inside([]), depth - 1)
            if found is None:
                return None
            facts.append(found)
        apart, *signs = [f.theorem for f in facts]

        def code(spell: Any, names: Sequence[str]) -> str:
            return f"at_most_by_squares({spell(smaller)}, {spell(larger)}, {names[0]}, [{', '.join(names[1:])}])"

        return context.settled(Fact(at_most_by_squares(smaller, larger, apart, signs), code, tuple(facts)))

    def _along_segment(self, goal: Relation, context: Context, depth: int) -> Fact | None:
        return along_segment(goal, context, lambda part, there: self.prove(part, there.inside([]), min(depth - 1, 1)))

    def _by_induction(self, goal: Relation, context: Context, depth: int) -> Fact | None:
        starts = list(lower_bounds(goal, context))
        for n, start in starts:
            found = self._induced(goal, context, n, start, depth)
            if found is not None:
                return found
        for n, start in starts:
            for general, value in _generalised(goal, context, n):
                found = self._induced(general, context, n, start, depth)
                if found is not None:
                    return _at_value(found, value, context)
        return None

    def _induced(self, goal: Formula, context: Context, n: Symbol, start: Any, depth: int) -> Fact | None:
        k = fresh_integer(goal, context)
        here = substitute(goal, {n: k})
        base = self.prove(substitute(goal, {n: start}), context.inside([]), depth - 1)
        if base is None:
            return None
        inside = context.inside([here, ge(k, start), ge(n, k + 1)])
        step = self.prove(substitute(goal, {n: k + 1}), inside, depth - 1)
        if step is None:
            return None
        later = step.theorem
        always = by_induction(here, k, start, base=base.theorem, step=lambda it: instantiate(later, {}, [it]), until=n)

        def code(spell: Any, names: Sequence[str]) -> str:
            head = f"by_induction({spell(here)}, {spell(k)}, {spell(start)}, base={names[0]}"
            step_ = f"step=lambda here: instantiate({names[1]}, {{}}, [here])"
            return f"instantiate({head}, {step_}, until={spell(n)}), {{{spell(k)}: {spell(n)}}})"

        return context.settled(Fact(instantiate(always, {k: n}), code, (base, step)))

    def _by_cases(self, goal: Relation, context: Context, depth: int) -> Fact | None:
        for term in _splits(goal):
            parts = [ge(term, 0), lt(term, 0)]
            found = []
            for part in parts:
                fact = self.prove(goal, context.inside([part]), depth - 1)
                if fact is None:
                    break
                found.append(fact)
            if len(found) < len(parts):
                continue

            def code(spell: Any, names: Sequence[str], parts: Sequence[Relation] = tuple(parts)) -> str:
                return f"cases([{', '.join(names)}], [{', '.join(map(spell, parts))}])"

            made = context.settled(Fact(cases([f.theorem for f in found], parts), code, tuple(found)))
            if made is not None:
                return made
        return None


# --- tactics that need no other proofs -------------------------------------------------------------------------------


def _direct(goal: Relation, context: Context, _: int) -> Fact | None:
    return from_facts(goal, context)


def _with_instances(goal: Relation, context: Context, _: int) -> Fact | None:
    for first in (True, False):
        new = instances(context, [goal, *context.conclusions])
        if not new and not first:
            return None
        found = from_facts(goal, context)
        if found is not None:
            return found
    return None


def _at_descent_points(goal: Relation, context: Context, _: int) -> Fact | None:
    points = descent_points(goal, context)
    if not points:
        return None
    there = context.inside([])
    instances(there, [goal, *points], 2 * MOST)
    return from_facts(goal, there)


def _with_lemmas(goal: Relation, context: Context, _: int) -> Fact | None:
    context.add_all(known([goal, *context.conclusions], context))
    return from_facts(goal, context)


def _with_products(goal: Relation, context: Context, _: int) -> Fact | None:
    return from_facts(goal, context, [*squares(goal, context), *products(context)])


def _over_rounds(goal: Relation, context: Context, _: int) -> Fact | None:
    return over_rounds(goal, context)


def _by_prover(goal: Relation, context: Context, _: int) -> Fact | None:
    return abstracted(goal, context)


def _followed(goal: Relation, context: Context, _: int) -> Fact | None:
    facts = context.relations[:MOST_FOLLOWED]

    def code(spell: Any, names: Sequence[str]) -> str:
        return f"follows({', '.join([spell(goal), *names])})"

    return context.settled(Fact(follows(goal, *(f.theorem for f in facts)), code, tuple(facts)))


# --- what is generalised, and what is distinguished ------------------------------------------------------------------


def _generalised(goal: Relation, context: Context, n: Symbol) -> Iterator[tuple[ForAll, Symbol]]:
    """The goal for all values of another index, under the hypotheses on it; an induction over n may need them all."""
    for v in sorted(free_variables(goal), key=str):
        if type(v) is not Symbol or not v.is_integer or v == n:
            continue
        spoken = [f.conclusion for f in context.relations if v in free_variables(f.conclusion)]
        if any(n in free_variables(f) for f in spoken):
            continue
        other = fresh_integer(goal, context, "cdh")
        yield ForAll([other], [substitute(f, {v: other}) for f in spoken], substitute(goal, {v: other})), v


def _at_value(fact: Fact, value: Symbol, context: Context) -> Fact | None:
    sides = context.sides
    theorem = at(fact.theorem, value, by=[f.theorem for f in sides])

    def code(spell: Any, names: Sequence[str]) -> str:
        return f"at({names[0]}, {spell(value)}, by=[{', '.join(names[1:])}])"

    return context.settled(Fact(theorem, code, (fact, *sides)))


def _splits(goal: Relation) -> list[Any]:
    """Terms whose sign may matter: of magnitudes, maxima, the order of two arguments, and of numbers."""
    found: dict[Any, None] = {}
    for node in open_terms([goal], (Abs, Max, Min)):
        for term in [node.args[0]] if isinstance(node, Abs) else [a - b for a, b in combinations(node.args, 2)]:
            found[term] = None
    for a, b in combinations(dict.fromkeys(_arguments(goal)), 2):
        found[a - b] = None
    for v in sorted(free_variables(goal), key=str):
        if type(v) is Symbol and not v.is_integer and not v.is_nonnegative:
            found[v] = None
    return [term for term in list(found)[:MOST_SPLITS] if not term.is_number]


def _arguments(goal: Basic) -> Iterator[Any]:
    """Numbers that functions of one number are applied to."""
    for node in applications([goal]):
        if isinstance(node, Fun) and len(node.args) == 3:
            argument = node.args[2]
            if sort_of(argument) in ("scalar", "zero") and not argument.is_integer:
                yield argument


@dataclass
class Discovery:
    """What a search found, and what it tried.

    facts: for each formula of the statement one that proves it, as the kernel says, None where there is none.
    """

    claim: Claim
    facts: list[Fact | None]
    tried: list[str]
    seconds: float = 0.0

    @property
    def is_proved(self) -> bool:
        """Whether all of the statement was proved."""
        return all(f is not None for f in self.facts)


def is_proof(fact: Fact, claim: Claim, goal: Formula) -> bool:
    """Whether the kernel takes a theorem for a proof of one of the claim's formulas: a search may be wrong."""
    try:
        kernel.proves(fact.theorem, claim.given, goal)
    except KernelError:
        return False
    return True


def discover(claim: Claim, seconds: float = SECONDS) -> Discovery:
    """Looks for a proof of a claim, from its hypotheses and statement alone: none of its steps is looked at.

    Args:
        claim: what to prove.
        seconds: in all.
    """
    began = time.monotonic()
    search = Search(began + seconds)
    facts: list[Fact | None] = []
    for goal in claim.states:
        found = search.prove(goal, Context.of(claim.given))
        facts.append(found if found is not None and is_proof(found, claim, goal) else None)
        if facts[-1] is None:
            break
    facts += [None] * (len(claim.states) - len(facts))
    return Discovery(claim, facts, search.tried, time.monotonic() - began)
