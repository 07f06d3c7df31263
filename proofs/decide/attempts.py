"""The attempts at a verdict, in their order (`ATTEMPTS`): short runs, a kernel proof, longer runs, then the search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from perceptron.errors import InputError
from proofs.conjecture import Comparison, claims, compose, under
from proofs.conjecture.game import Ending, Game, default_game
from proofs.counterexample.learner_object import Beside, CustomLearner, Faulty, claims_for, refuse_floats, refuse_unscored, rule_of
from proofs.decide.cited_bounds import from_growth, from_winnow
from proofs.decide.definedness import demands, is_met, that_no_run_meets
from proofs.decide.each_alone import euclidean_name, from_each_alone
from proofs.decide.logarithms import occurring
from proofs.decide.posed import PosedClaim, pose
from proofs.decide.prove import ProvedConjecture, Way, first_proof, from_range
from proofs.decide.refute import refute
from proofs.decide.verdict import BY_RANGE, Decision, join
from proofs.derive.authoring.certificate_search import NotFound
from proofs.falsify import Found, falsify
from proofs.system.work_clock import Work, work_time

PERCEPTRON: tuple[tuple[str, Way], ...] = (
    ("from the range", from_range),
    ("from the range with M ≥ 1", partial(from_range, whole=True)),
    ("from both ends of the range", partial(from_range, whole=True, above=True)),
)
WAYS: dict[str, tuple[tuple[str, Way], ...]] = {
    "perceptron": PERCEPTRON,
    "kernel": PERCEPTRON,
    "winnow": (("from the bound of Winnow", from_winnow),),
    "margin": (("from the sharp bound", from_growth),),
}
QUICK = 3.0  # seconds for the short runs
PROOF_SHARE = 0.7  # of the time that is left; the rest is the search's
LIKE_THE_FIRST = ("perceptron", "margin")  # second learners that measure a sequence as the first one does
OF_ONE_LEARNER = frozenset({"M", "E", "S2", "TD", "H", "H2", "G2", "W", "P", "L", "L2", "F", "eps"})  # not of the sequence alone


Claim = str | Comparison | Sequence[Comparison]


def decide(conjecture: Claim, game: Game | None = None, budget: float = 20.0, seed: int = 0, learner: Any = None) -> Decision:
    """A verdict on a conjecture: proved by the kernel, refuted by an exact run, or undecided.

    conjecture   a comparison of the grammar, such as "M <= 1/gamma**2 + 2*TD/gamma", or several: each is decided, under all conditions
    game         the rules of play; by default those that `falsify` chooses for these quantities
    budget       seconds, about: an attempt that has begun is finished
    learner      an object as `falsify` takes it. The code of a `perceptron.Learner` is traced

    Raises InputError for text that is no conjecture.

        >>> decide("M <= 1/gamma**2").verdict
        'proved'
    """
    began = work_time()
    try:
        rule = None if learner is None else rule_of(learner)
        if isinstance(conjecture, str):
            claimed = claims(conjecture) if rule is None else claims_for(conjecture, rule)
        else:
            claimed = (conjecture,) if isinstance(conjecture, Comparison) else tuple(conjecture)
        names = frozenset[str]().union(*(one.names for one in claimed)) - (frozenset() if rule is None else rule.names)
        game, parts = game or default_game(names), list[Decision]()
        game = game if rule is None else rule.in_its_dimension(game)
        for place, one in enumerate(claimed):
            share = (budget - (work_time() - began)) / (len(claimed) - place)
            parts.append(_decide(Question(one, game, rule, seed, share)))
    except Faulty as fault:
        raise InputError(str(fault)) from fault
    return join(parts)


@dataclass
class Question:
    """A comparison in a game, of a learner object if there is one, and the time for a decision.

    how    the reason why there is no proof"""

    comparison: Comparison
    game: Game
    rule: CustomLearner | None
    seed: int
    budget: float
    how: str = ""

    def __post_init__(self) -> None:
        self.began, self.work = work_time(), Work(self.budget)

    @property
    def left(self) -> float:
        return self.budget - (work_time() - self.began)

    def decision(self, how: str, **found: Any) -> Decision:
        label = "" if self.rule is None else self.rule.label
        return Decision(self.comparison, self.game, work_time() - self.began, how, learner=label, **found)


def _decide(question: Question) -> Decision:
    """The decision of the first attempt that has one."""
    if question.rule is not None:
        refuse_floats(question.comparison, question.rule)
        refuse_unscored(question.comparison, question.rule)
    return next(decision for attempt in ATTEMPTS if (decision := attempt(question)) is not None)


def short_runs(question: Question) -> Decision | None:
    """Refuted by a run of a known family, in QUICK seconds."""
    run = refute(question.comparison, question.game, min(QUICK, question.budget), question.rule, plain=True)
    how = BY_RANGE if question.rule is None else "by a short run of a known family"
    return None if run is None else question.decision(how, counterexample=run)


def kernel_proof(question: Question) -> Decision | None:
    """Proved, or shown to say nothing, in PROOF_SHARE of the time."""
    comparison, game, vacuous = question.comparison, question.game, ""
    try:
        if question.rule is None:
            proof, vacuous = settle_comparison(comparison, game, PROOF_SHARE * question.left)
        else:
            proof = prove_of_learner(question.rule, comparison, game, PROOF_SHARE * question.budget)
    except NotFound as reason:
        question.how = str(reason)
        return None
    return question.decision(proof.how, proof=proof, vacuous=vacuous)


def both_sides(question: Question) -> Decision | None:
    """An equation proved as two inequalities, each in a third of the time: the kernel has no rule to put them together."""
    if question.comparison.op != "=":
        return None

    def side(op: str) -> Decision:
        comparison = under(compose(question.comparison.left, op, question.comparison.right), question.comparison.conditions)
        half = replace(question, comparison=comparison, budget=question.left / 3)
        if half.rule is None:
            proof = prove(pose(comparison, half.game), half.budget)
        else:
            proof = prove_of_learner(half.rule, comparison, half.game, half.budget)
        return half.decision(proof.how, proof=proof)

    with suppress(NotFound):
        return join([side(op) for op in ("<=", ">=")], question.comparison.unicode())
    return None


def longer_runs(question: Question) -> Decision | None:
    """Refuted by a longer run of a known family, in half of the time, now that there is no proof."""
    if question.rule is not None:
        return None
    run = refute(question.comparison, question.game, question.left / 2, plain=True)
    return None if run is None else question.decision(BY_RANGE, counterexample=run)


def search(question: Question) -> Decision:
    """Refuted by the search, proved by its exhaustion, or undecided, in all the time that is left."""
    budget = max(1.0, question.left)
    outcome = falsify(question.comparison, question.game, budget=budget, seed=question.seed, learner=question.rule)
    if isinstance(outcome, Found):
        return question.decision("by search", counterexample=outcome.counterexample)
    if outcome.ending is Ending.EXHAUSTED:
        return question.decision(outcome.report.proof, exhausted=True)
    return question.decision("; ".join(filter(None, (question.how, question.work.cut_short()))), nearest=outcome.report.best)


ATTEMPTS: tuple[Callable[[Question], Decision | None], ...] = (short_runs, kernel_proof, both_sides, longer_runs, search)


def prove_of_learner(rule: CustomLearner, comparison: Comparison, game: Game, seconds: float) -> ProvedConjecture:
    """A kernel proof for a learner object, of its code. Raises NotFound."""
    if isinstance(rule, Beside) and not comparison.names & OF_ONE_LEARNER:
        proof = prove(pose(*of_the_second(rule, comparison, game)), seconds)
        return replace(proof, how=f"{proof.how}, of the second learner alone")
    if isinstance(rule, Beside):
        with suppress(NotFound):
            return from_each_alone(rule, comparison, game, seconds / 3, prove)
    from proofs.decide.traced_code.conjecture import proved_of_code  # not above: the tracer takes a quarter of the time to start

    return proved_of_code(rule, comparison, game, seconds)


def of_the_second(rule: Beside, comparison: Comparison, game: Game) -> tuple[Comparison, Game]:
    """A claim about the second of two learners as one about a game of its own. Raises NotFound for a second one in another norm."""
    second = rule.second
    if (name := euclidean_name(second)) not in LIKE_THE_FIRST:
        raise NotFound(f"of {second.name} beside a learner whose lengths are Euclid's nothing is proved, only runs of both are searched")
    alone = comparison.substitute({"M_2": "M", "E_2": "E"})
    return alone, replace(game, learner=name, ties=second.ties, eps=game.eps if second.eps is None else second.eps)


def settle_comparison(comparison: Comparison, game: Game, seconds: float) -> tuple[ProvedConjecture, str]:
    """A proof of the claim; or of its being vacuous, with the reason in words. Raises NotFound."""
    began, own = work_time(), tuple(demands(comparison, game))
    statement = pose(comparison, game)
    if (comparison.conditions or own) and not is_met(comparison, (*comparison.conditions, *own), game, min(QUICK, seconds / 4)):
        met = [("no run meets the condition", comparison.conditions)] if comparison.conditions else []
        met += [("it has a value on no run", (*comparison.conditions, *own))] if own else []
        for words, conditions in met:
            with suppress(NotFound):
                return prove(pose(that_no_run_meets(conditions), game), seconds / 4), words
    return prove(statement, seconds - (work_time() - began)), ""


def prove(statement: PosedClaim, seconds: float = 20.0) -> ProvedConjecture:
    """A kernel proof of the posed conjecture. Raises NotFound, also if no run is known on which it has a value."""
    proved, comparison = _prove(statement, seconds), statement.comparison
    if proved.where and statement.learner is None:
        asked = replace(comparison, conditions=statement.conditions)
        if not is_met(asked, (*statement.conditions, *demands(comparison, statement.asked)), statement.asked, QUICK):
            raise NotFound(f"no run was found where {' and '.join(proved.where)}, so that it need not have a value on any")
    return proved


def _prove(statement: PosedClaim, seconds: float) -> ProvedConjecture:
    ways = WAYS[statement.game.learner]
    if ways is PERCEPTRON and occurring(statement.comparison.left, statement.comparison.right):
        ways = ways[1:]  # ln M says something where M ≥ 1, and an attempt with logarithms takes its time
    return first_proof(statement, ways, seconds)
