"""The prover: statements in, answers out; `proved` with a certificate, `refuted` with an exact point, or `unknown`."""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import version
from typing import Any, Literal

from sympy import Abs, Dummy, Expr, Integer, Max, Min, Mul, Symbol

from verify.core.nodes import Refused
from verify.language.shown import Shown
from verify.language.terms import Relation, difference, text
from verify.language.words import so_many
from verify.prover import BUDGET
from verify.prover.alarm import OutOfTime, limited, worked
from verify.prover.allowance import Allowance
from verify.prover.answers import accepted
from verify.prover.bounds import is_empty
from verify.prover.certificate import Certificate, Step, check
from verify.prover.defined import Kind, Needs, needs
from verify.prover.failing import failure
from verify.prover.found import kept_step
from verify.prover.goal import Goal, Inequality
from verify.prover.hints import Hints, guided
from verify.prover.language import FormulaError, Requirement, printed
from verify.prover.obstacles import explained, shorter_numbers
from verify.prover.refute import Reach, find_counterexample
from verify.prover.rejected import Rejected, Resists
from verify.prover.rules import RULES
from verify.prover.rules.defined_goals import covered
from verify.prover.rules.plain import vanishes
from verify.prover.search.equations import is_linear
from verify.prover.search.order import STUMBLES
from verify.prover.search.proving import Search
from verify.prover.statement import Statement, parse_statement
from verify.prover.violation import FailingPoint

_KINDS: dict[str, Kind] = {">0": "> 0", ">=0": ">= 0", "!=0": "!= 0"}
_GLANCE = 0.7
"""The work, and at least the seconds, in which a counterexample is looked for before a proof is."""
_LOOK = 2.0
"""The work in which a point is looked for where something is undefined."""
_EMPTY = "no point meets the conditions: the domain is empty"
_UNFOUND = "no point was found that meets the conditions: it might be about nothing"
_PROVED = {_EMPTY: "proved of no point", _UNFOUND: "proved, perhaps of no point"}
"""How an answer begins whose note is one of these: else who reads no further takes it for more than it is."""
_GRACE = 1.0
_EXPLAINING = 3.0
"""Seconds in which it is looked for what stands in the way."""
_ON_DEFINEDNESS = 0.2
"""The part of the budget in which a term of a root or a quotient is to be shown to have its sign."""
_SEARCHING = 0.8
"""The share of the budget that the search for a proof may take; the rest is for counterexamples."""

Verdict = Literal["proved", "refuted", "unknown"]
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Answer(Shown):
    """What was found out about a statement.

    `certificates`: for a proof, one of each goal, first those that say that everything is defined; `file`: the same in
    the core's terms, as the core accepted it. `point`: for a refutation, exact values that meet the conditions;
    `violation` is a decimal enclosure of the difference of the sides there. `resists`: what was left when nothing was
    decided. `note`: what else is to be known, as an empty domain.
    """

    verdict: Verdict
    statement: Statement
    certificates: tuple[Certificate, ...] = ()
    point: dict[Symbol, Expr] | None = None
    violation: str = ""
    resists: str = ""
    note: str = ""
    seconds: float = field(default=0.0, compare=False)
    file: dict[str, Any] | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    @property
    def is_of_nothing(self) -> bool:
        """Whether it is proved that no point meets the conditions."""
        return self.verdict == "proved" and self.note == _EMPTY

    @property
    def failure(self) -> str:
        """Of a refutation: what the sides are at the point, and of several relations which one fails."""
        return failure(self.statement, self.point) if self.point is not None else ""

    def _lines(self) -> Iterator[str]:
        where = f" where {self.statement.where}" if self.statement.where else ""
        yield f"{_PROVED.get(self.note, self.verdict)}: {self.statement.relation}{where}"
        if self.verdict == "proved":
            steps = [step for c in self.certificates for step in c.proof.walk()]
            covers = [step for step in steps if step.rule == "boxes"]
            count = sum(not node.isdecimal() for step in covers for node in step.data["tree"])
            boxes = f", {count} boxes" if covers else ""
            yield f"  {so_many(len(steps), 'step')}{boxes}, checked by the core, {self.seconds:.1f} s"
        if self.point is not None:
            at = ", ".join(f"{x.name} = {text(v)}" for x, v in self.point.items())
            yield f"  at {at}: {self.failure}" if at else f"  {self.failure}"
        yield from (f"  {said}" for said in (self.resists, self.note) if said)


