"""The catalogue as a whole: it builds without a search, and each page proves what it states."""

from __future__ import annotations

import ast
import inspect
import sys

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


def test_what_is_stored_is_what_the_search_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    stored, found = certificate_search.store(), dict[str, certificate_search.Data]()
    monkeypatch.setattr(certificate_search, "store", lambda: found)
    build_all(catalogue.needed(["novikoff", "online-to-batch-constant"]))
    assert len(found) > 20 and {key: stored[key] for key in found} == found


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


def test_a_page_has_at_most_four_import_statements_and_its_words_from_one_vocabulary() -> None:
    pages = {sys.modules[item.prove.__module__] for item in (*catalogue.THEOREMS, *catalogue.LEMMAS) if inspect.isfunction(item.prove)}
    imports = {
        p.__name__: [ast.unparse(line) for line in ast.parse(inspect.getsource(p)).body if isinstance(line, ast.Import | ast.ImportFrom)]
        for p in pages
    }
    assert len(imports) > 100
    assert {page: lines for page, lines in imports.items() if len(lines) > 4} == {}
    assert [page for page, lines in imports.items() if not any("proofs.statements.authoring" in line for line in lines)] == []
