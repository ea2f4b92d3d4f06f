"""Normal forms: every term becomes a rational function of generators, reduced by the relations between them.

A generator is a symbol that stands for a term that arithmetic does not see into: an abstract function's value, an
inner product of two atoms, a canonical indexed sum, a sine, a root. Only true equations are used on the way (each
rule names its condition and asks `Facts` for it), so a difference that reduces to zero is zero wherever it is
defined. A difference that does not may still be zero: the test is sound, not complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sympy import (
    Abs,
    Add,
    Dummy,
    Expr,
    Integral,
    KroneckerDelta,
    Max,
    Min,
    Mul,
    Pow,
    Rational,
    S,
    Sum,
    Symbol,
    acos,
    asin,
    atan,
    cos,
    cosh,
    exp,
    fraction,
    ilcm,
    log,
    pi,
    sin,
    sinc,
    sinh,
    tan,
    tanh,
)

from verify.language.terms import (
    ForAll,
    Formula,
    Fun,
    Gradient,
    Head,
    Hessian,
    IllFormed,
    Inner,
    Pt,
    Relation,
    Tangent,
    Vec,
    alpha,
    sort_of,
    substitute,
)
from verify.normal_forms import elementary, sums, vectors
from verify.normal_forms.calculus import evaluate_derivatives
from verify.normal_forms.deltas import on_and_off
from verify.normal_forms.facts import Facts
from verify.normal_forms.matching import match
from verify.normal_forms.quotients import cancel, remainder

T = TypeVar("T")

MOST_REWRITES = 100
"""How often equations may be used in what they have given: by then they rewrite in a circle, ever longer."""


class Undefined(ArithmeticError):
    """A denominator of the term is identically zero."""


class _Restart(Exception):
    """A finer base for a generator was needed; the table keeps it and the work begins again."""


@dataclass(frozen=True)
class Rewrite:
    """A known equation, used from left to right on the canonical atom at its left."""

    variables: tuple[Symbol, ...]
    given: tuple[Formula, ...]
    left: Any
    right: Any

    @staticmethod
    def of(formula: Formula) -> Rewrite:
        """The rewrite that an equation, or a schema of one, stands for.

        Raises:
            IllFormed: if the formula is no equation.
        """
        variables, given, body = (
            (formula.variables, formula.given, formula.body) if isinstance(formula, ForAll) else ((), (), formula)
        )
        if not isinstance(body, Relation) or body.op != "=":
            raise IllFormed(f"only an equation can be used to rewrite, not {formula}")
        return Rewrite(tuple(variables), tuple(given), body.lhs, body.rhs)


class Normalizer:
    """Normalises terms under facts and equations; one table of generators for all terms it is given."""

    def __init__(self, facts: Iterable[Formula] = (), equations: Iterable[Formula] = ()) -> None:
        self.facts = Facts(facts)
        self.rewrites = [Rewrite.of(e) for e in equations]
        self.bases: dict[Any, int] = {}
        """Denominators needed for the arguments of exp and of the circular functions, by (kind, monomial)."""
        self.sinc_arguments: set[Any] = set()
        self.upper_ends: dict[Any, int] = {}
        self._rewriting = 0
        self._clear()
        self.rewrites = [self._solved(rule) for rule in self.rewrites]
        self._lefts = self._until_settled(
            lambda: [rule.left if rule.variables else self._left(rule) for rule in self.rewrites]
        )

    def _clear(self) -> None:
        self.meaning: dict[Symbol, Any] = {}
        self._generator: dict[Any, Symbol] = {}
        self.relations: list[tuple[Symbol, Expr]] = []
        self._memo: dict[Any, Any] = {}

    # --- entry points ----------------------------------------------------------------------------------------------

    def is_zero(self, term: Any) -> bool:
        """Whether the scalar or vector term is certainly zero wherever it is defined.

        Raises:
            Undefined: if a denominator vanishes identically. IllFormed: for a term outside the language.
        """
        try:
            return all(c == 0 for c in self.components(term).values())
        except RecursionError:
            raise IllFormed(f"the equations rewrite {term} without end") from None

    def components(self, term: Any) -> dict[Any, Expr]:
        """The reduced coefficients of a vector term by atom, or of a scalar term by 1; in generators."""
        return self._until_settled(lambda: self._components(term))

    def components_of(self, terms: Sequence[Any]) -> list[dict[Any, Expr]]:
        """The components of several terms, in the same generators."""
        return self._until_settled(lambda: [self._components(term) for term in terms])

    def _components(self, term: Any) -> dict[Any, Expr]:
        plain, _ = evaluate_derivatives(term)
        if sort_of(plain) in ("scalar", "zero"):
            return {S.One: self.reduce(self.scalar(plain))}
        return {atom: self.reduce(c) for atom, c in self.vector(plain).items()}

    def point(self, term: Any) -> Any:
        """The canonical spelling of a point."""
        return self._until_settled(lambda: self.canonical(term))

    def _until_settled(self, work: Callable[[], T]) -> T:
        while True:
            try:
                return work()
            except _Restart:
                self._clear()

    def raw(self, term: Any) -> Expr:
        """The scalar term in generators, before any reduction; for an independent check of the reduction."""
        return self._until_settled(lambda: self.scalar(evaluate_derivatives(term)[0]))

    # --- generators ------------------------------------------------------------------------------------------------

    def generator(self, key: Any, relation: Callable[[Symbol], Expr] | None = None) -> Symbol:
        """The symbol that stands for the canonical term `key`.

        `relation(g)`, if given, is a polynomial, monic in g, over generators made before; it is zero at g = key.
        """
        if key not in self._generator:
            g = Dummy(f"g{len(self._generator)}")
            self._generator[key] = g
            self.meaning[g] = key
            if relation is not None:
                self.relations.append((g, relation(g)))
        return self._generator[key]

    def meaning_of(self, term: Expr) -> Expr:
        """A term in generators, spelt out again."""
        return term.xreplace(self.meaning)

    def canonical(self, term: Any) -> Any:
        """The canonical spelling of a scalar, vector, point or tangent space."""
        if isinstance(term, Head) or not isinstance(term, Expr):
            return Tangent(*map(self.canonical, term.args)) if isinstance(term, Tangent) else term
        if isinstance(term, Pt):
            spelt = Pt(term.args[0], *map(self.canonical, term.args[1:]))
            value = self.rewritten(spelt)
            return spelt if value is None else self.follow(value, self.canonical)
        if sort_of(term) in ("scalar", "zero"):
            return self.meaning_of(self.reduce(self.scalar(term)))
        parts = self.vector(term)
        return Add(*(self.meaning_of(self.reduce(c)) * atom for atom, c in parts.items()))

    def finer(self, kind: str, monomial: Any, denominator: int) -> int:
        """The denominator in use for this base; restarts when it must grow."""
        known = self.bases.get((kind, monomial), 1)
        needed = int(ilcm(known, denominator))
        if needed != known:
            self.bases[(kind, monomial)] = needed
            raise _Restart
        return known

    def note_sinc(self, argument: Any) -> None:
        """Remembers that sinc of this argument occurs, so that its sine is written through it."""
        if argument not in self.sinc_arguments:
            self.sinc_arguments.add(argument)
            raise _Restart

    def note_upper_end(self, key: Any, offset: int) -> int:
        """The least offset among the upper ends base + offset of sums from one lower end."""
        known = self.upper_ends.setdefault(key, offset)
        if offset < known:
            self.upper_ends[key] = offset
            raise _Restart
        return known

    def rewritten(self, atom: Any) -> Any | None:
        """What the equations say that the canonical atom equals, or None."""
        for rule, left in zip(self.rewrites, self._lefts, strict=True):
            binding = match(left, atom, rule.variables)
            if binding is None or set(binding) != set(rule.variables):
                continue
            if not all(self.facts.holds(substitute(g, binding)) for g in rule.given):
                continue
            return substitute(rule.right, binding)
        return None

    def follow(self, value: Any, work: Callable[[Any], T]) -> T:
        """What the work makes of a value that the equations give, in which they may be used again.

        Raises:
            IllFormed: where they are, in what they have given, more than MOST_REWRITES times.
        """
        self._rewriting += 1
        try:
            if self._rewriting > MOST_REWRITES:
                raise IllFormed(f"the equations rewrite without end: {MOST_REWRITES} times what they have given")
            return work(value)
        finally:
            self._rewriting -= 1

    def _solved(self, rule: Rewrite) -> Rewrite:
        """The rule itself; a combination of vectors that is zero is solved for an atom of rational coefficient."""
        if rule.variables or isinstance(rule.left, Vec | Gradient | Pt) or sort_of(rule.left) in ("scalar", "zero"):
            return rule
        plain = Normalizer(self.facts.formulas)
        atoms = plain.components(rule.left - rule.right)
        plainly = [a for a, c in atoms.items() if isinstance(c, Rational) and c != 0]
        if not plainly:
            raise IllFormed(f"{rule.left} = {rule.right} is to be solved for a vector before it is used")
        atom = max(plainly, key=lambda a: a.sort_key())
        rest = Add(*(plain.meaning_of(c) * a for a, c in atoms.items() if a != atom))
        return Rewrite((), (), atom, -rest / atoms[atom])

    def _left(self, rule: Rewrite) -> Any:
        """The rule's left side as the canonical atom it will be met as."""
        plain = Normalizer(self.facts.formulas)
        left = rule.left
        if isinstance(left, Pt):
            return plain.point(left)
        atoms = plain.components(left)
        if sort_of(left) in ("scalar", "zero"):
            g = atoms[S.One]
            if g not in plain.meaning and not isinstance(g, Symbol):
                raise IllFormed(
                    f"the left side of {rule.left} = {rule.right} must be one atom, to be put in; "
                    "beside the facts, or as a reason of `follows`, the equation may have a multiplier"
                )
            found = plain.meaning.get(g, g)
            if isinstance(found, Sum):  # longer sums are to be split where this one ends
                sums.note_end(self, *found.args[1][1:])
            return found
        if len(atoms) != 1 or next(iter(atoms.values())) != 1:
            raise IllFormed(f"the left side of {rule.left} = {rule.right} must be one vector atom, to be rewritten")
        return next(iter(atoms))

    # --- reduction -------------------------------------------------------------------------------------------------

    def reduce(self, term: Any) -> Expr:
        """A rational function of generators in lowest terms, its numerator and denominator reduced."""
        numerator, denominator = fraction(cancel(term))
        n, d = self._reduced(numerator), self._reduced(denominator)
        if d == 0:
            raise Undefined(f"a denominator is identically zero: {self.meaning_of(denominator)}")
        return cancel(n / d) if (n, d) != (numerator, denominator) else n / d

    def _reduced(self, polynomial: Expr) -> Expr:
        for g, relation in reversed(self.relations):
            if g in polynomial.free_symbols:
                polynomial = remainder(polynomial, relation, g)
        return polynomial

    # --- scalars ---------------------------------------------------------------------------------------------------

    def scalar(self, term: Any) -> Expr:
        """A scalar term as a rational function of generators, not yet reduced."""
        if term not in self._memo:
            self._memo[term] = self._scalar(term)
        return self._memo[term]

    def _scalar(self, term: Any) -> Expr:
        if isinstance(term, Rational):
            return term
        if isinstance(term, Symbol):
            value = self.rewritten(term)
            return term if value is None else self.follow(value, self.scalar)
        if isinstance(term, Add | Mul):
            return term.func(*map(self.scalar, term.args))
        if isinstance(term, Inner):
            return vectors.inner(self, *term.args)
        if isinstance(term, Sum):
            return sums.indexed_sum(self, term)
        if isinstance(term, KroneckerDelta):
            i, j = map(self.canonical, term.args[:2])
            delta = KroneckerDelta(i, j)
            return self.generator(delta, lambda g: g**2 - g) if isinstance(delta, KroneckerDelta) else delta
        if isinstance(term, Pow) and term.args[1].is_Integer and term.args[1] > 0:
            return self.scalar(term.args[0]) ** term.args[1]
        split = on_and_off(term)
        if split:
            return self._split(*split)
        if isinstance(term, Pow):
            return self._power(*term.args)
        if isinstance(term, Fun):
            return self.atom(Fun(*term.args[:2], *map(self.canonical, term.args[2:])))
        if type(term) in _RULES:
            return _RULES[type(term)](self, *term.args)
        if isinstance(term, Integral) and len(term.args) == 2:
            body, (r, lo, hi) = term.args
            fresh = Dummy(r.name, real=True)
            body = self.canonical(substitute(body, {r: fresh}))
            return self.atom(alpha(Integral(body, (fresh, self.canonical(lo), self.canonical(hi)))))
        if term == pi:
            return self.generator(pi)
        if term == S.Exp1:
            return elementary.exponential(self, S.One)
        raise IllFormed(f"{type(term).__name__} has no normal form: {term}")

    def atom(self, key: Any) -> Expr:
        """The generator of a canonical atom, or the value that an equation gives it."""
        value = self.rewritten(key)
        return self.generator(key) if value is None else self.follow(value, self.scalar)

    def _split(self, delta: Any, on: Any, off: Any) -> Expr:
        """h(δ) = δ·h(1) + (1 − δ)·h(0), for any function h, as δ is 0 or 1."""
        d = self.scalar(delta)
        return d * self.scalar(on) + (1 - d) * self.scalar(off)

    def _power(self, base: Any, exponent: Any) -> Expr:
        if exponent.is_Integer:
            below = self.reduce(self.scalar(base))
            if below == 0:
                raise Undefined(f"a denominator is identically zero: {base}")
            return below**exponent
        if isinstance(exponent, Rational):
            return elementary.root(self, base, int(exponent.q)) ** int(exponent.p)
        return elementary.exponential(self, exponent * log(base))

    def vector(self, term: Any) -> dict[Any, Expr]:
        """A vector term as coefficients, not yet reduced, of canonical atoms."""
        return vectors.combination(self, term)


