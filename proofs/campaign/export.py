"""A campaign's findings as files that anyone can check: FOLDER/broken/NAME.json and FOLDER/nearest/NAME.json.

Files in broken/ are counterexamples. Each is judged again before it is written, and `perceptron-proofs check` accepts it. Of those to one
conjecture that show the same (both sides, rounds and dimension; of instances, the values) only the first is written. Files in
nearest/ have the same format. They hold, for each unbroken conjecture, the run or instance that came nearest to its bound; `check` rightly
says that it breaks nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable
from pathlib import Path

from perceptron.errors import InputError
from proofs.campaign.plan import findings, rules
from proofs.campaign.store.store import Store
from proofs.system.files import write_text


def export(store: Store, folder: Path, tests: bool = False) -> list[Path]:
    """Write the files, each completely or not at all, over those of an earlier export. Returns their paths.

    tests: beside each counterexample a file for pytest, which judges it."""
    conjectures = {row["id"]: row for row in store.conjectures()}
    names = _file_names({id: row["name"] for id, row in conjectures.items()})
    rows = store.witnesses()
    broken = {row["conjecture"] for row in rows if row["kind"] == "counterexample"}
    written, shown = list[Path](), set[Hashable]()
    for row in rows:
        if row["kind"] == "nearest" and row["conjecture"] in broken:
            continue
        about, found = conjectures[row["conjecture"]], findings.loads(row["file"])
        if row["kind"] == "counterexample" and (fault := found.fault()):
            raise InputError(f"{store.path}: damaged: the counterexample to {about['text']!r:.100} is invalid: {fault}")
        path = folder / ("broken" if row["kind"] == "counterexample" else "nearest") / f"{names[row['conjecture']]}.json"
        if row["kind"] == "counterexample" and found.shows in shown:
            path.unlink(missing_ok=True)
            continue
        shown.add(found.shows)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, found.dumps())
        written.append(path)
        if tests and row["kind"] == "counterexample":
            claim = rules.unicode(about["text"], json.loads(about["game"]))
            written.append(path.with_name(f"test_{re.sub(r'[^A-Za-z0-9]+', '_', path.stem)}_{row['conjecture']}.py"))
            write_text(written[-1], found.test(path.stem, claim, path.name))
    for id in broken:  # an earlier export wrote these before they were broken
        (folder / "nearest" / f"{names[id]}.json").unlink(missing_ok=True)
    return written


def _file_names(names: dict[int, str]) -> dict[int, str]:
    """Different names that every file system accepts."""
    made: dict[int, str] = {}
    taken: set[str] = set()
    for id, name in names.items():
        plain = re.sub(r"[^A-Za-z0-9.+=()-]+", "-", name).strip("-.") or f"conjecture-{id}"
        made[id] = plain if plain.casefold() not in taken else f"{plain}-{id}"
        taken.add(made[id].casefold())
    return made
