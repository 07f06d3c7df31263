"""`perceptron-proofs handout`: a theorem on two pages, and all that a lecturer takes along."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("handout")
@click.argument("id", metavar="ID|all")
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path))
def command(id: str, out: Path) -> None:
    """Write the handout of a theorem, two pages, to OUT, a file that ends in .pdf or .html.

    With `all` instead of an ID the whole pack of a lecturer is written to the folder OUT: handouts of the main theorems, slides of two
    lectures, problem sheets with solutions and without, and figures for print. PDFs are printed by Chromium.
    """
    from perceptron.extras import require
    from proofs.book.lectures import handout, pack

    for library in ("myst_nb", "latex2mathml", "matplotlib"):
        require(library, "handouts")
    if id != "all":
        handout(id).save(out)
        click.echo(f"written: {out}")
        return
    for line in pack(out, lambda told: click.echo(told, err=True)):
        click.echo(line, err=True)
    click.echo(f"the pack is written: {out}")
