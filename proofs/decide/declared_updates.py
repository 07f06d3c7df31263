"""What a learner object says of its own updates, held to it on drawn runs, and the conjecture with that as a hypothesis.

Every update is to add y·x to the weights, from w = 0.  Beyond that the learner has one of two attributes, each a pair of texts or exact
numbers in gamma and in the learner's own numbers:

    updates_below = (s, t)    it updates only where y⟨w,x⟩ ≤ s‖w‖ + t; that ‖w‖² grows by at most 2s‖w‖ + 2t + 1 is then proved
    energy_step = (a, b)      an update takes ‖w‖² to at most ‖w‖² + a‖w‖ + b; this is a hypothesis of the theorem

An object cannot be read as a formula.  So what it says is a hypothesis of the theorem that is proved, `hold_to_it` tries it on runs first,
and the verdict says that it rests on it.  A number of the object is a constant of the proof only if nothing that was looked at changes it:
neither γ, nor a method (`constants`), nor a run.

Nobody can tell in general what code does.  So whatever might change a number is taken to change it: an attribute that a method other than a
constructor stores, a store that does not say which attribute it is, a number that `parameters` makes of what is stored or can be changed in
place.  What gets past this look is held to it on every run that is drawn, exactly, with examples at the edge of the learner's rule:

    the rounds    three in turn: far beyond where the learner says that its updates end, just beyond, and just within; about every
                  fourth example is as short as it can be
    short runs    for γ from 1/1000 to 1, in 1 to 10 dimensions
    long runs     hundreds of rounds: a learner that changes its rule late is met after the change

Every run is played twice: a learner that remembers what was in another run plays it in another way.  What is tried here is tried, not
proved: a verdict that rests on it says so.
"""

from __future__ import annotations

import dis
import functools
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, sqrt
from random import Random
from types import CodeType, FunctionType
from typing import Any

from perceptron.errors import InputError
from perceptron.learners.custom import Play
from perceptron.numbers.exact import dot
from proofs.conjecture import Comparison, nodes, parse
from proofs.conjecture.game import Game
from proofs.conjecture.pretty import term as unicode_text
from proofs.counterexample.custom_learner import KEEP_STATE, CustomLearner, enclosed, is_immutable, numbers
from proofs.decide.posed import FullTranslation, Posed, proved_about
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.terms import every, inner, le, number, poly
from proofs.kernel import Index, Polynomial
from proofs.statements.standard_facts import (
    SYMBOLS,
    M,
    bounded,
    gamma,
    k,
    length,
    lengths,
    positive_margin,
    recurrence,
    separable,
    unit_comparator,
    w,
    z,
)
from proofs.statements.statement import Fact
from proofs.system.work_clock import work_time
from proofs.theorems.margin_perceptron.common import vectors

MARGINS = tuple(
    Fraction(*pair) for pair in ((1, 2), (1, 1), (4, 5), (1, 3), (1, 7), (1, 10), (1, 30), (1, 100), (1, 300), (1, 1000), (1, 10**6))
)
CONSTRUCTORS = {"__init__", "__new__", "__post_init__", "__init_subclass__", "__set_name__"}
ANY_NAME = {"setattr", "delattr", "vars", "exec", "eval", "globals", "__dict__", "__setattr__", "__delattr__", "__setstate__"}
STORES = {"STORE_ATTR", "DELETE_ATTR", "STORE_GLOBAL", "DELETE_GLOBAL"}
LOADS = {"LOAD_ATTR", "LOAD_METHOD", "LOAD_GLOBAL", "LOAD_NAME", "LOAD_SUPER_ATTR"}


def constants(rule: CustomLearner, names: Collection[str]) -> dict[str, Fraction]:
    """The learner's numbers with these names. Raises NotFound for one that may change."""
    values = rule.parameters(MARGINS[0])
    for name in sorted(names):
        for margin in MARGINS if rule.told else ():
            if rule.parameters(margin).get(name) != values.get(name):
                raise NotFound(f"{rule.label}.{name} depends on gamma, so it is no constant of a proof")
        if why := may_change(rule.fresh(MARGINS[0]), name):
            raise NotFound(f"{rule.label}.{name} may change in a run, so it is no constant of a proof: {why}")
    return {name: values[name] for name in sorted(names)}


