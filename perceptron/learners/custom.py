"""Any online learner: as a player, which predicts a label for x and then learns the right one, or as weights.

predict(x) -> −1, 0 or 1 and update(x, y)     used as it is; x is a tuple of Fractions; 0 means that either label is a mistake
a `Learner` of this package                   plays by its own rule
predict and partial_fit (scikit-learn)        gets floats; classes −1 and 1; the prediction before the first example is −1
predict_one and learn_one (river)             gets a dictionary of floats; None and False count as −1
a function of (history, x)                    history is the list of (x, y) so far

`perceptron.learners.learner.Stepper` plays a learner that has weights, round by round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from perceptron.errors import InputError
from perceptron.learners.learner import Learner, Stepper, initialises, needs, truth
from perceptron.learners.perceptron import AnyLearner, is_mistake
from perceptron.learners.representations import vector_of
from perceptron.learners.vectors import Vector, attributes, number_behind, put

Tuple: TypeAlias = "tuple[Fraction, ...]"


class Player(Protocol):
    """The methods that a game calls."""

    def predict(self, x: Tuple) -> int:
        """The predicted label, or 0 if either label is a mistake."""

    def update(self, x: Tuple, y: int) -> object:
        """Learn the right label."""


def player(learner: Any) -> Player:
    """A learner of one of the kinds listed above, as a player. Raises InputError for anything else."""
    if isinstance(learner, AnyLearner):
        return _Own(learner)
    if hasattr(learner, "predict") and hasattr(learner, "partial_fit"):
        return _Estimator(learner)
    if hasattr(learner, "predict_one") and hasattr(learner, "learn_one"):
        return _Stream(learner)
    if callable(getattr(learner, "predict", None)) and callable(getattr(learner, "update", None)):
        return learner  # type: ignore[no-any-return]
    if callable(learner):
        return _Function(learner)
    raise InputError(f"{type(learner).__name__} is not a learner: it needs predict and update, or see perceptron.learners.custom")


def maker(learner: Any) -> Callable[[], Any]:
    """A function without arguments that makes a fresh learner.

    learner    a class or a function without arguments, which is returned as it is; a learner, which is copied in its present
               state; or a function of (history, x), which needs no copy

    Raises InputError for anything else.
    """
    if not isinstance(learner, type) and any(hasattr(learner, name) for name in ("predict", "predict_one", "wants_update")):
        untouched = deepcopy(learner)
        return lambda: deepcopy(untouched)
    if not callable(learner):
        raise InputError(f"{type(learner).__name__} is not a learner: it needs predict and update, or see perceptron.learners.custom")
    return (lambda: learner) if not isinstance(learner, type) and _takes_two(learner) else learner


def _takes_two(function: Callable[..., Any]) -> bool:
    """Whether a call needs exactly two arguments."""
    return len(needs(function)) == 2


def own_score(learner: Any) -> Callable[[Tuple, Tuple], Any] | None:
    """The score by which a learner predicts, over tuples; None if that is ⟨w,x⟩."""
    score = getattr(learner, "score", None)
    if not isinstance(learner, Learner):
        return score
    return None if type(learner).score is Learner.score else lambda w, x: number_behind(learner.score(vector_of(w), vector_of(x)))


def first_weights(learner: Any, dimension: int) -> Tuple:
    """The weights before round 0."""
    return Stepper(learner, dimension).coordinates


class _Own:
    """A learner of this package. It predicts 0 where it would update with either label."""

    def __init__(self, learner: AnyLearner) -> None:
        self.learner = learner
        self.play: Stepper | None = None

    def predict(self, x: Tuple) -> int:
        wrong = [y for y in (-1, 1) if self._start(x).wants(x, y)]
        return 0 if len(wrong) != 1 else -wrong[0]

    def update(self, x: Tuple, y: int) -> None:
        self._start(x).round(x, y)

    def _start(self, x: Tuple) -> Stepper:
        if self.play is None:
            self.play = Stepper(self.learner, len(x))
        return self.play


class _Estimator:
    def __init__(self, model: Any) -> None:
        self.model, self.fitted = model, False

    def predict(self, x: Tuple) -> int:
        return int(self.model.predict([[float(value) for value in x]])[0]) if self.fitted else -1

    def update(self, x: Tuple, y: int) -> None:
        self.model.partial_fit([[float(value) for value in x]], [y], classes=[-1, 1])
        self.fitted = True


class _Stream:
    def __init__(self, model: Any) -> None:
        self.model = model

    def predict(self, x: Tuple) -> int:
        guess = self.model.predict_one(_name(x))
        return -1 if guess is None or guess is False else int(guess)

    def update(self, x: Tuple, y: int) -> None:
        self.model.learn_one(_name(x), y)


class _Function:
    def __init__(self, predict: Callable[[list[tuple[Tuple, int]], Tuple], int]) -> None:
        self.function, self.history = predict, list[tuple[Tuple, int]]()

    def predict(self, x: Tuple) -> int:
        return self.function(list(self.history), x)

    def update(self, x: Tuple, y: int) -> None:
        self.history.append((x, y))


def _name(x: Tuple) -> dict[str, float]:
    return {f"x{i}": float(value) for i, value in enumerate(x)}


# -- made of others, to be attacked as one: two side by side, one in expectation over its seeds, one that only predicts
#
# Each keeps what the parts do in public numbers, which a conjecture may call by name.


class SideBySide:
    """A learner, and others that play the same sequence beside it.

    M, W and all other names of a run belong to the first; M_2, E_2 (its updates and mistakes), M_3, E_3, … of the others. Each is a
    learner, or a class without arguments.

        >>> from perceptron import Perceptron, MarginPerceptron
        >>> both = SideBySide(Perceptron(), MarginPerceptron("1/10"))
        >>> both.parameters()
        {'M_2': 0, 'E_2': 0}
    """

    def __init__(self, first: Any, *others: Any) -> None:
        self._makers = [maker(one) for one in (first, *others)]
        self.first = self._makers[0]()
        self.initialises = initialises(self.first)
        self.others: list[Stepper] = []
        self.updates: list[int] = [0] * len(others)
        self.errors: list[int] = [0] * len(others)

    def parameters(self) -> dict[str, int]:
        """Updates and mistakes of the others."""
        counted = zip(self.updates, self.errors, strict=True)
        return {name: n for k, pair in enumerate(counted, start=2) for name, n in zip((f"M_{k}", f"E_{k}"), pair, strict=True)}

    def start(self, dimension: int) -> Tuple:
        """The first one's weights; all begin anew."""
        self.play, *self.others = (Stepper(make(), dimension) for make in self._makers)
        self.first = self.play.learner
        self.updates, self.errors = [0] * len(self.others), [0] * len(self.others)
        self.begins = self.initialises
        return self.play.coordinates

    def score(self, w: Tuple, x: Tuple) -> Any:
        """The first one's."""
        return self.play.inner(x, 1)

    def wants_update(self, inner: Any, norm2: Any, y: int, x: Tuple) -> bool:
        """The first one's answer. The others play the round."""
        self.beside(x, y)
        return self.play.step(x, y)

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        """The first one's weights after its step."""
        if self.begins:  # nobody asked for the first example
            self.begins = False
            self.beside(x, y)
            self.play.step(x, y)
        return self.play.coordinates

    def beside(self, x: Tuple, y: int) -> None:
        """A round of the others."""
        for k, play in enumerate(self.others):
            self.errors[k] += is_mistake(play.inner(x, y), y, getattr(play.learner, "ties", "mistake"))
            self.updates[k] += play.round(x, y)


