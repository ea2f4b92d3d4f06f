"""The rules "identity" and "combine": an equation of numbers or vectors, or an inequality put together from slacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verify.core.definedness import conditions
from verify.core.kernel import Theorem
from verify.core.nodes import Term, is_vector
from verify.core.terms import MINUS_ONE, ZERO, add, mul, sides
from verify.export.rocq.equations import Equation, Equations
from verify.export.rocq.lemmas import CLOSING, ENTER, Lemma, Statements
from verify.export.rocq.settling import asserted


def reduced(statements: Statements, theorem: Theorem, lemmas: Sequence[Lemma]) -> str:
    """The proof of a step of "identity" or "combine", whose premises are the lemmas."""
    data = theorem.parameters
    using, facts = data["using"], data.get("facts", len(theorem.premises) - data["using"])
    terms = data.get("terms", [])
    lines = [ENTER]
    for i, lemma in enumerate(lemmas):
        lines.append(f"{statements.posed(f'P{i}', lemma)} pose proof P{i} as K{i}; conclusion_of K{i}.")
    conclusions = [p.conclusion for p in theorem.premises]
    known = [*theorem.hypotheses, *(f for c in conclusions for f in (*conditions(c), c))]
    factors = [f for pair in terms for f in pair if f is not None]
    needed = list(dict.fromkeys(c for t in (theorem.conclusion, *factors) for c in conditions(t)))
    lines.append(f"breakup. {asserted(statements, known, needed)} defined_first.")
    known += needed
    equations = Equations(statements, known, [Equation(c, f"K{i}") for i, c in enumerate(conclusions[:using])])
    goal = theorem.conclusion
    op, left, right = goal.args
    vectors = is_vector(left) or is_vector(right)
    if not terms and op == "=":
        return "\n".join([*lines, equations.proved(left, right)])
    slacks = _slacks(terms, conclusions, using + facts)
    if vectors:
        return "\n".join([*lines, _vectors(statements, equations, goal, slacks)])
    return "\n".join([*lines, _inequality(statements, equations, goal, slacks)])


Factor = tuple[Term, str | None, str]
"""A factor, the premise that it is the slack of, and the operator of that."""


def _slacks(terms: Sequence[Any], conclusions: Sequence[Term], first: int) -> list[tuple[Factor, Factor]]:
    """Pairs of factors; each that is a premise's slack is the next of the premises."""
    position = first
    found = []
    for pair in terms:
        made: list[Factor] = []
        for f in pair:
            if f is None:
                conclusion = conclusions[position]
                _, larger, smaller = sides(conclusion)
                made.append((add(larger, mul(MINUS_ONE, smaller)), f"K{position}", sides(conclusion)[0]))
                position += 1
            else:
                made.append((f, None, ""))
        found.append((made[0], made[1]))
    return found


def _inequality(
    statements: Statements, equations: Equations, goal: Term, slacks: Sequence[tuple[Factor, Factor]]
) -> str:
    write = statements.write
    op, larger, smaller = sides(goal)
    lines = []
    products = []
    for i, pair in enumerate(slacks):
        texts = [write.term(f) for f, _, _ in pair]
        for letter, (_, premise, kind), text in zip("AB", pair, texts, strict=True):
            if premise is not None:
                said = {"≥": f"0 <= {text}", ">": f"0 < {text}", "=": f"{text} = 0", "≠": f"{text} <> 0"}[kind]
                lines.append(f"assert ({letter}{i} : {said}). {{ clear -{premise}; slack {premise}. }}")
        product = f"({texts[0]} * {texts[1]})"
        products.append(product)
        if op == "=" or "=" in (pair[0][2], pair[1][2]):
            zero = "first [apply product_zero_l; at_zero | apply product_zero_r; at_zero]"
            lines.append(f"assert (T{i} : {product} = 0). {{ {zero}. }}")
            continue
        ways = ["apply product_pos; at_sign", "apply product_nonneg; at_sign"]
        strict = op in (">", "≠")
        tries = [f"assert (T{i} : 0 < {product}) by ({ways[0]})", f"assert (T{i} : 0 <= {product}) by ({ways[1]})"]
        lines.append(f"first [{' | '.join(tries if strict else reversed(tries))}].")
    summands = [mul(a[0], b[0]) for a, b in slacks]
    whole = add(*summands) if len(summands) > 1 else summands[0] if summands else ZERO
    apart = add(larger, mul(MINUS_ONE, smaller))
    text = write.term(whole)
    lines.append(f"apply ({CLOSING[goal.args[0]]} _ _ ({text})).")
    lines.append(f"{{ {equations.proved(apart, whole)} }}")
    lines.append("added_zero." if op == "=" else "added.")
    return "\n".join(lines)


def _vectors(statements: Statements, equations: Equations, goal: Term, slacks: Sequence[tuple[Factor, Factor]]) -> str:
    """An equation of vectors from equations of vectors: its difference is a combination of theirs, all zero."""
    _, left, right = goal.args
    parts = []
    zeros = []
    for a, b in slacks:
        (vector, premise, _), (number, _, _) = (a, b) if is_vector(a[0]) else (b, a)
        parts.append(mul(number, vector))
        zeros.append((vector, premise))
    apart = add(left, mul(MINUS_ONE, right))
    whole = add(*parts) if len(parts) > 1 else parts[0]
    write = statements.write
    lines = [f"assert (W : {write.vector(apart)} = {write.vector(whole)}).", f"{{ {equations.proved(apart, whole)} }}"]
    for i, (vector, premise) in enumerate(zeros):
        text = write.vector(vector)
        lines.append(f"assert (Z{i} : {text} = vzero). {{ vector_slack {premise}. }} rewrite Z{i} in W.")
    lines.append("vectors_equal W.")
    return "\n".join(lines)
