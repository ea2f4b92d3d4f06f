"""The language of statements: abstract functions, vectors, points, indexed families, relations, schemas.

Scalars are sympy expressions over declared symbols; what sympy lacks is added here as inert nodes.

| node | stands for |
|---|---|
| `Fun(head, n, x, …)` | the n-th derivative of an abstract real function, or a component of an indexed family |
| `Vec(head, space, …)`, `Pt(head, …)` | an abstract vector of an inner-product space; an abstract point |
| `Inner(u, v)` | the inner product; `norm(u)` is its root |
| `Gradient(P, x)`, `Hessian(P, x, u)` | of the abstract scalar field P at the vector x; the latter applied to u |
| `Deriv(body, s, at)` | the derivative in s of body, at s = at (s is bound) |
| `Relation`, `ForAll`, `Predicate` | formulas |

A variable is a `Symbol` or the head of an abstract node; a formula with free variables holds for all of them. A
formula holds at an assignment when everything in it is defined there and it is true there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, count
from typing import Any

from sympy import (
    Add,
    Basic,
    Dummy,
    Expr,
    Ge,
    Gt,
    Integral,
    Lambda,
    Le,
    Lt,
    Mul,
    Ne,
    S,
    Sum,
    Symbol,
    Tuple,
    sqrt,
    sympify,
)
from sympy.core.relational import Equality
from sympy.logic.boolalg import BooleanAtom
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.str import StrPrinter

from verify.balls.digits import decide_signs_by_balls

decide_signs_by_balls()

__all__ = [
    "Constant", "Counterexample", "Deriv", "ForAll", "Formula", "Fun", "FunHead", "Gradient", "Head", "Hessian",
    "IllFormed", "Inner", "PartialHead", "Predicate", "Pt", "PtHead", "Relation", "Tangent", "Vec", "VecHead", "Word",
    "alpha", "as_formula", "difference", "eq", "family", "field", "forall", "free_variables", "fresh", "function", "ge",
    "gt", "has_reserved_name", "in_domain", "integer", "le", "lt", "ne", "nonnegative", "norm",
    "partial", "point", "points", "positive", "real", "sort_of", "substitute", "text", "vector", "vectors",
]  # fmt: skip


class IllFormed(ValueError):
    """A term or formula that does not make sense; the message names the offending part."""


class Word(Basic):
    """A word inside a formula: a relation's sign, or what a predicate says."""

    def __new__(cls, text: Any) -> Word:
        made = Basic.__new__(cls)
        made._text = str(text)
        return made

    @property
    def name(self) -> str:
        """The word itself."""
        return self._text

    def _hashable_content(self) -> tuple[str, ...]:
        return (self._text,)

    def _sympystr(self, _: Any) -> str:
        return self._text


# --- heads: the names of abstract things ---------------------------------------------------------------------------


class Head(Symbol):
    """The name of an abstract function, vector or point; a variable of the language."""


class FunHead(Head):
    """Head of a real-valued function, field or family; its sign assumptions hold for every argument."""


class PartialHead(FunHead):
    """Head of a function or field that is defined, and as smooth as needed, on an open set of its own."""


class VecHead(Head):
    """Head of a vector or of a family of vectors."""


class Constant(VecHead):
    """Head of a vector-valued function with one meaning, which axioms speak of; nothing can take its place."""


class PtHead(Head):
    """Head of a point or of a family of points."""


EUCLIDEAN = Constant("E")
"""The default space: one real inner-product space of any finite dimension."""


class Tangent(Basic):
    """The tangent space at a point; vectors of different tangent spaces do not mix."""

    def _sympystr(self, printer: Any) -> str:
        return f"T({printer._print(self.args[0])})"


# --- abstract terms ------------------------------------------------------------------------------------------------


def _applied(printer: Any, name: str, args: Sequence[Basic]) -> str:
    return f"{name}({', '.join(printer._print(a) for a in args)})" if args else name


