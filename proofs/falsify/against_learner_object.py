"""Playing against any learner object: its rule asked exactly, its threshold found by asking.

A learner is a `perceptron.Learner`, or one over tuples (`perceptron.learners.perceptron.AnyLearner`). It may keep a state (a count of its
updates, say): every run has a copy of the object, and `start` begins it. A function from gamma to such an object, or a class whose
constructor takes gamma, stands for a learner that knows the margin.

    class FixedMargin(Learner):                      # from perceptron import Learner
        beta = Fraction(1, 2)
        def wants_update(self, w, x, y): return y * (w @ x) <= self.beta

    falsify("M <= (1 + beta)/gamma**2", learner=FixedMargin())        # beta is a name: a number of the learner

A learner may make its numbers longer with every step. A run is cut where they are too long to go on with, and the time is looked at
in every round.

`custom_run` is a run as the learner plays it, exactly; `CustomLearnerMoves` are the moves of the other learners against its threshold."""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm, sqrt
from operator import mul
from typing import Any, NoReturn, TypeVar

from perceptron import MarginPerceptron
from perceptron.errors import InputError
from perceptron.learners.learner import Stepper
from perceptron.learners.plain_data import held_data
from perceptron.learners.representations import EnclosedCoordinates, coordinates, vector_of
from perceptron.learners.vectors import Vector as OpaqueVector
from perceptron.numbers.enclosure import NotSeparated, precision
from perceptron.numbers.exact import dot
from perceptron.numbers.rational_points import unit_near
from proofs.conjecture.game import Game
from proofs.conjecture.learners.euclidean import Step
from proofs.counterexample.learner_object import (
    FAILURES,
    KEEP_STATE,
    MAX_BITS,
    PRECISIONS,
    CustomLearner,
    Faulty,
    ObjectRun,
    bits,
    is_plain,
    said_of,
)
from proofs.falsify.against_euclidean import PUSHES, Aim, EuclideanMoves, aimed_move
from proofs.falsify.clock import CALL, BudgetSpent, NoAnswer
from proofs.falsify.run import Run, Vector
from proofs.system.work_clock import work_time

T = TypeVar("T")
_FINENESS = 2.0**-34  # of the threshold, relative to the longest inner product that can occur
ROUNDS_TRIED = 24  # to see whether a learner plays them twice in the same way
HOW_TO_DRAW = (
    "Let it draw from random.Random(seed) made in `start`, or hand over perceptron.learners.custom.InExpectation(make, seeds), "
    "whose number mean_M is the mean over the seeds"
)
EFFORT = 1_000_000  # of one run: a round costs its dimension times (1 + bits/256)²


class Overlong(Exception):
    """The learner's numbers have become too long to follow the run, or it does not return from a call."""