def prove(
    relation: str,
    where: str | Sequence[str] = (),
    *,
    budget: float = BUDGET,
    jobs: int = 1,
    progress: Progress | None = None,
    memory: Memory | None = None,
    precision: int = 96,
    hints: Hints | None = None,
    without: Collection[str] = (),
) -> Answer:
    """Decides whether a relation is defined and holds wherever the conditions do, if it can within the budget.

    What is proved the core has accepted: it reads the statement from the text, and checks the certificates of it.

    Args:
        relation: one of < <= > >= between formulas, a chain of them, or several joined by `and`.
        where: conditions, in one text separated by commas or as several texts; each variable needs one.
        budget: seconds.
        jobs: how many processes may share large covers.
        progress: is told, now and then, what is being looked at.
        memory: what an earlier, interrupted search proved; it is added to, and used.
        precision: bits of the enclosures on boxes.
        hints: coordinates or a quotient, for a hard statement; they are verified before they are used.
        without: rules of certificates that the search is not to use, as those that an export has no form for.

    Raises:
        ValueError: for a rule that does not exist.
        FormulaError: one line, for text that is no statement, and for a statement that is not real or not defined on a
            part of its domain.
    """
    start = worked()
    _keep_what_is_loaded()
    unknown = sorted(set(without) - set(RULES))
    if unknown:
        raise ValueError(f"without: there is no rule {unknown[0]!r}; it must be of {', '.join(sorted(RULES))}")
    statement = parse_statement(relation, where)
    known = memory if memory is not None else Memory()
    search = Search(start + _SEARCHING * budget, known.proved, jobs, progress, precision, frozenset(without))
    asked = _Question(statement, start, budget, search, (hints or Hints()).steps(), is_new=memory is None)
    asked.progress = progress or asked.progress
    answer = asked.answer()
    return Answer(**{**answer.__dict__, "seconds": worked() - start})


@cache
def _keep_what_is_loaded() -> None:
    """Has Python's collector of cycles leave alone what was loaded, which stays: to go through it takes long."""
    gc.freeze()


class Memory:
    """Goals that were proved, kept from one search to the next; nothing in it is believed without a check."""

    def __init__(self) -> None:
        self.proved: dict[Goal, Step] = {}


