"""What an author proves with: the rules, from sympy formulas, each step of which is put to the core.

Nothing here is believed. A rule works out which hypotheses a step leaves and what it concludes, translates the step
node by node, and has the core make the theorem (`verify.core.kernel`, which says what a theorem means); where the core
refuses there is none. So a `Theorem` of this module is one of the core, `theorem.core`, with the sympy formulas that
were translated for it; `proves` and `refutes` ask the core about the translated claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from itertools import islice, product
from typing import Any, Never, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from sympy import Expr, S, Sum, Symbol, Tuple
from sympy.core.relational import Relational

from verify.author import checking
from verify.author.elaboration import needed, needed_at, needed_for_sum, put_in, settled
from verify.author.origins import Origin, origin
from verify.language.translation import translate
from verify.core import kernel as core
from verify.core.nodes import Refused
from verify.language.tables import as_family, check_indices
from verify.language.words import assigned
from verify.normal_forms.replacement import as_term, variable
from verify.prover.certificate import Certificate
from verify.prover.goal import Goal
from verify.language.terms import (
    Counterexample, ForAll, Formula, Relation, Word, as_formula, difference, free_variables, fresh, ge, gt,
    has_reserved_name, substitute,
)  # fmt: skip

MOST_TRIED = 8
"""Values of an index that are tried to say where a schema fails at an assignment."""

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
    core: Any  # the theorem, or the counterexample, that the core made: what is believed
    origin: Origin


class Theorem:
    """hypotheses ⊢ conclusion, as sympy formulas, with the theorem of the core. It cannot be changed."""

    __slots__ = ("__weakref__",)

    def __new__(cls, *_: Any, **__: Any) -> Never:  # noqa: D102
        raise KernelError("Theorem: only the rules make theorems")

    def __init_subclass__(cls) -> None:
        raise KernelError("Theorem: it cannot be subclassed")

    def __reduce_ex__(self, _: Any) -> Never:
        raise KernelError("Theorem: it cannot be pickled; write it as a proof and check that")

    def __getattr__(self, name: str) -> Any:
        if name in _Record.__dataclass_fields__:
            return getattr(_record(self), name)
        raise AttributeError(name)

    def __str__(self) -> str:
        left = ", ".join(map(str, self.hypotheses))
        return f"{left} ⊢ {self.conclusion}" if left else f"⊢ {self.conclusion}"

    def __repr__(self) -> str:
        return f"<Theorem {self}>"


_made: WeakKeyDictionary[Theorem, _Record] = WeakKeyDictionary()


def _record(theorem: Any) -> _Record:
    """What is known of a theorem; an object that no rule made is refused."""
    if isinstance(theorem, Formula):
        raise KernelError(f"{theorem} is a formula and no theorem; assume(…) makes one that has it as a hypothesis")
    if type(theorem) is not Theorem or theorem not in _made:
        raise KernelError(f"{type(theorem).__name__}: not a theorem made by the rules")
    return _made[theorem]


def _step(
    rule: str, hypotheses: Sequence[Formula], conclusion: Formula, premises: Sequence[Theorem],
    parameters: Mapping[str, Any], axioms: Sequence[Axiom] = (), certificates: Sequence[Certificate] = (),
) -> Theorem:  # fmt: skip
    """The theorem, if the core makes it."""
    records = [_record(p) for p in premises]
    hypotheses = tuple(dict.fromkeys(hypotheses))
    if any(has_reserved_name(f) for f in (*hypotheses, conclusion)):
        raise KernelError("a name for internal use would be left in the theorem")
    believed = checking.checked(rule, hypotheses, conclusion, [r.core for r in records], parameters)
    return _with(believed, rule, hypotheses, conclusion, premises, parameters, axioms, certificates)


def _with(
    believed: Any, rule: str, hypotheses: tuple[Formula, ...], conclusion: Formula, premises: Sequence[Theorem],
    parameters: Mapping[str, Any], axioms: Sequence[Axiom] = (), certificates: Sequence[Certificate] = (),
) -> Theorem:  # fmt: skip
    records = [_record(p) for p in premises]
    theorem: Theorem = object.__new__(Theorem)  # type: ignore[arg-type]  # Theorem.__new__ refuses everyone else
    _made[theorem] = _Record(
        rule, hypotheses, conclusion, tuple(premises), parameters,
        frozenset(axioms).union(*(r.axioms for r in records)),
        tuple(dict.fromkeys((*certificates, *(c for r in records for c in r.certificates)))), believed,
        origin(rule),
    )  # fmt: skip
    return theorem


# --- what the rules share ------------------------------------------------------------------------------------------


def _rule(function: Callable[P, R]) -> Callable[P, R]:
    """Names the rule in what it refuses; whatever stops a rule is a refusal."""

    @wraps(function)
    def named(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except RecursionError:
            raise KernelError(f"{function.__name__}: the terms are nested too deeply") from None
        except (KernelError, Refused, ValueError, ArithmeticError, TypeError, AttributeError, LookupError) as error:
            said = str(error).removeprefix(f"{function.__name__}: ")
            raise KernelError(f"{function.__name__}: {said}") from None

    return named


@_rule
def well_formed(formula: Any) -> Any:
    """The formula itself, if it is one of the core's language."""
    if not isinstance(formula, Formula):
        raise KernelError(f"not a formula: {formula!r}")
    if has_reserved_name(formula):
        raise KernelError(f"the name {has_reserved_name(formula)} is for internal use")
    translate(formula)
    return formula


