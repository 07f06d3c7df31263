"""The bounds on the mistakes of a fitted classifier, also of one that another library made or that a file holds."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any

from perceptron.data.read import Dataset
from perceptron.errors import InputError
from perceptron.extras import require
from proofs.audit.kernels import KernelAudit, kernel_audit
from proofs.audit.record import Audit
from proofs.audit.run import audit, can_be_written_out
from proofs.conjecture.learners.kernel import points_are

if TYPE_CHECKING:
    from perceptron.estimators.base import ExactClassifier
    from perceptron.estimators.peers import Twin


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


def mistake_bound(model: Any, X: Any, y: Any, passes: int | None = None) -> Audit | KernelAudit | OneAgainstTheRest:
    """The bounds of all theorems on the mistakes that a fitted classifier's learner makes on these rows, from its start.

    model     a classifier of `perceptron.estimators`; or a fitted model of scikit-learn or river, of which `exact_twins` makes an exact
              one that `notes` of the result names; or a pipeline or parameter search around one
    X, y      as for the model's `fit`, with the classes of the fit
    passes    how often the learner goes over the rows, in their order, at most; by default as often and in the order as in the fit. A
              shuffled fit needs a record of its orders

    `best` of the result is the least bound that is neither vacuous nor trivial, with its theorem's `id`, its `value`, the comparator `u`
    and `gamma`; `why` is the reason. Bounds and comparators are certified in exact arithmetic. With several classes it is a mapping with
    such a result for the learner of each class. Raises InputError for a class of weight 0, and for a kernel that is not known to be one,
    or on more than 1000 rows if its features cannot be written out. For a model of another library it names the first thing that makes
    the model another learner than the Perceptron.
    """
    from sklearn.utils.validation import check_is_fitted

    from perceptron.estimators.base import ExactClassifier, positive_integer
    from perceptron.estimators.peers import exact_twins, inner_classifier

    if passes is not None:
        positive_integer(passes, "passes")
    model, X = inner_classifier(model, X)
    if not isinstance(model, ExactClassifier):
        peers = {name: _of_twin(twin, passes) for name, twin in exact_twins(model, X, y).items()}
        return peers[None] if None in peers else OneAgainstTheRest(peers)
    check_is_fitted(model)

    def of(positive: Any) -> Audit | KernelAudit:
        return _of(model, X, y, passes, positive)

    return of(None) if len(model.classes_) == 2 else OneAgainstTheRest({name: of(name) for name in model.classes_.tolist()})


def _of_twin(twin: Twin, passes: int | None) -> Audit | KernelAudit:
    """The bounds of the exact twin of another library's model, with a note on how they agree."""
    found = _of(twin.model, twin.X, twin.y, passes, None)
    found.notes.insert(0, twin.note)
    return found


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


# -- a model in a file, and rows from another


def read_model(path: str) -> Any:
    """The object that pickle or joblib wrote to a file. Reading it runs code of the file. Raises InputError if that fails."""
    require("sklearn", "models in files")
    try:
        return import_module("joblib").load(path)
    except OSError:
        raise
    except Exception as error:  # which the code of the file raises
        raise InputError(
            f"--model {path}: expected a fitted model written by pickle or joblib, found "
            f"{f'{type(error).__name__}: {error}'.removesuffix(': ')}; write it with the versions of its libraries that are installed here"
        ) from None


def as_learned(model: Any, data: Dataset) -> tuple[Any, list[Any]]:
    """The rows in floats and the classes, as the model's library reads them. Raises InputError for a class that is none of the model's.

    The names of the classes in the data are those of the model as text; river's are False for −1 and True for +1.
    """
    below = data.examples.denominator
    rows: Any = [[n / below for n in row] for row in data.examples.numerators]
    if type(model).__module__.startswith("river."):
        return [dict(zip(data.features, row, strict=True)) for row in rows], [label > 0 for label in data.examples.labels]
    known = {str(name): name for name in model.classes_.tolist()} if hasattr(model, "classes_") else {}
    named = {label: known.get(name) for name, label in data.classes.items()}
    if None in named.values():
        found = ", ".join(known) or f"a {type(model).__name__} that has none, or is not fitted"
        raise InputError(
            f"--model: expected a model of the classes {' and '.join(data.classes)}, found {found}; a model of more "
            "classes is bounded in Python, by proofs.mistake_bound(model, X, y)"
        )
    if hasattr(model, "feature_names_in_"):
        from pandas import DataFrame

        if {*data.features} == {*model.feature_names_in_}:
            rows = DataFrame(rows, columns=list(data.features))[[*model.feature_names_in_]]
    return rows, [named[label] for label in data.examples.labels]
