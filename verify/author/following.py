"""`follows`: a step whose multipliers, and whose facts among the reasons, are found. Nothing here is believed.

    follows(le(a, c), le(a, b), le(b, c))                       # from hypotheses, which the theorem takes on
    follows(ge(x**2 + y**2, 2*x*y), (x - y)**2)                 # from a square
    follows(le(log(a), b), rises, SIZES, using=[at(UPDATE, t)]) # from theorems, lists, and equations put in

What is found is kept beside the claim that asks for it (`verify.prover.found`), and put to the rule `combine` there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sympy import Expr, S
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom

from verify.author import multipliers
from verify.author.elaboration import needed
from verify.author.kernel import KernelError, Theorem, assume, combine, instantiate, well_formed
from verify.author.multipliers import System
from verify.language.codec import Encoder, Unreadable
from verify.language.terms import ForAll, Formula, IllFormed, Relation, as_formula, difference, free_variables, sort_of
from verify.language.translation import translate
from verify.language.words import so_many
from verify.normal_forms.normalizer import Normalizer, Undefined
from verify.prover.found import kept, read, written
from verify.prover.rejected import Rejected, Resists

MOST_ASKED: Final = 80
"""Characters of a goal that are shown in the line it is kept by."""


def at(schema: Formula | Theorem, *values: Any, by: Iterable[Theorem | Formula] = ()) -> Theorem:
    """What a hypothesis or theorem "for all …" says at these values, in the order of its variables.

    at(BOUNDED, t, i) is |ℓ(t, i)| ≤ 1 for the hypothesis that this holds for all t and i. Its conditions become
    hypotheses, but for those that follow from `by`.
    """
    theorem = as_theorem(schema)
    wanted = theorem.conclusion.variables if isinstance(theorem.conclusion, ForAll) else ()
    if not wanted:
        raise KernelError(f"at: {theorem.conclusion} is said of no variables; it needs no values")
    if len(values) != len(wanted):
        names = ", ".join(v.name for v in wanted)
        raise KernelError(
            f"at: {theorem.conclusion} needs {so_many(len(wanted), 'value')}, for {names}, not {len(values)}"
        )
    return instantiate(theorem, list(values), [as_theorem(fact) for fact in by])


def follows(
    goal: Relation, *because: Any, using: Sequence[Theorem | Formula] = (), facts: Sequence[Any] = ()
) -> Theorem:
    """⊢ goal, from reasons whose multipliers are found: goal = Σ λᵢ·(reason)ᵢ with λᵢ ≥ 0.

    Args:
        goal: an equation or inequality.
        because: theorems, hypotheses, terms that are not negative (a square, a norm), and lists of these. What has no
            multiplier may settle signs and where terms are defined; what is not needed leaves no hypothesis. A
            hypothesis "for all …" counts at the values that its own variables have in the goal or another reason.
        using: equations by which equals are replaced.
        facts: what settles signs and where terms are defined, and has no multiplier.

    Raises:
        KernelError: where no multipliers are found; with what the reasons leave over, and would close the gap.
    """
    goal = _formula(goal)
    if not isinstance(well_formed(goal), Relation):
        raise KernelError(f"follows: needs a relation, not {goal}")
    asked = _Asked.of(goal, because, using, facts)
    try:
        return asked.with_ones() or kept(asked.question, "multipliers", asked.search, asked.checked)
    except Resists as error:
        raise KernelError(f"follows: {error}") from None


@dataclass(frozen=True)
class _Asked:
    """A goal with its reasons, numbered in the order in which they were given."""

    goal: Relation
    reasons: Sequence[Any]
    """Theorems and terms; the last is the number one, which is not negative for no reason."""
    using: Sequence[Theorem]
    facts: Sequence[Theorem]

    @staticmethod
    def of(goal: Relation, because: Sequence[Any], using: Sequence[Any], facts: Sequence[Any]) -> _Asked:
        """The question, with hypotheses made theorems."""
        given = list(_flat(because))
        spoken = {v for item in (goal, *given) for v in free_variables(_conclusion(item))}
        return _Asked(
            goal,
            [*(_opened(item, spoken) for item in given), S.One],
            [as_theorem(item) for item in _flat(using)],
            [as_theorem(item) for item in _flat(facts)],
        )

    @property
    def _one(self) -> int:
        return len(self.reasons) - 1

    @property
    def _items(self) -> list[Any]:
        return [*self.reasons, *self.using, *self.facts]

    @property
    def question(self) -> str:
        """The goal, cut, and a digest of all that was asked."""
        encode = Encoder()
        groups = [self.reasons, self.using, self.facts]
        said = [[_said(item) for item in group] for group in groups]
        try:
            data = [encode(self.goal), *([[encode(f) for f in item] for item in group] for group in said)]
        except Unreadable as error:
            raise KernelError(f"follows: {error}") from None
        digest = hashlib.sha256(json.dumps(data, ensure_ascii=False).encode()).hexdigest()[:16]
        shown = str(self.goal)
        return f"{shown if len(shown) <= MOST_ASKED else shown[: MOST_ASKED - 1] + '…'} #{digest}"

    def with_ones(self) -> Theorem | None:
        """The theorem, where each reason has the multiplier one: nothing is to be found then."""
        given = self.reasons[:-1]
        if not all(_may_be_slack(item, self.goal) for item in given):
            return None
        try:
            return self._met(combine(self.goal, [(1, item) for item in given], self.using, self.facts))
        except KernelError:
            return None

    def made(self, terms: Sequence[tuple[Any, ...]], using: Sequence[int], facts: Sequence[int]) -> Theorem:
        """The theorem with these multipliers: of a reason, or of the product of two."""
        pairs = [self._pair(*term) for term in terms]
        equations = [*self.using, *(self.reasons[n] for n in using)]
        return self._met(combine(self.goal, pairs, equations, [*self.facts, *(self.reasons[n] for n in facts)]))

    def _met(self, theorem: Theorem) -> Theorem:
        """The theorem without the hypotheses that a reason concludes."""
        proved = [item for item in self._items if isinstance(item, Theorem) and item.conclusion not in item.hypotheses]
        left = set(map(translate, theorem.hypotheses))
        meets = [item for item in proved if translate(item.conclusion) in left]
        return instantiate(theorem, {}, meets) if meets else theorem

    def _pair(self, multiplier: Any, *numbers: int) -> tuple[Any, Any]:
        first, *others = (self.reasons[n] for n in numbers)
        if not others:
            return multiplier, first
        (second,) = others
        if multiplier == 1:
            return first, second
        left = difference(first.conclusion) if isinstance(first, Theorem) else first
        scaled = Relation(first.conclusion.op if isinstance(first, Theorem) else "≥", multiplier * left, 0)
        return combine(scaled, [(multiplier, first)]), second

    def checked(self, entry: Any) -> Theorem:
        """The theorem with the multipliers of an entry."""
        try:
            terms = [(read(multiplier), *numbers) for multiplier, *numbers in entry["by"]]
            return self.made(terms, entry.get("using", []), entry.get("facts", []))
        except (KernelError, KeyError, TypeError, ValueError, IndexError) as error:
            raise Rejected(f"{error}") from None

    def search(self) -> dict[str, Any]:
        """Multipliers, and the reasons that are used otherwise.

        Raises:
            Resists: where there are none.
        """
        allowed = self._allowed()
        refused: list[str] = []
        for using in self._rewritings():
            try:
                for terms in self._multipliers(using):
                    try:
                        made = self.made(terms, using, self._others(terms, using))
                    except KernelError as error:
                        if any(n != self._one for _, *numbers in terms for n in numbers):
                            refused.append(self._in_words(terms, error))
                        continue
                    left = [h for h in made.hypotheses if h not in allowed]
                    if not left:
                        return self._entry(terms, using, self._pruned(made, terms, using))
                    needs = KernelError(f"that needs {' and '.join(map(str, left))}")
                    refused.append(self._in_words(terms, needs))
            except (IllFormed, Undefined, ArithmeticError) as error:
                if not using:
                    refused.append(str(error))
        raise Resists(self._resisted(refused))

    def _allowed(self) -> set[Any]:
        """Hypotheses that the theorem may have: those of the reasons, and that the goal is defined."""
        given = [item for item in self._items if isinstance(item, Theorem)]
        known = [f for item in given for f in (item.conclusion, *item.hypotheses)]
        return {h for item in given for h in item.hypotheses} | set(needed([self.goal], known))

    def _rewritings(self) -> Iterator[list[int]]:
        """Which of the reasons are equations to be put in: those that can be nothing else, then all of them."""
        equations = [n for n, item in enumerate(self.reasons) if _is_equation(item)]
        only = [n for n in equations if not _may_be_slack(self.reasons[n], self.goal)]
        yield only
        if only != equations:
            yield equations

    def _slacks(self, using: Sequence[int]) -> list[int]:
        """The reasons that may have a multiplier, where those are put in."""
        return [n for n, item in enumerate(self.reasons) if n not in using and _may_be_slack(item, self.goal)]

    def _system(self, slacks: Sequence[int], using: Sequence[int], pairs: Sequence[tuple[int, int]] = ()) -> System:
        """The goal against reasons and products of two."""
        terms = [_term(self.reasons[n]) for n in slacks]
        terms += [_term(self.reasons[a]) * _term(self.reasons[b]) for a, b in pairs]
        free = [_is_equation(self.reasons[n]) for n in slacks]
        free += [_is_equation(self.reasons[a]) or _is_equation(self.reasons[b]) for a, b in pairs]
        return multipliers.system(difference(self.goal), terms, free, self._table(using))

    def _multipliers(self, using: Sequence[int]) -> Iterator[list[tuple[Any, ...]]]:
        slacks = self._slacks(using)
        for values in multipliers.found(self._system(slacks, using)):
            yield [(v, n) for v, n in zip(values, slacks, strict=True) if v != 0]
        scalar = all(sort_of(_term(self.reasons[n])) in ("scalar", "zero") for n in slacks)
        pairs = [(a, b) for k, a in enumerate(slacks) for b in slacks[k:]]
        if self.goal.op == "=" or not scalar or not 0 < len(slacks) + len(pairs) <= multipliers.MOST_COLUMNS:
            return
        least = multipliers.constants(self._system(slacks, using, pairs))
        if least is not None:
            numbers: list[tuple[int, ...]] = [*((n,) for n in slacks), *pairs]
            yield [(v, *n) for v, n in zip(least, numbers, strict=True) if v != 0]

    def _table(self, using: Sequence[int]) -> Normalizer:
        known = [f for item in self._items if isinstance(item, Theorem) for f in (item.conclusion, *item.hypotheses)]
        equations = [*self.using, *(self.reasons[n] for n in using)]
        return Normalizer(known, [item.conclusion for item in equations])

    def _others(self, terms: Sequence[tuple[Any, ...]], using: Sequence[int]) -> list[int]:
        """The reasons that have neither a multiplier nor are put in: they may settle what is left."""
        taken = {*using, *(n for _, *numbers in terms for n in numbers)}
        return [n for n, item in enumerate(self.reasons) if n not in taken and isinstance(item, Theorem)]

    def _pruned(self, made: Theorem, terms: Sequence[tuple[Any, ...]], using: Sequence[int]) -> list[int]:
        """The other reasons that are needed for the theorem with no more hypotheses than it has."""
        left = self._others(terms, using)
        for n in list(left):
            fewer = [other for other in left if other != n]
            try:
                if set(self.made(terms, using, fewer).hypotheses) <= set(made.hypotheses):
                    left = fewer
            except KernelError:
                continue
        return left

    def _entry(self, terms: Sequence[tuple[Any, ...]], using: Sequence[int], facts: Sequence[int]) -> dict[str, Any]:
        entry: dict[str, Any] = {"by": [[written(S(v)), *numbers] for v, *numbers in terms]}
        return entry | ({"using": list(using)} if using else {}) | ({"facts": list(facts)} if facts else {})

    def _in_words(self, terms: Sequence[tuple[Any, ...]], error: KernelError) -> str:
        by = ", ".join(
            f"{v} times {' times '.join(str(_shown(self.reasons[n])) for n in numbers)}" for v, *numbers in terms
        )
        return f"{self.goal} would be {by or 'zero'}, but {str(error).removeprefix('combine: ')}"

    def _resisted(self, refused: Sequence[str]) -> str:
        slacks = self._slacks(next(self._rewritings()))
        rest = multipliers.left_over(self._system(slacks, next(self._rewritings())))
        plainest = min(refused, key=len, default="")
        given = ", ".join(str(_shown(self.reasons[n])) for n in slacks if n != self._one)
        said = f"{self.goal} is no combination of {given or 'nothing'}"
        if rest is None or rest == 0 or (plainest and rest == difference(self.goal)):
            return plainest or said
        return f"{said}; with a reason for {rest} {'=' if self.goal.op == '=' else '≥'} 0 it would be one"


def _flat(items: Any) -> Iterator[Any]:
    """Theorems, formulas and terms, out of lists of them."""
    if isinstance(items, list | tuple):
        for item in items:
            yield from _flat(item)
    elif isinstance(items, Theorem | Formula | Relational | BooleanAtom):
        yield _formula(items)
    elif isinstance(items, Expr | int):
        yield S(items)
    else:
        raise KernelError(f"follows: a reason is a theorem, a formula, a term ≥ 0 or a list of these, not {items!r}")


def _formula(item: Any) -> Any:
    """A relation of sympy as a formula."""
    try:
        return as_formula(item) if isinstance(item, Relational | BooleanAtom) else item
    except IllFormed as error:
        raise KernelError(f"follows: {error}") from None


def as_theorem(item: Any) -> Theorem:
    """A hypothesis as the theorem that it follows from itself; a theorem as it is."""
    item = _formula(item)
    if isinstance(item, Theorem):
        return item
    if isinstance(item, Formula):
        return assume(item)
    raise KernelError(f"expected a theorem or a formula, not {item!r}")


def _conclusion(item: Any) -> Any:
    return item.conclusion if isinstance(item, Theorem) else item


def _opened(item: Any, spoken: set[Any]) -> Any:
    """A schema at its own variables, where these are spoken of; of what is no equation, as those are put in."""
    if isinstance(item, Formula):
        item = assume(item)
    if isinstance(item, Theorem) and isinstance(item.conclusion, ForAll):
        schema = item.conclusion
        if isinstance(schema.body, Relation) and schema.body.op != "=" and set(schema.variables) <= spoken:
            return instantiate(item, list(schema.variables))
    return item


def _term(item: Any) -> Any:
    """What is not negative."""
    return difference(item.conclusion) if isinstance(item, Theorem) else item


def _is_equation(item: Any) -> bool:
    if not isinstance(item, Theorem):
        return False
    body = item.conclusion.body if isinstance(item.conclusion, ForAll) else item.conclusion
    return isinstance(body, Relation) and body.op == "="


def _may_be_slack(item: Any, goal: Relation) -> bool:
    """Whether it can have a multiplier: a term or relation of the goal's sort, and no ≠."""
    if isinstance(item, Theorem):
        if not isinstance(item.conclusion, Relation) or item.conclusion.op == "≠":
            return False
        if goal.op == "=" and item.conclusion.op != "=":
            return False
        item = item.conclusion.lhs
    sorts = {sort_of(item), sort_of(goal.lhs), sort_of(goal.rhs)}
    return "point" not in sorts and len(sorts - {"zero"}) <= 1


def _said(item: Any) -> list[Any]:
    return [item.conclusion, *item.hypotheses] if isinstance(item, Theorem) else [item]


def _shown(item: Any) -> Any:
    return f"({item.conclusion})" if isinstance(item, Theorem) else f"({item})"
