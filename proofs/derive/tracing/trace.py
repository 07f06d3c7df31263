"""A learner's code as a table: under these guards w becomes this combination of w and z = y·x.

`traced` runs `start`, `wants_update`, `step` and `score` once for every way through them, with the numbers of `symbols`.  It does so with
several numbers of coordinates, and the tables must agree.  Then they hold in every dimension, for code that treats all coordinates alike.

An attribute that a round changes is state.  A number becomes a letter with its own recurrence, a vector a further generic vector.  What is
written in every round before it is read may be anything.  All other state is refused by name, and so is a change outside the object: of a
class, a module or a closure.  So the table speaks of every round of a run and not of the first.
"""

from __future__ import annotations

import copy
import re
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from opcode import opname
from pathlib import Path
from types import ModuleType
from typing import Any

from perceptron.errors import InputError
from perceptron.learners.custom import InExpectation, SideBySide, needs
from perceptron.learners.winnow import Winnow
from proofs.conjecture.nodes import NAMES
from proofs.derive.tracing.code import INSTEAD, OURS, Code, attributes, kept, put, refuse_shared, same, surroundings
from proofs.derive.tracing.language import check
from proofs.derive.tracing.sequences import PLACES, PlacedList, PlacedVector, Width, read_as_traced, zeros
from proofs.derive.tracing.symbols import OTHER_NORMS, Coordinate, Scalar, Unset, is_int, lifted
from proofs.derive.tracing.universe import PATH, SIGNS, Guard, Impossible, Universe, Untraceable, Way, file_name, letters_of, refuse

TAKEN = re.compile(r"[wxyzu]|count|row\d+|s\d+|ξ|" + "|".join(NAMES))  # names that a theorem about a learner has for something else


def letter_of(name: str) -> str:
    """The letter of an attribute: its name, unless the theorem has that for something else."""
    return f"self.{name}" if TAKEN.fullmatch(name) else name


def attribute_of(letter: str) -> str:
    """The attribute that has this letter."""
    return letter.removeprefix("self.")


WIDTHS = (2, 3, 29)
MOST_WAYS = 2_000
KEPT = "is kept from round to round, and is no number and no vector; give each vector an attribute of its own, at 0 in start"
MOST_STATE = 6  # attributes that change
GAMMA = "gamma"  # the letter for the margin of the game
Combination = dict[str, Any]
Make = Callable[[Any], Any]


@dataclass(frozen=True)
class Row:
    """One way through a round.

    labels     the labels y for which it is taken
    guards     when it is taken
    updates    whether it is an update
    weights    the new w: {vector: coefficient}
    vectors    the new vectors of the state, likewise
    numbers    the new numbers of the state
    roots      what √0, √1, … are the roots of
    inner      y times the score, which decides whether the label was predicted
    error      the error in which it ends, if it ends in one: no run goes on from there"""

    labels: frozenset[int]
    guards: tuple[Guard, ...]
    updates: bool
    weights: Combination
    vectors: Mapping[str, Combination]
    numbers: Mapping[str, Any]
    roots: tuple[Any, ...]
    inner: Any
    error: str = ""

    @property
    def action(self) -> tuple[Any, ...]:
        """All that it does."""
        return (self.updates, self.weights, dict(self.vectors), dict(self.numbers), self.error, self.roots, self.inner)

    @property
    def conditions(self) -> dict[Any, frozenset[int]]:
        return {g.of: g.signs for g in self.guards}


@dataclass(frozen=True)
class Table:
    """What a learner does in a round, whatever the round.

    universe   the letters that occur
    start      the numbers of the state before round 0; its vectors, and w, start at 0
    changed    every attribute that a round may change, also those on which nothing depends
    copies     those that hold the weights themselves
    ties       the label that is predicted at a score of 0, or "mistake": either label is one there
    values     those of the letters in the object that was traced"""

    label: str
    universe: Universe
    rows: tuple[Row, ...]
    start: Mapping[str, Fraction]
    changed: frozenset[str]
    copies: frozenset[str] = frozenset()
    ties: str | int = "mistake"
    values: Mapping[str, Fraction] = field(default_factory=dict)


