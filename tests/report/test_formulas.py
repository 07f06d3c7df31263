"""A long formula breaks where an author would break it, loses nothing, and keeps its full stop."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.report.book.mathematics import FITS, breaking, mathml, pieces
from proofs.report.proofs import render
from proofs.theorems import catalogue


def text(page: str) -> str:
    return re.sub(r"<[^>]*>|\s", "", html.unescape(page))


def signs(made: list[str]) -> list[str]:
    return [text(piece) for piece in made]


@pytest.mark.parametrize(
    "latex, broken",
    [
        (r"M \le R^2/\gamma^2", ["M≤R2/γ2"]),
        (r"\gamma M \le \langle u, w(M)\rangle \le \lVert w(M)\rVert \le R\sqrt M", ["γM≤⟨u,w(M)⟩", "≤‖w(M)‖", "≤RM"]),
        (r"\langle aaaaaaaa, bbbbbbbb\rangle = c", ["⟨aaaaaaaa,", "bbbbbbbb⟩=c"]),
        (r"\frac{aaaaaaaaaaaaaaaa}{b} = \frac{ccccccccccccccc}{d}", ["aaaaaaaaaaaaaaaab", "=cccccccccccccccd"]),
    ],
)
def test_the_places(latex: str, broken: list[str]) -> None:
    assert signs(pieces(mathml(latex, "inline"))) == broken


def test_a_quantifier_stands_together_and_an_implication_breaks_before_a_relation() -> None:
    fact = next(f for f in catalogue.page("novikoff").facts if f.name == "mistake-driven")
    made = signs(pieces(render.formula(fact.formula).html))
    assert made[0].startswith("for") and made[0].endswith(":") and len(made) == 2


def test_a_display_breaks_too_and_stays_tall() -> None:
    made = breaking(mathml(r"aaaaaaaaaaaaaaaa = \frac{b}{c} bbbbbbbbbbbbbbbbbbbbb", "block"))
    assert made.startswith('<span class="formula"><math displaystyle="true">') and made.count("<math") == 2
    assert breaking(mathml("a = b", "block")).startswith('<math display="block">')


def test_the_full_stop_stays_with_the_last_piece() -> None:
    made = breaking(f"so ({mathml(r'aaaaaaaaaaaaaa = bbbbbbbbbbbbbb', 'inline')}).")
    assert re.search(r'<span class="together">\(<math>.*</math></span><span class="together"><math>.*</math>\)\.</span>$', made)


def test_a_name_of_a_function_does_not_touch_its_argument() -> None:
    assert '<mi>ln</mi><mspace width="0.17em"></mspace><mi>n</mi>' in breaking(mathml(r"\ln n", "inline"))
    assert "mspace" not in breaking(mathml(r"\ln(2n)", "inline"))


def test_a_sign_after_an_equals_sign_belongs_to_its_number() -> None:
    assert '<mo form="prefix">−</mo>' in breaking(mathml("u = -1", "inline"))
    assert "prefix" not in breaking(mathml("u - 1", "inline"))


TERMS = st.recursive(
    st.sampled_from(["a", "bcd", r"\gamma", "12", r"\frac{a}{b}", r"\ln x"]),
    lambda inner: (
        st.builds("{} {} {}".format, inner, st.sampled_from(["+", "-", r"\cdot", r"\le", "="]), inner)
        | st.builds(r"({})".format, inner)
        | st.builds(r"\langle {}, {}\rangle".format, inner, inner)
    ),
    max_leaves=20,
)


@given(TERMS)
def test_nothing_is_lost_or_turned_round(latex: str) -> None:
    whole = mathml(latex, "inline")
    made = pieces(whole)
    assert text("".join(made)) == text(whole)
    if len(text(whole)) <= FITS:
        assert len(made) == 1
