"""Runs the notebooks and stores them with their outputs: `make chapters`.  `stale` says where a stored one is not what it prints today."""

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from proofs.report.book import stored_outputs

SECONDS = 600  # for a cell
# What is another the next time.
TIMES = re.compile(r"(?<=played )[\d,]+ (?=exact rounds)|no nearer for [\d.]+ s; |,? (?:in|after) [\d.]+ s\b,?|, [\d.]+ s(?=\))")


def executed(file: Path) -> str:
    """The notebook as it runs now, without what differs from one time to the next.  Raises RuntimeError if a cell fails."""
    import nbformat  # for seconds: it brings a grammar of addresses, and parses it
    from nbmake.nb_run import NotebookRun

    os.environ["OPENBLAS_CORETYPE"] = "Nehalem"  # OpenBLAS chooses its kernels by the processor, and they round differently
    ran = NotebookRun(file, SECONDS, kernel="python3").execute()
    if ran.error is not None:
        raise RuntimeError(f"{file.name}, cell {ran.error.failing_cell_index}: {ran.error.trace}")
    notebook = ran.nb
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = _joined(cell.outputs)
            for output in cell.outputs:
                _forget_times(output)
                if "text/html" in output.get("data", {}):
                    output.data["text/html"] = stored_outputs.store(output.data["text/html"])
    notebook.metadata = nbformat.read(file, as_version=4).metadata  # not the version of Python that ran it
    return str(nbformat.writes(notebook)) + "\n"


def _joined(outputs: Sequence[Any]) -> list[Any]:
    """The outputs, with what is printed in one piece: the kernel sends it on when a moment has passed, within a line too."""
    joined: list[Any] = []
    for output in outputs:
        if joined and output.output_type == joined[-1].output_type == "stream" and output.name == joined[-1].name:
            joined[-1].text += output.text
        else:
            joined.append(output)
    return joined


def _forget_times(output: Any) -> None:
    for holder in (output, output.get("data", {})):
        for name, text in holder.items():
            if isinstance(text, str) and not name.startswith("image"):
                holder[name] = TIMES.sub("", text)


def stale(stored: str, now: str) -> Iterator[str]:
    """The cells that print something else now than what is stored, each with the first line that differs.  Pictures are not compared."""
    for number, cells in enumerate(zip(*(json.loads(text)["cells"] for text in (stored, now)), strict=True)):
        before, after = (list(chain.from_iterable(map(_said, cell.get("outputs", ())))) for cell in cells)
        if before != after:
            was, now_ = next((pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]), ("", ""))
            at = max(0, next((i for i, (a, b) in enumerate(zip(was, now_, strict=False)) if a != b), min(len(was), len(now_))) - 20)
            parts = (was[at : at + 80], now_[at : at + 80]) if was or now_ else (f"{len(before)} lines", f"{len(after)} lines")
            yield f"cell {number}: stored “…{parts[0]}…”, now “…{parts[1]}…”"


def _said(output: Any) -> Iterator[str]:
    for name, text in {**output.get("data", {}), "text": output.get("text", "")}.items():
        if not name.startswith("image"):
            yield from "".join(text).splitlines()


def store(files: Sequence[Path]) -> None:
    """Store each anew if a word of it is stale."""
    for file in files:
        before = file.read_text(encoding="utf-8")
        text = executed(file)
        print(file.name, *(stale(before, text) if text != before else ["as stored"]), sep="\n    ", flush=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    store([Path(name) for name in sys.argv[1:]])
