"""The Perceptron family, run exactly.

    >>> from perceptron import Examples, Perceptron, run
    >>> run(Perceptron(), Examples([["3/5", "4/5"], [1, 0]], [1, -1])).M
    2

Every decision is made in integers. Nothing here imports SymPy, and numpy, numba, python-flint and SciPy are imported
only by the calls that need them.
"""

from perceptron.data.examples import Example, Examples
from perceptron.errors import InputError
from perceptron.kernels import KernelTrace, kernel_from_spec, measure_kernel, run_kernel
from perceptron.learners.learner import Learner
from perceptron.learners.perceptron import Hebb, MarginPerceptron, Perceptron
from perceptron.learners.specs import learner_from_spec
from perceptron.learners.vectors import Number, Vector, sqrt
from perceptron.learners.winnow import Winnow
from perceptron.runs.passes import Passes, passes
from perceptron.runs.quantities import Quantities, measure
from perceptron.runs.trace import Trace, run

__all__ = [
    "Example",
    "Examples",
    "Hebb",
    "InputError",
    "KernelTrace",
    "Learner",
    "MarginPerceptron",
    "Number",
    "Passes",
    "Perceptron",
    "Quantities",
    "Trace",
    "Vector",
    "Winnow",
    "kernel_from_spec",
    "learner_from_spec",
    "measure",
    "measure_kernel",
    "passes",
    "run",
    "run_kernel",
    "sqrt",
]
