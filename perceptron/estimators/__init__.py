"""The learners as scikit-learn classifiers: for its pipelines and cross-validation, with an exact run behind every fit.

    >>> from perceptron.estimators import PerceptronClassifier
    >>> model = PerceptronClassifier().fit([[0, 1], [1, 0], [2, 3], [3, 2]], ["up", "down", "up", "down"])
    >>> model.n_mistakes_, model.predict([[5, 6]])
    (2, array(['up'], dtype='<U4'))

A float is taken for the dyadic rational that it is, so every decision is exact: which rounds are mistakes, the weights, and on
which side of the boundary a new point lies (floats decide that where they can tell, fractions where they cannot; the boundary
itself belongs to classes_[0]). `trace()` is the run as `perceptron.run` makes it, over all passes, and `measure()` its exact
quantities against a comparator, which is what the bounds speak of (`proofs.audit` certifies them). There are two classes; for more
there is sklearn.multiclass. Nothing else in `perceptron` imports this, so scikit-learn is loaded only by who asks for it.
"""

from perceptron.estimators.kernel import KernelPerceptronClassifier
from perceptron.estimators.linear import MarginPerceptronClassifier, PerceptronClassifier

__all__ = ["KernelPerceptronClassifier", "MarginPerceptronClassifier", "PerceptronClassifier"]
