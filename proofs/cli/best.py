"""`perceptron-proofs best`: the constants for which a bound holds."""

from __future__ import annotations

from typing import Any

import click

from proofs.cli.posing import changes_of, rules_without_drop


@click.command("best")
@click.argument("bound", metavar="BOUND")
@rules_without_drop
@click.option("--over", required=True, metavar="NAMES", help="The unknown constants, such as a or a,b: the first is bounded by the second.")
@click.option("--budget", default=60.0, show_default=True, metavar="SECONDS", help="About the longest time.")
@click.option("--out", metavar="FILE", help="Write the proofs, for `replay`.")
@click.option("--picture", metavar="FILE", help="Draw the set of two constants; .svg, .png or .pdf.")
@click.option("--json", "target", metavar="FILE", help="Write the answer as JSON; '-' writes only that to stdout.")
def command(bound: str, over: str, budget: float, out: str | None, picture: str | None, target: str | None, **rules: Any) -> int:
    """The constants for which a BOUND such as 'M <= a/gamma**2 + b*TD/gamma' holds.

    For two constants the exact set, for one its best value, where the bound is algebraic and its terms have one degree in √M and 1/γ. Each
    piece of the set is a theorem that the kernel has accepted, with the constants as names. Just outside, points are refuted by exact runs;
    between them it rests on SymPy's elimination that the set ends there. Otherwise values that are proved, and values near them that are
    refuted.

    Exit code 0 if the set is exact, 3 if it is not, 2 for bad input.
    """
    from perceptron.errors import InputError
    from proofs.conjecture.game import default_game
    from proofs.decide.constants import best
    from proofs.decide.constants.question import constants_of, posed_over
    from proofs.system.files import dumps, refuse_unwritable, write_text
    from proofs.system.progress_bar import bar

    for file in (out, picture, target):
        refuse_unwritable(file)
    if not 0 < budget < float("inf"):
        raise click.UsageError("--budget must be a number of seconds above 0")
    names = constants_of(over)
    if picture is not None:
        from proofs.report.pictures.plots import suffix_of

        suffix_of(picture)
        if len(names) == 1:
            raise InputError("--picture draws a set of two constants")
    game = default_game(posed_over(bound, names).names - set(names), **changes_of(rules))
    with bar(f"searching, up to {budget:g} s", None):
        found = best(bound, over, game, budget)
    if target != "-":
        click.echo("\n".join(found.lines()))
    if out is not None and found.proofs:
        write_text(out, dumps(found.evidence()))
        click.echo(f"written to {out}", err=True)
    if picture is not None:
        from proofs.report.pictures.regions import region

        region(found).save(picture)
    if target == "-":
        click.echo(dumps(found.to_json()), nl=False)
    elif target is not None:
        write_text(target, dumps(found.to_json()))
    return 0 if found.is_exact else 3
