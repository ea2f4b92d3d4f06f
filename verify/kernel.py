"""The trusted core: `Theorem`, and the rules that alone can make one.

A theorem Γ ⊢ φ says: whenever the free variables are assigned so that every hypothesis in Γ is defined and true, the
conclusion φ is defined and true. Functions, fields, families, vectors and points are variables too; vectors range
over any real inner-product space of finite dimension; functions that the theorem or its proof differentiates are as
smooth as that needs. Each rule states why it keeps this, and refuses (`KernelError`) where its side conditions are not
certain. What a rule needs for its terms to be defined and cannot settle becomes a hypothesis of the theorem.

Trusted besides this file: `verify.terms` (the language), `verify.normal_forms` (the zero test, and the sign
procedure `Facts`), `verify.balls` (enclosures), the rules of `verify.prover` that certificates are checked by (not its
search), and the axioms that were cited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Never, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from sympy import Expr, S, Sum, Symbol, Tuple

from verify.normal_forms.coordinates import read
from verify.normal_forms.crosscheck import decide_zero
from verify.normal_forms.definedness import conditions
from verify.normal_forms.equivalence import follows, same
from verify.normal_forms.facts import ALLOWED, Facts, needed_under, signs_under, unsettled
from verify.normal_forms.ground import decided, exact_value
from verify.normal_forms.normalizer import is_zero
from verify.normal_forms.replacement import as_term, replaced, variable
from verify.normal_forms.smoothness import derivatives, differentiated, head_of, refuse_rough, under
from verify.prover.certificate import Certificate, check
from verify.prover.goal import Goal
from verify.terms import (
    Counterexample, ForAll, Formula, IllFormed, Predicate, Relation, Word, alpha, difference, free_variables, fresh,
    ge, gt, has_reserved_name, sort_of, substitute,
)  # fmt: skip

P = ParamSpec("P")
R = TypeVar("R")


class KernelError(Exception):
    """A rule refused; the message names the rule and the reason."""


@dataclass(frozen=True)
class Axiom:
    """A classical theorem taken on trust: hypotheses ⊢ conclusion, with its statement in words and a reference."""

    name: str
    statement: str
    reference: str
    hypotheses: tuple[Formula, ...]
    conclusion: Formula


@dataclass(frozen=True)
class _Record:
    rule: str
    hypotheses: tuple[Formula, ...]
    conclusion: Formula
    premises: tuple[Theorem, ...]
    parameters: Mapping[str, Any]
    axioms: frozenset[Axiom]
    certificates: tuple[Certificate, ...]
    note: str
    derivatives: tuple[Formula, ...]  # of abstract functions, in the theorem and in its proof: they are to be defined


class Theorem:
    """hypotheses ⊢ conclusion. Made by the rules of this module and by nothing else; it cannot be changed."""

    __slots__ = ("__weakref__",)

    def __new__(cls, *_: Any, **__: Any) -> Never:  # noqa: D102
        raise KernelError("Theorem: only the rules of the kernel make theorems")

    def __init_subclass__(cls) -> None:
        raise KernelError("Theorem: it cannot be subclassed")

    def __reduce_ex__(self, _: Any) -> Never:
        raise KernelError("Theorem: it cannot be pickled; write it as a proof and replay that")

    def __getattr__(self, name: str) -> Any:
        if name in _Record.__dataclass_fields__:
            return getattr(_record(self), name)
        raise AttributeError(name)

    def __str__(self) -> str:
        left = ", ".join(map(str, self.hypotheses))
        return f"{left} ⊢ {self.conclusion}" if left else f"⊢ {self.conclusion}"


_minted: WeakKeyDictionary[Theorem, _Record] = WeakKeyDictionary()


def _record(theorem: Any) -> _Record:
    """What the kernel knows of a theorem; an object that it did not make is refused."""
    if type(theorem) is not Theorem or theorem not in _minted:
        raise KernelError(f"{type(theorem).__name__}: not a theorem made by the kernel")
    return _minted[theorem]


def _mint(
    rule: str, hypotheses: Sequence[Formula], conclusion: Formula, premises: Sequence[Theorem],
    parameters: Mapping[str, Any], note: str = "", axioms: Sequence[Axiom] = (),
    certificates: Sequence[Certificate] = (), behind: Sequence[Formula] | None = None,
) -> Theorem:  # fmt: skip
    records = [_record(p) for p in premises]
    if any(has_reserved_name(f) for f in (*hypotheses, conclusion)):
        raise KernelError("a name for internal use would be left in the theorem")
    theorem: Theorem = object.__new__(Theorem)  # type: ignore[arg-type]  # Theorem.__new__ refuses everyone else
    found = (*(_behind(premises) if behind is None else behind), *derivatives((*hypotheses, conclusion)))
    all_axioms = frozenset(axioms).union(*(r.axioms for r in records))
    every_certificate = tuple(dict.fromkeys((*certificates, *(c for r in records for c in r.certificates))))
    _minted[theorem] = _Record(
        rule, tuple(dict.fromkeys(hypotheses)), conclusion, tuple(premises), parameters, all_axioms,
        every_certificate, note, tuple(dict.fromkeys(found)),
    )  # fmt: skip
    return theorem


def _behind(theorems: Iterable[Theorem]) -> list[Formula]:
    """The derivatives that these theorems and their proofs speak of, and what is made of them may not."""
    return [d for t in theorems for d in _record(t).derivatives]


# --- shared checks -------------------------------------------------------------------------------------------------


def _rule(function: Callable[P, R]) -> Callable[P, R]:
    """Names the rule in what it refuses; whatever stops a rule is a refusal."""

    @wraps(function)
    def named(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except RecursionError:
            raise KernelError(f"{function.__name__}: the equations rewrite without end") from None
        except (KernelError, ValueError, ArithmeticError, TypeError, AttributeError, LookupError) as error:
            raise KernelError(f"{function.__name__}: {error}") from None

    return named


@_rule
def well_formed(formula: Any) -> Any:
    """The formula itself, if it is one of the language and its sorts agree."""
    if type(formula) is Relation:
        sorts = {sort_of(formula.lhs), sort_of(formula.rhs)} - {"zero"}
        if len(sorts) > 1 or (formula.op != "=" and not sorts <= {"scalar"}):
            raise IllFormed(f"the two sides cannot be compared by {formula.op}: {formula}")
    elif type(formula) is ForAll:
        for part in (*formula.given, formula.body):
            well_formed(part)
    elif type(formula) is not Predicate:
        raise IllFormed(f"not a formula: {formula!r}")
    if has_reserved_name(formula):
        raise IllFormed(f"the name {has_reserved_name(formula)} is for internal use")
    conditions(formula)
    derivatives([formula])
    return formula


def _theorems(items: Iterable[Theorem | Formula]) -> list[Theorem]:
    return [assume(item) if isinstance(item, Formula) else item for item in items]


def _hypotheses(theorems: Iterable[Theorem]) -> list[Formula]:
    return [h for t in theorems for h in _record(t).hypotheses]


def _known(theorems: Sequence[Theorem]) -> list[Formula]:
    """What may be used in a theorem that takes on these theorems' hypotheses: these, and the conclusions."""
    return [*(_record(t).conclusion for t in theorems), *_hypotheses(theorems)]


