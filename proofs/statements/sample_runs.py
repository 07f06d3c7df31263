"""Short exact runs for the properties of a run: w(k+1) = w(k) + η·z(k), a comparator, and updates that mostly obey the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from perceptron.numbers.exact import dot
from proofs.conjecture import Root
from proofs.statements.evaluation import Coordinates
from proofs.statements.instance import Draw, Exact, Instance

UNITS: dict[int, tuple[Coordinates, ...]] = {
    1: ((Fraction(1),), (Fraction(-1),)),
    2: ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), (Fraction(3, 5), Fraction(4, 5))),
}
GRID = tuple(Fraction(n, 2) for n in (0, 1, -1, 2, -2))


@dataclass(frozen=True)
class SampleRun:
    updates: int
    u: Coordinates
    weights: list[Coordinates]
    steps: list[Coordinates]
    gamma: Fraction
    R: Root

    def instance(
        self,
        reals: Mapping[str, Exact | int] | None = None,
        sequences: Mapping[str, Sequence[Exact | int]] | None = None,
        paths: Mapping[str, Sequence[Coordinates]] | None = None,
    ) -> Instance:
        """The run with its γ and R, and other numbers and vectors that are chosen."""
        numbers = {"γ": self.gamma, "R": self.R, **(reals or {})}
        run = {"w": self.weights, "z": self.steps}
        return Instance(self.updates, {"M": self.updates}, numbers, sequences or {}, {"u": self.u}, {**run, **(paths or {})})


def any_run(
    draw: Draw, rate: Fraction = Fraction(1), apart: bool = False, anywhere: bool = False, most: Fraction = Fraction(0)
) -> SampleRun:
    """Up to three updates; `apart`: each with y⟨u, x⟩ > 0; `anywhere`: it may well start elsewhere than at 0, else it does so rarely.

    An update has y⟨w, x⟩ ≤ `most`, or rarely not. Rarely u is longer than 1.

    γ is the least y⟨u, x⟩ and R the greatest ‖x‖ over the updates, rarely another number."""
    dimension = 1 + draw.upto(1)
    zero = (Fraction(0),) * dimension
    u = draw.vector(dimension) if draw.rarely() else UNITS[dimension][draw.upto(len(UNITS[dimension]) - 1)]
    weights, steps = [draw.vector(dimension) if draw.rarely() or (anywhere and draw.upto(1)) else zero], []
    careless = draw.rarely()
    for _ in range(draw.upto(3)):
        free, w = careless or draw.rarely(), weights[-1]
        allowed = [z for z in product(GRID, repeat=dimension) if (free or dot(w, z) <= most) and (not apart or dot(u, z) > 0)]
        if not allowed:
            break
        steps.append(allowed[draw.upto(len(allowed) - 1)])
        weights.append(tuple(a + rate * b for a, b in zip(w, steps[-1], strict=True)))
    updates = len(steps)
    for _ in range(2):  # beyond the last update: nothing happens, and nothing is claimed
        steps.append(zero)
        weights.append(weights[-1])
    margin = min((dot(u, z) for z in steps[:updates]), default=Fraction(1))
    length = max((dot(z, z) for z in steps[:updates]), default=Fraction(0))
    gamma, square = draw.number() if draw.rarely() else margin, abs(draw.number()) if draw.rarely() else length
    return SampleRun(updates, u, weights[: updates + 2], steps, gamma, Root(square))


def separable_run(draw: Draw, rate: Fraction = Fraction(1)) -> SampleRun:
    """A run on data that u mostly separates."""
    return any_run(draw, rate, apart=not draw.rarely())
