"""Margin windows and spiral windows: the γ that presses a conjecture hardest is solved for and not drawn.

Of a run that is there γ alone is changed.

Where the learner is not given γ, its steps do not depend on it. All that a conjecture says of the run is then a function of γ alone,
between 0 and the least y⟨u,x⟩ (or anywhere, without a margin). It is sampled in floats, at the y⟨u,x⟩ of the updates too, where the losses
have their corners, and where something inside the conjecture changes sign or becomes whole; then each of the best places is searched to the
last digit, also where floors and maxima make it jump. Of what presses as hard, the plainest fraction is proposed.

For every γ the number of updates of the longest spiral in space is known, whether the learner is given γ or not. All that a conjecture says
of it is then a function of γ alone. It is sampled in floats, just below the margins where the number changes too, and searched around the
best places. Where it breaks the conjecture, a rational margin as plain as the window allows is taken, and the run is made."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from operator import mul

from perceptron.extremal.longest import sharp_root, spiral_between, spiral_margin, spiral_updates
from proofs.conjecture import Comparison
from proofs.conjecture.evaluate import compile_term, guard
from proofs.conjecture.hypotheses import Hypothesis
from proofs.conjecture.nodes import Call, Node, Sub, walk
from proofs.falsify.evaluator import Evaluator, updates_of
from proofs.falsify.run import MeasuredRun, Run
from proofs.falsify.strategies.interface import StrategyView
from proofs.falsify.strategies.long_runs import as_run, families, predict, setting

RUNS = 6  # the nearest runs, in a turn
SAMPLES = 240
PLACES = 4  # searched further
STEPS = 60  # of a search
CORNERS = 60  # of the losses, that are looked at
MOST_BENDS = 6  # of one term of the conjecture


class MarginWindows:
    """The strategy; it proposes the nearest runs again, each with the margins that press hardest."""

    name = "margin windows"

    def __init__(self) -> None:
        self.done: set[int] = set()

    @staticmethod
    def fits(evaluator: Evaluator) -> bool:
        """Whether the learner's steps do not depend on γ, and the conjecture does."""
        knows_gamma = evaluator.rule.given_margin if evaluator.rule is not None else evaluator.game.opponent.eps is not None
        always = evaluator.game.always_updates and evaluator.rule is None
        return evaluator.game.is_euclidean and (always or not knows_gamma) and speaks_of_gamma(evaluator)

    def runs(self, seen: StrategyView, turn: int) -> Iterator[Run]:
        """The nearest runs with other margins."""
        for measured in seen.best_runs(RUNS):
            if (key := hash(measured.run)) not in self.done:
                self.done.add(key)
                yield from with_margins(measured, seen.evaluator)


def speaks_of_gamma(evaluator: Evaluator) -> bool:
    """Whether a quantity of the conjecture depends on γ."""
    return not evaluator.comparison.names.isdisjoint({"gamma", "TD", "H", "H2", "TD_all", "H_all", "H2_all"})


def with_margins(measured: MeasuredRun, evaluator: Evaluator) -> Iterator[Run]:
    """The run with the margins that press hardest."""
    run = measured.run
    at = values_at(measured, evaluator)
    if at is None:
        return
    corners = sorted({abs(sum(map(mul, run.u, z))) / (run.grid * run.unit) for z in run.moves} - {0.0})[:CORNERS]
    top = float(measured.play.margin)
    separable = evaluator.game.demands(Hypothesis.SEPARABLE) and not evaluator.game.flips
    if separable and top <= 0:
        return
    high = top if separable else 8 * max(corners, default=1.0)
    places = sorted({high * 2.0 ** (-10 * k / SAMPLES) for k in range(SAMPLES + 1)} | {c for c in corners if c <= high})
    places = sorted({*places, *bends(evaluator.comparison, at, places)})

    def score(g: float) -> float:
        pressed = evaluator.ratio(at(g))
        return -1.0 if math.isnan(pressed) else pressed

    for g in hardest_of(places, score):
        yield from (replace(run, gamma=gamma) for gamma in plain(g, score, measured.play.margin, separable))


