"""`make bench-ratio BASE=COMMIT`: the processor time of what users wait for, now and at another commit, as a ratio.

Both commits are unpacked into temporary folders and run in turn with the libraries of this environment, so that a busy machine slows
both alike. A time is that of a whole process and of all processes that it has waited for. A ratio below 1 means that HEAD takes less.
"""

from __future__ import annotations

import csv
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import click

from proofs.report.book.exercises import CHAPTERS, sheet

ROOT = Path(__file__).parents[1]
STUDENTS, EXERCISES = 60, 20
CLASS = "class.csv"
WAITS = {  # what a user waits for, and the words of its command
    "verify": ["verify"],
    "again": ["verify"],
    "kernel": ["verify", "--referee", "kernel", "--attack", "0"],
    "bound": ["bound", "notebooks/your_own_theorem.py:FixedMargin", "--count", "updates"],
    "decide": ["decide", "M <= 1.41/gamma**2 + 1.3*TD/gamma"],
    "falsify": ["falsify", "M <= 1/gamma**2 + TD/gamma"],
    "mark": ["exercises", "mark", CLASS, "-o", "marks.csv"],
    "book": ["book", "out", "--runtime", "none"],
}

VERIFIED = ("again", "book")  # those that come after a `verify`, whose verdicts are kept


@contextmanager
def unpacked(commit: str) -> Iterator[Path]:
    """A temporary folder with the files of a commit, and with the answers of a class."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
    with TemporaryDirectory() as folder:
        subprocess.run(["tar", "-x"], cwd=folder, check=True, input=packed)
        write_class(Path(folder) / CLASS)
        yield Path(folder)


def write_class(file: Path) -> None:
    """Write the answers of a class: to each exercise the right one, one that is off by a number, and one to another exercise."""
    asked = list(islice((one for chapter in CHAPTERS for one in sheet(chapter).exercises), EXERCISES))
    with file.open("w", encoding="utf-8", newline="") as out:
        table = csv.writer(out)
        table.writerow(["student", *(one.id for one in asked)])
        for student in range(STUDENTS):
            given = [
                (one.answer, f"{one.answer} + {student % 7}", asked[student % 5].answer)[(student + i) % 3] for i, one in enumerate(asked)
            ]
            table.writerow([f"student {student}", *given])


def measure(name: str, folder: Path) -> float:
    """Seconds of processor of what a user waits for, in a folder. Raises CalledProcessError for a command that fails."""
    store = folder / "store"
    if name in VERIFIED and not store.exists():
        time_command(WAITS["verify"], folder, str(store))
    return time_command(WAITS[name], folder, str(store) if name in VERIFIED else "off")


def time_command(words: list[str], folder: Path, store: str) -> float:
    """Seconds of processor of a command, with that folder as the store of verdicts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "proofs.cli", *words]
    done = subprocess.run(
        command, cwd=folder, env=os.environ | {"PYTHONPATH": str(folder), "PERCEPTRON_PROOFS_STORE": store}, capture_output=True
    )
    if done.returncode not in (0, 1):  # a conjecture is refuted by 1
        raise subprocess.CalledProcessError(done.returncode, words, done.stdout, done.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@click.command()
@click.argument("base")
@click.option("--runs", default=3, show_default=True, metavar="N", help="Pairs of runs of each command.")
@click.option("--only", "names", multiple=True, type=click.Choice(tuple(WAITS)), default=tuple(WAITS), help="By default all.")
def main(base: str, runs: int, names: tuple[str, ...]) -> None:
    """Compare HEAD with the commit BASE."""
    with unpacked("HEAD") as new, unpacked(base) as old:
        click.echo(f"{'':8} {'HEAD, s':>8} {base[:8] + ', s':>11} {'ratio min':>10} {'median':>7} {'max':>5}")
        for name in names:
            pairs = [(measure(name, new), measure(name, old)) for _ in range(runs)]
            ratios = sorted(a / b for a, b in pairs)
            seconds = (median(times) for times in zip(*pairs, strict=True))
            click.echo("{:8} {:8.1f} {:11.1f} {:10.2f} {:7.2f} {:5.2f}".format(name, *seconds, ratios[0], median(ratios), ratios[-1]))


if __name__ == "__main__":
    main()
