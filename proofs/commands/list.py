"""`perceptron-proofs list`: the theorems, by family or by source."""

from __future__ import annotations

import click


@click.command("list")
@click.option("--source", metavar="DOCUMENT", help="Only what proves claims of NG, BL, SS, MR or VE, or of one place: “MR (5)”.")
@click.option("--family", metavar="FAMILY", help="Only one family, such as hinge.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
def command(source: str | None, family: str | None, as_json: bool) -> None:
    """List the theorems: id and what each says, family by family.  `show ID` prints a proof."""
    from proofs.report.tables import sources as tables
    from proofs.system.files import dumps

    found = tables.selected(source, family)
    if as_json:
        records = [{"id": t.id, "title": t.title, "family": name, "sources": [str(s) for s in t.sources]} for name, t in found]
        click.echo(dumps(records), nl=False)
    else:
        click.echo(tables.theorems_text(found))
