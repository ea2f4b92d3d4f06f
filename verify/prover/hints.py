"""What a user may hand over for a hard statement: coordinates, and a factor that vanishes with the claimed quotient.

Nothing of it is believed: the coordinates have to reach the whole domain, and the product has to be the term.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sympy import Expr, Symbol

from verify.balls.arithmetic import Arb
from verify.prover.certificate import Step, reduce
from verify.prover.goal import Goal
from verify.prover.language import FormulaError, expression, naming
from verify.prover.rejected import Rejected


@dataclass(frozen=True)
class Hints:
    """Texts of formulas.

    `coordinates`: old variables in terms of new ones; `inverse`: the new ones in terms of the old ones. `factor` and
    `quotient`: terms, in the new variables if there are any, that are positive or not negative and whose product is the
    difference of the sides.
    """

    coordinates: Mapping[str, str] = field(default_factory=dict)
    inverse: Mapping[str, str] = field(default_factory=dict)
    factor: str = ""
    quotient: str = ""

    def __bool__(self) -> bool:
        return bool(self.coordinates or self.factor)

    def steps(self) -> list[Step]:
        """The steps, each applied to the last goal that the one before leaves.

        Raises:
            FormulaError: for a part without the other that it needs.
        """
        if bool(self.coordinates) != bool(self.inverse):
            raise FormulaError("coordinates and their inverse are needed together")
        if bool(self.factor) != bool(self.quotient):
            raise FormulaError("a factor and the claimed quotient are needed together")
        found = []
        if self.coordinates:
            forward = [[Symbol(x, real=True), _read("coordinates", term)] for x, term in self.coordinates.items()]
            inverse = [[Symbol(y, real=True), _read("inverse", term)] for y, term in self.inverse.items()]
            found.append(Step("substitute", {"forward": forward, "inverse": inverse}))
        if self.factor:
            factors = (_read("factor", self.factor), _read("quotient", self.quotient))
            rows = [[term, 1, "+"] for term in factors]
            found.append(Step("product", {"factors": rows}))
        return found


def _read(argument: str, text: str) -> Expr:
    with naming(argument):
        return expression(text)


def guided(goal: Goal, steps: list[Step], prove: Callable[[Goal], Step | None]) -> Step | None:
    """A proof that begins with the steps; what they leave is proved by `prove`.

    Raises:
        FormulaError: if a step does not apply.
    """
    if not steps:
        return prove(goal)
    first, *others = steps
    try:
        left = reduce(goal, first.rule, first.data, Arb)
    except Rejected as error:
        raise FormulaError(f"the hint does not fit: {error}") from None
    parts = [guided(part, others if part is left[-1] else [], prove) for part in left]
    known = tuple(part for part in parts if part is not None)
    return Step(first.rule, first.data, known) if len(known) == len(parts) else None


def equations(text: str, argument: str) -> dict[str, str]:
    """The sides of equations "a = s - t, c = s + t", the text of that argument.

    Raises:
        FormulaError: for text that is none.
    """
    found = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        name, sign, term = part.partition("=")
        if not sign or not name.strip().isidentifier() or not term.strip():
            raise FormulaError(f"{argument}: {part!r} must read NAME = FORMULA")
        found[name.strip()] = term.strip()
    return found
