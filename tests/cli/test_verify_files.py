"""`verify` of files: exported proofs, pages of one's own, stored witnesses. What is altered in them is noticed."""

from __future__ import annotations

import copy
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from proofs.report.tables.verdicts import line, row
from proofs.theorems import catalogue, witnesses
from proofs.verify.checks.verdict import TheoremVerdict
from proofs.verify.pipeline import Options, verify
from tests.cli.running import GUIDE, answered, pp, refused


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("proofs") / "novikoff.json"
    assert pp("export", "novikoff", "-o", file).exit_code == 0
    return file


# --- proof files


def test_an_exported_proof_is_accepted(exported: Path) -> None:
    replayed = pp("replay", exported)
    assert replayed.exit_code == 0
    assert "accepted: novikoff: M ≤ R²/γ² (" in replayed.stdout and "if separable: for all k < M: ⟨u, z(k)⟩ ≥ γ" in replayed.stdout
    answered(pp("verify", exported, "--attack", "0.05"), "novikoff: proved")


def mutated(exported: Path, change: Any) -> Path:
    document = json.loads(exported.read_text())
    change(document)
    file = exported.with_name("mutated.json")
    file.write_text(json.dumps(document))
    return file


def novikoff(document: dict[str, Any]) -> dict[str, Any]:
    (theorem,) = (t for t in document["theorems"] if t["id"] == "novikoff")
    return theorem  # type: ignore[no-any-return]


def drop_a_premise(document: dict[str, Any]) -> None:
    step = next(s for s in novikoff(document)["steps"] if s["rule"] == "certificate" and s["premises"])
    step["premises"] = step["premises"][1:]


def change_a_rule(document: dict[str, Any]) -> None:
    novikoff(document)["steps"][-1]["rule"] = "assume"


def conclude_earlier(document: dict[str, Any]) -> None:
    theorem = novikoff(document)
    theorem["conclusion"] = theorem["steps"][0]["name"]


def strengthen_the_claim(document: dict[str, Any]) -> None:
    text = json.dumps(novikoff(document)["steps"][-1]["claim"])
    novikoff(document)["steps"][-1]["claim"] = json.loads(text.replace('["-1", ', '["-2", ', 1))


@pytest.mark.parametrize("change", [drop_a_premise, change_a_rule, strengthen_the_claim])
def test_a_mutated_proof_is_rejected(exported: Path, change: Any) -> None:
    file = mutated(exported, change)
    assert file.read_text() != exported.read_text()
    assert answered(pp("replay", file), code=1).splitlines()[-1].startswith("rejected:")
    answered(pp("verify", file, "--attack", "0", "--referee", "kernel"), "novikoff: rejected", code=1)


def test_a_proof_of_something_else_does_not_pass_under_the_name(exported: Path) -> None:
    """The kernel accepts it, for it proves what it says; `verify` compares it with the statement of that name."""

    def rename(document: dict[str, Any]) -> None:
        other = copy.deepcopy(next(t for t in document["theorems"] if t["id"] == "progress"))
        document["theorems"] = [t for t in document["theorems"] if t["id"] != "novikoff"] + [other | {"id": "novikoff"}]

    file = mutated(exported, rename)
    assert pp("replay", file).exit_code == 0
    result = pp("verify", file, "--attack", "0", "--referee", "kernel")
    assert result.exit_code == 1
    assert "novikoff: rejected" in result.stdout and "another claim" in result.stdout


def test_a_proof_of_less_does_not_pass_under_the_name(exported: Path) -> None:
    file = mutated(exported, conclude_earlier)
    assert pp("replay", file).exit_code == 0
    answered(pp("verify", file, "--attack", "0", "--referee", "kernel"), "another claim", code=1)


def test_a_proof_with_an_extra_hypothesis_does_not_pass_under_the_name(exported: Path) -> None:
    def assume(document: dict[str, Any]) -> None:
        theorem = novikoff(document)
        theorem["hypotheses"].append(["as desired", theorem["steps"][-1]["claim"]])

    answered(pp("verify", mutated(exported, assume), "--attack", "0", "--referee", "kernel"), "other hypotheses", code=1)


def test_a_theorem_of_ones_own_stands_for_what_it_says(exported: Path) -> None:
    def rename(document: dict[str, Any]) -> None:
        novikoff(document)["id"] = "mine"

    answered(pp("verify", mutated(exported, rename), "--attack", "0"), "mine: proved")


# --- pages of one's own

PAGE = """
from dataclasses import replace
from proofs.theorems.separable.novikoff import novikoff
statement = replace(novikoff.statement, id="mine", bound={bound!r})
page = replace(novikoff, statement=statement)
"""


def test_a_page_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(PAGE.format(bound="M <= R**2/gamma**2"))
    result = pp("verify", file, "--attack", "0.05")
    assert result.exit_code == 0 and result.stdout.startswith("mine: proved"), result.output
    assert "uses (need not shown) zero start" in result.stdout  # there are no stored witnesses for it


