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
    head,
    identity,
    inner,
    instantiate,
    lam,
    less,
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
from verify.core.nodes import EUCLIDEAN, Refused, node
from verify.core.printing import text, theorem_text
from verify.core.signs import Facts
from verify.core.terms import in_coordinates, predicate, value_at

f, h = head("f"), head("h")
r, s, t, x, y = (real(c) for c in "rstxy")
U, W = head("u", "vector"), head("w", "vector")
ONE_AND_TWO = node("tuple", term(1), term(2))
AS_OF_FIELDS = "as it would be of"


def axiom(*formulas):
    return kernel.cite(kernel.Axiom("an axiom", "As it says.", "nowhere", tuple(formulas[:-1]), formulas[-1]))


def refuted(given_, states, values, discharge=()):
    kernel.refutes(kernel.witness(given_, states, values, discharge), given_, states)


def test_what_is_said_of_families_is_not_used_of_a_point_or_vector():
    """∀ families p with "Q"(p): f(p) = 1, and "Q" of the point q(n), which is no family, gave f(q(n)) = 1."""
    for family, value in ((head("p", "point"), Pt("q", whole("n"))), (head("u", "vector"), V("w"))):
        bare = Pt(family) if family.args[1] == "point" else V(family)
        of_families = every(family, eq(A(f, bare), 1), predicate("Q", family))
        of_values = every(family, eq(A(f, bare), 1), predicate("Q", bare))
        said = predicate("Q", value)
        for made in (
            combine(ge(A(f, value), 1), [], of_families, said),
            identity(A(f, value), 1, said, using=[of_families]),
            instantiate(given(of_families), [value], eq(A(f, value), 1), of_families, said),
        ):
            with pytest.raises(Refused):
                made.run()
        identity(A(f, value), 1, said, using=[of_values]).run()
        other = head("q", family.args[1])
        at_other = Pt(other) if family.args[1] == "point" else V(other)
        held = [of_families, predicate("Q", other)]
        instantiate(given(of_families), [other], eq(A(f, at_other), 1), *held).run()


def test_what_is_said_of_functions_of_numbers_is_not_said_of_fields():
    """W, of a function of two numbers: it is ≥ 0, of one of a vector: < 0. ∀h with W(h): h(1, 2) ≥ 0, but not h(u)."""
    of_numbers, of_vectors = (every(h, ge(at), predicate("W", h)) for at in (A(h, 1, 2), A(h, V(U))))
    with pytest.raises(Refused, match=AS_OF_FIELDS):
        refuted([of_vectors], ge(0, 1), {U: ONE_AND_TWO}, [axiom(of_numbers)])
    refuted([of_numbers], ge(0, 1), {U: ONE_AND_TWO}, [axiom(of_numbers)])


@pytest.mark.parametrize("kind", ["vector", "point"])
def test_what_is_said_of_all_families_with_a_property_is_read_of_all(kind):
    """For all families u: "Q"(u). Read of the coordinates of a value, it said so of one family, whatever it is.

    And Q(u) ⇒ r ≥ 0, if r ≥ 0 where any family has Q, was refuted, as no family has Q, but a rule with coordinates has.
    """
    family, other, n = head("u", kind), head("w", kind), whole("n")
    said, rule = every(family, ge(r), predicate("Q", family)), lam(n, node("tuple", n, term(2)))
    none, one = axiom(every(other, ge(0), predicate("Q", other))), axiom(there("Q", 2, rule))
    value = V(family) if kind == "vector" else Pt(family)
    for held, states, values, known in (
        ([said], ge(0, 1), {r: term(-1)}, [none]),
        ([every(family, eq(A(f, value), A(f, value)), predicate("Q", family))], ge(0, 1), {f: lam(x, 0)}, []),
        ([predicate("Q", family), said], ge(r), {family: rule, r: term(-1)}, [one, none]),
        ([every(s, ge(-1), said)], ge(0, 1), {r: term(-1)}, [one, none]),
        ([predicate("Q", lam(n, times(2, V(U, n))))], ge(0, 1), {U: rule}, [axiom(there("Q", 2, lam(n, n)))]),
    ):
        with pytest.raises(Refused, match=f"{AS_OF_FIELDS}|not shown to meet|has no value"):
            refuted(held, states, values, known)
    none_has = axiom(every(s, ge(-1), every(family, ge(-1))))  # what it says if it is read of all as a condition, too
    with pytest.raises(Refused, match=AS_OF_FIELDS):
        refuted([every(s, ge(-1), said)], ge(0, 1), {r: term(-1)}, [none_has])
    refuted([said], ge(0, 1), {r: term(0)})
    refuted([predicate("Q", family), said], ge(r, 1), {family: rule, r: term(0)}, [one])


