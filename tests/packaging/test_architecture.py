"""The layout is what ARCHITECTURE.md says, each check of it can fail, and `make changed` goes by it."""

import json
import re
import subprocess
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from tests.amounts import rows
from tests.cli.running import ROOT
from tests.packaging import rooms
from tests.packaging.changed import differing, folders
from tests.packaging.rooms import Tree, circles, crowded, foreign_to_kernel, judge_on_search, proofs_in_perceptron, reaches, upward

Check = Callable[[Tree], list[str]]

HERE = Tree(ROOT)
CHECKS = (circles, upward, reaches, judge_on_search, foreign_to_kernel, proofs_in_perceptron, crowded)
each_check = pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)

FLOORS = "```text\nproofs/\nreport\nfalsify\ncounterexample\nsystem kernel\n```\n```text\nperceptron/\nruns\ndata\n```\n"
TABLE = "| `proofs/falsify` | the search | `moves/` |\n"
PICTURE = "<!-- the rooms of proofs/ -->\n<!-- drawn by `make picture` -->\n"


def planted(root: Path, files: dict[str, str], text: str = FLOORS + TABLE) -> Tree:
    """A tree without a fault, but for these files."""
    folders = [f"proofs/{room}" for room in ("report", "falsify", "counterexample", "system", "kernel")]
    good = {f"{folder}/__init__.py": "" for folder in ("proofs", "perceptron", *folders, "perceptron/runs", "perceptron/data")}
    good |= {
        "proofs/falsify/moves/__init__.py": "from proofs.falsify import search",
        "proofs/falsify/inside/__init__.py": "",
        "proofs/falsify/search.py": "from ..counterexample import judge\nimport numpy",
        "proofs/counterexample/judge.py": "import fractions\nfrom perceptron import runs",
        "proofs/report/table.py": "from proofs.falsify.moves import move",
        "proofs/kernel/rules.py": "import json\nfrom . import term",
        "proofs/kernel/term.py": "",
        "perceptron/runs/trace.py": "import perceptron.data",
    }
    for name, source in (good | files).items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source, encoding="utf-8")
    (root / "ARCHITECTURE.md").write_text(text, encoding="utf-8")
    return Tree(root)


@each_check
def test_the_tree_keeps_the_rule(check: Check) -> None:
    assert len(HERE.files) > 100 and len(HERE.imports) > 1000
    assert check(HERE) == []


@each_check
def test_a_planted_tree_without_a_fault_passes(check: Check, tmp_path: Path) -> None:
    assert check(planted(tmp_path, {})) == []


@pytest.mark.parametrize(("check", "fault", "said"), rows(__file__, "planted.txt"))
def test_a_planted_fault_is_found(check: str, fault: str, said: str, tmp_path: Path) -> None:
    assert any(said in line for line in getattr(rooms, check)(planted(tmp_path, json.loads(fault))))


def test_too_many_rooms_are_found(tmp_path: Path) -> None:
    (found,) = crowded(planted(tmp_path, {f"proofs/room{n}.py": "" for n in range(rooms.MOST_ENTRIES)}))
    assert "entries" in found


def test_too_many_floors_are_found(tmp_path: Path) -> None:
    count, most = rooms.MOST_FLOORS + 1, rooms.MOST_FLOORS
    rows = "".join(f"room{n}\n" for n in range(count))
    assert crowded(planted(tmp_path, {}, f"```text\nproofs/\n{rows}```\n")) == [f"proofs/ has {count} floors, more than {most}"]


def test_a_room_that_is_listed_exists(tmp_path: Path) -> None:
    text = FLOORS.replace("system", "system attic")
    assert upward(planted(tmp_path, {}, text)) == ["proofs.attic is on a floor but not in the tree"]


# --- the page


def test_the_pictures_are_those_of_the_code() -> None:
    assert HERE.text.count("```mermaid") == len(rooms.HOUSES)
    assert rooms.drawn(HERE) == HERE.text, "run: make picture"


def test_a_changed_import_changes_the_picture(tmp_path: Path) -> None:
    before = rooms.drawn(planted(tmp_path, {}, FLOORS + TABLE + PICTURE))
    after = rooms.drawn(planted(tmp_path, {"proofs/system/files.py": "import perceptron.data"}, FLOORS + TABLE + PICTURE))
    arrow = "proofs_system --> perceptron"
    assert "proofs_report --> proofs_falsify" in before and arrow not in before and arrow in after


def test_a_picture_leaves_out_only_what_longer_ways_replace() -> None:
    assert rooms.reduced({"a": {"b", "c", "d"}, "b": {"c"}, "c": set(), "d": set()}) == {"a": ["b", "d"], "b": ["c"], "c": [], "d": []}


def test_the_table_has_every_room() -> None:
    listed = {room for floors in HERE.floors.values() for floor in floors for room in floor} - set(rooms.HOUSES)
    told = re.findall(r"^\| `(\w+/\w+)(?:\.py)?` \|", HERE.text, re.MULTILINE)
    assert sorted(room.replace("/", ".") for room in told) == sorted(listed)