class CustomRun(ObjectRun):
    """One run of a learner with steps that are given or chosen as it goes: its weights, and the effect of the next step.

    The weights are whole numbers over grid·scale as long as they are rational, and `roots` otherwise. Raises BudgetSpent in a round after
    the deadline (work time), Overlong and Undecided."""

    def __init__(
        self, rule: CustomLearner, gamma: Fraction, grid: int, u: Sequence[Fraction], deadline: float = math.inf, steps: Iterable[Step] = ()
    ) -> None:
        self.deadline, self.effort, self.score = deadline, EFFORT, rule.scores
        self.last = self.share = 0.0  # the threshold that was found last, and as a share of the weights' length
        try:
            super().__init__(rule, gamma, steps, grid, tuple(u))
        except InputError as error:  # told this gamma, a function made no learner
            raise Faulty(str(error)) from error
        self.plain, self.begun = is_plain(self.learner), held_data(self.learner)

    @property
    def fresh(self) -> bool:
        """Whether the next round makes a step in any case."""
        return self.stepper.fresh

    @property
    def changed(self) -> bool:
        """Whether the learner keeps a state that is not the one it began with."""
        return held_data(self.learner) != self.begun

    def hold(self) -> None:
        """Take the weights that the learner has now, and their norm. Raises Overlong if they are too long to go on with."""
        new = self.stepper.w.behind
        self.roots: tuple[Any, ...] | None = new.entries if isinstance(new, EnclosedCoordinates) else None
        if self.roots is not None:
            self.scale, self.w = 1, [0] * len(self.roots)
            self.norm2: Any = sum((value * value for value in self.roots), Fraction(0))
            return
        below = lcm(new.below, self.below)
        self.scale, times = below // self.below, below // new.below
        self.w = [times * n for n in new.entries]
        longest = max(self.scale.bit_length(), *(n.bit_length() for n in self.w)) if self.w else 0
        self.effort -= int(len(self.w) * (1 + longest / 256) ** 2)
        if longest > MAX_BITS or self.effort < 0:
            raise Overlong
        self.norm2 = Fraction(sum(map(mul, self.w, self.w)), (self.below * self.scale) ** 2)

    def weights2(self) -> Any:
        return self.norm2

    def inner(self, step: Step) -> Any:
        return self.product(*step) * self.square

    def product(self, z: Sequence[int], y: int) -> Any:
        """y times the learner's score."""
        if self.score or self.roots is not None:
            return self.call(lambda: self.stepper.inner(self.x(z, y), y))
        return Fraction(sum(map(mul, self.w, z)), self.square * self.scale)

    def wants(self, step: Step) -> bool:
        """Whether the round would be a step, asked of a copy where asking might change the learner."""
        return self.fresh or self.ask(self.double(), *step)

    def take(self, step: Step) -> bool:
        if work_time() > self.deadline:
            raise BudgetSpent
        return super().take(step)

    def ask(self, stepper: Stepper, z: Sequence[int], y: int) -> bool:
        """The answer of the learner that a stepper has."""
        return self.call(lambda: stepper.wants(self.x(z, y), y))

    def double(self) -> Stepper:
        """A stepper with a copy of the learner, whose answers leave the learner as it is."""
        return self.stepper.playing(copy.copy(self.learner) if self.plain else copy.deepcopy(self.learner))

    def floats(self) -> list[float]:
        """The factor of an example in the learner's update, in grid units: its weights, or those of a score of its own. A vote has no
        weights:
        it is the same for a longer example."""
        if self.score:
            scores = [self.alone(i, self.below) for i in range(len(self.w))]
            first = next((i for i, score in enumerate(scores) if score), None)
            if first is None or not any(self.w) or self.alone(first, 2 * self.below) != scores[first]:
                return [score * self.below for score in scores]
        return [n / self.scale for n in self.w] if self.roots is None else [_float(value) * self.below for value in self.roots]

    def alone(self, i: int, size: int) -> float:
        """The learner's score of an example along an axis."""
        return _float(self.product(tuple(size * (i == j) for j in range(len(self.w))), 1))

    def threshold(self, y: int, longest: float) -> float:
        """About the greatest <w,z>, in units of grid², that makes a step, for ‖z‖ ≤ longest grid units: found by bisection,
        which takes it that what makes a step also makes one further on the wrong side. The question is put to the learner again."""
        floats = self.floats()
        size = math.hypot(*floats) / self.below if self.score or self.roots is not None else _root(self.norm2)
        reach = 1.000001 * size * longest / self.below + 1e-12
        probe, shown = self.double(), (round(longest), *(0,) * (len(self.w) - 1))  # a rule that sees x sees a long one
        fine, aim = reach * _FINENESS, aimed_at(floats, longest / self.below) if self.rule.algebra else None

        def steps(inner: float) -> bool:
            nonlocal probe
            if held_data(probe.learner) != held_data(self.learner):  # it counts how often it is asked, say
                probe = self.double()
            if aim is not None:
                return self.call(lambda: probe.wants(aim(y * inner / size if size else 0.0), y))
            x = coordinates(self.x(shown, y)) if self.rule.sees else ()
            return self.call(lambda: probe.rule.answer(Fraction(inner), self.norm2, y, x))

        for guess in (self.last, self.share * size):  # most learners' thresholds are constant, or go with the length of w
            near = min(max(guess, -reach), reach)
            if steps(near - fine) and not steps(near + fine):
                self.last, self.share = near, near / size if size else 0.0
                return near * self.square
        low, high = -reach, reach
        if not steps(low):
            return low * self.square
        while high - low > fine:
            middle = (low + high) / 2
            low, high = (middle, high) if steps(middle) else (low, middle)
        if low < 0 < high or abs(high) < 2 * fine:
            low = 0.0
        self.last, self.share = low, low / size if size else 0.0
        return low * self.square

    def call(self, action: Callable[[], T]) -> T:
        if self.played > CALL.most:
            raise Overlong
        CALL.begin(self.played)
        try:
            return action()
        except NotSeparated:
            raise
        except NoAnswer:
            raise Overlong from None
        except (*FAILURES, KeyboardInterrupt) as error:
            if isinstance(error, KeyboardInterrupt) and CALL.heard:
                raise
            self.fail(said_of(error), error)
        finally:
            CALL.end()

    def fail(self, why: str, cause: BaseException | None = None) -> NoReturn:
        raise Faulty(f"the learner {type(self.learner).__name__} failed: {why}") from cause


