"""A run is measured in one pass over exact integers, and judged in floats first.

Most runs break nothing, and floats say so in microseconds. Whatever comes near the bound is judged exactly by `proofs.conjecture`. What
is reported is judged once more by `proofs.counterexample`, which shares no code with the search."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count
from operator import mul
from typing import TYPE_CHECKING, Any, Protocol, cast

from perceptron.errors import InputError
from perceptron.learners.perceptron import is_mistake
from perceptron.numbers.enclosure import Enclosed
from proofs.conjecture import ALL_ROUNDS, Comparison, Root, Status, Value
from proofs.conjecture.evaluate import compile_term, guarded
from proofs.conjecture.game import SAME, Game
from proofs.conjecture.learners.euclidean import Euclidean
from proofs.counterexample import Counterexample, Verdict, judge
from proofs.falsify.run import Measured, Run, Totals, Units, Vector, length

if TYPE_CHECKING:
    from proofs.counterexample.custom_learner import CustomLearner


class SumsOverAllRounds:
    """The sums over the rounds of one run, which are told one by one."""

    def __init__(self, run: Run, ties: str | int) -> None:
        self.run, self.ties = run, ties
        self.errors, self.squares, self.slack, self.slack2 = 0, 0, 0, 0
        self.along = self.along2 = self.along2_all = self.sum = self.largest = 0
        self.shortest = math.inf
        self.loss: Any = Fraction(0)
        self.loss2: Any = Fraction(0)

    def note(self, z: Vector, y: int, inner: Any) -> None:
        """A round, and y times the learner's score before it."""
        run = self.run
        self.errors += is_mistake(inner, y, self.ties)
        if inner < 1:
            self.loss += 1 - inner
            self.loss2 += (1 - inner) ** 2
        square, self.along = sum(map(mul, z, z)), sum(map(mul, run.u, z))
        self.squares += square
        self.along2_all += self.along**2
        self.shortest = min(self.shortest, square)
        self.sum, self.largest = max(self.sum, sum(map(abs, z))), max(self.largest, *map(abs, z))
        short = run.gamma.numerator * run.grid * run.unit - run.gamma.denominator * self.along
        if short > 0:
            self.slack, self.slack2 = self.slack + short, self.slack2 + short * short

    def values(self, finals: Sequence[Any]) -> dict[str, Value]:
        """The names ALL_ROUNDS; finals: y times the final weights' score on every round."""
        run, g = self.run, self.run.gamma
        below = g.denominator * run.grid * run.unit
        return {
            "E": self.errors,
            "L": self.loss,
            "L2": length(self.loss2),
            "F": min(finals, default=None),
            "S2_all": Fraction(self.squares, run.grid**2),
            "TD_all": Fraction(self.slack, below),
            "H_all": Fraction(self.slack, below) / g if g else None,
            "H2_all": Root(Fraction(self.slack2, below * below) / (g * g)) if g else None,
            "G2": Fraction(self.along2, (run.grid * run.unit) ** 2),
            "G2_all": Fraction(self.along2_all, (run.grid * run.unit) ** 2),
            "R_min": Root(Fraction(int(self.shortest), run.grid**2)),
            "R_1": Fraction(self.sum, run.grid),
            "R_inf": Fraction(self.largest, run.grid),
            "U_1": Fraction(sum(map(abs, run.u)), run.unit),
            "U_inf": Fraction(max(map(abs, run.u)), run.unit),
        }


class FollowedLearner(Protocol):
    """A learner in the middle of a run."""

    fresh: bool  # whether the next example only initialises

    def inner(self, z: Vector, y: int) -> Any:
        """y times its score, exactly."""

    def wants(self, z: Vector, y: int) -> bool:
        """Whether this would be an update."""

    def take(self, z: Vector, y: int) -> bool:
        """Play it; whether it was one."""


class EuclideanPlayer:
    """One of the learners with Euclid's lengths, in whole numbers."""

    def __init__(self, run: Run, game: Game) -> None:
        opponent = cast(Euclidean, game.opponent)
        self.rule, self.fresh, self.grid2 = opponent.rule(run.gamma, run.grid), opponent.initialises, run.grid * run.grid
        self.measures = opponent.eps is not None and not game.always_updates  # what it does depends on ‖w‖
        self.w: list[int] = list(run.start or (0,) * run.dimension)

    def inner(self, z: Vector, y: int) -> Fraction:
        return Fraction(sum(map(mul, self.w, z)), self.grid2)

    def wants(self, z: Vector, y: int) -> bool:
        return self.fresh or self.rule(sum(map(mul, self.w, z)), sum(map(mul, self.w, self.w)) if self.measures else 0, y)

    def take(self, z: Vector, y: int) -> bool:
        if wanted := self.wants(z, y):
            self.w, self.fresh = [a + b for a, b in zip(self.w, z, strict=True)], False
        return wanted


