"""Conjecture files: what they may hold, and that whatever else is refused with file and line before anything starts."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron.errors import InputError
from proofs.campaign import Campaign, entries, rules
from proofs.campaign.rules import Draws
from proofs.campaign.units import cut
from proofs.conjecture.game import Game
from proofs.theorems import catalogue, misprints
from tests.amounts import rows, tries
from tests.cli.running import pp, refused


def read(folder: Path, text: str) -> list[entries.Entry]:
    path = folder / "conjectures.txt"
    path.write_text(text, encoding="utf-8")
    return entries.from_file(path)


def test_a_file_of_every_kind_of_entry(tmp_path: Path) -> None:
    text = (
        "# a comment\n\n  M <= 1/gamma**2 + TD/gamma  \r\nnovikoff\n"
        '{"conjecture": "M <= 2/gamma**2", "learner": {"name": "margin", "eps": "1/4"}, "name": "quarter", "budget": 2.5, '
        '"expected": "falls"}\n'
        '{"theorem": "novikoff", "drop": ["positive-margin", "separable"], "dim": 2, "norm": "unit", "shapes": false}\n'
        '{"conjecture": "M <= 1", "learner": {"name": "perceptron", "ties": -1}, "comparator": "any", "setting": "agnostic"}\n'
        '{"conjecture": "M <= T/2 + 1", "passes": 3, "shuffled": true, "coordinates": [-1, "1/2"]}\n'
        '{"conjecture": "M <= 1", "learner": {"name": "kernel", "kernel": {"name": "polynomial", "degree": 2}}}\n'
        '{"conjecture": "M <= 1", "learner": {"name": "winnow", "beta": "3/2", "ties": 1}}\n{"conjecture": "M <= 2", "learner": "winnow"}'
    )
    found = read(tmp_path, text)
    halved, theorem, quarter, dropped, ties, shuffled, kernel, winnow, plain = found
    assert all(map(goes_through_json, found))
    assert (shuffled.game.passes, shuffled.game.shuffled) == (3, True) and "same examples" in shuffled.game.hypotheses
    assert (halved.name, halved.text, halved.game.setting) == ("line 3", "M <= 1/gamma**2 + TD/gamma", "agnostic")
    assert (theorem.name, theorem.theorem, theorem.game) == ("novikoff", "novikoff", catalogue.page("novikoff").statement.game)
    assert (quarter.name, quarter.expected, quarter.budget) == ("quarter", "falls", 2.5)
    assert (quarter.game.learner, quarter.game.eps) == ("margin", Fraction(1, 4))
    assert dropped.game.dropped == {"positive margin", "separable"}
    assert (dropped.game.dimension, dropped.game.norm, dropped.shapes, dropped.name) == (2, "unit", False, "line 6")
    assert (kernel.game.kernel, winnow.game.rate, winnow.game.ties) == ("polynomial:degree=2:offset=1", "beta=3/2", 1)
    assert plain.game.learner == "winnow"
    assert (ties.game.ties, ties.game.comparator, ties.game.setting) == (-1, "any", "agnostic")


OWN = """from fractions import Fraction
from perceptron import Learner
class Fixed(Learner):
    beta = Fraction(1, 2)
    def wants_update(self, w, x, y): return y * (w @ x) <= self.beta
"""


def test_a_learner_object_is_kept_by_its_file(tmp_path: Path) -> None:
    """The whole path is kept, so that a campaign can be resumed from another folder, and the learner's numbers, so that a claim is read."""
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    where = f"{tmp_path}/own.py"
    (own,) = read(tmp_path, json.dumps({"conjecture": "M <= (1 + beta)/gamma**2", "learner": f"{where}:Fixed"}))
    assert isinstance(own.game, rules.LearnerGame) and (own.game.source, own.game.names) == (f"{where}:Fixed", ("beta",))
    assert goes_through_json(own) and "β" in rules.as_unicode(own.text, rules.rules_to_data(own.game))
    for line, why in [
        ({"conjecture": "M <= delta", "learner": f"{where}:Fixed"}, "delta"),
        ({"conjecture": "M <= beta"}, "beta"),
        ({"conjecture": "M <= 1", "learner": f"{where}:None"}, "defines no 'None'"),
        ({"conjecture": "M <= 1", "learner": f"{tmp_path}/none.py:Fixed"}, "No such file"),
        ({"conjecture": "M <= 1", "learner": f"{where}:Fixed", "drop": ["zero start"]}, "zero start"),
    ]:
        with pytest.raises(InputError, match=why):
            read(tmp_path, json.dumps(line))


def goes_through_json(entry: entries.Entry) -> bool:
    return rules.rules_from_data(json.loads(json.dumps(rules.rules_to_data(entry.game)))) == entry.game


def test_the_catalogue_holds_every_theorem_in_each_of_its_games() -> None:
    found = entries.distinct(entries.from_catalogue())
    attacks = {(c.text, game) for page in catalogue.PAGES for c, game in page.statement.attacks}
    attacks |= {(item.reach.bound, item.reach.game) for item in catalogue.PROPERTIES if item.reach is not None and item.played}
    played = {(entry.text, entry.game) for entry in found if not isinstance(entry.game, Draws)}
    drawn = {entry.game for entry in found if isinstance(entry.game, Draws)}
    assert played == attacks and drawn == {Draws(item.id) for item in catalogue.PROPERTIES}
    assert all(map(goes_through_json, found))
    assert len(found) == len(played) + len(drawn) and all(entry.expected == "survives" for entry in found)
    mine = entries.from_python(["novikoff"])
    assert len(entries.distinct([*mine, *entries.from_catalogue(mine)])) == len(found)