class Fun(Expr):
    """`Fun(head, n, *args)`: the n-th derivative of the function `head` at its one argument; n = 0 for families."""

    is_commutative = True
    is_real = True

    def __new__(cls, head: FunHead, order: Any, *args: Any) -> Fun:
        order = sympify(order)
        if not isinstance(head, FunHead) or not (order.is_Integer and order >= 0):
            raise IllFormed(f"Fun: the head must be a FunHead and the order an integer >= 0, not {head}, {order}")
        if order > 0 and len(args) != 1:
            raise IllFormed(f"Fun: only a function of one variable has derivatives, not {head}{args}")
        return Expr.__new__(cls, head, order, *map(sympify, args))

    def _eval_is_positive(self) -> bool | None:
        return True if self.args[1] == 0 and self.args[0].is_positive else None

    def _eval_is_nonnegative(self) -> bool | None:
        return True if self.args[1] == 0 and self.args[0].is_nonnegative else None

    def _eval_is_integer(self) -> bool | None:
        return True if self.args[1] == 0 and self.args[0].is_integer else None

    def _sympystr(self, printer: Any) -> str:
        return _applied(printer, self.args[0].name + "'" * int(self.args[1]), self.args[2:])


class Vec(Expr):
    """`Vec(head, space, *args)`: an abstract vector, or a member of a family of vectors."""

    is_commutative = True

    def __new__(cls, head: VecHead, space: Basic = EUCLIDEAN, *args: Any) -> Vec:
        if not isinstance(head, VecHead):
            raise IllFormed(f"Vec: the head must be a VecHead, not {head}")
        return Expr.__new__(cls, head, space, *map(sympify, args))

    def _sympystr(self, printer: Any) -> str:
        return _applied(printer, self.args[0].name, self.args[2:])


class Pt(Expr):
    """`Pt(head, *args)`: an abstract point of a manifold, or a member of a family of points."""

    is_commutative = True

    def __new__(cls, head: PtHead, *args: Any) -> Pt:
        if not isinstance(head, PtHead):
            raise IllFormed(f"Pt: the head must be a PtHead, not {head}")
        return Expr.__new__(cls, head, *map(sympify, args))

    def _sympystr(self, printer: Any) -> str:
        return _applied(printer, self.args[0].name, self.args[1:])


class Gradient(Expr):
    """`Gradient(head, x)`: the gradient of the scalar field `head` at the vector x, in the space of x."""

    is_commutative = True

    def _sympystr(self, printer: Any) -> str:
        return f"∇{self.args[0].name}({printer._print(self.args[1])})"


class Hessian(Expr):
    """`Hessian(head, x, u)`: the derivative of the gradient at x in the direction u; linear in u, symmetric."""

    is_commutative = True

    def _sympystr(self, printer: Any) -> str:
        return f"D∇{self.args[0].name}({printer._print(self.args[1])})[{printer._print(self.args[2])}]"


class Inner(Expr):
    """The inner product of two vectors of one space; real, symmetric, bilinear, positive definite."""

    is_commutative = True
    is_real = True

    def __new__(cls, u: Any, v: Any) -> Expr:
        u, v = sympify(u), sympify(v)
        if u == 0 or v == 0:
            return S.Zero
        if v.sort_key() < u.sort_key():
            u, v = v, u
        return Expr.__new__(cls, u, v)

    def _sympystr(self, printer: Any) -> str:
        u, v = map(printer._print, self.args)
        return f"‖{u}‖**2" if self.args[0] == self.args[1] else f"⟨{u}, {v}⟩"


class Deriv(Expr):
    """`Deriv(body, s, at)`: the derivative of body with respect to s, at s = at; s is bound."""

    is_commutative = True

    def __new__(cls, body: Any, s: Symbol, at: Any) -> Deriv:
        if not isinstance(s, Symbol) or isinstance(s, Head):
            raise IllFormed(f"Deriv: the variable must be a scalar symbol, not {s}")
        return Expr.__new__(cls, sympify(body), s, sympify(at))

    @property
    def free_symbols(self) -> set[Basic]:
        body, s, at = self.args
        return (body.free_symbols - {s}) | at.free_symbols

    def _sympystr(self, printer: Any) -> str:
        body, s, at = map(printer._print, self.args)
        return f"d/d{s}[{body}]" + ("" if s == at else f"|{s}={at}")


# --- in words ------------------------------------------------------------------------------------------------------


