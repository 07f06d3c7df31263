"""A short attack on a theorem, through code that shares nothing with the kernel: on runs of its game, or on instances that it draws."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from proofs.conjecture import Comparison, parse
from proofs.conjecture.game import Game
from proofs.statements.page import Page, StatedTheorem
from proofs.statements.property import OneInstance, Property
from proofs.theorems.witnesses import models
from proofs.verify.checks.verdict import Attack

LEAST_TRIED = 30  # runs or instances that an attack tries, however short its time
LONGER = (1, 10, 100)  # times that a search on runs takes if a shorter one tried less


def attack(item: StatedTheorem, seconds: float, seed: int = 0) -> Attack:
    """A search of about `seconds` on the statement itself; `tried` counts the runs and instances that did not break it."""
    if isinstance(item, Property) and isinstance(item.sample, OneInstance):
        return Attack(None, reason="a lemma with one instance")
    return _attack(item, seconds, seed) if seconds > 0 else Attack(None, reason="not asked for")


def _attack(item: StatedTheorem, seconds: float, seed: int) -> Attack:
    """On runs, on instances, or half the time on each where no run breaks the bound that a property amounts to."""
    if isinstance(item, Page):
        return _on_runs(item.statement.comparison, item.statement.game, seconds, seed, item.statement.learner)
    played = item.reach if item.played else None
    tried = _on_instances(item, seconds if played is None else seconds / 2, seed)
    if played is None or tried.found is not None:
        return tried
    run = _on_runs(parse(played.bound), played.game, seconds / 2, seed)
    return replace(run, drawn=tried.drawn, seconds=run.seconds + tried.seconds)


def _on_runs(comparison: Comparison, game: Game, seconds: float, seed: int, learner: Any = None) -> Attack:
    from proofs.falsify import Found, falsify

    for longer in LONGER:
        outcome = falsify(comparison, game, budget=longer * seconds, seed=seed, learner=learner)
        if outcome.report.runs >= LEAST_TRIED or isinstance(outcome, Found):
            break
    counterexample = outcome.counterexample.to_json() if isinstance(outcome, Found) else None
    return Attack(counterexample is None, outcome.report.runs, outcome.report.seconds, counterexample)


def _on_instances(item: Property, seconds: float, seed: int) -> Attack:
    from proofs.verify.checks.property_search import attack as try_instances

    trial = try_instances(item, seconds, seed, at_least=LEAST_TRIED)
    counterexample = None if trial.found is None else models.record(item, "", trial.found)
    if counterexample is None and trial.broken_by is not None:
        counterexample = trial.broken_by.to_json(item.id)
    played, drawn = (trial.held, 0) if item.played and item.reach is None else (0, trial.held)
    return Attack(counterexample is None, played + len(trial.tails), trial.seconds, counterexample, drawn=drawn)
