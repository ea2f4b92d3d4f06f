"""What a search for a proof has found so far: theorems, each with how a module would write it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sympy import Basic, Dummy, Pow, S, Sum, Symbol, diff

from verify.author.elaboration import settled
from verify.author.kernel import KernelError, Theorem, assume, instantiate
from verify.core.nodes import Refused
from verify.discover.spelling import Spelling
from verify.language.binding import open_binder
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
    Vec,
    free_variables,
    ge,
    gt,
)
from verify.language.translation import translate
from verify.normal_forms.normalizer import Undefined

Code = Callable[[Spelling, Sequence[str]], str]

FAILURES = (
    KernelError,
    IllFormed,
    Refused,
    Undefined,
    ArithmeticError,
    RecursionError,
    ValueError,
    NotImplementedError,
)
"""What sympy, the rules and the core raise at terms that a search made and that make no sense to them."""


@dataclass(frozen=True, eq=False)
class Fact:
    """A theorem, the theorems that it is made of, and the call that makes it, given their names."""

    theorem: Theorem
    code: Code
    premises: tuple[Fact, ...] = ()

    @property
    def conclusion(self) -> Formula:
        """What it says."""
        return self.theorem.conclusion

    @property
    def relation(self) -> Relation:
        """What it says, of one that is an equation or inequality."""
        assert isinstance(self.conclusion, Relation)
        return self.conclusion

    @property
    def schema(self) -> ForAll:
        """What it says, of one that speaks of all values of something."""
        assert isinstance(self.conclusion, ForAll)
        return self.conclusion


@dataclass
class Context:
    """What may be used: hypotheses that a theorem may have, and facts that need no others."""

    allowed: set[Any] = field(default_factory=set)
    facts: list[Fact] = field(default_factory=list)
    _known: set[Any] = field(default_factory=set)

    @staticmethod
    def of(given: Sequence[Formula]) -> Context:
        """The context of a claim with these hypotheses."""
        made = Context()
        for n, formula in enumerate(given):
            made.suppose(formula, f"given[{n}]")
        return made

    def suppose(self, formula: Formula, name: str = "") -> Fact:
        """Takes on a hypothesis."""
        theorem = assume(formula)
        plain = Fact(theorem, lambda spell, _: f"assume({name or spell(formula)})")
        self.allowed.add(translate(formula))
        fact = self.settled(plain) or plain
        self.allowed |= {translate(h) for h in fact.theorem.hypotheses}
        self.add(fact)
        return fact

    def inside(self, conditions: Iterable[Formula]) -> Context:
        """A context with further hypotheses."""
        made = Context(set(self.allowed), list(self.facts), set(self._known))
        for condition in conditions:
            made.suppose(condition)
        return made

    def settled(self, fact: Fact) -> Fact | None:
        """The fact, without hypotheses that those on numbers settle; None where it has others that are not allowed."""
        if self.admits(fact.theorem):
            return fact
        sides = self.sides
        try:
            theorem = instantiate(fact.theorem, {}, [f.theorem for f in sides])
        except KernelError:
            return None
        if not self.admits(theorem):
            return None

        def code(spell: Spelling, names: Sequence[str]) -> str:
            return f"instantiate({names[0]}, {{}}, [{', '.join(names[1:])}])"

        return Fact(theorem, code, (fact, *sides))

    def admits(self, theorem: Theorem) -> bool:
        """Whether a theorem has no hypotheses but those that are allowed."""
        return self.admits_all(theorem.hypotheses)

    def admits_all(self, hypotheses: Iterable[Formula]) -> bool:
        """Whether all of these hypotheses are allowed."""
        return all(translate(h) in self.allowed for h in hypotheses)

    def add(self, fact: Fact) -> bool:
        """Takes on a fact, unless it is known already."""
        said = translate(fact.conclusion)
        if said in self._known:
            return False
        self._known.add(said)
        self.facts.append(fact)
        return True

    def add_all(self, facts: Iterable[Fact]) -> None:
        """Takes on what is not known already."""
        for fact in list(facts):
            self.add(fact)

    @property
    def conclusions(self) -> list[Formula]:
        """What the facts say that are relations."""
        return [f.conclusion for f in self.relations]

    @property
    def relations(self) -> list[Fact]:
        """The facts that are equations or inequalities."""
        return [f for f in self.facts if isinstance(f.conclusion, Relation)]

    @property
    def schemas(self) -> list[Fact]:
        """The facts that speak of all values of something."""
        return [f for f in self.facts if isinstance(f.conclusion, ForAll)]

    @property
    def sides(self) -> list[Fact]:
        """What settles signs: relations between numbers or between integers, and bounds of one value by a number."""
        return [f for f in self.relations if f.relation.op != "=" and _is_side(f.relation)]

    def is_positive(self, term: Any) -> bool:
        """Whether the facts on numbers show at once that a term is positive."""
        return settled(gt(term, 0), [f.conclusion for f in self.sides])

    def is_nonnegative(self, term: Any) -> bool:
        """Whether they show that it is not negative."""
        return settled(ge(term, 0), [f.conclusion for f in self.sides])


Prove = Callable[[Formula, Context], Fact | None]
"""What proves a part of a goal in a context."""


def _is_side(relation: Relation) -> bool:
    if relation.has(Sum):
        return False
    if not any(isinstance(v, Head) for v in free_variables(relation)):
        return True
    if relation.lhs.is_integer and relation.rhs.is_integer:
        return True
    return bool(relation.rhs.is_number and isinstance(relation.lhs, Fun | Inner | Pow))


def occurring(term: Basic, *kinds: type) -> list[Any]:
    """Subterms of these classes, also of bound variables, in an order that is the same in every process."""
    return sorted(term.atoms(*kinds), key=lambda node: (node.count_ops(), str(node)))


def share_of(term: Any, part: Any) -> Any:
    """What is subtracted of a part in a term that is linear in it; 0 where it is not."""
    there = Dummy(real=True)
    share = -diff(term.xreplace({part: there}), there)
    return S.Zero if share.has(there) else share


def open_terms(terms: Iterable[Basic], kinds: tuple[type, ...]) -> list[Any]:
    """Subterms of these classes that speak of no bound variable, the smallest first."""
    found: dict[Any, None] = {}

    def visit(term: Any, bound: frozenset[Symbol]) -> None:
        if not getattr(term, "args", ()):
            return
        parts = open_binder(term)
        variables, inside, outside = parts[:3] if parts else ((), term.args, ())
        for a in outside:
            visit(a, bound)
        for a in inside:
            visit(a, bound.union(variables))
        if not bound & term.free_symbols and isinstance(term, kinds):
            found[term] = None

    for term in terms:
        visit(term, frozenset())
    return list(found)


def applications(terms: Iterable[Basic]) -> list[Any]:
    """The values of functions, members of families and gradients that speak of no bound variable."""
    return open_terms(terms, (Fun, Vec, Pt, Gradient, Hessian))
