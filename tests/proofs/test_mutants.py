"""Every headline claim has mutants of each kind, and they are false: shown in numbers, independently of the kernel.

A mutant's instance meets the changed hypotheses (schemas at the listed samples) and violates one changed formula, or
leaves it undefined; all in 60 digits. That no proof goes through for a mutant is checked by `pytest proofs/`.
"""

from collections import Counter

import pytest
from mpmath import mp

from numeric.reference import sphere
from proofs.general_additive import c_softmax, c_softmax_exact, duality, duality_1d
from proofs.geometric_view import push_forward, simplex_norm, theorem_8
from proofs.spheres import exponential_map, gradient, gradient_norm, prop_8, update
from verify.axioms import DIST, EXP, SPHERE_EXP
from verify.claims import IN_DIGITS
from verify.concrete import ConcreteField, value
from verify.registry import current
from verify.terms import ForAll, Predicate, VecHead

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


EM, GR, GN, UP = exponential_map, gradient, gradient_norm, update
CIRCLE = {EM.p: [1, 0], EM.V: [0, 2], EM.s: 0.5, SPHERE_EXP: _exp}
with mp.workdps(DIGITS):
    DATA = [mp.mpf(3) / 5, mp.mpf(4) / 5]
    TRUE_GRADIENT = [0, mp.mpf(24) / 25]  # 2c(x − cp) at p = (1, 0), x = DATA
    OTHER_GRADIENTS = {"off the sphere": [0, mp.mpf(48) / 25], "not tangent": [1, mp.mpf(24) / 25]}
    UNNORMALISED_GRADIENT = [mp.mpf(-4) / 3, mp.mpf(4) / 3]
ACROSS = [{VecHead("V"): [0, 1]}]
STEP = {UP.p: [1, 0], UP.x: DATA, UP.eta: 0.5, SPHERE_EXP: _exp}

PF = push_forward
P, D = [0.25, 0.75], [1, 3]
SWAP = [{PF.V: [1, -1]}]
SIMPLEX = {PF.n: 1, PF.p: P, PF.d: D, PF.i: 1}
PUSHED = {**SIMPLEX, PF.G: [-0.375, 0.375]}
UNNORMALISED = {PF.n: 1, PF.p: [1, 2], PF.d: D, PF.i: 1}

T8 = theorem_8
FIRST = [{T8.t: 0, T8.v.args[0]: x, VecHead("U"): [u]} for x in (1, 0.5) for u in (-0.5, 2)]
LINEAR = {
    EXP: lambda x, u: x + u[0],
    DIST: lambda x, y: abs(x - y),
    T8.loss: lambda t, x: x,
    VecHead("grad"): lambda t, x: [mp.mpf(1)],
    T8.w: lambda t: 1 - mp.mpf(t) / 2,
    T8.best: mp.mpf(0),
    T8.eta: 0.5,
    T8.k: 1,
    T8.t: 0,
    VecHead("U"): [mp.mpf(-1) / 2],
}
CONCAVE = LINEAR | {
    T8.loss: lambda t, x: -(x**2),
    VecHead("grad"): lambda t, x: [-2 * x],
    T8.w: lambda t: mp.mpf(1 + t),
    T8.best: mp.mpf(10),
    T8.eta: 0.25,
}
NO_METRIC = LINEAR | {DIST: lambda x, y: 100 if (x, y) == (0.5, 0) else abs(x - y), "no manifold": 1}

DU, D1 = duality, duality_1d
ENTROPY = ConcreteField(lambda y: mp.fsum(x * mp.log(x) - x for x in y), lambda y: [mp.log(x) for x in y])
EXPONENTIAL = ConcreteField(lambda u: mp.fsum(map(mp.exp, u)), lambda u: [mp.exp(x) for x in u])
MINUS_ENTROPY = ConcreteField(lambda y: -ENTROPY.value(y), lambda y: [-x for x in ENTROPY.gradient(y)])
HALF_SQUARE = ConcreteField(lambda y: mp.fsum(x**2 for x in y) / 2, lambda y: y)
POINTS = [{VecHead("v"): [0, 1]}, {VecHead("v"): [2, -1]}]
DUAL = {DU.P: EXPONENTIAL, DU.Q: ENTROPY, DU.a: [0, 1], DU.b: [1, -1]}
NUMBERS = [{D1.r: -1}, {D1.r: 2}]
INTEGRALS = {D1.phi: mp.exp, D1.psi: mp.log, D1.a: 0, D1.b: 1}

