"""A learner's own code as a table: under these guards w becomes this combination of w and z = y·x.

`trace` plays `start`, `score`, `wants_update` and `step` once for every path through them: with vectors of which nothing is known, and
with numbers of `symbols`, whose comparisons take both answers in turn. A learner cannot distinguish these from those of a run, which are of
the same two classes (`perceptron.learners.vectors`) and have no coordinates. So the table holds in every dimension.

What `start` sets is the state: a letter for each number and a generic vector for each vector that a round changes. Nothing else
of the object may change in a round, and nothing outside the object: a class, a module or a closure. So the table is about every round of
a run and not only about the first.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from fractions import Fraction
from typing import Any

from sympy import QQ

from perceptron.learners.learner import WORD, Learner, Stepper
from perceptron.learners.plain_data import is_list, record
from perceptron.learners.representations import EnclosedCoordinates, Whole
from perceptron.learners.vectors import FLOATS_READ, LIFT, NotInAlgebra, Number, Vector, attributes, put
from perceptron.learners.winnow import Winnow
from proofs.derive.tracing.state import Leaf, State, fill, forms, leaves, parts_of_state, shape_of, values_of
from proofs.derive.tracing.surroundings import Surroundings, place_of
from proofs.derive.tracing.symbols import Generic, Scalar, lift
from proofs.derive.tracing.table import GAMMA, Parts, Row, Table, alike, merge, parts_of, share_of, without_idle_state
from proofs.derive.tracing.universe import (
    MOST_VALUES,
    PATH,
    Impossible,
    NeedsValues,
    Universe,
    Untraceable,
    Way,
    fault_line,
    is_ground,
    line_of,
)
from proofs.system.escaping import visible

MOST_PATHS = 2_000
MOST_STATE = 12  # numbers and vectors that change
MOST_SHAPES = 6  # of the lists of the state together
Make = Callable[[Any], Any]


@contextmanager
def on_path(path: Way) -> Iterator[Way]:
    """While this lasts, comparisons and roots of numbers ask this path."""
    tokens = PATH.set(path), LIFT.set(lambda v: Scalar(lift(v)))
    try:
        yield path
    finally:
        PATH.reset(tokens[0])
        LIFT.reset(tokens[1])


def generic(parts: Parts) -> Vector:
    """A combination of vectors of which nothing is known."""
    return Vector(Generic(parts, lambda a, b: Scalar(PATH.get().universe.pair(a, b))))


def play(begun: Stepper, y: int, path: Way, state: State, shape: Mapping[str, Any]) -> tuple[Row, dict[str, Any]]:
    """The round along a path from a state of this shape: its row, and the new values of the state."""
    universe, one = path.universe, Fraction(1)
    learner = copy.deepcopy(begun.learner)
    stepper = begun.playing(learner)

    def value(leaf: Leaf) -> Any:
        if leaf.vector:
            if (multiple := state.copies.get(leaf.letter)) is not None:
                return generic({"w": multiple})
            return generic({leaf.letter: one} if leaf.letter in state.vectors else {})
        if leaf.letter in path.known:
            return Number(path.known[leaf.letter])
        if leaf.letter in state.numbers:
            return Number(Scalar(universe.generators[leaf.letter]))
        return Number(Scalar(leaf.begins.value.set_field(universe.field)) if isinstance(leaf.begins, Scalar) else leaf.begins)

    for letter, several in sorted(state.cases.items()):
        path.known[letter] = next((v for v in several[:-1] if path.choose()), several[-1])
        path.know_zero(universe.in_ring[letter] - QQ(path.known[letter].numerator, path.known[letter].denominator))
    for name, part in shape.items():
        put(learner, name, fill(part, value))
    for name in sorted(state.forms):
        path.know_zero(universe.in_ring[name] - dict(forms(shape, state.texts)).get(name, 0))
    stepper.w, x = generic({"w": one}), generic({"z": Fraction(y)})
    fixed = {name: record(value) for name, value in attributes(learner).items() if name not in shape}
    error, updates, inner = "", False, Scalar(universe.pair("w", "z"))
    try:
        path.method = line_of(learner.score)
        begun_with = {name: record(value) for name, value in attributes(learner).items()}
        inner = stepper.inner(x, y)
        if other := [name for name, value in attributes(learner).items() if begun_with.get(name) != record(value)]:
            raise NotInAlgebra(f"score changes self.{other[0]}; write that in wants_update or step")
        path.method = line_of(learner.wants_update)
        stepper.renew()
        updates = stepper.wants(x, y)
        if updates:
            path.method = line_of(learner.step)
            stepper.move(x, y)
    except (Untraceable, Impossible, NeedsValues):
        raise
    except NotInAlgebra as refused:
        raise Untraceable(f"{fault_line(refused)}: {refused}") from None
    except Exception as failure:
        path.check()
        if isinstance(failure.__cause__, NotInAlgebra):  # numpy makes another error of it
            raise Untraceable(f"{fault_line(failure)}: {failure.__cause__}") from None
        error = f"{type(failure).__name__}: {failure}"
        if not isinstance(failure, (ArithmeticError, ValueError)):  # in which a run would end too
            raise Untraceable(f"{fault_line(failure)}: {error}") from failure
    path.check()
    kind, now = type(begun.learner).__name__, attributes(learner)
    if list(now) != list(attributes(begun.learner)) and now.keys() == attributes(begun.learner).keys():
        raise Untraceable(f"{kind}: the order of its attributes changes in a round; set an attribute without deleting it before")
    if type(learner) is not type(begun.learner):
        raise Untraceable(f"{kind}: a round makes the object one of the class {type(learner).__name__}; keep numbers in attributes")
    for name in {**fixed, **{n: v for n, v in now.items() if n not in shape}}:
        if name not in now or fixed.get(name) != record(now[name]):
            raise Untraceable(
                f"{place_of(learner, name)}: self.{name} changes in a round, and start does not set it; write self.{name} = … in start"
            )
    if missing := [name for name in shape if name not in now]:
        raise Untraceable(f"{kind}: self.{missing[0]} is deleted in a round; keep it")
    stepper.renew()
    after = values_of(learner, shape, state.texts)
    next_shape = shape if error else {name: shape_of(getattr(learner, name), name, path.method) for name in shape}
    check_kinds(learner, state, shape, next_shape)
    field_, no = universe.field, universe.field.zero
    weights = parts_of(stepper.w)
    vectors = {v: parts_of(after[v]) if v in after else {} for v in sorted(state.vectors)}
    for letter, rest in path.known.items():
        number, _, by = letter.rpartition("%")
        if number:
            after[letter] = rest if error else path.remainder(lift(after[number]), int(by))
    numbers = {n: lift(after[n]) if n in after else no for n in sorted(state.numbers)}
    numbers |= {n: universe.generators[n] for n, value in path.known.items() if numbers[n] == lift(value)}
    row = Row(frozenset({y}), path.guards(), updates, weights, vectors, numbers, tuple(path.roots), field_(lift(inner)), error)
    return row, {"shape": next_shape, "after": after}


def check_kinds(learner: Any, state: State, shape: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Raise Untraceable if a part of the state is a vector now and a number then, or changes and is neither."""
    before = {leaf.letter: leaf.vector for known in (*state.shapes, shape) for leaf in leaves(known)}
    for leaf in leaves(after):
        if before.get(leaf.letter, leaf.vector) != leaf.vector:
            was, now = ("a vector", "a number")[:: -1 if leaf.vector else 1]
            write = "zero" if leaf.vector else "0"
            at = place_of(learner, leaf.letter.removeprefix("self.").partition(".")[0])
            raise Untraceable(f"{at}: self.{leaf.letter} starts as {was} and becomes {now}; write {write} in start")

    for name in shape:
        one, two = (fill(part[name], lambda _: 0) for part in (shape, after))
        parts = [part for both in (one, two) for _, part in parts_of_state(both)]
        known = keys_of(one) == keys_of(two) and all(part is None or is_list(part) or type(part) in (str, int, dict) for part in parts)
        if record(one, {}) != record(two, {}) and not (known and len({tuple(forms({name: p}, state.texts)) for p in (one, two)}) == 2):
            what = f"self.{name} changes from round to round, and is no number and no vector; write one in start"
            raise Untraceable(f"{place_of(learner, name)}: {what}")


