"""Runs against somebody's own learner: measured by this room, and judged in memory by the learner itself.

No file can hold a learner object, so that `perceptron-proofs check` refuses such a file (it names the learner and its
numbers, and says that the object is needed). The judge here is `judge_with`: the run is made twice, by a plain loop over
Fractions and by `perceptron.run`, every hypothesis is checked and both sides are computed afresh, as
`proofs.counterexample.judge` does for the learners that it knows. Nothing of the search takes part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from operator import mul
from typing import Any

from perceptron import Examples, MarginPerceptron, measure, run
from perceptron.errors import InputError
from perceptron.exact import vector
from proofs.counterexample import Counterexample, Replay, Verdict
from proofs.counterexample.judge import hypotheses, matches
from proofs.counterexample.replay import Round, Vector, values_of
from proofs.falsify.learner import Rule, Session
from proofs.falsify.play import Measured, Play, Umpire
from proofs.game import Game
from proofs.language import Comparison, Root, Value, parse

_OWN = ("zero start", "mistake-driven", "margin rule")  # what a learner object brings along itself


@dataclass(frozen=True)
class ObjectCounterexample(Counterexample):
    """A counterexample for a learner object, which it carries in `rule`; `spec` is what the file says of it."""

    rule: Rule | None = field(default=None, compare=False, repr=False)
    spec: Any = None

    @cached_property
    def comparison(self) -> Comparison:
        """The conjecture, parsed with the learner's numbers as names."""
        return parse(self.conjecture, () if self.rule is None else self.rule.names)

    def to_json(self) -> dict[str, Any]:
        """The content of the file. Its learner is named and cannot be rebuilt from it."""
        return super().to_json() | {"learner": self.spec}


def parse_for(text: str, rule: Rule) -> Comparison:
    """The conjecture with the learner's numbers as names. Raises InputError, with a hint where a number is a float."""
    comparison = parse(text, rule.names | rule.refused)
    for name in sorted(comparison.names & rule.refused):
        raise InputError(f"{rule.label}.{name} is a float and so not exact: make it a Fraction, for instance Fraction('0.5')")
    return comparison


def rules_for(game: Game) -> Game:
    """The game without what belongs to a known learner. Raises InputError for a hypothesis that the object decides."""
    for name in _OWN:
        if name in game.dropped:
            raise InputError(f"hypothesis {name!r} cannot be dropped for a learner object, which keeps its own rule and start")
    return game


class ObjectUmpire(Umpire):
    """The umpire for a learner object."""

    rule: Rule

    def __init__(self, comparison: Comparison, game: Game, rule: Rule, nontrivial: bool = False) -> None:
        super().__init__(comparison, rules_for(game), nontrivial)
        self.rule = rule
        self.eps, self.float_eps = None, None

    def measure(self, play: Play) -> Measured | None:
        """Let the learner play the run, exactly."""
        if play.gamma <= 0 and self.game.demands("positive margin"):
            return None  # a learner that is told gamma need not stand that
        u, grid, session = play.u, play.grid, Session(self.rule, play.gamma, play.dimension, play.grid)
        q, level = play.gamma.denominator, play.gamma.numerator * grid * play.unit
        counted = longest = s2 = slack = slack2 = 0
        least: int | None = None
        for z, y in zip(play.moves, play.labels, strict=True):
            along, length2 = sum(map(mul, u, z)), sum(map(mul, z, z))
            longest = max(longest, length2)
            least = along if least is None or along < least else least
            first = session.fresh
            if first and not length2 and isinstance(session.learner, MarginPerceptron):
                return None  # it refuses to begin there
            if not session.take(z, y) or first:
                continue
            counted += 1
            s2 += length2
            short = level - q * along
            if short > 0:
                slack += short
                slack2 += short * short
        if least is None or play.start is not None:
            return None
        u2 = sum(map(mul, u, u))
        keeps = self.keeps(play, longest, least, u2)
        return Measured(play, counted, longest, s2, slack, slack2, least, session.w, u2, keeps, session.scale)

    def values(self, measured: Measured) -> dict[str, Value]:
        return measured.values(None) | self.rule.parameters(measured.play.gamma)

    def floats(self, measured: Measured) -> dict[str, float]:
        numbers = self.rule.parameters(measured.play.gamma)
        return measured.floats(None) | {name: float(value) for name, value in numbers.items()}

    def named(self, measured: Measured, sides: tuple[str, str]) -> Counterexample:
        play = measured.play
        return self._made(play, measured.counted, sides)

    def judge(self, counterexample: Counterexample) -> Verdict:
        return judge_with(self.rule, counterexample)

    def _made(self, play: Play, counted: int, sides: tuple[str, str]) -> ObjectCounterexample:
        run = (self.comparison.text, self.game, play.comparator(), play.gamma, play.rounds())
        return ObjectCounterexample(*run, counted, *sides, play.radius, rule=self.rule, spec=self.rule.spec())


