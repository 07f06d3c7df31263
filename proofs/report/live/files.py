"""The files beside the pages: what every page loads, and what it loads when it is asked to check a proof."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from proofs.derive.authoring.encoding import write as encoded
from proofs.report.live.runtime import packed, runtime
from proofs.statements.page import Built

SCRIPTS = Path(__file__).parent / "scripts"
ORDER = (
    "engine", "scrolling", "drawing", "formula", "checker", "judge_form", "exercise",
    "exact", "learners", "chart", "stepper", "bounds", "games", "start",
)  # fmt: skip
FOLDER = "live"


@cache
def script() -> str:
    """All of JavaScript that a page runs."""
    return "\n".join((SCRIPTS / f"{name}.js").read_text(encoding="utf-8") for name in ORDER)


@cache
def style() -> str:
    return (SCRIPTS / "live.css").read_text(encoding="utf-8")


def write(folder: Path, built: Mapping[str, Built], package: Path | None = None, rooms: Sequence[str] = ()) -> None:
    """Write everything to `folder`; `package`: the unpacked npm package `pyodide`, without which no page replays.

    `rooms`: folders of the project that pages ask beside kernel and judge.

    Raises InputError for another package, OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    proofs = {id: packed(json.dumps(encoded([b.proof])["theorems"][0], ensure_ascii=False).encode()) for id, b in built.items()}  # type: ignore[index]
    files = {
        "live.js": f"{script()}\nperceptronLive.hasRuntime = {json.dumps(package is not None)};\n",
        "live.css": style(),
        "proofs.js": f"perceptronLive.proofsLoaded({json.dumps(proofs)});\n",
    }
    if package is not None:
        files["runtime.js"] = runtime(package, rooms)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
