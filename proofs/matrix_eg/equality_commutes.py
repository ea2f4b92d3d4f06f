"""When a round of Theorem 4.1 loses nothing: only if W_t and C_t commute, and C_t has two eigenvalues.

W = Σ ω_iv_iv_iᵀ, C = Σ κ_ju_ju_jᵀ and log W − αC = Σ γ_kz_kz_kᵀ. Then, at the step α of (13) repaired:

1. Σ e^γ_k ≤ tr(W e^(−αC)) = Σ ω_ie^(−ακ_j)⟨u_j, v_i⟩², by Golden–Thompson.
2. e^(−ακ_j) is at most its chord over [λ_min, λ_max]: tr(W e^(−αC)) is at most the chord bound (`below_the_chord`).
3. The chord bound is at most ρ(r) at the step. If Σ e^γ_k is ρ(r), all of these are equal.
4. Equality in 1 is commuting, by the theorem of So. Equality in 2 leaves no κ_j between λ_min and λ_max, as there the
   chord is strictly above the exponential, and each κ_j has the weight Σ ω_i⟨u_j, v_i⟩² = u_jᵀWu_j > 0.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from sympy import Expr, KroneckerDelta, Lambda, Rational, Tuple, exp, log

from proofs.matrix_eg import LOST, _klein
from proofs.matrix_eg._instances import axes_are_orthonormal, each, pick
from proofs.matrix_eg._matrices import basis, d, form, i, j, k, m, orthonormal, total, x
from proofs.matrix_eg._one_round import c as value
from proofs.matrix_eg._one_round import chord
from proofs.matrix_eg.approximate_alpha import (
    ABOVE, BELOW, GIVEN, INSIDE, MINIMISES, NAMES, chord_bound, high, logarithm_above, low, progress, r, step,
)  # fmt: skip
from proofs.matrix_eg.approximate_alpha import x as number
from proofs.matrix_eg.equal_rounds import VIOLATED, positive_step, strictly_above, wide_enough
from proofs.matrix_eg.preserves_psd import CLAIM as PRESERVES
from proofs.matrix_eg.preserves_psd import exponential, lam
from verify.audit import (
    Claim, Inner, Theorem, assume, at, cases, cite, combine, eq, fails_as, fails_without, family, forall, function,
    ge, generalize, gt, instantiate, le, positive, real, telescope,
)  # fmt: skip
from verify.axioms import GOLDEN_THOMPSON, GOLDEN_THOMPSON_EQUALITY
from verify.language.terms import VecHead
from verify.lemmas import from_absurdity

a = real("α")
omega, kappa, gamma = family("ω", positive=True), family("κ"), family("γ")
v, u, z = basis("v"), basis("u"), basis("z")
TAKEN = step(r, low, high)


def of_constraint(at: Any) -> Expr:
    """xᵀCx."""
    return form(kappa, u, at)


def of_logarithm(at: Any) -> Expr:
    """xᵀ(log W)x."""
    return form(lambda i: log(omega(i)), v, at)


def trace_with(values: Any) -> Expr:
    """Σ_ij ω_i values(j) ⟨u_j, v_i⟩², the trace of W with the matrix of these eigenvalues and the eigenvectors of C."""
    return total(omega(i) * form(values, u, v(i)))


EXPONENT = forall(x, eq(form(gamma, z, x), of_logarithm(x) - TAKEN * of_constraint(x)))
WITHIN = [forall(j, ge(kappa(j), low), [ge(j, 1), ge(d, j)]), forall(j, ge(high, kappa(j)), [ge(j, 1), ge(d, j)])]
UNIT, EDGE = eq(total(omega(i)), 1), eq(r, trace_with(kappa))
AFTER = total(exp(gamma(k)), k)
EQUAL = eq(AFTER, progress(r, low, high))
PLACES = [ge(k, 1), ge(d, k), ge(m, 1), ge(d, m)]
BETWEEN_EIGENVECTORS = total(kappa(j) * Inner(u(j), v(k)) * Inner(u(j), v(m)), j)

COMMUTES = Claim(
    "matrix_eg/theorem-4-1-commutes",
    at="Theorem 4.1, (14)",
    says=(
        "With (13) repaired and r_t > 0, the dual objective is exactly ρ(r_t) times what it was only if W_t and C_t "
        "commute and C_t has no other eigenvalues than λ_min and λ_max"
    ),
    given=[
        ge(d, 1),
        *orthonormal(v),
        *orthonormal(u),
        *orthonormal(z),
        EXPONENT,
        *WITHIN,
        UNIT,
        EDGE,
        BELOW,
        ABOVE,
        VIOLATED,
        INSIDE[1],
        EQUAL,
        *PLACES,
    ],
    where={**NAMES, function("C")(x): of_constraint(x), function("logW")(x): of_logarithm(x)},
    states=[
        eq((omega(k) - omega(m)) * BETWEEN_EIGENVECTORS, 0),
        eq((high - kappa(k)) * (kappa(k) - low), 0),
    ],
    rests_on=["matrix_eg/theorem-4-1.repaired", "matrix_eg/theorem-4-1-strict"],
    reading=LOST
    + (
        "One round: W_t = Σ ω(i)v(i)v(i)ᵀ with ω > 0 and trace one, C_t = Σ κ(j)u(j)u(j)ᵀ with eigenvalues in [λ_min, "
        "λ_max], λ_min < 0 < λ_max, and log W_t − α_tC_t = Σ γ(k)z(k)z(k)ᵀ, with orthonormal bases of R^d (spectral "
        "theorem); matrices are told by their forms x ↦ xᵀ·x. r = tr(W_tC_t), 0 < r < λ_max, and α = α_t is (13) "
        "repaired. The dual objective is multiplied by tr exp(log W_t − α_tC_t) = Σ e^γ, and that is ρ(r). The first "
        "formula says that v(k)ᵀ(W_tC_t − C_tW_t)v(m) = 0 for all k and m, so that W_tC_t = C_tW_t. (14) multiplies "
        "the bounds of the rounds, so it is an equation only if each of them is. That commuting is needed for "
        "equality in the Golden–Thompson inequality is an axiom, a theorem of W. So (1992)."
    ),
)


def at_unit(index: Any) -> Theorem:
    """Σ_j ⟨u_j, v_i⟩² = 1."""
    here = v(index)
    length = at(orthonormal(v)[0], index, index)
    parseval = at(orthonormal(u)[1], here)
    inside = [ge(index, 1), ge(d, index)]
    return combine(eq(form(lambda _: 1, u, here), 1), [(-1, parseval), (1, length)], facts=inside)


PLACE = {
    family("α"): Lambda(i, log(omega(i))),
    family("β"): Lambda(i, -TAKEN * kappa(i)),
    family("γ"): Lambda(i, gamma(i)),
    VecHead("a"): Lambda(i, v(i)),
    VecHead("b"): Lambda(i, u(i)),
    VecHead("c"): Lambda(i, z(i)),
}
"""The matrices of the Golden–Thompson inequality: log W and −αC, with the sum log W − αC."""


def split() -> Theorem:
    """The exponent is the sum of log W and −αC."""
    scaled = form(lambda i: -TAKEN * kappa(i), u, x)
    there = at(EXPONENT, x)
    return generalize(combine(eq(form(gamma, z, x), of_logarithm(x) + scaled), [(1, there)], facts=GIVEN), [x])


MIXED = trace_with(lambda j: exp(-TAKEN * kappa(j)))
"""tr(W e^(−αC))."""


def golden_thompson() -> Theorem:
    """Step 1, tr(W e^(−αC)) ≥ Σ e^γ."""
    bound = instantiate(cite(GOLDEN_THOMPSON), PLACE, [split()])
    return combine(ge(MIXED, AFTER), [(1, bound)], facts=GIVEN)


def gap(index: Any) -> Expr:
    """The chord less e^(−ακ), at an eigenvalue κ of C."""
    return chord_bound(TAKEN, kappa(index), low, high) - exp(-TAKEN * kappa(index))


def chord_above(index: Any) -> Theorem:
    """gap ≥ 0."""
    inside = [at(f, index) for f in WITHIN]
    known = [combine(ge(f.conclusion.lhs - f.conclusion.rhs, 0), [(1, f)]) for f in inside]
    below = instantiate(instantiate(chord(), {value: kappa(index)}, [*known, *wide_enough()]), {a: TAKEN})
    return combine(ge(gap(index), 0), [(1, below)], facts=GIVEN)


@cache
def below_the_chord() -> Theorem:
    """Step 2, the chord bound is tr(W e^(−αC)) + Σ_ij ω_i⟨u_j, v_i⟩² gap_j."""
    width = high - low
    slope = (exp(-TAKEN * high) - exp(-TAKEN * low)) / width
    level = (high * exp(-TAKEN * low) - low * exp(-TAKEN * high)) / width
    row = combine(eq(omega(i) * (form(lambda _: 1, u, v(i)) - 1), 0), [(omega(i), at_unit(i))])
    units = telescope(row, i, 1, d)
    goal = eq(chord_bound(TAKEN, r, low, high), MIXED + trace_with(gap))
    return combine(goal, [(slope, assume(EDGE)), (-level, units), (-level, assume(UNIT))], facts=GIVEN)


@cache
def no_gap() -> Theorem:
    """Step 3, Σ_ij ω_i⟨u_j, v_i⟩² gap_j ≤ 0: it is chord bound less tr(W e^(−αC)) ≤ ρ(r) − Σ e^γ = 0."""
    least = MINIMISES.theorem(MINIMISES.states[1])
    terms = [(1, least), (1, below_the_chord()), (1, golden_thompson()), (1, assume(EQUAL))]
    return combine(le(trace_with(gap), 0), terms, facts=GIVEN)


def all_gaps() -> Theorem:
    """Σ_ij ω_i⟨u_j, v_i⟩² gap_j ≥ 0."""
    square = Inner(u(j), v(i)) ** 2
    row = telescope(combine(ge(square * gap(j), 0), [(square, chord_above(j))], facts=GIVEN), j, 1, d)
    each_row = combine(ge(omega(i) * form(gap, u, v(i)), 0), [(omega(i), row)], facts=GIVEN)
    return telescope(each_row, i, 1, d)


def commuting() -> Theorem:
    """Step 4, −α(log ω_k − log ω_m)·v_kᵀCv_m = 0, by equality in the Golden–Thompson inequality."""
    least = MINIMISES.theorem(MINIMISES.states[1])
    terms = [(1, least), (1, below_the_chord()), (1, all_gaps()), (1, assume(EQUAL))]
    at_most = combine(le(MIXED - AFTER, 0), terms, facts=GIVEN)
    at_least = combine(ge(MIXED - AFTER, 0), [(1, golden_thompson())], facts=GIVEN)
    same = combine(eq(MIXED, AFTER), [(1, MIXED - AFTER)], facts=[at_least, at_most, *GIVEN])
    schema = instantiate(cite(GOLDEN_THOMPSON_EQUALITY), PLACE, [split(), same])
    return instantiate(schema, [k, m], [assume(f) for f in PLACES])


@cache
def same_or_nothing_between() -> Theorem:
    """(p − q)s = 0 from (log p − log q)s = 0: where s ≠ 0, 0 = log(p/q) ≥ 1 − q/p gives q ≥ p, and likewise p ≥ q."""
    (p, q), s = positive("p q"), real("s")
    known = assume(eq((log(p) - log(q)) * s, 0))
    goal = eq((p - q) * s, 0)
    signs = [gt(s, 0), eq(s, 0), gt(0, s)]

    def apart(sign: Any) -> Theorem:
        same = combine(eq(log(p) - log(q), 0), [(1 / s, known)], facts=[sign])
        bounds = []
        for first, second, factor in ((p, q, -1), (q, p, 1)):
            ratio = first / second
            above = instantiate(logarithm_above(), {number: ratio}, [combine(gt(ratio, 0), [(1, ratio)])])
            bounds.append(combine(ge(second - first, 0), [(first, above), (factor * first, same)]))
        return combine(goal, [(s, combine(eq(p - q, 0), [(1, p - q)], facts=bounds))])

    return cases([apart(signs[0]), combine(goal, [(p - q, assume(signs[1]))]), apart(signs[2])], signs)


def weight(index: Any) -> Expr:
    """Σ_i ω_i⟨u_j, v_i⟩², which is u_jᵀWu_j."""
    return form(omega, v, u(index))


def weight_is_positive(index: Any) -> Theorem:
    """u_jᵀWu_j > 0."""
    inside = [ge(index, 1), ge(d, index)]
    unit = at(orthonormal(u)[0], index, index)
    length = combine(gt(Inner(u(index), u(index)), 0), [(1, unit), (1, 1)], facts=inside)
    place = {lam: Lambda(i, log(omega(i))), x: u(index)}
    definite = instantiate(PRESERVES.theorem(gt(exponential(), 0)), place, [length])
    return combine(gt(weight(index), 0), [(1, definite)])


def no_gap_at(index: Any) -> Theorem:
    """gap_k ≤ 0, as the others add nothing negative to what is at most 0."""
    entry = Lambda((i, j), omega(i) * Inner(u(j), v(i)) ** 2 * gap(j))
    some = combine(ge(d, 0), [(1, assume(ge(d, 1))), (1, 1)])
    swapped = instantiate(_klein.exchanged(), {family("g"): entry, _klein._n: d}, [some])
    delta = KroneckerDelta(j, index)
    product = combine(ge(weight(j) * gap(j), 0), [(weight_is_positive(j), chord_above(j))], facts=GIVEN)
    term = combine(ge(weight(j) * gap(j), delta * weight(j) * gap(j)), [(1 - delta, product)], facts=GIVEN)
    added = telescope(term, j, 1, d)
    inside = [ge(index, 1), ge(d, index)]
    terms = [(1, added), (1, swapped), (1, no_gap())]
    only = combine(le(weight(index) * gap(index), 0), terms, facts=[*inside, *GIVEN])
    return combine(le(gap(index), 0), [(1 / weight(index), only)], facts=[weight_is_positive(index), *GIVEN])


def at_an_end(goal: Any) -> Theorem:
    """Step 4, κ_k is λ_min or λ_max: between them the gap is positive."""
    least, most = (at(f, k, by=[assume(g) for g in PLACES[:2]]) for f in WITHIN)
    here = kappa(k)
    lower, upper = gt(here, low), gt(high, here)
    strict = instantiate(strictly_above(), {value: here, a: TAKEN}, [assume(lower), assume(upper), positive_step()])
    y = real("y")
    negative = combine(ge(-(y**2), 0), [(assume(gt(y, 0)), assume(le(y, 0)))])
    never = combine(ge(-1, 0), [(1 / y**2, negative)])
    between = from_absurdity(goal, instantiate(never, {y: gap(k)}, [strict, no_gap_at(k)]))
    at_high = combine(goal, [], using=[combine(eq(here, high), [(1, here - high)], facts=[most, ge(here, high)])])
    at_low = combine(goal, [], using=[combine(eq(here, low), [(1, here - low)], facts=[least, ge(low, here)])])
    return cases([cases([between, at_high], [upper, ge(here, high)]), at_low], [lower, ge(low, here)])


@COMMUTES.proof
def all_bounds_are_equal(claim: Claim) -> list[Theorem]:
    """Golden–Thompson and the chord, both with equality."""
    commute, ends = claim.states
    logarithms = combine(
        eq((log(omega(k)) - log(omega(m))) * BETWEEN_EIGENVECTORS, 0),
        [(-1 / TAKEN, commuting())],
        facts=[positive_step(), *GIVEN],
    )
    p, q = positive("p q")
    place = {p: omega(k), q: omega(m), real("s"): BETWEEN_EIGENVECTORS}
    found = [combine(commute, [(1, instantiate(same_or_nothing_between(), place, [logarithms]))]), at_an_end(ends)]
    above_the_least = combine(INSIDE[0], [(1, assume(VIOLATED)), (1, assume(BELOW))])
    return [instantiate(theorem, {}, [above_the_least]) for theorem in found]


# --- mutants: two by two diagonal matrices ---------------------------------------------------------------------------

HALF = Rational(1, 2)
LINE = (real("X"), real("Y"))


def plane(interval: tuple[Any, Any] = (-1, 2), ends: Any = None, violation: Any = HALF) -> dict[str, Any]:
    """W = I/2 and C = diag(λ_min, λ_max), or `ends`, with tr(WC) = `violation`; k = 1 and m = 2."""
    lower, upper = interval
    first, second = interval if ends is None else ends
    taken = step(violation, lower, upper)
    exponents = log(HALF) - taken * first, log(HALF) - taken * second
    at = {
        d: 2,
        r: violation,
        low: lower,
        high: upper,
        omega.head: Lambda(i, HALF),
        kappa.head: Lambda(j, pick(first, second, j)),
        gamma.head: Lambda(k, pick(*exponents, k)),
        **{VecHead(name): Lambda(i, Tuple(2 - i, i - 1)) for name in "vuz"},
        k: 1,
        m: 2,
    }
    spelt = sum(exponent * entry**2 for exponent, entry in zip(exponents, LINE, strict=True))
    sides = [
        (ge(pick(first, second, j), lower), [(first - lower, 2 - j), (second - lower, j - 1)]),
        (ge(upper, pick(first, second, j)), [(upper - first, 2 - j), (upper - second, j - 1)]),
    ]

    def met() -> list[Theorem]:
        found = [*axes_are_orthonormal(), generalize(combine(eq(spelt, spelt), []), LINE)]
        return [*found, *(each(body, [j], terms=partial(list, terms)) for body, terms in sides)]

    return {"at": at, "discharge": met}


@COMMUTES.instance
def both_ends() -> tuple[dict[Any, Any], list[Theorem]]:
    """C = diag(−1, 2), W = I/2."""
    found = plane()
    return found["at"], found["discharge"]()


fails_as(COMMUTES,
    ("constant", {COMMUTES.states[1]: eq((high - kappa(k)) * (kappa(k) - 2 * low), 0)}, "κ is λ_max or 2λ_min.",
        plane()),
    ("sign", {COMMUTES.states[0]: eq((omega(k) + omega(m)) * BETWEEN_EIGENVECTORS, 0)},
        "(ω_k + ω_m)·v_kᵀCv_m = 0: not for k = m = 1.", plane() | {"at": plane()["at"] | {m: 1}}),
)  # fmt: skip
fails_without(COMMUTES,
    (EQUAL, "The dual objective may fall by more: C = I/2, in the interval [−4, 4].", plane((-4, 4), (HALF, HALF))),
    (VIOLATED, "r may be 0: then α = 0, and ρ = 1 is attained, here for C = 0 in the interval [−1, 1].",
        plane((-1, 1), (0, 0), 0)),
)  # fmt: skip
