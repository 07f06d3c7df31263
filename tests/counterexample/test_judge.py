"""The file format of counterexamples and the judge: strict reading, whole writing, and nothing taken on trust."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import Examples, Hebb, Learner, MarginPerceptron, Perceptron, measure, run, sqrt
from perceptron.errors import InputError
from perceptron.numbers.exact import dot
from proofs.conjecture import Root, parse
from proofs.conjecture.game import Game
from proofs.conjecture.nodes import ALL_ROUNDS
from proofs.counterexample import Counterexample, build, from_json, judge, read, replay, values_of, write
from proofs.counterexample.judge import values_after
from proofs.counterexample.learner_object import CustomLearner
from tests.amounts import rows

ONE = Fraction(1)

# Counterexamples as files hold them, one of each kind, by their names.
SOUND: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("sound.json").read_text(encoding="utf-8"))


def changed(data: dict[str, Any], *path: Any, to: Any) -> dict[str, Any]:
    data = json.loads(json.dumps(data))
    inner: Any = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return data


def written(altered: str) -> Any:
    """What a line of the tables of altered counterexamples says."""
    return eval(altered, {"changed": changed} | SOUND)


@pytest.mark.parametrize("data", SOUND.values(), ids=SOUND)
def test_a_counterexample_is_judged_valid_and_survives_writing(data: dict[str, Any], tmp_path: Path) -> None:
    found = from_json(data)
    verdict = judge(found)
    assert verdict.valid and not verdict.reasons
    assert found.to_json() == data and "<table>" in found._repr_html_()
    write(tmp_path / "c.json", found)
    assert read(tmp_path / "c.json") == found
    assert [p.name for p in tmp_path.iterdir()] == ["c.json"]


@pytest.mark.parametrize(("altered", "reason"), rows(__file__, "verdicts.txt"))
def test_the_judge_says_why_not(altered: str, reason: str) -> None:
    verdict = judge(from_json(written(altered)))
    assert bool(verdict) is (reason == "valid")
    assert verdict or any(reason in line for line in verdict.reasons)


def test_the_conditions_that_hold_are_said_each_in_its_words() -> None:
    verdict = judge(from_json(SOUND["SHORT"]))
    names = ("zero start", "mistake-driven", "positive margin", "unit comparator", "bounded examples", "separable")
    rest = ("two independent runs agree", "the comparison is false", "M is as recorded")
    rest += ("the left side is as recorded", "the right side is as recorded")
    assert verdict.checked == (*(f"hypothesis '{name}' holds" for name in names), *rest)


def test_a_run_in_another_dimension_than_the_games_is_none() -> None:
    found = from_json(SOUND["SHORT"])
    assert judge(replace(found, game=replace(found.game, dimension=2))).valid
    assert judge(replace(found, game=replace(found.game, dimension=3))).reasons == (
        "hypothesis 'dimension' does not hold: it is played in dimension 2, not 3",
    )


def test_values_of_a_prefix_use_the_radius_of_the_whole_run() -> None:
    found = from_json(SOUND["ALTERNATING"] | {"norm": "any", "examples": [{"x": ["1", "0"], "y": 1}, {"x": ["0", "2"], "y": 1}]})
    none, one, both = (values_after(found, rounds) for rounds in range(3))
    assert [values["M"] for values in (none, one, both)] == [0, 1, 2]
    assert one["S2"] == 1 and both["S2"] == 5 and one["TD"] == Fraction(2, 5)
    assert none["R"] == one["R"] == both["R"] == Root(Fraction(4))
    declared = values_after(replace(found, radius=Fraction(3)), 1)
    assert declared["R"] in (3, Root(Fraction(9))) and declared["M"] == 1
    assert "E" not in one and values_after(replace(found, conjecture="E <= 0"), 1)["E"] == 1
    nothing = replace(found, rounds=())
    assert values_after(nothing, 0)["R"] == Root(Fraction(0))


@pytest.mark.parametrize(
    ("changes", "differing"),
    [
        ({"M": 3}, "M"),
        ({"R2": Fraction(9), "S2": Fraction(9)}, "R, S2"),
        ({"TD": Fraction(9)}, "H, TD"),
        ({"gamma": Fraction(9)}, "H, gamma"),
        ({"W2": Fraction(9)}, "W"),
        ({"counted": (0,)}, "the update rounds"),
        ({"final": (ONE, ONE * 9)}, "the final weights"),
        ({"counted": (0,), "R2": Fraction(9), "S2": Fraction(9)}, "the update rounds, R, S2"),
        ({"final": (ONE, ONE * 9), "counted": (), "M": 3, "P": Fraction(9)}, "the final weights, the update rounds, M, P"),
    ],
)
def test_a_run_of_which_the_engines_differ_is_refused(changes: dict[str, Any], differing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = from_json(SOUND["ALTERNATING"])
    quantities, counted, final = found.opponent.measure(found.adversary_choice)
    own = {name: value for name, value in changes.items() if name not in ("counted", "final")}
    altered = replace(quantities, **own), changes.get("counted", counted), changes.get("final", final)
    monkeypatch.setattr(type(found.opponent), "measure", lambda self, given: altered)
    assert judge(found).reasons == (f"two independent runs differ in {differing}",)


class RootSteps(Learner):
    """A learner whose weights are known as balls only."""

    def step(self, w: Any, x: Any, y: int) -> Any:
        return w + sqrt(2) * y * x


def test_a_run_with_roots_in_its_weights_is_compared_in_all_but_these() -> None:
    """Of two balls around one number it cannot be said that they are equal."""
    learner = RootSteps()
    claim = {"conjecture": "M <= 1", "learner": CustomLearner(learner).record, "values": {"M": 2, "lhs": "2", "rhs": "1"}}
    assert judge(from_json(SOUND["ALTERNATING"] | claim, learner)).valid


def test_a_dropped_hypothesis_is_not_asked_for() -> None:
    novikoff = parse("M <= R**2/gamma**2")
    game = Game(norm="any", radius="declared")
    ex = [((ONE,), 1), ((ONE,), -1)]
    cases: list[tuple[str, Counterexample]] = [
        ("separable", build(novikoff, game.drop("separable"), ex, (ONE,), ONE, ONE)),
        ("positive margin", build(novikoff, game.drop("positive margin"), ex, (ONE,), -ONE, ONE)),
        ("unit comparator", build(novikoff, game.drop("unit comparator"), ex[:1], (2 * ONE,), 2 * ONE, ONE)),
        ("bounded examples", build(novikoff, game.drop("bounded examples"), ex[:1], (ONE,), ONE, ONE / 2)),
        ("zero start", build(novikoff, game.drop("zero start"), ex[:1] * 2, (ONE,), ONE, ONE, (-3 * ONE,))),
        ("mistake-driven", build(novikoff, game.drop("mistake-driven"), ex[:1] * 2, (ONE,), ONE, ONE)),
    ]
    for name, found in cases:
        assert judge(found).valid, name
        data = json.loads(found.dumps())
        assert from_json(data) == found and data["dropped"] == [name]
        if name != "mistake-driven":
            del data["dropped"]
            assert f"hypothesis '{name}' does not hold" in " ".join(judge(from_json(data)).reasons)


@pytest.mark.parametrize(("altered", "where"), rows(__file__, "malformed.txt"))
def test_malformed_fields_are_refused_by_name(altered: str, where: str) -> None:
    data = written(altered)
    with pytest.raises(InputError) as refusal:
        from_json(data)
    assert where in str(refusal.value) and "\n" not in str(refusal.value)


@pytest.mark.parametrize(("most", "more", "where"), rows(__file__, "limits.txt"))
def test_a_file_at_a_limit_is_read_and_one_beyond_it_refused(most: str, more: str, where: str) -> None:
    from_json(written(most))
    with pytest.raises(InputError, match=re.escape(where)):
        from_json(written(more))


@pytest.mark.parametrize(("content", "why"), [(b"", "not JSON"), (b'{"gamma": 0.5}', "the number 0.5 is not exact")])
def test_files_that_are_not_of_the_format(content: bytes, why: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(InputError) as refusal:
        read(path)
    assert why in str(refusal.value) and str(path) in str(refusal.value) and "\n" not in str(refusal.value)
    with pytest.raises(InputError, match="No such file"):
        read(tmp_path / "missing.json")


def test_a_file_of_more_than_256_megabytes_is_refused(tmp_path: Path) -> None:
    """The file is a hole, so that the disk holds none of it."""
    path = tmp_path / "long.json"
    path.touch()
    os.truncate(path, 256 * 10**6 + 1)
    with pytest.raises(InputError, match="larger than 256000000 bytes"):
        read(path)


COORDINATES = st.fractions(-2, 2, max_denominator=5)


@given(
    st.integers(1, 3).flatmap(
        lambda d: st.tuples(
            st.lists(st.tuples(st.tuples(*[COORDINATES] * d), st.sampled_from([-1, 1])), min_size=1, max_size=8),
            st.tuples(*[COORDINATES] * d),
        )
    ),
    st.fractions(Fraction(1, 4), 2, max_denominator=4),
    st.sampled_from(["mistake", 1, -1, "margin", "hebb"]),
)
def test_the_plain_loop_and_the_engines_measure_the_same(played: Any, gamma: Fraction, kind: str | int) -> None:
    rounds, u = played
    learner: Any
    if kind == "margin":
        game, learner = Game(learner="margin"), MarginPerceptron(gamma)
    elif kind == "hebb":
        game, learner = Game(learner="hebb"), Hebb()
    else:
        game, learner = Game(ties=kind), Perceptron(ties=kind)
    if kind == "margin" and not any(rounds[0][0]):
        return
    trace = run(learner, Examples([x for x, _ in rounds], [y for _, y in rounds]))
    mine, theirs = replay(game, rounds, u, gamma).values(), values_of(measure(trace, u, gamma))
    assert mine == theirs
    assert isinstance(mine["R"], Root)
    inner = [y * dot(w, x) for (_, w), (x, y) in zip(trace.weights(), rounds, strict=True)]
    along, length2 = [y * dot(u, x) for x, y in rounds], [dot(x, x) for x, _ in rounds]
    loss, short = [max(0, 1 - a) for a in inner], [max(0, gamma - a) for a in along]
    by_definition = {
        "E": sum(a < 0 or (a == 0 and y != game.ties) for a, (_, y) in zip(inner, rounds, strict=True)),
        "L": sum(loss),
        "L2": Root(Fraction(sum(a * a for a in loss))),
        "F": min(y * dot(trace.final, x) for x, y in rounds),
        "S2_all": sum(length2),
        "TD_all": sum(short),
        "H_all": sum(short) / gamma,
        "H2_all": Root(sum((a * a for a in short), Fraction(0)) / gamma**2),
        "G2": sum(along[t] ** 2 for t in trace.counted_rounds),
        "G2_all": sum(a * a for a in along),
        "R_min": Root(min(length2)),
        "R_1": max(sum(map(abs, x)) for x, _ in rounds),
        "R_inf": max(max(map(abs, x)) for x, _ in rounds),
        "U_1": sum(map(abs, u)),
        "U_inf": max(map(abs, u)),
    }
    assert by_definition.keys() == ALL_ROUNDS
    play = replay(game, rounds, u, gamma, wide=True)
    assert by_definition.items() <= play.values().items() and play.margin == min(along)


def test_the_judge_loads_nothing_of_the_search() -> None:
    search = ("proofs.falsify", "proofs.kernel", "hypothesis", "sympy", "numpy")
    code = f"import sys, proofs.counterexample\nprint([m for m in sys.modules if m.startswith({search})])"
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
