"""Let the falsifier and the baseline try every conjecture, one after the other in this process, and say in lines of text how they did."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.falsifier import naive
from benchmarks.falsifier.suite import Item
from proofs.counterexample import Counterexample, judge
from proofs.falsify import Found, falsify, judge_with


@dataclass(frozen=True)
class Budgets:
    """Seconds for the falsifier on a false and on a true conjecture, and for the baseline on any (0: it is left out)."""

    false: float = 60.0
    true: float = 5.0
    naive: float = 10.0
    shapes: bool = True  # whether the falsifier may start from the known extremal families
    workers: int = 1  # its processes


@dataclass(frozen=True)
class Side:
    """How one of the two did on one conjecture.  `first`: seconds until the first counterexample; `size` after shrinking: rounds, dimension
    and characters of its file."""

    broken: bool
    runs: int
    first: float | None = None
    seconds: float = 0.0
    size: tuple[int, int, int] | None = None


@dataclass(frozen=True)
class Result:
    item: Item
    falsifier: Side
    naive: Side | None

    def to_json(self) -> dict[str, Any]:
        head = {"id": self.item.id, "conjecture": self.item.comparison.text, "false": self.item.false, "kind": self.item.kind}
        return head | {"falsifier": asdict(self.falsifier), "naive": None if self.naive is None else asdict(self.naive)}


def measure(items: Sequence[Item], budgets: Budgets, seed: int = 0) -> Iterator[Result]:
    """A result for each conjecture, as soon as it is known."""
    for item in items:
        mine = _falsifier(item, budgets.false if item.false else budgets.true, seed, budgets)
        budget = budgets.naive if item.false else min(budgets.naive, budgets.true)
        plays = budget and item.game.is_euclidean and item.learner is None  # the naive one knows no other learners
        yield Result(item, mine, _naive(item, budget, seed) if plays else None)


def _falsifier(item: Item, budget: float, seed: int, rules: Budgets) -> Side:
    began = time.monotonic()
    how = {"budget": budget, "seed": seed, "shapes": rules.shapes, "workers": rules.workers}
    outcome = falsify(item.comparison, item.game, learner=item.learner, **how)
    seconds = time.monotonic() - began
    if not isinstance(outcome, Found):
        return Side(False, outcome.report.runs, seconds=seconds)
    if not judged(item, outcome.counterexample):
        raise RuntimeError(f"{item.id}: the judge rejects what the falsifier reports")
    return Side(True, outcome.report.runs, outcome.first_seconds, seconds, _size(outcome.counterexample))


def judged(item: Item, found: Counterexample) -> bool:
    """Whether the judge accepts a counterexample; a learner object has to be given again."""
    return (judge(found) if item.learner is None else judge_with(item.learner, found)).valid


def _naive(item: Item, budget: float, seed: int) -> Side:
    began = time.monotonic()
    attempt = naive.attack(item.comparison, item.game, budget, seed)
    seconds = time.monotonic() - began
    if attempt.found is None:
        return Side(False, attempt.runs, seconds=seconds)
    return Side(True, attempt.runs, attempt.seconds, seconds, _size(attempt.found))


def _size(found: Counterexample) -> tuple[int, int, int]:
    return len(found.rounds), found.dimension, len(found.dumps())


def summary(results: Sequence[Result], who: str) -> dict[str, Any]:
    """Of "falsifier" or "naive": kills, false alarms, median and greatest time to the first counterexample, median size, and the misses."""
    sides = [(r.item, side) for r in results if (side := getattr(r, who)) is not None]
    false = [(item, side) for item, side in sides if item.false]
    firsts = [side.first for _, side in false if side.first is not None]
    sizes = [side.size for _, side in false if side.size is not None]
    return {
        "false": len(false),
        "killed": len(firsts),
        "true": len(sides) - len(false),
        "false_alarms": [item.id for item, side in sides if side.broken and not item.false],
        "median_seconds": statistics.median(firsts) if firsts else None,
        "greatest_seconds": max(firsts, default=None),
        "median_rounds": statistics.median(size[0] for size in sizes) if sizes else None,
        "greatest_rounds": max((size[0] for size in sizes), default=None),
        "missed": [item.id for item, side in false if not side.broken],
    }


HEAD = f"{'conjecture':28} {'':5} {'falsifier':>10} {'runs':>8} {'T × d':>9}   {'naive':>10} {'runs':>8} {'T × d':>9}"


def line(result: Result) -> str:
    """One conjecture: seconds to the first counterexample, runs judged, rounds and dimension after shrinking."""
    other = "" if result.naive is None else f"   {_side(result.naive)}"
    return f"{result.item.id:28} {'false' if result.item.false else 'true':5} {_side(result.falsifier)}{other}"


def _side(side: Side) -> str:
    first = "–" if side.first is None else f"{side.first:.2f} s"
    size = "" if side.size is None else f"{side.size[0]} × {side.size[1]}"
    return f"{first:>10} {side.runs:>8,} {size:>9}"


def totals(results: Sequence[Result]) -> list[str]:
    """Kill rate, times, sizes, false alarms and misses, of both."""
    return [text for who in ("falsifier", "naive") if (s := summary(results, who))["false"] + s["true"] for text in _totals(who, s)]


def _totals(who: str, s: dict[str, Any]) -> list[str]:
    text = f"{who}: {s['killed']} of {s['false']} false conjectures broken; {len(s['false_alarms'])} false alarms on {s['true']} true ones"
    if s["killed"]:
        text += f"; first after {s['median_seconds']:.2f} s (median), {s['greatest_seconds']:.2f} s (at most)"
        text += f"; shrunk to {s['median_rounds']:g} rounds (median), {s['greatest_rounds']} (at most)"
    return [text, *(f"  missed: {id}" for id in s["missed"]), *(f"  FALSE ALARM: {id}" for id in s["false_alarms"])]