def _needed(terms: Iterable[Any], known: Iterable[Formula]) -> tuple[Formula, ...]:
    """The conditions under which the terms are defined, as far as they are not settled by what is known."""
    return needed_under(tuple(c for t in terms for c in conditions(t)), tuple(known))


# --- the rules -----------------------------------------------------------------------------------------------------


@_rule
def assume(formula: Formula) -> Theorem:
    """h ⊢ h. Sound: the hypothesis is the conclusion."""
    return _mint("assume", [well_formed(formula)], formula, [], {"formula": formula})


@_rule
def identity(
    goal: Relation, using: Sequence[Theorem | Formula] = (), facts: Sequence[Theorem | Formula] = ()
) -> Theorem:
    """⊢ lhs = rhs, when the zero test decides it, under the equations `using` and the side conditions `facts`.

    Sound: the difference reduces to zero by true equations of defined terms. Equations are used by replacing equals,
    and both they and the facts are theorems whose hypotheses the result takes on. What must hold for both sides to
    be defined is settled by the facts or becomes a hypothesis.
    """
    used, sides = _theorems(using), _theorems(facts)
    if not isinstance(well_formed(goal), Relation) or goal.op != "=":
        raise KernelError(f"needs an equation, not {goal}")
    premises = [*used, *sides]
    known = _known(premises)
    needed = _needed([goal], known)
    note = decide_zero(goal, [*known, *needed], [_record(t).conclusion for t in used])
    data = {"goal": goal, "using": len(used)}
    return _mint("identity", [*_hypotheses(premises), *needed], goal, premises, data, note)


