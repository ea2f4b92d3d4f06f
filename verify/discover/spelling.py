"""A proof as Python in the notation of `verify.audit`: formulas by where they stand, variables as they read."""

from __future__ import annotations

import keyword
import re
import unicodedata
from itertools import count
from typing import Any, Final

from sympy import Add, Integral, Lambda, Mul, Pow, Rational, Sum, Symbol, Tuple

from verify import audit
from verify.claims.claim import Claim
from verify.language import terms
from verify.language.nodes import PartialHead
from verify.language.terms import (
    ForAll,
    Formula,
    Fun,
    FunHead,
    Gradient,
    Head,
    Hessian,
    Predicate,
    Pt,
    PtHead,
    Relation,
    Tangent,
    Vec,
    VecHead,
    sort_of,
)  # fmt: skip

WRITTEN: Final = {"=": "eq", "≠": "ne", "≥": "ge", ">": "gt", "≤": "le", "<": "lt"}

FUNCTIONS: Final = frozenset((
    "Abs", "E", "Integral", "KroneckerDelta", "Lambda", "Max", "Min", "Rational", "Sum", "acos", "asin", "atan", "cos",
    "cosh", "exp", "log", "pi", "sin", "sinc", "sinh", "sqrt", "tan", "tanh",
))  # fmt: skip
"""Names of sympy that no variable of a module may have."""

WORDS: Final = {"⋆": "_star", "′": "_prime", "̂": "_hat", "̃": "_tilde", "ₒ": "_0"}
"""Signs in the names of variables that no name in Python has."""

SIGNS: Final = ("positive", "nonnegative", "integer")

TOGETHER: Final = ("real", *SIGNS, "vectors")
"""What declares several variables in one line."""


