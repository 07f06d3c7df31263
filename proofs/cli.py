"""The command line: names the commands, and turns every failure into one line and an exit code.

    0  it holds (proved, survived, valid)          2    bad input or usage; one line says what and where
    1  it does not (rejected, broken, invalid)     130  interrupted

The commands live in `proofs.commands`, one file each, and import what they need when they run, so that `--help` is quick.
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

COMMANDS = (
    "verify",
    "show",
    "list",
    "export",
    "replay",
    "falsify",
    "check",
    "tight",
    "audit",
    "campaign",
    "sources",
    "errata",
    "witnesses",
)
INTERNAL, PIPE = 70, 141  # beyond the contract: a bug; nobody reads on
YOUNG = 1.0  # seconds of processor time that a process needs to start


class Stopped(Exception):
    """Ctrl-C or a broken pipe, kept from click, which would decide on the exit code itself."""


@contextlib.contextmanager
def unwound() -> Iterator[None]:
    """The block, with what click would decide on kept from it."""
    try:
        yield
    except (KeyboardInterrupt, BrokenPipeError) as stop:
        raise Stopped from stop


class Commands(click.Group):
    """The commands by name, loaded when one is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"proofs.commands.{name}").command
        return command

    def make_context(self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any) -> click.Context:
        with unwound():  # --help writes here
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with unwound():
            return super().invoke(ctx)

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, *rest: Any, **extra: Any) -> NoReturn:
        """Run and exit.  A command returns its exit code (None is 0)."""
        extra["standalone_mode"] = False
        extra.setdefault("obj", _began())  # for commands with a budget of time
        atexit.unregister(gc.freeze)
        atexit.register(gc.freeze)  # what is held at the end need not be collected one by one, which takes up to a second
        _leave_no_folder_behind()
        _open_what_is_closed()
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # γ on a terminal that has none is a ?, not a crash
        sys.exit(guarded(lambda: super(Commands, self).main(args, prog_name or "perceptron-proofs", *rest, **extra)))


def guarded(action: Callable[[], Any]) -> int:
    """The exit code of an action that returns one; whatever it raises becomes one line on stderr and a code."""
    try:
        with _interruptible() as received:
            code = action()
            sys.stdout.flush()
        if received:
            return complain("interrupted", 130)
        return code if isinstance(code, int) else 0
    except (Stopped, KeyboardInterrupt, click.Abort, BrokenPipeError) as stop:
        if isinstance(stop.__cause__ or stop, BrokenPipeError):
            _silence()
            return PIPE
        return complain("interrupted", 130)
    except click.UsageError as error:
        where = "" if error.ctx is None else f"{error.ctx.command_path}: "
        shown = error.format_message()
        if "\n" in shown and error.ctx is not None and shown.startswith("Usage:"):  # no command was given: the help is the answer
            click.echo(shown, err=True)
            return 2
        return complain(f"{where}{shown} (try --help)")
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
        return complain("internal error; nothing was decided (please report the lines above)", INTERNAL)


def complain(message: str, code: int = 2) -> int:
    """One printable line on stderr."""
    line = " ".join(message.split())
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)
    click.echo(f"{'' if code == 130 else 'error: '}{line if len(line) <= 1000 else line[:997] + '...'}", err=True)
    return code


def _is_refusal(error: Exception) -> bool:
    """Whether bad input is to blame.  The classes are looked up only now: a run that goes well need not load them."""
    from perceptron.errors import InputError
    from proofs.kernel import Rejected

    return isinstance(error, (InputError, Rejected))


def _silence() -> None:
    """If stdout can no longer be written, send what it still holds nowhere, so that the interpreter does not complain at its end."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_what_is_closed() -> None:
    """Where the shell closed stdout or stderr (`>&-`) there is no such stream; what is written to it goes nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  (open to the end)


def _began() -> float:
    """When the command began (monotonic): as this process did, if it has done nothing yet but start and its system says when."""
    now = time.monotonic()
    if time.process_time() > YOUNG:
        return now
    try:
        with open("/proc/self/stat", encoding="utf-8") as file:
            ticks = int(file.read().rpartition(")")[2].split()[19])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (AttributeError, OSError, ValueError, IndexError):
        return now
    return now - max(0.0, age)


def _leave_no_folder_behind() -> None:
    """Hypothesis would keep a cache in `.hypothesis` below the working directory; whose working directory is it?"""
    if "hypothesis" not in sys.modules:
        caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser(os.path.join("~", ".cache"))
        os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", os.path.join(caches, "perceptron-proofs", "hypothesis"))


@contextlib.contextmanager
def _interruptible() -> Iterator[list[int]]:
    """SIGTERM unwinds as Ctrl-C does, so that temporary files are removed and what was found is kept.

    Yields the signals that came.  An exception raised while Python is in a callback of a library is lost, and with it the interruption;
    the list remembers it.
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
    try:
        yield received
    finally:
        for s, handler in before.items():
            signal.signal(s, handler)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="perceptron-proofs", message="%(version)s")
def main() -> None:
    """Mistake bounds of the Perceptron family: statement, replayed proof, attack and witness, side by side.

    Exit codes: 0 it holds; 1 it does not (a step rejected, a counterexample found, a file invalid); 2 bad input; 130 interrupted.
    """


if __name__ == "__main__":
    main()
