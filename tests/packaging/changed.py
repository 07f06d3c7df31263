"""Which folders of tests a change is likely to break: those of the rooms at and above the files that differ.

python -m tests.packaging.changed [BASE]       prints them; files are compared with the branch BASE, by default main
"""

import subprocess
import sys
from collections.abc import Collection, Iterable
from pathlib import Path

from tests.packaging.rooms import HOUSES, Tree

ROOT = Path(__file__).resolve().parents[2]
PAGES = (".md", ".ipynb", ".cff")  # what is read, and not imported


def differing(base: str, root: Path = ROOT) -> list[str]:
    """The files that differ from where this branch left the base, those included that are not committed."""

    def git(*words: str) -> list[str]:
        return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout.split("\0")[:-1]

    (fork,) = subprocess.run(["git", "merge-base", base, "HEAD"], cwd=root, check=True, capture_output=True, text=True).stdout.split()
    return sorted({*git("diff", "--name-only", "--no-renames", "-z", fork), *git("ls-files", "--others", "--exclude-standard", "-z")})


def above(tree: Tree, rooms: Iterable[str]) -> set[str]:
    """These rooms, and all that import them, directly or through others."""
    graph, reached = tree.graph(2), set(rooms)
    while more := {room for room, below in graph.items() if below & reached} - reached:
        reached |= more
    return reached


def folders(tree: Tree, files: Collection[str]) -> list[str]:
    """The folders of tests/ for files that differ. What belongs to no room (the Makefile, a list of versions) may break any test, and the
    folders that belong to none look at the whole tree."""
    there = {folder.name for folder in (tree.root / "tests").iterdir() if any(folder.glob("test_*.py"))}
    rooms, chosen = set[str](), set[str]()
    for file in map(Path, files):
        top, inside = file.parts[0], file.parts[1:]
        if top in HOUSES:
            rooms.add(".".join((top, Path(inside[0]).stem) if len(inside) > 1 or inside[0] != "__init__.py" else (top,)))
        elif top == "tests" and inside[0] in there:
            chosen.add(inside[0])
        elif file.suffix not in PAGES:
            chosen |= there
    known = {room: "perceptron" if room.startswith("perceptron") else room.split(".")[-1] for room in tree.graph(2)}
    for room in above(tree, rooms):
        chosen |= {known[room]} & there or {name for name in there if _imports(tree.root / "tests" / name, room)}
    whole = there - set(known.values()) if files else set[str]()
    return [f"tests/{name}" for name in sorted(chosen | whole)]


def _imports(folder: Path, room: str) -> bool:
    """Whether a file of the folder takes something from a room that has no folder of tests."""
    return any(f"from {room} import" in file.read_text(encoding="utf-8") for file in folder.glob("*.py"))


if __name__ == "__main__":
    print(*folders(Tree(ROOT), differing(sys.argv[1] if len(sys.argv) > 1 else "main")))
