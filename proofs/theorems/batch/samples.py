"""Small exact instances for the pages on online to batch and generalisation: trees of up to two draws, each of up to two examples.

A learner is what its hypotheses lose at each history. Everything else is counted: risks, averages, and the probability that the chosen
hypothesis has too great a risk. Λ and b are rounded up to an eighth; c is a root of a rational. Logarithms enter through numbers on the
safe side of them only (c and a no more than the exact value, b no less), so that a rational will do.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil, log, sqrt

from proofs.statements.authoring import Callable, Coordinates, Draw, Exact, Fraction, Instance, Surd, dot
from proofs.conjecture.surd import sign

zero, one, half = Fraction(0), Fraction(1), Fraction(1, 2)
GRAIN = 8  # what is rounded is rounded up to an eighth
FAR = Fraction(40)
Loss = Callable[[int, int], Fraction]  # of the hypothesis learnt from a history, on an example
Fails = Callable[[dict[str, list[Fraction]], int, int], bool]  # whether hypothesis k of a sample may be chosen and has too great a value


def above(value: float) -> Fraction:
    """An eighth, or several, no less than `value`, and not negative."""
    return Fraction(ceil(max(value, 0.0) * GRAIN), GRAIN)


@dataclass(frozen=True)
class Tree:
    """T draws with these weights; `loss(h, z)` is that of the hypothesis learnt from h."""

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


def sequences(tree: Tree, fails: Fails) -> tuple[int, dict[str, list[Fraction]]]:
    """The horizon and all sequences of a tree."""
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
    """The losses at a history, and after the next example."""
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
    """δ and the rounded numbers: Λ, and b for the constant that stands before it."""

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


def _exceeds(tree: Tree, level: Level, value: dict[str, list[Fraction]], h: int, k: int, first: Fraction | None = None) -> bool:
    """Whether the penalised average of hypothesis k is least, and its risk above the average loss met, or `first`, and constant·b."""
    least = [Surd.rational(value["average"][tree.after(h, j)]) + level.c(j) for j in range(tree.T)]
    if any(sign(other + Surd.rational(-1) * least[k]) < 0 for other in least):
        return False
    met = sum((value["met"][tree.after(h, j)] for j in range(tree.T)), zero) / tree.T
    gap = value["risk"][tree.after(h, k)] - (met if first is None else first)
    return sign(Surd.rational(gap) + Surd.rational(-level.b) * level.constant) > 0


def still(history: int = 0) -> Instance:
    """One example of two is drawn and nothing is lost, for a lemma about this history and hypothesis 0."""
    tree = Tree(1, (half, half), lambda h, z: zero)
    horizon, value = sequences(tree, lambda value, h, k: False)
    entries = len(value["P"])
    own = {"c": [one, *[zero] * (entries - 1)], "V": value["risk"], "B": [FAR] * entries}
    naturals = {"N": 2, "T": 1, "h": history, "j": 0, "m": 0, "z": 0}
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


def instance(tree: Tree, delta: Fraction, best: bool = False, fails: Fails | None = None) -> Instance:
    """The tree with its sequences, and the numbers of the page."""
    level = Level(tree.T, delta, best)
    horizon, value = sequences(tree, fails or (lambda value, h, k: _exceeds(tree, level, value, h, k)))
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


def updates() -> Instance:
    """One update, from the sample 0 on: x = 1 and u = 1, so that no loss is left."""
    first = {"met": [zero, one], "ξ": [zero], "g": [one], "r": [one], "H₂": [zero], "q": [one]}
    paths: dict[str, list[Coordinates]] = {"w": [(zero,), (one,), (zero,)], "x": [(zero,), (one,)], "u": [(one,)]}
    numbers = {name: [*value, *[zero] * 20] for name, value in first.items()}
    return Instance(0, {"T": 1, "h": 0}, {}, numbers, {}, {name: [*value, *[(zero,)] * 20] for name, value in paths.items()}, base=3)


RUN = ("zero-one", "zero start", "update", "mistake-driven", "unit comparator", "slope", "positive at zero", "minorant", "ξ", "r ≥ 0", "r")
LONG = ("zero start", "update", "mistake-driven")  # which takes two updates to show
Losses = dict[tuple[int, int], Fraction]


@dataclass(frozen=True)
class PlayedTree:
    """A Perceptron on each sample of a tree: its weights before each draw, and u, g, φ(0) and the losses along the way.

    Where a fault is to weigh, every example is the same long one, and each is an update."""

    tree: Tree
    fault: str
    vectors: tuple[Coordinates, ...]
    weights: dict[int, Coordinates]
    slope: Fraction
    at_zero: Fraction
    power: int

    @property
    def u(self) -> Coordinates:
        return {"unit comparator": (FAR, zero), "slope": (-one, zero)}.get(self.fault, (one, zero))

    def least_loss(self, z: int) -> Fraction:
        """The least loss that the facts allow on an example, and more or less than that with a fault that concerns it."""
        least = self.at_zero - self.slope * dot(self.u, self.vectors[z]) / self.power
        if self.power > 1:
            least = max(least, zero)
        return least + {"minorant": -FAR, "ξ": -FAR, "positive at zero": 10 * FAR}.get(self.fault, zero)

    def paths(self, h: int) -> Iterator[tuple[int, int, int]]:
        """Along a sample: how many examples are to come after each, the example, and the history before it."""
        for k in range(self.tree.T):
            before, z = divmod(h - 1, self.tree.base)
            yield k, z, before
            h = before


def _play(draw: Draw, power: int, faults: tuple[str, ...]) -> tuple[PlayedTree, Fraction]:
    fault = faults[draw.upto(len(faults) - 1)] if draw.upto(1) else ""
    T, delta = 2 if fault in LONG else 1 if fault else 1 + draw.upto(1), Fraction(1, 1 << draw.upto(2))
    shares = {"D ≥ 0": (FAR, 1 - FAR), "ΣD = 1": (FAR,)}.get(fault, (one,) if fault or draw.upto(1) else (half, half))
    vectors = ((FAR if fault in RUN[1:] else one, zero), (zero, Fraction(1 + draw.upto(1))))[: len(shares)]
    losses: Losses = {}
    weights: dict[int, Coordinates] = {0: (-3 * FAR if fault == "zero start" else zero, zero)}
    tree = Tree(T, shares, lambda h, z: losses.get((h, z), zero))
    for level in tree.histories()[:-1]:
        for h in level:
            for z, v in enumerate(vectors):
                errs = z == 0 if fault == "D ≥ 0" else fault in (*RUN, "ΣD = 1") or dot(weights[h], v) <= 0
                losses[h, z] = (FAR if fault == "zero-one" else one) if errs else zero
                moved = zero if fault == "update" else losses[h, z]
                weights[tree.after(h, z)] = tuple(p + moved * q for p, q in zip(weights[h], v, strict=True))
    slope, at_zero = -one if fault == "slope" else one, -one if fault == "positive at zero" else one
    return PlayedTree(tree, fault, vectors, weights, power * slope, at_zero, power), delta


def _of_run(draw: Draw, power: int, of: str, faults: tuple[str, ...]) -> Instance:
    """The corollary's bound on a sample is worked out from its sums.

    `of` says which loss it is; with H₂ among the faults the bound is Corollary 4's."""
    played, delta = _play(draw, power, (*faults, "D ≥ 0", "ΣD = 1"))
    tree, level, ends = played.tree, Level(played.tree.T, delta, False), played.tree.histories()[-1]
    entries = tree.after(tree.after(max(ends), tree.T + 2), len(tree.weights)) + 1
    own = {name: [zero] * entries for name in ("g", "r", "H₂", "q")} | {of: [FAR] * entries}
    many: dict[str, list[Coordinates]] = {name: [(zero, zero)] * entries for name in ("w", "x", "u")}

    def first(value: dict[str, list[Fraction]], h: int) -> Fraction:
        """The corollary's first term, with the sequences that it is made of."""
        many["u"][h], own["g"][h], many["w"][tree.after(h, 0)] = played.u, played.slope, played.weights[h]
        summed, squared, total = zero, zero, zero
        for k, z, before in played.paths(h):
            at, met = tree.after(h, k), value["met"][tree.after(h, k)]
            many["x"][at], many["w"][tree.after(h, k + 1)], own[of][at] = played.vectors[z], played.weights[before], played.least_loss(z)
            total += met * dot(played.vectors[z], played.vectors[z])
            summed, squared = summed + met * own[of][at], squared + met * own[of][at] ** 2
        own["r"][h] = {"r ≥ 0": -FAR * FAR, "r": zero}.get(played.fault, root_above(float(total)))
        own["H₂"][h] = root_above(float(squared))
        own["q"][h] = root_above(float(own["H₂"][h] ** 2 / 4 + played.slope * own["r"][h]))
        if "H₂" in faults:
            return (own["H₂"][h] / 2 + own["q"][h]) ** 2 / tree.T
        return ((squared if power > 1 else summed) + played.slope * own["r"][h]) / played.at_zero / tree.T

    firsts: dict[int, Fraction] = {}

    def fails(value: dict[str, list[Fraction]], h: int, k: int) -> bool:
        if h not in firsts:
            firsts[h] = first(value, h)
        return _exceeds(tree, level, value, h, k, firsts[h])

    whole = instance(tree, delta, fails=fails)
    reals = {"φ(0)": played.at_zero} if of == "L" else {}
    kept = {name: values for name, values in own.items() if name in ("g", "r", of) or "H₂" in faults}
    return replace(whole, reals={**whole.reals, **reals}, sequences={**whole.sequences, **kept}, vector_sequences=many)


