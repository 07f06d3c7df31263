"""Whatever is false as it is printed stands on a theorem's page, with what shows it."""

from __future__ import annotations

import pytest

from proofs.report.book import markup, theorem_page
from proofs.statements.provable import Stated
from proofs.theorems import catalogue

FALSE = [theorem for theorem in catalogue.THEOREMS if theorem.printed_form]


@pytest.mark.parametrize("theorem", FALSE, ids=lambda theorem: theorem.id)
def test_what_is_printed_and_false_is_shown_with_its_counterexample(theorem: Stated) -> None:
    page = theorem_page.on_page(theorem)
    assert markup.sentence(theorem.printed_form) in page and f"check {theorem.id}/as-printed" in page
