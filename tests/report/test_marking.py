"""A reader of the first chapter solves its first exercise and has the kernel replay its proof, without leaving the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.report.browsing import opened

CHAPTER = "chapters/novikoff_in_ten_minutes.html"


@pytest.fixture(scope="module")
def page(browser: Any, with_runtime: Path) -> Iterator[Any]:
    problems: list[str] = []
    with opened(browser, with_runtime / CHAPTER, problems) as page:
        page.set_default_timeout(120_000)
        yield page
    assert problems == []


def marked(page: Any, id: str, answer: str) -> Any:
    """What the page says of an answer to an exercise: its box, when the mark is there."""
    box = page.locator(f"#exercise-{id}")
    box.locator("input[type=text]").fill(answer)
    box.locator("input[type=text]").press("Enter")
    page.wait_for_function(
        f"/^(Accepted|Not accepted|The answer could)/.test(document.querySelector('#exercise-{id} .live-status').textContent)"
        f" && !document.querySelector('#exercise-{id} button').disabled"
    )
    return box


def test_a_wrong_step_is_answered_by_numbers_and_a_right_one_accepted(page: Any) -> None:
    box = marked(page, "novikoff-1", "a + b")
    assert box.locator(".live-status").inner_text().startswith("Not accepted") and box.locator(".live-answer table").is_visible()
    box = marked(page, "novikoff-1", "2*a + b")
    assert box.locator(".live-status").inner_text().startswith("Accepted") and not box.locator(".live-answer table").is_visible()


def test_a_wrong_bound_is_answered_by_a_run(page: Any) -> None:
    box = marked(page, "novikoff-2", "1/gamma**2")
    assert "is false" in box.locator(".live-status").inner_text() and "update" in box.locator(".live-answer table").inner_text()


def test_what_cannot_be_read_is_said(page: Any) -> None:
    assert "cannot be read" in marked(page, "novikoff-2", "<b>").locator(".live-status").inner_text()


def test_the_kernel_replays_the_proof_in_the_chapter(page: Any) -> None:
    page.click(".live-checker button >> text=Replay the proof")
    page.wait_for_function("/^(Accepted|Rejected)/.test(document.querySelector('.live-checker .live-status').textContent)")
    assert "Accepted" in page.inner_text(".live-checker .live-status")
