"""The table held against the code: exact rounds in many dimensions, and at the guards' exact edges, played by both.

The tracing proves the code's effect on coordinates that it treats alike.  This looks for code that it misread.  One difference refuses
the table.  The table covers every state, so states are made up too: for a row that no run reaches, and for each guard where it holds
only just, just not, and with equality.  They are found by halving."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import prod
from random import Random
from typing import Any

from flint import fmpq, fmpq_poly
from sympy import QQ

from perceptron.errors import InputError
from perceptron.learners.learner import Stepper
from perceptron.learners.representations import coordinates, vector_of
from perceptron.learners.vectors import Number, put
from perceptron.learners.vectors import Vector as Opaque
from perceptron.numbers.enclosure import EnclosedReal, NotSeparated, precision, sqrt
from perceptron.numbers.exact import dot, simplest
from proofs.derive.tracing.state import FORMS, Leaf, fill, forms, leaves, values_of
from proofs.derive.tracing.surroundings import Surroundings
from proofs.derive.tracing.symbols import Scalar
from proofs.derive.tracing.table import Row, Table
from proofs.derive.tracing.universe import Untraceable, evaluate, letters_of, pair_name

DIMENSIONS = (1, 2, 3, 4, 5, 7, 10, 12, 30)
FAR, ROUNDS_THERE = (41, 65, 101, 257, 1_025), 3  # dimensions beyond what is traced, in which a learner that counts may be another
LENGTHS = (6, 25, 60)  # of runs in each dimension, again and again
LONG = 300  # rounds of one run in two dimensions, for what changes late
LEAST = 1_000  # rounds in all
EDGES = (Fraction(0), Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), Fraction(2), Fraction(-1), Fraction(-1, 2))
MADE_UP = 200  # states that are tried for a row that no run reached
AT_EDGE, DRAWN, HALVINGS = 3, 40, 24  # for each guard: states at its edge and on either side, and how many are drawn at most
NEAR = QQ(1, 2000)  # how far from 0 a guard's polynomial is where it holds only just
MOST_RUNS = 400
BITS = 4_000  # of a weight, beyond which a run is not followed
Vector = tuple[Any, ...]


@dataclass
class CodeComparison:
    """Counts of rounds in which table and code were compared: by row, and those that enclosures could not decide."""

    rounds: Counter[int] = field(default_factory=Counter)
    undecided: int = 0

    @property
    def total(self) -> int:
        return sum(self.rounds.values())

    def rows_without_run(self, table: Table) -> list[Row]:
        """The rows that no drawn round was by."""
        return [row for i, row in enumerate(table.rows) if not self.rounds[i]]


def hold(table: Table, learner: Any, seed: int = 0) -> CodeComparison:
    """Play the learner and its table. Raises Untraceable at the first difference."""
    draw, held, around = Random(seed), CodeComparison(), Surroundings(learner)
    runs = [*((d, ROUNDS_THERE) for d in FAR), (2, LONG), *((d, n) for n in LENGTHS for d in DIMENSIONS)]
    with precision(400):
        for row in table.rows:
            for g in row.guards:
                _at_edge(table, replace(row, guards=tuple(h for h in row.guards if h is not g)), g.of, learner, draw, held)
        for n in range(MOST_RUNS):
            if held.total >= LEAST and n >= len(runs):
                break
            dimension, length = runs[n] if n < len(runs) else (draw.choice(DIMENSIONS), draw.choice(LENGTHS))
            _run(table, deepcopy(learner), len(table.away) or dimension, length, draw, held)
        for i, row in enumerate(table.rows):
            for _ in range(MADE_UP if not held.rounds[i] else 0):
                _made_up(table, row, learner, draw, held)
    around.check_unchanged()
    if held.total < LEAST:
        why = "enclosures of its roots do not settle more" if held.undecided else "its runs end too early for more"
        raise Untraceable(f"{table.label}: only {held.total} rounds of table and code were compared; {why}")
    return held


@dataclass
class DrawnState:
    """A state and an example for it, made up."""

    vectors: dict[str, Vector]
    numbers: dict[str, Any]
    shape: Mapping[str, Any]
    x: Vector
    y: int

    @classmethod
    def draw_state(cls, table: Table, row: Row, learner: Any, draw: Random) -> DrawnState:
        dimension, y = len(table.away) or draw.choice((1, 2, 3)), draw.choice(sorted(row.labels))
        vectors = {v: _vector(dimension, draw) for v in table.universe.vectors if v != "z"}
        if draw.random() < 0.2:
            vectors["w"] = (Fraction(0),) * dimension
        numbers = {n: table.values.get(n, Fraction(draw.randint(0, 9))) for n in table.universe.numbers}
        shape = draw.choice(table.shapes)
        numbers |= {n: Fraction(dict(forms(shape, table.texts)).get(n, 0)) for n in numbers if n.endswith(FORMS)}
        numbers |= {n: draw.choice(several) for n, several in table.cases.items() if n in numbers}
        if len(table.shapes) > 1:
            there = {leaf.letter for leaf in leaves(shape)} | {"w"}
            vectors = {v: entries if v in there else (Fraction(0),) * dimension for v, entries in vectors.items()}
            numbers = {n: a if n in there or n.endswith(FORMS) or n in table.values else Fraction(0) for n, a in numbers.items()}
        return cls(vectors, with_remainders(numbers), shape, _example(vectors["w"], dimension, draw), y)

    def values(self, table: Table) -> dict[str, Any]:
        known = self.vectors | {"z": tuple(self.y * a for a in self.x)}
        return {pair_name(a, b): dot(known[a], known[b]) for a, b in table.universe.pairs} | self.numbers

    def move(self, what: str, t: Fraction) -> DrawnState:
        """With an example or weights that are t times as long, an example moved by t along the weights, or another number."""
        w = self.vectors["w"]
        if what in ("x", "along"):
            return replace(self, x=tuple(t * a if what == "x" else a + t * b for a, b in zip(self.x, w, strict=True)))
        if what == "w":
            return replace(self, vectors=self.vectors | {"w": tuple(t * a for a in w)})
        return replace(self, numbers=with_remainders(self.numbers | {what: t}))

    def play(self, table: Table, learner: Any, held: CodeComparison) -> None:
        if any(self.numbers[n] < table.start[n] for n in table.universe.counters if n in table.start):
            return  # no run leads there
        if any(("%" in n or n in table.universe.whole) and value.denominator != 1 for n, value in self.numbers.items()):
            return  # nor there
        if any(self.numbers.get(n, several[0]) not in several for n, several in table.cases.items()):
            return
        play, null = Stepper(deepcopy(learner), len(self.x)), (Fraction(0),) * len(self.x)

        def value(leaf: Leaf) -> Any:
            if leaf.vector:
                if leaf.letter in table.copies:
                    return Number(table.copies[leaf.letter]) * vector_of(self.vectors["w"])
                return vector_of(self.vectors[leaf.letter] if leaf.letter in drawn else null)
            begins = leaf.begins
            if isinstance(begins, Scalar):
                begins = _value(begins.value, table.values)
            return Number(self.numbers[leaf.letter] if leaf.letter in drawn else begins)

        drawn = {*self.vectors, *self.numbers}
        for name, part in self.shape.items():
            put(play.learner, name, fill(part, value))
        play.w = vector_of(self.vectors["w"])
        try:
            _round(table, play, self.x, self.y, held)
        except NotSeparated:
            held.undecided += 1


def with_remainders(numbers: dict[str, Any]) -> dict[str, Any]:
    """Numbers with those that are remainders of others, such as k%5."""
    return numbers | {n: numbers[n.rpartition("%")[0]] % int(n.rpartition("%")[2]) for n in numbers if "%" in n}


def _made_up(table: Table, row: Row, learner: Any, draw: Random, held: CodeComparison) -> None:
    """One round by this row from a state that is made up, if such a one is hit: numbers at the edges of its guards."""
    state = DrawnState.draw_state(table, row, learner, draw)
    for n in draw.sample(numbers := [n for n in sorted(table.start) if "%" not in n], len(numbers)):
        if asking := [g.of for g in row.guards if n in letters_of(g.of) and not root(g.of)]:
            edge, *_ = (*_edge(table, row, draw.choice(asking), state, n), state)
            state = edge.move(n, edge.numbers[n] + draw.choice((0, 1, -1, Fraction(1, 2))))
    if _meets(row, state.values(table)):
        state.play(table, learner, held)


def _at_edge(table: Table, rest: Row, p: Any, learner: Any, draw: Random, held: CodeComparison) -> None:
    """Rounds where a guard's polynomial is 0, and nearly 0 on either side, and the other guards of its row hold."""
    moves = ["x", "w", "along", *(n for n in table.start if n in letters_of(p) and "%" not in n)]
    easy = [g.of for g in rest.guards if not root(g.of)]
    for level in (QQ(0), NEAR, -NEAR):
        count = 0
        for n in range(1 if root(p) else DRAWN):
            if n > DRAWN // 3 and not count:
                break
            state, move = DrawnState.draw_state(table, rest, learner, draw), draw.choice(moves)
            if draw.random() < 0.25:  # a short example beside long weights
                state, move = state.move("x", Fraction(1, draw.choice((10, 100)))), "w"
            near = list(_edge(table, rest, p - level, state, move))
            if easy and draw.random() < 0.5:  # moved on to where another guard holds only just
                near = [t for s in near[:1] for t in _edge(table, rest, draw.choice(easy), s, draw.choice(moves))]
            near = [s for s in near if _meets(rest, s.values(table))]
            for one in near:
                one.play(table, learner, held)
            count += any(level or _certainly(partial(_vanishes, table, rest, p, s)) for s in near)
            if count == AT_EDGE:
                break