class _TextPrinter(StrPrinter):
    """One line of plain text, with the usual signs for sums, integrals and functions."""

    def _as_ordered_terms(self, expr: Any, order: Any = None) -> list[Any]:
        return minus_last(super()._as_ordered_terms(expr, order))

    def parenthesize(self, item: Any, level: int, strict: bool = False) -> str:
        """The term, in brackets if it needs them: what is done to a whole sum is not done to its terms."""
        found = str(super().parenthesize(item, level, strict))
        return f"({found})" if isinstance(item, Sum | Integral) and level >= PRECEDENCE["Pow"] else found

    def _print_Pow(self, expr: Any, rational: bool = False) -> str:
        found = power_of_norm(expr)
        if found is None:
            return str(super()._print_Pow(expr, rational))
        u, exponent = found
        return f"‖{self._print(u)}‖" + ("" if exponent == 1 else f"**{self.parenthesize(exponent, PRECEDENCE['Pow'])}")

    def _print_Dummy(self, term: Any) -> str:
        return str(term.name)

    def _print_Sum(self, term: Any) -> str:
        body, *limits = term.args
        signs = "".join(f"Σ_{{{self._print(i)}={self._print(lo)}..{self._print(hi)}}} " for i, lo, hi in limits[::-1])
        return f"{signs}({self._print(body)})"

    def _print_Integral(self, term: Any) -> str:
        body, (r, lo, hi) = term.args
        return f"∫_{{{self._print(lo)}..{self._print(hi)}}} ({self._print(body)}) d{self._print(r)}"

    def _print_Lambda(self, term: Any) -> str:
        return f"({', '.join(map(self._print, term.signature))} ↦ {self._print(term.expr)})"

    def _print_KroneckerDelta(self, term: Any) -> str:
        return f"δ({self._print(term.args[0])}, {self._print(term.args[1])})"


def power_of_norm(node: Any) -> tuple[Any, Any] | None:
    """The vector and the exponent, where the term is a positive power of the norm of a vector."""
    base, exponent = node.as_base_exp()
    if isinstance(base, Inner) and base.args[0] == base.args[1] and exponent.is_positive:
        return base.args[0], 2 * exponent
    return None


def minus_last(terms: Iterable[Any]) -> list[Any]:
    """The terms of a sum, those without a minus sign first."""
    return sorted(terms, key=lambda term: bool(term.could_extract_minus_sign()))


def text(term: Any) -> str:
    """A term or formula in one line of plain text."""
    return str(_TextPrinter().doprint(term))


# --- formulas ------------------------------------------------------------------------------------------------------

OPERATORS = ("=", "≠", "≥", ">")
TURNED = {"≥": "≤", ">": "<"}
"""The sign of a relation read from right to left."""


class Formula(Basic):
    """A statement that holds or not once its free variables are assigned."""

    _line: str | None = None

    def __str__(self) -> str:
        if self._line is None:
            self._line = text(self)
        return self._line


class Relation(Formula):
    """`Relation(op, lhs, rhs)` with op one of `=`, `≠`, `≥`, `>`; vectors and points are only compared by `=`.

    One that was written with ≤ or < (`le`, `lt`) is the same formula, and is shown as it was written.
    """

    def __new__(cls, op: str | Word, lhs: Any, rhs: Any) -> Relation:
        op = str(op)
        if op not in OPERATORS:
            raise IllFormed(f"relation: the operator must be one of {' '.join(OPERATORS)}, not {op!r}")
        return Basic.__new__(cls, Word(op), sympify(lhs), sympify(rhs))

    @property
    def func(self) -> Callable[..., Relation]:
        """Makes a relation that is shown like this one, of other arguments."""
        return _turned if self.is_turned else Relation

    @property
    def is_turned(self) -> bool:
        """Whether it was written with ≤ or <, and is held with its sides exchanged."""
        return "_is_turned" in vars(self)

    @property
    def written(self) -> tuple[Expr, str, Expr]:
        """The left-hand side, the sign and the right-hand side, as they were written."""
        return (self.rhs, TURNED[self.op], self.lhs) if self.is_turned else (self.lhs, self.op, self.rhs)

    @property
    def op(self) -> str:
        """One of `=`, `≠`, `≥`, `>`."""
        return str(self.args[0].name)

    @property
    def lhs(self) -> Expr:
        """The left-hand side."""
        return self.args[1]

    @property
    def rhs(self) -> Expr:
        """The right-hand side."""
        return self.args[2]

    def _sympystr(self, printer: Any) -> str:
        left, sign, right = self.written
        return f"{printer._print(left)} {sign} {printer._print(right)}"


