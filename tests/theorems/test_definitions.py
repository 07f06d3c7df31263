"""What is filed as a definition says what a name means; the range of a parameter is not, and is shown to be needed."""

from __future__ import annotations

import pytest
import sympy as sp

from proofs.conjecture import parse
from proofs.derive.sympy.derivation import symbol, to_sympy
from proofs.report.proofs.theorem import shown
from proofs.statements.page import Page
from proofs.theorems import catalogue, witnesses

LOOSE = "margin-perceptron-rate"  # true of that run beyond 1 as well
RANGED = [p for p in catalogue.PAGES if p.id != LOOSE and "ε ≤ 1" in {fact.name for fact in p.statement.hypotheses}]
BEYOND = [pytest.param(page, name, id=f"{page.id}-{name}") for page in catalogue.PAGES for name in page.statement.beyond]


@pytest.mark.parametrize("page", RANGED, ids=lambda page: page.id)
def test_beyond_epsilon_1_the_bound_is_below_the_updates_of_a_run_without_any(page: Page) -> None:
    """One unit example x = u has M = 0 and γ = 1 at whatever threshold."""
    bound = parse(page.statement.bound, extra=page.statement.parameters)
    left, right = (to_sympy(side).subs({symbol("M"): 0, symbol("gamma"): 1}) for side in (bound.left, bound.right))
    for eps, holds in ((sp.Rational(1, 2), True), (sp.Rational(9, 10), True), (sp.Rational(5, 4), False)):
        assert bool(sp.simplify(left.subs(symbol("eps"), eps)) <= sp.N(right.subs(symbol("eps"), eps), 30)) == holds


@pytest.mark.parametrize("page, name", BEYOND)
def test_a_hypothesis_of_which_the_game_knows_nothing_has_a_run(page: Page, name: str) -> None:
    fact = next(fact for fact in page.statement.hypotheses if fact.name == name)
    assert not fact.definition and name not in page.statement.game.hypotheses
    found = witnesses.load(page.statement, name)
    assert found is not None and found.M >= 1
    comparison, game = page.statement.without(name)
    assert found.comparison.text == comparison.text and game.hypotheses == page.statement.game.hypotheses


def test_the_dimension_and_the_parameters_are_hypotheses() -> None:
    assert {(p.id, name) for p in catalogue.PAGES for name in p.statement.beyond} >= {
        ("dimension-one", "on a line"),
        ("dimension-two", "in the plane"),
        ("hinge-pareto", "B above 1"),
        ("ssbd-21-16-regret", "positive rate"),
    }


def test_a_bound_is_said_in_words() -> None:
    told = [page for page in catalogue.PAGES if page.statement.words]
    assert {page.id for page in told} >= {"progress", "norm-growth", "novikoff", "hinge-l2", "margin-perceptron-sharp", "kernel-trace"}
    for page in (catalogue.page(id) for id in ("novikoff", "hinge-l2", "margin-perceptron-sharp")):
        text = shown(page, catalogue.built([page.id])[page.id], "unicode")
        assert f"In words\n  {page.statement.words}\n" in text