def may_change(learner: Any, name: str) -> str:
    """What may change this number of the learner in a run; empty if nothing is seen that does."""
    kind, code = type(learner), looked_through(learner)
    if code.blind:
        return f"what {code.blind} stores cannot be seen"
    declared = getattr(learner, "parameters", None)
    needs = {name}
    if declared is not None:
        code_of_parameters = CodeSeen()
        for member in (vars(cls).get("parameters") for cls in kind.__mro__):
            code_of_parameters.read(member)
        needs |= code_of_parameters.loaded if callable(declared) or code_of_parameters.loaded else code.stored
        for part in sorted(needs & getattr(learner, "__dict__", {}).keys()):
            if not is_immutable(getattr(learner, part)):
                return f"it may be made of {part}, which can be changed in place"
    return f"a method stores {', '.join(sorted(needs & code.stored))}" if needs & code.stored else ""


@dataclass
class CodeSeen:
    """What functions store and load, by name, with those of their modules that they call.

    blind   the first one that may store under any name, or that has no code to read
    """

    stored: set[str] = field(default_factory=set)
    loaded: set[str] = field(default_factory=set)
    blind: str = ""
    seen: set[CodeType] = field(default_factory=set)

    def read(self, member: Any) -> None:
        """Take in a member of a class: a function, or what wraps one."""
        for function in _functions(member):
            self._read(function.__code__, function)

    def _read(self, code: CodeType, function: FunctionType) -> None:
        if code in self.seen:
            return
        self.seen.add(code)
        for step in dis.get_instructions(code):
            name = str(step.argval)
            if step.opname in STORES:
                self.stored.add(name)
            if step.opname in LOADS:
                self.loaded.add(name)
                self.blind = self.blind or (function.__name__ if name in ANY_NAME else "")
                if step.opname == "LOAD_GLOBAL" and isinstance(called := function.__globals__.get(name), FunctionType):
                    self._read(called.__code__, called)
        for inside in code.co_consts:
            if isinstance(inside, CodeType):
                self._read(inside, function)


def looked_through(learner: Any) -> CodeSeen:
    """All that the methods of a learner, and of what it holds, may store outside of constructors."""
    code, waiting, known = CodeSeen(), [learner], set[int]()
    while waiting:
        held = waiting.pop()
        if id(held) in known or is_immutable(held):
            continue
        known.add(id(held))
        if isinstance(held, (list, tuple, set, frozenset, dict)):
            waiting += [*held, *(held.values() if isinstance(held, dict) else ())]
            continue
        waiting += getattr(held, "__dict__", {}).values()
        code.read(held)
        for cls in type(held).__mro__:
            if cls.__module__ not in ("builtins", "typing", "abc", "functools"):
                _read_class(code, cls)
    return code


def _read_class(found: CodeSeen, cls: type) -> None:
    frozen = getattr(vars(cls).get("__dataclass_params__"), "frozen", False)
    for name, member in vars(cls).items():
        if name in CONSTRUCTORS or (frozen and name in ("__setattr__", "__delattr__")):
            continue
        found.read(member)
        if callable(member) and not isinstance(member, (type, FunctionType, staticmethod, classmethod, functools.partial)):
            found.blind = found.blind or f"{cls.__name__}.{name}"


def _functions(member: Any) -> Iterator[FunctionType]:
    """The functions that something is made of: itself, or what it wraps."""
    if isinstance(member, FunctionType):
        yield member
    for part in ("__func__", "__wrapped__", "fget", "fset", "fdel", "func"):
        if (inside := getattr(member, part, None)) is not None and inside is not member:
            yield from _functions(inside)


KINDS = ("updates_below", "energy_step")


