"""Runs as people write them, exercises that ask for one, and exercises that ask what one measures.

    u = (3/5, 4/5); gamma = 1/2; +(1, 0); -(0, -1)

`u` is the comparator; each example is its label's sign and its vector.  `w = (…)` gives the weights to start with, where the game leaves
them open.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from perceptron.errors import InputError
from perceptron.numbers.exact import parse as number
from proofs.book.exercises.marking import Marked
from proofs.conjecture import Comparison, parse
from proofs.conjecture.game import Game
from proofs.conjecture.learners import Given
from proofs.counterexample import Counterexample, build, judge

MOST_ROUNDS = 2000
_PART = re.compile(r"(?:(?P<name>u|w|gamma)\s*=\s*)?(?P<sign>[+-]?)\s*(?P<value>\([^()]*\)|[^()\s]+)")


def read_run(text: str) -> Given:
    """A run from its text.  Raises InputError that says which part cannot be read."""
    named: dict[str, str] = {}
    rounds: list[tuple[tuple[Fraction, ...], int]] = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        match = _PART.fullmatch(part)
        if match is None or not (match["name"] or match["sign"]):
            raise InputError(f"{part!r:.60} is neither u = (…), gamma = …, w = (…) nor an example such as +(3/5, -4/5)")
        if match["name"]:
            if match["name"] in named:
                raise InputError(f"{match['name']} is given twice")
            named[match["name"]] = match["sign"] + match["value"]
        else:
            rounds.append((_vector(match["value"]), 1 if match["sign"] == "+" else -1))
    if not rounds or not {"u", "gamma"} <= named.keys():
        raise InputError("a run has a comparator u = (…), a number gamma = … and at least one example such as +(1, 0)")
    if len(rounds) > MOST_ROUNDS:
        raise InputError(f"{len(rounds)} rounds are more than {MOST_ROUNDS}")
    u, start = _vector(named["u"]), _vector(named["w"]) if "w" in named else None
    if any(len(v) != len(u) for v in (*(x for x, _ in rounds), *filter(None, [start]))):
        raise InputError(f"u has {len(u)} coordinates, and so must every other vector")
    return Given(tuple(rounds), u, number(named["gamma"]), start)


def _vector(text: str) -> tuple[Fraction, ...]:
    if not (text.startswith("(") and text.endswith(")")):
        raise InputError(f"{text!r:.60} is not a vector such as (1, -1/2)")
    return tuple(number(entry) for entry in text[1:-1].split(",") if entry.strip())


def filled(conjecture: str, answer: str) -> Comparison:
    """A conjecture with a term in the place of {}.  Raises InputError unless it is a term."""
    parse(f"0 <= {answer}")  # by itself, so that no bracket of it closes one of the conjecture's
    return parse(conjecture.replace("{}", f"({answer})"))


def as_counterexample(conjecture: str, game: Game, given: Given, radius: Fraction | None = None) -> Counterexample:
    """The run as what breaks a conjecture; whether it does is the judge's to say.  Raises InputError where the learner cannot begin."""
    return build(parse(conjecture), game, given.rounds, given.u, given.gamma, radius, given.start)


@dataclass(frozen=True)
class Breaking:
    """Find a run that breaks a false conjecture, in at most so many rounds."""

    conjecture: str
    game: Game
    rounds: int

    @property
    def asks(self) -> str:
        shape = "w = (…); " * (not self.game.demands("zero start")) + "u = (…); gamma = …; +(…); -(…)"
        most = "1 round" if self.rounds == 1 else f"{self.rounds} rounds"
        return f"Answer with a run, `{shape}`, of at most {most} that breaks ${parse(self.conjecture).latex()}$."

    def mark(self, answer: str) -> Marked:
        given = read_run(answer)
        if given.start is not None and self.game.demands("zero start"):
            raise InputError("here the learner starts at 0: leave w out")
        found = as_counterexample(self.conjecture, self.game, given)
        verdict = judge(found)
        if not verdict:
            return Marked(False, f"the judge says: {'; '.join(verdict.reasons)}.", found)
        if len(given.rounds) > self.rounds:
            return Marked(False, f"it breaks the bound, but in {len(given.rounds)} rounds, and {self.rounds} suffice.", found)
        return Marked(True, f"{found.comparison.unicode()} is false: the judge finds {found.lhs} against {found.rhs}.", found)


@dataclass(frozen=True)
class Measuring:
    """Say what a given run measures; `conjecture` has {} where the answer belongs."""

    conjecture: str
    game: Game
    run: Given
    text: str

    @property
    def asks(self) -> str:
        return f"The run is `{self.text}`. Answer with what belongs in place of … in `{self.conjecture.replace('{}', '…')}`."

    def mark(self, answer: str) -> Marked:
        found = as_counterexample(filled(self.conjecture, answer).text, self.game, self.run)
        if judge(found):
            return Marked(False, f"{found.comparison.unicode()} is false on this run. Follow it round by round.", found)
        if found.comparison.holds(judge(found).values):
            return Marked(True, f"{found.comparison.unicode()} on this run.", found)
        return Marked(False, f"{found.comparison.unicode()} cannot be decided on this run.")
