"""`perceptron-proofs witnesses`: for maintainers; makes the counterexample files that show why each hypothesis is needed."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("witnesses", hidden=True)
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--budget", default=10.0, show_default=True, metavar="SECONDS", help="Time for one search.")
@click.option("--again", is_flag=True, help="Search even if a valid file exists.")
@click.option("--into", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="The folder for the files.")
@click.option("--beside-theorems", is_flag=True, help="In a source tree: write into the package's own folder.")
def command(ids: tuple[str, ...], budget: float, again: bool, into: Path | None, beside_theorems: bool) -> None:
    """Search for a run that breaks each theorem without each of its hypotheses, and store it in DIR or beside the theorems."""
    if (into is None) is not beside_theorems:
        raise click.UsageError("give a folder: either --into DIR or --beside-theorems")
    from proofs.theorems import catalogue
    from proofs.theorems.witnesses import FOLDER
    from proofs.verify.checks.build_witnesses import make

    pages = [catalogue.page(id) for id in ids] or catalogue.PAGES
    for made in make(pages, budget, into or FOLDER, again):
        click.echo(f"{made.id}: {made.hypothesis}: {made.outcome}{'' if made.outcome == 'none' else f' {made.file}'}")
