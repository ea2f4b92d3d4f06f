"""Terms and formulas of a claim's JSON in Rocq's language: one sign for one node, in the claim's own order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from verify.export.rocq.statement.heads import (
    DOMAIN,
    REAL, TANGENT, Heads, Json, NoStatement, Scope, Shape, Thing, bound_by,
)  # fmt: skip
from verify.export.rocq.statement.properties import said_of
from verify.export.rocq.statement.spelling import (
    ATOM, BINDER, INVERSE, POWER, PRODUCT, RELATION, SUM, Written, applied, chained, implied, quantified,
)  # fmt: skip

_FUNCTIONS: Final = {
    "exp": "exp", "log": "ln", "sin": "sin", "cos": "cos", "tan": "tan", "sinh": "sinh", "cosh": "cosh",
    "tanh": "tanh", "asin": "asin", "acos": "acos", "atan": "atan", "asinh": "asinh", "acosh": "acosh",
    "atanh": "atanh", "sinc": "sinc", "Abs": "Rabs",
}  # fmt: skip
_RELATIONS: Final = {"=": "=", "≠": "<>", "≥": ">=", ">": ">", "≤": "<=", "<": "<"}


def rational(p: int, q: int = 1) -> Written:
    """A rational number; a negative one is always in brackets."""
    if q == 1:
        return Written(str(p) if p >= 0 else f"({p})", ATOM)
    return Written(f"{p} / {q}", PRODUCT) if p >= 0 else Written(f"({p} / {q})", ATOM)


class Printer:
    """Prints terms with the names that a claim's variables have."""

    def __init__(self, heads: Heads) -> None:
        self.heads = heads

    # --- numbers ------------------------------------------------------------------------------------------------------

    def term(self, t: Json, scope: Scope) -> Written:
        """A number."""
        if isinstance(t, int):
            return rational(t)
        if isinstance(t, list):
            return rational(*t)
        if "name" in t:
            return Written(self.heads.thing(t, scope).name)
        if "constant" in t:
            return Written("PI") if t["constant"] == "pi" else applied("exp", Written("1"))
        ((name, args),) = t.items()
        if name == "Add":
            return chained("+", SUM, [self.term(a, scope) for a in args] or [Written("0")])
        if name == "Mul":
            return chained("*", PRODUCT, [self.term(a, scope) for a in args] or [Written("1")])
        if name == "Pow":
            return self._power(self.term(args[0], scope), args[1], scope)
        if name in ("Max", "Min"):
            first, *others = (self.term(a, scope) for a in args)
            for other in others:
                first = applied(f"R{name.lower()}", first, other)
            return first
        if name == "KroneckerDelta":
            return applied("delta", *(self.term(a, scope) for a in args))
        if name in _FUNCTIONS:
            return applied(_FUNCTIONS[name], self.term(args[0], scope))
        if name == "Inner":
            if not any(self.heads.is_vector(a) for a in args):
                raise NoStatement("an inner product of zeros")
            return applied("ip", *(self.vector(a, scope) for a in args))
        if name == "Fun":
            return self._function(t, args[1], scope)
        if name in ("Sum", "Integral", "Deriv"):
            return self._binder({"Sum": "Sum", "Integral": "RInt", "Deriv": "Derive"}[name], t, scope)
        raise NoStatement(f"{name} as a number")

    def _power(self, base: Written, exponent: Json, scope: Scope) -> Written:
        """Whole powers, roots and inverses by their own signs, all others by `pw`."""
        if not isinstance(exponent, int | list):
            return applied("pw", base, self.term(exponent, scope))
        p, q = exponent if isinstance(exponent, list) else (exponent, 1)
        if q == 2:
            base = applied("sqrt", base)
        elif q > 2:
            base = applied("root", Written(str(q)), base)
        if abs(p) != 1:
            base = Written(f"{base.within(POWER - 1)} ^ {abs(p)}", POWER)
        return Written(f"/ {base.within(INVERSE)}", INVERSE) if p < 0 else base

    def _function(self, t: Json, order: int, scope: Scope) -> Written:
        args = t["Fun"][2:]
        thing = self.heads.thing(t, scope)
        there = self.arguments(args, thing, scope)
        if order == 0:
            return applied(thing.name, *there)
        if order == 1:
            return applied("Derive", Written(thing.name), *there)
        return applied("Derive_n", Written(thing.name), Written(str(order)), *there)

    def arguments(self, args: Sequence[Json], thing: Thing, scope: Scope) -> list[Written]:
        """The arguments of a function, each of the type that the function takes."""
        found: list[Written] = []
        for a, type_ in zip(args, thing.shape, strict=False):
            if type_ == TANGENT:
                found.append(self.point(self.heads.point_of(a), scope))
            if type_ == self.heads.points:
                found.append(self.point(a, scope))
            else:
                found.append(self.term(a, scope) if type_ == REAL else self.vector(a, scope))
        return found

    def point(self, t: Json, scope: Scope) -> Written:
        """A point."""
        if not self.heads.is_point(t):
            raise NoStatement("coordinates as a point")
        thing = self.heads.thing(t, scope)
        return applied(thing.name, *self.arguments(t["Pt"][1:], thing, scope))

    # --- vectors ------------------------------------------------------------------------------------------------------

    def vector(self, t: Json, scope: Scope) -> Written:
        """A vector; the number 0 is the zero vector of any space."""
        if t == 0:
            return Written("vzero")
        if not self.heads.is_vector(t):
            raise NoStatement("a zero that is not written 0, as a vector")
        ((name, args),) = t.items()
        if name == "Add":
            return chained("+v", SUM, [self.vector(a, scope) for a in args])
        if name == "Mul":
            (vector,) = (self.vector(a, scope) for a in args if self.heads.is_vector(a))
            numbers = [self.term(a, scope) for a in args if not self.heads.is_vector(a)]
            if not numbers:
                return vector
            factor = chained("*", PRODUCT, numbers)
            return Written(f"{factor.within(PRODUCT - 1)} *v {vector.within(PRODUCT - 1)}", PRODUCT)
        if name == "Vec":
            thing = self.heads.thing(t, scope)
            there = [self.point(args[1]["Tangent"][0], scope)] if thing.at_points else []
            return applied(thing.name, *there, *self.arguments(args[2:], thing, scope))
        if name in ("Sum", "Deriv"):
            return self._binder({"Sum": "VSum", "Deriv": "vDerive"}[name], t, scope)
        if name in ("Gradient", "Hessian"):
            function = Written(self.heads.thing(t, scope).name)
            return applied(
                "grad" if name == "Gradient" else "hess", function, *(self.vector(a, scope) for a in args[1:])
            )
        raise NoStatement(f"{name} as a vector")

    def value(self, t: Json, scope: Scope) -> Written:
        """A number, a vector or a point, as it is seen to be."""
        if self.heads.is_point(t):
            return self.point(t, scope)
        return self.vector(t, scope) if self.heads.is_vector(t) else self.term(t, scope)

    # --- what binds ---------------------------------------------------------------------------------------------------

    def _binder(self, name: str, t: Json, scope: Scope) -> Written:
        body, bounds = self.bounded(t)
        function = self.function(t, body, scope)
        there = [self.term(b, scope) for b in bounds]
        return applied(name, function, *there) if "Sum" not in name else applied(name, *there, function)

    @staticmethod
    def bounded(t: Json) -> tuple[Json, Sequence[Json]]:
        """The body of what binds a number, and its bounds, or the place of a derivative."""
        ((name, args),) = t.items()
        return args[0], args[2:] if name == "Deriv" else args[1]["Tuple"][1:]

    def function(self, t: Json, body: Json, scope: Scope) -> Written:
        """The body as a function of what the node binds."""
        (variable,), inside = self.heads.opened(bound_by(t), [body], scope)
        return Written(f"fun {variable.name} => {self.value(body, inside).text}", BINDER)

    # --- formulas -----------------------------------------------------------------------------------------------------

    def formula(self, f: Json, scope: Scope) -> Written:
        """A proposition that is true if the formula is."""
        ((name, args),) = f.items()
        if name == "Relation":
            sides = args[1:]
            vectors = any(map(self.heads.is_vector, sides))
            left, right = (self.vector(s, scope) if vectors else self.value(s, scope) for s in sides)
            sign = _RELATIONS[args[0]["text"]]
            return Written(f"{left.within(RELATION - 1)} {sign} {right.within(RELATION - 1)}", RELATION)
        if name == "ForAll":
            things, inside = self.heads.opened(args[0]["Tuple"], [*args[1]["Tuple"], args[2]], scope)
            given = [self.formula(g, inside) for g in args[1]["Tuple"]]
            return self.for_all(things, [*given, self.formula(args[2], inside)])
        words, *rest = args
        if words["text"] != DOMAIN:
            name, names = said_of(words["text"], rest, self.heads)
            there = zip(rest, names, strict=True)
            return applied(name, *(self.value(a, scope) if known is None else Written(known) for a, known in there))
        thing = self.heads.domain_thing(rest[0], len(rest) - 1, scope)
        return applied(thing.domain, *self.arguments(rest[1:], thing, scope))

    def for_all(self, things: Sequence[Thing], propositions: Sequence[Written]) -> Written:
        """The last of the propositions, for all values with their declared signs at which those before it are true."""
        declared = [d for thing in things for d in self.declared(thing)]
        return quantified("forall", self.binders(things), implied([*declared, *propositions]))

    def binders(self, things: Sequence[Thing]) -> list[str]:
        """How things are bound: those of one type, one after the other, together."""
        typed: list[tuple[list[str], str]] = []
        for thing in things:
            for name, type_ in self._typed(thing):
                if typed and typed[-1][1] == type_:
                    typed[-1][0].append(name)
                else:
                    typed.append(([name], type_))
        return [f"({' '.join(names)} : {type_})" for names, type_ in typed]

    def declared(self, thing: Thing) -> list[Written]:
        """What is declared of the values of a variable: that they are integers, and their sign."""
        places: list[tuple[str, str]] = []
        for n, type_ in enumerate(thing.shape[:-1]):
            place = self.heads.local(f"z{n}", {thing.key: thing})
            if type_ == TANGENT:
                places.append((f"{place}_at", self.heads.points))
            places.append((place, f"{TANGENT} {place}_at" if type_ == TANGENT else type_))
        value = applied(thing.name, *(Written(name) for name, _ in places))
        said = [applied("Int", value)] if thing.is_whole else []
        if thing.sign:
            said.append(Written(f"0 {thing.sign} {value.text}", RELATION))
        return [quantified("forall", [f"({n} : {type_})" for n, type_ in places], s) for s in said] if places else said

    def _typed(self, thing: Thing) -> list[tuple[str, str]]:
        found = [(thing.name, self._type(thing.shape))]
        return [*found, (thing.domain, self._type((*thing.shape[:-1], "Prop")))] if thing.is_partial else found

    def _type(self, shape: Shape) -> str:
        """The type of a function; a vector of a tangent space comes after its point, and values have theirs first."""
        *types, value = shape
        parts = [f"forall (q{n} : {self.heads.points}), {TANGENT} q{n}" if t == TANGENT else t
                 for n, t in enumerate(types)]  # fmt: skip
        whole = " -> ".join([*parts, f"{TANGENT} q" if value == TANGENT else value])
        return f"forall (q : {self.heads.points}), {whole}" if value == TANGENT else whole
