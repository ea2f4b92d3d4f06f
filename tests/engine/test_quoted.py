"""Quotations of papers as HTML."""

import pytest

from verify.report.quoted import lowered, quoted


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Σ_{i=1}^M x_i", "Σ<sub>i=1</sub><sup>M</sup> x<sub>i</sub>"),
        ("e^{a_{j}} − σ_i² < b_ij", "e<sup>a<sub>j</sub></sup> − σ<sub>i</sub>² &lt; b<sub>ij</sub>"),
        ("R^{k−1}, 2^10, ‖x‖_2", "R<sup>k−1</sup>, 2<sup>10</sup>, ‖x‖<sub>2</sub>"),
        ("_x x_ x_{ x^ snake_case _", "_x x_ x_{ x^ snake_case _"),
    ],
)
def test_what_is_lowered_or_raised_in_print_is_so_on_the_page(text, html):
    assert lowered(text) == html
    assert quoted(text) == f"<q>{html}</q>"
