"""Rules that end a branch at once: what follows from the conditions directly, constants, empty domains."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, Mul, Pow, Symbol, acosh, asinh, atanh, factor_terms, fraction, log, sqrt, together

from verify.balls.arithmetic import Arb
from verify.balls.evaluate import Undefined, Unsupported, is_positive
from verify.balls.tape import Tape
from verify.language.terms import IllFormed, Relation, ge, gt
from verify.normal_forms.calculus import NoDerivative
from verify.normal_forms.ground import decided
from verify.normal_forms.normalizer import Undefined as NoNormalForm
from verify.normal_forms.normalizer import is_zero
from verify.prover import constants, core_terms
from verify.prover.bounds import is_empty, ranges
from verify.prover.goal import Goal, Inequality
from verify.prover.rejected import Rejected
from verify.prover.signs import NOT_NEGATIVE, POSITIVE, signs_of

_BITS = 96
_SHORT = 60
"""Of a term with more operations the core takes longer to see whether it is zero."""
_LONG = 300
"""And with more than these it is not asked at all."""
_LARGEST_POWER = 200
"""Powers above this one are not multiplied out."""


_LOGARITHMS = {
    asinh: lambda u: log(u + sqrt(u**2 + 1)),
    acosh: lambda u: log(u + sqrt(u**2 - 1)),
    atanh: lambda u: log((1 + u) / (1 - u)) / 2,
}
"""Functions that the normal forms of terms do not know, by others."""


def _has_logarithm(node: Expr) -> bool:
    return node.func in _LOGARITHMS


def relation(g: Inequality) -> Relation:
    """The inequality as a formula of the kernel's language."""
    return (gt if g.strict else ge)(g.expr, 0)


def facts(goal: Goal) -> list[Relation]:
    """The conditions as formulas."""
    return [relation(g) for g in goal.given]


def vanishes(term: Expr, goal: Goal) -> bool:
    """Whether a term is certain to be zero wherever the conditions hold and it is defined."""
    if _vanishes(term, goal):
        return True
    plain = _without_known_magnitudes(term, goal)
    return plain != term and _vanishes(plain, goal)


def _vanishes(term: Expr, goal: Goal) -> bool:
    if term == 0 or (term.count_ops() <= _SHORT and core_terms.vanishes(term, goal.given)):
        return True
    if any(p.exp.is_Rational and max(abs(p.exp.p), p.exp.q) > _LARGEST_POWER for p in term.atoms(Pow)):
        return False
    term = term.replace(_has_logarithm, lambda node: _LOGARITHMS[node.func](node.args[0]))
    try:
        if is_zero(term, [*facts(goal), *_signs_of_parts(term, goal)]):
            return True
    except (NoNormalForm, IllFormed, NoDerivative, ArithmeticError, ValueError):
        pass
    if not term.free_symbols and constants.is_zero(term):
        return True
    return (
        _SHORT < term.count_ops() <= _LONG and _has_logarithms_and_roots(term) and core_terms.vanishes(term, goal.given)
    )


def _has_logarithms_and_roots(term: Expr) -> bool:
    """Whether the core sees more than the normal forms here, as of logarithms of sums of roots."""
    return term.has(log) and any(p.base.free_symbols and not p.exp.is_Integer for p in term.atoms(Pow))


def _without_known_magnitudes(term: Expr, goal: Goal) -> Expr:
    """The term with u for |u| where u ≥ 0 or u > 0 is a condition, and −u where −u is."""
    known = {g.expr for g in goal.given}
    signs = {node: next((v for v in (node.args[0], -node.args[0]) if v in known), node) for node in term.atoms(Abs)}
    return term.xreplace(signs)


def _signs_of_parts(term: Expr, goal: Goal) -> list[Relation]:
    """That what logarithms and roots are taken of, and the factors of that, is positive, where that is plain."""
    parts: dict[Expr, None] = {}
    for node in term.atoms(log, Pow):
        base = node.args[0]
        if base.free_symbols and (isinstance(node, log) or not node.args[1].is_Integer):
            top, bottom = fraction(together(base))
            parts.update(dict.fromkeys((base, *Mul.make_args(factor_terms(top)), *Mul.make_args(factor_terms(bottom)))))
    found = []
    for part in parts:
        positive = Goal(goal.variables, goal.given, Inequality(part, True))
        if part.free_symbols and not isinstance(part, Symbol) and (_by_parts(positive) or _in_one_box(positive, Arb)):
            found.append(relation(positive.shows))
    return found


def follows(goal: Goal, arithmetic: Any) -> bool:
    """Whether the goal is one of its conditions, or its sign is plain from theirs or from one evaluation."""
    if is_empty(goal):
        return True
    for g in goal.given:
        if g.expr == goal.shows.expr and (g.strict or not goal.shows.strict):
            return True
    if not goal.shows.expr.free_symbols:
        return _constant_holds(goal.shows)
    return _in_one_box(goal, arithmetic) or _by_parts(goal) or core_terms.is_plain(goal)


def _by_parts(goal: Goal) -> bool:
    """By the signs of the parts of the term, from the ranges of the variables."""
    return signs_of(goal.shows.expr, ranges(goal)) <= (POSITIVE if goal.shows.strict else NOT_NEGATIVE)


def _in_one_box(goal: Goal, arithmetic: Any) -> bool:
    used = goal.shows.expr.free_symbols
    bounds = ranges(goal)
    if not all(bounds[x].finite for x in used):
        return False
    variables = tuple(x for x in goal.variables if x in used)
    try:
        with arithmetic.precision(_BITS):
            values = [
                arithmetic.hull(*(Tape(end, ())(arithmetic, []) for end in (bounds[x].lo, bounds[x].hi)))
                for x in variables
            ]
            found = Tape(goal.shows.expr, variables)(arithmetic, values)
            return bool(found > 0 if goal.shows.strict else found >= 0)
    except (Undefined, Unsupported):
        return False


def _constant_holds(shows: Inequality) -> bool:
    positive = is_positive(shows.expr)
    if positive is True:
        return True
    try:
        if decided(relation(shows)) is True:
            return True
    except (NoNormalForm, IllFormed, NoDerivative, ArithmeticError, ValueError):
        pass
    return not shows.strict and constants.is_zero(shows.expr)


def obvious(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """The goal is a condition, or follows from the signs of its parts, or from one evaluation on the whole domain."""
    if not follows(goal, arithmetic):
        raise Rejected(f"it is not plain that {goal}")
    return []


def constant(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """A statement without variables, decided exactly or in balls."""
    if goal.shows.expr.free_symbols or not _constant_holds(goal.shows):
        raise Rejected(f"it is not certain that {goal.shows}")
    return []


def contradiction(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """The conditions contradict each other: from all but number `condition`, that one does not hold.

    Sound: then no assignment meets all of them, and the goal holds of all that do.
    """
    n = data.get("condition")
    if not isinstance(n, int) or not 0 <= n < len(goal.given):
        raise Rejected(f"condition: must be the number of one, not {n!r}")
    g = goal.given[n]
    rest = goal.given[:n] + goal.given[n + 1 :]
    return [Goal(goal.variables, rest, Inequality(-g.expr, not g.strict))]
