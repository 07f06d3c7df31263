"""What a theorem says of runs, and the families of runs that come near it: what `tight` and `verify` measure.

A page's reach is its own statement; a property's is the bound on runs that it amounts to, where it is one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from perceptron.extremal.families import Family
from perceptron.extremal.sequences import Extremal
from perceptron.learners.perceptron import MarginPerceptron
from proofs.conjecture import Comparison, parse
from proofs.conjecture.game import Game


@dataclass(frozen=True)
class Reach:
    """`bound` in the rules of `game`, with families of runs near it.

    limit: where no run attains the bound, why the ratio tends to 1 along a family, in a sentence ("" if it does not);
    defaults: values for names of the bound that a family does not fix.
    """

    game: Game
    bound: str
    families: tuple[Family, ...]
    limit: str = ""
    defaults: Mapping[str, Fraction] = field(default_factory=dict)

    def comparison(self, family: Family, parameter: Fraction) -> Comparison:
        """The bound for one run: names that only the bound has are replaced by their values."""
        text = self.bound
        for name, value in (dict(self.defaults) | dict(family.values(parameter))).items():
            text = re.sub(rf"\b{name}\b", f"({value})", text)
        return parse(text)

    def rules(self, extremal: Extremal) -> Game:
        """The game that the run is judged in: the bound's own, at the run's ε."""
        if self.game.opponent.eps is not None and isinstance(extremal.learner, MarginPerceptron):
            return replace(self.game, eps=extremal.learner.eps)
        return self.game
