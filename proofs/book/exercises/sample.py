"""Exact runs to hold a bound against: the extremal ones that an exercise names, and a few dozen drawn at random.

The standard library and `perceptron` are all that is used, so that a page without a search has them too."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction

from perceptron.extremal import sequences, winnow
from perceptron.numbers.exact import parse as number
from proofs.book.exercises.runs import read_run
from proofs.conjecture.game import Game
from proofs.conjecture.learners import Given

DRAWN = 60
EXTREMAL: dict[str, Callable[..., sequences.Extremal | winnow.SeparableExamples]] = {
    "orthonormal": lambda k: sequences.orthonormal(int(k)),
    "plane": sequences.plane,
    "spiral": sequences.spiral,
    "margin-spiral": sequences.margin_spiral,
    "uniform-slack": lambda m, gamma: sequences.uniform_slack(int(m), gamma),
    "pareto": sequences.pareto,
    "hadamard": lambda power: winnow.hadamard(int(power)),
}
Vector = tuple[Fraction, ...]


def named(text: str) -> Given:
    """A run by its text, or an extremal one by name and numbers: "uniform-slack 3 1/2".  Raises InputError for another name."""
    name, *numbers = text.split()
    if name not in EXTREMAL:
        return read_run(text)
    made = EXTREMAL[name](*map(number, numbers))
    return Given(tuple((example.x, example.y) for example in made.examples), made.u, made.gamma)


def drawn(game: Game, count: int = DRAWN, seed: int = 0) -> Iterator[Given]:
    """Random runs that keep every hypothesis of the game; none for a kernel, whose points are not vectors."""
    rng = random.Random(seed)
    if game.points_are != "vectors" or game.learner == "kernel":
        return
    made = 0
    while made < count:
        given = _draw(game, rng)
        if given is not None:
            made += 1
            yield given


def radius(game: Game, given: Given) -> Fraction | None:
    """A declared radius that bounds the examples, where the game declares one: the next half above the longest."""
    if game.radius != "declared":
        return None
    longest2 = max(game.length2(x) for x, _ in given.rounds)
    halves = 0
    while Fraction(halves, 2) ** 2 < longest2:
        halves += 1
    return Fraction(halves, 2)


def _draw(game: Game, rng: random.Random) -> Given | None:
    dimension = game.dimension or rng.choice((1, 2, 3))
    lengths = {"unit": ("1",), "ball": ("1", "1", "1/2", "4/5"), "any": ("1", "2", "1/2", "3")}
    unit = _unit_sum if game.learner == "winnow" else _unit
    point = _unit_cube if game.learner == "winnow" else _unit
    u = tuple(a * Fraction(rng.choice(lengths[game.comparator])) for a in unit(rng, dimension))
    rounds = []
    for _ in range(rng.randint(1, 9)):
        x, y = tuple(a * Fraction(rng.choice(lengths[game.norm])) for a in point(rng, dimension)), rng.choice((1, -1))
        gain = y * sum((a * b for a, b in zip(u, x, strict=True)), Fraction(0))
        if game.demands("separable") and gain <= 0:
            y, gain = -y, -gain
        if game.demands("separable") and gain == 0:
            return None
        rounds.append((x, y, gain))
    if game.setting == "separable" and game.demands("separable"):
        gamma = min(gain for _, _, gain in rounds) * rng.choice((1, 1, Fraction(1, 2)))
    else:
        gamma = Fraction(rng.randint(1, 24), 8)
    start = None if game.demands("zero start") else tuple(Fraction(rng.randint(-2, 2)) for _ in range(dimension))
    return Given(tuple((x, y) for x, y, _ in rounds), u, gamma, start)


def _unit(rng: random.Random, dimension: int) -> Vector:
    """A rational point of the sphere, by stereographic projection from small fractions."""
    flat = [Fraction(rng.randint(-6, 6), rng.randint(1, 4)) for _ in range(dimension - 1)]
    square = sum((a * a for a in flat), Fraction(0))
    return (*(2 * a / (square + 1) for a in flat), rng.choice((1, -1)) * (square - 1) / (square + 1))


def _unit_sum(rng: random.Random, dimension: int) -> Vector:
    """A vector whose entries' sizes add up to 1."""
    parts = [rng.randint(-3, 3) for _ in range(dimension - 1)] + [rng.choice((-2, -1, 1, 2))]
    return tuple(Fraction(part, sum(map(abs, parts))) for part in parts)


def _unit_cube(rng: random.Random, dimension: int) -> Vector:
    """A vector whose largest entry has the size 1."""
    return (*(Fraction(rng.randint(-2, 2), 2) for _ in range(dimension - 1)), Fraction(rng.choice((-1, 1))))
