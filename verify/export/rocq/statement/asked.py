"""What a claim's formulas ask for beside their truth: that terms are defined, and that functions are smooth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from verify.export.rocq.statement.heads import (
    HEADS,
    REAL,
    Json,
    Key,
    NoStatement,
    Scope,
    Thing,
    bound_by,
    key_of,
    parts,
)
from verify.export.rocq.statement.printed import Printer, rational
from verify.export.rocq.statement.spelling import (
    AND, BINDER, RELATION, Written, applied, implied, quantified,
)  # fmt: skip

_ONE: Final = Written("1")
_NEGATIVE: Final = rational(-1)


def related(sign: str, left: Written, right: Written) -> Written:
    """A relation between numbers."""
    return Written(f"{left.within(RELATION - 1)} {sign} {right.within(RELATION - 1)}", RELATION)


class Definedness:
    """The propositions that together say that a term or a formula is defined."""

    def __init__(self, printer: Printer) -> None:
        self.printer = printer
        self.heads = printer.heads

    def of(self, t: Json, scope: Scope) -> list[Written]:
        """All of them, each once; what is plain of a number that is written out is left out."""
        return list(dict.fromkeys(self._of(t, scope)))

    def _of(self, t: Json, scope: Scope) -> Iterator[Written]:
        if not isinstance(t, dict) or "name" in t or "constant" in t or "text" in t:
            return
        ((name, args),) = t.items()
        if name in ("Sum", "Integral", "Deriv"):
            yield from self._inside(name, t, scope)
        elif name == "ForAll":
            things, inside = self.heads.opened(args[0]["Tuple"], [*args[1]["Tuple"], args[2]], scope)
            given: list[Written] = []
            for formula in [*args[1]["Tuple"], args[2]]:
                yield from (self.printer.for_all(things, [*given, d]) for d in self._of(formula, inside))
                given.append(self.printer.formula(formula, inside))
        else:
            for part in parts(t)[1 if name in HEADS else 0 :]:
                yield from self._of(part, scope)
            yield from self._own(name, t, args, scope)

    def _inside(self, name: str, t: Json, scope: Scope) -> Iterator[Written]:
        body, bounds = self.printer.bounded(t)
        for bound in bounds:
            yield from self._of(bound, scope)
        (thing,), inside = self.heads.opened(bound_by(t), [body], scope)
        variable = Written(thing.name)
        first, *last = (self.printer.term(b, scope) for b in bounds)
        function = self.printer.function(t, body, scope)
        if name == "Sum":
            given = [applied("Int", variable), related("<=", first, variable), related("<=", variable, last[0])]
            yield from (_for_all(thing, [*given, d]) for d in self._of(body, inside))
            return
        if name == "Integral":
            low, high = applied("Rmin", first, last[0]), applied("Rmax", first, last[0])
            between = Written(f"{low.text} <= {variable.text} <= {high.text}", RELATION)
            yield from (_for_all(thing, [between, d]) for d in self._of(body, inside))
            yield _for_all(thing, [between, applied("continuous", function, variable)])
            return
        for d in self._of(body, inside):
            yield applied("locally", first, Written(f"fun {thing.name} => {d.text}", BINDER))
        smooth = "vsmooth_near" if self.heads.is_vector(body) else "smooth_near"
        yield applied(smooth, _ONE, function, first)

    def _own(self, name: str, t: Json, args: Sequence[Json], scope: Scope) -> Iterator[Written]:
        if name in HEADS:
            thing = self.heads.thing(t, scope)
            if thing.is_partial:
                there = self.printer.arguments(self.heads.arguments_of(name, args), thing, scope)
                yield applied(thing.domain, *there)
        elif name == "Pow":
            yield from self._power(args[0], args[1], scope)
        elif name in ("log", "acosh", "tan", "acos", "asin", "atanh"):
            u = self.printer.term(args[0], scope)
            if name == "log" and not _is_positive(args[0]):
                yield related("<", Written("0"), u)
            elif name == "acosh":
                yield related("<=", _ONE, u)
            elif name == "tan":
                yield related("<>", applied("cos", u), Written("0"))
            elif name != "log":
                sign = "<" if name == "atanh" else "<="
                yield from (related(sign, _NEGATIVE, u), related(sign, u, _ONE))

    def _power(self, base: Json, exponent: Json, scope: Scope) -> Iterator[Written]:
        b = self.printer.term(base, scope)
        if not isinstance(exponent, int | list):
            yield applied("pw_defined", b, self.printer.term(exponent, scope))
        elif _is_positive(base):
            return
        elif isinstance(exponent, list):
            yield related("<" if exponent[0] < 0 else "<=", Written("0"), b)
        elif exponent < 0:
            yield related("<>", b, Written("0"))


def _for_all(thing: Thing, propositions: Sequence[Written]) -> Written:
    return quantified("forall", [thing.name], implied(list(propositions)))


def _is_positive(t: Json) -> bool:
    """Whether it is a positive number that is written out."""
    return t > 0 if isinstance(t, int) else isinstance(t, list) and t[0] * t[1] > 0


# --- functions that are differentiated, or integrated -----------------------------------------------------------------


_Moves = dict[Key, set[int]]
"""Of variables, by which derivatives, or in which integrals, they move."""


class Smoothness:
    """How often the claim differentiates each of its functions, and which it integrates."""

    def __init__(self, printer: Printer) -> None:
        self.heads = printer.heads
        self.orders: dict[Thing, int] = {}
        self.integrated: dict[Thing, None] = {}
        self._binders = 0

    def read(self, formula: Json) -> None:
        """Adds what one formula does."""
        self._walk(formula, {}, {}, {})

    def _walk(self, t: Json, scope: Scope, moved: _Moves, swept: _Moves) -> None:
        if not isinstance(t, dict) or "name" in t or "constant" in t or "text" in t:
            return
        ((name, args),) = t.items()
        if name in HEADS:
            self._note(name, t, args, scope, moved, swept)
        if name in ("Deriv", "Integral"):
            body, bounds = Printer.bounded(t)
            for bound in bounds:
                self._walk(bound, scope, moved, swept)
            (variable,) = bound_by(t)
            self._binders += 1
            own = {self._binders}
            place = bounds[0] if name == "Deriv" else 0
            _, inside = self.heads.opened([variable], [body], scope)
            moves = {key_of(variable): _of(place, moved) | (own if name == "Deriv" else set())}
            sweeps = {key_of(variable): _of(place, swept) | (own if name == "Integral" else set())}
            self._walk(body, inside, moved | moves, swept | sweeps)
            return
        if bound := bound_by(t):
            _, scope = self.heads.opened(bound, parts(t), scope)
        for part in parts(t):
            self._walk(part, scope, moved, swept)

    def _note(self, name: str, t: Json, args: Sequence[Json], scope: Scope, moved: _Moves, swept: _Moves) -> None:
        there = self.heads.arguments_of(name, args)
        order = args[1] if name == "Fun" else {"Gradient": 1, "Hessian": 2}.get(name, 0)
        order += len(set[int]().union(*(_of(a, moved) for a in there)))
        swept_over = any(_of(a, swept) for a in there)
        if not order and not swept_over:
            return
        if key_of(args[0]) in scope:
            raise NoStatement("a bound function that is differentiated or integrated")
        thing = self.heads.thing(t, scope)
        if len(there) != 1:
            raise NoStatement("a function of several arguments that is differentiated or integrated")
        if order:
            self.orders[thing] = max(order, self.orders.get(thing, 0))
        if swept_over:
            self.integrated[thing] = None

    def propositions(self) -> list[Written]:
        """That each function is as smooth as that, wherever it is defined."""
        made = [self._smooth(thing, order) for thing, order in self.orders.items()]
        return [*made, *map(self._continuous, self.integrated)]

    def _smooth(self, thing: Thing, order: int) -> Written:
        place, type_ = Written(self.heads.local("x", {thing.key: thing})), thing.shape[0]
        function, value = Written(thing.name), thing.shape[-1]
        if type_ != REAL and value == REAL and order <= 2:
            smooth = applied(f"C{order}_near", function, place)
        elif type_ == REAL:
            smooth = applied("smooth_near" if value == REAL else "vsmooth_near", Written(str(order)), function, place)
        else:
            raise NoStatement("a third derivative of a field, or a derivative of a map of vectors")
        return self._wherever(thing, smooth, on_open_set=thing.is_partial)

    def _continuous(self, thing: Thing) -> Written:
        place, (type_, value) = Written(self.heads.local("x", {thing.key: thing})), thing.shape
        if value == REAL:
            word = "continuous" if type_ == REAL else "continuous_at"
            return self._wherever(thing, applied(word, Written(thing.name), place))
        along = Written(f"fun t => ip ({thing.name} t) w", BINDER)
        binders = [f"(w : {value})", f"({place.text} : {type_})"]
        return quantified("forall", binders, applied("continuous", along, place))

    def _wherever(self, thing: Thing, said: Written, *, on_open_set: bool = False) -> Written:
        """At every place; of a partial function, at those of its domain, which is open if it is differentiated."""
        place, type_ = Written(self.heads.local("x", {thing.key: thing})), thing.shape[0]
        binders = [f"({place.text} : {type_})"]
        if not thing.is_partial:
            return quantified("forall", binders, said)
        if on_open_set:
            nearby = applied("locally" if type_ == REAL else "vnear", place, Written(thing.domain))
            said = Written(f"{said.within(AND - 1)} /\\ {nearby.within(AND)}", AND)
        return quantified("forall", binders, implied([applied(thing.domain, place), said]))


def _of(t: Json, by: _Moves) -> set[int]:
    if isinstance(t, dict) and "name" in t:
        return by.get(key_of(t), set())
    return set[int]().union(*(_of(part, by) for part in parts(t)))
