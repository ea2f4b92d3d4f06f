"""Text → terms and relations: formulas as people write them, read by precedence and nothing else.

No part of the text is simplified or run: `x - x` is read as x + (−1)·x, and `sqrt(x*y^2)` as (x·y²)^(1/2). Only sums,
products and quotients of numbers are worked out, as 2/3 is a number and no product.
Binding is as in Python: `-x^2` is −(x²), `2^-1` is 2^(−1), `^` (or `**`) is right-associative, and there is no implicit
product. `0 <= a <= c and c < pi` is a conjunction of chains. `root(u, n)` with odd n is the real root also of a
negative u; it is written out as max(0, u)^(1/n) − max(0, −u)^(1/n).

`u - v` reads u + (−1)·v, `u / v` reads u·v^(−1), sec, csc, cot and coth are 1/cos, 1/sin, cos/sin and cosh/sinh; `pi`,
`π` and `E` are numbers, and any other name that is no function's is a variable with real values.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Final, NamedTuple

from verify.core.nodes import FUNCTIONS, MOST_BITS, Refused, Term, node
from verify.core.terms import MINUS_ONE, ZERO, add, mul, number, power, relation, variable

MOST_TEXT: Final = 10_000
MOST_DEPTH: Final = 100
MOST_EXPONENT: Final = 10_000
MOST_DIGITS: Final = 1_000


class FormulaError(Refused):
    """The text is no formula of this language; one line says what is wrong and where."""


def read_term(text: str) -> Term:
    """The term that the text stands for.

    Raises:
        Refused: where it is none.
    """
    parser = _Parser(text)
    found = parser.sum(0)
    parser.finish()
    return found


def read_relations(text: str, *, infinite: bool = False) -> list[Term]:
    """The relations of a conjunction of chains, such as `0 <= a <= c and c < pi`; none for blank text.

    With `infinite`, a side may be oo or -oo, as in `0 < x < oo`. That x < oo says that x has a value, which is written
    x = x; what would say that there is no such number is refused.
    """
    parser = _Parser(text, infinite)
    found = [] if parser.now.kind == "end" else parser.chain()
    while found and parser.now.kind in ("&", ","):
        parser.refuse_decimal_comma()
        parser.advance()
        if parser.now.kind == "&":  # && as in C
            parser.advance()
        found += parser.chain()
    parser.finish()
    return found


# --- tokens -----------------------------------------------------------------------------------------------------------

_LETTER = "A-Za-z_ΓΔΘΛΞΠΣΦΨΩα-νξπ-ωϑϕϵ"
_TOKEN = re.compile(
    rf"""\s*(?:
      (?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    | (?P<name>[{_LETTER}][{_LETTER}0-9]*)
    | (?P<sign>\*\*|<=|>=|==|!=|[-+*/^()|,&<>=∞≤≥≠−·×√∧²³])
    | (?P<end>$)
    )""",
    re.VERBOSE,
)
_SAME: Final = {"**": "^", "≤": "<=", "≥": ">=", "==": "=", "≠": "!=", "−": "-", "·": "*", "×": "*", "∧": "&"}
_RELATIONS: Final = {"<": "<", "<=": "≤", ">": ">", ">=": "≥", "=": "=", "!=": "≠"}
_RAISED: Final = {"²": 2, "³": 3}


class Token(NamedTuple):
    """A piece of text; `kind` is number, name, end, or the sign itself."""

    kind: str
    text: str
    start: int


def _tokens(text: str) -> list[Token]:
    if not isinstance(text, str):
        raise FormulaError(f"a formula is text, not {type(text).__name__}")
    if len(text) > MOST_TEXT:
        raise FormulaError(f"the formula has {len(text)} characters; at most {MOST_TEXT} are read")
    found: list[Token] = []
    at = 0
    while not found or found[-1].kind != "end":
        match = _TOKEN.match(text, at)
        if match is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            raise FormulaError(f"unexpected character {text[at]!r} at position {at + 1}")
        kind = str(match.lastgroup)
        piece = match.group(kind)
        start, at = match.start(kind), match.end()
        if kind == "sign":
            kind = _SAME.get(piece, piece)
        elif piece == "π":
            piece = "pi"
        elif piece == "and":
            kind = "&"
        if kind == "∞":
            kind, piece = "name", "oo"
        found.append(Token(kind, piece, start))
    return found


# --- functions --------------------------------------------------------------------------------------------------------

_ALIASES: Final = {
    "ln": "log", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arsinh": "asinh", "arcosh": "acosh",
    "artanh": "atanh", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh",
}  # fmt: skip
_QUOTIENTS: Final = {"sec": ("", "cos"), "csc": ("", "sin"), "cot": ("cos", "sin"), "coth": ("cosh", "sinh")}
ARGUMENTS: Final[dict[str, tuple[int, int]]] = {
    **dict.fromkeys((*FUNCTIONS, *_ALIASES, *_QUOTIENTS, "sqrt", "cbrt"), (1, 1)),
    "root": (2, 2),
    "max": (2, MOST_TEXT),
    "min": (2, MOST_TEXT),
}
"""How many arguments each function takes."""
NO_VARIABLES: Final = frozenset([*ARGUMENTS, "pi", "E", "oo", "and"])
"""Names that cannot be those of variables."""


def _joined(parts: list[Term], made: Callable[..., Term], join: Callable[[Fraction, Fraction], Fraction]) -> Term:
    """The sum or product of the parts; of numbers it is a number, which may not become too long on the way."""
    if any(p.kind != "number" for p in parts):
        return made(*parts) if len(parts) > 1 else parts[0]
    found = parts[0]
    for p in parts[1:]:
        found = number(join(found.args[0], p.args[0]))
    return found


def _opposite(u: Term) -> Term:
    """−u, where a number with a sign in front is a number."""
    return number(-u.args[0]) if u.kind == "number" else mul(MINUS_ONE, u)


def _inverse(u: Term) -> Term:
    """1/u, where the inverse of a number is a number."""
    if u.kind == "number" and u.args[0]:
        return number(1 / u.args[0])
    return power(u, MINUS_ONE)


def _applied(name: str, args: list[Term]) -> Term:
    """The function of that name; roots are written out as powers."""
    name = _ALIASES.get(name, name)
    if name == "sqrt":
        return power(args[0], number(Fraction(1, 2)))
    if name in ("root", "cbrt"):
        n = number(3) if name == "cbrt" else args[1]
        return _root(args[0], n)
    if name in _QUOTIENTS:
        above, below = _QUOTIENTS[name]
        inverse = power(node(below, args[0]), MINUS_ONE)
        return mul(node(above, args[0]), inverse) if above else inverse
    return node(name, *args)


def _root(u: Term, n: Term) -> Term:
    if n.kind != "number" or n.args[0].denominator > 1 or not 2 <= n.args[0] <= MOST_EXPONENT:
        raise FormulaError(f"root(x, n) needs an integer n from 2 to {MOST_EXPONENT}")
    exponent = number(1 / n.args[0])
    if n.args[0] % 2 == 0:
        return power(u, exponent)
    below = power(node("max", ZERO, mul(MINUS_ONE, u)), exponent)
    return add(power(node("max", ZERO, u), exponent), mul(MINUS_ONE, below))


def _decimal(written: str) -> Fraction | None:
    """The number, or None if it is too long."""
    digits, _, shift = written.lower().partition("e")
    if len(digits) > MOST_DIGITS or len(shift) > 6 or abs(int(shift or 0)) > MOST_EXPONENT:
        return None
    value = Fraction(digits) * Fraction(10) ** int(shift or 0)
    return value if max(value.numerator.bit_length(), value.denominator.bit_length()) <= MOST_BITS else None


# --- the parser -------------------------------------------------------------------------------------------------------


class _Parser:
    """Reads from left to right, one token ahead; `depth` counts how deep parentheses, signs and powers are nested."""

    def __init__(self, text: str, infinite: bool = False) -> None:
        self.tokens = _tokens(text)
        self.at = 0
        self.infinite = infinite

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
        return FormulaError(f"{message} at position {token.start + 1}: {token.text[:40]!r}")

    def refuse_decimal_comma(self) -> None:
        """Refuses 1,5 as what a comma tells apart."""
        before, comma, after = (self.tokens[min(self.at + i, len(self.tokens) - 1)] for i in (-1, 0, 1))
        digits = before.kind == after.kind == "number"
        if digits and comma.kind == "," and before.start + len(before.text) == comma.start == after.start - 1:
            raise self.wrong("a decimal comma is not read: a point, or a space, is needed instead of", comma)

    def finish(self) -> None:
        """Refuses what is left over."""
        if self.now.kind != "end":
            raise self.wrong("an operator is missing, or this is not expected here,")

    def chain(self) -> list[Term]:
        left, found = self.side(), []
        while self.now.kind in _RELATIONS:
            op = self.advance()
            right = self.side()
            found.append(self.compared(op, left, right))
            left = right
        if not found:
            raise self.wrong("a comparison (<, <=, >, >=) is missing")
        return found

    def side(self) -> Term | int:
        """A side of a comparison; 1 for oo, −1 for -oo."""
        signed = self.now.kind in ("+", "-")
        token = self.tokens[self.at + signed]
        if not (self.infinite and (token.kind, token.text) == ("name", "oo")):
            return self.sum(0)
        sign = -1 if signed and self.now.kind == "-" else 1
        self.at += 1 + signed
        return sign

    def compared(self, op: Token, left: Term | int, right: Term | int) -> Term:
        if not isinstance(left, int) and not isinstance(right, int):
            return relation(_RELATIONS[op.kind], left, right)
        lower, upper = (right, left) if op.kind in (">", ">=") else (left, right)
        if op.kind in ("=", "!=") or lower == 1 or upper == -1 or (isinstance(lower, int) and isinstance(upper, int)):
            raise self.wrong("no number meets the condition, oo is not a number,", op)
        bounded: Term = upper if isinstance(lower, int) else lower  # type: ignore[assignment]  # one is a term
        return relation("=", bounded, bounded)

    def sum(self, depth: int) -> Term:
        parts = [self.product(depth)]
        while self.now.kind in ("+", "-"):
            negative = self.advance().kind == "-"
            part = self.product(depth)
            parts.append(_opposite(part) if negative else part)
        return _joined(parts, add, operator.add)

    def product(self, depth: int) -> Term:
        parts = [self.signed(depth)]
        while self.now.kind in ("*", "/"):
            divided = self.advance().kind == "/"
            part = self.signed(depth)
            parts.append(_inverse(part) if divided else part)
        return _joined(parts, mul, operator.mul)

    def signed(self, depth: int) -> Term:
        if depth > MOST_DEPTH:
            raise self.wrong(f"the formula is nested more than {MOST_DEPTH} deep")
        if self.now.kind not in ("+", "-"):
            return self.power(depth)
        negative = self.advance().kind == "-"
        part = self.signed(depth + 1)
        return _opposite(part) if negative else part

    def power(self, depth: int) -> Term:
        base = self.atom(depth)
        if self.now.kind in _RAISED:  # x²³ would be the 23rd power
            base = power(base, number(_RAISED[self.advance().kind]))
        if self.now.kind != "^":
            return base
        sign = self.advance()
        exponent = self.signed(depth + 1)
        if exponent.kind == "number":
            q = exponent.args[0]
            if max(abs(q.numerator), q.denominator) > MOST_EXPONENT:
                raise self.wrong("the exponent is too large", sign)
        return power(base, exponent)

    def atom(self, depth: int) -> Term:
        if depth > MOST_DEPTH:
            raise self.wrong(f"the formula is nested more than {MOST_DEPTH} deep")
        token = self.advance()
        if token.kind == "number":
            value = _decimal(token.text)
            if value is None:
                raise self.wrong("the number is too long", token)
            return number(value)
        if token.kind == "name":
            return self.call(token, depth) if self.now.kind == "(" else self.name(token)
        if token.kind == "√":
            return _applied("sqrt", [self.atom(depth + 1)])
        if token.kind in ("(", "|"):
            inner = self.sum(depth + 1)
            self.close(token)
            return node("abs", inner) if token.kind == "|" else inner
        raise self.wrong("a number, a name or a parenthesis is missing", token)

    def name(self, token: Token) -> Term:
        if token.text in ARGUMENTS:
            raise self.wrong(f"the function {token.text} needs its arguments in parentheses", token)
        if token.text == "oo":
            raise self.wrong("oo is no number", token)
        if token.text in ("pi", "E"):
            return node("pi" if token.text == "pi" else "e")
        return variable(token.text)

    def call(self, name: Token, depth: int) -> Term:
        if name.text not in ARGUMENTS:
            raise self.wrong("unknown function (or a * is missing before the parenthesis)", name)
        opening = self.advance()
        args = [self.sum(depth + 1)]
        while self.now.kind == ",":
            self.advance()
            args.append(self.sum(depth + 1))
        self.close(opening)
        least, most = ARGUMENTS[name.text]
        if not least <= len(args) <= most:
            raise self.wrong(f"a function of {least} argument{'s' * (least != 1)}, not {len(args)},", name)
        return _applied(name.text, args)

    def close(self, opening: Token) -> None:
        if self.advance().kind != (")" if opening.kind == "(" else "|"):
            raise self.wrong("not closed properly:", opening)
