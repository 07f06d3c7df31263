"""Notebooks as they are stored: run from top to bottom without an error, with their outputs, so that they can be read where nothing runs.

That they still run is checked by nbmake (`make notebooks`)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "notebooks").glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_is_stored_as_it_ran(file: Path) -> None:
    notebook = json.loads(file.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert outputs and not [output for output in outputs if output["output_type"] == "error" or output.get("name") == "stderr"]
    assert not re.search(r"0x[0-9a-f]{8,}", json.dumps([output.get("data", output.get("text")) for output in outputs]))
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
