"""The search itself: moves are tried, the cheap ones first, with more to spend each round, until one chain closes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from sympy import Pow, cos, sin

from verify.balls.arithmetic import Arb
from verify.prover import polynomial
from verify.prover.alarm import OutOfTime, limited, worked
from verify.prover.allowance import Allowance
from verify.prover.bounds import ranges
from verify.prover.certificate import Step, reduce
from verify.prover.core_certificates import core_accepts
from verify.prover.goal import Goal
from verify.prover.rejected import Rejected
from verify.prover.rules import coordinates
from verify.prover.rules.plain import follows
from verify.prover.search import (
    absolute,
    caps,
    cauchy,
    chambers,
    differences,
    equations,
    forms,
    infinity,
    means,
    piecewise,
    radicals,
    rays,
    root_scales,
    signed,
    substitutions,
)
from verify.prover.search.covering import Effort, cover
from verify.prover.search.looks import is_algebraic, is_wide
from verify.prover.search.moves import Move
from verify.prover.search.order import EARLY, FIRST, STUMBLES, options, plain_moves, steady
from verify.prover.search.samples import Sampled, Samples
from verify.prover.search.touching import touching

ROUNDS = (2.0, 3.5, 5.0, 6.5, 8.0, 10.0, 12.0, 15.0)
"""What the moves of one branch may cost together, round by round."""
_GRACE = 0.5
"""Seconds after its deadline in which a search may end by itself."""
_PATIENT_AFTER = (1, 3)
"""After these rounds, covers are tried with many boxes."""
_PATIENT_BOXES, _PATIENT_WORK = 50_000, 300_000.0
_GLANCE = (60, 4_000.0)
"""The boxes and the work of a look at a goal of one variable before anything else is tried."""
_WORK = 5_000.0
"""What a cover may cost beside this power of the budget, in enclosures of a term of some thirty operations."""
_WHOLE = ("boxes", "beyond")
"""Rules whose steps take the core as long as the search; the core sees them when all is found."""
_ON_EQUATIONS = 2.0
"""Work at least for polynomials on a curve or surface, where hardly anything else helps."""
_ON_POLYNOMIALS, _ON_WIDE_DOMAINS, _SEVERAL = 0.3, 0.9, 2
"""Work for polynomials beside this power of the budget; for several variables of which some have no ends, more."""
_ON_DIFFERENCES = 0.1
"""Work for cuts of a cone, which are seen to help soon or not at all."""
_TURNED_FROM, _ON_TURNED = 3.5, 6.0
"""From which budget on a goal is turned around, and what may then be spent on the condition that is to fail."""
_DEEP = 2
"""How many variables and square roots are taken away, one after the other, before a cone is cut."""
_SPENT = -1.0
"""With so little left to spend, nothing is tried but whether a goal is obvious."""
_PATIENCE = 6.0
"""From what is left to spend on, other moves are tried as well where a plain one failed."""


class Search:
    """Looks for proofs of goals until a time, without some of the rules; what was proved or given up is remembered."""

    def __init__(
        self,
        deadline: float,
        proved: dict[Goal, Step] | None = None,
        jobs: int = 1,
        progress: Callable[[str], None] | None = None,
        precision: int = 96,
        without: frozenset[str] = frozenset(),
    ) -> None:
        self.deadline = deadline
        self.resisted = ""
        self._without = without
        self._proved: dict[Goal, Step] = proved if proved is not None else {}
        self._jobs, self._progress, self._precision = jobs, progress or (lambda _: None), precision
        self._failed: dict[Goal, float] = {}
        self._covered: dict[Goal, int] = {}
        self._open: set[Goal] = set()
        self._expanded: set[Goal] = set()
        self._samples = Sampled().of
        self._patient = False
        self._is_quick = False
        self._round = 0

    def prove(self, goal: Goal) -> Step | None:
        """A proof, or None when time ran out or nothing more could be tried."""
        return self._in_time(lambda: self._rounds(goal))

    def at_once(self, goal: Goal) -> Step | None:
        """A proof that takes no search: by polynomials or one look at boxes; None if there is none."""
        self._is_quick = True
        found = self._in_time(lambda: self._prove(goal, 0.0))
        self._failed.clear()
        return found

    def soon(self, goal: Goal) -> Step | None:
        """A proof by the first round of the search, which `prove` does not go through again."""
        return self._in_time(lambda: self._prove(goal, ROUNDS[0]))

    def _in_time(self, attempt: Callable[[], Step | None]) -> Step | None:
        """What an attempt finds until the deadline."""
        try:
            with limited(self.deadline - worked() + _GRACE):
                return attempt()
        except OutOfTime:
            self._open.clear()
            return None
        finally:
            self._patient = self._is_quick = False

    def _rounds(self, goal: Goal) -> Step | None:
        for n, budget in enumerate(ROUNDS):
            self._round = n
            found = self._prove(goal, budget)
            if found is None and n in _PATIENT_AFTER:
                self._patient = True
                self._failed.clear()
                found = self._prove(goal, 0.9)
                self._patient = False
            if found is not None or worked() > self.deadline:
                return found
        return None

    def has_samples(self, goal: Goal) -> bool:
        """Whether points are known that meet the goal's conditions."""
        return bool(self._samples(goal).points)

    def is_plain(self, goal: Goal) -> bool:
        """Whether the goal was proved, or can be without much ado."""
        return self._prove(goal, 0.5) is not None

    def _prove(self, goal: Goal, budget: float) -> Step | None:
        if goal in self._proved:
            return self._proved[goal]
        if budget <= _SPENT:
            if _is_obvious(goal):
                self._proved[goal] = Step("obvious")
            return self._proved.get(goal)
        if goal in self._open or worked() > self.deadline or self._failed.get(goal, _SPENT) >= budget:
            return None
        self._open.add(goal)
        try:
            found = self._attempt(goal, budget)
        except STUMBLES as error:  # of a computer algebra system on a term that it cannot handle
            found, self.resisted = None, f"{goal}: {type(error).__name__}: {error}"
        finally:
            self._open.discard(goal)
        if found is None:
            self._failed[goal] = budget
        else:
            self._proved[goal] = found
        return found

    def _attempt(self, goal: Goal, budget: float) -> Step | None:
        if not goal.shows.expr.free_symbols and follows(Goal(goal.variables, (), goal.shows), Arb):
            return Step("constant")
        if _is_obvious(goal):
            return Step("obvious")
        step = None if self._without & {*piecewise.RULES} else piecewise.cases(goal)
        if step is not None:
            return step
        for move in caps.moves(goal):
            step = self._try(goal, move, budget)
            if step is not None:
                return step
        step = self._by_polynomials(goal, 0.0) if caps.is_one_value(goal) else None
        if step is not None:
            return step
        for move in (
            *equations.pinned(goal),
            *equations.cleared(goal),
            *equations.apart(goal),
            *equations.opposed(goal),
            *equations.settled_branches(goal),
            *absolute.signs_of_arguments(goal),
            *forms.kinks(goal),
            *radicals.signs_told(goal),
            *radicals.apart(goal),
        ):
            left = self._left(goal, move)
            if left is not None and _is_taken(goal, Step(*move), left):
                return self._with_parts(Step(*move), left, budget)
        samples = self._samples(goal)
        if not _plausible(goal, samples):
            return None
        for move in (*steady(forms.compared(goal, samples)), *steady(equations.known_logarithms(goal))):
            step = self._try(goal, move, budget)
            if step is not None:
                return step
        several = len(goal.shows.expr.free_symbols) > _SEVERAL  # so that sums of squares would take long
        quick = (means.means, cauchy.below_a_number) if several else (cauchy.below_a_number,)
        for source in quick if self._is_quick else FIRST:
            for move in steady(source(goal, samples)):
                step = self._try(goal, move, budget)
                if step is not None:
                    return step
        if is_algebraic(goal):
            sources = (radicals.between, radicals.numerators, *([radicals.whole_powers] if self._is_quick else []))
            first = (*radicals.of_powers(goal), *radicals.linear_radicands(goal))
            for move in (*first, *(m for source in sources for m in steady(source(goal, samples)))):
                step = self._try(goal, move, budget)
                if step is not None:
                    return step
            for move in (move for source in rays.MOVES for move in steady(source(goal, samples))):
                step = self._try(goal, move, budget)
                if step is not None:
                    return step
            for moves in steady(rays.turned_around(goal, samples)):
                step = self._turned_around(goal, *moves)
                if step is not None:
                    return step
            for move in (move for source in root_scales.MOVES for move in steady(source(goal))):
                step = self._try(goal, move, budget)
                if step is not None:
                    return step
            for move in equations.contradictions(goal, samples):  # where no point was found, there may be none
                step = self._try(goal, move, min(budget, 1.0))
                if step is not None:
                    return step
            several = radicals.are_several(goal)
            step = self._by_differences(goal, samples, 0 if several else _DEEP) or self._by_polynomials(goal, budget)
            if step is None and several:
                step = self._by_differences(goal, samples)
            if step is not None:
                return step
            for moves in steady(equations.turned_around(goal, samples)) if budget >= _TURNED_FROM else ():
                step = self._turned_around(goal, *moves)
                if step is not None:
                    return step
        step = self._cover(goal, budget, _GLANCE) if len(goal.shows.expr.free_symbols) == 1 else None
        if step is not None:
            return step
        if self._is_quick:
            return self._by_what_is_known(goal)
        if goal not in self._expanded:
            self._expanded.add(goal)
            for move in (*infinity.decided(goal), *infinity.close(goal)):
                return self._try(goal, move, budget)
        split = infinity.is_split(goal)  # else what is proved in one stroke comes first
        for move in infinity.far(goal) if split or self._round > 0 else ():
            step = self._try(goal, move, budget - 0.5)
            if step is not None:
                return step
        for move in (move for source in EARLY for move in steady(source(goal, samples))):
            step = self._try(goal, move, budget - 0.2)
            if step is not None:
                return step
        for cost, move in plain_moves(goal, samples):
            left = self._left(goal, move)
            if left is not None and self._stands(left) and _is_taken(goal, Step(*move), left):
                step = self._with_parts(Step(*move), left, budget - cost)
                if step is not None or budget < _PATIENCE:
                    return step
        step = self._cover(goal, budget)
        if step is not None:
            return step
        for cost, move in options(goal, samples, early=split or self._round > 0):
            if cost > budget:
                break
            step = self._try(goal, move, budget - cost)
            if step is not None:
                return step
            if worked() > self.deadline:
                return None
        return None

    def _by_polynomials(self, goal: Goal, budget: float) -> Step | None:
        least = _ON_EQUATIONS if coordinates.equations(goal) and not self._is_quick else 0.0
        share = _ON_WIDE_DOMAINS if is_wide(goal) else _ON_POLYNOMIALS
        found = polynomial.prove(goal, self._allowed(max(least, share * 1.5**budget)))
        step = None if found is None else Step("polynomial", {"method": found[0], "data": found[1]})
        unsure = goal.shows.strict or any(not p.exp.is_Integer for p in goal.shows.expr.atoms(Pow))
        return None if step and unsure and not core_accepts(goal, step.rule, step.data, []) else step

    def _by_differences(self, goal: Goal, samples: Samples, depth: int = _DEEP) -> Step | None:
        """A proof by cuts of a cone, where linear equations took variables away and squares took square roots away."""
        step = self._in_parts(goal, signed.factors(goal, samples), depth)
        step = step or self._in_parts(goal, chambers.by_order(goal, samples), depth)
        step = step or differences.differences(goal, self._allowed(_ON_DIFFERENCES))
        if step is not None or not depth:
            return step
        moves = chain(equations.solved(goal, samples), radicals.surds(goal, samples))
        return self._in_parts(goal, (m for m in steady(moves) if m[0] in ("substitute", "surd")), depth - 1)

    def _in_parts(self, goal: Goal, moves: Iterator[Move], depth: int) -> Step | None:
        """The first of the moves all of whose parts are obvious, or are proved by cuts."""
        for move in moves:
            left = self._left(goal, move)
            parts = []
            for part in left if left and self._stands(left) else ():
                found = Step("obvious") if _is_obvious(part) else None
                found = found or self._by_differences(part, self._samples(part), depth)
                if found is None:
                    break
                parts.append(found)
            if left and len(parts) == len(left):
                return Step(*move, tuple(parts))
        return None

    def _turned_around(self, goal: Goal, split: Move, contradiction: Move) -> Step | None:
        """A proof that a condition fails where the goal does."""
        cases = self._left(goal, split)
        if not cases or len(cases) != 2:
            return None
        failing, holding = cases if goal.shows.strict else cases[::-1]
        left = self._left(failing, contradiction)
        if not left or not self._stands(left) or not _is_obvious(holding):
            return None
        step = self._with_parts(Step(*contradiction), left, _ON_TURNED)
        if step is None:
            return None
        return Step(*split, (step, Step("obvious")) if goal.shows.strict else (Step("obvious"), step))

    def _by_what_is_known(self, goal: Goal) -> Step | None:
        """A proof by polynomials from what is always true of the functions in the term."""
        moves = steady(substitutions.bounded_functions(goal))
        return next((step for move in moves if (step := self._try(goal, move, 0.0)) is not None), None)

    def _allowed(self, work: float) -> Allowance:
        return Allowance(work, self.deadline)

    def _cover(self, goal: Goal, budget: float, most: tuple[int, float] | None = None) -> Step | None:
        boxes, work = most or (int(60 * 2**budget), _WORK * 1.6**budget)
        if self._patient and most is None:
            boxes, work = _PATIENT_BOXES, _PATIENT_WORK
        if self._covered.get(goal, 0) * 2 > boxes:
            return None
        self._covered[goal] = boxes
        self._progress(f"{len(self._proved)} goals proved; looking at {goal.shows}")
        endless = goal.shows.expr.has(sin, cos) and not all(r.finite for r in ranges(goal).values())
        points = [] if goal.shows.strict or endless else touching(goal, self._samples(goal))
        effort = Effort(boxes, work, self.deadline)
        found = cover(goal, effort, points=points, precision=self._precision, jobs=self._jobs)
        if isinstance(found, str):
            self.resisted = f"{goal}: {found}"
            return None
        left = self._left(goal, (found.rule, found.data))
        return None if left is None else self._finish(goal, found, left, budget - 1)

    def _try(self, goal: Goal, move: Move, budget: float) -> Step | None:
        left = self._left(goal, move)
        return None if left is None else self._finish(goal, Step(*move), left, budget)

    def _left(self, goal: Goal, move: Move) -> list[Goal] | None:
        """What a move leaves to be proved; None if it does not apply, or is not to be used."""
        if move[0] in self._without:
            return None
        try:
            return reduce(goal, *move, Arb)
        except Rejected:
            return None

    def _finish(self, goal: Goal, step: Step, left: list[Goal], budget: float) -> Step | None:
        """The step with proofs of all that it leaves, if the core takes it."""
        return self._with_parts(step, left, budget) if self._stands(left) and _is_taken(goal, step, left) else None

    def _with_parts(self, step: Step, left: list[Goal], budget: float) -> Step | None:
        """The step with proofs of all that it leaves."""
        for part in sorted(left, key=lambda g: (len(g.variables), g.shows.expr.count_ops())):
            if self._prove(part, budget) is None:
                return None
        return Step(step.rule, step.data, tuple(self._proved[part] for part in left))

    def _stands(self, left: list[Goal]) -> bool:
        """Whether no sample speaks against what is left."""
        return all(part in self._proved or _plausible(part, self._samples(part)) for part in left)


def _is_obvious(goal: Goal) -> bool:
    try:
        # most goals are not obvious, which the core says sooner of a rational term, and later of one with roots
        if all(p.exp.is_Integer for p in goal.shows.expr.atoms(Pow)):
            return core_accepts(goal, "obvious", {}, []) and bool(follows(goal, Arb))
        return bool(follows(goal, Arb)) and core_accepts(goal, "obvious", {}, [])
    except STUMBLES:
        return False


def _is_taken(goal: Goal, step: Step, left: list[Goal]) -> bool:
    """Whether the core takes the step as far as that is seen before all is found."""
    return step.rule in _WHOLE or core_accepts(goal, step.rule, step.data, left)


def _plausible(goal: Goal, samples: Samples) -> bool:
    """Whether no sample speaks against the goal."""
    f = goal.shows.expr
    return not samples.refutes(f) and not (goal.shows.strict and samples.reaches_zero(f))
