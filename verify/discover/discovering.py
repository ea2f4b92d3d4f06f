"""A proof of a claim from its statement alone: tactics in turn, each of which the core has to agree with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sympy import Abs, Add, Pow, S, Sum, acos, exp, sin

from verify.author import kernel
from verify.author.kernel import KernelError, Theorem, cases, generalize
from verify.claims.claim import Claim
from verify.discover import inductions
from verify.discover.abstraction import abstracted
from verify.discover.apart import by_an_order, on_either_side, where_orders_contradict
from verify.discover.arccosines import without_arccosines
from verify.discover.averages import of_averages
from verify.discover.cited import cited
from verify.discover.congruence import put_in
from verify.discover.denominators import divided, without_denominators
from verify.discover.facts import FAILURES, Context, Fact, Prove, open_terms
from verify.discover.gathered import of_what_a_run_gathers
from verify.discover.indices import leads_on
from verify.discover.last_round import of_last_round
from verify.discover.laurent import expanded
from verify.discover.logarithms import without_logarithm
from verify.discover.members import each_member
from verify.discover.multipliers import Slack, combined
from verify.discover.norms import below_norms
from verify.discover.pairs import over_pairs
from verify.discover.positivstellensatz import times_positive
from verify.discover.roots import with_named_root
from verify.discover.rounds import over_rounds
from verify.discover.segments import along_segment
from verify.discover.shares import between_points
from verify.discover.signs import of_denominators, of_numbers, of_plain_magnitudes, of_plain_squares, of_recursions
from verify.discover.sines import by_signs_of_sines
from verify.discover.slacks import solved_for_gradients
from verify.discover.tactics import (
    at_descent_points,
    by_what_it_is,
    direct,
    followed,
    splits,
    with_instances,
    with_lemmas,
    with_products,
    with_sums,
)
from verify.discover.touching import where_they_touch
from verify.discover.vanishing import of_vanishing_sums
from verify.discover.variations import of_least_points
from verify.language.terms import (
    ForAll,
    Formula,
    Gradient,
    Inner,
    Relation,
    difference,
    free_variables,
    ge,
    lt,
    sort_of,
)
from verify.lemmas import at_most_by_squares, magnitude_at_most
from verify.prover.alarm import OutOfTime, limited, worked

SECONDS = 60.0
"""That a search may take, by default."""

FIRST = 0.125
"""The part of the time in which signs of denominators are looked for, before all else."""

SOON = 5.0
"""Seconds for the sign of a family, and for sums of facts where they come first."""


Way = Callable[[Relation, Context, Prove], Fact | None]
"""To a proof, from proofs of parts."""


@dataclass(frozen=True)
class Tactic:
    """A way to a proof: what it is called, how, for how many seconds, and whether it chooses instances for itself."""

    name: str
    run: Callable[[Relation, Context], Fact | None]
    seconds: float
    alone: bool = False


@dataclass
class Search:
    """One search: until when, and what it tried."""

    until: float
    tried: list[str] = field(default_factory=list)
    within: int = 0
    """Inductions of which a base or step is asked for; none is tried in another."""

    def given(self, claim: Claim) -> Context:
        """What a claim supposes, what classical theorems say of it, and the signs of what its recursions define."""
        context = Context.of(claim.given)
        context.add_all(cited(context))
        context.add_all([*of_numbers(context), *solved_for_gradients(context)])
        context.add_all(of_least_points(context))
        context.add_all(of_vanishing_sums(context))
        context.add_all(of_recursions(context, self._soon))
        return context

    def _soon(self, goal: Formula, context: Context) -> Fact | None:
        """The goal, if it is proved within a few seconds."""
        return Search(min(self.until, worked() + SOON), self.tried).prove(goal, context, 1)

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
        for tactic in self._tactics(goal, context, depth):
            left = min(tactic.seconds, self.until - worked())
            if left <= 0:
                return None
            self.tried.append(f"{tactic.name}: {goal}")
            try:
                with limited(left):
                    found = tactic.run(goal, plain.inside([]) if tactic.alone else context)
            except (OutOfTime, *FAILURES):
                continue
            if found is not None:
                return found
        return None

    def _tactics(self, goal: Relation, context: Context, depth: int) -> Iterator[Tactic]:
        over_rounds_ = Tactic("a potential over the rounds", over_rounds, 25.0 if goal.has(Sum) else 18.0, True)
        if depth > 0 and goal.has(Abs):
            yield Tactic("both signs of a magnitude", partial(self._both_signs, depth=depth), 30.0, True)
        yield Tactic("a combination of the hypotheses", direct, 6.0)
        if goal.op == "≠" and depth > 0:
            yield Tactic("either side of what differs", partial(self._by, on_either_side, depth=depth - 1), 20.0, True)
            yield Tactic("an order of what differs", partial(self._by, by_an_order, depth=0), 20.0, True)
            yield Tactic("cases", partial(self._by_cases, depth=depth), 15.0, True)
        if goal.op == "≠":
            return
        if goal.op == "=" and goal.has(Gradient):
            yield Tactic("where a function meets a bound", where_they_touch, 8.0)
        squares = Tactic("squares of both sides", partial(self._squared, depth=depth), 25.0, True)
        if depth > 0 and _is_root_of_sum(goal.rhs):
            yield squares
        yield Tactic("in the last round", of_last_round, 5.0, True)
        yield Tactic("with instances", with_instances, 10.0)
        yield Tactic("between points", between_points, 8.0, True)
        if depth > 0 and sum(p.exp == S.Half and isinstance(p.base, Inner) for p in goal.atoms(Pow)) > 1:
            yield Tactic("inner products below norms", partial(self._by, below_norms, depth=depth - 1), 12.0, True)
        if goal.has(exp) and depth > 0:
            yield Tactic("a name for a root", partial(self._by, with_named_root, depth=depth - 1), 40.0, True)
        if goal.has(Sum) and depth > 0:
            if not leads_on(context):  # then no potential moves
                yield Tactic("with sums of facts", with_sums, SOON)
            yield Tactic("averages of values", partial(self._by, of_averages, depth=depth - 1), 25.0, True)
            clear = Tactic("without denominators", partial(self._without_denominators, depth=depth), 15.0, True)
            if _divides_by_sum(goal):  # no multiplier is one over a + b
                yield clear
            if not self.within:
                yield over_rounds_
            if not _divides_by_sum(goal):
                yield clear
            if not self.within:
                yield Tactic("one for each member", partial(self._by, each_member, depth=depth - 1), 15.0, True)
            yield Tactic("over all pairs", partial(self._by, over_pairs, depth=0), 15.0, True)
            yield Tactic(
                "of what logarithms are taken of", partial(self._by, without_logarithm, depth=depth - 1), 10.0, True
            )
        yield Tactic("at points a gradient step away", at_descent_points, 8.0)
        yield Tactic("with the library", with_lemmas, 10.0)
        if goal.has(acos):
            yield Tactic("arccosines of cosines", without_arccosines, 5.0)
        if depth > 0 and not _is_root_of_sum(goal.rhs):
            yield squares
        yield Tactic("with products and squares", with_products, 6.0)
        yield Tactic("times a positive factor", times_positive, 5.0)
        if goal.has(Sum) and depth > 0:
            yield Tactic("with sums of facts", with_sums, 15.0)
            if self.within:  # rounds within rounds are rare
                yield over_rounds_
        if not goal.has(Sum) and depth > 0:
            yield over_rounds_
            if not self.within:
                yield Tactic("induction", partial(self._by_induction, depth=depth), inductions.SECONDS, True)
                yield Tactic("what a run gathers", of_what_a_run_gathers, 15.0, True)
        if depth > 0:
            yield Tactic("along a segment", partial(self._along_segment, depth=depth), 12.0, True)
        sides = Tactic("either side of what differs", partial(self._by, on_either_side, depth=depth - 1), 20.0, True)
        if goal.has(sin):
            yield Tactic("signs of sines", by_signs_of_sines, 8.0)
            if depth > 0:
                yield sides
        yield Tactic("the prover", abstracted, 8.0)
        if depth > 0:
            if not goal.has(sin):
                yield sides
            if goal.op == "=":
                yield Tactic("equals in the place of equals", put_in, 3.0)
                way = partial(self._by, where_orders_contradict, depth=0)
                yield Tactic("orders that contradict an equation", way, 10.0, True)
            if goal.has(Sum) and not self.within:
                yield Tactic("induction", partial(self._by_induction, depth=depth), inductions.SECONDS, True)
            yield Tactic("cases", partial(self._by_cases, depth=depth), 15.0, True)
        yield Tactic("multipliers of other forms", followed, 6.0)

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
        if goal.op != "≥" or not any(isinstance(p.base, Inner | Sum) and p.exp == S.Half for p in goal.atoms(Pow)):
            return None
        parts = Add.make_args(difference(goal))
        smaller = -Add(*(a for a in parts if a.as_coeff_Mul()[0] < 0))
        larger = difference(goal) + smaller
        facts = []
        for part in (ge(larger, 0), ge(smaller, 0), ge(larger**2, smaller**2)):
            found = by_what_it_is(part, context) or self.prove(part, context.inside([]), depth - 1)
            if found is None:
                return None
            facts.append(found)
        *signs, apart = [f.theorem for f in facts]

        def code(spell: Any, names: Sequence[str]) -> str:
            return f"at_most_by_squares({spell(smaller)}, {spell(larger)}, {names[2]}, [{', '.join(names[:2])}])"

        made = context.settled(Fact(at_most_by_squares(smaller, larger, apart, signs), code, tuple(facts)))
        return made and combined(goal, context, [(S.One, Slack.of(made))])

    def _both_signs(self, goal: Relation, context: Context, depth: int) -> Fact | None:
        if goal.op != "≥":
            return None
        rest = expanded(difference(goal))
        for node in open_terms([goal], (Abs,)):
            share = -rest.coeff(node)
            if not share.is_positive or not share.is_number:
                continue
            bound, term = (rest + share * node) / share, node.args[0]
            found = []
            for sign in (1, -1):
                fact = self.prove(ge(bound, sign * term), context.inside([]), depth - 1)
                if fact is None:
                    return None
                found.append(fact)
            theorem = magnitude_at_most(term, bound, *(f.theorem for f in found))

            def code(spell: Any, names: Sequence[str], term: Any = term, bound: Any = bound) -> str:
                return f"magnitude_at_most({spell(term)}, {spell(bound)}, {', '.join(names)})"

            made = context.settled(Fact(theorem, code, tuple(found)))
            return made and combined(goal, context, [(share, Slack.of(made))])
        return None

    def _without_denominators(self, goal: Relation, context: Context, depth: int) -> Fact | None:
        whole = without_denominators(goal, context, numbers=True)
        found = self.prove(whole.whole, context, depth) if whole.below != 1 else None  # that has no denominators
        return None if found is None else divided(goal, whole, found, context)

    def _by(self, way: Way, goal: Relation, context: Context, depth: int) -> Fact | None:
        """What a way finds that needs parts proved."""
        return way(goal, context, lambda part, there: self.prove(part, there, depth))

    def _along_segment(self, goal: Relation, context: Context, depth: int) -> Fact | None:
        return along_segment(goal, context, lambda part, there: self.prove(part, there.inside([]), min(depth - 1, 1)))

    def _by_induction(self, goal: Relation, context: Context, depth: int) -> Fact | None:
        self.within += 1
        try:
            return inductions.induced(goal, context, lambda part, there: self.prove(part, there, depth - 1))
        finally:
            self.within -= 1

    def _by_cases(self, goal: Relation, context: Context, depth: int) -> Fact | None:
        for term in splits(goal, context):
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


def _is_root_of_sum(term: Any) -> bool:
    """Whether it is a multiple of the root of a sum: what is known of that, is known of its square."""
    bare = term.as_coeff_Mul()[1] if sort_of(term) == "scalar" else term
    return isinstance(bare, Pow) and bare.exp == S.Half and isinstance(bare.base, Sum)


def _divides_by_sum(goal: Relation) -> bool:
    """Whether something is divided by a + b."""
    return any(p.exp.is_negative and isinstance(p.base, Add) for p in open_terms([goal], (Pow,)))


def from_statement(formula: Formula, seconds: float) -> Theorem | None:
    """A theorem without hypotheses that says the formula, if one is found in so many seconds."""
    found = Search(worked() + seconds).prove(formula, Context.of([])) if seconds > 0 else None
    return None if found is None or found.theorem.hypotheses else found.theorem


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
    began = worked()
    search = Search(began + seconds)
    facts: list[Fact | None] = []
    context = search.given(claim)
    for goal in claim.states:
        there = context.inside([])
        with suppress(OutOfTime, *FAILURES), limited(seconds * FIRST):
            there.add_all([*of_plain_magnitudes([goal], there), *of_plain_squares([goal], there)])
            there.add_all(of_denominators([goal], there))
        found = search.prove(goal, there)
        facts.append(found if found is not None and is_proof(found, claim, goal) else None)
        if facts[-1] is None:
            break
    facts += [None] * (len(claim.states) - len(facts))
    return Discovery(claim, facts, search.tried, worked() - began)
