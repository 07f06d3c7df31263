"""`book`, `handout` and `exercises`: the book, what a lecturer takes along, and what a student answers."""

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
def book_command(out: Path, notebooks: Path | None, only: tuple[str, ...], runtime: str, pdf: bool) -> None:
    """Write the book to the folder OUT: chapters, and a page for each theorem, as HTML that a browser opens without a network.

    OUT is new, empty, or a book, which is replaced when the new one is complete. Open OUT/index.html.
    """
    from proofs.report.book import build
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


@click.command("handout")
@click.argument("id", metavar="ID|all")
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path))
def handout_command(id: str, out: Path) -> None:
    """Write the handout of a theorem, two pages, to OUT, a file that ends in .pdf or .html.

    With `all` instead of an ID the whole pack of a lecturer is written to the folder OUT: handouts of the main theorems, slides of two
    lectures, problem sheets with solutions and without, and figures for print. PDFs are printed by Chromium.
    """
    from perceptron.extras import require
    from proofs.report.book.lectures import handout, pack

    for library in ("myst_nb", "latex2mathml", "matplotlib"):
        require(library, "handouts")
    if id != "all":
        handout(id).save(out)
        click.echo(f"written: {out}")
        return
    for line in pack(out, lambda told: click.echo(told, err=True)):
        click.echo(line, err=True)
    click.echo(f"the pack is written: {out}")


@click.command("exercises")
@click.argument("name", metavar="[CHAPTER|ID]", required=False)
@click.option("--answer", metavar="TEXT", help="Mark this answer to the exercise ID.")
@click.option("--solutions", is_flag=True, help="With the solutions: the lecturer's copy.")
@click.pass_context
def exercises_command(ctx: click.Context, name: str | None, answer: str | None, solutions: bool) -> None:
    """Print the exercises of a chapter as Markdown, or mark an answer to one of them.

    Without a chapter the chapters are listed. An answer that is not accepted gets the run or the numbers that show why, and exit code 1.
    """
    from proofs.report.book.exercises import TITLES, chapter, exercise, sheet

    form = "solved" if solutions else "plain"
    if name is None:
        for known, title in TITLES.items():
            click.echo(f"{known:10} {title}: {len(chapter(known))} exercises")
    elif answer is not None:
        marked = exercise(name).task.mark(answer)
        click.echo(str(marked))
        ctx.exit(0 if marked else 1)
    elif name in TITLES:
        click.echo(str(sheet(name, form)), nl=False)
    else:
        click.echo(exercise(name).printed(form))
