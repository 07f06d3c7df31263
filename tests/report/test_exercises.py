"""Exercises: every solution is accepted, and every wrong answer refuted by a run that the judge accepts or by exact numbers."""

import csv
import io
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron.errors import InputError
from proofs.conjecture import parse
from proofs.conjecture.evaluate import compare
from proofs.counterexample import from_json, judge
from proofs.report.book.exercises import CHAPTERS, LEVELS, TITLES, Exercise, MarkedAnswer, chapter, exercise, exercises_about, sheet
from proofs.report.book.exercises.building import Building, Finding, apart
from proofs.report.book.exercises.library import ROOMS, WORD
from proofs.report.book.exercises.marking import Mark, write
from proofs.report.book.exercises.steps import Proving
from proofs.report.book.exercises.tasks import Bounding, Breaking, Choosing, Measuring, as_counterexample, read_run
from proofs.report.book.lectures import problems
from proofs.statements.page import Page
from proofs.theorems.lookup import item as named_item
from tests.amounts import rows, sampled, tries
from tests.cli.running import answered, pp, refused
from tests.report.browsing import opened
from tests.report.conftest import with_nothing_but_the_runtime

ALL = [one for name in CHAPTERS for one in chapter(name)]
every_exercise = pytest.mark.parametrize("one", ALL, ids=lambda one: one.id)
every_bound = pytest.mark.parametrize("one", [one for one in ALL if isinstance(one.task, Bounding)], ids=lambda one: one.id)


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_leads_from_a_first_reading_to_research(name: str) -> None:
    levels = [LEVELS.index(one.level) for one in chapter(name)]
    assert len(levels) >= 4 and levels == sorted(levels)
    assert levels[0] == 0 and levels[-1] == len(LEVELS) - 1


@every_exercise
def test_a_solution_is_accepted(one: Exercise) -> None:
    marked = one.check(one.answer)
    assert marked.accepted, str(marked)
    assert len(one.hints) == 3 and one.solution and "\n" not in marked.words


@pytest.mark.parametrize(("id", "answer", "verdict"), [(*tuple(row[0].split("; ")), row[1]) for row in rows(__file__, "hidden.txt")])
def test_an_answer_that_no_drawn_run_tells_from_the_reference_is_decided(id: str, answer: str, verdict: str) -> None:
    """It may be false, or weaker, on runs that are longer than those drawn."""
    marked = exercise(id).check(answer)
    assert marked.verdict == verdict, str(marked)
    assert verdict != "not accepted" or marked.found is not None


def test_marks_of_an_unknown_exercise_leave_the_others_marked(tmp_path: Path) -> None:
    """One misspelt id ended the marking of a whole class."""
    table = "student,exercise,answer\nAda,novikoff-77,1\nBob,novikoff-2,R**2/gamma**2\n"
    (tmp_path / "answers.csv").write_text(table)
    marked = answered(pp("exercises", "mark", tmp_path / "answers.csv"), "unknown exercise")
    first, second = csv.DictReader(io.StringIO(marked))
    assert (first["verdict"], first["of"], second["verdict"]) == ("unknown exercise", "0", "accepted")
    assert "novikoff-77" in first["reason"]


@pytest.mark.parametrize("cell", ["=1+1", " =1+1", "\t@x", "\uff1d1", "\u22121", "Eve;=1+1", "a\n-1"], ids=ascii)
def test_written_cell_that_a_spreadsheet_takes_for_a_formula_is_quoted(cell: str) -> None:
    """A spreadsheet ignores blanks before a formula, reads full-width signs, and may end cells at semicolons."""
    (row,) = csv.DictReader(io.StringIO(write([Mark(cell, "novikoff-1", "no answer", 0, 1, "")])))
    signs = "-=+@\u2212\uff0d\uff1d\uff0b\uff20"
    assert not any(part.strip().startswith(tuple(signs)) for part in re.split(r"[;\t\r\n]", row["student"]))
    assert row["student"].endswith(cell[-1])


