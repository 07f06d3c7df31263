"""A learner as the opponent in a game, and one exact run of it by definition."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple, TypeAlias

from perceptron import Examples, Quantities, measure, run
from perceptron.errors import InputError
from perceptron.learners.perceptron import AnyLearner
from perceptron.numbers.exact import dot, exact

Vector: TypeAlias = "tuple[Fraction, ...]"
Point: TypeAlias = "Vector | str | int"
Round: TypeAlias = "tuple[Any, int]"  # x (a point, mostly a vector) and y
MeasuredRun: TypeAlias = "tuple[Quantities, tuple[int, ...], Vector]"  # with the rounds that count, and the final weights

TIES = {"+1": 1, "1": 1, "-1": -1, "mistake": "mistake"}


class AdversaryChoice(NamedTuple):
    """The adversary's choice: the rounds, the comparator u, gamma, and where the game leaves it open, the start and the points of u."""

    rounds: Sequence[Round]
    u: Vector
    gamma: Fraction
    start: Vector | None = None
    points: Sequence[Point] | None = None

    @property
    def level(self) -> Fraction:
        """gamma, or 1 in place of one at which nothing can be measured."""
        return self.gamma if self.gamma > 0 else Fraction(1)

    def examples(self) -> Examples:
        """The rounds, as `perceptron` runs them."""
        return Examples([x for x, _ in self.rounds], [y for _, y in self.rounds])


