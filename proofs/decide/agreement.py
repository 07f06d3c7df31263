"""What the prover was told is what the game plays: the facts of a proof held against exact runs of the very game that was asked about.

A proof speaks of whatever keeps its facts, and a game with flips, passes, a finite class or somebody's own learner is posed as another one.
Here runs of the first are drawn, by the moves of the search and within the rules as its evaluator knows them.  On each of them every fact
must hold, and the conjecture too.  `first_proof` asks for it before it hands out a proof, so that none whose facts fail becomes a verdict.
`verify` holds a page of the catalogue to its runs in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from perceptron.errors import InputError
from proofs.conjecture import parse
from proofs.conjecture.learners.kernel import KernelPlay
from proofs.counterexample import Counterexample
from proofs.counterexample.custom_learner import CustomLearner, enclosed
from proofs.decide.posed import Posed
from proofs.derive.authoring.certificate_search import NotFound
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.geometries import draw, drawn, evaluator_of
from proofs.falsify.run import Measured
from proofs.statements.evaluation import Coordinates, truth
from proofs.statements.run_model import model

LEARNERS_OWN = {"zero start", "update", "update rule", "energy step"}  # facts that a learner object has declared of itself


class Contradicted(RuntimeError):
    """A proof and a run of its game contradict each other. It is a fault of this program, never a verdict."""


@dataclass
class Compared:
    """How many runs were compared, and which facts had a value on one of them."""

    runs: int = 0
    seen: set[str] = field(default_factory=set)


def refuse_contradicted(posed: Posed) -> Compared:
    """Compare what is posed with runs of its game. Raises Contradicted; for a fact that a learner object declares InputError, and NotFound
    for a number of it that is not what the proof takes it to be."""
    rule: CustomLearner | None = posed.learner
    compared, evaluator = Compared(), _evaluator(posed, rule)
    if evaluator is None:
        return compared
    for run in drawn(posed.asked) if rule is None else draw(posed.asked, rule):
        if (measured := evaluator.measure(run)) is not None:
            compare(posed, evaluator, measured, compared)
    return compared


def _evaluator(posed: Posed, rule: CustomLearner | None) -> Evaluator | None:
    """One that measures all that the conjecture names, or as much of it as is measured for the learner; None where no run can be made."""
    for comparison in (posed.comparison, parse("M >= 0")):
        with suppress(InputError):
            return evaluator_of(comparison, posed.asked, rule=rule)
    return None


def compare(posed: Posed, evaluator: Evaluator, measured: Measured, compared: Compared) -> None:
    """One run."""
    found, rule = evaluator.named(measured, ("", "")), evaluator.rule
    with nullcontext() if rule is None else rule.answering():
        played = of_run(found)
    if played is None:
        return
    on_run = model(posed, played.weights, played.steps, played.u, found.gamma, measured.values(), played.gram)
    truths = {fact.name: truth(fact.formula, on_run) for fact in (*posed.facts, *posed.given)}
    definite = all(posed.parameters.values())  # no constant without a value
    if any(truths[name] is False or (definite and truths[name] is None) for name in posed.assumed):
        return  # the run is none that the claim is about
    compared.runs += 1
    compared.seen |= {name for name, true in truths.items() if true is not None}
    for fact in posed.facts:
        if truths[fact.name] is False:
            contradiction = f"{fact.name!r} ({fact.words}) is false on a run: {in_words(found)}"
            if rule is not None and fact.name in LEARNERS_OWN:
                raise InputError(f"{rule.label} is not as it declares: {contradiction}")
            raise Contradicted(f"a fact of the proof is no fact of the game: {contradiction}")
    if rule is not None:
        for name, given in posed.parameters.items():
            if (now := played.numbers.get(name)) != Fraction(given[0]):
                raise NotFound(f"{rule.label}.{name} is no constant of a proof: {now} after a run, {given[0]} before")
    if definite and evaluator.breaks(measured.run, measured):
        raise Contradicted(f"what is proved is false on a run whose facts all hold: {in_words(found)}")


class Played(NamedTuple):
    """A run as the names of a proof have it: the weights at the start and after each update, what the updates add, the comparator, the
    inner products of the vectors that coordinates are of (None for Euclid's), and a learner object's numbers at the end."""

    weights: list[Coordinates]
    steps: list[Coordinates]
    u: Coordinates
    gram: list[Coordinates] | None = None
    numbers: Mapping[str, Fraction] = MappingProxyType({})


def of_run(found: Counterexample) -> Played | None:
    """The run by definition; None for weights that are not rational, or where the learner cannot begin."""
    try:
        run = found.opponent.exact_run(found.given)
    except InputError:
        return None
    if isinstance(run, KernelPlay):
        return _among_features(run)
    weights, steps = [run.weights()], list[Coordinates]()
    for t, (step, (x, y)) in enumerate(zip(run.steps(), found.given.rounds, strict=True)):
        if run.update(step) or (t == 0 and found.opponent.initialises):
            weights.append(run.weights())
            steps.append(tuple(y * a for a in x))
    return None if enclosed(run.weights()) else Played(weights, steps, found.u, numbers=run.numbers())


def _among_features(run: KernelPlay) -> Played:
    """A kernel learner's run in coordinates of the points' features, whose inner products are the kernel's values."""
    size = len(run.product.points)
    gram = [tuple(run.product(i, j) for j in range(size)) for i in range(size)]
    weights, steps = [(Fraction(0),) * size], list[Coordinates]()
    for i, y in run.steps():
        if run.update((i, y)):
            steps.append(tuple(Fraction(y * (i == j)) for j in range(size)))
            weights.append(tuple(a + b for a, b in zip(weights[-1], steps[-1], strict=True)))
    u = [Fraction(0)] * size
    for c, place in run.u:
        u[place] += c
    return Played(weights, steps, tuple(u), gram)


def in_words(found: Counterexample) -> str:
    """A run in words, so that it can be repeated."""
    rounds = "; ".join(f"{shown(x)} {y:+d}" for x, y in found.rounds)
    return f"u = ({', '.join(map(str, found.u))}), γ = {found.gamma}, examples {rounds}"


def shown(x: Any) -> str:
    """A point: a vector, a text or the number of a row."""
    return f"({', '.join(map(str, x))})" if isinstance(x, tuple) else str(x)