class Predicate(Formula):
    """`Predicate(words, *args)`: an opaque property of its arguments, which only axioms and hypotheses speak of."""

    def __new__(cls, words: str | Word, *args: Any) -> Predicate:
        return Basic.__new__(cls, Word(words), *args)

    @property
    def words(self) -> str:
        """What the predicate says, in words."""
        return str(self.args[0].name)

    @property
    def sentence(self) -> tuple[Basic | None, str, tuple[Basic, ...]]:
        """Its subject, where the words begin with "is"; the words; and the arguments behind them."""
        first, *rest = self.args[1:] or (None,)
        return (first, self.words, tuple(rest)) if self.words.startswith("is ") else (None, self.words, self.args[1:])

    def _sympystr(self, printer: Any) -> str:
        subject, words, rest = self.sentence
        if subject is None:
            return _applied(printer, words, rest)
        return " ".join([printer._print(subject), words, ", ".join(map(printer._print, rest))]).strip()


class ForAll(Formula):
    """`ForAll(variables, given, body)`: for all variables that satisfy every formula in given, body."""

    def __new__(cls, variables: Iterable[Symbol], given: Iterable[Formula], body: Formula) -> ForAll:
        variables, given = Tuple(*variables), Tuple(*given)
        for v in variables:
            if not isinstance(v, Symbol):
                raise IllFormed(f"for all: {v} is not a variable")
        for f in (*given, body):
            if not isinstance(f, Formula):
                raise IllFormed(f"for all: {f} is not a formula")
        return Basic.__new__(cls, variables, given, body)

    @property
    def variables(self) -> tuple[Symbol, ...]:
        """The bound variables."""
        return tuple(self.args[0])

    @property
    def given(self) -> tuple[Formula, ...]:
        """The conditions under which the body is stated."""
        return tuple(self.args[1])

    @property
    def body(self) -> Formula:
        """What holds for all of them."""
        return self.args[2]

    @property
    def free_symbols(self) -> set[Basic]:
        inner: set[Basic] = set().union(*(f.free_symbols for f in (*self.given, self.body)))
        return inner - set(self.variables)

    @property
    def conditions(self) -> list[list[Any]]:
        """The conditions as they are shown (`conditions`)."""
        return conditions(self.given, self.variables)

    def _sympystr(self, printer: Any) -> str:
        names = ", ".join(v.name for v in self.variables)
        when = f" with {', '.join(in_words(self.conditions, printer._print))}" if self.given else ""
        return f"for all {names}{when}: {printer._print(self.body)}"


def conditions(formulas: Iterable[Formula], variables: Sequence[Symbol]) -> list[list[Any]]:
    """What is asked of the variables, each a list of terms and signs: 1 ≤ t ≤ T is one for t ≥ 1 and T ≥ t."""
    shown: list[list[Any]] = []
    for formula in formulas:
        row = list(formula.written) if isinstance(formula, Relation) else [formula]
        chain = _chain(shown[-1], row, variables) if shown else None
        shown[-1:] = [chain] if chain else [*shown[-1:], row]
    return shown


def in_words(rows: Iterable[Iterable[Any]], printed: Callable[[Any], str]) -> list[str]:
    """Such conditions in a line each."""
    return [" ".join(part if isinstance(part, str) else printed(part) for part in row) for row in rows]


def _chain(first: list[Any], second: list[Any], variables: Sequence[Symbol]) -> list[Any] | None:
    """low ≤ v ≤ high, for v ≥ low or low ≤ v and then high ≥ v or v ≤ high."""
    if len(first) != 3 or len(second) != 3 or {first[1], second[1]} & {"=", "≠"}:
        return None
    low, below, v = first if first[1] in TURNED.values() else (first[2], TURNED[first[1]], first[0])
    w, above, high = second if second[1] in TURNED.values() else (second[2], TURNED[second[1]], second[0])
    return [low, below, v, above, high] if v == w and v in variables else None