def test_what_is_said_of_a_family_of_vectors_is_not_met_by_words_on_a_vector():
    """Said of (1, 2) it is said of the vector u, not of the family u."""
    value = {U: ONE_AND_TWO}
    with pytest.raises(Refused, match="is none"):
        refuted([predicate("Q", U)], ge(0, 1), value, [axiom(there("Q", 2, ONE_AND_TWO))])
    refuted([predicate("Q", V(U))], ge(0, 1), value, [axiom(there("Q", 2, ONE_AND_TWO))])


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
    for family, value in ((U, V(U)), (head("p", "point"), Pt("p"))):
        assert text(predicate("Q", value)) == f'"Q"({family.args[0]})'
        assert text(predicate("Q", family)) == f'"Q"({family.args[0]}(·))'
    constant = head("c", "constant")
    assert [text(predicate("Q", c)) for c in (constant, V(constant))] == ['"Q"(c(·))', '"Q"(c)']
    for name, number in (("e", node("e")), ("π", node("pi"))):
        assert text(predicate("Q", number)) == f'"Q"({name})'
        assert text(predicate("Q", V(name))) == f'"Q"({name}⟨vector⟩)'
        assert text(predicate("Q", head(name))) == f'"Q"({name}⟨function⟩)'
    beside = frozenset([real("r"), s, U])
    of_number, of_vector = (theorem_text([], predicate("Q", lam(v, 1)), beside) for v in (x, W))
    assert of_number == '⊢ "Q"((v ↦ 1))'
    assert of_vector == '⊢ "Q"((v vector ↦ 1))'


def test_what_is_said_of_the_line_is_not_used_in_the_plane():
    """That x + y is Exp of a flat space of the dimension of E, where E is a line; u, w in a plane were no multiples.

    Words are said of all that has coordinates together with their number.
    """
    words, first, second = "a flat space, of the dimension of E", node("tuple", term(1), term(0)), ONE_AND_TWO
    parallel = eq(times(node("inner", V(U), V(W)), node("inner", V(U), V(W))), times(
        node("inner", V(U), V(U)), node("inner", V(W), V(W)),
    ))  # fmt: skip
    g = head("g", "point")
    said = [predicate(words, g), eq(A(f, Pt(g, V(U))), A(f, Pt(g, V(U))))]
    line, flat = lam(x, node("tuple", x)), lam([x, y], node("tuple", x, y))
    plane = {U: first, W: second, g: flat, f: lam([x, y], 0)}
    of_line = axiom(there(words, 1, line))
    for known in (of_line, axiom(there(words, 1, flat)), axiom(predicate(words, flat))):
        with pytest.raises(Refused, match="not shown to meet"):
            refuted(said, parallel, plane, [known])
    one = dict.fromkeys((U, W), node("tuple", term(1)))
    refuted(said, eq(node("inner", V(U), V(W)), 0), one | {g: line, f: lam(x, 0)}, [of_line])
    assert len({in_coordinates(words, n) for n in range(1, 20)}) == 19
    refuted(said, parallel, plane, [axiom(there(words, 2, flat))])


@pytest.mark.parametrize("kind", ["vector", "point", "function"])
def test_what_is_said_of_a_number_is_not_said_of_a_family(kind):
    """That 3 has a property was taken for: a family of vectors of a line has, of which 3 is the one without index."""
    family = head("u", kind)
    said = predicate("Q", family)
    with pytest.raises(Refused, match="as of a function or family"):
        refuted([said], eq(1, 0), {family: term(3)}, [axiom(there("Q", 1, term(3)))])
    rule = lam(x, 3) if kind == "function" else lam(x, node("tuple", term(3)))
    of_rule = predicate("Q", rule) if kind == "function" else there("Q", 1, rule)
    refuted([said], eq(1, 0), {family: rule}, [axiom(of_rule)])


