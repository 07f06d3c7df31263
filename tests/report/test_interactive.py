"""A reader moves the sliders, steps through runs, plays both games and has runs judged; the numbers are those that Python finds."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from perceptron import Perceptron, run
from perceptron.extremal.sequences import margin_spiral, plane, spiral
from proofs.report.book.exercises import exercise
from proofs.report.book.lectures.courses import PLAYGROUND
from proofs.report.live.interactions import Interaction, noisy
from tests.amounts import rows, sampled
from tests.report.browsing import ask, opened, violations


@pytest.fixture(scope="module")
def page(browser: Any, book: Path) -> Iterator[Any]:
    with opened(browser, book / "interactive.html") as opened_page:
        opened_page.wait_for_selector("[data-live=learner] .live-status")
        yield opened_page


def slide(page: Any, widget: str, label: str, value: int) -> None:
    """Put a slider somewhere, as its keys do."""
    control = page.locator(f"[data-live={widget}]").get_by_label(label, exact=True)
    control.evaluate("(e, v) => { e.value = v; e.dispatchEvent(new Event('input')); }", str(value))


def said(page: Any, widget: str) -> str:
    return str(page.inner_text(f"[data-live={widget}] .live-status >> nth=0"))


def updates(page: Any, widget: str) -> int:
    return int(re.search(r"M = (\d+)", said(page, widget))[1])  # type: ignore[index]


@pytest.mark.parametrize("percent", sampled([10, 20, 33, 71, 90], 2))
def test_the_sliders_run_the_perceptron_as_python_does(page: Any, percent: int) -> None:
    gamma = Fraction(percent, 100)
    page.locator("[data-live=bounds] select").select_option("perceptron")
    slide(page, "bounds", "γ", percent)
    for dimension, expected in ((1, 1), (2, plane(gamma).M), (3, spiral(gamma).M)):
        slide(page, "bounds", "dimension", dimension)
        assert updates(page, "bounds") == expected


@pytest.mark.parametrize("percent, share", sampled([(20, 50), (30, 20), (50, 100)], 1))
def test_the_sliders_run_the_margin_perceptron_as_python_does(page: Any, percent: int, share: int) -> None:
    page.locator("[data-live=bounds] select").select_option("margin")
    slide(page, "bounds", "γ", percent)
    slide(page, "bounds", "ε", share)
    assert abs(updates(page, "bounds") - margin_spiral(Fraction(percent, 100), Fraction(share, 100)).M) <= 1  # floats propose the examples


def test_a_slider_redraws_the_curves(page: Any) -> None:
    slide(page, "hinge", "ρ", 40)
    slide(page, "hinge", "contradictions, which make TD", 2)
    curves = "[data-live=hinge] .live-curve-0 >> nth=0"
    before = page.get_attribute(curves, "points")
    slide(page, "hinge", "contradictions, which make TD", 9)
    assert page.get_attribute(curves, "points") != before
    assert updates(page, "hinge") == run(Perceptron(), noisy(3, 9)).M


def test_the_bounds_beside_the_run_are_bounds(page: Any) -> None:
    for rho in (5, 33, 40, 100, 200):
        slide(page, "hinge", "ρ", rho)
        bounds = [float(text) for text in re.findall(r"≈ (\d+\.\d+)", said(page, "hinge").partition("the bounds are")[2])]
        assert len(bounds) == 4 and min(bounds) >= updates(page, "hinge") - 0.01


def test_sliders_and_steps_go_by_keys(page: Any) -> None:
    page.locator("[data-live=bounds] select").select_option("perceptron")
    slide(page, "bounds", "dimension", 3)
    slide(page, "bounds", "γ", 20)
    page.locator("[data-live=bounds]").get_by_label("γ", exact=True).focus()
    before = said(page, "bounds")
    page.keyboard.press("ArrowRight")
    assert said(page, "bounds") != before
    page.locator("[data-live=bounds] button", has_text="first").focus()
    page.keyboard.press("Enter")
    facts = page.inner_text("[data-live=bounds] .live-facts")
    page.locator("[data-live=bounds] button", has_text="next").focus()
    page.keyboard.press("Enter")
    assert "update 1:" in facts and "update 2:" in page.inner_text("[data-live=bounds] .live-facts")


def test_the_view_turns_in_space_and_not_in_the_plane(page: Any) -> None:
    slide(page, "bounds", "dimension", 3)
    page.click("[data-live=bounds] button >> text=last")
    path = "[data-live=bounds] .live-path"
    before = page.get_attribute(path, "points")
    slide(page, "bounds", "Turn the view", 120)
    assert page.get_attribute(path, "points") != before
    slide(page, "bounds", "dimension", 2)
    assert not page.locator("[data-live=bounds]").get_by_label("Turn the view").is_visible()


def test_the_reader_is_the_adversary(page: Any) -> None:
    game = page.locator("[data-live=adversary]")
    game.locator("text=Start over").click()
    for x, y, word in (
        (8, 18, "Mistake 1"),
        (8, 18, "was right"),
        (8, -18, "Mistake 2"),
        (2, 0, "nearer than γ"),
        (20, 20, "longer than 1"),
    ):
        slide(page, "adversary", "x₁", x)
        slide(page, "adversary", "x₂", y)
        game.locator("text=Play this example").click()
        assert word in said(page, "adversary")
    assert game.locator(".live-rounds li").count() == 3
    game.locator("text=Show the most there is").click()
    assert f"{plane(Fraction(1, 3)).M} mistakes" in said(page, "adversary")


def test_the_adversary_proves_the_reader_wrong(page: Any) -> None:
    game = page.locator("[data-live=learner]")
    game.locator("text=Start over").click()
    for t in range(9):
        game.locator(("[aria-label='I say plus one']", "[aria-label='I say minus one']", "text=Let the Perceptron answer")[t % 3]).click()
    assert "All 9 answers were wrong" in said(page, "learner") and "has length 1 and y⟨u, x⟩ = 1/3" in said(page, "learner")
    assert game.get_by_label("I say plus one").is_disabled()


def test_after_all_that_axe_finds_nothing(page: Any) -> None:
    assert violations(page, {}) == []


def test_the_judge_judges_what_the_reader_writes(browser: Any, with_runtime: Path) -> None:
    with opened(browser, with_runtime / "interactive.html") as page:
        form = page.locator("[data-live=judge]")

        def judged() -> str:
            form.locator("text=Judge this run").click()
            page.wait_for_function(
                "/ounterexample|Not a run|has to end/.test(document.querySelector('.live-judge .live-status').textContent)"
            )
            told = str(form.locator(".live-status").inner_text())
            page.evaluate("document.querySelector('.live-judge .live-status').textContent = ''")
            return told

        assert "A counterexample to M ≤ R²/γ²" in judged()
        form.get_by_label("Conjecture").fill("M <= 10**6*R**2/gamma**2")
        assert "No counterexample to M ≤" in judged()
        assert "the comparison holds" in form.locator(".live-lines .bad").first.inner_text()
        form.get_by_label("Conjecture").fill("M <= exp(")
        assert "Not a run:" in judged()
        form.locator("text=As it was").click()
        form.get_by_label("Examples, one a line, as x : y").fill("1, 2")
        assert "line 1 of the examples has to end in" in judged()
        form.locator("text=As it was").click()
        assert "A counterexample" in judged()
        with page.expect_download() as download:
            form.locator("text=Save as a file for check").click()
        from proofs.counterexample import from_json, judge

        assert judge(from_json(json.loads(Path(download.value.path()).read_text(encoding="utf-8"))))


@pytest.mark.parametrize("name", ["playground.html", pytest.param(PLAYGROUND, marks=pytest.mark.nocover)])
def test_playground_refutes_a_conjecture_and_steps_through_the_run(browser: Any, with_runtime: Path, name: str) -> None:
    """The page of the book, and the one file, which has to do without the book's folder."""
    with opened(browser, with_runtime / name) as page:
        box = page.locator("[data-live=playground]")

        def asked(conjecture: str) -> str:
            box.get_by_label("Conjecture").fill(conjecture)
            box.get_by_label("Conjecture").press("Enter")
            page.wait_for_function("/is false|not refuted|Unreadable|could not/.test(document.querySelector('.live-status').textContent)")
            told = str(box.locator(".live-status").inner_text())
            page.evaluate("document.querySelector('.live-status').textContent = ''")
            return told

        box.get_by_label("Conjecture").press("Enter")
        assert box.locator("progress").get_attribute("aria-label") == "Python is starting"
        assert "M ≤ 0.9/γ² is false: 1 against" in asked("M <= 0.9/gamma**2") and not box.locator("progress").count()
        assert "M ≤ R²/γ² is not refuted here" in asked("M ≤ R²/γ²")
        assert box.locator("code").inner_text() == "perceptron-proofs decide 'M ≤ R²/γ²'"
        assert asked("M <=").startswith("Unreadable: conjecture, position 5")
        assert "is false" in asked("M <= 2")
        assert "update 3" in box.locator(".live-facts").inner_text()
        box.locator("text=back").click()
        assert "update 2" in box.locator(".live-facts").inner_text() and box.get_by_role("slider", name="Round").input_value() == "2"
        box.get_by_role("button", name="play").click()
        page.wait_for_function("document.querySelector('.live-facts').textContent.includes('update 3')")
        assert violations(page, {}) == []