class Together(Learner):
    """A learner in vector algebra and a second one beside it, as one learner: what `SideBySide` plays, in a form that can be traced.

    `own` holds the state of both, `fixed` their other attributes, so that a trace sees a change of these too. w_2 and M_2 are the second
    one's weights and updates; E_2, its mistakes, is counted if `mistakes`.
    """

    def __init__(self, first: Learner, second: Learner, mistakes: bool = False) -> None:
        self.kind, self.kind_2 = type(first), type(second)
        self.fixed, self.mistakes, self.ties = [attributes(first), attributes(second)], mistakes, first.ties

    def start(self, zero: Vector) -> Vector:
        """The first one's weights."""
        one, two = (Stepper(self.bare(i), zero) for i in (0, 1))
        self.own = [{name: getattr(part.learner, name) for name in part.state} for part in (one, two)]
        self.fixed = [{n: v for n, v in attributes(part.learner).items() if n not in part.state} for part in (one, two)]
        self.w_2, self.M_2, self.E_2 = two.w, 0, 0
        return one.w

    def score(self, w: Vector, x: Vector) -> Any:
        """The first one's."""
        with self.part(0) as one:
            return one.score(w, x)

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        """The first one's answer. The second one plays the round."""
        with self.part(1) as two:
            if self.mistakes:
                self.E_2 += is_mistake(y * two.score(self.w_2, x), y, two.ties)
            if truth(two.wants_update(self.w_2, x, y)):
                self.w_2, self.M_2 = two.step(self.w_2, x, y), self.M_2 + 1
        with self.part(0) as one:
            return one.wants_update(w, x, y)  # type: ignore[no-any-return]

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        """The first one's."""
        with self.part(0) as one:
            return one.step(w, x, y)  # type: ignore[no-any-return]

    def bare(self, i: int) -> Any:
        """One of the two without its state."""
        kind = (self.kind, self.kind_2)[i]
        learner = kind.__new__(kind)
        for name, value in self.fixed[i].items():
            put(learner, name, value)
        return learner

    @contextmanager
    def part(self, i: int) -> Iterator[Any]:
        """One of the two, whose attributes are held again afterwards."""
        learner = self.bare(i)
        for name, value in self.own[i].items():
            put(learner, name, value)
        yield learner
        held, own, fixed = attributes(learner), self.own[i], self.fixed[i]
        rest = {name: value for name, value in held.items() if name not in own}
        own.update([(name, held[name]) for name in own])
        fixed.clear()  # the same dictionary, as for each other attribute that stays
        fixed.update(rest)


