"""sympy objects → terms of the core, node by node, and back: what an author writes, handed in at the core's door.

Nothing is believed of sympy here but what it holds: every class that may occur is in a table, everything else is
refused, and nothing is evaluated on the way. That matters for three things. sympy takes symbols for equal that were
declared differently, so an object is remembered by its identity and read by the declaration that was written. A class
of sympy that merely looks like one of the language, as Pow with the base e does like exp, is not taken for it. A Dummy
that is bound by nothing keeps one name from one call to the next, so that a hypothesis and a conclusion that were
translated one after the other speak of the same variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count, zip_longest
from typing import Any, Final

import sympy
from sympy import Basic, Dummy, Lambda, Rational, Symbol

from verify.core.nodes import (
    CONSTANT,
    DOMAIN,
    FUNCTION,
    FUNCTIONS,
    INTEGER,
    INTEGERS,
    NUMBER,
    OTHER,
    PARTIAL,
    POINT,
    REAL,
    SIGNS,
    VECTOR,
    WHOLE,
    IllFormed,
    Term,
    node,
)  # fmt: skip
from verify.core.terms import RESERVED, binding, forall, function, local, number, opened, variable
from verify.language import properties, terms
from verify.language.words import fraction_of

MARK: Final = "⋄"
"""In the names of dummies, and in no other name."""

_KINDS: Final[dict[type, str]] = {
    Symbol: NUMBER, Dummy: NUMBER, terms.FunHead: FUNCTION, terms.PartialHead: PARTIAL, terms.VecHead: VECTOR,
    terms.Constant: CONSTANT, terms.PtHead: POINT,
}  # fmt: skip
_PLAIN: Final[dict[type, str]] = {
    sympy.Add: "add", sympy.Mul: "mul", sympy.Pow: "power", sympy.Max: "max", sympy.Min: "min", sympy.Abs: "abs",
    sympy.KroneckerDelta: "delta", sympy.Tuple: "tuple", terms.Inner: "inner", terms.Tangent: "tangent",
    terms.Vec: "vector", terms.Pt: "point", terms.Gradient: "gradient", terms.Hessian: "hessian",
    **{getattr(sympy, name): name for name in FUNCTIONS if name != "abs"},
}  # fmt: skip
"""Classes whose arguments are all terms."""

_dummies: dict[Dummy, str] = {}


def translate(term: Any) -> Term:
    """The term or formula of the core that a sympy object stands for.

    Raises:
        IllFormed: for a class or declaration that is not part of the language; the message names it.
    """
    try:
        return _remembered(term)
    except RecursionError:
        raise IllFormed(f"{type(term).__name__}: it is nested too deeply") from None


class _Translator:
    """Remembers what it translated by identity; `free_of_kind` are symbols without a declaration, read as reals."""

    def __init__(self, undeclared: frozenset[Symbol] = frozenset()) -> None:
        self.undeclared = undeclared
        self.known: dict[int, tuple[Any, Term]] = {}

    def __call__(self, term: Any) -> Term:
        found = self.known.get(id(term))
        if found is None:
            if len(self.known) > _MOST_KNOWN:
                self.known.clear()
            # the object is kept as well: while it is, no other one has its identity
            found = self.known[id(term)] = (term, self._made(term))
        return found[1]

    def _made(self, term: Any) -> Term:
        kind = type(term)
        if kind in _PLAIN:
            return node(_PLAIN[kind], *map(self, term.args))
        if isinstance(term, Rational):
            return number(Fraction(int(term.p), int(term.q)))
        if isinstance(term, Symbol):
            return self._symbol(term)
        if term is sympy.pi:
            return node("pi")
        if term is sympy.E:
            return node("e")
        if kind in (float, sympy.Float):
            raise IllFormed(f"the float {float(term)} is no exact number: a fraction is written {fraction_of(term)}")
        if isinstance(term, Basic) and term in _INFINITE:
            raise IllFormed(
                f"{_INFINITE[term]} was written: it is no number, and {kind.__name__} no node of the language"
            )
        if kind not in _OTHERS:
            raise IllFormed(f"{kind.__name__} is no node of the language: {str(term)[:80]}")
        return _OTHERS[kind](self, *term.args)

    def _symbol(self, symbol: Any) -> Term:
        kind = _KINDS.get(type(symbol))
        if kind is None:
            raise IllFormed(f"{type(symbol).__name__} is no variable of the language: {symbol.name}")
        name = _name(symbol)
        declared = {k: v for k, v in symbol._assumptions_orig.items() if k != "commutative"}
        positive, nonnegative = declared.pop("positive", None), declared.pop("nonnegative", None)
        whole, real = declared.pop("integer", None), declared.pop("real", None)
        said = [x for x in (positive, nonnegative, whole, real) if x is not None]
        if declared or not all(x is True for x in said) or not symbol.is_commutative or (positive and nonnegative):
            raise IllFormed(
                f"{name} is declared {symbol._assumptions_orig}: only real, integer, and one sign are known"
            )
        if kind in (VECTOR, CONSTANT, POINT):
            if said:
                raise IllFormed(f"{name} is a {kind}: nothing is declared of it, not {symbol._assumptions_orig}")
        elif not said and symbol not in self.undeclared:
            raise IllFormed(f"{name} must be declared real, integer, positive or nonnegative")
        if whole:
            if kind == PARTIAL:
                raise IllFormed(f"{name}: a partial function has real values")
            kind = INTEGER if kind == NUMBER else INTEGERS
        return variable(name, kind, "positive" if positive else "nonnegative" if nonnegative else "")

    def tuple(self, items: Any) -> list[Term]:
        """The terms in a Tuple."""
        return [self(x) for x in items]


_MOST_KNOWN = 200_000
_INFINITE: Final = {sympy.zoo: "1/0", sympy.nan: "0/0, or what is as undefined,", sympy.oo: "∞", -sympy.oo: "-∞"}
"""What sympy makes of divisions by zero, and what it calls infinite."""


def _name(symbol: Any) -> str:
    if type(symbol) is Dummy:
        return _dummies.setdefault(symbol, f"{symbol.name.lstrip('_') or 'x'}{MARK}{len(_dummies)}")
    name = str(symbol.name)
    if MARK in name or name.startswith(RESERVED):
        raise IllFormed(f"{name!r} cannot be the name of a variable")
    return name


def _word(item: Any) -> str:
    if type(item) is not terms.Word:
        raise IllFormed(f"{type(item).__name__} is no word: {item}")
    return str(item.name)


def _relation(to: _Translator, op: Any, left: Any, right: Any) -> Term:
    return node("relation", _word(op), to(left), to(right))


def _predicate(to: _Translator, words: Any, *args: Any) -> Term:
    said, made = _word(words), list(map(to, args))
    kinds = properties.kinds_of(said)
    for n, t in enumerate(made if said != DOMAIN else ()):
        if t.kind == "variable" and t.sort == OTHER:
            if kinds is None or len(kinds) != len(made):
                raise IllFormed(
                    f"“{said}” is said of {t.args[0]}: write the function with its arguments, as "
                    f"Lambda(x, {t.args[0]}(x)), or say of what it is a function by a Property with these words"
                )
            made[n] = properties.as_rule(t, kinds[n])
    return node("predicate", said, *made)


def _forall(to: _Translator, variables: Any, given: Any, body: Any) -> Term:
    return forall(to.tuple(variables), to.tuple(given), to(body))


def _lambda(to: _Translator, signature: Any, body: Any) -> Term:
    plain = [v for v in signature if type(v) in (Symbol, Dummy) and set(v._assumptions_orig) <= {"commutative"}]
    if plain:  # the argument of a function is a real number unless it is said to be another
        to = _Translator(to.undeclared | frozenset(plain))
    return function(to.tuple(signature), to(body))


def _bound(kind: str) -> Callable[..., Term]:
    def made(to: _Translator, body: Any, *limits: Any) -> Term:
        found = to(body)
        for limit in limits:  # the first limit is that of the innermost sum
            if len(limit) != 3:
                raise IllFormed(f"{kind}: {limit} must have a lower and an upper bound")
            found = binding(kind, to(limit[0]), found, to(limit[1]), to(limit[2]))
        return found

    return made


def _derivative(to: _Translator, body: Any, v: Any, at: Any) -> Term:
    return binding("derivative", to(v), to(body), to(at))


def _applied(to: _Translator, head: Any, order: Any, *args: Any) -> Term:
    return node("apply", to(head), int(order), *map(to, args))


def _identity(to: _Translator, *_: Any) -> Term:
    """x ↦ x, of which sympy forgets the variable."""
    (x,) = local(number(0), REAL)
    return function([x], x)


_OTHERS: Final[dict[type, Callable[..., Term]]] = {
    type(sympy.S.IdentityFunction): _identity,
    terms.Relation: _relation, terms.Predicate: _predicate, terms.ForAll: _forall,
    Lambda: _lambda, terms.Lambda: _lambda, sympy.Sum: _bound("sum"), sympy.Integral: _bound("integral"),
    terms.Deriv: _derivative, terms.Fun: _applied,
}  # fmt: skip
_remembered = _Translator()


# --- and back ---------------------------------------------------------------------------------------------------------

_HEADS: Final[dict[str, Any]] = {
    FUNCTION: terms.FunHead, INTEGERS: terms.FunHead, PARTIAL: terms.PartialHead, VECTOR: terms.VecHead,
    CONSTANT: terms.Constant, POINT: terms.PtHead,
}  # fmt: skip
_LETTERS: Final = {
    NUMBER: "rsvxyz", INTEGER: "ijklmn", FUNCTION: "fgh", INTEGERS: "fgh", PARTIAL: "fgh", VECTOR: "uvw", POINT: "pq",
    CONSTANT: "c",
}  # fmt: skip
_CLASSES: Final = {name: cls for cls, name in _PLAIN.items()}


def untranslate(term: Term) -> Basic:
    """A sympy object that stands for the term; sympy may simplify it as it is made.

    Raises:
        IllFormed: for a term with variables that are bound by nothing.
    """
    kind, args = term.kind, term.args
    if kind in ("sum", "integral", "derivative"):
        v, body = _opened(term, args[0], WHOLE if kind == "sum" else (NUMBER, ""))
        symbol, inner, bounds = untranslate(v), untranslate(body), [untranslate(a) for a in args[1:]]
        if kind == "derivative":
            return terms.Deriv(inner, symbol, *bounds)
        return (sympy.Sum if kind == "sum" else sympy.Integral)(inner, (symbol, *bounds))
    if kind in ("lambda", "forall"):
        variables = _named(term, *args[0])
        *given, body = (untranslate(opened(a, variables)) for a in args[1:])
        symbols = [untranslate(v) for v in variables]
        return Lambda(tuple(symbols), body) if kind == "lambda" else terms.ForAll(symbols, given, body)
    return _plain_object(term)


def _opened(term: Term, body: Term, signature: tuple[str, str]) -> tuple[Term, Term]:
    (v,) = _named(term, signature)
    return v, opened(body, [v])


def _named(term: Term, *signatures: tuple[str, str]) -> list[Term]:
    """Variables for what the term binds, with the first names that nothing free in it has."""
    used = {v.args[0] for v in term.free}
    made = []
    for kind, sign in signatures:
        name = next(n for n in _candidates(_LETTERS[kind]) if n not in used)
        used.add(name)
        made.append(variable(name, kind, sign))
    return made


def _candidates(letters: str) -> Iterator[str]:
    yield from letters
    yield from (f"{letter}{n}" for n in count(1) for letter in letters)


def _plain_object(term: Term) -> Basic:
    kind, args = term.kind, term.args
    if kind == "number":
        return Rational(args[0].numerator, args[0].denominator)
    if kind in ("pi", "e"):
        return sympy.pi if kind == "pi" else sympy.E
    if kind == "variable":
        return _variable_object(*args)
    if kind == "bound":
        raise IllFormed("a variable is bound by nothing")
    parts = [untranslate(a) if type(a) is Term else a for a in args]
    if kind == "apply":
        return terms.Fun(*parts)
    if kind == "predicate":
        kinds = properties.kinds_of(args[0]) or ()
        heads = [
            properties.head_of(a, k) if a.kind == "lambda" else None for a, k in zip(args[1:], kinds, strict=False)
        ]
        found = [part if h is None else untranslate(h) for part, h in zip_longest(parts[1:], heads)]
        return terms.Predicate(args[0], *found)
    if kind == "relation":
        if args[0] in ("≤", "<"):
            return (terms.le if args[0] == "≤" else terms.lt)(*parts[1:])
        return terms.Relation(*parts)
    return _CLASSES[kind](*parts)


def _variable_object(name: str, kind: str, sign: str) -> Basic:
    if sign not in SIGNS:
        raise IllFormed(f"{name}: there is no sign {sign!r}")
    if kind in (NUMBER, INTEGER):
        made = {"integer": True} if kind == INTEGER else {"real": True} if not sign else {}
        return Symbol(name, **made, **({sign: True} if sign else {}))
    declared = {"integer" if kind == INTEGERS else "real": True} if kind in (FUNCTION, INTEGERS, PARTIAL) else {}
    return _HEADS[kind](name, **declared, **({sign: True} if sign else {}))
