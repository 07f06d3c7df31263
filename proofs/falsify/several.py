"""Several counterexamples to one conjecture, of different kinds: in other dimensions, and away from the known families.

Two that show the same are one: the same sides of the comparison, by as many rounds in as many dimensions."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.falsify.pipeline import falsify
from proofs.falsify.report import Found

DIMENSIONS = (2, 3, 1, 4, 5)


def several(conjecture: Comparison, game: Game, count: int, *, budget: float = 10.0, seed: int = 0, **how: Any) -> Iterator[Found]:
    """Up to `count` counterexamples that show different things, the first one as `falsify` finds it.

    budget    seconds for all of them; the other arguments are those of `falsify`. Raises InputError.

        >>> from proofs.conjecture import parse
        >>> [found.counterexample.size for found in several(parse("M <= 1"), Game(), 2, budget=20)]
        ['T = 2, d = 2', 'T = 2, d = 3']
    """
    began, shown = time.monotonic(), set[tuple[object, ...]]()
    tried = list(ways(game, count))
    for k, (rules, shapes) in enumerate(tried):
        left = budget - (time.monotonic() - began)
        if len(shown) >= count or left <= 0:
            return
        share = left / (len(tried) - k) if k else left / 2
        outcome = falsify(conjecture, rules, budget=share, seed=seed + k, shapes=shapes, **how)
        if not isinstance(outcome, Found):
            continue
        c = replace(outcome.counterexample, game=game)
        key = (c.lhs, c.rhs, len(c.rounds), c.dimension)
        if key not in shown:
            shown.add(key)
            yield replace(outcome, counterexample=c)


def ways(game: Game, count: int) -> Iterator[tuple[Game, bool]]:
    """Rules to search by and whether to use the known families: those given, then narrower ones."""
    yield game, True
    if game.dimension is None and game.points_are == "vectors":
        yield from ((replace(game, dimension=d), d > 1) for d in DIMENSIONS)
    yield from ((game, False) for _ in range(2 * count))
