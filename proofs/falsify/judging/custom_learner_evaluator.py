"""Runs against somebody's own learner: measured by this room, and judged in memory by the learner itself.

No file can hold a learner object, so that `perceptron-proofs check` refuses such a file (it names the learner and its
numbers, and says that the object is needed). The judge here is `judge_with`: the told is made twice, by a plain loop over
Fractions and by `perceptron.told`, every hypothesis is checked and both sides are computed afresh, as
`proofs.counterexample.judge` does for the learners that it knows. Nothing of the search takes part."""

from __future__ import annotations

from operator import mul

from perceptron import MarginPerceptron
from proofs.conjecture import Comparison, Value
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample, Verdict
from proofs.counterexample.custom_learner import ObjectCounterexample, Rule, judge_with, rules_for
from proofs.falsify.judging.evaluator import Evaluator
from proofs.falsify.runs.custom_learner_session import Session
from proofs.falsify.runs.run import Measured, Run


class CustomLearnerEvaluator(Evaluator):
    """The evaluator for a learner object."""

    rule: Rule

    def __init__(self, comparison: Comparison, game: Game, rule: Rule, nontrivial: bool = False) -> None:
        super().__init__(comparison, rules_for(game), nontrivial)
        self.rule = rule
        self.eps, self.float_eps = None, None

    def measure(self, run: Run) -> Measured | None:
        """Let the learner run the told, exactly."""
        if run.gamma <= 0 and self.game.demands("positive margin"):
            return None  # a learner that is told gamma need not stand that
        u, grid, session = run.u, run.grid, Session(self.rule, run.gamma, run.dimension, run.grid)
        q, level = run.gamma.denominator, run.gamma.numerator * grid * run.unit
        counted = longest = s2 = slack = slack2 = 0
        least: int | None = None
        for z, y in zip(run.moves, run.labels, strict=True):
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
        if least is None or run.start is not None:
            return None
        u2 = sum(map(mul, u, u))
        keeps = self.keeps(run, longest, least, u2)
        return Measured(run, counted, longest, s2, slack, slack2, least, session.w, u2, keeps, session.scale)

    def values(self, measured: Measured) -> dict[str, Value]:
        return measured.values(None) | self.rule.parameters(measured.run.gamma)

    def floats(self, measured: Measured) -> dict[str, float]:
        numbers = self.rule.parameters(measured.run.gamma)
        return measured.floats(None) | {name: float(value) for name, value in numbers.items()}

    def named(self, measured: Measured, sides: tuple[str, str]) -> Counterexample:
        run = measured.run
        return self._made(run, measured.counted, sides)

    def judge(self, counterexample: Counterexample) -> Verdict:
        return judge_with(self.rule, counterexample)

    def _made(self, run: Run, counted: int, sides: tuple[str, str]) -> ObjectCounterexample:
        told = (self.comparison.text, self.game, run.comparator(), run.gamma, run.rounds())
        return ObjectCounterexample(*told, counted, *sides, run.radius, rule=self.rule)
