"""Whether the hypotheses of a theorem can hold together. From contradictory hypotheses everything would follow.

Shown for a bound on runs by an exact run on which every hypothesis holds, for a property by an exact instance (the first one that `sample`
draws from numbered bytes, so that it is the same one everywhere), and for a lemma by its own example or an instance of a theorem that rests
on it.  Where there is none of these, Z3 may have found a model of the hypotheses.  Everything is evaluated, and nothing is timed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import singledispatch
from typing import Any

from perceptron import Examples, MarginPerceptron, Perceptron, run
from perceptron.errors import InputError
from perceptron.extremal.sequences import Extremal
from perceptron.learners.winnow import Winnow
from proofs.conjecture import Root
from proofs.conjecture.surd import Surd, TooLarge
from proofs.kernel import Formula
from proofs.kernel.formula import names
from proofs.statements.evaluation import Model, holds
from proofs.statements.instance import Draw, Instance
from proofs.statements.page import Lemma, Page
from proofs.statements.property import Property
from proofs.statements.provable import Provable
from proofs.statements.run_model import model_of

RUN, INSTANCE, MODEL, NONE = "exact run", "exact instance", "Z3 model", "no hypotheses"
DRAWS, BYTES, ROUNDS = 400, 80, 5
MAX_PRINTED_VALUES = 4  # values that are told, of an instance and of a vector
ONE = Fraction(1)


@dataclass(frozen=True)
class HypothesesExample:
    """What the hypotheses hold on: which of the three it is, said in words, and its values for a record."""

    by: str
    words: str
    values: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {"by": self.by, "example": self.words} | ({"values": self.values} if self.values else {})


DRAWN: dict[int, tuple[Property, Instance | None]] = {}  # the property is kept, so that its address stays its own
BY_Z3 = HypothesesExample(MODEL, "numbers and vectors that Z3 found for them")


def example(item: Provable, theorems: Iterable[Provable] = ()) -> HypothesesExample | None:
    """An exact example on which all hypotheses hold; None if there is none at hand.  `theorems`: where a lemma may borrow one."""
    return _example(item, theorems) if item.named else HypothesesExample(NONE, "there are none to keep")


@singledispatch
def _example(item: Provable, theorems: Iterable[Provable]) -> HypothesesExample | None:
    raise TypeError(f"no example of a {type(item).__name__}")


@_example.register(Property)
def _of_property(item: Property, theorems: Iterable[Provable]) -> HypothesesExample | None:
    instance = _drawn(item)
    return None if instance is None else _instance_in_words(instance, item.named)


@_example.register(Lemma)
def _of_lemma(item: Lemma, theorems: Iterable[Provable]) -> HypothesesExample | None:
    """Its own example, or one of a theorem that rests on it, if possible one in which something happens."""
    formulas = [f for _, f in item.named]
    if item.example is not None:
        own = item.example()
        return _instance_in_words(own, item.named) if _all_hold(formulas, own.model) else None
    idle = None
    for theorem in theorems:
        if (instance := _drawn(theorem)) is not None and _all_hold(formulas, instance.model):
            example_ = _instance_in_words(instance, item.named)
            borrowed = HypothesesExample(example_.by, f"{example_.words} (of {theorem.id})", example_.values)
            if all(instance.naturals.values()):
                return borrowed
            idle = idle or borrowed
    return idle


def resting_on(id: str, items: Iterable[Provable]) -> list[Provable]:
    """The theorems and lemmas that cite one, directly or by others; `items` come in the order of their citations."""
    resting: dict[str, Provable] = {}
    for item in items:
        if any(cited == id or cited in resting for cited in item.cites):
            resting[item.id] = item
    return list(resting.values())


@singledispatch
def _drawn(item: Provable) -> Instance | None:
    """Only a property draws instances."""
    return None


@_drawn.register(Property)
def _first(item: Property) -> Instance | None:
    """The first instance with every fact, if possible one in which something happens: its natural numbers are not 0."""
    if id(item) not in DRAWN:
        DRAWN[id(item)] = item, _searched(item)
    return DRAWN[id(item)][1]


def _searched(item: Property) -> Instance | None:
    idle = None
    for number in range(DRAWS):
        instance = item.drawn(Draw(random.Random(number).randbytes(BYTES)))
        try:
            if item.failing(instance):
                continue
        except (InputError, TooLarge):
            continue
        if all(instance.naturals.values()):
            return instance
        idle = idle or instance
        if number > DRAWS // 4:
            break
    return idle


@_example.register(Page)
def _of_page(page: Page, theorems: Iterable[Provable]) -> HypothesesExample | None:
    """The beginning of the run that shows how tight the bound is, or a single update."""
    statement = page.statement
    candidates: list[Callable[[], Extremal]] = [] if page.attained is None else [page.attained]
    for make in [*candidates, *(_single(kind, page) for kind in (1, 2, 3))]:
        try:
            extremal = make()
            if isinstance(extremal.learner, Winnow):
                continue
            trace = run(extremal.learner, extremal.examples[:ROUNDS])
            model = model_of(statement, trace, extremal.u, extremal.gamma, ONE if statement.game.radius == "declared" else None)
        except InputError:
            continue
        hypotheses = [fact.formula for fact in statement.hypotheses if not fact.definition]
        defined = [fact.formula for fact in statement.hypotheses if fact.definition]
        if _all_hold(hypotheses, lambda model=model: model) and _none_fails(defined, model):  # type: ignore[misc]
            rounds = [{"x": [str(c) for c in e.x], "y": e.y} for e in trace.examples]
            u = [str(c) for c in extremal.u]
            words = f"M = {trace.M}, dimension {len(u)}, γ = {_number(extremal.gamma)}"
            return HypothesesExample(RUN, words, {"u": u, "gamma": str(extremal.gamma), "examples": rounds, "M": trace.M})
    return None


def _single(dimension: int, page: Page) -> Callable[[], Extremal]:
    """One example, twice, which is the comparator too."""

    def make() -> Extremal:
        e = [1] + [0] * (dimension - 1)
        learner = MarginPerceptron(ONE, page.statement.game.eps) if page.statement.game.opponent.eps is not None else Perceptron()
        return Extremal(Examples([e, e], [1, 1]), tuple(map(Fraction, e)), ONE, learner, 1)

    return make


def _all_hold(formulas: Iterable[Formula], model: Callable[[], Model]) -> bool:
    try:
        values = model()
        return all(holds(f, values) for f in formulas)
    except (InputError, TooLarge):
        return False


def _none_fails(definitions: Iterable[Formula], model: Model) -> bool:
    """A quotient or root of the bound that has no exact value there is left out: there always is such a number."""
    for f in definitions:
        try:
            if not holds(f, model):
                return False
        except (InputError, TooLarge):
            continue
    return True


def _instance_in_words(instance: Instance, named: Iterable[tuple[str, Formula]]) -> HypothesesExample:
    spoken = {name for _, f in named for _, name in names(f)}
    kept = instance.only(spoken)
    numbers = {**kept.naturals, **kept.reals} | {f"{name}(0)": values[0] for name, values in kept.sequences.items()}
    vectors = {**kept.vectors} | {f"{name}(0)": values[0] for name, values in kept.vector_sequences.items()}
    shown = [_valued(name, _number(value)) for name, value in numbers.items() if name != _number(value)]
    shown += [f"{name} = ({', '.join(map(str, v))})" for name, v in vectors.items() if len(v) <= MAX_PRINTED_VALUES]
    more = kept.sequences or kept.vector_sequences or len(numbers) + len(vectors) > len(shown[:MAX_PRINTED_VALUES])
    words = ", ".join(shown[:MAX_PRINTED_VALUES] + ["…"] * bool(more)).replace("-", "−")
    return HypothesesExample(INSTANCE, words, kept.to_json())


def _valued(name: str, value: str) -> str:
    return f"{name} {value}" if value.startswith("≈") else f"{name} = {value}"


def _number(value: Fraction | Root | Surd | int) -> str:
    if isinstance(value, Root):
        exact = Surd.root(value.square).as_rational()
        return f"√{value.square}" if exact is None else str(exact)
    if isinstance(value, Surd):
        return f"≈ {float(value.ball()):.4g}"
    return str(value) if len(str(value)) <= 12 else f"≈ {float(value):.4g}"
