"""The Perceptron family, run exactly.

    >>> from perceptron import Examples, Perceptron, run
    >>> run(Perceptron(), Examples([["3/5", "4/5"], [1, 0]], [1, -1])).M
    2

Everything here is decided in integers; nothing imports SymPy, and numpy, numba, python-flint and SciPy are imported
only by the call that needs them.
"""

from perceptron.errors import InputError
from perceptron.examples import Example, Examples
from perceptron.learners import Hebb, Learner, MarginPerceptron, Perceptron, learner_from_spec
from perceptron.passes import Passes, passes
from perceptron.quantities import Quantities, measure
from perceptron.trace import Trace, run

__all__ = [
    "Example",
    "Examples",
    "Hebb",
    "InputError",
    "Learner",
    "MarginPerceptron",
    "Passes",
    "Perceptron",
    "Quantities",
    "Trace",
    "learner_from_spec",
    "measure",
    "passes",
    "run",
]