class Spelling:
    """How the variables of a module are named, and terms and formulas written with them."""

    def __init__(self, claim: Claim | None = None) -> None:
        self._names: dict[Symbol, str] = {}
        self._known: dict[Formula, str] = {}
        if claim is not None:
            self.refer(claim)

    def refer(self, claim: Claim, name: str = "") -> None:
        """From now on the claim's formulas are written by where they stand in it; its name is `claim` in its proof.

        Args:
            claim: the claim.
            name: what it is called, where it is not the one that is proved.
        """
        given, states = f"{name}.given" if name else "given", f"{name or 'claim'}.states"
        self._known = {f: f"{given}[{n}]" for n, f in reversed(list(enumerate(claim.given)))}
        self._known |= {f: f"{states}[{n}]" for n, f in reversed(list(enumerate(claim.states)))}

    # --- variables --------------------------------------------------------------------------------------------------

    @property
    def named(self) -> dict[Symbol, str]:
        """The names that variables have."""
        return dict(self._names)

    def only(self, used: set[str]) -> None:
        """Forgets the variables whose names are not among these."""
        for symbol, name in self.named.items():
            if name not in used:
                del self._names[symbol]

    def name(self, symbol: Symbol) -> str:
        """The Python name of a variable."""
        if symbol not in self._names:
            plain = "".join(WORDS.get(c, c if f"a{c}".isidentifier() else "") for c in symbol.name)
            plain = plain if plain.isidentifier() and not keyword.iskeyword(plain) else "v"
            taken = {read(n) for n in (*self._names.values(), *_RESERVED)}
            names = (plain if k == 1 else f"{plain}_{k}" for k in count(1))
            self._names[symbol] = next(n for n in names if read(n) not in taken and not _is_step(n))
        return self._names[symbol]

    def declarations(self) -> list[str]:
        """A line for each kind of variable, or for each function."""
        made: dict[str, list[tuple[str, str]]] = {}
        for symbol, name in self._names.items():
            made.setdefault(_declared(symbol), []).append((name, symbol.name))
        lines = []
        for by, pairs in sorted(made.items()):
            if by in TOGETHER:
                comma = "," if by == "vectors" and len(pairs) == 1 else ""
                lines.append(f'{", ".join(n for n, _ in pairs)}{comma} = {by}("{" ".join(said for _, said in pairs)}")')
            else:
                word, _, signs = by.partition(" ")
                lines += [f'{name} = {word}("{said}"{signs})' for name, said in pairs]
        return lines

    # --- terms and formulas -----------------------------------------------------------------------------------------

    def __call__(self, term: Any) -> str:
        """The term or formula in Python."""
        if isinstance(term, Formula):
            return self._known[term] if term in self._known else self._formula(term)
        if isinstance(term, Rational):
            return str(term) if term.is_Integer else f"Rational({term.p}, {term.q})"
        if isinstance(term, Head):
            return self.name(term) if isinstance(term, VecHead) else f"{self.name(term)}.head"
        if isinstance(term, Symbol):
            return self.name(term)
        if isinstance(term, Add):
            return " + ".join(map(self, term.as_ordered_terms())).replace("+ -", "- ")
        if isinstance(term, Mul):
            return self._product(term)
        if isinstance(term, Pow):
            if term.exp.is_negative:
                return f"1/{self._factor(1 / term)}"
            root = term.exp == Rational(1, 2)
            return f"sqrt({self(term.base)})" if root else f"{self._operand(term.base)}**{self._operand(term.exp)}"
        return self._application(term)

    def _product(self, term: Mul) -> str:
        """A product as a quotient, where there is something to divide by."""
        if term.as_coeff_Mul()[0].is_negative:
            return "-" + self(-term)
        numbers = [a for a in term.args if sort_of(a) in ("scalar", "zero")]
        others = [self._factor(a) for a in term.args if a not in numbers]
        above, below = Mul(*numbers).as_numer_denom()
        said = [*([self._factors(above)] if above != 1 or not others else []), *others]
        if below == 1:
            return "*".join(said)
        bottom = self._factors(below)
        return f"{'*'.join(said)}/({bottom})" if isinstance(below, Mul) else f"{'*'.join(said)}/{bottom}"

    def _factors(self, term: Any) -> str:
        return "*".join(map(self._factor, Mul.make_args(term)))

    def _factor(self, term: Any) -> str:
        """A factor or divisor, in brackets where it has operators that bind less than those of powers."""
        bare = not isinstance(term, Add | Mul) and not (isinstance(term, Pow) and term.exp.is_negative)
        return self(term) if bare and not (term.is_number and term.is_negative) else f"({self(term)})"

    def _operand(self, term: Any) -> str:
        """What a power is of, or its exponent."""
        natural = isinstance(term, Rational) and term.is_Integer and term >= 0
        return self(term) if natural or not isinstance(term, Add | Mul | Pow | Rational) else f"({self(term)})"

    def _application(self, term: Any) -> str:
        if isinstance(term, Fun):
            head, order, *args = term.args
            derived = f".prime({self(args[0])}, {order})" if order else f"({self._listed(args)})"
            return f"{self.name(head)}{derived}"
        if isinstance(term, Vec) and isinstance(term.args[1], Tangent):
            return f"Vec(VecHead({term.args[0].name!r}), Tangent({self(term.args[1].args[0])}){self._behind(term)})"
        if isinstance(term, Pt) and len(term.args) == 1:
            return f"{self.name(term.args[0])}()"
        if isinstance(term, Vec | Pt):
            args = term.args[1:] if isinstance(term, Pt) else term.args[2:]
            return f"{self.name(term.args[0])}({self._listed(args)})" if args else self.name(term.args[0])
        if isinstance(term, Gradient):
            return f"{self.name(term.args[0])}.gradient({self(term.args[1])})"
        if isinstance(term, Hessian):
            return f"Hessian({self.name(term.args[0])}.head, {self._listed(term.args[1:])})"
        if isinstance(term, Sum | Integral):
            body, *limits = term.args
            return f"{type(term).__name__}({self(body)}, {', '.join(f'({self._listed(x)})' for x in limits)})"
        if isinstance(term, Lambda):
            return f"Lambda({self(Tuple(*term.signature))}, {self(term.expr)})"
        if isinstance(term, Tuple):
            return f"({self._listed(term)}{',' if len(term) == 1 else ''})"
        name = type(term).__name__
        return {"Pi": "pi", "Exp1": "E"}.get(name) or f"{name}({self._listed(term.args)})"

    def _behind(self, term: Vec) -> str:
        """The arguments of a vector, behind its name and space."""
        return "".join(f", {self(a)}" for a in term.args[2:])

    def _listed(self, items: Any) -> str:
        return ", ".join(map(self, items))

    def _formula(self, formula: Formula) -> str:
        if isinstance(formula, Relation):
            left, sign, right = formula.written
            return f"{WRITTEN[sign]}({self(left)}, {self(right)})"
        if isinstance(formula, ForAll):
            given = f", [{self._listed(formula.given)}]" if formula.given else ""
            return f"forall([{', '.join(map(self.name, formula.variables))}], {self(formula.body)}{given})"
        assert isinstance(formula, Predicate), formula
        return f"Predicate({formula.words!r}, {self._listed(formula.args[1:])})"


def _declared(symbol: Symbol) -> str:
    """What declares a variable, and its signs where these stand beside its name."""
    if isinstance(symbol, VecHead):
        return "vectors"
    if isinstance(symbol, PtHead):
        return "points"
    signs = [s for s in SIGNS if symbol._assumptions_orig.get(s)]
    if isinstance(symbol, FunHead):
        word = "partial" if isinstance(symbol, PartialHead) else "function"
        return word + (" " + "".join(f", {s}=True" for s in signs) if signs else "")
    return signs[0] if signs else "real"


def read(name: str) -> str:
    """A name as Python reads it: ℓ is l."""
    return unicodedata.normalize("NFKC", name)


_RESERVED = frozenset((*audit.__all__, *FUNCTIONS, *terms.__all__, "claim", "given", "REPAIRED"))


def _is_step(name: str) -> bool:
    return re.fullmatch(r"s\d+", name) is not None
