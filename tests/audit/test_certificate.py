"""`audit --certify FILE.json` and `check FILE`, the plot, and files that are written whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cli.running import pp, refused

OPTIONS = {
    "penguins-adelie-gentoo": ["--passes", "3"],
    "penguins-adelie-chinstrap": ["--learner", "perceptron:ties=-1"],
    "penguins-adelie-g": ["--learner", "margin:eps=1/4", "--gamma", "1/10"],
}


@pytest.mark.parametrize("name", OPTIONS)
def test_check_accepts_what_an_audit_certifies(name: str, tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    assert pp("audit", name, *OPTIONS[name], "--certify", file).exit_code == 0
    found = json.loads(file.read_text())
    result = pp("check", file, "--limit", "0")
    assert result.exit_code == 0 and result.stdout.startswith("valid: an audit of penguins"), result.output
    assert result.stdout.count("✓") == len(found["bounds"]) + 2 and len(found["bounds"]) >= 3


def _set(*path: Any, to: Callable[[Any], Any]) -> Callable[[dict[str, Any]], None]:
    def change(found: dict[str, Any]) -> None:
        *way, last = path
        place: Any = found
        for key in way:
            place = place[key]
        place[last] = to(place[last])

    return change


CHANGES: dict[str, Callable[[dict[str, Any]], None]] = {
    "an update more": _set("updates", to=lambda m: m + 1),
    "a pass more": _set("passes", to=lambda n: n + 1),
    "a lower value": _set("bounds", 0, "value", to=lambda v: str(float(v) - 0.001)),
    "another comparator": _set("bounds", 0, "u", to=lambda u: u[::-1]),
    "one that is too long": _set("bounds", 0, "u", to=lambda u: [f"2{a}" if a[0] != "-" else a for a in u]),
    "another γ": _set("bounds", 0, "rho", to=lambda g: "1/10"),
    "another label": _set("labels", 0, to=lambda y: -y),
    "no separator": _set("certificate", "u", to=lambda u: [a.lstrip("-") for a in u]),
    "a false answer": lambda found: found.update(separable=False, certificate={"farkas": {"0": "1"}}),
    "an unknown bound": _set("bounds", 0, "id", to=lambda id: "novi"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_check_refuses_what_is_made_up(change: str, tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    pp("audit", "penguins-adelie-gentoo", "--certify", file)
    found = json.loads(file.read_text())
    CHANGES[change](found)
    del found["sha256"]  # which would tell any change
    file.write_text(json.dumps(found))
    result = pp("check", file, "--limit", "0")
    assert result.exit_code == 1 and result.stdout.startswith("invalid: ") and "✗" in result.stdout, result.output


def test_check_refuses_another_number_though_it_may_be_true(tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    pp("audit", "penguins-adelie-chinstrap", "--certify", file)
    found = json.loads(file.read_text())
    found["bounds"][0]["value"] += "9"  # a larger one
    for digest, code in (({"sha256": found.pop("sha256")}, 1), ({}, 0)):
        file.write_text(json.dumps(found | digest))
        assert pp("check", file).exit_code == code


def test_a_file_of_another_form_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    pp("audit", "penguins-adelie-chinstrap", "--certify", file)
    found = json.loads(file.read_text())
    for change in (
        {"rows": [[1], [1, 2]]},
        {"labels": [1, 2]},
        {"learner": {"name": "none"}},
        {"bounds": [{"id": "novikoff"}]},
        {"more": 1},
    ):
        file.write_text(json.dumps(found | change))
        refused(pp("check", file), "c.json")
    refused(pp("audit", "penguins-adelie-chinstrap", "--certify", tmp_path / "c.txt"), "--certify")


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_the_plot_shows_the_updates_under_the_bounds(suffix: str, tmp_path: Path) -> None:
    for name, options in OPTIONS.items():
        assert pp("audit", name, *options, "--plot", tmp_path / f"p.{suffix}").exit_code == 0
        data = (tmp_path / f"p.{suffix}").read_bytes()
        assert data.startswith(b"\x89PNG" if suffix == "png" else b"<?xml") and len(data) > 5_000
    refused(pp("audit", "penguins-adelie-g", "--plot", tmp_path / "p.gif"), "p.gif")


def test_a_plot_without_bounds_says_so(tmp_path: Path) -> None:
    picture = tmp_path / "p.svg"
    assert pp("audit", "penguins-adelie-gentoo", "--learner", "winnow", "--plot", picture).exit_code == 0
    assert "the updates; every bound is above 20 times their number" in picture.read_text()


@pytest.mark.parametrize("option", ["--json", "--certify", "--plot"])
def test_an_interruption_leaves_no_half_file(option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*paths: object) -> None:
        raise KeyboardInterrupt

    file = tmp_path / ("p.png" if option == "--plot" else "a.json")
    monkeypatch.setattr(os, "replace", interrupted)
    assert pp("audit", "penguins-adelie-gentoo", option, file).exit_code == 130
    assert list(tmp_path.iterdir()) == []


SPARSE_CHANGES: dict[str, tuple[int, Callable[[dict[str, Any]], None]]] = {
    "another entry": (1, _set("rows", 0, 0, to=lambda n: -n)),
    "another column": (1, _set("columns", 0, 0, to=lambda j: j + 1)),
    "a dimension that is too small": (2, _set("dimension", to=lambda d: 20)),
    "a negative dimension": (2, _set("dimension", to=lambda d: -d)),
    "a column twice": (2, _set("columns", 0, to=lambda row: [row[0]] * len(row))),
    "a column below 0": (2, _set("columns", 0, 0, to=lambda j: -1)),
    "an entry less": (2, _set("rows", 0, to=lambda row: row[1:])),
    "an entry that is no integer": (2, _set("rows", 0, 0, to=lambda n: 1.5)),
    "truth as an entry": (2, _set("rows", 0, 0, to=lambda n: True)),
    "a row that is no list": (2, _set("rows", 0, to=lambda row: 3)),
    "no columns": (2, lambda found: found.pop("columns")),
}


@pytest.fixture(scope="module")
def of_sparse(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The certificate of a sparse file of many columns, and of which one entry is beyond int64."""
    folder = tmp_path_factory.mktemp("sparse")
    rows = [f"{(-1) ** t} {t % 40 + 1}:{t % 7 + 1} {(-1) ** t * 10 + 60}:2 {100 + 30 * t}:{10**20 if t == 5 else 1}" for t in range(300)]
    (folder / "d.svm").write_text("\n".join(rows) + "\n")
    assert pp("audit", folder / "d.svm", "--certify", folder / "c.json").exit_code == 0
    found: dict[str, Any] = json.loads((folder / "c.json").read_text())
    return found


