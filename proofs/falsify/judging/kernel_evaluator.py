"""The evaluator for kernel learners: every pair of points is multiplied once, and lengths, margins and scores are read off that matrix."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from perceptron.errors import InputError
from perceptron.learners.perceptron import is_mistake
from proofs.conjecture import Comparison, Root, Value
from proofs.conjecture.game import Game
from proofs.falsify.judging.evaluator import Evaluator
from proofs.falsify.runs.kernel_comparators import bases
from proofs.falsify.runs.kernel_points import against, whole_gram
from proofs.falsify.runs.run import Measured, Run, Vector


@dataclass(slots=True)
class KernelMeasured(Measured):
    """Squares of lengths are over `below`, inner products with u over below·unit."""

    below: int = 1
    w2: int = 0
    p: int = 0

    def floats(self, eps: float | None) -> dict[str, float]:
        run, below = self.run, self.below
        g = run.gamma.numerator / run.gamma.denominator
        under = run.gamma.denominator * below * run.unit
        td = self.slack / under
        return {
            "M": float(self.counted),
            "T": float(len(run.moves)),
            "d": float(run.dimension),
            "gamma": g,
            "R": _sqrt(self.longest / below) if run.radius is None else float(run.radius),
            "S2": self.s2 / below,
            "TD": td,
            "H": td / g if g else math.nan,
            "H2": math.sqrt(self.slack2 / (under * under)) / abs(g) if g else math.nan,
            "U": _sqrt(self.u2 / (run.unit**2 * below)),
            "eps": math.nan,
            "W": _sqrt(self.w2 / below),
            "P": self.p / (below * run.unit),
        }

    def values(self, eps: Fraction | None) -> dict[str, Value]:
        run, g = self.run, self.run.gamma
        under = g.denominator * self.below * run.unit
        td = Fraction(self.slack, under)
        return {
            "M": self.counted,
            "T": len(run.moves),
            "d": run.dimension,
            "gamma": g,
            "R": _root(Fraction(self.longest, self.below)) if run.radius is None else run.radius,
            "S2": Fraction(self.s2, self.below),
            "TD": td,
            "H": td / g if g else None,
            "H2": Root(Fraction(self.slack2, under * under) / (g * g)) if g else None,
            "U": _root(Fraction(self.u2, run.unit**2 * self.below)),
            "eps": None,
            "W": _root(Fraction(self.w2, self.below)),
            "P": Fraction(self.p, self.below * run.unit),
        }


def _root(square: Fraction) -> Root | None:
    """A length; None for a negative square, which a matrix that is no kernel can have."""
    return Root(square) if square >= 0 else None


def _sqrt(square: float) -> float:
    return math.sqrt(square) if square >= 0 else math.nan


class KernelEvaluator(Evaluator):
    """The evaluator for a kernel learner. Raises InputError for a matrix that is no kernel, if it has to be one, or that leaves no u."""

    def __init__(self, comparison: Comparison, game: Game, nontrivial: bool = False) -> None:
        super().__init__(comparison, game, nontrivial)
        game.refuse_indefinite()
        if game.points_are == "rows" and not bases(game, 1, 1):
            why = "no combination of the rows that was tried has a rational length, as a comparator of length 1 needs"
            raise InputError(f"{why}: ask for --comparator ball")

    def measure(self, run: Run) -> Measured | None:
        game, points = self.game, run.points
        if points is None or run.start is not None or not run.moves:
            return None
        xs = [z if y == 1 else tuple(-n for n in z) for z, y in zip(run.moves, run.labels, strict=True)]
        number: dict[Vector, int] = {}
        for x in (*points, *xs):
            number.setdefault(x, len(number))
        matrix, below = whole_gram(game, run.grid, tuple(number))
        along_u = against(run.u, matrix, [number[p] for p in points])
        squares = [int(n) for n in matrix.diagonal()]
        q, level = run.gamma.denominator, run.gamma.numerator * below * run.unit
        s2 = slack = slack2 = w2 = p = counted = 0
        scores = 0 * matrix[0]
        along = [y * along_u[number[x]] for x, y in zip(xs, run.labels, strict=True)]
        lengths = [squares[number[x]] for x in xs]
        for t, (x, y) in enumerate(zip(xs, run.labels, strict=True)):
            i = number[x]
            score = y * int(scores[i])
            if not game.always_updates and not is_mistake(score, y, game.ties):
                continue
            scores = scores + matrix[i] if y == 1 else scores - matrix[i]
            counted += 1
            w2 += 2 * score + lengths[t]
            p += along[t]
            s2 += lengths[t]
            if (short := level - q * along[t]) > 0:
                slack += short
                slack2 += short * short
        u2 = sum(c * along_u[number[p]] for c, p in zip(run.u, points, strict=True))
        made = KernelMeasured(run, counted, max(lengths), s2, slack, slack2, min(along), [], u2, True, below=below, w2=w2, p=p)
        made.keeps = self.keeps_rules(made, min(lengths))
        return made

    def keeps_rules(self, made: KernelMeasured, shortest: int) -> bool:
        """Whether the run keeps every hypothesis in force."""
        game, run, below = self.game, made.run, made.below
        if game.demands("positive margin") and run.gamma <= 0:
            return False
        if game.demands("separable") and made.least * run.gamma.denominator < run.gamma.numerator * below * run.unit:
            return False
        unit2 = run.unit**2 * below
        if game.demands("unit comparator") and (made.u2 > unit2 or (game.comparator == "unit" and made.u2 != unit2)):
            return False
        if game.demands("bounded examples"):
            if (game.norm != "any" and made.longest > below) or (game.norm == "unit" and shortest != below):
                return False
            if run.radius is not None and made.longest > run.radius**2 * below:
                return False
        return game.dimension is None or run.dimension == game.dimension
