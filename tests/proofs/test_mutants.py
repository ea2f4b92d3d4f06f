"""Every headline claim has mutants of each kind; those that no exact instance decides are false in numbers.

A mutant's instance meets the changed hypotheses (schemas at the listed samples) and violates one changed formula, or
leaves it undefined; all in 60 digits. That no proof goes through for a mutant, and that the exact instances of the
others refute them, is checked by `pytest proofs/`.
"""

from collections import Counter

import pytest
from mpmath import mp

from numeric.reference import sphere
from proofs.general_additive import c_softmax_exact, duality_1d
from proofs.spheres import exponential_map, update
from verify.axioms import SPHERE_EXP
from verify.claims.concrete import value
from verify.claims.registry import current
from verify.language.terms import ForAll, Predicate

HEADLINES = (
    "spheres/exponential-map",
    "spheres/gradient",
    "spheres/gradient-norm",
    "spheres/update",
    "spheres/prop-8",
    "general_additive/duality-1d",
    "general_additive/duality",
    "general_additive/c-softmax.repaired",
    "geometric_view/push-forward",
    "geometric_view/simplex-norm",
    "geometric_view/theorem-8.repaired",
)
DIGITS, MARGIN, EQUAL = 60, mp.mpf("1e-6"), mp.mpf("1e-40")


def _exp(p, v):
    return sphere.exp(p, v, dps=DIGITS) if any(v) else p


EM, UP = exponential_map, update
CIRCLE = {EM.p: [1, 0], EM.V: [0, 2], EM.s: 0.5, SPHERE_EXP: _exp}
with mp.workdps(DIGITS):
    DATA = [mp.mpf(3) / 5, mp.mpf(4) / 5]
STEP = {UP.p: [1, 0], UP.x: DATA, UP.eta: 0.5, SPHERE_EXP: _exp}

D1 = duality_1d
NUMBERS = [{D1.r: -1}, {D1.r: 2}]
INTEGRALS = {D1.phi: mp.exp, D1.psi: mp.log, D1.a: 0, D1.b: 1}

CE = c_softmax_exact
SHARP = {CE.k: 2, CE.c: 0.25}

# claim, the words of the mutant: the formula that fails, the instance, samples for the schemas among the hypotheses
INSTANCES = {
    (EM.EXPONENTIAL_MAP, "Exp is reached at s = 1/2."): (5, CIRCLE, []),
    (EM.EXPONENTIAL_MAP_ZERO, "Exp_p(0) is −p."): (0, {EM.p: [1, 0], SPHERE_EXP: lambda p, _: p}, []),
    (UP.UPDATE, "The step goes along the gradient."): (0, STEP, []),
    (UP.UPDATE, "The angle is 2η‖V‖."): (0, STEP, []),
    (UP.UPDATE_AT_REST, "The gradient need not vanish."): (0, STEP, []),
    (D1.DUALITY_1D, "The order of the arguments is kept."): (0, INTEGRALS, NUMBERS),
    (D1.DUALITY_1D, "φ⁻¹ need not invert φ."): (0, INTEGRALS | {D1.psi: lambda y: y**2}, NUMBERS),
    (CE.C_SOFTMAX_EXACT, "c up to 1 (false: 1/2 suffices)."): (4, SHARP | {CE.c: 0.75, CE.k: 3}, []),
}

# Mutants that state something about objects outside the meaning of their names, so that no number can decide them.
MEANINGLESS = {
    ("spheres/exponential-map-zero", "p need not be on the sphere."): "Exp_p for a p off the sphere",
}


def _mutants(claim):
    return [step for step in claim.steps if step.kind == "mutant"]


def _gap(relation, at):
    """lhs − rhs as a number: the difference, or the length of a difference of vectors."""
    left, right = value(relation.lhs, at, DIGITS), value(relation.rhs, at, DIGITS)
    if isinstance(left, list) or isinstance(right, list):
        pairs = zip(left, right if isinstance(right, list) else [0] * len(left), strict=True)
        return mp.sqrt(mp.fsum((a - b) ** 2 for a, b in pairs))
    return left - right


def _holds(formula, at, samples):
    if isinstance(formula, Predicate):
        return True
    if isinstance(formula, ForAll):
        instances = [{**at, **{v: sample[v] for v in formula.variables}} for sample in samples]
        return bool(instances) and all(_holds(formula.body, i, samples) for i in instances)
    gap = _gap(formula, at)
    return {"=": abs(gap) < EQUAL, "≥": gap > -EQUAL, ">": gap > EQUAL, "≠": abs(gap) > EQUAL}[formula.op]


def _fails(formula, at):
    if isinstance(formula, ForAll):
        return False
    try:
        gap = _gap(formula, at)
    except ZeroDivisionError:
        return True
    return {"=": abs(gap) > MARGIN, "≥": gap < -MARGIN, ">": gap < -MARGIN}[formula.op]


@pytest.mark.parametrize("case", INSTANCES, ids=lambda case: f"{case[0].id}:{case[1]}")
def test_the_mutant_is_false(case):
    claim, words = case
    position, at, samples = INSTANCES[case]
    (step,) = [m for m in _mutants(claim) if m.summary == words]
    changed = step.function(claim)
    with mp.workdps(DIGITS):
        for hypothesis in changed.given:
            assert _holds(hypothesis, at, samples), f"the instance does not meet {hypothesis}"
        assert _fails(changed.states[position], at), f"{changed.states[position]} holds at the instance"


@pytest.mark.parametrize("case", INSTANCES, ids=lambda case: f"{case[0].id}:{case[1]}")
def test_an_instance_that_meets_the_claim_itself_satisfies_it(case):
    claim, _ = case
    _, at, samples = INSTANCES[case]
    with mp.workdps(DIGITS):
        if all(_holds(hypothesis, at, samples) for hypothesis in claim.given):
            for formula in claim.states:
                assert isinstance(formula, ForAll) or _holds(formula, at, samples), f"{formula} fails"


def test_every_instance_is_of_a_mutant_that_is_not_decided_exactly():
    registry = current()
    registry.discover()
    undecided = {(c.id, step.summary) for c in registry.claims for step in _mutants(c) if step.decision.undecided}
    assert {(claim.id, words) for claim, words in INSTANCES} | set(MEANINGLESS) <= undecided


@pytest.mark.parametrize("id", HEADLINES)
def test_a_headline_claim_has_mutants_of_every_kind(id):
    registry = current()
    registry.discover()
    kinds = Counter(step.label for step in _mutants(registry.claim(id)))
    assert set(kinds) == {"constant", "sign", "hypothesis"}
    assert sum(kinds.values()) >= 3
