"""The brackets of a bound as bars, which no library draws."""

import html
import re

import pytest

from verify.report import plots
from verify.report.bracket import BAR, LETTER, ROW, bracket_svg


def point(value, ratio, **more):
    attained = ratio == 1
    found = "1" if attained else f"{ratio:.9f}"
    return {"value": value, "message": "", "attained": attained, "ratio": ratio, "found": found, "above": "",
            "below": 1.0} | more  # fmt: skip


def drawn(*points, proved=True):
    return bracket_svg({"parameter": "η", "points": list(points)}, "in <words>", proved=proved)


def bars(text):
    """The place of each dot on the scale, and how far the bar behind it goes, with 0 and 1 as they are drawn."""
    zero, one = (int(x) for x in re.search(r"class=axis d=\"M(\d+) 0v\d+M(\d+) 0v", text).groups())

    def scale(x):
        return (int(x) - zero) / (one - zero)

    rows = re.findall(r"<g class=(\w+)>(?:<path(?: class=(\w+))? d=\"M\d+ \d+H(\d+)\"/>)?<circle[^>]* cx=(\d+)", text)
    return [(kind, scale(dot), scale(end) if end else None, how) for kind, how, end, dot in rows]


def test_a_bar_goes_from_the_instance_to_what_is_proved():
    text = drawn(point("1/2", 0.25), point("2", 0.5, above="8/9", below=8 / 9))
    assert bars(text) == [
        ("proved", pytest.approx(0.25, abs=0.01), pytest.approx(1.0, abs=0.01), ""),
        ("proved", pytest.approx(0.5, abs=0.01), pytest.approx(8 / 9, abs=0.01), ""),
    ]
    assert re.findall(r"class=value [^>]*>([^<]*)", text) == ["η = 1/2", "η = 2"]
    assert re.findall(r"class=ends [^>]*>([^<]*)", text) == ["0.250 to 1", "0.500 to 8/9"]


def test_an_attained_bound_is_a_filled_dot_at_one_without_a_bar():
    text = drawn(point("1", 1.0))
    assert bars(text) == [("proved", 1.0, None, "")]
    assert "<circle class=attained " in text
    assert "1, attained" in text
    assert "attained" not in drawn(point("1", 0.5))


def test_what_is_exceeded_is_beyond_one_and_what_nothing_bounds_is_dashed():
    text = drawn(point("1", 1.6), point("2", 0.4), proved=False)
    assert bars(text) == [
        ("refuted", pytest.approx(1.6, abs=0.01), pytest.approx(1.84, abs=0.02), "unbounded"),
        ("proved", pytest.approx(0.4, abs=0.01), pytest.approx(1.84, abs=0.02), "unbounded"),
    ]
    assert re.findall(r"class=ends [^>]*>([^<]*)", text) == ["above 1.60", "above 0.400"]


def test_the_lower_end_is_rounded_down():
    assert "0.999 to 1" in drawn(point("1", 0.9999999))


def test_a_value_without_a_ratio_has_no_row_and_none_at_all_no_drawing():
    bad = {"value": "0", "message": "promise and truth must be positive"}
    assert len(bars(drawn(point("1", 0.5), bad))) == 1
    assert drawn(bad) == ""


def test_all_is_inside_and_said_to_those_who_do_not_see_it():
    points = [point(f"a long value of a parameter {n}", n / 8) for n in range(1, 9)]
    points[0]["above"] = "1234567890/1234567891"
    text = drawn(*points)
    width, height = (int(n) for n in re.search(r'viewBox="0 0 (\d+) (\d+)"', text).groups())
    assert width > BAR
    assert height > 8 * ROW
    assert all(0 <= int(x) <= width for x in re.findall(r"c?x=(\d+)", text))
    said = re.findall(r"class=ends x=(\d+) [^>]*>([^<]*)", text)
    assert max(map(len, (words for _, words in said))) > 25
    assert all(int(x) + LETTER * len(words) <= width + 1 for x, words in said)
    assert 'role="img" aria-label="in &lt;words&gt;"' in text


MEANS = '''
MEANS = Claim("toy/means", at="Lemma 5", states=ge(a**2 + 1, 2*a), reading="For real a.")

@MEANS.proof
def square(claim):
    """A square."""
    return combine(claim.states[0], [(1, (a - 1)**2)])

@MEANS.extremal("a", [1, 2, 4])
def numbers(value):
    """Numbers beyond one."""
    return {a: value}
'''


def test_the_report_draws_every_bracket_without_matplotlib(workspace, monkeypatch):
    monkeypatch.setattr(plots, "available", lambda: False)
    workspace.claims(MEANS)
    assert workspace.verify("report", "--out", "out").status == 0
    text = (workspace.root / "out" / "report.html").read_text(encoding="utf-8")
    (svg,) = re.findall("<svg class=bracket .*?</svg>", text)
    assert [round(dot, 2) for _, dot, _, _ in bars(svg)] == [1.0, 0.8, 0.47]
    assert "truth over promise, as a varies: ratio 1, attained at a = 1" in html.unescape(svg)
    assert plots.MISSING not in html.unescape(text)
