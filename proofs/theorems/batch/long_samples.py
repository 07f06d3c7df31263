"""Attacks on MR Theorem 4 and Corollaries 3 and 4 where the right side is below 1, so that a risk can exceed it.

A tree of samples is listed in full, so it has two draws, and there the right side is at least 3.05.  These learners are played on hundreds
of draws instead, because their failures depend on one number: how many draws are losses.

A constant hypothesis is wrong on an example of probability p.  Whichever hypothesis is chosen has the risk p, so the bound fails exactly
if (losses met)/T + constant·b < p.

A Perceptron is given the example x = 0 with probability p, on which it always errs and never moves, and else x = 1 with the label 1, on
which it errs once.  Each of its hypotheses has a risk of p or more.  After S draws of x = 0 it has made at most S + 1 updates, and the
first term of each corollary with g = 0 is (S + 1)/T.  So the bound fails at least if (S + 1)/T + constant·b < p.

The test set bound inverts the binomial tail, so it is tried at risks p just above an inverted one: of a hypothesis that is tested on T
examples, the bound fails exactly if so few errors as it makes have a smaller probability than δ.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import log, sqrt

from proofs.statements.authoring import Fact, Fraction, Instance, Polynomial, gt, real
from proofs.statements.completion import complete
from proofs.statements.evaluation import Model, holds
from proofs.statements.property import Property
from proofs.statements.tail import Tail

GRAIN = 1 << 20  # of what is rounded up: logarithms and roots
DELTAS = Fraction(1), Fraction(1, 20)
LONGER = 1, 2, 4  # times the least T at which the bound can fail
RISKS = tuple(1 - Fraction(1, 1 << i) for i in range(1, 13))  # the probability p
b = real("b")
NUMBERS = ("T ≥ 1", "1/T", "1/T > 0", "δ > 0", "δ", "1/δ", "Λ ≥ 0", "Λ", "b ≥ 0", "b", "√½ ≥ 0", "√½", "√17 ≥ 0", "√17")


def above(value: float) -> Fraction:
    """A fraction that exceeds `value` by at least 2⁻²⁰."""
    return Fraction(int(value * GRAIN) + 2, GRAIN)


@dataclass(frozen=True)
class Player:
    """`more`: the excess of the first term over the losses, in draws."""

    words: str
    more: int


CONSTANT, PERCEPTRON = Player("a constant hypothesis", 0), Player("a Perceptron on x = 0 and x = 1", 1)


@dataclass(frozen=True)
class _Bound:
    """constant·b at T and δ, in a model in which the page's own facts on these numbers hold."""

    constant: Polynomial
    T: int
    model: Model

    def fails(self, losses: int, p: Fraction) -> bool:
        """Whether p exceeds losses/T + constant·b."""
        return holds(gt(p - Fraction(losses, self.T), self.constant * b), self.model)

    def most(self, player: Player, p: Fraction) -> int:
        """The greatest number of draws with a loss at which the bound fails."""
        return _least(lambda losses: not self.fails(losses + player.more, p), 1) - 1


def _bound(constant: Polynomial, T: int, delta: Fraction, wide: int, facts: tuple[Fact, ...]) -> _Bound:
    """b is √(ln(wide·(T+1)/δ)/T), rounded up.  Raises AssertionError if a fact of the page on these numbers does not hold."""
    known = tuple(fact for fact in facts if fact.name in NUMBERS)
    logarithm = log(T * (T + 1) / delta)
    Lambda = above(logarithm)
    least = above(sqrt((2 * log(wide * (T + 1) / delta) + float(Lambda) - logarithm) / (2 * T)))
    model = complete(Instance(0, {"T": T}, {"δ": delta, "Λ": Lambda, "b": least}), known).model()
    for fact in known:
        assert holds(fact.formula, model), f"{fact.name} does not hold at T = {T}"
    return _Bound(constant, T, model)


def _least(fits: Callable[[int], bool], start: int = 2) -> int:
    """The least number from `start` on that fits, where all greater ones do."""
    end = start
    while not fits(end):
        end *= 2
    return bisect_left(range(end), True, lo=start, key=fits)


def least_draws(constant: Polynomial, delta: Fraction, wide: int, facts: tuple[Fact, ...]) -> int:
    """The least T ≥ 2 at which constant·b is below 1."""
    return _least(lambda T: _bound(constant, T, delta, wide, facts).fails(0, Fraction(1)))


def _tails(item: Property, constant: Polynomial, player: Player, wide: int) -> Iterator[Tail]:
    for delta in DELTAS:
        first = _least(lambda T, delta=delta: _bound(constant, T, delta, wide, item.facts).fails(player.more, RISKS[-1]))  # type: ignore[misc]
        for T in (first * longer for longer in LONGER):
            bound = _bound(constant, T, delta, wide, item.facts)
            for p in (p for p in RISKS if bound.fails(player.more, p)):
                yield Tail(player.words, T, p, delta, bound.most(player, p))


def play(constant: Polynomial, player: Player, wide: int = 1) -> Callable[[Property], tuple[Tail, ...]]:
    """The attack on constant·√(ln(wide·(T+1)/δ)/T) by a player, worked out once a process for each page."""

    @cache
    def tails(item: Property) -> tuple[Tail, ...]:
        return tuple(_tails(item, constant, player, wide))

    return tails


TESTS = 1, 10, 60
FINE = 1 << 16  # of a risk


def check(together: bool = False) -> Callable[[Property], tuple[Tail, ...]]:
    """The attack on an inverted tail; `together`: of T hypotheses each is tested at δ/T, and the one with T tests is counted."""

    def tail(T: int, delta: Fraction, i: int) -> Tail:
        return Tail("a hypothesis that is tested", T, Fraction(min(i, FINE), FINE), delta, T // 4)

    def nearest(T: int, delta: Fraction) -> Tail:
        most = delta / T if together else delta
        return tail(T, delta, _least(lambda i: tail(T, delta, i).probability < most, 1))

    @cache
    def tails() -> tuple[Tail, ...]:
        return tuple(nearest(T, delta) for delta in (DELTAS[1], Fraction(1, 2)) for T in TESTS)

    return lambda item: tails()
