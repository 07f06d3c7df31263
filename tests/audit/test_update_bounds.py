"""Which bounds an audit lists: those of the catalogue whose hypotheses its run keeps, and no others."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, Hebb, MarginPerceptron, Perceptron, measure, run
from perceptron.data.read import Dataset
from proofs.audit import audit
from proofs.audit.update_bounds import update_bounds
from proofs.conjecture.game import Game
from proofs.derive.authoring.terms import gt, real
from proofs.statements.evaluation import holds
from proofs.statements.page import Page
from proofs.statements.run_model import model_of
from proofs.statements.standard_facts import SYMBOLS as NAMED
from proofs.statements.statement import Beyond, Fact, Statement
from proofs.theorems import catalogue
from tests.amounts import tries
from tests.audit.recheck import AGNOSTIC, SEPARABLE, Learner, Rows, dot, ids, recheck

HALF = Fraction(1, 2)
SYMBOLS = NAMED | {name: real(name) for name in ("T", "d", "B")}
ANY = Game(setting="agnostic", norm="any", comparator="any")
ALONG = {  # a unit vector in each dimension
    1: (Fraction(-1),),
    2: (Fraction(3, 5), Fraction(-4, 5)),
    3: (Fraction(2, 3), Fraction(1, 3), Fraction(-2, 3)),
}


def audited(rows: Rows, learner: Learner, **options: Any) -> dict[str, Any]:
    data = Dataset("drawn", Examples([x for x, _ in rows], [y for _, y in rows]), {"a": -1, "b": 1}, ("x",) * len(rows[0][0]))
    return audit(data, learner, **options).to_json()


def page(id: str, bound: str, game: Game = ANY, **rest: Any) -> Page:
    return Page(Statement(id, id, (), game, bound, **{"facts": (), "symbols": SYMBOLS} | rest), lambda d: None, ())


def separated(points: list[tuple[Fraction, ...]]) -> Rows:
    """The points at which the vector of `ALONG` has a margin of a quarter, with their labels, and one point of length 6, on which no
    other is as long, so that R is rational."""
    u = ALONG[len(points[0])]
    at = [(x, dot(u, x)) for x in points]
    return [(x, 1 if product > 0 else -1) for x, product in at if abs(product) >= Fraction(1, 4)] + [(tuple(6 * a for a in u), 1)]


numbers = st.fractions(min_value=-3, max_value=3, max_denominator=8)
separable_data = st.sampled_from([1, 2, 3]).flatmap(lambda d: st.lists(st.tuples(*[numbers] * d), min_size=1, max_size=12)).map(separated)
learners = st.sampled_from(
    [Perceptron(), Perceptron(1), Perceptron(-1)]
    + [MarginPerceptron(Fraction(1, 5), eps) for eps in (HALF, Fraction(1, 4), Fraction(3, 8), Fraction(1))]
)


@settings(max_examples=tries(30))
@given(separable_data, st.sampled_from([HALF, Fraction(1, 4), Fraction(3, 8), Fraction(1)]), st.integers(1, 3))
def test_the_margin_perceptron_is_certified_for_every_epsilon(rows: Rows, eps: Fraction, times: int) -> None:
    learner = MarginPerceptron(Fraction(1, 5), eps)
    r = audited(rows, learner, limit=times)
    recheck(r, rows * r["passes"], learner)
    general = {f"margin-perceptron-{name}" for name in ("epsilon", "simple", "golden")}
    assert ids(r) == general | ({"margin-perceptron", "margin-perceptron-constant"} if eps == HALF else set())


@settings(max_examples=tries(30))
@given(separable_data)
def test_the_perceptron_is_certified_by_dimension(rows: Rows) -> None:
    r = audited(rows, Perceptron())
    recheck(r, rows)
    assert ids(r) == AGNOSTIC | SEPARABLE | {1: {"dimension-one"}, 2: {"dimension-two"}, 3: set()}[len(rows[0][0])]


@settings(max_examples=tries(30))
@given(separable_data, learners)
def test_every_hypothesis_of_a_listed_theorem_holds_on_the_run(rows: Rows, learner: Learner) -> None:
    """The theorem's own formulas, evaluated on the run; where they ask for ‖x‖ ≤ 1, on the same run over the examples divided by R."""
    r = audited(rows, learner)
    assert r["bounds"]
    for bound in r["bounds"]:
        statement = catalogue.page(bound["id"]).statement
        unit = Fraction(6 if statement.game.norm == "ball" else 1)
        gamma = Fraction(bound.get("gamma", bound.get("rho"))) / unit
        examples = Examples([[a / unit for a in x] for x, _ in rows], [y for _, y in rows])
        trace = run(MarginPerceptron(gamma, learner.eps) if isinstance(learner, MarginPerceptron) else learner, examples)
        assert r["updates"] == trace.M
        model = model_of(statement, trace, [Fraction(a) for a in bound["u"]], gamma, 6 / unit)
        for fact in statement.facts:
            assert holds(fact.formula, model), (bound["id"], fact.name)