CS, CE = c_softmax, c_softmax_exact
TWO = {CS.k: 2, CS.x: [0.5, 0.5]}
SHARP = {CE.k: 2, CE.c: 0.25}

# claim, mutant: the position of the formula that fails, the instance, samples for the schemas among the hypotheses
INSTANCES = {
    (EM.EXPONENTIAL_MAP, "backwards"): (2, CIRCLE, []),
    (EM.EXPONENTIAL_MAP, "half_way"): (5, CIRCLE, []),
    (EM.EXPONENTIAL_MAP, "not_tangent"): (0, CIRCLE | {EM.V: [1, 1]}, []),
    (EM.EXPONENTIAL_MAP, "not_unit"): (0, CIRCLE | {EM.p: [2, 0]}, []),
    (EM.EXPONENTIAL_MAP_ZERO, "antipode"): (0, {EM.p: [1, 0], SPHERE_EXP: lambda p, _: p}, []),
    (GR.GRADIENT, "without_two"): (0, {GR.p: [1, 0], GR.x: DATA, GR.g: TRUE_GRADIENT}, ACROSS),
    (GR.GRADIENT, "wrong_projection"): (0, {GR.p: [1, 0], GR.x: DATA, GR.g: TRUE_GRADIENT}, ACROSS),
    (GR.GRADIENT, "off_the_sphere"): (0, {GR.p: [2, 0], GR.x: DATA, GR.g: OTHER_GRADIENTS["off the sphere"]}, ACROSS),
    (GR.GRADIENT, "not_tangent"): (0, {GR.p: [1, 0], GR.x: DATA, GR.g: OTHER_GRADIENTS["not tangent"]}, ACROSS),
    (GR.GRADIENT_EXISTS, "any_point"): (0, {GR.p: [2, 0], GR.x: DATA}, []),
    (GN.GRADIENT_NORM, "single_angle"): (1, {GN.p: [1, 0], GN.x: DATA}, []),
    (GN.GRADIENT_NORM, "plus_under_the_root"): (0, {GN.p: [1, 0], GN.x: DATA}, []),
    (GN.GRADIENT_NORM, "without_magnitude"): (0, {GN.p: [-1, 0], GN.x: DATA}, []),
    (GN.GRADIENT_NORM, "data_of_any_length"): (0, {GN.p: [1, 0], GN.x: [0.5, 0.5]}, []),
    (UP.UPDATE, "uphill"): (0, STEP, []),
    (UP.UPDATE, "twice_the_angle"): (0, STEP, []),
    (UP.UPDATE, "off_the_sphere"): (1, STEP | {UP.p: [2, 0]}, []),
    (UP.UPDATE, "at_rest_too"): (0, STEP | {UP.x: [0, 1]}, []),
    (UP.UPDATE_AT_REST, "not_orthogonal"): (0, STEP, []),
    (prop_8.PROP_8, "on_a_longer_interval"): (0, {prop_8.a: 0, prop_8.c: 1.15}, []),
    (prop_8.PROP_8, "with_nine_tenths"): (0, {prop_8.a: 0, prop_8.c: 1.047}, []),
    (prop_8.PROP_8, "the_other_way"): (0, {prop_8.a: 0, prop_8.c: 0.5}, []),
    (prop_8.PROP_8, "unordered"): (0, {prop_8.a: 1, prop_8.c: 0.5}, []),
    (PF.PUSH_FORWARD, "radius_one"): (0, PUSHED, SWAP),
    (PF.PUSH_FORWARD, "mean_added"): (0, PUSHED, SWAP),
    (PF.PUSH_FORWARD, "gradient_not_tangent"): (0, SIMPLEX | {PF.G: [-0.125, 1.125]}, SWAP),
    (PF.PUSH_FORWARD, "not_a_distribution"): (0, UNNORMALISED | {PF.G: UNNORMALISED_GRADIENT}, SWAP),
    (PF.PUSH_FORWARD_EXISTS, "unnormalised"): (0, UNNORMALISED, []),
    (simplex_norm.SIMPLEX_NORM, "twice_the_square_of_the_mean"): (0, SIMPLEX, []),
    (simplex_norm.SIMPLEX_NORM, "mean_added"): (0, SIMPLEX, []),
    (simplex_norm.SIMPLEX_NORM, "not_a_distribution"): (0, UNNORMALISED, []),
    (T8.THEOREM_8_REPAIRED, "movement_counted_twice"): (0, LINEAR, FIRST),
    (T8.THEOREM_8_REPAIRED, "loss_before_the_update"): (0, LINEAR, FIRST),
    (T8.THEOREM_8_REPAIRED, "not_convex"): (0, CONCAVE, FIRST),
    (T8.THEOREM_8_REPAIRED, "no_curvature_bound"): (0, NO_METRIC, FIRST),
    (T8.THEOREM_8_SUBSTITUTION_REPAIRED, "rate_forgotten"): (0, LINEAR, FIRST),
    (T8.THEOREM_8_SUBSTITUTION_REPAIRED, "turned_around"): (0, LINEAR, FIRST),
    (DU.DUALITY, "order_kept"): (0, DUAL, POINTS),
    (DU.DUALITY, "twice"): (0, DUAL, POINTS),
    (DU.DUALITY, "unrelated_potentials"): (0, DUAL | {DU.Q: HALF_SQUARE}, POINTS),
    (DU.DUALITY, "inverse_up_to_sign"): (0, DUAL | {DU.Q: MINUS_ENTROPY}, POINTS),
    (D1.DUALITY_1D, "order_kept"): (0, INTEGRALS, NUMBERS),
    (D1.DUALITY_1D, "half"): (0, INTEGRALS, NUMBERS),
    (D1.DUALITY_1D, "not_inverse"): (0, INTEGRALS | {D1.psi: lambda y: y**2}, NUMBERS),
    (CS.C_SOFTMAX_REPAIRED, "as_printed"): (0, TWO | {CS.y: [0.75, 0.25]}, []),
    (CS.C_SOFTMAX_REPAIRED, "slightly_more"): (0, TWO | {CS.y: [0.5625, 0.4375]}, []),
    (CS.C_SOFTMAX_REPAIRED, "at_most"): (0, TWO | {CS.y: [0.875, 0.125]}, []),
    (CS.C_SOFTMAX_REPAIRED, "outcome_not_normalised"): (0, TWO | {CS.y: [0.125, 0.125]}, []),
    (CE.C_SOFTMAX_EXACT, "beyond_half"): (4, SHARP | {CE.c: 0.75, CE.k: 3}, []),
    (CE.C_SOFTMAX_EXACT, "at_most"): (4, SHARP, []),
    (CE.C_SOFTMAX_EXACT, "one_output"): (0, SHARP | {CE.k: 1}, []),
}

