"""A run is measured by the fold that the judge has (`proofs.counterexample.replay`), and judged in floats first.

Most runs break nothing, and floats say so in microseconds. Whatever comes near the bound is judged exactly by `proofs.conjecture`. A
reported run is judged once more by `proofs.counterexample`, from the fractions of its file, beside a run that `perceptron` makes and
measures. The judge plays the learners with Euclid's lengths by the code that plays them here, so that for these `perceptron` is the only
other witness. Kernels, Winnow and learner objects it plays by other code."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import mul
from typing import Any, cast
from weakref import WeakKeyDictionary

from perceptron.errors import InputError
from perceptron.extremal.sources import RepeatedExamples
from perceptron.numbers.enclosure import EnclosedReal, NotSeparated, precision
from proofs.conjecture import Comparison, Status
from proofs.conjecture.evaluate import as_float, compile_term, guard
from proofs.conjecture.game import Game
from proofs.conjecture.hypotheses import Hypothesis
from proofs.conjecture.learners import ExactRun
from proofs.conjecture.learners.euclidean import Euclidean, EuclideanRun
from proofs.conjecture.nodes import ALL_ROUNDS
from proofs.counterexample import Counterexample, Verdict, judge
from proofs.counterexample.learner_object import CustomLearner, Faulty, rules_for
from proofs.counterexample.repetitions import measure_source
from proofs.counterexample.replay import Replay
from proofs.falsify.against_learner_object import Overlong, custom_run
from proofs.falsify.run import MeasuredRun, Run, Vector
from proofs.system.work_clock import work_time


def exact_run(run: Run, game: Game) -> EuclideanRun:
    """A run as one of the learners with Euclid's lengths plays it, in whole numbers."""
    opponent = cast(Euclidean, game.opponent)
    return EuclideanRun(opponent, run.steps(game.repeats), run.grid, run.comparator(), run.gamma, run.begun())


def updates_of(run: Run, game: Game) -> list[bool]:
    """Which rounds are updates of the game's own learner, the first one that only initialises among them."""
    play = exact_run(run, game)
    return [first or counted for first, counted in ((play.fresh, play.update(step)) for step in play.steps())]


def refuse_unmeasured(comparison: Comparison, game: Game) -> bool:
    """Whether the conjecture asks about all rounds. Raises InputError where those are not measured."""
    asked = sorted(comparison.names & ALL_ROUNDS)
    if asked and not game.is_euclidean:
        raise InputError(f"{', '.join(asked)}: not measured for the learner {game.learner}, only for those with Euclid's inner product")
    return bool(asked)


class CannotMeasure(Exception):
    """A run that cannot be followed: its learner cannot begin, its numbers grow too long, or it takes too long."""


UNMET = 0.99  # the greatest score of a run that does not meet a condition of the claim
FAR = 0.5  # the same where it would not break the claim without that condition


