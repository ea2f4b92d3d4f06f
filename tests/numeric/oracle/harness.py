"""What a case is, and whether a function's answer to it is right."""

import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from zlib import crc32

import mpmath as mp
import numpy as np

from numeric.errors import Unrepresentable
from tests.numeric.oracle.inputs import CLASSES, Draw
from tests.numeric.oracle.truth import Undecided, Undefined

ORDINARY_SHARE = 4
"""One case in four is ordinary."""
FLOOR = mp.mpf(2) ** -1070
MOST_PERTURBED = 24


@dataclass(frozen=True)
class Function:
    """A public function with its true values.

    draw: the arguments. call: the project's answer. truth: the values, or the values and scales (`truth`).
    ulps: the documented accuracy in units of 2**-52 of the scale; None where the documents have none, and 1e-9 of the
    scale counts, and 64 times what an ulp of each argument changes. digits: the two precisions to begin with.
    """

    name: str
    group: str
    draw: Callable[[Draw], tuple]
    call: Callable[..., Any]
    truth: Callable[..., Any]
    ulps: float | None = None
    digits: tuple[int, int] = (100, 800)


@dataclass(frozen=True)
class Outcome:
    """right, refused, undecided or wrong; and what is wrong: value, not finite, warning or exception."""

    verdict: str
    message: str = ""
    what: str = ""


