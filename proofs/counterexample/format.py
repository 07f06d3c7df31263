"""The file format of counterexamples: JSON with exact fractions as text.

    {"format": "perceptron-proofs/counterexample-1", "conjecture": "M <= 1/gamma**2",
     "learner": {"name": "perceptron", "ties": "mistake"}, "setting": "separable", "norm": "ball", "comparator": "unit",
     "u": ["1"], "gamma": "1", "examples": [{"x": ["1"], "y": 1}], "values": {"M": 1, "lhs": "1", "rhs": "1"}}

Optional: "dropped" (names of hypotheses that the run need not keep), "R" (the declared radius that bounds the examples), "flips" (how many
labels may be wrong), "coordinates" (the numbers that those of an example may be), "passes" (how often the examples are played),
"shuffled" (true: each pass has an order of its own, and "examples" lists all of them), and "eps" (the Margin Perceptron's ε where its
rule is dropped and the learner is Hebb). A side that is irrational is written "≈ 246.2".

A kernel's comparator lies in the space of its features, and is written by points: u = Σ a_j φ(p_j), with the a_j in "u"
and the p_j in "points". The judge computes the kernel that the learner names:

    "learner": {"name": "kernel", "kernel": {"name": "polynomial", "degree": 2, "offset": "1"}, "ties": "mistake"},
    "u": ["1"], "points": [["0", "0"]], …

Where the kernel compares strings, x and the points are strings; where it is a matrix, {"name": "precomputed", "matrix":
[["1", "1/2"], ["1/2", "1"]]}, they are the numbers of its rows, from 0.

Winnow says its rate, {"name": "winnow", "eta": "1/4", …} or "beta": "3/2", or "eta": "gamma" if it is given the margin; "balanced": false
without the second weights. "always": true, for either learner, is one that updates on every round.

"beside", in the learner's record, is the record of a second learner on the same sequence: the conjecture may name its updates M_2 and its
mistakes E_2. A learner object, {"name": "module.Name", "object": true, "parameters": {…}}, is in no file: the judge is given it."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from perceptron.learners.perceptron import AnyLearner
from proofs.conjecture import Comparison, parse
from proofs.conjecture.game import Game
from proofs.conjecture.hypotheses import Hypothesis
from proofs.conjecture.learners import AdversaryChoice, Opponent
from proofs.conjecture.nodes import ALL_ROUNDS
from proofs.counterexample.replay import Round, Vector, replay
from proofs.system.files import write_text

FORMAT = "perceptron-proofs/counterexample-1"
RECIPE = "perceptron-proofs/recipe-1"  # of a run too long to be listed: see `recipe`


@dataclass(frozen=True, repr=False)
class Counterexample:
    """A run that is said to break a conjecture, with the rules it was played by and the values recorded for it."""

    conjecture: str
    game: Game
    u: Vector
    gamma: Fraction
    rounds: tuple[Round, ...]
    M: int
    lhs: str
    rhs: str
    radius: Fraction | None = None
    start: Vector | None = None
    points: tuple[Vector, ...] | None = None  # a kernel's: u holds the coefficients of φ(p) for these p
    rule: Opponent | None = field(default=None, kw_only=True, compare=False)  # a learner object, which a file names and cannot hold

    @cached_property
    def comparison(self) -> Comparison:
        """The conjecture, parsed, with the numbers of a learner object as names."""
        return parse(self.conjecture, self.opponent.names, conditions=True)

    @property
    def opponent(self) -> Opponent:
        """The learner with its options."""
        return self.rule or self.game.opponent

    @property
    def adversary_choice(self) -> AdversaryChoice:
        """The adversary's choice."""
        rounds = self.rounds * self.game.repeats if self.game.repeats > 1 else self.rounds
        return AdversaryChoice(rounds, self.u, self.gamma, self.start, self.points)

    @property
    def learner(self) -> AnyLearner:
        """The learner of `perceptron` that is spoken of. Raises InputError for a kernel's, which has no weights."""
        return self.opponent.learner(self.gamma, self.start)

    @property
    def dimension(self) -> int:
        """The dimension of every example, and of u or the points that it is made of; 0 for strings and rows."""
        if self.points is None:
            return len(self.u)
        return len(self.points[0]) if self.game.points_are == "vectors" else 0

    @property
    def size(self) -> str:
        """How many rounds, and in what dimension if the examples have one."""
        return f"T = {len(self.rounds) * self.game.repeats:,}" + f", d = {self.dimension}" * (self.dimension > 0)

    def to_json(self) -> dict[str, Any]:
        """The file's content as JSON data."""
        game = self.game
        data: dict[str, Any] = {
            "format": FORMAT,
            "conjecture": self.conjecture,
            "learner": self.opponent.spec(None if self.start is None else texts(self.start)),
            "setting": game.setting,
            "norm": game.norm,
            "comparator": game.comparator,
        }
        if game.dropped:
            data["dropped"] = [name for name in Hypothesis if name in game.dropped]
        if game.always_updates and game.opponent.eps is not None:
            data["eps"] = str(game.eps)
        if self.radius is not None:
            data["R"] = str(self.radius)
        data |= {"flips": game.flips} if game.flips else {}
        data |= {"coordinates": texts(game.coordinates)} if game.coordinates else {}
        data |= {"passes": game.passes} if game.passes > 1 else {}
        data |= {"shuffled": True} if game.shuffled else {}
        data["u"] = texts(self.u)
        if self.points is not None:
            data["points"] = [point_json(p) for p in self.points]
        return data | {"gamma": str(self.gamma)} | self.examples_json() | {"values": {"M": self.M, "lhs": self.lhs, "rhs": self.rhs}}

    def examples_json(self) -> dict[str, Any]:
        """The examples as JSON data."""
        return {"examples": [{"x": point_json(x), "y": y} for x, y in self.rounds]}

    def dumps(self) -> str:
        """The file's text: a line for each field and each example."""
        fields = {name: _block(value) if name == "examples" else _line(value) for name, value in self.to_json().items()}
        lines = [f"  {_line(name)}: {text}" for name, text in fields.items()]
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def __repr__(self) -> str:
        return f"<{self.comparison.unicode()}: {self.lhs} against {self.rhs}, {self.size}, γ = {self.gamma}>"

    def _repr_html_(self) -> str:
        """The conjecture, the adversary's choice, and the examples."""
        game, radius = self.game, "" if self.radius is None else f", R = {number(self.radius)}"
        after = f"{self.M} update{'s' * (self.M != 1)} in {len(self.rounds)} round{'s' * (len(self.rounds) != 1)}"
        fields = [
            ("learner", self.opponent.called),
            ("rules", ", ".join(name for name in game.hypotheses if name not in self.opponent.decides)),
            ("dropped", ", ".join(sorted(game.dropped))),
            ("chosen", f"u = {self._comparator()}, γ = {number(self.gamma)}{radius}"),
            ("start", "" if self.start is None else f"w = {vector(self.start)}"),
            ("sides", f"{self.lhs} against {self.rhs}, after M = {after}"),
        ]
        summary = "".join(f"<tr>{cell(name)}{cell(text)}</tr>" for name, text in fields if text)
        rows = [(str(t), vector(x), f"{y:+d}") for t, (x, y) in enumerate(self.rounds[:ROWS], 1)]
        if len(self.rounds) > ROWS:
            rows.append(("…", f"and {len(self.rounds) - ROWS} more", ""))
        return f"<p><b>{escape(self.comparison.unicode())}</b></p><table>{summary}</table>{table(('round', 'x', 'y'), rows)}"

    def _comparator(self) -> str:
        """u as a vector, or in a kernel's feature space as a sum over its points."""
        if self.points is None:
            return vector(self.u)
        terms = [f"{number(a)}·φ{vector(p)}" for a, p in zip(self.u[:ENTRIES], self.points, strict=False)]
        return " + ".join([*terms, "…"] if len(self.u) > ENTRIES else terms)


