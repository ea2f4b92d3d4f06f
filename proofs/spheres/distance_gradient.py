"""Section 5: the differential of ½ dist(·, q)² at p is −⟨Exp_p⁻¹ q, ·⟩, on the sphere and in Rⁿ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, Rational, acos, cos, pi, sin

from numeric.manifolds import Sphere
from numeric.reference import sphere as reference
from numeric.reference.sphere import projx
from proofs.spheres.collinear import arccosine_of_cosine
from proofs.spheres.exponential_map import ENDPOINT, EXPONENTIAL_MAP, V, great_circle
from proofs.spheres.lemma_7 import arccosine_is_positive, without
from proofs.spheres.lemma_7_sign import sine_is_positive, z
from verify.axioms import sphere_exp
from verify.claims import Claim, Conformance
from verify.concrete import value
from verify.conformance import conformance
from verify.kernel import Theorem, assume, certify, combine, identity, instantiate, witness
from verify.prover.proving import certificate
from verify.terms import Deriv, Inner, Vec, VecHead, eq, forall, ge, gt, le, lt, norm, real, vector, vectors

s, w = real("s w")
p, q = vectors("p q")
EUCLID = p.args[1]


def curve(s: Any) -> Vec:
    """γ(s), any differentiable curve of the ambient space."""
    return Vec(VecHead("γ"), EUCLID, s)


VELOCITY = Deriv(curve(s), s, 0)
"""γ′(0)."""


def distance(p: Any, q: Any) -> Expr:
    """The distance arccos⟨p, q⟩ of two unit vectors on the sphere."""
    return acos(Inner(p, q))


def logarithm(p: Any, q: Any) -> Expr:
    """Exp_p⁻¹ q = θ (q − cos θ p)/sin θ with θ = arccos⟨p, q⟩, for 0 < θ < π."""
    theta = distance(p, q)
    return theta / sin(theta) * (q - cos(theta) * p)


UNIT, UNIT_Q = eq(Inner(p, p), 1), eq(Inner(q, q), 1)
APART, NOT_ANTIPODAL = gt(1 - Inner(p, q), 0), gt(1 + Inner(p, q), 0)
STARTS, TANGENT = eq(curve(0), p), eq(Inner(p, VELOCITY), 0)

DISTANCE_GRADIENT = Claim(
    "spheres/distance-gradient",
    at="section 5",
    printed="dΔ(p, p_t)(V) = ⟨−Exp_p⁻¹ p_t, V⟩, Δ = ½ dist², for any tangent vector V",
    given=[UNIT, UNIT_Q, APART, NOT_ANTIPODAL, STARTS, TANGENT],
    states=[
        eq(Deriv(distance(curve(s), q) ** 2 / 2, s, 0), -Inner(logarithm(p, q), VELOCITY)),
        eq(Inner(logarithm(p, q), p), 0),
        eq(Inner(logarithm(p, q), logarithm(p, q)), distance(p, q) ** 2),
        eq(sphere_exp(p, logarithm(p, q)), q),
    ],
    rests_on=["spheres/exponential-map"],
    reading=(
        "On the unit sphere of any dimension, q = p_t ≠ ±p. Along every differentiable curve from p with velocity γ′(0) "
        "tangent at p, ½ dist(·, q)² has the derivative −⟨L, γ′(0)⟩, with L = θ(q − cos θ p)/sin θ, θ = dist(p, q). This L "
        "is Exp_p⁻¹ q: it is tangent, of length θ < π, and Exp_p(L) = q. At q = −p there is no one L (spheres/"
        "distance-gradient-antipode); at q = p both sides are 0, and the formula for L is 0/0. Other manifolds "
        "are not decided here, but Rⁿ is (spheres/distance-gradient-euclid)."
    ),
)

DISTANCE_GRADIENT_EUCLID = Claim(
    "spheres/distance-gradient-euclid",
    at="section 5, M = Rⁿ",
    printed="dΔ(p, p_t)(V) = ⟨−Exp_p⁻¹ p_t, V⟩ with Exp_p⁻¹ p_t = p_t − p",
    given=[STARTS],
    states=eq(Deriv(Inner(curve(s) - q, curve(s) - q) / 2, s, 0), -Inner(q - p, VELOCITY)),
    reading="The same in Rⁿ, where Exp_p(V) = p + V: for all p and q, along every differentiable curve from p.",
)


@DISTANCE_GRADIENT.proof
def arccosine_rule(claim: Claim) -> list[Theorem]:
    """d arccos⟨γ, q⟩ = −⟨T, q⟩/sin θ, and ⟨p, T⟩ = 0; (12) at L has the angle ‖L‖ = θ."""
    slope, tangency, length, arrives = claim.states
    sides = [assume(g) for g in claim.given if g in (APART, NOT_ANTIPODAL)]
    units = [g for g in claim.given if g in (UNIT, UNIT_Q)]
    through = [g for g in claim.given if g in (STARTS, TANGENT)]
    apart = [*sides, combine(gt(1 - Inner(p, q) ** 2, 0), [(sides[0], sides[-1])])]
    differential = identity(slope, using=[*through, *units], facts=apart)
    tangent = identity(tangency, using=units, facts=apart)
    square = identity(length, using=units, facts=apart)
    log, theta = logarithm(p, q), distance(p, q)
    positive = instantiate(arccosine_is_positive(), {z: Inner(p, q)}, apart)
    moving = combine(gt(Inner(log, log), 0), [(positive, positive), (1, square)], facts=apart)
    printed = assume(eq(sphere_exp(p, V), great_circle(p, V, 1)))
    by_angle = identity(
        eq(sphere_exp(p, V), p * cos(w) + V * sin(w) / w),
        using=[printed, eq(Inner(V, V), w**2)],
        facts=[gt(w, 0)],
    )
    endpoint = instantiate(EXPONENTIAL_MAP.theorem(ENDPOINT), {V: log}, [tangent, moving, *apart, *map(assume, units)])
    end = instantiate(by_angle, {V: log, w: theta}, [endpoint, square, moving, positive, *apart])
    return [differential, tangent, square, end]


@DISTANCE_GRADIENT_EUCLID.proof
def product_rule(claim: Claim) -> Theorem:
    """d‖γ − q‖² = 2⟨γ − q, γ′⟩."""
    return identity(claim.states[0], using=list(claim.given))