class Opponent(ABC):
    """A learner with the options that a game gives it. Raises InputError for an option that it does not have.

    hypotheses: those of the game about this learner. fields: what its JSON record may have; options: which of them are options of a game.
    eps: the ε of a margin rule, None for a learner without one. decides: hypotheses that the learner's own code decides. precisions: the
    bits with which numbers that are no fractions are known, one after the other until every decision is certain. names: the numbers of the
    learner that a conjecture may call by name."""

    name: ClassVar[str]
    fields: ClassVar[frozenset[str]] = frozenset()
    options: ClassVar[frozenset[str]] = frozenset()
    norm: ClassVar[str] = "ball"  # the limit on the examples where a conjecture does not say one
    is_euclidean: ClassVar[bool] = True
    decides: ClassVar[tuple[str, ...]] = ()
    precisions: ClassVar[tuple[int, ...]] = (128,)
    names: frozenset[str] = frozenset()
    initialises: bool = False
    points_are = "vectors"
    eps: Fraction | None = None
    kernel = rate = ""

    def __init__(
        self, ties: str | int, eps: Fraction | None = None, kernel: str = "", rate: str = "", dropped: frozenset[str] = frozenset()
    ) -> None:
        self.ties, self.dropped = ties, dropped
        self.always = bool(dropped & {"mistake-driven", "margin rule"})
        self.choose(eps, kernel, rate)

    def choose(self, eps: Fraction | None, kernel: str, rate: str) -> None:
        """Take the options that only some learners have."""
        for what, given in (("kernel", kernel), ("rate", rate)):
            if given != "":
                raise InputError(f"learner {self.name} has no {what}")

    @property
    def share(self) -> Fraction | None:
        """1 − ε: the threshold of the margin rule is this share of gamma·‖w‖. None without that rule."""
        return None if self.eps is None else 1 - self.eps

    @property
    @abstractmethod
    def hypotheses(self) -> tuple[str, ...]: ...

    @abstractmethod
    def length2(self, x: Any) -> Fraction:
        """‖x‖², in the learner's own sense."""

    @abstractmethod
    def learner(self, gamma: Fraction, start: Vector | None = None) -> AnyLearner:
        """The learner of `perceptron` that runs."""

    @abstractmethod
    def exact_run(self, given: AdversaryChoice) -> ExactRun:
        """The run by the learner's rule, on a fold of its own. Raises InputError where the learner cannot begin."""

    def measure(self, given: AdversaryChoice) -> MeasuredRun:
        """The run as `perceptron` folds and measures it; at the margin 1 where gamma is not positive."""
        trace = run(self.learner(given.gamma, given.start), given.examples())
        return measure(trace, given.u, given.level), trace.counted_rounds, trace.final

    def parameters(self, gamma: Fraction) -> dict[str, Fraction]:
        """The numbers of the learner that a conjecture may call by name, beside those of every run."""
        return {}

    @property
    def called(self) -> str:
        """The learner with its options, in words."""
        return ", ".join(f"{name} {value}" if name != "name" else str(value) for name, value in self.spec().items())

    def definiteness(self) -> tuple[bool, str]:
        """Whether inner products are those of a real space, and if not, why."""
        return True, ""

    def in_coq(self, gamma: Fraction) -> str:
        """The learner in the terms of `Learners.v`. Raises InputError for one that is not defined there."""
        raise InputError(f"a Coq file is for a run of the Perceptron or the Margin Perceptron, not of {self.name}")

    @abstractmethod
    def spec(self, start: list[str] | None = None) -> dict[str, Any]:
        """The learner as JSON data."""

    @classmethod
    def parse_options(cls, record: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of a Game that a JSON record says. Raises InputError."""
        return {name: record[name] for name in ("ties",) if name in record}

    @classmethod
    def from_options(cls, plain: list[str], pairs: dict[str, str]) -> dict[str, Any] | None:
        """The fields of a Game that NAME:plain:key=value of the command line says; None where these are no options of this learner."""
        ties = pairs.pop("ties", "mistake") if "ties" in cls.options else "mistake"
        if plain or pairs or ties not in TIES:
            return None
        return {"ties": TIES[ties]} if "ties" in cls.options else {}

    @classmethod
    def read(cls, record: Mapping[str, Any], dropped: Sequence[str], eps: Fraction | None) -> dict[str, Any]:
        """The fields of a Game from a file's record: the record, the hypotheses dropped, and the field "eps". Raises InputError."""
        for key in record:
            if key != "name" and key not in cls.fields:
                raise InputError(f"unknown field {key!r:.60}")
        if eps is not None:
            raise InputError(f"eps: {cls.name} has none")
        return {"learner": cls.name} | cls.parse_options(record)


class ExactRun(ABC):
    """One run of a learner by definition, round by round, beside a comparator u.

    A step is a round as this learner takes it. Inner products with u are over `unit` and squares of lengths over `square`, so that
    a run can keep to whole numbers."""

    unit: int = 1
    square: int = 1
    dimension: int
    u: Sequence[Any] = ()  # over unit/√square; empty where it is no vector
    ties: str | int = "mistake"

    @abstractmethod
    def steps(self) -> Iterable[Any]:
        """The rounds."""

    @abstractmethod
    def margin(self, step: Any) -> int | Fraction:
        """y⟨u,x⟩, times `unit`."""

    @abstractmethod
    def length2(self, step: Any) -> int | Fraction:
        """‖x‖², times `square`."""

    @abstractmethod
    def update(self, step: Any) -> bool:
        """Play a round; whether it is an update that M counts."""

    def inner(self, step: Any) -> int | Fraction:
        """y times the learner's score before the round, times `square`. Raises InputError where that is not looked at."""
        raise InputError("this learner's losses and mistakes on single rounds are not measured")

    def numbers(self) -> dict[str, Fraction]:
        """Further numbers of the learner at the end, by name."""
        return {}

    @abstractmethod
    def weights(self) -> Vector:
        """The state of the learner."""

    @abstractmethod
    def weights2(self) -> Fraction:
        """‖w‖²."""

    @abstractmethod
    def along(self) -> Fraction:
        """⟨u,w⟩."""

    @abstractmethod
    def comparator2(self) -> Fraction:
        """‖u‖²."""


class VectorRun(ExactRun):
    """A run on vectors of fractions; lengths are Euclid's unless said otherwise."""

    def __init__(self, rounds: Sequence[Round], u: Vector, w: Vector) -> None:
        self.rounds, self.u, self.dimension, self.w = rounds, u, len(u), w

    def norm2(self, x: Vector) -> Fraction:
        """‖x‖²."""
        return dot(x, x)

    def steps(self) -> Sequence[Round]:
        return self.rounds

    def margin(self, step: Round) -> Fraction:
        return step[1] * dot(self.u, step[0])

    def length2(self, step: Round) -> Fraction:
        return self.norm2(step[0])

    def weights(self) -> Vector:
        return self.w

    def weights2(self) -> Fraction:
        return self.norm2(self.w)

    def along(self) -> Fraction:
        return dot(self.u, self.w)

    def comparator2(self) -> Fraction:
        return dot(self.u, self.u)


def agrees(record: Mapping[str, Any], key: str, value: bool, hypothesis: str, dropped: Sequence[str]) -> None:
    """Raise InputError unless a field of the record has this value just where the hypothesis that it lifts is dropped."""
    stated = record.get(key, not value)
    if type(stated) is not bool or (stated is value) != (hypothesis in dropped):
        raise InputError(f"{key!r} is {str(value).lower()} just where {hypothesis!r} is dropped")


def number(value: Any, where: str) -> Fraction:
    """An exact number of JSON data. Raises InputError that says where another thing stands."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise InputError(f'{where} must be an exact number such as 3 or "3/5", not {value!r:.40}')
    return exact(value, where)