def test_words_on_vectors_are_not_said_of_the_number_0():
    """ "A vector of E" is said of all vectors of E, and of no number: of 0, which is both, it was both: ⊢ 0 ≥ 1.

    And ∀v: W(v), ∀x with W(x): x ≥ 1 ⇒ 0 ≥ 1 was proved, and refuted by what is said of tuples, which are no numbers.
    """
    words, zero = "a vector of E", times(0, V(U))
    all_vectors, numbers = every(U, predicate(words, V(U))), every(x, ge(0, 1), predicate(words, x))

    def at(t):
        return kernel.instantiate(axiom(all_vectors), [t], hypotheses=[], conclusion=predicate(words, t))

    with pytest.raises(Refused, match="of the number 0"):
        at(term(0))
    assert not Facts([all_vectors]).holds(predicate(words, term(0)))
    assert Facts([all_vectors]).holds(predicate(words, zero))
    assert not same(predicate(words, zero), predicate(words, term(0)))
    assert same(predicate(words, zero), predicate(words, less(V(U), V(U))))
    kernel.instantiate(
        axiom(numbers), [term(0)], [at(zero)], hypotheses=[predicate(words, term(0))], conclusion=ge(0, 1)
    )
    with pytest.raises(Refused):
        kernel.instantiate(axiom(numbers), [term(0)], [at(zero)], hypotheses=[], conclusion=ge(0, 1))
    tuples, no_numbers = every(x, there(words, 1, node("tuple", x))), every(x, ge(0, 1), there(words, 1, x))
    refuted([all_vectors, numbers], ge(0, 1), {}, [axiom(tuples), axiom(no_numbers)])


def test_words_on_families_of_vectors_are_not_said_of_functions():
    """The family of zeros is not the function 0: words on the one became words on the other."""
    families = axiom(predicate("a family of vectors", U))
    for value in (lam(x, 0), lam(x, times(0, V(W)))):
        said = predicate("a family of vectors", value)
        if value is lam(x, 0):
            with pytest.raises(Refused, match="of the number 0"):
                kernel.instantiate(families, {U: value}, hypotheses=[], conclusion=said)
        else:
            kernel.instantiate(families, {U: value}, hypotheses=[], conclusion=said)
    assert not same(said, predicate("a family of vectors", lam(x, 0)))


def test_what_is_said_of_a_space_is_not_used_of_one_of_another_dimension():
    """E is a line, as an axiom says ⇒ u, w are parallel: refuted by vectors of the plane, of which it is not said.

    Whether it is said of E, of its dimension, or of nothing.
    """
    product, squares = inner(V(U), V(W)), times(inner(V(U), V(U)), inner(V(W), V(W)))
    parallel = eq(times(product, product), squares)
    plane = {U: node("tuple", term(1), term(0)), W: ONE_AND_TWO}
    for line in (
        predicate("is a line", EUCLIDEAN),
        predicate("is the dimension of E", term(1)),
        predicate("E is a line"),
    ):
        with pytest.raises(Refused, match="not shown to meet"):
            refuted([line], parallel, plane, [axiom(line)])
    refuted([], parallel, plane)


def test_what_is_said_of_functions_of_two_numbers_is_not_said_of_fields_of_the_plane():
    """W, of fields: > 0, of functions of two numbers: < 0. W(f) ⇒ f(u) > 0 is true, and was refuted."""
    given_, states, values = [predicate("W", f)], gt(A(f, V(U))), {f: lam([r, s], -1), U: ONE_AND_TWO}
    with pytest.raises(Refused, match="not shown to meet"):
        refuted(given_, states, values, [axiom(predicate("W", lam([r, s], -1)))])
    refuted(given_, states, values, [axiom(there("W", 2, lam([r, s], -1)))])


def test_a_gradient_at_zero_is_of_a_space_that_it_does_not_name():
    """E is a line ⇒ ∇f(0), ∇g(0) are parallel, and W(f), ∇f(0) = 0 ⇒ f(0) > 0 for W of fields only, were refuted."""
    g = head("g")
    at_zero = [node("gradient", each, term(0)) for each in (f, g)]
    squares = times(*(inner(each, each) for each in at_zero))
    parallel = eq(times(inner(*at_zero), inner(*at_zero)), squares)
    plane = {f: lam([r, s], r), g: lam([r, s], s), U: ONE_AND_TWO}
    line = predicate("E is a line")
    with pytest.raises(Refused, match="not shown to meet"):
        refuted([line], parallel, plane, [axiom(line)])
    refuted([], parallel, plane)
    field = [predicate("W", f), eq(inner(at_zero[0], at_zero[0]))]
    with pytest.raises(Refused, match="not shown to meet"):
        refuted(field, gt(A(f, 0)), {f: lam(r, -1)}, [axiom(predicate("W", lam(r, -1)))])
    refuted(field, gt(A(f, 0)), {f: lam(r, -1)}, [axiom(there("W", 1, lam(r, -1)))])


