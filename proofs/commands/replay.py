"""`perceptron-proofs replay`: runs the kernel alone on a proof file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from proofs.kernel import Proof, Theorem
    from proofs.referees.tampering import Tampering

PRINTING, A_THEOREM = 2.0, 0.02  # seconds of processor time, and how much more for each theorem
REFUSED = "rejected: {}"
MOST_LINES = 12  # of one theorem's accepted alterations; the JSON has all


@click.command("replay")
@click.argument("file", metavar="FILE", required=False)
@click.option("--tamper", is_flag=True, help="Alter every field of the proof, one at a time, and tell which of them carry it.")
@click.option("--json", "target", metavar="OUT", help="With --tamper: write every field's verdict as JSON; '-' writes only that to stdout.")
@click.option("--coq", is_flag=True, help="Instead, show which theorems Coq has checked: the record FILE, or that of the package.")
def command(file: str | None, tamper: bool, target: str | None, coq: bool) -> int:
    """Let the kernel accept or reject the proofs in FILE, and print what each of them proves.

    The names in FILE mean nothing to the kernel: read the claims. Exit code 1 if a proof is rejected, 2 if FILE is not JSON.
    With --coq: 1 if Coq has not checked every theorem as it is now.
    """
    from proofs.kernel import Rejected
    from proofs.report.proofs.render import statement
    from proofs.system.escaping import escaped, label
    from proofs.system.files import refuse_unwritable

    if target is not None and not tamper:
        raise click.UsageError("--json needs --tamper")
    if coq and tamper:
        raise click.UsageError("either --coq or --tamper")
    if coq:
        return _checked_by_coq(file)
    if file is None:
        raise click.UsageError("Missing argument 'FILE'.")
    refuse_unwritable(target)
    try:
        proofs, library = replayed(file)
    except Rejected as reason:
        click.echo(REFUSED.format(escaped(str(reason), most=1000)))
        return 1
    if tamper:
        return _tamper(proofs, target)
    with time_to_print(file, len(proofs)):
        statements = [statement(library[proof.id], proof.hypotheses) for proof in proofs]
    for proof, stated in zip(proofs, statements, strict=True):
        click.echo(f"accepted: {label(proof.id)}: {stated.conclusion} ({len(proof.steps)} steps)")
        click.echo("".join(f"    {line}\n" for line in stated.conditions), nl=False)
        for axiom in sorted(library[proof.id].axioms):
            click.echo(f"    by axiom {axiom}")
    return 0


def _checked_by_coq(file: str | None) -> int:
    """What a certificate says of the catalogue, in words."""
    from proofs.referees.coq import SHIPPED, Standing, read_certificate
    from proofs.report.tables.coq_certificate import lines
    from proofs.verify.coq import catalogue_claims

    certificate = read_certificate(SHIPPED if file is None else file)
    standings = certificate.standings(catalogue_claims())
    click.echo("\n".join(lines(certificate, standings)))
    return 0 if set(standings.values()) == {Standing.AS_NOW} else 1


def replayed(file: str) -> tuple[list[Proof], dict[str, Theorem]]:
    """The proofs of a file and what they prove. Raises `Rejected`, and InputError if the file is not JSON."""
    from proofs.derive.authoring.abbreviations import upgraded
    from proofs.kernel import Rejected, replay_all
    from proofs.kernel.codec import read
    from proofs.system.files import read_json

    document = read_json(file)
    try:
        proofs = upgraded(read(document))
        if not proofs:
            raise Rejected("the file holds no proof")
        return proofs, replay_all(proofs)
    except RecursionError:
        raise Rejected("the data is nested too deeply") from None


def time_to_print(file: str, theorems: int) -> AbstractContextManager[None]:
    """A limit on the time that it takes to print so many theorems of a file."""
    from proofs.system.time_limit import processor_limit

    refusal = f"{file}: the kernel accepts it, but what it proves takes too long to print"
    return processor_limit(PRINTING + A_THEOREM * theorems, refusal)


def _tamper(proofs: list[Proof], target: str | None) -> int:
    """Alter every field of the proofs, and report."""
    from proofs.derive.authoring.encoding import write
    from proofs.referees.tampering import tampering
    from proofs.system.files import dumps, write_text
    from proofs.system.progress_bar import bar

    made = []
    with bar("altering", 1) as progress:

        def tell(what: str, part: float) -> None:
            progress.describe(what)
            progress.step(part)

        for one in tampering(write(proofs), tell):
            made.append(one.to_json(_stated))
            if target != "-":
                click.echo("\n".join(_told(one)))
    if target == "-":
        click.echo(dumps(made), nl=False)
    elif target is not None:
        write_text(target, dumps(made))
    return 0


def _stated(theorem: Theorem) -> str:
    from proofs.report.proofs.render import statement

    stated = statement(theorem, theorem.hypotheses)
    return "; ".join([str(stated.conclusion), *map(str, stated.conditions)])


def _told(one: Tampering) -> list[str]:
    """One theorem's fields and alterations, and the first of those that the kernel accepts."""
    from proofs.referees.tampering import ANOTHER, REJECTED, SAME
    from proofs.system.escaping import escaped, label

    counts, carrying = one.counts, sum(f.carries for f in one.fields)
    free: dict[tuple[str, str], list[str]] = {}  # by verdict and step or hypothesis
    for f in one.fields:
        for change, verdict, _ in f.accepted:
            free.setdefault((verdict, f.field.place.partition(", ")[0]), []).append(f"{f.field.place}: {change}")
    rows = [
        f"    {verdict}: {escaped(what[0], most=120)}{f', and {len(what) - 1} more there' * (len(what) > 1)}"
        for (verdict, _), what in free.items()
    ]
    return [
        f"{label(one.proof.id)}: {carrying:,} of {len(one.fields):,} fields carry the proof: no alteration of theirs is accepted",
        f"    {sum(counts.values()):,} alterations: {counts[REJECTED]:,} rejected, {counts[SAME]:,} prove the same theorem, "
        f"{counts[ANOTHER]:,} prove another one",
        *(
            rows
            if len(rows) <= MOST_LINES
            else [*rows[:MOST_LINES], f"    … and more in {len(rows) - MOST_LINES} other steps; --json writes all"]
        ),
    ]
