"""Small exact instances for the pages on online to batch and generalisation.

Logarithms enter through numbers on the safe side of them only (c and a no more than what is meant, b no less), so that a rational will do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, isqrt, log, sqrt

from proofs.conjecture import Root
from proofs.statements.evaluation import dot
from proofs.statements.instance import Draw, Instance, Vector, running

one, quarter, half = Fraction(1), Fraction(1, 4), Fraction(1, 2)
zero = Fraction(0)
Reals = dict[str, Fraction | Root | int]
GRAIN = 8  # a root is rounded up to an eighth


@dataclass(frozen=True)
class Batch:
    """T hypotheses with their risks, averages and losses, and which of them is chosen."""

    T: int
    chosen: int
    reals: Reals
    risk: list[Fraction]
    average: list[Fraction]
    loss: list[Fraction]
    c: list[Fraction]

    def sequences(self, entries: int) -> dict[str, list[Fraction]]:
        """The sequences and their sums, with zeros after the last hypothesis."""
        known = {"risk": self.risk, "average": self.average, "loss": self.loss, "c": self.c}
        full = {name: values + [zero] * (entries - len(values)) for name, values in known.items()}
        return full | {f"Σ{name}": running(full[name]) for name in ("risk", "loss", "c")}


def above(value: float) -> Fraction:
    """An eighth, or several, no less than the root of `value`."""
    return Fraction(ceil(sqrt(max(value, 0.0)) * GRAIN), GRAIN)


def failure(draw: Draw, T: int) -> Fraction:
    """A δ: mostly at most 1, rarely T + 1, where ln((T+1)/δ) is 0."""
    return Fraction(T + 1) if draw.rarely() else Fraction(1, 1 << draw.upto(2))


FAULTS = ("", "", "", "chosen", "above", "below", "azuma", "spread")
FAR = Fraction(20)


def batch(draw: Draw, total: Fraction | int | None = None, least: int = 1) -> Batch:
    """Averages within c of the risks, and the least penalised one chosen; or one fault, and a risk of the chosen one that is far off.

    `total`: of the losses, if they are to be alike for all hypotheses."""
    T = least + draw.upto(2)
    level = None if total is None else Fraction(total) / T
    delta = failure(draw, T)
    c = quarter if 2 * T * quarter**2 <= log(T * (T + 1) / delta) else zero
    a = quarter if 2 * T * quarter**2 <= log((T + 1) / delta) else zero
    risk = [abs(draw.number(5)) if level is None else level for _ in range(T)]
    average, loss = [value - draw.upto(1) * c for value in risk], [value - a for value in risk] if level is None else list(risk)
    fault = FAULTS[draw.upto(len(FAULTS) - 1)]
    if fault:  # the chosen one, the first, has a risk above the mean loss
        mean, far = level or zero, c if fault == "spread" else FAR
        risk = [mean + far] + [mean - far / (T - 1)] * (T - 1) if T > 1 else [mean]
        averages = {"chosen": risk, "above": [mean - FAR] * T, "below": [mean + FAR] * T, "spread": [risk[0] - c] * T}
        loss = [mean] * T
        if fault == "azuma":
            risk = averages[fault] = [mean + FAR] * T
        average = averages[fault]
    chosen = 0 if fault else min(range(T), key=average.__getitem__)
    reals: Reals = {"δ": delta, "1/δ": 1 / delta, "1/T": Fraction(1, T), "√½": Root(half), "a": a, "b": above(log((T + 1) / delta) / T)}
    return Batch(T, chosen, reals, risk, average, loss, [c] * T)


def sample(draw: Draw) -> Instance:
    made = batch(draw)
    return Instance(made.T, {"T": made.T, "i": made.chosen}, made.reals, made.sequences(made.T + 2))


def sample_confidence(draw: Draw) -> Instance:
    T, delta = 1 + draw.upto(3), -one if draw.rarely() else Fraction(1, 1 + draw.upto(1))

    def share(of: int) -> Fraction:
        return (2 if draw.rarely() else 1) * delta / of

    many = T * (T + 1)
    upper, lower, whole = [share(many)] * T + [zero] * 2, [share(many)] * T + [zero] * 2, share(T + 1)
    fails = sum(upper) + sum(lower) + whole + (one if draw.rarely() else zero)
    sums = {"P(above)": upper, "P(below)": lower, "ΣP(above)": running(upper), "ΣP(below)": running(lower)}
    return Instance(T, {"T": T}, {"δ": delta, "P(Azuma)": whole, "P(fails)": fails}, sums)


def sample_best(draw: Draw) -> Instance:
    """The same for two examples or more, with the logarithms of `batch_best`."""
    made = batch(draw, least=2)
    delta = Fraction(made.reals["δ"]) if isinstance(made.reals["δ"], Fraction) else one
    own: Reals = {"√17": Root(Fraction(17)), "1/(T−1)": Fraction(1, made.T - 1), "b": above(log(2 * (made.T + 1) / delta) / made.T)}
    return Instance(made.T, {"T": made.T, "i": made.chosen}, made.reals | own, made.sequences(made.T + 2))


def sample_best_confidence(draw: Draw) -> Instance:
    """The same, with Azuma's inequality at what is left of δ."""
    T, delta = 2 + draw.upto(2), -one if draw.rarely() else Fraction(1, 1 + draw.upto(1))
    many = T * (T + 1)
    upper, lower, whole = (
        [(2 if draw.rarely() else 1) * delta / many] * T,
        [(2 if draw.rarely() else 1) * delta / many] * T,
        (2 if draw.rarely() else 1) * (T - 1) * delta / (T + 1),
    )
    fails = sum(upper) + sum(lower) + whole + (one if draw.rarely() else zero)
    full = {"P(above)": [*upper, zero, zero], "P(below)": [*lower, zero, zero]}
    sums = {f"Σ{name}": running(values) for name, values in full.items()}
    return Instance(T, {"T": T}, {"δ": delta, "P(Azuma)": whole, "P(fails)": fails}, {**full, **sums})


