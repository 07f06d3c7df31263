"""The learner's part of an audit: the theorems that bound its updates, and a run measured in its own lengths.

Winnow's theorems ask for ‖x‖∞ ≤ 1. Dividing all examples by R, the greatest ‖x‖∞, divides the exponents of the weights; so Winnow with β
on x makes the run of Winnow with β^R on x/R. The bounds are read at that rate and at γ/R. Both ask for a margin on every round with
‖u‖₁ ≤ 1: of examples that nothing separates no theorem of the catalogue bounds Winnow's mistakes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import log10

from perceptron import MarginPerceptron, Perceptron, Quantities, measure
from perceptron.analysis.comparators import max_l1_margin
from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.learners.winnow import Winnow, l1, longest
from perceptron.runs.passes import Passes
from proofs.audit.update_bounds import M, UpdateBound, update_bounds
from proofs.conjecture import Comparison, Values, parse, term_of
from proofs.conjecture.game import Game
from proofs.conjecture.nodes import Div, Mul, Node, Number
from proofs.theorems import catalogue

# -- the numbers with which comparators can be looked for, which is done in floats


MOST = 10**100  # so that floats hold products of three


def refuse_beyond_floats(examples: Examples, rho: Fraction | None = None) -> None:
    """Raise InputError for entries, or a γ, so large or small that the search would overflow or divide by zero."""
    below = examples.denominator
    beyond = examples.largest() > MOST * below
    if not beyond and below > MOST:  # else no entry but 0 is below 1/MOST
        beyond = any(0 < max(map(abs, column)) * MOST < below for column in zip(*examples.numerators, strict=True))
    if beyond:
        raise InputError(
            "there are entries beyond 1e100, or a coordinate in which all are below 1e-100; comparators are looked for in floats, whose "
            "range their products would leave: write the data in other units"
        )
    if rho is not None and not 1 <= rho * MOST <= MOST**2:
        raise InputError("the γ of the hinge bounds must be between 1e-100 and 1e100: comparators are looked for in floats")


# -- Winnow: the bounds of its theorems, its lengths, and the rate that is tuned to the margin


ANY_RATE, TUNED = "winnow-rate", "winnow"
MAX_RATE_BITS = 1024  # of a rate's numerator and denominator
DIGITS = 6  # of a rate that is tuned to a margin that was found


@dataclass(frozen=True)
class WinnowBound(UpdateBound):
    """M·divisor ≤ …, where the divisor is positive; `at`: the γ to which the theorem wants the rate tuned, None for any; `rate`: values of
    the names of the rate."""

    divisor: Node
    at: Fraction | None
    rate: Mapping[str, Fraction]

    def values(self, q: Quantities) -> Values:
        """Values of the names, those of the rate included."""
        return {**super().values(q), **self.rate}

    def allows(self, q: Quantities) -> bool:
        """Whether the measured comparator and γ keep the theorem's hypotheses, and the bound is one."""
        fits = super().allows(q) and self.at in (None, q.gamma)
        return fits and Comparison(text="", left=self.divisor, op=">", right=Number(Fraction(0))).status(self.values(q)) == "true"


def winnow_bounds(learner: Winnow, examples: Examples) -> list[UpdateBound]:
    """Every bound of the catalogue on Winnow's mistakes, as the theorems are shown, at this rate. Raises InputError for too long a rate."""
    if not learner.balanced or learner.threshold:
        return []
    radius = longest(examples)
    given: Fraction = learner.eta if learner.beta is None else learner.beta  # type: ignore[assignment]
    if max(given.numerator, given.denominator).bit_length() > MAX_RATE_BITS:
        raise InputError(f"Winnow's rate is too long a number: {MAX_RATE_BITS} bits are enough")
    beta = "exp(radius*rate)" if learner.beta is None else "rate" if radius == 1 else "exp(radius*log(rate))"
    rate = {"rate": given, "radius": radius}
    tuned = [] if learner.eta is None else [(TUNED, learner.eta * radius**2)]
    return [_bound(id, beta, at, rate) for id, at in [(ANY_RATE, None), *tuned]]


def _bound(id: str, beta: str, at: Fraction | None, rate: dict[str, Fraction]) -> WinnowBound:
    page = next(page for page in catalogue.PROPERTIES if page.id == id)
    stated = parse(page.displayed.text, ("beta", "size")).substitute({"beta": term_of(beta, rate), "size": "2*d"})  # type: ignore[union-attr]
    match stated.left:
        case Mul(left, divisor) if left == M:
            return WinnowBound(id, stated, Div(stated.right, divisor), Game(learner="winnow"), divisor, at, rate)
    raise ValueError(f"{id} is not stated as M·… ≤ …")


def in_its_lengths(q: Quantities, made: Passes, u: tuple[Fraction, ...]) -> Quantities:
    """The quantities with ‖x‖∞ for the lengths of examples and weights, and ‖u‖₁ for that of the comparator."""
    radius2, denominator = longest(made.examples) ** 2, made.examples.denominator**2
    counted = sum((max((n * n for _, n in made.examples.entries(t)), default=0) for t in made.counted_rounds), 0)
    return replace(
        q,
        R2=radius2,
        S2=Fraction(counted, denominator),
        U2=l1(u) ** 2,
        W2=max(map(abs, made.final), default=Fraction(0)) ** 2,
        longest2=radius2,
    )


def tune(examples: Examples, gamma: Fraction | None, ties: str | int) -> Winnow:
    """Winnow with the rate of its theorem, η = γ where ‖x‖∞ ≤ 1: γ/R² for these examples; γ is by default the best margin that is found.

    Raises InputError if none is, since then a rate has to be given.
    """
    refuse_beyond_floats(examples)
    square = longest(examples) ** 2
    if gamma is not None and square:
        return Winnow(eta=gamma / square, ties=ties)
    try:
        rate = max_l1_margin(examples).gamma / square
    except InputError as error:
        raise InputError(f"Winnow is tuned to the margin, and {error}: give winnow:eta=… or winnow:factor=…") from None
    scale = 10 ** max(0, DIGITS - int(log10(rate)))
    return Winnow(eta=Fraction(int(rate * scale), scale), ties=ties)


# -- any of them


Audited = Perceptron | MarginPerceptron | Winnow


def bounds_of(learner: Audited, examples: Examples) -> list[UpdateBound]:
    """The bounds on the learner's updates that the catalogue states for runs such as those on these examples. Raises InputError."""
    return winnow_bounds(learner, examples) if isinstance(learner, Winnow) else update_bounds(learner, examples.dimension)


def quantities(made: Passes, u: tuple[Fraction, ...], gamma: Fraction) -> Quantities:
    """The run measured against u and γ: by Euclid's lengths, or for Winnow by ‖x‖∞ and ‖u‖₁. Raises InputError."""
    q = measure(made, u, gamma)
    return in_its_lengths(q, made, u) if isinstance(made.learner, Winnow) else q