def aimed_at(w: Sequence[float], length: float) -> Callable[[float], OpaqueVector]:
    """The vector of this length, or longer, with a given share along w: a function of that share."""
    size = math.hypot(*w)
    e = [a / size for a in w] if size else [1.0, *[0.0] * (len(w) - 1)]
    i = min(range(len(e)), key=lambda j: abs(e[j]))
    across = [(i == j) - e[i] * a for j, a in enumerate(e)]
    far = math.hypot(*across)

    def aim(along: float) -> OpaqueVector:
        aside = math.sqrt(max(0.0, length**2 - along**2)) / far if far > 1e-6 else 0.0
        return vector_of(tuple(Fraction(along * a + aside * b) for a, b in zip(e, across, strict=True)))

    return aim


def refuse_random(rule: CustomLearner, dimension: int) -> None:
    """Raise Faulty for a learner that plays the same rounds twice in two ways."""
    if differ(_attempt(rule, dimension, (1, -1)), _attempt(rule, dimension, (1, -1))):
        raise Faulty(
            f"the learner {rule.label} failed: it is not deterministic: it played the same rounds twice in two ways. {HOW_TO_DRAW}. "
            f"{KEEP_STATE}"
        )


def tells_labels_apart(rule: CustomLearner, dimension: int) -> bool:
    """Whether a learner does not treat (−x, −y) as it treats (x, y), so that it matters which label goes with y·x."""
    return any(differ(_attempt(rule, dimension, (1, 1)), _attempt(rule, dimension, labels)) for labels in ((-1, -1), (1, -1)))


def differ(one: list[object], other: list[object]) -> bool:
    """Whether two runs went two ways, as far as both go: on a busy machine a call may be given up."""
    return any(a != b for a, b in zip(one, other, strict=False))