def keys_of(value: Any) -> list[tuple[str, list[Any]]]:
    """The keys of the dictionaries in a part of the state, in their order."""
    return [(name, [*part]) for name, part in parts_of_state(value) if type(part) is dict]


# -- every path ------------------------------------------------------------------------------------------------------------------


def paths(begun: Stepper, state: State, letters: Mapping[str, Fraction]) -> Iterator[tuple[Row, dict[str, Any]]]:
    """Each path through a round, for both labels and every shape; `PATH` is set while the caller looks at it."""
    universe, counted = state.universe(letters), 0
    for shape in list(state.shapes):
        for y in (1, -1):
            waiting: list[tuple[bool, ...]] = [()]
            while waiting:
                prefix = waiting.pop()
                path = Way(universe, prefix)
                with on_path(path), suppress(Impossible, NeedsValues):
                    yield play(begun, y, path, state, shape)
                state.needed |= {path.needed} - {""}
                waiting += [(*path.answers[:i], False) for i in range(len(prefix), len(path.answers))]
                counted += 1
                if counted > MOST_PATHS:
                    raise Untraceable(f"{type(begun.learner).__name__}: more than {MOST_PATHS} paths through one round")


def begin(learner: Any, letters: Mapping[str, Fraction], make: Make | None) -> tuple[Stepper, Mapping[str, Any]]:
    """The learner after its start, and the shape of its state."""
    universe, kind = Universe(("w", "z"), tuple(letters), tuple(letters)), type(learner).__name__
    with on_path(Way(universe, begins=True)) as path:
        try:
            symbol = {name: Number(Scalar(universe.generators[name])) for name in letters}
            fresh = make(symbol.get(GAMMA)) if make else copy_learner(learner)
            for name in letters:
                if not (make and name == GAMMA):
                    put(fresh, name, symbol[name])
            begun = Stepper(fresh, generic({}))
        except Untraceable:
            raise
        except NotInAlgebra as refused:
            raise Untraceable(f"{fault_line(refused)}: {refused}") from None
        except Exception as failure:  # what was refused first says more than what became of it
            raise path.refused or Untraceable(f"{kind} cannot be started: {type(failure).__name__}: {failure}") from None
        vectors = [begun.w, *(v for n in begun.state for _, v in parts_of_state(getattr(fresh, n)) if isinstance(v, Vector))]
        if any(isinstance(v.behind, EnclosedCoordinates if i == 0 else (EnclosedCoordinates, Whole)) for i, v in enumerate(vectors)):
            raise Untraceable(f"{kind}.start: a vector of the state starts away from 0, or the weights with a root; write zero")
        if odd := [name for name in attributes(fresh) if not WORD.fullmatch(name)]:
            raise Untraceable(f"{kind}: its attribute {odd[0]!r} has no name of letters, digits and _; give it one")
        shape = {name: shape_of(getattr(fresh, name), name, line_of(fresh.start)) for name in begun.state}
    if path.answers or path.roots:
        what = f"it begins in another way for other {', '.join(letters)}" if letters else "its start takes a root"
        raise Untraceable(f"{kind}: {what}; keep the numbers in attributes, and compare them, or take their roots, in wants_update or step")
    return begun, shape


