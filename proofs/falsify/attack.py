"""`falsify`: from a conjecture to a counterexample that was judged, or to an account of what was tried."""

from __future__ import annotations

import math
import time
from dataclasses import replace

from perceptron.errors import InputError
from proofs.counterexample import judge
from proofs.falsify.play import Play, Umpire
from proofs.falsify.report import Found, Interrupted, Report, Survived
from proofs.falsify.search import Broken, OutOfTime, Search
from proofs.falsify.shrink import shrink
from proofs.game import Game, default_game
from proofs.language import Comparison, parse

Outcome = Found | Survived

GRACE = 1.05  # shrinking may run this far beyond the budget


def falsify(
    conjecture: str | Comparison,
    game: Game | None = None,
    *,
    budget: float = 10.0,
    seed: int = 0,
    dimension: int | None = None,
    shapes: bool = True,
) -> Outcome:
    """Search for a run that breaks the conjecture, for about `budget` seconds.

    game: the rules; by default those of a free-form conjecture (Perceptron, ‖x‖ ≤ 1, ‖u‖ = 1, agnostic if TD, H or H2
    occurs). dimension: play in this dimension only. shapes=False: without the known extremal families.

    Found carries the counterexample, shrunk and judged valid by `proofs.counterexample.judge`; Survived says what was
    tried. With the same seed the same counterexample is found, whenever it is found before the budget ends. Raises
    InputError for a bad conjecture or budget, and Interrupted (a KeyboardInterrupt with the report) on Ctrl-C.
    """
    comparison = parse(conjecture) if isinstance(conjecture, str) else conjecture
    game = default_game(comparison.names) if game is None else game
    if dimension is not None:
        game = replace(game, dimension=dimension)
    if not 0 < budget < math.inf:
        raise InputError(f"the budget must be a positive number of seconds, not {budget!r}")
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise InputError(f"the seed must be an integer, not {seed!r}")
    started = time.monotonic()
    umpire = Umpire(comparison, game)
    report = Report(comparison, game, seed, float(budget))
    search = Search(umpire, report, started + budget, shapes)
    smallest: Play | None = None
    first = 0.0
    try:
        try:
            search.run()
        except OutOfTime:
            pass
        except Broken as broken:
            first = time.monotonic() - started
            for run in shrink(umpire, broken.play, broken.genome, started + GRACE * budget):
                smallest = run
    except KeyboardInterrupt:
        _close(search, started)
        raise Interrupted(report, _found(umpire, report, smallest, first)) from None
    _close(search, started)
    return _found(umpire, report, smallest, first) or Survived(report)


def _found(umpire: Umpire, report: Report, smallest: Play | None, first: float) -> Found | None:
    if smallest is None:
        return None
    counterexample = smallest.counterexample(umpire.comparison, umpire.game)
    verdict = judge(counterexample)
    if not verdict.valid:  # a fault of this room: better no result than a wrong one
        raise RuntimeError(f"the judge rejects what the search found: {'; '.join(verdict.reasons)}")
    return Found(counterexample, verdict, report, first)


def _close(search: Search, started: float) -> None:
    """Complete the report."""
    report, umpire = search.report, search.umpire
    report.undecided, report.undefined = umpire.undecided, umpire.undefined
    if (near := search.nearest_run) is not None:
        report.sides = umpire.comparison.sides(near.values(umpire.eps))
        report.best = near.play.named(umpire.comparison, umpire.game, near.counted, report.sides)
        report.ratio = search.nearest[0]
    report.seconds = time.monotonic() - started
