"""`audit`: the numbers are recomputed here from the record alone, with plain fractions."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, Perceptron
from perceptron.data.read import Dataset
from perceptron.datasets import NAMES, load
from proofs.audit import audit
from tests.commands.running import pp, refused

Rows = list[tuple[tuple[Fraction, ...], int]]


def record(*arguments: object, code: int = 0) -> dict[str, Any]:
    result = pp("audit", *arguments, "--json", "-")
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)  # type: ignore[no-any-return]


def rows_of(data: Dataset) -> Rows:
    return [(example.x, example.y) for example in data.examples]


def dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


def updates_of(rows: Rows) -> list[int]:
    w: tuple[Fraction, ...] = (Fraction(0),) * len(rows[0][0])
    made = []
    for t, (x, y) in enumerate(rows):
        if y * dot(w, x) <= 0:
            w = tuple(a + y * b for a, b in zip(w, x, strict=True))
            made.append(t)
    return made


def recheck(r: dict[str, Any], rows: Rows) -> None:
    """Every number of an audit of the Perceptron in one pass."""
    updates = updates_of(rows)
    assert (r["rounds"], r["updates"], r["dimension"]) == (len(rows), len(updates), len(rows[0][0]))
    if r["separable"]:
        u = [Fraction(a) for a in r["certificate"]["u"]]
        assert all(y * dot(u, x) > 0 for x, y in rows)
    elif r["separable"] is False:
        weights = {int(t): Fraction(v) for t, v in r["certificate"]["farkas"].items()}
        assert weights and all(v > 0 for v in weights.values())
        assert not any(sum(v * rows[t][1] * rows[t][0][i] for t, v in weights.items()) for i in range(len(rows[0][0])))
    radius2 = max(dot(x, x) for x, _ in rows)
    for bound in r["bounds"]:
        u, value, m = [Fraction(a) for a in bound["u"]], Fraction(bound["value"]), Fraction(len(updates))
        assert dot(u, u) <= 1
        gamma = Fraction(bound.get("gamma", bound.get("rho")))
        ratio = radius2 / gamma**2
        hinge = sum((max(Fraction(0), 1 - rows[t][1] * dot(u, rows[t][0]) / gamma) for t in updates), Fraction(0))
        if bound["id"] == "novikoff":
            assert all(y * dot(u, x) >= gamma for x, y in rows)
            below(ratio, value)
        elif bound["id"] == "hinge-simple":
            below(ratio + 2 * hinge, value)
        elif bound["id"] == "hinge-root":
            below_root(hinge + ratio / 2, ratio**2 / 4 + hinge * ratio, value)
        else:
            assert bound["id"] == "master-inequality"
            below_root(hinge, sum((dot(rows[t][0], rows[t][0]) for t in updates), Fraction(0)) / gamma**2, value)
        assert bound["certified"] is True and m <= value
        assert bound["vacuous"] is (value >= len(rows))


TINY = Fraction(1, 10**6)


def below(true: Fraction, value: Fraction) -> None:
    assert true <= value < true + TINY


def below_root(plain: Fraction, square: Fraction, value: Fraction) -> None:
    """plain + √square ≤ value, and by less than two units of the last place."""
    rest = value - plain
    assert rest >= 0 and square <= rest**2
    low = Fraction(isqrt(square.numerator * 10**30 // square.denominator), 10**15)
    assert rest <= low + 2 * TINY


@pytest.mark.parametrize("name", NAMES)
def test_bounds_on_the_shipped_data_sets_are_certified(name: str) -> None:
    r = record(name)
    recheck(r, rows_of(load(name)))
    assert [b["id"] for b in r["bounds"]] == (["novikoff"] if r["separable"] else []) + ["hinge-root", "hinge-simple", "master-inequality"]


def test_a_dummy_input_is_a_further_coordinate_of_every_row() -> None:
    data = load("penguins-adelie-chinstrap")
    r = record("penguins-adelie-chinstrap", "--dummy", "2.5")
    recheck(r, [((*x, Fraction(5, 2)), y) for x, y in rows_of(data)])


numbers = st.fractions(min_value=-3, max_value=3, max_denominator=8)
data_sets = st.integers(1, 3).flatmap(
    lambda d: st.lists(st.tuples(st.tuples(*[numbers] * d), st.sampled_from([1, -1])), min_size=1, max_size=12)
)


@settings(max_examples=25, deadline=None)
@given(data_sets)
def test_bounds_on_any_data_are_certified(rows: Rows) -> None:
    """Bounds are certified on whatever data; only where every x is 0 there is nothing to say."""
    data = Dataset("drawn", Examples([x for x, _ in rows], [y for _, y in rows]), {"a": -1, "b": 1}, ("x",) * len(rows[0][0]))
    r = audit(data, Perceptron()).to_json()
    recheck(r, rows)
    assert r["bounds"] or not any(any(x) for x, _ in rows)


def test_gamma_and_rho_of_ones_own() -> None:
    r = record("penguins-adelie-gentoo", "--gamma", "1/10", "--rho", "0.9")
    recheck(r, rows_of(load("penguins-adelie-gentoo")))
    assert [b.get("gamma") or b.get("rho") for b in r["bounds"]] == ["1/10", "9/10", "9/10", "9/10"]


def test_a_gamma_above_the_margin_is_said() -> None:
    r = record("penguins-adelie-gentoo", "--gamma", "2", code=1)
    assert "novikoff" not in [b["id"] for b in r["bounds"]] and "γ = 2 is above the margin" in r["notes"][0]
    r = record("penguins-adelie-chinstrap", "--gamma", "1/100", code=1)
    assert "not separable" in r["notes"][0]


def test_the_margin_perceptron_gets_its_own_bound(tmp_path: Path) -> None:
    file = tmp_path / "two.csv"
    file.write_text("3,4,a\n-3,4,b\n3,-4,a\n")  # separable by (1, 0) with margin 3, R = 5
    r = record(file, "--learner", "margin", "--gamma", "2", "--positive", "a")
    (bound,) = r["bounds"]
    assert (bound["id"], bound["value"], bound["certified"]) == ("margin-perceptron", "46", True)  # 8·25/4 − 4
    r = record(file, "--learner", "margin", "--gamma", "2", "--positive", "a", "--passes", "100")
    assert r["halted"] is True and r["passes"] < 100 and r["updates"] <= 46


@pytest.mark.parametrize("passes", ["1", "100000"])
def test_a_gamma_above_the_true_margin_does_not_spin(tmp_path: Path, passes: str) -> None:
    file = tmp_path / "two.csv"
    file.write_text("3,4,a\n-3,4,b\n3,-4,a\n")
    r = record(file, "--learner", "margin", "--gamma", "50", "--positive", "a", "--passes", passes, code=1)
    assert not r["bounds"] and not r["halted"] and r["passes"] < 100
    assert any("may never halt" in note for note in r["notes"])


def test_passes_until_no_update(tmp_path: Path) -> None:
    r = record("penguins-adelie-gentoo", "--passes", "1000")
    assert r["halted"] is True and r["rounds"] == 274 * r["passes"]
    recheck(r, rows_of(load("penguins-adelie-gentoo")) * r["passes"])


def test_what_is_printed_says_the_same() -> None:
    result = pp("audit", "penguins-adelie-gentoo")
    assert result.exit_code == 0
    r = record("penguins-adelie-gentoo")
    assert f"updates M = {r['updates']} in one pass" in result.stdout and "separable through the origin: yes" in result.stdout
    for bound in r["bounds"]:
        (line,) = [line for line in result.stdout.splitlines() if line.startswith(bound["id"])]
        assert bound["value"] in line and "certified" in line and ("vacuous" in line) is bound["vacuous"]


def test_json_goes_to_a_file(tmp_path: Path) -> None:
    result = pp("audit", "penguins-adelie-gentoo", "--json", tmp_path / "a.json")
    assert result.exit_code == 0 and "M = " in result.stdout
    assert json.loads((tmp_path / "a.json").read_text()) == record("penguins-adelie-gentoo")


def test_an_svm_light_file_is_audited_as_its_rows(tmp_path: Path) -> None:
    file = tmp_path / "d.svm"
    file.write_text("+1 1:0.5 3:-2\n-1 2:1.25\n+1 1:1 2:-1\n")
    h, q = Fraction(1, 2), Fraction(5, 4)
    recheck(record(file), [((h, 0 * h, -4 * h), 1), ((0 * h, q, 0 * h), -1), ((2 * h, -2 * h, 0 * h), 1)])


def test_a_hundred_thousand_rows_are_certified(tmp_path: Path) -> None:
    random.seed(3)
    lines, rows = [], []
    for _ in range(100_000):
        x = [random.randint(-999, 999) for _ in range(3)]
        y = 1 if 2 * x[0] - x[1] + random.randint(-300, 300) > 0 else -1
        lines.append(f"{x[0] / 1000},{x[1] / 1000},{x[2] / 1000},{y}")
        rows.append((tuple(Fraction(n, 1000) for n in x), y))
    file = tmp_path / "large.csv"
    file.write_text("\n".join(lines))
    r = record(file)
    assert r["updates"] == len(updates_of([(tuple(a * 1000 for a in x), y) for x, y in rows]))
    assert r["separable"] is False and all(b["certified"] for b in r["bounds"]) and len(r["bounds"]) == 3


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("", [], ["empty"]),
        ("\n\n\n", [], ["empty"]),
        ("a,b,class\n", [], ["no examples"]),
        ("1,2,a\n3,4,a\n", [], ["all 2 examples", "'a'"]),
        ("1,2,a\n3,4,b\n5,6,c\n", [], ["line 3", "third class"]),
        ("1,2,a\n3,b\n", [], ["line 2", "2 columns"]),
        ("1,nan,a\n3,4,b\n", [], ["line 1", "nan"]),
        ("1,2,a\n3,inf,b\n", [], ["line 2", "inf"]),
        ("1,2,a\n3,,b\n", [], ["line 2", "missing"]),
        ("1,2,a\n3,four,b\n", [], ["line 2", "four"]),
        ("1,2,a\n3,1e999999999,b\n", [], ["line 2", "exponent"]),
        ("1,2,a\n3,\u0664,b\n", [], ["line 2"]),
        ("a\nb\n", [], ["one column"]),
        ("0,0,a\n1,2,b\n", ["--learner", "margin", "--gamma", "1"], ["zero"]),
        ("1,2,a\n3,4,b\n", ["--learner", "margin"], ["needs --gamma"]),
        ("1,2,a\n3,4,b\n", ["--learner", "margin", "--gamma", "0"], ["positive"]),
        ("1,2,a\n3,4,b\n", ["--gamma", "-1"], ["--gamma", "positive"]),
        ("1,2,a\n3,4,b\n", ["--rho", "nan"], ["--rho"]),
        ("1,2,a\n3,4,b\n", ["--gamma", "1e5000"], ["--gamma", "exponent"]),
        ("1,2,a\n3,4,b\n", ["--dummy", "0"], ["dummy"]),
        ("1,2,a\n3,4,b\n", ["--dummy", "x"], ["dummy"]),
        ("1,2,a\n3,4,b\n", ["--learner", "winnow"], ["--learner must be one of"]),
        ("1,2,a\n3,4,b\n", ["--passes", "0"], ["--passes"]),
        ("1,2,a\n3,4,b\n", ["--passes", "1000000000"], ["rounds"]),
        ("1,2,a\n3,4,b\n", ["--label", "species"], ["species"]),
        ("1,2,a\n3,4,b\n", ["--positive", "c"], ["'c'"]),
    ],
)
def test_bad_input_is_refused_in_one_line(tmp_path: Path, text: str, options: list[str], words: list[str]) -> None:
    file = tmp_path / "d.csv"
    file.write_text(text, encoding="utf-8")
    refused(pp("audit", file, *options), *words)


def test_a_data_set_is_found_by_an_unambiguous_beginning_of_its_name() -> None:
    assert record("penguins-adelie-g")["data"] == "penguins-adelie-gentoo.csv"
    refused(pp("audit", "penguins"), "penguins-adelie-chinstrap, penguins-adelie-gentoo")
    refused(pp("audit", "whales"), "no file 'whales'", "penguins-adelie-gentoo")