class Counterexample(Formula):
    """`Counterexample(given, states, assignment, lines)`: the hypotheses hold and the conclusion fails there."""

    def _sympystr(self, printer: Any) -> str:
        given = f" with {', '.join(map(printer._print, self.given))}" if self.given else ""
        return f"not always{given}: {printer._print(self.states)}"

    @property
    def given(self) -> tuple[Formula, ...]:
        """The hypotheses of the universal statement that fails."""
        return tuple(self.args[0])

    @property
    def states(self) -> Relation:
        """Its conclusion."""
        return self.args[1]

    @property
    def assignment(self) -> dict[Symbol, Any]:
        """The exact value of each variable."""
        return dict(tuple(pair) for pair in self.args[2])

    @property
    def lines(self) -> tuple[str, ...]:
        """The hypotheses and the violated conclusion, in numbers."""
        return tuple(line.name for line in self.args[3])


def eq(lhs: Any, rhs: Any) -> Relation:
    """The formula lhs = rhs; unlike sympy's, never evaluated."""
    return Relation("=", lhs, rhs)


def ne(lhs: Any, rhs: Any) -> Relation:
    """The formula lhs ≠ rhs."""
    return Relation("≠", lhs, rhs)


def ge(lhs: Any, rhs: Any) -> Relation:
    """The formula lhs ≥ rhs."""
    return Relation("≥", lhs, rhs)


def gt(lhs: Any, rhs: Any) -> Relation:
    """The formula lhs > rhs."""
    return Relation(">", lhs, rhs)


def le(lhs: Any, rhs: Any) -> Relation:
    """The formula lhs ≤ rhs, held as rhs ≥ lhs."""
    return _turned("≥", rhs, lhs)


def lt(lhs: Any, rhs: Any) -> Relation:
    """The formula lhs < rhs, held as rhs > lhs."""
    return _turned(">", rhs, lhs)


def _turned(op: str | Word, lhs: Any, rhs: Any) -> Relation:
    made = Relation(op, lhs, rhs)
    if made.op in TURNED:
        made._is_turned = True
    return made


def forall(variables: Any, body: Formula, given: Iterable[Formula] = ()) -> ForAll:
    """The schema: for all variables (symbols, vectors, points, functions) with `given`, body."""
    items = variables if isinstance(variables, tuple | list) else (variables,)
    return ForAll([_variable(v) for v in items], given, body)


def as_formula(statement: Any) -> Formula:
    """`statement` itself, or the formula a sympy relation stands for.

    Raises:
        IllFormed: for anything else, and for a relation that sympy has already evaluated to true or false.
    """
    if isinstance(statement, Formula):
        return statement
    made: dict[type, Callable[[Any, Any], Relation]] = {Le: le, Lt: lt, Ge: ge, Gt: gt, Equality: eq, Ne: ne}
    if type(statement) in made:
        return made[type(statement)](statement.lhs, statement.rhs)
    if isinstance(statement, bool | BooleanAtom):
        raise IllFormed(
            f"statement: sympy evaluated it to {statement} before it could be read; write it with eq, ge, gt, …"
        )
    raise IllFormed(f"statement: expected a relation, a schema or a predicate, not {statement!r}")


def difference(relation: Relation) -> Expr:
    """lhs − rhs, with the vector zero written as 0."""
    return relation.lhs - relation.rhs


# --- declaring variables -------------------------------------------------------------------------------------------


def real(names: str) -> Any:
    """Real symbols, as `sympy.symbols` reads the names."""
    return _symbols(names, real=True)


def positive(names: str) -> Any:
    """Positive real symbols."""
    return _symbols(names, positive=True)


def nonnegative(names: str) -> Any:
    """Non-negative real symbols."""
    return _symbols(names, nonnegative=True)


def integer(names: str) -> Any:
    """Integer symbols: indices, counts, bounds of sums."""
    return _symbols(names, integer=True)


def _symbols(names: str, **assumptions: bool) -> Any:
    made = tuple(Symbol(name, **assumptions) for name in names.split())
    return made if len(made) > 1 else made[0]


@dataclass(frozen=True)
class _Abstract:
    """A callable that applies a head to arguments."""

    head: Head
    space: Basic | None = None

    def __call__(self, *args: Any) -> Any:
        if isinstance(self.head, FunHead):
            return Fun(self.head, 0, *args)
        if isinstance(self.head, PtHead):
            return Pt(self.head, *args)
        return Vec(self.head, self.space or EUCLIDEAN, *args)

    def prime(self, x: Any, order: int = 1) -> Fun:
        """The derivative of a function of one variable, at x."""
        return Fun(self.head, order, x)

    def gradient(self, x: Any) -> Gradient:
        """The gradient of a scalar field, at the vector x."""
        return Gradient(self.head, x)


