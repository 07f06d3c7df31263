"""The bounds M ≤ … of the catalogue, and the game in which two of them are compared."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from proofs.conjecture import Comparison, nodes, parse
from proofs.conjecture.game import Game
from proofs.decide.ranges import KNOWN
from proofs.theorems import catalogue

SIZES = ("unit", "ball", "any")  # from the narrowest rule on
LOSSES = re.compile(r"\b(TD|H2|H)\b")
APART = frozenset({"dimension-one", "dimension-two", "dimension-three"})  # each for a dimension of its own


@dataclass(frozen=True)
class Bound:
    """A theorem M ≤ `right` (from M + 1 ≤ … for some), a text in the grammar, and the game for which it holds."""

    id: str
    right: str
    game: Game

    @property
    def names(self) -> frozenset[str]:
        """What has to be known to use it; H is TD/γ, so that either will do."""
        names = parse(f"M <= {self.right}").names - {"M"}
        return frozenset("TD" if name == "H" else name for name in names)

    def unicode(self) -> str:
        return parse(f"M <= {self.right}").unicode()


@cache
def bounds() -> tuple[Bound, ...]:
    """Every bound on M of the Perceptron, and of the Margin Perceptron at ε = 1/2, whose quantities are known to `decide`."""
    found = []
    for theorem in catalogue.THEOREMS:
        statement = getattr(theorem, "statement", None)
        if statement is None or theorem.id in APART:
            continue
        comparison, game = statement.comparison, statement.game
        more = _added_to_updates(comparison)
        if more is None or game.dropped or game.learner not in KNOWN or not comparison.names <= KNOWN[game.learner]:
            continue
        right = comparison.text.split("<=", 1)[1].strip()
        found.append(Bound(theorem.id, right if more == 0 else f"{right} - {more}", replace(game, radius="measured")))
    return tuple(found)


def _added_to_updates(comparison: Comparison) -> int | None:
    """k where the bound is M + k ≤ …"""
    match comparison.op, comparison.left:
        case "<=", nodes.Name("M"):
            return 0
        case "<=", nodes.Add(nodes.Name("M"), nodes.Number(k)) if k.denominator == 1:
            return int(k)
    return None


def common_game(a: Bound, b: Bound) -> Game | None:
    """The widest game in which both hold, None for different learners."""
    if (a.game.learner, a.game.eps) != (b.game.learner, b.game.eps):
        return None
    return replace(
        a.game,
        setting="separable" if "separable" in (a.game.setting, b.game.setting) else "agnostic",
        norm=min(a.game.norm, b.game.norm, key=SIZES.index),
        comparator=min(a.game.comparator, b.game.comparator, key=SIZES.index),
    )


def holds_in(bound: Bound, game: Game) -> bool:
    """Whether the bound's game allows all that this one does."""
    wide = bound.game
    return (
        (wide.learner, wide.eps) == (game.learner, game.eps)
        and (wide.setting == "agnostic" or game.setting == "separable")
        and SIZES.index(wide.norm) >= SIZES.index(game.norm)
        and SIZES.index(wide.comparator) >= SIZES.index(game.comparator)
    )


def below(a: Bound, b: Bound, game: Game) -> Comparison:
    """The conjecture that a's number is at most b's; on separable examples there are no losses."""
    text = f"{a.right} <= {b.right}"
    return parse(LOSSES.sub("0", text) if game.setting == "separable" else text)
