"""A user's learner object as the opponent in a game: its rule, asked exactly. All else is the judge's.

No file can hold a learner object. It names the learner and its numbers, and to be judged it is given the object again, by `judge_with` or
`perceptron-proofs check FILE --learner FILE.py:NAME`. Two learners of the list beside each other are an object that a file says.

A learner may take roots: its weights are then `EnclosedReal` numbers, and it is judged at rising precision until every decision is certain.

`CustomLearner` is what such an object says of itself: how one is made for each run, its numbers, and what went wrong in it (`Faulty`)."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from fractions import Fraction
from inspect import Parameter, signature
from math import lcm
from typing import Any, TypeVar, cast

from perceptron import measure
from perceptron import run as play_over
from perceptron.errors import InputError, OtherDimension
from perceptron.kernels import Remembering
from perceptron.learners.custom import SideBySide, Together
from perceptron.learners.learner import Learner, Stepper, sees_examples
from perceptron.learners.perceptron import AnyLearner
from perceptron.learners.representations import Whole
from perceptron.learners.vectors import Number, read_number
from perceptron.learners.vectors import Vector as OpaqueVector
from perceptron.numbers.enclosure import EnclosedReal, NotSeparated, precision
from perceptron.numbers.exact import dot
from perceptron.runs.trace import Trace
from proofs.conjecture import Comparison, claims, parse
from proofs.conjecture.game import Game
from proofs.conjecture.hypotheses import Hypothesis
from proofs.conjecture.learners.base import AdversaryChoice, MeasuredRun, Opponent
from proofs.conjecture.learners.euclidean import Step, WholeRun, whole
from proofs.conjecture.learners.kernel import KernelPerceptron
from proofs.conjecture.nodes import CONSTANTS, FUNCTIONS, NAMES
from proofs.counterexample.format import Counterexample
from proofs.counterexample.judge import Verdict, judge
from proofs.counterexample.replay import Vector

T = TypeVar("T")
METHODS = ("start", "wants_update", "step")
GAMMA = ("gamma", "γ")  # names of the one argument of a class that is told the margin
FAILURES = (Exception, SystemExit, GeneratorExit)  # that somebody's own code may raise, and that end neither the process nor the search
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_PLAIN = (int, float, str, bytes, bool, type(None), Fraction, Number, OpaqueVector)


class Faulty(BaseException):
    """The learner itself failed. It is not an Exception, so Hypothesis does not catch it. `falsify` turns it into an InputError."""


def numbers(learner: Any) -> tuple[dict[str, Fraction], frozenset[str]]:
    """The exact public numbers of a learner that can be names in a conjecture, and the names that are floats (refused, as
    they are not exact). They are what `parameters` maps, if the learner has it, else the attributes and dataclass fields, as they
    are now: a learner's counts are read at the end of a run. Names of the language keep their meaning (a learner's `gamma` is
    not the adversary's), except eps. Of several side by side they are the first one's, and the reactions of the others."""
    try:
        declared = getattr(learner, "parameters", None)
        declared = declared() if callable(declared) else declared
        held = {**_slots(learner), **getattr(learner, "__dict__", {})} if declared is None else dict(declared)
        if isinstance(learner, Learner) and declared is None:
            held = {name: _in_algebra(value) for name, value in {**constants_of(learner), **held}.items()}
    except FAILURES as error:
        raise Faulty(f"the learner {type(learner).__name__} does not tell its numbers: {said_of(error)}") from error
    taken = (set(NAMES) - {"eps"}) | set(FUNCTIONS) | set(CONSTANTS)
    public = {name: value for name, value in held.items() if _NAME.fullmatch(name) and name not in taken}
    exact = {name: Fraction(v) for name, v in public.items() if isinstance(v, (int, Fraction)) and not isinstance(v, bool)}
    own, floats = numbers(learner.first) if isinstance(learner, SideBySide) else ({}, frozenset())
    return own | exact, floats.union(name for name, v in public.items() if isinstance(v, float))


def constants_of(learner: Learner) -> dict[str, Any]:
    """The attributes of a learner's own classes."""
    own = type(learner).__mro__[: type(learner).__mro__.index(Learner)]
    return {name: value for kind in reversed(own) for name, value in vars(kind).items()}


