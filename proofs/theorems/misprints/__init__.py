"""The sentences of the sources that are false as they stand, each with an exact instance that shows it, as files misprints/<id>.json.

A false theorem of a source is on that theorem's page; these are the steps, remarks and definitions around the theorems. The files go by
their source, `ng`, `bl`, `mr` and `ve_ss`, with MR's section on batches in `batch`; `runs` makes the runs that they show.
"""

from __future__ import annotations

from pathlib import Path

from perceptron.errors import InputError
from proofs.statements.instance import Instance, read
from proofs.statements.property import Misprint
from proofs.statements.docstrings import PRINTED
from proofs.system.files import read_json, write_text
from proofs.theorems.misprints import bl, mr, ng, ve_ss
from proofs.theorems.witnesses import FOLDER, models, display_path

MISPRINTS = tuple(item for source in (ng, bl, mr, ve_ss) for item in vars(source).values() if isinstance(item, Misprint))


def on_page(id: str) -> tuple[Misprint, ...]:
    """Those that stand on the page of a theorem."""
    return tuple(m for m in MISPRINTS if m.of == id)


def find(id: str) -> Misprint | None:
    return next((m for m in MISPRINTS if m.id == id), None)


def path(misprint: Misprint, folder: Path = FOLDER) -> Path:
    return folder / "misprints" / f"{misprint.id}.json"


def load(misprint: Misprint, folder: Path = FOLDER) -> Instance:
    """The stored instance, not yet judged.  InputError if it is malformed or of another claim; OSError if there is none."""
    id, what, instance = read(read_json(path(misprint, folder)))
    if (id, what) != (misprint.id, PRINTED):
        raise InputError(f"it is about {id}, {what!r}")
    return instance


def store(misprint: Misprint, folder: Path = FOLDER) -> Path:
    """Write the file from the instance that the misprint gives; nothing rests on it until it is judged."""
    file = path(misprint, folder)
    file.parent.mkdir(parents=True, exist_ok=True)
    write_text(file, models.dumps(misprint, PRINTED, misprint.instance()))
    return file


def judge(misprint: Misprint, folder: Path = FOLDER) -> tuple[str, str]:
    """The file's name, and its faults, judged now; empty if it shows that the printed form is false."""
    file = path(misprint, folder)
    try:
        verdict = models.judge(misprint, PRINTED, load(misprint, folder))
    except (InputError, OSError) as error:
        return display_path(file, folder), f"{misprint.id}: its file cannot be read: {error}"
    return display_path(file, folder), "" if verdict.valid else f"{misprint.id}: its file is not valid: {'; '.join(verdict.reasons)}"