def sample_l1(draw: Draw) -> Instance:
    return _of_run(draw, 1, "L", tuple(f for f in RUN if f != "ξ"))


def sample_hinge(draw: Draw) -> Instance:
    return _of_run(draw, 1, "ξ", tuple(f for f in RUN if f not in ("minorant", "positive at zero")))


def sample_squared_hinge(draw: Draw) -> Instance:
    return _of_run(draw, 2, "ξ", ("zero-one", "slope", "r ≥ 0"))


def sample_l2(draw: Draw) -> Instance:
    return _of_run(draw, 1, "ξ", ("H₂", "zero-one"))


TESTED = ("zero-one", "U ≥ 0", "U", "δ > 0", "m < T")


def fewer(j: int, i: int, p: Fraction) -> Fraction:
    """The probability of fewer than j errors in i tests, each an error with the probability p."""
    if not i or not j:
        return one if j else zero
    return (1 - p) * fewer(j, i - 1, p) + p * fewer(j - 1, i - 1, p)


def _invert(errors: int, tests: int, most: Fraction) -> Fraction:
    """An eighth, or several, for which so few errors have no greater probability than `most`; at most 1."""
    return next((p for p in (Fraction(i, GRAIN) for i in range(GRAIN)) if fewer(errors + 1, tests, p) <= most), one)


