"""`perceptron-proofs book`: writes the book."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("book")
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path))
@click.option(
    "--notebooks",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The folder of the chapters' notebooks; by default that of the clone.",
)
@click.option("--only", multiple=True, metavar="ID", help="Only the pages of this theorem and of what it cites; may be repeated.")
@click.option(
    "--runtime",
    metavar="DIR|none",
    default="none",
    show_default=True,
    help="The unpacked npm package pyodide, with which every page replays its proof; `make book` gets it.",
)
@click.option("--pdf", is_flag=True, help="Also print the book as one PDF, which takes Chromium.")
def command(out: Path, notebooks: Path | None, only: tuple[str, ...], runtime: str, pdf: bool) -> None:
    """Write the book to the folder OUT: chapters, and a page for each theorem, as HTML that a browser opens without a network.

    OUT is new, empty, or a book, which is replaced when the new one is complete. Open OUT/index.html.
    """
    from proofs.book import build
    from proofs.theorems.lookup import item

    for id in only:
        item(id)

    def tell(line: str) -> None:
        click.echo(line, err=True)

    chosen = {} if notebooks is None else {"notebooks": notebooks}
    python = None if runtime == "none" else Path(runtime)
    for line in build(out, only=only or None, tell=tell, runtime=python, print_pdf=pdf, **chosen):
        click.echo(line, err=True)
    click.echo(f"the book is written: open {out / 'index.html'}")