# -- one round -------------------------------------------------------------------------------------------------------------------


@dataclass
class State:
    """What is known of the attributes that a round changes: numbers and vectors by their letters, others by their names.

    copies   vectors that are the weights before each round, which each round of the table so far has kept
    astray   those of them that one has not: they are vectors of their own"""

    numbers: dict[str, Fraction] = field(default_factory=dict)
    vectors: set[str] = field(default_factory=set)
    copies: set[str] = field(default_factory=set)
    astray: set[str] = field(default_factory=set)
    lists: set[str] = field(default_factory=set)  # those of the vectors that are lists
    scratch: set[str] = field(default_factory=set)
    counters: set[str] = field(default_factory=set)  # numbers that begin at 0 or above and never fall
    told: dict[str, Any] = field(default_factory=dict)  # what attributes are made of letters

    @property
    def names(self) -> set[str]:
        return set(map(attribute_of, (*self.numbers, *self.vectors))) | self.copies | self.scratch

    def universe(self, letters: Mapping[str, Fraction]) -> Universe:
        begun = tuple(n for n in self.counters if self.numbers[n] > 0)
        numbers = (*sorted(self.numbers), *letters)
        return Universe(("w", "z", *sorted(self.vectors)), numbers, tuple(letters), tuple(sorted(self.counters)), begun)


def play(begun: Any, y: int, path: Way, state: State) -> tuple[Row, dict[str, Any], dict[str, Any]]:
    """The round along a path: its row, and the attributes before and after it."""
    universe, width = path.universe, path.width
    learner = copy.deepcopy(begun)
    w, x = generic("w", width, universe), generic("z", width, universe, y)
    for name in state.numbers:
        put(learner, attribute_of(name), Scalar(universe.generators[name], has_int(getattr(learner, attribute_of(name)))))
    for name, told in state.told.items():
        put(learner, name, Scalar(told.value.set_field(universe.field), told.of_int))
    for name, vector in (*((v, v) for v in state.vectors), *((v, "w") for v in state.copies)):
        entries = generic(vector, width, universe, 1, has_int(getattr(learner, attribute_of(name))))
        put(learner, attribute_of(name), PlacedList(entries) if attribute_of(name) in state.lists else entries)
    for name in state.scratch:
        put(learner, name, Unset(f"self.{name} {KEPT}"))
    for name, value in attributes(learner).items():
        if isinstance(value, (tuple, list)) and len(value) == width and all(type(v) in (int, Fraction) and v == 0 for v in value):
            put(learner, name, (PlacedList if isinstance(value, list) else PlacedVector)(zeros(width, has_int(value))))
    before = {name: kept(value) for name, value in attributes(learner).items()}
    error, updates, weights, inner = "", False, {"w": universe.field.one}, universe.pair("w", "z")
    try:
        if getattr(learner, "score", None) is not None:
            path.method = line_of(learner.score)
            inner = (y * number_of(learner.score(w, x), "score")).value
        updates = asked(learner, Scalar(inner), w, x, y)
        if updates:
            path.method = line_of(learner.step)
            weights = combination(learner.step(w, x, y), "step")
    except (Untraceable, Impossible):
        raise
    except Exception as failure:
        if same_anywhere(failure):
            error = f"{type(failure).__name__}: {failure}"
        else:
            raise Untraceable(f"{fault_line(failure)}: {type(failure).__name__}: {failure}; the tracing cannot follow this") from failure
    if path.refused is not None:
        raise path.refused
    after = attributes(learner)
    refuse_shared(learner)
    for name in map(attribute_of, (*state.numbers, *state.vectors, *state.copies)):
        if has_int(after.get(name)) and not has_int(getattr(begun, name)):
            raise Untraceable(f"{type(learner).__name__}: self.{name} begins as a Fraction and becomes an int; write Fraction(…) for it")
    numbers = {name: number(after.get(attribute_of(name)), attribute_of(name)) for name in state.numbers}
    vectors = {name: combination(after.get(attribute_of(name)), attribute_of(name)) for name in sorted(state.vectors)}
    if not error:
        state.astray |= {name for name in state.copies if not alike(combination(after.get(name), name), weights)}
    guards = tuple(q for q in path.questions.values() if q.signs != SIGNS - universe.never(q.of))
    return Row(frozenset({y}), guards, updates, weights, vectors, numbers, tuple(path.roots), inner, error), before, after


