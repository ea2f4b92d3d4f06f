"""Section 2: the divergence of matrices of trace one, and its form in eigenvalues and eigenvectors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Expr, Integer, Lambda, Rational, Tuple, log

from numeric import spectral
from numeric.reference import spectral as reference
from proofs.matrix_eg import _klein
from proofs.matrix_eg._instances import axes_are_orthonormal, orthonormal_in_one_dimension
from proofs.matrix_eg._klein import divergence, exchanged
from proofs.matrix_eg._matrices import (
    COMPLETE_TOO, ORTHONORMAL_TOO, basis, d, form, i, j, k, orthonormal, total, trace_of_product, x, y,
)  # fmt: skip
from proofs.matrix_eg.von_neumann import GIVEN as DEFINITE
from proofs.matrix_eg.von_neumann import POSITIVE, a, b, eigen, first, pairs, scalars, second
from verify.audit import (
    Claim, Conformance, Inner, Theorem, assume, combine, eq, fails_as, fails_without, family, forall, function, ge,
    generalize, instantiate, real, telescope, witness,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import VecHead

e, A, B = basis("e"), basis("A"), basis("B")
mu, nu = family("μ"), family("ν")
u, z = basis("u"), basis("z")


def is_matrix(operator: Any, values: Any, vectors: Any) -> Any:
    """operator(x) = Σ values(i) ⟨vectors(i), x⟩ vectors(i), said by its product with every y."""
    term = values(i) * Inner(vectors(i), x) * Inner(vectors(i), y)
    return forall([x, y], eq(Inner(operator(x), y), total(term)))


def trace(left: Any, right: Any) -> Expr:
    """tr(AB) = Σₖ⟨Aeₖ, Beₖ⟩ for symmetric A and B, in the orthonormal basis e."""
    return total(Inner(left(e(k)), right(e(k))), k)


IN_E = orthonormal(e)
OF_A, OF_B = is_matrix(A, mu, u), is_matrix(B, nu, z)

TRACE = Claim(
    "matrix_eg/trace-of-product",
    at="Section 2",
    says="tr(AB) = Σᵢⱼ μᵢνⱼ(uᵢᵀzⱼ)² for A = Σ μᵢuᵢuᵢᵀ and B = Σ νⱼzⱼzⱼᵀ, as the paper uses it after (1)",
    given=[ge(d, 0), *IN_E, OF_A, OF_B],
    idle={IN_E[0]: ORTHONORMAL_TOO},
    states=eq(trace(A, B), trace_of_product(mu, u, lambda at: form(nu, z, at))),
    reading=(
        "A and B are linear maps of R^d, given by eigenvalues and eigenvectors; the trace is that of the matrix of AB "
        "in any orthonormal basis e, Σ eₖᵀABeₖ = Σ ⟨Aeₖ, Beₖ⟩, as A is symmetric. This is the form in which the other "
        "claims write traces of products."
    ),
)


@TRACE.proof
def one_basis_at_a_time(claim: Claim) -> Theorem:
    """A in its eigenvectors, B by its symmetry, and the products with e sum to that of the vectors."""
    return _trace(claim.states[0], A, B, OF_A, OF_B, (mu, u), (nu, z))


def _trace(goal: Any, left: Any, right: Any, of_left: Any, of_right: Any, one: Any, other: Any) -> Theorem:
    (values, vectors), (others, further) = one, other
    image = right(e(k))
    row = telescope(instantiate(assume(of_left), [e(k), image]), k, 1, d)
    swapped = instantiate(
        exchanged(),
        {
            family("g"): Lambda((i, j), values(j) * Inner(vectors(j), e(i)) * Inner(vectors(j), right(e(i)))),
            _klein._n: d,
        },
    )
    here = vectors(j)
    symmetric = combine(
        eq(Inner(image, here), Inner(right(here), e(k))),
        [(1, instantiate(assume(of_right), [e(k), here])), (-1, instantiate(assume(of_right), [here, e(k)]))],
    )
    turned = telescope(
        combine(
            eq(Inner(here, e(k)) * (Inner(image, here) - Inner(right(here), e(k))), 0), [(Inner(here, e(k)), symmetric)]
        ),
        k,
        1,
        d,
    )
    both = [instantiate(assume(IN_E[1]), [at]) for at in (here + right(here), here, right(here))]
    half = Rational(1, 2)
    parseval = combine(
        eq(total(Inner(here, e(k)) * Inner(right(here), e(k)), k), Inner(here, right(here))),
        [(-half, both[0]), (half, both[1]), (half, both[2])],
    )
    quadratic = instantiate(assume(of_right), [here, here])
    inner = combine(
        eq(
            values(j) * (total(Inner(here, e(k)) * Inner(image, here), k) - form(others, further, here)),
            0,
        ),
        [(values(j), turned), (values(j), parseval), (values(j), quadratic)],
    )
    added = telescope(inner, j, 1, d)
    return combine(goal, [(1, row), (1, swapped), (1, added)])


W, LOG_W, LOG_V = basis("W̃"), basis("log W̃"), basis("log W")


def logs(values: Any) -> Any:
    """i ↦ log values(i)."""
    return lambda i: log(values(i))


OF_W = is_matrix(W, first, a)
OF_LOG_W, OF_LOG_V = is_matrix(LOG_W, logs(first), a), is_matrix(LOG_V, logs(second), b)
UNIT = [eq(total(first(i)), 1), eq(total(second(i)), 1)]
NORMALISED_DIVERGENCE = trace(W, LOG_W) - trace(W, LOG_V)


def in_eigenvalues(sign: int = -1, factor: Any = 1) -> Expr:
    """Σ λ̃ᵢ log λ̃ᵢ ∓ Σᵢⱼ λ̃ᵢ log λⱼ (ṽᵢᵀvⱼ)²."""
    cross = trace_of_product(first, a, lambda at: form(logs(second), b, at))
    return factor * total(first(i) * log(first(i))) + sign * cross


LOG_FORM = function("logW")
NAMES = {real("tr_W̃logW̃"): trace(W, LOG_W), real("tr_W̃logW"): trace(W, LOG_V)}
"""Names for tr(W̃ log W̃) and tr(W̃ log W), taken in the basis e."""

IDLE = {
    orthonormal(a)[1]: COMPLETE_TOO,
    **dict.fromkeys(orthonormal(b), "W has an orthonormal eigenbasis; that log W = Σ log λ v vᵀ is enough"),
    IN_E[0]: ORTHONORMAL_TOO,
}
"""The bases of W̃, W and the space, of which not all is needed."""

READING = (
    "W̃ = Σ λ̃ ṽ ṽᵀ and W = Σ λ v vᵀ are positive definite, with orthonormal eigenbases; W̃, log W̃ "
    "and log W are linear maps, and the traces of products those of their matrices in any orthonormal basis e. "
)

EIGEN_FORM = Claim(
    "matrix_eg/eigen-form",
    weight="misprint",
    slip="The double sum is subtracted, as (1) just above shows: the sign alone is wrong.",
    at="Section 2, after (1)",
    printed="Δ_F(W̃, W) = Σᵢ λ̃ᵢ ln λ̃ᵢ + Σᵢⱼ λ̃ᵢ ln λⱼ (ṽᵢᵀvⱼ)²",
    given=[*DEFINITE, *UNIT, *IN_E, OF_W, OF_LOG_W, OF_LOG_V],
    where=NAMES,
    states=eq(NORMALISED_DIVERGENCE, in_eigenvalues(1)),
    rests_on=["matrix_eg/normalised"],
    reading=READING + "tr W̃ = tr W = 1. The plus sign is printed; the tildes and indices are reconstructed.",
    reconstructed=True,
)

EIGEN_FORM_REPAIRED = Claim(
    "matrix_eg/eigen-form.repaired",
    at="Section 2, after (1)",
    says="Δ_F(W̃, W) = Σᵢ λ̃ᵢ ln λ̃ᵢ − Σᵢⱼ λ̃ᵢ ln λⱼ (ṽᵢᵀvⱼ)²",
    given=[*DEFINITE, *IN_E, OF_W, OF_LOG_W, OF_LOG_V],
    idle=IDLE,
    where=NAMES,
    states=eq(NORMALISED_DIVERGENCE, in_eigenvalues()),
    repairs="matrix_eg/eigen-form",
    rests_on=["matrix_eg/trace-of-product"],
    reading=READING + "The traces of W̃ and W may be anything: the left side is tr(W̃ log W̃ − W̃ log W).",
)

NORMALISED = Claim(
    "matrix_eg/normalised",
    at="Section 2, after (1)",
    printed="the normalized case (when tr(W) = 1). … the divergence simplifies to Δ_F(W̃, W) = tr(W̃ log W̃ − W̃ log W)",
    given=[*DEFINITE, *UNIT, *IN_E, OF_W, OF_LOG_W, OF_LOG_V],
    idle=IDLE,
    where=NAMES | {real("Δ"): divergence(first, a, second, b), LOG_FORM(x): form(logs(second), b, x)},
    states=eq(divergence(first, a, second, b), NORMALISED_DIVERGENCE),
    rests_on=["matrix_eg/von-neumann-divergence"],
    reading=READING + "tr W̃ = tr W = 1 (equal traces would do); Δ is (1), written in the eigenbasis of W̃.",
)


@EIGEN_FORM_REPAIRED.proof
def traces_in_eigenvectors(claim: Claim) -> Theorem:
    """Both traces in the eigenvectors of W̃, which are those of log W̃."""
    return _reduced(claim.states[0])


def _reduced(goal: Any, more: Any = ()) -> Theorem:
    own = trace_of_product(first, a, lambda at: form(logs(first), a, at))
    cross = trace_of_product(first, a, lambda at: form(logs(second), b, at))
    traces = [
        _trace(eq(trace(W, LOG_W), own), W, LOG_W, OF_W, OF_LOG_W, (first, a), (logs(first), a)),
        _trace(eq(trace(W, LOG_V), cross), W, LOG_V, OF_W, OF_LOG_V, (first, a), (logs(second), b)),
    ]
    inside = [ge(j, 1), ge(d, j)]
    above = instantiate(assume(POSITIVE), [j])
    unit = assume(orthonormal(a)[0])
    diagonal = combine(
        eq(first(j) * (form(logs(first), a, a(j)) - log(first(j))), 0),
        [],
        using=[unit],
        facts=[*inside, above, POSITIVE],
    )
    added = telescope(diagonal, j, 1, d)
    return combine(goal, [(1, traces[0]), (-1, traces[1]), (1, added), *more], facts=[POSITIVE])


@NORMALISED.proof
def traces_cancel(claim: Claim) -> Theorem:
    """−tr W̃ + tr W = 0."""
    equation = EIGEN_FORM_REPAIRED.theorem(EIGEN_FORM_REPAIRED.states[0])
    traces = [assume(f) for f in UNIT]
    return combine(claim.states[0], [(-1, equation), (-1, traces[0]), (1, traces[1])], facts=[POSITIVE])


_COORDINATES = real("X1 X2 Y1 Y2")
_X1, _X2, _Y1, _Y2 = _COORDINATES


def half_the_identity() -> dict[Any, Any]:
    """W̃ = W = I/2 in R²."""
    axes = Lambda(i, Tuple(2 - i, i - 1))
    half = Lambda(i, Rational(1, 2))
    log_of_half = Lambda((_X1, _X2), Tuple(-log(2) * _X1, -log(2) * _X2))
    operators = {
        VecHead("W̃"): Lambda((_X1, _X2), Tuple(_X1 / 2, _X2 / 2)),
        VecHead("log W̃"): log_of_half,
        VecHead("log W"): log_of_half,
    }
    return {d: 2, first: half, second: half, **{VecHead(n): axes for n in ("ṽ", "v", "e")}, **operators}


@EIGEN_FORM.counterexample
def equal_matrices(claim: Claim) -> Theorem:
    """W̃ = W = I/2: the divergence is 0, the printed form −2 log 2."""
    products = combine(eq(_X1 * _Y1 + _X2 * _Y2, _X1 * _Y1 + _X2 * _Y2), [])
    known = [*axes_are_orthonormal(), generalize(products, list(_COORDINATES))]
    return witness(list(claim.given), claim.states[0], half_the_identity(), known)


def line(first_value: Any, second_value: Any) -> dict[str, Any]:
    """How a mutant is refuted by 1 × 1 matrices."""
    values = scalars(first_value, second_value)["at"]
    own, other = (log(Integer(v)) for v in (first_value, second_value))
    operators = {
        VecHead("W̃"): Lambda(_X1, first_value * _X1),
        VecHead("log W̃"): Lambda(_X1, own * _X1),
        VecHead("log W"): Lambda(_X1, other * _X1),
        VecHead("e"): Lambda(i, 1),
    }
    products = combine(eq(_X1 * _Y1, _X1 * _Y1), [])
    known = [*orthonormal_in_one_dimension(), generalize(products, [_X1, _Y1])]
    return {"at": {**values, **operators}, "discharge": lambda: known}


fails_as(EIGEN_FORM_REPAIRED,
    ("constant", eq(EIGEN_FORM_REPAIRED.states[0].lhs, in_eigenvalues(factor=2)), "2 Σ λ̃ᵢ log λ̃ᵢ.", line(2, 3)),
    ("sign", eq(EIGEN_FORM_REPAIRED.states[0].lhs, in_eigenvalues(1)), "The plus sign of the print.", line(2, 3)),
)  # fmt: skip


def changed(**operators: Any) -> dict[str, Any]:
    """`line(2, 3)` with other maps and vectors, by their names."""
    found = line(2, 3)
    return found | {"at": found["at"] | {VecHead(name): meaning for name, meaning in operators.items()}}


NOTHING = Lambda(_X1, 0)


fails_without(EIGEN_FORM_REPAIRED,
    (OF_LOG_V, "log W may be any map.", changed(**{"log W": NOTHING})),
    (OF_W, "W̃ may be any map.", changed(W̃=NOTHING)),
    (OF_LOG_W, "log W̃ may be any map.", changed(**{"log W̃": NOTHING})),
    (IN_E, "The vectors e, in which the traces are taken, may have any length.", changed(e=Lambda(i, 2))),
)  # fmt: skip


fails_as(NORMALISED,
    ("constant", eq(NORMALISED.states[0].lhs, NORMALISED.states[0].rhs + 1), "tr(W̃ log W̃ − W̃ log W) + 1.",
        line(1, 1)),
)  # fmt: skip


fails_without(NORMALISED, (UNIT[1], "tr W may be anything.", line(1, 2)))


def ones(**changes: Any) -> dict[str, Any]:
    """How a mutant of the trace is refuted by the 1 × 1 matrices A = B = 1, with other maps or vectors by name."""
    vectors = {n: Lambda(i, 1) for n in "euz"}
    operators = vectors | {n: Lambda(_X1, _X1) for n in "AB"} | changes
    at = {d: 1, mu: Lambda(i, 1), nu: Lambda(i, 1), **{VecHead(n): meaning for n, meaning in operators.items()}}
    return {"at": at, "discharge": line(1, 1)["discharge"]}


fails_as(TRACE, ("constant", eq(TRACE.states[0].lhs, TRACE.states[0].rhs / 2), "Half the double sum.", ones()))


fails_without(TRACE,
    (IN_E, "The vectors e may have any length.", ones(e=Lambda(i, 2))),
    (OF_A, "A may be any map.", ones(A=NOTHING)),
    (OF_B, "B may be any map.", ones(B=NOTHING)),
)  # fmt: skip


def normalised_pairs() -> list[tuple[Any, Any]]:
    """Random pairs (W, W̃) of trace one, to rounding."""
    return [tuple(m / m.trace() for m in pair) for pair in pairs()]


@EIGEN_FORM_REPAIRED.conformance
def code_follows_the_eigen_form() -> Iterator[Conformance]:
    """The divergence of numpy and of mpmath against the sums over eigenvalues, on pairs of trace one."""

    def exactly(pair: Any) -> Any:
        (q_values, q_vectors), (p_values, p_vectors) = map(eigen, pair)
        at = {first: p_values, second: q_values, VecHead("ṽ"): p_vectors, VecHead("v"): q_vectors, d: len(q_values)}
        return value(in_eigenvalues(), at) - sum(p_values) + sum(q_values)  # float matrices have trace one to rounding

    return conformance(
        normalised_pairs(),
        formula=exactly,
        code=lambda pair: float(spectral.von_neumann_divergence(*pair)),
        reference=lambda pair: reference.von_neumann_divergence(*pair),
        ulps=64.0,
    )
