"""`perceptron-proofs check`: judges a counterexample, or an audit's certificate, without any code of the search."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from proofs.counterexample import Counterexample, Verdict

DEFAULT_LIMIT = 2.0  # seconds of processor time; every file of the package needs far less
MAX_LIMIT = 10**6


@click.command("check")
@click.argument("file", metavar="FILE", required=False)
@click.option("--coq", is_flag=True, help="Instead, have Coq judge every counterexample that comes with the package.")
@click.option("--learner", metavar="FILE.py:NAME", help="The learner object that FILE speaks of and cannot hold.")
@click.option("--plot", metavar="PICTURE", help="Draw the run as .svg, .png or .pdf.")
@click.option(
    "--limit", type=float, default=DEFAULT_LIMIT, show_default=True, metavar="SECONDS", help="Processor time for judging; 0 for no limit."
)
def command(file: str | None, coq: bool, learner: str | None, plot: str | None, limit: float) -> int:
    """Replay the run in FILE exactly, and decide whether it breaks the conjecture under the rules in FILE.

    A certificate of `audit --certify` is judged too: the learner runs, and each bound is evaluated, exactly.

    FILE may also be the name of a file that comes with the package, such as novikoff/zero-start (`show` lists these names).
    Exit code 0 if it is a counterexample, 1 if it is not, 2 if FILE cannot be read or judging takes too long.
    With --coq: 1 if Coq refuses one.
    """
    from perceptron.errors import InputError
    from proofs.counterexample import judge, read
    from proofs.counterexample.learner_object import Faulty
    from proofs.system.files import refuse_device
    from proofs.system.time_limit import processor_limit

    if coq:
        if file is not None or plot is not None or learner is not None:
            raise click.UsageError("--coq goes alone")
        return _coq()
    if file is None:
        raise click.UsageError("Missing argument 'FILE'.")
    if not 0 <= limit <= MAX_LIMIT:
        raise click.UsageError(f"--limit must be a number of seconds from 0 to {MAX_LIMIT}")
    file = _shipped(file)
    refuse_device(file)
    if plot is not None:
        from proofs.report.pictures.plots import suffix_of

        suffix_of(plot)
    given = _given(learner, limit)
    with processor_limit(limit, f"{file}: not judged: it takes more than {limit:g} s of processor time (--limit allows more)"):
        for other in (_audit, _model) if given is None else ():
            if (code := other(file, plot)) is not None:
                return code
        try:
            found = read(file, given)
            verdict = judge(found)
        except Faulty as fault:
            raise InputError(f"{file}: {fault}") from fault
    _print_verdict(found, verdict)
    if plot is not None and verdict.values:  # a learner that cannot start has no run to draw
        from proofs.report.pictures.plots import picture

        picture(found).save(plot)
    return 0 if verdict.valid else 1


def _given(learner: str | None, seconds: float) -> Any:
    """The learner object of the user's own file, which is run."""
    from proofs.commands.learner import own_learner

    if learner is None:
        return None
    given, _ = own_learner(learner, seconds)
    if given is None:
        raise click.UsageError(f"--learner is an object in a Python file, FILE.py:NAME, and not {learner!r:.60}")
    return given


def _coq() -> int:
    """Coq on all that come with the package."""
    from proofs.referees.coq import INSTALL, find
    from proofs.system.progress_bar import bar
    from proofs.verify.coq_counterexamples import judge

    coq = find()
    if coq is None:
        click.echo(f"skipped: coqc not found; {INSTALL}")
        return 0
    with bar("asking Coq", None) as progress:
        judged = judge(coq, progress.describe)
    if judged.refused:
        click.echo(f"Coq ✗ {judged.refused}")
        return 1
    click.echo(f"Coq ✓ {len(judged.runs) + len(judged.instances)} counterexamples")
    click.echo(f"    {len(judged.runs)} runs, each made again from its examples")
    click.echo(f"    {len(judged.instances)} instances: values for the names of formulas, with which ∀k means k ≤ horizon")
    return 0


