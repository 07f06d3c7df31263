"""Measuring runs against somebody's own learner: the learner plays them, exactly."""

from __future__ import annotations

from perceptron import MarginPerceptron
from proofs.conjecture import Comparison, Value
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample, Verdict
from proofs.counterexample.custom_learner import ObjectCounterexample, Rule, judge_with, rules_for
from proofs.falsify.judging.evaluator import Evaluator
from proofs.falsify.runs.custom_learner_session import Session
from proofs.falsify.runs.run import Measured, Run, Vector


class CustomLearnerEvaluator(Evaluator):
    """The evaluator for a learner object, whose numbers are names too."""

    rule: Rule

    def __init__(self, comparison: Comparison, game: Game, rule: Rule, nontrivial: bool = False) -> None:
        super().__init__(comparison, rules_for(game), nontrivial)
        self.rule = rule
        self.eps, self.float_eps = None, None

    def measure(self, run: Run) -> Measured | None:
        if run.gamma <= 0 and self.game.demands("positive margin"):
            return None  # a learner that is told gamma need not stand that
        if run.start is not None or not run.moves:
            return None
        session = Session(self.rule, run.gamma, run.dimension, run.grid)
        if session.fresh and not any(run.moves[0]) and isinstance(session.learner, MarginPerceptron):
            return None  # it refuses to begin there

        def updates(z: Vector, y: int) -> bool:
            first = session.fresh
            return session.take(z, y) and not first

        totals, u2 = self.totals(run, updates), sum(n * n for n in run.u)
        return Measured(run, *totals, session.w, u2, self.keeps(run, totals.longest, totals.least, u2), session.scale)

    def values(self, measured: Measured) -> dict[str, Value]:
        return measured.values(None) | self.rule.parameters(measured.run.gamma)

    def floats(self, measured: Measured) -> dict[str, float]:
        numbers = self.rule.parameters(measured.run.gamma)
        return measured.floats(None) | {name: float(value) for name, value in numbers.items()}

    def named(self, measured: Measured, sides: tuple[str, str]) -> Counterexample:
        run = measured.run
        told = (self.comparison.text, self.game, run.comparator(), run.gamma, run.rounds(), measured.counted, *sides, run.radius)
        return ObjectCounterexample(*told, rule=self.rule)

    def judge(self, counterexample: Counterexample) -> Verdict:
        return judge_with(self.rule, counterexample)
