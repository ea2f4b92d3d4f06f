"""The formulas of all papers, as the report prints them."""

from unicodedata import normalize
from xml.dom.minidom import parseString

import pytest

from tests.sampling import every
from verify.claims import registry
from verify.report.alphabets import italic
from verify.report.compact import compact
from verify.report.math_font import CHARACTERS
from verify.report.mathml import mathml


@pytest.fixture(scope="module", params=every(2, [5, 1]))
def printed(request):
    """The text of the formulas on the page, by the id of their claim, of one claim in so many."""
    known = registry.current()
    known.discover()
    assert len(known.claims) > 500
    texts = {}
    for claim in known.claims[:: request.param]:
        formulas = [*claim.shown_given, *claim.shown_states, *claim.shown_where]
        texts[claim.id] = "".join(map(_text, map(compact, mathml(formulas))))
    return texts


def _text(markup):
    nodes = [parseString(markup)]
    said = []
    while nodes:
        node = nodes.pop()
        nodes += node.childNodes
        said += [node.data] if node.nodeType == node.TEXT_NODE else []
    return "".join(said)


def test_the_pages_font_has_every_character(printed):
    there = set(CHARACTERS)
    missing = {(id, sign) for id, text in printed.items() for sign in text if sign not in there}
    assert {(id, sign) for id, sign in missing if not set(normalize("NFD", sign)) <= there} == set()


def test_the_pages_font_has_every_letter_in_italics(printed):
    letters = {letter for text in printed.values() for letter in text}
    assert {italic(letter)[:1] for letter in letters} - {*CHARACTERS, *letters} == set()