def _print_verdict(found: Counterexample, verdict: Verdict) -> None:
    description = f"{found.comparison.unicode()} ({_rules(found)}) on {_size(found)}"
    if found.game.dropped:
        description += f", without {', '.join(sorted(found.game.dropped))}"
    click.echo(f"{'valid' if verdict.valid else 'invalid'}: {description}: {verdict.sides[0]} against {verdict.sides[1]}")
    for line in verdict.checked:
        click.echo(f"    ✓ {line}")
    for line in verdict.reasons:
        click.echo(f"    ✗ {line}")


def _rules(found: Counterexample) -> str:
    """The learner and the rules of the run. A run under other rules says nothing about a theorem."""
    game = found.game
    return f"learner {_learner(found)}; setting {game.setting}; norm {game.norm}; comparator {game.comparator}"


def _learner(found: Counterexample) -> str:
    from proofs.conjecture.brief import number
    from proofs.counterexample.custom_learner import ObjectCounterexample

    game = found.game
    if isinstance(found, ObjectCounterexample):
        return found.called
    options = [f"ties {game.ties:+d}"] if isinstance(game.ties, int) else []
    options += [] if game.opponent.eps is None else [f"eps {number(game.opponent.eps)}"]
    options += [text if len(text) <= 60 else f"{text[:59]}…" for text in (game.kernel, game.rate) if text]
    return f"{game.learner} with {', '.join(options)}" if options else game.learner


def _size(found: Counterexample) -> str:
    """The number of rounds, and the dimension if the examples have one."""
    rounds = f"{len(found.rounds):,} round{'s' * (len(found.rounds) != 1)}"
    return rounds + f" in dimension {found.dimension}" * (found.dimension > 0)


def _shipped(file: str) -> str:
    """The path of a file of the package, unless another file has this name."""
    if os.path.exists(file):
        return file
    from proofs.theorems.witnesses import named

    return str(named(file) or file)


def _audit(file: str, plot: str | None) -> int | None:
    """The exit code for a certificate of an audit; None if the file is of another format."""
    from perceptron.errors import InputError
    from proofs.system.files import read_json

    try:
        document = read_json(file)
    except (InputError, OSError):
        return None  # the reader of counterexamples says what is wrong
    if not isinstance(document, dict) or not str(document.get("format")).startswith("perceptron-proofs/audit"):
        return None
    from proofs.audit import judge  # the whole catalogue, which takes longer than judging most runs

    if plot is not None:
        raise click.UsageError("audit --plot draws the run of an audit")
    try:
        verdict = judge(document)
    except InputError as error:
        raise InputError(f"{file}: {error}") from None
    click.echo(f"{'valid' if verdict.valid else 'invalid'}: an audit of {document['data']!s:.60}")
    for line in verdict.checked:
        click.echo(f"    ✓ {line}")
    for line in verdict.reasons:
        click.echo(f"    ✗ {line}")
    return 0 if verdict.valid else 1


def _model(file: str, plot: str | None) -> int | None:
    """The exit code for an instance of a property; None if the file is of another format."""
    from perceptron.errors import InputError
    from proofs.statements.instance import FORMAT, read
    from proofs.system.files import read_json

    try:
        document = read_json(file)
    except (InputError, OSError):
        return None  # the reader of counterexamples says what is wrong
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        return None
    if plot is not None:
        raise click.UsageError("an instance of a property has no run to draw")
    from proofs.theorems.lookup import claim  # every page, which takes longer than judging most runs
    from proofs.theorems.witnesses import models

    try:
        id, without, instance = read(document)
        item = claim(id)
        verdict = models.judge(item, without, instance)
    except InputError as error:
        raise InputError(f"{file}: {error}") from None
    what = "with every hypothesis" if not without else "the printed form" if without not in item.hypotheses else f"without {without!r}"
    click.echo(f"{'valid' if verdict.valid else 'invalid'}: {item.title}, {what}")
    for line in verdict.checked:
        click.echo(f"    ✓ {line}")
    for line in verdict.reasons:
        click.echo(f"    ✗ {line}")
    return 0 if verdict.valid else 1
