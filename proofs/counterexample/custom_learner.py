"""Counterexamples against somebody's own learner object: its rule, asked exactly, and the judgement of runs against it."""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, cast

from perceptron import Examples, measure, run
from perceptron.errors import InputError
from perceptron.learners.perceptron import Learner
from perceptron.numbers.exact import vector
from proofs.conjecture import CONSTANTS, FUNCTIONS, NAMES, Comparison, Root, Value, parse
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample, Replay, Verdict
from proofs.counterexample.judge import hypotheses, matches
from proofs.counterexample.measurement import Round, Vector, values_of


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


_OWN = ("zero start", "mistake-driven", "margin rule")  # what a learner object brings along itself


class Faulty(BaseException):
    """The learner itself failed. No Exception, so that Hypothesis lets it pass; `falsify` turns it into an InputError."""


class Rule:
    """Somebody's learner: `fresh` gives it for a gamma, `parameters` what the conjecture may call by name.

    Raises InputError for an object without the three methods."""

    def __init__(self, learner: Any) -> None:
        self.given = learner
        self.told = not isinstance(learner, type) and not hasattr(learner, "wants_update") and callable(learner)
        sample = self.fresh(Fraction(1, 2))
        self.initialises = bool(getattr(sample, "initialises", False))
        self.label = type(sample).__name__
        self.names = frozenset(numbers(sample)[0])
        self.refused = numbers(sample)[1]
        self.fixed = None if self.told else numbers(sample)[0]

    def fresh(self, gamma: Fraction) -> Learner:
        """The learner for one run."""
        made = self.given
        if self.told:
            try:
                made = self.given(gamma)
            except Exception as error:
                raise Faulty(f"the learner cannot be made for gamma = {gamma}: {error}") from error
        missing = [name for name in _METHODS if not callable(getattr(made, name, None))]
        if isinstance(made, type) or missing:
            what = f"the class {made.__name__}; give an object of it" if isinstance(made, type) else f"a {type(made).__name__}"
            raise InputError(f"a learner has the methods {', '.join(_METHODS)}, but this is {what}")
        return cast("Learner", made if is_plain(made) else copy.deepcopy(made))

    def parameters(self, gamma: Fraction) -> dict[str, Fraction]:
        """The learner's numbers by name."""
        return self.fixed if self.fixed is not None else numbers(self.fresh(gamma))[0]

    def spec(self) -> dict[str, Any]:
        """What a file says of the learner. A file cannot hold the object itself."""
        kind = type(self.fresh(Fraction(1, 2)))
        shown = {} if self.fixed is None else {name: str(value) for name, value in sorted(self.fixed.items())}
        return {"name": f"{kind.__module__}.{kind.__qualname__}", "object": True, "parameters": shown}


def numbers(learner: Any) -> tuple[dict[str, Fraction], frozenset[str]]:
    """The exact public numbers of a learner that can be names in a conjecture, and the names that are floats (refused, as
    they are not exact). They are what `parameters` maps, if the learner has it, else the attributes and dataclass fields.
    Names of the language keep their meaning (a learner's `gamma` is not the adversary's), except eps."""
    declared = getattr(learner, "parameters", None)
    declared = declared() if callable(declared) else declared
    slots = {name: getattr(learner, name, None) for name in getattr(learner, "__dataclass_fields__", ())}
    held = dict(declared) if declared is not None else {**slots, **getattr(learner, "__dict__", {})}
    taken = (set(NAMES) - {"eps"}) | set(FUNCTIONS) | set(CONSTANTS)
    public = {name: value for name, value in held.items() if _NAME.fullmatch(name) and name not in taken}
    exact = {name: Fraction(v) for name, v in public.items() if isinstance(v, (int, Fraction)) and not isinstance(v, bool)}
    return exact, frozenset(name for name, v in public.items() if isinstance(v, float))


def is_plain(learner: Any) -> bool:
    """Whether a shallow copy of the learner shares no state with it."""
    held = getattr(learner, "__dict__", None)
    return held is not None and all(isinstance(value, _PLAIN) for value in held.values())


_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)


_METHODS = ("start", "wants_update", "step")


_PLAIN = (int, float, str, bytes, bool, type(None), Fraction, tuple)
