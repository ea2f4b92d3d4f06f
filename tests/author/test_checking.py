"""Every rule's step as it is handed to the core: with one thing changed in it, the core refuses."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Lambda, Rational, log

from verify.author import checking
from verify.author.kernel import (
    Axiom,
    Theorem,
    assume,
    cases,
    certify,
    cite,
    combine,
    generalize,
    identity,
    induct,
    instantiate,
    refutes,
    telescope,
    witness,
)
from verify.core import kernel as core
from verify.core.nodes import Refused
from verify.language.terms import ForAll, Relation, eq, family, forall, function, ge, gt, integer, le, lt, ne, real
from verify.language.translation import translate
from verify.prover.proving import certificate

x, y, z = real("x y z")
n, k = integer("n k")
f, a = function("f"), family("a")
ABOVE = forall(x, ge(f(x), x), [gt(x, 0)])
GROWS = forall(k, ge(a(k + 1), a(k)), [ge(k, 0)])
MONOTONE = Axiom("grows", "What grows grows.", "nowhere", (GROWS, ge(n, 0)), ge(a(n + 1), a(n)))


def product() -> Theorem:
    return combine(gt(x * y, 0), [(x, assume(gt(y, 0)))], facts=[gt(x, 0)])


def larger() -> Theorem:
    """|x| ≥ x, multiplied by what is positive, by the sign of x."""
    goal = ge(y * abs(x), y * x)
    up = combine(goal, [], facts=[ge(x, 0), gt(y, 0)])
    down = combine(goal, [(2 * y, assume(lt(x, 0)))], facts=[lt(x, 0), gt(y, 0)])
    return cases([up, down], [ge(x, 0), lt(x, 0)])


def grown() -> Theorem:
    first = combine(ge(a(0), a(0)), [])
    step = combine(ge(a(n + 1), a(0)), [(1, instantiate(assume(GROWS), [n])), (1, assume(ge(a(n), a(0))))])
    return induct(first, step, ge(a(n), a(0)), n, 0)


def summed() -> Theorem:
    step = combine(ge(a(k + 1), a(k)), [(1, instantiate(assume(GROWS), [k]))])
    inside = instantiate(step, {}, [combine(ge(k, 0), [(1, assume(ge(k, 1))), (1, 1)])])
    return telescope(inside, k, 1, n, a(k))


STEPS: dict[str, Any] = {
    "assume": lambda: assume(gt(x, 0)),
    "identity": lambda: identity(eq(log(x * y), log(x) + log(y)), facts=[gt(x, 0)]),
    "identity, using": lambda: identity(eq(f(x) / x, 2), using=[eq(f(x), 2 * x)]),
    "combine": product,
    "certify": lambda: certify(certificate(ge(x - 1 - log(x), 0), [gt(x, 0)], budget=20)),
    "instantiate": lambda: instantiate(product(), {x: z - 1}),
    "instantiate, a schema": lambda: instantiate(assume(ABOVE), [y]),
    "instantiate, a function": lambda: instantiate(assume(ge(f(y), 2)), {f: Lambda(x, log(x))}),
    "instantiate, met": lambda: instantiate(product(), {}, [assume(gt(y, 2))]),
    "generalize": lambda: generalize(product(), [x], [gt(x, 0)]),
    "cases": larger,
    "induct": grown,
    "telescope": summed,
    "cite": lambda: cite(MONOTONE),
}
FIXED = ("cite",)
"""A rule that has no choice of hypotheses."""


class Handed:
    """The last step that was handed to the core."""

    def __init__(self, step: tuple[Any, ...]) -> None:
        self.rule, self.hypotheses, self.conclusion, self.premises, self.given = step

    def again(self, **changed: Any) -> core.Theorem:
        """The step, with something else in it."""
        parts = vars(self) | changed
        return checking.checked(*(parts[p] for p in ("rule", "hypotheses", "conclusion", "premises", "given")))

    def refused(self, **changed: Any) -> None:
        with pytest.raises(Refused):
            self.again(**changed)


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes a theorem and gives it with the step that made it."""

    def made(name: str) -> tuple[Theorem, Handed]:
        steps: list[tuple[Any, ...]] = []
        checked = checking.checked

        def noted(*step: Any) -> core.Theorem:
            steps.append(step)
            return checked(*step)

        with monkeypatch.context() as patch:
            patch.setattr(checking, "checked", noted)
            theorem = STEPS[name]()
        return theorem, Handed(steps[-1])

    return made


def weaker(formula: Any) -> Any:
    """A formula that holds in more cases."""
    if isinstance(formula, ForAll):
        return ForAll(formula.variables, [*formula.given, gt(formula.variables[0], 7)], formula.body)
    if formula.op == "≠":
        return Relation("≥", (formula.lhs - formula.rhs) ** 2, 0)
    return Relation("≥", formula.lhs + 1, formula.rhs)


def stronger(formula: Any) -> Any:
    """A formula that holds in fewer cases."""
    if isinstance(formula, ForAll):
        return ForAll(formula.variables, formula.given, stronger(formula.body))
    return Relation(formula.op, formula.lhs - 1, formula.rhs)


@pytest.mark.parametrize("name", STEPS)
def test_the_theorem_of_the_core_is_what_is_shown(name: str, handed: Any) -> None:
    theorem, step = handed(name)
    for made in (theorem.core, step.again()):
        assert made.conclusion is translate(theorem.conclusion)
        assert set(made.hypotheses) == set(map(translate, theorem.hypotheses))
    assert theorem.core.rule == theorem.rule
    assert [p.core for p in theorem.premises] == list(theorem.core.premises)


