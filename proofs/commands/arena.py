"""`perceptron-proofs arena`: tries a proof checker on small proof files, sound ones and traps."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from proofs.kernel import Proof
    from proofs.referees.arena import Outcome


# Small proofs which between them use every rule.
DAMAGED = ("cauchy-schwarz", "quadratic-root", "progress", "novikoff", "hinge-root", "exp-monotone", "mean-sum", "fibonacci-sum")
DAMAGED_EACH = 60


@click.command("arena")
@click.option("--checker", metavar="CMD", help="The checker, run as CMD FILE; by default the kernel of this package.")
@click.option("--timeout", default=30.0, show_default=True, metavar="SECONDS", help="How long the checker may think about one file.")
@click.option("--coq", is_flag=True, help="Instead, ask kernel and Coq of the same files and of damaged proofs, and count disagreements.")
@click.option("--json", "target", metavar="FILE", help="Write every file's outcome as JSON; '-' writes only that to stdout.")
def command(checker: str | None, timeout: float, coq: bool, target: str | None) -> int:
    """Try a proof checker on the arena: files that are sound, and files that are traps.

    A checker says by its exit code what it makes of FILE: 0 accepted, 1 rejected, 2 malformed. Exit code 1 if it accepts a trap, refuses
    a sound file or gives no answer. With --coq: 1 if kernel and Coq ever disagree.
    """
    from perceptron.errors import InputError
    from proofs.referees.arena import FOLDER, entries, outcomes
    from proofs.system.files import dumps, refuse_unwritable, write_text
    from proofs.system.progress_bar import bar

    if coq and (checker is not None or target is not None):
        raise click.UsageError("--coq goes alone")
    if coq:
        return _kernel_and_coq()
    refuse_unwritable(target)
    if timeout <= 0:
        raise InputError(f"--timeout must be a positive number of seconds, not {timeout:g}")
    run = _kernel if checker is None else Process(checker, timeout)
    found, files = [], entries()
    with bar("trying", len(files)) as progress:
        for outcome in outcomes(run, files):
            progress.describe(f"{outcome.entry.kind}/{outcome.entry.name}")
            progress.step()
            found.append(outcome)
    if target is not None:
        records = [
            {"file": f"{o.entry.kind}/{o.entry.name}.json", "about": o.entry.about, "code": o.code, "verdict": o.verdict} for o in found
        ]
        if target == "-":
            click.echo(dumps(records), nl=False)
        else:
            write_text(target, dumps(records))
    if target != "-":
        click.echo("\n".join(_lines(found, FOLDER)))
    return 0 if all(o.right for o in found) else 1


def _kernel_and_coq() -> int:
    """Both on the files of the arena and on damaged proofs of the catalogue."""
    from proofs.derive.authoring.encoding import write
    from proofs.referees.coq import INSTALL, find
    from proofs.referees.coq.agreement import agreement, arena_cases, damaged
    from proofs.system.progress_bar import bar
    from proofs.theorems import catalogue

    coq = find()
    if coq is None:
        click.echo(f"skipped: coqc not found; {INSTALL}")
        return 0
    broken: dict[str, list[Proof]] = {}
    for id in DAMAGED:
        proofs = catalogue.proofs([id])
        document: Any = write(proofs[-1:])
        broken |= damaged(proofs, document["theorems"][0], DAMAGED_EACH)
    asked = {"files of the arena": arena_cases(), f"damaged proofs of {', '.join(DAMAGED)}": broken}
    differ = False
    with bar("asking Coq", len(asked)) as progress:
        for what, cases in asked.items():
            progress.describe(what)
            found = agreement(cases, coq)
            click.echo(f"{len(cases)} {what}: {found.words}")
            for name in found.different:
                click.echo(f"    DISAGREEMENT: {name}")
            differ |= bool(found.different)
            progress.step()
    return 1 if differ else 0


def _lines(found: list[Outcome], folder: Path) -> list[str]:
    wrong = [o for o in found if not o.right]
    codes = {True: "", False: " (exit code {})"}
    lines = [
        f"{o.verdict.upper()}: {o.entry.kind}/{o.entry.name}.json{codes[o.code in (None, 0, 1, 2)].format(o.code)}: {o.entry.about}"
        for o in wrong
    ]
    for kind, done in (("good", "accepted"), ("bad", "refused"), ("malformed", "refused")):
        those = [o for o in found if o.entry.kind == kind]
        lines.append(f"{kind}: {sum(o.right for o in those)} of {len(those)} {done}")
    return lines if not wrong else [*lines, f"the files are in {folder}"]


def _kernel(file: Path) -> int:
    """What `replay` makes of the file."""
    from perceptron.errors import InputError
    from proofs.commands.replay import replayed
    from proofs.kernel import Rejected

    try:
        replayed(str(file))
    except Rejected:
        return 1
    except InputError:
        return 2
    return 0


class Process:
    """A command of the user's as a checker. Raises InputError if there is no such command."""

    def __init__(self, text: str, timeout: float) -> None:
        from perceptron.errors import InputError

        try:
            self.words, self.timeout = shlex.split(text), timeout
        except ValueError as error:
            raise InputError(f"--checker: {error}") from None
        if not self.words:
            raise InputError("--checker needs a command")

    def __call__(self, file: Path) -> int | None:
        from perceptron.errors import InputError

        try:
            done = subprocess.run(
                [*self.words, str(file)], capture_output=True, timeout=self.timeout, stdin=subprocess.DEVNULL, check=False
            )
        except subprocess.TimeoutExpired:
            return None
        except OSError as error:
            raise InputError(f"--checker {self.words[0]}: {error.strerror or error}") from None
        return done.returncode