def bends(comparison: Comparison, at: Callable[[float], dict[str, float]], places: list[float]) -> list[float]:
    """Places where a difference inside the conjecture is 0, or the argument of a rounding is whole, from both sides, the largest γ first.

    Beside such a place it may fail in a window as narrow as anybody likes, such as that of exp(−10¹⁰·(1/γ² − 4)²)."""
    sides = [side for one in (comparison, *comparison.conditions) for side in (one.left, one.right)]
    nodes = [node for side in sides for node in walk(side)]
    parts: list[tuple[Node, Callable[[float], object]]] = [(node, positive) for node in nodes if isinstance(node, Sub)]
    parts += [(node.args[0], math.floor) for node in nodes if isinstance(node, Call) and node.fn in ("floor", "ceil")]
    rows = [(g, at(g)) for g in reversed(places)] if parts else []
    places_of_bends = list[float]()
    for node, kind in parts:
        term = guard(compile_term(node))
        with suppress(ValueError, OverflowError):  # of a floor of what is not defined
            known = [(g, kind(term(row))) for g, row in rows]
            steps = [(low, up) for (up, one), (low, other) in pairwise(known) if one != other]
            places_of_bends += [g for low, up in steps[:MOST_BENDS] for g in halve(term, kind, at, low, up)]
    return places_of_bends


def positive(value: float) -> bool:
    """The side of 0 on which a difference is."""
    return value > 0


def halve(
    term: Callable[[dict[str, float]], float],
    kind: Callable[[float], object],
    at: Callable[[float], dict[str, float]],
    low: float,
    up: float,
) -> tuple[float, float]:
    """The two neighbouring floats between which a term's value changes its kind, from two places of different kinds."""
    one = kind(term(at(low)))
    while (middle := (low + up) / 2) not in (low, up):
        low, up = (middle, up) if kind(term(at(middle))) == one else (low, middle)
    return low, up


def values_at(measured: MeasuredRun, evaluator: Evaluator) -> Callable[[float], dict[str, float]] | None:
    """Values of the names, in floats, as a function of γ."""
    run, below = measured.run, measured.run.grid * measured.run.unit
    if len(run.moves) > 5000 or run.streamed:
        return None
    values = evaluator.floats(measured)
    along = [sum(map(mul, run.u, z)) / below for z in run.moves] * evaluator.game.repeats
    updated = updated_along(measured, evaluator, along)

    def at(g: float) -> dict[str, float]:
        slack, wide = [g - a for a in updated if a < g], [g - a for a in along if a < g]
        td, all_ = math.fsum(slack), math.fsum(wide)
        squares, squares_all = math.fsum(s * s for s in slack), math.fsum(s * s for s in wide)
        more = {"TD_all": all_, "H_all": all_ / g, "H2_all": math.sqrt(squares_all) / g}
        return values | {"gamma": g, "TD": td, "H": td / g, "H2": math.sqrt(squares) / g} | (more if evaluator.wide else {})

    return at


def updated_along(measured: MeasuredRun, evaluator: Evaluator, along: list[float]) -> list[float]:
    """y⟨u,x⟩ on the rounds that are updates."""
    if measured.counted == len(along) or evaluator.rule is not None or evaluator.game.always_updates:
        return along
    return [a for a, updated in zip(along, updates_of(measured.run, evaluator.game), strict=True) if updated]


def hardest_of(places: list[float], scored: Callable[[float], float]) -> Iterator[float]:
    """The places where the score is greatest, each searched further between its neighbours."""
    values = [scored(g) for g in places]
    for i in sorted(range(len(places)), key=lambda i: -values[i])[:PLACES]:
        yield sharpen(scored, places[max(0, i - 1)], places[i], places[min(len(places) - 1, i + 1)])


def sharpen(scored: Callable[[float], float], low: float, best: float, up: float) -> float:
    """The place between two others where the score is greatest, searched by thirds; the best that was met, for it may jump."""
    top, at = scored(best), best
    for a, b in ((low, best), (best, up)):
        for _ in range(STEPS):
            if b - a < 1e-15 * b:
                break
            one, two = a + (b - a) / 3, b - (b - a) / 3
            left, right = scored(one), scored(two)
            if max(left, right) > top:
                top, at = (left, one) if left >= right else (right, two)
            a, b = (a, two) if left >= right else (one, b)
    return at