def test_an_undecided_answer_is_left_to_be_marked_by_hand(tmp_path: Path) -> None:
    answer, out = "R**2/gamma**2 - max(0, R - 1000)", tmp_path / "marks.csv"
    answered(pp("exercises", "novikoff-2", "--answer", answer), "undecided: ", "by hand", code=3)
    (tmp_path / "answers.csv").write_text(f'student,exercise,answer\nAda,novikoff-2,"{answer}"\n')
    assert "0 accepted, 1 undecided, to be marked by hand" in pp("exercises", "mark", tmp_path / "answers.csv", "-o", out).stderr
    (row,) = csv.DictReader(io.StringIO(out.read_text(encoding="utf-8")))
    assert (row["verdict"], row["points"]) == ("undecided", "0")


@every_exercise
def test_a_wrong_answer_is_refuted(one: Exercise) -> None:
    marks = [one.check(answer) for answer in one.wrong]
    assert marks and not any(marks)
    assert all(shows(one, marked) for marked in marks)
    if isinstance(one.task, Bounding):  # some are true and too weak; one at least is false
        assert any(marked.found and judge(marked.found) for marked in marks)


def shows(one: Exercise, marked: MarkedAnswer) -> bool:
    """Whether the mark holds what shows that the answer is wrong, judged again from outside."""
    match one.task:
        case Measuring():
            return marked.found is not None and judge(from_json(marked.found.to_json())).valid
        case Bounding(reference=reference):
            verdict = judge(from_json(marked.found.to_json()))
            return verdict.valid or compare(marked.found.comparison.right, reference.right, verdict.values) == 1
        case Breaking():
            return marked.found is not None and not judge(marked.found).valid
        case Choosing(names, conditions):
            return any(parse(text, extra=names).status(marked.values) == "false" for text in conditions)
        case Building():
            return bool(marked.values) or "alone: with" in marked.words
        case Proving() | Finding():
            return bool(marked.values)
    raise AssertionError(one.task)


@every_bound
def test_a_reference_is_what_its_theorem_says(one: Exercise) -> None:
    task = one.task
    runs = [(given, as_counterexample(task.reference.text, task.game, given)) for given in task.runs()]
    values = [judge(found).values for _, found in runs]
    item = named_item(task.theorem)
    said = [bound for bound, _ in item.statement.attacks] if isinstance(item, Page) else [parse(item.reach.bound)] if item.reach else []
    assert len(values) > 50
    assert any(all(compare(bound.right, task.reference.right, v) != 1 for v in values) for bound in said)


@pytest.mark.parametrize(
    ("words", "least"),
    [
        (("halving", "hedge"), 5),
        (("expected risk", "leave one out"), 2),
        (("multiclass", "Freund and Schapire", "PRank"), 4),
        (("Passive-Aggressive", "PA-II"), 3),
        (("modified perceptron",), 2),
        (("exponentiated gradient", "three-point identity"), 3),
        (("boundedness", "bounded"), 1),
        (("Pegasos", "strongly convex"), 2),
        (("Hadamard",), 3),
        (("XOR",), 2),
        (("p-norm",), 2),
    ],
)
def test_a_word_of_a_course_finds_its_exercises(words: tuple[str, ...], least: int) -> None:
    found = {id for word in words for id in exercises_about(word).split(",")}
    assert len(found) >= least and all(exercise(id) for id in found)


def test_exercises_command_takes_a_word_of_the_field() -> None:
    answered(pp("exercises", "xor"), "`courses-1`", "XOR with one more feature")
    refused(pp("exercises", "xyzzy"), "no exercise 'xyzzy'")


def test_a_refuted_bound_comes_with_its_run_round_by_round() -> None:
    marked = exercise("margin-1").check("2")
    assert "start" in str(marked) and "update" in str(marked) and "<table>" in marked._repr_html_()