def test_no_name_in_a_page_looks_like_another_line_or_another_finding(tmp_path: Path) -> None:
    text = GUIDE.read_text(encoding="utf-8")
    changed = text.replace("the margin is not negative", "not negative; sources NG\\nwinnow: proved")
    file = tmp_path / "mine.py"
    file.write_text(changed.replace('"fixed-margin"', '"mine: proved\\nnovikoff"'), encoding="utf-8")
    result = pp("verify", file, "--attack", "0.05")
    assert result.exit_code == 0 and result.stdout.startswith("“mine: proved\\u{a}novikoff”: proved; ")
    assert result.stdout.splitlines()[0].endswith("not negative, sources NG\\u{a}winnow: proved; sources –")
    assert not [line for line in result.stdout.splitlines() if line.startswith(("novikoff", "winnow"))]


def test_a_false_page_of_ones_own_is_not_proved(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(PAGE.format(bound="M <= R**2/gamma**2 - 1"))
    result = pp("verify", file, "--attack", "0.05")
    assert result.exit_code == 1 and result.stdout.startswith("mine: rejected")
    assert re.search(r"counterexample: M = \d+ after \d+ rounds?, against", result.stdout)


def test_a_page_of_ones_own_goes_wherever_an_id_goes(tmp_path: Path) -> None:
    file, out = tmp_path / "mine.py", tmp_path / "mine.json"
    file.write_text(PAGE.format(bound="M <= R**2/gamma**2"))
    assert "M ≤ R²/γ²" in pp("show", file).stdout and "1." in pp("show", file, "--linear").stdout
    assert pp("export", file, "-o", out).exit_code == 0 and pp("replay", out).exit_code == 0
    assert "survived" in pp("falsify", file, "--turns", "1").stdout
    assert "3 steps" not in pp("decide", file, "--budget", "3").stdout
    file.write_text(PAGE.format(bound="M <= R**2/gamma**2 - 1"))  # another page of the same name, now false
    assert "is false" in pp("falsify", file, "--turns", "1").stdout and "is false" in pp("decide", file, "--budget", "3").stdout
    assert "the proof ends in another claim" in pp("show", file).stderr


PAGES = tomllib.loads((Path(__file__).parent / "pages.toml").read_text(encoding="utf-8"))
AT_ONCE = """d.conclude(gained, grown, d.cite("cauchy-schwarz", a=u, b=w(M)), "unit comparator", d.square(w(M)), "positive margin",
        d.natural(M), "1/γ", "β ≥ 0")"""


@pytest.mark.nocover
def test_a_step_that_is_too_long_for_one_line_is_named_with_its_line(tmp_path: Path) -> None:
    """Its search went on for five minutes without a word."""
    before, _, after = GUIDE.read_text(encoding="utf-8").partition("squared = ")
    file = tmp_path / "long.py"
    file.write_text(before + AT_ONCE + after[after.index("\n\n\npage") :], encoding="utf-8")
    said = pp("verify", file, "--attack", "0").stdout
    line = before.count("\n") + 1
    assert f"long.py, line {line}: fixed-margin: this step is too long for one line" in said and "Put a line before it" in said


@pytest.mark.nocover
@pytest.mark.parametrize("changes", PAGES["changes"].values(), ids=PAGES["changes"])
def test_the_file_of_the_guide_becomes_another_theorem(tmp_path: Path, changes: dict[str, str]) -> None:
    text, file = GUIDE.read_text(encoding="utf-8").replace("fixed-margin", "mine"), tmp_path / "mine.py"
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    assert "divide-out" in pp("show", file).stdout
    assert pp("handout", file, tmp_path / "mine.tex").exit_code == 0


@pytest.mark.parametrize("case", PAGES["no_page"], ids=lambda case: case["words"][-1])
def test_a_file_that_is_no_page(tmp_path: Path, case: dict[str, Any]) -> None:
    file = tmp_path / "mine.py"
    file.write_text(case["text"])
    refused(pp("verify", file), *case["words"])


# --- what surrounds a proof


def stored(tmp_path: Path, change: Any = lambda data: {}) -> Path:
    """A folder with the witness for one hypothesis of Novikoff's theorem, changed."""
    copied = witnesses.path("novikoff", "zero start", tmp_path)
    copied.parent.mkdir()
    data = json.loads(witnesses.path("novikoff", "zero start").read_text())
    copied.write_text(json.dumps(data | change(data)))
    return tmp_path


def verdict(folder: Path) -> TheoremVerdict:
    (found,) = verify([catalogue.page("novikoff")], Options(z3=False, attack=0, witnesses=folder))
    return found


def test_an_untouched_witness_counts(tmp_path: Path) -> None:
    found = verdict(stored(tmp_path))
    assert found.holds and [h.name for h in found.hypotheses if h.witness] == ["zero start"]


FORGED: dict[str, Any] = {
    "start": lambda data: {"learner": data["learner"] | {"start": ["0" for _ in data["u"]]}},
    "rules": lambda data: {"dropped": ["separable"], "learner": {k: v for k, v in data["learner"].items() if k != "start"}},
    "conjecture": lambda data: {"conjecture": "M <= 0"},
    "format": lambda data: {"format": "other"},
}


@pytest.mark.parametrize("forged", FORGED)
def test_a_witness_is_judged_and_not_believed(tmp_path: Path, forged: str) -> None:
    found = verdict(stored(tmp_path, FORGED[forged]))
    assert not found.holds and "zero start" in found.faults[0]
    assert "FAULT" in line(found)


def test_a_row_tells_what_failed(tmp_path: Path) -> None:
    found = row(verdict(stored(tmp_path, FORGED["start"])))
    assert found.startswith("✗ ") and "FAULT" in found and max(map(len, found.splitlines())) <= 80
