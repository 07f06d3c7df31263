"""Small exact instances for the pages on online to batch and generalisation: trees of up to two draws, each of up to two examples.

A learner is what its hypotheses lose at each history.  Everything else is counted: risks, averages, and the probability that the chosen
hypothesis has too great a risk.  Λ and b are rounded up to an eighth; c is a root of a rational.  Logarithms enter through numbers on the
safe side of them only (c and a no more than what is meant, b no less), so that a rational will do.
"""

from dataclasses import dataclass, replace
from math import ceil, log, sqrt

from proofs.statements.authoring import Callable, Coordinates, Draw, Exact, Fraction, Instance, Root, Surd
from proofs.statements.evaluation import sign

zero, one, half = Fraction(0), Fraction(1), Fraction(1, 2)
GRAIN = 8  # what is rounded is rounded up to an eighth
FAR = Fraction(40)
Loss = Callable[[int, int], Fraction]  # of the hypothesis learnt from a history, on an example


def above(value: float) -> Fraction:
    """An eighth, or several, no less than `value`, and not negative."""
    return Fraction(ceil(max(value, 0.0) * GRAIN), GRAIN)


@dataclass(frozen=True)
class Tree:
    """T draws with these weights; `loss(h, z)` is that of what is learnt from h."""

    T: int
    weights: tuple[Fraction, ...]
    loss: Loss

    @property
    def base(self) -> int:
        return max(len(self.weights), self.T + 2)

    def histories(self) -> list[list[int]]:
        """The histories by how many examples they have."""
        levels = [[0]]
        for _ in range(self.T):
            levels.append([self.after(h, z) for h in levels[-1] for z in range(len(self.weights))])
        return levels

    def after(self, h: int, z: int) -> int:
        """The number of a history with one more example, or of a list of two."""
        return self.base * h + z + 1


def _mean(tree: Tree, of: Callable[[int], Fraction]) -> Fraction:
    return sum((w * of(z) for z, w in enumerate(tree.weights)), zero)


def sequences(tree: Tree, fails: Callable[[dict[str, list[Fraction]], int, int], bool]) -> tuple[int, dict[str, list[Fraction]]]:
    """The horizon and all sequences of a tree; `fails` says whether hypothesis k of a sample may be chosen and has too great a value."""
    levels, T = tree.histories(), tree.T
    horizon = max(max(h) for h in levels)
    entries = tree.after(tree.after(horizon, T + 2), len(tree.weights)) + 1
    names = ("left", "loss", "risk", "tested", "total", "met", "average", "wrong", "P")
    value = {name: [zero] * entries for name in names}
    value["D"] = [*tree.weights, *[zero] * (entries - len(tree.weights))]
    for depth, level in enumerate(levels):
        for h in level:
            value["left"][h] = Fraction(T - depth)
    for h in range(horizon + 1):
        for k in range(T + 2):
            value["tested"][tree.after(h, k)] = max(zero, k - value["left"][h])
    for level in levels:
        for h in level:
            _learn(tree, value, h)
    for h in range(horizon + 1):
        for k in range(T):
            value["average"][tree.after(h, k)] = value["total"][tree.after(h, k)] / (k + 1)
    for h in levels[-1]:
        for k in range(T):
            value["wrong"][tree.after(h, k + 1)] = one if fails(value, h, k) else value["wrong"][tree.after(h, k)]
        value["P"][h] = value["wrong"][tree.after(h, T)]
    for level in reversed(levels[:-1]):
        for h in level:
            value["P"][h] = _mean(tree, lambda z, h=h: value["P"][tree.after(h, z)])  # type: ignore[misc]
    return horizon, value


def _learn(tree: Tree, value: dict[str, list[Fraction]], h: int) -> None:
    """The losses at a history, and what the next example makes of them."""
    left, seen = int(value["left"][h]), range(len(tree.weights))
    if left:
        for z in seen:
            value["loss"][tree.after(tree.after(h, left - 1), z)] = tree.loss(h, z)
    for k in range(max(left - 1, 0), tree.T):
        here = tree.after(h, k)
        value["risk"][here] = _mean(tree, lambda z: value["loss"][tree.after(here, z)])  # noqa: B023
        for z in seen if left else ():
            later, lost = tree.after(tree.after(h, z), k), value["loss"][tree.after(here, z)]
            value["total"][later] = value["total"][here] + lost
            value["met"][later] = lost if k == left - 1 else value["met"][here]
            for y in seen:
                value["loss"][tree.after(later, y)] = value["loss"][tree.after(here, y)]


