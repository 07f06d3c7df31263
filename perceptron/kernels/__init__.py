"""Exact kernels, and the Perceptron that uses them (BL on kernels, MR section 5).

    >>> from perceptron.kernels import Polynomial, run_kernel
    >>> xor = run_kernel(Polynomial(2), [[1, 1], [1, -1], [-1, 1], [-1, -1]] * 2, [1, -1, -1, 1] * 2)
    >>> xor.alphas
    (1, 1, 1, 1, 0, 0, 0, 0)

A kernel is a frozen object. Called on two points (tuples of Fractions, strings, or row numbers of a matrix) it gives K(x, z), and
`features` gives its feature map.
"""

from perceptron.kernels.base import Kernel
from perceptron.kernels.learner import KernelTrace, Remembering, measure_kernel, run_kernel, run_learner
from perceptron.kernels.made import Definiteness, Normalised, Precomputed, gram, is_positive_semidefinite
from perceptron.kernels.specs import kernel_from_spec
from perceptron.kernels.strings import CommonSubsequences, CommonSubstrings
from perceptron.kernels.vectors import Linear, Polynomial, Subsets, feature_vectors

__all__ = [
    "CommonSubsequences",
    "CommonSubstrings",
    "Definiteness",
    "Kernel",
    "KernelTrace",
    "Linear",
    "Normalised",
    "Polynomial",
    "Precomputed",
    "Remembering",
    "Subsets",
    "feature_vectors",
    "gram",
    "is_positive_semidefinite",
    "kernel_from_spec",
    "measure_kernel",
    "run_kernel",
    "run_learner",
]
