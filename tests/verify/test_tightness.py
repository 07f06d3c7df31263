"""What `tight` says of a run is what the judge says: wrong promises, broken rules and false bounds are all noticed."""

from dataclasses import replace
from fractions import Fraction

import pytest
from click.testing import CliRunner
from rich.console import Console

from perceptron import Examples, MarginPerceptron
from perceptron.extremal.families import MARGIN_HALF, ORTHONORMAL, PLANE, SLACK, SPIRAL, Family
from perceptron.extremal.sequences import Extremal, orthonormal, uniform_slack
from proofs.cli import main
from proofs.conjecture import parse
from proofs.counterexample import judge
from proofs.kernel import Compare
from proofs.report.tables.tightness import line, summary, table
from proofs.statements.instance import Draw
from proofs.statements.page import Page
from proofs.statements.property import Property
from proofs.statements.statement import Reach
from proofs.theorems import catalogue
from proofs.verify.checks import kept_draws
from proofs.verify.checks.nearness import nearest, no_bound
from proofs.verify.checks.verdict import ASYMPTOTIC, ATTAINED, NOT_APPLICABLE
from proofs.verify.checks.verdict import SLACK as LEFT
from proofs.verify.rebuild_draws import search
from proofs.verify.tightness import Witness, best, judge_reach, most_allowed, tightness, witnesses
from tests.amounts import rows, sampled

ONE = Fraction(1)
novikoff = catalogue.page("novikoff")


def family(made: Extremal) -> Family:
    return Family("made", "made for a test", "run", lambda _: made, (ONE,))


def against(bound: str, run: Extremal) -> Witness:
    page = replace(novikoff, statement=replace(novikoff.statement, bound=bound), families=(family(run),), attained=None)
    (witness,) = witnesses(page)
    return witness


def test_a_false_bound_is_exceeded_and_the_file_refutes_it() -> None:
    w = against("M <= R**2/gamma**2 - 1", orthonormal(9))
    (run,) = w.runs
    assert run.exceeded and w.runs_above == (run,) and w.status == LEFT
    assert judge(run.sharper()).valid and run.sharper().comparison.text == "M <= R**2/gamma**2 - 1"
    assert "BROKEN" in summary([w]) and "breaks the bound" in line(w)


def test_a_page_with_a_false_bound_makes_the_command_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = replace(novikoff, statement=replace(novikoff.statement, bound="M <= 3"))
    monkeypatch.setattr(catalogue, "theorem", lambda id: broken)
    result = CliRunner().invoke(main, ["tight", "novikoff"])
    assert result.exit_code == 1 and "refutes the proof: novikoff" in result.stdout
    found = tightness(broken)
    assert "does not hold" in found.fault


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"promised": 8}, "M is 9, not 8"),
        ({"gamma": Fraction(1, 2)}, "'separable' does not hold"),
        ({"u": (ONE,) * 9}, "'unit comparator' does not hold"),
        ({"learner": MarginPerceptron(Fraction(1, 3))}, "another learner"),
    ],
)
def test_a_run_that_breaks_the_rules_or_its_promise_does_not_count(change: dict[str, object], words: str) -> None:
    w = against("M <= R**2/gamma**2", replace(orthonormal(9), **change))  # type: ignore[arg-type]
    assert w.status == LEFT and words in " ".join(w.faults) and not w.runs_above


def test_a_bound_that_cannot_be_decided_or_is_not_defined_does_not_count() -> None:
    w = against("M <= log(R**2 - 1)", orthonormal(9))
    assert "not defined" in w.faults[0] and not w.runs_above


@pytest.mark.parametrize(("bound", "values", "most"), rows(__file__, "most_allowed.txt"))
def test_the_greatest_whole_number_that_a_bound_allows(bound: str, values: str, most: str) -> None:
    named = (pair.split("=") for pair in values.split())
    assert str(most_allowed(parse(bound), {name: int(value) if name == "M" else Fraction(value) for name, value in named})) == most


