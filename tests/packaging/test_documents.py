"""README, the tour and the reference are true: commands, output, Python, links; so are docstrings' examples and stored notebooks."""

import doctest
import importlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import perceptron
import perceptron.estimators
import perceptron.kernels
from proofs import theorem
from proofs.campaign import Campaign
from proofs.cli import COMMANDS
from proofs.conjecture import parse
from proofs.counterexample import judge
from proofs.derive.worst_case import most_updates, worst_case
from proofs.falsify import falsify
from proofs.referees.coq import read_certificate
from proofs.report.book.contents import CHAPTERS, chapters
from proofs.report.book.exercises import sheet
from proofs.report.pictures.animation import novikoff
from proofs.theorems import catalogue
from proofs.theorems.sources import DOCUMENTS
from tests.amounts import rows
from tests.cli.running import ROOT, pp
from tests.packaging.stored_notebooks import TIMES, executed, stale

README, TOUR, THEOREMS, REFERENCE = (
    (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/tour.md", "docs/theorems.md", "docs/reference.md")
)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SNIPPETS = [line.strip() for text in (README, TOUR) for line in text.splitlines() if line.startswith("    ")]
LINES = list({line.partition("#")[0].strip(): line for line in SNIPPETS if line.startswith("perceptron-proofs ")}.values())  # each once
# The same with less time; the whole of `verify` is `make`, and tests/report looks at a book with all chapters.
QUICK = {"falsify": ["--turns", "12"], "book": ["--only", "progress", "--notebooks", "one"], "bound": ["--budget", "120"]}
SHORT_BUDGETS = {"20": "1", "30": "2"}


def quickly(call: list[str]) -> list[str]:
    """The call with less time."""
    call = [SHORT_BUDGETS.get(word, word) for word in call]
    return [*call, *(["progress", "--attack", "0"] if call == ["verify"] else QUICK.get(call[0], []))]


def promised_code(line: str) -> int:
    """The exit code that the line's comment names; 0 where it names none."""
    named = re.search(r"#.*exit code (\d+)", line)
    return int(named[1]) if named else 0


@pytest.mark.nocover
def test_each_command_of_readme_and_tour_exits_as_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tour that cannot be run as it is written is worse than none: FILE was no file, and `falsify` of a true bound no proof."""
    monkeypatch.chdir(tmp_path)
    for folder in ("notebooks", "docs/examples"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    Path("one").mkdir()
    shutil.copy("notebooks/start.ipynb", "one")
    for line in LINES:
        result = pp(*quickly(shlex.split(line, comments=True)[1:]))
        assert result.exit_code == promised_code(line), (line, result.output)
    made = {path.name for path in tmp_path.iterdir()}
    assert {"novikoff.json", "broken.json", "broken.svg", "runs", "hinge.db", "found", "gentoo.v", "novikoff.html", "marks.csv"} <= made


def without_times(text: str) -> str:
    return re.sub(r"\b\d+\.\d+ s\b", "… s", text)


@pytest.mark.parametrize("block", re.findall(r"^```console\n\$ (.*?)^```", README, re.MULTILINE | re.DOTALL))
def test_a_command_in_readme_prints_all_that_is_shown_and_no_more(block: str, tmp_path: Path) -> None:
    """A newcomer compares, and takes a missing line for a fault."""
    command, _, shown = block.partition("\n")
    path = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    run = {"cwd": tmp_path, "env": os.environ | path, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    assert without_times(subprocess.run(["bash", "-c", command], **run).stdout) == without_times(shown)  # type: ignore[call-overload]


def test_the_tour_shows_every_command() -> None:
    shown = {shlex.split(line, comments=True)[1] for line in TOUR.splitlines() if line.startswith("    perceptron-proofs ")}
    assert shown == set(COMMANDS) - {"witnesses"}  # for authors only


def test_each_picture_of_the_gallery_is_drawn_by_a_line_of_the_tour() -> None:
    """The tour's lines are run, so that the gallery's commands are too; the moving picture is compared with what is stored."""
    gallery = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
    commands = re.findall(r"\| `(perceptron-proofs .*?)` \|$", gallery, re.MULTILINE)
    told = {line.partition("#")[0].strip() for line in LINES}
    assert len(commands) >= 5 and [command for command in commands if command not in told] == []
    assert novikoff() + "\n" == (ROOT / "docs" / "novikoff.svg").read_text(encoding="utf-8"), "make docs"


def test_readme_is_short_and_has_four_doors_of_three_commands() -> None:
    """The first page is read to its end if it is one."""
    assert len(README.splitlines()) <= 180
    doors = README.partition("## Four doors")[2].partition("## ")[0].split("\n**I ")[1:]
    assert [door.count("    perceptron-proofs ") for door in doors] == [3, 3, 3, 3]


def test_readme_explains_each_source_before_it_is_a_riddle() -> None:
    """NG, BL, SS, MR and VE were used on the first page and explained on none."""
    for text in (README, REFERENCE):
        assert [name for name in DOCUMENTS if f"**{name}**" not in text] == []


def test_the_reference_names_every_command_and_exit_code() -> None:
    """One page is searched instead of twenty `--help`s."""
    assert [name for name, (_, line) in COMMANDS.items() if line and f"| `{name}` | {line} |" not in REFERENCE] == []
    codes = set(re.findall(r"^\| (\d+) \|", REFERENCE, re.MULTILINE))
    assert {str(promised_code(line)) for line in LINES} | {"2", "3", "130"} <= codes


def test_the_python_of_the_tour_runs() -> None:
    lines = [line for line in SNIPPETS if re.match(r"from |\w+\(", line)]
    names: dict[str, object] = {}
    for line in lines:
        exec(line, names)
    shown = eval(next(line for line in lines if line.startswith("theorem(")), names)
    promised = re.findall(r"\.(\w+)", next(line for line in SNIPPETS if line.startswith("theorem(")).partition("#")[2])
    assert len(promised) >= 4 and [name for name in promised if not hasattr(shown, name)] == []


def test_readme_has_three_lines_of_python_that_run(capsys: pytest.CaptureFixture[str]) -> None:
    """`.ci/new-user` runs them where nothing but the wheel is installed."""
    (block,) = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert len([line for line in block.splitlines() if line]) == 3
    exec(block, {})
    printed = capsys.readouterr().out
    assert "replayed its proof of 26 steps" in printed and "is false: 1 <= 3/4 fails" in printed


def test_the_ids_of_the_table_exist() -> None:
    rows = re.findall(r"^\| [^|]+ \| (`[^|]+) \|", THEOREMS, re.MULTILINE)
    known = {theorem.id for theorem in (*catalogue.THEOREMS, *catalogue.LEMMAS)}
    assert len(rows) >= 10
    for row in rows:
        ids = re.findall(r"`([a-z0-9-]+)`", row)
        stems = ["-".join(id.split("-")[:k]) for id in ids if id[0] != "-" for k in range(1, 4)]
        assert [id for id in ids if not ({id} | {stem + id for stem in stems if id.startswith("-")}) & known] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text)
    assert [target for target in targets if "://" not in target and not (page.parent / target).exists()] == []
    for file, anchor in re.findall(r"\]\(([\w./]*\.md)?#([\w-]+)\)", text):
        headings = re.findall(r"^#+ (.*)$", (page.parent / file if file else page).read_text(encoding="utf-8"), re.MULTILINE)
        assert anchor in {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}, anchor


# --- Every example in a docstring does what it shows, and what a user calls has one


RESULTS = {"KernelTrace", "Passes", "Quantities", "Trace", "Definiteness"}  # returned to a user, never called
INTERFACES = {"Kernel"}


def modules_with_examples() -> list[str]:
    """The modules of both packages that have an example in a docstring."""
    files = [file for package in ("perceptron", "proofs") for file in sorted((ROOT / package).rglob("*.py"))]
    found = [file.relative_to(ROOT).with_suffix("") for file in files if ">>> " in file.read_text(encoding="utf-8")]
    return [".".join(path.parts).removesuffix(".__init__") for path in found]


@pytest.mark.parametrize("name", modules_with_examples())
def test_an_example_does_what_it_shows(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.failed == 0 and result.attempted > 0


def has_example(thing: Any) -> bool:
    return ">>> " in (thing.__doc__ or "")


@pytest.mark.parametrize("package", [perceptron, perceptron.kernels, perceptron.estimators], ids=lambda package: package.__name__)
def test_what_a_user_calls_has_an_example(package: ModuleType) -> None:
    called = set(package.__all__) - RESULTS - INTERFACES
    assert {name for name in called if not has_example(getattr(package, name))} == set()


@pytest.mark.parametrize("thing", [theorem, falsify, Campaign, parse, judge, worst_case, most_updates], ids=lambda thing: thing.__name__)
def test_the_entrances_of_the_proofs_have_an_example(thing: Any) -> None:
    assert has_example(thing)


# --- Notebooks as they are stored: chapters of one template, with their outputs, which they still print (`make chapters` stores them anew).


FOLDER = ROOT / "notebooks"
NOTEBOOKS = chapters(FOLDER)
TEMPLATE = [heading for (heading,) in rows(__file__, "template.txt")]
OTHERWISE = {"novikoff_in_ten_minutes"}  # a proof to be read line by line
MOST = 400_000  # bytes
each = pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)


def cells_of(file: Path, kind: str = "code") -> list[dict[str, Any]]:
    return [cell for cell in json.loads(file.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == kind]


def prose(file: Path) -> str:
    return "\n\n".join("".join(cell["source"]) for cell in cells_of(file, "markdown"))


def test_the_chapters_are_those_of_the_book() -> None:
    assert [file.stem for file in NOTEBOOKS] == [name for name in CHAPTERS if name not in OTHERWISE or (FOLDER / f"{name}.ipynb").exists()]
    listed = re.findall(r"\((\w+)\.ipynb\)", prose(FOLDER / "start.ipynb"))
    assert [*dict.fromkeys(listed)][-len(CHAPTERS) + 1 :] == list(CHAPTERS[1:]), "the first chapter lists the others in their order"


@each
def test_a_notebook_is_stored_as_it_ran(file: Path) -> None:
    notebook, cells = json.loads(file.read_text(encoding="utf-8")), cells_of(file)
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert outputs and not [output for output in outputs if output["output_type"] == "error" or output.get("name") == "stderr"]
    assert not re.search(r"0x[0-9a-f]{8,}", json.dumps([output.get("data", output.get("text")) for output in outputs]))
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    assert not [cell for cell in cells if "execution" in cell["metadata"]] and file.stat().st_size < MOST


@each
def test_what_a_cell_shows_is_no_raw_object(file: Path) -> None:
    for cell in cells_of(file):
        for output in cell["outputs"]:
            rich = set(output.get("data", {})) - {"text/plain"}
            plain = "".join(output.get("data", {}).get("text/plain", ""))
            assert rich or not re.match(r"\w+\(\w+=", plain), plain[:80]


@each
def test_a_chapter_keeps_to_the_template(file: Path) -> None:
    if file.stem not in OTHERWISE:
        assert re.findall(r"^## (.*)$", prose(file), re.MULTILINE) == TEMPLATE
        assert re.findall(r"^# (.*)$", prose(file), re.MULTILINE)


@each
def test_every_picture_has_a_caption_and_words(file: Path) -> None:
    names = []
    for cell in cells_of(file):
        if any("image/png" in output.get("data", {}) for output in cell["outputs"]):
            told = cell["metadata"]["mystnb"]
            assert len(told["figure"]["caption"]) > 20 and len(told["image"]["alt"]) > 40
            assert "hide-input" in cell["metadata"]["tags"]
            names.append(told["figure"]["name"])
    assert len(names) == len(set(names))


@each
def test_links_between_chapters_lead_somewhere(file: Path) -> None:
    labels = set(re.findall(r"\$\$ \(([\w-]+)\)", prose(file))) | set(re.findall(r"^\(([\w-]+)\)=$", prose(file), re.MULTILINE))
    labels |= {cell["metadata"]["mystnb"]["figure"]["name"] for cell in cells_of(file) if "mystnb" in cell["metadata"]}
    for target in re.findall(r"\]\(([^)]*)\)", prose(file)):
        page, _, anchor = target.partition("#")
        if page:
            assert page.removesuffix(".ipynb") in CHAPTERS, target
        elif anchor:
            assert anchor in labels, target


def test_labels_are_given_once() -> None:
    given = [label for file in NOTEBOOKS for label in re.findall(r"\$\$ \(([\w-]+)\)", prose(file))]
    given += [cell["metadata"]["mystnb"]["figure"]["name"] for file in NOTEBOOKS for cell in cells_of(file) if "mystnb" in cell["metadata"]]
    assert len(given) > 30 and len(given) == len(set(given))


@each
def test_the_exercises_are_those_of_the_files(file: Path) -> None:
    shown = [
        "".join(output["data"]["text/markdown"])
        for cell in cells_of(file)
        for output in cell["outputs"]
        if "text/markdown" in output.get("data", {})
    ]
    if file.stem in OTHERWISE:
        assert "\n\n".join(text.strip() for text in shown) == str(sheet("novikoff")).strip()
    else:
        (name,) = re.findall(r'^sheet\("([\w-]+)"\)$', "\n".join("".join(cell["source"]) for cell in cells_of(file)), re.MULTILINE)
        assert shown == [str(sheet(name))], "run the notebook again"


def test_no_chapter_tells_of_no_misprint() -> None:
    """Each that lists misprints has some: a list of the pages' own remarks only is empty where the others are in the registry."""
    listing = [cell for file in NOTEBOOKS for cell in cells_of(file) if "misprints" in "".join(cell["source"])]
    shown = ["".join(cell["outputs"][0]["data"]["text/plain"]) for cell in listing]
    assert len(shown) >= 4 and "none" not in shown


def test_the_chapter_on_coq_prints_the_counts_of_the_certificate() -> None:
    """Rerunning that chapter takes half a minute and is left to the second tier; a certificate made anew changes what it prints."""
    record = read_certificate()
    stored = [output.get("text", "") for cell in cells_of(FOLDER / "coq.ipynb") for output in cell["outputs"]]
    assert [f"{len(record.theorems)} theorems, {len(record.theory)} theories below them\n"] in stored, "run `make chapters`"


SHORT = ("start", "novikoff_in_ten_minutes")  # which `make test` runs too


@pytest.mark.parametrize("name", [name if name in SHORT else pytest.param(name, marks=pytest.mark.nocover) for name in CHAPTERS])
def test_a_chapter_prints_what_is_stored(name: str) -> None:
    file = FOLDER / f"{name}.ipynb"
    wrong = list(stale(file.read_text(encoding="utf-8"), executed(file)))
    assert not wrong, "\n".join([f"{name} is stale; `make chapters` stores it anew:", *wrong])


@pytest.mark.nocover
def test_a_pause_within_a_line_makes_no_chapter_stale(tmp_path: Path) -> None:
    import nbformat

    def printed(source: str) -> str:
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source, id="a")])
        nbformat.write(notebook, tmp_path / "pause.ipynb")
        return executed(tmp_path / "pause.ipynb")

    whole = printed("print('one line')")
    assert not list(stale(whole, printed("print('one', end=' ', flush=True)\nprint('line')")))
    assert list(stale(whole, printed("print('one', flush=True)\nprint('line')")))


def test_no_time_is_stored_as_a_fact(tmp_path: Path) -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in FOLDER.glob("*.ipynb"))
    assert TIMES.search("tried 9 runs, in 2.3 s (seed 0)") and not TIMES.search(text)
