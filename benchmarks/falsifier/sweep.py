"""`python -m benchmarks.falsifier.sweep`: every theorem survives the falsifier, and every printed form that is false falls.

    survives    each theorem, at the default budget of `falsify`: a bound on runs in each of its games and at each value of its parameters,
                any other theorem on instances (and on runs as well, where it amounts to a bound on runs)
    falls       each bound or claim that a source prints and that is false, searched afresh; and each false sentence around the theorems,
                by the instance on its page, judged now (these are not searched for)
    falls       with --without: each theorem without each hypothesis that it needs, searched afresh

Exit code 0 if everything does what it should, 1 if not, 2 for bad usage.
"""

from __future__ import annotations

import argparse
import fnmatch
import multiprocessing
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass

from proofs.conjecture import parse
from proofs.counterexample import judge
from proofs.falsify import Found, falsify
from proofs.statements.page import Page
from proofs.statements.property import Property
from proofs.statements.provable import PRINTED
from proofs.theorems import catalogue, misprints, witnesses
from proofs.theorems.witnesses import models
from proofs.verify.checks.property_search import PropertySearch

SURVIVES, FALLS = "survives", "falls"


@dataclass(frozen=True)
class Task:
    """What is attacked: a theorem, without what, and which of its games."""

    id: str
    expected: str
    without: str = ""
    game: int = 0

    @property
    def name(self) -> str:
        """For the table."""
        return self.id + (f" ({self.game + 1})" if self.game else "") + (f", {self.without}" if self.without else "")


@dataclass(frozen=True)
class Told:
    """What came of it: whether it fell, in what time; runs or instances judged; how near to equality the nearest came."""

    task: Task
    fell: bool
    tried: int
    seconds: float
    ratio: float
    how: str = ""

    @property
    def good(self) -> bool:
        """Whether it did what it should."""
        return self.fell == (self.task.expected == FALLS)


def tasks(without: bool) -> Iterator[Task]:
    """Everything there is to attack, in the order of the catalogue."""
    for page in catalogue.THEOREMS:
        games = len(page.statement.attacks) if isinstance(page, Page) else 1
        yield from (Task(page.id, SURVIVES, "", i) for i in range(games))
        if page.refuted:
            yield Task(page.id, FALLS, PRINTED)
        if without:
            names = page.statement.game.hypotheses if isinstance(page, Page) else page.hypotheses
            yield from (Task(page.id, FALLS, name) for name in names if witnesses.path(page.id, name).is_file())
    yield from (Task(misprint.id, FALLS, PRINTED) for misprint in misprints.MISPRINTS)


def attack(task: Task, budget: float, seed: int, turns: int | None = None) -> Told:
    """Attack one, in this process: for so many seconds, or turns if some are given."""
    began = time.monotonic()
    if (misprint := misprints.find(task.id)) is not None:
        verdict = models.judge(misprint, PRINTED, misprint.instance())
        return Told(task, verdict.valid, 0, time.monotonic() - began, 0.0, "the instance on its page")
    theorem = catalogue.theorem(task.id)
    if isinstance(theorem, Page):
        return _on_runs(task, theorem, budget, seed, turns)
    return _on_instances(task, theorem, budget, seed, turns)


def _on_runs(task: Task, page: Page, budget: float, seed: int, turns: int | None) -> Told:
    comparison, game = page.statement.attacks[task.game]
    if task.without == PRINTED:
        comparison = parse(page.refuted)
    elif task.without:
        game = game.drop(task.without)
    outcome = falsify(comparison, game, budget=budget, turns=turns, seed=seed)
    if isinstance(outcome, Found) and not judge(outcome.counterexample).valid:
        raise RuntimeError(f"{task.name}: the judge rejects what the falsifier reports")
    report = outcome.report
    return Told(task, outcome.found, report.runs, outcome.first_seconds if isinstance(outcome, Found) else report.seconds, report.ratio)


def _on_instances(task: Task, item: Property, budget: float, seed: int, turns: int | None) -> Told:
    played = item.reach if item.played and not task.without else None
    weaker = item.without(task.without) if task.without else item
    trial = PropertySearch(weaker, budget if played is None else budget / 2, seed=seed, turns=turns).run()
    if trial.found is not None and not models.judge(item, task.without, trial.found).valid:
        raise RuntimeError(f"{task.name}: the judge rejects the instance that was found")
    told = Told(task, trial.found is not None, trial.held, trial.first or trial.seconds, trial.ratio)
    if played is None or told.fell:
        return told
    outcome = falsify(parse(played.bound), played.game, budget=budget / 2, turns=turns, seed=seed)
    tried = trial.held + outcome.report.runs
    return Told(task, outcome.found, tried, told.seconds + outcome.report.seconds, max(trial.ratio, outcome.report.ratio), "and on runs")


def line(told: Told) -> str:
    """One of them as a line of text."""
    mark = "" if told.good else "   <-- WRONG"
    near = f"{told.ratio:.6f}" if told.ratio else "–"
    fell = "falls" if told.fell else "survives"
    return f"{told.task.name:56.56} {fell:9} {told.tried:>10,} {told.seconds:>7.2f} s  nearest {near:9} {told.how}{mark}"


def totals(results: list[Told]) -> list[str]:
    """How many did what they should."""
    lines = []
    for expected in (SURVIVES, FALLS):
        of = [r for r in results if r.task.expected == expected]
        lines.append(f"{sum(r.good for r in of)} of {len(of)} that should {'survive' if expected == SURVIVES else 'fall'} did")
    lines.append(f"{sum(r.tried for r in results):,} runs and instances judged")
    return [*lines, *(f"  wrong: {r.task.name}" for r in results if not r.good)]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.falsifier.sweep", description="The falsifier on the whole catalogue.")
    parser.add_argument("patterns", nargs="*", metavar="ID", help="only these, e.g. 'hinge-*' (all by default)")
    parser.add_argument("--budget", type=float, default=10, help="seconds for each (10, the default of falsify)")
    parser.add_argument("--without", action="store_true", help="also each theorem without each hypothesis that it needs")
    parser.add_argument("--falls-only", action="store_true", help="only what should fall")
    parser.add_argument("--workers", type=int, default=1, help="processes, each with attacks of its own (1)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", metavar="FILE", help="write everything as JSON")
    given = parser.parse_args()
    chosen = [t for t in tasks(given.without) if not given.patterns or any(fnmatch.fnmatch(t.id, p) for p in given.patterns)]
    chosen = [t for t in chosen if t.expected == FALLS or not given.falls_only]
    if not chosen:
        parser.error("no theorem has such an id")
    results = []
    with ProcessPoolExecutor(given.workers, multiprocessing.get_context("spawn")) as pool:
        for done in as_completed([pool.submit(attack, task, given.budget, given.seed) for task in chosen]):
            results.append(done.result())
            print(line(results[-1]), flush=True)
    order = {task: i for i, task in enumerate(chosen)}
    results.sort(key=lambda told: order[told.task])
    print(*totals(results), sep="\n")
    if given.json:
        from proofs.system.files import dumps, write_text

        write_text(given.json, dumps([asdict(told) | {"good": told.good} for told in results]))
    return 0 if all(told.good for told in results) else 1


if __name__ == "__main__":
    sys.exit(main())
