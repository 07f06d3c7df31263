"""The quantities in the bounds, measured exactly on one run against a comparator u and a number γ."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from operator import mul

from perceptron.errors import InputError
from perceptron.learners.perceptron import MarginPerceptron
from perceptron.numbers.exact import clear_values, exact, positive, vector
from perceptron.runs.passes import Passes
from perceptron.runs.trace import Trace


@dataclass(frozen=True)
class Quantities:
    """Exact measurements of a run. Lengths are given as squares, so that every field is rational.

    M          the number of updates, the initialising one not counted
    T          the number of rounds
    d          the dimension
    gamma      γ > 0, as given
    R2         max ‖x‖² over all rounds, or the square of the declared radius
    S2         Σ ‖x‖² over the counted rounds
    TD         Σ max(0, γ − y⟨u,x⟩) over the counted rounds
    H          TD/γ
    H2sq       Σ max(0, 1 − y⟨u,x⟩/γ)² over the counted rounds
    U2         ‖u‖²
    eps        the Margin Perceptron's ε, or None
    W2         ‖w‖² after the last round
    P          ⟨u, w⟩ after the last round
    margin     min y⟨u,x⟩ over all rounds; None if there is no round
    longest2   max ‖x‖² over all rounds, whatever radius is declared; 0 if there is no round

    The counted rounds are those that M counts: the update rounds without the one that initialises the Margin Perceptron.
    """

    M: int
    T: int
    d: int
    gamma: Fraction
    R2: Fraction
    S2: Fraction
    TD: Fraction
    H: Fraction
    H2sq: Fraction
    U2: Fraction
    eps: Fraction | None
    W2: Fraction
    P: Fraction
    margin: Fraction | None
    longest2: Fraction


def measure(trace: Trace | Passes, u: Iterable[object], gamma: object, radius: object = None) -> Quantities:
    """Measure a run against the comparator u and γ.

    trace     a run over T rounds of dimension d, or over several passes
    u         d exact numbers
    gamma     γ > 0, in the units of ⟨u,x⟩
    radius    a declared R ≥ 0; by default R² is measured. Whether ‖x‖ ≤ R holds is not tested: compare `longest2` with `R2`.

    Raises InputError for other values and for floats.

        >>> from perceptron import Examples, Perceptron, run
        >>> trace = run(Perceptron(), Examples([["3/5", "4/5"], [1, 0]], [1, -1]))
        >>> q = measure(trace, u=[0, 1], gamma="1/2")
        >>> q.M, q.TD, q.R2, q.margin
        (2, Fraction(1, 2), Fraction(1, 1), Fraction(0, 1))
    """
    examples, g, u = trace.examples, positive(gamma, "gamma"), vector(u, "u")
    if len(u) != examples.dimension:
        raise InputError(f"u has dimension {len(u)}, but the examples have dimension {examples.dimension}")
    declared = None if radius is None else exact(radius, "radius")
    if declared is not None and declared < 0:
        raise InputError(f"radius must not be negative, not {declared}")
    v, clear = clear_values(u)
    unit = clear * examples.denominator  # y⟨u,x⟩ = margins[t] / unit
    rounds = sorted(trace.counted_rounds)
    # γ − y⟨u,x⟩ = (γ·unit − margin)/unit, over the common denominator q of γ
    p, q = (g * unit).numerator, (g * unit).denominator
    least, short, short2, lengths2 = None, 0, 0, 0
    for part in examples.stretches():
        margins = examples.against(v, part)
        least = min(margins) if least is None else min(least, min(margins))
        here = Counter(rounds[bisect_left(rounds, part.start) : bisect_left(rounds, part.stop)])
        hit = [(times, t - part.start) for t, times in here.items()]
        norms = examples.norms2([part.start + i for _, i in hit])
        lengths2 += sum(times * norm for (times, _), norm in zip(hit, norms, strict=True))
        slacks = [(times, slack) for times, i in hit if (slack := p - q * margins[i]) > 0]
        short += sum(times * slack for times, slack in slacks)
        short2 += sum(times * slack * slack for times, slack in slacks)
    deviation = Fraction(short, q * unit)
    w, below = clear_values(trace.final)
    square = examples.denominator**2
    longest2 = Fraction(examples.longest2(), square)
    return Quantities(
        M=len(rounds),
        T=trace.T,
        d=examples.dimension,
        gamma=g,
        R2=longest2 if declared is None else declared**2,
        S2=Fraction(lengths2, square),
        TD=deviation,
        H=deviation / g,
        H2sq=Fraction(short2, (q * unit) ** 2) / g**2,
        U2=Fraction(sum(map(mul, v, v)), clear**2),
        eps=trace.learner.eps if isinstance(trace.learner, MarginPerceptron) else None,
        W2=Fraction(sum(map(mul, w, w)), below**2),
        P=Fraction(sum(map(mul, v, w)), clear * below),
        margin=None if least is None else Fraction(least, unit),
        longest2=longest2,
    )


def loss_over_all_rounds(trace: Trace | Passes, u: Iterable[object], gamma: object) -> Fraction:
    """Σ max(0, 1 − y⟨u,x⟩/γ) over all rounds of a run, those without an update too, whatever the learner did.

    Arguments and errors as for `measure`.

        >>> from perceptron import Examples, Perceptron, run
        >>> loss_over_all_rounds(run(Perceptron(), Examples([[2], [1], [1]], [1, 1, -1])), [1], 1)
        Fraction(2, 1)
    """
    examples, g, u = trace.examples, positive(gamma, "gamma"), vector(u, "u")
    v, clear = clear_values(u)
    unit = g * clear * examples.denominator
    p, q = unit.numerator, unit.denominator
    short = sum(p - q * margin for part in examples.stretches() for margin in examples.against(v, part) if q * margin < p)
    return Fraction(short, p) * (trace.T // max(1, len(examples)))