@dataclass(frozen=True)
class StatedUpdate:
    """The pair that a learner states, as texts and as kernel terms in γ, and the learner's numbers that it or the conjecture names."""

    kind: str
    texts: tuple[str, str]
    slope: Polynomial
    height: Polynomial
    constants: dict[str, Fraction]
    initialises: bool

    @property
    def fact(self) -> Fact:
        """The hypothesis of the theorem."""
        below = number(self.updates)
        if self.kind == "updates_below":
            words = f"an update happens only if y⟨w, x⟩ ≤ {self.words('‖w‖')}"
            limit = self.slope * length(k) + self.height
            return Fact("update rule", words, every(k, le(inner(w(k), z(k)), limit), below=below))
        words = f"an update takes ‖w‖² to at most ‖w‖² + {self.words('‖w‖')}"
        limit = length(k) ** 2 + self.slope * length(k) + self.height
        return Fact("energy step", words, every(k, le(length(k + 1) ** 2, limit), below=below))

    @property
    def declared(self) -> str:
        """All that the learner has to keep to, in words."""
        fixed = "".join(f"; {name} is {value} in every run" for name, value in sorted(self.constants.items()))
        return f"{self.fact.words}; it adds y·x to weights that start at 0{fixed}"

    def words(self, length: str) -> str:
        """The pair as a sum: the first part times the length, and the second part."""
        first, second = (unicode_text(_node(text, self.constants)) for text in self.texts)
        parts = ([length] if first == "1" else [] if first == "0" else [f"{first}·{length}"]) + ([] if second == "0" else [second])
        return " + ".join(parts) or "0"

    @property
    def updates(self) -> Index:
        """The number of updates: M, and the first example if that is not counted."""
        return vectors if self.initialises else M

    @property
    def step(self) -> tuple[Polynomial, Polynomial]:
        """(a, b) with ‖w‖² ↦ at most ‖w‖² + a‖w‖ + b."""
        return (2 * self.slope, 2 * self.height + 1) if self.kind == "updates_below" else (self.slope, self.height)


def stated(rule: CustomLearner, comparison: Comparison) -> StatedUpdate:
    """What the learner says of its updates. Raises NotFound if it says nothing, or names a number that is no constant, and InputError if
    what it says cannot be read."""
    said = _spoken(rule, MARGINS[0])
    if said is None:
        raise NotFound(f"{rule.label} says nothing of its updates: give it updates_below = (s, t) or energy_step = (a, b)")
    kind, texts, initialises = said
    if any(_spoken(rule, margin) != said for margin in (MARGINS if rule.told else ())):
        raise NotFound(f"what {rule.label} says of itself depends on gamma: write {kind} as texts in gamma, such as ('gamma/2', '0')")
    spoken = {n.name for text in texts for n in nodes.walk(_node(text, rule.names)) if isinstance(n, nodes.Name)}
    if unknown := spoken - {"gamma", *rule.names}:
        raise InputError(f"{rule.label}: what it says of its updates may name gamma and its own numbers, not {', '.join(sorted(unknown))}")
    fixed = constants(rule, rule.names & (spoken | comparison.names))
    slope, height = (_term(rule, text, fixed) for text in texts)
    return StatedUpdate(kind, texts, slope, height, fixed, initialises)


def _spoken(rule: CustomLearner, margin: Fraction) -> tuple[str, tuple[str, str], bool] | None:
    """Which of the two attributes the learner for this γ has, the pair as texts, and whether its first example only initialises."""
    learner: Any = rule.fresh(margin)
    with rule.answering():
        kind = next((name for name in KINDS if getattr(learner, name, None) is not None), None)
        if kind is None:
            return None
        pair = getattr(learner, kind)
        pair = pair() if callable(pair) else pair
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise InputError(f"{rule.label}.{kind} must be a pair such as ('gamma/2', '0'), not {pair!r:.60}")
        return kind, (str(pair[0]), str(pair[1])), bool(getattr(learner, "initialises", False))


def _node(text: str, names: Any) -> nodes.Node:
    return parse(f"0 <= {text}", extra=names).right


def _term(rule: CustomLearner, text: str, fixed: dict[str, Fraction]) -> Polynomial:
    translation = FullTranslation({"gamma": SYMBOLS["gamma"]} | {name: poly(value) for name, value in fixed.items()})
    term = translation.term(_node(text, fixed))
    if translation.definitions:
        raise InputError(f"{rule.label}: {text} must be a polynomial in gamma")
    return term