HOSTILE = [
    *rows(__file__, "hostile.txt"),
    ("M <= (((((((((" * 20_000, "conjecture, position"),
    ("\x00", "conjecture, position"),
    ('{"a":' * 100_000, "nested too deep"),
    (f'{{"conjecture": "M <= 1", "budget": 1{"0" * 400}}}', "budget"),
    (f'{{"conjecture": "M <= 1", "budget": 1{"0" * 5000}}}', "digits"),
    (next(iter(misprints.MISPRINTS)).id, "is a misprint, false by the instance on its page"),
]


@pytest.mark.parametrize(("line", "why"), HOSTILE, ids=range(len(HOSTILE)))
def test_what_cannot_be_attacked_is_refused_with_file_and_line(tmp_path: Path, line: str, why: str) -> None:
    with pytest.raises(InputError) as refusal:
        read(tmp_path, f"# first\nnovikoff\n{line}\n")
    said = str(refusal.value)
    assert said.startswith(f"{tmp_path / 'conjectures.txt'}, line 3: ")
    assert why in said


@given(
    st.text(max_size=60)
    | st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda s: st.dictionaries(
            st.sampled_from(["conjecture", "theorem", "name", "learner", "drop", "dim", "budget", "norm", "eps", "ties"]),
            s | st.lists(s, max_size=2),
            max_size=4,
        ),
    ).map(json.dumps)
)
@settings(max_examples=tries(150))
def test_any_line_is_entries_or_one_refusal(tmp_path_factory: pytest.TempPathFactory, line: str) -> None:
    try:
        found = read(tmp_path_factory.getbasetemp(), f"novikoff\n{line}\n")
    except InputError as refusal:
        assert "conjectures.txt" in str(refusal)
    else:
        assert all(isinstance(entry, entries.Entry) for entry in found)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("novikoff\nnovikoff\n", "line 2: the name 'novikoff' is taken already ("),
        ("M <= 1/gamma\nM <= 1/gamma\n", "line 2: the same conjecture by the same rules as 'line 1' ("),
    ],
)
def test_repetitions_are_refused_with_both_places(tmp_path: Path, text: str, why: str) -> None:
    found = read(tmp_path, text)
    with pytest.raises(InputError) as refusal:
        entries.distinct(found)
    assert why in str(refusal.value)


def test_nothing_starts_when_a_line_is_wrong(tmp_path: Path) -> None:
    path, store = tmp_path / "c.txt", tmp_path / "store.db"
    path.write_text("novikoff\nM <= gravity\n")
    refused(pp("campaign", "run", store, "--conjectures", path), f"{path}, line 2: ", "known names")
    for bad in (tmp_path / "missing.txt", tmp_path, Path("/dev/zero")):
        refused(pp("campaign", "run", store, "--conjectures", bad), str(bad))
    assert not store.exists()


@pytest.mark.parametrize("options", [{"budget": 0}, {"budget": float("nan")}, {"seed": 2**60}, {"seed": True}, {"workers": 0}], ids=str)
def test_options_out_of_range_are_refused(tmp_path: Path, options: dict[str, float]) -> None:
    with pytest.raises(InputError):
        Campaign(tmp_path / "store.db").run(["novikoff"], **options)  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


@given(st.floats(1e-3, 1e6), st.floats(1, 20))
def test_slices_add_up_to_the_budget_and_to_a_larger_one_later(budget: float, more: float) -> None:
    first = cut(budget)
    assert sum(first) == pytest.approx(budget)
    assert all(length > 0 for length in first) and len(first) < 120
    later = cut(budget * more, sum(first), len(first))
    assert sum(first) + sum(later) == pytest.approx(budget * more)
    assert first[0] <= 1.5 * 5.0


def test_property_is_attacked_on_instances_and_runs() -> None:
    drawn, played = entries.from_python(["winnow"])
    assert drawn.game == Draws("winnow") and drawn.name == drawn.theorem == played.theorem == "winnow"
    assert isinstance(played.game, Game) and played.game.learner == "winnow"
    (plane,) = entries.from_python([{"theorem": "winnow", "dim": 2}])
    assert isinstance(plane.game, Game) and plane.game.dimension == 2
    made = {entry.theorem for entry in entries.from_catalogue()}
    assert {item.id for item in catalogue.PROPERTIES} <= made


def test_several_instances_have_other_horizons_or_dimensions() -> None:
    first, *others = entries.from_python([{"theorem": "range", "drop": ["mistake-driven"], "several": 4, "name": "loose"}])
    shapes = [entry.game.shape for entry in (first, *others) if isinstance(entry.game, Draws)]
    assert shapes[0] is None and len(set(shapes)) == 4
    (alone,) = entries.from_python([{"theorem": "hinge-order-mr", "several": 3}])  # all its instances are numbers
    assert alone.game == Draws("hinge-order-mr")
