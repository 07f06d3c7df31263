"""Tasks mark answers: accepted or not, why, and the exact numbers or the run that show it."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Protocol

from perceptron.errors import InputError
from perceptron.extremal import sequences
from perceptron.numbers.exact import parse as number
from proofs.conjecture import Comparison, compose, parse, side
from proofs.conjecture.evaluate import compare
from proofs.conjecture.game import Game
from proofs.conjecture.hypotheses import Hypothesis
from proofs.conjecture.learners import AdversaryChoice
from proofs.conjecture.nodes import Call, Name
from proofs.conjecture.surd import Undefined
from proofs.counterexample import Counterexample, build, judge
from proofs.report.book.exercises.algebra import same
from proofs.report.book.exercises.answers import fill, value
from proofs.report.proofs.render import RenderedText
from proofs.report.tables import listing
from proofs.theorems import catalogue

Values = Mapping[str, Fraction]

UNDECIDED = "undecided"  # the verdict on an answer that is to be marked by hand
UNREADABLE = "unreadable"  # the verdict on an answer that is no text of the asked form
LISTED = 5000  # rounds of a run that is followed


@dataclass(frozen=True)
class MarkedAnswer:
    """The mark of an answer.  As a condition it is whether the answer is accepted.

    accepted    False also if nothing is decided
    undecided   whether it is to be marked by hand
    unreadable  whether it could not be read; the words say what to write
    words       why, in a sentence or two
    found       the run that shows it, if a run does
    values      the numbers that show it, if numbers do
    right       of a proof that is built line by line, how many lines from the first on stand
    """

    accepted: bool
    words: str
    found: Counterexample | None = None
    values: Values = field(default_factory=dict)
    right: int = 0
    undecided: bool = False
    unreadable: bool = False

    def __bool__(self) -> bool:
        return self.accepted

    @property
    def verdict(self) -> str:
        if self.unreadable:
            return UNREADABLE
        return "accepted" if self.accepted else UNDECIDED if self.undecided else "not accepted"

    def __str__(self) -> str:
        lines = [f"{self.verdict}: {self.words}"]
        if self.values:
            lines.append("    " + ", ".join(f"{name} = {value}" for name, value in self.values.items()))
        if self.found is not None:
            lines += ["", self.choices, str(self._first_rounds)]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f'<p class="pp-mark"><b>{self.verdict}</b>: {html.escape(self.words)}</p>{self.evidence}'

    @property
    def evidence(self) -> str:
        """The numbers or the run that show it, as HTML; empty where the words are all there is."""
        shown = ""
        if self.values:
            shown += listing.table(tuple(self.values), [[listing.real(value) for value in self.values.values()]]).html
        if self.found is not None:
            shown += f"<p>{html.escape(self.choices)}</p>{self._first_rounds.html}"
        return shown

    @property
    def choices(self) -> str:
        """The run's choices beside its examples."""
        run = self.found
        return "" if run is None else f"u = {listing.point(run.u)}, γ = {listing.real(run.gamma)}"

    @property
    def _first_rounds(self) -> RenderedText:
        """The first rounds of the run; a run too long to be listed has only its length."""
        run = self.found
        if run is None or len(run.rounds) > LISTED:
            return listing.list_lines([] if run is None else [f"a run of {len(run.rounds):,} rounds"])
        return listing.rounds(run)


class ExerciseTask(Protocol):
    """A task: its instructions for an answer, and the marking of an answer, which is a text."""

    @property
    def asks(self) -> str:
        """The form of an answer, in Markdown."""

    def mark(self, answer: str) -> MarkedAnswer:
        """Raises InputError where the answer cannot be read."""


