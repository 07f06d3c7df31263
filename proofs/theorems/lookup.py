"""Pages, lemmas and misprints by name, and a page of the user's own from a Python file that defines `page` (the file is run)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from perceptron.errors import InputError
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.statements.page import Page
from proofs.statements.provable import Provable
from proofs.system.files import line_in, module_in
from proofs.theorems import catalogue, misprints
from proofs.theorems.witnesses.models import Claiming


def named(text: str) -> str:
    """The id that a text names: the text itself, or that of the page in a FILE.py, which is run.  The page is then known by its id.

    Raises InputError for a file without a page or with the id of another theorem, OSError if it cannot be opened."""
    return catalogue.take_in(page_in(text)).id if text.endswith(".py") else text


def item(id: str) -> Provable:
    """A page or lemma; raises InputError with the known ids."""
    return catalogue.shipped().get(id) or catalogue.theorem(id)


def claim(id: str) -> Claiming:
    """The property or the misprint that an instance is about; raises InputError for a bound on runs and for an unknown id."""
    claimed: Claiming | None = misprints.find(id) or catalogue.property_(id)
    if claimed is None:
        raise InputError(f"{catalogue.theorem(id).id} is a bound on runs: an instance of a property cannot refute it")
    return claimed


def refuse_unattacked(id: str) -> None:
    """Raise InputError, which says what to do instead, for a lemma and for a misprint: there is nothing to search for."""
    if misprints.find(id) is not None:
        raise InputError(f"{id!r} is a misprint, false by the instance on its page, which `falsify {id}` judges: nothing is searched")
    if id in (lemma.id for lemma in catalogue.LEMMAS):
        user = next(theorem.id for theorem in catalogue.neighbours_first(id) if id in catalogue.built([theorem.id]))
        raise InputError(f"{id!r} is a lemma without runs or instances of its own: attack a theorem that cites it, such as {user}")


def page_in(path: str | Path) -> Page:
    """The `page` that a file defines.  InputError if it cannot be run or defines none, OSError if it cannot be opened."""
    module = module_in(path)
    page = getattr(module, "page", None)
    if not isinstance(page, Page):
        raise InputError(f"{path}: it must define `page`, a proofs.statements.Page{'' if page is None else f', not {type(page).__name__}'}")

    def prove(d: Derivation) -> None:
        try:
            page.prove(d)
        except Exception as error:
            kind = "" if isinstance(error, (LookupError, NotFound)) else f"{type(error).__name__}: "
            raise InputError(f"{path}{line_in(error, path)}: {kind}{error}") from error

    return replace(page, prove=prove)
