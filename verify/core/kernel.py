"""The rules: `Theorem`, and the functions that alone can make one. What a theorem means, in ten sentences:

1. A theorem is a finite set Γ of formulas, a formula φ and a set U of uses; Γ ⊢ φ says that in every model in which
   every formula of Γ is true, and U is met, φ is true and defined.
2. A model gives each named space a real inner-product space of finite dimension, each point a tangent space of that
   sort, each variable a value of its kind that has its declared sign, and each term a value of its sort, which is made
   of the values of its parts, defined or not: 1/0 + 1 is one more than 1/0, and of 1/0 nothing is known.
3. A function gives a number to all arguments, and is jointly continuous in those that U says it is integrated over; so
   with families, vectors and points; 0 and all zero vectors are one argument. An integer function gives integers; a
   partial function is defined on a set of its own: a rule in its place, where the rule's conditions hold.
4. A term is not defined where a part is not, a denominator vanishes, or outside the domain of log, tan, acos, asin,
   acosh, atanh; bᵉ is if b > 0, or b = 0 and e ≥ 0, or e is an integer and b ≠ 0; a sum is not if its body is not in
   its range (an empty range sums to 0).
5. An integral is defined if its body is, and is continuous, between the bounds, ends included, in either order; a
   derivative if its body is, and is continuously differentiable, in a neighbourhood.
6. A relation is true if the values of both sides are related so. "For all v with γ: φ" is true if φ is for every v of
   its kind and sign at which all of γ are; it is defined if each of γ is where those before it are true, and φ where
   all are.
7. U says that derivatives of heads exist near the places where the theorem, or anything in its proof, takes them and
   the heads are defined, and over which of their arguments heads are integrated; it is closed under "for all", and
   values are put into it, as into Γ.
8. An axiom is a theorem without a proof, taken on trust, and listed in all that is proved with it. Words hold or do not
   of values, 0 being a number, and of functions of all arguments of one kind: W(x ↦ f(x)) says nothing of f at vectors.
9. A law is used where what it speaks of is defined: a hypothesis that is not known to be says only what is written.
10. A claim "given ⇒ states" is proved if states is defined and true in every model in which given is, and in which its
    heads are as smooth, wherever they are defined, as it takes them to be anywhere; a counterexample to it is such a
    model in a space of n-tuples of numbers, functions of which are functions of their coordinates, in which states is
    defined and not true.

Rules check, they do not search: each is given the hypotheses and the conclusion that the theorem shall have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Never, ParamSpec, TypeVar, cast
from weakref import WeakKeyDictionary

from verify.core.certificate import Certificate, check_certificate
from verify.core.definedness import conditions, restrictions
from verify.core.equality import concluded, says, settle, taken_as_read, taken_on
from verify.core.nodes import POINT_SORT, Refused, Term, is_scalar, is_vector
from verify.core.polynomials import difference, minus, product, total
from verify.core.replacing import instance
from verify.core.signs import ALLOWED, NEGATIVE, POSITIVE, ZERO_SIGN, Facts, sign_product
from verify.core.terms import (
    ONE, ZERO, add, forall, formulas, relation, said_outside, sides, substitute, taken, the_relation,
)  # fmt: skip
from verify.core.telescoping import check_index, defined_in_range, telescoped
from verify.core.uses import NOTHING, Uses, integrated, uses_of
from verify.core.witness import check_witness
from verify.core.zero import NormalForm, Undecided

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Axiom:
    """A classical theorem taken on trust: hypotheses ⊢ conclusion, with its statement in words and a reference."""

    name: str
    statement: str
    reference: str
    hypotheses: tuple[Term, ...]
    conclusion: Term


@dataclass(frozen=True, slots=True)
class _Record:
    rule: str
    hypotheses: tuple[Term, ...]
    conclusion: Term
    premises: tuple[Theorem, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict)
    axioms: frozenset[Axiom] = frozenset()
    uses: Uses = NOTHING
    lines: tuple[str, ...] = ()


class _Made:
    """What only the rules of this module make; it cannot be changed, subclassed or pickled."""

    __slots__ = ("__weakref__",)

    def __new__(cls, *_: Any, **__: Any) -> Never:
        raise Refused(f"{cls.__name__}: only the rules of the core make it")

    def __reduce_ex__(self, _: Any) -> Never:
        raise Refused(f"{type(self).__name__}: it cannot be pickled; write it as a proof and check that")

    def __getattr__(self, name: str) -> Any:
        if name in _Record.__dataclass_fields__:
            return getattr(_record(self, type(self)), name)
        raise AttributeError(name)


class Theorem(_Made):
    """hypotheses ⊢ conclusion."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        raise Refused("Theorem: it cannot be subclassed")


