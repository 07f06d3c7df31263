"""A learner played on more draws than an instance can list: its failures are the lower tail of a binomial, which is a fraction."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, floor, log10
from typing import Any

from proofs.conjecture.pretty import SUPERSCRIPT

FORMAT = "perceptron-proofs/tail-1"


@dataclass(frozen=True)
class Tail:
    """A learner on T independent draws, each a loss with probability `p`; the bound fails if at most `most` draws are losses.

    learner: in words; delta: the probability of failure that the theorem allows."""

    learner: str
    T: int
    p: Fraction
    delta: Fraction
    most: int

    @cached_property
    def probability(self) -> Fraction:
        """The probability of at most `most` losses, exactly."""
        loss, none = self.p.numerator, self.p.denominator - self.p.numerator
        ways = sum(comb(self.T, s) * loss**s * none ** (self.T - s) for s in range(self.most + 1))
        return Fraction(ways, self.p.denominator**self.T)

    @property
    def ratio(self) -> Fraction:
        return self.probability / self.delta

    @property
    def breaks(self) -> bool:
        """Whether the bound fails more often than the theorem allows."""
        return self.probability > self.delta

    @property
    def share(self) -> str:
        """The ratio, such as 0.99985 or 4.3·10⁻¹³."""
        return _render(self.ratio)

    def __str__(self) -> str:
        end = f"fails with probability {_render(self.probability)}, against δ = {self.delta}"
        return f"{self.learner}, T = {self.T}, p = {self.p}: at most {self.most} losses, where the bound {end}"

    def to_json(self, theorem: str = "") -> dict[str, Any]:
        """The content of a file for `check`, which names the theorem."""
        head = {"format": FORMAT, "theorem": theorem} if theorem else {}
        numbers = {"T": self.T, "p": str(self.p), "delta": str(self.delta), "most": self.most}
        return {**head, "learner": self.learner, **numbers, "probability": str(self.probability)}


def _render(value: Fraction) -> str:
    """Six digits, or two and a power of ten where six say little; rounded down."""
    if value > Fraction(1, 1000):
        return f"{float(value * 10**6 // 1) / 10**6:.6f}".rstrip("0").rstrip(".")
    power = floor(log10(value.numerator) - log10(value.denominator))
    first, second = divmod(int(value * 10 ** (1 - power)), 10)
    return f"{first}.{second}·10⁻" + str(-power).translate(SUPERSCRIPT)
