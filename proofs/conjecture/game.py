"""The rules of play: what an adversary may choose, and which hypotheses bind it. Proof, attack and judge share this one
vocabulary.

A game is played by an adversary against a learner: it picks a comparator u, a number gamma, and the examples one after
the other. The hypotheses in force (by name) limit what it may pick; dropping one lifts that limit and nothing else:

    zero start          w₁ = 0
                        dropped: w₁ is the adversary's
    mistake-driven      the learner updates on mistakes only
                        dropped: it updates on every round (Hebb)
    margin rule         … only below the margin threshold
                        dropped: it updates on every round (Hebb), the first not counted
    balanced weights    Winnow keeps a second weight w⁻ for each coordinate
                        dropped: it keeps w⁺ alone, which is never negative
    positive semi-definite
                        the matrix that stands for a kernel is one
                        dropped: it need not be
    positive margin     gamma > 0
                        dropped: any gamma
    unit comparator     ‖u‖ = 1, or ‖u‖ ≤ 1 ("ball")
                        dropped: any u
    bounded examples    ‖x‖ = 1, ‖x‖ ≤ 1 ("ball"), or ‖x‖ ≤ R for the R declared
                        dropped: any x
    separable           y⟨u,x⟩ ≥ gamma on every round
                        dropped: any labels

Lengths and inner products are the learner's own:

    perceptron, margin, hebb    Euclid's
    kernel                      those of the features: ‖x‖² is K(x,x), and u = Σ a_j φ(p_j) for points p_j; the points are vectors,
                                strings, or the numbers of a matrix's rows (see `named_kernels`)
    winnow                      ‖x‖ is the largest |x_i|, ‖u‖ is Σ|u_i|, and w stands for the exponents of its weights
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from perceptron.errors import InputError
from proofs.conjecture import kernel_specs

if TYPE_CHECKING:
    from perceptron.kernels import Kernel
    from perceptron.learners.winnow import Winnow

HYPOTHESES = (
    "zero start",
    "mistake-driven",
    "margin rule",
    "balanced weights",
    "positive semi-definite",
    "positive margin",
    "unit comparator",
    "bounded examples",
    "separable",
)
DEFINITE = "positive semi-definite"
LEARNERS = ("perceptron", "margin", "hebb", "kernel", "winnow")
TIES = ("mistake", 1, -1)
SETTINGS = ("separable", "agnostic")
NORMS = ("unit", "ball", "any")
RADII = ("measured", "declared")
TOLD = "eta=gamma"
MAX_DIMENSION = 10_000
MAX_RATE_BITS = 64  # of numerator and denominator


@dataclass(frozen=True)
class Game:
    """What the adversary plays against and by which rules. Raises InputError for a value outside the lists above.

    norm binds the examples and comparator binds u: "unit" (= 1), "ball" (≤ 1), "any". radius "declared": the adversary
    names R and keeps to it; "measured": R is the longest example. dropped: hypotheses that are lifted, each one of
    `possible`. kernel: the kernel learner's, such as "polynomial:degree=2:offset=1". rate: Winnow's, "eta=gamma" (it is
    told the margin), "eta=1/4" or "beta=3/2"."""

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

    def __post_init__(self) -> None:
        _one_of("learner", self.learner, LEARNERS)
        if isinstance(self.ties, bool) or self.ties not in TIES:
            raise InputError(f"ties must be 'mistake', 1 or -1, not {self.ties!r}")
        _one_of("setting", self.setting, SETTINGS)
        _one_of("norm", self.norm, NORMS)
        _one_of("comparator", self.comparator, NORMS)
        _one_of("radius", self.radius, RADII)
        if not _is_exact(self.eps) or not 0 < self.eps <= 1:
            raise InputError(f"eps must be an exact number with 0 < eps <= 1, not {self.eps}")
        if self.dimension is not None and not (_is_integer(self.dimension) and 1 <= self.dimension <= MAX_DIMENSION):
            raise InputError(f"the dimension must be an integer from 1 to {MAX_DIMENSION}, not {self.dimension!r}")
        object.__setattr__(self, "kernel", kernel_specs.full_text(self.kernel, self.learner))
        if self.dimension is not None and self.points_are != "vectors":
            raise InputError(f"the points of this kernel are {self.points_are}, which have no dimension")
        object.__setattr__(self, "rate", _rate(self.rate, self.learner))
        object.__setattr__(self, "dropped", frozenset(self.dropped))
        for name in sorted(self.dropped - set(self.possible)):
            raise InputError(f"no hypothesis {name!r} to drop; this game has: {', '.join(self.possible)}")

    @property
    def possible(self) -> tuple[str, ...]:
        """The hypotheses that this kind of game has, whether dropped or not."""
        has = {
            "zero start": self.learner == "perceptron",
            "mistake-driven": self.learner in ("perceptron", "kernel", "winnow"),
            "margin rule": self.learner == "margin",
            "balanced weights": self.learner == "winnow",
            DEFINITE: self.points_are == "rows",
            "positive margin": self.rate != TOLD,
            "unit comparator": self.comparator != "any",
            "bounded examples": self.norm != "any" or self.radius == "declared",
            "separable": self.setting == "separable",
        }
        return tuple(name for name in HYPOTHESES if has[name])

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """The hypotheses in force."""
        return tuple(name for name in self.possible if name not in self.dropped)

    def spelt(self, name: str) -> str:
        """The hypothesis that is meant, with blanks or hyphens; the name as it is if there is none."""
        return next((known for known in HYPOTHESES if known.replace(" ", "-") == name.replace(" ", "-")), name)

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

    @property
    def is_euclidean(self) -> bool:
        """Whether lengths and inner products are Euclid's."""
        return self.learner not in ("kernel", "winnow")

    def length2(self, x: Sequence[Fraction] | str | int) -> Fraction:
        """‖x‖², in the learner's own sense."""
        if self.learner == "kernel":
            point: Any = x if isinstance(x, str | int) else tuple(x)
            return self.kernel_object()(point, point)
        if isinstance(x, str | int):
            raise InputError("only a kernel compares strings or rows")
        if self.learner == "winnow":
            return max(map(abs, x), default=Fraction(0)) ** 2
        below = lcm(*(value.denominator for value in x))
        return Fraction(sum((value.numerator * (below // value.denominator)) ** 2 for value in x), below**2)

    def kernel_object(self) -> Kernel[Any]:
        """The kernel, to be called on two points."""
        return kernel_specs.kernel_of(self.kernel)

    @property
    def points_are(self) -> str:
        """What the examples are: "vectors", or for some kernels "strings", or the "rows" of a matrix, by number."""
        return kernel_specs.points_are(self.kernel)

    def definiteness(self) -> tuple[bool, str]:
        """Whether a kernel's matrix is positive semi-definite, and if not, why."""
        from perceptron.kernels import Precomputed

        kernel = self.kernel_object()
        if not isinstance(kernel, Precomputed) or (known := kernel.definiteness).witness is None:
            return True, ""
        v = ", ".join(map(str, known.witness))
        return False, f"vᵀKv = {known.value!s:.60} for v = ({v if len(v) < 200 else f'{v[:200]}…'})"

    def refuse_indefinite(self) -> None:
        """Raise InputError for a matrix that is no kernel, unless that is what is asked about."""
        if self.demands(DEFINITE) and not (known := self.definiteness())[0]:
            raise InputError(f"not a kernel, since {known[1]}: no run with it says anything unless '{DEFINITE}' is dropped")

    def winnow(self, gamma: Fraction) -> Winnow:
        """Winnow for this gamma. Raises InputError where it is told gamma ≤ 0."""
        from perceptron.learners.winnow import Winnow

        name, _, value = self.rate.partition("=")
        rate: dict[str, Any] = {name: gamma if value == "gamma" else value}
        return Winnow(**rate, ties=self.ties, balanced="balanced weights" not in self.dropped)

    def learner_spec(self, start: list[str] | None = None) -> dict[str, Any]:
        """The learner as JSON data, as a counterexample file records it; `start` only where "zero start" is dropped."""
        if not self.is_euclidean:
            always = {"always": True} if self.always_updates else {}
            if self.learner == "kernel":
                return {"name": "kernel", "kernel": self.kernel_object().spec(), "ties": self.ties} | always
            name, _, value = self.rate.partition("=")
            single = {"balanced": False} if "balanced weights" in self.dropped else {}
            return {"name": "winnow", name: value, "ties": self.ties} | single | always
        if self.always_updates:
            return {"name": "hebb", "initialises": True} if self.initialises else {"name": "hebb"}
        if self.learner == "margin":
            return {"name": "margin", "eps": str(self.eps)}
        return {"name": "perceptron", "ties": self.ties} | ({"start": start} if start is not None else {})


def default_game(names: frozenset[str], learner: str = "perceptron", **changes: Any) -> Game:
    """The game that a free-form conjecture over these quantities is played in: agnostic if TD, H or H2 occurs, else
    separable; with any examples for a kernel, whose K(x,x) is what it is."""
    setting = "agnostic" if names & {"TD", "H", "H2"} else "separable"
    norm = "any" if learner == "kernel" else "ball"
    return Game(**{"learner": learner, "setting": setting, "norm": norm} | changes)


def kernel_or_rate(learner: Mapping[str, Any]) -> dict[str, str]:
    """The field of a Game for {"name": "kernel", "kernel": {…}, …} or {"name": "winnow", "eta": "1/4", …}. Raises InputError."""
    if learner["name"] == "kernel":
        return {"kernel": kernel_specs.from_data(learner.get("kernel"))}
    rates = [(name, learner[name]) for name in ("eta", "beta") if name in learner]
    if len(rates) != 1 or type(rates[0][1]) not in (str, int):
        raise InputError('winnow has eta or beta, an exact number such as "1/4"')
    return {"rate": f"{rates[0][0]}={rates[0][1]}"}


def _rate(text: object, learner: str) -> str:
    """Winnow's rate in its full form; empty for other learners."""
    if learner != "winnow":
        if text != "":
            raise InputError(f"learner {learner} has no rate")
        return ""
    if text in ("", TOLD):
        return TOLD
    from perceptron.learners.winnow import Winnow

    name, _, value = text.partition("=") if isinstance(text, str) else ("", "", "")
    if name not in ("eta", "beta"):
        raise InputError(f"Winnow's rate must be like eta=gamma, eta=1/4 or beta=3/2, not {text!r:.60}")
    rate: dict[str, Any] = {name: value}
    made = Winnow(**rate)
    number = made.beta or made.eta or Fraction(1)
    if max(number.numerator, number.denominator).bit_length() > MAX_RATE_BITS:
        raise InputError(f"Winnow's rate {text!r:.60} is too long a number: {MAX_RATE_BITS} bits are enough")
    return f"{name}={number}"


def _one_of(what: str, value: object, allowed: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in allowed:
        raise InputError(f"{what} must be one of {', '.join(allowed)}, not {value!r}")


def _is_exact(value: object) -> bool:
    return isinstance(value, Fraction)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
