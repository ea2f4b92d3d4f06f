"""Steps that proofs take again and again, each in one call; built from the rules, and no more believed than these."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import count, pairwise
from typing import Any, Final

from sympy import S, Symbol, Tuple

from verify.author.following import at, follows
from verify.author.kernel import (
    KernelError,
    Theorem,
    assume,
    certify,
    combine,
    generalize,
    induct,
    instantiate,
    well_formed,
    witness,
)
from verify.author.reasons import as_read, flat
from verify.core.nodes import Refused
from verify.language.terms import (
    ForAll, Formula, Relation, difference, forall, free_variables, ge, gt, le, lt, substitute, text,
)  # fmt: skip
from verify.language.words import assigned
from verify.prover.allowance import Allowance
from verify.prover.goal import Goal, Inequality
from verify.prover.proving import certificate
from verify.prover.refute import find_counterexample
from verify.prover.rejected import Resists
from verify.prover.search.order import STUMBLES

LOOKED: Final = 0.7
"""The work in which a point is looked for at which what is not decided is false."""


def chain(*links: Sequence[Any]) -> Theorem:
    """a ≤ c, from a ≤ b because …, b ≤ c because …: each link is a relation with the reasons that it follows from.

    Reasons are those of `follows`. The result is strict where a link is, and an equation where all are.

    Raises:
        KernelError: where a link does not begin where the one before it ends, or does not follow; the link is named.

    >>> chain((le(x, y), le(x, y)), (lt(y, y + p),))
    <Theorem x ≤ y ⊢ x < p + y>
    """
    made: list[Theorem] = []
    read: list[Relation] = []
    for number, link in enumerate(links, 1):
        if not isinstance(link, list | tuple) or not link:
            raise KernelError(f"chain: link {number} must be a relation with its reasons, in brackets, not {link!r}")
        goal = as_read(link[0])
        if not isinstance(goal, Relation) or goal.op == "≠":
            raise KernelError(f"chain: link {number} must begin with an equation or inequality, not {goal}")
        read.append(goal)
        try:
            made.append(follows(goal, *link[1:]))
        except KernelError as error:
            raise KernelError(f"chain: link {number}: {str(error).removeprefix('follows: ')}") from None
    if not made:
        raise KernelError("chain: there is no link")
    ways = [_way(link) for link in read]
    for number, (before, after) in enumerate(pairwise(ways), 2):
        if before[1] != after[0]:
            raise KernelError(
                f"chain: link {number} begins with {after[0]}, and the one before it ends with {before[1]}"
            )
    ops = {link.op for link in read}
    first, last = ways[0][0], ways[-1][1]
    if ops == {"="}:
        return combine(Relation("=", first, last), [(1, link) for link in made])
    rising = [link.is_turned for link in read if link.op != "="]
    if len(set(rising)) > 1:
        raise KernelError("chain: some links go up and some go down")
    signs = [-1 if link.op == "=" and rising[0] else 1 for link in read]
    ordered = {(True, False): le, (True, True): lt, (False, False): ge, (False, True): gt}[rising[0], ">" in ops]
    return combine(ordered(first, last), [(sign, link) for sign, link in zip(signs, made, strict=True)])


def _way(link: Relation) -> tuple[Any, Any]:
    """Where a link begins and ends, as it was written."""
    return (link.rhs, link.lhs) if link.is_turned else (link.lhs, link.rhs)


def decided(goal: Relation, *given: Relation | Sequence[Relation]) -> Theorem:
    """given ⊢ goal, an inequality between elementary functions of numbers, by the prover (`verify prove`).

    Signs that variables are declared to have are used as well. The certificate is kept beside the claim that asks.

    Raises:
        KernelError: where no certificate is found; with a point at which the goal is false, or what resists.

    >>> decided(le(log(p), p - 1))
    <Theorem ⊢ log(p) ≤ p - 1>
    >>> decided(ge(x**3, x), ge(x, 1))
    <Theorem x ≥ 1 ⊢ x**3 ≥ x>
    """
    try:
        goal, *conditions = as_read(goal), *flat(given)
    except KernelError as error:
        raise KernelError(f"decided: {str(error).removeprefix('follows: ')}") from None
    for f in (goal, *conditions):
        if not isinstance(f, Relation):
            raise KernelError(f"decided: needs relations, not {f}")
    numbers = sorted((v for v in set().union(*map(free_variables, (goal, *conditions)))), key=str)
    for v in numbers:
        if type(v) is not Symbol:
            raise KernelError(f"decided: {v} is a {type(v).__name__}; the prover speaks of numbers only")
    plain = {v: Symbol(v.name, real=True) for v in numbers}
    if len(set(plain.values())) < len(plain):
        raise KernelError(f"decided: two variables have one name: {', '.join(map(str, numbers))}")
    signs = [(gt if v.is_positive else ge)(v, 0) for v in numbers if v.is_nonnegative]
    asked = [substitute(f, plain) for f in (*conditions, *(f for f in signs if f not in conditions), goal)]
    try:
        for f in (goal, *conditions):
            well_formed(f)
    except KernelError as error:
        raise KernelError(f"decided: {str(error).removeprefix('well_formed: ')}") from None
    try:
        found = certify(certificate(asked[-1], asked[:-1]))
    except Resists as error:
        raise KernelError(f"decided: {_fails_at(goal, conditions, asked, plain) or error}") from None
    there = instantiate(found, {other: v for v, other in plain.items() if v != other}, [assume(f) for f in conditions])
    return combine(goal, [(1, there)])


def _fails_at(
    goal: Relation, conditions: Sequence[Relation], asked: Sequence[Relation], plain: Mapping[Any, Any]
) -> str:
    """An exact point at which the goal is false, with its sides there, as the rule `witness` has them; or nothing."""
    if any(f.op not in ("≥", ">") for f in asked):
        return ""
    *given, shows = (Inequality(difference(f), f.op == ">") for f in asked)
    with suppress(KernelError, Refused, *STUMBLES):
        found = find_counterexample(
            Goal(tuple(plain.values()), tuple(given), shows), (), Allowance(LOOKED), reach="near"
        )
        if found is not None:
            point = {v: found.point[there] for v, there in plain.items()}
            lines = witness(conditions, goal, point, explained=False).conclusion.lines
            where = assigned({v.name: text(value) for v, value in point.items()})
            return f"{goal} is refuted{f' at {where}' if where else ''}: {lines[-1].rpartition(': ')[2]}"
    return ""


Step = Callable[[Theorem], Theorem] | Sequence[Any]


def by_induction(
    goal: Formula, n: Symbol, start: Any, *, base: Any = (), step: Step = (), until: Any = None
) -> Theorem:  # fmt: skip
    """n ≥ start ⊢ goal, for an integer n; with `until` only as far as n ≤ until, which is a hypothesis then.

    Args:
        goal: a relation, or "for all …" of one.
        n: what the induction is over.
        start: the first value.
        base: the goal at the start: a theorem, or reasons as for `follows`.
        step: a function that makes of the goal, as a theorem, the goal at n + 1; or reasons for that beside the goal.
            Both may use n ≥ start, and n + 1 ≤ until.
        until: the last value.

    Raises:
        KernelError: where the base or the step does not go through.

    >>> by_induction(eq(Sum(t, (t, 1, n)), n * (n + 1) / 2), n, 1)
    <Theorem n ≥ 1 ⊢ Σ_{t=1..n} (t) = n*(n + 1)/2>
    >>> steady = forall(t, eq(f(t + 1), f(t)), [ge(t, 1), ge(T, t + 1)])
    >>> by_induction(eq(f(n), f(1)), n, 1, step=lambda here: follows(eq(f(n + 1), f(1)), here, at(steady, n)), until=T)
    <Theorem for all t with t ≥ 1, T ≥ t + 1: f(t + 1) = f(t), n ≥ 1, T ≥ n ⊢ f(n) = f(1)>
    """
    if not isinstance(goal, Formula):
        raise KernelError(f"by_induction: the goal must be a formula, made by le, ge, …, not {goal!r}")
    if type(n) is not Symbol or not n.is_integer:
        raise KernelError(f"by_induction: the induction is over an integer variable, not {n!r}")
    for name, end in (("first", start), ("last", until)):
        if end is not None and S(end).has(n):
            raise KernelError(f"by_induction: the {name} value, {end}, must not speak of {n}")
    first = base if isinstance(base, Theorem) else _because(substitute(goal, {n: start}), base, "base")
    after = substitute(goal, {n: n + 1})
    if until is None:
        return induct(first, _stepped(after, assume(goal), step, [ge(n, start)]), goal, n, start)
    spare = _spare(goal, n, until)
    kept = forall(spare, goal, [ge(until, n)])
    room = ge(until, n + 1)
    here = at(kept, spare, by=[combine(ge(until, n), [(1, assume(room)), (1, 1)])])
    stepped = _stepped(after, here, step, [ge(n, start), room])
    always = induct(
        generalize(first, [spare], [ge(until, start)]), generalize(stepped, [spare], [room]), kept, n, start
    )
    return at(always, spare)


def _stepped(after: Formula, here: Theorem, step: Step, known: Sequence[Relation]) -> Theorem:
    if not callable(step):
        return _because(after, [here, step, *known], "step")
    made = step(here)
    if not isinstance(made, Theorem):
        raise KernelError(f"by_induction: the step must return a theorem, not {made!r}")
    return made


def _because(goal: Any, because: Any, part: str) -> Theorem:
    if isinstance(goal, ForAll):
        raise KernelError(f"by_induction: for a goal 'for all …' the {part} must be given as a theorem, not as reasons")
    try:
        return follows(goal, because)
    except KernelError as error:
        raise KernelError(f"by_induction: the {part}: {str(error).removeprefix('follows: ')}") from None


def _spare(goal: Formula, n: Symbol, until: Any) -> Symbol:
    """An integer that nothing speaks of."""
    used = {v.name for v in goal.atoms(Symbol) | {n} | Tuple(until).atoms(Symbol)}
    return next(Symbol(name, integer=True) for k in count(1) if (name := f"i{k}") not in used)