def function(name: str, **assumptions: bool) -> _Abstract:
    """An abstract function R → R, as often differentiable as the statement's derivatives need."""
    return _Abstract(FunHead(name, **({"real": True} | assumptions)))


def family(name: str, **assumptions: bool) -> _Abstract:
    """An indexed family of reals; `family("p", positive=True)(i)` is p_i > 0."""
    return function(name, **assumptions)


def field(name: str) -> _Abstract:
    """An abstract scalar field on an inner-product space, with `gradient`."""
    return function(name)


def partial(name: str) -> _Abstract:
    """An abstract function or field that is defined on an open set only; its domain is `in_domain(head, x)`."""
    return _Abstract(PartialHead(name, real=True))


def in_domain(f: Any, *args: Any) -> Predicate:
    """The formula: the arguments are in the (open) domain of the partial function f."""
    return Predicate("in the domain of", f.head if isinstance(f, _Abstract) else f, *args)


def vector(name: str, space: Basic = EUCLIDEAN) -> Vec:
    """One abstract vector."""
    return Vec(VecHead(name), space)


def vectors(names: str) -> tuple[Vec, ...]:
    """Abstract vectors of one inner-product space of any dimension."""
    return tuple(vector(name) for name in names.split())


def point(name: str) -> Pt:
    """One abstract point."""
    return Pt(PtHead(name))


def points(name: str) -> _Abstract:
    """A family of points, or a point-valued function."""
    return _Abstract(PtHead(name))


def norm(u: Any) -> Expr:
    """‖u‖ = √⟨u, u⟩."""
    return sqrt(Inner(u, u))


# --- variables, sorts, substitution --------------------------------------------------------------------------------


def _variable(v: Any) -> Symbol:
    """The variable that a symbol, a bare vector or point, or an abstract function stands for."""
    if isinstance(v, _Abstract):
        return v.head
    if isinstance(v, Vec | Pt) and len(v.args) == (2 if isinstance(v, Vec) else 1):
        return v.args[0]
    if isinstance(v, Symbol):
        return v
    raise IllFormed(f"variable: expected a symbol, vector, point or function, not {v}")


def free_variables(term: Basic) -> set[Symbol]:
    """The free symbols and heads of a term or formula (the name of the default space is none)."""
    return {s for s in term.free_symbols if s != EUCLIDEAN}


def spaces(term: Basic) -> set[Symbol]:
    """The names of the spaces that vectors in the term are of, the default one among them; they are no variables."""
    return {EUCLIDEAN, *(v.args[1] for v in term.atoms(Vec) if isinstance(v.args[1], Symbol))}


def sort_of(term: Any) -> Any:
    """`"scalar"`, `"point"`, `"zero"`, or the space of a vector.

    Raises:
        IllFormed: where sorts are mixed: a product of two vectors, a sum of a vector and a number, …
    """
    if term == 0:
        return "zero"
    if isinstance(term, Pt):
        return "point"
    if isinstance(term, Vec):
        return term.args[1]
    if isinstance(term, Gradient | Hessian):
        space = sort_of(term.args[1])
        space = EUCLIDEAN if space == "zero" else space
        if space in ("scalar", "point") or any(sort_of(u) not in (space, "zero") for u in term.args[2:]):
            raise IllFormed(f"a gradient is taken at a vector, in directions of its space: {term}")
        return space
    if isinstance(term, Add | Mul):
        sorts = [sort_of(a) for a in term.args]
        special = {s for s in sorts if s not in ("scalar", "zero")}
        if not special:
            return "scalar"
        if isinstance(term, Add) and (len(special) > 1 or "scalar" in sorts or "point" in special):
            raise IllFormed(f"a sum mixes sorts: {term}")
        if isinstance(term, Mul) and (sum(s not in ("scalar", "zero") for s in sorts) > 1 or "point" in special):
            raise IllFormed(f"a product of vectors or points: {term}")
        return special.pop()
    if isinstance(term, Sum | Integral | Deriv):
        for bound in term.args[1:]:
            for part in bound if isinstance(bound, Tuple) else (bound,):
                if sort_of(part) not in ("scalar", "zero"):
                    raise IllFormed(f"a bound or point of evaluation must be a scalar: {term}")
        return sort_of(term.args[0])
    if isinstance(term, Inner):
        left, right = map(sort_of, term.args)
        if left != right or left in ("scalar", "point"):
            raise IllFormed(f"an inner product needs two vectors of one space: {term}")
        return "scalar"
    if isinstance(term, Fun):
        for a in term.args[2:]:
            sort_of(a)
        return "scalar"
    if isinstance(term, Head):
        raise IllFormed(f"{term} names a function, vector or point and is not a term")
    for a in term.args:
        if isinstance(a, Expr) and sort_of(a) not in ("scalar", "zero"):
            raise IllFormed(f"{type(term).__name__} of a vector or point: {term}")
    return "scalar"


