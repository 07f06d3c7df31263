"""Which bounds an audit lists: those of the catalogue whose hypotheses its run keeps; and the audits of Winnow and of kernels."""

import json
from dataclasses import replace
from fractions import Fraction
from math import cosh, log
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, Hebb, MarginPerceptron, Perceptron, datasets, measure, run
from perceptron.analysis.comparators import max_l1_margin
from perceptron.data.read import Dataset
from perceptron.errors import InputError
from perceptron.kernels import Kernel, Linear, Polynomial, Subsets, run_kernel
from perceptron.learners.winnow import Winnow, l1
from proofs.audit import audit, judge
from proofs.audit.learners import tune
from proofs.audit.update_bounds import update_bounds
from proofs.conjecture.game import Game
from proofs.derive.authoring.terms import gt, real
from proofs.statements.evaluation import holds
from proofs.statements.page import Page
from proofs.statements.run_model import model_of
from proofs.statements.standard_facts import SYMBOLS as NAMED
from proofs.statements.statement import Beyond, Fact, Statement
from proofs.theorems import catalogue
from tests.amounts import sampled, tries
from tests.audit.recheck import AGNOSTIC, SEPARABLE, Learner, Rows, dot, ids, recheck
from tests.cli.running import answered, pp

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


@settings(max_examples=tries(15, few=4))
@given(separable_data, st.sampled_from([HALF, Fraction(1, 4), Fraction(3, 8), Fraction(1)]), st.integers(1, 3))
def test_the_margin_perceptron_is_certified_for_every_epsilon(rows: Rows, eps: Fraction, times: int) -> None:
    learner = MarginPerceptron(Fraction(1, 5), eps)
    r = audited(rows, learner, limit=times)
    recheck(r, rows * r["passes"], learner)
    general = {f"margin-perceptron-{name}" for name in ("epsilon", "simple", "golden")}
    assert ids(r) == general | ({"margin-perceptron", "margin-perceptron-constant"} if eps == HALF else set())


@settings(max_examples=tries(15, few=4))
@given(separable_data)
def test_the_perceptron_is_certified_by_dimension(rows: Rows) -> None:
    r = audited(rows, Perceptron())
    recheck(r, rows)
    assert ids(r) == AGNOSTIC | SEPARABLE | {1: {"dimension-one"}, 2: {"dimension-two"}, 3: set()}[len(rows[0][0])]


@settings(max_examples=tries(15, few=4))
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


# --- Audits of Winnow and of the kernel Perceptron: their own runs under the bounds of their theorems, and files that are judged again


PENGUINS = datasets.load("penguins-adelie-gentoo")
KERNELS: list[Kernel[Any]] = [Linear(), Polynomial(3, "1/2"), Polynomial(2), Subsets()]


def said(*arguments: str, code: int = 0) -> str:
    return answered(pp("audit", *arguments), code=code)


@pytest.mark.parametrize("kernel", sampled(KERNELS, 2), ids=str)
def test_a_kernel_audit_makes_the_mistakes_of_the_kernel_perceptron(kernel: Kernel[Any]) -> None:
    few = PENGUINS.examples.take(range(0, 274, 4))
    found = audit(PENGUINS.__class__("few", few, PENGUINS.classes, PENGUINS.features), Perceptron(), kernel=kernel)
    trace = run_kernel(kernel, [example.x for example in few], few.labels)
    assert tuple(t for _, t in found.run.updates) == trace.updates
    best = next(b for b in found.bounds if b.id == "hinge-l1")
    assert found.bounds[0].certified and float(best.value) >= found.run.M
    assert found.to_json()["learner"] == {"name": "kernel", "kernel": kernel.spec(), "ties": "mistake"}


@pytest.mark.parametrize("learner", ["kernel:poly:degree=2", "kernel:subsets:ties=+1", "winnow", "winnow:factor=3/2"])
def test_a_file_of_an_audit_is_judged_and_a_lie_in_it_is_found(tmp_path: Path, learner: str) -> None:
    text = "a,b,c,kind\n" + "".join(f"{x},{y},{z},{'pos' if 2 * x + y - z > 1 else 'neg'}\n" for x, y, z in _cube() if 2 * x + y - z != 1)
    data, file = tmp_path / "d.csv", tmp_path / "d.json"
    data.write_text(text)
    said(str(data), "--bias", "--learner", learner, "--passes", "20", "--certify", str(file))
    claimed = json.loads(file.read_text())
    assert claimed["bounds"] and judge(claimed).valid and pp("check", file).exit_code == 0
    lie = claimed | {"bounds": [claimed["bounds"][0] | {"value": str(claimed["updates"] - 1)}]}
    assert not judge(lie).valid
    assert not judge(claimed | {"updates": claimed["updates"] + 1}).valid


def _cube() -> list[tuple[int, int, int]]:
    return [(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)]


UNITS = [Fraction(1), Fraction(5, 2), Fraction(1, 10), Fraction(10) ** 50 / 7, Fraction(1, 10**50 * 7), Fraction(10) ** 99]


@pytest.mark.parametrize("unit", UNITS, ids=["1", "5/2", "1/10", "1e50/7", "1e-50/7", "1e99"])
def test_winnow_bounds_do_not_depend_on_the_unit_of_the_examples(unit: Fraction) -> None:
    """The bounds were written out as text, which takes no numbers of more than 40 digits."""
    rows, labels = [[1, 0, 0], [1, 1, -1], [-1, 1, 1], [-1, 0, 0]] * 3, [1, 1, -1, -1] * 3
    data = Dataset("scaled", Examples([[unit * a for a in row] for row in rows], labels), {}, ())
    learner = tune(data.examples, None, "mistake")
    found = audit(data, learner)
    assert learner.eta == 1 / unit  # the margin is the unit, and ‖x‖∞ too
    assert found.run.M == run(Winnow(eta=1), Examples(rows, labels)).M
    values = {b.id: float(b.value) for b in found.bounds}
    assert values == pytest.approx({"winnow-rate": log(6) / (1 - log(cosh(1))), "winnow": 2 * log(6)})
    assert all(b.certified and l1(b.u) == 1 for b in found.bounds)
    by_factor = audit(data, Winnow(beta="3/2"))
    assert all(b.certified for b in by_factor.bounds) and (by_factor.bounds or by_factor.notes)


def test_what_winnow_cannot_be_told_is_said() -> None:
    assert "the theorem says nothing" in said("penguins-adelie-gentoo", "--learner", "winnow:eta=1/1000")
    assert "not separable" in said("penguins-adelie-chinstrap", "--learner", "winnow:eta=1/100000")


@settings(max_examples=tries(40))
@given(
    st.lists(st.lists(st.integers(-5, 5), min_size=3, max_size=3), min_size=1, max_size=6),
    st.lists(st.integers(-9, 9), min_size=3, max_size=3),
)
def test_no_vector_has_a_greater_l1_margin_by_much(rows: list[list[int]], other: list[int]) -> None:
    examples = Examples(rows, [1] * len(rows))
    size = sum(map(abs, other)) or 1
    least = Fraction(min(sum(a * b for a, b in zip(other, row, strict=True)) for row in rows), size)
    try:
        best = max_l1_margin(examples)
    except InputError:
        assert least <= 0
        return
    assert l1(best.u) == 1 and best.gamma == min(sum(a * b for a, b in zip(best.u, row, strict=True)) for row in rows)
    assert best.gamma >= least * Fraction(99, 100)
