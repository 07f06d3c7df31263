"""The Perceptron and the Margin Perceptron as classifiers."""

from __future__ import annotations

from typing import Any

from perceptron.estimators.base import as_fraction
from perceptron.estimators.linear import LinearClassifier
from perceptron.learners.perceptron import MarginPerceptron, Perceptron


class PerceptronClassifier(LinearClassifier):
    """The Perceptron.

    Parameters
    ----------
    ties : default "mistake"
        as for `perceptron.Perceptron`
    fit_intercept : default True
        whether every row gets a last coordinate 1; without it the boundary passes the origin, as in the theorems
    max_iter : default 1000
        the most passes in `fit`
    average : default False
        whether to predict by the mean of the weights after each round; the run and its mistakes are the same
    class_weight : default None
        None, "balanced" or {class: weight}: an update on a row adds weight·y·x. Weights are exact; a float is the decimal that it prints
        as. One whose ratio to the others needs more than 26 bits is refused, and "balanced" where `partial_fit` or `learn_one` begins.
    shuffle : default False
        whether each pass takes the rows in an order of its own; without it the run is the one of the theorems, row after
        row as given, so this default is not scikit-learn's
    random_state : default None
        the seed of these orders, and of the rows that early stopping holds out
    tol : default None
        None: only a pass without mistakes ends the fit before max_iter, because on separable rows the number of mistakes in a pass may
        rise before it falls to 0. Otherwise stop when the mistakes of a pass, as a share of the rows and counted as their classes weigh,
        have not fallen by more than tol below the fewest for n_iter_no_change passes, for any class's learner; if rows are shuffled, when
        the mistakes of these passes together are not below those of as many before. A fit that stops so after mistakes warns
    n_iter_no_change : default 5
        of how many passes `tol` speaks
    early_stopping : default False
        whether to hold out rows and to count their errors instead
    validation_fraction : default 0.1
        the share of the rows held out
    warm_start : default False
        whether `fit` goes on from the present weights
    verbose : default False
        whether to print a line for each pass
    record : default False
        whether to keep the data, which `trace` and `measure` need
    n_jobs : default None
        how many of the classes' learners run at a time, in threads; None is 1, and −1 as many as there are processors
    floats : default "binary"
        how a float is read: as the dyadic rational that it is, or "decimal", as the shortest decimal that prints it: 0.1 as 1/10

    Attributes
    ----------
    weights_
        exact, the intercept last if there is one; a tuple of these for more than two classes
    coef_, intercept_
        the same in floats, shapes (1, d) and (1,), or (classes, d) and (classes,)
    n_mistakes_
        M over all passes and classes
    n_iter_
        passes
    halted_
        whether the last pass made no update
    classes_, n_features_in_, feature_names_in_
        the classes in order, how many columns there were, and their names where they had some

    Examples
    --------
    >>> model = PerceptronClassifier(fit_intercept=False, record=True).fit([[1, 0], [0, 1]], [0, 1])
    >>> model.weights_, model.measure([-1, 1], 1).margin
    ((Fraction(-1, 1), Fraction(1, 1)), Fraction(1, 1))
    """

    def __init__(
        self,
        ties: str | int = "mistake",
        fit_intercept: bool = True,
        max_iter: int = 1000,
        average: bool = False,
        class_weight: Any = None,
        shuffle: bool = False,
        random_state: Any = None,
        tol: float | None = None,
        n_iter_no_change: int = 5,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        warm_start: bool = False,
        verbose: bool = False,
        record: bool = False,
        n_jobs: int | None = None,
        floats: str = "binary",
    ) -> None:
        self._keep_parameters(locals())

    def _learner(self) -> Perceptron:
        return Perceptron(self.ties)


class MarginPerceptronClassifier(LinearClassifier):
    """The Margin Perceptron. It updates while the margin y⟨w,x⟩/‖w‖ is below (1−ε)γ, so it ends with nearly the margin γ.

    Parameters
    ----------
    gamma : default "1/10"
        γ > 0, in the units of the rows: an exact number, text such as "1/10", or a float as the rational that it is
    eps : default "1/2"
        0 < ε ≤ 1, likewise

    fit_intercept, max_iter, average, class_weight, shuffle, random_state : defaults of `PerceptronClassifier`
        as there; rows count times the weights of their classes
    tol : default None
        as there
    n_iter_no_change, early_stopping, validation_fraction, warm_start, verbose, record, n_jobs, floats : its defaults
        as there

    Attributes
    ----------
    weights_, coef_, intercept_, n_mistakes_, n_iter_, halted_, classes_, n_features_in_, feature_names_in_
        as for `PerceptronClassifier`

    Notes
    -----
    If no vector has the margin γ it need not halt. It then stops when it has made more updates than 2R²/(ε²γ²) − 2/ε, where R is the
    longest row's length times the greatest weight. M does not count the first row, which initialises w and must not be zero.

    Examples
    --------
    >>> MarginPerceptronClassifier(gamma="1/2", fit_intercept=False).fit([[1, 0], [0, 1]], [0, 1]).halted_
    True
    """

    eps: object

    def __init__(
        self,
        gamma: object = "1/10",
        eps: object = "1/2",
        fit_intercept: bool = True,
        max_iter: int = 1000,
        average: bool = False,
        class_weight: Any = None,
        shuffle: bool = False,
        random_state: Any = None,
        tol: float | None = None,
        n_iter_no_change: int = 5,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        warm_start: bool = False,
        verbose: bool = False,
        record: bool = False,
        n_jobs: int | None = None,
        floats: str = "binary",
    ) -> None:
        self._keep_parameters(locals())

    def _learner(self) -> MarginPerceptron:
        return MarginPerceptron(as_fraction(self.gamma, "gamma"), as_fraction(self.eps, "eps"))
