"""The learners with Euclid's lengths and inner products: the Perceptron, the Margin Perceptron, and Hebb's rule."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from operator import mul
from typing import Any, TypeAlias

from perceptron import Hebb, MarginPerceptron, Perceptron
from perceptron.errors import InputError
from perceptron.learners.perceptron import Additive, Rule
from perceptron.numbers.exact import parse
from proofs.conjecture.hypotheses import Hypothesis
from proofs.conjecture.learners.base import AdversaryChoice, ExactRun, Opponent, Vector, number

RULES = {"mistake-driven", "margin rule"}
Step: TypeAlias = "tuple[tuple[int, ...], int]"  # y·x in whole numbers, and y


class Euclidean(Opponent):
    """A learner that adds y·x to its weights."""

    @abstractmethod
    def learner(self, gamma: Fraction, start: Vector | None = None) -> Additive: ...

    def rule(self, gamma: Fraction, scale: int = 1) -> Rule:
        """The learner's: when there is an update, for inner products and squares that are over scale²."""
        return self.learner(gamma).rule(scale)

    def length2(self, x: Sequence[Fraction] | str | int) -> Fraction:
        if isinstance(x, str | int):
            raise InputError("only a kernel compares strings or rows")
        below = lcm(*(value.denominator for value in x))
        return Fraction(sum(n * n for n in whole(below, x)), below**2)

    @classmethod
    def read(cls, record: Mapping[str, Any], dropped: Sequence[str], eps: Fraction | None) -> dict[str, Any]:
        """A file that drops the rule of a learner calls it Hebb."""
        if cls is not HebbOpponent and (eps is not None or RULES & set(dropped)):
            raise InputError(f"{cls.name} keeps its own rule, so 'eps' and the dropping of it do not fit")
        return super().read(record, dropped, eps)

    def exact_run(self, given: AdversaryChoice) -> EuclideanRun:
        below = lcm(*(value.denominator for x, _ in given.rounds for value in x), *(value.denominator for value in given.start or ()))
        steps = [(tuple(whole(y * below, x)), y) for x, y in given.rounds]
        return EuclideanRun(self, steps, below, given.u, given.gamma, given.start)


class PerceptronOpponent(Euclidean):
    """Updates on mistakes, from w = 0 or (where that is dropped) any start."""

    name = "perceptron"
    fields = frozenset({"ties", "start"})
    options = frozenset({"ties"})
    hypotheses = (Hypothesis.ZERO_START, Hypothesis.MISTAKE_DRIVEN, Hypothesis.POSITIVE_MARGIN)

    def learner(self, gamma: Fraction, start: Vector | None = None) -> Additive:
        return Hebb() if self.always else Perceptron(self.ties, start)

    def spec(self, start: list[str] | None = None) -> dict[str, Any]:
        if self.always:
            return {"name": "hebb"}
        return {"name": "perceptron", "ties": self.ties} | ({"start": start} if start is not None else {})

    def in_coq(self, gamma: Fraction) -> str:
        if self.always:
            return "hebb false"
        return {"mistake": "perceptron mistake", 1: "perceptron (predicts true)", -1: "perceptron (predicts false)"}[self.ties]


class MarginOpponent(Euclidean):
    """Updates below the threshold (1−ε)·gamma·‖w‖, from w = y·x of the first example."""

    name = "margin"
    fields = options = frozenset({"eps"})
    hypotheses = (Hypothesis.MARGIN_RULE, Hypothesis.POSITIVE_MARGIN)
    initialises = True

    def choose(self, eps: Fraction | None, kernel: str, rate: str) -> None:
        super().choose(eps, kernel, rate)
        self.eps = eps

    def learner(self, gamma: Fraction, start: Vector | None = None) -> Additive:
        if self.always:
            return Hebb(initialises=True)
        made_for = gamma > 0 and self.eps is not None and 0 < self.eps <= 1
        return MarginPerceptron(gamma, self.eps) if made_for else AnyMargin(gamma, self.eps)

    def spec(self, start: list[str] | None = None) -> dict[str, Any]:
        return {"name": "hebb", "initialises": True} if self.always else {"name": "margin", "eps": str(self.eps)}

    def in_coq(self, gamma: Fraction) -> str:
        c = (1 - (self.eps or 0)) * gamma
        return "hebb true" if self.always else f"margin_perceptron ({c.numerator} # {c.denominator})"

    @classmethod
    def parse_options(cls, record: Mapping[str, Any]) -> dict[str, Any]:
        return {"eps": number(record["eps"], "eps")} if "eps" in record else {}

    @classmethod
    def from_options(cls, plain: list[str], pairs: dict[str, str]) -> dict[str, Any] | None:
        if plain or pairs.keys() - {"eps"}:
            return None
        if not pairs:
            return {}
        if not 0 < (eps := parse(pairs["eps"])) <= 1:
            raise InputError(f"eps must be an exact number with 0 < eps <= 1, not {pairs['eps']:.60}")
        return {"eps": eps}


