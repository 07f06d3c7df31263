"""Counts of wording that needs a second reading, in docstrings, names and help texts.

    python -m tests.packaging.wording [what|coined|participles|long|tests]

prints the counts, or the places of one kind.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click

from proofs.cli import COMMANDS, Commands

ROOT = Path(__file__).resolve().parents[2]
COINED = re.compile(
    r"\b(what (is|are|was|has|it|a|the)|tells?|told|hears?|heard|somebody|nobody|whoever|who|so many|speaks? of|(is|are) asked"
    r"|g(one|oes) through)\b",
    re.IGNORECASE,
)
PARTICIPLE = re.compile(
    "[a-z]+ed|begun|broken|built|chosen|dealt|done|drawn|driven|fallen|felt|found|given|gone|grown|heard|held|hidden|hung|kept|known|laid|led"
    "|lent|lost|made|meant|met|paid|proven|said|seen|sent|shown|sought|spent|spoken|stood|struck|taken|thought|thrown|told|torn|understood"
    "|won|worn|woven|written"
)
NOT_PARTICIPLES = frozenset(("exceed", "need", "seed", "speed", "indeed", "feed"))
LONGEST = 25  # words of a sentence in a help text
LONGEST_NAME = 70  # characters of a test's name


@cache
def definitions() -> list[tuple[str, str, str]]:
    """(place, name, docstring) of each module, class and function of the two packages; a module has no name."""
    found = []
    for file in sorted(file for package in ("perceptron", "proofs") for file in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                place = f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"
                found.append((place, getattr(node, "name", ""), ast.get_docstring(node) or ""))
    return found


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.:;])\s+", " ".join(text.split()))


def what() -> Iterator[str]:
    """Docstrings that begin with What."""
    yield from (f"{place} {text.splitlines()[0]}" for place, _, text in definitions() if re.match(r"What\b", text))


def coined() -> Iterator[str]:
    """Sentences of docstrings with a clause in place of a noun, or a verb that code cannot do."""
    yield from (f"{place} {s}" for place, _, text in definitions() for s in sentences(text) if COINED.search(s))


def participles() -> Iterator[str]:
    """Classes and functions whose name is a participle alone."""
    for place, name, _ in definitions():
        word = name.strip("_").lower()
        if word not in NOT_PARTICIPLES and PARTICIPLE.fullmatch(word):
            yield f"{place} {name}"


def long() -> Iterator[str]:
    """Sentences of help texts, of a command or an option, with more than LONGEST words."""
    group = Commands()
    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        texts = [command.help or "", *(getattr(option, "help", None) or "" for option in command.params)] if command else []
        yield from (f"{name}: {s}" for text in texts for s in re.split(r"(?<=[.:;])\s+|\n\n|\b\n", text) if len(s.split()) > LONGEST)


def tests() -> Iterator[str]:
    """Tests whose name has more than LONGEST_NAME characters."""
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        names = re.findall(r"^ *def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
        yield from (f"{file.relative_to(ROOT)} {name}" for name in names if len(name) > LONGEST_NAME)


KINDS = {kind.__name__: kind for kind in (what, coined, participles, long, tests)}


def main() -> None:
    if chosen := sys.argv[1:]:
        print(*(line for kind in chosen for line in KINDS[kind]()), sep="\n")
    else:
        print(*(f"{sum(1 for _ in kind()):>5}  {name}: {kind.__doc__}" for name, kind in KINDS.items()), sep="\n")


if __name__ == "__main__":
    main()
