"""Measuring runs against somebody's own learner: the learner plays them, exactly."""

from __future__ import annotations

from fractions import Fraction

from perceptron import MarginPerceptron
from perceptron.numbers.enclosure import Undecided, precision
from proofs.conjecture import Comparison, Value
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample, Verdict
from proofs.counterexample.custom_learner import PRECISIONS, ObjectCounterexample, ObjectRecipe, Rule, judge_with, rules_for
from proofs.falsify.judging.all_rounds import AllRounds, length
from proofs.falsify.judging.evaluator import Evaluator
from proofs.falsify.runs.custom_learner_session import Overlong, Session
from proofs.falsify.runs.run import Measured, Run, Vector


class CustomLearnerEvaluator(Evaluator):
    """The evaluator for a learner object, whose numbers are names too."""

    rule: Rule
    takes_rule = True

    def __init__(self, comparison: Comparison, game: Game, rule: Rule, nontrivial: bool = False) -> None:
        super().__init__(comparison, rules_for(game), nontrivial)
        self.rule = rule
        self.eps, self.float_eps = None, None

    def measure(self, run: Run) -> Measured | None:
        if run.gamma <= 0 and self.game.demands("positive margin"):
            return None  # a learner that is told gamma need not stand that
        if run.start is not None or not run.moves:
            return None
        for bits in PRECISIONS:
            try:
                with precision(bits):
                    return self.played(run)
            except Undecided:
                continue
            except Overlong:
                self.overlong += 1
                return None
        self.undecided += 1
        return None

    def played(self, run: Run) -> Measured | None:
        """The run, measured at the present precision of roots. Raises Undecided, Overlong or OutOfTime."""
        session = Session(self.rule, run.gamma, run.dimension, run.grid, self.deadline)
        if session.fresh and not any(run.moves[0]) and isinstance(session.learner, MarginPerceptron):
            return None  # it refuses to begin there
        rounds = AllRounds(run, self.rule.ties) if self.wide else None

        def updates(z: Vector, y: int) -> bool:
            first = session.fresh
            if rounds is not None:
                rounds.note(z, y, session.inner(z, y))
            return session.take(z, y) and not first

        totals, u2 = self.totals(run, updates), sum(n * n for n in run.u)
        more: dict[str, Value] = {**session.numbers()}
        if rounds is not None:
            more |= rounds.values([session.inner(z, y) for z, y in zip(run.moves, run.labels, strict=True)])
        if session.roots is not None:
            along = sum((value * Fraction(n, run.unit) for value, n in zip(session.roots, run.u, strict=True)), Fraction(0))
            more |= {"W": length(session.norm2), "P": along}
        keeps = self.keeps(run, totals.longest, totals.least, u2)
        return Measured(run, *totals, session.w, u2, keeps, session.scale, self.game.repeats, more)

    def values(self, measured: Measured) -> dict[str, Value]:
        return measured.values(None)

    def floats(self, measured: Measured) -> dict[str, float]:
        return measured.floats(None)

    def named(self, measured: Measured, sides: tuple[str, str]) -> Counterexample:
        run = measured.run
        kind = ObjectRecipe if run.streamed else ObjectCounterexample
        return kind(*run.fields(self.comparison, self.game), measured.counted, *sides, run.radius, rule=self.rule)

    def judge(self, counterexample: Counterexample) -> Verdict:
        return judge_with(self.rule, counterexample)
