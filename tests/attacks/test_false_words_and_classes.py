"""What words say of families and fields, and what is said for all continuous functions, read of something else."""

from __future__ import annotations

import pytest

from tests.attacks.steps import (
    A,
    I,
    Pt,
    T,
    V,
    combine,
    domain,
    eq,
    every,
    fn,
    ge,
    given,
    gt,
    has,
    head,
    identity,
    inner,
    instantiate,
    lam,
    less,
    of,
    plus,
    real,
    term,
    there,
    times,
    whole,
)
from verify.core import kernel
from verify.core.definedness import put_in
from verify.core.equality import same
from verify.core.nodes import Refused, node
from verify.core.printing import text, theorem_text
from verify.core.signs import Facts
from verify.core.terms import in_coordinates, predicate, value_at

f, h = head("f"), head("h")
r, s, t, x, y = (real(c) for c in "rstxy")
U, W = head("u", "vector"), head("w", "vector")
ONE_AND_TWO = node("tuple", term(1), term(2))


def axiom(*formulas):
    return kernel.cite(kernel.Axiom("an axiom", "As it says.", "nowhere", tuple(formulas[:-1]), formulas[-1]))


def refuted(given_, states, values, discharge=()):
    kernel.refutes(kernel.witness(given_, states, values, discharge), given_, states)


FIELD, FAMILY = "vector ↦ number", "integer ↦ vector"
LINE = head("F", "constant")


def test_a_function_that_has_a_property_is_written_with_its_arguments():
    """W(f) was said of functions of numbers and of fields, at 0 or where f is not applied: W(r ↦ −1) ⊢ f(u) > 0."""
    for kind in ("function", "integer function", "partial function", "vector", "point", "constant"):
        with pytest.raises(Refused, match="by a rule"):
            predicate("W", head("f", kind))
    with pytest.raises(Refused, match="by a rule"):
        every(h, ge(0), predicate("W", h))
    for body in (term(-1), plus(A(f, V(U)), A(f, V(U, space=LINE)))):
        with pytest.raises(Refused, match="of which one space"):
            predicate("W", lam(U, body))
    moving = I(inner(V(U, space=T(x)), V(U, space=T(x))), x, 0, 1)
    with pytest.raises(Refused):
        predicate("W", lam(U, moving))
    assert predicate("W", of(head("Exp", "point"), head("p", "point"))).kind == "predicate"
    at_p = V(U, space=T(Pt("p")))
    assert predicate("W", lam([head("p", "point"), U], inner(at_p, at_p))).kind == "predicate"


def rules(shift):
    """For each kind of arguments: a head as a function of these, a value of it, and the rule that is `shift` there."""
    n, u, w, p = whole("n"), V(U), V(U, space=LINE), head("p", "point")
    pair = node("tuple", r, s)
    return {
        "number": (of(f, r), A(f, 3), lam(r, shift)),
        "two numbers": (of(f, r, s), A(f, 1, 2), lam([r, s], shift)),
        "a pair": (lam([r, s], A(f, pair)), A(f, ONE_AND_TWO), term(shift)),
        "integer": (of(f, n), A(f, 3), lam(n, shift)),
        "vector": (of(f, U), A(f, V(W)), lam(U, plus(shift, times(0, inner(u, u))))),
        "vector of F": (of(f, U, space=LINE), A(f, V(W, space=LINE)), lam(U, plus(shift, times(0, inner(w, w))))),
        "point": (of(f, p), A(f, Pt("q")), lam(p, shift)),
    }


@pytest.mark.parametrize("other", [kind for kind in rules(0) if kind != "a pair"])
@pytest.mark.parametrize("kind", rules(0))
def test_what_is_said_of_functions_of_one_kind_is_not_said_of_those_of_another(kind, other):
    """W(f) ⊢ f > 0 of the functions of one kind, and W, of those of another: −1. So −1 > 0, if these were one W."""
    (said, value, own), (_, _, rule) = rules(1)[kind], rules(1)[other]
    positive = axiom(predicate("W", said), gt(value))
    has_it = axiom(predicate("W", rule))
    if kind == other:
        above = gt(value_at(own, value.args[2:]))
        kernel.instantiate(positive, {f: rule}, [has_it], hypotheses=[], conclusion=above)
        return
    with pytest.raises(Refused):
        kernel.instantiate(positive, {f: rule}, [has_it], hypotheses=[], conclusion=gt(1))
    assert kind == "a pair" or not same(predicate("W", own), predicate("W", rule))
    at_0 = axiom(predicate("W", said), gt(A(f, 0)))
    with pytest.raises(Refused):
        kernel.instantiate(at_0, {f: rule}, [has_it], hypotheses=[], conclusion=gt(1))


