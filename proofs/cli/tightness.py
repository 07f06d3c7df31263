"""`tight` compares extremal runs with the bounds; `witnesses`, for maintainers, makes the files that show why each hypothesis is needed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from proofs.statements.provable import Stated
    from proofs.verify.tightness import Witness

LEAST_GAMMA = Fraction(1, 10_000)  # a smaller γ would take days


@click.command("tight")
@click.argument("ids", nargs=-1, metavar="[ID...]")
@click.option("--gamma", "gammas", multiple=True, metavar="NUMBER", help="Another γ for the families that have one; may be repeated.")
@click.option("--json", "target", metavar="FILE", help="Also write the records as JSON; '-' writes only these to stdout.")
@click.option("--out", metavar="DIR", help="Write every run as a file for `check`, and figures, into this folder.")
def tight_command(ids: tuple[str, ...], gammas: tuple[str, ...], target: str | None, out: str | None) -> int:
    """Run the extremal families of the theorems (all by default) with the real learner, exactly, and compare them with the bounds.

    Each line has M, the bound, and the ratio of M to the greatest whole number that the bound allows. Then it says whether the bound is
    attained, is approached as the parameter goes on, or is slack. A file in DIR is a counterexample to the next sharper bound. Exit code 1
    if a run exceeds a bound, which would refute its proof.
    """
    from perceptron.errors import InputError
    from perceptron.numbers.exact import positive
    from proofs.report.tables.tightness import summary, wrongs
    from proofs.system.files import refuse_unwritable
    from proofs.theorems import catalogue

    refuse_unwritable(target)
    more = tuple(positive(text, "--gamma") for text in gammas)
    if more and min(more) < LEAST_GAMMA:
        raise InputError(f"--gamma must be at least {LEAST_GAMMA}: a run has about 1/γ² rounds")
    theorems = [catalogue.theorem(id) for id in dict.fromkeys(ids)] or list(catalogue.THEOREMS)
    witnesses = _printed(theorems, more, out, quiet=target == "-")
    silent = [t.id for t in theorems if t.id not in {w.id for w in witnesses}]
    if out is not None:
        from proofs.report.tables.tightness_files import folder, write_figures

        write_figures(folder(out), witnesses)
    if target is not None:
        from proofs.system.files import dumps, write_text

        text = dumps([w.to_json() for w in witnesses] + [_without(id) for id in silent])
        if target == "-":
            click.echo(text, nl=False)
        else:
            write_text(target, text)
    if target != "-":
        click.echo(summary(witnesses, len(silent)))
    return 1 if any(wrongs(w) for w in witnesses) else 0


def _without(id: str) -> dict[str, object]:
    from proofs.verify.checks.verdict import NOT_APPLICABLE

    return {"id": id, "witness": "", "M": None, "bound": "", "ratio": "", "status": NOT_APPLICABLE}


def _printed(theorems: Sequence[Stated], more: tuple[Fraction, ...], out: str | None, quiet: bool) -> list[Witness]:
    """Print the witnesses, each theorem's nearest first, as they come or in a table. The files of a run are written before the next run."""
    from rich.console import Console

    from perceptron.extras import require
    from proofs.report.tables.tightness import line, table
    from proofs.report.tables.tightness_files import folder, write_runs
    from proofs.system.progress_bar import bar
    from proofs.verify.tightness import best, witnesses

    if out is not None:
        require("matplotlib", "pictures")
    made: list[Witness] = []
    on_terminal = sys.stdout.isatty() and not quiet
    target = None if out is None else folder(out)
    try:
        with bar("running", len(theorems)) as progress:
            for theorem in theorems:
                found = list(witnesses(theorem, more, tell=progress.describe))
                top = best(found)
                found.sort(key=lambda w: w is not top)
                for w in found:
                    if target is not None:
                        progress.describe(f"{w.id}: writing {w.family.name}")
                        write_runs(target, w)
                    if not on_terminal and not quiet:
                        click.echo(line(w))
                        sys.stdout.flush()
                made += found
                progress.step()
    finally:  # also after an interruption
        if on_terminal:
            console = Console()
            console.print(table(made, console.width))
    return made


@click.command("witnesses", hidden=True)
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--budget", default=10.0, show_default=True, metavar="SECONDS", help="Time for one search.")
@click.option("--again", is_flag=True, help="Search even if a valid file exists.")
@click.option("--into", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="The folder for the files.")
@click.option("--beside-theorems", is_flag=True, help="In a source tree: write into the package's own folder.")
def witnesses_command(ids: tuple[str, ...], budget: float, again: bool, into: Path | None, beside_theorems: bool) -> None:
    """Search for a run that breaks each theorem without each of its hypotheses, and store it in DIR or beside the theorems."""
    if (into is None) is not beside_theorems:
        raise click.UsageError("give a folder: either --into DIR or --beside-theorems")
    from proofs.theorems import catalogue
    from proofs.theorems.witnesses import FOLDER
    from proofs.verify.checks.evidence import make

    pages = [catalogue.page(id) for id in ids] or catalogue.PAGES
    for made in make(pages, budget, into or FOLDER, again):
        click.echo(f"{made.id}: {made.hypothesis}: {made.outcome}{'' if made.outcome == 'none' else f' {made.file}'}")
