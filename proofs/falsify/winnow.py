"""Playing against Winnow: the margin is measured in ‖x‖∞ and ‖u‖₁, and the score is linear in x with weights sinh(η·g).

The adversary's u lies on a few coordinates, all alike. A move concedes just the progress that the margin asks for, where
the weights are least, keeps the score at or below 0, and as near to 0 as it can with coordinates as large as allowed: the
bound's potential Σ w± then shrinks least. The genes are those of `genome`, read for this geometry."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from operator import mul

from perceptron.errors import InputError
from proofs.falsify.genome import FACTORS, GRIDS, MAX_DEVIATIONS, MAX_ROUNDS, NAMES, PROGRESS_STEPS, alphabet
from proofs.falsify.play import Measured, Play, Umpire, Vector
from proofs.game import Game
from proofs.language import Root, Value

DIMENSIONS = (1, 2, 3, 4, 8, 16)
ROUNDS, WIDTH, HEAD = 12, 4, 10  # of short runs of anything
_SURE = 1e-11  # relative to the sum of absolute terms, for each unit of the largest exponent: no rounding reaches that


@dataclass(slots=True)
class WinnowMeasured(Measured):
    """Lengths ‖x‖∞ and ‖u‖₁ stand in the fields for lengths; the weights are the exponents."""

    def floats(self, eps: float | None) -> dict[str, float]:
        return super(WinnowMeasured, self).floats(eps) | {"W": max(map(abs, self.weights)) / self.play.grid}

    def values(self, eps: Fraction | None) -> dict[str, Value]:
        longest = Fraction(max(map(abs, self.weights)), self.play.grid)
        return super(WinnowMeasured, self).values(eps) | {"W": Root(longest**2)}


class Scores:
    """Weights in floats, brought to a size that fits, and the exact sign where floats cannot tell."""

    def __init__(self, game: Game, gamma: Fraction, dimension: int, grid: int) -> None:
        self.learner, self.grid = game.winnow(gamma), grid
        beta, eta = self.learner.beta, self.learner.eta
        self.rate = (float(eta) if eta is not None else math.log(beta or 2)) / grid
        self.g = [0] * dimension
        self.weigh()

    def weigh(self) -> None:
        """The weights w⁺ − w⁻ (or w⁺), all divided by the largest power."""
        powers = [self.rate * n for n in self.g]
        self.top = max(map(abs, powers))
        if self.learner.balanced:
            self.weights = [math.exp(a - self.top) - math.exp(-a - self.top) for a in powers]
        else:
            self.weights = [math.exp(a - self.top) for a in powers]

    def sign(self, z: Vector) -> int:
        """The sign of y·score, exactly."""
        total, size = 0.0, 0.0
        for w, n in zip(self.weights, z, strict=True):
            total += w * n
            size += abs(w * n)
        if abs(total) > _SURE * (1 + self.top) * size:
            return 1 if total > 0 else -1
        return self.learner.sign(self.g, z, 0, self.grid)

    def add(self, z: Vector) -> None:
        """An update."""
        self.g = [a + b for a, b in zip(self.g, z, strict=True)]
        self.weigh()


class WinnowUmpire(Umpire):
    """The umpire for Winnow."""

    def measure(self, play: Play) -> Measured | None:
        game, u, grid = self.game, play.u, play.grid
        try:
            scores = Scores(game, play.gamma, play.dimension, grid)
        except InputError:
            return None  # told a gamma that is not positive
        q, level = play.gamma.denominator, play.gamma.numerator * grid * play.unit
        counted = longest = s2 = slack = slack2 = 0
        least: int | None = None
        for z, y in zip(play.moves, play.labels, strict=True):
            along, length2 = sum(map(mul, u, z)), self.length2(z)
            longest = max(longest, length2)
            least = along if least is None or along < least else least
            if not game.always_updates:
                sign = scores.sign(z)
                if sign > 0 or (sign == 0 and game.ties == y):
                    continue
            scores.add(z)
            counted += 1
            s2 += length2
            if (short := level - q * along) > 0:
                slack += short
                slack2 += short * short
        if least is None or play.start is not None:
            return None
        u2 = sum(map(abs, u)) ** 2
        keeps = self.keeps(play, longest, least, u2)
        return WinnowMeasured(play, counted, longest, s2, slack, slack2, least, scores.g, u2, keeps)

    def length2(self, z: Vector) -> int:
        return max(map(abs, z)) ** 2


def play(genes: tuple[int, ...], game: Game, deadline: float = math.inf) -> Play | None:
    """The run that a genome plays against Winnow; None if it cannot make a move."""
    gene = dict(zip(NAMES, genes, strict=True))
    d, grid, label = game.dimension or DIMENSIONS[min(gene["dimension"], 5)], GRIDS[gene["grid"]], gene["label"]
    few = min(d, 1 + gene["fine"])  # coordinates that u lies on
    U, way = FACTORS[gene["comparator"]], -1 if gene["side"] & 1 else 1  # u points one way or the other
    if game.demands("unit comparator") and U > 1:
        U = 1 / U
    longest = grid * FACTORS[gene["size"]]
    p = max(1, round(longest * 2.0 ** (-gene["progress"] / PROGRESS_STEPS)))
    claimed = FACTORS[gene["claim"]]
    if game.demands("separable") and gene["sign"] == 0 and claimed > 1:
        claimed = 1 / claimed
    gamma = claimed * Fraction(p, grid) * U * (1, -1, 0)[gene["sign"]]
    try:
        scores = Scores(game, gamma, d, grid)
    except InputError:
        return None
    deviations: dict[int, list[tuple[int, int]]] = {}
    for k in range(MAX_DEVIATIONS):
        if gene[f"deviate{k}"]:
            deviations.setdefault(gene[f"when{k}"], []).append((gene[f"deviate{k}"], gene[f"much{k}"] + 1))
    moves: list[Vector] = []
    labels: list[int] = []
    for t in range(gene["rounds"] + 1):
        if t & 255 == 0 and time.monotonic() > deadline:
            break
        off = gene["length"] if t else max(gene["length"], gene["first"])
        conceded, reach = -p * way if gene["swing"] and t & 1 else p * way, round(longest * (1 - off / 16))
        again = None
        for kind, much in deviations.get(t, ()):
            conceded += round(grid * much / 16) if kind == 1 else 0
            conceded = round(conceded * (1 - much / 8)) if kind == 2 else conceded
            reach = round(reach * (1 - much / 16.5)) if kind == 3 else reach
            again = moves[-1 - (much - 1) % len(moves)] if kind == 6 and moves else again
        z = again or aim(scores.weights, few, conceded, max(reach, abs(conceded)), gene["slack"])
        if z is None or max(map(abs, z)) > longest:
            break
        y = -int(game.ties) if game.ties in (1, -1) and not label else 1 if not label else -1 if label == 1 else 1 - 2 * (t & 1)
        moves.append(z)
        labels.append(y)
        s = scores.sign(z)
        if game.always_updates or s < 0 or (s == 0 and y != game.ties):
            scores.add(z)
        elif again is None:
            break  # nothing that errs is left
    if not moves:
        return None
    times = min(gene["passes"] + 1, max(1, MAX_ROUNDS // len(moves)))
    u = (*(way * U.numerator,) * few, *(0,) * (d - few))
    declared = None if game.radius != "declared" else Fraction(max(max(map(abs, z)) for z in moves), grid) / FACTORS[gene["radius"]]
    return Play(grid, tuple(moves) * times, tuple(labels) * times, u, few * U.denominator, gamma, declared)


def aim(weights: list[float], few: int, p: int, reach: int, slack: int) -> Vector | None:
    """A z with |z_i| ≤ reach, the mean of the first `few` coordinates p, and Σ weight·z at most 0 but hardly less; None if there is none.

    slack: how many sixteenths of what is missing to 0 are left."""
    z = [-reach] * few + [0] * (len(weights) - few)
    left = few * (p + reach)
    order = sorted(range(few), key=lambda i: (weights[i], i))
    for i in order:  # the progress, where it counts least
        step = min(left, 2 * reach)
        z[i] += step
        left -= step
    total = sum(map(mul, weights, z))
    for i in sorted(range(few, len(weights)), key=lambda i: -abs(weights[i])):  # the others, balanced
        z[i] = -reach if total * weights[i] > 0 else reach
        total += weights[i] * z[i]
    if total > 0:
        for i in range(few, len(weights)):
            if weights[i] * z[i] > 0:
                total -= 2 * weights[i] * z[i]
                z[i] = -z[i]
        if total > 1e-9 * reach:
            return None
    room = -total * (1 - slack / 16)
    for i in reversed(order):  # exchanges that bring the score up
        for j in order:
            if weights[i] - weights[j] <= 0 or room <= 0:
                break
            step = min(reach - z[i], z[j] + reach, int(room / (weights[i] - weights[j])))
            if step > 0:
                z[i], z[j] = z[i] + step, z[j] - step
                room -= step * (weights[i] - weights[j])
    return tuple(z)


def free(data: bytes, game: Game) -> Play | None:
    """A short run of anything that the bytes spell, with no idea behind it."""
    d = game.dimension or 1 + data[1] % WIDTH
    if d > WIDTH:
        return None
    cells = [data[HEAD + t * WIDTH : HEAD + t * WIDTH + d] for t in range(1 + data[0] * ROUNDS // 256)]
    u = tuple(_small(byte) for byte in data[2 : 2 + d])
    u = u if any(u) else (1, *(0,) * (d - 1))
    moves = [tuple(_small(byte) for byte in cell) for cell in cells]
    if game.demands("separable"):
        moves = [z if sum(map(mul, u, z)) > 0 else tuple(-n for n in z) for z in moves]
        moves = [z for z in moves if sum(map(mul, u, z)) > 0]
    if not moves or not any(map(any, moves)):
        return None
    grid = max(abs(n) for z in moves for n in z) if game.norm != "any" else 1
    if game.norm == "unit" and game.demands("bounded examples"):
        moves = [z for z in moves if max(map(abs, z)) == grid]
    unit, claim = sum(map(abs, u)), FACTORS[data[8] % len(FACTORS)]
    least = min(sum(map(mul, u, z)) for z in moves)
    gamma = Fraction(least, grid * unit) / max(claim, 1 / claim) if least > 0 and (game.demands("separable") or data[9] & 1) else claim
    gamma = -gamma if "positive margin" in game.dropped and data[9] & 2 else gamma
    radius = Fraction(max(abs(n) for z in moves for n in z), grid) if game.radius == "declared" else None
    labels = [1 - 2 * ((data[7] >> (t & 7)) & 1) for t in range(len(moves))]
    times = 1 + (data[9] >> 4) % 4
    return Play(grid, tuple(moves * times), tuple(labels * times), u, unit, gamma, radius)


def _small(byte: int) -> int:
    """0 for a third of the bytes, else ±1, ±2, ±3."""
    size = (0, 0, 0, 1, 1, 1, 2, 2, 3)[byte % 9]
    return -size if byte & 128 else size


def shapes(game: Game) -> Iterator[tuple[int, ...]]:
    """The plainest runs as genomes would have them: every margin, on one coordinate or on all."""
    for rounds in (4, 16, 64, 256):
        genes = alphabet(game, rounds)
        for dimension, few, halves, side in product(range(len(DIMENSIONS)), (0, 1, 2, 15), range(9), (0, 1)):
            if side and game.demands("balanced weights"):
                continue  # both ways are alike
            yield genes.make(rounds=rounds - 1, dimension=dimension, grid=20, fine=few, progress=halves * PROGRESS_STEPS // 2, side=side)
