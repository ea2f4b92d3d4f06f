"""Formulas as presentation MathML: sympy's printer, with the nodes that `verify.language.terms` adds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from sympy import Basic, Expr, Integer, S
from sympy.printing.mathml import MathMLPresentationPrinter
from sympy.printing.precedence import PRECEDENCE

from verify.language.exists import Exists
from verify.language.letters import split_name
from verify.language.terms import Deriv, ForAll, Formula, Head, Predicate, Relation, power_of_norm
from verify.report import alphabets
from verify.report.mathml_lines import finished
from verify.report.notation import Notation, Position, argument_positions, begins_with_number, decimal

_SIGNS = {"InvisibleTimes": "\u2062", "ExponentialE": "e", "ImaginaryI": "i", "dd": "d", "pi": "π"}
_MARKUP = ("amp", "lt", "gt", "quot")


def mathml(formulas: Sequence[Formula]) -> list[str]:
    """One `<math>` element for each formula; together they tell indices (below) from arguments (behind)."""
    printer = StatementPrinter(argument_positions(formulas))
    return [f'<math displaystyle="true">{finished(printer.doprint(formula))}</math>' for formula in formulas]


def _character(entity: re.Match[str]) -> str:
    name, number = entity.groups()
    if number:
        return chr(int(number)) if chr(int(number)) not in "&<>" else entity.group()
    return entity.group() if name in _MARKUP else _SIGNS[name]


class StatementPrinter(Notation, MathMLPresentationPrinter):
    """Prints terms and formulas; an argument is an index unless its position is one of `arguments`."""

    def __init__(self, arguments: set[Position]) -> None:
        super().__init__()
        self._arguments = arguments

    def doprint(self, expr: Any) -> str:
        """The markup of a term or formula, with signs as characters instead of entities."""
        text = re.sub(r"&(\w+);|&#(\d+);", _character, str(super().doprint(expr)))
        return text.replace("<mo>-</mo>", "<mo>\u2212</mo>")

    # --- building blocks ------------------------------------------------------------------------------------

    def _leaf(self, tag: str, text: str) -> Any:
        element = self.dom.createElement(tag)
        element.appendChild(self.dom.createTextNode(escape(text)))
        return element

    def _node(self, tag: str, *children: Any) -> Any:
        """An element; a string among the children is an operator, a term is printed."""
        element = self.dom.createElement(tag)
        for child in children:
            if isinstance(child, str):
                element.appendChild(self._leaf("mo", child))
            else:
                element.appendChild(self._print(child) if isinstance(child, Basic) else child)
        return element

    def _separated(self, items: Iterable[Any]) -> Any:
        row: list[Any] = []
        for item in items:
            row += [",", item] if row else [item]
        return self._node("mrow", *row)

    def _name(self, name: str, bold: bool = False) -> Any:
        base, above, below = split_name(name)
        element = self._leaf("mi", alphabets.bold(base) if bold else alphabets.identifier(base))
        if below:
            element = self._node("msub", element, self._separated(self._leaf("mi", part) for part in below))
        if above:
            element = self._node("msup", element, self._separated(self._leaf("mi", part) for part in above))
        return element

    def _family(self, head: Head, args: Sequence[Expr], bold: bool = False, primes: int = 0) -> Any:
        """A name with its indices below and its arguments behind."""
        element = self._name(head.name, bold)
        below, behind = self._placed(head, args)
        if primes:
            few = primes <= 3
            mark = self._leaf("mo", "′" * primes) if few else self._node("mrow", "(", Integer(primes), ")")
            element = self._node("msup", element, mark)
        if below:
            element = self._node("msub", element, self._separated(below))
        return self._node("mrow", element, self._node("mrow", "(", self._separated(behind), ")")) if behind else element

    # --- terms ----------------------------------------------------------------------------------------------

    def _print_Symbol(self, sym: Any, style: str = "plain") -> Any:
        return self._name(sym.name, style == "bold")

    _print_Dummy = _print_Symbol  # noqa: N815

    def _print_Str(self, text: Any) -> Any:
        return self._leaf("mtext", text.name)

    def _print_VecHead(self, head: Any) -> Any:
        return self._name(head.name, bold=True)

    def _print_Fun(self, node: Any) -> Any:
        return self._family(node.args[0], node.args[2:], primes=int(node.args[1]))

    def _print_Vec(self, node: Any) -> Any:
        return self._family(node.args[0], node.args[2:], bold=True)

    def _print_Pt(self, node: Any) -> Any:
        return self._family(node.args[0], node.args[1:])

    def _print_Tangent(self, node: Any) -> Any:
        return self._node("msub", self._leaf("mi", "T"), node.args[0])

    def _print_Inner(self, node: Any) -> Any:
        u, v = node.args
        if u == v:
            return self._node("msup", self._norm(u), S(2))
        return self._node("mrow", "⟨", u, ",", v, "⟩")

    def _norm(self, u: Any) -> Any:
        return self._node("mrow", "‖", u, "‖")

    def _print_Pow(self, node: Any) -> Any:
        found = power_of_norm(node)
        if found is None:
            return super()._print_Pow(node)
        u, exponent = found
        return self._norm(u) if exponent == 1 else self._node("msup", self._norm(u), exponent)

    def _print_Rational(self, number: Any) -> Any:
        shown = decimal(number)
        if not shown:
            return super()._print_Rational(number)
        digits = self._leaf("mn", shown.removeprefix("-"))
        return self._node("mrow", "\u2212", digits) if shown.startswith("-") else digits

    def _print_Mul(self, product: Any) -> Any:
        factor, rest = product.as_coeff_Mul()
        if not decimal(factor):
            return super()._print_Mul(product)
        times = "·" if begins_with_number(rest) else "\u2062"
        return self._node("mrow", factor, times, self.parenthesize(rest, PRECEDENCE["Mul"], strict=True))

    def _print_Gradient(self, node: Any) -> Any:
        return self._node("mrow", "∇", self._name(node.args[0].name), "(", node.args[1], ")")

    def _print_Hessian(self, node: Any) -> Any:
        squared = self._node("msup", self._leaf("mi", "∇"), S(2))
        return self._node(
            "mrow", squared, self._name(node.args[0].name), "(", node.args[1], ")", "[", node.args[2], "]"
        )

    def _print_Deriv(self, node: Deriv) -> Any:
        body, s, at = node.args
        rate = self._node("mfrac", self._leaf("mi", "d"), self._node("mrow", self._leaf("mi", "d"), s))
        row = self._node("mrow", rate, "[", body, "]")
        return row if s == at else self._node("msub", row, self._node("mrow", s, "=", at))

    def _print_Sum(self, node: Any) -> Any:
        signs = [
            self._node("munderover", "∑", self._node("mrow", i, "=", low), high)
            for i, low, high in reversed(node.limits)
        ]
        return self._node("mrow", *signs, self.parenthesize(node.function, PRECEDENCE["Mul"], strict=True))

    def _print_KroneckerDelta(self, node: Any) -> Any:
        return self._node("msub", self._leaf("mi", "δ"), self._separated(node.args))

    def _print_Piecewise(self, node: Any) -> Any:
        table = self._node("mtable")
        for value, condition in node.args:
            when = self._leaf("mtext", "otherwise") if condition == True else self._print(condition)  # noqa: E712
            table.appendChild(self._node("mtr", self._node("mtd", value), self._node("mtd", when)))
        return self._node("mrow", "{", table)

    # --- formulas -------------------------------------------------------------------------------------------

    def _print_Relation(self, formula: Relation) -> Any:
        return self._node("mrow", *formula.written)

    def _print_Predicate(self, formula: Predicate) -> Any:
        subject, said, rest = formula.sentence
        if subject is not None:
            about = [self._leaf("mtext", "\xa0"), self._separated(rest)] if rest else []
            return self._node("mrow", subject, self._leaf("mtext", f"\xa0{said}"), *about)
        words = self._leaf("mtext", said)
        return self._node("mrow", words, "(", self._separated(rest), ")") if rest else words

    def _print_Exists(self, formula: Exists) -> Any:
        there = [g[0] if len(g) == 1 else self._node("mrow", *g) for g in formula.conditions]
        return self._node("mrow", "∃", self._separated(formula.variables), ":", self._separated(there))

    def _print_ForAll(self, formula: ForAll) -> Any:
        row: list[Any] = ["∀", self._separated(formula.variables)]
        if formula.given:
            conditions = [g[0] if len(g) == 1 else self._node("mrow", *g) for g in formula.conditions]
            row += [self._leaf("mtext", "\xa0with\xa0"), self._separated(conditions)]
        return self._node("mrow", *row, ":", formula.body)
