"""Passes (epochs) over separable data: the Perceptron halts, since each pass but the last has an update.

The proof. Each update lies in one pass, so there is at most one pass more than updates, and `novikoff` bounds those.
"""

from proofs.statements.authoring import (
    Coordinates, Derivation, Draw, Fraction, Instance, M, R, Root, UNITS, bounded, dot, gamma, le, perceptron,
    positive_margin, real, reciprocal_fact, separable, size, theorem, unit_comparator,
)  # fmt: skip
from proofs.theorems.core.passes import P, no_more_passes, pass_counts


def sample_passes(draw: Draw) -> Instance:
    """The Perceptron, cycling over up to three vectors until a pass has no update, for at most six passes; rarely a count is wrong."""
    shown = [UNITS[2][draw.upto(2)] if draw.upto(1) else draw.vector(2) for _ in range(1 + draw.upto(2))]
    at, start = draw.vector(2) if draw.rarely() else UNITS[2][draw.upto(2)], draw.vector(2) if draw.rarely() else ()
    played, w = list[Coordinates](), [*start, Fraction(0), Fraction(0)][:2]
    counts, turns, careless = [Fraction(0)], 0, draw.rarely()
    while turns <= counts[-1] and turns < 6:
        turns += 1
        for x in shown:
            if dot(w, x) <= 0 or careless:
                played, counts, w = [*played, x], [*counts, Fraction(turns)], [a + b for a, b in zip(w, x, strict=True)]
    if draw.rarely():
        counts, turns = [c + draw.upto(3) * (c > 0 or draw.rarely()) for c in counts], turns + draw.upto(2)
    margin, longest = min(dot(at, x) for x in shown), 0 if draw.rarely() else Root(max(dot(x, x) for x in shown))
    reals = {"γ": draw.number() if draw.rarely() else margin, "R": longest, "P": Fraction(turns)}
    return Instance(len(played), {"M": len(played)}, reals, {"p": [*counts, counts[-1]]}, {"u": at}, {"w": [start], "z": [*played, (), ()]})


@theorem(
    size("R ≥ 0", "R is a length", R),
    *(*perceptron(), positive_margin(), unit_comparator(), bounded(R), separable(), reciprocal_fact("γ", gamma)),
    *pass_counts(M),
    claim=le(P, (R * real("1/γ")) ** 2 + 1),
    sample=sample_passes,
)
def passes(d: Derivation) -> None:
    """The Perceptron halts after at most R²/γ² + 1 passes over separable data.

    P is the number of passes over all examples, the last one without an update included, of any number of examples in any order.
    """
    d.cite("novikoff", R=R, note="M ≤ R²/γ²")
    no_more_passes(d, M)