def copy_learner(learner: Any) -> Any:
    try:
        return copy.deepcopy(learner)
    except Exception as failure:
        raise Untraceable(f"{type(learner).__name__} cannot be copied: {failure}; keep numbers and vectors in attributes") from failure


def discover(learner: Any, letters: Mapping[str, Fraction], make: Make | None, around: Surroundings) -> tuple[State, list[Row]]:
    """The state that a learner's rounds change, and its rows.

    At first every number and vector of the state is taken to stay as it started. One that a row changes is a letter; a vector is first
    taken for a copy of the weights. The assumptions that remain hold in every round, by induction."""
    (begun, shape), kind = begin(learner, letters, make), type(learner).__name__
    around.check_object(begun.learner)
    state = State([shape], away=begun.w.behind.fractions() if isinstance(begun.w.behind, Whole) else ())
    while True:
        rows, more = list[Row](), state.copy()
        for row, new in paths(begun, state, letters):
            around.check_unchanged()
            rows.append(row)
            if not row.error:
                more.takes(new["shape"])
                note_changes(row, new["after"], state, more, learner)
            many = len(more.numbers) + len(more.vectors) > MOST_STATE
            if more.forms and (many or len(more.shapes) > MOST_SHAPES):
                grown = min(more.forms).partition(".")[0]
                at = place_of(learner, grown)
                raise Untraceable(f"{at}: self.{grown} grows without end; keep a fixed number of entries, with zeros, or a counter")
            if many:
                raise Untraceable(f"{kind}: more than {MOST_STATE} numbers and vectors change from round to round")
        if more.letters == state.letters:
            for what, risen in zip(("counters", "whole"), rising(rows, state, state.universe(letters).generators), strict=True):
                held = getattr(state, what)
                setattr(more, what, risen if held <= risen else held & risen)  # one that falls is none after all
        if more.letters == state.letters:
            for letter in sorted(state.needed):
                note_cases(letter, state, more, learner)
            if not state.needed:
                return state, rows
        state = more


