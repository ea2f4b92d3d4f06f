"""Terms, formulas and variables as a module writes them in the notation of `verify.audit`."""

from __future__ import annotations

import keyword
from collections.abc import Iterable
from itertools import count
from typing import Any

from sympy import Add, Basic, Integral, Lambda, Mul, Pow, Rational, Sum, Symbol, Tuple

from verify import audit
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
    Vec,
    VecHead,
)  # fmt: skip

WRITTEN = {"=": "eq", "≠": "ne", "≥": "ge", ">": "gt", "≤": "le", "<": "lt"}

_SIGNS = ("positive", "nonnegative", "integer")


class Spelling:
    """How the variables of a module are named, and terms written with them."""

    def __init__(self, formulas: Iterable[Basic]) -> None:
        self._names: dict[Symbol, str] = {}
        self._imported: set[str] = set()
        for formula in formulas:
            self(formula)

    @property
    def imported(self) -> tuple[list[str], list[str]]:
        """What has been written comes from sympy, and from `verify.audit`."""
        own = set(audit.__all__) | {"Predicate"}
        return sorted(self._imported - own), sorted(self._imported & own)

    def uses(self, name: str) -> str:
        """A name of the notation, which the module has to import."""
        self._imported.add(name)
        return name

    def declarations(self) -> list[str]:
        """A line for each variable."""
        made: dict[str, list[tuple[str, str]]] = {}
        for symbol, name in self._names.items():
            made.setdefault(self._declared(symbol), []).append((name, symbol.name))
        lines = []
        for by, pairs in sorted(made.items()):
            if by.startswith(("real", "positive", "nonnegative", "integer", "vectors")):
                comma = "," if by == "vectors" and len(pairs) == 1 else ""
                names, said = ", ".join(n for n, _ in pairs), " ".join(s for _, s in pairs)
                lines.append(f'{names}{comma} = {self.uses(by)}("{said}")')
            else:
                word, _, signs = by.partition(" ")
                lines += [f'{name} = {self.uses(word)}("{said}"{signs})' for name, said in pairs]
        return lines

    def _declared(self, symbol: Symbol) -> str:
        if isinstance(symbol, VecHead):
            return "vectors"
        if isinstance(symbol, PtHead):
            return "points"
        signs = [s for s in _SIGNS if symbol._assumptions_orig.get(s)]
        if isinstance(symbol, FunHead):
            word = "partial" if isinstance(symbol, PartialHead) else "function"
            return word + (" " + "".join(f", {s}=True" for s in signs) if signs else "")
        return signs[0] if signs else "real"

    def name(self, symbol: Symbol) -> str:
        """The Python name of a variable."""
        if symbol not in self._names:
            plain = symbol.name if symbol.name.isidentifier() and not keyword.iskeyword(symbol.name) else "v"
            taken = {*self._names.values(), *_RESERVED}
            self._names[symbol] = next(n for k in count(1) if (n := plain + ("" if k == 1 else f"_{k}")) not in taken)
        return self._names[symbol]

    def __call__(self, term: Any) -> str:
        """The term or formula in Python."""
        if isinstance(term, Formula):
            return self._formula(term)
        if isinstance(term, Rational):
            if term.is_Integer:
                return str(term)
            return f"{self.uses('Rational')}({term.p}, {term.q})"
        if isinstance(term, Head):
            return self.name(term) if isinstance(term, VecHead | PtHead) else f"{self.name(term)}.head"
        if isinstance(term, Symbol):
            return self.name(term)
        if isinstance(term, Add):
            return " + ".join(self._inside(a, Add) for a in term.args).replace("+ -", "- ")
        if isinstance(term, Mul):
            return self._product(term)
        if isinstance(term, Pow):
            if term.exp == Rational(1, 2):
                return f"{self.uses('sqrt')}({self(term.base)})"
            return f"{self._inside(term.base, Pow)}**{self._inside(term.exp, Pow)}"
        return self._application(term)

    def _product(self, term: Mul) -> str:
        number, rest = term.as_coeff_Mul()
        if number == -1:
            return "-" + self._inside(rest, Mul)
        return "*".join(self._inside(a, Mul) for a in term.args)

    def _inside(self, term: Any, above: type) -> str:
        plain = self(term)
        bare = not isinstance(term, Add | Mul | Pow | Rational) or (isinstance(term, Pow) and above is not Pow)
        bare = bare or (above is Add) or (isinstance(term, Rational) and term.is_Integer and term >= 0)
        return plain if bare else f"({plain})"

    def _application(self, term: Any) -> str:
        if isinstance(term, Fun):
            head, order, *args = term.args
            if order:
                return f"{self.name(head)}.prime({self(args[0])}, {order})"
            return f"{self.name(head)}({', '.join(map(self, args))})"
        if isinstance(term, Vec | Pt):
            args = term.args[1:] if isinstance(term, Pt) else term.args[2:]
            name = self.name(term.args[0])
            return f"{name}({', '.join(map(self, args))})" if args else name
        if isinstance(term, Gradient):
            return f"{self.name(term.args[0])}.gradient({self(term.args[1])})"
        if isinstance(term, Hessian):
            return f"{self.uses('Hessian')}({self.name(term.args[0])}.head, {', '.join(map(self, term.args[1:]))})"
        if isinstance(term, Sum | Integral):
            body, *limits = term.args
            bounds = ", ".join(f"({', '.join(map(self, limit))})" for limit in limits)
            return f"{self.uses(type(term).__name__)}({self(body)}, {bounds})"
        if isinstance(term, Lambda):
            return f"{self.uses('Lambda')}({self(Tuple(*term.signature))}, {self(term.expr)})"
        if isinstance(term, Tuple):
            return f"({', '.join(map(self, term))}{',' if len(term) == 1 else ''})"
        name = type(term).__name__
        if name in ("Pi", "Exp1"):
            return self.uses({"Pi": "pi", "Exp1": "E"}[name])
        return f"{self.uses(name)}({', '.join(map(self, term.args))})"

    def _formula(self, formula: Formula) -> str:
        if isinstance(formula, Relation):
            left, sign, right = formula.written
            return f"{self.uses(WRITTEN[sign])}({self(left)}, {self(right)})"
        if isinstance(formula, ForAll):
            names = ", ".join(map(self._bound, formula.variables))
            given = f", [{', '.join(map(self, formula.given))}]" if formula.given else ""
            return f"{self.uses('forall')}([{names}], {self(formula.body)}{given})"
        assert isinstance(formula, Predicate), formula
        return f"{self.uses('Predicate')}({formula.words!r}, {', '.join(map(self, formula.args[1:]))})"

    def _bound(self, variable: Symbol) -> str:
        return self.name(variable)


_DECLARED = ("real", "positive", "nonnegative", "integer", "vectors", "points", "function", "partial")
_RESERVED = {
    *WRITTEN.values(),
    *_DECLARED,
    "E",
    "pi",
    "exp",
    "log",
    "sqrt",
    "Sum",
    "Inner",
    "given",
    "claim",
    "Rational",
}
