"""Somebody's own learner object as the opponent in a game: its rule, asked exactly. All else is the judge's.

No file can hold a learner object. It names the learner and its numbers, and `perceptron-proofs check` refuses it and says that the object
is needed: `judge_with` is given the object again."""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property
from typing import Any, cast

from perceptron import Learner
from perceptron.errors import InputError
from perceptron.numbers.exact import vector
from proofs.conjecture import CONSTANTS, FUNCTIONS, NAMES, Comparison, parse
from proofs.conjecture.game import Game
from proofs.conjecture.learners.base import Given, Opponent, VectorRun, dot
from proofs.counterexample.format import Counterexample
from proofs.counterexample.judge import Verdict, judge
from proofs.counterexample.measurement import Round, Vector


@dataclass(frozen=True, repr=False)
class ObjectCounterexample(Counterexample):
    """A counterexample for a learner object, which it carries along."""

    rule: Rule = field(kw_only=True, compare=False, repr=False)

    @cached_property
    def comparison(self) -> Comparison:
        """The conjecture, parsed with the learner's numbers as names."""
        return parse_for(self.conjecture, self.rule)

    @property
    def opponent(self) -> Rule:
        """The learner object. Its record in a file is a name, from which it cannot be rebuilt."""
        return self.rule


def judge_with(learner: Any, found: Counterexample) -> Verdict:
    """Judge a counterexample for a learner object (or a function from gamma to one), which must be given again."""
    rule = learner if isinstance(learner, Rule) else Rule(learner)
    told = {f.name: getattr(found, f.name) for f in fields(Counterexample)}
    return judge(ObjectCounterexample(**told, rule=rule))


def parse_for(text: str, rule: Rule) -> Comparison:
    """The conjecture with the learner's numbers as names. Raises InputError, with a hint where a number is a float."""
    comparison = parse(text, rule.names | rule.refused)
    for name in sorted(comparison.names & rule.refused):
        raise InputError(f"{rule.label}.{name} is a float and so not exact: make it a Fraction, for instance Fraction('0.5')")
    return comparison


def rules_for(game: Game) -> Game:
    """The game, if it leaves the learner its rule. Raises InputError for a dropped hypothesis that the object decides."""
    for name in Rule.decides:
        if name in game.dropped:
            raise InputError(f"hypothesis {name!r} cannot be dropped for a learner object, which keeps its own rule and start")
    return game


class Faulty(BaseException):
    """The learner itself failed. No Exception, so that Hypothesis lets it pass; `falsify` turns it into an InputError."""


class Rule(Opponent):
    """Somebody's learner: `fresh` gives it for a gamma, `parameters` what the conjecture may call by name.

    Raises InputError for an object without the three methods."""

    decides = ("zero start", "mistake-driven", "margin rule")
    hypotheses = ()

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

    def learner(self, gamma: Fraction, start: Vector | None = None) -> Learner:
        return self.fresh(gamma)

    def length2(self, x: Any) -> Fraction:
        return dot(x, x)

    def exact_run(self, given: Given) -> ObjectRun:
        return ObjectRun(self, given)

    def spec(self, start: list[str] | None = None) -> dict[str, Any]:
        """What a file says of the learner. A file cannot hold the object itself."""
        kind = type(self.fresh(Fraction(1, 2)))
        shown = {} if self.fixed is None else {name: str(value) for name, value in sorted(self.fixed.items())}
        return {"name": f"{kind.__module__}.{kind.__qualname__}", "object": True, "parameters": shown}


class ObjectRun(VectorRun):
    """A run on plain Fractions, by the learner's three methods and nothing else."""

    def __init__(self, rule: Rule, given: Given) -> None:
        self.learner, self.fresh = rule.fresh(given.gamma), rule.initialises
        super().__init__(given.rounds, given.u, vector(self.learner.start(len(given.u)), "start of the learner"))

    def update(self, step: Round) -> bool:
        x, y = step
        first, self.fresh = self.fresh, False
        if not first and not self.learner.wants_update(y * dot(self.w, x), dot(self.w, self.w), y):
            return False
        self.w = vector(self.learner.step(self.w, x, y), "step of the learner")
        return not first


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
