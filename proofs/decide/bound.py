"""A learner in, a bound out: its code as a table, the least bound that a potential gives, a kernel proof, and a run that comes near.

answer = bound(FixedMargin(Fraction(1, 2)), symbolic=("beta",))
print(answer)                      # M ≤ (R² + 2·β)/γ²

Where there is no bound, `endless` shows it by a learner that is kept updating.

A greedy adversary has a few examples, all with the same margin. It plays one that is counted as long as there is one. If the learner is in
a state that it was in before, the rounds between can be repeated without end: there is no bound. A learner whose weights fade, from w to
αw + βyx, comes only near to such a state; then the example that leads it back exactly is calculated, and played if it has the margin. Else
a run with far more counted rounds than R²/γ² still breaks any bound with a small constant, and is judged exactly.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Any

from perceptron.errors import InputError
from perceptron.learners.learner import Stepper
from perceptron.learners.perceptron import is_mistake
from perceptron.numbers.enclosure import EnclosedReal, NotSeparated, precision
from proofs.conjecture import Comparison, parse
from proofs.conjecture.game import Ending, Game
from proofs.conjecture.nodes import CONSTANTS, NAMES
from proofs.conjecture.pretty import named
from proofs.counterexample import Counterexample
from proofs.counterexample.learner_object import GIVE_SCORE, MAX_BITS, CustomLearner, bits, predicts_otherwise
from proofs.decide.prove import ProvedConjecture, evidence
from proofs.decide.refute import attempt
from proofs.decide.traced_code.conjecture import AT, bound_text, from_potential, game_of, held_rule, length_text, page_text, posed_traced
from proofs.decide.traced_code.facts import said_row, spelt, wrap
from proofs.decide.traced_code.proof import TracedTheorem
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.tracing.held import DIMENSIONS, FAR, CodeComparison
from proofs.derive.tracing.potential import NoPotential, Potential, Problem
from proofs.derive.tracing.programme import failing, solve, units
from proofs.derive.tracing.table import GAMMA, Table
from proofs.derive.tracing.universe import Untraceable
from proofs.falsify import Found, falsify
from proofs.falsify.geometries import evaluator_of
from proofs.falsify.run import Run
from proofs.system.work_clock import work_time

Vector = tuple[Fraction, ...]
Rounds = list[tuple[Vector, int]]
TRIPLES = ((3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (9, 40, 41), (11, 60, 61))  # (p, ±q)/r have margin p/r with u = (1, 0)
FACTOR, LEAST = 100, 10  # of R²/γ²: beyond the first a run is not followed, and from the second on it is shown
MOST_ROUNDS, FEW_ROUNDS = 4_000, 400
BACK = 4  # states to which a learner may be led back
FINE = 60  # what coordinates that are calculated are rounded to: the denominator


@dataclass(frozen=True)
class Adversary:
    """A player with a few labelled examples that plays one of them that is counted.

    gamma    the margin, which all of them have
    most     rounds that are played
    closes   whether an example that leads back to a state is played too; their own margin is twice gamma, so that it may have less
    aimed    whether the example with this margin on which the score is 0, or just below, is played too"""

    examples: Sequence[tuple[Vector, int]]
    gamma: Fraction
    most: int = MOST_ROUNDS
    closes: bool = False
    aimed: bool = False


@dataclass(frozen=True)
class Endless:
    """A run that is counted too often.

    period   how many of its last rounds can be repeated without end, since they lead from a state to the same; 0 if none do
    always   whether every path through a round is counted, so that any run goes on without end
    factor   the C of the bound C/γ² that it breaks
    run      the run, exact and judged"""

    count: str
    period: int
    factor: Fraction
    run: Counterexample
    always: bool = False

    def __str__(self) -> str:
        if self.always:
            return f"{self.count}: no bound. Every path through a round is an update, so M = T, the number of rounds"
        counted, size = ("M" if self.count == "updates" else "E"), f"{self.run.size}, γ = {self.run.gamma}"
        if self.period:
            last = "its last round leads" if self.period == 1 else f"its last {self.period} rounds lead"
            return f"{self.count}: no bound. There is a run ({size}) that goes on without end: {last} from a state to the same"
        return f"{self.count}: no bound {counted} ≤ C·R²/γ² with C ≤ {self.factor}, which a run breaks ({size})"


def endless(learner: Any, table: Table, count: str, seconds: float) -> Endless | None:
    """A run that shows there is no bound, or none with a small constant; None if none was found in time."""
    rule, deadline = CustomLearner(learner), work_time() + seconds
    if count == "updates" and all(row.updates or row.error for row in table.rows):
        same: Rounds = [((Fraction(1), Fraction(0)), 1)] * LEAST
        if (run := judge(rule, count, same, Fraction(1), Fraction(LEAST - 1))) is not None:
            return Endless(count, 1, Fraction(LEAST - 1), run, always=True)
    fading, longest = fades(table), (Fraction(0), Rounds(), Fraction(1))
    for adversary in adversaries():
        if work_time() > deadline:
            break
        if adversary.closes and not fading:
            continue
        rounds, period = kept_busy(rule, table, count, adversary, fading, deadline)
        factor = (len(rounds) - 1) * adversary.gamma**2
        if period and (judged_run := judge(rule, count, rounds, adversary.gamma, factor)) is not None:
            return Endless(count, period, factor, judged_run)
        longest = max(longest, (Fraction(min(FACTOR, int(factor))), rounds, adversary.gamma), key=lambda run: run[0])
        if longest[0] == FACTOR:
            break
    factor, rounds, gamma = longest
    judged_run = judge(rule, count, rounds, gamma, factor) if factor >= LEAST else None
    return None if judged_run is None else Endless(count, 0, factor, judged_run)


def fades(table: Table) -> list[tuple[Fraction, Fraction]]:
    """Numbers α ≠ 1 and β such that an update may take w to αw + βyx, if weights are all the state that there is."""
    pairs = set()
    for row in table.rows:
        a, b = (row.weights.get(v, table.universe.field.zero) for v in ("w", "z"))
        if row.updates and a != 1 and b and all(p.is_ground for p in (a.numer, a.denom, b.numer, b.denom)):
            pairs.add((Fraction(str(a)), Fraction(str(b))))
    return [] if table.state else sorted(pairs)


def adversaries() -> Iterator[Adversary]:
    """The adversaries that are tried, one after the other."""
    low, side = Fraction(1, 10), Fraction(3, 4)
    yield Adversary([((Fraction(1), Fraction(0)), 1), ((low, Fraction(0)), 1), ((Fraction(-1), Fraction(0)), -1)], low)
    yield Adversary([((low, side / 2), 1), ((low, -side), 1)], low, FEW_ROUNDS)
    for gamma in (low, Fraction(1, 100)):
        yield Adversary([((gamma, side), 1), ((gamma, -side), 1)], gamma / 2, FEW_ROUNDS, closes=True)
    for p, q, r in TRIPLES:
        gamma, side = Fraction(p, r), Fraction(q, r)
        one = [(gamma, side), (gamma, -side)]
        for vectors in (one, [*one, (Fraction(1), Fraction(0))], [(gamma, side / 4), *one, (gamma, Fraction(0))]):
            yield Adversary([(tuple(y * a for a in v), y) for v in vectors for y in (1, -1)], gamma)
    eighth, far = Fraction(1, 8), Fraction(FINE - 1, FINE)
    yield Adversary([((eighth, far), 1), ((eighth, -far), 1)], eighth, aimed=True)


def kept_busy(
    rule: CustomLearner, table: Table, count: str, adversary: Adversary, fading: Sequence[tuple[Fraction, Fraction]], deadline: float
) -> tuple[Rounds, int]:
    """The rounds of a greedy adversary, and after how many of them the learner is in the same state: 0 if it is in none."""
    play, rounds = Stepper(rule.fresh(adversary.gamma), 2), Rounds()
    met: dict[Any, int] = {}
    before: deque[Vector] = deque(maxlen=BACK)
    with precision(2_000):
        try:
            while len(rounds) < min(adversary.most, int(FACTOR / adversary.gamma**2) + 2):
                exact = not any(isinstance(v, EnclosedReal) for v in play.coordinates)
                state = (play.coordinates, *(repr(getattr(play.learner, n)) for n in table.state)) if exact else len(rounds)
                if state in met:
                    return list(rounds), len(rounds) - met[state]
                met[state] = len(rounds)
                moves = [*returns(play.coordinates, before, fading, adversary), *aim(play.coordinates, adversary)] if exact else []
                before.append(play.coordinates)
                if not counted_round(play, count, rounds, [*moves, *turn(adversary.examples, len(rounds))]) or work_time() > deadline:
                    break
                if bits(play.coordinates) > MAX_BITS:
                    return rounds[:-1], 0
        except (ArithmeticError, ValueError, InputError, NotSeparated):
            pass
    return rounds, 0


def returns(
    w: Vector, before: Sequence[Vector], fading: Sequence[tuple[Fraction, Fraction]], adversary: Adversary
) -> Iterator[tuple[Vector, int]]:
    """Examples that lead the weights back to earlier ones, and have the margin."""
    for old in before if adversary.closes else ():
        for keeps, adds in fading:
            z = tuple((a - keeps * b) / adds for a, b in zip(old, w, strict=True))
            if z[0] >= adversary.gamma and sum(a * a for a in z) <= 1:
                yield from ((tuple(y * a for a in z), y) for y in (1, -1))


def aim(w: Vector, adversary: Adversary) -> Iterator[tuple[Vector, int]]:
    """The example with the margin of the adversary on which the score is 0, or just below."""
    if adversary.aimed and w[1]:
        side = Fraction(ceil(abs(adversary.gamma * w[0] / w[1]) * FINE), FINE) * (-1 if w[0] * w[1] > 0 else 1)
        if adversary.gamma**2 + side**2 <= 1:
            yield (adversary.gamma, side), 1


def turn(examples: Sequence[tuple[Vector, int]], n: int) -> list[tuple[Vector, int]]:
    """The examples from the n-th on, and then those before it."""
    n %= len(examples)
    return [*examples[n:], *examples[:n]]


def counted_round(play: Stepper, count: str, rounds: Rounds, examples: Sequence[tuple[Vector, int]]) -> bool:
    """Play the first of the examples that is counted and changes something, if there is one."""
    ties = getattr(play.learner, "ties", "mistake")
    for x, y in examples:
        later = deepcopy(play)
        mistake = is_mistake(later.inner(x, y), y, ties)
        updated = later.round(x, y)
        if updated if count == "updates" else mistake:
            play.__dict__.update(later.__dict__)
            rounds.append((x, y))
            return True
    return False


def judge(rule: CustomLearner, count: str, rounds: Rounds, gamma: Fraction, factor: Fraction) -> Counterexample | None:
    """The run as a counterexample to a bound with a constant, if the judge accepts it."""
    text = f"{'M' if count == 'updates' else 'E'} <= {factor}/gamma**2"
    comparison, game = parse(text), Game(setting="separable")
    return attempt(evaluator_of(comparison, game, rule=rule), Run.of(rounds, (Fraction(1), Fraction(0)), gamma))


COUNTS = ("updates", "mistakes")
LENGTH = "length"  # in place of a count
SEARCH_SHARE, SEARCH_SECONDS = 0.3, 8.0  # of the budget, and at most, for runs near the bound


@dataclass(frozen=True)
class ProvedBound:
    """A bound with its proof.

    nearest   the run that comes nearest to it, and which share of it that run reaches; None for a bound with letters
    failed    the reason why the search for that run ended early, if it did"""

    comparison: Comparison
    problem: Problem
    potential: Potential
    theorem: TracedTheorem
    proof: ProvedConjecture
    nearest: Counterexample | None = None
    reach: float | None = None
    failed: str = ""

    def lines(self) -> Iterator[str]:
        steps = len(self.proof.proof.steps)
        where = [f"‖x‖ ≤ {'R' if self.problem.radius else 1}", *(f"{n} < {most}" for n, most in self.problem.conditions)]
        yield f"{self.comparison.unicode()} where {', '.join(where)}: proved, {steps} steps, accepted by the kernel"
        yield f"  potential: {self.describe_potential()}"

    def nearest_line(self) -> Iterator[str]:
        """The ratio of the nearest run."""
        if self.reach is not None and self.nearest is not None:
            yield f"nearest run: {self.reach:.1%} of {self.comparison.unicode()} ({self.nearest.size})"
        if self.failed:
            yield f"nearest run of {self.comparison.unicode()}: the search ended early, {self.failed}"

    def describe_potential(self) -> str:
        """The potential, and by how much a counted round lowers it."""
        p = self.potential
        if p.still:
            return "‖w‖², which stays 0: no path with an update begins at w = 0"
        square, along = ("" if c == 1 else f"{wrap(spelt(c))}·" for c in (p.A, 2 * p.b))
        others = "".join(f" + {'' if c == 1 else f'{wrap(spelt(c))}·'}{name}" for name, c in p.others.items())
        kept = "" if p.kept is None else "; in every round ⟨u, w⟩ ≥ γ‖w‖²"
        ahead = "".join(f" + {'' if tau == 1 else f'{tau}·'}{v}" for v, tau in self.problem.ahead.items())
        lowers = f"which {self.what} lowers by {spelt(p.delta)}"
        if n := self.problem.gain:
            lowers = f"which {self.what} lowers by {wrap(spelt(p.delta))} times what √{named(n)} grows by"
        return f"{square}‖w{ahead}‖² − {along}⟨u, w{ahead}⟩/γ{others}, {lowers}{kept}"

    @property
    def what(self) -> str:
        return "an update" if self.problem.count == "updates" else "a mistake"


@dataclass(frozen=True)
class LearnerBounds:
    """The result of `bound` for a learner: its table, and the bounds; if there is none, the attempts.

    remarks   which count nothing is concluded of, and why"""

    label: str
    table: Table
    held: CodeComparison
    bounds: tuple[ProvedBound, ...]
    endless: tuple[Endless, ...]
    tried: tuple[str, ...]
    seconds: float
    below: tuple[tuple[str, Fraction], ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def ending(self) -> Ending:
        """Proved if there is a bound, refuted if there is none and a run shows that there cannot be one."""
        refuted = any(run.period for run in self.endless)
        return Ending.PROVED if self.bounds else Ending.REFUTED if refuted else Ending.UNDECIDED

    def lines(self) -> Iterator[str]:
        yield from table_lines(self.table, self.held)
        for one in self.bounds:
            yield from one.lines()
        for one in self.bounds:
            yield from one.nearest_line()
        yield from map(str, self.endless)
        yield from self.remarks
        if not self.bounds:
            if self.ending is Ending.UNDECIDED:
                yield "undecided: no bound was found" + self.hint
            yield from (f"  tried: {reason}" for reason in self.tried)

    @property
    def hint(self) -> str:
        free = [n for n in self.table.universe.positive if n not in {GAMMA, *dict(self.below)}]
        return f"; it may take a condition, such as --below {free[0]}=2" if free else ""

    def evidence(self) -> dict[str, Any] | None:
        """The first bound's proof as data, else the first run that shows there is none."""
        if self.bounds:
            return evidence([self.bounds[0].proof])
        return self.endless[0].run.to_json() if self.endless else None

    def page(self, module: str, name: str, id: str) -> str:
        """The first bound as a page in Python, for the learner that a module has under this name."""
        first = self.bounds[0]
        return page_text(module, name, id, first.comparison.text, first.comparison.unicode(), first.describe_potential(), first.theorem)

    def to_json(self) -> dict[str, Any]:
        return {
            "learner": self.label,
            "verdict": self.ending.word,
            "table": [line.strip() for line in row_lines(self.table)],
            "rounds": self.held.total,
            "bounds": [
                {
                    "bound": b.comparison.text,
                    "counted": LENGTH if b.theorem.length else b.problem.count,
                    "radius": "R" if b.problem.radius else "1",
                    "steps": len(b.proof.proof.steps),
                    "potential": b.describe_potential(),
                    "reach": None if b.reach is None else round(b.reach, 6),
                    "nearest": None if b.nearest is None else b.nearest.to_json(),
                }
                for b in self.bounds
            ],
            "no bound": [{"counted": e.count, "period": e.period, "run": e.run.to_json()} for e in self.endless],
            "tried": list(self.tried),
            "remarks": list(self.remarks),
            "seconds": round(self.seconds, 3),
            "evidence": self.evidence(),
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())


