"""Polynomials of one variable on a part of the line, as proofs in Rocq."""

from __future__ import annotations

from typing import Any

from verify.core.polynomial_reading import System
from verify.export.rocq.certificate_scripts import Script, over_squares


def sturm(script: Script, system: System, data: dict[str, Any]) -> None:
    """A polynomial of one variable, or a quotient, with the sign of the product."""
    if system.denominator != system.ring.constant(1):
        N, D = script.write(system.spelled(system.numerator)), script.write(system.spelled(system.denominator))
        script.say(*over_squares(script, system, f"({N} * {D})"))
    script.say("plain.")
