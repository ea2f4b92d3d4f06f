"""The tactics for derivatives, and the theorems that prove axioms of the toolkit: what is false is refused."""

from tests.export.rocq.conftest import refused
from verify.author.kernel import Axiom
from verify.axioms import calculus, linear_algebra, spheres
from verify.export.rocq import coqc
from verify.export.rocq.assumptions import in_short
from verify.export.rocq.axioms import PROVED

TRUE = {
    "elementary": "forall x : R, x > 0 -> Derive (fun t => Derive (fun s => s * ln s) t) x = / x",
    "inverse cosine": "forall x : R, 1 + x > 0 -> 1 + -1 * x > 0 -> "
    "Derive (fun t => acos t ^ 2) x = -2 * acos x * / sqrt (1 + -1 * x ^ 2)",
    "norm": "forall (E : Space) (u v : E), Derive (fun t => ip (u +v t *v v) (u +v t *v v)) 0 = 2 * ip u v",
    "field": "forall (E : Space) (f : E -> R) (u v : E) s, C2_near f (u +v s *v v) -> "
    "Derive (fun r => Derive (fun t => f (u +v t *v v)) r) s = ip (hess f (u +v s *v v) v) v",
    "curve": "forall (E : Space) (c : R -> E) (u : E), vsmooth_near 1 c 0 -> "
    "Derive (fun t => ip (c (2 * t)) u) 0 = 2 * ip u (vDerive c 0)",
    "sum": "forall (n : R) (a : R -> R), Int n -> "
    "Derive (fun t => Sum 1 n (fun i => exp (a i * t))) 0 = Sum 1 n (fun i => exp (a i * 0) * a i)",
}
FALSE = {
    "a sign": "forall x : R, x > 0 -> Derive (fun t => Derive (fun s => s * ln s) t) x = -1 * / x",
    "a hypothesis": "forall x : R, Derive (fun t => Derive (fun s => s * ln s) t) x = / x",
    "smoothness": "forall (E : Space) (f : E -> R) (u v : E) s, C1_near f (u +v s *v v) -> "
    "Derive (fun r => Derive (fun t => f (u +v t *v v)) r) s = ip (hess f (u +v s *v v) v) v",
    "a constant": "forall (E : Space) (u v : E), Derive (fun t => ip (u +v t *v v) (u +v t *v v)) 0 = ip u v",
}
HEAD = "From Verify Require Import Cited.\n"


def _goal(statement):
    return f"Goal {statement}.\nProof. intros. deriv. Qed.\n"


def test_derivatives_are_carried_out(library):
    ran = coqc.checked(HEAD + "".join(map(_goal, TRUE.values())), library, 60)
    assert ran.passed, ran


def test_what_is_false_is_refused(library):
    ran = coqc.checked(HEAD + "Set Default Timeout 20.\n" + refused(FALSE.values(), "deriv"), library, 60)
    assert ran.passed, ran


def test_the_axioms_that_are_proved_are_axioms_of_the_toolkit():
    axioms = {a.name for m in (calculus, linear_algebra, spheres) for a in vars(m).values() if isinstance(a, Axiom)}
    assert set(PROVED) <= axioms


def test_bounds_of_pi_need_no_machine_numbers(library):
    """Every proof with an angle in it uses them."""
    ran = coqc.checked("From Verify Require Import Numbers.\nPrint Assumptions PI_bounds.\n", library, 60)
    assert in_short(ran.assumptions) == ["classical reals"]
