"""`perceptron-proofs decide`: a verdict on a conjecture, with a proof or a run that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from proofs.cli.posing import comparison_and_game, more_rules, rules_of_play, taken_out

if TYPE_CHECKING:
    from proofs.decide import Decision


@click.command("decide")
@click.argument("conjecture", metavar="ID | CONJECTURE", required=False)
@rules_of_play
@more_rules
@click.option("--budget", default=20.0, show_default=True, metavar="SECONDS", help="The longest time for all attempts together.")
@click.option("--seed", default=0, show_default=True, metavar="N", help="For the search, if it comes to that.")
@click.option("--ranges", is_flag=True, help="Which tuples of numbers a run can have, game by game: theorems, and what is open.")
@click.option("--markdown", is_flag=True, help="With --ranges: as docs/ranges.md has it.")
@click.option("--out", metavar="FILE", help="Write the proof (for `replay` and `verify`) or the counterexample (for `check`).")
@click.option("--json", "target", metavar="FILE", help="Write the decision as JSON; '-' writes only that to stdout.")
def command(
    conjecture: str | None,
    drop: tuple[str, ...],
    budget: float,
    seed: int,
    ranges: bool,
    markdown: bool,
    out: str | None,
    target: str | None,
    **rules: Any,
) -> int:
    """Prove a CONJECTURE such as 'M <= 1/gamma**2 + 2*TD/gamma', or refute it by an exact run.

    CONJECTURE is as for `falsify`. --learner may also name a learner object of your own, FILE.py:NAME. A bound is proved for it if it has
    an attribute `updates_below = (s, t)`, which says that it updates only where y⟨w,x⟩ ≤ s‖w‖ + t, or `energy_step = (a, b)`, which says
    that an update takes ‖w‖² to at most ‖w‖² + a‖w‖ + b; these are texts in gamma and its own numbers, such as ('gamma/2', '0'). It must
    start at 0 and add y·x. What it says is tried on runs and is a hypothesis of the theorem. A number of its own is a constant of the proof
    if neither gamma nor a method changes it.

    Tried in this order: the runs at the ends of what the quantities can be, a proof from what is known of
    them, and the search. A proof counts only if the kernel accepts it, a run only if the judge does.

    What is known of the numbers of a run, and what is open, is one table: --ranges prints it.

    Exit code 0 if it is proved, 1 if it is refuted, 3 if it is undecided, 2 for bad input, 5 if it is proved as declared: if a learner
    object keeps to what it says of itself, which a search of some seconds did not disprove.
    """
    if ranges:
        from proofs.decide import ranges as known

        click.echo(known.markdown() if markdown else known.plain(), nl=False)
        return 0
    if conjecture is None:
        raise click.UsageError("give a conjecture, or --ranges")
    from proofs.decide import decide
    from proofs.system.files import refuse_unwritable
    from proofs.system.progress_bar import bar

    for file in (out, target):
        refuse_unwritable(file)
    if not 0 < budget < float("inf"):
        raise click.UsageError("--budget must be a number of seconds above 0")
    learner, names = taken_out(rules, budget)
    comparison, game = comparison_and_game(conjecture, drop, rules, names)
    with bar(f"deciding, up to {budget:g} s", None):
        decision = decide(comparison, game, budget, seed, learner)
    if target != "-":
        _tell(decision)
    _write(decision, out, target)
    return decision.ending.code


def _tell(decision: Decision) -> None:
    """The verdict; for a proof its lines, each with its reason."""
    click.echo("\n".join(decision.lines()))
    if decision.verdict == "undecided" and not decision.learner:
        from proofs.decide.atlas.nearest import nearest_theorem

        if (found := nearest_theorem(decision)) is not None:
            bound, value = found
            click.echo(f"nearest theorem: {bound.id}, {bound.unicode()}, which is {value:.6g} on that run")
    if decision.proof is not None:
        from proofs.report.proofs.render import proof

        click.echo("\n" + str(proof(decision.proof.proof)))


def _write(decision: Decision, out: str | None, target: str | None) -> None:
    from proofs.system.files import dumps, write_text

    evidence = decision.evidence()
    if out is not None and evidence is not None:
        write_text(out, dumps(evidence))
        click.echo(f"written to {out}", err=True)
    if target == "-":
        click.echo(dumps(decision.to_json()), nl=False)
    elif target is not None:
        write_text(target, dumps(decision.to_json()))