class _Question:
    progress: Progress = staticmethod(lambda _: None)

    def __init__(
        self, statement: Statement, start: float, budget: float, search: Search, first: list[Step], *, is_new: bool
    ) -> None:
        self.statement, self.budget, self.search, self.first = statement, budget, search, first
        self.is_new = is_new and not first
        """Whether all that is found the search has made itself, so that the core's check is enough."""
        self.deadline, self.rejected = start + budget, ""

    def answer(self) -> Answer:
        statement = self.statement
        if any(is_empty(goal) for goal in statement.goals):
            goals = [*(g for needed in statement.requirements for g in self._of_sign(needed)), *statement.goals]
            certificates = [_certificate(goal, Step("obvious")) for goal in goals]
            return self._settled(certificates, _EMPTY)
        definitions, doubts = self._definedness()
        refuted = self._refuted("alike") or self._refuted("close")
        if refuted is not None:
            return refuted
        ways = () if self.first else (self.search.at_once, self.search.soon)
        plain = any(all(way(goal) is not None for goal in statement.goals) for way in ways)
        refuted = None if plain else self._refuted("near")
        if refuted is not None:
            return refuted
        proofs = list(definitions)
        for goal in map(self._apart, statement.goals):
            step = self._proved(goal)
            if step is None:
                refuted = self._refuted("far")
                return refuted or Answer("unknown", statement, resists=self._resists(goal))
            proofs.append(_certificate(goal, step))
        if doubts:
            return Answer("unknown", statement, resists=f"it is not certain that everything is defined: {doubts[0]}")
        return self._settled(proofs, self._about_nothing())

    def _about_nothing(self) -> str:
        """Of what was proved: that no point meets the conditions, or that none was found."""
        statement = self.statement
        if all(self.search.has_samples(goal) for goal in statement.goals):
            return ""
        nothing = self._apart(Goal(statement.variables, statement.given, Inequality(Integer(-1), strict=False)))
        if counterexample(nothing, statement.requirements, Allowance(_LOOK, self._end())) is not None:
            return ""
        if self.search.prove(nothing) is not None:
            return _EMPTY
        return _UNFOUND

    def _resists(self, goal: Goal) -> str:
        """What stands in the way of a goal of the statement, not of one that the search made of it."""
        if self.rejected:
            return self.rejected
        several = len(self.statement.goals) > 1
        relation = f"{printed(goal.shows.expr)} {'>' if goal.shows.strict else '>='} 0"
        relation = relation if several else self.statement.relation.strip()
        try:
            with limited(_EXPLAINING):
                return explained(relation, goal, self.search.resisted)
        except (OutOfTime, *STUMBLES):
            return f"{relation} resists; try a larger --budget"

    def _settled(self, certificates: Sequence[Certificate], note: str = "") -> Answer:
        """The answer that the core gives to what was found."""
        statement = self.statement
        self.progress(f"the core checks {len(certificates)} certificates")
        try:
            with limited(max(self.budget, self.deadline - worked())):
                file = accepted(statement.relation, statement.where, certificates)
        except (Refused, OutOfTime) as error:
            said = shorter_numbers(" ".join(str(error).split())) or "it takes longer than the budget"
            return Answer("unknown", statement, resists=f"the core does not accept what was found: {said}")
        return Answer("proved", statement, tuple(certificates), note=note, file=file)

    def _apart(self, goal: Goal) -> Goal:
        """The goal with (u − v)² > 0 for conditions u != v, as certificates have none of that kind.

        That is where u − v is linear, so that cases tell which is larger; else the condition would only be in the way.
        """
        squares = tuple(Inequality(needed.expr**2, True) for needed in self.statement.apart if is_linear(needed.expr))
        return Goal(goal.variables, (*goal.given, *squares), goal.shows)

    def _end(self) -> float:
        """When a look for a counterexample is to end, which has a moment whatever the budget."""
        return max(self.deadline, worked() + _GLANCE)

    def _proved(self, goal: Goal) -> Step | None:
        """A proof, which passed a check of its own where a part of it was kept or handed over."""
        step = guided(goal, self.first, self.search.prove)
        if step is None or worked() > self.search.deadline:  # where the time cut others short, it is by chance
            return None
        if self.is_new:
            return step
        try:
            check(_certificate(goal, step))
        except Rejected as error:
            self.rejected = f"what was found did not pass its check: {error}"
            return None
        return step

    def _refuted(self, reach: Reach) -> Answer | None:
        """A counterexample to one of the goals."""
        allowed = Allowance(math.inf if reach == "far" else _GLANCE, self._end())
        for goal in self.statement.goals:
            found = counterexample(goal, self.statement.requirements, allowed, reach)
            if found is not None:
                return Answer("refuted", self.statement, point=dict(found.point), violation=found.violation)
        return None

    def _definedness(self) -> tuple[list[Certificate], list[Requirement]]:
        """Proofs that every logarithm, root and quotient is defined, and what is not certain to be so.

        Raises:
            FormulaError: for a point that meets the conditions and where one is not, or a denominator that is always
                zero.
        """
        proofs, doubts = self._as_written(), []
        for needed in self.statement.requirements:
            if needed in self.statement.apart:
                continue
            goals = self._of_sign(needed)
            if needed.kind == "!=0" and vanishes(needed.expr, goals[0]):
                raise FormulaError(f"{needed.text} is undefined everywhere: {printed(needed.expr)} is zero")
            until, self.search.deadline = self.search.deadline, worked() + _ON_DEFINEDNESS * self.budget
            found = next(((g, step) for g in goals if (step := self.search.prove(g)) is not None), None)
            self.search.deadline = until
            if found is not None:
                proofs += [_certificate(*found), *self._of_factors(needed)]
                continue
            self._refuse_where_undefined(needed, goals[0])
            if needed.kind != "!=0" or not self.statement.apart:  # with u != v the core may see what no sign says
                doubts.append(needed)
        return proofs, doubts

    def _of_factors(self, needed: Requirement) -> Iterator[Certificate]:
        """Of which sign the factors of a product are that is not to be zero: terms have each as a power of its own."""
        factors = Mul.make_args(needed.expr) if needed.kind == "!=0" else ()
        for factor in factors if len(factors) > 1 else ():
            plain = next(filter(self.search.is_plain, self._of_sign(replace(needed, expr=factor))), None)
            step = None if plain is None else self.search.prove(plain)
            if plain is not None and step is not None and step.rule != "obvious":
                yield _certificate(plain, step)

    def _of_sign(self, needed: Requirement) -> list[Goal]:
        """Goals any of which says that the requirement holds."""
        terms = [needed.expr, -needed.expr] if needed.kind == "!=0" else [needed.expr]
        shown = [Inequality(term, needed.kind != ">=0") for term in terms]
        shown += [Inequality(needed.expr**2, True)] if needed.kind == "!=0" and self.statement.apart else []
        statement = self.statement
        return [self._apart(Goal(statement.variables, statement.given, inequality)) for inequality in shown]

    def _refuse_where_undefined(self, needed: Requirement, goal: Goal) -> None:
        """Raises FormulaError if a point is found where the requirement does not hold."""
        if needed.kind == "!=0":
            goal = Goal(goal.variables, goal.given, Inequality(needed.expr**2, True))
        found = counterexample(goal, self.statement.apart, Allowance(_LOOK, self._end()))
        if found is not None:
            at = ", ".join(f"{x} = {printed(v)}" for x, v in found.point.items())
            if needed.meaning:  # of which nobody says that it is not real: 0^1 is 0
                remedy = f"add {needed.condition} to where, or write a rational number as exponent"
                raise FormulaError(f"not defined at {at}, which the conditions allow: {needed}; {remedy}")
            raise FormulaError(f"not a real number at {at}, which the conditions allow: {needed}")

    def _as_written(self) -> list[Certificate]:
        """The terms need no more than the formulas do: sympy makes √x·|y| of √(x·y²), which forgets a point with y = 0.

        Returns what says so where it takes more than that.

        Raises:
            FormulaError: if one does, and it is not plain from the conditions.
        """
        statement, proofs = self.statement, []
        known = [Needs(r.expr, _KINDS[r.kind]) for r in statement.requirements]
        polynomial = tuple(g for g in statement.given if _in_corners(g.expr).is_polynomial())
        for term in (*(g.expr for g in statement.given), *(goal.shows.expr for goal in statement.goals)):
            for need in needs(term):
                plain = Goal(statement.variables, polynomial, Inequality(need.expr, need.kind == "> 0"))
                if need.kind == "!= 0" or covered(need, known):
                    continue
                if not self.search.is_plain(plain):
                    raise FormulaError(
                        f"a root was simplified to {printed(term)}, which needs {printed(need.expr)} {need.kind}"
                    )
                goal = Goal(statement.variables, statement.given, plain.shows)
                if step := self.search.prove(goal):
                    proofs.append(_certificate(goal, step))
        return proofs


