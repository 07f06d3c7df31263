"""Coq, as it is installed: find it, compile theories in parallel, and keep what was compiled by the hash of its content.

A theory is named by its path below the logical root `Perceptron`: `theory/Space` is the file `theory/Space.v` and in Coq
`Perceptron.theory.Space`.  Everything is compiled in a folder of its own, which is removed at the end, so an interruption leaves
nothing half written.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path

INSTALL = "install Coq 8.16 or later: `apt install coq` on Debian and Ubuntu, `brew install coq` on macOS, or https://rocq-prover.org"
REQUIRED = re.compile(r"From\s+Perceptron(?:\.(\w+))?\s+Require\s+(?:Import\s+|Export\s+)?([\w\s.]+?)\.(?=\s|$)")
Tell = Callable[[str], object]


class CoqError(Exception):
    """Coq refuses a theory; the message is Coq's own, with the theory's name and line."""


@dataclass(frozen=True)
class Coq:
    """An installed Coq: its compiler, its checker (None if it is missing), its version."""

    compiler: str
    checker: str | None
    version: str


@cache
def find() -> Coq | None:
    """The Coq on the PATH, or None."""
    compiler = shutil.which("coqc")
    if compiler is None:
        return None
    told = subprocess.run([compiler, "--print-version"], capture_output=True, text=True, check=False).stdout.split()
    return Coq(compiler, shutil.which("coqchk"), told[0]) if told else None


def shipped(folder: str) -> dict[str, str]:
    """The theories that come with the package in a folder such as `theory`: name to text."""
    place = files("proofs.referees.coq") / folder
    return {f"{folder}/{f.name.removesuffix('.v')}": f.read_text(encoding="utf-8") for f in place.iterdir() if f.name.endswith(".v")}


def needs(text: str) -> tuple[str, ...]:
    """The theories of ours that a text requires."""
    found = []
    for folder, names in REQUIRED.findall(text):
        found += [f"{folder}/{name}" if folder else name.replace(".", "/") for name in names.split()]
    return tuple(found)


@dataclass
class Build:
    """What a build made: the folder with sources and compiled theories (while it exists), what Coq printed, and what was compiled anew."""

    folder: Path
    output: dict[str, str] = field(default_factory=dict)
    compiled: list[str] = field(default_factory=list)


def store() -> Path:
    """Where compiled theories are kept."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "perceptron-proofs" / "coq"


def keys(theories: Mapping[str, str], version: str) -> dict[str, str]:
    """A hash for each theory: of its text, of all that it requires, and of the version of Coq.  In the order of requirement."""
    done: dict[str, str] = {}

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise CoqError(f"{name} requires itself")
        if name not in theories:
            raise CoqError(f"{above[-1]} requires {name}, which is not there")
        if name not in done:
            required = needs(theories[name])
            for other in required:
                visit(other, (*above, name))
            parts = (version, name, theories[name], *(done[other] for other in required))
            done[name] = hashlib.sha256("\0".join(parts).encode()).hexdigest()

    for name in theories:
        visit(name, ())
    return done


@contextmanager
def built(theories: Mapping[str, str], coq: Coq, jobs: int = 2, tell: Tell = lambda _: None) -> Iterator[Build]:
    """Inside the block, these theories compiled; raises CoqError at the first that Coq refuses.

    `tell` hears the name of each theory that is being compiled.  What Coq printed is in `Build.output`.
    """
    keyed = keys(theories, coq.version)
    with tempfile.TemporaryDirectory(prefix="perceptron-coq-") as temporary:
        build = Build(Path(temporary))
        for name, text in theories.items():
            source = build.folder / f"{name}.v"
            source.parent.mkdir(parents=True, exist_ok=True)
            source.write_text(text, encoding="utf-8")
        todo = [name for name in keyed if not _fetched(build, name, keyed[name])]
        _compile(build, {name: needs(theories[name]) for name in todo}, keyed, coq, jobs, tell)
        yield build


def _fetched(build: Build, name: str, key: str) -> bool:
    """Whether the store has this theory; then it is put in its place."""
    kept = store() / key
    try:
        build.output[name] = (kept / "output").read_text(encoding="utf-8")
        shutil.copyfile(kept / "theory.vo", build.folder / f"{name}.vo")
    except OSError:
        return False
    return True


def _keep(build: Build, name: str, key: str) -> None:
    """Put a compiled theory into the store, as a whole or not at all."""
    new = build.folder / f"{name}.kept"
    new.mkdir()
    shutil.copyfile(build.folder / f"{name}.vo", new / "theory.vo")
    (new / "output").write_text(build.output[name], encoding="utf-8")
    try:
        store().mkdir(parents=True, exist_ok=True)
        half = Path(tempfile.mkdtemp(prefix="new-", dir=store()))
    except OSError:  # no right to write there: nothing is kept
        return
    try:
        shutil.copytree(new, half / key)
        os.replace(half / key, store() / key)
    except OSError:  # no room, or another process was quicker
        pass
    finally:
        shutil.rmtree(half, ignore_errors=True)


def _compile(build: Build, waiting: dict[str, Iterable[str]], keyed: Mapping[str, str], coq: Coq, jobs: int, tell: Tell) -> None:
    """Compile each theory as soon as what it requires is there, `jobs` at a time."""
    processes: set[subprocess.Popen[str]] = set()
    running: dict[Future[str], str] = {}
    pool = ThreadPoolExecutor(jobs, thread_name_prefix="coqc")
    try:
        while waiting or running:
            unfinished = {*waiting, *running.values()}
            for name in [name for name, required in waiting.items() if not unfinished & set(required)]:
                del waiting[name]
                tell(name)
                running[pool.submit(_run, coq, build.folder, name, processes)] = name
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                name = running.pop(future)
                build.output[name] = future.result()
                build.compiled.append(name)
                _keep(build, name, keyed[name])
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in list(processes):
            process.kill()


def _run(coq: Coq, folder: Path, name: str, processes: set[subprocess.Popen[str]]) -> str:
    """What coqc prints for a theory."""
    command = [coq.compiler, "-q", "-w", "-all", "-Q", ".", "Perceptron", f"{name}.v"]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        processes.add(process)
        output, errors = process.communicate()
        processes.discard(process)
    if process.returncode:
        raise CoqError(f"{name}: {errors.strip() or output.strip()}")
    return output
