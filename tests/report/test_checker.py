"""A reader at a theorem's page: has the kernel replay the proof, tampers with it, and is told."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proofs.derive.authoring.encoding import write
from proofs.theorems import catalogue
from tests.cli.running import Written
from tests.report.browsing import opened

STEPS = "[...document.querySelectorAll('.live-steps > li')]"
OWN = {step.name: step for step in catalogue.build_ids(["novikoff"])["novikoff"].proof.steps}
ALGEBRA = [name for name, step in OWN.items() if step.rule == "certificate" and len(step.premises) > 2]
CITES = next(name for name, step in OWN.items() if step.rule == "cut" and "separable" in step.premises)


class Reader:
    """What somebody does at the checker of a page."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def replay(self, button: str = "Replay the proof") -> str:
        """Press the button and wait for what the kernel says."""
        self.page.click(f".live-checker button >> text={button}")
        return self.told()

    def told(self) -> str:
        self.page.wait_for_function(
            "/^(Accepted|Rejected|The kernel could)/.test(document.querySelector('.live-checker .live-status').textContent)"
        )
        return str(self.page.inner_text(".live-checker .live-status"))

    def steps(self, kind: str) -> list[str]:
        return list(self.page.evaluate(f"{STEPS}.filter((e) => e.classList.contains('{kind}')).map((e) => e.dataset.step)"))

    def change(self, step: str) -> Any:
        self.page.click(f'[aria-label="change step {step}"]')
        return self.page.wait_for_selector(f'[data-step="{step}"] .live-editor')


@pytest.fixture(scope="module")
def reader(browser: Any, with_runtime: Path) -> Iterator[Reader]:
    with opened(browser, with_runtime / "theorems" / "novikoff.html") as page:
        yield Reader(page)


@pytest.fixture(autouse=True)
def as_the_book_has_it(reader: Reader) -> None:
    reader.page.evaluate("document.querySelector('.live-checker details').open = true")
    undo = reader.page.locator(".live-checker button >> text=Undo all changes")
    if undo.is_enabled():
        undo.click()
    reader.page.evaluate("document.querySelector('.live-checker .live-status').textContent = ''")


def test_the_kernel_accepts_the_proof_and_each_step_turns_green(reader: Reader) -> None:
    proofs = [b.proof for b in catalogue.build_ids(["novikoff"]).values()]
    assert f"Accepted: {sum(len(p.steps) for p in proofs)} steps of {len(proofs)} theorems" in reader.replay()
    assert reader.steps("good") == [s.name for s in proofs[-1].steps] and reader.steps("bad") == []
    assert reader.page.locator(".live-squares i.good").count() == sum(len(p.steps) for p in proofs)


def test_an_altered_coefficient_is_rejected_at_its_step(reader: Reader) -> None:
    step = ALGEBRA[-1]
    field = reader.change(step).query_selector("input[type=text]")
    field.fill("7")
    field.press("Tab")
    said = reader.replay("Replay with the change")
    assert f"novikoff, step '{step}' (certificate): the certificate's sum is not zero" in said
    assert reader.steps("bad") == [step] and reader.steps("good") == list(OWN)[: list(OWN).index(step)]


def test_the_first_press_of_a_fresh_page_is_not_lost(browser: Any, with_runtime: Path) -> None:
    with opened(browser, with_runtime / "theorems" / "novikoff.html") as page:
        fresh = Reader(page)
        page.evaluate("document.querySelector('.live-checker details').open = true")
        editor = fresh.change(ALGEBRA[-1])
        editor.query_selector("input[type=text]").fill("7")
        button = editor.query_selector("button")
        place = button.bounding_box()
        page.mouse.move(place["x"] + 5, place["y"] + 5)
        page.mouse.down()
        page.mouse.up()
        assert "Changed" not in page.inner_text(".live-checker .live-status"), "the button moved away from under the pointer"


def test_a_coefficient_that_is_no_number_is_rejected(reader: Reader) -> None:
    field = reader.change(ALGEBRA[0]).query_selector("input[type=text]")
    field.fill("1.5e")
    field.press("Tab")
    assert "a coefficient is no fraction" in reader.replay("Replay with the change")


