"""Small exact instances for the pages on online to batch and generalisation.

Logarithms enter through numbers on the safe side of them only (c and a no more than what is meant, b no less), so that a rational will do.
"""

from dataclasses import dataclass, replace
from math import ceil, isqrt, log, sqrt

from proofs.statements.authoring import Coordinates, Draw, Fraction, Instance, Root, dot, running

one, quarter, half = Fraction(1), Fraction(1, 4), Fraction(1, 2)
zero = Fraction(0)
Reals = dict[str, Fraction | Root | int]
GRAIN = 8  # a root is rounded up to an eighth


def above(value: float) -> Fraction:
    """An eighth, or several, no less than the root of `value`."""
    return Fraction(ceil(sqrt(max(value, 0.0)) * GRAIN), GRAIN)


def failure(draw: Draw, T: int) -> Fraction:
    """A δ: mostly at most 1, rarely T + 1, where ln((T+1)/δ) is 0."""
    return Fraction(T + 1) if draw.rarely() else Fraction(1, 1 << draw.upto(2))


FAR = Fraction(20)


def sample_single(draw: Draw) -> Instance:
    delta = failure(draw, 1)
    risk, loss = 100 * one if draw.rarely() else Fraction(draw.upto(2), 2), -100 * one if draw.rarely() else Fraction(draw.upto(2), 2)
    b = above(log(2 / delta))
    return Instance(0, reals={"δ": delta, "1/δ": 1 / delta, "√½": Root(half), "b": b, "risk": risk, "loss": loss})


def sample_constant(draw: Draw) -> Instance:
    T, delta = 1 + draw.upto(3), Fraction(1, 1 << draw.upto(3))
    b = above(log((T + 1) / delta) / T) - Fraction(1, GRAIN) + (FAR if draw.rarely() else zero)
    wider = above(log(2 * (T + 1) / delta) / T) * (draw.upto(2) - 1 if draw.rarely() else 1)
    reals: Reals = {"δ": delta, "1/δ": 1 / delta, "1/T": Fraction(1, T), "√½": Root(half), "b": b, "b′": wider}
    return Instance(T, {"T": T}, reals)


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

    def padded(self, entries: int) -> dict[str, list[Coordinates]]:
        """w and z, with no update after the last."""
        return {"w": self.w + self.w[-1:] * (entries - len(self.w)), "z": self.z + [tuple(zero for _ in self.u)] * (entries - self.M)}

    def squares(self, entries: int) -> list[Fraction]:
        return running([dot(x, x) for x in self.padded(entries)["z"]])


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
    errors = made.M + (2 * FAR if draw.rarely() else zero)
    b = above(log((T + 1) / delta) / T)
    risk = errors / T + (2 * FAR if draw.rarely() else 4 * b)
    error = risk + (2 * FAR if draw.rarely() else zero)
    own: Reals = {"δ": delta, "1/δ": 1 / delta, "1/T": Fraction(1, T), "√½": Root(half), "b": b, "risk": risk, "Σloss": errors}
    values = own | reals | {"P(error)": error, "√S₂": Root(made.squares(entries)[made.M])}
    known = sequences | {"S2": made.squares(entries)}
    return Instance(entries - 2, {"T": T, "M": made.M}, values, known, {"u": made.u}, dict(made.padded(entries)))


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
