"""Sixty learners as students and researchers write them: which are traced, that a table is of its code, and what the others are told."""

from __future__ import annotations

import re
from types import ModuleType

import pytest

from perceptron import Learner
from proofs.decide.bound import bound
from proofs.derive.tracing.held import hold
from proofs.derive.tracing.trace import trace
from proofs.derive.tracing.universe import Untraceable
from tests.amounts import sampled
from tests.decide.data import further_students, hidden_state, more_students, students


def learners_of(module: ModuleType) -> dict[str, type[Learner]]:
    """The learners that a module defines, by name."""
    kinds = {name: kind for name, kind in vars(module).items() if isinstance(kind, type) and kind.__module__ == module.__name__}
    return {name: kind for name, kind in kinds.items() if issubclass(kind, Learner)}


KINDS = learners_of(students)
REFUSED = {
    "OuterMatrix": "np.outer",
    "DiagonalAdaGrad": "a product of coordinates",
    "FirstCoordinateBias": "a coordinate of a vector",
    "Confidence": "wants_update of the learner gives a number",
    "MathSqrtOfNorm": "write the number itself, and sqrt",
    "Positions": "a loop over coordinates",
    "Rounded": "a number of the run is rounded",
}
FURTHER = learners_of(further_students)
FURTHER_REFUSED = {
    "EnumLoss": "EnumLoss.loss holds a LossEnum; keep numbers",
    "BoolState": "self.c changes in a round, and start does not set it; write self.c",
    "Sigmoid": "a float is made of a number of the run; write the number itself",
    "FStringCounter": "and sqrt(a) for a root",
    "FloatArray": "a float is made of a vector; write the vector itself, and no dtype",
    "SumNorm": "a norm by coordinates; write x.norm",
}
MORE = learners_of(more_students)
MORE_REFUSED = {
    "LinalgDot": "np.tensordot, axes=1 of a vector or a number of the run; write w @ x",
    "Tanh": "np.tanh of a vector or a number of the run; write +",
    "WithStats": "self.stats holds a Stats; keep numbers",
    "Cycle": "self.rates holds a cycle; keep numbers",
    "PartialRule": "its code uses functools.partial; write a method",
}
HIDDEN = list(learners_of(hidden_state).values())
GROWS = "Voted"  # it keeps all vectors that it had; that is refused without a line, since no line of it is at fault


def test_at_least_fifty_of_sixty_students_learners_are_traced() -> None:
    """One that is traced has a row for an update and one for none, or updates always."""
    assert len(KINDS) == 60
    tables = {name: trace(kind()) for name, kind in KINDS.items() if name not in (*REFUSED, GROWS)}
    assert len(tables) >= 50
    assert all(any(row.updates for row in table.rows) for table in tables.values())


@pytest.mark.parametrize(("name", "what"), REFUSED.items())
def test_a_students_learner_that_is_refused_is_told_line_and_rewrite(name: str, what: str) -> None:
    """A message without a line sends the reader through the whole file."""
    with pytest.raises(Untraceable, match=re.escape(what)) as refusal:
        trace(KINDS[name]())
    assert re.match(r"students\.py:\d+: .*; (write|end|keep) ", str(refusal.value)), str(refusal.value)


def test_most_of_the_further_learners_are_traced() -> None:
    """Among them modes kept as text, None before the first example, a deque and an array of vectors."""
    assert len(FURTHER) == 30 and len(FURTHER_REFUSED) == 6
    for name, kind in FURTHER.items():
        if name in FURTHER_REFUSED:
            with pytest.raises(Untraceable, match=re.escape(FURTHER_REFUSED[name])):
                trace(kind())
        else:
            assert any(row.updates for row in trace(kind()).rows)


def test_most_of_the_last_learners_are_traced_and_the_others_get_a_line() -> None:
    """Among them rates in an array by a counter, a named tuple, a property, and a text by `match`."""
    assert len(MORE) == 28
    for name, kind in MORE.items():
        if name in MORE_REFUSED:
            with pytest.raises(Untraceable, match=rf"more_students\.py:\d+: {re.escape(MORE_REFUSED[name])}"):
                trace(kind())
        else:
            assert any(row.updates for row in trace(kind()).rows)