def test_a_quotient_stands_beside_the_ratio() -> None:
    (_, run, _) = next(w for w in witnesses(novikoff) if w.family is SPIRAL).runs
    assert (run.M, run.most, run.decimal, run.equal) == (100, 100, "1", False)
    assert Fraction(run.quotient) <= run.M * run.extremal.gamma**2 < Fraction(run.quotient) + Fraction(1, 10**6)


def test_attained_asks_for_equality_or_for_every_run() -> None:
    simple = {w.family.name: w for w in witnesses(catalogue.page("hinge-simple"))}
    assert simple["uniform-slack"].runs[0].is_attained and simple["uniform-slack"].status == LEFT
    assert simple["orthonormal"].status == ATTAINED


def test_asymptotic_asks_for_a_reason_and_for_rising_ratios() -> None:
    page = catalogue.page("margin-perceptron-sharp")
    reach = Reach(page.statement.game, page.statement.bound, (MARGIN_HALF,), page.limit)
    runs = tuple(judge_reach(reach, MARGIN_HALF, g) for g in MARGIN_HALF.parameters[:2])
    assert Witness("x", MARGIN_HALF, runs, "a reason").status == ASYMPTOTIC
    assert Witness("x", MARGIN_HALF, runs).status == Witness("x", MARGIN_HALF, runs[::-1], "a reason").status == LEFT


def test_bound_is_evaluated_at_the_epsilon_and_names_of_the_run() -> None:
    epsilons = {run.found.game.eps for w in witnesses(catalogue.page("margin-perceptron-golden"), quick=True) for run in w.runs}
    assert epsilons == {Fraction(1, 2), Fraction(1, 4), Fraction(3, 4)}
    (pareto,) = witnesses(catalogue.page("hinge-pareto"))
    bound = parse(catalogue.page("hinge-pareto").statement.bound, extra=("B",))
    assert [run.found.comparison for run in pareto.runs] == [bound.substitute({"B": b}) for b in ("6/5", "3/2", "2", "11/10")]


def test_families_of_an_author_that_fail_are_a_fault_of_the_page() -> None:
    def fails() -> Extremal:
        raise ZeroDivisionError("no")

    assert "ZeroDivisionError" in tightness(replace(novikoff, families=(), attained=fails)).fault


# --- Bounds without a family of runs: the nearest of the instances that are drawn


@pytest.mark.parametrize(
    "item",
    sampled([item for item in catalogue.THEOREMS if isinstance(item, Property) and item.reach is None], 12),
    ids=lambda item: item.id,
)
def test_property_has_a_nearest_instance_or_a_reason_by_its_formula(item: Property) -> None:
    """No bound is without a run or an instance, and what is none is one equation or one sign."""
    found = tightness(item)
    if found.status == NOT_APPLICABLE:
        assert found.reason in ("no bound: an identity", "no bound: a sign")
        return
    assert found.witness and not found.fault
    assert (found.status == ATTAINED) == (found.ratio == "1")
    assert str(found) == str(tightness(item)), "the draws depend on something else than the page"


@pytest.mark.parametrize("item", sampled([item for item in catalogue.THEOREMS if isinstance(item, Property)], 8), ids=lambda item: item.id)
def test_kept_draws_are_those_of_a_search(item: Property) -> None:
    """By the few that are kept `verify` says what the search says; if this fails: `python -m proofs.verify.rebuild_draws`."""
    assert kept_draws.recall(item) is not None and kept_draws.recall(item).to_json(item) == search(item)  # type: ignore[union-attr]


def test_draws_of_another_statement_are_not_kept() -> None:
    item = catalogue.theorem("small-losses")
    assert isinstance(item, Property) and isinstance(item.claim, Compare)
    assert kept_draws.recall(replace(item, claim=Compare(item.claim.left, ">"))) is None
    assert kept_draws.recall(replace(item, facts=item.facts[1:])) is None


