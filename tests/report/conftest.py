"""A browser, and a book with the runtime: a small one in the quick tier, a larger one by `--one-in`, else with all its pages.  BOOK=DIR
has the tests look at one that is built already."""

import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from proofs.report.live.files import sources
from proofs.theorems import catalogue
from tests.amounts import exhaustive, is_drawn
from tests.cli.running import ROOT
from tests.sharing import once

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
THEOREMS = ("novikoff", "hinge-simple")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium as the system has it; nothing is downloaded."""
    sync = pytest.importorskip("playwright.sync_api", reason="a browser is driven by Playwright: pip install -e '.[test]'")
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("there is no Chromium; on Debian: apt-get install chromium")
    with sync.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield running
        running.close()


ALONE = """
import json, sys
sys.path.insert(0, sys.argv[1])
given = json.load(sys.stdin)
{}
foreign = {{name.partition(".")[0] for name in sys.modules}} - sys.stdlib_module_names - {{"__main__", "__mp_main__"}}
print(json.dumps([said, sorted(foreign)]))
"""


def with_nothing_but_the_runtime(folder: Path, code: str, given: object, rooms: Sequence[str] = (), more: Sequence[str] = ()) -> Any:
    """What Python has as `said` after this code, where there is only the standard library and what `runtime.js` holds."""
    zipfile.ZipFile(io.BytesIO(sources(rooms))).extractall(folder)
    command = [sys.executable, "-I", "-S", "-c", ALONE.format(code), str(folder)]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said, foreign = json.loads(done.stdout)
    assert foreign == sorted(["flint", "mpmath", "perceptron", "proofs", *more])
    return said


def package() -> Path | None:
    """The npm package `pyodide`, as `make book` keeps it; None where npm cannot get it."""
    if shutil.which("npm"):
        subprocess.run(["make", "--silent", "runtime"], cwd=ROOT, capture_output=True)
    return next((file.parent for file in ROOT.glob("build/pyodide-*/package.json")), None)


NPM = {  # packages for tests alone, each with the SHA-256 of its file
    "scorm-again@3.4.3": "f182724b4614c34a616a92d7e4d8967392013c5fae74116db98a5c5a11db5edb",
    "speech-rule-engine@4.1.5": "d8013221720a92ff61b04ba6f223ef321240ba232a813096e2827966fdd5d00d",
    "gift-pegjs@1.0.2": "b15e322e9f9145c753bee378a12c31b9f45526f472ac81186a0ff706722f1c7d",
}


def npm_file(name: str, file: str) -> str | None:
    """The text of a file of a package in NPM, which is kept in build/; None where npm cannot get it."""
    kept = ROOT / "build" / f"{name.replace('@', '-')}.tgz"
    if not kept.is_file() and shutil.which("npm"):
        kept.parent.mkdir(exist_ok=True)
        subprocess.run(["npm", "pack", "--silent", name], cwd=kept.parent, capture_output=True)
    if not kept.is_file():
        return None
    assert hashlib.sha256(kept.read_bytes()).hexdigest() == NPM[name], f"{kept} is not {name}"
    with tarfile.open(kept) as files:
        return io.TextIOWrapper(files.extractfile(f"package/{file}"), "utf-8").read()  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """A book of few theorems, of those that `--one-in` draws too, or of all; or that of BOOK."""
    if "BOOK" in os.environ:
        return Path(os.environ["BOOK"]).resolve()
    pytest.importorskip("myst_nb", reason="the book needs the extra `book`")
    every, draw = pytestconfig.option.one_in, pytestconfig.option.draw
    drawn = [page.id for page in catalogue.THEOREMS if is_drawn(page.id, every, draw)] if exhaustive() else []
    chosen = () if exhaustive() and every == 1 else (*THEOREMS, *drawn)
    return once(tmp_path_factory, "book", partial(build, chosen=chosen))


def build(out: Path, chosen: Sequence[str]) -> None:
    """Write a book of these theorems and of what they cite, or, if there are none, of all."""
    only = [word for id in chosen for word in ("--only", id)]
    command = [sys.executable, "-m", "proofs.cli", "book", str(out), *only, "--epub", "--runtime", str(package() or "none")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr


@pytest.fixture(scope="session")
def with_runtime(book: Path) -> Path:
    if not (book / "_static" / "live" / "runtime.js").is_file():
        pytest.skip("this book has no runtime: npm is missing, or has no network")
    return book
