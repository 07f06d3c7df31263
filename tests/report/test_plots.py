"""Pictures: what they draw is what was measured, they write what they say, and any run of any game can be drawn."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, Hebb, MarginPerceptron, Perceptron, measure, run
from perceptron.errors import InputError
from perceptron.extremal.sequences import margin_spiral, orthonormal, plane, spiral, uniform_slack
from proofs.cli import main
from proofs.conjecture import fraction_of, parse
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample, build, judge, values_of
from proofs.report.pictures.plots import Picture, path, picture, ratios, sides, suffix_of
from proofs.report.pictures.run_data import Run
from tests.amounts import sampled, tries

NOVIKOFF, SIMPLE = "M <= R**2/gamma**2", "M <= 1/gamma**2 + 2*TD/gamma"
HEADS = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}


def broken() -> Counterexample:
    """M = 2 against 1: the updates go on without mistakes."""
    game = Game(dropped=frozenset({"mistake-driven"}))
    rounds = [((Fraction(1),), 1), ((Fraction(1),), 1)]
    return build(parse("M <= 1/gamma**2"), game, rounds, (Fraction(1),), Fraction(1))


@st.composite
def runs(draw: st.DrawFn) -> Run:
    d = draw(st.integers(1, 4))
    numbers = st.integers(-4, 4)
    rows = draw(st.lists(st.lists(numbers, min_size=d, max_size=d), min_size=1, max_size=6))
    rows[0][0] = rows[0][0] or 1  # the Margin Perceptron cannot start at the zero vector
    labels = draw(st.lists(st.sampled_from((-1, 1)), min_size=len(rows), max_size=len(rows)))
    learner = draw(st.sampled_from((Perceptron(), Perceptron(1), Hebb(), MarginPerceptron(Fraction(1, 3)))))
    u = draw(st.lists(numbers, min_size=d, max_size=d))
    trace = run(learner, Examples(rows, labels))
    return Run.made(trace, [Fraction(a, 4) for a in u], Fraction(draw(st.integers(1, 8)), 4), SIMPLE)


@settings(max_examples=tries(60))
@given(runs())
def test_the_last_prefix_is_the_run_as_measured(drawn: Run) -> None:
    *_, last = drawn.prefixes()
    exact = values_of(measure(drawn.trace, drawn.u, drawn.gamma))
    for name, value in exact.items():
        if value is None:
            continue
        shown = float(fraction_of(value)) if fraction_of(value) is not None else float(value.square) ** 0.5
        assert last[name] == pytest.approx(shown, abs=1e-9), name
    assert drawn.way[-1] == pytest.approx(tuple(map(float, drawn.trace.final)))
    assert len(drawn.way) == len(drawn.trace.updates) + 1
    assert len(drawn.steps) + len(list(drawn.idle())) == drawn.T


@settings(max_examples=tries(8))
@given(runs())
def test_every_run_can_be_drawn(drawn: Run) -> None:
    assert picture(drawn).encoded("png").startswith(HEADS["png"])


@pytest.mark.parametrize(
    "extremal", sampled([orthonormal(30), plane("1/10"), spiral("20/101"), margin_spiral("5/13"), uniform_slack(3, "1/2")], 2), ids="abcde"
)
def test_prefixes_of_an_extremal_run_grow_to_the_end(extremal: object) -> None:
    drawn = Run.extremal(extremal, NOVIKOFF)  # type: ignore[arg-type]
    rounds, left, right = drawn.sides(10)
    assert rounds[0] == 0 and rounds[-1] == drawn.T and len(rounds) <= 12
    assert left == sorted(left) and left[-1] == drawn.trace.M
    assert right[-1] == pytest.approx(float(max(drawn.trace.examples.norms2()) / drawn.trace.examples.denominator**2 / drawn.gamma**2))


def test_a_counterexample_is_drawn_as_broken_and_a_surviving_run_is_not() -> None:
    drawn = Run.of(broken())
    assert judge(broken()).valid and drawn.ends_broken
    rounds, left, right = drawn.sides(100)
    assert [drawn.is_broken(a, b) for a, b in zip(left, right, strict=True)] == [False, False, True] and rounds == [0, 1, 2]
    assert not Run.extremal(orthonormal(4), NOVIKOFF).ends_broken


@pytest.mark.parametrize(("bound", "enlarged"), [("M <= 13.96", 1), ("M <= 10", 0)])
def test_a_bound_that_is_broken_by_little_is_enlarged_and_both_sides_are_told(bound: str, enlarged: int) -> None:
    drawn = replace(Run.extremal(orthonormal(14), bound), ends_broken=True)
    (axes,) = sides(drawn).figure.axes
    assert len(axes.child_axes) == enlarged
    assert f"broken: 14 against {bound.split()[-1]}" in [text.get_text() for text in axes.get_legend().get_texts()]


@pytest.mark.parametrize("suffix", sampled(list(HEADS), 1))
def test_files_are_written_in_the_format_that_the_name_says(tmp_path: Path, suffix: str) -> None:
    drawn = Run.of(broken())
    for number, shown in enumerate((picture(broken()), path(drawn), sides(drawn), ratios({"a": [(2, 0.5)], "b": []}))):
        file = tmp_path / f"{number}.{suffix}"
        shown.save(file)
        assert file.read_bytes().startswith(HEADS[suffix])
        assert file.read_bytes() == shown.encoded(suffix)
    assert sorted(f.suffix for f in tmp_path.iterdir()) == [f".{suffix}"] * 4  # nothing temporary is left


def test_the_same_picture_is_the_same_bytes() -> None:
    assert [picture(broken()).encoded(s) for s in HEADS] == [picture(broken()).encoded(s) for s in HEADS]


@pytest.mark.parametrize("name", ["picture.jpg", "picture", ".png/x"])
def test_other_formats_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="svg"):
        suffix_of(name)
    with pytest.raises(InputError):
        Picture(None, "nothing").encoded("jpg")


def test_the_commands_draw(tmp_path: Path) -> None:
    found, drawn, again = tmp_path / "found.json", tmp_path / "found.svg", tmp_path / "again.png"
    command = CliRunner()
    result = command.invoke(main, ["falsify", "M <= 1/(2*gamma**2)", "--turns", "40", "--out", str(found), "--plot", str(drawn)])
    assert result.exit_code == 1 and drawn.read_bytes().startswith(HEADS["svg"])
    assert json.loads(found.read_text())["values"]["M"] >= 1
    assert command.invoke(main, ["check", str(found), "--plot", str(again)]).exit_code == 0
    assert again.read_bytes().startswith(HEADS["png"])
    assert command.invoke(main, ["check", str(found), "--plot", "again.txt"]).exit_code == 2
    assert command.invoke(main, ["falsify", "novikoff", "--plot", str(tmp_path / "no" / "where.svg")]).exit_code == 2


def test_notebooks_show_what_was_found() -> None:
    shown = broken()._repr_html_()
    assert "dropped" in shown and "2 against 1" in shown and shown.count("<tr>") > 5
    assert "✓ the comparison is false" in judge(broken())._repr_html_()