@pytest.mark.parametrize("name", [name for name in STEPS if name not in FIXED])
def test_no_hypothesis_can_be_left_out_or_weakened(name: str, handed: Any) -> None:
    _, step = handed(name)
    assert step.hypotheses
    for i, h in enumerate(step.hypotheses):
        others = [*step.hypotheses[:i], *step.hypotheses[i + 1 :]]
        step.refused(hypotheses=others)
        step.refused(hypotheses=[*others, weaker(h)])


@pytest.mark.parametrize("name", STEPS)
def test_no_other_conclusion_can_be_claimed(name: str, handed: Any) -> None:
    _, step = handed(name)
    step.refused(conclusion=stronger(step.conclusion))
    step.refused(conclusion=eq(0, 1))


@pytest.mark.parametrize("name", STEPS)
def test_more_hypotheses_prove_no_less(name: str, handed: Any) -> None:
    _, step = handed(name)
    more = [*step.hypotheses, gt(z, 5)]
    if name in FIXED:
        step.refused(hypotheses=more)
    else:
        assert translate(gt(z, 5)) in step.again(hypotheses=more).hypotheses


@pytest.mark.parametrize("name", [name for name, make in STEPS.items() if name not in FIXED])
def test_other_premises_are_refused(name: str, handed: Any) -> None:
    _, step = handed(name)
    other = assume(gt(z, 3)).core
    for i in range(len(step.premises)):
        step.refused(premises=[*step.premises[:i], other, *step.premises[i + 1 :]])


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("identity, using", {"using": 0}),
        ("combine", {"terms": [[x + 1, None]]}),
        ("combine", {"terms": [[-x, None]]}),
        ("combine", {"facts": 0, "terms": [[x, None], [1, None]]}),
        ("instantiate", {"values": {x: z}}),
        ("instantiate", {"values": {y: z - 1}}),
        ("instantiate", {"values": {}}),
        ("instantiate, a schema", {"values": [y + 1]}),
        ("instantiate, a schema", {"values": [y, y]}),
        ("instantiate, a schema", {"values": []}),
        ("instantiate, a function", {"values": {f: Lambda(x, log(x + 1))}}),
        ("generalize", {"variables": [z]}),
        ("generalize", {"variables": [x, y]}),
        ("generalize", {"given": []}),
        ("generalize", {"given": [gt(x, 1)]}),
        ("cases", {"on": [gt(x, 0), lt(x, 0)]}),
        ("cases", {"on": [ge(x, 0), lt(y, 0)]}),
        ("cases", {"on": [lt(x, 0), ge(x, 0)]}),
        ("induct", {"start": 1}),
        ("induct", {"n": k}),
        ("telescope", {"lo": 2}),
        ("telescope", {"hi": n + 1}),
        ("telescope", {"potential": a(k + 1)}),
        ("telescope", {"t": n}),
        ("cite", {"axiom": Axiom("grows", "What grows grows.", "nowhere", (GROWS,), ge(a(n + 1), a(n)))}),
        ("cite", {"axiom": Axiom("grows", "What grows grows.", "", (GROWS, ge(n, 0)), ge(a(n + 1), a(n)))}),
    ],
    ids=str,
)
def test_wrong_values_are_refused(name: str, changed: dict[str, Any], handed: Any) -> None:
    _, step = handed(name)
    step.refused(given=dict(step.given) | changed)


def test_another_certificate_is_refused(handed: Any) -> None:
    _, step = handed("certify")
    step.refused(given={"certificate": certificate(ge(x - log(x), 0), [gt(x, 0)], budget=20)})


def test_a_theorem_that_the_core_did_not_make_is_no_premise(handed: Any) -> None:
    theorem, step = handed("combine")

    class Imposter:
        hypotheses = ()
        conclusion = translate(gt(x, 0))

    for forged in (Imposter(), theorem, object.__new__(core.Theorem)):
        step.refused(premises=[forged, *step.premises[1:]])


GIVEN, STATES, AT = [ge(x, 0), le(x, 1)], ge(x**2, x), {x: Rational(1, 2)}


def test_a_counterexample_is_one_at_the_values_that_are_shown() -> None:
    found = witness(GIVEN, STATES, AT)
    assert found.core.conclusion is translate(STATES)
    assert list(found.core.hypotheses) == list(map(translate, GIVEN))
    assert found.core.parameters["assignment"] == {translate(x): translate(Rational(1, 2))}
    assert found.conclusion.lines[-1].startswith(f"but not {STATES}: ")
    for other in ({x: 2}, {x: 0}, {}, {y: Rational(1, 2)}):
        with pytest.raises(Refused):
            checking.counterexample(GIVEN, STATES, other, [])
    with pytest.raises(Refused):
        checking.counterexample([*GIVEN, ge(x, 1)], STATES, AT, [])
    with pytest.raises(Refused):
        checking.counterexample(GIVEN, STATES, AT, [assume(gt(y, 0)).core])
    refutes(found, GIVEN, STATES)
    with pytest.raises(Refused):
        core.refutes(found.core, [translate(GIVEN[0])], translate(STATES))


def test_the_lines_of_a_counterexample_name_its_formulas_as_they_were_written() -> None:
    schema = forall(y, ge(y**2, x), [ne(y, 0)])
    found = witness([schema], ge(x, 0), {x: -1})
    first, last = found.conclusion.lines
    assert first.startswith(f"{schema}: ")
    assert last == f"but not {ge(x, 0)}: -1 ≥ 0 is false"
