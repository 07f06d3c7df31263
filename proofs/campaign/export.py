"""A campaign's findings as files that anyone can check: FOLDER/broken/NAME.json and FOLDER/nearest/NAME.json.

Files in broken/ are counterexamples. Each is judged again before it is written, and `perceptron-proofs check` accepts it. Of those to one
conjecture that show the same (both sides, rounds and dimension) only the first is written. Files in
nearest/ have the same format. They hold, for each unbroken conjecture, the run that came nearest to its bound; `check` rightly says that
it breaks nothing.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from perceptron.errors import InputError
from proofs.campaign.store.store import Store
from proofs.counterexample import from_json, judge, write
from proofs.system.files import write_text

TEST = '''"""{name}: {claim} is false."""

from pathlib import Path

from proofs.counterexample import judge, read


def test_the_counterexample_breaks_it() -> None:
    found = read(Path(__file__).with_name("{file}"))
    assert found.conjecture == {text!r}
    verdict = judge(found)
    assert verdict.valid, str(verdict)
    assert (found.M, found.lhs, found.rhs) == {values!r}
'''


def export(store: Store, folder: Path, tests: bool = False) -> list[Path]:
    """Write the files, each completely or not at all, over those of an earlier export. Returns their paths.

    tests: beside each counterexample a file for pytest, which judges it."""
    names = _file_names({row["id"]: row["name"] for row in store.conjectures()})
    rows = store.witnesses()
    broken = {row["conjecture"] for row in rows if row["kind"] == "counterexample"}
    written, shown = list[Path](), set[object]()
    for row in rows:
        if row["kind"] == "nearest" and row["conjecture"] in broken:
            continue
        found = from_json(json.loads(row["file"]))
        if row["kind"] == "counterexample" and not (verdict := judge(found)):
            raise InputError(f"{store.path}: damaged: the counterexample to {found.conjecture!r:.100} is invalid: {verdict.reasons[0]}")
        shows = (found.conjecture, found.game, found.lhs, found.rhs, len(found.rounds), found.dimension)
        path = folder / ("broken" if row["kind"] == "counterexample" else "nearest") / f"{names[row['conjecture']]}.json"
        if row["kind"] == "counterexample" and shows in shown:
            path.unlink(missing_ok=True)
            continue
        shown.add(shows)
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, found)
        written.append(path)
        if tests and row["kind"] == "counterexample":
            about = {"name": path.stem, "claim": found.comparison.unicode(), "file": path.name}
            written.append(path.with_name(f"test_{re.sub(r'[^A-Za-z0-9]+', '_', path.stem)}_{row['conjecture']}.py"))
            write_text(written[-1], TEST.format(**about, text=found.conjecture, values=(found.M, found.lhs, found.rhs)))
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
