"""A run that is stepped through is the run, keeps between its envelopes, and needs no script."""

from __future__ import annotations

import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import Examples, Perceptron, measure, run
from perceptron.errors import InputError
from perceptron.extremal.sequences import Extremal, orthonormal, plane, spiral
from proofs.report.pictures.run_data import Run
from proofs.report.pictures.stepping import MOST, decimal, stepping

BOUND = "M <= R**2/gamma**2"
RUNS = [plane("1/5"), spiral("20/101", norm="unit"), orthonormal(4)]


@pytest.mark.parametrize("extremal", RUNS)
def test_it_keeps_between_the_envelopes_and_ends_where_the_run_ends(extremal: Extremal) -> None:
    shown = stepping(Run.extremal(extremal, BOUND))
    trace = run(extremal.learner, extremal.examples)
    assert shown.states[-1].weights == trace.final and len(shown.states) == trace.M + 1
    for s in shown.states:
        assert shown.gamma * s.updates <= s.along and s.along**2 <= s.squared <= shown.radius2 * s.updates
        assert s.product is None or s.product <= 0
    assert trace.M <= shown.room == measure(trace, extremal.u, extremal.gamma).R2 / extremal.gamma**2


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)).filter(any), min_size=1, max_size=8), st.integers(1, 5))
def test_any_run_is_measured_exactly(points: list[tuple[int, int]], gamma: int) -> None:
    trace = run(Perceptron(), Examples([list(p) for p in points], [1] * len(points)))
    shown = stepping(Run.made(trace, [1, 0], Fraction(gamma, 5), BOUND))
    w = [Fraction(0), Fraction(0)]
    for s in shown.states:
        assert list(s.weights) == w and s.along == w[0] and s.squared == w[0] ** 2 + w[1] ** 2
        w = [a + b for a, b in zip(w, s.next or (0, 0), strict=True)]


@pytest.mark.parametrize("extremal", RUNS)
def test_a_page_of_it_has_a_button_and_a_frame_for_each_state_and_no_script(extremal: Extremal) -> None:
    shown = stepping(Run.extremal(extremal, BOUND))
    page = shown._repr_html_()
    assert "<script" not in page and "onclick" not in page
    tree = ElementTree.fromstring(closed(page))
    radios = [e for e in tree.iter("input") if e.get("type") == "radio"]
    frames = [e for e in tree.iter("div") if (e.get("class") or "").startswith("frame f")]
    assert len(radios) == len(frames) == len(shown.states)
    ids = {e.get("id") for e in radios}
    assert len(ids) == len(radios) and {e.get("for") for e in tree.iter("label")} <= ids
    assert all(f"#{e.get('id')}:checked" in page for e in radios)
    pictures = [e for e in tree.iter() if e.tag.endswith("svg")]
    assert len(pictures) == 2 * len(frames) and all(e.get("role") == "img" and e.get("aria-label") for e in pictures)
    assert len(list(tree.iter("tr"))) == len(frames) + 1
    for state, frame in zip(shown.states, frames, strict=True):
        assert f"⟨u, w⟩ = {decimal(state.along)}" in "".join(frame.itertext())


def closed(page: str) -> str:
    """HTML as XML: elements without content are closed, attributes have values."""
    return re.sub(r"<input ([^>]*?)( checked)?>", r"<input \1/>", page)


def test_two_runs_on_a_page_do_not_share_their_buttons() -> None:
    first, second = (stepping(Run.extremal(extremal, BOUND)) for extremal in RUNS[:2])
    assert first.id != second.id


def test_a_long_run_is_refused() -> None:
    trace = run(Perceptron(), Examples([[1]] * (MOST + 2), [1, -1] * (MOST // 2 + 1)))
    with pytest.raises(InputError, match="at most"):
        stepping(Run.made(trace, [1], 1, BOUND))


NUMBERS = [(Fraction(1, 3), "0.333"), (Fraction(-1, 5), "−0.2"), (0, "0"), (-0.00001, "0"), (25, "25"), (20.0, "20")]


@pytest.mark.parametrize(("value", "said"), NUMBERS)
def test_numbers_are_short(value: Fraction | float, said: str) -> None:
    assert decimal(value) == said
