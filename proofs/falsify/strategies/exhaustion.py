"""Finite classes by exhaustion: every run there is, by its states, so that what nothing breaks is proved.

With any labels the weights of the Perceptron stay bounded (the cycling theorem), so a claim on nothing but the weights has finitely many
states. With any other claim the runs are separable.

The comparator has a sign on each point of the class; the points on its side are those that a run may play. There are finitely many such
sides: the open cells of an arrangement of planes through 0. Each is a pointed cone, so it has d independent extreme rays, whose sum lies
inside; an extreme ray lies on d − 1 planes. So all sums of d rays meet every cell. A run that u separates is one of the cell of a u nearby.

On one side all states are visited in layers: M, the weights, and what else the claim mentions. Rounds that change no state are left
out, since they change nothing that a claim may mention here. A state that breaks the claim is a run, which is judged as every other; if
none does, the claim is proved by exhaustion. Against the Perceptron a class that goes over into itself when coordinates are exchanged and
turned round is played towards u₁ > u₂ > … > 0 alone: its runs are turned with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from math import gcd, lcm
from operator import mul
from typing import Any

from perceptron.errors import InputError
from perceptron.learners.learner import Stepper
from perceptron.learners.perceptron import is_mistake
from perceptron.learners.plain_data import record
from perceptron.learners.vectors import attributes
from perceptron.numbers.rational_points import sqrt_exact, unit_near
from proofs.conjecture import Root, Value
from proofs.conjecture.game import Ending, Game
from proofs.conjecture.hypotheses import Hypothesis
from proofs.counterexample.learner_object import MAX_BITS, bits, numbers
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.run import Run, Vector
from proofs.falsify.strategies.interface import BY_EXHAUSTION, SettledByProof, StrategyView

OF_WEIGHTS = frozenset({"d", "W", "U"})
SPOKEN_OF = OF_WEIGHTS | {"M", "S2"}  # and not R, which a round that is no update may change
MOST_POINTS, MOST_DIMENSIONS, MOST_SUMS = 130, 4, 400_000
MOST_STATES, MOST_STATES_OF_OWN = 400_000, 20_000  # the second against somebody's own learner
Move = tuple[Vector, int]  # z = y·x in grid units, and y


class NotFinite(Exception):
    """The runs of a game are too many to be enumerated; the message names the reason."""


class Exhaustion:
    """The strategy; it raises SettledByProof, proposes the run that breaks the claim, or notes why it did neither."""

    name = "exhaustion"

    def runs(self, seen: StrategyView, turn: int) -> Iterator[Run]:
        """Everything, once."""
        if turn == 0:
            try:
                yield from everything(seen)
            except NotFinite as why:
                seen.note(f"not exhausted: {why}")


def fits(game: Game) -> bool:
    """Whether the examples of the game are a finite class."""
    return bool(game.coordinates) and game.demands(Hypothesis.FINITE_CLASS) and game.is_euclidean


def refuse(evaluator: Evaluator) -> None:
    """Raises NotFinite for a game or a claim whose runs are not finitely many states."""
    game, rule = evaluator.game, evaluator.rule
    separable = game.demands(Hypothesis.SEPARABLE)
    known = (SPOKEN_OF if separable else OF_WEIGHTS) | (rule.names if rule is not None else frozenset())
    if others := sorted(evaluator.comparison.names - known):
        raise NotFinite(f"the claim speaks of {', '.join(others)}, and states are told apart by {', '.join(sorted(known))} alone")
    if game.dimension is None or game.dimension > MOST_DIMENSIONS:
        raise NotFinite(f"a dimension from 1 to {MOST_DIMENSIONS} has to be given (--dim)")
    if game.radius != "measured" or game.comparator != "unit":
        raise NotFinite("only runs with a comparator of length 1 and a measured radius are finitely many states")
    if rule is not None and not separable:
        raise NotFinite("with any labels only the Perceptron has finitely many states")
    if game.flips or game.passes > 1 or Hypothesis.ZERO_START in game.dropped:
        raise NotFinite("label noise, passes and other starts are not gone through")
    if rule.given_margin or rule.initialises if rule is not None else (game.learner != "perceptron" or game.always_updates):
        raise NotFinite("the learner is the Perceptron, or one of your own that is not told gamma")


def everything(seen: StrategyView) -> Iterator[Run]:
    """The run that breaks the claim with fewest updates on the first side where one does. Raises SettledByProof without one; NotFinite."""
    evaluator = seen.evaluator
    refuse(evaluator)
    game = evaluator.game
    grid = lcm(*(value.denominator for value in game.coordinates))
    moves = moves_of(game, grid)
    points, separable = sorted({z for z, _ in moves}), game.demands(Hypothesis.SEPARABLE)
    turned = separable and evaluator.rule is None and is_symmetric(moves)
    cells = sides(points, turned, seen) if separable else {axis_of(game): frozenset(points)}
    states = longest = 0
    for u, on_side in cells.items():
        seen.check_time()
        gone_through = States(evaluator, [move for move in moves if move[0] in on_side], grid, seen)
        for path in gone_through.find_broken_path():
            yield run_of(path, u, grid) if separable else any_labels(path, u, grid)
            raise NotFinite("a run that should break the claim does not, as it was measured")
        states, longest = states + gone_through.count, max(longest, gone_through.layers)
    coordinates = f"examples with coordinates {', '.join(map(str, game.coordinates))} in dimension {game.dimension}"
    which = f"{len(cells):,} sides of a comparator{' up to symmetry' * turned}"
    raise SettledByProof(
        f"{BY_EXHAUSTION}: every separable run of {coordinates} ({which}, {states:,} states, at most {longest} updates)"
        if separable
        else f"{BY_EXHAUSTION}: every run of {coordinates} ({states:,} weight vectors)",
        Ending.EXHAUSTED,
    )


def axis_of(game: Game) -> Vector:
    """A comparator where any will do."""
    return (1, *(0,) * ((game.dimension or 1) - 1))


def moves_of(game: Game, grid: int) -> list[Move]:
    """Every example with every label, as far as lengths allow. Raises NotFinite."""
    d, numbers_of_grid = game.dimension or 1, [int(value * grid) for value in game.coordinates]
    if len(numbers_of_grid) ** d > MOST_POINTS:
        raise NotFinite(f"{len(numbers_of_grid) ** d:,} points are more than {MOST_POINTS}")
    bound = None if game.norm == "any" or not game.demands(Hypothesis.BOUNDED_EXAMPLES) else grid * grid
    points = [x for x in product(sorted(set(numbers_of_grid)), repeat=d) if any(x)]
    points = [x for x in points if bound is None or (sum(map(mul, x, x)) == bound if game.unit_examples else sum(map(mul, x, x)) <= bound)]
    return [(tuple(y * n for n in x), y) for x in points for y in (1, -1)]


def is_symmetric(moves: list[Move]) -> bool:
    """Whether the moves go over into themselves when two coordinates are exchanged, and when one is turned round, with either label."""
    all_, d = set(moves), len(moves[0][0]) if moves else 0
    turned = ((tuple(z[i] for i in order), y) for z, y in moves for order in permutations(range(d)))
    return all((z, s) in all_ for z, y in turned for s in (y, -y)) and all(((-z[0], *z[1:]), y) in all_ for z, y in moves)


def sides(points: list[Vector], turned: bool, seen: StrategyView) -> dict[Vector, frozenset[Vector]]:
    """A u of every cell, with the points on its side. Raises NotFinite."""
    d = len(points[0]) if points else 1
    planes = {plain(z) for z in points}
    walls = [tuple((i == k) - (i == k + 1) for i in range(d)) for k in range(d)] if turned else []
    normals = sorted(planes | {plain(wall) for wall in walls})
    rays = {ray for chosen in combinations(normals, d - 1) if (ray := across(chosen, d)) is not None}
    rays |= {tuple(-n for n in ray) for ray in rays}
    if turned:
        rays = {ray for ray in rays if all(a >= b for a, b in pairwise((*ray, 0)))}
    cells: dict[frozenset[Vector], Vector] = {}
    for k, chosen in enumerate(combinations(sorted(rays), d)):
        if k % 1000 == 0:
            seen.check_time()
            if k > MOST_SUMS:
                raise NotFinite(f"the sides of a comparator are sums of {d} of {len(rays):,} rays, which are more than {MOST_SUMS:,}")
        u = tuple(map(sum, zip(*chosen, strict=True)))
        along = [sum(map(mul, u, z)) for z in points]
        if all(along):
            cells.setdefault(frozenset(z for z, n in zip(points, along, strict=True) if n > 0), u)
    return {u: on_side for on_side, u in cells.items() if on_side}


def plain(z: Vector) -> Vector:
    """The shortest whole vector along z or against it."""
    common = gcd(*z) * (1 if next(n for n in z if n) > 0 else -1)
    return tuple(n // common for n in z)


def across(normals: Sequence[Vector], d: int) -> Vector | None:
    """The direction that d − 1 planes have in common; None if they have more."""
    from flint import fmpz_mat  # here, since a page has no library of matrices

    common, dimension = fmpz_mat(len(normals), d, [n for normal in normals for n in normal]).nullspace()
    return plain(tuple(int(common[i, 0]) for i in range(d))) if dimension == 1 else None


class States:
    """All states that moves on one side lead to, layer by layer; `count` of them, and the most updates (`layers`)."""

    def __init__(self, evaluator: Evaluator, moves: list[Move], grid: int, seen: StrategyView) -> None:
        self.evaluator, self.moves, self.grid, self.seen = evaluator, moves, grid, seen
        self.own = None if evaluator.rule is None else OwnLearner(evaluator.rule.fresh(Fraction(1)))
        self.counts_updates = evaluator.game.demands(Hypothesis.SEPARABLE)  # else there is no end to them
        self.count = self.layers = 0
        self.known: dict[Any, bool] = {}

    def find_broken_path(self) -> Iterator[list[Move]]:
        """The path to the first state that breaks the claim. Raises NotFinite."""
        own, d = self.own, len(self.moves[0][0])
        start: Any = ((0,) * d, 0, 0) if own is None else own.start(d)
        met: dict[Any, tuple[Any, Move] | None] = {start: None}
        layer, most = [start], MOST_STATES if own is None else MOST_STATES_OF_OWN
        while layer:
            further = list[Any]()
            for state in layer:
                after = [self.after(state, move) for move in self.moves]
                path = list(reversed([*path_to(met, state)])) or [m for m, new in zip(self.moves, after, strict=True) if new is None][:1]
                if path and self.breaks(state):  # a run has a round, if only one that changes nothing
                    yield path
                    return
                for move, new in zip(self.moves, after, strict=True):
                    if new is not None and new not in met:
                        met[new] = state, move
                        further.append(new)
            self.count += len(layer)
            self.layers = max(self.layers, *(state[2] if own is None else state.updates for state in layer))
            if self.count + len(further) > most:
                raise NotFinite(f"there are more than {most:,} states on one side of a comparator")
            self.seen.check_time()
            layer = further

    def after(self, state: Any, move: Move) -> Any:
        """The state after a move; None if that is the same. The Perceptron's is w, Σ‖z‖² if the claim asks for it, and M."""
        if isinstance(state, OwnState):
            new = state.after(move, self.grid)
            if self.own is not None:
                self.own.refuse_changes()
            return None if new == state else new
        (w, s2, updates), (z, y) = state, move
        if not is_mistake(sum(map(mul, w, z)), y, self.evaluator.game.ties):
            return None
        square = sum(map(mul, z, z)) if "S2" in self.evaluator.comparison.names else 0
        return tuple(a + b for a, b in zip(w, z, strict=True)), s2 + square, updates + self.counts_updates

    def breaks(self, state: Any) -> bool:
        """Whether the claim is not certainly true of a state."""
        values = self.values(state)
        key = tuple(values.get(name) for name in sorted(self.evaluator.comparison.names))
        if key not in self.known:
            status = self.evaluator.comparison.status(values)
            if status == "undecided":
                raise NotFinite("the claim is undecided at the highest precision on one of the states")
            self.known[key] = status == "false"
        return self.known[key]

    def values(self, state: Any) -> dict[str, Value]:
        """The values of the claim's names."""
        if isinstance(state, OwnState):
            w, updates, more = state.play.coordinates, state.updates, numbers(state.play.learner)[0]
            if "S2" in self.evaluator.comparison.names:
                raise NotFinite("S2 is not part of the state of a learner of your own")
        else:
            w, updates, more = tuple(Fraction(n, self.grid) for n in state[0]), state[2], {"S2": Fraction(state[1], self.grid**2)}
        return {"M": updates, "d": len(w), "U": 1, "W": Root(sum((a * a for a in w), Fraction(0))), **more}


