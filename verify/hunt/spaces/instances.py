"""One space: a claim at chosen sizes and functions, its equations solved, ready for arrays and for exact numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from itertools import islice
from typing import Any

import numpy as np
from sympy import Abs, Lambda, S, Symbol, Tuple, nan, pi, sign, sympify, zoo
from sympy.functions.elementary.trigonometric import InverseTrigonometricFunction, TrigonometricFunction

from verify.author.kernel import KernelError, Theorem, witness
from verify.claims.claim import Claim
from verify.discharge import in_stages
from verify.discharge.normal import expanded
from verify.discover.discovering import from_statement
from verify.hunt.space import Coordinate, FloatArray, Score
from verify.hunt.spaces.arrays import broadcast, compiled
from verify.hunt.spaces.choosing import Choice
from verify.hunt.spaces.coordinates import angles, coordinates
from verify.hunt.spaces.doubts import Doubt
from verify.hunt.spaces.families import rule
from verify.hunt.spaces.frames import framed
from verify.hunt.spaces.grounding import Ground, Grounding, Schema, Ungrounded, Unreadable
from verify.hunt.spaces.layout import symbols_of
from verify.hunt.spaces.patterns import coordinate, patterned, spelt
from verify.hunt.spaces.polynomials import coefficients
from verify.hunt.spaces.scoring import Sampled, expressions, ratio, slack
from verify.hunt.spaces.signature import VECTOR, Signature
from verify.hunt.spaces.solving import Plan, solved
from verify.hunt.spaces.views import views
from verify.language.terms import Formula, PtHead, Relation, VecHead

BLOCK = 4096
"""How many trials a schema is looked at together, for the memory that its samples need."""


class Impossible(ValueError):
    """Nothing in the space meets the hypotheses."""


class Instances:
    """The instances of a claim with chosen sizes, dimension and functions; a `Space`.

    Args:
        claim: what is searched.
        signature: what its variables are.
        formulas: its hypotheses, and what the models of its predicates ask for.
        dimension: of the vectors.
        choice: values of the sizes and functions.
        long: whether families that nothing determines are patterns.

    Raises:
        Impossible: where a hypothesis is seen to fail everywhere.
        Ungrounded: where a term has no value at these sizes.
    """

    def __init__(
        self,
        claim: Claim,
        signature: Signature,
        formulas: Sequence[Formula],
        dimension: int,
        choice: Choice,
        long: bool = False,
    ) -> None:
        self.claim, self.signature, self.n, self.choice = claim, signature, dimension, choice
        self.grounding = Grounding(signature, dimension, choice.values)
        self.grounding.members |= choice.members
        relations, schemas = self._hypotheses(formulas)
        self.states = [s for s in claim.states if isinstance(s, Relation)]
        conclusions = [[g for g in self.grounding.formulas(s) if isinstance(g, Ground)] for s in self.states]
        unknowns = self._unknowns([*relations, *(g for part in conclusions for g in part)], schemas)
        self.plan = Plan()
        turnable = not any(isinstance(h, VecHead) or VECTOR in signature.places.get(h, ()) for h in choice.values)
        equations = framed([g for g in relations if g.op == "="], self.grounding, self.plan, turnable)
        if long and len(equations) > MOST_EQUATIONS:
            raise Impossible("there are too many equations to solve")
        solved(equations, unknowns, self.plan)
        self.free = [s for s in unknowns if s not in self.plan.steps]
        families = patterned(self.grounding.members, self.free, self.plan) if long else []
        self.free = [s for s in self.free if s not in self.plan.steps]
        self.free += [s for family in families for s in family.symbols]
        signs = [Ground(">" if s.is_positive else "≥", s, S.Zero, 0) for s in self.plan.steps if s.is_nonnegative]
        checked = [*self.plan.left, *(g for g in relations if g.op != "="), *signs]
        checked = [g for g in checked if not _is_settled(g)]
        self.inputs: list[Symbol] = [*self.free, *self.plan.angles, *self.plan.branches]
        spoken = [*relations, *(c for part in conclusions for c in part)]
        terms = [*(e for g in spoken for e in (g.lhs, g.rhs)), *self.plan.steps.values()]
        turning = any(e.has(TrigonometricFunction, InverseTrigonometricFunction, pi) for e in terms)
        found = coordinates(self.plan, self.free, checked, turning, angles(terms, self.plan), choice.parameters)
        self.coordinates: tuple[Coordinate, ...] = tuple(
            coordinate(s) or c for s, c in zip(self.inputs, found, strict=True)
        )
        self._compile(checked, schemas, conclusions)

    @property
    def name(self) -> str:
        """The sizes, the dimension and the functions."""
        sizes = [f"{s.name} = {v}" for s, v in self.choice.values.items() if s in self.signature.sizes]
        space = [f"in R^{self.n}"] if self.signature.vectorial else []
        return ", ".join([*sizes, *space, *self.choice.words]) or "numbers"

    # --- what is to be solved ---------------------------------------------------------------------------------------

    def _hypotheses(self, formulas: Sequence[Formula]) -> tuple[list[Ground], list[Schema]]:
        relations: list[Ground] = []
        schemas: list[Schema] = []
        for formula in formulas:
            room = MOST_RELATIONS - len(relations) - len(schemas)
            try:
                found = list(islice(self.grounding.formulas(formula), room))
            except Unreadable:  # what floats cannot check is left to the proof
                continue
            if len(found) == room:
                raise Impossible("there are too many relations to look at")
            for part in found:
                if isinstance(part, Ground):
                    relations.append(part)
                elif (same := coefficients(part)) is not None:
                    relations += same
                else:
                    schemas.append(part)
        for g in relations:
            if g.op == "=" and g.difference.is_number and not _is_settled(g):
                raise Impossible(f"{g.lhs} = {g.rhs} fails")
        return [g for g in relations if not _is_settled(g)], schemas

    def _unknowns(self, relations: Sequence[Ground], schemas: Sequence[Schema]) -> list[Symbol]:
        """The members of families that are met and the numbers, in reading order."""
        met = {s for g in relations for s in g.lhs.free_symbols | g.rhs.free_symbols}
        met |= {s for schema in schemas for s in symbols_of(schema)}
        members = [s for part in self.grounding.members.values() for s in part]
        return [s for s in (*members, *self.signature.numbers, *self.choice.parameters) if s in met or s in members]

    def _compile(
        self, checked: Sequence[Ground], schemas: Sequence[Schema], conclusions: Sequence[Sequence[Ground]]
    ) -> None:
        self._sampled = [Sampled(schema) for schema in schemas]
        self._doubts = [Doubt(schema) for schema in schemas]
        self._points: list[tuple[Doubt, FloatArray]] = []
        for sampled, doubt in zip(self._sampled, self._doubts, strict=True):
            with np.errstate(all="ignore"):
                if not sampled.free and (not np.all(sampled({}) >= -TOLERATED) or doubt.about({}) is not None):
                    raise Impossible(f"a schema fails with {self.name}")
        self._sampled = [s for s in self._sampled if s.free]
        self._doubts = [d for d in self._doubts if d.free]
        self.samples = sum(s.count for s in self._sampled)
        self._passed = sorted({s for sampled in self._sampled for s in sampled.free}, key=str)
        self._tell(checked, conclusions)

    def _tell(self, checked: Sequence[Ground], conclusions: Sequence[Sequence[Ground]]) -> None:
        """Makes the function of the numbers that relations are judged by, and what schemas take from it."""
        self._checked, self._conclusions = list(checked), [list(part) for part in conclusions]
        outputs = [e for g in (*checked, *(g for part in conclusions for g in part)) for e in expressions(g)]
        self._function = compiled(self.inputs, self.plan.ordered(), [*outputs, *self._passed])

    def views(self) -> Iterator[Instances]:
        """The same space, the statement seen otherwise (`verify.hunt.spaces.views`): to search, not to confirm."""
        for n, relation in enumerate(self.states):
            for other in views(relation):
                made = copy(self)
                says = [g for g in self.grounding.formulas(other) if isinstance(g, Ground)]
                made._tell(self._checked, [*self._conclusions[:n], says, *self._conclusions[n + 1 :]])
                yield made

    def named(self, values: Sequence[float]) -> dict[str, float]:
        """The numbers, coefficients and members of families at these coordinates, by their names."""
        members = [s for part in self.grounding.members.values() for s in part]
        spoken = {*self.inputs, *self.plan.steps}
        wanted = [s for s in (*self.signature.numbers, *members, *self.choice.parameters) if s in spoken]
        made = compiled(self.inputs, self.plan.ordered(), wanted)
        with np.errstate(all="ignore"):
            return {s.name: float(value) for s, value in zip(wanted, made(*map(np.float64, values)), strict=True)}

    # --- floats -----------------------------------------------------------------------------------------------------

    def score(self, values: FloatArray) -> Score:
        """What the instances give; `values` has the shape (coordinates, trials)."""
        ratios, least = self._judged(values)
        return Score(np.fmax.reduce(ratios, axis=0), least)

    def is_doubtful(self, values: Sequence[Any]) -> bool:
        """Whether one of the schemas among the hypotheses clearly fails, where its samples do not show it."""
        return next(self._failing(values), None) is not None

    def sharpened(self, values: Sequence[Any]) -> Instances | None:
        """The space with schemas looked at where one fails at these coordinates as well; None where none does."""
        found = next(self._failing(values), None)
        if found is None:
            return None
        made = copy(self)
        made._points = [*self._points, found]
        return made

    def _failing(self, values: Sequence[Any]) -> Iterator[tuple[Doubt, FloatArray]]:
        """Schemas among the hypotheses that clearly fail at these coordinates, each with values at which it does."""
        with np.errstate(all="ignore"):
            found = self._function(*(np.array([float(v)]) for v in values))
            passed = dict(zip(self._passed, found[len(found) - len(self._passed) :], strict=True))
            at = {s: float(np.asarray(v).flat[0]) for s, v in passed.items()}
            for doubt in self._doubts:
                if (point := doubt.about(at)) is not None:
                    yield doubt, point

    def _judged(self, values: FloatArray) -> tuple[list[FloatArray], FloatArray]:
        """The ratio of each formula of the statement, and the least slack."""
        values = np.asarray(values, dtype=np.float64)
        trials = values.shape[1]
        with np.errstate(all="ignore"):
            found = iter(broadcast(self._function(*values), (trials,)))
            least = np.full(trials, np.inf)
            for g in self._checked:
                row = slack(g.op, next(found), next(found), next(found))
                least = np.minimum(least, np.where(np.isnan(row), -np.inf, row))
            ratios = []
            for part in self._conclusions:
                rows = [ratio(g.op, next(found), next(found), next(found)) for g in part]
                ratios.append(np.max(rows, axis=0) if rows else np.full(trials, np.nan))
            passed = dict(zip(self._passed, found, strict=True))
            alive = np.flatnonzero(least >= 0)
            for start in range(0, len(alive), BLOCK):
                chosen = alive[start : start + BLOCK]
                inside = {s: v[chosen] for s, v in passed.items()}
                for sampled in self._sampled:
                    row = np.broadcast_to(sampled(inside), (len(chosen),))
                    least[chosen] = np.minimum(least[chosen], np.where(row >= -TOLERATED, np.maximum(row, 0), row))
                for doubt, point in self._points:
                    least[chosen[doubt.fails(point, inside)]] = FAILS
        return ratios, least

    # --- exact numbers ----------------------------------------------------------------------------------------------

    def exact(self, values: Sequence[Any]) -> Mapping[Any, Any] | None:
        """An assignment of all variables of the claim at these exact coordinates; None where a step is undefined."""
        at: dict[Symbol, Any] = dict(zip(self.inputs, map(sympify, values), strict=True))
        for symbol, step in self.plan.ordered():
            at[symbol] = step.xreplace(at)
            if at[symbol].has(nan, zoo, S.Infinity, S.NegativeInfinity, S.ImaginaryUnit):
                return None
        if any(s.is_positive and value.is_positive is False for s, value in at.items()):
            return None
        at |= {s: S.One if s.is_positive else S.Zero for s in self.choice.parameters if s not in at}  # not met here
        found: dict[Symbol, Any] = {s: self.choice.values[s] for s in self.signature.sizes}
        found |= {s: at.get(s, S.One) for s in self.signature.numbers}
        for head in self.signature.heads:
            found[head] = self._value(head, at)
        return found

    def _value(self, head: Symbol, at: Mapping[Symbol, Any]) -> Any:
        vectorial = isinstance(head, VecHead | PtHead)
        if head in self.choice.values:
            value = self.choice.values[head]
            if isinstance(value, Lambda):
                names = {s: _argument(n, s) for n, s in enumerate(value.signature)}
                body = _without_signs(spelt(value.expr.xreplace(names).xreplace(at)))
                return Lambda(tuple(names.values()), _shorter(body))
            return value
        table = {
            key[1]: tuple(at[s] for s in symbols) if vectorial else at[symbols[0]]
            for key, symbols in self.grounding.members.items()
            if key[0] == head
        }
        arity = max([len(k) for k in table], default=len(self.signature.places[head]))
        if arity:
            if vectorial and not table:
                table = {(0,) * arity: (S.Zero,) * self.n}
            return rule(table, arity, bool(head.is_nonnegative), self.signature.indices.get(head, ()))
        if not table:
            return Tuple(*[S.Zero] * self.n) if vectorial and self.n > 1 else S.Zero if vectorial else S.One
        (value,) = table.values()
        return (Tuple(*value) if self.n > 1 else value[0]) if vectorial else value

    def confirm(self, values: Sequence[Any]) -> Theorem | None:
        """The theorem that the statement fails at these exact coordinates; None where it does not go through."""
        assignment = self.exact(values)
        if assignment is None:
            return None
        if self.is_doubtful(values):
            return None
        floats = np.array([[float(v)] for v in values]).reshape(len(self.inputs), 1)
        ratios, _ = self._judged(floats)
        order = sorted(range(len(self.states)), key=lambda n: -_or_nothing(ratios[n][0]))
        for n in order:
            if not ratios[n][0] > 1 or self._certainly_holds(n, values):
                continue
            for met in in_stages(self.claim.given, self.states[n], assignment, otherwise=from_statement):
                with suppress(KernelError):
                    return witness(self.claim.given, self.states[n], assignment, met, explained=False)
        return None

    def _certainly_holds(self, n: int, values: Sequence[Any]) -> bool:
        """Whether more digits than floats have show that the n-th formula is met after all: it need not be asked."""
        at: dict[Symbol, Any] = dict(zip(self.inputs, map(sympify, values), strict=True))
        for symbol, step in self.plan.ordered():
            at[symbol] = step.xreplace(at).evalf(DIGITS)
        gaps = [(g.op, *(side.xreplace(at).evalf(DIGITS) for side in (g.lhs, g.rhs))) for g in self._conclusions[n]]
        if not all(side.is_Float or side.is_Rational for _, *sides in gaps for side in sides):
            return False
        return all(op in ("≥", ">") and left - right > SURE * (abs(left) + abs(right)) for op, left, right in gaps)


def _without_signs(body: Any) -> Any:
    """The slopes of magnitudes as the kernel has them: u/|u|, where u is not 0."""
    return body.replace(sign, lambda u: u / Abs(u))


MOST_RELATIONS = 1200
"""Relations and schemas among the hypotheses of one instance."""

MOST_EQUATIONS = 120
"""Equations of a long instance; the time to solve them grows with their square."""

DIGITS = 40
SURE = 1e-25
"""What is certainly positive, relatively, when computed with so many digits."""

FAILS = -0.01
"""The slack of a schema that fails where it was doubted."""

TOLERATED = 1e-9
"""How far below zero the slack of a schema may be in floats."""


def _or_nothing(value: Any) -> float:
    return -1.0 if np.isnan(value) else float(value)


def _shorter(body: Any) -> Any:
    """The body of a function, multiplied out if that leaves less to write."""
    if isinstance(body, Tuple):
        return Tuple(*map(_shorter, body))
    made = expanded(body)
    return made if made.count_ops() < body.count_ops() else body


def _argument(n: int, like: Symbol) -> Symbol:
    return Symbol(f"c{n + 1}", **({"integer": True} if like.is_integer else {"real": True}))


def _is_settled(g: Ground) -> bool:
    """Whether the relation is between numbers, and holds."""
    difference = g.difference
    if not difference.is_number:
        return False
    if g.op == "=":
        return bool(difference == 0 or abs(difference.evalf(30)) < 1e-20)
    return bool({"≥": difference >= 0, ">": difference > 0, "≠": difference != 0}[g.op])


__all__ = ["Impossible", "Instances", "Ungrounded"]
