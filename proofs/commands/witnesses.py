"""`perceptron-proofs witnesses`: for maintainers, makes the counterexample files that show what each hypothesis is for."""

from __future__ import annotations

import click


@click.command("witnesses", hidden=True)
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--budget", default=10.0, show_default=True, metavar="SECONDS", help="Time for one search.")
@click.option("--again", is_flag=True, help="Search again where there is a valid file already.")
def command(ids: tuple[str, ...], budget: float, again: bool) -> None:
    """Search for a run that breaks each theorem without each of its hypotheses, and store it beside the theorems."""
    from proofs.theorems import catalogue
    from proofs.verify.checks.build_witnesses import make

    pages = [catalogue.page(id) for id in ids] or catalogue.PAGES
    for made in make(pages, budget, again=again):
        click.echo(f"{made.id}: {made.hypothesis}: {made.outcome}{'' if made.outcome == 'none' else f' {made.file}'}")
