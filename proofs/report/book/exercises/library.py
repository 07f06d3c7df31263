"""An exercise: its text, what marks an answer to it, and how it is printed as Markdown."""

from __future__ import annotations

import html
import json
import random
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any

from perceptron.errors import InputError
from perceptron.extras import require
from perceptron.numbers.exact import parse as number
from proofs.conjecture.game import Game
from proofs.conjecture.nodes import CONSTANTS, NAMES
from proofs.report.book.exercises import tasks
from proofs.report.book.exercises.answers import plain, unread
from proofs.report.book.exercises.building import Building, Finding
from proofs.report.book.exercises.steps import Proving
from proofs.report.book.exercises.tasks import Bounding, Breaking, Choosing, ExerciseTask, MarkedAnswer, Measuring
from proofs.system.escaping import near
from proofs.system.files import write_text

LEVELS = ("first reading", "practice", "hard", "research")
# In a chapter, on a problem sheet, in Jupyter, on a platform that gives points, on the lecturer's copy.
FORMS = ("folded", "plain", "hinted", "graded", "solved")


@dataclass(frozen=True, repr=False)
class Exercise:
    """One exercise.

    id         chapter and number, such as "hinge-3"
    level      one of LEVELS
    text       the question, in Markdown with $…$
    hints      three, from the first push to all but the answer
    solution   how the answer is found, in Markdown
    answer     an answer that is accepted
    wrong      answers that are not
    task       the marker of an answer
    seed       the student's; without one it is as the book has it
    """

    id: str
    level: str
    text: str
    hints: tuple[str, ...]
    solution: str
    kind: str
    answer: str
    wrong: tuple[str, ...]
    task: ExerciseTask
    seed: str = ""

    @property
    def number(self) -> int:
        return int(self.id.rpartition("-")[2])

    @property
    def points(self) -> int:
        """The points of the exercise: 1 for a first reading, up to 4."""
        return LEVELS.index(self.level) + 1

    def check(self, answer: str) -> MarkedAnswer:
        """Mark an answer.  One that cannot be read is "unreadable", and the words say where it fails and what to write.

        >>> from proofs.report.book.exercises import exercise
        >>> exercise("hinge-3").check("M <= 1/gamma**2").accepted
        False
        """
        try:
            return self.task.mark(plain(answer))
        except InputError as error:
            return MarkedAnswer(False, unread(error, self.task.asks), unreadable=True)

    def begin(self) -> Attempt:
        """A proof to be built line by line.  Raises InputError for an exercise that asks for something else."""
        if not isinstance(self.task, Building):
            raise InputError(f"{self.id} asks for no proof: check an answer to it")
        return Attempt(self)

    def widget(self) -> Any:
        """A box for the answer in Jupyter, as in a page of the book; Python marks, and has the lines of a proof as `lines`.

        Raises MissingLibrary without anywidget, or without what makes HTML of Markdown."""
        for library in ("myst_nb", "latex2mathml"):
            require(library, "exercises in widgets")
        from proofs.report.book.lectures.paper import convert
        from proofs.report.live.interactions import widget

        return widget(convert(self.box([self.print_form("hinted")]), unfolded=False), mark_text)

    def print_form(self, form: str, place: int = 0) -> str:
        """The exercise in a form of FORMS.  A page of the book puts a box for the answer where it is folded.

        place    its number on a sheet, which says its id and its points too
        """
        head = f"**Exercise {place or self.number}** · *{self.level}*"
        head += f" · `{self.id}` · {self.points} point{'s' * (self.points > 1)}" * (place > 0)
        parts = [head, self.text, self.task.asks]
        solved = f"{self.solution}\n\nThe answer: `{self.answer}`"
        if form in ("folded", "hinted", "graded"):
            hints = self.hints[:-1] if form == "graded" else self.hints  # the last one names the answer among others
            parts += [_fold(f"Hint {number}", hint) for number, hint in enumerate(hints, 1)]
        if form == "folded":
            call = "begin()" if isinstance(self.task, Building) else 'check("…")'
            return self.box([*parts, _fold("Solution", solved), f'In a notebook: `exercise("{self.id}").{call}`'])
        if form == "solved":
            parts += [f"*Solution.* {solved}"]
        return "\n\n".join(parts)

    def box(self, parts: Sequence[str]) -> str:
        """Markdown in which a page that can mark puts its box, before the first hint."""
        values = {"exercise": self.id, "seed": self.seed, "points": self.points}
        values |= {"facts": " ".join(self.task.lines)} if isinstance(self.task, Building) else {}
        data = " ".join(f'data-{name}="{html.escape(str(value))}"' for name, value in values.items() if value or name == "facts")
        return "\n\n".join([f'<div class="pp-exercise" id="exercise-{self.id}" data-live="exercise" {data}>', *parts, "</div>"])

    def __repr__(self) -> str:
        return f"<exercise {self.id}, {self.level}: {self.task.asks}>"

    def _repr_markdown_(self) -> str:
        return self.print_form("folded")


