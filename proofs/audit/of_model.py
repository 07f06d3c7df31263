"""The bounds on the mistakes of a fitted classifier."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perceptron.errors import InputError
from proofs.audit.record import Audit
from proofs.audit.run import audit
from proofs.conjecture.kernel_specs import points_are

if TYPE_CHECKING:
    from perceptron.estimators.base import ExactClassifier


def mistake_bound(model: ExactClassifier, X: Any, y: Any, passes: int | None = None) -> Audit:
    """What the theorems say of the mistakes that a fitted model's learner makes on these rows: `model.mistake_bound(X, y, passes)`."""
    kernel = model.kernel_
    if kernel is not None and points_are(name := str(kernel.spec()["name"])) != "vectors":
        raise InputError(f"the features of the kernel {name} are not written out, which the bounds need; see `measure`")
    return audit(model.dataset(X, y), model.learner_, limit=passes or model.n_iter_, kernel=kernel)
