"""Losses φ of a margin y⟨u, x⟩: what MR Definition 1 asks of a loss, and what Theorem 2 needs.

Definition 1 calls φ admissible if it is convex, not negative, positive at 0 and Lipschitz on all of ℝ. Theorem 2 needs less: a supporting
line at 0, φ(x) ≥ φ(0) − g·x with φ(0) > 0. Then M ≤ Σφ/φ(0) + (g/φ(0))·√Σ‖x‖² over the update rounds, for every u with ‖u‖ ≤ 1.

    hinge(ρ) (1 − x/ρ)₊ · squared_hinge(ρ) (1 − x/ρ)₊² · huber(δ) H(x) · shifted_huber(δ) H(1 − x) · logistic() ln(1 + e^−x)
    exponential() e^−x · power(p) |x|^p · shifted_power(p) |1 − x|^p

Values are exact where they are rational. Values of the logistic and the exponential loss are enclosed in balls of python-flint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from perceptron.errors import InputError
from perceptron.numbers.exact import exact, positive, precision

Ball: TypeAlias = Any  # flint.arb


@dataclass(frozen=True)
class Loss:
    """A convex loss φ ≥ 0.

    slope        g with φ(x) ≥ φ(0) − g·x for all x: −g is a subgradient at 0
    lipschitz    the least Lipschitz constant on ℝ, or None
    rational     whether φ(x) is rational for rational x
    """

    name: str
    slope: Fraction
    lipschitz: Fraction | None
    rational: bool
    formula: Callable[[Any], Any]

    def __call__(self, x: object) -> Fraction:
        """φ(x), exactly. Raises InputError for floats, and for the logistic and the exponential loss, which have only a `ball`."""
        if not self.rational:
            raise InputError(f"the {self.name} loss has no rational values; use its ball")
        return Fraction(self.formula(exact(x, "margin")))

    def ball(self, x: object) -> Ball:
        """An enclosure of φ(x)."""
        value = exact(x, "margin")
        with precision():
            return enclose(self(value)) if self.rational else self.formula(enclose(value))

    @property
    def positive_at_zero(self) -> bool:
        """Condition 3 of Definition 1. Theorem 2 says nothing without it."""
        return bool(self.ball(0) > 0)

    @property
    def admissible(self) -> bool:
        """Whether Definition 1 holds. (All losses here are convex and not negative.)"""
        return self.positive_at_zero and self.lipschitz is not None

    def bound(self, margins: Iterable[Fraction], squares: Fraction) -> Ball:
        """An enclosure of Σφ/φ(0) + (g/φ(0))·√(Σ‖x‖²).

        margins    y⟨u, x⟩ of every update round, for a u with ‖u‖ ≤ 1
        squares    Σ‖x‖² over the update rounds

        No Perceptron from w = 0 makes more updates (MR, equation (1)). Raises InputError if φ(0) = 0.
        """
        if not self.positive_at_zero:
            raise InputError(f"the {self.name} loss is 0 at 0, so it bounds nothing")
        with precision():
            total = sum((self.ball(x) for x in margins), enclose(Fraction(0)))
            return (total + enclose(self.slope) * enclose(squares).sqrt()) / self.ball(0)


def enclose(value: Fraction) -> Ball:
    """A ball that contains a rational number."""
    from flint import arb

    return arb(value.numerator) / value.denominator


def hinge(rho: object = 1) -> Loss:
    """(1 − x/ρ)₊: admissible, with g = 1/ρ. Raises InputError unless ρ > 0; so do the others for their parameter.

    >>> hinge()("1/4"), hinge().admissible
    (Fraction(3, 4), True)
    """
    rate = 1 / positive(rho, "rho")
    return Loss("hinge", rate, rate, True, lambda x: max(Fraction(0), 1 - x * rate))


def squared_hinge(rho: object = 1) -> Loss:
    """(1 − x/ρ)₊²: g = 2/ρ. It has no Lipschitz constant, so it is not admissible, though MR lists it."""
    rate = 1 / positive(rho, "rho")
    return Loss("squared hinge", 2 * rate, None, True, lambda x: max(Fraction(0), 1 - x * rate) ** 2)


def _huber(delta: Fraction, v: Fraction) -> Fraction:
    return v * v / 2 if abs(v) <= delta else delta * (abs(v) - delta / 2)


def huber(delta: object = 1) -> Loss:
    """Huber's loss H(x), which is x²/2 up to |x| = δ and linear beyond. It is 0 at 0, so not admissible."""
    width = positive(delta, "delta")
    return Loss("Huber", Fraction(0), width, True, lambda x: _huber(width, x))


def shifted_huber(delta: object = 1) -> Loss:
    """H(1 − x): admissible, with g = min(1, δ)."""
    width = positive(delta, "delta")
    return Loss("shifted Huber", min(Fraction(1), width), width, True, lambda x: _huber(width, 1 - x))


def logistic() -> Loss:
    """ln(1 + e^−x): admissible, with g = 1/2, which is half its Lipschitz constant."""
    return Loss("logistic", Fraction(1, 2), Fraction(1), False, lambda x: (-x).exp().log1p())


def exponential() -> Loss:
    """e^−x: g = 1. It is not Lipschitz, so not admissible, but Theorem 2 holds for it too."""
    return Loss("exponential", Fraction(1), None, False, lambda x: (-x).exp())


def _power(p: int, v: Fraction) -> Fraction:
    return Fraction(abs(v) ** p)


def power(p: int = 2) -> Loss:
    """|x|^p for whole p ≥ 1. It is 0 at 0, so not admissible. Its slope at 0 is 0 (a subgradient, for p = 1)."""
    return Loss(f"|x|^{_whole(p)}", Fraction(0), Fraction(1) if p == 1 else None, True, lambda x: _power(p, x))


def shifted_power(p: int = 2) -> Loss:
    """|1 − x|^p for whole p ≥ 1: g = p. It is admissible only for p = 1."""
    return Loss(f"|1 − x|^{_whole(p)}", Fraction(p), Fraction(1) if p == 1 else None, True, lambda x: _power(p, 1 - x))


def _whole(p: object) -> int:
    if type(p) is not int or p < 1:
        raise InputError(f"p must be a whole number from 1, not {p!r}")
    return p
