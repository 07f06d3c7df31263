"""Where bounds are attained, and where they fail, on runs of the learner itself: Novikoff's shares, MR (5) and (6), scaled runs."""

from __future__ import annotations

from fractions import Fraction

import pytest

from perceptron import Examples, Perceptron, run
from perceptron.extremal import sequences
from perceptron.extremal.sequences import Extremal
from perceptron.numbers.exact import dot
from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.counterexample import judge
from proofs.falsify import Found, falsify
from proofs.theorems import catalogue


def shares(found: Extremal) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """‖w − γMu‖², R²M − ‖w‖², 2γM(⟨u, w⟩ − γM) and γ²M²(1 − ‖u‖²) of a run."""
    trace, u, gamma = run(found.learner, found.examples), found.u, found.gamma
    m, radius = trace.M, max(dot(e.x, e.x) for e in trace.examples)
    w = trace.final
    away = [a - gamma * m * b for a, b in zip(w, u, strict=True)]
    return dot(away, away), radius * m - dot(w, w), 2 * gamma * m * (dot(u, w) - gamma * m), (gamma * m) ** 2 * (1 - dot(u, u))


RUNS = [sequences.orthonormal(4), sequences.orthonormal(9), sequences.spiral("5/13"), sequences.spiral("20/101")]


@pytest.mark.parametrize("found", RUNS, ids=lambda found: f"M={found.M}")
def test_the_shares_add_up_to_what_is_missing(found: Extremal) -> None:
    radius = max(dot(e.x, e.x) for e in found.examples)
    assert sum(shares(found)) == found.M * (radius - found.gamma**2 * found.M)
    assert all(share >= 0 for share in shares(found))


def test_at_the_bound_no_share_is_left() -> None:
    assert shares(sequences.orthonormal(4)) == (0, 0, 0, 0)
    assert any(shares(sequences.spiral("5/13")))


def test_lemma_1_needs_no_positive_kernel_and_cauchy_schwarz_does() -> None:
    """Positive semi-definiteness enters a proof by the rule `square` alone."""
    built = catalogue.built(["norm-growth", "norm-growth-identity", "novikoff"])
    rules = {id: {step.rule for step in b.proof.steps} for id, b in built.items()}
    assert "square" not in rules["norm-growth"] | rules["norm-growth-identity"]
    assert "square" in rules["cauchy-schwarz"]


@pytest.mark.parametrize(
    "bound, page",
    [("M <= H2**2 + 2*R*sqrt(S2)/gamma**2", "squared-hinge-never"), ("M <= (2*R**2/gamma**2 + H2)**2", "squared-hinge-never-radius")],
)
def test_the_printed_forms_fall_at_once(bound: str, page: str) -> None:
    outcome = falsify(parse(bound), Game(setting="agnostic", norm="any", comparator="ball"), turns=40, seed=1)
    assert isinstance(outcome, Found) and judge(outcome.counterexample).valid
    assert catalogue.theorem(page).printed == "false"


def test_scaled_runs_of_the_learner() -> None:
    """run(1/10, −1) is 1/10 of run(1, −10): both make eleven mistakes, a tie being one, where run(1, −1) makes two."""
    same = Examples([[1]] * 20, [1] * 20)

    def updates(start: int) -> int:
        return run(Perceptron(start=[start]), same).M

    assert (updates(-10), updates(-1), updates(0)) == (11, 2, 1)
