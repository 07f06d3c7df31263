"""A kernel learner's run by its definition, for the judge: the mistakes are remembered, and K decides. No weight vector.

K is asked once for each pair of points: the first run remembers what it was told, the second is played on the Gram matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from perceptron.kernels import Kernel, KernelTrace, Precomputed, gram, measure_kernel, run_kernel
from perceptron.runs.quantities import Quantities
from proofs.conjecture.game import Game
from proofs.counterexample.measurement import Replay, Round, Vector

Point = Vector | str | int


def replay_kernel(game: Game, rounds: Sequence[Round], a: Vector, gamma: Fraction, points: Sequence[Point]) -> Replay:
    """The run against u = Σ a_j φ(p_j). `final` has y for the rounds with an update and 0 for the others."""
    known = Products(game.kernel_object())
    xs, ys, ps = [known.number(x) for x, _ in rounds], [y for _, y in rounds], [known.number(p) for p in points]
    final: list[int] = []
    for x, y in zip(xs, ys, strict=True):
        score = y * sum((c * known(xs[t], x) for t, c in enumerate(final) if c), Fraction(0))
        final.append(y if game.always_updates or score < 0 or (score == 0 and game.ties != y) else 0)
    counted = tuple(t for t, c in enumerate(final) if c)
    along = {x: sum((c * known(p, x) for c, p in zip(a, ps, strict=True)), Fraction(0)) for x in {*xs, *ps}}  # ⟨u, φ(x)⟩
    margins = [y * along[x] for x, y in zip(xs, ys, strict=True)]
    lengths = [known(x, x) for x in xs]
    slacks = [max(Fraction(0), gamma - margins[t]) for t in counted]
    weights: dict[int, int] = {}
    for t in counted:
        weights[xs[t]] = weights.get(xs[t], 0) + final[t]
    return Replay(
        counted=counted,
        final=tuple(map(Fraction, final)),
        T=len(rounds),
        d=dimension(points),
        gamma=gamma,
        eps=None,
        R2=max(lengths, default=Fraction(0)),
        S2=sum((lengths[t] for t in counted), Fraction(0)),
        TD=sum(slacks, Fraction(0)),
        slack2=sum((s * s for s in slacks), Fraction(0)),
        U2=sum((c * along[p] for c, p in zip(a, ps, strict=True)), Fraction(0)),
        margin=min(margins, default=Fraction(0)),
        W2=sum((b * c * known(x, z) for x, b in weights.items() for z, c in weights.items() if b and c), Fraction(0)),
        P=sum((margins[t] for t in counted), Fraction(0)),
    )


class Products:
    """K for points by number, equal ones under one, each pair asked for once."""

    def __init__(self, kernel: Kernel[Any]) -> None:
        self.kernel = kernel
        self.numbers: dict[Point, int] = {}
        self.points: list[Point] = []
        self.values: dict[tuple[int, int], Fraction] = {}

    def number(self, point: Point) -> int:
        """The number of a point."""
        if (found := self.numbers.setdefault(point, len(self.points))) == len(self.points):
            self.points.append(point)
        return found

    def __call__(self, i: int, j: int) -> Fraction:
        """K of the points with these numbers."""
        pair = (i, j) if i <= j else (j, i)
        if (value := self.values.get(pair)) is None:
            value = self.values[pair] = self.kernel(self.points[pair[0]], self.points[pair[1]])
        return value


def dimension(points: Sequence[Point]) -> int:
    """That of vectors; 0 for strings and the rows of a matrix, which have none."""
    return len(points[0]) if isinstance(points[0], tuple) else 0


def measured(
    game: Game, rounds: Sequence[Round], a: Vector, gamma: Fraction, points: Sequence[Point]
) -> tuple[Quantities, tuple[int, ...], Vector]:
    """The run once more, by `perceptron.kernels` on the Gram matrix: its quantities, update rounds, and `final` as above."""
    labels, distinct = tuple(y for _, y in rounds), list(dict.fromkeys([*(x for x, _ in rounds), *points]))
    rows = {x: i for i, x in enumerate(distinct)}
    kernel = Precomputed(gram(game.kernel_object(), distinct))
    xs = tuple(rows[x] for x, _ in rounds)
    if game.always_updates:
        trace = KernelTrace(kernel, xs, labels, game.ties, tuple(range(len(rounds))))
    else:
        trace = run_kernel(kernel, xs, labels, game.ties)
    final = tuple(Fraction(alpha * y) for alpha, y in zip(trace.alphas, labels, strict=True))
    return replace(measure_kernel(trace, a, [rows[p] for p in points], gamma), d=dimension(points)), trace.updates, final