def _several(items: Any) -> list[Any]:
    """One theorem or formula, or several."""
    return [items] if isinstance(items, Theorem | Formula | Relational) else list(items)


def _theorems(items: Any) -> list[Theorem]:
    return [assume(item) if isinstance(item, Formula | Relational) else item for item in _several(items)]


def _factor(item: Any) -> Any:
    """A theorem as it is, a formula as the theorem that it follows from itself, anything else as a term."""
    return item if isinstance(item, Theorem) else assume(item) if isinstance(item, Formula | Relational) else S(item)


def _read(formula: Any) -> Any:
    """A relation of sympy as a formula, as a claim reads it."""
    return as_formula(formula) if isinstance(formula, Relational) else formula


def _hypotheses(theorems: Iterable[Theorem]) -> list[Formula]:
    return [h for t in theorems for h in _record(t).hypotheses]


def _known(theorems: Sequence[Theorem]) -> list[Formula]:
    """What may be used in a theorem that takes on these theorems' hypotheses: these, and the conclusions."""
    return [*(_record(t).conclusion for t in theorems), *_hypotheses(theorems)]


# --- the rules -----------------------------------------------------------------------------------------------------


@_rule
def assume(formula: Formula) -> Theorem:
    """h ⊢ h; what h needs to be defined, and does not settle itself, is a hypothesis too.

    >>> assume(ge(x, 1))
    <Theorem x ≥ 1 ⊢ x ≥ 1>
    """
    formula = _read(formula)
    return _step("assume", [well_formed(formula), *needed([formula], [formula])], formula, [], {"formula": formula})


@_rule
def identity(
    goal: Relation, using: Sequence[Theorem | Formula] = (), facts: Sequence[Theorem | Formula] = ()
) -> Theorem:
    """⊢ lhs = rhs, when the zero test decides it, under the equations `using` and the side conditions `facts`.

    Equations are used by replacing equals. Both they and the facts are theorems whose hypotheses the result takes on;
    what must hold for both sides to be defined is settled by the facts or becomes a hypothesis.

    >>> identity(eq((x + y) ** 2, x**2 + 2 * x * y + y**2))
    <Theorem ⊢ (x + y)**2 = x**2 + 2*x*y + y**2>
    >>> identity(eq(f(n) ** 2, 4), using=[eq(f(n), 2)])
    <Theorem f(n) = 2 ⊢ f(n)**2 = 4>
    """
    goal, used, sides = _read(goal), _theorems(using), _theorems(facts)
    if not isinstance(well_formed(goal), Relation) or goal.op != "=":
        raise KernelError(f"needs an equation, not {goal}")
    premises = [*used, *sides]
    hypotheses = [*_hypotheses(premises), *needed([goal], _known(premises))]
    return _step("identity", hypotheses, goal, premises, {"goal": goal, "using": len(used)})


