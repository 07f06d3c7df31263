"""The compiled engine's constants are what `certified-sign` asks, and its runs have what that theorem supposes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron.learners.perceptron import Perceptron
from perceptron.runs.engines.certified import float_errors, loops
from perceptron.runs.engines.certified.fold import CertifiedFold
from perceptron.runs.engines.certified.rows import rows_of
from proofs.statements.instance import Instance
from proofs.theorems.engine import certified_sign
from tests.amounts import tries

u = Fraction(1, 2**53)


def kappa(roundings: int, updates: int) -> Fraction:
    """How far the floats may be from the weights, as a share of N."""
    return (growth(roundings) - u) * (1 + u) + Fraction(101, 100) * u + updates * Fraction(1, 2**39) * u


def growth(m: int) -> Fraction:
    """At least (1 + u)ᵐ⁺¹ − 1, by `float-growth`."""
    return (m + 1) * u / (1 - (m + 1) * u)


@pytest.mark.parametrize("updates", [0, 1, 10**6, 2**62])
@pytest.mark.parametrize("roundings", [0, 1, 7, float_errors.MOST_ROUNDINGS + 1])
@pytest.mark.parametrize("m", [0, 1, 2, 3, 10, 1000, 10**6, 2**31])
def test_what_the_loop_multiplies_with_is_no_less_than_the_theorem_asks(m: int, roundings: int, updates: int) -> None:
    assert Fraction(float_errors.UNIT) == u
    most = kappa(roundings, updates)
    spare = (1 - u) ** 4  # for the products with N² and ‖x‖²
    assert Fraction(float_errors.share(m, roundings, updates)) * spare >= (growth(m) * (1 + most) + most) ** 2


entry = st.floats(-1e6, 1e6).filter(lambda v: v == 0 or abs(v) > 1e-6)


@given(rows=st.lists(st.tuples(entry, entry, entry), min_size=1, max_size=6), labels=st.lists(st.booleans(), min_size=6, max_size=6))
@settings(max_examples=tries(60))
def test_a_run_of_the_engine_has_what_the_theorem_supposes(rows: list[tuple[float, ...]], labels: list[bool]) -> None:
    data, codes = np.array(rows), np.array(labels[: len(rows)], np.int64)
    fold, out = CertifiedFold(Perceptron(), 3), np.zeros(len(rows), np.int64)
    fold.go(rows_of(data), codes, out=out)
    steps = [_signed(rows[t], 1 if codes[t] else -1) for t in out[: fold.updates]]
    weights = [(Fraction(0),) * 3]
    for step in steps:
        weights.append(tuple(p + q for p, q in zip(weights[-1], step, strict=True)))
    assert list(weights[-1]) == fold.weights()
    lengths = [sum((_square(v) for v in steps[:k]), Fraction(0)) for k in range(len(steps))] + [Fraction(float(fold.state[loops.LENGTH2]))]
    most = kappa(int(fold.counts[loops.ROUNDINGS]), fold.updates)
    for row in rows:
        score, exact = float(loops.dot(fold.high, data.ravel(), *_place(rows, row))), _signed(row, 1)
        beyond = Fraction(score) ** 2 > (growth(3) * (1 + most) + most) ** 2 * lengths[-1] * _square(exact)
        instance = _instance(most, score, exact, tuple(map(Fraction, fold.high.tolist())), weights, steps, lengths)
        assert certified_sign.page.failing(instance) == ("" if beyond else "test")


def _instance(
    most: Fraction,
    score: float,
    row: tuple[Fraction, ...],
    high: tuple[Fraction, ...],
    weights: Sequence[tuple[Fraction, ...]],
    steps: Sequence[tuple[Fraction, ...]],
    lengths: Sequence[Fraction],
) -> Instance:
    M, none = len(steps), (Fraction(0),) * 3
    return Instance(
        M,
        {"M": M},
        {"κ": most, "g": growth(3), "s": Fraction(score), "X": _square(row)},
        {"Q": [*lengths, lengths[-1]]},
        {"h": high, "x": row},
        {"w": [*weights, weights[-1]], "z": [*steps, none, none]},
    )


def _signed(row: Sequence[float], sign: int) -> tuple[Fraction, ...]:
    return tuple(sign * Fraction(v) for v in row)


def _square(v: Sequence[Fraction]) -> Fraction:
    return sum((c * c for c in v), Fraction(0))


def _place(rows: Sequence[tuple[float, ...]], row: tuple[float, ...]) -> tuple[int, int]:
    at = 3 * rows.index(row)
    return at, at + 3
