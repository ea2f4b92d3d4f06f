"""Trees of Rocq's text → terms and formulas of the core."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from verify.axioms.linear_algebra import SYMMETRIC_MATRICES
from verify.axioms.links import DIFFEOMORPHISM
from verify.axioms.manifolds import (
    COMPLETE_MANIFOLD, LIFTS, NONNEGATIVE_CURVATURE, NONPOSITIVE_CURVATURE, SIMPLY_CONNECTED,
)  # fmt: skip
from verify.core.nodes import (
    CONSTANT, DOMAIN, FUNCTION, FUNCTIONS, INTEGER, INTEGERS, NUMBER, PARTIAL, POINT, POINT_SORT, SCALAR, VECTOR,
    ZERO_SORT, Term, is_vector, node,
)  # fmt: skip
from verify.core.terms import (
    MINUS_ONE, ZERO, add, binding, forall, fresh, function, mul, number, power, predicate, relation, variable,
)  # fmt: skip
from verify.export.rocq.readback.expected import CONTINUOUS, NEARBY, POWER_DEFINED
from verify.export.rocq.readback.parsing import APPLIED, BETWEEN, NAME, NUMBER as NUMERAL, NotRead, Tree, parsed
from verify.language.properties import ARROW

_RELATIONS: Final = {"=": "=", "<>": "≠", ">=": "≥", ">": ">", "<=": "≤", "<": "<"}
_FUNCTIONS: Final = {
    "ln": "log", "Rabs": "abs", "Rmax": "max", "Rmin": "min", "ip": "inner", "delta": "delta",
} | {name: name for name in FUNCTIONS - {"log", "abs"}}  # fmt: skip
_BINDING: Final = {"Sum": "sum", "VSum": "sum", "RInt": "integral", "Derive": "derivative", "vDerive": "derivative"}
POINTS, TANGENT = "Points", "tangent"
_SMOOTH: Final = ("smooth_near", "vsmooth_near")
LIBRARY: Final = {"sphere_exp": variable("Exp", CONSTANT)}
"""Functions of two vectors that the text may speak of without binding them, and what they are in a claim."""
PROPERTIES: Final = {
    "symmetric_matrices": SYMMETRIC_MATRICES, "complete_manifold": COMPLETE_MANIFOLD,
    "nonnegative_curvature": NONNEGATIVE_CURVATURE, "nonpositive_curvature": NONPOSITIVE_CURVATURE,
    "simply_connected": SIMPLY_CONNECTED, "lifts": LIFTS, "diffeomorphism": DIFFEOMORPHISM,
}  # fmt: skip
"""Parameters of the support library, and the properties that they stand for."""
_NUMBERS: Final = {"number": NUMBER, "integer": INTEGER}
_KINDS: Final = {**_NUMBERS, "point": POINT}
_anew = itertools.count()


@dataclass(frozen=True)
class Meaning:
    """What a name of the text stands for: a variable, the types that it is applied to, and the space of its values.

    Of a head that has a value in each tangent space the space is not given: the point is its first argument.
    """

    head: Term
    types: tuple[str, ...]
    space: Term | None = None


def conjuncts(t: Tree) -> list[Tree]:
    """The propositions that are joined by "and"."""
    return [*conjuncts(t.parts[0]), *conjuncts(t.parts[1])] if t.sign == "/\\" else [t]


def hypotheses(t: Tree) -> list[Tree]:
    """The propositions that are joined by "implies"; a <= b <= c is two of them."""
    if t.sign != "->":
        return [t]
    first, last = t.parts
    return [*(first.parts if first.sign == BETWEEN else (first,)), *hypotheses(last)]


def as_words(t: Tree) -> list[str]:
    """A name, or a function and its arguments, if all are names or numbers."""
    parts = t.parts if t.sign == APPLIED else (t,)
    return [p.word for p in parts] if all(p.sign in (NAME, NUMERAL) for p in parts) else []


class Environment:
    """What the names mean where a piece of text stands."""

    def __init__(self, meanings: Mapping[str, Meaning]) -> None:
        self.meanings = meanings

    # --- binders ------------------------------------------------------------------------------------------------------

    def declared(
        self, binders: Sequence[tuple[str, Tree | None]], premises: Sequence[Tree], *, anew: bool = True
    ) -> tuple[list[Term], Environment, list[Tree]]:
        """The variables that are bound, the environment inside, and the premises that declare nothing of them."""
        types = {name: types_of(type_) for name, type_ in binders}
        left, said = list(premises), dict[str, list[str]]()
        while left and (found := _declaration(left[0], types)) and found[1] not in said.get(found[0], ()):
            said.setdefault(found[0], []).append(found[1])
            left = left[1:]
        inside, variables = dict(self.meanings), list[Term]()
        for name, (*arguments, value) in types.items():
            if value == "Prop":
                continue
            kind, space = self._kind(name, arguments, value, types, Environment(inside))
            declared = said.get(name, [])
            if "Int" in declared:
                kind = {NUMBER: INTEGER, FUNCTION: INTEGERS}.get(kind, kind)
            sign = "positive" if "<" in declared else "nonnegative" if "<=" in declared else ""
            head = variable(f"{name}.{next(_anew)}" if anew else name, CONSTANT if kind == POINTS else kind, sign)
            inside[name] = Meaning(head, tuple(arguments), space)
            if kind == POINTS:
                inside[POINTS] = inside[name]
            variables.append(head)
        for place in (place for _, type_ in binders for place in _depended_on(type_)):
            if place not in inside or inside[place] is not inside.get(POINTS):
                raise NotRead(f"a type depends on what is of the type {place}, not on a point")
        return variables, Environment(inside), left

    def _kind(
        self,
        name: str,
        arguments: Sequence[str],
        value: str,
        types: Mapping[str, list[str]],
        inside: Environment,
    ) -> tuple[str, Term | None]:
        if value in ("Space", "Points") and not arguments:
            return (CONSTANT if value == "Space" else POINTS), None
        if value == TANGENT:
            return VECTOR, None
        if value.startswith(f"{TANGENT} "):
            return VECTOR, node("tangent", inside.term(parsed(value.partition(" ")[2])))
        if value != "R":
            if value not in inside.meanings:
                raise NotRead(f"there is no type {value}")
            if inside.meanings[value] is inside.meanings.get(POINTS):
                return POINT, None
            return VECTOR, inside.meanings[value].head
        if not arguments:
            return NUMBER, None
        return PARTIAL if types.get(f"{name}_domain") == [*arguments, "Prop"] else FUNCTION, None

    def _bound(self, t: Tree, whole: bool) -> tuple[Term, Term]:
        """The variable and the body of a function of one number."""
        if t.sign != "fun" or len(t.binders) != 1:
            raise NotRead("a function of one number is expected")
        (name, _) = t.binders[0]
        v = variable(f"{name}.{next(_anew)}", INTEGER if whole else NUMBER)
        return v, Environment({**self.meanings, name: Meaning(v, ())}).term(t.parts[0])

    # --- terms --------------------------------------------------------------------------------------------------------

    def term(self, t: Tree) -> Term:
        """A number or a vector."""
        if t.sign == NUMERAL:
            return number(int(t.word))
        if t.sign in ("+", "+v"):
            return add(*map(self.term, t.parts))
        if t.sign in ("*", "*v"):
            return mul(*map(self.term, t.parts))
        if t.sign == "^":
            return power(self.term(t.parts[0]), number(_numeral(t.parts[1])))
        if t.sign == "/_":
            return power(self.term(t.parts[0]), MINUS_ONE)
        if t.sign in ("-_", "/"):
            return number(_fraction(t))
        words = t.parts if t.sign == APPLIED else (t,)
        if words[0].sign != NAME:
            raise NotRead(f"{words[0].sign} is no function")
        return self._named(words[0].word, words[1:])

    def _named(self, name: str, args: Sequence[Tree]) -> Term:
        if name in self.meanings:
            meaning = self.meanings[name]
            return self._headed(name, meaning, args)
        if not args and name in ("PI", "vzero"):
            return node("pi") if name == "PI" else ZERO
        if name in _FUNCTIONS:
            return node(_FUNCTIONS[name], *map(self.term, args))
        read = _OTHERS.get(name)
        if read is None:
            raise NotRead(f"there is no function {name}")
        return read(self, name, args)

    def _headed(self, name: str, meaning: Meaning, args: Sequence[Tree]) -> Term:
        head, given = meaning.head, [self.term(a) for a in args]
        space = meaning.space
        if head.args[1] == VECTOR and space is None:
            space = node("tangent", *given[:1])
            given = given[1:]
        there: list[Term] = []
        for type_ in meaning.types:
            if type_ == TANGENT:
                point, *given = given
                self._refuse_other_space(node("tangent", point), given[0])
            else:
                self._refuse_other_type(type_, given[0])
            there.append(given[0])
            given = given[1:]
        if given:
            raise NotRead(f"{name} has {len(args)} arguments")
        if head.args[1] == POINT:
            return node("point", head, *there)
        if head.args[1] == VECTOR:
            return node("vector", head, space, *there)
        return node("apply", head, 0, *there) if there else head

    @staticmethod
    def _refuse_other_space(space: Term, argument: Term) -> None:
        if argument.sort is not space:
            raise NotRead(f"{argument!r} is not of the tangent space at {space.args[0]!r}")

    def _refuse_other_type(self, type_: str, argument: Term) -> None:
        if self.meanings.get(type_) is self.meanings.get(POINTS, self):
            fits = argument.sort == POINT_SORT
        elif type_ == "R":
            fits = argument.sort in (SCALAR, ZERO_SORT)
        else:
            fits = argument.sort in (ZERO_SORT, self.meanings[type_].head)
        if not fits:
            raise NotRead(f"{argument!r} is not of the type {type_}")

    def head(self, t: Tree) -> Term:
        """The function that a name stands for."""
        if t.sign != NAME or t.word not in self.meanings:
            raise NotRead("a function with a name is expected")
        return self.meanings[t.word].head

    def _root(self, name: str, args: Sequence[Tree]) -> Term:
        q = 2 if name == "sqrt" else _numeral(args[0])
        return power(self.term(args[-1]), number(Fraction(1, q)))

    def _power(self, _: str, args: Sequence[Tree]) -> Term:
        base, exponent = map(self.term, args)
        if exponent.kind == "number":
            raise NotRead("pw with a number as its exponent")
        return power(base, exponent)

    def _binding(self, name: str, args: Sequence[Tree]) -> Term:
        if name == "Derive" and args[0].sign == NAME:
            return node("apply", self.head(args[0]), 1, self.term(args[1]))
        (*bounds, body) = args if _BINDING[name] == "sum" else (*args[1:], args[0])
        v, inside = self._bound(body, _BINDING[name] == "sum")
        return binding(_BINDING[name], v, inside, *map(self.term, bounds))

    def _derivative(self, _: str, args: Sequence[Tree]) -> Term:
        return node("apply", self.head(args[0]), _numeral(args[1]), self.term(args[2]))

    def _field(self, name: str, args: Sequence[Tree]) -> Term:
        return node("gradient" if name == "grad" else "hessian", self.head(args[0]), *map(self.term, args[1:]))

    def _of_vectors(self, name: str, args: Sequence[Tree]) -> Term:
        there = [self.term(a) for a in args]
        spaces = {a.sort for a in there} - {ZERO_SORT}
        if len(there) != 2 or len(spaces) != 1 or not is_vector(next(a for a in there if a.sort in spaces)):
            raise NotRead(f"{name} is not applied to two vectors of a space")
        return node("vector", LIBRARY[name], spaces.pop(), *there)

    # --- formulas -----------------------------------------------------------------------------------------------------

    def formula(self, t: Tree) -> Term:
        """A relation, a predicate, or "for all"."""
        if t.sign in _RELATIONS:
            return relation(_RELATIONS[t.sign], *map(self.term, t.parts))
        if t.sign == "forall":
            variables, inside, (*given, last) = self.declared(t.binders, hypotheses(t.parts[0]))
            return forall(variables, [inside.formula(g) for g in given], inside.formula(last))
        if t.sign != APPLIED:
            raise NotRead(f"{t.sign} is no formula")
        name, args = t.parts[0].word, t.parts[1:]
        if name == "locally":
            return self._nearby(*args)
        if name in _SMOOTH:
            order, body, place = args
            return predicate(name, number(_numeral(order)), self._function(body), self.term(place))
        if name == CONTINUOUS:
            return predicate(name, self._function(args[0]), self.term(args[1]))
        if name == POWER_DEFINED:
            return predicate(name, *map(self.term, args))
        if name in PROPERTIES:
            words, kinds = PROPERTIES[name].words, PROPERTIES[name].kinds
            return predicate(words, *(self._spoken_of(a, kind) for a, kind in zip(args, kinds, strict=True)))
        base = self.meanings.get(name.removesuffix("_domain"))
        if not name.endswith("_domain") or base is None:
            raise NotRead(f"there is no property {name}")
        return predicate(DOMAIN, base.head, *map(self.term, args))

    def _spoken_of(self, t: Tree, kind: str) -> Term:
        """A value, or the function that a name stands for, as one of numbers or integers, points and vectors."""
        said, _, value = kind.partition(ARROW)
        if not value:
            return self.term(t)
        head, meaning = self.head(t), self.meanings[t.word]
        variables, args = list[Term](), list[Term]()
        for type_, asked in zip(meaning.types, said.split(", "), strict=True):
            (v,) = fresh((_KINDS.get(asked, VECTOR), ""))
            space = node("tangent", args[-1]) if type_ == TANGENT else self._space(type_)
            variables.append(v)
            args.append(v if asked in _NUMBERS else node("point", v) if space is None else node("vector", v, space))
        if head.args[1] == POINT:
            return function(variables, node("point", head, *args))
        if head.args[1] == VECTOR:
            return function(variables, node("vector", head, meaning.space or node("tangent", args[0]), *args))
        return function(variables, node("apply", head, 0, *args))

    def _space(self, type_: str) -> Term | None:
        """The space that a type is; the points are none, nor are the numbers."""
        if type_ == "R" or self.meanings[type_] is self.meanings.get(POINTS):
            return None
        return self.meanings[type_].head

    def _nearby(self, place: Tree, body: Tree) -> Term:
        ((name, _),) = body.binders
        v = variable(f"{name}.{next(_anew)}")
        inside = Environment({**self.meanings, name: Meaning(v, ())})
        return forall([v], [predicate(NEARBY, self.term(place), v)], inside.formula(body.parts[0]))

    def _function(self, t: Tree) -> Term:
        v, body = self._bound(t, whole=False)
        return function([v], body)


_OTHERS: Final[dict[str, Callable[[Environment, str, Sequence[Tree]], Term]]] = {
    "sqrt": Environment._root, "root": Environment._root, "pw": Environment._power, "Derive_n": Environment._derivative,
    "grad": Environment._field, "hess": Environment._field, **dict.fromkeys(_BINDING, Environment._binding),
    **dict.fromkeys(LIBRARY, Environment._of_vectors),
}  # fmt: skip


def types_of(t: Tree | None) -> list[str]:
    """The types of the arguments of what is bound, then that of its values."""
    if t is None:
        return ["R"]
    if t.sign == "->":
        return [*types_of(t.parts[0]), *types_of(t.parts[1])]
    if t.sign == "forall":
        return _depending(t)
    if t.sign == APPLIED and t.parts[0].word == TANGENT:
        return [f"{TANGENT} {written(t.parts[1])}"]
    if t.sign != NAME:
        raise NotRead("a type is expected")
    return [t.word]


def _depended_on(t: Tree | None) -> list[str]:
    """The types of the points that a type depends on."""
    if t is None or t.sign not in ("->", "forall"):
        return []
    own = [type_ for _, bound in t.binders for type_ in types_of(bound)] if t.sign == "forall" else []
    return [*own, *(place for part in t.parts for place in _depended_on(part))]


def _depending(t: Tree) -> list[str]:
    """The types after a point: of an argument in its tangent space, or of values there."""
    ((point, _),) = t.binders
    first, *others = types_of(t.parts[0])
    there = f"{TANGENT} {point}"
    if first == there and others:
        return [TANGENT, *others]
    if others[-1:] == [there] or (first == there and not others):
        return [*([first, *others][:-1]), TANGENT]
    raise NotRead("a type that depends on a point in another way")


def written(t: Tree) -> str:
    """A name with its arguments, as text again."""
    if t.sign in (NAME, NUMERAL):
        return t.word
    if t.sign == APPLIED:
        return f"({' '.join(map(written, t.parts))})"
    raise NotRead("a point is expected")


def _declaration(t: Tree, types: Mapping[str, list[str]]) -> tuple[str, str] | None:
    """Which bound variable a premise declares to be an integer, or to have a sign, if it does just that."""
    binders: tuple[tuple[str, Tree | None], ...] = ()
    if t.sign == "forall":
        binders, t = t.binders, t.parts[0]
    what = "Int"
    if t.sign in ("<", "<=") and t.parts[0].word == "0":
        what, t = t.sign, t.parts[1]
    elif t.sign == APPLIED and t.parts[0].word == "Int" and len(t.parts) == 2:
        t = t.parts[1]
    else:
        return None
    name, *args = as_words(t) or [""]
    if name not in types or args != [place for place, _ in binders]:
        return None
    return (name, what) if _fits([types_of(type_) for _, type_ in binders], types[name][:-1], binders) else None


def _fits(bound: Sequence[list[str]], wanted: Sequence[str], binders: Sequence[tuple[str, Tree | None]]) -> bool:
    """Whether what is bound is of these types, and a vector of a tangent space comes after its point."""
    left = [(name, *types) for (name, _), types in zip(binders, bound, strict=True)]
    for type_ in wanted:
        there = type_
        if type_ == TANGENT and len(left) > 1:
            (point, *_), *left = left
            there = f"{TANGENT} {point}"
        if not left or list(left[0][1:]) != [there]:
            return False
        left = left[1:]
    return not left


def _numeral(t: Tree) -> int:
    if t.sign != NUMERAL:
        raise NotRead("a number that is written out is expected")
    return int(t.word)


def _fraction(t: Tree) -> Fraction:
    if t.sign == "/":
        return _fraction(t.parts[0]) / _numeral(t.parts[1])
    return -Fraction(_numeral(t.parts[0])) if t.sign == "-_" else Fraction(_numeral(t))
