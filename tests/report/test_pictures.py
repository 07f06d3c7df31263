"""Pictures: what they draw is what was measured, of runs, citations, steps, tightness and trees."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, Hebb, MarginPerceptron, Perceptron, measure, run
from perceptron.errors import InputError
from perceptron.extremal.sequences import Extremal, margin_spiral, orthonormal, plane, spiral, uniform_slack
from proofs.cli import main
from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample, build, judge, values_of
from proofs.report.pictures.citation_graph import Graph, apart, citations, of_groups, places, reduce, text
from proofs.report.pictures.plots import Picture, path, picture, suffix_of
from proofs.report.pictures.run_data import PlottedRun
from proofs.report.pictures.stepping import MOST, decimal, stepping
from proofs.report.pictures.tightness import as_run, below, by_dimension, draw_families
from proofs.report.pictures.tightness import ratios as ratios_of_witnesses
from proofs.report.pictures.trees import interval, shatter
from proofs.theorems import catalogue
from proofs.verify.tightness import witnesses
from tests.amounts import sampled, tries

NOVIKOFF, SIMPLE = "M <= R**2/gamma**2", "M <= 1/gamma**2 + 2*TD/gamma"
HEADS = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}


def broken() -> Counterexample:
    """M = 2 against 1: the updates go on without mistakes."""
    game = Game(dropped=frozenset({"mistake-driven"}))
    rounds = [((Fraction(1),), 1), ((Fraction(1),), 1)]
    return build(parse("M <= 1/gamma**2"), game, rounds, (Fraction(1),), Fraction(1))


@st.composite
def runs(draw: st.DrawFn) -> PlottedRun:
    d = draw(st.integers(1, 4))
    numbers = st.integers(-4, 4)
    rows = draw(st.lists(st.lists(numbers, min_size=d, max_size=d), min_size=1, max_size=6))
    rows[0][0] = rows[0][0] or 1  # the Margin Perceptron cannot start at the zero vector
    labels = draw(st.lists(st.sampled_from((-1, 1)), min_size=len(rows), max_size=len(rows)))
    learner = draw(st.sampled_from((Perceptron(), Perceptron(1), Hebb(), MarginPerceptron(Fraction(1, 3)))))
    u = draw(st.lists(numbers, min_size=d, max_size=d))
    trace = run(learner, Examples(rows, labels))
    return PlottedRun.from_trace(trace, [Fraction(a, 4) for a in u], Fraction(draw(st.integers(1, 8)), 4), SIMPLE)


@settings(max_examples=tries(60))
@given(runs())
def test_after_each_round_stands_what_a_run_of_those_rounds_measures(drawn: PlottedRun) -> None:
    examples = drawn.trace.examples
    for t in range(1, drawn.T + 1):
        alone = values_of(measure(run(drawn.trace.learner, examples[:t]), drawn.u, drawn.gamma))
        assert drawn.values(t) | {"R": None} == alone | {"R": None}
    assert drawn.values(drawn.T)["R"] == alone["R"]
    assert drawn.way[-1] == pytest.approx(tuple(map(float, drawn.trace.final)))
    assert len(drawn.way) == len(drawn.trace.updates) + 1
    assert len(drawn.steps) + len(list(drawn.idle())) == drawn.T


@settings(max_examples=tries(8))
@given(runs())
def test_every_run_can_be_drawn(drawn: PlottedRun) -> None:
    assert picture(drawn).encode("png").startswith(HEADS["png"])


@pytest.mark.parametrize(
    "extremal", sampled([orthonormal(30), plane("1/10"), spiral("20/101"), margin_spiral("5/13"), uniform_slack(3, "1/2")], 2), ids="abcde"
)
def test_prefixes_of_an_extremal_run_grow_to_the_end(extremal: object) -> None:
    drawn = PlottedRun.extremal(extremal, NOVIKOFF)  # type: ignore[arg-type]
    rounds, left, right = drawn.sides(10)
    assert rounds[0] == 0 and rounds[-1] == drawn.T and len(rounds) <= 12
    assert left == sorted(left) and left[-1] == drawn.trace.M
    assert right[-1] == pytest.approx(float(max(drawn.trace.examples.norms2()) / drawn.trace.examples.denominator**2 / drawn.gamma**2))


def test_a_counterexample_is_drawn_as_broken_and_a_surviving_run_is_not() -> None:
    drawn = PlottedRun.of(broken())
    assert judge(broken()).valid and drawn.ends_broken and "✓ the comparison is false" in judge(broken())._repr_html_()
    assert all(words in broken()._repr_html_() for words in ("dropped", "2 against 1", "<tr>"))
    rounds, left, right = drawn.sides(100)
    assert [drawn.is_broken(a, b) for a, b in zip(left, right, strict=True)] == [False, False, True] and rounds == [0, 1, 2]
    assert not PlottedRun.extremal(orthonormal(4), NOVIKOFF).ends_broken


def test_a_kernel_s_run_is_drawn_where_gamma_is_negative() -> None:
    one = (Fraction(1),)
    game = Game(learner="kernel", kernel="linear", norm="any", dropped=frozenset({"positive margin"}))
    drawn = PlottedRun.of(build(parse(NOVIKOFF), game, [(one, 1)], one, Fraction(-1), points=(one,)))
    assert drawn.sides(10) == ([0, 1], [0, 1], [1, 1])


@pytest.mark.parametrize(("bound", "enlarged"), [("M <= 13.96", 1), ("M <= 10", 0)])
def test_bound_broken_by_little_is_enlarged_and_printed_with_both_sides(bound: str, enlarged: int) -> None:
    drawn = replace(PlottedRun.extremal(orthonormal(14), bound), ends_broken=True)
    axes = picture(drawn).figure.axes[1]
    assert len(axes.child_axes) == enlarged
    assert f"broken: 14 against {bound.split()[-1]}" in [text.get_text() for text in axes.get_legend().get_texts()]


@pytest.mark.parametrize("suffix", sampled(list(HEADS), 1))
def test_files_are_written_in_the_format_that_the_name_says(tmp_path: Path, suffix: str) -> None:
    drawn = PlottedRun.of(broken())
    for number, shown in enumerate((picture(broken()), path(drawn))):
        file = tmp_path / f"{number}.{suffix}"
        shown.save(file)
        assert file.read_bytes().startswith(HEADS[suffix])
        assert file.read_bytes() == shown.encode(suffix)
    assert sorted(f.suffix for f in tmp_path.iterdir()) == [f".{suffix}"] * 2  # nothing temporary is left


def test_the_same_picture_is_the_same_bytes() -> None:
    assert [picture(broken()).encode(s) for s in HEADS] == [picture(broken()).encode(s) for s in HEADS]


@pytest.mark.parametrize("name", ["picture.jpg", "picture", ".png/x"])
def test_other_formats_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="svg"):
        suffix_of(name)
    with pytest.raises(InputError):
        Picture(None, "nothing").encode("jpg")


# --- The graph of citations: what the kernel used, drawn and written


@pytest.fixture(scope="module")
def graph() -> Graph:
    return citations({id: b.theorem for id, b in catalogue.build_ids().items()})


def test_boxes_do_not_overlap_and_arrows_lead_to_the_right(graph: Graph) -> None:
    joined = {id: cited for id, cited in graph.items() if id not in apart(graph)}
    place = places(joined)
    columns: dict[float, list[float]] = {}
    for x, y in place.values():
        columns.setdefault(x, []).append(y)
    for heights in columns.values():
        assert all(b - a > 0.999 for a, b in pairwise(sorted(heights)))
    assert all(place[c][0] < place[id][0] for id, cited in joined.items() for c in cited)
    assert max(y for _, y in place.values()) < 2 * max(map(len, columns.values()))


def test_an_arrow_is_left_out_only_where_others_imply_it(graph: Graph) -> None:
    def below(edges: Graph) -> dict[str, set[str]]:
        known: dict[str, set[str]] = {}
        for id, cited in edges.items():
            known[id] = set(cited).union(*(known[c] for c in cited))
        return known

    fewer = reduce(graph)
    assert below(fewer) == below(graph)
    assert sum(map(len, fewer.values())) < sum(map(len, graph.values()))
    assert reduce({"a": (), "b": ("a",), "c": ("a", "b")})["c"] == ("b",)


class Salted(str):
    """A name that a set holds in another place for each salt, as names are under another seed of Python's hashes."""

    salt = 0

    def __hash__(self) -> int:
        return hash((str(self), self.salt))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and str(self) == str(other)


