"""Instances for the pages on the cube {0,1}ⁿ, labelled by the highest bit that is set: Fibonacci comparators and Perceptron runs."""

from itertools import product

from perceptron import Examples, Perceptron, passes, run
from proofs.statements.authoring import Coordinates, Draw, Fraction, Instance, Sequence, dot


def cube_run(draw: Draw) -> Instance:
    """Up to three bits; a comparator, mostly along the Fibonacci numbers; a Perceptron's updates until it is right on the cube.

    Now and then the weights start at that comparator, or one update reaches it, or the run is cut short.
    """
    bits = 1 + draw.upto(2)
    sign = [Fraction((-1) ** k) for k in range(1, bits + 1)]
    top = tuple(s * fibonacci(k) for k, s in enumerate(sign, 1))
    none = (Fraction(0),) * bits
    start, steps = none, list(run(Perceptron(), passes(Perceptron(), cube(bits)).sequence()).steps())
    kind = draw.upto(5)
    if kind == 1:
        start, steps = top, []
    elif kind == 2:
        steps = [top]
    elif kind == 3:
        steps = steps[: draw.upto(len(steps))]
    u = draw.vector(bits) if draw.rarely() else top if draw.rarely() else tuple(v / (2 * fibonacci(bits)) for v in top)
    horizon = max(bits, len(steps))
    long = 4 if draw.rarely() else 1
    f = [none, *(tuple(long * sign[k] * (i == k) for i in range(bits)) for k in range(bits)), *[none] * (horizon + 1 - bits)]
    z = [none, f[1]]
    for k in range(horizon):
        z.append(_sum(_sum(_sum(z[k], f[k + 2]), f[k + 1], -1), f[k], -1))
    w = [start]
    for step in [*steps, *[none] * (horizon + 1 - len(steps))]:
        w.append(_sum(w[-1], step))
    gamma = draw.number() if draw.rarely() else min(dot(u, z[k]) for k in range(1, bits + 1))
    return Instance(
        horizon,
        {"n": bits, "M": len(steps)},
        {"γ": gamma},
        {"F": [fibonacci(k) for k in range(horizon + 2)], "P": [2**k for k in range(horizon + 2)]},
        {"u": u},
        {"f": f, "z": z, "w": w, "x": [_sum(b, a, -1) for a, b in zip(w, [*w[1:], w[-1]], strict=True)]},
    )


def cube_bits(draw: Draw) -> Instance:
    """An example by its bits, the highest being n ≤ 4, and weights along the Fibonacci numbers; now and then others."""
    n, fault = 1 + draw.upto(3), draw.upto(9)
    if fault == 4:  # no bit but bit 0
        nothing = [(Fraction(0),)] * 2
        return Instance(0, {"n": 0}, {}, {"F": [1, 1], "b": [1, 0], "σ": [1, -1]}, {"u": nothing[0]}, {"f": nothing, "X": nothing})
    bits = [Fraction(0), *(Fraction(draw.upto(2), 2) for _ in range(n - 1)), Fraction(1), Fraction(0)]
    if fault == 1:
        bits[1 + draw.upto(n - 1)] = 5 * draw.number(3)
    elif fault == 2:
        bits[n] = draw.number(2)
    turn, f, none = _axes(n)
    u = draw.vector(n) if fault == 3 else tuple(turn[k] * fibonacci(k) for k in range(1, n + 1))
    X = _sums(none, [tuple(turn[k] * bits[k] * c for c in f[k]) for k in range(1, n + 2)])
    return Instance(n, {"n": n}, {}, {"F": [fibonacci(k) for k in range(n + 2)], "b": bits, "σ": turn}, {"u": u}, {"f": f, "X": X})


def cube_margin(draw: Draw) -> Instance:
    """Up to four bits and a comparator no longer than 1, mostly along the Fibonacci numbers; now and then longer, or no separator."""
    n = 1 + draw.upto(3)
    _, f, none = _axes(n)
    fault = draw.upto(9)
    if fault == 1:
        f = [tuple(3 * c for c in axis) for axis in f]
    elif fault == 2:  # all in a line, f(k) = k/n
        f = [tuple(Fraction(k, n) * (i == 0) for i in range(n)) for k in range(n + 1)] + [none]
    weights = [tuple(fibonacci(k) * c for c in f[k]) for k in range(1, n + 1)] + [none]
    V, z = _sums(none, weights), [none, f[1]]
    for k in range(n):
        z.append(_sum(_sum(_sum(z[k], f[k + 2]), f[k + 1], -1), f[k], -1) if k + 2 < len(f) else none)
    unit = tuple(Fraction(int(i == 0)) for i in range(n))
    u = (
        unit
        if fault == 2
        else draw.vector(n)
        if draw.rarely()
        else tuple(c / (fibonacci(n + 1) - draw.upto(1)) / (3 if fault == 1 else 1) for c in V[n])
    )
    gamma = draw.number() if draw.rarely() else min(dot(u, z[k]) for k in range(1, n + 1))
    return Instance(n, {"n": n}, {"γ": gamma}, {"F": [fibonacci(k) for k in range(n + 2)]}, {"u": u}, {"f": f, "V": V, "z": z})


def _axes(n: int) -> tuple[list[Fraction], list[Coordinates], Coordinates]:
    """(−1)ᵏ and f(k) for k = 0, …, n + 1, and the null vector."""
    turn, none = [Fraction((-1) ** k) for k in range(n + 2)], (Fraction(0),) * n
    return turn, [none, *(tuple(turn[k] * (i == k) for i in range(1, n + 1)) for k in range(1, n + 1)), none], none


def _sums(start: Coordinates, steps: Sequence[Coordinates]) -> list[Coordinates]:
    sums = [start]
    for step in steps:
        sums.append(_sum(sums[-1], step))
    return sums


def fibonacci(k: int) -> int:
    """1, 1, 2, 3, 5, 8, …"""
    a, b = 1, 1
    for _ in range(k):
        a, b = b, a + b
    return a


def cube(bits: int) -> Examples:
    """{0,1}ⁿ without 0, in binary order, labelled (−1)^k by the highest bit k that is set, k = 1, …, n."""
    rows = [p[::-1] for p in product((0, 1), repeat=bits) if any(p)]
    return Examples.from_integers(rows, [(-1) ** max(k for k, bit in enumerate(row, 1) if bit) for row in rows])


def _sum(a: Sequence[Fraction], b: Sequence[Fraction], times: int = 1) -> Coordinates:
    return tuple(p + times * q for p, q in zip(a, b, strict=True))
