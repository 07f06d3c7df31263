"""The learners as scikit-learn classifiers, for its pipelines and cross-validation. Behind every fit is an exact run.

    >>> from perceptron.estimators import PerceptronClassifier
    >>> model = PerceptronClassifier().fit([[0, 1], [1, 0], [2, 3], [3, 2]], ["up", "down", "up", "down"])
    >>> model.n_mistakes_, model.predict([[5, 6]])
    (2, array(['up'], dtype='<U4'))

A float is taken as the dyadic rational that it is, so every decision is exact: which rounds are mistakes, what the weights are, and
on which side of the boundary a new point lies. (Floats decide the side where they certainly can, and fractions elsewhere; the
boundary itself belongs to classes_[0].) `trace()` is the run as `perceptron.run` makes it, over all passes. `measure()` gives its
exact quantities against a comparator, which the bounds speak of; `proofs.audit` certifies them. There are two classes; for more
use sklearn.multiclass. Nothing else in `perceptron` imports this package, so scikit-learn is loaded only with it.
"""

from perceptron.extras import require

require("sklearn", "these classifiers")  # before the imports that would fail without it

from perceptron.estimators.kernel import KernelPerceptronClassifier  # noqa: E402
from perceptron.estimators.linear import MarginPerceptronClassifier, PerceptronClassifier  # noqa: E402

__all__ = ["KernelPerceptronClassifier", "MarginPerceptronClassifier", "PerceptronClassifier"]
