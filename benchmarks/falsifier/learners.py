"""Learners of the literature, each as somebody would write it down to have it attacked. Entries of `suite.toml` name them.

    memory     learners that remember examples: on a budget, with a delay, averaged; and combinations of learners
    rates      the rate changes with the number of updates, or weights are second-order or quasi-additive
    steps      another threshold or step: margins, passive-aggressive steps, projections, weights that are cut or rounded
    variants   labels, their own past or the loss matter: uneven margins and costs, a bias, restarts, momentum, projections

They are in vector algebra, and over tuples where they need coordinates. All numbers are exact; roots are certified (`perceptron.sqrt`)."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from perceptron import Learner, MarginPerceptron, Number, Perceptron, Vector, Winnow, sqrt
from perceptron.learners.custom import InExpectation, SideBySide
from perceptron.learners.perceptron import OverTuples

Tuple = tuple[Fraction, ...]
HALF = Fraction(1, 2)


def dot(a: Any, b: Any) -> Any:
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


def moved(w: Any, by: Any, x: Any) -> Any:
    """w + by·x, of tuples"""
    return tuple(a + by * b for a, b in zip(w, x, strict=True))


class OnMistakes(OverTuples):
    """Over tuples: it updates where y⟨w,x⟩ ≤ 0."""

    def wants_update(self, inner: Any, norm2: Any, y: int) -> bool:
        return bool(inner <= 0)


class ForgetOldest(Learner):
    """A Perceptron on a budget that forgets its oldest support example (Forgetron without its shrinking)."""

    def __init__(self, budget: int = 3) -> None:
        self.budget = budget

    def start(self, zero: Vector) -> Vector:
        self.support: list[Vector] = []
        return zero

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        self.support = [*self.support, y * x]
        w = w + y * x
        return w if len(self.support) <= self.budget else w - self.support.pop(0)


class Forgetron(ForgetOldest):
    """The Forgetron (Dekel, Shalev-Shwartz and Singer 2008) with a fixed shrinking of all coefficients before it forgets the oldest."""

    def __init__(self, budget: int = 3, shrink: Fraction = Fraction(3, 4)) -> None:
        super().__init__(budget)
        self.shrink = shrink

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        w = super().step(w, x, y)
        if len(self.support) < self.budget:
            return w
        self.support = [self.shrink * z for z in self.support]
        return self.shrink * w


class RandomBudget(ForgetOldest):
    """The randomised budget Perceptron (Cavallanti, Cesa-Bianchi and Gentile 2007): it forgets one at random."""

    def __init__(self, seed: int, budget: int = 3) -> None:
        super().__init__(budget)
        self.seed = seed

    def start(self, zero: Vector) -> Vector:
        self.draw = random.Random(self.seed)
        return super().start(zero)

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        k = self.draw.randrange(len(self.support) + 1)
        self.support = [*self.support[k:], *self.support[:k]]
        return super().step(w, x, y)


class Ballseptron(Learner):
    """Ballseptron (Shalev-Shwartz and Singer 2005): right by less than r, it steps by the worst point of the ball around x."""

    def __init__(self, r: Fraction = Fraction(1, 10)) -> None:
        self.r = r

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        inner = y * (w @ x)
        return bool(inner <= 0 or inner**2 <= self.r**2 * w.norm2)

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w + y * x - (self.r / w.norm * w if y * (w @ x) > 0 else 0 * w)


class Delayed(Learner):
    """Each step is made `delay` updates late."""

    def __init__(self, delay: int = 2) -> None:
        self.delay = delay

    def start(self, zero: Vector) -> Vector:
        self.waiting = [zero] * self.delay
        return zero

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        first, *rest = self.waiting
        self.waiting = [*rest, y * x]
        return w + first


class MiniBatch(Delayed):
    """Mistakes are collected, and `delay` + 1 of them are added at once."""

    def start(self, zero: Vector) -> Vector:
        self.total, self.held = zero, 0
        return zero

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        self.total = self.total + y * x
        self.held = self.held + 1 if self.held < self.delay else 0
        if self.held:
            return w
        w, self.total = w + self.total, 0 * x
        return w


class Averaged(Learner):
    """It predicts with the mean of the weights after each of its updates (an averaged Perceptron that learns from what it predicts)."""

    def start(self, zero: Vector) -> Vector:
        self.total, self.made = zero, 0
        return zero

    def score(self, w: Vector, x: Vector) -> Number:
        return self.total.dot(x)

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        new = w + y * x
        self.total, self.made = self.total + new, self.made + 1
        return new


def random_budget_in_mean() -> Any:
    """Over eight seeds."""
    return InExpectation(RandomBudget, range(8))


def perceptron_beside_margin(gamma: Fraction) -> Any:
    """M of the Perceptron, M_2 of the Margin Perceptron."""
    return SideBySide(Perceptron(), MarginPerceptron(gamma, HALF))


class OneOverT(Learner):
    """The k-th update adds x/k."""

    def start(self, zero: Vector) -> Vector:
        self.made: Any = 0
        return zero

    def rate(self) -> Any:
        return 1 / self.made

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        self.made += 1
        return w + y * self.rate() * x


class OneOverRoot(OneOverT):
    """The k-th update adds x/√k."""

    def rate(self) -> Any:
        return 1 / sqrt(self.made)


class Alma(Learner):
    """ALMA₂(α; √8/α, √2) (Gentile 2001): margins and steps that go down with 1/√k, weights kept in the unit ball."""

    def __init__(self, alpha: Fraction = HALF) -> None:
        self.alpha = alpha

    def start(self, zero: Vector) -> Vector:
        self.k: Any = 1
        return zero

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        inner = y * (w @ x)
        return bool(x) and bool(inner <= 0 or inner**2 <= (1 - self.alpha) ** 2 * 8 / self.k / self.alpha**2 * x.norm2)

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        new = w + y * sqrt(Fraction(2) / self.k / x.norm2) * x
        self.k += 1
        return new if new.norm2 <= 1 else new / new.norm


class SecondOrder:
    """The second-order Perceptron (Cesa-Bianchi, Conconi and Gentile 2005): ⟨v, (a + S + xxᵀ)⁻¹x⟩, S over the mistakes."""

    def __init__(self, a: Fraction = Fraction(1)) -> None:
        self.a = a

    def start(self, dimension: int) -> Tuple:
        self.inverse = tuple(tuple(Fraction(i == j) / self.a for j in range(dimension)) for i in range(dimension))
        return (Fraction(0),) * dimension

    def with_example(self, x: Tuple) -> tuple[Tuple, ...]:
        """The inverse with xxᵀ added, by Sherman and Morrison."""
        turned = tuple(dot(row, x) for row in self.inverse)
        scale = 1 + dot(turned, x)
        return tuple(
            tuple(a - p * q / scale for a, q in zip(row, turned, strict=True)) for row, p in zip(self.inverse, turned, strict=True)
        )

    def score(self, w: Tuple, x: Tuple) -> Fraction:
        turned = tuple(dot(row, x) for row in self.inverse)
        found: Fraction = dot(w, turned) / (1 + dot(turned, x))
        return found

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner <= 0

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        self.inverse = self.with_example(x)
        return moved(w, y, x)


class Arow:
    """AROW (Crammer, Kulesza and Dredze 2009): a mean and a covariance, with updates wherever there is a hinge loss."""

    def __init__(self, r: Fraction = Fraction(1)) -> None:
        self.r = r

    def start(self, dimension: int) -> Tuple:
        self.spread = tuple(tuple(Fraction(i == j) for j in range(dimension)) for i in range(dimension))
        return (Fraction(0),) * dimension

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        return inner < 1

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        turned = tuple(dot(row, x) for row in self.spread)
        share = 1 / (dot(turned, x) + self.r)
        new = moved(w, y * share * (1 - y * dot(w, x)), turned)
        self.spread = tuple(moved(row, -share * p, turned) for row, p in zip(self.spread, turned, strict=True))
        return new


class FourNorm(OnMistakes):
    """The p-norm Perceptron for p = 4 (Grove, Littlestone and Schuurmans 2001): the sign of Σ θ_i³ x_i."""

    def score(self, w: Tuple, x: Tuple) -> Fraction:
        found: Fraction = dot([a**3 for a in w], x)
        return found


@dataclass
class FixedMargin(Learner):
    """y⟨w,x⟩ ≤ beta (Krauth and Mézard 1987)."""

    beta: Fraction = HALF

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(y * (w @ x) <= self.beta)


@dataclass
class RateAndMargin(Learner):
    """y⟨w,x⟩ ≤ beta, with steps of length eta."""

    eta: Fraction = Fraction(1, 4)
    beta: Fraction = HALF

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(y * (w @ x) <= self.beta)

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w + y * self.eta * x


@dataclass
class MarginOfLength(Learner):
    """y⟨w,x⟩ ≤ beta·‖x‖."""

    beta: Fraction = HALF

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        inner = y * (w @ x)
        return bool(inner <= 0 or inner**2 <= self.beta**2 * x.norm2)


class PassiveAggressive(Learner):
    """PA (Crammer et al. 2006): the nearest weights with hinge loss 0; it updates wherever there is a loss."""

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(y * (w @ x) < 1 and x.norm2 > 0)

    def rate(self, loss: Any, length2: Any) -> Any:
        return loss / length2

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w + y * self.rate(1 - y * (w @ x), x.norm2) * x


class PassiveAggressiveI(PassiveAggressive):
    """PA-I: steps of at most C."""

    def __init__(self, C: Fraction = HALF) -> None:
        self.C = C

    def rate(self, loss: Any, length2: Any) -> Any:
        return min(self.C, loss / length2)


class PassiveAggressiveII(PassiveAggressiveI):
    """PA-II: steps of ℓ/(‖x‖² + 1/(2C))."""

    def rate(self, loss: Any, length2: Any) -> Any:
        return loss / (length2 + 1 / (2 * self.C))


class Relaxation(PassiveAggressive):
    """The relaxation method of Agmon and of Motzkin and Schoenberg (1954): `relax` times the step of PA."""

    def __init__(self, relax: Fraction = HALF) -> None:
        self.relax = relax

    def rate(self, loss: Any, length2: Any) -> Any:
        return self.relax * loss / length2


class Romma(Learner):
    """ROMMA (Li and Long 2002): the shortest weights that keep the last constraints."""

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        w2, x2, inner = w.norm2, x.norm2, w @ x
        if not w2 or not x2:
            return w + y / x2 * x if x2 else w
        gap = x2 * w2 - inner**2
        return (x2 * w2 - y * inner) / gap * w + w2 * (y - inner) / gap * x if gap else w


class AggressiveRomma(Romma):
    """The same, which also updates on correct labels with y⟨w,x⟩ < 1."""

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(y * (w @ x) < 1)


class Normalised(Learner):
    """Steps of length 1: w + y·x/‖x‖."""

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w + y * x / x.norm if x else w


class Leaky(Learner):
    """Weights fade by the factor 1 − leak before each step."""

    def __init__(self, leak: Fraction = HALF) -> None:
        self.leak = leak

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return (1 - self.leak) * w + y * x


class InABox(OnMistakes):
    """Every step is followed by a projection onto the box |w_i| ≤ c."""

    def __init__(self, c: Fraction = Fraction(1)) -> None:
        self.c = c

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        return tuple(max(-self.c, min(self.c, value)) for value in moved(w, y, x))


class Quantised(OnMistakes):
    """Weights are rounded to multiples of `fine` after every step."""

    def __init__(self, fine: Fraction = Fraction(1, 10)) -> None:
        self.fine = fine

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        return tuple(round(value / self.fine) * self.fine for value in moved(w, y, x))


class Reflecting(Learner):
    """The reflection w − 2⟨w,x⟩x/‖x‖² (after Blum, Frieze, Kannan and Vempala 1998), from the first example."""

    initialises = True

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        if not w:
            return w + y * x
        return w - 2 * (w @ x) / x.norm2 * x if x else w


class UnevenMargins(Learner):
    """PAUM (Li, Zaragoza, Herbrich, Shawe-Taylor and Kandola 2002): a threshold for each label."""

    def __init__(self, plus: Fraction = HALF, minus: Fraction = Fraction(1, 8)) -> None:
        self.plus, self.minus = plus, minus

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(y * (w @ x) <= (self.plus if y > 0 else self.minus))


class CostSensitive(Learner):
    """A mistake on the label 1 counts twice: 2x is added."""

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w + (2 if y > 0 else -1) * x


class Biased(Learner):
    """The sign of ⟨w,x⟩ + b, where every update adds y to b."""

    def start(self, zero: Vector) -> Vector:
        self.b: Any = 0
        return zero

    def score(self, w: Vector, x: Vector) -> Any:
        return w @ x + self.b

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        self.b += y
        return w + y * x


class Restarting(Learner):
    """It begins anew after every five updates."""

    def start(self, zero: Vector) -> Vector:
        self.made: Any = 0
        return zero

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        self.made = self.made + 1 if self.made < 5 else 1
        return (0 * w if self.made == 1 else w) + y * x


class Momentum(Learner):
    """The heavy ball: each step is y·x and half of the step before."""

    def start(self, zero: Vector) -> Vector:
        self.last = zero
        return zero

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        self.last = HALF * self.last + y * x
        return w + self.last


class Spherical(Learner):
    """Weights are brought to length 1 after every step."""

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        new = w + y * x
        return new / new.norm if new else new


class SquaredHinge(Learner):
    """Half a gradient step on half the squared hinge loss."""

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(y * (w @ x) < 1)

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w + HALF * y * (1 - y * (w @ x)) * x


class Projectron(Learner):
    """Projectron (Orabona, Keshet and Caputo 2008): an example nearer than eta to the span of those kept is projected onto it."""

    def __init__(self, eta: Fraction = Fraction(1, 4)) -> None:
        self.eta = eta

    def start(self, zero: Vector) -> Vector:
        self.kept: list[Vector] = []  # made orthogonal
        self.support: Any = 0
        return zero

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        rest: Any = x
        for z in self.kept:
            rest = rest - rest @ z / z.norm2 * z
        if rest.norm2 > self.eta**2:
            self.kept, self.support = [*self.kept, rest], self.support + 1
            return w + y * x
        return w + y * (x - rest)


# -- further ones, for `perceptron-proofs bound` (docs/bounds.md) ----------------------------------------------------------------------


class Rated(Learner):
    """The Perceptron with steps of length eta."""

    def __init__(self, eta: Fraction = Fraction(1, 4)) -> None:
        self.eta = eta

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w + y * self.eta * x


class HingeDescent(Rated):
    """Gradient descent on the hinge loss (Zinkevich 2003): steps of length eta wherever y⟨w,x⟩ < 1."""

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(y * (w @ x) < 1)


class Kaczmarz(PassiveAggressive):
    """The step of PA, on mistakes only: the projection of Kaczmarz (1937) onto y⟨w,x⟩ = 1."""

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(y * (w @ x) <= 0 and x.norm2 > 0)


class LeastSquares(Learner):
    """Widrow and Hoff (1960), on mistakes only: steps of length eta·(1 − y⟨w,x⟩)."""

    def __init__(self, eta: Fraction = HALF) -> None:
        self.eta = eta

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w + y * self.eta * (1 - y * (w @ x)) * x


class SmoothHinge(SquaredHinge):
    """Half a gradient step on a hinge loss that is rounded: of length min(1, 1 − y⟨w,x⟩)/2."""

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w + HALF * y * min(1, 1 - y * (w @ x)) * x


class Mira(Learner):
    """MIRA for two classes (Crammer and Singer 2003): the least step that makes the score right, and at most 1."""

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w + y * min(1, -y * (w @ x) / x.norm2) * x if x else w


class RelativeMargin(Learner):
    """y⟨w,x⟩ ≤ beta·‖x‖²: a step is made where the last one would not have been enough."""

    def __init__(self, beta: Fraction = HALF) -> None:
        self.beta = beta

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(y * (w @ x) <= self.beta * x.norm2)


class ClippedStep(Learner):
    """Steps y·x, or of length 1 if x is longer."""

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w + (y * x if x.norm2 <= 1 else y / x.norm * x)


class UnevenPassiveAggressive(PassiveAggressive):
    """PA-I with another greatest step for each label (Crammer et al. 2006, on costs)."""

    def __init__(self, plus: Fraction = HALF, minus: Fraction = Fraction(1, 4)) -> None:
        self.plus, self.minus = plus, minus

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w + y * min(self.plus if y > 0 else self.minus, self.rate(1 - y * (w @ x), x.norm2)) * x


class AveragedPerceptron(Learner):
    """The averaged Perceptron (Freund and Schapire 1999): it learns as the Perceptron, and ends with the sum of all its weights."""

    def start(self, zero: Vector) -> Vector:
        self.total = zero
        return zero

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        new = w + y * x
        self.total = self.total + new
        return new


class VotedPerceptron(Learner):
    """The voted Perceptron (Freund and Schapire 1999): it counts how long its weights have lasted, which are their votes."""

    def start(self, zero: Vector) -> Vector:
        self.votes: Any = 0
        return zero

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        self.votes += 1
        return super().wants_update(w, x, y)

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        self.votes = 0
        return w + y * x


class Pocket(VotedPerceptron):
    """The pocket algorithm (Gallant 1990): it learns as the Perceptron, and keeps the weights that were right for the longest time."""

    def start(self, zero: Vector) -> Vector:
        self.pocket, self.longest = zero, 0
        return super().start(zero)

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        wrong = super().wants_update(w, x, y)
        if not wrong and self.votes > self.longest:
            self.pocket, self.longest = w, self.votes
        return wrong


class Structured(Learner):
    """The structured Perceptron (Collins 2002), and that of several classes: an example is Φ(x, y) − Φ(x, ŷ), with the label 1."""


class TwoClasses(Learner):
    """The Perceptron of two classes (Crammer and Singer 2003): weights for each; the right class gains x, the other one loses it."""

    def start(self, zero: Vector) -> Vector:
        self.classes = [zero, zero]
        return zero

    def score(self, w: Vector, x: Vector) -> Any:
        return self.classes[1] @ x - self.classes[0] @ x

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        right = (1 + y) // 2
        self.classes[right] += x
        self.classes[1 - right] -= x
        return self.classes[1] - self.classes[0]


class Shifting(Learner):
    """The shifting Perceptron (Cavallanti, Cesa-Bianchi and Gentile 2007): the k-th update shrinks the weights by 1 − λ/(λ + k)."""

    def __init__(self, fade: Fraction = Fraction(1)) -> None:
        self.fade = fade

    def start(self, zero: Vector) -> Vector:
        self.k: Any = 0
        return zero

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        share = self.fade / (self.fade + self.k)
        self.k += 1
        return (1 - share) * w + y * share * x


@dataclass
class MarginOfGamma(Learner):
    """It is told the margin: y⟨w,x⟩ ≤ γ/2."""

    gamma: Fraction

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(y * (w @ x) <= HALF * self.gamma)


@dataclass
class MarginOfAngle(Learner):
    """It is told the margin, and updates where x is at an angle to w: y⟨w,x⟩ ≤ (1 − ε)γ‖w‖."""

    gamma: Fraction
    eps: Fraction = Fraction(3, 4)

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(y * (w @ x) <= (1 - self.eps) * self.gamma * w.norm)


@dataclass
class DynamicMargin(Learner):
    """The Perceptron with dynamic margin (Panagiotakopoulos and Tsampouka 2011): ‖w‖/t stands for the margin after t updates."""

    eps: Fraction = Fraction(3, 4)

    def start(self, zero: Vector) -> Vector:
        self.t: Any = 0
        return zero

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        return bool(self.t == 0 or y * (w @ x) <= (1 - self.eps) * w.norm2 / self.t)

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        self.t += 1
        return w + y * x


@dataclass
class InTheBall(Learner):
    """It is told the margin, and projects its weights onto the ball of radius 1/γ, which has the vector u/γ in it (Zinkevich 2003)."""

    gamma: Fraction

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        new = w + y * x
        return new if new.norm2 <= 1 / self.gamma**2 else new / (self.gamma * new.norm)


class DelayedTwice(Learner):
    """Each step is made two updates late: `Delayed` with a vector for each step that waits."""

    def start(self, zero: Vector) -> Vector:
        self.first = self.second = zero
        return zero

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        new = w + self.first
        self.first, self.second = self.second, y * x
        return new


FURTHER = {
    "perceptron": Perceptron(),
    "perceptron, 0 is +1": Perceptron(ties=1),
    "rate": Rated(),
    "hinge-descent": HingeDescent(),
    "kaczmarz": Kaczmarz(),
    "over-relaxation": Relaxation(Fraction(3, 2)),
    "least-squares": LeastSquares(),
    "smooth-hinge": SmoothHinge(),
    "mira": Mira(),
    "relative-margin": RelativeMargin(),
    "clipped-step": ClippedStep(),
    "uneven-pa": UnevenPassiveAggressive(),
    "averaged perceptron": AveragedPerceptron(),
    "voted": VotedPerceptron(),
    "pocket": Pocket(),
    "structured": Structured(),
    "two classes": TwoClasses(),
    "shifting": Shifting(),
    "told the margin": MarginOfGamma,
    "margin of an angle": MarginOfAngle,
    "dynamic margin": DynamicMargin(),
    "in the ball": InTheBall,
    "delayed, by vectors": DelayedTwice(),
    "exponentiated gradient": Winnow(beta=2),
}

LEARNERS = {
    "fixed-margin": FixedMargin(),
    "rate-and-margin": RateAndMargin(),
    "margin-of-length": MarginOfLength(),
    "pa": PassiveAggressive(),
    "pa-1": PassiveAggressiveI(),
    "pa-2": PassiveAggressiveII(),
    "relaxation": Relaxation(),
    "romma": Romma(),
    "aggressive-romma": AggressiveRomma(),
    "second-order": SecondOrder(),
    "arow": Arow(),
    "four-norm": FourNorm(),
    "forget-oldest": ForgetOldest(),
    "forgetron": Forgetron(),
    "random-budget": random_budget_in_mean(),
    "ballseptron": Ballseptron(),
    "one-over-t": OneOverT,
    "one-over-root": OneOverRoot,
    "normalised": Normalised(),
    "alma": Alma(),
    "leaky": Leaky(),
    "in-a-box": InABox(),
    "delayed": Delayed(),
    "mini-batch": MiniBatch(),
    "quantised": Quantised(),
    "reflecting": Reflecting(),
    "averaged": Averaged(),
    "uneven-margins": UnevenMargins(),
    "cost-sensitive": CostSensitive(),
    "biased": Biased(),
    "restarting": Restarting(),
    "momentum": Momentum(),
    "spherical": Spherical(),
    "squared-hinge": SquaredHinge(),
    "projectron": Projectron(),
    "side-by-side": perceptron_beside_margin,
}

__all__ = ["FURTHER", "LEARNERS", "Alma", "InTheBall", "MarginOfGamma", "PassiveAggressive", "RandomBudget", "Romma", "SecondOrder"]
