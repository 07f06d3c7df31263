"""Winnow, run exactly: the learner of the L1–L∞ margin (BL, ‘L2 margins and L1 margins’).

Balanced Winnow (exponentiated gradient, EG±) keeps two weights for each coordinate, w⁺ᵢ and w⁻ᵢ. All are 1 at the start, and a mistake
multiplies them by β^{y·xᵢ} and β^{−y·xᵢ}. So w±ᵢ = β^{±gᵢ}, where g is the sum of y·x over the mistakes, as in the Perceptron. Only the
prediction differs: it is the sign of Σ (β^{gᵢ} − β^{−gᵢ})xᵢ instead of ⟨g,x⟩ (a quasi-additive learner: Grove, Littlestone, Schuurmans
2001). `Winnow` is therefore an additive learner with its own `score`. Its weights are the exponents g, rational for rational x.

The power β^{gᵢ} is irrational for most x. A sign is therefore decided by balls of growing precision, after an exact test for 0. For a
rational β that test is algebra: powers of a D-th root of a rational with different residues mod D are independent over ℚ. For β = e^η with
rational η ≠ 0 it is Lindemann's theorem: powers of e with different rational exponents are independent over ℚ. The multiplicative update
1 + ηy·x would be rational, but it is another learner with a worse constant. The learner here is that of the theorem, also where its rate
is tuned to the margin (η = γ) and β = e^γ is transcendental.

Without the second weights (`balanced` False) and with a threshold it is the Winnow of Littlestone (1988) for disjunctions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd
from operator import mul
from typing import TYPE_CHECKING, Any, ClassVar

from perceptron.errors import InputError
from perceptron.learners.perceptron import OverTuples, Rule, Ties, Vector, checked_ties, is_mistake
from perceptron.numbers.exact import clear_values, exact, positive, precision, vector

if TYPE_CHECKING:
    from flint import arb

    from perceptron.data.examples import Examples

FIRST_PRECISION = 64  # bits
LAST_PRECISION = 4096  # bits; what they cannot tell from an integer is taken for one, on the safe side
MAX_CACHED_POWERS = 100_000
MAX_ROOT = 512  # the largest m for which β is tested for an m-th root


@dataclass(frozen=True, init=False)
class Winnow(OverTuples):
    """Winnow with a factor β or a rate η. Give one of the two.

    beta         β > 1, an exact number
    eta          η > 0, an exact number; then β = e^η
    ties         what happens where the score is 0, as for `Perceptron`
    balanced     whether each coordinate has the second weight w⁻
    threshold    an exact number, with which the weighted sum is compared

    Raises InputError. Source: BL, ‘L2 margins and L1 margins’.

        >>> from perceptron import Examples, run
        >>> learner = Winnow(eta="1/2")
        >>> run(learner, Examples([[1, 1], [1, -1]], [1, 1])).M, learner.bound(2, "1/2")
        (2, 10)
    """

    beta: Fraction | None
    eta: Fraction | None
    ties: Ties
    balanced: bool
    threshold: Fraction
    name: ClassVar = "winnow"
    promise: ClassVar = "eta"
    needs: ClassVar = ("beta", "eta")

    def __init__(
        self, beta: object = None, eta: object = None, ties: Ties = "mistake", balanced: bool = True, threshold: object = 0
    ) -> None:
        if (beta is None) == (eta is None):
            raise InputError("Winnow needs beta or eta, and not both")
        object.__setattr__(self, "beta", None if beta is None else exact(beta, "beta"))
        object.__setattr__(self, "eta", None if eta is None else positive(eta, "eta"))
        if self.beta is not None and self.beta <= 1:
            raise InputError(f"beta must be above 1, not {self.beta}")
        if not isinstance(balanced, bool):
            raise InputError(f"balanced must be true or false, not {balanced!r}")
        object.__setattr__(self, "ties", checked_ties(ties))
        object.__setattr__(self, "balanced", balanced)
        object.__setattr__(self, "threshold", exact(threshold, "threshold"))

    def score(self, g: Vector, x: Vector) -> int:
        """The sign of Σ (β^{gᵢ} − β^{−gᵢ})xᵢ − threshold, exactly; without β^{−gᵢ} if not balanced."""
        exponents, below = clear_values(g)
        (threshold, *entries), _ = clear_values([self.threshold, *x])
        return self.sign(exponents, entries, threshold, below)

    def rule(self, scale: int = 1) -> Rule:
        """Mistakes."""
        return lambda score, norm2, y: is_mistake(score, y, self.ties)

    def sign(self, exponents: Sequence[int], x: Sequence[int], threshold: int, below: int) -> int:
        """The sign of Σ xᵢ(β^{Gᵢ/D} − β^{−Gᵢ/D}) − threshold, for integers xᵢ, Gᵢ and threshold, and D = below."""
        terms: dict[int, int] = {0: -threshold}
        for g, n in zip(exponents, x, strict=True):
            if n and (g or not self.balanced):
                terms[g] = terms.get(g, 0) + n
                if self.balanced:
                    terms[-g] = terms.get(-g, 0) - n
        terms = {g: n for g, n in terms.items() if n}
        if self._vanishes(terms, below):
            return 0
        bits = FIRST_PRECISION
        while True:  # the sum is not 0, so its ball does not contain 0 at some precision
            with precision(bits):
                rate = self.rate() / below
                total = sum((rate * g).exp() * n for g, n in terms.items())
                if total > 0 or total < 0:
                    return 1 if total > 0 else -1
            bits *= 2

    def float_weights(self, g: Sequence[Fraction]) -> list[float]:
        """The weights β^{gᵢ} − β^{−gᵢ} (β^{gᵢ} if not balanced) of the score, each within 2⁻⁵³ of the exact one, relatively."""
        with precision(2 * FIRST_PRECISION):
            rate = self.rate()
            powers = ((rate * value.numerator / value.denominator, value) for value in g)
            return [
                float((2 * power.sinh() if self.balanced else power.exp()).mid()) if value or not self.balanced else 0.0
                for power, value in powers
            ]

    def rate(self) -> arb:
        """η = ln β as a ball of the present precision."""
        from flint import arb

        value = self.beta if self.beta is not None else self.eta
        ball = arb(value.numerator) / value.denominator  # type: ignore[union-attr]
        return ball.log() if self.beta is not None else ball

    def _vanishes(self, terms: dict[int, int], below: int) -> bool:
        """Whether Σ n·β^{g/below} over the terms g: n ≠ 0 is 0."""
        if not terms or self.beta is None:
            return not terms  # for β = e^η by Lindemann
        base, power = self.root
        common = gcd(power, below)
        step, degree = power // common, below // common  # β^{g/below} = base^{step·g/degree}
        classes: dict[int, dict[int, int]] = {}
        for g, n in terms.items():
            whole, rest = divmod(step * g, degree)
            classes.setdefault(rest, {})[whole] = n
        return all(_rational_zero(base, part) for part in classes.values())

    @cached_property
    def root(self) -> tuple[Fraction, int]:
        """(r, m) with β = r^m and m as large as possible, so that X^D − r is irreducible for every D."""
        base, power = self.beta or Fraction(2), 1
        for prime in _primes(max(base.numerator, base.denominator).bit_length()):
            while (smaller := perfect_root(base, prime)) is not None:
                base, power = smaller, power * prime
        return base, power

    def spec(self) -> dict[str, Any]:
        """The learner as JSON data."""
        spec: dict[str, Any] = {"name": "winnow", "ties": self.ties}
        spec |= {"beta": str(self.beta)} if self.beta is not None else {"eta": str(self.eta)}
        if not self.balanced:
            spec["balanced"] = False
        return spec | ({"threshold": str(self.threshold)} if self.threshold else {})

    def bound(self, dimension: int, gamma: object) -> int | None:
        """The greatest M with M(γη − ln cosh η) ≤ ln 2n: the theorem's bound for examples with ‖x‖∞ ≤ 1 and an L1–L∞ margin γ.

        dimension    n ≥ 1
        gamma        γ > 0

        Returns None if γη ≤ ln cosh η, where the theorem says nothing. For η = γ the bound is at most 2 ln(2n)/γ². Raises
        InputError.
        """
        g = positive(gamma, "gamma")
        if type(dimension) is not int or dimension < 1:
            raise InputError(f"the dimension must be a positive integer, not {dimension!r}")
        bits = FIRST_PRECISION
        while True:
            with precision(bits):
                rate = self.rate()
                gain = rate * g.numerator / g.denominator - rate.cosh().log()
                if gain < 0 or (gain.contains(0) and bits > LAST_PRECISION):
                    return None
                if gain > 0:
                    most = (gain * 0 + 2 * dimension).log() / gain
                    if (whole := most.floor().unique_fmpz()) is not None:
                        return int(whole)
                    if bits > LAST_PRECISION:  # it seems to be an integer; the larger candidate is a bound in any case
                        return int((most + 1).lower().floor().unique_fmpz() or 0)
            bits *= 2


class WinnowFold:
    """Winnow over a sequence, with its powers as balls. Each `go` continues where the last one stopped."""

    engine = "balls"

    def __init__(self, learner: Winnow, examples: Examples, start: Vector | None = None) -> None:
        self.learner, self.examples = learner, examples
        self.weights, self.denominator = clear_values(start or learner.start(examples.dimension), examples.denominator)
        self.step = self.denominator // examples.denominator
        scaled = learner.threshold * examples.denominator
        self.scale, self.threshold = scaled.denominator, scaled.numerator
        self.powers: dict[int, arb] = {}

    def power(self, g: int, rate: arb) -> arb:
        """β^g − β^{−g}, or β^g, for the exponent g over the denominator."""
        value = self.powers.get(g)
        if value is None:
            if len(self.powers) > MAX_CACHED_POWERS:
                self.powers.clear()
            value = 2 * (rate * g).sinh() if self.learner.balanced else (rate * g).exp()
            self.powers[g] = value
        return value

    def go(self) -> list[int]:
        """Make one pass. Returns the rounds, from 0, at which the learner updated."""
        learner, g, updates, scale, threshold = self.learner, self.weights, [], self.scale, self.threshold
        with precision(FIRST_PRECISION):
            rate = learner.rate() / self.denominator
            balls = [self.power(value, rate) for value in g]
            rounds = ((first + t, z, labels[t]) for first, rows, labels in self.examples.blocks() for t, z in enumerate(rows))
            for t, z, y in rounds:
                score = sum(map(mul, balls, z)) * scale - y * threshold
                if not (score > 0 or score < 0):
                    score = learner.sign(g, [scale * n for n in z], y * threshold, self.denominator)
                if not is_mistake(score, y, learner.ties):
                    continue
                g = [a + self.step * n for a, n in zip(g, z, strict=True)]
                balls = [self.power(value, rate) if n else ball for value, n, ball in zip(g, z, balls, strict=True)]
                updates.append(t)
        self.weights = g
        return updates


def disjunction(dimension: int) -> Winnow:
    """Littlestone's Winnow (1988) for monotone disjunctions of x ∈ {0,1}^n: promote by 2, demote by 1/2, positive iff Σ wᵢxᵢ ≥ n.

    On a sequence that a disjunction of k variables labels it errs at most 2 + 3k log₂ n times (theorem `winnow-or`). The usual count has
    2 + 3k(1 + log₂ n): a mistake on a positive example doubles a weight of the disjunction, which happens at most k(1 + log₂ n) times, and
    adds at most n to the total. One on a negative example takes at least n/2 from the total, which is n at first and stays positive.
    """
    return Winnow(beta=2, ties=1, balanced=False, threshold=dimension)


def longest(examples: Examples) -> Fraction:
    """max ‖x‖∞ over the rounds, 0 if there is none."""
    return Fraction(examples.largest(), examples.denominator)


def l1(u: Iterable[object]) -> Fraction:
    """‖u‖₁, exactly."""
    return sum(map(abs, vector(u, "u")), Fraction(0))


def _rational_zero(base: Fraction, terms: dict[int, int]) -> bool:
    """Whether Σ n·base^k over the terms k: n is 0, for base > 1, decided in integers.

    With base = p/q the terms from the least k on can only cancel where their sum so far is divisible by p to the power that the next one
    has beyond them. So gaps of any length are decided without a power of that length.
    """
    p, q = base.numerator, base.denominator
    carried, last = 0, min(terms)
    for k in sorted(terms):
        gap, last = k - last, k
        if carried and (gap >= carried.bit_length() or carried % p**gap):
            return False
        carried = carried // p**gap * q**gap + terms[k] if carried else terms[k]
    return not carried


def perfect_root(value: Fraction, n: int) -> Fraction | None:
    """The n-th root of a positive rational, or None if it is irrational."""
    from flint import fmpz

    p, q = (int(fmpz(part).root(n)) for part in (value.numerator, value.denominator))
    root = Fraction(p, q)
    return root if root**n == value else None


def _primes(limit: int) -> list[int]:
    return [p for p in range(2, min(limit, MAX_ROOT) + 1) if all(p % q for q in range(2, int(p**0.5) + 1))]
