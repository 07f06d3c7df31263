"""How a conjecture, the rules of its game and a learner are named on the command line."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from perceptron.errors import InputError
from proofs.cli.output import options
from proofs.system.files import object_in, parse_json, read_text, refuse_device
from proofs.system.processes import ProcessEnded, apart, possible

if TYPE_CHECKING:
    from proofs.conjecture import Comparison
    from proofs.conjecture.game import Game
    from proofs.conjecture.own_games import OwnGame
    from proofs.counterexample.learner_object import CustomLearner

ADDITIVE = "perceptron, perceptron:ties=+1, perceptron:ties=-1, margin, margin:eps=1/2"
KERNELS = "kernel:linear, kernel:poly:degree=2[:offset=1], kernel:subsets"
OTHERS = "kernel:substrings, kernel:substrings:count=distinct:length=2, kernel:subsequences:length=2"
MATRICES = "kernel:precomputed:matrix=1,1/2;1/2,1, kernel:precomputed:file=gram.csv"
LEARNERS = f"{ADDITIVE}, {KERNELS}, {OTHERS}, {MATRICES}, winnow, winnow:factor=3/2, winnow:eta=1/4"
OWN_GAMES = "halving, majority:beta=1/2, hedge:eta=1/2, multiclass:k=3"  # of `falsify` and `check`
MAX_MATRIX_BYTES = 1_000_000  # of a file with a matrix
BESIDE = ("M_2", "E_2")  # the names of a second learner
LEAST = 5.0  # seconds for a file with a learner to be run, however small the budget
REMARK = 1.0  # seconds for a remark on a learner's code


def parse_learner(text: str, option: str = "--learner") -> dict[str, Any]:
    """The fields of a Game for what an option says, such as margin:eps=1/2: learner, and those given of ties, eps, kernel and rate.
    Raises InputError.

    >>> parse_learner("margin:eps=1/2")
    {'learner': 'margin', 'eps': Fraction(1, 2)}
    """
    from proofs.conjecture.learners import LEARNERS as KINDS

    name, *chosen = text.split(":")
    if (own := own_game(text)) is not None:
        where = f"falsify plays it, check judges its runs, and its bound is proved: perceptron-proofs show {own.theorems[0][0]}"
        raise InputError(f"{option}: {name} has a game of its own; {where}")
    pairs = dict(option.split("=", 1) for option in chosen if "=" in option)
    plain = [option for option in chosen if "=" not in option]
    if name in KINDS and name != "hebb" and len(pairs) + len(plain) == len(chosen):  # each option once
        if (name, plain) == ("kernel", ["precomputed"]) and "file" in pairs and pairs.keys() <= {"file", "ties"}:
            pairs["matrix"] = _matrix(pairs.pop("file"))
        if (fields := KINDS[name].from_options(plain, pairs)) is not None:
            return {"learner": name} | fields
    own_code = "one of your own: FILE.py:NAME, which falsify, decide, best, bound, check and campaign take, or learner=… from Python"
    further = f"; {OWN_GAMES}, which falsify takes; {own_code}"
    raise InputError(f"{option} must be one of {LEARNERS}, not {text!r:.60}{further if option == '--learner' else ''}")


def own_game(text: str) -> OwnGame | None:
    """The game of a learner that has one of its own, such as hedge:eta=1/2. Raises InputError."""
    if text.partition(":")[0] not in (one.partition(":")[0] for one in OWN_GAMES.split(", ")):
        return None
    from proofs.conjecture.own_games import own_game

    return own_game(text)


def own_learner(text: str | None, seconds: float) -> tuple[Any, frozenset[str]]:
    """The learner object FILE.py:NAME of the user's own file, and the names that it brings; None for a text that names none.

    The file is first tried in a process of its own, since it may hang or die. It has this number of seconds, and LEAST at least. Raises
    InputError."""
    file, colon, name = (text or "").rpartition(":")
    if not colon or not file.endswith(".py"):
        return None, frozenset()
    names = _attempt(file, name, max(seconds, LEAST)) if possible() else _names(object_in(f"{file}:{name}"))
    with contextlib.redirect_stdout(sys.stderr):  # stdout is the command's
        learner = object_in(f"{file}:{name}")
    if possible() and (remark := _remark(learner)):
        click.echo(f"remark: {remark}", err=True)
    return learner, names


def _attempt(file: str, name: str, seconds: float) -> frozenset[str]:
    """The names that the learner brings. Raises InputError, also if the file hangs or ends its process."""
    until = time.monotonic() + seconds
    try:
        *_, last = apart(lambda on_progress: _names(object_in(f"{file}:{name}")), lambda: until)
    except ProcessEnded as ended:
        raise InputError(f"{file}: running it and making {name} {ended} ({seconds:g} s)") from None
    if isinstance(last.content, MemoryError) or (last.kind == "raised" and not isinstance(last.content, Exception)):
        raise InputError(str(last.content) or f"{file}: {type(last.content).__name__}")
    if last.kind == "raised":
        raise last.content
    return frozenset(last.content)


def _remark(learner: Any) -> str:
    """A remark on the learner's code; empty if there is none, or none in time."""
    from proofs.counterexample.learner_object import remark_on_label, rule_of

    until = time.monotonic() + REMARK
    try:
        *_, last = apart(lambda on_progress: remark_on_label(rule_of(learner)), lambda: until)
    except ProcessEnded:
        return ""
    return last.content if last.kind == "done" else ""