def replay_with(rule: Rule, rounds: Sequence[Round], u: Vector, gamma: Fraction) -> Replay:
    """A run of the learner on plain Fractions, by its three methods and nothing else."""
    learner = rule.fresh(gamma)
    w = vector(learner.start(len(u)), "start of the learner")
    counted: list[int] = []
    for t, (x, y) in enumerate(rounds):
        if t or not rule.initialises:
            if not learner.wants_update(y * _dot(w, x), _dot(w, w), y):
                continue
            counted.append(t)
        w = vector(learner.step(w, x, y), "step of the learner")
    margins = [y * _dot(u, x) for x, y in rounds]
    slacks = [max(Fraction(0), gamma - margins[t]) for t in counted]
    return Replay(
        counted=tuple(counted),
        final=w,
        T=len(rounds),
        d=len(u),
        gamma=gamma,
        eps=None,
        R2=max(_dot(x, x) for x, _ in rounds),
        S2=sum((_dot(rounds[t][0], rounds[t][0]) for t in counted), Fraction(0)),
        TD=sum(slacks, Fraction(0)),
        slack2=sum((s * s for s in slacks), Fraction(0)),
        U2=_dot(u, u),
        margin=min(margins),
        u=u,
    )


def judge_with(learner: Any, found: Counterexample) -> Verdict:
    """Judge a counterexample for a learner object (or a function from gamma to one), which must be given again."""
    rule = learner if isinstance(learner, Rule) else Rule(learner)
    play = replay_with(rule, found.rounds, found.u, found.gamma)
    values = play.values(found.radius) | rule.parameters(found.gamma)
    comparison = parse_for(found.conjecture, rule)
    status, sides = comparison.status(values), comparison.sides(values)
    checked: list[str] = []
    reasons: list[str] = []

    def check(holds: bool, what: str, otherwise: str) -> None:
        (checked if holds else reasons).append(what if holds else otherwise)

    for name, (holds, why) in hypotheses(found, play).items():
        if name not in _OWN:
            check(holds, f"hypothesis '{name}' holds", f"hypothesis '{name}' does not hold: {why}")
    differing = _differing(rule, found, play)
    check(not differing, "two runs of the learner agree", f"two runs of the learner differ in {differing}")
    check(status == "false", "the comparison is false", f"the comparison is {status}: {sides[0]} {comparison.op} {sides[1]}")
    check(len(play.counted) == found.M, "M is as recorded", f"M is {len(play.counted)}, but {found.M} is recorded")
    for name, node, text in (("lhs", comparison.left, found.lhs), ("rhs", comparison.right, found.rhs)):
        agrees = status != "undefined" and matches(text, node, values)
        check(agrees, f"{name} is as recorded", f"{name} is {sides[name == 'rhs']}, but {text!a} is recorded")
    return Verdict(not reasons, tuple(reasons), tuple(checked), sides, values)


def _differing(rule: Rule, found: Counterexample, play: Replay) -> str:
    """Where `perceptron.run` and `perceptron.measure` do not say what the plain loop does."""
    trace = run(rule.fresh(found.gamma), Examples([x for x, _ in found.rounds], [y for _, y in found.rounds]))
    differing = [] if trace.final == play.final else ["the final weights"]
    if trace.counted != play.counted:
        differing.append("the update rounds")
    measured = values_of(measure(trace, found.u, found.gamma if found.gamma > 0 else 1))
    ignored = {"eps"} | (set() if found.gamma > 0 else {"gamma", "TD", "H", "H2"})
    differing += [name for name, value in play.values().items() if name not in ignored and _plain(value) != _plain(measured[name])]
    return ", ".join(differing)


def _plain(value: Value) -> object:
    return value.square if isinstance(value, Root) else value


def _dot(a: Vector, b: Vector) -> Fraction:
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))
