"""Learners made of others, to be attacked as one: two side by side, one in expectation over its seeds, one that only predicts.

Each keeps what the parts do in public numbers, which a conjecture may call by name: they are read at the end of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from perceptron.learners.foreign import Play, Vector, maker, player


class SideBySide:
    """A learner, and others that play the same sequence beside it.

    M, W and all other names of a run speak of the first; M_2, E_2 (its updates and mistakes), M_3, E_3, … of the others. Each is a
    learner, or a class without arguments.

        >>> from perceptron import Perceptron, MarginPerceptron
        >>> both = SideBySide(Perceptron(), MarginPerceptron("1/10"))
        >>> both.parameters()
        {'M_2': 0, 'E_2': 0}
    """

    def __init__(self, first: Any, *others: Any) -> None:
        self._makers = [maker(one) for one in (first, *others)]
        self.first = self._makers[0]()
        self.initialises = bool(getattr(self.first, "initialises", False))
        self.others: list[Play] = []
        self.updates: list[int] = [0] * len(others)
        self.errors: list[int] = [0] * len(others)

    def parameters(self) -> dict[str, int]:
        """Updates and mistakes of the others."""
        counted = zip(self.updates, self.errors, strict=True)
        return {name: n for k, pair in enumerate(counted, start=2) for name, n in zip((f"M_{k}", f"E_{k}"), pair, strict=True)}

    def start(self, dimension: int) -> Vector:
        """The first one's weights; all begin anew."""
        self.play, *self.others = (Play(make(), dimension) for make in self._makers)
        self.first = self.play.learner
        self.updates, self.errors = [0] * len(self.others), [0] * len(self.others)
        self.begins = self.initialises
        w: Vector = self.play.w
        return w

    def score(self, w: Vector, x: Vector) -> Any:
        """The first one's."""
        return self.play.inner(x, 1)

    def wants_update(self, inner: Any, norm2: Any, y: int, x: Vector) -> bool:
        """The first one's answer. The others play the round."""
        self.beside(x, y)
        before = self.play.w
        self.counted = self.play.round(x, y)
        return self.counted or self.play.w is not before

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        """The first one's weights after its step."""
        if self.begins:  # nobody asked for the first example
            self.begins = False
            self.beside(x, y)
            self.play.round(x, y)
        after: Vector = self.play.w
        return after

    def beside(self, x: Vector, y: int) -> None:
        """A round of the others."""
        for k, play in enumerate(self.others):
            self.errors[k] += bool(play.inner(x, y) <= 0)
            self.updates[k] += play.round(x, y)


class InExpectation:
    """A learner that draws at random, over a finite set of seeds: all its copies play the same sequence.

    make      a function of a seed that gives a learner, which draws from that seed alone
    seeds     the seeds, each as likely as another

    mean_M and mean_E are the means of the updates and of the mistakes. M counts the rounds on which some copy updates, and the weights
    are the means of the copies'.
    """

    def __init__(self, make: Callable[[int], Any], seeds: Iterable[int] = range(10)) -> None:
        self._make, self._seeds = make, tuple(seeds)
        self._copies: list[Play] = []
        self._updates = self._errors = 0

    def parameters(self) -> dict[str, Fraction]:
        """The two means."""
        return {"mean_M": Fraction(self._updates, len(self._seeds)), "mean_E": Fraction(self._errors, len(self._seeds))}

    def start(self, dimension: int) -> Vector:
        """The mean of the copies' weights, which begin anew."""
        self._copies = [Play(self._make(seed), dimension) for seed in self._seeds]
        self._updates = self._errors = 0
        return self.mean()

    def wants_update(self, inner: Any, norm2: Any, y: int, x: Vector) -> bool:
        """Whether some copy's weights change. All play the round."""
        before = [play.w for play in self._copies]
        self._errors += sum(bool(play.inner(x, y) <= 0) for play in self._copies)
        self._updates += sum([play.round(x, y) for play in self._copies])
        return any(play.w is not w for play, w in zip(self._copies, before, strict=True))

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        """The mean of the copies' weights after the round."""
        return self.mean()

    def mean(self) -> Vector:
        """The mean of the copies' weights."""
        return tuple(sum(column, Fraction(0)) / len(self._copies) for column in zip(*(play.w for play in self._copies), strict=True))


class Predictor:
    """A learner without weights, of one of the kinds that `perceptron.learners.foreign` lists: it predicts, then learns the label.

    M counts its mistakes, a prediction of 0 among them. It has no weights, so w is 0 throughout.
    """

    def __init__(self, learner: Any) -> None:
        self._maker = maker(learner)

    def start(self, dimension: int) -> Vector:
        """Zero; the learner begins anew."""
        self._player, self._dimension = player(self._maker()), dimension
        return (Fraction(0),) * dimension

    def score(self, w: Vector, x: Vector) -> Fraction:
        """The label that it predicts."""
        return Fraction(self._player.predict(x))

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int, x: Vector) -> bool:
        """Whether it was mistaken. It learns the label."""
        self._player.update(x, y)
        return inner <= 0

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        """Zero."""
        return w
