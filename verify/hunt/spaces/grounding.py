"""Terms and formulas with every size chosen: sums added up, vectors in coordinates, functions put in.

What is left are expressions in finitely many real symbols: the members of families that are met, and the numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from sympy import (
    Add,
    Dummy,
    Expr,
    Integer,
    KroneckerDelta,
    Lambda,
    Mul,
    Piecewise,
    S,
    Sum,
    Symbol,
    Tuple,
    diff,
    sympify,
)

from verify.hunt.spaces.signature import INDEX, VECTOR, Signature, arguments, is_vector
from verify.language.terms import (
    Deriv,
    ForAll,
    Formula,
    Fun,
    FunHead,
    Gradient,
    Head,
    Hessian,
    Inner,
    Pt,
    PtHead,
    Relation,
    Vec,
    VecHead,
    free_variables,
)  # fmt: skip

BELOW, BEYOND = 4, 9
"""How far from 0 and from the largest size a bound index is looked for; what holds there is taken as unbounded."""

Key = tuple[Symbol, tuple[int, ...]]
"""A member of a family: its head and indices."""


class Ungrounded(ValueError):
    """The term has no value at these sizes, or none that can be computed."""


@dataclass(frozen=True)
class Ground:
    """A relation between two expressions; `group` tells apart the relations that were one between vectors.

    `norm` names the vector whose square is on the left, and `angle` the two vectors whose product is.
    """

    op: str
    lhs: Expr
    rhs: Expr
    group: int
    norm: Key | None = None
    angle: tuple[Key, Key] | None = None

    @property
    def difference(self) -> Expr:
        """lhs − rhs."""
        return self.lhs - self.rhs


@dataclass(frozen=True)
class Schema:
    """A formula for all values of some reals: their symbols, the conditions (relations or schemas), and the body."""

    variables: tuple[Symbol, ...]
    given: tuple[Ground | Schema, ...]
    body: Ground | Schema


class Unreadable(Ungrounded):
    """A formula that floats cannot check: it speaks of all functions, or is a predicate."""


class Grounding:
    """Reads terms at chosen sizes, in R^n, with chosen functions.

    Args:
        signature: what the variables are.
        dimension: n.
        values: sizes as integers, functions as `Lambda`s of their arguments' coordinates (with a `Tuple` for a body
            where the value is a vector).
    """

    def __init__(self, signature: Signature, dimension: int, values: Mapping[Symbol, Any]) -> None:
        self.signature = signature
        self.n = dimension
        self.values = dict(values)
        self.members: dict[Key, tuple[Symbol, ...]] = {}
        self._groups = 0
        largest = max((int(v) for v in self.values.values() if getattr(v, "is_Integer", False)), default=0)
        self._window = range(-BELOW, max(largest, BELOW) + BEYOND)
        self._terms: dict[Any, Any] = {}
        self._inside: dict[Any, list[Symbol]] = {}

    # --- formulas ---------------------------------------------------------------------------------------------------

    def formulas(self, formula: Formula, bound: Mapping[Symbol, Any] | None = None) -> Iterator[Ground | Schema]:
        """The relations and schemas that the formula says, with bounded indices written out.

        Raises:
            Ungrounded: for a predicate, a function that is bound, and a term that has no value.
        """
        bound = bound or {}
        if isinstance(formula, Relation):
            yield from self._relation(formula, bound)
        elif isinstance(formula, ForAll):
            for inside in self._instances(formula, bound):
                yield from self._schema(formula, inside)
        else:
            raise Unreadable(f"{formula} is not read in numbers")

    def _relation(self, formula: Relation, bound: Mapping[Symbol, Any]) -> Iterator[Ground]:
        if formula.op == "=" and formula.lhs == formula.rhs:  # it says that a term is defined, which floats do not see
            return
        self._groups += 1
        sides = (formula.lhs, formula.rhs)
        if any(map(is_vector, sides)):
            pairs = list(zip(*(self.vector(side, bound) for side in sides), strict=True))
        else:
            pairs = [tuple(self.scalar(side, bound) for side in sides)]
        norm, angle = self._inner(formula.lhs, bound) or self._inner(formula.rhs, bound) or (None, None)
        for left, right in pairs:
            yield Ground(formula.op, left, right, self._groups, norm, angle)

    def _inner(self, term: Any, bound: Mapping[Symbol, Any]) -> tuple[Key | None, tuple[Key, Key] | None] | None:
        if not isinstance(term, Inner) or not all(isinstance(a, Vec) for a in term.args):
            return None
        keys = [self.key(a, bound) for a in term.args]
        if None in keys:
            return None
        u, v = keys
        return (u, None) if u == v else (None, (u, v))  # type: ignore[return-value]

    def _instances(self, formula: ForAll, bound: Mapping[Symbol, Any]) -> Iterator[dict[Symbol, Any]]:
        """The values of the bound indices at which the conditions on them hold."""
        indices = [v for v in formula.variables if v.is_integer and not isinstance(v, Head)]
        if not indices:
            yield dict(bound)
            return
        about = [g for g in formula.given if isinstance(g, Relation) and set(indices) & g.free_symbols]
        ranges = [self._range(v, about, bound) for v in indices]
        for choice in product(*ranges):
            inside = {**bound, **{v: Integer(c) for v, c in zip(indices, choice, strict=True)}}
            if all(self._holds(g, inside) is not False for g in about):
                yield inside

    def _range(self, index: Symbol, about: Sequence[Relation], bound: Mapping[Symbol, Any]) -> Sequence[int]:
        """Where the conditions on this index alone hold; a few small values if they do not bound it."""
        alone = [g for g in about if self._holds(g, {**bound, index: S.Zero}) is not None]
        allowed = [c for c in self._window if all(self._holds(g, {**bound, index: Integer(c)}) for g in alone)]
        if not allowed:
            return []
        below, above = allowed[0] == self._window[0], allowed[-1] == self._window[-1]
        if below and above:
            return range(-1, 4)
        return allowed[-4:] if below else allowed[:5] if above else allowed

    def _holds(self, relation: Relation, bound: Mapping[Symbol, Any]) -> bool | None:
        """Whether a relation between integers holds; None where it speaks of anything else."""
        names = sorted(relation.free_symbols, key=str)
        values = tuple(bound[s] if s in bound else self.values.get(s) for s in names)
        if not all(getattr(v, "is_Integer", False) for v in values):
            return None
        return _integer_relation(relation, tuple(names), values)

    def _schema(self, formula: ForAll, bound: Mapping[Symbol, Any]) -> Iterator[Ground | Schema]:
        inside, symbols = dict(bound), []
        families: list[dict[tuple[int, ...], Symbol]] = []
        for v in formula.variables:
            if v in bound:
                continue
            if isinstance(v, VecHead | PtHead) and not self.places(v):
                inside[v] = tuple(Dummy(f"{v.name}{i + 1}", real=True) for i in range(self.n))
                symbols += inside[v]
            elif not isinstance(v, Head):
                inside[v] = Dummy(v.name, **v._assumptions_orig)
                symbols.append(inside[v])
            elif isinstance(v, FunHead) and set(self.places(v)) == {INDEX}:
                inside[v] = {}  # its members, as they are met
                families.append(inside[v])
            else:
                raise Unreadable(f"{formula} speaks of all functions {v}")
        given = [
            f for g in formula.given if not self._is_settled_condition(g, inside) for f in self.formulas(g, inside)
        ]
        for body in list(self.formulas(formula.body, inside)):
            own = [*symbols, *(s for members in families for s in members.values())]
            if not own and not given:
                yield body
            else:
                yield Schema(tuple(own), tuple(given), body)

    def _is_settled_condition(self, formula: Formula, inside: Mapping[Symbol, Any]) -> bool:
        return isinstance(formula, Relation) and self._holds(formula, inside) is True

    def places(self, head: Symbol) -> tuple[str, ...]:
        """What the arguments of a head range over."""
        return self.signature.places.get(head, ())

    def allows(self, formula: Formula) -> bool:
        """False where the formula is a relation between sizes that fails."""
        return not isinstance(formula, Relation) or self._holds(formula, {}) is not False

    # --- terms ------------------------------------------------------------------------------------------------------

    def key(self, node: Any, bound: Mapping[Symbol, Any]) -> Key | None:
        """The member of a family that the node is; None where it is bound or the value of a function."""
        head = node.args[0]
        if head in bound or head in self.values:
            return None
        return head, tuple(self.integer(a, bound) for a in arguments(node))

    def integer(self, term: Any, bound: Mapping[Symbol, Any]) -> int:
        """The value of a term that is an integer.

        Raises:
            Ungrounded: where it is none.
        """
        value = self.scalar(term, bound)
        if not value.is_Integer:
            raise Ungrounded(f"{term} is not an integer here")
        return int(value)

    def scalar(self, term: Any, bound: Mapping[Symbol, Any]) -> Any:
        """The expression that a scalar term is here."""
        if isinstance(term, Symbol):
            found = bound[term] if term in bound else self.values.get(term, term)
            return sympify(found)
        if not term.args:
            return term
        if term not in self._inside:
            self._inside[term] = sorted(free_variables(term), key=str)
        key = (term, *(bound[s] for s in self._inside[term] if s in bound))
        if any(isinstance(value, dict) for value in key):  # members of a bound family, which are still to be met
            return self._composed(term, bound)
        if key not in self._terms:
            self._terms[key] = self._composed(term, bound)
        return self._terms[key]

    def _composed(self, term: Any, bound: Mapping[Symbol, Any]) -> Any:
        if isinstance(term, Inner):
            left, right = (self.vector(a, bound) for a in term.args)
            return Add(*(a * b for a, b in zip(left, right, strict=True)))
        if isinstance(term, Fun):
            return self._function(term, bound)
        if isinstance(term, Sum):
            return Add(*(self.scalar(body, inside) for body, inside in self._summands(term, bound)))
        if isinstance(term, Deriv):
            return self._derivative([term.args[0]], term, bound, self.scalar)[0]
        if isinstance(term, KroneckerDelta):
            return S.One if self.integer(term.args[0], bound) == self.integer(term.args[1], bound) else S.Zero
        made = term.func(
            *(self._limits(a, bound) if isinstance(a, Tuple) else self.scalar(a, bound) for a in term.args)
        )
        if made.has(S.NaN, S.ComplexInfinity, S.Infinity, S.ImaginaryUnit, Piecewise):
            raise Ungrounded(f"{term} is not defined here")
        return made

    def _limits(self, limit: Any, bound: Mapping[Symbol, Any]) -> Any:
        raise Ungrounded(f"an integral over {limit} is not computed")

    def vector(self, term: Any, bound: Mapping[Symbol, Any]) -> list[Any]:
        """The coordinates that a vector or point is here."""
        if term == 0:
            return [S.Zero] * self.n
        if isinstance(term, Add):
            return [Add(*column) for column in zip(*(self.vector(a, bound) for a in term.args), strict=True)]
        if isinstance(term, Mul):
            (vector,) = [a for a in term.args if is_vector(a)]
            factor = Mul(*(self.scalar(a, bound) for a in term.args if a is not vector))
            return [factor * x for x in self.vector(vector, bound)]
        if isinstance(term, Vec | Pt):
            head = term.args[0]
            if head in bound:
                return list(bound[head])
            if head in self.values:
                value = self._apply(self.values[head], term, bound)
                return list(value) if isinstance(value, Tuple | tuple) else [value]
            return list(self._member(head, tuple(self.integer(a, bound) for a in arguments(term))))
        if isinstance(term, Gradient):
            body, places, at = self._field(term, bound)
            return [_at(diff(body, place), places, at) for place in places]
        if isinstance(term, Hessian):
            body, places, at = self._field(term, bound)
            direction = self.vector(term.args[2], bound)
            slope = Add(*(u * diff(body, place) for u, place in zip(direction, places, strict=True)))
            return [_at(diff(slope, place), places, at) for place in places]
        if isinstance(term, Sum):
            columns = zip(*(self.vector(body, inside) for body, inside in self._summands(term, bound)), strict=True)
            return [Add(*column) for column in columns] or [S.Zero] * self.n
        if isinstance(term, Deriv):
            return self._derivative([term.args[0]], term, bound, self.vector)
        raise Ungrounded(f"{type(term).__name__} has no coordinates")

    def _function(self, term: Fun, bound: Mapping[Symbol, Any]) -> Any:
        head, order = term.args[0], int(term.args[1])
        if head in bound:
            if not isinstance(bound[head], dict) or order:
                raise Ungrounded(f"{head} is a function that is bound")
            indices = tuple(self.integer(a, bound) for a in arguments(term))
            name = f"{head.name}({', '.join(map(str, indices))})"
            return bound[head].setdefault(indices, Dummy(name, **_signs(head)))
        if head in self.values:
            return self._apply(self.values[head], term, bound, order)
        if order or set(self.places(head)) - {"index"}:
            raise Ungrounded(f"no function was chosen for {head}")
        return self._member(head, tuple(self.integer(a, bound) for a in arguments(term)))[0]

    def _member(self, head: Symbol, indices: tuple[int, ...]) -> tuple[Symbol, ...]:
        """The symbols of a member of a family, made when it is first met."""
        if (head, indices) not in self.members:
            name = head.name + (f"({', '.join(map(str, indices))})" if indices else "")
            if isinstance(head, VecHead | PtHead):
                made = tuple(Symbol(f"{name}.{i + 1}", real=True) for i in range(self.n))
            else:
                made = (Symbol(name, **_signs(head)),)
            self.members[head, indices] = made
        return self.members[head, indices]

    def _apply(self, value: Any, term: Any, bound: Mapping[Symbol, Any], order: int = 0) -> Any:
        if not isinstance(value, Lambda):
            return value
        flat: list[Any] = []
        for place, a in zip(self.places(term.args[0]), arguments(term), strict=True):
            flat += self.vector(a, bound) if place == VECTOR else [self.scalar(a, bound)]
        if len(flat) != len(value.signature):
            raise Ungrounded(f"{value} does not take {len(flat)} numbers")
        body = value.expr
        for _ in range(order):
            body = diff(body, value.signature[-1])
        return _at(body, value.signature, flat)

    def _field(self, term: Any, bound: Mapping[Symbol, Any]) -> tuple[Any, list[Symbol], list[Any]]:
        value = self.values.get(term.args[0])
        at = self.vector(term.args[1], bound)
        if not isinstance(value, Lambda) or len(value.signature) != len(at):
            raise Ungrounded(f"no field was chosen for {term.args[0]}")
        return value.expr, list(value.signature), at

    def _summands(self, term: Sum, bound: Mapping[Symbol, Any]) -> Iterator[tuple[Any, dict[Symbol, Any]]]:
        body, *limits = term.args
        cases = [dict(bound)]
        for i, lo, hi in reversed(limits):
            cases = [
                {**inside, i: Integer(n)}
                for inside in cases
                for n in range(self.integer(lo, inside), self.integer(hi, inside) + 1)
            ]
        for inside in cases:
            yield body, inside

    def _derivative(self, bodies: Sequence[Any], term: Deriv, bound: Mapping[Symbol, Any], read: Any) -> list[Any]:
        body, s, at = term.args
        place = Dummy(s.name, real=True)
        inside = read(body, {**bound, s: place})
        at = self.scalar(at, bound)
        return [_at(diff(part, place), [place], [at]) for part in (inside if isinstance(inside, list) else [inside])]


def _signs(head: Symbol) -> dict[str, bool]:
    """What the members of a family are declared to be."""
    signs = {k: v for k, v in head._assumptions_orig.items() if k in ("positive", "nonnegative", "integer")}
    return signs or {"real": True}


def _at(body: Any, places: Sequence[Symbol], values: Sequence[Any]) -> Any:
    made = body.xreplace(dict(zip(places, values, strict=True)))
    if made.has(S.NaN, S.ComplexInfinity, S.Infinity, S.NegativeInfinity):
        raise Ungrounded(f"{body} is not defined at {values}")
    return made


@lru_cache(maxsize=100_000)
def _integer_relation(relation: Relation, names: tuple[Symbol, ...], values: tuple[Integer, ...]) -> bool | None:
    known = dict(zip(names, values, strict=True))
    value = relation.lhs.xreplace(known) - relation.rhs.xreplace(known)
    if not value.is_Rational:
        return None
    return bool({"=": value == 0, "≠": value != 0, "≥": value >= 0, ">": value > 0}[relation.op])
