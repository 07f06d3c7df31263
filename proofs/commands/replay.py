"""`perceptron-proofs replay`: runs the kernel alone on a proof file."""

from __future__ import annotations

import click


@click.command("replay")
@click.argument("file", metavar="FILE")
def command(file: str) -> int:
    """Let the kernel accept or reject the proofs in FILE, and print what each of them proves.

    The names in FILE mean nothing to the kernel: read the claims. Exit code 1 if a proof is rejected, 2 if FILE is not JSON.
    """
    from proofs.kernel import Rejected, replay_all
    from proofs.kernel.codec import read
    from proofs.report.proofs.render import statement
    from proofs.system.escaping import escaped, label
    from proofs.system.files import read_json

    document = read_json(file)
    try:
        proofs = read(document)
        if not proofs:
            raise Rejected("the file holds no proof")
        library = replay_all(proofs)
    except (Rejected, RecursionError) as reason:
        message = "the data is nested too deeply" if isinstance(reason, RecursionError) else str(reason)
        click.echo(f"rejected: {escaped(message, most=1000)}")
        return 1
    for proof in proofs:
        theorem = library[proof.id]
        stated = statement(theorem, proof.hypotheses)
        click.echo(f"accepted: {label(proof.id)}: {stated.conclusion} ({len(proof.steps)} steps)")
        click.echo("".join(f"    {line}\n" for line in stated.conditions), nl=False)
        for axiom in sorted(theorem.axioms):
            click.echo(f"    by axiom {axiom}")
    return 0
