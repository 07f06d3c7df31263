"""The command line: it finds the commands, and turns every failure into one line and an exit code.

    0  it holds (proved, valid)                    3    not decided, or not tried: the budget ended before that
    1  it does not (rejected, broken, invalid)     4    `falsify`: it survived the search, which is no proof
    2  bad input or usage; one line says where     5    proved from premises that the kernel has not proved
    6  vacuous: no run meets the conditions        130  interrupted

The commands are in the files of this room. They import what they need when they run, so that `--help` is quick.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from proofs.cli.groups import Group, refuse_further_words
from proofs.system.garbage import collect_seldom
from proofs.system.signals import insist
from proofs.system.work_clock import work_time

# Each with the file that has it, and its line in `--help`.
COMMANDS = {
    "verify": ("verify", "Replay every proof, attack every bound, print verdicts."),
    "show": ("reading", "Print a proof, step by step."),
    "list": ("reading", "List the theorems, family by family."),
    "export": ("reading", "Write a proof as JSON, LaTeX or Coq."),
    "replay": ("files", "Judge a proof file by the kernel alone."),
    "arena": ("files", "Try a proof checker on sound files and on traps."),
    "falsify": ("falsify", "Search for a counterexample."),
    "decide": ("decide", "Prove a conjecture or refute it, if that can be decided."),
    "bound": ("bound", "A learner's code in, a proved bound out."),
    "best": ("decide", "The exact set of constants for which a bound holds."),
    "atlas": ("decide", "Which bound is never above which other."),
    "check": ("files", "Judge a counterexample or a certificate."),
    "tight": ("verify", "Compare extremal runs with the bounds."),
    "audit": ("audit", "Certified bounds for your own data."),
    "online-to-batch": ("online_to_batch", "A hypothesis for your data, with bounds on its risk."),
    "campaign": ("campaign", "Attack many conjectures for long, and keep the record."),
    "sources": ("reading", "The bibliography, and what became of each claim."),
    "errata": ("reading", "The misprints of the sources, with the true forms."),
    "exercises": ("reading", "Print problem sheets, or mark an answer."),
    "witnesses": ("verify", ""),  # for maintainers
    "book": ("reading", "Write the book as HTML, EPUB or PDF."),
    "handout": ("reading", "A theorem on two pages, or a lecturer's whole pack."),
}
BUG, BROKEN_PIPE = 70, 141  # exit codes beside those above
START_SECONDS = 1.0  # of processor time; a process that has used more has done other work before


class Interruption(Exception):
    """Ctrl-C or a broken pipe, hidden from click, which would choose the exit code itself."""


@contextlib.contextmanager
def interruptions_kept_from_click() -> Iterator[None]:
    """Inside the block, Ctrl-C and broken pipes become Interruption, which click does not handle."""
    try:
        yield
    except (KeyboardInterrupt, BrokenPipeError) as stop:
        raise Interruption from stop


class Commands(Group):
    """The commands by name. Each is loaded when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        file = import_module(f"proofs.cli.{COMMANDS[name][0]}")
        return next(command for command in vars(file).values() if isinstance(command, click.Command) and command.name == name)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] == "help" and args[1:]:
            from proofs.cli.topics import TOPICS

            if args[1] in TOPICS:
                refuse_further_words(None, ctx, args[1:])
                for line in TOPICS[args[1]]():
                    click.echo(line)
                ctx.exit()
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items() if summary])

    def make_context(self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any) -> click.Context:
        with interruptions_kept_from_click():  # --help writes here
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with interruptions_kept_from_click():
            return super().invoke(ctx)

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, *rest: Any, **extra: Any) -> NoReturn:
        """Run a command and exit with the code that it returns (None is 0)."""
        extra["standalone_mode"] = False
        extra.setdefault("obj", _start_time())  # for commands with a budget of time
        atexit.unregister(gc.freeze)
        collect_seldom()
        atexit.register(gc.freeze)  # skips the last garbage collection, which takes up to a second
        _keep_hypothesis_out_of_the_working_directory()
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices are small here; threads waiting for each other burn time
        _open_closed_streams()
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # a terminal that cannot print γ gets a ?
        sys.exit(run_guarded(lambda: super(Commands, self).main(args, prog_name or "perceptron-proofs", *rest, **extra)))


