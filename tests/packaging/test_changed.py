"""`make changed`: the folders of tests for files that differ, by who imports whom."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.packaging.changed import ROOT, differing, folders
from tests.packaging.rooms import Tree

HERE = Tree(ROOT)
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
