"""Output shared by several commands: output files refused before the work begins, seconds, and the form of an answer."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from proofs.system.escaping import visible
from proofs.system.files import dumps, refuse_unwritable, write_text

F = TypeVar("F", bound=Callable[..., Any])


def writable(ctx: click.Context, option: click.Parameter, file: str | None) -> str | None:
    """A file to be written, or "-" for stdout. Raises OSError where it cannot be."""
    refuse_unwritable(file)
    return file


def drawable(ctx: click.Context, option: click.Parameter, file: str | None) -> str | None:
    """A picture to be written, whose ending says its format. Raises InputError, OSError."""
    writable(ctx, option, file)
    if file is not None and file != "-":
        from proofs.report.pictures.plots import suffix_of

        suffix_of(file)
    return file


def above_zero(ctx: click.Context, option: click.Parameter, seconds: float | None) -> float | None:
    """A number of seconds."""
    if seconds is not None and not 0 < seconds < float("inf"):
        raise click.UsageError(f"--{option.name} must be a number of seconds above 0", ctx)
    return seconds


def options(*listed: Callable[[F], F]) -> Callable[[F], F]:
    """Several options of a command, or an argument among them, as one decorator."""

    def give(command: F) -> F:
        for option in reversed(listed):
            command = option(command)
        return command

    return give


def refuse_unused(ctx: click.Context, form: str, used: Sequence[str]) -> None:
    """Raise UsageError for an option on the command line that this form of the command does not use."""
    names = {one.name or "": one.opts[0] for one in ctx.command.params}
    given = [name for name in names if (source := ctx.get_parameter_source(name)) and source.name == "COMMANDLINE"]
    if wrong := [names[name] for name in given if name not in used]:
        instead = ", ".join(names[name] for name in used if names[name].startswith("-")) or "no option"
        raise click.UsageError(f"{wrong[0]} does not go with {form}, which takes {instead}")


def json_option(words: str) -> Callable[[F], F]:
    """--json FILE, the `target` of a command's record."""
    return file_option("--json", "target", words=f"{words}; '-' writes only that to stdout.")


def file_option(*names: str, words: str, metavar: str = "FILE") -> Callable[[F], F]:
    return click.option(*names, callback=writable, metavar=metavar, help=words)


def picture_option(name: str, words: str, metavar: str = "FILE") -> Callable[[F], F]:
    return click.option(name, callback=drawable, metavar=metavar, help=words)


def seed_option(words: str) -> Callable[[F], F]:
    return click.option("--seed", default=0, show_default=True, metavar="N", help=words)


def seconds_option(name: str, words: str, default: float | None = None) -> Callable[[F], F]:
    shown = default is not None
    return click.option(name, type=float, default=default, show_default=shown, callback=above_zero, metavar="SECONDS", help=words)


def write_json(target: str | None, record: object) -> None:
    """A record for programs, to its file or to stdout."""
    if target is not None:
        write_or_print(target, dumps(record))


def answer(target: str | None, lines: Iterable[str], record: object) -> None:
    """Print a command's result: lines for a reader, unless only JSON was asked for, and a record for a program."""
    if target != "-":
        click.echo("\n".join(lines))
    write_json(target, record)


def latex_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a LaTeX table, to be pasted into a paper; head and cells are LaTeX."""
    lines = [rf"{' & '.join(row)} \\" for row in rows]
    return [rf"\begin{{tabular}}{{{'l' * len(head)}}}", rf"{' & '.join(head)} \\ \hline", *lines, r"\end{tabular}"]


def write_or_print(out: str | None, text: str) -> None:
    """A text to its file, or to stdout for "-" and where there is none."""
    if out is None or out == "-":
        click.echo(text, nl=False)
    else:
        write_text(out, text)


def report_written(out: str | Path | None, command: str = "") -> None:
    """Report on stderr the file that was written, and the command to run on it, if any; nothing where the text went to stdout."""
    if out is not None and str(out) != "-":
        after = f"; next: {command} {shlex.quote(str(out))}" if command else ""
        click.echo(visible(f"written to {out}{after}"), err=True)


def command_again(context: click.Context, **changed: Any) -> str:
    """The command line of this call, to be copied, with other values of some parameters; None leaves one out."""
    words = ["perceptron-proofs", *context.command_path.split()[1:]]
    for parameter in context.command.params:
        value = changed.get(parameter.name or "", context.params.get(parameter.name or ""))
        if isinstance(parameter, click.Argument):
            words.append(str(value))
        elif isinstance(parameter, click.Option) and value is not None and value != parameter.get_default(context):
            name = parameter.opts[-1] if value or not parameter.secondary_opts else parameter.secondary_opts[-1]
            for one in value if isinstance(value, tuple) else [value]:
                words += [name] if parameter.is_flag else [name, str(one)]
    return visible(shlex.join(words))


def write_evidence(out: str | None, text: str) -> None:
    """Write the evidence to its file and print the file's name, or write to stdout if the file cannot be written after all."""
    try:
        write_or_print(out, text)
    except OSError:
        click.echo(text, nl=False)
        raise
    report_written(out)


def print_judged(head: str, valid: bool, checked: Iterable[str], reasons: Iterable[str]) -> int:
    """A judge's verdict with its checks. Returns the exit code."""
    click.echo(visible(f"{'valid' if valid else 'invalid'}: {head}"))
    for sign, lines in (("✓", checked), ("✗", reasons)):
        click.echo("".join(f"    {sign} {visible(line)}\n" for line in lines), nl=False)
    return 0 if valid else 1
