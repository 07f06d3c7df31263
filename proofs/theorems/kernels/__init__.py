"""Kernels: what makes one, the sources' kernels by their features, and the Perceptron in feature space."""

from proofs.derive.on_demand import on_demand

__getattr__ = on_demand(__name__, "derivations")

from proofs.theorems.kernels import (
    gram_matrix,
    indefinite_kernel,
    kernel_perceptron,
    polynomial,
    polynomial_half,
    strings,
    subsets,
    support_vectors,
)

LEMMAS = ()
THEOREMS = (
    *gram_matrix.pages,
    indefinite_kernel.page,
    *polynomial.pages,
    polynomial_half.page,
    subsets.page,
    *strings.pages,
    *kernel_perceptron.pages,
    *support_vectors.pages,
)