def test_what_is_said_of_functions_of_two_numbers_is_not_said_of_those_of_a_pair():
    """W, of functions of a pair: > 0, of those of two numbers: < 0. W(f) ⇒ f((1, 2)) > 0 is true, and was refuted.

    Also where a partial function has none but a domain.
    """
    g, rule = head("g", "partial function"), lam([r, s], -1)
    for h_, given_, states in (
        (f, [], gt(A(f, ONE_AND_TWO))), (g, [domain(g, ONE_AND_TWO)], ge(0, 1))
    ):  # fmt: skip
        held = [predicate("W", h_), *given_]
        for said in (predicate("W", rule), there("W", 1, rule)):
            with pytest.raises(Refused, match=AS_OF_FIELDS):
                refuted(held, states, {h_: rule}, [axiom(said)])


def test_what_is_said_of_functions_of_numbers_is_not_read_as_of_fields_beside_a_vector():
    """W, of functions of a number: > 0, of fields of a line: < 0. W(f) ⇒ f(1) > 0 is true, and was refuted beside u.

    So were what is said of no function, of all, of r ↦ r, and of a curve: words on fields were taken for it.
    """
    below, line, curve = lam(r, -1), {U: node("tuple", term(3))}, head("c", "vector")
    unit, beside, at_one = lam(r, node("tuple", term(1))), eq(V(U), V(U)), eq(A(f, 1), A(f, 1))
    bound, fields = (every(h, ge(1, A(h, 1)), said) for said in (predicate("W", h), there("W", 1, h)))
    for values, held, states, known in (
        ({f: below}, [predicate("W", f)], gt(A(f, 1)), there("W", 1, below)),
        ({f: below}, [predicate("W", f)], gt(A(f, 0)), there("W", 1, below)),
        ({f: below}, [predicate("W", f)], gt(A(f, node("tuple", term(1)))), there("W", 1, below)),
        ({f: below}, [predicate("W", f), eq(A(f, V(U)), -1)], gt(A(f, 1)), there("W", 1, below)),
        ({}, [predicate("W", f), at_one], ge(0, 1), every(h, there("W", 1, h))),
        ({}, [bound], ge(0, 1), fields),
        ({}, [predicate("W", lam(r, r))], ge(0, 1), there("W", 1, lam(r, r))),
        ({}, [predicate("W", node("tuple", term(1)))], ge(0, 1), there("W", 1, node("tuple", term(1)))),
        ({curve: unit}, [predicate("W", curve)], gt(inner(V(curve, 1), V(curve, 1)), 1), there("W", 1, unit)),
    ):
        with pytest.raises(Refused, match=AS_OF_FIELDS):
            refuted([*held, beside], states, values | line, [axiom(known)])
    refuted([predicate("W", f)], gt(A(f, 1)), {f: below}, [axiom(predicate("W", below))])
    field = [predicate("W", f), eq(A(f, 0), -1)]
    refuted(field, gt(A(f, V(U))), {f: below} | line, [axiom(there("W", 1, below))])


def test_what_is_said_of_all_functions_with_a_property_is_not_read_beside_a_field():
    """W(f), u = 0, ∀h with W(h): h(0) ≥ 0 ⊢ f(u) ≥ 0, which −1 for f refuted in the plane: h is no function of two."""
    of_zero = every(h, ge(A(h, 0)), predicate("W", h))
    held, states, minus_one = [predicate("W", f), eq(V(U)), of_zero], ge(A(f, V(U))), lam([r, s], -1)
    assumed = [kernel.assume(g, hypotheses=held) for g in held]
    at_zero = kernel.instantiate(assumed[2], [f], assumed[:1], hypotheses=held, conclusion=ge(A(f, 0)))
    kernel.proves(kernel.combine(states, [(at_zero, term(1))], assumed[1:2], hypotheses=held), held, states)
    plane = {U: node("tuple", term(0), term(0)), f: minus_one}
    axioms = [axiom(there("W", 2, minus_one)), axiom(every(h, ge(A(h, 0)), there("W", 2, h)))]
    with pytest.raises(Refused, match=AS_OF_FIELDS):
        refuted(held, states, plane, axioms)
    refuted(held[:2], states, plane, axioms[:1])