def _names(learner: Any) -> frozenset[str]:
    """The names that a learner object brings to a conjecture. Raises InputError."""
    from proofs.counterexample.learner_object import CustomLearner, Faulty

    try:
        rule = CustomLearner(learner)
    except Faulty as fault:
        raise InputError(str(fault)) from fault
    return rule.names | rule.refused


beside_option = click.option("--beside", metavar="LEARNER", help="Run a second learner, with M_2 and E_2.")


def side_by_side(game: Game, text: str, own: Any = None) -> CustomLearner:
    """The game's learner, or one of the user's own, and another beside it. Raises InputError."""
    from proofs.conjecture.game import default_game
    from proofs.counterexample.learner_object import Beside, rule_of

    fields = parse_learner(text, "--beside")
    try:
        return Beside(game.opponent if own is None else rule_of(own), default_game(frozenset(), **fields).opponent)
    except InputError as error:
        raise InputError(f"--beside: {str(error).removeprefix('beside: ')}") from None


def _matrix(file: str) -> str:
    """The rows in a file as one line. The file has JSON lists of exact numbers, or lines of numbers with commas. Raises InputError."""
    from proofs.conjecture.learners.kernel import from_data

    refuse_device(file)
    refused = InputError(f"{file}: a matrix is a list of rows, each a line such as 1,1/2")
    try:
        text = read_text(file, MAX_MATRIX_BYTES)
        if not text.lstrip().startswith(("[", "{")):
            rows = [line.replace(" ", "") for line in text.splitlines() if line.strip()]
            if not rows or ";" in text or ":" in text:
                raise refused
            return ";".join(rows)
        data = parse_json(text, file)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or 'cannot be read'}") from None
    if not isinstance(data, list) or not data or not all(isinstance(row, list) and row for row in data):
        raise refused
    return from_data({"name": "precomputed", "matrix": data}).partition("=")[2]


DROP = click.option("--drop", multiple=True, metavar="HYPOTHESIS", help="Drop a hypothesis, e.g. 'separable'; repeatable.")
RULES = (
    click.option("--learner", metavar="LEARNER", help="Default: perceptron. See: help learners."),
    click.option("--setting", type=click.Choice(("separable", "agnostic")), help="Agnostic if TD, H or H2 occurs."),
    click.option("--norm", type=click.Choice(("unit", "ball", "any")), help="‖x‖ = 1, ‖x‖ ≤ 1 (default), or any."),
    click.option("--comparator", type=click.Choice(("unit", "ball", "any")), help="‖u‖ = 1 (default), ‖u‖ ≤ 1, or any."),
    click.option("--dim", type=int, metavar="D", help="Fix the dimension."),
)
MORE_RULES = (
    click.option("--where", multiple=True, metavar="CONDITION", help="Add a condition, e.g. 'gamma <= 1/4'."),
    click.option("--label-noise", "--flips", "flips", type=int, metavar="K", help="Allow K wrong labels if separable."),
    click.option("--coordinates", metavar="LIST", help="Allow these coordinates only: ' -1,0,1'."),
    click.option("--passes", type=int, metavar="N", help="Go over the examples N times."),
    click.option("--shuffled", is_flag=True, default=None, help="Let the adversary order each pass."),
)


