"""The game as a state machine of Hypothesis: for a test suite of one's own, against any learner object.

    from perceptron.learners.perceptron import Additive
    from proofs.falsify.state_machine import machine_for

    @dataclass
    class FixedMargin(Additive):
        beta: Fraction
        def wants_update(self, inner, norm2, y): return inner <= self.beta

    class TestMine(machine_for(FixedMargin(Fraction(1, 2)), "M <= (1 + 2*beta)/gamma**2").TestCase):
        settings = settings(max_examples=200, stateful_step_count=40)

pytest runs TestMine as it runs any unittest case. Hypothesis names gamma and the dimension, then plays rounds: at the edge
of what the learner punishes, anywhere, or one that it saw before. After every round the conjecture is judged exactly. A
failure is shrunk by Hypothesis, shows the run, and is a counterexample that `judge_with` has accepted.

A search (`falsify`) is stronger; the machine is for keeping a bound tested while a learner is being changed."""

from __future__ import annotations

import math
from contextlib import suppress
from fractions import Fraction
from operator import mul
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from proofs.conjecture.game import Game, default_game
from proofs.counterexample.custom_learner import CustomLearner, judge_with, parse_for
from proofs.falsify.against_euclidean import Aim, aimed_move
from proofs.falsify.custom_learner import CustomLearnerEvaluator, Session
from proofs.falsify.evaluator import Unmeasured
from proofs.falsify.run import Run, Vector
from proofs.falsify.spheres import WIDTH, four_squares

GRID = 720  # every example is a whole vector over this
_MAX_DIMENSION = 4


class Broken(AssertionError):
    """The conjecture is false: `counterexample` is a run that breaks it, judged valid."""

    def __init__(self, counterexample: Any) -> None:
        c = counterexample
        super().__init__(f"{c.comparison.unicode()} is false: {c.lhs} {c.comparison.op} {c.rhs} fails, with M = {c.M}, γ = {c.gamma}")
        self.counterexample = c


class LearnerMachine(RuleBasedStateMachine):
    """The state machine that `machine_for` completes: a comparator along the first axis, and the learner's answers."""

    evaluator: CustomLearnerEvaluator

    @initialize(dimension=st.integers(1, _MAX_DIMENSION), level=st.integers(1, GRID), size=st.integers(1, 4))
    def begin(self, dimension: int, level: int, size: int) -> None:
        """Name the dimension, the margin level/GRID, and (where the rules leave it open) the lengths of u and of the examples."""
        game = self.evaluator.game
        self.d = game.dimension or dimension
        self.u = 1 if game.demands("unit comparator") else size
        self.longest = GRID * (1 if game.norm != "any" and game.demands("bounded examples") else size)
        self.pads = game.unit_examples and game.dimension is None
        self.level = level
        self.gamma = Fraction(level * self.u, GRID)
        self.session = Session(self.evaluator.rule, self.gamma, self.d + WIDTH * self.pads, GRID)
        self.moves: list[Vector] = []
        self.labels: list[int] = []

    @rule(turn=st.integers(0, 15), spare=st.integers(0, 3), y=st.sampled_from([1, -1]))
    def at_the_edge(self, turn: int, spare: int, y: int) -> None:
        """The least progress that the margin allows, as long as allowed, just where the learner still makes a step."""
        aim = Aim(self.level + spare * spare, self.longest, self.longest, 0.0, turn & 3, turn)
        edge = lambda: 0.0 if self.session.fresh else self.session.threshold(y, float(self.longest))  # noqa: E731
        z = aimed_move(self.session.floats()[: self.d], GRID, aim, edge, push=1.0)
        if z is not None:
            self.take(z, y)

    @rule(cells=st.lists(st.integers(-4, 4), min_size=_MAX_DIMENSION, max_size=_MAX_DIMENSION), y=st.sampled_from([1, -1]))
    def anywhere(self, cells: list[int], y: int) -> None:
        """Any plain direction, on u's side if the rules demand it."""
        z = [x * self.longest // 8 for x in cells[: self.d]]
        if self.evaluator.game.demands("separable"):
            z[0] = max(abs(z[0]), self.level)
        self.take(tuple(z), y)

    @precondition(lambda self: bool(self.moves))
    @rule(back=st.integers(1, 8))
    def again(self, back: int) -> None:
        """An example that it saw before."""
        self.note(self.moves[-min(back, len(self.moves))], self.labels[-min(back, len(self.moves))])

    def take(self, z: Vector, y: int) -> None:
        """Play a new example, if it is short enough (made as long as the grid where the rules ask for that)."""
        if sum(map(mul, z, z)) > self.longest**2 or (self.session.fresh and not any(z)):
            return
        if self.pads:
            z = (*z, *four_squares(GRID * GRID - sum(map(mul, z, z))))
        self.note(z, y)

    def note(self, z: Vector, y: int) -> None:
        """One more round."""
        self.session.take(z, y)
        self.moves.append(z)
        self.labels.append(y)

    @invariant()
    def the_conjecture_holds(self) -> None:
        """Judge the run so far, exactly."""
        if not getattr(self, "moves", None):
            return
        dimension = len(self.moves[0])
        u = (self.u, *(0,) * (dimension - 1))
        radius = None
        if self.evaluator.game.radius == "declared":
            longest = max(sum(map(mul, z, z)) for z in self.moves)
            radius = Fraction(math.isqrt(max(0, longest - 1)) + 1 if longest else 0, GRID)
        run = Run(GRID, tuple(self.moves), tuple(self.labels), u, 1, self.gamma, radius)
        with suppress(Unmeasured):
            if not self.evaluator.breaks(run):
                return
            counterexample = self.evaluator.witness(run)
            if judge_with(self.evaluator.rule, counterexample):
                raise Broken(counterexample)


def machine_for(learner: Any, conjecture: str, game: Game | None = None) -> type[LearnerMachine]:
    """A state machine class that plays the conjecture's game (by default `default_game`) against a learner object, or a
    function from gamma to one. Its `TestCase` is for pytest; `run_state_machine_as_test` runs it at once. Raises InputError
    for a conjecture or a learner that cannot be played with."""
    asked = CustomLearner(learner)
    comparison = parse_for(conjecture, asked)
    evaluator = CustomLearnerEvaluator(comparison, default_game(comparison.names) if game is None else game, asked)
    doc = f"{comparison.unicode()}, against {asked.label}."
    return type(f"{asked.label}Machine", (LearnerMachine,), {"evaluator": evaluator, "__doc__": doc})
