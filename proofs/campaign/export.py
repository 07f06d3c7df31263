"""What a campaign found as files that anyone can re-check: FOLDER/broken/NAME.json and FOLDER/nearest/NAME.json.

Those in broken/ are counterexamples; each is judged once more before it is written, and `perceptron-proofs check` accepts it.  Those in
nearest/ are runs in the same format that came nearest to breaking what is not broken, the record of how tight it is; `check` rightly says
that they break nothing.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from perceptron.errors import InputError
from proofs.campaign.store.store import Store
from proofs.counterexample import from_json, judge, write


def export(store: Store, folder: Path) -> list[Path]:
    """Write the files, each whole or not at all; those of an earlier export are replaced.  Returns their paths."""
    names = _file_names({row["id"]: row["name"] for row in store.conjectures()})
    rows = store.witnesses()
    broken = {row["conjecture"] for row in rows if row["kind"] == "counterexample"}
    written = []
    for row in rows:
        if row["kind"] == "nearest" and row["conjecture"] in broken:
            continue
        found = from_json(json.loads(row["file"]))
        if row["kind"] == "counterexample" and not (verdict := judge(found)):
            raise InputError(f"{store.path}: damaged: the counterexample to {found.conjecture!r:.100} is none: {verdict.reasons[0]}")
        path = folder / ("broken" if row["kind"] == "counterexample" else "nearest") / f"{names[row['conjecture']]}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, found)
        written.append(path)
    for id in broken:  # near misses of an earlier export, broken since
        (folder / "nearest" / f"{names[id]}.json").unlink(missing_ok=True)
    return written


def _file_names(names: dict[int, str]) -> dict[int, str]:
    """Names that every file system takes, no two alike."""
    made: dict[int, str] = {}
    taken: set[str] = set()
    for id, name in names.items():
        plain = re.sub(r"[^A-Za-z0-9.+=()-]+", "-", name).strip("-.") or f"conjecture-{id}"
        made[id] = plain if plain.casefold() not in taken else f"{plain}-{id}"
        taken.add(made[id].casefold())
    return made
