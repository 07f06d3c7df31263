"""`perceptron-proofs export`: writes a proof, with everything that it cites, as data."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("export")
@click.argument("id", metavar="ID")
@click.option("--format", "format_", type=click.Choice(("json", "latex", "coq")), default="json", show_default=True)
@click.option("-o", "--out", metavar="FILE", help="Write to a file; by default to stdout.")
def command(id: str, format_: str, out: str | None) -> None:
    """Write a theorem's proof and those of the lemmas that it cites, as JSON for `replay`, as a LaTeX document, or as a Coq
    file that stands for itself: `coqc FILE.v` replays the proof and prints what it assumes.

    ID may also be the name of a counterexample that comes with the package, such as novikoff/zero-start, or its file. As a Coq file
    (`--format coq`) it is judged by `coqc` alone.
    """
    from proofs.report.proofs.theorem import document
    from proofs.system.files import refuse_unwritable, write_text
    from proofs.theorems import catalogue
    from proofs.theorems.lookup import item
    from proofs.theorems.witnesses import named

    refuse_unwritable(out)
    file = Path(id) if id.endswith(".json") and Path(id).is_file() else named(id)
    if file is not None and format_ == "latex":
        raise click.UsageError("a counterexample is exported as json or coq")
    if file is None:
        item(id)
    if format_ == "coq" and out is not None and out != "-":
        from proofs.referees.coq.standalone import refuse_name

        refuse_name(out)
    built = {} if file is not None else catalogue.built([id])
    if file is not None and format_ == "coq":
        text = _judged_by_coq(file)
    elif file is not None:
        text = file.read_text(encoding="utf-8")
    elif format_ == "json":
        import json

        from proofs.derive.authoring.encoding import write

        text = json.dumps(write([b.proof for b in built.values()]), ensure_ascii=False, indent=1) + "\n"
    elif format_ == "coq":
        from proofs.verify.coq import standalone_file

        text = standalone_file(id)
    else:
        text = document([(b.page, b) for b in built.values()])
    if out is None or out == "-":
        click.echo(text, nl=False)
    else:
        write_text(out, text)


def _judged_by_coq(file: Path) -> str:
    """The Coq file of a counterexample: a run of a learner, or values for the names of formulas."""
    from proofs.counterexample import coq_file
    from proofs.counterexample.reader import read
    from proofs.statements import instance
    from proofs.system.files import read_json

    if isinstance(data := read_json(file), dict) and data.get("format") == instance.FORMAT:
        from proofs.theorems.lookup import claim
        from proofs.theorems.witnesses import coq_file as of_instances

        id, without, values = instance.read(data)
        return of_instances.coq_file(claim(id), without, values)
    return coq_file.coq_file(read(file))
