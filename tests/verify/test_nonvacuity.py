"""No theorem rests on hypotheses that contradict each other: there is an example on which all of them hold, the same one every time."""

from __future__ import annotations

import copy
from dataclasses import replace

import pytest

from proofs.derive.authoring.terms import ge, poly
from proofs.referees.z3 import has_model
from proofs.statements.instance import FORMAT, read
from proofs.statements.page import Page
from proofs.statements.property import Property
from proofs.statements.provable import Provable
from proofs.statements.statement import Fact
from proofs.theorems import catalogue
from proofs.verify.checks.nonvacuity import DRAWN, INSTANCE, RUN, example, resting_on
from tests.cli.running import pp

ITEMS = catalogue.needed([item.id for item in (*catalogue.LEMMAS, *catalogue.THEOREMS)])
PROPERTIES = catalogue.PROPERTIES
absurd = Fact("absurd", "−1 ≥ 0", ge(poly(-1), 0))


@pytest.mark.parametrize("item", catalogue.THEOREMS, ids=lambda item: item.id)
def test_every_theorem_has_an_exact_example(item: Provable) -> None:
    found = example(item)
    assert found is not None and found.words
    if item.named:
        assert found.by == (RUN if isinstance(item, Page) else INSTANCE) and found.values


@pytest.mark.parametrize("item", catalogue.LEMMAS, ids=lambda item: item.id)
def test_every_lemma_has_an_example_or_a_model(item: Provable) -> None:
    assert example(item, resting_on(item.id, ITEMS)) or has_model([f for _, f in item.named])


@pytest.mark.parametrize("item", PROPERTIES[::7], ids=lambda item: item.id)
def test_an_instance_reads_back_and_still_keeps_the_hypotheses(item: Property) -> None:
    found = example(item)
    assert found is not None
    if not item.facts:
        return
    _, _, instance = read({"format": FORMAT, "theorem": item.id, "without": "", **copy.deepcopy(found.values)})
    assert item.failing(instance) == ""
    DRAWN.clear()
    assert example(item) == found


@pytest.mark.parametrize("id", ["novikoff", "infima", "bounded-sum"])
def test_contradictory_hypotheses_have_none(id: str) -> None:
    item = next(item for item in ITEMS if item.id == id)
    if isinstance(item, Page):
        item = replace(item, statement=replace(item.statement, facts=(*item.statement.facts, absurd)))
    elif isinstance(item, Property):
        item = replace(item, facts=(*item.facts[:2], absurd))
    else:
        item = replace(item, named=(*item.named, ("absurd", absurd.formula)))  # type: ignore[type-var]
    assert example(item, resting_on(id, ITEMS)) is None
    assert not has_model([f for _, f in item.named])


def test_show_says_on_what_all_hypotheses_hold() -> None:
    said = {"novikoff": "exact run: M = 5", "infima": "exact instance: M = ", "losses-square": "exact instance", "weights-unit": "Z3 model"}
    for id, words in said.items():
        assert f"All hypotheses hold\n  {words}" in pp("show", id).stdout
