"""`perceptron-proofs show`: prints a proof."""

from __future__ import annotations

import click

FORMATS = ("unicode", "latex", "html")


@click.command("show")
@click.argument("id", metavar="ID")
@click.option("--format", "format_", type=click.Choice(FORMATS), default="unicode", show_default=True, help="The notation of formulas.")
@click.option("--full", is_flag=True, help="Print every line of the kernel's proof; by default lines that only restate are merged.")
@click.option("--linear", is_flag=True, help="Print the proof without citations in about eight lines, as on a blackboard.")
@click.option("--depth", type=click.IntRange(1), default=1, show_default=True, help="With --linear: how many levels of lines to unfold.")
def command(id: str, format_: str, full: bool, linear: bool, depth: int) -> None:
    """Print a theorem's proof, step by step, each with rule, premises and source.

    ID may also be a lemma, or a place in a source such as “MR (5)”. LaTeX output is a fragment that needs amsmath (`export` makes whole
    documents).
    """
    from proofs.report.proofs import linear as lines
    from proofs.report.proofs.theorem import shown
    from proofs.report.tables.sources import choices
    from proofs.theorems import catalogue, sources
    from proofs.theorems.lookup import item

    if sources.is_place(id):
        found = sources.find(id)
        if len(found) > 1:
            click.echo(choices(id, found))
            return
        id = found[0].id
    if linear:
        click.echo(lines.linear(item(id).id).to(format_, depth), nl=False)
        return
    click.echo(shown(item(id), catalogue.built([id])[id], format_, full), nl=False)
