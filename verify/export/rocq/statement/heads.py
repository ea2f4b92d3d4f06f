"""What the JSON of a claim says of its variables: their types, and of functions the types that they are applied to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from verify.export.rocq.statement.spelling import Spelling

Json = Any
Key = tuple[str, str, tuple[str, ...]]
"""A variable: its name, its kind, what is declared of it."""
Shape = tuple[str, ...]
"""The types of the arguments of a function, then that of its values; of a number, its type alone."""

REAL: Final = "R"
TANGENT: Final = "tangent"
"""The type of vectors of tangent spaces: the point comes before such an argument, and first for such values."""
DOMAIN: Final = "in the domain of"
HEADS: Final = {"Fun": 2, "Vec": 2, "Pt": 1, "Gradient": 1, "Hessian": 1}
"""Nodes whose first argument is a function, with the place of the first of its arguments."""


LIBRARY: Final = {("Exp", "Constant"): "sphere_exp"}
"""Maps of two vectors of a space to one that are not for a claim to choose, with what they are called."""


class NoStatement(Exception):
    """The claim says something that has no form in Rocq yet; the message says what."""


class Thing(NamedTuple):
    """What a name of the statement stands for."""

    name: str
    shape: Shape
    key: Key

    @property
    def is_whole(self) -> bool:
        """Whether it is an integer, or its values are."""
        return "integer" in self.key[2]

    @property
    def sign(self) -> str:
        """How its values are related to 0: <, <=, or in no way that is declared."""
        return "<" if "positive" in self.key[2] else "<=" if "nonnegative" in self.key[2] else ""

    @property
    def is_partial(self) -> bool:
        """Whether it is defined in some places only."""
        return self.key[1] == "PartialHead"

    @property
    def at_points(self) -> bool:
        """Whether it has values in the tangent spaces at all points."""
        return self.shape[-1] == TANGENT

    @property
    def domain(self) -> str:
        """The name of the set on which it is defined."""
        return f"{self.name}_domain"


_BOUND: Final = re.compile(r"([rivpf])\d+(_\d+)?∙*")
"""Names that proof files make for what is bound: the letter is enough."""

Scope = Mapping[Key, Thing]
"""What is bound where a term stands."""


def key_of(variable: Json) -> Key:
    """The variable that is written there."""
    return variable["name"], variable["kind"], tuple(sorted(variable["is"]))


def parts(t: Json) -> list[Json]:
    """The nodes, variables and numbers directly inside a node."""
    if not isinstance(t, dict) or "name" in t or "text" in t or "constant" in t:
        return []
    ((name, args),) = t.items()
    return [a for a in args if not (name == "Fun" and a is args[1])]


def everything(t: Json) -> Iterator[Json]:
    """The term and all that is in it."""
    yield t
    for part in parts(t):
        yield from everything(part)


def bound_by(t: Json) -> list[Json]:
    """The variables that a node binds in its first argument, or, for "for all", in all that follow."""
    if not isinstance(t, dict) or "name" in t:
        return []
    ((name, args),) = t.items()
    if name == "ForAll":
        return list(args[0]["Tuple"])
    if name in ("Sum", "Integral"):
        if len(args) != 2:
            raise NoStatement("several sums in one")
        return [args[1]["Tuple"][0]]
    return [args[1]] if name == "Deriv" else []


class Heads:
    """The free variables of a claim, one name for each function that one stands for: f(t) and f(t, 2) are two."""

    def __init__(self, formulas: Sequence[Json]) -> None:
        self._spelling = Spelling()
        self._things: dict[Key, list[Thing]] = {}
        self.spaces: dict[Key, str] = {}
        self.points = ""
        for formula in formulas:
            self._find_spaces(formula)
        for zeros in (False, True):  # f(0) may be of a number or of a vector: the other uses tell
            for formula in formulas:
                self._learn(formula, frozenset(), zeros)
        self._find_domains()

    @property
    def things(self) -> list[Thing]:
        """All of them but the spaces: numbers first, then what has fewer arguments."""
        found = [thing for things in self._things.values() for thing in things]
        return sorted(found, key=lambda thing: (len(thing.shape), thing.shape))

    def thing(self, t: Json, scope: Scope) -> Thing:
        """What the number or the function at the head of the term is."""
        if "name" in t:
            key = key_of(t)
            return scope[key] if key in scope else self._of(key, (REAL,))
        ((name, args),) = t.items()
        key = key_of(args[0])
        if key in scope:
            return scope[key]
        if key[:2] in LIBRARY:
            return self._of_library(key, args)
        return self._of(key, self._fitting(key, self.arguments(name, args), self._value(name, args)))

    def things_of(self, key: Key) -> list[Thing]:
        """All functions that the variable stands for."""
        return self._things.get(key, [])

    def domain_thing(self, variable: Json, count: int, scope: Scope) -> Thing:
        """The partial function of so many arguments."""
        key = key_of(variable)
        known = [scope[key]] if key in scope else self._things.get(key, [])
        found = next((thing for thing in known if len(thing.shape) == count + 1), None)
        if found is None:
            raise NoStatement("the domain of a function that is applied nowhere")
        return found

    def opened(self, variables: Sequence[Json], bodies: Sequence[Json], scope: Scope) -> tuple[list[Thing], Scope]:
        """The variables that a node binds in its bodies, under names that nothing there has; and the scope inside."""
        names = {thing.name for thing in scope.values()}
        inside = dict(scope)
        made = []
        for variable in variables:
            key = key_of(variable)
            name = self._spelling.inside(_BOUND.sub(r"\1", key[0]), names)
            names.add(name)
            shape = self._bound_shape(key, bodies)
            if shape == (TANGENT,):
                shape = (f"{TANGENT} {self._foot(key, bodies, inside)}",)
            made.append(Thing(name, shape, key))
            inside[key] = made[-1]
        return made, inside

    def local(self, name: str, scope: Scope) -> str:
        """A name for what the printer itself binds."""
        return self._spelling.inside(name, {thing.name for thing in scope.values()})

    # --- types --------------------------------------------------------------------------------------------------------

    def type_of(self, t: Json) -> str | None:
        """The type of a term; None for zero, which is one of every type."""
        if isinstance(t, int):
            return REAL if t else None
        if isinstance(t, list):
            return REAL
        if "name" in t or "constant" in t:
            return REAL
        ((name, args),) = t.items()
        if name == "Add":
            return next(filter(None, map(self.type_of, args)), None)
        if name == "Mul":
            types = [self.type_of(a) for a in args]
            vector = next((type_ for type_ in types if type_ not in (None, REAL)), None)
            return vector or (None if None in types else REAL)
        if name in ("Sum", "Integral", "Deriv"):
            return self.type_of(args[0])
        if name == "Vec":
            return self.space(args[1])
        if name in ("Gradient", "Hessian"):
            found = next(filter(None, map(self.type_of, args[1:])), None)
            if found is None:
                raise NoStatement("a gradient at zero")
            return found
        if name == "Pt":
            return self.points
        if name in ("Tuple", "Lambda"):
            raise NoStatement("a tuple" if name == "Tuple" else "a function as an argument")
        return REAL

    def is_vector(self, t: Json) -> bool:
        """Whether it is a vector that is seen to be one."""
        return self.type_of(t) not in (None, REAL) and not self.is_point(t)

    @staticmethod
    def is_point(t: Json) -> bool:
        """Whether it is a point."""
        return isinstance(t, dict) and "Pt" in t

    def space(self, t: Json) -> str:
        """The name of the space, or that it is a tangent space."""
        return TANGENT if "Tangent" in t else self.spaces[key_of(t)]

    def point_of(self, t: Json) -> Json:
        """The point at which the vector is one of the tangent space."""
        for part in everything(t):
            if isinstance(part, dict) and "Vec" in part:
                if "Tangent" not in part["Vec"][1]:
                    break
                return part["Vec"][1]["Tangent"][0]
        raise NoStatement("a vector of a tangent space that is not known")

    @staticmethod
    def arguments_of(name: str, args: Sequence[Json]) -> Sequence[Json]:
        """What the head of a node is applied to."""
        return args[1:2] if name in ("Gradient", "Hessian") else args[HEADS[name] :]

    def arguments(self, name: str, args: Sequence[Json]) -> list[str | None]:
        """The types of what the head of a node is applied to."""
        return [self.type_of(a) for a in self.arguments_of(name, args)]

    def _value(self, name: str, args: Sequence[Json]) -> str:
        return self.space(args[1]) if name == "Vec" else self.points if name == "Pt" else REAL

    # --- what heads are applied to ------------------------------------------------------------------------------------

    def _find_spaces(self, formula: Json) -> None:
        for t in everything(formula):
            if isinstance(t, dict) and "Vec" in t and "name" in t["Vec"][1]:
                key = key_of(t["Vec"][1])
                if key not in self.spaces:
                    self.spaces[key] = self._spelling.new(key[0])
            if isinstance(t, dict) and ("Pt" in t or "Tangent" in t) and not self.points:
                self.points = self._spelling.new("M")

    def _learn(self, t: Json, bound: frozenset[Key], zeros: bool) -> None:
        """Gives a name to every free number, and to every free function for each shape that it is used with."""
        if isinstance(t, dict) and "name" in t:
            if key_of(t) not in bound and t["kind"] == "Symbol":
                self._add(key_of(t), (REAL,))
            return
        if not isinstance(t, dict) or not t:
            return
        ((name, args),) = t.items()
        inside = bound | {key_of(v) for v in bound_by(t)}
        if name in HEADS and key_of(args[0]) not in bound:
            types = self.arguments(name, args)
            if key_of(args[0])[:2] not in LIBRARY and (zeros or None not in types):
                self._add(key_of(args[0]), self._fitting(key_of(args[0]), types, self._value(name, args)))
        for part in parts(t):
            self._learn(part, inside, zeros)

    def _find_domains(self) -> None:
        for things in self._things.values():
            for thing in things:
                if thing.is_partial and self._spelling.new(thing.domain) != thing.domain:
                    raise NoStatement(f"two variables that would be written {thing.domain}")

    def _fitting(self, key: Key, types: Sequence[str | None], value: str) -> Shape:
        """The shape that a head is used with; zeros fit what is known of it, and are numbers otherwise."""
        for thing in self._things.get(key, []) if None in types else ():
            *known, result = thing.shape
            if (
                len(known) == len(types)
                and result == value
                and all(a in (None, b) for a, b in zip(types, known, strict=True))
            ):
                return thing.shape
        return (*(type_ or REAL for type_ in types), value)

    def _foot(self, key: Key, bodies: Sequence[Json], scope: Scope) -> str:
        """The name of the point at which a bound vector is one of the tangent space."""
        found = {
            str(t["Vec"][1]["Tangent"][0]): t["Vec"][1]["Tangent"][0]["Pt"]
            for body in bodies
            for t in everything(body)
            if isinstance(t, dict) and "Vec" in t and key_of(t["Vec"][0]) == key
        }
        ((point, *others), *more) = found.values()
        if others or more or (key_of(point) not in scope and not self._things.get(key_of(point))):
            raise NoStatement("a bound vector of a tangent space that depends on more than a point")
        return self.thing({"Pt": [point]}, scope).name

    def _bound_shape(self, key: Key, bodies: Sequence[Json]) -> Shape:
        if key[1] == "Symbol":
            return (REAL,)
        found: set[Shape] = set()
        for t in (t for body in bodies for t in everything(body)):
            if isinstance(t, dict) and HEADS.keys() & t.keys():
                ((name, args),) = t.items()
                if key_of(args[0]) == key:
                    types = self.arguments(name, args)
                    if None in types:
                        raise NoStatement("a bound function at zero")
                    found.add((*map(str, types), self._value(name, args)))
        if len(found) != 1:
            raise NoStatement("a bound function that is used with arguments of several types, or nowhere")
        return next(iter(found))

    def _add(self, key: Key, shape: Shape) -> None:
        things = self._things.setdefault(key, [])
        if all(thing.shape != shape for thing in things):
            things.append(Thing(self._spelling.new(key[0]), shape, key))

    def _of_library(self, key: Key, args: Sequence[Json]) -> Thing:
        space = self._value("Vec", args)
        if {*self.arguments("Vec", args)} - {None} != {space} or len(args) != 4:
            raise NoStatement(f"{key[0]} of other than two vectors of a space")
        return Thing(LIBRARY[key[:2]], (space,) * 3, key)

    def _of(self, key: Key, shape: Shape) -> Thing:
        return next(thing for thing in self._things[key] if thing.shape == shape)
