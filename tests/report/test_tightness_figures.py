"""Figures of tightness: they draw what the witnesses say, and only what can be seen."""

from __future__ import annotations

from fractions import Fraction

from proofs.report.pictures.tightness import as_run, below, by_dimension, drawn, ratios
from proofs.theorems import catalogue
from proofs.verify.tightness import witnesses

made = [w for id in ("novikoff", "dimension-two", "margin-perceptron", "dummy-input") for w in witnesses(catalogue.theorem(id), quick=True)]


def test_ratios_on_log_axes() -> None:
    left, right = ratios(made).figure.axes
    assert {axes.get_xscale() for axes in (left, right)} == {axes.get_yscale() for axes in (left, right)} == {"log"}
    printed = next(line for line in left.lines if str(line.get_label()).startswith("margin-perceptron"))
    assert [round(float(x)) for x in printed.get_xdata()] == [100, 400]
    assert all(0.311 < y < 0.314 for y in printed.get_ydata())
    assert any("equality: novikoff, dimension-two" in str(line.get_label()).replace("\n", " ") for line in left.lines)
    assert not any("dummy" in str(line.get_label()) for line in left.lines)  # its margin does not change


def test_nothing_to_compare_is_an_empty_figure_that_can_be_written() -> None:
    assert ratios([]).encoded("svg").startswith(b"<?xml")


def test_a_run_of_each_family_is_drawn() -> None:
    pictures = drawn(made)
    assert {"orthonormal", "spiral", "zig-zag", "margin-spiral-1-2"} <= set(pictures)
    assert "dimension 3" in pictures["spiral"].words and "dimension 2 over 13 rounds" in pictures["zig-zag"].words
    run = as_run(made[0].best)
    assert run.dimension == run.T == 25 and run.bound == "25"


def test_the_same_theorem_in_every_dimension() -> None:
    (axes,) = by_dimension([Fraction(20, 101), Fraction(1, 31)]).figure.axes
    runs = {str(line.get_label()): list(line.get_ydata()) for line in axes.lines if not str(line.get_label()).startswith("_")}
    assert runs == {
        "M = ⌊1/γ²⌋ with room for all": [25],
        "M = ⌊1/γ²⌋ in space": [25, 960],
        "M = ⌊1/(2γ²)⌋ + 1 in the plane": [13, 481],
        "M = 1 on a line": [1, 1],
    }


def test_the_margin_perceptron_s_runs_stay_below_its_bounds() -> None:
    (axes,) = below([Fraction(1, 5), Fraction(1, 20)]).figure.axes
    runs = axes.lines[-1]
    assert all(2.3 < y < 2.5129 for y in runs.get_ydata())
