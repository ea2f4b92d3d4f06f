"""Certificates that the prover found → certificates of the core.

The prover's steps do not say what they prove: it is worked out here by its own rules, from the root on, and written
down at every node. The core believes none of it.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import sympy
from sympy import Basic, Expr, Symbol, expand, log

from verify.balls.arithmetic import Arb
from verify.core import certificate as core
from verify.core.balls import precision
from verify.core.boxes import Box, Cover, halves
from verify.core.nodes import Refused, Term
from verify.core.obligations import Node
from verify.core.terms import add, mul, number, power
from verify.language.translation import translate
from verify.prover.certificate import Certificate, Step, reduce
from verify.prover.core_terms import formula
from verify.prover.goal import Goal, Inequality
from verify.prover.polynomial import roots
from verify.prover.polynomial.product import _checked_factors, _together
from verify.prover.polynomial.reading import Polynomial, System, from_json, part, read
from verify.prover.rejected import Rejected
from verify.prover.rules import RULES
from verify.prover.rules.boxes import Cover as ProversCover
from verify.prover.rules.calculus import Segment

_FINER: Final = 10
"""How often a leaf may be halved."""
_UNSEEN: Final = RULES | {"boxes": lambda goal, data, arithmetic: ProversCover(goal, data, arithmetic).left()}
"""The prover's rules, but for a look at the boxes of a cover, which is for the core to take."""


def core_certificate(certificate: Certificate, *, finer: bool = True) -> core.Certificate:
    """The certificate in the core's terms, with the goal of every node.

    Args:
        certificate: one that the prover found.
        finer: whether covers are made finer where the core needs it, which takes as long as to check them.

    Raises:
        Rejected: where a rule does not hold by the prover's own lights.
        IllFormed: where a term is not of the core's language.
    """
    return _node(certificate.goal, certificate.proof, finer)


def core_accepts(goal: Goal, rule: str, data: dict[str, Any], left: list[Goal]) -> bool:
    """Whether the step can be said in the core's terms, and its rule reduces the goal to those that are left."""
    try:
        if rule == "polynomial":
            core.check_certificate(_polynomial(goal, data["method"], data["data"]))
            return True
        parts = [_made(g, "", {}, []) for g in left]  # of the parts a rule sees only what they say
        core.check_node(_made(goal, rule, _DATA[rule](goal, data) if rule in _DATA else _plain(data), parts))
    except (Refused, Rejected):
        return False
    return True


def _node(goal: Goal, step: Step, finer: bool) -> core.Certificate:
    if step.rule == "polynomial":
        return _polynomial(goal, str(step.data["method"]), dict(step.data["data"]))
    left = reduce(goal, step.rule, step.data, Arb, rules=_UNSEEN)
    data = _DATA[step.rule](goal, step.data) if step.rule in _DATA else _plain(step.data)
    made = _made(goal, step.rule, data, [_node(g, s, finer) for g, s in zip(left, step.parts, strict=True)])
    return _refined(made) if step.rule == "boxes" and finer else made


def _made(goal: Goal, rule: str, data: dict[str, Any], parts: list[core.Certificate]) -> core.Certificate:
    given = tuple(dict.fromkeys(map(formula, goal.given)))
    variables = tuple(map(translate, goal.variables))
    return core.Certificate(variables, given, formula(goal.shows), rule, data, tuple(parts))


