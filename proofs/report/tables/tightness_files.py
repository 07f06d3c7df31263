"""What `tight --out` writes: each run as a counterexample to the next sharper bound, and the figures.

A run that has M = 25 where the bound is 25.5 is valid against `M + 1 <= …`: whoever doubts the lower half has the file judged by `check`.
A run that breaks the bound itself is written against that.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

from proofs.counterexample import write
from proofs.verify.tightness import Witness


def folder(path: str | Path) -> Path:
    """The folder, made if there is none.  Raises OSError."""
    made = Path(path)
    made.mkdir(parents=True, exist_ok=True)
    return made


def run_name(w: Witness, parameter: Fraction) -> str:
    """The file's name: theorem, family and value, with a "_" for "/"."""
    return f"{w.id}-{w.family.name}-{str(parameter).replace('/', '_')}.json"


def write_runs(path: Path, w: Witness) -> list[Path]:
    """The family's runs, each whole or not at all; those with a fault are no runs of the theorem and are left out."""
    written = []
    for run in w.runs:
        if not run.fault:
            written.append(path / run_name(w, run.parameter))
            write(written[-1], run.sharper())
    return written


def write_figures(path: Path, witnesses: Iterable[Witness]) -> list[Path]:
    """The ratios in one figure, and the way of the weights for each family that is not trivial."""
    from proofs.report.pictures.tightness import drawn, ratios

    witnesses = list(witnesses)
    pictures = {"ratios.svg": ratios(witnesses)} if witnesses else {}
    pictures |= {f"run-{name}.svg": picture for name, picture in drawn(witnesses).items()}
    for name, picture in pictures.items():
        picture.save(path / name)
    return [path / name for name in pictures]