def same_anywhere(failure: Exception) -> bool:
    """Whether a run of Fractions ends in this error too: an error of arithmetic, or one that the code raises, or the root of what is
    negative. Others come of how many coordinates there are, or of a traced number that is no Fraction."""
    last: Any = failure.__traceback__
    while last.tb_next is not None:
        last = last.tb_next
    code = last.tb_frame.f_code
    ours = code.co_filename.startswith(str(Path(__file__).parent))
    raised = opname[code.co_code[last.tb_lasti]] == "RAISE_VARARGS" and not code.co_filename.startswith(OURS)
    return isinstance(failure, ArithmeticError) or (isinstance(failure, (ValueError, InputError)) and (ours or raised))


def has_int(value: Any) -> bool:
    """Whether the code has an int in an attribute: a number, or an entry of a vector."""
    return any(map(has_int, value)) if isinstance(value, (tuple, list)) else is_int(value)


def fault_line(failure: BaseException) -> str:
    """The last line of the learner's code at which something failed."""
    frames = [f for f in traceback.extract_tb(failure.__traceback__) if not f.filename.startswith((str(Path(__file__).parent), "<"))]
    return f"{file_name(frames[-1].filename)}:{frames[-1].lineno}" if frames else "?"


def asked(learner: Any, inner: Scalar, w: tuple[Coordinate, ...], x: tuple[Coordinate, ...], y: int) -> bool:
    """The learner's answer to the round."""
    norm2 = Scalar(PATH.get().universe.pair("w", "w"))
    arguments = (inner, norm2, y, x)[: 4 if len(needs(learner.wants_update)) == 4 else 3]
    answer = learner.wants_update(*arguments)
    if type(answer) not in (bool, int) or answer not in (0, 1):
        raise Untraceable(f"{line_of(learner.wants_update)}: wants_update gives {said(answer)}; it must answer True or False")
    return bool(answer)


def line_of(method: Any) -> str:
    """Where a method is defined."""
    code = getattr(method, "__code__", None)
    return f"{file_name(code.co_filename)}:{code.co_firstlineno}" if code else "?"


def said(value: object) -> str:
    return repr(value) if type(value) is int else f"a {type(value).__name__}"


def generic(vector: str, width: int, universe: Universe, factor: int = 1, of_int: bool = False) -> tuple[Coordinate, ...]:
    """A vector of which nothing is known."""
    return PlacedVector(Coordinate(tag, {vector: universe.field.one * factor}, of_int) for tag in range(width))


def number_of(value: Any, what: str) -> Scalar:
    """A score or an attribute as a scalar."""
    if isinstance(value, Coordinate) and not value.parts:
        value = 0
    if not isinstance(value, (Scalar, int, Fraction)):
        refuse(f"{what} gives a {type(value).__name__}, not an exact number")
    return Scalar(lifted(value))


def number(value: Any, name: str) -> Any:
    return number_of(value, f"self.{name}").value


def combination(values: Any, what: str) -> Combination:
    """Weights, or a vector of the state, as a combination of the generic vectors. Raises Untraceable unless every coordinate is made in the
    same way."""
    path = PATH.get()
    entries = tuple(values) if isinstance(values, Iterable) else refuse(f"{what} gives a {type(values).__name__}, not weights")
    if len(entries) != path.width:
        refuse(f"{what} gives {len(entries)} entries for {path.width} coordinates")
    parts = []
    for tag, entry in enumerate(entries):
        if isinstance(entry, Coordinate) and entry.tag == tag:
            parts.append(entry.parts)
        elif isinstance(entry, (int, Fraction)) and entry == 0:
            parts.append({})
        else:
            refuse(f"entry {tag} of {what} is no combination of the same coordinates of w and x")
    if not all(alike(parts[0], other) for other in parts[1:]):
        refuse(f"{what} does not treat all coordinates alike")
    return dict(parts[0])


