"""Runs the notebooks and stores them with their outputs: `make chapters`.  `git diff` then shows what was stale."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path

import nbformat
from nbclient import NotebookClient

SECONDS = 600  # for a cell


def executed(file: Path) -> str:
    """The notebook as it runs now, without what differs from one time to the next."""
    notebook = nbformat.read(file, as_version=4)
    about = deepcopy(notebook.metadata)
    NotebookClient(notebook, timeout=SECONDS, kernel_name="python3", resources={"metadata": {"path": str(file.parent)}}).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    notebook.metadata = about  # not the version of Python that ran it
    return str(nbformat.writes(notebook)) + "\n"


def store(files: Sequence[Path]) -> int:
    """Store each; returns how many were stale."""
    stale = 0
    for file in files:
        text = executed(file)
        changed = text != file.read_text(encoding="utf-8")
        print(f"{file.name}: {'stored anew' if changed else 'as stored'}", flush=True)
        if changed:
            file.write_text(text, encoding="utf-8")
        stale += changed
    return stale


if __name__ == "__main__":
    store([Path(name) for name in sys.argv[1:]])
