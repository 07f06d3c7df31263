"""Extremal runs along parameters. A `Family` makes a run for each value, and a theorem names the families that come near its bound.

A family knows nothing of bounds, and of a learner only whom it was made for first: KNOWN are those that the search plays against any
learner, with parameters from their `ranges` and beyond. Some bounds have a variable of their own that the parameter fixes, such as B of the
Pareto family: `values` gives its value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from perceptron.errors import InputError
from perceptron.extremal import sequences
from perceptron.extremal.forcing_games import LostGame, dyadic_game, orthonormal_game
from perceptron.extremal.sequences import Extremal
from perceptron.learners.perceptron import MarginPerceptron, Perceptron
from perceptron.numbers.exact import exact
from perceptron.numbers.rational_points import unit_near


def _none(value: Fraction) -> Mapping[str, Fraction]:
    return {}


@dataclass(frozen=True)
class Family:
    """Extremal runs along a parameter.

    name          a short word, also for file names
    words         the runs, in a sentence
    parameter     its symbol, such as γ
    make          builds the run for a value of the parameter, or for one of each of the `ranges`
    parameters    the values that show how near the runs come, short runs first
    values        the values of a bound's own variables, for a value of the parameter
    ranges        of each parameter the values that a search begins with, the plainest first; whole numbers may be doubled beyond

        >>> ORTHONORMAL.make(Fraction(9)).M
        9
    """

    name: str
    words: str
    parameter: str
    make: Callable[..., Extremal]
    parameters: tuple[Fraction, ...]
    values: Callable[[Fraction], Mapping[str, Fraction]] = _none
    ranges: Mapping[str, tuple[Any, ...]] = field(default_factory=dict, compare=False)

    def illustration(self) -> Extremal:
        """The run to draw: neither trivial nor long."""
        return self.make(self.parameters[min(1, len(self.parameters) - 1)])


def _numbers(*texts: str | int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, texts))


def _whole(value: Fraction, what: str) -> int:
    if value.denominator != 1:
        raise InputError(f"{what} must be a whole number, not {value}")
    return int(value)


def margin_spirals(eps: object) -> Family:
    """The Margin Perceptron's spirals for one ε, as γ → 0."""
    e = exact(eps, "eps")
    return Family(
        f"margin-spiral-{e.numerator}-{e.denominator}",
        f"the spiral in R³ just below the threshold (1−ε)γ‖w‖, ε = {e}",
        "γ",
        lambda gamma: sequences.margin_spiral(gamma, e),
        _numbers("1/10", "1/20", "1/50"),
    )


def _game_run(forced: LostGame, gamma: Fraction | None = None) -> Extremal:
    """A lost game as a run. u is the separator itself, or with γ a unit vector so near to it that the margin γ holds."""
    if gamma is None:
        least = min(e.y * sum(a * b for a, b in zip(forced.direction, e.x, strict=True)) for e in forced.examples)
        return Extremal(forced.examples, forced.direction, Fraction(least), Perceptron(), forced.mistakes)
    scale = 2**20
    u = unit_near(forced.direction, scale)
    while min(map(abs, u)) < gamma:  # ends: where γ equals the margin, the direction has a rational length
        scale *= scale
        u = unit_near(forced.direction, scale)
    return Extremal(forced.examples, u, gamma, Perceptron(), forced.mistakes)


def _fibonacci(n: Fraction) -> Mapping[str, Fraction]:
    a, b = 1, 1
    for _ in range(_whole(n, "n")):
        a, b = b, a + b
    return {"F": Fraction(a)}


def _reciprocals(*below: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(1, n) for n in below)


ORTHONORMAL = Family(
    "orthonormal",
    "k orthonormal examples, u = (1, …, 1)/√k: every tie is a mistake",
    "k",
    lambda k, times=1, once=0: sequences.orthonormal(_whole(k, "k")).in_a_row(times, once),
    _numbers(4, 25, 100),
    ranges={"k": _numbers(1, 4, 9, 2, 3, 16, 25, 5, 7, 10, 36, 64), "times": (1, 2, 4, 8), "once": (0, 1)},
)
ONE = Family("one-example", "one example, the tie at w = 0", "k", ORTHONORMAL.make, _numbers(1))
PLANE = Family(
    "zig-zag",
    "the zig-zag in the plane",
    "γ",
    sequences.plane,
    _numbers("1/5", "20/101", "1/25", "1/99"),
    ranges={"γ": _reciprocals(2, 3, 5, 8, 12, 13, 21, 34)},
)
SPIRAL = Family(
    "spiral",
    "the spiral in R³ by rational points: no tie after the first",
    "γ",
    sequences.spiral,
    _numbers("20/101", "40/401", "80/1601"),
    ranges={"γ": _reciprocals(3, 5, 8, 10, 14, 20, 30)},
)
SPHERE = Family(
    "spiral-unit",
    "the spiral in R³ by rational points of the unit sphere, γ = 2m/(m² + 1)",
    "m",
    lambda m: sequences.spiral(2 * m / (m * m + 1), "unit"),
    _numbers(10, 20),
)


def _margin_orthonormal(k: Fraction) -> Extremal:
    made = ORTHONORMAL.make(k)
    return replace(made, learner=MarginPerceptron(made.gamma, Fraction(1, 2)), promised=made.M - 1)


