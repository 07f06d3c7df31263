"""`perceptron-proofs atlas`: which bound of the catalogue is never above which other, and which one to use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from proofs.decide.atlas import Atlas


@click.command("atlas")
@click.argument("pair", nargs=-1, metavar="[ID ID]")
@click.option("--known", metavar="NAMES", help="Which bounds to use if these quantities are known, such as gamma,TD.")
@click.option("--separable", is_flag=True, help="With --known: the examples are separable with margin gamma.")
@click.option("--margin", is_flag=True, help="With --known: for the Margin Perceptron.")
@click.option("--check", is_flag=True, help="Replay every stored proof and judge every stored run.")
@click.option("--rebuild", is_flag=True, help="Decide and store the pairs that are not stored yet; with --all every pair, in minutes.")
@click.option("--all", "every", is_flag=True, help="With --rebuild: also what is stored.")
@click.option("--picture", metavar="FILE", help="Draw what is below what; .svg, .png or .pdf.")
@click.option("--json", "target", metavar="FILE", help="Write proofs and runs as JSON; '-' writes only that to stdout.")
def command(
    pair: tuple[str, ...],
    known: str | None,
    separable: bool,
    margin: bool,
    check: bool,
    rebuild: bool,
    every: bool,
    picture: str | None,
    target: str | None,
) -> int:
    """For every pair of bounds M ≤ …: is the first never above the second, on any run for which both hold?

    Yes is a proof that the kernel has accepted, or follows from two; no is an exact run. With two IDs, what shows it for these.

    Exit code 1 if --check finds anything wrong, 2 for bad input.
    """
    from perceptron.errors import InputError
    from proofs.decide.atlas import checked, rebuilt, stored
    from proofs.decide.atlas.store import save, to_json
    from proofs.system.files import dumps, refuse_unwritable, write_text
    from proofs.system.progress_bar import bar

    for file in (picture, target):
        refuse_unwritable(file)
    if len(pair) not in (0, 2):
        raise InputError("two bounds are compared: give two ids or none")
    if rebuild:
        with bar("deciding", None) as progress:
            save(rebuilt(progress.describe, None if every else stored()))
    atlas = stored()
    if target != "-":
        click.echo("\n".join(_lines(atlas, pair, known, separable, margin)))
    if picture is not None:
        from proofs.report.pictures.citation_graph import ORDER
        from proofs.report.pictures.citation_graph import picture as drawn

        drawn(atlas.graph(), ORDER).save(picture)
    if target == "-":
        click.echo(dumps(to_json(atlas)), nl=False)
    elif target is not None:
        write_text(target, dumps(to_json(atlas)))
    wrong = checked(atlas) if check else []
    if check:
        click.echo("\n".join(wrong) or f"{len(atlas.relations)} pairs checked: every proof is accepted, every run breaks its claim")
    return 1 if wrong else 0


def _lines(atlas: Atlas, pair: tuple[str, ...], known: str | None, separable: bool, margin: bool) -> list[str]:
    if pair:
        return _shown(atlas, *pair)
    if known is not None:
        names = [name.strip() for name in known.split(",")]
        usable = atlas.advice(names, separable, "margin" if margin else "perceptron")
        return [f"{bound.id}: {bound.unicode()}" for bound in usable] or ["no bound of the catalogue uses these alone"]
    return atlas.lines()


def _shown(atlas: Atlas, lower: str, upper: str) -> list[str]:
    """The claim, and its proof, the way through a third bound, or the run."""
    relation = atlas.relation(lower, upper)
    claim = relation.claim.unicode()
    if relation.proof is not None:
        from proofs.report.proofs.render import proof

        return [f"{claim}: always, {len(relation.proof.steps)} steps, accepted by the kernel", "", str(proof(relation.proof))]
    if relation.through is not None:
        return [f"{claim}: always, by {relation.through} between them"]
    if (run := relation.run) is not None:
        return [f"{claim}: not always; {run.lhs} against {run.rhs} on a run with M = {run.M}, γ = {run.gamma}", str(run)]
    return [f"{claim}: undecided"]
