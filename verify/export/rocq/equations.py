"""Proofs of equations: what the zero test of the core finds, written out as small equations that Rocq checks.

Every part that is no sum, product or whole power has an equation of its own, which says what its normal form is; the
rest is algebra. The normal forms are asked of the core and not believed: each is proved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


from verify.core.derivatives import evaluated
from verify.core.matching import match, schema
from verify.core.nodes import POINT_SORT, VECTOR, Refused, Term, is_vector, node
from verify.core.rational import Quotient
from verify.core.signs import Facts
from verify.core.terms import MINUS_ONE, add, fresh, mul, relation, sides, substitute
from verify.core.zero import NormalForm
from verify.core.zero_equations import meets
from verify.export.rocq import laws, letters, points, roots
from verify.export.rocq.algebra import divisors, polynomial, product_of_factors, quotient, reduction
from verify.export.rocq.divided import by_factors, not_zero
from verify.export.rocq.lemmas import Statements
from verify.export.rocq.names import Head, Inexpressible
from verify.export.rocq.products import by_products

POLYNOMIAL = ("number", "add", "mul")


def is_polynomial(t: Term) -> bool:
    """Whether it is a number, a sum, a product or a whole power: what algebra takes apart."""
    if t.kind == "power":
        q = t.args[1].args[0] if t.args[1].kind == "number" else None
        return q is not None and bool(q.denominator == 1 or q.numerator != 1)
    return t.kind in POLYNOMIAL


@dataclass(frozen=True)
class Equation:
    """A premise that rewrites: the formula that it concludes, and the name under which it is at hand."""

    formula: Term
    name: str


@dataclass
class Scope:
    """The equations of atoms that are proved where the proof now is, and their proofs."""

    known: dict[Term, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    settled: set[Term] = field(default_factory=set)
    binds: frozenset[Term] = frozenset()


class Equations:
    """Proofs of equations under facts, with premises that rewrite.

    Raises of its methods:
        Refused: where the core has no normal form. Inexpressible: where there is no proof in Rocq yet.
    """

    def __init__(self, statements: Statements, facts: Sequence[Term], using: Sequence[Equation]) -> None:
        self.statements = statements
        self.write = statements.write
        self.using = using
        self.facts = facts
        self.form = NormalForm(Facts(facts), [e.formula for e in using])
        self._begin()

    def _begin(self) -> None:
        self.scopes: list[Scope] = []
        self.busy: set[Term] = set()

    # --- entry --------------------------------------------------------------------------------------------------------

    def proved(self, left: Term, right: Term) -> str:
        """Tactics that close the goal left = right, of numbers or of vectors."""
        vectors = is_vector(left) or is_vector(right)
        if left.sort == POINT_SORT:
            return self._settled(lambda: self.within("", lambda: points.equal_points(self, left, right)))
        return self._settled(
            lambda: self.equal_vectors(left, right) if vectors else self.within("", lambda: self.equal(left, right))
        )

    def within(self, entered: str, work: Callable[[], str], binds: frozenset[Term] = frozenset()) -> str:
        """What the work gives, after the equations that it needs, in a place where more is at hand, or bound."""
        self.scopes.append(Scope(binds=binds))
        try:
            goal = work()
            return "\n".join([entered, *self.scopes[-1].lines, goal])
        finally:
            self.scopes.pop()

    def _settled(self, work: Callable[[], str]) -> str:
        def afresh() -> str:
            self._begin()
            return work()

        return self.form.settled(afresh)

    def new(self, letter: str) -> str:
        """A name for something in a proof."""
        return self.statements.fresh(f"{letter}'")

    # --- numbers ------------------------------------------------------------------------------------------------------

    def value(
        self, t: Term, form: NormalForm | None = None, atom: Callable[[Term], Quotient] | None = None
    ) -> Quotient:
        """The normal form, in which relations are not yet used outside of atoms; or another one, of other atoms."""
        form, atom = form or self.form, atom or self.atom
        if t.kind == "number":
            return form.constant(t.args[0])
        if t.kind == "add":
            made = form.NIL
            for a in t.args:
                made = form.plus(made, self.value(a, form, atom))
            return made
        if t.kind == "mul":
            made = form.UNIT
            for a in t.args:
                made = form.times(made, self.value(a, form, atom))
            return made
        if is_polynomial(t):
            q = t.args[1].args[0]
            base = self.value(t.args[0], form, atom) if q.denominator == 1 else atom(laws.root_in(t))
            return form.to_the(form.reduced(base) if q < 0 else base, q.numerator)
        return atom(t)

    def atom(self, t: Term) -> Quotient:
        """The normal form of what is no sum, product or whole power."""
        return self.form.reduced(self.form.scalar(evaluated(t)[0]))

    def atoms(self, t: Term, found: dict[Term, None]) -> None:
        """The parts of a term that algebra does not take apart."""
        if t.kind == "number":
            return
        if not is_polynomial(t):
            found[t] = None
        elif t.kind == "power":
            q = t.args[1].args[0]
            self.atoms(t.args[0] if q.denominator == 1 else laws.root_in(t), found)
        else:
            for a in t.args:
                self.atoms(a, found)

    def inverted(self, t: Term, found: dict[Term, Term]) -> None:
        """The powers in a term by which it divides, and what they are powers of."""
        if t.kind == "power" and is_polynomial(t):
            q = t.args[1].args[0]
            base = t.args[0] if q.denominator == 1 else laws.root_in(t)
            if q < 0:
                found[t] = base
            self.inverted(base, found)
        elif t.kind in ("add", "mul"):
            for a in t.args:
                self.inverted(a, found)

    def meaning(self, t: Term) -> str:
        """What a generator stands for, in Rocq."""
        return self.write.term(t)

    def reduced_text(self, x: Quotient) -> str:
        """A normal form, written out."""
        return quotient(self.form, x, self.meaning)

    # --- algebra ------------------------------------------------------------------------------------------------------

    def equal(self, left: Term, right: Term) -> str:
        """Tactics for left = right."""
        if left is right:
            return "reflexivity."
        return letters.by_letters(self, left, right) or self._algebra(left, right, None)

    def reduces(self, t: Term, x: Quotient) -> str:
        """Tactics for t = x, which is a normal form of it; there may be others."""
        return self._algebra(t, None, x)

    def _algebra(self, left: Term, right: Term | None, normal: Quotient | None) -> str:
        form = self.form
        atoms: dict[Term, None] = {}
        below: dict[Term, Term] = {}
        for t in (left, *([right] if right is not None else [])):
            self.atoms(t, atoms)
            self.inverted(t, below)
        values = {a: self.atom(a) for a in atoms}
        total = form.minus(self.value(left), self.value(right) if right is not None else (normal or form.NIL))
        used, rest = reduction(form, total[0])
        if not rest.is_zero():
            raise Refused("the two sides do not have one normal form")
        by_bilinearity = by_products(self.write, left, right if right is not None else form.spelled(normal or form.NIL))
        if by_bilinearity is not None:
            return by_bilinearity
        lines: list[str] = []
        names: dict[Term, str] = {}
        bound: list[tuple[str, str, str]] = []  # of atoms with an equation: the name, the atom, the equation's name
        for a, x in values.items():
            if form.single(x) is not a:
                names[a] = self.new("z")
                bound.append((names[a], self.write.term(a), self._equation(a, x)))
        lower: dict[Term, tuple[str, Quotient]] = {}  # denominators that relations make simpler: their normal forms
        for b in dict.fromkeys(below.values()):
            plain = form.reduced(self.value(b))
            if is_polynomial(b) and plain != self.value(b):
                lower[b] = self.new("w"), plain
                bound.append((lower[b][0], self.write.term(b), self._equation(b, plain)))
        generators: dict[Term, str] = {}

        def named(t: Term) -> str:
            if t not in generators:
                generators[t] = self.new("g")
            return generators[t]

        said: list[tuple[str, str]] = []  # what is asked of the numbers, and how it is proved
        equations = [f"{names[a]} = {quotient(form, x, named)}" for a, x in values.items() if a in names]
        equations += [f"{name} = {quotient(form, plain, named)}" for name, plain in lower.values()]
        for a in values:
            if a not in names:
                named(a)
        for f in divisors(
            form, [*values.values(), *(x for _, x in lower.values()), *([normal] if normal else []), total]
        ):
            said.append((f"{polynomial(form, f, named)} <> 0", not_zero(self, f)))
        relations = [f"{named(form.meaning[u.generator])} ^ {u.q} - {polynomial(form, u.r, named)}" for u in used]
        parts = [f"({polynomial(form, u.cofactor, named)}) * ({r})" for u, r in zip(used, relations, strict=True)]
        denominator = product_of_factors(form, total[1], named)
        right_text = quotient(form, normal, named) if normal is not None else ""
        apart = {b: by_factors(self, b) for b in below.values()}
        before = self.write.instead
        try:
            inverses = {t: self._inverse(lower[b][0], t) for t, b in below.items() if b in lower}
            self.write.instead = {**before, **generators, **names, **inverses}
            sides = [self.write.term(left), self.write.term(right) if right is not None else right_text]
            for b, how in apart.items():
                divided = lower[b][0] if b in lower else self.write.term(b)
                said.append((f"{divided} <> 0", self._divides(b, values[b] if b in names else None, how)))
        finally:
            self.write.instead = before
        said = list(dict.fromkeys(said))
        said += [(f"{r} = 0", "relation_holds.") for r in relations]
        for u in used:
            self._not_negative(form.meaning[u.generator])
        lemma, variables = self.new("G"), [*generators.values(), *(n for n, _, _ in bound)]
        if not variables:
            return "\n".join([*lines, "arith."])
        premises = [s for s, _ in said] + equations
        stated = " -> ".join([*premises, f"{sides[0]} = {sides[1]}"])
        lines.append(f"assert ({lemma} : forall {' '.join(variables)} : R, {stated}).")
        lines.append("{ intros; subst; " + self._by_algebra(parts, relations, denominator) + " }")
        given = [*(self.meaning(t) for t in generators), *(text for _, text, _ in bound)]
        asked = ["_"] * len(said)
        lines.append(f"refine ({' '.join([lemma, *given, *asked, *(e for _, _, e in bound)])}).")
        if said:
            lines.append("all: [> " + " | ".join(how.rstrip(".") for _, how in said) + " ].")
        return "\n".join(lines)

    @staticmethod
    def _inverse(name: str, t: Term) -> str:
        """What is written for a negative power of what the name stands for."""
        n = -t.args[1].args[0].numerator
        return f"(/ {name})" if n == 1 else f"(/ ({name} ^ {n}))"

    def _divides(self, b: Term, normal: Quotient | None, how: str) -> str:
        """Tactics for: what is divided by is not zero; if need be, as its normal form is not."""
        return how if normal is None else f"first [{how.rstrip('.')} | rewrite {self._equation(b, normal)}; nonzero]."

    @staticmethod
    def apart(k: Term) -> Term:
        """The larger side of a relation, less the smaller."""
        _, larger, smaller = sides(k)
        return add(larger, mul(MINUS_ONE, smaller))

    def _not_negative(self, root: Term) -> None:
        """What is under a root that is raised to a power is not negative."""
        if root.kind == "power":
            self.put_at_hand(relation("≥", root.args[0]))

    def put_at_hand(self, said: Term) -> None:
        """Has a relation proved before what needs it, if it follows from the facts."""
        from verify.export.rocq.settling import settled  # noqa: PLC0415  # it proves by equations

        if roots.by_multiple(self, said):
            return
        if said in self.facts or any(said in scope.settled for scope in self.scopes):
            return
        self.scopes[-1].settled.add(said)
        try:
            how = settled(self.statements, self.facts, said)
        except (Refused, Inexpressible):
            return
        name = self.new("n")
        self.scopes[-1].lines.append(f"assert ({name} : {self.write.formula(said)}). {{ {how} }}")

    @staticmethod
    def _by_algebra(parts: Sequence[str], relations: Sequence[str], denominator: str) -> str:
        if not parts:
            return "algebra."
        rewrites = "; ".join(f"replace ({r}) with 0 by (symmetry; assumption)" for r in relations)
        whole = f"(({' + '.join(parts)}) / {denominator})"
        return f"first [apply Rminus_diag_uniq; transitivity {whole}; [algebra | {rewrites}; algebra] | algebra]."

    def _equation(self, a: Term, x: Quotient) -> str:
        """The name of an equation a = its normal form, which is proved first if it is not at hand."""
        hidden: frozenset[Term] = frozenset()  # one variable of the core stands for indices of several sums
        for scope in reversed(self.scopes):
            if a in scope.known and hidden.isdisjoint(a.free):
                return scope.known[a]
            hidden |= scope.binds
        if a in self.busy:
            raise Refused(f"the normal form of {a!r} goes round in circles")
        self.busy.add(a)
        try:
            proof = self.reduces(a, x) if is_polynomial(a) else laws.law(self, a, x)
        finally:
            self.busy.discard(a)
        name = self.new("e")
        said = f"{self.write.term(a)} = {self.reduced_text(x)}"
        self.scopes[-1].lines.append(f"assert ({name} : {said}).\n{{ {proof} }}")
        self.scopes[-1].known[a] = name
        return name

    # --- vectors ------------------------------------------------------------------------------------------------------

    def equal_vectors(self, left: Term, right: Term) -> str:
        """Tactics for left = right, of vectors: their inner products with every vector are equal."""
        space = left.sort if is_vector(left) else right.sort
        (head,) = fresh((VECTOR, ""))
        probe = node("vector", head, space)
        self.statements.names.learn(probe)
        sides = node("inner", left, probe), node("inner", right, probe)
        entered = f"intro {self.statements.names.of(Head(head, self.statements.names.shapes(head)[0]))}"
        entered += f"; as_section {entered.split()[1]}" if space.kind == "tangent" else ""
        return self.within(f"apply vec_ext; {entered}.", lambda: self.equal(*sides))

    # --- premises that rewrite ----------------------------------------------------------------------------------------

    def by_rule(self, atom: Term) -> tuple[str, Term] | None:
        """What an equation puts in the place of the atom, and tactics for atom = that."""
        form = self.form
        for rule, equation in zip(form.rules, self.using, strict=True):
            if rule.left is atom:
                return self._oriented(equation, atom, rule.right), rule.right
            found: dict[Term, Term] = {}
            if rule.variables and match(rule.left, atom, rule.variables, found) and meets(form, rule, found):
                right = substitute(rule.right, found)
                left = substitute(rule.left, found)
                values = [self.write.value(found[v]) for v in rule.variables]
                asked = self._asked(equation.formula)
                h = self.new("r")
                return (
                    f"{self.statements.fed(h, ' '.join([equation.name, *values]), asked)} "
                    f"breakup. conclusion_of {h}. {self._through(atom, left, h)}"
                ), right
        return None

    def _asked(self, formula: Term) -> int:
        found = schema(formula)
        declared = sum(bool(v.args[2]) + (v.args[1] == "integer") for v in found.variables)
        return declared + len(found.given)

    def _oriented(self, equation: Equation, atom: Term, right: Term) -> str:
        """Tactics for atom = right, from an equation that was solved for the atom."""
        _, left, stated = equation.formula.args
        if right is stated and left is atom:
            return f"exact {equation.name}."
        if right is stated:
            return self._through(atom, left, equation.name)
        return f"solved_for {equation.name}."

    def _through(self, atom: Term, left: Term, name: str) -> str:
        """Tactics for atom = right, by the equation left = right of that name, whose left side is the atom."""
        if atom is left:
            return f"exact {name}."
        plain = Equations(self.statements, self.facts, [])
        text = self.write.vector(left) if is_vector(atom) else self.write.value(left)
        return f"transitivity ({text}); [ | exact {name}]. {plain.proved(atom, left)}"
