"""The true half: a derivation of a posed conjecture, replayed by the kernel, and its facts held against exact runs of the very game.

A proof is about everything that keeps its facts, and a game with flips, passes, a finite class or a user-supplied learner is posed as
another one. Here runs of the first are drawn, by the moves of the search and within the rules as its evaluator knows them. On each of them
every fact must hold, and the conjecture too. `first_proof` asks for it before it hands out a proof, so that none whose facts fail becomes a
verdict. `verify` holds a page of the catalogue to its runs in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from perceptron.errors import InputError
from proofs.conjecture import parse
from proofs.conjecture.learners.kernel import KernelPlay
from proofs.counterexample import Counterexample
from proofs.counterexample.learner_object import CustomLearner, is_enclosed
from proofs.decide.norms import norm_values
from proofs.decide.posed import PosedClaim
from proofs.decide.range_facts import CITED, KnownRange
from proofs.decide.round_facts import sequences
from proofs.decide.structure import NO_TIME, Structure
from proofs.decide.term_facts import learn
from proofs.derive.authoring.arithmetic import Arithmetic
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.encoding import write
from proofs.derive.semialgebraic.laurent import NoNormalForm
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.geometries import draw, draw_game, evaluator_of
from proofs.falsify.run import MeasuredRun
from proofs.kernel import Proof, Rejected, Theorem, replay
from proofs.statements.evaluation import Coordinates, truth
from proofs.statements.page import BuiltProof, citations
from proofs.statements.run_model import model
from proofs.system.work_clock import work_time
from proofs.theorems import catalogue


class Contradiction(RuntimeError):
    """A proof and a run of its game contradict each other. It is a fault of this program, never a verdict."""


@dataclass
class RunComparison:
    """How many runs were compared, and which facts had a value on one of them."""

    runs: int = 0
    seen: set[str] = field(default_factory=set)


def refuse_contradicted(posed: PosedClaim) -> RunComparison:
    """Compare the posed facts with runs of its game. Raises Contradicted, and NotFound for a number of a learner object that
    differs from the proof's."""
    rule: CustomLearner | None = posed.learner
    compared, evaluator = RunComparison(), _evaluator(posed, rule)
    if evaluator is None:
        return compared
    for run in draw_game(posed.asked) if rule is None else draw(posed.asked, rule):
        if (measured := evaluator.measure(run)) is not None:
            compare(posed, evaluator, measured, compared)
    return compared


def _evaluator(posed: PosedClaim, rule: CustomLearner | None) -> Evaluator | None:
    """One that measures all that the conjecture names, or as much of it as is measured for the learner; None where no run can be made."""
    for comparison in (posed.comparison, parse("M >= 0")):
        with suppress(InputError):
            return evaluator_of(comparison, posed.asked, rule=rule)
    return None


def compare(posed: PosedClaim, evaluator: Evaluator, measured: MeasuredRun, compared: RunComparison) -> None:
    """One run."""
    run, rule = evaluator.named(measured, ("", "")), evaluator.rule
    with nullcontext() if rule is None else rule.answering():
        played = of_run(run)
    if played is None:
        return
    on_run = model(posed, played.weights, played.steps, played.u, run.gamma, measured.values(), played.gram)
    if played.rounds:
        labels, ties = [y for _, y in run.adversary_choice.rounds], posed.asked.ties
        numbers, vectors = sequences(played.rounds, played.steps, played.weights, played.u, run.gamma, played.gram, labels, ties)
        shown = [z_ for _, z_ in played.rounds]
        right = 1 - 2 * int(numbers["Κ′"](1).as_rational() or 0)  # whether the first label is right
        on_run = replace(
            on_run,
            sequences={**on_run.sequences, **numbers, **norm_values(shown, played.u)},
            vectors={**on_run.vectors, "x₀": tuple(right * a for a in shown[0])},
            vector_sequences={**on_run.vector_sequences, **vectors},
            naturals={**on_run.naturals, "d": len(played.u)},
            horizon=max(on_run.horizon, len(shown) + 1, len(played.u) + 1),
        )
    truths = {fact.name: truth(fact.formula, on_run) for fact in (*posed.facts, *posed.condition_facts)}
    definite = all(posed.parameters.values())  # no constant without a value
    if any(truths[name] is False or (definite and truths[name] is None) for name in posed.assumptions):
        return  # the run is none that the claim is about
    compared.runs += 1
    compared.seen |= {name for name, true in truths.items() if true is not None}
    for fact in posed.facts:
        if truths[fact.name] is False:
            contradiction = f"{fact.name!r} ({fact.words}) is false on a run: {run_in_words(run)}"
            raise Contradiction(f"a fact of the proof is no fact of the game: {contradiction}")
    if rule is not None:
        for name, given in posed.parameters.items():
            if (now := played.numbers.get(name)) != Fraction(given[0]):
                raise NotFound(f"{rule.label}.{name} is no constant of a proof: {now} after a run, {given[0]} before")
    if definite and evaluator.breaks(measured.run, measured):
        raise Contradiction(f"what is proved is false on a run whose facts all hold: {run_in_words(run)}")