def test_a_rule_takes_arguments_of_its_kinds_also_where_it_does_not_speak_of_them():
    """W, of fields: > 0, of functions of numbers: < 0. ⊢ −1 > 0, of W(f) ⊢ f(u) > 0 and ⊢ W(r ↦ −1)."""
    n = whole("n")
    for argument, kinds in (
        (V(U), (r, n)), (ONE_AND_TWO, (r, n)), (Pt("p"), (r, n, U)), (r, (n, U, head("p", "point"))),
    ):  # fmt: skip
        of_f = axiom(predicate("W", f), gt(A(f, argument)))
        for kind in kinds:
            rule = lam(kind, -1)
            with pytest.raises(Refused, match="of another kind"):
                kernel.instantiate(of_f, {f: rule}, [axiom(predicate("W", rule))], hypotheses=[], conclusion=gt(-1))
    for argument, kind in ((V(U), U), (r, r), (n, n), (n, r), (term(0), U), (Pt("p"), head("p", "point"))):
        of_f, rule = axiom(predicate("W", f), gt(A(f, argument))), lam(kind, 1)
        kernel.instantiate(of_f, {f: rule}, [axiom(predicate("W", rule))], hypotheses=[], conclusion=gt(1))


def test_what_is_said_of_functions_of_real_numbers_is_not_said_of_integer_functions():
    """W, of functions of a real number: f < 0, or 1 = 0; all families of integers have it. So 0 > N(3), and −1 ≥ 0."""
    family, n = head("N", "integer function"), whole("n")
    held, have_it = [predicate("W", f)], axiom(predicate("W", family))
    below = kernel.instantiate(axiom(*held, gt(0, A(f, r))), {r: term(3)}, hypotheses=held, conclusion=gt(0, A(f, 3)))
    reflexive = kernel.identity(eq(A(f, r), A(f, r)), hypotheses=[])
    none = axiom(*held, reflexive.conclusion, ge(-1))
    none = kernel.instantiate(none, {}, [reflexive], hypotheses=held, conclusion=ge(-1))
    all_have_it = axiom(every(family, predicate("W", family)))
    bound = kernel.instantiate(all_have_it, [family], hypotheses=[], conclusion=predicate("W", family))
    for known in (have_it, bound):
        for theorem, said in ((below, gt(0, A(family, 3))), (none, ge(-1))):
            with pytest.raises(Refused, match="of different arguments"):
                kernel.instantiate(theorem, {f: family}, [known], hypotheses=[], conclusion=said)
        for place in (term(3), n):  # of f, no more is known than that it is a family
            of_families = axiom(*held, gt(0, A(f, place)))
            kernel.instantiate(of_families, {f: family}, [known], hypotheses=[], conclusion=gt(0, A(family, place)))


def test_what_is_said_of_fields_of_one_space_is_not_said_of_those_of_another():
    """W, of fields of F: > 0, of fields of E: < 0. ⊢ −1 > 0, of W(f) ⊢ f(w) > 0 for w of F, and W(u ↦ −1) for u of E.

    A rule lost its space as it was put for one of the same values, as 0 took the place of what spoke of the vectors,
    and as it took vectors of F without naming F.
    """
    g = head("g")
    line = head("F", "constant")
    u, w = V(U), V(U, space=line)
    of_f = axiom(predicate("W", f), gt(A(f, V(W, space=line))))
    on_both, on_line, on_e = (lam(U, plus(-1, times(0, v))) for v in (0, inner(w, w), inner(u, u)))
    for said, rule in ((on_e, on_line), (on_e, on_both), (on_both, on_both)):
        with pytest.raises(Refused):
            kernel.instantiate(of_f, {f: rule}, [axiom(predicate("W", said))], hypotheses=[], conclusion=gt(-1))
    partial = head("g", "partial function")  # W, of fields of F: are nowhere defined
    nowhere = axiom(predicate("W", partial), domain(partial, V(W, space=line)), ge(-1))
    with pytest.raises(Refused):
        kernel.instantiate(
            nowhere, {partial: on_both}, [axiom(predicate("W", on_both))], hypotheses=[], conclusion=ge(-1)
        )
    kernel.instantiate(of_f, {f: on_line}, [axiom(predicate("W", on_line))], hypotheses=[], conclusion=gt(-1))
    assert not same(predicate("W", on_e), predicate("W", on_both))
    below, zero = predicate("W", lam(U, plus(-1, times(-1, A(g, u), A(g, u))))), lam(U, 0)
    lost = predicate("W", lam(U, plus(-1, times(-1, 0, 0))))
    with pytest.raises(Refused, match="of any vectors"):
        kernel.instantiate(axiom(below), {g: zero}, hypotheses=[], conclusion=lost)
    kept = predicate("W", lam(U, plus(-1, times(-1, times(0, inner(u, u)), times(0, inner(u, u))))))
    kernel.instantiate(axiom(below), {g: lam(U, times(0, inner(u, u)))}, hypotheses=[], conclusion=kept)