def note_cases(letter: str, state: State, more: State, learner: Any) -> None:
    """Take the start of a number, or all its remainders, for its values. A row that leads to another one adds it."""
    number, _, by = letter.rpartition("%")
    start = state.numbers[number or letter]
    if number and start.denominator != 1:
        raise Untraceable(f"{place_of(learner, number)}: a remainder of self.{number}, which starts at {start}; start it at a whole number")
    more.numbers[letter] = start % int(by) if number else start
    more.cases[letter] = tuple(map(Fraction, range(int(by)))) if number else (start,)


def note_changes(row: Row, after: Mapping[str, Any], state: State, more: State, learner: Any) -> None:
    """Make a letter, in `more`, of a value that the row changes though it was assumed to stay."""
    first = {leaf.letter: leaf for leaf in leaves(state.shapes[0])}
    for letter in (n for n in state.cases if row.numbers[n] != PATH.get().universe.generators[n]):
        value = Fraction(str(row.numbers[letter])) if is_ground(row.numbers[letter]) else None
        if value is None or len(more.cases[letter]) > MOST_VALUES:
            takes = "is set to a number of the run" if value is None else f"takes more than {MOST_VALUES} values"
            what = f"self.{letter}, by which an entry or a remainder is chosen, {takes}; write self.{letter} = (self.{letter} + 1) % 3"
            raise Untraceable(f"{place_of(learner, letter)}: {what}")
        more.cases[letter] = tuple(dict.fromkeys((*more.cases[letter], value)))
    for letter, leaf in {leaf.letter: leaf for shape in reversed(state.shapes) for leaf in leaves(shape)}.items():
        if letter in state.numbers or letter in state.vectors:
            continue
        value = after.get(letter)
        if leaf.vector:
            parts = {} if value is None else parts_of(value)
            if letter in state.copies:
                if not alike(parts, {v: c * state.copies[letter] for v, c in row.weights.items()}):
                    more.copies.pop(letter, None)
                    more.vectors.add(letter)
            elif parts and letter not in (*more.vectors, *more.copies):
                copied = letter in first and not state.away
                more.vectors |= set() if copied else {letter}
                more.copies |= {letter: share_of(parts, row.weights)} if copied else {}
        elif letter not in first or value is None or not PATH.get().is_zero(lift(value) - initial(leaf)):
            begins = initial(first[letter]) if letter in first else PATH.get().universe.field.zero
            if not is_ground(begins):
                at = place_of(learner, letter)
                raise Untraceable(f"{at}: self.{letter} changes, and starts at a number made of letters; start it at a number")
            more.numbers[letter] = Fraction(str(begins))


