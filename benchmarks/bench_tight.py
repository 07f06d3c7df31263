"""How long exact extremal runs may be: made, run by the learner and measured, up to a million updates and beyond.

    make bench                                 prints pytest-benchmark's table

Floats with certified errors are not needed: on the grid of `perceptron.extremal.spirals` every coordinate has one denominator of
some 45 bits, so the weights
after t rounds are integers of some 45 + log₂ t bits, and an update costs the same in a long run as in a short one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from perceptron import measure, run
from perceptron.extremal.sequences import Extremal, margin_spiral, spiral

RUNS: dict[str, tuple[Callable[[], Extremal], int]] = {
    "Perceptron, γ = 1/100": (lambda: spiral("1/100"), 9_999),
    "Margin Perceptron, γ = 1/100": (lambda: margin_spiral("1/100"), 25_126),
    "Perceptron, γ = 1/1000": (lambda: spiral("1/1000"), 999_999),
    "Margin Perceptron, γ = 1/631": (lambda: margin_spiral("1/631"), 1_000_521),
}


@pytest.mark.parametrize("name", RUNS)
def test_exact_extremal_run(benchmark: Any, name: str) -> None:
    make, updates = RUNS[name]

    def whole() -> tuple[int, int]:
        made = make()
        measured = measure(run(made.learner, made.examples), made.u, made.gamma)
        assert measured.margin == made.gamma and measured.R2 <= 1
        return measured.M, made.examples.denominator.bit_length()

    benchmark.group = "exact extremal runs"
    found, bits = benchmark.pedantic(whole, rounds=1, iterations=1)
    benchmark.extra_info["bits of the denominator"] = bits
    assert abs(found - updates) <= 1 and bits < 60