def posed_with(rule: CustomLearner, said: StatedUpdate, comparison: Comparison, asked: Game) -> Posed:
    """The conjecture about every learner that makes such updates. Raises NotFound for games and names of which nothing is known."""
    game = proved_about(asked)
    if game.setting != "separable" or "any" in (game.norm, game.comparator):
        raise NotFound("bounds are known on separable examples of length at most 1, with a comparator of length at most 1")
    if comparison.conditions:
        raise NotFound("bounds are known without conditions")
    if unknown := comparison.names - {"M", "gamma", *said.constants}:
        raise NotFound(f"the range of {', '.join(sorted(unknown))} is not known")
    updates = said.updates
    facts = (*recurrence(), said.fact, *lengths(), positive_margin(), unit_comparator(), bounded(updates=updates), separable(updates))
    terms = {"M": number(M), "gamma": gamma} | {name: poly(value) for name, value in said.constants.items()}
    values: dict[str, tuple[str, ...]] = {name: (str(value),) for name, value in said.constants.items()}
    head = "conjecture", comparison.unicode(), (), game, comparison.text
    return Posed(*head, facts, terms, parameters=values, learner=rule, asked=asked).translated()


Vector = tuple[Fraction, ...]
DRAWN_MARGINS = tuple(Fraction(*pair) for pair in ((1, 1000), (1, 100), (1, 10), (1, 4), (1, 2), (4, 5), (1, 1)))
LONG = tuple((Fraction(1, n), d, 900) for n, d in ((1000, 2), (1000, 10), (100, 3), (30, 5), (8, 2), (3, 3)))
RUNS = (*((margin, d, 48) for margin in DRAWN_MARGINS for d in (1, 2, 3, 5, 10)), *LONG)  # with how many rounds
BEYOND = (1e-1, 2e-3, -2e-3)  # of the length of w: from what the learner says to what is played
GRID = 2**13


def hold_to_it(rule: CustomLearner, said: StatedUpdate, seconds: float = inf, seed: int = 0) -> int:
    """How many updates were tried.

    Raises InputError at the first drawn update that is not as the learner says, or where the same rounds lead elsewhere the second time;
    NotFound where its weights are not rational, where a number that it names changes, or where there is no time for all runs."""
    rng, deadline, tried = Random(seed), work_time() + seconds, 0
    for margin, dimension, rounds in RUNS:
        first, place, shown = begun(rule, margin, dimension), rng.randrange(dimension), list[tuple[Vector, int]]()
        for t in range(rounds):
            if work_time() > deadline:
                raise NotFound(f"there was no time to try what {rule.label} says of its updates")
            along = margin if t % 4 else margin + (1 - margin) * Fraction(rng.randrange(GRID), GRID)
            shown.append((at_the_edge(said, first.w, margin, along, place, BEYOND[t % len(BEYOND)], rng), rng.choice((-1, 1))))
            tried += keeps_its_word(rule, said, first, *shown[-1], margin)
        second = begun(rule, margin, dimension)  # only now: what starts may remember what was played
        for move, label in shown:
            plays(rule, second, move, label)
        if (second.w, numbers(second.learner)[0]) != (first.w, numbers(first.learner)[0]):
            raise InputError(f"the learner {rule.label} played the same rounds twice in two ways. {KEEP_STATE}")
    return tried


def begun(rule: CustomLearner, margin: Fraction, dimension: int) -> Play:
    with rule.answering():
        play = Play(rule.fresh(margin), dimension)
    if any(play.w):
        raise InputError(f"{rule.label}: the weights must start at 0, not at {_shown(play.w)}")
    return play


def plays(rule: CustomLearner, play: Play, z: Vector, y: int) -> bool:
    """The round z = y·x; whether it is an update. Raises Faulty for what goes wrong in the learner."""
    first = play.fresh
    with rule.answering():
        return play.round(tuple(y * a for a in z), y) or first