@dataclass(frozen=True)
class Choosing:
    """Find values of these names for which every condition holds, each a comparison in the language of conjectures."""

    names: tuple[str, ...]
    conditions: tuple[str, ...]

    @property
    def asks(self) -> str:
        return f"Answer with `{', '.join(f'{name} = …' for name in self.names)}`."

    def read(self, answer: str) -> dict[str, Fraction]:
        """The values in a text such as "x = 1, rho = 3/2".  Raises InputError."""
        values: dict[str, Fraction] = {}
        for part in answer.split(","):
            name, equals, amount = (piece.strip() for piece in part.partition("="))
            if not equals and len(self.names) == 1:
                name, amount = self.names[0], name
            if name not in self.names or name in values:
                raise InputError(f"{part.strip()!r:.60}: give each of {', '.join(self.names)} once, as in {self.names[0]} = 3/2")
            values[name] = value(amount)
        if missing := [name for name in self.names if name not in values]:
            raise InputError(f"a value for {', '.join(missing)} is missing")
        return values

    def mark(self, answer: str) -> MarkedAnswer:
        values = self.read(answer)
        for condition in self.conditions:
            comparison = parse(condition, extra=self.names)
            if comparison.status(values) != "true":
                left, right = comparison.sides(values)
                return MarkedAnswer(False, f"{comparison.unicode()} does not hold: the sides are {left} and {right}.", values=values)
        return MarkedAnswer(True, "every condition holds, in exact arithmetic.", values=values)


DRAWN = 60
EXTREMAL: dict[str, Callable[..., sequences.Extremal]] = {
    "orthonormal": lambda k: sequences.orthonormal(int(k)),
    "plane": sequences.plane,
    "spiral": sequences.spiral,
    "margin-spiral": sequences.margin_spiral,
    "uniform-slack": lambda m, gamma: sequences.uniform_slack(int(m), gamma),
    "pareto": sequences.pareto,
    "hadamard": lambda power: sequences.hadamard(int(power)),
}
Vector = tuple[Fraction, ...]


def name(text: str) -> AdversaryChoice:
    """A run by its text, or an extremal one by name and numbers: "uniform-slack 3 1/2".  Raises InputError for another name."""
    name, *numbers = text.split()
    if name not in EXTREMAL:
        return read_run(text)
    extremal = EXTREMAL[name](*map(number, numbers))
    return AdversaryChoice(tuple((example.x, example.y) for example in extremal.examples), extremal.u, extremal.gamma)


def draw(game: Game, count: int = DRAWN, seed: int = 0) -> Iterator[AdversaryChoice]:
    """Random runs that keep every hypothesis of the game; none for a kernel, whose points are not vectors."""
    rng = random.Random(seed)
    if game.points_are != "vectors" or game.learner == "kernel":
        return
    yielded = 0
    while yielded < count:
        given = _draw(game, rng)
        if given is not None:
            yielded += 1
            yield given


def radius(game: Game, given: AdversaryChoice) -> Fraction | None:
    """A declared radius that bounds the examples, where the game declares one: the next half above the longest."""
    if game.radius != "declared":
        return None
    longest2 = max(game.length2(x) for x, _ in given.rounds)
    halves = 0
    while Fraction(halves, 2) ** 2 < longest2:
        halves += 1
    return Fraction(halves, 2)


def _draw(game: Game, rng: random.Random) -> AdversaryChoice | None:
    dimension = game.dimension or rng.choice((1, 2, 3))
    lengths = {"unit": ("1",), "ball": ("1", "1", "1/2", "4/5"), "any": ("1", "2", "1/2", "3")}
    unit = _unit_sum if game.learner == "winnow" else _unit
    point = _unit_cube if game.learner == "winnow" else _unit
    u = tuple(a * Fraction(rng.choice(lengths[game.comparator])) for a in unit(rng, dimension))
    rounds = []
    for _ in range(rng.randint(1, 9)):
        x, y = tuple(a * Fraction(rng.choice(lengths[game.norm])) for a in point(rng, dimension)), rng.choice((1, -1))
        gain = y * sum((a * b for a, b in zip(u, x, strict=True)), Fraction(0))
        if game.demands(Hypothesis.SEPARABLE) and gain <= 0:
            y, gain = -y, -gain
        if game.demands(Hypothesis.SEPARABLE) and gain == 0:
            return None
        rounds.append((x, y, gain))
    if game.setting == "separable" and game.demands(Hypothesis.SEPARABLE):
        gamma = min(gain for _, _, gain in rounds) * rng.choice((1, 1, Fraction(1, 2)))
    else:
        gamma = Fraction(rng.randint(1, 24), 8)
    start = None if game.demands(Hypothesis.ZERO_START) else tuple(Fraction(rng.randint(-2, 2)) for _ in range(dimension))
    return AdversaryChoice(tuple((x, y) for x, y, _ in rounds), u, gamma, start)


