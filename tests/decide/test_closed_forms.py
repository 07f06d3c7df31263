"""The extremal families: false conjectures of the falsifier's suite that fall without a search, and wholeness on the side of the proofs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from benchmarks.falsifier.suite import load
from perceptron.kernels import CommonSubsequences, Polynomial, Precomputed, Subsets
from proofs.conjecture import parse
from proofs.conjecture.game import default_game
from proofs.counterexample import judge
from proofs.counterexample.custom_learner import Rule
from proofs.decide.attempts import prove
from proofs.decide.families_of_others import near_on_sphere, stocks
from proofs.decide.posed import posed
from proofs.decide.refute import refuted, refuted_for
from proofs.falsify import judge_with
from proofs.kernel import replay
from tests.amounts import sampled

SUITE = {item.id: item for item in load()}
PATIENT = 60  # seconds, on a busy machine


@pytest.mark.parametrize(
    "id",
    sampled(
        [
            "kernel-trace-95",
            "kernel-strings-95",
            "kernel-indefinite",
            "winnow-80",
            "winnow-rate-95",
            "winnow-unbalanced",
            "winnow-fixed-rate",
            "two-flips",
            "corners",
            "signs-and-zeros",
            "circle",
            "sphere",
            "hinge-simple-generous",
            "hinge-root-5-space",
            "margin-half-5",
            "margin-any-labels",
            "final-margin",
            "giant-plane",
        ],
        6,
    ),
)
def test_a_family_breaks_it_without_a_search(id: str) -> None:
    found = refuted(SUITE[id].comparison, SUITE[id].game, PATIENT)
    assert found is not None and judge(found).valid


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("M <= floor(1/(2*gamma**2) - 0.000001) + 1 where M >= 3", {"dimension": 2}),
        ("M <= floor(1/gamma**2 - 0.00000001) where M = 5", {"dimension": 3}),
        ("W <= 3 where gamma >= 1/3", {"norm": "any", "coordinates": (Fraction(0), Fraction(1))}),
    ],
)
def test_a_family_goes_just_below_a_margin_and_has_blocks_of_ones(text: str, rules: dict[str, Any]) -> None:
    claim = parse(text, conditions=True)
    found = refuted(claim, default_game(claim.names, **rules), PATIENT)
    assert found is not None and judge(found).valid


def test_no_giant_is_followed_against_a_kernel() -> None:
    """Such a learner looks back at every mistake. It crashed on the spiral."""
    claim = parse("M <= 3000")
    assert refuted(claim, default_game(claim.names, learner="kernel", kernel="linear"), PATIENT) is None


@pytest.mark.parametrize(
    "id", sampled(["one-flip-true", "circle-true", "winnow", "kernel-novikoff", "signs-and-zeros-true", "mistakes-true"], 2)
)
def test_no_family_breaks_a_true_one(id: str) -> None:
    assert refuted(SUITE[id].comparison, SUITE[id].game, 2) is None


@pytest.mark.parametrize("id", sampled(["forgetron-false", "pa-2-false", "second-order-false"], 1))
def test_a_short_run_breaks_a_bound_for_somebodys_own_learner(id: str) -> None:
    rule = Rule(SUITE[id].learner)
    found = refuted_for(rule, SUITE[id].comparison, SUITE[id].game, PATIENT)
    assert found is not None and judge_with(SUITE[id].learner, found).valid


@pytest.mark.parametrize(
    ("kernel", "points_are"),
    [
        (Polynomial(3, "1/2"), "vectors"),
        (Polynomial(2, 0), "vectors"),
        (Subsets(), "vectors"),
        (CommonSubsequences(2), "strings"),
        (Precomputed([[1, 0, "1/2"], [0, 1, 0], ["1/2", 0, 1]]), "rows"),
    ],
)
def test_the_points_of_a_stock_are_orthogonal_and_of_one_length(kernel: Any, points_are: str) -> None:
    for stock in stocks(kernel, points_are):
        points = stock.points()[:5]
        assert all(kernel(p, q) == (stock.square if p == q else 0) for p in points for q in points)


def test_a_rational_vector_of_a_square_that_is_none_of_a_rational() -> None:
    found = near_on_sphere([Fraction(1)] * 5, Fraction(1, 128))
    assert found is not None and sum(a * a for a in found) == Fraction(1, 128)
    assert all(abs(a - found[0]) < Fraction(1, 10**4) for a in found)
    assert near_on_sphere([Fraction(1)], Fraction(2)) is None


@pytest.mark.parametrize(
    ("text", "changes"),
    sampled(
        [
            ("M <= 4 where gamma >= 0.45", {}),
            ("E <= 1/gamma**2", {}),
            ("E = M", {"ties": 1}),
            ("E <= 1/gamma**2", {"ties": -1}),
            ("M < 1/gamma**2 + 0.000001", {}),
            ("log(M) <= 2/gamma - 2", {}),
            ("exp(M*gamma**2) <= 3", {}),
            ("M <= H + sqrt(S2)/gamma", {"setting": "separable", "flips": 2}),
        ],
        2,
    ),
)
def test_wholeness_logarithms_mistakes_and_flipped_labels_are_proved(text: str, changes: dict[str, Any]) -> None:
    comparison = parse(text, conditions=True)
    proved = prove(posed(comparison, default_game(comparison.names, **changes)), PATIENT)
    library: dict[str, Any] = {}
    for cited in proved.cited:
        library[cited.id] = replay(cited, library)
    assert replay(proved.proof, library).conclusion == proved.theorem.conclusion