def test_words_at_0_or_nowhere_applied_are_of_the_functions_that_they_are_said_of():
    """W, of fields: > 0, of functions of numbers: < 0. ⊢ −1 > 0, of W(f) ⊢ f(u) > 0 at u = 0 and ⊢ W(r ↦ −1).

    So also "the supremum of f is x" of a function of one number, and of one of two, gave f(r, s) ≤ 1 for f(r) ≤ 1.
    """
    of_fields, of_numbers, rule = has("W", of(f, U)), has("W", f), lam(r, -1)
    field, below = axiom(of_fields, gt(A(f, V(U)))), axiom(of_numbers, gt(0, A(f, r)))
    at_0 = kernel.instantiate(field, {U: term(0)}, hypotheses=[of_fields], conclusion=gt(A(f, 0)))
    negative = kernel.instantiate(below, {r: term(0)}, hypotheses=[of_numbers], conclusion=gt(0, A(f, 0)))
    with pytest.raises(Refused):
        kernel.instantiate(at_0, {f: rule}, [axiom(has("W", rule))], hypotheses=[], conclusion=gt(-1))
    with pytest.raises(Refused):
        kernel.combine(gt(0), [(at_0, term(1)), (negative, term(1))], hypotheses=[of_numbers])
    kernel.combine(gt(0), [(at_0, term(1)), (negative, term(1))], hypotheses=[of_numbers, of_fields])
    kernel.instantiate(negative, {f: rule}, [axiom(has("W", rule))], hypotheses=[], conclusion=gt(0, -1))
    handed = axiom(has("V", f), of_numbers)
    with pytest.raises(Refused):
        kernel.instantiate(at_0, {}, [handed], hypotheses=[has("V", f)], conclusion=gt(A(f, 0)))
    kernel.instantiate(negative, {}, [handed], hypotheses=[has("V", f)], conclusion=gt(0, A(f, 0)))
    bounded = every(r, ge(1, A(f, r)))
    below = axiom(bounded, has("sup", f, x), ge(1, x))
    for arguments, ok in (((r, s), False), ((s,), True)):
        supremum = has("sup", of(f, *arguments), x)
        above = axiom(supremum, ge(x, A(f, *arguments)))
        goal, terms = ge(1, A(f, *arguments)), [(below, term(1)), (above, term(1))]
        if ok:
            kernel.combine(goal, terms, hypotheses=[bounded, supremum])
            continue
        with pytest.raises(Refused):
            kernel.combine(goal, terms, hypotheses=[bounded, supremum])


def test_what_is_said_of_functions_of_real_numbers_is_not_said_of_integer_functions():
    """W, of functions of a real number: f < 0; all families of integers have it. So 0 > N(3)."""
    family, n = head("N", "integer function"), whole("n")
    below = axiom(has("W", f), gt(0, A(f, 3)))
    have_it = axiom(has("W", family))
    with pytest.raises(Refused):
        kernel.instantiate(below, {f: family}, [have_it], hypotheses=[], conclusion=gt(0, A(family, 3)))
    of_families = axiom(has("W", of(f, n)), gt(0, A(f, 3)))
    kernel.instantiate(of_families, {f: family}, [have_it], hypotheses=[], conclusion=gt(0, A(family, 3)))
    with pytest.raises(Refused):
        refuted([has("W", family)], gt(0, A(family, 3)), {family: lam(r, 1)}, [axiom(has("W", lam(r, 1)))])
    refuted([has("W", family)], gt(0, A(family, 3)), {family: lam(n, 1)}, [axiom(has("W", lam(n, 1)))])


