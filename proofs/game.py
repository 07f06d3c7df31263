"""The rules of play: what an adversary may choose, and which hypotheses bind it. Proof, attack and judge share this one
vocabulary.

A game is played by an adversary against a learner: it picks a comparator u, a number gamma, and the examples one after
the other. The hypotheses in force (by name) limit what it may pick; dropping one lifts that limit and nothing else:

    zero start          w₁ = 0                                     dropped: w₁ is the adversary's mistake-driven
    the learner updates on mistakes only       dropped: it updates on every round (Hebb) margin rule         … only
    below the margin threshold          dropped: it updates on every round (Hebb), the first not counted positive margin
    gamma > 0                                  dropped: any gamma unit comparator     ‖u‖ = 1, or ‖u‖ ≤ 1 ("ball")
    dropped: any u bounded examples    ‖x‖ = 1, ‖x‖ ≤ 1 ("ball"), or ‖x‖ ≤ R for the R declared       dropped: any x
    separable           y⟨u,x⟩ ≥ gamma on every round              dropped: any labels
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from perceptron.errors import InputError

HYPOTHESES = (
    "zero start",
    "mistake-driven",
    "margin rule",
    "positive margin",
    "unit comparator",
    "bounded examples",
    "separable",
)
LEARNERS = ("perceptron", "margin", "hebb")
TIES = ("mistake", 1, -1)
SETTINGS = ("separable", "agnostic")
NORMS = ("unit", "ball", "any")
RADII = ("measured", "declared")
MAX_DIMENSION = 10_000


@dataclass(frozen=True)
class Game:
    """What the adversary plays against and by which rules. Raises InputError for a value outside the lists above.

    norm binds the examples and comparator binds u: "unit" (= 1), "ball" (≤ 1), "any". radius "declared": the adversary
    names R and keeps to it; "measured": R is the longest example. dropped: hypotheses that are lifted, each one of
    `possible`."""

    learner: str = "perceptron"
    ties: str | int = "mistake"
    eps: Fraction = Fraction(1, 2)
    setting: str = "separable"
    norm: str = "ball"
    comparator: str = "unit"
    dimension: int | None = None
    radius: str = "measured"
    dropped: frozenset[str] = field(default_factory=frozenset)

    def __post_init__(self) -> None:
        _one_of("learner", self.learner, LEARNERS)
        if isinstance(self.ties, bool) or self.ties not in TIES:
            raise InputError(f"ties must be 'mistake', 1 or -1, not {self.ties!r}")
        _one_of("setting", self.setting, SETTINGS)
        _one_of("norm", self.norm, NORMS)
        _one_of("comparator", self.comparator, NORMS)
        _one_of("radius", self.radius, RADII)
        if not _is_exact(self.eps) or not 0 < self.eps <= 1:
            raise InputError(f"eps must be a Fraction with 0 < eps <= 1, not {self.eps!r}")
        if self.dimension is not None and not (_is_integer(self.dimension) and 1 <= self.dimension <= MAX_DIMENSION):
            raise InputError(f"the dimension must be an integer from 1 to {MAX_DIMENSION}, not {self.dimension!r}")
        object.__setattr__(self, "dropped", frozenset(self.dropped))
        for name in sorted(self.dropped - set(self.possible)):
            raise InputError(f"no hypothesis {name!r} to drop; this game has: {', '.join(self.possible)}")

    @property
    def possible(self) -> tuple[str, ...]:
        """The hypotheses that this kind of game has, whether dropped or not."""
        has = {
            "zero start": self.learner == "perceptron",
            "mistake-driven": self.learner == "perceptron",
            "margin rule": self.learner == "margin",
            "positive margin": True,
            "unit comparator": self.comparator != "any",
            "bounded examples": self.norm != "any" or self.radius == "declared",
            "separable": self.setting == "separable",
        }
        return tuple(name for name in HYPOTHESES if has[name])

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """The hypotheses in force."""
        return tuple(name for name in self.possible if name not in self.dropped)

    def demands(self, name: str) -> bool:
        """Whether a hypothesis is in force."""
        return name in self.hypotheses

    def drop(self, name: str) -> Game:
        """The same game without one hypothesis. Raises InputError if it has none of that name."""
        return replace(self, dropped=self.dropped | {name})

    @property
    def always_updates(self) -> bool:
        """Whether the learner updates on every round."""
        return self.learner == "hebb" or bool(self.dropped & {"mistake-driven", "margin rule"})

    @property
    def initialises(self) -> bool:
        """Whether the first example only initialises the weights and is not counted."""
        return self.learner == "margin"

    def learner_spec(self, start: list[str] | None = None) -> dict[str, Any]:
        """The learner as JSON data, as a counterexample file records it; `start` only where "zero start" is dropped."""
        if self.always_updates:
            return {"name": "hebb", "initialises": True} if self.initialises else {"name": "hebb"}
        if self.learner == "margin":
            return {"name": "margin", "eps": str(self.eps)}
        return {"name": "perceptron", "ties": self.ties} | ({"start": start} if start is not None else {})


def default_game(names: frozenset[str], learner: str = "perceptron", **changes: Any) -> Game:
    """The game that a free-form conjecture over these quantities is played in: agnostic if TD, H or H2 occurs, else
    separable."""
    setting = "agnostic" if names & {"TD", "H", "H2"} else "separable"
    return Game(**{"learner": learner, "setting": setting} | changes)


def _one_of(what: str, value: object, allowed: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in allowed:
        raise InputError(f"{what} must be one of {', '.join(allowed)}, not {value!r}")


def _is_exact(value: object) -> bool:
    return isinstance(value, Fraction)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
