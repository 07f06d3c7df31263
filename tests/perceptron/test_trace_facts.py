"""The bridge from the learners that run to the facts that the proofs start from, on every trace and exactly."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from perceptron import Examples, Hebb, MarginPerceptron, Perceptron, Trace, measure, run
from tests.perceptron.strategies import examples, huge, runs

Vector = tuple[Fraction, ...]


def inner(a: Vector, b: Vector) -> Fraction:
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


def granted(trace: Trace, y: int, margin: Fraction, w: Vector) -> bool:
    """What the rule says about a round, written down anew from its definition."""
    learner = trace.learner
    if isinstance(learner, Hebb):
        return True
    if isinstance(learner, MarginPerceptron):
        c = (1 - learner.eps) * learner.gamma
        return margin < 0 or margin**2 < c**2 * inner(w, w)
    assert isinstance(learner, Perceptron)
    return margin <= 0 if learner.ties == "mistake" else (learner.ties if margin == 0 else y * (1 if margin > 0 else -1)) != y


@given(runs(st.one_of(examples(), huge())), st.sampled_from(["auto", "int", "fraction"]))
def test_every_trace_satisfies_the_recurrence_and_the_rule(drawn: tuple[object, Examples], engine: str) -> None:
    learner, data = drawn
    trace = run(learner, data, engine)  # type: ignore[arg-type]
    steps, w = trace.steps(), tuple(trace.learner.start(data.dimension))
    for (t, before), (x, y) in zip(trace.weights(), data, strict=True):
        assert before == w
        margin = y * inner(w, x)
        if t in trace.updates:
            z = next(steps)
            assert z == tuple(y * value for value in x)
            w = tuple(a + b for a, b in zip(w, z, strict=True))
        initial = t == 0 and getattr(learner, "initialises", False)
        assert (t in trace.counted) == (granted(trace, y, margin, before) and not initial)
        if t in trace.counted and isinstance(learner, Perceptron):
            assert margin <= 0
        if t not in trace.updates:
            assert margin >= 0
    assert next(steps, None) is None
    assert trace.final == w
    assert trace.M == len(trace.counted) <= trace.T == len(data)


@given(runs(), st.data())
def test_quantities_are_what_their_definitions_say(drawn: tuple[object, Examples], data: st.DataObject) -> None:
    learner, sequence = drawn
    rational = st.builds(Fraction, st.integers(-9, 9), st.integers(1, 6))
    u = tuple(data.draw(rational) for _ in range(sequence.dimension))
    gamma = data.draw(st.builds(Fraction, st.integers(1, 9), st.integers(1, 9)))
    trace = run(learner, sequence)  # type: ignore[arg-type]
    q = measure(trace, u, gamma)
    margins = [y * inner(u, x) for x, y in sequence]
    counted = [t for t in trace.updates if not (t == 0 and getattr(learner, "initialises", False))]
    slack = [max(Fraction(0), gamma - margins[t]) for t in counted]
    assert (q.M, q.T, q.d, q.gamma) == (len(counted), len(sequence), sequence.dimension, gamma)
    assert sum(slack) == q.TD and sum(slack) / gamma == q.H and q.H2sq == sum(s**2 for s in slack) / gamma**2
    assert q.R2 == q.longest2 == max((inner(x, x) for x, _ in sequence), default=0)
    assert sum(inner(sequence[t].x, sequence[t].x) for t in counted) == q.S2
    assert (inner(u, u), inner(trace.final, trace.final), inner(u, trace.final)) == (q.U2, q.W2, q.P)
    assert q.margin == min(margins, default=None)
    assert q.eps == (learner.eps if isinstance(learner, MarginPerceptron) else None)
    assert Fraction(49, 4) == measure(trace, u, gamma, radius="7/2").R2


@given(examples(), st.sampled_from(["mistake", 1, -1]), st.data())
def test_core_inequalities_hold_on_every_run(sequence: Examples, ties: str | int, data: st.DataObject) -> None:
    u = [Fraction(data.draw(st.integers(-9, 9)), 4) for _ in range(sequence.dimension)]
    q = measure(run(Perceptron(ties), sequence), u, data.draw(st.integers(1, 9)))
    assert q.W2 <= q.S2 <= q.M * q.R2
    assert q.gamma * q.M - q.TD <= q.P
    assert q.P**2 <= q.U2 * q.W2