def test_of_which_space_a_field_was_is_remembered_where_it_is_not_said_any_more():
    """W, of fields of F: none; of E: all that are constant. ⊢ −1 ≥ 0: f(w) = f(w) told that f is one of F, and left."""
    line, held = head("F", "constant"), [predicate("W", f)]
    one, two, any_, at_p = (node("tangent", t) for t in (term(1), term(2), x, Pt("p")))
    for space, of, known in (
        (line, EUCLIDEAN, False), (EUCLIDEAN, EUCLIDEAN, True), (one, two, False), (one, one, True), (any_, one, True),
        (one, any_, True), (at_p, one, False), (any_, at_p, False), (at_p, node("tangent", Pt("q")), True),
    ):  # fmt: skip
        reflexive = kernel.identity(eq(A(f, V(W, space=space)), A(f, V(W, space=space))), hypotheses=[])
        none = axiom(*held, reflexive.conclusion, ge(-1))
        none = kernel.instantiate(none, {}, [reflexive], hypotheses=held, conclusion=ge(-1))
        u = V(U, space=of)
        for rule in (lam(U, plus(1, times(0, inner(u, u)))), *([lam(U, 1)] if of is EUCLIDEAN else [])):
            has_it, call = axiom(predicate("W", rule)), {"hypotheses": [], "conclusion": ge(-1)}
            if known:
                kernel.instantiate(none, {f: rule}, [has_it], **call)
                continue
            with pytest.raises(Refused, match="of different arguments"):
                kernel.instantiate(none, {f: rule}, [has_it], **call)


def test_one_vector_at_one_point_is_no_vector_at_each_point():
    """F has a vector at each point q; p ↦ w, with w at q, has not, but for q."""
    p, q, field = head("p", "point"), head("q", "point"), head("F", "vector")
    at = V(field, Pt(q), space=T(Pt(q)))
    everywhere = every(q, ge(inner(at, at), 1))
    rule = lam(p, V("w", space=T(Pt(q))))
    with pytest.raises(Refused, match="only a head takes its place"):
        kernel.instantiate(kernel.assume(everywhere), {field: rule}, hypotheses=[everywhere], conclusion=everywhere)


def test_words_are_said_of_functions_of_one_kind_of_arguments():
    """W, of fields: > 0, of functions of numbers: < 0. ⊢ −1 > 0, of W(f) ⊢ f(u) > 0 at u = 0 and ⊢ W(r ↦ −1).

    At 0 it is not seen whether a function is one of numbers or of vectors; where it is not applied, not at all. So also
    "the supremum of f is x" of a function of one number, and of one of two, gave f(r, s) ≤ 1 for f(r) ≤ 1.
    """

    def said(h):
        return predicate("W", h)

    field, rule, zero = axiom(said(f), gt(A(f, V(U)))), lam(r, -1), times(0, V(U))
    of_rule, at_minus_one = axiom(said(rule)), {"hypotheses": [], "conclusion": gt(-1)}
    held = {"hypotheses": [said(f)]}
    at_0 = kernel.instantiate(field, {U: term(0)}, **held, conclusion=gt(A(f, 0)))
    at_zero = kernel.instantiate(field, {U: zero}, **held, conclusion=gt(A(f, zero)))
    by_zero = kernel.combine(gt(A(f, 0)), [(at_zero, term(1))], **held)
    of_numbers = axiom(said(f), gt(0, A(f, r)))
    negative = kernel.instantiate(of_numbers, {r: term(0)}, **held, conclusion=gt(0, A(f, 0)))
    for attack in (
        lambda: kernel.instantiate(field, {f: rule, U: term(0)}, [of_rule], **at_minus_one),
        lambda: kernel.instantiate(at_0, {f: rule}, [of_rule], **at_minus_one),
        lambda: kernel.instantiate(by_zero, {f: rule}, [of_rule], **at_minus_one),
        lambda: kernel.combine(gt(0), [(at_0, term(1)), (negative, term(1))], **held),
        lambda: axiom(every(f, gt(A(f, V(U))), said(f)), said(rule), gt(-1)),
        lambda: kernel.proves(axiom(said(f), ge(x)), [said(f), said(h), ge(A(f, V(U))), ge(A(h, r))], ge(x)),
    ):
        with pytest.raises(Refused, match="of different arguments"):
            attack()
    kernel.instantiate(at_0, {f: lam(U, 1)}, [axiom(said(lam(U, 1)))], hypotheses=[], conclusion=gt(1))
    kernel.instantiate(of_numbers, {f: rule}, [of_rule], hypotheses=[], conclusion=gt(0, -1))
    kernel.proves(axiom(said(f), ge(x)), [said(f), said(h), ge(A(f, s)), ge(A(h, r))], ge(x))

    n = whole("n")  # of a function of real numbers; not of a family on the integers, as which it is not seen at 3, or n
    for place in (term(3), n):
        at = kernel.instantiate(of_numbers, {r: place}, **held, conclusion=gt(0, A(f, place)))
        kernel.instantiate(at, {f: rule}, [of_rule], hypotheses=[], conclusion=gt(0, -1))
        with pytest.raises(Refused, match="of different arguments"):
            kernel.instantiate(at, {f: lam(n, 1)}, [axiom(said(lam(n, 1)))], hypotheses=[], conclusion=gt(0, 1))

    bounded = every(r, ge(1, A(f, r)))
    below = axiom(bounded, predicate("sup", f, x), ge(1, x))
    for arguments, ok in (((r, s), False), ((s,), True)):
        above = axiom(predicate("sup", f, x), ge(x, A(f, *arguments)))
        goal, terms = ge(1, A(f, *arguments)), [(below, term(1)), (above, term(1))]
        if ok:
            kernel.combine(goal, terms, hypotheses=[bounded, predicate("sup", f, x)])
            continue
        with pytest.raises(Refused, match="of different arguments"):
            kernel.combine(goal, terms, hypotheses=[bounded, predicate("sup", f, x)])