def test_a_rule_keeps_the_space_of_its_vectors():
    """W, of fields of F: > 0, of fields of E: < 0: a rule lost its space as 0 took the place of what spoke of it."""
    g, u, w = head("g"), V(U), V(U, space=LINE)
    on_e, on_line = (lam(U, plus(-1, times(0, inner(v, v)))) for v in (u, w))
    assert not same(predicate("W", on_e), predicate("W", on_line))
    below, zero = predicate("W", lam(U, plus(-1, times(-1, A(g, u), A(g, u))))), lam(U, 0)
    with pytest.raises(Refused, match="of which one space"):
        kernel.instantiate(axiom(below), {g: zero}, hypotheses=[], conclusion=below)
    square = times(0, inner(u, u))
    kept = predicate("W", lam(U, plus(-1, times(-1, square, square))))
    kernel.instantiate(axiom(below), {g: lam(U, square)}, hypotheses=[], conclusion=kept)
    p, q = (T(Pt(name)) for name in "pq")
    at_p, at_q = (lam(U, inner(V(U, space=space), V(U, space=space))) for space in (p, q))
    moved = kernel.instantiate(
        axiom(predicate("W", at_p)), {head("p", "point"): Pt("q")}, hypotheses=[], conclusion=predicate("W", at_q)
    )
    with pytest.raises(Refused):
        kernel.instantiate(axiom(predicate("W", at_p), ge(-1)), {}, [moved], hypotheses=[], conclusion=ge(-1))


# --- counterexamples --------------------------------------------------------------------------------------------------


def test_what_is_said_of_functions_of_numbers_is_not_said_of_fields():
    """W, of a function of two numbers: it is ≥ 0, of one of a vector: < 0. ∀h with W(h): h(1, 2) ≥ 0, but not h(u)."""
    of_numbers = every(h, ge(A(h, 1, 2)), has("W", of(h, r, s)))
    of_vectors = every(h, ge(A(h, V(U))), has("W", of(h, U)))
    in_two = every(h, ge(A(h, 1, 2)), there("W", 2, FIELD, of(h, r, s)))
    with pytest.raises(Refused, match="not shown to meet"):
        refuted([of_vectors], ge(0, 1), {U: ONE_AND_TWO}, [axiom(of_numbers)])
    refuted([of_vectors], ge(0, 1), {U: ONE_AND_TWO}, [axiom(in_two)])
    refuted([of_numbers], ge(0, 1), {}, [axiom(of_numbers)])


@pytest.mark.parametrize("kind", ["vector", "point"])
def test_what_is_said_of_all_families_with_a_property_is_read_of_all(kind):
    """For all families u: "Q"(u). Read of the coordinates of a value, it said so of one family, whatever it is.

    And Q(u) ⇒ r ≥ 0, if r ≥ 0 where any family has Q, was refuted, as no family has Q, but a rule with coordinates has.
    """
    family, n = head("u", kind), whole("n")
    has_q, values = has("Q", of(family, n)), f"integer ↦ {kind}"
    said, rule = every(family, ge(r), has_q), lam(n, node("tuple", n, term(2)))
    one = axiom(there("Q", 2, values, rule))
    for held, states, assigned, known in (
        ([said], ge(0, 1), {r: term(-1)}, []),
        ([has_q, said], ge(r), {family: rule, r: term(-1)}, [one]),
        ([every(s, ge(-1), said)], ge(0, 1), {r: term(-1)}, [one]),
        ([has("Q", lam(n, times(2, V(U, n))))], ge(0, 1), {U: rule}, [axiom(there("Q", 2, FAMILY, rule))]),
    ):
        with pytest.raises(Refused, match=r"a family|not shown to meet"):
            refuted(held, states, assigned, known)
    none_has = axiom(every(s, ge(-1), every(family, ge(-1))))  # what it says if it is read of all as a condition, too
    with pytest.raises(Refused, match="a family"):
        refuted([every(s, ge(-1), said)], ge(0, 1), {r: term(-1)}, [none_has])
    of_all = [every(family, eq(A(f, V(U)), A(f, Pt(family, 1) if kind == "point" else V(family, 1))), has_q)]
    with pytest.raises(Refused, match="has no value"):
        refuted(of_all, ge(0, 1), {f: lam([x, y], 0), U: ONE_AND_TWO}, [])
    refuted([said], ge(0, 1), {r: term(0)})
    refuted([has_q, said], ge(r, 1), {family: rule, r: term(0)}, [one])