@_rule
def combine(
    goal: Relation, terms: Sequence[tuple[Any, Any]], using: Sequence[Theorem | Formula] = (),
    facts: Sequence[Theorem | Formula] = (),
) -> Theorem:  # fmt: skip
    """⊢ goal, from lhs − rhs = Σ λᵢ·sᵢ with multipliers λᵢ ≥ 0 and slacks sᵢ ≥ 0.

    A factor is a theorem or hypothesis (u ≥ v, u > v or u = v stands for u − v) or a term whose sign the facts settle
    (a square, a norm, a positive number). An equation of vectors may be put together from equations of vectors.

    >>> combine(ge(x**2 + 1, 2 * x), [(1, (x - 1) ** 2)])
    <Theorem ⊢ x**2 + 1 ≥ 2*x>
    >>> combine(le(x, 3), [(1, le(x, 2)), (1, 1)])
    <Theorem x ≤ 2 ⊢ x ≤ 3>
    """
    goal, used, sides = _read(goal), _theorems(using), _theorems(facts)
    terms = [tuple(map(_factor, pair)) for pair in terms]
    if not isinstance(well_formed(goal), Relation):
        raise KernelError(f"needs a relation, not {goal}")
    given = [f for pair in terms for f in pair if isinstance(f, Theorem)]
    premises = [*used, *sides, *given]
    factors = [f for pair in terms for f in pair if isinstance(f, Expr)]
    hypotheses = [*_hypotheses(premises), *needed([goal, *factors], _known(premises))]
    shape = [[f if not isinstance(f, Theorem) else None for f in pair] for pair in terms]
    data = {"goal": goal, "terms": shape, "using": len(used), "facts": len(sides)}
    return _step("combine", hypotheses, goal, premises, data)


@_rule
def certify(certificate: Certificate) -> Theorem:
    """conditions ⊢ f > 0 (or ≥ 0), from a certificate of the prover, which the core checks without the search.

    >>> from verify.prover.proving import certificate
    >>> certify(certificate(ge(exp(x), 1 + x)))
    <Theorem ⊢ exp(x) - x - 1 ≥ 0>
    """
    if type(certificate) is not Certificate or type(certificate.goal) is not Goal:
        raise KernelError(f"needs a Certificate, not a {type(certificate).__name__}")
    parts = (*certificate.goal.given, certificate.goal.shows)
    *hypotheses, goal = [(gt if g.strict else ge)(g.expr, 0) for g in parts]
    for formula in (*hypotheses, goal):
        well_formed(formula)
    hypotheses += needed([*hypotheses, goal], hypotheses)
    return _step("certify", hypotheses, goal, [], {"certificate": certificate}, certificates=[certificate])