class HebbOpponent(Euclidean):
    """Updates on every round. In a file it also stands for a Perceptron or Margin Perceptron whose rule is dropped."""

    name = "hebb"
    fields = frozenset({"initialises"})
    hypotheses = (Hypothesis.POSITIVE_MARGIN,)

    def choose(self, eps: Fraction | None, kernel: str, rate: str) -> None:
        super().choose(eps, kernel, rate)
        self.always = True

    def learner(self, gamma: Fraction, start: Vector | None = None) -> Additive:
        return Hebb()

    def spec(self, start: list[str] | None = None) -> dict[str, Any]:
        return {"name": "hebb"}

    @classmethod
    def read(cls, record: Mapping[str, Any], dropped: Sequence[str], eps: Fraction | None) -> dict[str, Any]:
        fields, first = super().read(record, dropped, None), record.get("initialises", False)
        if not isinstance(first, bool):
            raise InputError("'initialises' must be true or false")
        played = next((kind.name for kind in (MarginOpponent, PerceptronOpponent) if set(kind.hypotheses) & RULES & set(dropped)), cls.name)
        if first != (played == MarginOpponent.name):
            raise InputError("'initialises' belongs to a Margin Perceptron whose 'margin rule' is dropped")
        return fields | {"learner": played} | ({} if eps is None else {"eps": eps})


class AnyMargin(Additive):
    """The Margin Perceptron for a gamma or an ε that it is not made for, which `perceptron.MarginPerceptron` rightly refuses.

    The threshold may be negative: a game without "positive margin" still has to be played."""

    reads_length = initialises = True

    def __init__(self, gamma: Fraction, eps: Fraction | None) -> None:
        self.threshold, self.eps = (1 - (eps or 0)) * gamma, eps

    def rule(self, scale: int = 1) -> Rule:
        c = self.threshold * scale
        p2, q2 = c.numerator**2, c.denominator**2
        if c > 0:
            return lambda inner, norm2, y: inner < 0 or q2 * inner * inner < p2 * norm2
        return lambda inner, norm2, y: inner < 0 and q2 * inner * inner > p2 * norm2


class WholeRun(ExactRun):
    """A run in whole numbers: y·x over `below`. Its subclasses say how the learner plays it."""

    def __init__(self, steps: Iterable[Step], below: int, u: Vector) -> None:
        under = lcm(*(value.denominator for value in u))
        self.rounds, self.below, self.under, self.dimension = steps, below, under, len(u)
        self.unit, self.square, self.u = below * under, below**2, whole(under, u)

    def steps(self) -> Iterable[Step]:
        return self.rounds

    def margin(self, step: Step) -> int:
        return inner(self.u, step[0])

    def length2(self, step: Step) -> int:
        return inner(step[0], step[0])

    def comparator2(self) -> Fraction:
        return Fraction(inner(self.u, self.u), self.under**2)


class EuclideanRun(WholeRun):
    """A run of a learner that adds y·x, its weights over `below` too."""

    def __init__(
        self, opponent: Euclidean, steps: Iterable[Step], below: int, u: Vector, gamma: Fraction, start: Vector | None = None
    ) -> None:
        super().__init__(steps, below, u)
        self.w = [0] * len(u) if start is None else whole(below, start)
        self.rule, self.fresh, self.asks_length = opponent.rule(gamma, below), opponent.initialises, opponent.eps is not None
        self.norm2 = inner(self.w, self.w)
        self.ties = opponent.ties

    @property
    def asks_only_the_sign(self) -> bool:
        """Whether a round is an update depends on nothing but whether y⟨w, x⟩ is below 0, or at most 0."""
        return not (self.asks_length or self.fresh)

    def state(self) -> list[list[int]]:
        """The weights."""
        return [self.w]

    def repeat(self, since: list[list[int]], times: int) -> None:
        """Change the weights a number of times more as they have changed since that state."""
        (self.w,) = self.extrapolate(since, times)

    def extrapolate(self, since: list[list[int]], times: int) -> Iterator[list[int]]:
        """The vectors of the state after that change."""
        for before, now in zip(since, self.state(), strict=True):
            yield [b + times * (b - a) for a, b in zip(before, now, strict=True)]

    def inner(self, step: Step) -> int:
        return inner(self.w, step[0])

    def wants(self, step: Step) -> bool:
        """Whether the round would be an update, a first one that only initialises among them."""
        return self.fresh or self.rule(inner(self.w, step[0]), self.norm2, step[1])

    def update(self, step: Step) -> bool:
        z, first = step[0], self.fresh
        if first and not any(z):
            raise InputError("example 0 is the zero vector, from which the Margin Perceptron cannot start")
        if not self.wants(step):
            return False
        self.fresh, self.w = False, [a + b for a, b in zip(self.w, z, strict=True)]
        if self.asks_length:
            self.norm2 = inner(self.w, self.w)
        return not first

    def weights(self) -> Vector:
        return tuple(Fraction(n, self.below) for n in self.w)

    def weights2(self) -> Fraction:
        return Fraction(inner(self.w, self.w), self.square)

    def along(self) -> Fraction:
        return Fraction(inner(self.u, self.w), self.unit)


def whole(n: int, x: Iterable[Fraction]) -> list[int]:
    """n·x, where that is whole."""
    return [value.numerator * (n // value.denominator) for value in x]


def inner(a: Iterable[int], b: Iterable[int]) -> int:
    return sum(map(mul, a, b))
