"""Names of variables in Rocq files, and the types of the functions, vectors and spaces that they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from verify.core.nodes import (
    CONSTANT, DOMAIN, INTEGER, INTEGERS, OTHER, PARTIAL, POINT, POINT_SORT, SCALAR, VECTOR, ZERO_SORT, Signature, Term,
    binds,
)  # fmt: skip
from verify.core.terms import HEADED, raised, walk


class Inexpressible(Exception):
    """Something has no form in Rocq yet; the message says what."""


REAL_TYPE: Final = "R"
TANGENT: Final = "tangent"
"""In a shape, a vector of the tangent space at the point that goes before it; of values, it is the first argument."""
_KEPT: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
_GREEK: Final = frozenset("αβγδεζηθικμνξοπρστυφχψωΓΔΘΛΞΠΣΦΨΩ")
_WORDS: Final = {
    "\u0302": "_hat", "\u0303": "_tilde", "\u0304": "_bar", "\u0307": "_dot", "\u0308": "_ddot", "′": "_prime",
    "⋆": "_star", "ˆ": "_", "ℓ": "ell", "∂": "d", "λ": "lambda", **{c: str(n) for n, c in enumerate("₀₁₂₃₄₅₆₇₈₉")},
}  # fmt: skip
_TAKEN: Final = frozenset([
    "Int", "Sum", "VSum", "root", "delta", "exp", "ln", "sin", "cos", "tan", "PI", "sqrt", "sinc", "Rabs", "Rmax",
    "Rmin", "sinh", "cosh", "tanh", "atan", "asin", "acos", "asinh", "acosh", "atanh", "pw", "pw_defined", "Derive",
    "Derive_n", "RInt", "ip", "grad", "hess", "vDerive", "vadd", "vscal", "vzero", "base", "dim", "car", "line",
    "along", "Space", "R", "nat", "Z", "N", "Q", "C", "fun", "forall", "exists", "exists2", "let", "in", "if",
    "then", "else", "match", "with", "end", "at", "as", "return", "for", "fix", "cofix", "S", "O", "I", "Prop",
    "Set", "Type", "lt", "le", "ge", "gt", "eq", "count", "up", "sum", "prod", "pair", "fst", "snd", "inl", "inr",
    "list", "option", "bool", "unit", "true", "false", "locally", "continuous", "not", "and", "or", "iff", "where",
    "using", "Some", "None", "sphere_exp", "symmetric_matrices", "Points", "point", "origin", "tangent", "section",
    "complete_manifold", "nonnegative_curvature", "nonpositive_curvature", "simply_connected", "lifts",
    "diffeomorphism", "D", "F", "H", "K", "L", "P", "T", "p", "q", "e",
])  # fmt: skip

IN_LIBRARY: Final = {(CONSTANT, "Exp"): "sphere_exp"}
"""Heads to which axioms give a meaning: maps of two vectors of a space to one, with their definitions."""

Shape = tuple[str, ...]
"""The types of the arguments of a head, then that of its values."""


def plain(name: str) -> str:
    """The name in signs that Rocq takes; two names may become one."""
    if name[0] == "~":  # the index of a sum that the core has opened
        return f"j{name[1:].partition(':')[0]}"
    if name[0] in "!?":
        return f"y{name[1:]}"
    made = "".join(c if c in _KEPT or c in _GREEK or c == "_" else _WORDS.get(c, f"_u{ord(c):x}_") for c in name)
    made = made if made[:1] not in "0123456789_" else f"x{made}"
    return f"{made}_" if made in _TAKEN else made


def is_in_library(v: Term) -> bool:
    """Whether the support library defines what the variable stands for, so that it is none there."""
    return v.kind == "variable" and (v.args[1], v.args[0]) in IN_LIBRARY


class Head(NamedTuple):
    """A free variable, as one of the functions that it stands for: f(t), f(t, 2) and f(u) are of three."""

    variable: Term
    shape: Shape


class Names:
    """One name for each variable of a file, and for each function that a head stands for."""

    def __init__(self) -> None:
        self._names: dict[Head | tuple[str, Head], str] = {}
        self._used: set[str] = set()
        self._shapes: dict[Term, list[Shape]] = {}
        self._points = ""

    def of(self, head: Head) -> str:
        """The name; the same for the same head."""
        if is_in_library(head.variable):
            return IN_LIBRARY[head.variable.args[1], head.variable.args[0]]
        if head not in self._names:
            self._names[head] = self.new(plain(head.variable.args[0]))
        return self._names[head]

    def domain(self, head: Head) -> str:
        """The name of the set on which a partial function is defined."""
        key = ("domain", head)
        if key not in self._names:
            self._names[key] = self.new(f"{self.of(head)}_domain")
        return self._names[key]

    def new(self, wanted: str) -> str:
        """A name that nothing in the file has."""
        made, n = wanted, 1
        while made in self._used or made in _TAKEN:
            made, n = f"{wanted}_{n}", n + 1
        self._used.add(made)
        return made

    # --- shapes -------------------------------------------------------------------------------------------------------

    def learn(self, term: Term) -> None:
        """Reads off a term or formula what its heads are applied to; those that are applied to zeros come last."""
        for t in walk(term):
            if t.kind in HEADED and t.args[0].kind == "variable":
                shape = shape_of(t, None, self)
                if shape is not None:
                    self.also(t.args[0], [shape])
        for t in walk(term):  # what is said to be defined somewhere may be applied nowhere
            if t.kind == "predicate" and t.args[0] == DOMAIN and t.args[1].kind == "variable":
                self._learn_domain(t.args[1], t.args[2:])

    def _learn_domain(self, head: Term, args: Sequence[Term]) -> None:
        numbers = all(a.sort in (SCALAR, ZERO_SORT) for a in args)
        if numbers and all(len(s) != len(args) + 1 for s in self.shapes(head)):
            self.also(head, [(REAL_TYPE,) * (len(args) + 1)])

    def also(self, head: Term, shapes: Iterable[Shape]) -> bool:
        """Notes more shapes of a head; whether one of them was new."""
        known = self._shapes.setdefault(head, [])
        new = [s for s in shapes if s not in known]
        known += new
        return bool(new)

    def shapes(self, head: Term) -> list[Shape]:
        """All functions that the head stands for in the file."""
        return self._shapes.get(head, [])

    def space(self, sort: Term) -> str:
        """The name of the space; of a tangent space it depends on the point."""
        return self.of(Head(sort, ("Space",))) if sort.kind == "variable" else TANGENT

    def points(self) -> str:
        """The name of the set of points."""
        if not self._points:
            self._points = self.new("M")
        return self._points

    def typed(self, shape: Shape) -> str:
        """The type of a function of that shape."""
        if TANGENT not in shape:
            return " -> ".join(shape)
        *types, value = shape
        points = self.points()
        parts = [f"(forall q'{n} : {points}, tangent q'{n}" if t == TANGENT else t for n, t in enumerate(types)]
        end = "tangent q'" if value == TANGENT else value
        whole = " -> ".join([*parts, end]) + ")" * types.count(TANGENT)
        return f"forall q' : {points}, {whole}" if value == TANGENT else whole

    def type_of(self, argument: Term) -> str | None:
        """The type of an argument; None for zero, which is one of every type."""
        if argument.sort == SCALAR:
            return REAL_TYPE
        if argument.sort == ZERO_SORT:
            return None
        if argument.sort == POINT_SORT:
            return self.points()
        if argument.sort == OTHER:
            raise Inexpressible("a tuple")
        return self.space(argument.sort)


def value_type(t: Term, names: Names) -> str:
    """The type of the values of the function at the head of the term."""
    if t.kind == "vector":
        return names.space(t.args[1])
    if t.kind == "point":
        return names.points()
    return REAL_TYPE  # of a field too, of which the gradient is taken


def arguments(t: Term) -> tuple[Term, ...]:
    """What the head is applied to."""
    return t.args[1:2] if t.kind in ("gradient", "hessian") else t.args[HEADED[t.kind] :]


def shape_of(t: Term, known: Sequence[Shape] | None, names: Names) -> Shape | None:
    """The shape with which the head of the term is used; a zero fits what is known, and is a number otherwise.

    Without what is known, None where that would have to be asked.
    """
    types = [names.type_of(a) for a in arguments(t)]
    if is_in_library(t.args[0]):
        known = [(value_type(t, names),) * 3]
        if len(types) != 2 or any(a not in (None, known[0][0]) for a in types):
            raise Inexpressible(f"{t.args[0].args[0]} of other than two vectors of a space")
        return known[0]
    if t.kind in ("gradient", "hessian") and types == [None]:
        types = [names.space(t.sort)]
    value = value_type(t, names)
    if None in types:
        if known is None:
            return None
        for shape in known:
            if len(shape) == len(types) + 1 and all(a in (None, b) for a, b in zip(types, shape, strict=False)):
                return shape
    return (*(a or REAL_TYPE for a in types), value)


def bound_shapes(signatures: Sequence[Signature], bodies: Iterable[Term], names: Names) -> list[Shape]:
    """The shapes of the variables that a binder binds, read off what is in it.

    Raises:
        Inexpressible: where one function is applied to arguments of several types.
    """
    found: list[list[Shape]] = [[] for _ in signatures]
    unsure: list[tuple[int, Term]] = []
    for body in bodies:
        for i, t in _uses(body, 0, len(signatures)):
            shape = shape_of(t, None, names)
            if shape is None:
                unsure.append((i, t))
            elif shape not in found[i]:
                found[i].append(shape)
    for i, t in unsure:
        shape = shape_of(t, found[i], names)
        if shape is not None and shape not in found[i]:
            found[i].append(shape)
    return [_one(signature, shapes, names) for signature, shapes in zip(signatures, found, strict=True)]


def _one(signature: Signature, shapes: list[Shape], names: Names) -> Shape:
    if len(shapes) > 1:
        raise Inexpressible("a bound function with arguments of several types")
    if shapes:
        return shapes[0]
    if signature[0] == VECTOR:
        return ("line",)  # of whatever space
    if signature[0] == POINT:
        return (names.points(),)
    if signature[0] == CONSTANT:
        raise Inexpressible(f"a bound {signature[0]} that occurs nowhere")
    return (REAL_TYPE, REAL_TYPE) if signature[0] not in ("real", INTEGER) else (REAL_TYPE,)


def _uses(t: Term, depth: int, count: int) -> Iterator[tuple[int, Term]]:
    """The applications of heads that the binder `depth` binders further out binds."""
    if t.kind in HEADED and t.args[0].kind == "bound" and depth <= t.args[0].args[0] < depth + count:
        yield t.args[0].args[0] - depth, t
    for position, a in enumerate(t.args):
        if type(a) is Term:
            yield from _uses(a, depth + binds(t.kind, t.args, position), count)


def space_of(f: Term, index: int) -> Term:
    """The tangent space of the vector that "for all" binds with that index, as it is inside.

    Raises:
        Inexpressible: where it is a vector of several, or of one at a point that is bound further inside or later on.
    """
    found: set[Term | None] = set()

    def look(t: Term, depth: int) -> None:
        if t.open <= depth + index:
            return
        if t.kind == "vector" and t.args[0].kind == "bound" and t.args[0].args[0] == depth + index:
            found.add(_further_out(t.args[1], depth))
        for position, a in enumerate(t.args):
            if type(a) is Term:
                look(a, depth + binds(t.kind, t.args, position))

    for part in f.args[1:]:
        look(part, 0)
    (space, *others) = found
    if others or space is None or any(speaks_of(space, n) for n in range(index, len(f.args[0]))):
        raise Inexpressible("a bound vector of several tangent spaces")
    return space


def _further_out(t: Term, by: int) -> Term | None:
    """The term as it stands that many variables further out; None if it speaks of one of these."""
    return None if any(speaks_of(t, n) for n in range(by)) else raised(t, -by)


def speaks_of(t: Term, index: int) -> bool:
    """Whether the bound variable of that index occurs in the term."""
    if t.open <= index:
        return False
    if t.kind == "bound":
        return bool(t.args[0] == index)
    return any(speaks_of(a, index + binds(t.kind, t.args, n)) for n, a in enumerate(t.args) if type(a) is Term)


def is_partial(signature: Signature) -> bool:
    """Whether it is a function that is defined in places only."""
    return signature[0] == PARTIAL


def is_whole(signature: Signature) -> bool:
    """Whether its values are integers."""
    return signature[0] in (INTEGER, INTEGERS)
