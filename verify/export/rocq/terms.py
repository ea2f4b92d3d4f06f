"""Terms and formulas of the core in Rocq's language, and what says that they are defined.

What has no value in the core (1/0, the logarithm of 0) has some value in Rocq; so `defined` gives, beside a term, the
propositions that together say that it is defined, in the sense of the ten sentences of the kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from verify.axioms.calculus import CONTINUOUSLY_DIFFERENTIABLE
from verify.core.nodes import (
    DOMAIN,
    INTEGER,
    NUMBER,
    POINT,
    POINT_SORT,
    SCALAR,
    VECTOR,
    ZERO_SORT,
    Signature,
    Term,
    is_vector,
)
from verify.core.terms import number, power
from verify.core.uses import DEFINED
from verify.export.rocq.names import (
    REAL_TYPE, TANGENT, Head, Inexpressible, Names, Shape, arguments, bound_shapes, is_in_library, is_partial, is_whole,
    shape_of, space_of, speaks_of,
)  # fmt: skip
from verify.export.rocq.properties import PROPERTIES, is_property, spoken_of
from verify.language.properties import head_of

FUNCTIONS: Final = {
    "exp": "exp", "log": "ln", "sin": "sin", "cos": "cos", "tan": "tan", "sinh": "sinh", "cosh": "cosh",
    "tanh": "tanh", "asin": "asin", "acos": "acos", "atan": "atan", "asinh": "asinh", "acosh": "acosh",
    "atanh": "atanh", "sinc": "sinc", "abs": "Rabs",
}  # fmt: skip
OPERATORS: Final = {"=": "=", "≠": "<>", "≥": ">=", ">": ">", "≤": "<=", "<": "<"}
"""The words of the axioms that say that one function of a number is the derivative of another, and continuous."""
_LETTERS: Final = {NUMBER: "x", INTEGER: "i", VECTOR: "v", POINT: "p"}


@dataclass(frozen=True)
class Bound:
    """A bound variable: its name, the shape of the function that it is (of a number, its type alone), its signature."""

    name: str
    shape: Shape
    signature: Signature


Scope = tuple[Bound, ...]
"""What is bound, the innermost binder's variables first."""


def fraction(q: Fraction) -> str:
    """The number as Rocq reads it."""
    if q.denominator == 1:
        return str(q.numerator) if q >= 0 else f"({q.numerator})"
    return f"({q.numerator} / {q.denominator})"


def conjunction(propositions: Sequence[str]) -> str:
    """All of them; none is True."""
    once = list(dict.fromkeys(propositions))
    return " /\\ ".join(once[:1] if len(once) == 1 else [f"({p})" for p in once]) or "True"


