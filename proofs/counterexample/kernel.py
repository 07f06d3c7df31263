"""A kernel learner's run by its definition, for the judge: the mistakes are remembered, and K decides. No weight vector, no Gram matrix."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from perceptron.kernels import Kernel, KernelTrace, measure_kernel, run_kernel
from perceptron.quantities import Quantities
from proofs.counterexample.replay import Replay, Round, Vector
from proofs.game import Game


def replay_kernel(game: Game, rounds: Sequence[Round], a: Vector, gamma: Fraction, points: Sequence[Vector]) -> Replay:
    """The run against u = Σ a_j φ(p_j). `final` has y for the rounds with an update and 0 for the others."""
    kernel = game.kernel_object()
    final: list[int] = []
    for x, y in rounds:
        score = y * sum((c * kernel(rounds[t][0], x) for t, c in enumerate(final) if c), Fraction(0))
        final.append(y if game.always_updates or score < 0 or (score == 0 and game.ties != y) else 0)
    counted = tuple(t for t, c in enumerate(final) if c)
    margins = [y * against(kernel, a, points, x) for x, y in rounds]
    lengths = [kernel(x, x) for x, _ in rounds]
    slacks = [max(Fraction(0), gamma - margins[t]) for t in counted]
    return Replay(
        counted=counted,
        final=tuple(map(Fraction, final)),
        T=len(rounds),
        d=len(points[0]),
        gamma=gamma,
        eps=None,
        R2=max(lengths, default=Fraction(0)),
        S2=sum((lengths[t] for t in counted), Fraction(0)),
        TD=sum(slacks, Fraction(0)),
        slack2=sum((s * s for s in slacks), Fraction(0)),
        U2=sum((c * against(kernel, a, points, p) for c, p in zip(a, points, strict=True)), Fraction(0)),
        margin=min(margins, default=Fraction(0)),
        W2=sum((final[s] * final[t] * kernel(rounds[s][0], rounds[t][0]) for s in counted for t in counted), Fraction(0)),
        P=sum((margins[t] for t in counted), Fraction(0)),
    )


def against(kernel: Kernel[Any], a: Vector, points: Sequence[Vector], x: Vector) -> Fraction:
    """⟨u, φ(x)⟩."""
    return sum((c * kernel(p, x) for c, p in zip(a, points, strict=True)), Fraction(0))


def measured(
    game: Game, rounds: Sequence[Round], a: Vector, gamma: Fraction, points: Sequence[Vector]
) -> tuple[Quantities, tuple[int, ...], Vector]:
    """The run once more, by `perceptron.kernels`: its quantities, update rounds, and `final` as above."""
    kernel, labels = game.kernel_object(), tuple(y for _, y in rounds)
    if game.always_updates:
        trace = KernelTrace(kernel, tuple(x for x, _ in rounds), labels, game.ties, tuple(range(len(rounds))))
    else:
        trace = run_kernel(kernel, [x for x, _ in rounds], labels, game.ties)
    final = tuple(Fraction(alpha * y) for alpha, y in zip(trace.alphas, labels, strict=True))
    return measure_kernel(trace, a, points, gamma), trace.updates, final
