"""The audit: run the learner, look for comparators, evaluate the catalogue's bounds at each."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from perceptron import Examples, MarginPerceptron, Perceptron, Quantities, Trace, measure, passes, run
from perceptron.analysis.comparators import Comparator, least_hinge, max_margin
from perceptron.analysis.separability import Vector, separability
from perceptron.data.read import Dataset
from perceptron.errors import InputError
from proofs.audit.record import Audit, Bound
from proofs.audit.update_bounds import UpdateBound, decimal_above, update_bounds
from proofs.conjecture import Undefined

MAX_SEQUENCE = 2 * 10**7  # rounds over all passes
NO_MARGIN = "no bound with a margin"

Point: TypeAlias = "tuple[Vector, Quantities]"  # a comparator, and what the run measures there and at some γ


def audit(
    data: Dataset,
    learner: Perceptron | MarginPerceptron,
    *,
    gamma: Fraction | None = None,
    rho: Fraction | None = None,
    limit: int = 1,
    tell: Callable[[str], None] = lambda stage: None,
) -> Audit:
    """Run the learner over the examples in their order, at most `limit` times over, and certify what the theorems say of the run.

    gamma: the margin to use in the bounds with a margin instead of the best that is found; for the Margin Perceptron it is its own.
    rho: the γ to use in the hinge bounds.  Raises InputError as `run` does, for an empty set, or for too many rounds.
    """
    examples = data.examples
    if not len(examples):
        raise InputError(f"{data.name}: there are no examples")
    tell("running the learner")
    trace, times, halted, reason = _run(learner, examples, limit)
    tell("is it separable?")
    made = Audit(data, trace, times, halted, separability(examples))
    if reason:
        made.notes.append(reason)
    tell("looking for comparators")
    found = _comparators(run(learner, examples) if times > 1 else trace, made)
    margin, hinge = (learner.gamma, learner.gamma) if isinstance(learner, MarginPerceptron) else (gamma, rho)
    separated = _separated(made, found.get("margin"), margin)
    anywhere = [(c.u, measure(trace, c.u, c.gamma if hinge is None else hinge)) for c in found.values()]
    for bound in update_bounds(learner, examples.dimension):
        made.bounds += _least(bound, made, separated if bound.asks_for_margin else anywhere)
    made.bounds.sort(key=_size)
    return made


def _run(learner: Perceptron | MarginPerceptron, examples: Examples, limit: int) -> tuple[Trace, int, bool, str]:
    """The trace over all passes that were made, how many those were, whether the last one was without an update, and why it ended."""
    if limit == 1:
        trace = run(learner, examples)
        return trace, 1, not trace.updates, ""
    if limit * len(examples) > MAX_SEQUENCE:
        raise InputError(f"{limit} passes over {len(examples)} examples are more than {MAX_SEQUENCE} rounds")
    made = passes(learner, examples, limit)
    return run(learner, made.sequence()), made.passes, made.halted, "" if made.halted else made.reason


def _comparators(trace: Trace, made: Audit) -> dict[str, Comparator]:
    found: dict[str, Comparator] = {}
    if made.separable.separable:
        try:
            found["margin"] = max_margin(trace, made.separable.u)
        except InputError as error:
            made.notes.append(str(error))
    if isinstance(trace.learner, Perceptron):
        try:
            found["hinge"] = least_hinge(trace)
        except InputError as error:
            made.notes.append(f"hinge bounds: {error}")
    return found


def _separated(made: Audit, best: Comparator | None, gamma: Fraction | None) -> list[Point]:
    """The best comparator with a margin of at least γ, measured; none with a note where there is no such comparator."""
    if best is None:
        why = {False: "the examples are not separable through the origin", None: "whether the examples are separable was not decided"}
        made.notes.append(f"{NO_MARGIN}: {why.get(made.separable.separable, 'no comparator with a positive margin was found')}")
    elif gamma is not None and gamma > best.margin:
        found_margin = f"{best.margin} ≈ {float(best.margin):.6g}" if best.margin.denominator > 1 else str(best.margin)
        made.notes.append(f"{NO_MARGIN}: γ = {gamma} is above the margin of the best comparator that was found ({found_margin})")
    else:
        return [(best.u, measure(made.trace, best.u, best.margin if gamma is None else gamma))]
    if gamma is not None:
        made.refused = True
        if isinstance(made.trace.learner, MarginPerceptron):
            made.notes.append("above the true margin the Margin Perceptron may never halt, however often it goes over the examples")
    return []


def _least(bound: UpdateBound, made: Audit, points: list[Point]) -> list[Bound]:
    """The bound at the comparator where it is least; none where it has no value, with a note."""
    found = []
    for u, q in points:
        if not bound.allows(q):
            continue
        values = bound.values(q)
        try:
            value = decimal_above(bound.limit, values)
        except Undefined as why:
            made.notes.append(f"{bound.id}: {why}")
            continue
        certified, vacuous = bound.comparison.status(values) == "true", Fraction(value) >= made.rounds
        found.append(Bound(bound.id, bound.asks_for_margin, q.gamma, value, certified, vacuous, u, q.margin or Fraction(0), q.H))
    return sorted(found, key=_size)[:1]


def _size(bound: Bound) -> Fraction:
    return Fraction(bound.value)
