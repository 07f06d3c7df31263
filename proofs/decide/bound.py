"""A learner in, a bound out: its code as a table, the least bound that a potential gives, a kernel proof, and a run that comes near.

answer = bound(FixedMargin(Fraction(1, 2)), symbolic=("beta",))
print(answer)                      # M ≤ (R² + 2·β)/γ²

Where there is no bound, `proofs.decide.endless` shows it by a run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from perceptron.errors import InputError
from perceptron.learners.learner import Stepper
from proofs.conjecture import Comparison, parse
from proofs.conjecture.game import Ending, Game
from proofs.conjecture.nodes import CONSTANTS, NAMES
from proofs.conjecture.pretty import named
from proofs.counterexample import Counterexample
from proofs.counterexample.learner_object import GIVE_SCORE, CustomLearner, predicts_otherwise
from proofs.decide.endless import Endless, endless
from proofs.decide.prove import ProvedConjecture, evidence
from proofs.decide.traced_code.conjecture import AT, bound_text, from_potential, game_of, held_rule, length_text, page_text, posed_traced
from proofs.decide.traced_code.facts import at_least, power, said_row, spelt, wrap
from proofs.decide.traced_code.proof import TracedTheorem
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.tracing.held import DIMENSIONS, FAR, CodeComparison
from proofs.derive.tracing.potential import ALONG, CAP, LengthBound, NoPotential, Potential
from proofs.derive.tracing.problem import Problem
from proofs.derive.tracing.programme import failing, solve, units
from proofs.derive.tracing.table import GAMMA, Table
from proofs.derive.tracing.universe import Untraceable
from proofs.falsify import Found, falsify
from proofs.system.work_clock import work_time

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
        far = [f"‖w(0)‖ ≤ {self.problem.table.distance}"] if self.problem.table.distance else []
        caps = [at_least(p) for p in self.problem.caps] if self.problem.capped else []
        where = [f"‖x‖ ≤ {'R' if self.problem.radius else 1}", *far, *caps, *(f"{n} < {most}" for n, most in self.problem.conditions)]
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
        kept = "" if p.kept is None else f"; in every round {self.kept_words(p.kept)}"
        ahead = "".join(f" + {'' if tau == 1 else f'{tau}·'}{v}" for v, tau in self.problem.ahead.items())
        lowers = f"which {self.what} lowers by {spelt(p.delta)}"
        if n := self.problem.gain:
            lowers = f"which {self.what} lowers by {wrap(spelt(p.delta))} times what √{named(n)} grows by"
        return f"{square}‖w{ahead}‖² − {along}⟨u, w{ahead}⟩/γ{others}, {lowers}{kept}"

    def kept_words(self, kept: LengthBound) -> str:
        """The bound on ‖w‖² in every round."""
        size = "" if kept.share == 1 else f"{kept.share}·"
        size += "" if not kept.power or not self.problem.radius else power("R", kept.power) + "·"
        return f"‖w‖² ≤ {size}{'⟨u, w⟩/γ' if kept.of == ALONG else named(kept.of)}"

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
        first = next((one for one in self.bounds if not one.problem.capped), None)
        if first is None:
            raise InputError("--page: a bound in a letter K has no page; leave --page out, and --out writes its proof")
        claim, said = first.comparison.unicode(), first.describe_potential()
        return page_text(module, name, id, first.comparison.text, claim, said, self.table, first.theorem)

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
    where = f"{DIMENSIONS[0]} to {max(*DIMENSIONS, *FAR):,} dimensions" if not table.away else f"dimension {len(table.away)}"
    yield f"traced once per path; table and code agree on {held.total:,} exact rounds, in {where}"
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
    with redirect_stdout(None):  # a learner that prints would print each traced round
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
    if "mistakes" in counts and table.ties == "mistake" and not table.away and (label := label_at_zero(CustomLearner(learner))) is not None:
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
    for what, posed in zip(counts, problems, strict=True):
        if what == "mistakes" and (symbolic or setting == "agnostic") and CAP not in table.universe.numbers:
            posed += [p for p in [replace(posed[0], radius=True, capped=True)] if {*p.caps} - {p.gen[CAP] - p.R**2}]
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
            if (
                not set(letters) - {GAMMA}
                and len(table.away) in (0, 2)
                and (run := endless(learner, table, what, min(share, SEARCH_SECONDS))) is not None
            ):
                runs.append(run)
    if search and bounds:
        shown = [b for b in bounds if b.problem.capped or not b.problem.radius] or bounds
        nearer = {id(b): near(b, learner, min(budget * SEARCH_SHARE, SEARCH_SECONDS) / len(shown), seed) for b in shown}
        bounds = [nearer.get(id(b), b) for b in bounds]
    found = tuple(distinct(bounds)), tuple(runs), tuple(tried)
    return LearnerBounds(type(fresh).__name__, table, held, *found, work_time() - began, tuple(below), tuple(remarks))


def distinct(bounds: Sequence[ProvedBound]) -> Iterator[ProvedBound]:
    """The bounds, without those at R = 1 that a bound with R says already; the ratio of the nearest run is kept."""
    for one in bounds:
        beside = [o for o in bounds if o.problem.count == one.problem.count and not o.problem.capped]
        twin, other = (next((o for o in beside if o.problem.radius is radius), None) for radius in (True, False))
        if one.problem.capped:
            yield one
        elif one.problem.radius and other is not None and same_at_one(one, other):
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
    comparison = one.comparison.substitute({**one.problem.values, "R": Fraction(1)})
    game = Game(setting="agnostic" if one.problem.agnostic else "separable", comparator="ball")
    try:
        with redirect_stdout(None):
            outcome = falsify(comparison, game, budget=max(1.0, seconds), seed=seed, learner=learner)
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
