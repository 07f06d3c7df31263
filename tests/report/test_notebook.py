"""A theorem in a notebook: it shows what kernel, search and judge say, and refuses to show what they do not."""

import re
import xml.etree.ElementTree as ElementTree
from copy import copy
from dataclasses import replace

import pytest

import proofs
from perceptron.errors import InputError
from proofs import theorem
from proofs.counterexample import judge
from proofs.report.notebook import Exhibit
from proofs.report.tables.listing import list_lines, table
from proofs.statements.page import Page
from proofs.statements.property import Property
from proofs.theorems import catalogue
from tests.amounts import sampled
from tests.cli.running import GUIDE


@pytest.mark.parametrize("id", sampled(["novikoff", "margin-perceptron-sharp", "ogd-perceptron", "cauchy-schwarz", "littlestone"], 2))
def test_a_theorem_shows_itself(id: str) -> None:
    shown = theorem(id)
    section = shown._repr_html_()
    ElementTree.fromstring(f"<div>{section}</div>")
    assert not re.search(r"https?:|<script", section)
    assert shown.title in repr(shown) and "just replayed" in repr(shown)
    steps = sum(len(b.proof.steps) for b in catalogue.build_ids([id]).values())
    assert len(shown.built) == 1 or f"{steps} steps in all" in repr(shown)
    assert "∎" in str(shown.proof)
    assert len(str(shown.premises).splitlines()) == len(shown.built) + 1


def test_misprints_are_those_of_the_page_with_the_command_that_shows_each() -> None:
    told = str(theorem("novikoff").misprints)
    assert "“Putting together (3) and (4) we find that”" in told and "perceptron-proofs check misprints/MR-sphere" in told
    assert "perceptron-proofs check kernel-trace/as-printed" in str(theorem("kernel-trace").misprints)
    assert str(theorem("cauchy-schwarz").misprints).strip() == "none"


def test_axioms_are_named() -> None:
    assert "Axioms: none" in repr(theorem("novikoff"))
    assert "ln-tangent" in repr(theorem("margin-perceptron-sharp"))
    assert "ln-exp" in repr(theorem("online-to-batch")) and "no proof here establishes it" not in repr(theorem("online-to-batch"))


def test_what_it_attacks_is_what_is_stated() -> None:
    shown = theorem("hinge-root")
    assert shown.attack(seconds=0.3).report.comparison == shown.bound
    assert str(theorem("ogd-perceptron").attack(seconds=0.1)).count("survived") == 1


def test_witnesses_are_judged_now(monkeypatch: pytest.MonkeyPatch) -> None:
    novikoff, ogd = theorem("novikoff"), theorem("ogd-perceptron")
    assert judge(novikoff.without("separable")).valid
    assert "does not hold" in str(ogd.without("zero start")) and "without 'zero start'" in str(ogd.without("zero start"))
    assert judge(theorem("squared-hinge").as_printed).valid
    assert "does not hold" in str(theorem("optimality").as_printed)
    monkeypatch.setattr("proofs.theorems.witnesses.load", lambda *_: theorem("hinge-root").tight and _holding())
    with pytest.raises(InputError, match="not valid"):
        novikoff.without("separable")


def _holding() -> object:
    """A run that breaks nothing, in the shape of a counterexample."""
    found = theorem("squared-hinge").as_printed
    return replace(found, conjecture="M <= 100")


def test_a_file_of_ones_own_shows_itself() -> None:
    own = theorem(str(GUIDE))
    assert "just replayed" in repr(own) and "progress" in own.built and "M ≤ (R² + 2β)/γ²" in own._repr_html_()
    assert not own.attack(seconds=1).found


def test_a_run_shows_itself_as_a_table() -> None:
    tight = theorem("novikoff").tight
    assert "Trace" not in repr(tight) and "M = 25, R²/γ² = 25" in repr(tight)
    ElementTree.fromstring(tight._repr_html_())


def test_what_there_is_not_is_refused() -> None:
    with pytest.raises(InputError, match="no theorem 'novikov'"):
        theorem("novikov")
    with pytest.raises(InputError, match="nothing is stored"):
        theorem("novikoff").without("good weather")
    with pytest.raises(InputError, match="nothing is stored"):
        _ = theorem("novikoff").as_printed
    with pytest.raises(InputError, match="got a lemma"):
        _ = theorem("cauchy-schwarz").derivation
    with pytest.raises(InputError, match="not a bound on runs"):
        _ = theorem("littlestone").tight
    shown, page = theorem("novikoff"), copy(theorem("novikoff").page)
    object.__setattr__(page, "attained", None)
    with pytest.raises(InputError, match="no extremal run"):
        _ = replace(shown, item=page).tight


def test_every_hypothesis_that_has_a_file_can_be_dropped_here() -> None:
    for id in ("hinge-l1", "hinge-convex"):
        shown: Exhibit = theorem(id)
        names = shown.item.statement.game.hypotheses if isinstance(shown.item, Page) else shown.item.hypotheses  # type: ignore[union-attr]
        assert all(shown.without(name) for name in names)
    assert isinstance(theorem("hinge-convex").item, Property)


def test_lists_and_tables_escape() -> None:
    assert "<b>" not in table(("<b>",), [("<b>",)]).html and "<b>" not in list_lines(["<b>"]).html
    assert str(table(("a", "b"), [("long", "1")])) == "a     b\nlong  1"
    assert proofs.__all__ == ["exercise", "mistake_bound", "sheet", "theorem"]


@pytest.mark.parametrize("id", ["novikoff", "squared-hinge-order", "admissible-bound-radius"])
def test_no_name_is_quoted_in_the_richly_shown_statement(id: str) -> None:
    """Each formula is laid out with the facts beside it, which say what 1/γ and √M are."""
    shown = theorem(id)._repr_html_()
    assert "<msqrt>" in shown or "<mfrac>" in shown
    assert "“" not in re.sub(r"<p.*?</p>", "", shown)  # prose may have quotation marks