def test_draws_that_another_sample_reads_are_followed_by_a_search() -> None:
    item = catalogue.theorem("infima")
    assert isinstance(item, Property) and (draws := kept_draws.recall(item)) is not None and draws.nearest
    shifted = replace(item, sample=lambda draw: item.sample(draw) if draw.upto(1) else item.sample(Draw(b"")))
    assert nearest(shifted, quick=True) == nearest(replace(shifted, id="another"), quick=True) != nearest(item, quick=True)


@pytest.mark.parametrize(("id", "reason"), rows(__file__, "no_bounds.txt"))
def test_kind_of_a_claim_is_read_off_its_formula(id: str, reason: str) -> None:
    item = catalogue.theorem(id)
    assert isinstance(item, Property) and no_bound(item) == reason.strip("-")


def test_equality_that_needs_a_loss_of_zero_says_so() -> None:
    """`hinge-simple` is attained where it is Novikoff's bound; with losses never (`hinge-order-bl-strict`)."""
    for id, zero in (("hinge-simple", "TD = 0"), ("hinge-rescaled", "H = 0"), ("ssbd-21-16", "H = 0"), ("hinge-l1-radius", "H = 0")):
        found = tightness(catalogue.theorem(id))
        assert found.status == ATTAINED and found.where == (zero,) and 0 < Fraction(found.elsewhere) < 1
    assert not tightness(catalogue.theorem("hinge-root")).where and not tightness(novikoff).where
    drawn = tightness(catalogue.theorem("hinge-order-bl"))
    assert drawn.status == ATTAINED and drawn.where == ("“√H” = 0",) and Fraction(drawn.elsewhere) < 1


def test_false_property_is_at_fault_where_an_instance_breaks_it() -> None:
    item = catalogue.theorem("small-losses")
    assert isinstance(item, Property) and isinstance(item.claim, Compare)
    strict = replace(item, claim=Compare(item.claim.left, ">"), displayed=None)
    assert "fails in an instance" in tightness(strict).fault


def test_disjunction_costs_three_mistakes_for_each_doubling() -> None:
    found = tightness(catalogue.theorem("winnow-or"))
    assert found.status == LEFT and Fraction(found.ratio) >= Fraction("0.75"), "a drawn run has 3 log₂ N of 2 + 3 log₂ N mistakes"


def test_a_page_with_one_run_is_a_family_of_one() -> None:
    def one() -> Extremal:
        """Four examples."""
        return orthonormal(4)

    (w,) = witnesses(replace(novikoff, families=(), attained=one))
    assert w.family.words == "Four examples." and w.status == ATTAINED and w.best.M == 4


def test_the_nearest_is_the_first_of_equals() -> None:
    found = list(witnesses(catalogue.page("novikoff")))
    assert best(found) is found[0] and best([]) is None


def test_pages_name_a_run_to_be_drawn() -> None:
    for theorem in catalogue.THEOREMS:
        if isinstance(theorem, Page) and theorem.families:
            assert theorem.attained is not None and theorem.attained().M >= 1
    assert ORTHONORMAL.illustration().M == 25 and PLANE.illustration().gamma == Fraction(20, 101)
    assert SLACK.illustration() == uniform_slack(3, Fraction(1, 2))


@pytest.mark.parametrize("width", [60, 100, 140, 200])
def test_the_table_fits_the_terminal(width: int) -> None:
    console = Console(width=width, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(table([*witnesses(catalogue.page("novikoff")), *witnesses(catalogue.page("margin-perceptron"), quick=True)], width))
    text = console.export_text()
    assert max(map(len, text.splitlines())) <= width
    for word in ("novikoff", "attained", "slack", "0.313516"):
        assert word in text.replace("\n", " ")


def test_an_irrational_radius_is_declared_at_least_as_long() -> None:
    examples = Examples([[1, 1, 0], [0, 0, 1]], [1, 1])
    run = Extremal(examples, (Fraction(2, 3), Fraction(1, 3), Fraction(2, 3)), Fraction(2, 3), orthonormal(1).learner, 2)
    w = against("M <= R**2/gamma**2", run)
    assert not w.faults and w.best.found.radius is not None and w.best.found.radius**2 >= 2
