"""`perceptron-proofs exercises`: prints problem sheets, and marks an answer."""

from __future__ import annotations

import click


@click.command("exercises")
@click.argument("name", metavar="[CHAPTER|ID]", required=False)
@click.option("--answer", metavar="TEXT", help="Mark this answer to the exercise ID.")
@click.option("--solutions", is_flag=True, help="With the solutions: the lecturer's copy.")
@click.pass_context
def command(ctx: click.Context, name: str | None, answer: str | None, solutions: bool) -> None:
    """Print the exercises of a chapter as Markdown, or mark an answer to one of them.

    Without a chapter the chapters are listed. An answer that is not accepted gets the run or the numbers that show why, and exit code 1.
    """
    from proofs.book.exercises import TITLES, chapter, exercise, sheet

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
