"""One run by its definition, and its measurements, exactly, in one pass: the numbers that a conjecture's names stand for.

It is kept apart from `perceptron.run` on purpose. The judge compares the two, so that a fault in either shows. Only a learner object is
played by the same `Stepper` in both: there it shows whether it plays the same way twice, and is measured alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Any, cast

from perceptron.learners.perceptron import is_mistake
from perceptron.numbers.enclosure import EnclosedReal
from proofs.conjecture import Root, Value
from proofs.conjecture.game import Game
from proofs.conjecture.learners import AdversaryChoice, ExactRun

if TYPE_CHECKING:
    from perceptron.runs.quantities import Quantities


Vector = tuple[Fraction, ...]
Round = tuple[Vector, int]


@dataclass(frozen=True)
class Replay:
    """A run and its measurements; lengths as squares. `counted`: the update rounds (0-based) that M counts."""

    counted: tuple[int, ...]
    final: Vector
    T: int
    d: int
    gamma: Fraction
    eps: Fraction | None
    R2: Fraction  # max ‖x‖² over all rounds
    S2: Fraction
    TD: Fraction
    slack2: Fraction  # Σ max(0, gamma − y⟨u,x⟩)² over the counted rounds
    U2: Fraction
    margin: Fraction  # min y⟨u,x⟩ over all rounds
    W2: Fraction  # ‖w‖² and ⟨u,w⟩ at the end
    P: Fraction
    shortest2: Fraction = Fraction(0)  # min ‖x‖², where it was looked at
    more: Mapping[str, Value] = field(default_factory=dict)  # over all rounds, and of the learner itself: by name

    def values(self, radius: Fraction | None = None) -> dict[str, Value]:
        """Values of a conjecture's names. `radius`: the declared R. Names without a meaning here map to None."""
        values = name(len(self.counted), self.T, self.d, self.gamma, self.S2, self.TD, self.slack2, self.P, self.eps)
        R = length(self.R2) if radius is None else radius
        return {**values, "R": R, "U": length(self.U2), "W": length(self.W2), **self.more}


def values_of(quantities: Quantities) -> dict[str, Value]:
    """Values of the names by `perceptron.measure`."""
    q = quantities
    values = name(q.M, q.T, q.d, q.gamma, q.S2, q.TD, q.H2sq * q.gamma**2, q.P, q.eps)
    return {**values, "R": length(q.R2), "U": length(q.U2), "W": length(q.W2)}


def name(
    M: int, T: int, d: int, gamma: Fraction, S2: Fraction, TD: Fraction, slack2: Fraction, P: Value, eps: Fraction | None
) -> dict[str, Value]:
    """The names of a conjecture that stand for no length. slack2: Σ max(0, gamma − y⟨u,x⟩)² over the counted rounds."""
    H, H2 = (TD / gamma, Root(slack2 / gamma**2)) if gamma else (None, None)
    return {"M": M, "T": T, "d": d, "gamma": gamma, "S2": S2, "TD": TD, "H": H, "H2": H2, "P": P, "eps": eps}


def length(square: Fraction | EnclosedReal) -> Value:
    """√square; None where a matrix that is no kernel makes a square negative, or a root that was taken leaves it open."""
    if isinstance(square, EnclosedReal):
        return EnclosedReal(square.ball.sqrt()) if square.ball > 0 else None
    return Root(square) if square >= 0 else None


def replay(
    game: Game,
    rounds: Sequence[Round],
    u: Vector,
    gamma: Fraction,
    start: Vector | None = None,
    points: tuple[Vector, ...] | None = None,
    wide: bool = False,
) -> Replay:
    """Run the game's learner over the rounds (x, y). Raises InputError where the learner cannot begin."""
    return measure_run(game.opponent.exact_run(AdversaryChoice(rounds, u, gamma, start, points)), gamma, game.opponent.eps, wide=wide)