@dataclass(repr=False)
class Attempt:
    """A proof in the making, in a notebook: `line` adds one if it holds, `hint` reveals more each time, `save` keeps it as a file."""

    exercise: Exercise
    lines: list[str] = field(default_factory=list)
    hinted: int = 0

    def line(self, text: str) -> MarkedAnswer:
        """Have a further line marked, which is kept if it stands."""
        mark = self.exercise.check("\n".join([*self.lines, text]))
        if mark.right > len(self.lines):
            self.lines.append(text)
        return mark

    def hint(self) -> str:
        """The next hint; the last one again when there are no more."""
        self.hinted = min(self.hinted + 1, len(self.exercise.hints))
        return self.exercise.hints[self.hinted - 1]

    def save(self, path: str | Path) -> None:
        """Write the lines to a file.  Raises OSError."""
        write_text(path, "\n".join(self.lines) + "\n")

    def __repr__(self) -> str:
        return "\n".join([self.exercise.task.asks, *(f"{number}. {line}" for number, line in enumerate(self.lines, 1))])

    def _repr_markdown_(self) -> str:
        listed = "\n".join(f"{number}. `{line}`" for number, line in enumerate(self.lines, 1))
        return f"{self.exercise.text}\n\n{self.exercise.task.asks}\n\n{listed}"


def _fold(summary: str, text: str) -> str:
    return f"<details><summary>{summary}</summary>\n\n{text}\n\n</details>"


SOLUTION = re.compile(r"<details><summary>Solution</summary>.*?</details>\s*", re.DOTALL)


def leave_unsolved(text: str) -> str:
    """A printed text without the folded solutions in it."""
    return SOLUTION.sub("", text)


DATA = Path(__file__).parent / "data"
TITLES: dict[str, str] = tomllib.loads((Path(__file__).parent / "chapters.toml").read_text(encoding="utf-8"))
CHAPTERS = tuple(TITLES)


def exercise(id: str, seed: str = "") -> Exercise:
    """An exercise by its id; with a seed, such as a student's name, that student's variant of it.

    Raises InputError with the known chapters."""
    name = id.rpartition("-")[0]
    exercises = {one.id: one for one in chapter(name, seed)} if name in CHAPTERS else {}
    if id not in exercises:
        known = list(exercises) or [*CHAPTERS, *(f"{name}-1" for name in CHAPTERS)]
        hint = f"; {id} is a chapter, whose exercises are {', '.join(one.id for one in chapter(id))}" if id in CHAPTERS else near(id, known)
        raise InputError(f"no exercise {id!r:.40}{hint or '; there are ' + ', '.join(known)}")
    return exercises[id]


def exercises_about(word: str) -> str:
    """The exercises with this word in their text or solution, as a list for `sheet`; empty if there are none."""
    from proofs.theorems.lookup import places_of  # a page in a browser has no need of the catalogue

    listed = [one for name in CHAPTERS for one in chapter(name)]
    return ",".join(listed[place].id for place in places_of(word, [f"{one.text}\n{one.solution}" for one in listed]))


@cache
def chapter(name: str, seed: str = "") -> tuple[Exercise, ...]:
    """The exercises of a chapter, in order, in the variants of a seed.  Raises InputError with the known chapters."""
    records = enumerate(_records(name), 1)
    return tuple(_exercise(f"{name}-{number}", vary(record, f"{seed}/{name}-{number}" if seed else ""), seed) for number, record in records)


