"""Each function that an audit is written with has an example in its docstring, which does what it says."""

import doctest
import inspect

import pytest
import sympy

from verify import audit
from verify.claims.registry import Registry, using
from verify.commands.lemmas import SECTIONS

NAMES = [name for name in audit.__all__ if inspect.isfunction(getattr(audit, name))]
FROM_SYMPY = ("Lambda", "Rational", "Sum", "exp", "log", "sqrt")


def variables():
    """The names that the docstring of `verify.audit` speaks of."""
    made = {name: getattr(audit, name) for name in audit.__all__} | {name: getattr(sympy, name) for name in FROM_SYMPY}
    made |= dict(zip("xy", audit.real("x y"), strict=True)) | dict(zip("pq", audit.positive("p q"), strict=True))
    made |= dict(zip("inNtT", audit.integer("i n N t T"), strict=True)) | dict(
        zip("uvw", audit.vectors("u v w"), strict=True)
    )
    return made | {"__name__": "examples", "f": audit.family("f"), "g": audit.family("g"), "h": audit.function("h")}


@pytest.mark.parametrize("name", NAMES)
def test_the_example_does_what_it_says(name):
    function = inspect.unwrap(getattr(audit, name))
    examples = doctest.DocTestParser().get_doctest(inspect.getdoc(function), variables(), name, None, 0)
    assert examples.examples, f"{name} has no example"
    said = []
    with using(Registry()):
        doctest.DocTestRunner(verbose=False).run(examples, out=said.append)
    assert not said, "".join(said)


def test_all_that_an_audit_is_written_with_is_listed_by_the_command():
    listed = {name for _, module in SECTIONS for name in vars(module)}
    assert set(NAMES) <= listed | {"exists", "listed", "tabled", "substitute"}


def test_the_page_of_names_is_whole_and_sorted_by_kind():
    assert len(audit.__all__) == len(set(audit.__all__))
    assert all(hasattr(audit, name) for name in audit.__all__)
    assert all(inspect.getdoc(getattr(audit, name)) for name in audit.__all__)
