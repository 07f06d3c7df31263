"""`audit`: what it certifies, recomputed by `recheck`; what it is asked; what it refuses."""

import json
import os
import random
import re
import shlex
from fractions import Fraction
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_wine

from perceptron import Examples, Perceptron
from perceptron.data.read import Dataset
from perceptron.datasets import NAMES, load
from proofs.audit import audit
from proofs.audit.certificate import document, judge
from proofs.cli import main
from tests.amounts import sampled, tries
from tests.audit.recheck import AGNOSTIC, SEPARABLE, Rows, ids, recheck, rows_of, said, updates_of
from tests.cli.running import Written, answered, pp, refused


@cache
def record(*arguments: object, code: int = 0) -> dict[str, Any]:
    """What is audited once for all who ask for it."""
    return json.loads(answered(pp("audit", *arguments, "--json", "-"), code=code))


@pytest.mark.parametrize("name", NAMES)
def test_bounds_on_the_shipped_data_sets_are_certified(name: str) -> None:
    r = record(name)
    recheck(r, rows_of(load(name)))
    assert ids(r) == AGNOSTIC | (SEPARABLE if r["separable"] else set())


def test_a_dummy_input_is_a_further_coordinate_of_every_row() -> None:
    data = load("penguins-adelie-chinstrap")
    r = record("penguins-adelie-chinstrap", "--dummy", "2.5")
    recheck(r, [((*x, Fraction(5, 2)), y) for x, y in rows_of(data)])


def test_bias_lengths_order_classes_and_header_by_options(written: Written) -> None:
    file = written("three.csv", "\n".join(["0,1,kind", "3,4,a", "0,2,b", "5,12,c", "1,0,c", "-1,0,a"]))
    one, fifth = Fraction(1), Fraction(1, 5)
    rows = [
        ((3 * fifth, 4 * fifth), -1),
        ((Fraction(384615, 10**6), Fraction(923076, 10**6)), 1),
        ((one, 0 * one), 1),
        ((-one, 0 * one), -1),
    ]
    chosen = "--classes", "a,c", "--header", "--normalise"
    r = record(file, *chosen)
    recheck(r, rows)
    assert r["classes"] == {"a": -1, "c": 1} and r["notes"][0] == "1 row of other classes left out"
    recheck(record(file, *chosen, "--bias"), [((*x, one), y) for x, y in rows])
    order = list(range(4))
    random.Random(5).shuffle(order)
    recheck(record(file, *chosen, "--shuffle", "5"), [rows[t] for t in order])


