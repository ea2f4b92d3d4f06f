r"""Formulas as LaTeX: sympy's printer, with the nodes that `verify.language.terms` adds; MathJax and KaTeX typeset it.

`amsmath` and `amssymb` are all that it needs elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sympy import Expr, Function, Piecewise, Pow, Rational, Symbol
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE

from verify.language.exists import Exists
from verify.language.terms import (
    Counterexample,
    Deriv,
    ForAll,
    Formula,
    Fun,
    Gradient,
    Head,
    Inner,
    Predicate,
    Relation,
    power_of_norm,
)
from verify.report.letters import joined, name, scripted, words
from verify.report.notation import Notation, Position, argument_positions, begins_with_number, decimal

OPERATORS = {"=": "=", "≠": r"\neq", "≥": r"\geq", ">": ">", "≤": r"\leq", "<": "<"}


def latex(formulas: Sequence[Formula]) -> list[str]:
    """Each formula without dollar signs around it; together they tell indices (below) from arguments (behind)."""
    printer = StatementLatex(argument_positions(formulas))
    return [str(printer.doprint(formula)) for formula in formulas]


def printed(term: Any) -> str:
    """A term or name that stands alone."""
    return str(StatementLatex(set()).doprint(term))


class StatementLatex(Notation, LatexPrinter):
    """Prints terms and formulas; an argument is an index unless its position is one of `arguments`."""

    def __init__(self, arguments: set[Position]) -> None:
        super().__init__({"inv_trig_style": "full", "diff_operator": "rd"})
        self._arguments = arguments

    # --- building blocks ------------------------------------------------------------------------------------

    def _separated(self, items: Iterable[Any]) -> str:
        return ", ".join(str(self._print(item)) for item in items)

    def _behind(self, items: Sequence[Any]) -> str:
        return rf"{{\left({self._separated(items)}\right)}}" if items else ""

    def _family(self, head: Head, args: Sequence[Expr] = (), bold: bool = False, primes: int = 0) -> tuple[str, bool]:
        """A name with its indices below and its arguments behind; whether an exponent at its end means all of it."""
        named = name(head.name, bold)
        below, behind = self._placed(head, args)
        indices = ",".join([*named.below, *(str(self._print(a)) for a in below)])
        above, single = ",".join(named.above), named.single and not named.above
        if not primes:
            made = scripted(named.core, above, indices)
        else:
            mark = r"\prime" * primes if primes <= 3 else rf"\left({primes}\right)"
            base = named.core if single else rf"\left({scripted(named.core, above, '')}\right)"
            made = scripted(base, mark, indices)
        return made + self._behind(behind), single and not primes

    # --- terms ----------------------------------------------------------------------------------------------

    def _print_Symbol(self, sym: Any, style: str = "plain") -> str:
        return self._family(sym, bold=style == "bold")[0]

    _print_Dummy = _print_Symbol  # noqa: N815

    def _print_Str(self, text: Any) -> str:
        return words(text.name)

    _print_Word = _print_Str  # noqa: N815

    def _print_VecHead(self, head: Any) -> str:
        return self._family(head, bold=True)[0]

    def _print_Fun(self, node: Any) -> str:
        return self._family(node.args[0], node.args[2:], primes=int(node.args[1]))[0]

    def _print_Vec(self, node: Any) -> str:
        return self._family(node.args[0], node.args[2:], bold=True)[0]

    def _print_Pt(self, node: Any) -> str:
        return self._family(node.args[0], node.args[1:])[0]

    def _print_ExpBase(self, node: Any, exp: Any = None) -> str:
        return str(self._do_exponent(f"{self._print_Exp1(node)}^{{{self._print(node.args[0])}}}", exp))

    def _print_Exp1(self, _: Any) -> str:
        return r"\mathrm{e}"

    def _print_Tangent(self, node: Any) -> str:
        return f"T_{{{self._print(node.args[0])}}}"

    def _print_Inner(self, node: Any) -> str:
        u, v = node.args
        if u == v:
            return f"{self._norm(u)}^{{2}}"
        return rf"\left\langle {self._print(u)}, {self._print(v)}\right\rangle"

    def _norm(self, u: Any) -> str:
        return rf"\left\lVert {self._print(u)}\right\rVert"

    def _print_Pow(self, node: Any) -> str:
        found = power_of_norm(node)
        if found is not None:
            u, exponent = found
            return self._norm(u) if exponent == 1 else f"{self._norm(u)}^{{{self._print(exponent)}}}"
        base, exponent = node.args
        root_or_fraction = isinstance(exponent, Rational) and (exponent < 0 or exponent.p == 1)
        if root_or_fraction or not isinstance(base, Symbol | Fun | Deriv):
            return str(super()._print_Pow(node))
        made, closed = str(self._print(base)), False
        if isinstance(base, Symbol):
            closed = self._family(base)[1]
        elif isinstance(base, Fun):
            closed = self._family(base.args[0], base.args[2:], primes=int(base.args[1]))[1]
        return f"{made if closed else self._add_parens(made)}^{{{self._print(exponent)}}}"

    def _print_Rational(self, number: Any) -> str:
        return decimal(number) or str(super()._print_Rational(number))

    def _print_Mul(self, product: Any) -> str:
        factor, rest = product.as_coeff_Mul()
        if not decimal(factor):
            return str(super()._print_Mul(product))
        times = r" \cdot " if begins_with_number(rest) else " "
        return decimal(factor) + times + self.parenthesize(rest, PRECEDENCE["Mul"], strict=True)

    def _needs_mul_brackets(self, expr: Any, first: bool = False, last: bool = False) -> bool:
        ends = Gradient | Fun | Inner | Deriv | Pow | Function  # a sum in one of these does not go on behind it
        if isinstance(expr, ends) and not isinstance(expr, Piecewise):
            return False
        return bool(super()._needs_mul_brackets(expr, first, last))

    def parenthesize(self, item: Any, level: int, is_neg: bool = False, strict: bool = False) -> str:
        """The term, in brackets if it needs them; our gradients, unlike sympy's, never do."""
        return str(
            self._print(item) if isinstance(item, Gradient) else super().parenthesize(item, level, is_neg, strict)
        )

    def _print_Gradient(self, node: Any) -> str:
        return joined([r"\nabla", self._field(node)])

    def _print_Hessian(self, node: Any) -> str:
        return rf"\nabla^{{2}}{self._field(node)}\left[{self._print(node.args[2])}\right]"

    def _field(self, node: Any) -> str:
        return str(self._print(node.args[0])) + self._behind([node.args[1]])

    def _print_Deriv(self, node: Deriv) -> str:
        body, s, at = node.args
        variable = self._print(s)
        rate = rf"\frac{{\mathrm{{d}}}}{{\mathrm{{d}} {variable}}}\left[{self._print(body)}\right]"
        return rate if s == at else rf"\left.{rate}\right|_{{{variable} = {self._print(at)}}}"

    def _print_Sum(self, node: Any) -> str:
        signs = "".join(
            rf"\sum_{{{self._print(i)}={self._print(low)}}}^{{{self._print(high)}}} "
            for i, low, high in reversed(node.limits)
        )
        negative = node.function.is_Mul and node.function.could_extract_minus_sign()
        return signs + self.parenthesize(node.function, PRECEDENCE["Mul"], is_neg=negative, strict=True)

    def _print_KroneckerDelta(self, node: Any, exp: Any = None) -> str:
        return scripted(r"\delta", str(exp or ""), self._separated(node.args))

    # --- formulas -------------------------------------------------------------------------------------------

    def _print_Relation(self, formula: Relation) -> str:
        left, sign, right = formula.written
        return f"{self._print(left)} {OPERATORS[sign]} {self._print(right)}"

    def _print_Predicate(self, formula: Predicate) -> str:
        subject, said, rest = formula.sentence
        if subject is None:
            return words(said) + self._behind(rest)
        return self._print(subject) + words(f" {said} ") + self._separated(rest)

    def _print_ForAll(self, formula: ForAll) -> str:
        given = ",\\ ".join(map(self._condition, formula.conditions))
        when = rf" \text{{ with }} {given}" if given else ""
        return rf"\forall {self._separated(formula.variables)}{when}\colon\ {self._print(formula.body)}"

    def _print_Exists(self, formula: Exists) -> str:
        held = ",\\ ".join(map(self._condition, formula.conditions))
        return rf"\exists {self._separated(formula.variables)}\colon\ {held}"

    def _condition(self, row: list[Any]) -> str:
        """A condition that is a relation, or a chain of two, or in brackets if it would go on to the end."""
        if len(row) == 1:
            return self._enclosed(row[0])
        return " ".join(OPERATORS[part] if isinstance(part, str) else str(self._print(part)) for part in row)

    def _enclosed(self, condition: Formula) -> str:
        """A condition, in brackets if it would go on to the end."""
        made = str(self._print(condition))
        return str(self._add_parens(made)) if isinstance(condition, ForAll) else made

    def _print_Counterexample(self, found: Counterexample) -> str:
        *given, states = (str(self._print(formula)) for formula in (*found.given, found.states))
        at = ",\\ ".join(f"{self._print(v)} = {self._print(value)}" for v, value in found.assignment.items())
        return sequent(given, [states], [rf"\text{{fails at }}{at}", words(found.lines[-1])], [r"\text{not always:}"])


def sequent(given: Iterable[str], states: Iterable[str], below: Iterable[str] = (), above: Iterable[str] = ()) -> str:
    r"""Lines one under the other: hypotheses, then conclusions from `\vdash` on, what is said above and below it."""
    first, *others = states
    rows = [*(rf"& {line}" for line in (*above, *given)), rf"\vdash\ & {first}"]
    rows += [rf"& {line}" for line in (*others, *below)]
    return r"\begin{aligned}" + r" \\ ".join(rows) + r"\end{aligned}"
