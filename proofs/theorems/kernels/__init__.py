"""Kernels: what makes one, the sources' kernels by their features, and the Perceptron in feature space.

`gram_matrix` says what is asked of a kernel, and `indefinite_kernel` what happens without it.  `polynomial`, `subsets`, `substrings` and
`strings` give kernels their features, and `polynomial_half` is one that has none.  `kernel_perceptron` carries the bounds over, and
`support_vectors` writes the separator of the greatest margin by its support vectors.
"""

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
    substrings,
    support_vectors,
)

LEMMAS = ()
THEOREMS = (
    *gram_matrix.pages,
    indefinite_kernel.indefinite_kernel,
    *polynomial.pages,
    polynomial_half.polynomial_kernel_half,
    subsets.subset_kernel,
    substrings.string_kernel,
    *strings.pages,
    *kernel_perceptron.pages,
    *support_vectors.pages,
)