rules_of_play = options(DROP, *RULES)
rules_without_drop = options(*RULES)  # for a command that keeps every hypothesis
more_rules = options(*MORE_RULES)


def changes_of(rules: dict[str, Any]) -> dict[str, Any]:
    """The fields of a Game that the options change."""
    dimension, learner = rules.pop("dim"), rules.pop("learner")
    changes = {name: value for name, value in rules.items() if value is not None}
    changes |= {} if dimension is None else {"dimension": dimension}
    return changes | ({} if learner is None else parse_learner(learner))


def take_out_learner(rules: dict[str, Any], seconds: float) -> tuple[Any, frozenset[str]]:
    """The learner object FILE.py:NAME, and the names that it brings; None for another learner.

    It is no rule of play, so it is taken out of the rules. Its file has this number of seconds to be run."""
    learner, names = own_learner(rules["learner"], seconds)
    if learner is not None:
        rules["learner"] = None
    return learner, names


def of_file(text: str, rules: dict[str, Any], seconds: float) -> tuple[str, Any, frozenset[str]]:
    """The conjecture, its rules without `take_out_learner`, and its learner; a page in a FILE.py gives its id, and its learner if none is
    given."""
    learner, names = take_out_learner(rules, seconds)
    if not text.endswith(".py"):
        return text, learner, names
    from proofs.theorems import catalogue
    from proofs.theorems.lookup import name

    id = name(text)
    return id, learner or (None if rules["learner"] else catalogue.page(id).statement.learner), names


def looks_like_an_id(text: str) -> bool:
    return not set(text) & set("<>=") and text.replace("-", "").isalnum()


def conditions(text: str, extra: Collection[str]) -> tuple[Comparison, ...]:
    """The comparisons of one --where. Raises InputError that names the option."""
    from proofs.conjecture import claims

    try:
        return claims(text, extra)
    except InputError as fault:
        raise InputError(str(fault).replace("conjecture,", "--where,", 1)) from fault


def claims_and_game(
    text: str, drop: tuple[str, ...], rules: dict[str, Any], extra: Collection[str] = ()
) -> tuple[tuple[Comparison, ...], Game]:
    """A claim of one or more comparisons under the conditions of --where, and its game. `extra` are the names of a learner object."""
    from perceptron.numbers.exact import exact
    from proofs.conjecture import claims, parse, under
    from proofs.conjecture.game import default_game
    from proofs.statements.docstrings import PRINTED

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
        statement, possible = page.statement, replace(page.statement.game, **changes).possible
        meant = [statement.spelt(name) for name in drop if name not in printed]
        beyond = [name for name in meant if statement.game.spelt(name) not in possible]  # not a rule of the game
        if len(beyond) + len(printed) > 1:
            raise InputError(f"{text}: drop one of {', '.join(map(repr, [*beyond, *printed]))} at a time, because each changes the bound")
        comparison, game = statement.without(beyond[0]) if beyond else (statement.comparison, statement.game)
        comparisons: tuple[Comparison, ...] = (parse(page.refuted) if printed else comparison,)
        game, drop = replace(game, **changes), tuple(name for name in meant if name not in beyond)
    else:
        comparisons = claims(text, extra)
    comparisons = tuple(under(one, (condition for given in where for condition in conditions(given, extra))) for one in comparisons)
    if not looks_like_an_id(text):
        names = frozenset[str]().union(*(one.names for one in comparisons)) - set(extra)
        if "eps" in names and changes.get("learner") != "margin":
            raise InputError("eps belongs to the Margin Perceptron: use --learner margin:eps=1/2")
        game = default_game(names, **changes)
    for name in drop:
        game = game.drop(game.spelt(name))
    game.refuse_indefinite()
    return comparisons, game