def _unit(rng: random.Random, dimension: int) -> Vector:
    """A rational point of the sphere, by stereographic projection from small fractions."""
    flat = [Fraction(rng.randint(-6, 6), rng.randint(1, 4)) for _ in range(dimension - 1)]
    square = sum((a * a for a in flat), Fraction(0))
    return (*(2 * a / (square + 1) for a in flat), rng.choice((1, -1)) * (square - 1) / (square + 1))


def _unit_sum(rng: random.Random, dimension: int) -> Vector:
    """A vector whose entries' sizes add up to 1."""
    parts = [rng.randint(-3, 3) for _ in range(dimension - 1)] + [rng.choice((-2, -1, 1, 2))]
    return tuple(Fraction(part, sum(map(abs, parts))) for part in parts)


def _unit_cube(rng: random.Random, dimension: int) -> Vector:
    """A vector whose largest entry has the size 1."""
    return (*(Fraction(rng.randint(-2, 2), 2) for _ in range(dimension - 1)), Fraction(rng.choice((-1, 1))))


MOST_ROUNDS = 2000
_PART = re.compile(r"(?:(?P<name>u|w|gamma)\s*=\s*)?(?P<sign>[+-]?)\s*(?P<value>\([^()]*\)|[^()\s]+)")


def read_run(text: str) -> AdversaryChoice:
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
    return AdversaryChoice(tuple(rounds), u, number(named["gamma"]), start)


def _vector(text: str) -> tuple[Fraction, ...]:
    if not (text.startswith("(") and text.endswith(")")):
        raise InputError(f"{text!r:.60} is not a vector such as (1, -1/2)")
    return tuple(number(entry) for entry in text[1:-1].split(",") if entry.strip())


def write(given: AdversaryChoice, dimension: int, label: int) -> str:
    """The text of a run, in a number of dimensions if it has fewer, whose first example has this label: −x with −y says the same."""
    sign, more = given.rounds[0][1] * label, (Fraction(0),) * (dimension - len(given.u))

    def vector(v: Vector) -> str:
        return f"({', '.join(map(str, (*v, *more)))})"

    start = "" if given.start is None else f"w = {vector(given.start)}; "
    rounds = (f"{'+' if y * sign == 1 else '-'}{vector(tuple(sign * a for a in x))}" for x, y in given.rounds)
    return f"{start}u = {vector(given.u)}; gamma = {given.gamma}; {'; '.join(rounds)}"


def as_counterexample(conjecture: str, game: Game, given: AdversaryChoice, radius: Fraction | None = None) -> Counterexample:
    """The run as what breaks a conjecture; whether it does is the judge's to say.  Raises InputError where the learner cannot begin."""
    return build(parse(conjecture), game, given.rounds, given.u, given.gamma, radius, given.start)


