"""A run as a picture needs it: floats of exact measurements, after every round, from a counterexample or from a run of one's own."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from perceptron import Examples, Hebb, Perceptron, Trace, measure, run
from perceptron.extremal.sequences import Extremal
from perceptron.numbers.exact import positive, vector
from proofs.conjecture import ALL_ROUNDS, Comparison, parse, pretty
from proofs.conjecture.evaluate import as_float, compile_term, guarded
from proofs.counterexample.format import table
from proofs.counterexample.format import vector as shown

if TYPE_CHECKING:
    from proofs.counterexample import Counterexample

Point = tuple[float, ...]


@dataclass(frozen=True, repr=False)
class PlottedRun:
    """A trace with the comparator u, the number gamma and the comparison it is held against; `radius` if one was declared.

    A kernel's run is drawn among its features, written out (`d` is the dimension of the points). Winnow's has the lengths ‖x‖∞ and ‖u‖₁
    (`largest`), and its exponents for weights. `found` is the counterexample that is drawn, and `played` the weights of a learner object,
    which only a whole run shows.
    """

    trace: Trace
    u: tuple[Fraction, ...]
    gamma: Fraction
    comparison: Comparison
    radius: Fraction | None = None
    eps: Fraction | None = None
    ends_broken: bool = False
    d: int | None = None
    largest: bool = False
    found: Counterexample | None = None
    played: tuple[Point, ...] = ()

    @classmethod
    def of(cls, found: Counterexample) -> PlottedRun:
        """The run of a counterexample (or of the nearest run of a survival, which breaks nothing).  Raises InputError."""
        from proofs.counterexample import judge
        from proofs.counterexample.custom_learner import ObjectCounterexample

        if found.points is not None:
            return cls._featured(found)
        if isinstance(found, ObjectCounterexample):
            trace, played = found.rule.played(found.given)
            way = tuple(tuple(map(float, w)) for w in played)
            return cls(trace, found.u, found.gamma, found.comparison, found.radius, None, judge(found).valid, found=found, played=way)
        data, broken = found.given.examples(), judge(found).valid
        trace, eps, largest = run(found.learner, data), found.opponent.eps, not found.opponent.is_euclidean
        return cls(trace, found.u, found.gamma, found.comparison, found.radius, eps, broken, largest=largest, found=found)

    @classmethod
    def _featured(cls, found: Counterexample) -> PlottedRun:
        from perceptron.kernels import feature_vectors
        from proofs.counterexample import judge

        points, game = found.points or (), found.game
        features = feature_vectors(game.kernel_object(), [*points, *(x for x, _ in found.rounds)])
        columns = zip(*features[: len(points)], strict=True)
        u = tuple(sum((a * value for a, value in zip(found.u, column, strict=True)), Fraction(0)) for column in columns)
        data = Examples(features[len(points) :], [y for _, y in found.rounds])
        trace = run(Hebb() if game.always_updates else Perceptron(game.ties), data)
        return cls(trace, u, found.gamma, found.comparison, found.radius, None, judge(found).valid, found.dimension)

    @classmethod
    def made(cls, trace: Trace, u: object, gamma: object, comparison: Comparison | str) -> PlottedRun:
        """A run of one's own.  u and gamma are exact numbers.  Raises InputError."""
        bound = parse(comparison) if isinstance(comparison, str) else comparison
        eps = getattr(trace.learner, "eps", None)
        return cls(trace, vector(u, "u"), positive(gamma, "gamma"), bound, eps=eps)  # type: ignore[arg-type]

    @classmethod
    def extremal(cls, extremal: Extremal, comparison: Comparison | str) -> PlottedRun:
        """An extremal sequence of `perceptron.extremal.sequences`, run."""
        return cls.made(run(extremal.learner, extremal.examples), extremal.u, extremal.gamma, comparison)

    def __repr__(self) -> str:
        return f"<a run of {self.T} rounds in dimension {self.dimension}: {', '.join(f'{n} = {value}' for n, value in self._told.items())}>"

    def _repr_html_(self) -> str:
        return table(("rounds", "dimension", *self._told), [(str(self.T), str(self.dimension), *self._told.values())])

    @property
    def _told(self) -> dict[str, str]:
        """What stands out of it: the comparator, its margin, the updates, and what the bound allows."""
        return {"u": shown(self.u), "γ": str(self.gamma), "M": str(self.trace.M), pretty.side(self.comparison.right): self.bound}

    @property
    def dimension(self) -> int:
        return self.trace.examples.dimension

    @property
    def T(self) -> int:
        """Rounds."""
        return self.trace.T

    @property
    def labels(self) -> tuple[str, str]:
        """What the two sides are called."""
        text = {"M": "mistakes M"} | ({"M": "updates M"} if getattr(self.trace.learner, "initialises", False) else {})
        left, right = (pretty.side(side) for side in (self.comparison.left, self.comparison.right))
        return text.get(left, left), text.get(right, right)

    @cached_property
    def steps(self) -> tuple[Point, ...]:
        """z = y·x of the update rounds."""
        return tuple(tuple(map(float, z)) for z in self.trace.steps())

    @cached_property
    def way(self) -> tuple[Point, ...]:
        """The weights before the first round, and after each update."""
        if self.played:
            return self.played
        points = [tuple(map(float, self.trace.learner.start(self.dimension)))]
        exact = tuple(map(Fraction, self.trace.learner.start(self.dimension)))
        for t in self.trace.updates:
            example = self.trace.examples[t]
            exact = tuple(self.trace.learner.step(exact, example.x, example.y))
            points.append(tuple(map(float, exact)))
        return tuple(points)

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
        if self.found is not None:
            return self.found.rhs
        from proofs.counterexample import values_of

        values = values_of(measure(self.trace, self.u, self.gamma, self.radius))
        if self.d is not None:
            values["d"] = self.d
        if self.largest:
            x, counted = self._lengths(), self.trace.counted
            values |= {"S2": sum((x[t] ** 2 for t in counted), Fraction(0)), "U": sum(map(abs, self.u), Fraction(0))}
            values |= {"W": max(map(abs, self.trace.final), default=Fraction(0))}
            values |= {"R": max(x, default=Fraction(0))} if self.radius is None else {}
        return self.comparison.sides(values)[1]

    def _lengths(self) -> list[Fraction]:
        """‖x‖∞ of every round."""
        return [max(map(abs, x), default=Fraction(0)) for x, _ in self.trace.examples]

    def is_broken(self, left: float, right: float) -> bool:
        """Whether two sides, as floats, plainly break the comparison."""
        slack = 1e-9 * (1 + abs(left) + abs(right))
        return {"<=": left > right + slack, "<": left > right - slack, ">=": left < right - slack, ">": left < right + slack}.get(
            self.comparison.op, abs(left - right) > slack
        )

    def sides(self, most: int) -> tuple[list[int], list[float], list[float]]:
        """Rounds played (0 is before the first), and both sides of the comparison then; at most about `most` of them."""
        left, right = (guarded(compile_term(side)) for side in (self.comparison.left, self.comparison.right))
        stride = max(1, math.ceil(self.T / most))
        rounds = [*range(0, self.T, stride), self.T]
        if self.found is not None and (self.played or self.comparison.names & ALL_ROUNDS):
            values = [self.measured(t) for t in rounds]
        else:
            values = [v for t, v in enumerate(self.prefixes()) if t % stride == 0 or t == self.T]
        return rounds, [left(v) for v in values], [right(v) for v in values]

    def measured(self, rounds: int) -> dict[str, float]:
        """What all names stand for after so many rounds, which are played again."""
        from proofs.counterexample.judge import values_after

        known = {} if self.found is None else values_after(self.found, rounds)
        return {name: as_float(value) for name, value in known.items()}

    def prefixes(self) -> Iterator[dict[str, float]]:
        """What the names of a conjecture stand for after 0, 1, 2, … rounds (R: in the whole run): exact sums, handed over as floats."""
        g, counted, updates = self.gamma, set(self.trace.counted), iter([*self.trace.updates, -1])
        u2 = sum((a * a for a in self.u), Fraction(0))
        if self.largest:
            lengths2 = [length**2 for length in self._lengths()]
        else:
            lengths2 = [Fraction(n, self.trace.examples.denominator**2) for n in self.trace.examples.norms2()]
        U = float(sum(map(abs, self.u), Fraction(0))) if self.largest else math.sqrt(u2)
        radius = math.sqrt(max(lengths2, default=0)) if self.radius is None else float(self.radius)
        M, s2, td, slack2 = 0, Fraction(0), Fraction(0), Fraction(0)
        way, at, next_update = iter(self.way), next(iter(self.way)), next(updates)
        next(way)
        for t in range(self.T + 1):
            along, far = self.seen_from_u(at)
            yield {
                "M": float(M),
                "T": float(t),
                "d": float(self.d or self.dimension),
                "gamma": float(g),
                "S2": float(s2),
                "TD": float(td),
                "R": radius,
                "H": float(td / g) if g else math.nan,
                "H2": math.sqrt(slack2) / abs(float(g)) if g else math.nan,
                "U": U,
                "eps": math.nan if self.eps is None else float(self.eps),
                "W": max(map(abs, at), default=0.0) if self.largest else math.hypot(along, far),
                "P": along * math.sqrt(u2),
            }
            if t == self.T:
                return
            example = self.trace.examples[t]
            if t == next_update:
                at, next_update = next(way), next(updates)
            if t in counted:
                short = max(Fraction(0), g - example.y * sum((a * b for a, b in zip(self.u, example.x, strict=True)), Fraction(0)))
                M, s2, td, slack2 = M + 1, s2 + lengths2[t], td + short, slack2 + short * short
