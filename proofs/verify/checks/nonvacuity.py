"""Whether the hypotheses of a theorem can hold together. From contradictory hypotheses everything would follow.

Shown for a bound on runs by an exact run on which every hypothesis holds, for a property by an exact instance (the first one that `sample`
draws from numbered bytes, so that it is the same one everywhere), and for a lemma by its own example or an instance of a theorem that rests
on it.  Where there is none of these, Z3 may have found a model of the hypotheses.  Everything is evaluated, and nothing is timed.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from perceptron import Examples, MarginPerceptron, Perceptron, run
from perceptron.errors import InputError
from perceptron.extremal.sequences import Extremal
from perceptron.learners.winnow import Winnow
from proofs.conjecture import Root
from proofs.conjecture.surd import Surd, TooLarge
from proofs.kernel import Formula
from proofs.kernel.formula import names
from proofs.statements.evaluation import truth
from proofs.statements.instance import Draw, Instance
from proofs.statements.page import Lemma, Page, Provable
from proofs.statements.property import Property
from proofs.statements.run_model import model_of
from proofs.theorems import catalogue
from proofs.verify.checks.kept_draws import recall

RUN, INSTANCE, MODEL, NONE = "exact run", "exact instance", "Z3 model", "no hypotheses"
DRAWS, BYTES, ROUNDS = 400, 80, 5
MAX_PRINTED_VALUES = 4  # values that are told, of an instance and of a vector
ONE = Fraction(1)


@dataclass(frozen=True)
class HypothesesExample:
    """An example on which the hypotheses hold: its kind of three, in words, and its values for a record."""

    by: str
    words: str
    values: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {"by": self.by, "example": self.words} | ({"values": self.values} if self.values else {})


DRAWN: dict[int, tuple[Property, Instance | None]] = {}  # the property is kept, so that its address stays its own
BY_Z3 = HypothesesExample(MODEL, "numbers and vectors that Z3 found for them")


def example(item: Provable, theorems: Iterable[Provable] = ()) -> HypothesesExample | None:
    """An exact example on which all hypotheses hold; None if there is none at hand.  `theorems`: where a lemma may borrow one."""
    if not item.named_facts:
        return HypothesesExample(NONE, "there are none to keep")
    if isinstance(item, Page):
        return _of_page(item)
    if isinstance(item, Property):
        return None if (instance := _draw(item)) is None else _instance_in_words(instance, item.named_facts)
    return _of_lemma(item, theorems)


def _of_lemma(item: Lemma, theorems: Iterable[Provable]) -> HypothesesExample | None:
    """Its own example, or one of a theorem that rests on it, if possible one in which something happens."""

    def holds_in(instance: Instance) -> bool:
        try:
            model = instance.model()
        except (InputError, TooLarge):
            return False
        return all(truth(f, model) for _, f in item.named_facts)

    if item.example is not None:
        own = item.example()
        return _instance_in_words(own, item.named_facts) if holds_in(own) else None
    idle = None
    for theorem in theorems:
        instance = _draw(theorem) if isinstance(theorem, Property) else None
        if instance is not None and holds_in(instance):
            example_ = _instance_in_words(instance, item.named_facts)
            borrowed = HypothesesExample(example_.by, f"{example_.words} (of {theorem.id})", example_.values)
            if all(instance.naturals.values()):
                return borrowed
            idle = idle or borrowed
    return idle


def resting_on(id: str, items: Iterable[Provable]) -> Iterator[Provable]:
    """Those of the theorems and lemmas whose proofs rest on one, directly or by others; each is proved on the way."""
    return (item for item in items if item.id != id and id in catalogue.build_ids([item.id]))


def _draw(item: Property) -> Instance | None:
    """The first instance with every fact, if possible one in which something happens: its natural numbers are not 0."""
    if id(item) not in DRAWN:
        DRAWN[id(item)] = item, _search(item)
    return DRAWN[id(item)][1]


def _search(item: Property) -> Instance | None:
    found = recall(item)
    number = None if found is None else found.example
    known = None if number is None else _example_at(item, number)
    if known is None:
        number = example_number(item)
        known = None if number is None else _example_at(item, number)
    return known


def example_number(item: Property) -> int | None:
    """The number of the draw that a search finds: the first one with every fact, if possible one in which something happens."""
    idle = None
    for number in range(DRAWS):
        instance = _example_at(item, number)
        if instance is None:
            continue
        if all(instance.naturals.values()):
            return number
        idle = number if idle is None else idle
        if number > DRAWS // 4:
            break
    return idle


def _example_at(item: Property, number: int) -> Instance | None:
    """The instance of a numbered draw, if every fact holds there."""
    whole = item.draw_choices(Draw(random.Random(number).randbytes(BYTES)))
    try:
        return None if item.failing_in(whole.model) else whole.instance()
    except (InputError, TooLarge):
        return None


def _of_page(page: Page) -> HypothesesExample | None:
    """The beginning of the run that shows how tight the bound is, or a single update."""
    statement = page.statement
    for make in [*([page.attained] if page.attained else ()), *(partial(_single, dimension, page) for dimension in (1, 2, 3))]:
        try:
            extremal = make()
            if isinstance(extremal.learner, Winnow):
                continue
            trace = run(extremal.learner, extremal.examples[:ROUNDS])
            model = model_of(statement, trace, extremal.u, extremal.gamma, ONE if statement.game.radius == "declared" else None)
        except InputError:
            continue
        known = [(fact, truth(fact.formula, model)) for fact in statement.hypotheses]
        if all(true or (true is None and fact.definition) for fact, true in known):  # some quotients and roots have no exact value there
            rounds = [{"x": [str(c) for c in e.x], "y": e.y} for e in trace.examples]
            u = [str(c) for c in extremal.u]
            words = f"M = {trace.M}, dimension {len(u)}, γ = {_number(extremal.gamma)}"
            return HypothesesExample(RUN, words, {"u": u, "gamma": str(extremal.gamma), "examples": rounds, "M": trace.M})
    return None


def _single(dimension: int, page: Page) -> Extremal:
    """One example, twice, which is the comparator too."""
    e = [1] + [0] * (dimension - 1)
    learner = MarginPerceptron(ONE, page.statement.game.eps) if page.statement.game.opponent.eps is not None else Perceptron()
    return Extremal(Examples([e, e], [1, 1]), tuple(map(Fraction, e)), ONE, learner, 1)


def _instance_in_words(instance: Instance, named: Iterable[tuple[str, Formula]]) -> HypothesesExample:
    spoken = {name for _, f in named for _, name in names(f)}
    kept = instance.only(spoken)
    numbers = {**kept.naturals, **kept.reals} | {f"{name}(0)": values[0] for name, values in kept.sequences.items()}
    vectors = {**kept.vectors} | {f"{name}(0)": values[0] for name, values in kept.vector_sequences.items()}
    shown = [_value(name, _number(value)) for name, value in numbers.items() if name != _number(value)]
    shown += [f"{name} = ({', '.join(map(str, v))})" for name, v in vectors.items() if len(v) <= MAX_PRINTED_VALUES]
    more = kept.sequences or kept.vector_sequences or len(numbers) + len(vectors) > len(shown[:MAX_PRINTED_VALUES])
    words = ", ".join(shown[:MAX_PRINTED_VALUES] + ["…"] * bool(more)).replace("-", "−")
    return HypothesesExample(INSTANCE, words, kept.to_json())


def _value(name: str, value: str) -> str:
    return f"{name} {value}" if value.startswith("≈") else f"{name} = {value}"


def _number(value: Fraction | Root | Surd | int) -> str:
    if isinstance(value, Root):
        exact = Surd.root(value.square).as_rational()
        return f"√{value.square}" if exact is None else str(exact)
    if isinstance(value, Surd):
        return f"≈ {float(value.ball()):.4g}"
    return str(value) if len(str(value)) <= 12 else f"≈ {float(value):.4g}"