def plain(g: float, scored: Callable[[float], float], least: Fraction, separable: bool) -> Iterator[Fraction]:
    """Fractions at this place, the plainest first, each only if it presses about as hard; and the place itself."""
    top, seen = scored(g), set[Fraction]()
    for below in (10, 100, 1000, 10**4, 10**6, 10**9, 10**12):
        gamma = Fraction(g).limit_denominator(below)
        if separable and gamma > least:
            gamma = least
        if gamma > 0 and gamma not in seen:
            seen.add(gamma)
            if scored(float(gamma)) > 1 or below >= 10**9 or scored(float(gamma)) >= top - 1e-3:
                yield gamma


MOST = 600  # updates
SPIRAL_CORNERS = 150  # the largest margin is looked at for so many numbers of updates
BELOW = (1e-5, 1e-7, 1e-10)  # shares of that margin: places lie so far below it
SPIRAL_SAMPLES = 200  # margins
WIDTHS = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-10)  # of the square of a margin: how plain it may be


class SpiralWindows:
    """The strategy. With conditions on γ it comes first, otherwise once the short runs have been tried."""

    name = "spiral windows"

    @staticmethod
    def fits(evaluator: Evaluator) -> bool:
        """Whether the game has the spiral, and γ occurs in the conjecture."""
        game = evaluator.game
        if evaluator.rule is not None or evaluator.wide or not game.is_plain or game.dimension in (1, 2):
            return False
        return any(families(game)) and speaks_of_gamma(evaluator)

    def runs(self, seen: StrategyView, turn: int) -> Iterator[Run]:
        """The spirals that should break the conjecture, the plainest first."""
        if turn == (0 if seen.evaluator.conditions else 1):
            yield from spirals(seen.evaluator)


def spirals(evaluator: Evaluator) -> Iterator[Run]:
    """The spirals that should break the conjecture, the plainest first."""
    game, share = evaluator.game, evaluator.game.opponent.share or Fraction(0)
    *_, family = families(game)  # the spiral

    def score(gamma: float) -> float:
        pressed = predict(family, evaluator, updates(gamma, float(share), family.first), margin=gamma) if 0 < gamma < 1 else math.nan
        return -1.0 if math.isnan(pressed) else pressed

    for gamma in hardest(score, float(share), family.first):
        for low, high in windows(gamma):
            source = spiral_between(low, high, setting(game), MOST)
            if score(float(source.margin)) > 1 and source.count > family.first:
                yield as_run(source, game, Fraction(1))


def hardest(scored: Callable[[float], float], share: float, first: int) -> list[float]:
    """The margins at which the conjecture is broken most, one for each place."""
    least = math.sqrt((sharp_root(share) if share else 1.0) / MOST)
    corners = [spiral_margin(n, share) if first else n**-0.5 for n in range(1, SPIRAL_CORNERS)]
    places = sorted(
        {least ** (k / SPIRAL_SAMPLES) for k in range(1, SPIRAL_SAMPLES + 1)} | {c * (1 - x) for c in corners for x in BELOW if c > least}
    )
    return [gamma for gamma in hardest_of(places, scored) if scored(gamma) > 1]


def windows(gamma: float) -> Iterator[tuple[float, float]]:
    """Intervals for the square of a margin, just below this one's or about it, from wide to narrow."""
    for width in WIDTHS:
        yield gamma * gamma * (1 - 2 * width), gamma * gamma * (1 - width)
        yield gamma * gamma * (1 - width / 2), min(gamma * gamma * (1 + width / 2), 1 - 1e-12)


def updates(gamma: float, share: float, first: int) -> int:
    """How many the spiral makes; without a first example that is not counted, it is the Perceptron's."""
    return spiral_updates(gamma, share) if first else math.ceil(1 / (gamma * gamma)) - 1
