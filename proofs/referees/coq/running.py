"""Coq's programs in processes of their own: within a limit if there is one, and none left behind when this process is interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

Run = Callable[[list[str], Path], tuple[int, str]]
IN_GROUPS = hasattr(os, "killpg")  # Windows has neither groups of processes nor `ulimit`


@dataclass(frozen=True)
class Limit:
    """What one process may use: seconds of processor time, and bytes of memory."""

    seconds: int
    memory: int

    def around(self, command: list[str]) -> list[str]:
        """The command within the limit.  By a shell and not by a function before `exec`, which is unsafe where there are threads."""
        set_limits = f'ulimit -t {self.seconds}; ulimit -v {self.memory // 1024}; exec "$@"'
        return ["sh", "-c", set_limits, "sh", *command] if IN_GROUPS else command

    @staticmethod
    def stopped(code: int, output: str) -> bool:
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