def test_a_widget_of_jupyter_is_the_same_and_tells_python_what_is_set(browser: Any, tmp_path: Path) -> None:
    pytest.importorskip("anywidget", reason="widgets need the extra `notebooks`")
    shown = Interaction("bounds").widget()
    (tmp_path / "page.html").write_text("<!doctype html><html lang=en><title>widget</title><main id=here></main></html>", encoding="utf-8")
    with opened(browser, tmp_path / "page.html") as page:
        ask(page, "widget", [str(shown._esm), shown.markup])
        slide(page, "bounds", "dimension", 3)
        slide(page, "bounds", "γ", 20)
        page.wait_for_function("held.settings.γ === '1/5'")
        held = page.evaluate("held")
        assert f"M = {spiral(Fraction(1, 5)).M}" in held["status"]
        shown.settings, shown.status = held["settings"], held["status"]  # what Jupyter's own channel does
        assert shown.settings["dimension"] == "3"


def test_an_exercise_is_a_widget_of_jupyter_in_which_python_marks(browser: Any, tmp_path: Path) -> None:
    pytest.importorskip("anywidget", reason="widgets need the extra `notebooks`")
    shown, sent, lines = exercise("prove-2", "ada").widget(), list[Any](), exercise("prove-2", "ada").answer.split("; ")
    shown.send = sent.append
    (tmp_path / "page.html").write_text("<!doctype html><html lang=en><title>widget</title><main id=here></main></html>", encoding="utf-8")

    def asked(content: Any) -> Any:  # as Jupyter's own channel brings it to Python, and the answer back
        shown._handle_custom_msg(content, [])
        return sent.pop()

    with opened(browser, tmp_path / "page.html") as page:
        page.expose_function("toPython", asked)
        ask(page, "widget", [str(shown._esm), shown.markup, str(Interaction("bounds").widget()._esm)])
        for line, verdict in (("P <= 1", "Not accepted"), (lines[0], "So far so good"), (lines[1], "Accepted")):
            page.locator("input").fill(line)
            page.locator("input").press("Enter")
            page.locator(".live-status", has_text=verdict).wait_for()
        assert page.evaluate("[held.lines, passedOn]") == [lines, 0] and page.evaluate("given.length") == 3, "each list is another one"
        page.wait_for_function("held.status.startsWith('Accepted')")