MARGIN_HALF = replace(margin_spirals("1/2"), ranges={"γ": _reciprocals(4, 8, 12, 20)})
MARGIN_SPIRALS = (MARGIN_HALF, margin_spirals("1/4"), margin_spirals("3/4"))
MARGIN_ORTHONORMAL = Family(
    "margin-orthonormal",
    "k orthonormal examples, given to the Margin Perceptron with ε = 1/2: every update is a tie",
    "k",
    _margin_orthonormal,
    _numbers(4, 25, 100),
)
SLACK = Family(
    "uniform-slack",
    "m² orthonormal examples with γ = 3/(2m): each is short of the margin by 1/(2m)",
    "m",
    lambda m: sequences.uniform_slack(_whole(m, "m"), Fraction(3, 2) / m),
    _numbers(2, 3, 10),
)
STRINGS = Family(
    "same-letters",
    "m² strings of four equal letters under the kernel of common substrings, γ = 3/m",
    "m",
    lambda m: sequences.same_letters(_whole(m, "m"), 3 / m),
    _numbers(2, 3, 5),
)
FAR = Family(
    "uniform-slack-far",
    "nine orthonormal examples and a γ far beyond their margin: the loss is nearly all of M",
    "γ",
    lambda gamma: sequences.uniform_slack(3, gamma),
    _numbers("1/2", 5, 50, 500),
)
PARETO = Family(
    "pareto",
    "nine orthonormal examples with γ = B/(6(B−1)), where the bound with that B is attained",
    "B",
    sequences.pareto,
    _numbers("6/5", "3/2", "2", "11/10"),
    lambda B: {"B": B},
)
FAR_START = Family(
    "far-start",
    "the spiral in R³ from w₁ = −100γu: the wrong start has to be undone first",
    "γ",
    lambda gamma, behind=100: sequences.far_start(gamma, behind),
    _numbers("1/5", "1/10", "1/20", "1/50"),
    lambda gamma: {"w1": 100 * gamma, "eta": Fraction(1)},
    {"γ": _reciprocals(3, 5, 10), "behind": (2, 10, 100, 1000)},
)
CUBE = Family(
    "odd-max-bit",
    "odd-max-bit on {0,1}ⁿ, over and over until the Perceptron is right",
    "n",
    lambda n: sequences.cube_passes(_whole(n, "n")),
    _numbers(2, 3, 5, 7),
    _fibonacci,
    {"n": _numbers(2, 3, 4, 5, 6, 7)},
)
DUMMY = Family(
    "dummy-input",
    "two points at θ ± 1/2 with a dummy input of θ + 1/2",
    "θ",
    lambda theta: sequences.dummy_input(theta, theta + Fraction(1, 2)),
    _numbers("1/2", 5, 50),
    lambda theta: {"R0": theta + Fraction(1, 2), "delta": Fraction(1, 2)},
)
DUMMY_ONE = Family(
    "dummy-one",
    "two points at θ ± 1/2 with a dummy input of 1",
    "θ",
    sequences.dummy_input,
    _numbers(2, 5, 10),
    ranges={"θ": _numbers(2, 5, 10)},
)
MIRRORED = Family(
    "mirrored",
    "one example k times and then its mirror image on the other side of u l times, or both in turn",
    "slope",
    sequences.mirror,
    _numbers("3/4"),
    ranges={
        "slope": _numbers("3/4", "21/20", "4/3", 0, "45/28", "15/8", "12/5", "24/7", "40/9", "99/20"),
        "k": (1, 3, 12, 48, 150),
        "l": (1, 3, 12, 48, 150),
        "in turn": (0, 1),
    },
)
PAIRS = Family(
    "pairs",
    "round a cycle of n coordinates, each time 1 at the next and −t at the last: a weight that grows too fast is wrong for ever",
    "n",
    sequences.pairs,
    _numbers(5),
    ranges={"n": (2, 5, 3, 8, 16), "t": _numbers("1/2", "3/4", "7/8", "1/4"), "rounds": (8, 32, 128)},
)
ROWS = Family(
    "hadamard",
    "the 2^power rows of Hadamard's matrix, labelled by one entry",
    "power",
    lambda power: sequences.hadamard(_whole(Fraction(power), "power")),
    _numbers(3),
    ranges={"power": (1, 2, 3, 4, 5, 6)},
)
CORNERS = Family(
    "corners",
    "of the corners of a cube that the Perceptron has wrong the one that gives it least progress towards (1, 2, …, d)",
    "d",
    sequences.wrong_corners,
    _numbers(3),
    ranges={"d": (2, 3, 4, 5, 6)},
)
BLOCKS_OF_ONES = Family(
    "blocks-of-ones",
    "k examples with ones in a block of their own each",
    "k",
    sequences.blocks_of_ones,
    _numbers(4),
    ranges={"k": (1, 2, 4, 8), "ones": (1, 2, 4)},
)
GAME = Family(
    "game",
    "BL Theorem 2's game against the Perceptron",
    "γ",
    lambda gamma: _game_run(orthonormal_game(Perceptron, gamma), gamma),
    _numbers(1, "4/5", "1/2", "3/10", "1/5", "2/17", "1/10"),
)
TREE = Family(
    "dyadic-tree",
    "the game on the tree of dyadic fractions against the Perceptron",
    "depth",
    lambda depth: _game_run(dyadic_game(Perceptron, _whole(depth, "depth"))),
    _numbers(2, 10, 40),
)
KNOWN = (ORTHONORMAL, PLANE, MIRRORED, SPIRAL, PAIRS, ROWS, CORNERS, MARGIN_HALF, CUBE, DUMMY_ONE, BLOCKS_OF_ONES, FAR_START)
