"""Small data files in the many shapes that there are."""

from __future__ import annotations

from pathlib import Path

from perceptron import Examples

EXPECTED = Examples([["0.5", -2], ["1.5", 3], [0, "-0.25"]], [-1, 1, 1])
ROWS = [("0.5", "-2", "no"), ("1.5", "3", "yes"), ("0", "-0.25", "yes")]


def file(folder: Path, text: str | bytes, name: str = "d.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def lines(*rows: tuple[str, ...], by: str = ",") -> str:
    return "".join(by.join(row) + "\n" for row in rows)