def held_out(tree: Tree, delta: Fraction, most: Fraction, m: int, fault: str = "", all_: bool = True) -> Instance:
    """The tree with the tails' value of errors, the probability of few errors being `most`; P is of hypothesis m, or of all."""
    bounds: dict[tuple[int, int], Fraction] = {}

    def fails(value: dict[str, list[Fraction]], h: int, k: int) -> bool:
        errors = value["total"][tree.after(h, k)]
        far = {"U": zero, "U ≥ 0": Fraction(-2) if errors == 1 and k == 1 else None}.get(fault)
        free = errors.denominator > 1 or fault == "m < T"
        bounds[h, k] = zero if free else _invert(int(errors), k + 1, most) if far is None else far
        return (all_ or k == m) and value["risk"][tree.after(h, k)] > bounds[h, k]

    horizon, value = sequences(tree, fails)
    T = tree.T
    many = tree.after(tree.after(tree.after(horizon, T), T + 1), T + 1) + 1
    value |= {"U": [zero] * len(value["P"]), "B": [zero] * many, "A": [zero] * many, "W": [zero] * len(value["P"])}
    for h in range(horizon + 1):
        for k in range(T):
            here = tree.after(h, k)
            value["U"][here] = bounds.get((h, k), one)
            for i in range(T + 1):
                for j in range(T + 2):
                    at = tree.after(tree.after(here, i), j)
                    value["B"][at], value["A"][at] = fewer(j, i, value["U"][here]), fewer(j, i, value["risk"][here])
    for h in (h for level in reversed(tree.histories()) for h in level):
        for here in (tree.after(h, k) for k in range(T)):
            later = [value["W"][tree.after(tree.after(h, z), here - tree.after(h, 0))] for z in range(len(tree.weights))]
            ended = Fraction(value["risk"][here] > value["U"][here])
            value["W"][here] = _mean(tree, later.__getitem__) if value["left"][h] else ended
    if m >= T:
        for h in tree.histories()[-1]:
            value["risk"][tree.after(h, m)], value["P"][h] = one, one
        value["P"][0] = one
    naturals = {"N": len(tree.weights), "T": T, "m": m}
    return Instance(horizon, naturals, {"δ": delta}, value, base=tree.base)


def sample_held_out(draw: Draw, all_: bool = False) -> Instance:
    """A learner of small trees that errs or does not; with a fault, one on which that weighs."""
    fault = ("", "", "", *TESTED, "D ≥ 0", "ΣD = 1")[draw.upto(9)]
    delta = -one if fault == "δ > 0" else Fraction(1, 2 << draw.upto(2))
    T = 2 if fault == "U ≥ 0" else 1 if fault else 1 + draw.upto(1)
    share = half if fault else Fraction(1 + draw.upto(2), 4)  # with halves alone no risk would ever exceed U for δ/T
    shares = {"D ≥ 0": (FAR, 1 - FAR), "ΣD = 1": (FAR,)}.get(fault, (share, 1 - share))
    losses = {"D ≥ 0": (one, zero), "ΣD = 1": (one,), "zero-one": (half, half)}.get(fault)
    table = [[Fraction(draw.upto(1)) for _ in shares] for _ in range(8)]
    chosen = (zero, one) if fault else None
    tree = Tree(T, shares, lambda h, z: (losses or chosen or table[h % 8])[z])
    m = T if fault == "m < T" else T - 1 if fault else draw.upto(T - 1)
    return held_out(tree, delta, delta / T if all_ else delta, m, fault, all_)


def sample_all_held_out(draw: Draw) -> Instance:
    return sample_held_out(draw, True)


def few() -> Instance:
    """One hypothesis that errs on one of two examples, seen from the start, and from the sample on which it errs."""
    tree = Tree(1, (half, half), lambda h, z: Fraction(z))
    drawn = held_out(tree, half, half, 0)
    return replace(drawn, naturals={**drawn.naturals, "b": 0, "M": 2, "j": 0, "h": tree.after(0, 0)})


def no_numbers() -> Instance:
    return Instance(0, {"s": 0, "t": 0})