@pytest.mark.parametrize("beyond", [0, 1])
def test_weights_too_long_for_a_file_are_left_out(beyond: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exact solution in 130 dimensions of doubles has thousands of digits, more than Python prints."""
    data = Dataset("rows", Examples([[3, 1], [1, 3], [-1, 1]], [1, -1, 1]), {"-1": -1, "+1": 1}, ("a", "b"))
    monkeypatch.setattr("proofs.audit.record.LONGEST_WEIGHT", audit(data, Perceptron()).longest_weight - beyond)
    found = audit(data, Perceptron())
    assert found.to_json()["separable"] is False and (found.certificate() is None) is bool(beyond)
    assert any("digits, too many for a file" in note for note in found.notes) is bool(beyond)
    file = document(found)
    assert file["separable"] is (None if beyond else False) and judge(file).valid


numbers = st.fractions(min_value=-3, max_value=3, max_denominator=8)
data_sets = st.integers(1, 3).flatmap(
    lambda d: st.lists(st.tuples(st.tuples(*[numbers] * d), st.sampled_from([1, -1])), min_size=1, max_size=12)
)


@settings(max_examples=tries(10))
@given(data_sets)
@example([((Fraction(1),), 1), ((Fraction(1),), -1)])  # examples that contradict each other: no path leaves 0
def test_bounds_on_any_data_are_certified(rows: Rows) -> None:
    """Bounds are certified on whatever data; only where every x is 0 there is nothing to say."""
    data = Dataset("drawn", Examples([x for x, _ in rows], [y for _, y in rows]), {"a": -1, "b": 1}, ("x",) * len(rows[0][0]))
    r = audit(data, Perceptron()).to_json()
    recheck(r, rows)
    assert r["bounds"] or not any(any(x) for x, _ in rows)


def test_gamma_and_rho_of_ones_own() -> None:
    r = record("penguins-adelie-gentoo", "--gamma", "1/10", "--rho", "0.9")
    recheck(r, rows_of(load("penguins-adelie-gentoo")))
    assert {b["gamma"] for b in r["bounds"] if b["id"] in SEPARABLE} == {"1/10"}
    assert {b["rho"] for b in r["bounds"] if b["id"] in AGNOSTIC} == {"9/10"}
    r = record("penguins-adelie-gentoo", "--gamma", "2", code=1)
    assert ids(r) == AGNOSTIC and "γ = 2 is above the margin" in r["notes"][0]
    assert "not separable" in record("penguins-adelie-chinstrap", "--gamma", "1/100", code=1)["notes"][0]


def test_the_margin_perceptron_gets_its_own_bound(written: Written) -> None:
    file = written("two.csv", "3,4,a\n-3,4,b\n3,-4,a\n")  # separable by (1, 0) with margin 3, R = 5
    r = record(file, "--learner", "margin", "--gamma", "2", "--positive", "a")
    (bound,) = [b for b in r["bounds"] if b["id"] == "margin-perceptron"]
    assert (bound["value"], bound["certified"]) == ("46", True)  # 8·25/4 − 4
    r = record(file, "--learner", "margin", "--gamma", "2", "--positive", "a", "--passes", "100")
    assert r["halted"] is True and r["passes"] < 100 and r["updates"] <= 46


@pytest.mark.parametrize("passes", ["1", "100000"])
def test_a_gamma_above_the_true_margin_does_not_spin(written: Written, passes: str) -> None:
    file = written("two.csv", "3,4,a\n-3,4,b\n3,-4,a\n")
    r = record(file, "--learner", "margin", "--gamma", "50", "--positive", "a", "--passes", passes, code=1)
    assert not r["bounds"] and not r["halted"] and r["passes"] < 100
    assert any("may never halt" in note for note in r["notes"])


def test_passes_until_no_update(written: Written) -> None:
    file = written("three.csv", "1,4,a\n-3,4,b\n3,-4,a\n2,9,a\n-2,3,b\n")
    r = record(file, "--passes", "1000", "--positive", "a")
    assert r["halted"] is True and r["rounds"] == 5 * r["passes"] > 5
    rows = [((1, 4), 1), ((-3, 4), -1), ((3, -4), 1), ((2, 9), 1), ((-2, 3), -1)]
    recheck(r, [((Fraction(a), Fraction(b)), y) for (a, b), y in rows] * r["passes"])


def test_what_is_printed_says_the_same_and_fits_a_terminal(tmp_path: Path) -> None:
    result = pp("audit", "penguins-adelie-gentoo", "--json", tmp_path / "a.json")
    (tmp_path / "few.csv").write_text("1,2,a\n3,4,b\n5,1,a\n", encoding="utf-8")
    by_values = pp("audit", tmp_path / "few.csv", "--learner", "kernel:gaussian:gamma=1/2")
    assert result.exit_code == by_values.exit_code == 0 and "space: yes" in by_values.stdout
    assert max(map(len, [*result.stdout.splitlines(), *by_values.stdout.splitlines()])) <= 80
    r, words = record("penguins-adelie-gentoo"), " ".join(result.stdout.split())
    assert json.loads((tmp_path / "a.json").read_text()) == r
    assert f"updates M = {r['updates']} in one pass" in words and "separable through the origin: yes" in words
    least = min(Fraction(bound["value"]) for bound in said(r))
    assert f"the best is {r['best']}: {r['why']}" in words and "each is certified" in words
    assert words.startswith(f"summary: {r['updates']} updates in {r['rounds']} rounds; a theorem allows at most {int(least)} ({r['best']})")
    seen: dict[str, str] = {}
    row = ""
    for line in result.stdout.partition("\nbound ")[2].partition("\n\n")[0].splitlines()[1:]:
        row = row if line.startswith("  = ") else line
        seen[line.replace("  = ", "").split(" ")[0]] = row
    for bound in r["bounds"]:  # those that say the same are one row
        line = seen[bound["id"]]
        assert bound["value"] in line and ("vacuous" in line) is bound["vacuous"] and ("trivial" in line) is bound["trivial"]
        assert ("the best" in line) is (Fraction(bound["value"]) == least)
    assert len(set(seen.values())) < len(r["bounds"])
    assert "try next" not in pp("audit", "penguins-adelie-gentoo", "--bias", "--normalise").stdout


def test_advice_is_a_command_whose_run_has_the_updates_it_names(tmp_path: Path) -> None:
    """A user who copies the line gets the promised result, with the options that were given before."""
    file = tmp_path / "some data.csv"
    rows = ["spend,tickets,plan,churn", *(f"{i * 37 % 251}.5,{i % 7},{'abc'[i % 3]},{'yn'[i % 5 > 2]}" for i in range(60)), "9,,a,y"]
    file.write_text("\n".join(rows), encoding="utf-8")
    given = [file, "--label", "churn", "--missing", "drop-rows", "--one-hot", "plan", "--passes", "3"]
    lines = pp("audit", *given, "--json", tmp_path / "a.json").stdout.partition("\ntry next:\n")[2].splitlines()
    commands = [shlex.split(line) for line in lines if line.startswith("  perceptron-proofs")]
    promised = [int(re.search(r"(\d+) updates instead of", line)[1]) for line in lines if "instead of" in line]  # type: ignore[index]
    assert len(commands) > 0 and promised == sorted(promised)
    counts = {option: record(*given, option)["updates"] for option in ("--bias", "--normalise", "--rescale")}
    before = record(*given)["updates"]
    for words, updates in zip(commands, promised, strict=True):
        option = next(option for option in counts if option in words)
        assert record(*words[2:])["updates"] == updates == counts.pop(option) < before
    assert all(updates >= before for updates in counts.values()) and lines[-1].endswith(", ".join(counts)) is bool(counts)


def test_a_comparator_that_bounds_the_updates_by_the_updates_is_trivial() -> None:
    r = record("penguins-adelie-chinstrap", "--rho", "1e12")
    recheck(r, rows_of(load("penguins-adelie-chinstrap")))
    assert all(bound["trivial"] for bound in r["bounds"]) and r["best"] is None
    assert "no bound says more than that M is at most" in pp("audit", "penguins-adelie-chinstrap", "--rho", "1e12").stdout


def test_an_svm_light_file_is_audited_as_its_rows(written: Written) -> None:
    file = written("d.svm", "+1 1:0.5 3:-2\n-1 2:1.25\n+1 1:1 2:-1\n")
    h, q = Fraction(1, 2), Fraction(5, 4)
    recheck(record(file), [((h, 0 * h, -4 * h), 1), ((0 * h, q, 0 * h), -1), ((2 * h, -2 * h, 0 * h), 1)])


@pytest.mark.nocover
def test_a_hundred_thousand_rows_are_certified(written: Written) -> None:
    random.seed(3)
    lines, rows = [], []
    for _ in range(100_000):
        x = [random.randint(-999, 999) for _ in range(3)]
        y = 1 if 2 * x[0] - x[1] + random.randint(-300, 300) > 0 else -1
        lines.append(f"{x[0] / 1000},{x[1] / 1000},{x[2] / 1000},{y}")
        rows.append((tuple(Fraction(n, 1000) for n in x), y))
    file = written("large.csv", "\n".join(lines))
    r = record(file)
    assert r["updates"] == len(updates_of([(tuple(a * 1000 for a in x), y) for x, y in rows])[0])
    assert r["separable"] is False and all(b["certified"] for b in r["bounds"]) and ids(r) == AGNOSTIC


def test_a_data_set_is_found_by_an_unambiguous_beginning_of_its_name() -> None:
    assert record("penguins-adelie-g")["data"] == "penguins-adelie-gentoo.csv"


@pytest.mark.parametrize(
    ("name", "seen"),
    sampled(
        [
            ("penguins", {"hinge-l1-radius": 2128.4, "ssbd-21-16": 1600.3, "hinge-root": 1372.4}),
            ("wine", {"hinge-l1-radius": 1653.1, "ssbd-21-16": 1396.9, "hinge-root": 1198.4}),
        ],
        1,
    ),
)
def test_each_bound_is_small_by_its_own_comparator(name: str, seen: dict[str, float]) -> None:
    """Seen are the least that a search by convex programmes came by; the path for all bounds gives a tenth more."""
    X, y = load_wine(return_X_y=True)
    wine = Dataset("wine", Examples.from_floats(X[y < 2].tolist(), (2 * y[y < 2] - 1).tolist()), {"0": -1, "1": 1}, ())
    made = audit(wine if name == "wine" else load("penguins-adelie-gentoo"), Perceptron(), limit=30)
    values = {bound.id: float(Fraction(bound.value)) for bound in made.bounds if bound.says_something}
    assert all(values[id] <= least * 1.007 for id, least in seen.items())


def test_a_bound_is_least_at_a_corner_of_what_is_not_trivial() -> None:
    """At w* = (1/2, 3/2) the rounds lose half of 15, and three of them lie on the hinge's corner. The search ended beyond it."""
    rows = [(1, 0), (0, 1), (-1, -1), (1, 0), (1, 0), (1, 1), (-1, 1), (-1, 1), (0, 0), (0, 1), (-1, 1), (0, 0), (0, 1), (0, 0), (1, 1)]
    made = audit(Dataset("corner", Examples(rows, [1] * len(rows)), {}, ()), Perceptron())
    bound = {bound.id: bound for bound in made.bounds}["hinge-root"]
    at_corner = 7 + 5 / 2 + (25 / 4 + 5 * 7) ** 0.5  # H + m/2 + √(m²/4 + mH), with m = R²‖w*‖² = 2·5/2
    assert made.run.M == 8 and not bound.trivial and float(bound.value) < 1.01 * at_corner


def test_examples_beyond_64_bits_on_which_no_mistake_is_made() -> None:
    """Their matrix of no rows had no columns either, an internal error."""
    made = audit(Dataset("none", Examples([[3 * 10**20, 1], [1, 10**20]], [1, 1]), {}, ()), Perceptron(ties=1))
    assert made.run.M == 0 and made.best is not None and made.best.value == "0"


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [("1,a\n2,b\n", 0, "updates M = 2"), ("1,a\nx,b\n", 2, ", line 2, column x1"), ("+1 1:2\n-1 3:1\n", 0, "dimension 3")],
)
def test_data_may_come_from_standard_input_or_a_pipe(tmp_path: Path, text: str, code: int, words: str) -> None:
    """A pipe is read once, and the reader of files goes over them twice: `audit <(zcat d.gz)` found them empty."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    Thread(target=pipe.write_text, args=(text,), daemon=True).start()
    for result, name in ((pp("audit", "-", stdin=text), "standard input"), (pp("audit", pipe), "/pipe")):
        assert result.exit_code == code and (words if code == 0 else name + words) in result.output, result.output


def test_audit_of_an_endless_pipe_is_refused_at_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`audit <(yes)` filled the disk for as long as it was let."""
    monkeypatch.setattr("proofs.cli.audit.MAX_STREAM", 80)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert pp("audit", "-", stdin="1,a\n2,b\n" * 10).exit_code == 0
    longer = pp("audit", "-", stdin="1,a\n2,b\n" * 10 + "\n")
    refused(longer, "standard input: expected at most 80 bytes on a pipe", "save the data as a file")
    assert not any(tmp_path.iterdir())


