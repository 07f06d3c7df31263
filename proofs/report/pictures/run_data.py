"""A run as a picture needs it: floats of exact measurements, after every round, from a counterexample or from a user's run."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from perceptron import Examples, Hebb, Perceptron, Trace, measure, run
from perceptron.errors import InputError
from perceptron.extremal.sequences import Extremal
from perceptron.numbers.exact import positive, vector
from proofs.conjecture import Comparison, parse, pretty
from proofs.conjecture.evaluate import as_float, compile_term, guard
from proofs.conjecture.nodes import ALL_ROUNDS
from proofs.counterexample.format import table
from proofs.counterexample.format import vector as shown

if TYPE_CHECKING:
    from proofs.conjecture import Value
    from proofs.counterexample import Counterexample

Point = tuple[float, ...]
MOST_DRAWN = 3_000_000  # rounds


@dataclass(frozen=True, repr=False)
class PlottedRun:
    """A trace with the comparator u, the number gamma and the comparison it is held against; `radius` if one was declared.

    A kernel's run is drawn among its features, written out, and Winnow's has its exponents for weights. `found` is the counterexample
    that is drawn, and `played` the weights of a learner object, which only a whole run shows.
    """

    trace: Trace
    u: tuple[Fraction, ...]
    gamma: Fraction
    comparison: Comparison
    radius: Fraction | None = None
    ends_broken: bool = False
    found: Counterexample | None = None
    played: tuple[Point, ...] = ()

    @classmethod
    def of(cls, source: Counterexample) -> PlottedRun:
        """The run of a counterexample (or of the nearest run of a survival, which breaks nothing).  Raises InputError."""
        from proofs.counterexample import judge
        from proofs.counterexample.learner_object import CustomLearner

        if len(source.rounds) > MOST_DRAWN:
            raise InputError(f"--plot draws a run of at most {MOST_DRAWN:,} rounds, and this one has {len(source.rounds):,}")
        u, played = source.u, list[tuple[Fraction, ...]]()
        if source.points is not None:
            trace, u = _among_features(source, source.points)
        elif isinstance(source.opponent, CustomLearner):
            trace, played = source.opponent.played(source.adversary_choice)
        else:
            trace = run(source.learner, source.adversary_choice.examples())
        way = tuple(tuple(map(float, w)) for w in played)
        return cls(trace, u, source.gamma, source.comparison, source.radius, judge(source).valid, source, way)

    @classmethod
    def from_trace(cls, trace: Trace, u: object, gamma: object, comparison: Comparison | str) -> PlottedRun:
        """A user's run. u and gamma are exact numbers. Raises InputError."""
        bound = parse(comparison) if isinstance(comparison, str) else comparison
        return cls(trace, vector(u, "u"), positive(gamma, "gamma"), bound)  # type: ignore[arg-type]

    @classmethod
    def extremal(cls, extremal: Extremal, comparison: Comparison | str) -> PlottedRun:
        """An extremal sequence of `perceptron.extremal.sequences`, run."""
        return cls.from_trace(run(extremal.learner, extremal.examples), extremal.u, extremal.gamma, comparison)

    def __repr__(self) -> str:
        return f"<a run of {self.T} rounds in dimension {self.dimension}: {_equations(self._main_numbers)}>"

    def _repr_html_(self) -> str:
        return table(("rounds", "dimension", *self._main_numbers), [(str(self.T), str(self.dimension), *self._main_numbers.values())])

    @property
    def _main_numbers(self) -> dict[str, str]:
        """The run's main numbers: the comparator, its margin, the updates, and the value of the bound."""
        return {"u": shown(self.u), "γ": str(self.gamma), "M": str(self.trace.M), pretty.side(self.comparison.right): self.bound}

    @property
    def title(self) -> str:
        """The updates, the margin, and the value of the bound, for a picture that lies in a folder alone."""
        return _equations({name: value for name, value in self._main_numbers.items() if name != "u"})

    @property
    def dimension(self) -> int:
        return self.trace.examples.dimension

    @property
    def T(self) -> int:
        """Rounds."""
        return self.trace.T

    @property
    def labels(self) -> tuple[str, str]:
        """The names of the two sides."""
        text = {"M": "mistakes M"} | ({"M": "updates M"} if getattr(self.trace.learner, "initialises", False) else {})
        left, right = (pretty.side(side) for side in (self.comparison.left, self.comparison.right))
        return text.get(left, left), text.get(right, right)

    @cached_property
    def steps(self) -> tuple[Point, ...]:
        """z = y·x of the update rounds."""
        return tuple(tuple(map(float, z)) for z in self.trace.steps())

    @cached_property
    def weights(self) -> tuple[tuple[Fraction, ...], ...]:
        """Those before the first round, and after each update."""
        return tuple(self.trace.states())

    @cached_property
    def way(self) -> tuple[Point, ...]:
        """The weights in floats, or those that a learner object had."""
        return self.played or tuple(tuple(map(float, w)) for w in self.weights)

    def idle(self) -> Iterator[Point]:
        """z = y·x of the rounds without an update."""
        updates = set(self.trace.updates)
        for t, example in enumerate(self.trace.examples):
            if t not in updates:
                yield tuple(example.y * float(value) for value in example.x)

    def seen_from_u(self, point: Point) -> tuple[float, float]:
        """How far a point lies along u, and how far from that axis."""
        length = math.sqrt(sum(float(a) ** 2 for a in self.u)) or 1.0
        along = sum(a * float(b) for a, b in zip(point, self.u, strict=True)) / length
        return along, math.sqrt(max(0.0, sum(a * a for a in point) - along * along))

    @property
    def bound(self) -> str:
        """The right side for the whole run, as text."""
        return self.found.rhs if self.found is not None else self.comparison.sides(self.values(self.T))[1]

    def is_broken(self, left: float, right: float) -> bool:
        """Whether two sides, as floats, plainly break the comparison."""
        slack = 1e-9 * (1 + abs(left) + abs(right))
        return {"<=": left > right + slack, "<": left > right - slack, ">=": left < right - slack, ">": left < right + slack}.get(
            self.comparison.op, abs(left - right) > slack
        )

    def sides(self, most: int) -> tuple[list[int], list[float], list[float]]:
        """Rounds played (0 is before the first), and both sides of the comparison then; at most about `most` of them."""
        left, right = (guard(compile_term(side)) for side in (self.comparison.left, self.comparison.right))
        stride = max(1, math.ceil(self.T / most))
        rounds = [*range(0, self.T, stride), self.T]
        values = [{name: as_float(value) for name, value in self.values(t).items()} for t in rounds]
        return rounds, [left(v) for v in values], [right(v) for v in values]

    def values(self, rounds: int) -> dict[str, Value]:
        """Exact values of a conjecture's names after a number of rounds; R is that of the whole run."""
        from proofs.counterexample.judge import values_after
        from proofs.counterexample.replay import length, values_of

        run = self.found
        if run is not None and (
            self.played or run.points or not run.opponent.is_euclidean or self.gamma <= 0 or self.comparison.names & ALL_ROUNDS
        ):
            return values_after(run, rounds)
        longest = length(Fraction(self.trace.examples.longest2(), self.trace.examples.denominator**2))
        measured = measure(self._until(rounds), self.u, self.gamma, self.radius)  # as exact, and faster where a run is long
        eps = getattr(self.trace.learner, "eps", None) if run is None else run.opponent.eps
        return values_of(measured) | {"eps": eps, "R": longest if self.radius is None else self.radius}

    def _until(self, rounds: int) -> Trace:
        """The run of the first rounds alone."""
        updates = self.trace.updates[: bisect_left(self.trace.updates, rounds)]
        return replace(self.trace, examples=self.trace.examples[:rounds], updates=updates, final=self.weights[len(updates)])


def _equations(numbers: dict[str, str]) -> str:
    return ", ".join(f"{name} {value}" if value.startswith("≈") else f"{name} = {value}" for name, value in numbers.items())


def _among_features(source: Counterexample, points: tuple[tuple[Fraction, ...], ...]) -> tuple[Trace, tuple[Fraction, ...]]:
    """A kernel's run on the features, written out, and the comparator that is a sum over the features of these points."""
    from perceptron.kernels import feature_vectors

    game, rounds = source.game, source.adversary_choice.rounds
    features = feature_vectors(game.kernel_object(), [*points, *(x for x, _ in rounds)])
    columns = zip(*features[: len(points)], strict=True)
    u = tuple(sum((a * value for a, value in zip(source.u, column, strict=True)), Fraction(0)) for column in columns)
    data = Examples(features[len(points) :], [y for _, y in rounds])
    return run(Hebb() if game.always_updates else Perceptron(game.ties), data), u
