"""What is typed for the prover as LaTeX: the formulas as they were written, not the terms that they stand for."""

from __future__ import annotations

from collections.abc import Sequence

from verify.prover.language import Comparison, FormulaError, Node, read_relations
from verify.report.letters import name, words

_OPERATORS = {"<": "<", "<=": r"\leq", ">": ">", ">=": r"\geq", "=": "="}
_CONSTANTS = {"pi": r"\pi", "oo": r"\infty", "E": r"\mathrm{e}"}
_FULL = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arsinh", "acosh": "arcosh", "atanh": "artanh"}
_COMMANDS = (
    *("exp", "log", "ln", "sin", "cos", "tan", "sec", "csc", "cot", "sinh", "cosh", "tanh", "coth", "max", "min"),
    *("arcsin", "arccos", "arctan"),
)
_SUM, _PRODUCT, _POWER, _ATOM = range(4)


def typed(text: str) -> str:
    """The relations that `verify.prover.language` reads: chains as chains, commas between them; else words.

    Conditions that were given one by one, blank ones among them, may not read as one text.
    """
    try:
        return _chains(read_relations(text))
    except FormulaError:
        return words(text)


def _chains(comparisons: Sequence[Comparison]) -> str:
    chains: list[str] = []
    before = None
    for now in comparisons:
        if before is None or now.lhs is not before.rhs:
            chains.append(_side(now.lhs))
        chains[-1] += f" {_OPERATORS[now.op]} {_side(now.rhs)}"
        before = now
    return ",\\ ".join(chains)


_SPELT = {"·": "*", "**": "^", "≥": ">=", "≤": "<=", "√(": "sqrt("}
"""How what the core and sympy write is typed for the prover."""


def counted(text: str) -> str:
    """A relation of numbers, a value, or a function of names, as counterexamples have them; else words."""
    spelt = text
    for sign, typed_as in _SPELT.items():
        spelt = spelt.replace(sign, typed_as)
    names, arrow, body = spelt.removeprefix("(").removesuffix(")").partition(" ↦ ")
    try:
        if arrow:
            variables = ", ".join(name(variable).tex for variable in names.split(", "))
            return rf"\left({variables} \mapsto {_value(body)}\right)"
        return _chains(read_relations(spelt)) if any(sign in spelt for sign in _OPERATORS) else _value(spelt)
    except FormulaError:
        return words(text)


def _value(text: str) -> str:
    """A term: a relation is what can be read."""
    return _side(read_relations(f"{text} = 0")[0].lhs)


def _side(node: Node) -> str:
    return _made(node)[0]


def _at_least(node: Node, level: int) -> str:
    made, own = _made(node)
    return made if own >= level else rf"\left({made}\right)"


def _made(node: Node) -> tuple[str, int]:
    """A tree as LaTeX, and how tightly it holds together."""
    if node.kind == "number":
        digits, _, power = node.name.lower().partition("e")
        return (rf"{digits} \cdot 10^{{{int(power)}}}", _PRODUCT) if power else (digits, _ATOM)
    if node.kind == "name":
        if node.name in _CONSTANTS:
            return _CONSTANTS[node.name], _ATOM
        named = name(node.name)
        return named.tex, _ATOM if named.single and not named.above else _POWER
    if node.kind == "sum":
        made = _side(node.args[0])
        for part in node.args[1:]:
            minus = part.kind == "negative"
            made += f" {'-' if minus else '+'} {_at_least(part.args[0] if minus else part, _PRODUCT)}"
        return made, _SUM
    if node.kind == "negative":
        return f"- {_at_least(node.args[0], _PRODUCT)}", _SUM
    if node.kind == "product":
        return _product(node.args)
    if node.kind == "power":
        return f"{_at_least(node.args[0], _ATOM)}^{{{_side(node.args[1])}}}", _POWER
    return _call(node.name, [_side(a) for a in node.args])


def _product(factors: tuple[Node, ...]) -> tuple[str, int]:
    first, *others = factors
    negative = first.kind == "negative"
    made = _at_least(first.args[0] if negative else first, _PRODUCT)
    for factor in others:
        if factor.kind == "inverse":
            made = rf"\frac{{{made}}}{{{_side(factor.args[0])}}}"
        else:
            more = _at_least(factor, _POWER)
            made += rf" \cdot {more}" if more[0].isdigit() else f" {more}"
    return (f"- {made}", _SUM) if negative else (made, _PRODUCT)


def _call(function: str, args: list[str]) -> tuple[str, int]:
    if function in ("sqrt", "cbrt", "root"):
        degree = {"sqrt": "", "cbrt": "[3]"}.get(function) if function != "root" else f"[{args[1]}]"
        return rf"\sqrt{degree}{{{args[0]}}}", _ATOM
    if function == "abs":
        return rf"\left|{args[0]}\right|", _ATOM
    spelt = _FULL.get(function, function)
    command = f"\\{spelt}" if spelt in _COMMANDS else rf"\operatorname{{{spelt}}}"
    return rf"{command}{{\left({', '.join(args)}\right)}}", _POWER
