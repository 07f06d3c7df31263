"""The catalogue as a whole: it builds without a search, and each page proves what it states."""

from __future__ import annotations

import pytest

from proofs.derive.authoring import certificate_search
from proofs.kernel import Rejected, replay
from proofs.statements.page import Built, Page, build_all
from proofs.statements.property import Property
from proofs.theorems import catalogue


@pytest.fixture(scope="module")
def built() -> dict[str, Built]:
    before = set(certificate_search.store())
    result = build_all(catalogue.needed(page.id for page in catalogue.THEOREMS))  # anew, whatever this process has built already
    searched = set(certificate_search.store()) - before
    assert not searched, "certificates are missing from the store: run python -m proofs.theorems.rebuild_certificates"
    return result


def test_no_certificate_is_searched_and_none_is_stored_in_vain(built: dict[str, Built]) -> None:
    assert set(certificate_search.store()) <= certificate_search.USED


@pytest.mark.parametrize("page", catalogue.THEOREMS, ids=lambda p: p.id)
def test_a_page_concludes_its_own_statement_from_its_own_hypotheses(page: Page | Property, built: dict[str, Built]) -> None:
    theorem = built[page.id].theorem
    assert theorem.conclusion == page.claim
    assert set(theorem.hypotheses) <= set(page.named)
    assert theorem.cites <= set(page.cites)


def test_a_page_whose_proof_ends_elsewhere_is_rejected(built: dict[str, Built]) -> None:
    proof = built["novikoff"].proof
    library = {id: b.theorem for id, b in built.items() if id != "novikoff"}
    short = replay(type(proof)(proof.id, proof.hypotheses, proof.steps, proof.steps[0].name), library)
    assert short.conclusion != catalogue.page("novikoff").claim
    with pytest.raises(Rejected, match="no earlier step"):
        replay(type(proof)(proof.id, proof.hypotheses, proof.steps[1:], proof.conclusion), library)