# Mutants that state something about objects outside the meaning of their names, so that no number can decide them.
MEANINGLESS = {
    ("spheres/exponential-map-zero", "anywhere"): "Exp_p for a p off the sphere",
    ("general_additive/duality-1d", "not_defined"): "φ⁻¹ applied outside its domain",
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
        return "no manifold" not in at
    if isinstance(formula, ForAll):
        instances = [{**at, **{v: sample[v] for v in formula.variables}} for sample in _at(samples)]
        return bool(instances) and all(_holds(formula.body, i, samples) for i in instances)
    gap = _gap(formula, at)
    return {"=": abs(gap) < EQUAL, "≥": gap > -EQUAL, ">": gap > EQUAL, "≠": abs(gap) > EQUAL}[formula.op]


def _at(samples):
    return [{getattr(k, "head", k): v for k, v in sample.items()} for sample in samples]


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
    claim, name = case
    position, at, samples = INSTANCES[case]
    (step,) = [m for m in _mutants(claim) if m.name == name]
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


def test_every_mutant_that_is_not_decided_exactly_has_an_instance_or_a_reason():
    shown = {(claim.id, name) for claim, name in INSTANCES} | set(MEANINGLESS)
    registry = current()
    registry.discover()
    mutants = {(claim.id, step.name): step for claim in registry.claims for step in _mutants(claim)}
    assert {name for name, step in mutants.items() if step.decision.undecided == IN_DIGITS} <= shown <= set(mutants)


@pytest.mark.parametrize("id", HEADLINES)
def test_a_headline_claim_has_mutants_of_every_kind(id):
    registry = current()
    registry.discover()
    kinds = Counter(step.label for step in _mutants(registry.claim(id)))
    assert set(kinds) == {"constant", "sign", "hypothesis"}
    assert sum(kinds.values()) >= 3