class InExpectation:
    """A learner that draws at random, over a finite set of seeds: all its copies play the same sequence.

    make      a function of a seed that gives a learner, which draws from that seed alone
    seeds     the seeds, each as likely as another

    mean_M and mean_E are the means of the updates and of the mistakes. M counts the rounds on which some copy updates, and the weights
    are the means of the copies'.
    """

    def __init__(self, make: Callable[[int], Any], seeds: Iterable[int] = range(10)) -> None:
        self._make, self._seeds = make, tuple(seeds)
        self._copies: list[Stepper] = []
        self._updates = self._errors = 0

    def parameters(self) -> dict[str, Fraction]:
        """The two means."""
        return {"mean_M": Fraction(self._updates, len(self._seeds)), "mean_E": Fraction(self._errors, len(self._seeds))}

    def start(self, dimension: int) -> Tuple:
        """The mean of the copies' weights, which begin anew."""
        self._copies = [Stepper(self._make(seed), dimension) for seed in self._seeds]
        self._updates = self._errors = 0
        return self.mean()

    def wants_update(self, inner: Any, norm2: Any, y: int, x: Tuple) -> bool:
        """Whether some copy's weights change. All play the round."""
        self._errors += sum(bool(play.inner(x, y) <= 0) for play in self._copies)
        firsts = sum(play.fresh for play in self._copies)
        steps = sum([play.step(x, y) for play in self._copies])
        self._updates += steps - firsts
        return steps > 0

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        """The mean of the copies' weights after the round."""
        return self.mean()

    def mean(self) -> Tuple:
        """The mean of the copies' weights."""
        columns = zip(*(play.coordinates for play in self._copies), strict=True)
        return tuple(sum(column, Fraction(0)) / len(self._copies) for column in columns)


class Predictor:
    """A learner without weights, of one of the kinds that `perceptron.learners.custom` lists: it predicts, then learns the label.

    M counts its mistakes, a prediction of 0 among them. It has no weights, so w is 0 throughout.
    """

    def __init__(self, learner: Any) -> None:
        self._maker = maker(learner)

    def start(self, dimension: int) -> Tuple:
        """Zero; the learner begins anew."""
        self._player, self._dimension = player(self._maker()), dimension
        return (Fraction(0),) * dimension

    def score(self, w: Tuple, x: Tuple) -> Fraction:
        """The label that it predicts."""
        return Fraction(self._player.predict(x))

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int, x: Tuple) -> bool:
        """Whether it was mistaken. It learns the label."""
        self._player.update(x, y)
        return inner <= 0

    def step(self, w: Tuple, x: Tuple, y: int) -> Tuple:
        """Zero."""
        return w