@_rule
def instantiate(
    theorem: Theorem, values: Mapping[Any, Any] | Sequence[Any] = (), discharge: Sequence[Theorem] = ()
) -> Theorem:
    """Substitution, with hypotheses discharged.

    A mapping replaces free variables (symbols; vectors, points and functions through themselves or a `Lambda`). A
    sequence gives values to the variables of a conclusion "for all …", whose conditions become hypotheses. Each
    hypothesis that follows from the conclusions in `discharge` is dropped, and the hypotheses of those are taken on.

    >>> instantiate(assume(forall(x, ge(f(t), x))), [2])
    <Theorem for all x: f(t) ≥ x ⊢ f(t) ≥ 2>
    >>> instantiate(assume(ge(x, 1)), {x: y + 1})
    <Theorem y + 1 ≥ 1 ⊢ y + 1 ≥ 1>
    """
    record, proofs = _record(theorem), _several(discharge)
    hypotheses, conclusion = list(record.hypotheses), record.conclusion
    if isinstance(values, Mapping):
        mapping = {variable(k): as_term(v) for k, v in values.items()}
        there: Any = {translate(k): translate(v) for k, v in mapping.items()}
    else:
        variables = conclusion.variables if isinstance(conclusion, ForAll) and values else ()
        if len(variables) != len(values):
            raise KernelError(f"{len(values)} values for {len(variables)} variables of {conclusion}")
        names = {v: fresh(v) for v in variables}
        if variables:
            opened = [substitute(f, names) for f in (*conclusion.given, conclusion.body)]
            hypotheses, conclusion = [*hypotheses, *opened[:-1]], opened[-1]
        mapping = {names[v]: as_term(value) for v, value in zip(variables, values, strict=True)}
        there = [translate(x) for x in mapping.values()]
    made, concluded = [f for h in hypotheses for f in put_in(h, mapping)], substitute(conclusion, mapping)
    known = _known(proofs)
    left = [well_formed(h) for h in made if not settled(h, known)]
    left += needed_at(record.core, there, [*known, *made], concluded) if mapping else []
    data = {"values": dict(values) if isinstance(values, Mapping) else list(values)}
    return _step("instantiate", [*left, *_hypotheses(proofs)], well_formed(concluded), [theorem, *proofs], data)


@_rule
def generalize(theorem: Theorem, variables: Sequence[Any], given: Sequence[Formula] = ()) -> Theorem:
    """Γ ⊢ for all variables with `given`: φ, from Γ, given ⊢ φ; the variables are not free in Γ.

    The converse of `instantiate` by a sequence; it is how a schema among the hypotheses of an axiom is met.

    >>> generalize(combine(ge(x**2, 0), [(1, x**2)]), [x])
    <Theorem ⊢ for all x: x**2 ≥ 0>
    """
    record, bound, given = _record(theorem), [variable(v) for v in variables], list(given)
    left = [h for h in record.hypotheses if not settled(h, given)]
    conclusion = well_formed(ForAll(bound, given, record.conclusion))
    return _step("generalize", left, conclusion, [theorem], {"variables": list(bound), "given": list(given)})


@_rule
def cases(theorems: Sequence[Theorem], on: Sequence[Relation]) -> Theorem:
    """Γ ⊢ φ, from Γ, cᵢ ⊢ φ where the cases cᵢ on the sign of one term leave no gap.

    >>> up = combine(ge(x**2 + 1, x), [(1, x**2), (1, 1 - x)], facts=[le(x, 1)])
    >>> down = combine(ge(x**2 + 1, x), [(x, x - 1), (1, 1)], facts=[gt(x, 1)])
    >>> cases([up, down], [le(x, 1), gt(x, 1)])
    <Theorem ⊢ x**2 + 1 ≥ x>
    """
    if not isinstance(on, Sequence):
        raise KernelError(f"cases: on must be a list of relations, one for each theorem, not {on}")
    theorems, on = list(theorems), list(on)
    if not theorems or len(theorems) != len(on):
        raise KernelError(f"{len(on)} cases for {len(theorems)} theorems")
    conclusion = _record(theorems[0]).conclusion
    pairs = zip(theorems, on, strict=True)
    left = [h for theorem, case in pairs for h in _record(theorem).hypotheses if not settled(h, [case])]
    hypotheses = [*left, *needed([*on, conclusion], left)]
    return _step("cases", hypotheses, conclusion, theorems, {"on": list(on)})


@_rule
def induct(base: Theorem, step: Theorem, goal: Formula, n: Symbol, start: Expr | int) -> Theorem:
    """Γ, n ≥ start ⊢ φ(n), from Γ ⊢ φ(start) and Γ, n ≥ start, φ(n) ⊢ φ(n+1), for an integer n not free in Γ.

    >>> goal = le(n, Sum(t, (t, 1, n)))
    >>> step = combine(le(n + 1, Sum(t, (t, 1, n + 1))), [(1, goal), (1, n)], facts=[ge(n, 1)])
    >>> induct(combine(le(1, Sum(t, (t, 1, 1))), []), step, goal, n, 1)
    <Theorem n ≥ 1 ⊢ n ≤ Σ_{t=1..n} (t)>
    """
    start = S(start)
    left = [h for h in _record(step).hypotheses if not settled(h, [goal, ge(n, start)])]
    hypotheses = [*left, *_record(base).hypotheses, ge(n, start)]
    data = {"goal": well_formed(goal), "n": n, "start": start}
    return _step("induct", hypotheses, goal, [base, step], data)