def measure_run(run: ExactRun, gamma: Fraction, eps: Fraction | None, listed: bool = True, wide: bool = False) -> Replay:
    """Play a run to its end. Unless `listed` the update rounds are counted only, so that memory does not grow with them.

    wide: also the quantities over all rounds (the names ALL_ROUNDS), for which the rounds are read twice."""
    level, q = gamma.numerator * run.unit, gamma.denominator
    counted: list[int] = []
    rounds = updates = 0
    least: int | Fraction | None = None
    longest: int | Fraction = 0
    shortest: int | Fraction = 0
    s2: int | Fraction = 0
    slack: int | Fraction = 0
    slack2: int | Fraction = 0
    everything = AllRounds(run, gamma) if wide else None
    for t, step in enumerate(run.steps()):
        rounds = t + 1
        margin, length2 = run.margin(step), run.length2(step)
        least = margin if least is None or margin < least else least
        longest = length2 if t == 0 or length2 > longest else longest
        shortest = length2 if t == 0 or length2 < shortest else shortest
        if everything is not None:
            everything.note(step, margin, length2)
        if not run.update(step):
            continue
        updates += 1
        if everything is not None:
            everything.along2 += margin**2
        if listed:
            counted.append(t)
        s2 += length2
        if (short := level - q * margin) > 0:
            slack += short
            slack2 += short * short
    unit = q * run.unit
    return Replay(
        counted=tuple(counted) if listed else cast("tuple[int, ...]", range(updates)),
        final=run.weights(),
        T=rounds,
        d=run.dimension,
        gamma=gamma,
        eps=eps,
        R2=Fraction(longest, run.square),
        S2=Fraction(s2, run.square),
        TD=Fraction(slack, unit),
        slack2=Fraction(slack2, unit * unit),
        U2=run.comparator2(),
        margin=Fraction(least or 0, run.unit),
        W2=run.weights2(),
        P=run.along(),
        shortest2=Fraction(shortest, run.square),
        more=run.numbers() | ({} if everything is None else everything.values(Fraction(shortest, run.square))),
    )


class AllRounds:
    """Sums over all rounds and not over updates alone, in the units of the run."""

    def __init__(self, run: ExactRun, gamma: Fraction) -> None:
        self.run, self.gamma, self.level = run, gamma, gamma.numerator * run.unit
        self.errors = 0
        self.loss: Any = 0
        self.loss2: Any = 0
        self.squares: int | Fraction = 0
        self.slack: int | Fraction = 0
        self.slack2: int | Fraction = 0
        self.along2: int | Fraction = 0  # over updates
        self.along2_all: int | Fraction = 0
        self.sum: int | Fraction = 0
        self.largest: int | Fraction = 0

    def note(self, step: tuple[Any, int], margin: int | Fraction, length2: int | Fraction) -> None:
        """A round, before the learner plays it."""
        inner = self.run.inner(step)
        self.errors += is_mistake(inner, step[1], self.run.ties)
        if (loss := self.run.square - inner) > 0:
            self.loss += loss
            self.loss2 += loss**2
        self.squares += length2
        self.along2_all += margin**2
        sizes = [abs(n) for n in step[0]]
        self.sum, self.largest = max(self.sum, sum(sizes)), max(self.largest, *sizes)
        if (short := self.level - self.gamma.denominator * margin) > 0:
            self.slack += short
            self.slack2 += short**2

    def values(self, shortest2: Fraction) -> dict[str, Value]:
        """The names ALL_ROUNDS, after the last round. shortest2: min ‖x‖²."""
        run, g, below = self.run, self.gamma, self.gamma.denominator * self.run.unit
        one, of_loss = isqrt(run.square), Fraction(1, run.square)
        sizes = [abs(Fraction(n * one, run.unit)) for n in run.u]
        slack = Fraction(self.slack, below)
        return {
            "E": self.errors,
            "L": self.loss * of_loss,
            "L2": length(self.loss2 * of_loss**2),
            "F": min((run.inner(step) * of_loss for step in run.steps()), default=None),
            "S2_all": Fraction(self.squares, run.square),
            "TD_all": slack,
            "H_all": slack / g if g else None,
            "H2_all": length(Fraction(self.slack2, below**2) / g**2) if g else None,
            "G2": Fraction(self.along2, run.unit**2),
            "G2_all": Fraction(self.along2_all, run.unit**2),
            "R_min": length(shortest2),
            "R_1": Fraction(self.sum, one),
            "R_inf": Fraction(self.largest, one),
            "U_1": sum(sizes, Fraction(0)),
            "U_inf": max(sizes),
        }
