"""The files beside the pages: what every page loads, and the one file that lets every page of a book run the kernel.

A page that is opened from the disk may load a script and may fetch nothing. So `runtime.js` is a script that holds everything as text
(gzip, then base64): Python for WebAssembly, the project's own code, and `scripts/worker.js`, which unpacks both. The numbers of the
versions are those of the npm package `pyodide`.
"""

from __future__ import annotations

import base64
import gzip
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from perceptron.errors import InputError
from proofs.derive.authoring.encoding import write as encoded
from proofs.report import style
from proofs.statements.page import BuiltProof

SCRIPTS = Path(__file__).parent / "scripts"
ORDER = (
    "engine", "scrolling", "drawing", "copying", "graph", "search", "formula", "checker", "judge_form", "exercise",
    "exact", "learners", "chart", "stepper", "bounds", "games", "playground", "start",
)  # fmt: skip
FOLDER = "live"


@cache
def script() -> str:
    """All of JavaScript that a page runs."""
    return "\n".join((SCRIPTS / f"{name}.js").read_text(encoding="utf-8") for name in ORDER)


def page_script(has_runtime: bool) -> str:
    """All of JavaScript that a page runs, and whether Python is there for it."""
    return f"{script()}\nperceptronLive.hasRuntime = {json.dumps(has_runtime)};\n"


def write(
    folder: Path, built: Mapping[str, BuiltProof], package: Path | None = None, rooms: Sequence[str] = (), entries: Sequence[object] = ()
) -> None:
    """Write everything to `folder`; `package`: the unpacked npm package `pyodide`, without which no page replays.

    `rooms`: folders of the project that pages ask beside kernel and judge. `entries`: the entries that a search finds by name.

    Raises InputError for another package, OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    proofs = {id: pack(json.dumps(encoded([b.proof])["theorems"][0], ensure_ascii=False).encode()) for id, b in built.items()}  # type: ignore[index]
    files = {
        "live.js": page_script(package is not None),
        "live.css": style("live"),
        "proofs.js": f"perceptronLive.proofsLoaded({json.dumps(proofs)});\n",
    }
    files["entries.js"] = f"perceptronLive.entriesLoaded({json.dumps(entries, ensure_ascii=False)});\n"
    if package is not None:
        files["runtime.js"] = runtime(package, rooms)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


HERE = Path(__file__).parent
ROOT = HERE.parents[2]
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
ROOMS = (  # what kernel, judge, printing and the search for counterexamples import
    "perceptron",
    "proofs/kernel",
    "proofs/system",
    "proofs/conjecture",
    "proofs/counterexample",
    "proofs/derive",
    "proofs/falsify",
    "proofs/statements",
    "proofs/report/pictures",
    "proofs/report/proofs",
    "proofs/report/tables",
    "proofs/report/live/in_page",
)
SUFFIXES = (".py", ".toml")
STAND_INS = {"flint.py": "balls.py", "hypothesis.py": "random_bytes.py"}  # of libraries that a page has not
NO_PROCESSES = {"_multiprocessing.py": "", "_posixshmem.py": "shm_unlink = None\n"}  # a page has none, but `multiprocessing` imports these
PACKAGES = ("proofs", "proofs/report", "proofs/report/live")  # of these the __init__ alone
NOTICE = """/* Made from the npm package pyodide {version}: Pyodide (Mozilla Public License 2.0, https://github.com/pyodide/pyodide),
   CPython (PSF licence) and its libraries; from mpmath (BSD licence, https://mpmath.org); and from perceptron-proofs (MIT licence). */
"""


def version(package: Path) -> str:
    """The version of an unpacked npm package `pyodide`.  Raises InputError for any other folder."""
    missing = [name for name in ("package.json", LOCK, *PARTS) if not (package / name).is_file()]
    if missing:
        raise InputError(f"{package} is not the unpacked npm package pyodide: it has no {missing[0]}")
    return str(json.loads((package / "package.json").read_text(encoding="utf-8"))["version"])


def runtime(package: Path, rooms: Sequence[str] = ()) -> str:
    """The text of `runtime.js`, with further `rooms`.  Raises InputError for a folder that is not the npm package `pyodide`."""
    number = version(package)
    lock = json.loads((package / LOCK).read_text(encoding="utf-8"))
    held = {
        "lock": {"info": lock["info"], "packages": {}},
        "worker": (HERE / "scripts" / "worker.js").read_text(encoding="utf-8"),
        "parts": {name: pack((package / name).read_bytes()) for name in PARTS} | {"sources": pack(sources(rooms))},
    }
    return f"{NOTICE.format(version=number)}globalThis.perceptronLive.runtimeLoaded({json.dumps(held)});\n"


def pack(content: bytes) -> str:
    """As text: gzip, then base64; the same for the same content."""
    return _pack(content)


@lru_cache(maxsize=8)  # a book has Python twice: beside its pages, and in the playground in one file
def _pack(content: bytes) -> str:
    return base64.b64encode(gzip.compress(content, 9, mtime=0)).decode("ascii")


def sources(rooms: Sequence[str] = ()) -> bytes:
    """The project's modules, mpmath's intervals, and each of STAND_INS under the name of its library, as a zip file.

    `rooms`: folders and files beyond ROOMS, folders with the data that lies in them; the packages above them are empty.
    """
    files = {f"{name}/__init__.py": ROOT / name / "__init__.py" for name in PACKAGES}
    for room in (*ROOMS, *rooms):
        held = [f for s in SUFFIXES for f in sorted((ROOT / room).rglob(f"*{s}"))] if (ROOT / room).is_dir() else [ROOT / room]
        files |= {file.relative_to(ROOT).as_posix(): file for file in held}
    above = {f"{parent.as_posix()}/__init__.py" for room in rooms for parent in Path(room).parents if parent.name}
    files |= {name: HERE / "in_page" / file for name, file in STAND_INS.items()}
    mpmath = find_spec("mpmath")
    if mpmath is None or mpmath.origin is None:
        raise InputError("mpmath, which SymPy needs too, is not installed")
    libmp = Path(mpmath.origin).parent / "libmp"
    files |= {f"mpmath/libmp/{file.name}": file for file in sorted(libmp.glob("*.py"))}
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:  # not compressed: gzip does that to the whole
        for name in sorted({"mpmath/__init__.py", *above, *NO_PROCESSES} - {*files}):
            archive.writestr(zipfile.ZipInfo(name), NO_PROCESSES.get(name, ""))
        for name, file in files.items():
            archive.writestr(zipfile.ZipInfo(name), file.read_bytes())
    return content.getvalue()
