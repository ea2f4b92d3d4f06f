"""The exponential map of the sphere is that of the support library; another one is refused."""

import json
import re

import pytest

from tests.export.rocq.conftest import refused, stated
from verify.export.rocq import coqc
from verify.export.rocq.readback import NotRead, refuse_other_statement
from verify.export.rocq.statement import statement

GEODESIC = (
    "forall (E : Space) (p V : E) (c : R -> E), (forall t v, ip v (c t) = 0 -> vsmooth_near 2 c t) -> "
    "(forall t, ip (c t) (c t) = 1) -> (forall t v, ip v (c t) = 0 -> ip (vDerive (vDerive c) t) v = 0) -> "
    "c 0 = p -> vDerive c 0 = V -> sphere_exp p V = c 1"
)
WRONG = {
    "half the time": GEODESIC.replace("= c 1", "= c (1 / 2)"),
    "the start": GEODESIC.replace("c 0 = p -> ", ""),
    "the velocity": GEODESIC.replace("vDerive c 0 = V", "vDerive c 0 = (-1) *v V"),
    "the acceleration": re.sub(r"\(forall t v, ip v \(c t\) = 0 -> ip .*?\) v = 0\) -> ", "", GEODESIC),
    "the sphere": GEODESIC.replace("ip (c t) (c t) = 1", "ip (c t) (c t) = 2"),
    "twice differentiable": GEODESIC.replace("vsmooth_near 2", "vsmooth_near 1"),
}


HEAD = "From Verify Require Import Steps.\nSet Default Timeout 20.\n"
TACTIC = "cited geodesics_of_a_sphere"


def test_a_geodesic_ends_where_the_exponential_map_says(library):
    assert coqc.checked(f"{HEAD}Goal {GEODESIC}.\nProof. intros. {TACTIC}. Qed.\n", library, 60).passed


def test_another_exponential_map_is_refused(library):
    assert GEODESIC not in WRONG.values()
    ran = coqc.checked(HEAD + refused(WRONG.values(), TACTIC), library, 120)
    assert ran.passed, ran


def test_a_statement_means_the_map_of_the_library_and_no_variable(known):
    data = stated(known["spheres/exponential-map-zero"])
    text = statement(data)
    assert "sphere_exp p vzero = p" in text
    refuse_other_statement(text, data)
    bound = text.replace("(E : Space) (p : E)", "(E : Space) (p : E) (sphere_exp : E -> E -> E)")
    for other in (bound, bound.replace("sphere_exp", "Exp"), text.replace("sphere_exp p vzero", "sphere_exp vzero p")):
        assert other != text
        with pytest.raises(NotRead):
            refuse_other_statement(other, data)


def test_a_variable_is_not_read_as_the_map(known):
    data = stated(known["spheres/exponential-map-zero"])
    any_map = json.dumps(data).replace('"name": "Exp", "kind": "Constant"', '"name": "Exp", "kind": "VecHead"')
    assert any_map != json.dumps(data)
    with pytest.raises(NotRead):
        refuse_other_statement(statement(data), json.loads(any_map))
