"""Groups of commands that suggest the command that a mistyped one is like, and have `help` beside `--help`."""

from __future__ import annotations

from typing import NoReturn

import click


def refuse_further_words(group: click.Group | None, ctx: click.Context, words: list[str]) -> None:
    """Raise UsageError for a word of `help` behind a command that has no commands, or behind a topic, which is no group."""
    for number, word in enumerate(words[1:], 1):
        command = group and group.get_command(ctx, words[number - 1])
        if group and command is None:
            return  # `refuse` suggests one that there is
        group = command if isinstance(command, click.Group) else None
        if group is None:
            raise click.UsageError(f"help {' '.join(words[:number])} takes no further word, found {word!r}; leave it out", ctx)


class Group(click.Group):
    """A group for which `help` and `help COMMAND` print help, and for which a name that is no command has suggestions."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] == "help" and self.get_command(ctx, "help") is None:
            if not args[1:]:
                click.echo(ctx.get_help())
                ctx.exit()
            refuse_further_words(self, ctx, args[1:])
            args = [*args[1:], "--help"]
        if self.get_command(ctx, args[0]) is None:
            self.refuse(ctx, args[0])
        return super().resolve_command(ctx, args)

    def refuse(self, ctx: click.Context, name: str) -> NoReturn:
        """Raise UsageError for a name that is no command, with the commands that are like it."""
        from proofs.system.escaping import near

        shown = [one for one in self.list_commands(ctx) if not (command := self.get_command(ctx, one)) or not command.hidden]
        raise click.UsageError(f"No such command {name!r}{near(name, shown)}", ctx)
