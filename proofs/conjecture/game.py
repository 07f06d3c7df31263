"""The rules of play: what an adversary may choose, and which hypotheses bind it. Proof, attack and judge share this one
vocabulary.

A game is played by an adversary against a learner: it picks a comparator u, a number gamma, and the examples one after the other. The
hypotheses in force limit its choice: `hypotheses.Hypothesis` lists them.

Lengths and inner products are the learner's own (see `learners`):

    perceptron, margin, hebb    Euclid's
    kernel                      those of the features: ‖x‖² is K(x,x), and u = Σ a_j φ(p_j) for points p_j; the points are vectors,
                                strings, or the numbers of a matrix's rows (see `learners.kernel`)
    winnow                      ‖x‖ is the largest |x_i|, ‖u‖ is Σ|u_i|, and w stands for the exponents of its weights

How a game ends has one word, and the exit code of a command that ends so (`Ending`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from perceptron.errors import InputError
from proofs.conjecture.hypotheses import Hypothesis
from proofs.conjecture.learners import LEARNERS, Opponent, kernel

if TYPE_CHECKING:
    from perceptron.kernels import Kernel


TIES = ("mistake", 1, -1)
SETTINGS = ("separable", "agnostic")
NORMS = ("unit", "ball", "any")
RADII = ("measured", "declared")
MAX_DIMENSION = 10_000
MAX_COORDINATES = 50  # numbers of a finite class
MAX_PASSES = 1000
LOSSES = {"TD", "H", "H2", "TD_all", "H_all", "H2_all"}  # names that make a free-form conjecture agnostic


@dataclass(frozen=True)
class Game:
    """The rules of a game: the learner and the adversary's limits. Raises InputError for a value outside the lists above.

    norm binds the examples and comparator binds u: "unit" (= 1), "ball" (≤ 1), "any". radius "declared": the adversary names R and keeps to
    it; "measured": R is the longest example. dropped: hypotheses that are lifted, each one of `possible`. eps: the Margin Perceptron is
    made for 0 < ε ≤ 1; a game may have any, to show what that is for. kernel: the kernel learner's, such as "polynomial:degree=2:offset=1".
    rate: Winnow's, "eta=gamma" (it knows the margin), "eta=1/4" or "beta=3/2". flips: this number of labels of a separable sequence may
    be wrong. coordinates: those that an example may have. passes: the number of times that the learner goes over the examples; a run lists
    them once, and T counts every round. shuffled: each pass has an order of its own, and a run lists all of them."""

    learner: str = "perceptron"
    ties: str | int = "mistake"
    eps: Fraction = Fraction(1, 2)
    setting: str = "separable"
    norm: str = "ball"
    comparator: str = "unit"
    dimension: int | None = None
    radius: str = "measured"
    dropped: frozenset[str] = field(default_factory=frozenset)
    kernel: str = ""
    rate: str = ""
    flips: int = 0
    coordinates: tuple[Fraction, ...] = ()
    passes: int = 1
    shuffled: bool = False

    def __post_init__(self) -> None:
        _one_of("learner", self.learner, tuple(LEARNERS))
        if isinstance(self.ties, bool) or self.ties not in TIES:
            raise InputError(f"ties must be 'mistake', 1 or -1, not {self.ties!r}")
        _one_of("setting", self.setting, SETTINGS)
        _one_of("norm", self.norm, NORMS)
        _one_of("comparator", self.comparator, NORMS)
        _one_of("radius", self.radius, RADII)
        if not isinstance(self.eps, Fraction):
            raise InputError(f"eps must be an exact number, not {self.eps}")
        if self.dimension is not None and not (_is_integer(self.dimension) and 1 <= self.dimension <= MAX_DIMENSION):
            raise InputError(f"the dimension must be an integer from 1 to {MAX_DIMENSION}, not {self.dimension!r}")
        object.__setattr__(self, "dropped", frozenset(self.dropped))
        object.__setattr__(self, "kernel", self.opponent.kernel)  # in full
        object.__setattr__(self, "rate", self.opponent.rate)
        if self.dimension is not None and self.points_are != "vectors":
            raise InputError(f"the points of this kernel are {self.points_are}, which have no dimension")
        self.refuse_unfit()
        for name in sorted(self.dropped - set(self.possible)):
            raise InputError(f"no hypothesis {name!r} to drop; this game has: {', '.join(self.possible)}")

    def refuse_unfit(self) -> None:
        """Raise InputError for flips, coordinates or passes that are malformed, or that do not fit the rest."""
        if not _is_integer(self.flips) or self.flips < 0:
            raise InputError(f"flips must be a whole number from 0, not {self.flips!r}")
        if self.flips and self.setting != "separable":
            raise InputError("flips are wrong labels of a separable sequence, and in the agnostic setting no label is wrong")
        if not _is_integer(self.passes) or not 1 <= self.passes <= MAX_PASSES:
            raise InputError(f"passes must be a whole number from 1 to {MAX_PASSES}, not {self.passes!r}")
        if not _is_truth(self.shuffled) or (self.shuffled and self.passes == 1):
            raise InputError("shuffled is true or false, and true only where passes is at least 2")
        if not all(isinstance(value, Fraction) for value in self.coordinates):
            raise InputError(f"coordinates must be exact numbers, not {self.coordinates!r:.60}")
        if len(self.coordinates) > MAX_COORDINATES:
            raise InputError(f"coordinates: at most {MAX_COORDINATES} numbers, not {len(self.coordinates)}")
        if (self.flips or self.coordinates or self.passes > 1) and not self.is_euclidean:
            raise InputError(f"flips, coordinates and passes are for learners with Euclid's inner product, not for {self.learner}")

    @cached_property
    def opponent(self) -> Opponent:
        """The learner with the options that are its own."""
        return LEARNERS[self.learner](self.ties, self.eps, self.kernel, self.rate, self.dropped)

    @property
    def possible(self) -> tuple[Hypothesis, ...]:
        """The hypotheses that this kind of game has, whether dropped or not."""
        limits = {
            Hypothesis.UNIT_COMPARATOR: self.comparator != "any",
            Hypothesis.BOUNDED_EXAMPLES: self.norm != "any" or self.radius == "declared",
            Hypothesis.SEPARABLE: self.setting == "separable",
            Hypothesis.FINITE_CLASS: bool(self.coordinates),
            Hypothesis.SAME_EXAMPLES: self.shuffled,
        }
        return tuple(name for name in Hypothesis if name in self.opponent.hypotheses or limits.get(name))

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """The hypotheses in force."""
        return tuple(name for name in self.possible if name not in self.dropped)

    def spelt(self, name: str) -> str:
        """The hypothesis that is meant, with blanks or hyphens; the name as it is if there is none."""
        return next((known for known in Hypothesis if known.replace(" ", "-") == name.replace(" ", "-")), name)

    def demands(self, name: str) -> bool:
        """Whether a hypothesis is in force."""
        return name in self.hypotheses

    @property
    def unit_examples(self) -> bool:
        """Whether every example has length exactly 1."""
        return self.norm == "unit" and self.demands(Hypothesis.BOUNDED_EXAMPLES)

    def drop(self, name: str) -> Game:
        """The game without one hypothesis. Raises InputError if it has none of that name."""
        return replace(self, dropped=self.dropped | {name})

    @property
    def repeats(self) -> int:
        """The number of times that the rounds of a run are repeated."""
        return 1 if self.shuffled else self.passes

    @property
    def flips_listed(self) -> int:
        """How many of the rounds that a run lists may have a wrong label."""
        return self.flips * (self.passes if self.shuffled else 1)

    @property
    def is_plain(self) -> bool:
        """Whether any sequence may be played: no flipped labels, no finite class and one pass."""
        return not (self.flips or self.coordinates or self.passes > 1)

    @property
    def tie_label(self) -> int:
        """The label for which a tie is an update."""
        return -int(self.ties) if self.ties in (1, -1) else 1

    @property
    def always_updates(self) -> bool:
        """Whether the learner updates on every round."""
        return self.opponent.always

    @property
    def initialises(self) -> bool:
        """Whether the first example only initialises the weights and is not counted."""
        return self.opponent.initialises

    @property
    def is_euclidean(self) -> bool:
        """Whether lengths and inner products are Euclid's."""
        return self.opponent.is_euclidean

    def length2(self, x: Sequence[Fraction] | str | int) -> Fraction:
        """‖x‖², in the learner's own sense."""
        return self.opponent.length2(x)

    def kernel_object(self) -> Kernel[Any]:
        """The kernel, to be called on two points."""
        return kernel.kernel_of(self.kernel)

    @property
    def points_are(self) -> str:
        """The kind of examples: "vectors", or for some kernels "strings", or the "rows" of a matrix, by number."""
        return self.opponent.points_are

    def refuse_indefinite(self) -> None:
        """Raise InputError for a matrix that is no kernel, unless the question is about such a matrix."""
        if self.demands(Hypothesis.POSITIVE_SEMI_DEFINITE) and not (known := self.opponent.definiteness())[0]:
            raise InputError(
                f"not a kernel, since {known[1]}: no run with it says anything unless '{Hypothesis.POSITIVE_SEMI_DEFINITE}' is dropped"
            )