def test_what_is_said_of_a_family_of_vectors_is_not_met_by_words_on_a_vector():
    """Said of (1, 2) it is said of the vector u, not of the family u."""
    n, known = whole("n"), axiom(there("Q", 2, "vector", ONE_AND_TWO))
    with pytest.raises(Refused):
        refuted([has("Q", of(U, n))], ge(0, 1), {U: ONE_AND_TWO}, [known])
    refuted([has("Q", V(U))], ge(0, 1), {U: ONE_AND_TWO}, [known])


def test_continuous_in_a_vector_is_not_continuous_in_one_coordinate():
    """A condition that is true, as h is continuous, was read as one that is false, as [y = 0] is continuous in x.

    For h with h(s·w) = 0 for s > 0, and an integral of h along u: h(0·w) = 0. At u = (1, 0), w = (0, 1) the integral is
    one of h(t, 0). So what is false was read as being asked only where another thing is that is false.
    """

    def limit(over, at, end):
        same = I(over, t, 0, 1)
        return every(h, eq(end), every(s, eq(at), gt(s)), eq(same, same))

    def of_vectors(first, second):
        return limit(A(h, times(t, first)), A(h, times(s, second)), A(h, times(0, second)))

    true = of_vectors(V(U), V(W))
    false = limit(A(h, t, 0), A(h, 0, s), A(h, 0, 0))
    axes = {U: node("tuple", term(1), term(0)), W: node("tuple", term(0), term(1))}
    with pytest.raises(Refused, match="about other functions"):
        refuted([every(r, false, true)], ge(0, 1), axes)
    both = of_vectors(plus(V(U), V(W)), V(W))
    refuted([every(r, both, both)], ge(0, 1), axes)
    numbers = limit(A(h, times(t, x), t), A(h, 0, s), A(h, 0, 0))
    with pytest.raises(Refused, match="about other functions"):  # continuous in both, and in the second only
        refuted([every(r, limit(A(h, 0, t), A(h, s, 0), A(h, 0, 0)), numbers)], ge(0, 1), {x: term(0)})


def test_continuous_in_vectors_is_not_continuous_in_numbers_at_zero():
    """∀v with G(v): k(v) = 1, G(v) for all h continuous in vectors, gave k(0) = 1 from G(0), for h of numbers."""

    def limit(at):
        same = I(A(h, times(t, at)), t, 0, 1)
        return every(h, eq(A(h, 0)), every(s, eq(A(h, s)), gt(s)), eq(same, same))

    schema, there = every(U, eq(A(f, V(U)), 1), limit(V(U))), limit(term(0))
    for made in (
        combine(ge(A(f, 0), 1), [], schema, there),
        identity(A(f, 0), 1, there, using=[schema]),
        instantiate(given(schema), [0], eq(A(f, 0), 1), schema, there),
    ):
        with pytest.raises(Refused):
            made.run()
    at_w = limit(V(W))
    instantiate(given(schema), [V(W)], eq(A(f, V(W)), 1), schema, at_w).run()
    plain = every(U, eq(A(f, V(U)), 1), ge(A(h, V(U))))
    identity(A(f, 0), 1, ge(A(h, 0)), using=[plain]).run()


