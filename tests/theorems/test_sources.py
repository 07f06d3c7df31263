"""What is said of the sources is true of the catalogue: every claim has its theorems, and every theorem its claim."""

from __future__ import annotations

import re

import pytest

from perceptron.errors import InputError
from proofs.theorems import catalogue, misprints, sources, witnesses

CLAIMS = [claim for document in sources.DOCUMENTS for claim in sources.claims(document)]
EQUATIONS = {"NG": range(1, 6), "MR": range(1, 10)}  # the numbered ones; BL, SS and VE number none on the pages at hand
THEOREMS = {
    "NG": ["Theorem"],
    "BL": ["Theorem 1", "Claim 1", "Claim 2", "Theorem 2", "Theorem 3"],
    "SS": ["Theorem 21.15", "Theorem 21.16", "Remark 21.5"],
    "MR": ["Lemma 1", "Definition 1", *(f"Theorem {n}" for n in range(1, 5)), *(f"Corollary {n}" for n in range(1, 5))],
    "VE": ["Theorem 1.1"],
}


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.place)
def test_a_claim_names_theorems_of_the_catalogue_and_says_why_it_is_not_faithful(claim: sources.Claim) -> None:
    assert claim.how in sources.KINDS
    assert [catalogue.theorem(id).id for id in claim.ids] == list(claim.ids)
    assert (claim.how == "outside") == (not claim.ids)
    assert claim.why or claim.how == "faithful"


def test_every_theorem_with_a_source_belongs_to_a_claim_of_it() -> None:
    claimed = {(claim.document, id) for claim in CLAIMS for id in claim.ids}
    related = {id for _, id in claimed}
    missing = [t.id for t in catalogue.THEOREMS if t.sources and t.id not in related]
    assert set(missing) <= UNCLAIMED, "name the theorem in a claim of its source"


UNCLAIMED = {  # how the sources' bounds stand to each other, and which numbers a run can have: no source claims it
    *(t.id for t in catalogue.THEOREMS if t.id.startswith(("hinge-order", "range"))),
    "hinge-chain-ssbd", "hinge-pareto-optimal", "dimension-two-attained", "dimension-three-room",
}  # fmt: skip


@pytest.mark.parametrize("document", sources.DOCUMENTS)
def test_every_numbered_equation_and_theorem_of_a_source_has_its_claim(document: str) -> None:
    places = " ; ".join(claim.at for claim in sources.claims(document))
    for number in EQUATIONS.get(document, ()):
        assert f"({number})" in places
    for name in THEOREMS[document]:
        assert re.search(rf"\b{re.escape(name)}\b", places), name


def test_a_place_finds_its_theorems_the_most_direct_first() -> None:
    assert sources.find("MR (5)")[0].id == "squared-hinge"
    assert sources.find("mr (3)")[0].id == "hinge-l1"
    assert sources.find("NG (3)")[0].id == "progress"
    assert sources.find("BL Theorem 2")[0].id == "optimality"
    assert sources.find("SS Theorem 21.16")[0].id == "ssbd-21-16"
    assert "novikoff" in {t.id for t in sources.find("NG (4)")}, "NG (2)–(5) on its page means each of them"


@pytest.mark.parametrize("place", ["MR (10)", "NG", "NG Theorem 7", "XX (1)", "MR " + "(" * 500])
def test_an_unknown_place_is_refused_in_one_line(place: str) -> None:
    with pytest.raises(InputError) as refused:
        sources.find(place)
    assert "\n" not in str(refused.value) and ("the places of" in str(refused.value) or "the sources are" in str(refused.value))


def test_every_misprint_is_an_erratum_and_every_named_file_exists() -> None:
    found = sources.errata()
    files = [e.file for e in found if e.file]
    assert {witnesses.name(misprints.path(m)) for m in misprints.MISPRINTS} <= set(files)
    assert all(witnesses.named(file) is not None for file in files)
    assert len(files) == len(set(files)) > 25
    for theorem in catalogue.THEOREMS:
        for sentence in theorem.misprints:
            assert any(sentence in e.instead and theorem.id in e.of for e in found), sentence


def test_a_theorem_false_as_printed_is_an_erratum_with_its_counterexample() -> None:
    pages = {id for e in sources.errata() if e.file for id in e.of}
    assert {t.id for t in catalogue.THEOREMS if t.printed_form} <= pages


def test_the_bibliography_has_the_five_sources_with_what_was_read() -> None:
    works = {work.short: work for work in sources.bibliography()}
    assert list(works)[:5] == list(sources.DOCUMENTS)
    for document in sources.DOCUMENTS:
        assert works[document].read and works[document].authors and works[document].title
