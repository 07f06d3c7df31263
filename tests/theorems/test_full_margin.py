"""The Margin Perceptron that is told the greatest margin itself: exact runs that do not end, and the learner that halts for every ε > 0."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from perceptron import Examples, MarginPerceptron, passes
from perceptron.numbers.exact import dot
from proofs.theorems.margin_perceptron import full as page

LARGEST = Fraction(3, 5)
A, B, C = ((LARGEST, 0, Fraction(4, 5)), (LARGEST, Fraction(4, 5), 0), (LARGEST, -Fraction(4, 5), 0))
Point = tuple[Fraction, ...]


def updates(order: tuple[Point, ...], rounds: int) -> list[int]:
    """How many updates each pass makes at the threshold γ‖w‖, in exact arithmetic."""
    w, counts = order[0], []
    for _ in range(rounds):
        before = w
        made = 0
        for x in order:
            score = dot(w, x)
            if score < 0 or score**2 < LARGEST**2 * dot(w, w):
                w = tuple(p + q for p, q in zip(w, x, strict=True))
                made += 1
        assert made or w == before
        counts.append(made)
    return counts


@pytest.mark.parametrize("order", [o for o in permutations((A, B, C)) if (o[0], o[1]) not in ((B, C), (C, B))])
def test_without_epsilon_every_pass_makes_an_update(order: tuple[Point, ...]) -> None:
    assert all(dot(x, x) == 1 for x in order)
    assert min(updates(order, 300)) >= 1


def test_it_halts_where_the_first_two_make_up_the_greatest_margin() -> None:
    assert updates((B, C, A), 3) == [1, 0, 0]


@pytest.mark.parametrize("eps", ["1/2", "1/10", "1/100"])
def test_with_epsilon_it_halts(eps: str) -> None:
    learner = MarginPerceptron(LARGEST, eps)
    assert passes(learner, Examples([A, B, C], [1, 1, 1])).halted


def test_the_page_speaks_of_these_examples() -> None:
    instance = page.sample_counts(page.Draw(bytes(80)))
    assert page.never.failing(instance) == "a came first"
    assert (instance.reals["γ"], instance.reals["c"]) == (LARGEST, Fraction(4, 5))
