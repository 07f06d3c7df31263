"""Whether a learner's updates are what it says of them: drawn separable runs, exactly, with examples at the edge of its rule."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from random import Random
from typing import NamedTuple

from perceptron.errors import InputError
from perceptron.learners.foreign import Play
from perceptron.numbers.exact import dot
from perceptron.numbers.sphere import sqrt_below
from proofs.counterexample.custom_learner import Rule, enclosed
from proofs.decide.envelopes.stated import Stated
from proofs.derive.authoring.certificate_search import NotFound
from proofs.kernel import Polynomial

Vector = tuple[Fraction, ...]
MARGINS = tuple(Fraction(*pair) for pair in ((1, 10), (1, 4), (1, 2), (4, 5)))
DIMENSIONS = (1, 2, 3, 4)
DRAWS, ROUNDS, CHOICES, HALVINGS = 2, 12, 5, 8  # runs for each margin and dimension, their length, examples to choose from
GRID = 2**10


class Update(NamedTuple):
    """One update: the weights before and after, and z = y·x between them."""

    before: Vector
    after: Vector
    z: Vector


def hold_to_it(rule: Rule, said: Stated, seed: int = 0) -> int:
    """How many updates were tried.

    Raises InputError at the first drawn update that is not as the learner says, NotFound where its weights are not rational."""
    rng, tried = Random(seed), 0
    for margin in MARGINS:
        limits = value(said.slope, margin), value(said.height, margin)
        for dimension in DIMENSIONS:
            for _ in range(DRAWS):
                for update in updates(rule, margin, dimension, rng):
                    _refuse_untrue(rule, said, limits, margin, update)
                    tried += 1
    return tried


def updates(rule: Rule, margin: Fraction, dimension: int, rng: Random) -> Iterator[Update]:
    """The updates of one run, each the one of several that makes the weights longest."""
    play = Play(rule.fresh(margin), dimension)
    if any(play.w):
        raise InputError(f"{rule.label}: the weights must start at 0, not at {_shown(play.w)}")
    for _ in range(ROUNDS):
        found: list[tuple[Update, Play]] = []
        for z in (*_drawn(rng, margin, dimension), *_edge(play, rng, margin)):
            if (tried := _tried(rule, play, z, rng.choice((-1, 1)))) is not None:
                found.append(tried)
        yield from (update for update, _ in found)
        if found:
            play = max(found, key=lambda pair: dot(pair[0].after, pair[0].after))[1]


def _tried(rule: Rule, play: Play, z: Vector, y: int) -> tuple[Update, Play] | None:
    """The update that this example makes, if it makes one. Raises InputError if it does not add y·x."""
    later, before = deepcopy(play), play.w
    later.round(tuple(y * a for a in z), y)
    if enclosed(later.w):
        raise NotFound(f"{rule.label} takes roots, so its updates cannot be compared with what it says of them")
    if later.w == before:
        return None
    if later.w != tuple(a + b for a, b in zip(before, z, strict=True)):
        raise InputError(f"{rule.label}: an update must add y·x, but {_shown(z)} takes {_shown(before)} to {_shown(later.w)}")
    return Update(before, later.w, z), later


def _drawn(rng: Random, margin: Fraction, dimension: int) -> Iterator[Vector]:
    """Vectors of length at most 1, at least `margin` along the first axis."""
    for _ in range(CHOICES):
        along = margin + (1 - margin) * Fraction(rng.randrange(GRID), GRID) * rng.choice((0, 1))
        yield along, *_across([Fraction(rng.randint(-GRID, GRID), GRID) for _ in range(dimension - 1)], along)


def _across(direction: list[Fraction], along: Fraction) -> Iterator[Fraction]:
    """The direction, as long as the unit ball allows beside `along`, or a little shorter."""
    length2 = dot(tuple(direction), tuple(direction))
    if length2:
        scale = sqrt_below((1 - along * along) / length2, GRID)
        return (scale * a for a in direction)
    return iter(direction)


def _edge(play: Play, rng: Random, margin: Fraction) -> Iterator[Vector]:
    """Progress `margin`, and as far along the weights as still makes an update, by halving."""
    along = list(play.w[1:])
    if not any(along):
        return
    full = list(_across(along, margin))
    low, high = Fraction(-1), Fraction(1)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        z = (margin, *(middle * a for a in full))
        later = deepcopy(play)
        later.round(z, 1)
        low, high = (low, middle) if later.w == play.w else (middle, high)
        yield z


def _refuse_untrue(rule: Rule, said: Stated, limits: tuple[Fraction, Fraction], margin: Fraction, update: Update) -> None:
    slope, height = limits
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
