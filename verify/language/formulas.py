"""Formulas: relations, predicates, schemas, and that not all of a formula's instances are true."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sympy import Basic, Expr, Ge, Gt, Lambda, Le, Lt, Ne, Symbol, Tuple, sympify
from sympy.core.relational import Equality
from sympy.logic.boolalg import BooleanAtom

from verify.core.terms import in_coordinates
from verify.language import properties
from verify.language.nodes import IllFormed, Pt, Vec, Word, applied, text

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
        for side in (lhs, rhs):
            if head := getattr(side, "head", None):
                raise IllFormed(f"{head} is a family or a function: {head}(t) is a term, {head} is none")
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
    """`Predicate(words, *args)`: an opaque property of its arguments, which only axioms and hypotheses speak of.

    A function that has it is written as a `Lambda`; or by its head, if the words are those of a `Property`.
    """

    def __new__(cls, words: str | Word, *args: Any) -> Predicate:
        return Basic.__new__(cls, Word(words), *args)

    @property
    def words(self) -> str:
        """What the predicate says, in words."""
        return str(self.args[0].name)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Of what kinds of values and functions it is said, in words: as its `Property` is, or its arguments are."""
        declared = properties.kinds_of(self.words)
        return tuple(map(properties.in_words, declared)) if declared else tuple(map(_kind, self.args[1:]))

    def in_coordinates(self, n: int, kinds: Sequence[str] | None = None) -> Predicate:
        """What a counterexample reads it as, with n-tuples in the place of the vectors and points of its kinds."""
        return Predicate(in_coordinates(self.words, n, kinds or self.kinds), *self.args[1:])

    @property
    def sentence(self) -> tuple[Basic | None, str, tuple[Basic, ...]]:
        """Its subject, where the words begin with "is"; the words; and the arguments behind them."""
        first, *rest = self.args[1:] or (None,)
        return (first, self.words, tuple(rest)) if self.words.startswith("is ") else (None, self.words, self.args[1:])

    def _sympystr(self, printer: Any) -> str:
        subject, words, rest = self.sentence
        if subject is None:
            return applied(printer, words, rest)
        return " ".join([printer._print(subject), words, ", ".join(map(printer._print, rest))]).strip()


def _kind(value: Any) -> str:
    if isinstance(value, Lambda):
        return f"{', '.join('integer' if v.is_integer else 'number' for v in value.signature)} ↦ {_kind(value.expr)}"
    if isinstance(value, Tuple):
        return f"{len(value)} numbers"
    return "vector" if isinstance(value, Vec) else "point" if isinstance(value, Pt) else "number"


class Property:
    """`Property(words, *kinds)`: makes predicates with these words, of values and functions of these kinds.

    Args:
        words: what the property is called.
        kinds: of what it is said, for each place: "number", "point", "vector", or a function, as
            "point, tangent ↦ point" or "integer, E ↦ number".

    Raises:
        IllFormed: where the words are said of other kinds already.
    """

    def __init__(self, words: str, *kinds: str) -> None:
        properties.declare(words, kinds)
        self.words, self.kinds = words, kinds

    def __call__(self, *args: Any) -> Predicate:
        """That they have the property."""
        return Predicate(self.words, *args)


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
    """The formula lhs = rhs; unlike sympy's, never evaluated.

    >>> eq(x, x)
    x = x
    """
    return Relation("=", lhs, rhs)


def ne(lhs: Any, rhs: Any) -> Relation:
    """The formula lhs ≠ rhs.

    >>> ne(x, 0)
    x ≠ 0
    """
    return Relation("≠", lhs, rhs)


def ge(lhs: Any, rhs: Any) -> Relation:
    """The formula lhs ≥ rhs.

    >>> ge(x, y)
    x ≥ y
    """
    return Relation("≥", lhs, rhs)


def gt(lhs: Any, rhs: Any) -> Relation:
    """The formula lhs > rhs.

    >>> gt(x, y)
    x > y
    """
    return Relation(">", lhs, rhs)


def le(lhs: Any, rhs: Any) -> Relation:
    """The formula lhs ≤ rhs, held as rhs ≥ lhs.

    >>> le(x, y)
    x ≤ y
    """
    return _turned("≥", rhs, lhs)


def lt(lhs: Any, rhs: Any) -> Relation:
    """The formula lhs < rhs, held as rhs > lhs.

    >>> lt(x, y)
    x < y
    """
    return _turned(">", rhs, lhs)


def _turned(op: str | Word, lhs: Any, rhs: Any) -> Relation:
    made = Relation(op, lhs, rhs)
    if made.op in TURNED:
        made._is_turned = True
    return made


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