def test_a_text_of_the_state_does_not_spoil_the_bound() -> None:
    """Texts were numbers of ten digits, and no linear programme in floats had a solution."""
    assert [one.comparison.text for one in bound(MORE["PhaseMachine"](), "updates", budget=8, search=False).bounds]


@pytest.mark.parametrize("kind", HIDDEN, ids=lambda kind: kind.__name__)
def test_a_learner_with_a_hidden_state_has_no_table(kind: type[Learner]) -> None:
    """A bound would be proved of a table that another code has."""
    with pytest.raises(Untraceable):
        hold(trace(kind()), kind())


@pytest.mark.parametrize("name", sampled(sorted(MORE.keys() - {*MORE_REFUSED}), 3))
def test_the_table_of_a_last_learner_is_of_its_code(name: str) -> None:
    assert hold(trace(MORE[name]()), MORE[name]()).total >= 1_000


@pytest.mark.parametrize("name", sampled(sorted(FURTHER.keys() - {*FURTHER_REFUSED}), 3))
def test_the_table_of_a_further_learner_is_of_its_code(name: str) -> None:
    assert hold(trace(FURTHER[name]()), FURTHER[name]()).total >= 1_000


@pytest.mark.parametrize("name", sampled(sorted(KINDS.keys() - {*REFUSED, GROWS}), 3))
def test_the_table_of_a_students_learner_is_of_its_code(name: str) -> None:
    assert hold(trace(KINDS[name]()), KINDS[name]()).total >= 1_000


def test_a_rule_that_predicts_1_at_a_score_of_0_is_told_to_say_so() -> None:
    """Its mistakes at 0 are not its own, so a run of them shows nothing."""
    answer = bound(students.CourseScript(), budget=8, search=False)
    assert [one.comparison.text for one in answer.bounds] == ["M <= R**2/gamma**2"] and not answer.endless
    assert "write ties = 1 in its class" in str(answer)


class PredictsByASum(Learner):
    """Predicts with the sum of all weights so far, which no update depends on."""

    def start(self, zero):  # type: ignore[no-untyped-def]
        self.s = zero
        return zero

    def score(self, w, x):  # type: ignore[no-untyped-def]
        return (self.s + w) @ x

    def wants_update(self, w, x, y):  # type: ignore[no-untyped-def]
        self.s = self.s + w
        return y * (w @ x) <= 0


def test_a_state_that_only_the_score_has_is_part_of_the_state() -> None:
    """A run in which the weights stay and the sum grows was said to go on without end."""
    assert trace(PredictsByASum()).state == ["s"]
    assert not bound(PredictsByASum(), "mistakes", budget=3, search=False).endless
    assert [one.comparison.text for one in bound(PredictsByASum(), "updates", budget=5, search=False).bounds] == ["M <= R**2/gamma**2"]


class ReadsItsHistory(Learner):
    def start(self, zero):  # type: ignore[no-untyped-def]
        self.seen = []
        return zero

    def step(self, w, x, y):  # type: ignore[no-untyped-def]
        self.seen.append(x)
        return w + self.seen[0] if len(self.seen) > 100 else w + y * x


class ComparesItsHistory(Learner):
    def start(self, zero):  # type: ignore[no-untyped-def]
        self.seen = []
        return zero

    def step(self, w, x, y):  # type: ignore[no-untyped-def]
        worse = self.seen == [1] * 40
        self.seen.append(1)
        return w - 1000 * y * x if worse else w + y * x


@pytest.mark.parametrize("learner", [KINDS[GROWS], ReadsItsHistory, ComparesItsHistory])
def test_a_list_that_grows_without_end_is_refused(learner: type[Learner]) -> None:
    """A stand-in for such a list cannot see each way to look at it: a comparison with another list had a false bound proved."""
    with pytest.raises(Untraceable, match=r"self\.\w+ grows without end; keep a fixed number"):
        trace(learner())
