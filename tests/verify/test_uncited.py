"""`verify` alone replays the lemmas too that no theorem cites."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import ge
from proofs.statements.page import Lemma
from proofs.theorems import catalogue
from proofs.verify import pipeline
from proofs.verify.assess import Options


def wrong(d: Derivation) -> None:
    d.have(ge(0, 0))


def test_an_uncited_lemma_that_fails_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    azuma = next(lemma for lemma in catalogue.LEMMAS if lemma.id == "azuma")
    assert isinstance(azuma, Lemma)
    broken = tuple(replace(lemma, prove=wrong) if lemma is azuma else lemma for lemma in catalogue.LEMMAS)
    needed = catalogue.needed
    assert [item.id for item in needed(["azuma"])][-1] == "azuma"  # the catalogue is read, and not again
    monkeypatch.setattr(catalogue, "LEMMAS", broken)
    monkeypatch.setattr(catalogue, "THEOREMS", (catalogue.theorem("progress"),))
    by_id = {lemma.id: lemma for lemma in broken}
    monkeypatch.setattr(catalogue, "needed", lambda ids: [by_id.get(item.id, item) for item in needed(ids)])
    verdicts = list(pipeline.verify(catalogue.THEOREMS, Options(z3=False, attack=0)))
    assert [(v.id, v.holds) for v in verdicts] == [("progress", True), ("azuma", False)]
    assert "another claim" in verdicts[-1].faults[0]


def test_all_lemmas_that_no_theorem_cites_are_proved() -> None:
    assert list(pipeline._on_uncited(lambda stage: None)) == []
