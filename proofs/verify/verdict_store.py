"""Proofs and verdicts of an earlier `verify`, kept in the user's cache, so that unchanged theorems are neither written nor attacked again.

Kept are the texts of the proofs, and the findings of Z3, of the attack, and on tightness and hypotheses. Nothing of that is believed where
the kernel judges: it replays each text anew, and its theorem is compared with the statement as it is now.

An entry serves while its key is the same. The key of a theorem is a hash of the versions of Python and of the libraries, of the code of all
rooms that proofs and verdicts come from, of the theorem's chapter with whatever it imports from the catalogue, of its witnesses, and of the
keys of all that its proof cites.

    VerdictStore(folder).proof(id), .verdict(id, z3, attack)         an entry that still serves, or None; with a proof its citations
    .keep_proof(id, text, cited), .keep_verdict(v, z3, attack)       write an entry at once, completely or not at all
    .entry(kind, id, key), .keep(kind, id, key, content)             the same for other plain data, such as pages of the book
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import date
from functools import cache
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

from proofs.system import files
from proofs.theorems import witnesses
from proofs.theorems.catalogue import FAMILIES, items_by_id
from proofs.verify.checks.verdict import Attack, Hypothesis, RefereeFinding, TheoremVerdict, Tightness

SWITCH = "PERCEPTRON_PROOFS_STORE"  # environment variable: another folder for the store, or "off"
INSTALLED = Path(__file__).parents[2]  # the folder of both packages
UNUSED = ("arena", "audit", "campaign", "cli", "report")  # folders of `proofs/` that no proof and no verdict depends on
SEARCHED = "certificates.json"  # results of searches: they only save time when a proof is written
IMPORT = re.compile(r"^from (proofs\.theorems\.[\w.]+) import (\([^)]*\)|[^(\n]*)", re.MULTILINE)


def open_store(on_warning: Callable[[str], None], fresh: bool = False) -> VerdictStore | None:
    """The user's store, or None where it is switched off. A `fresh` one serves no entry of before, and keeps new ones."""
    chosen = os.environ.get(SWITCH, "")
    return None if chosen == "off" else VerdictStore(Path(chosen) if chosen else files.cache("verdicts"), on_warning, fresh)


@dataclass
class VerdictStore:
    """A folder with a file for each theorem and kind of entry: its proof, its verdict, its page in the book.

    A file that is not as it was written serves nothing, and is named in a warning."""

    folder: Path
    on_warning: Callable[[str], None] = lambda line: None
    fresh: bool = False
    _keys: dict[str, str | None] = field(default_factory=dict)

    def proof(self, id: str) -> tuple[str, tuple[str, ...]] | None:
        """The text of a proof file, and the ids that the proof cites."""
        if self.fresh or self.key(id) is None:
            return None
        entry = self._read("proofs", id)
        return str(entry["text"]), tuple(entry["cites"])

    def verdict(self, id: str, z3: bool, attack: float) -> TheoremVerdict | None:
        """The verdict, if Z3 was asked then as it is now, and the attack was as long at least."""
        entry = self.entry("verdicts", id, self.key(id))
        if entry is None or entry["z3"] != z3 or entry["attack"] < attack:
            return None
        return _verdict(entry["verdict"] | {"day": entry["day"]})

    def entry(self, kind: str, id: str, key: str | None) -> dict[str, Any] | None:
        """The content that was kept of this kind under this key, if there is one."""
        content = {} if self.fresh or key is None else self._read(kind, id)
        return content if key is not None and content.get("key") == key else None

    def keep(self, kind: str, id: str, key: str | None, content: dict[str, Any]) -> None:
        """Keep plain data on a theorem; with no key, nothing."""
        if key is not None:
            self._write(kind, id, content | {"key": key})

    def keep_proof(self, id: str, text: str, cited: Iterable[str]) -> None:
        cites = {other: self.key(other) for other in cited}
        self._write("proofs", id, {"made of": made_of(id), "cites": cites, "text": text})
        self._keys.pop(id, None)

    def keep_verdict(self, v: TheoremVerdict, z3: bool, attack: float) -> None:
        record = {name: value for name, value in asdict(v).items() if name not in ("said", "day")}
        self.keep("verdicts", v.id, self.key(v.id), {"z3": z3, "attack": attack, "day": str(date.today()), "verdict": record})

    def key(self, id: str) -> str | None:
        """The key of a theorem or lemma whose proof is kept; None if there is none that serves."""
        if id not in self._keys:
            self._keys[id] = None  # of what cites itself
            entry = self._read("proofs", id)
            if entry.get("made of") == made_of(id) and all(key and self.key(other) == key for other, key in entry["cites"].items()):
                self._keys[id] = digest(entry["made of"], *(part for pair in sorted(entry["cites"].items()) for part in pair))
        return self._keys[id]

    def _read(self, kind: str, id: str) -> dict[str, Any]:
        file = self.folder / kind / f"{id}.json"
        try:
            entry = json.loads(file.read_text(encoding="utf-8"))
            content = entry["content"]
            if entry["sha256"] != digest(json.dumps(content)):
                raise ValueError
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, KeyError):
            self.on_warning(f"{file} is not as it was written, and is made anew")
            with suppress(OSError):
                file.unlink()
            return {}
        return dict(content)

    def _write(self, kind: str, id: str, content: dict[str, Any]) -> None:
        with suppress(OSError):  # a cache that cannot be written costs time, and nothing else
            (self.folder / kind).mkdir(parents=True, exist_ok=True)
            text = json.dumps({"sha256": digest(json.dumps(content)), "content": content})
            files.write_text(self.folder / kind / f"{id}.json", text)