def build(
    comparison: Comparison,
    game: Game,
    rounds: Iterable[Round],
    u: Vector,
    gamma: Fraction,
    radius: Fraction | None = None,
    start: Vector | None = None,
    points: tuple[Vector, ...] | None = None,
) -> Counterexample:
    """A counterexample with the values that the replay gives. Whether it is one is for the judge to say."""
    rounds = tuple(rounds)
    run = replay(game, rounds * game.repeats, u, gamma, start, points, bool(comparison.names & ALL_ROUNDS))
    lhs, rhs = comparison.sides(run.values(radius))
    return Counterexample(comparison.text, game, u, gamma, rounds, len(run.counted), lhs, rhs, radius, start, points)


def write(path: str | Path, found: Counterexample) -> None:
    """Write a counterexample to a file, completely or not at all. Raises OSError."""
    write_text(path, found.dumps())


def texts(vector: Vector) -> list[str]:
    """A vector as a file has it."""
    return [str(value) for value in vector]


def point_json(x: Vector | str | int) -> list[str] | str | int:
    """A vector's entries; a string or the number of a row as it is."""
    return x if isinstance(x, str | int) else texts(x)


def _block(examples: list[Any]) -> str:
    return "[\n" + ",\n".join(f"    {_line(example)}" for example in examples) + "\n  ]"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


# -- tables, vectors and numbers as HTML for notebooks: plain, no script, no network -----------------------------------------------------

ROWS = 12  # examples shown at most
ENTRIES = 6  # of a vector
DIGITS = 15  # of a fraction; a longer one is shown as a decimal

escape = html.escape


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    body = "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in rows)
    return f"<table><tr>{''.join(cell(name, 'th') for name in head)}</tr>{body}</table>"


def cell(text: str, tag: str = "td") -> str:
    return f'<{tag} style="text-align:left">{html.escape(text)}</{tag}>'


def vector(values: tuple[Fraction, ...] | str | int) -> str:
    if isinstance(values, str | int):
        return f"({values!r})"
    shown = [number(value) for value in values[:ENTRIES]]
    return f"({', '.join([*shown, '…'] if len(values) > ENTRIES else shown)})"


def number(value: Fraction) -> str:
    text = str(value)
    return (text if len(text) <= DIGITS else f"≈ {value.numerator / value.denominator:.6g}").replace("-", "−", 1)
