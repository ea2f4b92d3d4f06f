"""What is found of a best constant, and how its certain digits are written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from sympy import Expr, Rational, Symbol

from verify.core.certificate import certificate_to_json
from verify.language.core_json import encode
from verify.prover.certificate import Certificate
from verify.prover.core_certificates import core_certificate
from verify.prover.files import answer_to_json
from verify.prover.language import text
from verify.prover.proving import Answer

Direction = Literal["largest", "smallest"]
Point = dict[Symbol, Expr]

FORMAT = "verify best constant 1"


@dataclass(frozen=True)
class BestConstant:
    """The best value of a parameter lies between `lower` and `upper`, which are rational.

    What is certain: the statement is proved at `holds` and refuted at `fails`. `monotone`: proofs that it then holds
    beyond `holds` and fails beyond `fails`; None if they were not found, and that the good values form an interval is
    assumed. `exact`: a closed form between `lower` and `upper` at which the statement itself was decided: `attained`
    says how; None if there is no such form. `equality`: a point where both sides are equal at `exact`, and where the
    statement fails for every value beyond: then `exact` is the best value itself. `digits`: the certain decimals.
    """

    parameter: str
    direction: Direction
    lower: Rational
    upper: Rational
    holds: Expr
    fails: Expr
    exact: Expr | None
    attained: bool | None
    digits: str
    proof: Answer
    counterexample: Answer
    monotone: tuple[Certificate, ...] | None = field(default=None, repr=False)
    equality: Point | None = None

    def __str__(self) -> str:
        return f"the {self.direction} {self.parameter} is {self.digits if self.exact is None else text(self.exact)}"

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON, with the certificates."""
        return {
            "format": FORMAT,
            "parameter": self.parameter,
            "direction": self.direction,
            "lower": text(self.lower),
            "upper": text(self.upper),
            "holds": text(self.holds),
            "fails": text(self.fails),
            "exact": None if self.exact is None else text(self.exact),
            "attained": self.attained,
            "digits": self.digits,
            "equality": None if self.equality is None else {x.name: text(v) for x, v in self.equality.items()},
            "monotone": None if self.monotone is None else [_written(c) for c in self.monotone],
            "proof": answer_to_json(self.proof),
            "counterexample": answer_to_json(self.counterexample),
        }


def _written(certificate: Certificate) -> Any:
    return certificate_to_json(core_certificate(certificate), encode)


def common_digits(lower: Rational, upper: Rational) -> str:
    """The decimals on which both ends agree; both ends, if they agree on few, as 1.999 and 2.001 do."""
    gap = upper - lower
    if gap == 0:
        return text(lower)
    places = len(str(int(1 / gap)))
    low, high = _decimal(lower, places, -1), _decimal(upper, places, 1)
    same = next((n for n, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), len(low))
    if same >= len(low) - 3 and "." in low[:same]:
        return low[:same] + "…"
    return f"between {_short(low)} and {_short(high)}"


def _decimal(value: Rational, places: int, side: int) -> str:
    """A number to this many decimals, rounded up (side 1) or down (side −1)."""
    scaled = side * (-((-side * int(value.p) * 10**places) // int(value.q)))
    whole, rest = divmod(abs(scaled), 10**places)
    return f"{'-' if scaled < 0 else ''}{whole}.{str(rest).zfill(places)}"


def _short(decimal: str) -> str:
    return decimal.rstrip("0").rstrip(".")
