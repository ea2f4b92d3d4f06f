"""`follows`: a step whose multipliers, and whose facts among the reasons, are found. Nothing here is believed.

    follows(le(a, c), le(a, b), le(b, c))                       # from hypotheses, which the theorem takes on
    follows(ge(x**2 + y**2, 2*x*y), (x - y)**2)                 # from a square
    follows(le(log(a), b), rises, SIZES, using=[at(UPDATE, t)]) # from theorems, lists, and equations put in

What is found is kept beside the claim that asks for it (`verify.prover.found`), and put to the rule `combine` there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from sympy import Pow, S
from sympy.core.sorting import default_sort_key

from verify.author import multipliers, wording
from verify.author.elaboration import needed, settled
from verify.author.kernel import KernelError, Theorem, assume, combine, instantiate, well_formed
from verify.author.missing import Residue, left_over
from verify.author.multipliers import System
from verify.author.reasons import (
    as_read,
    as_theorem,
    flat,
    is_divided,
    is_equation,
    is_put_in,
    is_root,
    may_be_slack,
    slack,
)
from verify.core.nodes import Refused
from verify.language.codec import Encoder, Unreadable
from verify.language.terms import (
    ForAll, Formula, IllFormed, Relation, alpha, difference, free_variables, sort_of, text,
)  # fmt: skip
from verify.language.translation import translate
from verify.language.words import so_many
from verify.normal_forms.normalizer import Normalizer, Undefined
from verify.normal_forms.quotients import TooLong
from verify.prover.found import kept, numbered, read, written
from verify.prover.rejected import Rejected, Resists

MOST_SCALES: Final = 6
"""Denominators that are tried as a common multiplier of the reasons."""
MOST_SAID: Final = 3
"""How much longer than the plain refusal one with multipliers may be."""


def at(schema: Formula | Theorem, *values: Any, by: Iterable[Theorem | Formula] = ()) -> Theorem:
    """What a hypothesis or theorem "for all …" says at these values, in the order of its variables.

    at(BOUNDED, t, i) is |ℓ(t, i)| ≤ 1 for the hypothesis that this holds for all t and i. Its conditions become
    hypotheses, but for those that follow from `by`.

    >>> at(forall(t, ge(f(t), 0), [ge(t, 1)]), n)
    <Theorem for all t with t ≥ 1: f(t) ≥ 0, n ≥ 1 ⊢ f(n) ≥ 0>
    >>> at(forall(t, ge(f(t), 0), [ge(t, 1)]), n, by=[ge(n, 2)])
    <Theorem for all t with t ≥ 1: f(t) ≥ 0, n ≥ 2 ⊢ f(n) ≥ 0>
    """
    theorem = as_theorem(schema)
    wanted = theorem.conclusion.variables if isinstance(theorem.conclusion, ForAll) else ()
    if not wanted:
        free = sorted({v.name for v in free_variables(theorem.conclusion)})
        remedy = f"values of {', '.join(free)} are put in by instantiate(theorem, {{{free[0]}: …}})" if free else ""
        raise KernelError(
            f"at: {theorem.conclusion} is said of no variables, as 'for all …' is; {remedy or 'it needs no values'}"
        )
    if len(values) != len(wanted):
        names = ", ".join(v.name for v in wanted)
        raise KernelError(
            f"at: {theorem.conclusion} needs {so_many(len(wanted), 'value')}, for {names}, not {len(values)}"
        )
    met = [as_theorem(fact) for fact in flat(by)]
    try:
        return instantiate(theorem, list(values), met)
    except KernelError:
        for v, value in zip(wanted, values, strict=True):
            if said := wording.misplaced(v, value):
                remedy = f"the values are those of {', '.join(w.name for w in wanted)}, in this order"
                raise KernelError(f"at: {v.name} is {said}, and cannot be {text(S(value))}: {remedy}") from None
        raise


def follows(
    goal: Relation, *because: Any, using: Sequence[Theorem | Formula] = (), facts: Sequence[Any] = ()
) -> Theorem:
    """⊢ goal, from reasons whose multipliers are found: goal = Σ λᵢ·(reason)ᵢ with λᵢ ≥ 0.

    Args:
        goal: an equation or inequality.
        because: theorems, hypotheses, terms that are not negative (a square, a norm), and lists of these. What has no
            multiplier may settle signs and where terms are defined; what is not needed leaves no hypothesis. A
            hypothesis "for all …" counts at the values that its own variables have in the goal or another reason. Of a
            bound with denominators, a term or an equation may count over one of them.
        using: equations by which equals are replaced.
        facts: what settles signs and where terms are defined, and has no multiplier.

    Raises:
        KernelError: where no multipliers are found; with what the reasons leave over, and would close the gap.
        NotKept: where multipliers are kept beside the claim that asks, and these are not, or no longer hold.

    >>> follows(le(x + y, 3), le(x, 1), le(y, 2))
    <Theorem x ≤ 1, y ≤ 2 ⊢ x + y ≤ 3>
    >>> follows(ge(p * x**2 + y, 0), ge(y, 0), x**2)
    <Theorem y ≥ 0 ⊢ p*x**2 + y ≥ 0>
    >>> follows(ge(x * y, 0), ge(x, 0), ge(y, 0))
    <Theorem x ≥ 0, y ≥ 0 ⊢ x*y ≥ 0>
    """
    goal = as_read(goal)
    if not isinstance(goal, Relation):
        raise KernelError(f"follows: the goal must be an equation or inequality, not {goal}")
    asked = _Asked.of(well_formed(goal), because, using, facts)
    try:
        return asked.with_ones() or kept(asked.question, "multipliers", asked.search, asked.checked)
    except TooLong as error:
        raise KernelError(f"follows: {error}; with fewer reasons at a time, in steps, it may go") from None
    except (Resists, IllFormed, ArithmeticError) as error:
        raise KernelError(f"follows: {wording.of_undefined(str(error))}") from None


@dataclass(frozen=True)
class _Asked:
    """A goal with its reasons, numbered in the order in which they were given."""

    goal: Relation
    reasons: Sequence[Any]
    """Theorems and terms; the last is the number one, which is not negative for no reason."""
    using: Sequence[Theorem]
    facts: Sequence[Theorem]
    _systems: dict[Any, System] = field(default_factory=dict, compare=False)
    _settled: dict[Any, bool] = field(default_factory=dict, compare=False)
    _left: list[Residue | None] = field(default_factory=list, compare=False)

    @staticmethod
    def of(goal: Relation, because: Sequence[Any], using: Sequence[Any], facts: Sequence[Any]) -> _Asked:
        """The question, with hypotheses made theorems."""
        given = list(flat(because))
        equations = [as_theorem(item) for item in flat(using)]
        for item in equations:
            if not is_equation(item):
                raise KernelError(f"follows: only equations can be put in by using=, not {item.conclusion}")
        spoken = {v for item in (goal, *given) for v in free_variables(_conclusion(item))}
        return _Asked(
            goal,
            [*(_opened(item, spoken) for item in given), S.One],
            equations,
            [as_theorem(item) for item in flat(facts)],
        )

    @property
    def _one(self) -> int:
        return len(self.reasons) - 1

    @property
    def _items(self) -> list[Any]:
        return [*self.reasons, *self.using, *self.facts]

    @property
    def _known(self) -> list[Formula]:
        return [f for item in self._items if isinstance(item, Theorem) for f in (item.conclusion, *item.hypotheses)]

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
        return numbered(str(self.goal), data)

    def with_ones(self) -> Theorem | None:
        """The theorem, where each reason has the multiplier one: nothing is to be found then."""
        given = self.reasons[:-1]
        if not all(may_be_slack(item, self.goal) for item in given):
            return None
        try:
            made = self._met(combine(self.goal, [(1, item) for item in given], self.using, self.facts))
        except KernelError:
            return None
        return None if self._beyond(made) else made

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
            made = self.made(terms, entry.get("using", []), entry.get("facts", []))
        except KernelError as error:
            raise Rejected(f"{error}") from None
        except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
            raise Rejected(f"it cannot be read: {type(error).__name__}: {error}") from None
        if self._beyond(made):
            raise Rejected(f"it needs {' and '.join(map(str, self._beyond(made)))}")
        return made

    def search(self) -> dict[str, Any]:
        """Multipliers, and the reasons that are used otherwise.

        Raises:
            Resists: where there are none.
        """
        refused: list[str] = []
        for using in self._rewritings():
            try:
                for terms in self._multipliers(using):
                    if self._is_number_too_much(terms):
                        continue
                    try:
                        made = self.made(terms, using, self._others(terms, using))
                    except KernelError as error:
                        if any(n != self._one for _, *numbers in terms for n in numbers):
                            refused.append(self._in_words(terms, error))
                        continue
                    left = self._beyond(made)
                    if not left:
                        return self._entry(terms, using, self._pruned(made, terms, using))
                    needs = KernelError(f"that needs {' and '.join(map(str, left))}")
                    refused.append(self._in_words(terms, needs))
            except (IllFormed, Undefined, ArithmeticError) as error:
                if not using:
                    refused.append(str(error))
        entry = self._but_for_a_number()
        if entry is not None:
            return entry
        raise Resists(self._resisted(refused))

    def _but_for_a_number(self) -> dict[str, Any] | None:
        """The plainest use of the reasons, where the core knows that what it leaves over is a number.

        As where the arguments of a function are one vector: the core's normal form sees more of them than that here.
        """
        using = next(self._rewritings())
        slacks = self._weighed_ones(using)
        left = self._least_left_over(slacks, using)
        if left is None:
            return None
        number, other = left.rest.as_coeff_Add()
        if not all(self._settles("≥", side) for side in (number, other, -other)):
            return None
        scale = next((scale for scale, of in self._scaled(slacks, using) if of is left.way.of), S.One)
        terms = [(scale * left.way.of.words(v), slacks[n]) for n, v in left.values.items()]
        terms += [(number, self._one)] if number else []
        with suppress(KernelError):
            made = self.made(terms, using, self._others(terms, using))
            return None if self._beyond(made) else self._entry(terms, using, self._pruned(made, terms, using))
        return None

    def _weighed_ones(self, using: Sequence[int]) -> list[int]:
        """The reasons that are known, but for the number: one that is given away leaves more to show."""
        return [n for n in self._slacks(using) if n != self._one and self._is_known(n)]

    def _is_number_too_much(self, terms: Sequence[tuple[Any, ...]]) -> bool:
        """Whether an equation is off by a number: by what is zero for a reason it may be."""
        return self.goal.op == "=" and any(numbers == [self._one] and S(v).is_number for v, *numbers in terms)

    def _beyond(self, made: Theorem) -> list[Formula]:
        """Hypotheses that it may not have: no reason has them, and the goal is defined without."""
        given = [item for item in self._items if isinstance(item, Theorem)]
        theirs = {h for item in given for h in item.hypotheses}
        left = [h for h in made.hypotheses if h not in theirs]
        known = [f for item in given for f in (item.conclusion, *item.hypotheses)]
        granted = needed([self.goal], known) if left else []
        return [h for h in left if h not in granted]

    def _rewritings(self) -> Iterator[list[int]]:
        """Which of the reasons are equations to be put in: those that can be nothing else, then all of them."""
        equations = [n for n, item in enumerate(self.reasons) if is_equation(item)]
        only = [n for n in equations if not may_be_slack(self.reasons[n], self.goal)]
        yield only
        if only != equations:
            yield equations

    def _slacks(self, using: Sequence[int]) -> list[int]:
        """The reasons that may have a multiplier, where those are put in."""
        return [n for n, item in enumerate(self.reasons) if n not in using and may_be_slack(item, self.goal)]

    def _system(
        self, slacks: Sequence[int], using: Sequence[int], pairs: Sequence[tuple[int, int]] = (), scale: Any = S.One
    ) -> System:
        """The goal against reasons, each times the scale, and products of two."""
        key = (tuple(slacks), tuple(using), tuple(pairs), scale)
        if key not in self._systems:
            self._systems[key] = self._made_system(slacks, using, pairs, scale)
        return self._systems[key]

    def _made_system(
        self, slacks: Sequence[int], using: Sequence[int], pairs: Sequence[tuple[int, int]], scale: Any
    ) -> System:
        return self._weighed(slacks, [scale] * len(slacks), using, pairs)

    def _weighed(
        self, slacks: Sequence[int], weights: Sequence[Any], using: Sequence[int],
        pairs: Sequence[tuple[int, int]] = (),
    ) -> System:  # fmt: skip
        """The goal against reasons, each times its weight, and products of two."""
        terms = [weight * slack(self.reasons[n]) for n, weight in zip(slacks, weights, strict=True)]
        terms += [slack(self.reasons[a]) * slack(self.reasons[b]) for a, b in pairs]
        free = [is_equation(self.reasons[n]) for n in slacks]
        free += [is_equation(self.reasons[a]) or is_equation(self.reasons[b]) for a, b in pairs]
        try:
            return multipliers.system(difference(self.goal), terms, free, self._table(using))
        except RecursionError:
            raise IllFormed("the equations rewrite terms without end") from None

    def _multipliers(self, using: Sequence[int]) -> Iterator[list[tuple[Any, ...]]]:
        slacks = self._slacks(using)
        for direct in multipliers.found(self._system(slacks, using)):
            yield [(v, n) for v, n in zip(direct, slacks, strict=True) if v != 0]
        for scale, scaled in self._scaled(slacks, using):
            some = multipliers.found(scaled) if is_root(scale) else ()
            for values in (multipliers.plain(scaled), multipliers.constants(scaled), *some):
                if values is not None:
                    yield [(scale * v, n) for v, n in zip(values, slacks, strict=True) if v != 0]
        scalar = all(sort_of(slack(self.reasons[n])) in ("scalar", "zero") for n in slacks)
        pairs = [(a, b) for k, a in enumerate(slacks) for b in slacks[k:]]
        if self.goal.op == "=" or not scalar:
            return
        if 0 < len(slacks) + len(pairs) <= multipliers.MOST_COLUMNS:
            least = multipliers.constants(self._system(slacks, using, pairs))
            if least is not None:
                numbers: list[tuple[int, ...]] = [*((n,) for n in slacks), *pairs]
                yield [(v, *n) for v, n in zip(least, numbers, strict=True) if v != 0]
        yield from self._some_divided(slacks, using)

    def _some_divided(self, slacks: Sequence[int], using: Sequence[int]) -> Iterator[list[tuple[Any, ...]]]:
        """Constants for the reasons as they are, and for terms and equations among them over a denominator.

        As a square over a root is what is left of one round where a sum of ratios is bounded by a root.
        """
        terms = [n for n in slacks if n != self._one and is_divided(self.reasons[n])]
        if not terms or len(slacks) + len(terms) > multipliers.MOST_COLUMNS:
            return
        for divisor in self._system(slacks, using).divisors[:MOST_SCALES]:
            weights = [S.One] * len(slacks) + [1 / divisor] * len(terms)
            with suppress(TooLong):
                of = self._weighed([*slacks, *terms], weights, using)
                for values in filter(None, (multipliers.plain(of), multipliers.constants(of))):
                    found = zip(values, weights, [*slacks, *terms], strict=True)
                    yield [(v * weight, n) for v, weight, n in found if v != 0]

    def _scaled(self, slacks: Sequence[int], using: Sequence[int]) -> Iterator[tuple[Any, System]]:
        """The systems in which each reason is multiplied by a denominator, but for those that are too long."""
        for scale in self._scales():
            with suppress(TooLong):
                yield scale, self._system(slacks, using, scale=scale)

    def _scales(self) -> list[Any]:
        """What the goal is divided by, turned over, and what reasons are divided by: spelt as the author did.

        Square roots come last: a multiplier is a rational function of what the sides are made of, and can be none.
        """
        sides = [self.goal, *(_conclusion(item) for item in self.reasons)]
        below = [{1 / p for p in side.atoms(Pow) if p.exp in (-1, -S.Half)} for side in sides]
        first = [1 / d for d in sorted(below[0], key=default_sort_key)]
        found = [*first, *sorted(set().union(*below[1:]), key=default_sort_key)]
        return sorted(found, key=is_root)[:MOST_SCALES]

    def _table(self, using: Sequence[int]) -> Normalizer:
        equations = [*self.using, *(self.reasons[n] for n in using)]
        return Normalizer(self._known, [item.conclusion for item in equations])

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
            f"{wording.named(S(v))} times {' times '.join(wording.said(self.reasons[n]) for n in numbers)}"
            for v, *numbers in terms
        )
        signed = [S(v) for v, *numbers in terms if not any(is_equation(self.reasons[n]) for n in numbers)]
        below = next((f"{v} is negative" for v in signed if v.is_negative), None)
        return f"{self.goal} would be {by or 'zero'}, but {below or str(error).removeprefix('combine: ')}"

    def _resisted(self, refused: Sequence[str]) -> str:
        using = next(self._rewritings())
        unknown = [n for n in self._slacks(using) if not self._is_known(n)]
        slacks = self._weighed_ones(using)
        left = self._least_left_over(slacks, using)
        plainest = min(refused, key=len, default="")
        reasons = [self.reasons[n] for n in slacks]
        goal = wording.shortened(str(self.goal), wording.LONGEST_GOAL)
        said = f"{goal} is no combination of {wording.listed(reasons)}"
        beside, unopened = self._set_aside(unknown, using), wording.unopened(self.reasons)
        if left is None or left.rest == 0 or (left.rest - alpha(difference(self.goal))).expand() == 0:
            is_plain = not beside and not unopened and 0 < len(plainest) <= MOST_SAID * len(said)
            return plainest if is_plain else said + beside + unopened
        strict = any(self._is_strict(slacks[n]) for n in left.values)
        op = "=" if self.goal.op == "=" else ">" if self.goal.op in (">", "≠") and not strict else "≥"
        settles = (lambda *_: False) if unopened else self._settles  # what was not used may make the goal true
        return wording.missing(left.rest, op, self.goal, reasons, settles) + beside + unopened

    def _is_known(self, n: int) -> bool:
        """Whether a reason is one: a theorem, or a term that is known not to be negative."""
        return isinstance(self.reasons[n], Theorem) or self._settles("≥", self.reasons[n])

    def _set_aside(self, unknown: Sequence[int], using: Sequence[int]) -> str:
        """The reasons that could not be weighed, and why."""
        parts = [f"; {wording.said(self.reasons[n])} is not known to be ≥ 0, and was left out" for n in unknown]
        for n in using:
            body = getattr(self.reasons[n].conclusion, "body", self.reasons[n].conclusion)
            if sort_of(body.lhs) not in ("scalar", "zero", "point") and sort_of(self.goal.lhs) in ("scalar", "zero"):
                said = wording.said(self.reasons[n])
                parts.append(f"; {said}, of vectors, has no multiplier: it is put in for what it equals, as by using=")
        return "".join(parts)

    def _least_left_over(self, slacks: Sequence[int], using: Sequence[int]) -> Residue | None:
        """What is plainest of what is left over, with the reasons as they are or each times a positive term."""
        if not self._left:
            scaled = (of for scale, of in self._scaled(slacks, using) if scale.is_positive or self._settles("≥", scale))
            lhs, rhs = (side.free_symbols for side in (self.goal.lhs, self.goal.rhs))
            bounded = sorted(rhs - lhs, key=str)
            systems = [self._system(slacks, using), *scaled]
            self._left.append(left_over(systems, partial(self._settles, "≥"), bounded))
        return self._left[0]

    def _settles(self, op: str, term: Any) -> bool:
        """Whether what is known settles that the term and 0 are so related."""
        if (op, term) not in self._settled:
            try:
                self._settled[op, term] = settled(Relation(op, term, 0), self._known)
            except (IllFormed, Refused):
                self._settled[op, term] = False
        return self._settled[op, term]

    def _is_strict(self, n: int) -> bool:
        item = self.reasons[n]
        return n == self._one or (isinstance(item, Theorem) and item.conclusion.op == ">")


def _conclusion(item: Any) -> Any:
    return item.conclusion if isinstance(item, Theorem) else item


def _opened(item: Any, spoken: set[Any]) -> Any:
    """A schema at its own variables, where these are spoken of; of what is no equation, as those are put in."""
    if isinstance(item, Formula):
        item = assume(item)
    if isinstance(item, Theorem) and isinstance(item.conclusion, ForAll):
        schema = item.conclusion
        if isinstance(schema.body, Relation) and not is_put_in(schema) and set(schema.variables) <= spoken:
            return instantiate(item, list(schema.variables))
    return item


def _said(item: Any) -> list[Any]:
    return [item.conclusion, *item.hypotheses] if isinstance(item, Theorem) else [item]
