"""The certified engine: from which float score on the sign is that of the exact score.

`rounding` bounds what a float sum is away from the exact one; `certified_sign` adds what the float weights are away from the exact ones
and the norm growth, which is the test of `perceptron/runs/engines/certified/loops.py`.
"""

from proofs.theorems.engine import certified_sign, rounding

LEMMAS = rounding.LEMMAS
THEOREMS = (*rounding.pages, *certified_sign.pages)
