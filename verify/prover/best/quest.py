"""The search for a best constant: narrowed, proposed, and certified on both sides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import mpmath
from sympy import Expr, Rational, pi
from sympy import floor as whole_below

from verify.prover.alarm import worked
from verify.prover.best.constant import BestConstant, Direction, Point, common_digits
from verify.prover.best.family import Family
from verify.prover.best.moved import moved_proof
from verify.prover.best.proposals import Candidate, candidates
from verify.prover.language import FormulaError, text
from verify.prover.proving import Answer, Progress, prove
from verify.prover.search.closed_forms import closed_forms
from verify.prover.statement import sign_of

_GLANCE = 0.4
_TRIED = (0, 1, -1, 4, -4, 32, -32, Rational(1, 4), Rational(1, 32), 1000, -1000, 10**6, -(10**6))
_STEPS = 6
_NARROWINGS = 3
_FURTHER = (1, 2, 3, 5, 10)
"""How far beyond a value where the statement fails it may hold again."""
_COARSE = 6
"""Decimals of the first proof; finer ones take over its structure."""


class Quest:
    """Narrows where the statement begins to fail, proposes values there and certifies the first that it can."""

    def __init__(self, family: Family, digits: int, deadline: float, tell: Progress) -> None:
        self.family, self.digits, self.deadline, self.tell = family, digits, deadline, tell
        self.parameter = family.parameter
        self.tried: set[Any] = set()
        self.sign = 1
        self.error: FormulaError | None = None

    def left(self) -> float:
        """The seconds that are left."""
        return self.deadline - worked()

    def run(self, direction: Direction | None) -> BestConstant:
        """The best constant, or the narrowest enclosure that could be certified."""
        good, bad, worst = self._bracket(direction)
        self.sign = 1 if bad > good else -1
        best: BestConstant | None = None
        for _ in range(_NARROWINGS):
            good, bad, worst = self._narrowed(good, bad, worst)
            for candidate in candidates(self.family, good, bad, worst, self.digits + 15, 0.3 * self.left()):
                if self.left() < 1:
                    break
                found = self._certified(candidate)
                if found is not None and (best is None or found.upper - found.lower < best.upper - best.lower):
                    best = found
                    if best.upper - best.lower <= Rational(1, 10**self.digits):
                        return best
            if self.left() < 0.3 * _GLANCE or best is not None:
                break
        best = best or self._rough(good, bad, worst)
        if best is None and self.error is not None:
            raise self.error
        if best is None:
            near = f"{float(min(good, bad)):.6g} and {float(max(good, bad)):.6g}"
            raise ArithmeticError(f"nothing about {self.parameter} between {near} could be certified")
        return best

    def _bracket(self, direction: Direction | None) -> tuple[Rational, Rational, Point]:
        """A value where no counterexample is found, the closest of those tried where there is one, and that one."""
        good: list[Rational] = []
        bad: list[tuple[Rational, Point]] = []
        error: FormulaError | None = None
        for number in _TRIED:
            if self.left() <= 0:
                raise ArithmeticError(f"nothing about {self.parameter} could be certified in time")
            value = Rational(number)
            self.tell(f"looking for a counterexample with {self.parameter} = {value}")
            try:
                point = self.family.violated(value, _GLANCE, self.deadline)
            except FormulaError as undefined:
                error = undefined
                continue
            if point is None:
                good.append(value)
            else:
                bad.append((value, point))
            pairs = [
                (abs(b - g), g, b, p)
                for g in good
                for b, p in bad
                if direction is None or (b > g) == (direction == "largest")
            ]
            if pairs:
                _, g, b, p = min(pairs, key=lambda row: row[0])
                return g, b, p
        if error is not None and not good and not bad:
            raise error
        if good and bad:
            raise ArithmeticError(f"there seems to be no {direction} {self.parameter}")
        only = " that makes sense" if error is not None else ""
        verb = "fails" if bad else "seems to hold"
        raise ArithmeticError(f"the statement {verb} for every {self.parameter} tried{only}")

    def _narrowed(self, good: Rational, bad: Rational, worst: Point) -> tuple[Rational, Rational, Point]:
        """Both values closer to each other."""
        for _ in range(_STEPS):
            if self.left() < 2:
                break
            middle = (good + bad) / 2
            self.tell(f"looking for a counterexample with {self.parameter} = {float(middle):.8g}")
            try:
                point = self.family.violated(middle, _GLANCE, self.deadline)
            except FormulaError:
                break
            if point is None:
                good = middle
            else:
                bad, worst = middle, point
        return good, bad, worst

    def _certified(self, candidate: Candidate) -> BestConstant | None:
        """The enclosure around a candidate, as narrow as it can be certified."""
        name = mpmath.nstr(candidate.value, 25)
        if name in self.tried:
            return None
        self.tried.add(name)
        self.tell(f"trying {self.parameter} close to {name}")
        refutation, fails = None, candidate.exact
        for places in dict.fromkeys((self.digits, 15, 8, 4, 3, 2)):
            if places > self.digits:
                continue
            fails = self._beyond(candidate, places)
            points = candidate.points(self.family.symbol, fails, places)
            refutation = self.family.refuted(fails, points, 2.0, self.deadline)
            if refutation is not None:
                break
        if refutation is None or self._is_refuted(self._within(candidate, _COARSE)):
            return None
        exact = self._at_closed_form(candidate, fails, refutation)
        return exact or self._by_rationals(candidate, fails, refutation)

    def _is_refuted(self, value: Expr) -> bool:
        try:
            return self.family.violated(value, 2 * _GLANCE, self.deadline) is not None
        except FormulaError:
            return False

    def _grid(self, candidate: Candidate, places: int) -> Rational:
        """The candidate rounded towards where the statement holds."""
        if candidate.exact is not None:
            if candidate.exact.is_Rational:
                return candidate.exact
            below = whole_below(self.sign * candidate.exact * 10 ** (places + 1))
            return self.sign * Rational(int(below), 10 ** (places + 1))
        with mpmath.workdps(self.digits + 40):
            below = mpmath.floor(self.sign * candidate.value * mpmath.mpf(10) ** (places + 1))
            return self.sign * Rational(int(below), 10 ** (places + 1))

    def _beyond(self, candidate: Candidate, places: int) -> Expr:
        """Past the candidate, by less than 0.6 units of the last place."""
        found = self._grid(candidate, places) + self.sign * Rational(1, 2 * 10**places)
        try:
            self.family.statement(found)
        except FormulaError:  # a long rational number is no exponent in this language, but a number with π is
            return self._grid(candidate, places) + self.sign * Rational(1, 8 * 10**places) * pi
        return found

    def _within(self, candidate: Candidate, places: int) -> Rational:
        """Before the candidate, by less than 0.4 units of the last place."""
        return self._grid(candidate, places) - self.sign * Rational(1, 4 * 10**places)

    def _at_closed_form(self, candidate: Candidate, fails: Expr, refutation: Answer) -> BestConstant | None:
        """The statement decided at a closed form of the candidate."""
        forms = [candidate.exact] if candidate.exact is not None else _simple_forms(candidate.value)
        for exact in forms:
            left = self.left()
            if left < 1:
                return None
            self.tell(f"trying {self.parameter} = {text(exact)}")
            try:
                answer = prove(*self.family.at(exact), budget=0.4 * left, progress=self.tell)
            except FormulaError as error:
                self.error = error
                continue
            precise = replace(candidate, exact=exact)
            if answer.verdict == "proved":
                return self._made(exact, fails, answer, refutation, exact)
            if answer.verdict == "refuted":
                made = self._by_rationals(precise, exact, answer)
                if made is not None:
                    return made
        return None

    def _by_rationals(self, candidate: Candidate, fails: Expr, refutation: Answer) -> BestConstant | None:
        """A proof at a rational value just before the candidate: first a coarse one, which a finer one follows."""
        holds: Rational | None = None
        proof: Answer | None = None
        for places in dict.fromkeys((min(_COARSE, self.digits), 3)):
            holds = self._within(candidate, places)
            proof = self._proved(holds, 0.4, places)
            if proof is not None:
                break
        if holds is None or proof is None:
            return None
        for places in dict.fromkeys((self.digits, (self.digits + _COARSE) // 2, 10)):
            if places <= _COARSE or self.left() < 1:
                continue
            value = self._within(candidate, places)
            try:
                finer = moved_proof(self.family, proof, holds, value, self.deadline, places)
            except FormulaError:  # a long rational number may be no exponent
                continue
            finer = finer or self._proved(value, 0.4, places)
            if finer is not None:
                holds, proof = value, finer
                break
        exact = candidate.exact if fails == candidate.exact else None
        return self._made(holds, fails, proof, refutation, exact)

    def _proved(self, value: Expr, share: float, places: int) -> Answer | None:
        left = self.left()
        if left < 1:
            return None
        self.tell(f"trying {self.parameter} to {places} decimals")
        try:
            answer = prove(
                *self.family.at(value), budget=share * left, progress=self.tell, precision=max(96, 8 * places)
            )
        except FormulaError as error:
            self.error = error
            return None
        return answer if answer.verdict == "proved" else None

    def _rough(self, good: Rational, bad: Rational, worst: Point) -> BestConstant | None:
        """What can be said with the two values between which the statement begins to fail."""
        refutation = self.family.refuted(bad, iter((worst,)), 1.0, self.deadline)
        for n in range(8):
            holds = good + (good - bad) * (4**n - 1)  # further and further from where it fails
            proof = self._proved(holds, 0.4, 0)
            if proof is not None and refutation is not None:
                return self._made(holds, bad, proof, refutation, None)
        return None

    def _made(
        self, holds: Expr, fails: Expr, proof: Answer, refutation: Answer, exact: Expr | None
    ) -> BestConstant | None:
        direction: Direction = "largest" if self.sign > 0 else "smallest"
        inner = _bound(holds, -self.sign, self.digits + 3)
        outer = _bound(fails, self.sign, self.digits + 3)
        if inner is None or outer is None:
            return None
        lower, upper = (inner, outer) if self.sign > 0 else (outer, inner)
        point = refutation.point or {}
        beyond = self.family.beyond(fails, point, direction, max(1.0, min(5.0, self.left())))
        monotone = self.family.monotone(direction, max(1.0, min(5.0, self.left())))
        return BestConstant(
            parameter=self.parameter,
            direction=direction,
            lower=lower,
            upper=upper,
            holds=holds,
            fails=fails,
            exact=exact,
            attained=None if exact is None else holds == exact,
            digits=common_digits(lower, upper),
            proof=proof,
            counterexample=refutation,
            beyond=beyond,
            again=self._again(fails) if beyond is None and monotone is None else None,
            monotone=monotone,
            equality=None if exact is None else self.family.equality(exact, point, direction),
        )

    def _again(self, fails: Expr) -> Rational | None:
        """A value beyond one where the statement fails at which it is proved to hold, if one of a few is."""
        start = whole_below(self.sign * fails)
        for n in _FURTHER:
            value = self.sign * Rational(int(start) + n)
            if self.left() < 1 or self._is_refuted(value):
                continue
            if self._proved(value, 0.1, 0) is not None:
                return value
        return None


def _bound(value: Expr, side: int, places: int) -> Rational | None:
    """A rational number that is not below (side 1) or not above (side −1) a value, and close to it."""
    if value.is_Rational:
        return value
    start = Rational(int(whole_below(value * 10**places)), 10**places)
    for n in (0, 1, 2):
        bound = start + side * n * Rational(1, 10**places)
        if sign_of(side * (bound - value)) == 1:
            return bound
    return None


def _simple_forms(value: Any) -> list[Expr]:
    """Closed forms of a number that is known to many digits, also as a square root or a fourth root of one."""
    found = closed_forms(value)
    for n in (2, 4):
        if not found:
            found = [form ** Rational(1, n) * (1 if value > 0 else -1) for form in closed_forms(value**n) if form != 0]
    return found[:2]