def initial(leaf: Leaf) -> Any:
    """A number's start as an element of the field."""
    return leaf.begins.value.set_field(PATH.get().universe.field) if isinstance(leaf.begins, Scalar) else lift(leaf.begins)


def rising(rows: list[Row], state: State, now: Mapping[str, Any]) -> tuple[set[str], set[str]]:
    """The numbers that begin at 0 or above and to which every round adds a constant that is not negative, and those that stay whole."""
    counters, whole = set[str](), set[str]()
    for name, value in state.numbers.items():
        risen = [row.numbers[name] - now[name] for row in rows]
        if all(map(is_ground, risen)):
            values = [value, *(Fraction(str(e)) for e in risen)]
            counters |= {name} if min(values) >= 0 else set()
            whole |= {name} if all(v.denominator == 1 for v in values) else set()
    return counters, whole


# -- the table -------------------------------------------------------------------------------------------------------------------


OTHER_NORMS = "bounds of p-norm and multiplicative learners are in other norms, which `perceptron-proofs show winnow` has"
REWRITE = (
    "from perceptron import Learner, and write class %s(Learner): def wants_update(self, w, x, y): return y * (w @ x) <= 0; "
    "def step(self, w, x, y): return w + y * x"
)


def coordinates_at(learner: Any) -> str:
    """The operation in a step of a learner over tuples that vectors do not have, with its line; nothing if there is none."""
    with on_path(Way(Universe(("w", "z")))), suppress(Exception):
        try:
            fresh = copy.deepcopy(learner)
            fresh.start(2)
            fresh.step(generic({"w": Fraction(1)}), generic({"z": Fraction(1)}), 1)
        except NotInAlgebra as failure:
            return f" ({fault_line(failure)}: {str(failure).partition(';')[0]})"
    return ""


def trace(
    learner: Any, letters: Mapping[str, Fraction] | None = None, make: Make | None = None, by: Any = None, keep: Iterable[str] = ()
) -> Table:
    """The table of a learner object. `letters`: numbers of the object that are left open, with the values that they have now.

    make   for a learner that is made for each run: it makes one, for a margin if the letter `gamma` is among the letters
    by     the class or function that does so
    keep   numbers of the state that the table has even if nothing depends on them

    Raises Untraceable, which names the line."""
    letters = dict(letters or {})
    name = visible(type(learner).__name__)
    if isinstance(learner, Winnow):
        raise Untraceable(f"{name} multiplies its weights, coordinate by coordinate: {OTHER_NORMS}")
    if not isinstance(learner, Learner):
        if type(learner).__module__.endswith("learners.custom"):
            raise Untraceable(f"{name} is several learners, or one without weights; give one of them")
        raise Untraceable(f"{name} is over tuples of coordinates, which only falsify plays{coordinates_at(learner)}; {REWRITE % name}")
    if getattr(learner, "initialises", False):
        instead = "without it a rule that holds at inner = 0 makes that step too, and counts it"
        raise Untraceable(f"{name} makes a step with its first example in any case (initialises = True), which is not traced; {instead}")
    if missing := [letter for letter in letters if not hasattr(learner, letter) and not (make and letter == GAMMA)]:
        raise Untraceable(f"{name} has no number {missing[0]!r}: it has {', '.join(attributes(learner)) or 'none'}")
    around, floats = Surroundings(learner, by), dict[str, Fraction]()
    token = FLOATS_READ.set(floats)
    try:
        state, rows = discover(learner, letters, make, around)
    except RecursionError:
        raise Untraceable(f"{name} has no end: a method calls itself without end; keep numbers and vectors in attributes") from None
    finally:
        FLOATS_READ.reset(token)
    ties = getattr(learner, "ties", "mistake")
    parts = state.numbers, tuple(state.shapes), dict(state.copies), ties, letters, floats, (), state.cases, state.away, state.texts
    return without_idle_state(Table(name, state.universe(letters), merge(rows), *parts), keep)