_RULES: dict[type, Callable[..., Expr]] = {
    exp: elementary.exponential,
    log: elementary.logarithm,
    cos: lambda self, u: elementary.circular(self, u)[0],
    sin: lambda self, u: elementary.circular(self, u)[1],
    tan: elementary.tangent,
    sinc: elementary.cardinal_sine,
    Abs: elementary.absolute,
    cosh: lambda self, u: self.scalar((exp(u) + exp(-u)) / 2),
    sinh: lambda self, u: self.scalar((exp(u) - exp(-u)) / 2),
    tanh: lambda self, u: self.scalar((exp(2 * u) - 1) / (exp(2 * u) + 1)),
    acos: lambda self, u: self.generator(acos(self.canonical(u))),
    asin: lambda self, u: self.generator(asin(self.canonical(u))),
    atan: lambda self, u: self.generator(atan(self.canonical(u))),
    Max: lambda self, *a: elementary.extreme(self, a, 1),
    Min: lambda self, *a: elementary.extreme(self, a, -1),
}


def is_zero(term: Any, facts: Iterable[Formula] = (), equations: Iterable[Formula] = ()) -> bool:
    """Whether `term` is certainly zero wherever it is defined, given facts and equations."""
    return Normalizer(facts, equations).is_zero(term)


__all__ = ["Gradient", "Hessian", "Normalizer", "Rewrite", "Undefined", "Vec", "is_zero"]
