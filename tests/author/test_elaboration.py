"""What a step leaves to be shown is worked out without being believed: worked out wrongly, there is no theorem."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sympy import Abs, Expr, Integral, Lambda, S, Sum, exp, log, sqrt

from verify.author import checking, elaboration, kernel
from verify.author.elaboration import needed, needed_at, settled
from verify.author.kernel import (
    KernelError,
    Theorem,
    assume,
    cases,
    combine,
    generalize,
    identity,
    induct,
    instantiate,
    proves,
    telescope,
    witness,
)
from verify.core.nodes import Refused
from verify.language.terms import Deriv, eq, family, forall, function, ge, gt, integer, le, lt, ne, real
from verify.language.translation import translate

x, y, z, r = real("x y z r")
n, k, m = integer("n k m")
f, a = function("f"), family("a")


# --- what is worked out -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "known", "left"),
    [
        ([x / y], [], [ne(y, 0)]),
        ([x / y], [gt(y, 0)], []),
        ([log(x)], [ge(x, 1)], []),
        ([log(x)], [ge(x, 0)], [gt(x, 0)]),
        ([log(x * y), log(x), log(y)], [], [gt(x, 0), gt(y, 0)]),  # the first one follows from the others
        ([sqrt(x), log(x)], [], [gt(x, 0)]),
        ([1 / x, log(x)], [], [gt(x, 0)]),
        ([eq(log(x), 0), log(x) ** 2], [], [gt(x, 0)]),
        ([exp(x) / exp(y)], [], []),
        ([Sum(1 / k, (k, 1, n))], [], []),
        ([Sum(log(k), (k, 2, n))], [], []),
        ([Sum(1 / k, (k, m, n))], [], [forall(k, ne(k, 0), [ge(k, m), ge(n, k)])]),
        ([Deriv(log(r), r, x)], [], [gt(x, 0)]),
        ([Deriv(Abs(r), r, x)], [], [ne(x, 0)]),
    ],
    ids=str,
)
def test_conditions_are_asked_for_as_far_as_they_are_not_settled(terms: Any, known: Any, left: Any) -> None:
    assert set(map(translate, needed(terms, known))) == set(map(translate, left))


def test_bound_variables_of_what_is_asked_for_have_names_of_their_own() -> None:
    (inside,) = needed([Integral(log(r), (r, x, y))], [])
    assert str(inside) == "for all r with (y - r)*(r - x) ≥ 0: r > 0"
    (apart,) = needed([Integral(log(z), (z, r, real("s")))], [])
    assert str(apart.variables) == "(v,)"
    assert translate(apart) is not translate(inside)


@pytest.mark.parametrize("term", [log(-1 - x**2), S.Zero**x, Deriv(Abs(r), r, 0)], ids=str)
def test_what_never_holds_is_no_hypothesis(term: Expr) -> None:
    with pytest.raises(Refused, match="cannot hold"):
        needed([term], [])


def test_what_contradicts_only_what_is_known_is_one() -> None:
    assert needed([log(x)], [gt(0, x)]) == [gt(x, 0)]


def test_a_formula_follows_from_itself_however_it_is_written() -> None:
    assert settled(le(x, y), [ge(y, x)])
    assert settled(forall(x, ge(f(x), 0)), [forall(y, ge(f(y), 0))])
    assert settled(ge(x, 0), [gt(x, 1)])
    assert not settled(gt(x, 0), [ge(x, 0)])
    assert settled(eq(f(x), f(x)), [])
    assert not settled(eq(f(1 / x), f(1 / x)), [])
    assert not settled(ge(f(x), 0), [forall(y, ge(f(y), 0), [gt(y, 0)])])


def test_an_instance_needs_that_its_values_are_defined() -> None:
    square = combine(ge(x**2, 0), [(1, x**2)])
    values = {translate(x): translate(log(y))}
    assert needed_at(square.core, values, [], ge(log(y) ** 2, 0)) == [gt(y, 0)]
    assert needed_at(square.core, values, [ge(y, 2)], ge(log(y) ** 2, 0)) == []
    schema = assume(forall(x, ge(f(x), 0)))
    assert needed_at(schema.core, [translate(1 / y)], [], ge(f(1 / y), 0)) == [ne(y, 0)]


def test_what_sympy_forgets_as_values_are_put_in_is_asked_for() -> None:
    g = function("g")
    both = combine(ge(f(x) * g(x), 1), [(1, assume(ge(f(x) * g(x), 1)))])
    made = instantiate(both, {f: Lambda(y, y), g: Lambda(y, 1 / y)})
    assert made.conclusion == ge(1, 1)
    assert made.hypotheses == (ne(x, 0),)


def test_what_is_asked_for_at_every_argument_is_no_hypothesis() -> None:
    area = combine(ge(Integral(f(r), (r, 0, x)), Integral(f(r), (r, 0, x))), [])
    with pytest.raises(KernelError, match="at every argument"):
        instantiate(area, {f: Lambda(y, log(y))})


# --- worked out wrongly -----------------------------------------------------------------------------------------------

PRODUCT = combine(gt(x * y, 0), [(x, assume(gt(y, 0)))], facts=[gt(x, 0)])
GROWS = forall(k, ge(a(k + 1), a(k)), [ge(k, 0)])
GROWING = instantiate(assume(GROWS), [k])


def sign() -> Theorem:
    up = combine(ge(Abs(x), x), [], facts=[ge(x, 0)])
    return cases([up, combine(ge(Abs(x), x), [(2, assume(lt(x, 0)))], facts=[lt(x, 0)])], [ge(x, 0), lt(x, 0)])


def grown() -> Theorem:
    step = combine(ge(a(n + 1), a(0)), [(1, instantiate(assume(GROWS), [n])), (1, assume(ge(a(n), a(0))))])
    return induct(combine(ge(a(0), a(0)), []), step, ge(a(n), a(0)), n, 0)


def meant_for_trials() -> Theorem:
    return telescope(instantiate(GROWING, {}, [combine(ge(k, 0), [(1, assume(ge(k, 1))), (1, 1)])]), k, 1, n)


def nothing(*_: Any) -> list[Any]:
    return []


def everything(*_: Any) -> bool:
    return True


WRONG: dict[str, tuple[Any, str, Any, Callable[[], Theorem]]] = {
    "conditions of an identity forgotten": (kernel, "needed", nothing, lambda: identity(eq(x / y, x * (1 / y)))),
    "conditions of a factor forgotten": (kernel, "needed", nothing, lambda: combine(ge(x, 0), [(sqrt(x), sqrt(x))])),
    "conditions of cases forgotten": (
        kernel, "needed", nothing,
        lambda: cases([assume(ge(y, 0)), assume(ge(y, 0))], [ge(log(x), 0), lt(log(x), 0)]),
    ),
    "conditions of an instance forgotten": (
        kernel, "needed_at", nothing, lambda: instantiate(PRODUCT, {x: log(z)}, [combine(gt(1, 0), [(1, 1)])]),
    ),
    "conditions of a value in a schema forgotten": (
        kernel, "needed_at", nothing, lambda: instantiate(assume(forall(x, ge(f(x), y))), [1 / r]),
    ),
    "an end of a sum forgotten": (
        kernel, "needed_for_sum", nothing, lambda: telescope(identity(eq(k * 0, 0)), k, 1, n, a(k)),
    ),
    "a condition weakened": (
        kernel, "needed", lambda *_: [ge(x, 0)], lambda: identity(eq(log(x**2), 2 * log(x))),
    ),
    "another condition": (kernel, "needed", lambda *_: [ne(x, 0)], lambda: identity(eq(x / y, x * (1 / y)))),
    "hypotheses dropped from an instance": (kernel, "settled", everything, lambda: instantiate(PRODUCT, {x: z})),
    "hypotheses dropped as met": (
        kernel, "settled", everything, lambda: instantiate(PRODUCT, {}, [assume(ge(x, 0))]),
    ),
    "hypotheses dropped from a generalisation": (
        kernel, "settled", everything, lambda: generalize(PRODUCT, [x], [gt(x, 0)]),
    ),
    "hypotheses dropped from cases": (
        kernel, "settled", everything, lambda: cases([PRODUCT, PRODUCT], [ge(z, 0), lt(z, 0)]),
    ),
    "hypotheses dropped from an induction": (kernel, "settled", everything, grown),
    "hypotheses dropped from a sum": (kernel, "settled", everything, lambda: telescope(GROWING, k, 1, n)),
    "another summand": (kernel, "difference", lambda f: f.lhs - f.rhs + 1, meant_for_trials),
    "an instance at another value": (
        checking, "as_term", lambda value: value + 1 if isinstance(value, Expr) else value,
        lambda: instantiate(PRODUCT, {x: z}),
    ),
    "an instance of another variable": (checking, "variable", lambda _: y, lambda: instantiate(PRODUCT, {x: z})),
    "another conclusion": (
        kernel, "substitute", lambda formula, _: formula, lambda: instantiate(PRODUCT, {x: z - 1}),
    ),
    "a counterexample at another value": (
        checking, "as_term", lambda value: value + 1, lambda: witness([ge(x, 0)], gt(x, 0), {x: 0}),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("module", "name", "wrong", "step"), WRONG.values(), ids=WRONG)
def test_the_core_refuses_what_is_worked_out_wrongly(
    module: Any, name: str, wrong: Any, step: Callable[[], Theorem], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, wrong)
    with pytest.raises(KernelError):
        step()


@pytest.mark.parametrize("step", [step for *_, step in WRONG.values()], ids=WRONG)
def test_worked_out_rightly_they_are_theorems(step: Callable[[], Theorem]) -> None:
    theorem = step()
    if theorem.rule != "witness":
        assert set(map(translate, theorem.hypotheses)) == set(theorem.core.hypotheses)
        assert translate(theorem.conclusion) is theorem.core.conclusion


def test_formulas_that_are_read_as_others_prove_only_those(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(formula: Any) -> Any:
        return translate(formula.xreplace({y: z}))

    with monkeypatch.context() as patch:
        patch.setattr(checking, "translate", read)
        theorem = assume(gt(y, 0))
        with pytest.raises(KernelError):
            combine(gt(x * y, 0), [(x, assume(gt(x, 0)))], facts=[gt(x, 0)])
    assert theorem.conclusion == gt(y, 0)
    with pytest.raises(KernelError):
        proves(theorem, [gt(y, 0)], gt(y, 0))
    proves(theorem, [gt(z, 0)], gt(z, 0))


def test_the_core_s_procedures_are_not_believed_either(monkeypatch: pytest.MonkeyPatch) -> None:
    """The elaboration asks the core's own; that it does so wrongly harms nothing."""
    monkeypatch.setattr(elaboration, "_follows", lambda *_: True)
    with pytest.raises(KernelError):
        identity(eq(x / x + log(y), 1 + log(y)))
    monkeypatch.setattr(elaboration, "conditions", nothing)
    with pytest.raises(KernelError):
        identity(eq(log(y * z), log(y) + log(z)))


def test_what_is_shown_of_a_theorem_is_not_what_is_asked_about_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim is put to the core's theorem, whatever the formulas beside it say."""
    theorem = assume(gt(x, 0))
    record = kernel._made[theorem]
    said = kernel._Record(**(vars(record) | {"hypotheses": (), "conclusion": eq(0, 1)}))
    monkeypatch.setitem(kernel._made, theorem, said)  # type: ignore[arg-type]
    assert theorem.conclusion == eq(0, 1)
    for given, states in (([], eq(0, 1)), ([], gt(x, 0))):
        with pytest.raises(KernelError):
            proves(theorem, given, states)
    proves(theorem, [gt(x, 0)], gt(x, 0))