def row_lines(table: Table) -> Iterator[str]:
    """The table in mathematics, a line for each path through a round."""
    for row in table.rows:
        lines = ", ".join(sorted({g.line for g in row.guards if g.line}))
        yield f"  {said_row(row)}{f'  ({lines})' if lines else ''}"


def table_lines(table: Table, held: CodeComparison) -> Iterator[str]:
    """The table, and how it was compared with the code."""
    yield f"{table.label}, of this code, by tracing: {len(table.rows)} paths through a round"
    yield from row_lines(table)
    most = max(*DIMENSIONS, *FAR)
    yield f"traced once per path; table and code agree on {held.total:,} exact rounds, in {DIMENSIONS[0]} to {most:,} dimensions"
    if table.floats:
        yield "read: " + ", ".join(f"{text} as {value}" for text, value in sorted(table.floats.items()))
    for row in held.rows_without_run(table):
        yield f"  not reached by a drawn round: {said_row(row)}"


def table_of(learner: Any, symbolic: Sequence[str] = ()) -> tuple[Any, Table, CodeComparison, dict[str, Fraction]]:
    """The learner, its table held against its code, and the letters with their values. Raises InputError (Untraceable names the line)."""
    rule = CustomLearner(learner)
    letters = {}
    for name in symbolic:
        if name in {*NAMES, *CONSTANTS} or not name.isascii():
            hint = "; a class that is made from gamma alone is told the margin of its game" if name == GAMMA else ""
            raise InputError(f"--symbolic {name}: a bound has this name for something else; give the number another name{hint}")
        value = rule.parameters(AT).get(name)
        if value is None or value <= 0:
            raise InputError(f"--symbolic {name}: {rule.label} has no such number above 0")
        letters[name] = value
    fresh, table, held = held_rule(rule, letters)
    return fresh, table, held, dict(table.values)


