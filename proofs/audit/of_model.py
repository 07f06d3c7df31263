"""The bounds on the mistakes of a fitted classifier."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proofs.audit.record import Audit
from proofs.audit.run import audit

if TYPE_CHECKING:
    from perceptron.estimators import MarginPerceptronClassifier, PerceptronClassifier


def mistake_bound(model: PerceptronClassifier | MarginPerceptronClassifier, X: Any, y: Any, passes: int | None = None) -> Audit:
    """What the theorems say of the mistakes that a fitted model's learner makes on these rows, in their order.

    model     a fitted classifier with two classes and no class weights
    X, y      rows and labels, as for its `fit`
    passes    how often the learner goes over the rows at most; by default as often as in the fit

    `best` of the result is the least bound that says something, with its theorem's `id`, its `value`, the comparator `u` and `gamma`;
    `why` says what makes it the best. Bounds and comparators are certified in exact arithmetic. Raises InputError.
    """
    return audit(model.dataset(X, y), model.learner_, limit=passes or model.n_iter_)