def test_a_rule_does_not_split_what_is_said_of_continuous_functions():
    """That a partial function is defined at (∫h, h(0)), for all h that are ≥ 1 at all s > 0, says two things of a rule.

    By itself the second is said of all h, as it integrates none. It is false, so all follows from it as a condition.
    """
    d, a, b, g = head("d", "partial function"), real("a"), real("b"), head("g")
    over = I(A(h, t), t, 0, 1)
    large = every(s, ge(A(h, s), 1), gt(s))
    positive = every([a, b], domain(d, a, b), gt(a), gt(b))
    everywhere = every(h, domain(d, over, A(h, 0)), large)
    where = every(x, eq(A(g, x), 1), everywhere)
    held, wanted = [positive, where], eq(A(g, 0), 1)
    same = kernel.identity(eq(over, over), hypotheses=[positive, large])
    at_zero = kernel.instantiate(
        axiom(large, eq(over, over), gt(A(h, 0))), {}, [same], hypotheses=[positive, large], conclusion=gt(A(h, 0))
    )
    defined = kernel.instantiate(
        kernel.assume(positive, hypotheses=[large]),
        [over, A(h, 0)],
        [at_zero, axiom(large, gt(over))],
        hypotheses=[positive, large],
        conclusion=domain(d, over, A(h, 0)),
    )
    shown = kernel.generalize(defined, [h], [large], hypotheses=held)
    proved = kernel.instantiate(
        kernel.assume(where, hypotheses=held), [term(0)], [shown], hypotheses=held, conclusion=wanted
    )
    for rule, ok in (
        (lam([a, b], plus(fn("log", a), fn("log", b))), False),
        (lam([a, b], fn("log", times(a, b))), True),
    ):
        made = [c for f in held for c in put_in(f, {d: rule})]
        if ok:
            kernel.instantiate(proved, {d: rule}, hypotheses=made, conclusion=wanted)
            continue
        with pytest.raises(Refused, match="which functions"):
            kernel.instantiate(proved, {d: rule}, hypotheses=made, conclusion=wanted)


def test_coordinates_do_not_split_what_is_said_of_continuous_functions():
    """∀h ≥ 1 at all s > 0: ∫ h·u + min(h(0), 0)·w = ∫ h·u is true; at u = (1, 0) its second coordinate has no ∫ h."""
    low, over = fn("min", A(h, 0), 0), I(times(A(h, t), V(U)), t, 0, 1)
    large = every(s, ge(A(h, s), 1), gt(s))
    true = every(h, eq(plus(over, times(low, V(W))), over), large)
    false = every(h, eq(low), large)
    axes = {U: node("tuple", term(1), term(0)), W: node("tuple", term(0), term(1))}
    with pytest.raises(Refused, match="about other functions"):
        refuted([every(x, false, true)], ge(0, 1), axes)
    refuted([every(x, true, true)], ge(0, 1), axes | {U: ONE_AND_TWO})


def test_what_words_are_said_of_is_shown():
    """A vector and the family with its name, and the rules v ↦ 1 of a number and of a vector, were shown alike."""
    n = whole("n")
    for family, value in ((U, V(U)), (head("p", "point"), Pt("p"))):
        assert text(has("Q", value)) == f'"Q"({family.args[0]})'
        assert text(has("Q", of(family, n))) == f'"Q"((i integer ↦ {family.args[0]}(i)))'
    for name, value in (("e", node("e")), ("π", node("pi"))):
        assert text(has("Q", value)) == f'"Q"({name})'
        assert text(has("Q", V(name))) == f'"Q"({name}⟨vector⟩)'
        assert text(has("Q", head(name))) == f'"Q"((r ↦ {name}⟨function⟩(r)))'
    beside = frozenset([real("r"), s, U])
    square = times(0, inner(V(W), V(W)))
    of_number, of_vector = (theorem_text([], has("Q", lam(v, body)), beside) for v, body in ((x, term(1)), (W, square)))
    assert of_number == '⊢ "Q"((v ↦ 1))'
    assert of_vector == '⊢ "Q"((v vector ↦ 0·⟨v, v⟩))'