@cache
def _records(name: str) -> tuple[Mapping[str, Any], ...]:
    if name not in CHAPTERS:
        raise InputError(f"no chapter {name!r:.40}{near(name, CHAPTERS) or '; there are ' + ', '.join(CHAPTERS)}")
    return tuple(tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))["exercise"])


def _exercise(id: str, record: Mapping[str, Any], seed: str) -> Exercise:
    task = _task(record)
    hints = tuple(hint.strip() for hint in record["hints"])
    texts = {name: record[name] for name in ("level", "kind", "answer")} | {name: record[name].strip() for name in ("text", "solution")}
    hints = hints if len(hints) == STEPS else (*hints, _last_hint(record, task))
    return Exercise(id, hints=hints, wrong=tuple(record["wrong"]), task=task, seed=seed, **texts)


STEPS = 3  # of hints


def _last_hint(record: Mapping[str, Any], task: ExerciseTask) -> str:
    """The form of the answer, where the data have no third hint: its beginning, its parts, or the list that it belongs to."""
    answer = record["answer"]
    if record["kind"] == "run":
        choices, examples = [[p.strip() for p in answer.split(";") if ("=" in p) is named] for named in (True, False)]
        count = "one example" if len(examples) == 1 else f"{len(examples)} examples"
        return f"The run may begin with `{'; '.join(choices)}`, and {count} will do."
    if isinstance(task, Proving):
        used = [f"`{name}`" for name in task.lines if re.search(rf"\b{name}\b", answer)]
        parts = [f"the lines {', '.join(used)}"] * bool(used) + ["a square"] * ("**2" in answer)
        return f"The sum is made of {' and '.join(parts)}."
    return f"It is one of these: {', '.join(f'`{one}`' for one in sorted({answer, *record['wrong']}))}."


PLACE = re.compile(r"\[\[(\w+)\]\]")
MATHS, CODE = r"\$[^$]*\$", r"`[^`]*`"
LATEX = re.compile(r"\\(?:mathrm|text)\{[^}]*\}|\\[A-Za-z]+|[A-Za-z]")
WORD = re.compile(r"[A-Za-z_]\w*")
LETTERS = "abcdfghjkmnpqrstvxyABCDEFGKLNQSVWXYZ"  # z is the kernel's own
PROSE = ("text", "hints", "solution")


def vary(record: Mapping[str, Any], seed: str) -> dict[str, Any]:
    """The data of an exercise for a seed: a row of its `vary`, which gives [[names]] in it and whole entries, the first one without a seed;
    then other letters for its own names, and its lines in another order. Without rows a blank or a run has a form for this student, whose
    key is worked out from the book's."""
    rng = random.Random(seed)
    rows = record.get("vary", [{}])
    row = rng.choice(rows) if seed else rows[0]
    entries = {name: _change(row.get(name, value), lambda text: _fill(text, row)) for name, value in record.items() if name != "vary"}
    if not seed:
        return entries
    if "vary" not in record and record["kind"] in _OWN_FORM:
        entries |= _OWN_FORM[record["kind"]](entries, rng)
    others = _letters(entries, rng)
    for name in entries.keys() - KEPT:
        entries[name] = _change(entries[name], partial(_rename, others=others, prose=name in PROSE))
    if "lines" in entries:
        entries["lines"] = dict(rng.sample(list(entries["lines"].items()), len(entries["lines"])))
    return entries


KEPT = {"level", "kind", "game", "theorem", "against", "run", "conjecture"}  # these have no names of the exercise's own


