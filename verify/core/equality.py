"""When formulas say the same, and when one follows at once from others.

`same` is about what formulas say wherever both are defined; it proves nothing of a formula that may be undefined.
`follows` and `settle` are about truth: what is true by a law, and not as it is written, they ask to be defined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verify.core.definedness import conditions, necessary, restrictions
from verify.core.nodes import OTHER, POINT_SORT, SCALAR, ZERO_SORT, Refused, Term, is_vector, rule_spaces
from verify.core.polynomials import difference, minus, total
from verify.core.signs import ALLOWED, Facts
from verify.core.terms import fresh, opened, sides
from verify.core.uses import integrated
from verify.core.zero import NormalForm, Undecided

Known = Facts | Iterable[Term]


def _facts(known: Known) -> Facts:
    return known if isinstance(known, Facts) else Facts(known)


# --- saying the same --------------------------------------------------------------------------------------------------


def same_term(a: Term, b: Term, facts: Known = ()) -> bool:
    """Whether the terms are equal wherever both are defined and the facts hold.

    Functions are equal if their values are, for all arguments, of the same spaces. Heads of families and functions are
    equal only if they are one; so are terms of different spaces never.
    """
    return _equal(a, b, NormalForm(_facts(facts)))


def same(f: Term, g: Term, facts: Known | NormalForm = ()) -> bool:
    """Whether the formulas say the same wherever both are defined and the facts (of the normal form) hold."""
    return f is g or _alike(f, g, facts if isinstance(facts, NormalForm) else NormalForm(_facts(facts)))


def _equal(a: Term, b: Term, form: NormalForm) -> bool:
    if a is b:
        return True
    if a.kind == b.kind == "lambda":
        if a.args[0] != b.args[0]:
            return False
        variables = fresh(*a.args[0])
        left, right = opened(a.args[1], variables), opened(b.args[1], variables)
        alike = integrated([left], variables) == integrated([right], variables) and is_vector(left) == is_vector(right)
        return alike and rule_spaces(a) == rule_spaces(b) and _equal(left, right, form)
    if a.kind == b.kind and a.kind in ("tuple", "tangent"):
        return len(a.args) == len(b.args) and all(_equal(x, y, form) for x, y in zip(a.args, b.args, strict=True))
    try:
        if a.sort == b.sort == POINT_SORT:
            return form.same_point(a, b)
        if not _comparable(a, b):
            return False
        return form.is_zero(minus(a, b))
    except Refused:
        return False


def _comparable(a: Term, b: Term) -> bool:
    """Whether both are numbers, or vectors of one space; 0 is a vector of each."""
    if OTHER in (a.sort, b.sort) or POINT_SORT in (a.sort, b.sort):
        return False
    return bool(a.sort == b.sort or ZERO_SORT in (a.sort, b.sort))


def _alike(f: Term, g: Term, form: NormalForm) -> bool:
    if f is g:
        return True
    if not _of_one_shape(f, g):
        return False
    if f.kind == "predicate":
        pairs = list(zip(f.args[1:], g.args[1:], strict=True))
        return f.args[0] == g.args[0] and all(is_vector(x) == is_vector(y) and _equal(x, y, form) for x, y in pairs)
    if f.kind == "forall":
        return _alike_for_all(f, g, form)
    return f.kind == "relation" and _alike_relations(f, g, form)


def _alike_relations(f: Term, g: Term, form: NormalForm) -> bool:
    """The same relation to 0 of terms that are equal; = and ≠ also of terms that are equal but for the sign."""
    (op, a, b), (other, c, d) = sides(f), sides(g)
    if op != other:
        return False
    if POINT_SORT in (a.sort, c.sort):
        return (_equal(a, c, form) and _equal(b, d, form)) or (_equal(a, d, form) and _equal(b, c, form))
    first, second = difference(f), difference(g)
    if not _comparable(first, second):
        return False
    try:
        if form.is_zero(minus(first, second)):
            return True
        return op in ("=", "≠") and form.is_zero(total(first, second))
    except Refused:
        return False


def _alike_for_all(f: Term, g: Term, form: NormalForm) -> bool:
    """For all values, under conditions that are met by the same ones, bodies that say the same.

    A condition that may be undefined restricts the values by that alone; so each must be the same formula, or both must
    be defined wherever those before it are met. A bound function that is integrated is a continuous one: both must
    integrate the same.
    """
    variables = fresh(*f.args[0])
    first, second = ([opened(x, variables) for x in formula.args[1:]] for formula in (f, g))
    if integrated(first, variables) != integrated(second, variables):
        return False
    inside = form.facts
    for x, y in zip(first[:-1], second[:-1], strict=True):
        if x is not y and not (inside.defines(x) and inside.defines(y) and _alike(x, y, NormalForm(inside))):
            return False
        inside = inside.more([x])
    return _alike(first[-1], second[-1], form if inside is form.facts else NormalForm(inside))


# --- following --------------------------------------------------------------------------------------------------------


def follows(f: Term, known: Known) -> bool:
    """Whether f is certain to be true where all that is known is: at once, without a search.

    It is among the known, or the facts settle it; or the sign of its normal form does, or it says the same as something
    known: then it is true if both are defined.
    """
    facts = _facts(known)
    if facts.holds(f):
        return True
    if not facts.defines(f):
        return False
    form = NormalForm(facts)
    return _true_by_sign(f, form) or any(_alike(f, k, form) and facts.is_defined(k) for k in facts.formulas)


def _of_one_shape(f: Term, k: Term) -> bool:
    """Whether they are built alike, down to the relations: others do not say the same."""
    if f is k:
        return True
    if f.kind != k.kind or len(f.args) != len(k.args):
        return False
    if f.kind == "forall":
        return f.args[0] == k.args[0] and all(map(_of_one_shape, f.args[1:], k.args[1:]))
    return f.kind != "relation" or sides(f)[0] == sides(k)[0]


def _true_by_sign(f: Term, form: NormalForm) -> bool:
    if f.kind != "relation" or difference(f).sort not in (SCALAR, ZERO_SORT):
        return False
    try:
        allowed = ALLOWED[sides(f)[0]]
        if not form.signs(form.canonical(difference(f))) & ~allowed:
            return True
        return not form.signs_of_factors(difference(f)) & ~allowed
    except Refused:
        return False


def settle(formulas: Iterable[Term], hypotheses: Sequence[Term], known: Sequence[Term], what: str) -> None:
    """Refuses unless each formula is true where the hypotheses and the known are.

    What is settled counts for those that come after it.

    Raises:
        Undecided: naming the first formula that is not settled.
    """
    stated = {*hypotheses, *known}
    facts: Facts | None = None
    for f in dict.fromkeys(formulas):
        if f in stated:
            continue
        if facts is None:
            facts = Facts([*known, *hypotheses])
        if not follows(f, facts):
            raise Undecided(f"{what}: it is not settled that {f!r}")
        facts.note(f)


def taken_as_read(given: Sequence[Term]) -> list[Term]:
    """What a claim grants as its hypotheses are defined, if a model reads these as people do.

    Until that is settled of one that says "for all", nothing is settled by it.
    """
    granted = [c for f in given for c in necessary(f)]
    plain = [f for f in given if not restrictions(f)]
    settle([c for f in given for c in restrictions(f)], plain, granted, "what is given")
    return granted


def taken_on(needed: Iterable[Term], hypotheses: Sequence[Term], known: Sequence[Term] = ()) -> None:
    """Refuses unless each formula is one of the hypotheses, or follows from them and what is known besides."""
    held = frozenset(hypotheses)
    left = [h for h in dict.fromkeys(needed) if h not in held]
    if left:
        all_known = [*known, *hypotheses]
        for h in left:
            if not follows(h, all_known):
                raise Undecided(f"the hypothesis {h!r} is not among those of the result, and does not follow from them")


def concluded(stated: Term, proved: Term, hypotheses: Sequence[Term], known: Sequence[Term]) -> None:
    """Refuses unless `stated` follows from `proved`: it says the same, and is defined.

    The conditions of what was proved are not asked for: a theorem's conclusion is defined.
    """
    if stated is proved:
        return
    everything = [*known, *hypotheses]
    if not same(proved, stated, everything):
        raise Undecided(f"{proved!r} does not say {stated!r}")
    settle(conditions(stated), hypotheses, everything, "the conclusion")


def says(proved: Term, stated: Term, known: Sequence[Term]) -> None:
    """Refuses unless both say the same wherever they are defined."""
    if proved is not stated and not same(proved, stated, known):
        raise Undecided(f"{proved!r} does not say {stated!r}")