def alike(one: Combination, other: Combination) -> bool:
    """Whether two combinations are the same on this way."""
    path = PATH.get()
    zero = path.universe.field.zero
    return all(path.is_zero(one.get(v, zero) - other.get(v, zero)) for v in {*one, *other})


# -- every way through -----------------------------------------------------------------------------------------------------------


def ways(begun: Any, width: int, state: State, letters: Mapping[str, Fraction]) -> Iterator[tuple[Row, dict[str, Any], dict[str, Any]]]:
    """Each way through a round, for both labels."""
    universe, counted = state.universe(letters), 0
    for y in (1, -1):
        waiting: list[tuple[bool, ...]] = [()]
        while waiting:
            prefix = waiting.pop()
            path = Way(universe, width, prefix)
            token = PATH.set(path)
            try:
                yield play(begun, y, path, state)
            except Impossible:
                pass
            finally:
                PATH.reset(token)
            waiting += [(*path.answers[:i], False) for i in range(len(prefix), len(path.answers))]
            counted += 1
            if counted > MOST_WAYS:
                raise Untraceable(f"{type(begun).__name__}: more than {MOST_WAYS} ways through one round")


def begin(learner: Any, width: int, letters: Mapping[str, Fraction], make: Make | None) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """The learner after its start, its weights, and the attributes that are made of letters."""
    universe, kind = Universe(("w", "z"), tuple(letters), tuple(letters)), type(learner).__name__
    initial: dict[str, Any] = {}
    token = PATH.set(path := Way(universe, width))
    try:
        try:
            begun = make(Scalar(universe.generators[GAMMA]) if GAMMA in letters else None) if make else copied(learner)
        except (KeyboardInterrupt, Untraceable):
            raise
        except BaseException:  # what was refused first says more than what became of it
            raise path.refused or Untraceable(f"{kind} cannot be made {'for a margin that is a letter' if letters else 'again'}") from None
        for name in letters:
            if not (make and name == GAMMA):
                put(begun, name, Scalar(universe.generators[name], type(getattr(begun, name)) is int))
        w = tuple(begun.start(Width(width)))
        refuse_shared(begun)
        for name, value in attributes(begun).items():
            if isinstance(value, Scalar):
                initial[name] = value
                put(begun, name, None)
            elif isinstance(value, (tuple, list)) and any(isinstance(v, (Scalar, Coordinate)) for v in value):
                if len(value) != width:
                    raise Untraceable(f"{kind}.start: self.{name} has {len(value)} entries for {width} coordinates; {PLACES}")
                put(begun, name, type(value)(zero_of(v, f"self.{name}") for v in value))
        w = tuple(zero_of(v, "start") for v in w)
    finally:
        PATH.reset(token)
    if path.answers or path.roots:
        what = f"it begins in another way for other {', '.join(letters)}" if letters else "its start takes a root"
        raise Untraceable(f"{kind}: {what}; {INSTEAD}, and compare them, or take their roots, in wants_update or step")
    return begun, w, initial


def zero_of(value: Any, what: str) -> Any:
    """A number, or 0 for a coordinate of the null vector."""
    if isinstance(value, Coordinate) and not value.parts:
        return 0 if value.of_int else Fraction(0)
    if isinstance(value, (Scalar, Coordinate)):
        raise Untraceable(f"{what} holds numbers made of letters in a tuple; keep each in an attribute of its own")
    return value