class OwnLearner:
    """A user's learner, as far as all that it remembers lies in its attributes: the other data that its code sees are
    compared after each round with those before the first. Raises NotFinite."""

    def __init__(self, learner: Any) -> None:
        from proofs.derive.tracing.surroundings import Surroundings  # SymPy comes with it

        self.learner = learner
        try:
            self.around = Surroundings(learner)
            self.around.check_object(learner)
        except InputError as why:
            raise NotFinite(f"what the learner remembers may not lie in its attributes: {why}") from None

    def start(self, dimension: int) -> OwnState:
        """Its state before the first round."""
        return OwnState(Stepper(self.learner, dimension), 0)

    def refuse_changes(self) -> None:
        """Raises NotFinite where something else than its attributes has changed."""
        try:
            self.around.check_unchanged()
        except InputError:
            raise NotFinite("the learner changes something else than its attributes") from None


class OwnState:
    """The state of a user's learner: its weights and attributes, and how many updates it made."""

    def __init__(self, play: Stepper, updates: int) -> None:
        self.play, self.updates = play, updates
        self.key = play.coordinates, play.fresh, record(sorted(attributes(play.learner).items()), {}), updates
        if bits(play.coordinates) > MAX_BITS or any(not isinstance(a, Fraction) for a in play.coordinates):
            raise NotFinite("the learner's weights grow too long, or take roots")

    def after(self, move: Move, grid: int) -> OwnState:
        """After a round, update or not."""
        z, y = move
        play = deepcopy(self.play)
        updated = play.round(tuple(Fraction(y * n, grid) for n in z), y)
        return OwnState(play, self.updates + updated)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnState) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def path_to(met: dict[Any, tuple[Any, Move] | None], state: Any) -> Iterator[Move]:
    """The moves that led to a state, the last one first."""
    while (before := met[state]) is not None:
        state, move = before
        yield move


def any_labels(path: list[Move], u: Vector, grid: int) -> Run:
    """The moves as a run of an agnostic game."""
    return Run(grid, tuple(z for z, _ in path), tuple(y for _, y in path), u, 1, Fraction(1))


def run_of(path: list[Move], u: Vector, grid: int) -> Run:
    """The moves as a run, with u of length 1 on the same side."""
    fine, moves = 2**4, path or []
    root = sqrt_exact(Fraction(sum(map(mul, u, u))))
    along: tuple[Fraction, ...] = tuple(map(Fraction, u)) if root is None else tuple(n / root for n in map(Fraction, u))
    while root is None or not all(sum(map(mul, along, z)) > 0 for z, _ in moves):
        fine, root = fine * fine, Fraction(1)
        along = unit_near(tuple(map(Fraction, u)), fine)
    unit = lcm(*(n.denominator for n in along))
    whole = tuple(int(n * unit) for n in along)
    gamma = min((Fraction(sum(map(mul, whole, z)), grid * unit) for z, _ in moves), default=Fraction(1))
    return Run(grid, tuple(z for z, _ in moves), tuple(y for _, y in moves), whole, unit, gamma)
