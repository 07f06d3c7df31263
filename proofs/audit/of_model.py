"""The bounds on the mistakes of a fitted classifier."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from perceptron.errors import InputError
from proofs.audit.kernels import KernelAudit, kernel_audit
from proofs.audit.record import Audit
from proofs.audit.run import audit, can_be_written_out
from proofs.conjecture.learners.kernel import points_are

if TYPE_CHECKING:
    from perceptron.estimators.base import ExactClassifier


class OneAgainstTheRest(dict[Any, Audit | KernelAudit]):
    """The bounds of several classes: for each class the audit of the learner that separates it from the rest.

    `M` is the number of mistakes of all these learners, and `value` the sum of their best bounds; None if one has none that says something.
    """

    @property
    def M(self) -> int:
        """The mistakes of all learners."""
        return sum(found.run.M for found in self.values())

    @property
    def value(self) -> Fraction | None:
        """An upper bound on the sum of these mistakes."""
        best = [found.best for found in self.values()]
        return None if None in best else sum((Fraction(bound.value) for bound in best if bound), Fraction(0))


def mistake_bound(model: ExactClassifier, X: Any, y: Any, passes: int | None = None) -> Audit | KernelAudit | OneAgainstTheRest:
    """The bounds of all theorems on the mistakes that a fitted classifier's learner makes on these rows, from its start.

    X, y      as for the model's `fit`, with the classes of the fit
    passes    how often the learner goes over the rows, in their order, at most; by default as often and in the order as in the fit, which a
              shuffled one tells only if it has a record

    `best` of the result is the least bound that says something, with its theorem's `id`, its `value`, the comparator `u` and `gamma`;
    `why` says what makes it the best. Bounds and comparators are certified in exact arithmetic. With several classes it is a mapping with
    such a result for the learner of each class. Raises InputError for a class of weight 0, and for a kernel that is not known to be one,
    or on more than 1000 rows if its features cannot be written out.
    """
    from sklearn.utils.validation import check_is_fitted

    from perceptron.estimators.base import positive_integer

    check_is_fitted(model)
    if passes is not None:
        positive_integer(passes, "passes")

    def of(positive: Any) -> Audit | KernelAudit:
        return _of(model, X, y, passes, positive)

    return of(None) if len(model.classes_) == 2 else OneAgainstTheRest({name: of(name) for name in model.classes_.tolist()})


def _of(model: ExactClassifier, X: Any, y: Any, passes: int | None, positive: Any) -> Audit | KernelAudit:
    """By the features of the kernel, if they can be written out, else by its values on all pairs of rows."""
    limit = model.n_iter_ if passes is None else int(passes)
    if not hasattr(model, "run_over"):
        data = model.dataset(X, y, positive)
        if passes is None and hasattr(model, "in_order_of_fit") and (rounds := model.in_order_of_fit(data.examples)) is not None:
            data, limit = replace(data, examples=rounds), 1
        return audit(data, model.learner_, limit=limit)
    with suppress(InputError):  # of a kernel that has no features that are known
        kernel = model.kernel_
        if points_are(str(kernel.spec()["name"])) == "vectors":
            data = model.dataset(X, y, positive)
            if can_be_written_out(kernel, data.examples):
                return audit(data, model.learner_, limit=limit, kernel=kernel)
    return kernel_audit(model.run_over(X, y, limit, positive), model.learner_)