class Evaluator:
    """Measures runs for a conjecture and a game, ranks them, and says which break the conjecture.

    exact_run: plays a run as the game's learner does. rule: a user-supplied learner, in its place, whose numbers are names too. nontrivial:
    only runs with an update and a right side above zero count as broken. A bound that says nothing, such as 8/gamma**2 − 4 at an absurd
    gamma, is then no find."""

    def __init__(
        self,
        comparison: Comparison,
        game: Game,
        nontrivial: bool = False,
        exact_run: Callable[[Run, Game], ExactRun] = exact_run,
        rule: CustomLearner | None = None,
    ) -> None:
        if rule is not None:
            rules_for(game)
        self.comparison, self.game, self.nontrivial, self.exact_run, self.rule = comparison, game, nontrivial, exact_run, rule
        self.left, self.right = (guard(compile_term(side)) for side in (comparison.left, comparison.right))
        self.conditions = [(c.op, guard(compile_term(c.left)), guard(compile_term(c.right))) for c in comparison.conditions]
        opponent = game.opponent if rule is None else rule
        self.eps, self.precisions = opponent.eps, opponent.precisions
        self.judged: dict[Any, Status] = {}
        self.statuses = Counter[str]()  # of runs near the bound; or "overlong": the learner's numbers grew so
        self.deadline = math.inf  # work time, for a run that takes long in itself
        self.wide = refuse_unmeasured(comparison, game)
        self.last_recipe: tuple[Run, MeasuredRun | None] | None = None  # the last run that is a recipe, which takes its time

    def measure(self, run: Run) -> MeasuredRun | None:
        """Fold the learner over the run and measure it; None if the learner cannot begin."""
        if not run.streamed or self.rule is not None:  # somebody's own learner may play another way, and takes the time that it takes
            return self.fold(run)
        if self.last_recipe is None or self.last_recipe[0] is not run:
            self.last_recipe = run, self.fold(run)
        return self.last_recipe[1]

    @property
    def calculates_repetitions(self) -> bool:
        """Whether a run that repeats some examples takes no more time the longer it is."""
        return self.game.learner == "perceptron" and self.rule is None and not self.wide

    def fold(self, run: Run) -> MeasuredRun | None:
        """The measurements of a run, always computed."""
        if not len(run.moves) or (
            run.gamma <= 0 and self.game.demands(Hypothesis.POSITIVE_MARGIN)
        ):  # a learner that is told gamma may refuse it
            return None
        euclidean = self.rule is None and self.game.is_euclidean
        for bits in self.precisions:
            try:
                with precision(bits):
                    _, play = measure_source(partial(self.played, run), run.source, run.gamma, self.eps, euclidean, self.wide)
                    return MeasuredRun(run, play, self.keeps(run, play))
            except InputError:
                return None
            except NotSeparated:
                continue
            except Overlong:
                self.statuses["overlong"] += 1
                return None
            except Faulty as fault:
                if self.game.demands(Hypothesis.SEPARABLE) and not self.game.flips and run.margin < run.gamma:
                    return None  # no run of this game, so that the learner need not be defined on it: 1/‖x‖² at x = 0
                if isinstance(fault.__cause__, ZeroDivisionError) and not all(map(any, run.moves)):
                    return None  # nor on the null vector in another game
                raise
        self.statuses["undecided"] += 1
        return None

    def played(self, run: Run) -> ExactRun:
        """The run as its learner plays it. Raises InputError where that cannot begin."""
        if self.rule is None:
            return self.exact_run(run, self.game)
        return custom_run(self.rule, run, self.deadline, self.game.repeats)

    def keeps(self, run: Run, play: Replay) -> bool:
        """Whether the run keeps every hypothesis in force."""
        game = self.game
        if game.demands(Hypothesis.POSITIVE_MARGIN) and run.gamma <= 0:
            return False
        if play.margin < run.gamma and game.demands(Hypothesis.SEPARABLE) and not (game.flips and self.few_flips(run)):
            return False
        if game.coordinates and game.demands(Hypothesis.FINITE_CLASS) and not self.of_class(run):
            return False
        if game.shuffled and game.demands(Hypothesis.SAME_EXAMPLES) and not self.same_examples(run):
            return False
        if game.demands(Hypothesis.UNIT_COMPARATOR) and (play.U2 > 1 or (game.comparator == "unit" and play.U2 != 1)):
            return False
        if game.demands(Hypothesis.BOUNDED_EXAMPLES):
            if (game.norm != "any" and play.R2 > 1) or (game.norm == "unit" and play.shortest2 != 1):
                return False
            if run.radius is not None and run.radius**2 < play.R2:
                return False
        if game.dimension is not None and run.dimension != game.dimension:
            return False
        return run.start is None or Hypothesis.ZERO_START in game.dropped

    def few_flips(self, run: Run) -> bool:
        """Whether no more labels than may be are wrong, and those that are by the margin."""
        level, q = run.gamma.numerator * run.grid * run.unit, run.gamma.denominator
        along = [q * sum(map(mul, run.u, z)) for z in run.moves]
        return sum(one < level for one in along) <= self.game.flips_listed and all(abs(one) >= level for one in along)

    def of_class(self, run: Run) -> bool:
        """Whether the coordinates of every example are such as may be."""
        allowed = {value * run.grid for value in self.game.coordinates}
        return all(allowed.issuperset(y * n for n in z) for z, y in zip(run.moves, run.labels, strict=True))

    def same_examples(self, run: Run) -> bool:
        """Whether each pass is a permutation of the first."""
        size, over = divmod(len(run.moves), self.game.passes)
        rounds = list(zip(run.moves, run.labels, strict=True))
        first = sorted(rounds[:size])
        return not over and all(sorted(rounds[at : at + size]) == first for at in range(size, len(rounds), size))

    def floats(self, measured: MeasuredRun) -> dict[str, float]:
        """Values of the conjecture's names, in floats."""
        values = measured.values()
        return {name: as_float(values[name]) for name in self.comparison.names}

    def named(self, measured: MeasuredRun, sides: tuple[str, str]) -> Counterexample:
        """A run in the format of counterexample files, with values that are known already."""
        return measured.run.named(self.comparison, self.game, measured.counted, sides, self.rule)

    def witness(self, run: Run) -> Counterexample:
        """A run as a counterexample, measured here. Raises CannotMeasure."""
        measured = self.measure(run)
        if measured is None:
            raise CannotMeasure
        return self.named(measured, self.comparison.sides(measured.values()))

    def judge(self, counterexample: Counterexample) -> Verdict:
        """The verdict of the judge, which is not part of the search."""
        return judge(counterexample)

    def score(self, measured: MeasuredRun) -> float:
        """How near a run comes to breaking the conjecture: the ratio of the sides (1 at equality), NaN where not
        defined."""
        return self.ratio(self.floats(measured))

    def ratio(self, values: dict[str, float]) -> float:
        """The ratio of the sides, from the values of the names. Below 1 where a condition does not hold, by as much as that is broken."""
        pressed, held = ratio(self.comparison.op, self.left(values), self.right(values)), 1.0
        for op, left, right in self.conditions:
            held = max(held, ratio(op, left(values), right(values))) if not math.isnan(held) else held
        if held <= 1 + 1e-12 or math.isnan(pressed):
            return pressed
        return (UNMET if pressed > 1 else FAR * pressed) / held if held > 1 else math.nan

    def enough(self, run: Run) -> Run:
        """The beginning of a run that would break the conjecture if its conditions held: they may hold for that and not for the whole."""
        for rounds in range(1, len(run.moves)) if self.conditions else ():
            cut = replace(run, moves=run.moves[:rounds], labels=run.labels[:rounds])
            if (measured := self.measure(cut)) is None:
                continue
            values = self.floats(measured)
            if ratio(self.comparison.op, self.left(values), self.right(values)) > 1:
                return cut
        return run

    def says_something(self, measured: MeasuredRun) -> bool:
        """Whether the run meets the conditions of the claim, and its sides have values on it."""
        return self.comparison.says_something(measured.values())

    def vacuous(self, measured: MeasuredRun) -> bool:
        """Whether the sides are equal because both are 0, before there is an update: no run that is near to anything."""
        if measured.counted:
            return False
        values = self.floats(measured)
        return self.left(values) == 0 == self.right(values)

    def status(self, measured: MeasuredRun) -> Status:
        """The exact judgement."""
        values = measured.values()
        key = tuple(values[name] for name in sorted(self.comparison.names))
        if any(isinstance(value, EnclosedReal) for value in key):
            return self.comparison.status(values)
        if key not in self.judged:
            if len(self.judged) > 50_000:
                self.judged.clear()
            self.judged[key] = self.comparison.status(values)
        return self.judged[key]

    def breaks(self, run: Run, measured: MeasuredRun | None = None, score: float | None = None) -> bool:
        """Whether a run is a counterexample, decided exactly. Floats only sort out the runs that plainly are none."""
        measured = measured or self.measure(run)
        if measured is None or not measured.keeps:
            return False
        score = self.score(measured) if score is None else score
        if score < 1 - 1e-9:
            return False
        if self.nontrivial and (not measured.counted or not self.right(self.floats(measured)) > 0):
            return False
        status = self.status(measured)
        self.statuses[status] += 1
        return status == "false"


