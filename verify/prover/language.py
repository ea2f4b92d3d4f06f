"""The language of formulas: text → syntax tree → sympy term, and a printer whose output reads back as the same term.

Nothing here runs text as code: a tokeniser and precedence climbing read the tree, a fixed table of functions builds
the term. What must hold for a formula to be defined is taken from the tree, before sympy simplifies anything away.

Binding as in Python: `-x^2` is −(x²), `2^-1` is ½, `^` (or `**`) is right-associative; there is no implicit product.
`u^(p/q)` needs u ≥ 0 (u > 0 if p < 0) whatever the parity of q; the real root of a negative number for odd n is written
`root(u, n)` or `cbrt(u)`, and becomes max(0, u)^(1/n) − max(0, −u)^(1/n), which every interval arithmetic here knows.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import sympy
from sympy import Abs, Add, Expr, Integer, Max, Min, Mul, Pow, Rational, Symbol

MOST_TEXT = 10_000
MOST_DEPTH = 100
MOST_EXPONENT = 10_000
_AT_MOST = f"at most {MOST_EXPONENT:,}, and less for large numbers"
MOST_DIGITS = 1_000
_MOST_BITS = 200_000

Kind = Literal[">0", ">=0", "!=0"]


class FormulaError(ValueError):
    """The text is no formula of this language; one line says what is wrong and where."""


@contextmanager
def naming(argument: str) -> Iterator[None]:
    """What is said of a text within it begins with the name of the argument that the text is."""
    try:
        yield
    except FormulaError as error:
        raise FormulaError(f"{argument}: {error}") from None


@dataclass(frozen=True)
class Requirement:
    """What must hold where a formula is defined; `text` is the part of the formula that needs it, as written.

    `meaning` is what that part is read as, if it needs more for that than it would have to: a power, as 0^2 is 0.
    """

    kind: Kind
    expr: Expr
    text: str
    meaning: str = ""

    @property
    def condition(self) -> str:
        """What must hold."""
        return f"{printed(self.expr)} {self.kind[:-1]} 0"

    def __str__(self) -> str:
        why = f" is read as {self.meaning}, which" if self.meaning else ""
        return f"{self.text}{why} needs {self.condition}"


# --- tokens -----------------------------------------------------------------------------------------------------------

_LETTER = "A-Za-z_Α-ΡΣ-Ωα-ωϑϕϵ"
_TOKEN = re.compile(
    rf"""\s*(?:
      (?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    | (?P<name>[{_LETTER}][{_LETTER}0-9]*)
    | (?P<sign>\*\*|<=|>=|==|!=|[-+*/^()|,&<>=∞≤≥≠−·×√∧²³])
    | (?P<end>$)
    )""",
    re.VERBOSE,
)
_NAME = re.compile(rf"[{_LETTER}][{_LETTER}0-9]*")
_SAME = {"**": "^", "≤": "<=", "≥": ">=", "==": "=", "≠": "!=", "−": "-", "·": "*", "×": "*", "∧": "&"}
_RELATIONS = ("<", "<=", ">", ">=", "=", "!=")

_SEPARATES = re.compile(r",(?=0\s*(?:[<>=≤≥≠]|!=))")
"""A comma that may stand between digits among conditions: nobody writes a decimal one with a zero alone behind it."""

_REAL = (
    "variables are real numbers; sets, integers and 'or' are not read, and conditions are joined by commas or by 'and'"
)
_ASSUMED = "what is assumed goes into where, and 'at least' is written >="
_UNREAD_SIGNS = {
    **dict.fromkeys(("==>", "=>", "->", "⇒", "⟹", "→"), _ASSUMED), **dict.fromkeys("∈ℝℕℤ∨∀∃", _REAL),
    "=<": "'at most' is written <=",
}  # fmt: skip
"""Signs of other languages, no beginning of anything in this one, with what is said of them."""
_UNREAD_SIGN = re.compile(rf"\s*({'|'.join(_UNREAD_SIGNS)})")
_UNREAD_WORDS = {
    **dict.fromkeys(("implies", "if", "when", "where"), "what is assumed goes into where"),
    **dict.fromkeys(("in", "is", "real", "integer", "natural", "or", "not", "for"), _REAL),
}
"""The same of words, where an operator is missing before them."""


class Token(NamedTuple):
    """A piece of text; `kind` is number, name, end, or the sign itself."""

    kind: str
    text: str
    start: int
    end: int


def _tokens(text: str) -> list[Token]:
    if not isinstance(text, str):
        raise FormulaError(f"a formula is text, not {type(text).__name__}")
    if len(text) > MOST_TEXT:
        raise FormulaError(f"the formula has {len(text)} characters; at most {MOST_TEXT} are read")
    found, at = [], 0
    while True:
        if unread := _UNREAD_SIGN.match(text, at):
            sign = unread.group(1)
            raise FormulaError(f"{sign!r} at position {unread.start(1) + 1} is not read: {_UNREAD_SIGNS[sign]}")
        match = _TOKEN.match(text, at)
        if match is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            raise FormulaError(f"unexpected character {text[at]!r} at position {at + 1}")
        kind = str(match.lastgroup)
        piece = match.group(kind)
        at = match.end()
        if kind == "sign":
            kind = _SAME.get(piece, piece)
        elif piece == "π":
            piece = "pi"
        elif piece == "and":
            kind = "&"
        if kind == "∞":
            kind, piece = "name", "oo"
        found.append(Token(kind, piece, match.start(match.lastgroup or 0), at))
        if kind == "end":
            return found


# --- the tree ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Node:
    """A part of a formula: `kind` is number, name, call, sum, product, power, negative or inverse."""

    kind: str
    start: int
    end: int
    args: tuple[Node, ...] = ()
    name: str = ""

    def names(self) -> Iterator[Node]:
        """The names in it that are neither functions nor constants, from left to right."""
        if self.kind == "name" and self.name not in CONSTANTS:
            yield self
        for a in self.args:
            yield from a.names()


@dataclass(frozen=True)
class Comparison:
    """lhs op rhs, op one of < <= > >= =, in conditions also !=."""

    lhs: Node
    op: str
    rhs: Node


def read_term(text: str) -> Node:
    """The tree of an expression."""
    parser = _Parser(text)
    found = parser.sum(0)
    parser.finish()
    return found


def read_relations(text: str, *, apart: bool = False) -> tuple[Comparison, ...]:
    """The comparisons of a conjunction of chains, such as `0 <= a <= c and c < pi`; none for blank text.

    With `apart`, `!=` is one of the relations, as in `x != 0`.
    """
    if isinstance(text, str) and not text.strip():
        return ()
    parser = _Parser(text, apart)
    found = list(parser.chain())
    while parser.now.kind in ("&", ","):
        parser.refuse_decimal_comma()
        parser.advance()
        if parser.now.kind == "&":  # && as in C
            parser.advance()
        found += parser.chain()
    parser.finish()
    return tuple(found)


def spaced(conditions: str) -> str:
    """The conditions with a space after each comma that separates between digits, as the core takes it for decimal."""
    return _SEPARATES.sub(", ", conditions)


class _Parser:
    def __init__(self, text: str, apart: bool = False) -> None:
        self.text, self.tokens = text, _tokens(text)
        self.at = 0
        self.apart = apart

    @property
    def now(self) -> Token:
        return self.tokens[self.at]

    def advance(self) -> Token:
        token = self.now
        self.at += 1
        return token

    def wrong(self, message: str, token: Token | None = None) -> FormulaError:
        token = token or self.now
        if token.kind == "end":
            return FormulaError(f"{message} at the end of the formula")
        return FormulaError(f"{message} at position {token.start + 1}: {_cut(token.text)!r}")

    def refuse_decimal_comma(self) -> None:
        """Refuses 1,5 as what a comma tells apart."""
        before, comma, after = (self.tokens[min(self.at + i, len(self.tokens) - 1)] for i in (-1, 0, 1))
        digits = before.kind == after.kind == "number"
        if digits and comma.kind == "," and before.end == comma.start == after.start - 1:
            if self.apart and _SEPARATES.match(self.text, comma.start):
                return
            raise FormulaError(
                f"the comma in {_cut(self.text[before.start : after.end])!r} at position {before.start + 1} may be a "
                f"decimal one, which is not read: write a point for it, or a space after it if it separates"
            )

    def finish(self) -> None:
        token = self.now
        if token.kind == "end":
            return
        if token.kind == ")":
            raise self.wrong("a parenthesis is closed that was not opened")
        if token.kind == "name" and token.text in _UNREAD_WORDS:
            raise FormulaError(f"{token.text!r} at position {token.start + 1} is not read: {_UNREAD_WORDS[token.text]}")
        if token.kind in ("number", "name", "(", "√"):
            before = _cut(self.tokens[self.at - 1].text)
            raise self.wrong(f"an operator is missing after {before!r} (a product is written with *)")
        if token.kind in _RELATIONS:
            raise self.wrong("a comparison is not expected")
        raise self.wrong("unexpected")

    def chain(self) -> list[Comparison]:
        lhs, found = self.sum(0), []
        while self.now.kind in _RELATIONS:
            op = self.advance()
            if op.kind == "!=" and not self.apart:
                raise self.wrong("only < <= > >= are relations here", op)
            rhs = self.sum(0)
            found.append(Comparison(lhs, op.kind, rhs))
            lhs = rhs
        if not found:
            if self.now.kind not in ("end", "&", ","):
                self.finish()
            self.refuse_decimal_comma()
            own = "" if self.now.kind == "end" else "; each part needs one of its own, as in a >= 0, b >= 0"
            raise FormulaError(f"{self.wrong('a comparison (<, <=, >, >=) is missing')}{own}")
        return found

    def sum(self, depth: int) -> Node:
        parts = [self.product(depth)]
        while self.now.kind in ("+", "-"):
            sign = self.advance()
            part = self.product(depth)
            parts.append(Node("negative", sign.start, part.end, (part,)) if sign.kind == "-" else part)
        return parts[0] if len(parts) == 1 else Node("sum", parts[0].start, parts[-1].end, tuple(parts))

    def product(self, depth: int) -> Node:
        parts = [self.signed(depth)]
        while self.now.kind in ("*", "/"):
            sign = self.advance()
            part = self.signed(depth)
            parts.append(Node("inverse", parts[0].start, part.end, (part,)) if sign.kind == "/" else part)
        return parts[0] if len(parts) == 1 else Node("product", parts[0].start, parts[-1].end, tuple(parts))

    def signed(self, depth: int) -> Node:
        if depth > MOST_DEPTH:
            raise self.wrong(f"the formula is nested more than {MOST_DEPTH} deep")
        if self.now.kind not in ("+", "-"):
            return self.power(depth)
        sign = self.advance()
        part = self.signed(depth + 1)
        return Node("negative", sign.start, part.end, (part,)) if sign.kind == "-" else part

    def power(self, depth: int) -> Node:
        base = self.atom(depth)
        if self.now.kind in ("²", "³"):  # x²³ would be the 23rd power
            token = self.advance()
            exponent = Node("number", token.start, token.end, name="2" if token.kind == "²" else "3")
            base = Node("power", base.start, token.end, (base, exponent))
        if self.now.kind != "^":
            return base
        self.advance()
        exponent = self.signed(depth + 1)
        return Node("power", base.start, exponent.end, (base, exponent))

    def atom(self, depth: int) -> Node:
        if depth > MOST_DEPTH:
            raise self.wrong(f"the formula is nested more than {MOST_DEPTH} deep")
        token = self.advance()
        if token.kind == "number":
            return Node("number", token.start, token.end, name=token.text)
        if token.kind == "name":
            if self.now.kind == "(":
                return self.call(token, depth)
            if token.text in FUNCTIONS:
                raise self.wrong(f"the function {token.text} needs its arguments in parentheses", token)
            return Node("name", token.start, token.end, name=token.text)
        if token.kind == "√":
            inner = self.atom(depth + 1)
            return Node("call", token.start, inner.end, (inner,), "sqrt")
        if token.kind in ("(", "|"):
            inner = self.sum(depth + 1)
            closing = self.close(token)
            if token.kind == "|":
                return Node("call", token.start, closing.end, (inner,), "abs")
            return Node(inner.kind, token.start, closing.end, inner.args, inner.name)
        self.at -= 1
        if token.kind == "end" and self.at == 0:
            raise FormulaError("the formula is empty")
        raise self.wrong("a number, a name or a parenthesis is missing")

    def call(self, name: Token, depth: int) -> Node:
        if name.text not in FUNCTIONS:
            near = difflib.get_close_matches(name.text, FUNCTIONS, n=1)
            meant = f"; did you mean {near[0]}?" if near else ""
            raise self.wrong(f"unknown function (or a * is missing before the parenthesis){meant}", name)
        opening = self.advance()
        args = [self.sum(depth + 1)]
        while self.now.kind == ",":
            self.advance()
            args.append(self.sum(depth + 1))
        closing = self.close(opening)
        least, most = FUNCTIONS[name.text]
        if not least <= len(args) <= most:
            wanted = "at least 2" if most > 2 else least
            raise self.wrong(f"{name.text} takes {wanted} argument{'s' * (wanted != 1)}, not {len(args)}", name)
        return Node("call", name.start, closing.end, tuple(args), name.text)

    def close(self, opening: Token) -> Token:
        wanted = ")" if opening.kind == "(" else "|"
        if self.now.kind == wanted:
            return self.advance()
        if self.now.kind == "end" or self.now.kind in _RELATIONS or self.now.kind in (",", "&"):
            raise self.wrong(f"not closed before {_cut(self.now.text)!r}:" if self.now.text else "not closed:", opening)
        self.finish()
        raise self.wrong(f"{wanted} is missing")


def _cut(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


# --- the term ---------------------------------------------------------------------------------------------------------

CONSTANTS: dict[str, Any] = {"pi": sympy.pi, "E": sympy.E, "oo": sympy.oo}
_MANY = 1_000


def _tangent(u: Any) -> Any:
    """tan u, where sympy writes the cotangent of another angle for some."""
    return sympy.tan(u).replace(sympy.cot, _QUOTIENTS["cot"])


def _apart(u: Any, head: Any) -> Any:
    """(v + w + |v − w|)/2 for a maximum of two inside of another one, which sympy would take for one of three.

    The core reads what is written, and max(u, max(v, w)) and max(u, v, w) are two terms to it.
    """
    if not isinstance(u, head) or len(u.args) != 2:
        return u
    v, w = u.args
    return (v + w + (1 if head is Max else -1) * Abs(v - w)) / 2


_PLAIN: dict[str, Any] = {
    "exp": sympy.exp, "sin": sympy.sin, "cos": sympy.cos, "tan": _tangent, "sinc": sympy.sinc, "sinh": sympy.sinh,
    "cosh": sympy.cosh, "tanh": sympy.tanh, "log": sympy.log, "asin": sympy.asin, "acos": sympy.acos,
    "atan": sympy.atan, "asinh": sympy.asinh, "acosh": sympy.acosh, "atanh": sympy.atanh, "abs": Abs,
    "max": lambda *parts: Max(*(_apart(u, Max) for u in parts)),
    "min": lambda *parts: Min(*(_apart(u, Min) for u in parts)),
}  # fmt: skip
_ALIASES = {
    "ln": "log", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arsinh": "asinh", "arcosh": "acosh",
    "artanh": "atanh", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh",
}  # fmt: skip
_QUOTIENTS: dict[str, Callable[[Any], Any]] = {
    "sec": lambda u: 1 / sympy.cos(u),
    "csc": lambda u: 1 / sympy.sin(u),
    "cot": lambda u: sympy.cos(u) / sympy.sin(u),
    "coth": lambda u: sympy.cosh(u) / sympy.sinh(u),
}
FUNCTIONS: dict[str, tuple[int, int]] = {
    **dict.fromkeys((*_PLAIN, *_ALIASES, *_QUOTIENTS, "sqrt", "cbrt"), (1, 1)),
    "root": (2, 2),
    "max": (2, _MANY),
    "min": (2, _MANY),
}
"""How many arguments each function takes."""

_NEEDS: dict[str, Callable[[Any], list[tuple[Kind, Any]]]] = {
    "log": lambda u: [(">0", u)],
    "sqrt": lambda u: [(">=0", u)],
    "asin": lambda u: [(">=0", 1 - u), (">=0", 1 + u)],
    "acos": lambda u: [(">=0", 1 - u), (">=0", 1 + u)],
    "acosh": lambda u: [(">=0", u - 1)],
    "atanh": lambda u: [(">0", 1 - u), (">0", 1 + u)],
    "tan": lambda u: [("!=0", sympy.cos(u))],
    "sec": lambda u: [("!=0", sympy.cos(u))],
    "cot": lambda u: [("!=0", sympy.sin(u))],
    "csc": lambda u: [("!=0", sympy.sin(u))],
    "coth": lambda u: [("!=0", u)],
}
_NO_NUMBERS = (sympy.nan, sympy.zoo, sympy.oo, -sympy.oo, sympy.I)


class Builder:
    """Makes terms of the trees of one text.

    Args:
        text: what the trees were read from, for messages.
        variables: the symbols that names stand for.
        nonnegative: those of them that are known to be ≥ 0 (odd roots of these have a simple form).
    """

    def __init__(self, text: str, variables: Mapping[str, Symbol], nonnegative: Collection[Symbol] = ()) -> None:
        self.text, self.variables = text, variables
        self.requirements: list[Requirement] = []
        self._signed = {x: sympy.Dummy(nonnegative=True) for x in nonnegative}

    def build(self, node: Node) -> Expr:
        """The term of a tree; what it needs to be defined is added to `requirements`.

        Raises:
            FormulaError: for a name without a domain, a value that is certainly no real number, absurd sizes.
        """
        try:
            return self._build(node)
        except (RecursionError, OverflowError, MemoryError):
            raise FormulaError(f"the formula is too large at {self._at(node)}") from None
        except FormulaError:
            raise
        except (ValueError, TypeError, ArithmeticError):  # as sympy's maximum of what is not real
            raise FormulaError(f"not a real number in {self._at(node)}") from None

    def _build(self, node: Node) -> Expr:
        found = getattr(self, "_" + node.kind)(node)
        if found in _NO_NUMBERS or (node.kind in ("call", "power", "inverse") and found.has(*_NO_NUMBERS)):
            if node.kind == "inverse":
                raise FormulaError(f"division by zero: the divisor at {self._at(node.args[0])} is 0")
            raise FormulaError(f"not a real number: {self._at(node)}")
        return found

    def _at(self, node: Node) -> str:
        return f"position {node.start + 1}: {_cut(self.text[node.start : node.end])!r}"

    def _need(self, node: Node, kind: Kind, expr: Expr, meaning: str = "") -> None:
        if isinstance(expr, Rational) and (expr > 0 or (expr == 0 and kind == ">=0") or (expr < 0 and kind == "!=0")):
            return
        found = Requirement(kind, expr, self._written(node), meaning)
        if not any((r.kind, r.expr) == (kind, expr) for r in self.requirements):
            self.requirements.append(found)

    def _written(self, node: Node) -> str:
        return " ".join(self.text[node.start : node.end].split())

    def _number(self, node: Node) -> Expr:
        digits, _, power = node.name.lower().partition("e")
        whole, _, part = digits.partition(".")
        if len(digits) > MOST_DIGITS or len(power) > 6 or abs(int(power or 0)) > MOST_EXPONENT:
            raise FormulaError(f"the number is too long at {self._at(node)}")
        shift = int(power or 0) - len(part)
        value = Integer(int(whole + part))
        return value * Integer(10) ** shift if shift >= 0 else value / Integer(10) ** -shift

    def _name(self, node: Node) -> Expr:
        if node.name in self.variables:
            return self.variables[node.name]
        if node.name == "oo":
            raise FormulaError(f"oo is only allowed as a bound in where, as in x < oo; {self._at(node)}")
        if node.name in CONSTANTS:
            return CONSTANTS[node.name]
        if node.name == "e":
            raise FormulaError(f"write E for Euler's number, or give e a domain in where; {self._at(node)}")
        name = _cut(node.name)
        raise FormulaError(f"{name} has no domain: add it to where, e.g. -oo < {name} < oo; {self._at(node)}")

    def _sum(self, node: Node) -> Expr:
        return Add(*(self._build(a) for a in node.args))

    def _negative(self, node: Node) -> Expr:
        return product(Integer(-1), self._build(node.args[0]))

    def _product(self, node: Node) -> Expr:
        found = self._build(node.args[0])
        for a in node.args[1:]:
            found = product(found, self._build(a))
        return found

    def _inverse(self, node: Node) -> Expr:
        below = self._build(node.args[0])
        self._need(node, "!=0", below)
        return Pow(below, -1)

    def _power(self, node: Node) -> Expr:
        base, exponent = (self._build(a) for a in node.args)
        meaning = f"exp({self._written(node.args[1])}*log({printed(base)}))"
        if any(True for _ in node.args[1].names()) and base != sympy.E:  # also where sympy makes a number of it
            self._need(node, ">0", base, meaning)
        if isinstance(exponent, Rational):
            p, q = abs(int(exponent.p)), int(exponent.q)
            size = max(_size(base), _size(base.as_coeff_Mul()[0]))
            if max(p, q) > MOST_EXPONENT or size * p > _MOST_BITS * q:
                raise FormulaError(f"the exponent is too large at {self._at(node)}; {_AT_MOST}")
            if q > 1:
                self._need(node, ">0" if exponent < 0 else ">=0", base)
            elif exponent < 0:
                self._need(node, "!=0", base)
        elif base != sympy.E:
            self._need(node, ">0", base, meaning)
        found = Pow(base, exponent)
        if any(isinstance(a.exp, Rational) and max(abs(a.exp.p), a.exp.q) > MOST_EXPONENT for a in found.atoms(Pow)):
            raise FormulaError(f"the exponent is too large at {self._at(node)}; {_AT_MOST}")
        return found

    def _call(self, node: Node) -> Expr:
        name = _ALIASES.get(node.name, node.name)
        args = [self._build(a) for a in node.args]
        if name in ("root", "cbrt"):
            return self._root(node, args[0], args[1] if name == "root" else Integer(3))
        for kind, expr in _NEEDS[name](args[0]) if name in _NEEDS else ():
            self._need(node, kind, expr)
        if name == "sqrt":
            return Pow(args[0], Rational(1, 2))
        return _QUOTIENTS[name](*args) if name in _QUOTIENTS else _PLAIN[name](*args)

    def _root(self, node: Node, u: Expr, n: Expr) -> Expr:
        if not isinstance(n, Integer) or not 2 <= n <= MOST_EXPONENT:
            raise FormulaError(f"root(x, n) needs an integer n from 2 to {MOST_EXPONENT}; {self._at(node)}")
        power = Rational(1, n)
        if n % 2 == 0:
            self._need(node, ">=0", u)
            return Pow(u, power)
        signed = u.xreplace(self._signed)
        if signed.is_nonnegative:
            return Pow(u, power)
        if signed.is_nonpositive:
            return -Pow(-u, power)
        return Pow(Max(0, u), power) - Pow(Max(0, -u), power)


def _size(number: Any) -> int:
    """The bits of a rational number; 0 for 0, ±1 and for other terms."""
    if not isinstance(number, Rational) or abs(number) in (0, 1):
        return 0
    return max(int(number.p).bit_length(), int(number.q).bit_length())


def product(left: Expr, right: Expr) -> Expr:
    """left·right, where a number is not multiplied into a sum: 2·(x + y) stays, so that it can be printed and read."""
    (a, u), (b, v) = left.as_coeff_Mul(rational=True), right.as_coeff_Mul(rational=True)
    c, rest = Mul(u, v).as_coeff_Mul(rational=True)
    c *= a * b
    return Mul(c, rest, evaluate=False) if rest.is_Add and c not in (0, 1) else Mul(c, rest)


def expression(text: str, variables: Mapping[str, Symbol] | None = None) -> Expr:
    """The term that a text stands for, without what it needs to be defined; without `variables`, any name is one."""
    tree = read_term(text)
    known = variables if variables is not None else {n.name: Symbol(n.name, real=True) for n in tree.names()}
    return Builder(text, known).build(tree)


# --- the printer ------------------------------------------------------------------------------------------------------

_SUM, _PRODUCT, _POWER, _ATOM = range(4)
_HEADS = {head: name for name, head in _PLAIN.items()}


def text(expr: Expr) -> str:
    """The term as text that `expression` reads back as an equal term.

    Raises:
        ValueError: for a term that is not made of rational numbers, π, e, symbols and the functions of this language.
    """
    return _print(expr)[0]


def printed(expr: Any) -> str:
    """`text`, or sympy's own printing of what this language has no words for: for messages."""
    try:
        return text(expr)
    except ValueError:
        return str(expr)


def _print(expr: Any) -> tuple[str, int]:
    """The text and how tightly it binds."""
    if isinstance(expr, Integer):
        return str(expr), _ATOM if expr >= 0 else _SUM
    if isinstance(expr, Rational):
        return str(expr), _PRODUCT if expr >= 0 else _SUM
    if expr in (sympy.pi, sympy.E):
        return str(expr), _ATOM
    if isinstance(expr, Symbol):
        if not _NAME.fullmatch(expr.name) or expr.name in FUNCTIONS or expr.name in (*CONSTANTS, "and", "π"):
            raise ValueError(f"{expr.name!r} is no name of a variable in this language")
        return expr.name, _ATOM
    if isinstance(expr, Add):
        first, *others = (_print(a)[0] for a in expr.args)
        return first + "".join(f" - {a[1:]}" if a.startswith("-") else f" + {a}" for a in others), _SUM
    if isinstance(expr, Mul | Pow):
        return _print_product(expr)
    if type(expr) in _HEADS:
        return f"{_HEADS[type(expr)]}({', '.join(_print(a)[0] for a in expr.args)})", _ATOM
    raise ValueError(f"no text for {type(expr).__name__}: {expr}")


def _print_product(expr: Any) -> tuple[str, int]:
    number, rest = expr.as_coeff_Mul(rational=True)
    above, below = [], []
    for factor in Mul.make_args(rest):
        power = factor.exp if isinstance(factor, Pow) else None
        if isinstance(power, Rational) and power < 0 and (power.q == 1 or power == Rational(-1, 2)):
            below.append(Pow(factor.base, -power))
        else:
            above.append(factor)
    if len(above) == 1 and not below and number == 1:
        return _print_power(above[0])
    sign, number = ("-", -number) if number < 0 else ("", number)
    parts = [str(number)] if number != 1 or not above else []
    parts += [_wrap(a, _POWER) for a in above]
    found = "*".join(parts)
    if below:
        bottom = "*".join(_wrap(b, _POWER) for b in below)
        found += f"/({bottom})" if len(below) > 1 else f"/{bottom}"
    return sign + found, _SUM if sign else _PRODUCT


def _print_power(expr: Any) -> tuple[str, int]:
    if not isinstance(expr, Pow):
        return _print(expr)
    if expr.exp == Rational(1, 2):
        return f"sqrt({_print(expr.base)[0]})", _ATOM
    return f"{_wrap(expr.base, _ATOM)}^{_wrap(expr.exp, _ATOM)}", _POWER


def _wrap(expr: Any, least: int) -> str:
    found, binds = _print(expr)
    return found if binds >= least else f"({found})"
