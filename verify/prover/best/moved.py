"""A proof at one value of the parameter taken over, step by step, to a value close to it."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Rational

from verify.balls.arithmetic import Arb
from verify.prover import polynomial
from verify.prover.alarm import OutOfTime, limited, worked
from verify.prover.allowance import Allowance
from verify.prover.best.family import Family
from verify.prover.certificate import Step, reduce
from verify.prover.goal import Goal, Inequality
from verify.prover.proving import Answer, Memory, prove
from verify.prover.rejected import Rejected
from verify.prover.search.covering import Effort, cover
from verify.prover.search.order import STUMBLES
from verify.prover.search.proving import Search
from verify.prover.statement import Statement


def moved_proof(
    family: Family, proof: Answer, old: Rational, new: Rational, deadline: float, places: int
) -> Answer | None:
    """A proof at a value close to one where there is a proof, step by step the same, with covers of their own.

    Nothing is trusted here: the steps are remembered for the prover, which checks them.
    """
    memory = Memory()
    mover = _Mover(old, new, worked() + 0.5 * (deadline - worked()), max(96, 8 * places))
    statement = family.statement(new)
    pairs = dict(zip(_goals(proof.statement), _goals(statement), strict=False))
    try:
        with limited(mover.deadline - worked() + 1):
            for certificate in proof.certificates:
                goal = pairs.get(certificate.goal)
                step = None if goal is None else mover.moved(goal, certificate.proof)
                if goal is None or step is None:
                    return None
                memory.proved[goal] = step
    except (OutOfTime, *STUMBLES):
        return None
    left = max(2.0, deadline - worked())
    answer = prove(*family.at(new), budget=left, memory=memory, precision=mover.precision)
    return answer if answer.verdict == "proved" else None


def _goals(statement: Statement) -> list[Goal]:
    """All goals that a proof of a statement may have certificates of, in a fixed order."""
    shown = [Inequality(s * r.expr, r.kind != ">=0") for r in statement.requirements for s in (1, -1)]
    needed = [Goal(statement.variables, statement.given, inequality) for inequality in shown]
    return [*needed, *statement.goals]


class _Mover:
    """Repeats the steps of a proof on a goal with another value of the parameter."""

    def __init__(self, old: Rational, new: Rational, deadline: float, precision: int) -> None:
        self.old, self.new, self.deadline, self.precision = old, new, deadline, precision

    def moved(self, goal: Goal, step: Step) -> Step | None:
        """The step for this goal, with its parts; another one if it does not apply."""
        if step.rule == "boxes":
            found = cover(goal, Effort(20_000, 100_000.0, self.deadline), precision=self.precision)
            return self._other(goal) if isinstance(found, str) else self._finished(goal, found, step)
        if step.rule == "polynomial":
            decided = polynomial.prove(goal, Allowance(20.0, self.deadline))
            if decided is None:
                return self._other(goal)
            return Step("polynomial", {"method": decided[0], "data": decided[1]})
        return self._finished(goal, Step(step.rule, self._data(step.data)), step) or self._other(goal)

    def _finished(self, goal: Goal, step: Step, old: Step) -> Step | None:
        try:
            left = reduce(goal, step.rule, step.data, Arb)
        except Rejected:
            return None
        if len(left) != len(old.parts):
            return None
        parts = [self.moved(part, proof) for part, proof in zip(left, old.parts, strict=True)]
        known = tuple(part for part in parts if part is not None)
        return Step(step.rule, step.data, known) if len(known) == len(parts) else None

    def _other(self, goal: Goal) -> Step | None:
        """A proof found afresh."""
        now = worked()
        return Search(now + 0.3 * (self.deadline - now), precision=self.precision).prove(goal)

    def _data(self, data: Any) -> Any:
        """The data with the new value in place of the old one."""
        if isinstance(data, dict):
            return {key: self._data(value) for key, value in data.items()}
        if isinstance(data, list | tuple):
            return [self._data(value) for value in data]
        if isinstance(data, Expr):
            return data.xreplace({r: self._number(r) for r in data.atoms(Rational)})
        return data

    def _number(self, number: Rational) -> Rational:
        """A simple multiple of a power of the old value, or that value shifted, as the same of the new one."""
        if number.q < 100 or self.old == 0:
            return number
        for n in (1, 2, -1, 3, 4, -2):
            factor = number / self.old**n
            if max(abs(factor.p), factor.q) <= 1000:
                return factor * self.new**n
        for sign in (1, -1):
            shift = number - sign * self.old
            if max(abs(shift.p), shift.q) <= 1000:
                return shift + sign * self.new
        return number