def test_sparse_rows_are_certified_without_their_zeros(of_sparse: dict[str, Any], tmp_path: Path) -> None:
    assert len(of_sparse["rows"][5]) == 3 and of_sparse["rows"][5][2] == 10**20 and of_sparse["dimension"] == 9_070
    file = tmp_path / "c.json"
    file.write_text(json.dumps(of_sparse))
    result = pp("check", file, "--limit", "0")
    assert result.exit_code == 0 and result.stdout.count("✓") == len(of_sparse["bounds"]) + 2, result.output


@pytest.mark.parametrize("change", SPARSE_CHANGES)
def test_check_refuses_sparse_rows_that_are_made_up(change: str, of_sparse: dict[str, Any], tmp_path: Path) -> None:
    code, alter = SPARSE_CHANGES[change]
    found = json.loads(json.dumps(of_sparse))
    alter(found)
    (tmp_path / "c.json").write_text(json.dumps(found))
    result = pp("check", tmp_path / "c.json", "--limit", "0")
    assert result.exit_code == code, result.output
    if code == 2:
        assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("suffix", [".json", ".v"])
def test_too_many_examples_for_a_file_are_refused_before_the_audit(suffix: str, tmp_path: Path) -> None:
    X = np.ones((60_000, 100), dtype=np.int8)
    X[::2, 0] = -1
    np.savez(tmp_path / "d.npz", X=X, y=X[:, 0])
    refused(pp("audit", tmp_path / "d.npz", "--certify", tmp_path / f"c{suffix}"), "60000 examples of dimension 100", "too many")
    assert not (tmp_path / f"c{suffix}").exists()


FORMS: dict[str, Callable[[dict[str, Any]], None]] = {
    "passes": _set("passes", to=str),
    "labels": _set("labels", to=len),
    "rows": _set("rows", to=lambda rows: {"0": rows}),
    "a row": _set("rows", 0, to=len),
    "the learner": _set("learner", "name", to=lambda name: [name]),
    "the combination": lambda found: found.update(separable=False, certificate={"farkas": ["1"]}),
    "the id of a bound": _set("bounds", 0, "id", to=lambda id: [id]),
    "the value of a bound": _set("bounds", 0, "value", to=float),
}


@pytest.mark.parametrize("change", FORMS)
def test_parts_of_another_form_are_refused_in_one_line(change: str, tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    pp("audit", "penguins-adelie-g", "--certify", file)
    found = json.loads(file.read_text())
    FORMS[change](found)
    file.write_text(json.dumps(found))
    refused(pp("check", file, "--limit", "0"))