def test_the_places_of_boxes_depend_on_no_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, drawn = Random(0), []
    cited = [sorted(rng.sample(range(i), min(i, rng.randint(0, 5)))) for i in range(60)]
    for salt in range(8):
        monkeypatch.setattr(Salted, "salt", salt)
        graph = {Salted(i): tuple(map(Salted, others)) for i, others in enumerate(cited)}
        drawn.append([*places(graph).values()])
    assert all(one == drawn[0] for one in drawn)


def test_what_stands_apart_is_listed_once_at_the_end(graph: Graph) -> None:
    lines = text(graph)
    alone = apart(graph)
    assert "dimension-one" in alone and "cauchy-schwarz" not in alone and "novikoff" not in alone
    assert " ".join(lines.split()).endswith(f"by the rules alone, and cited by none: {', '.join(alone)}")
    assert text({"a": ()}) == "by the rules alone, and cited by none: a" and max(map(len, lines.splitlines())) < 160


def test_the_command_writes_text_and_pictures(tmp_path: Path) -> None:
    shown = CliRunner().invoke(main, ["verify", "novikoff", "--graph", "-"])
    assert shown.exit_code == 0
    assert "capped-energy" in shown.output and "hinge-simple" not in shown.output
    target = tmp_path / "graph.svg"
    drawn = CliRunner().invoke(main, ["verify", "novikoff", "--graph", str(target)])
    assert drawn.exit_code == 0
    assert "<svg" in target.read_text(encoding="utf-8")
    assert CliRunner().invoke(main, ["verify", "dimension-one", "--graph", str(target)]).exit_code == 0  # nothing but what stands apart


