"""Everything that Sphinx reads, in one folder: the chapters, the prose, the pages made from the catalogue and their figures."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from proofs.book.contents import FAMILIES, Book
from proofs.book.pages import family, graph, index, interactive, problems, sources, theorem
from proofs.theorems.sources import DOCUMENTS

PROSE = Path(__file__).parent / "prose"


def write(folder: Path, book: Book, chapters: Sequence[Path], tell: Callable[[str], None]) -> None:
    """Write the folder, which must not exist.  Raises OSError."""
    shutil.copytree(PROSE, folder)
    (folder / "chapters").mkdir()
    for file in chapters:
        shutil.copy(file, folder / "chapters")
    for name, text in _pages(book, chapters, tell).items():
        file = folder / f"{name}.md"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (folder / "figures").mkdir()
    for name, picture in book.figures.items():
        picture.save(folder / "figures" / f"{name}.svg")


def _pages(book: Book, chapters: Sequence[Path], tell: Callable[[str], None]) -> dict[str, str]:
    """The pages that are made, as Markdown, by their names."""
    pages = {"index": index.page([file.stem for file in chapters], book), "interactive": interactive.page(), "map": graph.page(book)}
    tell("the index of the sources, and the errata")
    pages |= {"sources/index": sources.index(), "errata": sources.errata(), "bibliography": sources.bibliography()}
    pages |= {f"sources/{name.lower()}": sources.document(name) for name in DOCUMENTS}
    pages |= problems.pages()
    for name, items in book.families.items():
        tell(f"pages of the family: {FAMILIES[name]}")
        pages[f"families/{name}"] = family.page(name, book)
        pages |= {f"theorems/{item.id}": theorem.page(item, book) for item in items}
    return pages