def test_what_is_said_of_the_line_is_not_used_in_the_plane():
    """That x + y is Exp of a flat space of the dimension of E, where E is a line; u, w in a plane were no multiples.

    Words are said of all that has coordinates together with their number.
    """
    words, first, second = "a flat space, of the dimension of E", node("tuple", term(1), term(0)), ONE_AND_TWO
    parallel = eq(times(inner(V(U), V(W)), inner(V(U), V(W))), times(inner(V(U), V(U)), inner(V(W), V(W))))
    g, kinds = head("g", "point"), "vector ↦ point"
    said = [has(words, of(g, U)), eq(A(f, Pt(g, V(U))), A(f, Pt(g, V(U))))]
    line, flat = lam(x, node("tuple", x)), lam([x, y], node("tuple", x, y))
    plane = {U: first, W: second, g: flat, f: lam([x, y], 0)}
    of_line = axiom(there(words, 1, kinds, line))
    for known in (of_line, axiom(there(words, 1, kinds, flat)), axiom(has(words, flat))):
        with pytest.raises(Refused, match="not shown to meet"):
            refuted(said, parallel, plane, [known])
    one = dict.fromkeys((U, W), node("tuple", term(1)))
    refuted(said, eq(inner(V(U), V(W)), 0), one | {g: line, f: lam(x, 0)}, [of_line])
    assert len({in_coordinates(words, n, ["vector"]) for n in range(1, 20)}) == 19
    refuted(said, parallel, plane, [axiom(there(words, 2, kinds, flat))])


def test_a_number_is_no_function_that_has_a_property():
    """That 3 has a property was taken for: a family of vectors of a line has, of which 3 is the one without index."""
    n = whole("n")
    for family, value in (("vector", node("tuple", term(3))), ("point", node("tuple", term(3))), ("function", term(3))):
        number = family == "function"
        said = [has("Q", of(head("c", family), n)), *([] if number else [eq(V(U), V(U))])]
        known = has("Q", lam(n, 3)) if number else there("Q", 1, f"integer ↦ {family}", lam(n, value))
        for assigned, ok in ((value, False), (lam(n, value), True)):
            values = {head("c", family): assigned, U: node("tuple", term(1))}
            if ok:
                refuted(said, eq(1, 0), values, [axiom(known)])
                continue
            with pytest.raises(Refused):
                refuted(said, eq(1, 0), values, [axiom(known)])


def test_words_on_vectors_are_not_said_of_the_number_0():
    """ "A vector of E" is said of all vectors of E, and of no number: of 0, which is both, it was both: ⊢ 0 ≥ 1.

    And ∀v: W(v), ∀x with W(x): x ≥ 1 ⇒ 0 ≥ 1 was proved, and refuted by what is said of tuples, which are no numbers.
    """
    words, zero = "a vector of E", times(0, V(U))
    all_vectors, numbers = every(U, has(words, V(U))), every(x, ge(0, 1), has(words, x))

    def at(t):
        return kernel.instantiate(axiom(all_vectors), [t], hypotheses=[], conclusion=has(words, t))

    with pytest.raises(Refused, match="of the number 0"):
        at(term(0))
    assert not Facts([all_vectors]).holds(has(words, term(0)))
    assert Facts([all_vectors]).holds(has(words, zero))
    assert not same(has(words, zero), has(words, term(0)))
    assert same(has(words, zero), has(words, less(V(U), V(U))))
    kernel.instantiate(axiom(numbers), [term(0)], [at(zero)], hypotheses=[has(words, term(0))], conclusion=ge(0, 1))
    with pytest.raises(Refused):
        kernel.instantiate(axiom(numbers), [term(0)], [at(zero)], hypotheses=[], conclusion=ge(0, 1))
    tuples = every(x, there(words, 1, "vector", node("tuple", x)))
    no_numbers = every(x, ge(0, 1), there(words, 1, "number", x))
    refuted([all_vectors, numbers], ge(0, 1), {}, [axiom(tuples), axiom(no_numbers)])


def test_words_on_families_of_vectors_are_not_said_of_functions():
    """The family of zeros is not the function 0: words on the one became words on the other."""
    n, words = whole("n"), "a family of vectors"
    families = axiom(has(words, of(U, n)))
    none = lam(n, times(0, V(W)))
    with pytest.raises(Refused, match="of the number 0"):
        kernel.instantiate(families, {U: lam(n, 0)}, hypotheses=[], conclusion=has(words, lam(n, 0)))
    kernel.instantiate(families, {U: none}, hypotheses=[], conclusion=has(words, none))
    assert not same(has(words, none), has(words, lam(n, 0)))