def test_groups_of_the_graph_rest_on_each_other_as_their_boxes_do(graph: Graph) -> None:
    """Three hundred boxes in one picture cannot be read, so `verify --graph` draws their families."""
    group = {item.id: family.__name__ for family in catalogue.FAMILIES for item in (*family.THEOREMS, *family.LEMMAS) if item.id in graph}
    grouped = of_groups(graph, group)
    assert set(grouped) == set(group.values()) and all(name not in below for name, below in grouped.items())
    wanted = {(group[id], group[c]) for id, cited in graph.items() for c in cited} - {(name, name) for name in grouped}
    assert {(name, low) for name, below in grouped.items() for low in below} == wanted


# --- A run that is stepped through is the run, keeps between its envelopes, and needs no script


BOUND = "M <= R**2/gamma**2"
RUNS = [plane("1/5"), spiral("20/101", norm="unit"), orthonormal(4)]


@pytest.mark.parametrize("extremal", RUNS)
def test_it_keeps_between_the_envelopes_and_ends_where_the_run_ends(extremal: Extremal) -> None:
    shown = stepping(PlottedRun.extremal(extremal, BOUND))
    trace = run(extremal.learner, extremal.examples)
    assert shown.states[-1].weights == trace.final and len(shown.states) == trace.M + 1
    for s in shown.states:
        assert shown.gamma * s.updates <= s.along and s.along**2 <= s.squared <= shown.radius2 * s.updates
        assert s.product is None or s.product <= 0
    assert trace.M <= shown.room == measure(trace, extremal.u, extremal.gamma).R2 / extremal.gamma**2


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)).filter(any), min_size=1, max_size=8), st.integers(1, 5))
def test_any_run_is_measured_exactly(points: list[tuple[int, int]], gamma: int) -> None:
    trace = run(Perceptron(), Examples([list(p) for p in points], [1] * len(points)))
    shown = stepping(PlottedRun.from_trace(trace, [1, 0], Fraction(gamma, 5), BOUND))
    w = [Fraction(0), Fraction(0)]
    for s in shown.states:
        assert list(s.weights) == w and s.along == w[0] and s.squared == w[0] ** 2 + w[1] ** 2
        w = [a + b for a, b in zip(w, s.next or (0, 0), strict=True)]


