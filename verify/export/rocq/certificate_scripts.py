"""What the proof of a node of a certificate is written with: its goal, its obligations, its parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from verify.core.certificate import Certificate
from verify.core.definedness import conditions
from verify.core.nodes import NUMBER, Term, node as node_of
from verify.core.obligations import Known, Node, joined, needed, ranges, says
from verify.core.polynomial_reading import System
from verify.core.polynomials import canonical, difference, negative, raised_to
from verify.core.terms import has, number, relation, sides, substitute, walk
from verify.export.rocq.definedness import Writer
from verify.export.rocq.names import REAL_TYPE, Head

HALF: Final = number(Fraction(1, 2))


class Script:
    """The proof of one node, line by line.

    Attributes:
        node: what the rules of the core read the node as; `names`: the lemmas that prove its parts.
    """

    def __init__(self, writer: Writer, certificate: Certificate, names: Sequence[str]) -> None:
        self.writer, self.node, self.names = writer, Node(certificate), names
        self.data, self.known = self.node.data, self.node.known
        self.term, self.strict = self.node.term, self.node.strict
        self.lines: list[str] = []
        self._said = [(needed(p), p.shows) for p in self.node.parts]
        self._used = set(certificate.variables)

    def say(self, *lines: str) -> None:
        """Adds lines."""
        self.lines += lines

    def write(self, term: Term) -> str:
        """The term in Rocq."""
        return self.writer.term(term)

    def sign(self, term: Term, strict: bool) -> str:
        """That the term is positive, or not negative."""
        return f"0 {'<' if strict else '<='} {self.write(term)}"

    def new(self, wanted: str) -> Term:
        """A variable that is not one of the node, for a number that the proof speaks of."""
        n = 0
        while True:
            v: Term = node_of("variable", f"{wanted}{n or ''}", NUMBER, "")
            if v not in self._used:
                self._used.add(v)
                return v
            n += 1

    def name(self, variable: Term) -> str:
        """Its name in Rocq."""
        return self.writer.names.of(Head(variable, (REAL_TYPE,)))

    def function(self, term: Term, variable: Term) -> str:
        """The term as a function of a variable."""
        return f"(fun {self.name(variable)} => {self.write(term)})"

    # --- obligations --------------------------------------------------------------------------------------------------

    def part_that_says(self, term: Term, strict: bool, known: Known) -> int | None:
        """The part that says term > 0 (≥ 0) where the formulas hold; None where it is plain without.

        One whose conditions are among the formulas comes first: what the core sees of others Rocq may not see.
        """
        at_point = joined((*known, *conditions(term)))
        said = [n for n, (needs, shows) in enumerate(self._said) if says(needs, shows, term, strict, at_point)]
        return min(said, key=lambda n: not set(self._said[n][0]) <= set(at_point), default=None)

    def part(self, n: int, values: Mapping[Term, Term] | None = None) -> str:
        """The lemma of a part, of its variables or of values for them."""
        variables = (v if values is None else values.get(v, v) for v in self.node.parts[n].variables)
        return f"({' '.join([self.names[n], *map(self.write, variables)])})"

    def by(
        self, term: Term, strict: bool, known: Known | None = None, values: Mapping[Term, Term] | None = None
    ) -> str:
        """The tactic that proves term > 0 (≥ 0), of the values, as the core found it: by a part, or plainly."""
        n = self.part_that_says(term, strict, self.known if known is None else known)
        return "plain" if n is None else f"part {self.part(n, values)}"

    def have(
        self, name: str, term: Term, strict: bool, known: Known | None = None, values: Mapping[Term, Term] | None = None
    ) -> None:
        """Asserts that the term has its sign."""
        there = substitute(term, values) if values else term
        self.say(f"assert ({name} : {self.sign(there, strict)}) by ({self.by(term, strict, known, values)}).")

    def have_all(self, formulas: Iterable[Term], known: Known, values: Mapping[Term, Term] | None = None) -> Known:
        """Asserts the formulas, each with what makes it defined; returns what is known then."""
        for formula in formulas:
            for f in (*conditions(formula), formula):
                if f not in known:
                    there = substitute(f, values) if values else f
                    self.say(f"assert ({self.writer.formula(there)}) by ({self._holds(f, known, values)}).")
                    known = joined((*known, f))
        return known

    def _holds(self, formula: Term, known: Known, values: Mapping[Term, Term] | None) -> str:
        op, gap = sides(formula)[0], difference(formula)
        if op in ("≥", ">"):
            return self.by(gap, op == ">", known, values)
        for way in (gap, negative(gap), raised_to(gap, number(2))):
            n = self.part_that_says(way, True, known)
            if n is not None:
                return f"not_zero_by_part {self.part(n, values)}"
        return "plain"

    def have_defined(self, term: Term, known: Known | None = None, values: Mapping[Term, Term] | None = None) -> Known:
        """Asserts what makes a term defined."""
        return self.have_all(conditions(term), self.known if known is None else known, values)

    def have_ranges(self, known: Known) -> None:
        """Asserts constant bounds of the variables, in the form in which coq-interval takes them."""
        for v, r in ranges(known).items():
            for end, side in ((r.low, "{1} <= {0}"), (r.high, "{0} <= {1}")):
                if end is not None:
                    self.say(f"try (assert ({side.format(self.write(v), self.write(end))}) by lra).")

    def have_roots(self, term: Term) -> str:
        """Asserts what the square roots in a term are that have a square in them; the tactic that puts it in."""
        tactics = []
        for n, root in enumerate(dict.fromkeys(t for t in walk(term) if t.kind == "power" and t.args[1] is HALF)):
            found = canonical(root)
            if found is not root and has(found, "power") and found.kind == "mul":
                self.say(f"assert (Root'{n} : {self.write(root)} = {self.write(found)}) by root_is.")
                tactics.append(f"rewrite Root'{n}; ")
        return "".join(tactics)


def at_least(term: Term) -> Term:
    """term ≥ 0."""
    return relation("≥", term)


def above(term: Term) -> Term:
    """term > 0."""
    return relation(">", term)


def over_squares(script: Script, system: System, shown: str) -> list[str]:
    """Makes a goal p/q one about p·q, which is what is shown: p/q = p·q·(1/q)²."""
    old = script.write(script.term)
    if system.denominator.is_one():
        return [f"replace {old} with {shown} by same."]
    below = script.write(system.spelled(system.denominator))
    lemma = "lt_0_compat" if script.strict else "le_pos"
    return [f"replace {old} with ({shown} * (/ {below}) ^ 2) by same.", f"apply Rmult_{lemma}; [ | sgn ]."]