def test_what_is_said_of_a_space_is_not_used_of_one_of_another_dimension():
    """E is a line, as an axiom says ⇒ u, w are parallel: refuted by vectors of the plane, of which it is not said.

    Whether it is said of its dimension, or of nothing.
    """
    product, squares = inner(V(U), V(W)), times(inner(V(U), V(U)), inner(V(W), V(W)))
    parallel = eq(times(product, product), squares)
    plane = {U: node("tuple", term(1), term(0)), W: ONE_AND_TWO}
    for line in (has("is the dimension of E", term(1)), has("E is a line")):
        with pytest.raises(Refused, match="not shown to meet"):
            refuted([line], parallel, plane, [axiom(line)])
    refuted([has("E is a plane")], parallel, plane, [axiom(there("E is a plane", 2))])


def test_what_is_said_of_functions_of_two_numbers_is_not_said_of_fields_of_the_plane():
    """W, of fields: > 0, of functions of two numbers: < 0. W(f) ⇒ f(u) > 0 is true, and was refuted."""
    given_, states, values = [has("W", of(f, U))], gt(A(f, V(U))), {f: lam([r, s], -1), U: ONE_AND_TWO}
    for known in (has("W", lam([r, s], -1)), there("W", 2, "number, number ↦ number", lam([r, s], -1))):
        with pytest.raises(Refused, match="not shown to meet"):
            refuted(given_, states, values, [axiom(known)])
    refuted(given_, states, values, [axiom(there("W", 2, FIELD, lam([r, s], -1)))])


def test_a_gradient_at_zero_is_of_a_space_that_it_does_not_name():
    """E is a line ⇒ ∇f(0), ∇g(0) are parallel, and W(f), ∇f(0) = 0 ⇒ f(0) > 0 for W of fields only, were refuted."""
    g = head("g")
    at_zero = [node("gradient", each, term(0)) for each in (f, g)]
    squares = times(*(inner(each, each) for each in at_zero))
    parallel = eq(times(inner(*at_zero), inner(*at_zero)), squares)
    plane = {f: lam([r, s], r), g: lam([r, s], s), U: ONE_AND_TWO}
    line = has("E is a line")
    with pytest.raises(Refused, match="not shown to meet"):
        refuted([line], parallel, plane, [axiom(line)])
    refuted([], parallel, plane)
    field = [has("W", of(f, U)), eq(inner(at_zero[0], at_zero[0]))]
    with pytest.raises(Refused, match="not shown to meet"):
        refuted(field, gt(A(f, 0)), {f: lam(r, -1)}, [axiom(has("W", lam(r, -1)))])
    refuted(field, gt(A(f, 0)), {f: lam(r, -1)}, [axiom(there("W", 1, FIELD, lam(r, -1)))])


def test_what_is_said_of_functions_of_numbers_is_not_read_as_of_fields_beside_a_vector():
    """W, of functions of a number: > 0, of fields of a line: < 0. W(f) ⇒ f(1) > 0 is true, and was refuted beside u.

    So were what is said of all, of r ↦ r, of a pair, and of a curve: words on fields were taken for it.
    """
    below, line, curve = lam(r, -1), {U: node("tuple", term(3))}, head("c", "vector")
    unit, beside = lam(r, node("tuple", term(1))), eq(V(U), V(U))
    pair, on_fields = node("tuple", term(1)), there("W", 1, FIELD, below)
    for values, held, states, known in (
        ({f: below}, [has("W", f)], gt(A(f, 1)), on_fields),
        ({f: below}, [has("W", f)], gt(A(f, 0)), on_fields),
        ({f: below}, [has("W", f), eq(A(f, V(U)), -1)], gt(A(f, 1)), on_fields),
        ({}, [has("W", f), eq(A(f, 1), A(f, 1))], ge(0, 1), every(h, there("W", 1, FIELD, h))),
        ({}, [every(h, ge(1, A(h, 1)), has("W", h))], ge(0, 1), every(h, ge(1, A(h, 1)), there("W", 1, FIELD, h))),
        ({}, [has("W", lam(r, r))], ge(0, 1), there("W", 1, FIELD, lam(r, r))),
        ({}, [has("W", pair)], ge(0, 1), there("W", 1, "vector", pair)),
        ({curve: unit}, [has("W", of(curve, r))], gt(inner(V(curve, 1), V(curve, 1)), 1), there("W", 1, FAMILY, unit)),
    ):
        with pytest.raises(Refused, match="not shown to meet"):
            refuted([*held, beside], states, values | line, [axiom(known)])
    refuted([has("W", f)], gt(A(f, 1)), {f: below}, [axiom(has("W", below))])
    field = [has("W", of(f, U)), eq(A(f, 0), -1)]
    refuted(field, gt(A(f, V(U))), {f: below} | line, [axiom(on_fields)])