def discovered(learner: Any, width: int, code: Code, letters: Mapping[str, Fraction], make: Make | None) -> tuple[Any, State, list[Row]]:
    """The learner as it begins, the state that its rounds change, and its rows."""
    state, outside = State(), surroundings(code)
    for _ in range(2 * MOST_STATE + 1):
        begun, w, state.told = begin(learner, width, letters, make)
        if len(w) != width or any(type(value) not in (int, Fraction) or value != 0 for value in w):
            raise Untraceable(f"{type(learner).__name__}.start: the weights must start at 0 to be traced in every dimension")
        initial, rows, changed = attributes(begun), [], set()
        held = {id(value) for value in attributes(learner).values()}  # which were read
        for name, value in initial.items():
            if isinstance(value, (Iterator, ModuleType)) or (callable(value) and id(value) not in held):
                code.refuse_held(name, value)
        for row, before, after in ways(begun, width, state, letters):
            rows.append(row)
            now = surroundings(code)
            if other := [name for name in {**outside, **now} if not same(outside.get(name), now.get(name))]:
                raise Untraceable(f"{type(learner).__name__}: a round changes {other[0]}, which is no attribute of the object")
            changed |= {
                name for name in {*before, *after} if name not in before or name not in after or not same(before[name], after[name])
            }
        if state.astray:
            state.vectors |= set(map(letter_of, state.astray))
            state.copies, state.astray = state.copies - state.astray, set()
            continue
        if not changed - state.names:
            if counters := rising(rows, state, state.universe(letters).generators) - state.counters:
                state.counters |= counters
                return begun, state, [row for row, _, _ in ways(begun, width, state, letters)]
            return begun, state, rows
        if made_of := changed & state.told.keys():
            raise Untraceable(
                f"{type(learner).__name__}: self.{made_of.pop()} changes, and starts at a number made of {', '.join(letters)}"
            )
        for name in sorted(changed - state.names):
            classify(name, initial, width, state)
    raise Untraceable(f"{type(learner).__name__}: more than {MOST_STATE} attributes change from round to round")


def counting_starts(learner: Any) -> str:
    """An attribute that is another after a second start: "" if there is none."""
    begun = copied(learner)
    begun.start(WIDTHS[0])
    again = copied(begun)
    again.start(WIDTHS[0])
    first, second = attributes(begun), attributes(again)
    return next((name for name in {**first, **second} if not same(first.get(name), second.get(name))), "")


def copied(learner: Any) -> Any:
    try:
        return copy.deepcopy(learner)
    except Exception as failure:
        raise Untraceable(f"{type(learner).__name__} cannot be copied: {failure}; {INSTEAD}") from failure


def classify(name: str, initial: Mapping[str, Any], width: int, state: State) -> None:
    """Which kind of state an attribute is, by what `start` leaves in it."""
    value = initial.get(name)
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        state.numbers[letter_of(name)] = Fraction(value)
    elif isinstance(value, (tuple, list)) and len(value) == width and all(isinstance(v, (int, Fraction)) and v == 0 for v in value):
        state.copies.add(name)  # as long as no round says otherwise
        state.lists |= {name} if isinstance(value, list) else set()
    else:
        state.scratch.add(name)


def rising(rows: list[Row], state: State, now: Mapping[str, Any]) -> set[str]:
    """The numbers that begin at 0 or above and to which every round adds a constant that is not negative."""

    def constant(risen: Any) -> bool:
        return risen.numer.is_ground and risen.denom.is_ground and (not risen or risen.numer.LC * risen.denom.LC > 0)

    return {name for name, value in state.numbers.items() if value >= 0 and all(constant(row.numbers[name] - now[name]) for row in rows)}


# -- the table -------------------------------------------------------------------------------------------------------------------


