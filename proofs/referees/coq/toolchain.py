"""Coq, as it is installed: find it, compile theories in parallel, and keep compiled files by the hash of their content.

A theory is named by its path below the logical root `Perceptron`: `theory/Space` is the file `theory/Space.v` and in Coq
`Perceptron.theory.Space`.  Everything is compiled in a folder of its own, which is removed at the end, so an interruption leaves
nothing half written.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, as_completed, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from threading import Lock

from proofs.system import files

Run = Callable[[list[str], Path], tuple[int, str]]
IN_GROUPS = hasattr(os, "killpg")  # Windows has neither groups of processes nor `ulimit`


@dataclass(frozen=True)
class Limit:
    """Limits of one process: seconds of processor time, and bytes of memory."""

    seconds: int
    memory: int

    def around(self, command: list[str]) -> list[str]:
        """The command within the limit.  By a shell and not by a function before `exec`, which is unsafe where there are threads."""
        set_limits = f'ulimit -t {self.seconds}; ulimit -v {self.memory // 1024}; exec "$@"'
        return ["sh", "-c", set_limits, "sh", *command] if IN_GROUPS else command

    @staticmethod
    def was_stopped(code: int, output: str) -> bool:
        """Whether a process that ended so was stopped by a limit."""
        return code < 0 or "out of memory" in output.lower() or "stack overflow" in output.lower()


@contextmanager
def workers(jobs: int, limit: Limit | None = None) -> Iterator[tuple[ThreadPoolExecutor, Run]]:
    """Threads, and a function that runs a command and returns its exit code and output.  Whatever still runs at the end is killed, with all
    that it has started."""
    running: set[subprocess.Popen[str]] = set()
    starting, ended = Lock(), False

    def run(command: list[str], folder: Path) -> tuple[int, str]:
        with starting:
            if ended:
                raise CancelledError
            process = subprocess.Popen(
                limit.around(command) if limit else command,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # Ctrl-C reaches this process only
            )
            running.add(process)
        with process:
            output, _ = process.communicate()
        running.discard(process)
        return process.returncode, output

    pool = ThreadPoolExecutor(jobs, thread_name_prefix="coq")
    try:
        yield pool, run
    finally:
        with starting:
            ended = True
        for process in list(running):
            _kill(process)
        pool.shutdown(cancel_futures=True)


def _kill(process: subprocess.Popen[str]) -> None:
    """Kill a process and those that it has started."""
    if process.poll() is None and IN_GROUPS:
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


INSTALL = "install Coq 8.16 or later: `apt install coq` on Debian and Ubuntu, `brew install coq` on macOS, or https://rocq-prover.org"
REQUIRED = re.compile(r"From\s+Perceptron(?:\.(\w+))?\s+Require\s+(?:Import\s+|Export\s+)?([\w\s.]+?)\.(?=\s|$)")
Callback = Callable[[str], object]


class CoqError(Exception):
    """Coq refuses a theory: its name, the line (0 if Coq names none), and Coq's own words."""

    def __init__(self, theory: str, line: int, message: str) -> None:
        super().__init__(f"{theory}, line {line}: {message}" if line else f"{theory}: {message}")
        self.theory, self.line = theory, line


class GaveUp(CoqError):
    """Coq was stopped at the limit: it has said nothing of the theory."""


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
    version = subprocess.run([compiler, "--print-version"], capture_output=True, text=True, check=False).stdout.split()
    return Coq(compiler, shutil.which("coqchk"), version[0]) if version else None


def read_theories(folder: str) -> dict[str, str]:
    """The theories that come with the package in a folder such as `theory`: name to text."""
    place = Path(__file__).parent / folder
    return {f"{folder}/{f.name.removesuffix('.v')}": f.read_text(encoding="utf-8") for f in place.iterdir() if f.name.endswith(".v")}


def needs(text: str) -> tuple[str, ...]:
    """The theories of ours that a text requires."""
    required = []
    for folder, names in REQUIRED.findall(text):
        required += [f"{folder}/{name}" if folder else name.replace(".", "/") for name in names.split()]
    return tuple(required)


def closure(name: str, theories: Mapping[str, str]) -> dict[str, str]:
    """A theory and all of these theories that it builds on, below it."""
    below: dict[str, str] = {}
    for other in needs(theories[name]):
        if other in theories and other not in below:
            below |= closure(other, theories)
    return below | {name: theories[name]}


@dataclass
class Build:
    """The result of a build: the folder with sources and compiled theories (while it exists), the hash of each theory, Coq's output, and
    the theories compiled anew."""

    folder: Path
    keys: Mapping[str, str]
    output: dict[str, str] = field(default_factory=dict)
    compiled: list[str] = field(default_factory=list)


def store() -> Path:
    """Where compiled theories are kept."""
    return files.cache("coq")


def keys(theories: Mapping[str, str], version: str) -> dict[str, str]:
    """A hash for each theory: of its text, of all that it requires, and of the version of Coq.  In the order of requirement."""
    required = {name: needs(text) for name, text in theories.items()}
    for name, others in required.items():
        if absent := [other for other in others if other not in theories]:
            raise CoqError(name, 0, f"it requires {absent[0]}, which is not there")
    done: dict[str, str] = {}
    try:
        for name in TopologicalSorter(required).static_order():
            parts = (version, name, theories[name], *(done[other] for other in required[name]))
            done[name] = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    except CycleError as circle:
        raise CoqError(circle.args[1][0], 0, "it requires itself") from None
    return done