def test_another_form_of_the_answer_is_accepted() -> None:
    assert exercise("hinge-3").check("M <= TD/gamma + 1/(2*gamma**2) + sqrt(1 + 4*gamma*TD)/(2*gamma**2)")
    assert exercise("novikoff-3").check("(c + b) + 2*M*gamma*a + a*a")
    assert exercise("batch-1").check("2000")


@pytest.mark.parametrize("id", ["novikoff-2", "hinge-3", "start-3", "own-4", "winnow-3", "l1-l2-4"])
def test_a_bound_rounded_down_is_accepted_without_a_search(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.decide.decide", lambda *_, **__: pytest.fail("a search"))
    left, sign, right = exercise(id).answer.partition("<=")
    rounded = f"{left}{sign} floor({right})" if sign else f"floor({left})"
    marked = exercise(id).check(rounded)
    assert marked and "by algebra, rounded down" in marked.words
    assert not exercise(id).check(rounded.replace("floor", "sqrt"))


@pytest.mark.nocover
def test_a_sharper_bound_is_put_to_the_kernel_and_the_search() -> None:
    proved = exercise("novikoff-2").check("min(R**2/gamma**2, T)")
    assert proved and "the kernel has just accepted" in proved.words
    marked = exercise("margin-5").check("2.5128")  # true runs of the learner break it, of a length that takes the search luck
    assert not marked and (marked.verdict == "undecided" or (marked.found and judge(marked.found)))
    assert marked._repr_html_()


@pytest.mark.parametrize(("asked", "said"), rows(__file__, "answers.txt"))
def test_what_is_no_answer_is_told_why_in_a_line(asked: str, said: str) -> None:
    id, _, answer = asked.partition(": ")
    marked = exercise(id).check(answer.replace(r"\n", "\n"))
    assert not marked and said in marked.words and "\n" not in marked.words
    assert "gives something away" not in said or (marked.found is not None and not judge(marked.found))


@settings(max_examples=tries(150))
@given(st.text("abnpqr0123*+-/() .", max_size=16))
def test_no_text_is_taken_for_a_proof_by_mistake(answer: str) -> None:
    if exercise("novikoff-1").check(answer):  # then it is the one identity that there is, written in some way
        assert exercise("novikoff-1").check(f"{answer} + 0.5*a - 0.5*a") is not None
        assert not exercise("novikoff-1").check(f"{answer} + a")


def test_there_is_no_other_exercise_chapter_or_form() -> None:
    for ask in (lambda: exercise("hinge-99"), lambda: exercise("nothing"), lambda: chapter("x"), lambda: sheet("hinge", "x")):
        with pytest.raises(InputError, match=r"there are|did you mean"):
            ask()


def test_a_run_is_read_as_it_is_written() -> None:
    given = read_run("u = (3/5, 0.8); gamma=1/2;+(1, 0) ; -(0,-1); w = (0, 2)")
    assert [y for _, y in given.rounds] == [1, -1] and str(given.u[1]) == "4/5" and given.start is not None


def test_a_page_leaves_open_what_needs_a_search(tmp_path: Path) -> None:
    """The other answers it marks as here: test_four_platforms.py."""
    code = """
from proofs.report.book.exercises.library import mark_text
said = json.loads(mark_text(json.dumps(given)))
"""
    unsettled = {"id": "novikoff-2", "answer": "R**2/gamma**2 - max(0, T - 20)"}
    said = with_nothing_but_the_runtime(tmp_path, code, unsettled, ROOMS)
    assert said["verdict"] == "undecided" and "not settled here" in said["words"]


# --- variants


SEEDS = ("ada", "bob", "17", "Émile", "5", "x y", "0")


@pytest.mark.parametrize("name", sampled(CHAPTERS, 5))
def test_students_have_variants_and_the_key_to_each_is_right(name: str) -> None:
    sheets = {seed: str(sheet(name, "plain", seed=seed)) for seed in SEEDS}
    assert len(set(sheets.values())) >= 4 and sheets == {seed: str(sheet(name, "plain", seed=seed)) for seed in SEEDS}
    for place, book in enumerate(chapter(name)):
        asked = book.kind in ("run", "bound", "measure")
        variants = [chapter(name, seed)[place] for seed in (SEEDS if asked else SEEDS[:2])]
        assert len({(one.task.asks, one.answer) for one in variants}) > 1 or not asked, book
        for one in variants:
            assert one.check(one.answer) and not any(map(one.check, one.wrong)), one
            assert "[[" not in one.print_form("solved") and f"`{one.answer}`" in one.print_form("solved")


def test_other_letters_stand_wherever_the_first_did() -> None:
    told, asked = exercise("batch-3").print_form("solved"), exercise("batch-3", "ada").print_form("solved")
    assert set(WORD.findall(told)) - set(WORD.findall(asked)) >= {"r", "q"} and "\\sqrt k" in asked


def test_the_numbers_of_a_variant_are_its_own() -> None:
    variants = {exercise("start-1", seed).task.asks: exercise("start-1", seed).answer for seed in SEEDS}
    assert len(variants) > 2 and set(variants.values()) == {"2", "3"}
    assert {bool(exercise("break-3", seed).check("u = (1); gamma = 3/2; +(1)")) for seed in SEEDS} == {True, False}
    assert len({exercise("own-4", seed).answer for seed in SEEDS}) > 3 and not exercise("own-4", "ada").check(exercise("own-4").answer)
    assert {exercise("prove-10", seed).answer[0] for seed in map(str, range(20))} == {"1", "2", "4", "5"}


# --- printed


@pytest.mark.parametrize("name", CHAPTERS)
def test_sheets_differ_in_what_they_give_away(name: str) -> None:
    folded, plain, solved = (str(sheet(name, form)) for form in ("folded", "plain", "solved"))
    for one in chapter(name):
        assert f'data-exercise="{one.id}"' in folded and one.solution in folded and one.hints[0] in folded
        assert one.text in plain and one.solution not in plain and one.solution in solved and f"`{one.answer}`" in solved
        assert one.task.asks in plain
    assert folded.count("<details>") == folded.count("</details>") and plain.startswith("# Problems")


# --- the command


def test_sheet_of_several_chapters_has_a_head_points_and_ids() -> None:
    """A lecturer hands out one sheet a week, and `--answer` and `mark` ask for the ids."""
    text = pp("exercises", "hinge-2, novikoff,winnow-1").output
    ones = [exercise("hinge-2"), *chapter("novikoff"), exercise("winnow-1")]
    heads = [f"**Exercise {n}** · *{one.level}* · `{one.id}` · {one.points} point" for n, one in enumerate(ones, 1)]
    assert [text.index(head) for head in heads] == sorted(text.index(head) for head in heads)
    assert text.startswith(f"# Problems: {TITLES['hinge']}, {TITLES['novikoff']}, {TITLES['winnow']}\n\nName ....")
    assert f"Points ........ of {sum(one.points for one in ones)}\n" in text and not str(sheet("hinge,winnow", "solved")).count("Name ..")
    assert all(one.id in problems("hinge-2,novikoff").latex for one in ones[:-1])
    refused(pp("exercises", "hinge,hinge-2"), "hinge-2 is asked for twice")
    refused(pp("exercises", "hinge,nothing"), "no chapter 'nothing'")


def test_the_command_lists_prints_and_marks() -> None:
    assert pp("exercises").exit_code == 0 and "hinge" in pp("exercises").output
    assert pp("exercises", "hinge").output == str(sheet("hinge", "plain"))
    assert pp("exercises", "hinge", "--solutions").output == str(sheet("hinge", "solved"))
    assert pp("exercises", "hinge", "--solutions", "--seed", "ada").output == str(sheet("hinge", "solved", seed="ada"))
    assert pp("exercises", "batch-3", "--seed", "ada", "--answer", exercise("batch-3", "ada").answer).exit_code == 0
    assert pp("exercises", "start-1", "--answer", "3").exit_code == 0
    answered(pp("exercises", "hinge-3", "--answer", "M <= 1/gamma**2"), "is false", code=1)
    lines = "0 <= (gamma*s*M + TD*P + 1)**6\ngamma**2*M <= 1 + 2*gamma*TD"
    said = "line 2: this step is too long for one line", "put a line before it"
    answered(pp("exercises", "prove-7", "--answer", lines), *said, code=1)


PLATFORMS = ("nbgrader", "otter", "gift", "latex", "scorm")
FORMS = (
    *([], ["hinge"], ["hinge-3"], ["novikoff-2", "--answer", "1/gamma**2"], ["mark", "answers.csv"]),
    *(["export", "novikoff-2", "--format", platform] for platform in PLATFORMS),
)
OPTIONS = (
    ["--answer", "M <= 1"],
    ["--solutions"],
    ["--seed", "ada"],
    ["--format", "gift"],
    ["--runtime", "none"],
    ["--class", "class.csv"],
    ["-o", "to"],
)


@pytest.mark.parametrize("form", FORMS, ids=" ".join)
def test_each_option_changes_the_outcome_or_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: list[str]) -> None:
    """A lecturer who adds `--solutions` to a quiz must not believe that it has them."""
    monkeypatch.chdir(tmp_path)
    Path("answers.csv").write_text("student,novikoff-2\nAda,M <= 1/gamma**2\n")
    Path("class.csv").write_text("student,seed\nAda,x7\n")

    def outcome(*given: str) -> tuple[int, str, str, list[bytes]]:
        result, files = pp("exercises", *given), [one for one in sorted(Path().rglob("*")) if one.is_file()]
        written = [one.read_bytes() for one in files if one.parts[0] == "to"]
        shutil.rmtree("to") if Path("to").is_dir() else Path("to").unlink(missing_ok=True)
        return result.exit_code, result.stdout, result.stderr, written

    without = outcome(*form)
    for option in OPTIONS:
        if option[0] not in form:
            code, *rest = outcome(*form, *option)
            incomplete = "scorm" in form and option[0] in ("--seed", "-o", "--class")  # a package takes --runtime and -o
            assert incomplete or (code, *rest) != without, option
            assert code != 2 or re.search(r"do(es)? not go|goes with| takes |exercises are|written to a file", rest[1]), (option, rest[1])
            assert code != 2 or len(rest[1].splitlines()) == 1


