"""`perceptron-proofs errata`: everything that the sources misprint, with the true statement and the file that shows it."""

from __future__ import annotations

import click


@click.command("errata")
@click.option("--source", metavar="DOCUMENT", help="Only those of NG, BL, SS, MR or VE.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
@click.option("--markdown", is_flag=True, help="Print Markdown (docs/errata.md).")
def command(source: str | None, as_json: bool, markdown: bool) -> None:
    """List the misprints of the sources: what is printed, what is true, and the counterexample that `check` judges, if there is one."""
    from dataclasses import asdict

    from proofs.report.tables import sources as tables
    from proofs.system.files import dumps
    from proofs.theorems import sources

    found = [e for e in sources.errata() if source is None or e.document == sources.known(source)]
    if as_json:
        click.echo(dumps([asdict(e) for e in found]), nl=False)
    else:
        click.echo(tables.errata_markdown(found) if markdown else tables.errata_text(found), nl=not markdown)