def _attempt(rule: CustomLearner, dimension: int, labels: tuple[int, int]) -> list[object]:
    """A short run with two labels in turn: the answers and the weights."""
    grid, draw = 60, random.Random(0)
    answers = list[object]()
    try:
        played = CustomRun(rule, Fraction(1, 4), grid, (Fraction(0),) * dimension)
        for t in range(ROUNDS_TRIED):
            z = tuple(draw.randrange(-grid, grid + 1) // dimension for _ in range(dimension))
            answers.append((played.take((z, labels[t & 1])), [_float(value) for value in played.weights()], played.numbers()))
    except (Overlong, NotSeparated):
        pass  # as far as it goes
    return answers


def _root(square: Fraction) -> float:
    return sqrt(square) if square < 1 << 1000 else 0.0


def _float(value: Any) -> float:
    """As a float; 0 where it is beyond one."""
    try:
        return float(value)
    except OverflowError:
        return 0.0


def custom_run(rule: CustomLearner, run: Run, deadline: float, times: int = 1) -> CustomRun:
    """The run as a user's learner plays it, its rounds repeated. Raises InputError where that cannot begin."""
    if run.start is not None:
        raise InputError("a learner object starts where it does")
    played = CustomRun(rule, run.gamma, run.grid, run.comparator(), deadline, run.steps(times))
    if played.fresh and not any(next(iter(run.moves))) and isinstance(played.learner, MarginPerceptron):
        raise InputError("the Margin Perceptron refuses to begin with 0")
    return played


PATIENT_ROUNDS = 2
WRONG = 1e-3  # of a squared length


def run_of(genes: tuple[int, ...], game: Game, rule: CustomLearner, deadline: float) -> Run | None:
    """The run that a genome plays against a learner object; None if it cannot make a single move."""
    try:
        return CustomLearnerMoves(genes, game, rule, deadline).run(deadline)
    except (Overlong, NotSeparated):
        return None


class CustomLearnerMoves(EuclideanMoves):
    """The moves that a genome makes against a learner object; `w` is the factor of an example, in grid units."""

    def __init__(self, genes: tuple[int, ...], game: Game, rule: CustomLearner, deadline: float = math.inf) -> None:
        self.rule, self.deadline = rule, deadline
        super().__init__(genes, game)
        self.idle = 0  # rounds in a row that made no step

    def begun(self) -> list[float]:
        self.played = CustomRun(self.rule, self.gamma, self.grid, (Fraction(0),) * self.d, self.deadline)
        return self.played.floats()

    def play(self, deadline: float) -> None:
        with suppress(Overlong, NotSeparated):  # so far and no further
            super().play(deadline)

    def run(self, deadline: float) -> Run | None:
        with precision(PRECISIONS[0]):
            return super().run(deadline)

    def next_move(self, t: int) -> Vector | None:
        """The move of round t. Where no move makes a step, a learner whose state changes may wait for something: then the move that was
        aimed is played all the same, a few times in a row."""
        move = super().next_move(t)
        if move is not None or self.idle >= PATIENT_ROUNDS or not self.played.changed:
            self.idle = 0 if move is not None else self.idle
            return move
        self.idle += 1
        if self.sphere is not None or self.d == 1:
            return None
        wrong = -WRONG * self.longest**2  # well on the wrong side
        aim = Aim(self.p, self.length * self.longest, self.longest, self.slack, self.side, len(self.moves))
        for push in PUSHES:
            z = aimed_move(self.w, self.grid, aim, lambda: wrong, push)
            if z is not None and sum(n * n for n in z) <= self.longest**2:
                return z
        return None

    def learn(self, z: Vector, y: int) -> None:
        if self.played.take((z, y)):
            self.w = self.played.floats()

    def threshold(self) -> float:
        return 0.0 if self.played.fresh else self.played.threshold(self.next_label(), self.longest)

    def allowed(self, z: Vector) -> bool:
        return any(z) and self.played.wants((z, self.next_label()))


OWN_STARTS = tuple(1 / Fraction(n) for n in (1, 2, 3, 4, 5, 8, 12, 20))  # margins that are tried
MOST_TURNS = 16  # rounds times γ²
SHORTER = (1 / 4, 3 / 2)  # for a learner whose steps are not as long as the examples
SPIRAL_GRIDS = ((1_000, 5), (64, 1))  # coordinates are multiples of 1/fine, and `near` of these away from a right angle


def from_own_start(rule: CustomLearner, game: Game) -> Iterator[Run]:
    """Runs against the learner's own weights and rates, in three dimensions and in two; in four if it works coordinate by coordinate.

    Every example has the margin, and is on the wrong side of w by as little as possible. u points away from a start that is not 0. Where
    coordinates matter, u has them all alike."""
    if game.norm == "unit" or game.setting != "separable" or not game.is_plain:
        return
    turns = [(3, Turn(fine, near)) for fine, near in SPIRAL_GRIDS] + [(2, Turn(fine, near, flat=True)) for fine, near in SPIRAL_GRIDS]
    turns.append((3, Turn(*SPIRAL_GRIDS[0], shorter=SHORTER)))
    evenly = [] if rule.algebra else [(4, Turn(*SPIRAL_GRIDS[0], keeps_side=keeps)) for keeps in (True, False)]
    for gamma, (d, turn) in product(OWN_STARTS, turns + evenly):
        with suppress(InputError, ArithmeticError, ValueError, Overlong, NotSeparated):
            if (game.dimension or d) >= d:
                play = Stepper(rule.fresh(gamma), game.dimension or d)
                u = unit_near((Fraction(1),) * (game.dimension or d)) if d == 4 else _away_from(play.coordinates)
                if rounds := _spiral_against(play, gamma, u, turn):
                    yield Run.of(rounds, u, gamma)


def _away_from(w: Sequence[Any]) -> tuple[Fraction, ...]:
    """The unit vector along −w, or near it; the first axis if w is 0."""
    if any(w) and all(isinstance(a, Fraction) for a in w):
        return tuple(-a for a in unit_near(w, 64))
    return tuple(Fraction(i == 0) for i in range(len(w)))


@dataclass(frozen=True)
class Turn:
    """Examples with coordinates that are multiples of 1/fine, `near` of these away from a right angle to w.

    flat        in the plane of u and w
    keeps_side  an example's part across u and w is on the side of the last one's
    shorter     after this share of 1/γ² rounds an example is that many times γ long, in place of 1
    """

    fine: int
    near: int
    flat: bool = False
    keeps_side: bool = True
    shorter: tuple[float, float] = (math.inf, 0.0)


def _spiral_against(play: Stepper, gamma: Fraction, u: Sequence[Fraction], turn: Turn) -> list[tuple[tuple[Fraction, ...], int]]:
    """The rounds against a learner, as long as it updates."""
    rounds, axis, last = list[tuple[tuple[Fraction, ...], int]](), [float(a) for a in u], list[float]()
    share, ratio = turn.shorter
    while len(rounds) < MOST_TURNS / gamma**2 and bits(play.coordinates) < MAX_BITS:
        long = len(rounds) < share / gamma**2
        rest = math.sqrt(1 - gamma**2 if long else (ratio**2 - 1) * gamma**2)
        w = [float(a) for a in play.coordinates]
        a = sum(map(mul, w, axis))
        aside = [p - a * q for p, q in zip(w, axis, strict=True)]
        far = math.hypot(*aside)
        e = [p / far for p in aside] if far else _across(axis)
        along = min(rest, -float(gamma) * a / far) - turn.near / turn.fine if far else 0.0
        b = [0.0] * len(e) if turn.flat else _across(axis, e)
        if turn.keeps_side and last and sum(map(mul, last, b)) < 0:
            b = [-p for p in b]
        last, across = b, math.sqrt(max(0.0, rest**2 - along**2)) * (1 - 1 / turn.fine)
        offsets = [Fraction(int((along * p + across * q) * turn.fine), turn.fine) for p, q in zip(e, b, strict=True)]
        beside = dot(offsets, u)
        x = tuple(o + (gamma - beside) * p for o, p in zip(offsets, u, strict=True))
        if dot(x, x) > 1 or not play.wants(x, 1):
            break
        play.step(x, 1)
        rounds.append((x, 1))
    return rounds if share == math.inf or len(rounds) > share / gamma**2 else []


def _across(*directions: Sequence[float]) -> list[float]:
    """A unit vector at right angles to these, which are so to each other: near the axis that is farthest from them; 0 if there is none."""
    sizes = [sum(map(abs, entries)) for entries in zip(*directions, strict=True)]
    b = [float(i == sizes.index(min(sizes))) for i in range(len(sizes))]
    for v in directions:
        share = sum(map(mul, b, v))
        b = [p - share * q for p, q in zip(b, v, strict=True)]
    size = math.hypot(*b)
    return [p / size for p in b] if size > 1e-9 else [0.0] * len(b)
