"""Terms, formulas and theorems in one line of plain text, for people; nothing reads it back.

Parentheses are where the precedences ask for them, so that different terms read differently, with two exceptions that
people expect: x + (−1)·y reads x − y, and x·y^(−1) reads x/y. Bound variables get the first names that are not taken.
Free variables that share a name, but not a kind and sign, are told apart by these, and from what has a name of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from verify.core.grammar import ARGUMENTS
from verify.core.nodes import (
    CONSTANT, FUNCTION, FUNCTIONS, INTEGER, INTEGERS, NUMBER, PARTIAL, POINT, VECTOR, Term, node,
)  # fmt: skip

MOST_SHOWN: Final = 20_000
"""Of longer texts, the rest is left out."""
_LONGEST_NUMBER: Final = 1 << 200

_SUM, _PRODUCT, _POWER, _ATOM = range(4)
Written = tuple[str, int]
"""Text and how tightly it binds."""

_NAMES: Final = {
    NUMBER: "rsvxyz", INTEGER: "ijklmn", FUNCTION: "fgh", INTEGERS: "fgh", PARTIAL: "fgh", VECTOR: "uvw", POINT: "pq",
    CONSTANT: "c",
}  # fmt: skip


_NUMBERS: Final = ("e", "π", "E", "pi", "oo")
"""Names of numbers, here and in the texts that `verify.core.grammar` reads."""
_WORDS: Final = FUNCTIONS | frozenset(ARGUMENTS) | {"sum", "product", "δ", "T", "e", "π"}
"""What else has a name, here or there: of a vector e, or a function, words could be said as of the number."""


_ALIKE: Final = {"ν": ("v", "nu"), "ϑ": ("θ", "script theta"), "ϕ": ("φ", "plain phi"), "ϵ": ("ε", "lunate epsilon")}
"""Letters that look like other ones, and what they are called."""


def _looks(name: str) -> str:
    """What the eye sees of a name."""
    return "".join(_ALIKE[letter][0] if letter in _ALIKE else letter for letter in name)


def text(term: Term, beside: frozenset[Term] = frozenset()) -> str:
    """The term in one line of plain text; the end of a very long one is left out.

    `beside`: free variables of what is shown with it, from which its own free ones are told apart, but no bound ones.
    """
    return _cut(_Printer(term.free, beside).write(term, ())[0])


def theorem_text(hypotheses: Sequence[Term], conclusion: Term, beside: frozenset[Term] = frozenset()) -> str:
    """hypotheses ⊢ conclusion, in one line; `beside`: free variables of what is shown with it.

    However long the hypotheses are, the conclusion is shown.
    """
    printer = _Printer(beside.union(*(f.free for f in (*hypotheses, conclusion))))
    stated = _cut(printer.write(conclusion, ())[0])
    printer.left = MOST_SHOWN
    given = _cut(", ".join(printer.write(h, ())[0] for h in hypotheses))
    return f"{given}{' ' if given else ''}⊢ {stated}"


def declared(v: Term) -> str:
    """The declaration of a variable, in words."""
    _, kind, sign = v.args
    return f"{sign}{' ' if sign else ''}{kind}"


def _cut(written: str) -> str:
    return written if len(written) <= MOST_SHOWN else written[:MOST_SHOWN] + " …"


def _wrapped(written: Written, least: int) -> str:
    return written[0] if written[1] >= least else f"({written[0]})"


def _number(q: Fraction) -> Written:
    if max(abs(q.numerator), q.denominator) > _LONGEST_NUMBER:
        return f"{q.numerator:#x}" + (f"/{q.denominator:#x}" if q.denominator > 1 else ""), _SUM
    return str(q), _SUM if q < 0 else _PRODUCT if q.denominator > 1 else _ATOM


class _Printer:
    """Writes terms with the same free variables; `names` are those bound around a term, the innermost first."""

    def __init__(self, free: frozenset[Term], beside: frozenset[Term] = frozenset()) -> None:
        plain = sorted(free, key=lambda v: v.order)
        named = Counter(_looks(v.args[0]) for v in free | beside)
        constants = {v for v in plain if v.args[0] in (_NUMBERS if v.args[1] in (NUMBER, INTEGER) else _WORDS)}
        alike = (v for v in plain if named[_looks(v.args[0])] > 1 or "ˆ" in v.args[0])  # xˆ2 is no x^2
        heads = (v for v in plain if v.args[1] not in (NUMBER, INTEGER))
        slopes = (v for v in heads if not {"′", "∂"}.isdisjoint(v.args[0]))  # f′(1) is no f'(1)
        self.shared = constants.union(alike, slopes)
        self.taken = {_looks(v.args[0]) for v in plain}
        # a term can be far larger written out than held: no more is written than is shown
        self.left = MOST_SHOWN

    def write(self, t: Term, names: tuple[str, ...]) -> Written:
        self.left -= 1
        if self.left < 0:
            return "…", _ATOM
        return self._write(t, names)

    def _write(self, t: Term, names: tuple[str, ...]) -> Written:
        kind, args = t.kind, t.args
        if kind == "number":
            return _number(args[0])
        if kind in ("pi", "e"):
            return "π" if kind == "pi" else "e", _ATOM
        if kind == "variable":
            letters = [_ALIKE[letter][1] for letter in args[0] if letter in _ALIKE]
            return (f"{args[0]}⟨{', '.join([declared(t), *letters])}⟩" if t in self.shared else args[0]), _ATOM
        if kind == "bound":
            return names[args[0]] if args[0] < len(names) else f"#{args[0] - len(names)}", _ATOM
        if kind in ("add", "mul", "power"):
            return {"add": self._sum, "mul": self._product, "power": self._power}[kind](t, names)
        if kind in ("sum", "integral", "derivative"):
            return self._binding(t, names)
        if kind in ("lambda", "forall"):
            return self._binder(t, names)
        if kind == "relation":
            left, right = (self.write(a, names)[0] for a in args[1:])
            return f"{left} {args[0]} {right}", _SUM
        return self._plain(t, names), _ATOM

    def _sum(self, t: Term, names: tuple[str, ...]) -> Written:
        if len(t.args) < 2:
            return f"sum({''.join(self._all(t.args, names))})", _ATOM
        found = ""
        for a in t.args:
            negative = _without_sign(a) if found else None
            if not found and a.kind in ("number", "mul"):  # a sum may begin with a sign
                found = self.write(a, names)[0]
                continue
            written = _wrapped(self.write(negative or a, names), _PRODUCT)
            found += f" {'-' if negative else '+'} {written}" if found else written
        return found, _SUM

    def _product(self, t: Term, names: tuple[str, ...]) -> Written:
        if len(t.args) < 2:
            return f"product({''.join(self._all(t.args, names))})", _ATOM
        first = t.args[0]
        if _is_number(first) and first.args[0] == -1:
            rest = t.args[1] if len(t.args) == 2 else None
            inner = self.write(rest, names) if rest is not None else self._factors(t.args[1:], names)
            return f"-{_wrapped(inner, _PRODUCT)}", _SUM
        written = self._factors(t.args, names)
        return (written[0], _SUM) if _is_number(first) and first.args[0] < 0 else written

    def _factors(self, factors: Sequence[Term], names: tuple[str, ...]) -> Written:
        found = ""
        for i, a in enumerate(factors):
            if found and a.kind == "power" and _is_number(a.args[1]) and a.args[1].args[0] == -1:
                found += f"/{_wrapped(self.write(a.args[0], names), _POWER)}"
                continue
            written = self.write(a, names)
            # a number at the front may have a sign, and may be a fraction: (1/2)·x reads 1/2·x as people write it
            plain = i == 0 and _is_number(a)
            found += ("·" if found else "") + (written[0] if plain else _wrapped(written, _POWER))
        return found, _PRODUCT

    def _power(self, t: Term, names: tuple[str, ...]) -> Written:
        base, exponent = t.args
        if _is_number(exponent) and exponent.args[0] == Fraction(1, 2):
            return f"√({self.write(base, names)[0]})", _ATOM
        above = _wrapped(self.write(exponent, names), _ATOM)
        return f"{_wrapped(self.write(base, names), _ATOM)}^{above}", _POWER

    def _binding(self, t: Term, names: tuple[str, ...]) -> Written:
        kind, args = t.kind, t.args
        (v,) = self._new(t, [INTEGER if kind == "sum" else NUMBER], names)
        written = self.write(args[0], (v, *names))
        body = _wrapped(written, _ATOM)
        ends = self._all(args[1:], names)
        if kind == "sum":
            return f"Σ_{{{v}={ends[0]}..{ends[1]}}} {body}", _PRODUCT
        if kind == "integral":
            return f"∫_{{{ends[0]}..{ends[1]}}} {body} d{v}", _PRODUCT
        # what follows would be read as part of the place: d/dr[r^2]|r=(a)^2 as the slope at a^2
        return f"d/d{v}[{written[0]}]|{v}={_wrapped((ends[0], _SUM), _ATOM)}", _SUM

    def _binder(self, t: Term, names: tuple[str, ...]) -> Written:
        signatures = t.args[0]
        new = self._new(t, [s[0] for s in signatures], names)
        inner = (*new, *names)
        *given, body = (self.write(a, inner)[0] for a in t.args[1:])
        said = ", ".join(
            n if s == (NUMBER, "") else f"{n} {s[1]}{' ' if s[1] else ''}{s[0]}"
            for n, s in zip(new, signatures, strict=True)
        )
        if t.kind == "lambda":
            return f"({said} ↦ {body})", _ATOM
        return f"(∀ {said}{' with ' if given else ''}{', '.join(given)}: {body})", _ATOM

    def _new(self, t: Term, kinds: Sequence[str], names: tuple[str, ...]) -> list[str]:
        """Names for the variables that a node binds, in the order of their numbers."""
        used = self.taken.union(names)
        found: list[str] = []
        for kind in kinds:
            name = next(n for n in _candidates(_NAMES[kind]) if n not in used)
            used.add(name)
            found.append(name)
        return found

    def _all(self, terms: Sequence[Any], names: tuple[str, ...]) -> list[str]:
        return [self.write(a, names)[0] for a in terms if type(a) is Term]

    def _plain(self, t: Term, names: tuple[str, ...]) -> str:
        kind, args = t.kind, t.args
        if kind == "apply":
            head, *rest = self._all(args, names)
            order = args[1]
            return f"{_called(head)}{chr(39) * order if order < 5 else f'^({order})'}({', '.join(rest)})"
        if kind == "vector":
            space = args[1]
            head, where, *rest = self._all(args, names)
            # in which space it lies is said where it is not the usual one
            lies = "" if space.kind == "variable" and space.args[0] == "E" else f"∈{where}"
            return f"{_called(head)}{lies}({', '.join(rest)})" if rest else head + lies
        parts = self._all(args, names)
        inner = ", ".join(parts)
        if kind == "point":
            return f"{_called(parts[0])}({', '.join(parts[1:])})" if parts[1:] else parts[0]
        if kind == "inner":
            return f"⟨{inner}⟩"
        if kind == "gradient":
            return f"∇{parts[0]}({parts[1]})"
        if kind == "hessian":
            return f"D∇{parts[0]}({parts[1]})[{parts[2]}]"
        if kind == "abs":
            return f"|{inner}|"
        if kind == "predicate":
            return f'"{args[0]}"({inner})'
        name = {"tuple": "", "tangent": "T", "delta": "δ"}.get(kind, kind)
        return f"{name}({inner})"


def _called(head: str) -> str:
    """What has arguments: x⋆(y) would pass for a product."""
    return f"({head})" if head.endswith("⋆") else head


def _is_number(t: Term) -> bool:
    return t.kind == "number"


def _without_sign(t: Term) -> Term | None:
    """What is subtracted, where a summand reads as a difference: the 2·y of (−2)·y."""
    if _is_number(t) and t.args[0] < 0:
        return node("number", -t.args[0])
    if t.kind == "mul" and len(t.args) > 1 and _is_number(t.args[0]) and t.args[0].args[0] < 0:
        factor = [] if t.args[0].args[0] == -1 else [node("number", -t.args[0].args[0])]
        rest = [*factor, *t.args[1:]]
        return node("mul", *rest) if len(rest) > 1 else rest[0]
    return None


def _candidates(letters: str) -> Iterator[str]:
    yield from letters
    n = 1
    while True:
        yield from (f"{letter}{n}" for letter in letters)
        n += 1