def default_game(names: frozenset[str], learner: str = "perceptron", **changes: Any) -> Game:
    """The game that a free-form conjecture over these quantities is played in: agnostic if TD, H or H2 occurs and no flips are counted,
    else separable; with any examples for a kernel, whose K(x,x) is given."""
    setting = "agnostic" if names & LOSSES and not changes.get("flips") else "separable"
    norm = LEARNERS[learner].norm if learner in LEARNERS else "ball"
    return Game(**{"learner": learner, "setting": setting, "norm": norm} | changes)


def _one_of(what: str, value: object, allowed: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in allowed:
        raise InputError(f"{what} must be one of {', '.join(allowed)}, not {value!r}")


def _is_truth(value: object) -> bool:
    return isinstance(value, bool)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class Ending(Enum):
    """An outcome, with its `word`, the `truth` of the claim as far as it is known, and its exit `code`.

    PROVED      the kernel accepts a proof, and its hypotheses are the rules of the game
    EXHAUSTED   a finite class has finitely many states, and none of them breaks it
    VACUOUS     the kernel accepts a proof that no run meets the conditions of the claim, or gives it a value
    SURVIVED    no run that was tried breaks it
    UNTRIED     the budget ended before the first run, or before one that meets the conditions of the claim
    UNDECIDED   `decide` found neither a proof nor a run that breaks it
    REFUTED     an exact run breaks it, and the judge agrees
    """

    PROVED = "proved", "true", 0
    EXHAUSTED = "proved by exhaustion", "true", 0
    REFUTED = "refuted", "false", 1
    UNDECIDED = "undecided", "undecided", 3
    UNTRIED = "not tried", "undecided", 3
    SURVIVED = "survived", "undecided", 4
    VACUOUS = "vacuous", "vacuous", 6

    @property
    def word(self) -> str:
        return self.value[0]

    @property
    def truth(self) -> str:
        return self.value[1]

    @property
    def code(self) -> int:
        return self.value[2]


def weakest(*parts: Ending) -> Ending:
    """How it ends with a claim of several parts: it is refuted with any of them, and else no surer than the least sure one."""
    return max(parts, key=SUREST_FIRST.index)


SUREST_FIRST = (Ending.PROVED, Ending.EXHAUSTED, Ending.VACUOUS, Ending.SURVIVED, Ending.UNDECIDED, Ending.UNTRIED, Ending.REFUTED)
