"""Terms in normal form, spelt out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Add

from verify.normal_forms.normalizer import Normalizer
from verify.terms import Formula


def plain(term: Any, given: Sequence[Formula] = ()) -> Any:
    """The scalar term with derivatives carried out, concrete sums added up, and like terms collected."""
    table = Normalizer(given)
    return Add(*(table.meaning_of(c) * k for k, c in table.components(term).items()))
