"""`perceptron-proofs show`: prints a proof."""

from __future__ import annotations

from pathlib import Path

import click

FORMATS = ("unicode", "latex", "html")


@click.command("show")
@click.argument("id", metavar="ID|FILE.json")
@click.option("--format", "format_", type=click.Choice(FORMATS), default="unicode", show_default=True, help="The notation of formulas.")
@click.option("--full", is_flag=True, help="Print every line of the kernel's proof; by default lines that only restate are merged.")
@click.option("--linear", is_flag=True, help="Print the proof without citations in about eight lines, as on a blackboard.")
@click.option("--depth", type=click.IntRange(1), default=1, show_default=True, help="With --linear: how many levels of lines to unfold.")
def command(id: str, format_: str, full: bool, linear: bool, depth: int) -> int:
    """Print a theorem's proof, step by step, each with rule, premises and source.

    ID may also be a lemma, or a place in a source such as “MR (5)”. Of a proof file the last theorem is printed, if the kernel accepts the
    file; exit code 1 if it does not. LaTeX output is a fragment that needs amsmath (`export` makes whole documents).
    """
    if Path(id).suffix == ".json":
        if linear:
            raise click.UsageError("--linear needs the id of a theorem of the catalogue; of a file the steps can be shown")
        return _show_file(id, format_, full)
    from proofs.report.proofs import linear as lines
    from proofs.report.proofs.theorem import shown
    from proofs.report.tables.sources import choices
    from proofs.theorems import catalogue, sources
    from proofs.theorems.lookup import item

    if sources.is_place(id):
        found = sources.find(id)
        if len(found) > 1:
            click.echo(choices(id, found))
            return 0
        id = found[0].id
    if linear:
        click.echo(lines.linear(item(id).id).to(format_, depth), nl=False)
        return 0
    click.echo(shown(item(id), catalogue.built([id])[id], format_, full), nl=False)
    return 0


def _show_file(file: str, format_: str, full: bool) -> int:
    """The last theorem of a proof file, which the kernel replays first."""
    from proofs.commands.replay import REFUSED, replayed, time_to_print
    from proofs.kernel import Rejected
    from proofs.report.proofs import pages, render
    from proofs.system.escaping import escaped, label

    try:
        proofs, library = replayed(file)
    except Rejected as reason:
        click.echo(REFUSED.format(escaped(str(reason), most=1000)))
        return 1
    *cited, last = proofs
    with time_to_print(file, len(proofs)):
        printed = render.proof(last, title=label(last.id), short=not full).to(format_)
    if format_ == "html":
        printed = pages.html_document(printed, label(last.id))
    click.echo(printed, nl=False)
    if format_ == "unicode":
        rests = {"before it in the file": [p.id for p in cited], "by axiom": sorted(library[last.id].axioms)}
        click.echo("".join(f"\n{head}: {', '.join(map(label, ids))}\n" for head, ids in rests.items() if ids), nl=False)
    return 0
