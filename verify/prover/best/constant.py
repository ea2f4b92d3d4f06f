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

    What is certain: the statement is proved at `holds` and refuted at `fails`. `beyond`: proofs that it fails at every
    value further beyond `fails`, so that no better one lies there. `monotone`: proofs that what holds at a value holds
    at all on the side of `holds`, which says so too. Each is None if it was not found; `not_excluded` says what is left
    open, and `again` is a value beyond at which the statement was proved. `exact`: a closed form between `lower` and
    `upper` at which the statement itself was decided: `attained` says how; None if there is no such form. `equality`:
    a point where both sides are equal at `exact`, and where the statement fails for every value beyond: then `exact` is
    the best value itself. `digits`: the certain decimals.
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
    beyond: tuple[Certificate, ...] | None = field(default=None, repr=False)
    monotone: tuple[Certificate, ...] | None = field(default=None, repr=False)
    equality: Point | None = None
    again: Expr | None = None

    @property
    def not_excluded(self) -> str:
        """Which values may be better still, or are; empty where `beyond` or `monotone` says that none is."""
        if self.beyond is not None or self.monotone is not None:
            return ""
        side = "above" if self.direction == "largest" else "below"
        if self.again is not None:
            return f"further {side} it holds again, at {self.parameter} = {text(self.again)}"
        return f"that it holds again further {side} is not excluded"

    def __str__(self) -> str:
        value = self.digits if self.exact is None else text(self.exact)
        side, more = ("above", "more") if self.direction == "largest" else ("below", "less")
        gap = f"{float(self.upper - self.lower):.2g}"
        if self.not_excluded:
            between = f"it holds at {self.parameter} = {value} and fails {gap} {side} that"
            if self.exact is None:
                between = f"as {self.parameter} goes {side} {value} it begins to fail"
            elif not self.attained:
                between = f"it fails at {self.parameter} = {value} and holds {gap} before that"
            return f"{between}; {self.not_excluded}"
        if self.exact is None or (self.equality is not None and self.attained):
            return f"the {self.direction} {self.parameter} is {value}"
        if self.attained:
            return f"the {self.direction} {self.parameter} is {value}, or {more} by {gap} at most"
        return f"the {self.direction} {self.parameter} falls short of {value}, where it fails, by {gap} at most"

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
            "beyond": None if self.beyond is None else [_written(c) for c in self.beyond],
            "not excluded": self.not_excluded,
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
