"""`perceptron-proofs falsify ID` for a property: it draws exact instances with the property's own sampler and plays no runs.

For a property that amounts to a bound on runs (`played`), half of the time goes into runs of its game, by the falsifier.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from proofs.falsify import Outcome
    from proofs.statements.instance import Instance
    from proofs.statements.misprint import Misprint
    from proofs.statements.property import Property
    from proofs.verify.checks.property_search import Trial


def attack(
    item: Property | Misprint, drop: tuple[str, ...], options: dict[str, Any], budget: float, seed: int, out: str | None, target: str | None
) -> int:
    """Attack, print the report and write what was found. Returns the exit code. `options` are those for runs; none may be set."""
    from perceptron.errors import InputError
    from proofs.statements.misprint import Misprint
    from proofs.system.progress_bar import bar
    from proofs.verify.checks import property_search as trials

    if unfit := [name for name, value in options.items() if value]:
        raise click.UsageError(f"{item.id} is not a bound on runs, so --{unfit[0]} does not apply to it")
    if not 0 < budget < math.inf:
        raise InputError(f"the budget must be a positive number of seconds, not {budget!r}")
    if isinstance(item, Misprint):
        return _misprint(item, drop, out, target)
    what = _dropped(item, drop)
    played = item.reach if item.played and not what else None
    outcome: Outcome | None = None
    began = click.get_current_context().obj  # when the command did: its start is part of the budget
    try:
        with bar(f"drawing instances, up to {budget:g} s", None):
            spent = 0.0 if began is None else time.monotonic() - began
            tried = trials.PropertySearch(item, budget if played is None else budget / 2, what, seed, spent).run()
            if played is not None and tried.found is None:
                from proofs.conjecture import parse
                from proofs.falsify import falsify

                outcome = falsify(parse(played.bound), played.game, budget=budget / 2, seed=seed)
    except trials.Interrupted as stopped:
        click.echo("\n".join(_lines(item, what, stopped.trial)))
        if stopped.trial.found is not None:
            _write_instance(_text(item, what, stopped.trial.found), out)
        raise
    return _report(item, what, tried, outcome, out, target)


def _misprint(item: Misprint, drop: tuple[str, ...], out: str | None, target: str | None) -> int:
    """A false sentence of a source is not searched for: the instance on its page is judged, now."""
    from proofs.conjecture.ending import Ending
    from proofs.statements.provable import PRINTED
    from proofs.system.files import dumps, write_text
    from proofs.theorems.witnesses import models

    if drop:
        raise click.UsageError(f"{item.id} is a misprint: it is false with all its hypotheses, and none can be dropped")
    instance = item.instance()
    verdict = models.judge(item, PRINTED, instance)
    ending = Ending.REFUTED if verdict.valid else Ending.UNDECIDED
    record = {"found": verdict.valid, "outcome": ending.word, "theorem": item.id, "without": PRINTED, "claim": item.title}
    account = dumps(record | {"counterexample": models.record(item, PRINTED, instance)})
    if target != "-":
        outcome_words = "is false" if verdict.valid else "is not refuted"
        click.echo(f"{item.title}: {outcome_words} by the instance on its page, judged now (nothing was searched)")
    if target == "-":
        click.echo(account, nl=False)
    elif target is not None:
        write_text(target, account)
    if verdict.valid and (out is not None or target != "-"):
        _write_instance(models.dumps(item, PRINTED, instance), out)
    return ending.code


def _dropped(item: Property, drop: tuple[str, ...]) -> str:
    """The hypothesis to drop, which may be written with dashes for blanks; empty if there is none."""
    if len(drop) > 1:
        raise click.UsageError(f"{item.id} is not a bound on runs: drop one hypothesis at a time, since a file names only one")
    return item.spelt(drop[0]) if drop else ""


def _lines(item: Property, what: str, tried: Trial) -> list[str]:
    from proofs.conjecture.ending import Ending

    words = {Ending.REFUTED: "is false", Ending.SURVIVED: "survived this search", Ending.UNTRIED: "was not tried: no instance was drawn"}
    return [f"{item.claimed(what)}: {words[tried.ending]}", *tried.lines()]


def _report(item: Property, what: str, tried: Trial, outcome: Outcome | None, out: str | None, target: str | None) -> int:
    from proofs.conjecture.ending import Ending, weakest
    from proofs.falsify import Found
    from proofs.system.files import dumps, write_text

    ending = tried.ending if outcome is None else weakest(tried.ending, outcome.ending)
    found = ending is Ending.REFUTED
    text = _text(item, what, tried.found) if tried.found is not None else ""
    if isinstance(outcome, Found):
        text = outcome.counterexample.dumps()
    if target != "-":
        click.echo("\n".join(_lines(item, what, tried)))
        if outcome is not None:
            click.echo(f"as a bound on runs:\n{outcome}")
    if target is not None:
        record = dumps(_record(item, what, tried, outcome) | {"found": found, "outcome": ending.word})
        if target == "-":
            click.echo(record, nl=False)
        else:
            write_text(target, record)
    if found and (out is not None or target != "-"):
        _write_instance(text, out)
    return ending.code


def _record(item: Property, what: str, tried: Trial, outcome: Outcome | None) -> dict[str, Any]:
    """The report as JSON data; `witness` and `counterexample` have the format of the files for `check`."""
    from proofs.theorems.witnesses.models import record

    return {
        "found": False,
        "outcome": "",
        "theorem": item.id,
        "without": what,
        "claim": item.claimed(what),
        "drawn": tried.drawn,
        "held": tried.held,
        "outside": dict(tried.outside),
        "seed": tried.seed,
        "budget": tried.budget,
        "seconds": round(tried.seconds, 3),
        "ratio": tried.ratio,
        "witness": None if tried.nearest is None else record(item, what, tried.nearest),
        "counterexample": None if tried.found is None else record(item, what, tried.found),
        "played": None if outcome is None else outcome.report.to_json(),
    }


def _text(item: Property, what: str, found: Instance) -> str:
    from proofs.theorems.witnesses.models import dumps

    return dumps(item, what, found)


def _write_instance(text: str, out: str | None) -> None:
    """Write the instance to its file, or to stdout if there is no file or it cannot be written."""
    from proofs.system.files import write_text

    if out in (None, "-"):
        click.echo(text, nl=False)
        return
    try:
        write_text(out, text)
    except OSError:
        click.echo(text, nl=False)
        raise
    click.echo(f"written to {out}", err=True)