@pytest.mark.parametrize("between", ["not applied", "applied to 0", "bound"])
def test_words_are_not_handed_on_from_fields_to_functions_of_numbers(between):
    """Of "V"(f) ⊢ "W"(f), where it is not seen what f is of, and "W"(f) ⊢ f(r) < 0: "V"(f), ∀v: f(v) = 1 ⊢ 1 < 0."""
    v, w = predicate("V", f), predicate("W", f)
    more = [eq(A(f, 0), A(f, 0))] if between == "applied to 0" else []
    if between == "bound":
        handed = kernel.instantiate(
            axiom(every(h, predicate("W", h), predicate("V", h))), [f], hypotheses=[v], conclusion=w
        )
    else:
        handed = axiom(v, *more, w)
    below = axiom(w, gt(0, A(f, r)))
    at_0 = kernel.instantiate(below, {r: term(0)}, hypotheses=[w], conclusion=gt(0, A(f, 0)))
    negative = kernel.instantiate(at_0, {}, [handed], hypotheses=[v, *more], conclusion=gt(0, A(f, 0)))
    for one, ok in ((every(U, eq(A(f, V(U)), 1)), False), (every(s, eq(A(f, s), 1)), True)):
        is_1 = kernel.instantiate(kernel.assume(one), [term(0)], hypotheses=[one], conclusion=eq(A(f, 0), 1))
        terms = [(negative, term(1)), (is_1, term(1))]
        if ok:
            kernel.combine(gt(0, 1), terms, hypotheses=[v, one, *more])
            continue
        with pytest.raises(Refused, match="of different arguments"):
            kernel.combine(gt(0, 1), terms, hypotheses=[v, one, *more])


def test_words_of_one_claim_are_not_said_of_numbers_and_vectors_in_coordinates():
    """(r, s) ↦ s is bounded in its first argument; as a field it is linear, not 0, and not bounded: yet it was read so.

    And a point is moved by translations, a vector is not: both are two numbers.
    """
    words, rule, g = "bounded in its first argument", lam([r, s], s), head("g")
    known = axiom(there(words, 2, rule))
    linear = [predicate(words, g), every(W, eq(A(g, V(W)), inner(V(U), V(W))))]
    values = {f: rule, g: rule, U: node("tuple", term(0), term(1))}
    square = eq(inner(V(U), V(U)))
    with pytest.raises(Refused, match=AS_OF_FIELDS):
        refuted([predicate(words, f), eq(A(f, 1, 2), 2), *linear], square, values, [known])
    refuted([predicate(words, f), eq(A(f, V(U)), 1), *linear], square, values, [known])
    p, axes = head("p", "point"), node("tuple", term(1), term(1))
    moved = [predicate("moved by no translation", value) for value in (Pt(p), V(U))]
    said = axiom(there("moved by no translation", 2, axes))
    with pytest.raises(Refused, match="a vector and no vector"):
        refuted(moved, ge(0, 1), {p: axes, U: axes}, [said])
    refuted(moved[1:], ge(0, 1), {U: axes}, [said])


