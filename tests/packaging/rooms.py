"""Which file imports which, read from the source, and what ARCHITECTURE.md promises about it.

    python -m tests.packaging.rooms        draws the pictures of ARCHITECTURE.md anew

Every import counts: at the top of a file, inside a function and under TYPE_CHECKING, and a module that is named whole in a string
counts too, since that is how a module is imported on demand.

The standard library does it: import-linter knows floors and circles, but neither private names nor “the standard library and nothing else”,
and it would need a second list of floors beside the one that people read.
"""

import ast
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

HOUSES = ("proofs", "perceptron")
MOST_ENTRIES, MOST_FLOORS = 18, 8  # of proofs/
ARCHITECTURE = "ARCHITECTURE.md"
PICTURE = re.compile(r"(<!-- the rooms of (\w+)/ -->\n).*?(<!-- drawn by `make picture` -->)", re.DOTALL)

Graph = Mapping[str, Collection[str]]


@dataclass(frozen=True)
class Import:
    """`name` from `module`, or the module itself where no name of it is taken; both as written in the code of `importer`."""

    importer: str
    module: str
    name: str | None = None


@dataclass(frozen=True)
class Tree:
    """The packages of HOUSES below a folder, beside the ARCHITECTURE.md that describes them."""

    root: Path

    @cached_property
    def files(self) -> dict[str, Path]:
        """Every module by its dotted name; a package has that of its folder."""
        found = (file for house in HOUSES for file in sorted((self.root / house).rglob("*.py")))
        return {".".join(file.relative_to(self.root).with_suffix("").parts).removesuffix(".__init__"): file for file in found}

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        """Every import of every file."""
        return tuple(found for module in self.files for found in self._imports(module))

    def _imports(self, importer: str) -> Iterator[Import]:
        file = self.files[importer]
        package = importer.split(".") if file.name == "__init__.py" else importer.split(".")[:-1]
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.Import):
                yield from (Import(importer, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = package[: len(package) - node.level + 1] if node.level else []
                module = ".".join([*base, *filter(None, [node.module])])
                for alias in node.names:
                    whole = f"{module}.{alias.name}"
                    yield Import(importer, whole) if whole in self.files else Import(importer, module, alias.name)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value and node.value in self.files:
                yield Import(importer, node.value)

    def graph(self, depth: int = sys.maxsize) -> dict[str, set[str]]:
        """What imports what, each module told by so many parts of its name: all of them for files, two for rooms."""
        made: dict[str, set[str]] = {_cut(module, depth): set() for module in self.files}
        for found in self.imports:
            a, b = _cut(found.importer, depth), _cut(found.module, depth)
            if a != b and found.module in self.files:
                made[a].add(b)
        return made

    @cached_property
    def text(self) -> str:
        return (self.root / ARCHITECTURE).read_text(encoding="utf-8")

    @cached_property
    def floors(self) -> dict[str, list[list[str]]]:
        """For each house the rooms that ARCHITECTURE.md lists, top floor first; the house's front door is on the top floor."""
        lists = {house: re.search(rf"```text\n{house}/\n(.*?)```", self.text, re.DOTALL) for house in HOUSES}
        rows = {house: found[1].splitlines() if found else [] for house, found in lists.items()}
        made = {house: [[f"{house}.{room}" for room in row.split()] for row in rows[house]] for house in HOUSES}
        for house, those in made.items():
            those[:1] = [[*(those[0] if those else []), house]]
        return made

    @cached_property
    def doors(self) -> set[str]:
        """The folders inside rooms that other rooms may enter, by the table in ARCHITECTURE.md."""
        rows = re.findall(r"^\| `(\w+/\w+)/?(?:\.py)?` \|.*\| ([^|]*) \|$", self.text, re.MULTILINE)
        return {f"{room.replace('/', '.')}.{folder}" for room, cell in rows for folder in re.findall(r"`(\w+)/`", cell)}


def _cut(module: str, depth: int) -> str:
    return ".".join(module.split(".")[:depth])


def inside(module: str, package: str) -> bool:
    """Whether a dotted name is a package or something in it."""
    return module == package or module.startswith(package + ".")


# --- what is wrong with a tree: each a list of sentences, empty if nothing is


def circles(tree: Tree) -> list[str]:
    """Files, folders and rooms that import each other in a circle; one circle of each kind is told."""
    found = []
    for depth in (2, 3, sys.maxsize):
        graph = tree.graph(depth)
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            found.append(" → ".join(reversed(error.args[1])))
    return found


def upward(tree: Tree) -> list[str]:
    """Imports from the same floor or from one above, and rooms that no floor lists."""
    height: dict[str, int] = {}
    for floor in reversed([floor for house in HOUSES for floor in tree.floors[house]]):
        height |= dict.fromkeys(floor, len(set(height.values())))
    rooms = tree.graph(2)
    unlisted = [f"{room} is on no floor" for room in rooms if room not in height]
    missing = [f"{room} is on a floor but not in the tree" for room in height if room not in rooms]
    known = ((_cut(found.importer, 2), _cut(found.module, 2), found) for found in tree.imports if found.module in tree.files)
    return [*unlisted, *missing] + [
        f"{found.importer} imports {found.module}"
        for a, b, found in known
        if a != b and a in height and b in height and height[a] <= height[b]
    ]


def reaches(tree: Tree) -> list[str]:
    """Imports of what another room keeps to itself: names that begin with _, and folders that the table does not open."""
    found = []
    for one in tree.imports:
        room, folder = _cut(one.module, 2), _cut(one.module, 3)
        if one.module not in tree.files or room == _cut(one.importer, 2):
            continue
        is_folder = tree.files.get(folder, Path()).name == "__init__.py" and folder != room
        if (is_folder and folder not in tree.doors) or any(part.startswith("_") for part in (*one.module.split("."), one.name or "")):
            found.append(f"{one.importer} imports {'.'.join(filter(None, [one.module, one.name]))}")
    return found


def judge_on_search(tree: Tree) -> list[str]:
    """Imports of the search by the judge of what it finds."""
    return [
        f"{one.importer} imports {one.module}"
        for one in tree.imports
        if inside(one.importer, "proofs.counterexample") and inside(one.module, "proofs.falsify")
    ]


def foreign_to_kernel(tree: Tree) -> list[str]:
    """Imports by the kernel of anything but itself and the standard library."""
    return [
        f"{one.importer} imports {one.module}"
        for one in tree.imports
        if inside(one.importer, "proofs.kernel")
        and not (inside(one.module, "proofs.kernel") or _cut(one.module, 1) in sys.stdlib_module_names)
    ]


def proofs_in_perceptron(tree: Tree) -> list[str]:
    """Imports of proofs, or of SymPy, by what runs."""
    return [
        f"{one.importer} imports {one.module}"
        for one in tree.imports
        if inside(one.importer, "perceptron") and (inside(one.module, "proofs") or inside(one.module, "sympy"))
    ]


def crowded(tree: Tree) -> list[str]:
    """More rooms or floors of proofs/ than a newcomer takes in."""
    entries = {file.relative_to(tree.root / "proofs").parts[0] for file in (tree.root / "proofs").rglob("*.py")} - {"__init__.py"}
    counts = {"entries": (len(entries), MOST_ENTRIES), "floors": (len(tree.floors["proofs"]), MOST_FLOORS)}
    return [f"proofs/ has {count} {what}, more than {most}" for what, (count, most) in counts.items() if count > most]


# --- the pictures


def reduced(graph: Graph) -> dict[str, list[str]]:
    """The arrows that no longer way replaces; for a graph without circles."""
    order = list(TopologicalSorter(graph).static_order())
    below: dict[str, set[str]] = {}
    for node in order:
        below[node] = set(graph.get(node, ())).union(*(below[b] for b in graph.get(node, ())))
    return {a: sorted(b for b in bs if not any(b in below[other] for other in bs)) for a, bs in graph.items()}


def picture(tree: Tree, house: str) -> str:
    """The rooms of a house floor by floor in Mermaid, an arrow from each to what it imports where no longer way leads there."""
    floors = [[room for room in floor if room != house] for floor in tree.floors[house]]
    listed = {room for floor in floors for room in floor}
    others = [other for other in HOUSES if other != house]
    rooms = {a: {_home(b, others) for b in bs} & {*listed, *others} for a, bs in tree.graph(2).items() if a in listed}
    arrows = reduced(rooms)
    lines = ["```mermaid", "flowchart TB"]
    for number, floor in enumerate(floors):
        lines += [f'  subgraph {house}{number}[" "]', "    direction LR", *(f"    {_node(room)}" for room in floor), "  end"]
    lines += [f"  {_node(other)}" for other in others if any(other in bs for bs in arrows.values())]
    lines += [f"  {_id(a)} --> {_id(b)}" for floor in floors for a in floor for b in arrows[a]]
    return "\n".join([*lines, "```", ""])


def _home(room: str, others: Collection[str]) -> str:
    return _cut(room, 1) if _cut(room, 1) in others else room


def _id(room: str) -> str:
    return room.replace(".", "_")


def _node(room: str) -> str:
    return f'{_id(room)}["{room.rpartition(".")[2]}"]'


def drawn(tree: Tree) -> str:
    """ARCHITECTURE.md with its pictures as the code has them now."""
    return PICTURE.sub(lambda found: found[1] + picture(tree, found[2]) + found[3], tree.text)


if __name__ == "__main__":
    here = Tree(Path(__file__).resolve().parents[2])
    text = drawn(here)
    (here.root / ARCHITECTURE).write_text(text, encoding="utf-8")