def test_names_of_files_and_classes_do_not_steer_the_terminal_nor_pictures(tmp_path: Path, written: Written) -> None:
    file = written("a\x1b[31m\n$\\frac{$.csv", "1,a\x1b[31m\n2,b\n")
    for command in (["audit", "--plot", str(tmp_path / "p.svg")], ["online-to-batch"]):
        result = CliRunner().invoke(main, [*command, str(file)], color=True)
        assert result.exit_code == 0, result.output
        assert r"a\u{1b}[31m\u{a}$\frac{$.csv: " in result.output and "\x1b" not in result.output
        assert r"a\u{1b}[31m is -1" in result.output or command == ["online-to-batch"]


@pytest.mark.parametrize("numbers", ["9e99,-9e99,a\n9e99,9e98,b\n", "1e-99,2e-99,a\n-1e-99,2e-99,b\n", "9e99,1e-99,a\n8e99,-1e-99,b\n"])
def test_numbers_just_within_are_audited(written: Written, numbers: str) -> None:
    file = written("d.csv", numbers)
    assert pp("audit", file, "--passes", 9).exit_code == 0


def test_numbers_beyond_the_range_of_floats_are_audited_normalised() -> None:
    """They ended in an OverflowError, or in a logarithm of 0; without `--normalise` they are refused."""
    for text in ("1e400,2,a\n-1e-400,3,b\n2,1e400,a\n", "1e-200,2,a\n-1e-300,3,b\n0,1,a\n", "1e-400,a\n-1e-400,b\n"):
        assert pp("audit", "-", "--normalise", stdin=text).exit_code == 0
