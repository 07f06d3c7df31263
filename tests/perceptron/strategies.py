"""What the tests of `perceptron` draw: examples, learners, values on the edge of the int64 guard, and small tables for classifiers."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from perceptron import Examples, Hebb, MarginPerceptron, Perceptron

Vector = tuple[Fraction, ...]
SMALL = st.integers(-4, 4)
NEAR_GUARD = st.sampled_from([2**30, 2**31 - 1, 2**31, 2**31 + 1, 2**32, 3 * 10**9, 2**62, 2**63 - 1, 2**63, 2**64, 10**40])


def inner(a: Vector, b: Vector) -> Fraction:
    """⟨a, b⟩, by arithmetic of the tests' own."""
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


@st.composite
def examples(draw: st.DrawFn, entries: st.SearchStrategy[int] = SMALL, max_rounds: int = 12) -> Examples:
    """Sequences with T ≤ max_rounds, d ≤ 4, and a common denominator that does not always cancel."""
    d = draw(st.integers(1, 4))
    rows = draw(st.lists(st.lists(entries, min_size=d, max_size=d), max_size=max_rounds))
    labels = draw(st.lists(st.sampled_from([-1, 1]), min_size=len(rows), max_size=len(rows)))
    return Examples.from_integers(rows, labels, draw(st.integers(1, 12)), dimension=d)


@st.composite
def huge(draw: st.DrawFn) -> Examples:
    """Sequences whose inner products lie just below, at and beyond 2^63."""
    top = draw(NEAR_GUARD)
    return draw(examples(st.one_of(SMALL, st.sampled_from([top, -top, top - 1, 1 - top]), st.integers(-top, top))))


positive = st.builds(Fraction, st.integers(1, 12), st.integers(1, 12))
unit_interval = st.builds(lambda p, q: Fraction(min(p, q), max(p, q)), st.integers(1, 9), st.integers(1, 9))
ties = st.sampled_from(["mistake", 1, -1])


@st.composite
def runs(draw: st.DrawFn, sequences: st.SearchStrategy[Examples] | None = None) -> tuple[object, Examples]:
    """A learner with a sequence that it accepts."""
    data = draw(examples() if sequences is None else sequences)
    kind = draw(st.sampled_from(["perceptron", "started", "margin", "hebb"]))
    if kind == "started":
        start = [draw(st.builds(Fraction, st.integers(-9, 9), st.integers(1, 6))) for _ in range(data.dimension)]
        return Perceptron(draw(ties), start), data
    if kind == "margin" and (len(data) == 0 or any(data.numerators[0])):
        return MarginPerceptron(draw(positive), draw(unit_interval)), data
    if kind == "hebb":
        return Hebb(draw(st.booleans())), data
    return Perceptron(draw(ties)), data


SQUARE = {"name": "polynomial", "degree": 2}
XOR = ([[1, 1], [1, -1], [-1, 1], [-1, -1]], [1, 0, 0, 1])
tables = st.integers(2, 7).flatmap(
    lambda n: st.tuples(
        st.lists(st.lists(SMALL, min_size=2, max_size=2), min_size=n, max_size=n),
        st.lists(st.sampled_from([0, 1]), min_size=n - 2, max_size=n - 2).map(lambda y: [1, 0, *y]),
    )
)