def label_at_zero(rule: CustomLearner) -> int | None:
    """The label that a learner seems to predict at w = 0, where it updates for the other one alone; None if it does for both or none."""
    with suppress(ArithmeticError, ValueError):
        wrong = [y for y in (1, -1) if Stepper(rule.fresh(AT), 1).wants((Fraction(1),), y)]
        return -wrong[0] if len(wrong) == 1 else None
    return None


def bound(
    learner: Any,
    count: str | None = None,
    setting: str = "separable",
    symbolic: Sequence[str] = (),
    below: Sequence[tuple[str, Fraction]] = (),
    budget: float = 20.0,
    seed: int = 0,
    search: bool = True,
    on_lines: Callable[[Iterator[str]], object] = list,
) -> LearnerBounds:
    """The least bounds on a learner's updates and mistakes that a potential proves, with ‖u‖ ≤ 1.

    learner    an object with the methods of `perceptron.Learner`. Its code is traced, not sampled
    count      "updates" or "mistakes", by default both; or "length", for the greatest ‖w‖
    setting    "separable": y⟨u, x⟩ ≥ γ on every example; "agnostic": any labels, and TD or TD_all in the bound
    symbolic   numbers of the object that stay letters
    below    conditions on letters: (name, a number that it is below)
    budget     seconds, about, for potentials, proofs and the search for runs near the bound
    search     whether to search for such runs
    on_lines   is called with the lines of the table, and of each bound as soon as the kernel has accepted it

    Raises InputError for what cannot be traced, with the line and what to write instead."""
    began = work_time()
    fresh, table, held, letters = table_of(learner, symbolic)
    on_lines(table_lines(table, held))
    bounds: list[ProvedBound] = []
    runs: list[Endless] = []
    tried: list[str] = []
    counts: tuple[str, ...] = (count,) if count else COUNTS
    remarks: list[str] = []
    if "mistakes" in counts and predicts_otherwise(CustomLearner(learner)):
        counts = tuple(what for what in counts if what != "mistakes")
        remarks.append(f"mistakes: nothing is concluded. Its updates do not go by the sign of ⟨w, x⟩: {GIVE_SCORE}")
    if "mistakes" in counts and table.ties == "mistake" and (label := label_at_zero(CustomLearner(learner))) is not None:
        counts = tuple(what for what in counts if what != "mistakes")
        remarks.append(f"mistakes: nothing is concluded. At w = 0 it updates for one label alone: write ties = {label} in its class")
    with_R = [
        [
            Problem(table, one, True, "TD" if setting == "agnostic" else "", tuple(below), letters)
            for one in (COUNTS if what == LENGTH else [what])
        ]
        for what in counts
    ]
    problems = [[q for p in ps for q in ([p] if units(p) is not None else [p, replace(p, radius=False)])] for ps in with_R]
    waiting, until = sum(map(len, problems)), work_time() + budget * (1 - SEARCH_SHARE)  # the tracing has its own time
    for what, posed in zip(counts, problems, strict=True):
        for problem in posed:
            share, waiting = max(1.0, until - work_time()) / waiting, waiting - 1
            try:
                bounds.append(prove(problem, share, what == LENGTH))
                if any(one is bounds[-1] for one in distinct(bounds)):
                    on_lines(bounds[-1].lines())
                if what == LENGTH:  # by the one potential or by the other
                    break
            except (NoPotential, NotFound) as reason:
                tried.append(f"{what}, ‖x‖ ≤ {'R' if problem.radius else 1}: {reason}")
        if what != LENGTH and not any(b.problem.count == what for b in bounds):
            rows = failing(replace(problem, radius=False), share / 2)
            tried += [f"{what}: it fails at this: {said_row(row)}" for row in rows]
            if not set(letters) - {GAMMA} and (run := endless(learner, table, what, min(share, SEARCH_SECONDS))) is not None:
                runs.append(run)
    if search and bounds:
        shown = [b for b in bounds if not b.problem.radius] or bounds
        nearer = {id(b): near(b, learner, min(budget * SEARCH_SHARE, SEARCH_SECONDS) / len(shown), seed) for b in shown}
        bounds = [nearer.get(id(b), b) for b in bounds]
    found = tuple(distinct(bounds)), tuple(runs), tuple(tried)
    return LearnerBounds(type(fresh).__name__, table, held, *found, work_time() - began, tuple(below), tuple(remarks))