def updates_of(run: Run, game: Game) -> list[bool]:
    """Which rounds are updates of the game's own learner, the first one that only initialises among them."""
    player = EuclideanPlayer(run, game)
    return [player.take(z, y) for z, y in zip(run.moves, run.labels, strict=True)]


def refuse_unmeasured(comparison: Comparison, game: Game, own: bool) -> bool:
    """Whether the conjecture asks about all rounds. Raises InputError where those are not measured."""
    asked = sorted(comparison.names & ALL_ROUNDS)
    if asked and not own and not game.is_euclidean:
        raise InputError(f"{', '.join(asked)}: not measured for the learner {game.learner}, only for those with Euclid's inner product")
    return bool(asked)


class Unmeasured(Exception):
    """A run that cannot be followed: its learner cannot begin, its numbers grow too long, or it takes too long."""


UNMET = 0.99  # the greatest score of a run that does not meet a condition of the claim
FAR = 0.5  # the same where it would not break the claim without that condition


class Evaluator:
    """Measures runs for a conjecture and a game, ranks them, and says which break the conjecture.

    nontrivial: only runs with an update and a right side above zero count as broken. A bound that says nothing, such as 8/gamma**2 − 4
    at an absurd gamma, is then no find."""

    rule: CustomLearner | None = None  # somebody's own learner
    takes_rule = False  # whether it is for one

    def __init__(self, comparison: Comparison, game: Game, nontrivial: bool = False) -> None:
        self.comparison, self.game, self.nontrivial = comparison, game, nontrivial
        self.left, self.right = (guarded(compile_term(side)) for side in (comparison.left, comparison.right))
        self.conditions = [(c.op, guarded(compile_term(c.left)), guarded(compile_term(c.right))) for c in comparison.conditions]
        self.eps = game.opponent.eps
        self.float_eps = None if self.eps is None else float(self.eps)
        self.judged: dict[Any, Status] = {}
        self.undecided = 0
        self.undefined = 0
        self.overlong = 0  # runs given up because a learner's numbers grew too long
        self.deadline = math.inf  # monotonic time, for a run that takes long in itself
        self.wide = refuse_unmeasured(comparison, game, self.takes_rule)
        self.last_recipe: tuple[Run, Measured | None] | None = None  # the last run that is a recipe, which takes its time

    def measure(self, run: Run) -> Measured | None:
        """Fold the learner over the run and measure it; None if the learner cannot begin."""
        if not run.streamed:
            return self.fold(run)
        if self.last_recipe is None or self.last_recipe[0] is not run:
            self.last_recipe = run, self.fold(run)
        return self.last_recipe[1]

    def fold(self, run: Run) -> Measured | None:
        """The measurements of a run, always computed."""
        player, first = EuclideanPlayer(run, self.game), next(iter(run.moves), None)
        if first is None or (player.fresh and not any(first)):
            return None
        return self.measured(run, *self.played(run, player), player.w)

    def played(self, run: Run, player: FollowedLearner, ties: str | int | None = None) -> tuple[Totals, dict[str, Value]]:
        """The sums over a run of at least one round that a learner plays, and the names ALL_ROUNDS where they are asked for."""
        rounds = SumsOverAllRounds(run, self.game.ties if ties is None else ties) if self.wide else None

        def counts(z: Vector, y: int) -> bool:
            first = player.fresh
            if rounds is not None:
                rounds.note(z, y, player.inner(z, y))
            counted = player.take(z, y) and not first
            if counted and rounds is not None:
                rounds.along2 += rounds.along**2
            return counted

        plain = rounds is None and not player.fresh
        totals = self.totals(run, run.units.inner, self.rounds(run), player.take if plain else counts)
        if rounds is None:
            return totals, {}
        return totals, rounds.values([player.inner(z, y) for z, y in zip(run.moves, run.labels, strict=True)])

    def rounds(self, run: Run) -> Iterator[tuple[int, int, Vector, int]]:
        """⟨u,z⟩, ‖z‖², z and y of every round. Of moves that are made while they are looked at the number is not known before."""
        u, passes, length2 = run.u, self.game.repeats, self.length2
        moves, labels = (run.moves * passes, run.labels * passes) if passes > 1 else (run.moves, run.labels)
        for z, y in zip(moves, map(labels.__getitem__, count()), strict=False):
            yield sum(map(mul, u, z)), length2(z), z, y

    def totals(self, run: Run, inner: int, rounds: Iterable[tuple[int, int, Any, int]], counts: Callable[[Any, int], bool]) -> Totals:
        """The sums over rounds, where `counts` plays one and says whether it counts."""
        q, level = run.gamma.denominator, run.gamma.numerator * inner
        counted = longest = s2 = slack = slack2 = 0
        least = shortest = math.inf
        for along, length2, z, y in rounds:
            if length2 > longest:
                longest = length2
            if length2 < shortest:
                shortest = length2
            if along < least:
                least = along
            if not counts(z, y):
                continue
            counted += 1
            s2 += length2
            if (short := level - q * along) > 0:
                slack += short
                slack2 += short * short
        return Totals(counted, longest, int(shortest), s2, slack, slack2, int(least))

    def measured(self, run: Run, totals: Totals, more: dict[str, Value], w: Sequence[int], scale: int = 1, norm: int = 2) -> Measured:
        """A run with its sums and its final weights. norm: 1 where lengths are those of Winnow."""
        if norm == 1:
            u2, w2 = sum(map(abs, run.u)) ** 2, max(map(abs, w)) ** 2
        else:
            u2, w2 = sum(map(mul, run.u, run.u)), sum(map(mul, w, w))
        keeps = self.keeps(run, run.units, totals, u2)
        return Measured(run, run.units, *totals, u2, w2, sum(map(mul, run.u, w)), keeps, scale, self.game.repeats, more)

    def keeps(self, run: Run, units: Units, totals: Totals, u2: int) -> bool:
        """Whether the run keeps every hypothesis in force."""
        game, square = self.game, units.square
        if game.demands("positive margin") and run.gamma <= 0:
            return False
        short = totals.least * run.gamma.denominator < run.gamma.numerator * units.inner
        if short and game.demands("separable") and not (game.flips and self.few_flips(run)):
            return False
        if game.coordinates and game.demands("finite class") and not self.of_class(run):
            return False
        if game.shuffled and game.demands(SAME) and not self.same_examples(run):
            return False
        if game.demands("unit comparator") and (u2 > units.u2 or (game.comparator == "unit" and u2 != units.u2)):
            return False
        if game.demands("bounded examples"):
            if (game.norm != "any" and totals.longest > square) or (game.norm == "unit" and totals.shortest != square):
                return False
            if run.radius is not None and totals.longest > run.radius * run.radius * square:
                return False
        if game.dimension is not None and run.dimension != game.dimension:
            return False
        return run.start is None or "zero start" in game.dropped

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

    def length2(self, z: Vector) -> int:
        """‖z‖², in units of 1/grid²."""
        return sum(map(mul, z, z))

    def values(self, measured: Measured) -> dict[str, Value]:
        """What the names of the conjecture stand for, exactly."""
        return measured.values(self.eps)

    def floats(self, measured: Measured) -> dict[str, float]:
        """What the names stand for, in floats."""
        return measured.floats(self.float_eps)

    def named(self, measured: Measured, sides: tuple[str, str]) -> Counterexample:
        """A run in the format of counterexample files, with values that are known already."""
        return measured.run.named(self.comparison, self.game, measured.counted, sides)

    def witness(self, run: Run) -> Counterexample:
        """A run as a counterexample, measured here. Raises Unmeasured."""
        measured = self.measure(run)
        if measured is None:
            raise Unmeasured
        return self.named(measured, self.comparison.sides(self.values(measured)))

    def judge(self, counterexample: Counterexample) -> Verdict:
        """The verdict of the judge, which is not part of the search."""
        return judge(counterexample)

    def score(self, measured: Measured) -> float:
        """How near a run comes to breaking the conjecture: the ratio of the sides (1 at equality), NaN where not
        defined."""
        return self.ratio(self.floats(measured))

    def ratio(self, values: dict[str, float]) -> float:
        """The ratio of the sides, from what the names stand for. Below 1 where a condition does not hold, by as much as that is broken."""
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

    def vacuous(self, measured: Measured) -> bool:
        """Whether the sides are equal because both are 0, before there is an update: no run that is near to anything."""
        if measured.counted:
            return False
        values = self.floats(measured)
        return self.left(values) == 0 == self.right(values)

    def status(self, measured: Measured) -> Status:
        """The exact judgement."""
        values = self.values(measured)
        key = tuple(values[name] for name in sorted(self.comparison.names))
        if any(isinstance(value, Enclosed) for value in key):
            return self.comparison.status(values)
        if key not in self.judged:
            if len(self.judged) > 50_000:
                self.judged.clear()
            self.judged[key] = self.comparison.status(values)
        return self.judged[key]

    def breaks(self, run: Run, measured: Measured | None = None, score: float | None = None) -> bool:
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
        self.undecided += status == "undecided"
        self.undefined += status == "undefined"
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
