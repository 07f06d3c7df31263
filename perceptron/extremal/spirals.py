"""The spiral in space by rational points: a player that sees w and chooses the next z, one vector at a time.

Let u = (1, 0, 0), w = (a, b) and z = (γ, v), with v in the plane. The player wants ⟨w,z⟩ = aγ + ⟨b,v⟩ as large as an update
allows, that is up to σγ‖w‖ (σ = 0 for the Perceptron, 1−ε for the Margin Perceptron), and ‖v‖² as near to 1−γ² as possible.
Integers decide that z makes an update (strictly, after the first) and that ‖z‖ ≤ 1.

On the grid all coordinates have one denominator, so the weights after t rounds are integers of about 40 + log₂ t bits. A run
of a million updates is exact, and each update takes no longer than in a short run.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from fractions import Fraction
from math import isqrt, sqrt

from perceptron.errors import InputError
from perceptron.numbers.rational_points import Point, fine_circle, sqrt_exact

GRID = 2**40  # the grid has steps of 1/GRID


def game(gamma: Fraction, share: Fraction, norm: str, scale: int = GRID, behind: int = 0) -> Spiral:
    """The game at its start.

    gamma     γ
    share     σ
    norm      "ball" or "unit"
    scale     the grid has steps of 1/scale ("ball" only)
    behind    w starts at −behind·γu ("ball" only)

    Raises InputError for another norm, and for "unit" if √(1−γ²) is irrational.
    """
    if norm not in ("ball", "unit"):
        raise InputError(f"norm must be 'ball' or 'unit', not {norm!r}")
    return GridSpiral(gamma, share, scale, behind) if norm == "ball" else CircleSpiral(gamma, share)


class Spiral(ABC):
    """The state of the game: v = (p, q)/scale, b = Σ v, a = tγ. t counts the moves, from 0 or from a negative number.

    Every decision is made in integers: with γ = m/n and σ = k/l, n²·scale²·⟨w,z⟩ = t·lift + n²·scale²⟨b,v⟩ and
    n²·scale²·‖w‖² = t²·lift + n²·scale²‖b‖² for lift = m²·scale².
    """

    def __init__(self, gamma: Fraction, share: Fraction, scale: int) -> None:
        self.gamma, self.share, self.scale = gamma, share, scale
        self.over, self.lift = gamma.denominator**2, (gamma.numerator * scale) ** 2
        self.b: Point = (0, 0)
        self.t = 0

    def moves(self) -> Iterator[Point]:
        """The moves, one by one."""
        move: Point | None = self.first()
        while move is not None:
            yield move
            self.b = (self.b[0] + move[0], self.b[1] + move[1])
            self.t += 1
            move = self.next()

    def threshold2(self) -> int:
        """(k·γ‖w‖·n²·scale²)²; its root must exceed l·⟨w,z⟩·n²·scale²."""
        if not self.share:
            return 0
        length2 = self.t**2 * self.lift + self.over * (self.b[0] ** 2 + self.b[1] ** 2)
        return self.share.numerator**2 * self.lift * length2

    def makes_update(self, v: Point, threshold2: int) -> bool:
        """Whether ⟨w,z⟩ < σγ‖w‖, exactly."""
        inner = self.t * self.lift + self.over * (self.b[0] * v[0] + self.b[1] * v[1])
        return inner < 0 or (self.share.denominator * inner) ** 2 < threshold2

    @abstractmethod
    def first(self) -> Point:
        """The first move, with v as long as possible."""

    @abstractmethod
    def next(self) -> Point | None:
        """A move that makes an update, near the v with ⟨w,z⟩ = σγ‖w‖ and ‖z‖ = 1; None if there is none."""


class GridSpiral(Spiral):
    """v on a grid with ‖v‖² ≤ 1−γ², by integers alone. All denominators are bounded, and γ may be any rational below 1.

    A v that is k grid steps off makes ‖w‖² smaller by about k·‖b‖/scale. So the scale sets how near the run is to the irrational
    spiral.
    """

    def __init__(self, gamma: Fraction, share: Fraction, scale: int, behind: int = 0) -> None:
        super().__init__(gamma, share, scale)
        self.t = -behind
        self.room = (self.over - gamma.numerator**2) * scale**2 // self.over  # scale²·(1−γ²)

    def first(self) -> Point:
        """Straight ahead."""
        return isqrt(self.room), 0

    def next(self) -> Point | None:
        """The wanted point, moved inwards by a few grid steps until the rounded one is allowed."""
        b0, b1 = self.b
        length2, threshold2 = b0 * b0 + b1 * b1, self.threshold2()
        slip = isqrt(length2) + 1
        along = (isqrt(threshold2) // self.share.denominator - self.t * self.lift) // self.over  # the wanted scale²·⟨b,v⟩
        most = self.room * length2
        if along < 0 and along * along > most:
            return None
        for steps in (1, 2, 4, 8):
            inner = min(along, isqrt(most)) - steps * slip  # with w far behind 0, v may go straight ahead
            across = isqrt(max(0, most - inner * inner)) - steps * slip
            p, q = (inner * b0 - across * b1) // length2, (inner * b1 + across * b0) // length2
            if across >= 0 and p * p + q * q <= self.room and self.makes_update((p, q), threshold2):
                return p, q
        return None


class CircleSpiral(Spiral):
    """v on the circle ‖v‖² = 1−γ², among rational points over one denominator. Floats only propose which point."""

    def __init__(self, gamma: Fraction, share: Fraction) -> None:
        root = sqrt_exact(1 - gamma * gamma)
        if root is None:
            raise InputError(f"√(1−γ²) is irrational for gamma = {gamma}: with norm 'unit' use gamma = 2m/(m²+1)")
        self.circle = fine_circle()
        self.stretch, self.radius = root.numerator, float(root)
        super().__init__(gamma, share, root.denominator * self.circle.denominator)

    def first(self) -> Point:
        """Straight ahead."""
        return self.stretch * self.circle.denominator, 0

    def next(self) -> Point | None:
        """The first point that makes an update, going round from the wanted one towards smaller ⟨w,z⟩."""
        b0, b1, a = self.b[0] / self.scale, self.b[1] / self.scale, self.t * float(self.gamma)
        length2 = b0 * b0 + b1 * b1
        along = (float(self.share) * sqrt(a * a + length2) - a) * float(self.gamma) / sqrt(length2)
        if abs(along) > self.radius:
            return None
        across = sqrt(max(0.0, self.radius**2 - along**2))
        threshold2 = self.threshold2()
        for p, q in self.circle.beyond(along * b0 - across * b1, along * b1 + across * b0):
            if self.makes_update(v := (self.stretch * p, self.stretch * q), threshold2):
                return v
        return None