def test_a_premise_that_is_dropped_is_missed(reader: Reader) -> None:
    step = ALGEBRA[-1]
    reader.change(step).query_selector("input[type=checkbox]").uncheck()
    assert f"novikoff, step '{step}'" in reader.replay() and reader.steps("bad") == [step]


def test_a_hypothesis_that_is_dropped_is_missed(reader: Reader) -> None:
    reader.page.locator(".live-hypotheses").get_by_label("separable", exact=True).uncheck()
    assert f"novikoff, step '{CITES}' (cut): a premise is no earlier step" in reader.replay()


def test_undoing_makes_the_proof_whole_again(reader: Reader) -> None:
    reader.page.locator(".live-hypotheses").get_by_label("separable", exact=True).uncheck()
    reader.page.click(".live-checker button >> text=Undo all changes")
    assert "Accepted" in reader.replay()


def test_a_file_is_replayed_and_what_it_proves_is_printed(reader: Reader, written: Written) -> None:
    file = written("cauchy.json", write([b.proof for b in catalogue.build_ids(["cauchy-schwarz"]).values()]))
    reader.page.set_input_files(".live-checker input[type=file]", file)
    assert "Accepted: 6 steps of one theorem" in reader.told()
    assert "What it proves (cauchy-schwarz)" in reader.page.wait_for_selector(".live-proved p").inner_text()


def test_checker_file_with_a_repeated_key_is_refused(reader: Reader, written: Written) -> None:
    """JavaScript's parser keeps the last of two keys, so the page accepted a file that `replay` refuses."""
    text = json.dumps(write([b.proof for b in catalogue.build_ids(["cauchy-schwarz"]).values()]))
    file = written("twice.json", text.replace('"format"', '"format": "x", "format"', 1))
    reader.page.set_input_files(".live-checker input[type=file]", file)
    assert "occurs twice" in reader.told()


def test_a_file_that_is_no_proof_is_refused(reader: Reader, written: Written) -> None:
    file = written("run.json", '{"examples": []}')
    reader.page.set_input_files(".live-checker input[type=file]", file)
    reader.page.wait_for_function("/no proof file/.test(document.querySelector('.live-checker .live-status').textContent)")


def test_the_proof_can_be_kept_as_a_file(reader: Reader) -> None:
    with reader.page.expect_download() as download:
        reader.page.click(".live-checker button >> text=Save as a proof file")
    saved = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert saved == json.loads(json.dumps(write([b.proof for b in catalogue.build_ids(["novikoff"]).values()])))


def test_what_cites_a_theorem_is_copied(browser: Any, with_runtime: Path) -> None:
    allowed = ["clipboard-read", "clipboard-write"]
    with opened(browser, with_runtime / "theorems" / "novikoff.html", permissions=allowed) as page:
        page.click("summary:has-text('BibTeX')")
        for name, words in {
            "Address": "theorems/novikoff.html",
            "BibTeX": "@misc{perceptron-proofs:novikoff",
            "The statement": "R^{2}",
        }.items():
            button = page.locator(f"[aria-label^='Copy: {name}']")
            button.press("Enter")
            page.wait_for_function("(b) => b.textContent === 'Copied'", arg=button.element_handle())
            assert words in page.evaluate("navigator.clipboard.readText()")


def test_a_book_without_the_runtime_says_so(browser: Any, tmp_path: Path) -> None:
    from proofs.report.live import files
    from proofs.report.live.interactions import checker

    built = catalogue.build_ids(["cauchy-schwarz"])
    files.write(tmp_path / "live", built)
    page_text = checker("cauchy-schwarz", built)
    (tmp_path / "p.html").write_text(f"<!doctype html><meta charset=utf-8><script defer src=live/live.js></script>{page_text}")
    with opened(browser, tmp_path / "p.html") as page:
        assert "made without the runtime" in page.inner_text(".live") and page.locator("text=Replay the proof").count() == 0
