"""Whether a learner's updates are what it says of them: drawn separable runs, exactly, with examples at the edge of its rule.

    short runs    for every γ and dimension of the box; of several examples the one that makes the weights longest goes on
    long runs     hundreds of rounds, three in turn: far beyond what the learner says it passes over, just beyond, and just within.
                  One that changes its rule late is met after the change

Every run is played twice: a learner that remembers what was in another run plays it in another way.  What is tried here is tried, not
proved: a verdict that rests on it says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from math import inf, sqrt
from random import Random
from time import monotonic
from typing import NamedTuple

from perceptron.errors import InputError
from perceptron.learners.foreign import Play
from perceptron.numbers.exact import dot
from proofs.counterexample.custom_learner import KEEP_STATE, Rule, enclosed
from proofs.counterexample.learner_object import numbers
from proofs.decide.envelopes.stated import StatedUpdate
from proofs.derive.authoring.certificate_search import NotFound
from proofs.kernel import Polynomial

Vector = tuple[Fraction, ...]
MARGINS = tuple(Fraction(*pair) for pair in ((1, 1000), (1, 100), (1, 10), (1, 4), (1, 2), (4, 5), (1, 1)))
DIMENSIONS = (1, 2, 3, 5, 10)
ROUNDS, CHOICES, HALVINGS = 8, 3, 6  # of a short run: rounds, and examples to choose from
LONG = tuple((Fraction(1, n), d) for n, d in ((1000, 2), (1000, 10), (100, 3), (30, 5), (8, 2), (3, 3)))
LONG_ROUNDS = 900
BEYOND = (1e-1, 2e-3, -2e-3)  # of the length of w: from what the learner says to what is played
GRID = 2**13


class Update(NamedTuple):
    """One update: the weights before and after, and z = y·x between them."""

    before: Vector
    after: Vector
    z: Vector


class Held:
    """One learner, held to what it says in runs that are drawn. `tried`: how many updates were compared."""

    def __init__(self, rule: Rule, said: StatedUpdate, seed: int, deadline: float) -> None:
        self.rule, self.said, self.rng, self.deadline, self.tried = rule, said, Random(seed), deadline, 0

    def short_run(self, margin: Fraction, dimension: int) -> None:
        """Each round is the one of several that makes the weights longest."""
        play, played = self.begun(margin, dimension), list[tuple[Vector, int]]()
        place = self.rng.randrange(dimension)
        for _ in range(ROUNDS):
            after: list[tuple[Play, tuple[Vector, int]]] = []
            for z in (*self.drawn(margin, dimension, place), *self.halved(play, margin, place)):
                later, y = deepcopy(play), self.rng.choice((-1, 1))
                if self.round(later, z, y, margin):
                    after.append((later, (z, y)))
            if after:
                play, chosen = max(after, key=lambda one: dot(one[0].w, one[0].w))
                played.append(chosen)
        self.again(play, played, margin)

    def long_run(self, margin: Fraction, dimension: int) -> None:
        """At the edge of what the learner says, round after round."""
        play, played = self.begun(margin, dimension), list[tuple[Vector, int]]()
        place = self.rng.randrange(dimension)
        for t in range(LONG_ROUNDS):
            z, y = self.at_the_edge(play, margin, place, BEYOND[t % len(BEYOND)]), self.rng.choice((-1, 1))
            self.round(play, z, y, margin)
            played.append((z, y))
        self.again(play, played, margin)

    def begun(self, margin: Fraction, dimension: int) -> Play:
        with self.rule.answering():
            play = Play(self.rule.fresh(margin), dimension)
        if any(play.w):
            raise InputError(f"{self.rule.label}: the weights must start at 0, not at {_shown(play.w)}")
        return play

    def round(self, play: Play, z: Vector, y: int, margin: Fraction) -> bool:
        """Play z = y·x, and compare an update with what the learner says of it. Whether it was one."""
        if monotonic() > self.deadline:
            raise NotFound(f"there was no time to try what {self.rule.label} says of its updates")
        before, first = play.w, play.fresh
        updated = self.plays(play, z, y) or first
        if enclosed(play.w):
            raise NotFound(f"{self.rule.label} takes roots, so its updates cannot be compared with what it says of them")
        self.refuse_changed(play, margin)
        if not updated:
            return False
        if play.w != tuple(a + b for a, b in zip(before, z, strict=True)):
            raise InputError(f"{self.rule.label}: an update must add y·x, but {_shown(z)} takes {_shown(before)} to {_shown(play.w)}")
        _refuse_untrue(self.rule, self.said, margin, Update(before, play.w, z))
        self.tried += 1
        return True

    def plays(self, play: Play, z: Vector, y: int) -> bool:
        """The round itself. Raises Faulty for what goes wrong in the learner."""
        with self.rule.answering():
            return play.round(tuple(y * a for a in z), y)

    def refuse_changed(self, play: Play, margin: Fraction) -> None:
        """Raises NotFound for a constant of the proof that is none."""
        if not self.said.constants:
            return
        now = numbers(play.learner)[0]
        for name, value in self.said.constants.items():
            if now.get(name) != value:
                told = f"it is {now.get(name)} in a run with gamma = {margin}, and was {value} before another"
                raise NotFound(f"{self.rule.label}.{name} is no constant of a proof: {told}")

    def again(self, play: Play, played: list[tuple[Vector, int]], margin: Fraction) -> None:
        """Raises InputError if the same rounds lead elsewhere the second time."""
        second = self.begun(margin, len(play.w))
        for z, y in played:
            self.plays(second, z, y)
        if (second.w, numbers(second.learner)[0]) != (play.w, numbers(play.learner)[0]):
            raise InputError(f"the learner {self.rule.label} played the same rounds twice in two ways. {KEEP_STATE}")

    def drawn(self, margin: Fraction, dimension: int, place: int) -> Iterator[Vector]:
        """Vectors of length at most 1, at least `margin` along the axis."""
        for _ in range(CHOICES):
            along = margin + (1 - margin) * Fraction(self.rng.randrange(GRID), GRID) * self.rng.choice((0, 1))
            yield _made(along, place, _scaled([self.rng.gauss(0, 1) for _ in range(dimension - 1)], _rest(along)))

    def halved(self, play: Play, margin: Fraction, place: int) -> Iterator[Vector]:
        """Progress `margin`, and as far along the weights as still makes an update, by halving."""
        across = [float(a) for i, a in enumerate(play.w) if i != place]
        low, high = -1.0, 1.0
        for _ in range(HALVINGS if any(across) else 0):
            middle = (low + high) / 2
            z, later = _made(margin, place, _scaled(across, middle * _rest(margin))), deepcopy(play)
            low, high = (middle, high) if self.plays(later, z, 1) else (low, middle)
            yield z

    def at_the_edge(self, play: Play, margin: Fraction, place: int, beyond: float) -> Vector:
        """Progress `margin` and length 1, with ⟨w,z⟩ where the learner says that its updates end, or beyond it by that share of ‖w‖."""
        across = [float(a) for i, a in enumerate(play.w) if i != place]
        size, rest, slope, height = sqrt(sum(a * a for a in across)), _rest(margin), *self.limits(margin)
        if size == 0:
            return _made(margin, place, _scaled([self.rng.gauss(0, 1) for _ in across], rest))
        length = sqrt(float(dot(play.w, play.w)))
        edge = slope * length + height if self.said.kind == "updates_below" else (slope * length + height - 1) / 2
        share = (edge + beyond * length - float(margin * play.w[place])) / size
        along = max(-rest, min(rest, share))
        turned = [self.rng.gauss(0, 1) for _ in across]
        back = sum(a * b for a, b in zip(turned, across, strict=True)) / size**2
        aside = _scaled([b - back * a for a, b in zip(across, turned, strict=True)], sqrt(max(0.0, rest**2 - along**2)))
        return _made(margin, place, [a + b for a, b in zip(_scaled(across, along), aside, strict=True)])

    def limits(self, margin: Fraction) -> tuple[float, float]:
        return float(value(self.said.slope, margin)), float(value(self.said.height, margin))


def hold_to_it(rule: Rule, said: StatedUpdate, seconds: float = inf, seed: int = 0) -> int:
    """How many updates were tried.

    Raises InputError at the first drawn update that is not as the learner says, NotFound where its weights are not rational, where a number
    that it names changes, or where there is no time for all runs."""
    held = Held(rule, said, seed, monotonic() + seconds)
    for margin in MARGINS:
        for dimension in DIMENSIONS:
            held.short_run(margin, dimension)
    for margin, dimension in LONG:
        held.long_run(margin, dimension)
    return held.tried


def _rest(along: Fraction) -> float:
    """How long the rest of a vector in the unit ball may be."""
    return sqrt(max(0.0, 1 - float(along) ** 2))


def _scaled(direction: list[float], length: float) -> list[float]:
    size = sqrt(sum(a * a for a in direction))
    return [a / size * length for a in direction] if size else direction


def _made(along: Fraction, place: int, rest: list[float]) -> Vector:
    """A rational vector of length at most 1, with `along` at its place and about the others beside it."""
    room, whole = (1 - along * along) * GRID**2, [int(a * GRID) for a in rest]
    while sum(n * n for n in whole) > room:
        whole = [n - (n > 0) + (n < 0) for n in whole]
    others = [Fraction(n, GRID) for n in whole]
    return (*others[:place], along, *others[place:])


def _refuse_untrue(rule: Rule, said: StatedUpdate, margin: Fraction, update: Update) -> None:
    slope, height = value(said.slope, margin), value(said.height, margin)
    n2 = dot(update.before, update.before)
    if said.kind == "updates_below":
        reached, what = dot(update.before, update.z), "y⟨w, x⟩"
    else:
        reached, what = dot(update.after, update.after) - n2, "what ‖w‖² gains"
    if not at_most(reached - height, slope, n2):
        where = f"at gamma = {margin}, w = {_shown(update.before)} and y·x = {_shown(update.z)}"
        raise InputError(f"{rule.label}.{said.kind} is not true: {where} {what} is {reached}, more than {said.words('‖w‖')}")


def at_most(x: Fraction, slope: Fraction, n2: Fraction) -> bool:
    """x ≤ slope·√n2, exactly."""
    bound2 = slope * slope * n2
    return (x <= 0 or x * x <= bound2) if slope >= 0 else (x <= 0 and x * x >= bound2)


def value(p: Polynomial, margin: Fraction) -> Fraction:
    """A polynomial in γ at a number."""
    return sum((c * margin ** sum(power for _, power in m) for m, c in p.terms.items()), Fraction(0))


def _shown(v: Vector) -> str:
    return "(" + ", ".join(map(str, v)) + ")"
