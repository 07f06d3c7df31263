"""Runs written down update by update, for the misprints about one."""

from collections.abc import Iterable, Mapping

from proofs.statements.authoring import Coordinates, Exact, Fraction, Instance, Sequence, running


def vector(*entries: Fraction | int | str) -> Coordinates:
    return tuple(Fraction(entry) for entry in entries)


def updates(
    steps: Sequence[Coordinates],
    start: Coordinates | None = None,
    rates: Iterable[Fraction | int] = (),
    reals: Mapping[str, Exact | int] | None = None,
    slacks: Sequence[Fraction | int] = (),
    **vectors: Coordinates,
) -> Instance:
    """M updates w(k+1) = w(k) + η(k)z(k) by the given steps; beyond the last one nothing moves.  `slacks` are ξ, with TD as their sum."""
    m, rest = len(steps), [tuple(Fraction(0) for _ in steps[0])] * 2
    by: list[Fraction] = [Fraction(rate) for rate in rates] or [Fraction(1)] * m
    weights = [rest[0] if start is None else start]
    for rate, step in zip([*by, Fraction(1), Fraction(1)], [*steps, *rest], strict=True):
        weights.append(tuple(a + rate * b for a, b in zip(weights[-1], step, strict=True)))
    missing = [Fraction(value) for value in (*(slacks or [0] * m), 0, 0)]
    squares = [sum((a * a for a in step), Fraction(0)) for step in (*steps, *rest)]
    sequences = {"η": [*by, Fraction(1), Fraction(1)], "ξ": missing, "TD": running(missing), "S2": running(squares)}
    return Instance(m, {"M": m}, reals or {}, sequences, vectors, {"w": weights[: m + 2], "z": [*steps, *rest]})
