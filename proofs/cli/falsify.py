"""`perceptron-proofs falsify`: searches for a counterexample to a theorem or to a conjecture."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from perceptron.errors import InputError
from proofs.cli.output import answer, file_option, json_option, picture_option, seconds_option, seed_option, write_evidence
from proofs.cli.posing import (
    BESIDE,
    beside_option,
    claims_and_game,
    looks_like_an_id,
    more_rules,
    of_file,
    own_game,
    rules_of_play,
    side_by_side,
)
from proofs.system.progress_bar import FIRST_LINE, bar
from proofs.system.work_clock import work_time

if TYPE_CHECKING:
    from proofs.conjecture import Comparison
    from proofs.conjecture.game import Ending, Game
    from proofs.conjecture.own_games import OwnGame
    from proofs.falsify import Found, Outcome, Strategy
    from proofs.falsify.pipeline import First
    from proofs.statements.property import Misprint, Property
    from proofs.verify.checks.property_search import Trial


PROVING = 10.0  # seconds for a proof, and for the closed forms, where the search is bounded by its turns alone


@click.command("falsify")
@click.argument("conjecture", metavar="ID | FILE.py | CONJECTURE")
@rules_of_play
@more_rules
@beside_option
@seconds_option("--budget", "Work time: 10 s; an hour with --turns.")
@click.option("--turns", type=int, metavar="N", help="End after N turns, which is repeatable.")
@seed_option("Seed of the search.")
@click.option("--workers", default=1, show_default=True, metavar="N", help="Number of processes.")
@click.option("--nontrivial", is_flag=True, help="Demand M ≥ 1 and a right side above 0.")
@click.option("--search", is_flag=True, help="Try neither closed forms nor a proof.")
@click.option("--several", default=1, metavar="N", help="Find up to N different counterexamples.")
@file_option("--out", words="Write the counterexample; '-' is stdout.")
@file_option("--original", words="Write the first counterexample, unshrunk.")
@picture_option("--plot", "Draw the best run: .svg, .png or .pdf.")
@json_option("Write a JSON report")
def falsify_command(
    conjecture: str, drop: tuple[str, ...], several: int, search: bool, out: str | None, target: str | None, **given: Any
) -> int:
    """Search for an exact run that breaks a theorem of the catalogue (by ID) or a CONJECTURE.

    \b
        perceptron-proofs falsify 'M <= 1/gamma**2 + TD/gamma'
        perceptron-proofs falsify novikoff --drop separable

    The search tries extreme runs first, then a proof as `decide` does, then searches until the budget ends. Each comparison of a CONJECTURE
    is attacked. With --coordinates, --dim and no gamma the runs of a finite class are exhausted, which proves a CONJECTURE.

    A theorem, by ID or as a `page` in FILE.py, is attacked without a proof; `verify` replays its proof. A theorem that is not about runs is
    attacked on exact instances, and only --drop, --budget, --turns, --seed, --out and --json apply.

    See also: help conjectures, help quantities, help learners, help exit-codes.
    """
    how = {name: given.pop(name) for name in ("budget", "turns", "seed", "workers", "nontrivial")}
    original, plot, beside, rules = given.pop("original"), given.pop("plot"), given.pop("beside"), given
    turns, proving = how["turns"], PROVING if how["turns"] is not None and how["budget"] is None else None
    how["budget"] = budget = how["budget"] or (10.0 if turns is None else 3600.0)
    if (theorem := _property_or_misprint(conjecture)) is not None:
        of_runs = {"plot": plot, "original": original, "nontrivial": how["nontrivial"], "workers": how["workers"] > 1, "beside": beside}
        return attack(theorem, drop, of_runs | {"several": several > 1} | rules, budget, turns, how["seed"], out, target)
    if (own := own_game(rules["learner"] or "")) is not None:
        unfit = {"plot": plot, "original": original, "nontrivial": how["nontrivial"], "workers": how["workers"] > 1, "beside": beside}
        refuse_given(f"{own.name} has a game of its own", unfit | {"several": several > 1} | rules | {"learner": None})
        return play_own_game(own, conjecture, drop, budget, turns, how["seed"], out, target, search)
    conjecture, learner, names = of_file(conjecture, rules, budget)
    claimed, game = claims_and_game(conjecture, drop, rules, names if beside is None else names.union(BESIDE))
    how["learner"] = learner
    if several > 1:
        return _several(claimed, game, several, how, out)
    if beside is not None:
        how["learner"] = side_by_side(game, beside, learner)
    if not (search or (looks_like_an_id(conjecture) and not drop)):
        how["strategies"] = _decide_first(proving)
    outcome = _search(claimed, game, how, out)
    code = _report(outcome, out, target)
    _more_files(outcome, original, plot)
    return code


def _search(claimed: Sequence[Comparison], game: Game, how: dict[str, Any], out: str | None) -> Outcome:
    """Run the search and return its outcome. On Ctrl-C the best run so far is printed and written first."""
    from proofs.falsify import Interrupted, falsify

    began = click.get_current_context().obj
    try:
        with bar(f"searching, up to {how['budget']:g} s", None) as progress:

            def shrinking(first: First) -> None:
                text = f"a run of {first.rounds:,} rounds seems to break it, and is being made smaller"
                progress.describe(text)
                if first.seconds > FIRST_LINE:
                    progress.note(f"… {text}")

            spent = 0.0 if began is None else work_time() - began
            return falsify(claimed, game, spent=spent, on_found=shrinking, **how)
    except Interrupted as stopped:
        click.echo("\n".join(stopped.report.lines()) if stopped.found is None else str(stopped.found))
        if stopped.found is not None:
            _write_counterexample(stopped.found, out)
        raise


def _more_files(outcome: Outcome, original: str | None, plot: str | None) -> None:
    """The run as it was before it was shrunk, and a picture of the counterexample or of the nearest run."""
    from proofs.counterexample import write
    from proofs.falsify import Survived

    if original is not None and not isinstance(outcome, Survived) and outcome.original is not None:
        write(original, outcome.original)
    drawn = outcome.report.best if isinstance(outcome, Survived) else outcome.counterexample
    if plot is not None and drawn is not None:
        from proofs.report.pictures.plots import picture

        picture(drawn).save(plot)


def _decide_first(seconds: float | None) -> tuple[Strategy, ...]:
    from proofs.decide import DecideFirst

    return (DecideFirst(seconds=seconds),)


def _property_or_misprint(text: str) -> Property | Misprint | None:
    """The property or misprint with this id or in this FILE.py, or None for a bound on runs."""
    if not looks_like_an_id(text) and not text.endswith(".py"):
        return None
    from proofs.theorems import catalogue, lookup, misprints

    text = lookup.name(text)
    if (misprint := misprints.find(text)) is not None:
        return misprint
    lookup.refuse_unattacked(text)
    return catalogue.property_(text)


def _report(outcome: Outcome, out: str | None, target: str | None) -> int:
    from proofs.falsify import Found

    broken = outcome if isinstance(outcome, Found) else None
    record = {"found": broken is not None, "outcome": outcome.ending.word, **outcome.report.to_json()}
    answer(target, [str(outcome)], record | ({} if broken is None else {"counterexample": broken.counterexample.to_json()}))
    if broken is not None and (out is not None or target != "-"):
        _write_counterexample(broken, out)
    return outcome.ending.code


def _several(claimed: tuple[Comparison, ...], game: Game, count: int, how: dict[str, Any], out: str | None) -> int:
    """Print each counterexample as it is found, and write it to its file: found.json, found-2.json and so on."""
    from pathlib import Path

    from proofs.conjecture.game import Ending
    from proofs.falsify import several

    printed = 0
    for part in claimed:
        for one in several(part, game, count, **how):
            printed += 1
            click.echo("\n".join(str(one).splitlines()[:3]))
            if out is not None:
                path = Path(out)
                _write_counterexample(one, out if printed == 1 or out == "-" else str(path.with_stem(f"{path.stem}-{printed}")))
    click.echo(f"{printed} counterexample{'s' * (printed != 1)} that show different things" if printed else "survived this search")
    return (Ending.REFUTED if printed else Ending.SURVIVED).code


PRINTED = 20  # examples of a counterexample that is printed unasked


def _write_counterexample(outcome: Found, out: str | None) -> None:
    """Write the counterexample to its file, or to stdout if it is short or cannot be written."""
    rounds = len(outcome.counterexample.rounds)
    if out is None and rounds > PRINTED:
        click.echo(f"its {rounds:,} examples: --out FILE writes them to a file, --out - prints them")
    else:
        write_evidence(out, outcome.counterexample.dumps())


def attack(
    item: Property | Misprint,
    drop: tuple[str, ...],
    options: dict[str, Any],
    budget: float,
    turns: int | None,
    seed: int,
    out: str | None,
    target: str | None,
) -> int:
    """Attack, print the report and write the finding. Returns the exit code. `options` are those for runs; none may be set."""
    from proofs.statements.property import Misprint
    from proofs.theorems.witnesses import models
    from proofs.verify.checks import property_search

    refuse_given(f"{item.id} is not a bound on runs", options)
    if turns is not None and turns < 0:
        raise InputError(f"turns must be a whole number from 0, not {turns!r}")
    if isinstance(item, Misprint):
        return _misprint(item, drop, out, target)
    what = _drop(item, drop)
    played = item.reach if item.played and not what else None
    outcome: Outcome | None = None
    began = click.get_current_context().obj  # when the command did: its start is part of the budget
    try:
        with bar(f"drawing instances, up to {budget:g} s", None):
            spent = 0.0 if began is None else work_time() - began
            seconds = budget if played is None else budget / 2
            tried = property_search.PropertySearch(item, seconds, what, seed, spent, turns=turns).run()
            if played is not None and tried.found is None:
                from proofs.conjecture import parse
                from proofs.falsify import falsify

                outcome = falsify(parse(played.bound), played.game, budget=budget / 2, turns=turns, seed=seed)
    except property_search.PropertySearchInterrupted as stopped:
        click.echo("\n".join(_lines(item, what, stopped.trial)))
        if stopped.trial.found is not None:
            write_evidence(out, models.dumps(item, what, stopped.trial.found))
        raise
    return _report_property(item, what, tried, outcome, out, target)


def refuse_given(why: str, options: dict[str, Any]) -> None:
    """Raise UsageError for an option that was given and does not apply."""
    if unfit := [name for name, value in options.items() if value]:
        raise click.UsageError(f"{why}, so --{unfit[0]} does not apply to it")


def play_own_game(
    game: OwnGame,
    text: str,
    drop: tuple[str, ...],
    budget: float,
    turns: int | None,
    seed: int,
    out: str | None,
    target: str | None,
    search: bool,
) -> int:
    """Prove a conjecture from the theorem of a learner with its own game, or attack it; print the report. Returns the exit code."""
    from proofs.conjecture import claims
    from proofs.decide.own_bounds import from_theorem
    from proofs.verify.checks.own_game_search import OwnGameSearch

    if looks_like_an_id(text):
        raise click.UsageError(f"--learner {game.name} takes a conjecture; `falsify {text}` attacks the theorem")
    comparisons = claims(text, game.letters)
    for one in comparisons:
        game.refuse_other_names(one.names)
    if turns is not None and turns < 0:
        raise InputError(f"turns must be a whole number from 0, not {turns!r}")
    with bar(f"playing, up to {budget:g} s", None):
        began = work_time()
        proof = "" if drop or search else from_theorem(game, comparisons, min(budget / 3, 3))
        budget = round(max(budget / 2, budget - (work_time() - began)), 1)
        tried = OwnGameSearch(game, comparisons, tuple(name.replace("-", " ") for name in drop), budget, turns, seed, proof).run()
    evidence = "" if tried.found is None else tried.found.dumps()
    return _describe(tried.ending, tried.lines(), tried.to_json(), evidence, out, target)


def _misprint(item: Misprint, drop: tuple[str, ...], out: str | None, target: str | None) -> int:
    """A false sentence of a source is not searched for: the instance on its page is judged, now."""
    from proofs.conjecture.game import Ending
    from proofs.statements.docstrings import PRINTED
    from proofs.theorems.witnesses import models

    if drop:
        raise click.UsageError(f"{item.id} is a misprint: it is false with all its hypotheses, and none can be dropped")
    instance = item.instance()
    verdict = models.judge(item, PRINTED, instance)
    words = "is false" if verdict.valid else "is not refuted"
    line = f"{item.title}: {words} by the instance on its page, judged now (nothing was searched)"
    record = {"theorem": item.id, "without": PRINTED, "claim": item.title, "counterexample": models.record(item, PRINTED, instance)}
    ending = Ending.REFUTED if verdict.valid else Ending.UNDECIDED
    return _describe(ending, [line], record, models.dumps(item, PRINTED, instance), out, target)


def _describe(ending: Ending, lines: list[str], record: dict[str, Any], evidence: str, out: str | None, target: str | None) -> int:
    """Say what came of an attack on instances, and write what refutes the claim, if anything does. Returns the exit code."""
    from proofs.conjecture.game import Ending

    refuted = ending is Ending.REFUTED
    answer(target, lines, {"found": refuted, "outcome": ending.word} | record)
    if refuted and (out is not None or target != "-"):
        write_evidence(out, evidence)
    return ending.code


def _drop(item: Property, drop: tuple[str, ...]) -> str:
    """The hypothesis to drop, which may be written with dashes for blanks; empty if there is none."""
    if len(drop) > 1:
        raise click.UsageError(f"{item.id} is not a bound on runs: drop one hypothesis at a time, since a file names only one")
    return item.spelt(drop[0]) if drop else ""


def _lines(item: Property, what: str, tried: Trial) -> list[str]:
    from proofs.conjecture.game import Ending

    words = {Ending.REFUTED: "is false", Ending.SURVIVED: "survived this search", Ending.UNTRIED: "was not tried: no instance was drawn"}
    return [f"{item.claim_without(what)}: {words[tried.ending]}", *tried.lines()]


def _report_property(item: Property, what: str, tried: Trial, outcome: Outcome | None, out: str | None, target: str | None) -> int:
    from proofs.conjecture.game import weakest
    from proofs.falsify import Found
    from proofs.theorems.witnesses.models import dumps, record

    ending = tried.ending if outcome is None else weakest(tried.ending, outcome.ending)
    text = ""
    if tried.found is not None:
        text = dumps(item, what, tried.found)
    elif tried.broken_by is not None:
        text = json.dumps(tried.broken_by.to_json(item.id), indent=1, ensure_ascii=False) + "\n"
    if isinstance(outcome, Found):
        text = outcome.counterexample.dumps()
    played = [] if outcome is None else [f"as a bound on runs:\n{outcome}"]
    said = {  # `witness` and `counterexample` have the format of the files for `check`
        "theorem": item.id,
        "without": what,
        "claim": item.claim_without(what),
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
        "tails": {"played": len(tried.tails), "nearest": None if tried.strongest is None else tried.strongest.to_json()},
    }
    return _describe(ending, [*_lines(item, what, tried), *played], said, text, out, target)