class PlayedRun(NamedTuple):
    """A run as the names of a proof have it: the weights at the start and after each update, the updates' steps, the comparator, the
    inner products of the vectors that coordinates are of (None for Euclid's), and a learner object's numbers at the end. `rounds`: of each
    whether it is an update, and the example times its label; none where a conjecture cannot ask about them."""

    weights: list[Coordinates]
    steps: list[Coordinates]
    u: Coordinates
    gram: list[Coordinates] | None = None
    numbers: Mapping[str, Fraction] = MappingProxyType({})
    rounds: Sequence[tuple[bool, Coordinates]] = ()


def of_run(found: Counterexample) -> PlayedRun | None:
    """The run by definition; None for weights that are not rational, or where the learner cannot begin."""
    try:
        run = found.opponent.exact_run(found.adversary_choice)
    except InputError:
        return None
    if isinstance(run, KernelPlay):
        return _among_features(run)
    weights, steps, rounds = [run.weights()], list[Coordinates](), list[tuple[bool, Coordinates]]()
    for t, (step, (x, y)) in enumerate(zip(run.steps(), found.adversary_choice.rounds, strict=True)):
        updated = run.update(step) or (t == 0 and found.opponent.initialises)
        rounds.append((updated, tuple(y * a for a in x)))
        if updated:
            weights.append(run.weights())
            steps.append(rounds[-1][1])
    return None if is_enclosed(run.weights()) else PlayedRun(weights, steps, found.u, numbers=run.numbers(), rounds=rounds)


def _among_features(run: KernelPlay) -> PlayedRun:
    """A kernel learner's run in coordinates of the points' features, whose inner products are the kernel's values."""
    size = len(run.product.points)
    gram = [tuple(run.product(i, j) for j in range(size)) for i in range(size)]
    weights, steps, rounds = [(Fraction(0),) * size], list[Coordinates](), list[tuple[bool, Coordinates]]()
    for i, y in run.steps():
        shown_ = tuple(Fraction(y * (i == j)) for j in range(size))
        rounds.append((run.update((i, y)), shown_))
        if rounds[-1][0]:
            steps.append(shown_)
            weights.append(tuple(a + b for a, b in zip(weights[-1], steps[-1], strict=True)))
    u = [Fraction(0)] * size
    for c, place in run.u:
        u[place] += c
    return PlayedRun(weights, steps, tuple(u), gram, rounds=rounds)


def run_in_words(found: Counterexample) -> str:
    """A run in words, so that it can be repeated."""
    rounds = "; ".join(f"{render(x)} {y:+d}" for x, y in found.rounds)
    return f"u = ({', '.join(map(str, found.u))}), γ = {found.gamma}, examples {rounds}"


def render(x: Any) -> str:
    """A point: a vector, a text or the number of a row."""
    return f"({', '.join(map(str, x))})" if isinstance(x, tuple) else str(x)


@dataclass(frozen=True)
class ProvedConjecture:
    """The proof with all that it cites, the theorem that the kernel made of it, and how it was found.

    where      the conditions under which the claim has a value, if it was not shown that it always has one
    posed      the statement that is proved"""

    proof: Proof
    theorem: Theorem
    cited: tuple[Proof, ...]
    how: str
    where: tuple[str, ...] = ()
    posed: PosedClaim | None = None

    @property
    def rests_on(self) -> str:
        """The theorems and lemmas that it cites, in a line; the given facts that it uses where it cites none."""
        given = " and ".join(f"‘{name}’" for name, _ in self.theorem.hypotheses)
        return ", ".join(item.id for item in self.cited) or (f"no theorem, only the given {given}" if given else "nothing else")