@contextmanager
def build_theories(
    theories: Mapping[str, str], coq: Coq, jobs: int = 2, on_progress: Callback = lambda _: None, limit: Limit | None = None
) -> Iterator[Build]:
    """Inside the block, these theories compiled; raises CoqError at the first that Coq refuses, GaveUp if that is for the limit on each.

    `on_progress` is called with the name of each theory that is being compiled. What Coq printed is in `Build.output`.
    """
    keyed = keys(theories, coq.version)
    with tempfile.TemporaryDirectory(prefix="perceptron-coq-") as temporary:
        build = Build(Path(temporary), keyed)
        for name, text in theories.items():
            source = build.folder / f"{name}.v"
            source.parent.mkdir(parents=True, exist_ok=True)
            source.write_text(text, encoding="utf-8")
        todo = [name for name in keyed if not _fetch(build, name)]
        _compile(build, {name: needs(theories[name]) for name in todo}, coq, jobs, on_progress, limit)
        yield build


def keep_key(key: str) -> str | None:
    """The text that is kept under a key, if there is one."""
    try:
        return (store() / f"{key}.txt").read_text(encoding="utf-8")
    except OSError:
        return None


def keep(key: str, text: str) -> None:
    """Keep a text, as a whole or not at all; where there is no room or no right to write, not at all."""
    with suppress(OSError):
        store().mkdir(parents=True, exist_ok=True)
        files.write_text(store() / f"{key}.txt", text)


def _fetch(build: Build, name: str) -> bool:
    """Whether the store has this theory; then it is put in its place."""
    key = build.keys[name]
    output = keep_key(key)
    try:
        shutil.copyfile(store() / f"{key}.vo", build.folder / f"{name}.vo")
    except OSError:
        return False
    if output is not None:
        build.output[name] = output
    return output is not None


def _keep(build: Build, name: str) -> None:
    """Put a compiled theory into the store; it counts once its output is there too."""
    key = build.keys[name]
    with suppress(OSError):
        store().mkdir(parents=True, exist_ok=True)
        files.write_bytes(store() / f"{key}.vo", (build.folder / f"{name}.vo").read_bytes())
        keep(key, build.output[name])


def _compile(build: Build, waiting: dict[str, Iterable[str]], coq: Coq, jobs: int, on_progress: Callback, limit: Limit | None) -> None:
    """Compile each theory as soon as its requirements are present, `jobs` at a time."""
    running: dict[Future[str], str] = {}
    with workers(jobs, limit) as (pool, run):
        while waiting or running:
            unfinished = {*waiting, *running.values()}
            for name in [name for name, required in waiting.items() if not unfinished & set(required)]:
                del waiting[name]
                on_progress(name)
                running[pool.submit(_compile_coq, coq, build.folder, name, run)] = name
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                name = running.pop(future)
                build.output[name] = future.result()
                build.compiled.append(name)
                _keep(build, name)


def check(build: Build, coq: Coq, on_progress: Callback = lambda _: None) -> None:
    """Let Coq's own checker look at everything that was built; raises CoqError if it objects or if it is missing.

    It takes the theories that come with the package together with the standard library below them, the generated ones by themselves.
    Checked files are kept by content too.
    """
    if coq.checker is None:
        raise CoqError("coqchk", 0, "Coq's checker, which comes with Coq, is not there")
    new = [name for name, key in build.keys.items() if keep_key(f"{key}-checked") is None]
    ours = [name for name in new if name.startswith("theory/")]
    groups = [(ours, ""), ([name for name in new if name not in ours], "-norec")]
    with workers(len(groups)) as (pool, run):
        on_progress(f"coqchk: {len(new)} theories")
        looks = {}
        for names, option in ((names, option) for names, option in groups if names):
            modules = [word for name in names for word in (option, "Perceptron." + name.replace("/", ".")) if word]
            command = [coq.checker, "-silent", "-o", "-Q", ".", "Perceptron", *modules]
            looks[pool.submit(run, command, build.folder)] = names
        for look in as_completed(looks):
            code, output = look.result()
            if code or not _unconditional(output):
                raise CoqError("coqchk", 0, f"it objects: {output.strip()[-500:]}")
            for name in looks[look]:
                keep(f"{build.keys[name]}-checked", output)


def _unconditional(output: str) -> bool:
    """Whether the checker had to take on trust no more than axioms: no type in type, no unguarded recursion, no assumed positivity."""
    held = re.findall(r"^\* (?:Constants/Inductives relying on|Inductives whose) .*?:\s*(\S*)", output, flags=re.MULTILINE)
    return len(held) == 3 and set(held) == {"<none>"}


def _compile_coq(coq: Coq, folder: Path, name: str, run: Run) -> str:
    """The output of coqc for a theory."""
    code, output = run([coq.compiler, "-q", "-w", "-all", "-Q", ".", "Perceptron", f"{name}.v"], folder)
    if code and Limit.was_stopped(code, output):
        raise GaveUp(name, 0, "it takes more time or memory than it may")
    if code:
        place = re.search(r'^File "[^"]*", line (\d+), characters', output, flags=re.MULTILINE)
        raise CoqError(name, int(place[1]) if place else 0, output.partition("Error:")[2].strip() or output.strip())
    return output