@pytest.mark.parametrize("pairs", [False, True])
def test_words_on_functions_of_real_numbers_are_not_said_of_integer_functions(pairs):
    """W, of functions of real numbers: < 0, of families on the integers: 1 at 0. c(0) = 1 ⊢ 0 > c(0).

    An integer function is one on the integers, also where it is seen at 0 only, or at n, which are real numbers, too.
    """
    c, n = head("c", "integer function"), whole("n")

    def at(*numbers):
        return (node("tuple", *numbers),) if pairs else numbers[:1]

    held = {"hypotheses": [predicate("W", f)]}
    of_numbers = axiom(predicate("W", f), gt(0, A(f, *at(r, s))))
    for places in ((term(0), term(0)), (n, term(0))):
        one = eq(A(c, *at(*places)), 1)
        values = {r: places[0], s: places[1]}
        there_ = kernel.instantiate(of_numbers, values, **held, conclusion=gt(0, A(f, *at(*places))))
        for said in (axiom(one, predicate("W", c)), axiom(predicate("W", c))):
            with pytest.raises(Refused, match="of different arguments"):
                kernel.instantiate(
                    there_, {f: c}, [said], hypotheses=said.hypotheses, conclusion=gt(0, A(c, *at(*places)))
                )
        at_wholes = axiom(predicate("W", f), gt(0, A(f, *at(n, n))))
        held_of_c = [one, predicate("W", c)]
        kernel.instantiate(at_wholes, {f: c}, hypotheses=held_of_c, conclusion=gt(0, A(c, *at(n, n))))


def test_a_function_of_a_real_number_is_no_integer_function_of_which_words_are_said():
    """W, of families on the integers: < 0, of functions of real numbers: > 0. ⊢ 0 > 1."""
    c, n = head("c", "integer function"), whole("n")
    positive, no = axiom(predicate("W", lam(r, 1))), pytest.raises(Refused, match="as a family on the integers")
    for said in (gt(0, A(c, 0)), gt(0, A(c, n)), gt(0, 1)):
        of_families = axiom(predicate("W", c), said)
        with no:
            kernel.instantiate(of_families, {c: lam(r, 1)}, [positive], hypotheses=[], conclusion=gt(0, 1))
    of_families = axiom(predicate("W", c), gt(0, A(c, n)))
    negative = axiom(predicate("W", lam(n, -1)))
    kernel.instantiate(of_families, {c: lam(n, -1)}, [negative], hypotheses=[], conclusion=gt(0, -1))
    for said in (gt(0, A(c, 0)), gt(0, 1)):
        with no:
            refuted([predicate("W", c)], said, {c: lam(r, 1)}, [positive])
        refuted([predicate("W", c)], said, {c: lam(n, 1)}, [axiom(predicate("W", lam(n, 1)))])


def test_a_rule_of_vectors_of_one_space_is_none_of_those_of_another_at_0():
    """W, of fields of F: > 0, of fields of E: < 0. ⊢ −1 > 0, of W(f) ⊢ f(w) > 0 for w of F, used at w = 0."""
    line, other = head("F", "constant"), head("G", "constant")
    held = {"hypotheses": [predicate("W", f)]}
    on_e, on_line, on_other = (
        lam(U, plus(-1, times(0, inner(v, v)))) for v in (V(U), V(U, space=line), V(U, space=other))
    )
    on_both = lam(U, plus(-1, times(0, inner(V(U), V(U))), times(0, inner(V(U, space=line), V(U, space=line)))))
    for space, rules, own in (
        (line, (lam(U, -1), on_e, on_other, on_both), on_line),
        (EUCLIDEAN, (on_line, on_both), on_e),
        (EUCLIDEAN, (on_line,), lam(U, -1)),
        (T(Pt("p")), (lam(U, -1), on_line), lam(U, plus(-1, times(0, inner(*[V(U, space=T(Pt("p")))] * 2))))),
    ):
        field = axiom(predicate("W", f), gt(A(f, V(W, space=space))))
        at_0 = kernel.instantiate(field, {W: term(0)}, **held, conclusion=gt(A(f, 0)))
        for rule in (*rules, own):
            known, said = axiom(predicate("W", rule)), gt(value_at(rule, [term(0)]))
            if rule is own:
                kernel.instantiate(at_0, {f: rule}, [known], hypotheses=[], conclusion=said)
                continue
            with pytest.raises(Refused, match="of different arguments"):
                kernel.instantiate(at_0, {f: rule}, [known], hypotheses=[], conclusion=said)