def test_a_class_is_marked(tmp_path: Path) -> None:
    long, wide, out = tmp_path / "long.csv", tmp_path / "wide.csv", tmp_path / "marks.csv"
    long.write_text(
        "student,exercise,answer\nBob,start-1,\n"
        'Ada,hinge-3,M <= 1/gamma**2\nBob,novikoff-1,2*a + b\n=Eve,prove-2,"P + gamma <= V by new, separable\ngamma*(k + 1) <= V"\n'
    )
    assert pp("exercises", "mark", long, "-o", out).exit_code == 0
    rows = list(csv.DictReader(io.StringIO(out.read_text(encoding="utf-8"))))
    assert [row["verdict"] for row in rows] == ["no answer", "not accepted", "accepted", "accepted"]
    assert [(row["points"], row["of"]) for row in rows] == [("0", "1"), ("0", "2"), ("1", "1"), ("1", "1")]
    assert "is false" in rows[1]["reason"] and "γ = " in rows[1]["reason"] and rows[3]["student"] == "'=Eve"
    told = "".join(f"{seed},{seed},{exercise('start-1', seed).answer},(r - s)**2 + e - f\n" for seed in ("", "ada"))
    wide.write_text(f"student,seed,start-1,batch-3\n{told}")
    verdicts = [row.split(",")[2] for row in pp("exercises", "mark", wide, "-o", "-").stdout.splitlines()[1:]]
    assert verdicts == ["accepted"] * 3 + ["unreadable"]
    wide.write_text("student,novikoff-1,start-1\nAda,a,3\nBob,2*a + b,\n")
    assert "4 answers of 2 students marked, 2 accepted" in pp("exercises", "mark", wide).stderr
    wide.write_text("student,exercise,answer\n" + "".join(f"s{n},novikoff-1,{n}*a + b\n" for n in range(200)))
    assert "200 answers of 200 students marked, 1 accepted" in pp("exercises", "mark", wide).stderr