def ratio(op: str, left: float, right: float) -> float:
    """How hard a comparison is pressed, from its sides: at most 1 if it holds by a margin, more than 1 if it is
    broken."""
    if op in (">=", ">"):
        left, right = right, left
    if math.isnan(left) or math.isnan(right):
        return math.nan
    if op == "=":
        return 1 + abs(left - right) / (abs(left) + abs(right) + 1)
    if right > 0 and left > -math.inf:
        return left / right if math.isfinite(right) else 0.0
    return 1 + (left - right) / (abs(left) + abs(right) + 1e-9)


# -- how long judging takes
#
# It is done in plain Fractions, takes its time, and has to end in time too. How long it takes is found by judging the beginning of a run.
# A search begins no run that it could not judge, and shrinking leaves the time that its best run so far needs.

SAMPLED_COORDINATES = 2500  # coordinates that are judged to know the pace
SMALL = 8 * SAMPLED_COORDINATES  # a run with fewer is judged in no time
SAMPLED_KERNEL_ROUNDS = (
    20  # rounds against a kernel that are judged to know the pace; three times as many rounds and points are judged in no time
)
JUDGED = 4  # times as long as measuring a run does judging it take, for somebody's own learner
FOLLOWED = 8e-6  # seconds for a round and a different point, where a kernel's run is followed
_PACES: WeakKeyDictionary[Evaluator, dict[int, float]] = WeakKeyDictionary()  # of judging what a kernel did, by dimension


