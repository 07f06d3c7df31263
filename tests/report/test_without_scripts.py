"""Lines unfold and a run is stepped through with the keyboard alone, where no script runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from perceptron.extremal.sequences import plane
from proofs.report.pictures.run_data import Run
from proofs.report.pictures.stepping import stepping
from proofs.report.proofs.linear import linear


def opened(browser: Any, file: Path, body: str) -> Any:
    """A page without scripts that has only this in it."""
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>a page</title>'
    file.write_text(f"{head}<body>{body}</body></html>", encoding="utf-8")
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(file.as_uri())
    return page


def test_the_arrow_keys_and_the_buttons_step_through_a_run(browser: Any, tmp_path: Path) -> None:
    shown = stepping(Run.extremal(plane("1/5"), "M <= R**2/gamma**2"))
    page = opened(browser, tmp_path / "run.html", shown._repr_html_())

    def visible() -> list[int]:
        return [i for i in range(len(shown.states)) if page.locator(f".f{i}").is_visible()]

    assert visible() == [0]
    page.locator("input").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert visible() == [2]
    page.locator(".f2 .turn label").last.click()
    assert visible() == [3]
    page.keyboard.press("ArrowLeft")
    assert visible() == [2]


def test_a_line_unfolds_and_folds_by_the_enter_key(browser: Any, tmp_path: Path) -> None:
    page = opened(browser, tmp_path / "proof.html", linear("novikoff").html())
    first = page.locator("details").first
    inside = first.locator("ol li").first
    assert not inside.is_visible()
    for seen in (True, False):
        first.locator("summary").first.focus()
        page.keyboard.press("Enter")
        assert inside.is_visible() is seen