@pytest.mark.parametrize("mark", [";", "\t"])
def test_a_table_with_other_marks_between_its_cells_is_read(tmp_path: Path, mark: str) -> None:
    (tmp_path / "answers.csv").write_text(f"student{mark}start-1{mark}novikoff-1\nAda{mark}3{mark}2*a + b\n")
    verdicts = [row.split(",")[2] for row in answered(pp("exercises", "mark", tmp_path / "answers.csv", "-o", "-")).splitlines()]
    assert verdicts == ["verdict", "accepted", "accepted"]


@pytest.mark.parametrize(("table", "words"), rows(__file__, "no_answers.txt"))
def test_a_table_that_is_none_of_answers_is_refused(tmp_path: Path, table: str, words: str) -> None:
    (tmp_path / "answers.csv").write_text(table.replace(r"\n", "\n"))
    refused(pp("exercises", "mark", tmp_path / "answers.csv"), words)


CLASS = "student;seed\nAda Lovelace ; \nBob;x7\n"


def test_a_class_gets_a_file_each_and_is_marked_by_its_seeds(tmp_path: Path) -> None:
    students, answers, folder = tmp_path / "students.csv", tmp_path / "answers.csv", tmp_path / "sheets"
    students.write_text(CLASS)
    assert pp("exercises", "export", "novikoff", "--format", "nbgrader", "--class", students, "-o", folder).exit_code == 0
    listed = list(csv.DictReader(io.StringIO((folder / "class.csv").read_text())))
    assert [tuple(row.values()) for row in listed] == [("Ada Lovelace", "Ada Lovelace", "ada-lovelace.ipynb"), ("Bob", "x7", "bob.ipynb")]
    assert {file.name for file in folder.iterdir()} == {"class.csv", *(row["file"] for row in listed)}
    assert "'novikoff-2', 'x7'" in (folder / "bob.ipynb").read_text()
    rows = [f"{row['student']},{exercise('novikoff-2', row['seed']).answer}\n" for row in listed]
    answers.write_text("student,novikoff-2\n" + "".join(rows))
    assert "2 answers of 2 students marked, 2 accepted" in pp("exercises", "mark", answers, "--class", folder / "class.csv").stderr
    assert "2 answers of 2 students marked, 0 accepted" in pp("exercises", "mark", answers).stderr


