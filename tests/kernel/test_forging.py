"""A theorem comes from the rules or not at all."""

import copy
import dataclasses
import pickle

import pytest

from verify.author.kernel import KernelError, Theorem, assume, combine, instantiate, proves
from verify.language.terms import eq, ge, real

x = real("x")
GENUINE = assume(ge(x, 0))


def test_it_is_not_built_by_hand():
    with pytest.raises(KernelError, match="only the rules"):
        Theorem((), eq(0, 1))


def test_an_empty_object_of_the_class_is_no_theorem():
    forged = object.__new__(Theorem)
    with pytest.raises(KernelError, match="not a theorem made by the rules"):
        proves(forged, [], eq(0, 1))
    with pytest.raises(KernelError, match="not a theorem made by the rules"):
        instantiate(forged)
    with pytest.raises(KernelError, match="not a theorem made by the rules"):
        combine(ge(x, 0), [(1, forged)])


def test_it_is_not_pickled_or_copied_into_another():
    with pytest.raises(KernelError, match="cannot be pickled"):
        pickle.dumps(GENUINE)
    with pytest.raises(KernelError):
        copy.copy(GENUINE)
    with pytest.raises(KernelError):
        copy.deepcopy(GENUINE)


def test_it_is_not_replaced():
    with pytest.raises(TypeError):
        dataclasses.replace(GENUINE, conclusion=eq(0, 1))


def test_it_is_not_subclassed():
    with pytest.raises(KernelError, match="cannot be subclassed"):
        type("Forged", (Theorem,), {})


@pytest.mark.parametrize("name", ["conclusion", "hypotheses", "axioms"])
def test_it_is_not_changed(name):
    with pytest.raises(AttributeError):
        setattr(GENUINE, name, ())
    with pytest.raises(AttributeError):
        object.__setattr__(GENUINE, name, ())
    assert GENUINE.conclusion == ge(x, 0)


def test_an_imposter_with_the_same_attributes_is_refused():
    class Imposter:
        hypotheses = ()
        conclusion = eq(0, 1)

    with pytest.raises(KernelError, match="not a theorem made by the rules"):
        proves(Imposter(), [], eq(0, 1))