def distinct(bounds: Sequence[ProvedBound]) -> Iterator[ProvedBound]:
    """The bounds, without those at R = 1 that a bound with R says already; the ratio of the nearest run is kept."""
    for one in bounds:
        twin = next((o for o in bounds if o.problem.radius and o.problem.count == one.problem.count), None)
        other = next((o for o in bounds if not o.problem.radius and o.problem.count == one.problem.count), None)
        if one.problem.radius and other is not None and same_at_one(one, other):
            yield replace(one, nearest=other.nearest, reach=other.reach, failed=other.failed)
        elif one.problem.radius or twin is None or not same_at_one(twin, one):
            yield one


def same_at_one(one: ProvedBound, other: ProvedBound) -> bool:
    """Whether a bound with R is the other at R = 1."""
    numer, denom = one.potential.bound.numer, one.potential.bound.denom
    R = one.problem.gen["R"]
    left = numer.subs(R, 1) * other.potential.bound.denom.set_ring(numer.ring)
    return bool(left == other.potential.bound.numer.set_ring(numer.ring) * denom.subs(R, 1))


def prove(problem: Problem, seconds: float, length: bool = False) -> ProvedBound:
    """The least bound on the count with its kernel proof, or that on ‖w‖ by the same potential. Raises NoPotential and NotFound."""
    began = work_time()
    problem, potential = solve(problem, 0.6 * seconds)
    theorem = TracedTheorem(problem, potential, length)
    text = length_text(potential, problem) if length else bound_text(potential, problem)
    comparison = parse(text, extra=frozenset(problem.letters))
    statement = posed_traced(theorem, comparison, game_of(problem))
    proof = from_potential(statement, max(began + seconds, work_time() + 5), "by a potential", theorem)
    return ProvedBound(comparison, problem, potential, theorem, proof)