@pytest.mark.parametrize(
    ("students", "words"),
    [
        ("student\nA/b\nA:b\n", "would have the same file"),
        ("student\nAda\nAda\n", "row 3: Ada is listed twice"),
        ("student,seed\nAda,1\n ,2\n", "row 3: a student has no name"),
        ("name\nAda\n", "its first line names the columns: student"),
        ("student\n", "it ends after the names of the columns"),
        (f"student\nAda\n{'ä' * 150}\n", "a file name has at most 200 bytes"),
        ("student,seed,seed\nAda,1,2\n", "two columns have the name seed"),
    ],
)
def test_a_list_of_a_class_that_is_none_is_refused(tmp_path: Path, students: str, words: str) -> None:
    (tmp_path / "students.csv").write_text(students)
    options = "--format", "otter", "--class", tmp_path / "students.csv", "-o", tmp_path / "sheets"
    refused(pp("exercises", "export", "hinge", *options), words)
    assert not (tmp_path / "sheets").exists()
    (tmp_path / "answers.csv").write_text("student,novikoff-2\nAd,1\n")
    (tmp_path / "students.csv").write_text("student\nAda\n")
    refused(pp("exercises", "mark", tmp_path / "answers.csv", "--class", tmp_path / "students.csv"), "row 2: Ad is not in the class list")
    (tmp_path / "answers.csv").write_text("student,seed,novikoff-2\nAda,x7,1\n")
    refused(
        pp("exercises", "mark", tmp_path / "answers.csv", "--class", tmp_path / "students.csv"), "row 2: Ada has the seed Ada", "not x7"
    )