def run_guarded(action: Callable[[], Any]) -> int:
    """The exit code that an action returns. An exception becomes one line on stderr and an exit code."""
    try:
        with _interruptible() as received:
            code = action()
            sys.stdout.flush()
        if received:
            return complain("interrupted", 130)
        return code if isinstance(code, int) else 0
    except (Interruption, KeyboardInterrupt, click.Abort, BrokenPipeError) as stop:
        if isinstance(stop.__cause__ or stop, BrokenPipeError):
            _silence()
            return BROKEN_PIPE
        return complain("interrupted", 130)
    except click.UsageError as error:
        where = "" if error.ctx is None else f"{error.ctx.command_path}: "
        shown = error.format_message()
        if "\n" in shown and error.ctx is not None and shown.startswith("Usage:"):  # no command was given: print the help
            click.echo(shown, err=True)
            return 2
        minus = isinstance(error, click.NoSuchOption) and not error.option_name.startswith("--")
        return complain(f"{where}{shown} (try --help{'; what begins with a minus comes after --' if minus else ''})")
    except click.ClickException as error:
        return complain(error.format_message())
    except OSError as error:
        what = error.strerror or str(error) or type(error).__name__
        message = f"{error.filename}: {what}" if error.filename is not None else f"cannot read or write: {what}"
        _silence()
        return complain(message)
    except MemoryError:
        return complain("out of memory")
    except Exception as error:
        if _is_refusal(error):
            return complain(str(error))
        traceback.print_exc()
        return complain("internal error; nothing was decided (please report the lines above)", BUG)


def complain(message: str, code: int = 2) -> int:
    """Print one line on stderr. Returns the exit code."""
    from proofs.system.escaping import visible

    line = visible(" ".join(message.split()))
    click.echo(f"{'' if code == 130 else 'error: '}{line if len(line) <= 1000 else line[:997] + '...'}", err=True)
    return code


def _is_refusal(error: Exception) -> bool:
    """Whether the cause is bad input. The classes are imported only here, because a successful run does not need them."""
    from perceptron.errors import InputError
    from proofs.kernel import Rejected

    return isinstance(error, (InputError, Rejected))


def _silence() -> None:
    """If stdout can no longer be written, discard its buffer, so that the interpreter does not report an error at its end."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_closed_streams() -> None:
    """Replace stdout or stderr by the null device if the shell closed it (`>&-`)."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  (open to the end)


def _start_time() -> float:
    """The start of the command on the clock of `work_time`: that of this process, if it has only been started and the system knows it.

    A process has not waited when it starts, so that moment is the same on both clocks."""
    if time.process_time() > START_SECONDS:
        return work_time()
    now = time.monotonic()
    try:
        with open("/proc/self/stat", encoding="utf-8") as file:
            ticks = int(file.read().rpartition(")")[2].split()[19])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (AttributeError, OSError, ValueError, IndexError):
        return work_time()
    return now - max(0.0, age)


def _keep_hypothesis_out_of_the_working_directory() -> None:
    """Hypothesis would make a folder `.hypothesis` in the user's working directory; give it our cache instead."""
    if "hypothesis" not in sys.modules:
        caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser(os.path.join("~", ".cache"))
        os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", os.path.join(caches, "perceptron-proofs", "hypothesis"))


@contextlib.contextmanager
def _interruptible() -> Iterator[list[int]]:
    """Inside the block, SIGTERM acts like Ctrl-C, so that temporary files are removed and findings are kept.

    Yields a list of the signals that arrive. An exception that is raised inside a library's callback may be lost: it is raised again, and
    the list shows it in any case.
    """
    received: list[int] = []

    def stop(number: int, frame: object) -> NoReturn:
        received.append(number)
        raise KeyboardInterrupt

    try:
        before = {s: signal.signal(s, stop) for s in (signal.SIGTERM, signal.SIGINT)}
    except ValueError:  # not in the main thread
        yield received
        return
    hook, sys.unraisablehook = sys.unraisablehook, insist
    try:
        yield received
    finally:
        sys.unraisablehook = hook
        for s, handler in before.items():
            signal.signal(s, handler)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="perceptron-proofs", message="%(version)s")
def main() -> None:
    """Mistake bounds of the Perceptron family: statement, replayed proof, attack and witness, side by side.

    `help COMMAND` explains a command; `help quantities`, `help conjectures`, `help learners`,
    `help marking` and `help exit-codes` are for several of them.
    """
