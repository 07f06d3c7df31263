"""Notebooks as they are stored: chapters of one template, run from top to bottom, with their outputs, so that they can be read where
nothing runs.  Every picture has a caption and words for who cannot see it.

That they still run is checked by nbmake (`make notebooks`)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from proofs.report.book.contents import CHAPTERS, chapters
from proofs.report.book.exercises import sheet

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
NOTEBOOKS = chapters(FOLDER)
TEMPLATE = [
    "Motivation",
    "What the sources say",
    "The statement",
    "The proof",
    "The attack",
    "What each hypothesis is for",
    "How tight it is",
    "Misprints",
    "Exercises",
]
OTHERWISE = {"novikoff_in_ten_minutes"}  # a proof to be read line by line
MOST = 400_000  # bytes
each = pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)


def cells_of(file: Path, kind: str = "code") -> list[dict[str, Any]]:
    return [cell for cell in json.loads(file.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == kind]


def prose(file: Path) -> str:
    return "\n\n".join("".join(cell["source"]) for cell in cells_of(file, "markdown"))


def test_the_chapters_are_those_of_the_book() -> None:
    assert [file.stem for file in NOTEBOOKS] == [name for name in CHAPTERS if name not in OTHERWISE or (FOLDER / f"{name}.ipynb").exists()]


@each
def test_a_notebook_is_stored_as_it_ran(file: Path) -> None:
    notebook, cells = json.loads(file.read_text(encoding="utf-8")), cells_of(file)
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert outputs and not [output for output in outputs if output["output_type"] == "error" or output.get("name") == "stderr"]
    assert not re.search(r"0x[0-9a-f]{8,}", json.dumps([output.get("data", output.get("text")) for output in outputs]))
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    assert not [cell for cell in cells if "execution" in cell["metadata"]] and file.stat().st_size < MOST


@each
def test_what_a_cell_shows_is_no_raw_object(file: Path) -> None:
    for cell in cells_of(file):
        for output in cell["outputs"]:
            rich = set(output.get("data", {})) - {"text/plain"}
            plain = "".join(output.get("data", {}).get("text/plain", ""))
            assert rich or not re.match(r"\w+\(\w+=", plain), plain[:80]


@each
def test_a_chapter_keeps_to_the_template(file: Path) -> None:
    if file.stem not in OTHERWISE:
        assert re.findall(r"^## (.*)$", prose(file), re.MULTILINE) == TEMPLATE
        assert re.findall(r"^# (.*)$", prose(file), re.MULTILINE)


@each
def test_every_picture_has_a_caption_and_words(file: Path) -> None:
    names = []
    for cell in cells_of(file):
        if any("image/png" in output.get("data", {}) for output in cell["outputs"]):
            told = cell["metadata"]["mystnb"]
            assert len(told["figure"]["caption"]) > 20 and len(told["image"]["alt"]) > 40
            assert "hide-input" in cell["metadata"]["tags"]
            names.append(told["figure"]["name"])
    assert len(names) == len(set(names))


@each
def test_links_between_chapters_lead_somewhere(file: Path) -> None:
    labels = set(re.findall(r"\$\$ \(([\w-]+)\)", prose(file))) | set(re.findall(r"^\(([\w-]+)\)=$", prose(file), re.MULTILINE))
    labels |= {cell["metadata"]["mystnb"]["figure"]["name"] for cell in cells_of(file) if "mystnb" in cell["metadata"]}
    for target in re.findall(r"\]\(([^)]*)\)", prose(file)):
        page, _, anchor = target.partition("#")
        if page:
            assert page.removesuffix(".ipynb") in CHAPTERS, target
        elif anchor:
            assert anchor in labels, target


def test_labels_are_given_once() -> None:
    given = [label for file in NOTEBOOKS for label in re.findall(r"\$\$ \(([\w-]+)\)", prose(file))]
    given += [cell["metadata"]["mystnb"]["figure"]["name"] for file in NOTEBOOKS for cell in cells_of(file) if "mystnb" in cell["metadata"]]
    assert len(given) > 30 and len(given) == len(set(given))


@each
def test_the_exercises_are_those_of_the_files(file: Path) -> None:
    shown = [
        "".join(output["data"]["text/markdown"])
        for cell in cells_of(file)
        for output in cell["outputs"]
        if "text/markdown" in output.get("data", {})
    ]
    if file.stem in OTHERWISE:
        assert "\n\n".join(text.strip() for text in shown) == str(sheet("novikoff")).strip()
    else:
        (name,) = re.findall(r'^sheet\("([\w-]+)"\)$', "\n".join("".join(cell["source"]) for cell in cells_of(file)), re.MULTILINE)
        assert shown == [str(sheet(name))], "run the notebook again"


def test_no_chapter_tells_of_no_misprint() -> None:
    """Each that lists misprints has some: a list of the pages' own remarks only is empty where the others are in the registry."""
    listing = [cell for file in NOTEBOOKS for cell in cells_of(file) if "misprints" in "".join(cell["source"])]
    shown = ["".join(cell["outputs"][0]["data"]["text/plain"]) for cell in listing]
    assert len(shown) >= 4 and "none" not in shown
