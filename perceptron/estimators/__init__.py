"""The learners as scikit-learn classifiers, for its pipelines and cross-validation. Behind every fit is an exact run.

    >>> from perceptron.estimators import PerceptronClassifier
    >>> model = PerceptronClassifier().fit([[0, 1], [1, 0], [2, 3], [3, 2]], ["up", "down", "up", "down"])
    >>> model.n_mistakes_, model.predict([[5, 6]])
    (2, array(['up'], dtype='<U4'))

A float is taken as the dyadic rational that it is, and what float64 does not hold is kept exactly, so every decision is exact: which rounds
are mistakes, the weights, and the side of the boundary on which a new point lies. Floats decide a side where a certified bound on
their error lets them, and exact numbers elsewhere; the boundary itself belongs to classes_[0]. With more than two classes one learner
separates each class from the rest. Nothing of the data is kept unless `record` is set; then `trace()` is the run as `perceptron.run` makes
it, and `measure()` gives its exact quantities against a comparator, as they occur in the bounds. docs/estimators.md lists the parts of
scikit-learn's and river's interfaces that they have. Nothing else in `perceptron` imports this package, so scikit-learn is loaded only with
it.
"""

from perceptron.extras import require

require("sklearn", "these classifiers")  # before the imports that would fail without it

from perceptron.estimators.kernel import KernelPerceptronClassifier  # noqa: E402
from perceptron.estimators.perceptrons import MarginPerceptronClassifier, PerceptronClassifier  # noqa: E402
from perceptron.estimators.voted import VotedPerceptronClassifier  # noqa: E402
from perceptron.estimators.winnow import WinnowClassifier  # noqa: E402

__all__ = [
    "KernelPerceptronClassifier",
    "MarginPerceptronClassifier",
    "PerceptronClassifier",
    "VotedPerceptronClassifier",
    "WinnowClassifier",
]
