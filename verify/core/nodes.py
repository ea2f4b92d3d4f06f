"""The language of the core: sorts, variables, terms, formulas, and what binds.

Nothing is simplified when a term is made: x − x is x − x, and u ≤ v is not turned into v ≥ u. Terms are immutable and
compared by structure; equal terms are one object. A variable *is* its name, its kind and its declared sign together.
Bound variables are numbers (how many binders out they are bound), so that no two ways of naming them differ; free
variables have names. Wrong sorts are refused here, once, for every term that is ever made.

| node | arguments | stands for |
|---|---|---|
| `number` | a Fraction | a rational number; 0 is also the zero vector of every space |
| `pi`, `e` | | these numbers |
| `variable` | name, kind, sign | a free variable; a head where it names a function, vector or point |
| `bound` | index, kind, sign | the index-th bound variable, counted from the first of the innermost binder outwards |
| `add`, `mul` | terms | sums and products of any number of terms; one factor may be a vector |
| `power` | base, exponent | |
| `exp`, `log`, `sin`, … | a term | elementary functions, see `FUNCTIONS` |
| `max`, `min` | terms | |
| `delta` | two integers | 1 if they are equal, else 0 |
| `inner` | two vectors of one space | their inner product |
| `apply` | head, n, terms | the n-th derivative of a function of one number; n = 0: a function, field or family |
| `vector` | head, space, terms | an abstract vector, or a member of a family of vectors |
| `gradient` | head, x | of a scalar field, at the vector x |
| `hessian` | head, x, u | the derivative of the gradient at x in the direction u |
| `point` | head, terms | an abstract point, or a member of a family of points |
| `sum`, `integral` | body, from, to | bind one integer, one real in the body |
| `derivative` | body, at | binds one real in the body: the derivative there |
| `lambda` | signatures, body | a function of numbers, vectors, points; only as a value, or as what has a property |
| `tuple` | terms | coordinates; only as a value |
| `tangent` | a point | the tangent space there; only as a space |
| `relation` | op, left, right | op one of = ≠ ≥ > ≤ < |
| `forall` | signatures, conditions, body | for all values that meet every condition, the body |
| `predicate` | words, terms | an opaque property, of axioms and hypotheses; in it 0 is a number, a function a rule |
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from hashlib import blake2b
from math import gcd
from typing import Any, Final

MOST_HEIGHT: Final = 400
"""No term is nested deeper than this."""
MOST_BITS: Final = 1 << 16
"""No number has a numerator or denominator of more bits."""

sys.setrecursionlimit(max(sys.getrecursionlimit(), 60 * MOST_HEIGHT))


class Refused(Exception):
    """The core does not accept something; the message says what and why."""


class IllFormed(Refused):
    """A term or formula that does not make sense; the message names the offending part."""


# --- sorts and signatures ---------------------------------------------------------------------------------------------

NUMBER, INTEGER, FUNCTION, INTEGERS = "real", "integer", "function", "integer function"
PARTIAL, VECTOR, CONSTANT, POINT = "partial function", "vector", "constant", "point"
KINDS: Final = (NUMBER, INTEGER, FUNCTION, INTEGERS, PARTIAL, VECTOR, CONSTANT, POINT)
"""Of variables: numbers; heads of functions with real values, with integer values, of functions defined in places only;
heads of vectors and families of them; heads with one meaning that axioms fix; heads of points and families of them."""
SIGNS: Final = ("", "positive", "nonnegative")

SCALAR, ZERO_SORT, POINT_SORT, OTHER = "scalar", "zero", "point", "other"
Signature = tuple[str, str]
"""What kind a variable is of, and the sign that it is declared to have."""
REAL: Final[Signature] = (NUMBER, "")
WHOLE: Final[Signature] = (INTEGER, "")

FUNCTIONS: Final = frozenset(
    ["exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "atan", "asinh", "acosh", "atanh",
     "sinc", "abs"]
)  # fmt: skip
ATOMIC: Final = frozenset(["number", "pi", "e", "variable", "bound"])
OPERATORS: Final = ("=", "≠", "≥", ">", "≤", "<")
BINDING_TERMS: Final = frozenset(["sum", "integral", "derivative"])
BINDERS: Final = BINDING_TERMS | {"lambda", "forall"}
DOMAIN: Final = "in the domain of"
"""The words of the predicate that arguments are in the set on which a partial function is defined."""
FORMULAS: Final = frozenset(["relation", "forall", "predicate"])


class Term:
    """A node: its kind, its arguments (terms, or plain data), and what is known of it.

    Attributes:
        free: the free variables in it.
        open: how many binders further out its bound variables reach; 0 when it is closed.
        sort: `"scalar"`, `"zero"`, `"point"`, a space (a term), or `"other"` for what is no value.
        order: a number made from its structure alone, to put terms in an order that is the same on every machine.
        height: how deeply it is nested.
        whole: whether its value is certain to be an integer wherever it is defined, by how it is made.
    """

    __slots__ = ("args", "free", "height", "kind", "open", "order", "sort", "whole")
    kind: str
    args: tuple[Any, ...]
    free: frozenset[Term]
    open: int
    sort: Any
    order: int
    height: int
    whole: bool

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a term cannot be changed")

    def __reduce__(self) -> Any:
        return node, (self.kind, *self.args)

    def __repr__(self) -> str:
        from verify.core.printing import text  # noqa: PLC0415  # the printer reads terms; they only print for people

        return text(self)


_made: dict[tuple[Any, ...], Term] = {}
_ordered: dict[int, Term] = {}


def node(kind: str, *args: Any) -> Term:
    """The term of that kind with these arguments.

    Raises:
        IllFormed: where sorts are mixed, or it is too deep or its numbers are too long.
    """
    key: tuple[Any, ...]
    if kind == "number" and len(args) == 1 and type(args[0]) is Fraction:
        key = (kind, args[0].numerator, args[0].denominator)
    elif kind in _COUNTED:  # True, 1 and Fraction(1) are equal as keys: the types are part of the key
        key = (kind, *map(type, args), *args)
    else:
        key = (kind, *args)
    found = _made.get(key)
    if found is None:
        found = _made[key] = _make(kind, args)
    return found


_COUNTED: Final = frozenset(["number", "apply", "bound"])
"""Nodes that have plain numbers among their arguments; what is made of others has terms and text only."""


def _make(kind: str, args: tuple[Any, ...]) -> Term:
    parts = [a for a in args if type(a) is Term]
    height = 1 + max((p.height for p in parts), default=0)
    if height > MOST_HEIGHT:
        raise IllFormed(f"a term is nested deeper than {MOST_HEIGHT}")
    term: Term = object.__new__(Term)
    put = object.__setattr__
    put(term, "kind", kind)
    put(term, "args", args)
    put(term, "height", height)
    put(term, "sort", _checked_sort(kind, args))
    put(term, "whole", _is_whole(kind, args))
    written = ",".join(map(_written, args))
    put(term, "order", int.from_bytes(blake2b(f"{kind}({written})".encode(), digest_size=8).digest(), "big"))
    if kind == "bound":
        put(term, "free", frozenset())
        put(term, "open", args[0] + 1)
    elif kind == "variable":
        put(term, "free", frozenset([term]))
        put(term, "open", 0)
    else:
        put(term, "free", frozenset[Term]().union(*(p.free for p in parts)))
        reach = [a.open - binds(kind, args, i) for i, a in enumerate(args) if type(a) is Term]
        put(term, "open", max(0, *reach) if reach else 0)
    if _ordered.setdefault(term.order, term) is not term:  # x·y and y·x would have two light forms
        raise IllFormed("two terms have one order")
    return term


def _written(a: Any) -> str:
    if type(a) is Term:
        return str(a.order)
    if type(a) is Fraction:  # Python refuses to write long numbers in decimal digits
        return f"{a.numerator:x}/{a.denominator:x}"
    return repr(a)


def binds(kind: str, args: tuple[Any, ...], position: int) -> int:
    """How many variables a node binds in the argument at a position."""
    if kind not in BINDERS:
        return 0
    if kind in BINDING_TERMS:
        return 1 if position == 0 else 0
    return len(args[0])


# --- sorts: checked for every term that is made -----------------------------------------------------------------------


def _checked_sort(kind: str, args: tuple[Any, ...]) -> Any:
    rule = _SORTS.get(kind) if type(kind) is str else None
    if rule is None:
        raise IllFormed(f"there is no node {kind!r}")
    return rule(kind, args)


def is_scalar(term: Any) -> bool:
    """Whether it is a term with a real value."""
    return type(term) is Term and term.sort in (SCALAR, ZERO_SORT)


def is_vector(term: Any) -> bool:
    """Whether it is a term with a vector of some space as its value (0 may be one, but is not counted here)."""
    return type(term) is Term and type(term.sort) is Term


def _scalars(kind: str, terms: Iterable[Any]) -> None:
    for t in terms:
        if not is_scalar(t):
            raise IllFormed(f"{kind} of what is no number: {t!r}")


def _number(_: str, args: tuple[Any, ...]) -> Any:
    parts = (args[0].numerator, args[0].denominator) if len(args) == 1 and type(args[0]) is Fraction else ()
    # what only behaves like an integer may add up otherwise, and 1/−2 would be positive
    if not parts or not all(type(n) is int for n in parts) or parts[1] <= 0 or gcd(*parts) > 1:
        raise IllFormed("a number must be a Fraction of integers, in lowest terms")
    if max(n.bit_length() for n in parts) > MOST_BITS:
        raise IllFormed(f"a number has more than {MOST_BITS} bits")
    return SCALAR if args[0] else ZERO_SORT


def _constant(kind: str, args: tuple[Any, ...]) -> Any:
    if args:
        raise IllFormed(f"{kind} has no arguments")
    return SCALAR


def _signature(kind: Any, sign: Any) -> None:
    texts = type(kind) is type(sign) is str  # what only behaves like a text may be another one later
    if not texts or kind not in KINDS or sign not in SIGNS or (sign and kind in (VECTOR, CONSTANT, POINT)):
        raise IllFormed(f"there is no variable of the kind {kind!r} with the sign {sign!r}")


def _variable(_: str, args: tuple[Any, ...]) -> Any:
    if len(args) != 3 or type(args[0]) is not str or not args[0]:
        raise IllFormed("a variable must have a name, a kind and a sign")
    _signature(*args[1:])
    return SCALAR if args[1] in (NUMBER, INTEGER) else OTHER


def _bound(_: str, args: tuple[Any, ...]) -> Any:
    if len(args) != 3 or type(args[0]) is not int or args[0] < 0:
        raise IllFormed("a bound variable must have an index, a kind and a sign")
    _signature(*args[1:])
    return SCALAR if args[1] in (NUMBER, INTEGER) else OTHER


def _add(_: str, args: tuple[Any, ...]) -> Any:
    sorts = {t.sort if type(t) is Term else OTHER for t in args} - {ZERO_SORT}
    if len(sorts) > 1 or sorts & {OTHER, POINT_SORT}:
        raise IllFormed(f"a sum mixes sorts: {', '.join(map(repr, args))}")
    return sorts.pop() if sorts else ZERO_SORT


def _mul(_: str, args: tuple[Any, ...]) -> Any:
    vectors = [t for t in args if is_vector(t)]
    if len(vectors) > 1:
        raise IllFormed(f"a product of vectors: {', '.join(map(repr, args))}")
    _scalars("a product", [t for t in args if not is_vector(t)])
    return vectors[0].sort if vectors else ZERO_SORT if any(t.sort == ZERO_SORT for t in args) else SCALAR


def _all_scalars(kind: str, args: tuple[Any, ...]) -> Any:
    count = {"power": 2, "delta": 2, "max": None, "min": None}.get(kind, 1)
    if (count is not None and len(args) != count) or not args:
        raise IllFormed(f"{kind} has a wrong number of arguments")
    _scalars(kind, args)
    if kind == "delta" and not all(t.whole for t in args):
        raise IllFormed(f"delta compares what are no integers: {args[0]!r}, {args[1]!r}")
    return SCALAR


def _inner(_: str, args: tuple[Any, ...]) -> Any:
    sorts = {t.sort if type(t) is Term else OTHER for t in args}
    spaces = sorts - {ZERO_SORT}
    if len(args) != 2 or len(spaces) > 1 or not all(type(s) is Term for s in spaces):
        raise IllFormed(f"an inner product needs two vectors of one space: {', '.join(map(repr, args))}")
    return SCALAR


def _head(term: Any, *kinds: str) -> None:
    ok = type(term) is Term and term.kind in ("variable", "bound") and term.args[1] in kinds
    if not ok:
        raise IllFormed(f"{term!r} is no head of a {' or '.join(kinds)}")


def _values(terms: Sequence[Any]) -> None:
    for t in terms:
        if type(t) is not Term or (t.sort == OTHER and t.kind != "tuple"):
            raise IllFormed(f"{t!r} is no argument")


def _parts(terms: Sequence[Any]) -> list[Any]:
    """Arguments, and what stands in the tuples among them."""
    return [part for t in terms for part in (t.args if t.kind == "tuple" else (t,))]


def _apply(_: str, args: tuple[Any, ...]) -> Any:
    if len(args) < 2 or type(args[1]) is not int or args[1] < 0:
        raise IllFormed("apply needs a head and the order of a derivative")
    _head(args[0], FUNCTION, INTEGERS, PARTIAL)
    if args[1] and (len(args) != 3 or not is_scalar(args[2]) or args[0].args[1] == INTEGERS):
        raise IllFormed(f"only a real function of one number has derivatives, not {args[0]!r}")
    _values(args[2:])
    if args[0].args[1] == INTEGERS and any((is_scalar(t) and not t.whole) or is_vector(t) for t in _parts(args[2:])):
        raise IllFormed(f"{args[0]!r} has integer values, it is a family on the integers: {args[2:]!r}")
    return SCALAR


def _vector(_: str, args: tuple[Any, ...]) -> Any:
    if len(args) < 2:
        raise IllFormed("a vector needs a head and a space")
    _head(args[0], VECTOR, CONSTANT)
    space = args[1]
    named = type(space) is Term and space.kind == "variable" and space.args[1] == CONSTANT
    if not named and not (type(space) is Term and space.kind == "tangent"):
        raise IllFormed(f"{space!r} is no space")
    if args[0] is space:  # f(E) would be shown, as of the number
        raise IllFormed(f"{space!r} is a space, and no vector of it")
    _values(args[2:])
    return space


def _gradient(kind: str, args: tuple[Any, ...]) -> Any:
    if len(args) != (2 if kind == "gradient" else 3):
        raise IllFormed(f"{kind} has a wrong number of arguments")
    _head(args[0], FUNCTION, PARTIAL)
    sorts = {t.sort if type(t) is Term else OTHER for t in args[1:]} - {ZERO_SORT}
    if len(sorts) > 1 or not all(type(s) is Term and s.kind == "variable" for s in sorts):
        raise IllFormed(f"a gradient is taken at a vector, in directions of its space, by its name: {args[1:]!r}")
    return sorts.pop() if sorts else EUCLIDEAN


def _point(_: str, args: tuple[Any, ...]) -> Any:
    if not args:
        raise IllFormed("a point needs a head")
    _head(args[0], POINT)
    _values(args[1:])
    return POINT_SORT


def _binding(kind: str, args: tuple[Any, ...]) -> Any:
    if len(args) != (2 if kind == "derivative" else 3):
        raise IllFormed(f"{kind} has a wrong number of arguments")
    _scalars(f"a bound of {kind}", args[1:])
    if kind == "sum" and not all(t.whole for t in args[1:]):
        raise IllFormed(f"the bounds of a sum must be integers, not {args[1]!r}, {args[2]!r}")
    if not (is_scalar(args[0]) or is_vector(args[0])):
        raise IllFormed(f"{kind} of what has no value that can be added: {args[0]!r}")
    if type(args[0].sort) is Term and args[0].sort.open:
        raise IllFormed(f"{kind} of vectors of different spaces: {args[0]!r}")
    _bound_as(args[0], [WHOLE if kind == "sum" else REAL])
    return args[0].sort


def _reaching(term: Term) -> Iterator[tuple[Term, int]]:
    """The nodes in which bound variables reach out of the term, each with how many variables are bound around it."""
    waiting, seen = [(term, 0)], {(term, 0)}
    while waiting:
        t, depth = waiting.pop()
        if t.open <= depth:
            continue
        yield t, depth
        inside = [(a, depth + binds(t.kind, t.args, i)) for i, a in enumerate(t.args) if type(a) is Term]
        waiting += [x for x in inside if x not in seen]
        seen.update(inside)


def _bound_as(term: Term, signatures: Sequence[Signature], *, families: bool = True) -> None:
    """The bound variables that a binder binds are of the kinds that it says, and, without `families`, not applied."""
    for t, depth in _reaching(term):
        if t.kind == "bound" and t.args[0] - depth < len(signatures) and t.args[1:] != signatures[t.args[0] - depth]:
            raise IllFormed("a bound variable is used as another kind than its binder says")
        head = t.args[0] if t.kind in ("vector", "point") and len(t.args) > (2 if t.kind == "vector" else 1) else None
        if not families and head is not None and head.kind == "bound" and 0 <= head.args[0] - depth < len(signatures):
            raise IllFormed(f"a function of families: {term!r}")


def rule_spaces(rule: Term) -> tuple[frozenset[Term], ...]:
    """For each argument of a `lambda`, the spaces that its body takes it to be a vector of, seen from under it."""
    signatures, body = rule.args
    found: list[set[Term]] = [set() for _ in signatures]
    for t, depth in _reaching(body):
        place = t.args[0].args[0] - depth if t.kind == "vector" and t.args[0].kind == "bound" else -1
        if 0 <= place < len(found):
            if depth and t.args[1].open:
                raise IllFormed(f"a vector of a tangent space that moves, under a binder: {rule!r}")
            found[place].add(t.args[1])
    return tuple(map(frozenset, found))


def _signatures(value: Any) -> None:
    if type(value) is not tuple or not value or not all(type(s) is tuple and len(s) == 2 for s in value):
        raise IllFormed("a binder needs a tuple of signatures")
    for s in value:
        _signature(*s)
        if s[0] == CONSTANT:
            raise IllFormed("what axioms give a meaning cannot be bound")


def _lambda(_: str, args: tuple[Any, ...]) -> Any:
    if len(args) != 2 or type(args[1]) is not Term:
        raise IllFormed("a lambda needs signatures and a body")
    _signatures(args[0])
    if any(sign or kind not in (NUMBER, INTEGER, VECTOR, POINT) for kind, sign in args[0]):
        raise IllFormed("a lambda is a function of all numbers, integers, vectors or points, not of some only")
    if args[1].sort == OTHER and args[1].kind != "tuple":
        raise IllFormed(f"a function must have values: {args[1]!r}")
    _bound_as(args[1], args[0], families=False)
    return OTHER


def _tuple(_: str, args: tuple[Any, ...]) -> Any:
    _scalars("a tuple", args)
    return OTHER


def _tangent(_: str, args: tuple[Any, ...]) -> Any:
    if len(args) != 1 or type(args[0]) is not Term or args[0].sort not in (POINT_SORT, SCALAR, ZERO_SORT):
        raise IllFormed("a tangent space is taken at a point")
    return OTHER


def _relation(_: str, args: tuple[Any, ...]) -> Any:
    if len(args) != 3 or type(args[0]) is not str or not all(type(t) is Term for t in args[1:]):
        raise IllFormed("a relation needs a text and two sides")
    if args[0] not in OPERATORS:
        raise IllFormed(f"a relation needs one of {' '.join(OPERATORS)}")
    sorts = {t.sort for t in args[1:]}
    sorts -= set() if POINT_SORT in sorts else {ZERO_SORT}  # a point is no zero
    if OTHER in sorts or len(sorts) > 1 or (args[0] != "=" and not sorts <= {SCALAR}):
        raise IllFormed(f"the two sides cannot be compared by {args[0]}: {args[1]!r}, {args[2]!r}")
    return OTHER


def _forall(_: str, args: tuple[Any, ...]) -> Any:
    if len(args) < 2 or not all(type(f) is Term and f.kind in FORMULAS for f in args[1:]):
        raise IllFormed("for all: needs signatures, conditions and a body that are formulas")
    _signatures(args[0])
    for f in args[1:]:
        _bound_as(f, args[0])
    return OTHER


def _predicate(_: str, args: tuple[Any, ...]) -> Any:
    if not args or type(args[0]) is not str or not args[0]:
        raise IllFormed("a predicate needs words")
    if not all(type(a) is Term and a.kind not in FORMULAS and a.kind != "tangent" for a in args[1:]):
        raise IllFormed("a predicate speaks of terms")
    for a in args[1:] if args[0] != DOMAIN else ():
        if a.kind == "lambda":
            if any(s[0] == VECTOR and len(named) != 1 for s, named in zip(a.args[0], rule_spaces(a), strict=True)):
                raise IllFormed(f"it is not said of vectors of which one space {a!r} is a function")
        elif a.sort == OTHER and a.kind != "tuple":
            raise IllFormed(f"{a!r} has a property: as a function of what is said by a rule, as x ↦ f(x)")
    if args[0] == DOMAIN and not (args[1:] and args[1].kind in ("variable", "bound") and args[1].args[1] == PARTIAL):
        raise IllFormed(f"only a partial function has a domain of its own, not {args[1:2]!r}")
    if args[0] == DOMAIN:
        _values(args[2:])
    return OTHER


_SORTS: dict[str, Callable[[str, tuple[Any, ...]], Any]] = {
    "number": _number, "pi": _constant, "e": _constant, "variable": _variable, "bound": _bound, "add": _add,
    "mul": _mul, "power": _all_scalars, "max": _all_scalars, "min": _all_scalars, "delta": _all_scalars,
    "inner": _inner, "apply": _apply, "vector": _vector, "gradient": _gradient, "hessian": _gradient, "point": _point,
    "sum": _binding, "integral": _binding, "derivative": _binding, "lambda": _lambda, "tuple": _tuple,
    "tangent": _tangent, "relation": _relation, "forall": _forall, "predicate": _predicate,
} | dict.fromkeys(FUNCTIONS, _all_scalars)  # fmt: skip


def _is_whole(kind: str, args: tuple[Any, ...]) -> bool:
    if kind == "number":
        return bool(args[0].denominator == 1)
    if kind in ("variable", "bound"):
        return bool(args[1] == INTEGER)
    if kind == "apply":
        return bool(args[0].args[1] == INTEGERS)
    if kind in ("add", "mul", "max", "min", "abs"):
        return all(a.whole for a in args)
    if kind == "power":
        exponent = args[1]
        natural = exponent.kind == "number" and exponent.args[0].denominator == 1 and exponent.args[0] >= 0
        return bool(natural and args[0].whole)
    if kind == "sum":
        return bool(args[0].whole)
    return kind == "delta"


EUCLIDEAN: Final = node("variable", "E", CONSTANT, "")
"""The default space: one real inner-product space of any finite dimension."""