def test_map_is_searched_unfolded_and_zoomed_by_keyboard(browser: Any, book: Path) -> None:
    with opened(browser, book / "map.html", viewport={"width": 240, "height": 800}) as page:
        assert page.locator("details[open]").count() == 0
        page.get_by_label("Find a theorem").focus()
        page.keyboard.type("hinge simple")
        assert page.get_by_role("status").first.inner_text() == "1 found"
        for _ in range(3):  # past the two buttons that unfold and fold all
            page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "hinge-simple"
        page.keyboard.press("Enter")
        family = page.locator("details[open]")
        assert family.count() == 1 and family.locator("summary").inner_text().startswith("Hinge losses")
        assert page.evaluate("document.activeElement.getAttribute('href')") == "theorems/hinge-simple.html"
        graph = family.locator("svg")
        before = graph.bounding_box()["width"]
        family.get_by_label("larger").focus()
        page.keyboard.press("Enter")
        assert graph.bounding_box()["width"] > 1.2 * before
        family.get_by_text("whole width").click()
        assert graph.bounding_box()["width"] <= 240
        page.goto((book / "map.html").as_uri() + "#family-separable")
        assert page.locator("details[open] summary").first.inner_text().startswith("Separable data")


@pytest.mark.more  # most of these pages are in the whole book alone
@pytest.mark.parametrize(("query", "first"), rows(__file__, "searches.txt"))
def test_a_search_begins_with_what_has_that_name(browser: Any, book: Path, query: str, first: str) -> None:
    if not (book / first.partition("#")[0]).is_file():
        pytest.skip("this book has not all theorems")
    with opened(browser, book / "search.html") as page:
        page.locator(".live-found").wait_for()  # what it was opened with
        page.goto(f"{(book / 'search.html').as_uri()}?{urlencode({'q': query})}")
        assert page.locator(".live-found a").first.get_attribute("href") == first
