"""Every page of the book, opened from the disk in a browser: some of each kind in three widths, light and dark, the others in one.  A page
directly in the folder, such as that for lecturers, is the only one of its kind.

Pages of theorems are one template with other data: axe looks at some of them, everything else is looked at on all."""

from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from perceptron.extremal.sequences import plane
from proofs.report.pictures.run_data import PlottedRun
from proofs.report.pictures.stepping import stepping
from proofs.report.proofs.linear import linear
from tests.amounts import spread
from tests.cli.running import Written, pp
from tests.report.browsing import VIEWS, opened, told, visits

PARTS = 6  # for as many workers as there are
OF_A_KIND = 3  # pages of a folder that are seen in all views
AUDITED = 15  # of so many pages of theorems that are seen in the width of axe, it looks at one


@pytest.mark.nocover
@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_wrong_with_any_page(browser: Any, book: Path, part: int) -> None:
    files = sorted(file for file in book.rglob("*.html") if "_static" not in file.parts)
    kinds = [list(those) for _, those in groupby(sorted(files, key=lambda file: file.parent), key=lambda file: file.parent)]
    whole = {those[i] for those in kinds for i in spread(len(those), OF_A_KIND)} | {*book.glob("*.html")}
    # Pages of a theorem have the colours of all of them: the last view, in which axe looks at these alone, is not for each.
    some = {file: VIEWS[: -1 if file.parent.name == "theorems" else None] for file in files}
    views = {file: VIEWS if file in whole else some[file][i // PARTS % len(some[file]) :][:1] for i, file in enumerate(files)}
    narrow = [file for file in files if file.parent.name == "theorems" and views[file] == VIEWS[:1]]
    audited = {file for file in files if file.parent.name != "theorems"} | whole | {*narrow[::AUDITED]}
    seen = visits(browser, {file: views[file] for file in files[part::PARTS]}, audited)
    assert len(files) > 10 * PARTS
    assert not (wrong := told(seen)), wrong


@pytest.mark.parametrize("options", [(), ("--linear", "--depth", "3")], ids=" ".join)
def test_nothing_is_wrong_with_a_page_that_show_writes(browser: Any, written: Written, options: tuple[str, ...]) -> None:
    """Its tables and formulas are wider than a phone, and scroll by themselves."""
    page = written("shown.html", pp("show", "hinge-l1", "--format", "html", *options).stdout)
    seen = visits(browser, {page: VIEWS}, {page})
    assert not (wrong := told(seen)), wrong


def test_these_tests_can_fail(browser: Any, written: Written) -> None:
    """A page with one of each fault."""
    bad = written(
        "bad.html",
        "<!doctype html><html><title>bad</title><body><main><p>$x$ and `code`</p><img src=no.png>"
        "<div class=output></div><div style='width:2000px'>wide</div><svg></svg><p style='color:#eee;background:#fff'>pale, pale text</p>"
        "<p>e^(sx)</p><p>‖L_φ‖</p>"
        + 2 * "<details style='font:9px/10px serif'><summary>a</summary></details>"
        + "<script>fetch('https://nowhere.invalid/'); throw new Error('oh')</script></main>",
    )
    seen = visits(browser, {bad: VIEWS}, {bad})[bad]
    wrong = "\n".join(seen.problems)
    for fault in (
        "raw markup: '$x$", "'e^(sx)'", "'‖L_φ‖'",
        "pictures:", "blank:", "not loaded:", "scrolls sideways", "it asks for https://nowhere", "oh", "drawings",
        "color-contrast", "target-size", "1 main parts and 0 headings",
    ):  # fmt: skip
        assert fault in wrong, fault


# -- Lines unfold and a run is stepped through with the keyboard alone, where no script runs.


def without_scripts(browser: Any, file: Path, body: str) -> Any:
    """A page without scripts that has only this in it."""
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>a page</title>'
    file.write_text(f"{head}<body>{body}</body></html>", encoding="utf-8")
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(file.as_uri())
    return page


def test_the_arrow_keys_and_the_buttons_step_through_a_run(browser: Any, tmp_path: Path) -> None:
    shown = stepping(PlottedRun.extremal(plane("1/5"), "M <= R**2/gamma**2"))
    page = without_scripts(browser, tmp_path / "run.html", shown._repr_html_())

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


def test_the_slider_and_play_step_through_a_run_where_scripts_run(browser: Any, tmp_path: Path) -> None:
    shown = stepping(PlottedRun.extremal(plane("1/3"), "M <= R**2/gamma**2"))
    file = tmp_path / "run.html"
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>a run</title>'
    file.write_text(f"{head}<body>{shown._repr_html_()}", encoding="utf-8")
    with opened(browser, file) as page:
        page.locator("input[type=range]").fill("2")
        assert page.locator(".f2").is_visible() and not page.locator("input[type=radio]").first.is_visible()
        page.get_by_role("button", name="play").click()
        page.locator(".f3").wait_for(state="visible")
        page.get_by_role("button", name="pause").click()


def test_a_line_unfolds_and_folds_by_the_enter_key(browser: Any, tmp_path: Path) -> None:
    page = without_scripts(browser, tmp_path / "proof.html", linear("novikoff").html())
    first = page.locator("details").first
    inside = first.locator("ol li").first
    assert not inside.is_visible()
    for seen in (True, False):
        first.locator("summary").first.focus()
        page.keyboard.press("Enter")
        assert inside.is_visible() is seen