@_rule
def combine(
    goal: Relation, terms: Sequence[tuple[Any, Any]], using: Sequence[Theorem | Formula] = (),
    facts: Sequence[Theorem | Formula] = (),
) -> Theorem:  # fmt: skip
    """⊢ goal, from lhs − rhs = Σ λᵢ·sᵢ with multipliers λᵢ ≥ 0 and slacks sᵢ ≥ 0.

    A factor is a theorem (u ≥ v, u > v or u = v stands for u − v) or a term whose sign the facts settle (a square, a
    norm, a positive number). Sound: a product of non-negative numbers is not negative, is positive if both are, and
    is zero if one is zero; sums keep that; the equation is decided as in `identity`.
    """
    used, sides = _theorems(using), _theorems(facts)
    terms = [(*(f if isinstance(f, Theorem) else S(f) for f in pair),) for pair in terms]
    if not isinstance(well_formed(goal), Relation) or sort_of(difference(goal)) not in ("scalar", "zero"):
        raise KernelError(f"needs a relation between scalars, not {goal}")
    given = [f for pair in terms for f in pair if isinstance(f, Theorem)]
    known = _known([*used, *sides, *given])
    factors = [f for pair in terms for f in pair if isinstance(f, Expr)]
    needed = _needed([goal, *factors], known)
    known = [*known, *needed]
    total: Any = S.Zero
    kinds = []
    for pair in terms:
        (a, a_signs), (b, b_signs) = (_factor(f, known) for f in pair)
        total += a * b
        if a_signs == {0} or b_signs == {0}:
            kinds.append("=")
        elif a_signs <= {0, 1} and b_signs <= {0, 1}:
            kinds.append(">" if 0 not in a_signs | b_signs else "≥")
        else:
            raise KernelError(f"the sign of {a if not a_signs <= {0, 1} else b} is not settled")
    holds = {"=": set(kinds) <= {"="}, "≥": True, ">": ">" in kinds, "≠": ">" in kinds}
    if not holds[goal.op]:
        raise KernelError(f"no term is strict, or not all are zero, so {goal} does not follow")
    note = decide_zero(goal, known, [_record(t).conclusion for t in used], total)
    premises = [*used, *sides, *given]
    shape = [[f if not isinstance(f, Theorem) else None for f in pair] for pair in terms]
    data = {"goal": goal, "terms": shape, "using": len(used), "facts": len(sides)}
    behind = [*_behind(premises), *derivatives(factors)]
    return _mint("combine", [*_hypotheses(premises), *needed], goal, premises, data, note, behind=behind)


def _factor(item: Any, known: Sequence[Formula]) -> tuple[Any, frozenset[int]]:
    if isinstance(item, Theorem):
        relation = _record(item).conclusion
        if not isinstance(relation, Relation) or sort_of(difference(relation)) not in ("scalar", "zero"):
            raise KernelError(f"a factor must be a relation between scalars, not {relation}")
        return difference(relation), ALLOWED[relation.op]
    return item, signs_under(tuple(known), item)


@_rule
def certify(certificate: Certificate) -> Theorem:
    """conditions ⊢ f > 0 (or ≥ 0), from a certificate of the prover.

    Sound: each rule of the certificate reduces its goal to goals that imply it, wherever all terms are defined, down to
    exact methods and to enclosures in ball arithmetic; the check is run here, without the search. That the terms are
    defined is settled by the conditions or becomes a hypothesis.
    """
    if type(certificate) is not Certificate or type(certificate.goal) is not Goal:
        raise KernelError(f"needs a Certificate, not a {type(certificate).__name__}")
    check(certificate)
    parts = (*certificate.goal.given, certificate.goal.shows)
    *hypotheses, goal = [(gt if g.strict else ge)(g.expr, 0) for g in parts]
    for formula in (*hypotheses, goal):
        well_formed(formula)
    hypotheses += _needed([*hypotheses, goal], hypotheses)
    data = {"certificate": certificate}
    return _mint("certify", hypotheses, goal, [], data, certificate.summary(), certificates=[certificate])