@_rule
def telescope(step: Theorem, t: Symbol, lo: Expr | int, hi: Expr | int, potential: Expr | int = 0) -> Theorem:
    """Γ ⊢ F(lo) − F(hi+1) + Σ_{t=lo}^{hi} (u(t) − v(t) − F(t) + F(t+1)) ≥ 0, from Γ, lo ≤ t, t ≤ hi ⊢ u(t) ≥ v(t).

    With F = 0 this adds up an inequality. Equations add up to an equation; a strict step gives ≥. Where u(t) − v(t) has
    F(t) − F(t+1) in it, that is left out of the sum: for le(a, b) where b − a has it, for eq(a, b) where a − b has it.
    That hi ≥ lo − 1 is a hypothesis unless it is settled, or F is 0.

    >>> step = instantiate(assume(forall(t, ge(f(t + 1), f(t)))), [t])
    >>> telescope(step, t, 1, T)
    <Theorem for all t: f(t + 1) ≥ f(t) ⊢ Σ_{t=1..T} (f(t + 1) - f(t)) ≥ 0>
    """
    record, lo, hi, potential = _record(step), S(lo), S(hi), S(potential)
    if not isinstance(t, Symbol) or not t.is_integer or t.is_nonnegative:
        raise KernelError(f'the index must be an integer without a sign, as {t} = integer("{t}") makes it')
    relation = record.conclusion
    if not isinstance(relation, Relation):
        raise KernelError(f"needs an equation or inequality, not {relation}")
    left = [h for h in record.hypotheses if not settled(h, [ge(t, lo), ge(hi, t)])]
    ends = substitute(potential, {t: lo}) - substitute(potential, {t: hi + 1})
    summand = difference(relation) - potential + substitute(potential, {t: t + 1})
    goal = well_formed(Relation("=" if relation.op == "=" else "≥", ends + Sum(summand, (t, lo, hi)), 0))
    hypotheses = [*left, *needed_for_sum(record.core, (t, lo, hi), potential, goal, left)]
    data = {"t": t, "lo": lo, "hi": hi, "potential": potential}
    return _step("telescope", hypotheses, goal, [step], data)


@_rule
def cite(axiom: Axiom) -> Theorem:
    """hypotheses ⊢ conclusion of a classical theorem, recorded in this theorem and in all that uses it.

    >>> from verify.axioms import DEFINITE
    >>> cite(DEFINITE)
    <Theorem ‖x‖**2 = 0 ⊢ x = 0>
    """
    named = type(axiom) is Axiom and axiom.name and axiom.statement and axiom.reference
    if not named or type(axiom.hypotheses) is not tuple:  # what can be read only once would be forgotten
        raise KernelError("needs an Axiom with a name, a statement, a reference and a tuple of hypotheses")
    for formula in (*axiom.hypotheses, axiom.conclusion):
        well_formed(formula)
    return _step("cite", axiom.hypotheses, axiom.conclusion, [], {"axiom": axiom}, [axiom])