def test_what_is_said_of_all_functions_with_a_property_is_not_read_beside_a_field():
    """W(f), u = 0, ∀h with W(h): h(0) ≥ 0 ⊢ f(u) ≥ 0, which −1 for f refuted in the plane: h is no function of two."""
    of_zero = every(h, ge(A(h, 0)), has("W", of(h, U)))
    held, states, minus_one = [has("W", of(f, U)), eq(V(U)), of_zero], ge(A(f, V(U))), lam([r, s], -1)
    assumed = [kernel.assume(g, hypotheses=held) for g in held]
    at_zero = kernel.instantiate(assumed[2], [f], assumed[:1], hypotheses=held, conclusion=ge(A(f, 0)))
    kernel.proves(kernel.combine(states, [(at_zero, term(1))], assumed[1:2], hypotheses=held), held, states)
    plane = {U: node("tuple", term(0), term(0)), f: minus_one}
    has_it = axiom(there("W", 2, FIELD, minus_one))
    at_one_number = axiom(every(h, ge(A(h, 0)), there("W", 2, FIELD, of(h, r, s))))
    with pytest.raises(Refused):
        refuted(held, states, plane, [has_it, at_one_number])
    refuted(held[:2], states, plane, [has_it])


def test_words_of_one_claim_are_not_said_of_numbers_and_vectors_in_coordinates():
    """(r, s) ↦ s is bounded in its first argument; as a field it is linear, not 0, and not bounded: yet it was read so.

    And a point is moved by translations, a vector is not: both are two numbers. So are (r, u) and (u, r) of a line.
    """
    words, rule, g = "bounded in its first argument", lam([r, s], s), head("g")
    known = axiom(there(words, 2, "number, number ↦ number", rule))
    linear = [has(words, of(g, U)), every(W, eq(A(g, V(W)), inner(V(U), V(W))))]
    values = {f: rule, g: rule, U: node("tuple", term(0), term(1))}
    square, of_f = eq(inner(V(U), V(U))), [has(words, of(f, r, s)), eq(A(f, 1, 2), 2)]
    with pytest.raises(Refused, match="not shown to meet"):
        refuted([*of_f, *linear], square, values, [known])
    refuted([*of_f, linear[1]], square, values, [known])
    p, axes = head("p", "point"), node("tuple", term(1), term(1))
    moved = [has("moved by no translation", value) for value in (Pt(p), V(U))]
    said = axiom(there("moved by no translation", 2, "vector", axes))
    with pytest.raises(Refused, match="not shown to meet"):
        refuted(moved, ge(0, 1), {p: axes, U: axes}, [said])
    refuted(moved[1:], ge(0, 1), {U: axes}, [said])
    first = axiom(there(words, 1, "number, vector ↦ number", rule))
    for order, ok in (((r, U), True), ((U, r), False)):
        claim = [has(words, of(f, *order)), eq(V(U), V(U))], ge(0, 1), {f: rule, U: node("tuple", term(1))}, [first]
        if ok:
            refuted(*claim)
            continue
        with pytest.raises(Refused, match="not shown to meet"):
            refuted(*claim)


def test_one_vector_at_one_point_is_no_vector_at_each_point():
    """F has a vector at each point q; p ↦ w, with w at q, has not, but for q."""
    p, q, field = head("p", "point"), head("q", "point"), head("F", "vector")
    at = V(field, Pt(q), space=T(Pt(q)))
    everywhere = every(q, ge(inner(at, at), 1))
    rule = lam(p, V("w", space=T(Pt(q))))
    with pytest.raises(Refused, match="only a head takes its place"):
        kernel.instantiate(kernel.assume(everywhere), {field: rule}, hypotheses=[everywhere], conclusion=everywhere)