def _divide(record: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """A question for a number of times the book's answer, and a sentence that says so: a factor on the left, or else below the blank."""
    by, conjecture = rng.randint(2, 9), record.get("conjecture", "{}")
    if conjecture == "{}":
        left, op, _ = record["answer"].partition("<=")
        conjecture = f"{left}{op} {{}}"

    def times(answer: str) -> str:
        right = answer.rpartition("<=")[2].strip()
        return str(by * number(right)) if re.fullmatch(r"[\d./]+", right) else f"{by}*({right})"

    left, op, right = re.split(r" (<=|=) ", conjecture)
    factor = f"{by}*{left}" if re.fullmatch(r"[\w*]+", left) else f"{by}*({left})"
    conjecture = f"{factor} {op} {{}}" if right == "{}" else conjecture.replace("{}", f"{{}}/{by}")
    told = f"In this variant the answer is to be multiplied by ${by}$."
    asked = {"conjecture": conjecture} | {name: f"{record[name].rstrip()} {told}\n" for name in ("text", "solution")}
    return asked | {"answer": times(record["answer"]), "wrong": [*map(times, record["wrong"])]}


def _turn(record: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """A run in a dimension of the student's own, where the text fixes none, and with a first label of the student's own."""
    game, least = record["game"], len(tasks.read_run(record["answer"]).u)
    free = "d" not in WORD.findall(record["conjecture"]) and "dimension" not in game and game.get("learner") != "winnow"
    text = record["text"].lower()
    dimension = rng.randint(least, least + 3) if free and not any(word in text for word in ("line", "plane", "dimension")) else 0
    label = rng.choice((1, -1))

    def turn(answer: str) -> str:
        return tasks.write(tasks.read_run(answer), dimension, label)

    changed = {"answer": turn(record["answer"]), "wrong": [*map(turn, record["wrong"])], "label": label}
    return changed | ({"game": {**game, "dimension": dimension}} if dimension else {})


_OWN_FORM: dict[str, Callable[[Mapping[str, Any], random.Random], dict[str, Any]]] = {"bound": _divide, "measure": _divide, "run": _turn}


def _change(value: Any, by: Callable[[str], str]) -> Any:
    """Every text in a value of the data, changed."""
    if isinstance(value, str):
        return by(value)
    if isinstance(value, Mapping):
        return {by(name): _change(inner, by) for name, inner in value.items()}
    return [_change(inner, by) for inner in value] if isinstance(value, list) else value


def _fill(text: str, row: Mapping[str, Any]) -> str:
    """With the row's values for [[names]]; between dollars a fraction is written as one."""
    fraction = re.compile(r"(-?)(\d+)/(\d+)")
    parts = re.split(f"({MATHS})", text)
    latex = {name: fraction.sub(r"\1\\tfrac{\2}{\3}", str(value)) for name, value in row.items()}
    return "".join(PLACE.sub(lambda at, of=latex if n % 2 else row: str(of[at[1]]), part) for n, part in enumerate(parts))


def _letters(record: Mapping[str, Any], rng: random.Random) -> dict[str, str]:
    """Another letter, small for small, for each name of one letter that the exercise brings: none that occurs in it or means something."""
    own = [name for name in (*record.get("names", ()), *record.get("lines", ())) if len(name) == 1 and name not in NAMES]
    spans = [span for name in PROSE for text in _texts(record[name]) for span in re.findall(f"{MATHS}|{CODE}", text)]
    others = [text for name, value in record.items() if name not in PROSE for text in _texts(value)]
    used = {letter for text in spans for letter in LATEX.findall(text)} | {word for text in others for word in WORD.findall(text)}
    free = [letter for letter in LETTERS if letter not in used | {*NAMES, *CONSTANTS}]
    rng.shuffle(free)
    chosen = {}
    for name in own:
        if alike := [letter for letter in free if letter.islower() is name.islower()]:
            chosen[name] = alike[0]
            free.remove(alike[0])
    return chosen


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for inner in (*value, *value.values()) if isinstance(value, Mapping) else value:
            yield from _texts(inner)


def _rename(text: str, others: Mapping[str, str], prose: bool) -> str:
    """With other names: in prose within formulas and code alone."""

    def change(part: str, words: re.Pattern[str]) -> str:
        return words.sub(lambda word: others.get(word[0], word[0]), part)

    parts = re.split(f"({MATHS}|{CODE})", text) if prose else ["", text]
    return "".join(change(part, LATEX if part[:1] == "$" else WORD) if n % 2 else part for n, part in enumerate(parts))


TASKS: dict[str, Callable[..., ExerciseTask]] = {
    "bound": Bounding,
    "run": Breaking,
    "measure": Measuring,
    "step": Proving,
    "proof": Building,
    "flaw": Finding,
    "numbers": Choosing,
}


def _task(record: Mapping[str, Any]) -> ExerciseTask:
    """The task that marks an answer: the data give the fields of its class by their names."""
    kind: Any = TASKS[record["kind"]]
    given = {of.name: record[of.name] for of in fields(kind) if of.name in record}
    given = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    task: ExerciseTask = kind(**given | ({"game": _game(given["game"])} if "game" in given else {}))
    return task


def _game(record: Mapping[str, Any]) -> Game:
    changes = {**record, "dropped": frozenset(record.get("dropped", ()))}
    read: dict[str, Callable[[Any], Any]] = {"eps": Fraction, "coordinates": lambda listed: tuple(map(Fraction, listed))}
    return Game(**changes | {name: exact(record[name]) for name, exact in read.items() if name in record})


@dataclass(frozen=True)
class Sheet:
    """Exercises in a form of FORMS; Jupyter and the book show them as Markdown."""

    exercises: tuple[Exercise, ...]
    form: str
    title: str = ""

    def __str__(self) -> str:
        if not self.title:
            return "\n\n".join(one.print_form(self.form) for one in self.exercises) + "\n"
        parts = [f"# {self.title}", *([self.blank] if self.form == "plain" else [])]
        return "\n\n".join([*parts, *(one.print_form(self.form, place) for place, one in enumerate(self.exercises, 1))]) + "\n"

    @property
    def blank(self) -> str:
        """The line that a student fills in."""
        return f"Name {'.' * 40} Date {'.' * 16} Points {'.' * 8} of {sum(one.points for one in self.exercises)}"

    def __repr__(self) -> str:
        return f"<{len(self.exercises)} exercises>"

    def _repr_markdown_(self) -> str:
        return str(self)


def sheet(name: str, form: str = "folded", first: int = 1, seed: str = "") -> Sheet:
    """The exercises of a chapter, or of several chapters and ids with commas between them: "folded" with hints and solutions behind a
    click, "plain" without them, "hinted" with hints alone, "graded" with all hints but the last, "solved" with the solutions.

    first    the number to begin with, where a chapter shows those before it by themselves
    seed     a student's name: the exercises are variants, and those of one level come in the student's own order

    Raises InputError for another chapter, id or form.
    """
    names = [part.strip() for part in name.split(",")]
    ids = {one for one in names if one not in CHAPTERS and one.rpartition("-")[0] in CHAPTERS}
    exercises = [one for part in names for one in ((exercise(part, seed),) if part in ids else chapter(part, seed)[first - 1 :])]
    if form not in FORMS:
        raise InputError(f"no form {form!r:.40}; there are {', '.join(FORMS)}")
    if twice := [one.id for i, one in enumerate(exercises) if one in exercises[:i]]:
        raise InputError(f"{twice[0]} is asked for twice")
    if seed:
        random.Random(f"{seed}/{name}").shuffle(exercises)
        exercises.sort(key=lambda one: one.points)
    of = ", ".join(dict.fromkeys(TITLES[one.id.rpartition("-")[0]] for one in exercises)) + (f" · {seed}" if seed else "")
    return Sheet(tuple(exercises), form, {"plain": f"Problems: {of}", "solved": f"Solutions: {of}"}.get(form, ""))


# What marking imports, beyond what kernel and judge need in a page.
ROOMS = ("proofs/report/book/exercises", "proofs/derive/authoring/certificates.json", "proofs/theorems")


def mark_text(text: str) -> str:
    """{"id", "answer", "seed"} to {"accepted", "verdict", "words", "shown", "right"}: why, as HTML the run or the numbers that show it, if
    there are any, and how many lines of a proof stand."""
    asked = json.loads(text)
    mark = exercise(asked["id"], asked.get("seed", "")).check(asked["answer"])
    return json.dumps(
        {"accepted": mark.accepted, "verdict": mark.verdict, "words": mark.words, "shown": mark.evidence, "right": mark.right}
    )