@dataclass(frozen=True)
class Breaking:
    """Find a run that breaks a false conjecture, within a number of rounds; `label` is that of its first example, 0 for any."""

    conjecture: str
    game: Game
    rounds: int
    label: int = 0

    @property
    def asks(self) -> str:
        shape = "w = (…); " * (not self.game.demands(Hypothesis.ZERO_START)) + "u = (…); gamma = …; +(…); -(…)"
        most = "1 round" if self.rounds == 1 else f"{self.rounds} rounds"
        own = f" Here $d = {self.game.dimension}$." if self.label and self.game.dimension else ""
        own += f" The first example has the label ${self.label:+d}$." if self.label else ""
        return f"Answer with a run, `{shape}`, of at most {most} that breaks ${parse(self.conjecture).latex()}$.{own}"

    def mark(self, answer: str) -> MarkedAnswer:
        given = read_run(answer)
        if given.start is not None and self.game.demands(Hypothesis.ZERO_START):
            raise InputError("here the learner starts at 0: leave w out")
        run = as_counterexample(self.conjecture, self.game, given)
        if self.label and given.rounds[0][1] != self.label:
            return MarkedAnswer(False, f"the first example has not the label {self.label:+d}.", run)
        verdict = judge(run)
        if not verdict:
            return MarkedAnswer(False, f"the judge says: {'; '.join(verdict.reasons)}.", run)
        if len(given.rounds) > self.rounds:
            return MarkedAnswer(False, f"it breaks the bound, but in {len(given.rounds)} rounds, and {self.rounds} suffice.", run)
        return MarkedAnswer(True, f"{run.comparison.unicode()} is false: the judge finds {run.lhs} against {run.rhs}.", run)


@dataclass(frozen=True)
class Measuring:
    """Compute the quantities of a given run; `conjecture` has {} where the answer belongs."""

    conjecture: str
    game: Game
    run: str

    @property
    def asks(self) -> str:
        return f"The run is `{self.run}`. Answer with what belongs in place of … in `{self.conjecture.replace('{}', '…')}`."

    def mark(self, answer: str) -> MarkedAnswer:
        run = as_counterexample(fill(self.conjecture, answer).text, self.game, name(self.run))
        if judge(run):
            return MarkedAnswer(False, f"{run.comparison.unicode()} is false on this run. Follow it round by round.", run)
        if run.comparison.holds(judge(run).values):
            return MarkedAnswer(True, f"{run.comparison.unicode()} on this run.", run)
        return MarkedAnswer(False, f"{run.comparison.unicode()} cannot be decided on this run.")


SECONDS = 10.0  # of work, for each of the two questions that are decided
POSITIVE = frozenset({"R", "U"})  # on separable runs
BY_COMMAND = "Outside this page, `perceptron-proofs exercises` decides it, or it is marked by hand."


COUNTS = (Name("M"), Name("E"))


def _cut_short(words: str) -> str:
    """That the clock ended the marking before its work was done, if it did."""
    return f" or marked again ({words})" if words else ""