class Terms:
    """Writes terms with the names of one file."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.instead: dict[Term, str] = {}
        """What is written in the place of some terms, outside all binders."""

    # --- terms --------------------------------------------------------------------------------------------------------

    def term(self, t: Term, scope: Scope = ()) -> str:
        """A number."""
        kind, args = t.kind, t.args
        if t in self.instead:
            return self.instead[t]
        if kind == "number":
            return fraction(args[0])
        if kind == "pi":
            return "PI"
        if kind == "e":
            return "(exp 1)"
        if kind == "variable":
            return self.names.of(Head(t, (REAL_TYPE,)))
        if kind == "bound":
            return scope[args[0]].name
        if kind in ("add", "mul"):
            return self._joined(" + " if kind == "add" else " * ", [self.term(a, scope) for a in args], kind)
        if kind == "power":
            return self._power(args[0], args[1], scope)
        if kind in ("max", "min"):
            made = self.term(args[0], scope)
            for a in args[1:]:
                made = f"(R{kind} {made} {self.term(a, scope)})"
            return made
        if kind == "delta":
            return f"(delta {self.term(args[0], scope)} {self.term(args[1], scope)})"
        if kind in FUNCTIONS:
            return f"({FUNCTIONS[kind]} {self.term(args[0], scope)})"
        if kind == "inner":
            return self._inner(args[0], args[1], scope)
        if kind == "apply":
            order = args[1]
            if order == 0:
                return self._applied(t, scope)
            f, x = self.head(t, scope), self.term(args[2], scope)
            return f"(Derive {f} {x})" if order == 1 else f"(Derive_n {f} {order} {x})"
        if kind == "sum":
            return self._sum("Sum", t, scope)
        if kind == "integral":
            body, inside = self._bound_in(t, scope)
            return f"(RInt (fun {inside} => {body}) {self.term(args[1], scope)} {self.term(args[2], scope)})"
        if kind == "derivative":
            body, inside = self._bound_in(t, scope)
            return f"(Derive (fun {inside} => {body}) {self.term(args[1], scope)})"
        raise Inexpressible(f"a {kind} as a number")

    def vector(self, t: Term, scope: Scope = ()) -> str:
        """A vector of the space that it is of; a number zero is the zero vector of any."""
        kind, args = t.kind, t.args
        if t.sort == ZERO_SORT:
            return "vzero"
        if not is_vector(t):
            raise Inexpressible("a number as a vector")
        if kind == "add":
            return self._joined(" +v ", [self.vector(a, scope) for a in args], kind)
        if kind == "mul":
            numbers = [a for a in args if not is_vector(a)]
            (v,) = (a for a in args if is_vector(a))
            factor = self._joined(" * ", [self.term(a, scope) for a in numbers], kind)
            return f"({factor} *v {self.vector(v, scope)})" if numbers else self.vector(v, scope)
        if kind == "vector":
            return self._applied(t, scope)
        if kind == "sum":
            return self._sum("VSum", t, scope)
        if kind == "derivative":
            body, inside = self._bound_in(t, scope)
            return f"(vDerive (fun {inside} => {body}) {self.term(args[1], scope)})"
        if kind == "gradient":
            return f"(grad {self.head(t, scope)} {self.vector(args[1], scope)})"
        if kind == "hessian":
            return f"(hess {self.head(t, scope)} {self.vector(args[1], scope)} {self.vector(args[2], scope)})"
        raise Inexpressible(f"a {kind} as a vector")

    def point(self, t: Term, scope: Scope = ()) -> str:
        """A point."""
        if t.kind != "point":
            raise Inexpressible(f"a {t.kind} as a point")
        return self._applied(t, scope)

    def value(self, t: Term, scope: Scope = ()) -> str:
        """A number, a vector or a point, as its sort says."""
        if t.sort == POINT_SORT:
            return self.point(t, scope)
        return self.vector(t, scope) if is_vector(t) else self.term(t, scope)

    def space(self, sort: Term, scope: Scope = ()) -> str:
        """A space: one with a name, or a tangent space."""
        return f"(tangent {self.point(sort.args[0], scope)})" if sort.kind == "tangent" else self.names.space(sort)

    def _power(self, base: Term, exponent: Term, scope: Scope) -> str:
        """base^exponent: whole powers, roots, and all others by `pw`."""
        if exponent.kind != "number":
            return f"(pw {self.term(base, scope)} {self.term(exponent, scope)})"
        q = exponent.args[0]
        if q.denominator > 1 and q.numerator != 1:
            written = self.term(power(base, number(Fraction(1, q.denominator))), scope)
        elif q.denominator > 1:
            written = self.term(base, scope)
            return f"(sqrt {written})" if q.denominator == 2 else f"(root {q.denominator} {written})"
        else:
            written = self.term(base, scope)
        n = abs(q.numerator)
        made = f"({written} ^ {n})" if n != 1 else written
        return f"(/ {made})" if q < 0 else made

    @staticmethod
    def _joined(sign: str, parts: list[str], kind: str) -> str:
        if not parts:
            return "0" if kind == "add" else "1"
        return f"({sign.join(parts)})" if len(parts) > 1 else parts[0]

    def _inner(self, u: Term, v: Term, scope: Scope) -> str:
        space = u.sort if is_vector(u) else v.sort
        if type(space) is not Term:
            raise Inexpressible("an inner product of zeros")
        of = f"@ip {self.space(space, scope)} " if not (is_vector(u) and is_vector(v)) else "ip "
        return f"({of}{self.vector(u, scope)} {self.vector(v, scope)})"

    def _sum(self, name: str, t: Term, scope: Scope) -> str:
        body, inside = self._bound_in(t, scope)
        return f"({name} {self.term(t.args[1], scope)} {self.term(t.args[2], scope)} (fun {inside} => {body}))"

    def _bound_in(self, t: Term, scope: Scope) -> tuple[str, str]:
        """The body of a sum, an integral or a derivative, and the name of what is bound in it."""
        v = self.bind(t, scope)
        return self.value(t.args[0], (v, *scope)), v.name

    def bind(self, t: Term, scope: Scope) -> Bound:
        """The variable that a sum, an integral or a derivative binds."""
        kind = INTEGER if t.kind == "sum" else NUMBER
        return Bound(f"{_LETTERS[kind]}'{len(scope)}", (REAL_TYPE,), (kind, ""))

    # --- heads --------------------------------------------------------------------------------------------------------

    def shape(self, t: Term, scope: Scope) -> Shape:
        """The shape with which the head of the term is used."""
        head = t.args[0]
        known = [scope[head.args[0]].shape] if head.kind == "bound" else self.names.shapes(head)
        found = shape_of(t, known, self.names)
        if found is None:
            raise Inexpressible("a function of zeros only")
        return found

    def head(self, t: Term, scope: Scope) -> str:
        """The function at the head of the term."""
        head = t.args[0]
        if head.kind == "bound":
            return scope[head.args[0]].name
        return self.names.of(Head(head, self.shape(t, scope)))

    def _domain(self, t: Term, head: Term, shape: Shape, scope: Scope) -> str:
        if head.kind == "bound":
            return f"{scope[head.args[0]].name}_domain"
        return self.names.domain(Head(head, shape))

    def _applied(self, t: Term, scope: Scope) -> str:
        shape = self.shape(t, scope)
        args = self._arguments(arguments(t), shape, scope)
        if is_in_library(t.args[0]) and not any(is_vector(a) for a in arguments(t)):
            return f"(@{self.head(t, scope)} {shape[-1]} {' '.join(args)})"
        if t.kind == "vector" and self._at_points(t, scope):
            args = [self.point(t.args[1].args[0], scope), *args]
        return f"({' '.join([self.head(t, scope), *args])})" if args else self.head(t, scope)

    @staticmethod
    def _at_points(t: Term, scope: Scope) -> bool:
        """Whether the head of the vector has a value in each tangent space."""
        head = t.args[0]
        return bool(t.args[1].kind == "tangent" and (head.kind != "bound" or scope[head.args[0]].shape[-1] == TANGENT))

    def _arguments(self, args: Sequence[Term], shape: Shape, scope: Scope) -> list[str]:
        found: list[str] = []
        for a, type_ in zip(args, shape, strict=False):
            if type_ == TANGENT:
                if not is_vector(a):
                    raise Inexpressible("a zero as a vector of a tangent space that is not known")
                found.append(self.point(a.sort.args[0], scope))
            found.append(
                self.term(a, scope)
                if type_ == REAL_TYPE
                else self.value(a, scope)
                if a.sort == POINT_SORT
                else self.vector(a, scope)
            )
        return found

    # --- formulas -----------------------------------------------------------------------------------------------------

    def formula(self, f: Term, scope: Scope = ()) -> str:
        """The formula, as a proposition that is true if it is."""
        if f.kind == "relation":
            op, left, right = f.args
            if left.sort == POINT_SORT:
                return f"{self.point(left, scope)} = {self.point(right, scope)}"
            if any(is_vector(x) for x in (left, right)):
                return f"{self.vector(left, scope)} {OPERATORS[op]} {self.vector(right, scope)}"
            return f"{self.term(left, scope)} {OPERATORS[op]} {self.term(right, scope)}"
        if f.kind == "forall":
            variables, inside = self.opened(f, scope)
            if says_use(f):  # it is applied to values that are looked for: none must be left open
                variables = [v for n, v in enumerate(variables) if any(speaks_of(p, n) for p in f.args[1:])]
            *given, body = (self.formula(p, inside) for p in f.args[1:])
            return self.for_all(variables, given, body) if variables else " -> ".join([*given, body])
        return self._predicate(f, scope)

    def opened(self, f: Term, scope: Scope) -> tuple[list[Bound], Scope]:
        """The variables that "for all", or a function, binds, and what is bound inside it."""
        shapes = bound_shapes(f.args[0], f.args[1:], self.names)
        variables = [
            Bound(f"{_LETTERS.get(s[0], 'f')}'{len(scope) + n}", shape, s)
            for n, (s, shape) in enumerate(zip(f.args[0], shapes, strict=True))
        ]
        for n, v in enumerate(variables):
            if v.shape == (TANGENT,):
                space = space_of(f, n)
                variables[n] = Bound(v.name, (self.space(space, (*variables, *scope)),), v.signature)
        return variables, (*variables, *scope)

    def for_all(self, variables: Sequence[Bound], given: Sequence[str], body: str) -> str:
        """For all values of the variables, with their declared signs, that meet what is given: the body."""
        binders = [b for v in variables for b in self.binders(v.name, v.shape, v.signature)]
        declared = [d for v in variables for d in self.declared(v.name, v.shape, v.signature)]
        return f"(forall {' '.join(binders)}, {' -> '.join([*declared, *given, body])})"

    def binders(self, name: str, shape: Shape, signature: Signature) -> list[str]:
        """How a variable is bound."""
        made = [f"({name} : {self.names.typed(shape)})"]
        if is_partial(signature):
            made.append(f"({name}_domain : {self.names.typed((*shape[:-1], 'Prop'))})")
        return made

    def declared(self, name: str, shape: Shape, signature: Signature) -> list[str]:
        """What is declared of a variable, as propositions: that it has integer values, and its sign."""
        *types, _ = shape
        if TANGENT in types and (is_whole(signature) or signature[1]):
            types = [t for type_ in types for t in ([self.names.points(), TANGENT] if type_ == TANGENT else [type_])]
            types = [f"tangent z{n - 1}" if t == TANGENT else t for n, t in enumerate(types)]
        arguments = [f"z{n}" for n in range(len(types))]
        value = f"({' '.join([name, *arguments])})" if types else name
        said = [f"Int {value}"] if is_whole(signature) else []
        if signature[1]:
            said.append(f"0 {'<' if signature[1] == 'positive' else '<='} {value}")
        if not types:
            return said
        bound = " ".join(f"({a} : {type_})" for a, type_ in zip(arguments, types, strict=True))
        return [f"(forall {bound}, {s})" for s in said]

    def _predicate(self, f: Term, scope: Scope) -> str:
        words, *args = f.args
        if words == DOMAIN:
            head, *rest = args
            shapes = [scope[head.args[0]].shape] if head.kind == "bound" else self.names.shapes(head)
            shape = next((s for s in shapes if len(s) == len(rest) + 1), None)
            if shape is None:
                raise Inexpressible("the domain of what is applied nowhere")
            return f"{self._domain(f, head, shape, scope)} {' '.join(self._arguments(rest, shape, scope))}"
        if words == DEFINED:
            return self.use(args[0], scope)
        if is_property(f):
            there = spoken_of(f, self.names)
            said = [self.names.of(x) if isinstance(x, Head) else self.value(x, scope) for x in there]
            return " ".join([PROPERTIES[words].name, *said])
        if words == CONTINUOUSLY_DIFFERENTIABLE.words:
            pairs = zip(args, CONTINUOUSLY_DIFFERENTIABLE.kinds, strict=True)
            return f"derivative_is {' '.join(self._function(a, kind, scope) for a, kind in pairs)}"
        raise Inexpressible(f"the predicate {words!r}")

    def _function(self, t: Term, kind: str, scope: Scope) -> str:
        if head := head_of(t, kind):
            return self.names.of(Head(head, (REAL_TYPE, REAL_TYPE)))
        (v,), inside = self.opened(t, scope)
        return f"(fun {v.name} => {self.term(t.args[1], inside)})"

    # --- what a proof uses of functions -------------------------------------------------------------------------------

    def use(self, t: Term, scope: Scope = ()) -> str:
        """That the derivative of a head exists near the place where it is taken, unless it is not defined there.

        A partial function that is defined there is so nearby.
        """
        smooth = self._smooth(t, scope)
        for there in self.in_domain(t, scope) if t.kind != "derivative" else ():
            domain, _, place = there.partition(" ")
            return f"{there} -> {smooth} /\\ {'locally' if t.kind == 'apply' else 'vnear'} {place} {domain}"
        return smooth

    def in_domain(self, t: Term, scope: Scope) -> list[str]:
        """That the arguments of a partial function are where it is defined."""
        head = t.args[0]
        if not is_partial(head.args[1:] if head.kind == "variable" else scope[head.args[0]].signature):
            return []
        shape = self.shape(t, scope)
        args = self._arguments(arguments(t), shape, scope)
        return [f"{self._domain(t, head, shape, scope)} {' '.join(args)}"]

    def _smooth(self, t: Term, scope: Scope) -> str:
        if t.kind == "apply":
            return f"smooth_near {t.args[1]} {self.head(t, scope)} {self.term(t.args[2], scope)}"
        if t.kind in ("gradient", "hessian"):
            n = 1 if t.kind == "gradient" else 2
            return f"C{n}_near {self.head(t, scope)} {self.vector(t.args[1], scope)}"
        v = self.bind(t, scope)
        inner, order, inside = t.args[0], 1, (v, *scope)
        while inner.kind == "derivative" and inner.args[1].kind == "bound" and inner.args[1].args[0] == 0:
            inner, order, inside = inner.args[0], order + 1, (v, *inside)
        if inner.kind == "derivative":
            raise Inexpressible("the derivative of a derivative at another place")
        name = "vsmooth_near" if is_vector(t) else "smooth_near"
        return f"{name} {order} (fun {v.name} => {self.value(inner, inside)}) {self.term(t.args[1], scope)}"


def says_use(f: Term) -> bool:
    """Whether the formula says, for all values, that a derivative exists."""
    while f.kind == "forall":
        f = f.args[-1]
    return bool(f.kind == "predicate" and f.args[0] == DEFINED)


def is_number(t: Term) -> bool:
    """Whether the term is a number."""
    return t.sort in (SCALAR, ZERO_SORT)
