"""Winnow, run exactly: the learner of the L1–L∞ margin (BL, ‘L2 margins and L1 margins’).

Balanced Winnow (exponentiated gradient, EG±) keeps two weights a coordinate, w⁺ᵢ and w⁻ᵢ, all 1 at the start, and multiplies them by
β^{y·xᵢ} and β^{−y·xᵢ} on a mistake. So w±ᵢ = β^{±gᵢ}, where g is what the Perceptron would keep, the sum of y·x over the mistakes, and only
the prediction differs: the sign of Σ (β^{gᵢ} − β^{−gᵢ})xᵢ instead of ⟨g,x⟩ (a quasi-additive learner: Grove, Littlestone, Schuurmans 2001).
`Winnow` therefore is an additive learner whose weights are these exponents, rational for rational x, with a `score` of its own.

The power β^{gᵢ} is irrational for most x, so a sign is decided by balls of growing precision, after an exact test for 0. That test is
algebra for a rational β (the powers of a D-th root of a rational, grouped by their residue mod D, are independent over ℚ) and Lindemann's
theorem for β = e^η with rational η ≠ 0 (powers of e with different rational exponents are independent over ℚ). The multiplicative form
1 + ηy·x would be rational, but it is another learner with a worse constant; here the learner that runs is the one of the theorem, also
where its rate is tuned to the margin (η = γ) and β = e^γ is transcendental.

Without the second weights (`balanced` False) and with a threshold it is the Winnow of Littlestone (1988) for disjunctions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from operator import add, mul
from typing import TYPE_CHECKING, Any, ClassVar

from perceptron.errors import InputError
from perceptron.learners.perceptron import Additive, Perceptron, Vector
from perceptron.numbers.exact import exact, positive, vector

if TYPE_CHECKING:
    from flint import arb

    from perceptron.data.examples import Examples

PRECISION = 64  # bits, at first
MAX_KEPT = 100_000  # powers remembered at once
MAX_ROOT = 512  # of a rational base, looked for


@dataclass(frozen=True, init=False)
class Winnow(Additive):
    """Winnow with factor β (`beta` > 1, exact) or with rate η (`eta` > 0, exact; β = e^η). Give one of the two.

    ties: what happens where the score is 0, as for `Perceptron`. balanced: whether each coordinate has the second weight w⁻.
    threshold: what the weighted sum is compared with, 0 or an exact number. Raises InputError.
    """

    beta: Fraction | None
    eta: Fraction | None
    ties: str | int
    balanced: bool
    threshold: Fraction
    initialises: ClassVar[bool] = False

    def __init__(
        self, beta: object = None, eta: object = None, ties: str | int = "mistake", balanced: bool = True, threshold: object = 0
    ) -> None:
        if (beta is None) == (eta is None):
            raise InputError("Winnow needs beta or eta, and not both")
        object.__setattr__(self, "beta", None if beta is None else exact(beta, "beta"))
        object.__setattr__(self, "eta", None if eta is None else positive(eta, "eta"))
        if self.beta is not None and self.beta <= 1:
            raise InputError(f"beta must be above 1, not {self.beta}")
        if not isinstance(balanced, bool):
            raise InputError(f"balanced must be true or false, not {balanced!r}")
        object.__setattr__(self, "ties", Perceptron(ties).ties)
        object.__setattr__(self, "balanced", balanced)
        object.__setattr__(self, "threshold", exact(threshold, "threshold"))

    def score(self, g: Vector, x: Vector) -> int:
        """The sign of Σ (β^{gᵢ} − β^{−gᵢ})xᵢ − threshold, exactly; without β^{−gᵢ} if not balanced."""
        below = lcm(*(value.denominator for value in g))
        clear = lcm(self.threshold.denominator, *(value.denominator for value in x))
        exponents = [int(value * below) for value in g]
        return self.sign(exponents, [int(value * clear) for value in x], int(self.threshold * clear), below)

    def wants_update(self, inner: Fraction | int, norm2: Fraction, y: int) -> bool:
        """Whether inner = y·score < 0, and at 0 what `ties` says."""
        return inner < 0 or (inner == 0 and self.ties != y)

    def fold(self, examples: Examples) -> WinnowFold:
        """The engine that `run` uses."""
        return WinnowFold(self, examples)

    def sign(self, exponents: Sequence[int], x: Sequence[int], threshold: int, below: int) -> int:
        """The sign of Σ xᵢ(β^{Gᵢ/D} − β^{−Gᵢ/D}) − threshold for integers xᵢ, Gᵢ, threshold and D = below."""
        terms: dict[int, int] = {0: -threshold}
        for g, n in zip(exponents, x, strict=True):
            if n and (g or not self.balanced):
                terms[g] = terms.get(g, 0) + n
                if self.balanced:
                    terms[-g] = terms.get(-g, 0) - n
        terms = {g: n for g, n in terms.items() if n}
        if self._vanishes(terms, below):
            return 0
        precision = PRECISION
        while True:  # not 0, so the ball leaves 0 at some precision
            with working(precision):
                rate = self.rate() / below
                total = sum((rate * g).exp() * n for g, n in terms.items())
                if total > 0 or total < 0:
                    return 1 if total > 0 else -1
            precision *= 2

    def rate(self) -> arb:
        """η = ln β as a ball, at the precision that is set."""
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
        """The greatest M with M(γη − ln cosh η) ≤ ln 2n, n = dimension ≥ 1: the theorem's bound on ‖x‖∞ ≤ 1 with an L1–L∞ margin γ.

        None if γη ≤ ln cosh η, where the theorem says nothing. It is 2 ln(2n)/γ² or less for η = γ. Raises InputError.
        """
        g = positive(gamma, "gamma")
        if type(dimension) is not int or dimension < 1:
            raise InputError(f"the dimension must be a positive integer, not {dimension!r}")
        precision = PRECISION
        while True:
            with working(precision):
                rate = self.rate()
                gain = rate * g.numerator / g.denominator - rate.cosh().log()
                if gain < 0 or (gain.contains(0) and precision > 4096):
                    return None
                if gain > 0:
                    most = (gain * 0 + 2 * dimension).log() / gain
                    if (whole := most.floor().unique_fmpz()) is not None:
                        return int(whole)
                    if precision > 4096:  # an integer, to all appearance: the larger one is a bound in any case
                        return int((most + 1).lower().floor().unique_fmpz() or 0)
            precision *= 2


class WinnowFold:
    """Winnow over a sequence, its powers kept as balls. Stateful: `go` continues where it stopped."""

    engine = "balls"

    def __init__(self, learner: Winnow, examples: Examples) -> None:
        self.learner, self.examples = learner, examples
        self.denominator = examples.denominator
        self.weights = [0] * examples.dimension  # exponents over the denominator
        scaled = learner.threshold * examples.denominator
        self.scale, self.threshold = scaled.denominator, scaled.numerator
        self.kept: dict[int, arb] = {}

    def power(self, g: int, rate: arb) -> arb:
        """β^g − β^{−g}, or β^g, for the exponent g over the denominator."""
        found = self.kept.get(g)
        if found is None:
            if len(self.kept) > MAX_KEPT:
                self.kept.clear()
            found = 2 * (rate * g).sinh() if self.learner.balanced else (rate * g).exp()
            self.kept[g] = found
        return found

    def go(self) -> list[int]:
        """One pass; the rounds (0-based) at which the learner made a step."""
        learner, g, updates, scale, threshold = self.learner, self.weights, [], self.scale, self.threshold
        with working(PRECISION):
            rate = learner.rate() / self.denominator
            balls = [self.power(value, rate) for value in g]
            for t, (z, y) in enumerate(zip(self.examples.folded(), self.examples.labels, strict=True)):
                score = sum(map(mul, balls, z)) * scale - y * threshold
                if not (score > 0 or score < 0):
                    score = learner.sign(g, [scale * n for n in z], y * threshold, self.denominator)
                if score > 0 or (score == 0 and learner.ties == y):
                    continue
                g = list(map(add, g, z))
                balls = [self.power(value, rate) if n else ball for value, n, ball in zip(g, z, balls, strict=True)]
                updates.append(t)
        self.weights = g
        return updates


def disjunction(dimension: int) -> Winnow:
    """Littlestone's Winnow (1988) for monotone disjunctions of x ∈ {0,1}^n: promote by 2, demote by 1/2, positive iff Σ wᵢxᵢ ≥ n.

    On any sequence that a disjunction of k variables labels it errs at most 2 + 3k(1 + log₂ n) times (Blum's constants): a mistake on a
    positive example doubles a weight of the disjunction, which happens at most k(1 + log₂ n) times, and adds at most n to the total; one
    on a negative example takes at least n/2 away, from a total that is n at first and stays positive.
    """
    return Winnow(beta=2, ties=1, balanced=False, threshold=dimension)


def longest(examples: Examples) -> Fraction:
    """max ‖x‖∞ over the rounds; 0 if there is none."""
    return Fraction(examples.largest(), examples.denominator)


def l1(u: Iterable[object]) -> Fraction:
    """‖u‖₁, exactly."""
    return sum(map(abs, vector(u, "u")), Fraction(0))


@contextmanager
def working(precision: int) -> Iterator[None]:
    """Balls of so many bits inside."""
    from flint import ctx

    before = ctx.prec
    ctx.prec = precision
    try:
        yield
    finally:
        ctx.prec = before


def _rational_zero(base: Fraction, terms: dict[int, int]) -> bool:
    """Whether Σ n·base^k over the terms k: n is 0, in integers."""
    low, high = min(terms), max(terms)
    p, q = base.numerator, base.denominator
    total: int = sum(n * p ** (k - low) * q ** (high - k) for k, n in terms.items())
    return total == 0


def perfect_root(value: Fraction, n: int) -> Fraction | None:
    """The rational n-th root of a positive rational, if there is one."""
    from flint import fmpz

    p, q = (int(fmpz(part).root(n)) for part in (value.numerator, value.denominator))
    root = Fraction(p, q)
    return root if root**n == value else None


def _primes(limit: int) -> list[int]:
    return [p for p in range(2, min(limit, MAX_ROOT) + 1) if all(p % q for q in range(2, int(p**0.5) + 1))]