@_rule
def witness(
    given: Sequence[Formula], states: Relation, assignment: Mapping[Any, Any], discharge: Sequence[Theorem] = (),
    *, explained: bool = True,
) -> Theorem:  # fmt: skip
    """⊢ the statement "given ⇒ states, for all values" fails, at an exact assignment.

    Vectors and points are interpreted in R^n, each as a tuple of numbers. A family may be given as a list of its values
    from the index 1 on, one of two indices as a list of such rows, any other as a `Lambda` of its index; a function as
    a `Lambda`, of a vector one of its coordinates: `{F: Lambda((a, b), a * b), u: (1, -1)}`. At other indices than a
    list has, the family is the polynomial through its values. A schema is met by a theorem in `discharge` that has no
    hypotheses left: `generalize(follows(…), variables, conditions)`. A predicate is met by an axiom that says it of the
    coordinates: `Predicate(…).in_coordinates(n)`, if the statement speaks of vectors or points. A refusal is
    `explained` by what may have been overlooked, which is looked for at several indices.

    >>> print(witness([ge(x, 0)], ge(x**2, x), {x: Rational(1, 2)}).conclusion.lines[-1])
    but not x**2 ≥ x: 1/4 ≥ 1/2 is false
    >>> witness([], ge(Sum(f(t), (t, 1, T)), 0), {T: 2, f: [1, -2]})
    <Theorem ⊢ not always: Σ_{t=1..T} (f(t)) ≥ 0>
    """
    given, states, discharge = [_read(f) for f in given], _read(states), _several(discharge)
    if any(_record(t).hypotheses for t in discharge) or not isinstance(states, Relation):
        raise KernelError("needs a relation to violate, and theorems without hypotheses")
    mapping = {variable(k): as_term(as_family(variable(k), v)) for k, v in assignment.items()}
    for formula in (*given, states):
        well_formed(formula)
    for k, v in assignment.items():
        check_indices(variable(k), v, (*given, states))
    try:
        found = checking.counterexample(given, states, mapping, [_record(t).core for t in discharge])
    except Refused as error:
        raise KernelError(f"{error}{_more_of(given, states, mapping) if explained else ''}") from None
    pairs = Tuple(*(Tuple(*pair) for pair in mapping.items()))
    lines = checking.lines(found, [*given, states])
    conclusion = Counterexample(Tuple(*given), states, pairs, Tuple(*map(Word, lines)))
    data = {"given": given, "states": states, "assignment": mapping}
    return _with(found, "witness", (), conclusion, discharge, data)


def _more_of(given: Sequence[Formula], states: Formula, mapping: Mapping[Any, Any]) -> str:
    """What an author may have overlooked at an assignment that was refused."""
    spoken = set().union(*map(free_variables, (*given, states)))
    missing, idle = (", ".join(sorted(map(str, found))) for found in (spoken - set(mapping), set(mapping) - spoken))
    more = f"; nothing speaks of {idle}" if idle else ""
    if missing:
        return f"; no value is given for {missing}{more}"
    for formula in given:
        if isinstance(formula, ForAll) and all(type(v) is Symbol and v.is_integer for v in formula.variables):
            first = product(range(MOST_TRIED), repeat=len(formula.variables))
            for values in islice(sorted(first, key=sum), MOST_TRIED**2):
                there = dict(zip(formula.variables, map(S, values), strict=True))
                opened = [substitute(f, there) for f in (*formula.given, formula.body)]
                with suppress(KernelError, Refused, ValueError, ArithmeticError):
                    found = checking.counterexample(opened[:-1], opened[-1], mapping, [])
                    numbers = found.lines[-1].rpartition(": ")[2]
                    return f"; at {assigned({v.name: value for v, value in there.items()})} it says {numbers}{more}"
    return more


# --- what a theorem settles ----------------------------------------------------------------------------------------


@_rule
def proves(theorem: Theorem, given: Sequence[Formula], states: Formula) -> None:
    """Refuses unless the core's theorem is the claim: its conclusion is `states`, its hypotheses are among `given`.

    Fewer hypotheses than the claim's are no less a proof.
    """
    for formula in (*given, states):
        well_formed(formula)
    core.proves(_record(theorem).core, [translate(f) for f in given], translate(states))


@_rule
def refutes(theorem: Theorem, given: Sequence[Formula], states: Formula) -> None:
    """Refuses unless the core's theorem is a counterexample to exactly this statement."""
    conclusion = _record(theorem).conclusion
    if not isinstance(conclusion, Counterexample):
        raise KernelError(f"the theorem is no counterexample: {conclusion}")
    core.refutes(_record(theorem).core, [translate(f) for f in given], translate(states))