def _plain(value: Any) -> Any:
    if isinstance(value, Basic):
        return translate(value)
    if isinstance(value, dict):
        return {name: _plain(v) for name, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return value


# --- data that the core wants in another form -------------------------------------------------------------------------


def _conditions(rows: Any) -> list[Term]:
    return [formula(Inequality(term, bool(strict))) for term, strict in rows or ()]


def _with_conditions(_: Goal, data: dict[str, Any]) -> dict[str, Any]:
    others = {name: _plain(value) for name, value in data.items() if name != "given"}
    return others | ({"given": _conditions(data["given"])} if data.get("given") else {})


def _contradiction(goal: Goal, data: dict[str, Any]) -> dict[str, Any]:
    formulas = list(dict.fromkeys(map(formula, goal.given)))
    return {"condition": formulas.index(formula(goal.given[data["condition"]]))}


def _boxes(_: Goal, data: dict[str, Any]) -> dict[str, Any]:
    return {name: _plain(value) for name, value in data.items() if name != "margin"}


def _refined(node: core.Certificate) -> core.Certificate:
    """The cover with leaves halved where the core's enclosures are a little wider than the prover's."""
    try:
        cover = Cover(Node(node))
        with precision(cover.bits):
            tree = _tree(cover, node.data["tree"])
    except Refused:
        return node
    return replace(node, data=dict(node.data) | {"tree": tree})


def _tree(cover: Cover, tree: str) -> str:
    waiting: list[Box] = [((Fraction(0), Fraction(1)),) * len(cover.variables)]
    found = []
    for letter in tree:
        box = waiting.pop()
        if letter.isdecimal():
            lower, upper = halves(box, int(letter))
            waiting += [upper, lower]
            found.append(letter)
        else:
            found.append(_leaf(cover, letter, box, _FINER))
    return "".join(found)


def _leaf(cover: Cover, letter: str, box: Box, finer: int) -> str:
    for other in (letter, "X", "L", "M") if finer < _FINER else (letter,):
        if cover.holds_on(other, box):
            return other
    if not finer:
        return letter
    axis = max(range(len(box)), key=lambda n: box[n][1] - box[n][0])
    return str(axis) + "".join(_leaf(cover, letter, half, finer - 1) for half in halves(box, axis))


def _half_angle(_: Goal, data: dict[str, Any]) -> dict[str, Any]:
    return {name: str(value) if name == "scale" else _plain(value) for name, value in data.items()}


def _monotone(goal: Goal, data: dict[str, Any]) -> dict[str, Any]:
    found = {name: _plain(value) for name, value in data.items() if name != "limit"}
    if data.get("limit"):
        segment = Segment(goal, data["variable"], data["end"], data["side"])
        found["limit"] = [translate(c) for c in _in_logarithm(segment, goal.shows.expr)]
    return found


def _in_logarithm(segment: Segment, f: Expr) -> list[Expr]:
    """The coefficients of f as a polynomial in the logarithm of the distance to the end."""
    distance = segment.side * (segment.variable - segment.end)
    symbol = Symbol("lambda_", real=True)
    term = f
    for node in f.atoms(log):
        ratio = (node.args[0] / distance).cancel()
        if ratio.is_Rational and ratio > 0:
            term = term.xreplace({node: symbol + log(ratio)})
    coefficients = expand(term).collect(symbol, evaluate=False)
    degrees = {sympy.degree(power, symbol) if power.has(symbol) else 0: c for power, c in coefficients.items()}
    return [degrees.get(k, sympy.Integer(0)) for k in range(max(degrees) + 1)]


_DATA: dict[str, Any] = {
    "rewrite": _with_conditions,
    "substitute": _with_conditions,
    "contradiction": _contradiction,
    "boxes": _boxes,
    "half angle": _half_angle,
    "monotone": _monotone,
}


# --- polynomials: what the prover numbers, the core wants by its terms ------------------------------------------------


def _polynomial(goal: Goal, method: str, data: dict[str, Any]) -> core.Certificate:
    parts: list[core.Certificate] = []
    if method == "sturm":
        made = dict(data)
    else:
        system = read(goal)
        made, parts = _METHODS[method](goal, system, data)
    return _made(goal, "polynomial", {"method": method, "data": made}, parts)


def _term(system: System, polynomial: Polynomial) -> Term:
    """The polynomial as it is: for sympy √u² is u, which is another polynomial in √u and the variables of u."""
    meanings = [translate(m) for m in system.meanings]
    parts = []
    for exponents, c in polynomial.to_dict().items():
        powers = [m if e == 1 else power(m, number(int(e))) for m, e in zip(meanings, exponents, strict=False) if e]
        factors = [number(Fraction(int(c.p), int(c.q))), *powers] if c != 1 or not powers else powers
        parts.append(mul(*factors) if len(factors) > 1 else factors[0])
    return add(*parts) if len(parts) > 1 else parts[0] if parts else number(0)


def _bernstein(_: Goal, system: System, data: dict[str, Any]) -> tuple[dict[str, Any], list[core.Certificate]]:
    ends = [
        [None if end is None else _term(system, from_json(system.ring, end)) for end in row[1:]]
        for row in data["ranges"]
    ]
    rows = [[translate(system.meanings[row[0]]), *end] for row, end in zip(data["ranges"], ends, strict=True)]
    return {"ranges": rows, "tree": data["tree"]}, []


def _squares(_: Goal, system: System, data: dict[str, Any]) -> tuple[dict[str, Any], list[core.Certificate]]:
    def items(rows: Any) -> list[dict[str, Any]]:
        return [
            {
                "weight": [_term(system, system.known[i].polynomial) for i in row["weight"]],
                "basis": [_term(system, from_json(system.ring, b)) for b in row["basis"]],
                "gram": [list(r) for r in row["gram"]],
            }
            for row in rows
        ]

    made: dict[str, Any] = {"terms": items(data["terms"])}
    if "multiplier" in data:
        made["multiplier"] = items(data["multiplier"])
    if "inside" in data:
        made["inside"] = [[translate(m), c] for m, c in zip(system.meanings, data["inside"], strict=True)]
    return made, []


def _product(goal: Goal, system: System, data: dict[str, Any]) -> tuple[dict[str, Any], list[core.Certificate]]:
    above = _checked_factors(system, data["above"], system.numerator, "numerator")
    below = _checked_factors(system, data["below"], system.denominator, "denominator")
    factors = above[1] + below[1]
    made: dict[str, Any] = {
        "above": [str(above[0]), [[_term(system, f), m] for f, m in above[1]]],
        "below": [str(below[0]), [[_term(system, f), m] for f, m in below[1]]],
        "signs": [[list(row["factors"]), row["sign"]] for row in data["signs"]],
    }
    parts = []
    for row in data["signs"]:
        strict = system.strict and any(n < len(above[1]) for n in row["factors"])
        subgoal = part(goal, system, _together(system, factors, row["factors"], row["sign"]), strict)
        parts.append(_polynomial(subgoal, *row["proof"]))
    return made, parts


def _roots(goal: Goal, system: System, data: dict[str, Any]) -> tuple[dict[str, Any], list[core.Certificate]]:
    subgoals = roots._parts(goal, system, data["root"], data["larger"])
    made = {"root": translate(system.meanings[data["root"]]), "larger": data["larger"]}
    return made, [_polynomial(g, *proof) for g, proof in zip(subgoals, data["proofs"], strict=True)]


_METHODS: dict[str, Any] = {"bernstein": _bernstein, "squares": _squares, "product": _product, "roots": _roots}