@dataclass(frozen=True)
class Level:
    """δ and what is rounded: Λ, and b for the constant that stands before it."""

    T: int
    delta: Fraction
    best: bool

    @property
    def Lambda(self) -> Fraction:
        return above(log(self.T * (self.T + 1) / self.delta))

    @property
    def b(self) -> Fraction:
        """√((2 ln(…) + Λ − ln(T(T+1)/δ))/(2T)), rounded up."""
        wide = log((2 if self.best else 1) * (self.T + 1) / self.delta)
        return above(sqrt(max((2 * wide + float(self.Lambda) - log(self.T * (self.T + 1) / self.delta)) / (2 * self.T), 0.0)) + 1e-9)

    def c(self, k: int) -> Surd:
        return Surd.root(self.Lambda / (2 * (k + 1)))

    @property
    def constant(self) -> Surd:
        return Surd.root(Fraction(17)) if self.best else Surd.rational(4) + Surd.root(half)


def _exceeds(tree: Tree, level: Level, value: dict[str, list[Fraction]], h: int, k: int) -> bool:
    """Whether the penalised average of hypothesis k is least, and its risk above the average loss met and constant·b."""
    least = [Surd.rational(value["average"][tree.after(h, j)]) + level.c(j) for j in range(tree.T)]
    if any(sign(other + Surd.rational(-1) * least[k]) < 0 for other in least):
        return False
    met = sum((value["met"][tree.after(h, j)] for j in range(tree.T)), zero) / tree.T
    gap = value["risk"][tree.after(h, k)] - met
    return sign(Surd.rational(gap) + Surd.rational(-level.b) * level.constant) > 0


def still(history: int = 0, at: int = 0) -> Instance:
    """One example of two is drawn and nothing is lost, seen from the history and the hypothesis that a lemma speaks of."""
    tree = Tree(1, (half, half), lambda h, z: zero)
    horizon, value = sequences(tree, lambda value, h, k: False)
    entries = len(value["P"])
    own = {"c": [one, *[zero] * (entries - 1)], "V": value["risk"], "B": [FAR] * entries}
    naturals = {"N": 2, "T": 1, "h": history, "j": 0, "m": at, "z": 0}
    return Instance(horizon, naturals, {"a": one, "Λ": zero}, {**value, **own}, base=tree.base)


FAULTS = ("", "", "", "", "D ≥ 0", "ΣD = 1", "loss ≥ 0", "loss ≤ 1")


def draw_tree(draw: Draw) -> tuple[Tree, Fraction]:
    """A tree and a δ; with a fault, one example and a learner on which that weighs."""
    fault = FAULTS[draw.upto(len(FAULTS) - 1)]
    if fault:
        weights = {"D ≥ 0": (FAR, 1 - FAR), "ΣD = 1": (FAR,)}.get(fault, (half, half))
        losses = {"loss ≥ 0": (one, -FAR), "loss ≤ 1": (zero, FAR)}.get(fault, (one, zero))
        return Tree(1, weights, lambda h, z: losses[z]), Fraction(1, 4)
    T, share = 1 + draw.upto(1), Fraction(draw.upto(4), 4)
    drawn = (share, 1 - share) if draw.upto(1) else (one,)
    table = [[Fraction(draw.upto(2), 2) for _ in drawn] for _ in range(8)]
    delta = Fraction(4) if draw.rarely() else Fraction(1, 1 << draw.upto(3))
    return Tree(T, drawn, lambda h, z: table[h % 8][z]), delta


def instance(tree: Tree, delta: Fraction, best: bool = False) -> Instance:
    """The tree with its sequences, and the numbers of the page."""
    level = Level(tree.T, delta, best)
    horizon, value = sequences(tree, lambda value, h, k: _exceeds(tree, level, value, h, k))
    penalties = [level.c(k) for k in range(tree.T)]
    reals: dict[str, Exact | int] = {"δ": delta, "Λ": level.Lambda, "b": level.b}
    entries = len(value["P"])
    full: dict[str, list[Exact | int]] = {
        **{name: list(entries_) for name, entries_ in value.items()},
        "c": [*penalties, *[zero] * (entries - tree.T)],
    }
    return Instance(horizon, {"N": len(tree.weights), "T": tree.T}, reals, full, base=tree.base)


def sample(draw: Draw) -> Instance:
    return instance(*draw_tree(draw))


def sample_best(draw: Draw) -> Instance:
    return instance(*draw_tree(draw), best=True)


Reals = dict[str, Fraction | Root | int]


def root_above(value: float) -> Fraction:
    """An eighth, or several, no less than the root of `value`."""
    return Fraction(ceil(sqrt(max(value, 0.0)) * GRAIN), GRAIN)