_Opened = tuple[tuple[Symbol, ...], list[Any], list[Any], Callable[[Sequence[Any], Sequence[Any], Sequence[Any]], Any]]


def _open(term: Basic) -> _Opened | None:
    """The bound variables of a binder, what is in their scope, what is not, and how to put it together again."""
    if isinstance(term, Sum | Integral):
        body, *inner, limit = term.args
        if len(limit) != 3:
            raise IllFormed(f"a sum or integral needs one variable and both bounds: {term}")
        body = term.func(body, *inner) if inner else body  # sympy holds nested sums as one with several limits
        i, lo, hi = limit
        return (i,), [body], [lo, hi], lambda v, inside, out: term.func(inside[0], (v[0], *out))
    if isinstance(term, Deriv):
        body, s, at = term.args
        return (s,), [body], [at], lambda v, inside, out: Deriv(inside[0], v[0], out[0])
    if isinstance(term, ForAll):
        inside = [*term.given, term.body]
        return term.variables, inside, [], lambda v, inner, _: ForAll(v, inner[:-1], inner[-1])
    if isinstance(term, Lambda):
        return tuple(term.signature), [term.expr], [], lambda v, inside, _: Lambda(tuple(v), inside[0])
    return None


def fresh(v: Symbol) -> Symbol:
    """A new variable of the same sort and sign as v, with a name that no statement may use."""
    if isinstance(v, Head):
        return type(v)(f"{v.name.partition(FRESH)[0]}{FRESH}{next(_counter)}", **v._assumptions_orig)
    return Dummy(v.name, **v._assumptions_orig)


FRESH = "∘"
_counter = count()


def has_reserved_name(term: Basic) -> Symbol | None:
    """A symbol in the term whose name is for internal use: of a fresh or renamed variable, or of a derivative."""
    for symbol in term.atoms(Symbol):
        if symbol.name.startswith("ι") or FRESH in symbol.name or "'" in symbol.name:
            return symbol
    return None


def substitute(term: Any, mapping: Mapping[Symbol, Any]) -> Any:
    """`term` with variables replaced, avoiding capture.

    A function, family or vector variable is replaced through its head, by a `Lambda` of its arguments, or by a term
    where it has none.
    """
    free = _free(term)
    mapping = {k: v for k, v in mapping.items() if k in free}
    if not mapping:
        return term
    if isinstance(term, Symbol):
        return mapping.get(term, term)
    opened = _open(term)
    if opened:
        bound, inside, outside, close = opened
        if _nothing_captured(bound, inside, mapping):
            return close(bound, *([substitute(a, mapping) for a in part] for part in (inside, outside)))
        apart = {v: fresh(v) for v in bound}
        inside = [substitute(_rename(a, apart), mapping) for a in inside]
        taken = {s.name for a in inside for s in a.atoms(Symbol) - set(apart.values())}
        back = {}
        for v in bound:
            back[apart[v]] = _named_apart(v, taken)
            taken.add(back[apart[v]].name)
        inside = [_rename(a, back) for a in inside]
        return close([back[apart[v]] for v in bound], inside, [substitute(a, mapping) for a in outside])
    if isinstance(term, Fun | Vec | Pt) and term.args[0] in mapping:
        skip = 1 if isinstance(term, Pt) else 2
        order = int(term.args[1]) if isinstance(term, Fun) else 0
        args = [substitute(a, mapping) for a in term.args[skip:]]
        value = mapping[term.args[0]]
        if isinstance(value, Head):
            return term.func(value, *(substitute(a, mapping) for a in term.args[1:skip]), *args)
        return _apply(value, args, order)
    if isinstance(term, Gradient | Hessian) and term.args[0] in mapping:
        if not isinstance(mapping[term.args[0]], Head):
            raise IllFormed(f"{term.args[0]}: a field with a gradient is replaced by another field only")
        return term.func(mapping[term.args[0]], *(substitute(a, mapping) for a in term.args[1:]))
    return _rebuild(term, [substitute(a, mapping) for a in term.args])