def count(number: int, noun: str) -> str:
    """A number with its noun: 1 fact, 2 facts."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def evidence(proved: Iterable[ProvedConjecture]) -> dict[str, Any]:
    """The proofs as data, after all that they cite."""
    proved = list(proved)
    return write([*{proof.id: proof for one in proved for proof in one.cited}.values(), *(one.proof for one in proved)])


Way = Callable[[PosedClaim, float, str], ProvedConjecture]  # a deadline, and what to call the way


@cache
def library(ids: tuple[str, ...] = CITED) -> Mapping[str, BuiltProof]:
    return catalogue.build_ids(ids)


def first_proof(posed: PosedClaim, ways: Sequence[tuple[str, Way]], seconds: float) -> ProvedConjecture:
    """By the first way that succeeds. Raises NotFound with the attempts, and Contradicted for a proof whose facts are not those of its
    game."""
    library()  # before the clock starts: building it takes longer than most proofs
    deadline = work_time() + seconds
    missing: dict[str, None] = {}
    for place, (how, way) in enumerate(ways, 1):
        left = deadline - work_time()
        if left <= 0:
            break
        try:
            proved = way(posed, work_time() + (left if place == len(ways) else 0.5 * left), how)
        except (NotFound, NoNormalForm, LookupError, Rejected, OverflowError) as reason:
            missing[in_words(reason)] = None
            continue
        refuse_contradicted(posed)
        return proved
    raise NotFound("; ".join(said for said in missing if said != NO_TIME) or NO_TIME)


def in_words(reason: Exception) -> str:
    """The claim that an attempt did not prove, with roots and quotients written as terms in place of their names."""
    if not isinstance(reason, NotFound):
        return "no form in which the equations can be used was found" if isinstance(reason, NoNormalForm) else f"a step failed ({reason})"
    said = re.sub(r"\\u\{([0-9a-f]+)\}", lambda f: chr(int(f[1], 16)), str(reason).replace("not shown: ", ""))
    return re.sub("“([^”]*)”(?=([²³⁴⁵⁶⁷⁸⁹]?))", lambda f: f"({f[1]})" if re.search("[-+/*·−]", f[1]) and "(" not in f[1] else f[1], said)


def from_range(posed: PosedClaim, deadline: float, how: str, whole: bool = False, above: bool = False) -> ProvedConjecture:
    """From the range of the quantities; `whole` uses that there is at least one update, `above` how large losses can be."""
    built = library()
    d = Derivation(posed.id, posed.named_facts, {id: b.theorem for id, b in built.items()}, posed.conclusion)
    known = KnownRange(d, posed)
    if whole:
        known.at_least_one_update()
    if above:
        known.largest_losses()
    return close(known.arithmetic, posed, known.introduced, built, deadline, how, (known.root_sign, known.root_square))


def close(
    arithmetic: Arithmetic[Derivation],
    posed: PosedClaim,
    introduced: list[str],
    built: Mapping[str, BuiltProof],
    deadline: float,
    how: str,
    root_lines: tuple[str, str] | None = None,
) -> ProvedConjecture:
    """The conjecture from the lines of the arithmetic."""
    where = learn(arithmetic, posed)
    structure = Structure(arithmetic, posed.translation, deadline, root_lines)
    line = structure.line(posed.comparison.left, posed.comparison.op, posed.comparison.right)
    return finish(arithmetic.derivation, posed, line, [*introduced, *structure.logarithms.introduced], built, how, where)


def finish(
    d: Derivation,
    posed: PosedClaim,
    line: str,
    introduced: list[str],
    built: Mapping[str, BuiltProof],
    how: str,
    where: tuple[str, ...] = (),
) -> ProvedConjecture:
    """The derivation closed: names forgotten, steps that nothing rests on left out, replayed by the kernel."""
    if d.claims[line] != posed.conclusion:
        line = d.have(posed.conclusion, line)
    if introduced:
        line = d.forget(line, *introduced)
    proof = prune(d.proof(line), posed.optional)
    names = {name for name, _ in proof.hypotheses}
    posed = replace(posed, facts=tuple(fact for fact in posed.facts if fact.name in names))
    library = {id: b.theorem for id, b in built.items()}
    theorem = replay(proof, library)
    if theorem.conclusion != posed.conclusion:
        raise NotFound("the derivation ends in another claim")
    return ProvedConjecture(proof, theorem, cited_by(proof, built), how, where, posed)


def prune(proof: Proof, optional: frozenset[str] = frozenset()) -> Proof:
    """Only the steps that the conclusion rests on, and of the optional hypotheses only those."""
    premises = {step.name: step.premises for step in proof.steps}
    needed, waiting = set(), [proof.conclusion]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += premises.get(name, ())
    hypotheses = tuple(one for one in proof.hypotheses if one[0] in needed or one[0] not in optional)
    return replace(proof, hypotheses=hypotheses, steps=tuple(step for step in proof.steps if step.name in needed))


def cited_by(proof: Proof, built: Mapping[str, BuiltProof]) -> tuple[Proof, ...]:
    """The proofs of its citations, each after its own citations."""
    cited: dict[str, Proof] = {}

    def visit(cites: Proof) -> None:
        for id in citations(cites):
            if id not in cited:
                visit(built[id].proof)
                cited[id] = built[id].proof

    visit(proof)
    return tuple(cited.values())
