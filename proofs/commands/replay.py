"""`perceptron-proofs replay`: runs the kernel alone on a proof file."""

from __future__ import annotations

import click

PRINTING, A_THEOREM = 2.0, 0.02  # seconds of processor time, and how much more for each theorem


@click.command("replay")
@click.argument("file", metavar="FILE")
def command(file: str) -> int:
    """Let the kernel accept or reject the proofs in FILE, and print what each of them proves.

    The names in FILE mean nothing to the kernel: read the claims. Exit code 1 if a proof is rejected, 2 if FILE is not JSON.
    """
    from proofs.derive.authoring.abbreviations import upgraded
    from proofs.kernel import Rejected, replay_all
    from proofs.kernel.codec import read
    from proofs.report.proofs.render import statement
    from proofs.system.escaping import escaped, label
    from proofs.system.files import read_json
    from proofs.system.time_limit import processor_limit

    document = read_json(file)
    try:
        proofs = upgraded(read(document))
        if not proofs:
            raise Rejected("the file holds no proof")
        library = replay_all(proofs)
    except (Rejected, RecursionError) as reason:
        message = "the data is nested too deeply" if isinstance(reason, RecursionError) else str(reason)
        click.echo(f"rejected: {escaped(message, most=1000)}")
        return 1
    with processor_limit(PRINTING + A_THEOREM * len(proofs), f"{file}: the kernel accepts it, but what it proves takes too long to print"):
        statements = [statement(library[proof.id], proof.hypotheses) for proof in proofs]
    for proof, stated in zip(proofs, statements, strict=True):
        click.echo(f"accepted: {label(proof.id)}: {stated.conclusion} ({len(proof.steps)} steps)")
        click.echo("".join(f"    {line}\n" for line in stated.conditions), nl=False)
        for axiom in sorted(library[proof.id].axioms):
            click.echo(f"    by axiom {axiom}")
    return 0
