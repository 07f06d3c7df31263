"""A student builds a proof from nothing: in the page, by the keyboard alone, and in a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from perceptron.errors import InputError
from proofs.report.book.exercises import chapter, exercise
from proofs.report.book.exercises.building import Building, apart
from tests.report.browsing import opened

ID = "prove-4"
LINES = exercise(ID).answer.split("; ")


def test_an_attempt_in_a_notebook_keeps_the_lines_that_stand(tmp_path: Path) -> None:
    attempt = exercise(ID).begin()
    assert not attempt.line("P <= R") and not attempt.line("gamma**2*M**2 <= P**2 by progress") and attempt.lines == []
    assert [attempt.line(line).accepted for line in LINES] == [False, False, True]
    assert LINES[0] in repr(attempt) and f"`{LINES[2]}`" in attempt._repr_markdown_()
    hints = [attempt.hint() for _ in range(4)]
    assert tuple(hints[:3]) == exercise(ID).hints and hints[3] == hints[2]
    attempt.save(tmp_path / "mine.txt")
    assert exercise(ID).check((tmp_path / "mine.txt").read_text(encoding="utf-8"))
    with pytest.raises(InputError, match="asks for no proof"):
        exercise("hinge-3").begin()


@pytest.mark.parametrize("one", chapter("prove"), ids=lambda one: one.id)
def test_the_numbers_that_refute_a_line_are_numbers_that_do(one: Any) -> None:
    task = one.task
    assert isinstance(task, Building) and len(one.hints) == 3
    assert apart(task.claim, task.facts.values()) == {}, "the goal itself would be false"
    assert any(one.check(wrong).values for wrong in one.wrong)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("", "no line"),
        ("gamma*M <= P by progres", "did you mean progress?"),
        ("gamma*M <= P by 1", "no line '1'"),
        ("gamma*M", "cannot be read"),
        ("M <= 1/gamma", "no polynomial"),
    ],
)
def test_a_line_that_cannot_be_read_says_why(answer: str, said: str) -> None:
    assert said in exercise(ID).check(answer).words


@pytest.fixture(scope="module")
def page(browser: Any, with_runtime: Path) -> Iterator[Any]:
    problems: list[str] = []
    with opened(browser, with_runtime / "prove.html", problems) as page:
        page.set_default_timeout(120_000)
        yield page
    assert problems == []


def test_a_proof_is_built_in_the_page_by_the_keyboard(page: Any) -> None:
    box = page.locator(f"#exercise-{ID}")
    status = f"document.querySelector('#exercise-{ID} .live-status').textContent"

    def add(line: str) -> str:
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        page.wait_for_function(f"/^(Accepted|So far|Not accepted|The answer could)/.test({status})")
        said = str(page.evaluate(status))
        page.evaluate(f"{status.removesuffix('.textContent')}.textContent = ''")
        return said

    box.locator("input[type=text]").focus()
    assert "is false" in add("P <= R") and box.locator("table").is_visible()
    page.keyboard.press("Control+A")
    assert add(LINES[0]).startswith("So far so good") and box.locator(".live-proof li").count() == 1
    page.keyboard.type(LINES[1].partition(" by ")[0])
    for name in ("by cauchy", "by energy", "by 1"):  # chosen, not typed
        box.locator("button", has_text=name).first.press("Enter")
    assert add("").startswith("So far so good")
    page.reload()
    assert box.locator(".live-proof li").count() == 2, "the lines are kept in the browser"
    box.locator("input[type=text]").focus()
    assert add(LINES[2]).startswith("Accepted")
    with page.expect_download() as download:
        box.locator("button", has_text="Save my proof").press("Enter")
    assert exercise(ID).check(Path(download.value.path()).read_text(encoding="utf-8"))