@pytest.mark.parametrize("extremal", RUNS)
def test_a_page_of_it_has_a_button_and_a_frame_for_each_state(extremal: Extremal) -> None:
    shown = stepping(PlottedRun.extremal(extremal, BOUND))
    page = shown._repr_html_()
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
    """HTML as XML, without its script: elements without content are closed, attributes have values."""
    return re.sub(r"<input ([^>]*?)( checked)?>", r"<input \1/>", re.sub(r"<script>.*?</script>", "", page, flags=re.DOTALL))


def test_two_runs_on_a_page_do_not_share_their_buttons() -> None:
    first, second = (stepping(PlottedRun.extremal(extremal, BOUND)) for extremal in RUNS[:2])
    assert first.id != second.id


def test_a_long_run_is_refused() -> None:
    trace = run(Perceptron(), Examples([[1]] * (MOST + 2), [1, -1] * (MOST // 2 + 1)))
    with pytest.raises(InputError, match="at most"):
        stepping(PlottedRun.from_trace(trace, [1], 1, BOUND))


NUMBERS = [(Fraction(1, 3), "0.333"), (Fraction(-1, 5), "−0.2"), (0, "0"), (-0.00001, "0"), (25, "25"), (20.0, "20")]


@pytest.mark.parametrize(("value", "said"), NUMBERS)
def test_numbers_are_short(value: Fraction | float, said: str) -> None:
    assert decimal(value) == said


# --- Figures of tightness: they draw what the witnesses say, and only what can be seen


made = [w for id in ("novikoff", "dimension-two", "margin-perceptron", "dummy-input") for w in witnesses(catalogue.theorem(id), quick=True)]


def test_ratios_on_log_axes() -> None:
    left, right = ratios_of_witnesses(made).figure.axes
    assert {axes.get_xscale() for axes in (left, right)} == {axes.get_yscale() for axes in (left, right)} == {"log"}
    printed = next(line for line in left.lines if str(line.get_label()).startswith("margin-perceptron"))
    assert [round(float(x)) for x in printed.get_xdata()] == [100, 400]
    assert all(0.311 < y < 0.314 for y in printed.get_ydata())
    assert any("equality: novikoff, dimension-two" in str(line.get_label()).replace("\n", " ") for line in left.lines)
    assert not any("dummy" in str(line.get_label()) for line in left.lines)  # its margin does not change


def test_nothing_to_compare_is_an_empty_figure_that_can_be_written() -> None:
    assert ratios_of_witnesses([]).encode("svg").startswith(b"<?xml")


def test_a_run_of_each_family_is_drawn() -> None:
    pictures = draw_families(made)
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


# --- The tree as it is drawn: the middle of what is left answers every label on the way, and bad paths are refused


labels = st.lists(st.sampled_from((-1, 1)), max_size=12)


@given(labels)
def test_the_middle_of_what_is_left_gives_every_label(path: list[int]) -> None:
    low, high = interval(path)
    assert high - low == 1 / 2 ** len(path) and 0 <= low < high <= 1
    a = (low + high) / 2
    for k, y in enumerate(path):
        before = interval(path[:k])
        assert y * (a - (before[0] + before[1]) / 2) > 0


@settings(max_examples=tries(3))
@given(st.lists(st.sampled_from((-1, 1)), max_size=3))
def test_it_can_be_drawn(path: list[int]) -> None:
    picture = shatter(path, depth=3)
    assert picture.encode("png").startswith(b"\x89PNG")
    low, high = interval(path)
    assert f"a = {(low + high) / 2}" in picture.words


@pytest.mark.parametrize(("path", "depth"), [([0], 3), ([1, 1], 1), ([], 0), ([], 7), ([], 2.5)])
def test_what_is_no_path_is_refused(path: list[int], depth: int) -> None:
    with pytest.raises(InputError, match=r"label|depth"):
        shatter(path, depth)