def traced(learner: Any, letters: Mapping[str, Fraction] | None = None, make: Make | None = None, by: Any = None) -> Table:
    """The table of a learner object. `letters`: numbers of the object that are left open, with the values that they have now.

    make   for a learner that is made for each run: it makes one, for a margin if the letter `gamma` is among the letters
    by     the class or function that does so

    Raises Untraceable, which names the line."""
    letters = dict(letters or {})
    name = type(learner).__name__
    for method in ("start", "wants_update", "step"):
        if not callable(getattr(learner, method, None)):
            raise Untraceable(f"{name} has no method {method}: a learner of another kind is not traced")
    if isinstance(learner, (SideBySide, InExpectation)):
        raise Untraceable(f"{name} is several learners; give one of them")
    if isinstance(learner, Winnow):
        raise Untraceable(f"{name} multiplies its weights, coordinate by coordinate: {OTHER_NORMS}")
    if getattr(learner, "initialises", False):
        instead = "without it a rule that holds at inner = 0 makes that step too, and counts it"
        raise Untraceable(f"{name} makes a step with its first example in any case (initialises = True), which is not traced; {instead}")
    if missing := [letter for letter in letters if letter not in attributes(learner) and not (make and letter == GAMMA)]:
        raise Untraceable(f"{name} has no number {missing[0]!r}: it has {', '.join(attributes(learner)) or 'none'}")
    code, tables = Code(learner, by), []
    for width in chain(WIDTHS, code.lengths()):
        try:
            with read_as_traced(code.modules):
                _, state, rows = discovered(learner, width, code, letters, make)
        except RecursionError:
            raise Untraceable(f"{name} has no end: it holds itself, or a method calls itself without end; {INSTEAD}") from None
        changed, copies = frozenset(state.scratch), frozenset(state.copies)
        ties = getattr(learner, "ties", "mistake")
        tables.append(Table(name, state.universe(letters), merged(rows), state.numbers, changed, copies, ties, letters))
    check(code)
    if other := counting_starts(learner):
        raise Untraceable(f"{name}.start: a second start leaves another self.{other}; a run begins alike whatever was before it")
    first, *more = (({frozenset(r.conditions.items()): (r.labels, *r.action) for r in t.rows}, t.start) for t in tables)
    if any(other != first for other in more):
        raise Untraceable(f"{type(learner).__name__}: it does not do the same in every dimension")
    return without_idle_state(tables[0])


def merged(rows: list[Row]) -> tuple[Row, ...]:
    """The rows without repetition, and as one those that do the same for either label."""
    distinct: list[Row] = []
    for row in joined(rows):
        twin = next((i for i, r in enumerate(distinct) if r.conditions == row.conditions and r.action == row.action), None)
        if twin is None:
            distinct.append(row)
        else:
            distinct[twin] = replace(distinct[twin], labels=distinct[twin].labels | row.labels)
    return tuple(distinct)


def joined(rows: list[Row]) -> list[Row]:
    """Rows that do the same, and whose guards differ in the signs of one polynomial, as one."""
    rows = list(rows)
    for i, row in enumerate(rows):
        for j in range(i):
            other = rows[j]
            if other.labels != row.labels or other.action != row.action or set(other.conditions) != set(row.conditions):
                continue
            differ = [p for p, signs in row.conditions.items() if other.conditions[p] != signs]
            if len(differ) == 1:
                signs = row.conditions[differ[0]] | other.conditions[differ[0]]
                wider = tuple(replace(g, signs=signs) if g.of == differ[0] else g for g in row.guards)
                return joined(
                    [replace(row, guards=tuple(g for g in wider if g.signs != SIGNS)), *rows[:j], *rows[j + 1 : i], *rows[i + 1 :]]
                )
    return rows


def without_idle_state(table: Table) -> Table:
    """The table without state on which nothing depends."""
    names, needed = {*table.start, *(v for row in table.rows for v in row.vectors)}, set[str]()
    while True:
        occurring = set(needed)
        for row in table.rows:
            combinations = [row.weights, *(c for v, c in row.vectors.items() if v in needed)]
            parts = [c for combination in combinations for c in combination.values()]
            parts += [*(g.of for g in row.guards), *row.roots, *(e for n, e in row.numbers.items() if n in needed)]
            occurring |= {v for combination in combinations for v in combination}
            occurring |= {name for part in parts for letter in letters_of(part) for name in (letter, *letter.split("·"))}
        if occurring & names == needed:
            break
        needed = occurring & names
    rows = [
        replace(r, vectors={v: c for v, c in r.vectors.items() if v in needed}, numbers={n: e for n, e in r.numbers.items() if n in needed})
        for r in table.rows
    ]
    start = {n: value for n, value in table.start.items() if n in needed}
    return replace(table, rows=merged(rows), start=start)