@_rule
def instantiate(
    theorem: Theorem, values: Mapping[Any, Any] | Sequence[Any] = (), discharge: Sequence[Theorem] = ()
) -> Theorem:
    """Substitution, with hypotheses discharged.

    A mapping replaces free variables (symbols; vectors, points and functions through themselves or a `Lambda`). A
    sequence gives values to the variables of a conclusion "for all …", whose conditions become hypotheses. Each
    hypothesis that follows from the conclusions in `discharge` is dropped, and the hypotheses of those are taken on.
    Sound: a theorem holds for all assignments, so for these values wherever they are defined and have the declared
    sign and sort; definedness is asked of the terms before sympy simplifies what was substituted.
    """
    record, proofs = _record(theorem), list(discharge)
    hypotheses, conclusion = list(record.hypotheses), record.conclusion
    if isinstance(values, Mapping):
        mapping = {variable(k): as_term(v) for k, v in values.items()}
    else:
        variables = conclusion.variables if isinstance(conclusion, ForAll) and values else ()
        if len(variables) != len(values):
            raise KernelError(f"{len(values)} values for {len(variables)} variables of {conclusion}")
        mapping = {}
        if variables:
            names = {v: fresh(v) for v in variables}
            opened = [substitute(f, names) for f in (*conclusion.given, conclusion.body)]
            hypotheses, conclusion = [*hypotheses, *opened[:-1]], opened[-1]
            mapping = {names[v]: as_term(value) for v, value in zip(variables, values, strict=True)}
    known = _known(proofs)
    made, needed = replaced([*record.derivatives, *hypotheses, conclusion], mapping, known)
    behind, made = made[: len(record.derivatives)], made[len(record.derivatives) :]
    extra = unsettled(needed, Facts([*known, *made[:-1]])) if mapping else ()
    left = [well_formed(h) for h in (*made[:-1], *extra) if not follows(h, known)]
    data = {"values": dict(values) if isinstance(values, Mapping) else list(values)}
    hypotheses, behind = [*left, *_hypotheses(proofs)], [*derivatives(behind), *_behind(proofs)]
    return _mint("instantiate", hypotheses, well_formed(made[-1]), [theorem, *proofs], data, behind=behind)


@_rule
def generalize(theorem: Theorem, variables: Sequence[Any], given: Sequence[Formula] = ()) -> Theorem:
    """Γ ⊢ for all variables with `given`: φ, from Γ, given ⊢ φ; the variables are not free in Γ.

    Sound: the premise holds for every value of a variable that Γ does not mention. (The converse of `instantiate` by
    a sequence; it is how a schema among the hypotheses of an axiom is met.)
    """
    record, bound, given = _record(theorem), [variable(v) for v in variables], list(given)
    left = [h for h in record.hypotheses if not follows(h, given)]
    for h in left:
        if set(bound) & free_variables(h):
            raise KernelError(f"{h} speaks of a variable to be bound")
    conclusion = well_formed(ForAll(bound, given, record.conclusion))
    data = {"variables": list(bound), "given": list(given)}
    return _mint("generalize", left, conclusion, [theorem], data, behind=under(bound, given, record.derivatives))


@_rule
def cases(theorems: Sequence[Theorem], on: Sequence[Relation]) -> Theorem:
    """Γ ⊢ φ, from Γ, cᵢ ⊢ φ where the cases cᵢ on the sign of one term leave no gap.

    Sound: a defined real number is negative, zero or positive; the cases allow all three.
    """
    theorems, on = list(theorems), list(on)
    if not theorems or len(theorems) != len(on):
        raise KernelError(f"{len(on)} cases for {len(theorems)} theorems")
    first, conclusion = difference(on[0]), _record(theorems[0]).conclusion
    covered: set[int] = set()
    left: list[Formula] = []
    for theorem, case in zip(theorems, on, strict=True):
        record, well = _record(theorem), well_formed(case)
        sign = next((s for s in (1, -1) if is_zero(difference(well) - s * first)), None)
        if sign is None or not same(record.conclusion, conclusion):
            raise KernelError(f"{case} is no case on {first}, or the conclusions differ")
        covered |= {sign * s for s in ALLOWED[case.op]}
        left += [h for h in record.hypotheses if not follows(h, [case])]
    if covered != {-1, 0, 1}:
        raise KernelError(f"the cases on {first} leave a gap: sign {sorted({-1, 0, 1} - covered)}")
    needed = _needed([*on, conclusion], left)
    return _mint("cases", [*left, *needed], conclusion, theorems, {"on": list(on)})