def keeps_its_word(rule: CustomLearner, said: StatedUpdate, play: Play, z: Vector, y: int, margin: Fraction) -> bool:
    """Play a round, and compare an update with what the learner says of it. Whether it was one."""
    before, updated = play.w, plays(rule, play, z, y)
    if enclosed(play.w):
        raise NotFound(f"{rule.label} takes roots, so its updates cannot be compared with what it says of them")
    now = numbers(play.learner)[0] if said.constants else {}
    for name, value in said.constants.items():
        if now.get(name) != value:
            difference = f"it is {now.get(name)} in a run with gamma = {margin}, and was {value} before another"
            raise NotFound(f"{rule.label}.{name} is no constant of a proof: {difference}")
    if updated:
        if play.w != tuple(a + b for a, b in zip(before, z, strict=True)):
            raise InputError(f"{rule.label}: an update must add y·x, but {_shown(z)} takes {_shown(before)} to {_shown(play.w)}")
        _refuse_untrue(rule, said, margin, before, play.w, z)
    return updated


def at_the_edge(said: StatedUpdate, w: Vector, margin: Fraction, along: Fraction, place: int, beyond: float, rng: Random) -> Vector:
    """Progress `along`, with ⟨w,z⟩ where the learner says that its updates end, or beyond it by that share of ‖w‖; of length 1, or now and
    then as short as that allows, for a rule may look at the length."""
    across = [float(a) for i, a in enumerate(w) if i != place]
    size, rest, turned = sqrt(sum(a * a for a in across)), _rest(along), [rng.gauss(0, 1) for _ in across]
    if size == 0:
        return _made(along, place, _scaled(turned, rest))
    length, slope, height = sqrt(float(dot(w, w))), *(float(value(part, margin)) for part in (said.slope, said.height))
    edge = slope * length + height if said.kind == "updates_below" else (slope * length + height - 1) / 2
    share = max(-rest, min(rest, (edge + beyond * length - float(along * w[place])) / size))
    back = sum(a * b for a, b in zip(turned, across, strict=True)) / size**2
    room = rng.choice((0, 1, 1, 1)) * sqrt(max(0.0, rest**2 - share**2))
    aside = _scaled([b - back * a for a, b in zip(across, turned, strict=True)], room)
    return _made(along, place, [a + b for a, b in zip(_scaled(across, share), aside, strict=True)])


def _rest(along: Fraction) -> float:
    """How long the rest of a vector in the unit ball may be."""
    return sqrt(max(0.0, 1 - float(along) ** 2))


def _scaled(direction: list[float], length: float) -> list[float]:
    size = sqrt(sum(a * a for a in direction))
    return [a / size * length for a in direction] if size else direction


def _made(along: Fraction, place: int, rest: list[float]) -> Vector:
    """A rational vector of length at most 1, with `along` at its place and about the others beside it."""
    room, whole = (1 - along * along) * GRID**2, [int(a * GRID) for a in rest]
    while sum(n * n for n in whole) > room:
        whole = [n - (n > 0) + (n < 0) for n in whole]
    others = [Fraction(n, GRID) for n in whole]
    return (*others[:place], along, *others[place:])


def _refuse_untrue(rule: CustomLearner, said: StatedUpdate, margin: Fraction, before: Vector, after: Vector, z: Vector) -> None:
    slope, height, n2 = value(said.slope, margin), value(said.height, margin), dot(before, before)
    if said.kind == "updates_below":
        reached, what = dot(before, z), "y⟨w, x⟩"
    else:
        reached, what = dot(after, after) - n2, "what ‖w‖² gains"
    if not at_most(reached - height, slope, n2):
        where = f"at gamma = {margin}, w = {_shown(before)} and y·x = {_shown(z)}"
        raise InputError(f"{rule.label}.{said.kind} is not true: {where} {what} is {reached}, more than {said.words('‖w‖')}")


def at_most(x: Fraction, slope: Fraction, n2: Fraction) -> bool:
    """x ≤ slope·√n2, exactly."""
    bound2 = slope * slope * n2
    return (x <= 0 or x * x <= bound2) if slope >= 0 else (x <= 0 and x * x >= bound2)


def value(p: Polynomial, margin: Fraction) -> Fraction:
    """A polynomial in γ at a number."""
    return sum((c * margin ** sum(power for _, power in m) for m, c in p.terms.items()), Fraction(0))


def _shown(v: Vector) -> str:
    return "(" + ", ".join(map(str, v)) + ")"
