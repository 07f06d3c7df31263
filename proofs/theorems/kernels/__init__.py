"""Kernels: what makes one, the sources' kernels by their features, and the Perceptron in feature space.

`gram_matrix` has the conditions on a kernel, and counterexamples without them. `polynomial` and `strings` give kernels their features; one
of half a degree has none. `kernel_perceptron` carries the bounds over, and `support_vectors` writes the separator of the greatest margin by
its support vectors.
"""

from proofs.statements.page import gather
from proofs.theorems.kernels import gram_matrix, kernel_perceptron, polynomial, strings, support_vectors

THEOREMS, LEMMAS = gather(gram_matrix, polynomial, strings, kernel_perceptron, support_vectors)