def _in_corners(term: Expr) -> Expr:
    """The term with a symbol for each absolute value, maximum and minimum."""
    corners = sorted(term.atoms(Abs, Max, Min), key=str)
    return term.xreplace({corner: Dummy(real=True) for corner in corners})


def counterexample(
    goal: Goal, requirements: Sequence[Requirement], allowed: Allowance, reach: Reach = "near"
) -> FailingPoint | None:
    """A counterexample that is found by the work allowed; one exact computation is not to outlast the deadline."""
    try:
        with limited(allowed.deadline - worked() + _GRACE):
            return find_counterexample(goal, requirements, allowed, reach=reach)
    except (OutOfTime, *STUMBLES):
        return None


def certificate(shows: Relation, given: Sequence[Relation] = (), *, budget: float = BUDGET) -> Certificate:
    """A certificate that a relation of the kernel's language follows from others, for the kernel's rule `certify`.

    A certificate speaks of real variables. Of a symbol that is declared positive or nonnegative the real one with its
    name takes the place, and the declared sign is a condition besides, unless those given say as much.
    Where certificates are kept beside the claim that asks, it is the one that is kept (see `verify.prover.found`).

    Args:
        shows: u ≥ v or u > v, between terms of real variables, numbers and elementary functions.
        given: relations of the same kind.
        budget: seconds.

    Raises:
        Resists: if none is found, and for two variables with one name.
        NotKept: if certificates are kept, and this one is not, or no longer holds.
    """
    terms = [_inequality(r) for r in (*given, shows)]
    declared = sorted(frozenset().union(*(t.expr.free_symbols for t in terms)), key=str)
    plain = {v: Symbol(v.name, real=True) for v in declared if v.is_extended_real}
    variables = [plain.get(v, v) for v in declared]
    if len(set(variables)) < len(declared):
        raise Resists(f"two variables have one name: {', '.join(map(str, declared))}")
    *conditions, goal = (Inequality(t.expr.xreplace(plain), t.strict) for t in terms)
    signs = [Inequality(plain[v], bool(v.is_positive)) for v in plain if v.is_nonnegative]
    conditions += [s for s in signs if Inequality(s.expr, True) not in conditions]
    asked = Goal(tuple(variables), tuple(conditions), goal)
    return _certificate(asked, kept_step(asked, lambda: _searched(asked, budget)))


def _searched(goal: Goal, budget: float) -> Step:
    search = Search(worked() + budget)
    step = search.prove(goal)
    if step is None:
        raise Resists(f"{goal}: {search.resisted or 'nothing was found that leads from the conditions to it'}")
    check(_certificate(goal, step))
    return step


def _inequality(relation: Relation) -> Inequality:
    if relation.op not in ("≥", ">"):
        raise Resists(f"the prover decides ≥ and > only, not {relation}")
    return Inequality(difference(relation), relation.op == ">")


def _certificate(goal: Goal, step: Step) -> Certificate:
    return Certificate(goal, step, _versions())


@cache
def _versions() -> tuple[tuple[str, str], ...]:
    return tuple((name, version(name)) for name in ("mpmath", "python-flint", "sympy"))
