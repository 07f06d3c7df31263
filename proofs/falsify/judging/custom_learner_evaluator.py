"""Runs against somebody's own learner: measured by this room, and judged in memory by the learner itself.

No file can hold a learner object, so that `perceptron-proofs check` refuses such a file (it names the learner and its
numbers, and says that the object is needed). The judge here is `judge_with`: the run is made twice, by a plain loop over
Fractions and by `perceptron.run`, every hypothesis is checked and both sides are computed afresh, as
`proofs.counterexample.judge` does for the learners that it knows. Nothing of the search takes part."""

from __future__ import annotations

from operator import mul

from perceptron import MarginPerceptron
from proofs.conjecture import Comparison, Value
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample, Verdict
from proofs.counterexample.custom_learner import ObjectCounterexample, Rule, judge_with, rules_for
from proofs.falsify.judging.evaluator import Umpire
from proofs.falsify.runs.custom_learner_session import Session
from proofs.falsify.runs.run import Measured, Play


class ObjectUmpire(Umpire):
    """The umpire for a learner object."""

    rule: Rule

    def __init__(self, comparison: Comparison, game: Game, rule: Rule, nontrivial: bool = False) -> None:
        super().__init__(comparison, rules_for(game), nontrivial)
        self.rule = rule
        self.eps, self.float_eps = None, None

    def measure(self, play: Play) -> Measured | None:
        """Let the learner play the run, exactly."""
        if play.gamma <= 0 and self.game.demands("positive margin"):
            return None  # a learner that is told gamma need not stand that
        u, grid, session = play.u, play.grid, Session(self.rule, play.gamma, play.dimension, play.grid)
        q, level = play.gamma.denominator, play.gamma.numerator * grid * play.unit
        counted = longest = s2 = slack = slack2 = 0
        least: int | None = None
        for z, y in zip(play.moves, play.labels, strict=True):
            along, length2 = sum(map(mul, u, z)), sum(map(mul, z, z))
            longest = max(longest, length2)
            least = along if least is None or along < least else least
            first = session.fresh
            if first and not length2 and isinstance(session.learner, MarginPerceptron):
                return None  # it refuses to begin there
            if not session.take(z, y) or first:
                continue
            counted += 1
            s2 += length2
            short = level - q * along
            if short > 0:
                slack += short
                slack2 += short * short
        if least is None or play.start is not None:
            return None
        u2 = sum(map(mul, u, u))
        keeps = self.keeps(play, longest, least, u2)
        return Measured(play, counted, longest, s2, slack, slack2, least, session.w, u2, keeps, session.scale)

    def values(self, measured: Measured) -> dict[str, Value]:
        return measured.values(None) | self.rule.parameters(measured.play.gamma)

    def floats(self, measured: Measured) -> dict[str, float]:
        numbers = self.rule.parameters(measured.play.gamma)
        return measured.floats(None) | {name: float(value) for name, value in numbers.items()}

    def named(self, measured: Measured, sides: tuple[str, str]) -> Counterexample:
        play = measured.play
        return self._made(play, measured.counted, sides)

    def judge(self, counterexample: Counterexample) -> Verdict:
        return judge_with(self.rule, counterexample)

    def _made(self, play: Play, counted: int, sides: tuple[str, str]) -> ObjectCounterexample:
        run = (self.comparison.text, self.game, play.comparator(), play.gamma, play.rounds())
        return ObjectCounterexample(*run, counted, *sides, play.radius, rule=self.rule)
