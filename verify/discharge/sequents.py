"""The search for a theorem "these conditions ⊢ this formula": it is opened, then the methods are tried in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from sympy import Symbol

from verify.author.kernel import Theorem, generalize, instantiate
from verify.discharge import contradictions, instances, models, relations, rounds, solved, tangents, touching
from verify.discharge.stumbles import GIVES_UP
from verify.language.terms import FRESH, ForAll, Formula, Head, Predicate, Relation, alpha, free_variables, substitute
from verify.normal_forms.equivalence import follows
from verify.prover.alarm import worked

_PATIENCE = 0.3
"""The share of the time for a formula that the prover may take for one inequality."""
_GLANCE = 0.15
"""The share of that with which it is tried before methods that change the goal."""
_DEEPEST = 8


Method = Callable[[Relation, Sequence[Formula], "Sequents"], Theorem | None]


class Sequents:
    """Looks for theorems until a time (by `worked()`); whatever cannot be proved is None.

    `patience`: seconds that the prover may take for one inequality.
    """

    def __init__(self) -> None:
        self.deadline = 0.0
        self.patience = 0.0
        self._depth = 0
        self._found: dict[tuple[Formula, tuple[Formula, ...]], Theorem] = {}
        self._failed: set[tuple[Formula, tuple[Formula, ...], float]] = set()

    def until(self, deadline: float) -> Sequents:
        """The same search, with more time; what was interrupted is forgotten."""
        self.deadline, self._depth = deadline, 0
        self.patience = _PATIENCE * self.left
        self._failed.clear()
        return self

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return self.deadline - worked()

    def formula(self, formula: Formula, given: Sequence[Formula] = ()) -> Theorem | None:
        """A theorem with this conclusion, whose hypotheses all follow from `given` at once."""
        given = tuple(given)
        key = (alpha(formula), given, self.patience)
        if key[:2] in self._found:
            return self._found[key[:2]]
        if self._depth >= _DEEPEST or self.left <= 0 or key in self._failed:
            return None
        self._depth += 1
        try:
            found = self._opened(formula, given) if isinstance(formula, ForAll) else self._closed(formula, given)
        except GIVES_UP:
            found = None
        finally:
            self._depth -= 1
        if found is not None:
            self._found[key[:2]] = found
        elif self.left > 0:
            self._failed.add(key)
        return found

    def _opened(self, formula: ForAll, given: tuple[Formula, ...]) -> Theorem | None:
        renaming = _apart(formula, given)
        *more, body = (substitute(f, renaming) for f in (*formula.given, formula.body))
        theorem = self.formula(body, (*given, *more))
        return None if theorem is None else generalize(theorem, list(renaming.values()), more)

    def _closed(self, goal: Formula, given: tuple[Formula, ...]) -> Theorem | None:
        if isinstance(goal, Predicate):
            return models.modelled(goal, given, self)
        if not isinstance(goal, Relation):
            return None
        if given and instances.refuted(goal, given):
            return None
        for method in (relations.at_once, solved.where_equal, contradictions.nothing_meets, rounds.each):
            found = self._tried(method, goal, given)
            if found is not None:
                return found
        if not given and instances.refuted(goal, given):
            return None
        if rounds.are_few(given) or not free_variables(goal):
            return self._at_a_glance(goal, given)  # each value was looked at, and of numbers the core mostly knows
        with self.patient(0.0):
            found = self._tried(tangents.by_tangents, goal, given)
        if found is not None or self.patience == 0:
            return found
        found = self._at_a_glance(goal, given)
        for method in (tangents.by_tangents, touching.convex_where_they_meet, relations.with_effort):
            found = self._tried(method, goal, given) if found is None else found
        return found

    def _tried(self, method: Method, goal: Relation, given: tuple[Formula, ...]) -> Theorem | None:
        try:
            theorem = method(goal, given, self)
            return None if theorem is None else self.settled(theorem, given)
        except GIVES_UP:
            return None

    def settled(self, theorem: Theorem, given: Sequence[Formula]) -> Theorem | None:
        """The theorem, with every hypothesis proved that does not follow from `given` at once."""
        open_ones = [h for h in theorem.hypotheses if not follows(h, list(given))]
        if not open_ones:
            return theorem
        proofs = [self._of_its_own(h, given) or self.formula(h, given) for h in open_ones]
        met = [p for p in proofs if p is not None]
        return instantiate(theorem, {}, met) if len(met) == len(proofs) else None

    def _of_its_own(self, formula: Formula, given: Sequence[Formula]) -> Theorem | None:
        """From the conditions that speak of nothing but what the formula speaks of, where there are others."""
        own = [g for g in given if free_variables(g) <= free_variables(formula)]
        return self.formula(formula, own) if 0 < len(own) < len(given) else None

    def _at_a_glance(self, goal: Relation, given: tuple[Formula, ...]) -> Theorem | None:
        """What the prover sees of an inequality in a small part of the time."""
        with self.patient(_GLANCE * self.patience):
            return self._tried(relations.with_effort, goal, given) if goal.op in ("≥", ">") else None

    @contextmanager
    def patient(self, seconds: float) -> Iterator[None]:
        """Gives the prover this long for each inequality inside of the block; none where it is zero."""
        before, self.patience = self.patience, seconds
        try:
            yield
        finally:
            self.patience = before

    def contradiction(self, given: Sequence[Formula]) -> Theorem | None:
        """−1 ≥ 0, from conditions that nothing meets."""
        found = contradictions.contradiction(given, self)
        return None if found is None else self.settled(found, given)


def _apart(formula: ForAll, given: Sequence[Formula]) -> dict[Symbol, Symbol]:
    """A variable of the same sort for each that is bound, with a name that occurs nowhere else."""
    taken = {s.name for f in (formula, *given) for s in f.atoms(Symbol) if s not in formula.variables}
    found: dict[Symbol, Symbol] = {}
    for v in formula.variables:
        stem = v.name.partition(FRESH)[0].replace("'", "").lstrip("ι") or "x"
        name, n = stem, 0
        while name in taken:
            n += 1
            name = f"{stem}_{n}"
        taken.add(name)
        found[v] = (type(v) if isinstance(v, Head) else Symbol)(name, **v._assumptions_orig)
    return found