def _plain_integer(n: Any) -> bool:
    return type(n) is Symbol and n._assumptions_orig == {"integer": True}


@_rule
def induct(base: Theorem, step: Theorem, goal: Formula, n: Symbol, start: Expr | int) -> Theorem:
    """Γ, n ≥ start ⊢ φ(n), from Γ ⊢ φ(start) and Γ, n ≥ start, φ(n) ⊢ φ(n+1), for an integer n not free in Γ.

    Sound: mathematical induction.
    """
    first, then, start = _record(base), _record(step), S(start)
    if not _plain_integer(n) or not start.is_integer or n in start.free_symbols:
        raise KernelError(f"{n} and {start} must be integers, {n} without a sign, and the start free of {n}")
    well_formed(goal)
    if not same(first.conclusion, substitute(goal, {n: start})):
        raise KernelError(f"the base proves {first.conclusion}, not the case {n} = {start} of {goal}")
    if not same(then.conclusion, substitute(goal, {n: n + 1})):
        raise KernelError(f"the step proves {then.conclusion}, not the case {n} + 1 of {goal}")
    left = [h for h in then.hypotheses if not follows(h, [goal, ge(n, start)])]
    left += first.hypotheses
    if any(n in free_variables(h) for h in left):
        raise KernelError(f"a hypothesis of base or step speaks of {n}: {', '.join(map(str, left))}")
    if _needed([goal], [*left, ge(n, start)]):
        raise KernelError(f"{goal} is not certain to be defined for every {n} ≥ {start}")
    data = {"goal": goal, "n": n, "start": start}
    behind = [*first.derivatives, *under([n], [ge(n, start)], then.derivatives)]
    return _mint("induct", [*left, ge(n, start)], goal, [base, step], data, behind=behind)


@_rule
def telescope(step: Theorem, t: Symbol, lo: Expr | int, hi: Expr | int, potential: Expr | int = 0) -> Theorem:
    """Γ ⊢ F(lo) − F(hi+1) + Σ_{t=lo}^{hi} (u(t) − v(t) − F(t) + F(t+1)) ≥ 0, from Γ, lo ≤ t, t ≤ hi ⊢ u(t) ≥ v(t).

    With F = 0 this adds up an inequality. Equations add up to an equation; a strict step gives ≥. Sound: the sum of
    u − v over a finite range is not negative, and Σ (F(t) − F(t+1)) = F(lo) − F(hi+1) when hi ≥ lo − 1, which is a
    hypothesis unless it is settled. The integer t is not free in Γ or in the bounds.
    """
    record, lo, hi, potential = _record(step), S(lo), S(hi), S(potential)
    relation = record.conclusion
    integers = _plain_integer(t) and lo.is_integer and hi.is_integer
    if not isinstance(relation, Relation) or relation.op == "≠" or not integers:
        raise KernelError(f"needs an equation or inequality in an integer {t}, not {relation}")
    left = [h for h in record.hypotheses if not follows(h, [ge(t, lo), ge(hi, t)])]
    if any(t in free_variables(x) for x in (*left, lo, hi)):
        raise KernelError(f"a hypothesis or a bound speaks of {t}: {', '.join(map(str, left))}")
    ends = substitute(potential, {t: lo}) - substitute(potential, {t: hi + 1})
    summand = difference(relation) - potential + substitute(potential, {t: t + 1})
    total = ends + Sum(summand, (t, lo, hi))
    goal = well_formed(Relation("=" if relation.op == "=" else "≥", total, 0))
    needed = _needed([goal], left)
    needed = (*needed, *unsettled([ge(hi - lo + 1, 0)] if potential != 0 else [], Facts(left)))
    data, within = {"t": t, "lo": lo, "hi": hi, "potential": potential}, [ge(t, lo), ge(hi, t)]
    return _mint("telescope", [*left, *needed], goal, [step], data, behind=under([t], within, record.derivatives))


