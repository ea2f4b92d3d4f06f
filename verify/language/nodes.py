"""The nodes that sympy lacks, inert and printed: functions, families, vectors, points, fields, derivatives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from sympy import Basic, Expr, Integral, S, Sum, Symbol, sympify
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.str import StrPrinter

from verify.balls.digits import decide_signs_by_balls

decide_signs_by_balls()


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


def applied(printer: Any, name: str, args: Sequence[Basic]) -> str:
    """A name with its arguments, if it has any."""
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
        return applied(printer, self.args[0].name + "'" * int(self.args[1]), self.args[2:])


class Vec(Expr):
    """`Vec(head, space, *args)`: an abstract vector, or a member of a family of vectors."""

    is_commutative = True

    def __new__(cls, head: VecHead, space: Basic = EUCLIDEAN, *args: Any) -> Vec:
        if not isinstance(head, VecHead):
            raise IllFormed(f"Vec: the head must be a VecHead, not {head}")
        return Expr.__new__(cls, head, space, *map(sympify, args))

    def __call__(self, *index: Any) -> Vec:
        """A member of the family of vectors that has this name: w(t), for the vector w without an index."""
        if self.args[2:]:
            raise IllFormed(f"{self} has its indices already")
        return Vec(*self.args[:2], *index)

    def _sympystr(self, printer: Any) -> str:
        return applied(printer, self.args[0].name, self.args[2:])


class Pt(Expr):
    """`Pt(head, *args)`: an abstract point of a manifold, or a member of a family of points."""

    is_commutative = True

    def __new__(cls, head: PtHead, *args: Any) -> Pt:
        if not isinstance(head, PtHead):
            raise IllFormed(f"Pt: the head must be a PtHead, not {head}")
        return Expr.__new__(cls, head, *map(sympify, args))

    def _sympystr(self, printer: Any) -> str:
        return applied(printer, self.args[0].name, self.args[1:])


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


class _TextPrinter(StrPrinter):
    """One line of plain text, with the usual signs for sums, integrals and functions."""

    def _print(self, expr: Any, **kwargs: Any) -> str:
        """What is printed of a term is remembered: the steps of a proof share most of their terms."""
        return _printed(expr) if isinstance(expr, Expr) and expr.args and not kwargs else self.anew(expr, **kwargs)

    def anew(self, expr: Any, **kwargs: Any) -> str:
        """What is printed of a term, or of anything else."""
        return str(super()._print(expr, **kwargs))

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

    def _print_Tuple(self, term: Any) -> str:
        return f"({', '.join(map(self._print, term))})"  # of one coordinate too, which Python would write as (x,)

    def _print_KroneckerDelta(self, term: Any) -> str:
        return f"δ({self._print(term.args[0])}, {self._print(term.args[1])})"


@lru_cache(maxsize=1 << 14)
def _printed(term: Expr) -> str:
    return _TextPrinter().anew(term)


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
