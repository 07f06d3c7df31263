"""Spirals in space with the margin that presses hardest, solved for and not drawn.

For every γ it is known how many updates the longest spiral makes, whether the learner is told γ or not. All that a conjecture says of it is
then a function of γ alone. It is sampled in floats, just below the margins where the number changes too, and searched around the best
places. Where it breaks the conjecture, a rational margin as plain as the window allows is taken, and the run is made."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction

from perceptron.extremal.longest import sharp_root, spiral_between, spiral_margin, spiral_updates
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.run import Run
from proofs.falsify.strategies.interface import Seen
from proofs.falsify.strategies.margin_windows import names_of_gamma, sharpened
from proofs.falsify.strategies.predicted_long_runs import as_run, families, predicted, setting

MOST = 600  # updates
CORNERS = 150  # the largest margin is looked at for so many numbers of updates
BELOW = (1e-5, 1e-7)  # shares of that margin: places lie so far below it
SAMPLES, PLACES = 200, 3  # margins, and how many of them are searched further
WIDTHS = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6)  # of the square of a margin: how plain it may be


class SpiralWindows:
    """The strategy. With conditions on γ it comes first, otherwise once the short runs have been tried."""

    name = "spiral windows"

    @staticmethod
    def fits(evaluator: Evaluator) -> bool:
        """Whether the game has the spiral, and the conjecture speaks of γ."""
        game = evaluator.game
        if evaluator.rule is not None or evaluator.wide or not game.is_plain or game.dimension in (1, 2):
            return False
        return any(families(game)) and "gamma" in names_of_gamma(evaluator)

    def runs(self, seen: Seen, turn: int) -> Iterator[Run]:
        """The spirals that should break the conjecture, the plainest first."""
        if turn == (0 if seen.evaluator.conditions else 1):
            yield from spirals(seen.evaluator)


def spirals(evaluator: Evaluator) -> Iterator[Run]:
    """The spirals that should break the conjecture, the plainest first."""
    game, share = evaluator.game, evaluator.game.opponent.share or Fraction(0)
    *_, family = families(game)  # the spiral

    def scored(gamma: float) -> float:
        found = predicted(family, evaluator, updates(gamma, float(share), family.first), margin=gamma) if 0 < gamma < 1 else math.nan
        return -1.0 if math.isnan(found) else found

    for gamma in hardest(scored, float(share), family.first):
        for low, high in windows(gamma):
            made = spiral_between(low, high, setting(game), MOST)
            if scored(float(made.margin)) > 1 and made.count > family.first:
                yield as_run(made, game, Fraction(1))


def hardest(scored: Callable[[float], float], share: float, first: int) -> list[float]:
    """The margins at which the conjecture is broken most, one for each place."""
    least = math.sqrt((sharp_root(share) if share else 1.0) / MOST)
    corners = [spiral_margin(n, share) if first else n**-0.5 for n in range(1, CORNERS)]
    places = sorted({least ** (k / SAMPLES) for k in range(1, SAMPLES + 1)} | {c * (1 - x) for c in corners for x in BELOW if c > least})
    values = [scored(gamma) for gamma in places]
    ranked = sorted(range(len(places)), key=lambda i: -values[i])[:PLACES]
    found = [sharpened(scored, places[max(0, i - 1)], places[i], places[min(len(places) - 1, i + 1)]) for i in ranked]
    return [gamma for gamma in found if scored(gamma) > 1]


def windows(gamma: float) -> Iterator[tuple[float, float]]:
    """Intervals for the square of a margin, just below this one's or about it, from wide to narrow."""
    for width in WIDTHS:
        yield gamma * gamma * (1 - 2 * width), gamma * gamma * (1 - width)
        yield gamma * gamma * (1 - width / 2), min(gamma * gamma * (1 + width / 2), 1 - 1e-12)


def updates(gamma: float, share: float, first: int) -> int:
    """How many the spiral makes; without a first example that is not counted, it is the Perceptron's."""
    return spiral_updates(gamma, share) if first else math.ceil(1 / (gamma * gamma)) - 1
