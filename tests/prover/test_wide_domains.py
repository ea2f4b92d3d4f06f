"""Algebraic goals of several variables without ends, where polynomials get more work."""

from verify.prover.proving import prove
from verify.prover.search.looks import is_wide
from verify.prover.statement import parse_statement


def test_polynomials_get_more_work_where_boxes_would_hardly_help():
    for relation, where, wide in [
        ("a + b + c > 0", "a > 0, 0 < b < 1, 0 < c < 1", True),
        ("a + b + c > 0", "0 < a < 1, 0 < b < 1, 0 < c < 1", False),
        ("a + b > 0", "a > 0, b > 0", False),
    ]:
        assert is_wide(parse_statement(relation, where).goals[0]) == wide


def test_the_form_of_horn_is_proved():
    relation = "(a + b + c + x + y)^2 >= 4*(a*b + b*c + c*x + x*y + y*a)"
    assert prove(relation, "a >= 0, b >= 0, c >= 0, x >= 0, y >= 0", budget=20).verdict == "proved"