def near(one: ProvedBound, learner: Any, seconds: float, seed: int) -> ProvedBound:
    """The bound with the run that comes nearest to it, with letters at the numbers of the learner and R = 1.

    Raises Untraceable for a run that breaks it: then something here is wrong."""
    text = one.comparison.text
    for name, value in {**one.problem.values, "R": Fraction(1), GAMMA: GAMMA}.items():
        text = re.sub(rf"\b{name}\b", f"({value})", text)
    game = Game(setting="agnostic" if one.problem.agnostic else "separable", comparator="ball")
    try:
        outcome = falsify(text, game, budget=max(1.0, seconds), seed=seed, learner=learner)
    except InputError as fault:  # the proof stands: it is of the table, which the kernel has accepted
        return replace(one, failed=str(fault))
    if isinstance(outcome, Found):
        raise Untraceable(f"{one.comparison.unicode()} is proved of the table, and a run of the code breaks it: {outcome.counterexample}")
    best = outcome.report.best
    return one if best is None else replace(one, nearest=best, reach=share_of(best))


def share_of(run: Counterexample) -> float | None:
    """The left side over the right."""
    try:
        return float(Fraction(run.lhs)) / float(Fraction(run.rhs.removeprefix("≈ ")))
    except (ValueError, ZeroDivisionError):
        return None
