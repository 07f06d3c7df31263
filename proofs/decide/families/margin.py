"""Against the Margin Perceptron: its spiral, and one example whose margin it never reaches."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import inf

from perceptron.extremal.margin_law import sharp_root, spiral_updates
from perceptron.extremal.sequences import margin_spiral
from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.decide.families.candidate import Candidate, listed, may_break

STEPS = (2, 3, 4, 5, 6, 8, 10, 14, 20, 28, 40, 56, 80, 113, 160, 226, 320)
UNIT_STEPS = (2, 3, 4, 5, 6, 7, 8, 9, 10)  # of spirals of unit vectors, whose numbers grow long


def margin_candidates(comparison: Comparison, game: Game) -> Iterator[Candidate]:
    """One example with γ = 1, then spirals with smaller and smaller γ, where their numbers break the bound."""
    one = (Fraction(1),)
    yield Candidate([(one, 1)], one, Fraction(1))
    if game.setting == "agnostic":  # γ is any number, and so is what a bound makes of it
        for claim, repeated in ((2, 2), (10, 2), (100, 2), (10, 20)):
            yield Candidate([(one, 1)] * repeated, one, Fraction(claim))
    if game.dimension is not None and game.dimension < 3:
        return  # the zig-zag of the plane is among the long runs
    unit, most = game.norm == "unit", sharp_root(1 - float(game.eps)) if 0 < game.eps < 1 else inf
    for gamma in (Fraction(2 * n, n * n + 1) for n in UNIT_STEPS) if unit else (Fraction(1, n) for n in STEPS):
        if not may_break(comparison, most / float(gamma) ** 2, float(gamma), 3.0, T=most / float(gamma) ** 2 + 1, eps=float(game.eps)):
            continue
        count = float(spiral_updates(float(gamma), 1 - float(game.eps)))
        if may_break(comparison, count, float(gamma), 3.0, T=count + 1, eps=float(game.eps)):
            yield listed(margin_spiral(gamma, game.eps, "unit" if unit else "ball"))