def _certainly(ask: Callable[[], Any]) -> bool:
    """Whether the answer is yes, and enclosures settle it."""
    try:
        return bool(ask())
    except NotSeparated:
        return False


def _vanishes(table: Table, row: Row, p: Any, state: DrawnState) -> bool:
    return bool(_value_in(table, row, p, state) == 0)


def _value_in(table: Table, row: Row, p: Any, state: DrawnState) -> Any:
    """A polynomial's value in a state, with the row's roots."""
    values = state.values(table)
    for i, of in enumerate(row.roots):
        values[f"√{i}"] = sqrt(max(Fraction(0), evaluate(of, values)))
    return evaluate(p, values)


def _edge(table: Table, row: Row, p: Any, state: DrawnState, what: str) -> Iterator[DrawnState]:
    """The state moved to where a polynomial is 0, if that is a simple number, and to either side of where its sign changes."""

    def follow(t: Fraction) -> Any:
        return _value_in(table, row, p, state.move(what, t))

    many = 2 * max(map(sum, p)) + 1
    try:
        along = follow if root(p) else _through([follow(Fraction(t)) for t in range(many)])
        grid = [Fraction(t, 2) for t in range(-12, 13)] + [Fraction(10**3), Fraction(10**7)]
        low, high = next(((a, b) for a, b in pairwise(grid) if _sign(along(a)) != _sign(along(b))), (Fraction(0),) * 2)
        for _ in range(HALVINGS if high < 7 else 2 * HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if _sign(along(middle)) == _sign(along(low)) else (low, middle)
        for t in (simplest(low, high), low, high) if low < high else ():
            if t >= 0 or what not in table.universe.counters:
                yield state.move(what, t)
    except NotSeparated:
        return


def _sign(value: Any) -> int:
    return bool(value > 0) - bool(value < 0)


def _through(values: list[Fraction]) -> Any:
    """The polynomial with these values at 0, 1, 2, …, by Lagrange's products, as a function of FLINT's."""
    t, total = fmpq_poly([0, 1]), fmpq_poly([0])
    for i, value in enumerate(values):
        product = prod(((t - j) / (i - j) for j in range(len(values)) if j != i), start=fmpq_poly([1]))
        total += product * fmpq(value.numerator, value.denominator)
    return lambda t: total(fmpq(t.numerator, t.denominator))


def _meets(row: Row, values: dict[str, Any]) -> bool:
    return _certainly(lambda: _applies(row, values) is not None)


def _vector(dimension: int, draw: Random) -> tuple[Fraction, ...]:
    size = draw.choice((1, 1, 4, 30))
    return tuple(Fraction(draw.randint(-12, 12), draw.choice((12, 13)) * size) for _ in range(dimension))


def _run(table: Table, learner: Any, dimension: int, length: int, draw: Random, held: CodeComparison) -> None:
    play = Stepper(learner, dimension)
    for _ in range(length):
        x, y = _example(play.coordinates, dimension, draw), draw.choice((1, -1))
        try:
            failed = _round(table, play, x, y, held)
        except NotSeparated:
            held.undecided += 1
            return
        if failed or any(isinstance(v, Fraction) and v.denominator.bit_length() > BITS for v in play.coordinates):
            return


def _round(table: Table, play: Stepper, x: Vector, y: int, held: CodeComparison) -> str:
    """Play a round and compare; the error in which it ended, if any. Raises NotSeparated and Untraceable."""
    before, w = state_of(table, play), play.w
    try:
        updated, failed = play.round(x, y), ""
    except NotSeparated:
        raise
    except (ArithmeticError, ValueError, InputError) as error:
        updated, failed = False, str(error) or type(error).__name__
    except Exception as error:
        raise Untraceable(f"{table.label}: {type(error).__name__}: {error}, {_round_in_words(w, x, y)}") from error
    _compare(table, before, w, x, y, play, updated, failed, held)
    return failed


def state_of(table: Table, play: Stepper) -> dict[str, Any]:
    """The numbers and vectors of the state, by their letters; entries that a shorter list lacks are 0."""
    values, null = values_of(play.learner, table.shapes[0], table.texts), 0 * play.w
    state = with_remainders({n: values.get(n, Fraction(0)) for n in table.universe.numbers if n not in table.values})
    kept = (*(v for v in table.universe.vectors if v not in ("w", "z")), *table.copies)
    return state | {v: values.get(v, null) for v in kept}


def _round_in_words(weights: Opaque, x: Vector, y: int) -> str:
    w = coordinates(weights)
    place = f"in {len(w):,} dimension{'s' * (len(w) > 1)}"
    return place if len(w) > max(DIMENSIONS) else f"{place}: w = {w}, x = {x}, y = {y}"


def _example(w: Vector, dimension: int, draw: Random) -> tuple[Fraction, ...]:
    """An example: any, or one with a chosen ⟨w, x⟩, or the zero vector."""
    kind = draw.random()
    if kind < 0.03:
        return (Fraction(0),) * dimension
    x, length2 = _vector(dimension, draw), dot(w, w)
    if kind < 0.1:
        return tuple(draw.choice(EDGES) * a for a in w) if all(isinstance(a, (int, Fraction)) for a in w) else x
    if kind < 0.55 and all(isinstance(a, (int, Fraction)) for a in w) and length2:
        along = (draw.choice(EDGES) * draw.choice((1, 1, -1)) - dot(w, x)) / length2
        x = tuple(a + along * b for a, b in zip(x, w, strict=True))
    return x


def _compare(
    table: Table, before: Mapping[str, Any], w: Opaque, x: Vector, y: int, play: Stepper, updated: bool, failed: str, held: CodeComparison
) -> None:
    def differs(what: str) -> Untraceable:
        return Untraceable(f"{table.label}: {what}, {_round_in_words(w, x, y)}")

    vectors = {"w": w, "z": y * vector_of(x)} | {v: before[v] for v in table.universe.vectors if v not in ("w", "z")}
    values = {pair_name(a, b): vectors[a].dot(vectors[b]).behind for a, b in table.universe.pairs}
    values |= {n: table.values[n] if n in table.values else before[n] for n in table.universe.numbers}
    matching = [(i, row, roots) for i, row in enumerate(table.rows) if y in row.labels and (roots := _applies(row, values)) is not None]
    if len(matching) != 1:
        raise differs(f"{len(matching)} rows of its table speak of one round, which the code plays")
    ((i, row, roots),) = matching
    held.rounds[i] += 1
    if bool(row.error) != bool(failed):
        raise differs(f"the code {failed or 'goes on'}, its table {row.error or 'goes on'}")
    if failed:
        return
    after = state_of(table, play)
    known = values | roots
    if updated != row.updates:
        raise differs("it updates otherwise than its table says")
    for what, parts, now in (("w", row.weights, play.w), *((v, row.vectors[v], after[v]) for v in row.vectors)):
        by = {v: _value(c, known) for v, c in parts.items()}
        if not _equal_vectors(sum((Number(c) * vectors[v] for v, c in by.items()), 0 * w), now):
            raise differs(f"{what} is not what its table says")
    for n, e in row.numbers.items():
        if not _equal(_value(e, known), after[n]):
            raise differs(f"{n} is not what its table says")
    for c, multiple in table.copies.items():
        if not _equal_vectors(after[c], multiple * play.w):
            raise differs(f"{c} is not {multiple} times the weights")


def _applies(row: Row, values: dict[str, Any]) -> dict[str, Any] | None:
    """The roots of the row in this round, if it is by this row."""
    roots: dict[str, Any] = {}

    def is_met(with_roots: bool) -> bool:
        return all(_sign(evaluate(g.of, values | roots)) in g.signs for g in row.guards if root(g.of) is with_roots)

    if not is_met(False):
        return None
    for i, p in enumerate(row.roots):
        if (inside := evaluate(p, values | roots)) < 0:
            return None
        roots[f"√{i}"] = sqrt(inside)
    return roots if is_met(True) else None


def root(p: Any) -> bool:
    """Whether a polynomial has a root in it."""
    return any(name.startswith("√") for name in letters_of(p))


def _value(element: Any, values: Mapping[str, Any]) -> Any:
    return evaluate(element.numer, values) / evaluate(element.denom, values)


def _equal(a: Any, b: Any) -> bool:
    """Whether two numbers are equal, or balls that may be."""
    if isinstance(a, EnclosedReal) or isinstance(b, EnclosedReal):
        difference = a - b if isinstance(a, EnclosedReal) else b - a
        return bool(difference.ball.contains(0)) if isinstance(difference, EnclosedReal) else difference == 0
    return bool(a == b)


def _equal_vectors(a: Opaque, b: Opaque) -> bool:
    """Whether two vectors are equal, or balls that may be."""
    return all(_equal(entry, Fraction(0)) for entry in coordinates(a - b))