@lru_cache(maxsize=1 << 16)
def _free(term: Any) -> frozenset[Symbol]:
    """The free symbols of a term; sympy gathers them anew at every node."""
    return frozenset(term.free_symbols)


def _nothing_captured(bound: Sequence[Symbol], inside: Sequence[Any], mapping: Mapping[Symbol, Any]) -> bool:
    """Whether bound variables can keep their names: these are no other symbol's, in their scope or in a value."""
    names = {v.name for v in bound}
    kept = len(names) == len(bound) and not any(isinstance(v, Dummy) or FRESH in v.name for v in bound)
    if not kept or any(v in mapping for v in bound) or not all(isinstance(v, Basic) for v in mapping.values()):
        return False
    scope = frozenset[Symbol]().union(*map(_occurring, inside)) - set(bound)
    return not any(s.name in names for s in scope.union(*map(_occurring, mapping.values())))


@lru_cache(maxsize=1 << 16)
def _occurring(term: Basic) -> frozenset[Symbol]:
    """The symbols of a term, free and bound."""
    return frozenset(term.atoms(Symbol))


def _named_apart(v: Symbol, taken: set[str]) -> Symbol:
    """A variable like v, of a name that is not taken: v's own if it can be."""
    stem = v.name.partition(FRESH)[0]
    name = next(n for n in chain([stem], (f"{stem}_{k}" for k in count(1))) if n not in taken)
    return (type(v) if isinstance(v, Head) else Symbol)(name, **v._assumptions_orig)


def _apply(value: Any, args: Sequence[Any], order: int) -> Any:
    if not isinstance(value, Lambda):
        if args:
            raise IllFormed(f"{value} takes the place of a function; it must be a Lambda")
        return value
    if len(value.signature) != len(args):
        raise IllFormed(f"{value} takes {len(value.signature)} arguments, not {len(args)}")
    if order == 0:
        return substitute(value.expr, dict(zip(value.signature, args, strict=True)))
    (x,), body = value.signature, value.expr
    for _ in range(order - 1):
        y = Dummy(x.name, real=True)  # x may carry a sign, which a derivative must not count on
        body = Deriv(_rename(body, {x: y}), y, x)
    y = Dummy(x.name, real=True)
    return Deriv(_rename(body, {x: y}), y, args[0])


def _rename(term: Any, renaming: Mapping[Symbol, Symbol]) -> Any:
    """Replaces free and bound occurrences alike; safe only towards fresh names."""
    if term in renaming:
        return renaming[term]
    if not getattr(term, "args", ()) or isinstance(term, Word):
        return term
    return _rebuild(term, [_rename(a, renaming) for a in term.args])


def _rebuild(term: Any, args: Sequence[Any]) -> Any:
    return term.func(*args) if tuple(args) != term.args else term


@lru_cache(maxsize=1 << 14, typed=True)
def alpha(term: Any) -> Any:
    """`term` with bound variables renamed to names that depend on the term's structure alone."""
    return _alpha(term)[0]


def _alpha(term: Any) -> tuple[Any, int]:
    if not getattr(term, "args", ()) or isinstance(term, Word):
        return term, 0
    opened = _open(term)
    if not opened:
        done = [_alpha(a) for a in term.args]
        return _rebuild(term, [t for t, _ in done]), max(h for _, h in done)
    bound, inside, outside, close = opened
    done, out = [_alpha(a) for a in inside], [_alpha(a) for a in outside]
    height = max((h for _, h in done), default=0)
    names = [_canonical(v, height + 1 + n) for n, v in enumerate(bound)]
    renaming = dict(zip(bound, names, strict=True))
    made = close(names, [_rename(t, renaming) for t, _ in done], [t for t, _ in out])
    return made, max(height + len(bound), *(h for _, h in out), 0)


def _canonical(v: Symbol, height: int) -> Symbol:
    kind = type(v) if isinstance(v, Head) else Symbol
    return kind(f"ι{height}", **v._assumptions_orig)
