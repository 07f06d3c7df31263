"""The audit: run the learner, look for comparators, evaluate the catalogue's bounds at each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import Any

from perceptron import Examples, MarginPerceptron, passes
from perceptron.analysis.comparators import Comparator, max_l1_margin, max_margin
from perceptron.analysis.separability import separability
from perceptron.data.read import Dataset
from perceptron.errors import InputError
from perceptron.kernels import Kernel, feature_vectors
from perceptron.learners.winnow import Winnow, longest
from perceptron.runs.passes import Passes
from proofs.audit.comparators import Point, least_points, measure
from proofs.audit.learners import Audited, bounds_of, refuse_beyond_floats
from proofs.audit.record import Audit, Bound, HasBounds
from proofs.audit.update_bounds import UpdateBound, decimal_above
from proofs.conjecture import Undefined
from proofs.conjecture.nodes import Name, walk

MAX_SEQUENCE = 2 * 10**7  # rounds over all passes
NO_MARGIN = "no bound with a margin"


def audit(
    data: Dataset,
    learner: Audited,
    *,
    gamma: Fraction | None = None,
    rho: Fraction | None = None,
    limit: int = 1,
    kernel: Kernel[Any] | None = None,
    on_progress: Callable[[str], None] = lambda stage: None,
) -> Audit:
    """Run the learner over the examples in their order, at most `limit` times over, and certify the theorems' bounds on the run.

    gamma: the margin to use in the bounds with a margin instead of the best that is found; for the Margin Perceptron it is its own.
    rho: the γ to use in the hinge bounds.  kernel: one of vectors, in whose features the Perceptron then runs.  Raises InputError as `run`
    does, for an empty set, or for too many rounds.
    """
    examples = data.examples
    if not len(examples):
        raise InputError(f"{data.name}: there are no examples")
    if limit > 1 and limit * len(examples) > MAX_SEQUENCE:
        raise InputError(f"{limit} passes over {len(examples)} examples are more than {MAX_SEQUENCE} rounds")
    given = data
    if kernel is not None:
        on_progress("writing out the features")
        data = replace(data, examples=(examples := in_features(kernel, examples)))
    refuse_beyond_floats(examples, rho)
    on_progress("running the learner")
    run = passes(learner, examples, limit)
    on_progress("is it separable?")
    record = Audit(run, data, separability(examples), kernel=kernel, read=given)
    record.notes += _of_run(record, learner, limit)
    on_progress("looking for comparators")
    margin, own = (learner.gamma, learner.gamma) if isinstance(learner, MarginPerceptron) else (gamma, rho)
    bounds = bounds_of(learner, examples)
    best = _widest(record)
    separated = _separate(record, best, margin)
    anywhere = []
    if hinge := [bound for bound in bounds if not bound.asks_for_margin]:
        anywhere = least_points(run, hinge, own)
        if anywhere and best is not None:
            anywhere.append(measure(run, best.u, own or best.gamma))
        if not anywhere:
            record.notes.append("hinge bounds: every example is the zero vector, on which every comparator has the hinge loss 1")
    evaluate(record, learner, bounds, separated, anywhere)
    if isinstance(learner, Winnow) and separated and not record.bounds:
        record.notes.append(f"{NO_MARGIN}: at this rate the theorem says nothing, for γη ≤ ln cosh η where ‖x‖∞ ≤ 1")
    return record


def passes_over(data: Dataset, learner: Audited, limit: int, kernel: Kernel[Any] | None = None) -> Passes:
    """The run alone, without bounds.  Raises InputError as `audit` does."""
    return passes(learner, data.examples if kernel is None else in_features(kernel, data.examples), limit)


def _of_run(made: Audit, learner: Audited, limit: int) -> Iterator[str]:
    """Notes on the run."""
    if made.kernel is not None:
        entries = made.data.examples.dimension
        yield (
            f"the kernel Perceptron is the Perceptron on the features (kernel-perceptron), here vectors of {entries} entries; "
            "Σ‖x‖² over the updates is the trace of their kernel matrix (kernel-trace)"
        )
    if isinstance(learner, Winnow):
        yield f"Winnow’s rate: η = {learner.eta}" if learner.eta is not None else f"Winnow’s factor: β = {learner.beta}"
    if made.has_long_weights:
        yield f"the weights that prove it not separable have {made.longest_weight:,} digits, too many for a file, and are not written"
    if limit > 1 and not made.run.halted:
        cut = made.separable.separable and made.run.passes == limit
        yield f"no end in {limit} passes, although the examples are separable: more passes come to an end" if cut else made.run.reason


def _widest(made: Audit) -> Comparator | None:
    """The comparator with the greatest margin, if there is one."""
    if made.separable.separable:
        try:
            known = made.separable.u
            return max_l1_margin(made.data.examples, known) if isinstance(made.run.learner, Winnow) else max_margin(made.run, known)
        except InputError as error:
            made.notes.append(str(error))
    return None


def _separate(made: Audit, best: Comparator | None, gamma: Fraction | None) -> list[Point]:
    """The best comparator with a margin of at least γ, measured; none with a note where there is no such comparator."""
    if best is None:
        why = {False: "the examples are not separable through the origin", None: "whether the examples are separable was not decided"}
        made.notes.append(f"{NO_MARGIN}: {why.get(made.separable.separable, 'no comparator with a positive margin was found')}")
    elif gamma is not None and gamma > best.gamma:
        found_margin = f"{best.gamma} ≈ {float(best.gamma):.6g}" if best.gamma.denominator > 1 else str(best.gamma)
        made.notes.append(f"{NO_MARGIN}: γ = {gamma} is above the margin of the best comparator that was found ({found_margin})")
    else:
        learner = made.run.learner
        promised = [learner.eta * longest(made.data.examples) ** 2] if isinstance(learner, Winnow) and learner.eta is not None else []
        levels = [gamma] if gamma is not None else [best.gamma, *(level for level in promised if level <= best.gamma)]
        return [measure(made.run, best.u, level) for level in levels]
    if gamma is not None:
        made.refused = True
        if isinstance(made.run.learner, MarginPerceptron):
            made.notes.append("above the true margin the Margin Perceptron may never halt, however often it goes over the examples")
    return []


def evaluate(made: HasBounds, learner: Audited, bounds: list[UpdateBound], separated: list[Point], anywhere: list[Point]) -> None:
    """Add each bound where it is least: one that asks for a margin among the comparators that separate, any other among all."""
    for bound in bounds:
        made.bounds += least(bound, made, separated if bound.asks_for_margin else anywhere)
    made.bounds.sort(key=lambda bound: Fraction(bound.value))
    made.why = why(made, learner, bounds, [*separated, *anywhere])


def least(bound: UpdateBound, made: HasBounds, points: list[Point]) -> list[Bound]:
    """The bound at the comparator where it is least, at a trivial one only if there is no other; none with a note where it has no value."""
    bounds = []
    for point in points:
        q = point.q
        if not bound.allows(q):
            continue
        values = bound.values(q)
        try:
            value = decimal_above(bound.limit, values)
        except Undefined as error:
            made.notes.append(f"{bound.id}: {error}")
            continue
        certified, vacuous = bound.comparison.status(values) == "true", Fraction(value) >= made.rounds
        trivial = point.trivial(bound)
        bounds.append(
            Bound(
                bound.id,
                bound.asks_for_margin,
                q.gamma,
                value,
                certified,
                vacuous,
                trivial,
                point.u,
                q.margin or Fraction(0),
                q.H,
                point.everywhere,
            )
        )
    return sorted(bounds, key=lambda bound: (bound.trivial, Fraction(bound.value)))[:1]


def why(made: HasBounds, learner: Audited, bounds: list[UpdateBound], points: list[Point]) -> str:
    """The reason why the best bound beats the others, with the numbers of this run; empty if there is none."""
    if made.best is None:
        return ""
    if isinstance(learner, Winnow):
        return "it needs the L1–L∞ margin, and of the number of weights no more than the logarithm"
    names = {node.name for bound in bounds if bound.id == made.best.id for node in walk(bound.limit) if isinstance(node, Name)}
    q = points[0].q
    w, s, r = (f"{sqrt(square):.4g}" for square in (q.W2, q.S2, q.R2 * q.M))
    loss = "no loss, since it asks for a margin" if made.best.asks_for_margin else f"a loss of {float(made.best.hinge):.4g} on the updates"
    if "W" in names:
        return f"it reads ‖w‖ ≈ {w} from the run, where others have √Σ‖x‖² ≈ {s} over the updates, or R√M ≈ {r}; and {loss}"
    if "S2" in names:
        return f"it reads √Σ‖x‖² ≈ {s} over the updates, where others have R√M ≈ {r} by the longest example; and {loss}"
    return f"it needs no more than the longest example, {loss}"


# -- The kernel Perceptron on somebody's data is the Perceptron on the features (`kernel-perceptron`). They are written out exactly.


MAX_ENTRIES = 10**6  # features of all examples
IN_PYTHON = (
    "in Python proofs.mistake_bound(KernelPerceptronClassifier(kernel).fit(X, y), X, y) has the bounds of any kernel, for up to 1,000 rows"
)


def in_features(kernel: Kernel[Any], examples: Examples) -> Examples:
    """φ(x) in place of each x, with rational entries: a feature of weight q takes up to four. Raises InputError if there are too many.

    kernel    one of vectors
    """
    if not len(examples):
        return examples
    if (count := _count(kernel, examples)) * len(examples) > MAX_ENTRIES:
        many = f"{len(examples):,} examples with {count:,} features each"
        raise InputError(f"{many} are too many to write out, {MAX_ENTRIES:,} in all are the most; {IN_PYTHON}")
    return Examples(feature_vectors(kernel, [example.x for example in examples]), examples.labels)


def can_be_written_out(kernel: Kernel[Any], examples: Examples) -> bool:
    """Whether `in_features` takes these examples."""
    try:
        return not len(examples) or _count(kernel, examples) * len(examples) <= MAX_ENTRIES
    except InputError:
        return False


def _count(kernel: Kernel[Any], examples: Examples) -> int:
    return len(kernel.features(kernel.point(tuple(a or 1 for a in examples[0].x))))  # an entry 0 may hide features