def _in_algebra(value: Any) -> Any:
    """A number as the algebra reads it."""
    try:
        return value.behind if isinstance(value, Number) else read_number(value) if isinstance(value, float) else value
    except ValueError:
        return value


def _slots(learner: Any) -> dict[str, Any]:
    """The values in a learner's dataclass fields and slots."""
    listed = [getattr(kind, "__slots__", ()) for kind in type(learner).__mro__]
    names = [name for slots in listed for name in ((slots,) if isinstance(slots, str) else slots)]
    return {name: getattr(learner, name, None) for name in (*getattr(learner, "__dataclass_fields__", ()), *names)}


def said_of(error: BaseException) -> str:
    """The error of a user's code, in one line."""
    if isinstance(error, MemoryError):
        from proofs.system.processes import MEMORY  # not above: the judge on a page of the book has no processes

        return f"MemoryError (it may have {MEMORY >> 30} GiB)"
    return " ".join(f"{type(error).__name__}: {error}".rstrip(": ").split())[:300]


def how_made(learner: Any) -> str | None:
    """How a learner is made for each run: None if it is one already, else "with nothing", with gamma "by position", or by the name that
    the argument has. Raises InputError for what asks for more."""
    is_class = isinstance(learner, type)
    if not callable(learner) or (not is_class and hasattr(learner, "wants_update")):
        return None
    try:
        asks = signature(learner).parameters.values()
    except (TypeError, ValueError):
        return "by position"
    needed = [p for p in asks if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    if not needed:
        takes_one = any(p.kind is not Parameter.KEYWORD_ONLY for p in asks)
        return "by position" if takes_one and not is_class else "with nothing"
    if len(needed) > 1 or (is_class and needed[0].name not in GAMMA):
        what = f"{'class' if is_class else 'function'} {getattr(learner, '__name__', type(learner).__name__)}"
        asked = ", ".join(p.name for p in needed)
        raise InputError(f"the {what} is made from {asked}: give an object of it, or a function of gamma")
    return needed[0].name if needed[0].kind is Parameter.KEYWORD_ONLY else "by position"


def own_dimension(learner: AnyLearner) -> int | None:
    """The one dimension in which a learner starts, if its start has coordinates."""
    with suppress(*FAILURES):  # what is wrong is said when it is played
        for dimension in (1, 2):
            try:
                Stepper(copy.deepcopy(learner), dimension)
            except OtherDimension as other:
                return other.own
    return None


def begin(learner: AnyLearner, dimension: int | None = None) -> Any:
    """The learner after its start in some dimension, which may give it further numbers."""
    try:
        held = copy.deepcopy(learner)
        Stepper(held, dimension or 1)
    except FAILURES:
        return learner  # what is wrong is said when it is played
    return held


def hint(made: Any) -> str:
    """A guess at the intended learner, for an object that is none."""
    plays = hasattr(made, "predict") or hasattr(made, "predict_one")
    return "; for one that only predicts, see perceptron.learners.custom.Predictor" if plays else ""


def is_plain(learner: Any) -> bool:
    """Whether a shallow copy of the learner shares no state with it."""
    held = getattr(learner, "__dict__", None)
    return held is not None and all(map(is_immutable, held.values()))


def is_immutable(value: Any) -> bool:
    """Whether a value is a number, a text or a tuple of such, which nothing can change in place."""
    return all(map(is_immutable, value)) if isinstance(value, tuple) else isinstance(value, _PLAIN)


PRECISIONS = (128, 512, 2048)  # bits of a learner's roots, tried one after the other
KEEP_STATE = "Each run has a copy of the object, so keep what it remembers in attributes of its own, not in its class or module"
MAX_BITS = 5_000  # of a weight, beyond which a run is not followed


def judge_with(learner: Any, found: Counterexample) -> Verdict:
    """Judge a counterexample for a learner object (or a function from gamma to one), which must be given again. Raises InputError where the
    conjecture calls a number that the learner does not have, or has as a float; and Faulty."""
    rule = rule_of(learner)
    parse_for(found.conjecture, rule)
    return judge(replace(found, rule=rule))


def rule_of(learner: Any) -> CustomLearner:
    """A learner object as an opponent. Raises InputError and Faulty."""
    return learner if isinstance(learner, CustomLearner) else CustomLearner(learner)


def parse_for(text: str, rule: CustomLearner) -> Comparison:
    """The comparison with the learner's numbers as names. Raises InputError, with a hint where a number is a float."""
    comparison = parse(text, rule.names | rule.refused, conditions=True)
    refuse_floats(comparison, rule)
    return comparison


def claims_for(text: str, rule: CustomLearner) -> tuple[Comparison, ...]:
    """The comparisons of a claim, likewise."""
    comparisons = claims(text, rule.names | rule.refused)
    for comparison in comparisons:
        refuse_floats(comparison, rule)
    return comparisons


def refuse_floats(comparison: Comparison, rule: CustomLearner) -> None:
    """Raises InputError for a number of the learner that is a float."""
    for name in sorted(comparison.names & rule.refused):
        raise InputError(f"{rule.label}.{name} is a float and so not exact: make it a Fraction, for instance Fraction('0.5')")


PROBED = [(Fraction(3, 5), Fraction(4, 5)), (Fraction(4, 5), Fraction(-3, 5)), (Fraction(-5, 13), Fraction(12, 13))]
PROBED_ROUNDS, PROBED_SIZES = 6, 7  # the sizes are 1, 1/4, 1/16, …, so that a small bias is seen too
GIVE_SCORE = "mistakes are counted by ⟨w, x⟩; give score(w, x) if it predicts otherwise"


def predicts_otherwise(rule: CustomLearner) -> bool:
    """Whether a learner without `score` seems to predict by another number than ⟨w, x⟩, such as ⟨w, x⟩ + b.

    On some example it updates if the label is the sign of ⟨w, x⟩, and does not if the label is the other one. False for a learner that
    fails here: a run of it says how."""
    if rule.scores or isinstance(rule, Beside):
        return False
    with suppress(*FAILURES, NotSeparated), precision(PRECISIONS[0]):
        return any(_updates_against_sign(play, x) for labels in ((1, 1, -1), (-1, -1, 1)) for play, x in _probes(rule, labels))
    return False


def _probes(rule: CustomLearner, labels: Sequence[int]) -> Iterator[tuple[Stepper, Vector]]:
    """A learner after each of a few rounds with these labels, and examples of several sizes on which to ask it."""
    sizes = [sign * Fraction(1, 4**k) for k in range(PROBED_SIZES) for sign in (1, -1)]
    dimension = rule.dimension or 2
    play, probed = Stepper(rule.fresh(Fraction(1, 2)), dimension), [(x + (Fraction(0),) * dimension)[:dimension] for x in PROBED]
    for t in range(PROBED_ROUNDS):
        play.step(probed[t % 3], labels[t % 3])
        yield from ((play, tuple(size * a for a in x)) for x in probed for size in sizes)


def _updates_against_sign(play: Stepper, x: Vector) -> bool:
    """Whether it updates if the label is the sign of ⟨w, x⟩, and does not if it is the other one."""
    score = dot(play.coordinates, x)
    sign = 1 if score > 0 else -1
    return score != 0 and _wants(play, x, sign) and not _wants(play, x, -sign)


def _wants(play: Stepper, x: Vector, y: int) -> bool:
    return copy.deepcopy(play).wants(x, y)


def remark_on_label(rule: CustomLearner) -> str:
    """A warning that `wants_update` has a factor y too many or too few: it answers both labels alike, but not x and −x; else empty."""
    turns = False
    with suppress(*FAILURES, NotSeparated), precision(PRECISIONS[0]):
        for play, x in _probes(rule, (1, 1, -1)):
            if _wants(play, x, 1) != _wants(play, x, -1):
                return ""
            turns = turns or _wants(play, x, 1) != _wants(play, tuple(-a for a in x), 1)
    test = "test y * (w @ x)" if rule.algebra else "inner is y⟨w, x⟩ already, so test inner"
    return f"wants_update of {rule.label} answers the labels 1 and -1 alike, but not x and -x: {test}" if turns else ""


def refuse_unscored(comparison: Comparison, rule: CustomLearner) -> None:
    """Raise InputError where a claim counts mistakes that are not the learner's own."""
    if "E" in comparison.names and predicts_otherwise(rule):
        raise InputError(f"E: {GIVE_SCORE} (the updates of {rule.label} do not go by the sign of ⟨w, x⟩)")


def rules_for(game: Game) -> Game:
    """The game, if it leaves the learner its rule. Raises InputError for a dropped hypothesis that the object decides."""
    for name in CustomLearner.decides:
        if name in game.dropped:
            raise InputError(f"hypothesis {name!r} cannot be dropped for a learner object, which keeps its own rule and start")
    return game


class CustomLearner(Opponent):
    """A user's learner: `fresh` gives it for a gamma, `names` are the numbers that a conjecture may call by name.

    Given is a `perceptron.Learner`, or a learner over tuples (`AnyLearner`); a class or a function without arguments; or an object that
    is given the margin: a function of gamma, or a class whose constructor takes gamma alone. Raises InputError
    for anything else."""

    name = "a learner object"
    decides = (Hypothesis.ZERO_START, Hypothesis.MISTAKE_DRIVEN, Hypothesis.MARGIN_RULE)
    hypotheses = ()
    precisions = PRECISIONS

    def __init__(self, learner: Any) -> None:
        self.given = learner
        self.made = how_made(learner)
        self.given_margin = self.made not in (None, "with nothing")
        sample = self.fresh(Fraction(1, 2))
        try:
            self.initialises = bool(getattr(sample, "initialises", False))
            self.algebra = isinstance(sample, Learner)
            self.sees = self.algebra or sees_examples(sample)
            self.scores = (
                type(sample).score is not Learner.score if isinstance(sample, Learner) else getattr(sample, "score", None) is not None
            )
            self.ties = getattr(sample, "ties", "mistake")
        except FAILURES as error:
            raise Faulty(f"the learner {type(sample).__name__} does not say what it is: {said_of(error)}") from error
        kind = type(sample)
        self.label = kind.__name__
        self.dimension = own_dimension(sample)
        exact, self.refused = numbers(begin(sample, self.dimension))
        self.names = frozenset(exact)
        shown = {} if self.given_margin else {name: str(value) for name, value in sorted(exact.items())}
        self.record: dict[str, Any] = {"name": f"{kind.__module__}.{kind.__qualname__}", "object": True, "parameters": shown}

    def fresh(self, gamma: Fraction) -> AnyLearner:
        """The learner for one run: a copy, so that no run sees what another has left in it."""
        learner = self.given
        if self.made is not None:
            by_position, by_name = (gamma,) * (self.made == "by position"), {self.made: gamma} if self.made.isidentifier() else {}
            try:
                learner = self.given(*by_position, **by_name)
            except FAILURES as error:
                raise Faulty(f"the learner cannot be made for gamma = {gamma}: {said_of(error)}") from error
        missing = [name for name in METHODS if not callable(getattr(learner, name, None))]
        if isinstance(learner, type) or missing:
            what = (
                f"is the class {learner.__name__}; give an object of it"
                if isinstance(learner, type)
                else f"has the type {type(learner).__name__}"
            )
            raise InputError(f"a learner has the methods {', '.join(METHODS)}, but this {what}{hint(learner)}")
        try:
            return cast("AnyLearner", copy.deepcopy(learner))
        except FAILURES as error:
            fault = f"the learner {type(learner).__name__} cannot be copied for each run: {said_of(error)}"
            raise Faulty(f"{fault}. Give a class or a function of gamma that makes it") from error

    @property
    def called(self) -> str:
        return self.label

    def parameters(self, gamma: Fraction) -> dict[str, Fraction]:
        """The learner's numbers by name, before a run."""
        return numbers(begin(self.fresh(gamma), self.dimension))[0]

    def in_its_dimension(self, game: Game) -> Game:
        """The game, in the one dimension in which the learner starts, if it is one. Raises InputError if the game has another."""
        if self.dimension and game.dimension not in (None, self.dimension):
            starts = f"the learner {self.label} starts in dimension {self.dimension}"
            raise InputError(f"--dim {game.dimension}: {starts}; give --dim {self.dimension}, or leave it out")
        return replace(game, dimension=self.dimension) if self.dimension else game

    def learner(self, gamma: Fraction, start: Vector | None = None) -> AnyLearner:
        return self.fresh(gamma)

    def length2(self, x: Any) -> Fraction:
        return dot(x, x)

    def exact_run(self, given: AdversaryChoice) -> ObjectRun:
        below = lcm(*(value.denominator for x, _ in given.rounds for value in x))
        steps = [(tuple(whole(y * below, x)), y) for x, y in given.rounds]
        return ObjectRun(self, given.gamma, steps, below, given.u)

    def measure(self, given: AdversaryChoice) -> MeasuredRun:
        """By `perceptron.run`; where the learner takes roots, which that does not know, played again with finer ones. Raises Faulty, and
        InputError for a learner whose numbers are others the second time."""
        with self.answering():
            return self._measure(given)

    def _measure(self, given: AdversaryChoice) -> MeasuredRun:
        first, way = self.played(given)
        if not is_enclosed(way[-1]):
            learner = self.learner(given.gamma)
            ours = type(learner).__module__.startswith("perceptron.") and (
                self.algebra or not self.sees
            )  # and may keep a number when it is asked for
            trace = play_over(learner, given.examples(), "auto" if ours else "fraction")
            if not ours:
                self.refuse_two_ways(numbers(first.learner)[0], numbers(learner)[0])
            return measure(trace, given.u, given.level), trace.counted_rounds, trace.final
        with precision(2 * PRECISIONS[-1]):
            trace, way = self.played(given)
            return replace(measure(trace, given.u, given.level), W2=Fraction(0), P=Fraction(0)), trace.counted_rounds, way[-1]

    def played(self, given: AdversaryChoice) -> tuple[Trace, list[tuple[Any, ...]]]:
        """The run by the learner's own methods as a trace without weights, and the weights at its start and after each update."""
        run = self.exact_run(given)
        updates, way = list[int](), [run.weights()]
        for t, step in enumerate(run.steps()):
            if run.take(step):
                updates.append(t)
                way.append(run.weights())
        return Trace(run.learner, given.examples(), tuple(updates), (Fraction(0),) * len(given.u), "learner object"), way

    def refuse_two_ways(self, first: dict[str, Fraction], second: dict[str, Fraction]) -> None:
        """Raises InputError where two plays of the same rounds have left the learner with different numbers."""
        if differing := sorted(name for name in first | second if first.get(name) != second.get(name)):
            name = differing[0]
            difference = f"{name} is {first.get(name)} after the first time and {second.get(name)} after the second"
            raise InputError(f"the learner {self.label} played the same rounds twice in two ways: {difference}. {KEEP_STATE}")

    def spec(self, start: list[str] | None = None) -> dict[str, Any]:
        """The record of the learner in a file. A file cannot hold the object itself."""
        return self.record

    @contextmanager
    def answering(self) -> Iterator[None]:
        """While this lasts, what goes wrong is the learner's fault and said so. Raises Faulty."""
        try:
            yield
        except (InputError, NotSeparated):
            raise
        except FAILURES as error:
            raise Faulty(f"the learner {self.label} failed: {said_of(error)}") from error

    def refuse_other(self, record: Mapping[str, Any]) -> None:
        """Raise InputError unless a file is of this learner: by its name (the module may be called otherwise) and its numbers."""
        name, numbers = str(record.get("name")).rpartition(".")[2], record.get("parameters")
        if (name, numbers) != (self.label, self.record["parameters"]):
            raise InputError(f"the file speaks of {name:.60} with {numbers!s:.60}, not of {self.label} with {self.record['parameters']}")


class Beside(CustomLearner):
    """A learner, of the list or a user's, and one of the list that plays the same sequence beside it: M_2 and E_2 are the other's
    updates and mistakes."""

    def __init__(self, first: Opponent, second: Opponent) -> None:
        if not first.is_euclidean:
            raise InputError(f"beside: lengths are Euclid's, so {first.name} can be the second learner and not the first")
        if second.points_are != "vectors":
            raise InputError(f"beside: the second learner plays the same vectors, and this kernel compares {second.points_are}")

        def both(gamma: Fraction) -> SideBySide:
            other = Remembering(second.product, second.ties) if isinstance(second, KernelPerceptron) else second.learner(gamma)
            return SideBySide(first.fresh(gamma) if isinstance(first, CustomLearner) else first.learner(gamma), other)

        super().__init__(both)
        self.first, self.second = first, second
        called = first.label if isinstance(first, CustomLearner) else first.name
        self.label, self.record = f"{called} with {second.name} beside it", first.spec() | {"beside": second.spec()}

    def together(self, gamma: Fraction, mistakes: bool) -> Together:
        """Both as one learner in vector algebra. Raises InputError if one of them is not, or depends on the margin."""
        learners = list[Learner]()
        for part in (self.first, self.second):
            one: Any = part.fresh(gamma) if isinstance(part, CustomLearner) else part.learner(gamma)
            if not isinstance(one, Learner) or one.initialises or getattr(part, "given_margin", False):
                raise InputError(f"{type(one).__name__} is over tuples, makes a first step in any case, or is given the margin")
            learners.append(one)
        return Together(learners[0], learners[1], mistakes)


class ObjectRun(WholeRun):
    """A run by the learner's own methods and nothing else: over vectors z = y·x in whole numbers over `below`.

    Its subclasses say how long a call may take, and how long the weights may be."""

    def __init__(self, rule: CustomLearner, gamma: Fraction, steps: Iterable[Step], below: int, u: Vector) -> None:
        super().__init__(steps, below, u)
        self.rule, self.ties, self.played = rule, rule.ties, 0
        self.learner = rule.fresh(gamma)
        self.stepper = self.call(lambda: Stepper(self.learner, len(u)))
        self.hold()

    def call(self, action: Callable[[], T]) -> T:
        """Something that the learner does; what goes wrong there is its fault and said so."""
        with self.rule.answering():
            return action()

    def hold(self) -> None:
        """Look at the weights that the learner has now. Raises InputError if they are too long to go on with."""
        if bits(self.weights()) > MAX_BITS:
            raise InputError(f"the learner's weights have more than {MAX_BITS:,} bits after round {self.played - 1}")

    def x(self, z: Sequence[int], y: int) -> OpaqueVector:
        """The example."""
        return OpaqueVector(Whole(tuple(y * n for n in z), self.below))

    def inner(self, step: Step) -> Any:
        return self.call(lambda: self.stepper.inner(self.x(*step), step[1])) * self.square

    def update(self, step: Step) -> bool:
        first = self.stepper.fresh
        return self.take(step) and not first

    def take(self, step: Step) -> bool:
        """Play a round; whether the learner made a step, be it one that only initialises."""
        self.played += 1
        if moved := self.call(lambda: self.stepper.step(self.x(*step), step[1])):
            self.hold()
        return moved

    def numbers(self) -> dict[str, Fraction]:
        """The learner's numbers by name, as they are now."""
        return numbers(self.learner)[0]

    def weights(self) -> tuple[Any, ...]:
        return self.stepper.coordinates

    def weights2(self) -> Any:
        w = self.weights()
        return dot(w, w)

    def along(self) -> Any:
        return dot([Fraction(n, self.under) for n in self.u], self.weights())


def bits(w: tuple[Any, ...]) -> int:
    """The length of the longest number among weights; enclosures are as long as they are."""
    exact = [value for value in w if isinstance(value, Fraction)]
    return max((max(value.numerator.bit_length(), value.denominator.bit_length()) for value in exact), default=0)


def is_enclosed(w: tuple[Any, ...]) -> bool:
    """Whether weights are known by enclosures only."""
    return any(isinstance(value, EnclosedReal) for value in w)
