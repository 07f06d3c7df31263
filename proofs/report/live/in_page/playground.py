"""The playground's question: a conjecture, for which the search of `falsify` looks for a run that breaks it, for less than a second.

The answer is JSON text. A run in it was judged; a survival is no proof, and the answer names the command that looks for one.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from itertools import chain, islice, pairwise
from typing import Any

from perceptron.errors import InputError
from perceptron.numbers.exact import dot
from proofs.conjecture import claims
from proofs.conjecture.game import Game, default_game
from proofs.counterexample import Counterexample
from proofs.falsify import Found, falsify
from proofs.report.pictures.run_data import PlottedRun
from proofs.report.tables import listing
from proofs.system.files import parse_json

SECONDS = 0.7  # of search, so that an answer takes less than one
STEPPED, ENTRIES = 200, 6000  # rounds of a run that the page steps through, and coordinates in them


def answer(text: str) -> str:
    """Answer {"conjecture", "game"}, where `game` has fields of `proofs.conjecture.game.Game`; an absent one has its default.

    {"error"} for a question that cannot be read. Else {"found", "conjecture", "tried", "command"} and of a run that was found, or came
    nearest, {"sides", "size", "u", "gamma", "M", "rounds", "table", "file"}.
    """
    try:
        asked = parse_json(text, "the question")
        posed = claims(asked["conjecture"])
        game = default_game(frozenset[str]().union(*(one.names for one in posed)), **asked["game"])
        outcome = falsify(posed, game, budget=SECONDS)
    except InputError as error:
        return json.dumps({"error": str(error)})
    report = outcome.report
    run = outcome.counterexample if isinstance(outcome, Found) else report.best
    said: dict[str, Any] = {
        "found": isinstance(outcome, Found),
        "conjecture": " and ".join(one.unicode() for one in posed),
        "tried": f"{report.runs:,} runs, {report.rounds:,} rounds",
        "command": command(asked["conjecture"], game),
    }
    return json.dumps(said | ({} if run is None else render(run)))


def command(conjecture: str, game: Game) -> str:
    """The command that looks for a proof too, to be copied."""
    plain = default_game(frozenset(name for one in claims(conjecture) for name in one.names))
    options = [f"ties={game.ties:+d}"] if isinstance(game.ties, int) else [game.rate] if game.rate else []
    chosen = {name: getattr(game, name) for name in ("norm", "comparator", "setting")}
    given = [word for name, value in chosen.items() if value != getattr(plain, name) for word in (f"--{name}", value)]
    given += ["--learner", ":".join([game.learner, *options])] if options or game.learner != plain.learner else []
    return shlex.join(["perceptron-proofs", "decide", conjecture, *given])


def render(run: Counterexample) -> dict[str, Any]:
    """A run for the page: its numbers, its first rounds as a table and to step through, and its file."""
    plotted = PlottedRun.of(run)
    return {
        "sides": [run.lhs, run.rhs],
        "size": run.size,
        "u": [str(value) for value in plotted.u],
        "gamma": str(run.gamma),
        "M": run.M,
        "rounds": list(step(plotted, min(STEPPED, ENTRIES // run.dimension))) if run.opponent.is_euclidean else [],
        "table": listing.rounds(run).html,
        "file": run.dumps(),
    }


def step(plotted: PlottedRun, most: int) -> Iterator[dict[str, Any]]:
    """The first rounds: each with the weights before and after it, ⟨w, z⟩ of z = y·x, and whether it is an update that counts."""
    trace = plotted.trace
    updates, counted = set(trace.updates), set(trace.counted_rounds)
    before = chain((w for _, w in trace.weights()), [plotted.weights[-1]])
    for t, ((w, after), (x, y)) in enumerate(islice(zip(pairwise(before), trace.examples, strict=True), most)):
        z = tuple(y * value for value in x)
        vectors = {name: list(map(str, v)) for name, v in {"z": z, "w": w, "after": after}.items()}
        yield vectors | {"product": str(dot(w, z)), "update": t in updates, "counted": t in counted}
