"""√17 in MR Theorem 4: what the argument itself needs at given T and δ, in balls, and how near to √17 that comes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb, ctx


def needed(T: int, delta: arb, penalties: arb) -> arb:
    """(2Σc/T + a)/√(ln(2(T+1)/δ)/T) with Σc = √(ln(T(T+1)/δ)/2)·Σ1/√k."""
    chosen, rest, wide = (arb(T) * (T + 1) / delta).log(), ((T + 1) / ((T - 1) * delta)).log(), (2 * (T + 1) / delta).log()
    return (2 * (chosen / 2).sqrt() * penalties / T + (rest / (2 * T)).sqrt()) / (wide / T).sqrt()


def summed(T: int) -> arb:
    return sum((1 / arb(k).sqrt() for k in range(1, T + 1)), arb(0))


@pytest.mark.parametrize("T", [2, 3, 10, 100, 1000])
@pytest.mark.parametrize("delta", [Fraction(1), Fraction(1, 2), Fraction(1, 10), Fraction(1, 10**6)])
def test_small_samples_need_less_than_the_root_of_17(T: int, delta: Fraction) -> None:
    assert needed(T, arb(delta.numerator) / delta.denominator, summed(T)) < arb("4.02") < arb(17).sqrt()


@pytest.mark.parametrize("digits, least", [(20, "4.01"), (40, "4.06"), (100, "4.1"), (1000, "4.12")])
def test_no_smaller_constant_will_do_for_this_argument(digits: int, least: str) -> None:
    """Σ1/√k > 2√(T+1) − 2, along δ = T^(−2/15)."""
    before = ctx.prec
    try:
        ctx.prec = 8 * digits + 200
        T = 10**digits
        delta = (-2 * arb(T).log() / 15).exp()
        assert arb(least) < needed(T, delta, 2 * arb(T + 1).sqrt() - 2) < arb(17).sqrt()
    finally:
        ctx.prec = before


@pytest.mark.parametrize("squared, delta, first", [(36, "1/10", 316), (36, "1/20", 344), (36, "1/100", 408), (17, "1/10", 135)])
def test_from_which_size_of_sample_on_the_bound_says_something(squared: int, delta: str, first: int) -> None:
    """Where squared·ln(2(T+1)/δ) < T; the left side over T falls."""
    inverse = 1 / Fraction(delta)

    def says_something(T: int) -> bool:
        return bool(squared * (2 * (T + 1) * arb(int(inverse))).log() < T)

    assert [T for T in range(1, first + 1) if says_something(T)] == [first]