def arguments(f: Function, i: int) -> tuple[str, tuple]:
    """The class and the arguments of case i."""
    kind = "ordinary" if i % ORDINARY_SHARE == 0 else CLASSES[(i - 1 - i // ORDINARY_SHARE) % len(CLASSES)]
    rng = np.random.default_rng([crc32(f.name.encode()), i])
    with np.errstate(all="ignore"):
        return kind, f.draw(Draw(rng, kind))


def exactly(a: Any) -> Any:
    """Floats and arrays of them as mpf."""
    if isinstance(a, np.ndarray):
        return [exactly(t) for t in a] if a.ndim else mp.mpf(float(a))
    if isinstance(a, (float, np.floating)):
        return mp.mpf(float(a))
    return [exactly(t) for t in a] if isinstance(a, list) else a


def values_of(f: Function, args: tuple, digits: int) -> tuple[list, list]:
    """The true values and scales."""
    with mp.workdps(digits):
        out = f.truth(*(exactly(a) for a in args))
        values, scales = out if isinstance(out, tuple) else (out, None)
        values = list(values)
        if scales is None:
            scales = [max(abs(v) for v in values)] * len(values)
        return values, list(scales)


def settled(f: Function, args: tuple, least: tuple[int, int]) -> tuple[list, list, int]:
    """The same at a precision that changes nothing any more, and the precision."""
    low, high = least
    before = values_of(f, args, low)
    while True:
        now = values_of(f, args, high)
        if high > 3000 or all(
            abs(a - b) <= mp.mpf(10) ** -22 * s or a == b for a, b, s in zip(before[0], now[0], now[1], strict=True)
        ):
            return *now, high
        before, high = now, 2 * high


def flat(answer: Any) -> list[float]:
    parts = answer if isinstance(answer, (list, tuple)) else [answer]
    return [float(t) for part in parts for t in np.ravel(np.asarray(part, dtype=np.float64))]


def answered(f: Function, args: tuple, text: str) -> tuple[list[float] | Outcome, str]:
    """The numbers that the call gives, or the outcome where it gives none; and a warning that was heard."""
    with warnings.catch_warnings(record=True) as warned, np.errstate(all="warn", under="ignore"):
        warnings.simplefilter("always")
        try:
            got = flat(f.call(*args))
        except ValueError as error:
            good = type(error) in (ValueError, Unrepresentable) and "\n" not in str(error)
            if good and not warned:
                return Outcome("refused", f"{text}: {error}"), ""
            said = f"{text}: {'; '.join(str(w.message) for w in warned[:1])} {type(error).__name__}: {error}"
            return Outcome("wrong", said, "warning" if good else "exception"), ""
        except (ArithmeticError, TypeError, RuntimeError, LookupError, AttributeError, AssertionError) as error:
            return Outcome("wrong", f"{text}: {type(error).__name__}: {error}", "exception"), ""
    first = warned[0] if warned else None
    return got, f"{first.message} at {Path(first.filename).name}:{first.lineno}; " if first else ""


@dataclass(frozen=True)
class Case:
    """Case i of the function: the project's answer, the truth, and what they say together, each computed once."""

    f: Function
    i: int

    @cached_property
    def arguments(self) -> tuple[str, tuple]:
        """The class and the arguments."""
        return arguments(self.f, self.i)

    @cached_property
    def text(self) -> str:
        kind, args = self.arguments
        return f"{self.f.name}, case {self.i} ({kind}), {shown(args)}"

    @cached_property
    def answer(self) -> tuple[list[float] | Outcome, str]:
        """The numbers that the project answers with, or what it did instead; and a warning that was heard."""
        return answered(self.f, self.arguments[1], self.text)

    @cached_property
    def truth(self) -> tuple[list, list, int] | type[Exception]:
        """The true values, their scales and the precision; or `Undefined`, or `Undecided`."""
        kind, args = self.arguments
        digits = (50, 110) if kind == "ordinary" and self.f.digits == (100, 800) else self.f.digits
        try:
            return settled(self.f, args, digits)
        except (Undefined, Undecided) as none:
            return type(none)

    @cached_property
    def changes(self) -> list:
        """What an ulp of each argument changes in the true values."""
        true, _, enough = self.truth
        return conditioning(self.f, self.arguments[1], true, enough)

    def outcome(self, twist: float | None = None) -> Outcome:
        """What the case says. twist: a factor on the true values, for the test of the oracle."""
        (got, heard), f, text = self.answer, self.f, self.text
        if isinstance(got, Outcome):
            return got
        if self.truth is Undecided:
            return Outcome("undecided")
        if self.truth is Undefined:
            return Outcome("wrong", f"{text}: got {got}; there is no true value, it must refuse", "value")
        true, scales, _ = self.truth
        want = true if twist is None else [twist * v for v in true]
        if len(got) != len(want):
            return Outcome("wrong", f"{text}: got {len(got)} numbers, true are {len(want)}", "value")
        rel = mp.mpf(1e-9) if f.ulps is None else f.ulps * mp.mpf(2) ** -52
        rooms = [rel * s + FLOOR for s in scales]
        bad = [j for j in range(len(got)) if not near(got[j], want[j], rooms[j])]
        if bad and f.ulps is None and all(math.isfinite(got[j]) for j in bad):
            rooms = [a + 64 * b for a, b in zip(rooms, self.changes, strict=True)]
            bad = [j for j in bad if not near(got[j], want[j], rooms[j])]
        if not bad:
            return Outcome("wrong", f"{text}: {heard}got {got}, right", "warning") if heard else Outcome("right")
        j = bad[0]
        off = abs(mp.mpf(got[j]) - want[j]) / scales[j] if math.isfinite(got[j]) and scales[j] else mp.inf
        lines = f"got[{j}] = {got[j]!r}, true {mp.nstr(want[j], 20)}, tolerance {mp.nstr(rooms[j], 3)}"
        what = "value" if all(math.isfinite(got[j]) for j in bad) else "not finite"
        said = f"{text}: {heard}{lines}, off by {mp.nstr(off * 2**52, 4)} ulp of its scale"
        return Outcome("wrong", said, what)


def near(got: float, want: Any, room: Any) -> bool:
    if math.isnan(got):
        return False
    return got == want if math.isinf(got) or mp.isinf(want) else abs(mp.mpf(got) - want) <= room


def conditioning(f: Function, args: tuple, true: list, digits: int) -> list:
    """The sum of the changes of each value when each number of the arguments moves by an ulp."""
    numbers = [
        (k, at) for k, a in enumerate(args) if isinstance(a, (float, np.ndarray)) for at in np.ndindex(np.shape(a))
    ]
    rng = np.random.default_rng(0)
    moves = [[n] for n in numbers] if len(numbers) <= MOST_PERTURBED else [numbers] * MOST_PERTURBED
    changes = [mp.mpf(0)] * len(true)
    for move in moves:
        new = [np.array(a, dtype=np.float64) if isinstance(a, (float, np.ndarray)) else a for a in args]
        for k, at in move:
            old = new[k][at]
            if old != 0.0:
                outward = np.nextafter(old, np.copysign(np.inf, old))
                new[k][at] = outward if rng.random() < 0.5 and np.isfinite(outward) else np.nextafter(old, 0.0)
        try:
            values = values_of(f, tuple(new), digits)[0]
        except (Undefined, Undecided):
            return [mp.inf] * len(true)
        changes = [c + abs(a - b) for c, a, b in zip(changes, values, true, strict=True)]
    return changes


def shown(args: tuple) -> str:
    return "(" + ", ".join(repr(a.tolist()) if isinstance(a, np.ndarray) else repr(a) for a in args) + ")"