def test_a_page_that_joins_the_catalogue_joins_the_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [((Fraction(3), Fraction(4)), 1), ((Fraction(1), Fraction(-2)), -1)]
    assert "rounds" not in ids(audited(rows, Perceptron()))
    mine = page("rounds", "gamma*M - T*gamma <= gamma*sqrt(d)"), page("short", "M <= 9/gamma**2", Game(comparator="ball"))
    monkeypatch.setattr(catalogue, "PAGES", (*catalogue.PAGES, *mine))
    r = audited(rows, Perceptron(), gamma=Fraction(1, 2))
    values = {b["id"]: b["value"] for b in r["bounds"]}
    assert values["rounds"] == "3.414214"  # 2 + √2, rounded up
    assert values["short"] == str(9 * 25 * 4)  # for ‖x‖ ≤ 1, so γ is divided by R = 5
    recheck({**r, "bounds": [b for b in r["bounds"] if b["id"] not in ("rounds", "short")]}, rows)


FOREIGN = {
    "another learner": page("p", "M <= T", Game(learner="winnow", setting="agnostic", comparator="any")),
    "a learner that always updates": page("p", "M <= T", ANY.drop("mistake-driven")),
    "a learner of the author's own": page("p", "M <= T", learner=Hebb()),
    "a tie rule of its own": page("p", "M <= T", replace(ANY, ties=-1)),
    "another dimension": page("p", "M <= T", replace(ANY, dimension=3)),
    "examples of one length": page("p", "M <= T", replace(ANY, norm="unit")),
    "a bound from below": page("p", "T >= M"),
    "no bound on M alone": page("p", "TD <= T"),
    "M on both sides": page("p", "M <= T + sqrt(M)"),
    "M in a square": page("p", "M**2 <= T**2"),
    "a parameter": page("p", "M <= T + B", parameters={"B": ("1", "2")}),
    "a hypothesis that the game does not impose": page("p", "M <= T", facts=(Fact("wide", "γ > 9", gt(real("γ"), 9)),)),
    "a hypothesis beyond the game": page("p", "M <= T", beyond={"B above 1": Beyond("M <= T - 1", ANY)}),
    "another ε": page("p", "M <= T", Game(learner="margin", eps=Fraction(1, 3))),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_page_that_asks_for_something_else_is_not_listed(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "PAGES", (FOREIGN[kind],))
    assert update_bounds(Perceptron(1), 2) == update_bounds(MarginPerceptron(1), 2) == []


def test_a_start_other_than_zero_has_no_bounds_that_ask_for_zero() -> None:
    assert update_bounds(Perceptron(start=[1, 0]), 2) == []


@pytest.mark.parametrize(("u", "gamma", "allowed"), [((1, 0), 1, True), ((2, 0), 1, False), ((HALF, 0), HALF, True), ((1, 0), 2, False)])
def test_a_bound_is_read_only_at_a_comparator_and_a_margin_that_it_allows(u: tuple[Any, ...], gamma: Any, allowed: bool) -> None:
    (novikoff,) = [bound for bound in update_bounds(Perceptron(), 2) if bound.id == "novikoff"]
    assert novikoff.allows(measure(run(Perceptron(), Examples([[1, 3]], [1])), u, gamma)) is allowed


def test_a_bound_without_a_value_is_left_out_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "PAGES", (page("quotient", "M <= T/(T - 1)"),))
    r = audited([((Fraction(1),), 1)], Perceptron())
    assert r["bounds"] == [] and "quotient: division by zero" in r["notes"]