def failure(draw: Draw, T: int) -> Fraction:
    """A δ: mostly at most 1, rarely T + 1, where ln((T+1)/δ) is 0."""
    return Fraction(T + 1) if draw.rarely() else Fraction(1, 1 << draw.upto(2))


FAR_OFF = Fraction(20)


def sample_single(draw: Draw) -> Instance:
    delta = failure(draw, 1)
    risk, loss = 100 * one if draw.rarely() else Fraction(draw.upto(2), 2), -100 * one if draw.rarely() else Fraction(draw.upto(2), 2)
    return Instance(0, reals={"δ": delta, "b": root_above(log(2 / delta)), "risk": risk, "loss": loss})


def sample_constant(draw: Draw) -> Instance:
    T, delta = 1 + draw.upto(3), Fraction(1, 1 << draw.upto(3))
    b = root_above(log((T + 1) / delta) / T) - Fraction(1, GRAIN) + (FAR_OFF if draw.rarely() else zero)
    wider = root_above(log(2 * (T + 1) / delta) / T) * (draw.upto(2) - 1 if draw.rarely() else 1)
    return Instance(T, {"T": T}, {"δ": delta, "b": b, "b′": wider})


@dataclass(frozen=True)
class Updates:
    """Updates of a Perceptron, a comparator, and which fault makes their number exceed the bounds."""

    fault: str
    w: list[Coordinates]
    z: list[Coordinates]
    u: Coordinates

    @property
    def M(self) -> int:
        return len(self.z)


def updates(draw: Draw, faults: tuple[str, ...]) -> Updates:
    """None, or nine orthonormal ones that u = (1, …, 1)/3 separates by 1/3; with a fault that concerns the run, nine that it allows."""
    fault = faults[draw.upto(len(faults) - 1)]
    if fault in ("zero start", "mistake-driven"):
        z: list[Coordinates] = [(one,)] * 9
        return Updates(fault, partial_sums((-9 * one if fault == "zero start" else zero,), z), z, (one,))
    M = 9 if fault else 0
    z = [tuple(one if k == j else zero for j in range(9)) for k in range(M)] if M else []
    u: Coordinates = (one if fault == "unit comparator" else one / 3,) * 9 if M else (one,)
    return Updates(fault, partial_sums((zero,) * len(u), z), z, u)


def partial_sums(start: Coordinates, steps: list[Coordinates]) -> list[Coordinates]:
    sums = [start]
    for step in steps:
        sums.append(tuple(p + q for p, q in zip(sums[-1], step, strict=True)))
    return sums


RUN = ("", "", "", "many", "zero start", "mistake-driven", "unit comparator")


def joined(draw: Draw, made: Updates, reals: Reals, sequences: dict[str, list[Fraction]], entries: int) -> Instance:
    """The updates, on which a learner errs; rarely it errs on more, or there is an error above the risk, or a risk above Theorem 4's."""
    T, delta = 1 + draw.upto(2), failure(draw, 1)
    errors = made.M + (2 * FAR_OFF if draw.rarely() else zero)
    b = root_above(log((T + 1) / delta) / T)
    risk = errors / T + (2 * FAR_OFF if draw.rarely() else 4 * b)
    error = risk + (2 * FAR_OFF if draw.rarely() else zero)
    own: Reals = {"δ": delta, "b": b, "risk": risk, "Σloss": errors, "P(error)": error}
    naturals, paths = {"T": T, "M": made.M}, {"w": made.w, "z": made.z}
    return Instance(entries - 2, naturals, own | reals, sequences, {"u": made.u}, paths)


def sample_l1(draw: Draw) -> Instance:
    made = updates(draw, (*RUN, "minorant", "slope", "at zero"))
    entries = max(made.M, 3) + 2
    at_zero, slope = (-one, zero) if made.fault == "at zero" else (one, 1 / made.u[0])
    u = made.u
    if made.fault == "slope":
        slope, u = -slope, tuple(-value for value in u)
    loss = -9 * one if made.fault == "minorant" else zero
    return joined(draw, replace(made, u=u), {"φ(0)": at_zero, "g": slope}, {"L": [loss] * made.M}, entries)


def sample_l2(draw: Draw) -> Instance:
    made = updates(draw, (*RUN, "margin"))
    entries, u = max(made.M, 3) + 2, made.u
    gamma, slacks = u[0], [zero] * entries
    if made.fault == "margin":  # γ = −1 with slacks that leave a root to take
        gamma, slacks = -one, [2 * one] * 3
    return joined(draw, made, {"γ": gamma}, {"ξ": slacks}, entries)
