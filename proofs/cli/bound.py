"""`perceptron-proofs bound`: a learner's code in, a proved bound out."""

from __future__ import annotations

import click


@click.command("bound")
@click.argument("learner", metavar="FILE.py:NAME")
@click.option("--count", type=click.Choice(("updates", "mistakes")), help="What is counted; by default both.")
@click.option("--setting", type=click.Choice(("separable", "agnostic")), default="separable", show_default=True, help="agnostic: with TD.")
@click.option(
    "--symbolic", metavar="NAMES", default="", help="Numbers of the object that stay letters, such as eta,beta; they are above 0."
)
@click.option("--below", metavar="NAME=NUMBER", multiple=True, help="A letter is less than a number, such as omega=2.")
@click.option("--budget", default=20.0, show_default=True, metavar="SECONDS", help="For potentials, proofs and runs near the bound.")
@click.option("--seed", default=0, show_default=True, metavar="N", help="For the search for runs.")
@click.option("--out", metavar="FILE", help="Write the first bound's proof, for `replay` and `verify`; else the run, for `check`.")
@click.option("--page", metavar="PAGE.py", help="Write the first bound as a page beside FILE.py, which `verify` takes.")
@click.option("--json", "target", metavar="FILE", help="Write the answer as JSON; '-' writes only that to stdout.")
def command(
    learner: str,
    count: str | None,
    setting: str,
    symbolic: str,
    below: tuple[str, ...],
    budget: float,
    seed: int,
    out: str | None,
    page: str | None,
    target: str | None,
) -> int:
    """Trace the learner object FILE.py:NAME, and prove the best bound on its updates and mistakes that a potential gives.

    The object has start(dimension), wants_update(inner, norm2, y) and step(w, x, y), as for `falsify --learner`. Its code is run once for
    every way through a round, with generic coordinates. So the theorem speaks of this code, in every dimension. What cannot be traced is
    refused, with the line and what to write instead. Examples have y⟨u,x⟩ ≥ gamma > 0 with ‖u‖ ≤ 1; with --setting agnostic they may
    have any labels, and TD, the sum of the hinge losses at the updates, enters the bound.

    Exit code 0 if a bound is proved; 1 if a run goes on without end, so that there is none; 3 if neither is found; 2 for bad input and for
    code that cannot be traced.
    """
    from pathlib import Path

    from perceptron.errors import InputError
    from perceptron.numbers.exact import parse
    from proofs.cli.posing import own_learner
    from proofs.decide.bound import bound
    from proofs.system.files import dumps, refuse_unwritable, write_text
    from proofs.system.progress_bar import bar

    for file in (out, page, target):
        refuse_unwritable(file)
    source, _, called = learner.rpartition(":")
    if page is not None and (Path(page).absolute().parent != Path(source).absolute().parent or not Path(source).stem.isidentifier()):
        raise InputError(f"--page imports the learner, so it lies beside {source}, whose name is a name in Python")
    if not 0 < budget < float("inf"):
        raise click.UsageError("--budget must be a number of seconds above 0")
    made, _ = own_learner(learner, budget)
    if made is None:
        raise InputError(f"a learner is named FILE.py:NAME, not {learner!r:.60}")
    letters = tuple(name.strip() for name in symbolic.split(",") if name.strip())
    conditions = []
    for text in below:
        name, equals, value = text.partition("=")
        if not equals or name not in letters:
            raise InputError(f"--below takes NAME=NUMBER for a letter of --symbolic, not {text!r:.60}")
        conditions.append((name, parse(value)))
    with bar(f"looking for bounds, up to {budget:g} s", None):
        answer = bound(made, count, setting, letters, conditions, budget, seed)
    if target != "-":
        click.echo(str(answer))
    evidence = answer.evidence()
    if out is not None and evidence is not None:
        write_text(out, dumps(evidence))
        click.echo(f"written to {out}", err=True)
    if page is not None and answer.bounds:
        write_text(page, answer.page(Path(source).stem, called, Path(page).stem.replace("_", "-")))
        click.echo(f"written to {page}", err=True)
    if target is not None:
        click.echo(dumps(answer.to_json()), nl=False) if target == "-" else write_text(target, dumps(answer.to_json()))
    return answer.ending.code
