"""Pages and lemmas by name, and a page of the user's own from a Python file that defines `page` (the file is run)."""

from __future__ import annotations

import importlib.util
import sys
import traceback
from pathlib import Path

from perceptron.errors import InputError
from proofs.statements.page import Page
from proofs.statements.provable import Provable
from proofs.theorems import catalogue


def shipped() -> dict[str, Provable]:
    """Every page and lemma of the catalogue by its id."""
    items: list[Provable] = [*catalogue.LEMMAS, *catalogue.THEOREMS]
    return {item.id: item for item in items}


def item(id: str) -> Provable:
    """A page or lemma; raises InputError with the known ids."""
    return shipped().get(id) or catalogue.theorem(id)


def page_in(path: str | Path) -> Page:
    """The `page` that a file defines.  InputError if it cannot be run or defines none, OSError if it cannot be opened."""
    path = Path(path)
    with open(path, "rb"):
        pass  # a missing file or a directory, said by the system
    spec = importlib.util.spec_from_file_location(f"page_of_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise InputError(f"{path}: not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise InputError(f"{path}{_line(error, path)}: {type(error).__name__}: {error}") from None
    page = getattr(module, "page", None)
    if not isinstance(page, Page):
        raise InputError(f"{path}: it must define `page`, a proofs.statements.Page{'' if page is None else f', not {type(page).__name__}'}")
    return page


def _line(error: BaseException, path: Path) -> str:
    """Where in the file it went wrong."""
    if isinstance(error, SyntaxError):
        return f", line {error.lineno}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == path.absolute()]
    return f", line {lines[-1]}" if lines else ""