@_rule
def cite(axiom: Axiom) -> Theorem:
    """hypotheses ⊢ conclusion of a classical theorem, recorded in this theorem and in all that uses it.

    Sound if the axiom is true as stated, which its reference vouches for and a reader must judge.
    """
    named = type(axiom) is Axiom and axiom.name and axiom.statement and axiom.reference
    if not named or type(axiom.hypotheses) is not tuple:  # what can be read only once would be forgotten
        raise KernelError("needs an Axiom with a name, a statement, a reference and a tuple of hypotheses")
    for formula in (*axiom.hypotheses, axiom.conclusion):
        well_formed(formula)
    return _mint("cite", axiom.hypotheses, axiom.conclusion, [], {"axiom": axiom}, axiom.reference, [axiom])


@_rule
def witness(
    given: Sequence[Formula], states: Relation, assignment: Mapping[Any, Any], discharge: Sequence[Theorem] = ()
) -> Theorem:
    """⊢ the statement "given ⇒ states, for all values" fails, at an exact assignment.

    Vectors and points are interpreted in R^n, each as a tuple of numbers. Sound: at the assignment every hypothesis is
    defined and true (decided exactly or in balls, or proved for this interpretation by a theorem in `discharge` that
    has no hypotheses left) and the conclusion is defined and false, an equation of vectors in one coordinate.
    """
    given, discharge = list(given), list(discharge)
    if any(_record(t).hypotheses for t in discharge) or not isinstance(states, Relation):
        raise KernelError("needs a relation to violate, and theorems without hypotheses")
    mapping = {variable(k): as_term(v) for k, v in assignment.items()}
    formulas = [well_formed(f) for f in (*given, states)]
    refuse_rough(formulas, mapping)
    values, hypotheses, defined, goals = read(formulas, mapping)
    known, failing = _known(discharge), []
    for goal in goals:
        made, needed = replaced([*(f for parts in hypotheses for f in parts), *defined, goal], values, known)
        for f in (*made[:-1], *needed):
            if decided(f) is not True and not follows(f, known):
                raise KernelError(f"the assignment is not shown to meet {f}")
        failing += [made[-1]] if decided(made[-1]) is False else []
    if not failing:
        raise KernelError(f"{states} is not shown to fail, it reads {made[-1]}")
    shown = iter(made)
    lines = [f"{f}: {', '.join(str(next(shown)) for _ in parts)}" for f, parts in zip(given, hypotheses, strict=True)]
    lines += [f"but not {states}: {exact_value(f.lhs)} {f.op} {exact_value(f.rhs)} is false" for f in failing[:1]]
    pairs = Tuple(*(Tuple(*pair) for pair in mapping.items()))
    conclusion = Counterexample(Tuple(*given), states, pairs, Tuple(*map(Word, lines)))
    return _mint("witness", [], conclusion, discharge, {"given": given, "states": states, "assignment": mapping})


# --- what a theorem settles ----------------------------------------------------------------------------------------


@_rule
def proves(theorem: Theorem, given: Sequence[Formula], states: Formula) -> None:
    """Refuses unless the theorem is the claim: its conclusion is `states`, its hypotheses are among `given`.

    Fewer hypotheses than the claim's are no less a proof. Beyond equal formulas only the normal form is used, and
    then the claim's own terms must be defined under `given`.
    """
    record, given = _record(theorem), list(given)
    for formula in (*given, states):
        well_formed(formula)
    if not same(record.conclusion, states, given):
        raise KernelError(f"the theorem concludes {record.conclusion}, the claim states {states}")
    rough = set().union(*map(free_variables, (*given, states))) - differentiated([*given, states])
    if smoothed := rough.intersection(map(head_of, record.derivatives)):
        raise KernelError(f"the theorem differentiates {', '.join(map(str, smoothed))}, which the claim does not")
    for h in record.hypotheses:
        if not follows(h, given):
            raise KernelError(f"the theorem needs {h}, which the claim does not give")
    if alpha(record.conclusion) != alpha(states) and (needed := _needed([states], given)):
        raise KernelError(f"the claim's statement is not always defined: it needs {', '.join(map(str, needed))}")


@_rule
def refutes(theorem: Theorem, given: Sequence[Formula], states: Formula) -> None:
    """Refuses unless the theorem is a counterexample to exactly this statement."""
    conclusion = _record(theorem).conclusion
    if not isinstance(conclusion, Counterexample):
        raise KernelError(f"the theorem is no counterexample: {conclusion}")
    if conclusion.states != states or conclusion.given != tuple(given):
        raise KernelError(f"the counterexample is to {conclusion.states}, the claim states {states}")
