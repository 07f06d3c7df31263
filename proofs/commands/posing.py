"""The options that pose a conjecture, for `falsify` and `decide`: the rules of play, and what is to hold."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from proofs.commands.learner import LEARNERS, own_learner, parse_learner

if TYPE_CHECKING:
    from proofs.conjecture import Comparison
    from proofs.conjecture.game import Game

F = TypeVar("F", bound=Callable[..., object])

DROP = click.option(
    "--drop",
    multiple=True,
    metavar="HYPOTHESIS",
    help="Drop this hypothesis, e.g. 'separable'; may be repeated. 'as printed' is the form that a source prints, if that is false.",
)
RULES = (
    click.option("--learner", metavar="LEARNER", help=f"One of {LEARNERS}."),
    click.option("--setting", type=click.Choice(("separable", "agnostic")), help="By default agnostic if TD, H or H2 occurs."),
    click.option("--norm", type=click.Choice(("unit", "ball", "any")), help="‖x‖ = 1, ‖x‖ ≤ 1 (the default), or any (a kernel's)."),
    click.option("--comparator", type=click.Choice(("unit", "ball", "any")), help="‖u‖ = 1 (the default), ‖u‖ ≤ 1, or any."),
    click.option("--dim", type=int, metavar="D", help="Only in this dimension."),
)
MORE_RULES = (
    click.option(
        "--where", multiple=True, metavar="CONDITION", help="Claimed only where this holds, e.g. 'gamma <= 1/4'; may be repeated."
    ),
    click.option("--flips", type=int, metavar="K", help="Up to K labels of a separable sequence may be wrong."),
    click.option("--coordinates", metavar="LIST", help="A finite class: coordinates of examples are among these, e.g. ' -1,0,1'."),
    click.option("--passes", type=int, metavar="N", help="The learner goes through the examples N times."),
    click.option("--shuffled", is_flag=True, default=None, help="With --passes: each pass in an order of the adversary's choosing."),
)


def rules_of_play(command: F) -> F:
    """The options --drop, --learner, --setting, --norm, --comparator and --dim."""
    return DROP(rules_without_drop(command))


def rules_without_drop(command: F) -> F:
    """The same for a command that keeps every hypothesis."""
    return _with(RULES, command)


def more_rules(command: F) -> F:
    """The options --where, --flips, --coordinates, --passes and --shuffled."""
    return _with(MORE_RULES, command)


def _with(options: Sequence[Callable[[F], F]], command: F) -> F:
    for option in reversed(options):
        command = option(command)
    return command


def changes_of(rules: dict[str, Any]) -> dict[str, Any]:
    """The fields of a Game that the options change."""
    dimension, learner = rules.pop("dim"), rules.pop("learner")
    changes = {name: value for name, value in rules.items() if value is not None}
    changes |= {} if dimension is None else {"dimension": dimension}
    return changes | ({} if learner is None else parse_learner(learner))


def taken_out(rules: dict[str, Any], seconds: float) -> tuple[Any, frozenset[str]]:
    """The learner object FILE.py:NAME, and the names that it brings; None for another learner.

    It is no rule of play, so it is taken out of the rules. Its file has so many seconds to be run."""
    learner, names = own_learner(rules["learner"], seconds)
    if learner is not None:
        rules["learner"] = None
    return learner, names


def looks_like_an_id(text: str) -> bool:
    return not set(text) & set("<>=") and text.replace("-", "").isalnum()


def comparison_and_game(text: str, drop: tuple[str, ...], rules: dict[str, Any], extra: Collection[str] = ()) -> tuple[Comparison, Game]:
    """The comparison and the game: the theorem's own, or the default for a conjecture, with the changes of the options.

    Raises InputError, also for a claim of several comparisons."""
    from perceptron.errors import InputError

    found, game = claims_and_game(text, drop, rules, extra)
    if len(found) > 1:
        raise InputError(f"one comparison only, not {len(found)}: {text:.60}")
    return found[0], game


def claims_and_game(
    text: str, drop: tuple[str, ...], rules: dict[str, Any], extra: Collection[str] = ()
) -> tuple[tuple[Comparison, ...], Game]:
    """The same for a claim of one or more comparisons, under the conditions of --where; with extra names, those of a learner object."""
    from perceptron.errors import InputError
    from perceptron.numbers.exact import exact
    from proofs.conjecture import claims, parse, under
    from proofs.conjecture.game import default_game
    from proofs.statements.provable import PRINTED

    where = rules.pop("where", ())
    if (listed := rules.pop("coordinates", None)) is not None:
        rules |= {"coordinates": tuple(exact(value, "--coordinates") for value in listed.split(","))}
        rules |= {"norm": rules.get("norm") or "any"}
    changes = changes_of(rules)
    if looks_like_an_id(text):
        from proofs.theorems import catalogue

        page = catalogue.page(text)
        printed = [name for name in drop if name.replace("-", " ") == PRINTED]
        if printed and not page.refuted:
            raise InputError(f"{text} has no printed form that is false")
        found: tuple[Comparison, ...] = (parse(page.refuted) if printed else page.statement.comparison,)
        game, drop = replace(page.statement.game, **changes), tuple(name for name in drop if name not in printed)
    else:
        found = claims(text, extra)
    found = tuple(under(one, (condition for given in where for condition in claims(given, extra))) for one in found)
    if not looks_like_an_id(text):
        names = frozenset[str]().union(*(one.names for one in found)) - set(extra)
        if "eps" in names and changes.get("learner") != "margin":
            raise InputError("eps belongs to the Margin Perceptron: use --learner margin:eps=1/2")
        game = default_game(names, **changes)
    for name in drop:
        game = game.drop(game.spelt(name))
    game.refuse_indefinite()
    return found, game