# -- A reader of the first chapter has answers to its exercises marked without leaving the page.


CHAPTER = "chapters/novikoff_in_ten_minutes.html"


@pytest.fixture(scope="module")
def page(browser: Any, with_runtime: Path) -> Iterator[Any]:
    with opened(browser, with_runtime / CHAPTER) as page:
        yield page


def marked(page: Any, id: str, answer: str) -> Any:
    """What the page says of an answer to an exercise: its box, when the mark is there."""
    box = page.locator(f"#exercise-{id}")
    box.locator("input[type=text]").fill(answer)
    box.locator("input[type=text]").press("Enter")
    page.wait_for_function(
        "/^(Accepted|Not accepted|Not settled|Unreadable|The answer could)/"
        f".test(document.querySelector('#exercise-{id} .live-status').textContent)"
        f" && !document.querySelector('#exercise-{id} button').disabled"
    )
    return box


@pytest.mark.nocover
def test_a_wrong_step_is_answered_by_numbers_and_a_right_one_accepted(page: Any) -> None:
    box = marked(page, "novikoff-1", "a + b")
    assert box.locator(".live-status").inner_text().startswith("Not accepted") and box.locator(".live-answer table").is_visible()
    box = marked(page, "novikoff-1", "2*a + b")
    assert box.locator(".live-status").inner_text().startswith("Accepted") and not box.locator(".live-answer table").is_visible()


@pytest.mark.nocover
def test_a_wrong_bound_is_answered_by_a_run(page: Any) -> None:
    box = marked(page, "novikoff-2", "1/gamma**2")
    assert "is false" in box.locator(".live-status").inner_text() and "update" in box.locator(".live-answer table").inner_text()


@pytest.mark.nocover
@pytest.mark.parametrize(
    ("answer", "verdict", "words"),
    [("4ga", "Unreadable", "what belongs in place of"), ("R**2/gamma**2 - max(0, T - 20)", "Not settled here", "marked by hand")],
)
def test_answer_without_a_mark_has_its_own_verdict_in_the_page(page: Any, answer: str, verdict: str, words: str) -> None:
    """A slip of the pen, and what a page cannot decide, must not read like a wrong answer."""
    told = marked(page, "novikoff-2", answer).locator(".live-status").inner_text()
    assert told.startswith(verdict) and words in told


# -- A student builds a proof from nothing: in the page, by the keyboard alone, and in a notebook.


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


@pytest.mark.parametrize("one", chapter("prove")[:9], ids=lambda one: one.id)
def test_the_numbers_that_refute_a_line_are_numbers_that_do(one: Any) -> None:
    task = one.task
    assert isinstance(task, Building) and len(one.hints) == 3
    assert apart(task.claim, task.facts.values()) == {}, "the goal itself would be false"
    assert any(one.check(wrong).values for wrong in one.wrong)


@pytest.fixture(scope="module")
def proving(browser: Any, with_runtime: Path) -> Iterator[Any]:
    with opened(browser, with_runtime / "prove.html") as page:
        yield page


@pytest.mark.nocover
def test_a_proof_is_built_in_the_page_by_the_keyboard(proving: Any) -> None:
    page = proving
    box = page.locator(f"#exercise-{ID}")
    status = f"document.querySelector('#exercise-{ID} .live-status').textContent"

    def add(line: str) -> str:
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        page.wait_for_function(f"/^(Accepted|So far|Not accepted|Unreadable|The answer could)/.test({status})")
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
