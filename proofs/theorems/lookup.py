"""Pages, lemmas and misprints by name, and a page of the user's own from a Python file that defines `page` (the file is run)."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

from perceptron.errors import InputError
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.statements.page import Lemma
from proofs.statements.property import OneInstance, Property
from proofs.statements.page import Provable, StatedTheorem
from proofs.system.files import line_in, module_in
from proofs.theorems import catalogue, misprints
from proofs.theorems.witnesses.models import Claiming


def name(text: str) -> str:
    """The id that a text names: the text itself, or that of the page in a FILE.py, which is run.  The page is then known by its id.

    Raises InputError for a file without a page or with the id of another theorem, OSError if it cannot be opened."""
    return catalogue.take_in(page_in(text)).id if text.endswith(".py") else text


def item(id: str) -> Provable:
    """A page or lemma; raises InputError with similar ids."""
    return catalogue.items_by_id().get(id) or catalogue.theorem(id)


def theorems_about(word: str) -> tuple[StatedTheorem, ...]:
    """The theorems that a word of the field finds, such as `experts`: it is a word of their family, id or title.

    If it is in none of these, it may stand in their sentence or in the docstring of their chapter."""
    family = {theorem.id: family.__name__.rpartition(".")[2] for family in catalogue.FAMILIES for theorem in family.THEOREMS}
    named = [f"{family[t.id].replace('_', ' ')}\n{t.id}\n{t.title}" for t in catalogue.THEOREMS]
    written = [f"{t.words}\n{sys.modules[t.prove.__module__].__doc__}" for t in catalogue.THEOREMS]
    return tuple(catalogue.THEOREMS[place] for place in places_of(word, named, written))


def places_of(word: str, *lists: Sequence[str]) -> list[int]:
    """The places of the texts with this word, in the first list that has any; accents and hyphens are not compared.

    If no list has it, other endings are tried (`halting` finds what halts), and at last its words one by one. A word of two letters is an
    abbreviation: `pa` finds PA-I."""
    parts = [part for part in re.split(r"[\W_]+", _plain(word.lower())) if part and part != "and"]
    if len("".join(parts)) < 2:
        return []
    stems = [ENDING.sub("", part) + ENDINGS for part in parts]
    searches = [[BETWEEN.join(parts) + "s?"], [BETWEEN.join(stems)], stems]
    if min(map(len, parts)) < 3:
        searches = [[parts[0].upper()]] if len(parts) == 1 else searches[:2]
    for search, texts in product(searches, [[_plain(text) for text in texts] for texts in lists]):
        wanted = [re.compile(rf"(?<!\w){one}(?!\w)", 0 if one.isupper() else re.IGNORECASE) for one in search]
        if found := [place for place, text in enumerate(texts) if all(one.search(text) for one in wanted)]:
            return found
    return []


BETWEEN = r"[\s_,’'–-]*(?:and\s+)?"
ENDINGS = r"(?:e|ed|er|es|s|ing|ings|ation|ity|ness)?"
ENDING = re.compile(r"(?<=\w{4})" + ENDINGS.removesuffix("?") + "$")


def _plain(text: str) -> str:
    """The text without accents, and with `randomise` for `randomize`."""
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return re.sub(r"(?<=\w{3}i)z(?=e|ing|ation)", "s", bare)


def claim(id: str) -> Claiming:
    """The property or the misprint that an instance is about; raises InputError for a bound on runs and for an unknown id."""
    claimed: Claiming | None = misprints.find(id) or catalogue.property_(id)
    if claimed is None:
        raise InputError(f"{catalogue.theorem(id).id} is a bound on runs: an instance of a property cannot refute it")
    return claimed


def property_named(id: object) -> Property:
    """The property that a file names; raises InputError if there is none of that name."""
    found = catalogue.property_(id) if isinstance(id, str) else None
    if found is None:
        raise InputError(f"field 'theorem' must name a theorem that is no bound on runs, not {id!r:.60}")
    return found


def refuse_unattacked(id: str) -> None:
    """Raise InputError, which says what to do instead, for a lemma and for a misprint: there is nothing to search for."""
    if misprints.find(id) is not None:
        raise InputError(f"{id!r} is a misprint, false by the instance on its page, which `falsify {id}` judges: nothing is searched")
    if (own := catalogue.property_(id)) is not None and isinstance(own.sample, OneInstance):
        raise InputError(f"{id!r} is a lemma with one instance, which `verify` judges: nothing is searched")
    if id in (lemma.id for lemma in catalogue.LEMMAS):
        user = next(theorem.id for theorem in catalogue.neighbours_first(id) if id in catalogue.build_ids([theorem.id]))
        raise InputError(f"{id!r} is a lemma without runs or instances of its own: attack a theorem that cites it, such as {user}")


def page_in(path: str | Path) -> StatedTheorem:
    """The `page` that a file defines: a bound on runs, another theorem, or a lemma with a claim and an example.

    InputError if it cannot be run or defines none, OSError if it cannot be opened."""
    module = module_in(path)
    page = getattr(module, "page", None)
    if isinstance(page, Lemma):
        page = _as_property(page, path)
    if not isinstance(page, StatedTheorem):
        found = "" if page is None else f", not {type(page).__name__}"
        raise InputError(f"{path}: it must define `page`, made by @mistake_bound, @theorem or @lemma{found}")
    written = page.prove

    def prove(d: Derivation) -> None:
        try:
            written(d)
        except Exception as error:
            kind = "" if isinstance(error, (LookupError, NotFound)) else f"{type(error).__name__}: "
            raise InputError(f"{path}{line_in(error, path)}: {kind}{error}") from error

    return replace(page, prove=prove)


def _as_property(lemma: Lemma, path: str | Path) -> Property:
    """A lemma as a theorem whose only instance is its example."""
    if lemma.claim is None or lemma.example is None:
        missing = "claim=" if lemma.claim is None else "example="
        raise InputError(f"{path}: a lemma on its own needs `{missing}`; give it to @lemma")
    sample = OneInstance(lemma.example)
    return Property(lemma.id, lemma.title, lemma.words, lemma.prove, lemma.facts, lemma.claim, sample, displayed=lemma.displayed)
