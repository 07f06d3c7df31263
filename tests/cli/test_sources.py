"""`sources`, `errata` and `list`, and `show` on a place of a source."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proofs.theorems import catalogue, sources
from tests.cli.running import pp, refused

ROOT = Path(__file__).resolve().parents[2]


def test_sources_prints_the_bibliography_and_the_claims_of_one() -> None:
    assert all(f"\n{document} " in "\n" + pp("sources").stdout for document in sources.DOCUMENTS)
    text = pp("sources", "mr").stdout
    assert "→ squared-hinge" in text and f"{len(sources.claims('MR'))} claims" in text
    records = json.loads(pp("sources", "BL", "--json").stdout)
    assert [record["at"] for record in records] == [claim.at for claim in sources.claims("BL")]


def test_errata_names_counterexamples_that_check_accepts() -> None:
    records = json.loads(pp("errata", "--source", "VE", "--json").stdout)
    files = [record["file"] for record in records if record["file"]]
    assert len(files) >= 3
    for file in files:
        assert pp("check", file).exit_code == 0


def test_list_selects_by_family_source_and_place() -> None:
    everything = json.loads(pp("list", "--json").stdout)
    assert [record["id"] for record in everything] == [t.id for t in catalogue.THEOREMS]
    hinge = pp("list", "--source", "MR", "--family", "hinge").stdout
    assert "squared-hinge" in hinge and "hinge-simple" not in hinge and "admissible" not in hinge
    assert json.loads(pp("list", "--source", "NG (3)", "--json").stdout)[0]["id"] == "progress"


def test_show_takes_a_place() -> None:
    assert pp("show", "NG Theorem").stdout.startswith("On NG Theorem there are")
    assert "squared-hinge" in pp("show", "MR (5)").stdout
    assert pp("show", "NG footnote on the learning rate").exit_code == 0


@pytest.mark.parametrize(
    "words, said",
    [
        (["show", "MR (77)"], ["the places of MR"]),
        (["sources", "Knuth"], ["the sources are"]),
        (["errata", "--source", "X"], ["the sources are"]),
        (["list", "--family", "integers"], ["the families are"]),
        (["list", "--source", "BL Theorem 9"], ["the places of BL"]),
    ],
)
def test_what_is_not_known_is_refused_in_one_line(words: list[str], said: list[str]) -> None:
    refused(pp(*words), *said)


@pytest.mark.parametrize("words, file", [(["sources"], "coverage.md"), (["errata"], "errata.md")])
def test_the_documentation_is_what_the_commands_print(words: list[str], file: str) -> None:
    printed = pp(*words, "--markdown").stdout
    assert printed == (ROOT / "docs" / file).read_text(encoding="utf-8"), "run `make docs`"
