"""`perceptron-proofs bound`: a learner's code in, a proved bound out."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from proofs.cli.output import file_option, json_option, seconds_option, seed_option, write_evidence, write_json


@click.command("bound")
@click.argument("learner", metavar="FILE.py:NAME")
@click.option(
    "--count", type=click.Choice(("updates", "mistakes", "length")), help="What is bounded, length is ‖w‖; by default both counts."
)
@click.option("--setting", type=click.Choice(("separable", "agnostic")), default="separable", show_default=True, help="agnostic: with TD.")
@click.option(
    "--symbolic", metavar="NAMES", default="", help="Numbers of the object that stay letters, such as eta,beta; they are above 0."
)
@click.option("--below", metavar="NAME=NUMBER", multiple=True, help="A letter is less than a number, such as omega=2.")
@seconds_option("--budget", "For potentials, proofs and runs near the bound.", 20.0)
@seed_option("For the search for runs.")
@file_option("--out", words="Write the first bound's proof, for `replay` and `verify`; else the run, for `check`.")
@file_option("--page", metavar="PAGE.py", words="Write the first bound as a page beside FILE.py, for `verify`, `show` and others.")
@json_option("Write the answer as JSON")
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

    The object is a perceptron.Learner: start(zero), wants_update(w, x, y) and step(w, x, y) in vector algebra, such as w + y * x and
    w @ x. Its code is played once for every path through a round, with vectors of which nothing is known, so the theorem is about this
    code in every dimension. An operation that is not in the algebra is rejected, with its line and the expression to write in its place.
    If NAME takes gamma, it is called with the margin as a symbol.

    Mistakes are counted by the sign of ⟨w,x⟩. A learner that predicts otherwise, by a bias for instance, gives that number by a method
    score(w, x).

    Examples have y⟨u,x⟩ ≥ gamma > 0 with ‖u‖ ≤ 1; with --setting agnostic they may have any labels, and TD, the sum of the hinge losses at
    the updates, enters the bound; TD_all and H2_all are over all rounds. A bound with K is true of every K that its conditions allow.

    Exit code 0 if a bound is proved; 1 if a run goes on without end, so that there is none; 3 if neither is found; 2 for bad input and for
    code that cannot be traced.
    """
    from pathlib import Path

    from perceptron.errors import InputError
    from perceptron.numbers.exact import parse
    from proofs.cli.posing import own_learner
    from proofs.decide.bound import bound
    from proofs.system.files import dumps
    from proofs.system.processes import prints_on_stderr
    from proofs.system.progress_bar import bar

    source, _, called = learner.rpartition(":")
    if page is not None and (Path(page).absolute().parent != Path(source).absolute().parent or not Path(source).stem.isidentifier()):
        raise InputError(f"--page imports the learner, so it lies beside {source}, whose name is a name in Python")
    given, _ = own_learner(learner, budget)
    if given is None:
        raise InputError(f"a learner is named FILE.py:NAME, not {learner!r:.60}")
    letters = tuple(name.strip() for name in symbolic.split(",") if name.strip())
    conditions = []
    for text in below:
        name, equals, value = text.partition("=")
        if not equals or name not in letters:
            raise InputError(f"--below takes NAME=NUMBER for a letter of --symbolic, not {text!r:.60}")
        conditions.append((name, parse(value)))
    printed, stdout = list[str](), sys.stdout

    def print_new(lines: Iterable[str]) -> None:
        for line in lines:
            if target != "-" and line not in printed:
                click.echo(line, file=stdout)
                printed.append(line)

    with bar(f"looking for bounds, up to {budget:g} s", None), prints_on_stderr():
        answer = bound(given, count, setting, letters, conditions, budget, seed, on_lines=print_new)
    print_new(answer.lines())
    evidence = answer.evidence()
    if out is not None and evidence is not None:
        write_evidence(out, dumps(evidence))
    if page is not None and answer.bounds:
        write_evidence(page, answer.page(Path(source).stem, called, Path(page).stem.replace("_", "-")))
    write_json(target, answer.to_json())
    return answer.ending.code