class Counterexample(_Made):
    """An exact assignment at which all hypotheses hold and the conclusion does not; `lines` says it in numbers."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        raise Refused("Counterexample: it cannot be subclassed")


_minted: WeakKeyDictionary[_Made, _Record] = WeakKeyDictionary()


def _record(made: Any, kind: Any = Theorem) -> _Record:
    record = _minted.get(made) if isinstance(made, _Made) and type(made) is kind else None
    if record is None or (record.rule == "witness") != (kind is Counterexample):  # a class may be assigned
        raise Refused(f"{type(made).__name__}: not a {kind.__name__} made by the core")
    return record


def _mint(kind: Any, record: _Record) -> Any:
    for formula in (*record.hypotheses, record.conclusion):
        if formula.open:
            raise Refused(f"a variable is bound by nothing in {formula!r}")
    for made in record.premises:
        _record(made)
    theorem = object.__new__(kind)
    _minted[theorem] = record
    return theorem


def _theorem(
    rule: str, hypotheses: Sequence[Term], conclusion: Term, premises: Sequence[Theorem], parameters: Mapping[str, Any],
    uses: Uses | None = None, axioms: Iterable[Axiom] = (),
) -> Theorem:  # fmt: skip
    """Makes the theorem; its uses are those of its premises, unless they are given, and of its own formulas."""
    given = tuple(dict.fromkeys(hypotheses))
    said_outside([*given, conclusion])
    behind = uses if uses is not None else _uses(premises)
    made: Theorem = _mint(
        Theorem,
        _Record(
            rule, given, conclusion, tuple(premises), parameters,
            frozenset(axioms).union(*(_record(p).axioms for p in premises)),
            behind.joined(uses_of([*given, conclusion])),
        ),
    )  # fmt: skip
    return made


def _rule(function: Callable[P, R]) -> Callable[P, R]:
    """Names the rule in what it refuses; whatever stops a rule is a refusal."""

    @wraps(function)
    def named(*args: P.args, **kwargs: P.kwargs) -> R:
        kinds = (Axiom, Certificate, Counterexample, Term, Theorem)
        try:
            return cast(R, cast(Any, function)(*taken(args, kinds), **{k: taken(a, kinds) for k, a in kwargs.items()}))
        except Refused as error:
            raise type(error)(f"{function.__name__}: {error}") from None
        except RecursionError:
            raise Refused(f"{function.__name__}: the equations rewrite without end") from None
        except (ValueError, ArithmeticError, TypeError, AttributeError, LookupError) as error:
            raise Refused(f"{function.__name__}: {type(error).__name__}: {error}") from None

    return named


# --- what the rules share ---------------------------------------------------------------------------------------------


def _known(theorems: Iterable[Theorem]) -> list[Term]:
    """What theorems conclude, and that it is defined."""
    return [f for conclusion in _conclusions(theorems) for f in (*conditions(conclusion), conclusion)]


def _uses(theorems: Iterable[Theorem]) -> Uses:
    return NOTHING.joined(*(_record(t).uses for t in theorems))


def _conclusions(theorems: Iterable[Theorem]) -> list[Term]:
    return [_record(t).conclusion for t in theorems]


# --- the rules --------------------------------------------------------------------------------------------------------


@_rule
def assume(formula: Term, *, hypotheses: Sequence[Term] = ()) -> Theorem:
    """Γ, h ⊢ h. Sound: the hypothesis is the conclusion, and all of them settle that it is defined."""
    hypotheses = formulas([formula, *hypotheses])
    settle(conditions(formula), hypotheses, [], "the hypothesis")
    return _theorem("assume", hypotheses, formula, [], {"formula": formula})


@_rule
def identity(
    goal: Term, using: Sequence[Theorem] = (), facts: Sequence[Theorem] = (), *, hypotheses: Sequence[Term]
) -> Theorem:
    """Γ ⊢ lhs = rhs, when the zero test decides it, under the equations `using` and the side conditions `facts`.

    Sound: the difference is zero wherever it is defined, by equations that are true and defined, as they are concluded;
    both sides are defined, as their conditions are settled.
    """
    return _reduced("identity", the_relation(goal, "="), [], using, facts, hypotheses)


@_rule
def combine(
    goal: Term, terms: Sequence[tuple[Theorem | Term, Theorem | Term]], using: Sequence[Theorem] = (),
    facts: Sequence[Theorem] = (), *, hypotheses: Sequence[Term],
) -> Theorem:  # fmt: skip
    """Γ ⊢ goal, from larger − smaller = Σ λᵢ·sᵢ with multipliers λᵢ ≥ 0 and slacks sᵢ ≥ 0.

    A factor is a theorem (u ≥ v, u > v or u = v stands for u − v) or a term whose sign is settled. An equation of
    vectors may be put together from equations of vectors. Sound: a product of non-negative numbers is not negative, is
    positive if both are, and is zero if one is; sums keep that; the equation is decided as in `identity`, and all
    factors are defined.
    """
    return _reduced("combine", the_relation(goal), terms, using, facts, hypotheses)


def _reduced(
    rule: str, goal: Term, terms: Sequence[tuple[Any, Any]], using: Sequence[Theorem], facts: Sequence[Theorem],
    hypotheses: Sequence[Term],
) -> Theorem:  # fmt: skip
    (goal, *hypotheses) = formulas([goal, *hypotheses])
    given = [f for pair in terms for f in pair if type(f) is not Term]
    premises = [*using, *facts, *given]
    taken_on([h for p in premises for h in _record(p).hypotheses], hypotheses)
    known = [*hypotheses, *_known(premises)]
    factors = [f for pair in terms for f in pair if type(f) is Term]
    if any(f.open for f in factors):
        raise Refused("a factor has a variable that is bound by nothing")
    said_outside(factors)
    settle([c for t in (goal, *factors) for c in conditions(t)], hypotheses, known, "the goal and the factors")
    sums, kinds = [], []
    signs = Facts(known)
    for pair in terms:
        (a, a_signs), (b, b_signs) = (_factor(f, signs) for f in pair)
        sums.append(product(a, b))
        if ZERO_SIGN in (a_signs, b_signs):
            kinds.append("=")
        elif (a_signs | b_signs) & NEGATIVE or not a_signs or not b_signs:
            raise Undecided(f"the sign of {a if a_signs & NEGATIVE else b!r} is not settled")
        else:
            kinds.append("≥" if (a_signs | b_signs) & ZERO_SIGN else ">")
    op = sides(goal)[0]
    if not {"=": set(kinds) <= {"="}, "≥": True, ">": ">" in kinds, "≠": ">" in kinds}[op]:
        raise Refused(f"no term is strict, or not all are zero, so {goal!r} does not follow")
    form = NormalForm(Facts(known), _conclusions(using))
    if goal.args[1].sort == POINT_SORT:
        reduced = not terms and form.same_point(goal.args[1], goal.args[2])
    else:
        reduced = form.is_zero(minus(difference(goal), total(*sums)))
    if not reduced:
        raise Undecided(f"{goal!r} is not decided: the difference does not reduce to zero")
    shape = [[None if type(f) is not Term else f for f in pair] for pair in terms]
    data = {"using": len(using), "facts": len(facts), "terms": shape}
    return _theorem(rule, hypotheses, goal, premises, data, _uses(premises).joined(uses_of(factors)))


def _factor(item: Theorem | Term, facts: Facts) -> tuple[Term, int]:
    if type(item) is not Term:
        conclusion = the_relation(_record(item).conclusion)
        if conclusion.args[1].sort == POINT_SORT:
            raise Refused(f"an equation of points is no factor: {conclusion!r}")
        return difference(conclusion), ALLOWED[sides(conclusion)[0]]
    if is_vector(item):
        return item, NEGATIVE | ZERO_SIGN | POSITIVE
    if not is_scalar(item):
        raise Refused(f"{item!r} is no factor")
    return item, facts.signs(item)


@_rule
def certify(certificate: Certificate, *, hypotheses: Sequence[Term], conclusion: Term) -> Theorem:
    """Γ ⊢ f > 0 (or ≥ 0), from a certificate whose conditions are in Γ.

    Sound: `check_certificate` shows that the goal holds wherever the conditions hold and all terms are defined; that
    they are is settled here.
    """
    (conclusion, *hypotheses) = formulas([conclusion, *hypotheses])
    check_certificate(certificate)
    said_outside([*certificate.given, certificate.shows])
    taken_on(certificate.given, hypotheses)
    needed = [c for f in (*certificate.given, certificate.shows) for c in conditions(f)]
    settle(needed, hypotheses, hypotheses, "the goal")
    concluded(conclusion, certificate.shows, hypotheses, [])
    return _theorem("certify", hypotheses, conclusion, [], {"certificate": certificate})


@_rule
def instantiate(
    theorem: Theorem, values: Mapping[Term, Term] | Sequence[Term] = (), discharge: Sequence[Theorem] = (), *,
    hypotheses: Sequence[Term], conclusion: Term,
) -> Theorem:  # fmt: skip
    """Substitution, with hypotheses discharged.

    A mapping replaces free variables; a sequence gives values to the variables of a conclusion "for all …", whose
    conditions become hypotheses. Each hypothesis is one of the result's, or follows from the conclusions in
    `discharge`. Sound: a theorem holds in all models, so in those that give its variables the values that these terms
    have: that these are of the kind and of the sign, and as smooth as the uses ask, is checked by `check_values`, or
    settled; so is that the conclusion at the values is defined.
    """
    (conclusion, *hypotheses) = formulas([conclusion, *hypotheses])
    taken_on([h for p in discharge for h in _record(p).hypotheses], hypotheses)
    known = [*_known(discharge), *hypotheses]
    record = _record(theorem)
    said_outside([x for pair in values.items() for x in pair] if isinstance(values, Mapping) else values)
    found = instance(record.hypotheses, record.conclusion, record.uses, values, known)
    *given, proved = found.formulas
    taken_on(given, hypotheses, known)
    settle(found.needed, hypotheses, [*known, *given], "the values")
    concluded(conclusion, proved, hypotheses, [*known, *given])
    data = {"values": dict(values) if isinstance(values, Mapping) else list(values)}
    return _theorem(
        "instantiate", hypotheses, conclusion, [theorem, *discharge], data, found.uses.joined(_uses(discharge))
    )


@_rule
def generalize(
    theorem: Theorem, variables: Sequence[Term], given: Sequence[Term] = (), *, hypotheses: Sequence[Term]
) -> Theorem:
    """Γ ⊢ for all variables with `given`: φ, from Γ, given ⊢ φ; the variables are not free in Γ.

    Sound: the premise holds for every value of a variable that Γ does not mention; each of `given` is settled to be
    defined where those before it are true. A bound function is not one that the proof differentiates: the formula could
    not say so. If it is integrated, φ is defined for continuous ones, its conditions speak of all: they are settled.
    """
    (*hypotheses,) = formulas(hypotheses)
    given = formulas(given)
    record = _record(theorem)
    bound = set(variables)
    for h in hypotheses:
        if not bound.isdisjoint(h.free):
            raise Refused(f"{h!r} speaks of a variable to be bound")
    taken_on([h for h in record.hypotheses if h not in given], hypotheses, given)
    goal = forall(variables, given, record.conclusion)
    of_continuous = integrated([*given, record.conclusion], variables)
    settle(conditions(goal) if of_continuous else restrictions(goal), hypotheses, [], "for all")
    data = {"variables": list(variables), "given": list(given)}
    uses = record.uses.closed(variables, given, [record.conclusion])
    return _theorem("generalize", hypotheses, goal, [theorem], data, uses)


@_rule
def cases(theorems: Sequence[Theorem], on: Sequence[Term], *, hypotheses: Sequence[Term], conclusion: Term) -> Theorem:
    """Γ ⊢ φ, from Γ, cᵢ ⊢ φ where the cases cᵢ on the sign of one term leave no gap.

    Sound: the term is defined, so it is negative, zero or positive; the cases allow all three.
    """
    (conclusion, *hypotheses) = formulas([conclusion, *hypotheses])
    on = [the_relation(c) for c in formulas(on)]
    if not theorems or len(theorems) != len(on):
        raise Refused(f"{len(on)} cases for {len(theorems)} theorems")
    settle([c for f in (*on, conclusion) for c in conditions(f)], hypotheses, hypotheses, "the cases")
    first, covered = difference(on[0]), 0
    form = NormalForm(Facts(hypotheses))
    for theorem, case in zip(theorems, on, strict=True):
        term, allowed = difference(case), ALLOWED[sides(case)[0]]
        if form.is_zero(minus(term, first)):
            covered |= allowed
        elif form.is_zero(total(term, first)):
            covered |= sign_product(allowed, NEGATIVE)
        else:
            raise Undecided(f"{case!r} is no case on the sign of {first!r}")
        concluded(conclusion, _record(theorem).conclusion, hypotheses, [])
        taken_on(_record(theorem).hypotheses, hypotheses, [case])
    if covered != NEGATIVE | ZERO_SIGN | POSITIVE:
        raise Refused(f"the cases on {first!r} leave a gap")
    uses = _uses(theorems).joined(uses_of(on))
    return _theorem("cases", hypotheses, conclusion, theorems, {"on": list(on)}, uses)


@_rule
def induct(base: Theorem, step: Theorem, goal: Term, n: Term, start: Term, *, hypotheses: Sequence[Term]) -> Theorem:
    """Γ, n ≥ start ⊢ φ(n), from Γ ⊢ φ(start) and Γ, n ≥ start, φ(n) ⊢ φ(n+1), for an integer n not free in Γ.

    Sound: mathematical induction; start is defined, and φ(n) for every n ≥ start: so what says the same as it is it.
    """
    (goal, *hypotheses) = formulas([goal, *hypotheses])
    check_index(n)
    if not start.whole or n in start.free:
        raise Refused(f"the start must be an integer free of {n!r}, not {start!r}")
    from_start = relation("≥", n, start)
    rest = [h for h in hypotheses if n not in h.free]
    if not all(h is from_start or n not in h.free for h in hypotheses) or from_start not in hypotheses:
        raise Refused(f"{from_start!r} must be the one hypothesis that speaks of {n!r}")
    settle([*conditions(from_start), *conditions(goal)], hypotheses, hypotheses, "the statement")
    first, then = _record(base), _record(step)
    says(first.conclusion, substitute(goal, {n: start}), rest)
    says(then.conclusion, substitute(goal, {n: add(n, ONE)}), hypotheses)
    taken_on(first.hypotheses, rest)
    taken_on([h for h in then.hypotheses if h is not goal], hypotheses, [goal])
    uses = first.uses.joined(then.uses.closed([n], [from_start]))
    return _theorem("induct", hypotheses, goal, [base, step], {"n": n, "start": start}, uses)


@_rule
def telescope(
    step: Theorem, t: Term, lo: Term, hi: Term, potential: Term = ZERO, *, hypotheses: Sequence[Term], conclusion: Term
) -> Theorem:
    """Γ ⊢ F(lo) − F(hi+1) + Σ_{t=lo}^{hi} (u(t) − v(t) − F(t) + F(t+1)) ≥ 0, from Γ, lo ≤ t, t ≤ hi ⊢ u(t) ≥ v(t).

    Equations add up to an equation; a strict step gives ≥. Sound: a sum of what is not negative over a finite range is
    not negative, and Σ (F(t) − F(t+1)) = F(lo) − F(hi+1) if hi ≥ lo − 1, which is asked for unless F is 0; the sum is
    defined, as its conditions are settled. The integer t is not free in Γ or in the bounds.
    """
    (conclusion, *hypotheses) = formulas([conclusion, *hypotheses])
    record = _record(step)
    said_outside([t, lo, hi, potential])
    goal, needed = telescoped(record.conclusion, t, lo, hi, potential)
    if bound := [x for x in (*hypotheses, lo, hi) if t in x.free]:
        raise Refused(f"a hypothesis or a bound speaks of {t!r}: {bound[0]!r}")
    within = [relation("≥", t, lo), relation("≥", hi, t)]
    taken_on([h for h in record.hypotheses if h not in within], hypotheses, within)
    there = [*hypotheses, *defined_in_range(record.conclusion, t, lo, hi)]
    settle(needed, hypotheses, there, "the sum")
    if conclusion is not goal:
        says(goal, conclusion, hypotheses)
        settle(conditions(conclusion), hypotheses, there, "the conclusion")
    data = {"t": t, "lo": lo, "hi": hi, "potential": potential}
    uses = record.uses.joined(uses_of([potential])).closed([t], within).joined(uses_of([goal]))
    return _theorem("telescope", hypotheses, conclusion, [step], data, uses)


@_rule
def cite(axiom: Axiom) -> Theorem:
    """hypotheses ⊢ conclusion of a classical theorem, recorded in this theorem and in all that uses it.

    Sound if the axiom is true as stated, which its reference vouches for and a reader must judge. Its hypotheses settle
    that they, and the conclusion, are defined: so a model reads it as people do.
    """
    texts = (axiom.name, axiom.statement, axiom.reference)
    if type(axiom) is not Axiom or type(axiom.hypotheses) is not tuple or not all(type(t) is str and t for t in texts):
        raise Refused("needs an Axiom with a name, a statement and a reference")
    *hypotheses, conclusion = formulas([*axiom.hypotheses, axiom.conclusion])
    settle([c for f in (*hypotheses, conclusion) for c in conditions(f)], hypotheses, [], "the axiom")
    return _theorem("cite", hypotheses, conclusion, [], {"axiom": axiom}, axioms=[axiom])


@_rule
def witness(
    given: Sequence[Term], states: Term, assignment: Mapping[Term, Term], discharge: Sequence[Theorem] = ()
) -> Counterexample:
    """The statement "given ⇒ states, for all values" fails, at an exact assignment.

    Sound: `check_witness` reads the statement in n-tuples of numbers, where every hypothesis is shown to be defined and
    true, and the conclusion to be defined and false; a theorem in `discharge` has no hypotheses.
    """
    (states, *given) = formulas([states, *given])
    said_outside([x for pair in assignment.items() for x in pair])
    if any(_record(t).hypotheses for t in discharge):
        raise Refused("a theorem that meets a hypothesis must have none itself")
    lines = check_witness(given, states, dict(assignment), _known(discharge))
    _uses(discharge).refuse_beyond([*given, states])
    axioms = frozenset[Axiom]().union(*(_record(t).axioms for t in discharge))
    data = {"assignment": dict(assignment)}
    made: Counterexample = _mint(
        Counterexample,
        _Record("witness", tuple(given), states, tuple(discharge), data, axioms, _uses(discharge), tuple(lines)),
    )
    return made


# --- what a theorem settles -------------------------------------------------------------------------------------------


@_rule
def proves(theorem: Theorem, given: Sequence[Term], states: Term) -> None:
    """Refuses unless the theorem is the claim: its conclusion is `states`, its hypotheses are among `given`.

    Fewer hypotheses than the claim's are no less a proof; nor are those that say no more than that `given` is defined.
    A function that the claim differentiates n times is taken to be n times continuously differentiable (on an open set,
    if it is partial); a proof may not ask for more.
    """
    (states, *given) = formulas([states, *given])
    record = _record(theorem)
    granted = taken_as_read(given)
    taken_on(record.hypotheses, given, granted)
    concluded(states, record.conclusion, given, granted)
    record.uses.refuse_beyond([*given, states])


@_rule
def refutes(counterexample: Counterexample, given: Sequence[Term], states: Term) -> None:
    """Refuses unless it is a counterexample to exactly this statement."""
    record = _record(counterexample, Counterexample)
    if record.conclusion is not states or set(record.hypotheses) != set(given):
        raise Refused(f"it is a counterexample to {record.conclusion!r}, the claim states {states!r}")