@pytest.mark.parametrize("page, least", [("ARCHITECTURE.md", 40), ("CONTRIBUTING.md", 15)])
def test_every_path_on_a_page_exists(page: str, least: int) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    paths = [path for path in re.findall(r"(?:`|\]\()((?:proofs|perceptron|tests|notebooks)/[\w./]*)[`)]", text) if "FAMILY" not in path]
    assert len(paths) >= least and [path for path in paths if not (ROOT / path).exists()] == []


def test_every_room_that_the_pages_name_has_tests() -> None:
    pages = "".join((ROOT / page).read_text(encoding="utf-8") for page in ("CONTRIBUTING.md", "Makefile"))
    named = set(re.findall(r"ROOM=([a-z_]+)", pages))
    assert len(named) > 3 and {room for room in named if not list((ROOT / "tests" / room).glob("test_*.py"))} == set()


def test_the_way_of_an_id_leads_downwards_through_at_most_ten_rooms() -> None:
    way = HERE.text.partition("## The way of")[2].partition("## ")[0]
    legs = [re.findall(r"`(proofs/[\w/]+)\.py`", leg) for leg in way.split("\n- ")[1:]]
    passed = [[".".join(file.split("/")[:2]) for file in leg] for leg in legs]
    level = {room: number for number, floor in enumerate(HERE.floors["proofs"]) for room in floor}
    assert len(passed) >= 3 and all(len(leg) > 1 for leg in passed) and len({room for leg in passed for room in leg}) <= 10
    for a, b in (step for leg in passed for step in pairwise(leg)):
        assert level[a] < level[b] and b in HERE.graph(2)[a], (a, b)


@pytest.mark.parametrize("command", ["decide", "bound"])
def test_the_way_through_a_command_has_each_file_import_the_next(command: str) -> None:
    way = HERE.text.partition(f" through `{command}`")[2].partition("## ")[0]
    legs = [re.findall(r"`((?:proofs|perceptron)/[\w/]+\.py)`", leg) for leg in re.split(r"\n- |;", way)]
    steps = [step for leg in legs for step in pairwise(leg)]
    assert len(steps) >= 8
    for a, b in steps:
        module = b.removesuffix(".py").replace("/", ".")
        package, _, name = module.rpartition(".")
        source, front = ((ROOT / file).read_text(encoding="utf-8") for file in (a, Path(b).parent / "__init__.py"))
        by_name = re.search(rf"from {module} import|from {package} import [^#]*\b{name}\b", source)
        assert by_name or (f"from {package} import" in source and f"from {module} import" in front), (a, b)


# --- `make changed`: the folders of tests for files that differ, by who imports whom


WHOLE = {"tests/hostile", "tests/packaging"}  # of no room: they look at the tree as a whole
BESIDE = {"tests/perceptron", "tests/system", "tests/conjecture"}  # import no kernel
EVERY = {f"tests/{file.parent.name}" for file in ROOT.glob("tests/*/test_*.py")}


@pytest.mark.parametrize(
    ("file", "run", "left"),
    [
        ("proofs/kernel/term.py", EVERY - BESIDE, BESIDE),
        ("perceptron/errors.py", EVERY - {"tests/kernel"}, {"tests/kernel"}),
        ("proofs/falsify/search.py", {"tests/falsify", "tests/decide", "tests/cli"}, {"tests/kernel", "tests/derive"}),
        ("proofs/cli/reading.py", {"tests/cli"}, EVERY - {"tests/cli"} - WHOLE),
        ("proofs/cli/__init__.py", {"tests/cli"}, {"tests/kernel", "tests/falsify"}),
        ("tests/system/test_files.py", {"tests/system"}, EVERY - {"tests/system"} - WHOLE),
        ("tests/sharing.py", EVERY, set()),
        ("constraints.txt", EVERY, set()),
        ("README.md", set(), EVERY - WHOLE),
        ("notebooks/start.ipynb", set(), EVERY - WHOLE),
    ],
)
def test_the_tests_are_those_of_the_rooms_at_and_above(file: str, run: set[str], left: set[str]) -> None:
    chosen = set(folders(HERE, [file]))
    assert run | WHOLE <= chosen <= EVERY and not left & chosen


def test_without_a_difference_nothing_is_run() -> None:
    assert folders(HERE, []) == []


def test_what_differs_is_what_the_branch_did_and_what_is_not_committed(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=tmp_path, check=True, capture_output=True)

    def write(name: str) -> None:
        (tmp_path / name).write_text(name)
        git("add", name)

    git("init", "-b", "main")
    for name in ("old", "gone"):
        write(name)
    git("commit", "-m", "1")
    git("checkout", "-b", "work")
    write("committed")
    git("rm", "gone")
    git("commit", "-m", "2")
    git("checkout", "main")
    write("of others")
    git("commit", "-m", "3")
    git("checkout", "work")
    write("staged")
    (tmp_path / "new").touch()
    assert differing("main", tmp_path) == ["committed", "gone", "new", "staged"]