def sample_single(draw: Draw) -> Instance:
    delta = failure(draw, 1)
    risk, loss = 100 * one if draw.rarely() else Fraction(draw.upto(2), 2), -100 * one if draw.rarely() else Fraction(draw.upto(2), 2)
    b = above(log(2 / delta))
    return Instance(0, reals={"δ": delta, "1/δ": 1 / delta, "√½": Root(half), "b": b, "risk": risk, "loss": loss})


def sample_constant(draw: Draw) -> Instance:
    T, delta = 1 + draw.upto(3), Fraction(1, 1 << draw.upto(3))
    b = above(log((T + 1) / delta) / T) - Fraction(1, GRAIN)
    reals: Reals = {"δ": delta, "1/δ": 1 / delta, "√½": Root(half), "b": b, "b′": above(log(2 * (T + 1) / delta) / T)}
    return Instance(T, {"T": T}, reals)


@dataclass(frozen=True)
class Updates:
    """Updates of a Perceptron, a comparator, and which fault makes their number exceed the bounds."""

    fault: str
    w: list[Vector]
    z: list[Vector]
    u: Vector

    @property
    def M(self) -> int:
        return len(self.z)

    def padded(self, entries: int) -> dict[str, list[Vector]]:
        """w and z, with no update after the last."""
        return {"w": self.w + self.w[-1:] * (entries - len(self.w)), "z": self.z + [tuple(zero for _ in self.u)] * (entries - self.M)}

    def squares(self, entries: int) -> list[Fraction]:
        return running([dot(x, x) for x in self.padded(entries)["z"]])


def updates(draw: Draw, faults: tuple[str, ...]) -> Updates:
    """None, or nine orthonormal ones that u = (1, …, 1)/3 separates by 1/3; with a fault that concerns the run, nine that it allows."""
    fault = faults[draw.upto(len(faults) - 1)]
    if fault in ("zero start", "mistake-driven"):
        z: list[Vector] = [(one,)] * 9
        return Updates(fault, partial_sums((-9 * one if fault == "zero start" else zero,), z), z, (one,))
    M = 9 if fault else 0
    z = [tuple(one if k == j else zero for j in range(9)) for k in range(M)] if M else []
    u: Vector = (one if fault == "unit comparator" else one / 3,) * 9 if M else (one,)
    return Updates(fault, partial_sums((zero,) * len(u), z), z, u)


def partial_sums(start: Vector, steps: list[Vector]) -> list[Vector]:
    sums = [start]
    for step in steps:
        sums.append(tuple(p + q for p, q in zip(sums[-1], step, strict=True)))
    return sums


RUN = ("", "", "", "many", "zero start", "mistake-driven", "unit comparator")


def joined(draw: Draw, made: Updates, reals: Reals, sequences: dict[str, list[Fraction]], entries: int) -> Instance:
    """The updates with hypotheses that err on each of them; rarely on more, or with an error above the risk."""
    on_top = 2 * FAR if draw.rarely() else zero
    b = batch(draw, made.M + on_top)
    far = 2 * FAR if draw.rarely() else zero
    values = b.reals | reals | {"P(error)": b.risk[b.chosen] + far, "√S₂": Root(made.squares(entries)[made.M])}
    known = b.sequences(entries) | sequences | {"S2": made.squares(entries)}
    return Instance(entries - 2, {"T": b.T, "i": b.chosen, "M": made.M}, values, known, {"u": made.u}, dict(made.padded(entries)))


def sample_l1(draw: Draw) -> Instance:
    made = updates(draw, (*RUN, "minorant", "slope", "at zero"))
    entries = max(made.M, 3) + 2
    at_zero, slope = (-one, zero) if made.fault == "at zero" else (one, 1 / made.u[0])
    u = made.u
    if made.fault == "slope":
        slope, u = -slope, tuple(-value for value in u)
    loss = -9 * one if made.fault == "minorant" else zero
    phi = [loss] * made.M + [zero] * (entries - made.M)
    reals: Reals = {"φ(0)": at_zero, "1/φ(0)": 1 / at_zero, "g": slope}
    return joined(draw, replace(made, u=u), reals, {"L": phi, "ΣL": running(phi)}, entries)


def sample_l2(draw: Draw) -> Instance:
    made = updates(draw, (*RUN, "margin"))
    entries, u = max(made.M, 3) + 2, made.u
    gamma, slacks = u[0], [zero] * entries
    if made.fault == "margin":  # γ = −1 with slacks that leave a root to take
        gamma, slacks = -one, [2 * one] * 3 + [zero] * (entries - 3)
    squared, S2 = running([x * x for x in slacks]), made.squares(entries)
    length = squared[made.M] / gamma**2
    under = length / 4 + Fraction(isqrt(int(S2[made.M]))) / gamma
    reals: Reals = {"γ": gamma, "1/γ": 1 / gamma, "H₂": Root(length), "√(H₂²/4 + √S₂/γ)": Root(under)}
    return joined(draw, made, reals, {"ξ": slacks, "TD": running(slacks), "Q": squared}, entries)