@dataclass(frozen=True)
class Bounding:
    """Find the best bound of a given form; `conjecture` has {} where the answer belongs.

    answer     the reference, which `theorem` of the catalogue proves
    against    extremal runs to hold an answer against, beside random ones
    """

    game: Game
    answer: str
    theorem: str
    conjecture: str = "{}"
    against: tuple[str, ...] = ()

    @cached_property
    def reference(self) -> Comparison:
        """The conjecture with the reference answer."""
        return self._with(self.answer)

    def _with(self, answer: str) -> Comparison:
        return parse(answer) if self.conjecture == "{}" else fill(self.conjecture, answer)

    @property
    def asks(self) -> str:
        if self.conjecture == "{}":
            return f"Answer with a bound, `{self.reference.text.partition(self.reference.op)[0]}{self.reference.op} …`."
        return f"Answer with what belongs in place of … in `{self.conjecture.replace('{}', '…')}`."

    def read(self, answer: str) -> Comparison:
        """The conjecture with an answer in its place.  Raises InputError if it is none of that form."""
        comparison = self._with(answer)
        if (comparison.left, comparison.op) != (self.reference.left, self.reference.op):
            form = self.reference.text.partition(self.reference.op)[0]
            raise InputError(f"the answer has the form {form}{self.reference.op} …")
        return comparison

    def runs(self) -> Iterator[AdversaryChoice]:
        yield from map(name, self.against)
        yield from draw(self.game)

    def mark(self, answer: str) -> MarkedAnswer:
        """Accepted if it is the reference by algebra, for a count also rounded down, or if the kernel proves that it holds and is never
        above the reference."""
        comparison, reference = self.read(answer), self.reference
        right, above_zero = comparison.right, POSITIVE if self.game.setting == "separable" else frozenset[str]()
        forms = [(right, "")]
        if isinstance(right, Call) and right.fn == "floor" and comparison.op == "<=" and comparison.left in COUNTS:
            forms.append((right.args[0], ", rounded down, and the left side is a whole number"))
        for form, down in forms:
            if same(form, reference.right, above_zero):
                return MarkedAnswer(True, f"it is what theorem {self.theorem} says, by algebra{down}. {self._prove()}")
        generous: Counterexample | None = None
        for given in self.runs():
            played = as_counterexample(comparison.text, self.game, given, radius(self.game, given))
            verdict = judge(played)
            if verdict:
                return self._break(played)
            with suppress(Undefined):
                if generous is None and compare(comparison.right, reference.right, verdict.values) == 1:
                    generous = played
        return self._decide(comparison) if generous is None else self._generous(comparison, generous)

    def _prove(self) -> str:
        built = catalogue.build_ids([self.theorem])
        steps = sum(len(b.proof.steps) for b in built.values())
        return f"The kernel has just replayed that theorem and all that it rests on, {steps} steps."

    def _decide(self, comparison: Comparison) -> MarkedAnswer:
        """The mark of an answer that equals the reference on all drawn runs: the kernel and the search decide both halves of it."""
        try:
            from proofs.decide import decide
            from proofs.system.work_clock import Work
        except ImportError:  # a page in a browser has no search
            return MarkedAnswer(False, f"no run drawn here breaks it, but it is not settled here. {BY_COMMAND}", undecided=True)
        work = Work(2 * SECONDS)
        decision = decide(comparison, self.game, budget=SECONDS)
        if decision.counterexample is not None:
            return self._break(decision.counterexample)
        if decision.proof is None or decision.proof.where or decision.vacuous:
            partly = "it is proved only where it has a value"
            words = "neither a proof nor a run that breaks it was found" if decision.proof is None else partly
            return MarkedAnswer(False, f"{words}: to be marked by hand{_cut_short(work.cut_short())}.", decision.nearest, undecided=True)
        above = compose(comparison.right, "<=", self.reference.right)
        steps, beside = len(decision.proof.proof.steps), decide(above, self.game, budget=SECONDS)
        if beside.counterexample is not None:
            return self._generous(comparison, beside.counterexample)
        proved = f"the kernel has just accepted a proof of it, {steps} steps"
        if beside.proof is None or beside.proof.where:
            open_ = f"whether it is ever above theorem {self.theorem} is undecided"
            return MarkedAnswer(False, f"{proved}; {open_}: to be marked by hand{_cut_short(work.cut_short())}.", undecided=True)
        return MarkedAnswer(True, f"{proved}, and another that it is never above theorem {self.theorem}.")

    def _generous(self, comparison: Comparison, run: Counterexample) -> MarkedAnswer:
        """The mark of a right side that is above the reference on this run."""
        played = as_counterexample(comparison.text, self.game, AdversaryChoice(run.rounds, run.u, run.gamma, run.start), run.radius)
        values = judge(played).values
        mine, enough = side(comparison.right, values), side(self.reference.right, values)
        return MarkedAnswer(
            False, f"it gives something away: here its right side is {mine}, that of theorem {self.theorem} {enough}.", played
        )

    @staticmethod
    def _break(run: Counterexample) -> MarkedAnswer:
        return MarkedAnswer(False, f"{run.comparison.unicode()} is false: on this run the sides are {run.lhs} and {run.rhs}.", run)
