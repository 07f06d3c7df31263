"""The Perceptron family, run exactly.

    >>> from perceptron import Examples, Perceptron, run
    >>> run(Perceptron(), Examples([["3/5", "4/5"], [1, 0]], [1, -1])).M
    2

Everything here is decided in integers; nothing imports SymPy, and numpy, numba, python-flint and SciPy are imported
only by the call that needs them.
"""

from perceptron.errors import InputError
from perceptron.examples import Example, Examples
from perceptron.kernels import KernelTrace, kernel_from_spec, measure_kernel, run_kernel
from perceptron.learners import Hebb, Learner, MarginPerceptron, Perceptron, learner_from_spec
from perceptron.passes import Passes, passes
from perceptron.quantities import Quantities, measure
from perceptron.trace import Trace, run
from perceptron.winnow import Winnow

__all__ = [
    "Example",
    "Examples",
    "Hebb",
    "InputError",
    "KernelTrace",
    "Learner",
    "MarginPerceptron",
    "Passes",
    "Perceptron",
    "Quantities",
    "Trace",
    "Winnow",
    "kernel_from_spec",
    "learner_from_spec",
    "measure",
    "measure_kernel",
    "passes",
    "run",
    "run_kernel",
]
