"""`perceptron-proofs sources`: the bibliography, and what became of each claim of a source."""

from __future__ import annotations

import click


@click.command("sources")
@click.argument("document", required=False, metavar="[DOCUMENT]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
@click.option("--markdown", is_flag=True, help="Print the table of all claims as Markdown (docs/coverage.md).")
def command(document: str | None, as_json: bool, markdown: bool) -> None:
    """Print the bibliography; with a DOCUMENT (NG, BL, SS, MR or VE) every claim of it and what is proved of it.

    Each claim is faithful (proved as printed), repaired (printed wrongly; the true form is proved), weaker or outside (with the reason).
    `show "MR (5)"` finds the theorems on one place, `errata` lists the misprints.
    """
    from proofs.report.tables import sources as tables
    from proofs.system.files import dumps

    if as_json:
        click.echo(dumps(tables.records(document)), nl=False)
    elif markdown:
        click.echo(tables.coverage_markdown(), nl=False)
    elif document is None:
        click.echo(tables.bibliography_text())
    else:
        click.echo(tables.claims_text(document))