def judging(evaluator: Evaluator, run: Run) -> float:
    """About how many seconds judging a run takes; 0 where it is too short to matter."""
    if evaluator.rule is not None:  # its steps take what they take
        began = work_time()
        evaluator.measure(run)
        return JUDGED * (work_time() - began)
    if run.points is not None:
        return judging_pairs(evaluator, run, run.points)
    return 0.0 if len(run.moves) * run.dimension <= SMALL else per_round(evaluator, run) * len(run.moves)


def judging_pairs(evaluator: Evaluator, run: Run, points: tuple[Vector, ...]) -> float:
    """Seconds of judging against a kernel, where every pair of rounds and points counts. The pace is found once for each dimension and
    remembered: at the next call there may be no time to spare."""
    rounds = len(run.moves)
    if rounds + len(points) <= 3 * SAMPLED_KERNEL_ROUNDS:
        return 0.0
    if run.streamed:
        return FOLLOWED * len(set(run.moves)) * rounds
    paces = _PACES.setdefault(evaluator, {})
    if run.dimension not in paces:
        sampled = min(SAMPLED_KERNEL_ROUNDS, rounds)
        paces[run.dimension] = sampled * per_round(evaluator, run, sampled) / _work(run.moves[:sampled], points)
    return 1.4 * paces[run.dimension] * _work(run.moves, points)


def _work(moves: tuple[Vector, ...], points: tuple[Vector, ...]) -> float:
    """The approximate cost of a kernel's run: K for each pair of different points, and a sum over the past in each round."""
    different = {max(z, tuple(-n for n in z)) for z in (*moves, *points)}
    return len(different) ** 2 + 0.2 * len(moves) ** 2


def per_round(evaluator: Evaluator, run: Run, sampled: int | None = None) -> float:
    """Seconds that judging takes for each round of such a run, measured on its first few rounds; infinite if it cannot be followed."""
    if evaluator.calculates_repetitions and isinstance(run.source, RepeatedExamples):
        return 0.0
    sampled = sampled or max(1, min(len(run.moves), SAMPLED_COORDINATES // run.dimension))
    began = work_time()
    try:
        evaluator.judge(evaluator.witness(replace(run, moves=run.moves[:sampled], labels=run.labels[:sampled])))
    except CannotMeasure:
        return math.inf
    return (work_time() - began) / sampled