def _verdict(record: dict[str, Any]) -> TheoremVerdict:
    """The verdict that was written as plain data."""

    def tuples(plain: dict[str, Any]) -> dict[str, Any]:
        return {name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()}

    record = tuples(record)
    record["sources"] = tuple(map(tuple, record["sources"]))
    record["referees"] = {name: RefereeFinding(**tuples(finding)) for name, finding in record["referees"].items()}
    record["hypotheses"] = tuple(Hypothesis(**hypothesis) for hypothesis in record["hypotheses"])
    record["tightness"], record["attack"] = Tightness(**tuples(record["tightness"])), Attack(**record["attack"])
    return TheoremVerdict(**record)


def digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@cache
def made_of(id: str) -> str:
    """A hash of all sources of an item's proof and verdict, but for the theorems that it cites."""
    modules, waiting = set[str](), [items_by_id()[id].prove.__module__]
    while waiting:
        if (module := waiting.pop()) not in modules:
            modules.add(module)
            waiting += _imports(module)
    return digest(common(), *(f"{module} {_chapters()[module]}" for module in sorted(modules)), *texts([witnesses.FOLDER / id]))


@cache
def _chapters() -> dict[str, str]:
    """The text of each module of the families, by its name."""
    folders = {name: Path(file) for name, file in ((f.__name__, f.__path__[0]) for f in FAMILIES)}
    return {f"{name}.{file.stem}": file.read_text(encoding="utf-8") for name, folder in folders.items() for file in folder.glob("*.py")}


@cache
def _imports(module: str) -> tuple[str, ...]:
    """The modules of the families that a module imports."""
    found = IMPORT.findall(_chapters()[module])
    named = (
        f"{origin}.{name}" if f"{origin}.{name}" in _chapters() else origin for origin, names in found for name in re.findall(r"\w+", names)
    )
    return tuple(sorted({name for name in named if name in _chapters()}))


@cache
def common() -> str:
    """A hash of the sources of every verdict: Python, the libraries, and the code and data outside the chapters and the witnesses."""
    theorems = {Path(family.__path__[0]) for family in FAMILIES}
    proofs = INSTALLED / "proofs"
    folders = [f for f in (*proofs.iterdir(), *(proofs / "theorems").iterdir()) if f.name not in (*UNUSED, "theorems", "witnesses")]
    return digest(sys.version, *versions(), *texts([INSTALLED / "perceptron", *(f for f in folders if f not in theorems)]))


def versions(extras: bool = False) -> list[str]:
    """The libraries that the package needs, each with its version; also those of its extras, if so asked."""
    names = [re.match(r"[\w.-]+", line) for line in requires("perceptron-proofs") or () if extras or "extra ==" not in line]
    return [f"{name[0]} {_version(name[0])}" for name in names if name]


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"


def texts(places: Iterable[Path]) -> list[str]:
    """The files of these folders, with their contents."""
    found = {file for place in places for file in (place.rglob("*") if place.is_dir() else (place,))}
    found = {file for file in found if file.is_file() and "__pycache__" not in file.parts and file.name != SEARCHED}
    return [f"{file.relative_to(INSTALLED)} {hashlib.sha256(file.read_bytes()).hexdigest()}" for file in sorted(found)]
