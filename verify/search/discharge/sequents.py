"""The search for a theorem "these conditions ⊢ this formula": it is opened, then the methods are tried in turn."""

from __future__ import annotations

import time
from collections.abc import Sequence

from sympy import Symbol

from verify.kernel import Theorem, assume, generalize, instantiate
from verify.normal_forms.equivalence import follows
from verify.search.discharge import contradictions, models, relations, rounds
from verify.search.discharge.stumbles import GIVES_UP
from verify.terms import FRESH, ForAll, Formula, Head, Predicate, Relation, alpha, substitute

_DEEPEST = 6


class Sequents:
    """Looks for theorems until a time (by `time.monotonic()`); whatever cannot be proved is None."""

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self._depth = 0
        self._failed: set[tuple[Formula, tuple[Formula, ...]]] = set()

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return self.deadline - time.monotonic()

    def formula(self, formula: Formula, given: Sequence[Formula] = ()) -> Theorem | None:
        """A theorem with this conclusion, whose hypotheses all follow from `given` at once."""
        given = tuple(given)
        key = (alpha(formula), given)
        if self._depth >= _DEEPEST or self.left <= 0 or key in self._failed:
            return None
        self._depth += 1
        try:
            found = self._opened(formula, given) if isinstance(formula, ForAll) else self._closed(formula, given)
        except GIVES_UP:
            found = None
        finally:
            self._depth -= 1
        if found is None and self.left > 0:
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
        for method in (relations.at_once, contradictions.nothing_meets, rounds.each, relations.decided_by_prover):
            try:
                theorem = method(goal, given, self)
                theorem = None if theorem is None else self.settled(theorem, given)
            except GIVES_UP:
                continue
            if theorem is not None:
                return theorem
        return None

    def settled(self, theorem: Theorem, given: Sequence[Formula]) -> Theorem | None:
        """The theorem, with every hypothesis proved that does not follow from `given` at once."""
        open_ones = [h for h in theorem.hypotheses if not follows(h, list(given))]
        if not open_ones:
            return theorem
        proofs = [self.formula(h, given) for h in open_ones]
        met = [p for p in proofs if p is not None]
        return instantiate(theorem, {}, met) if len(met) == len(proofs) else None

    def known(self, given: Sequence[Formula]) -> list[Theorem]:
        """The conditions as theorems."""
        return [assume(f) for f in given]


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
