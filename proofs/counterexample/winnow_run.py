"""Winnow's run by its definition, for the judge: the exponents g of the weights, and the sign of Σ (β^{g_i} − β^{−g_i})x_i.

Where all exponents are whole that sum is a fraction, for a rational β. Elsewhere it is enclosed in balls of growing
precision; where these do not tell it from 0, `perceptron.Winnow` decides, which has an exact test for 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from flint import arb, ctx

from perceptron import Examples, Hebb, measure, run
from perceptron.errors import InputError
from perceptron.learners.winnow import Winnow, l1
from perceptron.runs.quantities import Quantities
from proofs.conjecture.game import Game
from proofs.counterexample.measurement import Replay, Round, Vector

PRECISIONS = (64, 256, 1024)
MAX_BITS = 4_000_000


def replay_winnow(game: Game, rounds: Sequence[Round], u: Vector, gamma: Fraction) -> Replay:
    """The run, with lengths ‖x‖∞ and ‖u‖₁; w stands for the exponents. Raises InputError where Winnow is told gamma ≤ 0."""
    learner = game.winnow(gamma)
    if learner.beta is not None and learner.beta.numerator.bit_length() * sum(_most(x) for x, _ in rounds) > MAX_BITS:
        raise InputError(f"exponents of such examples give the weights more than {MAX_BITS} bits")
    g = (Fraction(0),) * len(u)
    counted: list[int] = []
    for t, (x, y) in enumerate(rounds):
        if not game.always_updates:
            score = y * sign(learner, g, x)
            if score > 0 or (score == 0 and game.ties == y):
                continue
        counted.append(t)
        g = tuple(a + y * b for a, b in zip(g, x, strict=True))
    margins = [y * _dot(u, x) for x, y in rounds]
    slacks = [max(Fraction(0), gamma - margins[t]) for t in counted]
    return Replay(
        counted=tuple(counted),
        final=g,
        T=len(rounds),
        d=len(u),
        gamma=gamma,
        eps=None,
        R2=max((_most(x) ** 2 for x, _ in rounds), default=Fraction(0)),
        S2=sum((_most(rounds[t][0]) ** 2 for t in counted), Fraction(0)),
        TD=sum(slacks, Fraction(0)),
        slack2=sum((s * s for s in slacks), Fraction(0)),
        U2=sum(map(abs, u), Fraction(0)) ** 2,
        margin=min(margins, default=Fraction(0)),
        W2=_most(g) ** 2,
        P=_dot(u, g),
    )


def sign(learner: Winnow, g: Vector, x: Vector) -> int:
    """The sign of the score."""
    if learner.beta is not None and all(value.denominator == 1 for value in g):
        powers = [learner.beta ** int(v) - (learner.beta ** -int(v) if learner.balanced else 0) for v in g]
        total = _dot(tuple(map(Fraction, powers)), x)
        return (total > 0) - (total < 0)
    before = ctx.prec
    try:
        for precision in PRECISIONS:
            ctx.prec = precision
            ball = sum(_weight(learner, v) * _ball(n) for v, n in zip(g, x, strict=True))
            if ball > 0 or ball < 0:
                return 1 if ball > 0 else -1
    finally:
        ctx.prec = before
    return learner.score(g, x)


def _weight(learner: Winnow, exponent: Fraction) -> arb:
    """w⁺ − w⁻, or w⁺ alone."""
    return _power(learner, exponent) - (_power(learner, -exponent) if learner.balanced else 0)


def _power(learner: Winnow, exponent: Fraction) -> arb:
    """β^exponent."""
    if learner.eta is not None:
        return _ball(learner.eta * exponent).exp()
    return _ball(learner.beta or Fraction(1)) ** _ball(exponent)


def _ball(value: Fraction) -> arb:
    return arb(value.numerator) / value.denominator


def measured(game: Game, rounds: Sequence[Round], u: Vector, gamma: Fraction) -> tuple[Quantities, tuple[int, ...], Vector]:
    """The run once more, by `perceptron.run` and `perceptron.measure` with lengths put in their place."""
    learner = Hebb() if game.always_updates else game.winnow(gamma)
    trace = run(learner, Examples([x for x, _ in rounds], [y for _, y in rounds]))
    longest = [Fraction(max(map(abs, n), default=0), trace.examples.denominator) for n in trace.examples.numerators]
    found = replace(
        measure(trace, u, gamma if gamma > 0 else 1),
        R2=max(longest, default=Fraction(0)) ** 2,
        S2=sum((longest[t] ** 2 for t in trace.counted), Fraction(0)),
        U2=l1(u) ** 2,
        W2=max(map(abs, trace.final), default=Fraction(0)) ** 2,
        longest2=max(longest, default=Fraction(0)) ** 2,
    )
    return found, trace.counted, trace.final


def _most(x: Vector) -> Fraction:
    return max(map(abs, x), default=Fraction(0))


def _dot(a: Vector, b: Vector) -> Fraction:
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))
