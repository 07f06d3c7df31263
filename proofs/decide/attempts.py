"""The order of attempts: closed forms of the range's ends, a kernel proof, then the search."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import Any

from perceptron.errors import InputError
from proofs.conjecture import Comparison, parse
from proofs.conjecture.game import Game, default_game
from proofs.counterexample.custom_learner import CustomLearner, Faulty, parse_for, refuse_floats
from proofs.decide.cited_bounds import from_sharp_bound, from_winnow
from proofs.decide.declared_updates import MARGINS, hold_to_it, posed_with, stated
from proofs.decide.envelope import from_envelope
from proofs.decide.logarithms import curved
from proofs.decide.posed import Posed, posed
from proofs.decide.prove import ProvedConjecture, Way, first_proof, from_range
from proofs.decide.refute import refuted, refuted_for
from proofs.decide.traced_code import proved_of_code
from proofs.decide.verdict import BY_RANGE, Decision
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.tracing import traced
from proofs.falsify import Found, falsify

PERCEPTRON: tuple[tuple[str, Way], ...] = (
    ("from the range", from_range),
    ("from the range with M ≥ 1", partial(from_range, whole=True)),
    ("from both ends of the range", partial(from_range, whole=True, above=True)),
)
WAYS: dict[str, tuple[tuple[str, Way], ...]] = {
    "perceptron": PERCEPTRON,
    "kernel": PERCEPTRON,
    "winnow": (("from the bound of Winnow", from_winnow),),
    "margin": (("from the envelope", from_envelope), ("from the sharp bound", from_sharp_bound)),
}
QUICK = 3.0  # seconds for the closed forms
PROOF_SHARE = 0.7  # of the time that is left; the rest is the search's
ON_TRIAL = 10.0  # seconds at most for the search after a proof that rests on what a learner says of itself; `falsify` has no such limit


def decide(conjecture: str | Comparison, game: Game | None = None, budget: float = 20.0, seed: int = 0, learner: Any = None) -> Decision:
    """A verdict on a conjecture: proved by the kernel, refuted by an exact run, or undecided.

    conjecture   a comparison of the grammar, such as "M <= 1/gamma**2 + 2*TD/gamma"
    game         the rules of play; by default those that `falsify` chooses for these quantities
    budget       seconds, about: an attempt that has begun is finished
    learner      an object as `falsify` takes it. Its code is traced. Where it cannot be, a bound can be proved if it declares how its
                 updates lengthen the weights: by an attribute `updates_below` or `energy_step`, see `proofs.decide.declared_updates`

    Raises InputError for text that is no conjecture, and for a learner whose updates are not what it says.

        >>> decide("M <= 1/gamma**2").verdict
        'proved'
    """
    if learner is not None:
        return decide_for(learner, conjecture, game, budget, seed)
    began = monotonic()
    comparison = parse(conjecture, conditions=True) if isinstance(conjecture, str) else conjecture
    game = game or default_game(comparison.names)

    def left() -> float:
        return budget - (monotonic() - began)

    if (run := refuted(comparison, game, min(QUICK, budget))) is not None:
        return Decision(comparison, game, monotonic() - began, BY_RANGE, counterexample=run)
    try:
        proof = prove(posed(comparison, game), PROOF_SHARE * left())
        return Decision(comparison, game, monotonic() - began, proof.how, proof=proof)
    except NotFound as reason:
        tried = str(reason)
    if (run := refuted(comparison, game, left() / 2)) is not None:  # longer runs, now that there is no proof
        return Decision(comparison, game, monotonic() - began, BY_RANGE, counterexample=run)
    outcome = falsify(comparison, game, budget=max(1.0, left()), seed=seed)
    if isinstance(outcome, Found):
        return Decision(comparison, game, monotonic() - began, "by search", counterexample=outcome.counterexample)
    return Decision(comparison, game, monotonic() - began, tried, nearest=outcome.report.best)


def decide_for(learner: Any, conjecture: str | Comparison, game: Game | None, budget: float, seed: int) -> Decision:
    """A decision for a learner object: by an envelope, if it declares how its updates lengthen the weights, and by the search.

    A proof that rests on what the learner says is no reason not to search: a run may show that it does not keep to it."""
    began, given, proof = monotonic(), "", None
    try:
        rule = CustomLearner(learner)
        comparison = parse_for(conjecture, rule) if isinstance(conjecture, str) else conjecture
        refuse_floats(comparison, rule)
        game = game or default_game(comparison.names - rule.names)
        made = partial(Decision, comparison, game, learner=rule.label)
        if (found := refuted_for(rule, comparison, game, min(QUICK, budget))) is not None:
            return made(monotonic() - began, "by a short run of a known family", counterexample=found)
        try:
            proof, given = prove_of_learner(rule, comparison, game, PROOF_SHARE * budget)
            how = proof.how
            if not given:
                return made(monotonic() - began, how, proof=proof)
        except NotFound as reason:
            how = str(reason)
    except Faulty as fault:
        raise InputError(str(fault)) from fault
    left = max(1.0, budget - (monotonic() - began))
    outcome = falsify(comparison, game, budget=left if proof is None else min(left, ON_TRIAL), seed=seed, learner=learner)
    seconds = monotonic() - began
    if isinstance(outcome, Found):
        return made(seconds, "by search", counterexample=outcome.counterexample, given=given)
    if proof is None:
        return made(seconds, how, nearest=outcome.report.best)
    return made(seconds, how, proof=proof, given=given, nearest=outcome.report.best)


def prove_of_learner(rule: CustomLearner, comparison: Comparison, game: Game, seconds: float) -> tuple[ProvedConjecture, str]:
    """A kernel proof for a learner object: of its code, or by what it declares of itself, which is returned too. Raises NotFound."""
    began = monotonic()
    try:
        proof = proved_of_code(rule, comparison, game, seconds / 2)
    except NotFound as reason:
        untraced = reason
    else:
        refuse_untrue(rule, comparison, seconds / 2)
        return proof, ""
    try:
        said = stated(rule, comparison)
    except NotFound as reason:
        raise NotFound(f"{untraced}; {reason}") from None
    statement = posed_with(rule, said, comparison, game)
    given = f"{said.declared} (as {rule.label} says; {hold_to_it(rule, said, seconds):,} drawn updates are so)"
    ways = (("from the envelope", partial(from_envelope, said=said)),)
    return first_proof(statement, ways, seconds - (monotonic() - began)), given


def refuse_untrue(rule: CustomLearner, comparison: Comparison, seconds: float) -> None:
    """What a learner says of itself, held to it though its code says more. Raises InputError, with the lines at which it updates."""
    try:
        hold_to_it(rule, stated(rule, comparison), seconds)
    except NotFound:
        return
    except InputError as untrue:
        rows = traced(rule.fresh(MARGINS[0])).rows
        lines = sorted({g.line for row in rows if row.updates for g in row.guards})
        raise InputError(f"{', '.join(lines)}: {untrue}") from None


def prove(statement: Posed, seconds: float = 20.0) -> ProvedConjecture:
    """A kernel proof of the posed conjecture. Raises NotFound."""
    ways = WAYS[statement.game.learner]
    if ways is PERCEPTRON and curved(statement.comparison.left, statement.comparison.right):
        ways = ways[1:]  # ln M says something where M ≥ 1, and an attempt with logarithms takes its time
    return first_proof(statement, ways, seconds)
