"""`perceptron-proofs campaign`: long searches over many conjectures, recorded so that a kill loses nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from proofs.cli.groups import Group
from proofs.cli.output import answer, file_option, json_option, seed_option
from proofs.system.escaping import visible

if TYPE_CHECKING:
    from proofs.campaign import Campaign, Status
    from proofs.campaign.status import View

_workers = click.option("--workers", type=int, metavar="N", help="Worker processes; by default one for each processor.")
_search = click.option("--search", is_flag=True, help="Search only: neither closed forms nor a proof is tried.")
_events = file_option("--events", words="Append JSON lines: what happens as it happens, and a pulse every ten seconds.")
_scheduler = click.option("--scheduler", metavar="ADDRESS", help="Work on a dask cluster instead, e.g. tcp://10.0.0.7:8786.")


@click.group("campaign", cls=Group)
def command() -> None:
    """Attack many conjectures for a long time, and record the findings in the file STORE.

    Work is recorded in slices of a few seconds to a minute, so that `resume` can go on after a kill. Exit code of run and resume: 0 if
    every conjecture was proved, survived (which is no proof) or had its expected outcome; 1 if not, or if one was not tried in its budget.
    """


@command.command("run")
@click.argument("store", metavar="STORE")
@click.option("--conjectures", "file", metavar="FILE", help="One entry on each line: a conjecture, the ID of a theorem, or a JSON object.")
@click.option("--catalogue", is_flag=True, help="Attack every theorem of the catalogue, too.")
@click.option("--budget", type=float, default=60.0, show_default=True, metavar="SECONDS", help="For conjectures without their own.")
@seed_option("Slice k searches with seed N + k.")
@_search
@_workers
@_scheduler
@_events
def run(store: str, file: str | None, catalogue: bool, events: str | None, search: bool, **options: Any) -> int:
    """Begin a campaign in the new file STORE.

    A conjecture is first tried by closed forms and by the prover of `decide`: a proved conjecture is not searched. A theorem, which has a
    proof, is searched.

    A line of FILE is a conjecture (M <= 1/gamma**2 + TD/gamma), the ID of a theorem, a # comment, or a JSON object: {"conjecture": "...",
    "name": "...", "expected": "falls", "budget": 30, "learner": {"name": "margin", "eps": "1/4"}, "drop": ["separable"]}. "theorem" may
    take the place of "conjecture". A learner object is "learner": "FILE.py:NAME"; every process that works on it runs the file. "setting",
    "norm", "comparator", "radius", "dim", "flips", "coordinates" (a list), "passes", "shuffled" and "shapes" are allowed, too, and
    "several": N asks for counterexamples of different kinds.

    A theorem that is not a bound on runs is attacked on exact instances that its page draws; of these keys only "drop" and "several" are
    for it.
    """
    if file is None and not catalogue:
        raise click.UsageError("a campaign needs --conjectures FILE or --catalogue")
    from proofs.campaign import Campaign

    campaign = Campaign(store)
    return _with_progress(
        campaign, lambda view: campaign.run(file=file, catalogue=catalogue, view=view, decide=not search, **options), events
    )


@command.command("resume")
@click.argument("store", metavar="STORE")
@click.option("--budget", type=float, metavar="SECONDS", help="Seconds that each undecided conjecture is to have in all.")
@click.option("--more", type=float, metavar="SECONDS", help="Seconds that each undecided conjecture is to have on top of what it has had.")
@_search
@_workers
@_scheduler
@_events
def resume(store: str, events: str | None, search: bool, **options: Any) -> int:
    """Go on with the campaign in STORE. Finished work is not repeated."""
    from proofs.campaign import Campaign

    if options["budget"] is not None and options["more"] is not None:
        raise click.UsageError("give either --budget, the seconds in all, or --more, the seconds on top")
    campaign = Campaign(store)
    return _with_progress(campaign, lambda view: campaign.resume(view=view, decide=not search, **options), events)


@command.command("status")
@click.argument("store", metavar="STORE")
@json_option("Write the status as JSON")
def status(store: str, target: str | None) -> int:
    """Show the status of the campaign in STORE, also while it runs. Exit code 0 if the store can be read."""
    from proofs.campaign import Campaign

    state = Campaign(store).status()
    answer(target, state.lines(), state.to_json())
    return 0


@command.command("export", short_help="Write what was found into a folder.")
@click.argument("store", metavar="STORE")
@click.argument("folder", metavar="FOLDER")
@click.option("--pytest", "tests", is_flag=True, help="Also a test file for each counterexample.")
def export(store: str, folder: str, tests: bool) -> int:
    """Write counterexamples to FOLDER/broken, for `check`, and the runs nearest to the bounds to FOLDER/nearest."""
    from proofs.campaign import Campaign

    for path in Campaign(store).export(folder, tests):
        click.echo(str(path))
    return 0


def _with_progress(campaign: Campaign, work: Callable[[View], Status], events: str | None) -> int:
    """Run with a live table on a terminal, or line by line, and print the status at the end. `events`: a file for JSON lines."""
    if events is not None:
        from proofs.campaign.status import Events

        with open(events, "a", encoding="utf-8") as target:
            listened = work
            return _with_progress(campaign, lambda view: listened(Events(target, view)), None)
    from proofs.campaign.status import Live, View

    view = View(_say)
    if sys.stdout.isatty():
        from rich.console import Console

        view = Live(Console())
    try:
        state = work(view)
    except KeyboardInterrupt:
        if campaign.store.exists():
            _say(f"{campaign.status().summary()}; go on with: perceptron-proofs campaign resume {campaign.store}")
        raise
    click.echo("\n".join(state.lines()))
    return 0 if state.holds else 1


def _say(line: str) -> None:
    click.echo(visible(line))
    sys.stdout.flush()
