"""Witnesses of tightness to be read: one line each on a pipe, a table on a terminal, the counts of each kind; and the files of `tight
--out`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from proofs.counterexample import write
from proofs.verify.checks.verdict import ASYMPTOTIC, ATTAINED, NOT_APPLICABLE, SLACK

if TYPE_CHECKING:
    from rich.console import RenderableType

    from proofs.verify.tightness import JudgedRun, Witness

WIDE = 118  # columns from which the table is readable
STYLES = {ATTAINED: "bold green", ASYMPTOTIC: "green", SLACK: "yellow"}


def line(w: Witness) -> str:
    """A witness as one line."""
    best = w.best
    said = f"{w.id}: {_status(w)}; {w.family.words}; at {_at(w, best)} M = {best.M}, bound {best.bound}, ratio {_ratio(best)}"
    return said + (f"; {_along(w)}" if len(w.runs) > 1 else "") + "".join(f"; FAULT {wrong}" for wrong in wrongs(w))


def wrongs(w: Witness) -> tuple[str, ...]:
    """Evidence against the theorem or the witness, one sentence each."""
    broken = (f"at {_at(w, run)} the run breaks the bound: M = {run.M}, bound {run.bound}" for run in w.runs_above)
    return (*broken, *w.faults)


def _status(w: Witness) -> str:
    return f"{w.status} where {' and '.join(w.where)}" if w.where else w.status


def summary(witnesses: Sequence[Witness], others: Sequence[str] = ()) -> str:
    """The counts of attained theorems, and so on, each by its nearest witness; `others`: the status of those without a family of runs."""
    order = (ATTAINED, ASYMPTOTIC, SLACK)
    nearest: dict[str, str] = {}
    for w in witnesses:
        nearest[w.id] = min(w.status, nearest.get(w.id, w.status), key=order.index)
    counted = Counter([*nearest.values(), *others])
    parts = [f"{counted[status]} {status}" for status in order if counted[status]]
    parts += [f"{counted[NOT_APPLICABLE]} no bound"] if counted[NOT_APPLICABLE] else []
    exceeded = sorted({w.id for w in witnesses if w.runs_above})
    tail = f"; BROKEN, which refutes the proof: {', '.join(exceeded)}" if exceeded else "; no bound is exceeded" if witnesses else ""
    count = len(nearest) + len(others)
    return f"{count} theorem{'s' * (count != 1)}: {', '.join(parts)}{tail}"


def table(witnesses: Sequence[Witness], width: int) -> RenderableType:
    """All witnesses for a terminal of that width."""
    from rich import box
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    if width < WIDE:
        return Group(*(Text.assemble(Text(w.id, style=_style(w)), line(w)[len(w.id) :], "\n") for w in witnesses))
    grid = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    grid.add_column("theorem", no_wrap=True)
    grid.add_column("witness", ratio=3)
    grid.add_column("at", no_wrap=True, style="dim")
    grid.add_column("M", justify="right")
    grid.add_column("bound", justify="right")
    grid.add_column("M/⌊bound⌋", justify="right")
    grid.add_column("M/bound along the parameter", ratio=3)
    grid.add_column("")
    for w in witnesses:
        best = w.best
        grid.add_row(
            Text(w.id, style=_style(w)),
            Text(w.family.words),
            Text(_at(w, best)),
            f"{best.M:,}",
            Text(_short(best.bound)),
            best.decimal,
            Text(", ".join(run.quotient[:8] for run in w.runs) if len(w.runs) > 1 else ""),
            Text(_status(w), style=_style(w)),
        )
    return Group(grid, *(Text(f"{w.id}: {wrong}", style="bold red") for w in witnesses for wrong in wrongs(w)))


def _style(w: Witness) -> str:
    return "bold red" if w.runs_above or w.faults else STYLES[w.status]


def _at(w: Witness, run: JudgedRun) -> str:
    return f"{w.family.parameter} = {run.parameter}"


def _ratio(run: JudgedRun) -> str:
    return run.decimal if run.quotient in ("", run.decimal) else f"{run.decimal} of the whole number below it, {run.quotient} of it"


def _along(w: Witness) -> str:
    return f"{w.family.parameter} = {', '.join(str(run.parameter) for run in w.runs)}: {', '.join(run.quotient for run in w.runs)}"


def _short(bound: str) -> str:
    """A bound as it fits a column."""
    if bound.startswith("≈") or len(bound) <= 9:
        return bound
    return f"≈ {float(Fraction(bound)):.4f}"


def write_runs(path: Path, w: Witness) -> None:
    """The family's runs, each whole or not at all; those with a fault are no runs of the theorem and are left out."""
    for run in w.runs:
        if not run.fault:
            write(path / f"{w.id}-{w.family.name}-{str(run.parameter).replace('/', '_')}.json", run.sharper())


def write_figures(path: Path, witnesses: Sequence[Witness]) -> None:
    """The ratios in one figure, and the way of the weights for each family that is not trivial."""
    from proofs.report.pictures.tightness import draw_families, ratios

    pictures = {"ratios.svg": ratios(witnesses)} if witnesses else {}
    pictures |= {f"run-{name}.svg": picture for name, picture in draw_families(witnesses).items()}
    for name, picture in pictures.items():
        picture.save(path / name)
